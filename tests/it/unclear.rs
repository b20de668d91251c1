//! Mails of players in which there is nothing to do: how many of them are answered, and who is counted as left without an
//! answer.

use crate::correspondence::{Correspondence, answer};
use penpawn::db::status::status;

/// A player, and the answer to the newest letter to them with these words.
async fn ann() -> Correspondence {
    let mut desk = Correspondence::begin().await;
    let join = crate::correspondence::new_mail(ANN, 1, "", "join");
    desk.deliver(&join).await;
    let yes = answer(desk.newest_to("ann@players.test"), ANN, 2, "", "yes");
    desk.deliver(&yes).await;
    desk
}

const ANN: &str = "Ann <ann@players.test>";

async fn says(desk: &mut Correspondence, number: usize, words: &str) -> usize {
    desk.letters_lie_for_an_hour().await;
    let mail = answer(desk.newest_to("ann@players.test"), ANN, number, "", words);
    desk.deliver(&mail).await.0.len()
}

/// Words that nobody has written before, without a number.
fn new_words(number: usize) -> String {
    let name: String = number
        .to_string()
        .bytes()
        .map(|digit| char::from(digit - b'0' + b'a'))
        .collect();
    format!("There was a bird called {name} in the garden this morning.")
}

#[tokio::test]
async fn thirty_mails_that_say_something_new_are_answered_a_day_and_the_others_are_counted() {
    let mut desk = ann().await;
    for number in 1..=30 {
        let answers = says(&mut desk, 10 + number, &new_words(number)).await;
        assert_eq!(answers, 1, "mail {number}");
        let last = desk.newest_to("ann@players.test");
        let text = last.mail.text.clone().unwrap_or_default();
        assert_eq!(
            text.contains("our last answer today"),
            number == 30,
            "mail {number}"
        );
    }
    for number in 31..=33 {
        assert_eq!(says(&mut desk, 10 + number, &new_words(number)).await, 0);
    }
    let mails = status(&desk.pool).await.expect("the status").mails;
    assert_eq!((mails.enough_for_today, mails.unanswered), (3, 0));
    // What is done as always counts anew.
    assert_eq!(says(&mut desk, 50, "games").await, 1);
    assert_eq!(says(&mut desk, 51, &new_words(51)).await, 1);
    let last = desk.newest_to("ann@players.test");
    let text = last.mail.text.clone().unwrap_or_default();
    assert!(!text.contains("our last answer today"), "{text}");
}

/// Whoever knows an address could keep its robot and us talking for ever.
#[tokio::test]
async fn a_mail_that_proves_nothing_does_not_let_a_robot_be_answered_anew() {
    let mut desk = ann().await;
    let words = "We have received your mail.";
    let mut answers = Vec::new();
    for number in 10..16 {
        answers.push(says(&mut desk, number, words).await);
    }
    assert_eq!(answers, [1, 1, 1, 1, 0, 0]);
    let forged = crate::correspondence::new_mail(ANN, 20, "", "games");
    assert_eq!(desk.deliver(&forged).await.0.len(), 1);
    assert_eq!(says(&mut desk, 21, words).await, 0);
    // Their own order does.
    assert_eq!(says(&mut desk, 22, "games").await, 1);
    assert_eq!(says(&mut desk, 23, words).await, 1);
}
