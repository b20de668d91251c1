//! What becomes of letters on their way out: hazards 49 to 56. The daemon is a process of its own; the relay is the
//! bed's MTA where that can be brought to misbehave, and else a fake one.

mod addresses;
pub(crate) mod relay;

use crate::bed;
use crate::correspondence::{Correspondence, answer, new_mail};
use crate::daemon::Setup;
use crate::player::{self, PATIENCE};
use penpawn::mail::address::deliverable;
use penpawn::mail::smtp::{Delivery, Relay};
use relay::{Answer, FakeRelay};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// A daemon whose relay is this one.
pub(crate) struct Serving {
    process: Child,
}

/// Starts a daemon on the database of these players, with more settings from the environment.
pub(crate) fn serve(setup: &Setup, relay: &FakeRelay, more: &[(&str, &str)]) -> Serving {
    let port = relay.port.to_string();
    let usual = [
        ("PENPAWN__SMTP__HOST", "127.0.0.1"),
        ("PENPAWN__SMTP__PORT", port.as_str()),
        ("PENPAWN__SMTP__SECURITY", "plain"),
        ("PENPAWN__SMTP__LOGIN", "false"),
    ];
    let environment: Vec<(&str, &str)> = usual.iter().chain(more).copied().collect();
    serve_with(setup, &environment)
}

pub(crate) fn serve_with(setup: &Setup, environment: &[(&str, &str)]) -> Serving {
    let log = fs::File::options()
        .create(true)
        .append(true)
        .open(&setup.log)
        .expect("a log file");
    let process = Command::new(env!("CARGO_BIN_EXE_penpawn"))
        .arg("--config")
        .arg(&setup.file)
        .args(["serve", "--read-all"])
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("penpawn serves");
    Serving { process }
}

impl Serving {
    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// SIGTERM.
    pub(crate) fn tell_to_stop(&self) {
        let told = Command::new("kill")
            .arg(self.process.id().to_string())
            .status()
            .expect("kill");
        assert!(told.success());
    }

    /// SIGTERM, and the end, which must be a good one. A fake relay of this test goes on answering meanwhile.
    pub(crate) async fn stop(mut self) {
        self.tell_to_stop();
        let mut ended = None;
        until("the daemon's end", async || {
            ended = self.process.try_wait().expect("an end");
            ended.is_some()
        })
        .await;
        assert!(ended.is_some_and(|ended| ended.success()), "{ended:?}");
    }

