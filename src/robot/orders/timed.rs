//! How time is to be counted in a game that is offered.

use super::Clerk;
use crate::game::clock::Control;
use crate::language::{Command, TimeWish};
use crate::letters::{NameKey, NoChallenge, TimeRules, control_in_words};

impl Clerk<'_, '_, '_> {
    /// How time is to be counted by what a challenge says, and by what is usual here.
    pub(super) fn control_wanted(
        &self,
        challenge: &Command,
        time: Option<&TimeWish>,
    ) -> Result<Control, NoChallenge> {
        let house = self.desk.house;
        let Some(time) = time else {
            return Ok(house.usual_control);
        };
        self.is_no_name(challenge, time)?;
        let control = time.read.map_err(|why| NoChallenge::NoControl {
            written: self.quoted(&time.written),
            why,
        })?;
        let allowed = &house.allowed_controls;
        allowed
            .check(control)
            .map_err(|_| NoChallenge::NotAllowed {
                wanted: control_in_words(control),
                allowed: in_words(allowed.listed()),
            })?;
        Ok(control)
    }

    /// Who is called "Bob 3 days" may be meant where that is written.
    fn is_no_name(&self, challenge: &Command, time: &TimeWish) -> Result<(), NoChallenge> {
        let known = challenge
            .longer_name()
            .and_then(|name| self.desk.by_name.get(&NameKey::of(&name)));
        let Some(&player) = known else {
            return Ok(());
        };
        let name = self.desk.name(player).to_owned();
        let written = self.quoted(&time.written);
        let shorter = name.strip_suffix(&written).unwrap_or_default();
        Err(NoChallenge::NameOrControl {
            shorter: shorter.trim().to_owned(),
            written,
            name,
        })
    }

    /// How time is counted on this server, as the help tells it.
    pub(super) fn time_rules(&self) -> TimeRules {
        let house = self.desk.house;
        let usual = house.usual_control;
        TimeRules {
            usual: usual.has_clock().then(|| control_in_words(usual)),
            allowed: in_words(house.allowed_controls.listed()),
        }
    }
}

fn in_words(controls: &[Control]) -> Vec<String> {
    controls.iter().copied().map(control_in_words).collect()
}
