//! The desk: all that a batch of mails needs, laid out before the first is decided, and all that changes by it.
//!
//! Deciding only reads and writes here, in memory; so it needs no database in its tests, and a batch of two hundred
//! mails costs as many round trips as a single one. [`super::ledger`] lays the desk out and puts it away.

use super::allowances::{Allowance, Bound, Kind, Scope, Unasked, reached};
use super::bounces::{Reached, Returned};
use super::draft::{Draft, Reader};
use super::house::House;
use crate::chess::LetterCase;
use crate::chess::pgn::Filed;
use crate::db::archive::Entry;
use crate::db::held_invitations;
use crate::db::inbox::{Claimed, Handled, Outcome, Released};
use crate::db::names::{numbered, stem_key};
use crate::db::players::{AddressChange, Asked, ConfirmationRow, Confirmed, Hearing, OwnAddress};
use crate::game::{
    By, CauseId, Conditional, Event, Game, GameNumber, Instants, Manner, Phase, PlayerNumber,
    Recorded, Times,
};
use crate::letters::{
    Annotation, Answers, GameLine, GameView, Kept, NAMELESS, NameKey, NameLook, Names, Occasion,
    Reserved, reserved,
};
use crate::mail::address;
use crate::mail::token::{Keys, PlayerLetter, Purpose};
use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use shakmaty::Move;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// For how many days somebody who wants no mail may still come back to their games before the other one can end them.
const DAYS_OF_ABSENCE: Days = Days::new(7);

/// The first day on which a game can be ended without somebody who wants no mail since then.
pub(super) fn days_after(since: DateTime<Utc>) -> Option<NaiveDate> {
    since.date_naive().checked_add_days(DAYS_OF_ABSENCE)
}

/// A player as the robot knows them.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) active: bool,
    /// The language of their piece letters, as an ISO 639-1 code.
    pub(super) letters: String,
    /// Their main address as they wrote it; empty when they were forgotten.
    pub(super) address: String,
    /// Whether the administrator lets them neither write nor get mail.
    pub(super) blocked: bool,
    /// How mail to it fares.
    pub(super) reached: Reached,
}

/// A game on the desk.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) times: Times,
    pub(super) changed: bool,
}

/// An invitation that waits until its inviter may send it.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldInvitation {
    pub(super) fate: held_invitations::Fate,
    pub(super) changed: bool,
}

/// An open numbered question about a move.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The turn of the game in which it was asked; it dies with that.
    pub(super) turn: u32,
    pub(super) choices: Vec<Move>,
    pub(super) changed: bool,
}

/// Conditional moves of a player.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// How many plies have been played when the opponent is to move at the root of the tree.
    pub(super) ply: u32,
    pub(super) tree: Conditional,
    /// The mail that they came with.
    pub(super) mail: i64,
    pub(super) changed: bool,
}

/// A sealed note.
#[derive(Clone, Debug)]
pub(super) struct Sealed {
    pub(super) writer: PlayerNumber,
    pub(super) glyph: Option<u8>,
    /// Empty, with no glyph, when it is taken back.
    pub(super) text: String,
    pub(super) mail: i64,
    pub(super) changed: bool,
}

/// When what brings something about came to us.
#[derive(Clone, Copy, Debug)]
pub(super) struct Came {
    /// When our mail server took it.
    pub(super) arrived_at: DateTime<Utc>,
    /// When we first saw it.
    pub(super) seen_at: DateTime<Utc>,
}

impl Came {
    /// At this instant, where no mail brings it about.
    pub(super) fn at(now: DateTime<Utc>) -> Came {
        Came {
            arrived_at: now,
            seen_at: now,
        }
    }

    /// With a mail.
    pub(super) fn with(mail: &Claimed) -> Came {
        Came {
            arrived_at: mail.arrived_at,
            seen_at: mail.stored_at,
        }
    }
}

/// So many mails of one line that wait at once are a flood. Who comes home and answers all their games sends moves,
/// which are answered each.
const FLOOD: i64 = 20;

