//! What is to be loaded for the mails of a batch.

use crate::budget::CHALLENGES;
use crate::chess::Spelling;
use crate::game::{GameNumber, PlayerNumber};
use crate::language::{
    Command, Directive, Loads, Order, Watched, game_in_subject, looks_like_header, mended,
    named_in, names_in,
};
use crate::letters::{NameKey, clean_name};
use crate::mail::address;
use crate::mail::token::Purpose;
use crate::robot::bounces;
use crate::robot::orders::waiting_entries::Waited;
use crate::robot::people::display_name;
use crate::robot::reading::{Content, Read, SlowWork};
use crate::robot::server::Server;
use crate::robot::standing::Standing;
use crate::robot::storage::{ClubWish, Needs};
use std::collections::BTreeSet;

/// What is to be loaded for these mails. What locks games, and what is new, only for those who have shown something.
pub(in crate::robot) fn needs(server: &Server, reads: &[Read]) -> Needs {
    let mut needs = Needs::default();
    for read in reads {
        let Ok(content) = &read.content else {
            continue;
        };
        let sender = content.sender_key();
        if !sender.is_empty() {
            needs.addresses.insert(sender.clone());
        }
        if read.mail.confirmed_as.is_some() {
            needs.confirmed.insert(read.mail.id);
        } else if content.evidence.purpose.is_none()
            && content.evidence.one_time.is_none()
            && read.known.standing != Standing::Unheard
        {
            needs.asked.insert(sender);
        }
        match read.known.standing {
            Standing::Unheard => of_unheard(&mut needs, read, content),
            Standing::Unproven => of_unproven(&mut needs, read, content),
            Standing::Answer | Standing::Vouched | Standing::Proven => {
                of_proven(&mut needs, server, read, content);
            }
        }
    }
    needs
}

/// A report names the letter that it is about, and of an old mail it matters whether its game has gone on.
fn of_unheard(needs: &mut Needs, read: &Read, content: &Content) {
    bounces::need(content, needs);
    if let Some(Purpose::Game { game, .. }) = content.evidence.purpose.filter(|_| read.mail.old) {
        needs.games.insert(game);
    }
}

/// Whoever is named in it may be asked about it, and shown a game of their own.
fn of_unproven(needs: &mut Needs, read: &Read, content: &Content) {
    needs.open_games_of.insert(content.sender_key());
    match content.evidence.purpose {
        Some(Purpose::Game { game, .. }) => {
            needs.games.insert(game);
        }
        Some(Purpose::Player { player, .. }) => {
            needs.open_games_of_players.insert(player);
        }
        None => {}
    }
    let orders = content.message.orders.iter();
    needs.own_games.extend(
        orders
            .filter_map(|order| order.game)
            .chain(game_in_subject(&content.incoming.subject))
            .map(GameNumber),
    );
    // A question about it says how much of its words is passed on.
    needs.own_addresses |= shows_addresses(content);
    // A question about it names players as they are called.
    let wished = content.message.order_wished();
    for order in content.message.orders.iter().chain(&wished) {
        if let Some(opponent) = order.command.challenged().filter(|one| !one.contains('@')) {
            names_of_challenged(&mut needs.names, opponent);
            needs.names.extend(
                order
                    .command
                    .longer_names()
                    .iter()
                    .map(|name| NameKey::of(name)),
            );
        }
        if let Command::Block(name) | Command::Unblock(name) = &order.command {
            needs.names.insert(NameKey::of(name));
        }
        // That of signing up says for which team.
        if let Command::WithdrawFrom(_) | Command::Direct(..) | Command::SignUp(_, Some(_)) =
            order.command
        {
            of_tournament(needs, order);
        }
        // It names who is withdrawn, and of one that is being prepared as well.
        if let Command::Direct(name, _) = &order.command {
            needs.tournaments.directed.entry(name.clone()).or_default();
        }
        let moves = order.command.moves().unwrap_or_default();
        needs.piece_letters |= moves.iter().any(Spelling::may_begin_with_a_file);
    }
    needs.waiting.insert(read.mail.line.clone());
}

/// The games that it brings for the archive, or that wait under the key that it names.
fn of_archive(needs: &mut Needs, read: &Read) {
    let SlowWork {
        brought, waited, ..
    } = &read.slow_work;
    let waits = waited.as_ref().and_then(Waited::brought);
    for game in brought
        .iter()
        .chain(waits)
        .flat_map(|brought| &brought.good)
    {
        needs.digests.insert(game.digest.to_vec());
        needs
            .new_entries
            .entry(read.mail.id)
            .or_default()
            .insert(game.digest.to_vec());
    }
    needs
        .archived
        .extend(waited.as_ref().and_then(Waited::overwrites));
}

