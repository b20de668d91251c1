//! DKIM: has our domain signed the letter?

use super::line::{Ours, Proof};
use super::lines;
use crate::mail::receiver::{Flaw, Look, Signed};

/// The name of the key in what is proposed.
const SELECTOR: &str = "penpawn";

/// Has the domain signed the letter?
pub(super) fn of(ours: &Ours<'_>, look: &Look) -> Proof {
    let domain = &ours.domain;
    if let Some(signed) = look.good_signature() {
        return Proof {
            saw: format!(
                "signed by {}, with the key {}",
                signed.domain, signed.selector
            ),
            advice: None,
        };
    }
    let key = |selector: &str, of: &str| {
        let name = format!("{selector}._domainkey.{of}");
        lines::text(&name, "v=DKIM1; k=rsa; p=PUBLIC_KEY")
    };
    let aligned = look.signatures.iter().find(|signed| signed.is_aligned);
    match (aligned, look.signatures.first()) {
        (Some(signed), _) => flawed(signed, &key(&signed.selector, &signed.domain)),
        (None, Some(other)) => Proof {
            saw: format!(
                "signed by {} alone, which does not stand for {domain}",
                other.domain
            ),
            advice: Some(format!(
                "Have the mail server sign with d={domain} as well, and add to DNS, with the name and the public half of its key: {}",
                key(SELECTOR, domain)
            )),
        },
        (None, None) => Proof {
            saw: "the letter is not signed".to_owned(),
            advice: Some(format!(
                "Have the mail server sign letters of {domain} (rspamd, opendkim, Exim's dkim_domain; a provider has a switch), and add to DNS, with the public half of its key: {} (A server that signs only what leaves it, as Exim does, signs no letter to itself: then look at one to another provider.)",
                key(SELECTOR, domain)
            )),
        },
    }
}

/// A signature of our own domain's that proves nothing; `line` is where its key belongs.
fn flawed(signed: &Signed, line: &str) -> Proof {
    let (domain, selector) = (&signed.domain, &signed.selector);
    let whose = format!("the signature of {domain} with the key {selector}");
    let (why, advice) = match &signed.flaw {
        // It would stand for the letter.
        None => ("is good", String::new()),
        Some(Flaw::NoKey) => (
            "proves nothing, since DNS does not know this key",
            format!("Add to DNS, with the public half of the key: {line}"),
        ),
        Some(Flaw::Revoked) => (
            "proves nothing, since this key was taken back in DNS (p= is empty)",
            format!(
                "Have it signed with a key that counts, or write in DNS, with the public half of this one: {line}"
            ),
        ),
        Some(Flaw::OtherKey) => (
            "does not fit: the key in DNS is another one, or a header field was changed behind the signer",
            format!("Write the public half of the key into DNS: {line}"),
        ),
        Some(Flaw::ChangedBody) => (
            "does not fit, since the text was changed behind the signer",
            "Let whatever changes letters (a footer, a virus scanner) work before they are signed."
                .to_owned(),
        ),
        Some(Flaw::Other(reason)) => {
            return Proof {
                saw: format!("{whose} proves nothing: {reason}"),
                advice: Some(format!("Mend the signer, or its line in DNS: {line}")),
            };
        }
    };
    Proof {
        saw: format!("{whose} {why}"),
        advice: (!advice.is_empty()).then_some(advice),
    }
}
