//! What a question shows of a mail that proves too little.
//!
//! Anybody may have written that mail. So each order is spelled anew from what was read: a move as SAN, a command in its
//! standard words, an address whole, a position as a FEN of ours; of words that are nobody's order only how many lines
//! they are and for whom. The items also bind: a mail that was confirmed is done as far as it spells the same then.

use super::chosen::choices_among;
use super::moves::numbered;
use super::prepared::from_here;
use super::scores::{Brought, NextOf, WithIt};
use super::{Clerk, Sender};
use crate::budget::CHALLENGES;
use crate::chess::{self, GivenPosition, Letters, Reading, Spelling, Start, Variant, any_of};
use crate::game::{Conditional, GameNumber};
use crate::language::{Asked, Colour, Command, Matter, Message, Note, Order, Setup};
use crate::letters::{NameKey, clean_name, clean_note, lines_of_talk};
use crate::mail::address;
use crate::mail::write::is_sendable;
use crate::robot::desk::Desk;
use crate::robot::reading::{Content, Read};
use shakmaty::{Chess, Move, Position};

/// Lines of conditional moves that a question shows. A mail with more is to be sent in answer to a letter of ours.
const MOST_CONDITIONS: usize = 12;

/// What a mail asks for.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct AskedFor {
    /// Its orders, in the order in which they were written.
    orders: Vec<Item>,
    /// The words beside them, where they are for somebody.
    words: Option<String>,
    /// What was not read, and so is not done.
    unread: Option<String>,
    /// That there are more than one mail may order; no "yes" does them.
    beyond: Option<String>,
}

/// What of a mail was not named.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Rest {
    pub(in crate::robot) orders: Vec<(Command, String)>,
    pub(in crate::robot) words: Option<String>,
}

#[derive(Clone, Debug)]
struct Item {
    text: String,
    /// Whether a "yes" does it; what is too long to be shown is not done.
    shown: bool,
}

impl AskedFor {
    /// What the question shows, an item each.
    pub(in crate::robot) fn items(&self) -> Vec<String> {
        let orders = self.orders.iter().map(|item| item.text.clone());
        orders
            .chain(self.beyond.clone())
            .chain(self.words.clone())
            .chain(self.unread.clone())
            .collect()
    }

    /// Its orders, an item each.
    pub(in crate::robot) fn orders(self) -> Vec<String> {
        self.orders.into_iter().map(|item| item.text).collect()
    }

    /// Leaves of a mail what was named to whoever confirmed it, each item once and in the words in which it was named.
    /// Returns the rest: orders with their items, and the words.
    pub(in crate::robot) fn bind(self, message: &mut Message, named: &[String]) -> Rest {
        let mut named = named.to_vec();
        let mut take = |item: &String| {
            let at = named.iter().position(|known| known == item);
            at.map(|at| named.swap_remove(at)).is_some()
        };
        let mut rest = Rest::default();
        let orders = std::mem::take(&mut message.orders);
        for (mut order, item) in orders.into_iter().zip(self.orders) {
            if item.shown && take(&item.text) {
                // What answers to it say is ours as well.
                order.typed = item.text;
                message.orders.push(order);
            } else {
                rest.orders.push((order.command, item.text));
            }
        }
        rest.words = self.words.filter(|words| !take(words));
        if rest.words.is_some() {
            message.talk = None;
        }
        rest
    }
}

/// What this mail asks for if it is this player's; of somebody who is none yet only what is about no game.
pub(in crate::robot) fn asked_for(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    sender: Option<&Sender>,
) -> AskedFor {
    let nobody = Sender::nobody();
    let clerk = Clerk::at(desk, read, content, sender.unwrap_or(&nobody));
    let orders = &content.message.orders;
    AskedFor {
        orders: orders.iter().map(|order| clerk.item(order)).collect(),
        words: clerk.words_below(),
        unread: clerk.lines_unread(),
        beyond: beyond(content.message.beyond.len()),
    }
}

/// Challenges beyond what one mail may order, as the question tells of them.
fn beyond(count: usize) -> Option<String> {
    let more = match count {
        0 => return None,
        1 => "1 more challenge, which is not made,".to_owned(),
        count => format!("{count} more challenges, which are not made,"),
    };
    Some(format!(
        "{more} since one mail makes {CHALLENGES} at the most"
    ))
}

