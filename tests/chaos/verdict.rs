//! What must be true when everything has come to rest.
//!
//! Each thing is looked up where it counts: what a player sent in what he sent, what he was told in his mailbox, what
//! happened in the database, and how chess goes in python-chess.

use crate::bed;
use crate::daemons::{Daemons, ROBOT};
use crate::faults::Made;
use crate::mailboxes::Letter;
use crate::players::{Meaning, Players, Sent};
use crate::post::Post;
use crate::referee;
use penpawn::mail::imap::{Acknowledge, Inbox, Login};
use penpawn::mail::tls::Security;
use sqlx::PgPool;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::fs;
use std::sync::Mutex;

/// Reasons for which a handled mail of a player has no letter of its own.
const SILENT: [&str; 3] = ["confirmed", "silenced", "disowned"];

#[derive(sqlx::FromRow)]
struct Mail {
    id: i64,
    state: String,
    reason: Option<String>,
    error: Option<String>,
    attempts: i32,
    player_id: Option<i64>,
    raw: Option<Vec<u8>>,
}

#[derive(sqlx::FromRow)]
struct Posted {
    id: i64,
    cause_inbox_id: Option<i64>,
    occasion: String,
    recipient: String,
    game_id: Option<i64>,
    nth: i32,
    message_id: String,
    bytes: Vec<u8>,
    state: String,
    attempts: i32,
}

#[derive(sqlx::FromRow)]
struct Event {
    game_id: i64,
    number: i32,
    kind: String,
    ply: Option<i32>,
    san: Option<String>,
    uci: Option<String>,
    inbox_id: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct Game {
    id: i64,
    phase: String,
    ply: i32,
    moves: String,
    fen: String,
    result: String,
    events: i32,
}

/// How much there was.
#[derive(Default)]
pub(crate) struct Figures {
    sent: usize,
    letters: usize,
    games: usize,
    moves: usize,
    taken_again: usize,
    sent_again: usize,
    delivered_again: usize,
    mails_again: usize,
    fens: usize,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "mails of players: {}, and {} of them stored again as duplicates",
            self.sent, self.mails_again
        )?;
        writeln!(f, "letters to players: {}", self.letters)?;
        writeln!(f, "  claimed more than once: {}", self.taken_again)?;
        writeln!(
            f,
            "  sent a second time, byte for byte the same: {}",
            self.sent_again
        )?;
        writeln!(
            f,
            "  delivered a second time by the MTA itself: {}",
            self.delivered_again
        )?;
        write!(
            f,
            "games: {}, with {} moves; positions told and compared with python-chess: {}",
            self.games, self.moves, self.fens
        )
    }
}

/// What is not done yet, in words; nothing when all is at rest.
pub(crate) async fn unfinished(pool: &PgPool, players: &Mutex<Players>, post: &Post) -> String {
    let sent = players.lock().expect("no panic").sent.len();
    let mut left = Vec::new();
    let mut add = |count: i64, what: &str| {
        if count > 0 {
            left.push(format!("{count} {what}"));
        }
    };
    add(
        count(post.waiting()),
        "mails of players that the MTA has not taken",
    );
    add(count(queued_by_the_mta()), "mails in the MTA's queue");
    let books: sqlx::Result<(i64, i64, i64, i64)> = sqlx::query_as(
        "select (select count(*) from inbox where reason is distinct from 'duplicate'),
                (select count(*) from inbox where state = 'new'),
                (select count(*) from outbox where state = 'queued'),
                (select count(*) from inbox i join mailbox m on m.id = i.mailbox_id
                 where not i.mirrored and i.uidvalidity = m.uidvalidity)",
    )
    .fetch_one(pool)
    .await;
    match books {
        Ok((stored, new, queued, unmirrored)) => {
            add(
                count(sent) - stored,
                "mails of players that were not stored",
            );
            add(new, "mails that were not handled");
            add(queued, "letters that were not sent");
            add(unmirrored, "mails of which IMAP was not told");
        }
        Err(failure) => left.push(format!("a database that does not answer: {failure}")),
    }
    if left.is_empty() {
        match unread(pool).await {
            Ok(0) => {}
            Ok(unread) => left.push(format!("{unread} mails in the mailbox that were not read")),
            Err(failure) => left.push(format!("a mailbox that does not answer: {failure:#}")),
        }
    }
    left.join(", ")
}

