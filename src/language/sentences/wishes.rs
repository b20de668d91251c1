//! What somebody wishes who orders nothing: "May I have my last move back?", "gg you win", "How does this work?". It is asked about
//! before anything is changed, so these words may be read more freely than an order.

use super::challenging::challenging;
use super::neighbours::names_a_game;
use super::tables::{MISDIRECTED, RULED_OUT, Table};
use super::wording::Language;
use super::words::{DRAWS as NAMES_OF_A_DRAW, words_of};
use crate::chess::notation::Letters;
use crate::language::command::{Answer, Command};
use crate::language::consent::{Consent, consent};
use crate::language::mended::is_if;
use crate::language::message::{Wish, Wished};
use std::sync::LazyLock;

/// Words of the longest mail that is looked at: who writes more tells of something else as well.
const MOST_WORDS: usize = 150;

/// Characters of the sentence that is shown to its writer.
const MOST_SHOWN: usize = 200;

/// Behind "no": "no problem".
const HARMLESS: [&str; 4] = ["problem", "worries", "hurry", "rush"];

static GRANTS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/grants.txt")));
static TAKEBACKS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/takebacks.txt")));
static DRAWS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/draws.txt")));
static RESIGNATIONS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/resignations.txt")));
static ABORTS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/aborts.txt")));
static POSITIONS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/positions.txt")));
static HELPS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/helps.txt")));
static TOURNAMENTS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/tournaments.txt")));
static AGREEMENTS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/agreements.txt")));
static REFUSALS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/refusals.txt")));
static STOPS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/stops.txt")));
static LEAVES: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/leaves.txt")));
static LISTS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/lists.txt")));
static NOES: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/noes.txt")));
static DENIALS: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/denials.txt")));

/// What the player's own words, the [`super::spoken_lines`], wish, where that is one thing.
pub(in crate::language) fn wished(text: &[String]) -> Option<Wished> {
    let all = words_of(&text.join(" "));
    if all.len() > MOST_WORDS
        || MISDIRECTED.stands_in(&all, None)
        || text.iter().any(|line| names_a_game(line))
    {
        return None;
    }
    if let Some(challenge) = challenging(text) {
        return Some(challenge);
    }
    let mut found: Vec<Wished> = Vec::new();
    let languages = Language::of(Letters::English, &all).with_english();
    for sentence in sentences(text) {
        let words = words_of(&sentence);
        // "Fast" is nearly in German alone; "if" begins what is only thought of, and stands elsewhere out of courtesy.
        let thought_of = words.first().is_some_and(|first| is_if(first));
        if DENIALS.stands_in(&words, Some(&languages)) {
            continue;
        }
        for wish in kinds(&sentence, &words) {
            // "When does the tournament begin?" asks, and changes nothing.
            let told = wish == order(Command::Tournaments);
            if (told || !thought_of) && found.iter().all(|known| known.wish != wish) {
                let typed = sentence.chars().take(MOST_SHOWN).collect();
                found.push(Wished { wish, typed });
            }
        }
    }
    match found.as_slice() {
        [only] => Some(only.clone()),
        [] | [_, ..] => None,
    }
}

/// The sentence of the player's own words by which they agree to something; with the question about a draw before it that they
/// answer so, "Draw? Ok!".
pub(in crate::language) fn agreement(text: &[String], letters: Letters) -> Option<String> {
    let sentences = sentences(text);
    let agrees = |sentence: &&String| {
        let words = words_of(sentence);
        let grants = GRANTS.stands_in(&words, None) && !is_hindered(&words);
        grants || kinds(sentence, &words).contains(&Wish::Agree)
    };
    if let Some(sentence) = sentences.iter().find(agrees) {
        return Some(sentence.clone());
    }
    let mut pairs = sentences.iter().zip(sentences.iter().skip(1));
    let (question, answer) = pairs.find(|(question, answer)| {
        asks_for_a_draw(question) && matches!(consent(answer, letters), Some(Consent::Yes { .. }))
    })?;
    Some(format!("{question} {answer}"))
}

