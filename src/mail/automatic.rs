//! Who must never be answered: robots, bounces, complaints, and ourselves.
//!
//! Asked before anything else, and before any token is believed: an absence note carries the Reply-To address, and
//! with it the token, of the mail that it answers.

use std::fmt;

use super::calendar::{self, CalendarAnswer};
use super::headers;
use super::read::Incoming;
use super::report::{Report, read_words};

/// Names by which this server knows what it wrote itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OurNames {
    /// The domain at the end of the Message-IDs we make; compared without letter case.
    pub domain_of_ids: String,
    /// Addresses at which we receive and from which we send, without sub-address.
    pub addresses: Vec<String>,
    /// The signs behind which a sub-address may stand in them (RFC 5233): `chess-club@` is somebody else where it is not the dash.
    pub separators: &'static [char],
    /// The value of the `X-Loop` field on every mail we send.
    pub loop_mark: String,
}

/// What wrote a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nature {
    /// Nothing speaks against a human.
    Human,
    /// Signs that humans' mails carry too, by accident: such a mail is believed only with a valid token and an
    /// order in it, and is otherwise not answered.
    Soft(Signal),
    /// A robot said so: never answered, never obeyed.
    Automatic(Signal),
    /// A mail of ours could not be delivered; what the report says, or what its words say where it follows no standard.
    Bounce(Report),
    /// The recipient's provider says that they called our mail spam: all mail to them stops.
    Complaint(Report),
    /// Our own mail, come back.
    Loop(Signal),
}

/// The sign by which a mail was judged; its `Display` is for the log and names no address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signal {
    /// `Auto-Submitted` with this keyword (RFC 3834 section 5), a registered one or "other".
    AutoSubmitted(&'static str),
    /// `Return-Path: <>` (RFC 5321 section 4.5.5).
    NullSender,
    /// `multipart/report` that is neither bounce nor complaint, with its report type, a registered one or "other".
    Report(&'static str),
    /// A calendar program's answer.
    Calendar(CalendarAnswer),
    /// A field that only robots and lists set, by its name in lower case.
    Field(String),
    /// `Precedence` with this value.
    Precedence(String),
    /// A subject that absence notes have.
    Subject(&'static str),
    /// The sender calls itself a robot.
    Sender(&'static str),
    /// Our `X-Loop`.
    OurMark,
    /// A Message-ID that we made.
    OurMessageId,
    /// Written in the name of one of our addresses.
    OurAddress,
    /// This many `Received` fields.
    TooManyHops(usize),
}

impl fmt::Display for Signal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signal::AutoSubmitted(keyword) => write!(formatter, "Auto-Submitted: {keyword}"),
            Signal::NullSender => write!(formatter, "null return path"),
            Signal::Report(kind) => write!(formatter, "multipart/report of type {kind:?}"),
            Signal::Calendar(CalendarAnswer::Bare) => write!(formatter, "calendar answer"),
            // What they typed is kept with the mail, where an administrator finds it by this.
            Signal::Calendar(CalendarAnswer::Commented) => {
                write!(formatter, "calendar answer with a comment")
            }
            Signal::Field(name) => write!(formatter, "header field {name}"),
            Signal::Precedence(value) => write!(formatter, "Precedence: {value}"),
            Signal::Subject(phrase) => write!(formatter, "subject with {phrase:?}"),
            Signal::Sender(name) => write!(formatter, "sender named {name:?}"),
            Signal::OurMark => write!(formatter, "our own X-Loop"),
            Signal::OurMessageId => write!(formatter, "our own Message-ID"),
            Signal::OurAddress => write!(formatter, "our own address as sender"),
            Signal::TooManyHops(count) => write!(formatter, "{count} Received fields"),
        }
    }
}

/// A mail that passed more servers than this is going in circles; RFC 5321 section 6.3 would wait for 100.
const MOST_HOPS: usize = 50;

