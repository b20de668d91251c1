//! Tokens: what proves that a mail answers a mail of ours.
//!
//! A token stands in the reply address, in the Message-ID and in a reference line of each mail that we write to a
//! player. Whoever shows it has read that mail, and only its reader has. It is bound to one game, one seat and one
//! turn of the game, so it expires by itself with the next move: an old mail sent again can only be told "that was move
//! 12". A turn never comes again, also where moves are taken back.
//!
//! The code in a token is an HMAC-SHA-256 (RFC 2104) cut to 100 bits, in lower-case base32 without padding, so that it
//! survives a mail program that folds case, and an address with it stays far below the 64 octets of RFC 5321 4.5.3.1.1.
//! Tokens need no table: the same mail rendered twice carries the same token.

use crate::game::{GameNumber, PlayerNumber};
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;

/// How many base32 letters of the code stand in a token: 5 bits each.
const CODE_LETTERS: usize = 20;

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
    },
    /// An answer to any other mail that we wrote to a player.
    Player {
        /// The player.
        player: PlayerNumber,
        /// The day on which the mail was written, in days since 1970-01-01 UTC.
        day: u32,
    },
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

    /// The text of a token for this purpose: 30 to 45 characters of `[a-z0-9.]`; `None` without any key.
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
    /// does not matter. `None` when the text does not begin with the form of a token.
    pub fn read(text: &str) -> Option<Token> {
        let mut parts = text.splitn(3, '.');
        let (head, tail) = (parts.next()?, parts.next()?);
        if head.len() + tail.len() > LONGEST || !tail.is_ascii() {
            return None;
        }
        let head = head.to_ascii_lowercase();
        let tail = tail.to_ascii_lowercase();
        let purpose = read_head(&head)?;
        let letter = tail.chars().next().filter(char::is_ascii_lowercase)?;
        let code = tail.get(1..)?;
        (code.len() == CODE_LETTERS).then(|| Token {
            purpose,
            letter,
            code: code.to_owned(),
        })
    }
}

/// A one-time token of 128 random bits for a confirmation, and the hash under which the database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneTime {
    /// What stands in the mail: `y.` and 26 base32 letters.
    pub text: String,
    /// What stands in the database.
    pub hash: Vec<u8>,
}

impl OneTime {
    /// The one-time token made of these random octets.
    pub fn new(random: [u8; 16]) -> OneTime {
        let text = format!("y.{}", lower_base32(&random));
        let hash = Sha256::digest(text.as_bytes()).to_vec();
        OneTime { text, hash }
    }

    /// Reads a one-time token at the beginning of a text, as [`Token::read`] does.
    pub fn read(text: &str) -> Option<OneTime> {
        let mut parts = text.splitn(3, '.');
        let (head, tail) = (parts.next()?, parts.next()?);
        let well_formed = head.eq_ignore_ascii_case("y")
            && tail.len() == 26
            && tail.chars().all(|c| c.is_ascii_alphanumeric());
        well_formed.then(|| {
            let text = format!("y.{}", tail.to_ascii_lowercase());
            let hash = Sha256::digest(text.as_bytes()).to_vec();
            OneTime { text, hash }
        })
    }
}

/// Random octets as text for a Message-ID or a bounce address.
pub fn nonce(random: [u8; 16]) -> String {
    lower_base32(&random)
}

fn head(purpose: Purpose) -> String {
    match purpose {
        Purpose::Game { game, seat, turn } => {
            let seat = match seat {
                Seat::Challenger => 'c',
                Seat::Opponent => 'o',
            };
            format!("g{game}{seat}{turn}")
        }
        Purpose::Player { player, day } => format!("p{}d{day}", player.0),
    }
}

fn read_head(head: &str) -> Option<Purpose> {
    let kind = head.chars().next()?;
    let numbers = head.get(1..)?;
    match kind {
        'g' => {
            let at = numbers.find(['c', 'o'])?;
            let (game, rest) = numbers.split_at_checked(at)?;
            let (seat, turn) = rest.split_at_checked(1)?;
            let seat = if seat == "c" {
                Seat::Challenger
            } else {
                Seat::Opponent
            };
            Some(Purpose::Game {
                game: GameNumber(number(game)?),
                seat,
                turn: number(turn)?,
            })
        }
        'p' => {
            let (player, day) = numbers.split_once('d')?;
            Some(Purpose::Player {
                player: PlayerNumber(number(player)?),
                day: number(day)?,
            })
        }
        _ => None,
    }
}

