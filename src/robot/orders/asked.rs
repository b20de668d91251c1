//! What a question shows of a mail that proves too little.
//!
//! Anybody may have written that mail. So each order is spelled anew from what was read: a move as SAN, a command in its
//! standard words, an address whole, a position as a FEN of ours; of words that are nobody's order only how many lines
//! they are and for whom. The items also bind: a mail that was confirmed is done as far as it spells the same then.

use super::chosen::choices_among;
use super::prepared::from_here;
use super::scores::{Brought, NextOf, WithIt};
use super::settings::{digest, preferred, wanted_reminders, zone};
use super::{Execution, Sender};
use crate::chess::{self, GivenPosition, Letters, Reading, Spelling, Start, Variant};
use crate::game::clock::{DAY, Reminders};
use crate::game::{Conditional, GameNumber, Zone};
use crate::language::{
    Asked, Colour, Command, Matter, Message, Note, Order, SeekWish, Setup, StakeWish, TimeWish,
    Watched,
};
use crate::letters::{
    Begins, Behind, But, Extent, Format, Games, InGame, InWords, Language, Loses, NameKey, Named,
    NoteIs, Sentence, Somebody, Terms, Timed, clean_name, clean_note, day_in_words, in_words,
    key_in_groups, own_talk,
};
use crate::mail::address;
use crate::mail::write::is_sendable;
use crate::robot::batch::Batch;
use crate::robot::made_move::numbered_move;
use crate::robot::reading::{Content, Read};
use crate::robot::tournament_rulings::LONGEST_WORDS;
use crate::robot::tournaments::Tournament;
use crate::tournaments::State;
use shakmaty::{Chess, Color, Move, Position};

/// Lines of conditional moves that a question shows. A mail with more is to be sent in answer to a letter of ours.
const MOST_CONDITIONS: usize = 12;

/// What a mail asks for.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct AskedFor {
    /// Its orders, in the order in which they were written.
    orders: Vec<Named>,
    /// The words beside them, where they are for somebody.
    words: Option<Named>,
    /// What was not read, and so is not done.
    unread: Option<Named>,
    /// That there are more than one mail may order; no "yes" does them.
    beyond: Option<Named>,
}

/// What of a mail was not named.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Rest {
    pub(in crate::robot) orders: Vec<(Command, String)>,
    pub(in crate::robot) words: Option<String>,
}

impl AskedFor {
    fn all(&self) -> impl Iterator<Item = &Named> {
        let named = self.orders.iter().chain(&self.beyond);
        named.chain(&self.words).chain(&self.unread)
    }

    /// What the question shows, an item each, in the language of who is asked.
    pub(in crate::robot) fn items(&self, language: Language) -> Vec<String> {
        let items = self.all();
        items.map(|item| language.say(&item.in_words())).collect()
    }

    /// Its orders, an item each.
    pub(in crate::robot) fn orders(self, language: Language) -> Vec<String> {
        let orders = self.orders.iter();
        orders.map(|item| language.say(&item.in_words())).collect()
    }

    /// Whether all of it was named.
    pub(in crate::robot) fn is_among(&self, named: &[String]) -> bool {
        let mut items = self.all();
        items.all(|item| named.iter().any(|known| is_said(item, known)))
    }

    /// Leaves of a mail what was named to whoever confirmed it, each item once and in the words in which it was named.
    /// Returns the rest: orders with their items in the language of who is answered, and the words.
    pub(in crate::robot) fn bind(
        self,
        message: &mut Message,
        named: &[String],
        language: Language,
    ) -> Rest {
        let mut named = named.to_vec();
        let mut take = |item: &Named| {
            let at = named.iter().position(|known| is_said(item, known));
            at.map(|at| named.swap_remove(at))
        };
        let mut rest = Rest::default();
        let orders = std::mem::take(&mut message.orders);
        for (mut order, item) in orders.into_iter().zip(self.orders) {
            let known = Some(&item).filter(|item| item.is_shown());
            if let Some(spelled) = known.and_then(&mut take) {
                // What answers to it say is ours as well.
                order.typed = if let Named::SomeGame(word) = item {
                    word.to_owned()
                } else {
                    spelled
                };
                message.orders.push(order);
            } else {
                let spelled = language.say(&item.in_words());
                rest.orders.push((order.command, spelled));
            }
        }
        let words = self.words.filter(|words| take(words).is_none());
        rest.words = words.map(|words| language.say(&words.in_words()));
        if rest.words.is_some() {
            message.talk = None;
        }
        rest
    }
}

