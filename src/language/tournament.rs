//! Tournaments: "sign up spring", "withdraw from spring", "table spring".
//!
//! A tournament is called by one word. A line is an order only where nothing in it is left over: "sign up for the newsletter
//! today" and "withdraw from the square" are talk.

use super::command::Command;
use super::watch::about_watching;

/// What a tournament is called at the most, in characters; as in the database.
const LONGEST_NAME: usize = 31;

/// Words behind which no tournament stands: "join us", "table tennis".
const NO_NAMES: [&str; 38] = [
    "us",
    "me",
    "you",
    "him",
    "her",
    "them",
    "it",
    "in",
    "now",
    "here",
    "there",
    "this",
    "that",
    "game",
    "games",
    "match",
    "challenge",
    "server",
    "play",
    "tennis",
    "today",
    "soon",
    "tournament",
    "turnier",
    "tournoi",
    "torneo",
    "toernooi",
    "event",
    "newsletter",
    "den",
    "der",
    "das",
    "alles",
    "bitte",
    "casa",
    "qui",
    "hier",
    "heute",
];

/// An order about tournaments, by its first word and what stands behind it.
pub(super) fn about_tournaments(first: &str, rest: &str) -> Option<Command> {
    let words: Vec<String> = rest.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match (first, words.as_slice()) {
        ("sign", ["up", rest @ ..] | ["me", "up", rest @ ..]) | ("signup", rest) => {
            let rest = without(rest, &["for", "to", "in"]);
            signing_up(rest)
        }
        ("withdraw", ["from", rest @ ..]) => name(rest).map(Command::WithdrawFrom),
        ("table", rest) => {
            let rest = without(rest, &["of", "for"]);
            name(rest).map(|name| Command::Table(Some(name)))
        }
        ("join", rest) => name(rest).map(Command::EnterTournament),
        (first, _) => about_watching(first, rest),
    }
}

/// Words of the longest name of a team.
const MOST_WORDS_OF_TEAM: usize = 4;

/// "spring", "spring for Riverside", or "spring Riverside".
fn signing_up(rest: &[&str]) -> Option<Command> {
    if let Some(name) = name(rest) {
        return Some(Command::SignUp(name, None));
    }
    let Some(at) = rest.iter().position(|word| FOR.contains(word)) else {
        return with_bare_team(rest);
    };
    let (tournament, team) = rest.split_at_checked(at)?;
    let team = team.get(1..)?;
    let team = without(without(team, &["the"]), &["team"]);
    let is_team = (1..=MOST_WORDS_OF_TEAM).contains(&team.len())
        && team.iter().all(|word| !NO_NAMES.contains(word));
    let name = name(tournament).filter(|_| is_team)?;
    Some(Command::SignUp(name, Some(team.join(" "))))
}

/// "spring Riverside": a tournament and a team with nothing between them. Talk may look so too, hence no word of it is one that
/// stands in sentences.
fn with_bare_team(rest: &[&str]) -> Option<Command> {
    let rest = without(rest, &["the"]);
    let (tournament, team) = rest.split_at_checked(1)?;
    let of_talk = |word: &&str| NO_NAMES.contains(word) || OF_SENTENCES.contains(word);
    let strange = |word: &&str| word.contains(['@', '/', ',', ';', ':', '"', '?', '&', '+', '=']);
    let is_team = (1..=MOST_WORDS_OF_BARE_TEAM).contains(&team.len());
    if !is_team || rest.iter().any(|word| of_talk(word) || strange(word)) {
        return None;
    }
    Some(Command::SignUp(name(tournament)?, Some(team.join(" "))))
}

/// Words of the longest name of a team that is read without a word in front.
const MOST_WORDS_OF_BARE_TEAM: usize = 3;

/// Words that stand in sentences about signing up, and so neither in the name of a tournament nor in that of a team behind it.
const OF_SENTENCES: [&str; 40] = [
    "a",
    "am",
    "an",
    "and",
    "are",
    "as",
    "at",
    "because",
    "before",
    "but",
    "by",
    "can",
    "from",
    "has",
    "i",
    "if",
    "is",
    "of",
    "on",
    "or",
    "our",
    "please",
    "sheet",
    "so",
    "team",
    "that",
    "the",
    "to",
    "tomorrow",
    "too",
    "tournament",
    "until",
    "was",
    "we",
    "when",
    "will",
    "with",
    "yet",
    "your",
    "und",
];

/// Between a tournament and a team.
const FOR: [&str; 3] = ["for", "f\u{fc}r", "fuer"];

