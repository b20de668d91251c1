//! The bounds of `budget`: what is just within each is read, and one thing more is not, and where somebody could wonder it
//! is said.

use crate::correspondence::{ANN, Correspondence, address_of, answer, game};
use penpawn::budget::{
    CHALLENGES, CONDITION_LINES, FAULTS_TOLD, FENS, GAME_MOVES, GAMES, GAMES_FOUND, LINE,
    LINE_OF_PLAY, LINE_SEARCHED, LINES_SCANNED, LINES_SEARCHED, MOVETEXT, PGN_OF_A_LETTER,
    PREPARED_MOVES, SCORE, SCORE_LINES, SCORE_MOVES, SENTENCES, TEXT,
};
use penpawn::chess::notation::Letters;
use penpawn::language::{Command, Doubt, Message, Order, own_words, read};

fn message(text: &str) -> Message {
    read(&own_words(text, None), "", Letters::English)
}

#[test]
fn a_line_that_is_longer_is_no_order() {
    for (length, is_order) in [(LINE, true), (LINE + 1, false)] {
        let name = "x".repeat(length - "name ".len());
        let found = message(&format!("name {name}\n"));
        assert_eq!(!found.orders.is_empty(), is_order, "{length}");
    }
}

#[test]
fn so_many_challenges_are_made_and_the_others_are_named() {
    let whom = |count: usize| -> Vec<String> {
        let address = |at: usize| format!("f{at}@x.test");
        (0..count).map(address).collect()
    };
    for (count, beyond) in [(CHALLENGES, 0), (CHALLENGES + 2, 2)] {
        let in_a_line = format!("challenge {}\n", whom(count).join(", "));
        let below_each_other = format!("challenge {}\n", whom(count).join("\nchallenge "));
        for text in [in_a_line, below_each_other] {
            let found = message(&format!("{text}\nHello!\n"));
            assert_eq!(found.orders.len(), CHALLENGES, "{text}");
            assert_eq!(found.beyond, whom(count)[CHALLENGES..], "{text}");
            assert_eq!(found.beyond.len(), beyond, "{text}");
            assert_eq!(found.talk.as_deref(), Some("Hello!"), "{text}");
        }
    }
    let twice = message("challenge f1@x.test, Bob and F1@x.test\n");
    assert_eq!(twice.orders.len(), 2);
    assert_eq!(twice.twice, ["F1@x.test"]);
}

#[test]
fn an_order_below_other_words_is_looked_for_in_so_many_lines_of_such_length() {
    let meant = |text: &str| {
        let unread = message(text).unread;
        unread.and_then(|unread| unread.did_you_mean)
    };
    let prose = "how are you these days, my friend?\n";
    for (lines, wanted) in [(LINES_SEARCHED - 1, Some("resign")), (LINES_SEARCHED, None)] {
        let text = format!("{}resign\n", prose.repeat(lines));
        assert_eq!(meant(&text).as_deref(), wanted, "{lines}");
    }
    for (octets, is_found) in [(LINE_SEARCHED, true), (LINE_SEARCHED + 1, false)] {
        let name = "x".repeat(octets - "challenge @y.org".len());
        let text = format!("{prose}challenge {name}@y.org\n");
        assert_eq!(
            meant(&text).is_some_and(|line| line.starts_with("challenge")),
            is_found,
            "{octets}"
        );
    }
}

#[test]
fn a_move_in_a_sentence_is_looked_for_in_so_many_words() {
    for (octets, is_found) in [(SENTENCES - 100, true), (SENTENCES + 100, false)] {
        let prose = "The weather is fine over here, and so are we.\n".repeat(octets / 45);
        let text = format!("I play Nf3 now.\n\n{prose}");
        let found = message(&text);
        assert_eq!(!found.orders.is_empty(), is_found, "{octets}: {found:?}");
    }
}

#[test]
fn so_many_positions_are_compared_and_no_more() {
    let fens: String = (0..FENS + 3)
        .map(|at| format!("8/8/8/8/8/8/4P3/4K2k w - - 0 {}\n", at + 1))
        .collect();
    assert_eq!(message(&format!("Nf3\n\n{fens}")).fens.len(), FENS);
}

