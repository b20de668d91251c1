//! What a service account signs, to be given a token for the owner of a mailbox: a JWT (RFC 7519, RFC 7523), signed with
//! RS256 (RFC 7518 section 3.3), as Google has it
//! (<https://developers.google.com/identity/protocols/oauth2/service-account>).

use super::fault::EndpointFault;
use crate::mail::password::in_file;
use data_encoding::BASE64URL_NOPAD;
use rustls::SignatureScheme;
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::json;
use std::path::Path;

/// For how long it is good, in seconds: the longest time that Google takes is an hour.
const LIFETIME: i64 = 30 * 60;
/// How long before it was signed it says that it was, in seconds: a clock may be a little ahead.
const EARLIER: i64 = 30;

/// A service account and its key, as Google gives them out.
#[derive(Debug, Deserialize)]
pub(super) struct ServiceAccount {
    client_email: String,
    private_key: SecretString,
    private_key_id: Option<String>,
    /// Where its tokens are issued.
    pub(super) token_uri: Option<String>,
}

impl ServiceAccount {
    /// Reads a key file.
    pub(super) fn read(file: &Path) -> Result<ServiceAccount, EndpointFault> {
        let key = "oauth.key_file";
        let text = in_file(file).map_err(|source| EndpointFault::File {
            key,
            path: file.to_owned(),
            source,
        })?;
        // What serde says of it would quote it.
        serde_json::from_str(text.expose_secret()).map_err(|_| {
            let why = "is no key file of a service account: JSON with client_email and private_key";
            EndpointFault::unfit(file, key, why)
        })
    }
}

/// The assertion of a service account for this person, at this instant of Unix time.
///
/// # Errors
///
/// When nothing can be signed with its key, with what is wrong with its file.
pub(super) fn assertion(
    account: &ServiceAccount,
    subject: &str,
    scope: &str,
    audience: &str,
    now: i64,
) -> Result<SecretString, &'static str> {
    let mut head = json!({"alg": "RS256", "typ": "JWT"});
    if let (Some(head), Some(id)) = (head.as_object_mut(), &account.private_key_id) {
        head.insert("kid".to_owned(), id.as_str().into());
    }
    let claims = json!({
        "iss": account.client_email,
        "sub": subject,
        "scope": scope,
        "aud": audience,
        "iat": now - EARLIER,
        "exp": now + LIFETIME,
    });
    let encoded = |part: &serde_json::Value| BASE64URL_NOPAD.encode(part.to_string().as_bytes());
    let words = format!("{}.{}", encoded(&head), encoded(&claims));
    let signature = signed(account.private_key.expose_secret(), words.as_bytes())?;
    Ok(format!("{words}.{}", BASE64URL_NOPAD.encode(&signature)).into())
}

/// RSASSA-PKCS1-v1_5 with SHA-256, by what TLS signs with here.
fn signed(key: &str, words: &[u8]) -> Result<Vec<u8>, &'static str> {
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes())
        .map_err(|_| "holds a private_key that is no key in PEM")?;
    let key = any_supported_type(&key).map_err(|_| NO_RSA)?;
    let signer = key.choose_scheme(&[SignatureScheme::RSA_PKCS1_SHA256]);
    let signer = signer.ok_or(NO_RSA)?;
    signer
        .sign(words)
        .map_err(|_| "holds a private_key that does not sign")
}

const NO_RSA: &str = "holds a private_key that is no RSA key of 2048 bits or more";
