//! "Sure, I accept!", "ok, agreed", "Decline, no time", "I resign, well played!": orders in the words of people.
//!
//! Whether somebody has asked anything that these words could answer is not known here; the robot takes them only in an
//! answer to the very letter that asks it.

mod at_length;
mod to_a_move;

pub(super) use at_length::{at_length, before_a_move};
pub(super) use to_a_move::{hesitates, says_yes};

use super::any_of::{AnyOf, starts};
use super::command::Command;
use super::line::Words;
use super::phrases::{GREETINGS, OFFERS_A_DRAW, THANKS, phrase};
use crate::budget::LINE;
use crate::chess::notation::{Letters, read_moves};
use std::sync::LazyLock;

/// What a line agrees to or refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Agreed, and whether it is said with a word that is good for a draw: draw, accept or agreed.
    Yes {
        /// With such a word.
        in_so_many_words: bool,
    },
    /// Refused.
    No,
}

/// Words by which somebody agrees. In lower case.
static AGREES: AnyOf = AnyOf::these(
    "\
    yes|yep|yeah|yup|jo|ok|okay|sure|agreed|agree|accept|accepted|gladly|fine|of course|with pleasure|certainly|absolutely|\
    deal|alright|all right|let's play|let's go|i'd love to|i would love to|happy to|game on|you're on|my pleasure|\
    ja|gern|gerne|klar|einverstanden|natürlich|na klar|mit vergnügen|angenommen|ich nehme an|oui|d'accord|volontiers|\
    avec plaisir|bien sûr|j'accepte|accepté|sí|si|vale|claro|de acuerdo|acepto|con mucho gusto|sì|va bene|d'accordo|\
    certo|volentieri|accetto|con piacere|sim|aceito|com prazer|graag|ja graag|akkoord|ik neem aan|gärna|jag accepterar|\
    jeg tager imod|jeg aksepterer|ja takk|ja tak|ja tack|kyllä|hyväksyn|joo|tak|zgoda|przyjmuję|ano|přijímám|souhlasím|\
    igen|elfogadom|da|accept provocarea|jah|nõus|já|samþykki|да|согласен|согласна|принимаю|с удовольствием",
);

/// Those among them that agree to a draw.
static AGREES_TO_A_DRAW: AnyOf = AnyOf::these(
    "draw|accept|accepted|agreed|agree|remis|einverstanden|angenommen|ich nehme an|ik neem aan|j'accepte|\
    accepté|d'accord|acepto|de acuerdo|accetto|d'accordo|aceito|akkoord|jag accepterar|jeg aksepterer|\
    hyväksyn|zgoda|przyjmuję|přijímám|souhlasím|elfogadom|nõus|samþykki|согласен|согласна|принимаю",
);

/// Words by which somebody refuses.
static REFUSES: AnyOf = AnyOf::these(
    "\
    no|nope|so no|decline|declined|refuser|ablehnen|rechazar|rifiutare|recusar|weigeren|afwijzen|i decline|i must decline|i have to decline|i'm afraid i must decline|i am afraid i must decline|refuse|i refuse|no thanks|no thank you|not interested|not now|not today|\
    i'd rather not|i would rather not|rather not|sorry no|sadly no|afraid not|i'm afraid not|nein|nein danke|leider nein|nein leider|malheureusement non|purtroppo no|\
    das möchte ich lieber nicht|leider muss ich absagen|ich muss leider absagen|helaas niet|helaas nee|esta vez no|ich lehne ab|abgelehnt|non|non merci|je refuse|\
    no gracias|rechazo|no grazie|rifiuto|não|não obrigado|não obrigada|recuso|nee|nee bedankt|nee dank je|nee dank u|liever niet|ik weiger|nej|nej tack|\
    nej tak|nei|nei takk|ei|ei kiitos|nie|nie dziękuję|odmawiam|ne|ne děkuji|odmítám|nem|nem köszönöm|nu|nu mulțumesc|\
    ei aitäh|нет|нет спасибо|отказываюсь",
);

/// Words that may stand beside those without changing them.
static FILLS: AnyOf = AnyOf::these(
    "\
    i|i'll|we|to|the|your|a|an|it|this|that|then|very|much|so|well|and|for|of|my|me|you|am|do|\
    challenge|game|invitation|offer|proposal|kind|draw|takeback|abort|play|thanks|thank|please|great|nice|good|asking|inviting|hello|hi|\
    ich|die|das|den|ihre|deine|herausforderung|partie|spiel|danke|bitte|sehr|remis|remise|remi|nulle|tablas|patta|\
    empate|döntetlen|döntetlent|remiză|tasapeli|viik|je|le|la|partie|merci|el|la|partida|\
    gracias|il|la|partita|grazie|o|a|jogo|obrigado|obrigada|ik|de|het|partij|bedankt|tack|tak|takk|kiitos|dziękuję|\
    děkuji|köszönöm|mulțumesc|aitäh|спасибо",
);