    /// SIGKILL.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("kill");
        self.process.wait().expect("an end");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits until it is so.
pub(crate) async fn until(what: &str, mut so: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !so().await {
        assert!(began.elapsed() < PATIENCE, "never came: {what}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// A game of Ann's with somebody at this address, in which she has just played e4 and both are to be told.
async fn moved(bob: &str) -> Correspondence {
    let mut desk = Correspondence::begin().await;
    let bob_mailbox = format!("Bob <{bob}>");
    let ann = "Ann <ann@players.test>";
    desk.deliver(&new_mail(ann, 1, "", &format!("challenge {bob} as white")))
        .await;
    let yes = answer(desk.newest_to("ann@players.test"), ann, 2, "", "yes");
    desk.deliver(&yes).await;
    let written_to = deliverable(bob);
    let accept = answer(desk.newest_to(&written_to), &bob_mailbox, 3, "", "accept");
    desk.deliver(&accept).await;
    // All that has been said so far has arrived.
    sqlx::query("update outbox set state = 'sent', sent_at = now()")
        .execute(&desk.pool)
        .await
        .expect("sent");
    let e4 = answer(desk.newest_to("ann@players.test"), ann, 4, "", "e4");
    desk.deliver(&e4).await;
    desk
}

/// Somebody without a game for each of these addresses, all of whom are to be asked whether they wrote.
async fn strangers(addresses: &[String]) -> Correspondence {
    let mut desk = Correspondence::begin().await;
    for (nth, address) in addresses.iter().enumerate() {
        desk.deliver(&new_mail(&format!("X <{address}>"), nth, "", "join"))
            .await;
    }
    desk
}

fn numbered(count: usize) -> Vec<String> {
    (10..10 + count)
        .map(|n| format!("p{n}@players.test"))
        .collect()
}

async fn states(desk: &Correspondence) -> Vec<(String, String, i32)> {
    sqlx::query_as("select recipient, state, attempts from outbox order by recipient, id")
        .fetch_all(&desk.pool)
        .await
        .expect("letters")
}

async fn in_state(desk: &Correspondence, state: &str) -> usize {
    let all = states(desk).await;
    all.iter().filter(|(_, known, _)| known == state).count()
}

/// What waits for later is due now.
async fn hurry(desk: &Correspondence) {
    sqlx::query("update outbox set run_after = '-infinity' where state = 'queued'")
        .execute(&desk.pool)
        .await
        .expect("hurried");
}

fn setup(desk: &Correspondence) -> Setup {
    Setup::with_database(&bed::url_of(&desk.pool))
}

#[tokio::test]
async fn hazard_49_what_was_committed_before_a_crash_is_sent_after_the_restart() {
    let desk = strangers(&numbered(3)).await;
    let relay = FakeRelay::begin(|_| Answer::Yes).await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[]);
    until("three mails", async || in_state(&desk, "sent").await == 3).await;
    assert_eq!(relay.recipients(), numbered(3));
    daemon.stop().await;
}

/// > Its answers are written, complete, in the same transaction, and sent afterwards; after a crash between
/// > sending and noting it, an answer can go out a second time, byte for byte the same.
#[tokio::test]
async fn hazard_50_a_second_copy_after_a_crash_is_the_same_to_the_last_octet() {
    let desk = strangers(&numbered(3)).await;
    // The relay has the mails, and the daemon is killed before it hears of it.
    let relay = FakeRelay::begin(|said| match said.verb {
        "." => Answer::Silence,
        _ => Answer::Yes,
    })
    .await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[]);
    until("three mails", async || relay.taken().len() == 3).await;
    daemon.kill();
    relay.rule(|_| Answer::Yes);
    // Its leases run out.
    sqlx::query("update outbox set claim_until = '-infinity'")
        .execute(&desk.pool)
        .await
        .expect("expired");
    let daemon = serve(&setup, &relay, &[]);
    until("all noted", async || in_state(&desk, "sent").await == 3).await;
    daemon.stop().await;
    let mut taken = relay.taken();
    assert_eq!(taken.len(), 6);
    taken.sort_by(|a, b| a.recipient.cmp(&b.recipient));
    for copies in taken.chunks(2) {
        assert_eq!(copies[0].bytes, copies[1].bytes);
        assert!(copies[0].bytes.contains("Message-ID: <"));
    }
}

#[tokio::test]
async fn hazard_50_a_line_lost_after_the_final_dot_is_no_answer_and_the_copy_is_the_same() {
    let desk = strangers(&numbered(1)).await;
    let relay = FakeRelay::begin(|said| match (said.verb, said.times) {
        (".", 1) => Answer::CutAfterTaking,
        _ => Answer::Yes,
    })
    .await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[]);
    until("a try", async || {
        let noted: Option<String> = sqlx::query_scalar("select error from outbox")
            .fetch_one(&desk.pool)
            .await
            .expect("a letter");
        noted.is_some_and(|error| error.contains("before the answer"))
    })
    .await;
    assert_eq!(states(&desk).await[0].1, "queued");
    hurry(&desk).await;
    until("a second copy", async || in_state(&desk, "sent").await == 1).await;
    daemon.stop().await;
    let taken = relay.taken();
    assert_eq!(taken.len(), 2);
    assert_eq!(taken[0].bytes, taken[1].bytes);
}

#[tokio::test]
async fn hazard_53_greylisted_mail_is_tried_as_rfc_5321_wants_and_given_up_after_five_days() {
    // The bed's MTA says 451 to everybody called defer.
    let desk = moved("defer-bob@players.test").await;
    let setup = setup(&desk);
    let daemon = serve_with(&setup, &[]);
    for (nth, minutes) in (1..).zip([1.0, 5.0, 15.0, 45.0, 120.0, 180.0, 180.0_f64]) {
        if nth > 1 {
            hurry(&desk).await;
        }
        let began = Instant::now();
        let mut wait = 0.0;
        until("a try", async || {
            let row: Option<(f64, String)> = sqlx::query_as(
                "select extract(epoch from run_after - now())::float8, error from outbox
                 where recipient like 'defer-%' and attempts = $1 and claim is null and state = 'queued'",
            )
            .bind(nth)
            .fetch_optional(&desk.pool)
            .await
            .expect("the letter");
            if let Some((seconds, error)) = row {
                assert!(error.contains("451"), "{error}");
                wait = seconds;
                true
            } else {
                false
            }
        })
        .await;
        // The wait was running while we looked.
        let (least, most) = (
            minutes * 48.0 - began.elapsed().as_secs_f64(),
            minutes * 72.0,
        );
        assert!(
            (least..=most).contains(&wait),
            "try {nth}: {wait} s, not {minutes} min"
        );
    }
    // Nobody tries it now, so the next try sees all five days.
    assert_eq!(in_state(&desk, "failed").await, 0);
    sqlx::query(
        "update outbox set first_refused_at = first_refused_at - interval '5 days', run_after = '-infinity'
         where state = 'queued'",
    )
    .execute(&desk.pool)
    .await
    .expect("five days later");
    until("given up", async || in_state(&desk, "failed").await == 1).await;
    assert_told_of_undelivered(&desk).await;
    daemon.stop().await;
}

/// Waits until Ann has been told that Bob does not know of her move.
async fn assert_told_of_undelivered(desk: &Correspondence) {
    let mut told: Vec<(String, Vec<u8>)> = Vec::new();
    until("Ann is told", async || {
        told = sqlx::query_as(
            "select recipient, bytes from outbox where occasion = 'undelivered' and state = 'sent'",
        )
        .fetch_all(&desk.pool)
        .await
        .expect("letters");
        !told.is_empty()
    })
    .await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, "ann@players.test");
    let mail = penpawn::mail::read::read(&told[0].1).expect("our own mail");
    let text = mail.text.unwrap_or_default().replace('\n', " ");
    for words in [
        " in game 1 could not be delivered",
        "'s move.",
        "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[tokio::test]
async fn hazard_54_a_refused_recipient_fails_alone_and_the_opponent_is_told() {
    let desk = moved("reject-bob@players.test").await;
    let setup = setup(&desk);
    let daemon = serve_with(&setup, &[]);
    assert_told_of_undelivered(&desk).await;
    until("everybody else's letters", async || {
        let last = states(&desk).await;
        last.iter()
            .all(|(to, state, _)| to.starts_with("reject-") || state == "sent")
    })
    .await;
    let refused = states(&desk).await;
    let refused = refused
        .iter()
        .find(|(to, state, _)| to.starts_with("reject-") && state == "failed");
    assert!(refused.is_some_and(|(.., attempts)| *attempts == 1));
    daemon.stop().await;
    assert!(!setup.logged().contains("ERROR"), "{}", setup.logged());
}

/// A local part beyond ASCII goes only to a relay that offers SMTPUTF8 (RFC 6531 3.2). Without it the letter fails, and
/// nothing else does.
#[tokio::test]
async fn an_address_beyond_ascii_arrives_where_the_relay_takes_it_and_else_fails_alone() {
    let bob = "bøb@players.test";
    for offered in [true, false] {
        let desk = moved(bob).await;
        let relay = FakeRelay::begin(|_| Answer::Yes).await;
        if offered {
            relay.offer_smtputf8();
        }
        let setup = setup(&desk);
        let daemon = serve(&setup, &relay, &[]);
        if !offered {
            assert_told_of_undelivered(&desk).await;
        }
        until("all letters", async || {
            let last = states(&desk).await;
            last.iter().all(|(_, state, _)| state != "queued")
        })
        .await;
        let taken = relay.recipients();
        assert!(taken.contains(&"ann@players.test".to_owned()), "{taken:?}");
        assert_eq!(taken.contains(&bob.to_owned()), offered, "{taken:?}");
        let failed: Vec<(String, i32, String)> = sqlx::query_as(
            "select recipient, attempts, error from outbox where state <> 'sent' order by id",
        )
        .fetch_all(&desk.pool)
        .await
        .expect("letters");
        if offered {
            assert_eq!(failed, []);
        } else {
            let why = "the relay takes no addresses beyond ASCII (SMTPUTF8)";
            assert_eq!(failed, [(bob.to_owned(), 1, why.to_owned())]);
            assert_eq!(relay.times("RCPT", bob), 0);
        }
        daemon.stop().await;
        assert!(!setup.logged().contains("ERROR"), "{}", setup.logged());
    }
}

#[tokio::test]
async fn hazard_54_when_the_relay_refuses_us_nothing_fails_and_the_administrator_is_told_once() {
    for (verb, words) in [
        ("AUTH", "535 5.7.8 authentication failed"),
        ("MAIL", "530 5.7.0 authentication required"),
        ("MAIL", "550 5.7.1 sender blocked"),
    ] {
        let mut desk = Correspondence::begin().await;
        let relay = FakeRelay::begin(|_| Answer::Yes).await;
        let setup = setup(&desk);
        let login = if verb == "AUTH" { "true" } else { "false" };
        let daemon = serve(&setup, &relay, &[("PENPAWN__SMTP__LOGIN", login)]);
        // At the start all is well; then the password is changed, and the connection that was logged in is closed.
        until("the mailbox is open", async || {
            setup.logged().contains("mailbox open")
        })
        .await;
        relay.rule(move |said| match said.verb {
            "AUTH" | "MAIL" if said.verb == verb => Answer::Say(words),
            "MAIL" => Answer::Say("421 4.3.2 closing"),
            _ => Answer::Yes,
        });
        let to = format!("To: {}\n", setup.address);
        for (nth, address) in numbered(5).iter().enumerate() {
            desk.store(&new_mail(&format!("X <{address}>"), nth, &to, "join"))
                .await;
        }
        // Refused, paused, and refused again.
        until("a second refusal", async || {
            setup.logged().contains("still does not take our mail")
        })
        .await;
        until("five letters", async || states(&desk).await.len() == 5).await;
        assert!(
            states(&desk)
                .await
                .iter()
                .all(|(_, state, attempts)| state == "queued" && *attempts <= 1)
        );
        let log = setup.logged();
        assert_eq!(log.matches("ERROR").count(), 1, "{log}");
        relay.rule(|_| Answer::Yes);
        until("all sent", async || in_state(&desk, "sent").await == 5).await;
        assert_eq!(relay.recipients(), numbered(5));
        assert!(
            states(&desk)
                .await
                .iter()
                .all(|(.., attempts)| *attempts == 1)
        );
        daemon.stop().await;
    }
}

#[tokio::test]
async fn hazard_54_refused_content_is_an_alert_and_550_5_5_0_is_tried_again() {
    let desk = strangers(&numbered(4)).await;
    let relay = FakeRelay::begin(|said| match (said.verb, said.recipient) {
        (".", "p10@players.test") => Answer::Say("554 5.6.0 I do not like this"),
        ("RCPT", "p11@players.test") => {
            Answer::Say("550 5.5.0 <p11@players.test>: we are being set up")
        }
        (".", "p12@players.test") => Answer::Say("552 5.3.4 too big"),
        _ => Answer::Yes,
    })
    .await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[]);
    until("two failed, one sent", async || {
        in_state(&desk, "failed").await == 2 && in_state(&desk, "sent").await == 1
    })
    .await;
    until("one later", async || {
        states(&desk).await[1] == ("p11@players.test".to_owned(), "queued".to_owned(), 1)
    })
    .await;
    daemon.stop().await;
    let log = setup.logged();
    assert_eq!(log.matches("ERROR").count(), 2, "{log}");
    assert_eq!(log.matches("whoever it is for").count(), 2, "{log}");
    assert!(!log.replace(&setup.address, "").contains('@'), "{log}");
}

#[tokio::test]
async fn hazard_55_one_recipient_that_hangs_holds_up_nobody() {
    let desk = strangers(&numbered(10)).await;
    let relay = FakeRelay::begin(|said| match (said.verb, said.recipient) {
        ("RCPT", "p10@players.test") => Answer::Silence,
        _ => Answer::Yes,
    })
    .await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[]);
    until("nine sent", async || in_state(&desk, "sent").await == 9).await;
    // The first one is still waited for, and not given up.
    assert_eq!(states(&desk).await[0].1, "queued");
    let first_try: bool = sqlx::query_scalar(
        "select claim is not null and error is null from outbox order by id limit 1",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("the first letter");
    assert!(first_try, "the others did not wait for its time to run out");
    assert_eq!(relay.recipients(), numbered(10)[1..]);
    daemon.kill();
}

#[tokio::test]
async fn hazard_56_no_more_mails_a_minute_than_are_allowed() {
    let desk = strangers(&numbered(31)).await;
    let relay = FakeRelay::begin(|_| Answer::Yes).await;
    let setup = setup(&desk);
    let daemon = serve(
        &setup,
        &relay,
        &[("PENPAWN__SMTP__MAILS_PER_MINUTE", "300")],
    );
    until("all sent", async || in_state(&desk, "sent").await == 31).await;
    daemon.stop().await;
    // By when each was claimed, which its lease still says: how slow the machine is does not matter.
    let spread: f64 = sqlx::query_scalar(
        "select extract(epoch from max(claim_until) - min(claim_until))::float8 from outbox",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("the claims");
    assert!(spread >= 5.0, "31 mails in {spread} s");
}

#[tokio::test]
async fn no_more_mails_a_day_than_are_allowed_and_the_others_wait() {
    let desk = strangers(&numbered(9)).await;
    let relay = FakeRelay::begin(|_| Answer::Yes).await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[("PENPAWN__SMTP__MAILS_PER_DAY", "4")]);
    until("it is told", async || {
        setup.logged().contains("smtp.mails_per_day allows")
    })
    .await;
    until("as many as a day has", async || {
        in_state(&desk, "sent").await == 4
    })
    .await;
    // Two of them went out more than a day ago.
    sqlx::query(
        "update outbox set sent_at = sent_at - interval '25 hours'
         where id in (select id from outbox where state = 'sent' order by id limit 2)",
    )
    .execute(&desk.pool)
    .await
    .expect("earlier");
    until("as many more", async || in_state(&desk, "sent").await == 6).await;
    assert_eq!(in_state(&desk, "queued").await, 3);
    assert_eq!(relay.recipients().len(), 6);
    daemon.stop().await;
}

#[tokio::test]
async fn a_relay_that_closes_after_three_mails_is_met_again_and_each_mail_goes_once() {
    let desk = strangers(&numbered(20)).await;
    let relay = FakeRelay::begin(|said| match said.verb {
        "MAIL" if said.carried >= 3 => {
            Answer::Say("421 4.7.0 too many messages in this connection")
        }
        _ => Answer::Yes,
    })
    .await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[]);
    until("all sent", async || in_state(&desk, "sent").await == 20).await;
    assert_eq!(relay.recipients(), numbered(20));
    assert!(relay.connections() >= 7);
    assert_eq!(relay.times("AUTH", ""), 0);
    daemon.stop().await;
}

