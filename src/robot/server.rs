//! Who we are: the addresses that are ours, and what tokens look like in them.

mod allowed;

pub use allowed::{Allowed, NotAllowed};

use crate::game::clock::Control;
use crate::mail::read::Incoming;
use crate::mail::token::{Keys, OneTime, Purpose, Token};
use crate::players::Quota;

/// How a token is joined to the local part of our address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subaddress {
    /// `chess+TOKEN@…` (RFC 5233).
    Plus,
    /// `chess-TOKEN@…`
    Dash,
    /// Our mail server takes only the bare address; tokens stand in Message-IDs and reference lines alone.
    Unavailable,
}

/// What unknown senders get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strangers {
    /// Who writes an order is asked whether the address is theirs; a person who writes none is told how to begin.
    Answer,
    /// Only the first of these.
    Ask,
    /// Nothing.
    Ignore,
}

/// Whether what a challenger writes is shown to whom they invite and who is no player yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationWords {
    /// An invitation is fixed text.
    Withheld,
    /// Their words stand in it, under their name.
    Shown,
}

/// What the robot must know of the server it works for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Our display name.
    pub name: String,
    /// Our address, in lower case.
    pub address: String,
    /// Further addresses, in lower case, mail to which comes to us as well. Our letters come from the other one alone.
    pub further_addresses: Vec<String>,
    /// How tokens are joined to our address.
    pub subaddress: Subaddress,
    /// Whom players can ask, as it stands in letters.
    pub contact: Option<String>,
    /// What unknown senders get.
    pub strangers: Strangers,
    /// How many of them are asked on one day where nothing vouches for their domain, all together.
    pub strangers_a_day: i32,
    /// How many at addresses of one domain.
    pub strangers_of_a_domain: i32,
    /// How many at addresses of a domain that a border vouches for.
    pub strangers_of_a_vouched_domain: i32,
    /// Whether invitations carry words of those who invite.
    pub invitation_words: InvitationWords,
    /// The largest mail that is read, in octets.
    pub largest_mail: u64,
    /// The names under which the border of our mail server reports on senders (authserv-ids, RFC 8601 section 2.5), each
    /// as the border writes it before the first semicolon; none: no report is believed.
    pub authserv_ids: Vec<String>,
    /// On how many days letters must have come back before an address rests.
    pub bounces: i32,
    /// How time is counted in a game whose challenge does not say it.
    pub usual_control: Control,
    /// How many days of leave a player has in a calendar year.
    pub leave: Quota,
    /// Which time controls a challenge may have.
    pub allowed_controls: Allowed,
    /// Whether mails are erased in the mailbox too, after their texts were erased here.
    pub erases_copies: bool,
    /// Where others reach the pages that are served, an address that ends with a `/`; empty where none are.
    pub pages: String,
}

impl Server {
    /// A server at this address, in lower case, with all else as in the settings that are built in.
    pub fn at(address: &str) -> Server {
        Server {
            name: "penpawn".to_owned(),
            address: address.to_owned(),
            further_addresses: Vec::new(),
            subaddress: Subaddress::Plus,
            contact: None,
            strangers: Strangers::Answer,
            strangers_a_day: 2000,
            strangers_of_a_domain: 10,
            strangers_of_a_vouched_domain: 200,
            invitation_words: InvitationWords::Withheld,
            largest_mail: 256 * 1024,
            authserv_ids: Vec::new(),
            bounces: 5,
            usual_control: Control::without(),
            leave: Quota(30),
            allowed_controls: Allowed::Any,
            erases_copies: true,
            pages: String::new(),
        }
    }

    /// The part of our address before the @.
    pub fn local_part(&self) -> &str {
        self.address
            .rsplit_once('@')
            .map_or(self.address.as_str(), |(local, _)| local)
    }

    /// The part of our address behind the @.
    pub fn domain(&self) -> &str {
        self.address
            .rsplit_once('@')
            .map_or("", |(_, domain)| domain)
    }

    /// The domain of our Message-IDs. Not the domain of our address: players of the same club have mail programs that
    /// make ids in that one, and by the domain of an id we know our own mails.
    pub fn id_domain(&self) -> String {
        format!("penpawn.{}", self.domain())
    }

    /// Our address with a token in it, or the bare one where addresses cannot carry one.
    pub fn address_with(&self, token: &str) -> String {
        match self.separator() {
            Some(separator) => format!("{}{separator}{token}@{}", self.local_part(), self.domain()),
            None => self.address.clone(),
        }
    }

