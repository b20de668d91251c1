//! Waits that grow, so that what is down is not kept down by those who want it back.

use std::time::Duration;

/// Doubling waits from a first to a longest one, each shortened by up to a quarter by chance, so that several daemons
/// do not knock together.
#[derive(Clone, Debug)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Backoff {
    /// Waits between these two.
    pub fn new(first: Duration, longest: Duration) -> Backoff {
        Backoff {
            first,
            longest,
            next: first,
        }
    }

    /// The next wait.
    pub fn wait(&mut self) -> Duration {
        let wait = self.next;
        self.next = (wait * 2).min(self.longest);
        let mut octet = [0_u8];
        // Without randomness the wait is the full one, which is as good for a single daemon.
        let chance = getrandom::fill(&mut octet)
            .map_or(0, |()| u32::from(octet.first().copied().unwrap_or(0)));
        wait - wait * chance / (4 * 256)
    }

    /// All is well again: the next wait is the first one.
    pub fn reset(&mut self) {
        self.next = self.first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_begin_anew_after_a_success() {
        let mut backoff = Backoff::new(Duration::from_secs(2), Duration::from_secs(10));
        for full in [2, 4, 8, 10, 10] {
            let wait = backoff.wait();
            let full = Duration::from_secs(full);
            assert!(wait <= full && wait >= full * 3 / 4, "{wait:?} of {full:?}");
        }
        backoff.reset();
        assert!(backoff.wait() <= Duration::from_secs(2));
    }
}
