//! Commands with words of the player's own in them: whom to challenge, a new name, a topic.

use super::called::in_marks;
use super::colours::{colour_behind, each_with_its_colour};
use super::command::{Colour, Command, Preference, Setup};
use super::seek::about_seeks;
use super::several::{opponents, says_more};
use super::stake::{StakeWish, cut_stake};
use super::time_control::{TimeWish, cut, name_and_nearly};
use super::tournament::about_tournaments;
use crate::chess::Letters;

/// Commands with words of the player's own behind them; these keep their letter case.
pub(super) fn with_argument(plain: &str) -> Option<Command> {
    let trimmed = cut_politeness(plain.trim_end_matches(['.', '!', ' ']));
    if matches!(trimmed, "?" | "??") {
        return Some(Command::Help(None));
    }
    let lower = trimmed.to_lowercase();
    let (first, rest) = match trimmed.split_once([' ', ':']) {
        Some((first, rest)) => (first.to_lowercase(), rest.trim_start_matches([':', ' '])),
        None => (lower.clone(), ""),
    };
    let argument_words = rest.split_whitespace().count();
    match first.trim_end_matches('?') {
        "help" | "commands" if argument_words == 0 || rest.eq_ignore_ascii_case("me") => {
            Some(Command::Help(None))
        }
        "help" if argument_words <= 2 => Some(Command::Help(Some(rest.to_lowercase()))),
        "name" if (1..=4).contains(&argument_words) && can_be_called(rest) => {
            Some(Command::Name(rest.to_owned()))
        }
        "letters" | "pieces" if argument_words == 1 => Some(Command::Letters(rest.to_lowercase())),
        "format" if argument_words == 1 => Some(Command::Format(rest.to_lowercase())),
        "address" => address_in(rest)
            .filter(|address| ends_with_address(rest, address) && argument_words <= 2)
            .map(Command::Address),
        "change" | "new" if lower.contains("address ") => {
            change_of_address(trimmed, &lower).map(Command::Address)
        }
        "remove" | "forget" | "delete" => {
            let address = lower_rest(trimmed, &lower, &["address "])?;
            let whole = address_in(address).filter(|found| ends_with_address(address, found));
            whole.map(Command::RemoveAddress)
        }
        "block" => blocked(rest).map(Command::Block),
        "unblock" => blocked(rest).map(Command::Unblock),
        first @ ("seek" | "take" | "unseek") => about_seeks(first, rest),
        "rating" | "ratings" => rated_player(rest).map(|name| Command::Ratings(Some(name))),
        "enter" => Some(enter(rest)),
        "overwrite" => overwrite(rest),
        "search" => Some(Command::Search(rest.to_owned())),
        "challenge" | "invite" | "new" | "play" | "game" | "i" => {
            let (rest, address_only) = challenged(trimmed)?;
            challenge(rest, address_only)
        }
        "chess960" | "chess" | "fischer" | "fischerandom" | "freestyle" => {
            let words: Vec<&str> = trimmed.split_whitespace().collect();
            let (setup, around) = setup_in(&words)?;
            if let Setup::Chess960(which) = setup
                && around.is_empty()
            {
                Some(Command::Chess960(which))
            } else {
                None
            }
        }
        first => about_tournaments(first, rest).or_else(|| setting(first, rest)),
    }
}

