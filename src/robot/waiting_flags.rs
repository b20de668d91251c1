//! Who is told that a flag waits for a mail: both players, once in a turn.

use super::Robot;
use super::alarm;
use super::batch::Batch;
use super::flags::Fallen;
use crate::db::Transaction;
use crate::db::causes;
use crate::game::CauseId;
use crate::letters::{MailWait, Occasion};

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
            fresh.extend(begun.map(|id| (*one, CauseId::Other(id))));
        }
        if fresh.is_empty() {
            return Ok(());
        }
        self.in_each(tx, &fresh, |one| one.flag.game, tell).await
    }
}

fn tell(batch: &mut Batch<'_>, waiting: &WaitingFlag, cause: CauseId) -> anyhow::Result<()> {
    let Fallen {
        game, player, over, ..
    } = waiting.flag;
    let wait = waiting.wait;
    batch.waiting_flags.insert(game);
    alarm::tell_both(batch, game, (player, over), (None, cause), |game, out| {
        Occasion::FlagWaits { game, out, wait }
    });
    Ok(())
}