/// Words that make a condition or a doubt of it. In lower case.
static FORBIDS: AnyOf = AnyOf::these(
    "\
    but|if|only|unless|when|not|however|though|although|except|maybe|perhaps|later|wait|first|cannot|can't|don't|won't|\
    never|until|before|after|problem|worries|doubt|question|idea|hurry|joking|kidding|myself|or|should|aber|\
    sobald|solange|bevor|ehe|sonst|dass|es sei denn|wann|nie|niemals|keinesfalls|wäre|hätte|hättest|wenn|falls|nur|nicht|später|vielleicht|erst|außer|oder|mais|si tu|si vous|seulement|pas|plus tard|peut-être|pero|\
    solo|después|quizás|ma|se|soltanto|più tardi|forse|mas|apenas|depois|talvez|maar|als|alleen|niet|misschien|men|\
    om|bara|inte|hvis|kun|ikke|mutta|jos|vain|ale|jeśli|tylko|jen|pokud|но|если|только|не",
);

/// Words that leave it to later, or to what may be. In lower case.
static PUTS_OFF: AnyOf = AnyOf::these(
    "\
    would|will|could|might|may|think|guess|suppose|provided|providing|as long as|so long as|on condition|once|assuming|\
    given|in case|as soon as|tomorrow|soon|almost|nearly|had|was going|würde|könnte|denke|morgen|sofern|fast|\
    accepterais|pense|demain|aceptaría|creo|mañana|accetterei|penso|domani|aceitaria|acho|amanhã|zou|denk|morgen",
);

/// Sentences that agree to a draw. In lower case.
static ACCEPTS_A_DRAW: AnyOf = AnyOf::these(
    "\
    i hereby accept the draw|i hereby accept your draw|i hereby accept your draw offer|i hereby accept your offer of a draw|\
    ich akzeptiere das remis|ich akzeptiere remis|ich akzeptiere dein remis|ich akzeptiere ihr remis|ich akzeptiere das remisangebot|\
    ich akzeptiere dein remisangebot|ich akzeptiere ihr remisangebot|hiermit nehme ich das remis an|hiermit nehme ich remis an|\
    i accept your kind offer of a draw|i accept your kind proposal of a draw|i accept your proposal of a draw|\
    i accept your kind draw offer|happy with a draw|happy to take a draw|happy to agree a draw|a draw it is|draw it is|\
    ich nehme das remis an|ich nehme remis an|nehme remis an|ich nehme dein remis an|ich nehme ihr remis an|\
    ich nehme das remisangebot an|ich nehme dein remisangebot an|ich nehme ihr remisangebot an|remis angenommen|\
    ich nehme das remis gern an|ich nehme das remis gerne an|ich nehme ihr remisangebot gern an|\
    ich nehme ihr remisangebot gerne an|ich nehme dein remisangebot gern an|ich nehme dein remisangebot gerne an|\
    remis nehme ich an|remis nehme ich gern an|remis nehme ich gerne an|i'll take the draw|i take the draw|i will take the draw|\
    einverstanden mit remis|mit remis bin ich einverstanden|ich bin einverstanden mit remis|\
    ich bin mit remis einverstanden|mit remis einverstanden|j'accepte la nulle|j'accepte nulle|j'accepte le match nul|d'accord pour la nulle|acepto las tablas|acepto tablas|acepto el empate|\
    accetto la patta|accetto patta|accetto la proposta di patta|aceito o empate|aceito empate|ik neem remise aan|\
    ik neem de remise aan|ik accepteer remise|ik accepteer de remise|akkoord met remise|remise is goed|\
    jag accepterar remi|jag accepterar remin|jag tar remi|ja tack till remi|jeg accepterer remis|jeg tager imod remis|ja tak til remis|\
    jeg aksepterer remis|jeg tar imot remis|ja takk til remis|hyväksyn tasapelin|\
    tasapeli sopii|tasapeli sopii minulle|zgadzam się na remis|przyjmuję remis|przyjmuję propozycję remisu|přijímám remis|přijímám remízu|souhlasím s remízou|\
    elfogadom a döntetlent|elfogadom a döntetlen ajánlatot|elfogadom a remit|accept remiza|accept remiză|\
    nõus viigiga|samþykki jafntefli|принимаю ничью|согласен на ничью|согласна на ничью",
);

