//! Correspondences as the players see them: `tests/dialogues/*.txt`.
//!
//! A file begins with `#` lines that say what it shows. What is there before it is named, as in `set_up`. Then mails to
//! the robot and what they bring about alternate:
//!
//! ```text
//! == Ann <ann@players.test> writes           a new mail to the robot
//! == Ann answers                             an answer to the newest letter to Ann, quoting it
//! == Bob <bob@players.test> answers          … by somebody who has not written before
//! == Ann answers 2 back                      … to the one two before the newest
//! == Ann taps accept                         the link with that word, in the newest letter to Ann that has links, is opened
//!                                            and sent, with what stands below written behind what it opens
//! == again                                   the same mail delivered once more
//! == qmail gives back the letter to Ann      a bounce of the newest letter to Ann: `tests/bounces/qmail.eml`
//! == the relay refuses the letter to Ann     as one for somebody who does not exist
//! == a day later                             … or 8 days later
//! == an hour later                           … as far as an answer to a letter can come too soon
//! == 3 days pass                             all letters go out, and then everything is so much longer ago; or hours, minutes
//! == nobody looks for 6 hours                the same, and we are out of order meanwhile
//! == the usual clock is per-move 3d          of the challenges that are made from now on
//! == pages are at https://chess.test/        others reach there what `penpawn web` shows
//! ```
//!
//! Below stand header fields, if any, which replace the usual ones, a blank line, and the text. What follows is
//! written by the robot, a letter beginning with `-> `, the fate of a mail that was not answered with `-- `, and so a letter
//! that is kept until its reader can be reached. `BLESS=1` writes it anew; read the difference before you commit it.
//! `DIALOGUE=name` holds one alone, `DIALOGUES=folder` those of another folder. With `DIALOGUE_SLOW="40 seconds"` as much
//! goes by before each mail: on a busy machine a dialogue takes minutes, and must be the same. On another day it must be, too:
//! with the program of that name, `faketime '2026-12-29 13:00' cargo test --test it dialogues`.

use crate::bed;
use crate::correspondence::{Correspondence, Letter, address_of, answer, new_mail};
use crate::passing;
use crate::record::rows_that_differ;
use crate::relative::relative;
use crate::set_up::set_up;
use crate::taps;
use crate::wrapped::{entry_goes_on, is_text, shown_lines};
use chrono::{DateTime, TimeDelta, Utc};
use futures::{FutureExt, StreamExt, stream};
use penpawn::language::MONTHS;
use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;

/// So many dialogues are held side by side: most of their time is waiting.
const AT_ONCE: usize = 3;

#[tokio::test]
async fn correspondences_are_as_they_are_written_down() {
    let given = std::env::var_os("DIALOGUES").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| bed::root().join("tests/dialogues"));
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("tests/dialogues")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "there are no dialogues in {folder:?}");
    let only = std::env::var("DIALOGUE").ok();
    let known = |name: &str| {
        files
            .iter()
            .any(|path| path.file_stem() == Some(name.as_ref()))
    };
    if let Some(only) = &only {
        assert!(known(only), "no dialogue is called {only:?}");
    }
    let chosen = files.iter().filter(|path| {
        let stem = path.file_stem();
        only.as_deref()
            .is_none_or(|only| stem == Some(only.as_ref()))
    });
    let texts = chosen.map(|path| (path, fs::read_to_string(path).expect("a dialogue")));
    // What hangs on the hour has seconds to spare and no minutes, so it is not slowed down by others.
    let (alone, others): (Vec<_>, Vec<_>) = texts.partition(|(_, text)| hangs_on_the_hour(text));
    let dialogues = stream::iter(others.into_iter().map(try_to_hold))
        .buffered(AT_ONCE)
        .chain(stream::iter(alone).then(try_to_hold));
    let mut dialogues = std::pin::pin!(dialogues);
    let mut differing = Vec::new();
    while let Some((path, expected, held)) = dialogues.next().await {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let Some(held) = held else {
            differing.push(format!("{name} broke, see above"));
            continue;
        };
        if held == expected {
            continue;
        }
        if std::env::var_os("BLESS").is_some() {
            fs::write(path, held).expect("written");
        } else {
            differing.push(format!("{name}:\n{}", first_difference(&expected, &held)));
        }
    }
    assert!(
        differing.is_empty(),
        "these dialogues went otherwise (BLESS=1 writes them anew):\n\n{}",
        differing.join("\n\n")
    );
}

