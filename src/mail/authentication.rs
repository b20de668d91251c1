//! What our own border says of a mail's sender: the Authentication-Results field (RFC 8601), and in it DMARC (RFC 7489).
//!
//! Anybody can write such a field. Whom we believe is settled by where it stands and by the name that it bears.
//!
//! Each server that takes a mail puts its fields above those that are there. So the first block of
//! Authentication-Results fields from the top is the newest, and all that the sender wrote themselves stands below it,
//! where our border writes such fields at all. Received fields above the block are passed over, for they are of servers
//! behind the border, and there are as many of them as the house is large:
//!
//! | border                   | from the top                                                                              |
//! |--------------------------|-------------------------------------------------------------------------------------------|
//! | Exim                     | Authentication-Results, Received by it                                                    |
//! | Postfix with a milter    | Received by LMTP, Authentication-Results, Received by Postfix                             |
//! | rspamd behind Postfix    | Received by LMTP, Received by Postfix, Authentication-Results                             |
//! | Gmail                    | Received within Google, ARC fields, Received by the border, Authentication-Results        |
//! | Exchange Online          | Received within, Authentication-Results without an authserv-id, which is malformed        |
//!
//! In the third and the fourth the sender's own fields come right below the block, so that a field that they forged
//! seems to belong to it. Therefore the first verdict on DMARC in the block is the only one that can say "pass", while
//! "fail" is believed wherever it stands in it: a sender who forges that harms themselves. And a border that writes no
//! such field at all leaves the sender's on top; which no reader of the mail can see. So a "pass" counts only where it
//! was tried out that our border takes forged ones away, as RFC 8601 section 5 demands of it; see
//! `db::borders::stripping_borders`. And only a field counts that the border cannot have missed: not one with a fold or
//! a blank before its colon, nor one below a line that some program takes for the end of the header block; see
//! [`RawField::plain_to_all`]; nor one whose id is not written as the border writes it, which betrays a forger; nor one
//! below another server's field, nor below From or another field of the sender's own.
//!
//! [`RawField::plain_to_all`]: super::headers::RawField::plain_to_all

pub mod own_letter;

use super::address::domain_key;
use super::headers::strip_comments;
use super::incoming::{Place, ResultsField};
use super::read::Incoming;

/// What our border found out about the domain in From (RFC 7489 section 11.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Dmarc {
    /// The domain in From stands behind the mail, says this one of our authserv-ids, in lower case.
    Pass(String),
    /// The domain in From disowns the mail.
    Fail,
    /// A field bears one of our authserv-ids in a spelling that is not our border's. It is a forged one, so nothing in
    /// favour of the sender is believed.
    Disguised,
    /// Nothing that we believe was said.
    #[default]
    Unknown,
}

/// Reads what our border says; `ours` are its authserv-ids (RFC 8601 section 2.5), each as the border writes it.
///
/// A pass is one for the domain in From, and for a mail with exactly one author. It counts in a field that stands above
/// all that the sender wrote, with no field of another server over it, and that bears the id octet for octet. A field of
/// ours that cannot be read whole makes all of them worthless, except where they say "fail".
pub fn dmarc(mail: &Incoming, ours: &[String]) -> Dmarc {
    let disowned = mail
        .auth_results
        .iter()
        .filter(|field| field.place != Place::Elsewhere)
        .any(|field| is_named(field, ours) && Field::read(&field.value).says("fail"));
    if disowned {
        return Dmarc::Fail;
    }
    let disguised = |field: &ResultsField| {
        believed_id(field, ours).is_none() && is_named_otherwise(field, ours)
    };
    if mail.auth_results.iter().any(disguised) {
        return Dmarc::Disguised;
    }
    let mut decided: Option<Dmarc> = None;
    for field in &mail.auth_results {
        let (Place::Top, Some(id)) = (field.place, believed_id(field, ours)) else {
            break;
        };
        let read = Field::read(&field.value);
        if !read.whole {
            return Dmarc::Unknown;
        }
        let mut verdicts = read.verdicts().peekable();
        if decided.is_none() && verdicts.peek().is_some() {
            decided = Some(if verdicts.all(|verdict| verdict.passes_for(mail)) {
                Dmarc::Pass(id.to_lowercase())
            } else {
                Dmarc::Unknown
            });
        }
    }
    decided.unwrap_or_default()
}

