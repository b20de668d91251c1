//! `penpawn ratings list|rebuild`

use super::robot::robot;
use super::store::Store;
use super::terminal::{counted, instant, print, print_json};
use crate::db::ratings::{self, Listed};
use crate::settings::Settings;
use clap::Subcommand;
use serde_json::json;
use sqlx::PgPool;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List the ratings of all players, the best first, those of Chess960 by themselves
    ///
    /// Rating, deviation, games, when the last of them ended, name. Ratings are Glicko-2 in points; a question mark stands
    /// behind those with a deviation of 110 or more. The deviation is that of the last game.
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make all ratings anew from the games
    ///
    /// They are kept up to date with each game that ends, is corrected or adjudicated, so this changes nothing unless
    /// something is wrong. Games go on meanwhile; those that end wait until it is done.
    Rebuild,
}

pub(super) async fn run(settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    let store = Store::open(settings).await?;
    let outcome = carry_out(&store.pool, settings, verb).await;
    store.close().await.and(outcome)
}

async fn carry_out(pool: &PgPool, settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::List { json: true } => {
            let listed = ratings::list(pool).await?;
            print_json(&listed.iter().map(as_json).collect::<Vec<_>>())
        }
        Verb::List { .. } => {
            let listed = ratings::list(pool).await?;
            let lines: String = listed.iter().map(line).collect();
            print(&lines)
        }
        Verb::Rebuild => {
            let changes = robot(settings, pool).await?.rebuild_ratings().await?;
            print(&format!(
                "Ratings are made anew from all rated games: {} of points, each of one player by one game.\n",
                counted(changes, "change")
            ))
        }
    }
}

fn line(listed: &Listed) -> String {
    let mark = if listed.rating().is_provisional() {
        "?"
    } else {
        " "
    };
    format!(
        "{:8}  {:4.0}{mark}  {:3.0}  {:4}  {}  {}\n",
        listed.pool,
        listed.points,
        listed.deviation,
        listed.games,
        instant(listed.rated_at),
        listed.name
    )
}

fn as_json(listed: &Listed) -> serde_json::Value {
    json!({
        "pool": listed.pool,
        "player": listed.player_id,
        "name": listed.name,
        "rating": listed.points,
        "deviation": listed.deviation,
        "volatility": listed.volatility,
        "provisional": listed.rating().is_provisional(),
        "games": listed.games,
        "rated_at": listed.rated_at,
    })
}