fn of_proven(needs: &mut Needs, server: &Server, read: &Read, content: &Content) {
    needs
        .open_games_of_players
        .extend(read.mail.confirmed_as.map(PlayerNumber));
    of_archive(needs, read);
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
    if let Some(token) = &content.evidence.one_time {
        needs.confirmations.insert(token.hash.clone());
    }
    needs
        .games
        .extend(game_in_subject(&content.incoming.subject).map(GameNumber));
    // What is not a move is answered with words alone, and so only so often.
    let moves = |order: &Order| matches!(order.command, Command::Moves(_));
    if !content.message.orders.iter().any(moves) || content.evidence.purpose.is_none() {
        needs.waiting.insert(read.mail.line.clone());
    }
    needs.blocks |= content.message.talk.is_some();
    needs.own_addresses |= shows_addresses(content);
    let wished = content.message.order_wished();
    for order in content.message.orders.iter().chain(&wished) {
        needs.games.extend(order.game.map(GameNumber));
        of_order(needs, server, read, content, order);
        named &= !lists_own_games(order.command.properties().loads);
    }
    if !named {
        needs.open_games_of.insert(content.sender_key());
    }
    if let Some(from) = &content.incoming.from {
        // Only who is new, or answers for the first time, gets a name; most mails are from players, and the check
        // for free names is left out for them when a batch is loaded.
        if content.evidence.one_time.is_some() || enters(content) {
            needs.new_name(display_name(server, from.name.as_deref(), &from.address));
            *needs.new_players.entry(read.mail.id).or_default() += 1;
        }
    }
}

/// Whether all open games of the sender are looked at.
fn lists_own_games(loads: Loads) -> bool {
    match loads {
        // Other challenges may wait for the same player's answer.
        Loads::OwnGames
        | Loads::Stops
        | Loads::Leaving
        | Loads::Leave
        | Loads::Rematch
        | Loads::Withdrawal
        | Loads::Challenge => true,
        Loads::Nothing
        | Loads::Blocks
        | Loads::Nudges
        | Loads::Player
        | Loads::Name
        | Loads::Address
        | Loads::OwnAddresses
        | Loads::PieceLetters
        | Loads::Archived
        | Loads::Flags
        | Loads::Ratings
        | Loads::Club
        | Loads::Tournaments
        | Loads::SignUp
        | Loads::Directing
        | Loads::Directors
        | Loads::Watches
        | Loads::Seeks => false,
    }
}

/// What an order of somebody who may have proven who they are needs.
fn of_order(needs: &mut Needs, server: &Server, read: &Read, content: &Content, order: &Order) {
    let proven = is_proven(read, content);
    match order.command.properties().loads {
        Loads::Nothing | Loads::OwnGames => {}
        Loads::Flags => needs.flags = true,
        Loads::Ratings => of_ratings(needs, order),
        Loads::Club => of_club(needs, read, content, order),
        Loads::Seeks => of_seek(needs, read, proven, order),
        Loads::Tournaments | Loads::Directors | Loads::Watches => of_tournament(needs, order),
        Loads::SignUp | Loads::Withdrawal => of_entry(needs, order),
        Loads::Directing => of_direction(needs, order),
        Loads::Stops => (needs.stops, needs.tournaments.shown) = (true, true),
        Loads::Leave => needs.leave = true,
        Loads::Leaving => {
            // A tournament that begins at this moment would leave them with games that nobody has resigned. Whoever gets their
            // seat is told, and whether their games count in a table.
            (needs.tournaments.lock, needs.tournaments.shown) = (true, true);
            if let Some(Purpose::Game { game, .. }) = content.evidence.purpose {
                needs.left.insert(game);
            }
        }
        Loads::Rematch => {
            needs.blocks = true;
            *needs.new_games.entry(read.mail.id).or_default() += i32::from(proven);
        }
        Loads::Challenge => of_challenge(needs, server, read, proven, order),
        Loads::Blocks => needs.blocks = true,
        Loads::Nudges => (needs.blocks, needs.nudges) = (true, true),
        Loads::Player => {
            needs.blocks = true;
            if let Command::Block(name) | Command::Unblock(name) = &order.command {
                needs.names.insert(NameKey::of(name));
            }
        }
        Loads::Name => {
            if let Command::Name(name) = &order.command {
                needs.wanted_name(&clean_name(name));
            }
        }
        Loads::Address => {
            if let Command::Address(address) = &order.command {
                needs.addresses.insert(address::key(address));
            }
        }
        Loads::OwnAddresses => needs.own_addresses = true,
        Loads::PieceLetters => {
            let moves = order.command.moves().unwrap_or_default();
            needs.piece_letters |= moves.iter().any(Spelling::may_begin_with_a_file);
        }
        Loads::Archived => {
            if let Command::Overwrite { number, .. } = &order.command {
                needs.archived.insert(*number);
            }
        }
    }
}

/// What somebody may know of ratings, and of whom they want to read.
fn of_ratings(needs: &mut Needs, order: &Order) {
    needs.ratings = true;
    if let Command::Ratings(Some(name)) = &order.command {
        needs.names.insert(NameKey::of(name));
    }
}

