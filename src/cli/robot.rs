//! Who decides, by the settings.

use crate::letters::Templates;
use crate::robot::Robot;
use crate::robot::reader::Reader;
use crate::settings::Settings;
use sqlx::PgPool;

/// The robot of these settings, with all templates checked.
pub(super) async fn robot(settings: &Settings, pool: &PgPool) -> anyhow::Result<Robot> {
    let server = settings.server()?;
    let templates = Templates::new(settings.template_overrides()?)?;
    for fault in templates.faults() {
        tracing::warn!(%fault, "a text of the administrator's has a fault");
    }
    let templates = templates.with_contact(server.contact.as_deref());
    Ok(Robot::new(
        pool.clone(),
        server,
        templates,
        Reader::of_this_program(),
    ))
}
