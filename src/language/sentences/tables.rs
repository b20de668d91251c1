//! The words of sentences in seventeen languages: tables in text files beside this one, a language and its words a line.

use crate::chess::notation::Letters;
use shakmaty::Role;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Letters of a phrase that is hardly one of another language by chance.
const LONG_ENOUGH: usize = 4;

/// Phrases by the language that they are of.
#[derive(Debug, Default)]
pub(super) struct Table {
    phrases: HashMap<&'static str, Vec<Letters>>,
    /// With which words phrases begin: most words of a mail begin none.
    firsts: HashSet<&'static str>,
    longest: usize,
}

impl Table {
    pub(super) fn read(text: &'static str) -> Table {
        let mut table = Table::default();
        for (language, phrases) in rows(text) {
            for phrase in phrases.split('|') {
                let known = table.phrases.entry(phrase).or_default();
                if !known.contains(&language) {
                    known.push(language);
                }
                table.firsts.extend(phrase.split(' ').next());
                table.longest = table.longest.max(phrase.split(' ').count());
            }
        }
        table
    }

    /// The languages of a phrase; none where it is not in the table.
    pub(super) fn languages(&self, phrase: &str) -> &[Letters] {
        self.phrases.get(phrase).map_or(&[], Vec::as_slice)
    }

    /// Whether one of the phrases stands among these words, in one of these languages.
    pub(super) fn stands_in(&self, words: &[String], languages: Option<&[Letters]>) -> bool {
        (0..words.len()).any(|at| {
            self.begins(words.get(at..).unwrap_or_default(), languages)
                .is_some()
        })
    }

    /// The same, where words of other languages count as well if they are too long to be another word in these.
    pub(super) fn may_stand_in(&self, words: &[String], languages: &[Letters]) -> bool {
        self.stands_in(words, (!languages.is_empty()).then_some(languages))
            || (0..words.len()).any(|at| {
                let rest = words.get(at..).unwrap_or_default();
                self.begins(rest, None).is_some_and(|length| {
                    let letters = rest.iter().take(length).flat_map(|word| word.chars());
                    letters.count() >= LONG_ENOUGH
                })
            })
    }

    /// Whether a phrase begins with this word.
    pub(super) fn has_first(&self, word: &str) -> bool {
        self.firsts.contains(word)
    }

    /// How many of these words are a phrase with which they begin, in one of these languages; the longest counts.
    pub(super) fn begins(&self, words: &[String], languages: Option<&[Letters]>) -> Option<usize> {
        if !self.has_first(words.first()?) {
            return None;
        }
        (1..=self.longest.min(words.len())).rev().find(|&length| {
            let phrase = words.get(..length).unwrap_or_default().join(" ");
            let known = self.languages(&phrase);
            match languages {
                Some(wanted) => known.iter().any(|language| wanted.contains(language)),
                None => !known.is_empty(),
            }
        })
    }

    /// How many of these words are a phrase with which they end.
    pub(super) fn ends(&self, words: &[String]) -> Option<(usize, &[Letters])> {
        (1..=self.longest.min(words.len()))
            .rev()
            .find_map(|length| {
                let phrase = words.get(words.len() - length..)?.join(" ");
                let languages = self.languages(&phrase);
                (!languages.is_empty()).then_some((length, languages))
            })
    }

    /// Every phrase with its languages.
    #[cfg(test)]
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &[Letters])> {
        self.phrases
            .iter()
            .map(|(phrase, languages)| (*phrase, languages.as_slice()))
    }
}

/// The rows of a table: a language, and all that follows it.
pub(super) fn rows(text: &'static str) -> impl Iterator<Item = (Letters, &'static str)> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with("##"))
        .filter_map(|line| {
            let (code, rest) = line.split_once(' ')?;
            Some((code.parse().ok()?, rest))
        })
}

/// What stands before a move that is played.
pub(super) static LEADS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("leads.txt")));
/// What may stand behind it.
pub(super) static AFTERS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("afters.txt")));
/// "And" before what may stand behind it.
pub(super) static JOINS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("joins.txt")));
/// "I", where the writer goes on behind a move.
pub(super) static SPEAKERS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("speakers.txt")));
/// Verbs behind "I" that may be said of the move before them.
pub(super) static GOVERNING: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("governing.txt")));
/// What may stand before a lead.
pub(super) static OPENERS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("openers.txt")));
/// What is exclaimed about a move.
pub(super) static COMMENTS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("comments.txt")));
/// What makes nothing of every move in the mail.
pub(super) static HESITATIONS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("hesitations.txt")));
/// What a mail says that was for somebody else, or is only tried out.
pub(super) static MISDIRECTED: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("misdirected.txt")));
/// What a mail says whose writer has not moved yet.
pub(super) static PENDING: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("pending.txt")));
/// How a sentence begins that says of a move above it that it is none of the writer's.
pub(super) static POINTS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("points.txt")));
/// The writer's own move, or their game, in a sentence that says when it comes.
pub(super) static MINE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("mine.txt")));
/// When it comes.
pub(super) static SOON: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("soon.txt")));
/// What makes it none beside it.
pub(super) static CONDITIONS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("conditions.txt")));