/// Whether a clause of a line offers a draw, in words that are no order: "I think we should call it a draw, what do you say?"
pub(in crate::language) fn offers_a_draw(line: &str) -> bool {
    let sentences = sentences(&[line.to_owned()]);
    let mut clauses = sentences
        .iter()
        .flat_map(|sentence| sentence.split([',', ';']));
    clauses.any(|clause| {
        let words = words_of(clause);
        let offers = kinds(clause, &words).contains(&order(Command::OfferDraw));
        let named = asks_for_a_draw(clause) && words.len() <= SHORTEST_OFFER;
        (offers || named) && !DENIALS.stands_in(&words, None)
    })
}

/// Words of "A draw?".
const SHORTEST_OFFER: usize = 2;

/// Whether a sentence is a question with a draw in it.
fn asks_for_a_draw(sentence: &str) -> bool {
    sentence.ends_with('?')
        && words_of(sentence)
            .iter()
            .any(|word| NAMES_OF_A_DRAW.contains(&word.as_str()))
}

/// The sentences of a text; one may go on in the next line, and ends where a paragraph does.
fn sentences(lines: &[String]) -> Vec<String> {
    let mut sentences = Vec::new();
    for paragraph in lines.split(|line| line.trim().is_empty()) {
        let text = paragraph.join(" ");
        let parts = text.split_inclusive(['.', '!', '?', '…', ';']);
        sentences.extend(parts.map(|part| part.trim().to_owned()));
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn order(command: Command) -> Wish {
    Wish::Order(Box::new(command))
}

/// What a sentence of these words wishes.
fn kinds(sentence: &str, words: &[String]) -> Vec<Wish> {
    let tables = [
        (&TAKEBACKS, order(Command::Takeback(Answer::Offer))),
        (&DRAWS, order(Command::OfferDraw)),
        (&ABORTS, order(Command::Abort(Answer::Offer))),
        (&POSITIONS, order(Command::Show)),
        (&HELPS, order(Command::Help(None))),
        (&STOPS, order(Command::Stop)),
        (&LEAVES, order(Command::Help(Some("leave".to_owned())))),
        (&LISTS, order(Command::Games)),
        (&AGREEMENTS, Wish::Agree),
        (&REFUSALS, Wish::Refuse),
    ];
    let stands =
        |(table, wish): (&LazyLock<Table>, Wish)| table.stands_in(words, None).then_some(wish);
    let mut found: Vec<Wish> = tables.into_iter().filter_map(stands).collect();
    if gives_up(sentence) {
        found.push(order(Command::Resign));
    }
    if names_a_tournament(words) && TOURNAMENTS.stands_in(words, None) {
        // "I would love to take part in the tournament" agrees to nothing.
        found.retain(|wish| *wish != Wish::Agree);
        found.push(order(Command::Tournaments));
    }
    // "How do I offer a draw?" asks how.
    if found.contains(&order(Command::Help(None))) {
        found.retain(|wish| *wish == order(Command::Help(None)));
    }
    if is_hindered(words) {
        found.retain(|wish| *wish != Wish::Agree);
    }
    // "I don't want a draw" offers none.
    let answers = |wish: &Wish| matches!(wish, Wish::Agree | Wish::Refuse);
    if found.iter().any(answers) {
        found.retain(|wish| *wish != order(Command::OfferDraw));
    }
    found
}

/// Whether a sentence in which somebody agrees refuses, or agrees to something else: "That does not suit me", "I accept if you buy me a
/// drink".
fn is_hindered(words: &[String]) -> bool {
    let refuses = words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1).map_or("", String::as_str);
        !NOES.languages(word).is_empty() && !HARMLESS.contains(&next)
    });
    let conditional = words.iter().any(|word| is_if(word));
    refuses || conditional || RULED_OUT.stands_in(words, None)
}

/// Whether a word is one for a tournament, or ends or begins with it: "Sommerturnier", "club tournament".
fn names_a_tournament(words: &[String]) -> bool {
    let names = |word: &String| TOURNAMENT.iter().any(|name| word.contains(name));
    words.iter().any(names)
}

/// A tournament in all languages whose piece letters we read, in lower case.
const TOURNAMENT: [&str; 12] = [
    "tournament",
    "turnier",
    "tournoi",
    "torneo",
    "toernooi",
    "torneio",
    "turnering",
    "turnaus",
    "turniej",
    "turnaj",
    "turniir",
    "turneu",
];

