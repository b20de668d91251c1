//! Tournaments on the real database: they begin once, all clocks of one letter begin with it, and they are over once.

mod knock_out;
mod rounds;
mod words;

use crate::bed;
use crate::correspondence::{Correspondence, Letter, address_of, answer, new_mail, server};
use crate::forget_meanwhile::until_waiting;
use penpawn::robot::server::Server;
use penpawn::robot::{Ruling, TooFew};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

fn mailbox(name: &str) -> String {
    format!("{name} <{}@players.test>", name.to_lowercase())
}

/// A tournament that is open, and these players on its list.
async fn signed_up(names: &[&str], system: &str) -> Correspondence {
    signed_up_at(server(), names, system).await
}

/// The same at a server of these settings.
async fn signed_up_at(server: Server, names: &[&str], system: &str) -> Correspondence {
    let mut desk = Correspondence::of_server(bed::database().await, server).await;
    let mut number = 0;
    let mut write = async |desk: &mut Correspondence, name: &str, words: &str| {
        number += 1;
        let who = mailbox(name);
        let mail = match words {
            "join" => new_mail(&who, number, "", words),
            _ => answer(desk.newest_to(address_of(&who)), &who, number, "", words),
        };
        desk.deliver(&mail).await;
    };
    for name in names {
        write(&mut desk, name, "join").await;
        write(&mut desk, name, "yes").await;
    }
    sqlx::query(
        "insert into tournament (name, title, system, rounds, round_days, control, stake, least_players, most_players, engines, publication, state,
                                 begins_at, created_at)
         values ('spring', 'Spring', $1, case $1 when 'swiss' then 3 end, case $1 when 'swiss' then 10 end, 'per-move 3d', 'rated', 2, 15, 'forbidden', 'never', 'open', now(), now())",
    )
    .bind(system)
    .execute(&desk.pool)
    .await
    .expect("a tournament");
    for name in names {
        write(&mut desk, name, "sign up spring").await;
    }
    desk
}

async fn count(desk: &Correspondence, sql: &str) -> i64 {
    let counted = sqlx::query_scalar(AssertSqlSafe(format!("select count(*) from {sql}")));
    counted.fetch_one(&desk.pool).await.expect("a count")
}

fn says(letter: &Letter, words: &str) -> bool {
    let text = letter.mail.text.as_deref().unwrap_or_default();
    let words_of_text: Vec<&str> = text.split_whitespace().collect();
    words_of_text.join(" ").contains(words)
}

#[tokio::test]
async fn of_two_robots_that_begin_the_same_tournament_one_does() {
    let mut desk = signed_up(&["Ann", "Bob", "Carl"], "double-round-robin").await;
    let mut gate = desk.pool.begin().await.expect("a transaction");
    sqlx::query("select pg_advisory_xact_lock(95, 1)")
        .execute(&mut *gate)
        .await
        .expect("locked");
    let mut tasks = Vec::new();
    for waiting in 1..=2 {
        let robot = desk.robot.clone();
        let task = tokio::spawn(async move { robot.begin_tournament(1, TooFew::Cancel).await });
        until_waiting(&desk.pool, waiting, &task).await;
        assert!(!task.is_finished(), "robot {waiting} has waited for nobody");
        tasks.push(task);
    }
    gate.commit().await.expect("committed");
    for task in tasks {
        task.await.expect("it worked").expect("it worked");
    }
    let letters = desk.collect().await;
    let told = letters
        .iter()
        .filter(|letter| says(letter, "Spring begins"));
    assert_eq!(told.count(), 3, "one letter to each: {letters:?}");
    assert_eq!(count(&desk, "game where phase = 'playing'").await, 6);
    assert_eq!(count(&desk, "tournament_game").await, 6);
    assert_eq!(count(&desk, "cause where kind = 'tournament'").await, 1);
    // Everybody has each colour against everybody.
    let colours =
        "(select distinct white_id, challenger_id + opponent_id - white_id from game) as pair";
    assert_eq!(count(&desk, colours).await, 6);
}

#[tokio::test]
async fn the_clocks_of_all_games_of_a_player_begin_with_the_one_letter_that_tells_of_them() {
    let mut desk = signed_up(&["Ann", "Bob", "Carl"], "round-robin").await;
    desk.do_what_is_due().await;
    let running = "game where told_at is not null";
    assert_eq!(count(&desk, running).await, 0, "no letter has gone out");
    let of_ann = "game join player on player.id = white_id where player.name = 'Ann'";
    let whites = count(&desk, of_ann).await;
    desk.send_to("ann@players.test").await;
    assert_eq!(count(&desk, running).await, whites);
    desk.send_all().await;
    assert_eq!(count(&desk, running).await, 3);
    let told = "event where delivered_at is not null and kind = 'accepted'";
    assert_eq!(count(&desk, told).await, 3);
}

