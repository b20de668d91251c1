//! Mails that are erased in the database are erased in the mailbox, and no other ones.

use super::{ANN, BOB, Robot, Rule, ask, asks, wait_for};
use crate::bed;
use crate::correspondence::new_mail;
use crate::daemon::Daemon;
use penpawn::db::copies::{self, Strangers};
use penpawn::db::mailboxes;
use sqlx::AssertSqlSafe;

/// A robot that files mails in this way, and looks each second for what is to be erased.
async fn robot(done: &str, rules: &[Rule]) -> Robot {
    let mut robot = Robot::with(rules).await;
    robot.setup.set("imap.done", done);
    robot.setup.set("imap.idle_seconds", "1");
    robot
}

/// Where handled mails lie.
fn folder_of(done: &str) -> &'static str {
    if done == "move" { "Processed" } else { "INBOX" }
}

impl Robot {
    /// A daemon that has handled and filed these mails of Ann, whose names are numbers, and one of Bob.
    async fn having_filed(&self, numbers: &[usize]) -> Daemon {
        let mut mails: Vec<Vec<u8>> = numbers.iter().map(|&number| asks(ANN, number)).collect();
        mails.push(asks(BOB, 90));
        self.receives(&mails).await;
        let daemon = self.setup.serve().await;
        self.has_answered(mails.len()).await;
        self.has_told_imap().await;
        daemon
    }

    async fn has_told_imap(&self) {
        wait_for("the mails to be filed", &self.setup, async || {
            self.count("select count(*) from inbox where not mirrored and state <> 'new'")
                .await
                == 0
        })
        .await;
    }

    async fn count(&self, sql: &str) -> i64 {
        sqlx::query_scalar(AssertSqlSafe(sql.to_owned()))
            .fetch_one(&self.pool)
            .await
            .expect("a count")
    }

    /// The texts of this player's mails are erased, as after server.keep_mails_days.
    async fn erases_texts_of(&self, name: &str) {
        let mails = sqlx::query(
            "update inbox set raw = null, erased_at = now() where sender = $1 and state in ('done', 'dropped')",
        )
        .bind(format!("{name}@players.test"))
        .execute(&self.pool)
        .await
        .expect("erased");
        assert!(mails.rows_affected() > 0);
    }

    /// Waits until no mail is left that is to be erased.
    async fn has_erased(&self) {
        wait_for("the copies to be erased", &self.setup, async || {
            self.count(
                "select count(*) from inbox where erased_at is not null and copy_erased_at is null",
            )
            .await
                == 0
        })
        .await;
    }

    /// The subjects of the mails in a folder, in their order.
    async fn subjects_in(&self, folder: &str) -> Vec<String> {
        let select = format!("SELECT {folder}");
        let fetch = "UID FETCH 1:* (BODY.PEEK[HEADER.FIELDS (SUBJECT)])";
        let said = ask(&self.setup.address, &[&select, fetch]).await;
        said.lines()
            .filter_map(|line| line.strip_prefix("Subject: "))
            .map(|subject| subject.trim().to_owned())
            .collect()
    }

    /// Other clients have put two mails more into the folder, and marked one of them as deleted. They are as long as
    /// Ann's, and known: a folder of finished mails with unknown ones says that the database is an old copy.
    async fn others_use_the_folder(&self) {
        let bobs = self.uid_of("number 90").await;
        let copy = format!("UID COPY {bobs} Processed");
        let mark = format!("UID STORE {bobs} +FLAGS (\\Deleted)");
        ask(
            &self.setup.address,
            &["SELECT Processed", &copy, &copy, &mark],
        )
        .await;
    }

    /// The number of the first mail in the folder of finished ones that has this subject.
    async fn uid_of(&self, subject: &str) -> u32 {
        let search = format!("UID SEARCH SUBJECT \"{subject}\"");
        let said = ask(&self.setup.address, &["SELECT Processed", &search]).await;
        let found = said.lines().find_map(|line| line.strip_prefix("* SEARCH "));
        let first = found.and_then(|found| found.split_whitespace().next());
        first
            .and_then(|uid| uid.parse().ok())
            .unwrap_or_else(|| panic!("no {subject}: {said}"))
    }

