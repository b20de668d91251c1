use super::*;

#[test]
fn fields_come_in_order_with_their_folds() {
    let (fields, body) =
        split(b"From: a@x.org\r\nSubject: one\r\n two\r\nFrom: b@x.org\r\n\r\nhello");
    assert_eq!(fields.len(), 3);
    assert_eq!(fields[1].decoded(), "one two");
    assert_eq!(fields[2].mailboxes(), vec![(None, "b@x.org".to_owned())]);
    assert_eq!(body, b"hello");
}

#[test]
fn a_mail_without_blank_line_is_all_header() {
    let (fields, body) = split(b"Subject: x\nnonsense\n");
    assert_eq!(fields.len(), 1);
    assert!(body.is_empty());
    assert_eq!(split(b"").0.len(), 0);
}

#[test]
fn a_folded_line_of_blanks_does_not_end_the_block() {
    let (fields, body) = split(b"Subject: x\r\n \r\nTo: y@x.org\r\n\r\nbody");
    assert_eq!(fields.len(), 2);
    assert_eq!(body, b"body");
}

#[test]
fn a_field_that_a_program_may_miss_is_not_plain_to_all() {
    for (block, wanted) in [
        ("A: 1\r\nX-Mark: 2\r\n 3\r\n", Some(true)),
        ("A: 1\nX-Mark: 2\n", Some(true)),
        ("From ann@x.org Sat Nov 21\nX-Mark: 2\n", Some(true)),
        // blanks and folds before the colon
        ("A: 1\r\nX-Mark : 2\r\n", Some(false)),
        ("A: 1\r\nX-Mark\t: 2\r\n", Some(false)),
        ("A: 1\r\nX-Mark\r\n : 2\r\n", Some(false)),
        (" X-Mark: 2\r\n", Some(false)),
        // a line that is no field, or looks like the end of the block
        ("A: 1\r\nrubbish\r\nX-Mark: 2\r\n", Some(false)),
        (
            "A: 1\r\nFrom ann@x.org Sat Nov 21\r\nX-Mark: 2\r\n",
            Some(false),
        ),
        ("A: 1\r\nB C: 1\r\nX-Mark: 2\r\n", Some(false)),
        (": 1\r\nX-Mark: 2\r\n", Some(false)),
        ("A: 1\r\n \r\nX-Mark: 2\r\n", Some(false)),
        ("A: 1\r\nX-Mark: 2\r\n \t\r\n 3\r\n", Some(false)),
        // line ends of two kinds
        ("A: 1\r\nB: 1\nX-Mark: 2\r\n", Some(false)),
        ("A: 1\nB: 1\r\nX-Mark: 2\n", Some(false)),
        ("A: 1\rX-Mark: 2\r\n", None),
        ("A: 1\r\nB: 1\r2\r\nX-Mark: 2\r\n", Some(false)),
        ("A: 1\r\nX-Mark: 2\r\r\n", Some(false)),
        ("A: \0\r\nX-Mark: 2\r\n", Some(false)),
        // another name
        ("X-Mark\0: 2\r\n", None),
        ("X\0-Mark: 2\r\n", None),
        ("X-\r\n Mark: 2\r\n", None),
        ("X-Mark (a): 2\r\n", None),
        ("=?us-ascii?q?X-Mark?=: 2\r\n", None),
    ] {
        let (fields, _) = split(block.as_bytes());
        let found = fields.iter().find(|field| field.is("x-mark"));
        assert_eq!(found.map(|field| field.plain_to_all), wanted, "{block:?}");
    }
}

#[test]
fn decoded_values_hold_no_line_end() {
    let raw = b"Subject: =?UTF-8?Q?Re=3A_e4=0D=0ABcc=3A_victim?=\r\n\r\n";
    let (fields, _) = split(raw);
    assert_eq!(fields[0].decoded(), "Re: e4 Bcc: victim");
}

#[test]
fn eight_bit_subjects_are_read() {
    let (fields, _) = split(b"Subject: Z\xfcge\r\n\r\n");
    assert_eq!(fields[0].decoded(), "Züge");
    let (fields, _) = split("Subject: Züge\r\n\r\n".as_bytes());
    assert_eq!(fields[0].decoded(), "Züge");
}

#[test]
fn message_ids_are_found_in_every_spelling() {
    for (value, expected) in [
        ("<a@b>", vec!["a@b"]),
        ("<a@b>,<c@d>\r\n <e@f>", vec!["a@b", "c@d", "e@f"]),
        ("a@b, c@d", vec!["a@b", "c@d"]),
        ("<[a@b]>", vec!["a@b"]),
        ("", vec![]),
        ("Your message of Friday", vec![]),
    ] {
        let field = RawField {
            name: b"References",
            value: value.as_bytes(),
            plain_to_all: true,
        };
        assert_eq!(field.message_ids(), expected, "{value:?}");
    }
}

#[test]
fn cleaning_leaves_one_printable_line() {
    assert_eq!(
        clean_header(" a\r\n\tb\u{202E}c\u{2028}d\0 "),
        "a b c d".to_owned()
    );
    assert!(clean_header(&"x".repeat(100_000)).len() <= LONGEST_VALUE);
}
