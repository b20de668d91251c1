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
    let mut similar: Vec<(u8, Move)> = legal
        .iter()
        .filter_map(|&m| Some((unlikeness(pattern, position, m)?, m)))
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

/// How little a legal move is like the one meant, from 0 on; nothing where it is not like it at all.
fn unlikeness(pattern: &Pattern, position: &Chess, m: Move) -> Option<u8> {
    let king_to = m
        .castling_side()
        .map(|side| side.king_to(position.turn()))
        .filter(|to| Some(to.file()) == pattern.to_file && Some(to.rank()) == pattern.to_rank);
    let same_role = pattern.role.is_none_or(|role| role == m.role());
    let same_target = (pattern.to_rank.is_some() || pattern.to_file.is_some())
        && pattern.to_file.is_none_or(|file| file == m.to().file())
        && pattern.to_rank.is_none_or(|rank| rank == m.to().rank())
        && !m.is_castle();
    let same_origin = m.from().is_some_and(|from| {
        pattern.from_file.is_none_or(|file| file == from.file())
            && pattern.from_rank.is_none_or(|rank| rank == from.rank())
    });
    let near_target = match (pattern.to_file, pattern.to_rank) {
        (Some(file), Some(rank)) => {
            shakmaty::Square::from_coords(file, rank).distance(m.to()) == 1 && !m.is_castle()
        }
        _ => false,
    };
    let whole_origin = pattern.from_file.is_some() && pattern.from_rank.is_some();
    let near_from_origin = same_origin && near_target;
    if pattern.castle.is_some() {
        return m.is_castle().then_some(0);
    }
    if king_to.is_some() && pattern.role == Some(Role::King) {
        Some(0)
    } else if same_target && same_role && same_origin {
        Some(1)
    } else if same_target && same_role {
        Some(2)
    } else if same_target {
        Some(3)
    } else if whole_origin && near_from_origin {
        Some(4)
    } else if pattern.role.is_some_and(|role| role != Role::Pawn) && same_role && near_from_origin {
        Some(5)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
