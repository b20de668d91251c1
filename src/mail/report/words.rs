//! Bounces that follow no standard, read by their words: qmail, Exim, old Exchange and Postfix, providers of their own
//! mind.
//!
//! Only the part above the returned mail is read, since the returned mail is our own text and says nothing about its fate.

use super::verdict::{Verdict, has, verdict};
use super::wordings::{DELAYED, RETURNED_BELOW};
use super::{Action, RecipientReport, Report, status};
use crate::mail::incoming::Incoming;

/// Lines among which the one is looked for that says why.
const MOST_LINES: usize = 200;

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
    let lines: Vec<&str> = said
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(MOST_LINES)
        .collect();
    let diagnostic = diagnostic(&lines, verdict).map(|words| words.chars().take(300).collect());
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
        status: status::in_words(&whole),
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

/// The line with a status code, or the words that say the same as the whole: they may be broken over three lines.
fn diagnostic(lines: &[&str], whole: Verdict) -> Option<String> {
    if let Some(line) = lines.iter().find(|line| status::in_words(line).is_some()) {
        return Some((*line).to_owned());
    }
    let says_it = |words: &String| verdict(words) == whole && !is_general(words);
    (1..=3)
        .filter(|_| whole != Verdict::Unknown)
        .find_map(|length| {
            lines
                .windows(length)
                .map(|part| part.join(" "))
                .find(says_it)
        })
        .or_else(|| lines.first().map(|line| (*line).to_owned()))
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

/// What stands before an address that a bounce names and that is not at the beginning of its line, in lower case.
const NAMES_AN_ADDRESS: &str = "\
    expanded from:|addressed to|error-for:|for|intended recipient:|following recipient:|\
    undeliverable address:|final delivery userid:|attempts:|undeliverable to|deliver your message to|--|*|>|user";

/// Addresses as bounces name their recipients: at the beginning of a line, `<ann@example.org>:` or alone, or behind words
/// that say so.
fn addresses_in(said: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in said.lines() {
        for word in line.split_whitespace().filter_map(as_address) {
            let at = line.find(word).unwrap_or_default();
            let before = line.get(..at).unwrap_or_default().to_lowercase();
            let before =
                before.trim_end_matches(|c: char| !c.is_alphanumeric() && !":->*".contains(c));
            let named = before.trim().is_empty()
                || NAMES_AN_ADDRESS
                    .split('|')
                    .any(|words| before.trim_end().ends_with(words));
            if named && !found.iter().any(|one| one.eq_ignore_ascii_case(word)) {
                found.push(word.to_owned());
            }
        }
    }
    found
}

/// The address in a word of prose.
fn as_address(word: &str) -> Option<&str> {
    let word = word.trim_matches(['<', '>', ':', ',', ';', '"', '\'', '(', ')', '[', ']', '.']);
    let (local, domain) = word.split_once('@')?;
    (!local.is_empty() && domain.contains('.')).then_some(word)
}

/// Words that stand in every bounce of a program and say nothing of this one.
fn is_general(line: &str) -> bool {
    has(
        &line.to_lowercase(),
        "permanent error|i've given up|fatal error",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What servers write about addresses that are no more, in their words.
    const DEAD: &str = "\
        Delivery to the following recipients failed permanently:
        Delivery to the following recipient failed permanently:
        Did not reach the following recipient: ann@example.org
        did not reach the following recipient(s): ann@example.org on Fri, 20 Jul 2001: The recipient name is not recognized
        User ann (ann@example.org) not listed in Domino Directory
        User ann (ann@example.org) not listed in public Name & Address Book
        We're writing to let you know that the group you tried to contact (club) may not exist, or you may not have permission to post messages to the group.
        Invalid final delivery userid: ann@example.org
        undeliverable to ann@example.org
        Delivery failed 20 attempts: ann@example.org
        Your message has encountered delivery problems to local user ann. User not known
        This email address is wrong or no longer valid.
        The following recipients did not receive this message: <ann@example.org>
        The following recipients did not receive your message:
        The following addresses did NOT receive a copy of your message:
        Does not have a final email delivery point, please contact this person by alternate means.
        failed because it has not been collected after 30 days
        The address ann@example.org did not exactly match an address here.
        ann    No matches to nameserver query
        Routing: Could not find a gateway for ann@example.org
        The attached message had PERMANENT fatal delivery errors!
        Delivery Status Notification (Failure)
        Votre message n'a pas pu etre delivre a ann@example.org
        Your message could not be delivered to ann@example.org
        The following mail has been returned because it encountered an error while being processed.
        554 delivery error: dd This user doesn't have an example.org account (ann@example.org)
        550 Account closed due to inactivity
        This account has been closed. Ann no longer on server
        Ann is no longer with the company.
        554 Not known here
        Mailbox has been disabled for that user
        Die E-Mail konnte nicht zugestellt werden: Empfänger ist unbekannt
        Le message n'a pas pu être délivré: utilisateur inconnu
        No se ha podido entregar el mensaje: usuario desconocido
        Non è stato possibile recapitare il messaggio: utente sconosciuto
        Het bericht kon niet worden bezorgd: onbekende gebruiker
        Name service error for domain example.org: Host
            not found, try again
        This message was created automatically (Exim 4.94.2). A message that you sent could not be delivered.
        Undeliverable: RELEASED Mailman 2.0.12. It did not reach the following recipient(s)
        Sorry, we were unable to deliver your message to the following address.";

    #[test]
    fn what_servers_write_of_dead_addresses_is_permanent() {
        let broken = DEAD.replace("Host\n            not", "Host not");
        assert!(broken.lines().count() >= 30);
        for line in broken.lines() {
            assert_eq!(verdict(line), Verdict::Permanent, "{line}");
            let folded = line.replace(' ', "\n");
            assert_eq!(verdict(&folded), Verdict::Permanent, "{folded}");
        }
    }

    #[test]
    fn words_about_a_mailbox_a_sender_or_a_delay_outweigh_that_a_mail_was_given_up() {
        let given_up =
            "Your message could not be delivered.\nDelivery to the following recipient failed:\n";
        for (said, meant) in [
            ("The recipient is over disk quota.", Verdict::Temporary),
            (
                "This person's account is exceeding their quota.",
                Verdict::Temporary,
            ),
            (
                "552 Quota violation for ann@example.org",
                Verdict::Temporary,
            ),
            (
                "4.4.4 Temporary server error. Please try again later",
                Verdict::Temporary,
            ),
            (
                "they are not accepting mail from chess@example.net",
                Verdict::Refused,
            ),
            ("550 5.7.1 unsolicited mail", Verdict::Refused),
            ("554 rejected as spam", Verdict::Refused),
            ("We will keep trying.", Verdict::Delayed),
        ] {
            assert_eq!(verdict(&format!("{given_up}{said}")), meant, "{said}");
        }
    }

    #[test]
    fn words_that_say_nothing_about_a_delivery_say_nothing() {
        for said in [
            "Exim 4.94.2",
            "Mailman 2.0.12",
            "Sent by version 5.1.1 of our program.",
            "Thank you for your mail.",
            "",
        ] {
            assert_eq!(verdict(said), Verdict::Unknown, "{said}");
        }
    }

    #[test]
    fn addresses_are_found_where_bounces_name_them() {
        for (said, addresses) in [
            ("<ann@example.org>: no", vec!["ann@example.org"]),
            ("    ann@example.org on Fri", vec!["ann@example.org"]),
            (
                "bob@example.org\n (expanded from: <ann@example.org>)",
                vec!["bob@example.org", "ann@example.org"],
            ),
            (
                "(Originally addressed to ann@example.org)",
                vec!["ann@example.org"],
            ),
            ("* ann@example.org", vec!["ann@example.org"]),
            ("> ann@example.org", vec!["ann@example.org"]),
            (
                "Intended recipient: ann@example.org",
                vec!["ann@example.org"],
            ),
            ("Error-for:  ann@example.org", vec!["ann@example.org"]),
            (
                "unable to deliver your message to ann@example.org for",
                vec!["ann@example.org"],
            ),
            ("please contact <postmaster@example.org>", vec![]),
            ("Reply to postmaster@example.org", vec![]),
        ] {
            assert_eq!(addresses_in(said), addresses, "{said}");
        }
    }
}
