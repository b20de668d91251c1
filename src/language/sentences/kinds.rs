//! What a clause is that speaks of moves: whether its move is played, planned, thought about or told.

mod decisions;
mod others;

pub(super) use decisions::{announces, is_decision, played, settles};

use super::by_clauses::asks_about_it;
use super::clauses::{Clause, End, Join, Mention};
use super::tables::{
    ANSWERS, CONCLUSIONS, JOINS, OPENINGS, REFUSALS, THINGS, TOLD, TRIED, UPONS, WHENS, WHENS_ALONE,
};
use super::wording::{ARTICLES, Language};
use super::words::DRAWS;
use crate::language::below::{Fate, fate};
use crate::language::mended::is_if;
use decisions::decides;
use others::{intends, is_of_a_square, rejects};

/// What a clause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its move is played.
    Played,
    /// It speaks of what may come: the beginning of a plan, or what follows it.
    Planned,
    /// Its move was thought about.
    Considered,
    /// Its move is ruled out.
    Rejected,
    /// Its move is one that its writer means to play later, behind the one that they play now.
    Intended,
    /// Its move was played once, or in another game.
    Told,
    /// It speaks of what was.
    Past,
    /// What looks like a move is the name of a place or a thing.
    Named,
    /// It refuses a draw.
    Refuses,
    /// It decides for an opening, or for what stands behind it.
    Decides,
    /// It speaks of no move.
    Talk,
    /// It speaks of a move, and nothing tells what of it.
    Unclear,
}

/// Words by which a move is the opponent's.
const YOURS: [&str; 16] = [
    "you", "your", "yours", "du", "dein", "deine", "deinen", "dir", "tu", "ton", "ta", "votre",
    "tuo", "tua", "jouw", "je",
];

/// Another game than the one that is answered, of which all the rest of a sentence is told.
const ELSEWHERE: [&str; 6] = [
    "our other game",
    "the other game",
    "anderen partie",
    "autre partie",
    "otra partida",
    "altra partita",
];

/// What a move gives its name to: "the Nxe5 trick".
const IDEAS: [&str; 13] = [
    "trap",
    "line",
    "variation",
    "idea",
    "stuff",
    "thing",
    "sacrifice",
    "gambit",
    "variante",
    "trick",
    "falle",
    "idee",
    "opfer",
];

/// What each of these clauses is.
pub(super) fn kinds(clauses: &[Clause], language: &Language) -> Vec<Kind> {
    let mut kinds = Vec::with_capacity(clauses.len());
    let mut planned = None;
    let mut elsewhere = None;
    for (at, clause) in clauses.iter().enumerate() {
        let of_plan = planned == Some(clause.sentence);
        if of_plan || begins_plan(clause, clauses.get(at + 1), language) {
            planned = Some(clause.sentence);
            kinds.push(Kind::Planned);
            continue;
        }
        if ELSEWHERE
            .iter()
            .any(|game| clause.words.join(" ").contains(game))
        {
            elsewhere = Some(clause.sentence);
        }
        if elsewhere == Some(clause.sentence) && !clause.mentions.is_empty() {
            kinds.push(Kind::Told);
            continue;
        }
        let asks = is_asked(clauses, at);
        let announced = at
            .checked_sub(1)
            .and_then(|before| clauses.get(before))
            .is_some_and(|before| before.end == End::Colon && before.sentence == clause.sentence);
        let plays = kinds.contains(&Kind::Played);
        // "e4 and the idea is d4" may be two moves to choose from.
        let above = at.checked_sub(1).and_then(|above| clauses.get(above));
        let parted = clause.join != Join::And
            || above.is_some_and(|above| above.text.ends_with([',', ';', '.', '!', ')']));
        kinds.push(if plays && parted && !asks && intends(clause) {
            Kind::Intended
        } else {
            kind(clause, asks, announced, language)
        });
    }
    kinds
}

/// Whether a clause stands in a question. "Nf3, and may I ask whether you got the photographs?" asks nothing of the move.
fn is_asked(clauses: &[Clause], at: usize) -> bool {
    let mut of = clauses
        .iter()
        .skip(at)
        .take_while(|other| Some(other.sentence) == clauses.get(at).map(|own| own.sentence));
    let Some(own) = of.next() else {
        return false;
    };
    if own.end == End::Question {
        return true;
    }
    let bare =
        matches!(own.mentions.as_slice(), [one] if one.before.is_empty() && one.behind.is_empty());
    let parted = bare && own.text.ends_with([',', ';']);
    let mut behind = of.peekable();
    let joined = behind.peek().is_some_and(|next| next.join == Join::And);
    if parted && joined {
        return behind.any(|other| other.end == End::Question && asks_about_it(&other.words));
    }
    behind.any(|other| other.end == End::Question)
}

