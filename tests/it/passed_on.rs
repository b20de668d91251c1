//! What a question says of words, and what a "yes" to it passes on.

use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, game, new_mail};

/// The lines of a letter that are indented as a message is, between blank ones.
fn message_in(text: &str) -> usize {
    text.lines()
        .skip_while(|line| !(line.contains("writes to you") || line.contains("writes:")))
        .skip(1)
        .skip_while(|line| line.trim().is_empty())
        .take_while(|line| line.starts_with("    ") || line.trim().is_empty())
        .collect::<Vec<_>>()
        .join("\n")
        .trim_end()
        .lines()
        .filter(|line| !line.contains("The rest of the message was cut"))
        .count()
}

/// How many lines the question says it passes on to Bob.
fn said(question: &str) -> usize {
    let words: Vec<&str> = question.split_whitespace().collect();
    let words = words.join(" ");
    let counts = ["the words below, ", "a message of "]
        .iter()
        .filter_map(|before| {
            let (_, behind) = words.split_once(before)?;
            let (count, behind) = behind.split_once(' ')?;
            let (extent, _) = behind.split_once(" Bob")?;
            let lines = if count == "1" {
                "line of "
            } else {
                "lines of "
            };
            assert!(extent.starts_with(lines), "{words}");
            assert!(
                extent.ends_with(" characters, for") || extent.ends_with(" characters to"),
                "{words}"
            );
            Some(count.parse::<usize>().expect("a number"))
        });
    counts.sum()
}

async fn after_e4() -> Correspondence {
    let mut desk = game().await;
    let letter = desk.newest_to(address_of(ANN)).clone();
    desk.deliver(&answer(&letter, ANN, 5, "", "e4")).await;
    let letter = desk.newest_to(address_of(BOB)).clone();
    desk.deliver(&answer(&letter, BOB, 6, "", "e5")).await;
    desk
}

#[tokio::test]
async fn a_question_says_of_words_what_a_yes_passes_on() {
    let many = "So it is.\n".repeat(60);
    let pgn = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 *\n";
    for (text, lines) in [
        ("Nf3\n\nHello Bob!".to_owned(), 1),
        ("Nf3\n\nHello Bob!\n\n\n\nHow are you?\n".to_owned(), 3),
        ("Nf3 good luck!\n\nHello Bob!".to_owned(), 2),
        (format!("Nf3\n\n{many}"), 40),
        ("say Hello Bob!".to_owned(), 1),
        ("say Hello Bob!\nHow are you?\n\nYours".to_owned(), 4),
        (format!("say {many}"), 40),
        ("Hello Bob,\nsay How are you?".to_owned(), 1),
        ("draw\n\nIs that enough?".to_owned(), 1),
        (format!("Hello Bob!\n\n{pgn}"), 1),
        ("Nf3\n\n73\n\nYours".to_owned(), 3),
        ("note: the best move\n\nHello Bob!".to_owned(), 1),
        ("resign\n\nWell played!".to_owned(), 1),
        (
            "Nf3\n\nFrom: Ann <ann@players.test>\nTo: chess@chess.test\nHello".to_owned(),
            0,
        ),
    ] {
        let mut desk = after_e4().await;
        desk.deliver(&new_mail(ANN, 10, "", &text)).await;
        let question = desk.newest_to(address_of(ANN)).clone();
        let asked = question.mail.text.clone().unwrap_or_default();
        assert_eq!(said(&asked), lines, "{text}: {asked}");
        let (letters, _) = desk.deliver(&answer(&question, ANN, 11, "", "yes")).await;
        let to_bob: Vec<&str> = letters
            .iter()
            .filter(|letter| letter.recipient == address_of(BOB))
            .filter_map(|letter| letter.mail.text.as_deref())
            .collect();
        let passed_on: usize = to_bob.iter().map(|letter| message_in(letter)).sum();
        assert_eq!(passed_on, lines, "{text}: {asked}\n{to_bob:#?}");
    }
}

#[tokio::test]
async fn a_question_says_of_a_note_what_a_yes_keeps() {
    for (text, item) in [
        (
            "note: the best move",
            "a note of 1 line of 13 characters in game 1",
        ),
        (
            "note 1: the best move\nthat there was\nand more",
            "a note of 1 line of 37 characters about move 1 in game 1",
        ),
        ("note:", "the note to be taken back in game 1"),
        (
            "note 1:",
            "the note about move 1 to be taken back in game 1",
        ),
        ("note: $19", "a note of a mark in game 1"),
    ] {
        let mut desk = after_e4().await;
        desk.deliver(&new_mail(ANN, 10, "", text)).await;
        let question = desk.newest_to(address_of(ANN)).clone();
        let asked = question.mail.text.clone().unwrap_or_default();
        assert!(
            asked.contains(&format!("asked for: {item}\n")),
            "{text}: {asked}"
        );
        desk.deliver(&answer(&question, ANN, 11, "", "yes")).await;
        let kept: Vec<(Option<i16>, String)> = sqlx::query_as("select glyph, text from note")
            .fetch_all(&desk.pool)
            .await
            .expect("notes");
        let lines: usize = kept.iter().map(|(_, text)| text.lines().count()).sum();
        let is_taken_back = kept
            .iter()
            .all(|(glyph, text)| glyph.is_none() && text.is_empty());
        assert_eq!(lines == 1, item.contains("1 line"), "{text}: {kept:?}");
        assert_eq!(
            is_taken_back,
            item.contains("taken back"),
            "{text}: {kept:?}"
        );
    }
}
