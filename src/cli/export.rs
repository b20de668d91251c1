//! `penpawn export`

use super::files::{self, NewFile};
use super::games::record;
use super::standing::meant;
use super::terminal::counted;
use crate::chess::pgn::{BoardKeys, Filed, Record, stood_in, write_pgn};
use crate::chess::{GivenPosition, Material};
use crate::db::archive::{self, ArchiveFilter};
use crate::db::listing::{self, GameFilter};
use crate::db::players::{self, Who};
use crate::letters::{NameKey, pgn_without_codes};
use crate::settings::Settings;
use anyhow::anyhow;
use chrono::{DateTime, NaiveDate, Utc};
use clap::{Args, ValueEnum};
use futures::TryStreamExt;
use indicatif::{ProgressBar, ProgressStyle};
use shakmaty::{Board, Position};
use sqlx::PgPool;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Which games are written, and where.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The file to write, compressed when its name ends in .gz or .zst; without it, standard output
    file: Option<PathBuf>,
    /// Games played here, games that were entered into the archive, or both
    #[arg(long, value_enum, default_value_t)]
    from: From,
    /// Only games of this player: their name, number or address; in the archive, a part of the name is enough
    #[arg(long)]
    player: Option<String>,
    /// Only games that began on this day or later (UTC), YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    since: Option<NaiveDate>,
    /// Only games that began before this day (UTC), YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    until: Option<NaiveDate>,
    /// Only games with this opening: the beginning of its ECO code, or a part of its name
    #[arg(long)]
    opening: Option<String>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_parser = ["1-0", "0-1", "1/2-1/2", "*"])]
    result: Option<String>,
    /// Only games in which these pieces stood on these squares; the first field of the FEN is enough
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Only games in which these men were left at some time, for either side: KRP-KR
    #[arg(long, value_name = "MEN")]
    material: Option<String>,
    /// Only games of this collection of the archive
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
    /// Games played here that go on as well
    #[arg(long)]
    unfinished: bool,
}

/// Where games come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum From {
    /// Games played here, then the archive.
    #[default]
    All,
    /// Games played here.
    Games,
    /// Games that were entered.
    Archive,
}

/// What is wanted, as each source is asked for it.
struct Wanted {
    played: Option<GameFilter>,
    archived: Option<ArchiveFilter>,
    board: Option<Board>,
    material: Option<Material>,
}

pub(super) async fn run(pool: &PgPool, settings: &Settings, export: Export) -> anyhow::Result<()> {
    let file = export.file.clone();
    let player = match &export.player {
        Some(player) => Some(named(pool, player).await?),
        None => None,
    };
    let asked_for = export.player.clone();
    let wanted = Wanted::new(export, player)?;
    let found_none = |games: u64| {
        if let Some(player) = asked_for.as_ref().filter(|_| games == 0) {
            eprintln!("there is no such game, and perhaps no player called {player:?}");
        }
    };
    match file.filter(|file| !files::is_standard(file)) {
        None => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            match write(pool, settings, &wanted, &mut out).await {
                Ok(games) => {
                    found_none(games);
                    Ok(())
                }
                // `| head` has seen enough.
                Err(failure) if is_broken_pipe(&failure) => Ok(()),
                Err(failure) => Err(failure),
            }
        }
        Some(file) => {
            let mut out = NewFile::create(&file)?;
            let games = write(pool, settings, &wanted, &mut out).await?;
            out.finish()?;
            found_none(games);
            let games = counted(games, "game");
            eprintln!("{games} written to {}", file.display());
            Ok(())
        }
    }
}

