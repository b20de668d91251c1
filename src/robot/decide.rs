//! Whose mail it is, and what he may do.
//!
//! A sender's name on a mail proves nothing. What counts is a token of ours: who shows it has read the mail it stood
//! in. So there are five cases:
//!
//! | evidence                                         | what happens                                                  |
//! |--------------------------------------------------|---------------------------------------------------------------|
//! | token, and From is an address of its player      | the orders are carried out, dangerous ones if unmistakable    |
//! | token, but another From                          | the mail waits; its player is asked at his own address, and   |
//! |                                                  | with his "yes" the other one is his as well                   |
//! | From is a player's address, no token, and our    | a move is played if it names its game or its number and no    |
//! | border vouches for the domain in From            | other game waits for him; all else as in the next row         |
//! | From is a player's address, no token             | what only informs is answered to his main address; orders     |
//! |                                                  | wait, and he is asked there                                   |
//! | neither                                          | an unknown sender who wrote an order is asked once a day      |
//! |                                                  | whether the address is his; all else is not answered          |
//!
//! Where our border says that the domain in From disowns the mail (`dmarc=fail`), a token in it does not count: its
//! player is asked, once a day at the most, and a stranger is not answered. Only the answer to our own question is
//! believed then, since it shows that the question was read.
//!
//! Mails of robots are dropped before any of this, token or not: an absence note carries the token of the mail that it
//! answers.

use super::bounces;
use super::desk::{Allowance, Desk};
use super::draft::{Answering, Draft, Reader};
use super::ledger::Needs;
use super::orders::{self, Sender};
use super::people::{activate, add_alias, adopt, display_name, enrol, tell_opponents};
use super::reading::{Content, Read, game_of};
use crate::db::inbox::{Handled, Outcome, Released};
use crate::db::players::{Asked, ConfirmationRow};
use crate::game::{GameNumber, PlayerNumber};
use crate::language::{Command, Effect, Order, game_in_subject};
use crate::letters::{Occasion, clean_name, one_line};
use crate::mail::address;
use crate::mail::authentication::Dmarc;
use crate::mail::automatic::Nature;
use crate::mail::token::{OneTime, Purpose, Seat};
use crate::mail::write::is_sendable;

/// For how many days a token that names no game proves who its player is.
const PLAYER_TOKEN_DAYS: u32 = 60;

