//! How time is to be counted in a game that is offered.

use super::Execution;
use crate::game::clock::Control;
use crate::game::rating::Stake;
use crate::language::{Command, Setup, StakeWish, TimeWish};
use crate::letters::{InWords, NameKey, NoChallenge, TimeRules, control_in_words};

impl Execution<'_, '_, '_> {
    /// How time is to be counted by what a challenge says, and by what is usual here.
    pub(super) fn control_wanted(
        &self,
        challenge: &Command,
        time: Option<&TimeWish>,
    ) -> Result<Control, NoChallenge> {
        let server = self.batch.server;
        self.is_no_name(challenge, time)?;
        let Some(time) = time else {
            return Ok(server.usual_control);
        };
        let control = time.read.map_err(|why| NoChallenge::NoControl {
            written: self.quoted(&time.written),
            why,
        })?;
        let allowed = &server.allowed_controls;
        allowed
            .check(control)
            .map_err(|_| NoChallenge::NotAllowed {
                wanted: control_in_words(control),
                allowed: in_words(allowed.listed()),
            })?;
        Ok(control)
    }

    /// What is to be at stake by what a challenge says.
    pub(super) fn stake_wanted(stake: &StakeWish, setup: &Setup) -> Result<Stake, NoChallenge> {
        let stake = match stake {
            StakeWish::Unsaid => Stake::Casual,
            StakeWish::Said { stake, .. } => *stake,
            StakeWish::Both => return Err(NoChallenge::RatedAndCasual),
        };
        match (stake, setup) {
            (Stake::Rated, Setup::Fen(_)) => Err(NoChallenge::NotRatedFromThere),
            (Stake::Rated, Setup::Usual | Setup::Chess960(_)) | (Stake::Casual, _) => Ok(stake),
        }
    }

    /// Who is called "Bob 3 days", or "Joan Rated", may be meant where that is written.
    fn is_no_name(&self, challenge: &Command, time: Option<&TimeWish>) -> Result<(), NoChallenge> {
        let names = challenge.longer_names();
        let mut known = names.iter().filter_map(|longer| {
            let player = self.batch.by_name.get(&NameKey::of(longer))?;
            Some((longer, player))
        });
        let Some((longer, &player)) = known.next() else {
            return Ok(());
        };
        let name = self.batch.name(player).to_owned();
        let control = time.map(|time| time.written.as_str());
        let written = match control.filter(|control| longer.ends_with(control)) {
            Some(control) => self.quoted(control),
            None => {
                let shorter = longer.rsplit_once(' ').map_or("", |(shorter, _)| shorter);
                let written = longer.strip_prefix(shorter).unwrap_or_default();
                return Err(NoChallenge::NameOrStake {
                    shorter: self.quoted(shorter),
                    written: self.quoted(written.trim()),
                    name,
                });
            }
        };
        let shorter = name.strip_suffix(&written).unwrap_or_default();
        Err(NoChallenge::NameOrControl {
            shorter: shorter.trim().to_owned(),
            written,
            name,
        })
    }

    /// How time is counted on this server, as the help tells it.
    pub(super) fn time_rules(&self) -> TimeRules {
        let server = self.batch.server;
        let usual = server.usual_control;
        TimeRules {
            usual: usual.has_clock().then(|| usual.in_words()),
            allowed: {
                let listed = server.allowed_controls.listed();
                listed.iter().map(InWords::in_words).collect()
            },
        }
    }
}

fn in_words(controls: &[Control]) -> Vec<String> {
    controls.iter().copied().map(control_in_words).collect()
}
