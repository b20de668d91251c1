//! `[oauth]`: where access tokens come from.

use super::{Settings, file, required};
use crate::mail::oauth::{
    Client, Grant, TokenCommand, TokenEndpoint, TokenSource, TokenUrl, token_uri,
};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// By which right a token is had; the words of `oauth.grant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Command,
    ClientCredentials,
    RefreshToken,
    Jwt,
}

/// The machines of Microsoft that issue tokens; each request to them names its scope.
const MICROSOFT: [&str; 4] = [
    "login.microsoftonline.com",
    "login.microsoftonline.us",
    "login.partner.microsoftonline.cn",
    "login.microsoft.com",
];

impl Settings {
    /// Whether it is said where tokens come from.
    pub(super) fn names_tokens(&self) -> Option<&'static str> {
        let command = (!self.oauth.command.is_empty()).then_some("oauth.command");
        command.or((self.oauth.grant != "command").then_some("oauth.grant"))
    }

    /// Keys and values of the settings without which there are no tokens.
    pub(super) fn needed_for_tokens(&self) -> anyhow::Result<Vec<(&'static str, &str)>> {
        let oauth = &self.oauth;
        let url = ("oauth.token_url", oauth.token_url.as_str());
        let client = ("oauth.client_id", oauth.client_id.as_str());
        let scope = ("oauth.scope", oauth.scope.as_str());
        let mut needed = match self.way()? {
            Way::Command => vec![("oauth.command", self.program())],
            Way::ClientCredentials => vec![
                url,
                client,
                ("oauth.client_secret_file", &oauth.client_secret_file),
            ],
            Way::RefreshToken => vec![
                url,
                client,
                ("oauth.refresh_token_file", &oauth.refresh_token_file),
            ],
            Way::Jwt => vec![scope, ("oauth.key_file", &oauth.key_file)],
        };
        if is_of_microsoft(&oauth.token_url) {
            needed.push(scope);
        }
        Ok(needed)
    }

    /// Where the tokens of this user come from.
    pub(super) fn token_source(&self, user: &str) -> anyhow::Result<TokenSource> {
        let way = self.way()?;
        self.refuse_unused(way)?;
        for (key, value) in self.needed_for_tokens()? {
            required(value, key)?;
        }
        let oauth = &self.oauth;
        let client = || Client {
            id: oauth.client_id.trim().to_owned(),
            secret_file: file(&oauth.client_secret_file),
        };
        let grant = match way {
            Way::Command => {
                let arguments = oauth.command.iter().skip(1).cloned().collect();
                return Ok(TokenCommand::new(self.program().to_owned(), arguments).into());
            }
            Way::ClientCredentials => Grant::ClientCredentials { client: client() },
            Way::RefreshToken => Grant::RefreshToken {
                client: client(),
                file: PathBuf::from(&oauth.refresh_token_file),
            },
            Way::Jwt => Grant::Jwt {
                key_file: PathBuf::from(&oauth.key_file),
                subject: user.to_owned(),
            },
        };
        let url = self.token_url()?;
        let scope = oauth.scope.trim().to_owned();
        Ok(TokenEndpoint::new(url, grant, scope, file(&oauth.ca_file)).into())
    }

    /// The address of the token endpoint; that of a service account stands in its key file as well.
    fn token_url(&self) -> anyhow::Result<TokenUrl> {
        let written = &self.oauth.token_url;
        if !written.trim().is_empty() {
            let url = written.parse();
            return url.with_context(|| format!("oauth.token_url {written:?}"));
        }
        let url = token_uri(Path::new(&self.oauth.key_file))?;
        let url = url.parse();
        url.with_context(|| format!("oauth.key_file: token_uri in {}", self.oauth.key_file))
    }

    /// The program of the command; empty where there is none.
    fn program(&self) -> &str {
        self.oauth.command.first().map_or("", String::as_str)
    }

    fn way(&self) -> anyhow::Result<Way> {
        Ok(match self.oauth.grant.as_str() {
            "command" => Way::Command,
            "client_credentials" => Way::ClientCredentials,
            "refresh_token" => Way::RefreshToken,
            "jwt" => Way::Jwt,
            other => bail!(
                "oauth.grant {other:?} is none of \"command\", \"client_credentials\", \"refresh_token\", \"jwt\""
            ),
        })
    }

    /// Whoever has set what nobody uses meant something else.
    fn refuse_unused(&self, way: Way) -> anyhow::Result<()> {
        use Way::{ClientCredentials, Command, Jwt, RefreshToken};
        let oauth = &self.oauth;
        let issued = &[ClientCredentials, RefreshToken, Jwt][..];
        let of_client = &[ClientCredentials, RefreshToken][..];
        for (key, value, users) in [
            ("oauth.command", self.program(), &[Command][..]),
            ("oauth.token_url", &oauth.token_url, issued),
            ("oauth.client_id", &oauth.client_id, of_client),
            (
                "oauth.client_secret_file",
                &oauth.client_secret_file,
                of_client,
            ),
            (
                "oauth.refresh_token_file",
                &oauth.refresh_token_file,
                &[RefreshToken],
            ),
            ("oauth.key_file", &oauth.key_file, &[Jwt]),
            ("oauth.scope", &oauth.scope, issued),
            ("oauth.ca_file", &oauth.ca_file, issued),
        ] {
            if !value.is_empty() && !users.contains(&way) {
                bail!(
                    "{key} is set, but nobody uses it where oauth.grant is {:?}: leave it empty, or set grant to another word",
                    oauth.grant
                );
            }
        }
        Ok(())
    }
}

fn is_of_microsoft(url: &str) -> bool {
    url.parse::<TokenUrl>().is_ok_and(|url| {
        let is_it = |host: &&str| url.host().eq_ignore_ascii_case(host);
        MICROSOFT.iter().any(is_it)
    })
}
