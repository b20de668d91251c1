//! Refusals, broken lines and odd answers while mails are listed, fetched and filed.

use super::{ANN, BOB, Robot, Rule, append, ask, asks, erase_in_inbox, handled, many, wait_for};

#[tokio::test]
async fn hazard_32_a_mail_that_a_human_has_read_before_us_is_handled() {
    let robot = Robot::with(&[]).await;
    robot.receives(&many(1..3)).await;
    let user = &robot.setup.address;
    ask(user, &["SELECT INBOX", "UID STORE 1:2 +FLAGS (\\Seen)"]).await;
    let _daemon = robot.setup.serve().await;
    robot.has_answered(2).await;
    // They also move a handled mail out and back by hand: it comes again under another UID.
    let steps = [
        "CREATE Elsewhere",
        "SELECT INBOX",
        "UID MOVE 1 Elsewhere",
        "SELECT Elsewhere",
        "UID MOVE 1:* INBOX",
    ];
    ask(user, &steps).await;
    wait_for("the mail under its new UID", &robot.setup, async || {
        stored(&robot).await == 3
    })
    .await;
    robot.answered_each_once(2).await;
}

#[tokio::test]
async fn hazard_32_fetching_does_not_mark_mails_and_a_kill_before_they_are_stored_loses_none() {
    let robot = Robot::with(&[Rule::Silence("BODY.PEEK")]).await;
    robot.receives(&many(1..4)).await;
    let daemon = robot.setup.start();
    wait_for("the mails to be fetched", &robot.setup, async || {
        robot.wire.heard("BODY.PEEK") > 0
    })
    .await;
    daemon.kill();
    let said = ask(
        &robot.setup.address,
        &["SELECT INBOX", "UID SEARCH NOT SEEN"],
    )
    .await;
    assert!(said.contains("* SEARCH 1 2 3"), "{said}");
    assert_eq!(stored(&robot).await, 0);
    robot.wire.heal();
    let _daemon = robot.setup.serve().await;
    robot.has_answered(3).await;
}

#[tokio::test]
async fn hazard_36_the_last_mail_is_not_read_again_and_again() {
    let mut robot = Robot::with(&[]).await;
    // An IDLE each second, and a search after each.
    robot.setup.set("imap.idle_seconds", "1");
    robot.receives(&many(1..2)).await;
    let _daemon = robot.setup.serve().await;
    robot.has_answered(1).await;
    robot.is_quiet().await;
    let (fetched, searched) = (robot.wire.heard("FETCH"), robot.wire.heard("SEARCH"));
    wait_for("some searches", &robot.setup, async || {
        robot.wire.heard("SEARCH") > searched + 3
    })
    .await;
    assert_eq!(robot.wire.heard("FETCH"), fetched);
    let said = ask(
        &robot.setup.address,
        &["SELECT INBOX", "UID SEARCH UID 2:*"],
    )
    .await;
    assert!(
        said.contains("* SEARCH 1\r\n"),
        "this server shows the trap: {said}"
    );
}

#[tokio::test]
async fn hazard_37_mails_are_addressed_by_uid_alone_whatever_is_expunged_meanwhile() {
    for done in ["move", "flag"] {
        let mut robot = Robot::with(&[]).await;
        robot.setup.set("imap.done", done);
        let user = robot.setup.address.clone();
        robot.receives(&many(1..7)).await;
        // Sequence numbers and UIDs differ from the beginning.
        erase_in_inbox(&user, "1,3").await;
        let _daemon = robot.setup.serve().await;
        robot.has_answered(4).await;
        erase_in_inbox(&user, "2").await;
        robot.receives(&[asks(ANN, 7)]).await;
        robot.has_answered(5).await;
        robot.is_quiet().await;
        for command in robot.wire.commands() {
            let verb = command.split(' ').next().unwrap_or_default();
            assert!(
                !["FETCH", "STORE", "COPY", "MOVE", "SEARCH", "EXPUNGE"].contains(&verb),
                "by sequence number: {command}"
            );
        }
        for wanted in ["UID FETCH", "UID SEARCH"] {
            assert!(robot.wire.heard(wanted) > 0, "{wanted}");
        }
        let filed = if done == "move" {
            "UID MOVE"
        } else {
            "UID STORE"
        };
        wait_for("the mails to be filed", &robot.setup, async || {
            let left = ask(
                &user,
                &["SELECT INBOX", "UID SEARCH UNKEYWORD $PenpawnDone"],
            )
            .await;
            robot.wire.heard(filed) > 0 && left.contains("* SEARCH\r\n")
        })
        .await;
    }
}

#[tokio::test]
async fn hazard_38_of_a_fetch_that_breaks_off_what_came_is_kept_and_the_rest_comes_once() {
    let robot = Robot::with(&[]).await;
    robot.receives(&many(1..4)).await;
    // The line breaks within the second of three literals.
    robot
        .wire
        .add(Rule::Cut("Message-ID: <2@mail.players.test>".to_owned()));
    let _daemon = robot.setup.start();
    robot.has_answered(3).await;
    let logged = robot.setup.logged();
    assert!(
        logged.contains("fetching broke off") && logged.contains("uid=2"),
        "{logged}"
    );
    // The first was stored before the line was there again, so it is fetched once; the others twice, and stored once.
    let fetches: Vec<String> = robot
        .wire
        .commands()
        .into_iter()
        .filter(|command| command.contains("BODY.PEEK[]"))
        .collect();
    assert_eq!(
        fetches,
        [
            "UID FETCH 1:3 (UID BODY.PEEK[])",
            "UID FETCH 2:3 (UID BODY.PEEK[])"
        ]
    );
    let order: Vec<i64> = sqlx::query_scalar("select uid from inbox order by id")
        .fetch_all(&robot.pool)
        .await
        .expect("the mails");
    assert_eq!(order, [1, 2, 3]);
}

