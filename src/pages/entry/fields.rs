//! The fields of the form: what they are called, and what is said beside them.

use crate::chess::pgn::headings::{ROSTER, TERMINATIONS};
use serde::Serialize;

/// A field for a heading.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Field {
    /// What the heading is called in PGN.
    pub(super) name: &'static str,
    /// What it is called on the page.
    pub(super) label: &'static str,
    /// What is said beside it.
    pub(super) help: &'static str,
    /// What can be chosen; nothing where it is typed.
    pub(super) choices: &'static [&'static str],
    /// Whether it is to be filled in.
    pub(super) needed: bool,
}

const fn typed(name: &'static str, label: &'static str, help: &'static str) -> Field {
    Field {
        name,
        label,
        help,
        choices: &[],
        needed: false,
    }
}

const fn needed(field: Field) -> Field {
    Field {
        needed: true,
        ..field
    }
}

/// The headings of every game, in their order, but for the date, which has three fields.
pub(super) const NEEDED: [Field; 6] = [
    needed(typed(
        "Event",
        "Event",
        "The tournament or the match. What is not known is a question mark, here and below.",
    )),
    needed(typed(
        "Site",
        "Site",
        "The place, and the country in three letters: Belgrade YUG.",
    )),
    needed(typed("Round", "Round", "As in 29; - for a single game.")),
    needed(typed(
        "White",
        "White",
        "Who had the white pieces, the last name first: Fischer, Robert J.; or the last name alone.",
    )),
    needed(typed("Black", "Black", "Who had the black pieces.")),
    Field {
        choices: &["1-0", "0-1", "1/2-1/2", "*"],
        ..needed(typed(
            "Result",
            "Result",
            "1-0: White won; 0-1: Black won; 1/2-1/2: a draw; *: not finished. It stands once more behind the moves.",
        ))
    },
];

/// The others, which may be left empty.
pub(super) const OTHERS: [Field; 15] = [
    typed(
        "ECO",
        "Code of the opening",
        "As in C95, or C95/07. Empty: it is filled in, as the two below are.",
    ),
    typed("Opening", "Name of the opening", "As in Ruy Lopez."),
    typed("Variation", "Name of the variation", "As in Breyer."),
    typed("Time", "Time of day", "When it began: 18:30:00."),
    typed(
        "TimeControl",
        "Time control",
        "?: not known; -: none; 40/7200: forty moves in so many seconds; 300: the whole game in so many; 300+5: and five for each move; *180: a sandclock. Several have : between them, as in 40/7200:3600.",
    ),
    typed(
        "WhiteElo",
        "White's rating, FIDE",
        "A number, or - for none; so are those below.",
    ),
    typed("BlackElo", "Black's rating, FIDE", ""),
    typed("WhiteUSCF", "White's rating, USCF", ""),
    typed("BlackUSCF", "Black's rating, USCF", ""),
    typed("WhiteICC", "White's rating, ICC", ""),
    typed("BlackICC", "Black's rating, ICC", ""),
    typed(
        "WhiteNA",
        "White's mail address",
        "It is kept with the game, and not shown on the pages.",
    ),
    typed("BlackNA", "Black's mail address", "The same."),
    Field {
        choices: &TERMINATIONS,
        ..typed("Termination", "How it ended", "Apart from its result.")
    },
    typed(
        "FEN",
        "Position at the begin",
        "As FEN, where it is not the usual one.",
    ),
];

/// What a heading says where nothing is known; nothing for one that may be left out.
pub(super) fn unknown(name: &str) -> &'static str {
    let found = ROSTER.iter().find(|(known, _)| *known == name);
    found.map_or("", |(_, unknown)| unknown)
}

/// The form of the help, as PGN.
pub(super) fn blank() -> String {
    let mut blank: String = ROSTER
        .iter()
        .map(|(name, unknown)| format!("[{name} \"{unknown}\"]\n"))
        .collect();
    blank.push_str("\n1. e4 e5 2. Nf3 *\n");
    blank
}
