//! `penpawn doctor`: can this installation work, and is it safe?

pub(super) mod account;
pub(super) mod advice;
mod deliverability;
pub(super) mod findings;
mod folder_rights;
mod letters;
mod restored;
pub(super) mod servers;
mod settings;
mod tokens;
mod web;

use super::{sign_in, told};
use crate::mail::dns::NameServer;
use crate::mail::smtp::Relay;
use crate::settings::{Settings, Unreadable};
use clap::Args;
use findings::Findings;
use servers::Database;
use std::path::Path;
use std::time::Duration;

/// What the doctor may do.
#[derive(Debug, Args)]
pub(super) struct Doctor {
    /// How long a mail to ourselves may take, in seconds; 0: no mail is sent
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    wait: u64,

    /// Print one JSON object at the end, for programs
    ///
    /// It holds `passed`, true or false like the exit code; the numbers `failed` and `warnings`; and `checks`, in their
    /// order, each with `state` ("ok", "warning" or "failed"), `check` (what was looked at), `saw`, and `advice` (what is
    /// to be done, or null).
    #[arg(long)]
    json: bool,

    /// Look also at whether other mail servers will take our letters: SPF, DKIM, DMARC, MX and PTR
    ///
    /// A letter to server.address, and to nobody else, is looked at as a receiver looks at it: by what the mail server says
    /// of it in Authentication-Results, where it is one of server.authserv_ids, and by DNS. Where a line lacks in DNS, it is
    /// told as it stands in a zone file.
    #[arg(long)]
    deliverability: bool,

    /// Ask this name server, as 9.9.9.9 or 127.0.0.1:5353, and not that of this machine, which may see another DNS than the
    /// world does
    #[arg(long, value_name = "ADDRESS", requires = "deliverability")]
    name_server: Option<NameServer>,

    /// The machine from which letters reach the world, by its name or address [default: smtp.host, or, where that is this
    /// machine, who takes mail for the domain]
    #[arg(long, value_name = "HOST", requires = "deliverability")]
    sending_host: Option<String>,
}

/// Checks one thing after the other. Returns whether nothing failed.
pub(super) async fn run(
    loaded: anyhow::Result<Settings>,
    file: Option<&Path>,
    doctor: &Doctor,
) -> anyhow::Result<bool> {
    let mut findings = Findings::new(doctor.json);
    if let Err(fault) = examine(&mut findings, loaded, file, doctor).await {
        // What was found before is told in every case.
        findings.failed(
            "doctor",
            &told(&fault),
            &advice::against(&fault, "Mend that, and run this again."),
        )?;
    }
    findings.conclude()
}

async fn examine(
    findings: &mut Findings,
    loaded: anyhow::Result<Settings>,
    file: Option<&Path>,
    doctor: &Doctor,
) -> anyhow::Result<()> {
    let settings = match loaded {
        Ok(settings) => settings,
        Err(fault) => return unreadable(findings, &fault),
    };
    if !settings::check(findings, &settings, file)? {
        return Ok(());
    }
    let (server, login) = (settings.server()?, sign_in::login(&settings)?);
    let junk = settings.junk_folder()?;
    let submission = sign_in::submission(&settings)?;
    let relay = Relay::new(submission.clone());
    let database = servers::database(findings, &settings).await?;
    let folders = (&login, junk.as_deref());
    let readable = servers::mailbox(findings, folders, settings.imap.erase_done, &database).await?;
    if readable && let Database::Open(store) = &database {
        restored::check(findings, &settings, store, &login).await?;
    }
    let sendable = servers::relay(findings, &relay, &submission).await?;
    web::check(findings, &settings, &database).await?;
    tokens::check(findings, &settings, &login, &submission).await?;
    let usable = match &database {
        Database::Open(_) | Database::NotYet => readable && sendable,
        Database::Unusable => false,
    };
    let post = letters::Post {
        pool: match &database {
            Database::Open(store) => Some(&store.pool),
            Database::NotYet | Database::Unusable => None,
        },
        server: &server,
        login: &login,
        relay: &relay,
        patience: Duration::from_secs(doctor.wait),
        linger: Duration::ZERO,
    };
    by_letters(findings, &post, &settings, (doctor, usable)).await?;
    relay.close().await;
    if let Database::Open(store) = database {
        store.close().await?;
    }
    Ok(())
}

/// What only letters to ourselves can show; none is sent where the servers cannot be used, or none is wanted.
async fn by_letters(
    findings: &mut Findings,
    post: &letters::Post<'_>,
    settings: &Settings,
    (doctor, usable): (&Doctor, bool),
) -> anyhow::Result<()> {
    if doctor.wait == 0 {
        return findings.warning(
            "sub-address",
            "not tried, since --wait is 0",
            "Run `penpawn doctor` without it once, to see whether mail to a sub-address arrives.",
        );
    }
    if !usable {
        return findings.warning(
            "sub-address",
            "not tried, since something above failed",
            "Mend that first.",
        );
    }
    letters::subaddress(findings, post).await?;
    letters::further(findings, post).await?;
    letters::borders(findings, post, &settings.authserv_ids()).await?;
    if doctor.deliverability {
        let wanted = deliverability::Wanted {
            name_server: doctor.name_server,
            sending_host: doctor.sending_host.as_deref(),
        };
        deliverability::check(findings, post, settings, wanted).await?;
    }
    Ok(())
}

/// Tells of settings that are not there to be looked at.
fn unreadable(findings: &mut Findings, fault: &anyhow::Error) -> anyhow::Result<()> {
    let advice = if fault.is::<Unreadable>() {
        "Do what it says, or let this account read the file; what stands in it was not looked at."
    } else {
        "`penpawn config --default` prints the file in which every setting is explained."
    };
    findings.failed("settings", &told(fault), advice)
}
