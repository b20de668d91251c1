//! What players write: their own words out of a mail, then orders out of their words.
//!
//! Pure: text in, values out. The way through: [`own_words()`] leaves only what the player typed into this mail;
//! [`read`] takes orders from its first lines, one command a line, commands before prose; the first line that is
//! neither ends the orders and begins the talk to the opponent. Nothing is guessed: whatever could be meant in two
//! ways is an [`Unread`] that the robot asks about.
//!
//! - `own_words`: the sorting of lines; `lines`: what a line is by its looks, in many languages; `echo`: our own
//!   mail, subtracted.
//! - `line`: one line and its orders; `arguments`: names, addresses, topics; `called`: names as our letters write them;
//!   `several`: opponents behind one `challenge`; `play`: moves and what stands beside them; `near`: slips of
//!   the pen; `phrases`: the words of the language; [`Command`]: what they mean.
//! - `pasted`: a game in PGN among the words.
//! - `consent`: agreeing, refusing and giving up in the words of people.
//! - `mended`: conditional moves with a slip of the pen.
//! - `below`: what stands below the orders and an empty line.
//! - `conditional`: moves prepared for moves of the opponent; `notes`: sealed notes.
//! - `sentences`: a move in a sentence, with its tables of words in many languages.
//! - `subject`: the subject line; `first_words`: what is no order, of somebody who writes for the first time.

mod arguments;
mod below;
mod called;
mod command;
mod conditional;
mod consent;
mod echo;
mod first_words;
mod line;
mod lines;
mod mended;
mod near;
mod notes;
mod own_words;
mod pasted;
mod phrases;
mod play;
mod sentences;
mod several;
mod subject;

pub use called::called;
pub use command::{
    Answer, Colour, Command, Effect, Matter, Note, Order, Properties, ReadAs, Setup,
};
pub use consent::Consent;
pub use first_words::{FirstWords, first_words, words_key};
pub use lines::{looks_like_header, without_addresses};
pub use own_words::{OwnWords, QuotedLine, own_words};
pub use several::names_in;
pub use subject::game_in_subject;

use shakmaty::Color;
use std::cell::RefCell;
use std::collections::HashMap;

use crate::budget::{
    CHALLENGES, CONDITION_LINES, FENS, LINE, LINE_SEARCHED, LINES_SCANNED, LINES_SEARCHED,
    PREPARED_MOVES, SCORE, SCORE_LINES,
};
use crate::chess::notation::{Letters, Spelling, read_moves};
use crate::chess::position::find_fens;
use below::Fate;
use conditional::Unreadable;
use line::{Reading, read_line};

/// Questions offer fewer answers than this.
const MOST_CHOICES: u8 = 30;

/// What a game in PGN is called where an order is quoted.
pub const GAME_IN_PGN: &str = "a game in PGN";

/// What a player's mail says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Message {
    /// What is to be done, in the order of the lines.
    pub orders: Vec<Order>,
    /// What is for the opponent: the lines below the orders, and a greeting above them. Text after `say` is an
    /// order of its own, [`Command::Say`].
    pub talk: Option<String>,
    /// What could not be read and should be mentioned in the answer. Orders beside it are safe to carry out: where
    /// a doubt touches them, they are left out.
    pub unread: Option<Unread>,
    /// Positions in the player's words, as written, to be compared with the game; that of a `board` command is not
    /// among them.
    pub fens: Vec<String>,
    /// What the first line agrees to or refuses, where it orders nothing else. It counts only in an answer to the letter
    /// that asks for it.
    pub consent: Option<Consent>,
    /// The orders stood in the subject, because the mail says nothing.
    pub from_subject: bool,
    /// The order is a move that is said in a sentence, perhaps with a draw offer. It counts only for who is known to play.
    pub in_a_sentence: bool,
    /// The side that the mail says to play the move: "White: e4".
    pub said_of: Option<Color>,
    /// The move of the opponent that the mail says again before its own; it counts only where that was the last one.
    pub said_again: Option<Spelling>,
    /// The mail goes on where we read no further.
    pub cut: bool,
    /// Who was named twice in one line that challenges several, as written.
    pub twice: Vec<String>,
    /// Who was to be challenged beyond what one mail may order, as written.
    pub beyond: Vec<String>,
}

impl Message {
    /// Everything in it that other players may read, now or when the game is over.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let said = self.orders.iter().filter_map(|order| match &order.command {
            Command::Say(text) => Some(text.as_str()),
            Command::Note(note) => Some(note.text.as_str()),
            _ => None,
        });
        self.talk.as_deref().into_iter().chain(said)
    }
}

/// A line that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The line, in printable characters, shortened.
    pub line: String,
    /// What the player may have meant, to be typed on a line of its own.
    pub did_you_mean: Option<String>,
    /// The word by which it cannot be read, where it is one.
    pub word: Option<String>,
    /// Why it was not read.
    pub reason: Doubt,
}

/// Why a line was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Talk only: no order in it.
    Prose,
    /// More than one move to choose from.
    Alternatives,
    /// A move or another order stands below other words.
    BelowProse,
    /// An order stands where signatures or quotations stand.
    OutsideOwnWords,
    /// A word that is nearly a command, or a move with words around it.
    Near,
    /// It looks like conditional moves, which the opponent must not see.
    Conditional,
    /// Conditional moves, or words about moves to come; nothing tells which.
    ConditionOrWords,
    /// Conditional moves beyond what one mail may hold.
    TooManyConditions,
    /// A note, which the opponent must not see, below other words or more lines than are looked at, or with its text
    /// apart from it.
    NoteBelow,
    /// An order below as many others as one mail may hold.
    OneTooMany,
    /// A move, in a mail that does not say clearly by which piece letters it is to be read.
    Letters,
}

/// Whether a line of these words is an order, moves excepted.
pub fn is_order(words: &str) -> bool {
    match line::read_line(words, Letters::default()) {
        Reading::Orders(orders) => orders
            .iter()
            .any(|order| !matches!(order.command, Command::Moves(_))),
        Reading::Say(..)
        | Reading::Conditions(..)
        | Reading::ConditionsBelow(_)
        | Reading::ConditionsUnread(_)
        | Reading::Note(..) => true,
        Reading::Position
        | Reading::Alternatives
        | Reading::Near(_)
        | Reading::Thanks
        | Reading::Greeting
        | Reading::Prose => false,
    }
}

/// Reads the player's own words; `letters` is the language of his piece letters.
///
/// A language that the mail itself sets counts for the whole mail, wherever it stands in it. The subject counts only when
/// the mail has no words of its own. A subject that carries a mark of an answer (`Re:`) yields moves only, for the rest of
/// it may be ours or older than this mail.
pub fn read(own: &OwnWords, subject: &str, letters: Letters) -> Message {
    let first = read_with(own, subject, letters);
    match setting(&first) {
        Setting::None => first,
        Setting::One(set) if set == letters => first,
        Setting::One(set) => {
            let again = read_with(own, subject, set);
            if setting(&again) == Setting::One(set) {
                again
            } else {
                without_moves(first)
            }
        }
        Setting::Unclear => without_moves(first),
    }
}

