//! Games that nobody played: legal moves by the dice, with all that can stand around them.

use super::dice::Dice;
use penpawn::chess::pgn::{Aside, Line, Played, Record};
use shakmaty::{CastlingMode, Chess, Outcome, Position, Setup};

/// What may stand around the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remarks {
    /// Nothing.
    None,
    /// At most one comment at a move, before its variations; as python-chess keeps them.
    Plain,
    /// Anything that a record can hold.
    Any,
}

/// A game of at most `longest` plies.
pub(crate) fn random_game(dice: &mut Dice, longest: usize, remarks: Remarks) -> Record {
    let start = start(dice);
    let mut line = Line::default();
    let mut position = start.clone();
    let plies = dice.below(longest + 1);
    grow(&mut line, &mut position, plies, dice, remarks, 0);
    let result = match position.outcome() {
        Outcome::Known(known) => Outcome::Known(known),
        Outcome::Unknown => *dice
            .pick(&["1-0", "0-1", "1/2-1/2", "*"])
            .parse::<Outcome>()
            .as_ref()
            .expect("a result"),
    };
    Record {
        tags: tags(dice),
        start,
        line,
        result,
    }
}

/// The usual start, one of Chess960, or a position from the middle of a game.
fn start(dice: &mut Dice) -> Chess {
    if dice.once_in(4) {
        let setup = Setup {
            board: shakmaty::Board::chess960(u32::try_from(dice.below(960)).unwrap()),
            ..Setup::default()
        };
        let rooks = setup.board.rooks();
        let setup = Setup {
            castling_rights: rooks,
            ..setup
        };
        return setup.position(CastlingMode::Chess960).expect("a start");
    }
    let mut position = Chess::default();
    if dice.once_in(4) {
        let plies = dice.below(60);
        let mut line = Line::default();
        grow(&mut line, &mut position, plies, dice, Remarks::None, 0);
    }
    position
}

fn grow(
    line: &mut Line,
    position: &mut Chess,
    plies: usize,
    dice: &mut Dice,
    remarks: Remarks,
    depth: usize,
) {
    let remarked = remarks != Remarks::None;
    if remarked && dice.once_in(6) {
        line.before.push(comment(dice));
    }
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mut at = Played::new(legal[dice.below(legal.len())]);
        if remarked && dice.once_in(8) {
            at.glyphs.push(u8::try_from(1 + dice.below(139)).unwrap());
            if dice.once_in(3) {
                let glyph = u8::try_from(140 + dice.below(116)).unwrap();
                at.glyphs.push(glyph);
            }
        }
        if remarked && dice.once_in(8) {
            at.asides.push(Aside::Comment(comment(dice)));
        }
        let mut variations = if remarked && depth < 4 && dice.once_in(12) {
            1 + dice.below(2)
        } else {
            0
        };
        let others: Vec<_> = legal.iter().filter(|other| **other != at.played).collect();
        while variations > 0 && !others.is_empty() {
            variations -= 1;
            // A line of play that begins with another move; python-chess keeps one of each.
            let other = **dice.pick(&others);
            let begins_so = |aside: &Aside| matches!(aside, Aside::Variation(line) if line.moves[0].played == other);
            if at.asides.iter().any(begins_so) {
                continue;
            }
            let mut variation = Line::default();
            if dice.once_in(4) {
                variation.before.push(comment(dice));
            }
            let mut there = position.clone();
            there.play_unchecked(other);
            let longest = 1 + dice.below(6);
            let mut rest = Line::default();
            grow(&mut rest, &mut there, longest, dice, remarks, depth + 1);
            let mut first = Played::new(other);
            // What stood before the second move stands behind the first.
            first
                .asides
                .extend(rest.before.into_iter().map(Aside::Comment));
            variation.moves.push(first);
            variation.moves.extend(rest.moves);
            at.asides.push(Aside::Variation(variation));
            if remarks == Remarks::Any && dice.once_in(3) {
                at.asides.push(Aside::Comment(comment(dice)));
            }
        }
        position.play_unchecked(at.played);
        line.moves.push(at);
    }
}

fn comment(dice: &mut Dice) -> String {
    let words = [
        "good",
        "is",
        "better",
        "than",
        "12.",
        "Nf3",
        "[%clk",
        "1:23:45]",
        "%",
        "%20",
        "1-0",
        "*",
        "(see",
        "below)",
        "ü",
        "…",
        "e4!?",
        "$3",
        ";",
        "https://chess.example.org/games/with/a/very/long/address/that/has/no/blank/in/it/at/all",
        "\"quoted\"",
        "[Event",
        "\\",
        "--",
        "Zürich",
        "棋",
    ];
    let longest = if dice.once_in(10) { 60 } else { 8 };
    let length = 1 + dice.below(longest);
    (0..length)
        .map(|_| *dice.pick(&words))
        .collect::<Vec<&str>>()
        .join(" ")
}

fn tags(dice: &mut Dice) -> Vec<(String, String)> {
    let mut tags = vec![
        (
            "Event",
            *dice.pick(&["Friendly", "A \"great\" match", "back\\slash", "?"]),
        ),
        ("Site", "Zürich"),
        (
            "Date",
            *dice.pick(&["1992.11.04", "2026.??.??", "????.??.??"]),
        ),
        ("Round", *dice.pick(&["-", "3.1", "?"])),
        ("White", *dice.pick(&["Müller, Ann", "O'Neill, Bob", "?"])),
        ("Black", *dice.pick(&["Li, Na", "X"])),
    ];
    let others = [
        ("Annotator", "Ann"),
        ("ECO", "C42"),
        ("Termination", "normal"),
        ("TimeControl", "40/7200:3600"),
        ("WhiteElo", "2785"),
        ("Mode", "EM"),
        ("a_small_name", "{ ; ( ) $ % }"),
    ];
    for other in others {
        if dice.once_in(3) {
            tags.push(other);
        }
    }
    tags.into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}
