//! What a mail shows of who wrote it, gathered for [`crate::players::Evidence`], and what is done by the trust that it
//! has.

use super::absence::note_absence;
use super::confirm::confirm;
use super::questions::{WhyAsked, ask_player, ask_stranger};
use super::verdict::{Verdict, answered, dropped, holder_of, not_read, still_stopped};
use super::waited::carry_out_confirmed;
use crate::db::inbox::Outcome;
use crate::game::PlayerNumber;
use crate::language::{Leaving, Order};
use crate::mail::authentication::Dmarc;
use crate::mail::automatic::{Nature, Signal};
use crate::mail::calendar::CalendarAnswer;
use crate::mail::token::Purpose;
use crate::mail::write::is_sendable;
use crate::players::{Asks, Border, Code, Evidence, Ignored, Person, Signs, Trust, Wants};
use crate::robot::batch::Batch;
use crate::robot::bounces;
use crate::robot::conflict::Conflict;
use crate::robot::doors;
use crate::robot::orders::{self, Confirmed, Sender};
use crate::robot::reading::{Content, Read};
use crate::robot::standing::Standing;

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
    by_evidence(batch, read, content, known, soft)
}

/// Decides a mail by what it shows of who wrote it; `known` is whose the address in From is, and `soft` a sign of a robot that
/// persons' mails bear too.
fn by_evidence(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    known: Option<PlayerNumber>,
    soft: Option<String>,
) -> anyhow::Result<Verdict> {
    let mut evidence = evidence(batch, read, content, known);
    evidence.signs = soft.as_ref().map_or(Signs::Person, |_| Signs::Doubtful);
    let wants = wants(batch, read, content, known);
    if let Some(why) = evidence.ignored(&wants) {
        return Ok(dropped(match why {
            Ignored::Blocked => "blocked by the administrator".to_owned(),
            Ignored::Robot => told_apart(soft.unwrap_or_default(), content, &evidence),
            Ignored::Silenced => match evidence.still_stopped(&wants) {
                Some(player) => return Ok(still_stopped(batch, read, content, player)),
                None => "silenced".to_owned(),
            },
        }));
    }
    if let Some(player) = evidence.heard_from() {
        bounces::heard_from(batch, player, read);
        evidence.sender = known.map(|player| person(batch, player));
    }
    let trust = evidence.trust(&wants);
    if let Trust::Heard(player) | Trust::PlayerAsked(player) = trust
        && read.known.vouched
        && known == Some(player)
    {
        batch.unproven.remove(&read.mail.id);
    }
    by_trust(batch, read, content, trust)
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

/// Why a mail with a sign of a robot is dropped. By the last two words `status` counts those that are a person's after all: an
/// answer of a calendar goes to the address that the entry names, which has no code, so that of a player may show none.
fn told_apart(signal: String, content: &Content, evidence: &Evidence) -> String {
    let of_person = match &content.nature {
        Nature::Soft(Signal::Calendar(_))
        | Nature::Automatic(Signal::Calendar(CalendarAnswer::Commented)) => true,
        Nature::Human
        | Nature::Soft(_)
        | Nature::Automatic(_)
        | Nature::Bounce(_)
        | Nature::Complaint(_)
        | Nature::Loop(_) => false,
    };
    match (of_person, evidence.himself(), evidence.sender) {
        (true, Some(_), _) => format!("{signal}, with a code and own words"),
        (true, None, Some(_)) => {
            format!("{signal}, from an address of a player and with own words")
        }
        (true, None, None) | (false, ..) => signal,
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
            let evidence = evidence(batch, read, content, known);
            Err(dropped(told_apart(signal, content, &evidence)))
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

/// What the mail shows of who wrote it; `known` is whose the address in From is.
fn evidence(
    batch: &Batch<'_>,
    read: &Read,
    content: &Content,
    known: Option<PlayerNumber>,
) -> Evidence {
    let purpose = content.evidence.purpose;
    let holder = purpose.and_then(|purpose| holder_of(batch, purpose));
    let opens = |purpose| {
        known.is_some_and(|player| {
            holder == Some(player) && doors::opens(batch, content, player, purpose)
        })
    };
    let code = match purpose {
        Some(purpose) if opens(purpose) => Code::Opens,
        Some(purpose) if doors::is_live(batch, purpose) => Code::Live,
        Some(_) | None => Code::Dead,
    };
    let border = match content.dmarc {
        Dmarc::Fail => Border::Disowns,
        Dmarc::Pass(_) | Dmarc::Disguised | Dmarc::Unknown if read.known.vouched => Border::Vouches,
        Dmarc::Pass(_) | Dmarc::Disguised | Dmarc::Unknown => Border::Silent,
    };
    Evidence {
        sender: known.map(|player| person(batch, player)),
        holder: holder.map(|player| person(batch, player)),
        code,
        border,
        signs: Signs::Person,
        silenced: batch.is_silenced(&content.sender_key()),
    }
}

/// How a player stands.
fn person(batch: &Batch<'_>, number: PlayerNumber) -> Person {
    Person {
        number,
        active: batch.is_active(number),
        blocked: batch.is_blocked(number),
        takes_mail: batch.may_write_to(number),
        rests: batch.rests(number),
    }
}

/// What the mail wants; `known` is whose the address in From is.
fn wants(batch: &Batch<'_>, read: &Read, content: &Content, known: Option<PlayerNumber>) -> Wants {
    let leaving = orders::leaving(content);
    let only = |vouched| {
        let mut orders = content.message.orders.iter();
        doors::only_asks(content)
            && orders.all(|order| orders::is_answered_unproven(order, vouched))
    };
    // Only where a border vouches for them anything hangs on it.
    let plays =
        |player| read.known.vouched && orders::may_be_played_unproven(batch, content, player);
    let asks = if read.mail.oversized || content.fault.is_some() {
        Asks::Unread
    } else if only(false) || orders::cannot_be_read(content) {
        Asks::Shows
    } else if only(true) {
        Asks::Informs
    } else if known.is_some_and(plays) {
        Asks::PlainMove
    } else {
        Asks::Changes
    };
    Wants {
        asks,
        orders: is_obeyed(content),
        starts: orders::starts(content),
        stops: orders::only_stops(content),
        leaves: leaving.is_some(),
        erases: leaving == Some(Leaving::Forgotten),
    }
}

/// Does for the mail what its trust allows.
fn by_trust(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    trust: Trust,
) -> anyhow::Result<Verdict> {
    match trust {
        Trust::Obeyed(player) => with_code(batch, read, content, player),
        Trust::Heard(player) => {
            let sender = Sender {
                player,
                proof: None,
                confirmed: Confirmed::No,
            };
            let reason = orders::carry_out(batch, read, content, &sender)?;
            Ok(answered(reason, player))
        }
        Trust::NotRead(player) => Ok(not_read(batch, read, content, player)),
        Trust::PlayerAsked(player) => {
            let understood = orders::understood(batch, content, player);
            let content = understood.as_ref().unwrap_or(content);
            ask_player(batch, read, content, player, WhyAsked::Unproven)
        }
        Trust::SenderAsked(invited) => ask_stranger(batch, read, content, invited),
    }
}

/// A mail from an address of this player's, with the code that opens what it asks.
fn with_code(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
) -> anyhow::Result<Verdict> {
    // Tried again, with all that their orders need.
    if read.known.standing != Standing::Proven {
        anyhow::bail!(Conflict::BecamePlayer);
    }
    batch.unproven.remove(&read.mail.id);
    let sender = Sender {
        player,
        proof: content.evidence.purpose,
        confirmed: Confirmed::No,
    };
    if read.mail.oversized || content.fault.is_some() {
        return Ok(not_read(batch, read, content, player));
    }
    let understood = orders::understood(batch, content, player);
    let content = understood.as_ref().unwrap_or(content);
    if orders::wants_confirmation(batch, content, &sender) {
        return ask_player(batch, read, content, player, WhyAsked::Guarded);
    }
    let reason = orders::carry_out(batch, read, content, &sender)?;
    Ok(answered(reason, player))
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
