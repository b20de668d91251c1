//! The subject line: a hint where a mail belongs, and a place where people put their move.

/// Marks of answers and forwards before a subject, in lower case, without the colon.
const MARKS: &str = "\
    re|aw|sv|vs|antw|antwort|ant|odp|odpověď|res|resp|rif|ref|ri|r|tr|rv|fw|fwd|wg|vb|vl|pd|enc|i|doorst|vá|\
    ynt|ilt|απ|πρθ|ответ|回复|回覆|答复|转发";

/// How the words end by which an entry of ours stands in a calendar, behind the game and the opponent, in each language in which
/// we write: `Game 42, Bob: your move is due`. Calendars put them into the subjects of their answers, and their owners answer
/// under them.
pub const CALENDAR_SUMMARIES: [&str; 6] = [
    "your move is due",
    "Ihr Zug steht aus",
    "votre coup est attendu",
    "te toca mover",
    "je zet wordt verwacht",
    "manca la tua mossa",
];

/// How our subjects begin that are about no game, in lower case, before a colon.
const CHESS: [&str; 6] = ["chess", "schach", "échecs", "ajedrez", "schaken", "scacchi"];

/// What our subjects have before the number of a game, in lower case.
const CHESS_GAME: [&str; 6] = [
    "chess game",
    "schachpartie",
    "partie d'échecs",
    "partida de ajedrez",
    "schaakpartij",
    "partita di scacchi",
];

/// The same where they say a move.
const GAME: [&str; 5] = ["game ", "partie ", "partida ", "partij ", "partita "];

/// A subject without the marks that mail programs and servers put before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bare<'a> {
    pub(super) text: &'a str,
    /// It is the subject of an answer or a forward, and perhaps not the player's own words.
    pub(super) answered: bool,
}

/// Takes off `Re:`, `AW:`, `Fwd:`, `Re[2]:`, `[EXTERN]`, in any order and number.
pub(super) fn bare(subject: &str) -> Bare<'_> {
    let mut text = subject.trim();
    let mut answered = false;
    loop {
        if let Some(rest) = strip_tag(text) {
            text = rest;
        } else if let Some(rest) = strip_mark(text) {
            text = rest;
            answered = true;
        } else {
            return Bare { text, answered };
        }
    }
}

/// The game that a subject names, as ours do: `Chess game 42: Ann - Bob`, `Game 42, Bob: 12...Nf6`. Only a hint: it proves
/// nothing.
pub fn game_in_subject(subject: &str) -> Option<i64> {
    if let Some(game) = game_of_move(bare(subject).text) {
        return Some(game);
    }
    let lower = super::with_plain_marks(&subject.to_lowercase());
    let known = CHESS_GAME.iter().chain(&CHESS);
    let mut named = known.flat_map(|word| lower.match_indices(word));
    named.find_map(|(at, word)| {
        let after = lower.get(at + word.len()..)?.trim_start();
        let after = ["game", "partie"]
            .iter()
            .find_map(|word| after.strip_prefix(word))
            .unwrap_or(after)
            .trim_start();
        let after = after.strip_prefix('#').unwrap_or(after);
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok().filter(|game| *game > 0)
    })
}

/// Whether a subject is one that we wrote, and therefore no order whatever stands in it.
pub(super) fn is_ours(bare: &str) -> bool {
    let lower = super::with_plain_marks(&bare.to_lowercase());
    let begins = |word: &&str| {
        let rest = lower.strip_prefix(*word);
        rest.is_some_and(|rest| rest.starts_with([':', ' ', '\u{a0}']))
    };
    CHESS.iter().chain(&CHESS_GAME).any(begins) || game_of_move(bare).is_some()
}

/// The game of a subject of ours that says a move, or that one is due: `Game 42, Bob: 12...Nf6, your move`. The opponent's name may hold any
/// sign but none that ends it, so the move is what stands behind the last colon.
fn game_of_move(bare: &str) -> Option<i64> {
    let rest = GAME.iter().find_map(|word| {
        let (begin, rest) = bare.split_at_checked(word.len())?;
        begin.eq_ignore_ascii_case(word).then_some(rest)
    })?;
    let (number, rest) = rest.split_once(", ")?;
    let (_, played) = rest.rsplit_once(": ")?;
    let number = number.parse().ok().filter(|game| *game > 0);
    // Gmail puts the time behind it.
    let is_due = |words: &&str| played.starts_with(*words);
    if CALENDAR_SUMMARIES.iter().any(is_due) {
        return number;
    }
    let (at, san) = played.split_once('.')?;
    let numbered = !at.is_empty() && at.bytes().all(|sign| sign.is_ascii_digit());
    number.filter(|_| numbered && !san.trim_matches(['.', ' ']).is_empty())
}

