//! The present state of a game and the deeds that change it.

use super::claim::{Claim, ClaimedWith, Unfounded, examine};
use super::clock::{Amount, Clocks, Control, MoveTime, Spent, TimeSheet};
use super::ending::{Ending, Grounds, Result, ending_on_the_board};
use super::offers::{PauseProposal, Proposal};
use super::repetition::{Recent, Sighting};
use super::stake::Stake;
use super::{Event, Found, GameNumber, Phase, PlayerNumber, Refusal, State, Wish};
use crate::chess::{Start, is_dead};
use shakmaty::{Chess, Color, Move, Position};

/// A game between two players, from the challenge to the result.
#[derive(Clone, Debug)]
pub struct Game {
    number: GameNumber,
    pub(super) challenger: PlayerNumber,
    pub(super) opponent: PlayerNumber,
    wish: Wish,
    pub(super) stake: Stake,
    phase: Phase,
    pub(super) white: Option<PlayerNumber>,
    start: Start,
    position: Chess,
    /// The positions that can come again.
    recent: Recent,
    moves: Vec<Move>,
    pub(super) time: TimeSheet,
    /// How many times the position has changed, or the player who is to move.
    turn: u32,
    /// The turn that began when moves were last taken back.
    rewound: Option<u32>,
    draw: Proposal,
    pub(super) takeback: Proposal,
    pub(super) abort: Proposal,
    pub(super) pause: PauseProposal,
    events: u32,
}

/// Why a claim does not end the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimRefused {
    /// It may not be made now.
    Refused(Refusal),
    /// It is wrong.
    Unfounded(Unfounded),
}

impl Game {
    /// A new challenge to a game from this position with this clock, for nothing, with the event that opens the game's
    /// history.
    pub fn challenge(
        number: GameNumber,
        challenger: PlayerNumber,
        opponent: PlayerNumber,
        wish: Wish,
        start: Start,
        control: Control,
    ) -> (Game, Event) {
        let stake = Stake::Casual;
        Game::challenge_for(number, challenger, opponent, wish, start, control, stake)
    }

    /// The same with this at stake.
    pub fn challenge_for(
        number: GameNumber,
        challenger: PlayerNumber,
        opponent: PlayerNumber,
        wish: Wish,
        start: Start,
        control: Control,
        stake: Stake,
    ) -> (Game, Event) {
        let game = Game {
            number,
            challenger,
            opponent,
            wish,
            stake,
            phase: Phase::Offered,
            white: None,
            position: start.position().clone(),
            recent: Recent::begin(start.position()),
            start: start.clone(),
            moves: Vec::new(),
            time: TimeSheet::begin(control),
            turn: 0,
            rewound: None,
            draw: Proposal::default(),
            takeback: Proposal::default(),
            abort: Proposal::default(),
            pause: PauseProposal::default(),
            events: 1,
        };
        let event = Event::Challenged {
            challenger,
            opponent,
            wish,
            start,
            control,
            stake,
        };
        (game, event)
    }

    /// The game that these events tell, or `None` where they do not begin with a challenge or one does not fit.
    pub fn replay(number: GameNumber, events: &[Event]) -> Option<Game> {
        let (first, rest) = events.split_first()?;
        let Event::Challenged {
            challenger,
            opponent,
            wish,
            ref start,
            control,
            stake,
        } = *first
        else {
            return None;
        };
        let start = start.clone();
        let (mut game, _) =
            Game::challenge_for(number, challenger, opponent, wish, start, control, stake);
        for event in rest {
            game.apply(event).ok()?;
        }
        Some(game)
    }

    /// All that stands after the events of this game.
    pub fn state(&self) -> State {
        State {
            number: self.number,
            challenger: self.challenger,
            opponent: self.opponent,
            wish: self.wish,
            stake: self.stake,
            start: self.start.clone(),
            phase: self.phase,
            white: self.white,
            moves: self.moves.clone(),
            time: self.time.clone(),
            turn: self.turn,
            rewound: self.rewound,
            draw: self.draw.clone(),
            takeback: self.takeback.clone(),
            abort: self.abort.clone(),
            pause: self.pause.clone(),
            events: self.events,
        }
    }

