use super::*;
use crate::chess::{self, Start};
use crate::game::clock::{Control, Turn};
use crate::game::{
    By, CauseId, Detail, GameNumber, Instants, Manner, Phase, Recorded, RecordedGame, Wish,
};
use chrono::{DateTime, TimeDelta};

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);
const EVE: PlayerNumber = PlayerNumber(3);

/// A rated game in which Ann has White, and what is kept of it.
struct Course {
    game: Game,
    kept: Vec<Recorded>,
}

impl Course {
    fn begin(control: &str, moves: &str) -> Course {
        let control: Control = control.parse().unwrap();
        let (start, stake) = (Start::default(), Stake::Rated);
        let (game, event) =
            Game::challenge_for(GameNumber(7), ANN, BOB, Wish::White, start, control, stake);
        let mut course = Course {
            game,
            kept: Vec::new(),
        };
        course.keep(&event);
        course.happens(|game| game.accept(BOB, true));
        for text in moves.split_whitespace() {
            course.happens(|game| {
                let mover = game.player(game.position().turn()).unwrap();
                let played = chess::read_uci(game.position(), text).unwrap();
                game.play(mover, played)
            });
        }
        course
    }

    fn keep(&mut self, event: &Event) {
        let at = Instants {
            arrived_at: DateTime::UNIX_EPOCH,
            seen_at: DateTime::UNIX_EPOCH,
            decided_at: DateTime::UNIX_EPOCH,
            recorded_at: DateTime::UNIX_EPOCH,
            delivered_at: None,
        };
        let by = By {
            player: None,
            cause: Some(CauseId::Other(1)),
        };
        let recorded = Recorded::of(event, &self.game, Manner::default(), by, at);
        // As it comes from the database.
        let text = serde_json::to_string(&recorded.detail).unwrap();
        let detail: Detail = serde_json::from_str(&text).unwrap();
        assert_eq!(detail, recorded.detail, "{text}");
        self.kept.push(recorded);
    }

    fn happens(&mut self, deed: impl FnOnce(&mut Game) -> Result<Event, Refusal>) {
        let event = deed(&mut self.game).unwrap();
        self.keep(&event);
    }

    /// After so many days in which the side to move has thought.
    fn substitute(&mut self, gone: PlayerNumber, days: i64) {
        let turn = Turn::new(DateTime::UNIX_EPOCH, Vec::new());
        let running = Spent::Thought {
            turn: &turn,
            arrived: DateTime::UNIX_EPOCH + TimeDelta::days(days),
        };
        self.happens(|game| game.substitute(gone, EVE, running));
        let folded = RecordedGame::fold(GameNumber(7), &self.kept).unwrap();
        assert_eq!(folded.state(), self.game.state());
        let restored = Game::restore(self.game.state()).unwrap();
        assert_eq!(restored.state(), self.game.state());
    }

    /// Days on the clocks of White and Black.
    fn clocks(&self) -> [u64; 2] {
        [Color::White, Color::Black].map(|side| self.game.clocks().left(side).clock() / DAY)
    }
}

#[test]
fn who_takes_a_place_goes_on_with_the_side_and_who_had_it_cannot_move() {
    for (gone, other, white) in [(ANN, BOB, Some(EVE)), (BOB, ANN, Some(ANN))] {
        let mut course = Course::begin("without", "e2e4");
        course.substitute(gone, 0);
        let game = &course.game;
        assert_eq!(game.player(Color::White), white);
        assert!(game.has(EVE) && game.has(other) && !game.has(gone));
        assert_eq!(game.other(EVE), other);
        assert_eq!((game.ply(), game.phase()), (1, Phase::Playing));
        assert_eq!(game.may_move(gone), Err(Refusal::NotYourGame));
    }
    let mut course = Course::begin("without", "e2e4");
    let refused = course.game.substitute(EVE, ANN, Spent::Nothing);
    assert_eq!(refused, Err(Refusal::NotYourGame));
    let refused = course.game.substitute(ANN, BOB, Spent::Nothing);
    assert_eq!(
        refused,
        Err(Refusal::NotYourGame),
        "nobody plays themselves"
    );
    course.happens(|game| game.resign(BOB));
    let refused = course.game.substitute(ANN, EVE, Spent::Nothing);
    assert_eq!(refused, Err(Refusal::Over));
}

#[test]
fn the_clock_is_handed_on_without_what_was_thought_and_topped_up_to_ten_days() {
    for (control, gone, days, after) in [
        // Much is left, and is handed on as it stands.
        ("fischer 30d+1d", ANN, 5, [25, 30]),
        // Of 30 days 25 were thought.
        ("fischer 30d+1d", ANN, 25, [10, 30]),
        // White thinks: of Black's nothing is taken.
        ("fischer 30d+1d", BOB, 25, [30, 30]),
        ("per-move 3d", ANN, 2, [10, 3]),
        ("per-move 3d", BOB, 2, [3, 10]),
        ("countdown 5d", ANN, 1, [10, 5]),
        ("without", ANN, 25, [0, 0]),
    ] {
        let mut course = Course::begin(control, "");
        course.substitute(gone, days);
        assert_eq!(course.clocks(), after, "{control}, {days} days");
    }
    // A day begun is not charged in a session of whole days.
    let mut course = Course::begin("session 10/50d", "");
    course.substitute(ANN, 45);
    assert_eq!(course.clocks(), [10, 50]);
    let mut course = Course::begin("session 10/50d", "");
    course.substitute(ANN, 3);
    assert_eq!(course.clocks(), [47, 50]);
}

#[test]
fn a_turn_begins_where_the_side_is_to_move_and_the_other_one_goes_on_thinking() {
    let mut course = Course::begin("per-move 3d", "e2e4");
    let before = course.game.turn();
    course.substitute(ANN, 1);
    assert_eq!(course.game.turn(), before);
    let mut course = Course::begin("per-move 3d", "e2e4");
    course.substitute(BOB, 1);
    assert_eq!(course.game.turn(), before + 1);
    assert_eq!(course.game.rewound(), Some(before + 1));
}

#[test]
fn offers_lapse_and_a_game_of_two_counts_for_nobodys_rating() {
    let mut course = Course::begin("per-move 3d", "e2e4 e7e5");
    course.happens(|game| game.offer_draw(ANN));
    course.happens(|game| game.abort(ANN));
    course.substitute(BOB, 0);
    assert_eq!(course.game.draw_offer(), None);
    assert_eq!(course.game.abort_offer(), None);
    assert_eq!(course.game.stake(), Stake::Casual);
    // Bob has not moved: all moves of Black will be Eve's.
    let mut course = Course::begin("per-move 3d", "e2e4");
    course.substitute(BOB, 0);
    assert_eq!(course.game.stake(), Stake::Rated);
}

#[test]
fn the_first_move_of_who_takes_a_place_has_its_number() {
    for (moves, white, black) in [("", 1, 1), ("e2e4", 2, 1), ("e2e4 e7e5", 2, 2)] {
        let game = Course::begin("without", moves).game;
        let numbers = [Color::White, Color::Black].map(|side| game.next_move_of(side));
        assert_eq!(numbers, [white, black], "{moves}");
    }
}