    /// What stands behind our local part and the separator, where the address is one of ours that carries something.
    pub fn extension_of<'a>(&self, address: &'a str) -> Option<&'a str> {
        self.extension(&self.address, address)
    }

    /// Whether mail to this address comes to us.
    pub fn owns(&self, address: &str) -> bool {
        self.addresses()
            .any(|own| address.eq_ignore_ascii_case(own) || self.extension(own, address).is_some())
    }

    /// All addresses that are ours, without what may be joined to them.
    pub fn addresses(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.address).chain(&self.further_addresses)
    }

    /// What we are called: by name and by address. Nobody else is.
    pub fn names(&self) -> Vec<&str> {
        std::iter::once(&self.name)
            .chain(self.addresses())
            .map(String::as_str)
            .collect()
    }

    /// What an address carries behind one of our own.
    fn extension<'a>(&self, own: &str, address: &'a str) -> Option<&'a str> {
        let (own_local, own_domain) = own.rsplit_once('@')?;
        let (local, domain) = address.rsplit_once('@')?;
        if !domain.eq_ignore_ascii_case(own_domain) {
            return None;
        }
        let (base, rest) = local.split_at_checked(own_local.len())?;
        let rest = rest.strip_prefix(self.separator()?)?;
        base.eq_ignore_ascii_case(own_local).then_some(rest)
    }

    fn separator(&self) -> Option<char> {
        match self.subaddress {
            Subaddress::Plus => Some('+'),
            Subaddress::Dash => Some('-'),
            Subaddress::Unavailable => None,
        }
    }
}

/// What proves that a mail answers one of ours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The purpose of a token whose code is right.
    pub purpose: Option<Purpose>,
    /// The text of that token, in lower case. The Message-ID of the mail that it stood in begins with it.
    pub token: Option<String>,
    /// A one-time token, not yet looked up.
    pub one_time: Option<OneTime>,
    /// The Message-ID of the mail of ours that is answered, without angle brackets.
    pub answered: Option<String>,
}

/// The places of a mail in which a token can stand, in the order in which they are believed.
#[derive(Clone, Debug, Default)]
pub struct TokenPlaces<'a> {
    /// The addresses it went to, from all fields that name one.
    pub recipients: Vec<&'a str>,
    /// In-Reply-To, without angle brackets.
    pub in_reply_to: Vec<&'a str>,
    /// References, oldest first, without angle brackets.
    pub references: Vec<&'a str>,
    /// Quoted lines of the text with the depth of their quotation.
    pub quoted: Vec<(usize, &'a str)>,
}

impl TokenPlaces<'_> {
    /// The places in the header fields of a mail.
    pub(super) fn of_fields(mail: &Incoming) -> TokenPlaces<'_> {
        TokenPlaces {
            recipients: mail
                .recipients
                .iter()
                .map(|recipient| recipient.address.as_str())
                .collect(),
            in_reply_to: mail.in_reply_to.iter().map(String::as_str).collect(),
            references: mail.references.iter().map(String::as_str).collect(),
            quoted: Vec::new(),
        }
    }
}

/// Looks for a token. Two places that name different ones prove nothing: then there is none.
pub fn evidence(places: &TokenPlaces<'_>, server: &Server, keys: &Keys) -> Evidence {
    let answered = answered_ids(places, server);
    let in_addresses = places
        .recipients
        .iter()
        .filter_map(|address| server.extension_of(address));
    let mut found: Vec<Found> = in_addresses
        .chain(answered.iter().copied())
        .filter_map(|text| Found::read(text, keys))
        .collect();
    if found.is_empty() {
        found = found_in_newest_quotation(&places.quoted, keys);
    }
    let mut evidence = Evidence {
        answered: answered.first().map(|id| (*id).to_owned()),
        ..Evidence::default()
    };
    let Some((first, rest)) = found.split_first() else {
        return evidence;
    };
    if rest.iter().all(|other| other == first) {
        match first {
            Found::Token(token) => {
                evidence.purpose = Some(token.purpose());
                evidence.token = Some(token.text());
            }
            Found::OneTime(token) => evidence.one_time = Some(token.clone()),
        }
    }
    evidence
}

/// The Message-IDs of ours that the mail answers: those that In-Reply-To names; the last of References stands in for it
/// (RFC 5322 3.6.4).
fn answered_ids<'a>(places: &TokenPlaces<'a>, server: &Server) -> Vec<&'a str> {
    let id_domain = server.id_domain();
    let ours = |id: &&str| {
        id.rsplit_once('@')
            .is_some_and(|(_, domain)| domain.eq_ignore_ascii_case(&id_domain))
    };
    if places.in_reply_to.is_empty() {
        let newest = places.references.iter().rev().copied().find(ours);
        newest.into_iter().collect()
    } else {
        places.in_reply_to.iter().copied().filter(ours).collect()
    }
}

/// The tokens in the newest quotation only: older ones below it carry the tokens of older mails.
fn found_in_newest_quotation(quoted: &[(usize, &str)], keys: &Keys) -> Vec<Found> {
    let newest = quoted
        .iter()
        .filter(|(_, line)| reference_in(line).is_some())
        .map(|(depth, _)| *depth)
        .min();
    quoted
        .iter()
        .filter(|(depth, _)| Some(*depth) == newest)
        .filter_map(|(_, line)| Found::read(reference_in(line)?, keys))
        .collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    Token(Token),
    OneTime(OneTime),
}

impl Found {
    /// A token at the beginning of the text; one with a wrong code counts as none.
    fn read(text: &str, keys: &Keys) -> Option<Found> {
        if let Some(token) = OneTime::read(text) {
            return Some(Found::OneTime(token));
        }
        let token = Token::read(text)?;
        keys.check(&token).then_some(Found::Token(token))
    }
}

/// The token in a reference line, "[ref TOKEN]".
fn reference_in(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("[ref ")?;
    let (token, _) = rest.split_once(']')?;
    Some(token.trim())
}

#[cfg(test)]
mod tests;
