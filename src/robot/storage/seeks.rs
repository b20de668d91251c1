//! Seeks, loaded for those whose mails are about them, and saved.

use super::Needs;
use super::load::LoadedGames;
use crate::chess::Variant;
use crate::db::seeks::{self, SeekRow};
use crate::db::{Transaction, ratings};
use crate::game::rating::Stake;
use crate::game::{Phase, PlayerNumber, Wish};
use crate::players::seek::{Seek, Terms};
use crate::robot::batch::{Batch, Spare};
use crate::robot::conflict::Conflict;
use crate::robot::seeks::LoadedSeeks;
use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use std::collections::{BTreeSet, HashMap};

/// The seeks that are open; nobody else changes one until the transaction ends. Before anything is locked.
pub(super) async fn load(
    tx: &mut Transaction<'_>,
    needs: &mut Needs,
) -> anyhow::Result<LoadedSeeks> {
    if !needs.seeks {
        return Ok(LoadedSeeks::default());
    }
    seeks::lock(tx).await?;
    let mut loaded = LoadedSeeks::default();
    for row in seeks::open(tx).await? {
        let number = row.id;
        loaded
            .open
            .push(read(row).with_context(|| format!("seek {number}"))?);
    }
    let seekers = loaded.open.iter().map(|seek| seek.player);
    needs.seekers = seekers.collect();
    if !needs.seeks_named.is_empty() {
        let named: Vec<i64> = needs.seeks_named.iter().copied().collect();
        loaded.ended = seeks::ended(tx, &named).await?.into_iter().collect();
    }
    let wanted: i32 = needs.new_seeks.values().sum();
    if wanted > 0 {
        let numbers = seeks::reserve(tx, wanted).await?;
        loaded.spare = Spare::share(&needs.new_seeks, numbers);
    }
    Ok(loaded)
}

/// The same with what matters of those whose seeks are open and of those who write; as of the instant as which all is decided,
/// and by the database's clock.
pub(super) async fn with_players(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    by_address: &HashMap<String, PlayerNumber>,
    (now, clock): (DateTime<Utc>, DateTime<Utc>),
    mut loaded: LoadedSeeks,
) -> anyhow::Result<LoadedSeeks> {
    if !needs.seeks {
        return Ok(loaded);
    }
    let seekers = loaded.open.iter().map(|seek| seek.player);
    let all: BTreeSet<i64> = seekers
        .chain(by_address.values().copied())
        .map(|player| player.0)
        .collect();
    let all: Vec<i64> = all.into_iter().collect();
    add_meetings(tx, &all, &mut loaded).await?;
    for (pool, player, standing) in ratings::standings_before(tx, &all, (clock, i64::MAX)).await? {
        let rating = (standing.rating, standing.rated_at);
        loaded.ratings.insert((player, pool), rating);
    }
    let away = seeks::on_leave(tx, &all, now.date_naive()).await?;
    loaded.on_leave = away.into_iter().map(PlayerNumber).collect();
    Ok(loaded)
}

/// With whom those have played who may begin one of these games, where nobody wishes for a colour in it, and those among whom
/// the numbers of a tournament are drawn.
pub(super) async fn load_meetings(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    loaded_games: &LoadedGames,
    loaded: &mut LoadedSeeks,
) -> anyhow::Result<()> {
    let open = loaded_games.values().map(|loaded| &loaded.game);
    let open = open.filter(|game| game.phase() == Phase::Offered && game.wish() == Wish::Random);
    let players: BTreeSet<i64> = open
        .flat_map(|game| [game.challenger().0, game.opponent().0])
        .chain(needs.tournaments.players.iter().map(|player| player.0))
        .collect();
    let players: Vec<i64> = players.into_iter().collect();
    if !players.is_empty() {
        add_meetings(tx, &players, loaded).await?;
    }
    Ok(())
}

async fn add_meetings(
    tx: &mut Transaction<'_>,
    players: &[i64],
    loaded: &mut LoadedSeeks,
) -> anyhow::Result<()> {
    for met in seeks::met(tx, players).await? {
        let others = loaded.met.entry(PlayerNumber(met.player_id)).or_default();
        others.insert(PlayerNumber(met.other_id), met);
    }
    Ok(())
}

/// Writes down which are new and which have ended; behind the games that began by them.
pub(super) async fn save(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    let rows: Vec<SeekRow> = batch.seeks.opened.iter().map(write).collect();
    seeks::save(tx, &rows).await?;
    for (number, ending) in &batch.seeks.closed {
        // Its player has left for good at the same moment.
        if !seeks::close(tx, *number, *ending, batch.clock).await? {
            bail!(Conflict::SeekEnded);
        }
    }
    for player in &batch.seeks.given_up {
        seeks::give_up(tx, player.0, batch.clock).await?;
    }
    Ok(())
}

fn read(row: SeekRow) -> anyhow::Result<Seek> {
    Ok(Seek {
        number: row.id,
        player: PlayerNumber(row.player_id),
        terms: Terms {
            control: row.control.parse().ok().context("its time control")?,
            stake: Stake::from_word(&row.stake).context("its stake")?,
            variant: Variant::from_word(&row.variant).context("its variant")?,
            colour: Wish::from_word(&row.colour).context("its colour")?,
            range: row.least.zip(row.most),
        },
        opened_at: row.opened_at,
    })
}

fn write(seek: &Seek) -> SeekRow {
    let terms = &seek.terms;
    SeekRow {
        id: seek.number,
        player_id: seek.player.0,
        control: terms.control.to_string(),
        stake: terms.stake.word().to_owned(),
        variant: terms.variant.word().to_owned(),
        colour: terms.colour.word().to_owned(),
        least: terms.range.map(|(least, _)| least),
        most: terms.range.map(|(_, most)| most),
        opened_at: seek.opened_at,
    }
}
