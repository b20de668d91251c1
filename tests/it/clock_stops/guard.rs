//! What keeps a flag from falling, with real mails in a real database.

use crate::bed;
use crate::correspondence::{BOB, Correspondence, answer, new_mail};
use penpawn::db::borders;
use penpawn::db::mailboxes::seen;
use penpawn::game::{GameNumber, PlayerNumber};
use penpawn::robot::Fallen;
use penpawn::robot::server::Server;

const ANN: &str = "Ann <ann@players.test>";

/// Ann and Bob play; Bob is to move, and his mails wait.
struct Bench {
    desk: Correspondence,
    bob: PlayerNumber,
}

impl Bench {
    async fn begin() -> Bench {
        let mut server = Server::at("chess@chess.test");
        server.authserv_ids = vec!["mx.chess.test".to_owned()];
        let mut desk = Correspondence::of_server(bed::database().await, server).await;
        desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
            .await;
        let yes = answer(desk.newest_to("ann@players.test"), ANN, 2, "", "yes");
        desk.deliver(&yes).await;
        let accept = answer(desk.newest_to("bob@players.test"), BOB, 3, "", "accept");
        desk.deliver(&accept).await;
        let move_1 = answer(desk.newest_to("ann@players.test"), ANN, 4, "", "e4");
        desk.deliver(&move_1).await;
        let bob = sqlx::query_scalar("select id from player where name = 'Bob'")
            .fetch_one(&desk.pool)
            .await
            .expect("Bob");
        let bob = PlayerNumber(bob);
        Bench { desk, bob }
    }

    /// All mailboxes were looked into just now.
    async fn look(&self) {
        for (mailbox, _) in seen::read(&self.desk.pool).await.expect("mailboxes") {
            let began = seen::begin_look(&self.desk.pool, mailbox)
                .await
                .expect("begun");
            seen::end_look(&self.desk.pool, mailbox, began)
                .await
                .expect("ended");
        }
    }

    /// Bob's time was over so many hours ago.
    async fn waits_for(&self, hours: i64) -> Option<&'static str> {
        let mut tx = self.desk.pool.begin().await.expect("a transaction");
        let now = penpawn::db::clock(&mut tx).await.expect("the clock");
        let fallen = Fallen {
            game: GameNumber(1),
            turn: 1,
            player: Some(self.bob),
            over: now - chrono::Duration::hours(hours),
            saved_before: now - chrono::Duration::hours(hours),
        };
        let held = self.desk.robot.held_flags(&mut tx, &[fallen], now).await;
        held.expect("asked")[0].map(|held| held.why)
    }

    /// All mails came so many hours ago.
    async fn mails_came(&self, hours: i64) {
        self.run(&format!(
            "update inbox set arrived_at = arrived_at - interval '{hours} hours', stored_at = stored_at - interval '{hours} hours',
                    handled_at = handled_at - interval '{hours} hours'"
        ))
        .await;
    }

    async fn run(&self, sql: &str) {
        sqlx::query(sqlx::AssertSqlSafe(sql.to_owned()))
            .execute(&self.desk.pool)
            .await
            .expect("changed");
    }

    fn move_of_bob(&self, nth: usize) -> Vec<u8> {
        answer(self.desk.newest_to("bob@players.test"), BOB, nth, "", "e5")
    }
}

#[tokio::test]
async fn a_flag_waits_for_the_grace_the_mailboxes_and_the_clock() {
    let bench = Bench::begin().await;
    assert_eq!(
        bench.waits_for(2).await,
        Some("unseen"),
        "nobody has looked"
    );
    bench.look().await;
    assert_eq!(bench.waits_for(0).await, Some("grace"));
    assert_eq!(bench.waits_for(2).await, None);
    // A second mailbox, which nobody looks into.
    bench
        .run(
            "insert into mailbox (name, seen_until) values ('old@club', now() - interval '3 days')",
        )
        .await;
    assert_eq!(bench.waits_for(2).await, Some("unseen"));
    assert_eq!(bench.waits_for(73).await, None, "it was seen past that one");
    let retired = seen::retire(&bench.desk.pool, "old@club")
        .await
        .expect("asked");
    assert_eq!(retired, seen::Retirement::Done);
    assert_eq!(bench.waits_for(2).await, None);
    bench
        .run("insert into clock_fault (kind, words) values ('jump', 'x')")
        .await;
    assert_eq!(bench.waits_for(2).await, Some("stopped"));
}

