//! Orders out of the lines of a mail: commands come before prose, one a line, and the first line that is neither ends them.
//!
//! - `walk`: line by line through the player's own words.
//! - `orders`: what a line adds to what was read above it.
//! - `conditions`: conditional moves, and what must not be passed on because it may be one.
//! - `words`: what is for the opponent.
//! - `next`: how it goes on behind a line.
//! - `further`: where no line is an order of its own: in sentences, in the subject, in the words of people.

mod conditions;
mod further;
mod next;
mod orders;
mod walk;
mod words;

#[cfg(test)]
pub(super) use words::position_of;

use super::command::{Answer, Command, Effect, Matter, Order, ReadAs};
use super::line::{self, Reading};
use super::message::{AlsoUnread, Doubt, Message, Unread};
use super::{OwnWords, below, printable, sentences};
use crate::budget::{LINE_SEARCHED, LINES_SCANNED, LINES_SEARCHED};
use crate::chess::notation::{Letters, read_moves};
use std::cell::RefCell;
use std::collections::HashMap;

/// Reads the player's own words and, where there are none, the subject, by these piece letters.
pub(super) fn read(own: &OwnWords, subject: &str, letters: Letters) -> Message {
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
    reader.put_below_headings();
    if reader.is_undone(&own.lines) {
        reader.look_for_what_is_meant(own);
        return reader.message;
    }
    reader.look_for_consent(own);
    reader.look_below_a_refusal(own);
    // A game beside words may be nothing new, and then the words count.
    let is_score = |order: &Order| matches!(order.command, Command::Score(_));
    if reader.message.orders.iter().all(is_score) {
        reader.look_further(own, subject);
        reader.look_into_sentences(own);
    }
    reader.look_for_consent_before_a_move(own);
    reader.look_for_consent_below_a_move(own);
    reader.look_for_what_is_meant(own);
    reader.look_for_yes_to_a_move(own);
    reader.settle_number(own);
    reader.message
}

/// Whether a line is one move in some language, or one command that nobody writes by chance.
pub(super) fn is_an_order(line: &str) -> bool {
    Letters::ALL
        .into_iter()
        .any(|letters| Reader::of(letters).is_one_order(line))
}

/// Whether a line resigns a game.
pub(super) fn resigns(line: &str) -> bool {
    let Reading::Orders(orders) = Reader::of(Letters::English).read_line(line) else {
        return false;
    };
    let resigns = |order: &Order| matches!(order.command, Command::Resign);
    orders.iter().any(resigns)
}

/// Whether a line orders that the games below it are entered.
pub(super) fn orders_games(line: &str) -> bool {
    let Reading::Orders(orders) = Reader::of(Letters::English).read_line(line) else {
        return false;
    };
    orders.iter().any(|order| brings_games(&order.command))
}

fn brings_games(command: &Command) -> bool {
    matches!(command, Command::Enter { .. } | Command::Overwrite { .. })
}

/// The line below the first that says that what stands above it does not count, or is not its writer's; one may say so in a
/// clause, and the first one of itself, behind its order.
fn undone_by(lines: &[String]) -> Option<&String> {
    let mut said = lines.iter().filter(|line| !line.trim().is_empty());
    let first = said.next()?;
    if below::undoes_behind(first) {
        return Some(first);
    }
    said.take(LINES_SEARCHED).find(|line| {
        below::undoes_in_a_clause(line) || below::disowns(line) || below::went_wrong(line)
    })
}

/// The line right below an order which takes it back: "stop", and below it "Wait, I'm still thinking". Below a move it may be talk, and
/// what gives a game up is asked about whatever stands below it.
fn taken_back_by<'a>(orders: &[Order], lines: &'a [String]) -> Option<&'a String> {
    let stands = |order: &Order| {
        matches!(
            order.command,
            Command::Moves(_) | Command::Score(_) | Command::Resign | Command::Abort(_)
        )
    };
    let changes = |order: &Order| order.command.properties().effect == Effect::Changes;
    if !orders.iter().any(changes) || orders.iter().any(stands) {
        return None;
    }
    // "accept draw (no way)"
    let refused = orders
        .iter()
        .find(|order| may_be_refused(order) && below::refuses_behind(&order.typed));
    if let Some(order) = refused {
        return lines.iter().find(|line| stands_on(order, line));
    }
    let below = below_the_orders(orders, lines)?;
    let refused = !orders.iter().any(refuses) && below::refuses_an_order(below);
    let corrected = orders.iter().any(agrees) && below::corrects_an_answer(below);
    (below::undoes_an_order(below) || refused || corrected).then_some(below)
}

