//! The words behind a German order that are no names.

use crate::chess::Letters;
use crate::language::called::Marks;

/// What is set, in German and in English.
const SETTINGS: [(&str, &str); 22] = [
    ("an", "on"),
    ("ein", "on"),
    ("aus", "off"),
    ("keine", "off"),
    ("nein", "off"),
    ("ja", "on"),
    ("voll", "full"),
    ("vollständig", "full"),
    ("ausführlich", "full"),
    ("kurz", "short"),
    ("züge", "moves"),
    ("zug", "moves"),
    ("schlicht", "plain"),
    ("einfach", "plain"),
    ("brett", "board"),
    ("bild", "board"),
    ("worte", "words"),
    ("wörter", "words"),
    ("täglich", "daily"),
    ("wöchentlich", "weekly"),
    ("jeden tag", "daily"),
    ("jede woche", "weekly"),
];

/// Parts of the help, in German and in English.
const TOPICS: &[(&str, &str)] = &[
    ("züge", "moves"),
    ("ziehen", "moves"),
    ("zug", "moves"),
    ("bedingte züge", "conditional"),
    ("bedingt", "conditional"),
    ("notizen", "conditional"),
    ("remis", "draw"),
    ("aufgeben", "draw"),
    ("ende", "draw"),
    ("zeit", "time"),
    ("uhr", "time"),
    ("bedenkzeit", "time"),
    ("pause", "time"),
    ("urlaub", "leave"),
    ("herausfordern", "challenge"),
    ("herausforderung", "challenge"),
    ("herausforderungen", "challenge"),
    ("gesuche", "challenge"),
    ("wertung", "challenge"),
    ("turniere", "challenge"),
    ("turnier", "event"),
    ("partien", "games"),
    ("archiv", "games"),
    ("mail", "mail"),
    ("mails", "mail"),
    ("einstellungen", "mail"),
    ("sprache", "mail"),
    ("eingeben", "enter"),
    ("alles", "all"),
    ("alle", "all"),
    ("befehle", "all"),
];

/// Words with which no name begins, in lower case: behind one of them a line is talk.
const NO_NAMES: &str = "\
    der|die|das|den|dem|des|ein|eine|einen|einem|einer|mein|meine|meinen|meinem|dein|deine|deinen|ihr|ihre|ihren|sein|seine|\
    seinen|unser|unsere|euer|eure|mich|dich|sich|uns|euch|ihn|sie|es|ich|du|er|wir|man|jemand|jemanden|niemand|alle|alles|\
    nicht|nichts|kein|keine|keinen|kann|können|ist|sind|war|waren|wäre|wird|werden|hat|haben|will|würde|muss|soll|darf|und|\
    oder|aber|wenn|falls|weil|dass|auch|noch|nur|schon|doch|mal|bitte|danke|ja|nein|heute|morgen|jetzt|hier|da|dort|so|zu|\
    zum|zur|von|vom|für|mit|ohne|im|in|am|an|auf|aus|bei|nach|vor|über|unter|durch|gegen|angenommen|abgelehnt|annehmen|\
    ablehnen|zurückziehen|egal|folgt|oben|unten|anbei|siehe|später|gerne|gern";

/// The English word of what is set; also an English one.
pub(super) fn setting(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    SETTINGS
        .iter()
        .find(|(german, _)| *german == word)
        .map(|(_, english)| *english)
}

/// The name of a language that we know, and nothing else.
pub(super) fn language(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let known = match lower.as_str() {
        "deutsch" => "german",
        "englisch" => "english",
        "französisch" => "french",
        "spanisch" => "spanish",
        "italienisch" => "italian",
        "portugiesisch" => "portuguese",
        "niederländisch" => "dutch",
        "schwedisch" => "swedish",
        "dänisch" => "danish",
        "norwegisch" => "norwegian",
        "finnisch" => "finnish",
        "polnisch" => "polish",
        "tschechisch" => "czech",
        "ungarisch" => "hungarian",
        "rumänisch" => "romanian",
        "estnisch" => "estonian",
        "isländisch" => "icelandic",
        other => other,
    };
    known.parse::<Letters>().is_ok().then(|| known.to_owned())
}

/// The part of the help that is called so; another word is kept, as in English.
pub(super) fn topic(words: &str) -> Option<String> {
    let lower = words.to_lowercase();
    if let Some((_, english)) = TOPICS.iter().find(|(german, _)| *german == lower) {
        return Some((*english).to_owned());
    }
    lower.is_empty().then_some(lower)
}

/// Whether a text begins with a number, in figures or as a word.
pub(super) fn begins_with_number(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.starts_with(|sign: char| sign.is_ascii_digit())
        || super::number(&first.to_lowercase()).is_some()
}

/// Whether this word, as written, begins no name.
pub(super) fn is_no_name(word: &str) -> bool {
    let word = word.trim_matches([',', '.', '!', '?', ':']).to_lowercase();
    NO_NAMES.split('|').any(|known| known == word)
}

/// Whether a text can be a player's name: it begins with no small letter, and no word of it is one of talk.
pub(super) fn is_name(text: &str) -> bool {
    if text.starts_with(['"', '\'']) {
        return true;
    }
    let begins = text
        .chars()
        .next()
        .is_some_and(|sign| sign.is_alphanumeric() && !sign.is_lowercase());
    begins && text.split_whitespace().count() <= 3 && !text.split_whitespace().any(is_no_name)
}