impl Clerk<'_, '_, '_> {
    /// An order in our own spelling.
    pub(super) fn spelled(&self, order: &Order) -> String {
        self.item(order).text
    }

    fn item(&self, order: &Order) -> Item {
        let shown = |text: String| Item { text, shown: true };
        let properties = order.command.properties();
        if properties.matter == Matter::Game {
            let Ok(number) = self.game_for(order) else {
                let which = order.game.map_or_else(
                    || "in a game that it does not name".to_owned(),
                    |number| format!("in game {number}"),
                );
                return shown(format!("{} {which}", properties.word));
            };
            let item = if let Command::Prepare(lines) = &order.command {
                self.conditions(number, lines)
            } else {
                shown(self.in_this_game(number, order))
            };
            return Item {
                text: format!("{} in game {number}", item.text),
                ..item
            };
        }
        shown(match properties.asked {
            Asked::Word => properties.word.to_owned(),
            Asked::Whole => self.about_no_game(&order.command),
        })
    }

    /// The words beside the orders, as they are passed on: to whom the mail challenges, and to the opponent of the first
    /// game. Beside a message in that game they are not.
    fn words_below(&self) -> Option<String> {
        let message = &self.content.message;
        let talk = message.talk.as_deref();
        let challenged = self.challenged_by_name();
        let to_them = talk
            .filter(|_| !challenged.is_empty())
            .and_then(|talk| self.for_the_other(talk));
        let game = message.orders.iter().find_map(|order| {
            let in_game = order.command.properties().matter == Matter::Game;
            in_game.then(|| self.game_for(order).ok()).flatten()
        });
        let in_game = game.filter(|&number| !self.says_more(number));
        let to_opponent = in_game.and_then(|number| {
            let said = self.idle_answers();
            let said = said.iter().map(|order| order.typed.as_str()).chain(talk);
            let said: Vec<&str> = said.collect();
            self.without_score(number, said.join("\n"))
        });
        let words = to_opponent.as_ref().or(to_them.as_ref())?;
        let opponent = in_game
            .filter(|_| to_opponent.is_some())
            .map(|number| self.other_in(number));
        let whom: Vec<String> = opponent
            .into_iter()
            .chain(challenged.iter().filter(|_| to_them.is_some()).cloned())
            .collect();
        let only = if to_them.is_some() && challenged.iter().any(|whom| whom.contains('@')) {
            "; an address that is no player's gets none of them"
        } else {
            ""
        };
        let lines = counted(lines_of_talk(words));
        Some(format!(
            "the words below, {lines}, for {}{only}",
            whom.join(" and ")
        ))
    }

    /// Whether the mail has a message in this game; then nothing else is said there.
    fn says_more(&self, number: GameNumber) -> bool {
        let orders = &self.content.message.orders;
        orders.iter().any(|order| {
            matches!(order.command, Command::Say(_)) && self.game_for(order).ok() == Some(number)
        })
    }

    /// What stands below all that is read of a mail that shows nothing.
    fn lines_unread(&self) -> Option<String> {
        let what = match self.content.message.unread_lines {
            0 => return None,
            1 => "1 more line, which is not read and so".to_owned(),
            count => format!("{count} more lines, which are not read and so"),
        };
        Some(format!("{what} not done"))
    }

    /// All whom the mail challenges.
    fn challenged_by_name(&self) -> Vec<String> {
        let orders = self.content.message.orders.iter();
        let challenged = orders.filter_map(|order| order.command.challenged());
        let challenged = challenged.map(|opponent| self.challenged(opponent));
        challenged.collect()
    }

    fn other_in(&self, number: GameNumber) -> String {
        let table = self.desk.tables.get(&number);
        table.map_or_else(
            || "your opponent".to_owned(),
            |table| {
                let other = table.game.other(self.sender.player);
                self.desk.name(other).to_owned()
            },
        )
    }

    fn in_this_game(&self, number: GameNumber, order: &Order) -> String {
        // What "accept" accepts is said.
        let meant = self.meant(number, &[order]);
        let command = meant.first().map_or(&order.command, |meant| &meant.command);
        if let Some(moves) = command.moves() {
            self.move_of(number, moves)
        } else if command.score().is_some() {
            self.move_of_score(number)
        } else if let Command::Choice(chosen) = command {
            self.choice(number, *chosen)
        } else if let Command::Note(note) = command {
            self.note_of(note)
        } else if let Command::Say(text) = command {
            let words = self.for_the_other(text);
            let lines = counted(words.as_deref().map_or(0, lines_of_talk));
            format!("a message of {lines} to {}", self.other_in(number))
        } else {
            command.properties().word.to_owned()
        }
    }

    /// A note, which is kept on one line; without words and marks it takes back the one that there is.
    fn note_of(&self, note: &Note) -> String {
        let which = note
            .move_number
            .map_or_else(String::new, |number| format!(" about move {number}"));
        let text = clean_note(&self.without_private_addresses(&note.text));
        match (text.is_empty(), note.glyph) {
            (true, None) => format!("the note{which} to be taken back"),
            (true, Some(_)) => format!("a note of a mark{which}"),
            (false, _) => format!("a note of 1 line{which}"),
        }
    }

    /// The move of a game in PGN as SAN.
    fn move_of_score(&self, number: GameNumber) -> String {
        let position = self
            .desk
            .tables
            .get(&number)
            .map(|table| table.game.position());
        match (self.brought(number), position) {
            (Brought::Next(next, with_it), Some(position)) => {
                let played = numbered(position, &chess::san(position, next));
                match with_it {
                    WithIt::Nothing => played,
                    WithIt::DrawOffer => format!("{played} and draw"),
                }
            }
            _ => "a game in PGN that brings no move".to_owned(),
        }
    }

    /// The one of these moves that would be played as SAN, or why it is none: what [`Clerk::play`] makes of them.
    fn move_of(&self, number: GameNumber, moves: &[Spelling]) -> String {
        let Some(table) = self.desk.tables.get(&number) else {
            return "a move".to_owned();
        };
        if self.answers_old_mail(number) {
            return "a move for an earlier position".to_owned();
        }
        if table.game.may_move(self.sender.player).is_err() {
            return "a move, although it is not yours to move,".to_owned();
        }
        let position = table.game.position();
        let readable_as = |choices: &[Move]| {
            let sans: Vec<String> = choices
                .iter()
                .map(|&choice| chess::san(position, choice))
                .collect();
            format!("a move that can be read as {}", any_of(&sans))
        };
        let moves = self.by_own_habit(number, moves, position);
        let meant = match self.next_of_score(number, &moves) {
            NextOf::Move(meant) => meant,
            NextOf::Question(choices) => return readable_as(&choices),
            NextOf::Refused(_) => return "moves that do not fit the game".to_owned(),
        };
        let Some(first) = meant.first() else {
            return "a move".to_owned();
        };
        let next = position.fullmoves().get();
        if let Some(wrote) = first.move_number().filter(|wrote| wrote.fullmove != next) {
            return format!("a move with the number {}, not {next},", wrote.fullmove);
        }
        match first.resolve(position) {
            Reading::One(played) => {
                let choices = choices_among(position, &meant);
                if choices.len() > 1 {
                    readable_as(&choices)
                } else {
                    numbered(position, &chess::san(position, played))
                }
            }
            Reading::Several(choices) => readable_as(&choices),
            Reading::Impossible(_) => "a move that is not legal".to_owned(),
        }
    }

    fn choice(&self, number: GameNumber, chosen: u8) -> String {
        let question = self.desk.questions.get(&(number, self.sender.player));
        let choice = question.and_then(|question| {
            let index = usize::from(chosen).checked_sub(1)?;
            question.choices.get(index).copied()
        });
        let position = self
            .desk
            .tables
            .get(&number)
            .map(|table| table.game.position());
        match (choice, position) {
            (Some(choice), Some(position)) => numbered(position, &chess::san(position, choice)),
            _ => format!("the answer {chosen} to a question"),
        }
    }

    /// The conditional moves as they would be kept, behind the move that stands in the same mail.
    fn conditions(&self, number: GameNumber, lines: &[Vec<Spelling>]) -> Item {
        let Some(table) = self.desk.tables.get(&number) else {
            return Item {
                text: "conditional moves".to_owned(),
                shown: true,
            };
        };
        let position = self.after_own_move(number, table.game.position());
        let lines: Vec<_> = lines
            .iter()
            .map(|line| from_here(&table.game, line))
            .collect();
        let (tree, _) = Conditional::read(&position, &lines);
        let kept = tree.shown(&position);
        let (text, shown) = if kept.is_empty() {
            ("conditional moves that cannot be played".to_owned(), true)
        } else if kept.len() > MOST_CONDITIONS {
            let count = kept.len();
            (
                format!("conditional moves, {count} lines, too many to be shown and so not kept,"),
                false,
            )
        } else {
            (format!("conditional moves {}", kept.join("; ")), true)
        };
        Item { text, shown }
    }

    fn after_own_move(&self, number: GameNumber, position: &Chess) -> Chess {
        let orders = &self.content.message.orders;
        let moves = orders
            .iter()
            .filter(|order| order.command.moves().is_some())
            .find(|order| self.game_for(order).ok() == Some(number))
            .and_then(|order| order.command.moves()?.first());
        let mut after = position.clone();
        if let Some(Reading::One(played)) = moves.map(|first| first.resolve(position)) {
            after.play_unchecked(played);
        }
        after
    }

    fn about_no_game(&self, command: &Command) -> String {
        let word = command.properties().word;
        let behind = if let Command::Challenge {
            opponent,
            colour,
            setup,
        } = command
        {
            self.challenge_spelled(opponent, *colour, setup)
        } else if let Command::Name(name) = command {
            clean_name(name)
        } else if let Command::Letters(language) = command {
            match language.parse::<Letters>() {
                Ok(letters) => letters.code().to_owned(),
                Err(_) => return format!("{word}, of a language that is not known"),
            }
        } else if let Command::Address(address) | Command::RemoveAddress(address) = command {
            whole(address)
        } else if let Command::Block(name) | Command::Unblock(name) = command {
            self.named(name)
        } else if let Command::Enter { pgn, .. } = command {
            format!("games into the archive, {}", self.games(pgn))
        } else if let Command::Overwrite { number, pgn, .. } = command {
            format!("game {number} of the archive, {}", self.games(pgn))
        } else if let Command::Board(Some(fen)) = command {
            placement(fen)
        } else {
            return word.to_owned();
        };
        format!("{word} {behind}")
    }

    fn challenge_spelled(&self, opponent: &str, colour: Colour, setup: &Setup) -> String {
        let colour = match colour {
            Colour::White => " as white",
            Colour::Black => " as black",
            Colour::Random => "",
        };
        format!("{}{colour}{}", self.challenged(opponent), start(setup))
    }

    /// An address whole, a player by the name that they have.
    pub(super) fn challenged(&self, opponent: &str) -> String {
        let opponent = opponent.trim();
        if opponent.contains('@') {
            whole(opponent)
        } else {
            self.named(opponent)
        }
    }

    fn named(&self, name: &str) -> String {
        let known = self.desk.by_name.get(&NameKey::of(name));
        known.map_or_else(
            || "a player whom nobody knows".to_owned(),
            |&player| self.desk.name(player).to_owned(),
        )
    }

    /// What a mail brings for the archive; whatever stands in it is somebody's free words.
    fn games(&self, pasted: &str) -> String {
        let attached = self.content.incoming.attachments.iter();
        let files = attached.filter(|file| file.is_pgn()).count();
        match files {
            0 => counted(pasted.trim().lines().count()),
            1 => "1 file".to_owned(),
            files => format!("{files} files"),
        }
    }
}

