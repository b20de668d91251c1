//! What a player's orders do.
//!
//! Orders in one game are carried out together and answered by one letter; the letter that says most is sent. What the
//! other player learns is put into one letter too.

mod addresses;
mod agreements;
mod answers;
pub(super) mod archive;
mod asked;
mod asking;
mod challenges;
mod chosen;
mod claims;
mod club;
mod consent;
mod directing;
mod dispatch;
mod doubt;
mod general;
mod holding;
mod in_game;
mod late;
mod leave;
mod leaving;
mod moves;
mod notes;
mod nudge;
mod pauses;
mod position;
mod prepared;
mod ratings;
mod rematch;
mod resignation;
mod scores;
mod secret_links;
mod seeks;
mod settings;
mod stale;
mod start;
mod time_claims;
mod timed;
mod to_director;
mod tournaments;
mod unproven;
pub(super) mod waiting_entries;
mod watching;
mod which_game;
mod wishes;
mod words;

pub(super) use addresses::{is_recovery, make_main};
pub(super) use asked::words_of_director;
pub(super) use asked::{Rest, asked_for};
pub(super) use claims::grounds;
pub(super) use consent::understood;
pub(super) use directing::{directs, unreached};
pub(super) use general::{only_stops, starts};
pub(super) use leaving::{forget_at_once, leaving};
pub(super) use resignation::{changes_address, is_unmistakable, takes_leave, wants_confirmation};
pub(super) use scores::{Scores, attached_games};
pub(super) use unproven::{cannot_be_read, is_answered_unproven, may_be_played_unproven};
pub(super) use which_game::{NoGame, only_game_meant, which_game};
pub(super) use wishes::invitation_wished;

use challenges::Fate;
use scores::Brought;

use super::batch::Batch;
use super::made_move::StandingOffers;
use super::reading::{Content, Read};
use crate::game::clock::Amount;
use crate::game::{Claim, GameNumber, PlayerNumber};
use crate::language::{Command, Matter, Order, When};
use crate::letters::{Addition, Grounds, NotDone, Occasion, Stopped};
use crate::mail::token::Purpose;
use std::cell::RefCell;
use std::ops::ControlFlow;

/// Whose orders these are, and what proves it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sender {
    pub(super) player: PlayerNumber,
    /// The purpose of the token in the mail; without one only what informs is carried out.
    pub(super) proof: Option<Purpose>,
    /// Whether a question of ours was answered about this mail.
    pub(super) confirmed: Confirmed,
}

impl Sender {
    /// Of whom nothing is known: no game is theirs, since players are numbered from 1.
    fn nobody() -> Sender {
        Sender {
            player: PlayerNumber(0),
            proof: None,
            confirmed: Confirmed::No,
        }
    }
}

/// Whether a question of ours was answered about a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirmed {
    /// None was asked, or the mail is only about to be asked about.
    No,
    /// The mail waited until its player said yes to what we named of it. Its words may be somebody else's.
    Waited,
    /// The mail is the answer itself.
    Answers,
}

/// Carries out the orders of a mail. `None` when it was answered, else the reason why it was not.
///
/// # Errors
///
/// Only by a fault of ours or of the operating system.
pub(super) fn carry_out(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    sender: &Sender,
) -> anyhow::Result<Option<String>> {
    let mut execution = Execution::at(batch, read, content, sender);
    execution.work()?;
    Ok(execution.refused_to_answer)
}

/// One mail at work.
struct Execution<'d, 'h, 'm> {
    batch: &'d mut Batch<'h>,
    read: &'m Read,
    content: &'m Content,
    sender: &'m Sender,
    /// Set when an answer was due and the day's allowance was spent.
    refused_to_answer: Option<String>,
    /// What became of challenges of which one letter is to tell, and whom they are to.
    fates: Vec<(String, Fate)>,
    /// The answer to what the mail did says already what else in it was not done.
    doubt_told: bool,
    /// What the game in PGN of the mail says in a game at a turn, so that it is read once.
    brought: RefCell<Option<((GameNumber, u32), Brought)>>,
}

/// What is wanted beside a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WithMove {
    /// A draw is offered with it.
    Offer,
    /// A draw is claimed for the position after it.
    Claim(Claim),
}

/// The move among the orders of a mail in one game, and what is wanted beside it.
struct Around<'o> {
    moves: Option<&'o Order>,
    beside: Option<WithMove>,
    /// For how long the move is to be held.
    hold: Option<Amount>,
}

/// What the orders of a mail did in one game, before it is told to anybody.
#[derive(Default)]
struct Effects {
    /// The answer to the sender.
    mine: Option<Occasion>,
    /// What the other player is told, and by which event.
    theirs: Option<(Occasion, Option<u32>)>,
    /// What the sender says to the other.
    talk: Option<String>,
    /// The sender has moved in this mail.
    moved: bool,
    /// What was offered to the sender and is declined in this mail: the letters of a move beside it say so.
    declined: StandingOffers,
    /// Conditional moves in the mail, to be kept beside the move.
    plan: Option<Order>,
    /// The mail is about their conditional moves: they are shown what is prepared now.
    prepared: bool,
    /// Where lines of their mail end earlier than they wrote them.
    stops: Vec<Stopped>,
    /// The sender asks for their notes.
    shows_notes: bool,
    /// What became of the notes in their mail.
    notes: Vec<Addition>,
    /// What the other player is told beside a move.
    beside: Vec<Addition>,
    /// Of an end without a result: both wanted it.
    agreed: bool,
    /// Of an end without a result: why nobody was asked.
    unasked: Option<Grounds>,
    /// The last event of the other player that the sender is told of.
    mine_at: Option<u32>,
}

