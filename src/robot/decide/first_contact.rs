//! The first mail of somebody unknown that asks for nothing we know, or for help alone. A person gets one friendly answer,
//! which tells how to begin; unwanted mail gets none, and nor does whoever's address stands on it. Help that is asked for in
//! a mail that this is no answer to is asked about, as any order.
//!
//! | what our border says of the sender  | who is answered                                                            |
//! |-------------------------------------|----------------------------------------------------------------------------|
//! | it stands behind the mail           | whoever sends no bulk                                                      |
//! | nothing, or nobody is believed      | whoever writes a few words about chess, a greeting, or nothing at all, with |
//! |                                     | no link and no file                                                        |
//! | it disowns it, or calls it unwanted | nobody                                                                     |
//!
//! All together a few dozen a day; and nobody whose mail is old, lay among the junk, or does not name our address.

use super::questions::{addressed_to_us, ask_with};
use super::verdict::{Verdict, dropped};
use crate::db::inbox::Outcome;
use crate::game::PlayerNumber;
use crate::language::FirstWords;
use crate::letters::{FirstRequest, Occasion, ToldBecause};
use crate::mail::authentication::Dmarc;
use crate::mail::unwanted;
use crate::robot::allowances::{Allowance, Cause, Kind, Scope, Unasked, enough_for_today};
use crate::robot::batch::Batch;
use crate::robot::reading::{Content, Read};
use crate::robot::server::Strangers;

/// Answers a stranger's mail without an order, once in ninety days, where it is a person's.
///
/// `invited` is the player whose invitation the mail shows.
pub(super) fn answer_first_contact(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    invited: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    if !may_be_told(batch, read, content) {
        return Ok(dropped("stranger without an order"));
    }
    match spend_first_answer(batch, read, content) {
        Ok(()) => tell_how_to_begin(batch, read, content, invited, ToldBecause::NothingRead),
        Err(Scope::Reader) => Ok(dropped("stranger without an order, told before")),
        Err(scope) => Ok(dropped(enough_for_today(scope))),
    }
}

/// Answers a stranger's first mail that asks for help alone as one without an order, where such a one is answered. `None`
/// where it is to be asked about instead.
pub(super) fn answer_help(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
) -> anyhow::Result<Option<Verdict>> {
    // One letter a day for that, however often it is asked for.
    let again = batch.said_before(&content.sender_key(), HELP);
    if !is_first_contact(batch, content, None) {
        return Ok((again && !batch.retried).then(|| dropped("stranger, asked already today")));
    }
    if !may_be_told(batch, read, content) || spend_first_answer(batch, read, content).is_err() {
        return Ok(None);
    }
    tell_how_to_begin(batch, read, content, None, ToldBecause::AskedForHelp).map(Some)
}

/// As what a mail is counted that asks for help alone, whatever its words.
const HELP: &str = "help";

/// Whether a stranger's mail is one that is answered with how to begin.
pub(super) fn may_be_told(batch: &Batch<'_>, read: &Read, content: &Content) -> bool {
    match batch.server.strangers {
        Strangers::Answer => {}
        Strangers::Ask | Strangers::Ignore => return false,
    }
    let mail = &content.incoming;
    let unread = read.mail.oversized || content.fault.is_some() || mail.encrypted;
    let unwanted = read.mail.junk
        || content.dmarc == Dmarc::Fail
        || unwanted::is_spoken_against(mail)
        || unwanted::is_bulk(mail);
    !unread
        && !read.mail.old
        && !unwanted
        && addressed_to_us(batch, content)
        && (read.known.vouched || is_a_persons(content))
}

/// Counts the letter that tells how to begin. It is not the question of the day: who writes an order next is asked.
fn spend_first_answer(batch: &mut Batch<'_>, read: &Read, content: &Content) -> Result<(), Scope> {
    let key = content.sender_key();
    let letter = Unasked {
        kind: Kind::FirstAnswer,
        to: &key,
        cause: Cause::of(read, content),
    };
    batch.spend_unasked(&key, Allowance::FirstAnswer, &letter)
}

fn tell_how_to_begin(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    invited: Option<PlayerNumber>,
    because: ToldBecause,
) -> anyhow::Result<Verdict> {
    let named = vec![FirstRequest::Join.word().to_owned()];
    let occasion = Occasion::FirstAnswer { because };
    ask_with(batch, read, content, invited, named, occasion)?;
    Ok((
        Outcome::Held,
        Some("stranger, told how to begin".to_owned()),
        None,
    ))
}

/// Whether nothing was ever sent to whoever writes, as far as is remembered: whom we have written to may want to hear no
/// more, and answer what we have asked.
pub(super) fn is_first_contact(
    batch: &Batch<'_>,
    content: &Content,
    invited: Option<PlayerNumber>,
) -> bool {
    let key = content.sender_key();
    let evidence = &content.evidence;
    let answers = evidence.purpose.is_some() || evidence.one_time.is_some();
    let known = invited.is_some() || batch.by_address.contains_key(&key);
    // The question whether the address is theirs counts here as well.
    !answers && !known && !batch.is_spent(&key, Allowance::FirstAnswer)
}

/// Whether nothing but the mail itself says that a person wrote it, and it does.
fn is_a_persons(content: &Content) -> bool {
    let mail = &content.incoming;
    if unwanted::has_link(mail) || unwanted::has_file(mail) {
        return false;
    }
    match content.first_words {
        FirstWords::Nothing | FirstWords::Greeting | FirstWords::OfChess => true,
        // "Subject: challenge bob@example.org", and below it nothing but a name.
        FirstWords::Signature => content.subject_asks,
        FirstWords::Other => false,
    }
}
