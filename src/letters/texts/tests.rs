use super::*;
use crate::letters::environment::environment;
use crate::letters::environment::{built_in, names};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// All languages but that from which they are made.
fn others() -> impl Iterator<Item = Language> {
    let all = Language::ALL.iter().copied();
    all.filter(|language| *language != Language::English)
}

fn folder(language: Language) -> std::path::PathBuf {
    Path::new("templates").join(language.code())
}

#[test]
fn the_folder_of_each_language_has_all_templates_and_no_others() {
    let known: BTreeSet<String> = names().into_iter().map(str::to_owned).collect();
    for language in Language::ALL {
        let mut files = BTreeSet::new();
        for entry in std::fs::read_dir(folder(*language)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".txt") {
                files.insert(name);
            }
        }
        assert_eq!(files, known, "{language:?}");
    }
}

/// What a text leaves out is not told to who reads its language.
#[test]
fn each_translation_uses_the_same_values_as_the_english_text() {
    let used = |language| {
        let environment = environment(language, BTreeMap::new()).unwrap();
        let of = |name| {
            let template = environment.get_template(name).unwrap();
            let used = template.undeclared_variables(true);
            used.into_iter().collect::<BTreeSet<String>>()
        };
        names()
            .into_iter()
            .map(|name| (name, of(name)))
            .collect::<BTreeMap<_, _>>()
    };
    let english = used(Language::English);
    for language in others() {
        let faults: Vec<String> = used(language)
            .into_iter()
            .filter(|(name, values)| english.get(name) != Some(values))
            .map(|(name, values)| {
                let english = english.get(name).unwrap();
                let lacks: Vec<_> = english.difference(&values).collect();
                let more: Vec<_> = values.difference(english).collect();
                format!("{name} lacks {lacks:?} and has {more:?}")
            })
            .collect();
        assert!(faults.is_empty(), "{language:?}:\n{}", faults.join("\n"));
    }
}

/// The first line of a translation: by it is known from which English text it was made.
fn made_from(english: &str) -> String {
    let mut sum = String::new();
    for octet in Sha256::digest(english).iter().take(3) {
        let _ = write!(sum, "{octet:02x}");
    }
    format!("{{# en {sum} #}}\n")
}

/// After a change of an English text look at its translations, and then write down that they are up to date:
/// `BLESS=1 cargo test --lib translation`.
#[test]
fn no_translation_is_older_than_its_english_text() {
    let bless = std::env::var_os("BLESS").is_some();
    for language in others() {
        let mut stale = Vec::new();
        for (name, texts) in built_in() {
            let (first, text) = (made_from(texts.english), texts.of(language));
            if text.starts_with(&first) {
                continue;
            }
            stale.push(name);
            if bless {
                let rest = match text.split_once('\n') {
                    Some((line, rest)) if line.starts_with("{# en ") => rest,
                    _ => text,
                };
                std::fs::write(folder(language).join(name), first + rest).unwrap();
            }
        }
        assert!(
            bless || stale.is_empty(),
            "look at {language:?} of these, then BLESS=1: {stale:?}"
        );
    }
}

#[test]
fn an_override_belongs_to_the_language_of_its_folder() {
    let folders = others().map(|language| format!("{}/", language.code()));
    let folders = folders.chain(["".to_owned(), "xx/".to_owned(), "de/x/".to_owned()]);
    let files = folders.map(|folder| format!("{folder}help.txt"));
    let overrides = files.map(|file| (file.clone(), file)).collect();
    let of = |language| {
        let names = overrides_in(language, &overrides).into_keys();
        names.collect::<Vec<_>>()
    };
    assert_eq!(of(Language::English), ["help.txt"]);
    assert_eq!(of(Language::German), ["help.txt", "x/help.txt"]);
    for &language in Language::ALL {
        let file = file_in(language, "help.txt");
        assert!(overrides.contains_key(&file), "{file}");
    }
}
