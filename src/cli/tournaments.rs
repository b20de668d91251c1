//! `penpawn tournaments create|list|show|open|close|begin|cancel|table|export|announce|withdraw|team|director`

mod create;
mod export;
mod show;
mod standings;
mod table;
mod teams;

use super::games::reason;
use super::robot::robot;
use super::standing;
use super::store::Store;
use super::terminal::{Consent, counted, print};
use crate::db::tournament_admin;
use crate::db::tournaments::{self, EntryRow, TournamentRow};
use crate::game::PlayerNumber;
use crate::robot::{Begun, TooFew, TournamentRuling};
use crate::settings::Settings;
use crate::tournaments::State;
use anyhow::{Context, bail};
use clap::Subcommand;
use create::Create;
use export::Form;
pub(super) use show::{control, state};
use sqlx::PgPool;
pub(super) use standings::standings_of;
pub(super) use teams::standings as team_standings;
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Prepare a tournament; nobody sees it before `tournaments open`
    ///
    /// What is said here holds for all its games and cannot be changed later, so that players know what they sign up for.
    Create(Box<Create>),
    /// List tournaments, the newest first: name, state, system, how many have signed up, for how many seats, title
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a tournament: what was settled for it, who takes part or waits for a seat, what was decided in it
    Show {
        /// Its name
        name: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Let players sign up for a tournament
    Open {
        /// Its name
        name: String,
    },
    /// Let nobody sign up any more; `tournaments open` undoes it as long as the tournament has not begun
    Close {
        /// Its name
        name: String,
    },
    /// Begin a tournament now
    ///
    /// Numbers are drawn by lot, in a Swiss and in a knock-out by rating; all games that can be paired begin, and each player gets
    /// one letter with theirs.
    Begin {
        /// Its name
        name: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Give a tournament up before it has begun
    ///
    /// Whoever has signed up is told by mail, and why.
    Cancel {
        /// Its name
        name: String,
        /// Why, for the players and the record
        #[arg(long, value_parser = reason)]
        reason: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Show the table of a tournament that has begun: results, points, tie-breaks, games that go on, places still possible; of a knock-out the bracket
    Table {
        /// Its name
        name: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a tournament for other programs: its games as PGN, or what they came to as a report of FIDE
    ///
    /// As PGN, by round and board, those that go on are printed as far as they have come.
    Export {
        /// Its name
        name: String,
        #[command(flatten)]
        form: Form,
    },
    /// Tell something to all who take part in a tournament, or wait for a seat in it
    Announce {
        /// Its name
        name: String,
        /// What, at most 1,800 characters; it may have several lines
        #[arg(value_parser = announcement)]
        text: String,
    },
    /// Take a player out of a tournament
    ///
    /// Their games in it that go on are lost, and they and their opponents are told by mail, and why; their other games go
    /// on. Before it has begun their name is taken off the list.
    Withdraw {
        /// Its name
        name: String,
        /// The player: their name, number or address
        player: String,
        /// Why, for the players and the record
        #[arg(long, value_parser = reason)]
        reason: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Put a player into a tournament that is played, in the place of another one
    ///
    /// The games of that one that go on are the other one's from now on, with the clocks as they stand, topped up to 10 days
    /// where they have less; what had come of the others stays, in the table as well. Both and their opponents are told by mail.
    Substitute {
        /// Its name
        name: String,
        /// Whose place it is: their name, number or address
        player: String,
        /// Who takes it: their name, number or address. They need not have signed up; ask them before
        #[arg(long)]
        by: String,
        /// Why, for the players and the record
        #[arg(long, value_parser = reason)]
        reason: Option<String>,
        #[command(flatten)]
        consent: Consent,
    },
    /// Say who plays for a team of a tournament that has not begun, by board
    ///
    /// Each must have signed up for that team. Who else has comes behind them, in the order of signing up; boards beyond those of a
    /// team wait for one.
    Team {
        /// Its name
        name: String,
        /// The team
        team: String,
        /// Its players, the first board first: their names, numbers or addresses
        #[arg(required = true)]
        players: Vec<String>,
    },
    /// Name a player who directs a tournament: they decide by mail in it, as docs/administrators/tournaments.md says
    Director {
        /// Its name
        name: String,
        /// The player: their name, number or address
        player: String,
        /// They direct it no longer
        #[arg(long)]
        remove: bool,
    },
}

fn announcement(given: &str) -> Result<String, String> {
    let given = given.trim();
    if given.is_empty() {
        return Err("say what: all who take part are told".to_owned());
    }
    Ok(given.to_owned())
}

pub(super) async fn run(settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    let store = Store::open(settings).await?;
    let outcome = carry_out(&store.pool, settings, verb).await;
    store.close().await.and(outcome)
}

async fn carry_out(pool: &PgPool, settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::Create(wanted) => create::run(pool, *wanted).await,
        Verb::List { json } => show::list(pool, json).await,
        Verb::Show { name, json } => show::show(pool, &find(pool, &name).await?, json).await,
        Verb::Table { name, json } => table::run(pool, &find(pool, &name).await?, json).await,
        Verb::Export { name, form } => {
            export::run(pool, settings, &find(pool, &name).await?, form).await
        }
        Verb::Open { name } => {
            rule(pool, settings, &name, &TournamentRuling::Open).await?;
            print(&format!("Players can sign up for {name}.\n"))
        }
        Verb::Close { name } => {
            rule(pool, settings, &name, &TournamentRuling::Close).await?;
            print(&format!("Nobody can sign up for {name} any more.\n"))
        }
        Verb::Begin { name, consent } => begin(pool, settings, &name, consent).await,
        Verb::Cancel {
            name,
            reason,
            consent,
        } => cancel(pool, settings, &name, reason, consent).await,
        Verb::Announce { name, text } => {
            let ruling = TournamentRuling::Announce { words: text };
            let told = rule(pool, settings, &name, &ruling).await?;
            print(&format!("{} it.\n", told_to(told, "say")))
        }
        Verb::Withdraw {
            name,
            player,
            reason,
            consent,
        } => withdraw(pool, settings, &name, &player, reason, consent).await,
        Verb::Substitute {
            name,
            player,
            by,
            reason,
            consent,
        } => {
            let players = [player.as_str(), by.as_str()];
            let reason = reason.unwrap_or_default();
            substitute(pool, settings, (&name, players), reason, consent).await
        }
        Verb::Team {
            name,
            team,
            players,
        } => line_up(pool, settings, &name, (&team, &players)).await,
        Verb::Director {
            name,
            player,
            remove,
        } => direct(pool, &name, &player, remove).await,
    }
}

async fn begin(
    pool: &PgPool,
    settings: &Settings,
    name: &str,
    consent: Consent,
) -> anyhow::Result<()> {
    let tournament = find(pool, name).await?;
    if state(&tournament)? == State::Prepared {
        bail!(
            "nobody could sign up for {name} yet: `penpawn tournaments open {name}` lets players do so"
        );
    }
    consent.to(&format!(
        "{} begins now with those of the {} who have a seat, and all are told by mail.",
        tournament.title,
        entries(pool, &tournament).await?.len()
    ))?;
    let robot = robot(settings, pool).await?;
    match robot
        .begin_tournament(tournament.id, TooFew::Refuse)
        .await?
    {
        Begun::Now { players } => print(&format!(
            "{name} has begun with {}; each has a letter with their games.\n",
            counted(u64::try_from(players).unwrap_or_default(), "player")
        )),
        Begun::Cancelled => bail!("{name} is cancelled: too few had signed up"),
        Begun::Before => bail!("{name} has begun, or was cancelled, before"),
    }
}

async fn cancel(
    pool: &PgPool,
    settings: &Settings,
    name: &str,
    reason: String,
    consent: Consent,
) -> anyhow::Result<()> {
    let tournament = find(pool, name).await?;
    consent.to(&format!(
        "{} is given up, and the {} who signed up are told by mail.",
        tournament.title,
        entries(pool, &tournament).await?.len()
    ))?;
    let ruling = TournamentRuling::Cancel { reason };
    let told = rule(pool, settings, name, &ruling).await?;
    print(&format!(
        "{name} is cancelled. {} so.\n",
        told_to(told, "say")
    ))
}

/// How many games of a player in a tournament go on, in words.
async fn open_games(pool: &PgPool, tournament: i64, player: i64) -> anyhow::Result<String> {
    let mut tx = pool.begin().await?;
    let games = tournaments::games(&mut tx, &[tournament]).await?;
    tx.rollback().await?;
    let theirs = games.iter().filter(|game| game.playing && game.has(player));
    Ok(counted(theirs.count(), "game"))
}

async fn withdraw(
    pool: &PgPool,
    settings: &Settings,
    name: &str,
    player: &str,
    reason: String,
    consent: Consent,
) -> anyhow::Result<()> {
    let tournament = find(pool, name).await?;
    let (number, called) = standing::find(pool, player).await?;
    let open = open_games(pool, tournament.id, number).await?;
    consent.to(&format!(
        "{called} is taken out of {}: they lose {open} that go on, and all players of these are told by mail.",
        tournament.title
    ))?;
    let ruling = TournamentRuling::Withdraw {
        player: PlayerNumber(number),
        reason,
    };
    let told = rule(pool, settings, name, &ruling).await?;
    print(&format!(
        "{called} is out of {name}, and has lost {open} by it. {} so.\n",
        told_to(told, "say")
    ))
}

async fn substitute(
    pool: &PgPool,
    settings: &Settings,
    (name, [player, by]): (&str, [&str; 2]),
    reason: String,
    consent: Consent,
) -> anyhow::Result<()> {
    let tournament = find(pool, name).await?;
    let (gone, before) = standing::find(pool, player).await?;
    let (taker, called) = standing::find(pool, by).await?;
    let open = open_games(pool, tournament.id, gone).await?;
    consent.to(&format!(
        "{called} takes the place of {before} in {}, with {open} that go on, and all players of these are told by mail.",
        tournament.title
    ))?;
    let ruling = TournamentRuling::Substitute {
        gone: PlayerNumber(gone),
        taker: PlayerNumber(taker),
        reason,
    };
    let told = rule(pool, settings, name, &ruling).await?;
    print(&format!(
        "{called} plays in {name} in the place of {before}, and goes on with {open}. {} so.\n",
        told_to(told, "say")
    ))
}

async fn line_up(
    pool: &PgPool,
    settings: &Settings,
    name: &str,
    named: (&str, &[String]),
) -> anyhow::Result<()> {
    let tournament = find(pool, name).await?;
    let (ruling, said) = teams::line_up(pool, &tournament, named).await?;
    rule(pool, settings, name, &ruling).await?;
    print(&said)
}

async fn direct(pool: &PgPool, name: &str, player: &str, remove: bool) -> anyhow::Result<()> {
    let tournament = find(pool, name).await?;
    let (number, called) = standing::find(pool, player).await?;
    let (changed, now) = match remove {
        true => (
            tournament_admin::dismiss_director(pool, tournament.id, number).await?,
            "does not direct",
        ),
        false => (
            tournament_admin::name_director(pool, tournament.id, number).await?,
            "directs",
        ),
    };
    let already = if changed { "" } else { ", as before" };
    print(&format!("{called} {now} {name}{already}.\n"))
}

/// How many letters say something.
fn told_to(letters: i64, word: &str) -> String {
    match letters {
        0 => format!("No letter {word}s"),
        1 => format!("1 letter {word}s"),
        more => format!("{more} letters {word}"),
    }
}

/// The tournament of this name.
async fn find(pool: &PgPool, name: &str) -> anyhow::Result<TournamentRow> {
    tournament_admin::find(pool, name).await?.with_context(|| {
        format!("there is no tournament {name}; `penpawn tournaments list` shows all")
    })
}

/// Who has signed up for it.
async fn entries(pool: &PgPool, tournament: &TournamentRow) -> anyhow::Result<Vec<EntryRow>> {
    let mut tx = pool.begin().await?;
    Ok(tournaments::entries(&mut tx, &[tournament.id]).await?)
}

/// Has it decided; returns how many letters tell of it.
async fn rule(
    pool: &PgPool,
    settings: &Settings,
    name: &str,
    ruling: &TournamentRuling,
) -> anyhow::Result<i64> {
    let robot = robot(settings, pool).await?;
    robot.rule_tournament(Uuid::new_v4(), name, ruling).await
}