/// What these mails need on the desk.
pub(super) fn needs(reads: &[Read]) -> Needs {
    let mut needs = Needs::default();
    for read in reads {
        let Ok(content) = &read.content else {
            continue;
        };
        needs
            .open_games_of_players
            .extend(read.mail.confirmed_as.map(PlayerNumber));
        bounces::need(content, &mut needs);
        let sender = content.sender_key();
        if !sender.is_empty() {
            needs.addresses.insert(sender.clone());
        }
        let mut named = false;
        match content.evidence.purpose {
            Some(Purpose::Game { game, .. }) => {
                needs.games.insert(game);
                named = true;
            }
            Some(Purpose::Player { player, .. }) => {
                needs.open_games_of_players.insert(player);
            }
            None => {}
        }
        if let Dmarc::Pass(authserv_id) = &content.dmarc {
            needs.borders.insert(authserv_id.clone());
        }
        if let Some(token) = &content.evidence.one_time {
            needs.confirmations.insert(token.hash.clone());
        }
        // Only who has proved himself makes a challenge; no numbers are drawn for mails that have to wait first.
        let proven = read.mail.confirmed_as.is_some()
            || content.evidence.purpose.is_some()
            || content.evidence.one_time.is_some();
        needs
            .games
            .extend(game_in_subject(&content.incoming.subject).map(GameNumber));
        // What is not a move is answered with words alone, and so only so often.
        let moves = |order: &Order| matches!(order.command, Command::Moves(_));
        if !content.message.orders.iter().any(moves) || content.evidence.purpose.is_none() {
            needs.waiting.insert(content.sender_key());
        }
        needs.blocks |= content.message.talk.is_some();
        for order in &content.message.orders {
            match &order.command {
                Command::Stop | Command::Start => needs.stops = true,
                Command::Leave { .. } => {
                    if let Some(Purpose::Game { game, .. }) = content.evidence.purpose {
                        needs.left.insert(game);
                    }
                }
                Command::Addresses | Command::RemoveAddress(_) => needs.own_addresses = true,
                Command::Address(address) => {
                    needs.addresses.insert(address::key(address));
                }
                Command::Block(name) | Command::Unblock(name) => {
                    needs.blocks = true;
                    needs.names.insert(name.clone());
                }
                Command::Challenge { .. } | Command::Say(_) => needs.blocks = true,
                _ => {}
            }
            needs.games.extend(order.game.map(GameNumber));
            named &= !matches!(
                order.command,
                Command::Games | Command::Stop | Command::Start | Command::Leave { .. }
            );
            if let Command::Challenge { opponent, .. } = &order.command {
                let opponent = opponent.trim();
                *needs.new_games.entry(read.mail.id).or_default() += i32::from(proven);
                if opponent.contains('@') {
                    needs.addresses.insert(address::key(opponent));
                    needs.new_names.insert(display_name(None, opponent));
                    *needs.new_players.entry(read.mail.id).or_default() += i32::from(proven);
                } else {
                    needs.names.insert(opponent.to_owned());
                }
            }
            if let Command::Search(words) = &order.command {
                needs.searches.insert(words.clone());
            }
            if let Command::Overwrite { number, .. } = &order.command {
                needs.archived.insert(*number);
            }
            if let Command::Enter { pgn, .. } | Command::Overwrite { pgn, .. } = &order.command {
                for game in orders::archive::brought(content, pgn).good {
                    needs.digests.insert(game.digest.to_vec());
                    *needs.new_entries.entry(read.mail.id).or_default() += 1;
                }
            }
            if let Command::Name(name) = &order.command {
                needs.names.insert(clean_name(name));
            }
        }
        if !named {
            needs.open_games_of.insert(sender);
        }
        if let Some(from) = &content.incoming.from {
            // Only who is new, or answers for the first time, gets a name; most mails are from players, and the check
            // for free names is left out for them when the desk is laid out.
            if content.evidence.one_time.is_some() || enters(content) {
                needs
                    .new_names
                    .insert(display_name(from.name.as_deref(), &from.address));
                *needs.new_players.entry(read.mail.id).or_default() += 1;
            }
        }
    }
    needs
}

/// Decides one mail: every mail leaves here with exactly one row of what became of it.
///
/// # Errors
///
/// Only by a fault of ours or of the operating system; what a player does wrong is an answer.
pub(super) fn decide(desk: &mut Desk<'_>, read: &Read) -> anyhow::Result<()> {
    let (outcome, reason, player) = match &read.content {
        Err(fault) => (Outcome::Dropped, Some(format!("unreadable: {fault}")), None),
        Ok(content) => {
            desk.flooding = desk.is_flood(&content.sender_key());
            judge(desk, read, content)?
        }
    };
    desk.handled.push(Handled {
        id: read.mail.id,
        outcome,
        reason,
        player: player.map(|number| number.0),
    });
    Ok(())
}

type Verdict = (Outcome, Option<String>, Option<PlayerNumber>);

fn dropped(reason: impl Into<String>) -> Verdict {
    (Outcome::Dropped, Some(reason.into()), None)
}