fn read_with(own: &OwnWords, subject: &str, letters: Letters) -> Message {
    let mut reader = Reader::of(letters);
    reader.message.cut = own.cut;
    if own.lines.iter().all(|line| line.trim().is_empty()) {
        reader.read_subject(subject);
        if reader.message.orders.is_empty() {
            reader.look_at_doubtful(own);
        }
        return reader.message;
    }
    reader.read_lines(&reader.with_conditions_apart(&own.lines));
    reader.look_for_consent(own);
    // A game beside words may be nothing new, and then the words count.
    let is_score = |order: &Order| matches!(order.command, Command::Score(_));
    if reader.message.orders.iter().all(is_score) {
        reader.look_further(own, subject);
        reader.look_into_sentences(own);
    }
    reader.message
}

/// What a mail says about the language of its piece letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Setting {
    /// Nothing.
    None,
    /// This is to be it from now on.
    One(Letters),
    /// Two of them, or one that is not known.
    Unclear,
}

fn setting(message: &Message) -> Setting {
    let mut set = Setting::None;
    for order in &message.orders {
        let Command::Letters(language) = &order.command else {
            continue;
        };
        set = match (set, language.parse::<Letters>()) {
            (Setting::None, Ok(language)) => Setting::One(language),
            (Setting::One(known), Ok(language)) if known == language => set,
            (Setting::One(_) | Setting::Unclear, Ok(_)) | (_, Err(_)) => Setting::Unclear,
        };
    }
    set
}

/// The message without its moves, where nobody can know by which letters they are to be read; those that are the same by
/// all letters stay.
fn without_moves(mut message: Message) -> Message {
    let same = |spelling: &Spelling| spelling.is_free_of_letters();
    let mut kept = Vec::new();
    for order in std::mem::take(&mut message.orders) {
        let clear = match &order.command {
            Command::Moves(moves) => moves.iter().all(same),
            Command::Prepare(lines) => lines.iter().flatten().all(same),
            _ => true,
        };
        if clear {
            kept.push(order);
        } else if message.unread.is_none() {
            message.unread = Some(Unread {
                line: order.typed.chars().take(200).collect(),
                did_you_mean: None,
                word: None,
                reason: Doubt::Letters,
            });
        }
    }
    message.orders = kept;
    message
}

/// Whether a line is one move in some language, or one command that nobody writes by chance.
fn is_an_order(line: &str) -> bool {
    Letters::ALL
        .into_iter()
        .any(|letters| Reader::of(letters).is_one_order(line))
}

/// Whether a line orders that the games below it are entered.
fn orders_games(line: &str) -> bool {
    let Reading::Orders(orders) = Reader::of(Letters::English).read_line(line) else {
        return false;
    };
    orders.iter().any(|order| brings_games(&order.command))
}

fn brings_games(command: &Command) -> bool {
    matches!(command, Command::Enter { .. } | Command::Overwrite { .. })
}

fn with_games(command: Command, below: &str) -> Command {
    let pgn = below.trim().to_owned();
    match command {
        Command::Enter { collection, .. } => Command::Enter { collection, pgn },
        Command::Overwrite {
            number, password, ..
        } => Command::Overwrite {
            number,
            password,
            pgn,
        },
        other => other,
    }
}

struct Reader {
    letters: Letters,
    message: Message,
    greeting: Option<String>,
    /// What is said behind moves, on their lines.
    behind: Vec<String>,
    /// Games in which a move was read, to notice a second one.
    moves_at: Vec<Option<i64>>,
    /// How many lines of the mail, and moves in them, are conditional moves.
    prepared: Prepared,
    /// What was read before: most lines are asked about several times.
    known: RefCell<HashMap<String, Reading>>,
}

/// Conditional moves of one mail, counted.
#[derive(Default)]
struct Prepared {
    lines: usize,
    moves: usize,
}

impl Reader {
    fn of(letters: Letters) -> Reader {
        Reader {
            letters,
            message: Message::default(),
            greeting: None,
            behind: Vec::new(),
            moves_at: Vec::new(),
            prepared: Prepared::default(),
            known: RefCell::default(),
        }
    }

