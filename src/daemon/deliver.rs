//! The loop that sends: claims letters that are due, hands them over, and writes down what became of each.

use super::pace::{Day, Exhausted, Pace};
use super::pictures;
use super::shared::{Daemon, Hints, LOOK};
use super::trouble::PASSING;
use crate::backoff::Backoff;
use crate::db::outbox::{self, Due};
use crate::mail::smtp::{Delivery, Remedy};
use crate::robot::Fault;
use futures::FutureExt;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};
use tracing::{error, info, warn};
use uuid::Uuid;

/// How many mails are on their way at the same time; they share the connections of the relay.
const SENDING: usize = 200;

/// How long sent mails wait for others that are sent meanwhile, to be noted with them.
const GATHERING: Duration = Duration::from_millis(20);

/// How long nothing is sent at the most, while the database fails.
pub(super) const LONGEST: Duration = Duration::from_secs(60);

/// The waits between tries of a mail that the relay does not take yet, in minutes (RFC 5321 4.5.4.1: two tries in the
/// first hour, then every two or three hours); the last one repeats. Each is lengthened or shortened by up to a fifth,
/// by chance.
const RETRY_MINUTES: [u64; 6] = [1, 5, 15, 45, 120, 180];

/// Mails that are claimed and not settled yet.
#[derive(Default)]
struct UnderWay {
    tasks: JoinSet<Attempt>,
    /// Tried, and not written down yet: the database may be away just now. What the relay took must not be forgotten,
    /// or it is sent twice.
    ended: Vec<Attempt>,
    /// By letter.
    claims: HashMap<i64, Uuid>,
    /// A claim whose answer was lost: it may have been committed, for mails that nobody knows of.
    unheard: Option<Uuid>,
    renewed: Arc<Mutex<Option<Instant>>>,
}

/// One try of a mail, ended.
struct Attempt {
    claim: Uuid,
    id: i64,
    attempts: i32,
    refused_for: Duration,
    delivery: Delivery,
}

/// What tries came to, taken together.
#[derive(Default)]
struct Settled {
    accepted: usize,
    /// The relay refuses us, for this reason, against which this may help.
    refused: Option<(String, Remedy)>,
}

/// How long nothing is sent, since the relay refuses us.
struct Pause {
    backoff: Backoff,
    resume_at: Instant,
    /// Since when the relay does not take our mail.
    since: Option<Instant>,
    /// Whether the administrator has been told of it.
    told: bool,
}

impl Pause {
    fn none() -> Pause {
        Pause {
            backoff: Backoff::new(Duration::from_secs(5), Duration::from_secs(300)),
            resume_at: Instant::now(),
            since: None,
            told: false,
        }
    }

    /// How much of it is left.
    fn left(&self, now: Instant) -> Duration {
        self.resume_at.saturating_duration_since(now)
    }

    /// Begins when the relay refused us, and is over when it took mail. An administrator is told at the level "error": at
    /// once when only they can help, otherwise when it does not pass by itself.
    fn heed(&mut self, settled: &Settled) {
        match &settled.refused {
            // Tries that began before the pause say nothing new.
            Some((reason, remedy)) if Instant::now() >= self.resume_at => {
                let wait = self.backoff.wait();
                self.resume_at = Instant::now() + wait;
                let (reason, wait_seconds) = (discreet(reason), wait.as_secs());
                let is_first = self.since.is_none();
                let since = self.since.get_or_insert_with(Instant::now);
                let passes = *remedy == Remedy::Waiting && since.elapsed() < PASSING;
                if !passes && !self.told {
                    error!(
                        reason,
                        wait_seconds, "the relay does not take our mail; sending pauses"
                    );
                    self.told = true;
                } else if is_first {
                    warn!(
                        reason,
                        wait_seconds, "the relay does not take our mail now; sending pauses"
                    );
                } else {
                    info!(
                        reason,
                        wait_seconds, "the relay still does not take our mail"
                    );
                }
            }
            Some(_) => {}
            None if settled.accepted > 0 => {
                self.backoff.reset();
                let lasted = self.since.take().is_some();
                self.told = false;
                if lasted {
                    info!("the relay takes our mail again");
                }
            }
            None => {}
        }
    }
}

