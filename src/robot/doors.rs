//! What the code of each letter opens.
//!
//! A letter gets about: it is forwarded, quoted, printed, or lies in a mailbox that somebody else reads later. So its code
//! is good for what the letter is about, and for nothing else:
//!
//! | code of a letter about              | look-ups | moves, offers | kept for later | words to  | challenges     | archive | settings | stop,  |
//! |                                     |          | and answers   | in that game   | opponent  |                |         |          | start  |
//! |-------------------------------------|----------|---------------|----------------|-----------|----------------|---------|----------|--------|
//! | a game, at its present turn         | yes      | yes           | yes            | yes       | that opponent  | -       | 14 days  | 60 days|
//! | a game, at a turn that is past      | 60 days  | told so       | -              | 60 days   | that opponent  | -       | 14 days  | 60 days|
//! | a game that is over                 | 60 days  | told so       | -              | 60 days   | that opponent  | -       | 14 days  | 60 days|
//! | an invitation                       | as of a game, and `stop` however old it is                                                        |
//! | the list of the open games          | 60 days  | of a letter about each of them, at the turn that it had | -    | -       | 14 days  | 60 days|
//! | how to begin                        | 60 days  | -             | -              | -         | anybody        | 60 days | 14 days  | 60 days|
//! | the archive                         | 60 days  | -             | -              | -         | -              | 60 days | 14 days  | 60 days|
//! | settings                            | 60 days  | -             | -              | -         | -              | -       | 14 days  | 60 days|
//! | anything, not to the main address   | 60 days  | -             | -              | -         | -              | -       | -        | 60 days|
//! | a game, without a day in it (old)   | like a game at its present turn, and nothing else                                                |
//! | no game, without a kind in it (old) | -        | -             | -              | -         | -              | -       | -        | 60 days|
//!
//! "60 days" counts from the letter. Settings are all that stays set: `name`, `letters`, `public`, `block`, `unblock`, leave and
//! the like. They take a letter that was read at the main address and is not old, whatever it was about, and so do words to the
//! directors of a tournament. What changes addresses, and
//! leaving, is opened by no code: it is always asked about. Who said `stop` gets mail again by `start` with the code of
//! any letter about a game, however old, since they could not even be asked.
//!
//! What a code does not open is asked about at the player's main address, as if there were no code.

use super::batch::{Batch, LoadedGame, day, microseconds};
use super::draft::{Draft, Recipient};
use super::orders::{NoGame, which_game};
use super::reading::Content;
use crate::game::{GameNumber, Phase, PlayerNumber};
use crate::language::{Deed, Effect, Order};
use crate::letters::{NameKey, Opens};
use crate::mail::address;
use crate::mail::token::{GameLetter, Kind, PlayerLetter, Purpose, Seat};
use chrono::{DateTime, Utc};

/// For how many days a code opens what it does not open only while the turn of a game lasts.
const DAYS: u32 = 60;
/// For how many days it opens what the player has set.
const SETTINGS_DAYS: u32 = 14;

/// What this order does. With words below it, some that only ask pass these on.
fn deed(order: &Order, words_below: bool) -> Deed {
    match order.command.properties().deed {
        Deed::AskAndPassOn if words_below => Deed::Talk,
        Deed::AskAndPassOn => Deed::Ask,
        deed @ (Deed::Ask
        | Deed::Play
        | Deed::Decide
        | Deed::Keep
        | Deed::Talk
        | Deed::Challenge
        | Deed::Seek
        | Deed::Archive
        | Deed::Settings
        | Deed::Write
        | Deed::Stop
        | Deed::Start
        | Deed::Guarded) => deed,
    }
}

/// Whether nothing in the mail changes anything, and no words of it go to anybody else.
pub(super) fn only_asks(content: &Content) -> bool {
    let words_below = content.message.talk.is_some();
    content.message.orders.iter().all(|order| {
        order.command.properties().effect != Effect::Changes
            && deed(order, words_below) == Deed::Ask
    })
}