/// Sentences that refuse one. In lower case.
static REFUSES_A_DRAW: AnyOf = AnyOf::these(
    "\
    don't want a draw|dont want a draw|i don't want a draw|i dont want a draw|i do not want a draw|no draw for me|no draw today|\
    kein remis|ich lehne remis ab|ich lehne das remis ab|ich lehne das remisangebot ab|je refuse la nulle|\
    pas de nulle|no acepto las tablas|no acepto tablas|remisu nie przyjmuję|rechazo las tablas|rifiuto la patta|\
    non accetto la patta|\
    não aceito o empate|recuso o empate|geen remise|ik weiger remise|ik neem remise niet aan|ingen remi|\
    nej tack till remi|ingen remis|nej tak til remis|nei takk til remis|en hyväksy tasapeliä|nie przyjmuję remisu|\
    odrzucam remis|nepřijímám remis|nepřijímám remízu|remízu nepřijímám|nem fogadom el a döntetlent|\
    nu accept remiza|ei nõustu viigiga",
);

/// Words by which a game is given up, before others on the line.
static GIVES_UP: AnyOf = AnyOf::these(
    "\
    i resign|resign|resigns|i give up|i quit|i hereby resign|i resign the game|i resign this game|i must resign|i have to resign|\
    i'll resign|i will resign|i'm resigning|i am resigning|ich gebe auf|ich geb auf|aufgegeben|j'abandonne|je renonce|\
    abandono|me rindo|mi arrendo|abbandono|mi ritiro|desisto|eu desisto|ik geef op|ik geef het op|jag ger upp|\
    jeg giver op|jeg gir opp|jeg gir meg|luovutan|poddaję się|poddaję partię|vzdávám|vzdávám se|feladom|cedez|\
    mă predau|alistun|annan alla|ég gefst upp|gefst upp|сдаюсь|я сдаюсь",
);

/// Those of them that say what can be written, behind other words: "To give the game up: resign" stands in our help. Who gives
/// up says who does it, or says it first.
const COMMANDS_TO_GIVE_UP: [&str; 2] = ["resign", "resigns"];

/// Words that accept an offer, whatever is said behind them; others agree with anything: "I agree, your attack is strong".
static ACCEPTS: AnyOf = AnyOf::these(
    "accept|accepted|j'accepte|accepté|acepto|accetto|aceito|\
    jag accepterar|jeg aksepterer|hyväksyn|přijímám|elfogadom|samþykki|принимаю",
);

/// Words behind those that agree with nothing else.
static CLOSES: AnyOf = AnyOf::these(
    "good game|nice game|great game|fine game|fair game|well played|thanks for the game|\
    thank you for the game|it was a good game|it was fun|that was fun|see you|next one|another one|regards|cheers|\
    schöne partie|gute partie|gut gespielt|bis bald|belle partie|bien joué|buena partida|bien jugado|bella partita|\
    ben giocato|boa partida|bem jogado|mooie partij|goed gespeeld|bra spelat|godt spillet|dobra partia",
);

/// What somebody says behind "yes" who wants what the question names. In lower case.
static WANTED: AnyOf = AnyOf::these(
    "\
    go ahead|please go ahead|do it|please do|do that|i want to play|i would like to play|i'd like to play|i want that|\
    i want it|that's what i want|that is what i want|that's what i meant|that is what i meant|i meant it|i do|i mean it|\
    ich möchte spielen|ich will spielen|das will ich|das möchte ich|so war es gemeint|vas-y|allez-y|je veux jouer|\
    je le veux|c'est ce que je veux|quiero jugar|eso quiero|voglio giocare|quero jogar|ik wil spelen|dat wil ik|\
    jag vill spela|jeg vil spille|chcę grać|chci hrát",
);