impl Daemon {
    /// Sends what is due. Each mail in a task of its own, so that a relay that thinks long about one recipient holds up
    /// nobody else, and many are marked as sent by one statement.
    pub(super) async fn deliver(self: Arc<Self>, hints: &Hints, mut stop: watch::Receiver<bool>) {
        let mut without_database = Backoff::new(Duration::from_secs(1), LONGEST);
        let mut pause = Pause::none();
        let mut pace = Pace::new(self.mails_per_minute, Instant::now());
        let mut day = Day::new(self.mails_per_day);
        let mut under_way = UnderWay::default();
        loop {
            let handled = hints.handled.notified();
            let stopping = *stop.borrow();
            if stopping {
                self.relay.begin_no_more();
                if under_way.is_empty() {
                    return;
                }
            }
            let now = Instant::now();
            let paused_for = pause.left(now);
            let room = if stopping || !paused_for.is_zero() {
                0
            } else {
                pace.room(under_way.room(), now)
            };
            let outcome = match self.send_some(&mut under_way, &mut day, room).await {
                Ok(count) => {
                    pace.went(count, now);
                    let nap = [paused_for, pace.wait(now)]
                        .into_iter()
                        .filter(|wait| !wait.is_zero())
                        .fold(LOOK, Duration::min);
                    tokio::select! {
                        Some(one) = under_way.tasks.join_next() => under_way.ended.extend(one),
                        () = handled, if room > 0 => {}
                        () = sleep(nap) => {}
                        _ = stop.wait_for(|stopping| *stopping), if !stopping => {}
                    }
                    under_way.gather().await;
                    self.settle(&mut under_way).await
                }
                Err(failure) => Err(failure),
            };
            match outcome {
                Err(failure) => {
                    let wait = without_database.wait();
                    error!(error = %format!("{failure:#}"), wait_seconds = wait.as_secs(), "mails cannot be sent now");
                    tokio::select! {
                        () = sleep(wait) => {}
                        // The limit of a clean stop is short; the last results are worth a try each second.
                        () = async {
                            let _ = stop.wait_for(|stopping| *stopping).await;
                            sleep(Duration::from_secs(1)).await;
                        } => {}
                    }
                }
                Ok(settled) => {
                    without_database.reset();
                    pause.heed(&settled);
                }
            }
        }
    }

    /// The same within what a day has left.
    async fn send_some(
        self: &Arc<Self>,
        under_way: &mut UnderWay,
        day: &mut Day,
        room: usize,
    ) -> anyhow::Result<usize> {
        let now = Instant::now();
        if let Some(most) = day.to_be_counted(now).filter(|_| room > 0) {
            let sent = outbox::sent_within_a_day(&self.pool, most).await?;
            if day.counted(sent + under_way.claims.len(), now) == Exhausted::Newly {
                warn!(
                    mails_per_day = most,
                    "as many mails as smtp.mails_per_day allows went out within 24 hours; the others wait"
                );
            }
        }
        let count = self.send_due(under_way, day.room(room)).await?;
        day.went(count);
        Ok(count)
    }

    /// Renews claims that will be needed longer, claims mails that are due, and begins to send them. Returns how many.
    async fn send_due(
        self: &Arc<Self>,
        under_way: &mut UnderWay,
        room: usize,
    ) -> anyhow::Result<usize> {
        let now = Instant::now();
        let last = *lock(&under_way.renewed);
        if last.is_none_or(|last| now - last > outbox::LEASE / 4) {
            let claimed: Vec<(i64, Uuid)> =
                under_way.claims.iter().map(|(&i, &c)| (i, c)).collect();
            if !claimed.is_empty() {
                outbox::renew(&self.pool, &claimed).await?;
            }
            *lock(&under_way.renewed) = Some(now);
        }
        if room == 0 {
            return Ok(0);
        }
        if let Some(claim) = under_way.unheard {
            outbox::release(&self.pool, claim).await?;
        }
        let claim = Uuid::new_v4();
        under_way.unheard = Some(claim);
        let mut due = outbox::claim(&self.pool, claim, i64::try_from(room).unwrap_or(1)).await?;
        pictures::complete(&self.pool, &mut due).await?;
        under_way.unheard = None;
        let count = due.len();
        for letter in due {
            under_way.claims.insert(letter.id, claim);
            let (daemon, renewed) = (Arc::clone(self), Arc::clone(&under_way.renewed));
            under_way.tasks.spawn(async move {
                let (id, attempts) = (letter.id, letter.attempts);
                let refused_for =
                    Duration::try_from_secs_f64(letter.refused_for).unwrap_or_default();
                // The claim is surely ours for half its lease: a mail that has waited longer for its turn, because this
                // process or the machine stood still, may be on its way by another daemon's hands.
                let is_ours = move || {
                    let renewed = lock(&renewed).map_or(now, |renewed| renewed.max(now));
                    renewed.elapsed() < outbox::LEASE / 2
                };
                let sending = daemon.try_to_send(&letter, is_ours);
                Attempt {
                    claim,
                    id,
                    attempts,
                    refused_for,
                    delivery: whatever_happens(sending).await,
                }
            });
        }
        Ok(count)
    }

