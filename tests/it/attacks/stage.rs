//! The stage of an attack: players, a game, the attacker's mails, and what comes of them.

use super::servers::Servers;
use crate::correspondence::{Correspondence, Letter};
use crate::dialogues::{without_what_varies, written};
use crate::set_up::set_up;
use crate::wrapped::shown_lines;
use penpawn::mail::token::{GameLetter, Keys, PlayerLetter, Purpose, Token};
use penpawn::robot::server::{InvitationWords, Server, Strangers};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Letters of more lines are shown by their beginning.
const SHOWN: usize = 14;

pub(super) struct Stage {
    pub(super) correspondence: Correspondence,
    /// The daemon and its mailbox, from the beginning of the attack on. What is before it is done without them.
    servers: Option<Servers>,
    /// Mailboxes by the first word of the name.
    players: HashMap<String, String>,
    /// How many letters there were when the attack began.
    pub(super) before: usize,
    /// The newest mail then.
    prepared: i64,
    /// The games then: number, and all of the row that a move or an agreement changes.
    pub(super) games: BTreeMap<i64, String>,
    /// The last mail, and what became of it.
    last: Vec<u8>,
    pub(super) fate: String,
    number: usize,
    begun: bool,
    stored: usize,
    /// The keys of the tokens, from the beginning of the attack on.
    keys: Option<Keys>,
}

impl Stage {
    pub(super) async fn set(head: &[&str]) -> Stage {
        let mut server = Server::at("chess@chess.test");
        let mut stripping = Vec::new();
        for line in head {
            let Some(setting) = line.strip_prefix("# Server: ") else {
                continue;
            };
            match setting.split_once(' ').unwrap_or((setting, "")) {
                ("authserv_ids", ids) => {
                    server.authserv_ids = ids.split(' ').map(str::to_owned).collect();
                }
                ("strips", id) => stripping.push((id.to_owned(), true)),
                ("does_not_strip", id) => stripping.push((id.to_owned(), false)),
                ("strangers_of_a_domain", count) => {
                    server.strangers_of_a_domain = count.parse().expect("a number");
                }
                ("ignores_strangers", _) => server.strangers = Strangers::Ignore,
                ("shows_words_of_invitations", _) => {
                    server.invitation_words = InvitationWords::Shown;
                }
                ("asks_strangers", _) => server.strangers = Strangers::Ask,
                (other, _) => panic!("no setting {other}"),
            }
        }
        let correspondence = Correspondence::of_server(crate::bed::database().await, server).await;
        for (id, strips) in stripping {
            penpawn::db::borders::note_border(&correspondence.pool, &id, strips)
                .await
                .expect("noted");
        }
        Stage {
            correspondence,
            servers: None,
            players: HashMap::new(),
            before: 0,
            prepared: 0,
            games: BTreeMap::new(),
            last: Vec::new(),
            fate: String::new(),
            number: 0,
            begun: false,
            stored: 0,
            keys: None,
        }
    }

    /// What is done before the attack. False for what is part of it.
    pub(super) async fn prepare(&mut self, head: &str) -> bool {
        if self.begun {
            return false;
        }
        if head == "the attack" {
            self.begun = true;
            self.before = self.correspondence.letters.len();
            self.prepared = sqlx::query_scalar("select coalesce(max(id), 0) from inbox")
                .fetch_one(&self.correspondence.pool)
                .await
                .expect("a number");
            self.correspondence.send_all().await;
            let keys = penpawn::db::keys::load(&self.correspondence.pool).await;
            self.keys = Some(Keys::new(keys.expect("keys")));
            let Correspondence { pool, server, .. } = &self.correspondence;
            self.servers = Some(Servers::start(pool, server).await);
            self.games = self.read_games().await;
        } else {
            let Stage {
                correspondence,
                players,
                number,
                ..
            } = self;
            let known = set_up(correspondence, players, number, head).await;
            assert!(known, "{head}? The attack has not begun");
        }
        true
    }

