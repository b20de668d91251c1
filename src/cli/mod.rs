//! `penpawn <noun> <verb>`: what an administrator can do.

mod export;
mod games;
mod mails;
mod players;
mod serve;

use crate::db;
use crate::db::private::PrivatePostgres;
use crate::letters::Templates;
use crate::mail::token::Keys;
use crate::robot::Robot;
use crate::settings::Settings;
use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::str::FromStr;
use tracing_subscriber::EnvFilter;

/// A correspondence chess server that lives in a mailbox.
///
/// Players challenge each other and move by answering mails; `penpawn serve` is the daemon that reads and answers
/// them. All settings are explained in config/penpawn.toml; `penpawn config` prints those in force.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Arguments {
    /// The settings file [default: /etc/penpawn/penpawn.toml where it exists]
    #[arg(long, global = true, value_name = "FILE", env = "PENPAWN_CONFIG")]
    config: Option<PathBuf>,

    #[command(subcommand)]
    noun: Noun,
}

#[derive(Debug, Subcommand)]
enum Noun {
    /// Run the daemon: read the mailbox, answer mails, until SIGINT or SIGTERM
    ///
    /// On the first signal what is begun is finished, at most 30 seconds; a second one ends at once. Nothing is lost
    /// either way. With the private Postgres the tables are brought up to date at the start; with a database of yours,
    /// run `penpawn migrate` first.
    Serve,

    /// Bring the tables of the database up to date
    ///
    /// Does nothing when they are. Run it once before the first start, and after each update of the program.
    Migrate,

    /// Print the settings in force, as TOML, without secrets
    ///
    /// Reads the built-in defaults, the settings file and the environment, and fails where they cannot be used.
    Config {
        /// Print the commented default file instead
        #[arg(long)]
        default: bool,
    },

    /// Look at games
    #[command(subcommand)]
    Games(games::Verb),

    /// Write finished games as PGN, in the order of their numbers
    ///
    /// Games are written as they come from the database, so an archive of any size needs no memory. A file is put in
    /// place when it is complete, so one that is there is whole. On a terminal a bar shows how far it is.
    Export(export::Export),

    /// Look at players
    #[command(subcommand)]
    Players(players::Verb),

    /// Look after mails that came in
    #[command(subcommand)]
    Mails(mails::Verb),
}

/// Carries out a command.
///
/// # Errors
///
/// Whatever keeps it from being carried out, as a chain from what was wanted to what went wrong.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    if let Noun::Config { default: true } = arguments.noun {
        print!("{}", crate::settings::DEFAULT);
        return Ok(());
    }
    let settings = Settings::load(arguments.config.as_deref())?;
    begin_log(&settings)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // Mails are parsed on these threads; a deeply nested one must not overflow the stack.
        .thread_stack_size(8 * 1024 * 1024)
        .build()?;
    runtime.block_on(async {
        match arguments.noun {
            Noun::Serve => serve::serve(&settings).await,
            Noun::Migrate => migrate(&settings).await,
            Noun::Config { .. } => {
                print!("{}", settings.shown()?);
                Ok(())
            }
            Noun::Games(verb) => {
                let store = Store::open(&settings).await?;
                let outcome = games::run(&store.pool, &settings, verb).await;
                store.close().await.and(outcome)
            }
            Noun::Export(export) => {
                let store = Store::open(&settings).await?;
                let outcome = export::run(&store.pool, &settings, export).await;
                store.close().await.and(outcome)
            }
            Noun::Players(verb) => {
                let store = Store::open(&settings).await?;
                let outcome = players::run(&store.pool, verb).await;
                store.close().await.and(outcome)
            }
            Noun::Mails(verb) => {
                let store = Store::open(&settings).await?;
                let outcome = mails::run(&store.pool, &settings, verb).await;
                store.close().await.and(outcome)
            }
        }
    })
}

/// The database, and the private server below it where there is one.
struct Store {
    pool: PgPool,
    private: Option<PrivatePostgres>,
}

impl Store {
    /// Connects, and checks that the tables are those of this program.
    async fn open(settings: &Settings) -> anyhow::Result<Store> {
        let store = Store::connect(settings).await?;
        // Nobody administers the private database but this program.
        if store.private.is_some() {
            db::migrate(&store.pool).await?;
        }
        if let Some(fault) = db::schema_fault(&store.pool).await? {
            store.close().await?;
            bail!("{fault}");
        }
        Ok(store)
    }

    /// Connects, whatever the tables are.
    async fn connect(settings: &Settings) -> anyhow::Result<Store> {
        let url = &settings.database.url;
        let (options, private) = if url.is_empty() {
            let private = PrivatePostgres::start(&settings.data_folder()?)
                .await
                .context("database.url is not set, and no private Postgres can be had")?;
            (private.options(), Some(private))
        } else {
            let options = PgConnectOptions::from_str(url).context("database.url")?;
            (options, None)
        };
        let pool = db::connect(options, settings.database.connections.max(2))
            .await
            .context("the database does not let us in")?;
        Ok(Store { pool, private })
    }

    async fn close(self) -> anyhow::Result<()> {
        self.pool.close().await;
        if let Some(private) = self.private {
            private.stop().await.context("the private Postgres")?;
        }
        Ok(())
    }
}

async fn migrate(settings: &Settings) -> anyhow::Result<()> {
    let store = Store::connect(settings).await?;
    let outcome = db::migrate(&store.pool).await;
    store.close().await.and(outcome)?;
    println!("The tables are up to date.");
    Ok(())
}

/// The robot of these settings, with all templates checked.
async fn robot(settings: &Settings, pool: &PgPool) -> anyhow::Result<Robot> {
    let templates = Templates::new(settings.template_overrides()?)?;
    let keys = Keys::new(db::keys::load(pool).await?);
    Ok(Robot::new(pool.clone(), settings.house()?, keys, templates))
}

/// Log lines go to standard error; standard output belongs to what was asked for.
fn begin_log(settings: &Settings) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.log.filter).context("log.filter")?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_target(false);
    match settings.log.format.as_str() {
        "text" => builder.with_ansi(std::io::stderr().is_terminal()).init(),
        "json" => builder.json().init(),
        other => bail!("log.format {other:?} is neither \"text\" nor \"json\""),
    }
    Ok(())
}

/// Writes text to standard output; a reader that has seen enough (`| head`) is no error.
fn print(text: &str) -> anyhow::Result<()> {
    use std::io::Write;
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(fault) if fault.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_has_no_fault() {
        Arguments::command().debug_assert();
    }
}
