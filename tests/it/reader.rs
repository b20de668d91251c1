//! The process that reads mails first: what it stops is laid aside, and nothing else is touched.

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use penpawn::budget::{LINES, TEXT};
use penpawn::letters::Templates;
use penpawn::robot::Robot;
use penpawn::robot::reader::{Limits, Reader, SMALL};

use crate::bed;
use crate::correspondence::{Correspondence, answer, game, new_mail, server};
use crate::outgoing::until;
use crate::worst::WORST;

const ANN: &str = "Ann <ann@players.test>";
const BOB: &str = "Bob <bob@players.test>";
const PENPAWN: &str = env!("CARGO_BIN_EXE_penpawn");

#[tokio::test]
async fn a_mail_beyond_the_bound_of_memory_is_laid_aside_and_all_others_are_handled() {
    let mut desk = game().await;
    desk.robot = robot(&desk, Reader::of(PENPAWN, tight())).await;
    let letter = desk.newest_to("ann@players.test").clone();
    let bob = desk.newest_to("bob@players.test").clone();
    // Players' mails that are large enough to be read by it, around one that is too much, in one batch.
    let note = format!("say {}", "a long story\n".repeat(2 * SMALL / 13));
    let before = desk.store(&answer(&bob, BOB, 10, "", &note)).await;
    let bomb = answer(&letter, ANN, 11, PARTS, &parts());
    let bomb = desk.store(&bomb).await;
    let after = desk
        .store(&answer(&bob, BOB, 12, "", &note.replace("long", "short")))
        .await;
    desk.work().await;
    for uid in [before, after] {
        assert_eq!(desk.fate(uid).await.state, "done");
    }
    let (state, error) = fate(&desk, bomb).await;
    assert_eq!(state, "dead");
    let error = error.unwrap_or_default();
    assert!(error.contains("MiB of memory"), "{error}");
    // The next mail finds a reader again.
    let (_, fate) = desk
        .deliver(&answer(&bob, BOB, 13, "", &note.replace("long", "new")))
        .await;
    assert_eq!(fate.state, "done");
    // A trial says the same, and changes nothing.
    let trial = desk
        .robot
        .try_mail(&answer(&letter, ANN, 14, PARTS, &parts()))
        .await
        .expect("a trial");
    assert!(
        trial
            .outcome
            .starts_with("dead: reading it takes more than"),
        "{}",
        trial.outcome
    );
    assert!(trial.letters.is_empty());
}

#[tokio::test]
async fn the_same_mail_is_no_trouble_within_the_usual_bounds() {
    let mut desk = game().await;
    let letter = desk.newest_to("ann@players.test").clone();
    let (_, fate) = desk
        .deliver(&answer(&letter, ANN, 10, PARTS, &parts()))
        .await;
    assert_eq!(fate.state, "done");
}

#[tokio::test]
async fn a_mail_beyond_the_bound_of_time_is_laid_aside() {
    let mut desk = game().await;
    let endless = script("ulimit -S -t 1; printf .; while :; do :; done");
    desk.robot = robot(&desk, Reader::of(endless, Limits::default())).await;
    let uid = store_large(&mut desk).await;
    desk.work().await;
    let (state, error) = fate(&desk, uid).await;
    assert_eq!(state, "dead");
    let error = error.unwrap_or_default();
    assert!(error.contains("seconds of processor time"), "{error}");
}

#[tokio::test]
async fn a_process_that_ended_for_another_reason_is_started_again() {
    let mut desk = game().await;
    // It ends in the middle of the first mail, and is itself from then on.
    let mark = folder().join("was-here");
    let _ = std::fs::remove_file(&mark);
    let once = script(&format!(
        "test -e {0} && exec {PENPAWN} \"$@\"; touch {0}; printf .; head -c 100 >/dev/null",
        mark.display()
    ));
    desk.robot = robot(&desk, Reader::of(once, Limits::default())).await;
    let uid = store_large(&mut desk).await;
    desk.work().await;
    assert!(mark.exists());
    assert_eq!(desk.fate(uid).await.state, "done");
}

#[tokio::test]
async fn without_a_reader_no_mail_is_at_fault() {
    let mut desk = game().await;
    desk.robot = robot(&desk, Reader::of("/bin/false", Limits::default())).await;
    let uid = store_large(&mut desk).await;
    for _ in 0..5 {
        let failure = desk.robot.work().await.expect_err("no reader");
        assert!(
            format!("{failure:#}").contains("ends at once"),
            "{failure:#}"
        );
    }
    // Its claims are given back before the next look.
    desk.robot = robot(&desk, Reader::of(PENPAWN, Limits::default())).await;
    sqlx::query("update inbox set claim_until = '-infinity' where state = 'new'")
        .execute(&desk.pool)
        .await
        .expect("leases");
    desk.work().await;
    assert_eq!(desk.fate(uid).await.state, "done");
}

