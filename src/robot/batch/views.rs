//! Games as their players see them.

use super::super::draft::{Draft, Recipient};
use super::instants::microseconds;
use super::{Batch, LoadedGame};
use crate::game::{CauseId, Game, GameNumber, Phase, PlayerNumber};
use crate::letters::{
    Annotation, Clockface, GameLine, GameView, HeldMoveView, InTournament, Kept, Names, Occasion,
    instant_of,
};
use crate::mail::token::{PlayerLetter, Purpose};
use crate::robot::made_move::numbered_move;
use chrono::{DateTime, Utc};

impl Batch<'_> {
    /// The game as one of its players sees it.
    pub(in crate::robot) fn view(
        &self,
        game: GameNumber,
        reader: PlayerNumber,
    ) -> Option<GameView> {
        let loaded = self.games.get(&game)?;
        let mut view = GameView::of(
            &loaded.game,
            reader,
            &self.names(&loaded.game),
            &Kept {
                started: loaded.times.started_at,
                finished: loaded.times.finished_at,
                notes: &self.annotations(&loaded.game),
                tournament: loaded.event_in_pgn(),
                substitutions: loaded.substitutions(),
                teams: loaded.teams(),
            },
            self.server.domain(),
        );
        view.invited_on = self.invited_on(&loaded.game, reader);
        view.leave_days = (loaded.game.control().has_clock()).then_some(self.server.leave.0);
        self.add_time(&mut view, loaded, reader);
        Some(view)
    }

    /// What is known beside the game itself: how time stands, in which tournament it is played, and that a pause can be agreed to as long as it has not ended.
    fn add_time(&self, view: &mut GameView, loaded: &LoadedGame, reader: PlayerNumber) {
        view.time = self.time_view(loaded, reader);
        view.tournament = loaded.tournament.as_ref().map(|one| InTournament {
            name: one.name.clone(),
            title: one.title.clone(),
            round: one.round,
            stage: one.stage.clone(),
        });
        let today = self.now.date_naive();
        let past = loaded.game.pause_offer().filter(|(_, last)| *last < today);
        if past.is_some() {
            view.pause_offer = None;
        }
        view.held_move = self.held_move_view(loaded, reader);
    }

    /// The move of this reader's that is made and sent later.
    fn held_move_view(&self, loaded: &LoadedGame, reader: PlayerNumber) -> Option<HeldMoveView> {
        let game = &loaded.game;
        let held = self.held_move(game.number())?;
        if held.player != reader {
            return None;
        }
        let goes_out = held.goes_out(self.time_ends(loaded));
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
        let loaded = self.games.get(&game)?;
        let [mut challenger, mut opponent] = GameView::for_both(
            &loaded.game,
            &self.names(&loaded.game),
            &Kept {
                started: loaded.times.started_at,
                finished: loaded.times.finished_at,
                notes: &self.annotations(&loaded.game),
                tournament: loaded.event_in_pgn(),
                substitutions: loaded.substitutions(),
                teams: loaded.teams(),
            },
            self.server.domain(),
        );
        self.add_time(&mut challenger, loaded, loaded.game.challenger());
        self.add_time(&mut opponent, loaded, loaded.game.opponent());
        Some(if player == loaded.game.challenger() {
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
            .filter_map(|number| self.games.get(number))
            .map(|loaded| GameLine {
                invited_on: self.invited_on(&loaded.game, reader),
                time: self.line_time(loaded, zone),
                tournament: loaded.tournament.as_ref().map(|one| one.title.clone()),
                held_move: self
                    .held_move_view(loaded, reader)
                    .map(|held| held.in_a_list()),
                ..GameLine::of(&loaded.game, reader, &self.names(&loaded.game))
            })
            .collect()
    }

    /// The open games and challenges of a player, those that wait for them first, and first those whose time ends first.
    pub(in crate::robot) fn open_games(&self, player: PlayerNumber) -> Vec<GameNumber> {
        let mut open: Vec<(bool, bool, Option<DateTime<Utc>>, GameNumber)> = self
            .games
            .values()
            .filter(|loaded| loaded.game.has(player))
            .filter(|loaded| matches!(loaded.game.phase(), Phase::Offered | Phase::Playing))
            .map(|loaded| {
                let line = GameLine::of(&loaded.game, player, &self.names(&loaded.game));
                let ends = self.time_ends(loaded);
                (!line.your_turn, ends.is_none(), ends, loaded.game.number())
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
        let loaded = self.games.get(&number)?;
        match code {
            Purpose::Game { game, turn, .. } if game == number => Some(turn == loaded.game.turn()),
            Purpose::Player {
                letter: PlayerLetter::List(instant),
                ..
            } => Some(microseconds(loaded.times.turned_at) <= instant),
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
        let (Some(loaded), Some(game)) = (self.games.get(&number), self.view(number, reader))
        else {
            return false;
        };
        self.drafts.push(Draft {
            turn: loaded.game.turn(),
            occasion: occasion(game),
            to: Recipient::Player(reader),
            game: Some(number),
            event,
            cause,
            answers: None,
            one_time: None,
            turns: Vec::new(),
        });
        true
    }
}
