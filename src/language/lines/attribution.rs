//! The lines above quotations that say who wrote them, and when.

use crate::chess::notation::{Letters, read_moves};

use super::parts::{Words, digit_groups, has_address, has_time, is_invisible};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Words for "wrote" in attributions, in lower case: English, German, French, Spanish, Italian, Portuguese, Dutch,
/// Swedish, Danish and Norwegian, Finnish, Polish, Czech and Slovak, Russian, Ukrainian, Bulgarian, Hungarian,
/// Turkish, Romanian, Greek, Japanese, Chinese, Korean, Catalan, Vietnamese, Croatian, Slovene, Estonian, Latvian,
/// Lithuanian, Indonesian, Hebrew, Arabic, Persian.
const WROTE: &str = "\
    wrote|writes|schrieb|geschrieben|a écrit|écrivait|escribió|escribio|ha scritto|scrive|escreveu|schreef|\
    skrev|skreiv|kirjoitti|napisał|napisała|pisze|napsal|napísal|написал|пишет|писал|написав|пише|написа|\
    ezt írta|írta|yazdı|a scris|έγραψε|のメール|書きました|のメッセージ|写道|寫道|写入|작성|썼습니다|va escriure|đã viết|je napisao|\
    je napisala|napisao/la|je napisal|kirjutas|rakstīja|rašė|menulis|כתב|כתבה|מאת|كتب|نوشت|сказал|tarihinde|\
    odesílatel|님이|於 |于 |shrew|skrifaði";

static WROTE_ANYWHERE: LazyLock<Words> = LazyLock::new(|| Words::of(WROTE));

/// Characters of the longest of them, at most.
const LONGEST_VERB: usize = 20;

/// Words of attributions that are said of other things too: they count beside an address or a date.
const SAID: &str = "\
    said|says|replied|responded|sent|spake|quoting|zitat von|zitiere|citando|selon|citat|cytowanie|in reply to|\
    in antwort auf|en réponse à|in risposta a|en respuesta a|in antwoord op|som svar på|odpovídáte na|в ответ на|from|\
    message from|nachricht von|message de|mensaje de|messaggio di|bericht van|sagte|meinte|dixit|a dit|dijo|ha detto|\
    disse|zei|sa|sanoi|powiedział|řekl|сказал|escribiu|skryf|geskryf|shkroi|напиша|жазды|เขียน|ने लिखा|tulis|sinulat|\
    aliandika|գրել|წერდა|yazıb|লিখেছেন|igorleak|scríobh|ysgrifennodd|kiteb";

static SAID_ANYWHERE: LazyLock<Words> = LazyLock::new(|| Words::of(SAID));

/// How attributions begin, in lower case, where they begin with a word.
const OPENERS: &str = "\
    on |at |am |um |le |el |il |em |op |den |på |d. |w dniu|dnia|dne |dňa |v |в |στις|în |vào|ngày|pada|\
    dana|在|于|於|quoting|in message|בתאריך|ב-|في |بتاريخ|---- on|--- on|* |il giorno|els |το |на |v v ";

/// Words with which a player's order may begin that has an address or a name in it.
const COMMANDS: &str = "challenge|invite|enter|overwrite|search|play|new|game|name|say|resign|draw|accept|decline|withdraw|help";

/// Days of the week as attributions begin with them, in lower case and shortened.
const WEEKDAYS: &str = "\
    mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|\
    seg|ter|qua|qui|sex|man|tir|ons|tor|lør|søn|mån|tis|fre|lör|sön|ma|ti|ke|to|pe|la|su|pon|wt|śr|czw|pt|\
    sob|niedz|pá|út|čt";

/// The same in Cyrillic.
const WEEKDAYS_CYRILLIC: &str = "\
    пн|вт|ср|чт|пт|сб|вс|нд|понедельник|вторник|среда|четверг|пятница|суббота";

/// How sure it is that joined lines are an attribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::language) enum Attribution {
    /// It says who wrote, with an address or a date: what follows is quoted, with marks or without.
    Certain,
    /// It may be one, and is where what follows is quoted for other reasons.
    BeforeQuotation,
}

