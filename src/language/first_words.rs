//! What somebody wrote who writes for the first time and orders nothing: is it a person who means us? Told from unwanted
//! mail by being short, and by words of chess.

use super::command::{Command, OfAStranger, Order};
use super::line::{Words, is_greeting};
use super::message::Wish;
use super::near::command_word;
use super::own_words::OwnWords;
use super::sentences::{spoken_lines, wished};
use sha2::{Digest, Sha256};

/// A first mail with more own words than this is looked at only where somebody greets us and says of themselves what they like.
const MOST_WORDS: usize = 40;
/// One with more than this is not looked at in any case.
const MOST_WORDS_OF_A_LETTER: usize = 90;
/// One with more than this must name chess; "play" and "game" are everybody's words.
const FEW_WORDS: usize = 14;
/// Below a greeting that stands alone, a name.
const NAME_WORDS: usize = 3;

/// What the own words of a first mail are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstWords {
    /// There are none, and nothing is quoted but what speaks of chess.
    Nothing,
    /// A greeting, perhaps with a name, and nothing else.
    Greeting,
    /// A few words about chess or about playing.
    OfChess,
    /// Nothing but a name and what stands below it: no sentence.
    Signature,
    /// Anything else.
    Other,
}

/// Whether a mail asks for something, were it the first one that we hear from its sender.
pub fn asks(orders: &[Order], own: &OwnWords) -> bool {
    let said: usize = own
        .lines
        .iter()
        .map(|line| line.split_whitespace().count())
        .sum();
    orders
        .iter()
        .any(|order| match order.command.properties().of_a_stranger {
            OfAStranger::Asks => true,
            OfAStranger::InLetters => order.typed.chars().any(char::is_alphabetic),
            OfAStranger::Alone => said <= order.typed.split_whitespace().count(),
            OfAStranger::Nothing => false,
        })
}

/// Looks at the own words of a mail in which nothing is asked for, and at its subject.
pub fn first_words(own: &OwnWords, subject: &str) -> FirstWords {
    let lines = || own.lines.iter().filter(|line| !line.trim().is_empty());
    let words: Vec<&str> = lines()
        .flat_map(|line| line.split_whitespace())
        .take(MOST_WORDS_OF_A_LETTER + 1)
        .collect();
    let above: Vec<&str> = subject.split_whitespace().take(MOST_WORDS).collect();
    let all = || words.iter().chain(&above);
    if words.len() > MOST_WORDS_OF_A_LETTER || all().any(|word| is_link(word)) {
        return FirstWords::Other;
    }
    let plain = bare(all().copied());
    let greets = lines()
        .next()
        .is_some_and(|line| is_greeting(&Words::of(line)));
    let is_a_letter = || greets && says(&plain, CHESS) && says(&plain, LIKES);
    if words.len() > MOST_WORDS && !is_a_letter() {
        return FirstWords::Other;
    }
    if says(&plain, SELLING) || says(&plain, ROBOTS) {
        return FirstWords::Other;
    }
    let invites = || all().any(|word| word.contains('@')) && says(&plain, INVITING);
    if says(&plain, CHESS) || says(&plain, WISHES) || invites() {
        return if words.is_empty() {
            without_words(own)
        } else {
            FirstWords::OfChess
        };
    }
    // Everything else is said by unwanted mail as well.
    let signed = lines().all(|line| is_signature(line));
    let sums = above.iter().any(|word| is_number(word))
        || !signed && words.iter().any(|word| is_number(word));
    if sums || says(&plain, BUSINESS) {
        FirstWords::Other
    } else if words.is_empty() {
        without_words(own)
    } else if is_greeting_alone(lines()) {
        FirstWords::Greeting
    } else if wishes_a_tournament(own)
        || words.len() <= FEW_WORDS
            && (says(&bare(words.iter().copied()), PLAYING)
                || lines().next().is_some_and(|line| is_misspelt(line)))
    {
        FirstWords::OfChess
    } else if signed {
        FirstWords::Signature
    } else {
        FirstWords::Other
    }
}