/// The first line, where a bare "yes" or "no" stands beside an order that says the contrary: "No", and below it "accept draw"; or
/// where a "stop" stands beside a move, to which it may be said.
fn contradicted_by<'a>(orders: &[Order], lines: &'a [String]) -> Option<&'a String> {
    let stops =
        orders.iter().any(|order| order.command == Command::Stop) && orders.iter().any(plays_here);
    // Two answers in so many words are a question that tells both.
    let contradicts = |order: &Order| {
        let mut others = orders.iter().filter(|other| other.game == order.game);
        others.any(|other| {
            order.command == Command::No && agrees(other)
                || order.command == Command::Yes && refuses(other)
        })
    };
    (stops || orders.iter().any(contradicts))
        .then(|| lines.iter().find(|line| !line.trim().is_empty()))
        .flatten()
}

/// The line of a condition without an answer, where a move stands below it that may be the answer: "If you play d6 I answer", and
/// below it "Nf3".
fn made_conditional_by<'a>(orders: &[Order], lines: &'a [String]) -> Option<&'a String> {
    let condition = orders.windows(2).find_map(|pair| match pair {
        [condition, answer] if is_unanswered(condition) && plays_here(answer) => Some(condition),
        _ => None,
    })?;
    lines.iter().find(|line| stands_on(condition, line))
}

/// Whether an order is a condition whose last line ends with a move of the opponent's.
fn is_unanswered(order: &Order) -> bool {
    let Command::Prepare(prepared) = &order.command else {
        return false;
    };
    prepared.last().is_some_and(|line| line.len() % 2 == 1)
}

/// Whether an order moves in the game that the letter answered is about.
fn plays_here(order: &Order) -> bool {
    matches!(order.command, Command::Moves(_)) && order.game.is_none()
}

fn agrees(order: &Order) -> bool {
    matches!(
        order.command,
        Command::Accept
            | Command::AcceptDraw
            | Command::AcceptPause
            | Command::Takeback(Answer::Accept)
            | Command::Yes
    )
}

/// Whether words on the line of an order may refuse it, as words that are a part of others cannot: "note: Qh5, maybe".
fn may_be_refused(order: &Order) -> bool {
    agrees(order)
        || matches!(
            order.command,
            Command::OfferDraw | Command::Takeback(Answer::Offer)
        )
}

fn refuses(order: &Order) -> bool {
    matches!(
        order.command,
        Command::Decline
            | Command::DeclineDraw
            | Command::DeclinePause
            | Command::Takeback(Answer::Decline)
    )
}

/// The line by which a move is not meant: its sentence goes on there, as in "c5" above "is tempting", it makes a condition of it, or
/// says that the move is still to come; or by which an order is not that ends a game or begins one: it was for somebody else.
fn unsettled_by<'a>(orders: &[Order], lines: &'a [String]) -> Option<&'a String> {
    let ends = |order: &Order| {
        matches!(
            order.command,
            Command::Accept | Command::AcceptDraw | Command::Resign
        ) && order.game.is_none()
    };
    if orders.len() == 1 && orders.iter().all(ends) {
        return sentences::misdirected(lines);
    }
    // A move, and perhaps a draw offer with it.
    let beside = |order: &Order| plays_here(order) || order.command == Command::OfferDraw;
    if orders.iter().filter(|order| plays_here(order)).count() != 1 || !orders.iter().all(beside) {
        return None;
    }
    below_the_orders(orders, lines)
        .filter(|line| {
            unsettles(line)
                || orders
                    .iter()
                    .any(|order| sentences::is_explained(order.typed.trim(), line))
        })
        .or_else(|| {
            let mut below = lines.iter().skip(1).take(LINES_SEARCHED);
            below.find(|line| below::thinks_again(line))
        })
        .or_else(|| sentences::pending(lines))
}