/// What became of a mail that waited when a later one like it came.
pub(super) const OVERTAKEN: &str = "overtaken by a later mail of its sender";

/// Whose flood a mail is one of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flood {
    /// Anybody's: the answers are counted by the address that they go to.
    Unproven,
    /// That of the player whose line this is: they are counted by it, and cost nobody else an answer.
    Of(String),
}

/// What is drawn by lot: colours, one-time tokens, the unique part of Message-IDs.
///
/// It follows from the newest key and from the mail that brings it about. So a mail that is handled once more, because a
/// transaction failed or because the database had to be restored, brings about the same; to whoever does not know the
/// key it is as good as random.
#[derive(Clone, Debug, Default)]
pub(super) struct Chance {
    /// By mail: its lot, and how much of it has been drawn.
    lots: HashMap<i64, Lot>,
    /// That of a cause that is no mail.
    of_cause: Option<Lot>,
}

/// A lot, and how much of it has been drawn.
type Lot = ([u8; 32], u32);

impl Chance {
    /// What is drawn for these mails.
    pub(super) fn of<'m>(mails: impl Iterator<Item = &'m Claimed>, keys: &Keys) -> Chance {
        let lots = mails
            .filter_map(|mail| {
                let mut what = mail.content_key.clone();
                what.extend_from_slice(&mail.round.to_be_bytes());
                Some((mail.id, (keys.lot(&what)?, 0)))
            })
            .collect();
        Chance {
            lots,
            of_cause: None,
        }
    }

    /// What is drawn for a cause that is no mail, by its name: should the database be lost after it, the same.
    pub(super) fn of_cause(name: &str, keys: &Keys) -> Chance {
        Chance {
            lots: HashMap::new(),
            of_cause: keys.lot(name.as_bytes()).map(|lot| (lot, 0)),
        }
    }

    /// The next 16 octets for this mail, or for what is carried out without one; from the operating system when it is none of
    /// this batch, or there is no lot for it.
    pub(super) fn draw(
        &mut self,
        mail: impl Into<Option<i64>>,
    ) -> Result<[u8; 16], getrandom::Error> {
        let mut drawn = [0; 16];
        let lot = match mail.into() {
            Some(mail) => self.lots.get_mut(&mail),
            None => self.of_cause.as_mut(),
        };
        match lot {
            Some((lot, count)) => {
                let mut hash = Sha256::new();
                hash.update(*lot);
                hash.update(count.to_be_bytes());
                *count += 1;
                for (to, from) in drawn.iter_mut().zip(hash.finalize()) {
                    *to = from;
                }
            }
            None => getrandom::fill(&mut drawn)?,
        }
        Ok(drawn)
    }
}

/// Numbers reserved for what a mail may make. They belong to that mail, so that it gets the same ones when it is handled
/// once more, whatever else was in its batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Spare(HashMap<i64, VecDeque<i64>>);

impl Spare {
    /// Shares numbers out, in the order of the mails.
    pub(super) fn share(wanted: &BTreeMap<i64, i32>, numbers: Vec<i64>) -> Spare {
        let mut numbers = numbers.into_iter();
        let shares = wanted.iter().map(|(&mail, &count)| {
            let count = usize::try_from(count).unwrap_or(0);
            (mail, numbers.by_ref().take(count).collect())
        });
        Spare(shares.collect())
    }

    /// The next number of this mail.
    pub(super) fn take(&mut self, mail: i64) -> Option<i64> {
        self.0.get_mut(&mail)?.pop_front()
    }
}

/// What a batch needs of the archive, and what it changes there.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    /// Numbers of games by their digest, as far as mails bring them.
    pub(super) digests: HashMap<Vec<u8>, i64>,
    /// Hashes of edit passwords by the games' numbers, as far as mails name them.
    pub(super) passwords: HashMap<i64, Option<Vec<u8>>>,
    /// Numbers reserved for new games.
    pub(super) spare: Spare,

    pub(super) filings: Vec<Filing>,
    pub(super) overwritten: Vec<(i64, Filed)>,
}

