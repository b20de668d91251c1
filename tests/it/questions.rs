//! A "yes" does what the question named, and no more, whatever reads the mail that waited.

use crate::bed;
use crate::correspondence::{self, ANN, Correspondence, answer, new_mail};

const NINA: &str = "Nina <nina@newcomers.test>";

/// What a question named is changed, as if another version had read the mail then.
async fn asked_otherwise(desk: &Correspondence, named: &[&str]) {
    let named: Vec<String> = named.iter().map(|&item| item.to_owned()).collect();
    let changed = sqlx::query("update confirmation set named = $1 where used_at is null")
        .bind(named)
        .execute(&desk.pool)
        .await
        .expect("a question");
    assert_eq!(changed.rows_affected(), 1);
}

async fn says_yes(desk: &mut Correspondence, who: &str, number: usize) -> Vec<(String, String)> {
    let question = desk.newest_to(correspondence::address_of(who)).clone();
    let (letters, fate) = desk
        .deliver(&answer(&question, who, number, "", "yes"))
        .await;
    assert_eq!(fate.state, "done", "{fate:?}");
    letters
        .into_iter()
        .map(|letter| {
            let text = letter.mail.text.unwrap_or_default();
            let words: Vec<&str> = text.split_whitespace().collect();
            (letter.recipient, words.join(" "))
        })
        .collect()
}

async fn moves(desk: &Correspondence) -> String {
    sqlx::query_scalar("select moves from game where id = 1")
        .fetch_one(&desk.pool)
        .await
        .expect("a game")
}

#[tokio::test]
async fn a_move_that_was_not_named_is_not_played_with_the_yes() {
    let mut desk = correspondence::game().await;
    desk.deliver(&new_mail(ANN, 10, "", "e4\n\nHello Bob!"))
        .await;
    asked_otherwise(
        &desk,
        &[
            "1. d4 in game 1",
            "the words below, 1 line of 10 characters, for Bob",
        ],
    )
    .await;
    let letters = says_yes(&mut desk, ANN, 11).await;
    assert_eq!(moves(&desk).await, "");
    let [(reader, text)] = letters.as_slice() else {
        panic!("{letters:?}");
    };
    assert_eq!(reader, "ann@players.test");
    assert!(
        text.contains("\"1. e4 in game 1\", but that is not what you said yes to"),
        "{text}"
    );
}

#[tokio::test]
async fn words_that_were_not_named_are_not_passed_on_with_the_yes() {
    let mut desk = correspondence::game().await;
    desk.deliver(&new_mail(ANN, 10, "", "e4\n\nHello Bob!"))
        .await;
    asked_otherwise(&desk, &["1. e4 in game 1"]).await;
    let letters = says_yes(&mut desk, ANN, 11).await;
    assert_eq!(moves(&desk).await, "e2e4");
    assert!(
        letters.iter().all(|(_, text)| !text.contains("Hello")),
        "{letters:?}"
    );
    assert!(
        letters.iter().any(|(reader, text)| {
            reader == "ann@players.test" && text.contains("the words below, 1 line of 10")
        }),
        "{letters:?}"
    );
}

/// What is too long to be read through is nothing to say yes to.
#[tokio::test]
async fn a_question_shows_so_many_conditional_moves_and_a_yes_keeps_no_more() {
    let replies = [
        "a6", "a5", "b6", "b5", "c6", "c5", "d6", "d5", "e6", "e5", "f6", "f5", "g6",
    ];
    for (count, is_kept) in [(12, true), (13, false)] {
        let mut desk = correspondence::game().await;
        let lines: String = replies
            .iter()
            .take(count)
            .map(|reply| format!("if {reply} then d4\n"))
            .collect();
        desk.deliver(&new_mail(ANN, 10, "", &format!("e4\n{lines}")))
            .await;
        let question = desk.newest_to("ann@players.test").mail.text.clone();
        let question = question.unwrap_or_default();
        assert_eq!(!question.contains("too many"), is_kept, "{question}");
        says_yes(&mut desk, ANN, 11).await;
        assert_eq!(moves(&desk).await, "e2e4");
        let kept: i64 = sqlx::query_scalar("select count(*) from conditional")
            .fetch_one(&desk.pool)
            .await
            .expect("a count");
        assert_eq!(kept > 0, is_kept, "{count}");
    }
}

