//! The README and the pages in `docs/` say what the program does: the help in them is what the server sends, commands are
//! commands, settings are settings, and links lead somewhere.

mod commands;
mod links;
mod settings;

use crate::bed;
use penpawn::letters::{Answers, Letter, Occasion, Templates, TimeRules};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A page, by its path from the root of the package.
struct Page {
    path: String,
    text: String,
}

/// A block of a page between two fences.
struct Block<'a> {
    /// What stands behind the first fence: `sh`, `toml`, `text`, or nothing.
    language: &'a str,
    lines: Vec<&'a str>,
}

impl Page {
    /// Its blocks, and apart from them the lines of its own words.
    fn parts(&self) -> (Vec<Block<'_>>, Vec<&str>) {
        let (mut blocks, mut words) = (Vec::new(), Vec::new());
        let mut open: Option<Block> = None;
        for line in self.text.lines() {
            match (line.trim_start().strip_prefix("```"), open.take()) {
                (Some(_), Some(block)) => blocks.push(block),
                (Some(language), None) => {
                    open = Some(Block {
                        language,
                        lines: Vec::new(),
                    });
                }
                (None, Some(mut block)) => {
                    block.lines.push(line);
                    open = Some(block);
                }
                (None, None) => words.push(line),
            }
        }
        assert!(open.is_none(), "{}: a block has no end", self.path);
        (blocks, words)
    }

    /// What stands between backquotes in its own words, over the ends of lines.
    fn spans(&self) -> Vec<String> {
        let (_, words) = self.parts();
        let words = words.join("\n");
        let between = words.split('`').skip(1).step_by(2);
        between
            .map(|span| span.split_whitespace().collect::<Vec<&str>>().join(" "))
            .collect()
    }
}

/// The README and all below `docs/`.
fn pages() -> Vec<Page> {
    let mut paths = vec![bed::root().join("README.md")];
    below(&bed::root().join("docs"), &mut paths);
    assert!(paths.len() > 15, "{paths:?}");
    let page = |path: &std::path::PathBuf| Page {
        path: path
            .strip_prefix(bed::root())
            .expect("one of ours")
            .display()
            .to_string(),
        text: fs::read_to_string(path).expect("a page"),
    };
    paths.iter().map(page).collect()
}

fn below(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        match path.is_dir() {
            true => below(&path, found),
            false => found.push(path),
        }
    }
}

/// Where help stands, and what a player asks for to get it.
const HELP: [(&str, &str); 5] = [
    ("README.md", ""),
    ("docs/players.md", "all"),
    ("docs/players.md", "time"),
    ("docs/players.md", "leave"),
    ("docs/players.md", "enter"),
];

/// The lines above the help in a page.
fn mark(topic: &str) -> String {
    let asked = match topic {
        "" => "help".to_owned(),
        topic => format!("help {topic}"),
    };
    format!(
        "<!-- {asked}: tests/it/readme.rs compares it with what the server sends -->\n```text\n"
    )
}

/// What the server sends to whoever writes `help` and this.
fn help(topic: &str) -> String {
    let letter = Letter {
        occasion: Occasion::Help {
            topic: (!topic.is_empty()).then(|| topic.to_owned()),
            time: TimeRules::default(),
        },
        reader: "Ann".to_owned(),
        reference: None,
        links_to: None,
        answers: Answers::Proven,
        absence: None,
        rating: None,
        server: "chess@example.net".to_owned(),
        stopped_time: Vec::new(),
    };
    let templates = Templates::new(BTreeMap::new()).expect("our own templates");
    templates.render(&letter).expect("the help").body
}

#[test]
fn the_help_in_the_pages_is_what_the_server_sends() {
    for (page, topic) in HELP {
        let path = bed::root().join(page);
        let text = fs::read_to_string(&path).expect("a page");
        let mark = mark(topic);
        let (before, rest) = text
            .split_once(&mark)
            .unwrap_or_else(|| panic!("{page} lacks {mark}"));
        let (written, after) = rest.split_once("```\n").expect("the end of the help");
        let sent = help(topic);
        if written != sent && std::env::var_os("BLESS").is_some() {
            fs::write(&path, format!("{before}{mark}{sent}```\n{after}")).expect("written");
            continue;
        }
        assert_eq!(
            written, sent,
            "BLESS=1 writes help {topic} into {page} anew"
        );
    }
}

/// Whoever opens a page is told at once whether it is the one that they need.
#[test]
fn each_page_begins_with_what_it_is_for() {
    for page in pages() {
        let mut lines = page.text.lines();
        let title = lines.next().unwrap_or_default();
        assert!(title.starts_with("# "), "{}: {title}", page.path);
        let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
        let is_said = first.starts_with("For ") || page.path == "README.md";
        assert!(is_said, "{}: {first}", page.path);
    }
}
