//! Random games: every legal move, printed in every form that we accept, is read back as itself or
//! asked about, never as another move.

use shakmaty::{CastlingMode, Chess, File, Move, Position, Role, Square};

use super::characters::figurine;
use super::{Letters, Reading, read_moves, read_uci, san, uci};
use crate::chess::GivenPosition;
use crate::chess::diagram::role_name;
use crate::chess::examples::Dice;

/// How the answer may look.
#[derive(Clone, Copy, PartialEq)]
enum Expectation {
    /// Read as the move, without asking.
    Exact,
    /// Read as the move or asked about.
    NeverAnother,
}

fn king_to(position: &Chess, m: Move) -> Square {
    m.castling_side()
        .map_or(m.to(), |side| side.king_to(position.turn()))
}

/// Every accepted form of a move.
fn forms(position: &Chess, m: Move) -> Vec<(String, Letters, Expectation)> {
    use Expectation::{Exact, NeverAnother};
    let english = Letters::English;
    let full = san(position, m);
    let bare = full.trim_end_matches(['+', '#']).to_owned();
    let from = m.from().unwrap();
    let to = king_to(position, m);
    let promotion = |sign: &str| {
        m.promotion()
            .map_or(String::new(), |role| format!("{sign}{}", role.upper_char()))
    };
    let standard = position.castles().mode() == CastlingMode::Standard;
    // A capture of the b-pawn and one of a bishop are the same but for the case.
    let b = bare.starts_with('b') && m.is_capture() || bare.starts_with('B');
    let usual = if b { NeverAnother } else { Exact };
    let mut forms = vec![
        (full.clone(), english, usual),
        (format!("12. {full}"), english, usual),
        (format!("12...{full}!?"), english, usual),
        (format!("*{bare}*."), english, usual),
        (format!("({bare})"), english, usual),
        (bare.replace('x', ":"), english, usual),
        (bare.replace('=', ""), english, usual),
        (bare.replace('x', ""), english, NeverAnother),
        (bare.to_uppercase(), english, NeverAnother),
        (uci(position, m), english, Exact),
        (format!("{bare} check"), english, usual),
    ];
    let rank_of_bishop = m.role() == Role::Bishop
        && bare
            .chars()
            .nth(1)
            .is_some_and(|character| character.is_ascii_digit())
        && bare.len() > 3;
    if !m.is_castle() && !rank_of_bishop {
        // "b2c3" in small letters begins with a square.
        forms.push((bare.to_lowercase(), english, NeverAnother));
    }
    if m.is_castle() {
        forms.push((bare.replace('O', "0"), english, Exact));
        forms.push((bare.replace('-', "–"), english, Exact));
        forms.push((bare.to_lowercase(), english, Exact));
        forms.push((bare.replace('-', ""), english, Exact));
        let word = if bare == "O-O" {
            "kingside"
        } else {
            "queenside"
        };
        forms.push((format!("castles {word}"), english, Exact));
    }
    if standard || !m.is_castle() {
        let sign = if m.is_capture() { "x" } else { "-" };
        let letter = match m.role() {
            Role::Pawn => String::new(),
            role => role.upper_char().to_string(),
        };
        forms.push((
            format!("{letter}{from}{sign}{to}{}", promotion("=")),
            english,
            Exact,
        ));
        forms.push((
            format!("{from}{sign}{to}{}", promotion("/")),
            english,
            Exact,
        ));
        forms.push((
            format!("{from}{to}{}", promotion("")).to_uppercase(),
            english,
            // "B2C3" is also a bishop of the second rank.
            if from.file() == File::B {
                NeverAnother
            } else {
                Exact
            },
        ));
        let digits = |square: Square| {
            format!(
                "{}{}",
                square.file().to_u32() + 1,
                square.rank().to_u32() + 1
            )
        };
        let fifth = match m.promotion() {
            Some(Role::Queen) => "1",
            Some(Role::Rook) => "2",
            Some(Role::Bishop) => "3",
            Some(Role::Knight) => "4",
            _ => "",
        };
        forms.push((
            format!("{}{}{fifth}", digits(from), digits(to)),
            english,
            Exact,
        ));
        let verb = if m.is_capture() { "takes on" } else { "to" };
        let into = m.promotion().map_or(String::new(), |role| {
            format!(" promotes to {}", role_name(role))
        });
        let name = role_name(m.role());
        forms.push((
            format!("{name} from {from} {verb} {to}{into}"),
            english,
            Exact,
        ));
        if !m.is_castle() {
            forms.push((format!("{name} {verb} {to}{into}"), english, NeverAnother));
        }
    }
    if m.role() != Role::Pawn && !m.is_castle() {
        let rest: String = bare.chars().skip(1).collect();
        forms.push((format!("{}{rest}", figurine(m.role())), english, Exact));
        forms.push((format!("{} {rest}", role_name(m.role())), english, Exact));
    }
    if m.role() == Role::Pawn && m.is_capture() {
        let short = format!(
            "{}{}{}",
            from.file().char(),
            to.file().char(),
            promotion("=")
        );
        forms.push((short, english, NeverAnother));
        forms.push((format!("{bare} e.p."), english, usual));
    }
    for letters in Letters::ALL {
        let mut local: String = bare
            .chars()
            .map(|character| match Role::from_char(character) {
                Some(role) if character.is_ascii_uppercase() && !m.is_castle() => {
                    letters.letter(role)
                }
                _ => character,
            })
            .collect();
        forms.push((local.clone(), letters, NeverAnother));
        let rank_of_piece = m.role() != Role::Pawn
            && local
                .chars()
                .nth(1)
                .is_some_and(|character| character.is_ascii_digit());
        if !m.is_castle() && !rank_of_piece {
            local.make_ascii_lowercase();
            forms.push((local, letters, NeverAnother));
        }
    }
    forms
}

