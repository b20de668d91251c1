use super::*;

fn to(address: &str, reference: Option<&str>) -> LinksTo {
    LinksTo {
        address: address.to_owned(),
        reference: reference.map(str::to_owned),
        letters: Letters::English,
    }
}

#[test]
fn a_target_says_who_about_what_and_what_and_has_no_sign_that_a_program_could_misread() {
    let target =
        to("chess+g42c22d20778.abc@example.net", None).target(42, Language::English, "13. Bxf7");
    assert_eq!(
        target,
        "mailto:chess%2Bg42c22d20778.abc@example.net?subject=Re%3A%20Chess%20game%2042&amp;body=13.%20Bxf7%0D%0A"
    );
    let target = to("chess@example.net", Some("[ref g42c22.abc]")).target(
        42,
        Language::English,
        "accept draw",
    );
    assert_eq!(
        target,
        "mailto:chess@example.net?subject=Re%3A%20Chess%20game%2042&amp;body=accept%20draw%0D%0A%0D%0A%3E%20%5Bref%20g42c22.abc%5D%0D%0A"
    );
}

#[test]
fn what_is_no_plain_ascii_is_encoded_octet_by_octet() {
    assert_eq!(encoded("ä+&=?#\"<>%"), "%C3%A4%2B%26%3D%3F%23%22%3C%3E%25");
}

#[test]
fn the_commands_of_a_sentence_are_links_and_its_other_words_are_not() {
    use Piece::{Command, Words};
    for (sentence, expected) in [
        (
            "answer with \"accept draw\", or \"resign\".",
            vec![
                Words("answer with \""),
                Command("accept draw"),
                Words("\", or \"resign\"."),
            ],
        ),
        (
            "one with \"draw\", \"decline draw\"",
            vec![
                Words("one with \""),
                Command("draw"),
                Words("\", \""),
                Command("decline draw"),
                Words("\""),
            ],
        ),
        (
            "12\" or \"draw\"",
            vec![Words("12\" or \""), Command("draw"), Words("\"")],
        ),
        (
            "To win by that, answer this mail with \"claim time\".",
            vec![
                Words("To win by that, answer this mail with \""),
                Command("claim time"),
                Words("\"."),
            ],
        ),
        ("a draw", vec![Words("a draw")]),
        (
            "Your mail says \"draw\", but",
            vec![Words("Your mail says \"draw\", but")],
        ),
        ("\"resign draw\"", vec![Words("\"resign draw\"")]),
        ("", vec![Words("")]),
    ] {
        assert_eq!(pieces(sentence), expected, "{sentence}");
    }
}

#[test]
fn no_link_gives_anything_up() {
    for given_up in [
        "resign",
        "abort",
        "withdraw",
        "stop",
        "forget me",
        "leave the server",
        "yes",
    ] {
        assert!(!COMMANDS.contains(&given_up), "{given_up}");
    }
}
