//! From an occasion to the bytes of a mail, with its envelope, its thread and its token.

use super::desk::Desk;
use super::doors::code_of;
use super::draft::{Draft, Reader};
use crate::db::outbox::Posting;
use crate::letters::{
    Asks, Audience, Erased, InItsGame, Letter, Occasion, Templates, subject_of_game,
    without_unsplit_codes,
};
use crate::mail::token::{Keys, nonce};
use crate::mail::write::{Outgoing, write};
use anyhow::Context;
use chrono::{DateTime, Utc};
use std::collections::HashMap;

/// Puts all drafts on the desk into words and bytes, and leaves the desk without drafts.
///
/// # Errors
///
/// When a template fails on real data or a mail cannot be built.
pub(super) fn post(
    desk: &mut Desk<'_>,
    templates: &Templates,
    keys: &Keys,
) -> anyhow::Result<Vec<Posting>> {
    let mut drafts = std::mem::take(&mut desk.drafts);
    // Whoever was forgotten has no address any more; his farewell goes to one that is nobody's.
    drafts.retain(|draft| match draft.to {
        Reader::Player(player) | Reader::PlayerAt { player, .. } => !desk.is_forgotten(player),
        Reader::Stranger { .. } => true,
    });
    let mut counts: HashMap<String, i32> = HashMap::new();
    drafts
        .into_iter()
        .map(|draft| {
            let mut posting = post_one(desk, templates, keys, draft)?;
            let alike = format!(
                "{:?} {} {} {:?}",
                posting.cause, posting.occasion, posting.recipient, posting.game
            );
            let count = counts.entry(alike).or_insert(0);
            posting.nth = *count;
            *count += 1;
            Ok(posting)
        })
        .collect()
}

fn post_one(
    desk: &mut Desk<'_>,
    templates: &Templates,
    keys: &Keys,
    draft: Draft,
) -> anyhow::Result<Posting> {
    let random = desk.chance.draw(draft.cause.mail())?;
    let house = desk.house;
    let token = match (&draft.one_time, code_of(desk, &draft)) {
        (Some(one_time), _) => Some(one_time.text.clone()),
        (None, Some(purpose)) => keys.make(purpose),
        (None, None) => None,
    };
    let nonce = nonce(random);
    let message_id = match &token {
        Some(token) => format!("{token}.{nonce}@{}", house.id_domain()),
        None => format!("n.{nonce}@{}", house.id_domain()),
    };
    let (player, name, address) = match &draft.to {
        Reader::Player(number) => {
            let player = desk
                .players
                .get(number)
                .context("the reader of a letter is not on the desk")?;
            (Some(*number), player.name.clone(), player.address.clone())
        }
        Reader::PlayerAt { player, address } => (
            Some(*player),
            desk.name(*player).to_owned(),
            address.clone(),
        ),
        Reader::Stranger { address } => (None, String::new(), address.clone()),
    };
    let table = draft.game.and_then(|number| desk.tables.get(&number));
    let kind = draft.occasion.kind();
    let audience = match player.is_some_and(|number| desk.is_active(number)) {
        true => Audience::Player,
        false => Audience::Stranger,
    };
    let of_its_game = table.map(|table| {
        let names = desk.names(&table.game);
        subject_of_game(table.game.number().0, names, audience)
    });
    let subject = draft.occasion.subject(of_its_game.as_deref());
    // That his mail goes to another address is sent there at once: that may be one that takes it.
    let moves_on = matches!(draft.occasion, Occasion::AddressChanged { .. });
    let held =
        kind.asks != Asks::Whose && !moves_on && player.is_some_and(|number| desk.rests(number));
    let passing = draft.occasion.is_passing();
    let occasion = draft.occasion;
    let text = templates.render(&Letter {
        occasion,
        reader: name.clone(),
        reference: token.as_ref().map(|token| format!("[ref {token}]")),
        server: house.address.clone(),
        answers: desk.answers(draft.cause),
    })?;
    let answered = draft
        .answers
        .as_ref()
        .and_then(|answering| answering.message_id.as_deref())
        .filter(|id| is_plain_id(id));
    // All mails of a game hang on one root that was never sent, so that every program that threads by References
    // (JWZ's method) puts them together, whichever of them got lost.
    let mut references = Vec::new();
    if let Some(number) = draft.game {
        references.push(format!("game.{number}@{}", house.id_domain()));
    }
    references.extend(answered.map(str::to_owned));
    let reply_to = token
        .as_ref()
        .map_or_else(|| house.address.clone(), |token| house.address_with(token));
    let bytes = write(&Outgoing {
        from_name: &house.name,
        from: &house.address,
        to_name: &name,
        to: &address,
        reply_to: &reply_to,
        subject: &without_unsplit_codes(&subject),
        message_id: &message_id,
        in_reply_to: answered,
        references: &references,
        answers: draft.answers.is_some(),
        loop_mark: &house.address,
        date: desk.now,
        text: &text.body,
        pgn: text
            .attachment
            .as_ref()
            .map(|attachment| (attachment.name.as_str(), attachment.pgn.as_str())),
    })?;
    // To strangers the null sender: nothing may come back (RFC 3834 3.3). To players an address of its own for each
    // mail, so that a bounce names the mail it is about and cannot be forged.
    let known = player.is_some_and(|number| desk.is_active(number));
    let envelope_from = if known {
        house.address_with(&format!("b.{nonce}"))
    } else {
        String::new()
    };
    Ok(Posting {
        cause: draft.cause,
        occasion: kind.name,
        player: player.map(|number| number.0),
        game: draft.game.map(|number| number.0),
        event_number: draft.event.and_then(|number| i32::try_from(number).ok()),
        nth: 0,
        held,
        passing,
        supersedes: match kind.in_its_game {
            InItsGame::ShowsAllMoves | InItsGame::SaysHowItStands => true,
            InItsGame::Alone => false,
        },
        envelope_from,
        recipient: address,
        message_id,
        bytes,
        was_sent: false,
        farewell: kind.erased == Erased::OnceSent,
    })
}

/// Days since 1970-01-01 UTC.
pub(super) fn day(instant: DateTime<Utc>) -> u32 {
    u32::try_from(instant.timestamp().div_euclid(86_400)).unwrap_or(0)
}

/// Whether an id from a mail can stand in our header: RFC 5322 3.6.4, and short enough for one line.
fn is_plain_id(id: &str) -> bool {
    id.len() <= 200
        && id.contains('@')
        && id
            .chars()
            .all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>' | ','))
}
