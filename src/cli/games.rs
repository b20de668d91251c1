//! `penpawn games list|show|pgn`

use super::print;
use crate::chess;
use crate::chess::pgn::{Record, write_pgn};
use crate::db::listing::{self, GameFilter, NamedGame};
use crate::game::{Game, Phase};
use crate::letters::{Kept, Names, record_of};
use crate::robot::rebuild_game;
use crate::settings::Settings;
use anyhow::Context;
use clap::Subcommand;
use futures::TryStreamExt;
use shakmaty::Color;
use sqlx::PgPool;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List games, a line each: number, phase, players, moves, result
    List {
        /// Only games of this player: his name, or an address of his
        #[arg(long)]
        player: Option<String>,
        /// Only finished games
        #[arg(long)]
        finished: bool,
    },
    /// Show a game: its players, the board, the FEN, the moves
    Show {
        /// The number of the game
        number: i64,
    },
    /// Print a game as PGN
    Pgn {
        /// The number of the game
        number: i64,
    },
}

pub(super) async fn run(pool: &PgPool, settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::List { player, finished } => {
            let filter = GameFilter {
                player,
                finished,
                ..GameFilter::default()
            };
            let mut games = listing::games(pool, &filter);
            while let Some(named) = games.try_next().await? {
                print(&format!("{}\n", line(&named)))?;
            }
            Ok(())
        }
        Verb::Show { number } => {
            let named = find(pool, number).await?;
            let game = rebuild_game(&named.game)?;
            print(&shown(&named, &game))
        }
        Verb::Pgn { number } => {
            let named = find(pool, number).await?;
            print(&pgn(&named, settings)?)
        }
    }
}

/// A game as PGN, with this server as its site.
pub(super) fn pgn(named: &NamedGame, settings: &Settings) -> anyhow::Result<String> {
    Ok(write_pgn(&record(named, settings)?))
}

/// A game as a record, with this server as its site.
pub(super) fn record(named: &NamedGame, settings: &Settings) -> anyhow::Result<Record> {
    let game = rebuild_game(&named.game)?;
    let address = settings.server.address.trim().to_lowercase();
    let site = address.rsplit_once('@').map_or("?", |(_, domain)| domain);
    let kept = Kept {
        started: named.game.started_at,
        notes: &named.notes,
    };
    Ok(record_of(&game, &names(named), &kept, site))
}

async fn find(pool: &PgPool, number: i64) -> anyhow::Result<NamedGame> {
    let filter = GameFilter {
        number: Some(number),
        ..GameFilter::default()
    };
    listing::games(pool, &filter)
        .try_next()
        .await?
        .with_context(|| format!("there is no game {number}"))
}

fn names(named: &NamedGame) -> Names<'_> {
    Names {
        challenger: &named.challenger,
        opponent: &named.opponent,
    }
}

fn line(named: &NamedGame) -> String {
    let row = &named.game;
    let (first, second) = if row.white_id == Some(row.opponent_id) {
        (&named.opponent, &named.challenger)
    } else {
        (&named.challenger, &named.opponent)
    };
    let moves = row.ply().div_euclid(2) + row.ply() % 2;
    format!(
        "{:>6}  {:<9}  {first} - {second}  {moves} moves  {}",
        row.id, row.phase, row.result
    )
}

fn shown(named: &NamedGame, game: &Game) -> String {
    let side = |side: Color| match game.player(side) {
        Some(player) if player == game.challenger() => named.challenger.clone(),
        Some(_) => named.opponent.clone(),
        None => "not settled".to_owned(),
    };
    let state = match game.phase() {
        Phase::Offered => format!(
            "challenged by {}, who asks for {}; not answered yet",
            named.challenger,
            game.wish().word()
        ),
        Phase::Declined => "the challenge was declined".to_owned(),
        Phase::Withdrawn => "the challenge was withdrawn".to_owned(),
        Phase::Playing => "goes on".to_owned(),
        Phase::Over(ending) => format!("over: {}, {}", game.result().token(), ending.word()),
    };
    format!(
        "Game {}: {state}\nWhite: {}\nBlack: {}\nPlies: {}\nFEN: {}\n\n{}\n",
        game.number(),
        side(Color::White),
        side(Color::Black),
        game.ply(),
        chess::fen(game.position()),
        chess::text_board(game.position(), Color::White).trim_end()
    )
}
