//! Bounces that follow no standard, read by their words: qmail, Exim, old Exchange and Postfix, providers of their own
//! mind.
//!
//! Only the part above the returned mail is read, since the returned mail is our own text and says nothing about its fate.

use super::{Action, RecipientReport, Report, Verdict};
use crate::mail::read::Incoming;

/// Below one of these stands the mail that came back; lines are compared in lower case, at their beginning.
const RETURNED_BELOW: &str = "\
    --- below this line is a copy|------ this is a copy of|--- original message follows|--- the header of the original|\
    ----- original message|-----original message|----- transcript of session follows|--- forwarded message|\
    ----- message header follows|----- message headers follow|--- returned message|--- mail header follows|\
    original message follows|the original message|----------|received: |return-path: <|message-id: <|\
    --- ursprüngliche nachricht|----- message d'origine";

/// Words of those that are still trying.
const DELAYED: &str = "\
    has not yet been delivered|could not be delivered yet|not been able to deliver your message yet|has been delayed|\
    delivery delayed|is delayed|delayed mail|will keep trying|will continue to try|will be retried|still being retried|\
    delivery attempts will continue|do not need to resend|not need to resend|no action is required on your part|\
    this is a warning message only|warning message only|wird weiter versucht|noch nicht zugestellt";

/// Words of a full mailbox.
const FULL: &str = "\
    mailbox full|mailbox is full|mail box full|inbox is full|inbox full|mailfolder is full|over quota|over its quota|\
    over the quota|overquota|quota exceeded|exceeded its quota|exceeded their quota|exceeded the quota|exceed the quota|\
    exceeds quota|quota exceed|out of storage|not enough storage|insufficient storage|insufficient system storage|\
    storage allocation|disk quota|postfach ist voll|postfach voll|boîte pleine|buzón lleno|casella piena";

/// Words of servers that do not like the mail or its sender.
const REFUSED: &str = "\
    spam|blacklist|black list|blocklist|block list|blocked using|blocked by|listed by|listed at|listed in dnsbl|rbl|\
    policy|dmarc|not accepted due to|content rejected|message rejected|virus|message too large|size limit|\
    message size exceeds|exceeds size|reputation|relaying denied|relay denied|relay not permitted|\
    unable to relay|authentication required|sender address rejected|sender rejected|sender verify failed";

/// Words of an address that does not work.
const PERMANENT: &str = "\
    user unknown|unknown user|unknown recipient|unknown address|unknown local|recipient unknown|address unknown|\
    no such user|no such recipient|no such address|no such mailbox|no such person|no such account|no such domain|\
    no mailbox here|no mailbox found|mailbox unavailable|mailbox not found|mailbox unknown|mailbox disabled|\
    mailbox is disabled|mailbox is inactive|inactive mailbox|invalid recipient|invalid mailbox|invalid address|\
    recipient rejected|address rejected|recipient address rejected|recipient not found|user not found|address not found|\
    account not found|host not found|domain not found|host unknown|unknown host|does not exist|doesn't exist|\
    do not exist|not a valid|not exist|unrouteable|unroutable|account disabled|account is disabled|\
    account has been disabled|account that you tried to reach is disabled|account inactive|account is inactive|\
    account has been deleted|no longer active|no longer available|no longer in use|not our customer|\
    doesn't have a|not have an account|unable to find|couldn't find any host|could not be found|wasn't found|\
    permanent error|permanent fatal error|permanent failure|i've given up|retry time not reached|\
    adresse ist unbekannt|empfänger unbekannt|existiert nicht|n'existe pas|no existe|non esiste|bestaat niet";

/// Reads a bounce that has no report in it, by its subject, its header fields and its words.
pub fn read_words(mail: &Incoming) -> Report {
    let text = mail.text.as_deref().unwrap_or_default();
    let (said, returned) = split(text);
    let mut report = Report::default();
    if let Some(id) = returned.lines().find_map(message_id) {
        report.original_message_id = Some(id.to_owned());
    }
    let whole = format!("{}\n{said}", mail.subject);
    let verdict = verdict(&whole);
    let lower = whole.to_lowercase();
    let delayed = has(&lower, DELAYED);
    let action = match verdict {
        _ if delayed => Action::Delayed,
        Verdict::Permanent => Action::Failed,
        Verdict::Delayed => Action::Delayed,
        Verdict::Delivered => Action::Delivered,
        Verdict::Refused | Verdict::Temporary | Verdict::Unknown => Action::Unknown,
    };
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    let diagnostic = lines()
        .find(|line| status_in(line).is_some())
        .or_else(|| {
            lines().find(|line| {
                verdict != Verdict::Unknown && self::verdict(line) == verdict && !is_general(line)
            })
        })
        .or_else(|| lines().next())
        .map(|line| line.chars().take(300).collect());
    let failed_recipients = mail
        .values("x-failed-recipients")
        .flat_map(|value| value.split([',', ' ']));
    let named: Vec<String> = failed_recipients
        .filter(|word| word.contains('@'))
        .map(str::to_owned)
        .collect();
    let mut addresses = if named.is_empty() {
        addresses_in(said)
    } else {
        named
    };
    addresses.truncate(200);
    let one = |address: Option<String>| RecipientReport {
        address,
        final_address: None,
        action,
        status: status_in(&whole),
        diagnostic: diagnostic.clone(),
    };
    report.recipients = if addresses.is_empty() {
        vec![one(None)]
    } else {
        addresses
            .into_iter()
            .map(|address| one(Some(address)))
            .collect()
    };
    report
}

