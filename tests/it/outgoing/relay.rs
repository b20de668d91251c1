//! A relay that does what a test wants: what no real one says on demand.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// Something that a client said.
pub(crate) struct Said<'a> {
    /// AUTH, MAIL, RCPT, DATA, or `.` for the end of a mail.
    pub(crate) verb: &'a str,
    /// The recipient of the mail that is under way; empty before there is one.
    pub(crate) recipient: &'a str,
    /// How many mails this connection has carried.
    pub(crate) carried: u32,
    /// How often this verb was said about this recipient, this time included.
    pub(crate) times: usize,
}

/// What is answered.
pub(crate) enum Answer {
    Yes,
    Say(&'static str),
    /// Yes, after a while.
    After(Duration),
    /// Nothing, for ever.
    Silence,
    /// The mail is taken, and the line cut before that can be said.
    CutAfterTaking,
}

type Rule = dyn Fn(&Said<'_>) -> Answer + Send + Sync;

/// A mail that was taken.
#[derive(Clone)]
pub(crate) struct Taken {
    pub(crate) recipient: String,
    pub(crate) bytes: String,
}

pub(crate) struct FakeRelay {
    pub(crate) port: u16,
    state: Arc<State>,
}

struct State {
    rule: Mutex<Arc<Rule>>,
    said: Mutex<Vec<(String, String)>>,
    taken: Mutex<Vec<Taken>>,
    connections: AtomicU32,
    /// Whether addresses beyond ASCII are taken (RFC 6531).
    smtputf8: AtomicBool,
}

impl FakeRelay {
    pub(crate) async fn begin(
        rule: impl Fn(&Said<'_>) -> Answer + Send + Sync + 'static,
    ) -> FakeRelay {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(State {
            rule: Mutex::new(Arc::new(rule)),
            said: Mutex::default(),
            taken: Mutex::default(),
            connections: AtomicU32::new(0),
            smtputf8: AtomicBool::new(false),
        });
        let served = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                served.connections.fetch_add(1, Ordering::Relaxed);
                let state = Arc::clone(&served);
                tokio::spawn(async move {
                    let _ = state.talk(stream).await;
                });
            }
        });
        FakeRelay { port, state }
    }

    /// From now on it offers SMTPUTF8.
    pub(crate) fn offer_smtputf8(&self) {
        self.state.smtputf8.store(true, Ordering::Relaxed);
    }

    /// From now on this is answered.
    pub(crate) fn rule(&self, rule: impl Fn(&Said<'_>) -> Answer + Send + Sync + 'static) {
        *self.state.rule.lock().expect("a rule") = Arc::new(rule);
    }

    pub(crate) fn taken(&self) -> Vec<Taken> {
        self.state.taken.lock().expect("mails").clone()
    }

    /// The recipients of the mails that were taken, sorted.
    pub(crate) fn recipients(&self) -> Vec<String> {
        let mut all: Vec<String> = self
            .taken()
            .into_iter()
            .map(|mail| mail.recipient)
            .collect();
        all.sort();
        all
    }

    pub(crate) fn times(&self, verb: &str, recipient: &str) -> usize {
        let said = self.state.said.lock().expect("words");
        said.iter()
            .filter(|(v, r)| v == verb && r == recipient)
            .count()
    }

    pub(crate) fn connections(&self) -> u32 {
        self.state.connections.load(Ordering::Relaxed)
    }
}

impl State {
    async fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let mut stream = BufReader::new(stream);
        stream.write_all(b"220 hello\r\n").await?;
        let (mut line, mut recipient, mut carried) = (String::new(), String::new(), 0);
        let mut international = false;
        loop {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let words = line.trim_end();
            let verb = words
                .split([' ', ':'])
                .next()
                .unwrap_or_default()
                .to_uppercase();
            match verb.as_str() {
                "EHLO" => {
                    stream.write_all(b"250-relay\r\n250-8BITMIME\r\n").await?;
                    if self.smtputf8.load(Ordering::Relaxed) {
                        stream.write_all(b"250-SMTPUTF8\r\n").await?;
                    }
                    stream.write_all(b"250 AUTH PLAIN LOGIN\r\n").await?;
                    continue;
                }
                "QUIT" => return stream.write_all(b"221 bye\r\n").await,
                "MAIL" => {
                    recipient.clear();
                    international = words.to_uppercase().ends_with(" SMTPUTF8")
                        || words.to_uppercase().contains(" SMTPUTF8 ");
                }
                "RCPT" => {
                    let (_, rest) = words.split_once('<').unwrap_or_default();
                    recipient = rest.split('>').next().unwrap_or_default().to_owned();
                }
                _ => {}
            }
            let offered = self.smtputf8.load(Ordering::Relaxed);
            let usual = match verb.as_str() {
                // RFC 6531 3.5
                "MAIL" if international && !offered => "555 5.5.4 unsupported parameter",
                "RCPT" if !recipient.is_ascii() && !international => {
                    "553 5.6.7 not without SMTPUTF8"
                }
                "DATA" => "354 go on",
                "AUTH" => "235 welcome",
                _ => "250 yes",
            };
            if !self
                .answer(&mut stream, &verb, &recipient, carried, usual, None)
                .await?
            {
                return Ok(());
            }
            if verb == "DATA" {
                let mut mail = String::new();
                loop {
                    line.clear();
                    if stream.read_line(&mut line).await? == 0 {
                        return Ok(());
                    }
                    if line == ".\r\n" {
                        break;
                    }
                    mail.push_str(line.strip_prefix('.').unwrap_or(&line));
                }
                carried += 1;
                if !self
                    .answer(
                        &mut stream,
                        ".",
                        &recipient,
                        carried,
                        "250 taken",
                        Some(mail),
                    )
                    .await?
                {
                    return Ok(());
                }
            }
        }
    }

    /// False when the line is to be cut.
    async fn answer(
        &self,
        stream: &mut BufReader<TcpStream>,
        verb: &str,
        recipient: &str,
        carried: u32,
        usual: &str,
        mail: Option<String>,
    ) -> std::io::Result<bool> {
        let times = {
            let mut said = self.said.lock().expect("words");
            said.push((verb.to_owned(), recipient.to_owned()));
            said.iter()
                .filter(|(v, r)| v == verb && r == recipient)
                .count()
        };
        let rule = Arc::clone(&self.rule.lock().expect("a rule"));
        let answer = rule(&Said {
            verb,
            recipient,
            carried,
            times,
        });
        let take = |mail: Option<String>| {
            if let Some(bytes) = mail {
                self.taken.lock().expect("mails").push(Taken {
                    recipient: recipient.to_owned(),
                    bytes,
                });
            }
        };
        let words = match answer {
            Answer::Yes => {
                take(mail);
                usual
            }
            Answer::After(wait) => {
                take(mail);
                sleep(wait).await;
                usual
            }
            Answer::Say(words) => words,
            Answer::Silence => {
                take(mail);
                std::future::pending::<()>().await;
                usual
            }
            Answer::CutAfterTaking => {
                take(mail);
                return Ok(false);
            }
        };
        let refused_mail = verb == "DATA" && !words.starts_with('3');
        stream.write_all(format!("{words}\r\n").as_bytes()).await?;
        Ok(!words.starts_with("421") && !refused_mail)
    }
}
