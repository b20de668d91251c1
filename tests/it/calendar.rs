//! Deadlines in the calendars of players. Another program says what stands in the letters: Python's `icalendar`, which reads
//! them from the bytes that are sent.

use crate::bed;
use crate::clock_stops::Table;
use crate::correspondence::{ANN, BOB, answer, new_mail};
use crate::referee;
use chrono::{DateTime, TimeDelta, Utc};

/// What a calendar is told by a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    method: String,
    sequence: i64,
    /// When the entry ends, and the time of the move.
    deadline: DateTime<Utc>,
    /// All else that may not change between two words about the same game to the same player.
    uid: String,
}

/// Reads the mail and its iCalendar object strictly, and says what a calendar makes of it.
const PROGRAM: &str = r#"
import email, email.policy, sys, icalendar
from datetime import timedelta, timezone
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.SMTP)
parts = [part for part in mail.walk() if part.get_content_type() == "text/calendar"]
assert len({part.get_filename() for part in parts}) == len(parts), "two files of one name"
for part in parts:
    assert mail.get_content_type() == "multipart/mixed", mail.get_content_type()
    assert part.get_content_disposition() == "attachment" and part.get_filename().endswith(".ics")
    raw = part.get_payload(decode=True)
    lines = raw.split(b"\r\n")
    assert lines[-1] == b"" and all(len(line) <= 75 for line in lines), "lines"
    assert not any(b"\n" in line or b"\r" in line for line in lines), "ends of lines"
    for line in lines:
        line.decode("utf-8")
    calendar = icalendar.Calendar.from_ical(raw)
    assert not calendar.errors, calendar.errors
    method = str(calendar["METHOD"])
    assert part.get_param("method") == method, "method of the part"
    assert part.get_content_charset() == "utf-8"
    (event,) = calendar.walk("VEVENT")
    assert not event.errors, event.errors
    start, end, stamp = (event[name].dt for name in ("DTSTART", "DTEND", "DTSTAMP"))
    assert all(at.utcoffset() == timedelta(0) for at in (start, end, stamp)), "UTC"
    assert end - start == timedelta(minutes=30)
    assert str(event["STATUS"]) == {"REQUEST": "CONFIRMED", "CANCEL": "CANCELLED"}[method]
    assert event["TRANSP"] == "TRANSPARENT"
    attendee, organizer = event["ATTENDEE"], event["ORGANIZER"]
    assert attendee.params["PARTSTAT"] == "ACCEPTED" and attendee.params["RSVP"] == "FALSE"
    assert str(attendee) == "mailto:" + email.utils.parseaddr(mail["To"])[1], attendee
    assert str(organizer) == "mailto:chess+calendar@chess.test", organizer
    for alarm in event.walk("VALARM"):
        assert alarm["TRIGGER"].dt <= timedelta(0) and start + alarm["TRIGGER"].dt >= stamp, alarm
    assert len(event.walk("VALARM")) >= (method == "REQUEST"), "no alarm"
    print(method, int(event["SEQUENCE"]), end.isoformat(), event["UID"], event["SUMMARY"], sep="\t")
"#;