    /// Sends a mail, or many, to the robot; returns what came of it as text.
    pub(super) async fn act(&mut self, head: &str, body: &str) -> String {
        let (times, head) = match head.split_once(" times ") {
            Some((times, rest)) => (times.parse().expect("a number"), rest),
            None => (1, head),
        };
        let mut mails = Vec::new();
        for at in 0..times {
            self.number += 1;
            let body = self.fill(body, at);
            let raw = self.mail(head, &body).await;
            self.correspondence.note_writer(&raw);
            self.last.clone_from(&raw);
            mails.push(raw);
        }
        self.stored += mails.len();
        let servers = self.servers.as_mut().expect("the attack has begun");
        let their_fates = servers.deliver(&mails).await;
        let letters = servers.collect().await;
        let letters = self.correspondence.take(letters).await;
        let mut fates: BTreeMap<String, usize> = BTreeMap::new();
        for fate in their_fates {
            self.fate = match fate.reason {
                Some(reason) => format!("{}: {reason}", fate.state),
                None => fate.state,
            };
            *fates.entry(self.fate.clone()).or_default() += 1;
        }
        let mut out = String::new();
        for (fate, count) in fates {
            if times > 1 {
                write!(out, "\n-- {fate} ({count} times)\n").expect("text");
            } else if fate != "done" {
                write!(out, "\n-- {fate}\n").expect("text");
            }
        }
        for letter in letters {
            write!(out, "\n{}", shown(&letter)).expect("text");
        }
        out
    }

    async fn mail(&mut self, head: &str, body: &str) -> Vec<u8> {
        match head {
            "again" => self.last.clone(),
            "again from a restored mailbox" => match &self.servers {
                Some(servers) => servers.newest_raw().await,
                None => panic!("the attack has not begun"),
            },
            "again with a new Message-ID" => {
                let text = String::from_utf8_lossy(&self.last).into_owned();
                let lines: Vec<String> = text
                    .split("\r\n")
                    .map(|line| {
                        if line.starts_with("Message-ID:") {
                            format!("Message-ID: <again.{}@elsewhere.test>", self.number)
                        } else {
                            line.to_owned()
                        }
                    })
                    .collect();
                lines.join("\r\n").into_bytes()
            }
            "raw" => octets(&body.replace('\n', "\r\n")),
            _ => octets(&String::from_utf8_lossy(&written(
                &self.correspondence.letters,
                &mut self.players,
                head,
                body,
                self.number,
            ))),
        }
    }

