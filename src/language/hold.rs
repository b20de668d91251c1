//! A move that is to be sent later: "hold 2 days", alone or behind the move.

use super::amounts::amount;
use super::command::Command;
use super::pause::{behind, names_time};

/// How a line begins that has a move held.
const HOLD: &str = "\
    hold|hold for|hold it|hold it for|hold it back|hold it back for|hold back|hold back for|hold move|hold move for|\
    hold my move|hold my move for|hold my move back for|hold this move|hold this move for|hold the move|hold the move for|\
    hold on to it for|hold that|hold that for|and hold|and hold it|and hold it for|and hold for|\
    delay|delay for|delay it|delay it for|delay my move|delay my move for|delay this move|delay the move|delay by|delay it by|\
    send in|send it in|send it after|send after|send my move in|send this move in";

/// How a line begins that says until when, which is not read.
const UNTIL: &str =
    "hold until|hold it until|hold my move until|delay until|delay it until|send on|send it on";

/// What a line says of when the move is to be sent, if that is what it is about.
pub(super) fn about_holding(plain: &str) -> Option<Command> {
    let lower = plain.to_lowercase();
    let line = lower.trim_matches(|sign: char| matches!(sign, '!' | '?' | ' ' | '.' | '(' | ')'));
    if behind(UNTIL, line).is_some_and(|rest| rest.split_whitespace().count() <= 5) {
        return Some(Command::Hold(None));
    }
    let rest = behind(HOLD, line)?;
    if rest.is_empty() {
        // "Send it in" and the like say nothing of it.
        return line.contains("hold").then_some(Command::Hold(None));
    }
    match amount(rest) {
        Some(time) => Some(Command::Hold(Some(time))),
        None => names_time(rest).then_some(Command::Hold(None)),
    }
}

/// A line that ends so, and what stands before it.
pub(super) fn split_hold(plain: &str) -> Option<(&str, Command)> {
    let lower = plain.to_ascii_lowercase();
    let starts = [" hold", " and hold", " (hold", ",hold", " delay", " (delay"];
    let at = starts.iter().filter_map(|word| lower.find(word)).min()?;
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
            ("delay my move by 3 days", "nothing"),
            ("delay by 3 days", "hold 259200 s"),
            ("send it in 2 days", "hold 172800 s"),
            ("hold", "hold, unread"),
            ("hold 0 days", "hold, unread"),
            ("hold 3 months", "hold, unread"),
            ("hold until Friday", "hold, unread"),
            ("hold until 12 August", "hold, unread"),
            ("hold on", "nothing"),
            ("hold your horses", "nothing"),
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
            ("Nf3 holds everything", None),
            ("hold 2 days", None),
        ] {
            assert_eq!(split_hold(line).map(|(head, _)| head), head, "{line}");
        }
    }
}
