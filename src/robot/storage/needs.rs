//! What a batch of mails needs, named before it is loaded.

use crate::db::bounces;
use crate::db::names::stem_key;
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::{NameKey, NameLook};
use std::collections::{BTreeMap, BTreeSet};

/// Somebody wants to see a part of the club list.
#[derive(Clone, Debug)]
pub(in crate::robot) struct ClubWish {
    /// Their address, in lower case.
    pub(in crate::robot) sender: String,
    /// Who they are, where they have confirmed the mail.
    pub(in crate::robot) confirmed_as: Option<PlayerNumber>,
    /// The place from which on, from 1.
    pub(in crate::robot) from: i64,
}

/// What is to be loaded for a batch of mails.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Needs {
    /// Addresses of senders, and of those who are challenged, in lower case.
    pub(in crate::robot) addresses: BTreeSet<String>,
    /// Senders of whom all open games are needed.
    pub(in crate::robot) open_games_of: BTreeSet<String>,
    /// Players, named by tokens or confirmations, of whom all open games are needed.
    pub(in crate::robot) open_games_of_players: BTreeSet<PlayerNumber>,
    /// Players who are written to, whatever they play.
    pub(in crate::robot) told: BTreeSet<PlayerNumber>,
    /// Names of players who are challenged, and names that new players want, to see whose they are.
    pub(in crate::robot) names: BTreeSet<NameKey>,
    /// Looks of names that somebody wants.
    pub(in crate::robot) looks: BTreeSet<NameLook>,
    /// Names that new players want, and how often, by the keys behind which a number would stand.
    pub(in crate::robot) new_names: BTreeMap<NameKey, i64>,
    /// Games named in the mails.
    pub(in crate::robot) games: BTreeSet<GameNumber>,
    /// Games named in mails that prove nothing. Only those of players of whom open games are needed are loaded.
    pub(in crate::robot) own_games: BTreeSet<GameNumber>,
    /// Hashes of confirmation tokens.
    pub(in crate::robot) confirmations: BTreeSet<Vec<u8>>,
    /// Addresses of senders who prove nothing, in lower case: they may have been asked before.
    pub(in crate::robot) asked: BTreeSet<String>,
    /// Mails that waited and were confirmed.
    pub(in crate::robot) confirmed: BTreeSet<i64>,
    /// Lines of which it matters how many mails wait.
    pub(in crate::robot) waiting: BTreeSet<String>,
    /// Whether somebody asks for addresses of theirs.
    pub(in crate::robot) own_addresses: bool,
    /// Whether it matters who does not want to hear from whom.
    pub(in crate::robot) blocks: bool,
    /// Whether it matters how far the reminders of games are done.
    pub(in crate::robot) reminders: bool,
    /// Whether it matters when somebody last had their opponent reminded.
    pub(in crate::robot) nudges: bool,
    /// Whether it matters how the letters of pieces were written before.
    pub(in crate::robot) piece_letters: bool,
    /// Games of which both players' open games are needed: somebody who answers a mail about one wants to leave.
    pub(in crate::robot) left: BTreeSet<GameNumber>,
    /// Whether somebody answers a question with "stop", whose opponents are told.
    pub(in crate::robot) stops: bool,
    /// Whether somebody claims time, and whether a flag may fall matters.
    pub(in crate::robot) flags: bool,
    /// Whether it matters what senders may know of ratings.
    pub(in crate::robot) ratings: bool,
    /// Who wants to see the club list.
    pub(in crate::robot) club: Vec<ClubWish>,
    /// Whether it matters which seeks are open, and who can be paired by them.
    pub(in crate::robot) seeks: bool,
    /// Whose seeks are open: they are loaded as well.
    pub(in crate::robot) seekers: BTreeSet<PlayerNumber>,
    /// Numbers of seeks that somebody names.
    pub(in crate::robot) seeks_named: BTreeSet<i64>,
    /// How many seeks may be opened, by mail.
    pub(in crate::robot) new_seeks: BTreeMap<i64, i32>,
    /// What of tournaments matters.
    pub(in crate::robot) tournaments: TournamentNeeds,
    /// Whether the leave of senders matters.
    pub(in crate::robot) leave: bool,
    /// Addresses to which reports about letters of ours came, in lower case, and Message-IDs that they name.
    pub(in crate::robot) returned_to: BTreeSet<String>,
    pub(in crate::robot) returned: BTreeSet<String>,
    /// Letters that the relay refused.
    pub(in crate::robot) refused: Vec<bounces::ReturnedLetter>,
    /// Digests of games that are entered.
    pub(in crate::robot) digests: BTreeSet<Vec<u8>>,
    /// Numbers of games of the archive that are overwritten.
    pub(in crate::robot) archived: BTreeSet<i64>,
    /// The digests of the games that may be entered, by mail.
    pub(in crate::robot) new_entries: BTreeMap<i64, BTreeSet<Vec<u8>>>,
    /// How many games and players may be made, by mail.
    pub(in crate::robot) new_games: BTreeMap<i64, i32>,
    pub(in crate::robot) new_players: BTreeMap<i64, i32>,
}

/// What is to be loaded of tournaments.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct TournamentNeeds {
    /// Whether it matters which are open or played.
    pub(in crate::robot) shown: bool,
    /// Those that somebody names, whatever has become of them.
    pub(in crate::robot) named: BTreeSet<String>,
    /// Those in which their director may decide something, and who is withdrawn there, by name.
    pub(in crate::robot) directed: BTreeMap<String, BTreeSet<NameKey>>,
    /// Whether it matters what senders watch.
    pub(in crate::robot) watches: bool,
    /// Numbers of games that somebody wants to watch.
    pub(in crate::robot) watched: BTreeSet<i64>,
    /// Whether those who direct them are written to.
    pub(in crate::robot) directors: bool,
    /// Whether who takes part may change.
    pub(in crate::robot) lock: bool,
    /// The one that is begun, paired or told of: all its players are needed.
    pub(in crate::robot) all_of: Option<i64>,
    /// All those players, once they are known.
    pub(in crate::robot) players: BTreeSet<PlayerNumber>,
}

impl Needs {
    /// Somebody wants this name and no other.
    pub(in crate::robot) fn wanted_name(&mut self, name: &str) {
        self.looks.extend(NameLook::taken_for(name));
        self.names.insert(NameKey::of(name));
    }

    /// Somebody wants this name, or one like it.
    pub(in crate::robot) fn new_name(&mut self, name: String) {
        *self.new_names.entry(stem_key(&name)).or_default() += 1;
        self.wanted_name(&name);
    }
}
