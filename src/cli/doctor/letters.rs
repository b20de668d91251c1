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
use crate::mail::imap::{Acknowledge, ImapError, Inbox, Login};
use crate::mail::read;
use crate::mail::smtp::{Delivery, Relay};
use crate::mail::token::nonce;
use crate::mail::write::{Outgoing, write};
use crate::robot::server::{Server, Subaddress};
use anyhow::Context;
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// For how long a mail that has come is left where it lies, to see whether somebody else takes it: Dovecot tells a daemon of
/// it after half a second.
const LINGER: Duration = Duration::from_secs(2);

/// How often we look whether a mail has come.
const LOOK: Duration = Duration::from_millis(500);

/// Through whom mails go out and come back.
pub(super) struct Post<'a> {
    /// Where a daemon that is quicker than we are would put them; `None`: no database was made yet, and none has run.
    pub(super) pool: Option<&'a PgPool>,
    pub(super) server: &'a Server,
    pub(super) login: &'a Login,
    pub(super) relay: &'a Relay,
    /// How long a mail may take.
    pub(super) patience: Duration,
    /// For how long one that has come is left where it lies.
    pub(super) linger: Duration,
}

/// A mail that has come back.
pub(super) struct Arrived {
    pub(super) mail: read::Incoming,
    pub(super) raw: Vec<u8>,
    at: DateTime<Utc>,
    daemon_was_quicker: bool,
    /// From which folder it was fetched: `user@host/folder`.
    mailbox: String,
}

/// Why a mail has not come back.
pub(super) struct Lost {
    pub(super) reason: String,
    /// What is to be done, where more is known than what was tried.
    advice: Option<String>,
}

impl From<String> for Lost {
    fn from(reason: String) -> Lost {
        Lost {
            reason,
            advice: None,
        }
    }
}

/// Sends a mail to a sub-address of ours and looks how it arrives.
pub(super) async fn subaddress(findings: &mut Findings, post: &Post<'_>) -> anyhow::Result<()> {
    let what = "sub-address";
    let mark = random()?;
    let to = post.server.address_with(&format!("doctor.{mark}"));
    let advice = "Mail to all sub-addresses must come into imap.folder: set it up in the mail server (Postfix: recipient_delimiter; Exim: local_part_suffix), or set server.subaddress to \"-\" or \"none\".";
    let patient = Post {
        linger: LINGER,
        ..*post
    };
    let arrived = match there_and_back(&patient, &mark, &to, "").await? {
        Ok(arrived) => arrived,
        Err(lost) => {
            let wrong = match &lost.advice {
                Some(advice) => Some(advice.clone()),
                None => wrong_mailbox(post).await?,
            };
            let advice = wrong.as_deref().unwrap_or(advice);
            return findings.failed(what, &lost.reason, advice);
        }
    };
    let ours = post.login.mailbox(&post.login.folder);
    if arrived.mailbox != ours {
        return findings.failed(
            what,
            &format!(
                "a mail to {} arrived in {}, which another daemon reads, and not in {ours}",
                post.server.address, arrived.mailbox
            ),
            MAILBOX_OF_ADDRESS,
        );
    }
    let mut recipients = arrived.mail.recipients.iter();
    let whole = recipients.any(|recipient| recipient.address.eq_ignore_ascii_case(&to));
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
    } else if post.server.subaddress == Subaddress::Unavailable {
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
    servers::clock(findings, servers::Clock::MailServer, arrived.at)
}

const MAILBOX_OF_ADDRESS: &str = "Set imap.user and imap.folder to the mailbox into which mail to server.address comes; what came to another one is not read here.";

/// After a mail to a sub-address did not arrive: does one to the bare address? What is to be done if not.
async fn wrong_mailbox(post: &Post<'_>) -> anyhow::Result<Option<String>> {
    if post.server.subaddress == Subaddress::Unavailable {
        return Ok(None);
    }
    let hasty = Post {
        patience: post.patience.min(Duration::from_secs(15)),
        ..*post
    };
    let bare = there_and_back(&hasty, &random()?, &post.server.address, "").await?;
    Ok(match bare {
        Err(Lost {
            advice: Some(advice),
            ..
        }) => Some(advice),
        Err(Lost { reason, .. }) if reason.contains(ARRIVED_NOT) => Some(format!(
            "A mail to {} itself did not arrive either. {MAILBOX_OF_ADDRESS}",
            post.server.address
        )),
        Ok(_) | Err(_) => None,
    })
}

/// Sends a mail to our own address, as it is.
pub(super) async fn to_ourselves(post: &Post<'_>) -> anyhow::Result<Result<Arrived, Lost>> {
    there_and_back(post, &random()?, &post.server.address, "").await
}