    /// The text with what stands in braces put in.
    fn fill(&self, body: &str, at: usize) -> String {
        let mut out = String::new();
        let mut rest = body;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let Some((inside, tail)) = after.split_once('}') else {
                out.push('{');
                rest = after;
                continue;
            };
            match self.value(inside, at) {
                Some(value) => {
                    out.push_str(&value);
                    rest = tail;
                }
                None => {
                    out.push('{');
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        out
    }

    fn value(&self, inside: &str, at: usize) -> Option<String> {
        let (word, rest) = inside.split_once(' ').unwrap_or((inside, ""));
        Some(match word {
            "n" => at.to_string(),
            "cr" => "\r".to_owned(),
            "lf" => "\n".to_owned(),
            "nul" => "\0".to_owned(),
            "byte" => char::from_u32(0xf700 + u32::from_str_radix(rest, 16).ok()?)?.to_string(),
            "x" => {
                let (count, text) = rest.split_once(' ')?;
                text.replace("\\n", "\n").repeat(count.parse().ok()?)
            }
            "nested" => nested(rest.parse().ok()?),
            "aged" => {
                let (days, who) = rest.split_once(' ')?;
                self.aged(self.letter(who), days.parse().ok()?)?
            }
            "hidden" => {
                let (how, who) = rest.split_once(' ')?;
                disguised(&token_of(self.letter(who))?, how)?
            }
            "to" | "id" | "token" => {
                let letter = self.letter(rest);
                let id = letter.mail.message_id.clone()?;
                match word {
                    "to" => reply_to(letter)?,
                    "id" => id,
                    _ => token_of(letter)?,
                }
            }
            _ => return None,
        })
    }

    /// The reply address of a letter as it would be had it been written so many days earlier.
    fn aged(&self, letter: &Letter, days: u32) -> Option<String> {
        let day = |written: u32| written.checked_sub(days);
        let purpose = match Token::read(&token_of(letter)?)?.purpose() {
            Purpose::Game {
                game,
                seat,
                turn,
                letter,
            } => Purpose::Game {
                game,
                seat,
                turn,
                letter: match letter {
                    GameLetter::Undated => GameLetter::Undated,
                    GameLetter::Written(written) => GameLetter::Written(day(written)?),
                    GameLetter::Invitation(written) => GameLetter::Invitation(day(written)?),
                },
            },
            Purpose::Player { player, letter } => Purpose::Player {
                player,
                letter: match letter {
                    PlayerLetter::Unnamed(written) => PlayerLetter::Unnamed(day(written)?),
                    PlayerLetter::Of(kind, written) => PlayerLetter::Of(kind, day(written)?),
                    PlayerLetter::List(instant) => {
                        PlayerLetter::List(instant.checked_sub(u64::from(days) * 86_400_000_000)?)
                    }
                },
            },
        };
        let token = self.keys.as_ref()?.make(purpose)?;
        self.correspondence.codes.note_made(&token);
        Some(self.correspondence.server.address_with(&token))
    }

    /// The newest letter to a player, or the one so many before it, now or when the attack began: `Ann`, `Ann 2`, `Ann @2`.
    fn letter(&self, who: &str) -> &Letter {
        let (name, back) = who.split_once(' ').unwrap_or((who, "0"));
        let address = self
            .players
            .get(name)
            .map_or(name, |mailbox| crate::correspondence::address_of(mailbox));
        let letters = &self.correspondence.letters;
        let (letters, back) = match back.strip_prefix('@') {
            Some(back) => (letters.get(..self.before).unwrap_or_default(), back),
            None => (letters.as_slice(), back),
        };
        let back: usize = back.parse().expect("a number");
        letters
            .iter()
            .rev()
            .filter(|letter| letter.recipient == address)
            .nth(back)
            .unwrap_or_else(|| panic!("{who} has no such letter"))
    }

    pub(super) async fn read_games(&self) -> BTreeMap<i64, String> {
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "select id, concat_ws(' | ', phase, moves, fen, draw_offer, result, events) from game order by id",
        )
        .fetch_all(&self.correspondence.pool)
        .await
        .expect("games");
        rows.into_iter().collect()
    }

    /// What must hold after every attack.
    pub(super) async fn end(mut self, sections: usize) -> Vec<String> {
        let mut faults = Vec::new();
        let read: i64 = sqlx::query_scalar(
            "select (select count(*) from inbox where id > $1 and (attempts > 0 or reason = 'duplicate'))
                    -- what is none for us is looked at, and not stored
                    + (select count(*) from left_alone)",
        )
        .bind(self.prepared)
        .fetch_one(&self.correspondence.pool)
        .await
        .expect("a count");
        if usize::try_from(read).unwrap_or(0) < sections {
            faults.push("the robot has not read the attack".to_owned());
        }
        if self.stored == 0 {
            faults.push("no mail of the attacker reached the inbox".to_owned());
        }
        let dead: i64 = sqlx::query_scalar("select count(*) from inbox where state = 'dead'")
            .fetch_one(&self.correspondence.pool)
            .await
            .expect("a count");
        if dead > 0 {
            faults.push(format!("{dead} mails could not be handled"));
        }
        if let Some(servers) = self.servers.take() {
            faults.extend(servers.stop().await);
        }
        faults
    }

    /// The letters that were written since the attack began.
    pub(super) fn letters(&self) -> &[Letter] {
        self.correspondence
            .letters
            .get(self.before..)
            .unwrap_or_default()
    }
}

/// The token of a letter.
fn token_of(letter: &Letter) -> Option<String> {
    let id = letter.mail.message_id.as_deref()?;
    Some(id.splitn(3, '.').take(2).collect::<Vec<_>>().join("."))
}

/// A token as mail programs and people could have written it.
fn disguised(token: &str, how: &str) -> Option<String> {
    let each = |shown: &dyn Fn(char) -> String| token.chars().map(shown).collect::<String>();
    let (head, tail) = token.split_at(token.len() / 2);
    Some(match how {
        "upper" => token.to_uppercase(),
        "wide" => each(&|c| char::from_u32(u32::from(c) + 0xfee0).into_iter().collect()),
        "percent" => each(&|c| format!("%{:02X}", u32::from(c))),
        "entities" => each(&|c| format!("&#{};", u32::from(c))),
        "quoted-printable" => format!("{head}=\n{}", tail.replace('.', "=2E")),
        "zero-width" => each(&|c| format!("{c}\u{200b}")),
        "soft-hyphen" => format!("{head}\u{ad}{tail}"),
        "blanks" => each(&|c| format!("{c} ")),
        "lines" => format!("{head}\n{tail}"),
        "marks" => format!("{head}\n> {tail}"),
        "quoted-first" => format!("\n> {head}\n{tail}"),
        "tags" => format!("{head}<br>{tail}"),
        "dots" => each(&|c| format!("{c}.")),
        "small-capitals" => each(&|c| match c {
            'a' => 'ᴀ'.to_string(),
            'd' => 'ᴅ'.to_string(),
            'g' => 'ɢ'.to_string(),
            'o' => 'ᴏ'.to_string(),
            'p' => 'ᴘ'.to_string(),
            't' => 'ᴛ'.to_string(),
            other => other.to_string(),
        }),
        "flags" => each(&|c| match c {
            'a'..='z' => char::from_u32(0x1f1e6 + u32::from(c) - u32::from('a'))
                .into_iter()
                .collect(),
            other => other.to_string(),
        }),
        "alphabets" => format!("{head}ж{}", tail.replace('a', "а").replace('o', "о")),
        _ => return None,
    })
}

fn reply_to(letter: &Letter) -> Option<String> {
    let value = letter.mail.values("reply-to").next()?;
    Some(crate::correspondence::address_of(value).to_owned())
}

fn shown(letter: &Letter) -> String {
    let mut out = format!("-> {}: {}\n", letter.recipient, letter.mail.subject);
    let text = letter.mail.text.as_deref().unwrap_or_default().trim_end();
    let lines = shown_lines(text, without_what_varies);
    let shown = if lines.len() > SHOWN {
        let end = lines
            .iter()
            .take(SHOWN)
            .position(|line| line.starts_with("FEN: "))
            .unwrap_or(SHOWN);
        lines.get(..end).unwrap_or(&lines)
    } else {
        &lines
    };
    let end = shown
        .iter()
        .rposition(|line| !line.is_empty())
        .map_or(0, |at| at + 1);
    for line in shown.iter().take(end) {
        writeln!(out, "{line}").expect("text");
    }
    if shown.len() < lines.len() {
        out.push_str("  [and more]\n");
    }
    out
}

/// `{byte ff}` stands for an octet that is no text.
fn octets(text: &str) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len());
    for character in text.chars() {
        match u32::from(character) {
            code @ 0xf700..=0xf7ff => octets.push(u8::try_from(code - 0xf700).unwrap_or_default()),
            _ => octets.extend(character.to_string().bytes()),
        }
    }
    octets
}

/// A body of parts within parts, so deep.
fn nested(depth: usize) -> String {
    let mut out = String::new();
    for level in 0..depth {
        write!(
            out,
            "--b{level}\nContent-Type: multipart/mixed; boundary=b{}\n\n",
            level + 1
        )
        .expect("text");
    }
    write!(out, "--b{depth}\nContent-Type: text/plain\n\nhello\n").expect("text");
    out
}
