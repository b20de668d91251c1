//! Leave, loaded for those whose mails are about it, and saved.

use super::Needs;
use crate::db::leave::{self, LeaveRow};
use crate::db::{Transaction, alarms};
use crate::game::PlayerNumber;
use crate::game::clock::Days;
use crate::players::{Leave, Leaves, Told};
use crate::robot::batch::{Batch, LeaveRows};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use std::collections::{BTreeSet, HashMap};

/// The leave of those who write, of this year and of later ones; of mails that wait since the last year also that one's.
pub(super) async fn load(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    by_address: &HashMap<String, PlayerNumber>,
    now: DateTime<Utc>,
) -> anyhow::Result<HashMap<PlayerNumber, LeaveRows>> {
    if !needs.leave {
        return Ok(HashMap::new());
    }
    let writers = by_address.values().chain(&needs.open_games_of_players);
    let ids: BTreeSet<i64> = writers.map(|player| player.0).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let from = NaiveDate::from_ymd_opt(now.year() - 1, 1, 1).unwrap_or(now.date_naive());
    let mut leaves: HashMap<PlayerNumber, Vec<Leave>> = HashMap::new();
    for row in leave::of_players(tx, &ids, from).await? {
        let player = PlayerNumber(row.player_id);
        leaves.entry(player).or_default().extend(read(&row));
    }
    let loaded = leaves.into_iter().map(|(player, leaves)| {
        let before = Leaves::new(leaves);
        let now = before.clone();
        (player, LeaveRows { before, now })
    });
    Ok(loaded.collect())
}

/// What holiday notes name of which their players are to be told.
pub(super) async fn lay_out_notes(
    tx: &mut Transaction<'_>,
    noted: &[i64],
    now: DateTime<Utc>,
) -> anyhow::Result<HashMap<PlayerNumber, Days>> {
    if noted.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = leave::untold_notes(tx, noted, now.date_naive()).await?;
    let days = rows.into_iter().filter_map(|(player, first, last)| {
        Some((PlayerNumber(player), Days::new(first, last).ok()?))
    });
    Ok(days.collect())
}

/// Writes down what new holiday notes name, and who was told of theirs.
async fn put_away_notes(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    leave::note_absence(tx, &batch.leave.came).await?;
    let told = batch.leave.told.iter();
    let told: Vec<_> = told
        .map(|(player, days)| (player.0, days.first(), days.last()))
        .collect();
    leave::told_of_notes(tx, &told).await?;
    Ok(())
}

/// Writes down which leave is new, has ended, or was taken back.
pub(super) async fn save(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    put_away_notes(tx, batch).await?;
    let mut changed = Vec::new();
    let mut taken_back = Vec::new();
    for (player, loaded) in &batch.leave.loaded {
        let is_among = |leaves: &Leaves, one: &Leave| {
            let mut all = leaves.iter();
            all.any(|other| {
                (other.days.first(), other.announced_at) == (one.days.first(), one.announced_at)
            })
        };
        let new = loaded
            .now
            .iter()
            .filter(|one| !loaded.before.iter().any(|other| other == *one));
        changed.extend(new.map(|one| write(*player, one)));
        let gone = loaded
            .before
            .iter()
            .filter(|one| !is_among(&loaded.now, one));
        taken_back.extend(gone.map(|one| write(*player, one)));
    }
    if !taken_back.is_empty() {
        leave::take_back(tx, &taken_back).await?;
    }
    if !changed.is_empty() {
        leave::save(tx, &changed).await?;
    }
    let again: Vec<_> = batch
        .leave
        .looked_at_again
        .iter()
        .map(|game| (game.0, Some(batch.clock)))
        .collect();
    alarms::look_again(tx, &again).await?;
    Ok(())
}

/// What a row means; the table lets no days end before they begin.
pub(super) fn read(row: &LeaveRow) -> Option<Leave> {
    Some(Leave {
        days: Days::new(row.first_day, row.last_day).ok()?,
        announced_at: row.announced_at,
        ended_at: row.ended_at,
        told: if row.told { Told::Yes } else { Told::No },
    })
}

fn write(player: PlayerNumber, leave: &Leave) -> LeaveRow {
    LeaveRow {
        player_id: player.0,
        first_day: leave.days.first(),
        last_day: leave.days.last(),
        announced_at: leave.announced_at,
        ended_at: leave.ended_at,
        told: leave.told == Told::Yes,
    }
}