/// Whether an item was named in these words. Who was asked may have set another language since then.
fn is_said(item: &Named, known: &str) -> bool {
    let item = item.in_words();
    Language::ALL
        .iter()
        .any(|language| language.say(&item) == known)
}

/// What this mail asks for if it is this player's; of somebody who is none yet only what is about no game.
pub(in crate::robot) fn asked_for(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    sender: Option<&Sender>,
) -> AskedFor {
    let nobody = Sender::nobody();
    let execution = Execution::at(batch, read, content, sender.unwrap_or(&nobody));
    let orders = &content.message.orders;
    AskedFor {
        orders: orders.iter().map(|order| execution.named(order)).collect(),
        words: execution.words_below(),
        unread: execution.lines_unread(),
        beyond: beyond(content),
    }
}

/// What a director writes in a mail that shows to be theirs, as it would be passed on. So they see, before they say yes, what
/// is sent, and of a mail with a line too many what is not.
pub(in crate::robot) fn words_of_director(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    sender: &Sender,
) -> Option<String> {
    let execution = Execution::at(batch, read, content, sender);
    let orders = content.message.orders.iter();
    let directives = orders.filter_map(|order| order.command.directive());
    let words = directives.filter_map(|what| execution.for_the_other(what.words()?));
    let words: Vec<String> = words.collect();
    let words = words.join("\n\n");
    let shown = !words.is_empty() && words.chars().count() <= LONGEST_WORDS;
    shown.then_some(words)
}

/// Challenges beyond what one mail may order.
fn beyond(content: &Content) -> Option<Named> {
    let count = content.message.beyond.len();
    (count > 0).then_some(Named::Beyond(count))
}