/// Games that are entered together.
#[derive(Clone, Debug)]
pub(super) struct Filing {
    pub(super) games: Vec<(i64, Filed)>,
    pub(super) entry: Entry,
}

/// What lies on the desk, and what has changed.
pub(super) struct Desk<'a> {
    pub(super) house: &'a House,
    /// As of when everything is decided; of a mail that is replayed, when it came.
    pub(super) now: DateTime<Utc>,
    /// What the database's clock showed when all games were locked, and a microsecond more for each mail: what changes and
    /// what is listed in one batch stands in the order in which it was decided.
    pub(super) clock: DateTime<Utc>,
    /// Where it stood at each mail.
    pub(super) instants: HashMap<i64, DateTime<Utc>>,
    pub(super) chance: Chance,
    pub(super) players: HashMap<PlayerNumber, Player>,
    /// By address in lower case.
    pub(super) by_address: HashMap<String, PlayerNumber>,
    /// By name in lower case.
    pub(super) by_name: HashMap<NameKey, PlayerNumber>,
    /// Whose names look, or looked until lately, like those that somebody wants.
    pub(super) by_look: BTreeSet<(NameLook, PlayerNumber)>,
    /// Numbers that are free behind names which new players want, by the key of the name, in ascending order.
    pub(super) free_numbers: HashMap<NameKey, Vec<i64>>,
    pub(super) silenced: HashMap<String, DateTime<Utc>>,
    /// By [`Bound::key`] and [`Bound::word`].
    pub(super) counts: HashMap<(String, String), i32>,
    pub(super) tables: BTreeMap<GameNumber, Table>,
    pub(super) questions: HashMap<(GameNumber, PlayerNumber), Question>,
    pub(super) plans: HashMap<(GameNumber, PlayerNumber), Plan>,
    /// How the letters of pieces were written in earlier moves, where it matters.
    pub(super) piece_letters: HashSet<(GameNumber, PlayerNumber, LetterCase)>,
    /// By the ply that they are about, counted from 1.
    pub(super) notes: BTreeMap<(GameNumber, u32), Sealed>,
    /// By the hash of the token.
    pub(super) confirmations: HashMap<Vec<u8>, ConfirmationRow>,
    /// What was named to those who confirmed mails, by mail.
    pub(super) confirmed: HashMap<i64, Confirmed>,
    /// The challenges whose invitations have not gone out, or had not when the desk was laid out, and what becomes of them.
    pub(super) held_invitations: BTreeMap<GameNumber, HeldInvitation>,
    /// Who has challenged whom before, as far as the challenged has not answered yet.
    pub(super) invited: HashSet<(PlayerNumber, PlayerNumber)>,
    /// All addresses of the players, where an order asks for them.
    pub(super) own_addresses: Vec<OwnAddress>,
    /// How many mails of a line wait, this one included, where it matters.
    pub(super) waiting: HashMap<String, i64>,
    /// Mails of this batch that have shown nothing to be what they say; what answers them brings nobody's files and links.
    pub(super) unproven: HashSet<i64>,
    /// What the mail that is decided is one of, when so many wait.
    pub(super) flood: Option<Flood>,
    /// Whether the administrator has this mail handled anew: they want it answered, whatever the day's numbers are.
    pub(super) retried: bool,
    /// Who does not want to hear from whom, where it matters.
    pub(super) blocks: HashSet<(PlayerNumber, PlayerNumber)>,
    pub(super) archive: Shelf,
    /// Numbers reserved for new games and new players.
    pub(super) spare_games: Spare,
    pub(super) spare_players: Spare,

    /// What happened, in the order in which it did.
    pub(super) events: Vec<(GameNumber, Recorded)>,
    pub(super) drafts: Vec<Draft>,
    pub(super) handled: Vec<Handled>,
    pub(super) changed_players: BTreeSet<PlayerNumber>,
    pub(super) new_addresses: Vec<AddressChange>,
    pub(super) removed_addresses: Vec<String>,
    /// Who does not want to hear from whom any more, or does again.
    pub(super) changed_blocks: Vec<(PlayerNumber, PlayerNumber, Hearing)>,
    pub(super) asked: Vec<ConfirmationRow>,
    /// Open questions for whose answer another mail waits now.
    pub(super) asked_about_later: Vec<ConfirmationRow>,
    pub(super) used_up: Vec<Vec<u8>>,
    /// Held mails that go on.
    pub(super) released: Vec<Released>,
    /// Who left and wants to be forgotten.
    pub(super) forgotten: Vec<PlayerNumber>,
    /// Held mails that are not done, by the reason.
    pub(super) laid_aside: BTreeMap<&'static str, Vec<i64>>,
    /// Held mails in whose place a later one waits.
    pub(super) overtaken: Vec<i64>,
    pub(super) stop: Vec<String>,
    pub(super) start: Vec<String>,
    /// Letters to be counted: [`Bound::key`], [`Bound::word`], and how many of them there may be today.
    pub(super) counted: Vec<(String, String, i32)>,
    /// What is counted anew: address and [`Allowance::word`]. Before all that is counted.
    pub(super) uncounted: Vec<(String, String)>,
    /// Letters that came back.
    pub(super) returned: Returned,
}

