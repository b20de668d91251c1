//! Enhanced status codes (RFC 3463) in what servers write.

/// The code that a `Status` field begins with (RFC 3464 section 2.3.4): a digit of 2, 4 or 5 and two numbers, parted by
/// dots; a comment may follow.
pub(super) fn in_field(value: &str) -> Option<String> {
    let first = value
        .split([' ', '\t', ';', '('])
        .find(|word| !word.is_empty())?;
    is_code(first).then(|| first.to_owned())
}

/// The first code for a failure in a text, or the first one where there is none for a failure.
///
/// Versions of programs look the same: "Exim 4.94.2". So a number counts only behind what stands before codes: the
/// beginning of the text or of its line, a reply code of its class (RFC 5321 section 4.2), a mark, or a word that says that a
/// code follows; and its subject must be one of those that RFC 3463 section 3 knows. An address of the Internet has four
/// numbers and is none.
pub(super) fn in_words(text: &str) -> Option<String> {
    let mut success = None;
    for (at, _) in text.match_indices(['2', '4', '5']) {
        let (before, rest) = text.split_at(at);
        let part_of_more = |c: char| c.is_alphanumeric() || c == '.';
        if before.ends_with(part_of_more) {
            continue;
        }
        let word = rest
            .split(|c: char| !part_of_more(c))
            .next()
            .unwrap_or_default();
        let code = word.trim_end_matches('.');
        if !is_code(code) || !has_known_subject(code) || !is_introduced(before, code) {
            continue;
        }
        if !code.starts_with('2') {
            return Some(code.to_owned());
        }
        success.get_or_insert_with(|| code.to_owned());
    }
    success
}

fn is_code(word: &str) -> bool {
    let mut parts = word.split('.');
    let class = matches!(parts.next(), Some("2" | "4" | "5"));
    let short = |part: Option<&str>| {
        part.is_some_and(|part| {
            (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    class && short(parts.next()) && short(parts.next()) && parts.next().is_none()
}

/// Other, address, mailbox, system, network, protocol, content, policy: one digit, the last of them 7.
fn has_known_subject(code: &str) -> bool {
    code.split('.')
        .nth(1)
        .is_some_and(|subject| matches!(subject.as_bytes(), [b'0'..=b'7']))
}

/// Words that say that a code follows, in lower case.
const SAYS_SO: &str = "status|code|error|errors|esc|dsn|diagnostic|diagnostic-code|reason|failed|failure|smtp|fehler|erreur|fehlercode|statuscode";

/// Names of programs and words before whose version a bracket may stand.
const PROGRAMS: &str = "\
    exim|mailman|postfix|sendmail|qmail|exchange|mdaemon|dovecot|zimbra|groupwise|domino|notes|courier|haraka|opensmtpd|\
    smtpd|mailenable|hmailserver|merak|icewarp|imail|pmdf|communigate|netmail|version|ver|v|release|build|rev";

fn is_introduced(before: &str, code: &str) -> bool {
    let Some(mark) = before.chars().next_back() else {
        return !code.starts_with('2');
    };
    if mark == '/' || mark == '_' {
        // "Exim/4.1.2"
        return false;
    }
    let words = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let last: String = words
        .rsplit(|c: char| !(c.is_alphanumeric() || c == '-'))
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let marks = before.get(words.len()..).unwrap_or_default();
    let class = code.get(..1).unwrap_or_default();
    let is = |list: &str| list.split('|').any(|word| word == last);
    let reply_code = last
        .rsplit('-')
        .find(|part| !part.is_empty())
        .is_some_and(|part| {
            part.len() == 3
                && part.starts_with(class)
                && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    if reply_code || is(SAYS_SO) {
        return true;
    }
    // That a mail was delivered is believed on a server's word alone.
    let marked = class != "2"
        && marks.contains([
            '#', ':', ';', '=', '(', '[', '<', '"', '\'', '-', '>', '*', '\n',
        ]);
    marked && !is(PROGRAMS)
}

#[cfg(test)]
mod tests;