/// The letter with which a tournament begins never arrives: the clocks that it began stand.
#[tokio::test]
async fn a_first_letter_that_comes_back_stops_all_the_clocks_that_it_began() {
    let mut desk = signed_up(&["Ann", "Bob", "Carl"], "double-round-robin").await;
    desk.do_what_is_due().await;
    desk.send_all().await;
    let standing = "clock_stop where kind = 'bounce' and until is null";
    assert_eq!(count(&desk, standing).await, 0);
    let (letters, fate) = desk.comes_back("ann@players.test", "qmail").await;
    assert_eq!(count(&desk, standing).await, 2, "{fate:?}");
    let told = letters
        .iter()
        .filter(|letter| says(letter, "did not reach"));
    assert!(told.count() <= 2, "{letters:?}");
}

#[tokio::test]
async fn a_tournament_is_over_with_its_last_game_and_everybody_gets_the_table_once() {
    let mut desk = signed_up(&["Ann", "Bob"], "double-round-robin").await;
    desk.do_what_is_due().await;
    ann_resigns(&mut desk, 1, 50).await;
    ann_resigns(&mut desk, 2, 51).await;
    assert_eq!(count(&desk, "game where phase = 'over'").await, 2);
    let letters = desk.do_what_is_due().await;
    let final_table = |letter: &&Letter| says(letter, "The final table is this");
    assert_eq!(letters.iter().filter(final_table).count(), 2, "{letters:?}");
    assert_eq!(count(&desk, "tournament where state = 'finished'").await, 1);
    assert!(desk.do_what_is_due().await.is_empty());
}

/// Resigns one of Ann's games, and says yes to the question whether she means it.
async fn ann_resigns(desk: &mut Correspondence, game: i64, number: usize) {
    let who = mailbox("Ann");
    let words = format!("game {game} resign");
    let mail = answer(desk.newest_to("ann@players.test"), &who, number, "", &words);
    desk.deliver(&mail).await;
    let yes = answer(
        desk.newest_to("ann@players.test"),
        &who,
        number + 10,
        "",
        "yes",
    );
    desk.deliver(&yes).await;
}

#[tokio::test]
async fn a_tournament_of_which_a_game_is_set_back_goes_on_and_is_over_once_more() {
    let mut desk = signed_up(&["Ann", "Bob"], "double-round-robin").await;
    desk.do_what_is_due().await;
    ann_resigns(&mut desk, 1, 50).await;
    ann_resigns(&mut desk, 2, 51).await;
    desk.do_what_is_due().await;
    let finished = "tournament where state = 'finished' and ended_at is not null";
    assert_eq!(count(&desk, finished).await, 1);
    let set_back = Ruling::Correct {
        left: 0,
        reason: "a slip of the hand".to_owned(),
    };
    let told = desk.robot.rule(Uuid::new_v4(), 1, &set_back).await;
    assert_eq!(told.expect("decided"), 2);
    desk.collect().await;
    assert_eq!(count(&desk, finished).await, 0);
    assert!(desk.do_what_is_due().await.is_empty(), "a game goes on");
    ann_resigns(&mut desk, 1, 70).await;
    let letters = desk.do_what_is_due().await;
    let final_table = |letter: &&Letter| says(letter, "The final table is this");
    assert_eq!(letters.iter().filter(final_table).count(), 2, "{letters:?}");
    assert_eq!(count(&desk, finished).await, 1);
    assert!(desk.do_what_is_due().await.is_empty());
    assert_eq!(
        count(&desk, "tournament_record where kind = 'reopened'").await,
        1
    );
}

/// Fifteen players have 105 games; and nobody is on a list of a tournament that they do not play.
#[tokio::test]
async fn fifteen_players_begin_with_a_hundred_and_five_games_and_a_letter_each() {
    let names = [
        "Ann", "Bob", "Carl", "Dora", "Eve", "Fritz", "Gina", "Hugo", "Ines", "Jakob", "Karla",
        "Leo", "Mona", "Nils", "Olga", "Paul",
    ];
    let mut desk = signed_up(&names, "round-robin").await;
    let letters = desk.do_what_is_due().await;
    assert_eq!(count(&desk, "game where phase = 'playing'").await, 105);
    let begins = letters
        .iter()
        .filter(|letter| says(letter, "Spring begins"));
    assert_eq!(begins.count(), 15);
    let no_seat = letters
        .iter()
        .filter(|letter| says(letter, "no seat in it was free"));
    assert_eq!(no_seat.count(), 1);
    assert_eq!(count(&desk, "tournament_player").await, 15);
    let mail = answer(
        desk.newest_to("ann@players.test"),
        &mailbox("Ann"),
        90,
        "",
        "table spring",
    );
    let (letters, _) = desk.deliver(&mail).await;
    let text = letters
        .iter()
        .filter_map(|letter| letter.mail.text.as_deref());
    let widest = text
        .flat_map(str::lines)
        .map(|line| line.chars().count())
        .max();
    assert!(
        widest.is_some_and(|widest| (40..=72).contains(&widest)),
        "{letters:?}"
    );
}
