//! A knock-out on the real database: a pair begins as soon as both its players are known, once, and it ends with one winner.

use super::rounds::{names, says_and_means, two_robots_go_on, without_clock};
use super::{count, mailbox, says, signed_up};
use crate::correspondence::{Correspondence, Letter, answer};
use crate::daemon::Setup;
use crate::passing;
use chrono::TimeDelta;
use penpawn::game::Result;
use penpawn::robot::Ruling;
use uuid::Uuid;

/// Who has this number in the draw.
async fn seed(desk: &Correspondence, number: i32) -> String {
    let sql = format!(
        "select name from tournament_player join player on player.id = player_id where number = {number}"
    );
    names(desk, &sql).await.remove(0)
}

/// The games of a meeting, by boards: the number of its round, and its place there from 0.
async fn games(desk: &Correspondence, round: i32, slot: i32) -> Vec<i64> {
    sqlx::query_scalar(
        "select game_id from tournament_game where round = $1 and (board - 1) / 4 = $2 order by board",
    )
    .bind(round)
    .bind(slot)
    .fetch_all(&desk.pool)
    .await
    .expect("games")
}

/// The administrator decides these games so.
async fn decided(desk: &mut Correspondence, games: &[i64], results: &[Result]) {
    assert_eq!(games.len(), results.len(), "{games:?}");
    for (game, result) in games.iter().zip(results) {
        let ruling = Ruling::Adjudicate {
            result: *result,
            reason: "agreed at the board".to_owned(),
        };
        let told = desk.robot.rule(Uuid::new_v4(), *game, &ruling).await;
        told.expect("decided");
    }
    desk.collect().await;
}

/// Whether somebody gets a letter that says this.
fn is_told(letters: &[Letter], name: &str, words: &str) -> bool {
    let address = format!("{}@players.test", name.to_lowercase());
    let mut letters = letters.iter();
    letters.any(|letter| letter.recipient == address && says(letter, words))
}

#[tokio::test]
async fn a_knock_out_of_five_goes_on_by_itself_to_one_winner() {
    let mut desk = signed_up(&["Ann", "Bob", "Carl", "Dora", "Eve"], "knock-out").await;
    without_clock(&desk).await;
    let letters = two_robots_go_on(&mut desk).await;
    let begins = |letter: &&Letter| says(letter, "Spring begins: knock-out, 5 players.");
    assert_eq!(letters.iter().filter(begins).count(), 5, "{letters:?}");
    let [first, second, third, fourth, fifth] = [1, 2, 3, 4, 5].map(|number| seed(&desk, number));
    let (first, second, third) = (first.await, second.await, third.await);
    let (fourth, fifth) = (fourth.await, fifth.await);
    let bye = "You go through the quarter-final without playing";
    assert!(is_told(&letters, &first, bye), "{letters:?}");
    // Those who know each other by their byes begin at once.
    assert_eq!(count(&desk, "tournament_game where round = 2").await, 2);
    assert_eq!(count(&desk, "tournament_bye where round = 1").await, 3);
    assert!(desk.do_what_is_due().await.is_empty());

    let quarter = games(&desk, 1, 1).await;
    decided(&mut desk, &quarter, &[Result::White, Result::Draw]).await;
    let letters = two_robots_go_on(&mut desk).await;
    let begins = "The semi-final of Spring begins for you, with two games against";
    assert!(is_told(&letters, &first, begins) && is_told(&letters, &fourth, begins));
    let out = "You are out of Spring, in the quarter-final: your place is 5.";
    assert!(is_told(&letters, &fifth, out), "{letters:?}");
    assert_eq!(letters.len(), 3);

    let semi = games(&desk, 2, 1).await;
    decided(&mut desk, &semi, &[Result::White, Result::White]).await;
    let letters = desk.do_what_is_due().await;
    let again = "have decided nothing. So two new ones begin";
    assert!(is_told(&letters, &second, again) && is_told(&letters, &third, again));
    assert!(desk.do_what_is_due().await.is_empty());
    let semi = games(&desk, 2, 1).await;
    decided(&mut desk, &semi[2..], &[Result::Draw, Result::Draw]).await;
    let letters = desk.do_what_is_due().await;
    let out = "You are out of Spring, in the semi-final: your place is 3-4.";
    assert!(is_told(&letters, &third, out), "{letters:?}");

    says_and_means(&mut desk, &first, 70, "withdraw from spring").await;
    let letters = desk.do_what_is_due().await;
    let begins = "The final of Spring begins for you";
    assert!(is_told(&letters, &second, begins) && is_told(&letters, &fourth, begins));
    let last = games(&desk, 3, 0).await;
    decided(&mut desk, &last, &[Result::Black, Result::Black]).await;
    desk.do_what_is_due().await;
    let last = games(&desk, 3, 0).await;
    decided(&mut desk, &last[2..], &[Result::Black, Result::Draw]).await;
    let letters = desk.do_what_is_due().await;
    let over = |letter: &&Letter| says(letter, "The final table is this");
    assert_eq!(letters.iter().filter(over).count(), 5, "{letters:?}");
    let won = format!("{second} 1\u{bd}-2\u{bd} {fourth}: {fourth} wins.");
    assert!(is_told(&letters, &second, &won), "{letters:?}");
    assert_eq!(letters.len(), 5);
    assert_eq!(count(&desk, "tournament where state = 'finished'").await, 1);
    assert!(desk.do_what_is_due().await.is_empty());
}

