use super::*;

#[test]
fn the_same_said_twice_is_one_move() {
    for (line, expected) in [
        ("0-0, kurze Rochade", Some(1)),
        ("O-O, 0-0", Some(1)),
        ("Nf3, knight f3", None),
        ("e4, d4", None),
        ("0-0, lange Rochade", None),
    ] {
        let read = match with_moves(line, Letters::English) {
            Moves::Read(commands) => Some(commands.len()),
            Moves::Alternatives | Moves::None => None,
        };
        assert_eq!(read, expected, "{line}");
    }
}

#[test]
fn what_is_said_behind_a_move_is_said_whole_or_not_at_all() {
    for (line, expected) in [
        ("Bb5, your move!", None),
        ("Ba4. Your move", None),
        ("a6 your turn!", None),
        ("Pd4 graag", None),
        ("e4 good luck!", Some("good luck!")),
        ("knight takes e5 good luck!", Some("good luck!")),
        ("e4, your cat says hello", Some("your cat says hello")),
        ("1. e4 e5 2. Nf3 greetings", Some("greetings")),
        ("Bb5 (your move, my friend)", Some("your move, my friend")),
        ("short castling, see you", Some("see you")),
    ] {
        let behind = words_behind(line, Letters::English);
        assert_eq!(behind.as_deref(), expected, "{line}");
    }
}
