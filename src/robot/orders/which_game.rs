//! Which game an order is about: the one it names, the one the mail answers, or the only one it can mean.

use super::scores::game_named_in;
use super::{Execution, Sender};
use crate::chess::Reading;
use crate::game::{Game, GameNumber, Phase, PlayerNumber};
use crate::language::{Answer, Command, Matter, MeantIn, Order, game_in_subject};
use crate::letters::NotDone;
use crate::mail::token::Purpose;
use crate::robot::batch::{Batch, LoadedGame};
use crate::robot::reading::{AskedForMove, Content};
use shakmaty::Position;

/// Why the game for an order is not known.
pub(in crate::robot) enum NoGame {
    /// There is none to which it could apply.
    Nothing(NotDone),
    /// Several could be meant.
    Several(Vec<GameNumber>),
}

impl Execution<'_, '_, '_> {
    /// The game that an order is about.
    pub(super) fn game_for(&self, order: &Order) -> Result<GameNumber, NoGame> {
        let Sender { player, proof, .. } = *self.sender;
        which_game(self.batch, self.content, player, proof, order)
    }

    /// The first of these games in which the order can be done as it stands: a move is legal there.
    pub(super) fn allowing(&self, open: &[GameNumber], order: &Order) -> Option<i64> {
        let allows = |number: &&GameNumber| {
            let first = order.command.moves().and_then(<[_]>::first);
            first.is_none_or(|spelling| {
                let loaded = self.batch.games.get(number);
                loaded.is_some_and(|loaded| {
                    matches!(spelling.resolve(loaded.game.position()), Reading::One(_))
                })
            })
        };
        open.iter().find(allows).map(|number| number.0)
    }
}

/// The game that an order is about: the one it names, the one that the mail or its subject answers, or the only one it
/// can mean.
///
/// # Errors
///
/// When it is about none, or several could be meant.
pub(in crate::robot) fn which_game(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
    proof: Option<Purpose>,
    order: &Order,
) -> Result<GameNumber, NoGame> {
    let proven = match proof {
        Some(Purpose::Game { game, .. }) => Some(game),
        Some(Purpose::Player { .. }) | None => None,
    };
    let counts =
        is_move_number(batch, order, proven) || is_answer_number(batch, content, player, order);
    if let Some(number) = order.game.map(GameNumber).filter(|_| !counts) {
        let mine = |loaded: &LoadedGame| loaded.game.has(player);
        return if batch.games.get(&number).is_some_and(mine) {
            Ok(number)
        } else {
            Err(NoGame::Nothing(NotDone::NoSuchGame(number)))
        };
    }
    let with = |made| which_game(batch, content, player, proof, made);
    let orders = &content.message.orders;
    let answered = |number| {
        let other = named_below(orders, order).or_else(|| named_above(orders, order));
        let other = other.and_then(|other| with(other).ok());
        answered_or_named(batch, player, order, (number, other))
    };
    let beside = move_beside(orders, order);
    match (&order.command, proven) {
        // What is held is the move above it, whichever game that names.
        (Command::Hold(_), _) if beside.is_some() => {}
        (_, Some(number)) => return answered(number),
        (_, None) => {}
    }
    if let Some(made) = beside {
        return with(made);
    }
    let open: Vec<GameNumber> = open_to(batch, &order.command, player).collect();
    let score = order.command.score();
    let named = score.and_then(|pgn| game_named_in(pgn, batch.server.domain()));
    let hinted = named.or_else(|| game_in_subject(&content.incoming.subject).map(GameNumber));
    // Whoever answers in the thread of a game means that one, even if nothing can be done in it any more.
    if let Some(hinted) = hinted
        && batch
            .games
            .get(&hinted)
            .is_some_and(|loaded| loaded.game.has(player))
    {
        return answered(hinted);
    }
    match open.as_slice() {
        [only] => Ok(*only),
        [] => Err(NoGame::Nothing(NotDone::NoGameForIt)),
        _ => Err(NoGame::Several(open)),
    }
}

/// The game of the letter that is answered, unless a line above or right below names another one: what can be done in one of the
/// two alone is meant for that.
fn answered_or_named(
    batch: &Batch<'_>,
    player: PlayerNumber,
    order: &Order,
    (answered, named): (GameNumber, Option<GameNumber>),
) -> Result<GameNumber, NoGame> {
    let means = |number| could_be_in(batch, number, &order.command, player);
    match named.filter(|named| *named != answered) {
        Some(named) if means(named) && means(answered) => {
            Err(NoGame::Several(vec![answered, named]))
        }
        Some(named) if means(named) => Ok(named),
        Some(_) | None => Ok(answered),
    }
}

/// The order for a game that it names, above one that names none and goes on with it, or with the letter that is answered: "game 2
/// e5", and below it "resign". A move without a number is made in the game of the letter.
fn named_above<'o>(orders: &'o [Order], order: &Order) -> Option<&'o Order> {
    if matches!(order.command, Command::Moves(_)) {
        return None;
    }
    let at = orders.iter().position(|other| other == order)?;
    let mut above = orders.get(..at)?.iter().rev();
    above.find(|above| above.game.is_some() && above.command.properties().matter == Matter::Game)
}

/// A game that stands right below an order, and nothing else on its line: "Nf3", and below it "game 1".
fn named_below<'o>(orders: &'o [Order], order: &Order) -> Option<&'o Order> {
    let at = orders.iter().position(|other| other == order)?;
    let below = orders.get(at + 1)?;
    let alone = below.typed.split_whitespace().count() <= MOST_WORDS_OF_A_GAME;
    (alone && below.command == Command::Show && below.game.is_some() && !shows(&below.typed))
        .then_some(below)
}

