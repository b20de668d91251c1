//! The three servers: reached, willing, and what they can do.

use super::advice;
use super::findings::Findings;
use super::folder_rights;
use crate::cli::data_folder;
use crate::cli::store::{Absent, As, Store};
use crate::cli::told;
use crate::db::{self, doctor, left_alone, rights};
use crate::mail::imap::{Acknowledge, Login, Survey};
use crate::mail::smtp::{self, Relay, Submission};
use crate::private_postgres::{self, Versions, has_cluster};
use crate::settings::Settings;
use chrono::{DateTime, Utc};
use std::path::Path;

/// Certificates are renewed a month before they end; one that has less time left than this was forgotten.
const DAYS_LEFT: u32 = 14;

/// How far two clocks of well-kept machines may be apart, in seconds.
const SECONDS_APART: i64 = 30;

/// A letter with a game in PGN is a few KiB; a server that takes less than this is none for us.
const SMALLEST_LIMIT: u64 = 256 * 1024;

/// The database, as far as it can be worked with.
pub(in crate::cli) enum Database {
    Open(Box<Store>),
    /// A private one is to be made at the first start; looking at it is no reason to make it.
    NotYet,
    /// Something is wrong with it, and was told.
    Unusable,
}

/// Checks the database.
pub(super) async fn database(
    findings: &mut Findings,
    settings: &Settings,
) -> anyhow::Result<Database> {
    let what = "database";
    if let Err(fault) = data_folder::check(settings) {
        findings.failed(
            what,
            &told(&fault),
            "Do what it says; every command stops until then.",
        )?;
        return Ok(Database::Unusable);
    }
    let is_made = !settings.database.url.is_empty()
        || !matches!(has_cluster(&settings.data_folder()), Ok(false));
    if !is_made {
        return to_be_made(findings, settings).await;
    }
    let Some(store) = connected(findings, settings).await? else {
        return Ok(Database::Unusable);
    };
    if let Some((fault, advice)) = fault_of_tables(&store).await {
        findings.failed(what, &fault, &advice)?;
        store.close().await?;
        return Ok(Database::Unusable);
    }
    let place = if store.private.is_some() {
        "the private Postgres"
    } else {
        "reached at database.url"
    };
    findings.ok(
        what,
        &format!("{place}, and its tables are those of this program"),
    )?;
    if store.private.is_some() {
        newer_postgres(findings, &settings.data_folder()).await?;
    }
    if !rights_of_daemon(findings, &store).await? {
        store.close().await?;
        return Ok(Database::Unusable);
    }
    let theirs = doctor::clock(&store.pool).await?;
    clock(findings, Clock::Database, theirs)?;
    Ok(Database::Open(Box::new(store)))
}

/// Checks that the database is there, or can be made, whatever its tables are. Returns whether it does.
pub(in crate::cli) async fn reachable(
    findings: &mut Findings,
    settings: &Settings,
) -> anyhow::Result<bool> {
    if settings.database.url.is_empty() {
        return match database(findings, settings).await? {
            Database::Open(store) => store.close().await.map(|()| true),
            Database::NotYet => Ok(true),
            Database::Unusable => Ok(false),
        };
    }
    let Some(store) = connected(findings, settings).await? else {
        return Ok(false);
    };
    findings.ok("database", "reached at database.url")?;
    store.close().await?;
    Ok(true)
}

/// The database, connected as the daemon; nothing where it cannot be, which is told.
async fn connected(findings: &mut Findings, settings: &Settings) -> anyhow::Result<Option<Store>> {
    match Store::connect(settings, As::Daemon, Absent::Refuse).await {
        Ok(store) => Ok(Some(store)),
        Err(fault) => {
            let advice = advice::against(
                &fault,
                "Check that Postgres runs, and that database.url names its host, database, user and password.",
            );
            findings.failed("database", &told(&fault), &advice)?;
            Ok(None)
        }
    }
}

/// Warns before the programs of the private database's own version go with a new release of the distribution.
async fn newer_postgres(findings: &mut Findings, data_folder: &Path) -> anyhow::Result<()> {
    let Versions { cluster, newest } = private_postgres::versions(data_folder).await?;
    if newest > cluster {
        findings.warning(
            "database",
            &format!("the private Postgres is of version {cluster}, and this machine has {newest} as well"),
            "Stop `penpawn serve` and run `penpawn postgres upgrade` while the programs of both are here.",
        )?;
    }
    Ok(())
}

