//! Whose line a mail waits in, told when it is stored, before anybody reads it.
//!
//! The mails of one line are handled one after the other, in the order in which they came, and only so many a minute; the
//! others of it are put off, so that who floods holds up nobody else. So the line must be his who writes, and not of whoever
//! he says he is:
//!
//! - A mail that shows exactly one token of ours waits in the line of the player whose token it is, whatever sender it
//!   names. Nobody else has his tokens. A thousand mails in Ann's name without one do not touch her line; her opponent, who
//!   floods with his own token and her name, is put off himself. All tokens of a player lead to one line: those of all his
//!   games and of all letters to him. A later move may presuppose an earlier one although it answers another letter, and
//!   nobody gets more turns by having more games.
//! - The answer to a question of ours shows a token that only its reader can have. It waits in that player's line too, or,
//!   where the question went to somebody who is no player yet, in a line of the mail that it is about.
//! - Everything else waits in the line of the sender that it names, as does a mail with several tokens, which is worth no more
//!   than one without: one with a token of the last key but one, one that cannot be read, one without a sender.
//!
//! Anybody can make up senders, so there can be any number of such lines. Therefore mails with a token are claimed first, and
//! a quarter of each batch is left for the others.
//!
//! Only the header fields are looked at: all that is here is done for each mail twice, and the body costs most. A program that
//! leaves out In-Reply-To and References, writes to our bare address and only quotes our letter shows its token when the mail
//! is read; until then it waits as its sender's.

use super::Robot;
use super::house::{Evidence, House, TokenPlaces, evidence};
use crate::db::keys;
use crate::db::mailboxes::Shown;
use crate::mail::read;
use crate::mail::token::{Keys, Purpose, Seat};

impl Robot {
    /// Whose token each of these mails shows, by its header fields.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn shown(&self, mails: &[&[u8]]) -> sqlx::Result<Vec<Shown>> {
        if mails.is_empty() {
            return Ok(Vec::new());
        }
        let keys = Keys::new(keys::load(&self.pool).await?);
        Ok(mails
            .iter()
            .map(|raw| shown(raw, &self.house, &keys))
            .collect())
    }
}

fn shown(raw: &[u8], house: &House, keys: &Keys) -> Shown {
    let Ok(fields) = read::headers_only(raw) else {
        return Shown::Nothing;
    };
    match evidence(&TokenPlaces::of_fields(&fields), house, keys) {
        Evidence {
            purpose: Some(Purpose::Player { player, .. }),
            ..
        } => Shown::Player(player.0),
        Evidence {
            purpose: Some(Purpose::Game { game, seat, .. }),
            ..
        } => Shown::Seat {
            game: game.0,
            challenger: seat == Seat::Challenger,
        },
        Evidence {
            one_time: Some(token),
            ..
        } => Shown::Question(token.hash),
        Evidence { .. } => Shown::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameNumber, PlayerNumber};
    use crate::mail::token::{GameLetter, Kind, OneTime, PlayerLetter};

    fn house() -> House {
        House::at("chess@example.org")
    }

    fn key(version: u8) -> (u32, Vec<u8>) {
        (u32::from(version), vec![version; 32])
    }

    fn of_game(number: i64, seat: Seat, turn: u32) -> Purpose {
        Purpose::Game {
            game: GameNumber(number),
            seat,
            turn,
            letter: GameLetter::Written(20_000),
        }
    }

    fn made_with(version: u8, purpose: Purpose) -> String {
        Keys::new([key(version)]).make(purpose).unwrap()
    }

    /// What a mail with these header fields shows, when the newest key is the third.
    fn seen(fields: &str) -> Shown {
        let raw = format!("From: Ann <ann@example.org>\n{fields}\n\nNf3\n");
        shown(
            raw.as_bytes(),
            &house(),
            &Keys::new([key(1), key(2), key(3)]),
        )
    }

    #[test]
    fn hazard_17a_a_mail_waits_in_the_line_of_the_one_token_that_it_shows() {
        let challenger = made_with(3, of_game(7, Seat::Challenger, 4));
        let seat = |challenger| Shown::Seat {
            game: 7,
            challenger,
        };
        let player = Purpose::Player {
            player: PlayerNumber(17),
            letter: PlayerLetter::Of(Kind::Beginning, 20_000),
        };
        let opponent = made_with(2, of_game(7, Seat::Opponent, 5));
        for (fields, expected) in [
            (format!("To: chess+{challenger}@example.org"), seat(true)),
            (
                format!("Delivered-To: chess+{opponent}@example.org"),
                seat(false),
            ),
            (
                format!("To: chess@example.org\nIn-Reply-To: <{challenger}.x@penpawn.example.org>"),
                seat(true),
            ),
            (
                format!("References: <a@b> <{opponent}.x@penpawn.example.org>"),
                seat(false),
            ),
            (
                format!("To: chess+{}@example.org", made_with(3, player)),
                Shown::Player(17),
            ),
            // The same twice is one.
            (
                format!(
                    "To: chess+{challenger}@example.org\nIn-Reply-To: <{challenger}.x@penpawn.example.org>"
                ),
                seat(true),
            ),
        ] {
            assert_eq!(seen(&fields), expected, "{fields}");
        }
    }

    #[test]
    fn hazard_17a_the_turn_of_a_token_makes_no_other_line() {
        let line = |turn| {
            let token = made_with(3, of_game(7, Seat::Challenger, turn));
            seen(&format!("To: chess+{token}@example.org"))
        };
        assert_eq!(line(1), line(99));
    }

    #[test]
    fn hazard_17a_the_answer_to_a_question_waits_in_a_line_of_its_own_once_we_know_the_question() {
        let token = OneTime::new([3; 16]);
        let fields = format!("To: chess+{}@example.org", token.text);
        assert_eq!(seen(&fields), Shown::Question(token.hash));
    }

    #[test]
    fn hazard_17a_a_mail_without_exactly_one_authentic_token_waits_in_its_senders_line() {
        let good = made_with(3, of_game(7, Seat::Challenger, 4));
        let other = made_with(3, of_game(7, Seat::Opponent, 4));
        for fields in [
            "To: chess@example.org".to_owned(),
            format!("To: chess+{good}@example.org, chess+{other}@example.org"),
            format!("To: chess+{good}@example.org\nIn-Reply-To: <{other}.x@penpawn.example.org>"),
            // Of another seat, of a key that is too old, of a foreign address, of a foreign domain.
            format!("To: chess+{}@example.org", good.replacen("g7c", "g7o", 1)),
            format!(
                "To: chess+{}@example.org",
                made_with(1, of_game(7, Seat::Challenger, 4))
            ),
            format!("To: chess+{good}@example.net"),
            format!("In-Reply-To: <{good}.x@example.org>"),
            // Not where a token stands.
            format!("Subject: {good}"),
        ] {
            assert_eq!(seen(&fields), Shown::Nothing, "{fields}");
        }
        for raw in ["", "\n", "\u{0}\u{1}", "To"] {
            let keys = Keys::new([key(3)]);
            assert_eq!(shown(raw.as_bytes(), &house(), &keys), Shown::Nothing);
        }
        let raw = format!("To: chess+{good}@example.org\n\n");
        let keys = Keys::new([]);
        assert_eq!(
            shown(raw.as_bytes(), &house(), &keys),
            Shown::Nothing,
            "there are no keys"
        );
    }
}
