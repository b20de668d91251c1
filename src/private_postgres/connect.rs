//! How to connect to a server, as the owner of everything in it.

use std::path::Path;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

/// The database, and the role that owns everything in it.
pub(super) const NAME: &str = "penpawn";
/// Only a part of the socket's name: nothing listens on the network.
pub(super) const PORT: u16 = 5432;

pub(super) fn options(socket_folder: &Path, database: &str) -> PgConnectOptions {
    // PGPASSFILE and the like are about other servers.
    PgConnectOptions::new_without_pgpass()
        .socket(socket_folder)
        .port(PORT)
        .username(NAME)
        .database(database)
        .ssl_mode(PgSslMode::Disable)
}