    async fn try_to_send(&self, letter: &Due, is_ours: impl Fn() -> bool) -> Delivery {
        let Some(turn) = self.relay.turn().await else {
            return Delivery::Untried {
                reason: "sending was stopped".to_owned(),
            };
        };
        if !is_ours() {
            return Delivery::Untried {
                reason: "its turn came too late".to_owned(),
            };
        }
        let from = (!letter.envelope_from.is_empty()).then_some(letter.envelope_from.as_str());
        turn.send(from, &letter.recipient, &letter.bytes).await
    }

    /// Writes down what became of mails that were tried. What could not be written down stays in `ended`.
    async fn settle(&self, under_way: &mut UnderWay) -> anyhow::Result<Settled> {
        let mut settled = Settled::default();
        let UnderWay { ended, claims, .. } = under_way;
        let is_sent = |attempt: &Attempt| matches!(attempt.delivery, Delivery::Sent { .. });
        let sent: Vec<(i64, Uuid)> = ended
            .iter()
            .filter(|attempt| is_sent(attempt))
            .map(|attempt| (attempt.id, attempt.claim))
            .collect();
        if !sent.is_empty() {
            outbox::mark_sent(&self.pool, &sent).await?;
            ended.retain(|attempt| !is_sent(attempt));
            for (id, _) in &sent {
                claims.remove(id);
            }
            settled.accepted = sent.len();
        }
        while let Some(attempt) = ended.last() {
            self.settle_one(attempt).await?;
            if let Some(attempt) = ended.pop() {
                claims.remove(&attempt.id);
                if let Delivery::Ours { reason, remedy } = attempt.delivery {
                    settled.refused = Some((reason, remedy));
                }
            }
        }
        Ok(settled)
    }

    /// Writes down what became of a mail that was not sent.
    async fn settle_one(&self, attempt: &Attempt) -> anyhow::Result<()> {
        let Attempt {
            claim,
            id,
            attempts,
            refused_for,
            ref delivery,
        } = *attempt;
        match delivery {
            Delivery::Sent { .. } => {}
            Delivery::Retry { reason } if refused_for >= self.retry_for => {
                warn!(
                    letter = id,
                    attempts,
                    reason = discreet(reason),
                    "given up after the last retry"
                );
                self.robot.give_up(claim, id, reason, Fault::Other).await?;
            }
            Delivery::Retry { reason } => self.put_back(attempt, reason).await?,
            Delivery::Failed { reason } => {
                warn!(
                    letter = id,
                    reason = discreet(reason),
                    "the relay will never take this mail"
                );
                self.robot
                    .give_up(claim, id, reason, Fault::Address)
                    .await?;
            }
            Delivery::Rejected { reason } => {
                error!(
                    letter = id,
                    reason = discreet(reason),
                    "the relay will not have what this mail says, whoever it is for"
                );
                self.robot.give_up(claim, id, reason, Fault::Other).await?;
            }
            // Nobody's fault but ours: not counted, and behind the others when sending goes on.
            Delivery::Ours { reason, .. } => {
                outbox::give_back(&self.pool, claim, id, Duration::from_secs(5), reason).await?;
            }
            Delivery::Untried { reason } => {
                outbox::give_back(&self.pool, claim, id, Duration::ZERO, reason).await?;
            }
        }
        Ok(())
    }

