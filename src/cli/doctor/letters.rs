//! Mails to ourselves: does a sub-address arrive whole, do all our addresses lead to us, and does the border take forged
//! findings away?
//!
//! They are mails of ours like all others, with our mark on them and an id that is drawn by lot. So a daemon that is
//! quicker than we are drops them as its own mail that has come back, and answers nobody; then they are found in its
//! database.

use super::findings::Findings;
use super::servers;
use crate::db::{borders, doctor};
use crate::mail::authentication::{BELIEVED_SPELLINGS, DISGUISED_SPELLINGS};
use crate::mail::imap::{ImapError, Inbox, Login};
use crate::mail::read;
use crate::mail::smtp::{Delivery, Relay};
use crate::mail::token::nonce;
use crate::mail::write::{Outgoing, write};
use crate::robot::house::{House, Subaddress};
use anyhow::Context;
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How often we look whether a mail has come.
const LOOK: Duration = Duration::from_millis(500);

/// Through whom mails go out and come back.
pub(super) struct Post<'a> {
    /// Where a daemon that is quicker than we are would put them; `None`: no database was made yet, and none has run.
    pub(super) pool: Option<&'a PgPool>,
    pub(super) house: &'a House,
    pub(super) login: &'a Login,
    pub(super) relay: &'a Relay,
    /// How long a mail may take.
    pub(super) patience: Duration,
}

/// A mail that has come back.
struct Arrived {
    mail: read::Incoming,
    at: DateTime<Utc>,
    daemon_was_quicker: bool,
}

/// Sends a mail to a sub-address of ours and looks how it arrives.
pub(super) async fn subaddress(findings: &mut Findings, post: &Post<'_>) -> anyhow::Result<()> {
    let what = "sub-address";
    let mark = random()?;
    let to = post.house.address_with(&format!("doctor.{mark}"));
    let advice = "Mail to all sub-addresses must come into imap.folder: set it up in the mail server (Postfix: recipient_delimiter; Exim: local_part_suffix), or set server.subaddress to \"-\" or \"none\".";
    let arrived = match there_and_back(post, &mark, &to, "").await? {
        Ok(arrived) => arrived,
        Err(reason) => return findings.failed(what, &reason, advice),
    };
    let whole = arrived
        .mail
        .recipients
        .iter()
        .any(|recipient| recipient.address.eq_ignore_ascii_case(&to));
    let by = if arrived.daemon_was_quicker {
        "; the daemon that runs has dropped it, as it should"
    } else {
        ""
    };
    if !whole {
        findings.failed(
            what,
            "the mail arrived, but no header field names the address that it was sent to",
            "Let the mail server keep the whole address in To or Delivered-To, or set server.subaddress to \"none\".",
        )?;
    } else if post.house.subaddress == Subaddress::Unavailable {
        findings.ok(
            what,
            &format!("none are used; mail to the bare address arrives{by}"),
        )?;
    } else {
        findings.ok(
            what,
            &format!("a mail to {} arrived whole{by}", shortened(&to, &mark)),
        )?;
    }
    servers::clock(findings, "the mail server's clock", arrived.at)
}

/// Sends a mail to each further address of ours. It may lead to the mailbox of another daemon: then that one drops it, in
/// the same database.
pub(super) async fn further(findings: &mut Findings, post: &Post<'_>) -> anyhow::Result<()> {
    for address in &post.house.further_addresses {
        let what = "address";
        match there_and_back(post, &random()?, address, "").await? {
            Ok(arrived) => {
                let by = if arrived.daemon_was_quicker {
                    "; a daemon that runs has dropped it, as it should"
                } else {
                    ""
                };
                findings.ok(what, &format!("a mail to {address} arrived{by}"))?;
            }
            Err(reason) => findings.failed(
                what,
                &format!("{address}: {reason}"),
                "Let mail to it come into imap.folder; where another daemon reads its mailbox, start that one first; or take it out of server.further_addresses.",
            )?,
        }
    }
    Ok(())
}

