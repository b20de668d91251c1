use super::*;

#[test]
fn hazard_29_a_name_that_looks_like_another_one_says_so() {
    for (name, shown) in [
        ("Ann", "Ann"),
        ("Søren Ångström", "Søren Ångström"),
        ("Анна Иванова", "Анна Иванова"),
        ("Γιώργος", "Γιώργος"),
        ("山田 Taro", "山田 Taro"),
        // A Cyrillic А, a Cyrillic о, a Greek Α
        ("\u{410}nn", "\u{410}nn, in mixed letters"),
        ("B\u{43e}b", "B\u{43e}b, in mixed letters"),
        ("\u{391}nn", "\u{391}nn, in mixed letters"),
        ("\u{1d400}nn", "\u{1d400}nn, in mixed letters"),
        (
            "\u{420}\u{43e}\u{440}",
            "\u{420}\u{43e}\u{440}, in Cyrillic letters",
        ),
        (
            "Ann \u{420}\u{43e}\u{440}",
            "Ann \u{420}\u{43e}\u{440}, in Cyrillic letters",
        ),
        (
            "\u{3a4}\u{3bf}\u{39c}",
            "\u{3a4}\u{3bf}\u{39c}, in Greek letters",
        ),
        ("Ann, in Cyrillic letters", "Ann"),
    ] {
        assert_eq!(with_alphabet(name, 40), shown);
        assert_eq!(with_alphabet(shown, 40), shown, "twice: {name}");
    }
    let long = with_alphabet(&format!("\u{410}{}", "n".repeat(39)), 40);
    assert_eq!(long.chars().count(), 40);
    assert!(long.ends_with(MIXED), "{long}");
}
