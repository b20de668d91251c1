//! Short mails as people write them, and what is read in each: `tests/said/*.txt`; `tests/said/README.md` says how.
//!
//! `SAID=folder cargo test --test it said` reads those of another folder, and says how many of them are read as they are
//! meant.

use penpawn::game::clock::Control;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use penpawn::chess::notation::{Letters, Reading, uci};
use penpawn::chess::{Spelling, Start, Variant};
use penpawn::game::{Event, Found, Game, GameNumber, PlayerNumber, Typed, Wish};
use penpawn::language::{self, Command, Consent, Message, own_words};
use shakmaty::Position;

use crate::mails::show_command;

/// One mail of a file.
struct Mail {
    line: usize,
    game: Game,
    letters: Letters,
    text: String,
    expected: String,
    /// Words of it for the opponent.
    said: Vec<String>,
    /// Words of it that the opponent must not see.
    kept: Vec<String>,
}

/// Every mail is read as it is meant, or asked about; none is read otherwise.
#[test]
fn mails_are_read_as_they_are_meant_or_asked_about() {
    let given = std::env::var_os("SAID").map(PathBuf::from);
    let folder = given
        .clone()
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/said"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("a folder of mails")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no mails in {}", folder.display());
    let (mut all, mut asked) = (0, String::new());
    let mut wrong = String::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a readable file");
        for mail in mails(&text, path) {
            all += 1;
            let own = own_words(&mail.text, None);
            let message = language::read(&own, "", mail.letters);
            let found = deed(&message, &mail.game);
            let talk = message.talk.clone().unwrap_or_default();
            let is_passed_on = |words: &String| unwrapped(&talk).contains(&unwrapped(words));
            let passed_on_as_meant =
                mail.said.iter().all(is_passed_on) && !mail.kept.iter().any(is_passed_on);
            let place = format!("{}:{}", path.display(), mail.line);
            // Whether a question is asked or a letter says that there was no order, nothing is done.
            let idle = |deed: &str| matches!(deed, "asked" | "nothing");
            let as_meant = found == mail.expected || idle(&found) && idle(&mail.expected);
            if as_meant && passed_on_as_meant {
                continue;
            }
            let report = format!(
                "{place}\n{}  meant: {}\n  read:  {found}\n  passed on: {talk:?}\n\n",
                mail.text, mail.expected
            );
            if idle(&found) && !as_meant {
                asked.push_str(&report);
            } else {
                wrong.push_str(&report);
            }
        }
    }
    let asked_about = asked.matches("  meant: ").count();
    assert!(all > 0, "no mail in {}", folder.display());
    println!("{all} mails, {asked_about} of them asked about that need not be:\n\n{asked}");
    assert!(wrong.is_empty(), "read otherwise than meant:\n\n{wrong}");
    // Of mails that nobody has seen before one in twenty may be asked about; of our own none is.
    let allowed = if given.is_some() { all / 20 } else { 0 };
    assert!(
        asked_about <= allowed,
        "{asked_about} of {all} are asked about:\n\n{asked}"
    );
}

fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The mails of a file, with what stands above each.
fn mails(text: &str, path: &Path) -> Vec<Mail> {
    let mut game = game_of("", path, 0);
    let mut letters = Letters::English;
    let mut found: Vec<Mail> = Vec::new();
    let mut open: Option<Mail> = None;
    for (at, line) in text.lines().enumerate() {
        if line == "==" {
            found.extend(open.take());
            open = Some(Mail {
                line: at + 1,
                game: game.clone(),
                letters,
                text: String::new(),
                expected: String::new(),
                said: Vec::new(),
                kept: Vec::new(),
            });
        } else if let Some(expected) = line.strip_prefix("-- ") {
            let mail = open.as_mut().expect("a mail above what it means");
            if let Some(said) = expected.strip_prefix("said ") {
                mail.said.push(said.to_owned());
            } else if let Some(kept) = expected.strip_prefix("kept ") {
                mail.kept.push(kept.to_owned());
            } else {
                expected.trim().clone_into(&mut mail.expected);
            }
        } else if let Some(mail) = open.as_mut().filter(|mail| mail.expected.is_empty()) {
            let _ = writeln!(mail.text, "{line}");
        } else if let Some(fen) = line.strip_prefix("position") {
            found.extend(open.take());
            game = game_of(fen.trim(), path, at);
            letters = Letters::English;
        } else if let Some(language) = line.strip_prefix("letters ") {
            found.extend(open.take());
            letters = language.parse().expect("a language");
        } else {
            assert!(
                line.is_empty() || line.starts_with('#'),
                "{}:{}: {line:?} says nothing",
                path.display(),
                at + 1
            );
        }
    }
    found.extend(open.take());
    for mail in &found {
        assert!(
            !mail.expected.is_empty(),
            "{}:{}: nothing says what it means",
            path.display(),
            mail.line
        );
    }
    found
}