    /// Nothing of Ann is left in the folder, and all that others have there is, marked as before.
    async fn keeps_what_others_have(&self) {
        assert_eq!(self.subjects_in("Processed").await, ["number 90"; 3]);
        let search = ["SELECT Processed", "UID SEARCH DELETED"];
        let said = ask(&self.setup.address, &search).await;
        let found = said.lines().find_map(|line| line.strip_prefix("* SEARCH "));
        assert_eq!(found.map(|found| found.split_whitespace().count()), Some(1));
    }
}

#[tokio::test]
async fn after_their_days_mails_are_erased_in_the_mailbox_and_all_others_stay() {
    for done in ["move", "flag"] {
        let robot = robot(done, &[]).await;
        let folder = folder_of(done);
        let daemon = robot.having_filed(&[11, 12]).await;
        daemon.stop().await;
        // One that waits for its sender's yes, and one that could not be handled.
        let held = new_mail(
            "Carl <carl@players.test>",
            70,
            &format!("Subject: held\nTo: {}\n", robot.setup.address),
            "challenge bob@players.test",
        );
        robot.receives(&[held, asks(ANN, 13)]).await;
        let daemon = robot.setup.serve().await;
        wait_for("the two mails", &robot.setup, async || {
            robot
                .count("select count(*) from inbox where state = 'held'")
                .await
                == 1
                && robot
                    .count("select count(*) from inbox where state = 'new'")
                    .await
                    == 0
        })
        .await;
        robot.has_told_imap().await;
        daemon.stop().await;
        for sql in [
            "update inbox set state = 'dead' where id = (select max(id) from inbox where sender = 'ann@players.test')",
            "update inbox set stored_at = stored_at - interval '100 days', handled_at = handled_at - interval '100 days'
             where sender <> 'bob@players.test'",
        ] {
            sqlx::query(sql).execute(&robot.pool).await.expect("older");
        }
        let before = robot.subjects_in(folder).await;
        let daemon = robot.setup.serve().await;
        robot.has_erased().await;
        wait_for("two of them", &robot.setup, async || {
            robot
                .count("select count(*) from inbox where copy_erased_at is not null")
                .await
                == 2
        })
        .await;
        let mut left = before;
        left.retain(|subject| subject != "number 11" && subject != "number 12");
        assert!(left.contains(&"held".to_owned()) && left.contains(&"number 13".to_owned()));
        assert_eq!(robot.subjects_in(folder).await, left, "{done}");
        daemon.stop().await;
    }
}

#[tokio::test]
async fn who_is_forgotten_is_forgotten_in_the_mailbox() {
    for done in ["move", "flag"] {
        let robot = robot(done, &[]).await;
        let folder = folder_of(done);
        let daemon = robot.having_filed(&[11, 12, 13]).await;
        if done == "flag" {
            // In the folder that is read nobody may leave a mail that is none for us; but somebody may mark ours.
            let mark = "UID STORE 4 +FLAGS (\\Deleted)";
            ask(&robot.setup.address, &["SELECT INBOX", mark]).await;
        } else {
            robot.others_use_the_folder().await;
        }
        let forgotten = robot
            .setup
            .penpawn(&["players", "forget", "ann@players.test", "--yes"]);
        assert!(forgotten.status.success(), "{forgotten:?}");
        robot.has_erased().await;
        if done == "move" {
            robot.keeps_what_others_have().await;
        } else {
            assert_eq!(robot.subjects_in(folder).await, ["number 90"]);
        }
        // New mail is read as ever.
        robot.receives(&[asks(BOB, 91)]).await;
        wait_for("an answer", &robot.setup, async || {
            robot
                .count("select count(*) from inbox where state = 'done' and sender = 'bob@players.test'")
                .await
                == 2
        })
        .await;
        daemon.stop().await;
    }
}

