//! Seeks on the real database: of two who take the same one at once, and of two that match and are opened at once, exactly one
//! game comes about.

use crate::correspondence::{Correspondence, Letter, address_of, answer, new_mail};
use crate::forget_meanwhile::until_waiting;

const NAMES: [&str; 3] = ["Ann", "Bob", "Carl"];

fn mailbox(name: &str) -> String {
    format!("{name} <{}@players.test>", name.to_lowercase())
}

async fn three_players() -> Correspondence {
    let mut desk = Correspondence::begin().await;
    for (at, name) in NAMES.iter().enumerate() {
        let who = mailbox(name);
        desk.deliver(&new_mail(&who, 2 * at + 1, "", "join")).await;
        let yes = answer(
            desk.newest_to(address_of(&who)),
            &who,
            2 * at + 2,
            "",
            "yes",
        );
        desk.deliver(&yes).await;
    }
    desk
}

/// An answer to the newest letter to somebody.
fn written(desk: &Correspondence, name: &str, number: usize, words: &str) -> Vec<u8> {
    let who = mailbox(name);
    answer(desk.newest_to(address_of(&who)), &who, number, "", words)
}

/// Whether a letter says this, wherever its lines break.
fn says(letter: &Letter, words: &str) -> bool {
    let text = letter.mail.text.as_deref().unwrap_or_default();
    let words_of_text: Vec<&str> = text.split_whitespace().collect();
    words_of_text.join(" ").contains(words)
}

/// Each mail is handled by a robot of its own, and all of them have begun before the first can go on.
async fn at_once(desk: &mut Correspondence, mails: [Vec<u8>; 2]) {
    let mut gate = desk.pool.begin().await.expect("a transaction");
    sqlx::query("select pg_advisory_xact_lock(82, 1)")
        .execute(&mut *gate)
        .await
        .expect("locked");
    let mut tasks = Vec::new();
    for (waiting, mail) in (1..).zip(mails) {
        desk.store(&mail).await;
        let robot = desk.robot.clone();
        let task = tokio::spawn(async move { robot.work().await });
        until_waiting(&desk.pool, waiting, &task).await;
        assert!(!task.is_finished(), "robot {waiting} has waited for nobody");
        tasks.push(task);
    }
    gate.commit().await.expect("committed");
    for task in tasks {
        task.await.expect("it worked").expect("it worked");
    }
}

async fn count(desk: &Correspondence, sql: &'static str) -> i64 {
    let counted = sqlx::query_scalar(sql).fetch_one(&desk.pool).await;
    counted.expect("a count")
}

#[tokio::test]
async fn of_two_who_take_the_same_seek_at_once_one_plays_and_the_other_is_told() {
    for round in 0..2 {
        let mut desk = three_players().await;
        desk.deliver(&written(&desk, "Ann", 10, "seek 3 days a move"))
            .await;
        let take = [(11, "Bob"), (12, "Carl")]
            .map(|(number, name)| written(&desk, name, number, "take 1"));
        at_once(&mut desk, take).await;
        let letters = desk.collect().await;
        let says = |words: &str| letters.iter().filter(|letter| says(letter, words)).count();
        let told = [
            says("You have taken seek 1 of Ann."),
            says("has taken your seek 1."),
            says("seek 1 is not open any more"),
        ];
        assert_eq!(
            count(&desk, "select count(*) from game").await,
            1,
            "round {round}"
        );
        assert_eq!(told, [1, 1, 1], "round {round}: {letters:?}");
        let taken = "select count(*) from seek where ending = 'paired' and game_id is not null";
        assert_eq!(count(&desk, taken).await, 1, "round {round}");
    }
}

#[tokio::test]
async fn of_two_seeks_that_match_and_are_opened_at_once_one_game_begins() {
    for round in 0..2 {
        let mut desk = three_players().await;
        let seeks = [(11, "Bob"), (12, "Carl")]
            .map(|(number, name)| written(&desk, name, number, "seek 3 days a move"));
        at_once(&mut desk, seeks).await;
        desk.collect().await;
        let playing = "select count(*) from game where phase = 'playing'";
        assert_eq!(count(&desk, playing).await, 1, "round {round}");
        let open = "select count(*) from seek where closed_at is null";
        assert_eq!(count(&desk, open).await, 0, "round {round}");
    }
}

/// The same mail once more, and the same seek due twice, bring about nothing.
#[tokio::test]
async fn what_is_handled_or_due_twice_is_done_once() {
    let mut desk = three_players().await;
    let seek = written(&desk, "Ann", 10, "seek as white");
    desk.deliver(&seek).await;
    desk.deliver(&seek).await;
    assert_eq!(count(&desk, "select count(*) from seek").await, 1);
    let month = chrono::TimeDelta::days(31);
    let letters = desk.time_passes(month).await;
    let asked = letters
        .iter()
        .filter(|letter| says(letter, "Are you still looking"));
    assert_eq!(asked.count(), 1);
    assert!(!desk.robot.end_seek().await.expect("nothing is due"));
    let expired = "select count(*) from seek where ending = 'expired'";
    assert_eq!(count(&desk, expired).await, 1);
}

/// Whoever is on leave, wants no mail or was forgotten is offered to nobody; and all of whoever leaves ends.
#[tokio::test]
async fn seeks_of_those_who_do_not_play_now_are_hidden_or_ended() {
    let mut desk = three_players().await;
    desk.deliver(&written(&desk, "Ann", 10, "seek as white"))
        .await;
    let offered = async |desk: &mut Correspondence, number: usize| {
        let mail = written(desk, "Bob", number, "seeks");
        desk.deliver(&mail).await;
        let text = desk.newest_to("bob@players.test").mail.text.clone();
        text.expect("a text").contains("1: Ann")
    };
    assert!(offered(&mut desk, 11).await);
    for (sql, hides) in [
        (
            "insert into leave (player_id, first_day, last_day, announced_at)
             select id, current_date - 1, current_date + 1, now() from player where name = 'Ann'",
            true,
        ),
        ("delete from leave", false),
        ("insert into silence (key) values ('ann@players.test')", true),
        ("delete from silence", false),
        (
            "insert into rest (player_id, reason) select id, 'bounces' from player where name = 'Ann'",
            true,
        ),
        ("delete from rest", false),
        (
            "insert into block (player_id, blocked_id)
             select one.id, other.id from player one, player other where one.name = 'Ann' and other.name = 'Bob'",
            true,
        ),
        ("delete from block", false),
    ]
    .into_iter()
    {
        sqlx::query(sql).execute(&desk.pool).await.expect(sql);
        let number = 20 + sql.len();
        assert_eq!(offered(&mut desk, number).await, !hides, "{sql}");
    }
    let ann: i64 = sqlx::query_scalar("select id from player where name = 'Ann'")
        .fetch_one(&desk.pool)
        .await
        .expect("Ann");
    desk.robot.forget(ann).await.expect("forgotten");
    assert!(!offered(&mut desk, 900).await);
    assert_eq!(count(&desk, "select count(*) from seek").await, 0);
}