/// What somebody sets about time or their letters, by the first word and what stands behind it.
fn setting(first: &str, rest: &str) -> Option<Command> {
    let off = || "off".to_owned();
    match first {
        "zone" | "timezone" if may_be_zone(rest) => Some(Command::Zone(rest.to_owned())),
        "time" if is_zone(rest) => Some(Command::Zone(rest.get(5..)?.trim().to_owned())),
        "reminders" | "reminder" if says_when(rest) => {
            Some(Command::Reminders(rest.to_lowercase()))
        }
        "no" if rest.eq_ignore_ascii_case("reminders") => Some(Command::Reminders(off())),
        "digest" if is_word(rest) => Some(Command::Digest(rest.to_lowercase())),
        "language" if is_language(rest) => preference(Preference::Language, rest),
        "receipts" | "receipt" if is_word(rest) => preference(Preference::Receipts, rest),
        "no" if rest.eq_ignore_ascii_case("receipts") => preference(Preference::Receipts, "off"),
        // Another word behind it may be the number of a game that is wanted as PGN.
        "pgn" if ["on", "off"].contains(&rest.to_lowercase().as_str()) => {
            preference(Preference::Files, rest)
        }
        // With any other word it is talk: "Calendar permitting", "calendar full".
        "calendar" | "calender" if ["on", "off"].contains(&rest.to_lowercase().as_str()) => {
            preference(Preference::Calendar, rest)
        }
        // The same: "public holiday tomorrow".
        "public" if ["on", "off"].contains(&rest.to_lowercase().as_str()) => {
            preference(Preference::Public, rest)
        }
        // The same: "listed above".
        "listed" if ["on", "off"].contains(&rest.to_lowercase().as_str()) => {
            preference(Preference::Listed, rest)
        }
        "players" => place(rest).map(Command::Players),
        "no" if rest.eq_ignore_ascii_case("calendar") => preference(Preference::Calendar, "off"),
        "no" if rest.eq_ignore_ascii_case("pgn") => preference(Preference::Files, "off"),
        "automatic" | "auto" => {
            let rest = rest.to_lowercase();
            let word = rest.strip_prefix("leave")?.strip_prefix([' ', ':'])?;
            let word = Some(word.trim_matches([' ', ':'])).filter(|word| is_word(word))?;
            preference(Preference::AutomaticLeave, word)
        }
        "subjects" | "subject" if is_word(rest) => preference(Preference::Subjects, rest),
        // "links" is "left" to who writes German: "links oben".
        "links" if LINKS.contains(&rest.to_lowercase().as_str()) => {
            preference(Preference::Links, rest)
        }
        "no" if rest.eq_ignore_ascii_case("links") => preference(Preference::Links, "off"),
        "no" if rest.eq_ignore_ascii_case("digest") => Some(Command::Digest(off())),
        _ => None,
    }
}

/// What can stand behind "links".
const LINKS: [&str; 5] = ["moves", "plain", "on", "off", "none"];

fn preference(which: Preference, word: &str) -> Option<Command> {
    Some(Command::Prefer(which, word.to_lowercase()))
}

fn is_word(rest: &str) -> bool {
    rest.split_whitespace().count() == 1
}

/// Whether a word behind "language" is one: its name, or the code of any. "Language problems" is talk.
fn is_language(word: &str) -> bool {
    let code = word.len() == 2 && word.chars().all(|sign| sign.is_ascii_alphabetic());
    code || is_word(word) && word.parse::<Letters>().is_ok()
}

/// Whether a time zone stands behind "time": "time zone Europe/Berlin".
fn is_zone(rest: &str) -> bool {
    strip_start(rest, "zone ").is_some_and(may_be_zone)
}

/// Whether these words may name a time zone: two at most, or three as in "America/Port of Spain".
fn may_be_zone(words: &str) -> bool {
    let count = words.split_whitespace().count();
    let named = words.starts_with(|first: char| first.is_alphanumeric() || first == '+');
    named && !words.contains([',', '.', '?']) && (count <= 2 || count == 3 && words.contains('/'))
}

/// Whether words behind "reminders" say when: an amount of time, or one word.
fn says_when(rest: &str) -> bool {
    let amount = |word: &str| word.chars().any(|sign| sign.is_ascii_digit());
    match rest.split_whitespace().count() {
        0 => false,
        1 | 2 => true,
        words => words <= 12 && rest.split_whitespace().any(amount),
    }
}

/// Challenges to several, of which no two are known to be one.
pub(super) fn challenges(plain: &str) -> Option<Vec<Command>> {
    let trimmed = cut_politeness(plain.trim_end_matches(['.', '!', ' ']));
    let (text, address_only) = challenged(trimmed)?;
    let may_be = |first: Option<&str>| !address_only || first.is_some_and(|it| it.contains('@'));
    if let Some(each) = of_each_colour(text) {
        let first = each.first().and_then(Command::challenged);
        return may_be(first).then_some(each);
    }
    let wishes = wishes(text);
    let opponents = opponents(&wishes.whom)?;
    let known = may_be(opponents.first().map(String::as_str));
    let last = opponents.len().saturating_sub(1);
    let challenge = |(at, opponent): (usize, String)| {
        let time = wishes.time.clone();
        let time = time.map(|time| if at == last { time } else { time.beside_name() });
        let stake = wishes.stake.clone();
        Command::Challenge {
            opponent,
            colour: wishes.colour,
            setup: wishes.setup.clone(),
            time,
            stake: if at == last {
                stake
            } else {
                stake.beside_name()
            },
        }
    };
    known.then(|| opponents.into_iter().enumerate().map(challenge).collect())
}

