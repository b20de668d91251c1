use super::*;

fn shown(lines: &[Vec<Spelling>]) -> Vec<String> {
    lines
        .iter()
        .map(|line| {
            let typed: Vec<&str> = line.iter().map(Spelling::typed).collect();
            typed.join(" ")
        })
        .collect()
}

fn lines(line: &str) -> Vec<String> {
    match condition(line, Letters::English) {
        Some(Condition::Lines(lines)) => shown(&lines),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn conditions_in_words() {
    for (line, read) in [
        ("if Nc6 then Bb5", vec!["Nc6 Bb5"]),
        ("and if Nc6 then Bb5", vec!["Nc6 Bb5"]),
        ("And if he plays Nc6, I play Bb5.", vec!["Nc6 Bb5"]),
        ("If he goes Nc6, then Bb5 please.", vec!["Nc6 Bb5"]),
        ("If Nc6, then Bb5.", vec!["Nc6 Bb5"]),
        ("if Nc6 Bb5", vec!["Nc6 Bb5"]),
        ("if Nc6, Bb5", vec!["Nc6 Bb5"]),
        ("IF nc6 THEN bb5", vec!["nc6 bb5"]),
        ("if Nc6 -> Bb5", vec!["Nc6 Bb5"]),
        ("if you play Nc6 I play Bb5", vec!["Nc6 Bb5"]),
        ("if Nc6 then Bb5 if a6 then Ba4", vec!["Nc6 Bb5 a6 Ba4"]),
        (
            "if Nc6 then Bb5, and if a6 then Ba4",
            vec!["Nc6 Bb5 a6 Ba4"],
        ),
        ("if 2... Nc6 3. Bb5 a6 4. Ba4", vec!["Nc6 Bb5 a6 Ba4"]),
        ("if Nc6 or d6 then d4", vec!["Nc6 d4", "d6 d4"]),
        (
            "if Nc6 then Bb5 if a6 or Nf6 then Ba4",
            vec!["Nc6 Bb5 a6 Ba4", "Nc6 Bb5 Nf6 Ba4"],
        ),
        ("if: Nc6 then Bb5", vec!["Nc6 Bb5"]),
    ] {
        assert_eq!(lines(line), read, "{line}");
    }
}

#[test]
fn what_looks_like_a_condition_and_cannot_be_read_is_no_talk() {
    for line in [
        "if Nc6 then Bb5 or Bc4",
        "if Nc6 than probably Bb5",
        "if Nc6 my plan was Bb5",
        "if anything then Bb5",
    ] {
        assert_eq!(
            condition(line, Letters::English),
            Some(Condition::Doubtful(Unreadable::Unclear)),
            "{line}"
        );
    }
    for line in [
        "If you have time, look at this.",
        "if only I had seen Nc6",
        "iffy: Nc6 Bb5",
        "if I may ask: where do you live?",
    ] {
        assert_eq!(condition(line, Letters::English), None, "{line}");
    }
    assert_eq!(condition("if:", Letters::English), Some(Condition::Below));
}

fn below(text: &str) -> Result<(usize, Vec<String>), Unreadable> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (taken, read) = movetext(&lines, Letters::English)?;
    Ok((taken, shown(&read)))
}

#[test]
fn movetext_with_variations_becomes_lines() {
    let (taken, read) = below(
            "2... Nc6 (2... d6 3. d4 exd4 (3... Nf6 4. Nc3)\n4. Nxd4 {usual}) 3. Bb5 $1 a6 ; the main line\n4. Ba4 *\n\nCheers",
        )
        .unwrap();
    assert_eq!(taken, 3);
    assert_eq!(
        read,
        ["Nc6 Bb5 a6 Ba4", "d6 d4 Nf6 Nc3", "d6 d4 exd4 Nxd4",]
    );
    let (taken, read) =
        below("[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n").unwrap();
    assert_eq!((taken, read.len()), (4, 1));
}

#[test]
fn movetext_that_does_not_add_up_is_not_read() {
    for text in [
        "2... Nc6 (3. Bb5",
        "2... Nc6) 3. Bb5",
        "(2... Nc6",
        "Nc6 {open",
        "hello there",
        "",
    ] {
        assert_eq!(below(text), Err(Unreadable::Unclear), "{text}");
    }
}

#[test]
fn a_variation_takes_the_place_of_one_move_however_deep_it_stands() {
    let (_, read) = below("1. e4 (1. d4 (1. c4 (1. a3 e5) e6) d5 2. c4) e5 2. Nf3").unwrap();
    assert_eq!(read, ["e4 e5 Nf3", "a3 e5", "c4 e6", "d4 d5 c4"]);
    // A variation that begins with another one takes the place of the move before.
    let (_, read) = below("1. e4 e5 ((1. d4 d5) e6) 2. Nf3").unwrap();
    assert_eq!(read, ["e4 e5 Nf3", "d4 d5", "e4 e6"]);
}

#[test]
fn reading_costs_no_more_than_the_budget() {
    let nested = "1. e4 (1. d4 (1. c4 (1. a3 e5) e5) e5) e5 ";
    let (_, read) = below(&nested.repeat(100)).unwrap();
    // One more than is kept, so that the game can tell of it.
    assert_eq!(read.len(), LINES_OF_PLAY + 1);
    assert_eq!(read[0].split(' ').count(), 200);
    for (text, why) in [
        (nested.repeat(5_000), "octets"),
        ("e4\n".repeat(CONDITION_LINES + 1), "lines"),
        ("e4 (d4 ".repeat(VARIATIONS_DEEP + 1), "depth"),
        (
            format!("{} (e4) {}", "e4 ".repeat(1_000), "(e4) ".repeat(20)),
            "moves",
        ),
    ] {
        assert_eq!(below(&text), Err(Unreadable::TooMany), "{why}");
    }
    let choice = "if a6 or b6 or c6 then d4 ".repeat(4);
    assert_eq!(
        condition(&choice, Letters::English),
        Some(Condition::Doubtful(Unreadable::TooMany))
    );
}
