//! `kill -9` of the daemon at each point where something is begun and not finished. A gate holds back one word between
//! it and a server, so that it stands exactly there.
//!
//! Leases are not waited for: the tests let them run out in the database.

use crate::bed;
use crate::daemon::{Daemon, Setup};
use crate::game_by_mail::players_of_a_game;
use crate::gate::{By, Gate, Steps};
use crate::player::{self, Player};
use penpawn::mail::imap::Inbox;
use sqlx::PgPool;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Which server the gate stands before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Server {
    Imap,
    Smtp,
    Postgres,
}

/// A game in which Ann has sent 1. e4, and a daemon that stands still with it.
struct Scene {
    pool: PgPool,
    setup: Setup,
    ann: Player,
    bob: Player,
    daemon: Daemon,
    /// How many mails each of them had before.
    before: [usize; 2],
}

impl Scene {
    /// Plays up to the point where this is said.
    async fn up_to(server: Server, steps: Steps) -> Scene {
        let pool = bed::database().await;
        let setup = Setup::with_database(&bed::url_of(&pool));
        let calm = setup.serve().await;
        let (mut ann, bob) = players_of_a_game(&setup.address).await;
        calm.stop().await;
        let before = [
            mails(&ann.address).await.len(),
            mails(&bob.address).await.len(),
        ];

        let (mut gate, daemon) = serve_behind_gate(&setup, server, steps).await;
        ann.answer("e4").await;
        gate.reached().await;
        Scene {
            pool,
            setup,
            ann,
            bob,
            daemon,
            before,
        }
    }

    /// Kills the daemon, waits until what it had claimed may be claimed again, and starts another one without a gate.
    async fn kill_and_start_again(self) -> After {
        self.daemon.kill();
        for table in ["inbox", "outbox"] {
            let sql =
                format!("update {table} set claim_until = '-infinity' where claim is not null");
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .execute(&self.pool)
                .await
                .expect("run out");
        }
        let daemon = self.setup.serve().await;
        After {
            pool: self.pool,
            setup: self.setup,
            ann: self.ann,
            bob: self.bob,
            before: self.before,
            _daemon: daemon,
        }
    }

    async fn number(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql)
            .fetch_one(&self.pool)
            .await
            .expect(sql)
    }
}

/// What there is after the other daemon was started.
struct After {
    pool: PgPool,
    setup: Setup,
    ann: Player,
    bob: Player,
    before: [usize; 2],
    _daemon: Daemon,
}

impl After {
    /// The move is played once, and each player has one letter about it; `copies` of them came twice, byte for byte.
    async fn the_move_was_played_once(&mut self, copies: usize) {
        self.ann.receive_saying("Your move 1. e4").await;
        self.bob.receive_saying("has played 1. e4").await;
        let mut came = Vec::new();
        until("the letters are not all there", async || {
            came = Vec::new();
            for (player, before) in [&self.ann, &self.bob].into_iter().zip(self.before) {
                came.extend(mails(&player.address).await.into_iter().skip(before));
            }
            came.len() >= 2 + copies && self.is_done().await
        })
        .await;
        assert_eq!(came.len(), 2 + copies, "{}", self.setup.logged());
        let mut letters: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for mail in came {
            let (way, letter) = mail.split_once("\r\nFrom: ").expect("a letter");
            assert!(way.contains("Received:"), "{way}");
            let (_, rest) = mail.split_once("\r\nMessage-ID: <").expect("a letter");
            let (id, _) = rest.split_once('>').expect("a letter");
            letters
                .entry(id.to_owned())
                .or_default()
                .push(letter.to_owned());
        }
        assert_eq!(letters.len(), 2, "two letters: {:?}", letters.keys());
        for (id, copies) in letters {
            assert!(
                copies.iter().all(|copy| *copy == copies[0]),
                "{id} came with two texts"
            );
        }
        let (moves, ply): (i64, i32) = sqlx::query_as(
            "select (select count(*) from event where kind = 'moved'), ply from game",
        )
        .fetch_one(&self.pool)
        .await
        .expect("the game");
        assert_eq!((moves, ply), (1, 1));
    }

    /// Whether everything is handled, sent, and IMAP told.
    async fn is_done(&self) -> bool {
        sqlx::query_scalar(
            "select not exists (select from inbox where state = 'new' or not mirrored)
                and not exists (select from outbox where state <> 'sent')",
        )
        .fetch_one(&self.pool)
        .await
        .expect("an answer")
    }
}

