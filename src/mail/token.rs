//! Tokens: what proves that a mail answers a mail of ours.
//!
//! A token stands in the reply address, in the Message-ID and in a reference line of each mail that we write to a
//! player. Whoever shows it has read that mail, and only its reader has. It says what that mail was about and when it was
//! written, and it is good for no more than that ([`crate::robot`] has the table): a game, a seat and a turn of the game,
//! so that it expires by itself with the next move, since a turn never comes again, also where moves are taken back; or,
//! in a mail about no game, what kind of mail it was.
//!
//! ```text
//! g42c22d20778.a…     about game 42, to the challenger, at turn 22, written on day 20778
//! g42o0i20778.a…      the invitation to game 42
//! p17b20778.a…        to player 17, about no game: how to begin (s: settings, a: the archive, e: to another address
//!                     than the main one), written on day 20778
//! p17lhod723u0qo.a…   the list of the games of player 17 at an instant, in microseconds (base 36)
//! g42c22.a…           about a game, and p17d20778.a… about none, from before there was more in them
//! ```
//!
//! The code in a token is an HMAC-SHA-256 (RFC 2104) cut to 100 bits, in lower-case base32 without padding, so that it
//! survives a mail program that folds case, and an address with it stays far below the 64 octets of RFC 5321 4.5.3.1.1.
//! Tokens need no table: the same mail rendered twice carries the same token.

use crate::game::{GameNumber, PlayerNumber};
use crate::letters::check_letters;
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;

/// How many base32 letters of the code stand in a token: 5 bits each.
const CODE_LETTERS: usize = 20;

/// How many random base32 letters stand in a one-time token.
const ONE_TIME_LETTERS: usize = 26;

/// The longest token that can be one; anything longer is not looked at.
const LONGEST: usize = 60;

/// What a token claims to be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// An answer to a mail about a game.
    Game {
        /// The game.
        game: GameNumber,
        /// Whose mail it was.
        seat: Seat,
        /// The turn of the game when the mail was written, [`crate::game::Game::turn`].
        turn: u32,
        /// What else is known of the mail.
        letter: GameLetter,
    },
    /// An answer to any other mail that we wrote to a player.
    Player {
        /// The player.
        player: PlayerNumber,
        /// What the mail was about, and when it was written.
        letter: PlayerLetter,
    },
}

/// A mail about a game. Days are those since 1970-01-01 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameLetter {
    /// Written before days stood in tokens.
    Undated,
    /// Written on this day.
    Written(u32),
    /// Written on this day: the invitation of somebody who was no player.
    Invitation(u32),
}

/// A mail about no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerLetter {
    /// Written on this day, before tokens said what their mail was about.
    Unnamed(u32),
    /// Of this kind, written on this day.
    Of(Kind, u32),
    /// The list of the player's games as they stood at this instant, in microseconds since 1970-01-01 UTC.
    List(u64),
}

/// What a mail about no game can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// How to begin: the welcome, help, what was not understood.
    Beginning,
    /// What the player has set: their name, their letters, whether they get mail.
    Settings,
    /// Games that were played elsewhere.
    Archive,
    /// Anything, to another address than the main one.
    Elsewhere,
}

impl Kind {
    const ALL: [Kind; 4] = [
        Kind::Beginning,
        Kind::Settings,
        Kind::Archive,
        Kind::Elsewhere,
    ];

    fn letter(self) -> char {
        match self {
            Kind::Beginning => 'b',
            Kind::Settings => 's',
            Kind::Archive => 'a',
            Kind::Elsewhere => 'e',
        }
    }
}

/// The two players of a game, told apart before the colours are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Who made the challenge.
    Challenger,
    /// Who was challenged.
    Opponent,
}

/// A token as it was found in a mail, its code not yet checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    purpose: Purpose,
    /// The letter of the key's version.
    letter: char,
    code: String,
}

/// The secrets of the tokens, by version. The newest makes tokens; it and the one before check them, and no older one
/// does, so that a letter names one key although there are only 26 of them.
#[derive(Clone)]
pub struct Keys(BTreeMap<u32, Vec<u8>>);

impl Keys {
    /// The keys by version, counted from 1.
    pub fn new(keys: impl IntoIterator<Item = (u32, Vec<u8>)>) -> Keys {
        Keys(keys.into_iter().collect())
    }