#[tokio::test]
async fn a_flag_waits_for_a_mail_with_a_code_as_long_as_nothing_is_decided() {
    let mut bench = Bench::begin().await;
    bench.desk.store(&bench.move_of_bob(10)).await;
    bench.look().await;
    // It came after the flag: late is late.
    assert_eq!(bench.waits_for(2).await, None);
    bench.mails_came(3).await;
    assert_eq!(bench.waits_for(2).await, Some("waiting"));
    // In work is not decided.
    bench.run("update inbox set claim = gen_random_uuid(), claim_until = now() + interval '1 minute', attempts = 1 where state = 'new'")
        .await;
    assert_eq!(bench.waits_for(2).await, Some("waiting"));
    bench
        .run(
            "update inbox set claim = null, state = 'dead', handled_at = now() where state = 'new'",
        )
        .await;
    assert_eq!(bench.waits_for(2).await, Some("dead"));
    bench
        .run(
            "update inbox set handled_at = now() - interval '6 days 23 hours' where state = 'dead'",
        )
        .await;
    assert_eq!(bench.waits_for(2).await, Some("dead"));
    bench
        .run("update inbox set handled_at = now() - interval '7 days' where state = 'dead'")
        .await;
    assert_eq!(bench.waits_for(2).await, None);
}

#[tokio::test]
async fn a_code_that_only_the_quotation_shows_counts_as_well() {
    let mut bench = Bench::begin().await;
    let whole = String::from_utf8(bench.move_of_bob(10)).expect("text");
    let letter = bench.desk.newest_to("bob@players.test");
    let code = letter.mail.message_id.clone().expect("an id");
    let code = code.split('.').next().expect("a code").to_owned();
    let quoted = whole
        .lines()
        .filter(|line| {
            !line.to_lowercase().starts_with("in-reply-to")
                && !line.to_lowercase().starts_with("references")
        })
        .map(|line| match line.to_lowercase().starts_with("to:") {
            true => "To: chess@chess.test".to_owned(),
            false => line.to_owned(),
        })
        .collect::<Vec<_>>()
        .join("\r\n");
    let quoted = format!("{quoted}\r\n\r\n> Game 1\r\n> Reference: {code}\r\n");
    bench.desk.store(quoted.as_bytes()).await;
    let proven: bool = sqlx::query_scalar("select proven from inbox where state = 'new'")
        .fetch_one(&bench.desk.pool)
        .await
        .expect("the mail");
    assert!(!proven, "its header shows none");
    bench.mails_came(3).await;
    bench.look().await;
    assert_eq!(bench.waits_for(2).await, Some("waiting"));
}

#[tokio::test]
async fn a_mail_in_the_players_name_holds_the_flag_only_with_the_pass_of_a_border_that_is_believed()
{
    let mut bench = Bench::begin().await;
    let pass = "Authentication-Results: mx.chess.test; dmarc=pass header.from=players.test\r\n";
    bench.desk.store(&new_mail(BOB, 10, "", "e5")).await;
    bench.mails_came(3).await;
    bench.look().await;
    assert_eq!(bench.waits_for(2).await, None, "everybody can write that");
    let mut passed = pass.as_bytes().to_vec();
    passed.extend(new_mail(BOB, 11, "", "e5"));
    bench.desk.store(&passed).await;
    bench.run("update inbox set arrived_at = now() - interval '3 hours', stored_at = now() - interval '3 hours' where state = 'new'")
        .await;
    bench.run("delete from border_check").await;
    assert_eq!(
        bench.waits_for(2).await,
        None,
        "nobody has tried the border out"
    );
    borders::note_border(&bench.desk.pool, "mx.chess.test", true)
        .await
        .expect("noted");
    assert_eq!(bench.waits_for(2).await, Some("waiting"));
    // Held for "was it you?": three days.
    bench.run("update inbox set state = 'held', handled_at = now() - interval '71 hours' where state = 'new'").await;
    assert_eq!(bench.waits_for(2).await, Some("held"));
    bench
        .run("update inbox set handled_at = now() - interval '72 hours' where state = 'held'")
        .await;
    assert_eq!(bench.waits_for(2).await, None);
}

#[tokio::test]
async fn a_mail_of_somebody_else_holds_no_flag() {
    let mut bench = Bench::begin().await;
    bench
        .desk
        .store(&new_mail("Eve <eve@players.test>", 11, "", "join"))
        .await;
    let of_ann = answer(bench.desk.newest_to("ann@players.test"), ANN, 12, "", "d4");
    bench.desk.store(&of_ann).await;
    bench.mails_came(3).await;
    bench.look().await;
    assert_eq!(bench.waits_for(2).await, None);
}
