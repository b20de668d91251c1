//! Settings in the pages: each is one of the program, and each of the program is in them.

use super::pages;
use penpawn::settings::{DEFAULT, Settings};
use std::collections::BTreeSet;
use std::path::Path;

/// All settings, as `section.key`.
fn known() -> BTreeSet<String> {
    let mut section = String::new();
    let mut known = BTreeSet::new();
    for line in DEFAULT.lines() {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'))
        {
            section = format!("{name}.");
        } else if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            known.insert(format!("{section}{key}"));
        }
    }
    known
}

/// The setting that is named between backquotes, if it is one: `imap.host`, `data_folder` or `imap.auth = "oauth"`.
fn named(span: &str, known: &BTreeSet<String>) -> Option<String> {
    let name = span.split(" = ").next().unwrap_or_default();
    let is_key =
        |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let is_section = |section: &str| {
        let mut sections = known.iter().filter_map(|key| key.split_once('.'));
        sections.any(|(name, _)| name == section)
    };
    match name.split_once('.') {
        Some((section, key)) if is_section(section) && is_key(key) => Some(name.to_owned()),
        None if name == "data_folder" => Some(name.to_owned()),
        Some(_) | None => None,
    }
}

#[test]
fn every_setting_that_is_named_exists_and_every_one_is_named() {
    let known = known();
    assert!(known.len() > 40, "{known:?}");
    let mut told = BTreeSet::new();
    for page in pages() {
        for name in page.spans().iter().filter_map(|span| named(span, &known)) {
            assert!(known.contains(&name), "{}: no setting {name}", page.path);
            if page.path == "docs/administrators/settings.md" {
                told.insert(name);
            }
        }
    }
    let untold: Vec<&String> = known.difference(&told).collect();
    assert!(
        untold.is_empty(),
        "not in docs/administrators/settings.md: {untold:?}"
    );
}

#[test]
fn every_example_of_settings_is_taken_by_the_program() {
    let mut examples = 0;
    for page in pages() {
        let (blocks, _) = page.parts();
        for block in blocks.iter().filter(|block| block.language == "toml") {
            let text = block.lines.join("\n");
            let settings = Settings::from(Some((Path::new(&page.path), &text)))
                .unwrap_or_else(|fault| panic!("{fault:#}\n{text}"));
            settings.server().map(drop).unwrap_or_else(|fault| {
                assert!(
                    !text.contains("[server]"),
                    "{}: {fault:#}\n{text}",
                    page.path
                );
            });
            examples += 1;
        }
    }
    assert!(examples >= 5, "{examples}");
}