    /// The game of which this was the [`state`](Self::state). No event is repeated: only the board is set up again.
    ///
    /// # Errors
    ///
    /// When a move is not legal, or who has White does not take part.
    pub fn restore(state: State) -> std::result::Result<Game, Refusal> {
        let (mut game, _) = Game::challenge_for(
            state.number,
            state.challenger,
            state.opponent,
            state.wish,
            state.start,
            state.time.clocks().control(),
            state.stake,
        );
        if state.white.is_some_and(|white| !game.has(white)) {
            return Err(Refusal::NotYourGame);
        }
        for (ply, &played) in (1..).zip(&state.moves) {
            if !game.position.is_legal(played) {
                return Err(Refusal::IllegalMove);
            }
            game.position.play_unchecked(played);
            game.recent.push(ply, &game.position);
        }
        Ok(Game {
            phase: state.phase,
            white: state.white,
            moves: state.moves,
            time: state.time,
            turn: state.turn,
            rewound: state.rewound,
            draw: state.draw,
            takeback: state.takeback,
            abort: state.abort,
            pause: state.pause,
            events: state.events,
            ..game
        })
    }

    /// Repeats a recorded event.
    ///
    /// # Errors
    ///
    /// The refusal, when the event cannot happen in this game now; the game is unchanged then.
    pub fn apply(&mut self, event: &Event) -> std::result::Result<(), Refusal> {
        match *event {
            Event::Challenged { .. } => return Err(Refusal::AlreadyAccepted),
            Event::Accepted { white } => self.is_accepted(white)?,
            Event::Declined => {
                self.still_offered()?;
                self.phase = Phase::Declined;
            }
            Event::Withdrawn => {
                self.still_offered()?;
                self.phase = Phase::Withdrawn;
            }
            Event::Moved {
                played,
                found,
                ref time,
            } => self.is_moved(played, found, time.as_ref())?,
            Event::DrawOffered { by } => self.draw_is_offered(by)?,
            Event::DrawDeclined { by } => self.draw_is_declined(by)?,
            Event::DrawAgreed { by } => {
                self.offered_to(by)?;
                self.finish(Ending::DrawAgreed);
            }
            Event::DrawClaimed { by: _, grounds } => self.draw_is_claimed(grounds)?,
            Event::Resigned { by } => {
                self.still_playing()?;
                self.finish(Ending::Resignation { winner: !by });
            }
            Event::TakebackOffered { by } => self.takeback_is_offered(by)?,
            Event::TakebackDeclined { by } => self.takeback_is_declined(by)?,
            Event::TakenBack { by, left, thought } => self.is_taken_back(by, left, thought)?,
            Event::AbortOffered { by } => self.abort_is_offered(by)?,
            Event::AbortDeclined { by } => self.abort_is_declined(by)?,
            Event::Aborted { by } => self.is_aborted(by)?,
            Event::AbortedInAbsence { .. } | Event::FirstMoveMissing { .. } => {
                self.still_playing()?;
                self.finish(Ending::Aborted);
            }
            Event::PauseOffered { by, last } => self.pause_is_offered(by, last)?,
            Event::PauseDeclined { by } => self.pause_is_declined(by)?,
            Event::PauseAgreed { by, last } => self.pause_is_agreed(by, last)?,
            Event::TimeGiven { by, time } => self.time_is_given(!by, time)?,
            Event::TimeForfeit { result, .. } => self.is_over_on_time(result)?,
            Event::Adjudicated { result, .. } => {
                self.still_playing()?;
                self.finish(Ending::Adjudicated(result));
            }
            Event::ClockRuled { .. } => self.still_playing()?,
            Event::Substituted(substitution) => self.is_taken_over(substitution)?,
            Event::Corrected { left, .. } => self.is_corrected(left)?,
        }
        self.events += 1;
        Ok(())
    }