impl Wanted {
    fn new(export: Export, player: Option<Named>) -> anyhow::Result<Wanted> {
        let board = match &export.position {
            Some(fen) => {
                let given =
                    GivenPosition::read(fen).map_err(|fault| anyhow!("--position: {fault}"))?;
                Some(given.board().clone())
            }
            None => None,
        };
        let material = match &export.material {
            Some(men) => Some(Material::read(men).ok_or_else(|| {
                anyhow!("--material: {men:?} are no men of two sides; write White's and Black's, as in KRP-KR")
            })?),
            None => None,
        };
        // A game that is played here is in no collection.
        let played =
            (export.from != From::Archive && export.collection.is_none()).then(|| GameFilter {
                player: player.as_ref().map(|player| player.here.clone()),
                since: export.since.and_then(midnight),
                until: export.until.and_then(midnight),
                finished: !export.unfinished,
                opening: export.opening.clone(),
                result: export.result.clone(),
                number: None,
            });
        let day = |day: NaiveDate| day.format("%Y.%m.%d").to_string();
        let archived = (export.from != From::Games).then(|| ArchiveFilter {
            number: None,
            collection: export.collection,
            player: player.map(|player| player.name),
            opening: export.opening,
            result: export.result,
            since: export.since.map(day),
            until: export.until.and_then(|until| until.pred_opt()).map(day),
            board: board.as_ref().map(BoardKeys::of),
            material,
        });
        Ok(Wanted {
            played,
            archived,
            board,
            material,
        })
    }
}

async fn write(
    pool: &PgPool,
    settings: &Settings,
    wanted: &Wanted,
    out: &mut impl Write,
) -> anyhow::Result<u64> {
    let mut total = 0;
    if let Some(filter) = &wanted.played {
        total += listing::count_games(pool, filter).await?;
    }
    if let Some(filter) = &wanted.archived {
        total += archive::count(pool, filter).await?;
    }
    // Drawn on standard error, and only where that is a terminal.
    let bar = ProgressBar::new(u64::try_from(total).unwrap_or(0)).with_style(
        ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {per_sec}, {eta} left")?,
    );
    let mut written = 0;
    if let Some(filter) = &wanted.played {
        let mut games = listing::games(pool, filter);
        while let Some(named) = games.try_next().await? {
            bar.inc(1);
            // A challenge is no game yet.
            if named.game.white_id.is_none() {
                continue;
            }
            let record = record(&named, settings)?;
            if fits(&record, filter, wanted) {
                out.write_all(pgn_without_codes(&write_pgn(&record)).as_bytes())?;
                written += 1;
            }
        }
    }
    if let Some(filter) = &wanted.archived {
        let mut games = archive::games(pool, filter);
        while let Some(game) = games.try_next().await? {
            if wanted
                .board
                .as_ref()
                .is_none_or(|board| stood_in(&game.pgn, board))
            {
                out.write_all(pgn_without_codes(&game.pgn).as_bytes())?;
                written += 1;
            }
            bar.inc(1);
        }
    }
    out.flush()?;
    bar.finish_and_clear();
    Ok(written)
}

/// What only the moves of a game tell.
fn fits(record: &Record, filter: &GameFilter, wanted: &Wanted) -> bool {
    let opening = filter.opening.as_ref().is_none_or(|wanted| {
        let filed = Filed::of(record);
        filed.eco.starts_with(&wanted.to_uppercase())
            || NameKey::of(&filed.opening)
                .as_str()
                .contains(NameKey::of(wanted).as_str())
    });
    let stood = |has: &dyn Fn(&Board) -> bool| record.positions().any(|it| has(it.board()));
    let board = wanted.board.as_ref();
    let material = wanted.material.map(|it| [it, it.turned()]);
    opening
        && board.is_none_or(|board| stood(&|it| it == board))
        && material.is_none_or(|either| stood(&|it| either.contains(&Material::of(it))))
}

/// A player who is meant.
struct Named {
    /// Where games are played.
    here: Who,
    /// In the archive, which knows neither numbers nor addresses: the name, or a part of it.
    name: String,
}

async fn named(pool: &PgPool, player: &str) -> anyhow::Result<Named> {
    Ok(match players::find(pool, &meant(player)).await? {
        Some((number, name)) => Named {
            here: Who {
                number: Some(number),
                ..Who::default()
            },
            name,
        },
        // Nobody here; but somebody of the archive may be.
        None => Named {
            here: Who::default(),
            name: player.to_owned(),
        },
    })
}

fn midnight(day: NaiveDate) -> Option<DateTime<Utc>> {
    Some(day.and_hms_opt(0, 0, 0)?.and_utc())
}

fn is_broken_pipe(failure: &anyhow::Error) -> bool {
    failure
        .downcast_ref::<std::io::Error>()
        .is_some_and(|fault| fault.kind() == std::io::ErrorKind::BrokenPipe)
}
