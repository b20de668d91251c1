//! How fast mails are read, and what the worst of them cost.
//!
//! First the mails of `tests/mails`, as real programs write them: bytes to MIME, the player's own words with the mail
//! subtracted that he answers, the orders in them. Then mails made to hurt, each in a process of its own, so that its
//! memory can be told: none may take a second or 200 MB.

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
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// Times that each step goes through all mails.
const ROUNDS: u32 = 200;
const LONGEST: Duration = Duration::from_secs(1);
const MOST_MEMORY: u64 = 200 * 1024;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("hostile") {
        suffer(&arguments.next().expect("the name of a mail"));
        return ExitCode::SUCCESS;
    }
    ordinary();
    hostile()
}

/// Mails a second, step by step, on one core.
fn ordinary() {
    let sent = sent();
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
            black_box(read_all(raw, &sent));
        }
    });
}

/// The worst mails, one by one; the exit code says whether one went beyond the limits.
fn hostile() -> ExitCode {
    println!("\nmails made to hurt, each in a process of its own:\n");
    println!(
        "  {:24} {:>8}  {:>10}  {:>9}  outcome",
        "mail", "size", "time", "memory"
    );
    let myself = std::env::current_exe().expect("this program");
    let mut code = ExitCode::SUCCESS;
    for (name, _) in HOSTILE {
        let out = Command::new(&myself)
            .args(["hostile", name])
            .output()
            .expect("a process");
        let said = String::from_utf8_lossy(&out.stdout);
        let mut fields = said.trim().splitn(4, ' ');
        let mut number = || fields.next().and_then(|field| field.parse::<u64>().ok());
        let (Some(size), Some(micros), Some(memory)) = (number(), number(), number()) else {
            println!("  {name:24} killed its process: {}", out.status);
            code = ExitCode::FAILURE;
            continue;
        };
        let time = Duration::from_micros(micros);
        let beyond = time > LONGEST || memory > MOST_MEMORY;
        println!(
            "  {name:24} {:>5} KiB  {:>7} ms  {:>5} MiB  {}{}",
            size / 1024,
            time.as_millis(),
            memory / 1024,
            fields.next().unwrap_or_default(),
            if beyond { "  BEYOND THE LIMIT" } else { "" }
        );
        if beyond {
            code = ExitCode::FAILURE;
        }
    }
    code
}

/// Reads one hostile mail and prints its size, the microseconds, the most memory in KiB, and what came of it.
fn suffer(name: &str) {
    let (_, make) = HOSTILE
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a known mail");
    let raw = [
        b"From: a@example.org\nMIME-Version: 1.0\n".as_slice(),
        make().as_bytes(),
    ]
    .concat();
    let sent = sent();
    let begin = Instant::now();
    let outcome = read_all(&raw, &sent);
    let taken = begin.elapsed();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|value| value.split_whitespace().next())
        .unwrap_or("0");
    println!("{} {} {memory} {outcome}", raw.len(), taken.as_micros());
}

/// The whole way of a mail, as far as no game is needed.
fn read_all(raw: &[u8], sent: &str) -> String {
    content_key(raw);
    match read(raw) {
        Ok(mail) => {
            let words = own_words(mail.text.as_deref().unwrap_or_default(), Some(sent));
            let message = language::read(&words, &mail.subject, Letters::English);
            format!(
                "{} own lines, {} orders",
                words.lines.len(),
                message.orders.len()
            )
        }
        Err(unreadable) => unreadable.to_string(),
    }
}

type Maker = fn() -> String;

const HOSTILE: [(&str, Maker); 28] = [
    ("mails within mails", || {
        "Content-Type: message/rfc822\n\n".repeat(33_000)
    }),
    ("parts within parts", || {
        (0..9000)
            .map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n"))
            .collect()
    }),
    ("150 parts within parts", || {
        let nested: String = (0..150)
            .map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n"))
            .collect();
        format!("{nested}\n\n{}", "a\n".repeat(400_000))
    }),
    ("100,000 parts", || {
        format!(
            "Content-Type: multipart/mixed; boundary=b\n\n{}",
            "--b\n\nx\n".repeat(100_000)
        )
    }),
    ("40,000 mails as parts", || {
        format!(
            "Content-Type: multipart/digest; boundary=b\n\n{}",
            "--b\n\nSubject: x\n\nx\n".repeat(40_000)
        )
    }),
    ("100,000 headers", || "X-Y: z\n".repeat(100_000)),
    ("50,000 senders", || "From: a@b.c, d@e.f\n".repeat(50_000)),
    ("150,000 recipients", || {
        format!("To: {}\n\nx", "a@b.c,".repeat(150_000))
    }),
    ("a header of 1 MB", || {
        format!("Subject: {}\n\nx", "=?utf-8?q?a?= ".repeat(70_000))
    }),
    ("a line of 1 MB", || format!("\n{}", "a".repeat(1_000_000))),
    ("moves in a line of 1 MB", || {
        format!("\n{}", "e4 ".repeat(330_000))
    }),
    ("100,000 moves", || format!("\n{}", "e4\n".repeat(100_000))),
    ("450,000 lines", || format!("\n{}", "a\n".repeat(450_000))),
    ("lines nearly moves", || {
        format!(
            "\n{}",
            format!("{} draw x\n", "e4 d4 ".repeat(32)).repeat(5000)
        )
    }),
    ("lines nearly attributions", || {
        format!(
            "\n{}",
            "On Fri 20 Nov 2026 10:00 Bob <b@x.org> said:\n".repeat(22_000)
        )
    }),
    ("lines nearly headers", || {
        format!("\n{}", "From: x\nTo: y\n".repeat(70_000))
    }),
    ("our mail, many times", || {
        format!("\n{}", sent().repeat(1000))
    }),
    ("1,000,000 quotation marks", || {
        format!("\n{}", ">".repeat(1_000_000))
    }),
    ("500,000 slashes", || format!("\n{}", "8/".repeat(500_000))),
    ("300,000 zero-width blanks", || {
        format!(
            "Content-Type: text/plain; charset=utf-8\n\n{}",
            "\u{200b}".repeat(300_000)
        )
    }),
    ("flowed quotations", || {
        format!(
            "Content-Type: text/plain; format=flowed\n\n{}",
            "> > a \n".repeat(140_000)
        )
    }),
    ("broken base64", || {
        format!(
            "Content-Transfer-Encoding: base64\n\n{}",
            "TmYz*".repeat(200_000)
        )
    }),
    ("broken quoted-printable", || {
        format!(
            "Content-Transfer-Encoding: quoted-printable\n\n{}",
            "=ff=".repeat(250_000)
        )
    }),
    ("50,000 open tags", || html(&"<div>".repeat(50_000))),
    ("180,000 open tags", || html(&"<div>".repeat(180_000))),
    ("70,000 quotations in HTML", || {
        html(&"<blockquote>x".repeat(70_000))
    }),
    ("broken attributes", || html(&"<a b='".repeat(150_000))),
    ("190,000 entities", || html(&"&amp;".repeat(190_000))),
];

fn html(body: &str) -> String {
    format!("Content-Type: text/html\n\n{body}")
}

fn sent() -> String {
    std::fs::read_to_string(folder().join("sent.txt")).expect("tests/mails/sent.txt")
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
