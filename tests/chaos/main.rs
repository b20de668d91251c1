//! Chaos: games by mail through a real IMAP server, MTA and Postgres and several daemons, while a fault maker kills,
//! stops, cuts, delays and restarts all of them; then the books are compared.
//!
//! Nothing here knows how penpawn works inside, but what must be true afterwards: each mail had its effect once, each
//! answer arrived, and every game is as python-chess plays it. See `verdict`.
//!
//! settings (environment):
//!   CHAOS_SEED      what the faults and the players' moves follow from; default: the time
//!   CHAOS_SECONDS   how long faults are made; default 600
//!   CHAOS_GAMES     how many games may be begun; default 300
//!   CHAOS_DAEMONS   how many daemons share the mailbox and the database; default 3
//!   CHAOS_PACE_MS   time between two faults, on average; 0 makes none; default 2000
//!   CHAOS_REST_SECONDS  how long everything may take to come to rest after the last fault; default 480, longer than the
//!                   longest pause of a daemon whose relay refused it again and again
//!   CHAOS_KEEP      a folder into which logs, mail and a dump of the database are copied; without it only after a
//!                   violation, into target/chaos/SEED

// A test may fail by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    // When the books are compared nobody else is left.
    clippy::await_holding_lock
)]

#[path = "../it/bed.rs"]
#[allow(dead_code, reason = "the integration tests use more of it")]
mod bed;
mod clocks;
mod daemons;
#[path = "../fuzz/dice.rs"]
mod dice;
mod effects;
mod faults;
mod letters;
mod mailboxes;
mod maker;
#[path = "../it/passing.rs"]
#[allow(dead_code, reason = "the integration tests use more of it")]
mod passing;
mod players;
mod post;
mod referee;
mod rest;
mod verdict;

use daemons::Daemons;
use dice::Dice;
use faults::{LETTER_LEASE_SECONDS, MAIL_LEASE_SECONDS, Planned};
use mailboxes::Mailboxes;
use maker::Maker;
use players::Players;
use post::Post;
use sqlx::{AssertSqlSafe, PgPool};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// How long the players may take to become players, when nothing is wrong yet.
const JOINING: Duration = Duration::from_secs(120);

/// How often the players look into their mailboxes.
const LOOK: Duration = Duration::from_millis(100);

struct Chaos {
    seed: u64,
    length: Duration,
    games: usize,
    daemons: usize,
    pace: Duration,
    rest: Duration,
}

/// What all tasks share.
struct World {
    players: Mutex<Players>,
    mailboxes: Mutex<Mailboxes>,
    daemons: Arc<Mutex<Daemons>>,
    post: Arc<Post>,
    pool: PgPool,
}

fn main() -> ExitCode {
    // One thread: a daemon is killed with the thread that started it, so that must be the one that lives longest.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
    let chaos = Chaos {
        seed: number("CHAOS_SEED").unwrap_or_else(|| seconds.expect("a clock").as_secs()),
        length: Duration::from_secs(number("CHAOS_SECONDS").unwrap_or(600)),
        games: small(number("CHAOS_GAMES").unwrap_or(300)).max(1),
        daemons: small(number("CHAOS_DAEMONS").unwrap_or(3)).max(1),
        pace: Duration::from_millis(number("CHAOS_PACE_MS").unwrap_or(2000)),
        rest: Duration::from_secs(number("CHAOS_REST_SECONDS").unwrap_or(480)),
    };
    if runtime.block_on(chaos.run()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    let number = value.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}={value} is no number")))
}

fn small(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}