fn judge(desk: &mut Desk<'_>, read: &Read, content: &Content) -> anyhow::Result<Verdict> {
    // A mail whose sender confirmed it passed all of this before.
    if let Some(player) = read.mail.confirmed_as.map(PlayerNumber) {
        // That an address is his, or that he wrote this, does not say that he knows what leaving means.
        if orders::leaving(content).is_some() && !read.mail.leaves {
            return ask_player(desk, read, content, player);
        }
        // Its token still says which position it answers.
        let proof = content
            .evidence
            .purpose
            .filter(|&purpose| holder_of(desk, purpose) == Some(player));
        let sender = Sender {
            player,
            proof,
            confirmed: true,
        };
        return Ok(answered(
            orders::carry_out(desk, read, content, &sender)?,
            sender.player,
        ));
    }
    if read.mail.old && !answers_present_position(desk, content) {
        return Ok(dropped("old, and its mailbox was new to us"));
    }
    let soft = match &content.nature {
        Nature::Human => None,
        Nature::Soft(signal) => Some(format!("automatic: {signal}")),
        Nature::Automatic(signal) => return Ok(dropped(format!("automatic: {signal}"))),
        Nature::Loop(signal) => return Ok(dropped(format!("loop: {signal}"))),
        Nature::Bounce(report) => {
            let (reason, player) = bounces::bounced(desk, read, content, report);
            return Ok((Outcome::Dropped, Some(reason), player));
        }
        Nature::Complaint(report) => {
            let (reason, player) = bounces::complained(desk, read, content, report);
            return Ok((Outcome::Dropped, Some(reason), player));
        }
    };
    let Some(from) = &content.incoming.from else {
        return Ok(dropped("no single sender"));
    };
    if !is_sendable(&from.address) {
        return Ok(dropped("unusable sender address"));
    }
    let key = content.sender_key();
    let known = desk.by_address.get(&key).copied();
    if known.is_some_and(|player| desk.is_blocked(player)) {
        return Ok(dropped("blocked by the administrator"));
    }
    if let Some(token) = &content.evidence.one_time
        && soft.is_none()
        && let Some(row) = desk.confirmations.get(&token.hash).cloned()
    {
        return confirm(desk, read, content, &row);
    }
    let holder = content
        .evidence
        .purpose
        .and_then(|purpose| holder_of(desk, purpose));
    if holder.is_some_and(|player| desk.is_blocked(player)) {
        return Ok(dropped("blocked by the administrator"));
    }
    // What carries his name and is disowned by his domain may be a mail of his that somebody got hold of.
    let holder = holder.filter(|_| content.dmarc != Dmarc::Fail || holder != known);
    if let Some(signal) = soft {
        // Humans' mails carry such signs by accident; so they count only for who proves himself and wants something.
        let proven = holder.is_some() && holder == known && !content.message.orders.is_empty();
        if !proven {
            return Ok(dropped(signal));
        }
    }
    let starts = content
        .message
        .orders
        .iter()
        .any(|order| matches!(order.command, Command::Start));
    let silenced = desk.is_silenced(&key) || known.is_some_and(|player| !desk.may_write_to(player));
    if silenced && !(starts && holder.is_some() && holder == known) {
        return Ok(dropped("silenced"));
    }
    if let Some(player) = known.filter(|_| holder == known || vouched_for(desk, content)) {
        bounces::heard_from(desk, player, read);
    }
    match (known, holder) {
        (Some(player), Some(holder)) if player == holder => {
            let sender = Sender {
                player,
                proof: content.evidence.purpose,
                confirmed: false,
            };
            if read.mail.oversized || content.fault.is_some() {
                return Ok(not_read(desk, read, content, player));
            }
            if orders::wants_confirmation(desk, content, &sender) {
                return ask_player(desk, read, content, player);
            }
            Ok(answered(
                orders::carry_out(desk, read, content, &sender)?,
                player,
            ))
        }
        // An invitation that was forwarded, or came to an alias, and is answered from where it is read.
        (None, Some(holder)) if !desk.is_active(holder) => {
            ask_stranger(desk, read, content, Some(holder))
        }
        (_, Some(holder)) => ask_player(desk, read, content, holder),
        // Nothing is sent to him but the question whether it is he who writes.
        (Some(player), None) if desk.rests(player) => ask_player(desk, read, content, player),
        (Some(player), None) if desk.is_active(player) => {
            if read.mail.oversized || content.fault.is_some() {
                return Ok(not_read(desk, read, content, player));
            }
            let informs = |order: &Order| order.command.properties().effect == Effect::Informs;
            let harmless = content.message.orders.iter().all(informs);
            if harmless
                || (vouched_for(desk, content)
                    && orders::may_be_played_unproven(desk, content, player))
            {
                let sender = Sender {
                    player,
                    proof: None,
                    confirmed: false,
                };
                return Ok(answered(
                    orders::carry_out(desk, read, content, &sender)?,
                    player,
                ));
            }
            ask_player(desk, read, content, player)
        }
        (_, None) => ask_stranger(desk, read, content, None),
    }
}

/// Whether our border says that the domain in From stands behind the mail, and nobody else can have written that.
fn vouched_for(desk: &Desk<'_>, content: &Content) -> bool {
    match &content.dmarc {
        Dmarc::Pass(authserv_id) => desk.borders.contains(authserv_id),
        Dmarc::Fail | Dmarc::Unknown => false,
    }
}

