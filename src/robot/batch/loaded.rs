//! What is loaded: players, games, and what goes with a game.

use super::Reached;
use crate::db::held_invitations;
use crate::game::clock::{self, Reminders};
use crate::game::{Conditional, Game, GameNumber, PlayerNumber, Times, Zone};
use crate::letters::{Digest, Preferences, Sentence, TeamsOfGame};
use chrono::{DateTime, Utc};
use shakmaty::Move;
use std::collections::{BTreeSet, HashMap};

/// A player as the robot knows them.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Player {
    pub(in crate::robot) name: String,
    pub(in crate::robot) active: bool,
    /// The language of their piece letters, as an ISO 639-1 code.
    pub(in crate::robot) letters: String,
    /// How they want the letters about their games.
    pub(in crate::robot) prefers: Preferences,
    /// The time zone in which they live, where they have said it.
    pub(in crate::robot) zone: Option<Zone>,
    /// When they are reminded of a move.
    pub(in crate::robot) reminders: Reminders,
    /// How often the list of their games is sent to them.
    pub(in crate::robot) digest: Digest,
    /// When it is sent next.
    pub(in crate::robot) digest_due: Option<DateTime<Utc>>,
    /// Whether their leave begins by itself when their time is over.
    pub(in crate::robot) automatic_leave: bool,
    /// Their main address as they wrote it; empty when they were forgotten.
    pub(in crate::robot) address: String,
    /// Whether the administrator lets them neither write nor get mail.
    pub(in crate::robot) blocked: bool,
    /// How mail to it fares.
    pub(in crate::robot) reached: Reached,
}

/// A game that is loaded.
#[derive(Clone, Debug)]
pub(in crate::robot) struct LoadedGame {
    pub(in crate::robot) game: Game,
    pub(in crate::robot) times: Times,
    pub(in crate::robot) changed: bool,
    /// Where it is played in a tournament: in which.
    pub(in crate::robot) tournament: Option<PlayedIn>,
}

impl LoadedGame {
    /// The game belongs to this tournament.
    pub(in crate::robot) fn belongs_to(&mut self, tournament: PlayedIn) {
        self.game.is_of_tournament();
        self.tournament = Some(tournament);
    }

    /// The tournament and the round, as PGN has them.
    pub(in crate::robot) fn event_in_pgn(&self) -> Option<(&str, i32)> {
        let tournament = self.tournament.as_ref();
        tournament.map(|one| (one.title.as_str(), one.round))
    }

    /// Who has gone on in the place of whom, as PGN has it.
    pub(in crate::robot) fn substitutions(&self) -> Option<&str> {
        self.tournament.as_ref()?.substitutions.as_deref()
    }

    /// For which teams they play, as PGN has it.
    pub(in crate::robot) fn teams(&self) -> Option<&TeamsOfGame> {
        self.tournament.as_ref()?.teams.as_ref()
    }
}

/// The tournament in which a game is played.
#[derive(Clone, Debug)]
pub(in crate::robot) struct PlayedIn {
    /// By which it is called in orders.
    pub(in crate::robot) name: String,
    /// What letters and PGN call it.
    pub(in crate::robot) title: String,
    pub(in crate::robot) round: i32,
    /// What that round is called, in a knock-out.
    pub(in crate::robot) stage: Option<Sentence>,
    /// Who has gone on in the place of whom.
    pub(in crate::robot) substitutions: Option<String>,
    /// For which teams they play.
    pub(in crate::robot) teams: Option<TeamsOfGame>,
}

/// An invitation that waits until its inviter may send it.
#[derive(Clone, Copy, Debug)]
pub(in crate::robot) struct HeldInvitation {
    pub(in crate::robot) fate: held_invitations::Fate,
    pub(in crate::robot) changed: bool,
}

/// An open numbered question about a move.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Question {
    /// The turn of the game in which it was asked; it dies with that.
    pub(in crate::robot) turn: u32,
    pub(in crate::robot) choices: Vec<Move>,
    pub(in crate::robot) changed: bool,
}

/// Conditional moves of a player.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Plan {
    /// How many plies have been played when the opponent is to move at the root of the tree.
    pub(in crate::robot) ply: u32,
    pub(in crate::robot) tree: Conditional,
    /// The mail that they came with.
    pub(in crate::robot) mail: i64,
    pub(in crate::robot) changed: bool,
}