fn check(position: &Chess, m: Move) {
    assert_eq!(read_uci(position, &uci(position, m)), Some(m));
    for (text, letters, expectation) in forms(position, m) {
        let place = || {
            format!(
                "{text:?} ({letters}) for {} in {}",
                san(position, m),
                crate::chess::fen(position)
            )
        };
        let spellings = read_moves(&text, letters).unwrap_or_else(|| panic!("prose: {}", place()));
        assert_eq!(spellings.len(), 1, "{}", place());
        match spellings[0].resolve(position) {
            Reading::One(found) => assert_eq!(found, m, "{}", place()),
            Reading::Several(moves) => {
                assert!(moves.contains(&m), "{}", place());
                assert!(
                    expectation == Expectation::NeverAnother,
                    "asked: {}",
                    place()
                );
            }
            Reading::Impossible(impossible) => {
                assert!(
                    expectation == Expectation::NeverAnother && impossible.candidates.contains(&m),
                    "{}: {}",
                    impossible.reason,
                    place()
                );
            }
        }
    }
}

/// Plays random games from `position` and holds every legal move of every position against its
/// forms.
fn play_out(position: &Chess, games: u64, plies: usize) {
    for game in 0..games {
        let mut dice = Dice(game);
        let mut position = position.clone();
        for _ in 0..plies {
            let legal = position.legal_moves();
            let Some(m) = (!legal.is_empty()).then(|| legal[dice.below(legal.len())]) else {
                break;
            };
            check(&position, legal[dice.below(legal.len())]);
            check(&position, m);
            position.play_unchecked(m);
        }
    }
}

fn position(fen: &str, mode: CastlingMode) -> Chess {
    GivenPosition::read(fen).unwrap().to_chess(mode).unwrap()
}

#[test]
fn a_move_in_any_accepted_form_is_never_read_as_another() {
    play_out(&Chess::default(), 5, 100);
}

#[test]
fn promotions_castling_and_crowds_of_pieces_are_never_read_as_another() {
    let table = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "4k3/8/2b5/1b1b4/1P1P1P2/2n1n3/1B1B4/B3K1B1 w - - 0 1",
        "4k3/8/8/pPpPpPp1/8/8/8/4K3 w - c6 0 2",
        "3qk3/1q3q2/8/2p1p3/8/1Q3Q2/3Q1K2/8 w - - 0 1",
    ];
    for fen in table {
        play_out(&position(fen, CastlingMode::Standard), 3, 40);
    }
}

#[test]
fn chess960_moves_are_never_read_as_another() {
    let table = [
        "nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQNRB w GBgb - 0 1",
        "1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w AHbh - 0 1",
        "rk5r/ppp4p/8/8/8/8/PP4PP/1R2K1R1 w BGah - 0 1",
        "rbbqnkrn/pppppppp/8/8/8/8/PPPPPPPP/5KR1 w Gag - 0 1",
    ];
    for fen in table {
        play_out(&position(fen, CastlingMode::Chess960), 3, 40);
    }
}
