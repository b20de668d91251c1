//! How a letter of ours writes a player's name so that it is read as that name when it comes back.

use std::borrow::Cow;

use crate::chess::notation::Letters;

use super::command::{Colour, Command, Setup};
use super::line::{Reading, read_line};
use super::stake::StakeWish;

/// Marks in which people put a name; mail programs make typographic ones of those that were typed.
pub(super) const OPENING: [char; 11] = ['"', '\'', '“', '”', '„', '‟', '«', '»', '‘', '’', '‚'];

/// A name as it is to be written behind `challenge`, `block` and `unblock`: plain where that is read as this name, in
/// marks where it could be read otherwise, as `'Jack Black'` could be Jack, with Black.
pub fn called(name: &str) -> Cow<'_, str> {
    if is_read_back(name, name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("'{name}'"))
    }
}

/// Whether what is written behind each of these commands is read as this name and nothing else.
fn is_read_back(written: &str, name: &str) -> bool {
    let only = |verb: &str| {
        let line = format!("{verb} {written}");
        let Reading::Orders(orders) = read_line(&line, Letters::default()) else {
            return None;
        };
        match orders.as_slice() {
            [order] => Some(order.command.clone()),
            _ => None,
        }
    };
    let challenge = Command::Challenge {
        opponent: name.to_owned(),
        colour: Colour::Random,
        setup: Setup::Usual,
        time: None,
        stake: StakeWish::Unsaid,
    };
    only("challenge") == Some(challenge)
        && only("block") == Some(Command::Block(name.to_owned()))
        && only("unblock") == Some(Command::Unblock(name.to_owned()))
}

/// Which words of a line stand in marks, from its first one on.
#[derive(Default)]
pub(super) struct Marks {
    open: bool,
}

impl Marks {
    /// Those of a line of which this has been read, if that is in marks as a whole.
    pub(super) fn behind(text: &str) -> Marks {
        Marks {
            open: text.starts_with(OPENING) && !closes(text),
        }
    }

    /// Whether the next word stands in marks.
    pub(super) fn hold(&mut self, word: &str) -> bool {
        let opens = word.starts_with(OPENING) && !self.open;
        let inside = opens || self.open;
        if inside {
            self.open = !closes(word) || (opens && word.chars().count() == 1);
        }
        inside
    }
}

/// Whether a name in marks ends with this word.
fn closes(word: &str) -> bool {
    word.trim_end_matches([',', '.', '!', ';'])
        .ends_with(OPENING)
}

/// A name in marks at the beginning of a text, and what stands behind it. The name reaches to the last mark that has no
/// letter behind it: "'O'Brien' as white".
pub(super) fn in_marks(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix(OPENING)?;
    let (at, mark) = inside.char_indices().rfind(|(at, mark)| {
        let behind = inside.get(at + mark.len_utf8()..).unwrap_or_default();
        OPENING.contains(mark) && (behind.is_empty() || behind.starts_with([' ', ',', '.', '!']))
    })?;
    let name = inside.get(..at)?.trim();
    let fair = name.chars().any(char::is_alphanumeric) && !name.contains('@');
    fair.then_some((name, inside.get(at + mark.len_utf8()..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_player_is_called_the_name_that_we_write_is_read_as_that_name() {
        let table = [
            ("Bob", "Bob"),
            ("Øyvind", "Øyvind"),
            ("Владимир", "Владимир"),
            ("Élodie", "Élodie"),
            ("İbrahim", "İbrahim"),
            ("Øyvind 2", "Øyvind 2"),
            ("山田 太郎", "山田 太郎"),
            ("O'Brien", "O'Brien"),
            // a colour, a start, politeness at the end
            ("Jack Black", "'Jack Black'"),
            ("Betty White", "'Betty White'"),
            ("Ann Random", "'Ann Random'"),
            ("Fen Li", "Fen Li"),
            ("Li Fen", "'Li Fen'"),
            ("Bob Thanks", "'Bob Thanks'"),
            ("Freestyle", "Freestyle"),
            ("Bob Freestyle", "'Bob Freestyle'"),
            // talk, for who blocks
            ("The Rock", "'The Rock'"),
            ("My Name", "'My Name'"),
            // marks and length
            ("Jim Jr.", "'Jim Jr.'"),
            ("Ann, in Cyrillic letters", "'Ann, in Cyrillic letters'"),
            ("Maria del Carmen Lopez", "'Maria del Carmen Lopez'"),
            ("Hurray!", "'Hurray!'"),
            ("007", "'007'"),
            ("O'Brien White", "'O'Brien White'"),
            ("'Bob'", "''Bob''"),
            ("Ann' 2", "Ann' 2"),
        ];
        for (name, written) in table {
            assert_eq!(called(name), written);
            // As a telephone types it, too.
            for written in [written.to_owned(), format!("‘{name}’"), format!("“{name}”")] {
                assert!(is_read_back(&written, name), "{written}");
            }
        }
    }

    #[test]
    fn a_name_in_marks_may_have_wishes_behind_it() {
        for (line, opponent, colour) in [
            (
                "challenge 'Jack Black' as white",
                "Jack Black",
                Colour::White,
            ),
            (
                "challenge \"Jack Black\", with black",
                "Jack Black",
                Colour::Black,
            ),
            (
                "challenge “O'Brien White” white",
                "O'Brien White",
                Colour::White,
            ),
            ("challenge 'Bob' as white", "Bob", Colour::White),
        ] {
            let Reading::Orders(orders) = read_line(line, Letters::default()) else {
                panic!("{line}");
            };
            let wanted = Command::Challenge {
                opponent: opponent.to_owned(),
                colour,
                setup: Setup::Usual,
                time: None,
                stake: StakeWish::Unsaid,
            };
            assert_eq!(orders[0].command, wanted, "{line}");
        }
        for line in [
            "challenge 'ann@example.org'x",
            "challenge ''",
            "challenge '...'",
        ] {
            assert!(
                in_marks(line.strip_prefix("challenge ").unwrap()).is_none(),
                "{line}"
            );
        }
    }
}
