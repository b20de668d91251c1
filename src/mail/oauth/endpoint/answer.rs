//! What a token endpoint answers (RFC 6749 sections 5.1 and 5.2).

use super::fault::EndpointFault;
use super::form::{Form, Grant};
use super::post::Reply;
use super::url::TokenUrl;
use crate::mail::oauth::concealed::without_unknown;
use crate::mail::oauth::is_token;
use secrecy::SecretString;
use serde_json::Value;
use std::time::Duration;

/// How many characters of what it says go into an error.
const LONGEST_DESCRIPTION: usize = 300;
/// How far our clock may be from its own before that is told, in seconds.
const APART: i64 = 60;
/// A token that is good for longer is renewed all the same once a day: an end that far away is hardly meant.
const LONGEST_LIFETIME: u64 = 24 * 60 * 60;

/// A token that was issued.
pub(super) struct Answer {
    pub(super) token: SecretString,
    /// For how long it is good, where that was said.
    pub(super) lifetime: Option<Duration>,
    /// The refresh token that counts from now on, where one came.
    pub(super) refresh_token: Option<SecretString>,
}

impl Answer {
    /// Takes the token out of an answer from this address to this form.
    pub(super) fn read(
        (url, grant): (&TokenUrl, &Grant),
        reply: &Reply,
        form: &Form,
    ) -> Result<Answer, EndpointFault> {
        let strange = |why| EndpointFault::Strange {
            url: url.to_string(),
            status: reply.status,
            why,
        };
        let Ok(answer) = serde_json::from_slice::<Value>(&reply.body) else {
            return Err(strange(match reply.status {
                300..=399 => "it leads elsewhere",
                _ => "that is no JSON",
            }));
        };
        let word = |key: &str| answer.get(key).and_then(Value::as_str);
        if let Some(code) = word("error") {
            let description = word("error_description").unwrap_or_default();
            return Err(refused((url, grant), code, description, reply.ahead, form));
        }
        if !(200..=299).contains(&reply.status) {
            return Err(strange("there is no error of OAuth in it"));
        }
        let token =
            word("access_token").ok_or_else(|| strange("there is no access_token in it"))?;
        if !is_token(token.as_bytes()) {
            return Err(strange("its access_token is empty, too long, or no token"));
        }
        // RFC 6749 section 7.1: what is not understood must not be used.
        if word("token_type").is_some_and(|kind| !kind.eq_ignore_ascii_case("bearer")) {
            return Err(strange("its token is none for a bearer"));
        }
        let refresh_token = word("refresh_token").filter(|token| is_secret(token));
        Ok(Answer {
            token: token.into(),
            lifetime: lifetime(answer.get("expires_in")),
            refresh_token: refresh_token.map(SecretString::from),
        })
    }
}

fn refused(
    (url, grant): (&TokenUrl, &Grant),
    code: &str,
    description: &str,
    ahead: i64,
    form: &Form,
) -> EndpointFault {
    let url = url.to_string();
    let code = told(code, form);
    let description = told(description, form);
    match (grant, code.as_str()) {
        (Grant::RefreshToken { file, .. }, "invalid_grant") => EndpointFault::ConsentOver {
            url,
            description,
            file: file.clone(),
        },
        (grant, _) => {
            // Only what is signed says what time it is.
            let by_time = matches!(grant, Grant::Jwt { .. }) && ahead.abs() > APART;
            EndpointFault::Refused {
                url,
                code,
                description,
                ahead: by_time.then_some(ahead),
            }
        }
    }
}

/// Seconds, as a number or, of some, in digits.
fn lifetime(value: Option<&Value>) -> Option<Duration> {
    let seconds = match value? {
        Value::Number(number) => number.as_u64()?,
        Value::String(digits) => digits.parse().ok()?,
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    Some(Duration::from_secs(seconds.min(LONGEST_LIFETIME)))
}

/// Whether this can be kept on one line of a file.
fn is_secret(token: &str) -> bool {
    !token.is_empty() && !token.contains(|c: char| c.is_control() || c.is_whitespace())
}

/// On one line, short, and without secrets.
fn told(words: &str, form: &Form) -> String {
    let spaced = words.split(|c: char| c.is_control() || c.is_whitespace());
    let words: Vec<&str> = spaced.filter(|word| !word.is_empty()).collect();
    let words = without_unknown(&form.taken_out_of(&words.join(" ")));
    words.chars().take(LONGEST_DESCRIPTION).collect()
}