/// Words by which somebody says whose an address or a mail is, beside "yes" and "no" and those that change nothing. In lower
/// case.
static OWNS: AnyOf = AnyOf::these(
    "\
    is|was|mine|me|it's|that's|indeed|correct|right|confirm|confirmed|confirming|sent|wrote|written|address|mail|e-mail|\
    email|from|meine|meins|meiner|bin|war|ist|es|adresse|mail|richtig|stimmt|korrekt|habe|geschrieben|von|mir|\
    c'est|était|bien|moi|mon|ma|mienne|à|l'adresse|adresse|exact|correcto|correcta|es|era|mía|mío|soy|fui|yo|mi|\
    dirección|correo|è|mio|mia|sono|ero|stato|stata|io|indirizzo|corretto|giusto|é|meu|minha|sou|fui|eu|endereço|\
    certo|dat|ben|mijn|van|mij|adres|klopt|juist|min|mitt|mit|det|är|var|jag|er|jeg|adress|adressen|adresse|stemmer|\
    on|se|minun|osoite|osoitteeni|jest|to|mój|moja|moje|adres|byłem|byłam|ja|je|můj|moje|byl|byla|já|adresa|az|én|enyém|\
    címem|cím|voltam|este|mea|meu|eu|mina|minu|olin|aadress|þetta|er|mitt|netfang|ég|это|мой|моя|моё|я|адрес|был|была",
);

/// The same without a "yes" before it. In lower case.
static IS_MINE: AnyOf = AnyOf::these(
    "\
    it is mine|it's mine|that is mine|that's mine|this is mine|mine|it is my address|it's my address|that is my address|\
    that's my address|this is my address|that was me|it was me|that's me|it's me|correct|that is correct|that's correct|\
    das ist meine|das ist meine adresse|das war ich|das bin ich|stimmt|richtig|c'est moi|c'est bien moi|c'est mon adresse|\
    c'est bien mon adresse|c'était moi|es mía|soy yo|fui yo|es mi dirección|correcto|è mio|sono io|sono stato io|\
    sono stata io|è il mio indirizzo|é meu|sou eu|fui eu|dat is mijn adres|dat ben ik|dat was ik|klopt|dat klopt|\
    det är jag|det var jag|det är min adress|det er mig|det var mig|det er meg|det var meg|to ja|to byłem ja|to byłam ja|\
    это я|это мой адрес",
);

/// The contrary of that. In lower case.
static IS_NOT_MINE: AnyOf = AnyOf::these(
    "\
    not mine|not me|it is not mine|it's not mine|it isn't mine|that is not mine|that's not mine|that isn't mine|\
    this is not mine|not my address|it is not my address|it's not my address|that is not my address|\
    that's not my address|this is not my address|that was not me|that wasn't me|it was not me|it wasn't me|wasn't me|\
    i did not write that|i didn't write that|i did not write it|i didn't write it|i did not write this|\
    nicht meine|das ist nicht meine|das ist nicht meine adresse|das war ich nicht|das bin ich nicht|ich war das nicht|\
    ce n'est pas moi|ce n'était pas moi|ce n'est pas mon adresse|no es mía|no soy yo|no fui yo|no es mi dirección|\
    non è mio|non sono io|non sono stato io|non sono stata io|não é meu|não sou eu|não fui eu|niet van mij|\
    dat is niet mijn adres|dat ben ik niet|dat was ik niet|det är inte jag|det var inte jag|det er ikke mig|\
    det var ikke mig|det er ikke meg|det var ikke meg|to nie ja|to nie byłem ja|to nie byłam ja|это не я|не я",
);

/// Nothing but "yes", in the languages of our letters, where it is no order as "yes" and "ja" are: "Oui" and "Sí" are names too.
static PLAIN_YES: AnyOf = AnyOf::these("oui|sí|si|sì");

/// Longer lines say more than that.
const MOST_WORDS: usize = 14;

/// What the line agrees to or refuses; `None` where it says anything else, or anything under a condition.
pub(super) fn consent(line: &str, letters: Letters) -> Option<Consent> {
    let words = plain_words(line, letters)?;
    let agrees = agrees(line, &words);
    let refuses = refuses(line, &words);
    match (agrees, refuses) {
        // "Accept, decline, accept, decline" says both.
        (true, false) if clauses_of(line).iter().any(|clause| REFUSES.is(clause)) => None,
        (true, false) => Some(Consent::Yes {
            in_so_many_words: AGREES_TO_A_DRAW.stands_in(&words),
        }),
        (false, true) => Some(Consent::No),
        (true, true) | (false, false) => None,
    }
}