/// How many mails in the robot's mailbox stand above the watermark.
async fn unread(pool: &PgPool) -> anyhow::Result<usize> {
    let login = Login {
        host: "127.0.0.1".to_owned(),
        port: bed::up().imap,
        security: Security::Plain,
        user: ROBOT.to_owned(),
        password: bed::up().password.clone().into(),
        ca_file: None,
        folder: "INBOX".to_owned(),
        done: Acknowledge::Flag,
    };
    let mut inbox = Inbox::open(&login).await?;
    let (validity, next): (Option<i64>, i64) =
        sqlx::query_as("select uidvalidity, next_uid from mailbox")
            .fetch_one(pool)
            .await?;
    let known = validity == Some(i64::from(inbox.uidvalidity()));
    let first = if known { u32::try_from(next)? } else { 1 };
    let unread = inbox.uids_from(first).await?.len();
    inbox.logout().await;
    Ok(unread)
}

/// How many mails lie in Exim's spool. Each has two files there; an Exim that is killed while it removes them, or while it
/// writes them, leaves one.
fn queued_by_the_mta() -> usize {
    let input = bed::up().folder.join("spool/exim/input");
    fs::read_dir(&input).map_or(0, |files| {
        files
            .flatten()
            .filter_map(|file| Some(file.file_name().to_str()?.strip_suffix("-H")?.to_owned()))
            .filter(|name| input.join(format!("{name}-D")).exists())
            .count()
    })
}

fn count(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

struct Books<'a> {
    players: &'a Players,
    daemons: &'a Daemons,
    mails: Vec<Mail>,
    posted: Vec<Posted>,
    events: Vec<Event>,
    games: Vec<Game>,
    violations: Vec<String>,
    figures: Figures,
}

/// Compares all books. Returns what is wrong, and how much there was.
pub(crate) async fn judge(
    pool: &PgPool,
    players: &Players,
    daemons: &Daemons,
    made: &[Made],
) -> (Vec<String>, Figures) {
    let mut books = Books {
        players,
        daemons,
        mails: all(pool, "select id, state, reason, error, attempts, player_id, raw from inbox order by id").await,
        posted: all(
            pool,
            "select id, cause_inbox_id, occasion, recipient, game_id, nth, message_id, bytes, state, attempts
             from outbox order by id",
        )
        .await,
        events: all(
            pool,
            "select game_id, number, kind, ply, san, uci, inbox_id from event order by game_id, number",
        )
        .await,
        games: all(pool, "select id, phase, ply, moves, fen, result, events from game order by id").await,
        violations: Vec::new(),
        figures: Figures::default(),
    };
    books.figures.sent = players.sent.len();
    books.figures.letters = books.posted.len();
    books.figures.taken_again = books
        .posted
        .iter()
        .filter(|letter| letter.attempts > 1)
        .count();
    books.figures.games = books.games.len();
    books.nothing_is_left();
    books.games_have_no_gaps();
    books.mails_had_their_effect_once();
    books.letters_arrived(made);
    books.players_were_told_once();
    books.referee_agrees();
    (books.violations, books.figures)
}