    fn is_accepted(&mut self, white: PlayerNumber) -> std::result::Result<(), Refusal> {
        self.still_offered()?;
        if white != self.challenger && white != self.opponent {
            return Err(Refusal::NotYourGame);
        }
        self.white = Some(white);
        self.phase = Phase::Playing;
        Ok(())
    }

    fn is_moved(
        &mut self,
        played: Move,
        found: Found,
        time: Option<&MoveTime>,
    ) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        if !self.position.is_legal(played) {
            return Err(Refusal::IllegalMove);
        }
        let mover = self.position.turn();
        self.position.play_unchecked(played);
        self.moves.push(played);
        self.turn += 1;
        // A move is recorded with its time wherever there is a clock.
        if let Some(time) = time.filter(|_| self.control().has_clock()) {
            self.time.note(time);
        }
        self.recent.push(self.ply(), &self.position);
        // An offer lapses with the answering move, one's own stands with the move it came with (FIDE 9.1.2.1).
        self.draw.lapse_for(mover);
        self.abort.lapse_for(mover);
        self.pause.lapse_for(mover);
        // After any move it would take back others than were meant.
        self.takeback.answered();
        let ending = ending_on_the_board(&self.position, &self.recent);
        if let Some(ending) = ending.or(found.ending()) {
            self.finish(ending);
        }
        Ok(())
    }

    fn draw_is_offered(&mut self, by: Color) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        if self.draw.by.is_some() {
            return Err(Refusal::DrawAlreadyOffered);
        }
        let fullmove = self.position.fullmoves().get();
        self.draw.offers.offered(by, fullmove);
        self.draw.by = Some(by);
        Ok(())
    }

    fn draw_is_claimed(&mut self, grounds: Grounds) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        let claim = match grounds {
            Grounds::ThreefoldRepetition => Claim::Repetition,
            Grounds::FiftyMoves => Claim::FiftyMoves,
        };
        if self.examine(claim).is_err() {
            return Err(Refusal::UnfoundedClaim);
        }
        self.finish(Ending::Claimed(grounds));
        Ok(())
    }

    fn is_taken_back(
        &mut self,
        by: Color,
        left: u32,
        thought: u64,
    ) -> std::result::Result<(), Refusal> {
        if self.takeback_offered_to(by)? != left {
            return Err(Refusal::NothingToTakeBack);
        }
        self.takeback = Proposal::default();
        self.time.take_back(!by, left, thought);
        self.rewind(left);
        Ok(())
    }

    fn draw_is_declined(&mut self, by: Color) -> std::result::Result<(), Refusal> {
        self.offered_to(by)?;
        self.draw.answered();
        Ok(())
    }

    fn takeback_is_declined(&mut self, by: Color) -> std::result::Result<(), Refusal> {
        self.takeback_offered_to(by)?;
        self.takeback.answered();
        Ok(())
    }

    fn is_corrected(&mut self, left: u32) -> std::result::Result<(), Refusal> {
        self.may_be_corrected(left)?;
        self.phase = Phase::Playing;
        self.time.rewind(left);
        self.rewind(left);
        Ok(())
    }

    fn time_is_given(&mut self, to: Color, time: Amount) -> std::result::Result<(), Refusal> {
        self.has_a_clock()?;
        self.time.give(to, time);
        Ok(())
    }

    fn is_over_on_time(&mut self, result: Result) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        let winner = result.winner();
        self.finish(match result {
            Result::White | Result::Black | Result::Draw => Ending::TimeForfeit { winner },
            Result::Unknown => Ending::Aborted,
        });
        Ok(())
    }

    fn is_aborted(&mut self, by: Color) -> std::result::Result<(), Refusal> {
        if !self.may_abort_alone(by) {
            self.abort_offered_to(by)?;
        }
        self.finish(Ending::Aborted);
        Ok(())
    }

    /// The opponent accepts the challenge. `coin` decides the colours when they were to be drawn by lot: `true` gives
    /// the challenger White.
    ///
    /// # Errors
    ///
    /// When the challenge is not open or is not the player's to answer.
    pub fn accept(
        &mut self,
        player: PlayerNumber,
        coin: bool,
    ) -> std::result::Result<Event, Refusal> {
        self.answerable_by(player)?;
        let challenger_is_white = match self.wish {
            Wish::White => true,
            Wish::Black => false,
            Wish::Random => coin,
        };
        let white = if challenger_is_white {
            self.challenger
        } else {
            self.opponent
        };
        self.happen(Event::Accepted { white })
    }

    /// The opponent declines the challenge.
    ///
    /// # Errors
    ///
    /// When the challenge is not open or is not the player's to answer.
    pub fn decline(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        self.answerable_by(player)?;
        self.happen(Event::Declined)
    }

    /// The challenger withdraws the challenge.
    ///
    /// # Errors
    ///
    /// When the challenge is not open or is not the player's own.
    pub fn withdraw(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        self.has_player(player)?;
        self.still_offered()?;
        if player != self.challenger {
            return Err(Refusal::NotYourChallenge);
        }
        self.happen(Event::Withdrawn)
    }

    /// The player makes a move.
    ///
    /// # Errors
    ///
    /// When the game is not going on, the other side is to move, or the move is not legal.
    pub fn play(
        &mut self,
        player: PlayerNumber,
        played: Move,
    ) -> std::result::Result<Event, Refusal> {
        self.play_in(player, played, Spent::Nothing)
    }

    /// The player makes a move that took this time.
    ///
    /// # Errors
    ///
    /// When the game is not going on, the other side is to move, or the move is not legal. Whether it came in time is for
    /// who asks to look at first.
    pub fn play_in(
        &mut self,
        player: PlayerNumber,
        played: Move,
        spent: Spent<'_>,
    ) -> std::result::Result<Event, Refusal> {
        self.may_move(player)?;
        let found = Found::after(&self.position, played);
        let time = MoveTime::of(self.clocks(), self.position.turn(), spent);
        self.happen(Event::Moved {
            played,
            found,
            time,
        })
    }

    /// Whether the player may move now, before anything is known of the move.
    ///
    /// # Errors
    ///
    /// When the game is not going on or the other side is to move.
    pub fn may_move(&self, player: PlayerNumber) -> std::result::Result<(), Refusal> {
        let side = self.side_in_play(player)?;
        if side == self.position.turn() {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn)
        }
    }

    /// Whether the player may prepare answers to moves of their opponent.
    ///
    /// # Errors
    ///
    /// When the game is not going on.
    pub fn may_prepare(&self, player: PlayerNumber) -> std::result::Result<(), Refusal> {
        self.side_in_play(player).map(|_| ())
    }

    /// The player offers a draw, or accepts the one that was offered to them: who asks for what is offered agrees.
    ///
    /// # Errors
    ///
    /// When the game is not going on, the player's own offer already stands, or they have offered too often.
    pub fn offer_draw(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        if self.draw.by == Some(!by) {
            return self.happen(Event::DrawAgreed { by });
        }
        if self.draw.by.is_none()
            && let Some(from_move) = self.draw.offers.wait(by, self.position.fullmoves().get())
        {
            return Err(Refusal::TooManyDrawOffers { from_move });
        }
        self.happen(Event::DrawOffered { by })
    }

    /// The player claims a draw, on their own move or with the move that they have just made in the same breath
    /// (FIDE 9.2, 9.3). A right claim ends the game.
    ///
    /// # Errors
    ///
    /// When the game is not going on, the other side is to move although the player has not just moved, or the claim
    /// is wrong: then the other side must decide, for a claim is an offer as well (FIDE 9.1.2.3).
    pub fn claim_draw(
        &mut self,
        player: PlayerNumber,
        claim: Claim,
        with: ClaimedWith,
    ) -> std::result::Result<Event, ClaimRefused> {
        let by = self.side_in_play(player).map_err(ClaimRefused::Refused)?;
        let claimant = match with {
            ClaimedWith::TheBoard => self.position.turn(),
            ClaimedWith::TheirMove => !self.position.turn(),
        };
        if by != claimant {
            return Err(ClaimRefused::Refused(Refusal::NotYourTurn));
        }
        let grounds = self.examine(claim).map_err(ClaimRefused::Unfounded)?;
        self.happen(Event::DrawClaimed { by, grounds })
            .map_err(ClaimRefused::Refused)
    }

    /// The player accepts the draw that was offered to them.
    ///
    /// # Errors
    ///
    /// When the game is not going on or no draw was offered to them.
    pub fn accept_draw(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.happen(Event::DrawAgreed { by })
    }

    /// The player declines the draw that was offered to them.
    ///
    /// # Errors
    ///
    /// When the game is not going on or no draw was offered to them.
    pub fn decline_draw(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.happen(Event::DrawDeclined { by })
    }

    /// The player resigns; they may do so out of turn.
    ///
    /// # Errors
    ///
    /// When the game is not going on.
    pub fn resign(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.happen(Event::Resigned { by })
    }

    /// The number that players write.
    pub fn number(&self) -> GameNumber {
        self.number
    }

    /// Who made the challenge.
    pub fn challenger(&self) -> PlayerNumber {
        self.challenger
    }

    /// Who was challenged.
    pub fn opponent(&self) -> PlayerNumber {
        self.opponent
    }

    /// Which colour the challenger asked for.
    pub fn wish(&self) -> Wish {
        self.wish
    }

    /// What both play for.
    pub fn stake(&self) -> Stake {
        self.stake
    }

    /// Where the game stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The result so far.
    pub fn result(&self) -> Result {
        match self.phase {
            Phase::Over(ending) => ending.result(),
            Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing => Result::Unknown,
        }
    }

    /// Who plays this side, once the colours are settled.
    pub fn player(&self, side: Color) -> Option<PlayerNumber> {
        let white = self.white?;
        let black = if white == self.challenger {
            self.opponent
        } else {
            self.challenger
        };
        Some(side.fold_wb(white, black))
    }

    /// Which side this player has, once the colours are settled.
    pub fn side_of(&self, player: PlayerNumber) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&side| self.player(side) == Some(player))
    }

    /// The other player of the game.
    pub fn other(&self, player: PlayerNumber) -> PlayerNumber {
        if player == self.challenger {
            self.opponent
        } else {
            self.challenger
        }
    }

    /// Whether this player takes part.
    pub fn has(&self, player: PlayerNumber) -> bool {
        player == self.challenger || player == self.opponent
    }

    /// The position on the board.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// How many plies of this game come before this side's move with this number; `None` where the game began later.
    pub fn plies_before(&self, fullmove: u32, side: Color) -> Option<u32> {
        let count = |fullmove: u32, side: Color| u64::from(fullmove) * 2 + side.fold_wb(0, 1);
        let first = self.start.position();
        let before =
            count(fullmove, side).checked_sub(count(first.fullmoves().get(), first.turn()))?;
        u32::try_from(before).ok()
    }

    /// The position before the last move; the start where none was made.
    pub(super) fn position_before_last(&self) -> Chess {
        let mut position = self.start.position().clone();
        if let Some((_, earlier)) = self.moves.split_last() {
            for &played in earlier {
                position.play_unchecked(played);
            }
        }
        position
    }

    /// The moves played, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How time is counted.
    pub fn control(&self) -> Control {
        self.clocks().control()
    }

    /// What is left of both sides while neither thinks.
    pub fn clocks(&self) -> &Clocks {
        self.time.clocks()
    }

    /// It is played in a tournament: its first moves are waited for no longer, and no shorter, than others.
    pub fn is_of_tournament(&mut self) {
        self.time.count_first_moves();
    }

    /// Both clocks as they stood before each ply that stands.
    pub fn time(&self) -> &TimeSheet {
        &self.time
    }

    /// How many plies have been played.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// How many times the position has changed, by moves and by moves that were taken back, or the player who is to move.
    /// Unlike a ply, a turn never comes again.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The turn that began when moves were last taken back; since then each turn is one move.
    pub fn rewound(&self) -> Option<u32> {
        self.rewound
    }

    /// How many plies had been played when this turn began, where the moves of that time still stand.
    pub fn ply_at(&self, turn: u32) -> Option<u32> {
        if turn < self.rewound.unwrap_or(0) {
            return None;
        }
        self.ply().checked_sub(self.turn.checked_sub(turn)?)
    }

    /// The side whose draw offer stands.
    pub fn draw_offer(&self) -> Option<Color> {
        self.draw.by
    }

    /// How many events the game has; the next one gets this number, counted from 0.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// Whether it is this player's turn in a game that goes on.
    pub fn awaits(&self, player: PlayerNumber) -> bool {
        self.may_move(player).is_ok()
    }

    /// Every time at which all men stood as they stand now with the same side to move, now among them.
    pub fn sightings(&self) -> Vec<Sighting> {
        self.recent.sightings().collect()
    }

    fn examine(&self, claim: Claim) -> std::result::Result<Grounds, Unfounded> {
        examine(claim, &self.position, &self.recent)
    }

    pub(super) fn happen(&mut self, event: Event) -> std::result::Result<Event, Refusal> {
        self.apply(&event)?;
        Ok(event)
    }

    fn has_player(&self, player: PlayerNumber) -> std::result::Result<(), Refusal> {
        if self.has(player) {
            Ok(())
        } else {
            Err(Refusal::NotYourGame)
        }
    }

    fn answerable_by(&self, player: PlayerNumber) -> std::result::Result<(), Refusal> {
        self.has_player(player)?;
        self.still_offered()?;
        if player == self.opponent {
            Ok(())
        } else {
            Err(Refusal::OwnChallenge)
        }
    }

    fn still_offered(&self) -> std::result::Result<(), Refusal> {
        match self.phase {
            Phase::Offered => Ok(()),
            Phase::Declined | Phase::Withdrawn => Err(Refusal::ChallengeClosed),
            Phase::Playing => Err(Refusal::AlreadyAccepted),
            Phase::Over(_) => Err(Refusal::Over),
        }
    }

    pub(super) fn still_playing(&self) -> std::result::Result<(), Refusal> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Offered => Err(Refusal::NotStarted),
            Phase::Declined | Phase::Withdrawn => Err(Refusal::ChallengeClosed),
            Phase::Over(_) => Err(Refusal::Over),
        }
    }

    pub(super) fn side_in_play(&self, player: PlayerNumber) -> std::result::Result<Color, Refusal> {
        self.has_player(player)?;
        self.still_playing()?;
        self.side_of(player).ok_or(Refusal::NotYourGame)
    }

    fn offered_to(&self, side: Color) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        if self.draw.by == Some(!side) {
            Ok(())
        } else {
            Err(Refusal::NoDrawWasOffered)
        }
    }

    /// Whether the position on the board ends the game.
    pub(super) fn ends_here(&self) -> bool {
        ending_on_the_board(&self.position, &self.recent).is_some() || is_dead(&self.position)
    }

    /// Leaves so many plies of the game; what was offered was offered in another position.
    fn rewind(&mut self, left: u32) {
        self.moves
            .truncate(usize::try_from(left).unwrap_or(usize::MAX));
        self.position = self.start.position().clone();
        self.recent = Recent::begin(&self.position);
        for (ply, &played) in (1..).zip(&self.moves) {
            self.position.play_unchecked(played);
            self.recent.push(ply, &self.position);
        }
        self.begins_anew();
        self.nothing_is_offered();
    }

    /// A turn begins that is no move.
    pub(super) fn begins_anew(&mut self) {
        self.turn += 1;
        self.rewound = Some(self.turn);
    }

    fn finish(&mut self, ending: Ending) {
        self.phase = Phase::Over(ending);
        self.nothing_is_offered();
    }

    pub(super) fn nothing_is_offered(&mut self) {
        self.draw.answered();
        self.takeback.answered();
        self.abort.answered();
        self.pause.offered = None;
    }
}

#[cfg(test)]
mod tests;
