use super::*;

const SMALL: Allowance = Allowance {
    line: 20,
    literal: 30,
    whole: 100,
};

/// What becomes of this, whole and octet by octet.
fn heard(said: &str) -> Result<(), TooMuch> {
    let whole = Hearing::new(SMALL).hear(said.as_bytes());
    let mut hearing = Hearing::new(SMALL);
    let single = said.bytes().try_for_each(|octet| hearing.hear(&[octet]));
    assert_eq!(whole, single, "{said:?}");
    whole
}

#[test]
fn a_server_may_say_only_so_much_in_a_line_in_a_literal_and_at_once() {
    let line = |octets: usize| "x".repeat(octets);
    assert_eq!(heard(&format!("{}\r\n{}\r\n", line(18), line(18))), Ok(()));
    assert_eq!(heard(&line(21)), Err(TooMuch::Line(20)));
    assert_eq!(heard(&format!("a\r\n{}", line(21))), Err(TooMuch::Line(20)));
    // No line ends inside a literal, and none is announced there.
    assert_eq!(heard(&format!("a {{30}}\r\n{})\r\n", line(30))), Ok(()));
    assert_eq!(heard("a {14}\r\nx {99999}\r\nxxx)\r\n"), Ok(()));
    assert_eq!(heard("a {31}\r\n"), Err(TooMuch::Literal(31)));
    assert_eq!(
        heard("a {99999999999}\r\n"),
        Err(TooMuch::Literal(99_999_999_999))
    );
    assert_eq!(heard("{9999999999999999\r\n"), Ok(()), "not closed");
    assert_eq!(heard("a {99} b\r\n"), Ok(()), "not at the end");
    assert_eq!(heard(&"* OK\r\n".repeat(16)), Ok(()));
    assert_eq!(heard(&"* OK\r\n".repeat(17)), Err(TooMuch::Whole(100)));
}

#[test]
fn after_a_word_of_ours_it_may_speak_again() {
    let mut hearing = Hearing::new(SMALL);
    for _ in 0..50 {
        assert_eq!(hearing.hear(&b"* OK\r\n".repeat(10)), Ok(()));
        hearing.we_spoke();
    }
    // But not end a line that has no end.
    for _ in 0..20 {
        assert_eq!(hearing.hear(b"x"), Ok(()));
        hearing.we_spoke();
    }
    assert_eq!(hearing.hear(b"x"), Err(TooMuch::Line(20)));
}
