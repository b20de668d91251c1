//! What a letter tells the calendar of its reader: when their move is due, or that it is not any more.
//!
//! It goes with letters that are sent anyway: those of its game, and those about no game that find it changed, such as the answer
//! to "back". What was told last is kept, so that a change is told once, with a higher number,
//! and the same again with the same one.

use super::batch::{Batch, CalendarTold, Went};
use super::draft::{Draft, Recipient};
use crate::game::{Game, GameNumber, Phase, PlayerNumber};
use crate::letters::{Answers, Asks, Calendar, CalendarEntry, CalendarWord};
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::Position;

/// By how much a deadline may lie beside the one that was told without being told anew: the letter that tells of a turn says
/// when time is over if it is delivered at once.
const SAME: TimeDelta = TimeDelta::minutes(1);

/// The sub-address that answers of calendars come to. It carries no code, so that none of them can do anything.
const ANSWERS: &str = "calendar";

/// Whether a letter says what its reader's calendar knows already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    /// It says how its game stands, and so the deadline.
    Yes,
    No,
}

/// What is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Nothing,
    /// What was told last, with the number that it had.
    Same,
    /// That the move is due then.
    Due(DateTime<Utc>),
    /// That the entry that stands is void.
    Void,
}

/// What this letter, with this Message-ID, brings for the calendar of its reader: of a game what is to be told of that one; of no
/// game what has become of the entries that stand there, as leave and settings move or end them.
pub(super) fn entries(
    batch: &mut Batch<'_>,
    draft: &Draft,
    message_id: &str,
) -> Vec<CalendarEntry> {
    let Some(player) = told(batch, draft) else {
        return Vec::new();
    };
    let games = match draft.game {
        Some(game) => vec![game],
        None => standing(batch, player),
    };
    games
        .into_iter()
        .filter_map(|game| entry(batch, draft, (game, player), message_id))
        .collect()
}

/// Whether this letter of a game takes an entry out of the calendar of its reader.
pub(super) fn takes_out(batch: &Batch<'_>, draft: &Draft) -> bool {
    let (Some(player), Some(game)) = (told(batch, draft), draft.game) else {
        return false;
    };
    let known = batch.calendars.told.get(&(game, player));
    step(known, due(batch, game, player), Again::No) == Step::Void
}

/// Whose calendar is told something by this letter.
fn told(batch: &Batch<'_>, draft: &Draft) -> Option<PlayerNumber> {
    let Recipient::Player(player) = draft.to else {
        return None;
    };
    // What anybody may have brought about brings nobody anything but its text.
    let proven = batch.answers(draft.cause) == Answers::Proven;
    (proven && draft.occasion.kind().asks != Asks::Whose).then_some(player)
}

/// The loaded games of which an entry stands in the calendar of this player, in order.
fn standing(batch: &Batch<'_>, player: PlayerNumber) -> Vec<GameNumber> {
    let of_player = batch.calendars.told.iter();
    let of_player = of_player.filter(|((_, whose), told)| *whose == player && told.stands);
    let mut games: Vec<GameNumber> = of_player.map(|((game, _), _)| *game).collect();
    games.sort_unstable();
    games
}

fn entry(
    batch: &mut Batch<'_>,
    draft: &Draft,
    (game, player): (GameNumber, PlayerNumber),
    message_id: &str,
) -> Option<CalendarEntry> {
    let kind = draft.occasion.kind();
    let again = if kind.brings_its_game() {
        Again::Yes
    } else {
        Again::No
    };
    let due = due(batch, game, player);
    // Once time is over nothing is to be told but what ends the game.
    if due.is_some_and(|due| due <= batch.now) {
        return None;
    }
    let now = batch.now;
    let known = batch.calendars.told.get(&(game, player));
    let told = match step(known, due, again) {
        Step::Nothing => return None,
        Step::Same => known.cloned()?,
        Step::Due(deadline) => next(known, now, deadline, true),
        Step::Void => next(known, now, known?.deadline, false),
    };
    let told = CalendarTold {
        message_id: message_id.to_owned(),
        went: Went::Waits,
        changed: true,
        ..told
    };
    let entry = written(batch, game, player, &told);
    batch.calendars.told.insert((game, player), told);
    entry
}

/// When the move of this player is due, as their letter says it; nothing where they have none to make, no time to make it in,
/// or do not want it in their calendar.
fn due(batch: &Batch<'_>, number: GameNumber, player: PlayerNumber) -> Option<DateTime<Utc>> {
    let known = batch.players.get(&player)?;
    let loaded = batch.games.get(&number)?;
    let wanted = known.active && known.prefers.calendar == Calendar::On;
    let held = batch.held_move(number).is_some();
    if !wanted || held || !is_to_move(&loaded.game, player) {
        return None;
    }
    let ends = batch.time_ends_for(loaded, Some(player))?;
    DateTime::from_timestamp(ends.timestamp(), 0)
}