/// Whether somebody wants to take part in a tournament.
fn wishes_a_tournament(own: &OwnWords) -> bool {
    let wished = wished(&spoken_lines(&own.lines));
    wished.is_some_and(|wished| wished.wish == Wish::Order(Box::new(Command::Tournaments)))
}

/// Whether a line invites somebody, with a slip in it: "challange ben@example.org as white". (Other words of ours with a
/// slip in them are names as well: Joan.)
fn is_misspelt(line: &str) -> bool {
    let meant = command_word(line.trim()).unwrap_or_default();
    line.contains('@') && meant.starts_with("challenge")
}

/// A mail that says nothing of its own: empty, but for a signature, or one of ours that was passed on.
fn without_words(own: &OwnWords) -> FirstWords {
    let put_away = bare(own.doubtful.iter().flat_map(|line| line.split_whitespace()));
    let quoted = bare(
        own.quoted
            .iter()
            .flat_map(|line| line.text.split_whitespace()),
    );
    let short = put_away.split(' ').count() <= MOST_WORDS;
    let ours = quoted.is_empty() && short || says(&quoted, CHESS);
    if ours && !own.cut && !says(&put_away, SELLING) && !says(&quoted, SELLING) {
        FirstWords::Nothing
    } else {
        FirstWords::Other
    }
}

/// Whether a text says one of these words or phrases; one that ends in an asterisk is the beginning of a word.
fn says(plain: &str, table: &str) -> bool {
    let padded = format!(" {plain} ");
    table
        .split('|')
        .any(|phrase| match phrase.strip_suffix('*') {
            Some(beginning) => padded.contains(&format!(" {beginning}")),
            None => padded.contains(&format!(" {phrase} ")),
        })
}

/// By what the own words of a mail are known again: the same for two mails that differ in numbers, dates and marks alone,
/// as those of a robot do that answers each of our letters. 16 letters of hexadecimal.
pub fn words_key(own: &OwnWords) -> String {
    let mut hash = Sha256::new();
    let words = own.lines.iter().flat_map(|line| line.split_whitespace());
    for word in words {
        let letters: String = word.to_lowercase();
        let letters: String = letters.chars().filter(|c| c.is_alphabetic()).collect();
        let counts =
            word.chars().any(char::is_numeric) || DATES.split('|').any(|name| name == letters);
        if !counts && !letters.is_empty() {
            hash.update(letters.as_bytes());
            hash.update(b" ");
        }
    }
    let digest = hash.finalize();
    digest
        .iter()
        .take(8)
        .map(|octet| format!("{octet:02x}"))
        .collect()
}

/// Names of days and months.
const DATES: &str = "\
    mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\
    jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|\
    october|november|december|am|pm|gmt|utc|uhr|\
    montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|januar|februar|märz|mai|juni|juli|oktober|\
    dezember|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|juin|juillet|août|\
    septembre|octobre|novembre|décembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|\
    abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|maandag|dinsdag|woensdag|donderdag|vrijdag|\
    zaterdag|zondag|maart|mei|augustus";

/// The words in lower case with a blank between them, without any mark.
fn bare<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<String> = words
        .flat_map(|word| word.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}

fn is_greeting_alone<'a>(mut lines: impl Iterator<Item = &'a String>) -> bool {
    let greets = lines
        .next()
        .is_some_and(|line| is_greeting(&Words::of(&bare(line.split_whitespace()))));
    let below: usize = lines.map(|line| line.split_whitespace().count()).sum();
    greets && below <= NAME_WORDS
}

/// Whether a line can be one of a signature: a few words that are no sentence.
fn is_signature(line: &str) -> bool {
    let line = line.trim();
    line.split_whitespace().count() <= 4 && !line.ends_with(['.', '!', '?', ':', ','])
}

/// Whether a word leads somewhere: a link or a domain. An address does not: "my friend bob@example.org".
fn is_link(word: &str) -> bool {
    let lower = word.to_lowercase();
    let domain = || {
        let host = lower.trim_matches(|c: char| !c.is_alphanumeric());
        host.split_once('.').is_some_and(|(name, rest)| {
            let letters = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '-');
            let last = rest.rsplit('.').next().unwrap_or_default();
            letters(name)
                && name.chars().count() >= 2
                && last.chars().count() >= 2
                && last.chars().all(char::is_alphabetic)
        })
    };
    lower.contains("://") || lower.contains("www.") || domain()
}

