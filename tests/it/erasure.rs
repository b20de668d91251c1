//! What is erased after its time, and what is kept because somebody still needs it.

use crate::bed;
use crate::correspondence::{Correspondence, answer, new_mail};
use crate::daemon::Setup;
use crate::player::PATIENCE;
use penpawn::db::bounces;
use penpawn::db::erasure::erase_dropped;
use std::time::{Duration, Instant};

const ANN: &str = "Ann <ann@players.test>";
const BOB: &str = "Bob <bob@players.test>";

/// Everything that is there becomes this much older.
const OLDER: &str = "update inbox set stored_at = stored_at - interval '100 days', handled_at = handled_at - interval '100 days';
    update outbox set created_at = created_at - interval '100 days', state = case state when 'queued' then 'sent' else state end;
    update confirmation set expires_at = expires_at - interval '100 days';
    update letter_count set day = day - 100";

#[tokio::test]
async fn old_mails_are_erased_and_what_may_still_be_needed_is_kept() {
    let mut desk = Correspondence::begin().await;
    let invite = new_mail(ANN, 1, "", "challenge bob@players.test as white");
    desk.deliver(&invite).await;
    for (number, who, words) in [
        (2, ANN, "yes"),
        (3, BOB, "accept"),
        (4, ANN, "e4"),
        (5, BOB, "e5"),
    ] {
        let (_, address) = who.split_once('<').expect("an address");
        let letter = desk.newest_to(address.trim_end_matches('>')).clone();
        desk.deliver(&answer(&letter, who, number, "", words)).await;
    }
    let newest = desk.newest_to("ann@players.test").clone();
    // One that nobody answered, one that nobody could handle, and one that is waiting.
    desk.deliver(&new_mail(
        "Carl <carl@players.test>",
        6,
        "",
        "challenge bob@players.test",
    ))
    .await;
    let dead = desk
        .store(&new_mail("Dora <dora@players.test>", 7, "", "help"))
        .await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "{OLDER}; update inbox set state = 'dead' where uid = {dead}"
    )))
    .execute(&desk.pool)
    .await
    .expect("older");
    let fresh = desk
        .store(&new_mail("Emil <emil@players.test>", 8, "", "help"))
        .await;
    sqlx::query(
        "insert into outbox (occasion, envelope_from, recipient, message_id, bytes, created_at)
         values ('help', '', 'nobody@chess.test', 'queued@x', 'still to be sent', now() - interval '100 days')",
    )
    .execute(&desk.pool)
    .await
    .expect("a letter");

    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    // The relay is away, so that what is to be sent stays to be sent.
    setup.change(&format!("port = {}\n", bed::up().submission), "port = 1\n");
    let daemon = setup.serve().await;
    let began = Instant::now();
    while !setup.logged().contains("old mails are erased") {
        assert!(began.elapsed() < PATIENCE, "{}", setup.logged());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    daemon.stop().await;

    let kept: Vec<(String, Option<String>)> = sqlx::query_as(
        "select state, reason from inbox where raw is not null and uid <> $1 order by id",
    )
    .bind(i64::from(fresh))
    .fetch_all(&desk.pool)
    .await
    .expect("mails");
    assert_eq!(kept, [("dead".to_owned(), None)]);
    let erased: i64 = sqlx::query_scalar(
        "select count(*) from inbox where erased_at is not null and raw is null and length(content_key) = 32",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("a count");
    assert_eq!(erased, 6);
    let unconfirmed: String =
        sqlx::query_scalar("select reason from inbox where sender = 'carl@players.test'")
            .fetch_one(&desk.pool)
            .await
            .expect("a reason");
    assert_eq!(unconfirmed, "not confirmed");
    // The newest letter to each of the two, and the one that is still to be sent.
    let letters: Vec<(Option<i64>, String)> = sqlx::query_as(
        "select game_id, recipient from outbox where bytes is not null and occasion <> 'not_understood'
         and (state = 'queued' or created_at < now() - interval '1 day') order by recipient",
    )
    .fetch_all(&desk.pool)
    .await
    .expect("letters");
    let whose: Vec<&str> = letters
        .iter()
        .map(|(_, recipient)| recipient.as_str())
        .collect();
    assert_eq!(
        whose,
        ["ann@players.test", "bob@players.test", "nobody@chess.test"]
    );
    for table in ["confirmation", "letter_count"] {
        let old: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
            "select count(*) from {table} where to_jsonb({table})::text like '%carl@players.test%'"
        )))
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
        assert_eq!(old, 0, "{table}");
    }

    let sent = "delete from outbox where message_id = 'queued@x'";
    sqlx::query(sent).execute(&desk.pool).await.expect("gone");
    // Ann takes her time: her move is still read out of a mail that quotes ours, and a mail that comes once more is known.
    let (_, fate) = desk.deliver(&answer(&newest, ANN, 9, "", "Nf3")).await;
    assert_eq!(fate.state, "done", "{fate:?}");
    let (_, fate) = desk.deliver(&invite).await;
    assert_eq!(fate.reason.as_deref(), Some("duplicate"));
}