/// With `WORST_KIB=1023` in the environment they are as large as a mail may be, and it is told how long they take; as it
/// is released, the program has to answer within this time.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

#[tokio::test]
async fn an_honest_mail_behind_a_hundred_of_the_worst_is_answered() {
    let size = std::env::var("WORST_KIB").map_or(2 * SMALL, |kib| {
        1024 * kib.parse::<usize>().expect("a number")
    });
    let mut desk = game().await;
    let letter = desk.newest_to("ann@players.test").clone();
    let from = b"From: Ann <ann@example.org>\n";
    // What they cost is measured elsewhere; here they only stand in the way, each in a line of its own.
    let worst: Vec<Vec<u8>> = WORST
        .iter()
        .map(|(_, make)| make(size))
        .filter(|raw| raw.starts_with(from))
        .take(100)
        .collect();
    assert_eq!(worst.len(), 100);
    for (number, raw) in worst.iter().enumerate() {
        let sender = format!("From: Eve <eve{number}@evil.test>\n").into_bytes();
        desk.store(&[sender, raw[from.len()..].to_vec()].concat())
            .await;
    }
    let honest = desk.store(&answer(&letter, ANN, 10, "", "e4")).await;
    let begin = Instant::now();
    desk.work().await;
    let taken = begin.elapsed();
    println!(
        "a hundred of the worst, {} KiB each, and an honest mail behind them: {:.1} s",
        size / 1024,
        taken.as_secs_f64()
    );
    assert!(cfg!(debug_assertions) || taken < LONGEST_WAIT, "{taken:?}");
    assert_eq!(desk.fate(honest).await.state, "done");
    let left: i64 = sqlx::query_scalar("select count(*) from inbox where state in ('new', 'dead')")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(left, 0, "none was too much");
    let letters = desk.collect().await;
    assert!(
        letters
            .iter()
            .any(|letter| letter.recipient == "bob@players.test")
    );
}

#[tokio::test]
async fn games_beyond_what_is_read_are_told_of() {
    let mut desk = game().await;
    // The code of a game's letter opens no archive; that of the help does.
    let letter = desk.newest_to("ann@players.test").clone();
    desk.deliver(&answer(&letter, ANN, 9, "", "help")).await;
    let letter = desk.newest_to("ann@players.test").clone();
    let game = "[Event \"E\"]\n[Site \"?\"]\n[Date \"1990.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
                [Result \"*\"]\n\n1. e4 *\n\n";
    let lines = format!("enter Club\n\n{game}{}{game}", "%\n".repeat(LINES));
    let file = format!(
        "enter Club\n\n--b\nContent-Type: application/x-chess-pgn\n\n{game}{}",
        "%\n".repeat(TEXT / 2)
    );
    let attached = format!("--b\nContent-Type: text/plain\n\n{file}\n--b--\n");
    let parts = "Content-Type: multipart/mixed; boundary=b\n";
    for (number, headers, text, why) in [
        (10, "", lines, "more than 5000 lines"),
        (11, parts, attached, "the file has more than 512 KiB"),
    ] {
        let (letters, _) = desk
            .deliver(&answer(&letter, ANN, number, headers, &text))
            .await;
        let said = letters[0].mail.text.clone().unwrap_or_default();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(why), "{number}: {said}");
    }
}

/// How far the mails are read that come in here is seen in what is sent to the process.
#[tokio::test]
async fn a_mail_is_read_as_far_as_its_sender_is_believed() {
    let mut desk = game().await;
    let letter = desk.newest_to("ann@players.test").clone();
    desk.deliver(&answer(&letter, ANN, 9, "", "help")).await;
    let letter = desk.newest_to("ann@players.test").clone();
    let log = folder().join("heard");
    let _ = std::fs::remove_file(&log);
    let overheard = script(&format!("tee -a {} | {PENPAWN} \"$@\"", log.display()));
    desk.robot = robot(&desk, Reader::of(overheard, Limits::default())).await;
    let games = format!(
        "enter Club\n\n{}",
        "[Event \"E\"]\n[White \"A\"]\n\n1. e4 *\n\n".repeat(600)
    );
    let automatic = "Auto-Submitted: auto-replied\n";
    let mut wanted = Vec::new();
    for (raw, depths) in [
        (new_mail(ANN, 20, automatic, &games), &[0][..]),
        (new_mail("Eve <eve@evil.test>", 21, "", &games), &[0, 1]),
        (new_mail(ANN, 22, "", &games), &[0, 1]),
        (answer(&letter, BOB, 23, "", &games), &[0, 1]),
        (answer(&letter, ANN, 24, "", &games), &[0, 1, 2]),
    ] {
        assert!(raw.len() > SMALL);
        desk.deliver(&raw).await;
        wanted.extend_from_slice(depths);
        // It is handed on before it is written down.
        until("the mail is written down", async || {
            depths_in(&std::fs::read(&log).unwrap_or_default()).len() >= wanted.len()
        })
        .await;
        let heard = depths_in(&std::fs::read(&log).expect("what was sent"));
        assert_eq!(heard, wanted, "{}", String::from_utf8_lossy(&raw));
    }
}