fn answered(reason: Option<String>, player: PlayerNumber) -> Verdict {
    match reason {
        None => (Outcome::Done, None, Some(player)),
        Some(reason) => (Outcome::Dropped, Some(reason), Some(player)),
    }
}

/// The player to whom we wrote the mail that this token stood in. Who was forgotten has no tokens any more: whoever shows
/// one is a stranger.
fn holder_of(desk: &Desk<'_>, purpose: Purpose) -> Option<PlayerNumber> {
    let holder = match purpose {
        Purpose::Game { game, seat, .. } => {
            let game = &desk.tables.get(&game)?.game;
            match seat {
                Seat::Challenger => game.challenger(),
                Seat::Opponent => game.opponent(),
            }
        }
        Purpose::Player { player, day } => {
            let today = super::letter::day(desk.now);
            let fresh = today
                .checked_sub(day)
                .is_some_and(|age| age <= PLAYER_TOKEN_DAYS);
            (fresh && desk.players.contains_key(&player)).then_some(player)?
        }
    };
    (!desk.is_forgotten(holder)).then_some(holder)
}

/// Whether the mail carries a token of a game in which nothing was moved since. Of a mail that may be from a time of which
/// nothing is known here (its mailbox was numbered anew, restored or moved) nothing else says that it is not answered yet.
fn answers_present_position(desk: &Desk<'_>, content: &Content) -> bool {
    match content.evidence.purpose {
        Some(Purpose::Game { game, turn, .. }) => desk
            .tables
            .get(&game)
            .is_some_and(|table| table.game.turn() == turn),
        Some(Purpose::Player { .. }) | None => false,
    }
}

