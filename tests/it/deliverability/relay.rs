//! A mail server of one's own as it should be, and as it should not: it signs what it takes, or not, and hands it to the bed's
//! Exim.

use crate::player;
use data_encoding::BASE64;
use mail_auth::common::crypto::Ed25519Key;
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::DkimSigner;
use penpawn::mail::smtp::{Delivery, Relay};
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What it does with a letter.
#[derive(Clone, Default)]
pub(super) struct Habits {
    /// The domain for which it signs.
    pub(super) signs_for: Option<&'static str>,
    /// What it writes below a letter that it has signed.
    pub(super) footer: &'static str,
    /// A field that it puts above all others.
    pub(super) verdict: String,
    /// The return address that it gives letters.
    pub(super) sender: Option<&'static str>,
}

pub(super) struct Signer {
    pub(super) port: u16,
    key: Vec<u8>,
    habits: Mutex<Habits>,
    /// To whom letters went.
    pub(super) recipients: Mutex<Vec<String>>,
}

impl Signer {
    pub(super) async fn begin() -> Arc<Signer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.expect("a port");
        let signer = Arc::new(Signer {
            port: listener.local_addr().expect("an address").port(),
            key: Ed25519Key::generate_pkcs8().expect("a key"),
            habits: Mutex::default(),
            recipients: Mutex::default(),
        });
        let served = Arc::clone(&signer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let signer = Arc::clone(&served);
                tokio::spawn(async move { signer.talk(stream).await });
            }
        });
        signer
    }

    pub(super) fn set(&self, habits: Habits) {
        *self.habits.lock().expect("habits") = habits;
    }

    /// The public half of its key, as it stands in DNS.
    pub(super) fn public_key(&self) -> String {
        let key = Ed25519Key::from_pkcs8_der(&self.key).expect("a key");
        BASE64.encode(&key.public_key())
    }

    async fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut stream = BufReader::new(stream);
        stream.write_all(b"220 hello\r\n").await?;
        let (mut sender, mut recipient) = (String::new(), String::new());
        let mut line = String::new();
        while stream.read_line(&mut line).await? > 0 {
            let word = line.split_whitespace().next().unwrap_or_default();
            let path = || {
                let (_, path) = line.split_once('<').expect("a path");
                path.split('>').next().unwrap_or_default().to_owned()
            };
            let answer = match word.to_ascii_uppercase().as_str() {
                "EHLO" => {
                    "250-relay\r\n250-SMTPUTF8\r\n250-8BITMIME\r\n250 SIZE 1000000\r\n".to_owned()
                }
                "MAIL" => {
                    sender = path();
                    "250 2.1.0 ok\r\n".to_owned()
                }
                "RCPT" => {
                    recipient = path();
                    self.recipients
                        .lock()
                        .expect("recipients")
                        .push(recipient.clone());
                    "250 2.1.5 ok\r\n".to_owned()
                }
                "DATA" => {
                    stream.write_all(b"354 go on\r\n").await?;
                    let letter = body(&mut stream).await?;
                    self.hand_on(&sender, &recipient, &letter).await
                }
                "QUIT" => "221 2.0.0 bye\r\n".to_owned(),
                _ => "250 2.0.0 ok\r\n".to_owned(),
            };
            stream.write_all(answer.as_bytes()).await?;
            line.clear();
        }
        Ok(())
    }

    async fn hand_on(&self, sender: &str, recipient: &str, letter: &[u8]) -> String {
        let habits = self.habits.lock().expect("habits").clone();
        let mut bytes = habits.verdict.into_bytes();
        if let Some(domain) = habits.signs_for {
            let key = Ed25519Key::from_pkcs8_der(&self.key).expect("a key");
            let signer = DkimSigner::from_key(key).domain(domain).selector("penpawn");
            let signer = signer.headers(["From", "To", "Subject", "Date", "Message-ID"]);
            let signature = signer.sign(letter).expect("a signature");
            bytes.extend(signature.to_header().into_bytes());
        }
        bytes.extend(letter);
        bytes.extend(habits.footer.as_bytes());
        let relay = Relay::new(player::submission());
        let sender = habits.sender.unwrap_or(sender);
        let sent = relay.send(Some(sender), recipient, &bytes).await;
        relay.close().await;
        assert!(matches!(sent, Delivery::Sent { .. }), "{sent:?}");
        "250 2.0.0 taken\r\n".to_owned()
    }
}

/// A letter without the dots that SMTP has put before its own (RFC 5321 section 4.5.2).
async fn body(stream: &mut BufReader<TcpStream>) -> std::io::Result<Vec<u8>> {
    let mut letter = Vec::new();
    let mut line = Vec::new();
    while stream.read_until(b'\n', &mut line).await? > 0 && line != b".\r\n" {
        letter.extend(line.strip_prefix(b".").unwrap_or(&line));
        line.clear();
    }
    Ok(letter)
}
