//! How fast mails are read, and what the worst of them cost.
//!
//! First the mails of `tests/mails`, as real programs write them: bytes to MIME, the player's own words with the mail
//! subtracted that they answer, the orders in them. Then mails made to hurt, each in a process of its own, so that its
//! memory can be told: none may take 200 milliseconds or 100 MB. They are also told as how many plain mails they cost, since
//! that number is the same on every machine.

// A benchmark may fail by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use penpawn::chess::notation::Letters;
use penpawn::language::{self, own_words};
use penpawn::mail::identity::content_key;
use penpawn::mail::read::read;
use penpawn::robot::reader::{SMALL, go_through};
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};
use std::time::{Duration, Instant};

#[path = "../tests/resources/worst.rs"]
mod worst;

use worst::WORST;

/// Times that each step goes through all mails.
const ROUNDS: u32 = 200;
const LONGEST: Duration = Duration::from_millis(200);
/// In KiB.
const MOST_MEMORY: u64 = 100 * 1000 * 1000 / 1024;
/// Octets of a mail made to hurt: just what is read at `largest_mail_kib = 1024`.
const SIZE: usize = 1024 * 1024 - 1024;
/// How long an honest mail may wait behind a hundred of the worst.
const WAIT: Duration = Duration::from_secs(30);
/// How often it is read to know its time.
const PLAIN_TIMES: u32 = 2_000;
/// How often each is read, in as many processes.
const RUNS: u32 = 3;
/// The name of the mail with which they are compared.
const PLAIN: &str = "plain";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("hostile") {
        let name = arguments.next().expect("the name of a mail");
        let size = arguments.next().expect("its size");
        suffer(&name, size.parse().expect("octets"));
        return ExitCode::SUCCESS;
    }
    ordinary();
    hostile()
}

/// Mails a second, step by step, on one core.
fn ordinary() {
    let sent = worst::sent();
    let mails = mails();
    let count = u32::try_from(mails.len()).unwrap() * ROUNDS;
    println!(
        "{} mails of tests/mails, {ROUNDS} times, on one core:\n",
        mails.len()
    );
    let row = |step: &str, work: &mut dyn FnMut()| {
        let begin = Instant::now();
        for _ in 0..ROUNDS {
            work();
        }
        let taken = begin.elapsed();
        println!(
            "  {step:34} {:>9.0} mails/s  {:>7.1} us each",
            f64::from(count) / taken.as_secs_f64(),
            taken.as_secs_f64() * 1e6 / f64::from(count)
        );
    };
    row("knowing a mail again", &mut || {
        for raw in &mails {
            black_box(content_key(raw));
        }
    });
    row("MIME", &mut || {
        for raw in &mails {
            black_box(read(raw).ok());
        }
    });
    let texts: Vec<(String, String)> = mails
        .iter()
        .filter_map(|raw| read(raw).ok())
        .map(|mail| (mail.text.unwrap_or_default(), mail.subject))
        .collect();
    row("own words", &mut || {
        for (text, _) in &texts {
            black_box(own_words(text, None));
        }
    });
    row("own words, our mail subtracted", &mut || {
        for (text, _) in &texts {
            black_box(own_words(text, Some(&sent)));
        }
    });
    let words: Vec<_> = texts
        .iter()
        .map(|(text, subject)| (own_words(text, Some(&sent)), subject))
        .collect();
    row("orders", &mut || {
        for (words, subject) in &words {
            black_box(language::read(words, subject, Letters::English));
        }
    });
    row("all of it", &mut || {
        for raw in &mails {
            read_all(raw, &sent);
        }
    });
}