/// Holds one, and says where it stands and what was expected. One that breaks does not hide the others.
async fn try_to_hold((path, expected): (&PathBuf, String)) -> (&PathBuf, String, Option<String>) {
    let held = AssertUnwindSafe(hold(&expected)).catch_unwind().await;
    (path, expected, held.ok())
}

fn hangs_on_the_hour(text: &str) -> bool {
    text.lines().any(|line| line == HANGS_ON_THE_HOUR)
}

/// Holds the dialogue whose mails stand in the text; returns the text with what really happened.
async fn hold(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().take_while(|line| line.starts_with('#')) {
        writeln!(out, "{line}").expect("a line");
    }
    let mut dialogue = Dialogue {
        correspondence: Correspondence::begin().await,
        players: HashMap::new(),
        number: 0,
        last: Vec::new(),
    };
    let between = std::env::var("DIALOGUE_SLOW").ok();
    let between = between.map(|time| passing::amount(&time).expect("DIALOGUE_SLOW=\"40 seconds\""));
    for (head, body) in mails_in(text) {
        if let Some(between) = between {
            passing::time_passes(&dialogue.correspondence.pool, between).await;
        }
        write!(out, "\n== {head}\n").expect("a heading");
        out.push_str(&dialogue.go_on(&head, &body).await);
    }
    let pool = &dialogue.correspondence.pool;
    let status = penpawn::db::status::status(pool).await.expect("the status");
    assert_eq!(
        status.mails.unanswered, 0,
        "a player waits for an answer:\n{out}"
    );
    let differing = rows_that_differ(pool).await;
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    if hangs_on_the_hour(&out) {
        out = without_instants(&out);
    }
    out
}

/// In a dialogue that says so no instants, days and amounts of time are shown: a pause ends at midnight, and a clock may
/// stand on weekends.
const HANGS_ON_THE_HOUR: &str = "# What hangs on the hour and on the weekday is not shown.";

/// The letters of a dialogue without instants, days and amounts of time. Their paragraphs are put on a line each, since
/// where they are wrapped hangs on the length of a month's name; entries of a list only where they tell of time.
fn without_instants(dialogue: &str) -> String {
    let (mut out, mut paragraph, mut typed) = (String::new(), Vec::<&str>::new(), true);
    for line in dialogue.lines() {
        let begins = ["#", "==", "->", "--"]
            .iter()
            .any(|sign| line.starts_with(sign));
        if begins {
            typed = line.starts_with("==");
        }
        let goes_on = paragraph
            .last()
            .is_some_and(|before| entry_goes_on(before, line))
            || is_open_sum(&paragraph) && line.starts_with("  ");
        let starts = line.starts_with(char::is_alphabetic)
            || !paragraph.is_empty() && !line.starts_with(' ') && is_text(line)
            || line.starts_with("  ") && is_text(line);
        let stands_apart = begins || typed || !starts && !goes_on;
        if stands_apart || line.starts_with("  ") && !goes_on {
            out.push_str(&on_one_line(&std::mem::take(&mut paragraph)));
        }
        if !stands_apart {
            paragraph.push(line);
        } else if typed || begins {
            writeln!(out, "{line}").expect("a line");
        } else {
            writeln!(out, "{}", without_amounts(line)).expect("a line");
        }
    }
    out.push_str(&on_one_line(&paragraph));
    out
}

/// Whether these lines tell what a turn takes, which goes on until its full stop.
fn is_open_sum(lines: &[&str]) -> bool {
    const SUMS: [&str; 3] = [" turn: ", "Not counted in that: ", "We remind you "];
    lines
        .iter()
        .any(|line| SUMS.iter().any(|words| line.contains(words)))
        && lines.last().is_some_and(|last| !last.ends_with('.'))
}

/// A paragraph on one line, without instants, days and amounts of time; an entry of a list that tells of none as it is.
fn on_one_line(lines: &[&str]) -> String {
    let joined: Vec<&str> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| if at == 0 { *line } else { line.trim_start() })
        .collect();
    let joined = joined.join(" ");
    let shown = without_amounts(&joined);
    let lines = if shown == joined && joined.starts_with(' ') {
        lines.to_vec()
    } else {
        vec![shown.as_str()]
    };
    let lines = lines.iter().filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// A line without instants, days and amounts of time.
