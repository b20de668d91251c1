//! `penpawn tournaments create`: what a tournament is to be, and whether it can be.

mod teams;

use crate::chess::{Start, Variant};
use crate::cli::terminal::{counted, print};
use crate::db;
use crate::db::tournament_admin::{self, NewTournament};
use crate::db::{Transaction, tournaments};
use crate::game::clock::Control;
use crate::game::rating::Stake;
use crate::language::{is_read_as_tournament, time_control};
use crate::letters::{control_in_words, minute_in_words, one_line, reserved, why_no_control};
use crate::tournaments::{Meeting, State, knock_out};
use anyhow::bail;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use clap::{Args, ValueEnum};
use sqlx::PgPool;
use teams::{MOST_GAMES, MOST_PLAYERS, Ranking, Said, Teams, teams};

/// The longest title, in characters: it stands in subjects, and in a heading of PGN.
const LONGEST_TITLE: usize = 80;

#[derive(Debug, Args)]
pub(in crate::cli) struct Create {
    /// By what it is called in orders: one word of small letters, digits and hyphens, as club-2027
    #[arg(value_parser = name)]
    name: String,
    /// What letters and PGN call it, as "Club championship 2027"
    #[arg(long, value_parser = title)]
    title: String,
    /// Who plays whom
    #[arg(long, value_enum)]
    system: System,
    /// How many rounds a Swiss has
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i32).range(1..=30))]
    rounds: Option<i32>,
    /// How many days after a round of a Swiss the next one is paired
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(i32).range(1..=400))]
    round_days: Option<i32>,
    /// How time is counted, as players write it: "3 days a move", "10 moves in 50 days", "without clock"
    #[arg(long, value_parser = control)]
    time: Control,
    /// Its games count for ratings
    #[arg(long)]
    rated: bool,
    /// How many take part, as 4-15: at least, and at the most; or 8 for exactly so many. Of teams it follows from their boards
    #[arg(long, value_name = "LEAST-MOST", value_parser = players)]
    players: Option<Players>,
    /// What the teams are called, parted by commas, as "Riverside, Hillside"; a Scheveningen has two
    #[arg(long, value_name = "NAMES", value_parser = teams)]
    teams: Option<Teams>,
    /// On how many boards each team plays
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i32).range(1..=30))]
    boards: Option<i32>,
    /// What counts first among teams
    #[arg(long, value_enum)]
    ranking: Option<Ranking>,
    /// When it begins by itself, if enough have signed up: a day (UTC) as 2027-01-10, or an instant as 2027-01-10T18:00:00Z;
    /// without it you begin it
    #[arg(long, value_name = "DATE", value_parser = begins)]
    begins: Option<DateTime<Utc>>,
    /// Whether players may be helped by programs
    #[arg(long, value_enum, default_value_t = Engines::Forbidden)]
    engines: Engines,
    /// When its games may be read by everybody: never, each when it has ended, or all when the tournament has
    #[arg(long, value_enum, default_value_t = Publication::Never)]
    publication: Publication,
    /// The position from which all games begin
    #[arg(long, value_name = "FEN", value_parser = start)]
    start: Option<Start>,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum System {
    /// Everybody plays everybody once, all games at once
    RoundRobin,
    /// Everybody plays everybody twice, once with each colour, all games at once
    DoubleRoundRobin,
    /// Round after round those of about the same score play each other
    Swiss,
    /// Two meet in two games that begin together, one with each colour, and whoever loses is out
    KnockOut,
    /// Two teams: everyone of the one meets everyone of the other, all games at once
    Scheveningen,
    /// Every team meets every other one, each board the same board, all games at once
    TeamBoards,
}