/// What the line answers to the question whether an address or a mail is its writer's: it agrees, in so many words where it is
/// "yes" alone, or refuses as to anything else, or says whose it is. `None` where it says anything else, asks, or makes a condition.
pub(super) fn answer(line: &str, letters: Letters) -> Option<Consent> {
    let words = plain_words(line, letters)?;
    let clause = first_clause(line);
    let rest = without_agreement(&words);
    let agreed = rest != words
        && rest
            .split_whitespace()
            .all(|word| FILLS.is(word) || OWNS.is(word))
        && !REFUSES_ALONE.stands_in(&words)
        && !FORBIDS.stands_in(&words)
        && !PUTS_OFF.stands_in(&words);
    let behind = words.strip_prefix(clause.as_str()).unwrap_or_default();
    let wanted = is_agreement(&clause) && WANTED.is(behind.trim());
    if agreed || wanted || IS_MINE.is(&words) {
        return Some(Consent::Yes {
            in_so_many_words: PLAIN_YES.is(&words),
        });
    }
    let denied = REFUSES.is(&clause) && IS_NOT_MINE.is(behind.trim());
    if denied || IS_NOT_MINE.is(&words) {
        return Some(Consent::No);
    }
    consent(line, letters)
}

/// Whether these words, in lower case, say that something is not their writer's.
pub(super) fn disowns(words: &str) -> bool {
    IS_NOT_MINE.is(words)
}

/// Single words of those that refuse: beside one that agrees they leave nothing clear.
static REFUSES_ALONE: AnyOf = AnyOf::these("no|nope|nein|non|não|nee|nej|nei|nie|нет");

/// Whether the line gives the game up in words of its own, which may go on politely: "I resign, well played!".
pub(super) fn gives_up(line: &str, letters: Letters) -> bool {
    if line.len() > LINE || !mentions(line, &GIVES_UP) {
        return false;
    }
    let plain = super::with_plain_marks(&super::printable(line));
    let (sentence, rest) = first_sentence(&plain);
    // Our letters say in marks what can be written.
    if sentence.contains('"') || plain_words(sentence, letters).is_none() {
        return false;
    }
    let clauses = clauses_of(sentence);
    // "Thanks for the game, I resign."
    let Some(at) = clauses.iter().position(|clause| !opens(clause)) else {
        return false;
    };
    let clause = clauses.get(at).map_or("", String::as_str);
    let beside = [
        clauses.get(..at).unwrap_or_default().join(" "),
        clauses.get(at + 1..).unwrap_or_default().join(" "),
        Words::of(rest).joined,
    ];
    GIVES_UP.is(trimmed(clause))
        && !rest.contains(['?', '？', '¿', '؟'])
        && !is_taken_back(rest)
        && !beside.iter().any(|words| FORBIDS.stands_in(words))
}

/// The sentence in which a mail gives the game up, where one of its clauses says nothing else, and no other sentence of the mail
/// does: "So I lay down my king: I resign, with my compliments." A line that is nothing else is an order of its own.
pub(super) fn given_up_among(lines: &[String], letters: Letters) -> Option<String> {
    let mut found = None;
    for line in lines.iter().filter(|line| mentions(line, &GIVES_UP)) {
        if line.len() > LINE {
            return None;
        }
        let plain = super::with_plain_marks(&super::printable(line));
        for sentence in plain.split_inclusive(['.', '!', '?']) {
            let clauses = clauses_of(sentence);
            if !clauses.iter().enumerate().any(|(at, clause)| {
                let clause = trimmed(clause);
                GIVES_UP.is(clause) && (at == 0 || !COMMANDS_TO_GIVE_UP.contains(&clause))
            }) {
                continue;
            }
            let restricted = clauses.iter().any(|clause| FORBIDS.stands_in(clause))
                || lines
                    .iter()
                    .any(|line| IN_JEST.stands_in(&Words::of(line).joined));
            let alone = clauses_of(&plain).len() == 1;
            if found.is_some()
                || restricted
                || alone
                || sentence.contains(['"', '?'])
                || plain_words(&clauses.join(" "), letters).is_none()
            {
                return None;
            }
            found = Some(sentence.trim().to_owned());
        }
    }
    found
}

/// Whether any of these stands anywhere in a text, be it within a word: asked of every line of a mail, before it is taken apart.
fn mentions(line: &str, phrases: &AnyOf) -> bool {
    phrases.occurs_in(&line.to_lowercase().replace('\u{2019}', "'"))
}

/// The clauses of a sentence, in lower case.
fn clauses_of(sentence: &str) -> Vec<String> {
    sentence
        .replace(" - ", " – ")
        .split([',', ';', '–', '—', '(', ':', '.', '!'])
        .map(|clause| Words::of(clause).joined)
        .filter(|clause| !clause.is_empty())
        .collect()
}

/// Whether a clause greets or thanks, before what is said.
fn opens(clause: &str) -> bool {
    [GREETINGS, THANKS]
        .iter()
        .any(|table| table.split('|').any(|entry| starts(clause, entry)))
}

