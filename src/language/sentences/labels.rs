//! Lines of a word or two that name what stands below them: "PIN", and below it "5254"; "Peugeot", and below it "C4".

use super::tables::{
    AFTERS, COMMENTS, DECISIONS, HESITATIONS, LEADS, OPENERS, OPENINGS, is_common,
};
use super::words::words_of;
use crate::language::any_of::AnyOf;
use crate::language::line::{Words, is_greeting, is_thanks};

/// A line with more words says something of its own.
const MOST_WORDS: usize = 2;

/// What is said alone, and by which nothing is called.
const EXCLAIMED: &str = "\
    cool|easy|welcome|dear|friend|love|gg|gl|glhf|hf|lol|haha|super|prima|los|go|next|turn|round|start|white|black|weiß|schwarz|blancs|noirs|\
    blancas|negras|bianco|nero|wit|zwart|vamos|allez|andiamo|forza|klar|jetzt|zug|runde|voilà|ecco|eccomi|bravo|mal|mossa|\
    zet|jugada|coup|lance|drag|træk|trekk|siirto|ruch|tah|lépés|mutare|käik|leikur|yo|howdy|yep|yup|ready|done|played|\
    reply|answer|response|antwort|réponse|respuesta|risposta|resposta|antwoord|svar|gespielt|gezogen|joué|jugado|giocato|gespeeld";

/// Whether a line may be the name of what stands right below it. Whoever speaks says so with a word that everybody knows, or
/// with a mark: "Here goes", "Endlich!", "Bob,".
pub(super) fn is_label(line: &str) -> bool {
    let line = line.trim();
    let words = words_of(line);
    (1..=MOST_WORDS).contains(&words.len())
        && words.iter().any(|word| word.contains(char::is_alphabetic))
        && !line.ends_with(['!', '?', ',', '…', ';'])
        && !is_said(line, &words)
}

/// Whether these words of a line are such as people say.
fn is_said(line: &str, words: &[String]) -> bool {
    let said = Words::of(line);
    [
        &AFTERS,
        &COMMENTS,
        &DECISIONS,
        &HESITATIONS,
        &LEADS,
        &OPENERS,
        &OPENINGS,
    ]
    .iter()
    .any(|table| table.stands_in(words, None))
        || words
            .iter()
            .skip(usize::from(belongs_to_somebody(words)))
            .any(|word| is_common(word) || EXCLAIMED.split('|').any(|known| known == word))
        || is_greeting(&said)
        || is_thanks(&said)
}

/// Whether the first word says whose the thing is that the second one names: "Your table", and below it "C4".
fn belongs_to_somebody(words: &[String]) -> bool {
    let first = words.first().map_or("", String::as_str);
    words.len() == MOST_WORDS && WHOSE.is(first)
}

/// Words that say whose a thing is. In lower case.
static WHOSE: AnyOf = AnyOf::these(
    "\
    my|your|our|his|her|their|mein|meine|dein|deine|unser|unsere|ihr|ihre|sein|seine|mon|ma|ton|ta|notre|votre|son|sa|\
    mi|tu|su|nuestro|nuestra|il|mio|mia|tuo|tua|nostro|nostra|mijn|jouw|ons|onze|jullie|zijn",
);

/// Whether a line right below what is written as things are called says which thing that is: "7163", and below it "For the alarm."
pub(super) fn explains_a_thing(line: &str) -> bool {
    let words = words_of(line).join(" ");
    EXPLAINS.begins(&words) && !OF_A_GAME.stands_in(&words)
}

/// How such a line begins. In lower case.
static EXPLAINS: AnyOf = AnyOf::these(
    "\
    for the|for our|for my|for your|for his|for her|that's my|that's our|that's your|that's the|that is my|that is our|\
    that is the|it's my|it's our|it's the|it is my|it is our|it is the|is the|is my|is our|is your|\
    für den|für die|für das|für unser|für unsere|für mein|für meine|das ist mein|das ist meine|das ist unser|das ist unsere|\
    das ist der|das ist die|das ist das|ist mein|ist meine|ist die|ist der|pour le|pour la|pour l'|pour mon|pour ma|pour notre|\
    c'est le|c'est la|c'est mon|c'est ma|c'est notre|para el|para la|para mi|para nuestro|es el|es la|es mi|es nuestro|\
    per il|per la|per l'|per mio|è il|è la|è mio|è il mio|è la mia|voor de|voor het|voor mijn|dat is de|dat is het|dat is mijn|\
    dat is ons|dat is onze",
);

/// Words of such a line that make it one about the game. In lower case.
static OF_A_GAME: AnyOf = AnyOf::these(
    "\
    move|reply|answer|response|choice|pick|plan|idea|game|games|win|draw|attack|gambit|opening|defence|defense|time|best|only|line|pawn|knight|\
    bishop|rook|queen|king|moment|record|fun|beauty|first|last|next|variation|theory|match|club|team|honour|glory|\
    zug|antwort|wahl|plan|idee|partie|spiel|sieg|remis|angriff|eröffnung|verteidigung|zeit|beste|bauer|springer|läufer|turm|\
    dame|könig|moment|verein|mannschaft|coup|réponse|choix|idée|attaque|ouverture|défense|temps|pion|cavalier|fou|tour|roi|\
    jugada|respuesta|elección|plan|idea|partida|ataque|apertura|defensa|tiempo|peón|caballo|alfil|torre|rey|mossa|risposta|\
    scelta|partita|attacco|apertura|difesa|tempo|pedone|cavallo|alfiere|re|zet|antwoord|keuze|partij|aanval|opening|\
    verdediging|tijd|pion|paard|loper|toren|koning",
);

#[test]
fn what_a_line_explains_is_a_thing_unless_it_speaks_of_the_game() {
    for line in [
        "For the alarm.",
        "That's my new number at work",
        "is the code",
        "Das ist meine neue Durchwahl",
    ] {
        assert!(explains_a_thing(line), "{line}");
    }
    for line in [
        "That's my answer.",
        "For the first time!",
        "That is the best I have",
        "Thanks for the game",
        "",
    ] {
        assert!(!explains_a_thing(line), "{line}");
    }
}

#[test]
fn a_label_is_no_word_that_everybody_says() {
    for label in [
        "PIN",
        "Linie",
        "Nr. 5",
        "Tisch:",
        "Peugeot",
        "Hotel Astoria",
        "Error.",
        "Your table",
        "Unser Tisch:",
    ] {
        assert!(is_label(label), "{label}");
    }
    for said in [
        "",
        "Hi Bob",
        "Bob,",
        "Here goes",
        "My move:",
        "Ok",
        "Thanks Bob",
        "Endlich!",
        "Mein Zug",
        "London system",
        "12",
        "I am late today",
        "Why?",
        "Reply:",
    ] {
        assert!(!is_label(said), "{said}");
    }
}
