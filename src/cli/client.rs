//! Postgres's own programs on the database of these settings: `psql`, `pg_dump`, `pg_restore`.

use super::store::{As, Store};
use super::terminal::Consent;
use crate::db::backup;
use crate::private_postgres::client_folder;
use crate::settings::{Settings, database_url};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

/// The programs of a version that can talk to the database, and how they reach it.
pub(super) struct Client {
    folder: PathBuf,
    /// libpq's variables; on a command line everybody could read the password.
    variables: Vec<(&'static str, String)>,
}

impl Client {
    /// For the database that is open, in this name.
    pub(super) async fn of(store: &Store, settings: &Settings, role: As) -> anyhow::Result<Client> {
        let major = u32::try_from(backup::major(&store.pool).await?)?;
        let database = &settings.database;
        let variables = match (&store.private, role) {
            (Some(private), As::Owner) => private.variables(private.options().get_username()),
            (Some(private), As::Daemon) => private.variables(crate::private_postgres::DAEMON_ROLE),
            (Some(private), As::Web) => private.variables(crate::private_postgres::WEB_ROLE),
            (None, As::Owner) if !database.owner_url.is_empty() => {
                database_url::variables(&database.owner_url, "database.owner_url")?
            }
            (None, As::Owner | As::Daemon) => {
                database_url::variables(&database.url, "database.url")?
            }
            (None, As::Web) => {
                database_url::variables(&settings.web.database_url, "web.database_url")?
            }
        };
        Ok(Client {
            folder: client_folder(major).await?,
            variables,
        })
    }

    /// One of the programs.
    pub(super) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.folder.join(program));
        // What is set for another server is not for this one.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PG") {
                command.env_remove(name);
            }
        }
        command.envs(self.variables.iter().cloned());
        command
    }
}

#[derive(Debug, Args)]
pub(super) struct Psql {
    /// As the role that owns the tables, which can change everything
    #[arg(long)]
    owner: bool,
    /// What psql is given: `-c "select count(*) from game"`
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENTS"
    )]
    arguments: Vec<OsString>,
    #[command(flatten)]
    consent: Consent,
}

/// Runs psql to its end, with our own terminal.
pub(super) async fn psql(settings: &Settings, psql: Psql) -> anyhow::Result<ExitCode> {
    let role = if psql.owner { As::Owner } else { As::Daemon };
    let store = Store::open_as(settings, role).await?;
    let outcome = async {
        if psql.owner {
            psql.consent
                .to("The owner can change and delete all tables, and the record of the games.")?;
        }
        let client = Client::of(&store, settings, role).await?;
        // Control-C is for psql, which breaks off a statement by it.
        let _interrupts = signal(SignalKind::interrupt())?;
        let status = client
            .command("psql")
            .args(&psql.arguments)
            .status()
            .await?;
        anyhow::Ok(
            match status.code().and_then(|code| u8::try_from(code).ok()) {
                Some(code) => ExitCode::from(code),
                None => ExitCode::FAILURE,
            },
        )
    }
    .await;
    store.close().await.and(outcome)
}
