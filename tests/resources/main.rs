//! What reading costs: octets allocated, at one moment and in all, and processor time, held against the size of the input.
//!
//! Nothing here knows what an input means. A fragment is repeated or nested until the input has a size, and again until it
//! has four times that size: what then costs much more than four times as much grows faster than its input, and would cost
//! any amount at a megabyte. No clock of the wall is read, so a busy machine changes nothing.
//!
//! settings (environment):
//!   FUZZ_SECONDS   for each target of repeated fragments; default 2
//!   FUZZ_SEED      what the fragments are made of; default 1
//!   FUZZ_INPUT     only the input with this number

// A test may fail by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

#[path = "../fuzz/dice.rs"]
mod dice;
mod fragments;
mod readers;
mod worst;

use cap::Cap;
use dice::Dice;
use peak_alloc::PeakAlloc;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use worst::WORST;

/// Both count; neither minds the other.
#[global_allocator]
static ALLOCATED: Cap<PeakAlloc> = Cap::new(PEAK, usize::MAX);
static PEAK: PeakAlloc = PeakAlloc;

/// Memory is that of the whole process, so one test goes at a time.
static ONE: Mutex<()> = Mutex::new(());

/// The smaller of two inputs, in octets.
const SMALL: usize = 40 * 1024;
/// How many times as large the other one is.
const TIMES: usize = 4;
/// The largest mail that is read at all.
const LARGEST: usize = 1024 * 1024;

/// What four times the input may cost, in times the cost; twice as much as what is linear, and less than half of what is
/// quadratic, would.
const GROWTH: u64 = 8;
/// Memory that any mail may take at one moment, whatever its size.
const MOST_MEMORY: u64 = 100 * 1000 * 1000;
/// Octets that may be allocated for one of the mail in the course of reading: what is made of a mail is far smaller than
/// what is needed on the way to it, but each octet is copied only so often. Some readers go over their text three times.
const MOST_ALLOCATED: u64 = 1000;
/// Below these nothing is said of growth: what is made once, and what the processor's clock cannot tell.
const SOME_ALLOCATED: u64 = 4 * 1000 * 1000;
const SOME_TIME: Duration = Duration::from_millis(400);

/// What something cost.
#[derive(Clone, Copy, Debug)]
struct Cost {
    time: Duration,
    allocated: u64,
    memory: u64,
}

#[test]
fn the_worst_mails_cost_no_more_than_their_budget() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let sent = worst::sent();
    // What is made once for all mails is no mail's.
    penpawn::robot::reader::go_through(&worst::plain_mail(), Some(&sent));
    let mut faults = Vec::new();
    for (name, make) in WORST {
        for answered in [None, Some(sent.as_str())] {
            let read = |size: usize| {
                let raw = make(size);
                cost(|| penpawn::robot::reader::go_through(&raw, answered))
            };
            faults.extend(fault(&read).map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The three dearest of the benchmark, at the largest size.
#[test]
fn the_largest_mail_stays_within_its_memory() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    for wanted in [
        "parts",
        "fields",
        "variations of a game",
        "variations",
        "choice after choice",
    ] {
        let (name, make) = WORST
            .iter()
            .find(|(name, _)| *name == wanted)
            .expect(wanted);
        let raw = make(LARGEST - 1024);
        let cost = cost(|| penpawn::robot::reader::go_through(&raw, None));
        assert!(cost.memory <= MOST_MEMORY, "{name}: {cost:?}");
    }
}

#[test]
fn repeated_fragments_cost_no_reader_more_than_its_budget() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let seed = number("FUZZ_SEED").unwrap_or(1);
    let only = number("FUZZ_INPUT");
    let seconds = number("FUZZ_SECONDS").unwrap_or(2);
    for (name, read) in readers::ALL {
        read("e4");
        let end = Instant::now() + Duration::from_secs(seconds);
        let mut tried = 0;
        while Instant::now() < end {
            let input = only.unwrap_or(tried);
            let make = |size: usize| fragments::text(name, &mut Dice::new(seed, input), size);
            let reading = |size: usize| {
                let text = make(size);
                cost(|| read(&text))
            };
            if let Some(fault) = fault(&reading) {
                let begin: String = make(SMALL).chars().take(300).collect();
                panic!(
                    "{name}: {fault}; see it again with FUZZ_SEED={seed} FUZZ_INPUT={input}\n{begin:?}"
                );
            }
            tried += 1;
            if only.is_some() {
                break;
            }
        }
        println!("{name}: seed {seed}, {tried} inputs");
    }
}

/// What is wrong with how a cost grows with the size of the input.
fn fault(read: &dyn Fn(usize) -> Cost) -> Option<String> {
    let small = read(SMALL);
    let large = read(SMALL * TIMES);
    let most = MOST_ALLOCATED * u64::try_from(SMALL * TIMES).unwrap();
    if large.memory > MOST_MEMORY / 4 {
        return Some(format!("too much memory: {large:?}"));
    }
    if large.allocated > most {
        return Some(format!("too much allocated: {large:?}"));
    }
    let soars = |small: Cost, large: Cost| {
        large.allocated > SOME_ALLOCATED && large.allocated > GROWTH * small.allocated
    };
    if soars(small, large) {
        // A reader may begin with something at a size in between, once: what grows too fast does so again.
        let largest = read(SMALL * TIMES * TIMES);
        if soars(large, largest) {
            return Some(format!(
                "what is allocated grows too fast: {small:?}, {large:?}, {largest:?}"
            ));
        }
    }
    let grows = |small: Duration, large: Duration| {
        large > SOME_TIME && large > small * u32::try_from(GROWTH).unwrap()
    };
    // Caches are colder at one time than at another: the best of three counts.
    let mut best = (small.time, large.time);
    for _ in 0..2 {
        if !grows(best.0, best.1) {
            return None;
        }
        best = (
            best.0.max(read(SMALL).time),
            best.1.min(read(SMALL * TIMES).time),
        );
    }
    let largest = read(SMALL * TIMES * TIMES).time;
    (grows(best.0, best.1) && grows(best.1, largest))
        .then(|| format!("time grows too fast: {best:?}, {largest:?}"))
}

fn cost(work: impl FnOnce()) -> Cost {
    PEAK.reset_peak_usage();
    let before = (
        processor_time(),
        ALLOCATED.total_allocated(),
        PEAK.current_usage(),
    );
    work();
    let octets = |octets: usize| u64::try_from(octets).unwrap();
    Cost {
        time: processor_time().saturating_sub(before.0),
        allocated: octets(ALLOCATED.total_allocated() - before.1),
        memory: octets(PEAK.peak_usage().saturating_sub(before.2)),
    }
}

/// How long this thread was on a processor so far.
fn processor_time() -> Duration {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells it");
    let nanoseconds = line.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("{name}={value} is no number")),
    )
}