impl Chaos {
    /// Whether no violation was found.
    async fn run(&self) -> bool {
        println!(
            "chaos: seed {}, {} s of faults, up to {} games, {} daemons",
            self.seed,
            self.length.as_secs(),
            self.games,
            self.daemons
        );
        let began = Instant::now();
        let pool = bed::database().await;
        hurry(&pool).await;
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("chaos-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        // With one kind of filing the mailbox grows and is read again whole after a renumbering, with the other one
        // handled mails leave it.
        let done = if self.seed.is_multiple_of(2) {
            "move"
        } else {
            "flag"
        };
        let database = bed::url_of(&pool);
        let daemons = Daemons::start(self.daemons, &folder, &database, done);
        let post = Post::new();
        let players = Players::new(
            self.seed,
            (self.games / 8).clamp(6, 40),
            self.games,
            Arc::clone(&post),
        );
        let world = Arc::new(World {
            mailboxes: Mutex::new(Mailboxes::of(&players.addresses)),
            players: Mutex::new(players),
            daemons: Arc::new(Mutex::new(daemons)),
            post,
            pool,
        });
        let life = tokio::spawn({
            let world = Arc::clone(&world);
            async move {
                loop {
                    world.live();
                    sleep(LOOK).await;
                }
            }
        });
        world.players.lock().expect("no panic").join();
        let joined = Instant::now();
        while !world.players.lock().expect("no panic").all_joined() {
            assert!(
                joined.elapsed() < JOINING,
                "the players do not become players"
            );
            sleep(LOOK).await;
        }
        world
            .players
            .lock()
            .expect("no panic")
            .begin(self.games.min(100));

        let database = database.rsplit('/').next().unwrap_or_default().to_owned();
        let maker = Maker::new(
            self.seed,
            Arc::clone(&world.daemons),
            &database,
            world.pool.clone(),
        );
        let plan = if self.pace.is_zero() {
            Vec::new()
        } else {
            faults::schedule(self.seed, self.length, self.pace, self.daemons)
        };
        self.make(&plan, &maker, &world).await;
        println!(
            "chaos: the faults are over after {} s, waiting for rest",
            began.elapsed().as_secs()
        );
        world.players.lock().expect("no panic").resting = true;
        maker.heal().await;
        let mut violations = world.rest(self.rest).await;
        let rested = began.elapsed();
        life.abort();
        let _ = life.await;
        world.live();

        let made = std::mem::take(&mut *maker.made.lock().expect("no panic"));
        let mut daemons = world.daemons.lock().expect("no panic");
        let players = world.players.lock().expect("no panic");
        let (found, figures) = verdict::judge(&world.pool, &players, &daemons, &made).await;
        violations.extend(found);
        let (found, moves, charged) = clocks::compare(&world.pool).await;
        let (wrong, reminders) = clocks::reminders(&world.pool).await;
        violations.extend(wrong);
        violations.extend(found);
        daemons.end();
        violations.append(&mut daemons.violations);

        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for made in &made {
            *kinds.entry(made.fault.kind()).or_default() += 1;
        }
        println!("faults: {}", made.len());
        for (kind, count) in kinds {
            println!("  {count:>4}  {kind}");
        }
        println!(
            "daemons that could not start because a server was down: {}",
            daemons.refused_starts
        );
        println!("{figures}");
        println!(
            "clocks: {moves} moves compared, charged {charged} s together, {} reminders; {} minutes passed at once",
            reminders,
            maker.passed.load(Ordering::Relaxed)
        );
        println!(
            "games finished: {} in {} s, with rest after {} s",
            players.finished,
            self.length.as_secs(),
            rested.as_secs()
        );
        violations.extend(judge_locks(&daemons.locked()));
        println!("violations: {}", violations.len());
        for violation in violations.iter().take(40) {
            println!("- {violation}");
        }
        if violations.len() > 40 {
            println!("- and {} more", violations.len() - 40);
        }
        let kept = match std::env::var("CHAOS_KEEP") {
            Ok(place) => Some(PathBuf::from(place)),
            Err(_) if violations.is_empty() => None,
            Err(_) => Some(bed::root().join(format!("target/chaos/{}", self.seed))),
        };
        if let Some(kept) = kept {
            keep(&kept, &folder, &world.pool, &plan, &violations).await;
        }
        if !violations.is_empty() {
            println!("the schedule of the faults:");
            for planned in &plan {
                println!("{planned}");
            }
            println!(
                "see it again with CHAOS_SEED={} CHAOS_SECONDS={} CHAOS_GAMES={} make chaos",
                self.seed,
                self.length.as_secs(),
                self.games
            );
        }
        let _ = fs::remove_dir_all(&folder);
        violations.is_empty()
    }

    /// Makes the faults at their time, and comes back when the time is up and the last one is mended.
    async fn make(&self, plan: &[Planned], maker: &Arc<Maker>, world: &Arc<World>) {
        let began = Instant::now();
        let mut making = JoinSet::new();
        let mut dice = Dice::new(self.seed, u64::MAX - 2);
        for planned in plan {
            sleep(planned.at.saturating_sub(began.elapsed())).await;
            let (maker, world, fault) = (Arc::clone(maker), Arc::clone(world), planned.fault);
            let mut dice = Dice::new(
                self.seed,
                u64::try_from(dice.below(1 << 30)).expect("small"),
            );
            making.spawn(async move {
                let redeliver = |count| {
                    world
                        .players
                        .lock()
                        .expect("no panic")
                        .redeliver(count, &mut dice)
                };
                maker.make(fault, redeliver).await;
            });
        }
        sleep(self.length.saturating_sub(began.elapsed())).await;
        making.join_all().await;
    }
}

impl World {
    /// One look around: who has mail, who has ended.
    fn live(&self) {
        self.daemons.lock().expect("no panic").tend();
        let letters = self.mailboxes.lock().expect("no panic").look();
        let mut players = self.players.lock().expect("no panic");
        for letter in letters {
            players.receive(letter);
        }
    }

