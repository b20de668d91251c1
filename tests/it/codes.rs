//! Codes that open one door: what depends on the order in which mails are handled, and what a code is known by.

use crate::correspondence::{ANN, BOB, Correspondence, answer, game, new_mail};
use crate::lint::Codes;
use crate::pgn::dice::Dice;
use penpawn::game::{GameNumber, PlayerNumber};
use penpawn::language::own_words;
use penpawn::letters::{clean_name, clean_talk, one_line, without_codes, without_torn_codes};
use penpawn::mail::token::{GameLetter, Keys, Kind, OneTime, PlayerLetter, Purpose, Seat, Token};
use std::panic::{AssertUnwindSafe, catch_unwind};
use unicode_normalization::UnicodeNormalization;

/// Ann moves and Bob asks for their games, in mails that are handled together. Bob answers the list with a move; how
/// many moves has the game then?
async fn answered_list(list_first: bool) -> (Correspondence, usize) {
    let mut desk = game().await;
    let moves = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "e4");
    let asks = answer(desk.newest_to("bob@players.test"), BOB, 11, "", "games");
    let mails = if list_first {
        [asks, moves]
    } else {
        [moves, asks]
    };
    for raw in mails {
        desk.store(&raw).await;
    }
    desk.work().await;
    desk.collect().await;
    let list = desk
        .letters
        .iter()
        .rev()
        .find(|letter| letter.mail.subject == "Chess: your games")
        .expect("the list")
        .clone();
    let raw = answer(&list, BOB, 12, "", "game 1 e5");
    let (_, fate) = desk.deliver(&raw).await;
    assert_eq!(fate.state, "done", "{fate:?}");
    let moves: String = sqlx::query_scalar("select moves from game")
        .fetch_one(&desk.pool)
        .await
        .expect("the game");
    let count = moves.split_whitespace().count();
    (desk, count)
}

#[tokio::test]
async fn a_list_is_good_for_a_move_that_was_made_before_it_in_the_same_batch() {
    let (_, moves) = answered_list(false).await;
    assert_eq!(moves, 2);
}

#[tokio::test]
async fn a_list_is_not_good_for_a_position_that_came_after_it_in_the_same_batch() {
    let (desk, moves) = answered_list(true).await;
    assert_eq!(moves, 1);
    let told = desk.newest_to("bob@players.test").mail.text.clone();
    assert!(told.unwrap_or_default().contains("has gone on since"));
}

/// Ann has moved, and Bob's mail without a code is handled together with hers. They are asked about the position that
/// hers made, so that their "yes" is good for it.
#[tokio::test]
async fn a_question_is_good_for_a_move_that_was_made_before_it_in_the_same_batch() {
    let mut desk = game().await;
    let moves = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "e4");
    desk.store(&moves).await;
    desk.store(&new_mail(BOB, 11, "", "game 1 e5")).await;
    desk.work().await;
    desk.collect().await;
    let question = desk
        .letters
        .iter()
        .rev()
        .find(|letter| letter.mail.subject == "Chess: please confirm")
        .expect("the question")
        .clone();
    assert_eq!(question.recipient, "bob@players.test");
    desk.deliver(&answer(&question, BOB, 12, "", "yes")).await;
    let moves: String = sqlx::query_scalar("select moves from game")
        .fetch_one(&desk.pool)
        .await
        .expect("the game");
    assert_eq!(moves, "e2e4 e7e5");
}