/// Whether a word is a sum of money or a telephone number, more than any number in a game.
fn is_number(word: &str) -> bool {
    word.chars().filter(char::is_ascii_digit).count() >= 5 || word.contains(['$', '€', '£', '%'])
}

/// Chess, and nothing else, in the languages whose piece letters we read and in Russian.
const CHESS: &str = "\
    chess*|checkmate*|\
    schach|schachs*|schachp*|schachv*|schachc*|schachm*|schachb*|schachf*|schachw*|fernschach*|briefschach*|\
    échecs|echecs|ajedre*|scacchi*|scacco|xadrez*|schaak*|schaken|schaker*|correspondentieschaak*|\
    skak|skaks*|skakp*|skakk*|korrespondanceskak*|brevskak*|sjakk*|brevsjakk*|schack*|brevschack*|korrschack*|\
    shakki*|shakkia|shakin*|shakkis*|kirjeshakki*|skák*|bréfskák*|tefla|teflt|\
    šach|šachy|šachu|šachů|šachem|šachov*|šachist*|sachy|szach*|\
    sakk|sakkot|sakkoz*|sakkj*|sakkp*|sakkb*|levelezési sakk*|șah|șahul*|şah|şahul*|juca sah|joc sah|joace sah|de sah|\
    malet|malemäng*|malemang*|kirimale*|maletada|шахмат*";

/// How somebody says what they would like. In lower case, without apostrophes.
const LIKES: &str = "\
    i should very much like|i should like|i would like|i d like|i would love|i d love|i want to play|i would be happy|ich möchte|ich würde gern|\
    ich würde gerne|ich hätte gern|ich spiele gern|ich will spielen|je voudrais|j aimerais|je souhaite|me gustaría|quisiera|quiero jugar|\
    vorrei|mi piacerebbe|ik wil graag|ik zou graag";

/// What is wished for a game of chess and for nothing else.
const WISHES: &str = "\
    days a move|day a move|days per move|day per move|days each move|days for each move|days for every move|days every move|\
    week a move|week per move|week for each move|week for every move|weeks per move|days pr move|white pieces|black pieces|\
    i am white|i m white|me white|i take white|i have white|i play white|me black|can have white|can have black|no opponent|\
    an opponent|my opponent|like to play me|lichess|\
    tage pro zug|tag pro zug|tage zug|tage je zug|woche pro zug|ich habe weiß|ich nehme weiß|hätte gern weiß|mit weiß|\
    mit schwarz|einen gegner|jours par coup|jour par coup|semaine par coup|avec les blancs|avec les noirs|moi les blancs|\
    moi les noirs|un adversaire|días por jugada|día por jugada|días por movimiento|con blancas|con negras|un rival|\
    giorni a mossa|giorno a mossa|giorni per mossa|con il bianco|con il nero|un avversario|dagen per zet|dag per zet|\
    week per zet|met wit|met zwart|een tegenstander|dagar per drag|dage per træk|dager per trekk";

/// Words that invite somebody, where an address stands beside them.
const INVITING: &str = "\
    challenge*|challange*|play with|play against|a game with|a game against|a game between|games with|game against|\
    set up a game|start a game|play a game|play 2 games|play two games|two games|me vs|me and|\
    fordere|fordern|herausforder*|spielen gegen|partie gegen|partie mit|gegen|défier|jouer contre|jouer avec|une partie|\
    jugar con|jugar contra|desafiar|desafío|una partida|giocare con|giocare contro|sfida|sfidare|sfido|una partita|\
    spelen tegen|spelen met|partij tegen|partij met|partij tussen|uitdagen";

