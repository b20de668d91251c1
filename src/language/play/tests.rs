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
fn a_draw_is_offered_beside_a_move_in_each_language() {
    let offers = |line: &str| match with_moves(line, Letters::English) {
        Moves::Read(commands) => commands.contains(&Command::OfferDraw),
        Moves::Alternatives | Moves::None => false,
    };
    for line in [
        "Nf3 and a draw",
        "Nf3 with a draw offer",
        "Nf3 and draw offer",
        "Nf3 und Remis",
        "Nf3 mit Remisangebot",
        "Nf3 und ich biete Remis an",
        "Nf3 et nulle",
        "Nf3 avec proposition de nulle",
        "Nf3 y tablas",
        "Nf3 con oferta de tablas",
        "Nf3 e patta",
        "Nf3 con proposta di patta",
        "Nf3 en remise",
        "Nf3 met een remisevoorstel",
        "Nf3 e empate?",
        "Nf3 och remi",
    ] {
        assert!(offers(line), "{line}");
    }
    for line in ["Nf3 i hereby claim a draw", "Nf3, and I claim a draw"] {
        let Moves::Read(commands) = with_moves(line, Letters::English) else {
            panic!("{line}");
        };
        assert!(
            matches!(commands.last(), Some(Command::ClaimDraw(_))),
            "{line}"
        );
    }
    for line in [
        "Nf3 and no draw",
        "Nf3 und kein Remis",
        "Nf3 y no tablas",
        "Nf3 and a drawing",
        "Nf3",
    ] {
        assert!(!offers(line), "{line}");
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
