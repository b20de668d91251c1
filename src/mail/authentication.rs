//! What our own border says of a mail's sender: the Authentication-Results field (RFC 8601), and in it DMARC (RFC 7489).
//!
//! Anybody can write such a field. Whom we believe is settled by where it stands and by the name that it bears.
//!
//! Each server that takes a mail puts its fields above those that are there. So the first block of
//! Authentication-Results fields from the top is the newest, and all that the sender wrote himself stands below it, where
//! our border writes such fields at all. Received fields above the block are passed over, for they are of servers behind
//! the border, and there are as many of them as the house is large:
//!
//! | border                   | from the top                                                                              |
//! |--------------------------|-------------------------------------------------------------------------------------------|
//! | Exim                     | Authentication-Results, Received by it                                                    |
//! | Postfix with a milter    | Received by LMTP, Authentication-Results, Received by Postfix                             |
//! | rspamd behind Postfix    | Received by LMTP, Received by Postfix, Authentication-Results                             |
//! | Gmail                    | Received within Google, ARC fields, Received by the border, Authentication-Results        |
//! | Exchange Online          | Received within, Authentication-Results without an authserv-id, which is malformed        |
//!
//! In the third and the fourth the sender's own fields come right below the block, so that a field that he forged seems to
//! belong to it. Therefore the first verdict on DMARC in the block is the only one that can say "pass", while "fail" is
//! believed wherever it stands in it: a sender who forges that harms himself. And a border that writes no such field at
//! all leaves the sender's on top; which no reader of the mail can see. So a "pass" counts only where it was tried out
//! that our border takes forged ones away, as RFC 8601 section 5 demands of it; see `db::players::stripping_borders`.
//! And only a field counts that the border cannot have missed: not one with a fold or a blank before its colon, nor one
//! below a line that some program takes for the end of the header block; see [`RawField::plain_to_all`].
//!
//! [`RawField::plain_to_all`]: super::headers::RawField::plain_to_all

use super::address::domain_key;
use super::read::Incoming;

/// What our border found out about the domain in From (RFC 7489 section 11.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Dmarc {
    /// The domain in From stands behind the mail, says this one of our authserv-ids, in lower case.
    Pass(String),
    /// The domain in From disowns the mail.
    Fail,
    /// Nothing that we believe was said.
    #[default]
    Unknown,
}

