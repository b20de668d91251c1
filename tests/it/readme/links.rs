//! Links between pages.

use super::{Page, pages};
use crate::bed;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The targets of the links of a page: what stands between `](` and `)`.
fn targets(page: &Page) -> Vec<String> {
    let (_, words) = page.parts();
    let words = words.join("\n");
    let rest = words.split("](").skip(1);
    rest.filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target.to_owned())
        .collect()
}

/// The names by which the headings of a page can be linked to, as GitHub and others make them.
fn anchors(page: &Page) -> BTreeSet<String> {
    let (_, words) = page.parts();
    let headings = words.iter().filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#').trim()))
        .collect()
}

fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let heading = heading.to_lowercase();
    heading
        .chars()
        .filter(kept)
        .collect::<String>()
        .replace(' ', "-")
}

/// A path from the root, without `.` and `..`.
fn resolved(page: &str, target: &str) -> PathBuf {
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let mut path = PathBuf::new();
    for part in folder.join(target).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{page}: {target}"),
            Component::CurDir => {}
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => path.push(part),
        }
    }
    path
}

#[test]
fn every_link_leads_to_a_page_and_to_a_heading_in_it() {
    let pages = pages();
    let mut links = 0;
    for page in &pages {
        for target in targets(page) {
            if target.starts_with("https://") {
                continue;
            }
            links += 1;
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let path = match file {
                "" => PathBuf::from(&page.path),
                file => resolved(&page.path, file),
            };
            let wrong = format!("{}: a link to {target}", page.path);
            assert!(bed::root().join(&path).exists(), "{wrong}: no such file");
            if heading.is_empty() {
                continue;
            }
            let there = pages.iter().find(|page| Path::new(&page.path) == path);
            let there = there.unwrap_or_else(|| panic!("{wrong}: no page"));
            assert!(anchors(there).contains(heading), "{wrong}: no such heading");
        }
    }
    assert!(links > 40, "{links}");
}

/// A page that nothing leads to is found by nobody.
#[test]
fn every_page_is_linked_to() {
    let pages = pages();
    let linked: BTreeSet<PathBuf> = pages
        .iter()
        .flat_map(|page| {
            let targets = targets(page).into_iter();
            targets.map(|target| resolved(&page.path, target.split('#').next().unwrap_or_default()))
        })
        .collect();
    for page in pages.iter().filter(|page| page.path != "README.md") {
        assert!(linked.contains(Path::new(&page.path)), "{}", page.path);
    }
}

/// What the program and its files tell people to read is there.
#[test]
fn every_page_that_the_program_names_is_there() {
    let mut files = Vec::new();
    for folder in ["src", "config"] {
        super::below(&bed::root().join(folder), &mut files);
    }
    let mut named = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file");
        for rest in text.split("docs/").skip(1) {
            let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '.');
            let name = rest.split(|c| !belongs(c)).next().unwrap_or_default();
            let Some((name, _)) = name.split_once(".md") else {
                continue;
            };
            named += 1;
            let page = bed::root().join(format!("docs/{name}.md"));
            assert!(page.is_file(), "{}: docs/{name}.md", file.display());
        }
    }
    assert!(named >= 4, "{named}");
}

#[test]
fn headings_are_linked_to_by_their_words() {
    assert_eq!(
        anchor("Names, addresses and privacy"),
        "names-addresses-and-privacy"
    );
    assert_eq!(anchor("1. The `program`"), "1-the-program");
}