/// How a field begins that we believe, with `{id}` for the authserv-id. A border that lets one of these through vouches for
/// nobody.
pub const BELIEVED_SPELLINGS: [&str; 2] = [
    "Authentication-Results: {id};",
    "Authentication-Results:\r\n\t{id};",
];

/// How a field begins that a program may take for one with our id, and that we never believe; `{ID}` is the id in other
/// letter case.
pub const DISGUISED_SPELLINGS: [&str; 8] = [
    "Authentication-Results: {ID};",
    "Authentication-Results: \"{id}\";",
    "Authentication-Results: (x) {id};",
    "Authentication-Results: {id} 1;",
    "Authentication-Results:  {id};",
    "Authentication-Results: \u{A0}{id};",
    "Authentication-Results: \u{3000}{id};",
    "Authentication-Results: {id}.;",
];

/// The one of our ids that the field bears as the border writes it: after the colon one blank or one fold, the id, and the
/// semicolon.
///
/// What a border has to take away it finds by a pattern, and most patterns know one spelling. RFC 8601 section 2.2 lets
/// others be written, in comments, quoted, in other letter case, and programs see blanks where it has none; but each
/// border writes its own in one way.
fn believed_id<'a>(field: &ResultsField, ours: &'a [String]) -> Option<&'a String> {
    let written = field
        .head
        .strip_prefix(b"\r\n")
        .or_else(|| field.head.strip_prefix(b"\n"))
        .unwrap_or(&field.head);
    let written = match written.strip_prefix(b" ") {
        Some(written) => written,
        None if written.len() < field.head.len() => written.strip_prefix(b"\t")?,
        None => return None,
    };
    ours.iter().find(|our| our.as_bytes() == written)
}

/// Whether some program may take the field's id for one of ours, in whatever spelling.
fn is_named(field: &ResultsField, ours: &[String]) -> bool {
    believed_id(field, ours).is_some() || is_named_otherwise(field, ours)
}

/// Whether the field's id, written in another way, is one of ours.
fn is_named_otherwise(field: &ResultsField, ours: &[String]) -> bool {
    let head = field.decoded.split(';').next().unwrap_or_default();
    let bare: String = strip_comments(head)
        .chars()
        .filter(|c| !matches!(c, '"' | '\\'))
        .collect();
    let together: String = bare.chars().filter(|c| !c.is_whitespace()).collect();
    let first = bare.split_whitespace().next().unwrap_or_default();
    // In a longer one a label is found as well, but the whole of it is no id of ours.
    let key = |id: &str| domain_key(id.trim_end_matches('.'));
    ours.iter()
        .filter_map(|our| our.split([' ', '(']).find(|word| !word.is_empty()))
        .map(key)
        .any(|our| our == key(first) || our == key(&together))
}

/// What a field says about one method.
#[derive(Debug, Default, PartialEq, Eq)]
struct Finding {
    /// In lower case, without its version.
    method: String,
    /// In lower case.
    result: String,
    /// `header.from` and the like in lower case, with what was found there.
    properties: Vec<(String, String)>,
}

impl Finding {
    fn passes_for(&self, mail: &Incoming) -> bool {
        let Some((_, domain)) = mail
            .from
            .as_ref()
            .and_then(|from| from.address.rsplit_once('@'))
        else {
            return false;
        };
        let mut named = self
            .properties
            .iter()
            .filter(|(name, _)| name == "header.from")
            .peekable();
        self.result == "pass"
            && named.peek().is_some()
            && named.all(|(_, found)| domain_key(found) == domain_key(domain))
    }
}

/// What one Authentication-Results field says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Field {
    findings: Vec<Finding>,
    /// Whether all of it could be read.
    whole: bool,
}

impl Field {
    /// Reads as much of a field as keeps to RFC 8601 section 2.2.
    fn read(value: &str) -> Field {
        let mut field = Field::default();
        // A longer one was cut, and what it says last is missing.
        let cut = value.chars().count() >= super::headers::LONGEST_VALUE;
        field.whole = field.fill(&mut Cursor(value)).is_some() && !cut;
        field
    }

