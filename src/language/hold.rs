//! A move that is to be sent later: "hold 2 days", alone or behind the move.

use super::amounts::amount;
use super::command::Command;
use super::german;
use super::pause::behind;

/// How a line begins that has a move held.
const HOLD: &str = "\
    hold|hold for|hold it|hold it for|hold it back|hold it back for|hold back|hold back for|hold move|hold move for|\
    hold my move|hold my move for|hold my move back for|hold this move|hold this move for|hold the move|hold the move for|\
    hold on to it for|hold that|hold that for|\
    delay|delay for|delay it|delay it for|delay my move|delay my move for|delay my move by|delay this move|delay the move|delay by|delay it by|\
    send in|send it in|send it after|send after|send my move in|send this move in";

/// How a line begins that may want a move held, in words that are not read.
const NEARLY: &str = "\
    hold|delay|send it|send this|send that|send my move|send the move|send in|send on|send tomorrow|send later|send after|wait|\
    to be sent|to be held|sent in|sent on|halten|halte|zurückhalten|retenir|retiens|retener|retenga|trattenere|vasthouden|\
    hold back|postpone|put off";

/// Words of time: with one of them, or a number, such a line says when.
const TIMES: &str = "\
    till|until|later|while|now|indefinitely|overnight|weekend|tomorrow|tonight|morning|evening|noon|midnight|couple|few|\
    second|seconds|sec|min|mins|minute|minutes|hour|hours|hr|hrs|day|days|week|weeks|month|months|year|years|\
    monday|tuesday|wednesday|thursday|friday|saturday|sunday|tag|tage|tagen|stunde|stunden|jour|jours|heures|días|dias|horas|\
    giorni|ore|dagen|uur";

/// What a line says of when the move is to be sent, if that is what it is about.
pub(super) fn about_holding(plain: &str) -> Option<Command> {
    let lower = plain.to_lowercase();
    let marks = |sign: char| {
        matches!(
            sign,
            '!' | '?' | ' ' | '.' | ',' | ';' | '-' | '–' | '(' | ')'
        )
    };
    let line = ["please ", "but ", "and ", "then ", "please "]
        .iter()
        .fold(lower.trim_matches(marks), |line, word| {
            line.strip_prefix(word).unwrap_or(line)
        });
    let rest = behind(HOLD, line).or_else(|| behind(german::HOLD, line));
    if let Some(time) = rest.and_then(amount) {
        return Some(Command::Hold(Some(time)));
    }
    says_nearly(line).then_some(Command::Hold(None))
}

/// Whether the line wants a move held, for a time that cannot be read. Nothing is played then: who meant it would have shown
/// their move, and that cannot be undone.
fn says_nearly(line: &str) -> bool {
    let Some(rest) = behind(NEARLY, line) else {
        return false;
    };
    if rest.is_empty() {
        return matches!(
            line,
            "hold" | "delay" | "hold it" | "hold back" | "send later" | "send tomorrow"
        );
    }
    let says_when = |word: &str| {
        let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        word.chars().any(|sign| sign.is_ascii_digit()) || TIMES.split('|').any(|time| time == word)
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let most = if line.starts_with("wait") { 4 } else { 9 };
    words.len() <= most && words.iter().any(|word| says_when(word))
}

/// A line that ends so, and what stands before it.
pub(super) fn split_hold(plain: &str) -> Option<(&str, Command)> {
    const STARTS: [&str; 17] = [
        " hold",
        " and hold",
        " but hold",
        " please hold",
        " (hold",
        ",hold",
        " delay",
        " (delay",
        " to be sent",
        " to be held",
        " send ",
        " please send",
        " sent in",
        " halten ",
        " halte ",
        " zurückhalten ",
        " sende in ",
    ];
    let lower = plain.to_ascii_lowercase();
    let at = STARTS.iter().filter_map(|word| lower.find(word)).min()?;
    let (head, tail) = plain.split_at_checked(at)?;
    let command = about_holding(tail.trim_start_matches([' ', '(', ',']))?;
    let head = head.trim_end_matches([',', ';', ' ', '-', '.']);
    (!head.is_empty()).then_some((head, command))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> String {
        match about_holding(line) {
            Some(Command::Hold(Some(time))) => format!("hold {} s", time.in_seconds()),
            Some(Command::Hold(None)) => "hold, unread".to_owned(),
            Some(other) => format!("{other:?}"),
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn holding_is_read_in_many_words() {
        for (line, meant) in [
            ("hold 2 days", "hold 172800 s"),
            ("Hold it for 12 hours!", "hold 43200 s"),
            ("hold my move for a day.", "hold 86400 s"),
            ("(hold 1 day 12 hours)", "hold 129600 s"),
            ("delay my move by 3 days", "hold 259200 s"),
            ("delay by 3 days", "hold 259200 s"),
            ("send it in 2 days", "hold 172800 s"),
            ("hold", "hold, unread"),
            ("hold 0 days", "hold, unread"),
            ("hold 3 months", "hold, unread"),
            ("hold until Friday", "hold, unread"),
            ("hold until 12 August", "hold, unread"),
            ("hold on", "nothing"),
            ("hold your horses", "nothing"),
            ("hold -2 days", "hold, unread"),
            ("hold 48 hrs", "hold, unread"),
            ("hold 2.5 days", "hold, unread"),
            ("Hold 2 days - I will be away", "hold, unread"),
            ("but hold it for 2 days", "hold 172800 s"),
            ("please hold 2 days", "hold 172800 s"),
            ("please send this in 2 days", "hold, unread"),
            ("hold overnight", "hold, unread"),
            ("hold for the weekend", "hold, unread"),
            ("hold 2 Tage", "hold 172800 s"),
            ("halten 2 Tage", "hold 172800 s"),
            ("halte den Zug zwei Tage", "hold 172800 s"),
            ("halten bis Freitag", "nothing"),
            ("halte 2 Bauern", "hold, unread"),
            ("send tomorrow", "hold, unread"),
            ("wait 2 days", "hold, unread"),
            ("delay", "hold, unread"),
            ("wait and see", "nothing"),
            ("hold it together", "nothing"),
            (
                "hold the fort until I am back from my journey home",
                "nothing",
            ),
            ("holding is hard", "nothing"),
            ("send it in", "nothing"),
            ("delay is unavoidable", "nothing"),
        ] {
            assert_eq!(read(line), meant, "{line}");
        }
    }

    #[test]
    fn it_stands_behind_the_move_as_well() {
        for (line, head) in [
            ("Nf3, hold 2 days", Some("Nf3")),
            ("12. Nf3 hold 2 days", Some("12. Nf3")),
            ("Nf3 and hold it for a day", Some("Nf3")),
            ("Nf3 (hold 2 days)", Some("Nf3")),
            ("Nf3 - hold", Some("Nf3")),
            ("Nf3, to be sent in 2 days", Some("Nf3")),
            ("Nf3, but hold it for 2 days", Some("Nf3")),
            ("Nf3 holds everything", None),
            ("Nf3 and hold on tight", None),
            ("hold 2 days", None),
        ] {
            assert_eq!(split_hold(line).map(|(head, _)| head), head, "{line}");
        }
    }
}
