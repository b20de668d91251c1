//! The bytes of a mail, reduced to what can be decided on.

use super::orders;
use super::orders::Scores;
use super::orders::archive::brought;
use super::orders::archive::{Brought, Searched};
use super::orders::waiting_entries::Waited;
use super::server::{Evidence, Server, Subaddress, TokenPlaces, evidence};
use super::standing::{Known, Standing};
use crate::budget::{
    LINES_UNPROVEN, SCORE, SCORE_MOVES, SCORE_MOVES_UNPROVEN, SCORE_UNPROVEN, WORDS_UNPROVEN,
};
use crate::chess::Letters;
use crate::db::inbox::Claimed;
use crate::db::outbox::Answered;
use crate::game::{CauseId, GameNumber};
use crate::language::{
    self, Answer, Command, FirstWords, Message, Order, OwnWords, Portion, asks, beside_help,
    first_words, game_in_subject, numbered_choice, own_words, words_key, written_in,
};
use crate::letters::{ASKS_FOR_A_MOVE, Language, REPEAT_THEIR_READER, without_torn_codes};
use crate::mail::address;
use crate::mail::authentication::{Dmarc, dmarc};
use crate::mail::automatic::{Nature, OurNames, nature};
use crate::mail::read::{self, Incoming};
use crate::mail::token::{Keys, Purpose};
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// A mail that comes sooner after the letter that it answers was not written by a person.
const HASTY_SECONDS: i64 = 60;

/// What was done for a mail before anything was locked.
#[derive(Clone, Debug, Default)]
pub(super) struct SlowWork {
    /// What came of its search; `None` when it was not done.
    pub(super) searched: Option<Searched>,
    /// The games that it brings; `None` when they were not read.
    pub(super) brought: Option<Brought>,
    /// What waits under the key that it names; `None` when it was not looked for.
    pub(super) waited: Option<Waited>,
}

/// A mail that was read as far as is possible without knowing any game.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// The mail's row; its bytes are gone by now.
    pub(super) mail: Claimed,
    /// What it says, or why it cannot be read.
    pub(super) content: Result<Box<Content>, String>,
    /// What is known of its sender.
    pub(super) known: Known,
    /// What was done for it before anything was locked.
    pub(super) slow_work: SlowWork,
    /// Why it cannot be read within its bounds.
    pub(super) stopped: Option<String>,
}

/// How far a mail is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Depth {
    /// Its fields and its parts: who it is from, and what it shows for that.
    Opened,
    /// Also the player's own words, and the orders in them.
    Understood,
    /// Also the games that it brings.
    Games,
}

/// Whether a mail answers a letter that asks which move is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskedForMove {
    /// It does.
    Yes,
    /// It may: which letter it answers is not known, or not known any more.
    Perhaps,
    /// It answers another letter, or none.
    No,
}

/// What a mail says.
#[derive(Clone, Debug)]
pub(super) struct Content {
    pub(super) incoming: Incoming,
    /// Why only its header fields could be read.
    pub(super) fault: Option<String>,
    pub(super) nature: Nature,
    pub(super) evidence: Evidence,
    /// What our border found out about the domain in From.
    pub(super) dmarc: Dmarc,
    pub(super) message: Message,
    /// The games in PGN that are the mail's move.
    pub(super) scores: Arc<Scores>,
    /// The sender's piece letters: those that the mail sets, or those that they have chosen.
    pub(super) letters: Letters,
    /// What the letter that it answers offers, by the commands that it names for taking it.
    pub(super) offers: Vec<Command>,
    /// Whether the letter that it answers asks for a "yes".
    pub(super) asked_for_yes: bool,
    /// Whether the letter that it answers asks which move is meant.
    pub(super) asked_for_move: AskedForMove,
    /// The numbers that it shows to choose from, where it does.
    pub(super) numbers_shown: Vec<u8>,
    /// Whether it asks for something, were it the first one of its sender's.
    pub(super) asks: bool,
    /// What its own words are, where nothing in them is asked for but help.
    pub(super) first_words: FirstWords,
    /// In which language its own words are, as far as we write it.
    pub(super) language: Option<Language>,
    /// Whether help is all that it asks for.
    pub(super) asks_for_help: bool,
    /// Whether its subject asks for something.
    pub(super) subject_asks: bool,
    /// By what its own words are known again, but for numbers, dates and marks.
    pub(super) words_key: String,
    /// Whether it came within a minute of the letter that it answers, as no person's mail does who has read that.
    pub(super) hasty: bool,
    /// The player's own words, where they were looked at for evidence: of a mail that answers none of ours they are the
    /// ones that count.
    pub(super) words: Option<OwnWords>,
}