/// Challenges to several, with a colour behind each, and perhaps a time control for all of them at the end.
fn of_each_colour(text: &str) -> Option<Vec<Command>> {
    let staked = cut_stake(text);
    // One behind the first may be for that one alone.
    if !text.starts_with(&staked.rest) {
        return None;
    }
    let text = staked.rest.as_str();
    let stake = staked.wish.beside_name();
    let (whom, time) = match cut(text) {
        Some(cut) if !text.starts_with(&cut.rest) => return None,
        Some(cut) => {
            let time = TimeWish {
                written: cut.written,
                behind_name: None,
                read: cut.read,
            };
            (cut.rest, Some(time))
        }
        None => (text.to_owned(), None),
    };
    let words: Vec<&str> = whom.split_whitespace().collect();
    if setup_in(&words).is_some() {
        return None;
    }
    let challenge = |(opponent, colour)| Command::Challenge {
        opponent,
        colour,
        setup: Setup::Usual,
        time: time.clone(),
        stake: stake.clone(),
    };
    let each = each_with_its_colour(&whom)?;
    Some(each.into_iter().map(challenge).collect())
}

/// Whom a line challenges, and what it wishes; and whether only an address shows that it does.
fn challenged(trimmed: &str) -> Option<(&str, bool)> {
    let (first, rest) = trimmed.split_once([' ', ':'])?;
    let verb = first.to_lowercase();
    if matches!(verb.trim_end_matches('?'), "challenge" | "invite") {
        return Some((rest.trim_start_matches([':', ' ']), false));
    }
    let lower = trimmed.to_lowercase();
    let rest = WITH_SOMEBODY
        .split('|')
        .find_map(|start| lower.strip_prefix(start))?;
    // Lower case may have another length in bytes; then nothing is read.
    let rest = trimmed.get(trimmed.len().checked_sub(rest.len())?..)?;
    Some((rest, true))
}

/// `new address ann@example.org`, `change my address to ann@example.org`.
fn change_of_address(trimmed: &str, lower: &str) -> Option<String> {
    let rest = lower_rest(
        trimmed,
        lower,
        &[
            "new address ",
            "change my address to ",
            "change address to ",
        ],
    )?;
    address_in(rest).filter(|address| ends_with_address(rest, address))
}

/// What stands behind one of these words at the beginning or behind the first word, its letter case kept.
fn lower_rest<'a>(trimmed: &'a str, lower: &str, starts: &[&str]) -> Option<&'a str> {
    let after_first = lower.split_once(' ').map_or("", |(_, rest)| rest);
    let rest = starts.iter().find_map(|start| {
        lower
            .strip_prefix(start)
            .or_else(|| after_first.strip_prefix(start))
    })?;
    // Lower case may have another length in bytes; then nothing is read.
    trimmed.get(trimmed.len().checked_sub(rest.len())?..)
}

/// Whom to block, in marks or not.
fn blocked(text: &str) -> Option<String> {
    match in_marks(text) {
        Some((name, rest)) => rest
            .trim_matches([' ', ','])
            .is_empty()
            .then(|| name.to_owned()),
        None => is_name(text).then(|| text.to_owned()),
    }
}

/// Whether somebody can want to be called so: "name of the dog: Rex" and "name the opening!" are said to the opponent.
fn can_be_called(rest: &str) -> bool {
    let lower = rest.to_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next().unwrap_or_default();
    let goes_on = words.next().is_some() && OF_SENTENCES.contains(&first);
    !goes_on && !rest.contains(['?', ',']) && !rest.contains(": ")
}

/// Words behind "name" with which a sentence goes on.
const OF_SENTENCES: [&str; 36] = [
    "of", "for", "is", "was", "it", "the", "a", "an", "my", "your", "his", "her", "our", "their",
    "this", "that", "one", "any", "day", "days", "and", "or", "des", "der", "die", "das", "meiner",
    "meines", "meine", "unserer", "unseres", "vom", "von", "ist", "in", "to",
];

/// Whether a text can be the name of a player: "block the pawn" is talk.
fn is_name(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let first = text.split_whitespace().next().unwrap_or_default();
    let speaks = ["the", "my", "your", "a", "his", "her", "this", "that", "it"];
    (1..=4).contains(&words)
        && !text.contains(['?', '!', ',', '@', '/', ':', ';'])
        && text.chars().any(char::is_alphabetic)
        && !speaks.contains(&first.to_lowercase().as_str())
}

