//! Was the database restored from a copy that knows less than the mailbox?

use super::findings::Findings;
use crate::cli::robot::robot;
use crate::cli::store::Store;
use crate::daemon::finished::has_forgotten;
use crate::db::clock_faults;
use crate::mail::imap::Login;
use crate::settings::Settings;

/// Tells what is to be done before `serve` may start.
pub(super) async fn check(
    findings: &mut Findings,
    settings: &Settings,
    store: &Store,
    login: &Login,
) -> anyhow::Result<()> {
    let largest = settings.server()?.largest_mail;
    let robot = robot(settings, &store.pool).await?;
    let what = "restored database";
    if has_forgotten(&store.pool, &robot, login, largest).await? {
        return findings.warning(
            what,
            "mails that were dealt with lie in the mailbox, and this database does not know them: it was restored from an older copy",
            "Run `penpawn mails reread` now, before `penpawn serve`, which does not start until then.",
        );
    }
    let faults = clock_faults::lasting(&store.pool).await?;
    if faults.iter().any(|fault| fault.kind == "restore") {
        return findings.warning(
            what,
            "it was restored from a copy, and no flag falls until somebody has looked for what it does not know",
            "Run `penpawn mails reread` now, before `penpawn serve`.",
        );
    }
    Ok(())
}