    fn read_lines(&mut self, lines: &[String]) {
        let mut scanned = 0;
        let mut score_lines = 0;
        let mut at = 0;
        // Whether an empty line stands between the orders and this one.
        let mut apart = false;
        while let Some(line) = lines.get(at) {
            if line.trim().is_empty() {
                apart = !self.message.orders.is_empty();
                at += 1;
                continue;
            }
            if scanned == LINES_SCANNED {
                at += self.challenges_beyond(lines.get(at..).unwrap_or_default());
                break;
            }
            if pasted::begins(lines.get(at..).unwrap_or_default()) {
                break;
            }
            scanned += 1;
            let continued = self.continued(line, lines.get(at + 1));
            let line = match &continued {
                Some(whole) => {
                    at += 1;
                    whole
                }
                None => line,
            };
            let reading = self.read_line(line);
            let whole_order = matches!(
                reading,
                Reading::Orders(_) | Reading::Note(..) | Reading::Say(..)
            );
            if apart
                && !whole_order
                && self.is_settled_below(lines.get(at..).unwrap_or_default(), scanned)
            {
                return;
            }
            match reading {
                // "Nf3", and below it the name of a player called Ed.
                Reading::Orders(orders) if self.is_name(&orders) => {
                    self.talk(lines.get(at..).unwrap_or_default());
                    return;
                }
                // What stands below is a game, and no order and no talk.
                Reading::Orders(orders)
                    if orders.iter().any(|order| brings_games(&order.command)) =>
                {
                    let below = lines.get(at + 1..).unwrap_or_default().join("\n");
                    let with_games = orders.into_iter().map(|order| Order {
                        command: with_games(order.command, &below),
                        ..order
                    });
                    self.message.orders.extend(with_games);
                    return;
                }
                Reading::Orders(orders) => {
                    self.collect_fens(line, &orders);
                    let known = self.message.orders.len();
                    let moves = orders.iter().all(|order| {
                        matches!(order.command, Command::Moves(_)) && order.game.is_none()
                    });
                    if !self.add(orders, line) {
                        self.talk(lines.get(at + 1..).unwrap_or_default());
                        return;
                    }
                    self.said_behind(line, moves);
                    // A score may have more lines than a mail has orders.
                    if moves && self.message.orders.len() == known && score_lines < SCORE_LINES {
                        score_lines += 1;
                        scanned -= 1;
                    }
                }
                Reading::Position => self.collect_fens(line, &[]),
                Reading::Conditions(game, lines) => {
                    // A tree may have more lines than a mail has other orders.
                    scanned -= 1;
                    self.prepared.lines += 1;
                    if !self.prepare(game, lines, line) {
                        return;
                    }
                }
                Reading::ConditionsBelow(game) => {
                    let below = lines.get(at + 1..).unwrap_or_default();
                    match conditional::movetext(below, self.letters) {
                        Ok((taken, read)) => {
                            at += taken;
                            self.prepared.lines += taken;
                            if !self.prepare(game, read, line) {
                                return;
                            }
                        }
                        Err(why) => {
                            self.secret(line, why);
                            return;
                        }
                    }
                }
                Reading::ConditionsUnread(why) => {
                    self.secret(line, why);
                    return;
                }
                Reading::Note(game, note) => {
                    let below = lines.get(at + 1..).unwrap_or_default();
                    if is_apart_from_its_text(&note, line, below) {
                        self.keep_back(line, Doubt::NoteBelow);
                        return;
                    }
                    at += self.note(game, note, below, line);
                }
                Reading::Say(orders, game, text) => {
                    if !self.add(orders, line) {
                        return;
                    }
                    let below = lines.get(at + 1..).unwrap_or_default();
                    if let Some((secret, doubt)) = self.secret_in(below) {
                        self.keep_back(&secret, doubt);
                        return;
                    }
                    let mut said = vec![text];
                    said.extend(lines.iter().skip(at + 1).map(|line| printable(line)));
                    let text = said.join("\n").trim().to_owned();
                    let said = lines.get(at..).unwrap_or_default();
                    self.collect_fens(&without_quoted(said), &[]);
                    if !text.is_empty() {
                        self.message.orders.push(Order {
                            game,
                            may_be_move_number: false,
                            command: Command::Say(text),
                            typed: printable(line),
                        });
                    }
                    let above: Vec<String> = self
                        .greeting
                        .take()
                        .into_iter()
                        .chain(self.behind.drain(..))
                        .collect();
                    self.message.talk = (!above.is_empty()).then(|| above.join("\n"));
                    return;
                }
                Reading::Greeting if scanned == 1 => self.greeting = Some(printable(line)),
                Reading::Alternatives => {
                    self.doubt(line, None, Doubt::Alternatives);
                    self.drop_moves();
                    self.talk(lines.get(at + 1..).unwrap_or_default());
                    return;
                }
                // "Nf3", and below it "No, Nc3".
                Reading::Near(meant) if !self.moves_at.is_empty() && self.is_one_move(&meant) => {
                    self.doubt(line, None, Doubt::Alternatives);
                    self.drop_moves();
                    self.talk(lines.get(at + 1..).unwrap_or_default());
                    return;
                }
                Reading::Near(meant) => {
                    self.doubt(line, Some(meant), Doubt::Near);
                    self.talk(lines.get(at..).unwrap_or_default());
                    return;
                }
                Reading::Prose
                    if !self.moves_at.is_empty()
                        && below::fate(line, self.letters) == Fate::TakesBack =>
                {
                    self.doubt(line, None, Doubt::Alternatives);
                    self.drop_moves();
                    self.talk(lines.get(at + 1..).unwrap_or_default());
                    return;
                }
                Reading::Greeting | Reading::Thanks | Reading::Prose => {
                    self.talk(lines.get(at..).unwrap_or_default());
                    self.second_thoughts(
                        lines.get(at..).unwrap_or_default(),
                        LINES_SCANNED - scanned,
                    );
                    return;
                }
            }
            at += 1;
        }
        let left = lines.get(at..).unwrap_or_default();
        let beyond = if scanned == LINES_SCANNED {
            self.orders_beyond(left)
        } else {
            0
        };
        self.talk(left.get(beyond..).unwrap_or_default());
    }

    /// How many of these lines, below as many as may be orders, are nothing but orders. They are not done, and are no words
    /// for anybody.
    fn orders_beyond(&mut self, lines: &[String]) -> usize {
        let is_order = |line: &&String| line.trim().is_empty() || self.is_one_order(line);
        let beyond = lines.iter().take_while(is_order).count();
        let first = lines
            .iter()
            .take(beyond)
            .find(|line| !line.trim().is_empty() && !self.is_played(line));
        if let Some(line) = first {
            self.doubt(line, None, Doubt::OneTooMany);
        }
        beyond
    }

    /// The lines, with conditional moves behind a move on a line of their own: "Nxd4, and if Bxd4 then Be6".
    fn with_conditions_apart(&self, lines: &[String]) -> Vec<String> {
        let mut apart = Vec::with_capacity(lines.len());
        for (at, line) in lines.iter().enumerate() {
            match (at < LINES_SCANNED)
                .then(|| self.conditions_behind(line))
                .flatten()
            {
                Some((played, condition)) => {
                    apart.extend([played.to_owned(), condition.to_owned()])
                }
                None => apart.push(line.clone()),
            }
        }
        apart
    }