    /// Lets a letter be tried again later.
    async fn put_back(&self, attempt: &Attempt, reason: &str) -> anyhow::Result<()> {
        let (letter, attempts) = (attempt.id, attempt.attempts);
        let nth = usize::try_from(attempts).unwrap_or(1).saturating_sub(1);
        let mut octet = [128_u8];
        // Without randomness the wait is the middle one.
        let _ = getrandom::fill(&mut octet);
        let wait = retry_wait(nth, octet[0]);
        info!(
            letter,
            attempts,
            wait_seconds = wait.as_secs(),
            reason = discreet(reason),
            "the relay wants this mail later"
        );
        outbox::put_back(&self.pool, attempt.claim, letter, wait, reason).await?;
        Ok(())
    }
}

impl UnderWay {
    fn is_empty(&self) -> bool {
        self.tasks.is_empty() && self.ended.is_empty()
    }

    /// Waits a moment for more tries to end, when one has, so that one commit notes many.
    async fn gather(&mut self) {
        let deadline = Instant::now() + GATHERING;
        while (1..SENDING / 2).contains(&self.ended.len())
            && let Ok(Some(another)) = timeout_at(deadline, self.tasks.join_next()).await
        {
            self.ended.extend(another);
        }
    }

    /// How many mails may be claimed; none while many are on their way, since claims are cheaper by the dozen.
    fn room(&self) -> usize {
        if self.tasks.len() > SENDING / 2 {
            0
        } else {
            SENDING - self.tasks.len()
        }
    }
}

/// Sends, and makes a panic of the SMTP library one more reason to try later. A mail whose sender vanished without a
/// word would stay claimed, and be tried for ever.
async fn whatever_happens(sending: impl Future<Output = Delivery>) -> Delivery {
    AssertUnwindSafe(sending)
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Delivery::Retry {
            reason: "sending it broke down in our own program".to_owned(),
        })
}

/// The wait after the try with this number, counted from 0; the octet is a lot.
fn retry_wait(nth: usize, lot: u8) -> Duration {
    let minutes = RETRY_MINUTES
        .get(nth)
        .or(RETRY_MINUTES.last())
        .copied()
        .unwrap_or(180);
    let full = Duration::from_secs(minutes * 60);
    full * 4 / 5 + full * 2 / 5 * u32::from(lot) / 255
}

/// What a server said, without the addresses in it: a log is read by more people than a mailbox.
fn discreet(reason: &str) -> String {
    let words = reason.split_whitespace().map(|word| {
        if word.contains('@') {
            "(address)"
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What is behind this lock is whole even if somebody panicked while holding it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_line_names_no_address() {
        assert_eq!(
            discreet("550 5.1.1 <bob@example.org>: no such user"),
            "550 5.1.1 (address) no such user"
        );
    }

    #[test]
    fn hazard_53_a_mail_is_tried_twice_in_the_first_hour_and_then_every_few_hours() {
        let minutes = |lot: u8| -> Vec<u64> {
            (0..8)
                .map(|nth| retry_wait(nth, lot).as_secs() / 60)
                .collect()
        };
        assert_eq!(minutes(0), [0, 4, 12, 36, 96, 144, 144, 144]);
        assert_eq!(minutes(255), [1, 6, 18, 54, 144, 216, 216, 216]);
        assert_eq!(retry_wait(0, 0), Duration::from_secs(48));
    }

    #[test]
    fn what_may_pass_is_for_an_administrator_only_when_it_does_not() {
        let settled = |remedy| {
            let reason = "454 4.7.0 temporary authentication failure".to_owned();
            Settled {
                accepted: 0,
                refused: Some((reason, remedy)),
            }
        };
        let mut pause = Pause::none();
        pause.heed(&settled(Remedy::Waiting));
        assert!(!pause.told);
        pause.resume_at = Instant::now();
        pause.since = pause.since.and_then(|since| since.checked_sub(PASSING));
        pause.heed(&settled(Remedy::Waiting));
        assert!(pause.told);
        let mut pause = Pause::none();
        pause.heed(&settled(Remedy::Administrator));
        assert!(pause.told);
    }

    #[tokio::test]
    async fn a_panic_while_sending_is_a_reason_to_try_later() {
        let delivery = whatever_happens(async { panic!("as libraries do") }).await;
        assert!(matches!(delivery, Delivery::Retry { .. }), "{delivery:?}");
    }
}
