//! Somebody is forgotten while somebody else writes to them: two transactions, each stopped where it hurts most.

use crate::correspondence::{BOB, Correspondence, answer, new_mail};
use crate::player::PATIENCE;
use penpawn::db::personal::{self, Keyed};
use penpawn::mail::address;
use sqlx::{AssertSqlSafe, PgPool};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

const ANN: &str = "Annabella <annabella@players.test>";

/// Annabella and Bob, who have no game, and Annabella's number.
async fn two_players() -> (Correspondence, i64) {
    let mut desk = Correspondence::begin().await;
    for (number, who, address) in [
        (1, ANN, "annabella@players.test"),
        (3, BOB, "bob@players.test"),
    ] {
        desk.deliver(&new_mail(who, number, "", "join")).await;
        let yes = answer(desk.newest_to(address), who, number + 1, "", "yes");
        desk.deliver(&yes).await;
    }
    let number = count(&desk.pool, "select id from player where name = 'Annabella'").await;
    let sent = "update outbox set state = 'sent', sent_at = now()";
    sqlx::query(sent).execute(&desk.pool).await.expect("sent");
    (desk, number)
}

/// Bob's challenge to Annabella, proven.
fn challenge(desk: &Correspondence) -> Vec<u8> {
    let letter = desk.newest_to("bob@players.test");
    answer(letter, BOB, 10, "", "challenge Annabella")
}

async fn count(pool: &PgPool, sql: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned()))
        .fetch_one(pool)
        .await
        .expect("a number")
}

/// How many transactions of this database wait for another one.
async fn waiting(pool: &PgPool) -> i64 {
    let sql = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    count(pool, sql).await
}