fn is_to_move(game: &Game, player: PlayerNumber) -> bool {
    game.phase() == Phase::Playing && game.player(game.position().turn()) == Some(player)
}

fn step(known: Option<&CalendarTold>, due: Option<DateTime<Utc>>, again: Again) -> Step {
    // A letter that waits may be one in whose place this one is sent.
    let repeats = |told: &CalendarTold| match told.went {
        Went::Lost => true,
        Went::Waits => again == Again::Yes,
        Went::Out => false,
    };
    match (known, due) {
        (None, None) => Step::Nothing,
        (None, Some(due)) => Step::Due(due),
        (Some(told), Some(due)) if told.stands && (due - told.deadline).abs() < SAME => {
            if again == Again::Yes || repeats(told) {
                Step::Same
            } else {
                Step::Nothing
            }
        }
        (Some(_), Some(due)) => Step::Due(due),
        (Some(told), None) if told.stands => Step::Void,
        (Some(told), None) if repeats(told) => Step::Same,
        (Some(_), None) => Step::Nothing,
    }
}

/// What is told after that. Its number is that of the minute, where that is higher: what a lost database had told is not known
/// after a restore, and a calendar that knows a higher number would ignore all that has a lower one.
fn next(
    known: Option<&CalendarTold>,
    now: DateTime<Utc>,
    deadline: DateTime<Utc>,
    stands: bool,
) -> CalendarTold {
    let minute = i32::try_from(now.timestamp() / 60).unwrap_or(i32::MAX);
    let after = known.map_or(0, |told| told.sequence.saturating_add(1));
    CalendarTold {
        sequence: minute.max(after),
        written: now,
        deadline,
        stands,
        message_id: String::new(),
        went: Went::Waits,
        changed: true,
    }
}

fn written(
    batch: &Batch<'_>,
    number: GameNumber,
    player: PlayerNumber,
    told: &CalendarTold,
) -> Option<CalendarEntry> {
    let known = batch.players.get(&player)?;
    let game = &batch.games.get(&number)?.game;
    let server = batch.server;
    Some(CalendarEntry {
        word: if told.stands {
            CalendarWord::Request
        } else {
            CalendarWord::Cancel
        },
        uid: format!("g{}-p{}@{}", number.0, player.0, server.id_domain()),
        sequence: told.sequence,
        written: told.written,
        deadline: told.deadline,
        game: number.0,
        opponent: batch.name(game.other(player)).to_owned(),
        organizer: (server.name.clone(), server.address_with(ANSWERS)),
        reader: (known.name.clone(), known.address.clone()),
        zone: known.zone,
        language: known.prefers.language,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    fn told(stands: bool) -> CalendarTold {
        CalendarTold {
            went: Went::Out,
            changed: false,
            ..next(None, at(100), at(5_000), stands)
        }
    }

    #[test]
    fn a_change_is_told_and_what_is_known_only_by_letters_that_say_how_it_stands() {
        use Again::{No, Yes};
        let (stands, void) = (told(true), told(false));
        for (known, due, again, expected) in [
            (None, None, Yes, Step::Nothing),
            (None, Some(5_000), No, Step::Due(at(5_000))),
            (Some(&stands), Some(5_000), No, Step::Nothing),
            (Some(&stands), Some(5_000), Yes, Step::Same),
            (Some(&stands), Some(5_001), No, Step::Due(at(5_001))),
            (Some(&stands), None, No, Step::Void),
            (Some(&void), None, Yes, Step::Nothing),
            (Some(&void), Some(5_000), No, Step::Due(at(5_000))),
        ] {
            let step = step(known, due.map(at), again);
            assert_eq!(step, expected, "{known:?}, {due:?}, {again:?}");
        }
    }

    #[test]
    fn what_went_with_a_letter_that_is_never_sent_is_told_again() {
        for stands in [true, false] {
            let with = |went| CalendarTold {
                went,
                ..told(stands)
            };
            let due = stands.then(|| at(5_000));
            assert_eq!(step(Some(&with(Went::Lost)), due, Again::No), Step::Same);
            assert_eq!(step(Some(&with(Went::Waits)), due, Again::Yes), Step::Same);
            assert_eq!(
                step(Some(&with(Went::Waits)), due, Again::No),
                Step::Nothing
            );
        }
    }

    #[test]
    fn numbers_rise_within_a_minute_and_over_a_restore() {
        let first = next(None, at(100), at(5_000), true);
        let second = next(Some(&first), at(100), at(5_000), false);
        assert_eq!((first.sequence, second.sequence), (100, 101));
        assert_eq!(next(Some(&second), at(99), at(5_000), true).sequence, 102);
        // The database is as it was before the second, which is known to the calendar.
        assert_eq!(next(Some(&first), at(160), at(5_000), true).sequence, 160);
    }
}