/// What stands before a move of the opponent that is said again.
pub(super) static THEIRS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("theirs.txt")));

/// "But", with which a clause begins.
pub(super) static BUTS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("buts.txt")));
/// What stands beside a move that was only thought about.
pub(super) static TRIED: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("tried.txt")));
/// What stands before one that its writer rules out.
pub(super) static REJECTED: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("rejected.txt")));
/// What stands beside one that may be ruled out.
pub(super) static RULED_OUT: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("ruled_out.txt")));
/// What says that another game is spoken of.
pub(super) static OTHER_GAMES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("other_games.txt")));
/// What stands beside one that is to come later.
pub(super) static LATERS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("laters.txt")));
/// Words of those that say nothing about it in a clause of its own.
pub(super) static ASIDES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("asides.txt")));
/// What stands beside one that was played once, or belongs to another game.
pub(super) static TOLD: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("told.txt")));
/// With which somebody decides, before a move or the name of an opening.
pub(super) static DECISIONS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("decisions.txt")));
/// The names of openings.
pub(super) static OPENINGS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("openings.txt")));
/// What the opponent may do, at the beginning of a plan for it.
pub(super) static WHENS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("whens.txt")));
/// "If", alone.
pub(super) static WHENS_ALONE: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("ifs.txt")));
/// What says that a move is answered: "folgt", "I play".
pub(super) static ANSWERS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("answered.txt")));
/// "On", before a move of the opponent for which there is a plan.
pub(super) static UPONS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("upons.txt")));
/// With which a draw is refused.
pub(super) static REFUSALS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("refusals.txt")));
/// How a question begins, or what stands in it, that asks how somebody is or was.
pub(super) static WELFARE: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("welfare.txt")));
/// What stands beside the score of a match of another sport: "Did you see the match? 0-0".
pub(super) static SCORES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("scores.txt")));
/// Places and things that are called by a letter and a number: "Block B4".
pub(super) static THINGS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("things.txt")));

/// "So", before a move that follows from what stands before it.
pub(super) static CONCLUSIONS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("conclusions.txt")));
/// "I open the game", before "with" and a move.
pub(super) static PLAYING: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("playing.txt")));
/// "With", behind those.
pub(super) static WITHS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("withs.txt")));
/// "I retreat", before a colon and a move.
pub(super) static DOINGS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("doings.txt")));
/// What says that something was a joke.
pub(super) static JESTS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("jests.txt")));
/// "Make it", before the piece that a pawn becomes.
pub(super) static PROMOTES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("promotes.txt")));
/// "I take", before the square and the piece.
pub(super) static TAKINGS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("takings.txt")));
/// That something is taken, anywhere in a sentence.
pub(super) static CAPTURES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("captures.txt")));
/// That the piece behind it is the opponent's.
pub(super) static POSSESSIVES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("possessives.txt")));
/// "I take it back", before the piece.
pub(super) static BACK: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("back.txt")));
/// "With", before the piece.
pub(super) static WITH: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("with.txt")));

/// Languages and what a word is in each.
type Meanings = HashMap<&'static str, Vec<(Letters, &'static str)>>;

/// What the words between a piece and where it goes are.
static MOVING: LazyLock<Meanings> = LazyLock::new(|| {
    let mut moving = Meanings::new();
    for (language, rest) in rows(include_str!("moving.txt")) {
        let Some((kind, words)) = rest.split_once(' ') else {
            continue;
        };
        for word in words.split('|') {
            moving.entry(word).or_default().push((language, kind));
        }
    }
    moving
});

/// What a word between a piece and where it goes is, in this language or in any.
pub(super) fn moving(word: &str, language: Option<Letters>) -> Option<&'static str> {
    let known = MOVING.get(word)?.iter();
    known
        .filter(|(of, _)| language.is_none_or(|language| language == *of))
        .map(|(_, kind)| *kind)
        .next()
}

