//! What a letter says to the calendar of its reader: the deadline of a move, as an invitation that needs no answer, or that
//! there is none any more (iTIP, RFC 5546, in the notation of RFC 5545).
//!
//! An invitation, and no event that is published: only that is taken for the same entry again by Gmail, Outlook and Apple
//! when it comes a second time with a higher number. Written by hand, since of the notation we need these lines only.

use super::{Language, Sentence, in_zone_as_well, instant_in_words, sentence};
use crate::game::Zone;
use chrono::{DateTime, TimeDelta, Utc};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalendarWord {
    /// The move is due then.
    Request,
    /// It is not due any more.
    Cancel,
}

impl CalendarWord {
    /// The METHOD of RFC 5546 1.4, in the body and in the field `Content-Type` alike (RFC 6047 2.4).
    pub fn method(self) -> &'static str {
        match self {
            CalendarWord::Request => "REQUEST",
            CalendarWord::Cancel => "CANCEL",
        }
    }

    /// The name of the file as which it comes.
    pub fn file(self) -> &'static str {
        match self {
            CalendarWord::Request => "deadline.ics",
            CalendarWord::Cancel => "deadline-cancelled.ics",
        }
    }
}

/// An entry in the calendar of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarEntry {
    /// What is said of it.
    pub word: CalendarWord,
    /// What it is known by: the same for a game and a player, and for no others.
    pub uid: String,
    /// SEQUENCE: each word has a higher one than the last, and the same word again the same one.
    pub sequence: i32,
    /// When this was first said.
    pub written: DateTime<Utc>,
    /// When the time of the move is over.
    pub deadline: DateTime<Utc>,
    /// The number of the game.
    pub game: i64,
    /// The name of the opponent.
    pub opponent: String,
    /// The name of the server, and the address to which a calendar sends its answer.
    pub organizer: (String, String),
    /// The name of the reader, and the address at which they get the letter.
    pub reader: (String, String),
    /// Where they live, if that is known.
    pub zone: Option<Zone>,
    /// The language of their letters.
    pub language: Language,
}

/// A deadline in the calendar that a program fetches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueMove {
    /// The number of the game.
    pub game: i64,
    /// The name of the opponent.
    pub opponent: String,
    /// When the time of the move is over.
    pub ends: DateTime<Utc>,
    /// Since when that is so.
    pub since: DateTime<Utc>,
}

/// The calendar of a player that a program fetches again and again: what is due now, and nothing of what was (RFC 5545, and
/// RFC 7986 for its name and how often it is to be fetched).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedCalendar {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub player: i64,
    /// The domain in which its entries are named.
    pub domain: String,
    /// The language of their letters.
    pub language: Language,
    /// What is due.
    pub deadlines: Vec<DueMove>,
}

impl FetchedCalendar {
    /// The whole object, lines ended by CR and LF; the same as long as nothing of it changes.
    pub fn text(&self) -> String {
        let name = escaped(&self.name);
        let mut lines = vec![
            "BEGIN:VCALENDAR".to_owned(),
            PROGRAM.to_owned(),
            "VERSION:2.0".to_owned(),
            "CALSCALE:GREGORIAN".to_owned(),
            "METHOD:PUBLISH".to_owned(),
            format!("NAME:{name}"),
            format!("X-WR-CALNAME:{name}"),
            "REFRESH-INTERVAL;VALUE=DURATION:PT1H".to_owned(),
            "X-PUBLISHED-TTL:PT1H".to_owned(),
        ];
        for deadline in &self.deadlines {
            lines.extend(self.event(deadline));
        }
        if self.deadlines.is_empty() {
            // Something has to stand in a calendar (RFC 5545 3.4), and this is seen by nobody.
            lines.extend(NOTHING.map(str::to_owned));
        }
        lines.push("END:VCALENDAR".to_owned());
        lines.iter().map(|line| folded(line)).collect()
    }

    fn event(&self, deadline: &DueMove) -> [String; 10] {
        let DueMove { game, ends, .. } = *deadline;
        let since = in_utc(deadline.since);
        let summary = summary(self.language, game, &deadline.opponent);
        // Another name than that of an invitation: one calendar may show both.
        let uid = format!("deadline-g{game}-p{}@{}", self.player, self.domain);
        [
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}", escaped(&uid)),
            format!("DTSTAMP:{since}"),
            format!("LAST-MODIFIED:{since}"),
            format!("DTSTART:{}", in_utc(ends - LENGTH)),
            format!("DTEND:{}", in_utc(ends)),
            format!("SUMMARY:{}", escaped(&summary)),
            // A deadline takes nobody's time from others.
            "TRANSP:TRANSPARENT".to_owned(),
            "CLASS:PRIVATE".to_owned(),
            "END:VEVENT".to_owned(),
        ]
    }
}