#[test]
fn a_game_in_pgn_that_is_larger_is_no_move() {
    for (octets, is_read) in [(SCORE - 200, true), (SCORE + 1, false)] {
        let comment = "so it goes, word for word ".repeat(octets / 26 + 1);
        let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {{{comment}}} *\n");
        let found = message(&text);
        let is_score = |order: &Order| matches!(order.command, Command::Score(_));
        assert_eq!(found.orders.iter().any(is_score), is_read, "{octets}");
    }
}

#[test]
fn of_a_typed_score_so_many_lines_are_read() {
    let lines = |count: usize| -> String {
        (0..count)
            .map(|at| format!("{}. {}\n", at + 1, ["Nf3 Nf6", "Ng1 Ng8"][at % 2]))
            .collect()
    };
    let moves = |text: &str| {
        let found = message(text);
        let moves = found.orders.iter().map(|order| match &order.command {
            Command::Moves(moves) => moves.len(),
            _ => 0,
        });
        moves.sum::<usize>()
    };
    assert_eq!(moves(&lines(SCORE_LINES / 2)), SCORE_LINES);
    let most = moves(&lines(SCORE_LINES + 50));
    assert!(most <= 2 * (SCORE_LINES + LINES_SCANNED), "{most}");
}

#[test]
fn so_many_characters_of_a_text_are_read() {
    let raw = format!(
        "From: a@example.org\n\n{}",
        "é".repeat(TEXT / 4) + &"e".repeat(TEXT)
    );
    let mail = penpawn::mail::read::read(raw.as_bytes()).expect("a mail");
    let text = mail.text.expect("a text");
    assert_eq!(text.chars().count(), TEXT);
    // Who reads on knows that there may be more.
    assert!(own_words(&text, None).cut);
    let short: String = text.chars().skip(1).collect();
    assert!(!own_words(&short, None).cut);
}

#[test]
fn so_many_conditional_moves_are_kept() {
    let prepared = |found: &Message| {
        let is_tree = |order: &Order| matches!(order.command, Command::Prepare(_));
        found.orders.iter().any(is_tree)
    };
    let too_many = |found: &Message| {
        let doubt = found.unread.as_ref().map(|unread| unread.reason);
        doubt == Some(Doubt::TooManyConditions)
    };
    let said = |octets: usize| format!("if:\ne5 {{{}}} d4\n", "x".repeat(octets));
    let line = "if Nf6 then Ng1 if Ng8 then Nf3 ".repeat(LINE_OF_PLAY / 4);
    let most = PREPARED_MOVES / LINE_OF_PLAY;
    for (what, text, is_read) in [
        ("lines", "if e5 then d4\n".repeat(CONDITION_LINES), true),
        (
            "lines",
            "if e5 then d4\n".repeat(CONDITION_LINES + 1),
            false,
        ),
        ("octets", said(MOVETEXT - 8), true),
        ("octets", said(MOVETEXT), false),
        ("moves", format!("{line}\n").repeat(most), true),
        ("moves", format!("{line}\n").repeat(most + 1), false),
    ] {
        let found = message(&format!("Nf3\n{text}"));
        assert_eq!(prepared(&found), is_read, "{what}: {:?}", found.unread);
        assert_eq!(too_many(&found), !is_read, "{what}");
    }
}

/// Ann, and the newest letter to her, whose code opens the archive.
async fn archivist() -> Correspondence {
    let mut desk = game().await;
    let letter = desk.newest_to(address_of(ANN)).clone();
    desk.deliver(&answer(&letter, ANN, 9, "", "help")).await;
    desk
}

/// What Ann is told when she sends this with the code of her newest letter, in one line, and the games attached to it.
async fn told(desk: &mut Correspondence, number: usize, text: &str) -> (String, usize) {
    let letter = desk.newest_to(address_of(ANN)).clone();
    let (letters, fate) = desk.deliver(&answer(&letter, ANN, number, "", text)).await;
    let letter = letters.first().unwrap_or_else(|| panic!("{fate:?}"));
    let said = letter.mail.text.as_deref().unwrap_or_default();
    let games = letter
        .mail
        .attachments
        .iter()
        .filter_map(|attachment| attachment.text.as_deref())
        .map(|pgn| pgn.matches("[Event ").count())
        .sum();
    (said.split_whitespace().collect::<Vec<_>>().join(" "), games)
}