/// A place of a list, from which on it is shown: "101", "from 101".
fn place(rest: &str) -> Option<i64> {
    const LAST: i64 = 1_000_000;
    let rest = rest.trim_start_matches("from ").trim();
    let figures = rest.bytes().all(|sign| sign.is_ascii_digit());
    let place = rest.parse().ok().filter(|_| figures)?;
    (1..=LAST).contains(&place).then_some(place)
}

/// Whose rating is asked for: a name in marks, one word, or up to three that begin as names do. "Rating is fun" and "ratings of
/// old players" are talk.
fn rated_player(text: &str) -> Option<String> {
    let text = strip_start(text, "of ").unwrap_or(text).trim();
    let first = text.split_whitespace().next()?;
    let like_a_name = first
        .chars()
        .next()
        .is_some_and(|sign| !sign.is_lowercase());
    let words = text.split_whitespace().count();
    let talks = TALK_OF_RATINGS
        .split('|')
        .any(|word| first.trim_matches([',', '.']).eq_ignore_ascii_case(word));
    if in_marks(text).is_none() && (talks || words > 3 || words > 1 && !like_a_name) {
        return None;
    }
    blocked(text)
}

/// Words that stand behind "rating" where somebody speaks of it.
const TALK_OF_RATINGS: &str = "is|isn't|was|wasn't|are|aren't|were|will|would|has|have|had|does|doesn't|do|don't|did|can|could|\
    should|may|might|must|of|and|or|but|for|in|on|at|to|by|with|from|as|so|than|that|this|which|what|why|how|when|where|if|who|\
    not|no|yes|now|then|here|there|up|down|too|ok|i|i'm|you|he|she|it|we|they|my|your|his|her|our|their|the|a|an|points|point|\
    system|systems|list|lists|change|changes|difference|differences|matters|matter|fun|gain|loss|inflation|went|goes|go|drops|\
    dropped|rises|rose|fell|falls|game|games|again|only|just|please|thanks|question|wise|went";

/// "waiting abcd-efgh-ijkl-mnop", or the name of a collection.
fn enter(rest: &str) -> Command {
    let waiting = strip_start(rest, "waiting ").and_then(key);
    waiting.map_or_else(
        || Command::Enter {
            collection: collection(rest).to_owned(),
            pgn: String::new(),
        },
        |key| Command::EnterWaiting { key },
    )
}

/// What a game waits under: 16 letters and figures, with or without the signs between them.
fn key(written: &str) -> Option<String> {
    let plain: String = written
        .trim_end_matches('.')
        .chars()
        .filter(|sign| !matches!(sign, '-' | ' '))
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let is_key = plain.len() == KEY_LETTERS
        && plain
            .bytes()
            .all(|letter| matches!(letter, b'a'..=b'z' | b'2'..=b'7'));
    is_key.then_some(plain)
}

/// "Club championship" of "in Club championship".
fn collection(rest: &str) -> &str {
    ["in ", "into ", "games in "]
        .iter()
        .find_map(|start| strip_start(rest, start))
        .unwrap_or(rest)
}

/// "17 abcd-efgh-ijkl-mnop", with or without "game" in front and "password" between.
fn overwrite(rest: &str) -> Option<Command> {
    let rest = strip_start(rest, "game ").unwrap_or(rest);
    let (number, password) = rest.split_once(' ')?;
    let password = password.trim();
    Some(Command::Overwrite {
        number: number.trim_start_matches('#').parse().ok()?,
        password: strip_start(password, "password ")
            .unwrap_or(password)
            .to_owned(),
        pgn: String::new(),
    })
}

/// The text without this beginning, in any letter case.
pub(super) fn strip_start<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(start.len())?;
    head.eq_ignore_ascii_case(start).then(|| rest.trim_start())
}

/// Letters and figures of what a game waits under: 80 bits.
const KEY_LETTERS: usize = 16;

/// How a challenge begins without the word, in lower case; an address must follow.
const WITH_SOMEBODY: &str = "\
    i challenge |i invite |new game with |new game against |new game vs |new game |play against |\
    play with |play |game with |game against ";

