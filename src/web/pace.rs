//! How many requests an address may make: each has a bucket that fills evenly and is emptied by requests.

use super::proxies::Asker;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Addresses that are remembered. Who comes when there are as many shares a bucket with all others who do.
const MOST: usize = 65_536;

/// How many requests an address may make.
#[derive(Debug)]
pub struct Pace {
    a_minute: f64,
    buckets: HashMap<Asker, Bucket>,
    /// Of those for whom there is none.
    others: Option<Bucket>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Pace {
    /// So many requests a minute, and as many at once.
    pub fn new(a_minute: u32) -> Pace {
        Pace {
            a_minute: f64::from(a_minute.max(1)),
            buckets: HashMap::new(),
            others: None,
        }
    }

    /// Takes a request of this one.
    ///
    /// # Errors
    ///
    /// How long it has to wait, where it may not make one now.
    pub fn take(&mut self, asker: Asker, now: Instant) -> Result<(), Duration> {
        let full = Bucket {
            left: self.a_minute,
            at: now,
        };
        if self.buckets.len() >= MOST && !self.buckets.contains_key(&asker) {
            let a_minute = self.a_minute;
            // Who has not asked for a minute is as if they had never done so.
            self.buckets
                .retain(|_, bucket| bucket.filled(a_minute, now) < a_minute);
        }
        let bucket = match self.buckets.len() >= MOST && !self.buckets.contains_key(&asker) {
            true => self.others.get_or_insert(full),
            false => self.buckets.entry(asker).or_insert(full),
        };
        let left = bucket.filled(self.a_minute, now);
        *bucket = Bucket { left, at: now };
        if left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - left) * 60.0 / self.a_minute));
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

impl Bucket {
    fn filled(self, a_minute: f64, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + since * a_minute / 60.0).min(a_minute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn asker(number: u32) -> Asker {
        Asker::of(IpAddr::V4(Ipv4Addr::from(number)))
    }

    #[test]
    fn each_has_as_many_as_a_minute_brings() {
        let mut pace = Pace::new(60);
        let begin = Instant::now();
        for _ in 0..60 {
            pace.take(asker(1), begin).unwrap();
        }
        let wait = pace.take(asker(1), begin).unwrap_err();
        assert!(wait <= Duration::from_secs(1), "{wait:?}");
        pace.take(asker(2), begin).unwrap();
        let later = begin + Duration::from_millis(1_100);
        pace.take(asker(1), later).unwrap();
        pace.take(asker(1), later).unwrap_err();
    }

    #[test]
    fn no_more_are_remembered_than_there_is_room_for() {
        let mut pace = Pace::new(2);
        let begin = Instant::now();
        for number in 0..MOST {
            pace.take(asker(u32::try_from(number).unwrap()), begin)
                .unwrap();
        }
        let next = u32::try_from(MOST).unwrap();
        pace.take(asker(next), begin).unwrap();
        pace.take(asker(next + 1), begin).unwrap();
        pace.take(asker(next + 2), begin).unwrap_err();
        assert_eq!(pace.buckets.len(), MOST);
        pace.take(asker(next + 2), begin + Duration::from_secs(60))
            .unwrap();
        assert_eq!(pace.buckets.len(), 1, "who has waited is forgotten");
    }
}