impl<'a> Desk<'a> {
    /// A desk on which nothing lies yet.
    pub(super) fn bare(house: &'a House, now: DateTime<Utc>, clock: DateTime<Utc>) -> Desk<'a> {
        Desk {
            house,
            now,
            clock,
            instants: HashMap::new(),
            chance: Chance::default(),
            players: HashMap::new(),
            by_address: HashMap::new(),
            by_name: HashMap::new(),
            by_look: BTreeSet::new(),
            free_numbers: HashMap::new(),
            silenced: HashMap::new(),
            counts: HashMap::new(),
            tables: BTreeMap::new(),
            questions: HashMap::new(),
            plans: HashMap::new(),
            piece_letters: HashSet::new(),
            notes: BTreeMap::new(),
            confirmations: HashMap::new(),
            confirmed: HashMap::new(),
            invited: HashSet::new(),
            own_addresses: Vec::new(),
            waiting: HashMap::new(),
            unproven: HashSet::new(),
            flood: None,
            retried: false,
            blocks: HashSet::new(),
            archive: Shelf::default(),
            spare_games: Spare::default(),
            spare_players: Spare::default(),
            events: Vec::new(),
            drafts: Vec::new(),
            handled: Vec::new(),
            changed_players: BTreeSet::new(),
            new_addresses: Vec::new(),
            removed_addresses: Vec::new(),
            changed_blocks: Vec::new(),
            held_invitations: BTreeMap::new(),
            asked: Vec::new(),
            asked_about_later: Vec::new(),
            used_up: Vec::new(),
            released: Vec::new(),
            forgotten: Vec::new(),
            laid_aside: BTreeMap::new(),
            overtaken: Vec::new(),
            stop: Vec::new(),
            start: Vec::new(),
            counted: Vec::new(),
            uncounted: Vec::new(),
            returned: Returned::default(),
        }
    }
}

impl Desk<'_> {
    /// A player on the desk. Everybody who can be asked for lies here; the fallback only keeps a fault from being a
    /// panic.
    pub(super) fn name(&self, player: PlayerNumber) -> &str {
        self.players
            .get(&player)
            .map_or("A player", |known| known.name.as_str())
    }

    /// Whether this player has ever answered us with a valid token.
    pub(super) fn is_active(&self, player: PlayerNumber) -> bool {
        self.players.get(&player).is_some_and(|known| known.active)
    }

    /// Whether all that was known of this player was erased: only their games are left, and a name that says nothing.
    pub(super) fn is_forgotten(&self, player: PlayerNumber) -> bool {
        self.players
            .get(&player)
            .is_some_and(|known| known.address.is_empty())
    }