/// Reads what our border says; `ours` are its authserv-ids (RFC 8601 section 2.5).
///
/// A pass is one for the domain in From, and for a mail with exactly one author. A field of ours that cannot be read
/// whole makes all of them worthless, except where they say "fail".
pub fn dmarc(mail: &Incoming, ours: &[String]) -> Dmarc {
    let mut decided: Option<Dmarc> = None;
    let mut malformed = false;
    // Not the decoded values: an encoded word in the sender's own address would become words of the border's.
    for value in &mail.auth_results {
        let field = Field::read(value);
        let is_ours = |id: &String| ours.iter().any(|our| our.eq_ignore_ascii_case(id));
        let Some(id) = field.authserv_id.filter(is_ours) else {
            continue;
        };
        malformed |= !field.whole;
        let verdicts: Vec<&Finding> = field
            .findings
            .iter()
            .filter(|finding| finding.method == "dmarc")
            .collect();
        if verdicts.iter().any(|verdict| verdict.result == "fail") {
            return Dmarc::Fail;
        }
        if decided.is_none() && !verdicts.is_empty() {
            let passes = verdicts.iter().all(|verdict| verdict.passes_for(mail));
            decided = Some(if passes {
                Dmarc::Pass(id.to_ascii_lowercase())
            } else {
                Dmarc::Unknown
            });
        }
    }
    decided.filter(|_| !malformed).unwrap_or_default()
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

/// One Authentication-Results field.
#[derive(Debug, Default, PartialEq, Eq)]
struct Field {
    /// As it was written; `None` when the field is malformed before its end.
    authserv_id: Option<String>,
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

    fn fill(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        cursor.blanks()?;
        let id = cursor.value(Cursor::token)?;
        cursor.blanks()?;
        // `spf=pass (…) smtp.mailfrom=…; …`, as Exchange Online writes, has no authserv-id.
        if cursor.peek() == Some('=') || id.is_empty() {
            return None;
        }
        self.authserv_id = Some(id);
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
                Some(c) if c.is_whitespace() => {
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
        self.take_while(|c| !c.is_whitespace() && !matches!(c, ';' | '=' | '(' | ')' | '"' | ','))
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
        let value = self.value(|cursor| {
            cursor.take_while(|c| !c.is_whitespace() && !matches!(c, ';' | '(' | '"'))
        })?;
        Some((name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::read::read;

    fn verdict(headers: &str) -> Dmarc {
        let raw = format!("{headers}\nTo: chess@example.org\n\ne4\n").replace('\n', "\r\n");
        let mail = read(raw.as_bytes()).unwrap();
        dmarc(
            &mail,
            &["mx.example.org".to_owned(), "mx.google.com".to_owned()],
        )
    }

    fn pass(id: &str) -> Dmarc {
        Dmarc::Pass(id.to_owned())
    }

    /// One field, for a mail from ann@club.example.
    #[test]
    fn the_grammar_of_the_field() {
        let ours = || pass("mx.example.org");
        let table = [
            (
                "mx.example.org; dmarc=pass header.from=club.example",
                ours(),
            ),
            // letter case, of the id, the method, the result, the domain
            (
                "MX.Example.ORG; DMARC=Pass header.From=Club.Example",
                ours(),
            ),
            // a version, comments, blanks, folds
            (
                "mx.example.org 1; dmarc=pass header.from=club.example",
                ours(),
            ),
            (
                "(a) mx.example.org (b (c\\) d)) 1 ; (e) dmarc (f) / 1 = (g) pass (p=none) header (h) . from (i) = (j) club.example (k)",
                ours(),
            ),
            (
                "mx.example.org;\n\tspf=pass smtp.mailfrom=ann@club.example;\n dmarc=pass\n header.from=club.example",
                ours(),
            ),
            // quoted values
            (
                "\"mx.example.org\"; dmarc=pass reason=\"a; dmarc=fail\" header.from=\"club.example\"",
                ours(),
            ),
            (
                "mx.example.org; spf=pass smtp.mailfrom=\"a; b\"@club.example; dmarc=pass header.from=club.example;",
                ours(),
            ),
            // as Gmail writes
            (
                "mx.google.com;\n dkim=pass header.i=@club.example header.s=2023 header.b=AbC+/d==;\n spf=pass (google.com: domain of ann@club.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@club.example;\n dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=club.example",
                pass("mx.google.com"),
            ),
            // as OpenDMARC and rspamd write
            (
                "mx.example.org; dmarc=pass (p=none dis=none) header.from=club.example",
                ours(),
            ),
            (
                "mx.example.org;\n\tdkim=pass header.d=club.example header.s=k header.b=xyz;\n\tdmarc=pass (policy=none) header.from=club.example",
                ours(),
            ),
            // fail, from whatever is written beside it
            (
                "mx.example.org; dmarc=fail header.from=club.example",
                Dmarc::Fail,
            ),
            (
                "mx.example.org; dmarc=pass header.from=club.example; dmarc=fail",
                Dmarc::Fail,
            ),
            ("mx.example.org; dmarc=fail; spf", Dmarc::Fail),
            // no verdict
            ("mx.example.org; none", Dmarc::Unknown),
            ("mx.example.org 1; none", Dmarc::Unknown),
            ("mx.example.org", Dmarc::Unknown),
            ("", Dmarc::Unknown),
            (
                "mx.example.org; dmarc=none header.from=club.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; dmarc=bestguesspass header.from=club.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; dmarc=temperror header.from=club.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; spf=pass smtp.mailfrom=club.example; dkim=pass header.d=club.example",
                Dmarc::Unknown,
            ),
            // a pass for another domain, or for none
            (
                "mx.example.org; dmarc=pass header.from=evil.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; dmarc=pass header.from=sub.club.example",
                Dmarc::Unknown,
            ),
            ("mx.example.org; dmarc=pass", Dmarc::Unknown),
            (
                "mx.example.org; dmarc=pass header.from=club.example header.from=evil.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; dmarc=pass header.from=club.example; dmarc=none",
                Dmarc::Unknown,
            ),
            // another's
            (
                "mx.evil.example; dmarc=pass header.from=club.example",
                Dmarc::Unknown,
            ),
            (
                "evil.mx.example.org; dmarc=pass header.from=club.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org.evil.example; dmarc=pass header.from=club.example",
                Dmarc::Unknown,
            ),
            (
                "mx.evil.example (mx.example.org); dmarc=pass header.from=club.example",
                Dmarc::Unknown,
            ),
            // words that a sender could smuggle in
            (
                "mx.example.org; spf=fail smtp.mailfrom=\"; dmarc=pass header.from=club.example\"@evil.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; spf=fail (; dmarc=pass header.from=club.example) smtp.mailfrom=evil.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; spf=fail smtp.mailfrom==?utf-8?q?;_dmarc=3Dpass_header.from=3Dclub.example?=",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; dmarc=pass header.from=club.example (no end",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; dmarc=pass header.from=\"club.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org; spf; dmarc=pass header.from=club.example",
                Dmarc::Unknown,
            ),
            (
                "mx.example.org 2; dmarc=pass header.from=club.example",
                Dmarc::Unknown,
            ),
            // as Exchange Online writes: there is no authserv-id
            (
                "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=club.example; dkim=pass (signature was verified) header.d=club.example;dmarc=pass action=none header.from=club.example;compauth=pass reason=100",
                Dmarc::Unknown,
            ),
            ("dmarc=pass header.from=club.example", Dmarc::Unknown),
        ];
        for (value, expected) in table {
            let headers = format!("Authentication-Results: {value}\nFrom: Ann <ann@club.example>");
            assert_eq!(verdict(&headers), expected, "{value}");
        }
    }

    #[test]
    fn where_the_field_stands() {
        let real = "Authentication-Results: mx.example.org; dmarc=none header.from=club.example";
        let fail = "Authentication-Results: mx.example.org; dmarc=fail header.from=club.example";
        let good = "Authentication-Results: mx.example.org; dmarc=pass header.from=club.example";
        let dkim = "Authentication-Results: mx.example.org; dkim=none";
        let other =
            "Authentication-Results: mx.elsewhere.example; dmarc=pass header.from=club.example";
        let hop = "Received: from a by b; Sat, 21 Nov 2026 12:00:00 +0000";
        let from = "From: ann@club.example";
        let ours = || pass("mx.example.org");
        let table: [(&str, &[&str], Dmarc); 14] = [
            ("Exim", &[good, hop, from], ours()),
            ("Postfix", &[hop, good, hop, from], ours()),
            (
                "rspamd",
                &[hop, hop, good, "DKIM-Signature: v=1", from],
                ours(),
            ),
            ("two fields of ours", &[hop, dkim, good, hop, from], ours()),
            (
                "Gmail",
                &[
                    "Delivered-To: chess@example.org",
                    hop,
                    "X-Received: by x",
                    "ARC-Authentication-Results: i=1; mx.google.com; dmarc=fail",
                    "Return-Path: <ann@club.example>",
                    hop,
                    "Received-SPF: pass",
                    good,
                    from,
                ],
                ours(),
            ),
            (
                "a real fail above a forged pass",
                &[fail, hop, good, from],
                Dmarc::Fail,
            ),
            (
                "a real fail beside a forged pass",
                &[hop, fail, good, from],
                Dmarc::Fail,
            ),
            (
                "a forged pass above in the block does not hide the fail",
                &[hop, good, fail, from],
                Dmarc::Fail,
            ),
            (
                "a real none beside a forged pass",
                &[hop, real, good, from],
                Dmarc::Unknown,
            ),
            (
                "a real none above a forged pass",
                &[real, hop, good, from],
                Dmarc::Unknown,
            ),
            (
                "only the first block",
                &[other, hop, good, from],
                Dmarc::Unknown,
            ),
            (
                "two Froms",
                &[good, from, "From: eve@evil.example"],
                Dmarc::Unknown,
            ),
            (
                "two mailboxes in From",
                &[good, "From: ann@club.example, eve@evil.example"],
                Dmarc::Unknown,
            ),
            (
                "a malformed field of ours beside it",
                &[good, "Authentication-Results: mx.example.org; dkim=", from],
                Dmarc::Unknown,
            ),
        ];
        for (name, fields, expected) in table {
            assert_eq!(verdict(&fields.join("\n")), expected, "{name}");
        }
    }

    /// A border takes forged fields away by their name, and does not find these.
    #[test]
    fn a_field_that_a_border_may_have_missed_proves_nothing() {
        let good = "mx.example.org; dmarc=pass header.from=club.example";
        let from = "From: ann@club.example";
        for (what, headers) in [
            (
                "a fold before the colon",
                format!("Authentication-Results\n : {good}\n{from}"),
            ),
            (
                "a blank before the colon",
                format!("Authentication-Results : {good}\n{from}"),
            ),
            (
                "a tab before the colon",
                format!("{from}\nAuthentication-Results\t: {good}"),
            ),
            (
                "a blank before the name",
                format!(" Authentication-Results: {good}\n{from}"),
            ),
            (
                "below a line that is no field",
                format!("{from}\nrubbish\nAuthentication-Results: {good}"),
            ),
            (
                "below a line of blanks",
                format!("{from}\n \nAuthentication-Results: {good}"),
            ),
            (
                "below a bare CR",
                format!("X: \ra\nAuthentication-Results: {good}\n{from}"),
            ),
            (
                "encoded",
                format!("=?us-ascii?q?Authentication-Results?=: {good}\n{from}"),
            ),
            (
                "with a comment",
                format!("Authentication-Results (a): {good}\n{from}"),
            ),
            (
                "with a NUL",
                format!("Authentication-Results\0: {good}\n{from}"),
            ),
        ] {
            assert_eq!(verdict(&headers), Dmarc::Unknown, "{what}");
            // What begins with a blank belongs to the field above it.
            let real = format!("Authentication-Results: {good}\nX: y\n");
            assert_eq!(
                verdict(&format!("{real}{headers}")),
                pass("mx.example.org"),
                "{what}"
            );
        }
        // Letter case is no disguise.
        let odd = format!("aUTHENTICATION-rESULTS: {good}\n{from}");
        assert_eq!(verdict(&odd), pass("mx.example.org"));
    }

    #[test]
    fn a_field_that_was_cut_proves_nothing() {
        let long = format!(
            "Authentication-Results: mx.example.org; dmarc=pass header.from=club.example; spf=pass reason={}\nFrom: ann@club.example",
            "x".repeat(9_000)
        );
        assert_eq!(verdict(&long), Dmarc::Unknown);
    }

    #[test]
    fn an_international_domain_is_one_in_both_spellings() {
        assert_eq!(
            verdict(
                "Authentication-Results: mx.example.org; dmarc=pass header.from=xn--bcher-kva.example\nFrom: ann@bücher.example"
            ),
            pass("mx.example.org")
        );
    }

    #[test]
    fn without_an_id_of_ours_nothing_is_believed() {
        let raw = b"Authentication-Results: mx.example.org; dmarc=pass header.from=club.example\r\nFrom: ann@club.example\r\n\r\ne4";
        assert_eq!(dmarc(&read(raw).unwrap(), &[]), Dmarc::Unknown);
    }
}