    /// Waits until nothing moves any more: every mail is where it belongs, and nothing is left to be done.
    async fn rest(&self, at_most: Duration) -> Vec<String> {
        let began = Instant::now();
        let mut quiet = 0;
        let mut left = String::new();
        let mut told = began;
        while began.elapsed() < at_most {
            sleep(Duration::from_millis(500)).await;
            left = rest::unfinished(&self.pool, &self.players, &self.post).await;
            if told.elapsed() > Duration::from_secs(20) {
                told = Instant::now();
                println!(
                    "chaos: after {} s there are {left}",
                    began.elapsed().as_secs()
                );
            }
            quiet = if left.is_empty() { quiet + 1 } else { 0 };
            if quiet == 3 {
                let laid_aside = self.laid_aside().await;
                if laid_aside.is_empty() {
                    return Vec::new();
                }
                println!(
                    "chaos: laid aside after three attempts that faults cut off, and retried by the administrator: {}",
                    laid_aside.len()
                );
                let daemons = self.daemons.lock().expect("no panic");
                for mail in laid_aside {
                    daemons.penpawn(&["mails", "retry", &mail.to_string()]);
                }
                quiet = 0;
            }
        }
        vec![format!(
            "after {} s of peace this is left: {left}",
            at_most.as_secs()
        )]
    }
}

impl World {
    /// Mails during which the process ended three times. That is how a mail is known that kills its reader; with a fault
    /// each two seconds and short leases it happens to others, too.
    async fn laid_aside(&self) -> Vec<i64> {
        sqlx::query_scalar(
            "select id from inbox where state = 'dead' and error = 'the process ended each time this mail was handled'",
        )
        .fetch_all(&self.pool)
        .await
        .expect("a database that works again")
    }
}

/// Nine of ten batches lock their games for less than this, in milliseconds; the others are those that a fault stalls.
const LOCKED: u64 = 1_000;

/// Prints how long games were locked, and says what is wrong with it.
fn judge_locks(locked: &[u64]) -> Option<String> {
    let at = |part: usize| locked.get(locked.len() * part / 100).copied();
    let (Some(median), Some(most), Some(longest)) = (at(50), at(90), locked.last()) else {
        return Some("no daemon says how long it locked games".to_owned());
    };
    println!(
        "games locked, batch by batch, in ms: {} times; median {median}, 90 % {most}, 99 % {}, longest {longest}",
        locked.len(),
        at(99).unwrap_or(*longest)
    );
    (most >= LOCKED).then(|| format!("one batch of ten locks its games for {most} ms or longer"))
}

/// In this database leases are short, and waits for another try shortened: what takes hours otherwise takes minutes.
async fn hurry(pool: &PgPool) {
    let mut sql = "create function in_a_hurry() returns trigger language plpgsql as $$
         begin
             new.claim_until := least(new.claim_until, now() + tg_argv[0]::interval);
             if new.run_after > now() and new.run_after is distinct from old.run_after then
                 new.run_after := now() + least((new.run_after - now()) / 20, interval '10 seconds');
             end if;
             return new;
         end $$;"
        .to_owned();
    for (table, seconds) in [
        ("inbox", MAIL_LEASE_SECONDS),
        ("outbox", LETTER_LEASE_SECONDS),
    ] {
        sql.push_str(&format!(
            "create trigger in_a_hurry before update on {table}
             for each row execute function in_a_hurry('{seconds} seconds');"
        ));
    }
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(pool)
        .await
        .expect("triggers");
}

/// Copies what helps to find the cause.
async fn keep(kept: &Path, folder: &Path, pool: &PgPool, plan: &[Planned], violations: &[String]) {
    let _ = fs::remove_dir_all(kept);
    fs::create_dir_all(kept).expect("a folder for what is kept");
    let schedule: String = plan.iter().map(|planned| format!("{planned}\n")).collect();
    fs::write(kept.join("schedule"), schedule).expect("written");
    fs::write(kept.join("violations"), violations.join("\n")).expect("written");
    let bed = &bed::up().folder;
    for from in [folder.to_owned(), bed.join("log"), bed.join("mail")] {
        let copied = std::process::Command::new("cp")
            .arg("-r")
            .arg(&from)
            .arg(kept)
            .status();
        copied.expect("cp");
    }
    let dump = std::process::Command::new("bash")
        .args(["-c", r#"PATH=$PATH:$(ls -d /usr/lib/postgresql/*/bin | tail -1); pg_dump "$1" > "$2"/dump.sql"#, "dump"])
        .arg(bed::owner_url_of(pool))
        .arg(kept)
        .status();
    dump.expect("pg_dump");
    println!(
        "logs, mail and a dump of the database are in {}",
        kept.display()
    );
}
