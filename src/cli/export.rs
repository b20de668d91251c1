//! `penpawn export`

use super::games::pgn;
use crate::db::listing::{self, GameFilter};
use crate::settings::Settings;
use anyhow::Context;
use chrono::{DateTime, NaiveDate, Utc};
use clap::Args;
use futures::TryStreamExt;
use indicatif::{ProgressBar, ProgressStyle};
use sqlx::PgPool;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Which games are written, and where.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The file to write; without it, standard output
    file: Option<PathBuf>,
    /// Only games of this player: his name, or an address of his
    #[arg(long)]
    player: Option<String>,
    /// Only games that began on this day or later (UTC), YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    since: Option<NaiveDate>,
    /// Only games that began before this day (UTC), YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    until: Option<NaiveDate>,
    /// Games that go on as well
    #[arg(long)]
    unfinished: bool,
}

pub(super) async fn run(pool: &PgPool, settings: &Settings, export: Export) -> anyhow::Result<()> {
    let filter = GameFilter {
        player: export.player,
        since: export.since.and_then(midnight),
        until: export.until.and_then(midnight),
        finished: !export.unfinished,
        number: None,
    };
    match export.file {
        None => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            match write(pool, settings, &filter, &mut out).await {
                Ok(_) => Ok(()),
                // `| head` has seen enough.
                Err(failure) if is_broken_pipe(&failure) => Ok(()),
                Err(failure) => Err(failure),
            }
        }
        Some(file) => {
            let mut unfinished = file.clone().into_os_string();
            unfinished.push(".part");
            let unfinished = PathBuf::from(unfinished);
            let cannot = || format!("{} cannot be written", file.display());
            let mut out = BufWriter::new(File::create(&unfinished).with_context(cannot)?);
            let games = write(pool, settings, &filter, &mut out).await?;
            out.into_inner()
                .map_err(std::io::IntoInnerError::into_error)
                .and_then(|file| file.sync_all())
                .and_then(|()| std::fs::rename(&unfinished, &file))
                .with_context(cannot)?;
            eprintln!("{games} games written to {}", file.display());
            Ok(())
        }
    }
}

async fn write(
    pool: &PgPool,
    settings: &Settings,
    filter: &GameFilter,
    out: &mut impl Write,
) -> anyhow::Result<u64> {
    let total = listing::count_games(pool, filter).await?;
    // Drawn on standard error, and only where that is a terminal.
    let bar = ProgressBar::new(u64::try_from(total).unwrap_or(0)).with_style(
        ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {per_sec}, {eta} left")?,
    );
    let mut games = listing::games(pool, filter);
    let mut written = 0;
    while let Some(named) = games.try_next().await? {
        out.write_all(pgn(&named, settings)?.as_bytes())?;
        written += 1;
        bar.inc(1);
    }
    out.flush()?;
    bar.finish_and_clear();
    Ok(written)
}

fn midnight(day: NaiveDate) -> Option<DateTime<Utc>> {
    Some(day.and_hms_opt(0, 0, 0)?.and_utc())
}

fn is_broken_pipe(failure: &anyhow::Error) -> bool {
    failure
        .downcast_ref::<std::io::Error>()
        .is_some_and(|fault| fault.kind() == std::io::ErrorKind::BrokenPipe)
}