/// A game with all that is asked of one, and this movetext.
fn entry(round: usize, moves: &str) -> String {
    format!(
        "[Event \"Club\"]\n[Site \"?\"]\n[Date \"1990.01.01\"]\n[Round \"{round}\"]\n[White \"A{round}\"]\n[Black \"B\"]\n\
         [Result \"*\"]\n\n{moves} *\n\n"
    )
}

#[tokio::test]
async fn one_mail_enters_so_many_games_with_so_many_moves_each_so_large() {
    let mut desk = archivist().await;
    let many: String = (0..=GAMES).map(|round| entry(round, "1. e4")).collect();
    let (said, _) = told(&mut desk, 20, &format!("enter Many\n\n{many}")).await;
    assert!(said.contains(&format!("at most {GAMES} games")), "{said}");
    let entered: i64 = sqlx::query_scalar("select count(*) from archive_game")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(usize::try_from(entered), Ok(GAMES));
    let variations = format!("1. e4 {}", "(1. d4)\n".repeat(GAME_MOVES));
    let lines = variations.replace(")\n(", ") (");
    for (number, moves, why) in [
        (21, lines.as_str(), "no more moves can be read with it"),
        (
            22,
            &format!(
                "1. e4 {{{}}}",
                "one word and another ".repeat(PGN_OF_A_LETTER / 21 + 1)
            ),
            "the game has more than 256 KiB",
        ),
    ] {
        let (said, _) = told(
            &mut desk,
            number,
            &format!("enter Much\n\n{}", entry(1, moves)),
        )
        .await;
        assert!(said.contains(why), "{number}: {said}");
        assert!(!said.contains("In the archive now"), "{number}: {said}");
    }
}

#[tokio::test]
async fn of_many_faults_so_many_are_told() {
    let mut desk = archivist().await;
    let bad: String = (0..2 * FAULTS_TOLD)
        .map(|round| entry(round, "1. e5"))
        .collect();
    let (said, _) = told(&mut desk, 20, &format!("enter Bad\n\n{bad}")).await;
    assert_eq!(
        said.matches("there is no pawn").count(),
        FAULTS_TOLD,
        "{said}"
    );
    // So it is with what was taken with a doubt.
    let odd: String = (0..2 * FAULTS_TOLD)
        .map(|round| entry(round, "1. e4"))
        .map(|game| game.replace("\"*\"", "\"1-0\"").replace(" *\n", "\n"))
        .collect();
    let (said, _) = told(&mut desk, 21, &format!("enter Odd\n\n{odd}")).await;
    assert_eq!(
        said.matches("do not end with a result").count(),
        FAULTS_TOLD,
        "{said}"
    );
}

#[tokio::test]
async fn one_answer_brings_so_many_games() {
    let mut desk = archivist().await;
    let many: String = (0..GAMES_FOUND + 5)
        .map(|round| entry(round, "1. e4"))
        .collect();
    told(&mut desk, 20, &format!("enter Many\n\n{many}")).await;
    let (said, games) = told(&mut desk, 21, "search collection Many").await;
    assert_eq!(games, GAMES_FOUND, "{said}");
    let first = format!("finds {} games", GAMES_FOUND + 5);
    assert!(said.contains(&first), "{said}");
}

/// The game so far and one move more, in a file in which variations have more moves than are read.
#[tokio::test]
async fn a_score_of_more_moves_plays_nothing() {
    for (times, is_played) in [(SCORE_MOVES / 2, true), (SCORE_MOVES, false)] {
        let mut desk = game().await;
        let moves = format!("1. e4 {}", "(1. d4)".repeat(times));
        let pgn = entry(1, &moves);
        let parts = "Content-Type: multipart/mixed; boundary=b\n";
        let text = format!(
            "--b\nContent-Type: text/plain\n\nhere is my move\n\n--b\nContent-Type: application/x-chess-pgn\n\n{pgn}\n--b--\n"
        );
        let letter = desk.newest_to(address_of(ANN)).clone();
        let (_, fate) = desk.deliver(&answer(&letter, ANN, 20, parts, &text)).await;
        let played: String = sqlx::query_scalar("select moves from game")
            .fetch_one(&desk.pool)
            .await
            .expect("the game");
        assert_eq!(played == "e2e4", is_played, "{times}: {played:?} {fate:?}");
    }
}