/// Every word between a piece and where it goes, with its language and what it is.
#[cfg(test)]
pub(super) fn moving_words() -> impl Iterator<Item = (&'static str, Letters, &'static str)> {
    MOVING.iter().flat_map(|(word, known)| {
        let meanings = known.iter();
        meanings.map(|(language, kind)| (*word, *language, *kind))
    })
}

/// The names of the pieces by language.
static PIECES: LazyLock<HashMap<&'static str, Vec<(Letters, Role)>>> = LazyLock::new(|| {
    let mut pieces: HashMap<&str, Vec<(Letters, Role)>> = HashMap::new();
    for (language, rest) in rows(include_str!("pieces.txt")) {
        let Some((piece, names)) = rest.split_once(' ') else {
            continue;
        };
        let role = match piece {
            "knight" => Role::Knight,
            "bishop" => Role::Bishop,
            "rook" => Role::Rook,
            "queen" => Role::Queen,
            "king" => Role::King,
            _ => Role::Pawn,
        };
        for name in names.split('|') {
            pieces.entry(name).or_default().push((language, role));
        }
    }
    pieces
});

/// The names of the pieces as they are written where there are no accents; a short one may be another word.
static PLAIN_PIECES: LazyLock<HashMap<String, Vec<(Letters, Role)>>> = LazyLock::new(|| {
    let mut pieces: HashMap<String, Vec<(Letters, Role)>> = HashMap::new();
    for (name, known) in PIECES.iter() {
        let plain = without_accents(name);
        if plain.len() >= SHORTEST_PLAIN && !PIECES.contains_key(plain.as_str()) {
            pieces.entry(plain).or_default().extend(known);
        }
    }
    pieces
});

/// Letters of the shortest name of a piece that is known without its accents.
const SHORTEST_PLAIN: usize = 3;

fn without_accents(word: &str) -> String {
    let plain = |c: char| match c {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' | 'ă' | 'ą' => 'a',
        'é' | 'è' | 'ê' | 'ë' | 'ě' | 'ę' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ő' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' | 'ű' | 'ů' => 'u',
        'č' | 'ç' | 'ć' => 'c',
        'ł' => 'l',
        'ň' | 'ñ' | 'ń' => 'n',
        'ř' => 'r',
        'š' | 'ś' => 's',
        'ý' => 'y',
        'ž' | 'ź' | 'ż' => 'z',
        other => other,
    };
    word.chars().map(plain).collect()
}

/// The pieces that a name stands for, by language.
pub(super) fn pieces_named(name: &str) -> &'static [(Letters, Role)] {
    PIECES.get(name).map_or(&[], Vec::as_slice)
}

/// The same for a name without its accents; only where it is known which language is meant: "vez" is no rook in Spanish.
pub(super) fn pieces_named_plainly(name: &str) -> &'static [(Letters, Role)] {
    PLAIN_PIECES.get(name).map_or(&[], Vec::as_slice)
}

/// Every name of a piece.
#[cfg(test)]
pub(super) fn names_of_pieces() -> impl Iterator<Item = (&'static str, Letters, Role)> {
    PIECES.iter().flat_map(|(name, pieces)| {
        pieces
            .iter()
            .map(|(language, role)| (*name, *language, *role))
    })
}

/// Words that only one who writes this language uses, beside those of the other tables.
static COMMON: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("common.txt")));

/// The languages in which this word, in lower case, is common.
pub(in crate::language) fn common_in(word: &str) -> &'static [Letters] {
    COMMON.languages(word)
}

/// Whether this word, in lower case, is common in any language.
pub(super) fn is_common(word: &str) -> bool {
    !common_in(word).is_empty()
}

/// The languages that the words of a mail can be of: those of which most of its words are, and no others than these.
pub(super) fn languages_of(words: &[String]) -> Vec<Letters> {
    let mut counts: HashMap<Letters, usize> = HashMap::new();
    for word in words {
        let mut languages: HashSet<Letters> = COMMON.languages(word).iter().copied().collect();
        languages.extend(pieces_named(word).iter().map(|(language, _)| *language));
        for language in languages {
            *counts.entry(language).or_default() += 1;
        }
    }
    let most = counts.values().copied().max().unwrap_or(0);
    let mut likely: Vec<Letters> = counts
        .into_iter()
        .filter(|(_, count)| *count == most && most > 0)
        .map(|(language, _)| language)
        .collect();
    likely.sort_unstable();
    likely
}
