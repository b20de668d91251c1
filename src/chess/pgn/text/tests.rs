use super::*;

#[test]
fn signs_of_mail_programs_become_those_of_the_standard_where_they_mean_something() {
    for (written, expected) in [
        (
            "[Result “1–0”]\n\n1. e4 1–0\n",
            "[Result \"1-0\"]\n\n1. e4 1-0\n",
        ),
        ("[White „Šmíd – “Jan””]\n", "[White \"Šmíd – “Jan”\"]\n"),
        ("[White «Ann»]", "[White \"Ann\"]"),
        ("[White “Ann\n", "[White “Ann\n"),
        ("1. e4 {“1–0” 1–0} e5 ½–½", "1. e4 {“1–0” 1–0} e5 1/2-1/2"),
        ("1. e4 {a\n[b “c”]\n} 0–1", "1. e4 {a\n[b “c”]\n} 0-1"),
        ("1. e4 e5 *", "1. e4 e5 *"),
    ] {
        assert_eq!(with_standard_signs(written), expected);
    }
}

#[test]
fn cleaning_twice_changes_nothing_more() {
    let texts = [
        "",
        " a ",
        "a\r\nb",
        "{a} {b}",
        "\u{202e}abc",
        "a\u{a0}b  c",
        &"x ".repeat(300),
        &format!("{} y", "x".repeat(254)),
    ];
    for text in texts {
        let value = clean_value(text);
        assert_eq!(clean_value(&value), value);
        assert!(value.chars().count() <= LONGEST_VALUE);
        let comment = clean_comment(text);
        assert_eq!(clean_comment(&comment), comment);
    }
    assert_eq!(clean_comment(" {best}\n by\t test "), "(best) by test");
    assert_eq!(clean_value("a\tb"), "a b");
}