/// Whether the code opens all that this mail of its player asks for.
pub(super) fn opens(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
    code: Purpose,
) -> bool {
    let orders = &content.message.orders;
    if orders.is_empty() {
        return is_live(batch, code);
    }
    let words_below = content.message.talk.is_some();
    orders.iter().all(|order| match deed(order, words_below) {
        Deed::Ask | Deed::AskAndPassOn | Deed::Guarded => is_live(batch, code),
        deed @ (Deed::Play | Deed::Decide | Deed::Keep | Deed::Talk) => {
            match which_game(batch, content, player, Some(code), order) {
                Ok(number) => opens_game(batch, code, number, deed),
                // They are told that there is none, or asked which.
                Err(NoGame::Nothing(_) | NoGame::Several(_)) => is_live(batch, code),
            }
        }
        Deed::Challenge => match order.command.challenged() {
            Some(opponent) => opens_challenge(batch, code, player, opponent),
            None => opens_rematch(batch, content, player, code, order),
        },
        // It is about no game: a code of one shows that its mail was read, not that a new one is wanted.
        Deed::Seek => kind(code) == Some(Kind::Beginning) && is_young(batch, code, DAYS),
        Deed::Archive => {
            matches!(kind(code), Some(Kind::Beginning | Kind::Archive))
                && is_young(batch, code, DAYS)
        }
        Deed::Settings => {
            let unread = matches!(kind(code), Some(Kind::Elsewhere)) || is_unnamed(code);
            !unread && is_young(batch, code, SETTINGS_DAYS)
        }
        // Of whatever a letter was, whoever reads it at the main address may ask about the tournament.
        Deed::Write => {
            let unread = matches!(kind(code), Some(Kind::Elsewhere)) || is_unnamed(code);
            !unread && is_young(batch, code, SETTINGS_DAYS)
        }
        Deed::Stop => is_young(batch, code, DAYS) || is_invitation(batch, code, player),
        Deed::Start => {
            let is_of_a_game = matches!(code, Purpose::Game { .. });
            is_young(batch, code, DAYS) || is_of_a_game && !batch.may_write_to(player)
        }
    })
}

/// Whether the code may prove something at all, as far as that is known before a game is looked at.
pub(super) fn is_fresh(code: Purpose, now: DateTime<Utc>) -> bool {
    match code {
        Purpose::Game { .. } => true,
        Purpose::Player { .. } => is_written_within(code, now, DAYS),
    }
}

/// Whether the code may open something that takes work: it is not too old, or that of the turn which its game, while it is
/// open, has at present.
pub(super) fn is_worth_work(code: Purpose, present: Option<i32>, now: DateTime<Utc>) -> bool {
    let lasts = match code {
        Purpose::Game { turn, .. } => u32::try_from(present.unwrap_or(-1)) == Ok(turn),
        Purpose::Player { .. } => false,
    };
    lasts || is_written_within(code, now, DAYS)
}

/// Whether the code is not too old for anything but `stop` and `start`.
pub(super) fn is_live(batch: &Batch<'_>, code: Purpose) -> bool {
    is_present(batch, code) || !is_unnamed(code) && is_young(batch, code, DAYS)
}

/// Whether the code is that of an open game at its present turn.
fn is_present(batch: &Batch<'_>, code: Purpose) -> bool {
    let Purpose::Game { game, .. } = code else {
        return false;
    };
    is_open(batch, game) && batch.shows_present(code, game) == Some(true)
}

fn is_open(batch: &Batch<'_>, number: GameNumber) -> bool {
    batch
        .games
        .get(&number)
        .is_some_and(|loaded| matches!(loaded.game.phase(), Phase::Offered | Phase::Playing))
}

/// Whether the letter was written so many days ago at the most. Nobody knows when one without a day was.
fn is_young(batch: &Batch<'_>, code: Purpose, days: u32) -> bool {
    is_written_within(code, batch.now, days)
}

fn is_written_within(code: Purpose, now: DateTime<Utc>, days: u32) -> bool {
    let written = match code {
        Purpose::Game { letter, .. } => match letter {
            GameLetter::Undated => return false,
            GameLetter::Written(day) | GameLetter::Invitation(day) => day,
        },
        Purpose::Player { letter, .. } => match letter {
            PlayerLetter::Unnamed(day) | PlayerLetter::Of(_, day) => day,
            PlayerLetter::List(instant) => {
                u32::try_from(instant / 86_400_000_000).unwrap_or(u32::MAX)
            }
        },
    };
    day(now).checked_sub(written).is_some_and(|age| age <= days)
}

/// What a letter about no game was about, where it was no list.
fn kind(code: Purpose) -> Option<Kind> {
    match code {
        Purpose::Player {
            letter: PlayerLetter::Of(kind, _),
            ..
        } => Some(kind),
        Purpose::Player {
            letter: PlayerLetter::Unnamed(_) | PlayerLetter::List(_),
            ..
        }
        | Purpose::Game { .. } => None,
    }
}

fn is_unnamed(code: Purpose) -> bool {
    matches!(
        code,
        Purpose::Player {
            letter: PlayerLetter::Unnamed(_),
            ..
        }
    )
}