impl Execution<'_, '_, '_> {
    /// An order in our own spelling, in the sender's language.
    pub(super) fn spelled(&self, order: &Order) -> String {
        let language = self.batch.language(self.sender.player);
        language.say(&self.named(order).in_words())
    }

    fn named(&self, order: &Order) -> Named {
        let properties = order.command.properties();
        let word = properties.word;
        if properties.matter == Matter::Game {
            return match (self.game_for(order), order.game) {
                (Ok(number), _) => Named::InGame(self.in_this_game(number, order), number),
                (Err(_), Some(number)) => Named::InNoGame(word, number),
                (Err(_), None) => Named::SomeGame(word),
            };
        }
        match properties.asked {
            Asked::Word => Named::Word(word),
            Asked::Whole => match self.about_tournament(&order.command) {
                Some(behind) => Named::With(word, behind),
                None => self.about_no_game(&order.command),
            },
        }
    }

    /// The words beside the orders, as they are passed on: to whom the mail challenges, and to the opponent of the first
    /// game. Beside a message in that game they are not.
    fn words_below(&self) -> Option<Named> {
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
            .and_then(|number| self.other_in(number));
        let whom: Vec<String> = opponent
            .into_iter()
            .chain(
                challenged
                    .iter()
                    .filter(|_| to_them.is_some())
                    .map(ToString::to_string),
            )
            .collect();
        let stranger = |whom: &Somebody| matches!(whom, Somebody::Address(_));
        Some(Named::Words {
            extent: Extent::of(own_talk(words)),
            whom,
            but: if to_them.is_some() && challenged.iter().any(stranger) {
                But::Strangers
            } else {
                But::Nobody
            },
        })
    }

    /// Whether the mail has a message in this game; then nothing else is said there.
    fn says_more(&self, number: GameNumber) -> bool {
        let orders = &self.content.message.orders;
        orders.iter().any(|order| {
            matches!(order.command, Command::Say(_)) && self.game_for(order).ok() == Some(number)
        })
    }

    /// What stands below all that is read of a mail that shows nothing.
    fn lines_unread(&self) -> Option<Named> {
        let lines = self.content.message.unread_lines;
        (lines > 0).then_some(Named::Unread(lines))
    }

    /// All whom the mail challenges.
    fn challenged_by_name(&self) -> Vec<Somebody> {
        let orders = self.content.message.orders.iter();
        let challenged = orders.filter_map(|order| order.command.challenged());
        let challenged = challenged.map(|opponent| self.challenged(opponent));
        challenged.collect()
    }

    fn other_in(&self, number: GameNumber) -> Option<String> {
        let loaded = self.batch.games.get(&number)?;
        let other = loaded.game.other(self.sender.player);
        Some(self.batch.name(other).to_owned())
    }

    fn in_this_game(&self, number: GameNumber, order: &Order) -> InGame {
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
            let words = words.as_deref().unwrap_or_default();
            InGame::Message(Extent::of(own_talk(words)), self.other_in(number))
        } else if let Command::Prepare(lines) = command {
            self.conditions(number, lines)
        } else {
            let word = command.properties().word;
            match self.behind_word(number, command) {
                Some(behind) => InGame::Spelled(format!("{word} {behind}")),
                None => InGame::Word(word),
            }
        }
    }

    /// How much time is given, and until when a pause would last: a "yes" is for that alone.
    fn behind_word(&self, number: GameNumber, command: &Command) -> Option<String> {
        if let Command::GiveTime(Some(time)) | Command::Hold(Some(time)) = command {
            return Some(in_words(time.in_seconds()).to_string());
        }
        let last = if let Command::OfferPause(Ok(period)) = command {
            self.last_day_of_pause(Ok(*period)).ok()?
        } else if matches!(command, Command::AcceptPause) {
            self.batch.games.get(&number)?.game.pause_offer()?.1
        } else {
            return None;
        };
        Some(format!("until {}", day_in_words(last)))
    }

    /// A note, which is kept on one line; without words and marks it takes back the one that there is.
    fn note_of(&self, note: &Note) -> InGame {
        let text = clean_note(&self.without_private_addresses(&note.text));
        let is = match (text.is_empty(), note.glyph) {
            (true, None) => NoteIs::TakenBack,
            (true, Some(_)) => NoteIs::Mark,
            (false, _) => NoteIs::Words(Extent::of(&text)),
        };
        InGame::Note(note.move_number, is)
    }

    /// The move of a game in PGN as SAN.
    fn move_of_score(&self, number: GameNumber) -> InGame {
        let position = self
            .batch
            .games
            .get(&number)
            .map(|loaded| loaded.game.position());
        match (self.brought(number), position) {
            (Brought::Next(next, with_it), Some(position)) => {
                let played = numbered_move(position, next);
                match with_it {
                    WithIt::Nothing => InGame::Move(played),
                    WithIt::DrawOffer => InGame::MoveAndDraw(played),
                }
            }
            _ => InGame::NoMoveInScore,
        }
    }

    /// The one of these moves that would be played as SAN, or why it is none: what [`Execution::play`] makes of them.
    fn move_of(&self, number: GameNumber, moves: &[Spelling]) -> InGame {
        let Some(loaded) = self.batch.games.get(&number) else {
            return InGame::SomeMove;
        };
        if self.answers_old_mail(number) {
            return InGame::EarlierMove;
        }
        if loaded.game.may_move(self.sender.player).is_err() {
            return InGame::OthersTurn;
        }
        let position = loaded.game.position();
        let readable_as = |choices: &[Move]| {
            let sans = choices.iter().map(|&choice| chess::san(position, choice));
            InGame::Several(sans.collect())
        };
        let moves = self.by_own_habit(number, moves, position);
        let meant = match self.next_of_score(number, &moves) {
            NextOf::Move(meant) => meant,
            NextOf::Question(choices) => return readable_as(&choices),
            NextOf::Refused(_) => return InGame::NotFitting,
        };
        let Some(first) = meant.first() else {
            return InGame::SomeMove;
        };
        let next = position.fullmoves().get();
        if let Some(wrote) = first.move_number().filter(|wrote| wrote.fullmove != next) {
            return InGame::OtherNumber {
                written: wrote.fullmove,
                next,
            };
        }
        match first.resolve(position) {
            Reading::One(played) => {
                let choices = choices_among(position, &meant);
                if choices.len() > 1 {
                    readable_as(&choices)
                } else {
                    InGame::Move(numbered_move(position, played))
                }
            }
            Reading::Several(choices) => readable_as(&choices),
            Reading::Impossible(_) => InGame::Illegal,
        }
    }

    fn choice(&self, number: GameNumber, chosen: u8) -> InGame {
        let question = self.batch.questions.get(&(number, self.sender.player));
        let choice = question.and_then(|question| {
            let index = usize::from(chosen).checked_sub(1)?;
            question.choices.get(index).copied()
        });
        let position = self
            .batch
            .games
            .get(&number)
            .map(|loaded| loaded.game.position());
        match (choice, position) {
            (Some(choice), Some(position)) => InGame::Move(numbered_move(position, choice)),
            _ => InGame::Choice(chosen),
        }
    }

    /// The conditional moves as they would be kept, behind the move that stands in the same mail.
    fn conditions(&self, number: GameNumber, lines: &[Vec<Spelling>]) -> InGame {
        let Some(loaded) = self.batch.games.get(&number) else {
            return InGame::SomeConditions;
        };
        let position = self.after_own_move(number, loaded.game.position());
        let lines: Vec<_> = lines
            .iter()
            .map(|line| from_here(&loaded.game, line))
            .collect();
        let (tree, _) = Conditional::read(&position, &lines);
        let kept = tree.shown(&position);
        match kept.len() {
            0 => InGame::NoConditions,
            count if count > MOST_CONDITIONS => InGame::TooManyConditions(count),
            _ => InGame::Conditions(kept),
        }
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

    fn about_no_game(&self, command: &Command) -> Named {
        let word = command.properties().word;
        let behind = if let Command::Challenge {
            opponent,
            colour,
            setup,
            time,
            stake,
        } = command
        {
            let terms = terms(time.as_ref(), stake);
            Behind::Challenge(
                self.challenged(opponent),
                side(*colour),
                begins(setup),
                terms,
            )
        } else if let Command::Seek(wish) = command {
            match seek_wish(wish) {
                wish if wish.is_empty() => return Named::Word(word),
                wish => Behind::Setting(Some(wish)),
            }
        } else if let Command::Take(number) | Command::Unseek(Some(number)) = command {
            Behind::Setting(Some(number.to_string()))
        } else if let Command::Name(name) = command {
            Behind::Name(clean_name(name))
        } else if let Command::Letters(language) = command {
            let known = language.parse::<Letters>();
            known.map_or(Behind::NoLanguage, |letters| {
                Behind::Language(letters.code())
            })
        } else if let Command::Format(word) = command {
            let known = word.parse::<Format>();
            known.map_or(Behind::NoFormat, |format| Behind::Format(format.word()))
        } else if let Command::Zone(words) = command {
            let name = |zone: Option<Zone>| zone.map_or("off", Zone::name).to_owned();
            Behind::Setting(zone(words).ok().map(name))
        } else if let Command::Reminders(words) = command {
            Behind::Setting(wanted_reminders(words).ok().map(|wanted| spelled(&wanted)))
        } else if let Command::Digest(word) = command {
            Behind::Setting(digest(word).ok().map(|digest| digest.word().to_owned()))
        } else if let Command::Prefer(which, word) = command {
            Behind::Setting(preferred(*which, word).ok().map(|_| word.clone()))
        } else if let Command::Address(address) | Command::RemoveAddress(address) = command {
            Behind::Somebody(whole(address))
        } else if let Command::Block(name) | Command::Unblock(name) = command {
            Behind::Somebody(self.called(name))
        } else if let Some(behind) = self.about_archive(command) {
            behind
        } else if let Command::TakeLeave(Ok(period)) = command {
            Behind::Leave(period.to_string())
        } else if let Command::Board(Some(fen)) = command {
            Behind::Position(placement(fen))
        } else {
            return Named::Word(word);
        };
        Named::With(word, behind)
    }

    /// What stands behind an order that brings games.
    fn about_archive(&self, command: &Command) -> Option<Behind> {
        if let Command::Enter { pgn, .. } = command {
            Some(Behind::Games(self.games(pgn)))
        } else if let Command::Overwrite { number, pgn, .. } = command {
            Some(Behind::GameOfArchive(*number, self.games(pgn)))
        } else {
            let key = command.waiting()?;
            Some(Behind::Setting(Some(key_in_groups(key))))
        }
    }

    /// What stands behind an order about a tournament.
    fn about_tournament(&self, command: &Command) -> Option<Behind> {
        if let Command::WithdrawFrom(name) = command {
            let loses = self.loses_by_withdrawal(name);
            return Some(Behind::Withdrawal(name.clone(), loses));
        }
        if let Command::Direct(name, what) = command {
            let what = self.directed(name, what);
            let words = [Sentence::from(name), what.in_words()];
            return Some(Behind::Directed(Sentence::joined(words, " ")));
        }
        if let Command::Watch(what) | Command::Unwatch(what) = command {
            let what = match what {
                Watched::Tournament(name) => name.clone(),
                Watched::Game(number) => number.to_string(),
            };
            return Some(Behind::Setting(Some(what)));
        }
        if let Command::ToDirector(name, words) = command {
            let words = self.for_the_other(words).unwrap_or_default();
            return Some(Behind::ToDirectors(name.clone(), Extent::of(&words)));
        }
        if let Command::SignUp(name, Some(team)) = command {
            let one = self.batch.tournaments.find(name);
            let at = one.and_then(|one| Some((one, one.team_called(team)?)));
            let known = at.and_then(|(one, at)| one.row.teams.get(usize::try_from(at).ok()? - 1));
            // One that is not known is not shown: anybody may have written it.
            let behind = known.map_or_else(|| name.clone(), |team| format!("{name} for {team}"));
            return Some(Behind::Setting(Some(behind)));
        }
        if let Command::SignUp(name, _)
        | Command::EnterTournament(name)
        | Command::Table(Some(name)) = command
        {
            return Some(Behind::Setting(Some(name.clone())));
        }
        None
    }

    /// What of their games somebody loses who withdraws from this tournament.
    fn loses_by_withdrawal(&self, name: &str) -> Loses {
        let one = self.batch.tournaments.find(name);
        let me = self.sender.player;
        let waits = |one: &Tournament| {
            let entry = one.entry(me);
            entry.is_some_and(|entry| entry.number.is_none())
        };
        match one.is_some_and(|one| one.state == State::Playing && !waits(one)) {
            true => Loses::OpenGames,
            false => Loses::Nothing,
        }
    }

    /// An address whole, a player by the name that they have.
    pub(super) fn challenged(&self, opponent: &str) -> Somebody {
        let opponent = opponent.trim();
        if opponent.contains('@') {
            whole(opponent)
        } else {
            self.called(opponent)
        }
    }

    fn called(&self, name: &str) -> Somebody {
        let known = self.batch.by_name.get(&NameKey::of(name));
        known.map_or(Somebody::Unknown, |&player| {
            Somebody::Player(self.batch.name(player).to_owned())
        })
    }

    /// What a mail brings for the archive.
    fn games(&self, pasted: &str) -> Games {
        let attached = self.content.incoming.attachments.iter();
        match attached.filter(|file| file.is_pgn()).count() {
            0 => Games::Lines(pasted.trim().lines().count()),
            files => Games::Files(files),
        }
    }
}