    fn conditions_behind<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        if line.len() > LINE {
            return None;
        }
        let begins = line.to_ascii_lowercase().find(" if ")?;
        let (head, condition) = line.split_at_checked(begins)?;
        let condition = condition.trim_start();
        let ends = head.trim_end_matches([' ', ',', ';', '.', ':', '-', '–', '(']);
        let played = ends
            .strip_suffix(" and")
            .unwrap_or(ends)
            .trim_end_matches([' ', ',', ';', '.']);
        let reads = conditional::condition_as_written(condition, self.letters).is_some();
        let moves = read_moves(played, self.letters).is_some_and(|moves| moves.len() == 1);
        (reads && moves).then_some((played, condition))
    }

    fn read_line(&self, line: &str) -> Reading {
        if let Some(reading) = self.known.borrow().get(line) {
            return reading.clone();
        }
        let reading = read_line(line, self.letters);
        // The lines of play of a whole mail are too many to be kept twice.
        if matches!(reading, Reading::Conditions(..)) {
            return reading;
        }
        self.known
            .borrow_mut()
            .insert(line.to_owned(), reading.clone());
        reading
    }

    /// A command with a position behind it, and the rest of that position, which a mail program has put on the next
    /// line.
    fn continued(&self, line: &str, next: Option<&String>) -> Option<String> {
        let next = printable(next?).trim().to_owned();
        if next.is_empty() {
            return None;
        }
        let Reading::Orders(orders) = self.read_line(line) else {
            return None;
        };
        let [order] = orders.as_slice() else {
            return None;
        };
        let begun = position_of(order)?.to_owned();
        let whole = format!("{begun} {next}");
        let fits = find_fens(&whole) == [whole.trim()];
        fits.then(|| format!("{} {next}", printable(line)))
    }

    /// What is said behind a move on its line is for the opponent: "e4 good luck!".
    fn said_behind(&mut self, line: &str, moves: bool) {
        if let Some(words) = consent::words_behind(line, self.letters) {
            self.behind.push(words);
        }
        let moves = moves && find_fens(&printable(line)).is_empty();
        if moves && let Some(words) = play::words_behind(line, self.letters) {
            self.behind.push(words);
        }
    }

    /// Whether this is a name that might be a move, or a number that answers no question ("73" is a greeting among radio
    /// amateurs), below a move that was already read.
    fn is_name(&self, orders: &[Order]) -> bool {
        let name = |spelling: &Spelling| {
            let typed = spelling.typed();
            typed.chars().count() <= 4
                && typed.chars().all(char::is_alphabetic)
                && !typed.to_lowercase().contains(['o', 'о'])
        };
        !self.moves_at.is_empty()
            && orders.iter().all(|order| {
                matches!(&order.command, Command::Moves(moves) if moves.iter().all(name))
                    || matches!(order.command, Command::Choice(number) if number > MOST_CHOICES)
            })
    }

    /// Adds the orders of one line; `false` when they contradict a move that was read before.
    fn add(&mut self, orders: Vec<Order>, line: &str) -> bool {
        for order in self.with_challenges_counted(orders) {
            // The same said twice is meant once; but two challenges are two games.
            let said = self
                .message
                .orders
                .iter()
                .any(|known| known.game == order.game && known.command == order.command);
            if said && !matches!(order.command, Command::Challenge { .. }) {
                continue;
            }
            if let Command::Moves(moves) = &order.command {
                if self.moves_at.contains(&order.game) {
                    let numbered = moves.iter().any(|m| m.move_number().is_some());
                    let earlier = self
                        .message
                        .orders
                        .iter_mut()
                        .find_map(|known| match &mut known.command {
                            Command::Moves(earlier)
                                if known.game == order.game
                                    && earlier.iter().any(|m| m.move_number().is_some()) =>
                            {
                                Some(earlier)
                            }
                            _ => None,
                        });
                    if let (true, Some(earlier)) = (numbered, earlier) {
                        // A line of play over two lines: "12. Nf3 Nc6" and "13. Bb5".
                        earlier.extend(moves.iter().cloned());
                        continue;
                    }
                    self.doubt(line, None, Doubt::Alternatives);
                    self.drop_moves();
                    return false;
                }
                self.moves_at.push(order.game);
            }
            self.message.orders.push(order);
        }
        true
    }

    /// The orders of one line without challenges to whom it names twice, and without those that are too many for one mail.
    fn with_challenges_counted(&mut self, orders: Vec<Order>) -> Vec<Order> {
        let made = self.message.orders.iter();
        let mut made = made.filter(|order| challenged(order).is_some()).count();
        let mut kept: Vec<Order> = Vec::new();
        for order in orders {
            let Some(whom) = challenged(&order).map(str::to_owned) else {
                kept.push(order);
                continue;
            };
            let named = |other: &Order| challenged(other).is_some_and(|one| is_same(one, &whom));
            if kept.iter().any(named) {
                self.message.twice.push(whom);
            } else if made == CHALLENGES {
                self.message.beyond.push(whom);
            } else {
                made += 1;
                kept.push(order);
            }
        }
        kept
    }

    /// Challenges in the lines below those that are read are no words for anybody. Returns how many lines they are.
    fn challenges_beyond(&mut self, lines: &[String]) -> usize {
        let mut taken = 0;
        for line in lines.iter().take(LINES_SCANNED) {
            let Reading::Orders(orders) = self.read_line(line) else {
                break;
            };
            let whom: Option<Vec<String>> = orders
                .iter()
                .map(|order| challenged(order).map(str::to_owned))
                .collect();
            let Some(whom) = whom else {
                break;
            };
            self.message.beyond.extend(whom);
            taken += 1;
        }
        taken
    }

    /// A game in PGN is the move with which it goes on, and stays a part of what is said until it is known for one.
    fn score(&mut self, lines: &[String]) {
        let pgn: Vec<String> = lines.iter().map(|line| printable(line)).collect();
        if pgn.iter().map(String::len).sum::<usize>() > SCORE {
            return;
        }
        self.message.orders.push(Order {
            game: None,
            may_be_move_number: false,
            command: Command::Score(pgn.join("\n")),
            typed: GAME_IN_PGN.to_owned(),
        });
    }

    /// Adds lines of play to those above them; `false` when the mail holds more of them than it may.
    fn prepare(&mut self, game: Option<i64>, lines: Vec<Vec<Spelling>>, line: &str) -> bool {
        self.prepared.moves += lines.iter().map(Vec::len).sum::<usize>();
        if self.prepared.lines > CONDITION_LINES || self.prepared.moves > PREPARED_MOVES {
            self.secret(line, Unreadable::TooMany);
            return false;
        }
        let known = self
            .message
            .orders
            .iter_mut()
            .find_map(|order| match &mut order.command {
                Command::Prepare(known) if order.game == game => Some(known),
                _ => None,
            });
        match known {
            Some(known) => known.extend(lines),
            None => self.message.orders.push(Order {
                game,
                may_be_move_number: false,
                command: Command::Prepare(lines),
                typed: printable(line),
            }),
        }
        true
    }

    /// A line that the opponent must not see, and that cannot be read: nothing of the mail is talk, and no conditional
    /// move of it is kept.
    fn secret(&mut self, line: &str, why: Unreadable) {
        let doubt = match why {
            Unreadable::Unclear => Doubt::Conditional,
            Unreadable::TooMany => Doubt::TooManyConditions,
        };
        self.keep_back(line, doubt);
    }

    fn keep_back(&mut self, line: &str, doubt: Doubt) {
        let slip = match doubt {
            Doubt::Conditional => mended::slip(&printable(line), self.letters),
            _ => None,
        };
        let (word, mended) = slip.map_or((None, None), |slip| (Some(slip.word), slip.line));
        self.doubt(line, mended, doubt);
        if let Some(unread) = self
            .message
            .unread
            .as_mut()
            .filter(|unread| unread.reason == doubt)
        {
            unread.word = word;
        }
        self.message
            .orders
            .retain(|order| !matches!(order.command, Command::Prepare(_)));
        self.greeting = None;
        self.message.talk = None;
    }

    /// A note goes on to the next blank line, so that the end of a long one is not taken for talk. Returns how many lines
    /// below the first belong to it.
    fn note(&mut self, game: Option<i64>, mut note: Note, below: &[String], line: &str) -> usize {
        let more: Vec<String> = below
            .iter()
            .map(|line| printable(line))
            .take_while(|line| !line.trim().is_empty())
            .collect();
        for text in &more {
            if !note.text.is_empty() {
                note.text.push(' ');
            }
            note.text.push_str(text.trim());
        }
        note.text.truncate(note.text.trim_end().len());
        self.message.orders.push(Order {
            game,
            may_be_move_number: false,
            command: Command::Note(note),
            typed: printable(line),
        });
        more.len()
    }

    /// Settles the lines that begin with this one, below the orders and an empty line, where they are a sentence: it is
    /// said to the opponent, or takes the move back, or may be one of conditional moves and is kept from him. Returns
    /// whether it is settled.
    fn is_settled_below(&mut self, lines: &[String], scanned: usize) -> bool {
        let Some(line) = lines.first() else {
            return false;
        };
        match below::fate(line, self.letters) {
            Fate::Said => {
                self.talk(lines);
                self.second_thoughts(
                    lines.get(1..).unwrap_or_default(),
                    LINES_SCANNED.saturating_sub(scanned),
                );
                true
            }
            Fate::TakesBack if !self.moves_at.is_empty() => {
                self.doubt(line, None, Doubt::Alternatives);
                self.drop_moves();
                self.talk(lines.get(1..).unwrap_or_default());
                true
            }
            Fate::Unclear => {
                self.keep_back(line, Doubt::ConditionOrWords);
                true
            }
            Fate::TakesBack | Fate::Conditional | Fate::AsRead => false,
        }
    }

    /// A line among those for the opponent that they must not see, and what it may be.
    fn secret_in(&self, lines: &[String]) -> Option<(String, Doubt)> {
        let searched = lines.iter().take(LINES_SEARCHED);
        searched.enumerate().find_map(|(at, line)| {
            let conditional = || {
                matches!(
                    below::fate(line, self.letters),
                    Fate::Conditional | Fate::Unclear
                ) && !self.is_end_of_a_line(lines, at)
            };
            let note = || {
                let named = line.to_ascii_lowercase().contains("note");
                notes::note(&printable(line)).is_some()
                    || named && matches!(self.read_line(line), Reading::Note(..))
            };
            let doubt = if note() {
                Doubt::NoteBelow
            } else if conditional() {
                Doubt::ConditionOrWords
            } else {
                return None;
            };
            Some((line.clone(), doubt))
        })
    }

    /// Whether this line is an "if" that the words of a sentence leave alone at the end of a line: it goes on from the line
    /// above, and what stands below it is no move.
    fn is_end_of_a_line(&self, lines: &[String], at: usize) -> bool {
        let line = |at: usize| lines.get(at).map_or("", |line| line.trim());
        let above = at.checked_sub(1).map_or("", line);
        let goes_on = !above.is_empty() && !above.ends_with(['.', '!', '?', ':', ';', ',']);
        let condition = format!("if {}", printable(line(at + 1)));
        line(at).eq_ignore_ascii_case("if")
            && goes_on
            && below::fate(&condition, self.letters) == Fate::AsRead
            && read_moves(&printable(line(at + 1)), self.letters).is_none()
    }

    /// A move alone on a line below the orders may take back the one above: "e4 / no, better / d4".
    fn second_thoughts(&mut self, talk: &[String], limit: usize) {
        let below: Vec<&String> = talk
            .iter()
            .filter(|line| !line.trim().is_empty())
            .take(limit.saturating_add(1))
            .filter(|line| !self.is_played(line))
            .collect();
        let second = below.iter().find(|line| self.is_one_move(line));
        if let Some(line) = second.filter(|_| !self.moves_at.is_empty()) {
            self.doubt(line, None, Doubt::Alternatives);
            self.drop_moves();
        } else if !self.message.orders.is_empty()
            && let Some((line, order)) = below.iter().find_map(|line| self.order_in(line))
        {
            self.doubt(&line, Some(order), Doubt::BelowProse);
        }
    }

    /// An order that is a line of its own among others, or a sentence about a draw or the end of the game in it.
    fn order_in(&self, line: &str) -> Option<(String, String)> {
        let line = printable(line);
        if self.is_one_order(&line) {
            return Some((line.clone(), line));
        }
        let order = consent::order_within(&line, self.letters)?;
        Some((line, order.to_owned()))
    }

    fn is_played(&self, line: &str) -> bool {
        match self.read_line(line) {
            Reading::Orders(orders) => orders.iter().all(|order| {
                self.message
                    .orders
                    .iter()
                    .any(|known| known.command == order.command)
            }),
            _ => false,
        }
    }

    /// No order was found: is there a move anywhere that the player may have meant?
    fn look_further(&mut self, own: &OwnWords, subject: &str) {
        if self.message.unread.is_some() {
            return;
        }
        let found: Vec<String> = own
            .lines
            .iter()
            .take(LINES_SEARCHED)
            .filter(|line| self.is_one_order(line))
            .map(|line| printable(line))
            .take(2)
            .collect();
        if let [line] = found.as_slice() {
            self.doubt(line, Some(line.clone()), Doubt::BelowProse);
        } else if let [line, ..] = found.as_slice() {
            self.doubt(line, None, Doubt::Alternatives);
        } else {
            self.look_at_doubtful(own);
        }
        if self.message.unread.is_none() {
            let bare = subject::bare(subject).text;
            let meant =
                (!subject::is_ours(bare) && self.is_one_move(bare)).then(|| printable(bare));
            let mut said = own.lines.iter().filter(|line| {
                !line.trim().is_empty() && self.read_line(line) != Reading::Position
            });
            let greeting = said.next();
            let first = match greeting.map(|line| self.read_line(line)) {
                Some(Reading::Greeting) => said.next().or(greeting),
                _ => greeting,
            };
            if let Some(first) = first.cloned() {
                self.doubt(&first, meant, Doubt::Prose);
            }
        }
    }

    /// Whether the first line agrees or refuses; "yes" and "no" are orders of their own as well.
    fn look_for_consent(&mut self, own: &OwnWords) {
        let bare = |order: &Order| matches!(order.command, Command::Yes | Command::No);
        if !self.message.orders.iter().all(bare) {
            return;
        }
        let mut lines = own
            .lines
            .iter()
            .skip_while(|line| line.trim().is_empty() || self.read_line(line) == Reading::Greeting);
        let first = lines.next();
        let adjoining = lines
            .clone()
            .next()
            .is_some_and(|line| !line.trim().is_empty());
        let restricted = lines
            .find(|line| !line.trim().is_empty())
            .is_some_and(|line| consent::makes_a_condition(line, adjoining));
        self.message.consent = first
            .filter(|_| !restricted)
            .and_then(|line| consent::consent(line, self.letters));
    }

    /// No order stands on a line of its own, or only below other words: is a move said in a sentence?
    fn look_into_sentences(&mut self, own: &OwnWords) {
        let doubt = self.message.unread.as_ref().map(|unread| unread.reason);
        let may_be_said = match doubt {
            Some(Doubt::Prose | Doubt::Near | Doubt::BelowProse) => true,
            Some(
                Doubt::Alternatives
                | Doubt::OutsideOwnWords
                | Doubt::Conditional
                | Doubt::ConditionOrWords
                | Doubt::TooManyConditions
                | Doubt::NoteBelow
                | Doubt::OneTooMany
                | Doubt::Letters,
            )
            | None => false,
        };
        if !may_be_said || !self.message.orders.is_empty() || own.cut {
            return;
        }
        let Some(said) = sentences::said(&own.lines, self.letters) else {
            return;
        };
        let line = own.lines.get(said.line).map(|line| printable(line));
        self.message.unread = None;
        self.message.in_a_sentence = true;
        self.message.said_of = said.side;
        self.message.said_again = said.theirs;
        self.message.orders.push(Order {
            game: None,
            may_be_move_number: false,
            command: Command::Moves(said.moves),
            typed: line.clone().unwrap_or_default(),
        });
        if said.offers_draw {
            self.message.orders.push(Order {
                game: None,
                may_be_move_number: false,
                command: Command::OfferDraw,
                typed: line.unwrap_or_default(),
            });
        }
        let words: Vec<String> = own
            .lines
            .iter()
            .enumerate()
            .filter(|(at, _)| said.with_words || *at != said.line)
            .map(|(_, line)| printable(line))
            .collect();
        self.greeting = None;
        let text = words.join("\n").trim().to_owned();
        self.message.talk = (!text.is_empty()).then_some(text);
    }

    fn look_at_doubtful(&mut self, own: &OwnWords) {
        let line = own
            .doubtful
            .iter()
            .take(2 * LINES_SCANNED)
            .find(|line| self.is_one_order(line));
        if let Some(line) = line.cloned() {
            let line = printable(&line);
            self.doubt(&line, Some(line.clone()), Doubt::OutsideOwnWords);
        }
    }

    fn read_subject(&mut self, subject: &str) {
        let bare = subject::bare(subject);
        if subject::is_ours(bare.text) {
            return;
        }
        if let Reading::Orders(orders) = self.read_line(bare.text) {
            let safe = !bare.answered
                || orders
                    .iter()
                    .all(|order| matches!(order.command, Command::Moves(_)));
            if safe {
                self.collect_fens(bare.text, &orders);
                self.message.orders = orders;
                self.message.from_subject = true;
            }
        }
    }

    /// Whether a line is a single move, or a command that nobody writes by chance.
    fn is_one_order(&self, line: &str) -> bool {
        // Asked of many lines, and nobody writes an order so long in the middle of a letter.
        if line.len() > LINE_SEARCHED {
            return false;
        }
        if self.is_one_move(line) {
            return true;
        }
        let Reading::Orders(orders) = self.read_line(line) else {
            return false;
        };
        orders
            .iter()
            .any(|order| order.command.properties().reading == ReadAs::Order)
    }

    fn is_one_move(&self, line: &str) -> bool {
        if line.len() > LINE_SEARCHED {
            return false;
        }
        let plain = printable(line);
        // A word such as "be" may be a move where one is expected, but not in the middle of a letter.
        plain
            .chars()
            .any(|c| c.is_ascii_digit() || c == 'O' || c == 'o')
            && plain.split_whitespace().count() <= 3
            && read_moves(&plain, self.letters).is_some_and(|moves| moves.len() == 1)
    }

    /// Orders to move are taken back; all others stand.
    fn drop_moves(&mut self) {
        self.message.orders.retain(|order| {
            !matches!(
                order.command,
                Command::Moves(_)
                    | Command::OfferDraw
                    | Command::ClaimDraw(_)
                    | Command::Prepare(_)
            )
        });
        self.moves_at.clear();
    }

    fn doubt(&mut self, line: &str, did_you_mean: Option<String>, reason: Doubt) {
        if self.message.unread.is_none() {
            self.message.unread = Some(Unread {
                line: printable(&line.chars().take(1_000).collect::<String>())
                    .chars()
                    .take(200)
                    .collect(),
                did_you_mean,
                word: None,
                reason,
            });
        }
    }

    fn talk(&mut self, lines: &[String]) {
        if !self.message.orders.is_empty()
            && let Some((secret, doubt)) = self.secret_in(lines)
        {
            self.keep_back(&secret, doubt);
            return;
        }
        match pasted::games(lines) {
            Some(found) => {
                let (above, below) = (lines.get(..found.start), lines.get(found.end..));
                for words in [above, below].into_iter().flatten() {
                    self.collect_fens(&without_quoted(words), &[]);
                }
                self.score(lines.get(found).unwrap_or_default());
            }
            None => self.collect_fens(&without_quoted(lines), &[]),
        }
        let greeting = self.greeting.take();
        let all: Vec<String> = greeting
            .into_iter()
            .chain(self.behind.drain(..))
            .chain(lines.iter().map(|line| printable(line)))
            .collect();
        let text = all.join("\n").trim().to_owned();
        self.message.talk = (!text.is_empty()).then_some(text);
    }

    fn collect_fens(&mut self, line: &str, orders: &[Order]) {
        let names_one = |order: &Order| {
            position_of(order).is_some() || matches!(order.command, Command::Search(_))
        };
        if orders.iter().any(names_one) {
            return;
        }
        let plain = printable(line);
        for fen in find_fens(&plain) {
            if self.message.fens.len() < FENS {
                self.message.fens.push(fen.to_owned());
            }
        }
    }
}