impl Read {
    /// What the mail is the cause of is known by its row.
    pub(super) fn cause(&self) -> CauseId {
        CauseId::Mail(self.mail.id)
    }
}

impl Content {
    /// The key of the sender's address; empty when there is not exactly one.
    pub(super) fn sender_key(&self) -> String {
        self.incoming
            .from
            .as_ref()
            .map(|from| address::key(&from.address))
            .unwrap_or_default()
    }
}

/// The game that a mail is about, by its token, its first order, or its subject.
pub(super) fn game_of(content: &Content) -> Option<GameNumber> {
    let ordered = content.message.orders.iter().find_map(|order| order.game);
    let proven = match content.evidence.purpose {
        Some(Purpose::Game { game, .. }) => Some(game),
        Some(Purpose::Player { .. }) | None => None,
    };
    ordered
        .map(GameNumber)
        .or(proven)
        .or_else(|| game_in_subject(&content.incoming.subject).map(GameNumber))
}

/// Opens a mail: its MIME, its nature, and the token that it carries.
pub(super) fn open(mut mail: Claimed, server: &Server, keys: &Keys) -> Read {
    let content = match mail.raw.take() {
        None => Err("the mail was erased".to_owned()),
        Some(raw) => content_of(&raw, mail.oversized, server, keys).map(Box::new),
    };
    Read {
        mail,
        content,
        known: Known::default(),
        slow_work: SlowWork::default(),
        stopped: None,
    }
}

fn content_of(
    raw: &[u8],
    oversized: bool,
    server: &Server,
    keys: &Keys,
) -> Result<Content, String> {
    let (incoming, fault) = if oversized {
        headers_of(raw, None)?
    } else {
        match read::read(raw) {
            Ok(incoming) => (incoming, None),
            // What cannot be read may still be somebody's, who is told so.
            Err(fault) => headers_of(raw, Some(fault.to_string()))?,
        }
    };
    let nature = nature(&incoming, &our_names(server));
    let (evidence, words) = evidence_and_words(&incoming, server, keys);
    let dmarc = dmarc(&incoming, &server.authserv_ids);
    Ok(Content {
        dmarc,
        incoming,
        fault,
        nature,
        evidence,
        message: Message::default(),
        scores: Arc::default(),
        letters: Letters::English,
        offers: Vec::new(),
        asked_for_yes: false,
        asked_for_move: AskedForMove::No,
        numbers_shown: Vec::new(),
        asks: false,
        first_words: FirstWords::Other,
        language: None,
        asks_for_help: false,
        subject_asks: false,
        words_key: String::new(),
        hasty: false,
        words,
    })
}

/// What the fields of a mail show of who wrote it, and its body where it is read whole.
pub(super) struct Signs {
    /// What its code is for.
    pub(super) purpose: Option<Purpose>,
    /// What our border found out about the domain in From.
    pub(super) dmarc: Dmarc,
    /// The key of the sender's address; empty when there is not exactly one.
    pub(super) sender: String,
}

/// The same of these bytes; `None` when they cannot be read.
pub(super) fn signs(raw: &[u8], whole: bool, server: &Server, keys: &Keys) -> Option<Signs> {
    let content = content_of(raw, !whole, server, keys).ok()?;
    Some(Signs {
        purpose: content.evidence.purpose,
        sender: content.sender_key(),
        dmarc: content.dmarc,
    })
}