fn kind(clause: &Clause, asks: bool, announced: bool, language: &Language) -> Kind {
    let words = clause.words.as_slice();
    if !asks && refuses_a_draw(words) {
        return if clause.mentions.is_empty() {
            Kind::Refuses
        } else {
            Kind::Unclear
        };
    }
    if clause.mentions.is_empty() {
        let decides = decides(words, language)
            .is_some_and(|rest| rest.is_empty() || OPENINGS.begins(rest, None) == Some(rest.len()));
        return if decides && !asks {
            Kind::Decides
        } else {
            Kind::Talk
        };
    }
    if clause
        .mentions
        .iter()
        .all(|mention| is_named(mention, clause) || is_of_a_square(mention))
    {
        return Kind::Named;
    }
    if asks {
        return Kind::Unclear;
    }
    if rejects(clause) {
        return Kind::Rejected;
    }
    if TRIED.stands_in(words, None) || is_upon(clause) {
        return Kind::Considered;
    }
    if played(clause, announced, language).is_some() {
        return Kind::Played;
    }
    let thing = clause.mentions.iter().all(|mention| {
        let named = mention
            .before
            .last()
            .is_some_and(|word| ARTICLES.contains(&word.as_str()) || word == "that");
        named
            && mention
                .behind
                .first()
                .is_some_and(|word| IDEAS.contains(&word.as_str()))
    });
    let theirs = words.iter().any(|word| YOURS.contains(&word.as_str()));
    if thing || TOLD.stands_in(words, None) {
        Kind::Told
    } else if fate(&clause.text, language.letters) == Fate::Said && !theirs {
        Kind::Past
    } else {
        Kind::Unclear
    }
}

/// Whether a clause is the beginning of a plan for what the opponent may play.
fn begins_plan(clause: &Clause, next: Option<&Clause>, language: &Language) -> bool {
    let words = without_joins(&clause.words);
    if has_if(words.get(..1).unwrap_or_default(), language)
        || WHENS
            .begins(words, Some(&language.with_english()))
            .is_some()
    {
        return true;
    }
    let moves: usize = clause.mentions.iter().map(|mention| mention.moves).sum();
    let answered = ANSWERS.stands_in(words, None);
    let more = next.is_some_and(|next| {
        next.sentence == clause.sentence
            && next
                .mentions
                .iter()
                .any(|mention| mention.before.is_empty())
    });
    is_upon(clause) && (moves > 1 || answered || more)
}

/// Whether a clause begins with a move upon which something follows: "after a6 I never know whether to take".
fn is_upon(clause: &Clause) -> bool {
    clause.mentions.first().is_some_and(|mention| {
        let before = without_joins(&mention.before);
        !before.is_empty() && UPONS.begins(before, None) == Some(before.len())
    })
}

/// Whether one of these words makes a condition, in the language of the mail, or in any where it is no other word in it.
pub(super) fn has_if(words: &[String], language: &Language) -> bool {
    let known = Some(language.with_english());
    words
        .iter()
        .any(|word| is_if(word) && word.chars().count() >= LONG_IF)
        || WHENS_ALONE.stands_in(words, known.as_deref())
}

/// Letters of a word for "if" that is hardly another word elsewhere.
const LONG_IF: usize = 4;

/// The words without those that only join them to what stands before.
fn without_joins(words: &[String]) -> &[String] {
    let mut rest = words;
    while let Some(length) = JOINS
        .begins(rest, None)
        .or_else(|| CONCLUSIONS.begins(rest, None))
        .or_else(|| {
            let word = rest.first()?.as_str();
            matches!(
                word,
                "then"
                    | "oh"
                    | "also"
                    | "ps"
                    | "dann"
                    | "but"
                    | "aber"
                    | "mais"
                    | "pero"
                    | "ma"
                    | "maar"
            )
            .then_some(1)
        })
    {
        rest = rest.get(length..).unwrap_or_default();
    }
    rest
}

/// Whether these words refuse a draw.
fn refuses_a_draw(words: &[String]) -> bool {
    let named = words.iter().position(|word| DRAWS.contains(&word.as_str()));
    let refused = REFUSALS.stands_in(words, None);
    let minds = words.iter().any(|word| {
        matches!(
            word.as_str(),
            "mind"
                | "offer"
                | "offers"
                | "against"
                | "objection"
                | "problem"
                | "but"
                | "if"
                | "unless"
                | "why"
                | "or"
        )
    });
    named.is_some() && refused && !minds
}

/// "Block B4": what looks like a square is a place.
fn is_named(mention: &Mention, clause: &Clause) -> bool {
    let large = mention.typed.starts_with(char::is_uppercase) && mention.typed.len() == 2;
    let before = THINGS.ends(&mention.before).is_some();
    large && before && clause.words.len() > 1
}