fn strip_mark(text: &str) -> Option<&str> {
    let (mark, rest) = text.split_once([':', '：'])?;
    let mark = mark.trim().to_lowercase();
    // "Re[2]", "Re (3)", "RE^2".
    let word = mark
        .split(['[', '(', '^', '*'])
        .next()
        .unwrap_or_default()
        .trim();
    MARKS
        .split('|')
        .any(|known| known == word)
        .then(|| rest.trim_start())
}

fn strip_tag(text: &str) -> Option<&str> {
    for (open, close) in [
        ("[", ']'),
        ("(ext", ')'),
        ("*ext", '*'),
        ("*****", ' '),
        ("<ext", '>'),
    ] {
        let lower = text.to_lowercase();
        if lower.starts_with(open)
            && let Some((tag, rest)) = text.get(open.len()..).and_then(|t| t.split_once(close))
            && tag.chars().count() <= 40
            && !rest.trim().is_empty()
        {
            return Some(rest.trim_start());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_tags_are_taken_off() {
        for (subject, text, answered) in [
            ("Nf3", "Nf3", false),
            ("Re: Nf3", "Nf3", true),
            ("AW: Re: [EXTERN] Nf3", "Nf3", true),
            ("RE : SV: TR: Fwd: Nf3", "Nf3", true),
            ("Re[2]: Nf3", "Nf3", true),
            ("回复：Nf3", "Nf3", true),
            ("[EXTERNAL] Nf3", "Nf3", false),
            ("12... Nf6", "12... Nf6", false),
            ("game 42: Nf3", "game 42: Nf3", false),
            ("", "", false),
            ("[EXT]", "[EXT]", false),
        ] {
            assert_eq!(bare(subject), Bare { text, answered }, "{subject}");
        }
    }

    #[test]
    fn our_subjects_are_no_orders() {
        for (subject, ours) in [
            ("Chess game 42: Ann - Bob", true),
            ("Schachpartie 42: Ann - Bob", true),
            ("Schach: Hilfe", true),
            ("Game 42, Bob: 12...Nf6, your move", true),
            ("Game 42, Nf3: 1. e4", true),
            ("Partie 42, aufgeben: 1. e4, Sie sind am Zug", true),
            ("Partie 42, Nf3", false),
            ("Game 42, resign: 7. O-O-O", true),
            ("Game 42, resign: your move is due", true),
            (
                "Game 42, Nf3: your move is due @ Mon 23 Nov 9:30am (UTC)",
                true,
            ),
            ("game 42: Nf3", false),
            ("Game 42, Nf3", false),
            ("game 42 resign", false),
        ] {
            assert_eq!(is_ours(subject), ours, "{subject}");
        }
    }

    #[test]
    fn our_subject_names_its_game() {
        for (subject, game) in [
            ("Chess game 42: Ann - Bob", Some(42)),
            ("AW: Re: [EXTERN] [chess 42] Ann - Bob", Some(42)),
            ("re: chess game #42: x", Some(42)),
            ("AW: Partie 42, Bob: 12...Nf6, Sie sind am Zug", Some(42)),
            ("AW: Schachpartie 42: Ann - Bob", Some(42)),
            ("WG: Schach Partie 42", Some(42)),
            ("Schach am Abend", None),
            ("Chess club dinner, chess game 7", Some(7)),
            ("Game 42, Bob: 12...Nf6, your move", Some(42)),
            ("Re: Game 42, Dr. Bob: e4: 1. e4", Some(42)),
            ("Re: Game 42, Nf3: your move is due", Some(42)),
            ("game 42: Nf3", None),
            ("Game 42, Nf3", None),
            ("Nf3", None),
            ("Chess game: 42", None),
            ("chess game 99999999999999999999", None),
        ] {
            assert_eq!(game_in_subject(subject), game, "{subject}");
        }
    }
}