/// The last octet before each mail that was sent to a reader.
fn depths_in(mut sent: &[u8]) -> Vec<u8> {
    let mut depths = Vec::new();
    while let Some((head, rest)) = sent.split_first_chunk::<6>() {
        let [a, b, c, d, _, depth] = *head;
        depths.push(depth);
        let length = usize::try_from(u32::from_le_bytes([a, b, c, d])).expect("a length");
        sent = rest.get(length..).unwrap_or_default();
    }
    depths
}

#[test]
fn it_has_its_bounds_and_goes_first_when_memory_runs_out() {
    let memory = 300 * 1024 * 1024;
    let mut child = reader(memory);
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let look = |file: &str| std::fs::read_to_string(process.join(file)).expect("a living process");
    assert_eq!(look("oom_score_adj").trim(), "1000");
    let mail = b"From: a@b.c\n\ne4\n";
    let length = u32::try_from(mail.len())
        .expect("a short mail")
        .to_le_bytes();
    let way = child.stdin.as_mut().expect("a way in");
    way.write_all(&[&length, &[0, 2][..], mail].concat())
        .expect("a mail sent");
    read_one(&mut child);
    let limits = look("limits");
    let soft = |name: &str| {
        let line = limits
            .lines()
            .find(|line| line.starts_with(name))
            .expect(name);
        let words: Vec<&str> = line[name.len()..].split_whitespace().collect();
        words[0].to_owned()
    };
    assert_eq!(soft("Max address space"), memory.to_string());
    assert_eq!(soft("Max core file size"), "0");
    let seconds: u64 = soft("Max cpu time").parse().expect("a bound");
    assert!((5..=9).contains(&seconds), "{seconds}");
    // It ends with the daemon.
    drop(child.stdin.take());
    assert!(child.wait().expect("an end").success());
}

/// The header of a mail of many parts, which take much memory each.
const PARTS: &str = "Content-Type: multipart/mixed; boundary=b";

fn parts() -> String {
    "--b\n\nx\n".repeat(90_000)
}

/// Little more memory than the process has when it begins.
fn tight() -> Limits {
    let mut child = reader(1 << 30);
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmPeak:")?.split_whitespace().next())
        .and_then(|kib| kib.parse::<u64>().ok())
        .expect("its size");
    drop(child.stdin.take());
    child.wait().expect("an end");
    Limits {
        memory: peak * 1024 + 12 * 1024 * 1024,
        ..Limits::default()
    }
}

/// A reader that is ready.
fn reader(memory: u64) -> std::process::Child {
    let mut child = Command::new(PENPAWN)
        .args(["reader", "--seconds", "5", "--memory", &memory.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a reader");
    read_one(&mut child);
    child
}

fn read_one(child: &mut std::process::Child) {
    let answers = child.stdout.as_mut().expect("a way out");
    answers.read_exact(&mut [0]).expect("an answer");
}

async fn robot(desk: &Correspondence, reader: Reader) -> Robot {
    let templates = Templates::new(Default::default()).expect("our own templates");
    Robot::new(
        bed::as_daemon(&desk.pool).await,
        server(),
        templates,
        reader,
    )
}

/// A move with many words below it.
async fn store_large(desk: &mut Correspondence) -> u32 {
    let letter = desk.newest_to("ann@players.test").clone();
    let text = format!("e4\n\n{}", "a long story\n".repeat(2 * SMALL / 13));
    desk.store(&answer(&letter, ANN, 10, "", &text)).await
}

async fn fate(desk: &Correspondence, uid: u32) -> (String, Option<String>) {
    sqlx::query_as("select state, error from inbox where uid = $1")
        .bind(i64::from(uid))
        .fetch_one(&desk.pool)
        .await
        .expect("the mail's row")
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("reader");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A program in the place of penpawn.
fn script(text: &str) -> PathBuf {
    let name = text.bytes().fold(7_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    let path = folder().join(format!("{name:x}"));
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("a program");
    path
}