/// Sends a mail to each further address of ours. It may lead to the mailbox of another daemon: then that one drops it, in
/// the same database.
pub(super) async fn further(findings: &mut Findings, post: &Post<'_>) -> anyhow::Result<()> {
    for address in &post.server.further_addresses {
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
            Err(lost) => findings.failed(
                what,
                &format!("{address}: {}", lost.reason),
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
        let arrived = match there_and_back(post, &mark, &post.server.address, &forged).await? {
            Ok(arrived) => arrived,
            Err(lost) => return Ok(Err(lost.reason)),
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
) -> anyhow::Result<Result<Arrived, Lost>> {
    let id = format!("doctor.{mark}@{}", post.server.id_domain());
    let mut bytes = more_headers.as_bytes().to_vec();
    bytes.extend(mail_to(post.server, to, &id)?);
    let before = match post.pool {
        Some(pool) => doctor::newest_mail(pool).await?,
        None => 0,
    };
    let sent = post
        .relay
        .send(Some(&post.server.address), to, &bytes)
        .await;
    if !matches!(sent, Delivery::Sent { .. }) {
        let reason = sent.reason();
        return Ok(Err(
            format!("the mail server does not take it: {reason}").into()
        ));
    }
    wait_for(post, &id, before).await
}

fn mail_to(server: &Server, to: &str, id: &str) -> anyhow::Result<Vec<u8>> {
    Ok(write(&Outgoing {
        from_name: &server.name,
        from: &server.address,
        to_name: "",
        to,
        reply_to: &server.address,
        subject: "penpawn doctor",
        language: "en",
        message_id: id,
        in_reply_to: None,
        references: &[],
        answers: false,
        loop_mark: &server.address,
        date: Utc::now(),
        text: "This is a mail of `penpawn doctor` to itself. It can be removed.\n",
        face: None,
        pgn: None,
        calendar: Vec::new(),
    })?)
}

/// How the fault begins of a mail that was sent and did not come.
const ARRIVED_NOT: &str = "it was taken by the mail server, and did not arrive in";

/// Waits for the mail with this Message-ID, in the mailbox and among the mails that a daemon has stored after `before`.
async fn wait_for(post: &Post<'_>, id: &str, before: i64) -> anyhow::Result<Result<Arrived, Lost>> {
    let began = Instant::now();
    let mut inbox: Option<Inbox> = None;
    let mut lingered = post.linger.is_zero();
    loop {
        if let Some(arrived) = fetched_by_daemon(post, id, before).await? {
            return Ok(Ok(arrived));
        }
        let looked = match inbox.take() {
            Some(open) => look(open, post.login, id).await,
            None => match Inbox::open(post.login).await {
                Ok(open) => look(open, post.login, id).await,
                Err(fault) => Err(fault),
            },
        };
        let fault = match looked {
            Ok((open, Some(_))) if !lingered => {
                lingered = true;
                inbox = Some(open);
                sleep(post.linger).await;
                continue;
            }
            Ok((mut open, Some((uids, arrived)))) => match open.remove(&uids).await {
                Ok(()) => return Ok(Ok(arrived)),
                Err(fault) => fault,
            },
            // It was there, and we have not removed it.
            Ok((_, None)) if lingered && !post.linger.is_zero() => break,
            Ok((open, None)) => {
                inbox = Some(open);
                if began.elapsed() >= post.patience {
                    break;
                }
                sleep(LOOK).await;
                continue;
            }
            Err(fault) => fault,
        };
        return Ok(Err(format!("the mailbox cannot be read: {fault}").into()));
    }
    Ok(Err(lost(post, id).await))
}

/// The mail as a daemon on our database has stored it.
async fn fetched_by_daemon(
    post: &Post<'_>,
    id: &str,
    before: i64,
) -> anyhow::Result<Option<Arrived>> {
    let Some(pool) = post.pool else {
        return Ok(None);
    };
    let Some(fetched) = doctor::fetched_since(pool, before, id).await? else {
        return Ok(None);
    };
    Ok(Some(Arrived {
        mail: read::read(&fetched.raw).or_else(|_| read::headers_only(&fetched.raw))?,
        at: fetched.arrived_at,
        raw: fetched.raw,
        daemon_was_quicker: true,
        mailbox: fetched.mailbox,
    }))
}

/// Why the mail is not there.
async fn lost(post: &Post<'_>, id: &str) -> Lost {
    if let Some(folder) = filed_by_another(post, id).await {
        return Lost {
            reason: format!(
                "it arrived, and somebody else took it out of {} and filed it in {folder}",
                post.login.folder
            ),
            advice: Some("Another penpawn reads this mailbox and works on another database: stop one of them, or give both the same database.url and settings.".to_owned()),
        };
    }
    format!(
        "{ARRIVED_NOT} {} within {} s",
        post.login.folder,
        post.patience.as_secs()
    )
    .into()
}

/// The folder of handled mails, if this mail lies there; it is removed from it. A daemon on our database would have stored
/// it.
async fn filed_by_another(post: &Post<'_>, id: &str) -> Option<String> {
    let Acknowledge::Move { folder } = &post.login.done else {
        return None;
    };
    let there = Login {
        folder: folder.clone(),
        done: Acknowledge::Flag,
        ..post.login.clone()
    };
    // Only to say more: that it was not found is told in any case.
    let open = Inbox::open(&there).await.ok()?;
    let (mut open, found) = look(open, &there, id).await.ok()?;
    let (uids, _) = found?;
    // A mail of ours that stays there is dropped by whoever reads it.
    let _ = open.remove(&uids).await;
    Some(folder.clone())
}

/// A mail with its UIDs.
type Found = Option<(Vec<u32>, Arrived)>;

/// Looks for the mail.
async fn look(mut inbox: Inbox, login: &Login, id: &str) -> Result<(Inbox, Found), ImapError> {
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
        raw: fetched.raw.clone(),
        daemon_was_quicker: false,
        mailbox: login.mailbox(&login.folder),
    };
    Ok((inbox, Some((uids, arrived))))
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
