//! `penpawn doctor`: can this installation work, and is it safe?

mod findings;
mod letters;
mod servers;
mod settings;

use crate::mail::smtp::Relay;
use crate::settings::Settings;
use clap::Args;
use findings::Findings;
use std::path::Path;
use std::time::Duration;

/// What the doctor may do.
#[derive(Debug, Args)]
pub(super) struct Doctor {
    /// How long a mail to ourselves may take, in seconds; 0: no mail is sent
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    wait: u64,
}

/// Checks one thing after the other. Returns whether nothing failed.
pub(super) async fn run(
    loaded: anyhow::Result<Settings>,
    file: Option<&Path>,
    doctor: &Doctor,
) -> anyhow::Result<bool> {
    let mut findings = Findings::default();
    let settings = match loaded {
        Ok(settings) => settings,
        Err(fault) => {
            findings.failed(
                "settings",
                &format!("{fault:#}"),
                "`penpawn config --default` prints the file in which every setting is explained.",
            )?;
            return findings.conclude();
        }
    };
    if !settings::check(&mut findings, &settings, file)? {
        return findings.conclude();
    }
    let (house, login) = (settings.house()?, settings.login()?);
    let submission = settings.submission()?;
    let relay = Relay::new(submission.clone());
    let store = servers::database(&mut findings, &settings).await?;
    let readable = servers::mailbox(&mut findings, &login).await?;
    let sendable = servers::relay(&mut findings, &relay, &submission).await?;
    match &store {
        _ if doctor.wait == 0 => findings.warning(
            "sub-address",
            "not tried, since --wait is 0",
            "Run `penpawn doctor` without it once, to see whether mail to a sub-address arrives.",
        )?,
        Some(store) if readable && sendable => {
            let post = letters::Post {
                pool: &store.pool,
                house: &house,
                login: &login,
                relay: &relay,
                patience: Duration::from_secs(doctor.wait),
            };
            letters::subaddress(&mut findings, &post).await?;
            letters::borders(&mut findings, &post, &settings.authserv_ids()).await?;
        }
        Some(_) | None => findings.warning(
            "sub-address",
            "not tried, since something above failed",
            "Mend that first.",
        )?,
    }
    relay.close().await;
    if let Some(store) = store {
        store.close().await?;
    }
    findings.conclude()
}