/// Playing, and asking how; other mails have such words too, so they count in the shortest alone.
const PLAYING: &str = "\
    play|playing|game|start game|new game|how does this work|how does it work|how do i play|how do i start|\
    how does one play|how to play|what is this|\
    spielen|spiel|partie|wie geht das|wie funktioniert das|wie geht es|wie spielt man|\
    jouer|comment ça marche|comment ca marche|jugar|partida|cómo funciona|como funciona|giocare|partita|\
    come funziona|jogar|spelen|partij|hoe werkt dit|hoe werkt het|spille|hvordan virker det|hvordan fungerer det|\
    spela|hur fungerar det|pelata|pelaa|miten tämä toimii|tefla|hrát|zahrát|jak to funguje|grać|zagrać|\
    jak to działa|játszani|hogyan működik|juca|cum funcționează|mängida|kuidas see käib|играть|сыграть|как это работает";

/// Words of those who want to sell, to lend or to give away, whatever else they speak of.
const SELLING: &str = "\
    offers|special offer|discount*|catalogue|catalog|sale|sales|invoice*|payment*|bitcoin*|crypto*|loan|loans|casino*|\
    jackpot|lottery|lotto|winnings|viagra|pills|invest|investment*|investor*|marketing|newsletter*|unsubscribe|\
    customer|customers|beneficiary|inheritance|supplier*|seo|congratulations|dating|sexy|betting|porn*|\
    angebote|rabatt*|rechnung*|kredit*|kunde|kunden|offres|promotion*|réduction*|facture*|ofertas|descuento*|factura*|\
    offerte|sconti|sconto|fattura*|promoç*|desconto*|aanbieding*|korting*|factuur|tilbud|erbjudande*|tarjouk*|nabídk*|\
    slev*|oferty|ajánlat*|reducere|скидк*|кредит*|казино|заработ*";

/// What programs write in answer to a mail that none of its fields tells from a person's: that it has come, that nobody
/// reads it, that they are away, that they did not understand it. Nobody says so who writes to a server first.
const ROBOTS: &str = "\
    do not reply|do not respond|please don t reply|noreply|this is an automat*|automatic reply|auto reply|\
    autoreply|automatically generated|automated message|automated response|has been received|have received your|\
    received your mail|received your message|received your email|received your e mail|received your request|\
    has been logged|has been assigned|your ticket|ticket number|ticket id|case number|thank you for contacting|\
    thanks for contacting|thank you for your mail|thank you for your email|thank you for your message|\
    out of the office|out of office|on vacation until|on leave until|no longer works|no longer with|\
    not understood|unknown command|unrecognized command|unrecognised command|invalid command|\
    confirm that you sent|confirm your subscription|undeliverable|\
    automatische antwort|automatisch erstellt|automatisch generiert|nicht im büro|außer haus|abwesenheitsnotiz|\
    ihre anfrage|ihre nachricht ist|ihre mail ist|nicht auf diese*|nicht zugestellt|ticketnummer|\
    réponse automatique|absent du bureau|absente du bureau|ne pas répondre|votre demande|votre message a|\
    respuesta automática|fuera de la oficina|no responda|su solicitud|su mensaje ha|\
    risposta automatica|fuori ufficio|non rispondere a|la sua richiesta|\
    resposta automática|fora do escritório|não responda|sua solicitação|\
    automatisch antwoord|niet op kantoor|niet beantwoorden|uw aanvraag|uw bericht is|\
    autosvar|automatiskt svar|automatisk svar|ikke på kontoret|inte på kontoret|svara inte på|\
    automatyczna odpowiedź|poza biurem|nie odpowiadać na|prosimy nie odpowiadać|\
    автоматический ответ|автоматическое сообщение|не отвечайте на|вне офиса";

/// What others write of as well, but not to us, unless they speak of chess.
const BUSINESS: &str = "\
    offer|price|prices|buy|credit|bonus|prize|won|winner|profit|subscribe|dear sir|sir or madam|funds|million*|\
    business|proposal|company|product|products|website|click|account|password|verify|bet|free|money|order|urgent|\
    angebot|kaufen|gewinn|gewonnen|konto|preis|preise|firma|offre|prix|oferta|precio|premio|offerta|rabat|\
    geld|dinero|argent|soldi|деньги";

#[cfg(test)]
mod tests;
