//! Many daemons on one database, on one mailbox or several, killed and stopped while they work.

use super::{append, wait_for};
use crate::correspondence::{Correspondence, Letter, address_of, answer, new_mail};
use crate::daemon::{Daemon, Setup};
use crate::{bed, player, referee};
use penpawn::db;
use penpawn::mail::read::read;
use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio::time::sleep;

/// What is played in each game.
const MOVES: [&str; 8] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
/// What each mail is followed by at once: another legal move, which must come too late.
const LATE: [&str; 8] = ["d4", "d5", "Nc3", "d6", "Bc4", "b6", "Bxc6", "Nge7"];
const GAMES: usize = 12;

/// Games whose players answer through the mailboxes of daemons.
struct Club {
    desk: Correspondence,
    /// Who plays with White and with Black in each game.
    pairs: Vec<[String; 2]>,
    /// How many plies each game has got.
    plies: Vec<usize>,
    mailboxes: Vec<String>,
    mails: usize,
    /// The letters that were answered.
    seen: Vec<i64>,
}

impl Club {
    async fn with_mailboxes(count: usize) -> Club {
        let mut desk = Correspondence::begin().await;
        let pairs: Vec<[String; 2]> = (1..=GAMES)
            .map(|n| {
                ["White", "Black"]
                    .map(|name| format!("{name} <{name}{n}@players.test>").to_lowercase())
            })
            .collect();
        for (number, [white, black]) in pairs.iter().enumerate() {
            let (at, other) = (address_of(white), address_of(black));
            let number = number * 10;
            desk.deliver(&new_mail(
                white,
                number,
                "",
                &format!("challenge {other} as white"),
            ))
            .await;
            let yes = answer(desk.newest_to(at), white, number + 1, "", "yes");
            desk.deliver(&yes).await;
            let accept = answer(desk.newest_to(other), black, number + 2, "", "accept");
            desk.deliver(&accept).await;
        }
        let mut club = Club {
            desk,
            plies: vec![0; pairs.len()],
            pairs,
            mailboxes: (0..count).map(|_| player::fresh_address("robot")).collect(),
            mails: 1000,
            seen: Vec::new(),
        };
        for game in 0..club.pairs.len() {
            let begin = club
                .desk
                .newest_to(address_of(&club.pairs[game][0]))
                .clone();
            club.moves(game, &begin).await;
        }
        club
    }

    /// A daemon's settings; all have the same database and address.
    fn setup(&self, mailbox: usize) -> Setup {
        let mut setup = Setup::with_database(&bed::url_of(&self.desk.pool));
        setup.set("server.address", "chess@chess.test");
        setup.set("imap.user", &self.mailboxes[mailbox]);
        setup
    }

    /// Who is to move sends their move, and right after it another one that answers the same mail.
    async fn moves(&mut self, game: usize, letter: &Letter) {
        let ply = self.plies[game];
        let mover = self.pairs[game][ply % 2].clone();
        let first = answer(letter, &mover, self.mails, "", MOVES[ply]);
        let second = answer(letter, &mover, self.mails + 1, "", LATE[ply]);
        self.mails += 2;
        // Games share the mailboxes; a player writes to one of them at a time.
        let mailbox = &self.mailboxes[(game + ply) % self.mailboxes.len()];
        append(mailbox, "INBOX", None, &[first, second]).await;
        self.plies[game] += 1;
    }

    /// A player answers a letter, if it is their turn.
    async fn answers(&mut self, letter: &Letter) {
        let game = self
            .pairs
            .iter()
            .position(|pair| {
                pair.iter()
                    .any(|player| address_of(player) == letter.recipient)
            })
            .expect("a player");
        let ply = self.plies[game];
        if ply < MOVES.len() && address_of(&self.pairs[game][ply % 2]) == letter.recipient {
            self.moves(game, letter).await;
        }
    }

    /// Whoever has got a mail that says that it is their turn moves. Returns whether all games have all their moves.
    async fn go_on(&mut self) -> bool {
        // By what was not seen yet, not by the highest number: daemons commit in another order than they count.
        let rows: Vec<(i64, String, String, Vec<u8>)> = sqlx::query_as(
            "select id, recipient, envelope_from, bytes from outbox where occasion = 'your_move' and not id = any($1) order by id",
        )
        .bind(&self.seen)
        .fetch_all(&self.desk.pool)
        .await
        .expect("letters");
        for (id, recipient, envelope_from, bytes) in rows {
            self.seen.push(id);
            let letter = Letter {
                id,
                mail: read(&bytes).expect("our own mail"),
                recipient,
                envelope_from,
                html: None,
            };
            self.answers(&letter).await;
        }
        self.count("select count(*) from event where kind = 'moved'")
            .await
            == GAMES * MOVES.len()
            && self
                .count("select count(*) from inbox where state = 'new'")
                .await
                == 0
            && self
                .count("select count(*) from inbox where uid is not null and mailbox_id > 1")
                .await
                == self.mails - 1000
    }

    async fn count(&self, sql: &'static str) -> usize {
        let count: i64 = sqlx::query_scalar(sql)
            .fetch_one(&self.desk.pool)
            .await
            .expect("a count");
        usize::try_from(count).expect("a small number")
    }

    /// As if minutes had gone by for whoever holds a claim.
    async fn leases_run_out(&self) {
        for sql in [
            // Uncounted: that so many are killed here is not the mails' fault.
            "update inbox set claim_until = '-infinity', attempts = least(attempts, 1) where claim is not null",
            "update outbox set claim_until = '-infinity' where claim is not null",
        ] {
            // A row may be locked by a daemon that works: then its lease has not run out.
            let _ = sqlx::query(sql).execute(&self.desk.pool).await;
        }
    }

