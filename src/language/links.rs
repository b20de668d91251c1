//! The links of our letters, as they come back in an answer.
//!
//! A link of ours opens an answer with a command or a move in it. A program that makes text of a letter writes the target
//! behind the words, `Nf3 <mailto:…>`, `Nf3<mailto:…>`, `[Nf3](mailto:…)`, `Nf3 (mailto:…)`, or leaves the words alone. So
//! what comes back may have a line for each legal move, and none of them is an order: who wants one writes it themselves.
//! The links stand in the HTML of a letter alone, so that they cannot be compared with its text.

use crate::chess::notation::{Letters, read_moves};
use std::borrow::Cow;

/// What stands about the links of a letter. The links themselves are orders, which are the same in every language.
#[derive(Debug)]
pub struct LinkWords {
    /// What stands above the links with the legal moves.
    pub each_move: &'static str,
    /// What stands in their place where there are too many.
    pub too_many: &'static str,
    /// What stands below them.
    pub not_yet: &'static str,
    /// What stands before the link that offers a draw.
    pub to_offer: &'static str,
    /// What stands before the link that asks for the others.
    pub to_get: &'static str,
    /// What the links with moves of one kind of piece stand behind, in the order of [`crate::chess::PIECES`].
    pub kinds: [&'static str; 6],
}

/// In English.
pub const ENGLISH_LINKS: LinkWords = LinkWords {
    each_move: "A link for each legal move:",
    too_many: "There are too many legal moves here for a link each: write yours.",
    not_yet: "Nothing is played before you send it.",
    to_offer: "To offer a draw:",
    to_get: "For a link to each legal move:",
    kinds: ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"],
};

/// In German.
pub const GERMAN_LINKS: LinkWords = LinkWords {
    each_move: "Ein Link für jeden möglichen Zug:",
    too_many: "Hier sind zu viele Züge möglich, als dass jeder einen Link hätte: Schreiben Sie Ihren.",
    not_yet: "Gespielt wird erst, wenn Sie die Mail senden.",
    to_offer: "Remis anbieten:",
    to_get: "Für einen Link zu jedem möglichen Zug:",
    kinds: ["König", "Dame", "Turm", "Läufer", "Springer", "Bauer"],
};

/// In French.
pub const FRENCH_LINKS: LinkWords = LinkWords {
    each_move: "Un lien pour chaque coup possible:",
    too_many: "Il y a ici trop de coups possibles pour un lien chacun: écrivez le vôtre.",
    not_yet: "Rien n'est joué avant que vous n'envoyiez le message.",
    to_offer: "Pour proposer la nulle:",
    to_get: "Pour un lien vers chaque coup possible:",
    kinds: ["Roi", "Dame", "Tour", "Fou", "Cavalier", "Pion"],
};

/// In Spanish.
pub const SPANISH_LINKS: LinkWords = LinkWords {
    each_move: "Un enlace para cada jugada posible:",
    too_many: "Aquí hay demasiadas jugadas posibles para un enlace cada una: escribe la tuya.",
    not_yet: "Nada se juega antes de que envíes el mensaje.",
    to_offer: "Para ofrecer tablas:",
    to_get: "Para un enlace a cada jugada posible:",
    kinds: ["Rey", "Dama", "Torre", "Alfil", "Caballo", "Peón"],
};

/// In Dutch.
pub const DUTCH_LINKS: LinkWords = LinkWords {
    each_move: "Een link voor elke mogelijke zet:",
    too_many: "Er zijn hier te veel zetten mogelijk voor een link per zet: schrijf die van jou.",
    not_yet: "Er wordt niets gespeeld voordat je de mail verstuurt.",
    to_offer: "Om remise aan te bieden:",
    to_get: "Voor een link naar elke mogelijke zet:",
    kinds: ["Koning", "Dame", "Toren", "Loper", "Paard", "Pion"],
};

/// In Italian.
pub const ITALIAN_LINKS: LinkWords = LinkWords {
    each_move: "Un link per ogni mossa possibile:",
    too_many: "Qui le mosse possibili sono troppe per un link ciascuna: scrivi la tua.",
    not_yet: "Nulla viene giocato prima che tu invii il messaggio.",
    to_offer: "Per proporre patta:",
    to_get: "Per un link a ogni mossa possibile:",
    kinds: ["Re", "Donna", "Torre", "Alfiere", "Cavallo", "Pedone"],
};

/// Those of all languages: an answer does not say in which its letter was.
const WORDS: [&LinkWords; 6] = [
    &ENGLISH_LINKS,
    &GERMAN_LINKS,
    &FRENCH_LINKS,
    &SPANISH_LINKS,
    &DUTCH_LINKS,
    &ITALIAN_LINKS,
];

fn is_each_move(words: &str) -> bool {
    WORDS.iter().any(|ours| ours.each_move == words)
}

fn is_not_yet(words: &str) -> bool {
    WORDS.iter().any(|ours| ours.not_yet == words)
}

/// What each of our links has: it opens an answer. No link that others write begins its subject so.
const SCHEME: &str = "mailto";
const SUBJECT: &str = "subject=re";
/// Lines of the links with legal moves, at most: each may stand on a line of its own, with its target on another, and empty
/// lines between.
const LINES: usize = 300;
/// Octets of a word that somebody writes, at most.
const LONGEST_WORD: usize = 24;
/// Octets of a line of ours at most, without what links lead to.
const LONGEST: usize = 400;

/// Where on its line a target of ours stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Before all words.
    First,
    /// Behind some.
    Behind,
}

