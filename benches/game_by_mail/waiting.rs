//! How long a player waits for the answer to their move: real mails through the MTA, and IDLE on both ends.

use crate::bed::{self, Daemon, Scratch};
use crate::games::MOVES;
use crate::player::Player;
use anyhow::ensure;
use std::time::{Duration, Instant};

/// The robot's address; another one than that of the many games.
const ROBOT: &str = "desk@players.test";

/// Waits in milliseconds, sorted.
pub(crate) struct Waits(Vec<f64>);

/// What was measured of each move.
pub(crate) struct Waiting {
    /// From the MTA's 250 until the player's program sees the answer in their mailbox.
    pub(crate) seen: Waits,
    /// From the mail's row in our database until the MTA took the answer.
    pub(crate) ours: Waits,
}

/// Plays one game, move after move.
pub(crate) async fn play(moves: usize) -> anyhow::Result<Waiting> {
    let scratch = Scratch::new("waiting")?;
    let pool = bed::database("waiting").await?;
    let smtp = format!("port = {}", bed::up().submission);
    let smtp = format!("{smtp}\nca_file = \"{}\"", bed::up().ca_file.display());
    let daemon = Daemon::start(ROBOT, "waiting", &smtp, &scratch)?;
    let mut seen = Vec::new();
    let game = async {
        let mut ann = Player::called("Ann").await;
        let mut bob = Player::called("Bob").await;
        let challenge = format!("challenge {} as white", bob.address);
        ann.write(ROBOT, &challenge).await;
        ann.receive_saying("ask first").await;
        ann.answer("yes").await;
        bob.receive_saying("invites you").await;
        bob.answer("accept").await;
        bob.receive_saying("begins").await;
        ann.receive_saying("It is your move").await;
        for (ply, san) in MOVES.split_whitespace().take(moves).enumerate() {
            let (mover, other) = if ply % 2 == 0 {
                (&mut ann, &mut bob)
            } else {
                (&mut bob, &mut ann)
            };
            mover.answer(san).await;
            let accepted = Instant::now();
            mover.receive_saying("is played").await;
            seen.push(accepted.elapsed().as_secs_f64() * 1000.0);
            other.receive_saying("It is your move").await;
        }
    };
    // A move takes a little more than a second.
    let limit = Duration::from_secs(60 + 3 * moves as u64);
    let ended = tokio::time::timeout(limit, game).await;
    ensure!(ended.is_ok(), "the game stands still:\n{}", daemon.logged());
    let ours: Vec<f64> = sqlx::query_scalar(
        "select (extract(epoch from o.sent_at - i.stored_at) * 1000)::float8
         from outbox o join inbox i on i.id = o.cause_inbox_id where o.occasion = 'move_played'",
    )
    .fetch_all(&pool)
    .await?;
    ensure!(
        seen.len() == moves && ours.len() == moves,
        "a move is missing"
    );
    pool.close().await;
    Ok(Waiting {
        seen: Waits::of(seen),
        ours: Waits::of(ours),
    })
}

impl Waits {
    fn of(mut milliseconds: Vec<f64>) -> Waits {
        milliseconds.sort_by(f64::total_cmp);
        Waits(milliseconds)
    }

    /// The shortest wait that is at least as long as this many hundredths of all waits.
    pub(crate) fn percentile(&self, hundredths: usize) -> f64 {
        let rank = (self.0.len() * hundredths).div_ceil(100);
        let wait = self.0.get(rank.saturating_sub(1)).copied();
        wait.unwrap_or(f64::NAN)
    }
}
