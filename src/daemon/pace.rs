//! How many mails may go out now, when only so many a minute may. Pure: the caller brings the time.

use std::time::Duration;
use tokio::time::Instant;

/// Spreads mails evenly: after each there is a gap, so that no minute, wherever it begins, has more than were allowed.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    /// Between two mails; `None` without a limit.
    gap: Option<Duration>,
    /// When the next mail may go.
    next: Instant,
}

impl Pace {
    /// At most that many mails a minute; 0 means no limit.
    pub(super) fn new(mails_per_minute: u32, now: Instant) -> Pace {
        Pace {
            gap: (mails_per_minute > 0).then(|| Duration::from_secs(60) / mails_per_minute),
            next: now,
        }
    }

    /// How many of `wanted` mails may go now.
    pub(super) fn room(&self, wanted: usize, now: Instant) -> usize {
        match self.gap {
            None => wanted,
            Some(_) if self.next <= now => wanted.min(1),
            Some(_) => 0,
        }
    }

    /// Notes that mails went. What was not used is not saved up: a relay that counts would not save it up either.
    pub(super) fn went(&mut self, mails: usize, now: Instant) {
        if let Some(gap) = self.gap
            && mails > 0
        {
            let mails = u32::try_from(mails).unwrap_or(u32::MAX);
            self.next = now + gap.saturating_mul(mails);
        }
    }

    /// How long until the next mail may go.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        match self.gap {
            None => Duration::ZERO,
            Some(_) => self.next.saturating_duration_since(now),
        }
    }
}

/// How many mails may go in 24 hours that roll on, as the database counts them.
#[derive(Clone, Debug)]
pub(super) struct Day {
    /// `None` without a limit.
    most: Option<usize>,
    /// How many may still go, as last counted.
    left: usize,
    counted: Option<Instant>,
    /// Whether it was told that none may go now.
    told: bool,
}

impl Day {
    /// How long a count is good for.
    const COUNTED_FOR: Duration = Duration::from_secs(10);

    /// At most that many mails; 0 means no limit.
    pub(super) fn new(mails_per_day: u32) -> Day {
        let most = usize::try_from(mails_per_day).unwrap_or(usize::MAX);
        Day {
            most: (most > 0).then_some(most),
            left: 0,
            counted: None,
            told: false,
        }
    }

    /// The limit, where there is one and it is time to count what went.
    pub(super) fn to_be_counted(&self, now: Instant) -> Option<usize> {
        let stale = self
            .counted
            .is_none_or(|counted| now - counted >= Day::COUNTED_FOR);
        self.most.filter(|_| stale)
    }

    /// Notes that so many went within 24 hours or are under way. Returns whether it is to be told that no more may go.
    pub(super) fn counted(&mut self, mails: usize, now: Instant) -> Exhausted {
        let told = self.told;
        self.left = self.most.unwrap_or(0).saturating_sub(mails);
        self.counted = Some(now);
        self.told = self.left == 0;
        if self.told && !told {
            Exhausted::Newly
        } else {
            Exhausted::No
        }
    }

    /// How many of `wanted` mails may go now.
    pub(super) fn room(&self, wanted: usize) -> usize {
        match self.most {
            None => wanted,
            Some(_) => wanted.min(self.left),
        }
    }

    /// Notes that mails went.
    pub(super) fn went(&mut self, mails: usize) {
        self.left = self.left.saturating_sub(mails);
    }
}

/// Whether a day's mails have just been used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exhausted {
    /// They have.
    Newly,
    /// They have not, or that is known.
    No,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends all that may go, looking at the clock in these steps, and returns when each mail went.
    fn send(
        mails_per_minute: u32,
        queued: usize,
        look: impl Fn(usize) -> Duration,
    ) -> Vec<Duration> {
        let began = Instant::now();
        let mut pace = Pace::new(mails_per_minute, began);
        let (mut now, mut went, mut looks) = (began, Vec::new(), 0);
        while went.len() < queued {
            let mails = pace.room(queued - went.len(), now);
            pace.went(mails, now);
            went.extend((0..mails).map(|_| now - began));
            now += look(looks).max(Duration::from_millis(1));
            looks += 1;
        }
        went
    }

    #[test]
    fn a_day_has_so_many_mails_and_says_once_that_they_are_used_up() {
        let now = Instant::now();
        let mut day = Day::new(10);
        assert_eq!((day.room(7), day.to_be_counted(now)), (0, Some(10)));
        assert_eq!(day.counted(6, now), Exhausted::No);
        assert_eq!((day.room(7), day.to_be_counted(now)), (4, None));
        day.went(4);
        assert_eq!(day.room(7), 0);
        let later = now + Day::COUNTED_FOR;
        assert_eq!(day.to_be_counted(later), Some(10));
        assert_eq!(day.counted(10, later), Exhausted::Newly);
        assert_eq!(day.counted(12, later), Exhausted::No);
        assert_eq!(day.room(7), 0);
        assert_eq!(day.counted(9, later), Exhausted::No);
        assert_eq!(day.room(7), 1);
        assert_eq!(day.counted(10, later), Exhausted::Newly);
        assert_eq!(Day::new(0).room(7), 7);
        assert_eq!(Day::new(0).to_be_counted(now), None);
    }

    #[test]
    fn hazard_56_a_thousand_mails_never_exceed_the_rate_in_any_minute() {
        let minute = Duration::from_secs(60);
        for rate in [1, 7, 60, 100] {
            for late in [0, 300, 5_000, 61_000] {
                // Looks that come early, and others that come late, as on a busy machine.
                let went = send(rate, 1_000, |nth| {
                    Duration::from_millis(if nth % 7 == 0 { late } else { 13 })
                });
                for (nth, &from) in went.iter().enumerate() {
                    let within = went[nth..]
                        .iter()
                        .take_while(|&&at| at - from < minute)
                        .count();
                    assert!(within <= rate as usize, "{within} in a minute of {rate}");
                }
            }
        }
    }

    #[test]
    fn the_rate_is_used_when_nothing_keeps_us() {
        let went = send(60, 121, |_| Duration::from_millis(1));
        assert_eq!(went.last(), Some(&Duration::from_secs(120)));
        assert_eq!(
            send(0, 1_000, |_| Duration::from_secs(1)).last(),
            Some(&Duration::ZERO)
        );
    }

    #[test]
    fn a_pause_is_not_made_up_for_by_a_rush() {
        let now = Instant::now();
        let mut pace = Pace::new(60, now);
        let later = now + Duration::from_secs(3_600);
        assert_eq!(pace.room(200, later), 1);
        pace.went(1, later);
        assert_eq!(pace.room(200, later), 0);
        assert_eq!(pace.wait(later), Duration::from_secs(1));
    }
}
