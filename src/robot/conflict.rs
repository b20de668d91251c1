//! Two daemons met: what one of them decided no longer fits what the other has written down.

use crate::db::players::NotSaved;

/// What another transaction did between our reading and our writing. Decided anew, with what it has written, a mail goes
/// its way; so it is tried again, and none of its tries is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Conflict {
    /// Somebody has begun a game with a player who is being forgotten.
    #[error("game {0} has begun at the same moment")]
    GameBegan(i64),
    /// A player whose address was looked up is forgotten.
    #[error("a player was forgotten at the same moment")]
    PlayerForgotten,
    /// Whose mail was read as a stranger's is a player.
    #[error("the sender became a player at the same moment")]
    BecamePlayer,
    /// A name that was free is another player's.
    #[error("a name was taken at the same moment")]
    NameTaken,
    /// An address that was nobody's is another player's.
    #[error("an address was taken at the same moment")]
    AddressTaken,
    /// Letters were sent that count against the same limit of the day.
    #[error("another robot has used up the day's allowance meanwhile")]
    AllowanceUsedUp,
    /// A game that was new to the archive is in it.
    #[error("a game was entered by somebody else at the same moment")]
    GameEntered,
    /// A seek that was taken is not open any more: its player has left for good.
    #[error("a seek has ended at the same moment")]
    SeekEnded,
}

impl Conflict {
    /// The conflict because of which something failed, if it was one.
    pub(super) fn behind(failure: &anyhow::Error) -> Option<Conflict> {
        failure.chain().find_map(|cause| {
            let of_ours = || cause.downcast_ref::<Conflict>().copied();
            let saving = || match cause.downcast_ref::<NotSaved>()? {
                NotSaved::NameTaken => Some(Conflict::NameTaken),
                NotSaved::AddressTaken => Some(Conflict::AddressTaken),
                NotSaved::Database(_) => None,
            };
            of_ours().or_else(saving)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Conflict;
    use crate::db::players::NotSaved;
    use anyhow::Context;

    #[test]
    fn a_conflict_is_known_behind_what_was_being_done_and_no_other_fault_is_one() {
        let forgotten = Err::<(), _>(Conflict::PlayerForgotten).context("loading");
        let taken = Err::<(), _>(NotSaved::NameTaken).context("saving");
        let database = Err::<(), _>(NotSaved::Database(sqlx::Error::RowNotFound));
        let fault = Err::<(), _>(anyhow::anyhow!("a fault"));
        for (failed, conflict) in [
            (forgotten, Some(Conflict::PlayerForgotten)),
            (taken, Some(Conflict::NameTaken)),
            (database.context("saving"), None),
            (fault, None),
        ] {
            let failure = failed.expect_err("it failed");
            assert_eq!(Conflict::behind(&failure), conflict, "{failure:#}");
        }
    }
}
