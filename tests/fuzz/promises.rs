//! What must hold for any input.

use crate::corpus;
use crate::dice::Dice;
use penpawn::chess::notation::{Letters, Reading, Spelling, read_moves};
use penpawn::chess::pgn::{GameText, Splitter, read_pgn, write_pgn};
use penpawn::chess::{GivenPosition, fen, find_fens, san};
use penpawn::game::GameNumber;
use penpawn::language::{
    Command, Message, OwnWords, game_in_subject, own_words, read as understand,
};
use penpawn::mail::authentication::{Dmarc, dmarc};
use penpawn::mail::automatic::{OurNames, nature};
use penpawn::mail::read::{Unreadable, headers_only, read};
use penpawn::mail::token::{GameLetter, Keys, Purpose, Seat};
use penpawn::mail::{flowed, html, identity};
use penpawn::robot::server::{Server, TokenPlaces, evidence};
use shakmaty::{CastlingMode, Chess, Position};

/// The bytes of a mail: read or refused, its words found in it, and every text clean.
pub(crate) fn mail(raw: &[u8], sent: &str) {
    identity::content_key(raw);
    let loose = String::from_utf8_lossy(raw);
    html::to_text(&loose);
    flowed::unwrap(&loose, true);
    let _ = headers_only(raw);
    let mail = match read(raw) {
        Ok(mail) => mail,
        Err(Unreadable::Parser) => panic!("the parser panics"),
        Err(Unreadable::NoHeaders | Unreadable::TooLarge(_) | Unreadable::TooNested(_)) => return,
    };
    let ours = OurNames {
        separators: &['+', '-'],
        domain_of_ids: "id.chess.example.org".to_owned(),
        addresses: vec!["chess@example.org".to_owned()],
        loop_mark: "penpawn chess@example.org".to_owned(),
    };
    nature(&mail, &ours);
    game_in_subject(&mail.subject);
    for (name, value) in &mail.headers {
        assert!(is_one_line(value), "{name}: {value:?}");
    }
    assert!(is_one_line(&mail.subject));
    let text = mail.text.unwrap_or_default();
    assert!(!text.contains(['\r', '\0']), "controls in the text");
    for answered in [None, Some(sent)] {
        let words = own_words(&text, answered);
        stand_in(&words, &text);
        clean(&understand(&words, &mail.subject, Letters::English));
    }
}

/// The own words are lines of the text, in their order.
fn stand_in(words: &OwnWords, text: &str) {
    let mut lines = text.lines().map(str::trim_end);
    for own in words.lines.iter().filter(|line| !line.is_empty()) {
        // Dash escapes of an inline signature are taken off (RFC 9580 section 7.2).
        let found = lines.any(|line| {
            line == own
                || line.strip_prefix("- ").map(str::trim_end) == Some(own)
                || stands_before_an_introduction(own, line)
        });
        assert!(found, "{own:?} is in no line, or in another order");
    }
}

/// Some programs put the line that introduces the quotation right behind the player's words: "e4  On Friday, Bob wrote:".
fn stands_before_an_introduction(own: &str, line: &str) -> bool {
    let behind = line.trim_start().strip_prefix(own);
    behind.is_some_and(|behind: &str| behind.starts_with([' ', '-']))
}

/// The words of a player: orders that can be printed, and whose moves are legal or refused, in whatever position.
pub(crate) fn words(text: &str, dice: &mut Dice) {
    let subject = if dice.once_in(4) { text } else { "" };
    let letters = *dice.pick(&Letters::ALL);
    let message = understand(&own_words(text, None), subject, letters);
    clean(&message);
    let position = corpus::position(dice);
    for order in &message.orders {
        match &order.command {
            Command::Moves(moves) => {
                assert!(!moves.is_empty());
                for spelling in moves {
                    legal_or_refused(spelling, &position);
                }
            }
            Command::Choice(number) => assert!((1..=99).contains(number)),
            Command::Challenge { opponent, .. } => assert!(is_one_line(opponent), "{opponent:?}"),
            Command::Name(name) => assert!(is_one_line(name), "{name:?}"),
            Command::Say(said) => assert!(!said.is_empty()),
            _ => {}
        }
    }
}

