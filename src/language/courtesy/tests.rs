use super::*;

#[test]
fn a_greeting_thanks_and_a_name_ask_for_nothing() {
    for text in [
        "",
        "Hi there,",
        "Hi there,\nThanks, Ann",
        "Thank you!",
        "Hello!\n\nBest regards\nDan",
        "Viele Grüße, Uwe",
        "- Ann",
        "Danke\nUwe Müller",
    ] {
        assert!(is_courtesy(text), "{text:?}");
    }
    for text in [
        "Shall we?",
        "I play fast.",
        "Hello!\nplease as white",
        "as White",
        "White",
        "Best if we begin tomorrow",
        "Ann\nBob",
        "Thanks, but no, I would rather wait",
        "best of five",
    ] {
        assert!(!is_courtesy(text), "{text:?}");
    }
}
