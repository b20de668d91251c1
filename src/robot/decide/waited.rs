//! A mail that waited for its sender's "yes", and has it: what was named of it is done, and nothing else.

use super::questions::{WhyAsked, ask_player, request_in, waiting_sender};
use super::verdict::{Verdict, answered, reply};
use crate::db::confirmations::{Asked, Confirmed};
use crate::db::inbox::Outcome;
use crate::game::{GameNumber, Phase, PlayerNumber};
use crate::language::{Command, is_courtesy};
use crate::letters::{FirstRequest, InWords, Language, Named, NoAnswer, Occasion};
use crate::robot::batch::Batch;
use crate::robot::orders::{self, Rest};
use crate::robot::reading::{Content, Read, game_of};

/// Does what its sender has confirmed.
pub(super) fn carry_out_confirmed(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
) -> anyhow::Result<Verdict> {
    let understood = orders::understood(batch, content, player);
    let content = understood.as_ref().unwrap_or(content);
    let sender = waiting_sender(batch, content, player);
    let language = batch.language(player);
    let asked_for = orders::asked_for(batch, read, content, Some(&sender));
    let mut bound = content.clone();
    let confirmed = batch.confirmed.get(&read.mail.id).cloned();
    let Some((confirmed, named)) = confirmed.and_then(|confirmed| {
        let named = confirmed.named.clone()?;
        Some((confirmed, named))
    }) else {
        // Asked before it was kept what was named: all of it was.
        let all = asked_for.items(language);
        asked_for.bind(&mut bound.message, &all, language);
        return do_it(batch, read, &bound, player);
    };
    let rest = asked_for.bind(&mut bound.message, &named, language);
    match confirmed.asked {
        Asked::Address => {
            // Words and positions were named of no stranger's mail.
            bound.message.talk = None;
            bound.message.fens.clear();
            bound.message.unread = None;
            bound.message.twice.clear();
            bound.message.beyond.clear();
            let undone = undone_of_newcomer(batch, content, rest, language);
            welcome(batch, read, &bound, player, &confirmed, undone)
        }
        Asked::Orders | Asked::Leaving | Asked::Change => {
            let verdict = if bound.message.orders.is_empty() {
                (Outcome::Done, None, Some(player))
            } else {
                do_it(batch, read, &bound, player)?
            };
            tell_unnamed(batch, read, content, player, rest, &named);
            Ok(verdict)
        }
    }
}

/// What a newcomer's mail says beyond what the question named, in words for their welcome.
fn undone_of_newcomer(
    batch: &Batch<'_>,
    content: &Content,
    rest: Rest,
    language: Language,
) -> Vec<String> {
    let mut undone: Vec<String> = rest
        .orders
        .iter()
        // The welcome tells how to get help; who asked for nothing else was told how to begin, or learns it there.
        .filter(|_| !content.asks_for_help)
        .filter(|(command, _)| !matches!(command, Command::Join))
        .map(|(command, _)| in_a_word(batch, command))
        .collect();
    // Of a greeting, thanks and a name nobody expects that something is done.
    let courteous = content.message.talk.as_deref().is_some_and(is_courtesy);
    let words = rest.words.filter(|_| !courteous);
    undone.extend(words.map(|_| language.say(&Named::WordsBelow.in_words())));
    if content.message.unread_lines > 0 {
        undone.push(language.say(&Named::RestOfMail.in_words()));
    }
    undone.dedup();
    undone
}

/// An order by its word, and the tournament of this server that it names: nothing else of a mail that anybody may have written.
fn in_a_word(batch: &Batch<'_>, command: &Command) -> String {
    let word = command.properties().word;
    let named = command.tournament();
    match named.filter(|name| batch.tournaments.find(name).is_some()) {
        Some(name) => format!("{word} {name}"),
        None => word.to_owned(),
    }
}

/// Tells a player what their mail says beyond what the question named: it is not done.
fn tell_unnamed(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    rest: Rest,
    named: &[String],
) {
    let mut unnamed: Vec<String> = rest.orders.into_iter().map(|(_, item)| item).collect();
    unnamed.extend(rest.words);
    // What they agreed to in a sentence may be offered no more; then nothing of the mail is an order.
    let nothing_left = content.message.orders.is_empty() && !named.is_empty();
    if unnamed.is_empty() && !nothing_left {
        return;
    }
    // What was named is nothing that can be done any more where the game has ended meanwhile, by a flag for example.
    let numbers = content.message.orders.iter().filter_map(|order| order.game);
    let about = game_of(content).or_else(|| numbers.map(GameNumber).next());
    let loaded = about.and_then(|number| batch.games.get(&number));
    let (read_as, why) = match loaded.map(|loaded| loaded.game.phase()) {
        Some(Phase::Over(_)) => (named, NoAnswer::OverMeanwhile),
        Some(Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing) | None
            if nothing_left =>
        {
            (named, NoAnswer::MovedOn)
        }
        Some(Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing) | None => {
            (unnamed.as_slice(), NoAnswer::NotNamed)
        }
    };
    let occasion = Occasion::Refused {
        also: Vec::new(),
        read: read_as.join("; "),
        why: why.into(),
        instead: Vec::new(),
        piece_moves: Vec::new(),
        game: None,
    };
    reply(batch, read, content, player, occasion, None);
}

/// The first mail of somebody new, or of somebody who was invited.
fn welcome(
    batch: &mut Batch<'_>,
    read: &Read,
    bound: &Content,
    player: PlayerNumber,
    confirmed: &Confirmed,
    undone: Vec<String>,
) -> anyhow::Result<Verdict> {
    let joins = confirmed.named.as_deref().and_then(request_in) == Some(FirstRequest::Join);
    let passed_over = confirmed.passed_over.clone();
    if joins || !undone.is_empty() || !passed_over.is_empty() {
        let occasion = Occasion::Welcome {
            undone,
            passed_over,
        };
        reply(batch, read, bound, player, occasion, None);
    }
    if bound.message.orders.is_empty() {
        return Ok((Outcome::Done, None, Some(player)));
    }
    do_it(batch, read, bound, player)
}

fn do_it(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
) -> anyhow::Result<Verdict> {
    // That an address is theirs, or that they wrote this, does not say that they know what leaving means.
    if orders::leaving(content).is_some() && !read.mail.leaves {
        return ask_player(batch, read, content, player, WhyAsked::Guarded);
    }
    let sender = waiting_sender(batch, content, player);
    Ok(answered(
        orders::carry_out(batch, read, content, &sender)?,
        player,
    ))
}