fn clean(message: &Message) {
    for order in &message.orders {
        assert!(is_one_line(&order.typed), "{:?}", order.typed);
        assert!(!order.may_be_move_number || order.game.is_some());
        assert!(order.game.is_none_or(|game| game > 0));
    }
    let talk = message.talk.as_deref().unwrap_or_default();
    assert!(!talk.contains(['\r', '\0']), "{talk:?}");
    if let Some(unread) = &message.unread {
        assert!(is_one_line(&unread.line), "{:?}", unread.line);
        assert!(unread.did_you_mean.as_deref().is_none_or(is_one_line));
    }
    assert!(message.fens.len() <= 10);
}

/// Moves as typed: read in a random position, and the position's own moves read as themselves.
pub(crate) fn spelling(text: &[u8], dice: &mut Dice) {
    let text = String::from_utf8_lossy(text);
    let position = corpus::position(dice);
    let letters = *dice.pick(&Letters::ALL);
    for spelling in read_moves(&text, letters).unwrap_or_default() {
        let typed = spelling.typed();
        assert!(
            is_one_line(typed) && typed.chars().count() <= 60,
            "{typed:?}"
        );
        legal_or_refused(&spelling, &position);
    }
    let legal = position.legal_moves();
    let Some(played) = (!legal.is_empty()).then(|| legal[dice.below(legal.len())]) else {
        return;
    };
    let written = san(&position, played);
    let read = read_moves(&written, Letters::English).expect("a move");
    match read[0].resolve(&position) {
        Reading::One(found) => assert_eq!(found, played, "{written} in {}", fen(&position)),
        Reading::Several(choices) => {
            assert!(choices.contains(&played), "{written} in {}", fen(&position))
        }
        Reading::Impossible(_) => panic!("{written} is refused in {}", fen(&position)),
    }
}

fn legal_or_refused(spelling: &Spelling, position: &Chess) {
    match spelling.resolve(position) {
        Reading::One(played) => {
            assert!(position.is_legal(played), "{}", spelling.typed());
            spelling.remarks(position, played);
        }
        Reading::Several(choices) => {
            assert!(choices.len() > 1);
            for (at, choice) in choices.iter().enumerate() {
                assert!(
                    position.is_legal(*choice) && !choices[..at].contains(choice),
                    "{}",
                    spelling.typed()
                );
            }
        }
        Reading::Impossible(impossible) => {
            assert!(!impossible.reason.to_string().is_empty());
            assert!(impossible.candidates.len() <= 6);
            let offered = impossible.candidates.iter().chain(&impossible.piece_moves);
            assert!(
                offered.into_iter().all(|m| position.is_legal(*m)),
                "{}",
                spelling.typed()
            );
        }
    }
}

/// A position as text: what is accepted prints and reads back as the same, and agrees with itself.
pub(crate) fn position(text: &[u8], dice: &mut Dice) {
    let text = String::from_utf8_lossy(text);
    for prose in [
        format!("my board is {text}, is that right?"),
        text.replace(' ', "\n"),
    ] {
        for found in find_fens(&prose) {
            assert!(prose.contains(found));
        }
    }
    let game = corpus::position(dice);
    let own = GivenPosition::read(&fen(&game)).expect("our own FEN");
    assert!(own.agrees_with(&game), "{}", fen(&game));
    let given = match GivenPosition::read(&text) {
        Ok(given) => given,
        Err(error) => {
            assert!(!error.faults().is_empty() && !error.to_string().is_empty());
            return;
        }
    };
    let differences = given.differences(&game);
    assert_eq!(
        given.agrees_with(&game),
        differences.is_empty(),
        "{text:?}, {}",
        fen(&game)
    );
    assert!(
        differences
            .iter()
            .all(|difference| !difference.to_string().is_empty())
    );
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        match given.to_chess(mode) {
            Ok(position) => {
                assert!(
                    given.agrees_with(&position),
                    "{text:?} and {}",
                    fen(&position)
                );
                let printed = fen(&position);
                let again = GivenPosition::read(&printed).and_then(|given| given.to_chess(mode));
                let again = again.unwrap_or_else(|error| panic!("{text:?}, {printed}: {error}"));
                assert_eq!(fen(&again), printed, "{text:?}");
                assert!(again == position, "{text:?} reads back otherwise");
            }
            Err(error) => assert!(!error.faults().is_empty()),
        }
    }
}