/// Whether the joined lines are an attribution, "On ..., Bob wrote:", and how surely.
pub(in crate::language) fn attribution(joined: &str) -> Option<Attribution> {
    let visible: String = joined.chars().filter(|c| !is_invisible(*c)).collect();
    let trimmed = visible.trim();
    let dashed = trimmed.starts_with("--") && trimmed.ends_with("--");
    let bare = if dashed {
        trimmed.trim_matches(['-', ' '])
    } else {
        trimmed
    };
    let lower = bare.to_lowercase();
    let wrote = WROTE_ANYWHERE.stand_in(&lower);
    let address = has_address(bare);
    let digits = digit_groups(bare);
    let certain = |sure: bool| {
        Some(if sure {
            Attribution::Certain
        } else {
            Attribution::BeforeQuotation
        })
    };
    if !(bare.ends_with([':', '：']) || dashed && wrote) {
        // Some leave out the colon; "2026/11/20 Bob <bob@example.org>" was Gmail's.
        let dated = digits >= 3 && begins_date(&lower);
        return match (address, wrote, dated) {
            (true, true, true) => Some(Attribution::Certain),
            (true, true, false) | (true, false, true) => Some(Attribution::BeforeQuotation),
            (false, true, true) if ends_in_verb(&lower) => Some(Attribution::BeforeQuotation),
            _ => None,
        };
    }
    if wrote && begins_with_day(&lower) && bare.ends_with(':') {
        return Some(Attribution::Certain);
    }
    if wrote && (address || digits >= 1 || begins_with_name(&lower)) || address && has_time(bare) {
        return certain(address || digits >= 3);
    }
    if SAID_ANYWHERE.stand_in(&lower) && (address || digits >= 3) {
        return certain(address);
    }
    let named = bare.chars().any(char::is_alphabetic);
    let shown = bare.contains(['<', '(']) && address;
    (shown || named && digits >= 3 && has_time(bare)).then_some(Attribution::BeforeQuotation)
}

/// How attributions begin that stand behind the player's own words on the same line.
const INNER_OPENERS: &str = "On |Am |Le |El |Il |Op |Den |Em |W dniu |Dne |Dnia |Em ";

/// Where the attribution begins in a line that has the player's words before it: HTML mails lose the line's end between
/// them. `None` where there is no attribution, or where it is the whole.
pub(in crate::language) fn attribution_behind_words(joined: &str) -> Option<usize> {
    INNER_OPENERS
        .split('|')
        .flat_map(|opener| joined.match_indices(opener))
        .filter_map(|(at, _)| {
            let before = joined.get(..at)?;
            let words = before.trim_end_matches([' ', '-']);
            let parted = words.len() < before.len() && !words.trim().is_empty();
            let plain = !words.contains(['@', ':', '"', ','])
                && !WROTE_ANYWHERE.stand_in(&words.to_lowercase());
            let tail = joined.get(at..)?;
            let dated = begins_date(&tail.to_lowercase()) && !begins_date(&words.to_lowercase());
            (parted && plain && dated && attribution(tail) == Some(Attribution::Certain))
                .then_some(at)
        })
        .min()
}

/// Whether a line can be the last one of an attribution.
pub(in crate::language) fn ends_attribution(line: &str) -> bool {
    let visible = line.trim_end_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let end = visible.char_indices().nth_back(LONGEST_VERB - 1);
    let end = end.and_then(|(at, _)| visible.get(at..)).unwrap_or(visible);
    visible.ends_with([':', '：', '-', '>', ')']) || ends_in_verb(&end.to_lowercase())
}

/// [`WROTE`] by the last letter: nearly every line of a mail is asked for them, and ends in none of these letters.
static WROTE_BY_END: LazyLock<BTreeMap<char, Vec<&str>>> = LazyLock::new(|| {
    let mut by_end: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for word in WROTE.split('|') {
        if let Some(last) = word.chars().next_back() {
            by_end.entry(last).or_default().push(word);
        }
    }
    by_end
});

fn ends_in_verb(lower: &str) -> bool {
    let last = lower.chars().next_back();
    last.and_then(|last| WROTE_BY_END.get(&last))
        .is_some_and(|words| words.iter().any(|word| lower.ends_with(word)))
}