/// Every code in the letters of a game is one that would be taken out of somebody's words.
#[tokio::test]
async fn every_code_that_leaves_us_is_known_by_its_form() {
    let mut desk = game().await;
    for (number, from, text) in [
        (10, ANN, "games"),
        (11, BOB, "help"),
        (12, BOB, "address b@x.test"),
    ] {
        let address = crate::correspondence::address_of(from);
        let raw = answer(desk.newest_to(address), from, number, "", text);
        desk.deliver(&raw).await;
    }
    let (mut tokens, mut one_time) = (0, 0);
    for letter in &desk.letters {
        let id = letter.mail.message_id.clone().unwrap_or_default();
        let reply_to: String = letter.mail.values("reply-to").collect();
        tokens += usize::from(Token::read(&id).is_some());
        one_time += usize::from(OneTime::read(&id).is_some());
        let (head, _) = id.split_once('@').expect("a domain");
        let (code, _) = head.rsplit_once('.').expect("a nonce");
        for (place, left) in [
            (code.to_owned(), "(code removed)"),
            (head.to_owned(), "(code removed)"),
            (reply_to, "chess+(code removed)@chess.test"),
            (
                letter.envelope_from.clone(),
                "chess+(code removed)@chess.test",
            ),
        ] {
            if !place.is_empty() && place != "n" && !place.starts_with("n.") {
                let (_, place) = place.rsplit_once('<').unwrap_or(("", &place));
                assert_eq!(without_codes(place.trim_end_matches('>')), left, "{id}");
            }
        }
    }
    assert!(tokens >= 6 && one_time >= 2, "{tokens} {one_time}");
}

/// The lint over all letters of all tests notices a code of somebody else, however it is written.
#[test]
fn a_code_in_a_letter_to_somebody_else_is_noticed() {
    let code = "g1c0d20779.azq3k5vwj2hmtx6pd4bly7";
    let letter = |id: &str, text: &str| {
        format!(
            "From: chess@chess.test\r\nMessage-ID: <{id}.x@penpawn.chess.test>\r\n\r\n{text}\r\n"
        )
        .into_bytes()
    };
    let shows = |text: &str| {
        let mut codes = Codes::default();
        codes.check(&letter(code, "Hello"), "", "ann@players.test", &[]);
        let theirs = letter("g1o0d20779.abcdefghijklmnopqrstu", text);
        catch_unwind(AssertUnwindSafe(|| {
            codes.check(&theirs, "", "bob@players.test", &[]);
        }))
        .is_err()
    };
    let tail = &code["g1c0d20779.a".len()..];
    let each = |shown: &dyn Fn(char) -> String| tail.chars().map(shown).collect::<String>();
    for text in [
        tail.to_owned(),
        tail.to_uppercase(),
        each(&|c| format!("%{:02x}", u32::from(c))),
        each(&|c| format!("&#{};", u32::from(c))),
        each(&|c| format!("{c}-\r\n")),
    ] {
        assert!(shows(&text), "{text}");
    }
    assert!(!shows("Hello"));
}

/// What a mail program, or somebody who was asked for it, can put between two parts of a code.
const BETWEEN: &[&str] = &[
    "\n",
    "\r\n",
    "\n\n\n",
    "\n> ",
    "\n>> > ",
    "\n | ",
    "\n\t",
    " ",
    "  ",
    "\u{a0}",
    "-",
    " - ",
    " — ",
    "...",
    ". ",
    "/",
    "**",
    "_",
    "\"",
    "' '",
    "«»",
    "`",
    "(",
    ") (",
    "][",
    "{}",
    "|",
    "+",
    "=\n",
    "=\r\n",
    "=20",
    "%20",
    "\u{ad}",
    "\u{200b}\u{feff}",
    "\u{200d}",
    "\u{2028}",
    "\u{301}",
    "&nbsp;",
    "&shy;",
    "&#8203;",
    "<br>",
    "<br />\n",
    "<wbr>",
    "</b><b>",
    "</td>\n<td class=\"x y\" style=\"color: red\">",
    "</p><p>",
    "<!-- x -->",
    "ж",
    " № ",
    "棋",
    "♞",
];