/// The draw that a line offers, agrees to or refuses in a sentence, with others behind it: "Ich biete Remis an. Da geht nichts
/// mehr.", "Thanks for the offer, I accept the draw." What restricts it is left to a question.
pub(super) fn about_a_draw(line: &str, letters: Letters) -> Option<Command> {
    if line.len() > LINE || !mentions(line, &DRAWS) {
        return None;
    }
    let plain = super::with_plain_marks(&super::printable(line));
    let (sentence, rest) = first_sentence(&plain);
    let words = plain_words(sentence, letters).filter(|_| !sentence.contains('"'))?;
    // "No draw! French defence: e6" is more than half of what it says.
    if names_a_move(rest, letters) {
        return None;
    }
    let clauses = clauses_of(sentence);
    let at = clauses.iter().position(|clause| !opens(clause))?;
    // "Agreed, let's call it a draw."
    if let [agreed, offered, ..] = clauses.get(at..).unwrap_or_default()
        && is_agreement(agreed)
        && matches!(draw_said(trimmed(offered)), Some(Command::OfferDraw))
        && !FORBIDS.stands_in(&words)
        && !PUTS_OFF.stands_in(&words)
    {
        return (!is_taken_back(rest)).then_some(Command::AcceptDraw);
    }
    // "Agreed, draw."
    if DRAWS.stands_in(&words) && is_agreement(&words) && !FORBIDS.stands_in(&words) {
        return (!is_taken_back(rest)).then_some(Command::AcceptDraw);
    }
    let (clause, behind) = clauses.get(at..)?.split_first()?;
    let command = draw_said(clause).or_else(|| draw_said(trimmed(clause)))?;
    let beside = format!("{} {}", clauses.get(..at)?.join(" "), behind.join(" "));
    let restricted = FORBIDS.stands_in(&beside) || PUTS_OFF.stands_in(&beside);
    (!restricted && !is_taken_back(rest)).then_some(command)
}

/// Whether a word of these is a move with a number in it.
fn names_a_move(text: &str, letters: Letters) -> bool {
    text.split_whitespace().any(|word| {
        word.chars().any(|sign| sign.is_ascii_digit()) && read_moves(word, letters).is_some()
    })
}

/// Whether one of the sentences behind makes a condition of the first, or a joke.
fn is_taken_back(rest: &str) -> bool {
    rest.split_inclusive(['.', '!', '?'])
        .any(|next| makes_a_condition(next.trim(), Stands::Apart))
        || IN_JEST.stands_in(&Words::of(rest).joined)
}

/// Words that say that something was not meant. In lower case.
static IN_JEST: AnyOf = AnyOf::these(
    "\
    kidding|joking|joke|in your dreams|pigs can fly|no wait|wait no|not really|haha|witz|quatsch|vergiss es|träum weiter|nur spaß|nur ein scherz|scherz|spaß beiseite|je rigole|je plaisante|blague|es broma|\
    era broma|bromeaba|scherzo|scherzavo|brincadeira|grapje|geintje|skojar|spøk|żart|żartuję|vtip|шутка|шучу",
);

/// A clause without the words at its ends that change nothing.
fn trimmed(clause: &str) -> &str {
    let mut clause = clause;
    while let Some(rest) = IDLE_BEFORE
        .all()
        .find_map(|word| clause.strip_prefix(word)?.strip_prefix(' '))
        .or_else(|| {
            IDLE_BEHIND
                .all()
                .find_map(|word| clause.strip_suffix(word)?.strip_suffix(' '))
        })
    {
        clause = rest;
    }
    clause
}

/// Words before a clause that change nothing.
static IDLE_BEFORE: AnyOf =
    AnyOf::these("ok|okay|well|so|gg|bon|and|also|but|yes|ja|oui|sí|sì|sim");
/// Words behind one.
static IDLE_BEHIND: AnyOf = AnyOf::these(
    "here|now|then|please|lol|haha|gg|u win|you win|hoor|thanks|thx|yet|sorry|today|for now|\
    as well|too|anyway|bitte",
);

/// A draw in the languages of people.
static DRAWS: AnyOf = AnyOf::these(
    "draw|remis|remise|remi|remiz|remiza|remiză|remíz|remízu|remizu|nulle|match nul|tablas|patta|empate|\
    tasapeli|tasapelin|döntetlen|döntetlent|viik|viigi|viigiga|jafntefli|ничья|ничью",
);