/// Reminders as they are ordered.
fn spelled(reminders: &Reminders) -> String {
    match reminders {
        Reminders::Usual | Reminders::Off => reminders.to_string(),
        Reminders::Left(left) => {
            let left: Vec<String> = left.iter().map(|one| in_hours(one.in_seconds())).collect();
            left.join(", ")
        }
    }
}

/// An amount in one unit, so that it is read as one: amounts that are ordered are of whole hours.
fn in_hours(seconds: u64) -> String {
    if seconds.is_multiple_of(DAY) {
        in_words(seconds).to_string()
    } else {
        format!("{} hours", seconds / 3_600)
    }
}

fn whole(wanted: &str) -> Somebody {
    if is_sendable(wanted) {
        Somebody::Address(address::deliverable(wanted))
    } else {
        Somebody::NoAddress
    }
}

/// The side that a challenger wants, where it is not drawn by lot.
fn side(colour: Colour) -> Option<Color> {
    match colour {
        Colour::White => Some(Color::White),
        Colour::Black => Some(Color::Black),
        Colour::Random => None,
    }
}

/// How a challenger wants time to be counted, and what is to be at stake.
fn terms(time: Option<&TimeWish>, stake: &StakeWish) -> Terms {
    let timed = match time.map(|time| time.read) {
        None => Timed::Usual,
        Some(Ok(control)) => Timed::So(control),
        Some(Err(_)) => Timed::Unread,
    };
    Terms {
        timed,
        stake: stake.clone(),
    }
}

