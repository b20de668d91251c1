//! A move that was made in a game: what follows it by itself, and what was offered there and ends with it.

use super::batch::{Batch, Came};
use crate::chess;
use crate::game::{
    By, CauseId, Event, Game, GameNumber, Manner, Phase, PlayerNumber, Refusal, numbered_line,
};
use crate::letters::{EndedOffer, Followed, OfferEnd, Offered, Why};
use shakmaty::{Chess, Color, Move, Position};

/// What followed a move by itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Follow {
    /// The moves, in numbered SAN.
    pub(super) line: Option<String>,
    /// Whose preparations are void, since they did not know a move.
    voided: Vec<PlayerNumber>,
    /// Whose prepared answer waits because a draw is offered, and the answer.
    held: Option<(PlayerNumber, String)>,
    /// The last events of who made the move and of the other.
    pub(super) mine_at: Option<u32>,
    pub(super) theirs_at: Option<u32>,
}

impl Follow {
    /// Whether the last of the moves is the other player's, and not of who made the move.
    pub(super) fn ends_with_other(&self) -> bool {
        self.theirs_at > self.mine_at
    }

    /// For this reader.
    fn told_to(&self, reader: PlayerNumber) -> Followed {
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

/// What is offered in a game, each with its player.
pub(super) type StandingOffers = Vec<(Offered, PlayerNumber)>;

/// What is offered in a game, and by whom.
pub(super) fn standing_offers(game: &Game) -> StandingOffers {
    let offers = [
        (Offered::Draw, game.draw_offer()),
        (Offered::Takeback, game.takeback_offer()),
        (Offered::Abort, game.abort_offer()),
        (Offered::Pause, game.pause_offer().map(|(by, _)| by)),
    ];
    let by_player = offers
        .into_iter()
        .filter_map(|(what, by)| Some((what, game.player(by?)?)));
    by_player.collect()
}

impl Batch<'_> {
    /// Whether a draw offer of this player's stands. One made before the move stands beside it, too.
    pub(super) fn offers_draw(&self, number: GameNumber, player: PlayerNumber) -> bool {
        self.games.get(&number).is_some_and(|loaded| {
            let offered = loaded.game.draw_offer();
            offered.is_some() && offered == loaded.game.side_of(player)
        })
    }

    /// Offers the draw that is wanted beside a move of this player's. Returns why it cannot be offered.
    pub(super) fn offer_draw_beside(
        &mut self,
        number: GameNumber,
        player: PlayerNumber,
        by: By,
        came: Came,
    ) -> Option<Why> {
        let loaded = self.games.get_mut(&number)?;
        match loaded.game.offer_draw(player) {
            Ok(event) => {
                self.record(number, &event, Manner::default(), by, came);
                None
            }
            // It stands beside the move all the same.
            Err(Refusal::DrawAlreadyOffered) => None,
            Err(refusal) => Some(refusal.into()),
        }
    }

    /// Those of these offers that stand no longer.
    pub(super) fn ended_offers(
        &self,
        number: GameNumber,
        mut standing: StandingOffers,
    ) -> StandingOffers {
        if let Some(loaded) = self.games.get(&number) {
            let left = standing_offers(&loaded.game);
            standing.retain(|offer| !left.contains(offer));
        }
        standing
    }

    /// What followed a move of the mover's by itself, as this player is told of it.
    pub(super) fn followed(
        &self,
        mover: PlayerNumber,
        follow: &Follow,
        ended: &StandingOffers,
        reader: PlayerNumber,
    ) -> Followed {
        let ended = ended.iter().map(|&(what, whose)| EndedOffer {
            what,
            whose: (whose != reader).then(|| self.name(whose).to_owned()),
            end: if whose == mover {
                OfferEnd::Lapsed
            } else {
                OfferEnd::Declined
            },
        });
        Followed {
            ended: ended.collect(),
            ..follow.told_to(reader)
        }
    }

    /// After a move of this player's: the answers that were prepared to it, and to them, are played as long as there are
    /// any. A standing draw offer waits for its answer; what was prepared waits with it.
    pub(super) fn follow(
        &mut self,
        number: GameNumber,
        me: PlayerNumber,
        played: Move,
        came: Came,
    ) -> Option<Follow> {
        let other = self.games.get(&number)?.game.other(me);
        let mut follow = Follow::default();
        let (mut mover, mut waiting) = (me, other);
        let mut last = played;
        let mut answers = Vec::new();
        let after_own_move = self.games.get(&number)?.game.position().clone();
        self.advance_plan(number, mover, last);
        loop {
            let game = &self.games.get(&number)?.game;
            if game.phase() != Phase::Playing {
                break;
            }
            let ply = game.ply();
            let Some(plan) = self.plans.get(&(number, waiting)) else {
                break;
            };
            if plan.tree.is_empty() {
                break;
            }
            let known = (plan.ply + 1 == ply)
                .then(|| plan.tree.answer(last))
                .flatten();
            let Some(answer) = known else {
                self.void_plan(number, waiting);
                follow.voided.push(waiting);
                break;
            };
            let offered = game.draw_offer().is_some() && game.draw_offer() == game.side_of(mover);
            if offered {
                follow.held = Some((waiting, numbered_line(game.position(), &[answer])));
                break;
            }
            let mail = plan.mail;
            let loaded = self.games.get_mut(&number)?;
            let Ok(event) = loaded.game.play(waiting, answer) else {
                break;
            };
            let at = self.record_earlier(number, &event, (waiting, mail), came);
            if waiting == me {
                follow.mine_at = at;
            } else {
                follow.theirs_at = at;
            }
            answers.push(answer);
            self.advance_plan(number, waiting, answer);
            last = answer;
            std::mem::swap(&mut mover, &mut waiting);
        }
        if !answers.is_empty() {
            follow.line = Some(numbered_line(&after_own_move, &answers));
        }
        Some(follow)
    }

    /// Writes down what its player prepared in an earlier mail: it happens when that comes which it answers.
    fn record_earlier(
        &mut self,
        number: GameNumber,
        event: &Event,
        (player, mail): (PlayerNumber, i64),
        came: Came,
    ) -> Option<u32> {
        let manner = Manner {
            letter: None,
            prepared: true,
        };
        let by = By {
            player: Some(player),
            cause: Some(CauseId::Mail(mail)),
        };
        self.record(number, event, manner, by, came)
    }
}

/// "12" for White's twelfth move, "12..." for Black's.
pub(super) fn move_number(position: &Chess) -> String {
    let number = position.fullmoves();
    match position.turn() {
        Color::White => number.to_string(),
        Color::Black => format!("{number}..."),
    }
}

/// A move with its number: "12. Nf3" or "12...Nf6".
fn numbered(position: &Chess, san: &str) -> String {
    let number = position.fullmoves();
    match position.turn() {
        Color::White => format!("{number}. {san}"),
        Color::Black => format!("{number}...{san}"),
    }
}

/// A move that is made in this position, with its number in SAN.
pub(super) fn numbered_move(position: &Chess, played: Move) -> String {
    numbered(position, &chess::san(position, played))
}
