//! All SQL of penpawn, one function for each statement or for one set of rows.
//!
//! The robot works on batches: it loads what a batch of mails needs, decides, and saves what changed. So most functions
//! here take and return many rows at once; a batch of two hundred moves costs as many round trips as a single one.
//!
//! Row locks are taken in one order: inbox, then games by number, then players by number, then the rest.

pub mod alarms;
pub mod archive;
pub mod backup;
pub mod borders;
pub mod bounces;
pub mod brackets;
pub mod calendar;
pub mod causes;
pub mod clock_faults;
pub mod clock_stops;
pub mod club;
pub mod conditional;
pub mod confirmations;
pub mod copies;
pub mod counts;
pub mod digests;
pub mod doctor;
pub mod erasure;
pub mod events;
pub mod flags;
pub mod game_row;
pub mod games;
pub mod held_invitations;
pub mod held_moves;
pub mod inbox;
pub mod keys;
pub mod leave;
pub mod left_alone;
pub mod listing;
pub mod mailboxes;
pub mod names;
pub mod nudges;
pub mod outbox;
pub mod personal;
pub mod pictures;
pub mod players;
pub mod public_games;
pub mod ratings;
pub mod reminders;
pub mod rights;
mod schema;
pub mod secret_links;
pub mod seeks;
pub mod senders;
mod servers;
pub mod silence;
pub mod status;
mod structures;
pub mod tournament_admin;
pub mod tournaments;
pub mod waiting_entries;
pub mod watches;

pub use schema::{MIGRATIONS, migrate, schema_fault};
pub use servers::Servers;

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};

/// A transaction on our database.
pub type Transaction<'a> = sqlx::Transaction<'a, sqlx::Postgres>;

/// Opens a pool of at most `connections` connections. Where there are several servers it leads to the one that can be written
/// to, also after another one has become that.
///
/// # Errors
///
/// When the first connection cannot be made.
pub async fn connect(servers: impl Into<Servers>, connections: u32) -> sqlx::Result<PgPool> {
    // Limits on the server's side, so that a daemon that stalls in a transaction cannot stop the others for ever.
    let servers = servers.into().each(|server| {
        server.application_name("penpawn").options([
            ("lock_timeout", "5s"),
            ("statement_timeout", "60s"),
            ("idle_in_transaction_session_timeout", "60s"),
            // That a table exists already is nobody's news, and would stand in the log at each start.
            ("client_min_messages", "warning"),
        ])
    });
    // The pool tries again and again, and says no more at the end than that its time is over.
    let primary = servers.primary().await?;
    let mut pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(servers::PATIENCE)
        // A broken connection shows itself in the next statement, and every statement of ours may run twice.
        .test_before_acquire(false);
    if servers.are_several() {
        // What was the primary may be back as a standby.
        pool = pool.after_connect(|connection, _| Box::pin(servers::refuse_standby(connection)));
    }
    let pool = pool.connect_with(primary).await?;
    if servers.are_several() {
        tokio::spawn(servers.follow(pool.clone()));
    }
    Ok(pool)
}

/// The same server for whoever only reads: nothing is written, whatever the role may do.
pub fn for_reading_alone(server: PgConnectOptions) -> PgConnectOptions {
    server.options([("default_transaction_read_only", "on")])
}

/// What time it is: by the database's clock, which all daemons share. That of the machine on which a daemon runs may be
/// wrong. It is that of now and not of the beginning of the transaction, which may have waited for a lock since.
///
/// # Errors
///
/// When the database fails.
pub async fn clock(tx: &mut Transaction<'_>) -> sqlx::Result<DateTime<Utc>> {
    sqlx::query_scalar!(r#"select clock_timestamp() as "now!""#)
        .fetch_one(&mut **tx)
        .await
}