/// The order that one of the sentences of a line gives, in the words of the commands: it is asked about where other sentences
/// stand before it.
pub(super) fn order_within(line: &str, letters: Letters) -> Option<&'static str> {
    if line.len() > LINE {
        return None;
    }
    line.split_inclusive(['.', '!', '?'])
        .map(str::trim)
        .find_map(|sentence| {
            if gives_up(sentence, letters) {
                return Some("resign");
            }
            if asks_for_a_draw(sentence) {
                return Some("draw");
            }
            let command = about_a_draw(sentence, letters)?;
            if command == Command::OfferDraw {
                Some("draw")
            } else {
                (command == Command::AcceptDraw).then_some("accept draw")
            }
        })
}

/// Whether a question offers a draw: "so may I propose a draw?"
fn asks_for_a_draw(sentence: &str) -> bool {
    sentence.contains('?')
        && mentions(sentence, &DRAWS)
        && clauses_of(sentence.trim_end_matches('?'))
            .iter()
            .any(|clause| draw_said(trimmed(clause)) == Some(Command::OfferDraw))
}

/// What a clause says of a draw.
fn draw_said(clause: &str) -> Option<Command> {
    if OFFERS_A_DRAW.split('|').any(|entry| entry == clause) {
        Some(Command::OfferDraw)
    } else if ACCEPTS_A_DRAW.is(clause) {
        Some(Command::AcceptDraw)
    } else if REFUSES_A_DRAW.is(clause) {
        Some(Command::DeclineDraw)
    } else {
        // "Draw agreed. Thanks for the game!"
        let command = phrase(clause).filter(|_| clause.contains(' '))?;
        matches!(command, Command::AcceptDraw | Command::DeclineDraw).then_some(command)
    }
}

/// The first sentence of a text that does more than greet or thank, and what follows it.
fn first_sentence(text: &str) -> (&str, &str) {
    let (mut sentence, mut rest) = split_sentence(text);
    while !rest.trim().is_empty()
        && !sentence.contains('?')
        && clauses_of(sentence).iter().all(|clause| opens(clause))
    {
        (sentence, rest) = split_sentence(rest.trim_start());
    }
    (sentence, rest)
}

fn split_sentence(text: &str) -> (&str, &str) {
    let ends = text
        .match_indices(['.', '!', '?'])
        .map(|(at, stop)| at + stop.len())
        .find(|&end| text.get(end..).is_some_and(|rest| rest.starts_with(' ')));
    ends.and_then(|end| text.split_at_checked(end))
        .unwrap_or((text, ""))
}

/// What is said behind the words that give a game up, "well played!", or around those about a draw.
pub(super) fn words_behind(line: &str, letters: Letters) -> Option<String> {
    if phrase(&Words::of(line).joined).is_some() {
        return None;
    }
    if !gives_up(line, letters) {
        return about_a_draw(line, letters).map(|_| super::printable(line).trim().to_owned());
    }
    let typed = super::printable(line);
    let (_, behind) = typed.split_once(['.', ',', ';', '!', '–', '—', '(', ':'])?;
    let behind = behind
        .trim_start_matches([' ', ')', '.', '!'])
        .trim_end_matches([' ', ')']);
    behind
        .contains(char::is_alphabetic)
        .then(|| behind.to_owned())
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// Right below what it may make a condition of.
    RightBelow,
    /// Behind an empty line, or another sentence.
    Apart,
}

/// Whether this line makes a condition of what stands above it: it begins as one, or stands right below and has a word of
/// one, or is too long to be looked through.
pub(super) fn makes_a_condition(line: &str, stands: Stands) -> bool {
    let adjoining = stands == Stands::RightBelow;
    if adjoining && line.len() > LINE {
        return true;
    }
    let beginning: String = line.chars().take(LINE).collect();
    let words = Words::of(&beginning).joined;
    adjoining && FORBIDS.stands_in(&words) || FORBIDS.begins(&words)
}

/// The words of a line that is no question, is not long, and names no move.
fn plain_words(line: &str, letters: Letters) -> Option<String> {
    if line.len() > LINE {
        return None;
    }
    let plain = super::with_plain_marks(&super::printable(line));
    let asks = plain.contains(['?', '？', '¿', '؟']);
    let words: Vec<String> = plain
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let is_short = !words.is_empty() && words.len() <= MOST_WORDS;
    (is_short && !asks && !names_a_move(&plain, letters)).then(|| words.join(" "))
}

