//! A mailbox that is not penpawn's own: private mails lie in it, and stay as they are.

use super::{
    ANN, BOB, Robot, append, append_as_it_is, ask, asks, erase_in_inbox, handled, known_player,
    wait_for,
};
use crate::bed;
use crate::correspondence::new_mail;
use crate::database::server::program;
use crate::doctor::doctor;
use sqlx::AssertSqlSafe;
use std::process::Output;

/// A mail to the owner of the mailbox, about nothing that concerns us. The number is its subject.
fn private(number: usize) -> Vec<u8> {
    format!(
        "From: Ann <ann@players.test>\r\nTo: owner@elsewhere.test\r\nSubject: private {number}\r\n\
         Date: Fri, 20 Nov 2026 10:00:0{number} +0000\r\n\r\npssst{number} {}\r\n",
        "x".repeat(number)
    )
    .into_bytes()
}

/// A robot in whose mailbox these mails lie, and that files in this way. What they say of themselves is all there is.
async fn robot_in_a_private_mailbox(done: &str, mails: &[Vec<u8>]) -> Robot {
    let mut robot = Robot::with(&[]).await;
    robot.setup.lying = None;
    robot.setup.set("imap.done", done);
    append_as_it_is(&robot.setup.address, "INBOX", None, mails).await;
    robot
}

impl Robot {
    async fn number(&self, sql: &str) -> i64 {
        sqlx::query_scalar(AssertSqlSafe(sql.to_owned()))
            .fetch_one(&self.pool)
            .await
            .expect("a number")
    }

    /// What lies in a folder: the subject of each mail, and its flags but \Recent.
    async fn lies_in(&self, folder: &str) -> Vec<String> {
        let select = format!("EXAMINE {folder}");
        let fetch = "UID FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])";
        let said = ask(&self.setup.address, &[&select, fetch]).await;
        let mut flags = String::new();
        let mut found = Vec::new();
        for line in said.lines() {
            if let Some((_, rest)) = line.split_once("FLAGS (")
                && line.contains("FETCH")
            {
                let (set, _) = rest.split_once(')').expect("flags");
                flags = set.replace("\\Recent", "").trim().to_owned();
            }
            if let Some(subject) = line.strip_prefix("Subject: ") {
                found.push(format!("{} {flags}", subject.trim()).trim().to_owned());
            }
        }
        found
    }

