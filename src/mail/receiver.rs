//! What a receiver finds out about a letter of ours: who may send for its domain (SPF, RFC 7208), who has signed it (DKIM,
//! RFC 6376), and what the domain wants to be done where neither stands for it (DMARC, RFC 9989).

use super::dns::{Dns, DnsFault};
use mail_auth::dkim::DkimError;
use mail_auth::dmarc::verify::DmarcParameters;
use mail_auth::dmarc::{Alignment, Dmarc, Policy};
use mail_auth::spf::verify::SpfParameters;
use mail_auth::{
    AuthenticatedMessage, DkimOutput, DkimResult, DnsError, Error, SpfOutput, SpfResult,
};
use std::net::IpAddr;

/// How a letter comes to a receiver.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// All of it.
    pub raw: &'a [u8],
    /// The domain in From, in ASCII.
    pub author: &'a str,
    /// The address to which it would come back.
    pub sender: &'a str,
    /// The machine from which it comes.
    pub machine: &'a str,
    /// The addresses from which that may send; empty where they are not known.
    pub addresses: &'a [IpAddr],
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// For each address: the result in the words of RFC 7208 section 2.6.
    pub addresses: Vec<(IpAddr, &'static str)>,
    /// Whether the domain to which it would come back stands for the one in From.
    pub sender_is_aligned: bool,
    /// From the top.
    pub signatures: Vec<Signed>,
    /// What the domain in From wants; `None` where it says nothing.
    pub wanted: Option<Wanted>,
}

/// A signature.
#[derive(Clone, Debug)]
pub struct Signed {
    /// The domain that has signed, and the name of its key.
    pub domain: String,
    /// See `domain`.
    pub selector: String,
    /// Whether the domain stands for the one in From.
    pub is_aligned: bool,
    /// Why it proves nothing; `None`: it is good.
    pub flaw: Option<Flaw>,
}

/// Why a signature proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// No key stands in DNS.
    NoKey,
    /// It was taken back: an empty one stands there.
    Revoked,
    /// What stands there is not the one with which it was signed, or a header field has been changed since.
    OtherKey,
    /// The body is not the one that was signed.
    ChangedBody,
    /// Anything else, in words.
    Other(String),
}

/// What is to be done with letters of a domain for which nothing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing.
    Nothing,
    /// They are to be taken for junk.
    Quarantine,
    /// They are to be refused.
    Reject,
}

impl Look {
    /// Looks at a letter.
    ///
    /// # Errors
    ///
    /// When the name service does not answer, so that nobody can tell.
    pub async fn at(dns: &Dns, arrival: &Arrival<'_>) -> Result<Look, DnsFault> {
        let Some(message) = AuthenticatedMessage::parse(arrival.raw) else {
            return Ok(Look::default());
        };
        let mut look = Look::default();
        for &address in arrival.addresses {
            let asked = SpfParameters::verify_mail_from(
                address,
                arrival.machine,
                arrival.machine,
                arrival.sender,
            );
            let found = dns.0.verify_spf(asked).await;
            look.addresses.push((address, word(found.result())));
        }
        let outputs = dns.0.verify_dkim(&message).await;
        let none = SpfOutput::default();
        let asked = DmarcParameters {
            message: &message,
            dkim_output: &outputs,
            dkim2_output: None,
            rfc5321_mail_from_domain: arrival.author,
            spf_output: &none,
        };
        let found = dns.0.verify_dmarc(asked).await;
        if let mail_auth::DmarcResult::TempError(fault) = found.dkim_result() {
            return Err(DnsFault::new(arrival.author, fault));
        }
        let record = found.dmarc_record();
        look.wanted = record.map(|_| match found.policy() {
            Policy::None | Policy::Unspecified => Wanted::Nothing,
            Policy::Quarantine => Wanted::Quarantine,
            Policy::Reject => Wanted::Reject,
        });
        let strictly = |by: fn(&Dmarc) -> Alignment| record.map(by) == Some(Alignment::Strict);
        let sender = arrival.sender.rsplit('@').next().unwrap_or_default();
        look.sender_is_aligned = match strictly(|record| record.aspf) {
            true => is_same(sender, arrival.author),
            false => is_related(sender, arrival.author),
        };
        let strict = strictly(|record| record.adkim);
        for output in &outputs {
            look.signatures
                .push(signed(output, arrival.author, strict)?);
        }
        Ok(look)
    }

    /// The signature that stands for the domain in From.
    pub fn good_signature(&self) -> Option<&Signed> {
        let mut signatures = self.signatures.iter();
        signatures.find(|signed| signed.is_aligned && signed.flaw.is_none())
    }
}

/// Whether two domains are one.
fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// Whether one domain stands for the other: both belong to what one owner has registered.
pub fn is_related(one: &str, other: &str) -> bool {
    let registered = |domain: &str| {
        let domain = domain.trim_end_matches('.').to_ascii_lowercase();
        psl::domain_str(&domain).map_or(domain.clone(), str::to_owned)
    };
    registered(one) == registered(other)
}

fn signed(output: &DkimOutput<'_>, author: &str, strict: bool) -> Result<Signed, DnsFault> {
    let (domain, selector) = match output.signature() {
        Some(signature) => (signature.d.clone(), signature.s.clone()),
        None => (String::new(), String::new()),
    };
    let flaw = match output.result() {
        DkimResult::Pass => None,
        DkimResult::None => Some(Flaw::Other("it says nothing".to_owned())),
        DkimResult::Neutral(fault)
        | DkimResult::Fail(fault)
        | DkimResult::PermError(fault)
        | DkimResult::TempError(fault) => {
            Some(flaw(fault, &format!("{selector}._domainkey.{domain}"))?)
        }
    };
    Ok(Signed {
        is_aligned: match strict {
            true => is_same(&domain, author),
            false => is_related(&domain, author),
        },
        domain,
        selector,
        flaw,
    })
}

/// What is amiss with a signature whose key stands at this name.
fn flaw(fault: &Error, key: &str) -> Result<Flaw, DnsFault> {
    Ok(match fault {
        Error::Dns(DnsError::Resolver(reason)) => return Err(DnsFault::new(key, reason)),
        Error::Dns(DnsError::RecordNotFound(_)) => Flaw::NoKey,
        Error::Dkim(DkimError::RevokedPublicKey) => Flaw::Revoked,
        Error::Dkim(DkimError::FailedBodyHashMatch) => Flaw::ChangedBody,
        Error::Crypto(_) => Flaw::OtherKey,
        other => Flaw::Other(other.to_string()),
    })
}

/// RFC 7208 section 2.6.
fn word(result: SpfResult) -> &'static str {
    match result {
        SpfResult::Pass => PASS,
        SpfResult::Fail => "fail",
        SpfResult::SoftFail => "softfail",
        SpfResult::Neutral => "neutral",
        SpfResult::TempError => "temperror",
        SpfResult::PermError => "permerror",
        SpfResult::None => "none",
    }
}

/// What is said where all is well.
pub const PASS: &str = "pass";

#[cfg(test)]
mod tests {
    use super::is_related;

    #[test]
    fn a_domain_stands_for_what_the_same_owner_has_registered() {
        assert!(is_related("Mail.Club.Example.Org", "club.example.org"));
        assert!(is_related("chess.co.uk", "mail.chess.co.uk"));
        assert!(!is_related("chess.co.uk", "draughts.co.uk"));
        assert!(!is_related("relay.org", "club.org"));
    }
}
