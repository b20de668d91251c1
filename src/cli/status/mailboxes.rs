//! What `penpawn status` says of a mailbox.

use crate::cli::duration::duration;
use crate::db::mailboxes::NEARLY_FULL;
use crate::db::status::Mailbox;

/// How long a mailbox may go without being looked into: twice the longest time for which the daemon listens.
const LOOKED_INTO: f64 = 600.0;

/// After how long a mailbox is taken for one that is not read any more, if another one is read, in seconds.
pub(super) const LEFT: f64 = 7.0 * 86_400.0;

/// What needs an administrator in a mailbox, a sentence each; `all` are those that are read, or were.
pub(super) fn problems(mailbox: &Mailbox, all: &[Mailbox]) -> Vec<String> {
    let mut problems = Vec::new();
    problems.extend(shut(mailbox).or_else(|| neglected(mailbox, all)));
    if let Some(fullness) = mailbox.fullness.filter(|&full| full >= NEARLY_FULL) {
        problems.push(format!(
            "{} is {fullness} % full: when it is, players' mails are refused. Remove old ones.",
            mailbox.name
        ));
    }
    problems
}

/// Why a mailbox was not read at the last try, in words.
pub(super) enum Fault<'a> {
    /// It was, or nobody tries any more.
    None,
    /// It may be over by itself.
    Passing(&'a str),
    /// Only an administrator can mend it.
    Lasting(&'a str),
}

/// Of a mailbox that is tried still: what kept a daemon out that has ended is no news.
pub(super) fn fault_of(mailbox: &Mailbox) -> Fault<'_> {
    let is_tried = mailbox.fault_age.is_some_and(|age| age <= LOOKED_INTO);
    match (mailbox.fault.as_deref(), mailbox.fault_kind.as_deref()) {
        (Some(fault), Some("lasting")) if is_tried => Fault::Lasting(fault),
        (Some(fault), _) if is_tried => Fault::Passing(fault),
        (Some(_) | None, _) => Fault::None,
    }
}

/// That a mailbox cannot be read, and will not be before somebody has mended it.
fn shut(mailbox: &Mailbox) -> Option<String> {
    match fault_of(mailbox) {
        Fault::Lasting(fault) => Some(format!(
            "{} cannot be read, and that does not pass by itself: {fault}. Mails wait in it; `penpawn doctor` says what to do. A changed password is tried by itself; a changed setting is read when `penpawn serve` is started again.",
            mailbox.name
        )),
        Fault::Passing(_) | Fault::None => None,
    }
}

/// That nobody looks into a mailbox, unless it was left for another one.
fn neglected(mailbox: &Mailbox, all: &[Mailbox]) -> Option<String> {
    let is_read = |one: &Mailbox| one.last_look.is_some_and(|age| age <= LOOKED_INTO);
    if mailbox.retired {
        return None;
    }
    let was_left = mailbox.last_look.is_none_or(|age| age > LEFT) && all.iter().any(is_read);
    if is_read(mailbox) || was_left {
        return None;
    }
    let since = match mailbox.last_look {
        Some(age) => format!("for {}", duration(age)),
        None => "yet".to_owned(),
    };
    let name = &mailbox.name;
    Some(match fault_of(mailbox) {
        Fault::Lasting(fault) | Fault::Passing(fault) => format!(
            "{name} has not been looked into {since}: {fault}. It is tried again; `penpawn doctor` tries each step."
        ),
        Fault::None => format!(
            "{name} has not been looked into {since}: is `penpawn serve` running, and does the mail server let it in?"
        ),
    })
}

/// A mailbox in a line.
pub(super) fn line(mailbox: &Mailbox) -> String {
    let mut line = format!(
        "mailbox  {}, read up to UID {}",
        mailbox.name,
        mailbox.next_uid - 1
    );
    if mailbox.retired {
        line.push_str(", retired");
    }
    match mailbox.last_look {
        Some(age) => line.push_str(&format!(", looked into {} ago", duration(age))),
        None => line.push_str(", not looked into yet"),
    }
    if let (Fault::Passing(fault), Some(age)) = (fault_of(mailbox), mailbox.fault_age) {
        line.push_str(&format!(
            ", not read {} ago, which may pass by itself: {fault}",
            duration(age)
        ));
    }
    if let (Some(fullness), Some(age)) = (mailbox.fullness, mailbox.fullness_age) {
        line.push_str(&format!(", {fullness} % full as of {} ago", duration(age)));
    }
    if mailbox.copies > 0 {
        line.push_str(&format!(
            ", mails in it whose texts were erased here: {}",
            mailbox.copies
        ));
    }
    let alone = mailbox.left + mailbox.foreign;
    if alone > 0 {
        line.push_str(&format!(
            ", mails in it that are not for us and are left alone: {alone} ({} of them from before the first start)",
            mailbox.left
        ));
    }
    line.push('\n');
    line
}
