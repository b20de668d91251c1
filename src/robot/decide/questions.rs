//! Questions about mails that prove nothing: to a player at their own address, and to a stranger.

use super::first_contact::{answer_first_contact, answer_help, is_first_contact, may_be_told};
use super::verdict::{Verdict, dropped, holder_of};
use crate::db::confirmations::{Asked, ConfirmationRow};
use crate::db::inbox::Outcome;
use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::language::{Command, Leaving, Order};
use crate::letters::{AskedBecause, AskedFor, FirstRequest, Language, Occasion};
use crate::mail::address;
use crate::mail::authentication::Dmarc;
use crate::mail::token::OneTime;
use crate::robot::allowances::{Allowance, Cause, Kind, Scope, Unasked, enough_for_today};
use crate::robot::batch::{Batch, Player};
use crate::robot::bounces;
use crate::robot::doors::is_live;
use crate::robot::draft::{Answering, Draft, Recipient};
use crate::robot::orders::{self, Confirmed, Sender};
use crate::robot::people::display_name;
use crate::robot::reading::{Content, Read, game_of};
use crate::robot::server::Strangers;

/// Why a mail is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhyAsked {
    /// For what it asks, whoever writes: it shows a code, or answers a question of ours.
    Guarded,
    /// Nothing in it shows enough of who wrote it.
    Unproven,
}

/// Asks a player, at their own address, whether a mail in their name is really from them.
pub(super) fn ask_player(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    why: WhyAsked,
) -> anyhow::Result<Verdict> {
    let Some(known) = batch.players.get(&player).cloned() else {
        return Ok(dropped("unknown player"));
    };
    if let Err(reason) = may_ask_player(batch, read, content, player, &known, why) {
        return Ok(dropped(reason));
    }
    let leaving = orders::leaving(content);
    let alias = alias_of(batch, content, player);
    // Who cannot read at their main address any more is asked where they can.
    let asked_at = orders::is_recovery(batch, content, player);
    let to = recipient(player, asked_at.as_deref());
    let asked_at = asked_at.unwrap_or(known.address);
    let token = OneTime::new(batch.randomness.draw(read.mail.id)?);
    let about = position_meant(batch, content, player).filter(|_| leaving.is_none());
    let sender = waiting_sender(batch, content, player);
    let language = batch.language(player);
    let named = orders::asked_for(batch, read, content, Some(&sender)).items(language);
    batch.asked.push(ConfirmationRow {
        token_hash: token.hash.clone(),
        asked: leaving.map_or(Asked::Orders, |_| Asked::Leaving),
        address_key: address::key(&asked_at),
        address_spelling: asked_at,
        name: known.name,
        player_id: Some(player.0),
        inbox_id: read.mail.id,
        game_id: about.map(|(number, _)| number.0),
        turn: about.and_then(|(_, turn)| i32::try_from(turn).ok()),
        alias_key: alias.as_ref().map(|alias| address::key(alias)),
        alias_spelling: alias.clone(),
        named: Some(named.clone()),
        passed_over: Vec::new(),
        language: language.code().to_owned(),
        used: false,
        expired: false,
    });
    let because = asked_because(batch, content, (player, why));
    let asked = (&sender, because, alias.as_deref());
    let (words, unreached) = shown_to_director(batch, read, content, asked);
    let occasion = match leaving {
        Some(how) => confirm_leaving(batch, player, how, alias),
        None => Occasion::ConfirmOrders {
            named,
            words,
            unreached,
            because,
            alias,
            game: about.and_then(|(number, _)| batch.view(number, player)),
        },
    };
    batch.drafts.push(question(read, to, occasion, token));
    let reason = "waits for its sender's confirmation".to_owned();
    Ok((Outcome::Held, Some(reason), Some(player)))
}

/// The words of a director in their own mail, and whom they put on a board although no mail goes to them.
fn shown_to_director(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    (sender, because, alias): (&Sender, AskedBecause, Option<&str>),
) -> (Option<String>, Vec<String>) {
    // Of a mail that shows who wrote it, and from where: else somebody puts words into a letter of ours.
    if because != AskedBecause::Directs || alias.is_some() {
        return (None, Vec::new());
    }
    let words = orders::words_of_director(batch, read, content, sender);
    (words, orders::unreached(batch, content, sender))
}

