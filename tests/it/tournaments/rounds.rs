//! A Swiss on the real database: each round is paired once, on its day, and it ends.

use super::{count, mailbox, says, signed_up};
use crate::correspondence::{Correspondence, Letter, answer};
use crate::forget_meanwhile::until_waiting;
use crate::passing;
use chrono::TimeDelta;
use sqlx::AssertSqlSafe;

/// Two robots go on with what is due at the same moment. Returns the letters.
pub(super) async fn two_robots_go_on(desk: &mut Correspondence) -> Vec<Letter> {
    let mut gate = desk.pool.begin().await.expect("a transaction");
    sqlx::query("select pg_advisory_xact_lock(95, 1)")
        .execute(&mut *gate)
        .await
        .expect("locked");
    let mut tasks = Vec::new();
    for waiting in 1..=2 {
        let robot = desk.robot.clone();
        let task = tokio::spawn(async move { robot.go_on_with_tournaments().await });
        until_waiting(&desk.pool, waiting, &task).await;
        assert!(!task.is_finished(), "robot {waiting} has waited for nobody");
        tasks.push(task);
    }
    gate.commit().await.expect("committed");
    for task in tasks {
        assert!(task.await.expect("it worked").expect("it worked"));
    }
    desk.collect().await
}

/// All letters go out, and the day of the next round comes.
async fn ten_days_pass(desk: &mut Correspondence) {
    desk.send_all().await;
    passing::time_passes(&desk.pool, TimeDelta::days(10)).await;
}

pub(super) async fn without_clock(desk: &Correspondence) {
    sqlx::query("update tournament set control = 'without'")
        .execute(&desk.pool)
        .await
        .expect("no clock");
}

pub(super) async fn names(desk: &Correspondence, sql: &str) -> Vec<String> {
    let found = sqlx::query_scalar(AssertSqlSafe(sql.to_owned()));
    found.fetch_all(&desk.pool).await.expect("names")
}

/// Somebody writes this, and says yes when they are asked.
pub(super) async fn says_and_means(
    desk: &mut Correspondence,
    name: &str,
    number: usize,
    words: &str,
) {
    let who = mailbox(name);
    let address = format!("{}@players.test", name.to_lowercase());
    for (number, words) in [(number, words), (number + 1, "yes")] {
        let mail = answer(desk.newest_to(&address), &who, number, "", words);
        desk.deliver(&mail).await;
    }
}

#[tokio::test]
async fn each_round_of_a_swiss_is_paired_once_and_nobody_meets_twice_or_has_two_byes() {
    let players = ["Ann", "Bob", "Carl", "Dora", "Eve"];
    let mut desk = signed_up(&players, "swiss").await;
    without_clock(&desk).await;
    let letters = two_robots_go_on(&mut desk).await;
    let begins = |letter: &&Letter| says(letter, "Spring begins: Swiss, 5 players.");
    assert_eq!(letters.iter().filter(begins).count(), 5, "{letters:?}");
    let no_game = |letter: &&Letter| says(letter, "you have no opponent in the first round");
    assert_eq!(letters.iter().filter(no_game).count(), 1);
    for round in 2..=3 {
        assert!(desk.do_what_is_due().await.is_empty(), "before its day");
        ten_days_pass(&mut desk).await;
        let letters = two_robots_go_on(&mut desk).await;
        let told = |letter: &&Letter| says(letter, &format!("Round {round} of 3 of Spring begins"));
        assert_eq!(letters.iter().filter(told).count(), 5, "{letters:?}");
        let bye = |letter: &&Letter| says(letter, "you get a point for it");
        assert_eq!(letters.iter().filter(bye).count(), 1);
        let paired = format!("tournament where paired_rounds = {round}");
        assert_eq!(count(&desk, &paired).await, 1);
        assert_eq!(
            count(&desk, &format!("tournament_game where round = {round}")).await,
            2
        );
    }
    assert_eq!(count(&desk, "cause where kind = 'tournament'").await, 3);
    let pairs = "(select distinct least(challenger_id, opponent_id), greatest(challenger_id, opponent_id) from game) as pair";
    assert_eq!(count(&desk, pairs).await, 6, "somebody has met twice");
    let byes = "(select distinct player_id, round from tournament_bye) as bye";
    assert_eq!(count(&desk, byes).await, 3);
    let with_bye = "(select distinct player_id from tournament_bye) as bye";
    assert_eq!(count(&desk, with_bye).await, 3, "somebody has two byes");
    assert_eq!(
        count(&desk, "tournament where next_round_at is null").await,
        1
    );
    assert!(desk.do_what_is_due().await.is_empty(), "games go on");
    ends_with_a_table(&mut desk, &players).await;
}

