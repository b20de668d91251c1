use super::super::{Consent, OwnWords, read};
use super::*;

#[test]
fn each_word_of_the_tables_says_what_it_is_there_for() {
    for word in TAKES_BACK.all() {
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
    for word in SPOKEN_OF.split('|') {
        let sentence = format!("If {word} answers e5 then I play Nf3.");
        assert_ne!(fate(&sentence, Letters::English), Fate::Said, "{sentence}");
    }
    for word in JOINS.split('|') {
        let sentence = format!("{word} if e5 then I play Nf3");
        assert_eq!(
            fate(&sentence, Letters::English),
            Fate::Conditional,
            "{sentence}"
        );
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
        ("and if he plays e5 I play knight f3.", Fate::Conditional),
        ("And if he plays e5, I play Nf3.", Fate::Conditional),
        ("- if e5, Nf3", Fate::Conditional),
        ("et s'il joue e5 je joue Cf3", Fate::Conditional),
        ("et s'il joue e5 je joue d4", Fate::Conditional),
        ("y si juega e5 yo d4", Fate::Conditional),
        ("And if you take on d4, I take back with Nxd4.", Fate::Said),
        ("If only e4 and d4 were so easy to meet!", Fate::Conditional),
        ("But if the weather is fine I go out.", Fate::AsRead),
        (
            "I am away till monday so: when he plays Bc5, I answer c3. When he plays Nf6 - d3.",
            Fate::Conditional,
        ),
        (
            "I wonder what you do when I play Bc4 and Qh5.",
            Fate::AsRead,
        ),
        (
            "To save time, on Nf3 I play d6, on Nc3 I play Nc6.",
            Fate::Conditional,
        ),
        (
            "And if you take (ed5) I play Nf6 straight away - server please do that for me.",
            Fate::Conditional,
        ),
        ("bei e5 spiele ich d4", Fate::Conditional),
        ("After Nf3 I considered d4 too.", Fate::Said),
        ("After e5 I play tennis.", Fate::AsRead),
        ("After e5 you play Nf3, I know.", Fate::AsRead),
        ("If you play e5 then Nf3", Fate::Unclear),
    ] {
        assert_eq!(fate(line, Letters::English), expected, "{line}");
    }
}

#[test]
fn what_a_line_below_says_not_to_count_is_not_done() {
    let own = |text: &str| OwnWords {
        lines: text.lines().map(str::to_owned).collect(),
        ..OwnWords::default()
    };
    let read = |text: &str| read(&own(text), "", Letters::English);
    for undone in [
        "e5\n\nignore the above",
        "e5\n\nPlease ignore the above!",
        "e5\nHi Bob,\n\nnice weather.\n\nSorry, please disregard this mail.",
        "e5\n\nI never wrote that.",
        "e5\n\nThat was not me!",
        "challenge bob@example.org\n\nscratch that",
        "resign\n\nNo, wait, scratch that.",
        "e5\n\nBitte ignorieren.",
        "e5\n\nOublie \u{e7}a, pardon",
        "I play e5.\n\nIgnore the above, please.",
    ] {
        let message = read(undone);
        assert!(message.orders.is_empty(), "{undone}: {:?}", message.orders);
        assert_eq!(message.talk, None, "{undone}");
        assert!(message.unread.is_some(), "{undone}");
    }
    for (counts, orders) in [
        ("e5\n\nIgnore the weather, come and visit us.", 1),
        ("e5\n\nI never wrote that letter to you.", 1),
        ("e5\n\nPlease ignore my bad English.", 1),
        ("e5\n\nScratch that itch!", 1),
        ("no\n\nThat was not me.", 1),
    ] {
        assert_eq!(read(counts).orders.len(), orders, "{counts}");
    }
    assert_eq!(read("no\n\nThat was not me.").owned, Some(Consent::No));
    let agreed = read("Sure, I accept!\n\nIgnore the above.");
    assert_eq!(agreed.consent, None);
}

#[test]
fn a_yes_does_not_stand_above_what_takes_it_back() {
    let undone = |text: &str| {
        let own = crate::language::own_words(text, None);
        let read = read(&own, "", Letters::English);
        assert!(read.orders.len() <= 1, "{text}");
        read.undone
    };
    for below in [
        "just kidding",
        "no wait, not now",
        "but first let me finish the game",
        "nein, war nur Spaß",
        "es broma",
        "anzi no",
        "of nee, toch niet",
        "unless the start is moved",
    ] {
        assert!(undone(&format!("yes\n\n{below}")), "{below}");
    }
    for below in [
        "Good game, well played!",
        "No chance for me today, you were better.",
        "No hard feelings!",
    ] {
        assert!(!undone(&format!("yes\n\n{below}")), "{below}");
    }
}

#[test]
fn a_line_below_a_move_may_say_that_it_is_not_played() {
    let read = |text: &str| {
        read(
            &crate::language::own_words(text, None),
            "",
            Letters::English,
        )
    };
    for unsettled in [
        "c5\nis tempting but I need more time",
        "e4\n\nwas what I played last time",
        "e4\nhold on",
        "e4\nnee, wacht",
        "Nf3\nif Ann agrees",
        "Nf3\n(but only if it costs nothing)",
        "e5. Falsches Spiel",
    ] {
        assert!(read(unsettled).orders.is_empty(), "{unsettled}");
    }
    for counts in [
        "e4\nis this good?",
        "e4\nhow are you",
        "e4\nno hurry",
        "e4. Good game",
    ] {
        assert_eq!(read(counts).orders.len(), 1, "{counts}");
    }
}