/// What is done to the bytes of a mail before anything is decided, so far, for nothing but to see what it costs. The mail
/// of ours that is answered is not known here; `answered` stands for it.
pub(super) fn rehearse(raw: &[u8], oversized: bool, depth: Depth, answered: Option<&str>) {
    let server = Server::at("chess@example.org");
    let Ok(mut content) = content_of(raw, oversized, &server, &Keys::new([])) else {
        return;
    };
    if depth < Depth::Understood {
        return;
    }
    let words = words_beside(&mut content, answered);
    content.message = message_of(&words, &content.incoming.subject, Letters::English);
    if depth < Depth::Games {
        return;
    }
    for order in &content.message.orders {
        if let Command::Enter { pgn, .. } | Command::Overwrite { pgn, .. } = &order.command {
            brought(&content, pgn);
        }
    }
}

/// The names by which we know what we wrote ourselves.
pub(super) fn our_names(server: &Server) -> OurNames {
    OurNames {
        domain_of_ids: server.id_domain(),
        addresses: server.addresses().cloned().collect(),
        separators: match server.subaddress {
            Subaddress::Dash => &['+', '-'],
            Subaddress::Plus | Subaddress::Unavailable => &['+'],
        },
        loop_mark: server.address.clone(),
    }
}

/// What proves that a mail answers one of ours, whatever else it says. `None` when it cannot be read at all.
pub(super) fn evidence_of(raw: &[u8], server: &Server, keys: &Keys) -> Option<Evidence> {
    let incoming = read::read(raw).or_else(|_| read::headers_only(raw)).ok()?;
    Some(evidence_in(&incoming, server, keys))
}

/// The Message-IDs of our own mails that these mails answer.
pub(super) fn answered(reads: &[Read]) -> Vec<String> {
    heard(reads)
        .filter_map(|content| content.evidence.answered.clone())
        .collect()
}

/// The tokens of mails that show one and do not say by Message-ID which mail they answer, as some programs do.
pub(super) fn tokens(reads: &[Read]) -> Vec<String> {
    heard(reads)
        .filter(|content| content.evidence.answered.is_none())
        .filter_map(|content| content.evidence.token.clone())
        .collect()
}

/// Finds the player's own words and the commands in them, where their mail is heard. `answered` are our own mails,
/// whose text is no word of theirs.
pub(super) fn understand(read: &mut Read, answered: &[Answered]) {
    let Ok(content) = &mut read.content else {
        return;
    };
    if read.known.standing == Standing::Unheard || read.stopped.is_some() {
        return;
    }
    let letters = read.known.letters.as_deref();
    let letters = letters
        .and_then(|language| language.parse().ok())
        .unwrap_or(Letters::English);
    let ours = note_answered(content, answered, read.mail.arrived_at);
    let words = words_beside(content, ours.as_deref());
    let portion = portion_read(words, &read.known);
    let words = &portion.words;
    let subject = &content.incoming.subject;
    let mut message = message_of(words, subject, letters);
    portion.complete(&mut message);
    if read.known.main.is_some() || content.evidence.purpose.is_some() {
        attach_game(content, &mut message);
    } else {
        // Of somebody who has no game a game is nothing that could be done, nor is a move among other words.
        let said = message.in_a_sentence;
        message
            .orders
            .retain(|order| !said && !matches!(order.command, Command::Score(_)));
    }
    let set = message
        .orders
        .iter()
        .find_map(|order| order.command.letters()?.parse().ok());
    content.letters = set.unwrap_or(letters);
    content.asks = asks(&message.orders, words);
    if let Some(beside) = beside_help(&message.orders, words, subject) {
        content.asks_for_help = true;
        content.first_words = beside;
    } else if !content.asks {
        content.first_words = first_words(words, subject);
        let alone = language::read(&OwnWords::default(), subject, letters);
        content.subject_asks = asks(&alone.orders, words);
    }
    content.words_key = words_key(words);
    content.language = written_in(words, subject).and_then(Language::of_letters);
    content.scores = Arc::new(scores_in(&message, &read.known, &read.mail));
    content.message = message;
}

