//! The colour that is wished behind an opponent, and one for each of several: "Bob as white, Carl as black".

use super::command::Colour;
use super::several::{opponent, parts_of};

/// How a colour is wished at the end of a text.
const ENDS: [(&str, Colour); 15] = [
    (" as white", Colour::White),
    (" with white", Colour::White),
    (" i play white", Colour::White),
    (" i take white", Colour::White),
    (" white", Colour::White),
    (" as black", Colour::Black),
    (" with black", Colour::Black),
    (" i play black", Colour::Black),
    (" i take black", Colour::Black),
    (" black", Colour::Black),
    (" as random", Colour::Random),
    (" random colour", Colour::Random),
    (" random color", Colour::Random),
    (" random", Colour::Random),
    (" any colour", Colour::Random),
];

/// What stands before the wish for a colour at the end of a text, the wish, and the colour.
pub(super) fn colour_behind(text: &str) -> Option<(&str, &'static str, Colour)> {
    let lower = text.to_lowercase();
    ENDS.iter().find_map(|(end, colour)| {
        let cut = lower.strip_suffix(end)?;
        // Lower case may have another length in bytes; then the text is not cut.
        (cut.len() + end.len() == text.len()).then_some(())?;
        Some((text.get(..cut.len())?, *end, *colour))
    })
}

/// Several opponents, each with the wish for a colour in words that are no part of a name: "Jack Black, Betty White" are two
/// names.
pub(super) fn each_with_its_colour(text: &str) -> Option<Vec<(String, Colour)>> {
    let one = |part: &str| {
        let (whom, wish, colour) = colour_behind(part)?;
        let is_plain = wish.trim_start().contains(' ');
        let whom = opponent(whom.trim_end_matches([' ', ',']))?;
        is_plain.then_some((whom, colour))
    };
    let found: Option<Vec<_>> = parts_of(text).into_iter().map(one).collect();
    found.filter(|found| found.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_several_has_a_colour_or_none_is_read() {
        let named = |all: &[(&str, Colour)]| {
            let all = all.iter().map(|&(whom, colour)| (whom.to_owned(), colour));
            Some(all.collect::<Vec<_>>())
        };
        let (white, black) = (Colour::White, Colour::Black);
        for (text, all) in [
            (
                "Bob as white, Carl as black",
                named(&[("Bob", white), ("Carl", black)]),
            ),
            (
                "bob@x.test with Black and 'Jack Black' as random; Di as white",
                named(&[
                    ("bob@x.test", black),
                    ("Jack Black", Colour::Random),
                    ("Di", white),
                ]),
            ),
            ("Jack Black, Betty White", None),
            ("Bob as white, Jack Black", None),
            ("Bob as white, Carl", None),
            ("Bob, Carl as black", None),
            ("Bob as white", None),
            ("as white, Carl as black", None),
            ("you as white, me as black", None),
        ] {
            assert_eq!(each_with_its_colour(text), all, "{text}");
        }
    }
}
