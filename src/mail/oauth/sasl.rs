//! What is said of a token: OAUTHBEARER (RFC 7628), and XOAUTH2, which Google made before it and Microsoft knows alone
//! (<https://developers.google.com/gmail/imap/xoauth2-protocol>).

use data_encoding::BASE64;
use secrecy::{ExposeSecret, SecretString};

/// How many characters of the status that a server gives go into an error.
const LONGEST_STATUS: usize = 60;

/// A way to present a token (RFC 4422).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mail) enum Mechanism {
    /// RFC 7628.
    OauthBearer,
    /// Google's.
    Xoauth2,
}

impl Mechanism {
    /// The better one of those that a server offers, by their names.
    pub(in crate::mail) fn among<'a>(
        offered: impl Iterator<Item = &'a str> + Clone,
    ) -> Option<Mechanism> {
        let known = [Mechanism::OauthBearer, Mechanism::Xoauth2];
        known.into_iter().find(|mechanism| {
            let name = mechanism.name();
            offered
                .clone()
                .any(|offer| offer.eq_ignore_ascii_case(name))
        })
    }

    /// As servers offer it.
    pub(in crate::mail) fn name(self) -> &'static str {
        match self {
            Mechanism::OauthBearer => "OAUTHBEARER",
            Mechanism::Xoauth2 => "XOAUTH2",
        }
    }

    /// The one thing that the client says, in base64: to the server of this name and port, for this user.
    pub(in crate::mail) fn response(
        self,
        (host, port): (&str, u16),
        user: &str,
        token: &SecretString,
    ) -> SecretString {
        let token = token.expose_secret();
        let words: SecretString = match self {
            Mechanism::OauthBearer => {
                // RFC 5801 section 4: the two characters that mean something in the name itself.
                let user = user.replace('=', "=3D").replace(',', "=2C");
                format!("n,a={user},\x01host={host}\x01port={port}\x01auth=Bearer {token}\x01\x01")
            }
            Mechanism::Xoauth2 => format!("user={user}\x01auth=Bearer {token}\x01\x01"),
        }
        .into();
        BASE64.encode(words.expose_secret().as_bytes()).into()
    }

    /// What the client says, in base64, to the error of a server, which then refuses for good: a lone %x01 (RFC 7628
    /// section 3.2.3), or nothing.
    pub(in crate::mail) fn assent(self) -> &'static str {
        match self {
            Mechanism::OauthBearer => "AQ==",
            Mechanism::Xoauth2 => "",
        }
    }
}

/// Whether there is no way for a password among these, and one for a token.
pub(in crate::mail) fn takes_tokens_alone(ways: &[&str]) -> bool {
    let is_of_token = |way: &&str| Mechanism::among(std::iter::once(*way)).is_some();
    !ways.is_empty() && ways.iter().all(is_of_token)
}

/// The status in the error of a server, JSON in base64 (RFC 7628 section 3.2.2): `invalid_token`, or `401` in Google's
/// XOAUTH2. Empty when there is none.
pub(in crate::mail) fn status_in(challenge: &str) -> String {
    let json = BASE64.decode(challenge.trim().as_bytes()).ok();
    let error = json.and_then(|json| serde_json::from_slice::<serde_json::Value>(&json).ok());
    let status = match error.as_ref().and_then(|error| error.get("status")) {
        Some(serde_json::Value::String(status)) => status.clone(),
        Some(serde_json::Value::Number(status)) => status.to_string(),
        Some(_) | None => String::new(),
    };
    let plain = status.chars().filter(|c| !c.is_control());
    plain.take(LONGEST_STATUS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_presented_as_in_the_examples_of_rfc_7628_section_4_and_of_google() {
        let presented = |mechanism: Mechanism, port, user: &str, token: &str| {
            let token = token.to_owned().into();
            let response = mechanism.response(("server.example.com", port), user, &token);
            response.expose_secret().to_owned()
        };
        let token = "vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==";
        assert_eq!(
            presented(Mechanism::OauthBearer, 143, "user@example.com", token),
            "bixhPXVzZXJAZXhhbXBsZS5jb20sAWhvc3Q9c2VydmVyLmV4YW1wbGUuY29tAXBvcnQ9MTQzAWF1dGg9QmVhcmVyI\
             HZGOWRmdDRxbVRjMk52YjNSbGNrQmhiSFJoZG1semRHRXVZMjl0Q2c9PQEB"
        );
        assert_eq!(
            presented(Mechanism::OauthBearer, 587, "user@example.com", token),
            "bixhPXVzZXJAZXhhbXBsZS5jb20sAWhvc3Q9c2VydmVyLmV4YW1wbGUuY29tAXBvcnQ9NTg3AWF1dGg9QmVhcmVyI\
             HZGOWRmdDRxbVRjMk52YjNSbGNrQmhiSFJoZG1semRHRXVZMjl0Q2c9PQEB"
        );
        let token = "ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg";
        assert_eq!(
            presented(Mechanism::Xoauth2, 993, "someuser@example.com", token),
            "dXNlcj1zb21ldXNlckBleGFtcGxlLmNvbQFhdXRoPUJlYXJlciB5YTI5LnZGOWRmdDRxbVRjMk52YjNSbGNrQmhkSF\
             JoZG1semRHRXVZMjl0Q2cBAQ=="
        );
    }

    #[test]
    fn a_user_of_odd_characters_stays_one_name() {
        let token = "t".to_owned().into();
        let response = Mechanism::OauthBearer.response(("h", 1), "a=b,c", &token);
        let words = BASE64.decode(response.expose_secret().as_bytes()).unwrap();
        assert!(words.starts_with(b"n,a=a=3Db=2Cc,\x01host=h\x01"));
    }

    #[test]
    fn the_standard_is_preferred_and_passwords_are_no_tokens() {
        for (offered, chosen) in [
            ("PLAIN XOAUTH2 OAUTHBEARER", Some(Mechanism::OauthBearer)),
            ("PLAIN xoauth2", Some(Mechanism::Xoauth2)),
            ("PLAIN LOGIN XOAUTH", None),
            ("", None),
        ] {
            let found = Mechanism::among(offered.split(' '));
            assert_eq!(found, chosen, "{offered}");
        }
    }

    #[test]
    fn of_the_error_of_a_server_the_status_is_told() {
        for (error, status) in [
            // RFC 7628 section 4.2, and Google's.
            (
                r#"{"status":"invalid_token","scope":"example_scope","openid-configuration":"https://example.com/.well-known/openid-configuration"}"#,
                "invalid_token",
            ),
            (
                r#"{"status":"401","schemes":"bearer mac","scope":"https://mail.google.com/"}"#,
                "401",
            ),
            (r#"{"status":400}"#, "400"),
            ("{\"status\":\"in\\r\\nvalid\"}", "invalid"),
            (r#"{"scope":"x"}"#, ""),
            ("no JSON", ""),
        ] {
            assert_eq!(
                status_in(&BASE64.encode(error.as_bytes())),
                status,
                "{error}"
            );
        }
        let long = format!(r#"{{"status":"{}"}}"#, "x".repeat(1000));
        assert_eq!(
            status_in(&BASE64.encode(long.as_bytes())).len(),
            LONGEST_STATUS
        );
        assert_eq!(status_in("no base64!"), "");
        assert_eq!(status_in(""), "");
    }
}
