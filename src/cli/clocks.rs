//! `penpawn clocks credit|resume`

use super::games::{letters, reason, rule_clocks};
use super::robot::robot;
use super::terminal::print;
use crate::db::clock_faults::Kind;
use crate::game::clock::ClockRuling;
use crate::settings::Settings;
use anyhow::bail;
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use sqlx::PgPool;
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Credit a time in which players could not write to us, or we not to them
    ///
    /// Outages of the daemon, of the database and of the mailbox are found and credited without you; of a mail server that
    /// took no mail, or a network that was down, only you know. No clock that runs is charged for it. What moves were charged
    /// that are made already stays as it is. Of one game, both players are told by mail; of all games, in the next letter.
    Credit(Credit),
    /// Let flags fall and reminders go out again
    ///
    /// After the database's clock jumped, or after a restore without `mails reread`. Until then `penpawn status` complains.
    /// After a restore the time since the copy is credited to all clocks that run.
    Resume,
}

#[derive(Debug, Args)]
pub(super) struct Credit {
    /// From when, as 2026-06-03T20:00:00Z
    #[arg(long, value_name = "TIME")]
    from: DateTime<Utc>,
    /// Until when, as 2026-06-04T02:30:00Z; at the latest now
    #[arg(long, value_name = "TIME")]
    to: DateTime<Utc>,
    /// Why, for the players and the record
    #[arg(long, value_parser = reason)]
    reason: String,
    /// Only in the game of this number
    #[arg(long, value_name = "NUMBER")]
    game: Option<i64>,
}

pub(super) async fn run(pool: &PgPool, settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::Credit(credit) => run_credit(pool, settings, credit).await,
        Verb::Resume => {
            let resumed = robot(settings, pool)
                .await?
                .resume_time(&[Kind::Jump, Kind::Restore])
                .await?;
            print(match resumed {
                true => "Flags fall and reminders go out again.\n",
                false => "Nothing had stopped them.\n",
            })
        }
    }
}

async fn run_credit(pool: &PgPool, settings: &Settings, credit: Credit) -> anyhow::Result<()> {
    let Credit {
        from,
        to,
        reason,
        game,
    } = credit;
    if from.timestamp() >= to.timestamp() {
        bail!("--from is not before --to");
    }
    match game {
        Some(number) => {
            let ruling = ClockRuling::Credited { from, until: to };
            let told = rule_clocks(pool, settings, number, ruling, reason).await?;
            print(&format!("Credited in game {number}. {}.\n", letters(told)))
        }
        None => {
            let robot = robot(settings, pool).await?;
            robot.credit_all(Uuid::new_v4(), from, to, &reason).await?;
            print(
                "Credited in all games with a clock. Their players are told in the next letter of each game.\n",
            )
        }
    }
}
