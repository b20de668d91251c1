//! What a mail proves of who wrote it, and what is done with it by that: the table in [`super`].

use super::absence::note_absence;
use super::confirm::confirm;
use super::questions::{WhyAsked, ask_player, ask_stranger};
use super::verdict::{Verdict, answered, dropped, holder_of, not_read};
use super::waited::carry_out_confirmed;
use crate::db::inbox::Outcome;
use crate::game::PlayerNumber;
use crate::language::{Leaving, Order};
use crate::mail::authentication::Dmarc;
use crate::mail::automatic::{Nature, Signal};
use crate::mail::calendar::CalendarAnswer;
use crate::mail::token::Purpose;
use crate::mail::write::is_sendable;
use crate::robot::batch::Batch;
use crate::robot::bounces;
use crate::robot::conflict::Conflict;
use crate::robot::doors;
use crate::robot::orders::{self, Confirmed, Sender};
use crate::robot::reading::{Content, Read};
use crate::robot::standing::Standing;

/// Whose a mail is, by the address it comes from and by the code in it.
struct Shown {
    /// Whose the address in From is.
    known: Option<PlayerNumber>,
    /// To whom we wrote the mail with the code.
    holder: Option<PlayerNumber>,
    /// Whether the code still counts.
    live: bool,
}

impl Shown {
    /// Whether the code was written to whom the mail comes from.
    fn is_himself(&self) -> bool {
        self.holder.is_some() && self.holder == self.known
    }
}

/// Decides a mail that could be read.
pub(super) fn judge(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
) -> anyhow::Result<Verdict> {
    // A mail whose sender confirmed it passed all of this before.
    if let Some(player) = read.mail.confirmed_as.map(PlayerNumber) {
        batch.unproven.remove(&read.mail.id);
        return carry_out_confirmed(batch, read, content, player);
    }
    if read.mail.old && !answers_present_position(batch, content) {
        return Ok(dropped("old, and its mailbox was new to us"));
    }
    if let Nature::Automatic(_) | Nature::Soft(_) = content.nature
        && content.message.orders.is_empty()
    {
        note_absence(batch, read, content);
    }
    let soft = match sign_of_a_robot(batch, read, content) {
        Ok(soft) => soft,
        Err(verdict) => return Ok(verdict),
    };
    let Some(from) = &content.incoming.from else {
        return Ok(dropped("no single sender"));
    };
    if !is_sendable(&from.address) {
        return Ok(dropped("unusable sender address"));
    }
    let known = batch.by_address.get(&content.sender_key()).copied();
    if read.known.blocked || known.is_some_and(|player| batch.is_blocked(player)) {
        return Ok(dropped("blocked by the administrator"));
    }
    if let Some(token) = &content.evidence.one_time
        && soft.is_none()
        && let Some(row) = batch.confirmations.get(&token.hash).cloned()
    {
        return confirm(batch, read, content, &row);
    }
    let shown = match shown(batch, content, known) {
        Ok(shown) => shown,
        Err(verdict) => return Ok(verdict),
    };
    if let Some(signal) = soft {
        // Humans' mails carry such signs by accident; so they count only for who proves themselves and wants something.
        if !shown.is_himself() || !is_obeyed(content) {
            return Ok(dropped(told_apart(signal, content, &shown)));
        }
    }
    if stays_silenced(batch, content, &shown) {
        return Ok(dropped("silenced"));
    }
    if let Some(player) = known.filter(|_| shown.is_himself() && shown.live || read.known.vouched) {
        bounces::heard_from(batch, player, read);
    }
    by_what_is_shown(batch, read, content, &shown)
}

/// Whether a mail with a sign of a robot that shows whose it is says what is to be done. In the answer of a calendar nothing is
/// agreed to and nothing refused: those are the words that programs write there.
fn is_obeyed(content: &Content) -> bool {
    let orders = &content.message.orders;
    let of_calendar = matches!(content.nature, Nature::Soft(Signal::Calendar(_)));
    let is_consent = |order: &Order| order.command.is_consent();
    let agrees = of_calendar && orders.iter().any(is_consent);
    !orders.is_empty() && !agrees
}

/// Why a mail with a sign of a robot is dropped. By the last words `status` counts those that are a person's after all.
fn told_apart(signal: String, content: &Content, shown: &Shown) -> String {
    let of_person = match &content.nature {
        Nature::Soft(Signal::Calendar(_))
        | Nature::Automatic(Signal::Calendar(CalendarAnswer::Commented)) => shown.is_himself(),
        Nature::Human
        | Nature::Soft(_)
        | Nature::Automatic(_)
        | Nature::Bounce(_)
        | Nature::Complaint(_)
        | Nature::Loop(_) => false,
    };
    match of_person {
        true => format!("{signal}, with a code and own words"),
        false => signal,
    }
}

/// The sign of a robot on a mail that may be a person's all the same.
///
/// # Errors
///
/// What becomes of the mail, when it is no person's.
fn sign_of_a_robot(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
) -> Result<Option<String>, Verdict> {
    match &content.nature {
        Nature::Human => Ok(None),
        Nature::Soft(signal) => Ok(Some(format!("automatic: {signal}"))),
        Nature::Automatic(signal) => {
            let signal = format!("automatic: {signal}");
            let known = batch.by_address.get(&content.sender_key()).copied();
            let reason = match shown(batch, content, known) {
                Ok(shown) => told_apart(signal, content, &shown),
                Err(_) => signal,
            };
            Err(dropped(reason))
        }
        Nature::Loop(signal) => Err(dropped(format!("loop: {signal}"))),
        Nature::Bounce(report) => {
            let (reason, player) = bounces::bounced(batch, read, content, report);
            Err((Outcome::Dropped, Some(reason), player))
        }
        Nature::Complaint(report) => {
            let (reason, player) = bounces::complained(batch, read, content, report);
            Err((Outcome::Dropped, Some(reason), player))
        }
    }
}