/// A daemon whose way to one server leads through a gate.
async fn serve_behind_gate(setup: &Setup, server: Server, steps: Steps) -> (Gate, Daemon) {
    let bed = bed::up();
    let (_, place) = bed.database_url.rsplit_once('@').expect("a URL");
    let postgres = place.split(['/', ':']).nth(1).expect("a port").to_owned();
    let port = match server {
        Server::Imap => bed.imap,
        Server::Smtp => bed.submission,
        Server::Postgres => postgres.parse().expect("a port"),
    };
    let gate = Gate::before(port, steps).await;
    let settings = std::fs::read_to_string(&setup.file).expect("settings");
    let changed = match server {
        Server::Imap | Server::Smtp => settings.replace(
            &format!("port = {port}\nsecurity = \"starttls\""),
            // Through an encrypted line a gate would hear nothing.
            &format!("port = {}\nsecurity = \"plain\"", gate.port),
        ),
        Server::Postgres => settings.replace(&format!(":{postgres}/"), &format!(":{}/", gate.port)),
    };
    assert_ne!(settings, changed, "no {port} in the settings");
    std::fs::write(&setup.file, changed).expect("settings");
    let daemon = setup.serve().await;
    std::fs::write(&setup.file, settings).expect("settings");
    (gate, daemon)
}

/// All mails of a mailbox as they are there.
async fn mails(address: &str) -> Vec<String> {
    let mut inbox = Inbox::open(&player::login(address))
        .await
        .expect("a mailbox");
    let uids = inbox.uids_from(1).await.expect("a search");
    let mails = inbox.bodies(&uids).await.expect("mails");
    inbox.logout().await;
    mails
        .into_iter()
        .map(|mail| String::from_utf8(mail.raw).expect("text"))
        .collect()
}

