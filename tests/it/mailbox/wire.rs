//! A line to the real IMAP server, on which things go wrong on demand.

use crate::bed;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// What goes wrong.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// The next command that contains this is answered so, and never reaches the server. TAG becomes its tag.
    Answer(&'static str, &'static str),
    /// The same, each time.
    AnswerAlways(&'static str, &'static str),
    /// The next line of the server that contains this is cut in its middle, and the connection with it.
    Cut(String),
    /// The same, each time.
    CutAlways(String),
    /// Lines of the server that contain this never arrive.
    Hide(&'static str),
    /// Before the next line of the server that contains this, it says that as well.
    Before(&'static str, &'static str),
    /// These words are missing in what the server says.
    Without(&'static str),
    /// When a command contains this, nothing is heard of the server on this connection any more.
    Silence(&'static str),
}

/// The line.
#[derive(Clone)]
pub(crate) struct Wire {
    pub(crate) port: u16,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    rules: Mutex<Vec<Rule>>,
    commands: Mutex<Vec<String>>,
    opened: AtomicU32,
    open: AtomicU32,
    /// Nothing passes on the connections up to this one, as if a firewall had forgotten them.
    dead: AtomicU32,
    octets: AtomicU64,
}

impl Wire {
    pub(crate) async fn lay(rules: &[Rule]) -> Wire {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port");
        let wire = Wire {
            port: listener.local_addr().expect("an address").port(),
            state: Arc::default(),
        };
        wire.state
            .rules
            .lock()
            .expect("rules")
            .extend_from_slice(rules);
        let state = Arc::clone(&wire.state);
        tokio::spawn(async move {
            while let Ok((ours, _)) = listener.accept().await {
                let number = state.opened.fetch_add(1, Ordering::SeqCst) + 1;
                state.open.fetch_add(1, Ordering::SeqCst);
                let state = Arc::clone(&state);
                tokio::spawn(async move {
                    state.connect(ours, number).await;
                    state.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        wire
    }

    /// From now on this goes wrong as well.
    pub(crate) fn add(&self, rule: Rule) {
        self.state.rules.lock().expect("rules").push(rule);
    }

    /// From now on nothing goes wrong.
    pub(crate) fn heal(&self) {
        self.state.rules.lock().expect("rules").clear();
    }

    /// All connections that are open now go dead: they stay open, and no octet passes any more.
    pub(crate) fn forget_connections(&self) {
        let last = self.state.opened.load(Ordering::SeqCst);
        self.state.dead.store(last, Ordering::SeqCst);
    }

    /// How many connections the client has opened in all.
    pub(crate) fn opened(&self) -> u32 {
        self.state.opened.load(Ordering::SeqCst)
    }

    /// How many of them the client has not closed.
    pub(crate) fn open(&self) -> u32 {
        self.state.open.load(Ordering::SeqCst)
    }

    /// How many octets came from the server.
    pub(crate) fn octets(&self) -> u64 {
        self.state.octets.load(Ordering::SeqCst)
    }

    /// What the client has said, without tags and without the login.
    pub(crate) fn commands(&self) -> Vec<String> {
        self.state.commands.lock().expect("commands").clone()
    }

    /// How often the client has said something with this in it.
    pub(crate) fn heard(&self, words: &str) -> usize {
        self.commands()
            .iter()
            .filter(|command| command.contains(words))
            .count()
    }
}

impl State {
    async fn connect(&self, ours: TcpStream, number: u32) {
        let Ok(theirs) = TcpStream::connect((Ipv4Addr::LOCALHOST, bed::up().imap)).await else {
            return;
        };
        let (our_reader, our_writer) = ours.into_split();
        let (their_reader, their_writer) = theirs.into_split();
        let our_writer = Arc::new(tokio::sync::Mutex::new(our_writer));
        tokio::select! {
            () = self.carry_commands(our_reader, their_writer, Arc::clone(&our_writer), number) => {}
            () = self.carry_answers(their_reader, our_writer, number) => {}
        }
    }

    fn is_dead(&self, number: u32) -> bool {
        number <= self.dead.load(Ordering::SeqCst)
    }

    async fn carry_commands(
        &self,
        reader: OwnedReadHalf,
        mut server: OwnedWriteHalf,
        client: Arc<tokio::sync::Mutex<OwnedWriteHalf>>,
        number: u32,
    ) {
        let mut reader = BufReader::new(reader);
        let mut line = String::new();
        let mut silent = false;
        while reader.read_line(&mut line).await.is_ok_and(|read| read > 0) {
            let (tag, command) = line.split_once(' ').unwrap_or(("", &line));
            let command = command.trim_end().to_owned();
            if !command.starts_with("LOGIN") {
                self.commands
                    .lock()
                    .expect("commands")
                    .push(command.clone());
            }
            let (answer, silence) = self.answer_to(&command);
            if silence && !silent {
                silent = true;
                // The other direction is blocked by holding the client's side.
                std::mem::forget(Arc::clone(&client).lock_owned().await);
            }
            if silent || self.is_dead(number) {
                line.clear();
                continue;
            }
            let sent = match answer {
                Some(answer) => {
                    let answer = answer.replace("TAG", tag);
                    client.lock().await.write_all(answer.as_bytes()).await
                }
                None => server.write_all(line.as_bytes()).await,
            };
            if sent.is_err() {
                return;
            }
            line.clear();
        }
    }

    /// What is answered in the server's place, and whether it falls silent.
    fn answer_to(&self, command: &str) -> (Option<&'static str>, bool) {
        let mut rules = self.rules.lock().expect("rules");
        let silence = rules
            .iter()
            .any(|rule| matches!(rule, Rule::Silence(words) if command.contains(words)));
        let found = rules.iter().position(|rule| match rule {
            Rule::Answer(words, _) | Rule::AnswerAlways(words, _) => command.contains(words),
            _ => false,
        });
        let answer = found.map(|at| match rules[at] {
            Rule::Answer(_, answer) => {
                rules.remove(at);
                answer
            }
            Rule::AnswerAlways(_, answer) => answer,
            _ => unreachable!("found above"),
        });
        (answer, silence)
    }

    async fn carry_answers(
        &self,
        reader: OwnedReadHalf,
        client: Arc<tokio::sync::Mutex<OwnedWriteHalf>>,
        number: u32,
    ) {
        let mut reader = BufReader::new(reader);
        let mut line = Vec::new();
        while reader
            .read_until(b'\n', &mut line)
            .await
            .is_ok_and(|read| read > 0)
        {
            self.octets.fetch_add(line.len() as u64, Ordering::SeqCst);
            if self.is_dead(number) {
                line.clear();
                continue;
            }
            let (said, cut) = self.distort(&line);
            if client.lock().await.write_all(&said).await.is_err() || cut {
                return;
            }
            line.clear();
        }
    }

    /// What arrives of a line of the server, and whether the connection ends with it.
    fn distort(&self, line: &[u8]) -> (Vec<u8>, bool) {
        let mut rules = self.rules.lock().expect("rules");
        if rules.is_empty() {
            return (line.to_vec(), false);
        }
        let mut text = String::from_utf8_lossy(line).into_owned();
        let mut at = 0;
        while at < rules.len() {
            let (once, matched) = match &rules[at] {
                Rule::Hide(words) => (false, text.contains(words)),
                Rule::Before(words, _) => (true, text.contains(words)),
                Rule::Cut(words) => (true, text.contains(words.as_str())),
                Rule::CutAlways(words) => (false, text.contains(words.as_str())),
                Rule::Without(words) => (false, text.contains(words)),
                Rule::Answer(..) | Rule::AnswerAlways(..) | Rule::Silence(_) => (false, false),
            };
            if !matched {
                at += 1;
                continue;
            }
            let rule = if once {
                rules.remove(at)
            } else {
                at += 1;
                rules[at - 1].clone()
            };
            match rule {
                Rule::Hide(_) => return (Vec::new(), false),
                Rule::Before(_, words) => text = format!("{words}{text}"),
                Rule::Cut(_) | Rule::CutAlways(_) => {
                    text.truncate(text.len() / 2);
                    return (text.into_bytes(), true);
                }
                Rule::Without(words) => text = text.replace(words, ""),
                Rule::Answer(..) | Rule::AnswerAlways(..) | Rule::Silence(_) => {}
            }
        }
        (text.into_bytes(), false)
    }
}
