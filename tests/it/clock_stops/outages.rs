//! Outages, as the mailboxes saw them.

use crate::bed;
use chrono::{DateTime, Utc};
use penpawn::db::mailboxes::{self, seen};
use sqlx::PgPool;

async fn mailbox(pool: &PgPool, name: &str) -> i64 {
    mailboxes::open(pool, name, 1).await.expect("open").mailbox
}

/// A look that finds nothing.
async fn look(pool: &PgPool, mailbox: i64) -> (DateTime<Utc>, Option<i64>) {
    let began = seen::begin_look(pool, mailbox).await.expect("begun");
    let outage = seen::end_look(pool, mailbox, began).await.expect("ended");
    (began, outage)
}

/// Lets it be so long ago that the mailbox was seen.
async fn unseen_for(pool: &PgPool, mailbox: i64, time: &str) -> DateTime<Utc> {
    sqlx::query_scalar(
        "update mailbox set seen_until = now() - $2::interval where id = $1 returning seen_until",
    )
    .bind(mailbox)
    .bind(time)
    .fetch_one(pool)
    .await
    .expect("a mailbox")
}

async fn outages(pool: &PgPool) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
    sqlx::query_as("select since, until from clock_stop where kind = 'outage' order by since")
        .fetch_all(pool)
        .await
        .expect("outages")
}

#[tokio::test]
async fn an_outage_lasts_from_one_whole_look_to_the_next_if_that_is_more_than_an_hour() {
    let pool = bed::database().await;
    let mailbox = mailbox(&pool, "chess@club").await;
    assert_eq!(look(&pool, mailbox).await.1, None, "the first look");
    unseen_for(&pool, mailbox, "59 minutes 50 seconds").await;
    assert_eq!(look(&pool, mailbox).await.1, None);
    assert_eq!(outages(&pool).await, []);
    let since = unseen_for(&pool, mailbox, "6 hours 30 minutes").await;
    let (until, outage) = look(&pool, mailbox).await;
    assert_eq!(outage, Some((until - since).num_seconds()));
    assert_eq!(outages(&pool).await, [(since, until)]);
    assert_eq!(look(&pool, mailbox).await.1, None, "it is told once");
    assert_eq!(outages(&pool).await, [(since, until)]);
}

#[tokio::test]
async fn what_came_in_an_outage_is_stored_after_the_outage_was_written_down() {
    let pool = bed::database().await;
    let mailbox = mailbox(&pool, "chess@club").await;
    look(&pool, mailbox).await;
    let since = unseen_for(&pool, mailbox, "2 hours").await;
    let first = seen::begin_look(&pool, mailbox).await.expect("begun");
    assert_eq!(outages(&pool).await, [(since, first)]);
    // That look broke off; the next one goes on with the same outage.
    let (until, _) = look(&pool, mailbox).await;
    assert!(first < until);
    assert_eq!(outages(&pool).await, [(since, until)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_daemons_on_a_mailbox_write_an_outage_down_once() {
    let pool = bed::database().await;
    let mailbox = mailbox(&pool, "chess@club").await;
    for _ in 0..20 {
        sqlx::query("delete from clock_stop")
            .execute(&pool)
            .await
            .expect("empty");
        look(&pool, mailbox).await;
        let since = unseen_for(&pool, mailbox, "3 hours").await;
        let looks: Vec<_> = (0..4)
            .map(|_| {
                let pool = pool.clone();
                tokio::spawn(async move { look(&pool, mailbox).await })
            })
            .collect();
        let mut told = Vec::new();
        for one in looks {
            let (began, outage) = one.await.expect("a look");
            told.extend(outage.map(|_| began));
        }
        // Whoever ended their look first says until when it lasted.
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(outages(&pool).await, [(since, told[0])]);
    }
    // Each begins before the other ends.
    let since = unseen_for(&pool, mailbox, "3 hours").await;
    let first = seen::begin_look(&pool, mailbox).await.expect("begun");
    let second = seen::begin_look(&pool, mailbox).await.expect("begun");
    let ended = seen::end_look(&pool, mailbox, first).await.expect("ended");
    assert!(ended.is_some());
    let ended = seen::end_look(&pool, mailbox, second).await.expect("ended");
    assert_eq!(ended, None);
    assert!(outages(&pool).await.contains(&(since, first)));
}

#[tokio::test]
async fn a_mailbox_that_was_retired_and_is_read_again_was_not_out_of_order() {
    let pool = bed::database().await;
    let mailbox = mailbox(&pool, "chess@club").await;
    look(&pool, mailbox).await;
    let refused = seen::retire(&pool, "chess@club").await.expect("asked");
    assert_eq!(refused, seen::Retirement::StillRead);
    unseen_for(&pool, mailbox, "9 days").await;
    sqlx::query("update mailbox set looked_at = now() - interval '9 days'")
        .execute(&pool)
        .await
        .expect("later");
    let done = seen::retire(&pool, "chess@club").await.expect("asked");
    assert_eq!(done, seen::Retirement::Done);
    let unknown = seen::retire(&pool, "chess@elsewhere").await.expect("asked");
    assert_eq!(unknown, seen::Retirement::Unknown);
    let (until, outage) = look(&pool, mailbox).await;
    assert_eq!(outage, None);
    assert_eq!(outages(&pool).await, []);
    let all = seen::all(&pool).await.expect("mailboxes");
    assert_eq!(all[0].seen_until, Some(until));
    assert_eq!(all[0].retired_at, None);
}