#[tokio::test]
async fn whenever_the_daemon_is_killed_the_mails_are_erased_later() {
    // Between marking and erasing; between erasing and noting it; before it is heard that they are marked.
    for (when, rule) in [
        ("UID EXPUNGE", Rule::Silence("UID EXPUNGE")),
        ("UID EXPUNGE", Rule::Cut("Expunge completed".to_owned())),
        ("UID STORE", Rule::Cut("Store completed".to_owned())),
    ] {
        let robot = robot("move", &[]).await;
        let daemon = robot.having_filed(&[11, 12]).await;
        robot.others_use_the_folder().await;
        robot.wire.add(rule.clone());
        robot.erases_texts_of("ann").await;
        let heard = robot.wire.heard(when);
        wait_for(when, &robot.setup, async || robot.wire.heard(when) > heard).await;
        daemon.kill();
        let unsettled =
            "select count(*) from inbox where erased_at is not null and copy_erased_at is null";
        assert!(robot.count(unsettled).await > 0, "{rule:?} comes too late");
        robot.wire.heal();
        let daemon = robot.setup.serve().await;
        robot.has_erased().await;
        robot.keeps_what_others_have().await;
        daemon.stop().await;
    }
}

#[tokio::test]
async fn mails_are_found_whose_numbers_were_never_heard_or_mean_nothing_any_more() {
    for rule in [Some(Rule::Hide("COPYUID")), None] {
        let rules: Vec<Rule> = rule.iter().cloned().collect();
        let robot = robot("move", &rules).await;
        let daemon = robot.having_filed(&[11, 12]).await;
        robot.others_use_the_folder().await;
        daemon.stop().await;
        let known = robot
            .count("select count(*) from inbox where filed_uid is not null and filed_folder = 'Processed'")
            .await;
        assert_eq!(known, if rule.is_some() { 0 } else { 3 });
        if rule.is_none() {
            let anew = [
                "RENAME Processed Old",
                "CREATE Processed",
                "SELECT Old",
                "UID MOVE 1:* Processed",
            ];
            ask(&robot.setup.address, &anew).await;
        }
        robot.erases_texts_of("ann").await;
        let daemon = robot.setup.serve().await;
        robot.has_erased().await;
        robot.keeps_what_others_have().await;
        daemon.stop().await;
    }
}

#[tokio::test]
async fn a_number_that_belongs_to_another_mail_erases_nothing() {
    for done in ["move", "flag"] {
        let robot = robot(done, &[]).await;
        let folder = folder_of(done);
        let daemon = robot.having_filed(&[11, 12]).await;
        daemon.stop().await;
        // As if the mailbox had been restored from a copy and counted on from there under its old UIDVALIDITY.
        let swapped = "update inbox set filed_uid = (select filed_uid from inbox where sender = 'bob@players.test') where sender = 'ann@players.test'";
        sqlx::query(swapped)
            .execute(&robot.pool)
            .await
            .expect("swapped");
        robot.erases_texts_of("ann").await;
        let daemon = robot.setup.serve().await;
        robot.has_erased().await;
        let mut left = robot.subjects_in(folder).await;
        left.sort();
        assert_eq!(left, ["number 11", "number 12", "number 90"], "{done}");
        // It is written when the mails are settled.
        wait_for("a word about it", &robot.setup, async || {
            robot.setup.logged().contains("not those of our mails")
        })
        .await;
        daemon.stop().await;
    }
}

#[tokio::test]
async fn where_mails_are_flagged_and_numbered_anew_the_old_numbers_are_given_up() {
    let robot = robot("flag", &[]).await;
    let daemon = robot.having_filed(&[11, 12]).await;
    daemon.stop().await;
    bed::run(&["uidreset", &robot.setup.address]);
    robot.erases_texts_of("ann").await;
    let daemon = robot.setup.serve().await;
    robot.has_erased().await;
    assert_eq!(
        robot.subjects_in("INBOX").await,
        ["number 11", "number 12", "number 90"]
    );
    // They are known again by their content, with their new numbers, and erased after their time.
    robot.has_told_imap().await;
    robot.erases_texts_of("ann").await;
    robot.has_erased().await;
    assert_eq!(robot.subjects_in("INBOX").await, ["number 90"]);
    daemon.stop().await;
}

