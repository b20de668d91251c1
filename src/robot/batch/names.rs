//! Whose a name is.

use super::Batch;
use crate::db::names::{numbered, stem_key};
use crate::game::PlayerNumber;
use crate::letters::{NAMELESS, NameKey, NameLook, Reserved, reserved};

impl Batch<'_> {
    /// Whether another player has this name, or one that looks like it, or had it until lately.
    pub(in crate::robot) fn is_anothers(&self, name: &str, whose: PlayerNumber) -> bool {
        let holder = self.by_name.get(&NameKey::of(name));
        let looks = NameLook::taken_for(name);
        holder.is_some_and(|&holder| holder != whose)
            || self
                .by_look
                .iter()
                .any(|(look, holder)| *holder != whose && looks.contains(look))
    }

    /// Notes that a player is called so from now on.
    pub(in crate::robot) fn is_called(&mut self, player: PlayerNumber, name: &str) {
        self.by_name.insert(NameKey::of(name), player);
        let looks = NameLook::all_of(name).into_iter();
        self.by_look.extend(looks.map(|look| (look, player)));
    }

    /// A name like this one that nobody else than this player has: `Ann`, or `Ann 2`, `Ann 3`, …
    pub(in crate::robot) fn free_name(&self, wanted: &str, whose: PlayerNumber) -> String {
        if reserved(wanted, &self.server.names()).is_some_and(|why| why != Reserved::Nothing) {
            return numbered(NAMELESS, whose.0);
        }
        let free = |name: &String| !self.is_anothers(name, whose);
        let numbers = self.free_numbers.get(&stem_key(wanted));
        let numbers = numbers.map(Vec::as_slice).unwrap_or_default();
        std::iter::once(wanted.to_owned())
            .chain(numbers.iter().map(|&number| numbered(wanted, number)))
            .find(free)
            // More namesakes than we count: the player's own number is nobody else's.
            .unwrap_or_else(|| numbered(wanted, whose.0))
    }
}
