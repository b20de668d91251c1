use super::*;

fn said(line: &str) -> &'static str {
    match consent(line, Letters::English) {
        Some(Consent::Yes {
            in_so_many_words: true,
        }) => "agreed",
        Some(Consent::Yes {
            in_so_many_words: false,
        }) => "yes",
        Some(Consent::No) => "no",
        None => "nothing",
    }
}

#[test]
fn a_line_that_is_too_long_to_be_looked_through_makes_a_condition_right_below() {
    for (octets, stands, conditional) in [
        (LINE, Stands::RightBelow, false),
        (LINE + 1, Stands::RightBelow, true),
        (LINE + 1, Stands::Apart, false),
    ] {
        let line = "x".repeat(octets);
        assert_eq!(makes_a_condition(&line, stands), conditional, "{octets}");
    }
}

#[test]
fn each_word_of_the_tables_says_what_it_is_there_for() {
    for word in AGREES.all() {
        assert!(matches!(said(word), "yes" | "agreed"), "{word}");
        assert!(
            matches!(said(&format!("{word}, thanks!")), "yes" | "agreed"),
            "{word}"
        );
        assert_eq!(said(&format!("{word}?")), "nothing", "{word}");
        assert_eq!(said(&format!("x{word}x")), "nothing", "{word}");
    }
    for word in AGREES_TO_A_DRAW.all() {
        assert_eq!(said(&format!("ok, {word}")), "agreed", "{word}");
    }
    for word in REFUSES.all() {
        assert_eq!(said(word), "no", "{word}");
        assert_eq!(said(&format!("{word}, no time")), "no", "{word}");
        assert_eq!(said(&format!("{word}, but I accept")), "nothing", "{word}");
    }
    for word in FORBIDS.all() {
        assert_eq!(said(&format!("I accept {word} White")), "nothing", "{word}");
        assert!(
            makes_a_condition(&format!("{word} White"), Stands::Apart),
            "{word}"
        );
        let within = format!("White {word}");
        assert!(makes_a_condition(&within, Stands::RightBelow), "{word}");
        assert!(!makes_a_condition(&within, Stands::Apart), "{word}");
        assert!(
            !gives_up(&format!("I resign, {word} x"), Letters::English),
            "{word}"
        );
    }
    for word in PUTS_OFF.all() {
        assert_eq!(said(&format!("I accept, {word} x")), "nothing", "{word}");
        assert_eq!(
            said(&format!("I accept, x{}x", word.replace(' ', "x"))),
            "agreed",
            "{word}"
        );
    }
    for word in ACCEPTS.all() {
        assert_eq!(
            said(&format!("{word}, your attack is strong")),
            "agreed",
            "{word}"
        );
    }
    for word in CLOSES.all() {
        assert_eq!(said(&format!("agreed, {word}!")), "agreed", "{word}");
        assert_eq!(said(&format!("agreed, x{word}x!")), "nothing", "{word}");
    }
    for word in GIVES_UP.all() {
        assert!(
            gives_up(&format!("{word}, well played!"), Letters::English),
            "{word}"
        );
        assert!(gives_up(&format!("ok {word}"), Letters::English), "{word}");
        assert!(!gives_up(&format!("{word}?"), Letters::English), "{word}");
        assert!(
            !gives_up(&format!("{word} Nf3"), Letters::English),
            "{word}"
        );
        assert!(!gives_up(&format!("x{word}"), Letters::English), "{word}");
    }
}