/// The part of the club list that somebody wants to see.
fn of_club(needs: &mut Needs, read: &Read, content: &Content, order: &Order) {
    if let Command::Players(from) = order.command {
        needs.club.push(ClubWish {
            sender: content.sender_key(),
            confirmed_as: read.mail.confirmed_as.map(PlayerNumber),
            from,
        });
    }
}

/// The seeks that are open, and what may begin by an order about them.
fn of_seek(needs: &mut Needs, read: &Read, proven: bool, order: &Order) {
    (needs.seeks, needs.blocks) = (true, true);
    let opens = matches!(order.command, Command::Seek(_));
    let takes = matches!(order.command, Command::Take(_));
    if let Command::Take(number) | Command::Unseek(Some(number)) = order.command {
        needs.seeks_named.insert(number);
    }
    let mail = read.mail.id;
    *needs.new_games.entry(mail).or_default() += i32::from(proven && (opens || takes));
    *needs.new_seeks.entry(mail).or_default() += i32::from(proven && opens);
}

/// The tournaments that there are, and the one that is named. Words to directors go to these, and who watches something may
/// name a game.
fn of_tournament(needs: &mut Needs, order: &Order) {
    needs.tournaments.shown = true;
    let named = order.command.tournament();
    needs.tournaments.named.extend(named.map(str::to_owned));
    let loads = order.command.properties().loads;
    if loads == Loads::Directors {
        (needs.tournaments.directors, needs.blocks) = (true, true);
    }
    needs.tournaments.watches |= loads == Loads::Watches;
    if let Command::Watch(Watched::Game(number)) = order.command {
        needs.tournaments.watched.insert(number);
    }
}

/// The same, where who takes part may change by it.
fn of_entry(needs: &mut Needs, order: &Order) {
    of_tournament(needs, order);
    needs.tournaments.lock = true;
}

/// The same, with those whom it concerns and the games that may end by it.
fn of_direction(needs: &mut Needs, order: &Order) {
    of_entry(needs, order);
    let Some((name, what)) = order.command.tournament().zip(order.command.directive()) else {
        return;
    };
    let directed = needs.tournaments.directed.entry(name.to_owned());
    let withdrawn = directed.or_default();
    match what {
        Directive::Tell { player, .. } => {
            withdrawn.insert(NameKey::of(player));
            needs.blocks = true;
        }
        Directive::Withdraw { player, .. } => {
            withdrawn.insert(NameKey::of(player));
        }
        Directive::Substitute { gone, .. } => {
            withdrawn.insert(NameKey::of(gone));
        }
        Directive::Award { game, .. } => {
            needs.games.insert(GameNumber(*game));
        }
        Directive::Open
        | Directive::Close
        | Directive::Begin
        | Directive::Announce(_)
        | Directive::Team { .. }
        | Directive::Unread(_) => {}
    }
}

/// Whom a challenge may name, and the games that it may begin.
fn of_challenge(needs: &mut Needs, server: &Server, read: &Read, proven: bool, order: &Order) {
    needs.blocks = true;
    let opponent = order.command.challenged().unwrap_or_default().trim();
    let mut games = 1;
    if opponent.contains('@') {
        needs.addresses.insert(address::key(opponent));
        needs.new_name(display_name(server, None, opponent));
        *needs.new_players.entry(read.mail.id).or_default() += i32::from(proven);
    } else {
        games = names_of_challenged(&mut needs.names, opponent);
        let meant = mended(&order.typed).and_then(|line| named_in(&line));
        needs.names.extend(meant.map(|name| NameKey::of(&name)));
        let longer = order.command.longer_names();
        needs
            .names
            .extend(longer.iter().map(|name| NameKey::of(name)));
    }
    let games = if proven { games } else { 0 };
    *needs.new_games.entry(read.mail.id).or_default() += games;
}

/// Only who has proven who they are makes a challenge; no numbers are drawn for mails that have to wait first.
fn is_proven(read: &Read, content: &Content) -> bool {
    read.mail.confirmed_as.is_some()
        || content.evidence.purpose.is_some()
        || content.evidence.one_time.is_some()
}

/// Whether words that others read may hold addresses of their writer.
fn shows_addresses(content: &Content) -> bool {
    let mut words = content.message.words();
    words.any(|words| words.lines().any(looks_like_header))
}

/// The names behind a challenge, together and each alone; returns how many may be challenged.
fn names_of_challenged(names: &mut BTreeSet<NameKey>, opponent: &str) -> i32 {
    names.insert(NameKey::of(opponent.trim()));
    let mut count = 0;
    for name in names_in(opponent).into_iter().take(CHALLENGES) {
        names.insert(NameKey::of(name));
        count += 1;
    }
    count
}

/// Whether an invited player becomes active by this mail.
fn enters(content: &Content) -> bool {
    let wished = content.message.order_wished();
    content.message.consent.is_some()
        || content.message.orders.iter().chain(&wished).any(|order| {
            matches!(
                order.command,
                Command::Accept
                    | Command::Join
                    | Command::Name(_)
                    | Command::Challenge { .. }
                    | Command::Seek(_)
                    | Command::Take(_)
                    | Command::SignUp(..)
            )
        })
}