/// Whether this name of a team is read as one where somebody signs up for it.
pub fn is_read_as_team(name: &str) -> bool {
    let read = about_tournaments("sign", &format!("up spring for {name}"));
    let team = name.to_lowercase();
    // Marks at the end of a line are no part of what it says.
    let bare = name.trim_matches(|sign: char| sign.is_ascii_punctuation());
    let plain = !name.contains([',', ':', '"']) && bare == name;
    plain && read == Some(Command::SignUp("spring".to_owned(), Some(team)))
}

/// Whether this name of a tournament is read as one in all orders about it.
pub fn is_read_as_tournament(name: &str) -> bool {
    let orders = [
        ("sign", "up", Command::SignUp(name.to_owned(), None)),
        ("withdraw", "from", Command::WithdrawFrom(name.to_owned())),
        ("table", "", Command::Table(Some(name.to_owned()))),
    ];
    orders.into_iter().all(|(first, between, order)| {
        about_tournaments(first, &format!("{between} {name}")) == Some(order)
    })
}

/// Words of the longest line that is nearly an order about a tournament.
const MOST_WORDS: usize = 5;

/// What a line may have meant that is nearly an order about a tournament: "sing up spring", "register for spring", "table".
pub(super) fn nearly(plain: &str) -> Option<String> {
    let lower = plain.trim_end_matches(['.', '!', '?']).to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    if words.len() > MOST_WORDS || lower.contains(['@', '/', '.', ',']) {
        return None;
    }
    let (order, rest) = match words.as_slice() {
        ["sign" | "sing", "up", rest @ ..]
        | ["sign" | "sing", "me", "up", rest @ ..]
        | [
            "signup" | "sign-up" | "singup" | "register" | "enrol" | "enroll",
            rest @ ..,
        ] => ("sign up", without(rest, &["for", "to", "in", "me"])),
        ["table" | "standings" | "crosstable", rest @ ..] | ["cross", "table", rest @ ..] => {
            ("table", without(rest, &["of", "for", "in"]))
        }
        ["withdraw" | "unregister", rest @ ..] => {
            let name = name(without(rest, &["from"]))?;
            let other = WITHDRAWN.contains(&name.as_str());
            return (!other).then(|| format!("withdraw from {name}"));
        }
        ["event", named, _] if is_name(named) => return Some("help event".to_owned()),
        _ => return None,
    };
    match (rest, name(rest)) {
        (_, Some(name)) => Some(format!("{order} {name}")),
        ([], None) if order == "table" => Some(order.to_owned()),
        ([], None) => Some("tournaments".to_owned()),
        (_, None) => None,
    }
}

/// What else can be withdrawn.
const WITHDRAWN: [&str; 8] = [
    "draw",
    "offer",
    "move",
    "invitation",
    "seek",
    "takeback",
    "request",
    "pause",
];

/// The first of several tournaments that one line names: "sign up spring, summer" is "sign up spring", and so on.
pub(super) fn first_of_several(plain: &str) -> Option<String> {
    const ORDERS: [(&str, &str); 6] = [
        ("sign up for ", "sign up"),
        ("sign up ", "sign up"),
        ("signup ", "sign up"),
        ("withdraw from ", "withdraw from"),
        ("table of ", "table"),
        ("table ", "table"),
    ];
    let lower = plain.to_lowercase();
    let (order, names) = ORDERS
        .iter()
        .find_map(|(written, order)| Some((order, lower.strip_prefix(written)?)))?;
    let mut names = names
        .split([',', ';', '&', '+'])
        .flat_map(|names| names.split(" and "))
        .map(|names| name(&names.split_whitespace().collect::<Vec<_>>()));
    let first = names.next()??;
    let mut others = names.peekable();
    let several = others.peek().is_some() && others.all(|name| name.is_some());
    several.then(|| format!("{order} {first}"))
}

/// What a tournament is called, with or without "the" and "tournament" around it.
fn name(words: &[&str]) -> Option<String> {
    let words = without(words, &["the"]);
    let words = match words {
        ["tournament", rest @ ..] if !rest.is_empty() => rest,
        [rest @ .., "tournament"] if !rest.is_empty() => rest,
        words => words,
    };
    let [name] = words else {
        return None;
    };
    is_name(name).then(|| (*name).to_owned())
}

/// Whether a word, in lower case, can be what a tournament is called.
pub(super) fn is_name(word: &str) -> bool {
    let sign = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-';
    (2..=LONGEST_NAME).contains(&word.len())
        && word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.bytes().all(sign)
        && !NO_NAMES.contains(&word)
}