#[tokio::test]
async fn a_stop_waits_for_the_answer_to_a_mail_and_begins_no_other() {
    let desk = strangers(&numbered(30)).await;
    let relay = FakeRelay::begin(|said| match said.verb {
        "." => Answer::After(Duration::from_secs(3)),
        _ => Answer::Yes,
    })
    .await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[]);
    until("four on their way", async || relay.taken().len() == 4).await;
    daemon.stop().await;
    let taken = relay.taken().len();
    assert!(taken < 30, "{taken}");
    // What the relay has is noted; what it has not is free at once for whoever comes next.
    assert_eq!(in_state(&desk, "sent").await, taken);
    let claimed: i64 = sqlx::query_scalar("select count(*) from outbox where claim is not null")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(claimed, 0);
    relay.rule(|_| Answer::Yes);
    let daemon = serve(&setup, &relay, &[]);
    until("all sent", async || in_state(&desk, "sent").await == 30).await;
    assert_eq!(relay.recipients(), numbered(30));
    daemon.stop().await;
}

#[tokio::test]
async fn hazard_52_a_claim_is_renewed_while_the_relay_thinks() {
    let desk = strangers(&numbered(1)).await;
    let relay = FakeRelay::begin(|said| match said.verb {
        "." => Answer::Silence,
        _ => Answer::Yes,
    })
    .await;
    let setup = setup(&desk);
    let daemon = serve(&setup, &relay, &[]);
    until("the mail is on its way", async || relay.taken().len() == 1).await;
    sqlx::query("update outbox set claim_until = now() + interval '90 seconds'")
        .execute(&desk.pool)
        .await
        .expect("nearly run out");
    until("a longer claim", async || {
        // The same claim: one that has run out is made anew, and that is no renewal.
        sqlx::query_scalar(
            "select attempts = 1 and claim_until > now() + interval '95 seconds' from outbox",
        )
        .fetch_one(&desk.pool)
        .await
        .expect("the letter")
    })
    .await;
    assert_eq!(relay.taken().len(), 1, "nobody sent it again meanwhile");
    daemon.kill();
}