/// The line without "please" and the like around it, its letter case kept.
pub(super) fn cut_politeness(plain: &str) -> &str {
    let mut text = plain;
    for start in [
        "please ",
        "i want to ",
        "i would like to ",
        "i'd like to ",
        "bitte ",
    ] {
        if let Some((head, rest)) = text.split_at_checked(start.len())
            && head.eq_ignore_ascii_case(start)
        {
            text = rest;
        }
    }
    for end in [" please", " thanks", " thank you", " bitte"] {
        if let Some(cut) = text.len().checked_sub(end.len())
            && let Some((rest, tail)) = text.split_at_checked(cut)
            && tail.eq_ignore_ascii_case(end)
        {
            text = rest.trim_end_matches([',', '.']);
        }
    }
    text
}

/// Whom to challenge, and with which colour. A name without `@` is believed only after the word `challenge`.
fn challenge(text: &str, address_only: bool) -> Option<Command> {
    if let Some((name, wishes)) = in_marks(text).filter(|_| !address_only) {
        return challenge_in_marks(name, wishes);
    }
    let wishes = wishes(text);
    let whom = wishes.whom.trim_matches([' ', ',', '"', '.']);
    let nearly = name_and_nearly(whom);
    let mut time = wishes.time;
    let opponent = match address_in(whom) {
        // "Invite nobody, I only wanted to say hello. Ann, ann@example.org"
        Some(address) if !leads_to_address(whom, &address) => return None,
        Some(address) if ends_with_address(whom, &address) => address,
        // More words behind the address were meant to say something.
        Some(address) => {
            let (before, written) = nearly?;
            if !ends_with_address(before, &address) {
                return None;
            }
            time = Some(TimeWish::unread(written));
            address
        }
        None if address_only => return None,
        None if is_fair_name(whom) => whom.to_owned(),
        // Whoever knows the players looks for all of it first.
        None if nearly.is_some_and(|(name, _)| is_fair_name(name) && !says_more(name)) => {
            whom.to_owned()
        }
        // Names side by side, or one with a comma in it: whoever knows the players can tell.
        None => match opponents(whom)?.as_slice() {
            [names] => names.clone(),
            _ => return None,
        },
    };
    Some(Command::Challenge {
        opponent,
        colour: wishes.colour,
        setup: wishes.setup,
        time,
        stake: wishes.stake,
    })
}

/// Whom to challenge whose name stands in marks, and what is wished behind it.
fn challenge_in_marks(name: &str, wishes: &str) -> Option<Command> {
    // It is read behind a name that says nothing.
    let Command::Challenge {
        opponent,
        colour,
        setup,
        time,
        stake,
    } = challenge(&format!("somebody{wishes}"), false)?
    else {
        return None;
    };
    let time = match name_and_nearly(&opponent) {
        Some(("somebody", written)) => Some(TimeWish::unread(written)),
        // The name ends at its mark.
        None if opponent == "somebody" => time.map(TimeWish::beside_name),
        Some(_) | None => return None,
    };
    Some(Command::Challenge {
        opponent: name.to_owned(),
        colour,
        setup,
        time,
        stake: stake.beside_name(),
    })
}

/// What is wished behind an opponent.
pub(super) struct Wishes {
    pub(super) whom: String,
    pub(super) colour: Colour,
    pub(super) setup: Setup,
    pub(super) time: Option<TimeWish>,
    pub(super) stake: StakeWish,
}

/// What stands before the wishes for a stake, a time control, a colour and a beginning, and these. The time control is cut out
/// before colour and beginning:
/// "3 days" is no number of Chess960, and no field of a FEN.
pub(super) fn wishes(text: &str) -> Wishes {
    let staked = cut_stake(text);
    let stake = staked.wish;
    let Some(cut) = cut(&staked.rest) else {
        let (whom, colour, setup) = untimed_wishes(&staked.rest);
        return Wishes {
            whom,
            colour,
            setup,
            time: None,
            stake,
        };
    };
    let (whom, colour, setup) = untimed_wishes(&cut.rest);
    // Nothing joins the two, and nothing stands between them.
    let behind_name = cut.before.as_deref() == Some(whom.trim());
    let time = TimeWish {
        behind_name: behind_name.then(|| cut.written.clone()),
        written: cut.written,
        read: cut.read,
    };
    Wishes {
        whom,
        colour,
        setup,
        time: Some(time),
        stake,
    }
}