    /// What is known of the mail that a letter with this cause answers.
    pub(super) fn answers(&self, cause: CauseId) -> Answers {
        match cause.mail() {
            Some(mail) if self.unproven.contains(&mail) => Answers::Unproven,
            Some(_) | None => Answers::Proven,
        }
    }

    /// Whether we may write to this player.
    pub(super) fn may_write_to(&self, player: PlayerNumber) -> bool {
        self.players.get(&player).is_some_and(|known| {
            !known.blocked && !known.address.is_empty() && !self.is_silenced(&known.address)
        })
    }

    /// Whether the administrator lets this player neither write nor get mail.
    pub(super) fn is_blocked(&self, player: PlayerNumber) -> bool {
        self.players.get(&player).is_some_and(|known| known.blocked)
    }

    /// Whether letters to this player are held back, since mail to them comes back.
    pub(super) fn rests(&self, player: PlayerNumber) -> bool {
        self.players
            .get(&player)
            .is_some_and(|known| known.reached.rests_since.is_some())
    }

    /// Whether this address said "stop".
    pub(super) fn is_silenced(&self, address: &str) -> bool {
        let key = address::key(address);
        (self.silenced.contains_key(&key) || self.stop.contains(&key)) && !self.start.contains(&key)
    }

    /// The first day (UTC) on which a game with this player can be ended by the other one alone, since they want no
    /// mail and may never move; `None` while they take mail.
    pub(super) fn may_be_left_from(&self, player: PlayerNumber) -> Option<NaiveDate> {
        let address = &self.players.get(&player)?.address;
        let since = self.silenced.get(&address::key(address)).copied();
        self.is_silenced(address)
            .then(|| days_after(since.unwrap_or(self.now)))
            .flatten()
    }

    /// Whether one more mail of this kind may be written for this address today; if so it is counted.
    ///
    /// Spellings of one mailbox share what may be written there. Who sends more than can be handled gets few answers.
    pub(super) fn spend(&mut self, address: &str, allowance: Allowance) -> bool {
        let mut bounds = vec![self.bound_of(address, allowance)];
        if self.retried && allowance.is_to_the_sender() {
            lift(&mut bounds);
        }
        self.spend_all(bounds).is_ok()
    }

    /// Whether one more letter that nobody has proven to want may be written today, by its reader's allowance and all else
    /// that bounds it; if so it is counted. `Err` names the first bound that is reached.
    pub(super) fn spend_unasked(
        &mut self,
        address: &str,
        allowance: Allowance,
        letter: &Unasked<'_>,
    ) -> Result<(), Scope> {
        let mut bounds = vec![self.bound_of(address, allowance)];
        bounds.extend(letter.bounds(self.house));
        if self.retried && allowance.is_to_the_sender() && letter.kind != Kind::Invitation {
            lift(&mut bounds);
        }
        self.spend_all(bounds)
    }

    fn bound_of(&self, address: &str, allowance: Allowance) -> Bound {
        match &self.flood {
            Some(Flood::Of(line)) if allowance.is_answer() => Allowance::Flood.of(line),
            Some(Flood::Unproven) if allowance.is_answer() => Allowance::Flood.of(address),
            Some(_) | None => allowance.of(address),
        }
    }

    fn spend_all(&mut self, bounds: Vec<Bound>) -> Result<(), Scope> {
        let counted = |key: &str, word: &str| {
            let place = (key.to_owned(), word.to_owned());
            self.counts.get(&place).copied().unwrap_or(0)
        };
        if let Some(scope) = reached(&bounds, counted) {
            return Err(scope);
        }
        for Bound {
            key, word, most, ..
        } in bounds
        {
            let count = self.counts.entry((key.clone(), word.clone()));
            *count.or_insert(0) += 1;
            self.counted.push((key, word, most));
        }
        Ok(())
    }