/// Judges what wrote a mail. Hard signs first: a loop, a report, a robot's own word; then the soft ones.
pub fn nature(mail: &Incoming, ours: &OurNames) -> Nature {
    if let Some(signal) = loop_signal(mail, ours) {
        return Nature::Loop(signal);
    }
    if let Some(report) = &mail.report {
        return of_report(mail, report, ours);
    }
    let bounce = || Nature::Bounce(read_words(mail));
    let looks_so = is_bounce_by_looks(mail, ours);
    if let Some(keyword) = auto_submitted(mail) {
        // Exim and Exchange call their bounces auto-replied.
        return if looks_so {
            bounce()
        } else {
            Nature::Automatic(Signal::AutoSubmitted(keyword))
        };
    }
    if let Some(name) = field_among(mail, RESPONDERS_FIELDS)
        .or_else(|| responders_name(mail))
        .or_else(|| responders_value(mail))
    {
        return if looks_so {
            bounce()
        } else {
            Nature::Automatic(Signal::Field(name))
        };
    }
    if let Some(answer) = calendar_answer(mail) {
        let signal = Signal::Calendar(answer);
        let is_sign_of_another =
            looks_so || mail.return_path == Some(None) || is_robots_otherwise(mail);
        let own_words = mail.text.as_deref().is_some_and(calendar::holds_own_words);
        return if own_words && !is_sign_of_another {
            Nature::Soft(signal)
        } else {
            Nature::Automatic(signal)
        };
    }
    if mail.return_path == Some(None) {
        // Absence notes have the null sender too, and come to the address that bounces come to (RFC 3834 section 4).
        let note = soft_subject(mail).is_some();
        return if looks_so || (is_at_bounce_address(mail, ours) && !note) {
            bounce()
        } else {
            Nature::Automatic(Signal::NullSender)
        };
    }
    if looks_so {
        return bounce();
    }
    match soft_signal(mail) {
        Some(signal) => Nature::Soft(signal),
        None => Nature::Human,
    }
}

/// The answer of a calendar, by what it brings; or by its subject, where that was lost on the way.
fn calendar_answer(mail: &Incoming) -> Option<CalendarAnswer> {
    let by_subject = || calendar::is_of_answer(&mail.subject).then_some(CalendarAnswer::Bare);
    mail.calendar_answer.or_else(by_subject)
}

/// Whether an answer of a calendar shows a sign of a robot beside being one, such as its subject is.
fn is_robots_otherwise(mail: &Incoming) -> bool {
    let is_known = matches!(&soft_signal(mail), Some(Signal::Subject(_)) | None);
    let of_answer = calendar::is_of_answer(&mail.subject) || soft_subject(mail).is_none();
    !is_known || !of_answer
}

fn of_report(mail: &Incoming, report: &Report, ours: &OurNames) -> Nature {
    match report.kind.as_str() {
        "feedback-report" => Nature::Complaint(report.clone()),
        "delivery-status" if report.recipients.is_empty() => {
            let words = read_words(mail);
            Nature::Bounce(Report {
                recipients: words.recipients,
                ..report.clone()
            })
        }
        "delivery-status" => Nature::Bounce(report.clone()),
        _ if report.feedback_type.is_some() => Nature::Complaint(report.clone()),
        _ if !report.recipients.is_empty() => Nature::Bounce(report.clone()),
        // A report whose parts got lost on the way.
        "" if is_bounce_by_looks(mail, ours) => Nature::Bounce(read_words(mail)),
        kind => Nature::Automatic(Signal::Report(known(kind, &REPORTS))),
    }
}

