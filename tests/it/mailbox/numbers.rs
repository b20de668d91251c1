//! Mailboxes that are numbered anew, restored or edited, and mails that come from them.

use super::{ANN, BOB, Robot, Rule, append, ask, asks, handled, wait_for};
use crate::bed;
use crate::correspondence::{Correspondence, answer, new_mail};
use chrono::{DateTime, Days, Utc};
use penpawn::db::mailboxes::{self, Arrival, Shown};
use penpawn::mail::identity::{content_key, sender};
use std::fs;
use std::path::PathBuf;

#[tokio::test]
async fn hazard_33_flags_that_are_lost_bring_nothing_twice() {
    let robot = Robot::with(&[]).await;
    let user = robot.setup.address.clone();
    robot.receives(&[asks(ANN, 1), asks(BOB, 2)]).await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(2).await;
    filed(&robot, "* SEARCH 1 2\r\n").await;
    daemon.stop().await;
    ask(&user, &["SELECT INBOX", "UID STORE 1:* FLAGS ()"]).await;
    let _daemon = robot.setup.serve().await;
    robot.receives(&[asks(ANN, 3)]).await;
    robot.has_answered(3).await;
}

#[tokio::test]
async fn hazard_33_a_mailbox_from_a_backup_brings_nothing_twice_and_what_is_new_in_it_once() {
    let mut robot = Robot::with(&[]).await;
    robot.setup.set("imap.done", "move");
    let user = robot.setup.address.clone();
    let mails: Vec<Vec<u8>> = (1..=4).map(|number| asks(ANN, number)).collect();
    robot.receives(&mails[..3]).await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(3).await;
    robot.is_quiet().await;
    // The backup has the first two as unread mails, the third is lost, and the fourth never came to us.
    robot
        .receives(&[mails[0].clone(), mails[3].clone(), mails[1].clone()])
        .await;
    robot.has_answered(4).await;
    // All that were filed are moved back by hand.
    daemon.stop().await;
    ask(&user, &["SELECT Processed", "UID MOVE 1:* INBOX"]).await;
    let _daemon = robot.setup.serve().await;
    wait_for("the mails to be filed again", &robot.setup, async || {
        let said = ask(&user, &["STATUS INBOX (MESSAGES)"]).await;
        said.contains("(MESSAGES 0)")
    })
    .await;
    robot.answered_each_once(4).await;
}

/// Makes the database know no more of this mail, nor of any answer.
async fn forget(robot: &Robot, uid: i64) {
    for statement in [
        "delete from outbox where $1 > 0",
        "delete from inbox where uid = $1",
    ] {
        sqlx::query(statement)
            .bind(uid)
            .execute(&robot.pool)
            .await
            .expect("gone");
    }
}

#[tokio::test]
async fn hazard_33_mails_below_the_watermark_that_the_database_does_not_know_are_found() {
    let robot = Robot::with(&[]).await;
    let user = robot.setup.address.clone();
    robot
        .receives(&[asks(ANN, 1), asks(BOB, 2), asks(ANN, 3)])
        .await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(3).await;
    daemon.stop().await;
    // However it came about: a mail was passed over.
    ask(&user, &["SELECT INBOX", "UID STORE 2 FLAGS ()"]).await;
    forget(&robot, 2).await;
    let _daemon = robot.setup.serve().await;
    wait_for("the mail", &robot.setup, async || {
        handled(&robot.pool).await == 3
    })
    .await;
    robot.answered_each_once(1).await;
    let logged = robot.setup.logged();
    assert!(logged.contains("passed over before"), "{logged}");
}

#[tokio::test]
async fn a_mailbox_that_is_first_seen_late_shows_all_the_same_that_the_database_is_an_old_copy() {
    let robot = Robot::with(&[]).await;
    robot
        .receives(&[asks(ANN, 1), asks(BOB, 2), asks(ANN, 3)])
        .await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(3).await;
    daemon.stop().await;
    forget(&robot, 3).await;
    robot.wire.add(Rule::CutAlways("CAPABILITY".to_owned()));
    let _daemon = robot.setup.start();
    wait_for("the line to break", &robot.setup, async || {
        robot
            .setup
            .logged()
            .contains("mailbox cannot be opened yet")
    })
    .await;
    robot.receives(&[asks(BOB, 4)]).await;
    robot.wire.heal();
    wait_for("the end", &robot.setup, async || {
        robot.setup.logged().contains("run `penpawn mails reread`")
    })
    .await;
    assert_eq!(handled(&robot.pool).await, 2, "nothing new is handled");
}

