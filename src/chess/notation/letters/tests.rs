use super::*;

#[test]
fn each_language_has_six_different_letters_and_reads_them_back() {
    for language in Letters::ALL {
        let mut letters: Vec<char> = language.alphabet().chars().collect();
        assert_eq!(letters.len(), 6, "{language}");
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), 6, "{language}");
        for role in Role::ALL {
            assert_eq!(language.role(language.letter(role)), Some(role));
            let small = language.letter(role).to_ascii_lowercase();
            assert_eq!(language.role(small), Some(role));
        }
    }
}

#[test]
fn a_language_is_known_by_its_code_and_by_its_names() {
    let table = [
        ("de", Letters::German),
        ("DE", Letters::German),
        (" de-AT ", Letters::German),
        ("German", Letters::German),
        ("deutsch", Letters::German),
        ("fr", Letters::French),
        ("français", Letters::French),
        ("Francais", Letters::French),
        ("español", Letters::Spanish),
        ("nb", Letters::Norwegian),
        ("nn", Letters::Norwegian),
        ("is", Letters::Icelandic),
        ("et", Letters::Estonian),
        ("english", Letters::English),
    ];
    for (text, language) in table {
        assert_eq!(text.parse(), Ok(language), "{text}");
    }
    for language in Letters::ALL {
        assert_eq!(language.code().parse(), Ok(language));
        assert_eq!(language.name().parse(), Ok(language));
        assert_eq!(language.names().2.parse(), Ok(language));
    }
    assert_eq!(
        "klingon".parse::<Letters>().unwrap_err().to_string(),
        "klingon is not one of the languages whose piece letters are known"
    );
}
