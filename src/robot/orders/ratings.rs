//! Ratings that a player asks for.
//!
//! They see their own, and those of whom they have played a game with: nobody has agreed yet to be listed for all.

use super::Execution;
use crate::db::ratings::Known;
use crate::game::PlayerNumber;
use crate::game::rating::{Pool, periods};
use crate::language::Order;
use crate::letters::{NameKey, NotDone, Occasion, RatingLine, rating_in_a_list};
use std::collections::HashSet;

/// So many opponents stand in one letter.
const MOST_LISTED: usize = 40;

impl Execution<'_, '_, '_> {
    /// Shows the ratings of the sender and their opponents, or of the player of this name.
    pub(super) fn show_ratings(&mut self, order: &Order, name: Option<&str>) {
        let me = self.sender.player;
        let yours = self.ratings_of(me, None);
        let whose = match name {
            None => None,
            Some(name) => match self.batch.by_name.get(&NameKey::of(name)) {
                Some(player) => Some(*player),
                None => {
                    self.refuse(order, NotDone::NoOtherPlayer, None);
                    return;
                }
            },
        };
        let (mut others, mut seen) = (Vec::new(), HashSet::new());
        for known in &self.batch.ratings.known {
            let player = PlayerNumber(known.player_id);
            let wanted = whose.is_none_or(|whose| whose == player);
            if known.asker_id == me.0 && player != me && wanted && seen.insert(player) {
                others.push(player);
            }
        }
        if whose.is_some_and(|whose| whose != me) && others.is_empty() {
            self.refuse(order, NotDone::NotPlayedWith, None);
            return;
        }
        let left_out = others.len().saturating_sub(MOST_LISTED);
        others.truncate(MOST_LISTED);
        let others = others.into_iter();
        let occasion = Occasion::Ratings {
            asked: whose.is_some(),
            yours,
            others: others
                .map(|other| self.ratings_of(other, Some(me)))
                .collect(),
            left_out,
        };
        self.inform(occasion, None);
    }

    /// The ratings of a player as they are now, and the score of this one against them.
    fn ratings_of(&self, player: PlayerNumber, against: Option<PlayerNumber>) -> RatingLine {
        let me = self.sender.player.0;
        let of = |known: &&Known| known.asker_id == me && known.player_id == player.0;
        let rows: Vec<&Known> = self.batch.ratings.known.iter().filter(of).collect();
        let now = self.batch.now;
        let in_pool = |pool: Pool| {
            let mut rows = rows.iter();
            let row = rows.find(|row| row.pool.as_deref() == Some(pool.word()))?;
            let (rating, rated_at) = row.rating()?;
            let rating = rating.idle(periods(rated_at, now));
            Some(rating_in_a_list(rating, row.games?))
        };
        let first = rows.first();
        let known = first.filter(|_| against.is_some());
        RatingLine {
            name: first.map_or_else(String::new, |row| row.name.clone()),
            standard: in_pool(Pool::Standard),
            chess960: in_pool(Pool::Chess960),
            score: known.map(|row| [row.won, row.drawn, row.lost]),
        }
    }
}