    /// The text of a token for this purpose: 27 to 60 characters of `[a-z0-9.]`; `None` without any key.
    pub fn make(&self, purpose: Purpose) -> Option<String> {
        let (&version, secret) = self.0.last_key_value()?;
        let code = code(secret, purpose)?;
        Some(format!(
            "{}.{}{code}",
            head(purpose),
            version_letter(version)?
        ))
    }

    /// What is to be drawn by lot for something, 32 octets: random to whoever does not know the newest key, and the same
    /// whenever it is asked for. `None` without any key.
    pub fn lot(&self, what: &[u8]) -> Option<[u8; 32]> {
        let (_, secret) = self.0.last_key_value()?;
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
        mac.update(b"penpawn lot 1\0");
        mac.update(what);
        Some(mac.finalize().into_bytes().into())
    }

    /// Whether the token was made by us. The comparison takes the same time wherever the codes differ.
    pub fn check(&self, token: &Token) -> bool {
        let Some(newest) = self.newest() else {
            return false;
        };
        let Some(secret) = [Some(newest), newest.checked_sub(1)]
            .into_iter()
            .flatten()
            .filter(|&version| version_letter(version) == Some(token.letter))
            .find_map(|version| self.0.get(&version))
        else {
            return false;
        };
        let Some(expected) = code(secret, token.purpose) else {
            return false;
        };
        same(expected.as_bytes(), token.code.as_bytes())
    }

    /// The version that makes tokens now; `None` without any key.
    pub fn newest(&self) -> Option<u32> {
        self.0.last_key_value().map(|(&version, _)| version)
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys({} versions)", self.0.len())
    }
}

impl Token {
    /// What the token claims to be for. Believe it only after [`Keys::check`].
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The text of the token, as [`Keys::make`] wrote it.
    pub fn text(&self) -> String {
        format!("{}.{}{}", head(self.purpose), self.letter, self.code)
    }

    /// Reads a token at the beginning of a text that ends there or goes on after a dot, as in a Message-ID; letter case
    /// does not matter. `None` when the text does not begin with the form of a token, as [`Keys::make`] writes it.
    pub fn read(text: &str) -> Option<Token> {
        let mut parts = text.splitn(3, '.');
        let (head, tail) = (parts.next()?, parts.next()?);
        if head.len() + tail.len() > LONGEST || !head.is_ascii() || !tail.is_ascii() {
            return None;
        }
        let head = head.to_ascii_lowercase();
        let tail = tail.to_ascii_lowercase();
        let purpose = read_head(&head)?;
        let letter = tail.chars().next().filter(char::is_ascii_lowercase)?;
        let code = tail.get(1..)?;
        (code.len() == CODE_LETTERS && code.bytes().all(is_base32)).then(|| Token {
            purpose,
            letter,
            code: code.to_owned(),
        })
    }
}

/// A one-time token of 128 random bits for a confirmation, and the hash under which the database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneTime {
    /// What stands in the mail: `y.`, 26 base32 letters, and 6 by which they are known for such a token wherever they
    /// stand; those prove nothing.
    pub text: String,
    /// What stands in the database.
    pub hash: Vec<u8>,
}

impl OneTime {
    /// The one-time token made of these random octets.
    pub fn new(random: [u8; 16]) -> OneTime {
        let letters = lower_base32(&random);
        let check = check_letters(&letters);
        OneTime::of(format!("y.{letters}{check}"))
    }

    /// Reads a one-time token at the beginning of a text, as [`Token::read`] does. Those that were made before they had
    /// something to be known by are read as well.
    pub fn read(text: &str) -> Option<OneTime> {
        let mut parts = text.splitn(3, '.');
        let (head, tail) = (parts.next()?, parts.next()?);
        if !head.eq_ignore_ascii_case("y") || !tail.is_ascii() {
            return None;
        }
        let tail = tail.to_ascii_lowercase();
        let (letters, check) = tail.split_at_checked(ONE_TIME_LETTERS)?;
        let known = check.is_empty() || check == check_letters(letters);
        (known && letters.bytes().all(is_base32)).then(|| OneTime::of(format!("y.{tail}")))
    }

    fn of(text: String) -> OneTime {
        let hash = Sha256::digest(text.as_bytes()).to_vec();
        OneTime { text, hash }
    }
}

/// Random octets as text for a Message-ID or a bounce address.
pub fn nonce(random: [u8; 16]) -> String {
    lower_base32(&random)
}