/// A player at this address of theirs, or at their main one.
fn recipient(player: PlayerNumber, address: Option<&str>) -> Recipient {
    match address {
        Some(address) => Recipient::PlayerAt {
            player,
            address: address.to_owned(),
        },
        None => Recipient::Player(player),
    }
}

/// Whether a player is asked about this mail; if so, the question is counted.
///
/// # Errors
///
/// Why nobody is asked.
fn may_ask_player(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    known: &Player,
    why: WhyAsked,
) -> Result<(), String> {
    let leaving = orders::leaving(content);
    if !known.active && leaving.is_none() {
        // Somebody else's invitation.
        return Err("invitation answered from another address".to_owned());
    }
    if content.message.orders.is_empty() || read.mail.oversized {
        return Err("unproven, and asks for nothing".to_owned());
    }
    let allowance = if content.dmarc == Dmarc::Fail {
        Allowance::Disowned
    } else {
        Allowance::Confirmation
    };
    // Who has said "stop" is asked one thing more, once a day: whether they want to be forgotten.
    let forgets = leaving == Some(Leaving::Forgotten) && why == WhyAsked::Guarded && !known.blocked;
    let may_be_asked =
        batch.may_write_to(player) || forgets && batch.spend(&known.address, Allowance::Resting);
    if !may_be_asked {
        return Err("unproven, and its player gets no mail".to_owned());
    }
    let letter = Unasked {
        kind: Kind::Player,
        to: &known.address,
        cause: Cause::of(read, content),
    };
    let spent = bounces::may_ask(batch, player)
        && match why {
            // No flood of forged mails takes these from them, nor what shows a code that they alone have.
            WhyAsked::Guarded => batch.spend(&known.address, Allowance::Guarded),
            WhyAsked::Unproven if shows_their_code(batch, content, player) => {
                batch.spend(&known.address, Allowance::Guarded)
            }
            WhyAsked::Unproven => batch
                .spend_unasked(&known.address, allowance, &letter)
                .is_ok(),
        };
    if spent {
        Ok(())
    } else {
        Err(enough_for_today("questions to this player"))
    }
}

/// Whether the mail shows a code of this player's, which nobody has but who reads their mail.
fn shows_their_code(batch: &Batch<'_>, content: &Content, player: PlayerNumber) -> bool {
    let code = content.evidence.purpose;
    code.is_some_and(|code| holder_of(batch, code) == Some(player) && is_live(batch, code))
}

/// The game of this player's that the mail is about, and its turn.
fn position_meant(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
) -> Option<(GameNumber, u32)> {
    let number = game_of(content).or_else(|| orders::only_game_meant(batch, content, player))?;
    let game = &batch.games.get(&number)?.game;
    game.has(player).then(|| (number, game.turn()))
}

/// The question whether a player wants to leave, or to be forgotten.
fn confirm_leaving(
    batch: &Batch<'_>,
    player: PlayerNumber,
    how: Leaving,
    other: Option<String>,
) -> Occasion {
    Occasion::ConfirmLeaving {
        forget: how == Leaving::Forgotten,
        games: batch.lines(&batch.open_games(player), player),
        other,
        erases_copies: batch.server.erases_copies,
    }
}

/// The letter that asks about a mail.
fn question(read: &Read, to: Recipient, occasion: Occasion, token: OneTime) -> Draft {
    Draft {
        occasion,
        to,
        game: None,
        turn: 0,
        event: None,
        cause: read.cause(),
        // It may answer a mail that somebody else wrote, so it is not a reply to that.
        answers: None,
        one_time: Some(token),
        turns: Vec::new(),
    }
}

/// Whose orders those of a mail are that is asked about; spelled and done with the same eyes.
pub(super) fn waiting_sender(batch: &Batch<'_>, content: &Content, player: PlayerNumber) -> Sender {
    // Its token still says which position it answers.
    let proof = content
        .evidence
        .purpose
        .filter(|&purpose| holder_of(batch, purpose) == Some(player));
    Sender {
        player,
        proof,
        confirmed: Confirmed::Waited,
    }
}

