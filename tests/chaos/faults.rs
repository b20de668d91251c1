//! What goes wrong, and a schedule of it that follows from the seed.

use crate::dice::Dice;
use std::fmt;
use std::time::Duration;

/// Leases of mails that came in are cut to this in the chaos's database, so that a stall can outlast them.
pub(crate) const MAIL_LEASE_SECONDS: u64 = 8;

/// Leases of letters that go out. A daemon takes what it has claimed or renewed for its own during half of
/// [`penpawn::db::outbox::LEASE`], so they cannot be shorter than that.
pub(crate) const LETTER_LEASE_SECONDS: u64 = penpawn::db::outbox::LEASE.as_secs() / 2 + 5;

/// So many minutes may pass in all: less than anybody has for a game, see [`crate::clocks::ALL`], so that no flag falls.
const PASSING_MINUTES: u64 = 24 * 60;

/// What goes wrong. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    DaemonKilled {
        daemon: usize,
        dead_for: u64,
    },
    DaemonStopped {
        daemon: usize,
    },
    DaemonStalled {
        daemon: usize,
        for_ms: u64,
    },
    DaemonStalledBeyondLease {
        daemon: usize,
        for_ms: u64,
    },
    DaemonStalledBeyondAllLeases {
        daemon: usize,
        for_ms: u64,
    },
    DaemonKilledWhileWaiting {
        daemon: usize,
        service: Service,
        after: u64,
    },
    DaemonStalledWhileWaiting {
        daemon: usize,
        service: Service,
        after: u64,
        for_ms: u64,
    },
    AllKilled,
    Killed {
        service: Service,
        down_for: u64,
    },
    Restarted {
        service: Service,
        down_for: u64,
    },
    Delayed {
        service: Service,
        for_ms: u64,
    },
    DatabaseConnectionsCut {
        one_in: usize,
    },
    DatabaseProcessKilled,
    ImapProcessesKilled {
        one_in: usize,
    },
    FlagsRemoved,
    ReadByHuman,
    RestoredFromBackup,
    Renumbered,
    Redelivered {
        mails: usize,
    },
    TimePasses {
        minutes: u64,
    },
}

/// The servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    Postgres,
    Dovecot,
    Exim,
}

impl Service {
    pub(crate) const ALL: [Service; 3] = [Service::Postgres, Service::Dovecot, Service::Exim];

    /// As the bed calls it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Service::Postgres => "pg",
            Service::Dovecot => "dovecot",
            Service::Exim => "exim",
        }
    }
}

impl Fault {
    /// Its kind, for counting.
    pub(crate) fn kind(self) -> String {
        let of = |what: &str, service: Service| format!("{} {what}", service.word());
        match self {
            Fault::DaemonKilled { .. } => "daemon kill -9".to_owned(),
            Fault::DaemonStopped { .. } => "daemon SIGTERM".to_owned(),
            Fault::DaemonStalled { .. } => "daemon stalled".to_owned(),
            Fault::DaemonStalledBeyondLease { .. } => {
                "daemon stalled beyond its leases of mails".to_owned()
            }
            Fault::DaemonStalledBeyondAllLeases { .. } => {
                "daemon stalled beyond all its leases".to_owned()
            }
            Fault::DaemonKilledWhileWaiting { service, .. } => {
                format!("daemon kill -9 while it waits for {}", service.word())
            }
            Fault::DaemonStalledWhileWaiting { service, .. } => {
                format!(
                    "daemon stalled beyond its leases of mails while it waits for {}",
                    service.word()
                )
            }
            Fault::AllKilled => "all daemons and pg kill -9".to_owned(),
            Fault::Killed { service, .. } => of("kill -9", service),
            Fault::Restarted { service, .. } => of("restarted", service),
            Fault::Delayed { service, .. } => of("stalled", service),
            Fault::DatabaseConnectionsCut { .. } => "pg connections cut".to_owned(),
            Fault::DatabaseProcessKilled => "pg process kill -9".to_owned(),
            Fault::ImapProcessesKilled { .. } => "imap processes kill -9".to_owned(),
            Fault::FlagsRemoved => "mailbox flags removed".to_owned(),
            Fault::ReadByHuman => "mailbox read by a human".to_owned(),
            Fault::RestoredFromBackup => "mailbox restored".to_owned(),
            Fault::Renumbered => "mailbox renumbered".to_owned(),
            Fault::Redelivered { .. } => "mails redelivered".to_owned(),
            Fault::TimePasses { .. } => "hours passed".to_owned(),
        }
    }
}

