//! What is said out of courtesy and is nothing that is said of a move.

use super::tables::{THINGS, WELFARE, pieces_named};

/// What is said out of courtesy, though it speaks to somebody or holds a "no", and neither denies nor asks anything.
pub(super) const COURTESY: [&str; 84] = [
    "may i ask",
    "see if",
    "wonder if",
    "no mercy",
    "not so fast",
    "better late than never",
    "see what you do",
    "see what happens",
    "no surprise",
    "no surprises",
    "no offence",
    "as if",
    "before you say it",
    "before you say anything",
    "before you ask",
    "before the",
    "as i have done since",
    "as i have done",
    "as i always do",
    "if you please",
    "to all of you",
    "all of you",
    "you all",
    "how are you",
    "how have you",
    "how did you",
    "how do you do",
    "are you well",
    "are you coming",
    "have you been",
    "have you had",
    "did you have",
    "do you have",
    "did you enjoy",
    "hope you",
    "hope you're",
    "hope you've",
    "hope that you",
    "hope to see you",
    "wish you",
    "wishing you",
    "see you tomorrow",
    "see you later",
    "see you on",
    "until tomorrow",
    "bis morgen",
    "bis später",
    "à demain",
    "hasta mañana",
    "a domani",
    "tot morgen",
    "see you",
    "thank you",
    "over to you",
    "to you",
    "with you",
    "for you",
    "and you",
    "now you",
    "you too",
    "your turn",
    "you are next",
    "you're next",
    "love you",
    "miss you",
    "tell you",
    "write to you",
    "hear from you",
    "no hurry",
    "no rush",
    "no problem",
    "no worries",
    "not bad",
    "why not",
    "no doubt",
    "not in a hurry",
    "keine eile",
    "kein problem",
    "pas de souci",
    "no hay prisa",
    "what else if not",
    "was sonst",
    "quoi d'autre",
    "cos'altro se no",
];

/// The words without what is said out of courtesy and denies nothing.
pub(super) fn without_courtesy(words: &[String]) -> Vec<String> {
    let mut text = format!(" {} ", words.join(" "));
    for phrase in COURTESY {
        text = text.replace(&format!(" {phrase} "), " ");
    }
    text.split_whitespace().map(str::to_owned).collect()
}

/// Whether a question may be about the move before it: one that says so, or is so short that it says nothing else.
pub(super) fn is_about_it(question: &[String]) -> bool {
    let polite = POLITE.contains(&question.join(" ").as_str());
    let named = question
        .iter()
        .any(|word| ABOUT_IT.contains(&word.as_str()));
    !polite && (named && question.len() <= LONGEST_QUESTION || question.len() < SHORTEST_QUESTION)
}

/// Whether a question, if it is one, asks how somebody is, or was: whatever stands behind it is no answer to it.
pub(super) fn is_about_how_somebody_is(question: &[String]) -> bool {
    question.is_empty() || WELFARE.stands_in(question, None) || asks_after_theirs(question)
}

/// Whether a question wants a yes or no about something of the opponent's that is none of the game: "Is your knee better?", "Did
/// your team win?". Behind one about a thing that is called by a letter and a digit its name may stand: "Are your seats good? d4".
fn asks_after_theirs(question: &[String]) -> bool {
    let [asks, whose, rest @ ..] = question else {
        return false;
    };
    let of_game =
        |word: &String| OF_THE_GAME.contains(&word.as_str()) || !pieces_named(word).is_empty();
    YES_OR_NO.contains(&asks.as_str())
        && YOUR.contains(&whose.as_str())
        && !rest.is_empty()
        && !rest.iter().any(of_game)
        && !THINGS.stands_in(question, None)
}

/// With which a question begins that wants a yes or no.
const YES_OR_NO: [&str; 26] = [
    "is", "are", "was", "were", "did", "do", "does", "has", "have", "had", "will", "can", "ist",
    "sind", "war", "waren", "hat", "haben", "wird", "kann", "heeft", "zijn", "gaat", "geht",
    "kommt", "komt",
];

const YOUR: [&str; 14] = [
    "your", "dein", "deine", "deiner", "deinem", "deinen", "ihr", "ihre", "ihrer", "ihrem", "euer",
    "eure", "jouw", "uw",
];

/// Words of a question that is about the game, beside the names of pieces in other languages than English.
const OF_THE_GAME: [&str; 50] = [
    "king",
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "pawns",
    "castle",
    "piece",
    "pieces",
    "move",
    "moves",
    "reply",
    "answer",
    "plan",
    "opening",
    "position",
    "game",
    "clock",
    "time",
    "attack",
    "defence",
    "defense",
    "line",
    "idea",
    "square",
    "choice",
    "next",
    "last",
    "this",
    "that",
    "it",
    "zug",
    "antwort",
    "eröffnung",
    "stellung",
    "partie",
    "uhr",
    "zeit",
    "angriff",
    "verteidigung",
    "variante",
    "zet",
    "stelling",
    "partij",
    "feld",
    "draw",
    "turn",
    "one",
    "side",
];

/// Longer questions are about something of their own, whatever words are in them.
pub(super) const LONGEST_QUESTION: usize = 6;

/// Words of a question that is about something of its own.
pub(super) const SHORTEST_QUESTION: usize = 3;

/// Questions that are short and about nothing but how somebody is.
pub(super) const POLITE: [&str; 16] = [
    "and you",
    "what's up",
    "what's new",
    "all well",
    "you ok",
    "wie geht's",
    "alles gut",
    "und dir",
    "ça va",
    "et toi",
    "qué tal",
    "y tú",
    "come va",
    "come stai",
    "tudo bem",
    "alles goed",
];

/// Words of a question that is about the move before it.
pub(super) const ABOUT_IT: [&str; 34] = [
    "it", "that", "this", "ok", "okay", "fine", "right", "correct", "legal", "allowed", "possible",
    "agree", "think", "sure", "expect", "mean", "know", "move", "good", "bad", "better", "das",
    "ça", "eso", "dat", "zug", "erlaubt", "richtig", "möglich", "coup", "jugada", "mossa", "zet",
    "det",
];