#[tokio::test]
async fn who_answers_neither_yes_nor_no_is_asked_again_three_times_a_day() {
    let mut desk = Correspondence::begin_on(bed::database().await).await;
    desk.deliver(&new_mail(NINA, 10, "", "challenge bob@players.test"))
        .await;
    let mut letters = Vec::new();
    for number in 11..16 {
        let question = desk.newest_to("nina@newcomers.test").clone();
        let asks = answer(&question, NINA, number, "", "What is this about?");
        letters.push(desk.deliver(&asks).await.0.len());
    }
    assert_eq!(letters, [1, 1, 1, 0, 0]);
}

#[tokio::test]
async fn an_item_that_was_named_once_is_done_once() {
    let mut desk = correspondence::game().await;
    let twice = "challenge victim@victims.test\nchallenge victim@victims.test";
    desk.deliver(&new_mail(ANN, 10, "", twice)).await;
    asked_otherwise(&desk, &["challenge victim@victims.test"]).await;
    let letters = says_yes(&mut desk, ANN, 11).await;
    let told = |text: &str| text.contains("that is not what you said yes to");
    assert_eq!(letters.len(), 3, "{letters:?}");
    assert!(letters.iter().any(|(_, text)| told(text)), "{letters:?}");
}

#[tokio::test]
async fn a_strangers_yes_does_what_was_named_of_the_mail() {
    let mut desk = Correspondence::begin_on(bed::database().await).await;
    desk.deliver(&new_mail(NINA, 10, "", "challenge victim@victims.test"))
        .await;
    asked_otherwise(&desk, &["to invite", "challenge bob@players.test"]).await;
    let letters = says_yes(&mut desk, NINA, 11).await;
    let [(reader, text)] = letters.as_slice() else {
        panic!("{letters:?}");
    };
    assert_eq!(reader, "nina@newcomers.test");
    assert!(text.contains("has not been done: challenge."), "{text}");
}

/// A question that was asked by a version which did not keep what it named is answered as that one promised.
#[tokio::test]
async fn what_was_asked_before_the_update_is_done() {
    let mut desk = correspondence::game().await;
    desk.deliver(&new_mail(ANN, 10, "", "e4")).await;
    sqlx::query("update confirmation set named = null")
        .execute(&desk.pool)
        .await
        .expect("an old question");
    says_yes(&mut desk, ANN, 11).await;
    assert_eq!(moves(&desk).await, "e2e4");
}

/// Two questions about one mail: the yes to the one answers the other.
#[tokio::test]
async fn a_mail_that_was_asked_about_twice_is_answered_once() {
    let mut desk = Correspondence::begin_on(bed::database().await).await;
    desk.deliver(&new_mail(NINA, 10, "", "challenge bob@players.test"))
        .await;
    let first = desk.newest_to("nina@newcomers.test").clone();
    desk.deliver(&answer(&first, NINA, 11, "", "What is this about?"))
        .await;
    assert_ne!(desk.newest_to("nina@newcomers.test").id, first.id);
    assert_eq!(says_yes(&mut desk, NINA, 12).await.len(), 2);
    let (_, fate) = desk.deliver(&answer(&first, NINA, 13, "", "yes")).await;
    assert_eq!(fate.reason, None, "told that it was answered already");
}

