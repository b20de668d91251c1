//! Reading under fire: mutated mails, words, moves and positions, as many as fit into the time.
//!
//! Nothing here knows what an input should mean; it knows what may never happen, whatever the input is: a panic, a
//! reading that takes long, an illegal move, words that nobody wrote, a position that reads back as another one.
//!
//! settings (environment):
//!   FUZZ_SECONDS   for each of the seven targets; default 2
//!   FUZZ_SEED      what the inputs are made of; default 1
//!   FUZZ_INPUT     only the input with this number, which stays in target/fuzz/TARGET.last
//!
//! The input in hand is always in target/fuzz/TARGET.last, where it stays when it kills the process; one that breaks
//! a promise is kept in target/fuzz/TARGET-SEED-NUMBER.

// A test may fail by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod corpus;
mod dice;
mod games;
mod promises;

use corpus::Corpus;
use dice::Dice;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// No input may take longer than this, in a debug build on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(5);

#[test]
fn mails_become_own_words_that_stand_in_them() {
    let corpus = Corpus::load();
    fuzz(
        "mails",
        |dice| corpus.mail(dice),
        |raw, _| promises::mail(raw, &corpus.sent),
    );
}

#[test]
fn own_words_become_orders_that_are_legal_or_refused() {
    let corpus = Corpus::load();
    fuzz(
        "words",
        |dice| corpus.words(dice),
        |text, dice| promises::words(&String::from_utf8_lossy(text), dice),
    );
}

#[test]
fn texts_become_moves_that_are_legal_or_refused() {
    let corpus = Corpus::load();
    fuzz("moves", |dice| corpus.spelling(dice), promises::spelling);
}

#[test]
fn positions_read_back_as_themselves() {
    let corpus = Corpus::load();
    fuzz(
        "positions",
        |dice| corpus.position(dice),
        promises::position,
    );
}

#[test]
fn games_are_read_back_as_written_or_refused() {
    let corpus = Corpus::load();
    fuzz("games", |dice| corpus.games(dice), promises::games);
}

#[test]
fn header_fields_become_addresses_and_ids_of_one_line() {
    fuzz("headers", corpus::headers, |raw, _| promises::headers(raw));
}

#[test]
fn only_tokens_of_ours_are_found_wherever_they_stand() {
    fuzz("tokens", corpus::tokens, |text, _| {
        promises::tokens(&String::from_utf8_lossy(text));
    });
}

/// Makes inputs and holds the promise against each, until the time is over.
fn fuzz(target: &str, make: impl Fn(&mut Dice) -> Vec<u8>, promise: impl Fn(&[u8], &mut Dice)) {
    let seed = number("FUZZ_SEED").unwrap_or(1);
    let only = number("FUZZ_INPUT");
    let end = Instant::now() + Duration::from_secs(number("FUZZ_SECONDS").unwrap_or(2));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/fuzz");
    std::fs::create_dir_all(&folder).expect("target/fuzz");
    let last = folder.join(format!("{target}.last"));
    let (mut tried, mut slowest, mut slowest_input) = (0_u64, Duration::ZERO, 0);
    while Instant::now() < end {
        let input = only.unwrap_or(tried);
        let mut dice = Dice::new(seed, input);
        let bytes = make(&mut dice);
        std::fs::write(&last, &bytes).expect("target/fuzz can be written");
        let begin = Instant::now();
        let kept = catch_unwind(AssertUnwindSafe(|| promise(&bytes, &mut dice)));
        let taken = begin.elapsed();
        let fault = match kept {
            Err(panic) => Some(message(panic.as_ref())),
            Ok(()) if taken > PATIENCE => Some(format!("it took {taken:?}")),
            Ok(()) => None,
        };
        if let Some(fault) = fault {
            let kept = keep(&folder, &format!("{target}-{seed}-{input}"), &bytes);
            panic!(
                "{target}: {fault}\nthe input is in {}; see it again with FUZZ_SEED={seed} FUZZ_INPUT={input}",
                kept.display()
            );
        }
        tried += 1;
        if taken > slowest {
            (slowest, slowest_input) = (taken, input);
        }
        if only.is_some() {
            break;
        }
    }
    if only.is_none() {
        let _ = std::fs::remove_file(last);
    }
    println!(
        "{target}: seed {seed}, {tried} inputs, the slowest is number {slowest_input} with {slowest:?}"
    );
}

fn keep(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("target/fuzz can be written");
    path
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("{name}={value} is no number")),
    )
}
