//! What became of several challenges in one mail.

use super::GameView;
use super::Why;
use serde::Serialize;

/// What became of several challenges in one mail.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SeveralChallenges {
    /// Those that were made.
    pub made: Vec<MadeChallenge>,
    /// Those that were not.
    pub refused: Vec<RefusedChallenges>,
    /// Who was named twice in one line, and challenged once.
    pub twice: Vec<String>,
    /// Who was to be challenged beyond what one mail may order.
    pub beyond: Vec<String>,
    /// When those are written to who are no players and whom the challenger invites in another mail.
    pub more: MoreInvitations,
    /// Where some have gone to who is no player: the first of them as the invitation shows it to them.
    pub invitation: Option<Box<GameView>>,
    /// What the challenger wrote to those who are no players, where it was sent to them.
    pub talk: Option<String>,
    /// Why words were not sent that were written to them.
    pub kept_back: Option<KeptBack>,
}

/// Why words of a challenger were not sent with an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeptBack {
    /// No invitation carries words of others.
    Always,
    /// This one does not: it waits for another day, or for the challenger's confirmation.
    Now,
}

/// When the next invitations of a player go out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MoreInvitations {
    /// At once.
    #[default]
    Today,
    /// Tomorrow, by themselves.
    Tomorrow,
    /// As many as may wait do, and no more can be made before these have gone out.
    Refused,
}

/// One of several challenges.
#[derive(Clone, Debug, Serialize)]
pub struct MadeChallenge {
    /// The challenge as the challenger sees it.
    pub game: GameView,
    /// Whether it has gone to somebody who is no player.
    pub invited: bool,
}

/// Challenges that were not made for the same reason.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedChallenges {
    /// Who was to be challenged, as the challenger wrote it.
    pub whom: Vec<String>,
    /// Why not, as half a sentence.
    pub why: Why,
}

impl SeveralChallenges {
    /// Adds one that was not made.
    pub fn refuse(&mut self, whom: String, why: Why) {
        match self.refused.iter_mut().find(|refused| refused.why == why) {
            Some(refused) => refused.whom.push(whom),
            None => self.refused.push(RefusedChallenges {
                whom: vec![whom],
                why,
            }),
        }
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.made.is_empty()
            && self.refused.is_empty()
            && self.twice.is_empty()
            && self.beyond.is_empty()
    }
}