/// What the code in the mail shows beside the address it comes from.
///
/// # Errors
///
/// What becomes of the mail, when the holder of its code is blocked.
fn shown(
    batch: &Batch<'_>,
    content: &Content,
    known: Option<PlayerNumber>,
) -> Result<Shown, Verdict> {
    let code = content.evidence.purpose;
    let holder = code.and_then(|code| holder_of(batch, code));
    if holder.is_some_and(|player| batch.is_blocked(player)) {
        return Err(dropped("blocked by the administrator"));
    }
    Ok(Shown {
        known,
        // What carries their name and is disowned by their domain may be a mail of theirs that somebody got hold of.
        holder: holder.filter(|_| content.dmarc != Dmarc::Fail || holder != known),
        live: code.is_some_and(|code| doors::is_live(batch, code)),
    })
}

/// Whether nothing may be written to who sent the mail, and nothing in it changes that.
fn stays_silenced(batch: &Batch<'_>, content: &Content, shown: &Shown) -> bool {
    let silenced = batch.is_silenced(&content.sender_key())
        || shown
            .known
            .is_some_and(|player| !batch.may_write_to(player));
    let comes_back = orders::starts(content) && shown.is_himself();
    let erases =
        orders::leaving(content) == Some(Leaving::Forgotten) && shown.is_himself() && shown.live;
    silenced && !comes_back && !erases
}

/// The rows of the table in [`super`].
fn by_what_is_shown(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    shown: &Shown,
) -> anyhow::Result<Verdict> {
    let live = shown.live;
    match (shown.known, shown.holder, content.evidence.purpose) {
        (Some(player), Some(holder), Some(code))
            if player == holder && doors::opens(batch, content, player, code) =>
        {
            with_code(batch, read, content, player, code)
        }
        // A code that opens something else is no better than none.
        (Some(player), Some(holder), _) if player == holder => {
            let invited = Some(holder).filter(|_| live);
            without_code(batch, read, content, player, invited)
        }
        // An invitation that was forwarded, or came to an alias, and is answered from where it is read.
        (None, Some(holder), _) if !batch.is_active(holder) => {
            ask_stranger(batch, read, content, Some(holder).filter(|_| live))
        }
        (None, Some(holder), _) => ask_player(batch, read, content, holder, WhyAsked::Unproven),
        (Some(_), Some(holder), _) if live => {
            ask_player(batch, read, content, holder, WhyAsked::Unproven)
        }
        (Some(player), _, _) => without_code(batch, read, content, player, None),
        (None, None, _) => ask_stranger(batch, read, content, None),
    }
}

/// A mail from an address of this player's, with the code that opens what it asks.
fn with_code(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    code: Purpose,
) -> anyhow::Result<Verdict> {
    // Tried again, with all that their orders need.
    if read.known.standing != Standing::Proven {
        anyhow::bail!(Conflict::BecamePlayer);
    }
    batch.unproven.remove(&read.mail.id);
    let sender = Sender {
        player,
        proof: Some(code),
        confirmed: Confirmed::No,
    };
    if read.mail.oversized || content.fault.is_some() {
        return Ok(not_read(batch, read, content, player));
    }
    let agreed = orders::consented(batch, content, player).map(|message| Content {
        message,
        ..content.clone()
    });
    let content = agreed.as_ref().unwrap_or(content);
    if orders::wants_confirmation(batch, content, &sender) {
        return ask_player(batch, read, content, player, WhyAsked::Guarded);
    }
    let reason = orders::carry_out(batch, read, content, &sender)?;
    Ok(answered(reason, player))
}

/// A mail from an address of this player's that shows no code for what it asks. `invited` is the player where it
/// answers an invitation to them all the same.
fn without_code(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    invited: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    // Nothing is sent to them but the question whether it is they who write.
    if batch.rests(player) || orders::leaving(content).is_some() && invited.is_some() {
        return ask_player(batch, read, content, player, WhyAsked::Unproven);
    }
    if !batch.is_active(player) {
        return ask_stranger(batch, read, content, invited);
    }
    if read.mail.oversized || content.fault.is_some() {
        return Ok(not_read(batch, read, content, player));
    }
    let vouched = read.known.vouched;
    let mut orders = content.message.orders.iter();
    if vouched {
        batch.unproven.remove(&read.mail.id);
    }
    let harmless = doors::only_asks(content)
        && orders.all(|order| orders::is_answered_unproven(order, vouched));
    if harmless || vouched && orders::may_be_played_unproven(batch, content, player) {
        let sender = Sender {
            player,
            proof: None,
            confirmed: Confirmed::No,
        };
        return Ok(answered(
            orders::carry_out(batch, read, content, &sender)?,
            player,
        ));
    }
    ask_player(batch, read, content, player, WhyAsked::Unproven)
}

/// Whether the mail carries a token of a game in which nothing was moved since. Of a mail that may be from a time of which
/// nothing is known here (its mailbox was numbered anew, restored or moved) nothing else says that it is not answered yet.
fn answers_present_position(batch: &Batch<'_>, content: &Content) -> bool {
    match content.evidence.purpose {
        Some(Purpose::Game { game, turn, .. }) => batch
            .games
            .get(&game)
            .is_some_and(|loaded| loaded.game.turn() == turn),
        Some(Purpose::Player { .. }) | None => false,
    }
}