fn without_amounts(line: &str) -> String {
    const UNITS: [&str; 6] = ["day", "days", "h", "hour", "hours", "min"];
    if line.contains("We remind you") {
        return "  We remind you …".to_owned();
    }
    // Around New Year it is taken of two years.
    if let Some((before, _)) = line.split_once("It takes ") {
        return format!("{before}It takes … of your leave.");
    }
    if let Some((before, _)) = line.split_once(" You have ")
        && line.contains(" of leave left in ")
    {
        return format!("{before} You have … of leave left.");
    }
    let mut words: Vec<&str> = Vec::new();
    let mut rest = line.split(' ').peekable();
    while let Some(word) = rest.next() {
        let plain = word.trim_matches(['(', ')', ',', '.', ':']);
        let number = plain.parse::<u32>().is_ok();
        let next = rest
            .peek()
            .map(|next| next.trim_matches([')', ',', '.', ':']));
        let month = next.is_some_and(|next| MONTHS.contains(&next));
        let amount = next.is_some_and(|next| UNITS.contains(&next));
        let clock = plain.len() == 5 && plain.split(':').all(|part| part.parse::<u32>().is_ok());
        if clock && plain != "24:00" || number && (month || amount) {
            if words.last() != Some(&"…") {
                words.push("…");
            }
            if !clock {
                rest.next();
            }
            let year = rest
                .next_if(|year| month && year.trim_matches([',', '.', ':']).parse::<u32>().is_ok());
            if year.is_some_and(|year| year.ends_with(':')) {
                words.pop();
                words.push("…:");
            }
        } else {
            words.push(word);
        }
    }
    words.join(" ")
}

/// A dialogue while it is held.
struct Dialogue {
    correspondence: Correspondence,
    /// Mailboxes by the first word of the name.
    players: HashMap<String, String>,
    /// How many mails were written.
    number: usize,
    /// The last one.
    last: Vec<u8>,
}

impl Dialogue {
    /// Brings about what a heading says; returns what stands below it.
    async fn go_on(&mut self, head: &str, body: &str) -> String {
        if let Some(letters) = self.time_passes(head).await {
            return all_shown(&letters);
        }
        if let Some(reader) = head.strip_prefix("the relay refuses the letter to ") {
            let reader = self
                .players
                .get(reader)
                .map_or(reader, |mailbox| address_of(mailbox));
            return all_shown(&self.correspondence.refused(reader).await);
        }
        let Dialogue {
            correspondence,
            players,
            number,
            ..
        } = self;
        if set_up(correspondence, players, number, head).await {
            return String::new();
        }
        self.write(head, body).await
    }

    /// The letters that go out by themselves as time passes, if that is what the heading says.
    async fn time_passes(&mut self, head: &str) -> Option<Vec<Letter>> {
        match head {
            "a day later" => {
                self.correspondence.days_pass(1).await;
                Some(self.correspondence.send_held_invitations().await)
            }
            "an hour later" => {
                self.correspondence.letters_lie_for_an_hour().await;
                Some(Vec::new())
            }
            _ => {
                if let Some(days) = head.strip_suffix(" days later") {
                    let days = days.parse().expect("a number of days");
                    self.correspondence.days_pass(days).await;
                    return Some(self.correspondence.send_held_invitations().await);
                }
                if let Some(control) = head.strip_prefix("the usual clock is ") {
                    let control = control.parse().expect("a control");
                    self.correspondence.usual_control_is(control).await;
                    return Some(Vec::new());
                }
                if let Some(address) = head.strip_prefix("pages are at ") {
                    self.correspondence.pages_are_at(address).await;
                    return Some(Vec::new());
                }
                if let Some(time) = head.strip_prefix("nobody looks for ") {
                    let time = passing::amount(time).expect("an amount of time");
                    return Some(self.correspondence.nobody_looks_for(time).await);
                }
                let time = passing::amount(head.strip_suffix(" pass")?)?;
                Some(self.correspondence.time_passes(time).await)
            }
        }
    }

