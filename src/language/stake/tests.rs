use super::*;

/// What is left and what was read: `R` rated, `C` casual, `-` nothing, `!` both; in brackets what may end a name.
fn read(text: &str) -> String {
    let Cut { rest, wish } = cut_stake(text);
    let sign = match &wish {
        StakeWish::Unsaid => "-",
        StakeWish::Said {
            stake: Stake::Rated,
            ..
        } => "R",
        StakeWish::Said {
            stake: Stake::Casual,
            ..
        } => "C",
        StakeWish::Both => "!",
    };
    let behind = wish.behind_name().map(|word| format!("({word})"));
    format!("{rest} {sign}{}", behind.unwrap_or_default())
}

#[test]
fn the_word_is_cut_out_wherever_it_stands_behind_the_name() {
    for (text, expected) in [
        ("Bob", "Bob -"),
        ("Bob rated", "Bob R(rated)"),
        ("Bob, rated", "Bob R"),
        ("Bob casual", "Bob C(casual)"),
        ("Bob unrated.", "Bob C(unrated)"),
        ("Bob Rated 3 days a move", "Bob 3 days a move R(Rated)"),
        ("Bob 3 days a move, rated", "Bob 3 days a move R"),
        ("Bob, rated, 3 days a move", "Bob, 3 days a move R"),
        (
            "Bob 3 days a move rated as white",
            "Bob 3 days a move as white R(rated)",
        ),
        ("bob@example.net (rated)", "bob@example.net R(rated)"),
        ("Bob in a rated game", "Bob R"),
        ("Bob for a casual game as black", "Bob as black C"),
        ("Bob rated game", "Bob R(rated)"),
        ("Bob rated rated", "Bob R"),
        ("Bob rated casual", "Bob !"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn what_is_a_name_or_talk_stays() {
    for text in [
        "rated",
        "Rated Ron",
        "'Joan Rated'",
        "“Joan Rated” as white",
        "me to a rated game",
        "the rated players",
        "Bob overrated",
    ] {
        let name = text.strip_prefix("Rated ").map_or(text, |_| text);
        assert_eq!(cut_stake(name).rest, text, "{text}");
        assert_eq!(cut_stake(name).wish, StakeWish::Unsaid, "{text}");
    }
}