impl System {
    fn word(self) -> &'static str {
        match self {
            System::RoundRobin => "round-robin",
            System::DoubleRoundRobin => "double-round-robin",
            System::Swiss => "swiss",
            System::KnockOut => "knock-out",
            System::Scheveningen => "scheveningen",
            System::TeamBoards => "team-boards",
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Engines {
    Forbidden,
    Allowed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Publication {
    Never,
    Game,
    Tournament,
}

/// How many take part.
#[derive(Clone, Copy, Debug)]
struct Players {
    least: i32,
    most: i32,
}

fn name(given: &str) -> Result<String, String> {
    let plain = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    let good = given.starts_with(|first: char| first.is_ascii_lowercase())
        && given.chars().all(plain)
        && (2..=31).contains(&given.len());
    if good && (!is_read_as_tournament(given) || reserved(given, &[]).is_some()) {
        return Err(format!(
            "players write it in orders, where \"{given}\" means something else: take another one, as club-2027"
        ));
    }
    if good {
        return Ok(given.to_owned());
    }
    Err(
        "players write it in orders: one word of 2 to 31 small letters, digits and hyphens that begins with a letter, as \
         club-2027"
            .to_owned(),
    )
}

fn title(given: &str) -> Result<String, String> {
    let title = one_line(given).trim().to_owned();
    let length = title.chars().count();
    match length {
        0 => Err(
            "letters call the tournament so: write for example \"Club championship 2027\""
                .to_owned(),
        ),
        1..=LONGEST_TITLE => Ok(title),
        _ => Err(format!(
            "it has {length} characters and stands in subjects: write one of {LONGEST_TITLE} at the most"
        )),
    }
}

fn control(given: &str) -> Result<Control, String> {
    time_control(given).map_err(|why| {
        let none = "no time control is in it, or something beside one; write for example \"3 days a move\" or \"10 moves in 50 \
                    days\"";
        why.map_or_else(|| none.to_owned(), |why| why_no_control(why).to_string())
    })
}

fn players(given: &str) -> Result<Players, String> {
    let instead = "write 4-15 for at least 4 and at the most 15, or 8 for exactly 8";
    let (least, most) = given.split_once('-').unwrap_or((given, given));
    let (Ok(least), Ok(most)) = (least.trim().parse(), most.trim().parse()) else {
        return Err(format!("it is no number of players; {instead}"));
    };
    let players = Players { least, most };
    if least < 2 {
        return Err(format!(
            "a tournament needs two players at least; {instead}"
        ));
    }
    if least > most {
        return Err(format!("the first number is the larger one; {instead}"));
    }
    Ok(players)
}

fn begins(given: &str) -> Result<DateTime<Utc>, String> {
    let day = NaiveDate::parse_from_str(given, "%Y-%m-%d");
    if let Ok(day) = day {
        return Ok(day.and_time(NaiveTime::MIN).and_utc());
    }
    DateTime::parse_from_rfc3339(given)
        .map(|at| at.to_utc())
        .map_err(|_| {
            "it is no day; write one as 2027-01-10, or an instant as 2027-01-10T18:00:00Z"
                .to_owned()
        })
}

fn start(given: &str) -> Result<Start, String> {
    Start::from_fen(given, Variant::Standard).map_err(|fault| {
        format!(
            "no game can begin there: {fault}; write all fields, as \
             \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\""
        )
    })
}

/// Prepares it, and says what it is.
pub(super) async fn run(pool: &PgPool, wanted: Create) -> anyhow::Result<()> {
    let seats = seats(&wanted)?;
    can_be(&wanted, seats)?;
    let mut tx = pool.begin().await?;
    let now = db::clock(&mut tx).await?;
    if let Some(begins) = wanted.begins.filter(|begins| *begins <= now) {
        bail!(
            "--begins {} is over: it is {} now; name a later day, or leave it out and begin the tournament by `penpawn \
             tournaments begin {}`",
            minute_in_words(begins),
            minute_in_words(now),
            wanted.name
        );
    }
    let new = new_tournament(&wanted, seats);
    // Of two that are prepared at the same moment one waits here.
    tournaments::lock(&mut tx).await?;
    let Some(_id) = tournament_admin::create(&mut tx, &new).await? else {
        bail!(
            "a tournament is called {} already; choose another name, `penpawn tournaments list` shows all",
            new.name
        );
    };
    has_a_title_of_its_own(&mut tx, &new).await?;
    tx.commit().await?;
    print(&format!(
        "{} is prepared, {}; nobody sees it yet. `penpawn tournaments open {}` lets players sign up.\n",
        new.title,
        control_in_words(wanted.time),
        new.name
    ))
}

/// Players tell tournaments apart by their titles, in whatever letters; one that was given up does not count.
async fn has_a_title_of_its_own(
    tx: &mut Transaction<'_>,
    new: &NewTournament,
) -> anyhow::Result<()> {
    let title = new.title.to_lowercase();
    let known = tournament_admin::list(tx).await?;
    let other = known.into_iter().find(|one| {
        let counts = one.name != new.name && one.state != State::Cancelled.word();
        counts && one.title.to_lowercase() == title
    });
    if let Some(other) = other {
        bail!(
            "the tournament {} has that title, and letters and PGN tell tournaments apart by it; choose another one, with its \
             year for example",
            other.name
        );
    }
    Ok(())
}

/// What was said of teams.
fn of_teams(wanted: &Create) -> Said<'_> {
    Said {
        meeting: match wanted.system {
            System::Scheveningen => Some(Meeting::Everyone),
            System::TeamBoards => Some(Meeting::SameBoard),
            System::RoundRobin | System::DoubleRoundRobin | System::Swiss | System::KnockOut => {
                None
            }
        },
        teams: wanted.teams.as_ref(),
        boards: wanted.boards,
        ranking: wanted.ranking,
    }
}

/// How many take part.
fn seats(wanted: &Create) -> anyhow::Result<Players> {
    match (of_teams(wanted).players()?, wanted.players) {
        (Some(players), None) => Ok(Players {
            least: players,
            most: players,
        }),
        (Some(_), Some(_)) => {
            bail!("--players: how many take part follows from --teams and --boards; leave it out")
        }
        (None, Some(players)) => Ok(players),
        (None, None) => {
            bail!("say how many take part: --players 4-15 for at least 4 and at the most 15")
        }
    }
}

/// Whether what was said fits together.
fn can_be(wanted: &Create, Players { least, most }: Players) -> anyhow::Result<()> {
    if wanted.rated && wanted.start.as_ref().is_some_and(|start| !start.is_usual()) {
        bail!(
            "--start and --rated: rated games begin from the usual position; leave one of the two out"
        );
    }
    match (wanted.system, wanted.rounds, wanted.round_days) {
        (System::Swiss, Some(rounds), Some(_)) if rounds >= least => bail!(
            "--rounds {rounds} with --players {least}-{most}: {least} players can meet in {} at the most, and nobody twice; \
             write fewer rounds, or more players at least",
            counted(least - 1, "round"),
        ),
        (System::Swiss, Some(_), Some(_)) if most > MOST_PLAYERS => {
            bail!("--players {least}-{most}: a Swiss has {MOST_PLAYERS} players at the most")
        }
        (System::Swiss, Some(_), Some(_)) => Ok(()),
        (System::Swiss, _, _) => bail!(
            "a Swiss needs --rounds and --round-days, for example --rounds 5 --round-days 60: a new round is paired every 60 \
             days"
        ),
        (System::RoundRobin | System::DoubleRoundRobin, None, None) => {
            let each = match wanted.system {
                System::DoubleRoundRobin => 2,
                System::RoundRobin
                | System::Swiss
                | System::KnockOut
                | System::Scheveningen
                | System::TeamBoards => 1,
            };
            if (most - 1).saturating_mul(each) > MOST_GAMES {
                bail!(
                    "--players {least}-{most}: all games begin at once, and {MOST_GAMES} for each player are enough; let {} \
                     take part at the most, or take --system swiss",
                    MOST_GAMES / each + 1
                );
            }
            Ok(())
        }
        (System::KnockOut, None, None) if most > i32::from(knock_out::MOST_PLAYERS) => bail!(
            "--players {least}-{most}: a knock-out has {} players at the most",
            knock_out::MOST_PLAYERS
        ),
        (System::KnockOut, None, None) => Ok(()),
        (System::KnockOut, _, _) => bail!(
            "--rounds and --round-days belong to --system swiss: the rounds of a knock-out follow from its players, and each \
             pair of games begins as soon as both its players are known; leave them out"
        ),
        (System::Scheveningen | System::TeamBoards, None, None) => Ok(()),
        (System::Scheveningen | System::TeamBoards, _, _) => bail!(
            "--rounds and --round-days belong to --system swiss: all games of teams begin at once; leave them out"
        ),
        (System::RoundRobin | System::DoubleRoundRobin, _, _) => bail!(
            "--rounds and --round-days belong to --system swiss: in a round robin all games begin at once; leave them out"
        ),
    }
}

fn new_tournament(wanted: &Create, seats: Players) -> NewTournament {
    let stake = match wanted.rated {
        true => Stake::Rated,
        false => Stake::Casual,
    };
    let start = wanted.start.as_ref().filter(|start| !start.is_usual());
    NewTournament {
        name: wanted.name.clone(),
        title: wanted.title.clone(),
        system: wanted.system.word().to_owned(),
        rounds: wanted.rounds,
        round_days: wanted.round_days,
        control: wanted.time.to_string(),
        stake: stake.word().to_owned(),
        start: start.map(Start::fen),
        least_players: seats.least,
        most_players: seats.most,
        engines: match wanted.engines {
            Engines::Forbidden => "forbidden",
            Engines::Allowed => "allowed",
        }
        .to_owned(),
        publication: match wanted.publication {
            Publication::Never => "never",
            Publication::Game => "game",
            Publication::Tournament => "tournament",
        }
        .to_owned(),
        begins_at: wanted.begins,
        teams: wanted.teams.clone().map_or_else(Vec::new, Teams::names),
        boards: wanted.boards,
        ranking: of_teams(wanted).ranking(),
    }
}
