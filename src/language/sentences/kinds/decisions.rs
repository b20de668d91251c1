//! Clauses that decide: for the move in them, or for what stands behind them.

use super::without_joins;
use crate::chess::notation::Spelling;
use crate::language::sentences::clauses::{Clause, End, Join};
use crate::language::sentences::in_line::in_line;
use crate::language::sentences::tables::{
    AFTERS, BUTS, CONCLUSIONS, CONDITIONS, DECISIONS, DOINGS, JOINS, LEADS, OPENERS, OPENINGS,
    PLAYING, TOLD, TRIED, WITHS,
};
use crate::language::sentences::verdict::{AGAINST, STATES};
use crate::language::sentences::wording::Language;
use crate::language::sentences::words::{GREETS, is_you};
use shakmaty::Color;

/// The words behind those with which a clause decides; `None` where it does not.
pub(super) fn decides<'a>(words: &'a [String], language: &Language) -> Option<&'a [String]> {
    let mut rest = words;
    let mut decided = false;
    loop {
        let decision = DECISIONS.begins(rest, None);
        let lead = LEADS.begins(rest, None).filter(|length| *length > 1);
        if let Some(length) = decision.max(lead) {
            rest = rest.get(length..)?;
            decided = true;
            continue;
        }
        let opens = OPENERS
            .begins(rest, None)
            .or_else(|| CONCLUSIONS.begins(rest, Some(&language.joining())))
            .or_else(|| JOINS.begins(rest, None))
            .or_else(|| BUTS.begins(rest, Some(&language.joining())));
        match opens {
            Some(length) if !decided => {
                let greets = rest
                    .first()
                    .is_some_and(|word| GREETS.contains(&word.as_str()));
                let named = usize::from(greets && rest.len() == length + 1);
                rest = rest.get(length + named..)?;
            }
            _ => break,
        }
    }
    let concluded = rest.len() < words.len()
        && CONCLUSIONS.begins(words, Some(&language.joining())) == Some(words.len());
    (decided || concluded).then_some(rest)
}

/// Whether a clause decides for its move, and does not only name it.
pub(in crate::language::sentences) fn is_decision(clause: &Clause, language: &Language) -> bool {
    let lead = clause
        .mentions
        .first()
        .map_or(&[][..], |mention| mention.before.as_slice());
    decides(lead, language).is_some_and(<[String]>::is_empty)
        || matches!(clause.join, Join::So) && !lead.is_empty()
}

/// Whether words settle on one of several moves, where no lead plays one: "so it is", "also nehme ich".
pub(in crate::language::sentences) fn settles(words: &[String]) -> bool {
    let lead = LEADS.ends(words).map_or(0, |(length, _)| length);
    DECISIONS
        .ends(words)
        .is_some_and(|(length, _)| length > lead)
}

/// Whether a clause with a colon leads to the move behind it.
pub(in crate::language::sentences) fn announces(clause: &Clause, language: &Language) -> bool {
    let words = clause.words.as_slice();
    if clause.end != End::Colon || !clause.mentions.is_empty() {
        return false;
    }
    let greets = words
        .first()
        .is_some_and(|word| GREETS.contains(&word.as_str()))
        && words.len() <= 3;
    let restricted = CONDITIONS.may_stand_in(words, &language.beside(&[]))
        || words.iter().any(|word| is_you(word));
    let doing = (0..words.len()).any(|at| {
        let rest = words.get(at..).unwrap_or_default();
        at <= 2
            && (DOINGS.begins(rest, None).is_some()
                || DECISIONS.begins(rest, None).is_some()
                || LEADS.begins(rest, None).is_some_and(|length| length > 1))
    });
    let against = words
        .last()
        .is_some_and(|last| AGAINST.contains(&last.as_str()));
    let opening = OPENINGS.begins(without_joins(words), None) == Some(without_joins(words).len());
    let concludes = CONCLUSIONS.begins(words, None) == Some(words.len());
    greets || concludes || opening && !words.is_empty() || doing && !restricted && !against
}

/// Whether the words before a move say in a whole sentence that it is played: "eröffne ich die Partie mit", "I answer your pawn
/// with".
fn says_that_they_play(before: &[String], language: &Language) -> bool {
    let languages = language.beside(&[]);
    let Some((at, length)) = (0..before.len()).find_map(|at| {
        let length = PLAYING.begins(before.get(at..)?, None)?;
        Some((at, length))
    }) else {
        return false;
    };
    let said = before.get(at + length..).unwrap_or_default();
    let ends = WITHS
        .ends(said)
        .is_some_and(|(with, _)| said.len() > with && said.len() <= LONGEST_PLAYING);
    let others = [before.get(..at).unwrap_or_default(), said];
    ends && !others.iter().any(|words| {
        CONDITIONS.may_stand_in(words, &languages)
            || TRIED.stands_in(words, None)
            || TOLD.stands_in(words, None)
            || words.iter().any(|word| is_you(word))
    })
}

/// Words between "I open" and "with".
const LONGEST_PLAYING: usize = 6;

/// Whether behind a move stands the name of its opening, and hardly more: "Nc3 Winawer pls".
fn is_named_behind(behind: &[String]) -> bool {
    OPENINGS.begins(behind, None).is_some_and(|length| {
        behind.len() <= length + LONGEST_BEHIND_A_NAME
            && !behind
                .iter()
                .any(|word| STATES.contains(&word.as_str()) || is_you(word))
            && !CONDITIONS.may_stand_in(behind, &[])
    })
}

/// Words behind the name of an opening that stands behind a move.
const LONGEST_BEHIND_A_NAME: usize = 3;

/// The move that a clause plays.
pub(in crate::language::sentences) fn played(
    clause: &Clause,
    announced: bool,
    language: &Language,
) -> Option<(Spelling, Option<Color>)> {
    let mention = clause.mentions.first()?;
    let spelling = mention.spelling.clone()?;
    if spelling.is_questioned() || matches!(clause.end, End::Question | End::Colon) {
        return None;
    }
    if clause.mentions.len() > 1 {
        return None;
    }
    let text = clause
        .text
        .trim_matches(|c: char| matches!(c, ' ' | ',' | ';' | '.' | '(' | ')' | '…' | ':'));
    if let Some(said) = in_line(text, language) {
        let plain = said.theirs.is_none() && !said.takes_back && !said.offers_draw;
        let side = said.side;
        let played = said.moves.into_iter().next().filter(|_| plain)?;
        return Some((played, side));
    }
    let twice = mention
        .spelling
        .as_ref()
        .is_some_and(|one| one.typed() != mention.typed);
    let sided = mention
        .before
        .iter()
        .any(|word| matches!(word.as_str(), "white" | "black" | "weiß" | "schwarz"));
    if sided && !twice {
        return None;
    }
    let led = mention.before.is_empty()
        || decides(&mention.before, language).is_some_and(<[String]>::is_empty)
        || says_that_they_play(&mention.before, language);
    let languages = language.beside(&[]);
    let behind = mention.behind.as_slice();
    let ended = behind.is_empty()
        || AFTERS.begins(behind, Some(&language.joining())).is_some()
            && !CONDITIONS.may_stand_in(behind, &languages)
            && !behind.iter().any(|word| is_you(word))
        || is_named_behind(behind);
    (led && ended && (!announced || behind.is_empty())).then_some((spelling, None))
}
