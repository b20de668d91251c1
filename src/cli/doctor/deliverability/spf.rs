//! SPF: may the machine from which our letters come send for our domain?

use super::line::{Ours, Proof};
use super::lines;
use super::sending::Sending;
use crate::mail::receiver::{Look, PASS};

/// May the machine send for the domain?
pub(super) fn of(
    ours: &Ours<'_>,
    sender: &str,
    sending: &Sending,
    (look, records): (&Look, &[String]),
) -> Proof {
    let domain = &ours.domain;
    let back = sender.rsplit('@').next().unwrap_or_default();
    if !look.sender_is_aligned {
        return Proof {
            saw: format!(
                "letters go out with a return address at {back}, which does not stand for {domain}"
            ),
            advice: Some(format!(
                "Have the mail server leave the return address {} as it is (envelope sender, MAIL FROM).",
                ours.address
            )),
        };
    }
    if let Sending::Provider(provider) = sending
        && provider.owns(domain)
    {
        let saw = format!(
            "{domain} is {}'s own, which names its machines",
            provider.name
        );
        return Proof { saw, advice: None };
    }
    let is_spf = |record: &&String| {
        let first = record.split_whitespace().next().unwrap_or_default();
        first.eq_ignore_ascii_case("v=spf1")
    };
    let found: Vec<&String> = records.iter().filter(is_spf).collect();
    match found.as_slice() {
        [record] => of_record(domain, record, sending, look),
        found => unclear(domain, found, sending),
    }
}

/// By what the machine would be let in; `None`: nobody can tell.
fn mechanism(sending: &Sending) -> Option<String> {
    match sending {
        Sending::Provider(provider) if provider.spf.is_empty() => None,
        Sending::Provider(provider) => Some(format!("include:{}", provider.spf)),
        Sending::Machine { mechanism, .. } => Some(mechanism.clone()),
        Sending::Unknown => None,
    }
}

/// It has no record, or several.
fn unclear(domain: &str, found: &[&String], sending: &Sending) -> Proof {
    if let Some(first) = found.first() {
        return Proof {
            saw: format!(
                "{domain} has {} SPF records, of which receivers take none",
                found.len()
            ),
            advice: Some(format!(
                "Leave one in DNS that says what all of them say, for example with what else belongs there: {}",
                lines::text(domain, first)
            )),
        };
    }
    let advice = match mechanism(sending) {
        Some(wanted) => format!(
            "Add to DNS: {}",
            lines::text(domain, &format!("v=spf1 {wanted} ~all"))
        ),
        None => format!(
            "Add to DNS, with the name of the machine that sends: {}",
            lines::text(domain, "v=spf1 a:HOST ~all")
        ),
    };
    Proof {
        saw: format!("{domain} does not say who may send for it"),
        advice: Some(advice),
    }
}

/// What its record says of the machine.
fn of_record(domain: &str, record: &str, sending: &Sending, look: &Look) -> Proof {
    let good = |saw: String| Proof { saw, advice: None };
    let refused = match sending {
        Sending::Provider(provider) => {
            let named = |term: &str| {
                let place = term.split_once([':', '=']).map(|(_, place)| place);
                place.is_some_and(|place| place.eq_ignore_ascii_case(provider.spf))
            };
            match record.split_whitespace().any(named) {
                true => {
                    return good(format!(
                        "{domain} lets machines of {} send for it",
                        provider.name
                    ));
                }
                false => format!("machines of {}", provider.name),
            }
        }
        Sending::Unknown => {
            return good(format!(
                "{domain} says \"{record}\"; from which address letters come is not known, so it was not tried"
            ));
        }
        Sending::Machine { .. } => {
            let mut addresses = look.addresses.iter();
            match addresses.find(|(_, result)| *result != PASS) {
                None => return good(format!("{domain} lets {} send for it", list(look))),
                Some((address, result)) => format!("{address} ({result})"),
            }
        }
    };
    Proof {
        saw: format!("{domain} says \"{record}\", which does not let {refused} send for it"),
        advice: Some(match mechanism(sending) {
            Some(wanted) => format!(
                "Write in DNS in its place: {}",
                lines::text(domain, &lines::with_machine(record, &wanted))
            ),
            None => "Name there the machines that send; who keeps them says how.".to_owned(),
        }),
    }
}

fn list(look: &Look) -> String {
    let addresses = look.addresses.iter();
    let words: Vec<String> = addresses.map(|(address, _)| address.to_string()).collect();
    words.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::setup::providers::Provider;

    #[test]
    fn of_a_provider_the_name_is_wanted_that_lets_its_machines_in() {
        let sending = Sending::Provider(Provider::of_relay("smtp.gmail.com").unwrap());
        let look = Look {
            sender_is_aligned: true,
            ..Look::default()
        };
        let told = |domain: &str, records: &[&str]| {
            let ours = Ours {
                domain: domain.to_owned(),
                address: "",
                imap_host: "",
                smtp_host: "",
            };
            let records: Vec<String> = records.iter().map(|&record| record.to_owned()).collect();
            of(&ours, "", &sending, (&look, &records)).advice
        };
        assert_eq!(told("gmail.com", &[]), None);
        let club = "club.example";
        assert_eq!(
            told(club, &["v=spf1 include:_spf.google.com ~all", "other=1"]),
            None
        );
        assert_eq!(told(club, &["v=spf1 redirect=_spf.Google.com"]), None);
        for (records, advice) in [
            (
                vec![],
                "Add to DNS: club.example. IN TXT \"v=spf1 include:_spf.google.com ~all\"",
            ),
            (
                vec!["v=spf1 mx -all"],
                "Write in DNS in its place: club.example. IN TXT \"v=spf1 mx include:_spf.google.com -all\"",
            ),
        ] {
            assert_eq!(told(club, &records).as_deref(), Some(advice));
        }
    }
}