    /// Hands a mail to the robot; returns it with its fate and what was written about it.
    async fn write(&mut self, head: &str, body: &str) -> String {
        let correspondence = &mut self.correspondence;
        self.number += 1;
        if let Some((name, reader)) = head.split_once(" gives back the letter to ") {
            correspondence.send_all().await;
            self.last = correspondence.returned(address_of(&self.players[reader]), name);
        } else if head != "again" {
            let letters = &correspondence.letters;
            self.last = written(letters, &mut self.players, head, body, self.number);
        }
        assert!(!self.last.is_empty(), "{head}: no mail is shown above");
        let kept_before = correspondence.kept().await.len();
        let (letters, fate) = correspondence.deliver(&self.last).await;
        let mut out = body.to_owned();
        if fate.state != "done" || fate.reason.is_some() {
            let reason = fate.reason.unwrap_or_default();
            writeln!(out, "\n-- {}: {reason}", fate.state).expect("a fate");
        }
        for (recipient, occasion) in correspondence.kept().await.iter().skip(kept_before) {
            writeln!(out, "\n-- kept for {recipient}: {occasion}").expect("a letter");
        }
        out.push_str(&all_shown(&letters));
        out
    }
}

fn all_shown(letters: &[Letter]) -> String {
    let shown = letters.iter().map(|letter| format!("\n{}", shown(letter)));
    shown.collect()
}

/// The mail that a heading and the text below it stand for, `Ann <…> writes` or `Ann answers 2 back`. Who writes is
/// remembered under the first word of their name.
pub(crate) fn written(
    letters: &[Letter],
    players: &mut HashMap<String, String>,
    head: &str,
    body: &str,
    number: usize,
) -> Vec<u8> {
    let (headers, words) = split_headers(body);
    let words = words.replace(PASSWORD, &newest_password(letters));
    if let Some(mailbox) = head.strip_suffix(" writes") {
        let name = mailbox.split(' ').next().unwrap_or_default().to_owned();
        players.insert(name, mailbox.to_owned());
        return new_mail(mailbox, number, &headers, &words);
    }
    if let Some((name, shown)) = head.split_once(" taps ") {
        return taps::tapped(letters, &players[name], shown, &words, number);
    }
    let (name, how) = head
        .split_once(" answers")
        .unwrap_or_else(|| panic!("{head}?"));
    let (first, _) = name.split_once(' ').unwrap_or((name, ""));
    if first != name {
        players.insert(first.to_owned(), name.to_owned());
    }
    let mailbox = players
        .get(first)
        .unwrap_or_else(|| panic!("who is {first}?"));
    let back: usize = how
        .trim()
        .strip_suffix(" back")
        .map_or(0, |n| n.parse().expect("a number"));
    let letter = letters
        .iter()
        .rev()
        .filter(|letter| letter.recipient == address_of(mailbox))
        .nth(back)
        .unwrap_or_else(|| panic!("{first} has no letter to answer"));
    answer(letter, mailbox, number, &headers, &words)
}

/// The mails to the robot: their headings and what stands below them.
fn mails_in(text: &str) -> Vec<(String, String)> {
    let mut mails: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            mails.push((head.to_owned(), String::new()));
            inside = true;
        } else if line.starts_with("-> ") || line.starts_with("-- ") {
            inside = false;
        } else if inside && let Some((_, body)) = mails.last_mut() {
            body.push_str(line);
            body.push('\n');
        }
    }
    for (_, body) in &mut mails {
        let end = body.trim_end().len();
        body.truncate(end);
        body.push('\n');
    }
    mails
}

/// Header fields at the top of a body, and the words below.
fn split_headers(body: &str) -> (String, String) {
    let is_field = |line: &str| {
        line.split_once(": ").is_some_and(|(name, _)| {
            name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        })
    };
    let fields: Vec<&str> = body.lines().take_while(|line| is_field(line)).collect();
    let words: Vec<&str> = body.lines().skip(fields.len()).collect();
    let headers = fields.iter().map(|field| format!("{field}\n")).collect();
    (headers, words.join("\n").trim().to_owned())
}