/// What a seek looks for, in our own words; nothing where it says nothing.
fn seek_wish(wish: &SeekWish) -> String {
    let colour = match wish.colour {
        Colour::White => " as white",
        Colour::Black => " as black",
        Colour::Random => "",
    };
    let range = wish.range.map(|(least, most)| format!(" {least}-{most}"));
    let range = range.unwrap_or_default();
    let (begins, terms) = (begins(&wish.setup), terms(wish.time.as_ref(), &wish.stake));
    let said = format!("{colour}{begins}{range}{terms}");
    said.trim_start_matches([',', ' ']).to_owned()
}

/// Where a challenge wants its game to begin.
fn begins(setup: &Setup) -> Begins {
    let (given, variant) = match setup {
        Setup::Usual => return Begins::Usual,
        Setup::Chess960(None) => return Begins::Chess960,
        Setup::Chess960(Some(which)) => {
            if let Some(start) = which.parse().ok().and_then(Start::chess960) {
                return start.number().map_or(Begins::Usual, Begins::Chess960Number);
            }
            (which, Variant::Chess960)
        }
        Setup::Fen(fen) => (fen, Variant::Standard),
    };
    let word = match variant {
        Variant::Chess960 => "chess960",
        Variant::Standard => "fen",
    };
    let start = Start::from_fen(given, variant).ok();
    Begins::Position(word, start.map(|start| start.fen()))
}

/// The placement of the men, written by us.
fn placement(fen: &str) -> Option<String> {
    let given = GivenPosition::read(fen).ok()?;
    Some(given.board().board_fen().to_string())
}
