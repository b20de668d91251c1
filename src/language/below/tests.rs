use super::*;

#[test]
fn each_word_of_the_tables_says_what_it_is_there_for() {
    for word in TAKES_BACK.split('|') {
        assert_eq!(
            fate(&format!("{word} d4"), Letters::English),
            Fate::TakesBack,
            "{word}"
        );
        assert_eq!(
            fate(&format!("{word} it is"), Letters::English),
            Fate::AsRead,
            "{word}"
        );
    }
    for word in CHANGES.split('|') {
        assert_eq!(
            fate(&format!("I {word} d4"), Letters::English),
            Fate::TakesBack,
            "{word}"
        );
        assert_eq!(
            fate(&format!("x{word} d4"), Letters::English),
            Fate::AsRead,
            "{word}"
        );
    }
    for word in INTENDS.split('|') {
        let line = format!("Sorry, on a second look I {word} d4");
        assert_eq!(fate(&line, Letters::English), Fate::TakesBack, "{word}");
        let line = format!("Sorry, on a second look I x{word} d4");
        assert_eq!(fate(&line, Letters::English), Fate::AsRead, "{word}");
    }
    for word in PAST.split('|') {
        assert_eq!(
            fate(&format!("So {word} d4 it"), Letters::English),
            Fate::Said,
            "{word}"
        );
        assert_eq!(
            fate(&format!("So x{word} d4"), Letters::English),
            Fate::AsRead,
            "{word}"
        );
        // Whoever takes it back does so whatever else he says.
        let back = format!("No, {word} d4");
        assert_eq!(fate(&back, Letters::English), Fate::TakesBack, "{word}");
    }
    for word in OPPONENTS.split('|') {
        let sentence = format!("If {word} answer e5 then I play Nf3.");
        assert_eq!(fate(&sentence, Letters::English), Fate::Said, "{sentence}");
    }
}

#[test]
fn lines_below_an_order_have_their_fate() {
    for (line, expected) in [
        ("(I nearly played d4)", Fate::Said),
        ("(d4 was tempting too)", Fate::Said),
        ("I considered d4.", Fate::Said),
        ("If you answer e5 then I play Nf3.", Fate::Said),
        ("If he had played e5 then Nf3 was good!", Fate::Said),
        ("If Black takes on d4, Nxd4 is strong.", Fate::Said),
        ("(d4)", Fate::AsRead),
        ("d4", Fate::AsRead),
        ("Nice weather here.", Fate::AsRead),
        ("draw", Fate::AsRead),
        ("If you have time, call me.", Fate::AsRead),
        ("no, d4", Fate::TakesBack),
        ("(no, d4)", Fate::TakesBack),
        ("(or maybe d4)", Fate::TakesBack),
        ("Sorry, I thought again and play d4", Fate::TakesBack),
        ("oops d4 I mean, fat fingers", Fate::TakesBack),
        ("d4 instead", Fate::TakesBack),
        ("I meant d4", Fate::TakesBack),
        ("No, I did not see Nf3.", Fate::AsRead),
        (
            "Should you take on d4, the knight takes back.",
            Fate::AsRead,
        ),
        ("if e5 then Nf3", Fate::Conditional),
        ("If e5, then Nf3.", Fate::Conditional),
        ("if e5 Nf3", Fate::Conditional),
        ("if O-O tehn Qf6", Fate::Conditional),
        ("if Qf6 thn O-O", Fate::Conditional),
        ("fi Qf6 then 0-0-0", Fate::Conditional),
        ("if e5 than perhaps Nf3", Fate::Conditional),
        ("If e5 then I play Nf3.", Fate::Conditional),
        ("if:", Fate::Conditional),
        ("if you play e5 I play Nf3", Fate::Unclear),
        ("If you play e5 then Nf3", Fate::Unclear),
    ] {
        assert_eq!(fate(line, Letters::English), expected, "{line}");
    }
}