fn loop_signal(mail: &Incoming, ours: &OurNames) -> Option<Signal> {
    let mark = ours.loop_mark.trim();
    if !mark.is_empty()
        && mail
            .values("x-loop")
            .any(|value| value.trim().eq_ignore_ascii_case(mark))
    {
        return Some(Signal::OurMark);
    }
    if let Some(id) = &mail.message_id
        && let Some((_, domain)) = id.rsplit_once('@')
        && !ours.domain_of_ids.is_empty()
        && domain.eq_ignore_ascii_case(&ours.domain_of_ids)
    {
        return Some(Signal::OurMessageId);
    }
    if mail.senders.iter().any(|address| {
        ours.addresses
            .iter()
            .any(|own| same_mailbox(own, address, ours.separators))
    }) {
        return Some(Signal::OurAddress);
    }
    (mail.received_count > MOST_HOPS).then_some(Signal::TooManyHops(mail.received_count))
}

/// Keywords of `Auto-Submitted` that are registered (RFC 3834 section 5, RFC 5436 section 2.7.1), and one that is not.
const SUBMITTED: [&str; 4] = [
    "auto-generated",
    "auto-replied",
    "auto-notified",
    "auto-forwarded",
];

/// Types of `multipart/report` that are registered (RFC 6522 section 7 and those that followed it).
const REPORTS: [&str; 7] = [
    "",
    "delivery-status",
    "disposition-notification",
    "feedback-report",
    "tlsrpt",
    "vacation",
    "global-delivery-status",
];

/// The word as we write it; of a mail's own words none goes into the log.
fn known(word: &str, words: &[&'static str]) -> &'static str {
    words
        .iter()
        .find(|known| known.eq_ignore_ascii_case(word))
        .unwrap_or(&"other")
}

/// Whether an address is one of ours, with or without a sub-address, in any letter case.
fn same_mailbox(own: &str, address: &str, separators: &[char]) -> bool {
    let (Some((own_local, own_domain)), Some((local, domain))) =
        (own.rsplit_once('@'), address.rsplit_once('@'))
    else {
        return false;
    };
    let (own_local, local) = (own_local.to_lowercase(), local.to_lowercase());
    own_domain.eq_ignore_ascii_case(domain)
        && local
            .strip_prefix(&own_local)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(separators))
}

/// The keyword of the first `Auto-Submitted` field that says anything but `no` (RFC 3834 section 5.1: parameters
/// and comments may follow, letter case does not count). An empty field says nothing.
fn auto_submitted(mail: &Incoming) -> Option<&'static str> {
    mail.values("auto-submitted").find_map(|value| {
        let without_comments = headers::strip_comments(value);
        let keyword = without_comments
            .split([';', ' '])
            .find(|word| !word.is_empty())?
            .to_ascii_lowercase();
        (keyword != "no").then(|| known(&keyword, &SUBMITTED))
    })
}

/// Bounces that follow no standard: qmail, old Exchange, providers of their own mind.
fn is_bounce_by_looks(mail: &Incoming, ours: &OurNames) -> bool {
    if mail.values("x-failed-recipients").next().is_some() {
        return true;
    }
    let daemon = mail.senders.iter().any(|address| {
        let local = address.split('@').next().unwrap_or_default().to_lowercase();
        matches!(
            local.as_str(),
            "mailer-daemon"
                | "postmaster"
                | "mail-daemon"
                | "maildaemon"
                | "mdaemon"
                | "mail-router"
        ) || local.starts_with("microsoftexchange")
    });
    let subject = mail.subject.to_lowercase();
    let titled = BOUNCE_SUBJECTS
        .split('|')
        .any(|words| subject.contains(words));
    let at_bounce_address = is_at_bounce_address(mail, ours);
    (daemon && (titled || at_bounce_address || mail.return_path == Some(None)))
        || (titled && at_bounce_address)
}

/// Whether the mail came to an address that only envelope senders of ours are: with a `b.` behind our local part.
fn is_at_bounce_address(mail: &Incoming, ours: &OurNames) -> bool {
    mail.recipients.iter().any(|recipient| {
        let (local, domain) = recipient
            .address
            .rsplit_once('@')
            .unwrap_or((recipient.address.as_str(), ""));
        ours.addresses.iter().any(|own| {
            own.rsplit_once('@').is_some_and(|(own_local, own_domain)| {
                let rest = local
                    .get(..own_local.len())
                    .filter(|base| base.eq_ignore_ascii_case(own_local))
                    .and_then(|_| local.get(own_local.len()..));
                own_domain.eq_ignore_ascii_case(domain)
                    && rest.is_some_and(|rest| {
                        rest.strip_prefix(['+', '-'])
                            .and_then(|rest| rest.get(..2))
                            .is_some_and(|mark| mark.eq_ignore_ascii_case("b."))
                    })
            })
        })
    })
}

