//! A spelling held against the legal moves of a position.

use shakmaty::{Chess, Move, Position, Role};

use super::diagnosis::{pieces_meant, why_not};
use super::reading::{Impossible, Reading};
use super::reason::WhyNot;
use super::spelling::{Pattern, Spelling};

/// At most so many candidates are offered; more would not be read.
const MOST_CANDIDATES: usize = 6;

impl Spelling {
    /// Finds the legal move of `position` that the spelling means, or the question to be asked, or
    /// the reason why there is none. A wrong `x`, `+` or `#` does not matter
    /// (see [`Spelling::remarks`]).
    pub fn resolve(&self, position: &Chess) -> Reading {
        let legal = position.legal_moves();
        let readings = matching(&self.patterns.readings, position, &legal);
        if readings.is_empty() {
            return Reading::Impossible(self.impossible(position, &legal));
        }
        let mut moves = readings;
        for m in matching(&self.patterns.doubts, position, &legal) {
            if !moves.contains(&m) {
                moves.push(m);
            }
        }
        match moves.as_slice() {
            [only] => Reading::One(*only),
            _ => Reading::Several(moves),
        }
    }

    fn impossible(&self, position: &Chess, legal: &[Move]) -> Impossible {
        let patterns = &self.patterns;
        let others = || patterns.doubts.iter().chain(&patterns.hints);
        let mut candidates = matching(&patterns.doubts, position, legal);
        for m in matching(&patterns.hints, position, legal) {
            push_new(&mut candidates, m);
        }
        // Another alphabet's letter that fits is what was meant; else look further around.
        let further: Vec<&Pattern> = if !patterns.readings.is_empty() {
            patterns.readings.iter().collect()
        } else if candidates.is_empty() {
            others().collect()
        } else {
            Vec::new()
        };
        for pattern in further {
            for m in similar(pattern, position, legal) {
                push_new(&mut candidates, m);
            }
        }
        candidates.truncate(MOST_CANDIDATES);
        let (reason, meant) = self.reason(position, legal);
        let mut piece_moves = Vec::new();
        if let Some(pattern) = meant {
            let squares = pieces_meant(&pattern, position);
            for m in legal {
                if m.from().is_some_and(|from| squares.contains(from)) {
                    push_new(&mut piece_moves, *m);
                }
            }
        }
        Impossible {
            reason,
            candidates,
            piece_moves,
        }
    }

    /// The reason that says most, and the reading that it is about.
    fn reason(&self, position: &Chess, legal: &[Move]) -> (WhyNot, Option<Pattern>) {
        let patterns = &self.patterns;
        if let (Some(letter), true) = (patterns.foreign_letter, patterns.readings.is_empty()) {
            // S is the knight in German and the bishop in Czech: the piece that can go there is the one that is meant.
            let meant = patterns
                .doubts
                .iter()
                .chain(&patterns.hints)
                .find(|pattern| legal.iter().any(|m| pattern.matches(position, *m)));
            let role = meant.and_then(|pattern| pattern.promotion.or(pattern.role));
            return (WhyNot::ForeignLetter { letter, role }, meant.copied());
        }
        let mut reasons = patterns
            .readings
            .iter()
            .map(|pattern| (why_not(pattern, position, legal), Some(*pattern)));
        let Some(first) = reasons.next() else {
            return (WhyNot::NotAMove, None);
        };
        // "bc5" may be a bishop in small letters: that it is pinned says more than that no pawn
        // can go there.
        if first.0.is_specific() {
            return first;
        }
        reasons
            .find(|(reason, _)| reason.is_specific())
            .unwrap_or(first)
    }
}

