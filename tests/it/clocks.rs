//! Games with a clock, from mail to mail: what a move is charged, and when time begins to run and ends.

use crate::clock_stops::Table;
use crate::record::rows_that_differ;
use chrono::TimeDelta;
use penpawn::game::clock::{Left, TimeSheet};
use shakmaty::Color;

mod arrival;
mod between;
mod claimed;
mod corrected;
mod in_time;
mod prepared;
mod taken_back;
mod under_way;

/// How the clocks of game 1 stand in its row, White before Black.
#[derive(Debug, PartialEq, Eq)]
struct Stand {
    /// How many moves are counted.
    moves: [i64; 2],
    /// What is left, in whole hours.
    hours: [i64; 2],
    /// Whether the time of the side to move runs, and is looked at again.
    runs: bool,
}

/// Time of both that runs.
fn running(moves: [i64; 2], hours: [i64; 2]) -> Stand {
    let runs = true;
    Stand { moves, hours, runs }
}

/// Time of which nobody's runs.
fn still(moves: [i64; 2], hours: [i64; 2]) -> Stand {
    let runs = false;
    Stand { moves, hours, runs }
}

/// What is left of White and of Black, by the row of a game.
pub(crate) fn left_of_both(control: &str, clock: &str) -> [Left; 2] {
    let control = control.parse().expect("a time control");
    let sheet = TimeSheet::read(control, Some(clock)).expect("times");
    [Color::White, Color::Black].map(|side| sheet.clocks().left(side))
}

impl Table {
    /// How the clocks stand, which is what the events tell.
    async fn stand(&self) -> Stand {
        let (control, clock, told, due): (String, String, bool, bool) = sqlx::query_as(
            "select control, clock, told_at is not null, due_at is not null from game where id = 1",
        )
        .fetch_one(&self.desk.pool)
        .await
        .expect("a game");
        let left = left_of_both(&control, &clock);
        assert_eq!(told, due, "a clock that runs is looked at, and no other");
        assert_eq!(rows_that_differ(&self.desk.pool).await, [""; 0]);
        Stand {
            moves: left.map(|left| left.moves().into()),
            hours: left.map(|left| (left.clock().cast_signed() + 1_800) / 3_600),
            runs: told,
        }
    }

    /// So many hours go by after all letters have gone out, and then somebody answers.
    async fn answers_after(&mut self, hours: i64, from: &str, text: &str) -> String {
        self.passes(hours * 60).await;
        self.answers(from, text).await
    }

    /// So many hours go by in which the relay takes no letter.
    async fn letters_wait_for(&mut self, hours: i64) {
        crate::passing::time_passes(&self.desk.pool, TimeDelta::hours(hours)).await;
        self.desk.do_what_is_due().await;
    }
}
