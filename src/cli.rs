//! `penpawn <noun> <verb>`: what an administrator can do.

mod backup;
mod client;
mod clocks;
mod data_folder;
mod doctor;
mod duration;
mod export;
mod files;
mod games;
mod import;
mod keys;
mod log;
mod mailboxes;
mod mails;
mod manual;
mod players;
mod postgres;
mod ratings;
mod reread;
mod robot;
mod serve;
mod setup;
mod sign_in;
mod site;
mod standing;
mod status;
mod store;
mod terminal;
mod tournaments;
mod web;

pub use terminal::{harmless, told};

use crate::daemon;
use crate::robot::reader::{self, Limits};
use crate::settings::{Settings, StillExamples};
use clap::{CommandFactory, Parser, Subcommand};
use sqlx::PgPool;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{As, Store};
use tokio::runtime::Runtime;

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
    /// either way. The private Postgres is made at the first start, and its tables are brought up to date at each; with a
    /// database of yours, run `penpawn migrate` first.
    ///
    /// penpawn wants a mailbox of its own. A folder that holds mails is refused at the first start: say what is to become
    /// of them. Later mails that are not for us are left alone.
    Serve(serve::Serve),

    /// Ask the few things that a server needs, try each, and write the settings file
    ///
    /// What the domain of the address tells is proposed: a known provider, or the machines that take its mail. The mailbox,
    /// the mail server and the database are tried at once, as `penpawn doctor` does. Every question can be answered by an
    /// argument, and without a terminal nothing is asked: then the password stands in a file. The settings go into
    /// /etc/penpawn/penpawn.toml, or where --config says; only this account can read them, and the group penpawn where there
    /// is one.
    Setup(Box<setup::Setup>),

    /// Bring the tables of the database up to date
    ///
    /// Does nothing when they are. Run it once before the first start, and after each update of the program. It works as
    /// the role of `database.owner_url`, and gives the role of `database.url` the rights that the daemon needs.
    Migrate,

    /// Check that everything is set up well and safely, one thing after the other
    ///
    /// Settings, database, mailbox, mail server, certificates, clocks; then it sends mails to itself. Each line says
    /// `ok`, `warning` or `FAILED` and what was looked at, and below it what is to be done. The exit code is 0 when
    /// nothing failed. It may run beside the daemon, and should run before it, and after each change of the mail server.
    Doctor(doctor::Doctor),

    /// Print the settings in force, as TOML, without secrets
    ///
    /// Reads the built-in defaults, the settings file and the environment, and fails where a value cannot be used. What is
    /// still to be set, and whether host, password and folders are right, says `penpawn doctor`.
    Config {
        /// Print the commented default file instead
        #[arg(long)]
        default: bool,
    },

    /// Say how it stands: what waits, for how long, and what went wrong
    ///
    /// The exit code is 0 when all is well and 1 when an administrator is needed: a mailbox cannot be read for a reason that
    /// does not pass by itself, or was not looked into for ten minutes; a mail has waited for ten minutes to be handled, a
    /// letter for ten minutes to be sent (one that the relay wants later does not count), a mail could not be handled, or a
    /// player's mail was not answered; and when the database cannot be asked.
    Status(status::Show),

    /// Look at games, end them, set them back, pause them
    #[command(subcommand)]
    Games(games::Verb),

    /// Enter games that were played elsewhere into the archive, from PGN files
    ///
    /// Each game is checked, move by move; those with faults are refused, each fault with its line, move and reason,
    /// and the good ones are entered. A game that is in the archive already is not entered twice, so an import that
    /// was broken off can be run again. Files may be larger than memory. Missing names of openings are filled in.
    Import(import::Import),

    /// Write finished games and the archive as PGN, in the order of their numbers
    ///
    /// Games are written as they come from the database, so an archive of any size needs no memory. A file is put in
    /// place when it is complete, so one that is there is whole. On a terminal a bar shows how far it is.
    Export(export::Export),

    /// Write pages of the public games into a folder, for any web server
    ///
    /// Public are games that were played here and ended with a result while both players had said "public on", as long as
    /// both do, those of tournaments with `--publication`, and the archive. Only what has changed is written, each file put in place whole, and pages of games that are
    /// public no more are removed. What is not ours in the folder is neither changed nor removed. Run it by a timer.
    Site(site::WriteSite),

    /// Show the pages of the public games by HTTP, to a web server on this machine, until SIGINT or SIGTERM
    ///
    /// The pages are those of `penpawn site`, and follow the games within a few seconds. It listens where `web.listen` says, as
    /// a process of its own beside the daemon, with a role of its own in the database that can read what everybody may read, let
    /// games wait that are typed into the entry form, and nothing else.
    Web(web::Web),

    /// Make a checked copy of the database in a file, while the daemon runs
    ///
    /// It is made by pg_dump in its custom format, read back, and put in place whole; beside it lies FILE.json, with its
    /// SHA-256 and how much is in it. Both hold what nobody else may read, and only this account may. Keep copies on
    /// another machine, and none for longer than `server.keep_mails_days`. config/penpawn-backup.timer makes one a day.
    Backup(backup::Backup),

    /// Put a backup in the place of the database
    ///
    /// All of it or nothing, with `penpawn serve` stopped everywhere. A database in which there are games is replaced only
    /// with --replace. Then run `penpawn mails reread`, which does once more what came by mail since the backup was made.
    Restore(backup::restore::Restore),

    /// Run psql on the database of these settings
    ///
    /// The private Postgres is started for it where it does not run, and stopped again. Without --owner it is the role of
    /// the daemon, which can change neither the tables nor what happened. `penpawn psql -- -c "select count(*) from game"`
    Psql(client::Psql),

    /// Look after the private Postgres
    #[command(subcommand)]
    Postgres(postgres::Verb),

    /// Look at players, hand them their data, forget them
    #[command(subcommand)]
    Players(players::Verb),

    /// Look after mails that came in
    #[command(subcommand)]
    Mails(mails::Verb),

    /// Look after the clocks of games
    #[command(subcommand)]
    Clocks(clocks::Verb),

    /// Look at ratings, or make them anew
    #[command(subcommand)]
    Ratings(ratings::Verb),

    /// Prepare tournaments, open and begin them, look at them and at their tables
    #[command(subcommand)]
    Tournaments(tournaments::Verb),

    /// Look after the mailboxes that are read
    #[command(subcommand)]
    Mailboxes(mailboxes::Verb),

    /// Look after the keys that prove that a mail answers one of ours
    #[command(subcommand)]
    Keys(keys::Verb),

    /// Write the manual pages and what shells complete into a folder, for packages
    Manual(manual::Manual),

    /// Read mails from standard input within bounds, for the daemon, which starts it by itself
    #[command(hide = true)]
    Reader {
        /// Octets of memory
        #[arg(long)]
        memory: u64,
        /// Seconds of processor time for each mail
        #[arg(long)]
        seconds: u64,
    },
}

