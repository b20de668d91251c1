use super::challenging;

fn line(text: &str) -> Option<String> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    challenging(&lines).map(|wished| wished.typed)
}

#[test]
fn a_challenge_is_found_in_sentences_with_its_clock_and_colour() {
    for (text, found) in [
        (
            "I would like to play a game of chess by e-mail with my friend Bob, his address is bob@example.org. What do I do now?",
            "challenge bob@example.org",
        ),
        (
            "Please set up a game between me and bob@example.org - he can have White as he's been complaining, five days per move.",
            "challenge bob@example.org 5 days a move as black",
        ),
        (
            "I challenge my friend Bob (bob@example.org) for a duel! I take white pieces and we have 1 week for every move.",
            "challenge bob@example.org 1 week a move as white",
        ),
        (
            "Hallo, ich möchte gern eine Partie gegen bob@example.org spielen, 3 Tage pro Zug, ich habe Weiß. Danke!",
            "challenge bob@example.org 3 days a move as white",
        ),
        (
            "fordere bob@example.org heraus. er darf weiss haben",
            "challenge bob@example.org as black",
        ),
        (
            "Bonjour, je voudrais défier mon ami Bob (bob@example.org), 3 jours par coup, avec les Blancs.",
            "challenge bob@example.org 3 days a move as white",
        ),
        (
            "Hola, quiero jugar con bob@example.org, 4 días por jugada, el color me da igual",
            "challenge bob@example.org 4 days a move",
        ),
        (
            "Sfida a bob@example.org, 3 giorni a mossa, io con il Bianco",
            "challenge bob@example.org 3 days a move as white",
        ),
        (
            "Ik wil graag schaken met jan@example.org en ik heb wit. Week per zet is prima.",
            "challenge jan@example.org 1 week a move as white",
        ),
        (
            "A game with Bob please, bob@example.org<mailto:bob@example.org>. Cheers! Ann (ann@example.org)",
            "challenge bob@example.org",
        ),
    ] {
        assert_eq!(line(text).as_deref(), Some(found), "{text}");
    }
}

#[test]
fn what_cannot_be_told_whole_is_no_challenge() {
    for text in [
        "May I play two games at once with bob@example.org?",
        "A game with bob@example.org, two days, I am White.",
        "A game with bob@example.org, white would be nice, or black.",
        "A game with bob@example.org and with ann@example.org please",
        "I don't want to play with bob@example.org",
        "Write to bob@example.org please",
        "A game with Bob",
        "challenge bob@example.org tim@example.org",
        "My friend bob@example.org told me about this game server. How can I play here?",
        "bob@example.org invited me to play chess here, but I have lost the mail.",
        "I want to play chess. bob@example.org told me about you.",
        "Let's play! Greetings from Fred, fred@example.org",
        "I'd love to play! But please write to my other address bob@example.org",
        "Nice game so far! My new mail address is bob@example.org",
        "I want to play Bob. If he says no, ask tim@example.org",
        "A game with bob@example.org, 1.5 days per move",
        "A game with bob@example.org, a day or two per move",
        "A rated game with bob@example.org",
        "I'd like a game with bob@example.org, he'd like to play with white",
        "I'd like a game with bob@example.org. I am away for 3 days, then I move.",
    ] {
        assert_eq!(line(text), None, "{text}");
    }
}
