//! A database restored from an older copy, and a mailbox that knows more.

use crate::bed;
use crate::daemon::Setup;
use crate::database::server::{program, succeed};
use crate::outgoing::{serve_with, until};
use crate::player::Player;
use sqlx::PgPool;
use std::process::{Command, Stdio};

/// What the players know of the games, and what must therefore be the same after the restore.
async fn games(pool: &PgPool) -> Vec<(i64, String, String, Option<String>)> {
    sqlx::query_as(
        "select g.id, g.phase, g.moves, w.name from game g left join player w on w.id = g.white_id
         order by g.id",
    )
    .fetch_all(pool)
    .await
    .expect("games")
}

async fn letters(pool: &PgPool) -> Vec<(String, String)> {
    sqlx::query_as(
        "select recipient, message_id from outbox where occasion <> 'restored' order by message_id",
    )
    .fetch_all(pool)
    .await
    .expect("letters")
}

/// The same database for the role that owns it.
pub(crate) fn as_owner(url: &str) -> String {
    let (_, place) = url.rsplit_once('@').expect("a role");
    format!("postgres://chess@{place}")
}

/// A copy of a database, made by the usual tools.
pub(crate) struct Copy(std::path::PathBuf);

impl Copy {
    pub(crate) fn of(url: &str) -> Copy {
        let file = std::env::temp_dir().join(format!("penpawn-copy-{}", std::process::id()));
        let copied = program("pg_dump")
            .args(["--dbname", url])
            .stdout(std::fs::File::create(&file).expect("a file"))
            .status()
            .expect("pg_dump");
        assert!(copied.success());
        Copy(file)
    }

    /// Restores it as a new database, and returns that one's URL.
    pub(crate) async fn restored(&self, pool: &PgPool, url: &str) -> String {
        let name = format!("{}_restored", url.rsplit_once('/').expect("a name").1);
        sqlx::query(sqlx::AssertSqlSafe(format!("create database {name}")))
            .execute(pool)
            .await
            .expect("a new database");
        let (server, _) = url.rsplit_once('/').expect("a URL");
        let restored = format!("{server}/{name}");
        let text = std::fs::File::open(&self.0).expect("the copy");
        succeed(
            program("psql")
                .args([
                    "--quiet",
                    "--set",
                    "ON_ERROR_STOP=1",
                    "--dbname",
                    &as_owner(&restored),
                ])
                .stdin(Stdio::from(text)),
        );
        restored
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[tokio::test]
async fn a_restored_database_and_the_mailbox_give_the_games_back_and_nobody_is_answered_twice() {
    for done in ["move", "flag"] {
        restore(done).await;
    }
}

async fn restore(done: &str) {
    let lost = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&lost));
    let daemon = serve_with(&setup, &[("PENPAWN__IMAP__DONE", done)]);
    until("the mailbox is open", async || {
        setup.logged().contains("mailbox open")
    })
    .await;
    let (mut ann, mut bob, mut cid) = (
        Player::called("Ann").await,
        Player::called("Bob").await,
        Player::called("Cid").await,
    );
    ann.write(
        &setup.address,
        &format!("challenge {} as white", bob.address),
    )
    .await;
    ann.receive_saying("ask first").await;
    ann.answer("yes").await;
    ann.receive_saying("is on its way").await;
    bob.receive_saying("invites you").await;
    bob.answer("accept").await;
    bob.receive_saying("Game 1 begins").await;
    ann.receive_saying("It is your move.").await;
    ann.answer("e4").await;
    ann.receive().await;
    bob.receive_saying("has played 1. e4").await;

    let copy = Copy::of(&as_owner(&bed::url_of(&lost)));

