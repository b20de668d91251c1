//! What brings something about that is no mail. A mail is its own cause, by its row in the inbox; each other cause has a row
//! here, by which the same one is known again.

use super::Transaction;
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use sqlx::PgPool;
use uuid::Uuid;

/// A cause that is no mail, by what it is known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The administrator decides something in a game. Whoever tries the same decision a second time calls it the same.
    Ruling {
        /// What its maker calls it.
        id: Uuid,
    },
    /// The administrator decides something in a tournament. Called as in a game.
    TournamentRuling {
        /// What its maker calls it.
        id: Uuid,
    },
    /// The administrator credits time to all clocks.
    Credit {
        /// What its maker calls it.
        id: Uuid,
    },
    /// The administrator has a player's mail sent to another address.
    Elsewhere {
        /// What its maker calls it.
        id: Uuid,
    },
    /// A letter of ours will never arrive.
    Undelivered {
        /// The letter's row.
        letter: i64,
        /// The claim under which it was tried: one that was held back then may be refused a second time.
        claim: Uuid,
    },
    /// Mails that did something in an open game were handled once more, after the database was lost.
    Replay {
        /// The game.
        game: i64,
        /// The last of these mails.
        mail: i64,
    },
    /// The database was restored, and something was due in a game since the copy was made.
    Restore {
        /// The game.
        game: i64,
        /// The row of what was noted then.
        fault: i64,
    },
    /// The administrator forgets a player.
    Forgetting {
        /// The player.
        player: i64,
    },
    /// An invitation waited until its inviter may send it. One that has to wait longer is due once more.
    HeldInvitation {
        /// The challenge.
        game: i64,
        /// The day on which it was to be sent.
        due_on: NaiveDate,
    },
    /// Something is due by itself in a game with a clock.
    Alarm {
        /// The game.
        game: i64,
        /// The turn in which it is due; a turn never comes again.
        turn: u32,
        /// What is due.
        what: &'static str,
    },
    /// Leave of a player begins by itself.
    AutomaticLeave {
        /// The player.
        player: i64,
        /// The game in which their time was over.
        game: i64,
        /// Its turn.
        turn: u32,
        /// When their time was over.
        at: DateTime<Utc>,
    },
    /// A player is reminded of a move.
    Reminder {
        /// The game.
        game: i64,
        /// The turn; it never comes again.
        turn: u32,
        /// When they were to be reminded.
        at: DateTime<Utc>,
    },
    /// Nobody has taken a seek in time.
    SeekExpired {
        /// Its number.
        seek: i64,
    },
    /// A tournament begins, or is over.
    Tournament {
        /// Its number.
        tournament: i64,
        /// What is done.
        what: TournamentDeed,
    },
    /// A game that has ended is sent to somebody who watches it.
    Watched {
        /// To whom.
        player: i64,
        /// The game.
        game: i64,
    },
    /// The list of their games is sent to a player.
    Digest {
        /// The player.
        player: i64,
        /// When it was to be sent.
        due: DateTime<Utc>,
    },
}

/// What is done in a tournament, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentDeed {
    /// It begins, or is cancelled since too few have signed up.
    Begin,
    /// Its next round is paired: the one of this number.
    Round(i32),
    /// What has become of its games is looked at, and what follows from that in its bracket is done, for this time.
    Bracket(i32),
    /// Its last game is over.
    Finish {
        /// How often that was so before: where a game is set back then, it goes on.
        ended_before: i64,
    },
}

impl Cause {
    fn kind(&self) -> &'static str {
        match self {
            Cause::Ruling { .. } => "ruling",
            Cause::TournamentRuling { .. } => "tournament ruling",
            Cause::Credit { .. } => "credit",
            Cause::Elsewhere { .. } => "elsewhere",
            Cause::Undelivered { .. } => "undelivered",
            Cause::Replay { .. } => "replay",
            Cause::Restore { .. } => "restore",
            Cause::Forgetting { .. } => "forgetting",
            Cause::HeldInvitation { .. } => "held invitation",
            Cause::Alarm { .. } => "alarm",
            Cause::AutomaticLeave { .. } => "automatic leave",
            Cause::Reminder { .. } => "reminder",
            Cause::SeekExpired { .. } => "seek expired",
            Cause::Tournament { .. } => "tournament",
            Cause::Watched { .. } => "watched",
            Cause::Digest { .. } => "digest",
        }
    }

    /// By what the same cause is known again, among those of its kind.
    fn known_by(&self) -> String {
        match self {
            Cause::Ruling { id }
            | Cause::TournamentRuling { id }
            | Cause::Credit { id }
            | Cause::Elsewhere { id } => id.to_string(),
            Cause::Undelivered { letter, claim } => format!("letter {letter} claim {claim}"),
            Cause::Replay { game, mail } => format!("game {game} mail {mail}"),
            Cause::Restore { game, fault } => format!("game {game} fault {fault}"),
            Cause::Forgetting { player } => format!("player {player}"),
            Cause::HeldInvitation { game, due_on } => format!("game {game} due {due_on}"),
            Cause::Alarm { game, turn, what } => format!("game {game} turn {turn} {what}"),
            Cause::AutomaticLeave {
                player,
                game,
                turn,
                at,
            } => {
                format!(
                    "player {player} game {game} turn {turn} at {}",
                    at.timestamp()
                )
            }
            Cause::Reminder { game, turn, at } => {
                format!("game {game} turn {turn} at {}", at.timestamp())
            }
            Cause::SeekExpired { seek } => format!("seek {seek}"),
            Cause::Tournament { tournament, what } => match what {
                TournamentDeed::Begin => format!("tournament {tournament} begin"),
                TournamentDeed::Round(round) => format!("tournament {tournament} round {round}"),
                TournamentDeed::Bracket(step) => format!("tournament {tournament} bracket {step}"),
                TournamentDeed::Finish { ended_before: 0 } => {
                    format!("tournament {tournament} finish")
                }
                TournamentDeed::Finish { ended_before } => {
                    format!("tournament {tournament} finish {}", ended_before + 1)
                }
            },
            Cause::Watched { player, game } => format!("player {player} game {game}"),
            Cause::Digest { player, due } => {
                format!(
                    "player {player} due {}",
                    due.to_rfc3339_opts(SecondsFormat::Micros, true)
                )
            }
        }
    }
}

/// Writes a cause down, and returns its row; `None` when it is known: then all that it brings about is there. Who writes the
/// same one down at this moment is waited for.
///
/// # Errors
///
/// When the database fails.
pub async fn begin(tx: &mut Transaction<'_>, cause: &Cause) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into cause (kind, known_by) values ($1, $2) on conflict (kind, known_by) do nothing returning id",
        cause.kind(),
        cause.known_by()
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Whether a cause was written down.
///
/// # Errors
///
/// When the database fails.
pub async fn is_known(tx: &mut Transaction<'_>, cause: &Cause) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from cause where kind = $1 and known_by = $2) as "known!""#,
        cause.kind(),
        cause.known_by()
    )
    .fetch_one(&mut **tx)
    .await
}

/// How many letters a cause has brought about.
///
/// # Errors
///
/// When the database fails.
pub async fn letters(pool: &PgPool, cause: &Cause) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from outbox
           where cause_id = (select id from cause where kind = $1 and known_by = $2)"#,
        cause.kind(),
        cause.known_by()
    )
    .fetch_one(pool)
    .await
}