/// What somebody wants to be called: behind a colon or "ist" whatever they write, else what can be a name. "Neuer Name für die
/// Eröffnung" is talk.
pub(super) fn new_name(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let said = super::behind(text, "ist").or_else(|| text.strip_prefix(':'));
    let name = said.unwrap_or(text).trim_matches([':', ' ']);
    let is_one = !name.is_empty() && (said.is_some() || is_name(name));
    is_one.then_some(name)
}

/// Wishes for a game with those for its colour and its beginning in English. What stands in marks is a name. A name may end with
/// "Weiß" as well; so only "als Weiß" and the like are a wish.
pub(super) fn wishes(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut kept: Vec<&str> = Vec::new();
    let mut marks = Marks::default();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        if marks.hold(word) {
            kept.push(word);
            continue;
        }
        let here = words.get(at - 1..).unwrap_or_default();
        match wish(here) {
            Some((english, taken)) => {
                kept.push(english);
                at += taken - 1;
            }
            None => kept.push(word),
        }
    }
    kept.join(" ")
}

/// The wish with which these words begin, in English, and how many of them it is.
fn wish(words: &[&str]) -> Option<(&'static str, usize)> {
    WISHES.iter().find_map(|(german, english)| {
        let length = german.split(' ').count();
        let these = words.get(..length)?.iter();
        let same = these
            .zip(german.split(' '))
            .all(|(word, wanted)| word.trim_end_matches([',', '.', ';']).to_lowercase() == wanted);
        same.then_some((*english, length))
    })
}

const WISHES: [(&str, &str); 24] = [
    ("als weiß", "as white"),
    ("als weiss", "as white"),
    ("mit weiß", "with white"),
    ("mit weiss", "with white"),
    ("mit den weißen", "with white"),
    ("ich spiele weiß", "i play white"),
    ("ich nehme weiß", "i take white"),
    ("als schwarz", "as black"),
    ("mit schwarz", "with black"),
    ("mit den schwarzen", "with black"),
    ("ich spiele schwarz", "i play black"),
    ("ich nehme schwarz", "i take black"),
    ("mit zufälliger farbe", "as random"),
    ("farbe egal", "as random"),
    ("zufällige farbe", "as random"),
    ("als zufall", "as random"),
    ("im schach960", "in chess960"),
    ("schach960", "chess960"),
    ("schach 960", "chess960"),
    ("fischerschach", "chess960"),
    ("ab fen", "from fen"),
    ("aus fen", "from fen"),
    ("ab stellung fen", "from fen"),
    ("ungewertet", "casual"),
];

/// The name of a tournament, without the words around it.
pub(super) fn tournament(text: &str) -> Option<&str> {
    let mut name = text;
    for before in [
        "das turnier",
        "dem turnier",
        "des turniers",
        "turnier",
        "turniers",
        "dem",
        "das",
    ] {
        if let Some(rest) = super::behind(name, before).filter(|rest| !rest.is_empty()) {
            name = rest;
        }
    }
    let mut words = name.split_whitespace();
    let alone = words.next().is_some() && words.next().is_none_or(|word| word == "für");
    let with_team = name.split_once(' ').is_some_and(|(_, team)| is_name(team));
    (!is_no_name(name) && (alone || with_team)).then_some(name)
}

/// "7" of "nr. 7" and "nummer 7".
pub(super) fn without_number_word(text: &str) -> &str {
    ["nr.", "nr", "nummer"]
        .iter()
        .find_map(|word| super::behind(text, word))
        .unwrap_or(text)
}

/// Words to look for, with those that say where in English.
pub(super) fn search(text: &str) -> String {
    let words = text
        .split(' ')
        .map(|word| match word.to_lowercase().as_str() {
            "eröffnung" => "opening",
            "seit" => "since",
            "ereignis" | "turnier" => "event",
            _ => word,
        });
    words.collect::<Vec<&str>>().join(" ")
}

/// Words to directors, behind the word for these: " des Turniers frühjahr: wann?" is " frühjahr: wann?".
pub(super) fn to_director(behind: &str) -> Option<String> {
    let (name, words) = behind.split_once(':').unwrap_or((behind, ""));
    let (name, colon) = (name.trim(), behind.contains(':'));
    if name.is_empty() {
        return Some(format!(": {}", words.trim()));
    }
    let name = ["von", "vom", "für"]
        .iter()
        .find_map(|word| super::behind(name, word))
        .unwrap_or(name);
    let name = tournament(name).filter(|_| colon)?;
    Some(format!(" {name}: {}", words.trim()))
}

/// What the director of a tournament orders, behind its name: "frühjahr öffnen".
pub(super) fn directive(text: &str) -> Option<String> {
    let (name, rest) = text.split_once(' ')?;
    let (verb, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    let english = match verb.trim_end_matches(':').to_lowercase().as_str() {
        "öffnen" => "open",
        "schließen" => "close",
        "beginnen" => "begin",
        "mitteilen" => "announce",
        "schreiben" => "tell",
        "ausschließen" | "abmelden" => "withdraw",
        "mannschaft" | "team" => "team",
        "werten" => "award",
        "tabelle" => "table",
        _ => return None,
    };
    let rest = match english {
        "withdraw" | "award" => rest.replacen(" weil ", " because ", 1),
        _ => rest.to_owned(),
    };
    let rest = match super::behind(&rest, "partie") {
        Some(behind) if english == "award" => behind.to_owned(),
        Some(_) | None => rest,
    };
    Some(format!("{name} {english} {rest}").trim_end().to_owned())
}