/// "1 line", "3 lines".
fn counted(lines: usize) -> String {
    match lines {
        1 => "1 line".to_owned(),
        count => format!("{count} lines"),
    }
}

fn whole(wanted: &str) -> String {
    if is_sendable(wanted) {
        address::deliverable(wanted)
    } else {
        "an address that is none".to_owned()
    }
}

/// Where a challenge wants its game to begin.
fn start(setup: &Setup) -> String {
    let (given, variant) = match setup {
        Setup::Usual => return String::new(),
        Setup::Chess960(None) => return " chess960".to_owned(),
        Setup::Chess960(Some(which)) => {
            if let Some(start) = which.parse().ok().and_then(Start::chess960) {
                return start
                    .number()
                    .map_or_else(String::new, |number| format!(" chess960 {number}"));
            }
            (which, Variant::Chess960)
        }
        Setup::Fen(fen) => (fen, Variant::Standard),
    };
    let word = match variant {
        Variant::Chess960 => "chess960",
        Variant::Standard => "fen",
    };
    match Start::from_fen(given, variant) {
        Ok(start) => format!(" {word} {}", start.fen()),
        Err(_) => format!(" {word}, with a position from which no game can begin"),
    }
}

/// The placement of the men, written by us.
fn placement(fen: &str) -> String {
    GivenPosition::read(fen).map_or_else(
        |_| "of a position that cannot be read".to_owned(),
        |given| given.board().board_fen().to_string(),
    )
}
