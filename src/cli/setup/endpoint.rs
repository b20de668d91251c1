//! What is asked where a token endpoint issues the tokens.

use super::desk::{Before, Desk, Setting};
use super::words::Origin;
use crate::mail::oauth::{Client, Grant, TokenEndpoint, TokenUrl, token_uri};
use std::path::PathBuf;
use toml::Value;

/// What is asked, and the argument that says it.
struct Question(&'static str, &'static str);

const CLIENT: Question = Question(
    "--client-id",
    "The id of the program that is registered there (client id)",
);
const SECRET: Question = Question(
    "--client-secret-file",
    "The file that holds that program's secret",
);
const SECRET_IF_ANY: Question = Question(
    "--client-secret-file",
    "The file that holds that program's secret (\"none\": it has none)",
);
const REFRESH: Question = Question(
    "--refresh-token-file",
    "The file that holds the refresh token; the daemon writes it anew, so below /var/lib/penpawn",
);
const KEY: Question = Question(
    "--key-file",
    "The file that holds the key of the service account (JSON)",
);
const URL: Question = Question("--token-url", "Where tokens are issued (token endpoint)");
const SCOPE: Question = Question(
    "--scope",
    "The scope that is asked for (\"none\": what the server thinks fit)",
);

/// What is typed where there is nothing.
const NONE: &str = "none";

impl Desk<'_> {
    /// The token endpoint, and what is shown to it for this user.
    pub(super) fn endpoint(
        &self,
        origin: Origin,
        user: &str,
        before: &mut Before,
    ) -> anyhow::Result<TokenEndpoint> {
        let (setup, provider) = (self.setup, self.known.provider);
        let grant = match origin {
            Origin::Jwt => Grant::Jwt {
                key_file: self.file(KEY, &setup.key_file, before)?,
                subject: user.to_owned(),
            },
            Origin::RefreshToken => Grant::RefreshToken {
                client: self.client(SECRET_IF_ANY, before)?,
                file: self.file(REFRESH, &setup.refresh_token_file, before)?,
            },
            Origin::ClientCredentials | Origin::Command => Grant::ClientCredentials {
                client: self.client(SECRET, before)?,
            },
        };
        let usual = match &grant {
            Grant::Jwt { key_file, .. } => token_uri(key_file).ok(),
            Grant::ClientCredentials { .. } | Grant::RefreshToken { .. } => {
                provider.token_url(self.known.domain())
            }
        };
        let url = self.url(usual, before)?;
        let usual = provider.scope(origin).unwrap_or(NONE).to_owned();
        let scope = self.text(SCOPE, &setup.scope, Some(usual), before)?;
        let scope = Some(scope).filter(|scope| scope != NONE);
        let ca_file = setup
            .ca_file
            .as_ref()
            .map(std::path::absolute)
            .transpose()?;
        Ok(TokenEndpoint::new(
            url,
            grant,
            scope.unwrap_or_default(),
            ca_file,
        ))
    }

    fn url(&self, usual: Option<String>, before: &mut Before) -> anyhow::Result<TokenUrl> {
        let Question(argument, words) = URL;
        let answered = before.texts.remove(argument).or(usual);
        let proposed = answered.and_then(|url| url.parse().ok());
        let said = self.given.of(&self.setup.token_url);
        let url = self.asked.value(words, argument, said, proposed)?;
        before.texts.insert(argument, url.written());
        Ok(url)
    }

    fn client(&self, secret: Question, before: &mut Before) -> anyhow::Result<Client> {
        let id = self.text(CLIENT, &self.setup.client_id, None, before)?;
        let none = (secret.1 == SECRET_IF_ANY.1).then(|| NONE.to_owned());
        let file = self.text(secret, &self.setup.client_secret_file, none, before)?;
        let file = Some(file).filter(|file| file != NONE);
        Ok(Client {
            id,
            secret_file: file.map(std::path::absolute).transpose()?,
        })
    }

    /// Whoever reads the settings may stand elsewhere.
    fn file(
        &self,
        question: Question,
        said: &Option<String>,
        before: &mut Before,
    ) -> anyhow::Result<PathBuf> {
        Ok(std::path::absolute(
            self.text(question, said, None, before)?,
        )?)
    }

    fn text(
        &self,
        Question(argument, words): Question,
        said: &Option<String>,
        usual: Option<String>,
        before: &mut Before,
    ) -> anyhow::Result<String> {
        let proposed = before.texts.remove(argument).or(usual);
        let text = self
            .asked
            .value(words, argument, self.given.of(said), proposed)?;
        before.texts.insert(argument, text.clone());
        Ok(text)
    }
}

/// The settings of a token endpoint.
pub(super) fn values(endpoint: &TokenEndpoint) -> Vec<Setting> {
    let grant = endpoint.grant();
    let mut values = vec![
        ("grant", grant.word().to_owned()),
        ("token_url", endpoint.url().written()),
        ("scope", endpoint.scope().to_owned()),
    ];
    let path = |path: &PathBuf| path.display().to_string();
    let mut of_client = |client: &Client| {
        values.push(("client_id", client.id.clone()));
        values.extend(
            client
                .secret_file
                .as_ref()
                .map(|file| ("client_secret_file", path(file))),
        );
    };
    match grant {
        Grant::ClientCredentials { client } => of_client(client),
        Grant::RefreshToken { client, file } => {
            of_client(client);
            values.push(("refresh_token_file", path(file)));
        }
        Grant::Jwt { key_file, .. } => values.push(("key_file", path(key_file))),
    }
    let ca_file = endpoint.ca_file().map(|file| file.display().to_string());
    values.extend(ca_file.map(|file| ("ca_file", file)));
    let setting = |(key, value): (&'static str, String)| ("oauth", key, Value::from(value));
    values.into_iter().map(setting).collect()
}