/// Sends mails with a forged Authentication-Results field for each authserv-id, one in each spelling that we believe, and
/// notes whether the border took it away; and one with those that we never believe. Without that, "dmarc=pass" with this id proves nothing, and what relies on it stays off.
pub(super) async fn borders(
    findings: &mut Findings,
    post: &Post<'_>,
    authserv_ids: &[String],
) -> anyhow::Result<()> {
    let what = "border";
    if authserv_ids.is_empty() {
        return findings.ok(
            what,
            "server.authserv_ids is empty: nothing is believed that a mail says of its sender",
        );
    }
    for id in authserv_ids {
        border(findings, post, id).await?;
    }
    Ok(())
}

/// Looks whether the border takes forged findings with this authserv-id away.
async fn border(findings: &mut Findings, post: &Post<'_>, id: &str) -> anyhow::Result<()> {
    let what = "border";
    let spellings = BELIEVED_SPELLINGS.map(|spelling| vec![spelling]);
    let believed = match through(post, id, &spellings).await? {
        Ok(through) => through,
        Err(reason) => {
            return findings.failed(
                what,
                &format!("a mail with a forged \"{id}; dmarc=pass\" was to be looked at: {reason}"),
                "Mend what keeps mail from arriving, and run this again; what was found before still counts.",
            );
        }
    };
    let strips = believed.is_empty();
    if let Some(pool) = post.pool {
        borders::note_border(pool, id, strips).await?;
    } else if strips {
        return findings.warning(
            what,
            &format!("a forged \"{id}; dmarc=pass\" was taken away, and there is no database yet in which to note it"),
            "Run `penpawn doctor` again when `penpawn serve` has been started: until then no true one is believed.",
        );
    }
    if !strips {
        return findings.warning(
            what,
            &format!("a forged \"{id}; dmarc=pass\" came through, so none is believed"),
            "Let the mail server remove Authentication-Results fields with its own name from mails that come in (RFC 8601 section 5), and run this again.",
        );
    }
    let disguised = through(post, id, &[DISGUISED_SPELLINGS.to_vec()]).await?;
    let besides = match disguised.unwrap_or_default().len() {
        0 => String::new(),
        count => format!(
            "; {count} of {} in other spellings came through, and are never believed",
            DISGUISED_SPELLINGS.len()
        ),
    };
    findings.ok(
        what,
        &format!(
            "a forged \"{id}; dmarc=pass\" was taken away, so a true one is believed{besides}"
        ),
    )
}

/// Sends a mail for each of these lists of spellings of a forged field; returns those that came through, or why a mail did
/// not arrive.
async fn through(
    post: &Post<'_>,
    id: &str,
    mails: &[Vec<&'static str>],
) -> anyhow::Result<Result<Vec<&'static str>, String>> {
    let mut through = Vec::new();
    for spellings in mails {
        let mark = random()?;
        let mut forged = String::new();
        for (number, spelling) in spellings.iter().enumerate() {
            let head = spelling
                .replace("{id}", id)
                .replace("{ID}", &other_case(id));
            forged.push_str(&format!(
                "{head} dmarc=pass header.from={mark}-{number}.invalid\r\n"
            ));
        }
        let arrived = match there_and_back(post, &mark, &post.house.address, &forged).await? {
            Ok(arrived) => arrived,
            Err(reason) => return Ok(Err(reason)),
        };
        let came = |number: usize| {
            let sign = format!("{mark}-{number}.invalid");
            arrived
                .mail
                .headers
                .iter()
                .any(|(name, value)| name == "authentication-results" && value.contains(&sign))
        };
        through.extend(
            spellings
                .iter()
                .enumerate()
                .filter(|(number, _)| came(*number))
                .map(|(_, spelling)| *spelling),
        );
    }
    Ok(Ok(through))
}

/// The id with the case of its letters turned round.
fn other_case(id: &str) -> String {
    id.chars()
        .map(|c| {
            if c.is_ascii_lowercase() {
                c.to_ascii_uppercase()
            } else {
                c.to_ascii_lowercase()
            }
        })
        .collect()
}