/// The words without one of these in front.
fn without<'a, 'b>(words: &'a [&'b str], fillers: &[&str]) -> &'a [&'b str] {
    match words {
        [first, rest @ ..] if fillers.contains(first) => rest,
        words => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_an_order_about_a_tournament_is_told() {
        for (line, meant) in [
            ("sing up spring-2027", Some("sign up spring-2027")),
            ("withdraw spring", Some("withdraw from spring")),
            (
                "unregister from the spring tournament",
                Some("withdraw from spring"),
            ),
            ("withdraw draw", None),
            ("register for spring-2027", Some("sign up spring-2027")),
            ("Standings of spring-2027?", Some("table spring-2027")),
            ("sign up", Some("tournaments")),
            ("standings", Some("table")),
            ("event spring-2027 pair", Some("help event")),
            ("event spring-2027 was great", None),
            ("sign up here and win a prize today", None),
            ("register at example.org", None),
            ("table tennis", None),
        ] {
            assert_eq!(nearly(line).as_deref(), meant, "{line}");
        }
        for (line, first) in [
            ("sign up spring, summer", Some("sign up spring")),
            ("Sign up for spring and summer", Some("sign up spring")),
            ("withdraw from spring, summer", Some("withdraw from spring")),
            ("table of spring & summer", Some("table spring")),
            ("table tennis and chess", None),
            ("sign up spring", None),
            ("sign up for the news and for a prize", None),
        ] {
            assert_eq!(first_of_several(line).as_deref(), first, "{line}");
        }
    }

    #[test]
    fn an_order_about_a_tournament_names_it_by_one_word_and_says_nothing_else() {
        let spring = || "spring-2027".to_owned();
        for (first, rest, read) in [
            (
                "sign",
                "up spring-2027",
                Some(Command::SignUp(spring(), None)),
            ),
            (
                "sign",
                "up for the tournament Spring-2027",
                Some(Command::SignUp(spring(), None)),
            ),
            (
                "sign",
                "me up for the spring-2027 tournament",
                Some(Command::SignUp(spring(), None)),
            ),
            (
                "signup",
                "spring-2027",
                Some(Command::SignUp(spring(), None)),
            ),
            (
                "withdraw",
                "from spring-2027",
                Some(Command::WithdrawFrom(spring())),
            ),
            (
                "withdraw",
                "from the tournament spring-2027",
                Some(Command::WithdrawFrom(spring())),
            ),
            ("table", "spring-2027", Some(Command::Table(Some(spring())))),
            (
                "table",
                "of spring-2027",
                Some(Command::Table(Some(spring()))),
            ),
            (
                "join",
                "spring-2027",
                Some(Command::EnterTournament(spring())),
            ),
            (
                "sign",
                "up spring-2027 for Riverside Chess",
                Some(Command::SignUp(
                    spring(),
                    Some("riverside chess".to_owned()),
                )),
            ),
            (
                "sign",
                "up for spring-2027 for the team Riverside",
                Some(Command::SignUp(spring(), Some("riverside".to_owned()))),
            ),
            (
                "sign",
                "up spring-2027 f\u{fc}r Riverside",
                Some(Command::SignUp(spring(), Some("riverside".to_owned()))),
            ),
            (
                "sign",
                "up spring-2027 Riverside",
                Some(Command::SignUp(spring(), Some("riverside".to_owned()))),
            ),
            (
                "sign",
                "up for spring-2027 River Side 2",
                Some(Command::SignUp(spring(), Some("river side 2".to_owned()))),
            ),
            ("sign", "up spring-2027 with me", None),
            ("sign", "up spring-2027, summer", None),
            ("sign", "up spring-2027 today", None),
            ("sign", "up sheets are in the hall", None),
            ("sign", "up spring-2027 for me", None),
            (
                "sign",
                "up spring-2027 for whoever of us has the time",
                None,
            ),
            ("sign", "up", None),
            ("sign", "spring-2027", None),
            ("sign", "up for spring-2027 and summer", None),
            ("withdraw", "spring-2027", None),
            ("withdraw", "from this game", None),
            ("withdraw", "from game", None),
            ("withdraw", "", None),
            ("table", "", None),
            ("table", "tennis", None),
            ("table", "of 1972", None),
            ("join", "us", None),
        ] {
            assert_eq!(about_tournaments(first, rest), read, "{first} {rest}");
        }
    }
}
