//! The administrator forgets a player: their open games are ended in their name, and then all that is known of them is
//! erased. What a player does to be forgotten stands in [`super::orders`].

use super::Robot;
use super::batch::{Batch, Came};
use super::orders::forget_at_once;
use super::storage::{Needs, TournamentNeeds};
use crate::db::causes::Cause;
use crate::db::personal::{self, Forgotten, Keyed, OpenGame};
use crate::db::tournaments;
use crate::game::{By, CauseId, GameNumber, Manner, PlayerNumber};
use crate::letters::{GameView, Occasion, Parting};
use crate::mail::address;
use crate::tournaments::table::Counted;
use anyhow::Context;

/// How the database, which knows no mail, is told what addresses are known by.
pub(super) const KEYED: Keyed = Keyed {
    address: address::key,
    counted: address::counting_key,
};

impl Robot {
    /// Forgets a player, in one transaction. They resign the games that go on, take their challenges back and decline those
    /// that wait for them, and the others are told. Who is forgotten already stays so.
    ///
    /// # Errors
    ///
    /// When the database fails, or a game cannot be ended.
    pub async fn forget(&self, player: i64) -> anyhow::Result<Forgotten> {
        let mut tx = self.pool.begin().await?;
        // Before any game and any player: who has a seat may change by this.
        tournaments::lock(&mut tx).await?;
        let open = personal::lock(&mut tx, player).await?;
        let needs = Needs {
            games: open.iter().map(|(game, _)| GameNumber(*game)).collect(),
            open_games_of_players: [PlayerNumber(player)].into(),
            tournaments: TournamentNeeds {
                shown: true,
                lock: true,
                ..TournamentNeeds::default()
            },
            ..Needs::default()
        };
        let decide =
            |batch: &mut Batch<'_>, cause| forget(batch, cause, PlayerNumber(player), &open);
        let cause = Cause::Forgetting { player };
        let done = self.carry_out_once(&mut tx, &cause, needs, decide).await?;
        tx.commit().await?;
        Ok(done.map(|done| done.forgotten).unwrap_or_default())
    }
}

fn forget(
    batch: &mut Batch<'_>,
    cause: CauseId,
    player: PlayerNumber,
    open: &[(i64, OpenGame)],
) -> anyhow::Result<()> {
    for &(game, stands) in open {
        end(batch, cause, player, GameNumber(game), stands)
            .with_context(|| format!("game {game} could not be ended"))?;
    }
    let seats = batch.tournaments.leave(player, cause);
    batch.tell_of_seats(&seats, cause);
    forget_at_once(batch, player);
    Ok(())
}

/// Ends a game or a challenge in a player's name, and tells the other one.
fn end(
    batch: &mut Batch<'_>,
    cause: CauseId,
    player: PlayerNumber,
    number: GameNumber,
    stands: OpenGame,
) -> anyhow::Result<()> {
    let loaded = batch.games.get_mut(&number);
    let game = &mut loaded.context("it is not there")?.game;
    let event = match stands {
        OpenGame::Playing => game.resign(player)?,
        OpenGame::Challenged => game.withdraw(player)?,
        OpenGame::Invited => game.decline(player)?,
    };
    let other = game.other(player);
    let by = By {
        player: Some(player),
        cause: Some(cause),
    };
    let came = Came::at(batch.now);
    let at = batch.record(number, &event, Manner::default(), by, came);
    let counted = batch.tournaments.counted(number, player, batch.now);
    let told = |game| told(stands, game, counted);
    batch.write_about(number, other, at, cause, told);
    Ok(())
}

/// What the other player is told.
fn told(stands: OpenGame, game: GameView, counted: Counted) -> Occasion {
    match stands {
        OpenGame::Playing => Occasion::Over {
            game,
            followed: None,
            played: None,
            grounds: None,
            agreed: false,
            by_you: false,
            parting: Parting::Server,
            annulled: counted == Counted::No,
            talk: None,
        },
        OpenGame::Challenged => Occasion::Withdrawn {
            game,
            by_you: false,
            talk: None,
        },
        OpenGame::Invited => Occasion::Declined {
            game,
            by_you: false,
            talk: None,
        },
    }
}