/// Who writes calendars.
const PROGRAM: &str = "PRODID:-//penpawn//penpawn//EN";

/// What stands in a calendar in which nothing is due: what UTC is.
const NOTHING: [&str; 8] = [
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
];

/// What an entry is called. It ends with one of [`crate::language::CALENDAR_SUMMARIES`], by which the answer of a calendar is known.
fn summary(language: Language, game: i64, opponent: &str) -> String {
    language.say(&sentence!(
        "Game {{ game }}, {{ opponent }}: your move is due",
        game,
        opponent = opponent.to_owned()
    ))
}

/// How long an entry is: it ends with the time of the move. One without length is drawn as nothing.
const LENGTH: TimeDelta = TimeDelta::minutes(30);

/// Longest line in octets, without its end (RFC 5545 3.1).
const LONGEST: usize = 75;

impl CalendarEntry {
    /// The whole object, lines ended by CR and LF.
    pub fn text(&self) -> String {
        let (status, alarms) = match self.word {
            CalendarWord::Request => ("CONFIRMED", self.alarms()),
            CalendarWord::Cancel => ("CANCELLED", Vec::new()),
        };
        let summary = format!("SUMMARY:{}", escaped(&self.summary()));
        let mut lines = vec![
            "BEGIN:VCALENDAR".to_owned(),
            PROGRAM.to_owned(),
            "VERSION:2.0".to_owned(),
            "CALSCALE:GREGORIAN".to_owned(),
            format!("METHOD:{}", self.word.method()),
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}", escaped(&self.uid)),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTAMP:{}", in_utc(self.written)),
            format!("DTSTART:{}", in_utc(self.deadline - LENGTH)),
            format!("DTEND:{}", in_utc(self.deadline)),
            summary,
            format!(
                "DESCRIPTION:{}",
                escaped(&self.language.say(&self.description()))
            ),
            format!(
                "ORGANIZER;CN={}:{}",
                quoted(&self.organizer.0),
                mailto(&self.organizer.1)
            ),
            // Accepted already, so that nobody is asked for an answer.
            format!(
                "ATTENDEE;CN={};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:{}",
                quoted(&self.reader.0),
                mailto(&self.reader.1)
            ),
            format!("STATUS:{status}"),
            // A deadline takes nobody's time from others.
            "TRANSP:TRANSPARENT".to_owned(),
            "X-MICROSOFT-CDO-BUSYSTATUS:FREE".to_owned(),
            "X-MICROSOFT-DISALLOW-COUNTER:TRUE".to_owned(),
        ];
        for before in alarms {
            lines.extend(self.alarm(before));
        }
        lines.extend(["END:VEVENT".to_owned(), "END:VCALENDAR".to_owned()]);
        lines.iter().map(|line| folded(line)).collect()
    }

    fn summary(&self) -> String {
        summary(self.language, self.game, &self.opponent)
    }

    fn description(&self) -> Sentence {
        let until = instant_in_words(self.deadline);
        let until = in_zone_as_well(until, self.deadline, self.zone);
        match self.word {
            CalendarWord::Request => sentence!(
                "Your time for this move ends on {{ until }}. To move, answer the mail of the game. Whatever you answer to this entry is read by nobody.",
                until
            ),
            CalendarWord::Cancel => sentence!("This entry does not hold any more."),
        }
    }

    /// How long before the deadline the calendar reminds of it: when a quarter of the time is left, and where that is more
    /// than two days, when a day is left as well. Nothing where the entry begins at once.
    fn alarms(&self) -> Vec<TimeDelta> {
        let quarter = (self.deadline - self.written) / 4;
        if quarter * 4 <= LENGTH {
            return Vec::new();
        }
        let day = TimeDelta::days(1);
        let mut alarms = vec![quarter.max(LENGTH)];
        alarms.extend((quarter > day * 2).then_some(day));
        alarms
    }

    /// An alarm so long before the deadline, reckoned from the beginning of the entry: not all programs know it from its end.
    fn alarm(&self, before: TimeDelta) -> [String; 5] {
        [
            "BEGIN:VALARM".to_owned(),
            "ACTION:DISPLAY".to_owned(),
            format!("DESCRIPTION:{}", escaped(&self.summary())),
            format!("TRIGGER:-PT{}M", (before - LENGTH).num_minutes()),
            "END:VALARM".to_owned(),
        ]
    }
}

