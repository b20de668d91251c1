//! Whose mail it is, and what they may do.
//!
//! What a mail proves, and what is done by that, is decided on values alone, in [`crate::players::Evidence`]: its table is
//! in that file. Where our border says that the domain in From disowns the mail, its player is asked, once a day at the most,
//! and a stranger is not answered. Only the answer to our own question is believed then, since it shows that the question was
//! read.
//!
//! Mails of robots are dropped before any of this, token or not: an absence note carries the token of the mail that it
//! answers.
//!
//! - `absence`: holiday notes.
//! - `judge`: gathers what a mail shows, and does what its trust allows.
//! - `needs`: what is to be loaded for these mails.
//! - `questions`: who is asked what, where a mail proves too little.
//! - `first_contact`: whom we do not know, and who orders nothing.
//! - `several`: names side by side, of one player or several.
//! - `verdict`: what becomes of a mail.
//! - `confirm`: the answers to our questions; `waited`: the mails that waited for them.

mod absence;
mod confirm;
mod first_contact;
mod judge;
mod needs;
mod questions;
mod several;
mod verdict;
mod waited;

pub(super) use needs::needs;

use judge::judge;
use several::each_alone;

use super::batch::Batch;
use super::reading::Read;
use crate::db::inbox::{Handled, Outcome};
use crate::letters::without_codes;

/// Decides one mail: every mail leaves here with exactly one row of what became of it.
///
/// # Errors
///
/// Only by a fault of ours or of the operating system; what a player does wrong is an answer.
pub(super) fn decide(batch: &mut Batch<'_>, read: &Read) -> anyhow::Result<()> {
    let (outcome, reason, player) = match &read.content {
        Err(fault) => (Outcome::Dropped, Some(format!("unreadable: {fault}")), None),
        Ok(content) => {
            batch.retried = read.mail.is_retried();
            batch.flood = batch.flood_of(&read.mail);
            // Until it has shown that it is.
            batch.unproven.insert(read.mail.id);
            let content = each_alone(batch, content);
            judge(batch, read, &content)?
        }
    };
    batch.handled.push(Handled {
        id: read.mail.id,
        outcome,
        // It stands in the log, and some reasons name what the mail says.
        reason: reason.map(|reason| without_codes(&reason).into_owned()),
        player: player.map(|number| number.0),
    });
    Ok(())
}