/// Whether a text is the beginning of an attribution that goes on with the line `next`. A player's "Resign" above
/// an attribution must never be taken for its first line.
pub(in crate::language) fn begins_attribution(text: &str, next: &str) -> bool {
    let trimmed = text.trim();
    let lower = trimmed.to_lowercase();
    let first = lower.split_whitespace().next().unwrap_or_default();
    // "1 e4" begins like "1 April".
    if COMMANDS.split('|').any(|command| command == first)
        || read_moves(trimmed, Letters::English).is_some()
    {
        return false;
    }
    let lone = !lower.is_empty()
        && lower.split_whitespace().all(|word| {
            let word = word.trim_end_matches([',', '.']);
            is_weekday(word) || OPENERS.split('|').any(|opener| word == opener.trim())
        });
    let next_is_number = next.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let last = lower.split_whitespace().next_back().unwrap_or_default();
    let last = last.trim_end_matches('.');
    // "20 nov." and "kl." end no sentence.
    let abbreviated =
        next_is_number || last.chars().count() <= 3 || last.chars().all(|c| c.is_ascii_digit());
    let sentence = lower.ends_with(['!', '?']) || lower.ends_with('.') && !abbreviated;
    if sentence && !lone {
        return false;
    }
    let opened = is_weekday(&lower) || OPENERS.split('|').any(|opener| lower.starts_with(opener));
    let dated = begins_date(&lower) || opened && next_is_number;
    let cut_in_address = trimmed.ends_with(['<', '(']) || trimmed.starts_with('"');
    let name = trimmed
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '.' | '*'))
        && next.trim_start().starts_with(['<', '(']);
    let verb = WROTE_ANYWHERE.stand_in(&lower);
    let address = has_address(trimmed) && !next.contains('@');
    dated || lone || cut_in_address || name || verb || address
}

fn begins_date(lower: &str) -> bool {
    if !lower.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    OPENERS.split('|').any(|opener| lower.starts_with(opener))
        || is_weekday(lower)
        || begins_with_date_digits(lower)
}

/// "Am 3. Mai schrieb": a preposition, the number of a day, and the name of a month.
fn begins_with_day(lower: &str) -> bool {
    let mut words = lower.split_whitespace();
    let opens = words.next().is_some_and(|first| {
        [
            "on", "am", "le", "el", "il", "em", "op", "den", "d.", "dne", "dnia",
        ]
        .contains(&first)
    });
    let day = words
        .next()
        .and_then(|day| day.trim_end_matches('.').parse::<u32>().ok());
    let month = words
        .find(|word| *word != "de")
        .map(|month| month.trim_end_matches([',', '.']));
    opens
        && day.is_some_and(|day| (1..=31).contains(&day))
        && month.is_some_and(|month| {
            month.chars().count() >= 3 && month.chars().all(char::is_alphabetic)
        })
}

fn is_weekday(lower: &str) -> bool {
    let first: String = lower.chars().take_while(|c| c.is_alphabetic()).collect();
    let next = lower.chars().nth(first.chars().count());
    !first.is_empty()
        && matches!(next, None | Some(' ' | ',' | '.'))
        && (WEEKDAYS
            .split('|')
            .any(|day| first == day || day.len() > 2 && first.starts_with(day))
            || WEEKDAYS_CYRILLIC.split('|').any(|day| first == day))
}

pub(super) fn begins_with_date_digits(lower: &str) -> bool {
    let digits = lower.chars().take_while(char::is_ascii_digit).count();
    let mut after = lower.chars().skip(digits);
    match digits {
        1 | 2 => {
            let first = after.next();
            let second = after.next();
            // "20.11.", "20/11", "20 Nov"; but not "12. Nf3", "12..." or "1 e4".
            match (first, second) {
                (Some('.' | '/' | '-'), Some(next)) => next.is_ascii_digit(),
                (Some(' '), Some(next)) => next.is_alphabetic() && is_long(next, after),
                _ => false,
            }
        }
        4 => matches!(after.next(), Some('-' | '/' | '.' | '年' | '년')),
        _ => false,
    }
}

/// Whether a word is as long as the name of a month: three letters, one of those that stand for words, or "de".
fn is_long(first: char, after: impl Iterator<Item = char>) -> bool {
    let letters: String = std::iter::once(first)
        .chain(after)
        .take_while(|c| c.is_alphabetic())
        .take(3)
        .collect();
    letters.chars().count() == 3 || first >= '\u{2E80}' || letters == "de"
}

/// "Bob Smith wrote:" with nothing else.
fn begins_with_name(lower: &str) -> bool {
    let words = lower.split_whitespace().count();
    (2..=4).contains(&words) && !lower.starts_with("i ") && !lower.starts_with("he ")
}