#[tokio::test]
async fn hazard_34_after_a_new_uidvalidity_only_what_is_new_is_handled() {
    let robot = Robot::with(&[]).await;
    robot
        .receives(&[asks(ANN, 1), asks(BOB, 2), asks(ANN, 3)])
        .await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(3).await;
    robot.is_quiet().await;
    daemon.stop().await;
    bed::run(&["uidreset", &robot.setup.address]);
    robot.receives(&[asks(BOB, 4)]).await;
    let _daemon = robot.setup.serve().await;
    robot.has_answered(4).await;
    robot.is_quiet().await;
    let logged = robot.setup.logged();
    assert!(logged.contains("numbered anew"), "{logged}");
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "select coalesce(reason, state), count(*) from inbox
         where uidvalidity = (select uidvalidity from mailbox) group by 1 order by 1",
    )
    .fetch_all(&robot.pool)
    .await
    .expect("the mails");
    assert_eq!(rows, [("done".to_owned(), 1), ("duplicate".to_owned(), 3)]);
}

#[tokio::test]
async fn hazard_34_old_mails_of_a_mailbox_that_is_new_to_us_are_not_answered() {
    let robot = Robot::with(&[]).await;
    let user = robot.setup.address.clone();
    let days_ago = |days| {
        let then = Utc::now() - Days::new(days);
        then.format("%d-%b-%Y %H:%M:%S +0000").to_string()
    };
    append(&user, "INBOX", Some(&days_ago(15)), &[asks(ANN, 1)]).await;
    append(&user, "INBOX", Some(&days_ago(13)), &[asks(BOB, 2)]).await;
    let _daemon = robot.setup.serve().await;
    wait_for("both mails", &robot.setup, async || {
        handled(&robot.pool).await == 2
    })
    .await;
    robot.answered_each_once(1).await;
    let (id, reason): (i64, String) =
        sqlx::query_as("select id, reason from inbox where state = 'dropped'")
            .fetch_one(&robot.pool)
            .await
            .expect("the old mail");
    assert_eq!(reason, "old, and its mailbox was new to us");
    // The administrator knows better.
    let retried = robot.setup.penpawn(&["mails", "retry", &id.to_string()]);
    assert!(retried.status.success(), "{retried:?}");
    robot.has_answered(2).await;
    // A mail that came while nobody read is not old, however long that was.
    append(&user, "INBOX", Some(&days_ago(300)), &[asks(BOB, 3)]).await;
    sqlx::query("update mailbox set numbered_at = now() - interval '1 year'")
        .execute(&robot.pool)
        .await
        .expect("known for long");
    append(&user, "INBOX", Some(&days_ago(300)), &[asks(BOB, 4)]).await;
    wait_for("both mails", &robot.setup, async || {
        handled(&robot.pool).await == 4
    })
    .await;
}

#[tokio::test]
async fn hazard_34_an_old_mail_counts_when_its_token_is_for_the_present_position() {
    let mut desk = Correspondence::begin().await;
    let bob = "bob@players.test";
    let challenge = format!("challenge {bob} as white");
    desk.deliver(&new_mail(ANN, 1, "", &challenge)).await;
    let yes = answer(desk.newest_to("ann@players.test"), ANN, 2, "", "yes");
    desk.deliver(&yes).await;
    let accept = answer(desk.newest_to(bob), BOB, 3, "", "accept");
    desk.deliver(&accept).await;
    let letter = desk.newest_to("ann@players.test").clone();
    let (e4, d4) = (
        answer(&letter, ANN, 4, "", "e4"),
        answer(&letter, ANN, 5, "", "d4"),
    );
    let help = answer(&letter, ANN, 6, "", "help");
    // All of them lay in a mailbox that we have never seen.
    let place = mailboxes::open(&desk.pool, "restored", 7)
        .await
        .expect("a mailbox");
    let old: DateTime<Utc> = Utc::now() - Days::new(15);
    let arrivals: Vec<Arrival> = (1..)
        .zip([&help, &e4, &d4])
        .map(|(uid, raw)| Arrival {
            uid,
            content_key: content_key(raw),
            sender: sender(raw),
            shown: Shown::Nothing,
            arrived_at: old,
            size: raw.len() as u64,
            oversized: false,
            raw: raw.clone(),
        })
        .collect();
    mailboxes::store(&desk.pool, place.mailbox, 7, &arrivals, 4)
        .await
        .expect("stored");
    desk.work().await;
    let fates: Vec<String> = sqlx::query_scalar(
        "select coalesce(reason, state) from inbox where uidvalidity = 7 order by uid",
    )
    .fetch_all(&desk.pool)
    .await
    .expect("the mails");
    let dropped = "old, and its mailbox was new to us";
    assert_eq!(fates, ["done", "done", dropped]);
    let moves: Vec<String> =
        sqlx::query_scalar("select detail->>'san' from event where kind = 'moved'")
            .fetch_all(&desk.pool)
            .await
            .expect("moves");
    assert_eq!(moves, ["e4"]);
}