#[test]
fn sentences_offer_accept_and_refuse_a_draw() {
    let draw = |line: &str| about_a_draw(line, Letters::English);
    let tables = [
        (OFFERS_A_DRAW.split('|').collect(), Command::OfferDraw),
        (ACCEPTS_A_DRAW.all().collect(), Command::AcceptDraw),
        (REFUSES_A_DRAW.all().collect(), Command::DeclineDraw),
    ];
    for (table, command) in tables {
        let table: Vec<&str> = table;
        for sentence in table {
            let said = |line: String| (draw(&line) == Some(command.clone()), line);
            for (is_said, line) in [
                said(format!("{sentence}. Nothing happens any more.")),
                said(format!("Thanks, {sentence}!")),
                said(format!("Hello Bob! {sentence}.")),
            ] {
                assert!(is_said, "{line}");
            }
            for line in [
                format!("{sentence}, if you like"),
                format!("{sentence}. If you like."),
                format!("maybe {sentence}"),
                format!("x{sentence}x"),
                format!("{sentence} Nf3"),
            ] {
                assert_eq!(draw(&line), None, "{line}");
            }
        }
    }
    for (line, expected) in [
        (
            "Draw agreed. Thanks for a very correct game Len!",
            Some(Command::AcceptDraw),
        ),
        (
            "Agreed, draw. That was a hard one.",
            Some(Command::AcceptDraw),
        ),
        ("yes ok draw. good game nora", Some(Command::AcceptDraw)),
        ("ok, draw?", None),
        ("Agreed, it's as dead as a dodo.", None),
        ("A draw would be fair.", None),
        ("Agreed, let's call it a draw.", Some(Command::AcceptDraw)),
        ("Agreed, let's call it a draw some day.", None),
        (
            "Draw it is. Thanks Maurice, a really nice game.",
            Some(Command::AcceptDraw),
        ),
        ("I offer a draw! Just kidding, it's move six. Be3.", None),
        ("I offer a draw. No, I'm joking.", None),
        ("Ich biete Remis an. Kleiner Scherz.", None),
        ("No draw", Some(Command::DeclineDraw)),
        ("\"decline draw\". What you write below goes to Ann.", None),
        ("decline draw\". What you write below goes to Ann.", None),
    ] {
        assert_eq!(draw(line), expected, "{line}");
    }
    for (line, expected) in [
        ("All rather even, isn't it? I offer a draw.", Some("draw")),
        ("Oh dear. I resign.", Some("resign")),
        (
            "I think this is about level, so may I propose a draw? No hard feelings.",
            Some("draw"),
        ),
        ("Would you accept a draw, Bob?", Some("draw")),
        ("Was it a draw?", None),
        ("You might say: I resign. But I play on.", None),
        ("Good game so far.", None),
    ] {
        assert_eq!(order_within(line, Letters::English), expected, "{line}");
    }
}

#[test]
fn whose_an_address_is_is_said_in_words() {
    let said = |line: &str| match answer(line, Letters::English) {
        Some(Consent::Yes { .. }) => "yes",
        Some(Consent::No) => "no",
        None => "nothing",
    };
    for phrase in IS_MINE.all() {
        assert_eq!(said(phrase), "yes", "{phrase}");
        assert_eq!(said(&format!("{phrase}?")), "nothing", "{phrase}?");
        assert_eq!(said(&format!("x{phrase}x")), "nothing", "{phrase}");
    }
    for phrase in IS_NOT_MINE.all() {
        assert_eq!(said(phrase), "no", "{phrase}");
        assert_eq!(said(&format!("No, {phrase}.")), "no", "{phrase}");
        assert_eq!(said(&format!("{phrase}?")), "nothing", "{phrase}?");
    }
    for (line, expected) in [
        ("Ja", "yes"),
        ("ok", "yes"),
        ("Yes, it is mine.", "yes"),
        ("yes that's me!", "yes"),
        ("Yes, this is my address, thanks", "yes"),
        ("Oui", "yes"),
        ("Oui, c'est bien moi", "yes"),
        ("S\u{ed}", "yes"),
        ("Ja, das bin ich", "yes"),
        ("Yes, that was me. Thanks!", "yes"),
        ("yes, this is my address", "yes"),
        ("Yes, I confirm", "yes"),
        ("Yes, go ahead", "yes"),
        ("Yep", "yes"),
        ("Yes, I want to play", "yes"),
        ("Yes, I would like to play", "yes"),
        ("Yes, that's what I want", "yes"),
        ("jo, klar", "yes"),
        ("yes, and please invite Bob", "nothing"),
        ("Ja, dat klopt", "yes"),
        ("Nein", "no"),
        ("no, not mine", "no"),
        ("Nein, das war ich nicht", "no"),
        ("Non, ce n'est pas moi", "no"),
        ("yes?", "nothing"),
        ("Is it mine?", "nothing"),
        ("yes and no", "nothing"),
        ("ja, nein", "nothing"),
        ("yes, it is not mine", "nothing"),
        ("Yes, but I did not write that", "nothing"),
        ("Yes, if you tell me who you are", "nothing"),
        ("maybe it is mine", "nothing"),
        ("It would be mine", "nothing"),
        ("Yes, what is this", "nothing"),
        ("No problem", "nothing"),
    ] {
        assert_eq!(said(line), expected, "{line}");
    }
}