    /// Whether all of an allowance has been spent.
    pub(super) fn is_spent(&self, address: &str, allowance: Allowance) -> bool {
        let bound = allowance.of(address);
        let counted = self.counts.get(&(bound.key, bound.word));
        counted.copied().unwrap_or(0) >= bound.most
    }

    /// Whether words known by this key have come from this address on this day; they are known from now on.
    pub(super) fn said_before(&mut self, address: &str, words_key: &str) -> bool {
        let key = (address::counting_key(address), format!("words {words_key}"));
        let count = self.counts.entry(key.clone()).or_insert(0);
        *count += 1;
        let before = *count > 1;
        self.counted.push((key.0, key.1, i32::MAX));
        before
    }

    /// They have said something that could be done: what they say next is counted anew.
    pub(super) fn is_clear_again(&mut self, address: &str) {
        let key = address::counting_key(address);
        for allowance in [Allowance::NotUnderstood, Allowance::Unclear] {
            let kind = allowance.word().to_owned();
            if self.counts.remove(&(key.clone(), kind.clone())).is_some() {
                self.counted.retain(|(at, of, _)| (at, of) != (&key, &kind));
                self.uncounted.push((key.clone(), kind));
            }
        }
    }

    /// Whether so many mails of this one's line wait that no person writes them. Once it has been answered as such, it takes
    /// less, so that the last mails of a flood are not answered as a person's.
    pub(super) fn flood_of(&self, mail: &Claimed) -> Option<Flood> {
        let waiting = self.waiting.get(&mail.line).copied().unwrap_or(0);
        let key = (
            address::counting_key(&mail.line),
            Allowance::Flood.word().to_owned(),
        );
        let known = self.counts.get(&key).is_some_and(|&count| count > 0);
        (waiting >= if known { 2 } else { FLOOD }).then(|| {
            if mail.proven {
                Flood::Of(mail.line.clone())
            } else {
                Flood::Unproven
            }
        })
    }

    /// The question that this address has still to answer whether it is whose it says: the newest.
    pub(super) fn open_question(&self, key: &str) -> Option<ConfirmationRow> {
        let is_open = |row: &&ConfirmationRow| {
            row.asked == Asked::Address
                && row.address_key == key
                && !row.used
                && !row.expired
                && !self.used_up.contains(&row.token_hash)
        };
        let lately = self.asked.iter().rev().find(is_open);
        let earlier = || {
            self.confirmations
                .values()
                .filter(is_open)
                .max_by_key(|row| row.inbox_id)
        };
        lately.or_else(earlier).cloned()
    }

    /// Writes down that something else waits for the answer to an open question than before.
    pub(super) fn change_question(&mut self, row: ConfirmationRow) {
        let same = |asked: &&mut ConfirmationRow| asked.token_hash == row.token_hash;
        if let Some(asked) = self.asked.iter_mut().find(same) {
            *asked = row;
            return;
        }
        self.confirmations
            .insert(row.token_hash.clone(), row.clone());
        self.asked_about_later.push(row);
    }

    /// A later mail waits in the place of this one.
    pub(super) fn overtake(&mut self, mail: i64) {
        match self.handled.iter_mut().find(|handled| handled.id == mail) {
            Some(handled) => {
                handled.outcome = Outcome::Dropped;
                handled.reason = Some(OVERTAKEN.to_owned());
            }
            None => self.overtaken.push(mail),
        }
    }

    /// The clock goes on for this mail.
    pub(super) fn take_up(&mut self, mail: i64) {
        self.clock += TimeDelta::microseconds(1);
        self.instants.insert(mail, self.clock);
    }

    /// Where the clock stood when this mail was decided; of one that is not of this batch, where it stands.
    pub(super) fn instant_of(&self, mail: impl Into<Option<i64>>) -> DateTime<Utc> {
        let taken_up = mail.into().and_then(|mail| self.instants.get(&mail));
        *taken_up.unwrap_or(&self.clock)
    }