/// Waits until this has ended, or so many transactions wait.
pub(crate) async fn until_waiting<T>(pool: &PgPool, wanted: i64, task: &JoinHandle<T>) {
    let began = Instant::now();
    while !task.is_finished() && waiting(pool).await < wanted {
        assert!(began.elapsed() < PATIENCE, "nobody waits");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Lets the robot work, and try again at once what it put off.
pub(crate) async fn work_again(desk: &Correspondence) {
    let now = "update inbox set run_after = '-infinity' where state = 'new'";
    sqlx::query(now).execute(&desk.pool).await.expect("now");
    desk.work().await;
}

/// Nothing is on its way to her or to the name that she had, no game is open, and nothing names her.
async fn is_forgotten(desk: &Correspondence, number: i64) {
    for sql in [
        "select count(*) from outbox where player_id = $1 and state in ('queued', 'held')",
        "select count(*) from outbox where player_id = $1 and recipient like '%@players.test'",
        "select count(*) from game where phase in ('offered', 'playing') and $1 in (challenger_id, opponent_id)",
        "select count(*) from player where forgotten_at is null and id = $1",
    ] {
        let sql_with_number = sql.replace("$1", &number.to_string());
        assert_eq!(count(&desk.pool, &sql_with_number).await, 0, "{sql}");
    }
}

/// The one who writes comes second: what they knew of her is not true any more.
#[tokio::test]
async fn who_writes_to_somebody_who_is_being_forgotten_finds_nobody() {
    for challenge in ["challenge Annabella", "challenge annabella@players.test"] {
        let (mut desk, number) = two_players().await;
        let mut forgetting = desk.pool.begin().await.expect("a transaction");
        personal::lock(&mut forgetting, number).await.expect("hers");
        let keyed = Keyed {
            address: address::key,
            counted: address::counting_key,
        };
        personal::forget(&mut forgetting, number, keyed)
            .await
            .expect("forgotten");
        let mail = answer(desk.newest_to("bob@players.test"), BOB, 10, "", challenge);
        desk.store(&mail).await;
        let robot = desk.robot.clone();
        let writing = tokio::spawn(async move { robot.work().await });
        until_waiting(&desk.pool, 1, &writing).await;
        forgetting.commit().await.expect("committed");
        let _ = writing.await.expect("it worked");
        work_again(&desk).await;
        is_forgotten(&desk, number).await;
        let answered = desk.collect().await;
        assert!(!answered.is_empty(), "{challenge}: Bob is answered");
        let games = "select count(*) from game";
        let by_address = i64::from(challenge.contains('@'));
        assert_eq!(
            count(&desk.pool, games).await,
            by_address,
            "whoever has that address now is invited as a stranger"
        );
    }
}

/// Stops whoever queues a letter, until this is dropped.
async fn stop_who_queues(pool: &PgPool) -> sqlx::PgTransaction<'static> {
    sqlx::raw_sql(
        "create function stop_here() returns trigger language plpgsql set lock_timeout = 0 as
             'begin perform pg_advisory_xact_lock(4711); return new; end';
         create trigger stop_here before insert on outbox for each row execute function stop_here()",
    )
    .execute(pool)
    .await
    .expect("a stop");
    let mut stop = pool.begin().await.expect("a transaction");
    sqlx::query("select pg_advisory_xact_lock(4711)")
        .execute(&mut *stop)
        .await
        .expect("the lock");
    stop
}

/// The one who writes comes first: what they write is forgotten with her.
#[tokio::test]
async fn what_is_being_written_to_somebody_is_forgotten_with_her() {
    let (mut desk, number) = two_players().await;
    let stop = stop_who_queues(&desk.pool).await;
    let mail = challenge(&desk);
    desk.store(&mail).await;
    let robot = desk.robot.clone();
    let writing = tokio::spawn(async move { robot.work().await });
    until_waiting(&desk.pool, 1, &writing).await;
    let robot = desk.robot.clone();
    let forgetting = tokio::spawn(async move { robot.forget(number).await });
    until_waiting(&desk.pool, 2, &forgetting).await;
    assert!(!forgetting.is_finished(), "before the letter was written");
    stop.rollback().await.expect("goes on");
    writing.await.expect("it worked").expect("it worked");
    forgetting.await.expect("it worked").expect("forgotten");
    is_forgotten(&desk, number).await;
    let told = desk.collect().await;
    assert!(
        told.iter().any(|letter| letter
            .mail
            .text
            .as_deref()
            .unwrap_or_default()
            .contains("declined your challenge")),
        "{told:?}"
    );
}

/// The same when she asks for it by mail: what began meanwhile ends as well, in a second try.
#[tokio::test]
async fn a_challenge_that_comes_while_somebody_forgets_herself_ends_too() {
    let (mut desk, number) = two_players().await;
    desk.deliver(&new_mail(ANN, 8, "", "forget me")).await;
    let yes = answer(desk.newest_to("annabella@players.test"), ANN, 9, "", "yes");
    let stop = stop_who_queues(&desk.pool).await;
    let mail = challenge(&desk);
    desk.store(&mail).await;
    let robot = desk.robot.clone();
    let writing = tokio::spawn(async move { robot.work().await });
    until_waiting(&desk.pool, 1, &writing).await;
    // Her "yes" releases the mail in which she asked for it.
    desk.store(&yes).await;
    let robot = desk.robot.clone();
    let leaving =
        tokio::spawn(async move { while robot.work().await.is_ok_and(|handled| handled > 0) {} });
    until_waiting(&desk.pool, 2, &leaving).await;
    stop.rollback().await.expect("goes on");
    writing.await.expect("it worked").expect("it worked");
    leaving.await.expect("it worked");
    work_again(&desk).await;
    is_forgotten_but_for_the_farewell(&desk, number).await;
}

async fn is_forgotten_but_for_the_farewell(desk: &Correspondence, number: i64) {
    let sent = "update outbox set state = 'sent' where farewell";
    sqlx::query(sent).execute(&desk.pool).await.expect("sent");
    is_forgotten(desk, number).await;
}

/// What a mail server reports of a letter to somebody who was forgotten names them, before and after.
#[tokio::test]
async fn reports_of_letters_say_nothing_of_who_was_forgotten() {
    let (mut desk, number) = two_players().await;
    let (her, report) = ("annabella@players.test", "postfix-no-such-user");
    let early = desk.returned(her, report);
    let (_, fate) = desk.deliver(&early).await;
    assert_eq!(fate.reason.as_deref(), Some("bounce: permanent, counted"));
    let late = desk.returned(her, report);
    desk.robot.forget(number).await.expect("forgotten");
    let texts = "select count(*) from inbox where raw is not null and convert_from(raw, 'utf8') ilike '%annabella%'";
    assert_eq!(count(&desk.pool, texts).await, 0);
    let (_, fate) = desk.deliver(&late).await;
    let reason = fate.reason.unwrap_or_default();
    assert!(reason.starts_with("bounce: "), "{reason}");
    let words = "select count(*) from bounce where words is not null";
    assert_eq!(count(&desk.pool, words).await, 0);
    assert_eq!(count(&desk.pool, "select count(*) from bounce").await, 2);
}
