//! The club list: who has agreed to be listed, for whoever plays here.

use super::Execution;
use crate::db::club::ListedPlayer;
use crate::game::rating::periods;
use crate::letters::{ClubLine, Listed, Occasion, Shown};
use crate::robot::storage::MOST_OF_THE_CLUB;

impl Execution<'_, '_, '_> {
    /// Shows the list from this place on.
    pub(super) fn list_club(&mut self, from: i64) {
        self.become_player();
        let me = self.sender.player;
        let of_mine = |one: &&ListedPlayer| one.asker_id == me.0 && one.from == from;
        let known: Vec<&ListedPlayer> = self.batch.ratings.club.iter().filter(of_mine).collect();
        let total = known.first().map_or(0, |one| one.total);
        let (shown, first) = (known.len(), usize::try_from(from).unwrap_or(usize::MAX));
        let more = usize::try_from(total).unwrap_or(usize::MAX);
        let more = more.saturating_sub((first - 1).saturating_add(shown));
        let lines = known.iter().zip(first..);
        let lines = lines.map(|(one, place)| self.club_line(one, place));
        let you = self.batch.players.get(&me);
        let occasion = Occasion::Players {
            lines: lines.collect(),
            from,
            more,
            next: from.saturating_add(MOST_OF_THE_CLUB),
            listed: you.map_or(Listed::Off, |you| you.prefers.listed).word(),
        };
        self.inform(occasion, None);
    }

    fn club_line(&self, one: &ListedPlayer, place: usize) -> ClubLine {
        let now = self.batch.now;
        let rating = one.rating();
        let rating = rating.map(|(rating, at)| Shown(rating.idle(periods(at, now))).to_string());
        ClubLine {
            place,
            name: one.name.clone(),
            yours: one.player_id == self.sender.player.0,
            rating,
            games: one.games,
            weeks: one.moved_at.map(|at| (now - at).num_weeks().max(0)),
        }
    }
}