    // What only the mailbox will know: moves, a new player, a new game with colours by lot, and a mail in vain.
    bob.answer("e5").await;
    bob.receive().await;
    ann.receive_saying("has played 1...e5").await;
    ann.answer("Ke3").await;
    ann.receive().await;
    ann.answer("Nf3").await;
    ann.receive_saying("2. Nf3").await;
    bob.receive_saying("has played 2. Nf3").await;
    cid.write(
        &setup.address,
        &format!("challenge {} as random", ann.address),
    )
    .await;
    cid.receive_saying("ask first").await;
    cid.answer("yes").await;
    cid.receive_saying("is on its way").await;
    ann.receive_saying("Cid").await;
    ann.answer("accept").await;
    ann.receive().await;
    cid.receive_saying("Game 2 begins").await;
    // Asked about, and not answered.
    cid.write(&setup.address, "game 2 resign").await;
    cid.receive_saying("asked for: resign").await;
    // Everything is sent, and IMAP has been told.
    until("a quiet server", async || {
        let open: i64 = sqlx::query_scalar(
            "select (select count(*) from outbox where state <> 'sent')
                  + (select count(*) from inbox where state = 'new' or not mirrored)",
        )
        .fetch_one(&lost)
        .await
        .expect("a count");
        open == 0
    })
    .await;
    daemon.kill();
    let known = (games(&lost).await, letters(&lost).await);
    let url = copy.restored(&lost, &bed::url_of(&lost)).await;
    let restored = PgPool::connect(&as_owner(&url))
        .await
        .expect("the restored database");
    assert_ne!(games(&restored).await, known.0, "the copy is older");

    let environment = [
        ("PENPAWN__DATABASE__URL", url.as_str()),
        ("PENPAWN__IMAP__DONE", done),
    ];
    let penpawn = |arguments: &[&str], url: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("--config")
            .arg(&setup.file)
            .args(arguments)
            .env("PENPAWN__DATABASE__URL", url)
            .env("PENPAWN__IMAP__DONE", done)
            .stdin(Stdio::null())
            .output()
            .expect("it runs");
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    };
    let (served, said) = penpawn(&["serve"], &url);
    assert!(
        !served && said.contains("run `penpawn mails reread` first"),
        "{said}"
    );
    for round in 1..=2 {
        let (reread, said) = penpawn(&["mails", "reread"], &url);
        assert!(reread, "{said}");
        let unknown = if round == 1 {
            "7 of them are not known"
        } else {
            "0 of them are not known"
        };
        assert!(said.contains(unknown), "{said}");
        assert!(!said.contains("not made again"), "{said}");
        let asked = said
            .contains("Senders of mails that wait are asked once more whether they wrote them: 1.");
        assert_eq!(asked, round == 1, "{said}");
    }
    // Games, colours, subjects, tokens and Message-IDs are those that the players know.
    assert_eq!(games(&restored).await, known.0);
    assert_eq!(letters(&restored).await, known.1);

    let daemon = serve_with(&setup, &environment);
    // Whether their question ever reached them nobody knows any more.
    let mut cids = String::new();
    for _ in 0..2 {
        cids.push_str(cid.receive().await.text.as_deref().unwrap_or_default());
    }
    assert!(
        cids.contains("had to be restored") && cids.contains("asked for: resign"),
        "{cids}"
    );
    for (player, games) in [(&mut ann, 2), (&mut bob, 1)] {
        for _ in 0..games {
            let text = player.receive().await.text.clone().unwrap_or_default();
            assert!(
                text.contains("had to be restored"),
                "{}: {text}",
                player.name
            );
        }
    }
    // Who knows better says so, and nothing is done.
    let other = copy
        .restored(&lost, &format!("{}_too", bed::url_of(&lost)))
        .await;
    let (noted, said) = penpawn(&["mails", "reread", "--skip"], &other);
    assert!(
        noted && said.contains("7 of them were not known here, and are only noted"),
        "{said}"
    );
    let (_, said) = penpawn(&["mails", "list", "--state", "dropped"], &other);
    assert_eq!(said.matches("not replayed").count(), 7, "{said}");
    // A letter from before the restore can still be answered, and so can the new one.
    bob.letters.pop();
    bob.answer("Nc6").await;
    bob.receive_saying("2...Nc6").await;
    ann.receive_saying("has played 2...Nc6").await;
    ann.answer("Bb5").await;
    ann.receive_saying("3. Bb5").await;
    bob.receive_saying("has played 3. Bb5").await;
    // Nobody got anything else.
    let sent: Vec<(String, i64)> = sqlx::query_as(
        "select occasion, count(*) from outbox where state = 'sent' and sent_at > (
             select min(created_at) from outbox where occasion = 'restored') group by 1 order by 1",
    )
    .fetch_all(&restored)
    .await
    .expect("letters");
    let expected = [
        ("confirm_orders", 1),
        ("move_played", 2),
        ("restored", 4),
        ("your_move", 2),
    ];
    let expected: Vec<(String, i64)> = expected.map(|(o, n)| (o.to_owned(), n)).to_vec();
    assert_eq!(sent, expected);
    daemon.stop().await;
}
