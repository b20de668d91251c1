use super::*;

#[test]
fn a_header_block_needs_three_labels() {
    let header_block_length = |lines: &[&str]| {
        let looks: Vec<Look> = lines.iter().map(|line| Look::of(line)).collect();
        header_block_length(&looks)
    };
    assert_eq!(
        header_block_length(&["From: a", "Sent: b", "To: c", "Subject: d", "", "text"]),
        Some(4)
    );
    assert_eq!(
        header_block_length(&["From: a", "", "Sent: b", "", "To: c", "", "x", "y"]),
        Some(5)
    );
    assert_eq!(header_block_length(&["To: a", "From: b", "text"]), None);
    assert_eq!(header_block_length(&["A: yes", "Q: no"]), None);
    assert_eq!(header_block_length(&[]), None);
}
#[test]
fn private_addresses_are_taken_out_of_lines_that_look_like_header_fields() {
    let private = |address: &str| address.to_lowercase().starts_with("ann@");
    for (line, left) in [
        ("Kohta: ann@example.net", "Kohta: [address]"),
        ("A : Ann <ANN@Example.net>", "A : Ann <[address]>"),
        (
            "a: ann@example.net, bob@example.org",
            "a: [address], bob@example.org",
        ),
        (
            "Ann <ann@example.net> dijo ayer",
            "Ann <[address]> dijo ayer",
        ),
        ("[mailto:ann@example.net]", "[mailto:[address]]"),
        ("ann@example.net", "[address]"),
        ("  (ann@example.net)", "  ([address])"),
        // What is said in a sentence was said on purpose.
        ("Write to ann@example.net", "Write to ann@example.net"),
        ("me @ home: Nf3", "me @ home: Nf3"),
        ("Nf3", "Nf3"),
    ] {
        assert_eq!(without_addresses(line, private), left, "{line}");
        let among = format!("hello\n{line}\n\nbye");
        assert_eq!(
            without_addresses(&among, private),
            format!("hello\n{left}\n\nbye")
        );
    }
}