/// Words of "in game no. 1".
const MOST_WORDS_OF_A_GAME: usize = 4;

/// Whether it is wanted to be shown.
fn shows(typed: &str) -> bool {
    let first = typed.split_whitespace().next().unwrap_or_default();
    ["show", "zeige", "zeig"].contains(&first.to_lowercase().as_str())
}

/// The move that an order goes with, the last one above it, or else the first one of the mail: what is held is that move, what
/// is prepared beside it is prepared behind it, and a draw is offered with it.
fn move_beside<'o>(orders: &'o [Order], order: &Order) -> Option<&'o Order> {
    let (Command::Hold(_) | Command::Prepare(_) | Command::OfferDraw) = order.command else {
        return None;
    };
    let is_move = |order: &&Order| matches!(order.command, Command::Moves(_));
    let at = orders.iter().position(|other| other == order);
    let above = orders.get(..at.unwrap_or_default()).unwrap_or_default();
    let last = above.iter().rfind(is_move);
    last.or_else(|| orders.iter().find(is_move))
}

/// Whether the bare number before a move is the number of the move and not of a game: `12 Nf3`, in an answer to the mail
/// of a game that stands at move 12.
fn is_move_number(batch: &Batch<'_>, order: &Order, proven: Option<GameNumber>) -> bool {
    if !order.may_be_move_number {
        return false;
    }
    let Some(number) = order.game else {
        return false;
    };
    let at = |loaded: &LoadedGame| i64::from(loaded.game.position().fullmoves().get()) == number;
    match proven.and_then(|game| batch.games.get(&game)) {
        Some(loaded) => at(loaded) || !batch.games.contains_key(&GameNumber(number)),
        None => false,
    }
}

/// Whether the bare number before a move is that of an answer, "2 d4", to the letter that asks which is meant.
fn is_answer_number(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
    order: &Order,
) -> bool {
    let Some(Purpose::Game { game, turn, .. }) = content.evidence.purpose else {
        return false;
    };
    let question = batch.questions.get(&(game, player));
    let offered = question
        .filter(|question| question.turn == turn)
        .map_or(0, |question| question.choices.len());
    let among = |number: i64| usize::try_from(number).is_ok_and(|number| number <= offered);
    order.may_be_move_number
        && content.asked_for_move == AskedForMove::Yes
        && order.game.is_some_and(among)
}

/// The game that the first order of a mail is about, where it names none and there is only one that it could mean.
pub(in crate::robot) fn only_game_meant(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
) -> Option<GameNumber> {
    let orders = &content.message.orders;
    let order = orders
        .iter()
        .find(|order| order.command.properties().matter == Matter::Game)?;
    let mut meant = open_to(batch, &order.command, player);
    meant.next().filter(|_| meant.next().is_none())
}

/// The commands by which this player would accept what is offered to them in the game.
pub(super) fn offered_to(game: &Game, player: PlayerNumber) -> Vec<Command> {
    let other = game.side_of(player).map(|side| !side);
    [
        (game.draw_offer(), Command::AcceptDraw),
        (game.takeback_offer(), Command::Takeback(Answer::Accept)),
        (game.abort_offer(), Command::Abort(Answer::Accept)),
        (game.pause_offer().map(|(by, _)| by), Command::AcceptPause),
    ]
    .into_iter()
    .filter(|(by, _)| by.is_some() && *by == other)
    .map(|(_, accept)| accept)
    .collect()
}

/// Whether a command without a game's number could be meant for this open game.
pub(super) fn could_mean(command: &Command, game: &Game, player: PlayerNumber) -> bool {
    let offered = |accept: Command| offered_to(game, player).contains(&accept);
    match command.properties().meant_in {
        MeantIn::OwnTurn => game.awaits(player),
        MeantIn::OthersTurn => game.may_prepare(player).is_ok() && !game.awaits(player),
        MeantIn::AnythingOffered => {
            game.phase() == Phase::Offered && game.opponent() == player
                || !offered_to(game, player).is_empty()
        }
        MeantIn::DrawOffered => offered(Command::AcceptDraw),
        MeantIn::TakebackOffered => offered(Command::Takeback(Answer::Accept)),
        MeantIn::AbortOffered => offered(Command::Abort(Answer::Accept)),
        MeantIn::PauseOffered => offered(Command::AcceptPause),
        MeantIn::OwnChallenge => game.phase() == Phase::Offered && game.challenger() == player,
        MeantIn::Playing => game.phase() == Phase::Playing,
        MeantIn::PlayedOrOver => matches!(game.phase(), Phase::Playing | Phase::Over(_)),
        MeantIn::Any => true,
        MeantIn::Named => false,
    }
}

/// Their open games that a command without a game's number could be meant for.
fn open_to(
    batch: &Batch<'_>,
    command: &Command,
    player: PlayerNumber,
) -> impl Iterator<Item = GameNumber> {
    let open = batch.open_games(player).into_iter();
    open.filter(move |&number| could_be_in(batch, number, command, player))
}

/// Whether such a command could be meant for the game of this number.
fn could_be_in(
    batch: &Batch<'_>,
    number: GameNumber,
    command: &Command,
    player: PlayerNumber,
) -> bool {
    let loaded = batch.games.get(&number);
    loaded.is_some_and(|loaded| could_mean(command, &loaded.game, player))
}
