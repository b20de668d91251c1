//! Events in the form in which they are kept, and the game that they tell.

use super::clock::{Amount, ClockRuling, Control, MoveTime};
use super::stake::Stake;
use super::{
    Event, Found, Game, GameNumber, Grounds, Phase, PlayerNumber, Refusal, Result, State,
    Substitution, Wish,
};
use crate::chess::{self, LetterCase, Start, Variant};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shakmaty::{Color, Move, Position};

/// What happened, as it is kept: JSON with a `kind`. Moves stand in it as text, which a reader without a board understands;
/// [`RecordedGame::fold`] makes events of them.
///
/// A kind of [`Event`] that has none here does not compile, nor does one that is not read again. Kinds and fields keep their
/// names for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields)]
pub enum Detail {
    /// [`Event::Challenged`]
    #[serde(rename = "challenged")]
    Challenged {
        /// Who offers the game.
        challenger: PlayerNumber,
        /// Who is asked.
        opponent: PlayerNumber,
        /// Which colour the challenger asks for.
        wish: Wish,
        /// The rules of castling.
        variant: Variant,
        /// The position in which the game is to begin, as FEN.
        start: String,
        /// How time is to be counted.
        #[serde(default = "Control::without", skip_serializing_if = "is_without")]
        control: Control,
        /// What both are to play for.
        #[serde(default, skip_serializing_if = "is_casual")]
        stake: Stake,
    },
    /// [`Event::Accepted`]
    #[serde(rename = "accepted")]
    Accepted {
        /// Who has the white pieces.
        white: PlayerNumber,
    },
    /// [`Event::Declined`]
    #[serde(rename = "declined")]
    Declined,
    /// [`Event::Withdrawn`]
    #[serde(rename = "withdrawn")]
    Withdrawn,
    /// [`Event::Moved`]
    #[serde(rename = "moved")]
    Moved {
        /// The turn that it began.
        turn: u32,
        /// Which ply of the game it is, counted from 1.
        ply: u32,
        /// In standard algebraic notation.
        san: String,
        /// In coordinate notation.
        uci: String,
        /// What was found of the position after it.
        #[serde(default, skip_serializing_if = "is_nothing")]
        found: Found,
        /// How its player wrote the letter of the piece, where they wrote one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        letter: Option<LetterCase>,
        /// It was prepared in an earlier mail.
        #[serde(default, skip_serializing_if = "is_false")]
        prepared: bool,
        /// What its time was, where there is a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<MoveTime>,
    },
    /// [`Event::DrawOffered`]
    #[serde(rename = "draw offered")]
    DrawOffered {
        /// The side that offers.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::DrawDeclined`]
    #[serde(rename = "draw declined")]
    DrawDeclined {
        /// The side that declines.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::DrawAgreed`]
    #[serde(rename = "draw agreed")]
    DrawAgreed {
        /// The side that accepts.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::DrawClaimed`]
    #[serde(rename = "draw claimed")]
    DrawClaimed {
        /// The side that claims.
        #[serde(with = "side")]
        by: Color,
        /// What gives it the right.
        grounds: Grounds,
    },
    /// [`Event::Resigned`]
    #[serde(rename = "resigned")]
    Resigned {
        /// The side that resigns.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::TakebackOffered`]
    #[serde(rename = "takeback offered")]
    TakebackOffered {
        /// The side that wants its move back.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::TakebackDeclined`]
    #[serde(rename = "takeback declined")]
    TakebackDeclined {
        /// The side that declines.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::TakenBack`]
    #[serde(rename = "taken back")]
    TakenBack {
        /// The turn that it began.
        turn: u32,
        /// The side that accepts.
        #[serde(with = "side")]
        by: Color,
        /// How many plies of the game are left.
        left: u32,
        /// What the other side is charged for the turn in which it waited for that, in seconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        thought: u64,
    },
    /// [`Event::AbortOffered`]
    #[serde(rename = "abort offered")]
    AbortOffered {
        /// The side that offers.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::AbortDeclined`]
    #[serde(rename = "abort declined")]
    AbortDeclined {
        /// The side that declines.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::Aborted`]
    #[serde(rename = "aborted")]
    Aborted {
        /// The side that accepts, or has not moved yet.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::AbortedInAbsence`]
    #[serde(rename = "aborted in absence")]
    AbortedInAbsence {
        /// The side that is there.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::PauseOffered`]
    #[serde(rename = "pause offered")]
    PauseOffered {
        /// The side that offers.
        #[serde(with = "side")]
        by: Color,
        /// The last day of the pause (UTC).
        last: NaiveDate,
    },
    /// [`Event::PauseDeclined`]
    #[serde(rename = "pause declined")]
    PauseDeclined {
        /// The side that declines.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::PauseAgreed`]
    #[serde(rename = "pause agreed")]
    PauseAgreed {
        /// The side that accepts.
        #[serde(with = "side")]
        by: Color,
        /// The last day of the pause (UTC).
        last: NaiveDate,
    },
    /// [`Event::TimeGiven`]
    #[serde(rename = "time given")]
    TimeGiven {
        /// The side that gives.
        #[serde(with = "side")]
        by: Color,
        /// How much, in seconds.
        time: Amount,
    },
    /// [`Event::TimeForfeit`]
    #[serde(rename = "time forfeit")]
    TimeForfeit {
        /// The side whose time is over.
        #[serde(with = "side")]
        by: Color,
        /// When its flag fell.
        #[serde(with = "super::instant")]
        flag: DateTime<Utc>,
        /// With which result.
        result: Result,
    },
    /// [`Event::FirstMoveMissing`]
    #[serde(rename = "first move missing")]
    FirstMoveMissing {
        /// The side that was to move.
        #[serde(with = "side")]
        by: Color,
    },
    /// [`Event::Adjudicated`], without the words
    #[serde(rename = "adjudicated")]
    Adjudicated {
        /// With which result.
        result: Result,
    },
    /// [`Event::ClockRuled`], without the words
    #[serde(rename = "clock ruled")]
    ClockRuled {
        /// What was ruled.
        ruling: ClockRuling,
    },
    /// [`Event::Substituted`]
    #[serde(rename = "substituted")]
    Substituted {
        /// The turn that it began, where the side was to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<u32>,
        /// The side.
        #[serde(with = "side")]
        side: Color,
        /// The number of the first move that the one who has it now can make.
        r#move: u32,
        /// Who had it.
        gone: PlayerNumber,
        /// Who has it from then on.
        taker: PlayerNumber,
        /// What the one who had it is charged for the turn in which they were to move, in seconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        thought: u64,
        /// What the clock was topped up by, in seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topped_up: Option<Amount>,
    },
    /// [`Event::Corrected`], without the words
    #[serde(rename = "corrected")]
    Corrected {
        /// The turn that it began.
        turn: u32,
        /// How many plies of the game are left.
        left: u32,
    },
}

/// What a move does not tell of how it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// How its player wrote the letter of the piece, where they wrote one.
    pub letter: Option<LetterCase>,
    /// It was prepared in an earlier mail.
    pub prepared: bool,
}

/// The instants of an event. What a clock counts is counted from these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instants {
    /// When our mail server took the mail that brought it about.
    pub arrived_at: DateTime<Utc>,
    /// When we first saw that mail.
    pub seen_at: DateTime<Utc>,
    /// As of when it was decided: of a mail that is handled again after a loss, when it came.
    pub decided_at: DateTime<Utc>,
    /// When it was written down, by the database's clock, read while the game was locked.
    pub recorded_at: DateTime<Utc>,
    /// When the letter that tells the other player was accepted for delivery.
    pub delivered_at: Option<DateTime<Utc>>,
}

/// What brings something about, by its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CauseId {
    /// A mail, in the inbox.
    Mail(i64),
    /// What is no mail, among the causes.
    Other(i64),
}

impl CauseId {
    /// The mail, where it is one.
    pub fn mail(self) -> Option<i64> {
        match self {
            CauseId::Mail(mail) => Some(mail),
            CauseId::Other(_) => None,
        }
    }

    /// The cause, where it is no mail.
    pub fn other(self) -> Option<i64> {
        match self {
            CauseId::Mail(_) => None,
            CauseId::Other(cause) => Some(cause),
        }
    }
}

/// Who brought an event about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By {
    /// Who did it; nobody where the administrator decided.
    pub player: Option<PlayerNumber>,
    /// What brought it about; of a prepared move, the mail in which it was prepared.
    pub cause: Option<CauseId>,
}

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Counted from 0 within the game.
    pub number: u32,
    /// What happened.
    pub detail: Detail,
    /// Who brought it about.
    pub by: By,
    /// The administrator's words about what they decided. Beside the details, for they can be taken out when a player
    /// of the game is forgotten.
    pub reason: Option<String>,
    /// When.
    pub at: Instants,
}

/// When a game began, ended and came to its present turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// When the challenge was accepted.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// When its present turn began, by [`Instants::recorded_at`].
    pub turned_at: DateTime<Utc>,
    /// When the letter that tells the side to move of its turn was accepted for delivery: its time runs since then. Nothing
    /// while nobody's time runs, and without a clock.
    pub told_at: Option<DateTime<Utc>>,
}

/// A game with its times: all that follows from what was recorded.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The game.
    pub game: Game,
    /// Its times.
    pub times: Times,
}

/// Why what was recorded of a game does not tell a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Nothing is recorded, or something comes before the challenge.
    #[error("it does not begin with a challenge")]
    NoChallenge,
    /// One is missing, or comes twice.
    #[error("event {expected} is missing")]
    Gap {
        /// The number that was due.
        expected: u32,
    },
    /// No position can be read in which the game begins.
    #[error("it begins in no position")]
    NoStart,
    /// A move cannot be made in the position before it.
    #[error("event {number} is no legal move")]
    NoMove {
        /// The event.
        number: u32,
    },
    /// The event cannot happen in the game as it was then.
    #[error("event {number} cannot have happened: {refusal}")]
    Impossible {
        /// The event.
        number: u32,
        /// Why not.
        refusal: Refusal,
    },
    /// The event began another turn than was written down with it, or was another ply.
    #[error("event {number} began another turn")]
    OtherTurn {
        /// The event.
        number: u32,
    },
}

impl Detail {
    /// What is kept of an event that has just happened in this game.
    pub fn of(event: &Event, after: &Game, manner: Manner) -> Detail {
        let turn = after.turn();
        match *event {
            Event::Challenged {
                challenger,
                opponent,
                wish,
                ref start,
                control,
                stake,
            } => Detail::Challenged {
                challenger,
                opponent,
                wish,
                variant: start.variant(),
                start: start.fen(),
                control,
                stake,
            },
            Event::Accepted { white } => Detail::Accepted { white },
            Event::Declined => Detail::Declined,
            Event::Withdrawn => Detail::Withdrawn,
            Event::Moved {
                played,
                found,
                ref time,
            } => Detail::moved(after, (played, found), time.clone(), manner),
            Event::DrawOffered { by } => Detail::DrawOffered { by },
            Event::DrawDeclined { by } => Detail::DrawDeclined { by },
            Event::DrawAgreed { by } => Detail::DrawAgreed { by },
            Event::DrawClaimed { by, grounds } => Detail::DrawClaimed { by, grounds },
            Event::Resigned { by } => Detail::Resigned { by },
            Event::TakebackOffered { by } => Detail::TakebackOffered { by },
            Event::TakebackDeclined { by } => Detail::TakebackDeclined { by },
            Event::TakenBack { by, left, thought } => Detail::TakenBack {
                turn,
                by,
                left,
                thought,
            },
            Event::AbortOffered { by } => Detail::AbortOffered { by },
            Event::AbortDeclined { by } => Detail::AbortDeclined { by },
            Event::Aborted { by } => Detail::Aborted { by },
            Event::AbortedInAbsence { by } => Detail::AbortedInAbsence { by },
            Event::PauseOffered { by, last } => Detail::PauseOffered { by, last },
            Event::PauseDeclined { by } => Detail::PauseDeclined { by },
            Event::PauseAgreed { by, last } => Detail::PauseAgreed { by, last },
            Event::TimeGiven { by, time } => Detail::TimeGiven { by, time },
            Event::TimeForfeit { by, flag, result } => Detail::TimeForfeit { by, flag, result },
            Event::FirstMoveMissing { by } => Detail::FirstMoveMissing { by },
            Event::Adjudicated { result, .. } => Detail::Adjudicated { result },
            Event::Corrected { left, .. } => Detail::Corrected { turn, left },
            Event::ClockRuled { ruling, .. } => Detail::ClockRuled { ruling },
            Event::Substituted(substitution) => Detail::substituted(after, substitution),
        }
    }

    /// A move that has just been made in this game.
    fn moved(
        after: &Game,
        (played, found): (Move, Found),
        time: Option<MoveTime>,
        manner: Manner,
    ) -> Detail {
        let before = after.position_before_last();
        Detail::Moved {
            turn: after.turn(),
            ply: after.ply(),
            san: chess::san(&before, played),
            uci: chess::uci(&before, played),
            found,
            letter: manner.letter,
            prepared: manner.prepared,
            time,
        }
    }

    /// Somebody has just gone on with a side of this game.
    fn substituted(after: &Game, substitution: Substitution) -> Detail {
        let Substitution {
            side,
            gone,
            taker,
            thought,
            topped_up,
        } = substitution;
        Detail::Substituted {
            turn: (after.position().turn() == side).then(|| after.turn()),
            side,
            r#move: after.next_move_of(side),
            gone,
            taker,
            thought,
            topped_up,
        }
    }

    /// Whether the game began with it, and with that its first turn.
    pub fn begins(&self) -> bool {
        matches!(self, Detail::Accepted { .. })
    }

    /// The turn that it began: it did where another position stands on the board after it, or somebody else
    /// is to move.
    pub fn turn(&self) -> Option<u32> {
        match *self {
            Detail::Moved { turn, .. }
            | Detail::TakenBack { turn, .. }
            | Detail::Corrected { turn, .. } => Some(turn),
            Detail::Substituted { turn, .. } => turn,
            Detail::Challenged { .. }
            | Detail::Accepted { .. }
            | Detail::Declined
            | Detail::Withdrawn
            | Detail::DrawOffered { .. }
            | Detail::DrawDeclined { .. }
            | Detail::DrawAgreed { .. }
            | Detail::DrawClaimed { .. }
            | Detail::Resigned { .. }
            | Detail::TakebackOffered { .. }
            | Detail::TakebackDeclined { .. }
            | Detail::AbortOffered { .. }
            | Detail::AbortDeclined { .. }
            | Detail::Aborted { .. }
            | Detail::AbortedInAbsence { .. }
            | Detail::PauseOffered { .. }
            | Detail::PauseDeclined { .. }
            | Detail::PauseAgreed { .. }
            | Detail::TimeGiven { .. }
            | Detail::TimeForfeit { .. }
            | Detail::FirstMoveMissing { .. }
            | Detail::ClockRuled { .. }
            | Detail::Adjudicated { .. } => None,
        }
    }
}

impl Event {
    /// The administrator's words about what they decided.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Event::Adjudicated { reason, .. }
            | Event::Corrected { reason, .. }
            | Event::ClockRuled { reason, .. } => Some(reason),
            Event::Challenged { .. }
            | Event::Accepted { .. }
            | Event::Declined
            | Event::Withdrawn
            | Event::Moved { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::DrawAgreed { .. }
            | Event::DrawClaimed { .. }
            | Event::Resigned { .. }
            | Event::TakebackOffered { .. }
            | Event::TakebackDeclined { .. }
            | Event::TakenBack { .. }
            | Event::AbortOffered { .. }
            | Event::AbortDeclined { .. }
            | Event::Aborted { .. }
            | Event::AbortedInAbsence { .. }
            | Event::PauseOffered { .. }
            | Event::PauseDeclined { .. }
            | Event::PauseAgreed { .. }
            | Event::TimeGiven { .. }
            | Event::TimeForfeit { .. }
            | Event::Substituted(_)
            | Event::FirstMoveMissing { .. } => None,
        }
    }
}

impl Recorded {
    /// What is kept of an event that has just happened in this game.
    pub fn of(event: &Event, after: &Game, manner: Manner, by: By, at: Instants) -> Recorded {
        Recorded {
            number: after.events().saturating_sub(1),
            detail: Detail::of(event, after, manner),
            by,
            reason: event.reason().map(str::to_owned),
            at,
        }
    }

    /// The challenge that this was.
    fn challenge(&self) -> std::result::Result<Event, Unreadable> {
        let Detail::Challenged {
            challenger,
            opponent,
            wish,
            variant,
            ref start,
            control,
            stake,
        } = self.detail
        else {
            return Err(Unreadable::NoChallenge);
        };
        Ok(Event::Challenged {
            challenger,
            opponent,
            wish,
            start: Start::recorded(start, variant).map_err(|_| Unreadable::NoStart)?,
            control,
            stake,
        })
    }

    /// The event that this was in the game as it stood then.
    fn event(&self, before: &Game) -> std::result::Result<Event, Unreadable> {
        let number = self.number;
        let reason = self.reason.clone().unwrap_or_default();
        Ok(match self.detail {
            Detail::Challenged { .. } => return self.challenge(),
            Detail::Accepted { white } => Event::Accepted { white },
            Detail::Declined => Event::Declined,
            Detail::Withdrawn => Event::Withdrawn,
            Detail::Moved {
                ref uci,
                found,
                ref time,
                ..
            } => Event::Moved {
                played: chess::read_uci(before.position(), uci)
                    .ok_or(Unreadable::NoMove { number })?,
                found,
                time: time.clone(),
            },
            Detail::DrawOffered { by } => Event::DrawOffered { by },
            Detail::DrawDeclined { by } => Event::DrawDeclined { by },
            Detail::DrawAgreed { by } => Event::DrawAgreed { by },
            Detail::DrawClaimed { by, grounds } => Event::DrawClaimed { by, grounds },
            Detail::Resigned { by } => Event::Resigned { by },
            Detail::TakebackOffered { by } => Event::TakebackOffered { by },
            Detail::TakebackDeclined { by } => Event::TakebackDeclined { by },
            Detail::TakenBack {
                by, left, thought, ..
            } => Event::TakenBack { by, left, thought },
            Detail::AbortOffered { by } => Event::AbortOffered { by },
            Detail::AbortDeclined { by } => Event::AbortDeclined { by },
            Detail::Aborted { by } => Event::Aborted { by },
            Detail::AbortedInAbsence { by } => Event::AbortedInAbsence { by },
            Detail::PauseOffered { by, last } => Event::PauseOffered { by, last },
            Detail::PauseDeclined { by } => Event::PauseDeclined { by },
            Detail::PauseAgreed { by, last } => Event::PauseAgreed { by, last },
            Detail::TimeGiven { by, time } => Event::TimeGiven { by, time },
            Detail::TimeForfeit { by, flag, result } => Event::TimeForfeit { by, flag, result },
            Detail::FirstMoveMissing { by } => Event::FirstMoveMissing { by },
            Detail::Adjudicated { result } => Event::Adjudicated { result, reason },
            Detail::Corrected { left, .. } => Event::Corrected { left, reason },
            Detail::ClockRuled { ruling } => Event::ClockRuled { ruling, reason },
            Detail::Substituted {
                side,
                gone,
                taker,
                thought,
                topped_up,
                ..
            } => Event::Substituted(Substitution {
                side,
                gone,
                taker,
                thought,
                topped_up,
            }),
        })
    }
}

impl Times {
    /// Of a game that was offered at this instant, by [`Instants::recorded_at`].
    pub fn begin(recorded_at: DateTime<Utc>) -> Times {
        Times {
            started_at: None,
            finished_at: None,
            turned_at: recorded_at,
            told_at: None,
        }
    }

    /// This has happened in the game.
    pub fn note(&mut self, recorded: &Recorded, after: &Game) {
        let at = &recorded.at;
        if let Detail::Accepted { .. } = recorded.detail {
            self.started_at = Some(at.decided_at);
            self.told_at = at.delivered_at;
        }
        if recorded.detail.turn().is_some() {
            self.turned_at = at.recorded_at;
            self.told_at = at.delivered_at;
        }
        match after.phase() {
            Phase::Over(_) => {
                self.finished_at.get_or_insert(at.decided_at);
                self.told_at = None;
            }
            Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing => {
                self.finished_at = None;
            }
        }
        if !after.control().has_clock() {
            self.told_at = None;
        }
    }
}

impl RecordedGame {
    /// The game that these events tell, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// [`Unreadable`], of the first that does not fit.
    pub fn fold(
        number: GameNumber,
        events: &[Recorded],
    ) -> std::result::Result<RecordedGame, Unreadable> {
        let (first, rest) = events.split_first().ok_or(Unreadable::NoChallenge)?;
        if first.number != 0 {
            return Err(Unreadable::Gap { expected: 0 });
        }
        let mut told = RecordedGame::begin(number, first)?;
        for recorded in rest {
            told.go_on(recorded)?;
        }
        Ok(told)
    }

    /// What follows from it, to be kept beside the events.
    pub fn state(&self) -> State {
        self.game.state()
    }

    fn begin(
        number: GameNumber,
        first: &Recorded,
    ) -> std::result::Result<RecordedGame, Unreadable> {
        let Detail::Challenged {
            challenger,
            opponent,
            wish,
            variant,
            ref start,
            control,
            stake,
        } = first.detail
        else {
            return Err(Unreadable::NoChallenge);
        };
        let start = Start::recorded(start, variant).map_err(|_| Unreadable::NoStart)?;
        let (game, _) =
            Game::challenge_for(number, challenger, opponent, wish, start, control, stake);
        Ok(RecordedGame {
            game,
            times: Times::begin(first.at.recorded_at),
        })
    }

    fn go_on(&mut self, recorded: &Recorded) -> std::result::Result<(), Unreadable> {
        let number = recorded.number;
        if number != self.game.events() {
            return Err(Unreadable::Gap {
                expected: self.game.events(),
            });
        }
        let event = recorded.event(&self.game)?;
        let applied = self.game.apply(&event);
        applied.map_err(|refusal| Unreadable::Impossible { number, refusal })?;
        let turn_is_right = recorded
            .detail
            .turn()
            .is_none_or(|turn| turn == self.game.turn());
        let mut ply_is_right = true;
        if let Detail::Moved { ply, .. } = recorded.detail {
            ply_is_right = ply == self.game.ply();
        }
        if !turn_is_right || !ply_is_right {
            return Err(Unreadable::OtherTurn { number });
        }
        self.times.note(recorded, &self.game);
        Ok(())
    }
}

fn is_nothing(found: &Found) -> bool {
    *found == Found::Nothing
}

fn is_zero(seconds: &u64) -> bool {
    *seconds == 0
}

fn is_without(control: &Control) -> bool {
    !control.has_clock()
}

fn is_casual(stake: &Stake) -> bool {
    *stake == Stake::Casual
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Sides as `white` and `black`.
mod side {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use shakmaty::Color;

    pub(super) fn serialize<S: Serializer>(side: &Color, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(side.fold_wb("white", "black"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        match String::deserialize(from)?.as_str() {
            "white" => Ok(Color::White),
            "black" => Ok(Color::Black),
            other => Err(de::Error::unknown_variant(other, &["white", "black"])),
        }
    }
}
