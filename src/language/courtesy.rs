//! Words around an order that ask for nothing: a greeting, thanks, a name.

use super::line::{Words, is_greeting, is_thanks};
use super::lines::attribution;

/// A name has no more words.
const NAME_WORDS: usize = 3;

/// What stands above a name at the end of a letter.
const CLOSINGS: &str = "\
    regards|best regards|kind regards|with kind regards|warm regards|best wishes|with best wishes|best|cheers|yours|\
    yours sincerely|yours truly|sincerely|all the best|see you|bye|gruß|grüße|viele grüße|mit freundlichen grüßen|\
    liebe grüße|beste grüße|schöne grüße|herzliche grüße|freundliche grüße|mit besten grüßen|viele gruesse|gruss|tschüss|bis bald|mfg|lg|vg|cordialement|bien cordialement|amicalement|saludos|un saludo|\
    cordiali saluti|saluti|um abraço|abraço|abraços|groeten|groetjes|met vriendelijke groet|hilsen|med venlig hilsen|\
    vennlig hilsen|hälsningar|med vänliga hälsningar|terveisin|pozdrawiam|s pozdravem|üdvözlettel|cu stima|tervitades|\
    с уважением";

/// What a single word can ask for.
const WISHES: &str = "white|black|random|weiß|weiss|schwarz|blanc|noir|yes|no|please|help|stop|help me|ja|nein|bitte|hilfe|stopp";

/// Whether each of these lines is a greeting, thanks, or takes leave; a name may stand behind it, or below.
pub fn is_courtesy(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut names = 0;
    for line in lines {
        let words = Words::of(line);
        if is_greeting(&words) || is_thanks(&words) || takes_leave(&words, line) {
            continue;
        }
        names += 1;
        if !is_a_name(line) {
            return false;
        }
    }
    names <= 1
}

/// Whether these lines are courtesy, or such and what stands in a signature below a closing or a name: "Best regards", "Ann Lee", "Head
/// of Sales", "Tel. 0123 456".
pub fn is_courtesy_with_signature(text: &str) -> bool {
    let lines: Vec<&str> = text
        .lines()
        // Above a quotation that was taken away, "Ann wrote:" says nothing.
        .filter(|line| !line.trim().is_empty() && attribution(line).is_none())
        .collect();
    let signed = lines
        .iter()
        .position(|line| takes_leave(&Words::of(line), line) || is_a_name(line));
    let (above, below) = lines.split_at(signed.map_or(lines.len(), |at| at + 1));
    is_courtesy(&above.join("\n")) && below.iter().all(|line| is_of_a_signature(line))
}

/// Whether a line can stand below a name: a number, an address, or a few words that all begin with a capital letter.
fn is_of_a_signature(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let speaks = words.iter().any(|word| {
        let word = Words::of(word).joined;
        SPEAKS.split('|').any(|known| known == word)
    });
    let called = words
        .iter()
        .all(|word| word.chars().count() <= SHORT_WORD || !word.starts_with(char::is_lowercase));
    let reached =
        line.contains(['@', '|', '+', '/']) || line.contains(|c: char| c.is_ascii_digit());
    words.len() <= MOST_OF_A_SIGNATURE && !speaks && (called || reached)
}

/// Words of the longest such line.
const MOST_OF_A_SIGNATURE: usize = 10;

/// Letters of words that are small within names: "of", "and", "für".
const SHORT_WORD: usize = 3;

/// Words by which somebody speaks of themselves or refuses, in a line that is of no signature. In lower case.
const SPEAKS: &str = "\
    i|i'm|i'd|me|my|no|not|never|it|that|this|was|is|did|don't|wait|sorry|oops|ich|mir|mein|meine|nein|nicht|das|war|nie|je|moi|non|pas|\
    yo|mi|io|mio|mia|ik|mij|mijn|nee|niet|dat";

/// A closing, alone or with a name behind it: "Best regards, Ann".
fn takes_leave(words: &Words, line: &str) -> bool {
    CLOSINGS.split('|').any(|closing| {
        words.joined.strip_prefix(closing).is_some_and(|rest| {
            let name = rest.split_whitespace().count();
            let behind: Vec<&str> = line.split_whitespace().rev().take(name).collect();
            rest.is_empty() || rest.starts_with(' ') && is_a_name(&behind.join(" "))
        })
    })
}

/// Whether a line can be the name of whoever writes: few words, each with a capital letter, and no mark of a sentence.
fn is_a_name(line: &str) -> bool {
    let is_part = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\''))
    };
    let words = line.trim().trim_start_matches(['-', '–', '—', ' ']);
    let wish = words.to_lowercase();
    words.split_whitespace().count() <= NAME_WORDS
        && words.split_whitespace().all(is_part)
        && !WISHES.split('|').any(|known| known == wish)
}

#[cfg(test)]
mod tests;