/// The text without the targets of our links, and for each of its lines whether one stood there.
pub(super) fn without_targets(text: &str) -> (Cow<'_, str>, Vec<Option<Target>>) {
    let mut found = vec![None; text.lines().count()];
    if next_target(text).is_none() {
        return (Cow::Borrowed(text), found);
    }
    let mut plain = String::with_capacity(text.len());
    for (line, found) in text.lines().zip(&mut found) {
        match next_target(line) {
            Some((begins, _)) => {
                let before = line.get(..begins).unwrap_or_default();
                *found = Some(match before.trim_start().trim_end_matches(['<', '(']) {
                    "" => Target::First,
                    _ => Target::Behind,
                });
                plain.push_str(&without_targets_in(line));
            }
            None => plain.push_str(line),
        }
        plain.push('\n');
    }
    (Cow::Owned(plain), found)
}

/// Where the first target of ours begins in a line, and where it ends.
fn next_target(line: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(rest) = line.get(from..) {
        let begins = from + next_scheme(rest)?;
        let target = line.get(begins..)?;
        let ends = |sign: char| sign.is_whitespace() || matches!(sign, '>' | ')' | ']' | '"');
        let length = target.find(ends).unwrap_or(target.len());
        let is_ours = |target: &str| target.to_ascii_lowercase().contains(SUBJECT);
        if target.get(..length).is_some_and(is_ours) {
            return Some((begins, begins + length));
        }
        // What stands in it begins no other one.
        from = begins + length;
    }
    None
}

/// Where the next target of any mail begins. Some programs write its scheme in capitals.
fn next_scheme(text: &str) -> Option<usize> {
    text.match_indices(':').find_map(|(at, _)| {
        let begins = at.checked_sub(SCHEME.len())?;
        let scheme = text.get(begins..at)?;
        scheme.eq_ignore_ascii_case(SCHEME).then_some(begins)
    })
}

fn without_targets_in(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((begins, ends)) = next_target(rest) {
        let before = rest.get(..begins).unwrap_or_default();
        let behind = rest.get(ends..).unwrap_or_default();
        let closed = |open: char, close: char| {
            let before = before.strip_suffix(open)?;
            Some((before, behind.strip_prefix(close).unwrap_or(behind)))
        };
        let bracketed = closed('<', '>').or_else(|| closed('(', ')'));
        let (before, behind) = bracketed.unwrap_or((before, behind));
        match before.strip_suffix(']').and_then(|b| b.rsplit_once('[')) {
            // "[Nf3](mailto:…)".
            Some((before, words)) if bracketed.is_some() => {
                plain.push_str(before);
                plain.push_str(words);
            }
            _ => plain.push_str(before.trim_end()),
        }
        rest = behind;
    }
    plain.push_str(rest);
    plain
}