fn untimed_wishes(text: &str) -> (String, Colour, Setup) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (setup, around) = match setup_in(words.get(1..).unwrap_or_default()) {
        Some((setup, around)) => {
            let first = words.first().copied().into_iter();
            let around: Vec<&str> = first.chain(around).collect();
            (
                setup,
                around.join(" ").trim_end_matches([',', ' ']).to_owned(),
            )
        }
        None => (Setup::Usual, text.to_owned()),
    };
    let (whom, colour) = colour_behind(&around)
        .map_or((around.as_str(), Colour::Random), |(whom, _, colour)| {
            (whom, colour)
        });
    (whom.to_owned(), colour, setup)
}

/// Whether a text can be the name of one player behind `challenge`.
pub(super) fn is_fair_name(text: &str) -> bool {
    let words = text.split_whitespace().count();
    (1..=3).contains(&words)
        && !text.contains(['?', '!', ',', ';', '@', '/'])
        && text.chars().any(char::is_alphabetic)
}

/// Where a game is to begin, in the words behind an opponent: "chess960", "chess960 518", "fen 4k3/8/…"; and the words
/// around it.
fn setup_in<'a>(words: &[&'a str]) -> Option<(Setup, Vec<&'a str>)> {
    let word = |at: usize| plain_word(words, at);
    let (at, chess960) = (0..words.len()).find_map(|at| match word(at).as_str() {
        "fen" => Some((at, false)),
        "chess960" | "chess-960" | "fischerandom" | "fischerrandom" | "freestyle" => {
            Some((at, true))
        }
        "960" if at > 0 && word(at - 1) == "chess" => Some((at, true)),
        "random" if at > 0 && word(at - 1) == "fischer" => Some((at, true)),
        _ => None,
    })?;
    let two_words = matches!(word(at).as_str(), "960" | "random");
    let mut around = without_joining_words(words.get(..at - usize::from(two_words))?);
    let mut next = at + 1;
    while matches!(
        word(next).as_str(),
        "no" | "nr" | "number" | "position" | "#"
    ) {
        next += 1;
    }
    let number = word(next).trim_start_matches('#').to_owned();
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    if chess960 && is_number {
        around.extend(words.get(next + 1..).unwrap_or_default());
        return Some((Setup::Chess960(Some(number)), around));
    }
    let is_position = |at: usize| word(at).matches('/').count() >= 3;
    if chess960 && !is_position(next) {
        around.extend(words.get(at + 1..).unwrap_or_default());
        return Some((Setup::Chess960(None), around));
    }
    // The position reaches as far as the wish for a colour, if one stands behind it.
    let end = (next + 1..words.len())
        .find(|&at| {
            let is_colour = matches!(word(at).as_str(), "white" | "black" | "random");
            matches!(word(at).as_str(), "as" | "with" | "i") || is_colour && at + 1 == words.len()
        })
        .unwrap_or(words.len());
    let given = words.get(next..end).unwrap_or_default().join(" ");
    let given = given.trim_end_matches([',', ';', ' ']).to_owned();
    around.extend(words.get(end..).unwrap_or_default());
    let setup = if chess960 {
        Setup::Chess960(Some(given))
    } else {
        Setup::Fen(given)
    };
    Some((setup, around))
}

/// A word in lower case without the punctuation around it; empty where there is none.
fn plain_word(words: &[&str], at: usize) -> String {
    words
        .get(at)
        .map(|word| {
            word.trim_matches([',', ':', '.', ';', '(', ')'])
                .to_lowercase()
        })
        .unwrap_or_default()
}

/// The words before a start position, without what joins them to it: "from fen", "with fen", "in chess960", "at
/// chess960", ", chess960".
fn without_joining_words<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut before = words.to_vec();
    while let Some(last) = before.last() {
        let last = last.trim_matches(',').to_lowercase();
        if !matches!(
            last.as_str(),
            "" | "from" | "with" | "in" | "at" | "to" | "of" | "the"
        ) {
            break;
        }
        before.pop();
    }
    before
}

/// The one address in a text: `Bob <bob@example.net>`, `bob@example.net<mailto:bob@example.net>`.
pub(super) fn address_in(text: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for word in text.split(|c: char| c.is_whitespace() || "<>()[]\",;".contains(c)) {
        let word = word
            .strip_prefix("mailto:")
            .unwrap_or(word)
            .trim_end_matches(['.', '!', '?', ':']);
        let Some((local, domain)) = word.split_once('@') else {
            continue;
        };
        if local.is_empty()
            || !domain.contains('.') && domain != "localhost"
            || domain.contains('@')
        {
            return None;
        }
        match &found {
            Some(other) if !other.eq_ignore_ascii_case(word) => return None,
            _ => found = Some(word.to_owned()),
        }
    }
    found
}