const BOUNCE_SUBJECTS: &str = "\
    undeliver|delivery status|delivery failure|delivery report|delivery has failed|failure notice|\
    mail delivery|returned mail|returned to sender|unzustellbar|nicht zugestellt|non remis|\
    no se puede entregar|warning: message|mail system error|message delivery|not delivered|could not be delivered|\
    mail failure|mailbox full|mailbox unavailable|zustellung|échec de la remise|échec de remise|mancato recapito|\
    entrega fallida|non recapitabile|onbestelbaar|quota exceeded";

/// Fields that lists and responders set, and humans' mails by accident (a club's forwarding list, say).
/// `X-Auto-Response-Suppress` is not among them: Exchange adds it to what people write.
const SOFT_FIELDS: &str = "\
    list-id|list-owner|list-subscribe|list-post|list-unsubscribe|list-help|list-archive|x-mailing-list|feedback-id|\
    mailing-list|x-beenthere|x-mailman-version|x-google-group-id|list-software|x-listname";

/// Fields that only responders set, older ones, which do not know `Auto-Submitted`. No human's mail carries them by accident.
const RESPONDERS_FIELDS: &str = "\
    x-autoreply|x-autorespond|x-autoresponder|x-autoreply-from|x-auto-reply|x-auto-reply-from|x-autogenerated|\
    x-mail-autoreply|x-fc-machinegenerated|x-ms-exchange-inbox-rules-loop|x-vacation|x-away|x-cron-env";

/// What the names of fields hold that responders make up, without hyphens: `X-Ovh-Autoresponder`, `X-Mailgun-Autoresponder`.
const RESPONDERS_WORDS: [&str; 5] = [
    "autorespon",
    "autoreply",
    "autogenerated",
    "vacation",
    "outofoffice",
];

/// Fields whose value tells a responder, by name and by a word of the value, in lower case.
const RESPONDERS_VALUES: [(&str, &str); 3] = [
    // Deutsche Telekom and others: "9; Autoresponder"
    ("x-post-messageclass", "autoresponder"),
    ("delivered-to", "autoresponder"),
    (
        "x-ms-exchange-generated-message-source",
        "mailbox rules agent",
    ),
];

/// How absence notes, receipts, calendar answers and challenges to prove oneself begin, as their programs write it, in
/// lower case.
const SOFT_SUBJECTS: &str = "\
    out of office|out of the office|automatic reply|auto reply|auto-reply|autoreply|auto response|\
    autoresponse|auto: |away from my mail|vacation reply|on vacation|automatische antwort|abwesenheitsnotiz|\
    automatische rückantwort|automatische rückmeldung|eingangsbestätigung|empfangsbestätigung|lesebestätigung|\
    abwesenheitsassistent|abwesenheitsbenachrichtigung|abwesenheitsmeldung|urlaubsnotiz|\
    abwesenheit:|abwesend|nicht im büro|réponse automatique|absence du bureau|absent du bureau|\
    respuesta automática|respuesta automatica|fuera de la oficina|risposta automatica|fuori sede|\
    fuori ufficio|resposta automática|ausência temporária|automatisch antwoord|automatische reactie|afwezig|\
    autosvar|automatiskt svar|frånvaro|automaattinen vastaus|poissa:|automatyczna odpowiedź|\
    automatická odpověď|samodejni odgovor|automatski odgovor|автоматична відповідь|автоответ|автоматический ответ|automatikus válasz|自動|\
    自动回复|자동 회신|otomatik yanıt|αυτόματη απάντηση|răspuns automat|\
    read: |gelesen: |lu : |lu: |leído: |leido: |letto: |lida: |gelezen: |läst: |lest: |прочитано: |\
    accepted: |declined: |tentative: |zugesagt: |abgesagt: |\
    please confirm your|please confirm that you|please confirm (|please verify|verify your|confirm your|\
    sender verification|message verification|verification required|confirmation required|challenge: ";