async fn all<T>(pool: &PgPool, sql: &'static str) -> Vec<T>
where
    T: for<'r> sqlx::FromRow<'r, sqlx::postgres::PgRow> + Send + Unpin,
{
    // The pool may hold connections that a fault has cut; each shows itself once.
    for _ in 0..10 {
        if let Ok(rows) = sqlx::query_as(sql).fetch_all(pool).await {
            return rows;
        }
    }
    panic!("the database does not answer: {sql}");
}

impl Books<'_> {
    fn nothing_is_left(&mut self) {
        let mut wrong = Vec::new();
        for mail in &self.mails {
            let story = || {
                let log = self.daemons.logged(&format!("mail={} ", mail.id));
                format!(
                    "{} attempts, {:?}\n  {}",
                    mail.attempts,
                    mail.error,
                    log.join("\n  ")
                )
            };
            match mail.state.as_str() {
                "new" | "held" => wrong.push(format!(
                    "mail {} is still {}: {}",
                    mail.id,
                    mail.state,
                    story()
                )),
                "dead" => wrong.push(format!("mail {} is dead: {}", mail.id, story())),
                "done" => {
                    let silent = mail
                        .reason
                        .as_deref()
                        .is_some_and(|reason| SILENT.contains(&reason));
                    let answered = self
                        .posted
                        .iter()
                        .any(|letter| letter.cause_inbox_id == Some(mail.id));
                    if mail.player_id.is_some() && !silent && !answered {
                        wrong.push(format!(
                            "mail {} is done and was not answered: {}",
                            mail.id,
                            story()
                        ));
                    }
                }
                _ => {}
            }
        }
        for letter in &self.posted {
            if !matches!(letter.state.as_str(), "sent" | "superseded") {
                wrong.push(format!(
                    "letter {} to {} is {}",
                    letter.id, letter.recipient, letter.state
                ));
            }
        }
        self.violations.append(&mut wrong);
    }

    fn games_have_no_gaps(&mut self) {
        let mut wrong = Vec::new();
        for game in &self.games {
            let events: Vec<&Event> = self
                .events
                .iter()
                .filter(|event| event.game_id == game.id)
                .collect();
            let numbers: Vec<i32> = events.iter().map(|event| event.number).collect();
            let plies: Vec<i32> = events.iter().filter_map(|event| event.ply).collect();
            let moves: Vec<&str> = events
                .iter()
                .filter_map(|event| event.uci.as_deref())
                .collect();
            if numbers != (0..game.events).collect::<Vec<_>>() {
                wrong.push(format!(
                    "game {}: its events are {numbers:?} of {}",
                    game.id, game.events
                ));
            }
            if plies != (1..=game.ply).collect::<Vec<_>>() {
                wrong.push(format!(
                    "game {}: its plies are {plies:?} of {}",
                    game.id, game.ply
                ));
            }
            if moves.join(" ") != game.moves {
                wrong.push(format!(
                    "game {}: played {moves:?}, and written down {}",
                    game.id, game.moves
                ));
            }
            self.figures.moves += plies.len();
        }
        self.violations.append(&mut wrong);
    }

    /// Every mail that a player sent is there once, and did what it asks for once.
    fn mails_had_their_effect_once(&mut self) {
        let mut rows: HashMap<&str, Vec<&Mail>> = HashMap::new();
        for mail in &self.mails {
            rows.entry(message_id(mail)).or_default().push(mail);
        }
        let mut wrong = Vec::new();
        let mut played: BTreeMap<(u64, u32), usize> = BTreeMap::new();
        for sent in &self.players.sent {
            let copies = rows.get(sent.id.as_str()).map_or(&[][..], Vec::as_slice);
            let (duplicates, handled): (Vec<&Mail>, Vec<&Mail>) = copies
                .iter()
                .partition(|mail| mail.reason.as_deref() == Some("duplicate"));
            self.figures.mails_again += duplicates.len();
            let [mail] = handled[..] else {
                wrong.push(format!(
                    "{}, {:?}: handled {} times, {:?}",
                    sent.id,
                    sent.meaning,
                    handled.len(),
                    handled.iter().map(|mail| mail.id).collect::<Vec<_>>()
                ));
                continue;
            };
            if let Err(fault) = self.effect(sent, mail, &mut played) {
                let log = self.daemons.logged(&format!("mail={} ", mail.id));
                wrong.push(format!(
                    "{}, mail {} ({}, {:?}), {:?}: {fault}\n  {}",
                    sent.id,
                    mail.id,
                    mail.state,
                    mail.reason,
                    sent.meaning,
                    log.join("\n  ")
                ));
            }
        }
        for ((game, ply), times) in played {
            if times != 1 {
                wrong.push(format!(
                    "game {game}: ply {ply} was written, and played {times} times"
                ));
            }
        }
        self.violations.append(&mut wrong);
    }

    fn effect(
        &self,
        sent: &Sent,
        mail: &Mail,
        played: &mut BTreeMap<(u64, u32), usize>,
    ) -> Result<(), String> {
        let events: Vec<&Event> = self
            .events
            .iter()
            .filter(|event| event.inbox_id == Some(mail.id))
            .collect();
        let letters: Vec<&Posted> = self
            .posted
            .iter()
            .filter(|letter| letter.cause_inbox_id == Some(mail.id))
            .collect();
        let mine = &self.players.addresses[sent.player];
        let to_me = letters
            .iter()
            .filter(|letter| letter.recipient == *mine)
            .count();
        let to_other = letters.len() - to_me;
        let times = |kind: &str| events.iter().filter(|event| event.kind == kind).count();
        let told = |me: usize, other: usize| {
            if (to_me, to_other) == (me, other) {
                return Ok(());
            }
            let occasions: Vec<&str> = letters
                .iter()
                .map(|letter| letter.occasion.as_str())
                .collect();
            Err(format!(
                "{to_me} letters to the sender and {to_other} to the other: {occasions:?}"
            ))
        };
        let once = |kind: &str, game: Option<u64>| {
            let right = times(kind) == 1
                && events
                    .iter()
                    .all(|event| game.is_none_or(|game| u64::try_from(event.game_id) == Ok(game)));
            let kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
            if right {
                Ok(())
            } else {
                Err(format!("not once {kind}, but {kinds:?}"))
            }
        };
        let nothing = || {
            if events.is_empty() {
                Ok(())
            } else {
                Err("something happened".to_owned())
            }
        };
        match &sent.meaning {
            Meaning::Join => nothing(),
            Meaning::Challenge => once("challenged", None).and(told(1, 1)),
            Meaning::Accept { game } => once("accepted", Some(*game)).and(told(1, 1)),
            Meaning::Decline { game } => once("declined", Some(*game)).and(told(1, 1)),
            Meaning::DeclineDraw { game } => once("draw declined", Some(*game)).and(told(1, 1)),
            Meaning::AcceptDraw { game } => once("draw agreed", Some(*game)).and(told(1, 1)),
            Meaning::Resign { game } => once("resigned", Some(*game)).and(told(1, 1)),
            Meaning::Say { .. } => nothing().and(told(1, 1)),
            Meaning::Automatic if mail.state == "dropped" => nothing().and(told(0, 0)),
            Meaning::Automatic => Err("it was not dropped".to_owned()),
            Meaning::Illegal { .. } => nothing().and(told(1, 0)),
            Meaning::Move {
                game,
                ply,
                uci,
                rivals,
            } => {
                let count = played.entry((*game, *ply)).or_default();
                if times("moved") == 0 && *rivals {
                    return told(1, 0);
                }
                *count += 1;
                once("moved", Some(*game))?;
                let fits = |event: &&&Event| {
                    event.ply.and_then(|ply| u32::try_from(ply).ok()) == Some(*ply)
                        && event.uci.as_ref() == Some(uci)
                };
                if events.iter().filter(fits).count() != 1 {
                    return Err("another move was played".to_owned());
                }
                told(1, 1)
            }
        }
    }

    /// Every letter that was sent is in the mailbox, as it was written, and a second copy has a fault for its cause.
    fn letters_arrived(&mut self, made: &[Made]) {
        let mut wrong = Vec::new();
        let mut arrived: HashMap<&str, Vec<&Letter>> = HashMap::new();
        for letter in &self.players.letters {
            arrived.entry(&letter.message_id).or_default().push(letter);
        }
        let mut effects: BTreeMap<(Option<i64>, &str, &str, Option<i64>, i32), usize> =
            BTreeMap::new();
        for posted in &self.posted {
            let effect = (
                posted.cause_inbox_id,
                posted.occasion.as_str(),
                posted.recipient.as_str(),
                posted.game_id,
                posted.nth,
            );
            *effects.entry(effect).or_default() += 1;
            let copies = arrived
                .remove(posted.message_id.as_str())
                .unwrap_or_default();
            if copies.is_empty() && posted.state == "sent" {
                wrong.push(format!(
                    "letter {} ({}) to {} was sent and did not arrive",
                    posted.id, posted.occasion, posted.recipient
                ));
            }
            let written = unix_lines(&posted.bytes);
            for copy in &copies {
                let file = unix_lines(&fs::read(&copy.file).expect("a mail file"));
                if !file.ends_with(&written) {
                    wrong.push(format!(
                        "letter {} to {} arrived with other bytes in {}",
                        posted.id,
                        posted.recipient,
                        copy.file.display()
                    ));
                }
                if self.players.addresses[copy.player] != posted.recipient {
                    wrong.push(format!(
                        "letter {} to {} arrived elsewhere",
                        posted.id, posted.recipient
                    ));
                }
            }
            let handed_over: BTreeSet<&str> =
                copies.iter().map(|copy| copy.mta_id.as_str()).collect();
            self.figures.delivered_again += copies.len() - handed_over.len();
            if handed_over.len() > 1 {
                self.figures.sent_again += handed_over.len() - 1;
                let first = copies.iter().map(|copy| copy.came).min().expect("copies");
                let last = copies.iter().map(|copy| copy.came).max().expect("copies");
                // The clocks of files are coarse.
                let second = std::time::Duration::from_secs(1);
                let excused = made
                    .iter()
                    .any(|made| made.from <= last && made.until + second >= first);
                if !excused || posted.attempts < 2 {
                    wrong.push(format!(
                        "letter {} to {} was sent {} times, and nothing had gone wrong",
                        posted.id,
                        posted.recipient,
                        handed_over.len()
                    ));
                }
            }
        }
        for (message_id, letters) in arrived {
            wrong.push(format!(
                "{} has a letter {message_id} that is in no book: {:.80}",
                self.players.addresses[letters[0].player], letters[0].words
            ));
        }
        for (effect, times) in effects {
            if times > 1 {
                wrong.push(format!("{times} letters for one effect: {effect:?}"));
            }
        }
        self.violations.append(&mut wrong);
    }

    /// As the players see it, without the books: no move, end or word was told in two different letters.
    fn players_were_told_once(&mut self) {
        let mut wrong = Vec::new();
        let mut told: BTreeMap<(usize, u64, u32, &str), BTreeSet<&str>> = BTreeMap::new();
        for letter in &self.players.letters {
            let Some(game) = letter.game else {
                continue;
            };
            let opening: String = letter.words.chars().take(200).collect();
            let what = if opening.contains("has played") && opening.contains("It is your move with")
            {
                "move"
            } else if opening.starts_with("Your move") && opening.contains("is played") {
                "own move"
            } else if opening.contains(&format!("Game {game} is over")) {
                "end"
            } else if opening.contains(&format!("Game {game} begins")) {
                "beginning"
            } else {
                continue;
            };
            let at = (letter.player, game, letter.ply().unwrap_or(0), what);
            told.entry(at).or_default().insert(&letter.message_id);
        }
        for ((player, game, ply, what), letters) in told {
            if letters.len() > 1 {
                wrong.push(format!(
                    "{} was told of one {what} in {} letters (game {game}, ply {ply}): {letters:?}",
                    self.players.names[player],
                    letters.len()
                ));
            }
        }
        for sent in &self.players.sent {
            let Some(words) = &sent.words else {
                continue;
            };
            let rival = matches!(sent.meaning, Meaning::Move { rivals: true, .. });
            let letters: BTreeSet<&str> = self
                .players
                .letters
                .iter()
                .filter(|letter| {
                    letter.player != sent.player && letter.words.contains(words.as_str())
                })
                .map(|letter| letter.message_id.as_str())
                .collect();
            if letters.len() > 1 || (letters.is_empty() && !rival) {
                wrong.push(format!(
                    "{}: its words {words:?} reached the other in {} letters",
                    sent.id,
                    letters.len()
                ));
            }
        }
        self.violations.append(&mut wrong);
    }

    /// python-chess plays all games again and reads the export.
    fn referee_agrees(&mut self) {
        let mut wrong = Vec::new();
        let sans: Vec<String> = self
            .games
            .iter()
            .map(|game| {
                let events = self.events.iter().filter(|event| event.game_id == game.id);
                let sans: Vec<&str> = events.filter_map(|event| event.san.as_deref()).collect();
                sans.join(" ")
            })
            .collect();
        let positions: HashMap<u64, Vec<String>> = self
            .games
            .iter()
            .map(|game| u64::try_from(game.id).expect("a number"))
            .zip(referee::positions(&sans))
            .collect();
        for game in &self.games {
            let told = &positions[&u64::try_from(game.id).expect("a number")];
            if told.last() != Some(&game.fen)
                || told.len() != usize::try_from(game.ply).expect("a number") + 1
            {
                wrong.push(format!(
                    "game {}: stands at {}, and for python-chess at {:?}",
                    game.id,
                    game.fen,
                    told.last()
                ));
            }
        }
        for letter in &self.players.letters {
            let (Some(game), Some(fen), Some(ply)) = (letter.game, &letter.fen, letter.ply())
            else {
                continue;
            };
            let position = positions
                .get(&game)
                .and_then(|told| told.get(usize::try_from(ply).ok()?));
            self.figures.fens += 1;
            if position != Some(fen) {
                wrong.push(format!(
                    "{} was told {fen} in game {game}, and for python-chess it is {position:?}: {}",
                    self.players.names[letter.player],
                    letter.file.display()
                ));
            }
        }
        let over: BTreeMap<String, &Game> = self
            .games
            .iter()
            .filter(|game| game.phase == "over")
            .map(|game| (format!("chess.test-{}", game.id), game))
            .collect();
        let exported = referee::read_pgns(&self.daemons.penpawn(&["export"]));
        if exported.len() != over.len() {
            wrong.push(format!(
                "{} games are over, and {} are exported",
                over.len(),
                exported.len()
            ));
        }
        for (name, read) in exported {
            let agrees = over.get(&name).is_some_and(|game| {
                read.result == game.result
                    && read.fen == game.fen
                    && count(read.plies) == i64::from(game.ply)
            });
            if !agrees {
                wrong.push(format!(
                    "{name} is exported with {} after {} plies",
                    read.result, read.plies
                ));
            }
        }
        self.violations.append(&mut wrong);
    }
}

/// The Message-ID of a mail of a player, without angle brackets.
fn message_id(mail: &Mail) -> &str {
    let raw = mail.raw.as_deref().unwrap_or_default();
    let line = raw
        .split(|&octet| octet == b'\n')
        .find_map(|line| line.strip_prefix(b"Message-ID: <"));
    let id = line.and_then(|line| line.split(|&octet| octet == b'>').next());
    id.and_then(|id| std::str::from_utf8(id).ok())
        .unwrap_or_default()
}

fn unix_lines(bytes: &[u8]) -> Vec<u8> {
    bytes
        .iter()
        .copied()
        .filter(|&octet| octet != b'\r')
        .collect()
}
