//! The row of a game: what it says of the game that the events tell, and the game that it says.

use super::games::GameRow;
use crate::chess::{self, Start, Variant};
use crate::game::clock::{Control, TimeSheet};
use crate::game::rating::Stake;
use crate::game::{
    Ending, Game, GameNumber, Offers, PauseProposal, Phase, PlayerNumber, Proposal, RecordedGame,
    Refusal, Result, State, Times, Wish,
};
use shakmaty::{Color, Position};

/// Why the row of a game does not say it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRow {
    /// What stands in this column means nothing.
    #[error("its {column} cannot be read")]
    Column {
        /// Its name.
        column: &'static str,
    },
    /// What stands in this column does not follow from the others.
    #[error("its {column} does not follow from the rest")]
    Contradiction {
        /// Its name.
        column: &'static str,
    },
    /// It cannot be set up.
    #[error("its moves cannot be played: {0}")]
    Moves(#[from] Refusal),
}

impl GameRow {
    /// The row of a game.
    pub fn of(told: &RecordedGame) -> GameRow {
        let state = told.state();
        let position = told.game.position();
        GameRow {
            id: state.number.0,
            challenger_id: state.challenger.0,
            opponent_id: state.opponent.0,
            wish: state.wish.word().to_owned(),
            stake: state.stake.word().to_owned(),
            variant: state.start.variant().word().to_owned(),
            start: state.start.fen(),
            phase: state.phase.word().to_owned(),
            white_id: state.white.map(|player| player.0),
            moves: moves_of(&state),
            fen: chess::fen(position),
            draw_offer: side_word(state.draw.by),
            draw_offers: state.draw.offers.to_string(),
            turn: column(state.turn),
            rewound: state.rewound.map(column),
            takeback_offer: side_word(state.takeback.by),
            takeback_offers: state.takeback.offers.to_string(),
            abort_offer: side_word(state.abort.by),
            abort_offers: state.abort.offers.to_string(),
            pause_offer: side_word(state.pause.offered.map(|(by, _)| by)),
            pause_last_day: state.pause.offered.map(|(_, last)| last),
            pause_offers: state.pause.offers.to_string(),
            result: told.game.result().token().to_owned(),
            ending: state.phase.ending().map(|ending| ending.word().to_owned()),
            events: column(state.events),
            started_at: told.times.started_at,
            finished_at: told.times.finished_at,
            turned_at: told.times.turned_at,
            control: told.game.control().to_string(),
            clock: state.time.kept(),
            told_at: told.times.told_at,
        }
    }

    /// The game that the row says. Its moves are played again, so that a damaged row is noticed and not played on.
    ///
    /// # Errors
    ///
    /// [`BadRow`], with the first column that is wrong.
    pub fn restore(&self) -> std::result::Result<RecordedGame, BadRow> {
        let game = Game::restore(self.state()?)?;
        if chess::fen(game.position()) != self.fen {
            return Err(BadRow::Contradiction { column: "fen" });
        }
        if game.result().token() != self.result {
            return Err(BadRow::Contradiction { column: "result" });
        }
        Ok(RecordedGame {
            game,
            times: Times {
                started_at: self.started_at,
                finished_at: self.finished_at,
                turned_at: self.turned_at,
                told_at: self.told_at,
            },
        })
    }

    fn state(&self) -> std::result::Result<State, BadRow> {
        let bad = |column| BadRow::Column { column };
        let variant = Variant::from_word(&self.variant).ok_or(bad("variant"))?;
        let start = Start::recorded(&self.start, variant).map_err(|_| bad("start"))?;
        let number = |value: i32, column| u32::try_from(value).map_err(|_| bad(column));
        let mut position = start.position().clone();
        let mut moves = Vec::new();
        for text in self.moves.split_ascii_whitespace() {
            let played = chess::read_uci(&position, text).ok_or(bad("moves"))?;
            position.play_unchecked(played);
            moves.push(played);
        }
        let time = self.time()?;
        if time.clocks().control().has_clock() && time.plies() != moves.len() {
            return Err(BadRow::Contradiction { column: "clock" });
        }
        Ok(State {
            number: GameNumber(self.id),
            challenger: PlayerNumber(self.challenger_id),
            opponent: PlayerNumber(self.opponent_id),
            wish: Wish::from_word(&self.wish).ok_or(bad("wish"))?,
            stake: Stake::from_word(&self.stake).ok_or(bad("stake"))?,
            start,
            phase: self.phase()?,
            white: self.white_id.map(PlayerNumber),
            moves,
            time,
            turn: number(self.turn, "turn")?,
            rewound: self
                .rewound
                .map(|turn| number(turn, "rewound"))
                .transpose()?,
            draw: proposal(self.draw_offer.as_deref(), &self.draw_offers, "draw_offers")?,
            takeback: proposal(
                self.takeback_offer.as_deref(),
                &self.takeback_offers,
                "takeback_offers",
            )?,
            abort: proposal(
                self.abort_offer.as_deref(),
                &self.abort_offers,
                "abort_offers",
            )?,
            pause: self.pause()?,
            events: number(self.events, "events")?,
        })
    }

    fn pause(&self) -> std::result::Result<PauseProposal, BadRow> {
        let told = proposal(
            self.pause_offer.as_deref(),
            &self.pause_offers,
            "pause_offers",
        )?;
        Ok(PauseProposal {
            offered: told.by.zip(self.pause_last_day),
            offers: told.offers,
        })
    }

    fn time(&self) -> std::result::Result<TimeSheet, BadRow> {
        let control: Control = self
            .control
            .parse()
            .map_err(|_| BadRow::Column { column: "control" })?;
        TimeSheet::read(control, self.clock.as_deref()).ok_or(BadRow::Column { column: "clock" })
    }

    fn phase(&self) -> std::result::Result<Phase, BadRow> {
        let bad = |column| BadRow::Column { column };
        let result = Result::from_token(&self.result).ok_or(bad("result"))?;
        let ending = self
            .ending
            .as_deref()
            .map(|word| Ending::recorded(word, result).ok_or(bad("ending")));
        Phase::recorded(&self.phase, ending.transpose()?).ok_or(bad("phase"))
    }
}

fn moves_of(state: &State) -> String {
    let mut position = state.start.position().clone();
    let moves: Vec<String> = state
        .moves
        .iter()
        .map(|&played| {
            let text = chess::uci(&position, played);
            position.play_unchecked(played);
            text
        })
        .collect();
    moves.join(" ")
}

fn proposal(
    by: Option<&str>,
    offers: &str,
    column: &'static str,
) -> std::result::Result<Proposal, BadRow> {
    let side = |word| side_of(word).ok_or(BadRow::Column { column });
    Ok(Proposal {
        by: by.map(side).transpose()?,
        offers: Offers::read(offers).ok_or(BadRow::Column { column })?,
    })
}

fn column(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn side_word(side: Option<Color>) -> Option<String> {
    side.map(|side| side.fold_wb("white", "black").to_owned())
}

fn side_of(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}
