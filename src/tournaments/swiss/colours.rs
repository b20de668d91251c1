//! Which colour a player is due, and how strongly (article 1.7).

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
