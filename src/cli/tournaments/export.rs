//! `penpawn tournaments export`: the games of a tournament for other programs.

use super::standings::begun;
use super::teams;
use crate::cli::games;
use crate::cli::terminal::print;
use crate::db::listing::{self, GameFilter};
use crate::db::tournaments::{self, TournamentRow};
use crate::robot::Substitute;
use crate::settings::Settings;
use crate::tournaments::System;
use crate::tournaments::trf::{About, Report};
use anyhow::bail;
use futures::TryStreamExt;
use sqlx::PgPool;

/// In which form games are printed.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(in crate::cli) struct Form {
    /// As PGN
    #[arg(long)]
    pgn: bool,
    /// As a Tournament Report File of FIDE (TRF26)
    #[arg(long)]
    trf: bool,
}

/// Prints it in this form.
pub(super) async fn run(
    pool: &PgPool,
    settings: &Settings,
    tournament: &TournamentRow,
    form: Form,
) -> anyhow::Result<()> {
    match form {
        Form { trf: true, .. } => trf(pool, tournament).await,
        Form { .. } => pgn(pool, settings, tournament).await,
    }
}

/// What its games came to, as a report of FIDE.
async fn trf(pool: &PgPool, tournament: &TournamentRow) -> anyhow::Result<()> {
    let mut tx = pool.begin().await?;
    let stands = begun(&mut tx, tournament).await?;
    if stands.standings.system == System::KnockOut {
        let name = &tournament.name;
        bail!(
            "a Tournament Report File has one game of each player in a round, and places by points: a knock-out, where two play \
             two games or four and may go on without points, does not fit into it. Its games are in `penpawn tournaments export \
             {name} --pgn`, and its bracket is in `penpawn tournaments table {name} --json`"
        );
    }
    let players = stands.players.iter().map(|one| {
        let rating = one.rating.and_then(|rating| u16::try_from(rating).ok());
        (one.name.clone(), rating)
    });
    let about = About {
        title: tournament.title.clone(),
        began: tournament.started_at.map(|at| at.date_naive()),
        ended: tournament.ended_at.map(|at| at.date_naive()),
        initial_colour: None,
        players: players.collect(),
        teams: teams::of_report(&stands, tournament)?,
    };
    let report = Report::of(&stands.standings.record(), about).text();
    let remarks: String = stands.substitutes.iter().map(remark).collect();
    print(&(report.replace('\r', "") + &remarks))
}

/// A line that programs pass over: the format has none for who takes the place of whom.
fn remark(one: &Substitute) -> String {
    format!(
        "### {}: {} for {} since {}\n",
        one.number,
        one.taker,
        one.gone,
        one.at.format("%Y/%m/%d")
    )
}

/// Its games as PGN, by round and board.
async fn pgn(pool: &PgPool, settings: &Settings, tournament: &TournamentRow) -> anyhow::Result<()> {
    let mut tx = pool.begin().await?;
    for game in tournaments::games(&mut tx, &[tournament.id]).await? {
        let filter = GameFilter {
            number: Some(game.game_id),
            ..GameFilter::default()
        };
        if let Some(named) = listing::games(pool, &filter).try_next().await? {
            print(&games::pgn(&named, settings)?)?;
        }
    }
    Ok(())
}