/// Whom an order challenges, as written.
fn challenged(order: &Order) -> Option<&str> {
    match &order.command {
        Command::Challenge { opponent, .. } => Some(opponent),
        _ => None,
    }
}

/// Whether two texts name the same opponent, whatever their letter case.
fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Whether this is a note without words, and words that may be its text stand farther below. Without a colon it is none
/// that takes an earlier one back.
fn is_apart_from_its_text(note: &Note, line: &str, below: &[String]) -> bool {
    let right_below = below.first().is_some_and(|line| !line.trim().is_empty());
    let farther_below = below.iter().any(|line| !line.trim().is_empty());
    let empty = note.text.is_empty() && note.glyph.is_none();
    empty && !right_below && (farther_below || !line.contains(':'))
}

/// Words for the opponent without what stands between backticks: a position there is drawn for him, and it is not one to
/// be compared with the game.
fn without_quoted(lines: &[String]) -> String {
    let text = lines.join("\n");
    let mut parts: Vec<&str> = text.split('`').collect();
    // A backtick that is not closed quotes nothing.
    let closed = parts.len() - 1 + parts.len() % 2;
    let unclosed = parts.split_off(closed.min(parts.len()));
    let outside = parts.iter().step_by(2).chain(&unclosed);
    outside.copied().collect::<Vec<&str>>().join(" ")
}