fn head(purpose: Purpose) -> String {
    match purpose {
        Purpose::Game {
            game,
            seat,
            turn,
            letter,
        } => {
            let seat = match seat {
                Seat::Challenger => 'c',
                Seat::Opponent => 'o',
            };
            let written = match letter {
                GameLetter::Undated => String::new(),
                GameLetter::Written(day) => format!("d{day}"),
                GameLetter::Invitation(day) => format!("i{day}"),
            };
            format!("g{game}{seat}{turn}{written}")
        }
        Purpose::Player { player, letter } => match letter {
            PlayerLetter::Unnamed(day) => format!("p{}d{day}", player.0),
            PlayerLetter::Of(kind, day) => format!("p{}{}{day}", player.0, kind.letter()),
            PlayerLetter::List(instant) => format!("p{}l{}", player.0, base36(instant)),
        },
    }
}

/// The purpose that a head names; `None` unless it is spelled as [`head`] spells it.
fn read_head(text: &str) -> Option<Purpose> {
    let numbers = text.get(1..)?;
    let purpose = match text.chars().next()? {
        'g' => read_game_head(numbers)?,
        'p' => read_player_head(numbers)?,
        _ => return None,
    };
    (head(purpose) == text).then_some(purpose)
}

fn read_game_head(numbers: &str) -> Option<Purpose> {
    let at = numbers.find(['c', 'o'])?;
    let (game, rest) = numbers.split_at_checked(at)?;
    let (seat, rest) = rest.split_at_checked(1)?;
    let seat = if seat == "c" {
        Seat::Challenger
    } else {
        Seat::Opponent
    };
    let (turn, letter) = if let Some((turn, day)) = rest.split_once('d') {
        (turn, GameLetter::Written(number(day)?))
    } else if let Some((turn, day)) = rest.split_once('i') {
        (turn, GameLetter::Invitation(number(day)?))
    } else {
        (rest, GameLetter::Undated)
    };
    Some(Purpose::Game {
        game: GameNumber(number(game)?),
        seat,
        turn: number(turn)?,
        letter,
    })
}

fn read_player_head(numbers: &str) -> Option<Purpose> {
    let at = numbers.find(|c: char| !c.is_ascii_digit())?;
    let (player, rest) = numbers.split_at_checked(at)?;
    let mut written = rest.chars();
    let letter = match written.next()? {
        'd' => PlayerLetter::Unnamed(number(written.as_str())?),
        'l' => PlayerLetter::List(read_base36(written.as_str())?),
        other => {
            let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == other)?;
            PlayerLetter::Of(kind, number(written.as_str())?)
        }
    };
    Some(Purpose::Player {
        player: PlayerNumber(number(player)?),
        letter,
    })
}

/// Digits only: `parse` alone would take a sign.
fn number<N: std::str::FromStr>(digits: &str) -> Option<N> {
    digits
        .chars()
        .all(|c| c.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
}

/// A number in the digits 0 to 9 and a to z: ten of them for an instant of our time, where decimal ones would be sixteen.
fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = u32::try_from(number % 36).unwrap_or_default();
        digits.extend(char::from_digit(digit, 36));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

fn read_base36(digits: &str) -> Option<u64> {
    digits
        .chars()
        .all(|c| c.is_ascii_alphanumeric())
        .then(|| u64::from_str_radix(digits, 36).ok())
        .flatten()
}

fn is_base32(letter: u8) -> bool {
    matches!(letter, b'a'..=b'z' | b'2'..=b'7')
}

fn code(secret: &[u8], purpose: Purpose) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    // The head names every part of the purpose without ambiguity, so its text is what is authenticated.
    mac.update(b"penpawn token 1\0");
    mac.update(head(purpose).as_bytes());
    let mut letters = lower_base32(&mac.finalize().into_bytes());
    letters.truncate(CODE_LETTERS);
    Some(letters)
}

fn lower_base32(octets: &[u8]) -> String {
    BASE32_NOPAD.encode(octets).to_ascii_lowercase()
}

/// a for version 1, z for 26, a again for 27; `None` for 0.
pub fn version_letter(version: u32) -> Option<char> {
    let place = version.checked_sub(1)? % 26;
    char::from_u32(u32::from('a') + place)
}

fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |sum, (x, y)| sum | (x ^ y)) == 0
}

#[cfg(test)]
mod tests;
