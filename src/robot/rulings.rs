//! What the administrator decides in a game: its result, or that moves stand no longer. Nobody can bring that about by
//! mail.

use super::undo::{Undo, undo};
use super::{Robot, desk, ledger, letter};
use crate::game::{By, GameNumber, Manner, PlayerNumber, Result};
use crate::letters::{GameView, Occasion, one_line};
use anyhow::{Context, bail};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;

/// What the administrator decides.
#[derive(Clone, Debug)]
pub enum Ruling {
    /// The game is over.
    Adjudicate {
        /// With this result.
        result: Result,
        /// Why; may be empty.
        reason: String,
    },
    /// Moves stand no longer; a game that is over goes on.
    Correct {
        /// How many plies are left.
        left: u32,
        /// Why; may be empty.
        reason: String,
    },
}

impl Ruling {
    fn reason(&self) -> &str {
        match self {
            Ruling::Adjudicate { reason, .. } | Ruling::Correct { reason, .. } => reason,
        }
    }
}

impl Robot {
    /// Carries out what the administrator decides, records it, and tells both players, in one transaction. Returns how
    /// many of them can be told.
    ///
    /// # Errors
    ///
    /// When the database fails, there is no such game, or it does not stand so that this can be done; nothing has
    /// happened then.
    pub async fn rule(&self, number: i64, ruling: Ruling) -> anyhow::Result<usize> {
        let reason = one_line(ruling.reason().trim());
        if ruling.reason().chars().count() > LONGEST_REASON {
            bail!("the reason is longer than {LONGEST_REASON} characters");
        }
        let mut tx = self.pool.begin().await?;
        let number = GameNumber(number);
        let needs = ledger::Needs {
            games: [number].into(),
            ..ledger::Needs::default()
        };
        let mut desk = ledger::lay_out(&mut tx, &self.house, needs, None).await?;
        let table = desk
            .tables
            .get_mut(&number)
            .with_context(|| format!("there is no game {number}"))?;
        let before = table.game.clone();
        let event = match &ruling {
            Ruling::Adjudicate { result, .. } => table.game.adjudicate(*result, reason.clone()),
            Ruling::Correct { left, .. } => table.game.correct(*left, reason.clone()),
        };
        let event = event.with_context(|| format!("game {number}"))?;
        let players = [table.game.challenger(), table.game.opponent()];
        let by = By {
            player: None,
            mail: None,
        };
        let came = desk::Came {
            arrived_at: desk.now,
            seen_at: desk.now,
        };
        let at = desk.record(number, &event, Manner::default(), by, came);
        let undone = undo(&mut desk, &before);
        let mut told = 0;
        for reader in players {
            // Who was invited and never answered has no game that could be decided.
            let written = desk.write_about(number, reader, at, None, |game| {
                occasion(&ruling, game, &undone, reader, &reason)
            });
            told += usize::from(written);
        }
        let keys = self.keys().await?;
        let postings = letter::post(&mut desk, &self.templates, &keys)?;
        ledger::put_away(&mut tx, &desk, &postings).await?;
        tx.commit().await?;
        Ok(told)
    }
}

fn occasion(
    ruling: &Ruling,
    game: GameView,
    undone: &Undo,
    reader: PlayerNumber,
    reason: &str,
) -> Occasion {
    let reason = reason.to_owned();
    match ruling {
        Ruling::Adjudicate { .. } => Occasion::Adjudicated { game, reason },
        Ruling::Correct { .. } => Occasion::Corrected {
            game,
            undone: undone.told_to(reader),
            reason,
        },
    }
}