/// Checks whether a private Postgres can be made.
async fn to_be_made(findings: &mut Findings, settings: &Settings) -> anyhow::Result<Database> {
    let what = "database";
    if let Some(fault) = folder_rights::fault(settings)? {
        findings.failed(
            what,
            &fault,
            "Give the folder to the account that runs `penpawn serve`, or set data_folder to one that belongs to it.",
        )?;
        return Ok(Database::Unusable);
    }
    match private_postgres::can_be_made().await {
        Ok(()) => {
            findings.ok(
                what,
                &format!(
                    "no database yet; `penpawn serve` makes a private one in {}",
                    settings.data_folder().display()
                ),
            )?;
            Ok(Database::NotYet)
        }
        Err(fault) => {
            findings.failed(
                what,
                &fault.to_string(),
                "Install its server programs, or set database.url to a database of yours.",
            )?;
            Ok(Database::Unusable)
        }
    }
}

/// Why the program cannot work on these tables, and what is to be done.
async fn fault_of_tables(store: &Store) -> Option<(String, String)> {
    match db::schema_fault(&store.pool).await {
        Ok(None) => None,
        Ok(Some(fault)) => Some((
            fault,
            "Run what it says, as the role of database.owner_url where that is set, before `penpawn serve`.".to_owned(),
        )),
        Err(fault) => {
            let fault = anyhow::Error::from(fault);
            let advice = advice::against(&fault, "Look into the log of Postgres.");
            Some((told(&fault), advice))
        }
    }
}

/// Checks that the daemon can do all that it must, and no more. Returns whether it can.
async fn rights_of_daemon(findings: &mut Findings, store: &Store) -> anyhow::Result<bool> {
    let what = "rights";
    let role = rights::own_role(&store.pool).await?;
    let missing = rights::missing(&store.pool, &role).await?;
    if !missing.is_empty() {
        findings.failed(
            what,
            &format!("the role {role} lacks rights on its tables, and `penpawn serve` cannot work"),
            &format!(
                "Run `penpawn migrate`, which gives it all; or, as the owner of the tables: {};",
                missing.join("; ")
            ),
        )?;
        return Ok(false);
    }
    let excess = rights::excess(&store.pool).await?;
    if excess.is_empty() {
        findings.ok(
            what,
            "the daemon's role can do all it must, and change neither the tables nor what happened",
        )?;
    } else {
        findings.warning(
            what,
            &format!("the role of database.url {}", excess.join(", ")),
            "Let another role own the tables: name it in database.owner_url, a plain one in database.url, and run `penpawn migrate`.",
        )?;
    }
    Ok(true)
}

/// Whose clock is compared with this machine's.
#[derive(Clone, Copy)]
pub(super) enum Clock {
    Database,
    MailServer,
}

/// Checks a clock against this machine's, at this moment.
pub(super) fn clock(
    findings: &mut Findings,
    whose: Clock,
    theirs: DateTime<Utc>,
) -> anyhow::Result<()> {
    let behind = (Utc::now() - theirs).num_seconds();
    let (name, advice) = match whose {
        Clock::Database => (
            "the database's clock",
            "All instants are those of the database's machine: run `timedatectl` there first, and here; where it says \"synchronized: no\", `timedatectl set-ntp true` starts NTP.",
        ),
        Clock::MailServer => (
            "the mail server's clock",
            "The time at which a mail arrived is the mail server's: run `timedatectl` here first; if it says \"synchronized: yes\", tell who keeps the mail server. Mail that comes late on its way looks the same: run this again.",
        ),
    };
    let direction = if behind < 0 { "fast" } else { "slow" };
    if behind.abs() <= SECONDS_APART {
        let saw = format!("{name} differs from this machine's by {} s", behind.abs());
        findings.ok("clock", &saw)
    } else {
        let saw = format!(
            "{name} differs from this machine's by {} s: it is {direction}, or ours is wrong",
            behind.abs()
        );
        findings.failed("clock", &saw, advice)
    }
}