/// A fault and when it begins, counted from the beginning of the faults.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub(crate) at: Duration,
    pub(crate) fault: Fault,
}

impl fmt::Display for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:8.2} s  {:?}", self.at.as_secs_f64(), self.fault)
    }
}

/// What goes wrong in this many seconds.
pub(crate) fn schedule(
    seed: u64,
    length: Duration,
    pace: Duration,
    daemons: usize,
) -> Vec<Planned> {
    let mut dice = Dice::new(seed, u64::MAX);
    let mut plan = Vec::new();
    let mut at = Duration::ZERO;
    let mut passed = 0;
    let pace = usize::try_from(pace.as_millis())
        .expect("a short time")
        .max(1);
    loop {
        // Sometimes two at once, sometimes a quiet while.
        at += Duration::from_millis(u64::try_from(dice.below(2 * pace)).expect("a short time"));
        if at >= length {
            return plan;
        }
        let fault = draw(&mut dice, daemons);
        // A short run does not wait for a long stall.
        if let Fault::DaemonStalledBeyondAllLeases { for_ms, .. } = fault
            && at + Duration::from_millis(for_ms) > length
        {
            continue;
        }
        if let Fault::TimePasses { minutes } = fault {
            // All batches wait for it; in a short run those would be more than one of ten.
            if passed + minutes > PASSING_MINUTES || length < Duration::from_secs(60) {
                continue;
            }
            passed += minutes;
        }
        plan.push(Planned { at, fault });
    }
}

fn draw(dice: &mut Dice, daemons: usize) -> Fault {
    let daemon = dice.below(daemons);
    let service = *dice.pick(&Service::ALL);
    let mut between = |least: usize, most: usize| -> u64 {
        u64::try_from(least + dice.below(most - least)).expect("a short time")
    };
    let (short, long) = (between(100, 3000), between(500, 6000));
    let beyond = MAIL_LEASE_SECONDS * 1000 + between(1000, 6000);
    let far_beyond = LETTER_LEASE_SECONDS * 1000 + between(1000, 6000);
    match between(0, 100) {
        0..=15 => Fault::DaemonKilled {
            daemon,
            dead_for: short,
        },
        16..=21 => Fault::DaemonStopped { daemon },
        22..=27 => Fault::DaemonStalled {
            daemon,
            for_ms: short,
        },
        28..=32 => Fault::DaemonStalledBeyondLease {
            daemon,
            for_ms: beyond,
        },
        33 => Fault::DaemonStalledBeyondAllLeases {
            daemon,
            for_ms: far_beyond,
        },
        34..=41 => Fault::DaemonKilledWhileWaiting {
            daemon,
            service,
            after: short,
        },
        42..=45 => Fault::DaemonStalledWhileWaiting {
            daemon,
            service: Service::Postgres,
            after: short,
            for_ms: beyond,
        },
        46 => Fault::AllKilled,
        47..=52 => Fault::Killed {
            service,
            down_for: short,
        },
        53..=58 => Fault::Restarted {
            service,
            down_for: short,
        },
        59..=66 => Fault::Delayed {
            service,
            for_ms: long,
        },
        67..=74 => Fault::DatabaseConnectionsCut {
            one_in: dice.below(4) + 1,
        },
        75..=76 => Fault::DatabaseProcessKilled,
        77..=82 => Fault::ImapProcessesKilled {
            one_in: dice.below(3) + 1,
        },
        83..=85 => Fault::FlagsRemoved,
        86..=87 => Fault::ReadByHuman,
        88..=89 => Fault::RestoredFromBackup,
        90..=91 => Fault::Renumbered,
        92..=96 => Fault::TimePasses {
            minutes: between(60, 240),
        },
        _ => Fault::Redelivered {
            mails: dice.below(5) + 1,
        },
    }
}