/// The words up to the first stop or comma.
fn first_clause(line: &str) -> String {
    let plain = super::with_plain_marks(&super::printable(line));
    let clause = plain
        .split(['.', ',', ';', '!', '–', '—', '(', ':'])
        .next()
        .unwrap_or_default();
    let clause = Words::of(clause).joined;
    let clause = clause.strip_prefix("ok ").unwrap_or(&clause);
    clause.strip_prefix("okay ").unwrap_or(clause).to_owned()
}

/// Those among the words of agreement that have a word in them which would put it off elsewhere.
static PUT_OFF_IN_NAME: LazyLock<Vec<&str>> = LazyLock::new(|| {
    AGREES
        .all()
        .filter(|phrase| PUTS_OFF.stands_in(phrase))
        .collect()
});

/// Whether the line is nothing but agreement, or its first clause is and says so in as many words; what follows restricts
/// nothing.
fn agrees(line: &str, words: &str) -> bool {
    let clause = first_clause(line);
    let plain = PUT_OFF_IN_NAME
        .iter()
        .fold(words.to_owned(), |rest, phrase| without(&rest, phrase));
    let behind = words.strip_prefix(clause.as_str()).unwrap_or_default();
    let closed = CLOSES.all().any(|phrase| {
        phrase == behind.trim() || starts(behind.trim(), phrase) && is_filled(behind, phrase)
    });
    let words = behind_no_problem(words);
    !FORBIDS.stands_in(words)
        && !PUTS_OFF.stands_in(&plain)
        && (is_agreement(words) || is_agreement(&clause) && (ACCEPTS.stands_in(&clause) || closed))
}

/// The words without those with which somebody says that they do not mind: "No problem, sure".
fn behind_no_problem(words: &str) -> &str {
    ["no problem", "no worries", "not a problem", "kein problem"]
        .iter()
        .find_map(|phrase| words.strip_prefix(phrase)?.strip_prefix(' '))
        .unwrap_or(words)
}

/// Whether beside this phrase nothing is said.
fn is_filled(words: &str, phrase: &str) -> bool {
    without(words.trim(), phrase)
        .split_whitespace()
        .all(|word| FILLS.is(word))
}

fn is_agreement(words: &str) -> bool {
    let agrees = AGREES.stands_in(words);
    let rest = || without_agreement(words);
    agrees && rest().split_whitespace().all(|word| FILLS.is(word))
}

/// The words without those that agree.
fn without_agreement(words: &str) -> String {
    static LONGEST_FIRST: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut phrases: Vec<&str> = AGREES.all().collect();
        phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        phrases
    });
    LONGEST_FIRST
        .iter()
        .fold(words.to_owned(), |rest, phrase| without(&rest, phrase))
}

/// Whether a line right below an agreement goes on with its sentence: "I accept", and below it "that I'm too old".
pub(super) fn goes_on(line: &str) -> bool {
    let words = Words::of(line).joined;
    line.trim_start().starts_with(char::is_lowercase)
        && words.contains(' ')
        && !opens(&words)
        && !CLOSES.begins(&words)
}

/// Whether the first clause refuses, whatever reason follows, or the line is nothing else.
fn refuses(line: &str, words: &str) -> bool {
    let harmless = [
        "no problem",
        "no worries",
        "no doubt",
        "no question",
        "no idea",
        "no hurry",
        "no but",
        "no wait",
        "no way",
    ];
    if harmless.iter().any(|phrase| starts(words, phrase)) {
        return false;
    }
    let clause = first_clause(line);
    let clause = clause.strip_prefix("sorry ").unwrap_or(&clause);
    let rest = words
        .strip_prefix(clause)
        .or_else(|| words.strip_prefix("sorry "))
        .unwrap_or_default();
    let clause = if clause == "sorry" {
        words.strip_prefix("sorry ").unwrap_or_default()
    } else {
        clause
    };
    REFUSES.is(clause) && !TAKES_A_REFUSAL_BACK.stands_in(rest)
}

/// Words behind a refusal by which it is none. In lower case.
static TAKES_A_REFUSAL_BACK: AnyOf = AnyOf::these(
    "\
    but|if|unless|wait|or|joking|kidding|aber|mais|pero|ma|mas|maar|mind|go ahead|not at all|of course|sure|ok|okay|gladly|please|fine|yes|accept",
);

fn without(words: &str, phrase: &str) -> String {
    if !words.contains(phrase) {
        return words.to_owned();
    }
    let padded = format!(" {words} ").replace(&format!(" {phrase} "), " ");
    padded.trim().to_owned()
}

#[cfg(test)]
mod tests;