/// A file of games: cut alike however it comes, and each game is refused with a reason, or comes out as it goes in.
pub(crate) fn games(bytes: &[u8], dice: &mut Dice) {
    let whole = split(bytes, bytes.len().max(1));
    assert_eq!(split(bytes, 1 + dice.below(100)), whole, "in pieces");
    let mut good = Vec::new();
    let mut before = 0;
    for text in &whole {
        assert!(text.line > before, "games in their order");
        before = text.line;
        match read_pgn(text) {
            Ok(game) => good.push(write_pgn(&game.record)),
            Err(faults) => {
                assert!(!faults.is_empty(), "refused without a reason");
                for fault in faults {
                    assert!(fault.place.line >= text.line, "{fault}");
                    assert!(is_one_line(&fault.to_string()), "{fault:?}");
                }
            }
        }
    }
    let written = good.concat();
    let again = split(written.as_bytes(), 4096);
    assert_eq!(again.len(), good.len(), "{written}");
    for (text, written) in again.iter().zip(&good) {
        match read_pgn(text) {
            Ok(game) => assert_eq!(write_pgn(&game.record), *written),
            Err(faults) => panic!("{faults:?} in\n{written}"),
        }
    }
}

fn split(bytes: &[u8], piece: usize) -> Vec<GameText> {
    let mut splitter = Splitter::default();
    for piece in bytes.chunks(piece) {
        splitter.feed(piece);
    }
    splitter.end();
    std::iter::from_fn(|| splitter.next_game()).collect()
}

/// A header: what is taken out of it has no line ends, and one author is one author.
pub(crate) fn headers(raw: &[u8]) {
    assert!(identity::sender(raw).chars().count() <= 320);
    for mail in [headers_only(raw), read(raw)].into_iter().flatten() {
        if let Some(from) = &mail.from {
            assert_eq!(mail.from_count, 1);
            assert!(
                from.address.contains('@') && is_one_line(&from.address),
                "{from:?}"
            );
            assert!(from.name.as_deref().is_none_or(is_one_line), "{from:?}");
        }
        let addresses = mail.recipients.iter().map(|recipient| &recipient.address);
        let ids = mail
            .in_reply_to
            .iter()
            .chain(&mail.references)
            .chain(&mail.message_id);
        for text in addresses.chain(ids) {
            assert!(is_one_line(text), "{text:?}");
        }
        let ours = OurNames::default();
        nature(&mail, &ours);
        let id = "mx.example.org".to_owned();
        assert!(
            !matches!(dmarc(&mail, &[]), Dmarc::Pass(_)),
            "nobody is our border"
        );
        if let Dmarc::Pass(by) = dmarc(&mail, std::slice::from_ref(&id)) {
            assert_eq!(by, id);
            assert!(mail.from.is_some(), "a pass for nobody");
        }
    }
}

/// The first tokens of a game, of our key.
pub(crate) fn token(ply: usize) -> String {
    let purpose = Purpose::Game {
        game: GameNumber(7),
        seat: Seat::Opponent,
        turn: u32::try_from(ply).expect("a small number"),
        letter: GameLetter::Written(20_000),
    };
    keys().make(purpose).expect("a token")
}

fn keys() -> Keys {
    Keys::new([(1, vec![7; 32])])
}

/// Places of tokens: whatever is found there stands there, was made by us, and is the only one.
pub(crate) fn tokens(text: &str) {
    let server = Server::at("chess@example.org");
    let of = |kind: &str| -> Vec<&str> {
        let lines = text.lines();
        lines.filter_map(|line| line.strip_prefix(kind)).collect()
    };
    let places = TokenPlaces {
        recipients: of("to "),
        in_reply_to: of("id "),
        references: of("id "),
        quoted: of("quoted ").into_iter().map(|line| (1, line)).collect(),
    };
    let found = evidence(&places, &server, &keys());
    let lower = text.to_ascii_lowercase();
    let present: Vec<String> = (0..3)
        .map(token)
        .filter(|ours| lower.contains(ours.as_str()))
        .collect();
    match (&found.purpose, &found.token) {
        (Some(_), Some(found)) => assert!(present.contains(found), "{found} is not ours"),
        (None, None) => {}
        _ => panic!("half a token: {found:?}"),
    }
    if let Some(one_time) = &found.one_time {
        assert!(lower.contains(one_time.text.as_str()), "{one_time:?}");
    }
}

fn is_one_line(text: &str) -> bool {
    !text.contains(|character: char| {
        character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
    })
}
