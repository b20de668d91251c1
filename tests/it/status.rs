//! What an administrator sees of a running server: `penpawn status`, the log, and what is said when it cannot start.

use crate::bed;
use crate::correspondence::{Correspondence, new_mail};
use crate::daemon::Setup;
use crate::outgoing::relay::{Answer, FakeRelay};
use crate::outgoing::{serve_with, until};
use penpawn::db::mailboxes;
use std::fs;
use std::process::{Command, Output, Stdio};

fn status(setup: &Setup) -> (bool, String, serde_json::Value) {
    let text = setup.penpawn(&["status"]);
    let json = setup.penpawn(&["status", "--json"]);
    assert_eq!(text.status.code(), json.status.code());
    let value = serde_json::from_slice(&json.stdout).expect("JSON");
    (
        text.status.success(),
        String::from_utf8_lossy(&text.stdout).into_owned(),
        value,
    )
}

fn json_of(setup: &Setup) -> serde_json::Value {
    status(setup).2
}

#[tokio::test]
async fn status_says_what_waits_and_asks_for_an_administrator_by_its_exit_code() {
    let mut desk = Correspondence::begin().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let (fine, text, _) = status(&setup);
    assert!(
        !fine && text.contains("test has not been looked into yet"),
        "{text}"
    );
    let place = mailboxes::open(&desk.pool, "test", 1)
        .await
        .expect("a mailbox");
    mailboxes::note_look(&desk.pool, place.mailbox)
        .await
        .expect("noted");
    let (fine, text, _) = status(&setup);
    assert!(fine && text.contains("All is well."), "{text}");

    desk.deliver(&new_mail("Ann <ann@players.test>", 1, "", "join"))
        .await;
    desk.store(&new_mail("Bob <bob@players.test>", 2, "", "join"))
        .await;
    let (fine, text, json) = status(&setup);
    assert!(fine, "{text}");
    assert_eq!(json["fine"], true);
    assert_eq!(json["mails"]["new"], 1);
    assert_eq!(json["mails"]["held"], 1);
    assert_eq!(json["letters"]["queued"], 1);
    assert_eq!(json["mailboxes"][0]["next_uid"], 3);
    assert!(text.contains("1 new, the oldest for"), "{text}");

    for (sql, said) in [
        (
            "update mailbox set looked_at = now() - interval '12 minutes'",
            "test has not been looked into for 12 min",
        ),
        (
            "update mailbox set looked_at = now(), fullness = 97, fullness_at = now() - interval '2 hours'",
            "test is 97 % full",
        ),
        (
            "update inbox set stored_at = now() - interval '11 minutes', run_after = now() - interval '12 minutes' where state = 'new'",
            "A mail has waited for 11 min to be handled",
        ),
        (
            "update outbox set created_at = now() - interval '3 hours'",
            "A letter has waited for 3 h 0 min to be sent",
        ),
        (
            "update inbox set state = 'dead', error = 'x' where state = 'new'",
            "Mails that could not be handled: 1",
        ),
        (
            "with p as (insert into player (name, name_key, state, active_at) values ('Eve', 'eve', 'active', now()) returning id)
             insert into inbox (content_key, sender, line, arrived_at, size, state, handled_at, player_id)
             select 'x', 'x', 'x', now(), 1, 'done', now(), id from p",
            "Mails of players that were handled today and not answered: 1",
        ),
    ] {
        sqlx::query(sql).execute(&desk.pool).await.expect("changed");
        let (fine, text, json) = status(&setup);
        assert!(!fine && text.contains(said), "{said}:\n{text}");
        assert_eq!(json["fine"], false);
    }
    assert_eq!(json_of(&setup)["mailboxes"][0]["fullness"], 97);
    // Who writes too much waits for their turn, and who confirms a mail days later has not waited: neither is late.
    sqlx::raw_sql(
        "update inbox set state = 'new', attempts = 0, error = null, stored_at = now() - interval '2 days',
                confirmed_at = case when state = 'held' then now() end,
                run_after = case when state = 'held' then '-infinity' else now() + interval '1 minute' end
         where state in ('dead', 'held')",
    )
    .execute(&desk.pool)
    .await
    .expect("later");
    let (_, text, _) = status(&setup);
    assert!(!text.contains("A mail has waited"), "{text}");
    assert!(text.contains("1 waiting for their turn"), "{text}");
    // A letter that the relay wants later waits by right.
    sqlx::query("update outbox set first_refused_at = now() - interval '3 hours'")
        .execute(&desk.pool)
        .await
        .expect("deferred");
    let (_, text, _) = status(&setup);
    assert!(!text.contains("A letter has waited"), "{text}");
    assert!(
        text.contains("1 wanted later by the relay, the oldest for 3 h 0 min"),
        "{text}"
    );
    // So does one whose reader rests.
    sqlx::query("update outbox set state = 'held', first_refused_at = null")
        .execute(&desk.pool)
        .await
        .expect("held");
    let (_, text, json) = status(&setup);
    assert!(!text.contains("A letter has waited"), "{text}");
    assert!(
        text.contains("1 held back for players who rest, the oldest for 3 h 0 min"),
        "{text}"
    );
    assert_eq!(json["letters"]["held"], 1);
}

