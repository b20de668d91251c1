//! Who would play on which board of their team, as long as a tournament has not begun, and who is told that it is another one now.

use super::Tournament;
use super::teams::Named;
use crate::game::{CauseId, PlayerNumber};
use crate::letters::Occasion;
use crate::robot::batch::Batch;
use std::collections::BTreeMap;

/// On which board of their team somebody would play; none who waits for one.
pub(in crate::robot) type LineUp = BTreeMap<PlayerNumber, Option<u16>>;

/// What follows for others on a list where somebody is on it no more.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct MovedUp {
    /// Who has a seat now and had none.
    pub(super) seated: Option<PlayerNumber>,
    /// Who has another board now.
    pub(super) boards: Vec<PlayerNumber>,
}

impl Tournament {
    /// Who would play on which board with the list as it is; nobody where no teams play, or it has begun.
    pub(super) fn line_ups(&self) -> LineUp {
        let Some(boards) = self.system.boards().filter(|_| !self.has_begun()) else {
            return LineUp::new();
        };
        let mut so_far: BTreeMap<Option<Named>, u16> = BTreeMap::new();
        let of_entries = self.entries.iter().map(|entry| {
            let own = so_far.entry(entry.team).or_default();
            *own = own.saturating_add(1);
            let board = Some(*own).filter(|own| *own <= boards);
            (PlayerNumber(entry.player_id), board)
        });
        of_entries.collect()
    }

    /// Who is on the list as before and has another board.
    pub(super) fn moved_since(&self, before: &LineUp) -> Vec<PlayerNumber> {
        let now = self.line_ups().into_iter();
        let moved = now.filter(|(player, board)| {
            let had = before.get(player);
            had.is_some_and(|had| had != board)
        });
        moved.map(|(player, _)| player).collect()
    }
}

impl Batch<'_> {
    /// Writes to those who have a seat or another board now, since somebody has left.
    pub(in crate::robot) fn tell_of_seats(&mut self, seats: &[(i64, MovedUp)], cause: CauseId) {
        for (number, moved) in seats {
            let Some(one) = self.tournaments.numbered(*number).cloned() else {
                continue;
            };
            if let Some(player) = moved.seated {
                let tournament = self.tournament_view(&one, player);
                self.tell_of_tournament(player, Occasion::SeatFree { tournament }, cause);
            }
            for &player in &moved.boards {
                let tournament = self.tournament_view(&one, player);
                let occasion = Occasion::BoardChanged {
                    tournament,
                    because: "withdrawn",
                    director: None,
                };
                self.tell_of_tournament(player, occasion, cause);
            }
        }
    }

    /// Writes to those who have another board once these players of a team have its first ones: a director has said so, or
    /// without a name the administrator.
    pub(in crate::robot) fn tell_of_boards(
        &mut self,
        number: i64,
        (team, players): (Named, &[PlayerNumber]),
        (director, cause): (Option<&str>, CauseId),
    ) {
        let Some(one) = self.tournaments.numbered(number) else {
            return;
        };
        let before = one.line_ups();
        let mut one = one.clone();
        one.line_up(team, players);
        for player in one.moved_since(&before) {
            let occasion = Occasion::BoardChanged {
                tournament: self.tournament_view(&one, player),
                because: "ordered",
                director: director.map(str::to_owned),
            };
            self.tell_of_tournament(player, occasion, cause);
        }
    }
}