#[tokio::test]
async fn hazard_38_a_mail_at_which_the_line_always_breaks_holds_up_no_other() {
    let rule = Rule::CutAlways("Message-ID: <2@mail.players.test>".to_owned());
    let robot = Robot::with(&[rule]).await;
    robot.receives(&many(1..4)).await;
    let _daemon = robot.setup.start();
    robot.has_answered(2).await;
    let next: i64 = sqlx::query_scalar("select next_uid from mailbox")
        .fetch_one(&robot.pool)
        .await
        .expect("the watermark");
    assert!(next <= 2, "the mail is not passed over: {next}");
    robot.receives(&[asks(BOB, 4)]).await;
    robot.has_answered(3).await;
    robot.wire.heal();
    robot.has_answered(4).await;
}

#[tokio::test]
async fn hazard_39_answers_about_other_mails_between_ours_are_no_error_and_no_mails() {
    let noise = "* 1 FETCH (UID 999 FLAGS (\\Seen))\r\n\
                 * 2 FETCH (FLAGS (\\Seen))\r\n\
                 * 9 FETCH (UID 998 BODY[] {3}\r\nyou)\r\n\
                 * OK still here\r\n";
    let robot = Robot::with(&[
        Rule::Before("BODY[]", noise),
        Rule::Before("RFC822.SIZE", noise),
    ])
    .await;
    robot.receives(&many(1..61)).await;
    // And a second client that toggles flags all the time.
    let user = robot.setup.address.clone();
    let toggling = tokio::spawn(async move {
        loop {
            let mut steps = vec!["SELECT INBOX"];
            steps.extend(
                [
                    "UID STORE 1:* +FLAGS (\\Flagged)",
                    "UID STORE 1:* -FLAGS (\\Flagged)",
                ]
                .repeat(10),
            );
            ask(&user, &steps).await;
        }
    });
    let _daemon = robot.setup.serve().await;
    robot.has_answered(60).await;
    toggling.abort();
    assert_eq!(stored(&robot).await, 60);
    assert!(
        !robot.setup.logged().contains("mailbox lost"),
        "{}",
        robot.setup.logged()
    );
}

#[tokio::test]
async fn hazard_40_a_refusal_is_never_taken_for_nothing_there() {
    for (command, answer) in [
        ("UID SEARCH", "TAG NO [SERVERBUG] try again\r\n"),
        ("UID SEARCH", "TAG BAD what?\r\n"),
        ("RFC822.SIZE", "TAG NO not now\r\n"),
        (
            "BODY.PEEK",
            "TAG NO [UNAVAILABLE] some mails cannot be read\r\n",
        ),
        ("BODY.PEEK", "TAG BAD what?\r\n"),
        ("UID STORE", "TAG NO [READ-ONLY] no\r\n"),
        ("UID STORE", "TAG BAD what?\r\n"),
    ] {
        let robot = Robot::with(&[Rule::Answer(command, answer)]).await;
        robot.receives(&many(1..4)).await;
        let _daemon = robot.setup.start();
        robot.has_answered(3).await;
        let watermark: i64 = sqlx::query_scalar("select next_uid from mailbox")
            .fetch_one(&robot.pool)
            .await
            .expect("the watermark");
        assert_eq!(watermark, 4, "{command}: {answer}");
        // What could not be filed is filed with the next mail.
        robot.receives(&[asks(ANN, 4)]).await;
        robot.has_answered(4).await;
        wait_for("the mails to be filed", &robot.setup, async || {
            let left = ask(
                &robot.setup.address,
                &["SELECT INBOX", "UID SEARCH UNKEYWORD $PenpawnDone"],
            )
            .await;
            left.contains("* SEARCH\r\n")
        })
        .await;
    }
}

#[tokio::test]
async fn hazard_40_a_mail_that_is_never_given_out_waits_alone() {
    let robot = Robot::with(&[
        Rule::Answer("UID FETCH 1:3 (UID BODY", "TAG NO some cannot be read\r\n"),
        Rule::AnswerAlways("UID FETCH 2 (UID BODY", "TAG NO not this one\r\n"),
        Rule::AnswerAlways("UID FETCH 2,4 (UID BODY", "TAG NO not all of them\r\n"),
    ])
    .await;
    robot.receives(&many(1..4)).await;
    let _daemon = robot.setup.serve().await;
    robot.has_answered(2).await;
    robot.is_quiet().await;
    robot.receives(&[asks(ANN, 4)]).await;
    robot.has_answered(3).await;
    let watermark: i64 = sqlx::query_scalar("select next_uid from mailbox")
        .fetch_one(&robot.pool)
        .await
        .expect("the watermark");
    assert_eq!(watermark, 2, "it is not passed over");
    assert_eq!(
        robot.wire.opened(),
        1,
        "a refusal is no reason to reconnect"
    );
    robot.wire.heal();
    append(&robot.setup.address, "INBOX", None, &[asks(ANN, 5)]).await;
    robot.has_answered(5).await;
}

async fn stored(robot: &Robot) -> usize {
    let count: i64 = sqlx::query_scalar("select count(*) from inbox")
        .fetch_one(&robot.pool)
        .await
        .expect("a count");
    assert!(handled(&robot.pool).await <= usize::try_from(count).expect("a small number"));
    usize::try_from(count).expect("a small number")
}