/// An instant in UTC, of whole seconds (RFC 5545 3.3.5, form 2).
fn in_utc(at: DateTime<Utc>) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// A TEXT (RFC 5545 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | ';' | ',' => out.extend(['\\', sign]),
            '\n' => out.push_str("\\n"),
            sign if sign.is_control() => {}
            sign => out.push(sign),
        }
    }
    out
}

/// The value of a parameter (RFC 5545 3.2). A quotation mark cannot stand in it, and the way of RFC 6868 is not known widely.
fn quoted(text: &str) -> String {
    let signs = text.chars().filter(|sign| !sign.is_control());
    let signs: String = signs
        .map(|sign| if sign == '"' { '\'' } else { sign })
        .collect();
    format!("\"{signs}\"")
}

/// What is changed of an address (RFC 5545 3.3.3, RFC 6068 2). A calendar looks for its owner's among those of an invitation as
/// they stand, so that what need not be changed is not.
const CHANGED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'@')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'*')
    .remove(b'=');

fn mailto(address: &str) -> String {
    format!("mailto:{}", utf8_percent_encode(address, CHANGED))
}

/// A line with its end, in as many pieces as it needs, none of which ends within a character (RFC 5545 3.1).
fn folded(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let mut octets = 0;
    for sign in line.chars() {
        if octets + sign.len_utf8() > LONGEST {
            out.push_str("\r\n ");
            octets = 1;
        }
        out.push(sign);
        octets += sign.len_utf8();
    }
    out.push_str("\r\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{CALENDAR_SUMMARIES, game_in_subject};

    fn entry(word: CalendarWord, opponent: &str, days: i64) -> CalendarEntry {
        let written = DateTime::from_timestamp(1_780_000_000, 0).unwrap_or_default();
        CalendarEntry {
            word,
            uid: "g42-p7@penpawn.example.net".to_owned(),
            sequence: 29_666_666,
            written,
            deadline: written + TimeDelta::days(days),
            game: 42,
            opponent: opponent.to_owned(),
            organizer: (
                "penpawn".to_owned(),
                "chess+calendar@example.net".to_owned(),
            ),
            reader: ("Ann".to_owned(), "ann+chess@example.org".to_owned()),
            zone: None,
            language: Language::English,
        }
    }

    #[test]
    fn an_entry_is_in_the_language_of_its_reader_and_what_a_calendar_answers_to_it_is_known() {
        for language in Language::ALL {
            let entry = CalendarEntry {
                language: *language,
                ..entry(CalendarWord::Request, "Bob: 1. e4", 3)
            };
            let summary = entry.summary();
            let known = CALENDAR_SUMMARIES
                .iter()
                .any(|words| summary.ends_with(words));
            assert!(known, "{summary}");
            assert_eq!(game_in_subject(&summary), Some(42));
        }
        let german = CalendarEntry {
            language: Language::German,
            ..entry(CalendarWord::Request, "Bob", 4)
        };
        let text = german.text().replace("\r\n ", "");
        assert!(
            text.contains("SUMMARY:Partie 42\\, Bob: Ihr Zug steht aus\r\n"),
            "{text}"
        );
        assert!(
            text.contains("DESCRIPTION:Ihre Zeit für diesen Zug endet am 01. Juni 2026"),
            "{text}"
        );
    }

    #[test]
    fn an_entry_says_in_words_what_the_clocks_of_its_reader_show() {
        let mut entry = entry(CalendarWord::Request, "Bob", 3);
        entry.zone = "Europe/Berlin".parse().ok();
        let text = entry.text().replace("\r\n ", "");
        assert!(
            text.contains(" UTC (22:26 in Europe/Berlin). To move"),
            "{text}"
        );
    }

    #[test]
    fn an_entry_says_when_the_move_is_due() {
        let text = entry(CalendarWord::Request, "Bob", 4).text();
        assert_eq!(
            text.replace("\r\n", "\n"),
            "BEGIN:VCALENDAR\n\
             PRODID:-//penpawn//penpawn//EN\n\
             VERSION:2.0\n\
             CALSCALE:GREGORIAN\n\
             METHOD:REQUEST\n\
             BEGIN:VEVENT\n\
             UID:g42-p7@penpawn.example.net\n\
             SEQUENCE:29666666\n\
             DTSTAMP:20260528T202640Z\n\
             DTSTART:20260601T195640Z\n\
             DTEND:20260601T202640Z\n\
             SUMMARY:Game 42\\, Bob: your move is due\n\
             DESCRIPTION:Your time for this move ends on 01 Jun 2026\\, 20:26:40 UTC. To \n \
             move\\, answer the mail of the game. Whatever you answer to this entry is r\n \
             ead by nobody.\n\
             ORGANIZER;CN=\"penpawn\":mailto:chess+calendar@example.net\n\
             ATTENDEE;CN=\"Ann\";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:\n \
             ann+chess@example.org\n\
             STATUS:CONFIRMED\n\
             TRANSP:TRANSPARENT\n\
             X-MICROSOFT-CDO-BUSYSTATUS:FREE\n\
             X-MICROSOFT-DISALLOW-COUNTER:TRUE\n\
             BEGIN:VALARM\n\
             ACTION:DISPLAY\n\
             DESCRIPTION:Game 42\\, Bob: your move is due\n\
             TRIGGER:-PT1410M\n\
             END:VALARM\n\
             END:VEVENT\n\
             END:VCALENDAR\n"
        );
    }

    #[test]
    fn a_calendar_that_is_fetched_says_what_is_due_and_nothing_else() {
        let since = DateTime::from_timestamp(1_780_000_000, 0).unwrap_or_default();
        let due = |game: i64, opponent: &str| DueMove {
            game,
            opponent: opponent.to_owned(),
            ends: since + TimeDelta::days(game),
            since,
        };
        let calendar = |deadlines| FetchedCalendar {
            name: "Schach; per Mail".to_owned(),
            player: 7,
            domain: "penpawn.example.net".to_owned(),
            language: Language::German,
            deadlines,
        };
        let text = calendar(vec![due(3, "Bob,\r\nEND:VCALENDAR"), due(4, "Zoë")]).text();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert!(lines.iter().all(|line| line.len() <= 75));
        for line in [
            "METHOD:PUBLISH",
            "NAME:Schach\\; per Mail",
            "UID:deadline-g3-p7@penpawn.example.net",
            "DTSTAMP:20260528T202640Z",
            "DTEND:20260531T202640Z",
            "SUMMARY:Partie 3\\, Bob\\,\\nEND:VCALENDAR: Ihr Zug steht aus",
            "SUMMARY:Partie 4\\, Zoë: Ihr Zug steht aus",
        ] {
            assert!(lines.contains(&line), "{line}\n{text}");
        }
        let count = |line: &str| lines.iter().filter(|it| **it == line).count();
        assert_eq!((count("END:VCALENDAR"), count("BEGIN:VEVENT")), (1, 2));
        assert!(!text.contains("mailto") && !text.contains("ATTENDEE"));
        let empty = calendar(Vec::new()).text();
        assert!(empty.contains("BEGIN:VTIMEZONE\r\n") && !empty.contains("VEVENT"));
    }

    #[test]
    fn lines_are_folded_between_characters_and_signs_of_the_notation_are_escaped() {
        let name = "Zoë, the; \\ \"Großmeisterin\" 王王王王王王王王王王王王王王王王王王王王王王王王王王王王王王";
        let text = entry(CalendarWord::Cancel, name, 4).text();
        for line in text.split("\r\n") {
            assert!(line.len() <= 75, "{line}");
            assert!(!line.contains(['\r', '\n']));
        }
        let whole = text.replace("\r\n ", "");
        assert!(whole.contains("SUMMARY:Game 42\\, Zoë\\, the\\; \\\\ \"Großmeisterin\" 王"));
        assert!(whole.contains("STATUS:CANCELLED") && !whole.contains("VALARM"));
    }

    #[test]
    fn alarms_are_those_of_the_time_that_is_left() {
        let hours = |hours: i64| {
            let mut entry = entry(CalendarWord::Request, "Bob", 0);
            entry.deadline = entry.written + TimeDelta::hours(hours);
            let alarms = entry.alarms();
            alarms
                .iter()
                .map(TimeDelta::num_minutes)
                .collect::<Vec<_>>()
        };
        assert_eq!(hours(0), Vec::<i64>::new());
        assert_eq!(hours(1), [30]);
        assert_eq!(hours(24), [6 * 60]);
        assert_eq!(hours(72), [18 * 60]);
        assert_eq!(hours(50 * 24), [50 * 6 * 60, 24 * 60]);
    }

    #[test]
    fn an_address_is_changed_only_where_it_must_be() {
        assert_eq!(
            mailto("ann+chess@example.org"),
            "mailto:ann+chess@example.org"
        );
        assert_eq!(
            mailto("\"a b\"@example.org"),
            "mailto:%22a%20b%22@example.org"
        );
        assert_eq!(mailto("ä?@example.org"), "mailto:%C3%A4%3F@example.org");
    }
}