/// Checks the mailbox, whether it is penpawn's own, and whether mails can be erased in it where that is wanted. Returns
/// whether mail can be read.
pub(in crate::cli) async fn mailbox(
    findings: &mut Findings,
    (login, junk): (&Login, Option<&str>),
    erase_done: bool,
    database: &Database,
) -> anyhow::Result<bool> {
    let what = "imap";
    let survey = match Survey::of(login, junk).await {
        Ok(survey) => survey,
        Err(fault) => {
            let advice = advice::against_mailbox(&fault, login).await;
            findings.failed(what, &told(&fault.into()), &advice)?;
            return Ok(false);
        }
    };
    findings.ok(
        what,
        &format!(
            "{} as {}, security {}; folder {} is there",
            login.host, login.user, login.security, login.folder
        ),
    )?;
    certificate(findings, what, &login.host, survey.good_for_days)?;
    own(findings, login, survey.mails, database).await?;
    handled(findings, login, &survey)?;
    if let Some(folder) = junk {
        junk_folder(findings, folder, &survey)?;
    }
    abilities(findings, &survey, erase_done)?;
    quota(findings, &survey)?;
    Ok(true)
}

/// Checks what becomes of handled mails.
fn handled(findings: &mut Findings, login: &Login, survey: &Survey) -> anyhow::Result<()> {
    let what = "imap";
    match (&login.done, &survey.done_folder) {
        (Acknowledge::Move { .. }, Some(folder)) => {
            findings.ok(what, &format!("handled mails go to {folder}"))
        }
        (Acknowledge::Move { folder }, None) => findings.failed(
            what,
            &format!("the folder {folder} is not there and cannot be made"),
            "Make it with a mail program, set imap.done_folder to one that is there, or imap.done to \"flag\".",
        ),
        (Acknowledge::Flag, _) => findings.ok(what, "handled mails are flagged"),
    }
}

/// Checks that the folder for junk can be looked into.
fn junk_folder(findings: &mut Findings, folder: &str, survey: &Survey) -> anyhow::Result<()> {
    match &survey.junk_refused {
        None => findings.ok("imap", &format!("answers are looked for in {folder} as well")),
        Some(reply) => findings.failed(
            "imap",
            &format!("imap.junk_folder {folder} cannot be opened: {reply}"),
            "Write its name as the mail server does (Junk, Spam, INBOX.Junk, [Gmail]/Spam), or leave imap.junk_folder empty.",
        ),
    }
}

/// Checks which extensions of IMAP the server offers.
fn abilities(findings: &mut Findings, survey: &Survey, erase_done: bool) -> anyhow::Result<()> {
    let what = "imap";
    let missing: Vec<&str> = ["IDLE", "UIDPLUS", "MOVE"]
        .into_iter()
        .filter(|name| !survey.offers(name))
        .collect();
    if missing.is_empty() {
        findings.ok(what, "the server offers IDLE, UIDPLUS and MOVE")?;
    } else {
        findings.warning(
            what,
            &format!("the server does not offer {}", missing.join(", ")),
            "penpawn gets on without, slower: without IDLE it looks every imap.poll_seconds. Switch them on where you can.",
        )?;
    }
    if erase_done && !survey.offers("UIDPLUS") {
        findings.warning(
            what,
            "handled mails cannot be erased in the mailbox: without UIDPLUS the server erases only whatever anybody has marked",
            "Switch UIDPLUS on, or erase old mails in the mailbox yourself, those of forgotten players too; with imap.erase_done = false players are told so.",
        )?;
    }
    Ok(())
}

/// Checks how full the mailbox is, where the server tells.
fn quota(findings: &mut Findings, survey: &Survey) -> anyhow::Result<()> {
    let Some((used, allowed)) = survey.quota else {
        return Ok(());
    };
    let saw = format!("{used} of {allowed} KiB of the mailbox are used");
    if used.saturating_mul(10) < allowed.saturating_mul(9) {
        findings.ok("quota", &saw)
    } else {
        findings.failed(
            "quota",
            &saw,
            "Empty the folder of handled mails, or raise the quota: when it is full, players' mails bounce.",
        )
    }
}

