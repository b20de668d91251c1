use super::*;

#[test]
fn the_word_is_named_and_the_line_is_mended() {
    for (line, word, mended) in [
        ("if Nc6 tehn Bb5", "tehn", Some("if Nc6 then Bb5")),
        ("If Nc6, thn Bb5", "thn", Some("If Nc6, then Bb5")),
        ("if Nc6 than Bb5", "than", Some("if Nc6 then Bb5")),
        ("if Nc6 dann Bb5", "dann", Some("if Nc6 then Bb5")),
        ("wenn Nc6 dann Bb5", "wenn", Some("if Nc6 then Bb5")),
        ("fi Nc6 then Bb5", "fi", Some("if Nc6 then Bb5")),
        ("if O-O tehn Qf6", "tehn", Some("if O-O then Qf6")),
        ("fi Qf6 then O-O-O", "fi", Some("if Qf6 then O-O-O")),
        ("iff Nc6 then Bb5", "iff", Some("if Nc6 then Bb5")),
        ("if Nc6 ro d6 then d4", "ro", Some("if Nc6 or d6 then d4")),
        ("if Nc6 probably then Bb5", "probably", None),
        ("if Nc6 then Bb55", "Bb55", None),
    ] {
        let found = slip(line, Letters::English).unwrap();
        assert_eq!(found.word, word, "{line}");
        assert_eq!(found.line.as_deref(), mended, "{line}");
    }
    assert_eq!(slip("if Nc6 then Bb5", Letters::English), None);
}

#[test]
fn each_word_of_the_table_is_understood_and_no_other() {
    for (word, others) in WORDS {
        for other in others.split('|') {
            let line = match word {
                "if" => format!("{other} Nc6 then Bb5"),
                "then" => format!("if Nc6 {other} Bb5"),
                "or" => format!("if Nc6 {other} d6 then Bb5"),
                _ => format!("if Nc6 then Bb5 {other} if a6 then Ba4"),
            };
            let found = slip(&line, Letters::English);
            assert!(found.is_some_and(|slip| slip.line.is_some()), "{line}");
        }
    }
    for line in [
        "wenn wir Nc6 spielen dann Bb5",
        "of Nc6 and Bb5 I like the second",
        "is Nc6 then Bb5 good?",
        "fine Nc6 then Bb5",
        "thanks for Nc6",
        "fi",
    ] {
        assert!(!is_condition(line, Letters::English), "{line}");
    }
    for line in [
        "fi Nc6 then Bb5",
        "wenn Nc6, dann Bb5",
        "of Nc6 then Bb5",
        "wenn O-O dann O-O-O",
        "fi 0-0 then Qf6",
    ] {
        assert!(is_condition(line, Letters::English), "{line}");
    }
}