/// A line and the words that stand below it, if there are any.
fn said_above(line: &str, below: Option<String>) -> String {
    match below {
        Some(below) => format!("{line}\n{below}"),
        None => line.to_owned(),
    }
}

impl Effects {
    /// A line that is for the other player, above what else they are told, where it is not among that.
    fn say_first(&mut self, line: &str) {
        let talk = self.talk.as_deref().unwrap_or_default();
        if talk.lines().any(|said| said.trim() == line.trim()) {
            return;
        }
        self.talk = Some(said_above(line.trim(), self.talk.take()));
    }

    /// The sender is shown their conditional moves; the orders behind it are carried out as well.
    fn show_prepared(&mut self) -> ControlFlow<()> {
        self.prepared = true;
        ControlFlow::Continue(())
    }

    /// The sender is shown their notes; the orders behind it are carried out as well.
    fn show_notes(&mut self) -> ControlFlow<()> {
        self.shows_notes = true;
        ControlFlow::Continue(())
    }
}

impl<'d, 'h, 'm> Execution<'d, 'h, 'm> {
    fn at(
        batch: &'d mut Batch<'h>,
        read: &'m Read,
        content: &'m Content,
        sender: &'m Sender,
    ) -> Execution<'d, 'h, 'm> {
        Execution {
            batch,
            read,
            content,
            sender,
            refused_to_answer: None,
            fates: Vec::new(),
            doubt_told: false,
            brought: RefCell::default(),
        }
    }
}

impl<'m> Execution<'_, '_, 'm> {
    fn work(&mut self) -> anyhow::Result<()> {
        let message = &self.content.message;
        if message.orders.is_empty() {
            self.answer_without_orders();
            return Ok(());
        }
        if self.is_proven() {
            let address = self.address();
            self.batch.is_clear_again(&address);
        }
        if self.only_a_score() {
            return Ok(());
        }
        let idle = self.idle_answers();
        if let Some((yes, played)) = self.yes_beside_a_move(&idle) {
            let why = if yes.typed == played.typed {
                NotDone::AnswersAndPlays
            } else {
                NotDone::AlsoSays(self.quoted_order(played))
            };
            self.refuse(yes, why, self.game_for(played).ok());
            return Ok(());
        }
        let (last, first): (Vec<&Order>, Vec<&Order>) = message
            .orders
            .iter()
            .partition(|order| comes_last(&order.command));
        let (settings, first): (Vec<&Order>, Vec<&Order>) =
            first.into_iter().partition(|order| sets(&order.command));
        for order in settings {
            self.without_game(order)?;
        }
        let games = self.by_game(first, &idle)?;
        let said = idle.iter().map(|order| order.typed.clone());
        let said: Vec<String> = said.chain(message.talk.clone()).collect();
        let mut talk = (!said.is_empty()).then(|| said.join("\n"));
        for (number, orders) in games {
            // What stands below the orders is for the opponent of the first game.
            let talk = talk
                .take()
                .and_then(|talk| self.without_score(number, talk));
            self.in_game(number, &orders, talk)?;
        }
        self.tell_fates();
        self.mention_doubt();
        let farewell = |order: &&Order| order.command.properties().when == When::Last;
        for order in last.iter().filter(|order| !farewell(order)) {
            self.without_game(order)?;
        }
        if let Some(order) = last.iter().find(|order| farewell(order)) {
            self.without_game(order)?;
        }
        Ok(())
    }

    /// Carries out the orders that are about no game, and returns the others: those in one game together, in the order in
    /// which their games are first named.
    fn by_game(
        &mut self,
        orders: Vec<&'m Order>,
        idle: &[&Order],
    ) -> anyhow::Result<Vec<(GameNumber, Vec<&'m Order>)>> {
        let alone = self.content.message.orders.len() == 1;
        let mut games: Vec<(GameNumber, Vec<&Order>)> = Vec::new();
        for order in orders {
            if matches!(order.command, Command::Score(_)) && !alone || idle.contains(&order) {
                continue;
            }
            if order.command.properties().matter == Matter::Other {
                self.without_game(order)?;
                continue;
            }
            match self.game_for(order) {
                Ok(number) => match games.iter_mut().find(|(known, _)| *known == number) {
                    Some((_, orders)) => orders.push(order),
                    None => games.push((number, vec![order])),
                },
                Err(NoGame::Nothing(why)) => self.refuse(order, why, None),
                Err(NoGame::Several(open)) => {
                    let games = self.batch.lines(&open, self.sender.player);
                    let read = self.quoted_order(order);
                    let example = self.allowing(&open, order);
                    let which = Occasion::WhichGame {
                        read,
                        games,
                        example,
                    };
                    self.inform(which, None);
                }
            }
        }
        Ok(games)
    }
}

/// What holds for the whole mail, wherever it stands in it.
fn sets(command: &Command) -> bool {
    command.properties().when == When::First
}

/// A list shows what the other orders have changed, and after the last mail there is none.
fn comes_last(command: &Command) -> bool {
    match command.properties().when {
        When::AtTheEnd | When::Last => true,
        When::First | When::InOrder | When::BeforeTheMove | When::TheMove | When::AfterTheMove => {
            false
        }
    }
}