/// Of a mail that has shown to be its sender's nothing else is asked about.
fn asked_because(
    batch: &Batch<'_>,
    content: &Content,
    (player, why): (PlayerNumber, WhyAsked),
) -> AskedBecause {
    let sender = waiting_sender(batch, content, player);
    let mut orders = content.message.orders.iter();
    let directs = orders.any(|order| orders::directs(batch, content, order, &sender));
    let orders = &content.message.orders;
    let withdraws = matches!(
        orders.as_slice(),
        [Order {
            command: Command::WithdrawFrom(_),
            ..
        }]
    );
    match why {
        _ if orders::changes_address(&content.message.orders) => AskedBecause::ChangesAddress,
        WhyAsked::Guarded if directs => AskedBecause::Directs,
        WhyAsked::Guarded if withdraws => AskedBecause::Withdraws,
        WhyAsked::Guarded if content.message.surmised => AskedBecause::InASentence,
        WhyAsked::Guarded => AskedBecause::EndsAGame,
        WhyAsked::Unproven => AskedBecause::Unproven,
    }
}

/// The address that a mail with the player's token came from, where it is nobody's and could be another one of theirs.
fn alias_of(batch: &Batch<'_>, content: &Content, player: PlayerNumber) -> Option<String> {
    let from = content.incoming.from.as_ref()?;
    let key = content.sender_key();
    let proven = shows_their_code(batch, content, player);
    let free = !batch.by_address.contains_key(&key) && !batch.is_silenced(&key);
    // A domain that disowns the mail does not let it speak for one of its addresses.
    (proven && free && content.dmarc != Dmarc::Fail && !batch.server.owns(&from.address))
        .then(|| address::deliverable(&from.address))
}

/// Asks an unknown address, once a day at the most, whether it has written to us. Only a mail with an order in it is
/// worth the question: unwanted mail has none. What has none is a first contact.
///
/// The question says what is wanted in our own words alone, and the "yes" does that alone. Of mails that wait at the same
/// time the later one is answered.
///
/// `invited` is the player whose invitation the mail answers; the address becomes theirs when it is confirmed. Whoever
/// has that mail may think it over and answer once more, a few times a day.
pub(super) fn ask_stranger(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    invited: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    match batch.server.strangers {
        Strangers::Answer | Strangers::Ask => {}
        Strangers::Ignore => return Ok(dropped("stranger")),
    }
    if content.asks_for_help
        && invited.is_none()
        && let Some(verdict) = answer_help(batch, read, content)?
    {
        return Ok(verdict);
    }
    // An invitation that is told in sentences is asked about as one that is ordered, where a person's mail is answered at all.
    let wished =
        orders::invitation_wished(batch, content).filter(|_| may_be_told(batch, read, content));
    let content = wished.as_ref().unwrap_or(content);
    let is_request = wished.is_some() || content.asks || !is_first_contact(batch, content, invited);
    if content.message.orders.is_empty() || !is_request || read.mail.oversized {
        return answer_first_contact(batch, read, content, invited);
    }
    if content.dmarc == Dmarc::Fail && content.evidence.purpose.is_none() {
        return Ok(dropped("stranger whose domain disowns the mail"));
    }
    if !addressed_to_us(batch, content) {
        return Ok(dropped("stranger, and we are not among the recipients"));
    }
    let key = content.sender_key();
    let player = invited.or_else(|| batch.by_address.get(&key).copied());
    let wanted = Wanted::of(batch, read, content, player);
    let letter = Unasked {
        kind: Kind::Newcomer,
        to: &key,
        cause: Cause::of(read, content),
    };
    match may_ask_stranger(batch, &letter, invited) {
        Ok(()) => {}
        Err(Scope::Reader) => {
            return Ok(wait_for_the_open_question(batch, read, &key, &wanted));
        }
        Err(scope) => return Ok(dropped(enough_for_today(format!("stranger; {scope}")))),
    }
    // It tells how to begin as well.
    batch.spend(&key, Allowance::FirstAnswer);
    let request = wanted.request;
    let occasion = Occasion::ConfirmAddress {
        request,
        asked: AskedFor::Once,
    };
    ask_with(batch, read, content, invited, wanted.named, occasion)?;
    Ok((
        Outcome::Held,
        Some("stranger, asked to confirm the address".to_owned()),
        None,
    ))
}

