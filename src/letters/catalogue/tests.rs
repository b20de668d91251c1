use super::*;
use std::collections::BTreeSet;

#[test]
fn every_text_of_every_language_can_be_read_and_uses_the_values_of_the_english_one() {
    for language in Language::ALL.iter().copied() {
        let environment = environment(language);
        let used = |text: &str| -> BTreeSet<String> {
            let template = environment.template_from_str(text).unwrap();
            template.undeclared_variables(false).into_iter().collect()
        };
        let mut seen = BTreeSet::new();
        for (english, text) in language.sentences().unwrap() {
            assert_eq!(used(&english), used(&text), "{text}");
            assert!(!text.is_empty(), "{english}");
            assert!(seen.insert(english.clone()), "twice: {english}");
        }
    }
}