/// How each letter of a code can be written.
const LETTERS: &[fn(char) -> String] = &[
    |sign| sign.to_ascii_uppercase().to_string(),
    |sign| full_width(sign).to_string(),
    // Bold letters of mathematics, letters and figures in circles.
    |sign| styled(sign, 0x1d41a, 0x1d7ce),
    |sign| styled(sign, 0x24d0, 0x1d7d8),
    |sign| format!("{sign}\u{200b}"),
    |sign| format!("{sign}\u{20dd}"),
    |sign| format!("{sign} "),
    |sign| format!("{sign}, "),
    |sign| format!("{sign}."),
    |sign| format!("{sign}\n"),
    |sign| format!("*{sign}*"),
    |sign| format!("\"{sign}\" "),
    |sign| format!("<b>{sign}</b>"),
    |sign| format!("%{:02X}", u32::from(sign)),
    |sign| format!("%25{:02x}", u32::from(sign)),
    |sign| format!("&#{};", u32::from(sign)),
    |sign| format!("&#x{:x};", u32::from(sign)),
    |sign| format!("={:02X}", u32::from(sign)),
    |sign| {
        match sign {
            'a' => 'а',
            'c' => 'с',
            'e' => 'е',
            'i' => 'і',
            'o' => 'ο',
            'p' => 'р',
            'y' => 'у',
            other => other,
        }
        .to_string()
    },
];

fn full_width(sign: char) -> char {
    char::from_u32(u32::from(sign) + 0xfee0).expect("a character")
}

/// In a style of which the small a and the nought are these.
fn styled(sign: char, a: u32, nought: u32) -> String {
    let twin = match sign {
        'a'..='z' => u32::from(sign) - u32::from('a') + a,
        '0'..='9' => u32::from(sign) - u32::from('0') + nought,
        _ => u32::from(sign),
    };
    char::from_u32(twin).expect("a character").to_string()
}

/// A code of any kind that we write.
fn some_code(dice: &mut Dice) -> String {
    let keys = Keys::new([(
        1,
        (0..32)
            .map(|_| u8::try_from(dice.below(256)).unwrap())
            .collect(),
    )]);
    let day = u32::try_from(20_000 + dice.below(9_000)).unwrap();
    let number = i64::try_from(1 + dice.below(100_000)).unwrap();
    let player = |letter| Purpose::Player {
        player: PlayerNumber(number),
        letter,
    };
    let game = |letter| Purpose::Game {
        game: GameNumber(number),
        seat: Seat::Opponent,
        turn: day % 300,
        letter,
    };
    let purpose = match dice.below(4) {
        0 => player(PlayerLetter::Of(Kind::Settings, day)),
        1 => player(PlayerLetter::List(1_795_260_000_123_456 + u64::from(day))),
        2 => game(GameLetter::Invitation(day)),
        _ => game(GameLetter::Written(day)),
    };
    keys.make(purpose).expect("a key")
}

/// Whatever a code is made into: of what the player says, of a name and of a line that is quoted back, no more is left
/// than four letters in a row, which are twenty of its hundred bits.
#[test]
fn no_more_than_a_harmless_rest_of_a_code_is_passed_on_in_any_disguise() {
    let mut dice = Dice::new(11, 0);
    for _ in 0..40 {
        let code = some_code(&mut dice);
        let mut disguises: Vec<String> = BETWEEN
            .iter()
            .map(|between| {
                let (begin, end) = code.split_at(1 + dice.below(code.len() - 1));
                format!("{begin}{between}{end}")
            })
            .collect();
        disguises.extend(
            LETTERS
                .iter()
                .map(|shown| code.chars().map(shown).collect()),
        );
        for disguise in disguises {
            for place in [
                format!("say Mine is {disguise}, or so.\nBye"),
                format!("> quoted: {disguise}\n\nBye"),
                format!("e4\n\nchess+{disguise}@chess.test"),
            ] {
                let words = own_words(&without_torn_codes(&place), None);
                let said = words.lines.join("\n");
                for left in [
                    clean_talk(&said).unwrap_or_default(),
                    clean_name(&said),
                    one_line(&said),
                    without_codes(&said).into_owned(),
                ] {
                    assert_harmless(&left, &code, &place);
                }
            }
        }
    }
}

fn assert_harmless(left: &str, code: &str, text: &str) {
    let (_, secret) = code.split_once('.').expect("a code");
    let letters: String = left
        .replace("(code removed)", "|")
        .nfkd()
        .filter(|sign| sign.is_ascii_alphanumeric() || *sign == '|')
        .collect::<String>()
        .to_lowercase();
    for piece in secret.as_bytes().windows(5) {
        let piece = String::from_utf8_lossy(piece);
        assert!(!letters.contains(&*piece), "{text:?} leaves {left:?}");
    }
}
