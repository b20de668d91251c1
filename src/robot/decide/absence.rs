//! Holiday notes of mail programs. They are never answered and change nothing; what one names is told in the next letter that
//! goes to its player anyway.

use crate::db::leave::{AbsenceNote, NotedBy};
use crate::language::{own_words, period_in_note};
use crate::mail::token::{Purpose, Seat};
use crate::robot::batch::Batch;
use crate::robot::reading::{Content, Read};

/// Notes for which days its writer is away, where the note shows a code of ours.
pub(super) fn note_absence(batch: &mut Batch<'_>, read: &Read, content: &Content) {
    let Some(code) = content.evidence.purpose else {
        return;
    };
    let to = match code {
        Purpose::Player { player, .. } => NotedBy::Player(player.0),
        Purpose::Game {
            game,
            seat: Seat::Challenger,
            ..
        } => NotedBy::Challenger(game.0),
        Purpose::Game {
            game,
            seat: Seat::Opponent,
            ..
        } => NotedBy::Opponent(game.0),
    };
    let text = content.incoming.text.as_deref().unwrap_or_default();
    // What it quotes are letters of ours, with days of their own.
    let text = own_words(text, None).lines.join("\n");
    let period = period_in_note(&text).or_else(|| period_in_note(&content.incoming.subject));
    let came_at = read.mail.arrived_at;
    let days = period.and_then(|period| period.days(came_at.date_naive()).ok());
    if let Some(days) = days {
        batch.leave.came.push(AbsenceNote {
            to,
            first_day: days.first(),
            last_day: days.last(),
            came_at,
        });
    }
}