/// Whether it is the code of an invitation. One without a day is, as long as the invited has never answered.
fn is_invitation(batch: &Batch<'_>, code: Purpose, player: PlayerNumber) -> bool {
    match code {
        Purpose::Game {
            letter: GameLetter::Invitation(_),
            ..
        } => true,
        Purpose::Game {
            letter: GameLetter::Undated,
            seat: Seat::Opponent,
            ..
        } => !batch.is_active(player),
        Purpose::Game { .. } | Purpose::Player { .. } => false,
    }
}

/// Whether the code opens this in the game.
fn opens_game(batch: &Batch<'_>, code: Purpose, number: GameNumber, deed: Deed) -> bool {
    match (code, batch.shows_present(code, number)) {
        (_, None) => false,
        (Purpose::Game { .. }, Some(_)) if deed == Deed::Keep => is_present(batch, code),
        (Purpose::Game { .. }, Some(_)) => is_live(batch, code),
        // A list names no game that is over, nor one that began after it.
        (Purpose::Player { .. }, Some(present)) => {
            // Of what can be done at any position of an open game nobody is told that the game has gone on.
            let told_so = deed == Deed::Play || deed == Deed::Decide && !is_open(batch, number);
            is_live(batch, code) && (told_so || present && is_open(batch, number))
        }
    }
}

/// Whether the code opens this challenge: to anybody, or to the opponent in the game of the letter.
fn opens_challenge(batch: &Batch<'_>, code: Purpose, player: PlayerNumber, opponent: &str) -> bool {
    let Purpose::Game { game, letter, .. } = code else {
        return kind(code) == Some(Kind::Beginning) && is_young(batch, code, DAYS);
    };
    let Some(loaded) = batch.games.get(&game) else {
        return false;
    };
    let opponent = opponent.trim();
    let challenged = if opponent.contains('@') {
        batch.by_address.get(&address::key(opponent))
    } else {
        batch.by_name.get(&NameKey::of(opponent))
    };
    // Who names nobody is told so.
    let nobody = challenged.is_none() && !opponent.contains('@');
    letter != GameLetter::Undated
        && (nobody || challenged == Some(&loaded.game.other(player)))
        && is_live(batch, code)
}

/// Whether the code opens another game with the opponent of the game that is meant.
fn opens_rematch(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
    code: Purpose,
    order: &Order,
) -> bool {
    let Ok(number) = which_game(batch, content, player, Some(code), order) else {
        // They are told that there is none, or asked which.
        return is_live(batch, code);
    };
    let Some(loaded) = batch.games.get(&number) else {
        return false;
    };
    let opponent = loaded.game.other(player);
    match code {
        Purpose::Game { game, letter, .. } => {
            let played = |loaded: &LoadedGame| loaded.game.other(player);
            letter != GameLetter::Undated
                && batch.games.get(&game).map(played) == Some(opponent)
                && is_live(batch, code)
        }
        Purpose::Player { .. } => {
            kind(code) == Some(Kind::Beginning) && is_young(batch, code, DAYS)
        }
    }
}

/// What the code of a letter stands for; `None` for one to somebody who is no player.
pub(super) fn code_of(batch: &Batch<'_>, draft: &Draft) -> Option<Purpose> {
    let player = match draft.to {
        Recipient::Player(player) | Recipient::PlayerAt { player, .. } => player,
        Recipient::Stranger { .. } => return None,
    };
    let today = day(batch.now);
    let loaded = draft.game.and_then(|number| batch.games.get(&number));
    if let Some(loaded) = loaded {
        let letter = match draft.occasion.kind().opens {
            Opens::Invitation => GameLetter::Invitation(today),
            Opens::Game
            | Opens::List
            | Opens::Beginning
            | Opens::Archive
            | Opens::Settings
            | Opens::OneAnswer => GameLetter::Written(today),
        };
        return Some(Purpose::Game {
            game: loaded.game.number(),
            seat: if player == loaded.game.challenger() {
                Seat::Challenger
            } else {
                Seat::Opponent
            },
            turn: draft.turn,
            letter,
        });
    }
    let letter = match (&draft.to, draft.occasion.kind().opens) {
        (Recipient::PlayerAt { .. }, _) => PlayerLetter::Of(Kind::Elsewhere, today),
        (_, Opens::List | Opens::Settings) if draft.occasion.lists_games() => {
            PlayerLetter::List(microseconds(batch.instant_of(draft.cause.mail())))
        }
        (_, Opens::List | Opens::Beginning) => PlayerLetter::Of(Kind::Beginning, today),
        (_, Opens::Archive) => PlayerLetter::Of(Kind::Archive, today),
        (_, Opens::Settings) => PlayerLetter::Of(Kind::Settings, today),
        (_, Opens::Game | Opens::Invitation | Opens::OneAnswer) => {
            PlayerLetter::Of(Kind::Elsewhere, today)
        }
    };
    Some(Purpose::Player { player, letter })
}
