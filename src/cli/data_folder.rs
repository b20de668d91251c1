//! Where older versions kept the private Postgres, lest an empty one is taken for it.
//!
//! They chose a folder by who asked: below systemd's `$STATE_DIRECTORY`, or in a home. Now it is one for all. A cluster
//! that lies at such a place goes on being used when the settings name it, and nobody moves it unasked.

use crate::private_postgres::has_cluster;
use crate::settings::{Settings, USUAL_DATA_FOLDER};
use anyhow::bail;
use std::path::{Path, PathBuf};

/// Stops every command where an older version left a cluster and the folder of today holds none.
///
/// # Errors
///
/// That it is so, with the line to set.
pub(super) fn check(settings: &Settings) -> anyhow::Result<()> {
    let usual = Path::new(USUAL_DATA_FOLDER);
    if !settings.database.url.is_empty() || settings.data_folder() != usual {
        return Ok(());
    }
    let why = match has_cluster(usual) {
        Ok(true) => return Ok(()),
        Ok(false) => format!("there is none in {USUAL_DATA_FOLDER}, where all accounts look now"),
        Err(fault) => fault.to_string(),
    };
    let older = older_defaults(|name| std::env::var_os(name).map(PathBuf::from));
    let Some(older) = older
        .into_iter()
        .find(|folder| folder != usual && has_cluster(folder).unwrap_or(false))
    else {
        return Ok(());
    };
    // As TOML writes it, whatever characters are in it.
    let line = toml::Value::String(older.display().to_string());
    bail!(
        "an older penpawn has left a database in {}, and {why}. To use that one, put this line at the top of the settings \
         file; to begin with an empty one, move the folder away:\n\ndata_folder = {line}",
        older.display()
    )
}

/// The folders that older versions chose, by their variables.
fn older_defaults(variable: impl Fn(&str) -> Option<PathBuf>) -> Vec<PathBuf> {
    let set = |name| variable(name).filter(|value| !value.as_os_str().is_empty());
    let home = set("HOME");
    [
        set("STATE_DIRECTORY"),
        set("XDG_DATA_HOME").map(|folder| folder.join("penpawn")),
        home.map(|home| home.join(".local/share/penpawn")),
    ]
    .into_iter()
    .flatten()
    .collect()
}