/// A game that begins in a FEN, or from the usual beginning, and has these moves.
fn game_of(given: &str, path: &Path, at: usize) -> Game {
    let (start, moves) = if given.contains('/') {
        let (fen, moves) = given.split_once(" moves ").unwrap_or((given, ""));
        let start = Start::from_fen(fen, Variant::Standard)
            .unwrap_or_else(|fault| panic!("{}:{}: {fault}", path.display(), at + 1));
        (start, moves)
    } else {
        (Start::default(), given)
    };
    let (ann, bob) = (PlayerNumber(1), PlayerNumber(2));
    let (mut game, _) = Game::challenge(
        GameNumber(1),
        ann,
        bob,
        Wish::White,
        start,
        Control::without(),
    );
    game.apply(&Event::Accepted { white: ann })
        .expect("a challenge that is open");
    for typed in moves.split_whitespace() {
        let read = penpawn::chess::read_moves(typed, Letters::English);
        let Some(Reading::One(played)) = read.map(|moves| moves[0].resolve(game.position())) else {
            panic!("{}:{}: {typed} is no move", path.display(), at + 1);
        };
        let moved = Event::Moved {
            played,
            found: Found::Nothing,
            time: None,
        };
        game.apply(&moved).expect("a move of this game");
    }
    game
}

/// What a mail does, in the words of the files.
fn deed(message: &Message, game: &Game) -> String {
    let mut deeds: Vec<String> = message
        .orders
        .iter()
        .map(|order| match &order.command {
            Command::Moves(moves) => match game.typed(moves) {
                Typed::Moves(moves)
                    if message
                        .said_of
                        .is_none_or(|side| side == game.position().turn())
                        && message
                            .said_again
                            .as_ref()
                            .is_none_or(|theirs| game.ended_with(theirs)) =>
                {
                    moves
                        .first()
                        .map_or("asked".to_owned(), |first| played(first, message, game))
                }
                Typed::Moves(_) | Typed::Question(_) | Typed::UpToNow | Typed::Differs(_) => {
                    "asked".to_owned()
                }
            },
            Command::AcceptDraw => "agrees".to_owned(),
            Command::DeclineDraw => "refuses".to_owned(),
            other => show_command(other),
        })
        .collect();
    deeds.dedup();
    if deeds.iter().any(|deed| deed == "asked") {
        return "asked".to_owned();
    }
    match (deeds.as_slice(), message.consent) {
        ([], Some(Consent::Yes { .. })) => "agrees".to_owned(),
        ([], Some(Consent::No)) => "refuses".to_owned(),
        ([], None) => match &message.unread {
            Some(unread) if unread.did_you_mean.is_some() => "asked".to_owned(),
            Some(_) | None => "nothing".to_owned(),
        },
        _ => deeds.join(", "),
    }
}

fn played(spelling: &Spelling, message: &Message, game: &Game) -> String {
    let spelling = if message.takes_back {
        game.taking_back(spelling)
    } else {
        Some(spelling.clone())
    };
    let Some(spelling) = spelling else {
        return "asked".to_owned();
    };
    match spelling.resolve(game.position()) {
        Reading::One(played) if !spelling.is_questioned() => {
            format!("move {}", uci(game.position(), played))
        }
        Reading::One(_) | Reading::Several(_) | Reading::Impossible(_) => "asked".to_owned(),
    }
}