/// Runs `penpawn serve` with these settings changed, until it ends by itself.
fn serve_in_vain(setup: &Setup, environment: &[(&str, &str)]) -> Output {
    let output = Command::new("timeout")
        .arg("60")
        .arg(env!("CARGO_BIN_EXE_penpawn"))
        .arg("--config")
        .arg(&setup.file)
        .arg("serve")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{environment:?}: {output:?}");
    output
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_work_says_so_in_one_line_and_ends() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let folder = setup.log.parent().expect("a folder");
    let wrong = folder.join("wrong-password");
    fs::write(&wrong, "wrong").expect("a file");
    let wrong = wrong.to_str().expect("a path");
    let templates = folder.join("templates");
    fs::create_dir(&templates).expect("a folder");
    fs::write(templates.join("your_move.txt"), "{{ no_such_value }}").expect("a file");
    let templates = templates.to_str().expect("a path");
    let without_login = FakeRelay::begin(|said| match said.verb {
        "AUTH" => Answer::Say("535 5.7.8 authentication failed"),
        _ => Answer::Yes,
    })
    .await;
    let without_login = without_login.port.to_string();
    for (environment, said) in [
        (
            vec![("PENPAWN__IMAP__PASSWORD_FILE", wrong)],
            "refused the login",
        ),
        (vec![("PENPAWN__IMAP__CA_FILE", "")], "certificate"),
        (
            vec![
                ("PENPAWN__SMTP__PASSWORD_FILE", wrong),
                ("PENPAWN__SMTP__USER", "x"),
            ],
            "no mail can be sent: the relay refused the login",
        ),
        (
            vec![
                ("PENPAWN__SMTP__PORT", without_login.as_str()),
                ("PENPAWN__SMTP__HOST", "127.0.0.1"),
                ("PENPAWN__SMTP__SECURITY", "plain"),
            ],
            "no mail can be sent: the relay refused the login",
        ),
        (
            vec![("PENPAWN__SERVER__TEMPLATES", templates)],
            "your_move.txt",
        ),
        (
            vec![("PENPAWN__DATABASE__URL", "postgres://127.0.0.1:1/x")],
            "the database does not let us in",
        ),
        (vec![("PENPAWN__SMTP__SECURITY", "none")], "smtp.security"),
    ] {
        let output = serve_in_vain(&setup, &environment);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let last = errors.trim_end().lines().last().unwrap_or_default();
        assert!(
            last.starts_with("penpawn: ") && last.contains(said),
            "{said}: {errors}"
        );
    }
    sqlx::query("update _sqlx_migrations set version = 999999")
        .execute(&pool)
        .await
        .ok();
    sqlx::raw_sql("drop schema public cascade; create schema public")
        .execute(&pool)
        .await
        .expect("emptied");
    let output = serve_in_vain(&setup, &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("run `penpawn migrate`"));
}

#[tokio::test]
async fn a_relay_that_is_away_at_the_start_keeps_no_mail_from_being_read() {
    let desk = Correspondence::begin().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let daemon = serve_with(&setup, &[("PENPAWN__SMTP__PORT", "1")]);
    until("the mailbox is open", async || {
        setup.logged().contains("mailbox open")
    })
    .await;
    assert!(setup.logged().contains("the relay cannot be used yet"));
    daemon.stop().await;
}

#[tokio::test]
async fn hazard_89_the_log_holds_no_address_and_no_token() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let daemon = serve_with(&setup, &[("PENPAWN__LOG__FILTER", "info,penpawn=trace")]);
    until("the mailbox is open", async || {
        setup.logged().contains("mailbox open")
    })
    .await;
    let mut ann = crate::player::Player::called("Ann").await;
    let bob = crate::player::fresh_address("reject-bob");
    // A whole way: a stranger, a confirmation, a challenge, a refused recipient, nonsense, a robot, a broken mail.
    ann.write(&setup.address, &format!("challenge {bob} as white"))
        .await;
    ann.receive_saying("ask first").await;
    ann.answer("yes").await;
    // In whatever order the MTA brings them.
    let mut told = String::new();
    for _ in 0..2 {
        let text = ann.receive().await.text.clone().unwrap_or_default();
        told.push_str(&text.replace('\n', " "));
    }
    assert!(
        told.contains("is on its way") && told.contains("does not know of it"),
        "{told}"
    );
    ann.answer("what is this?").await;
    ann.receive().await;
    ann.answer("challenge nobody@at@all").await;
    ann.receive().await;
    // The code of a game's letter invites nobody else; that of the help does.
    ann.answer("help").await;
    ann.receive().await;
    let defer = crate::player::fresh_address("defer-eve");
    ann.answer(&format!("challenge {defer}")).await;
    until("a letter is wanted later", async || {
        setup.logged().contains("wants this mail later")
    })
    .await;
    daemon.stop().await;
    let log = setup.logged();
    assert!(
        log.contains("mail handled") && log.contains("will never take this mail"),
        "{log}"
    );
    for line in log.lines() {
        // The house's own address is no secret, and is named once at the start.
        let line = line.replace(&setup.address, "");
        assert!(!line.contains('@'), "an address: {line}");
        assert!(!line.contains("players.test"), "an address: {line}");
        assert!(
            !line.contains("\"pw\"") && !line.contains("password="),
            "a password: {line}"
        );
    }
    let tokens: Vec<String> =
        sqlx::query_scalar("select split_part(message_id, '@', 1) from outbox")
            .fetch_all(&pool)
            .await
            .expect("letters");
    assert!(tokens.len() >= 6);
    for token in tokens {
        for part in token.split('.').filter(|part| part.len() > 12) {
            assert!(!log.contains(part), "a token: {part}");
        }
    }
}

