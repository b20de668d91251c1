//! Whether a private Postgres can be made in the data folder.

use super::account::{DaemonAccount, WRITE_AND_ENTER};
use crate::settings::Settings;
use std::fs;

/// Why none can be made in it; `None` where one can, and where the folder is not there: systemd makes that of the service.
///
/// # Errors
///
/// When our own account cannot be told.
pub(super) fn fault(settings: &Settings) -> anyhow::Result<Option<String>> {
    let folder = settings.data_folder();
    if !folder.exists() {
        return Ok(None);
    }
    let shown = folder.display();
    if let Some(account) = DaemonAccount::other(settings)? {
        let may = account.may(&folder, WRITE_AND_ENTER);
        return Ok((!may).then(|| format!("{} may not write to {shown}", account.who)));
    }
    let trial = folder.join(format!("doctor-{}", std::process::id()));
    let made = fs::create_dir(&trial).and_then(|()| fs::remove_dir(&trial));
    Ok(made
        .err()
        .map(|fault| format!("nothing can be made in {shown}: {fault}")))
}