/// The line right below the first one and those below it that are orders as well, and do not answer one.
fn below_the_orders<'a>(orders: &[Order], lines: &'a [String]) -> Option<&'a String> {
    let answers = |order: &Order| matches!(order.command, Command::Yes | Command::No);
    let is_order = |line: &&String| {
        let mut orders = orders.iter();
        orders.any(|order| !answers(order) && stands_on(order, line))
    };
    let said = lines.iter().filter(|line| !line.trim().is_empty());
    said.skip(1).find(|line| !is_order(line))
}

/// Whether an order is what this line says.
fn stands_on(order: &Order, line: &str) -> bool {
    order.typed.trim() == printable(line).trim()
}

/// Whether a line right below a move makes something else of it than the move that is played.
fn unsettles(line: &str) -> bool {
    below::goes_on(line) || below::restricts_a_move(line) || below::retracts(line)
}

/// The line right below one that agrees to something, which makes a condition of that.
fn restricted_by<'a>(orders: &[Order], lines: &'a [String]) -> Option<&'a String> {
    let mut said = lines.iter().filter(|line| !line.trim().is_empty());
    let below = said.nth(1)?;
    (orders.len() == 1 && orders.iter().all(agrees) && below::restricts(below)).then_some(below)
}

/// So many more lines of a mail are told of that were not done.
const MOST_ALSO_UNREAD: usize = 5;

