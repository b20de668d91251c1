use super::*;

#[test]
fn moves_are_never_taken_for_anything_else() {
    for line in [
        "Nf3",
        "12. Nf3",
        "12... Nf6",
        "e4",
        "1. e4 e5 2. Nf3",
        "O-O",
        "0-0-0",
        "draw",
        "resign",
        "challenge bob@example.net as white",
        "Nf3 - your move",
        "--Nf3--",
        "20. Nf3",
        "say hi:",
    ] {
        assert_eq!(attribution(line), None, "{line}");
        assert!(!is_forward_mark(line), "{line}");
        assert!(!is_signature_mark(line), "{line}");
        assert!(!is_rule(line), "{line}");
        assert!(!is_phone_signature(line), "{line}");
        assert!(!begins_footer(line), "{line}");
        assert!(!is_banner(line), "{line}");
        assert_eq!(strip_foreign_quote_mark(line), None, "{line}");
        assert_eq!(header_block_length(&[Look::of(line)]), None, "{line}");
    }
}
