//! Codes that open one door: what depends on the order in which mails are handled, and what a code is known by.

use crate::correspondence::{ANN, BOB, Correspondence, answer, game, new_mail};
use crate::lint::Codes;
use penpawn::letters::without_codes;
use penpawn::mail::token::{OneTime, Token};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Ann moves and Bob asks for his games, in mails that are handled together. Bob answers the list with a move; how many
/// moves has the game then?
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

/// Ann has moved, and Bob's mail without a code is handled together with hers. He is asked about the position that hers
/// made, so that his "yes" is good for it.
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