/// Words of the longest order that is looked for so.
const WORDS_SEARCHED: usize = 20;

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

    fn read_line(&self, line: &str) -> Reading {
        if let Some(reading) = self.known.borrow().get(line) {
            return reading.clone();
        }
        let reading = line::read_line(line, self.letters);
        // The lines of play of a whole mail are too many to be kept twice.
        if matches!(reading, Reading::Conditions(..)) {
            return reading;
        }
        self.known
            .borrow_mut()
            .insert(line.to_owned(), reading.clone());
        reading
    }

    fn is_played(&self, line: &str) -> bool {
        let Reading::Orders(orders) = self.read_line(line) else {
            return false;
        };
        let is_known = |order: &Order| {
            let mut known = self.message.orders.iter();
            known.any(|known| known.command == order.command)
        };
        orders.iter().all(is_known)
    }

    /// Whether a line is a single move, or a command that nobody writes by chance.
    fn is_one_order(&self, line: &str) -> bool {
        if !is_short(line) {
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

    /// Whether a line is an order for a game that it names, and none of those above is for that one.
    fn is_for_another_game(&self, line: &str) -> bool {
        if self.message.orders.is_empty() || !is_short(line) {
            return false;
        }
        let Reading::Orders(orders) = self.read_line(line) else {
            return false;
        };
        let is_other = |order: &Order| {
            let mut above = self.message.orders.iter();
            order.game.is_some() && above.all(|above| above.game != order.game)
        };
        orders.iter().all(is_other)
    }

    /// Whether a line is an order about no game, or nearly one, below orders whose words go to nobody: there it is no talk.
    fn is_for_us(&self, line: &str) -> bool {
        let no_reader = |order: &Order| {
            let challenges = matches!(order.command, Command::Challenge { .. });
            order.command.properties().matter == Matter::Other && !challenges
        };
        let above = &self.message.orders;
        if above.is_empty() || !above.iter().all(no_reader) || !is_short(line) {
            return false;
        }
        match self.read_line(line) {
            Reading::Orders(orders) => orders.iter().all(|order| {
                let answers = matches!(order.command, Command::Yes | Command::No);
                order.command.properties().matter == Matter::Other && !answers
            }),
            Reading::Near(_) => true,
            Reading::Position
            | Reading::Conditions(..)
            | Reading::ConditionsBelow(_)
            | Reading::ConditionsUnread(_)
            | Reading::Note(..)
            | Reading::Say(..)
            | Reading::Greeting
            | Reading::Alternatives
            | Reading::Thanks
            | Reading::Prose => false,
        }
    }

    /// Whether a line is an order, and no move but one in a game that it names: a short word can be a move.
    fn is_other_than_a_move(&self, line: &str) -> bool {
        let Reading::Orders(orders) = self.read_line(line) else {
            return false;
        };
        let is_move = |order: &Order| matches!(order.command, Command::Moves(_));
        is_short(line)
            && orders
                .iter()
                .all(|order| !is_move(order) || order.game.is_some())
    }

    /// "Game 2", and below it "e5": the order is for that game, and nobody wants to be shown it.
    fn put_below_headings(&mut self) {
        let mut heading: Option<(i64, usize)> = None;
        let mut used = Vec::new();
        for (at, order) in self.message.orders.iter_mut().enumerate() {
            let typed = order.typed.trim().to_lowercase();
            if matches!(order.command, Command::Show)
                && ["game", "in game", "partie", "in partie", "#"]
                    .iter()
                    .any(|head| typed.starts_with(head))
            {
                heading = order.game.map(|game| (game, at));
            } else if let Some((game, place)) = heading
                && order.game.is_none()
                && order.command.properties().matter == Matter::Game
            {
                order.game = Some(game);
                used.push(place);
            }
        }
        let mut at = 0;
        self.message.orders.retain(|_| {
            at += 1;
            !used.contains(&(at - 1))
        });
    }

    /// Whether a line below the first says that the mail does not count, or is not its writer's: "ignore the above", "I never
    /// wrote that", below what a program gives back without a mark. Then nothing of it is done, and nothing passed on.
    fn is_undone(&mut self, lines: &[String]) -> bool {
        let orders = &self.message.orders;
        // "No", and below it "That was not me".
        if orders.iter().all(|order| order.command == Command::No) {
            return false;
        }
        let line = undone_by(lines)
            .or_else(|| contradicted_by(orders, lines))
            .or_else(|| made_conditional_by(orders, lines))
            .or_else(|| restricted_by(orders, lines))
            .or_else(|| taken_back_by(orders, lines));
        // Whose an address is is so, whatever its reader says below; what else a "yes" does, the question knows.
        if orders.iter().all(|order| order.command == Command::Yes) {
            self.message.undone = line.is_some() || sentences::misdirected(lines).is_some();
            return false;
        }
        let Some(line) = line.or_else(|| unsettled_by(orders, lines)).cloned() else {
            return false;
        };
        self.message.orders.clear();
        self.message.talk = None;
        self.message.unread = None;
        self.doubt(&line, None, Doubt::Undone);
        true
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

    /// Orders to move are taken back, and what may be a "no" or a "stop" to one of them; all others stand.
    fn drop_moves(&mut self) {
        self.message.orders.retain(|order| {
            !matches!(
                order.command,
                Command::Moves(_)
                    | Command::OfferDraw
                    | Command::ClaimDraw(_)
                    | Command::Prepare(_)
                    | Command::Yes
                    | Command::No
                    | Command::Stop
            )
        });
        self.moves_at.clear();
    }

    /// Lines below one that was not understood, up to a blank one, of which nothing is done either, where they are orders or
    /// nearly so.
    fn doubt_also(&mut self, below: &[String]) {
        let lines = below.iter().take_while(|line| !line.trim().is_empty());
        for line in lines.take(LINES_SCANNED) {
            let did_you_mean = if let Reading::Near(meant) = self.read_line(line) {
                Some(meant).filter(|meant| meant != line.trim())
            } else if self.is_one_order(line) || self.is_other_than_a_move(line) {
                None
            } else {
                continue;
            };
            if self.message.also_unread.len() == MOST_ALSO_UNREAD {
                return;
            }
            let line = shortened(line);
            self.message
                .also_unread
                .push(AlsoUnread { line, did_you_mean });
        }
    }

    fn doubt(&mut self, line: &str, did_you_mean: Option<String>, reason: Doubt) {
        if self.message.unread.is_none() {
            self.message.unread = Some(Unread {
                line: shortened(line),
                did_you_mean,
                word: None,
                reason,
            });
        }
    }
}

/// Whether a line may be an order in the middle of a letter. Asked of many lines, and nobody writes a longer one there.
fn is_short(line: &str) -> bool {
    line.len() <= LINE_SEARCHED && line.split_whitespace().nth(WORDS_SEARCHED).is_none()
}

/// A line as an answer repeats it.
fn shortened(line: &str) -> String {
    let line = printable(&line.chars().take(1_000).collect::<String>());
    line.chars().take(200).collect()
}
