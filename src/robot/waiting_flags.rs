//! Who is told that a flag waits for a mail: both players, once in a turn.

use super::Robot;
use super::act::{AsOf, Work};
use super::alarm;
use super::desk::{Chance, Desk};
use super::flags::Fallen;
use super::ledger::Needs;
use crate::db::Transaction;
use crate::db::causes;
use crate::game::CauseId;
use crate::letters::{MailWait, Occasion, Out, ToldBy};

/// A flag that waits for a mail, which is a matter of days.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingFlag {
    pub(super) flag: Fallen,
    pub(super) wait: MailWait,
}

impl Robot {
    /// Tells the players of these games, where they have not been told in this turn.
    pub(super) async fn tell_of_waiting_flags(
        &self,
        tx: &mut Transaction<'_>,
        waiting: &[WaitingFlag],
    ) -> anyhow::Result<()> {
        let mut fresh = Vec::new();
        for one in waiting {
            let cause = alarm::cause(one.flag.game, one.flag.turn, "flag waits");
            let begun = causes::begin(tx, &cause).await?;
            fresh.extend(begun.map(|id| (one, CauseId::Other(id))));
        }
        if fresh.is_empty() {
            return Ok(());
        }
        let keys = self.keys().await?;
        let work = Work {
            needs: Needs {
                games: fresh.iter().map(|(one, _)| one.flag.game).collect(),
                ..Needs::default()
            },
            as_of: AsOf::Now,
            chance: Chance::default(),
            keys: &keys,
        };
        self.carry_out(tx, work, |desk| {
            for (one, cause) in &fresh {
                tell(desk, one, *cause);
            }
            Ok(())
        })
        .await?;
        Ok(())
    }
}

fn tell(desk: &mut Desk<'_>, waiting: &WaitingFlag, cause: CauseId) {
    let Fallen {
        game: number,
        player,
        over,
        ..
    } = waiting.flag;
    let wait = waiting.wait;
    desk.waiting_flags.insert(number);
    let Some(table) = desk.tables.get(&number) else {
        return;
    };
    for reader in [table.game.challenger(), table.game.opponent()] {
        let out = Out {
            yours: player == Some(reader),
            over,
            told_by: ToldBy::Clock,
        };
        desk.write_about(number, reader, None, cause, |game| Occasion::FlagWaits {
            game,
            out,
            wait,
        });
    }
}