/// Checks that nothing in the folder, in which so many mails lie, is for anybody else.
async fn own(
    findings: &mut Findings,
    login: &Login,
    mails: usize,
    database: &Database,
) -> anyhow::Result<()> {
    let what = "mailbox";
    let folder = &login.folder;
    let begun = match database {
        Database::Open(store) => {
            match left_alone::begun(&store.pool, &login.mailbox(folder)).await? {
                Some(begun) => Some(left_alone::counted(&store.pool, begun.mailbox).await?),
                None => None,
            }
        }
        Database::NotYet => None,
        // Nobody can tell.
        Database::Unusable => return Ok(()),
    };
    match begun {
        None if mails > 0 => findings.warning(
            what,
            &format!("{mails} mails lie in {folder}, which was never read yet"),
            "penpawn wants a mailbox of its own, since it answers, files and erases what comes. Give it one; or start it once with `penpawn serve --leave`, which leaves these mails alone for ever, or `penpawn serve --read-all`, which handles them.",
        ),
        None | Some((0, 0)) => findings.ok(
            what,
            &format!("of its own: no mail in {folder} is for anybody else"),
        ),
        Some((left, foreign)) => findings.warning(
            what,
            &format!("mails in {folder} that are not for us, and are left alone: {left} from before the first start, {foreign} that came since"),
            "Give penpawn a mailbox of its own. If mail for it is among them, name the address to which it was sent in server.further_addresses: then it is read.",
        ),
    }
}

/// Checks the way out. Returns whether mail can be sent.
pub(in crate::cli) async fn relay(
    findings: &mut Findings,
    relay: &Relay,
    submission: &Submission,
) -> anyhow::Result<bool> {
    let what = "smtp";
    let survey = match relay.survey().await {
        Ok(survey) => survey,
        Err(fault) => {
            let advice = advice::against_relay(&fault, submission).await;
            findings.failed(what, &fault.reason, &advice)?;
            return Ok(false);
        }
    };
    let login = match &submission.credentials {
        Some((user, _)) => format!("as {user}"),
        None => "without a login".to_owned(),
    };
    findings.ok(
        what,
        &format!(
            "{} {login}, security {}",
            submission.host, submission.security
        ),
    )?;
    certificate(findings, what, &submission.host, survey.good_for_days)?;
    size(findings, &survey)?;
    if survey.offer("SMTPUTF8").is_some() {
        findings.ok(what, "addresses beyond ASCII can be written to (SMTPUTF8)")
    } else {
        findings.warning(
            what,
            "the relay does not offer SMTPUTF8",
            "Players whose address has letters beyond ASCII cannot be written to. Switch it on where you can.",
        )
    }?;
    Ok(true)
}

fn size(findings: &mut Findings, survey: &smtp::Survey) -> anyhow::Result<()> {
    // RFC 1870 section 4: without a number, or with 0, there is no fixed limit.
    let limit = survey
        .offer("SIZE")
        .and_then(|number| number.trim().parse::<u64>().ok())
        .filter(|&limit| limit > 0);
    match limit {
        Some(limit) if limit < SMALLEST_LIMIT => findings.failed(
            "smtp",
            &format!("the relay takes no mail above {limit} octets"),
            "Raise its limit to a MiB or more: a letter with a long game in it does not fit.",
        ),
        Some(limit) => findings.ok(
            "smtp",
            &format!("the relay takes mails of up to {limit} octets"),
        ),
        None => findings.ok("smtp", "the relay names no limit to the size of a mail"),
    }
}

fn certificate(
    findings: &mut Findings,
    what: &str,
    host: &str,
    good_for_days: Option<u32>,
) -> anyhow::Result<()> {
    match good_for_days {
        None => findings.ok(what, "not encrypted, and does not leave this machine"),
        Some(days) if days < DAYS_LEFT => findings.warning(
            what,
            &format!("the certificate of {host} ends in {days} days"),
            "Renew it, and see why that did not happen by itself: when it has ended, no mail is read or sent.",
        ),
        Some(days) => findings.ok(
            what,
            &format!("the certificate of {host} is good for {days} days or more"),
        ),
    }
}
