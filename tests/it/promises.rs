//! Every sentence of `docs/promises.md` is quoted by a test that shows it, and so is what the settings of
//! `[server]` promise about addresses, tokens and confirmations.
//!
//! A test in Rust quotes it in its description, `/// > A mail has its effect once.`; an attack or a dialogue in its head,
//! `# Promise: A mail has its effect once.`. A quotation may go on on the next line of the same kind.

use crate::bed;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The sentences, in their order.
fn promises() -> Vec<String> {
    let page = fs::read_to_string(bed::root().join("docs/promises.md")).expect("the promises");
    let mut items: Vec<String> = Vec::new();
    // Above the list stands what it is for.
    let list = page.lines().skip_while(|line| !line.starts_with("- "));
    for line in list.filter(|line| !line.trim().is_empty()) {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(begins), _) => items.push(begins.to_owned()),
            (None, Some(item)) => {
                item.push(' ');
                item.push_str(line.trim());
            }
            (None, None) => panic!("not a list: {line}"),
        }
    }
    items.iter().flat_map(|item| sentences(item)).collect()
}

/// What is said of a setting is a promise where it says who is answered, asked, obeyed or believed.
const PROMISES: [&str; 8] = [
    "is answered as if",
    "is not answered",
    "is not told",
    "with all domains below it",
    "not counted above",
    "never obeyed",
    "may play a move",
    "believed.",
];

/// The promises of the settings of `[server]`.
fn promises_of_settings() -> Vec<String> {
    let (_, server) = penpawn::settings::DEFAULT
        .split_once("\n[server]\n")
        .expect("the settings");
    let (server, _) = server.split_once("\n[imap]\n").expect("their end");
    let mut texts = vec![String::new()];
    for line in server.lines() {
        match (line.strip_prefix('#'), texts.last_mut()) {
            (Some(said), Some(text)) => text.push_str(said),
            _ => texts.push(String::new()),
        }
    }
    let said = texts.iter().flat_map(|text| sentences(text));
    let promises = |sentence: &String| PROMISES.iter().any(|words| sentence.contains(words));
    said.filter(promises).collect()
}

/// The sentences of a paragraph; a dot inside of a word or before a small letter ends none.
fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut sentence = String::new();
    for word in text.split_whitespace() {
        let begins = word.starts_with(|c: char| c.is_uppercase() || c == '`');
        if sentence.ends_with('.') && begins {
            found.push(std::mem::take(&mut sentence));
        }
        if !sentence.is_empty() {
            sentence.push(' ');
        }
        sentence.push_str(word);
    }
    found.push(sentence);
    found
}

/// Every file below this folder with this ending.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
}

/// The quotations in a text: runs of lines with this beginning, each with the first line behind it that has none.
fn quotations<'a>(text: &'a str, mark: &str) -> Vec<(String, &'a str)> {
    let mut found: Vec<(String, &str)> = Vec::new();
    let mut quotation = String::new();
    for line in text.lines() {
        match line.trim_start().strip_prefix(mark) {
            Some(quoted) if quotation.is_empty() => quotation.push_str(quoted.trim()),
            Some(quoted) => {
                quotation.push(' ');
                quotation.push_str(quoted.trim());
            }
            None if quotation.is_empty() => {}
            None => found.extend(
                sentences(&std::mem::take(&mut quotation))
                    .into_iter()
                    .map(|sentence| (sentence, line)),
            ),
        }
    }
    found
}

#[test]
fn every_promise_is_quoted_by_a_test_that_shows_it() {
    let mut quoted: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let tests = bed::root().join("tests");
    let mut rust = Vec::new();
    files(&tests.join("it"), "rs", &mut rust);
    for path in rust.iter().filter(|path| !path.ends_with("promises.rs")) {
        let text = fs::read_to_string(path).expect("a file");
        for (sentence, next) in quotations(&text, "/// > ") {
            let is_test = ["#[tokio::test]", "#[test]"].contains(&next.trim());
            assert!(is_test, "{}: {next} is no test", path.display());
            quoted
                .entry(sentence)
                .or_default()
                .push(path.display().to_string());
        }
    }
    // These are walked by `attacks` and `dialogues`, every one.
    let mut texts = Vec::new();
    files(&tests.join("attacks"), "txt", &mut texts);
    files(&tests.join("dialogues"), "txt", &mut texts);
    for path in texts {
        let text = fs::read_to_string(&path).expect("a file");
        let head: String = text
            .lines()
            .map_while(|line| line.starts_with('#').then(|| format!("{line}\n")))
            .chain(["\n".to_owned()])
            .collect();
        for (sentence, _) in quotations(&head, "# Promise: ") {
            quoted
                .entry(sentence)
                .or_default()
                .push(path.display().to_string());
        }
    }
    let mut promises = promises();
    assert!(promises.len() >= 9, "{promises:?}");
    let of_settings = promises_of_settings();
    assert!(of_settings.len() >= 8, "{of_settings:#?}");
    promises.extend(of_settings);
    let unshown: Vec<&String> = promises
        .iter()
        .filter(|promise| !quoted.contains_key(*promise))
        .collect();
    assert!(
        unshown.is_empty(),
        "no test quotes these promises: {unshown:#?}"
    );
    for (sentence, files) in quoted {
        assert!(
            promises.contains(&sentence),
            "{files:?} quote what neither docs/promises.md nor a setting promises: {sentence}"
        );
    }
}

#[test]
fn sentences_are_told_apart() {
    let text = "A mail has its effect once. Its answers (`a.b`) are written. Where `x` is. 1. e4 is no end.";
    assert_eq!(
        sentences(text),
        [
            "A mail has its effect once.",
            "Its answers (`a.b`) are written.",
            "Where `x` is. 1. e4 is no end.",
        ]
    );
    let quoted = quotations("x\n/// > A\n/// > b.\n/// c\nfn d() {}\n", "/// > ");
    assert_eq!(quoted, [("A b.".to_owned(), "/// c")]);
}
