//! A move, and what was taken in a game, in words.

use crate::chess::all_of;
use crate::chess::diagram::{color_name, role_name};
use shakmaty::{CastlingSide, Chess, Color, Move, Position, Role};

/// "White's knight from g1 takes the pawn on f3, check", of a move that is played in this position.
pub(super) fn move_in_words(before: &Chess, played: Move, after: &Chess) -> String {
    let who = color_name(before.turn());
    let mut words = match played.castling_side() {
        Some(CastlingSide::KingSide) => format!("{who} castles on the king's side"),
        Some(CastlingSide::QueenSide) => format!("{who} castles on the queen's side"),
        None => {
            let role = role_name(played.role());
            let from = played.from().map(|from| from.to_string());
            let from = from.unwrap_or_default();
            let to = played.to();
            match played.capture() {
                Some(_) if played.is_en_passant() => {
                    format!("{who}'s pawn {from} takes a pawn in passing and comes to {to}")
                }
                Some(taken) => format!(
                    "{who}'s {role} {from} takes the {} on {to}",
                    role_name(taken)
                ),
                None => format!("{who}'s {role} {from} to {to}"),
            }
        }
    };
    if let Some(role) = played.promotion() {
        words.push_str(&format!(" and becomes a {}", role_name(role)));
    }
    if after.is_checkmate() {
        words.push_str(", checkmate");
    } else if after.is_check() {
        words.push_str(", check");
    } else if after.is_stalemate() {
        words.push_str(", stalemate");
    }
    words
}

/// What a side took: "a queen, 2 rooks and 5 pawns"; "nothing".
pub(super) fn taken_in_words(moves: &[(Color, Move)], by: Color) -> String {
    let taken = |role: Role| {
        let mine = moves.iter().filter(|(side, _)| *side == by);
        mine.filter(|(_, played)| played.capture() == Some(role))
            .count()
    };
    let counted: Vec<String> = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ]
    .into_iter()
    .filter_map(|role| match taken(role) {
        0 => None,
        1 => Some(format!("a {}", role_name(role))),
        more => Some(format!("{more} {}s", role_name(role))),
    })
    .collect();
    if counted.is_empty() {
        "nothing".to_owned()
    } else {
        all_of(&counted)
    }
}