/// A further mail from an address that has a question of ours to answer. One that asks for the same kind of thing takes
/// the place of the earlier one, since its "yes" is to be for the mail that its sender wrote last; what else is asked for
/// is told with the answer.
fn wait_for_the_open_question(
    batch: &mut Batch<'_>,
    read: &Read,
    key: &str,
    wanted: &Wanted,
) -> Verdict {
    let asked_already = || dropped("stranger, asked already today");
    let Some(mut row) = batch.open_question(key) else {
        return asked_already();
    };
    let Some(named) = &row.named else {
        return asked_already();
    };
    if *named == wanted.named {
        return asked_already();
    }
    let same_kind = request_in(named) == Some(wanted.request);
    let told = wanted.told();
    if row.passed_over.len() < MOST_PASSED_OVER && !row.passed_over.iter().any(|word| word == told)
    {
        row.passed_over.push(told.to_owned());
    }
    if !same_kind {
        batch.change_question(row);
        return asked_already();
    }
    let earlier = std::mem::replace(&mut row.inbox_id, read.mail.id);
    row.named = Some(wanted.named.clone());
    batch.overtake(earlier);
    batch.change_question(row);
    (
        Outcome::Held,
        Some("stranger, waits for the answer to the open question".to_owned()),
        None,
    )
}

/// How many other mails are told of with the "yes".
const MOST_PASSED_OVER: usize = 5;

/// What a stranger's mail wants, and what of it a "yes" does.
struct Wanted {
    request: FirstRequest,
    /// The request in our words, and the order that it is, spelled anew.
    named: Vec<String>,
}

impl Wanted {
    fn of(
        batch: &mut Batch<'_>,
        read: &Read,
        content: &Content,
        invited: Option<PlayerNumber>,
    ) -> Wanted {
        let sender = invited.map(|player| waiting_sender(batch, content, player));
        // Beside a question that is open the same request is the same words.
        let open = batch.open_question(&content.sender_key());
        let language = open
            .and_then(|row| Language::from_code(&row.language))
            .unwrap_or_else(|| language_with(batch, content, invited));
        let items = orders::asked_for(batch, read, content, sender.as_ref()).orders(language);
        let orders = content.message.orders.iter().zip(items);
        let first = orders
            .filter_map(|(order, item)| {
                let request = first_request(&order.command, invited.is_some())?;
                Some((request, item))
            })
            .next();
        match first {
            Some((request, item)) => Wanted {
                request,
                named: vec![request.word().to_owned(), item],
            },
            None => Wanted {
                request: FirstRequest::Join,
                named: vec![FirstRequest::Join.word().to_owned()],
            },
        }
    }

    /// The word of the command that it is told as, where it is not done.
    fn told(&self) -> &'static str {
        match self.request {
            FirstRequest::Join => "join",
            FirstRequest::Invite => "challenge",
            FirstRequest::Accept => "accept",
            FirstRequest::Decline => "decline",
            FirstRequest::Stop => "stop",
            FirstRequest::Leave => "leave the server",
        }
    }
}

/// What was named of a stranger's mail.
pub(super) fn request_in(named: &[String]) -> Option<FirstRequest> {
    let first = named.first()?;
    FirstRequest::ALL
        .into_iter()
        .find(|request| request.word() == first)
}

/// Whether an address that is nobody's may be asked today. From wherever the invitation of a player is answered, it may be
/// a few times more.
fn may_ask_stranger(
    batch: &mut Batch<'_>,
    letter: &Unasked<'_>,
    invited: Option<PlayerNumber>,
) -> Result<(), Scope> {
    let asked = batch.spend_unasked(letter.to, Allowance::Stranger, letter);
    let invited = invited.and_then(|player| batch.players.get(&player));
    match (&asked, invited.map(|known| known.address.clone())) {
        (Err(Scope::Reader), Some(address)) => {
            batch.spend_unasked(&address, Allowance::Invited, letter)
        }
        _ => asked,
    }
}