#[test]
fn lines_agree_and_refuse_as_people_mean_them() {
    for (line, expected) in [
        ("Sure, I accept!", "agreed"),
        ("OK", "yes"),
        ("yes", "yes"),
        ("Yes please!", "yes"),
        ("accept, with pleasure!", "agreed"),
        (
            "I accept your challenge, looking forward to a nice game",
            "agreed",
        ),
        ("ok, agreed", "agreed"),
        ("Of course!", "yes"),
        ("Decline, no time", "no"),
        ("no thanks", "no"),
        ("No, sorry", "no"),
        ("Sorry, not now", "no"),
        ("accept, but only with White", "nothing"),
        ("I accept if I get White", "nothing"),
        ("yes and no", "nothing"),
        ("No problem, I accept", "agreed"),
        ("No problem, sure", "yes"),
        ("No worries, of course", "yes"),
        ("No problem, but later", "nothing"),
        ("no problem", "nothing"),
        ("ok?", "nothing"),
        ("OK, e4", "nothing"),
        ("accept my apologies for the delay", "nothing"),
        ("Ok, thanks for telling me about your holiday", "nothing"),
        ("Yes, what a move that was", "nothing"),
        ("I will think about it", "nothing"),
        ("Not sure", "nothing"),
        ("I agree, your attack is strong", "nothing"),
        ("Agreed, it is cold here", "nothing"),
        ("Agreed, good game!", "agreed"),
        ("I would accept a draw", "nothing"),
        ("I will accept a draw", "nothing"),
        ("I would love to", "yes"),
        ("I accept, as long as I get White", "nothing"),
        ("I accept, I think", "nothing"),
        ("No, I don't mind", "nothing"),
        ("No, go ahead", "nothing"),
        ("No, that's fine", "nothing"),
        ("I accept defeat", "nothing"),
        ("I don't agree", "nothing"),
    ] {
        assert_eq!(said(line), expected, "{line}");
    }
    for line in [
        "I resign, well played!",
        "I resign. Good game!",
        "ok I give up",
        "Ich gebe auf, schöne Partie",
        "mi arrendo!",
        "gg i resign lol",
        "Thanks for the game, I resign. Your 23...Nd3 was beyond me.",
        "Tack för partiet, jag ger upp.",
    ] {
        assert!(gives_up(line, Letters::English), "{line}");
    }
    for line in [
        "I resign myself to a worse endgame",
        "I resign, if you insist",
        "I never give up",
        "Resign? Never!",
        "White resigns",
        "I resign. Or should I?",
        "He said, I resign",
    ] {
        assert!(!gives_up(line, Letters::English), "{line}");
    }
}

#[test]
fn a_game_is_given_up_in_a_sentence_by_who_says_so_and_not_by_what_can_be_written() {
    let given_up = |line: &str| given_up_among(&[line.to_owned()], Letters::English).is_some();
    for line in [
        "So I lay down my king: I resign, with my compliments.",
        "That leaves me nothing, I resign",
        "Alles verloren: ich gebe auf",
        "Resign, I have nothing left",
    ] {
        assert!(given_up(line), "{line}");
    }
    for line in [
        "To give the game up: resign",
        "  - To give the game up: *resign*",
        "To give the game up, resign.",
        "To give the game up \u{2013} resign",
        "You can also write: resign",
        "He thinks about it; resigns",
        "That leaves me nothing: I resign. Just kidding!",
    ] {
        assert!(!given_up(line), "{line}");
    }
    assert!(gives_up("I resign. Well played!", Letters::English));
    for line in [
        "I resign. Just kidding haha, e5",
        "Ich gebe auf. Nur ein Scherz!",
    ] {
        assert!(!gives_up(line, Letters::English), "{line}");
    }
}

#[test]
fn nothing_but_yes_says_so_in_so_many_words() {
    let plain = |line: &str| {
        let answer = answer(line, Letters::English);
        matches!(
            answer,
            Some(Consent::Yes {
                in_so_many_words: true
            })
        )
    };
    for line in ["oui", "Oui !", "Sí.", "si", "sì"] {
        assert!(plain(line), "{line}");
    }
    for line in [
        "oui, c'est mon adresse",
        "sí, soy yo",
        "vale",
        "ok",
        "oui mais non",
        "oui ?",
        "c'est moi",
    ] {
        assert!(!plain(line), "{line}");
    }
}

#[test]
fn what_is_accepted_and_is_no_draw_takes_none() {
    let takes_a_draw = |line: &str| {
        let agreed = Some(Consent::Yes {
            in_so_many_words: true,
        });
        at_length::at_length(line, Letters::English) == agreed
    };
    for line in [
        "I accept your invitation for Sunday.",
        "I accept the invitation to the party",
        "I accept your apology.",
    ] {
        assert!(!takes_a_draw(line), "{line}");
    }
    for line in ["I accept the draw.", "I accept your draw offer."] {
        assert!(takes_a_draw(line), "{line}");
    }
}
