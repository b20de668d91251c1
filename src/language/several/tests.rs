use super::*;

#[test]
fn several_opponents_are_read_apart_and_names_side_by_side_stay_together() {
    let table: [(&str, &[&str]); 16] = [
        ("ann@x.test, bob@y.test", &["ann@x.test", "bob@y.test"]),
        ("ann@x.test; bob@y.test", &["ann@x.test", "bob@y.test"]),
        ("ann@x.test and bob@y.test", &["ann@x.test", "bob@y.test"]),
        ("ann@x.test und bob@y.test.", &["ann@x.test", "bob@y.test"]),
        ("ann@x.test & bob@y.test", &["ann@x.test", "bob@y.test"]),
        (
            "ann@x.test, bob@y.test, and cid@z.test",
            &["ann@x.test", "bob@y.test", "cid@z.test"],
        ),
        (
            "Ann <ann@x.test>, \"Bob, the second\" <bob@y.test>",
            &["ann@x.test", "bob@y.test"],
        ),
        ("ann@x.test, Bob", &["ann@x.test", "Bob"]),
        ("Bob and ann@x.test", &["Bob", "ann@x.test"]),
        ("Bob, ann@x.test, Cid", &["Bob", "ann@x.test", "Cid"]),
        ("Ann, Bob", &["Ann, Bob"]),
        ("Ann and Bob", &["Ann and Bob"]),
        (
            "Smith, Ann, bob@y.test; Cid; Dora",
            &["Smith, Ann", "bob@y.test", "Cid; Dora"],
        ),
        (
            "'Smith, Ann', 'Jack Black' and Bob",
            &["Smith, Ann", "Jack Black", "Bob"],
        ),
        ("'O'Brien', Bob", &["O'Brien", "Bob"]),
        (
            "Øyvind 2, Élodie and Владимир",
            &["Øyvind 2, Élodie and Владимир"],
        ),
    ];
    for (text, expected) in table {
        let expected: Vec<String> = expected.iter().map(|&one| one.to_owned()).collect();
        assert_eq!(opponents(text), Some(expected), "{text}");
    }
}

#[test]
fn what_says_more_than_names_is_not_taken_for_some() {
    for text in [
        "ann@x.test",
        "Bob",
        "'Smith, Ann'",
        "ann@x.test or bob@y.test",
        "ann@x.test, not bob@y.test",
        "ann@x.test, not Bob <bob@y.test>",
        "ann@x.test, good luck",
        "ann@x.test as white, bob@y.test",
        "Ann and Bob <both@x.test>",
        "Smith, Ann <ann@x.test>",
        "ann@x.test white, 3 days",
        "accepted, Bob",
        "ann@x.test, bob@nowhere",
        "ann@x.test, what about you?",
        "me, please",
    ] {
        assert_eq!(opponents(text), None, "{text}");
    }
    for word in NO_NAMES.split('|') {
        assert_eq!(opponents(&format!("Ann, {word} Bob")), None, "{word}");
        let other = format!("Ann, x{word}x Bob");
        assert_eq!(opponents(&other), Some(vec![other.clone()]), "{word}");
    }
}

#[test]
fn a_text_that_may_be_one_name_is_taken_apart_where_it_is_none() {
    let table: [(&str, &[&str]); 6] = [
        ("Ann", &["Ann"]),
        ("Ann and Bob", &["Ann", "Bob"]),
        ("Ann, Bob; Cid and Dora", &["Ann", "Bob", "Cid", "Dora"]),
        ("Ann or Bob", &["Ann or Bob"]),
        ("Andy Band", &["Andy Band"]),
        ("Ann, in Cyrillic letters", &["Ann, in Cyrillic letters"]),
    ];
    for (text, expected) in table {
        assert_eq!(names_in(text), expected, "{text}");
    }
}
