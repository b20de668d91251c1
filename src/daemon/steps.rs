//! Whether each loop goes on, for the watchdog of systemd.
//!
//! A loop goes on as long as it takes a step now and then: something came that it waited for, its work or a failure or the
//! end of a wait. So one that fails and tries again for days, since the mail server is down, goes on; one that waits for
//! what never comes does not. Noticed from outside, at every step of its future, so that no loop can forget to tell.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Instant;

/// What is known of the steps of a loop.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// What the loop does, for the log.
    pub(super) name: &'static str,
    /// For how long it waits on purpose at the most.
    longest_wait: Duration,
    last: Arc<Mutex<Instant>>,
}

impl Steps {
    /// Those of a loop that begins now.
    pub(super) fn new(name: &'static str, longest_wait: Duration) -> Steps {
        Steps {
            name,
            longest_wait,
            last: Arc::new(Mutex::new(Instant::now())),
        }
    }

    /// For how long the loop has taken no step, beyond its longest wait.
    pub(super) fn overdue(&self) -> Duration {
        let last = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.elapsed().saturating_sub(self.longest_wait)
    }

    fn taken(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

/// A loop, and its steps.
pub(super) struct Watched<F> {
    turns: Pin<Box<F>>,
    steps: Steps,
}

impl<F> Watched<F> {
    /// The same loop; each of its steps is noted.
    pub(super) fn new(turns: F, steps: Steps) -> Watched<F> {
        Watched {
            turns: Box::pin(turns),
            steps,
        }
    }
}

impl<F: Future> Future for Watched<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.steps.taken();
        self.turns.as_mut().poll(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::sleep;

    #[tokio::test]
    async fn a_loop_that_waits_goes_on_and_one_that_hangs_does_not() {
        let moment = Duration::from_millis(10);
        let good = Steps::new("good", moment * 5);
        let hung = Steps::new("hung", moment * 5);
        let turns = async move {
            loop {
                sleep(moment).await;
            }
        };
        tokio::spawn(Watched::new(turns, good.clone()));
        let turns = async move {
            sleep(moment).await;
            std::future::pending::<()>().await;
        };
        tokio::spawn(Watched::new(turns, hung.clone()));
        sleep(moment * 50).await;
        // On a busy machine it may be late.
        assert!(good.overdue() < moment * 20, "{:?}", good.overdue());
        assert!(hung.overdue() > moment * 30, "{:?}", hung.overdue());
    }
}