fn shown(letter: &Letter) -> String {
    let mut out = format!("-> {}: {}\n", letter.recipient, letter.mail.subject);
    let text = letter.mail.text.as_deref().unwrap_or_default();
    for line in shown_lines(text.trim_end(), without_what_varies) {
        writeln!(out, "{line}").expect("a line");
    }
    for attachment in &letter.mail.attachments {
        let name = attachment.name.as_deref().unwrap_or("no name");
        writeln!(out, "(attached: {name}, {})", attachment.content_type).expect("a line");
    }
    let links = letter.html.as_deref().map(taps::links_in);
    let links: Vec<String> = links
        .unwrap_or_default()
        .into_iter()
        .map(|link| link.shown)
        .collect();
    if !links.is_empty() {
        writeln!(out, "(links: {})", links.join(", ")).expect("a line");
    }
    out
}

/// Tokens and the days about today are not the same in every run.
pub(crate) fn without_what_varies(line: &str) -> String {
    if line.starts_with("[ref ") {
        return "[ref ...]".to_owned();
    }
    let now = chrono::Utc::now();
    let today = now.format("%Y.%m.%d").to_string();
    let tomorrow = (now + chrono::Days::new(1)).format("%Y-%m-%d").to_string();
    let in_a_week = (now + chrono::Days::new(7)).format("%Y-%m-%d").to_string();
    let line = in_whole_minutes(line);
    let line = in_days(&line, now);
    let line = relative(&line, now);
    let line = line
        .replace(&today, "YYYY.MM.DD")
        .replace(&tomorrow, "(tomorrow)")
        .replace(&in_a_week, "(in a week)");
    let line = without_link(line);
    match password_in(&line) {
        Some(password) => line.replace(&password, PASSWORD),
        None => line,
    }
}

/// What a clock shows in PGN, without the seconds that a test took.
fn in_whole_minutes(line: &str) -> String {
    let told = |word: &str| {
        let time = word.split_once(']').map(|(time, _)| time)?;
        let mut parts = time.split(':').map(|part| part.parse::<u64>().ok());
        let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
        let minutes = (hours * 3600 + minutes * 60 + seconds + 30) / 60;
        let behind = word.get(time.len()..)?;
        Some(format!("{}:{:02}:00{behind}", minutes / 60, minutes % 60))
    };
    let words = line.split(' ');
    let words: Vec<String> = words
        .map(|word| told(word).unwrap_or_else(|| word.to_owned()))
        .collect();
    words.join(" ")
}

/// The days of instants about today, which hang on the hour of the day, and the seconds that a test took are left out.
fn in_days(line: &str, now: DateTime<Utc>) -> String {
    if line.starts_with("[Date ") {
        return "[Date \"YYYY.MM.DD\"]".to_owned();
    }
    let mut told = line.to_owned();
    for days in -400..=400 {
        let day = now + TimeDelta::days(days);
        let date = day.format("%d %b %Y,").to_string();
        while let Some((before, rest)) = told.split_once(&date) {
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            let behind = rest.get("00:00:00".len()..).unwrap_or_default();
            told = format!("{before}(day){behind}");
        }
    }
    told
}

/// Stands for an edit password of the archive: in a mail to the robot, for the newest one.
const PASSWORD: &str = "xxxx-xxxx-xxxx-xxxx";

fn newest_password(letters: &[Letter]) -> String {
    let texts = letters
        .iter()
        .rev()
        .filter_map(|letter| letter.mail.text.as_deref());
    texts
        .flat_map(str::lines)
        .find_map(password_in)
        .unwrap_or_else(|| PASSWORD.to_owned())
}

/// A secret link to a calendar is another one each time.
fn without_link(line: String) -> String {
    match line.split_once("/deadlines/") {
        Some((before, _)) => format!("{before}/deadlines/(secret).ics"),
        None => line,
    }
}

/// Four groups of four letters or figures with dashes between.
fn password_in(line: &str) -> Option<String> {
    line.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-')
        .find(|word| {
            word.len() == PASSWORD.len()
                && word.split('-').all(|group| {
                    group.len() == 4
                        && group
                            .bytes()
                            .all(|sign| matches!(sign, b'a'..=b'z' | b'2'..=b'7'))
                })
        })
        .map(str::to_owned)
}

pub(crate) fn first_difference(expected: &str, held: &str) -> String {
    let mut expected = expected.lines();
    for (number, line) in (1..).zip(held.lines()) {
        let other = expected.next();
        if other != Some(line) {
            return format!(
                "line {number}\n  written: {}\n  held:    {line}",
                other.unwrap_or("(the end)")
            );
        }
    }
    format!(
        "more is written than was held: {}",
        expected.next().unwrap_or_default()
    )
}