/// What is erased in one go has a bound; whatever is left of it goes next.
#[tokio::test]
async fn of_dropped_mails_the_oldest_go_first_one_by_one() {
    let mut desk = crate::correspondence::game().await;
    for number in 11..14 {
        let from = format!("Eve <eve{number}@evil.test>");
        desk.deliver(&new_mail(&from, number, "Precedence: bulk\n", "prize"))
            .await;
    }
    for left in [2, 1] {
        assert_eq!(erase_dropped(&desk.pool, 1, 1).await.expect("erased"), 1);
        let senders: Vec<String> = sqlx::query_scalar(
            "select sender from inbox where state = 'dropped' and raw is not null order by id desc",
        )
        .fetch_all(&desk.pool)
        .await
        .expect("mails");
        let newest = ["eve13@evil.test", "eve12@evil.test"];
        assert_eq!(senders, newest[..left]);
    }
}

#[tokio::test]
async fn dropped_mails_take_no_more_room_than_they_may_and_the_oldest_go_first() {
    let mut desk = crate::correspondence::game().await;
    let spam = |number: usize| {
        let words = "prize ".repeat(100_000);
        let from = format!("Eve <eve{number}@evil.test>");
        new_mail(&from, number, "Precedence: bulk\n", &words)
    };
    // A robot's, with a code; it is dropped as well.
    let note = "Auto-Submitted: auto-replied\n";
    let proven = answer(
        desk.newest_to("ann@players.test"),
        ANN,
        10,
        note,
        &"away ".repeat(100_000),
    );
    desk.deliver(&proven).await;
    for number in 11..15 {
        let (_, fate) = desk.deliver(&spam(number)).await;
        assert_eq!(fate.state, "dropped");
    }
    desk.deliver(&new_mail("Carl <carl@players.test>", 15, "", "join"))
        .await;
    // What was done is no matter of that room.
    let asked = format!("games\n\n{}", "much ".repeat(100_000));
    let (_, fate) = desk.deliver(&new_mail(ANN, 16, "", &asked)).await;
    assert_eq!(fate.state, "done", "{fate:?}");
    let kept = async |desk: &Correspondence| -> Vec<(String, String)> {
        sqlx::query_as(
            "select state, sender from inbox where raw is not null and state <> 'done' order by id",
        )
        .fetch_all(&desk.pool)
        .await
        .expect("mails")
    };
    let row = |state: &str, sender: &str| (state.to_owned(), sender.to_owned());
    let before = kept(&desk).await;
    assert_eq!(before.len(), 6);
    let status = penpawn::db::status::status(&desk.pool).await;
    assert!(status.expect("the status").mails.dropped_octets > 4 * 600_000);

    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    setup.change("[server]\n", "[server]\nkeep_dropped_mib = 2\n");
    let daemon = setup.serve().await;
    let began = Instant::now();
    while !setup.logged().contains("take too much room") {
        assert!(began.elapsed() < PATIENCE, "{}", setup.logged());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    daemon.stop().await;
    assert_eq!(
        kept(&desk).await,
        [
            row("dropped", "ann@players.test"),
            row("dropped", "eve12@evil.test"),
            row("dropped", "eve13@evil.test"),
            row("dropped", "eve14@evil.test"),
            row("held", "carl@players.test"),
        ]
    );
    // What is erased is known all the same.
    let (_, fate) = desk.deliver(&spam(11)).await;
    assert_eq!(fate.reason.as_deref(), Some("duplicate"));
}

#[tokio::test]
async fn with_0_days_nothing_is_erased_and_what_nobody_confirmed_is_settled_all_the_same() {
    let mut desk = Correspondence::begin().await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test"))
        .await;
    sqlx::raw_sql(OLDER)
        .execute(&desk.pool)
        .await
        .expect("older");
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    setup.change("[server]\n", "[server]\nkeep_mails_days = 0\n");
    let daemon = setup.serve().await;
    let began = Instant::now();
    loop {
        let held: i64 = sqlx::query_scalar("select count(*) from inbox where state = 'held'")
            .fetch_one(&desk.pool)
            .await
            .expect("a count");
        if held == 0 {
            break;
        }
        assert!(began.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    daemon.stop().await;
    let erased: i64 = sqlx::query_scalar("select count(*) from inbox where raw is null")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(erased, 0);
    assert!(!setup.logged().contains("old mails are erased"));
}

#[tokio::test]
async fn letters_that_are_held_back_are_kept_until_their_reader_is_there_again() {
    let mut desk = Correspondence::begin().await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
        .await;
    for (number, who, words) in [(2, ANN, "yes"), (3, BOB, "accept"), (4, ANN, "e4")] {
        let (_, address) = who.split_once('<').expect("an address");
        let letter = desk.newest_to(address.trim_end_matches('>')).clone();
        desk.deliver(&answer(&letter, who, number, "", words)).await;
    }
    desk.send_all().await;
    let newest = desk.newest_to("bob@players.test").clone();
    let bob: i64 =
        sqlx::query_scalar("select player_id from address where key = 'bob@players.test'")
            .fetch_one(&desk.pool)
            .await
            .expect("Bob");
    let mut tx = desk.pool.begin().await.expect("a transaction");
    bounces::begin_rest(&mut tx, bob, "bounces")
        .await
        .expect("a rest");
    tx.commit().await.expect("a rest");
    let say = answer(
        desk.newest_to("ann@players.test"),
        ANN,
        5,
        "",
        "say Are you there?",
    );
    desk.deliver(&say).await;
    assert_eq!(
        desk.kept().await,
        [("bob@players.test".to_owned(), "talk".to_owned())]
    );
    sqlx::raw_sql(OLDER)
        .execute(&desk.pool)
        .await
        .expect("older");
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let daemon = setup.serve().await;
    let began = Instant::now();
    while !setup.logged().contains("old mails are erased") {
        assert!(began.elapsed() < PATIENCE, "{}", setup.logged());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    daemon.stop().await;
    let kept: Vec<(String, String)> = sqlx::query_as(
        "select occasion, state from outbox where recipient = 'bob@players.test' and bytes is not null order by id",
    )
    .fetch_all(&desk.pool)
    .await
    .expect("letters");
    // What they may still answer is the newest that they got, not one that they have never seen.
    let expected = [("your_move", "sent"), ("talk", "held")];
    assert_eq!(
        kept,
        expected.map(|(occasion, state)| (occasion.to_owned(), state.to_owned()))
    );
    // Even a fault in what erases could not.
    let erased = sqlx::query("update outbox set bytes = null where state = 'held'")
        .execute(&desk.pool)
        .await;
    assert!(erased.is_err());
    // They write, and get it.
    let (letters, _) = desk.deliver(&answer(&newest, BOB, 6, "", "e5")).await;
    let talk = letters
        .iter()
        .filter_map(|letter| letter.mail.text.as_deref())
        .find(|text| text.contains("Are you there?"));
    assert!(talk.is_some(), "{letters:?}");
}
