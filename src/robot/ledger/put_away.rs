//! Writes down what changed on the desk.

use super::rows::{row_of, write_entry, write_held_move, write_note, write_plan, write_question};
use super::{held_invitations, leave, seeks, untold};
use crate::chess::pgn::Filed;
use crate::db::conditional::{ConditionalRow, NoteRow};
use crate::db::games::{GameRow, QuestionRow};
use crate::db::nudges::Nudge;
use crate::db::outbox::Posting;
use crate::db::players::PlayerChange;
use crate::db::reminders::Reminded;
use crate::db::silence::Hearing;
use crate::db::{
    Transaction, archive, bounces, calendar, clock_stops, conditional, confirmations, counts,
    events, games, held_moves, inbox, nudges, outbox, players, ratings, reminders, silence,
};
use crate::letters::{Calendar, PgnFiles, Public};
use crate::robot::conflict::Conflict;
use crate::robot::desk::{Archive, Desk};
use anyhow::bail;

/// Writes down all that changed on the desk, and queues the mails that tell of it.
///
/// # Errors
///
/// When the database fails; the transaction must be rolled back then.
pub(in crate::robot) async fn put_away(
    tx: &mut Transaction<'_>,
    desk: &Desk<'_>,
    postings: &[Posting],
) -> anyhow::Result<()> {
    put_away_players(tx, desk).await?;
    put_away_games(tx, desk).await?;
    if let Some(from) = desk.ratings.from {
        ratings::replace(tx, from, &desk.ratings.changes).await?;
    }
    held_invitations::put_away(tx, desk).await?;
    seeks::put_away(tx, desk).await?;
    leave::put_away(tx, desk).await?;
    put_away_beside_games(tx, desk).await?;
    put_away_counts(tx, desk).await?;
    put_away_asked(tx, desk).await?;
    put_away_archive(tx, &desk.archive).await?;
    put_away_held(tx, desk).await?;
    put_away_returned(tx, desk).await?;
    let told = desk.stops.told.iter();
    let told: Vec<(i64, i64, i64)> = told
        .map(|one| (one.stop, one.game.0, one.player.0))
        .collect();
    clock_stops::note_told(tx, &told).await?;
    let pauses = desk.stops.pauses.iter();
    let pauses: Vec<_> = pauses
        .map(|pause| (pause.game.0, pause.from, pause.until))
        .collect();
    clock_stops::agree_on_pauses(tx, &pauses).await?;
    let untold = untold::turns(desk, postings);
    if !untold.is_empty() {
        clock_stops::run_untold(tx, &untold).await?;
    }
    if !postings.is_empty() {
        outbox::post(tx, postings).await?;
    }
    inbox::finish(tx, &desk.handled).await?;
    Ok(())
}

/// Writes down what changed of players, of their addresses, and of whom they want to hear from.
async fn put_away_players(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    let changed: Vec<PlayerChange> = desk
        .changed_players
        .iter()
        .filter_map(|number| {
            let player = desk.players.get(number)?;
            Some(PlayerChange {
                id: number.0,
                name: player.name.clone(),
                active: player.active,
                letters: player.letters.clone(),
                format: player.prefers.format.word(),
                receipts: player.prefers.receipts.word(),
                pgn_files: player.prefers.files == PgnFiles::On,
                calendar: player.prefers.calendar == Calendar::On,
                subjects: player.prefers.subjects.word(),
                links: player.prefers.links.word(),
                public: player.prefers.public == Public::On,
                zone: player.zone.map(|zone| zone.name().to_owned()),
                reminders: player.reminders.to_string(),
                digest: player.digest.word().to_owned(),
                digest_due: player.digest_due,
                automatic_leave: player.automatic_leave,
            })
        })
        .collect();
    if !changed.is_empty() || !desk.new_addresses.is_empty() {
        players::save(tx, &changed, &desk.new_addresses).await?;
    }
    if !desk.removed_addresses.is_empty() {
        players::remove_addresses(tx, &desk.removed_addresses).await?;
    }
    if !desk.changed_blocks.is_empty() {
        let changed: Vec<(i64, i64, Hearing)> = desk
            .changed_blocks
            .iter()
            .map(|&(player, other, hearing)| (player.0, other.0, hearing))
            .collect();
        silence::save_blocks(tx, &changed).await?;
    }
    Ok(())
}

/// Writes down the games that changed, and what happened in them.
async fn put_away_games(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    let changed: Vec<GameRow> = desk
        .tables
        .values()
        .filter(|table| table.changed)
        .map(row_of)
        .collect();
    if !changed.is_empty() {
        games::save(tx, &changed).await?;
        events::append(tx, &desk.events).await?;
    }
    Ok(())
}

