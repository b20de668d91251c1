//! The token endpoint of an authorization server, which issues access tokens (RFC 6749 section 3.2).
//!
//! - `url`: where it is
//! - `post`: a form, handed over by HTTP
//! - `answer`: a token, or why there is none
//! - `assertion`: what a service account signs (RFC 7523)
//! - `refresh`: the file of a refresh token, which may be another one after each use
//! - `fault`: what can go wrong

mod answer;
mod assertion;
mod fault;
mod form;
mod post;
mod refresh;
mod url;

use answer::Answer;
use assertion::ServiceAccount;
pub use fault::EndpointFault;
use form::Form;
pub use form::{Client, Grant};
use refresh::Unsaved;
use secrecy::{ExposeSecret, SecretString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};
use tracing::{error, info};
pub use url::{NoTokenUrl, TokenUrl};

/// How long an answer may take, from the first packet on.
const LIMIT: Duration = Duration::from_secs(30);
/// How long before its end a token is shown to nobody any more: clocks differ, and signing in takes a while.
const EARLY: Duration = Duration::from_secs(5 * 60);

/// A token endpoint, and what is shown to it. Secrets stand in files, which are read at each request: one that was replaced
/// needs no restart.
#[derive(Clone, Debug)]
pub struct TokenEndpoint {
    url: TokenUrl,
    ca_file: Option<PathBuf>,
    grant: Grant,
    scope: String,
    limit: Duration,
    /// Who asks for a token waits here for who has asked before.
    held: Arc<Mutex<Held>>,
}

/// What is remembered between two tokens.
#[derive(Debug, Default)]
struct Held {
    token: Option<Token>,
    /// The refresh token that could not be written into its file.
    unsaved: Option<Unsaved>,
    took: Option<Duration>,
}

/// A token that was issued.
#[derive(Clone, Debug)]
struct Token {
    words: SecretString,
    /// When it is renewed, and when it ends; `None` where nobody said it: then it is shown until it is refused.
    ends: Option<(Instant, Instant)>,
}

/// How a token was had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    /// How long the last answer took.
    pub took: Duration,
    /// For how long the token is good; `None` where nobody said it.
    pub good_for: Option<Duration>,
    /// Whether the endpoint has replaced the refresh token, and the new one could not be written into its file.
    pub unsaved: bool,
}

impl TokenEndpoint {
    /// At this address, for this scope (RFC 6749 section 3.3; empty: what the endpoint thinks fit). `ca_file` holds a
    /// certificate authority that is trusted beside those of the system.
    #[must_use]
    pub fn new(url: TokenUrl, grant: Grant, scope: String, ca_file: Option<PathBuf>) -> Self {
        TokenEndpoint {
            url,
            ca_file,
            grant,
            scope,
            limit: LIMIT,
            held: Arc::default(),
        }
    }

    /// The same, but an answer may take only so long; by default 30 seconds.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Its address, without what stands behind a question mark.
    pub fn url(&self) -> &TokenUrl {
        &self.url
    }

    /// What is shown to it.
    pub fn grant(&self) -> &Grant {
        &self.grant
    }

    /// The scope that is asked for.
    pub fn scope(&self) -> &str {
        &self.scope
    }

    /// The certificate authority that is trusted beside those of the system.
    pub fn ca_file(&self) -> Option<&Path> {
        self.ca_file.as_deref()
    }

    /// How the token that is held was had; `None` where none was.
    pub async fn issued(&self) -> Option<Issued> {
        let held = self.held.lock().await;
        let token = held.token.as_ref()?;
        Some(Issued {
            took: held.took?,
            good_for: token
                .ends
                .map(|(_, end)| end.saturating_duration_since(Instant::now())),
            unsaved: held.unsaved.is_some(),
        })
    }