/// The legal moves that any of the patterns matches, in the order of the patterns; promotions
/// with the queen first.
fn matching(patterns: &[Pattern], position: &Chess, legal: &[Move]) -> Vec<Move> {
    let mut moves = Vec::new();
    for pattern in patterns {
        let mut matched: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| pattern.matches(position, *m))
            .collect();
        // By squares as well, so that the numbers of a question do not hang on a move generator.
        matched.sort_by_key(|m| (m.promotion().map(promotion_order), m.from(), m.to()));
        for m in matched {
            push_new(&mut moves, m);
        }
    }
    moves
}

fn promotion_order(role: Role) -> u8 {
    match role {
        Role::Queen => 0,
        Role::Rook => 1,
        Role::Bishop => 2,
        Role::Knight => 3,
        Role::King | Role::Pawn => 4,
    }
}

fn push_new(moves: &mut Vec<Move>, m: Move) {
    if !moves.contains(&m) {
        moves.push(m);
    }
}

/// Legal moves like the one meant, the likest first: with one thing of the spelling left out, then
/// with less and less of it.
fn similar(pattern: &Pattern, position: &Chess, legal: &[Move]) -> Vec<Move> {
    let king_to = |m: &Move| {
        m.castling_side()
            .map(|side| side.king_to(position.turn()))
            .filter(|to| Some(to.file()) == pattern.to_file && Some(to.rank()) == pattern.to_rank)
    };
    let same_role = |m: &Move| pattern.role.is_none_or(|role| role == m.role());
    let same_target = |m: &Move| {
        (pattern.to_rank.is_some() || pattern.to_file.is_some())
            && pattern.to_file.is_none_or(|file| file == m.to().file())
            && pattern.to_rank.is_none_or(|rank| rank == m.to().rank())
            && !m.is_castle()
    };
    let same_origin = |m: &Move| {
        m.from().is_some_and(|from| {
            pattern.from_file.is_none_or(|file| file == from.file())
                && pattern.from_rank.is_none_or(|rank| rank == from.rank())
        })
    };
    let near_target = |m: &Move| match (pattern.to_file, pattern.to_rank) {
        (Some(file), Some(rank)) => {
            shakmaty::Square::from_coords(file, rank).distance(m.to()) == 1 && !m.is_castle()
        }
        _ => false,
    };
    let whole_origin = pattern.from_file.is_some() && pattern.from_rank.is_some();
    let mut similar: Vec<(u8, Move)> = legal
        .iter()
        .copied()
        .filter_map(|m| {
            let distance = if pattern.castle.is_some() {
                match m {
                    Move::Castle { .. } => 0,
                    _ => return None,
                }
            } else if king_to(&m).is_some() && pattern.role == Some(Role::King) {
                0
            } else if same_target(&m) && same_role(&m) && same_origin(&m) {
                1
            } else if same_target(&m) && same_role(&m) {
                2
            } else if same_target(&m) {
                3
            } else if whole_origin && same_origin(&m) && near_target(&m) {
                4
            } else if pattern.role.is_some_and(|role| role != Role::Pawn)
                && same_role(&m)
                && same_origin(&m)
                && near_target(&m)
            {
                5
            } else {
                return None;
            };
            Some((distance, m))
        })
        .collect();
    similar.sort_by_key(|(distance, m)| {
        (
            *distance,
            m.promotion().map(promotion_order),
            m.from(),
            m.to(),
        )
    });
    if similar.first().is_some_and(|(distance, _)| *distance == 0) {
        similar.retain(|(distance, _)| *distance == 0);
    }
    similar.into_iter().map(|(_, m)| m).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::examples::position;
    use crate::chess::{Letters, read_moves, uci};

    fn resolve(text: &str, letters: Letters, position: &Chess) -> Reading {
        read_moves(text, letters).unwrap()[0].resolve(position)
    }

    fn names(position: &Chess, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|m| uci(position, *m)).collect()
    }

    #[test]
    fn pawn_or_bishop_is_a_question_in_either_case() {
        let both = position("4k3/8/8/8/1b6/2n5/1P1B4/4K3 w - - 0 1");
        let only_pawn = position("4k3/8/8/8/1b6/2n5/1P6/4K3 w - - 0 1");
        for text in ["bxc3", "Bxc3", "BXC3", "bc3"] {
            let Reading::Several(moves) = resolve(text, Letters::English, &both) else {
                panic!("{text} was not asked about");
            };
            let mut names = names(&both, &moves);
            // The likelier one is first.
            assert_eq!(
                names.remove(0),
                if text.starts_with('b') {
                    "b2c3"
                } else {
                    "d2c3"
                }
            );
            assert_eq!(names.len(), 1, "{text}");
            assert!(
                matches!(resolve(text, Letters::English, &only_pawn), Reading::One(_)),
                "{text}"
            );
        }
    }

    #[test]
    fn a_letter_of_another_language_is_never_played_without_the_setting() {
        let start = Chess::default();
        for text in ["Sf3", "sf3", "Cf3", "Jf3", "Sc3"] {
            let Reading::Impossible(impossible) = resolve(text, Letters::English, &start) else {
                panic!("{text}");
            };
            assert!(!impossible.candidates.is_empty(), "{text}");
        }
        for (language, text) in [
            (Letters::German, "Sf3"),
            (Letters::French, "Cf3"),
            (Letters::Czech, "Jf3"),
            (Letters::Dutch, "Pf3"),
            (Letters::Romanian, "Cf3"),
            (Letters::Hungarian, "Hf3"),
            (Letters::Estonian, "Rf3"),
        ] {
            let Reading::One(m) = resolve(text, language, &start) else {
                panic!("{text} in {language}");
            };
            assert_eq!(uci(&start, m), "g1f3", "{text} in {language}");
        }
    }

    #[test]
    fn a_promotion_without_a_piece_is_asked_about_queen_first() {
        let position = position("8/4P1k1/8/8/8/8/8/K7 w - - 0 1");
        let Reading::Several(moves) = resolve("e8", Letters::English, &position) else {
            panic!();
        };
        assert_eq!(
            names(&position, &moves),
            ["e7e8q", "e7e8r", "e7e8b", "e7e8n"]
        );
    }

    #[test]
    fn an_impossible_move_lists_what_the_piece_can_do() {
        let pinned = position("4k3/6b1/8/8/3B4/8/1K6/7B w - - 0 1");
        let Reading::Impossible(impossible) = resolve("Bc5", Letters::English, &pinned) else {
            panic!();
        };
        assert_eq!(
            impossible.reason.to_string(),
            "the bishop on d4 is pinned by the bishop on g7"
        );
        let d4: Vec<String> = names(&pinned, &impossible.piece_moves)
            .into_iter()
            .filter(|name| name.starts_with("d4"))
            .collect();
        assert_eq!(d4.len(), 4, "{d4:?}");
        assert!(
            impossible
                .piece_moves
                .iter()
                .all(|m| m.role() == Role::Bishop)
        );

        let opened = position("rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3");
        let Reading::Impossible(impossible) = resolve("Sc3", Letters::English, &opened) else {
            panic!();
        };
        assert_eq!(names(&opened, &impossible.candidates), ["b1c3"]);
        assert!(
            impossible
                .piece_moves
                .iter()
                .all(|m| m.role() == Role::Knight)
        );

        let start = Chess::default();
        let Reading::Impossible(impossible) = resolve("g1e4", Letters::English, &start) else {
            panic!();
        };
        assert_eq!(names(&start, &impossible.piece_moves), ["g1f3", "g1h3"]);
        assert_eq!(names(&start, &impossible.candidates), ["e2e4", "g1f3"]);
    }

    #[test]
    fn no_more_than_six_candidates_are_offered() {
        let crowd = position("4n3/3P1P2/8/8/8/8/7k/K7 w - - 0 1");
        let Reading::Impossible(impossible) = resolve("Rxe8", Letters::English, &crowd) else {
            panic!();
        };
        assert_eq!(impossible.candidates.len(), MOST_CANDIDATES);
    }
}
