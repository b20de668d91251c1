//! Games as their players see them.

use super::super::draft::{Draft, Reader};
use super::instants::microseconds;
use super::{Desk, Table};
use crate::game::{CauseId, Game, GameNumber, Phase, PlayerNumber};
use crate::letters::{
    Annotation, Clockface, GameLine, GameView, HeldMoveView, Kept, Names, Occasion, instant_of,
};
use crate::mail::token::{PlayerLetter, Purpose};
use crate::robot::made_move::numbered_move;
use chrono::{DateTime, Utc};

impl Desk<'_> {
    /// The game as one of its players sees it.
    pub(in crate::robot) fn view(
        &self,
        game: GameNumber,
        reader: PlayerNumber,
    ) -> Option<GameView> {
        let table = self.tables.get(&game)?;
        let mut view = GameView::of(
            &table.game,
            reader,
            &self.names(&table.game),
            &Kept {
                started: table.times.started_at,
                finished: table.times.finished_at,
                notes: &self.annotations(&table.game),
            },
            self.house.domain(),
        );
        view.invited_on = self.invited_on(&table.game, reader);
        view.leave_days = (table.game.control().has_clock()).then_some(self.house.leave.0);
        self.add_time(&mut view, table, reader);
        Some(view)
    }

    /// What hangs on the clock: how time stands, and that a pause can be agreed to as long as it has not ended.
    fn add_time(&self, view: &mut GameView, table: &Table, reader: PlayerNumber) {
        view.time = self.time_view(table, reader);
        let today = self.now.date_naive();
        let past = table.game.pause_offer().filter(|(_, last)| *last < today);
        if past.is_some() {
            view.pause_offer = None;
        }
        view.held_move = self.held_move_view(table, reader);
    }

    /// The move of this reader's that is made and sent later.
    fn held_move_view(&self, table: &Table, reader: PlayerNumber) -> Option<HeldMoveView> {
        let game = &table.game;
        let held = self.held_move(game.number())?;
        if held.player != reader {
            return None;
        }
        let goes_out = held.goes_out(self.time_ends(table));
        let zone = self.players.get(&reader).and_then(|known| known.zone);
        Some(HeldMoveView {
            played: numbered_move(game.position(), held.played),
            at: instant_of(goes_out, Clockface::Minutes, zone),
            sooner: goes_out < held.until,
            draw_offered: held.draw_offered,
            words: held.talk.is_some(),
        })
    }

    /// The game as the player and as their opponent see it.
    pub(in crate::robot) fn view_both(
        &self,
        game: GameNumber,
        player: PlayerNumber,
    ) -> Option<[GameView; 2]> {
        let table = self.tables.get(&game)?;
        let [mut challenger, mut opponent] = GameView::for_both(
            &table.game,
            &self.names(&table.game),
            &Kept {
                started: table.times.started_at,
                finished: table.times.finished_at,
                notes: &self.annotations(&table.game),
            },
            self.house.domain(),
        );
        self.add_time(&mut challenger, table, table.game.challenger());
        self.add_time(&mut opponent, table, table.game.opponent());
        Some(if player == table.game.challenger() {
            [challenger, opponent]
        } else {
            [opponent, challenger]
        })
    }

    /// The notes in a game that is over; before that they are nobody's business.
    fn annotations(&self, game: &Game) -> Vec<Annotation> {
        let Phase::Over(_) = game.phase() else {
            return Vec::new();
        };
        self.notes
            .range((game.number(), 0)..=(game.number(), u32::MAX))
            .map(|((_, ply), note)| Annotation {
                ply: *ply,
                glyph: note.glyph,
                text: note.text.clone(),
            })
            .collect()
    }

    pub(in crate::robot) fn names(&self, game: &Game) -> Names<'_> {
        Names {
            challenger: self.name(game.challenger()),
            opponent: self.name(game.opponent()),
        }
    }

    /// Games as lines of a list.
    pub(in crate::robot) fn lines(
        &self,
        games: &[GameNumber],
        reader: PlayerNumber,
    ) -> Vec<GameLine> {
        let zone = self.players.get(&reader).and_then(|known| known.zone);
        games
            .iter()
            .filter_map(|number| self.tables.get(number))
            .map(|table| GameLine {
                invited_on: self.invited_on(&table.game, reader),
                time: self.line_time(table, zone),
                held_move: self
                    .held_move_view(table, reader)
                    .map(|held| held.in_a_list()),
                ..GameLine::of(&table.game, reader, &self.names(&table.game))
            })
            .collect()
    }

    /// The open games and challenges of a player, those that wait for them first, and first those whose time ends first.
    pub(in crate::robot) fn open_games(&self, player: PlayerNumber) -> Vec<GameNumber> {
        let mut open: Vec<(bool, bool, Option<DateTime<Utc>>, GameNumber)> = self
            .tables
            .values()
            .filter(|table| table.game.has(player))
            .filter(|table| matches!(table.game.phase(), Phase::Offered | Phase::Playing))
            .map(|table| {
                let line = GameLine::of(&table.game, player, &self.names(&table.game));
                let ends = self.time_ends(table);
                (!line.your_turn, ends.is_none(), ends, table.game.number())
            })
            .collect();
        open.sort_unstable();
        open.into_iter().map(|(.., number)| number).collect()
    }

    /// Whether the letter with this code showed the game as it stands now; `None` when it was not about this game.
    pub(in crate::robot) fn shows_present(
        &self,
        code: Purpose,
        number: GameNumber,
    ) -> Option<bool> {
        let table = self.tables.get(&number)?;
        match code {
            Purpose::Game { game, turn, .. } if game == number => Some(turn == table.game.turn()),
            Purpose::Player {
                letter: PlayerLetter::List(instant),
                ..
            } => Some(microseconds(table.times.turned_at) <= instant),
            Purpose::Game { .. } | Purpose::Player { .. } => None,
        }
    }

    /// Writes to a player about one of their games as it stands, when they take part here and may be written to.
    /// Returns whether.
    pub(in crate::robot) fn write_about(
        &mut self,
        number: GameNumber,
        reader: PlayerNumber,
        event: Option<u32>,
        cause: CauseId,
        occasion: impl FnOnce(GameView) -> Occasion,
    ) -> bool {
        if !self.is_active(reader) || !self.may_write_to(reader) {
            return false;
        }
        let (Some(table), Some(game)) = (self.tables.get(&number), self.view(number, reader))
        else {
            return false;
        };
        self.drafts.push(Draft {
            turn: table.game.turn(),
            occasion: occasion(game),
            to: Reader::Player(reader),
            game: Some(number),
            event,
            cause,
            answers: None,
            one_time: None,
        });
        true
    }
}
