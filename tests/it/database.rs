//! Faults of the database: hazard 58. The servers are real, and are stopped, killed, filled up and failed over.

pub(crate) mod server;

use crate::bed;
use crate::correspondence::{Correspondence, answer, new_mail};
use crate::daemon::Setup;
use crate::mailbox::wire::{Rule, Wire};
use crate::outgoing::relay::{Answer, FakeRelay};
use crate::outgoing::{Serving, serve, until};
use crate::player;
use penpawn::mail::smtp::{Delivery, Relay};
use server::{Postgres, Proxy, new_folder, succeed, url_at};
use sqlx::PgPool;
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

/// A daemon with its own mailbox, whose database lies behind a proxy.
struct Bench {
    setup: Setup,
    relay: FakeRelay,
    out: Relay,
    proxy: Proxy,
    written: Vec<String>,
    /// The line to its mailbox, where it is not the usual one.
    wire: Option<Wire>,
}

impl Bench {
    /// Before the Postgres that all tests share.
    async fn before(pool: &PgPool) -> Bench {
        let url = bed::url_of(pool);
        let (_, port) = url.rsplit_once(':').expect("a port");
        let port = port.split('/').next().expect("a port");
        Bench::on(&url, port.parse().expect("a port")).await
    }

    async fn on(database: &str, port: u16) -> Bench {
        let proxy = Proxy::before(port).await;
        let (_, name) = database.rsplit_once('/').expect("a URL");
        let url = url_at(proxy.port).replace("/postgres", &format!("/{name}"));
        let url = url.replace("postgres:///", "postgres://");
        Bench::at(&url, proxy).await
    }

    async fn at(url: &str, proxy: Proxy) -> Bench {
        Bench {
            setup: Setup::with_database(url),
            relay: FakeRelay::begin(|_| Answer::Yes).await,
            out: Relay::new(player::submission()),
            proxy,
            written: Vec::new(),
            wire: None,
        }
    }

    async fn serve(&self) -> Serving {
        let before = self.setup.logged().matches("mailbox open").count();
        let port = self.wire.as_ref().map(|wire| wire.port.to_string());
        let line = port.iter().flat_map(|port| {
            [
                ("PENPAWN__IMAP__HOST", "127.0.0.1"),
                ("PENPAWN__IMAP__PORT", port.as_str()),
                ("PENPAWN__IMAP__SECURITY", "plain"),
            ]
        });
        let daemon = serve(&self.setup, &self.relay, &line.collect::<Vec<_>>());
        until("the mailbox is open", async || {
            self.setup.logged().matches("mailbox open").count() > before
        })
        .await;
        daemon
    }

    /// A stranger writes, which wants one answer.
    async fn write(&mut self) {
        let nth = self.written.len() + 10;
        let from = format!("s{nth}@players.test");
        let mail = format!(
            "From: S <{from}>\r\nTo: {to}\r\nMessage-ID: <{nth}.{to}>\r\nSubject: x\r\n\
             Date: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\njoin\r\n",
            to = self.setup.address
        );
        let sent = self
            .out
            .send(Some(&from), &self.setup.address, mail.as_bytes())
            .await;
        assert!(matches!(sent, Delivery::Sent { .. }), "{sent:?}");
        self.written.push(from);
    }

    /// Waits until everybody has an answer; nobody may have two.
    async fn assert_all_answered(&self) {
        until("all answers", async || {
            self.relay.taken().len() >= self.written.len()
        })
        .await;
        assert_eq!(
            self.relay.recipients(),
            self.written,
            "{}",
            self.setup.logged()
        );
    }
}

async fn with_tables(server: &Postgres) -> PgPool {
    let options = sqlx::postgres::PgConnectOptions::from_str(&server.url()).expect("a URL");
    let pool = penpawn::db::connect(options, 5).await.expect("Postgres");
    penpawn::db::migrate(&pool).await.expect("our tables");
    pool
}

/// All mails are handled, each at the first or second try, and none is given up.
async fn assert_nobody_suffered(pool: &PgPool, mails: usize) {
    until("all handled", async || {
        let open: Result<i64, _> =
            sqlx::query_scalar("select count(*) from inbox where state = 'new'")
                .fetch_one(pool)
                .await;
        open.is_ok_and(|open| open == 0)
    })
    .await;
    let (all, dead): (i64, i64) =
        sqlx::query_as("select count(*), count(*) filter (where state = 'dead') from inbox")
            .fetch_one(pool)
            .await
            .expect("counts");
    assert_eq!((all, dead), (mails as i64, 0));
}

