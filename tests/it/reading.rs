//! What can go wrong in reading players' mails: one test for each hazard, named by its number in this list, which goes
//! on where those of mail loops, identity, IMAP and sending end.
//!
//! 59 mails made to kill a parser · 60 archives · 61 charsets and encodings that lie · 62 HTML only · 63 format=flowed ·
//! 64 answers above, below and between · 65 attribution lines in many languages, folded · 66 header blocks in the place of
//! quotation marks · 67 our own mail quoted back without marks · 68 signatures · 69 disclaimers and footers · 70 a flood of
//! commands · 71 two moves in one mail · 72 capitals that a telephone sets · 73 look-alike characters · 74 piece letters of
//! another language · 75 marks before the subject · 76 a move in the subject · 77 forwarded mails · 78 signed and encrypted
//! mails · 79 a mail in the mail · 80 mails without words · 81 answers to old mails
//!
//! Most go through the robot: a mail in, letters out, a move played or not. Where the promise is about the reading
//! alone, the reading room is asked directly.

mod answers;
mod below;
mod body;
mod commands;
mod matrix;
mod quotations;
mod scores;
mod settled;
mod whose;

use crate::correspondence::{Correspondence, Fate, Letter, address_of, answer, new_mail};
use penpawn::chess::notation::{Letters, Reading, uci};
use penpawn::chess::{GivenPosition, fen};
use penpawn::language::{self, Command, Message, own_words};
use penpawn::mail::read::read;
use shakmaty::{CastlingMode, Chess};

/// White's mailbox.
const ANN: &str = "Ann <ann@players.test>";
/// Black's mailbox.
const BOB: &str = "Bob <bob@players.test>";

/// White to move; `Ba4`, `Bxc6` and `d4` are legal.
const SPANISH: &str = "e4 e5 Nf3 Nc6 Bb5 a6";

/// The position after [`SPANISH`].
const SPANISH_FEN: &str = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";

/// Ann's game with Bob, and the robot between them.
struct Table {
    desk: Correspondence,
    mails: usize,
}

/// What a mail brought about.
struct Outcome {
    /// Moves that were played, in coordinates.
    played: Vec<String>,
    /// Letters to its sender.
    mine: Vec<Letter>,
    /// Letters to the others.
    theirs: Vec<Letter>,
    fate: Fate,
}

impl Table {
    /// A game that stands where these moves lead.
    async fn after(moves: &str) -> Table {
        let mut table = Table {
            desk: Correspondence::begin().await,
            mails: 0,
        };
        table
            .write(ANN, "", "challenge bob@players.test as white")
            .await;
        for (from, text) in [(ANN, "yes"), (BOB, "accept")] {
            table.answer_from(from, "", text).await;
        }
        for typed in moves.split_whitespace() {
            let outcome = table.answer(typed).await;
            assert_eq!(outcome.played.len(), 1, "{typed} is not played");
        }
        table
    }

    /// Who is to move answers the newest letter that is about a game or asks something, with these words above the
    /// quotation: help and settings open no game.
    async fn answer(&mut self, text: &str) -> Outcome {
        let from = self.mover().await;
        let letter = self.desk.newest_about_a_game_to(address_of(from)).clone();
        self.mails += 1;
        self.deliver(from, &answer(&letter, from, self.mails, "", text))
            .await
    }

    /// An answer to the newest letter, as mail programs write it.
    async fn answer_from(&mut self, from: &str, headers: &str, text: &str) -> Outcome {
        let letter = self.desk.newest_to(address_of(from)).clone();
        self.mails += 1;
        self.deliver(from, &answer(&letter, from, self.mails, headers, text))
            .await
    }

    /// An answer whose whole text is given, quotation and all.
    async fn reply(&mut self, headers: &str, text: &str) -> Outcome {
        let from = self.mover().await;
        let letter = self.desk.newest_to(address_of(from)).mail.clone();
        let id = letter.message_id.clone().unwrap_or_default();
        let headers = format!(
            "To: {}\nIn-Reply-To: <{id}>\nReferences: <{id}>\n{headers}",
            letter.values("reply-to").next().unwrap_or_default(),
        );
        self.write(from, &headers, text).await
    }

