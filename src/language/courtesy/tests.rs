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

#[test]
fn a_signature_below_a_closing_or_a_name_is_told_from_a_sentence() {
    for text in [
        "Best regards,\nAnn Lee\nHead of Sales | Example Ltd\n+44 123 456",
        "Ann Lee\nSenior Consultant\nann@example.org",
        "Viele Grüße\nHans\nMusterweg 5, 12345 Ulm",
        "Thanks!\nAnn",
        "On Sat, 21 Nov 2026, penpawn wrote:",
    ] {
        assert!(is_courtesy_with_signature(text), "{text}");
    }
    for text in [
        "Best regards,\nAnn\nI meant no.",
        "Sorry\nI meant no",
        "Ann Lee\nthat was my brother",
        "My brother did that.",
        "I'd rather play on",
        "(I meant no)",
    ] {
        assert!(!is_courtesy_with_signature(text), "{text}");
    }
}
