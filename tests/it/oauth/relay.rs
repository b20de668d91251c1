//! Signing in to a relay: Exim takes passwords only, so it is a fake one that says what those of providers say.

use data_encoding::BASE64;
use penpawn::mail::oauth::{Credential, TokenCommand};
use penpawn::mail::smtp::{Delivery, Relay, Submission};
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::player;

/// A relay that refuses so many tokens.
#[derive(Clone)]
pub(super) struct TokenRelay {
    pub(super) port: u16,
    offers: &'static str,
    refuses: usize,
    /// What clients said after EHLO, tokens decoded.
    said: Arc<Mutex<Vec<String>>>,
    /// What was refused, in base64.
    presented: Arc<Mutex<String>>,
}

impl TokenRelay {
    pub(super) async fn begin(offers: &'static str, refuses: usize) -> TokenRelay {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port");
        let relay = TokenRelay {
            port: listener.local_addr().expect("an address").port(),
            offers,
            refuses,
            said: Arc::default(),
            presented: Arc::default(),
        };
        let served = relay.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let relay = served.clone();
                tokio::spawn(async move { relay.talk(stream).await });
            }
        });
        relay
    }

    pub(super) fn said(&self) -> Vec<String> {
        self.said.lock().expect("words").clone()
    }

    async fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut stream = BufReader::new(stream);
        stream.write_all(b"220 hello\r\n").await?;
        let mut line = String::new();
        while stream.read_line(&mut line).await? > 0 {
            let answer = match line.split_whitespace().next() {
                Some("EHLO") => format!("250-relay\r\n{}250 SIZE 1000000\r\n", self.offers),
                Some("QUIT") => "221 bye\r\n".to_owned(),
                _ => self.answer(line.trim_end()),
            };
            stream.write_all(answer.as_bytes()).await?;
            line.clear();
        }
        Ok(())
    }

    /// What is said to AUTH and what belongs to it, and to nothing else.
    fn answer(&self, line: &str) -> String {
        let plain = |word: &str| {
            let octets = BASE64.decode(word.as_bytes()).expect("base64");
            String::from_utf8(octets)
                .expect("text")
                .replace('\x01', "^")
        };
        let (shown, token) = match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["AUTH", mechanism] => (format!("AUTH {mechanism}"), None),
            ["AUTH", mechanism, word] => (
                format!("AUTH {mechanism} {}", plain(word)),
                Some(plain(word)),
            ),
            [word] => (plain(word), Some(plain(word))),
            other => panic!("{other:?}"),
        };
        let mut said = self.said.lock().expect("words");
        said.push(shown);
        let tokens = said.iter().filter(|words| words.contains("Bearer")).count();
        match token {
            None => "334 \r\n".to_owned(),
            Some(token) if !token.contains("Bearer") => {
                // Some repeat what they do not take.
                let presented = self.presented.lock().expect("words");
                format!("535 5.7.8 not accepted: {presented}\r\n")
            }
            Some(_) if tokens > self.refuses => "235 2.7.0 Accepted\r\n".to_owned(),
            Some(_) => {
                let word = line.rsplit(' ').next().unwrap_or_default();
                *self.presented.lock().expect("words") = word.to_owned();
                let error =
                    r#"{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}"#;
                format!("334 {}\r\n", BASE64.encode(error.as_bytes()))
            }
        }
    }

    /// A client that signs in with what this shell script prints.
    fn client(&self, script: &str) -> Relay {
        let words = vec!["-c".to_owned(), script.to_owned()];
        let command = TokenCommand::new("/bin/sh".to_owned(), words);
        Relay::new(Submission {
            port: self.port,
            credentials: Some((
                "chess@club.test".to_owned(),
                Credential::Token(command.into()),
            )),
            ..player::submission()
        })
    }
}

pub(super) const BOTH: &str = "250-AUTH LOGIN PLAIN XOAUTH2 OAUTHBEARER\r\n";
const GOOGLES_ALONE: &str = "250-AUTH XOAUTH2\r\n";
const GOOGLES: &str = "250-AUTH LOGIN XOAUTH2\r\n";

#[tokio::test]
async fn a_token_is_presented_by_the_mechanism_that_is_offered() {
    let relay = TokenRelay::begin(BOTH, 0).await;
    relay.client("echo T0ken").check().await.expect("signed in");
    let port = relay.port;
    assert_eq!(
        relay.said(),
        [format!(
            "AUTH OAUTHBEARER n,a=chess@club.test,^host=127.0.0.1^port={port}^auth=Bearer T0ken^^"
        )]
    );
    let relay = TokenRelay::begin(GOOGLES, 0).await;
    relay.client("echo T0ken").check().await.expect("signed in");
    assert_eq!(
        relay.said(),
        ["AUTH XOAUTH2 user=chess@club.test^auth=Bearer T0ken^^"]
    );
}