    /// The same from a program that keeps the address but says nothing of the mail that it answers: it is found by the
    /// token.
    async fn reply_without_thread(&mut self, headers: &str, text: &str) -> Outcome {
        let from = self.mover().await;
        let letter = self.desk.newest_to(address_of(from)).mail.clone();
        let to = letter.values("reply-to").next().unwrap_or_default();
        self.write(from, &format!("To: {to}\n{headers}"), text)
            .await
    }

    /// A new mail; the header fields given replace the usual ones.
    async fn write(&mut self, from: &str, headers: &str, text: &str) -> Outcome {
        self.mails += 1;
        let raw = new_mail(from, self.mails, headers, text);
        self.deliver(from, &raw).await
    }

    async fn deliver(&mut self, from: &str, raw: &[u8]) -> Outcome {
        let before = self.moves().await.len();
        let (letters, fate) = self.desk.deliver(raw).await;
        let (mine, theirs) = letters
            .into_iter()
            .partition(|letter| letter.recipient == address_of(from));
        Outcome {
            // Moves that are taken back are none that were played.
            played: self.moves().await.into_iter().skip(before).collect(),
            mine,
            theirs,
            fate,
        }
    }

    /// The text of the newest letter to whom is to move.
    async fn letter(&self) -> String {
        let letter = self.desk.newest_to(address_of(self.mover().await));
        letter.mail.text.clone().unwrap_or_default()
    }

    async fn mover(&self) -> &'static str {
        if self.moves().await.len() % 2 == 0 {
            ANN
        } else {
            BOB
        }
    }

    /// All moves of the first game, in coordinates.
    async fn moves(&self) -> Vec<String> {
        let moves: Option<String> = sqlx::query_scalar("select moves from game where id = 1")
            .fetch_optional(&self.desk.pool)
            .await
            .expect("the games");
        moves
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    }
}

impl Outcome {
    /// What the sender was told, in one piece and without regard to line ends.
    fn told(&self) -> String {
        unwrapped(&self.mine)
    }

    /// What the others were told.
    fn told_to_others(&self) -> String {
        unwrapped(&self.theirs)
    }
}

fn unwrapped(letters: &[Letter]) -> String {
    letters
        .iter()
        .flat_map(|letter| letter.mail.text.as_deref().unwrap_or_default().split(' '))
        .flat_map(str::split_whitespace)
        .collect::<Vec<&str>>()
        .join(" ")
}

/// What the reading room makes of the bytes of a mail.
fn message(raw: &[u8], sent: Option<&str>) -> Message {
    let mail = read(raw).expect("a mail");
    let words = own_words(mail.text.as_deref().unwrap_or_default(), sent);
    language::read(&words, &mail.subject, Letters::English)
}

/// A mail with this body, and these fields about it.
fn with_body(fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "From: ann@players.test\nTo: chess@chess.test\nSubject: Re: Chess game 1: Ann - Bob\nMIME-Version: 1.0\n{fields}\n"
    );
    [head.as_bytes(), body].concat()
}

/// What a message does in a position: a move in coordinates, `? ` and the moves that are asked about, `! ` and the
/// reason why it is none, or "nothing".
fn deed(message: &Message, fen: &str) -> String {
    let position = position(fen);
    let moves: Vec<_> = message
        .orders
        .iter()
        .filter_map(|order| match &order.command {
            Command::Moves(moves) => moves.first(),
            _ => None,
        })
        .collect();
    match moves.as_slice() {
        [] => "nothing".to_owned(),
        [spelling] => match spelling.resolve(&position) {
            Reading::One(played) => uci(&position, played),
            Reading::Several(choices) => {
                let each: Vec<String> = choices.iter().map(|&m| uci(&position, m)).collect();
                format!("? {}", each.join(" "))
            }
            Reading::Impossible(impossible) => format!("! {}", impossible.reason),
        },
        _ => "several moves".to_owned(),
    }
}

fn position(given: &str) -> Chess {
    let position = GivenPosition::read(given)
        .and_then(|given| given.to_chess(CastlingMode::Standard))
        .expect("a position");
    assert!(fen(&position).starts_with(given.split(' ').next().unwrap_or_default()));
    position
}