/// All games of a Swiss of five are resigned, and everybody gets the table.
async fn ends_with_a_table(desk: &mut Correspondence, players: &[&str]) {
    for game in 1..=6 {
        let white = format!(
            "select name from player join game on white_id = player.id where game.id = {game}"
        );
        let white = names(desk, &white).await.remove(0);
        says_and_means(desk, &white, 100 + 2 * game, &format!("game {game} resign")).await;
    }
    let letters = desk.do_what_is_due().await;
    let over = |letter: &&Letter| says(letter, "The final table is this");
    assert_eq!(letters.iter().filter(over).count(), 5, "{letters:?}");
    let short = |letter: &&Letter| says(letter, "It ends after");
    assert_eq!(letters.iter().filter(short).count(), 0);
    // Six games and three byes.
    let points = letters
        .iter()
        .find(over)
        .and_then(|letter| letter.mail.text.clone());
    let points = points.expect("a table");
    let points = points.replace(" (you)", "");
    let points = points
        .lines()
        .filter(|line| players.iter().any(|name| line.contains(name)));
    let points: f64 = points
        .filter_map(|line| line.split_whitespace().nth(2)?.parse::<f64>().ok())
        .sum();
    assert!((points - 9.0).abs() < 0.01, "{points} points");
}

#[tokio::test]
async fn the_clocks_of_a_round_begin_with_the_letters_of_that_round() {
    let mut desk = signed_up(&["Ann", "Bob", "Carl", "Dora"], "swiss").await;
    desk.do_what_is_due().await;
    ten_days_pass(&mut desk).await;
    desk.do_what_is_due().await;
    let of_round = "game join tournament_game on game_id = game.id where round = 2";
    assert_eq!(count(&desk, of_round).await, 2);
    let running = format!("{of_round} and told_at is not null");
    assert_eq!(count(&desk, &running).await, 0, "no letter has gone out");
    desk.send_all().await;
    assert_eq!(count(&desk, &running).await, 2);
}

/// Two are left who have met: there is no second round, and nothing is tried again and again.
#[tokio::test]
async fn a_swiss_of_which_no_further_round_can_be_paired_ends_after_those_it_has() {
    let mut desk = signed_up(&["Ann", "Bob", "Carl", "Dora"], "swiss").await;
    without_clock(&desk).await;
    desk.do_what_is_due().await;
    let of_game = |game: i32| {
        format!(
            "select name from player join game on player.id in (challenger_id, opponent_id) where game.id = {game} order by name"
        )
    };
    for (name, number) in names(&desk, &of_game(1)).await.iter().zip([50, 60]) {
        says_and_means(&mut desk, name, number, "withdraw from spring").await;
    }
    assert_eq!(count(&desk, "game where phase = 'over'").await, 1);
    let withdrawn = "tournament_player where withdrawn_at is not null";
    assert_eq!(count(&desk, withdrawn).await, 2);
    ten_days_pass(&mut desk).await;
    assert!(desk.do_what_is_due().await.is_empty());
    assert_eq!(count(&desk, "tournament_game").await, 2);
    let noted = "tournament_record where kind = 'no pairing' and words = 'round 2'";
    assert_eq!(count(&desk, noted).await, 1);
    assert!(!desk.robot.go_on_with_tournaments().await.expect("nothing"));
    let left = names(&desk, &of_game(2)).await;
    says_and_means(&mut desk, &left[0], 70, "game 2 resign").await;
    let letters = desk.do_what_is_due().await;
    let over = |letter: &&Letter| says(letter, "It ends after 1 of 3 rounds, since no further one");
    assert_eq!(letters.iter().filter(over).count(), 4, "{letters:?}");
    assert_eq!(count(&desk, "tournament where state = 'finished'").await, 1);
}

#[tokio::test]
async fn whoever_withdraws_between_rounds_is_paired_no_more_and_a_swiss_of_one_player_is_over() {
    let mut desk = signed_up(&["Ann", "Bob", "Carl", "Dora"], "swiss").await;
    without_clock(&desk).await;
    desk.do_what_is_due().await;
    says_and_means(&mut desk, "Dora", 50, "withdraw from spring").await;
    ten_days_pass(&mut desk).await;
    let letters = desk.do_what_is_due().await;
    let told = |letter: &&Letter| says(letter, "Round 2 of 3 of Spring begins");
    assert_eq!(letters.iter().filter(told).count(), 3, "{letters:?}");
    assert!(
        !letters
            .iter()
            .any(|letter| letter.recipient == "dora@players.test")
    );
    let hers = "tournament_game join game on game.id = game_id join player on player.id in (challenger_id, opponent_id)
                where round = 2 and name = 'Dora'";
    assert_eq!(count(&desk, hers).await, 0);
    assert_eq!(count(&desk, "tournament_bye where round = 2").await, 1);
    says_and_means(&mut desk, "Ann", 60, "withdraw from spring").await;
    says_and_means(&mut desk, "Bob", 70, "withdraw from spring").await;
    desk.do_what_is_due().await;
    // Long before the day of the third round.
    assert_eq!(count(&desk, "game where phase = 'playing'").await, 0);
    assert_eq!(count(&desk, "tournament where state = 'finished'").await, 1);
}