/// Local parts under which nobody reads mail.
const ROBOT_NAMES: &str = "\
    noreply|no-reply|no_reply|donotreply|do-not-reply|do_not_reply|mailer-daemon|postmaster|majordomo|\
    listserv|bounces|bounce|autoresponder|auto-reply|root|daemon|cron|www-data|notification|notifications";

/// The first of these fields, parted by bars, that says something other than "no".
fn field_among(mail: &Incoming, names: &str) -> Option<String> {
    let says = |name: &&str| {
        mail.values(name)
            .any(|value| !value.trim().is_empty() && !value.trim().eq_ignore_ascii_case("no"))
    };
    names.split('|').find(says).map(str::to_owned)
}

/// The word of a responder in the name of an `X-` field that says anything but "no". `X-Auto-Response-Suppress` is of
/// people, whose programs ask responders to be silent.
fn responders_name(mail: &Incoming) -> Option<String> {
    mail.headers.iter().find_map(|(name, value)| {
        let name = name.strip_prefix("x-")?.replace(['-', '_'], "");
        let value = value.trim();
        let denied = ["", "no", "false", "0", "none"]
            .iter()
            .any(|no| value.eq_ignore_ascii_case(no));
        let word = RESPONDERS_WORDS.iter().find(|word| name.contains(**word))?;
        (!denied && !name.ends_with("suppress")).then(|| format!("x-…{word}…"))
    })
}

/// The field by whose value a responder is told.
fn responders_value(mail: &Incoming) -> Option<String> {
    let tells = |(name, word): &&(&str, &str)| {
        mail.values(name)
            .any(|value| !value.contains('@') && value.to_lowercase().contains(word))
    };
    RESPONDERS_VALUES
        .iter()
        .find(tells)
        .map(|(name, _)| (*name).to_owned())
}

fn soft_signal(mail: &Incoming) -> Option<Signal> {
    let precedences = mail.values("precedence").chain(mail.values("x-precedence"));
    if let Some(value) = precedences.into_iter().find_map(|value| {
        let value = value.trim().to_ascii_lowercase();
        ["bulk", "junk", "list", "auto_reply"]
            .contains(&value.as_str())
            .then_some(value)
    }) {
        return Some(Signal::Precedence(value));
    }
    // Whatever it says: "List-Post: NO" is of a list as well (RFC 2369 3.4).
    let mut fields = SOFT_FIELDS.split('|');
    if let Some(name) = fields.find(|name| mail.values(name).next().is_some()) {
        return Some(Signal::Field(name.to_owned()));
    }
    if let Some(phrase) = soft_subject(mail) {
        return Some(Signal::Subject(phrase));
    }
    mail.senders.iter().find_map(|address| {
        let local = address.split('@').next().unwrap_or_default().to_lowercase();
        let bare = local.split('+').next().unwrap_or_default();
        ROBOT_NAMES
            .split('|')
            .find(|name| bare == *name)
            .or_else(|| bare.ends_with("-request").then_some("-request"))
            .or_else(|| bare.ends_with("-bounces").then_some("-bounces"))
            .or_else(|| bare.starts_with("owner-").then_some("owner-"))
            .map(Signal::Sender)
    })
}

fn soft_subject(mail: &Incoming) -> Option<&'static str> {
    let subject = mail.subject.to_lowercase();
    let begins = |phrase: &&str| subject.starts_with(*phrase);
    SOFT_SUBJECTS.split('|').find(begins)
}

#[cfg(test)]
mod tests;