    /// Each mail had its effect once, and in the order in which its sender wrote.
    async fn is_right(&self) {
        let games: Vec<(i64, String, String)> =
            sqlx::query_as("select id, moves, fen from game order by id")
                .fetch_all(&self.desk.pool)
                .await
                .expect("the games");
        assert_eq!(games.len(), GAMES);
        let fens = referee::fens(&MOVES);
        for (id, _, fen) in &games {
            assert_eq!(Some(fen), fens.last(), "game {id}");
        }
        let events: Vec<(i64, i32, String)> = sqlx::query_as(
            "select game_id, (detail->>'ply')::integer, detail->>'san' from event where kind = 'moved' order by game_id, number",
        )
        .fetch_all(&self.desk.pool)
        .await
        .expect("events");
        let mut played: HashMap<i64, Vec<String>> = HashMap::new();
        for (game, ply, san) in events {
            let moves = played.entry(game).or_default();
            moves.push(san);
            assert_eq!(usize::try_from(ply), Ok(moves.len()), "game {game}");
        }
        assert!(played.values().all(|moves| moves == &MOVES), "{played:?}");
        // One row for each mail; each move told to both, each late one answered once.
        for (sql, wanted) in [
            (
                "select count(*) from inbox where mailbox_id > 1 and state = 'done'",
                GAMES * MOVES.len() * 2,
            ),
            (
                "select count(*) from inbox where reason = 'duplicate' or state = 'dead'",
                0,
            ),
            (
                "select count(*) from outbox where occasion = 'your_move'",
                GAMES * MOVES.len(),
            ),
            (
                "select count(*) from outbox where occasion = 'move_played'",
                GAMES * MOVES.len(),
            ),
            (
                "select count(*) from outbox where occasion = 'stale'",
                GAMES * MOVES.len(),
            ),
        ] {
            assert_eq!(self.count(sql).await, wanted, "{sql}");
        }
    }
}

fn chance() -> usize {
    let mut octet = [0];
    getrandom::fill(&mut octet).expect("randomness");
    usize::from(octet[0])
}

/// Lets the club play while one daemon after the other is killed and started again.
async fn play_while_daemons_die(mut club: Club, setups: Vec<Setup>) {
    let mut daemons: Vec<Daemon> = Vec::new();
    for setup in &setups {
        daemons.push(setup.start());
    }
    let mut kills = 0;
    wait_for("the games", &setups[0], async || {
        let done = club.go_on().await;
        if kills < 12 && chance() < 40 {
            let which = chance() % daemons.len();
            daemons.remove(which).kill();
            kills += 1;
            club.leases_run_out().await;
            daemons.insert(which, setups[which].start());
        }
        done && kills >= 6
    })
    .await;
    club.is_right().await;
    for daemon in daemons {
        daemon.stop().await;
    }
    club.is_right().await;
}

#[tokio::test]
async fn hazard_47_four_daemons_on_one_mailbox_that_are_killed_at_random() {
    let club = Club::with_mailboxes(1).await;
    let setups = (0..4).map(|_| club.setup(0)).collect();
    play_while_daemons_die(club, setups).await;
}

#[tokio::test]
async fn hazard_47_two_daemons_on_each_of_two_mailboxes_that_are_killed_at_random() {
    let club = Club::with_mailboxes(2).await;
    let setups = [0, 0, 1, 1].map(|mailbox| club.setup(mailbox)).into();
    play_while_daemons_die(club, setups).await;
}

#[tokio::test]
async fn hazard_47_a_daemon_that_stalls_for_minutes_and_wakes_does_no_harm() {
    let mut club = Club::with_mailboxes(1).await;
    let (first, second) = (club.setup(0), club.setup(0));
    let stalling = first.serve().await;
    let _other = second.serve().await;
    let mut stalls = 0;
    wait_for("the games", &second, async || {
        let done = club.go_on().await;
        if stalls < 8 {
            stalling.signal("STOP");
            stalls += 1;
            // Minutes later: its leases have run out, and Postgres has ended its open transactions.
            let _ = sqlx::query(
                "select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and state like 'idle in transaction%'",
            )
            .execute(&club.desk.pool)
            .await;
            club.leases_run_out().await;
            sleep(Duration::from_millis(300)).await;
            club.go_on().await;
            stalling.signal("CONT");
        }
        done && stalls >= 8
    })
    .await;
    club.is_right().await;
    stalling.stop().await;
    club.is_right().await;
}

#[tokio::test]
async fn tables_that_are_made_by_several_at_once_are_made_once() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    for _ in 0..3 {
        sqlx::raw_sql("drop schema public cascade; create schema public")
            .execute(&pool)
            .await
            .expect("emptied");
        // A daemon makes no tables in a database of the administrator's, which may stand behind a pooler.
        let refused = setup.penpawn(&["serve"]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("run `penpawn migrate`"), "{said}");
        let several: Vec<_> = (0..4)
            .map(|_| {
                Command::new(env!("CARGO_BIN_EXE_penpawn"))
                    .arg("--config")
                    .arg(&setup.file)
                    .arg("migrate")
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .spawn()
                    .expect("penpawn runs")
            })
            .collect();
        for mut one in several {
            assert!(one.wait().expect("an end").success());
        }
        let keys = db::keys::load(&pool).await.expect("keys");
        assert_eq!(keys.len(), 1);
        assert_eq!(db::schema_fault(&pool).await.expect("an answer"), None);
    }
}
