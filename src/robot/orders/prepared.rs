//! Conditional moves: kept, shown, dropped, and played when the opponent's move comes.

use super::{Clerk, Doings};
use crate::game::{Conditional, Game, GameNumber, Phase, PlayerNumber, numbered_line};
use crate::language::{Command, Order};
use crate::letters::{Followed, NoMove, Prepared, Stopped};
use crate::robot::desk::Plan;
use shakmaty::{Move, Position};

impl Clerk<'_, '_, '_> {
    /// Keeps the lines of the mail, in the place of what was prepared before. For the position after the sender's own
    /// move, when the mail has one.
    pub(super) fn prepare(
        &mut self,
        number: GameNumber,
        order: &Order,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        if !doings.moved && self.answers_old_mail(number) {
            return self.stale(number, order, doings);
        }
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        if table.game.awaits(me) {
            return self.refuse_in(number, order, NoMove::OwnTurn, doings);
        }
        if let Err(refusal) = table.game.may_prepare(me) {
            return self.refused(number, order, refusal, doings);
        }
        let Command::Prepare(lines) = &order.command else {
            return true;
        };
        let lines: Vec<_> = lines
            .iter()
            .map(|line| from_here(&table.game, line))
            .collect();
        let (tree, stops) = Conditional::read(table.game.position(), &lines);
        doings.stops = stops.into_iter().map(Stopped).collect();
        // Lines of which nothing can be kept leave what was prepared before as it was.
        if tree.is_empty() {
            doings.prepared = true;
            return true;
        }
        let ply = table.game.ply();
        self.desk.plans.insert(
            (number, me),
            Plan {
                ply,
                tree,
                mail: self.read.mail.id,
                changed: true,
            },
        );
        doings.prepared = true;
        true
    }

    pub(super) fn drop_prepared(
        &mut self,
        number: GameNumber,
        order: &Order,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        let Some(plan) = self
            .desk
            .plans
            .get_mut(&(number, me))
            .filter(|plan| !plan.tree.is_empty())
        else {
            return self.refuse_in(number, order, NoMove::NothingPrepared, doings);
        };
        plan.tree = Conditional::default();
        plan.changed = true;
        doings.prepared = true;
        true
    }

    /// What the sender has prepared, for their own eyes.
    pub(super) fn shown_prepared(&self, number: GameNumber, stops: &[Stopped]) -> Option<Prepared> {
        let me = self.sender.player;
        let game = &self.desk.tables.get(&number)?.game;
        let plan = self
            .desk
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

    /// After a move of the sender's: the answers that were prepared to it, and to them, are played as long as there are
    /// any. A standing draw offer waits for its answer; what was prepared waits with it.
    pub(super) fn follow(&mut self, number: GameNumber, played: Move) -> Option<Follow> {
        let me = self.sender.player;
        let other = self.desk.tables.get(&number)?.game.other(me);
        let mut follow = Follow::default();
        let (mut mover, mut waiting) = (me, other);
        let mut last = played;
        let mut answers = Vec::new();
        let after_own_move = self.desk.tables.get(&number)?.game.position().clone();
        self.desk.advance_plan(number, mover, last);
        loop {
            let game = &self.desk.tables.get(&number)?.game;
            if game.phase() != Phase::Playing {
                break;
            }
            let ply = game.ply();
            let Some(plan) = self.desk.plans.get(&(number, waiting)) else {
                break;
            };
            if plan.tree.is_empty() {
                break;
            }
            let known = (plan.ply + 1 == ply)
                .then(|| plan.tree.answer(last))
                .flatten();
            let Some(answer) = known else {
                self.desk.void_plan(number, waiting);
                follow.voided.push(waiting);
                break;
            };
            let offered = game.draw_offer().is_some() && game.draw_offer() == game.side_of(mover);
            if offered {
                follow.held = Some((waiting, numbered_line(game.position(), &[answer])));
                break;
            }
            let mail = plan.mail;
            let table = self.desk.tables.get_mut(&number)?;
            let Ok(event) = table.game.play(waiting, answer) else {
                break;
            };
            let at = self.record_prepared(number, &event, waiting, mail);
            if waiting == me {
                follow.mine_at = at;
            } else {
                follow.theirs_at = at;
            }
            answers.push(answer);
            self.desk.advance_plan(number, waiting, answer);
            last = answer;
            std::mem::swap(&mut mover, &mut waiting);
        }
        if !answers.is_empty() {
            follow.line = Some(numbered_line(&after_own_move, &answers));
        }
        Some(follow)
    }
}

/// What followed a move by itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Follow {
    /// The moves, in numbered SAN.
    pub(super) line: Option<String>,
    /// Whose preparations are void, since they did not know a move.
    voided: Vec<PlayerNumber>,
    /// Whose prepared answer waits because a draw is offered, and the answer.
    held: Option<(PlayerNumber, String)>,
    /// The last events of the sender and of the other.
    pub(super) mine_at: Option<u32>,
    pub(super) theirs_at: Option<u32>,
}

impl Follow {
    /// Whether the last of the moves is the other player's, and not the sender's.
    pub(super) fn ends_with_other(&self) -> bool {
        self.theirs_at > self.mine_at
    }

    /// For this reader.
    pub(super) fn told_to(&self, reader: PlayerNumber) -> Followed {
        Followed {
            line: self.line.clone(),
            voided: self.voided.contains(&reader),
            held: self
                .held
                .as_ref()
                .filter(|(whose, _)| *whose == reader)
                .map(|(_, answer)| answer.clone()),
            ended: Vec::new(),
        }
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