/// For each of these lines, without the targets, whether it is of the links of a letter. `linked` says in which a target
/// stood: nobody writes such a thing by hand.
pub(super) fn of_links(lines: &[&str], linked: &[Option<Target>]) -> Vec<bool> {
    let mut found: Vec<bool> = lines
        .iter()
        .zip(linked)
        .map(|(line, linked)| linked.is_some() || is_of_two_words(line))
        .collect();
    // The target may have gone to the line below its words.
    for (words, below) in found.iter_mut().zip(linked.iter().skip(1)) {
        *words |= *below == Some(Target::First);
    }
    let mut at = 0;
    while let Some(rest) = lines.get(at..).filter(|rest| !rest.is_empty()) {
        let begins = rest
            .first()
            .is_some_and(|line| is_each_move(&words_of(line)));
        let block = if begins { block(rest) } else { Vec::new() };
        for (flag, ours) in found.iter_mut().skip(at).zip(&block) {
            *flag |= ours;
        }
        at += block.len().max(1);
    }
    found
}

/// For each line from the one above the legal moves on whether it is of the links. They reach as far as the line below them,
/// whatever became of what stands between; where that is not there, as far as the last of moves before a sentence.
fn block(lines: &[&str]) -> Vec<bool> {
    let words: Vec<String> = lines
        .iter()
        .take(LINES)
        .map(|line| words_of(line))
        .collect();
    let end = words.iter().position(|words| is_not_yet(words));
    let sentence = words.iter().position(|words| is_sentence(words));
    let reaches = match (end, sentence) {
        (Some(end), _) => end + 1,
        (None, sentence) => sentence.unwrap_or(words.len()),
    };
    let ours = |words: &String| is_not_yet(words) || !is_sentence(words);
    let mut block: Vec<bool> = words.iter().take(reaches).map(ours).collect();
    if end.is_none() {
        let of_moves = |words: &String| is_each_move(words) || is_moves(words) && !words.is_empty();
        let last = words.iter().take(reaches).rposition(of_moves);
        block.truncate(last.map_or(0, |last| last + 1));
    }
    block
}

/// Whether somebody wrote these words between links: several, and nothing as long as what is left of a target that was cut or
/// wrapped.
fn is_sentence(words: &str) -> bool {
    !is_each_move(words)
        && words.contains(' ')
        && !is_moves(words)
        && words.split(' ').all(|word| word.len() <= LONGEST_WORD)
}

/// Whether a line is one of the two with a link that is no move, without its target.
fn is_of_two_words(line: &str) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let words = words_of(line);
    WORDS.iter().any(|ours| {
        words.strip_prefix(ours.to_offer) == Some(" draw")
            || words.strip_prefix(ours.to_get) == Some(" links moves")
    })
}

/// Whether words are moves and nothing else, perhaps behind the kind of their piece.
fn is_moves(words: &str) -> bool {
    if words.len() > LONGEST {
        return false;
    }
    let (kind, moves) = words.split_once(':').unwrap_or(("", words));
    let is_kind = || WORDS.iter().any(|ours| ours.kinds.contains(&kind));
    (kind.is_empty() || is_kind())
        && moves
            .split_whitespace()
            .all(|word| read_moves(word, Letters::English).is_some())
}

/// The words of a line, without the marks that programs set about them.
fn words_of(line: &str) -> String {
    if line.len() > 2 * LONGEST {
        return line.to_owned();
    }
    let words = line
        .split_whitespace()
        .map(|word| word.trim_matches(['*', '_', '[', ']', '|', '\u{A0}']));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests;