/// Whether a clause of the sentence ends with giving up: "I give up a pawn" goes on with something else.
fn gives_up(sentence: &str) -> bool {
    let mut clauses = sentence.split([',', ';', ':', '(', ')', '–', '—']);
    clauses.any(|clause| RESIGNATIONS.ends(&words_of(clause)).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(text: &str) -> Option<Wish> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        wished(&lines).map(|wished| wished.wish)
    }

    #[test]
    fn what_is_wished_in_a_sentence_is_known() {
        let order = |command| Some(super::order(command));
        for text in [
            "May I have my last move back? I took with the wrong hand, as it were.",
            "Bitte den letzten Zug zurücknehmen, ich hatte die Brille nicht auf.",
            "Oh bother, I meant the bishop, may I take\nmy last move back?",
            "undo pls undo undo, wrong square",
            "Sorry, I was too fast, may I have my last move back, if you don't mind?",
            "Darf ich hier meinen letzten Zug zurücknehmen?",
        ] {
            assert_eq!(
                wish(text),
                order(Command::Takeback(Answer::Offer)),
                "{text}"
            );
        }
        for text in [
            "gg u win",
            "Enough. My king lies down. Same time next year?",
            "I am obliged to state that further resistance would be futile, and I therefore resign the game.",
        ] {
            assert_eq!(wish(text), order(Command::Resign), "{text}");
        }
        for (text, command) in [
            ("I'd offer a draw with that.", Command::OfferDraw),
            (
                "Can we just cancel this one before it gets going?",
                Command::Abort(Answer::Offer),
            ),
            (
                "Could you send me the position again, the cat was here",
                Command::Show,
            ),
            ("Please stop sending me these mails.", Command::Stop),
            ("Bitte keine Mails mehr!", Command::Stop),
            ("how do I stop the mails?", Command::Help(None)),
            ("hey server how do i offer a draw", Command::Help(None)),
            (
                "Can you put me on leave please?",
                Command::Help(Some("leave".to_owned())),
            ),
            ("Where do I find the list of my games?", Command::Games),
            ("how much time have i got left", Command::Show),
            (
                "ok how does this thing work, can i get a list?",
                Command::Help(None),
            ),
        ] {
            assert_eq!(wish(text), order(command), "{text}");
        }
        for text in [
            "Hello, I would like to take part in the summer tournament. I am 71 years old.",
            "Ich möchte gern am Sommerturnier teilnehmen.",
            "Bonjour, je voudrais participer au tournoi summer.",
            "Me gustaría participar en el torneo.",
            "Vorrei iscrivermi al torneo d'estate.",
            "Ik wil graag meedoen aan het zomertoernooi.",
            "Ich ziehe mich vom Turnier zurück.",
            "When does the tournament begin?",
        ] {
            assert_eq!(wish(text), order(Command::Tournaments), "{text}");
        }
        assert_eq!(wish("Well, actually yes, I'll take it."), Some(Wish::Agree));
        assert_eq!(
            wish("Liever nog even doorspelen, sorry!"),
            Some(Wish::Refuse)
        );
    }

    #[test]
    fn what_wishes_nothing_or_two_things_is_left() {
        for text in [
            "I never give up.",
            "Das passt mir nicht.",
            "You win some, you lose some.",
            "I give up a pawn for the initiative.",
            "No way I give up! You win nothing here.",
            "Non accetto, mi dispiace.",
            "I accept if you buy me a drink.",
            "I don't accept, too early.",
            "Nicht einverstanden!",
            "Ik ga niet akkoord.",
            "I agree that you were hasty, but no.",
            "If you offer a draw I'll think about it.",
            "You can take it back.",
            "I would never take my move back, but I'd offer a draw and how does this work?",
            "Lovely weather here.",
            "I won a tournament in Linz once.",
            "I would like to take part in the choir.",
            "In our other game I'd offer a draw.",
            "The rain never stops, it's like these mails of Tom's.",
            "gg u win. Or shall we call it a draw?",
            "",
        ] {
            assert_eq!(wish(text), None, "{text}");
        }
    }

    #[test]
    fn a_draw_is_offered_in_words_that_are_no_order() {
        for line in [
            "Draw? It's getting late.",
            "I think we should call it a draw, what do you say?",
            "Remis?",
        ] {
            assert!(offers_a_draw(line), "{line}");
        }
        for line in [
            "",
            "I won't offer a draw.",
            "It looks like a dead draw to me.",
            "Was that other game of yours a draw?",
        ] {
            assert!(!offers_a_draw(line), "{line}");
        }
    }
}