    /// Whether the letter with this code showed the game as it stands now; `None` when it was not about this game.
    pub(super) fn shows_present(&self, code: Purpose, number: GameNumber) -> Option<bool> {
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

    /// The game as one of its players sees it.
    pub(super) fn view(&self, game: GameNumber, reader: PlayerNumber) -> Option<GameView> {
        let table = self.tables.get(&game)?;
        let mut view = GameView::of(
            &table.game,
            reader,
            &self.names(&table.game),
            &Kept {
                started: table.times.started_at,
                notes: &self.annotations(&table.game),
            },
            self.house.domain(),
        );
        view.invited_on = self.invited_on(&table.game, reader);
        Some(view)
    }

    /// The day on which an invitation goes out that has not yet, as its inviter reads it.
    fn invited_on(&self, game: &Game, reader: PlayerNumber) -> Option<String> {
        let day = self.waits_until(game.number())?;
        (reader == game.challenger()).then(|| day.format("%Y-%m-%d").to_string())
    }

    /// The day (UTC) until which the invitation to this challenge waits, if it does.
    pub(super) fn waits_until(&self, challenge: GameNumber) -> Option<NaiveDate> {
        match self.held_invitations.get(&challenge)?.fate {
            held_invitations::Fate::Waits(day) => Some(day),
            held_invitations::Fate::Sent | held_invitations::Fate::NeverSent => None,
        }
    }

    /// Says what becomes of the invitation to this challenge.
    pub(super) fn hold_invitation(&mut self, challenge: GameNumber, fate: held_invitations::Fate) {
        let held = HeldInvitation {
            fate,
            changed: true,
        };
        self.held_invitations.insert(challenge, held);
    }

    /// The challenges of a player whose invitations wait, and until when.
    pub(super) fn waiting_invitations(
        &self,
        inviter: PlayerNumber,
    ) -> impl Iterator<Item = (&Game, NaiveDate)> {
        let games = self.tables.values().map(|table| &table.game);
        games
            .filter(move |game| game.challenger() == inviter && game.phase() == Phase::Offered)
            .filter_map(|game| Some((game, self.waits_until(game.number())?)))
    }

    /// Writes to a player about one of their games as it stands, when they take part here and may be written to.
    /// Returns whether.
    pub(super) fn write_about(
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

    /// The game as the player and as their opponent see it.
    pub(super) fn view_both(
        &self,
        game: GameNumber,
        player: PlayerNumber,
    ) -> Option<[GameView; 2]> {
        let table = self.tables.get(&game)?;
        let [challenger, opponent] = GameView::for_both(
            &table.game,
            &self.names(&table.game),
            &Kept {
                started: table.times.started_at,
                notes: &self.annotations(&table.game),
            },
            self.house.domain(),
        );
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

    /// The open games and challenges of a player, those that wait for them first.
    pub(super) fn open_games(&self, player: PlayerNumber) -> Vec<GameNumber> {
        let mut open: Vec<(bool, GameNumber)> = self
            .tables
            .values()
            .filter(|table| table.game.has(player))
            .filter(|table| matches!(table.game.phase(), Phase::Offered | Phase::Playing))
            .map(|table| {
                let line = GameLine::of(&table.game, player, &self.names(&table.game));
                (!line.your_turn, table.game.number())
            })
            .collect();
        open.sort_unstable();
        open.into_iter().map(|(_, number)| number).collect()
    }

    /// Games as lines of a list.
    pub(super) fn lines(&self, games: &[GameNumber], reader: PlayerNumber) -> Vec<GameLine> {
        games
            .iter()
            .filter_map(|number| self.tables.get(number))
            .map(|table| GameLine {
                invited_on: self.invited_on(&table.game, reader),
                ..GameLine::of(&table.game, reader, &self.names(&table.game))
            })
            .collect()
    }

    /// After a move of this player: what they prepared goes on behind the opponent's last move and this one.
    pub(super) fn advance_plan(&mut self, game: GameNumber, mover: PlayerNumber, played: Move) {
        let Some(table) = self.tables.get(&game) else {
            return;
        };
        let ply = table.game.ply();
        let reply = table.game.moves().iter().rev().nth(1).copied();
        let Some(plan) = self.plans.get_mut(&(game, mover)) else {
            return;
        };
        // What came with this very move stands behind it already.
        if plan.ply == ply {
            return;
        }
        plan.tree = reply
            .filter(|_| plan.ply + 2 == ply)
            .map(|reply| plan.tree.after(reply, played))
            .unwrap_or_default();
        plan.ply = ply;
        plan.changed = true;
    }

    /// What this player prepared was made for another game.
    pub(super) fn void_plan(&mut self, game: GameNumber, player: PlayerNumber) {
        if let Some(plan) = self.plans.get_mut(&(game, player)) {
            plan.tree = Conditional::default();
            plan.changed = true;
        }
    }

    /// Puts a new game on the desk.
    pub(super) fn open_table(&mut self, game: Game) {
        let table = Table {
            game,
            times: Times::begin(self.clock),
            changed: true,
        };
        self.tables.insert(table.game.number(), table);
    }

    /// Whether another player has this name, or one that looks like it, or had it until lately.
    pub(super) fn is_anothers(&self, name: &str, whose: PlayerNumber) -> bool {
        let holder = self.by_name.get(&NameKey::of(name));
        let looks = NameLook::taken_for(name);
        holder.is_some_and(|&holder| holder != whose)
            || self
                .by_look
                .iter()
                .any(|(look, holder)| *holder != whose && looks.contains(look))
    }

    /// Notes that a player is called so from now on.
    pub(super) fn is_called(&mut self, player: PlayerNumber, name: &str) {
        self.by_name.insert(NameKey::of(name), player);
        let looks = NameLook::all_of(name).into_iter();
        self.by_look.extend(looks.map(|look| (look, player)));
    }

    /// Writes down what has just happened in a game; returns its number.
    pub(super) fn record(
        &mut self,
        number: GameNumber,
        event: &Event,
        manner: Manner,
        by: By,
        came: Came,
    ) -> Option<u32> {
        let table = self.tables.get_mut(&number)?;
        let at = Instants {
            arrived_at: came.arrived_at,
            seen_at: came.seen_at,
            decided_at: self.now,
            recorded_at: self.clock,
            delivered_at: None,
        };
        let recorded = Recorded::of(event, &table.game, manner, by, at);
        table.times.note(&recorded, &table.game);
        table.changed = true;
        let at = recorded.number;
        self.events.push((number, recorded));
        Some(at)
    }

    /// A name like this one that nobody else than this player has: `Ann`, or `Ann 2`, `Ann 3`, …
    pub(super) fn free_name(&self, wanted: &str, whose: PlayerNumber) -> String {
        if reserved(wanted, &self.house.names()).is_some_and(|why| why != Reserved::Nothing) {
            return numbered(NAMELESS, whose.0);
        }
        let free = |name: &String| !self.is_anothers(name, whose);
        let numbers = self.free_numbers.get(&stem_key(wanted));
        let numbers = numbers.map(Vec::as_slice).unwrap_or_default();
        std::iter::once(wanted.to_owned())
            .chain(numbers.iter().map(|&number| numbered(wanted, number)))
            .find(free)
            // More namesakes than we count: the player's own number is nobody else's.
            .unwrap_or_else(|| numbered(wanted, whose.0))
    }

    pub(super) fn names(&self, game: &Game) -> Names<'_> {
        Names {
            challenger: self.name(game.challenger()),
            opponent: self.name(game.opponent()),
        }
    }
}

/// Lets these be passed for once. The letter is counted all the same: the next mail is no retry.
fn lift(bounds: &mut [Bound]) {
    for bound in bounds {
        bound.most = i32::MAX;
    }
}

/// Microseconds since 1970-01-01 UTC.
pub(super) fn microseconds(instant: DateTime<Utc>) -> u64 {
    u64::try_from(instant.timestamp_micros()).unwrap_or(0)
}

#[cfg(test)]
mod tests;