/// Words between a challenge and the address of whom it is for: "my old friend Bob Miller".
const MOST_BEFORE: usize = 5;

/// Whether the words before an address name whose it is, and are no sentence of their own.
fn leads_to_address(text: &str, address: &str) -> bool {
    let before = text.split_once(address).map_or("", |(before, _)| before);
    let ends = |word: &str| word.chars().count() > 3 && word.ends_with(['.', '!', '?', ';', '…']);
    before.split_whitespace().count() <= MOST_BEFORE && !before.split_whitespace().any(ends)
}

pub(super) fn ends_with_address(text: &str, address: &str) -> bool {
    text.rsplit_once(address).is_some_and(|(_, after)| {
        after
            .chars()
            .all(|c| c.is_ascii_punctuation() || c.is_whitespace())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_named_by_its_key_and_all_else_is_a_collection() {
        for (line, key) in [
            (
                "enter waiting abcd-efgh-ijkl-mn27",
                Some("abcdefghijklmn27"),
            ),
            ("Enter waiting ABCDEFGHIJKLMN27.", Some("abcdefghijklmn27")),
            (
                "enter waiting abcd efgh ijkl mn27",
                Some("abcdefghijklmn27"),
            ),
            ("enter waiting abcd-efgh-ijkl-mn2", None),
            ("enter waiting abcd-efgh-ijkl-mn18", None),
            ("enter waiting room", None),
            ("enter waiting", None),
            ("enter abcd-efgh-ijkl-mn27", None),
        ] {
            let read = with_argument(line);
            let read = read.as_ref().and_then(Command::waiting);
            assert_eq!(read, key, "{line}");
        }
    }

    #[test]
    fn whose_rating_is_asked_for_is_a_name_and_no_talk() {
        for (line, name) in [
            ("rating Bob", Some("Bob")),
            ("Rating: bob", Some("bob")),
            ("rating of Bob", Some("Bob")),
            ("ratings 'Jack Black'", Some("Jack Black")),
            ("rating Jack Black", Some("Jack Black")),
            ("rating Øyvind 2", Some("Øyvind 2")),
            ("rating is fun", None),
            ("ratings are fun", None),
            ("rating matters", None),
            ("rating of the old players", None),
            ("rating your opponent", None),
            ("rating my play here", None),
            ("rating wise you are stronger", None),
            ("rating 1800", None),
            ("my rating is 1800", None),
            ("rating?", None),
        ] {
            let read = match with_argument(line) {
                Some(Command::Ratings(name)) => name,
                Some(_) | None => None,
            };
            assert_eq!(read.as_deref(), name, "{line}");
        }
    }

    #[test]
    fn a_setting_is_its_words_and_no_others() {
        for (line, word) in [
            ("automatic leave on", Some("on")),
            ("Auto leave: off", Some("off")),
            ("automatic leave sometimes", Some("sometimes")),
            ("automatic leavex", None),
            ("automatic leaves on", None),
            ("automatic leave", None),
            ("automatic leave on Sundays", None),
            ("language de", Some("de")),
            ("Language: Deutsch", Some("deutsch")),
            ("language french", Some("french")),
            ("language xx", Some("xx")),
            ("language problems", None),
            ("language, sorry", None),
            ("language is no problem", None),
            ("receipts short", Some("short")),
            ("receiptss short", None),
            ("subjects plain", Some("plain")),
            ("Links moves", Some("moves")),
            ("no links", Some("off")),
            ("links oben", None),
            ("links and rechts", None),
            ("pgn off", Some("off")),
            ("calendar on", Some("on")),
            ("Calendar: OFF", Some("off")),
            ("no calendar", Some("off")),
            ("calendar permitting", None),
            ("calendar on Sundays", None),
            ("public on", Some("on")),
            ("Public: OFF", Some("off")),
            ("public holiday tomorrow", None),
            ("public on Sundays", None),
        ] {
            let read = match with_argument(line) {
                Some(Command::Prefer(_, word)) => Some(word),
                Some(_) | None => None,
            };
            assert_eq!(read.as_deref(), word, "{line}");
        }
    }
}