/// What a player's calendar was last told of a game.
#[derive(Clone, Debug)]
pub(in crate::robot) struct CalendarTold {
    pub(in crate::robot) sequence: i32,
    /// When that was decided.
    pub(in crate::robot) written: DateTime<Utc>,
    /// When the time of the move is over.
    pub(in crate::robot) deadline: DateTime<Utc>,
    /// Whether the entry stands, or was cancelled.
    pub(in crate::robot) stands: bool,
    /// The letter with which it went.
    pub(in crate::robot) message_id: String,
    pub(in crate::robot) went: Went,
    pub(in crate::robot) changed: bool,
}

/// What became of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::robot) enum Went {
    /// It was sent.
    Out,
    /// It waits, and another one may be sent in its place.
    Waits,
    /// It will never be sent.
    Lost,
}

/// A move that is made and sent later.
#[derive(Clone, Debug)]
pub(in crate::robot) struct HeldMove {
    pub(in crate::robot) player: PlayerNumber,
    /// The turn of the game in which it was made; it dies with that.
    pub(in crate::robot) turn: u32,
    pub(in crate::robot) played: Move,
    /// Whether a draw is offered with it.
    pub(in crate::robot) draw_offered: bool,
    /// What its player says to the opponent.
    pub(in crate::robot) talk: Option<String>,
    /// The mail that it came with, and when that came.
    pub(in crate::robot) mail: i64,
    pub(in crate::robot) came: DateTime<Utc>,
    /// When it is to be sent, if its player's time does not end before.
    pub(in crate::robot) until: DateTime<Utc>,
}

/// The moves that are held in the loaded games.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct HeldMoves {
    loaded: HashMap<GameNumber, HeldMove>,
    changed: BTreeSet<GameNumber>,
}

impl HeldMoves {
    /// These, of which none has changed.
    pub(in crate::robot) fn loaded(loaded: HashMap<GameNumber, HeldMove>) -> HeldMoves {
        HeldMoves {
            loaded,
            changed: BTreeSet::new(),
        }
    }

    pub(in crate::robot) fn get(&self, number: GameNumber) -> Option<&HeldMove> {
        self.loaded.get(&number)
    }

    /// Whether words are held with one of them.
    pub(in crate::robot) fn say_something(&self) -> bool {
        self.loaded.values().any(|held| held.talk.is_some())
    }

    /// Whether it is another one now, or none any more.
    pub(in crate::robot) fn has_changed(&self, number: GameNumber) -> bool {
        self.changed.contains(&number)
    }

    /// Holds this one, in the place of the one that was held.
    pub(in crate::robot) fn hold(&mut self, number: GameNumber, held: HeldMove) {
        self.loaded.insert(number, held);
        self.changed.insert(number);
    }

    /// Holds none any more.
    pub(in crate::robot) fn take(&mut self, number: GameNumber) -> Option<HeldMove> {
        self.changed.insert(number);
        self.loaded.remove(&number)
    }
}

impl HeldMove {
    /// Whether it can still be played in this game.
    pub(in crate::robot) fn stands(&self, game: &Game) -> bool {
        self.turn == game.turn() && game.may_move(self.player).is_ok()
    }

    /// When it goes out, its player's time ending at this instant.
    pub(in crate::robot) fn goes_out(&self, ends: Option<DateTime<Utc>>) -> DateTime<Utc> {
        clock::goes_out(self.came, self.until, ends)
    }
}

/// Who is reminded of moves, and was.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct LoadedReminders {
    /// When somebody last had their opponent reminded.
    pub(in crate::robot) nudges: HashMap<(GameNumber, PlayerNumber), Nudged>,
    /// How far the reminders of games are done.
    pub(in crate::robot) done: HashMap<GameNumber, Reminded>,
    /// Who wants to be reminded at other times from now on, or lives elsewhere.
    pub(in crate::robot) otherwise: Vec<PlayerNumber>,
}

/// How far the reminders of a turn are done.
#[derive(Clone, Copy, Debug)]
pub(in crate::robot) struct Reminded {
    pub(in crate::robot) turn: u32,
    pub(in crate::robot) until: DateTime<Utc>,
    pub(in crate::robot) changed: bool,
}

/// When a player last had their opponent reminded in a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::robot) struct Nudged {
    pub(in crate::robot) at: DateTime<Utc>,
    pub(in crate::robot) changed: bool,
}

/// A sealed note.
#[derive(Clone, Debug)]
pub(in crate::robot) struct KeptNote {
    pub(in crate::robot) writer: PlayerNumber,
    pub(in crate::robot) glyph: Option<u8>,
    /// Empty, with no glyph, when it is taken back.
    pub(in crate::robot) text: String,
    pub(in crate::robot) mail: i64,
    pub(in crate::robot) changed: bool,
}