/// The exit code, text, JSON and numbers of a mailbox that cannot be read.
fn told_of(setup: &Setup, known: usize, kind: &str, number: u8, words: &str) -> bool {
    let logged = setup.logged();
    assert!(logged[known..].contains(words), "{words}\n{logged}");
    let (fine, text, json) = status(setup);
    assert!(text.contains(words), "{words}\n{text}");
    assert_eq!(json["fine"], fine);
    let mailbox = &json["mailboxes"][0];
    assert_eq!(mailbox["fault_kind"], kind, "{mailbox}");
    assert!(mailbox["fault"].to_string().contains(words), "{mailbox}");
    let numbers = setup.penpawn(&["status", "--prometheus"]);
    assert_eq!(numbers.status.success(), fine);
    let numbers = String::from_utf8_lossy(&numbers.stdout).into_owned();
    let fault = numbers
        .lines()
        .find(|line| line.starts_with("penpawn_mailbox_fault{"));
    let fault = fault.unwrap_or_else(|| panic!("{numbers}"));
    assert!(fault.ends_with(&format!("}} {number}")), "{fault}");
    fine
}

#[tokio::test]
async fn why_a_mailbox_is_not_read_is_named_at_once_and_forgotten_when_it_is_over() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    setup.serve().await.stop().await;
    assert!(status(&setup).0);
    // The password was changed at the mail server. A daemon that has read the mailbox before goes on trying.
    let password = setup.file.with_file_name("password");
    fs::write(&password, "pine-apple-forest").expect("another password");
    let known = setup.logged().len();
    let daemon = setup.start();
    until("an administrator is called", async || {
        setup.logged()[known..].contains("mailbox needs an administrator")
    })
    .await;
    let words = "the mail server refused the login";
    let fine = told_of(&setup, known, "lasting", 2, words);
    assert!(!fine, "only an administrator can help");
    let (_, text, _) = status(&setup);
    assert!(!text.contains("All is well"), "{text}");
    assert!(!text.contains("pine"), "{text}");
    daemon.stop().await;
    fs::write(&password, &bed::up().password).expect("the right one");
    setup.serve().await.stop().await;
    let (fine, text, json) = status(&setup);
    assert!(fine && !text.contains(words), "{text}");
    assert!(json["mailboxes"][0]["fault"].is_null(), "{json}");
    // A server that is away may come back.
    let known = setup.logged().len();
    setup.set("imap.port", "1");
    let daemon = setup.start();
    until("it is tried", async || {
        setup.logged()[known..].contains("mailbox cannot be opened yet")
    })
    .await;
    let words = "cannot connect to 127.0.0.1:1";
    let fine = told_of(&setup, known, "passing", 1, words);
    assert!(fine, "it may pass");
    sqlx::query("update mailbox set looked_at = now() - interval '12 minutes'")
        .execute(&pool)
        .await
        .expect("later");
    let fine = told_of(&setup, known, "passing", 1, words);
    assert!(!fine, "it does not pass");
    daemon.stop().await;
}

/// A player who got no answer is nobody's all is well, whatever the reason.
#[tokio::test]
async fn players_whom_a_limit_left_without_an_answer_are_told_of() {
    let desk = crate::correspondence::game().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    sqlx::raw_sql(
        "update inbox set state = 'dropped', reason = 'enough for today: 30 answers', handled_at = now() where id = 1;
         update mailbox set looked_at = now()",
    )
    .execute(&desk.pool)
    .await
    .expect("dropped");
    let (fine, text, json) = status(&setup);
    let told =
        "Mails of players that were not answered today, since enough was sent on that day: 1.";
    assert!(!fine && text.contains(told), "{text}");
    assert_eq!(json["mails"]["players_limited"], 1);
    let numbers = setup.penpawn(&["status", "--prometheus"]);
    assert!(!numbers.status.success(), "the exit code is the same");
    let numbers = String::from_utf8_lossy(&numbers.stdout).into_owned();
    assert!(numbers.contains("penpawn_fine 0\n"), "{numbers}");
    assert!(
        numbers.contains("penpawn_mails_without_answer_last_day{state=\"limited_players\"} 1\n"),
        "{numbers}"
    );
    assert!(numbers.contains("penpawn_games 1\n"), "{numbers}");
}