/// How many letters an answer with these words brings about that comes from somewhere else than where we asked.
async fn answered_elsewhere(
    desk: &mut Correspondence,
    question: &str,
    number: usize,
    words: &str,
) -> usize {
    let question = desk.newest_to(question).clone();
    let mail = answer(&question, "Eve <eve@elsewhere.test>", number, "", words);
    desk.deliver(&mail).await.0.len()
}

async fn is_silent(desk: &Correspondence, address: &str) {
    sqlx::query("insert into silence (key) values ($1)")
        .bind(address)
        .execute(&desk.pool)
        .await
        .expect("silence");
}

#[tokio::test]
async fn who_was_asked_is_told_three_times_a_day_that_somebody_answers_from_elsewhere() {
    let mut desk = Correspondence::begin().await;
    desk.deliver(&new_mail(NINA, 1, "", "join")).await;
    let nina = correspondence::address_of(NINA);
    assert_eq!(answered_elsewhere(&mut desk, nina, 2, "Thank you").await, 0);
    let mut told = 0;
    for number in 3..8 {
        told += answered_elsewhere(&mut desk, nina, number, "yes").await;
    }
    assert_eq!(told, 3);
    desk.days_pass(1).await;
    is_silent(&desk, nina).await;
    assert_eq!(answered_elsewhere(&mut desk, nina, 9, "yes").await, 0);
}

#[tokio::test]
async fn an_address_that_a_player_wants_is_told_of_no_answer_from_elsewhere() {
    let mut desk = correspondence::game().await;
    let letter = desk.newest_to(correspondence::address_of(ANN)).clone();
    desk.deliver(&answer(&letter, ANN, 10, "", "address ann@new.test"))
        .await;
    says_yes(&mut desk, ANN, 11).await;
    assert_eq!(
        answered_elsewhere(&mut desk, "ann@new.test", 12, "yes").await,
        0
    );
    // A code from elsewhere that comes with no order is worth no question either.
    let mail = answer(&letter, "Eve <eve@elsewhere.test>", 13, "", "Thank you");
    let (letters, fate) = desk.deliver(&mail).await;
    assert_eq!(letters.len(), 0, "{fate:?}");
}

#[tokio::test]
async fn who_said_stop_meanwhile_confirms_nothing() {
    let mut desk = Correspondence::begin().await;
    desk.deliver(&new_mail(NINA, 1, "", "join")).await;
    let nina = correspondence::address_of(NINA);
    is_silent(&desk, nina).await;
    let yes = answer(desk.newest_to(nina), NINA, 2, "", "yes");
    let (letters, fate) = desk.deliver(&yes).await;
    assert_eq!((letters.len(), fate.state.as_str()), (0, "dropped"));
    let players: i64 = sqlx::query_scalar("select count(*) from player")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(players, 0);
}

#[tokio::test]
async fn what_is_always_asked_about_is_asked_ten_times_a_day() {
    let mut desk = correspondence::game().await;
    let letter = desk.newest_to("ann@players.test").clone();
    let mut asked = 0;
    for number in 30..42 {
        let mail = answer(&letter, ANN, number, "", "leave the server");
        asked += desk.deliver(&mail).await.0.len();
    }
    assert_eq!(asked, 10);
}

/// Everybody can write in a player's name; what shows a code of theirs is asked about all the same.
#[tokio::test]
async fn forged_mails_take_no_question_from_a_mail_with_the_players_code() {
    let mut desk = correspondence::game().await;
    let letter = desk.newest_to("ann@players.test").clone();
    let mut asked = 0;
    for number in 30..45 {
        let forged = new_mail(ANN, number, "", &format!("reminders {number} days"));
        asked += desk.deliver(&forged).await.0.len();
    }
    assert!((1..15).contains(&asked), "{asked}");
    let own = answer(&letter, "Ann <ann@work.test>", 50, "", "e4");
    let (letters, fate) = desk.deliver(&own).await;
    assert_eq!(fate.state, "held", "{fate:?}");
    assert_eq!(letters.len(), 1);
}