/// Sends the mail; says how it came back, or why it did not.
async fn there_and_back(
    post: &Post<'_>,
    mark: &str,
    to: &str,
    more_headers: &str,
) -> anyhow::Result<Result<Arrived, String>> {
    let id = format!("doctor.{mark}@{}", post.house.id_domain());
    let mut bytes = more_headers.as_bytes().to_vec();
    bytes.extend(mail_to(post.house, to, &id)?);
    let before = match post.pool {
        Some(pool) => doctor::newest_mail(pool).await?,
        None => 0,
    };
    let sent = post.relay.send(Some(&post.house.address), to, &bytes).await;
    if !matches!(sent, Delivery::Sent { .. }) {
        let reason = sent.reason();
        return Ok(Err(format!("the mail server does not take it: {reason}")));
    }
    wait_for(post, &id, before).await
}

fn mail_to(house: &House, to: &str, id: &str) -> anyhow::Result<Vec<u8>> {
    Ok(write(&Outgoing {
        from_name: &house.name,
        from: &house.address,
        to_name: "",
        to,
        reply_to: &house.address,
        subject: "penpawn doctor",
        message_id: id,
        in_reply_to: None,
        references: &[],
        answers: false,
        loop_mark: &house.address,
        date: Utc::now(),
        text: "This is a mail of `penpawn doctor` to itself. It can be removed.\n",
        face: None,
        pgn: None,
    })?)
}

/// Waits for the mail with this Message-ID, in the mailbox and among the mails that a daemon has stored after `before`.
async fn wait_for(
    post: &Post<'_>,
    id: &str,
    before: i64,
) -> anyhow::Result<Result<Arrived, String>> {
    let began = Instant::now();
    let mut inbox: Option<Inbox> = None;
    loop {
        if let Some(pool) = post.pool
            && let Some((raw, at)) = doctor::fetched_since(pool, before, id).await?
        {
            return Ok(Ok(Arrived {
                mail: read::read(&raw).or_else(|_| read::headers_only(&raw))?,
                at,
                daemon_was_quicker: true,
            }));
        }
        let looked = match inbox.take() {
            Some(open) => look(open, id).await,
            None => match Inbox::open(post.login).await {
                Ok(open) => look(open, id).await,
                Err(fault) => Err(fault),
            },
        };
        match looked {
            Ok((_, Some(arrived))) => return Ok(Ok(arrived)),
            Ok((open, None)) => inbox = Some(open),
            Err(fault) => return Ok(Err(format!("the mailbox cannot be read: {fault}"))),
        }
        if began.elapsed() >= post.patience {
            return Ok(Err(format!(
                "it was taken by the mail server, and did not arrive in {} within {} s",
                post.login.folder,
                post.patience.as_secs()
            )));
        }
        sleep(LOOK).await;
    }
}

/// Looks for the mail, and removes it when it is there.
async fn look(mut inbox: Inbox, id: &str) -> Result<(Inbox, Option<Arrived>), ImapError> {
    let uids = inbox.with_message_id(id).await?;
    let listed = inbox.sizes(&uids).await?;
    let fetched = inbox.bodies(&uids).await?;
    let (Some(listed), Some(fetched)) = (listed.first(), fetched.first()) else {
        return Ok((inbox, None));
    };
    let Ok(mail) = read::read(&fetched.raw) else {
        return Ok((inbox, None));
    };
    let arrived = Arrived {
        mail,
        at: listed.arrived,
        daemon_was_quicker: false,
    };
    inbox.remove(&uids).await?;
    Ok((inbox, Some(arrived)))
}

fn random() -> anyhow::Result<String> {
    let mut octets = [0; 16];
    getrandom::fill(&mut octets).context("the operating system gives no randomness")?;
    Ok(nonce(octets))
}

/// The address without most of what was drawn by lot.
fn shortened(address: &str, mark: &str) -> String {
    address.replace(mark, mark.get(..4).unwrap_or_default())
}
