//! Conditional moves: kept, shown, dropped, and played when the opponent's move comes.

use super::{Effects, Execution};
use crate::game::{Conditional, Game, GameNumber};
use crate::language::{Command, Order};
use crate::letters::{NoMove, Prepared, Stopped};
use crate::robot::batch::Plan;
use shakmaty::Position;
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    /// Keeps the lines of the mail, in the place of what was prepared before. For the position after the sender's own
    /// move, when the mail has one.
    pub(super) fn prepare(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let me = self.sender.player;
        if !effects.moved && self.answers_old_mail(number) {
            return self.stale(number, order, effects);
        }
        let Some(loaded) = self.batch.games.get(&number) else {
            return ControlFlow::Break(());
        };
        if loaded.game.awaits(me) {
            return self.refuse_in(number, order, NoMove::OwnTurn, effects);
        }
        if let Err(refusal) = loaded.game.may_prepare(me) {
            return self.refused(number, order, refusal, effects);
        }
        let Command::Prepare(lines) = &order.command else {
            return ControlFlow::Continue(());
        };
        let lines: Vec<_> = lines
            .iter()
            .map(|line| from_here(&loaded.game, line))
            .collect();
        let (tree, stops) = Conditional::read(loaded.game.position(), &lines);
        effects.stops = stops.into_iter().map(Stopped).collect();
        // Lines of which nothing can be kept leave what was prepared before as it was.
        if tree.is_empty() {
            effects.prepared = true;
            return ControlFlow::Continue(());
        }
        let ply = loaded.game.ply();
        self.batch.plans.insert(
            (number, me),
            Plan {
                ply,
                tree,
                mail: self.read.mail.id,
                changed: true,
            },
        );
        effects.prepared = true;
        ControlFlow::Continue(())
    }

    pub(super) fn drop_prepared(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let me = self.sender.player;
        let Some(plan) = self
            .batch
            .plans
            .get_mut(&(number, me))
            .filter(|plan| !plan.tree.is_empty())
        else {
            return self.refuse_in(number, order, NoMove::NothingPrepared, effects);
        };
        plan.tree = Conditional::default();
        plan.changed = true;
        effects.prepared = true;
        ControlFlow::Continue(())
    }

    /// What the sender has prepared, for their own eyes.
    pub(super) fn shown_prepared(&self, number: GameNumber, stops: &[Stopped]) -> Option<Prepared> {
        let me = self.sender.player;
        let game = &self.batch.games.get(&number)?.game;
        let plan = self
            .batch
            .plans
            .get(&(number, me))
            .filter(|plan| plan.ply == game.ply());
        let lines = plan
            .map(|plan| plan.tree.shown(game.position()))
            .unwrap_or_default();
        let covered = plan.map_or(0, |plan| plan.tree.covered());
        let others = game.position().legal_moves().len().saturating_sub(covered);
        Some(Prepared {
            lines,
            stops: stops.to_vec(),
            others,
        })
    }
}

/// A line that begins with the game's own moves, as a whole PGN does, from the present position on.
pub(super) fn from_here(
    game: &Game,
    line: &[crate::chess::Spelling],
) -> Vec<crate::chess::Spelling> {
    let begins_earlier = line
        .first()
        .and_then(|first| first.move_number())
        .is_some_and(|number| {
            let start = game.start().position().clone();
            number.fullmove == start.fullmoves().get() && game.ply() > 0
        });
    if !begins_earlier {
        return line.to_vec();
    }
    let mut board = game.start().position().clone();
    for (at, &played) in game.moves().iter().enumerate() {
        let same = line.get(at).is_some_and(|spelling| {
            matches!(spelling.resolve(&board), crate::chess::Reading::One(read) if read == played)
        });
        if !same {
            return line.to_vec();
        }
        board.play_unchecked(played);
    }
    line.get(game.moves().len()..).unwrap_or_default().to_vec()
}