/// Notes what the mails of ours that this one answers say about it: how soon it came after them, what they offer, and
/// whether they ask for a "yes". Returns their text, which is no word of its sender's.
fn note_answered(
    content: &mut Content,
    answered: &[Answered],
    arrived_at: DateTime<Utc>,
) -> Option<String> {
    let evidence = &content.evidence;
    let is_answered = |mail: &&Answered| match (&evidence.answered, &evidence.token) {
        (Some(id), _) => mail.message_id == *id,
        // Several letters can carry the same token; any of them may be quoted.
        (None, Some(token)) => mail
            .message_id
            .strip_prefix(token)
            .is_some_and(|rest| rest.starts_with('.')),
        (None, None) => false,
    };
    let answered: Vec<&Answered> = answered.iter().filter(is_answered).collect();
    content.hasty = answered
        .iter()
        .any(|letter| (arrived_at - letter.sent_at).num_seconds() < HASTY_SECONDS);
    let asks = |mail: &&Answered| mail.occasion == ASKS_FOR_A_MOVE;
    content.asked_for_move = match answered.as_slice() {
        [only] if asks(only) => AskedForMove::Yes,
        [] if content.evidence.purpose.is_some() => AskedForMove::Perhaps,
        several if several.len() > 1 && several.iter().any(asks) => AskedForMove::Perhaps,
        _ => AskedForMove::No,
    };
    let texts: Vec<String> = answered
        .iter()
        .filter_map(|mail| read::read(&mail.bytes).ok()?.text)
        .collect();
    // Where it is not known which of several it answers, none of them asks anything.
    let only = match (texts.as_slice(), answered.as_slice()) {
        ([text], [mail]) => Some((without_words(text), mail.occasion.as_str())),
        _ => None,
    };
    if let Some((text, occasion)) = only {
        content.asked_for_yes = asks_for_yes(&text);
        if occasion == ASKS_FOR_A_MOVE {
            content.numbers_shown = numbers_in(&text);
        } else if REPEAT_THEIR_READER.contains(&occasion) {
            content.offers = text
                .split_once("\n\n")
                .map_or_else(Vec::new, |(_, rest)| offers_in(rest));
        } else {
            content.offers = offers_in(&text);
        }
    }
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// A letter of ours without the words of others in it, which are indented.
fn without_words(letter: &str) -> String {
    let ours = letter.lines().filter(|line| !line.starts_with("    "));
    ours.collect::<Vec<_>>().join("\n")
}

/// The numbers with which a question offers moves: "2 for c5" on a line of its own, or "2" in quotation marks; where a "yes"
/// plays the only one, that has the first.
fn numbers_in(question: &str) -> Vec<u8> {
    let listed = question.lines().filter_map(numbered_choice);
    let listed = listed.map(|(number, _)| number);
    let quoted = question.split('"').skip(1).step_by(2).filter_map(|quoted| {
        if quoted == "yes" {
            Some(1)
        } else {
            quoted.parse().ok()
        }
    });
    listed.chain(quoted).collect()
}

/// As much of the player's words as is read of what they have shown.
fn portion_read(words: OwnWords, known: &Known) -> Portion {
    match known.shown {
        Standing::Proven | Standing::Vouched => Portion::of(words, usize::MAX, usize::MAX),
        Standing::Unheard | Standing::Unproven | Standing::Answer => {
            Portion::of(words, WORDS_UNPROVEN, LINES_UNPROVEN)
        }
    }
}

/// The games in PGN with which the mail plays a move. They are read here, where no game is locked, and few of a mail that
/// shows no code.
fn scores_in(message: &Message, known: &Known, mail: &Claimed) -> Scores {
    let (octets, moves) = match known.standing {
        Standing::Proven if mail.confirmed_as.is_none() => (SCORE, SCORE_MOVES),
        // With the "yes" to a mail that proved nothing, what was asked about is done.
        Standing::Unheard
        | Standing::Unproven
        | Standing::Answer
        | Standing::Vouched
        | Standing::Proven => (SCORE_UNPROVEN, SCORE_MOVES_UNPROVEN),
    };
    let pgn = message
        .orders
        .iter()
        .find_map(|order| order.command.score());
    pgn.map(|pgn| Scores::read(pgn, octets, moves))
        .unwrap_or_default()
}

/// Whether a letter of ours asks a question that "yes" answers: it names that word.
fn asks_for_yes(letter: &str) -> bool {
    letter.contains("\"yes\"")
}

/// What a letter of ours offers: it names the command that takes it.
fn offers_in(letter: &str) -> Vec<Command> {
    let words: Vec<&str> = letter.split_whitespace().collect();
    let words = words.join(" ");
    [
        ("\"accept\"", Command::Accept),
        ("\"accept draw\"", Command::AcceptDraw),
        ("\"accept takeback\"", Command::Takeback(Answer::Accept)),
        ("\"accept abort\"", Command::Abort(Answer::Accept)),
        ("\"accept pause\"", Command::AcceptPause),
    ]
    .into_iter()
    .filter(|(named, _)| words.contains(named))
    .map(|(_, command)| command)
    .collect()
}

fn message_of(words: &OwnWords, subject: &str, letters: Letters) -> Message {
    let message = language::read(words, subject, letters);
    // Who says with which letters they write means this mail as well.
    match letters_said(&message).filter(|said| *said != letters) {
        Some(said) => language::read(words, subject, said),
        None => message,
    }
}

/// The piece letters that the mail asks for.
fn letters_said(message: &Message) -> Option<Letters> {
    message
        .orders
        .iter()
        .find_map(|order| order.command.letters()?.parse().ok())
}

/// A game in PGN that is attached is the move with which it goes on, unless it is to be entered into the archive or one is
/// pasted as well.
fn attach_game(content: &Content, message: &mut Message) {
    let takes_games = |order: &Order| {
        matches!(
            order.command,
            Command::Score(_) | Command::Enter { .. } | Command::Overwrite { .. }
        )
    };
    if message.orders.iter().any(takes_games) {
        return;
    }
    if let Some(pgn) = orders::attached_games(content) {
        let order = Order::plain(Command::Score(pgn), language::GAME_IN_PGN);
        message.orders.push(order);
    }
}

fn headers_of(raw: &[u8], fault: Option<String>) -> Result<(Incoming, Option<String>), String> {
    let incoming = read::headers_only(raw).map_err(|fault| fault.to_string())?;
    Ok((incoming, fault))
}

/// What the mails say that are heard.
fn heard(reads: &[Read]) -> impl Iterator<Item = &Content> {
    reads
        .iter()
        .filter(|read| read.known.standing != Standing::Unheard)
        .filter_map(|read| read.content.as_deref().ok())
}

/// The player's own words beside the text of ours that they answer.
fn words_beside(content: &mut Content, ours: Option<&str>) -> OwnWords {
    match (ours, content.words.take()) {
        (None, Some(words)) => words,
        (ours, _) => words_of(&content.incoming, ours),
    }
}

fn words_of(incoming: &Incoming, ours: Option<&str>) -> OwnWords {
    // A code that is half in their own words and half in quoted ones would be known for none in either.
    own_words(
        &without_torn_codes(incoming.text.as_deref().unwrap_or_default()),
        ours,
    )
}

/// What proves that a mail answers one of ours.
pub(super) fn evidence_in(incoming: &Incoming, server: &Server, keys: &Keys) -> Evidence {
    evidence_and_words(incoming, server, keys).0
}

/// The same, and the player's own words where nothing proves it in the fields.
fn evidence_and_words(
    incoming: &Incoming,
    server: &Server,
    keys: &Keys,
) -> (Evidence, Option<OwnWords>) {
    let mut places = TokenPlaces::of_fields(incoming);
    let found = evidence(&places, server, keys);
    if found.purpose.is_some() || found.one_time.is_some() {
        return (found, None);
    }
    // A forwarded mail quotes a token that was another one's; only what the sender themselves answer counts.
    let words = words_of(incoming, None);
    places.quoted = words
        .quoted
        .iter()
        .map(|line| (line.depth, line.text.as_str()))
        .collect();
    let found = evidence(&places, server, keys);
    (found, Some(words))
}
