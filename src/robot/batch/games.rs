//! What changes in a game, and what is prepared for it.

use super::Batch;
use super::instants::Came;
use super::loaded::{HeldMove, LoadedGame};
use crate::game::{
    By, Conditional, Event, Game, GameNumber, Instants, Manner, PlayerNumber, Recorded, Times,
};
use shakmaty::Move;

impl Batch<'_> {
    /// Adds a new game to the batch.
    pub(in crate::robot) fn add_game(&mut self, game: Game) {
        let loaded = LoadedGame {
            game,
            times: Times::begin(self.clock),
            changed: true,
            tournament: None,
        };
        self.games.insert(loaded.game.number(), loaded);
    }

    /// Writes down what has just happened in a game; returns its number.
    pub(in crate::robot) fn record(
        &mut self,
        number: GameNumber,
        event: &Event,
        manner: Manner,
        by: By,
        came: Came,
    ) -> Option<u32> {
        let loaded = self.games.get_mut(&number)?;
        let at = Instants {
            arrived_at: came.arrived_at,
            seen_at: came.seen_at,
            decided_at: self.now,
            recorded_at: self.clock,
            delivered_at: None,
        };
        let recorded = Recorded::of(event, &loaded.game, manner, by, at);
        loaded.times.note(&recorded, &loaded.game);
        loaded.changed = true;
        let at = recorded.number;
        self.events.push((number, recorded));
        Some(at)
    }

    /// The move that is held in a game, where it can still be played.
    pub(in crate::robot) fn held_move(&self, number: GameNumber) -> Option<&HeldMove> {
        let game = &self.games.get(&number)?.game;
        self.held_moves.get(number).filter(|held| held.stands(game))
    }

    /// After a move of this player: what they prepared goes on behind the opponent's last move and this one.
    pub(in crate::robot) fn advance_plan(
        &mut self,
        game: GameNumber,
        mover: PlayerNumber,
        played: Move,
    ) {
        let Some(loaded) = self.games.get(&game) else {
            return;
        };
        let ply = loaded.game.ply();
        let reply = loaded.game.moves().iter().rev().nth(1).copied();
        let Some(plan) = self.plans.get_mut(&(game, mover)) else {
            return;
        };
        // What came with this very move stands behind it already.
        if plan.ply == ply {
            return;
        }
        plan.tree = reply
            .filter(|_| plan.ply + 2 == ply)
            .map(|reply| plan.tree.after(reply, played))
            .unwrap_or_default();
        plan.ply = ply;
        plan.changed = true;
    }

    /// What this player prepared was made for another game.
    pub(in crate::robot) fn void_plan(&mut self, game: GameNumber, player: PlayerNumber) {
        if let Some(plan) = self.plans.get_mut(&(game, player)) {
            plan.tree = Conditional::default();
            plan.changed = true;
        }
    }
}