    /// What is said about DMARC.
    fn verdicts(&self) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(|finding| finding.method == "dmarc")
    }

    fn says(&self, result: &str) -> bool {
        self.verdicts().any(|verdict| verdict.result == result)
    }

    fn fill(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        cursor.blanks()?;
        let id = cursor.value(Cursor::token)?;
        cursor.blanks()?;
        // `spf=pass (…) smtp.mailfrom=…; …`, as Exchange Online writes, has no authserv-id.
        if cursor.peek() == Some('=') || id.is_empty() {
            return None;
        }
        // The version of the grammar, of which there is one.
        if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            let version = cursor.token();
            if version != "1" {
                return None;
            }
            cursor.blanks()?;
        }
        while cursor.peek().is_some() {
            cursor.expect(';')?;
            cursor.blanks()?;
            if cursor.peek().is_none() {
                break;
            }
            let method = cursor.keyword()?;
            cursor.blanks()?;
            if method == "none" && matches!(cursor.peek(), None | Some(';')) {
                continue;
            }
            if cursor.peek() == Some('/') {
                cursor.expect('/')?;
                cursor.blanks()?;
                cursor.keyword()?;
                cursor.blanks()?;
            }
            cursor.expect('=')?;
            cursor.blanks()?;
            let result = cursor.keyword()?;
            self.findings.push(Finding {
                method,
                result,
                properties: Vec::new(),
            });
            cursor.blanks()?;
            while !matches!(cursor.peek(), None | Some(';')) {
                let property = cursor.property()?;
                self.findings.last_mut()?.properties.push(property);
                cursor.blanks()?;
            }
        }
        Some(())
    }
}

/// What is left of a field.
struct Cursor<'a>(&'a str);

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.0.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut rest = self.0.chars();
        let next = rest.next();
        self.0 = rest.as_str();
        next
    }

    fn expect(&mut self, wanted: char) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    /// Passes over blanks and comments, which nest (RFC 5322 section 3.2.2). `None` when a comment has no end.
    fn blanks(&mut self) -> Option<()> {
        loop {
            match self.peek() {
                Some(c) if is_blank(c) => {
                    self.next();
                }
                Some('(') => {
                    let mut depth = 0_u32;
                    loop {
                        match self.next()? {
                            '\\' => {
                                self.next()?;
                            }
                            '(' => depth += 1,
                            ')' => depth -= 1,
                            _ => {}
                        }
                        if depth == 0 {
                            break;
                        }
                    }
                }
                Some(_) | None => return Some(()),
            }
        }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let end = self.0.find(|c: char| !wanted(c)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at_checked(end).unwrap_or((self.0, ""));
        let taken = taken.to_owned();
        self.0 = rest;
        taken
    }

    /// RFC 2045 section 5.1, as far as it matters here.
    fn token(&mut self) -> String {
        self.take_while(|c| !is_blank(c) && !matches!(c, ';' | '=' | '(' | ')' | '"' | ','))
    }

    /// Letters, digits and hyphens, in lower case; underscores are seen as well.
    fn keyword(&mut self) -> Option<String> {
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        (!word.is_empty()).then(|| word.to_ascii_lowercase())
    }

    /// A quoted string, with what follows it at once (`"a b"@example.org`), or what `bare` takes.
    fn value(&mut self, bare: fn(&mut Self) -> String) -> Option<String> {
        if self.peek() != Some('"') {
            return Some(bare(self));
        }
        self.next();
        let mut value = String::new();
        loop {
            match self.next()? {
                '"' => break,
                '\\' => value.push(self.next()?),
                c => value.push(c),
            }
        }
        value.push_str(&bare(self));
        Some(value)
    }

    /// `ptype.property=value`, or `reason=value`; programs write other names without a dot too.
    fn property(&mut self) -> Option<(String, String)> {
        let mut name = self.keyword()?;
        self.blanks()?;
        if self.peek() == Some('.') {
            self.next();
            self.blanks()?;
            name.push('.');
            name.push_str(&self.keyword()?);
            self.blanks()?;
        }
        self.expect('=')?;
        self.blanks()?;
        // A bare value may hold what a token may not, as the signature in `header.b=…==` does.
        let value = self
            .value(|cursor| cursor.take_while(|c| !is_blank(c) && !matches!(c, ';' | '(' | '"')))?;
        Some((name, value))
    }
}

/// White space as RFC 5322 section 2.2.2 has it, folds being undone. What else Unicode calls a blank is part of a word.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

#[cfg(test)]
mod tests;
