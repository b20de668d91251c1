//! What mail programs write in the place of a picture when they make text of a letter: `[image: White: king e1; …]`,
//! `[cid:board.0123456789abcdef@example.org]`, `[Black: king e8; …]`, `<board.png>`. Nobody writes such a thing by hand.

/// What such a text begins with: as Gmail and Outlook write it, and our own words for a position, in brackets.
const BEGINNINGS: [&str; 6] = [
    "[image:",
    "[cid:",
    "[inline image:",
    "[inline:",
    "[white: ",
    "[black: ",
];

/// The whole of it, where the name of the picture is all.
const NAMES: [&str; 3] = ["<board.png>", "[board.png]", "board.png"];

/// The words for a position are so many lines at the most, however they are wrapped.
const LINES: usize = 12;

/// For each of the lines, whether it stands in the place of a picture, or is a part of what does.
pub(super) fn in_place_of_pictures(lines: &[&str]) -> Vec<bool> {
    let mut found = vec![false; lines.len()];
    let mut at = 0;
    while let Some(rest) = lines.get(at..).filter(|rest| !rest.is_empty()) {
        let length = length_of(rest);
        for flag in found.iter_mut().skip(at).take(length) {
            *flag = true;
        }
        at += length.max(1);
    }
    found
}

/// How many of the first lines stand in the place of a picture.
fn length_of(lines: &[&str]) -> usize {
    let Some(first) = lines.first().map(|line| line.trim().to_lowercase()) else {
        return 0;
    };
    if NAMES.contains(&first.as_str()) {
        return 1;
    }
    if !BEGINNINGS
        .iter()
        .any(|beginning| first.starts_with(beginning))
    {
        return 0;
    }
    // What is not closed is somebody's own bracket.
    let end = lines
        .iter()
        .take(LINES)
        .take_while(|line| !line.trim().is_empty());
    end.into_iter()
        .position(|line| line.trim_end().ends_with(']'))
        .map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_a_picture_is_known_however_it_is_wrapped() {
        for (text, expected) in [
            ("[image: board.png]\nNf3", "yn"),
            ("[cid:board.0123456789abcdef@penpawn.example.org]", "y"),
            ("Nf3\n<board.png>\nx", "nyn"),
            (
                "e4\n[image: Black: king e8; queen d8;\nrooks a8 and h8. Black to\nmove.]\nd4",
                "nyyyn",
            ),
            ("[White: king e1.]", "y"),
            ("[image: never closed\nNf3", "nn"),
            ("[image: never closed\n\nNf3]", "nnn"),
            ("[Event \"x\"]", "n"),
            ("see [image: x]", "n"),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            let found = in_place_of_pictures(&lines);
            let found: String = found
                .iter()
                .map(|place| if *place { 'y' } else { 'n' })
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
