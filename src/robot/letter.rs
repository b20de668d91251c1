//! From an occasion to the bytes of a mail, with its envelope, its thread and its token.

use super::batch::Batch;
use super::calendar;
use super::doors::code_of;
use super::draft::{Answering, Draft, Recipient};
use super::server::Server;
use crate::db::outbox::Posting;
use crate::game::rating::Change;
use crate::game::{CauseId, Detail, GameNumber, PlayerNumber};
use crate::letters::{
    self, Answers, Asks, Audience, CalendarEntry, Erased, Format, InItsGame, Language, LeaveDays,
    Letter, LinksTo, Occasion, Preferences, RatingNews, Receipts, Subjects, Templates, Text,
    subject_of_game, without_unsplit_codes,
};
use crate::mail::token::{Keys, nonce};
use crate::mail::write::{self, Outgoing, write};
use anyhow::Context;
use std::collections::HashMap;

/// Puts all drafts of the batch into words and bytes, and leaves it without drafts.
///
/// # Errors
///
/// When a template fails on real data or a mail cannot be built.
pub(super) fn post(
    batch: &mut Batch<'_>,
    templates: &Templates,
    keys: &Keys,
) -> anyhow::Result<Vec<Posting>> {
    let mut drafts = std::mem::take(&mut batch.drafts);
    // Whoever was forgotten has no address any more; their farewell goes to one that is nobody's.
    drafts.retain(|draft| match draft.to {
        Recipient::Player(player) | Recipient::PlayerAt { player, .. } => {
            !batch.is_forgotten(player)
        }
        Recipient::Stranger { .. } => true,
    });
    drafts.retain(|draft| !is_unwanted_receipt(batch, draft));
    let mut counts: HashMap<String, i32> = HashMap::new();
    drafts
        .into_iter()
        .map(|draft| {
            let mut posting = post_one(batch, templates, keys, draft)?;
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

/// Whether a letter says only that a move was played as it was sent, to a player who does not want to be told that.
fn is_unwanted_receipt(batch: &Batch<'_>, draft: &Draft) -> bool {
    let Recipient::Player(player) = draft.to else {
        return false;
    };
    preferences_of(batch, Some(player)).receipts == Receipts::Off
        && draft.occasion.is_bare_receipt()
        // What anybody may have written in their name they hear of.
        && batch.answers(draft.cause) == Answers::Proven
        // An alarm for a move that is made would ring.
        && !calendar::takes_out(batch, draft)
}

fn post_one(
    batch: &mut Batch<'_>,
    templates: &Templates,
    keys: &Keys,
    draft: Draft,
) -> anyhow::Result<Posting> {
    let event = event_told(batch, &draft);
    let marks = Marks::of(batch, keys, &draft)?;
    let reader = Addressee::of(batch, &draft.to)?;
    let server = batch.server;
    let kind = draft.occasion.kind();
    let subject = subject_of(batch, &draft, &reader);
    let held = waits_for_rest(batch, &draft.occasion, reader.player);
    let passing = draft.occasion.is_passing();
    let entries = calendar::entries(batch, &draft, &marks.message_id);
    let said = (draft.occasion, draft.cause, draft.game);
    let text = in_words(batch, templates, &reader, &marks, said)?;
    let answered = answered_id(draft.answers.as_ref());
    let bytes = write(&Outgoing {
        from_name: &server.name,
        from: &server.address,
        to_name: &reader.name,
        to: &reader.address,
        reply_to: &marks.reply_to(server),
        subject: &without_unsplit_codes(&subject),
        language: reader.language.code(),
        message_id: &marks.message_id,
        in_reply_to: answered,
        references: &thread(server, draft.game, answered),
        answers: draft.answers.is_some(),
        loop_mark: &server.address,
        date: batch.now,
        text: &text.body,
        face: text.face.as_ref().map(as_written),
        pgn: text.attachment.as_ref().map(as_file),
        calendar: as_invitations(&entries),
    })?;
    Ok(Posting {
        cause: draft.cause,
        occasion: kind.name,
        player: reader.player.map(|number| number.0),
        game: draft.game.map(|number| number.0),
        event_number: event.and_then(|number| i32::try_from(number).ok()),
        turns: turns_told(batch, &draft.turns),
        nth: 0,
        held,
        passing,
        later: goes_later(draft.cause, kind.in_its_game),
        supersedes: supersedes(kind.in_its_game),
        envelope_from: envelope_from(batch, reader.player, &marks.nonce),
        recipient: reader.address,
        message_id: marks.message_id,
        bytes,
        picture: text.face.as_ref().and_then(picture_in),
        was_sent: false,
        farewell: kind.erased == Erased::OnceSent,
    })
}

/// Whether nobody waits for a letter: it answers no mail, and tells of no move.
fn goes_later(cause: CauseId, in_its_game: InItsGame) -> bool {
    match in_its_game {
        InItsGame::SaysHowItStands => false,
        InItsGame::Alone | InItsGame::ShowsAllMoves => cause.mail().is_none(),
    }
}

/// The event that a letter tells of. Where there is a clock, the letter to the side to move is the one that tells of its
/// turn, whoever brought it about, since its time runs from that letter on; and no other one does.
fn event_told(batch: &Batch<'_>, draft: &Draft) -> Option<u32> {
    let loaded = draft.game.and_then(|number| batch.games.get(&number));
    let Some(loaded) = loaded.filter(|loaded| loaded.game.control().has_clock()) else {
        return draft.event;
    };
    let number = loaded.game.number();
    let begun = batch.events.iter().rev().find(|(game, recorded)| {
        let accepted = matches!(recorded.detail, Detail::Accepted { .. });
        *game == number && (accepted || recorded.detail.turn().is_some())
    });
    let begun = begun.map(|(_, recorded)| recorded.number);
    let is_to_move = match draft.to {
        Recipient::Player(reader) | Recipient::PlayerAt { player: reader, .. } => {
            loaded.game.awaits(reader)
        }
        Recipient::Stranger { .. } => false,
    };
    if is_to_move {
        begun.or(draft.event)
    } else {
        draft.event.filter(|event| Some(*event) != begun)
    }
}

/// The turns in games with a clock of which a letter about no game tells.
fn turns_told(batch: &Batch<'_>, turns: &[(GameNumber, u32)]) -> Vec<(i64, i32)> {
    let clocked = |number: &GameNumber| {
        let loaded = batch.games.get(number);
        loaded.is_some_and(|loaded| loaded.game.control().has_clock())
    };
    let told = turns.iter().filter(|(number, _)| clocked(number));
    told.filter_map(|&(number, event)| Some((number.0, i32::try_from(event).ok()?)))
        .collect()
}

/// What a letter on this occasion says, because of this, in the form in which its reader wants it.
fn in_words(
    batch: &mut Batch<'_>,
    templates: &Templates,
    reader: &Addressee,
    marks: &Marks,
    (occasion, cause, game): (Occasion, CauseId, Option<GameNumber>),
) -> anyhow::Result<Text> {
    let absence = absence_of(batch, &occasion, reader.player);
    let letter = Letter {
        occasion,
        reader: reader.name.clone(),
        reference: marks.reference(),
        links_to: links_to(batch, marks, reader),
        server: batch.server.address.clone(),
        answers: batch.answers(cause),
        stopped_time: batch.tell_stopped_time(game, reader.player),
        absence,
        rating: rating_news(batch, game, reader.player),
    };
    let preferences = Preferences {
        language: reader.language,
        ..preferences_of(batch, reader.player)
    };
    Ok(templates.render_as(&letter, &preferences, &batch.server.id_domain())?)
}

/// What the picture in a letter shows, where it has one.
fn picture_in(face: &letters::Face) -> Option<String> {
    let board = face.board.as_ref()?;
    Some(board.picture.to_string())
}

/// Where the links of a letter lead; nowhere where it has no code.
fn links_to(batch: &Batch<'_>, marks: &Marks, reader: &Addressee) -> Option<LinksTo> {
    let reference = marks.reference()?;
    let address = marks.reply_to(batch.server);
    let bare = address == batch.server.address;
    let player = reader
        .player
        .and_then(|number| batch.players.get(&number))?;
    Some(LinksTo {
        address,
        reference: bare.then_some(reference),
        letters: player.letters.parse().unwrap_or_default(),
    })
}

/// What the end of the game that a letter is about has just made of ratings.
fn rating_news(
    batch: &Batch<'_>,
    game: Option<GameNumber>,
    reader: Option<PlayerNumber>,
) -> Option<RatingNews> {
    let (number, reader) = (game?, reader?);
    let game = &batch.games.get(&number)?.game;
    if let Some(why) = batch.ratings.unrated.get(&number) {
        return Some(RatingNews::unrated(*why));
    }
    let yours = batch.ratings.change(number, reader);
    let theirs = batch.ratings.change(number, game.other(reader));
    let pool = yours.or(theirs)?.pool;
    let both = |change: &Change| [change.before, change.after.rating];
    Some(RatingNews::changed(pool, yours.map(both), theirs.map(both)))
}

fn as_file(file: &letters::Attachment) -> (&str, &str) {
    (&file.name, &file.pgn)
}

/// The entries of a letter for its reader's calendar.
fn as_invitations(entries: &[CalendarEntry]) -> Vec<write::Invitation> {
    let invitations = entries.iter();
    invitations
        .map(|entry| as_invitation(entry, entries.len()))
        .collect()
}

/// An entry, one of so many in its letter.
fn as_invitation(entry: &CalendarEntry, count: usize) -> write::Invitation {
    let file = entry.word.file();
    write::Invitation {
        method: entry.word.method(),
        name: match count {
            0 | 1 => file.to_owned(),
            _ => format!("game-{}-{file}", entry.game),
        },
        text: entry.text(),
    }
}

fn as_written(face: &letters::Face) -> write::Face<'_> {
    write::Face {
        html: &face.html,
        content_id: face.board.as_ref().map(|board| board.content_id.as_str()),
    }
}

/// How a reader wants their letters: who has not answered us yet gets text.
fn preferences_of(batch: &Batch<'_>, reader: Option<PlayerNumber>) -> Preferences {
    let player = reader.and_then(|number| batch.players.get(&number));
    let active = player.filter(|player| player.active);
    active.map_or(Preferences::usual(Format::Text), |player| player.prefers)
}

/// What a holiday note of this reader names, if they are to be told of it in this letter: once.
fn absence_of(
    batch: &mut Batch<'_>,
    occasion: &Occasion,
    reader: Option<PlayerNumber>,
) -> Option<LeaveDays> {
    let player = reader.filter(|_| occasion.kind().asks != Asks::Whose)?;
    let days = batch.leave.notes.remove(&player)?;
    batch.leave.told.push((player, days));
    Some(LeaveDays::of(days, batch.now.date_naive()))
}

/// The subject of a letter; a game's names the players as they are called now.
fn subject_of(batch: &Batch<'_>, draft: &Draft, reader: &Addressee) -> String {
    let language = reader.language;
    let audience = match reader.player.is_some_and(|number| batch.is_active(number)) {
        true => Audience::Player,
        false => Audience::Stranger,
    };
    let loaded = draft.game.and_then(|number| batch.games.get(&number));
    let of_its_game = loaded.map(|loaded| {
        let names = batch.names(&loaded.game);
        subject_of_game(&loaded.game, names, audience)
    });
    let subject = draft.occasion.subject(of_its_game);
    let subject = match preferences_of(batch, reader.player).subjects {
        Subjects::Plain => subject,
        Subjects::Moves => draft.occasion.subject_with_move().unwrap_or(subject),
    };
    language.say(&subject)
}

/// What a letter is known by when it is answered or comes back.
struct Marks {
    /// The code in it.
    token: Option<String>,
    /// What no other letter has.
    nonce: String,
    /// Without angle brackets.
    message_id: String,
}

impl Marks {
    fn of(batch: &mut Batch<'_>, keys: &Keys, draft: &Draft) -> anyhow::Result<Marks> {
        let nonce = nonce(batch.randomness.draw(draft.cause.mail())?);
        let token = match (&draft.one_time, code_of(batch, draft)) {
            (Some(one_time), _) => Some(one_time.text.clone()),
            (None, Some(purpose)) => keys.make(purpose),
            (None, None) => None,
        };
        let domain = batch.server.id_domain();
        let message_id = match &token {
            Some(token) => format!("{token}.{nonce}@{domain}"),
            None => format!("n.{nonce}@{domain}"),
        };
        Ok(Marks {
            token,
            nonce,
            message_id,
        })
    }

    /// The line of the text in which the code stands.
    fn reference(&self) -> Option<String> {
        let token = self.token.as_ref()?;
        Some(format!("[ref {token}]"))
    }

    /// The address that answers go to.
    fn reply_to(&self, server: &Server) -> String {
        self.token.as_ref().map_or_else(
            || server.address.clone(),
            |token| server.address_with(token),
        )
    }
}

/// Whom a letter goes to, as its envelope and its fields say it.
struct Addressee {
    player: Option<PlayerNumber>,
    name: String,
    address: String,
    language: Language,
}

impl Addressee {
    fn of(batch: &Batch<'_>, reader: &Recipient) -> anyhow::Result<Addressee> {
        Ok(match reader {
            Recipient::Player(number) => {
                let player = batch
                    .players
                    .get(number)
                    .context("the reader of a letter is not on the batch")?;
                Addressee {
                    player: Some(*number),
                    name: player.name.clone(),
                    address: player.address.clone(),
                    language: player.prefers.language,
                }
            }
            Recipient::PlayerAt { player, address } => Addressee {
                player: Some(*player),
                name: batch.name(*player).to_owned(),
                address: address.clone(),
                language: batch.language(*player),
            },
            Recipient::Stranger { address } => Addressee {
                player: None,
                name: String::new(),
                address: address.clone(),
                language: asked_in(batch, address),
            },
        })
    }
}

/// In which language we ask somebody unknown at this address.
fn asked_in(batch: &Batch<'_>, address: &str) -> Language {
    let mut asked = batch.asked.iter().rev();
    let row = asked.find(|row| row.address_spelling == address);
    row.and_then(|row| Language::from_code(&row.language))
        .unwrap_or_default()
}

/// Whether the letter waits until its reader's address takes mail again.
fn waits_for_rest(batch: &Batch<'_>, occasion: &Occasion, reader: Option<PlayerNumber>) -> bool {
    // That their mail goes to another address is sent there at once: that may be one that takes it.
    let moves_on = matches!(occasion, Occasion::AddressChanged { .. });
    occasion.kind().asks != Asks::Whose
        && !moves_on
        && reader.is_some_and(|number| batch.rests(number))
}

/// Whether the letter takes the place of those that only say how its game stood before.
fn supersedes(in_its_game: InItsGame) -> bool {
    match in_its_game {
        InItsGame::ShowsAllMoves | InItsGame::SaysHowItStands => true,
        InItsGame::Alone => false,
    }
}

/// The Message-ID of the mail that a letter answers, where it can be named.
fn answered_id(answering: Option<&Answering>) -> Option<&str> {
    answering?
        .message_id
        .as_deref()
        .filter(|id| is_plain_id(id))
}

/// The References of a letter.
fn thread(server: &Server, game: Option<GameNumber>, answered: Option<&str>) -> Vec<String> {
    // All mails of a game hang on one root that was never sent, so that every program that threads by References
    // (JWZ's method) puts them together, whichever of them got lost.
    let root = game.map(|number| format!("game.{number}@{}", server.id_domain()));
    root.into_iter()
        .chain(answered.map(str::to_owned))
        .collect()
}

/// To strangers the null sender: nothing may come back (RFC 3834 3.3). To players an address of its own for each mail, so
/// that a bounce names the mail it is about and cannot be forged.
fn envelope_from(batch: &Batch<'_>, reader: Option<PlayerNumber>, nonce: &str) -> String {
    if reader.is_some_and(|number| batch.is_active(number)) {
        batch.server.address_with(&format!("b.{nonce}"))
    } else {
        String::new()
    }
}

/// Whether an id from a mail can stand in our header: RFC 5322 3.6.4, and short enough for one line.
fn is_plain_id(id: &str) -> bool {
    id.len() <= 200
        && id.contains('@')
        && id
            .chars()
            .all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>' | ','))
}