/// A mail that answers our question whether an address, or a mail, is what it says.
fn confirm(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
) -> anyhow::Result<Verdict> {
    let key = content.sender_key();
    if key != row.address_key {
        // The question was asked at one address and is answered from another: somebody else has seen the mail.
        return Ok(dropped("confirmation from another address"));
    }
    let says = |wanted: fn(&Command) -> bool| {
        content
            .message
            .orders
            .first()
            .is_some_and(|order| wanted(&order.command))
    };
    if says(|command| matches!(command, Command::Stop)) {
        let owner = desk.by_address.get(&key).copied();
        if let Some(player) = owner.filter(|&player| desk.is_active(player)) {
            tell_opponents(desk, player, read.mail.id, false);
        }
        desk.stop.push(key);
        desk.used_up.push(row.token_hash.clone());
        desk.disowned.push(row.inbox_id);
        return Ok((
            Outcome::Done,
            Some("silenced".to_owned()),
            row.player_id.map(PlayerNumber),
        ));
    }
    if desk.is_silenced(&key) {
        return Ok(dropped("silenced"));
    }
    let player = row
        .player_id
        .map(PlayerNumber)
        .or_else(|| desk.by_address.get(&key).copied());
    if let Some(player) = player {
        bounces::heard_from(desk, player, read);
    }
    if row.used || row.expired || desk.used_up.contains(&row.token_hash) {
        let why = if row.expired && !row.used {
            "this question is more than three days old; please write your mail again"
        } else {
            "this question has been answered already"
        };
        let Some(player) = player.filter(|&player| desk.is_active(player)) else {
            return Ok(dropped("late confirmation"));
        };
        refuse(desk, read, content, player, why);
        return Ok((Outcome::Done, None, Some(player)));
    }
    if row.asked == Asked::Change {
        return Ok(confirm_change(
            desk,
            read,
            row,
            says(|command| matches!(command, Command::Yes)),
            says(|command| matches!(command, Command::No)),
        ));
    }
    if says(|command| matches!(command, Command::No)) {
        desk.used_up.push(row.token_hash.clone());
        desk.disowned.push(row.inbox_id);
        if let Some(player) = player.filter(|&player| desk.is_active(player)) {
            reply(desk, read, content, player, Occasion::Disowned, None);
        }
        return Ok((Outcome::Done, Some("disowned".to_owned()), player));
    }
    if let Some(game) = moved_on(desk, row)
        && let Some(player) = player
        && says(|command| matches!(command, Command::Yes))
    {
        desk.used_up.push(row.token_hash.clone());
        desk.disowned.push(row.inbox_id);
        let occasion = Occasion::Refused {
            read: first_words(content),
            why: "the game has moved on since that mail was written".to_owned(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: desk.view(game, player),
        };
        reply(desk, read, content, player, occasion, Some(game));
        return Ok((Outcome::Done, None, Some(player)));
    }
    let agrees = says(|command| matches!(command, Command::Yes));
    // Who answers the question about his address with an order has shown that he reads there, and what he wants.
    let orders_at_once =
        row.asked == Asked::Address && !agrees && !content.message.orders.is_empty();
    if agrees || orders_at_once {
        let player = match player {
            Some(player) => player,
            None => match enrol(desk, read.mail.id, &row.address_spelling, &row.name) {
                Some(player) => player,
                None => anyhow::bail!("no number is left for a new player"),
            },
        };
        adopt(desk, player, row);
        // Who leaves needs no other address, and becomes no player by it.
        if row.asked != Asked::Leaving {
            add_alias(desk, player, row);
            activate(desk, player, Some(row.name.clone()));
        }
        desk.used_up.push(row.token_hash.clone());
        if agrees {
            desk.released.push(Released {
                id: row.inbox_id,
                player: player.0,
                leaves: row.asked == Asked::Leaving,
            });
            // The waiting mail is answered now; this one needs no answer of its own.
            return Ok((Outcome::Done, Some("confirmed".to_owned()), Some(player)));
        }
        desk.disowned.push(row.inbox_id);
        if orders::leaving(content).is_some() {
            return ask_player(desk, read, content, player);
        }
        let sender = Sender {
            player,
            proof: None,
            confirmed: true,
        };
        return Ok(answered(
            orders::carry_out(desk, read, content, &sender)?,
            player,
        ));
    }
    // Neither yes nor no: ask once more, within the day's allowance.
    if !desk.spend(&key, Allowance::NotUnderstood) {
        return Ok(dropped("neither yes nor no, too often"));
    }
    match player.filter(|&player| desk.is_active(player)) {
        Some(player) => {
            let why = "the question was answered neither with yes nor with no";
            refuse(desk, read, content, player, why);
        }
        None => ask_address(desk, row.clone(), content, read.mail.id)?,
    }
    Ok((Outcome::Done, Some("neither yes nor no".to_owned()), player))
}

/// The answer from an address that a player wants his mail sent to.
fn confirm_change(
    desk: &mut Desk<'_>,
    read: &Read,
    row: &ConfirmationRow,
    yes: bool,
    no: bool,
) -> Verdict {
    let Some(player) = row.player_id.map(PlayerNumber) else {
        return dropped("nobody's address");
    };
    let taken = desk.by_address.get(&row.address_key);
    if yes && taken.is_none_or(|&holder| holder == player) {
        desk.used_up.push(row.token_hash.clone());
        orders::make_main(desk, player, &row.address_spelling, read.mail.id);
        return (Outcome::Done, Some("confirmed".to_owned()), Some(player));
    }
    if no {
        desk.used_up.push(row.token_hash.clone());
    }
    // Whoever reads there is nobody whom we know, and need not be answered.
    dropped("address not confirmed")
}

/// The game that a waiting mail is about, when it stands at another position than when the mail came.
fn moved_on(desk: &Desk<'_>, row: &ConfirmationRow) -> Option<GameNumber> {
    let table = desk.tables.get(&GameNumber(row.game_id?))?;
    let turn = u32::try_from(row.turn?).ok()?;
    (table.game.turn() != turn).then(|| table.game.number())
}

/// Asks a player, at his own address, whether a mail in his name is really from him.
fn ask_player(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
) -> anyhow::Result<Verdict> {
    let Some(known) = desk.players.get(&player).cloned() else {
        return Ok(dropped("unknown player"));
    };
    let leaving = orders::leaving(content);
    if !known.active && leaving.is_none() {
        // Somebody else's invitation.
        return Ok(dropped("invitation answered from another address"));
    }
    if content.message.orders.is_empty() || read.mail.oversized {
        return Ok(dropped("unproven, and asks for nothing"));
    }
    let allowance = if content.dmarc == Dmarc::Fail {
        Allowance::Disowned
    } else {
        Allowance::Confirmation
    };
    if !desk.may_write_to(player)
        || !bounces::may_ask(desk, player)
        || !desk.spend(&known.address, allowance)
    {
        return Ok(dropped("unproven, and too many questions already"));
    }
    let alias = alias_of(desk, content, player);
    // Who cannot read at his main address any more is asked where he can.
    let asked_at = orders::is_recovery(desk, content, player);
    let to = match &asked_at {
        Some(address) => Reader::PlayerAt {
            player,
            address: address.clone(),
        },
        None => Reader::Player(player),
    };
    let asked_at = asked_at.unwrap_or_else(|| known.address.clone());
    let token = OneTime::new(desk.chance.draw(read.mail.id)?);
    let game = game_of(content).or_else(|| orders::only_game_meant(desk, content, player));
    let about = game
        .filter(|_| leaving.is_none())
        .and_then(|number| desk.tables.get(&number))
        .filter(|table| table.game.has(player))
        .map(|table| (table.game.number(), table.game.turn()));
    desk.asked.push(ConfirmationRow {
        token_hash: token.hash.clone(),
        asked: if leaving.is_some() {
            Asked::Leaving
        } else {
            Asked::Orders
        },
        address_key: address::key(&asked_at),
        address_spelling: asked_at,
        name: known.name,
        player_id: Some(player.0),
        inbox_id: read.mail.id,
        game_id: about.map(|(number, _)| number.0),
        turn: about.and_then(|(_, turn)| i32::try_from(turn).ok()),
        alias_key: alias.as_ref().map(|alias| address::key(alias)),
        alias_spelling: alias.clone(),
        used: false,
        expired: false,
    });
    let occasion = match leaving {
        Some(forget) => Occasion::ConfirmLeaving {
            forget,
            games: desk.lines(&desk.open_games(player), player),
            other: alias,
        },
        None => Occasion::ConfirmOrders {
            orders: content
                .message
                .orders
                .iter()
                .map(|order| one_line(&order.typed))
                .collect(),
            guarded: orders::changes_address(&content.message.orders),
            alias,
            game: about.and_then(|(number, _)| desk.view(number, player)),
        },
    };
    desk.drafts.push(Draft {
        occasion,
        to,
        game: None,
        turn: 0,
        event: None,
        cause: Some(read.mail.id),
        // It may answer a mail that somebody else wrote, so it is not a reply to that.
        answers: None,
        one_time: Some(token),
    });
    Ok((
        Outcome::Held,
        Some("waits for its sender's confirmation".to_owned()),
        Some(player),
    ))
}

/// The address that a mail with the player's token came from, where it is nobody's and could be another one of his.
fn alias_of(desk: &Desk<'_>, content: &Content, player: PlayerNumber) -> Option<String> {
    let from = content.incoming.from.as_ref()?;
    let key = content.sender_key();
    let proven = content
        .evidence
        .purpose
        .is_some_and(|purpose| holder_of(desk, purpose) == Some(player));
    let free = !desk.by_address.contains_key(&key) && !desk.is_silenced(&key);
    // A domain that disowns the mail does not let it speak for one of its addresses.
    (proven && free && content.dmarc != Dmarc::Fail && !desk.house.owns(&from.address))
        .then(|| address::deliverable(&from.address))
}

/// Asks an unknown address, once a day at the most, whether it has written to us. Only a mail with an order in it is
/// worth the question: unwanted mail has none.
///
/// `invited` is the player whose invitation the mail answers; the address becomes his when it is confirmed.
fn ask_stranger(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    invited: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    let Some(from) = &content.incoming.from else {
        return Ok(dropped("no single sender"));
    };
    if !desk.house.answer_strangers {
        return Ok(dropped("stranger"));
    }
    if content.message.orders.is_empty() || read.mail.oversized {
        return Ok(dropped("stranger without an order"));
    }
    if content.dmarc == Dmarc::Fail && content.evidence.purpose.is_none() {
        return Ok(dropped("stranger whose domain disowns the mail"));
    }
    if !addressed_to_us(desk, content) {
        return Ok(dropped("stranger, and we are not among the recipients"));
    }
    let key = content.sender_key();
    if !desk.spend(&key, Allowance::Stranger) {
        return Ok(dropped("stranger, asked already today"));
    }
    let row = ConfirmationRow {
        token_hash: Vec::new(),
        asked: Asked::Address,
        address_spelling: address::deliverable(&from.address),
        name: display_name(from.name.as_deref(), &from.address),
        player_id: invited
            .or_else(|| desk.by_address.get(&key).copied())
            .map(|player| player.0),
        address_key: key,
        inbox_id: read.mail.id,
        game_id: None,
        turn: None,
        alias_key: None,
        alias_spelling: None,
        used: false,
        expired: false,
    };
    ask_address(desk, row, content, read.mail.id)?;
    Ok((
        Outcome::Held,
        Some("stranger, asked to confirm the address".to_owned()),
        None,
    ))
}

/// Asks an address whether it wrote the mail that waits, with a token of its own.
fn ask_address(
    desk: &mut Desk<'_>,
    mut row: ConfirmationRow,
    content: &Content,
    cause: i64,
) -> anyhow::Result<()> {
    let token = OneTime::new(desk.chance.draw(cause)?);
    row.token_hash.clone_from(&token.hash);
    desk.drafts.push(Draft {
        occasion: Occasion::ConfirmAddress,
        to: Reader::Stranger {
            address: row.address_spelling.clone(),
        },
        game: None,
        turn: 0,
        event: None,
        cause: Some(cause),
        answers: Some(Answering {
            message_id: content.incoming.message_id.clone(),
        }),
        one_time: Some(token),
    });
    desk.asked.push(row);
    Ok(())
}

/// Whether the mail says that it was sent to us; a blind copy to a robot is nobody's question (RFC 5230 4.5).
fn addressed_to_us(desk: &Desk<'_>, content: &Content) -> bool {
    content
        .incoming
        .recipients
        .iter()
        .any(|recipient| desk.house.owns(&recipient.address))
}

/// Whether an invited player becomes active by this mail.
fn enters(content: &Content) -> bool {
    content.message.orders.iter().any(|order| {
        matches!(
            order.command,
            Command::Accept | Command::Join | Command::Name(_) | Command::Challenge { .. }
        )
    })
}

/// Tells a player that his mail was not read: it is too large, or broken.
fn not_read(desk: &mut Desk<'_>, read: &Read, content: &Content, player: PlayerNumber) -> Verdict {
    let Some(address) = desk.players.get(&player).map(|known| known.address.clone()) else {
        return dropped("unknown player");
    };
    let (occasion, reason) = match &content.fault {
        Some(why) => (
            Occasion::Unreadable { why: why.clone() },
            format!("unreadable: {why}"),
        ),
        None => {
            let limit_kib = desk.house.largest_mail / 1024;
            (Occasion::TooLarge { limit_kib }, "too large".to_owned())
        }
    };
    // Without a token anybody can have written it in his name, so that few of these are answered in a day.
    let allowance = if content.evidence.purpose.is_some() {
        Allowance::Information
    } else {
        Allowance::Confirmation
    };
    if !desk.spend(&address, allowance) {
        return dropped(format!("{reason}, and too many answers already"));
    }
    reply(desk, read, content, player, occasion, None);
    (Outcome::Done, Some(reason), Some(player))
}

fn refuse(desk: &mut Desk<'_>, read: &Read, content: &Content, player: PlayerNumber, why: &str) {
    let occasion = Occasion::Refused {
        read: first_words(content),
        why: why.to_owned(),
        instead: Vec::new(),
        piece_moves: Vec::new(),
        game: None,
    };
    reply(desk, read, content, player, occasion, None);
}

/// What the mail says first, for quoting it.
fn first_words(content: &Content) -> String {
    let order = content.message.orders.first();
    let unread = content.message.unread.as_ref();
    order
        .map(|order| order.typed.as_str())
        .or(unread.map(|unread| unread.line.as_str()))
        .map(one_line)
        .unwrap_or_default()
}

/// Answers the mail to a player's own address.
fn reply(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    occasion: Occasion,
    game: Option<GameNumber>,
) {
    let turn = game
        .and_then(|number| desk.tables.get(&number))
        .map_or(0, |table| table.game.turn());
    desk.drafts.push(Draft {
        occasion,
        to: Reader::Player(player),
        game,
        turn,
        event: None,
        cause: Some(read.mail.id),
        answers: Some(Answering {
            message_id: content.incoming.message_id.clone(),
        }),
        one_time: None,
    });
}