async fn until(otherwise: &str, mut holds: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !holds().await {
        assert!(began.elapsed() < player::PATIENCE, "{otherwise}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn killed_after_fetch_before_commit() {
    let scene = Scene::up_to(
        Server::Postgres,
        &[(By::Daemon, "insert into inbox"), (By::Daemon, "COMMIT")],
    )
    .await;
    let before = scene.number("select count(*) from inbox").await;
    let mut after = scene.kill_and_start_again().await;
    after.the_move_was_played_once(0).await;
    let stored: i64 = sqlx::query_scalar("select count(*) from inbox")
        .fetch_one(&after.pool)
        .await
        .expect("a count");
    assert_eq!(
        stored,
        before + 1,
        "nothing was stored, and it was fetched again"
    );
}

#[tokio::test]
async fn killed_after_commit_before_claim() {
    let scene = Scene::up_to(
        Server::Postgres,
        &[
            (By::Daemon, "insert into inbox"),
            (By::Daemon, "COMMIT"),
            (By::Server, "COMMIT"),
        ],
    )
    .await;
    assert_eq!(
        scene
            .number("select count(*) from inbox where state = 'new'")
            .await,
        1
    );
    let before = scene.number("select count(*) from inbox").await;
    let mut after = scene.kill_and_start_again().await;
    after.the_move_was_played_once(0).await;
    let stored: i64 = sqlx::query_scalar("select count(*) from inbox")
        .fetch_one(&after.pool)
        .await
        .expect("a count");
    assert_eq!(stored, before, "it was not fetched again");
}

#[tokio::test]
async fn killed_after_claim() {
    // The claim gives the mail out, with its headers.
    let scene = Scene::up_to(Server::Postgres, &[(By::Server, "In-Reply-To: <")]).await;
    until("the claim is not committed", async || {
        scene.number("select count(*) from inbox where state = 'new' and claim is not null and attempts = 1").await == 1
    })
    .await;
    let mut after = scene.kill_and_start_again().await;
    after.the_move_was_played_once(0).await;
    after.it_was_claimed_again().await;
}

#[tokio::test]
async fn killed_while_reading() {
    let scene = Scene::up_to(
        Server::Postgres,
        &[(By::Daemon, "from outbox where message_id")],
    )
    .await;
    let mut after = scene.kill_and_start_again().await;
    after.the_move_was_played_once(0).await;
    after.it_was_claimed_again().await;
}

impl After {
    async fn it_was_claimed_again(&self) {
        let attempts: i32 =
            sqlx::query_scalar("select attempts from inbox order by id desc limit 1")
                .fetch_one(&self.pool)
                .await
                .expect("the mail");
        assert_eq!(attempts, 2);
    }
}

/// > Its answers are written, complete, in the same transaction, and sent afterwards; after a crash between
/// > sending and noting it, an answer can go out a second time, byte for byte the same.
#[tokio::test]
async fn killed_before_the_effect_is_committed() {
    let scene = Scene::up_to(
        Server::Postgres,
        &[(By::Daemon, "insert into outbox"), (By::Daemon, "COMMIT")],
    )
    .await;
    let mut after = scene.kill_and_start_again().await;
    after.the_move_was_played_once(0).await;
    after.it_was_claimed_again().await;
}

#[tokio::test]
async fn killed_after_the_effect_is_committed() {
    let scene = Scene::up_to(
        Server::Postgres,
        &[
            (By::Daemon, "insert into outbox"),
            (By::Daemon, "COMMIT"),
            (By::Server, "COMMIT"),
        ],
    )
    .await;
    assert_eq!(
        scene
            .number("select count(*) from event where kind = 'moved'")
            .await,
        1
    );
    assert_eq!(
        scene
            .number("select count(*) from outbox where state = 'queued'")
            .await,
        2
    );
    let mut after = scene.kill_and_start_again().await;
    after.the_move_was_played_once(0).await;
}

#[tokio::test]
async fn killed_after_the_relay_accepted_before_it_is_noted() {
    let scene = Scene::up_to(Server::Smtp, &[(By::Server, "250 OK id=")]).await;
    // The other letter may have met the closed gate before it was said.
    until("a letter is not taken", async || {
        let came = mails(&scene.ann.address).await.len() + mails(&scene.bob.address).await.len();
        came > scene.before.iter().sum()
    })
    .await;
    assert_eq!(
        scene
            .number("select count(*) from outbox where state = 'queued'")
            .await,
        2
    );
    let taken = scene.taken().await;
    let mut after = scene.kill_and_start_again().await;
    after.the_move_was_played_once(taken).await;
}

impl Scene {
    /// How many letters the relay has taken; none is under way when this comes back.
    async fn taken(&self) -> usize {
        // A letter that is not held back within this time was not sent.
        let mut last = 0;
        let mut since = Instant::now();
        while since.elapsed() < Duration::from_secs(1) {
            let came = mails(&self.ann.address).await.len() + mails(&self.bob.address).await.len();
            if came != last {
                (last, since) = (came, Instant::now());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        last - self.before.iter().sum::<usize>()
    }
}

/// > A mail is stored before it is acknowledged in IMAP, and acknowledged only after its effect is stored.
#[tokio::test]
async fn killed_after_it_is_noted_before_imap_is_told() {
    let scene = Scene::up_to(Server::Imap, &[(By::Daemon, "UID MOVE")]).await;
    until("the letters are not sent", async || {
        scene
            .number("select count(*) from outbox where state = 'queued'")
            .await
            == 0
    })
    .await;
    assert_eq!(
        scene
            .number("select count(*) from inbox where state = 'done' and not mirrored")
            .await,
        1
    );
    let mut after = scene.kill_and_start_again().await;
    after.the_move_was_played_once(0).await;
    assert!(mails(&after.setup.address).await.is_empty(), "it is filed");
}

#[tokio::test]
async fn a_mail_that_kills_the_daemon_each_time_is_laid_aside_while_others_go_on() {
    let scene = Scene::up_to(
        Server::Postgres,
        &[(By::Daemon, "from outbox where message_id")],
    )
    .await;
    let Scene {
        pool,
        setup,
        mut bob,
        daemon,
        ..
    } = scene;
    daemon.kill();
    let claims_run_out = || async {
        sqlx::query("update inbox set claim_until = '-infinity'")
            .execute(&pool)
            .await
            .expect("run out");
    };
    for _ in 1..penpawn::db::inbox::ATTEMPTS {
        claims_run_out().await;
        let (mut gate, daemon) = serve_behind_gate(
            &setup,
            Server::Postgres,
            &[(By::Daemon, "from outbox where message_id")],
        )
        .await;
        gate.reached().await;
        daemon.kill();
    }
    // Bob's mail comes behind the poison, and is handled while the poison is still claimed.
    bob.answer("say hello").await;
    let _daemon = setup.serve().await;
    bob.receive_saying("has been passed on").await;
    claims_run_out().await;
    let mut fate = (String::new(), 0, None::<String>, false);
    until("the mail is not laid aside", async || {
        fate = sqlx::query_as("select state, attempts, error, raw is not null from inbox order by id desc offset 1 limit 1")
            .fetch_one(&pool)
            .await
            .expect("the mail");
        fate.0 != "new"
    })
    .await;
    let (state, _, error, kept) = fate;
    assert_eq!((state.as_str(), kept), ("dead", true));
    assert!(error.unwrap_or_default().contains("process ended"));
    let moves: i64 = sqlx::query_scalar("select count(*) from event where kind = 'moved'")
        .fetch_one(&pool)
        .await
        .expect("a count");
    assert_eq!(moves, 0);
}
