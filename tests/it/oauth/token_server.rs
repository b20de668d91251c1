//! A toy token endpoint (RFC 6749): it issues what the bed's Dovecot takes, refuses what it does not know, and does on demand
//! what a real one does on a bad day.

use crate::bed;
use crate::servers::acceptor;
use data_encoding::{BASE64, BASE64URL_NOPAD};
use hmac::{Hmac, Mac};
use serde_json::json;
use sha2::Sha256;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// What a client shows of itself. The secret looks like none: it is taken out of words because it was shown.
pub(super) const CLIENT: (&str, &str) = ("penpawn-of-the-club", "correct-horse");

/// What it does with a request that is right.
#[derive(Clone)]
pub(super) enum Act {
    /// Issues a token for so many seconds, below zero one that has run out. What is said of its life is never below zero.
    Issue(i64),
    /// The same, and says that it lives so long.
    IssueSaying(i64, i64),
    /// The same, and replaces the refresh token: the one before is good no longer.
    Rotate(i64),
    /// The same, when it is told to go on.
    RotateLate(i64, Arc<Notify>),
    /// Answers with this status and body.
    Say(&'static str, String),
    /// Answers with a head, and then without an end.
    Endless,
    /// Takes the request, and says nothing.
    Hang,
}

/// A toy token endpoint.
#[derive(Clone)]
pub(super) struct TokenServer {
    pub(super) port: u16,
    /// Whose mailbox it issues tokens for.
    user: String,
    state: Arc<Mutex<State>>,
}

struct State {
    /// What comes next; the last one stays.
    acts: VecDeque<Act>,
    refresh_token: String,
    asked: Vec<BTreeMap<String, String>>,
    /// What its clock says it is more than it is, in seconds.
    ahead: i64,
}

impl TokenServer {
    /// One for this user that does these things, one after the other.
    pub(super) async fn begin(user: &str, acts: &[Act]) -> TokenServer {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port");
        let server = TokenServer {
            port: listener.local_addr().expect("an address").port(),
            user: user.to_owned(),
            state: Arc::new(Mutex::new(State {
                acts: acts.iter().cloned().collect(),
                refresh_token: "refresh-1".to_owned(),
                asked: Vec::new(),
                ahead: 0,
            })),
        };
        server.serve(listener);
        server
    }

    /// The same behind TLS, with this certificate of the bed; returns its port.
    pub(super) async fn encrypted(&self, certificate: &str) -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (acceptor, served) = (acceptor(certificate), self.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, server) = (acceptor.clone(), served.clone());
                tokio::spawn(async move { server.talk(acceptor.accept(stream).await?).await });
            }
        });
        port
    }

    fn serve(&self, listener: TcpListener) {
        let served = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = served.clone();
                tokio::spawn(async move { server.talk(stream).await });
            }
        });
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/token", self.port)
    }

    /// What it does from now on.
    pub(super) fn act(&self, acts: &[Act]) {
        self.state().acts = acts.iter().cloned().collect();
    }

    pub(super) fn clock_is_ahead(&self, seconds: i64) {
        self.state().ahead = seconds;
    }

    /// The forms that were shown to it.
    pub(super) fn asked(&self) -> Vec<BTreeMap<String, String>> {
        self.state().asked.clone()
    }

    /// The one that is good now.
    pub(super) fn refresh_token(&self) -> String {
        self.state().refresh_token.clone()
    }

    /// Somebody has consented anew.
    pub(super) fn consent(&self, refresh_token: &str) {
        self.state().refresh_token = refresh_token.to_owned();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("a state")
    }

    async fn talk(&self, stream: impl AsyncRead + AsyncWrite + Unpin) -> std::io::Result<()> {
        let mut stream = BufReader::new(stream);
        let mut length = 0;
        let mut line = String::new();
        while stream.read_line(&mut line).await? > 2 {
            if let Some(octets) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = octets.trim().parse().expect("a length");
            }
            line.clear();
        }
        let mut form = vec![0; length];
        stream.read_exact(&mut form).await?;
        let form = form_urlencoded::parse(&form).into_owned().collect();
        let (act, ahead) = {
            let mut state = self.state();
            state.asked.push(form);
            let act = match state.acts.len() {
                1 => state.acts.front().cloned(),
                _ => state.acts.pop_front(),
            };
            (act.expect("an act"), state.ahead)
        };
        let (status, body) = match act {
            Act::Hang => {
                tokio::time::sleep(std::time::Duration::from_secs(600)).await;
                return Ok(());
            }
            Act::Endless => {
                stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
                loop {
                    stream.write_all(&[b'x'; 4096]).await?;
                }
            }
            Act::Say(status, body) => (status.to_owned(), body),
            Act::Issue(life) => self.issued(life, life, false),
            Act::IssueSaying(life, said) => self.issued(life, said, false),
            Act::Rotate(life) => self.issued(life, life, true),
            Act::RotateLate(life, go_on) => {
                go_on.notified().await;
                self.issued(life, life, true)
            }
        };
        let date = chrono::Utc::now() + chrono::TimeDelta::seconds(ahead);
        let date = date.format("%a, %d %b %Y %H:%M:%S GMT");
        let head = format!(
            "HTTP/1.1 {status}\r\nDate: {date}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        stream.shutdown().await
    }

    /// A token, if what was shown last is right.
    fn issued(&self, life: i64, said: i64, rotates: bool) -> (String, String) {
        let mut state = self.state();
        let form = state.asked.last().cloned().expect("a form");
        let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        let refused = |code: &str| {
            let body = json!({"error": code, "error_description": "as the test wants it"});
            ("400 Bad Request".to_owned(), body.to_string())
        };
        let is_client = (field("client_id"), field("client_secret")) == CLIENT;
        match field("grant_type") {
            "client_credentials" | "refresh_token" if !is_client => {
                return refused("invalid_client");
            }
            "refresh_token" if field("refresh_token") != state.refresh_token => {
                return refused("invalid_grant");
            }
            "client_credentials" | "refresh_token" => {}
            "urn:ietf:params:oauth:grant-type:jwt-bearer" if !field("assertion").is_empty() => {}
            _ => return refused("unsupported_grant_type"),
        }
        let mut answer = json!({
            "access_token": access_token(&self.user, life),
            "token_type": "Bearer",
            "expires_in": said.max(0),
        });
        if rotates {
            state.refresh_token = format!("refresh-{}", state.asked.len() + 1);
            answer["refresh_token"] = state.refresh_token.as_str().into();
        }
        ("200 OK".to_owned(), answer.to_string())
    }
}

/// A token that the bed's Dovecot takes for so many seconds, as long as those of Microsoft.
fn access_token(user: &str, life: i64) -> String {
    let now = chrono::Utc::now().timestamp();
    let encoded = |part: serde_json::Value| BASE64URL_NOPAD.encode(part.to_string().as_bytes());
    let head = encoded(json!({"alg": "HS256", "typ": "JWT"}));
    let filling = "x".repeat(2500);
    let claims = encoded(json!({"sub": user, "iat": now - 600, "exp": now + life, "of": filling}));
    let words = format!("{head}.{claims}");
    let key = fs::read_to_string(bed::up().folder.join("tokens/default/HS256/default"));
    let key = key.expect("the key of the bed").replace('\n', "");
    let key = BASE64.decode(key.as_bytes()).expect("base64");
    let mut signer = <Hmac<Sha256> as Mac>::new_from_slice(&key).expect("a key");
    signer.update(words.as_bytes());
    let signature = BASE64URL_NOPAD.encode(&signer.finalize().into_bytes());
    format!("{words}.{signature}")
}