/// Digits only: `parse` alone would take a sign.
fn number<N: std::str::FromStr>(digits: &str) -> Option<N> {
    digits
        .chars()
        .all(|c| c.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
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
mod tests {
    use super::*;

    fn keys() -> Keys {
        Keys::new([(1, vec![7; 32]), (2, vec![8; 32])])
    }

    const MOVE: Purpose = Purpose::Game {
        game: GameNumber(42),
        seat: Seat::Challenger,
        turn: 23,
    };

    #[test]
    fn a_token_is_read_back_and_checks() {
        for purpose in [
            MOVE,
            Purpose::Player {
                player: PlayerNumber(17),
                day: 20_778,
            },
        ] {
            let text = keys().make(purpose).unwrap();
            let token = Token::read(&text).unwrap();
            assert_eq!(token.purpose(), purpose);
            assert_eq!(token.text(), text);
            assert!(keys().check(&token));
            assert!(text.len() <= 40, "{text}");
        }
    }

    #[test]
    fn case_and_what_follows_after_a_dot_do_not_matter() {
        let text = keys().make(MOVE).unwrap();
        assert!(keys().check(&Token::read(&text.to_ascii_uppercase()).unwrap()));
        assert!(keys().check(&Token::read(&format!("{text}.nonce")).unwrap()));
    }

    #[test]
    fn a_token_of_another_turn_game_seat_or_key_does_not_check() {
        let text = keys().make(MOVE).unwrap();
        for (from, to) in [("c23", "c24"), ("g42", "g43"), ("42c", "42o"), (".b", ".a")] {
            let forged = text.replacen(from, to, 1);
            assert_ne!(forged, text);
            assert!(!keys().check(&Token::read(&forged).unwrap()), "{forged}");
        }
        let other = Keys::new([(2, vec![9; 32])]);
        assert!(!other.check(&Token::read(&text).unwrap()));
    }

    #[test]
    fn an_older_key_still_checks_after_a_rotation() {
        let old = Keys::new([(1, vec![7; 32])]).make(MOVE).unwrap();
        assert!(keys().check(&Token::read(&old).unwrap()));
    }

    #[test]
    fn the_key_before_the_newest_checks_and_no_older_one_although_it_is_there() {
        let key = |version: u8| (u32::from(version), vec![version; 32]);
        let old = Keys::new([key(1)]).make(MOVE).unwrap();
        for (keys, good) in [
            (vec![key(1)], true),
            (vec![key(1), key(2)], true),
            (vec![key(1), key(2), key(3)], false),
            (vec![key(1), key(3)], false),
            (vec![key(2)], false),
            (vec![], false),
        ] {
            let versions: Vec<u32> = keys.iter().map(|(version, _)| *version).collect();
            let token = Token::read(&old).unwrap();
            assert_eq!(Keys::new(keys).check(&token), good, "{versions:?}");
        }
    }

    #[test]
    fn after_z_the_letters_begin_again_and_an_old_a_is_not_taken_for_the_new_one() {
        let key = |version: u8| (u32::from(version), vec![version; 32]);
        let first = Keys::new([key(1)]).make(MOVE).unwrap();
        let keys = Keys::new([key(26), key(27)]);
        let text = keys.make(MOVE).unwrap();
        assert_eq!(text.split('.').nth(1).unwrap().chars().next(), Some('a'));
        assert!(keys.check(&Token::read(&text).unwrap()));
        assert!(!keys.check(&Token::read(&first).unwrap()));
        let before = Keys::new([key(26)]).make(MOVE).unwrap();
        assert_eq!(before.split('.').nth(1).unwrap().chars().next(), Some('z'));
        assert!(keys.check(&Token::read(&before).unwrap()));
    }

    #[test]
    fn what_is_no_token_is_not_read() {
        for text in [
            "",
            "g42c23",
            "g42c23.",
            "g42c23.aaaa",
            "g+42c23.aabcdefghijklmnopqrst",
            "x42c23.aabcdefghijklmnopqrst",
            "g42c23.äabcdefghijklmnopqrs",
            "g99999999999999999999c1.aabcdefghijklmnopqrst",
            "y.aaaa",
        ] {
            assert_eq!(Token::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_one_time_token_is_known_by_its_hash() {
        let made = OneTime::new([3; 16]);
        let read = OneTime::read(&made.text.to_ascii_uppercase()).unwrap();
        assert_eq!(made.hash, read.hash);
        assert_eq!(OneTime::read("y.tooshort"), None);
    }
}