#[tokio::test]
async fn hazard_35_a_server_that_does_not_tell_uidnext_is_read_all_the_same() {
    let robot = Robot::with(&[Rule::Hide("UIDNEXT")]).await;
    robot.receives(&[asks(ANN, 1), asks(BOB, 2)]).await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(2).await;
    daemon.stop().await;
    robot.receives(&[asks(ANN, 3)]).await;
    let _daemon = robot.setup.serve().await;
    robot.has_answered(3).await;
}

#[tokio::test]
async fn hazard_35_lower_uids_under_the_same_uidvalidity_hide_no_mail() {
    let robot = Robot::with(&[]).await;
    let user = robot.setup.address.clone();
    robot
        .receives(&[asks(ANN, 1), asks(BOB, 2), asks(ANN, 3)])
        .await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(3).await;
    robot.is_quiet().await;
    daemon.stop().await;
    // The mailbox comes back empty from somewhere, and begins to count from 1 again, under the same UIDVALIDITY.
    let before = ask(&user, &["SELECT INBOX"]).await;
    let folder = maildir(&user);
    let list = fs::read_to_string(folder.join("dovecot-uidlist")).expect("the list of UIDs");
    let head = list.lines().next().expect("its head");
    let head: Vec<&str> = head
        .split(' ')
        .map(|word| if word.starts_with('N') { "N1" } else { word })
        .collect();
    for entry in fs::read_dir(&folder).expect("the mailbox") {
        let path = entry.expect("a file").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if name.starts_with("dovecot.index") {
            fs::remove_file(path).expect("removed");
        }
    }
    for part in ["cur", "new"] {
        for entry in fs::read_dir(folder.join(part)).expect("mails") {
            fs::remove_file(entry.expect("a mail").path()).expect("removed");
        }
    }
    fs::write(
        folder.join("dovecot-uidlist"),
        format!("{}\n", head.join(" ")),
    )
    .expect("written");
    robot.receives(&[asks(BOB, 44), asks(ANN, 1)]).await;
    let after = ask(&user, &["SELECT INBOX", "UID SEARCH ALL"]).await;
    let validity = |said: &str| {
        let (_, rest) = said.split_once("[UIDVALIDITY ").expect("UIDVALIDITY");
        rest.split(']').next().map(str::to_owned)
    };
    assert_eq!(validity(&before), validity(&after), "{after}");
    assert!(after.contains("* SEARCH 1 2\r\n"), "{after}");

    let _daemon = robot.setup.serve().await;
    robot.has_answered(4).await;
    let logged = robot.setup.logged();
    assert!(logged.contains("lower UIDs than before"), "{logged}");
    // And it goes on from there.
    robot.receives(&[asks(BOB, 5)]).await;
    robot.has_answered(5).await;
}

#[tokio::test]
async fn hazard_48_what_a_mail_says_of_its_time_does_not_matter() {
    let mut desk = Correspondence::begin().await;
    let bob = "bob@players.test";
    desk.deliver(&new_mail(ANN, 1, "", &format!("challenge {bob} as white")))
        .await;
    let yes = answer(desk.newest_to("ann@players.test"), ANN, 2, "", "yes");
    desk.deliver(&yes).await;
    let accept = answer(desk.newest_to(bob), BOB, 3, "", "accept");
    desk.deliver(&accept).await;
    let letter = desk.newest_to("ann@players.test").clone();
    let e4 = answer(
        &letter,
        ANN,
        4,
        "Date: Fri, 31 Dec 2099 23:59:59 +0000\n",
        "e4",
    );
    // The real server says when it came.
    let user = crate::player::fresh_address("robot");
    let arrived = "19-Nov-2026 10:20:30 +0100";
    append(&user, "INBOX", Some(arrived), &[e4]).await;
    let mut setup = crate::daemon::Setup::with_database(&bed::url_of(&desk.pool));
    setup.set("server.address", "chess@chess.test");
    setup.set("imap.user", &user);
    let _daemon = setup.serve().await;
    wait_for("the move", &setup, async || {
        sqlx::query_scalar::<_, i64>("select count(*) from event where kind = 'moved'")
            .fetch_one(&desk.pool)
            .await
            .expect("a count")
            == 1
    })
    .await;
    let at: DateTime<Utc> = sqlx::query_scalar("select arrived_at from event where kind = 'moved'")
        .fetch_one(&desk.pool)
        .await
        .expect("the move");
    assert_eq!(at.to_rfc3339(), "2026-11-19T09:20:30+00:00");
}

async fn filed(robot: &Robot, found: &str) {
    wait_for("the mails to be filed", &robot.setup, async || {
        let search = ["SELECT INBOX", "UID SEARCH KEYWORD $PenpawnDone"];
        ask(&robot.setup.address, &search).await.contains(found)
    })
    .await;
}

fn maildir(user: &str) -> PathBuf {
    let (name, domain) = user.split_once('@').expect("an address");
    bed::up()
        .folder
        .join("mail")
        .join(domain)
        .join(name)
        .join("Maildir")
}
