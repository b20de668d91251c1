//! The bounds of `budget`: what is just within each is read, and one thing more is not, and where somebody could wonder it
//! is said.

use crate::correspondence::{ANN, Correspondence, address_of, answer, game, new_mail};
use penpawn::budget::{
    CHALLENGES, CONDITION_LINES, FAULTS_TOLD, FENS, GAME_MOVES, GAMES, GAMES_FOUND, LINE,
    LINE_OF_PLAY, LINE_SEARCHED, LINES_SCANNED, LINES_SEARCHED, LINES_UNPROVEN, MOVETEXT,
    PGN_OF_A_LETTER, PREPARED_MOVES, SCORE, SCORE_LINES, SCORE_MOVES, SCORE_MOVES_UNPROVEN,
    SCORE_UNPROVEN, SENTENCES, TEXT, WORDS_UNPROVEN,
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

/// What may take a move back is looked for below it in so many lines.
#[test]
fn a_second_thought_is_looked_for_in_so_many_lines() {
    let doubt = |text: &str| message(text).unread.map(|unread| unread.reason);
    let words = |lines: usize| "word\n".repeat(lines);
    for (lines, thought) in [
        (LINES_SCANNED / 2, Some(Doubt::Alternatives)),
        (LINES_SCANNED + 2, None),
    ] {
        for text in [
            format!("e4\n\n{}d4\n", words(lines)),
            format!("I play e4.\n{}d4\n", words(lines)),
        ] {
            assert_eq!(doubt(&text), thought, "{lines}: {text}");
        }
    }
}

#[test]
fn conditions_among_words_for_the_opponent_are_looked_for_in_so_many_lines() {
    for (lines, is_seen) in [(LINES_SEARCHED / 2, true), (LINES_SEARCHED + 2, false)] {
        let found = message(&format!("e4\n\n{}if e5 then d4\n", "word\n".repeat(lines)));
        assert_eq!(found.unread.is_some(), is_seen, "{lines}");
    }
}

#[test]
fn so_many_fields_and_so_many_parts_of_a_mail_are_kept() {
    let read = |raw: &str| penpawn::mail::read::read(raw.as_bytes()).expect("a mail");
    for (others, is_kept) in [(998, true), (999, false)] {
        let others = "X-Y: z\r\n".repeat(others);
        let mail = read(&format!(
            "From: a@x.test\r\n{others}Precedence: bulk\r\n\r\nx\r\n"
        ));
        assert_eq!(mail.values("precedence").next().is_some(), is_kept);
    }
    for (parts, joined) in [(50, 50), (51, 50)] {
        let parts = "--b\r\n\r\nword\r\n".repeat(parts);
        let mail = read(&format!(
            "From: a@x.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n"
        ));
        let text = mail.text.unwrap_or_default();
        assert_eq!(text.matches("word").count(), joined);
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

/// It is read with the game locked, and whoever knows an address can send it.
#[tokio::test]
async fn a_score_of_more_moves_that_no_code_stands_behind_brings_no_move() {
    for (times, is_read) in [
        (SCORE_MOVES_UNPROVEN / 2, true),
        (SCORE_MOVES_UNPROVEN, false),
    ] {
        let mut desk = game().await;
        let pgn = entry(1, &format!("1. e4 {}", "(1. d4)".repeat(times)));
        assert!(pgn.len() < SCORE_UNPROVEN);
        let parts = "Content-Type: application/x-chess-pgn\n";
        desk.deliver(&new_mail(ANN, 20, parts, &pgn)).await;
        let question = desk.newest_to(address_of(ANN)).mail.text.clone();
        let question = question.unwrap_or_default();
        assert_eq!(
            question.contains("asked for: 1. e4 in game 1"),
            is_read,
            "{question}"
        );
    }
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

/// What Ann is told of a mail of hers that shows nothing, in one line, and what became of it.
async fn told_unproven(desk: &mut Correspondence, number: usize, text: &str) -> (String, String) {
    let (letters, fate) = desk.deliver(&new_mail(ANN, number, "", text)).await;
    let [letter] = letters.as_slice() else {
        panic!("{letters:?} {fate:?}");
    };
    assert_eq!(letter.recipient, address_of(ANN));
    (in_one_line(letter.mail.text.as_deref()), fate.state)
}

fn in_one_line(text: Option<&str>) -> String {
    let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

async fn played(desk: &Correspondence) -> String {
    sqlx::query_scalar("select moves from game")
        .fetch_one(&desk.pool)
        .await
        .expect("the game")
}

const NOT_READ: &str = "not read and so not done";
const WHY_NOT_READ: &str = "of a mail that does not answer one of ours only the first 150 lines";

#[tokio::test]
async fn of_a_mail_that_shows_nothing_so_many_lines_are_read_and_the_others_are_told() {
    let short = "So it is.\n".repeat(LINES_UNPROVEN - 1);
    let few_long = format!("{}\n", "so it is, ".repeat(60)).repeat(WORDS_UNPROVEN / 600);
    let one_long = "so it is, ".repeat(WORDS_UNPROVEN / 10);
    for (words, is_told) in [
        (short.clone(), None),
        (format!("{short}And\n\nso\n"), Some("2 more lines")),
        (few_long.clone(), None),
        (format!("{few_long}{few_long}"), Some("more lines")),
        (format!("{one_long}{one_long}"), Some("1 more line,")),
    ] {
        let mut desk = game().await;
        let (question, fate) = told_unproven(&mut desk, 10, &format!("e4\n\n{words}")).await;
        assert_eq!(fate, "held");
        assert!(
            question.contains("asked for: 1. e4 in game 1"),
            "{question}"
        );
        assert!(question.contains("for Bob"), "{question}");
        assert_eq!(question.contains(NOT_READ), is_told.is_some(), "{question}");
        assert!(question.contains(is_told.unwrap_or_default()), "{question}");
        let letter = desk.newest_to(address_of(ANN)).clone();
        let (letters, _) = desk.deliver(&answer(&letter, ANN, 11, "", "yes")).await;
        assert_eq!(played(&desk).await, "e2e4");
        let told = |letter: &crate::correspondence::Letter| {
            in_one_line(letter.mail.text.as_deref()).contains(WHY_NOT_READ)
        };
        let to_ann: Vec<_> = letters.iter().filter(|letter| told(letter)).collect();
        assert_eq!(to_ann.len(), usize::from(is_told.is_some()), "{letters:?}");
        assert!(
            to_ann
                .iter()
                .all(|letter| letter.recipient == address_of(ANN))
        );
    }
    // With a code of ours it is read to its end.
    let mut desk = game().await;
    let letter = desk.newest_to(address_of(ANN)).clone();
    let text = format!("e4\n\n{short}{short}");
    let (letters, _) = desk.deliver(&answer(&letter, ANN, 10, "", &text)).await;
    assert_eq!(played(&desk).await, "e2e4");
    assert!(
        letters
            .iter()
            .all(|letter| { !in_one_line(letter.mail.text.as_deref()).contains(WHY_NOT_READ) }),
        "{letters:?}"
    );
}

#[tokio::test]
async fn a_mail_that_shows_nothing_and_is_too_long_is_answered_or_asked_about_whatever_it_holds() {
    let conditions = "if e5 then Nf3\n".repeat(LINES_UNPROVEN);
    let prose = "So it is.\n".repeat(2 * LINES_UNPROVEN);
    let games: String = (0..LINES_UNPROVEN)
        .map(|round| entry(round, "1. e4"))
        .collect();
    let lines = games.trim().lines().count();
    for (text, state, said) in [
        (
            prose.clone(),
            "done",
            "We could make nothing of a mail in your name".to_owned(),
        ),
        (
            format!("e4\n{conditions}"),
            "held",
            "asked for: 1. e4 in game 1 asked for: 1 more line, which is not read and so not done"
                .to_owned(),
        ),
        (
            conditions.repeat(2),
            "done",
            "it holds more conditional moves than are read in one mail".to_owned(),
        ),
        (
            format!("say {prose}"),
            "held",
            "asked for: a message of 40 lines of ".to_owned(),
        ),
        (
            format!("note: {prose}"),
            "held",
            "asked for: a note of 1 line of ".to_owned(),
        ),
        (
            format!("enter club\n{games}"),
            "held",
            format!("asked for: enter games into the archive, {lines} lines Was"),
        ),
        (
            format!("help\n\n{prose}"),
            "done",
            "How to play chess by mail".to_owned(),
        ),
    ] {
        let mut desk = game().await;
        let (told, fate) = told_unproven(&mut desk, 10, &text).await;
        assert_eq!(fate, state, "{told}");
        assert!(told.contains(&said), "{said}: {told}");
        assert_eq!(played(&desk).await, "", "{told}");
    }
}