/// Writes to a stranger, with a token by which their answer lets them in; what was named of their mail is done with
/// their "yes".
pub(super) fn ask_with(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    invited: Option<PlayerNumber>,
    named: Vec<String>,
    occasion: Occasion,
) -> anyhow::Result<()> {
    let Some(from) = &content.incoming.from else {
        return Ok(());
    };
    let key = content.sender_key();
    let row = ConfirmationRow {
        token_hash: Vec::new(),
        asked: Asked::Address,
        address_spelling: address::deliverable(&from.address),
        name: display_name(batch.server, from.name.as_deref(), &from.address),
        player_id: invited
            .or_else(|| batch.by_address.get(&key).copied())
            .map(|player| player.0),
        address_key: key,
        inbox_id: read.mail.id,
        game_id: None,
        turn: None,
        alias_key: None,
        alias_spelling: None,
        named: Some(named),
        passed_over: Vec::new(),
        language: language_with(batch, content, invited).code().to_owned(),
        used: false,
        expired: false,
    };
    write_to_stranger(batch, row, content, read.mail.id, occasion)
}

/// In which language somebody unknown is answered: in that in which they write, as far as we write it, else in that of the
/// invitation that they have got.
fn language_with(batch: &Batch<'_>, content: &Content, invited: Option<PlayerNumber>) -> Language {
    let invited = invited.or_else(|| batch.by_address.get(&content.sender_key()).copied());
    let theirs = || invited.map(|player| batch.language(player));
    content.language.or_else(theirs).unwrap_or_default()
}

/// Asks an address once more whether it wrote the mail that waits, with a token of its own: what was answered is neither
/// yes nor no.
pub(super) fn ask_address(
    batch: &mut Batch<'_>,
    row: ConfirmationRow,
    content: &Content,
    cause: i64,
) -> anyhow::Result<()> {
    let request = row.named.as_deref().and_then(request_in);
    let occasion = Occasion::ConfirmAddress {
        // One that was asked before it was kept what for.
        request: request.unwrap_or(FirstRequest::Join),
        asked: AskedFor::Again,
    };
    write_to_stranger(batch, row, content, cause, occasion)
}

fn write_to_stranger(
    batch: &mut Batch<'_>,
    mut row: ConfirmationRow,
    content: &Content,
    cause: i64,
    occasion: Occasion,
) -> anyhow::Result<()> {
    let token = OneTime::new(batch.randomness.draw(cause)?);
    row.token_hash.clone_from(&token.hash);
    batch.drafts.push(Draft {
        occasion,
        to: Recipient::Stranger {
            address: row.address_spelling.clone(),
        },
        game: None,
        turn: 0,
        event: None,
        cause: CauseId::Mail(cause),
        answers: Some(Answering {
            message_id: content.incoming.message_id.clone(),
        }),
        one_time: Some(token),
        turns: Vec::new(),
    });
    batch.asked.push(row);
    Ok(())
}

/// Whether the mail says that it was sent to us; a blind copy to a robot is nobody's question (RFC 5230 4.5).
pub(super) fn addressed_to_us(batch: &Batch<'_>, content: &Content) -> bool {
    content
        .incoming
        .recipients
        .iter()
        .any(|recipient| batch.server.owns(&recipient.address))
}

/// What an unknown sender wants with this command, where it is more than to join.
fn first_request(command: &Command, invited: bool) -> Option<FirstRequest> {
    if matches!(command, Command::Challenge { .. }) {
        Some(FirstRequest::Invite)
    } else if matches!(command, Command::Stop) {
        Some(FirstRequest::Stop)
    } else if matches!(command, Command::Leave(_)) {
        Some(FirstRequest::Leave)
    } else if matches!(command, Command::Accept) && invited {
        Some(FirstRequest::Accept)
    } else if matches!(command, Command::Decline) && invited {
        Some(FirstRequest::Decline)
    } else {
        None
    }
}