/// Writes down questions about moves, conditional moves and notes.
async fn put_away_beside_games(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    let questions: Vec<QuestionRow> = desk
        .questions
        .iter()
        .filter(|(_, question)| question.changed)
        .filter_map(|((game, player), question)| {
            let position = desk.tables.get(game)?.game.position();
            Some(write_question(*game, *player, question, position))
        })
        .collect();
    if !questions.is_empty() {
        games::ask(tx, &questions).await?;
    }
    let plans: Vec<ConditionalRow> = desk
        .plans
        .iter()
        .filter(|(_, plan)| plan.changed)
        .filter_map(|((number, player), plan)| {
            let table = desk.tables.get(number)?;
            Some(write_plan(*number, *player, plan, &table.game))
        })
        .collect();
    conditional::prepare(tx, &plans).await?;
    put_away_held_moves(tx, desk).await?;
    put_away_reminders(tx, desk).await?;
    for (&(game, player), entry) in desk.calendars.iter().filter(|(_, entry)| entry.changed) {
        calendar::save(tx, &write_entry(game, player, entry)).await?;
    }
    let notes: Vec<NoteRow> = desk
        .notes
        .iter()
        .filter(|(_, note)| note.changed)
        .map(|((game, ply), note)| write_note(*game, *ply, note))
        .collect();
    conditional::annotate(tx, &notes).await?;
    Ok(())
}

/// Writes down which moves are held. One that was made for another turn, or in a game that is over, is forgotten.
async fn put_away_held_moves(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    for (number, table) in &desk.tables {
        let held = desk.held_moves.get(*number);
        let changed = desk.held_moves.has_changed(*number);
        match held.filter(|held| held.stands(&table.game)) {
            Some(held) if changed => {
                held_moves::hold(tx, &write_held_move(*number, held, &table.game)).await?;
            }
            // A game without a clock is looked at for nothing else.
            Some(_) if table.changed => held_moves::look_at(tx, number.0).await?,
            Some(_) => {}
            None if changed || held.is_some() => held_moves::forget(tx, number.0).await?,
            None => {}
        }
    }
    Ok(())
}

/// Writes down who had their opponent reminded, how far the reminders of games are done, and who wants them at other times.
async fn put_away_reminders(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    for (&(game, player), nudge) in desk
        .reminders
        .nudges
        .iter()
        .filter(|(_, nudge)| nudge.changed)
    {
        let nudge = Nudge {
            game_id: game.0,
            player_id: player.0,
            at: nudge.at,
        };
        nudges::save(tx, nudge).await?;
    }
    for (game, done) in desk.reminders.done.iter().filter(|(_, done)| done.changed) {
        let done = Reminded {
            game_id: game.0,
            turn: i32::try_from(done.turn).unwrap_or(i32::MAX),
            until: done.until,
        };
        reminders::save(tx, done).await?;
    }
    for player in &desk.reminders.otherwise {
        reminders::look_anew(tx, player.0).await?;
    }
    Ok(())
}

/// Writes down who gets no mail, and how many letters were sent to whom.
async fn put_away_counts(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    if !desk.stop.is_empty() || !desk.start.is_empty() {
        silence::save_silence(tx, &desk.stop, &desk.start).await?;
    }
    if !desk.uncounted.is_empty() {
        counts::forget_counts(tx, &desk.uncounted, desk.now.date_naive()).await?;
    }
    if !desk.counted.is_empty() {
        let day = desk.now.date_naive();
        if !counts::count_letters(tx, &desk.counted, day).await? {
            // Tried again, with the counts as they are then.
            bail!(Conflict::AllowanceUsedUp);
        }
    }
    Ok(())
}

/// Writes down our questions to senders.
async fn put_away_asked(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    if !desk.asked.is_empty() {
        let asked: Vec<_> = desk
            .asked
            .iter()
            .map(|row| (row, desk.instant_of(row.inbox_id)))
            .collect();
        confirmations::ask(tx, &asked).await?;
    }
    confirmations::ask_about_later(tx, &desk.asked_about_later).await?;
    Ok(())
}

/// Writes down which questions are answered, and what becomes of the mails that waited for it.
async fn put_away_held(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    if !desk.used_up.is_empty() {
        confirmations::use_up(tx, &desk.used_up).await?;
    }
    if !desk.released.is_empty() {
        inbox::release_held(tx, &desk.released).await?;
    }
    for (why, mails) in &desk.laid_aside {
        inbox::drop_held(tx, mails, why).await?;
    }
    Ok(())
}

/// Files what was entered.
async fn put_away_archive(tx: &mut Transaction<'_>, changed: &Archive) -> anyhow::Result<()> {
    for filing in &changed.filings {
        let (numbers, games): (Vec<i64>, Vec<Filed>) = filing.games.iter().cloned().unzip();
        let filed = archive::file(tx, &games, Some(&numbers), &filing.entry).await?;
        // The letter is written already; the mail is tried again, and then the other's game is known.
        if filed.len() < games.len() {
            bail!(Conflict::GameEntered);
        }
    }
    for (number, game) in &changed.overwritten {
        archive::overwrite(tx, *number, game).await?;
    }
    Ok(())
}

/// Writes down what became of addresses whose letters came back.
async fn put_away_returned(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    let returned = &desk.returned;
    if !returned.reports.is_empty() {
        bounces::keep(tx, &returned.reports).await?;
    }
    let scores: Vec<(i64, i32, bool)> = returned
        .scored
        .iter()
        .filter_map(|(number, today)| {
            let score = desk.players.get(number)?.reached.score;
            Some((number.0, score, *today))
        })
        .collect();
    bounces::score(tx, &scores).await?;
    for letter in &returned.held_back {
        outbox::hold_back(tx, *letter).await?;
    }
    for (player, reason) in &returned.rests {
        bounces::begin_rest(tx, player.0, reason).await?;
    }
    for player in &returned.woken {
        bounces::end_rest(tx, player.0).await?;
    }
    Ok(())
}