/// RFC 4954 section 4: what makes the command longer than 512 octets waits until it is asked for.
#[tokio::test]
async fn a_long_token_waits_until_it_is_asked_for() {
    let relay = TokenRelay::begin(GOOGLES, 0).await;
    let client = relay.client("printf '%04000d' 7");
    client.check().await.expect("signed in");
    let said = relay.said();
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(said[0], "AUTH XOAUTH2");
    assert_eq!(
        said[1].len(),
        "user=chess@club.test^auth=Bearer ^^".len() + 4000
    );
}

#[tokio::test]
async fn a_refused_token_is_followed_by_another_one_and_two_are_a_refusal() {
    for (offers, assent) in [(BOTH, "^"), (GOOGLES, "")] {
        let relay = TokenRelay::begin(offers, 1).await;
        // Another one each time.
        let client = relay.client("echo $$");
        client.check().await.expect("the second token");
        let said = relay.said();
        let presented: Vec<&String> = said.iter().filter(|one| one.contains("Bearer")).collect();
        assert_eq!(presented.len(), 2, "{said:?}");
        assert_ne!(presented[0], presented[1]);
        assert_eq!(said[1], assent, "{said:?}");
        let relay = TokenRelay::begin(offers, 9).await;
        let fault = relay.client("echo T0ken").check().await;
        let fault = fault.expect_err("refused");
        assert!(fault.needs_administrator(), "{fault:?}");
        let told = "the relay refused the login: 400: ";
        assert!(fault.reason.starts_with(told), "{}", fault.reason);
        assert!(fault.reason.contains("not accepted"), "{}", fault.reason);
        assert!(!format!("{fault:?}").contains("T0ken"), "{fault:?}");
        let told = "not accepted: (secret)";
        assert!(fault.reason.ends_with(told), "{}", fault.reason);
        assert_eq!(relay.said().len(), 4, "{:?}", relay.said());
    }
}

#[tokio::test]
async fn a_relay_that_takes_no_tokens_and_a_command_that_brings_none_are_told() {
    for (offers, told) in [
        ("250-AUTH PLAIN LOGIN\r\n", "it offers AUTH PLAIN LOGIN"),
        ("", "it offers nothing of the kind"),
    ] {
        let relay = TokenRelay::begin(offers, 0).await;
        let fault = relay.client("echo T0ken").check().await;
        let fault = fault.expect_err("no way to sign in");
        assert!(
            fault.needs_administrator() && fault.reason.ends_with(told),
            "{fault:?}"
        );
        assert!(relay.said().is_empty());
    }
    let relay = TokenRelay::begin(BOTH, 0).await;
    let fault = relay.client("echo no account >&2; exit 1").check().await;
    let fault = fault.expect_err("no token");
    assert_eq!(
        fault.reason,
        "the token command /bin/sh failed, exit status: 1: no account"
    );
    assert!(fault.needs_administrator());
    assert!(relay.said().is_empty());
}

#[tokio::test]
async fn a_relay_that_takes_tokens_alone_is_told_where_it_refuses_a_password() {
    let relay = TokenRelay::begin(GOOGLES_ALONE, 0).await;
    let password = Credential::from("secret".to_owned());
    let client = Relay::new(Submission {
        port: relay.port,
        credentials: Some(("chess@club.test".to_owned(), password)),
        ..player::submission()
    });
    let fault = client.check().await.expect_err("no way to sign in");
    assert!(fault.needs_administrator(), "{fault:?}");
    let told = "(it takes no passwords, and offers AUTH XOAUTH2)";
    assert!(fault.reason.ends_with(told), "{}", fault.reason);
}

#[tokio::test]
async fn a_relay_that_hears_no_more_does_not_wait_for_a_command_that_hangs() {
    let relay = TokenRelay::begin(BOTH, 0).await;
    let client = relay.client("exec sleep 600");
    let sending = client.send(None, "ann@players.test", b"Subject: x\r\n\r\n");
    let ending = async {
        tokio::task::yield_now().await;
        client.begin_no_more();
    };
    let (delivery, ()) = tokio::join!(sending, ending);
    assert!(matches!(delivery, Delivery::Untried { .. }), "{delivery:?}");
}