/// What the letters to this reader from that row of the outbox on tell their calendar, with what their summaries say.
async fn told(table: &Table, reader: &str, after: i64) -> Vec<(Told, String)> {
    let letters: Vec<Vec<u8>> =
        sqlx::query_scalar("select bytes from outbox where recipient = $1 and id > $2 order by id")
            .bind(reader)
            .bind(after)
            .fetch_all(&table.desk.pool)
            .await
            .expect("letters");
    let said = letters.iter().map(|bytes| {
        let text = String::from_utf8(bytes.clone()).expect("a mail of ASCII");
        referee::ask(PROGRAM, &text)
    });
    let lines = said.flat_map(|said| said.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.map(|line| read(&line)).collect()
}

fn read(line: &str) -> (Told, String) {
    let fields: Vec<&str> = line.split('\t').collect();
    let [method, sequence, deadline, uid, summary] = fields.as_slice() else {
        panic!("five fields: {line}");
    };
    let told = Told {
        method: (*method).to_owned(),
        sequence: sequence.parse().expect("a number"),
        deadline: deadline.parse().expect("an instant"),
        uid: (*uid).to_owned(),
    };
    (told, (*summary).to_owned())
}

/// The row of the newest letter.
async fn newest(table: &Table) -> i64 {
    sqlx::query_scalar("select max(id) from outbox")
        .fetch_one(&table.desk.pool)
        .await
        .expect("a letter")
}

/// What a calendar of this reader is told because of this mail, which all letters follow.
async fn after(table: &mut Table, reader: &str, from: &str, text: &str) -> Vec<Told> {
    let row = newest(table).await;
    table.answers(from, text).await;
    let told = told(table, reader, row).await;
    table.desk.send_all().await;
    told.into_iter().map(|(told, _)| told).collect()
}

const BOBS: &str = "bob@players.test";

fn only(told: Vec<Told>) -> Told {
    let [one] = <[Told; 1]>::try_from(told).expect("one word to the calendar");
    one
}

/// Bob, who is to move, wants his deadlines in his calendar, and has one there.
async fn table() -> (Table, Told) {
    let mut table = Table::with("per-move 3d").await;
    assert!(after(&mut table, BOBS, BOB, "calendar on").await.is_empty());
    let shown = only(after(&mut table, BOBS, BOB, "show 1").await);
    assert_eq!(shown.method, "REQUEST");
    (table, shown)
}

#[tokio::test]
async fn a_calendar_follows_the_turns_of_a_game_to_its_end() {
    let (mut table, shown) = table().await;
    let told_bob = table.newest_to(BOB);
    let deadline = shown.deadline.format("%-d %b %Y %H:%M");
    assert!(
        told_bob.contains(&format!("Answer before {deadline} UTC")),
        "{deadline}: {told_bob}"
    );
    // Who asks again is told the same.
    let again = only(after(&mut table, BOBS, BOB, "show 1").await);
    assert_eq!(again, shown);
    let mut last = shown;
    for (from, text, method) in [
        (BOB, "e5", "CANCEL"),
        (ANN, "Nf3", "REQUEST"),
        (BOB, "Nc6", "CANCEL"),
        (ANN, "Bb5", "REQUEST"),
        (ANN, "resign", "CANCEL"),
    ] {
        let told = only(after(&mut table, BOBS, from, text).await);
        assert_eq!(
            (told.method.as_str(), &told.uid),
            (method, &last.uid),
            "{text}"
        );
        assert!(told.sequence > last.sequence, "{text}");
        last = told;
    }
    // Nobody else gets any, and words without anything new bring none.
    let all = told(&table, "ann@players.test", 0).await;
    assert!(all.is_empty(), "{all:?}");
}

#[tokio::test]
async fn what_moves_a_deadline_moves_the_entry_with_the_next_letter() {
    let (mut table, mut last) = table().await;
    assert!(after(&mut table, BOBS, ANN, "say Hello!").await.is_empty());
    let given = only(after(&mut table, BOBS, ANN, "give 2 days").await);
    assert_eq!(given.deadline - last.deadline, TimeDelta::days(2));
    assert!(given.sequence > last.sequence);
    last = given;
    // Leave is told in a letter of no game, which moves the entry.
    let first = Utc::now().date_naive() + chrono::Days::new(1);
    let until = first + chrono::Days::new(9);
    let leave = format!("leave {first} - {until}");
    let away = only(after(&mut table, BOBS, BOB, &leave).await);
    assert_eq!(
        away.deadline - last.deadline,
        TimeDelta::days(10),
        "{last:?} {away:?}"
    );
    assert!(away.sequence > last.sequence && away.method == "REQUEST");
    assert_eq!(away.uid, last.uid);
    // And so does its end; the next letter of the game has nothing to add.
    let back = only(after(&mut table, BOBS, BOB, "back").await);
    assert_eq!(back.deadline, last.deadline);
    assert!(back.sequence > away.sequence && back.method == "REQUEST");
    let talk = after(&mut table, BOBS, ANN, "say Have a good time!").await;
    assert!(talk.is_empty(), "{talk:?}");
}

#[tokio::test]
async fn the_answer_to_calendar_off_takes_all_entries_out() {
    let (mut table, shown) = table().await;
    let again = "challenge bob@players.test as white";
    table.answers(ANN, again).await;
    table.desk.send_all().await;
    let off = only(after(&mut table, BOBS, BOB, "calendar off").await);
    assert_eq!((off.method.as_str(), &off.uid), ("CANCEL", &shown.uid));
    assert!(off.sequence > shown.sequence);
    for (from, text) in [(ANN, "say Hello!"), (BOB, "e5"), (ANN, "Nf3")] {
        assert!(
            after(&mut table, BOBS, from, text).await.is_empty(),
            "{text}"
        );
    }
}

/// Who wants no receipts gets one all the same where an alarm would ring for a move that is made.
#[tokio::test]
async fn a_move_takes_its_entry_out_where_no_receipts_are_wanted() {
    let (mut table, shown) = table().await;
    let set = after(&mut table, BOBS, BOB, "receipts off").await;
    assert!(set.is_empty(), "{set:?}");
    let moved = only(after(&mut table, BOBS, BOB, "e5").await);
    assert_eq!((moved.method.as_str(), &moved.uid), ("CANCEL", &shown.uid));
    table.answers(BOB, "calendar off").await;
    table.answers(ANN, "Nf3").await;
    table.desk.send_all().await;
    let row = newest(&table).await;
    table.answers(BOB, "Nc6").await;
    assert_eq!(told(&table, BOBS, row).await, []);
    let letters = sqlx::query_scalar::<_, i64>(
        "select count(*) from outbox where recipient = $1 and id > $2",
    )
    .bind(BOBS)
    .bind(row)
    .fetch_one(&table.desk.pool)
    .await
    .expect("a count");
    assert_eq!(letters, 0, "without a calendar there is no receipt");
}

/// The letter with which an entry was to go may never go out, since a later one stands in its place.
#[tokio::test]
async fn what_a_letter_would_have_told_that_is_never_sent_goes_with_the_next() {
    let (mut table, shown) = table().await;
    sqlx::query("update outbox set state = 'failed' where id = $1")
        .bind(newest(&table).await)
        .execute(&table.desk.pool)
        .await
        .expect("a letter");
    assert_eq!(after(&mut table, BOBS, ANN, "say Hello!").await, [shown]);
    assert!(
        after(&mut table, BOBS, ANN, "say Hello again!")
            .await
            .is_empty()
    );
    table.answers(BOB, "calendar off").await;
    let row = newest(&table).await;
    sqlx::query("update outbox set state = 'failed' where id = $1")
        .bind(row)
        .execute(&table.desk.pool)
        .await
        .expect("a letter");
    table.answers(BOB, "e5").await;
    table.answers(ANN, "Nf3").await;
    let told_twice = told(&table, BOBS, row).await;
    let states: Vec<String> =
        sqlx::query_scalar("select state from outbox where recipient = $1 and id > $2 order by id")
            .bind(BOBS)
            .bind(row)
            .fetch_all(&table.desk.pool)
            .await
            .expect("letters");
    assert_eq!(states, ["superseded", "queued"]);
    let [(first, _), (second, _)] = told_twice.as_slice() else {
        panic!("both letters say it: {told_twice:?}");
    };
    assert_eq!(first, second);
    assert_eq!(first.method, "CANCEL");
    table.desk.send_all().await;
    assert!(after(&mut table, BOBS, BOB, "show 1").await.is_empty());
}

/// In each form of letters, with all that comes with them, and with names that the notation must not take for its own.
#[tokio::test]
async fn the_entry_comes_with_every_form_of_letter() {
    let (mut table, _) = table().await;
    for (form, moves, parts) in [
        ("format text", ["e5", "Nf3"], "mixed plain chess calendar"),
        ("format words", ["Nc6", "Bc4"], "mixed plain chess calendar"),
        ("format pgn", ["Bc5", "O-O"], "mixed plain calendar"),
        (
            "format board",
            ["Nf6", "d3"],
            "mixed alternative plain related html png chess calendar",
        ),
        (
            "pgn off",
            ["d6", "c3"],
            "mixed alternative plain related html png calendar",
        ),
    ] {
        table.answers(BOB, form).await;
        table.desk.send_all().await;
        let row = newest(&table).await;
        for (from, text) in [BOB, ANN].into_iter().zip(moves) {
            table.answers(from, text).await;
            table.desk.send_all().await;
        }
        assert_eq!(told(&table, BOBS, row).await.len(), 2, "{form}");
        let newest: Vec<u8> =
            sqlx::query_scalar("select bytes from outbox where recipient = $1 order by id desc")
                .bind(BOBS)
                .fetch_one(&table.desk.pool)
                .await
                .expect("a letter");
        let tree = "import email, sys\n\
                    mail = email.message_from_bytes(sys.stdin.buffer.read())\n\
                    names = [part.get_content_subtype() for part in mail.walk()]\n\
                    print(*['chess' if name == 'vnd.chess-pgn' else name for name in names])\n";
        let text = String::from_utf8(newest).expect("a mail of ASCII");
        assert_eq!(referee::ask(tree, &text).trim(), parts, "{form}");
    }
    table
        .answers(ANN, "name Ann Größenwahn Ὀδυσσεύς O'Neil")
        .await;
    table.desk.send_all().await;
    let row = newest(&table).await;
    table.answers(BOB, "show 1").await;
    let said = told(&table, BOBS, row).await;
    let summary = said.last().map(|(_, summary)| summary.as_str());
    assert!(
        summary
            .is_some_and(|summary| summary.starts_with("Game 1, Ann")
                && summary.ends_with(": your move is due")),
        "{said:?}"
    );
}

/// The answers of calendars, as mails and with all that shows whose they are, while a draw is on offer.
#[tokio::test]
async fn no_answer_of_a_calendar_agrees_to_anything() {
    let (mut table, _) = table().await;
    table.answers(BOB, "e5").await;
    table.answers(ANN, "Nf3 draw").await;
    table.desk.send_all().await;
    let letter = table.desk.newest_about_a_game_to(BOBS).clone();
    let object = |method: &str| {
        format!("BEGIN:VCALENDAR\nMETHOD:{method}\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR")
    };
    let parts = |kind: &str, method: &str| {
        format!(
            "--b\nContent-Type: text/plain\n\naccept draw\n--b\nContent-Type: {kind}\n\n{}\n--b--",
            object(method)
        )
    };
    let mixed = "Content-Type: multipart/mixed; boundary=b\n";
    let subject = "Subject: Accepted: Game 1, Ann: your move is due\n";
    for (number, (headers, text)) in (50..).zip([
        (mixed, parts("text/calendar; method=REPLY", "REPLY")),
        (mixed, parts("text/calendar", "COUNTER")),
        (mixed, parts("application/ics; name=invite.ics", "REPLY")),
        (subject, "accept draw".to_owned()),
        (subject, "Accepted".to_owned()),
    ]) {
        let raw = answer(&letter, BOB, number, headers, &text);
        let (letters, fate) = table.desk.deliver(&raw).await;
        assert!(letters.is_empty(), "{text}");
        let why = match text.as_str() {
            "Accepted" => "automatic: calendar answer",
            _ => "automatic: calendar answer, with a code and own words",
        };
        assert_eq!(
            (fate.state.as_str(), fate.reason.as_deref()),
            ("dropped", Some(why)),
            "{text}"
        );
    }
    // To the address that calendars know, without any code.
    let to = "To: chess+calendar@chess.test\nSubject: Accepted: Game 1, Ann: your move is due\n";
    let (letters, fate) = table
        .desk
        .deliver(&new_mail(BOB, 60, to, "accept draw"))
        .await;
    assert!(letters.is_empty());
    assert_eq!(
        fate.reason.as_deref(),
        Some("automatic: calendar answer, from an address of a player and with own words")
    );
    // A stranger's is nobody's, and one without words is the program's.
    for (number, from, text) in [
        (61, "Eve <eve@elsewhere.test>", "accept draw"),
        (62, BOB, "Accepted"),
    ] {
        let (letters, fate) = table.desk.deliver(&new_mail(from, number, to, text)).await;
        assert!(letters.is_empty());
        assert_eq!(fate.reason.as_deref(), Some("automatic: calendar answer"));
    }
    assert_eq!(table.ending().await, None);
    let kept = bed::count(
        &table.desk.pool,
        "select count(*) from inbox where state = 'dropped' and raw is not null",
    );
    assert_eq!(kept.await, 8, "and none is thrown away");
    let status = penpawn::db::status::status(&table.desk.pool).await;
    assert_eq!(status.expect("a status").mails.own_words, 5);
}

/// A person who writes into the answer of their calendar is obeyed where the mail shows whose it is and nothing else speaks of a
/// robot.
#[tokio::test]
async fn an_order_in_the_answer_of_a_calendar_is_carried_out() {
    let (mut table, _) = table().await;
    let letter = table.desk.newest_about_a_game_to(BOBS).clone();
    let part = |text: &str| {
        format!(
            "--b\nContent-Type: text/plain\n\n{text}\n--b\nContent-Type: text/calendar; method=REPLY\n\n\
             BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n--b--"
        )
    };
    let mixed = "Content-Type: multipart/mixed; boundary=b\n";
    let robots = format!("{mixed}Auto-Submitted: auto-replied\n");
    let listed = format!("{mixed}List-Id: <chess.example.org>\n");
    let pure = "Bob has accepted this invitation.";
    for (number, (headers, text)) in (50..).zip([
        (robots.as_str(), "e5"),
        (listed.as_str(), "e5"),
        (mixed, pure),
        (mixed, "accept"),
        (mixed, ""),
    ]) {
        let raw = answer(&letter, BOB, number, headers, &part(text));
        let (letters, fate) = table.desk.deliver(&raw).await;
        assert!(
            letters.is_empty() && fate.state == "dropped",
            "{text}: {fate:?}"
        );
    }
    // Without the code it is nobody's.
    let to = format!("To: chess@chess.test\n{mixed}");
    let (letters, fate) = table
        .desk
        .deliver(&new_mail(BOB, 60, &to, &part("e5")))
        .await;
    assert!(letters.is_empty() && fate.state == "dropped", "{fate:?}");
    let (letters, fate) = table
        .desk
        .deliver(&answer(&letter, BOB, 61, mixed, &part("e5")))
        .await;
    assert_eq!(fate.state, "done", "{fate:?}");
    assert_eq!(letters.len(), 2);
    // Under the subject that a calendar writes, too.
    table.desk.send_all().await;
    table.answers(ANN, "Nf3").await;
    table.desk.send_all().await;
    let letter = table.desk.newest_about_a_game_to(BOBS).clone();
    let subject = "Subject: Accepted: Game 1, Ann: your move is due\n";
    let raw = answer(&letter, BOB, 62, subject, "Nc6");
    assert_eq!(table.desk.deliver(&raw).await.1.state, "done");
}