/// The position that a command has behind it, as written: it is not one to be compared with a game.
fn position_of(order: &Order) -> Option<&str> {
    match &order.command {
        Command::Board(Some(fen))
        | Command::Chess960(Some(fen))
        | Command::Challenge {
            setup: Setup::Fen(fen) | Setup::Chess960(Some(fen)),
            ..
        } => Some(fen),
        _ => None,
    }
}

/// A line in printable characters: no controls, nothing invisible, blanks of every kind made plain.
pub(crate) fn printable(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for character in line.chars() {
        match character {
            // Variation selectors and joiners belong to emoji; the move reader knows what to do with them.
            '\u{FE0E}' | '\u{FE0F}' | '\u{200D}' => text.push(character),
            other if lines::is_invisible(other) => {}
            other if other.is_whitespace() || other.is_control() => text.push(' '),
            other => text.push(other),
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// The same line with plain quotation marks in the place of those that mail programs make of them, character by character.
/// It is for reading; what is passed on stays as it was written.
pub(crate) fn with_plain_marks(printable: &str) -> String {
    printable
        .chars()
        .map(|character| match character {
            '\u{2018}' | '\u{2019}' => '\'',
            '\u{201C}' | '\u{201D}' => '"',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(body: &str, subject: &str) -> Message {
        read(&own_words(body, None), subject, Letters::default())
    }

    fn typed(message: &Message) -> Vec<&str> {
        message
            .orders
            .iter()
            .map(|order| order.typed.as_str())
            .collect()
    }

    #[test]
    fn commands_come_before_talk() {
        let read = message("Nf3\ndraw\n\nNice game so far.\nBob\n", "");
        assert_eq!(typed(&read), ["Nf3", "draw"]);
        assert_eq!(read.talk.as_deref(), Some("Nice game so far.\nBob"));
        assert_eq!(read.unread, None);
    }

    #[test]
    fn a_position_that_was_wrapped_is_read_whole() {
        for (body, expected) in [
            (
                "challenge bob@example.net fen\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
            ),
            (
                "challenge bob@example.net as white fen 4k3/8/8/8/8/8/4P3/4K3 w\n- - 5 39\n\nHave fun!\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
            ),
            (
                "challenge bob@example.net fen 4k3/8/8/8/8/8/4P3/4K3 w - -\nHave fun!\n",
                "4k3/8/8/8/8/8/4P3/4K3 w - -",
            ),
        ] {
            let read = message(body, "");
            let [order] = read.orders.as_slice() else {
                panic!("{body}: {read:?}");
            };
            assert_eq!(position_of(order), Some(expected), "{body}");
            assert_eq!(read.fens, Vec::<String>::new(), "{body}");
            assert_eq!(read.unread, None, "{body}");
        }
    }

    #[test]
    fn a_position_between_backticks_is_for_the_opponent() {
        let kings = "8/8/8/4k3/8/8/8/4K3";
        for (body, fens) in [
            (format!("Nf3\n\nI had `{kings}` in mind.\n"), 0),
            (format!("say look at `{kings} w\n- - 0 1`!\n"), 0),
            (format!("Nf3\n\nI have {kings} here.\n"), 1),
            (format!("Nf3\n`{kings}`\n"), 1),
            (format!("Nf3\n\nA `mark that is not closed: {kings}\n"), 1),
        ] {
            assert_eq!(message(&body, "").fens.len(), fens, "{body}");
        }
    }

    #[test]
    fn a_greeting_does_not_hide_the_move() {
        let read = message("Hi Bob,\n\nNf3\n\nCheers\n", "");
        assert_eq!(typed(&read), ["Nf3"]);
        assert_eq!(read.talk.as_deref(), Some("Hi Bob,\nCheers"));
    }

    #[test]
    fn a_move_below_prose_is_asked_about_where_it_may_be_a_part_of_it() {
        let read = message("That was a good move of yours.\nNf3\n", "");
        assert_eq!(typed(&read), ["Nf3"]);
        assert_eq!(read.talk.as_deref(), Some("That was a good move of yours."));
        let read = message("That was a good move of yours, but what about\nNf3\n", "");
        assert!(read.orders.is_empty());
        let unread = read.unread.unwrap();
        assert_eq!(unread.did_you_mean.as_deref(), Some("Nf3"));
        assert_eq!(unread.reason, Doubt::BelowProse);
    }

    #[test]
    fn an_order_below_prose_is_mentioned() {
        let read = message("How are you?\nresign\n", "");
        assert!(read.orders.is_empty());
        assert_eq!(read.unread.unwrap().did_you_mean.as_deref(), Some("resign"));
        let read = message("Nf3\nNice game, shall we stop here?\ndraw\n", "");
        assert_eq!(typed(&read), ["Nf3"]);
        assert_eq!(read.unread.unwrap().did_you_mean.as_deref(), Some("draw"));
    }

    #[test]
    fn a_player_called_ed_may_sign() {
        let read = message("Nf3\n\nEd\n", "");
        assert_eq!(typed(&read), ["Nf3"]);
        assert_eq!(read.talk.as_deref(), Some("Ed"));
    }

    #[test]
    fn prose_plays_nothing() {
        let read = message("I think a4 is weak\n", "");
        assert!(read.orders.is_empty());
        assert_eq!(read.unread.unwrap().did_you_mean, None);
        assert_eq!(read.talk.as_deref(), Some("I think a4 is weak"));
    }

    #[test]
    fn two_moves_are_a_question() {
        for body in [
            "e4\nd4\n",
            "e4\n\nd4\n",
            "e4 or d4\n",
            "e4\nor maybe\nd4?\n",
            "e4? d4!\n",
            "draw\ne4 or d4\n",
            "e4\n\nNo, d4\n",
        ] {
            let read = message(body, "");
            assert!(
                !read
                    .orders
                    .iter()
                    .any(|order| matches!(order.command, Command::Moves(_))),
                "{body}"
            );
            assert_eq!(read.unread.unwrap().reason, Doubt::Alternatives, "{body}");
        }
    }

    #[test]
    fn moves_in_two_games_are_two_orders() {
        let read = message("42 Nf3\n43 e5\n", "");
        assert_eq!(read.orders.len(), 2);
        assert_eq!(read.orders[1].game, Some(43));
    }

    #[test]
    fn conditional_moves_may_stand_behind_a_move_on_its_line() {
        for (body, orders, unread) in [
            ("Nxd4, and if Bxd4 then Be6.\n", 2, None),
            ("Nxd4; if Bxd4 then Be6\n", 2, None),
            ("Nxd4 and if you like a pint\n", 0, Some(Doubt::Prose)),
            (
                "Nxd4, and if Bxd4 then Be6 as always\n",
                1,
                Some(Doubt::Conditional),
            ),
        ] {
            let read = message(body, "");
            assert_eq!(read.orders.len(), orders, "{body}");
            assert_eq!(read.unread.map(|unread| unread.reason), unread, "{body}");
            assert!(orders == 0 || read.talk.is_none(), "{body}");
        }
    }

    #[test]
    fn a_number_below_a_move_is_no_choice() {
        let read = message("Nf6\n\n73,\nChuck\n", "");
        assert_eq!(typed(&read), ["Nf6"]);
        assert_eq!(read.talk.as_deref(), Some("73,\nChuck"));
        assert_eq!(message("2\n", "").orders[0].command, Command::Choice(2));
    }

    #[test]
    fn the_same_said_twice_is_one_order() {
        assert_eq!(message("Nf3\nNf3\n", "").orders.len(), 1);
        assert_eq!(message("help\nhelp\ngames\nhelp\n", "").orders.len(), 2);
        let games = "challenge bob as white\n".repeat(2);
        assert_eq!(message(&games, "").orders.len(), 2);
    }

    #[test]
    fn a_line_of_play_may_take_two_lines() {
        let read = message("12. Nf3 Nc6\n13. Bb5\n", "");
        assert_eq!(read.orders.len(), 1);
        assert_eq!(read.unread, None);
    }

    #[test]
    fn say_takes_everything_after_it() {
        let read = message("Nf3\nsay hello\nresign\n\ne4\n", "");
        assert_eq!(read.orders.len(), 2);
        assert_eq!(
            read.orders[1].command,
            Command::Say("hello\nresign\n\ne4".to_owned())
        );
        assert_eq!(read.talk, None);
        let first = message("say: Nf3 was strong\n", "");
        assert_eq!(
            first.orders[0].command,
            Command::Say("Nf3 was strong".to_owned())
        );
    }

    #[test]
    fn only_the_first_lines_are_scanned() {
        let body = format!("{}resign\n", "help\n".repeat(LINES_SCANNED));
        let read = message(&body, "");
        assert!(
            read.orders
                .iter()
                .all(|order| order.command != Command::Resign)
        );
        assert_eq!(read.talk, None);
        let unread = read.unread.unwrap();
        assert_eq!(
            (unread.line.as_str(), unread.reason),
            ("resign", Doubt::OneTooMany)
        );
        let body = format!("{}resign\n\nGood luck!\n", "help\n".repeat(LINES_SCANNED));
        assert_eq!(message(&body, "").talk.as_deref(), Some("Good luck!"));
        let body = format!("{}Good luck!\n", "help\n".repeat(LINES_SCANNED));
        let read = message(&body, "");
        assert_eq!(read.talk.as_deref(), Some("Good luck!"));
        assert_eq!(read.unread, None);
    }

    #[test]
    fn nothing_below_a_lone_note_or_if_is_for_the_opponent() {
        let note = |read: &Message| {
            read.orders.iter().find_map(|order| match &order.command {
                Command::Note(note) => Some(note.text.clone()),
                _ => None,
            })
        };
        let secret = "the pawn is poisoned";
        for head in ["note", "Note:", "note 1", "*note*"] {
            for body in [
                format!("Nf3\n{head}\n{secret}\n\nGood luck!\n"),
                format!("Nf3\n\n{head}\n{secret}\n\nGood luck!\n"),
            ] {
                let read = message(&body, "");
                assert_eq!(note(&read).as_deref(), Some(secret), "{body}");
                assert_eq!(read.talk.as_deref(), Some("Good luck!"), "{body}");
                assert_eq!(read.unread, None, "{body}");
            }
            for body in [
                format!("Nf3\n{head}\n\n{secret}\n"),
                format!("Nf3\n\n{head}\n\n{secret}\n\nGood luck!\n"),
                format!("Nf3\n\nGood luck!\n\n{head}\n{secret}\n"),
                format!("Nf3\n\nGood luck!\n{head}\n\n{secret}\n"),
                format!("Nf3\nsay Good luck!\n{head}\n{secret}\n"),
            ] {
                let read = message(&body, "");
                assert_eq!(typed(&read), ["Nf3"], "{body}");
                assert_eq!(read.talk, None, "{body}");
                assert_eq!(read.unread.unwrap().reason, Doubt::NoteBelow, "{body}");
            }
        }
        for head in ["if", "If:"] {
            for body in [
                format!("Nf3\n{head}\nNc6 then Bb5\n"),
                format!("Nf3\n\n{head}\n\nthe pawn is poisoned\n"),
                format!("Nf3\n\nGood luck!\n{head}\nNc6 then Bb5\n"),
                format!("Nf3\n\nGood luck\n{head}\nNc6 then Bb5\n"),
                format!("Nf3\n\nGood luck\n{head}\nNc6 Bb5\n"),
                format!("Nf3\n\nGood luck!\n\n{head}\n{secret}\n"),
                format!("Nf3\nsay Good luck!\n{head}\nNc6 Bb5\n"),
            ] {
                let read = message(&body, "");
                assert_eq!(typed(&read), ["Nf3"], "{body}");
                assert_eq!(read.talk, None, "{body}");
                assert!(
                    matches!(
                        read.unread.as_ref().map(|unread| unread.reason),
                        Some(Doubt::Conditional | Doubt::ConditionOrWords)
                    ),
                    "{body} {:?}",
                    read.unread
                );
            }
        }
        // What a note without words takes back.
        let read = message("Nf3\nnote:\n", "");
        assert_eq!(note(&read).as_deref(), Some(""));
        // Words that are wrapped.
        let wrapped = "Nf3\n\nI wonder whether you would have liked it\nif\nhttps://example.org/a-long-address\n";
        assert!(message(wrapped, "").talk.is_some());
    }

    #[test]
    fn the_subject_counts_only_when_the_mail_is_empty() {
        let read = message("\n", "Nf3");
        assert_eq!(typed(&read), ["Nf3"]);
        assert!(read.from_subject);
        assert_eq!(typed(&message("", "Re: Nf3")), ["Nf3"]);
        assert_eq!(
            typed(&message("Sent from my iPhone\n", "resign")),
            ["resign"]
        );
        for subject in [
            "Re: resign",
            "Chess game 42: resign - draw",
            "Re: Chess game 42: Ann - Bob",
            "hello",
        ] {
            assert!(message("", subject).orders.is_empty(), "{subject}");
        }
        assert_eq!(typed(&message("e5\n", "Nf3")), ["e5"]);
        let prose = message("hello\n", "Nf3");
        assert_eq!(prose.unread.unwrap().did_you_mean.as_deref(), Some("Nf3"));
    }

    #[test]
    fn a_move_in_the_signature_is_asked_about() {
        let read = message("-- \nNf3\n", "");
        assert!(read.orders.is_empty());
        assert_eq!(read.unread.unwrap().reason, Doubt::OutsideOwnWords);
        let played = message("e4\n-- \nNf3\n", "");
        assert_eq!(typed(&played), ["e4"]);
        assert_eq!(played.unread, None);
    }

    #[test]
    fn a_move_that_may_be_ours_is_asked_about() {
        let sent = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O\n";
        let answer = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4\nNf6\n";
        let read = read(&own_words(answer, Some(sent)), "", Letters::default());
        assert!(read.orders.is_empty());
        assert_eq!(read.unread.unwrap().did_you_mean.as_deref(), Some("Nf6"));
    }

    #[test]
    fn positions_are_collected_wherever_they_stand() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        for body in [
            format!("Nf6\n{fen}\nhello\n"),
            format!("{fen}\nNf6\n"),
            format!("Nf6 {fen}\n"),
            format!("Nf6\n\nmy board is {fen} now\n"),
        ] {
            let read = message(&body, "");
            assert_eq!(read.fens, [fen], "{body}");
            assert_eq!(read.orders.len(), 1, "{body}");
        }
        assert!(message(&format!("board {fen}\n"), "").fens.is_empty());
    }

    #[test]
    fn near_misses_beside_orders_are_mentioned() {
        let read = message("Nf3\nresgin\n", "");
        assert_eq!(typed(&read), ["Nf3"]);
        assert_eq!(read.unread.unwrap().did_you_mean.as_deref(), Some("resign"));
    }
}