/// What these words say about the fate of a mail.
pub(super) fn verdict(words: &str) -> Verdict {
    let lower = words.to_lowercase();
    if has(&lower, DELAYED) {
        return Verdict::Delayed;
    }
    if has(&lower, FULL) {
        return Verdict::Temporary;
    }
    let by_status = status_in(&lower).map(|status| Verdict::of_status(&status));
    match by_status {
        Some(Verdict::Permanent) | None => {}
        Some(other) => return other,
    }
    if has(&lower, REFUSED) && !has(&lower, PERMANENT) {
        return Verdict::Refused;
    }
    if by_status == Some(Verdict::Permanent) || has(&lower, PERMANENT) {
        return Verdict::Permanent;
    }
    match reply_code(&lower) {
        Some(552) | Some(400..=499) => Verdict::Temporary,
        Some(550 | 551 | 553 | 511 | 521 | 556) => Verdict::Permanent,
        _ => Verdict::Unknown,
    }
}

/// The first enhanced status code (RFC 3463) in a text: a digit of 2, 4 or 5 and two numbers, parted by dots. An address
/// of the Internet has four numbers and is none.
pub(super) fn status_in(text: &str) -> Option<String> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .map(|word| word.trim_end_matches('.'))
        .find(|word| {
            let mut parts = word.split('.');
            let class = matches!(parts.next(), Some("2" | "4" | "5"));
            let short = |part: Option<&str>| {
                part.is_some_and(|part| {
                    (1..=3).contains(&part.len()) && part.parse::<u16>().is_ok()
                })
            };
            class && short(parts.next()) && short(parts.next()) && parts.next().is_none()
        })
        .map(str::to_owned)
}

/// The first reply code of RFC 5321 section 4.2 that refuses: three digits alone or before a dash.
fn reply_code(text: &str) -> Option<u16> {
    text.split([' ', '\n', '-', '#', ':', '(', ')', '<', '>', ',', ';'])
        .filter(|word| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit()))
        .filter_map(|word| word.parse().ok())
        .find(|code| (400..600).contains(code))
}

/// What the server says, and the mail that came back.
fn split(text: &str) -> (&str, &str) {
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let lower = line.trim_start().to_lowercase();
        // Some begin with a line of dashes or with trace fields of their own.
        if number > 1
            && RETURNED_BELOW
                .split('|')
                .any(|mark| lower.starts_with(mark))
        {
            return text.split_at(at);
        }
        at += line.len();
    }
    (text, "")
}

/// The id in a line `Message-ID: <…>` of the returned mail.
fn message_id(line: &str) -> Option<&str> {
    let (name, value) = line.split_once(':')?;
    if !name
        .trim_start_matches(['>', ' '])
        .eq_ignore_ascii_case("message-id")
    {
        return None;
    }
    let (id, _) = value.trim().strip_prefix('<')?.split_once('>')?;
    Some(id)
}

/// Addresses at the beginning of a line, as bounces name their recipients: `<ann@example.org>:`, or alone.
fn addresses_in(said: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in said.lines() {
        let Some(word) = line.split_whitespace().next() else {
            continue;
        };
        let word = word.trim_matches(['<', '>', ':', ',', ';', '"', '\'', '(', ')', '.']);
        let is_address = word
            .split_once('@')
            .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'));
        if is_address && !found.iter().any(|one| one.eq_ignore_ascii_case(word)) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Words that stand in every bounce of a program and say nothing of this one.
fn is_general(line: &str) -> bool {
    has(&line.to_lowercase(), "permanent error|i've given up")
}

fn has(lower: &str, phrases: &str) -> bool {
    phrases.split('|').any(|phrase| lower.contains(phrase))
}
