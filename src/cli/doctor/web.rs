//! Where pages are wanted: can `penpawn web` serve them, and may its role do no more than that?

use super::findings::Findings;
use super::servers::Database;
use crate::cli::store::Store;
use crate::cli::{told, web};
use crate::settings::Settings;

const WHAT: &str = "pages";

/// Tells nothing where nothing of `[web]` is set: most installations show no pages.
pub(super) async fn check(
    findings: &mut Findings,
    settings: &Settings,
    database: &Database,
) -> anyhow::Result<()> {
    let wanted = &settings.web;
    if wanted.address.is_empty() && wanted.database_url.is_empty() {
        return Ok(());
    }
    if let Err(fault) = web::checked(settings) {
        return findings.warning(
            WHAT,
            &told(&fault),
            "Mend that in [web]; `penpawn web` does not start with it.",
        );
    }
    // Without the tables there is nothing to be read either.
    if let Database::NotYet | Database::Unusable = database {
        return Ok(());
    }
    match Store::open_for_web(settings).await {
        Ok(store) => {
            store.close().await?;
            let saw = format!(
                "they can be served at {}, by a role that reads what everybody may",
                wanted.listen
            );
            findings.ok(WHAT, &saw)
        }
        Err(fault) => findings.warning(
            WHAT,
            &told(&fault),
            "Mend that, or empty web.address and web.database_url; docs/administrators/pages.md makes the role.",
        ),
    }
}