#[tokio::test]
async fn without_uidplus_or_against_the_settings_nothing_is_erased() {
    // MOVE stays, so that the mails are filed.
    let mut poor = robot("move", &[Rule::Without("UIDPLUS ")]).await;
    let daemon = poor.having_filed(&[11]).await;
    poor.erases_texts_of("ann").await;
    wait_for("a word about it", &poor.setup, async || {
        poor.setup
            .logged()
            .contains("cannot erase single mails (UIDPLUS)")
    })
    .await;
    daemon.stop().await;
    assert_eq!(
        poor.subjects_in("Processed").await,
        ["number 11", "number 90"]
    );
    let status = poor.setup.penpawn(&["status"]);
    let status = String::from_utf8_lossy(&status.stdout).into_owned();
    assert!(
        status.contains(", mails in it whose texts were erased here: 1"),
        "{status}"
    );
    assert_eq!(poor.wire.heard("EXPUNGE"), 0);

    poor.wire.heal();
    poor.setup.set("imap.erase_done", "false");
    let daemon = poor.setup.serve().await;
    let idles = poor.wire.heard("IDLE");
    wait_for("some looks", &poor.setup, async || {
        poor.wire.heard("IDLE") > idles + 3
    })
    .await;
    daemon.stop().await;
    assert_eq!(poor.wire.heard("EXPUNGE"), 0);
    assert_eq!(
        poor.subjects_in("Processed").await,
        ["number 11", "number 90"]
    );
}

#[tokio::test]
async fn a_folder_that_is_refused_is_tried_again_and_keeps_no_mail_waiting() {
    let robot = robot("move", &[]).await;
    let _daemon = robot.having_filed(&[11]).await;
    let no = "TAG NO [NOPERM] not now\r\n";
    robot
        .wire
        .add(Rule::AnswerAlways("SELECT \"Processed\"", no));
    robot.erases_texts_of("ann").await;
    wait_for("a word about it", &robot.setup, async || {
        robot.setup.logged().contains("does not let us erase mails")
    })
    .await;
    robot.receives(&[asks(BOB, 91)]).await;
    robot.has_answered(3).await;
    robot.wire.heal();
    robot.has_erased().await;
    assert_eq!(
        robot.subjects_in("Processed").await,
        ["number 90", "number 91"]
    );
}

/// What one daemon heard is not unsaid by another one that heard nothing.
#[tokio::test]
async fn where_a_mail_was_filed_is_not_forgotten_when_another_daemon_files_it_too() {
    let robot = Robot::with(&[]).await;
    let _daemon = robot.having_filed(&[11]).await;
    let (mailbox, validity): (i64, i64) = sqlx::query_as("select id, uidvalidity from mailbox")
        .fetch_one(&robot.pool)
        .await
        .expect("the mailbox");
    let validity = u32::try_from(validity).expect("a UIDVALIDITY");
    for (folder, copies) in [("Done", &[(1, 7, 42)][..]), ("", &[])] {
        let filed = mailboxes::Filed { folder, copies };
        mailboxes::mark_mirrored(&robot.pool, mailbox, validity, &[1], filed)
            .await
            .expect("noted");
    }
    robot.erases_texts_of("ann").await;
    let due = copies::due(&robot.pool, &[mailbox], 0, 10, Strangers::Stay)
        .await
        .expect("due");
    let place = copies::Place {
        folder: "Done".to_owned(),
        uidvalidity: 7,
        uid: 42,
    };
    assert_eq!(due[0].filed, Some(place));
    assert_eq!(due.len(), 1, "what still has its text is not due: {due:?}");
}