/// Carries out a command, and says how the process is to end.
///
/// # Errors
///
/// Whatever keeps it from being carried out, as a chain from what was wanted to what went wrong.
pub fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    if let Noun::Config { default: true } = arguments.noun {
        print!("{}", crate::settings::DEFAULT);
        return Ok(ExitCode::SUCCESS);
    }
    // Before anything else takes memory, threads or secrets.
    if let Noun::Reader { memory, seconds } = arguments.noun {
        reader::serve(Limits { memory, seconds })?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Noun::Manual(manual) = &arguments.noun {
        manual::run(Arguments::command(), manual)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Noun::Setup(setup) = &arguments.noun {
        runtime()?.block_on(setup::run(setup, arguments.config.as_deref()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let loaded = Settings::load(arguments.config.as_deref());
    if let Noun::Doctor(wanted) = &arguments.noun {
        let file = arguments.config.as_deref();
        return match runtime()?.block_on(doctor::run(loaded, file, wanted))? {
            true => Ok(ExitCode::SUCCESS),
            false => Ok(ExitCode::FAILURE),
        };
    }
    let settings = loaded?;
    log::begin(&settings)?;
    data_folder::check(&settings)?;
    runtime()?.block_on(carry_out(arguments.noun, &settings))
}

/// What the process ends with where somebody has to decide something before it is started again: EX_CONFIG of sysexits.h, with
/// which the units of systemd do not start it by themselves.
const DECIDE_FIRST: u8 = 78;

/// What the process ends with after this failure.
pub fn code(failure: &anyhow::Error) -> ExitCode {
    if daemon::waits_for_somebody(failure) || failure.is::<StillExamples>() {
        ExitCode::from(DECIDE_FIRST)
    } else {
        ExitCode::FAILURE
    }
}

/// Carries out a command for which the settings are needed.
async fn carry_out(noun: Noun, settings: &Settings) -> anyhow::Result<ExitCode> {
    match noun {
        Noun::Serve(how) => serve::serve(settings, how).await?,
        Noun::Migrate => store::migrate(settings).await?,
        // Done before there were settings, or with whatever settings there are.
        Noun::Reader { .. } | Noun::Manual(_) | Noun::Setup(_) | Noun::Doctor(_) => {}
        Noun::Config { .. } => {
            print!("{}", settings.shown()?);
            if settings.lacking().is_empty() {
                settings.server()?;
                settings.keep_days()?;
            }
        }
        Noun::Status(show) => {
            let store = Store::open(settings).await?;
            if !on(store, async |pool| status::run(pool, settings, &show).await).await? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Noun::Games(verb) => opened(settings, games::run, verb).await?,
        Noun::Import(import) if import.check => import::run(None, import).await?,
        Noun::Import(import) => {
            let store = Store::open_or_make(settings).await?;
            on(store, async |pool| import::run(Some(pool), import).await).await?;
        }
        Noun::Export(export) => opened(settings, export::run, export).await?,
        Noun::Site(site) => site::run(settings, &site).await?,
        Noun::Web(web) => web::run(settings, web).await?,
        Noun::Backup(backup) => backup::run(settings, &backup).await?,
        Noun::Restore(restore) => backup::restore::run(settings, &restore).await?,
        Noun::Postgres(verb) => postgres::run(settings, verb).await?,
        Noun::Psql(psql) => return client::psql(settings, psql).await,
        Noun::Players(verb) => opened(settings, players::run, verb).await?,
        Noun::Mails(verb) => opened(settings, mails::run, verb).await?,
        Noun::Clocks(verb) => opened(settings, clocks::run, verb).await?,
        Noun::Ratings(verb) => ratings::run(settings, verb).await?,
        Noun::Tournaments(verb) => tournaments::run(settings, verb).await?,
        Noun::Mailboxes(verb) => opened(settings, mailboxes::run, verb).await?,
        Noun::Keys(verb) => {
            let store = Store::open_as(settings, As::Owner).await?;
            on(store, async |pool| keys::run(pool, verb).await).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Carries out a command on the database of these settings, which must be there.
async fn opened<W>(
    settings: &Settings,
    work: impl AsyncFnOnce(&PgPool, &Settings, W) -> anyhow::Result<()>,
    wanted: W,
) -> anyhow::Result<()> {
    let store = Store::open(settings).await?;
    on(store, async |pool| work(pool, settings, wanted).await).await
}

/// Works on a database, and closes it whatever comes of that.
async fn on<T>(
    store: Store,
    work: impl AsyncFnOnce(&PgPool) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let outcome = work(&store.pool).await;
    store.close().await.and(outcome)
}

fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // Mails are parsed on these threads; a deeply nested one must not overflow the stack.
        .thread_stack_size(8 * 1024 * 1024)
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_has_no_fault() {
        Arguments::command().debug_assert();
    }
}