#[tokio::test]
async fn hazard_58_a_database_that_stops_loses_no_mail_and_makes_no_storm() {
    let mut postgres = Postgres::start().await;
    let pool = with_tables(&postgres).await;
    let mut bench = Bench::on(&postgres.url(), postgres.port).await;
    let daemon = bench.serve().await;
    bench.write().await;
    bench.assert_all_answered().await;
    pool.close().await;
    postgres.end("INT");
    let (lines, knocks) = (
        bench.setup.logged().lines().count(),
        bench.proxy.connections(),
    );
    for _ in 0..5 {
        bench.write().await;
    }
    // Long enough to see a storm, if there is one.
    tokio::time::sleep(Duration::from_secs(15)).await;
    let lines = bench.setup.logged().lines().count() - lines;
    assert!(
        lines < 60,
        "{lines} lines in 15 s:\n{}",
        bench.setup.logged()
    );
    let knocks = bench.proxy.connections() - knocks;
    assert!(knocks < 300, "{knocks} connections in 15 s");
    postgres.run().await;
    bench.assert_all_answered().await;
    let pool = PgPool::connect(&postgres.url()).await.expect("Postgres");
    assert_nobody_suffered(&pool, 6).await;
    daemon.stop().await;
}

#[tokio::test]
async fn hazard_58_lines_cut_in_the_middle_of_transactions_cost_nothing() {
    let desk = Correspondence::begin().await;
    let mut bench = Bench::before(&desk.pool).await;
    let daemon = bench.serve().await;
    let mut cut = 0;
    for _ in 0..12 {
        bench.write().await;
        for _ in 0..10 {
            let ended: i64 = sqlx::query_scalar(
                "select count(*) filter (where pg_terminate_backend(pid)) from pg_stat_activity
                 where datname = current_database() and application_name = 'penpawn' and pid <> pg_backend_pid()
                   and state <> 'idle'",
            )
            .fetch_one(&desk.pool)
            .await
            .unwrap_or(0);
            cut += ended;
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }
    bench.assert_all_answered().await;
    assert_nobody_suffered(&desk.pool, 12).await;
    assert!(cut > 0, "no line was ever cut");
    daemon.stop().await;
}

#[tokio::test]
async fn hazard_58_a_commit_whose_answer_is_lost_has_happened_once() {
    let desk = Correspondence::begin().await;
    let mut bench = Bench::before(&desk.pool).await;
    let daemon = bench.serve().await;
    // That of the mail that is stored, and that of its effect.
    for (round, nth) in (1..).zip([1, 2, 2]) {
        bench.proxy.swallow_commit(nth);
        bench.write().await;
        until("a lost answer", async || bench.proxy.swallowed() == round).await;
    }
    bench.assert_all_answered().await;
    assert_nobody_suffered(&desk.pool, 3).await;
    daemon.stop().await;
}

#[tokio::test]
async fn hazard_58_serializable_transactions_that_must_give_way_are_tried_again_uncounted() {
    let pool = bed::database().await;
    let name = bed::url_of(&pool);
    let (_, name) = name.rsplit_once('/').expect("a name");
    sqlx::query(sqlx::AssertSqlSafe(format!(
        "alter database {name} set default_transaction_isolation = 'serializable'"
    )))
    .execute(&pool)
    .await
    .expect("set");
    let mut desk = Correspondence::begin_on(
        penpawn::db::connect((*pool.connect_options()).clone(), 8)
            .await
            .expect("a pool"),
    )
    .await;
    let isolation: String = sqlx::query_scalar("show transaction_isolation")
        .fetch_one(&desk.pool)
        .await
        .expect("an answer");
    assert_eq!(isolation, "serializable");
    let e4 = until_e4(&mut desk).await;
    // Somebody changes the game while the robot waits for it: of two such transactions one must give way.
    let mut other = desk.pool.begin().await.expect("a transaction");
    sqlx::query("update game set fen = fen")
        .execute(&mut *other)
        .await
        .expect("changed");
    desk.store(&e4).await;
    let robot = desk.robot.clone();
    let working = tokio::spawn(async move { robot.work().await });
    until("the robot waits", async || {
        let waiting: i64 = sqlx::query_scalar(
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
        waiting > 0
    })
    .await;
    other.commit().await.expect("committed");
    let failure = working.await.expect("no panic").expect_err("it gives way");
    assert!(
        format!("{failure:#}").contains("could not serialize"),
        "{failure:#}"
    );
    desk.work().await;
    assert_done_at_first_try(&desk).await;
}

/// A game in which Ann is to move, and her mail.
async fn until_e4(desk: &mut Correspondence) -> Vec<u8> {
    let ann = "Ann <ann@players.test>";
    let challenge = "challenge bob@players.test as white";
    desk.deliver(&new_mail(ann, 1, "", challenge)).await;
    let yes = answer(desk.newest_to("ann@players.test"), ann, 2, "", "yes");
    desk.deliver(&yes).await;
    let bob = "Bob <bob@players.test>";
    let accept = answer(desk.newest_to("bob@players.test"), bob, 3, "", "accept");
    desk.deliver(&accept).await;
    answer(desk.newest_to("ann@players.test"), ann, 4, "", "e4")
}

async fn assert_done_at_first_try(desk: &Correspondence) {
    let (state, attempts): (String, i32) =
        sqlx::query_as("select state, attempts from inbox order by id desc limit 1")
            .fetch_one(&desk.pool)
            .await
            .expect("the mail");
    assert_eq!((state.as_str(), attempts), ("done", 1));
    let moves: String = sqlx::query_scalar("select moves from game")
        .fetch_one(&desk.pool)
        .await
        .expect("the game");
    assert_eq!(moves, "e2e4");
}

#[tokio::test]
async fn hazard_58_a_lock_that_is_not_had_counts_against_no_mail() {
    let mut desk = Correspondence::begin().await;
    let e4 = until_e4(&mut desk).await;
    // Somebody holds the game's row, for longer than we wait.
    let mut holder = desk.pool.begin().await.expect("a transaction");
    sqlx::query("select from game for update")
        .execute(&mut *holder)
        .await
        .expect("held");
    desk.store(&e4).await;
    for _ in 0..4 {
        let failure = desk.robot.work().await.expect_err("the lock is not had");
        assert!(
            format!("{failure:#}").contains("lock timeout"),
            "{failure:#}"
        );
    }
    holder.rollback().await.expect("let go");
    desk.work().await;
    assert_done_at_first_try(&desk).await;
}

#[tokio::test]
async fn hazard_58_a_database_that_is_away_costs_no_login_at_the_mail_server() {
    let mut postgres = Postgres::start().await;
    let pool = with_tables(&postgres).await;
    let mut bench = Bench::on(&postgres.url(), postgres.port).await;
    let wire = Wire::lay(&[]).await;
    bench.wire = Some(wire.clone());
    let daemon = bench.serve().await;
    bench.write().await;
    bench.assert_all_answered().await;
    pool.close().await;
    let logins = wire.opened();
    assert!(logins > 0);
    let refusals = |bench: &Bench| {
        let logged = bench.setup.logged();
        logged.matches("mails cannot be stored now").count()
    };
    for signal in ["QUIT", "INT"] {
        let before = refusals(&bench);
        postgres.end(signal);
        for _ in 0..3 {
            bench.write().await;
        }
        until("two tries", async || refusals(&bench) >= before + 2).await;
        postgres.run().await;
        bench.assert_all_answered().await;
    }
    assert_eq!(wire.opened(), logins, "{}", bench.setup.logged());
    // When the line breaks meanwhile as well, it is noticed.
    let before = refusals(&bench);
    postgres.end("QUIT");
    bench.write().await;
    until("a try", async || refusals(&bench) > before).await;
    wire.add(Rule::Cut("EXISTS".to_owned()));
    postgres.run().await;
    bench.assert_all_answered().await;
    assert_eq!(wire.opened(), logins + 1, "{}", bench.setup.logged());
    assert_nobody_suffered(&PgPool::connect(&postgres.url()).await.expect("it"), 8).await;
    daemon.stop().await;
}

#[tokio::test]
async fn hazard_58_a_failover_to_a_promoted_standby_forgets_nothing_that_was_acknowledged() {
    let mut primary = Postgres::start().await;
    let pool = with_tables(&primary).await;
    let standby = primary.standby().await;
    wait_for_standbys(&pool).await;
    let mut bench = Bench::on(&primary.url(), primary.port).await;
    let daemon = bench.serve().await;
    for _ in 0..8 {
        bench.write().await;
    }
    // In the middle of the work: some mails are answered, some are not.
    until("some answers", async || bench.relay.taken().len() >= 2).await;
    primary.end("KILL");
    bench.write().await;
    // The address first leads to the standby while it still only reads: that must count against no mail either.
    bench.proxy.lead_to(standby.port);
    tokio::time::sleep(Duration::from_secs(5)).await;
    standby.promote();
    sqlx::query("select 1")
        .execute(&PgPool::connect(&standby.url()).await.expect("it"))
        .await
        .expect("an answer");
    let promoted = alone(&standby).await;
    bench.write().await;
    bench.assert_all_answered().await;
    assert_nobody_suffered(&promoted, 10).await;
    // Whatever the relay was given stands in the books of the new primary.
    until("all noted", async || {
        let sent: i64 = sqlx::query_scalar("select count(*) from outbox where state = 'sent'")
            .fetch_one(&promoted)
            .await
            .expect("a count");
        sent == 10
    })
    .await;
    daemon.stop().await;
}

/// From now on an answer to a COMMIT means that the standby has it too.
async fn wait_for_standbys(primary: &PgPool) {
    for sql in [
        "alter system set synchronous_standby_names = '*'",
        "alter system set synchronous_commit = 'on'",
        "select pg_reload_conf()",
    ] {
        sqlx::query(sql).execute(primary).await.expect("set");
    }
    until("a synchronous standby", async || {
        let state: Option<String> =
            sqlx::query_scalar("select sync_state from pg_stat_replication")
                .fetch_optional(primary)
                .await
                .expect("an answer");
        state.as_deref() == Some("sync")
    })
    .await;
}

/// A standby that was promoted, and that nobody follows yet.
async fn alone(promoted: &Postgres) -> PgPool {
    let pool = PgPool::connect(&promoted.url()).await.expect("it");
    for sql in [
        "alter system set synchronous_standby_names = ''",
        "select pg_reload_conf()",
    ] {
        sqlx::query(sql).execute(&pool).await.expect("set");
    }
    pool
}

#[tokio::test]
async fn daemons_follow_the_servers_of_one_url_through_a_crash_and_a_switchover() {
    let mut first = Postgres::start().await;
    let pool = with_tables(&first).await;
    let mut second = first.standby().await;
    wait_for_standbys(&pool).await;
    let (one, other) = (first.port, second.port);
    let url = format!("postgres://chess@127.0.0.1:{other},127.0.0.1:{one}/postgres");
    let mut bench = Bench::at(&url, Proxy::before(one).await).await;
    let daemons = [bench.serve().await, bench.serve().await];
    for _ in 0..6 {
        bench.write().await;
    }
    until("some answers", async || bench.relay.taken().len() >= 2).await;
    first.end("KILL");
    bench.write().await;
    second.promote();
    let pool = alone(&second).await;
    bench.write().await;
    bench.assert_all_answered().await;
    // What crashed begins anew, as the standby of the other; then they change places on purpose.
    drop(first);
    let third = second.standby_on(one).await;
    wait_for_standbys(&pool).await;
    for _ in 0..4 {
        bench.write().await;
    }
    pool.close().await;
    second.end("INT");
    bench.write().await;
    third.promote();
    let pool = alone(&third).await;
    bench.write().await;
    bench.assert_all_answered().await;
    assert_nobody_suffered(&pool, 14).await;
    assert!(
        bench.setup.logged().contains("the database has moved"),
        "{}",
        bench.setup.logged()
    );
    for daemon in daemons {
        daemon.stop().await;
    }
}

#[tokio::test]
async fn hazard_58_a_full_disk_stops_the_work_and_loses_nothing() {
    let folder = new_folder();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=96m,mode=777", "tmpfs"])
        .arg(&folder)
        .output()
        .is_ok_and(|output| output.status.success());
    if !mounted {
        eprintln!("SKIPPED: only root can make a small disk, and this test needs one");
        return;
    }
    let disk = Disk(folder.clone());
    let inner = folder.join("postgres");
    std::fs::create_dir(&inner).expect("a folder");
    let account = std::fs::metadata(&bed::up().ca_file).expect("the bed's file");
    use std::os::unix::fs::MetadataExt;
    std::os::unix::fs::chown(&inner, Some(account.uid()), Some(account.gid())).expect("given");
    let mut postgres = Postgres::start_in(inner).await;
    let pool = with_tables(&postgres).await;
    let mut bench = Bench::on(&postgres.url(), postgres.port).await;
    let daemon = bench.serve().await;
    bench.write().await;
    bench.assert_all_answered().await;
    let full = folder.join("full");
    let filled = Command::new("dd")
        .args(["if=/dev/zero", "bs=64k"])
        .arg(format!("of={}", full.display()))
        .output()
        .expect("dd");
    assert!(!filled.status.success(), "the disk is not full");
    // Enough to need new room in every table and in the log.
    for _ in 0..40 {
        bench.write().await;
    }
    until("a complaint", async || {
        let log = bench.setup.logged();
        log.contains("No space left on device")
            || log.contains("recovery mode")
            || log.contains("os error")
    })
    .await;
    std::fs::remove_file(&full).expect("room again");
    // A Postgres that cannot write its log ends, and is started anew, by systemd for example.
    drop(pool);
    postgres.end("INT");
    postgres.run().await;
    bench.assert_all_answered().await;
    let pool = PgPool::connect(&postgres.url()).await.expect("Postgres");
    assert_nobody_suffered(&pool, 41).await;
    daemon.stop().await;
    drop(pool);
    drop(postgres);
    drop(disk);
}

/// A small disk.
struct Disk(std::path::PathBuf);

impl Drop for Disk {
    fn drop(&mut self) {
        succeed(Command::new("umount").arg("-l").arg(&self.0));
        let _ = std::fs::remove_dir(&self.0);
    }
}
