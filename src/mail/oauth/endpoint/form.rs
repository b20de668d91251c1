//! What is shown to a token endpoint: who we are, and by which right we ask.

use super::assertion::{ServiceAccount, assertion};
use super::fault::EndpointFault;
use super::refresh::Unsaved;
use super::url::TokenUrl;
use crate::mail::oauth::concealed::Shown;
use crate::mail::password::in_file;
use chrono::Utc;
use form_urlencoded::Serializer;
use secrecy::{ExposeSecret, SecretString};
use std::path::{Path, PathBuf};

/// How a program is known to the authorization server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// As the server has named it.
    pub id: String,
    /// The file that holds its secret; `None`: it has none (a public client, RFC 6749 section 2.1).
    pub secret_file: Option<PathBuf>,
}

/// By which right a token is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grant {
    /// By the program's own (RFC 6749 section 4.4).
    ClientCredentials {
        /// The program.
        client: Client,
    },
    /// By a person's, who has consented once (RFC 6749 section 6).
    RefreshToken {
        /// The program.
        client: Client,
        /// The file that holds the token. It is written anew when the server replaces it.
        file: PathBuf,
    },
    /// By that of a service account, which signs for the owner of a mailbox (RFC 7523).
    Jwt {
        /// The account and its key, as Google gives them out: JSON.
        key_file: PathBuf,
        /// Whose mailbox it is.
        subject: String,
    },
}

impl Grant {
    /// The word of the settings, `oauth.grant`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Grant::ClientCredentials { .. } => "client_credentials",
            Grant::RefreshToken { .. } => "refresh_token",
            Grant::Jwt { .. } => "jwt",
        }
    }

    /// The files that are nobody else's to read.
    pub fn secret_files(&self) -> Vec<&Path> {
        match self {
            Grant::ClientCredentials { client } => {
                client.secret_file.as_deref().into_iter().collect()
            }
            Grant::RefreshToken { client, file } => {
                let secret = client.secret_file.as_deref();
                secret.into_iter().chain([file.as_path()]).collect()
            }
            Grant::Jwt { key_file, .. } => vec![key_file],
        }
    }
}

/// A form, and what must not be told of it.
pub(super) struct Form {
    /// As it is handed over.
    pub(super) text: SecretString,
    /// The refresh token in it, if any.
    pub(super) refresh_token: Option<SecretString>,
    /// Each secret in it, in the forms in which it may come back.
    shown: Vec<Shown>,
}

impl Form {
    /// The words of the endpoint, without what it was shown: some repeat what they do not take.
    pub(super) fn taken_out_of(&self, words: &str) -> String {
        let mut words = words.to_owned();
        for shown in &self.shown {
            words = shown.taken_out_of(&words);
        }
        words
    }
}

/// The assertion of a service account (RFC 7523 section 2.1).
const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

impl Form {
    /// What is to be shown now at this address for this scope, with what stands in the files.
    pub(super) fn fill(
        grant: &Grant,
        (url, scope): (&TokenUrl, &str),
        unsaved: Option<&Unsaved>,
    ) -> Result<Form, EndpointFault> {
        let mut refresh_token = None;
        let (grant_type, client, proof) = match grant {
            Grant::ClientCredentials { client } => ("client_credentials", Some(client), None),
            Grant::RefreshToken { client, file } => {
                let saved = secret(file, "oauth.refresh_token_file")?;
                // Who consented anew has written another one there than the one that was replaced.
                let newer = unsaved
                    .filter(|unsaved| unsaved.instead_of.expose_secret() == saved.expose_secret());
                let token = newer.map_or(saved, |newer| newer.token.clone());
                refresh_token = Some(token.clone());
                (
                    "refresh_token",
                    Some(client),
                    Some(("refresh_token", token)),
                )
            }
            Grant::Jwt { key_file, subject } => {
                let account = ServiceAccount::read(key_file)?;
                let audience = url.to_string();
                let now = Utc::now().timestamp();
                let signed = assertion(&account, subject, scope, &audience, now);
                let signed =
                    signed.map_err(|why| EndpointFault::unfit(key_file, "oauth.key_file", why))?;
                (JWT_BEARER, None, Some(("assertion", signed)))
            }
        };
        let client_secret = match client.and_then(|client| client.secret_file.as_deref()) {
            Some(file) => Some(secret(file, "oauth.client_secret_file")?),
            None => None,
        };
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", grant_type);
        if let Some(client) = client {
            form.append_pair("client_id", &client.id);
        }
        // Microsoft wants the scope again where a token is renewed.
        if !scope.is_empty() && grant_type != JWT_BEARER {
            form.append_pair("scope", scope);
        }
        let proof = proof.into_iter();
        let secrets = proof.chain(client_secret.map(|secret| ("client_secret", secret)));
        let mut shown = Vec::new();
        for (name, secret) in secrets {
            form.append_pair(name, secret.expose_secret());
            shown.push(Shown::new(&secret, &secret));
        }
        Ok(Form {
            text: form.finish().into(),
            refresh_token,
            shown,
        })
    }
}

/// What a file holds.
fn secret(file: &Path, key: &'static str) -> Result<SecretString, EndpointFault> {
    let secret = in_file(file).map_err(|source| EndpointFault::File {
        key,
        path: file.to_owned(),
        source,
    })?;
    let words = secret.expose_secret().trim();
    if words.is_empty() {
        return Err(EndpointFault::unfit(file, key, "is empty"));
    }
    if words.contains(char::is_control) {
        return Err(EndpointFault::unfit(
            file,
            key,
            "has more than one line: the secret alone must stand in it",
        ));
    }
    if words.starts_with('{') {
        return Err(EndpointFault::unfit(
            file,
            key,
            "holds JSON: the secret alone must stand in it",
        ));
    }
    Ok(words.into())
}