/// The worst mails, one by one; the exit code says whether one went beyond the limits.
fn hostile() -> ExitCode {
    let (_, plain, _) = cost(PLAIN, SIZE).expect("a plain mail is read");
    println!(
        "\nmails made to hurt, each in a process of its own; a plain mail takes {plain} us:\n"
    );
    println!(
        "  {:40} {:>8}  {:>10}  {:>12}  {:>9}",
        "mail", "size", "time", "plain mails", "memory"
    );
    let mut code = ExitCode::SUCCESS;
    let mut worst = (0, 0);
    for (name, _) in WORST {
        let (size, micros, memory) = match cost(name, SIZE) {
            Ok(cost) => cost,
            Err(status) => {
                println!("  {name:40} killed its process: {status}");
                code = ExitCode::FAILURE;
                continue;
            }
        };
        let beyond = Duration::from_micros(micros) > LONGEST || memory > MOST_MEMORY;
        println!(
            "  {name:40} {:>5}KiB  {:>7} ms  {:>12}  {:>5} MiB{}",
            size / 1024,
            micros / 1000,
            micros / plain,
            memory / 1024,
            if beyond { "  BEYOND THE LIMIT" } else { "" }
        );
        worst = (worst.0.max(micros), worst.1.max(memory));
        if beyond {
            code = ExitCode::FAILURE;
        }
    }
    println!(
        "\n  the worst: {} ms, {} plain mails; {} MiB",
        worst.0 / 1000,
        worst.0 / plain,
        worst.1 / 1024
    );
    // Each is read twice, and all of them by one worker.
    let hundred = Duration::from_micros(worst.0) * 200;
    println!(
        "  an honest mail behind a hundred of the worst waits {:.1} s",
        hundred.as_secs_f64()
    );
    if hundred > WAIT {
        code = ExitCode::FAILURE;
    }
    let small = WORST
        .iter()
        .filter_map(|(name, _)| Some((cost(name, SMALL).ok()?.1, name)))
        .max();
    if let Some((micros, name)) = small {
        println!(
            "  the worst of {} KiB, which the daemon reads without a rehearsal: {:.1} ms ({name})",
            SMALL / 1024,
            Duration::from_micros(micros).as_secs_f64() * 1e3
        );
    }
    code
}

/// What a mail costs in a process of its own: its size, microseconds of processor time, and KiB of memory. What else the
/// machine does can only add to the time, so it is that of the cheapest of some runs.
fn cost(name: &str, size: usize) -> Result<(u64, u64, u64), ExitStatus> {
    let runs = (0..RUNS).map(|_| cost_once(name, size));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    let cheapest = runs.into_iter().min_by_key(|(_, micros, _)| *micros);
    Ok(cheapest.expect("at least one run"))
}

fn cost_once(name: &str, size: usize) -> Result<(u64, u64, u64), ExitStatus> {
    let out = Command::new(std::env::current_exe().expect("this program"))
        .args(["hostile", name, &size.to_string()])
        .output()
        .expect("a process");
    let said = String::from_utf8_lossy(&out.stdout);
    let mut fields = said.split_whitespace().map(str::parse::<u64>);
    let mut number = || fields.next().and_then(Result::ok);
    match (number(), number(), number()) {
        (Some(size), Some(micros), Some(memory)) => Ok((size, micros.max(1), memory)),
        _ => Err(out.status),
    }
}

/// Reads one mail all the way, as the answer to a letter of ours and as no answer, and prints its size, the microseconds
/// of processor time of the dearer way, and the most memory in KiB.
fn suffer(name: &str, size: usize) {
    let raw = match WORST.iter().find(|(known, _)| *known == name) {
        Some((_, make)) => make(size),
        None => worst::plain_mail(),
    };
    let sent = worst::sent();
    // What is made once for all mails is no mail's.
    go_through(b"From: a@example.org\n\nenter x\n\n1. e4 *\n", None);
    // The processor's clock is read a few times in a hundredth of a second: a mail that is read in less is read often.
    let times = if name == PLAIN { PLAIN_TIMES } else { 1 };
    let taken = [None, Some(sent.as_str())].map(|answered| {
        let begin = processor_time();
        for _ in 0..times {
            content_key(&raw);
            go_through(&raw, answered);
        }
        processor_time().saturating_sub(begin) / times
    });
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|value| value.split_whitespace().next())
        .unwrap_or("0");
    let taken = taken.into_iter().max().unwrap_or_default();
    println!("{} {} {memory}", raw.len(), taken.as_micros());
}

/// How long this thread was on a processor so far, so that other work on the machine changes nothing.
fn processor_time() -> Duration {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells it");
    let nanoseconds = line.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

/// The whole way of a mail, as far as no game is needed.
fn read_all(raw: &[u8], sent: &str) {
    content_key(raw);
    if let Ok(mail) = read(raw) {
        let words = own_words(mail.text.as_deref().unwrap_or_default(), Some(sent));
        black_box(language::read(&words, &mail.subject, Letters::English));
    }
}

fn mails() -> Vec<Vec<u8>> {
    std::fs::read_dir(folder())
        .expect("tests/mails")
        .filter_map(|entry| std::fs::read_dir(entry.expect("an entry").path()).ok())
        .flatten()
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "eml"))
        .map(|path| std::fs::read(path).expect("a mail"))
        .collect()
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails")
}