/// The two of each half have played; the first seed has won, and the other half plays still.
async fn half_way() -> (Correspondence, [String; 2]) {
    let mut desk = signed_up(&["Ann", "Bob", "Carl", "Dora"], "knock-out").await;
    without_clock(&desk).await;
    desk.do_what_is_due().await;
    let semi = games(&desk, 1, 0).await;
    decided(&mut desk, &semi, &[Result::White, Result::Black]).await;
    let (first, fourth) = (seed(&desk, 1).await, seed(&desk, 4).await);
    let letters = desk.do_what_is_due().await;
    assert!(is_told(&letters, &fourth, "You are out of Spring"));
    assert!(is_told(
        &letters,
        &first,
        "You are through to the final of Spring"
    ));
    assert_eq!(letters.len(), 2);
    (desk, [first, fourth])
}

#[tokio::test]
async fn a_correction_moves_the_bracket_until_the_next_round_has_begun_and_then_it_is_said_that_it_does_not()
 {
    let (mut desk, [first, fourth]) = half_way().await;
    let setup = Setup::beside(&desk);
    let semi = games(&desk, 1, 0).await;
    for game in &semi {
        let set_back = Ruling::Correct {
            left: 0,
            reason: "it was agreed otherwise".to_owned(),
        };
        let told = desk.robot.rule(Uuid::new_v4(), *game, &set_back).await;
        told.expect("decided");
    }
    desk.collect().await;
    let letters = desk.do_what_is_due().await;
    let back = "you are not out of it, as we had written: you are still in";
    assert!(is_told(&letters, &fourth, back), "{letters:?}");
    assert_eq!(letters.len(), 1);
    decided(&mut desk, &semi, &[Result::Black, Result::White]).await;
    let letters = desk.do_what_is_due().await;
    assert!(is_told(&letters, &first, "You are out of Spring"));
    assert!(is_told(
        &letters,
        &fourth,
        "You are through to the final of Spring"
    ));
    assert_eq!(letters.len(), 2);
    let other = games(&desk, 1, 1).await;
    decided(&mut desk, &other, &[Result::White, Result::Black]).await;
    let letters = desk.do_what_is_due().await;
    assert!(is_told(&letters, &fourth, "The final of Spring begins"));
    let game = semi[0].to_string();
    let said = setup.says(&[
        "games", "correct", &game, "--ply", "0", "--reason", "a slip", "--yes",
    ]);
    let stays = format!(
        "The bracket of Spring stays as it is: the next round has begun with {fourth}, and no round is unmade."
    );
    assert!(said.contains(&stays), "{said}");
    desk.collect().await;
    assert!(desk.do_what_is_due().await.is_empty());
    assert_eq!(count(&desk, "tournament_game").await, 6);
    let shown = setup.says(&["tournaments", "table", "spring"]);
    let begun = format!(": {fourth} has gone on; the next round had begun");
    assert!(shown.contains(&begun), "{shown}");
    let told = setup.complains(&["tournaments", "export", "spring", "--trf"]);
    assert!(
        told.contains("`penpawn tournaments export spring --pgn`"),
        "{told}"
    );
}

/// A pair of which one player wants no mail waits for them; nobody else does, and nobody loses by it.
#[tokio::test]
async fn a_pair_waits_for_a_player_who_cannot_be_written_to() {
    let (mut desk, [first, _]) = half_way().await;
    let who = mailbox(&first);
    let address = format!("{}@players.test", first.to_lowercase());
    let stop = answer(desk.newest_to(&address), &who, 90, "", "stop");
    desk.deliver(&stop).await;
    let other = games(&desk, 1, 1).await;
    decided(&mut desk, &other, &[Result::White, Result::Black]).await;
    let letters = desk.do_what_is_due().await;
    let meets = format!("You meet {first} there");
    assert!(letters.iter().any(|letter| says(letter, &meets)));
    assert_eq!(count(&desk, "tournament_game").await, 4);
    assert_eq!(count(&desk, "tournament where state = 'playing'").await, 1);
    let start = answer(desk.newest_to(&address), &who, 91, "", "start");
    desk.deliver(&start).await;
    passing::time_passes(&desk.pool, TimeDelta::hours(6)).await;
    let letters = desk.do_what_is_due().await;
    assert!(
        is_told(&letters, &first, "The final of Spring begins"),
        "{letters:?}"
    );
    assert_eq!(count(&desk, "tournament_game").await, 6);
}

#[tokio::test]
async fn what_is_settled_for_a_knock_out_is_said_and_what_it_cannot_have_is_refused() {
    let desk = Correspondence::begin().await;
    let setup = Setup::beside(&desk);
    let cup = [
        "tournaments",
        "create",
        "cup",
        "--title=Cup",
        "--system=knock-out",
        "--time=3 days a move",
    ];
    let belong =
        "--rounds and --round-days belong to --system swiss: the rounds of a knock-out follow";
    for (own, said) in [
        (&["--players=4-15", "--rounds=3"][..], belong),
        (&["--players=4-15", "--round-days=30"], belong),
        (
            &["--players=4-65"],
            "a knock-out has 64 players at the most",
        ),
        (
            &["--players=1-8"],
            "a tournament needs two players at least",
        ),
    ] {
        let told = setup.complains(&[&cup[..], own].concat());
        assert!(told.contains(said), "{own:?}: {told}");
    }
    setup.says(&[&cup[..], &["--players=2-64", "--rated"]].concat());
    let shown = setup.says(&["tournaments", "show", "cup"]);
    for said in [
        "Knock-out: two meet in two games that begin together",
        "of all four the points decide, then wins with Black, then the higher seed.",
        "Seeds follow the ratings when it begins",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
}