    /// The UIDs of our folder whose mails were fetched, marked, moved or copied.
    fn touched(&self) -> Vec<u32> {
        let mut touched = self.touches();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// The same, each as often as it was done.
    fn touches(&self) -> Vec<u32> {
        let mut in_ours = false;
        let mut touched = Vec::new();
        for command in self.wire.commands() {
            let words: Vec<&str> = command.split_whitespace().collect();
            match words.as_slice() {
                ["SELECT", folder, ..] => in_ours = folder.contains("INBOX"),
                ["UID", "FETCH", set, rest @ ..] if in_ours && rest.join(" ").contains("BODY") => {
                    touched.extend(numbers(set));
                }
                ["UID", "STORE" | "MOVE" | "COPY" | "EXPUNGE", set, ..] if in_ours => {
                    touched.extend(numbers(set));
                }
                _ => {}
            }
        }
        touched
    }

    /// Starts and stops a daemon that looks at all mails once.
    async fn looks_once(&self) {
        let idles = self.wire.heard("IDLE");
        let daemon = self.setup.serve().await;
        wait_for("an IDLE", &self.setup, async || {
            self.wire.heard("IDLE") > idles
        })
        .await;
        daemon.stop().await;
    }

    /// All that was handled was filed.
    async fn has_filed(&self) {
        wait_for("filing", &self.setup, async || {
            self.number("select count(*) from inbox where not mirrored")
                .await
                == 0
        })
        .await;
    }

    /// Starts the daemon, which must end by itself, with the code with which no service is started again; its last words.
    async fn refuses(&self) -> String {
        let before = self.setup.logged().len();
        let daemon = self.setup.start();
        wait_for("a refusal", &self.setup, async || {
            self.setup.logged()[before..].contains("\npenpawn: ")
        })
        .await;
        assert_eq!(daemon.end().await.code(), Some(78));
        self.setup.logged().split_off(before)
    }

    /// Runs a command that looks into the mailbox: the line to it is a task of this process.
    fn run(&self, arguments: &[&str]) -> Output {
        tokio::task::block_in_place(|| self.setup.penpawn(arguments))
    }

    /// All finished mails are read again; what it says.
    fn rereads(&self) -> String {
        let output = self.run(&["mails", "reread", "--since", "2020-01-01T00:00:00Z"]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

fn numbers(set: &str) -> Vec<u32> {
    set.split(',')
        .flat_map(|part| {
            let (first, last) = part.split_once(':').unwrap_or((part, part));
            first.parse::<u32>().expect("a UID")..=last.parse().expect("a UID")
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_start_refuses_a_folder_that_holds_mails_and_says_how_many() {
    let robot = robot_in_a_private_mailbox("move", &[private(1), private(2)]).await;
    robot.receives(&[asks(BOB, 3)]).await;
    let told = robot.refuses().await;
    assert!(told.contains(" holds 3 mails"), "{told}");
    assert!(told.contains("mailbox of its own"), "{told}");
    assert!(
        told.contains("--leave") && told.contains("--read-all"),
        "{told}"
    );
    assert_eq!(robot.touched(), [0_u32; 0]);
    assert_eq!(
        robot.lies_in("INBOX").await,
        ["private 1", "private 2", "number 3"]
    );
    assert_eq!(robot.number("select count(*) from inbox").await, 0);
    let said = doctor(&robot.setup, &["--wait", "0"]).await;
    assert!(
        said.text
            .contains("warning  mailbox: 3 mails lie in INBOX, which was never read yet"),
        "{}",
        said.text
    );
    assert!(said.text.contains("mailbox of its own"), "{}", said.text);
    for page in ["README.md", "docs/administrators/install.md"] {
        let text = std::fs::read_to_string(bed::root().join(page)).expect("a page");
        assert!(text.contains("a mailbox of its own"), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_is_empty_at_the_first_start_is_refused_at_no_later_one() {
    let robot = robot_in_a_private_mailbox("move", &[]).await;
    robot.looks_once().await;
    let said = doctor(&robot.setup, &["--wait", "0"]).await;
    let own = "ok       mailbox: of its own: no mail in INBOX is for anybody else";
    assert!(said.text.contains(own), "{}", said.text);
    robot.receives(&[asks(BOB, 3)]).await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(1).await;
    daemon.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_to_be_read_is_read() {
    let mut robot = robot_in_a_private_mailbox("move", &[private(1)]).await;
    robot.receives(&[asks(BOB, 3)]).await;
    robot.setup.lying = Some("--read-all");
    let daemon = robot.setup.serve().await;
    robot.has_answered(1).await;
    daemon.stop().await;
    // A private one is none for us all the same.
    assert_eq!(robot.lies_in("INBOX").await, ["private 1"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_left_is_never_fetched_moved_marked_or_erased() {
    for done in ["move", "flag"] {
        let mut robot = robot_in_a_private_mailbox(done, &[private(1), private(2)]).await;
        robot.setup.set("imap.idle_seconds", "1");
        let user = robot.setup.address.clone();
        // One to us, and one that looks as if it had been dealt with.
        robot.receives(&[asks(ANN, 3), asks(BOB, 4)]).await;
        ask(
            &user,
            &["SELECT INBOX", "UID STORE 4 +FLAGS ($PenpawnDone)"],
        )
        .await;
        let before = robot.lies_in("INBOX").await;
        assert_eq!(before.len(), 4);
        robot.setup.lying = Some("--leave");
        let daemon = robot.setup.serve().await;
        robot.receives(&[asks(BOB, 5)]).await;
        robot.has_answered(1).await;
        // Often enough to compare the newest mails with the database, which is done each twelve looks.
        let idles = robot.wire.heard("IDLE");
        wait_for("many looks", &robot.setup, async || {
            robot.wire.heard("IDLE") > idles + 14
        })
        .await;
        daemon.stop().await;
        robot.setup.lying = None;
        robot.looks_once().await;
        // However the server numbers them.
        bed::run(&["uidreset", &user]);
        robot.receives(&[asks(BOB, 6)]).await;
        let daemon = robot.setup.serve().await;
        robot.has_answered(2).await;
        daemon.stop().await;
        bed::run(&["uidreset", &user]);
        robot.looks_once().await;
        // 5 and 6 are ours; in a folder from which they were moved the second one is 5 again.
        let touched = robot.touched();
        assert!(touched.iter().all(|&uid| uid > 4), "{done}: {touched:?}");
        let mut now = robot.lies_in("INBOX").await;
        now.truncate(4);
        assert_eq!(now, before, "{done}");
        assert_eq!(
            robot
                .number("select count(distinct content_key) from inbox")
                .await,
            2
        );
        let status = robot.setup.penpawn(&["status"]);
        let status = String::from_utf8_lossy(&status.stdout);
        assert!(
            status.contains(
                "not for us and are left alone: 4 (4 of them from before the first start)"
            ),
            "{status}"
        );
        if done == "flag" {
            let said = robot.rereads();
            assert!(said.contains("since") && said.contains("UTC: 2;"), "{said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_left_and_cannot_be_told_from_other_mails_any_more_is_asked_about_again() {
    let mails = [private(1), private(2)];
    let mut robot = robot_in_a_private_mailbox("move", &mails).await;
    let user = robot.setup.address.clone();
    robot.setup.lying = Some("--leave");
    robot.looks_once().await;
    robot.setup.lying = None;
    // As from a backup that keeps neither numbers nor times.
    erase_in_inbox(&user, "1:*").await;
    let restored = "01-Jan-2026 12:00:00 +0000";
    append_as_it_is(&user, "INBOX", Some(restored), &mails).await;
    append(&user, "INBOX", Some(restored), &[asks(BOB, 3)]).await;
    bed::run(&["uidreset", &user]);
    let told = robot.refuses().await;
    assert!(
        told.contains("was numbered anew") && told.contains("nothing in it (3 mails)"),
        "{told}"
    );
    assert_eq!(robot.touched(), [0_u32; 0]);
    robot.setup.lying = Some("--leave");
    robot.looks_once().await;
    robot.setup.lying = None;
    bed::run(&["uidreset", &user]);
    robot.looks_once().await;
    assert_eq!(robot.touched(), [0_u32; 0]);
    // All that was left has gone, by hand: that is no reason to ask.
    erase_in_inbox(&user, "1:*").await;
    robot.looks_once().await;
    bed::run(&["uidreset", &user]);
    robot.receives(&[asks(BOB, 4)]).await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(1).await;
    daemon.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_is_none_for_us_is_kept_by_number_and_hash_only() {
    for done in ["move", "flag"] {
        let mut robot = robot_in_a_private_mailbox(done, &[]).await;
        robot.setup.set("imap.idle_seconds", "1");
        let user = robot.setup.address.clone();
        let daemon = robot.setup.serve().await;
        append_as_it_is(&user, "INBOX", None, &[private(1), private(2)]).await;
        // A blind copy: the mail server says to whom it delivers.
        robot
            .receives(&[new_mail(
                BOB,
                3,
                "To: friends@elsewhere.test\nSubject: number 3\n",
                "games",
            )])
            .await;
        robot.has_answered(1).await;
        daemon.stop().await;
        robot.looks_once().await;
        let mut lies = robot.lies_in("INBOX").await;
        lies.truncate(2);
        assert_eq!(lies, ["private 1", "private 2"], "{done}");
        if done == "move" {
            assert_eq!(robot.lies_in("Processed").await, ["number 3"]);
        }
        let kept = "select count(*) from left_alone where content_key is not null";
        assert_eq!(robot.number(kept).await, 2);
        assert_eq!(robot.number("select count(*) from inbox").await, 1);
        let dump = program("pg_dump")
            .args(["--dbname", &bed::owner_url_of(&robot.pool)])
            .output()
            .expect("pg_dump");
        let dump = String::from_utf8_lossy(&dump.stdout).into_owned();
        // As text, and as a bytea is written.
        let hexadecimal: String = "pssst".bytes().map(|b| format!("{b:02x}")).collect();
        assert!(dump.contains("left_alone"));
        for word in ["pssst", hexadecimal.as_str(), "elsewhere.test", "private 1"] {
            assert!(!dump.contains(word), "{word}");
        }
        let status = robot.setup.penpawn(&["status", "--json"]);
        let status: serde_json::Value =
            serde_json::from_slice(&status.stdout).expect("what status says");
        assert_eq!(status["mailboxes"][0]["foreign"], 2, "{status}");
        assert_eq!(status["fine"], true, "{status}");
        let said = doctor(&robot.setup, &["--wait", "0"]).await;
        assert!(
            said.text
                .contains("0 from before the first start, 2 that came since"),
            "{}",
            said.text
        );
        assert!(
            said.text.contains("server.further_addresses"),
            "{}",
            said.text
        );
        // Fetched once, to be judged.
        let fetched = robot.touches();
        robot.looks_once().await;
        let private = |touches: Vec<u32>| touches.iter().filter(|&&uid| uid < 3).count();
        assert_eq!(private(fetched), 2, "{done}");
        assert_eq!(private(robot.touches()), 2, "{done}");
        // One goes: it is not counted any more.
        erase_in_inbox(&user, "2").await;
        sqlx::query("update left_alone set noted_at = noted_at - interval '1 hour'")
            .execute(&robot.pool)
            .await
            .expect("older");
        robot.looks_once().await;
        assert_eq!(robot.number(kept).await, 1);
        // Another numbering changes nothing.
        bed::run(&["uidreset", &user]);
        robot.looks_once().await;
        assert_eq!(robot.number(kept).await, 1);
        assert_eq!(
            handled(&robot.pool).await,
            1,
            "nothing of it was handled: {}",
            robot.setup.logged()
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_to_an_alias_is_read_when_the_settings_name_it() {
    let robot = robot_in_a_private_mailbox("move", &[]).await;
    robot.looks_once().await;
    let user = robot.setup.address.clone();
    let alias = new_mail(
        BOB,
        1,
        "To: old-chess@elsewhere.test\nSubject: number 1\n",
        "games",
    );
    append_as_it_is(&user, "INBOX", None, &[private(2), alias]).await;
    robot.looks_once().await;
    assert_eq!(handled(&robot.pool).await, 0);
    assert_eq!(robot.lies_in("INBOX").await, ["private 2", "number 1"]);
    robot.setup.change(
        "[server]\n",
        "[server]\nfurther_addresses = [\"old-chess@elsewhere.test\"]\n",
    );
    let daemon = robot.setup.serve().await;
    robot.has_answered(1).await;
    daemon.stop().await;
    robot.looks_once().await;
    assert_eq!(robot.lies_in("INBOX").await, ["private 2"]);
    let kept = "select count(*) from left_alone where content_key is not null";
    assert_eq!(robot.number(kept).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_number_that_is_given_to_a_private_mail_files_nothing_of_it() {
    let robot = robot_in_a_private_mailbox("move", &[]).await;
    let user = robot.setup.address.clone();
    robot.looks_once().await;
    robot.receives(&[asks(BOB, 1)]).await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(1).await;
    daemon.stop().await;
    // The server forgot, and gives the number again; ours was handled and not filed yet.
    append_as_it_is(&user, "INBOX", None, &[private(1)]).await;
    let said = ask(&user, &["SELECT INBOX", "UID SEARCH ALL"]).await;
    let uid: i64 = said
        .lines()
        .find_map(|line| line.strip_prefix("* SEARCH ")?.trim().parse().ok())
        .expect("a UID");
    sqlx::query("update inbox set uid = $1, mirrored = false, filed_folder = null, filed_uid = null, filed_uidvalidity = null")
        .bind(uid)
        .execute(&robot.pool)
        .await
        .expect("as if");
    robot.looks_once().await;
    assert_eq!(robot.lies_in("INBOX").await, ["private 1"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_mails_among_the_finished_ones_are_no_sign_of_an_old_copy_and_are_not_read_again() {
    let robot = robot_in_a_private_mailbox("move", &[]).await;
    let user = robot.setup.address.clone();
    robot.looks_once().await;
    robot.receives(&[asks(BOB, 1)]).await;
    let daemon = robot.setup.serve().await;
    robot.has_answered(1).await;
    robot.has_filed().await;
    daemon.stop().await;
    append_as_it_is(&user, "Processed", None, &[private(1), private(2)]).await;
    robot.looks_once().await;
    let said = robot.rereads();
    assert!(said.contains("UTC: 1;"), "{said}");
    assert_eq!(robot.number("select count(*) from inbox").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_strangers_mail_that_was_not_answered_is_filed_and_stays() {
    for (setting, kept) in [("false", true), ("true", false)] {
        let mut robot = Robot::with(&[]).await;
        robot.setup.set("imap.done", "move");
        robot.setup.set("imap.idle_seconds", "1");
        robot.setup.set("imap.erase_strangers", setting);
        let stranger = |number| {
            let subject = format!("Subject: stranger {number}\n");
            new_mail(
                "Carl <carl@players.test>",
                number,
                &subject,
                "The invoice is attached.",
            )
        };
        // The second is the first once more.
        robot
            .receives(&[stranger(1), stranger(1), stranger(2), asks(BOB, 3)])
            .await;
        let daemon = robot.setup.serve().await;
        wait_for("all to be filed", &robot.setup, async || {
            robot
                .number("select count(*) from inbox where mirrored")
                .await
                == 4
        })
        .await;
        daemon.stop().await;
        sqlx::query(
            "update inbox set stored_at = stored_at - interval '100 days', handled_at = handled_at - interval '100 days'",
        )
        .execute(&robot.pool)
        .await
        .expect("older");
        let daemon = robot.setup.serve().await;
        let erased = if kept { 1 } else { 4 };
        wait_for("erasing", &robot.setup, async || {
            robot
                .number("select count(*) from inbox where copy_erased_at is not null")
                .await
                == erased
        })
        .await;
        assert_eq!(
            robot
                .number("select count(*) from inbox where raw is not null")
                .await,
            0
        );
        let lies: Vec<String> = robot.lies_in("Processed").await;
        let subjects: Vec<&str> = lies.iter().filter_map(|lie| lie.get(..10)).collect();
        if kept {
            assert_eq!(subjects, ["stranger 1", "stranger 1", "stranger 2"]);
        } else {
            assert_eq!(subjects, [""; 0]);
            daemon.stop().await;
            continue;
        }
        let status = robot.setup.penpawn(&["status", "--json"]);
        let status: serde_json::Value =
            serde_json::from_slice(&status.stdout).expect("what status says");
        assert_eq!(status["mailboxes"][0]["copies"], 0, "{status}");
        // Who became a player and is forgotten is forgotten there as well.
        known_player(&robot.pool, "Carl").await;
        let forgotten = robot
            .setup
            .penpawn(&["players", "forget", "carl@players.test", "--yes"]);
        assert!(forgotten.status.success(), "{forgotten:?}");
        wait_for("forgetting", &robot.setup, async || {
            robot.lies_in("Processed").await.is_empty()
        })
        .await;
        daemon.stop().await;
    }
}
