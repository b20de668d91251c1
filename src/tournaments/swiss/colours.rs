//! Which colour a player is due, how strongly, and who has which (articles 1.7 and 5).

use super::standing::Standing;
use shakmaty::Color;

/// How strongly a colour is due, the strongest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// To alternate.
    Mild,
    /// The other was had once more often.
    Strong,
    /// The other was had twice more often, or in the last two games.
    Absolute,
}

/// What is due to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub(super) colour: Color,
    pub(super) strength: Strength,
}

/// How many more games a player has had with White than with Black.
pub(super) fn difference(colours: &[Color]) -> i32 {
    colours.iter().map(|colour| colour.fold_wb(1, -1)).sum()
}

/// The colour that is due to a player; nobody without games is due one.
pub(super) fn preference(colours: &[Color]) -> Option<Preference> {
    let last = *colours.last()?;
    let difference = difference(colours);
    let twice = in_both_last(colours) == Some(last);
    let strength = match difference.abs() {
        0 if !twice => Strength::Mild,
        1 if !twice => Strength::Strong,
        _ => Strength::Absolute,
    };
    let colour = match difference {
        ..-1 => Color::White,
        2.. => Color::Black,
        -1 if !twice => Color::White,
        1 if !twice => Color::Black,
        -1..=1 => last.other(),
    };
    Some(Preference { colour, strength })
}

/// The colour of the last two games, if it was the same.
pub(super) fn in_both_last(colours: &[Color]) -> Option<Color> {
    match colours {
        [.., before, last] if before == last => Some(*last),
        _ => None,
    }
}

/// The colour of the player who is higher in the order when these two meet.
pub(super) fn of_higher(higher: &Standing, lower: &Standing, first_has: Color) -> Color {
    match (higher.preference, lower.preference) {
        (None, None) if higher.number.0 % 2 == 1 => first_has,
        (None, None) => first_has.other(),
        (Some(own), None) => own.colour,
        (None, Some(theirs)) => theirs.colour.other(),
        (Some(own), Some(theirs)) if own.colour != theirs.colour => own.colour,
        (Some(own), Some(theirs)) => {
            let due = |player: &Standing, preference: Preference| {
                let wide = match preference.strength {
                    Strength::Absolute => player.difference.abs(),
                    Strength::Mild | Strength::Strong => 0,
                };
                (preference.strength, wide)
            };
            match due(higher, own).cmp(&due(lower, theirs)) {
                std::cmp::Ordering::Greater => own.colour,
                std::cmp::Ordering::Less => own.colour.other(),
                // The other way round than when they last differed; otherwise the higher one has what is due.
                std::cmp::Ordering::Equal => {
                    let games = higher.colours.iter().rev().zip(lower.colours.iter().rev());
                    let differed = games.into_iter().find(|(own, theirs)| own != theirs);
                    differed.map_or(own.colour, |(own, _)| own.other())
                }
            }
        }
    }
}