    /// The token that is held, as long as it is good; else a new one.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn token(&self) -> Result<SecretString, EndpointFault> {
        let endpoint = self.clone();
        // Whoever signs in may give up meanwhile. The answer is heard all the same: the refresh token in it may be the only
        // one that is good from then on.
        let asked = tokio::spawn(async move { endpoint.held_or_new().await });
        asked.await.unwrap_or_else(|_| {
            Err(EndpointFault::Lost {
                url: self.url.to_string(),
                reason: "we end".to_owned(),
            })
        })
    }

    /// Notes that a mail server does not take this token: it is shown to nobody again.
    pub async fn was_refused(&self, token: &SecretString) {
        let mut held = self.held.lock().await;
        let is_it = |one: &mut Token| one.words.expose_secret() == token.expose_secret();
        held.token.take_if(is_it);
    }

    async fn held_or_new(&self) -> Result<SecretString, EndpointFault> {
        let mut held = self.held.lock().await;
        let good = |token: &&Token, which: fn((Instant, Instant)) -> Instant| {
            token.ends.is_none_or(|ends| Instant::now() < which(ends))
        };
        let token = held.token.as_ref();
        if let Some(token) = token.filter(|token| good(token, |(renewal, _)| renewal)) {
            return Ok(token.words.clone());
        }
        let began = Instant::now();
        match self.renewed(&mut held.unsaved).await {
            Ok(answer) => {
                held.took = Some(began.elapsed());
                let token = held.token.insert(Token::of(answer));
                Ok(token.words.clone())
            }
            Err(fault) => {
                // What may pass is no reason to show nothing, as long as there is something to show.
                let token = held.token.as_ref().filter(|_| !fault.needs_administrator());
                let token = token
                    .filter(|token| good(token, |(_, end)| end))
                    .ok_or(fault)?;
                info!(token_url = %self.url, "no new access token yet; the one that is held is good still");
                Ok(token.words.clone())
            }
        }
    }

    /// A new token.
    async fn renewed(&self, unsaved: &mut Option<Unsaved>) -> Result<Answer, EndpointFault> {
        // Two that show one refresh token at the same time may have both refused, and it with them.
        let _turn = match &self.grant {
            Grant::RefreshToken { file, .. } => {
                let turn = refresh::turn(file, self.limit).await;
                if turn.is_some() {
                    refresh::finish(file);
                }
                turn
            }
            Grant::ClientCredentials { .. } | Grant::Jwt { .. } => None,
        };
        let form = Form::fill(&self.grant, (&self.url, &self.scope), unsaved.as_ref())?;
        let url = self.url.to_string();
        let posted = post::post(&self.url, self.ca_file(), &form.text);
        let reply = timeout(self.limit, posted).await;
        let reply = reply.map_err(|_| EndpointFault::Slow {
            url,
            seconds: self.limit.as_secs(),
        })??;
        let answer = Answer::read((&self.url, &self.grant), &reply, &form)?;
        if let Grant::RefreshToken { file, .. } = &self.grant
            && let (Some(shown), Some(new)) = (&form.refresh_token, &answer.refresh_token)
        {
            self.save(file, shown, new, unsaved);
        }
        Ok(answer)
    }

    /// Writes the refresh token that came into its file, where it is another one than was shown.
    fn save(
        &self,
        file: &Path,
        shown: &SecretString,
        new: &SecretString,
        unsaved: &mut Option<Unsaved>,
    ) {
        let is_kept = unsaved.is_none() && shown.expose_secret() == new.expose_secret();
        if is_kept {
            return;
        }
        match refresh::rewrite(file, new) {
            Ok(()) => *unsaved = None,
            Err(fault) => {
                // Without it the next token is had all the same, until we are started again.
                if unsaved.is_none() {
                    error!(file = %file.display(), error = %fault, "the token endpoint has replaced the refresh token, and the new one cannot be written into its file");
                }
                let instead_of = match unsaved.take() {
                    Some(before) => before.instead_of,
                    None => shown.clone(),
                };
                *unsaved = Some(Unsaved {
                    instead_of,
                    token: new.clone(),
                });
            }
        }
    }
}

/// Where the tokens of the service account in this key file are issued, as the file has it.
///
/// # Errors
///
/// When it cannot be read, or does not say that.
pub fn token_uri(key_file: &Path) -> Result<String, EndpointFault> {
    let account = ServiceAccount::read(key_file)?;
    account.token_uri.ok_or_else(|| EndpointFault::Content {
        key: "oauth.key_file",
        path: key_file.to_owned(),
        why: "names no token_uri: set oauth.token_url",
    })
}

impl Token {
    fn of(answer: Answer) -> Token {
        let now = Instant::now();
        let ends = answer.lifetime.and_then(|lifetime| {
            let end = now.checked_add(lifetime)?;
            Some((end.checked_sub(EARLY.min(lifetime / 2))?, end))
        });
        Token {
            words: answer.token,
            ends,
        }
    }
}