#[tokio::test]
async fn a_stop_at_any_moment_ends_well_and_each_mail_is_answered_once() {
    let desk = Correspondence::begin().await;
    let setup = setup(&desk);
    let relay = FakeRelay::begin(|_| Answer::Yes).await;
    let out = Relay::new(player::submission());
    let mut written = Vec::new();
    let watches = async |daemons: u64| {
        until("the mailbox is open", async || {
            setup.logged().matches("mailbox open").count() as u64 == daemons
        })
        .await;
    };
    for round in 0..12_u64 {
        let daemon = serve(&setup, &relay, &[]);
        for _ in 0..3 {
            let nth = written.len() + 10;
            let from = format!("s{nth}@players.test");
            let mail = format!(
                "From: S <{from}>\r\nTo: {to}\r\nMessage-ID: <{nth}.{to}>\r\nSubject: x\r\n\r\njoin\r\n",
                to = setup.address
            );
            let sent = out.send(Some(&from), &setup.address, mail.as_bytes()).await;
            assert!(matches!(sent, Delivery::Sent { .. }), "{sent:?}");
            written.push(from);
        }
        // Once it watches: in the middle of a FETCH, of a transaction, of an SMTP conversation, or of none.
        watches(round + 1).await;
        sleep(Duration::from_millis(round * 7)).await;
        let told = Instant::now();
        daemon.stop().await;
        assert!(
            told.elapsed() < Duration::from_secs(35),
            "{:?}",
            told.elapsed()
        );
    }
    let daemon = serve(&setup, &relay, &[]);
    // Perhaps all is done already.
    watches(13).await;
    until("all answers", async || relay.taken().len() >= written.len()).await;
    until("all noted", async || {
        in_state(&desk, "sent").await == written.len()
    })
    .await;
    daemon.stop().await;
    written.sort();
    assert_eq!(relay.recipients(), written);
    assert!(
        !setup
            .logged()
            .contains("not everything was finished in time")
    );
}
