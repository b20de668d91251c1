//! The rooms know only what they may know, see the table in `src/lib.rs`; and no function is long.

use crate::bed;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

#[test]
fn the_pure_rooms_neither_wait_nor_read_a_clock_nor_draw_lots() {
    for room in [
        "chess",
        "game",
        "tournaments",
        "language",
        "letters",
        "pages",
    ] {
        assert_without(
            room,
            &[
                "async ",
                ".await?",
                ".await;",
                "tokio",
                "sqlx",
                "Utc::now",
                "SystemTime",
                "Instant::now",
                "getrandom",
                "std::env",
                "std::fs",
                "std::net",
            ],
        );
    }
}

#[test]
fn mail_knows_no_database_and_the_robot_opens_no_socket() {
    assert_without("mail", &["sqlx"]);
    assert_without("robot", &["TcpStream"]);
}

#[test]
fn sql_stands_in_its_room_alone() {
    for room in ["robot", "cli", "mail", "letters", "daemon"] {
        assert_without(
            room,
            &["query!(", "query_as!(", "query_scalar!(", "sqlx::query("],
        );
    }
    let daemon = fs::read_to_string(bed::root().join("src/daemon.rs")).expect("a file");
    assert!(!daemon.contains("query"));
}

/// What a small letter is depends on the locale of the database; names and addresses are known by keys of ours.
#[test]
fn no_database_says_what_small_letters_are() {
    for function in ["lower", "upper", "initcap"] {
        for before in [
            "= ", "(", "by ", "in ", "then ", "else ", "select ", ", ", "|| ",
        ] {
            assert_without("db", &[&format!("{before}{function}(")]);
        }
    }
    assert_without("db", &["ilike", "citext", "~*"]);
}

/// The clocks of machines differ, and one may be years off: what daemons share is told by the database's.
#[test]
fn only_the_database_is_asked_for_the_time() {
    for room in ["robot", "db", "daemon"] {
        assert_without(room, &["Utc::now", "Local::now", "SystemTime"]);
    }
    let daemon = fs::read_to_string(bed::root().join("src/daemon.rs")).expect("a file");
    assert!(!daemon.contains("Utc::now") && !daemon.contains("SystemTime"));
}

/// Leases, retries and terms are set from now() alone, and compared with it; a parameter is at most how long.
#[test]
fn leases_and_retries_go_by_the_clock_of_the_database() {
    let columns = [
        "claim_until",
        "run_after",
        "first_refused_at",
        "expires_at",
        "looked_at",
        "fullness_at",
        "sent_at",
        "handled_at",
        "delivered_at",
    ];
    let mut files = Vec::new();
    collect(&bed::root().join("src/db"), &mut files);
    let mut seen = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a file");
        for column in columns {
            for (at, _) in text.match_indices(column) {
                let rest = &text[at + column.len()..];
                let compared = [" = ", " < ", " <= ", " > ", " >= "];
                let Some(rest) = compared.iter().find_map(|sign| rest.strip_prefix(sign)) else {
                    continue;
                };
                // Up to the next column or the end of the statement.
                let ends = [",", "\n", "\"", " where ", " and "];
                let end = ends.iter().filter_map(|end| rest.find(end)).min();
                let value = &rest[..end.unwrap_or(rest.len())];
                seen += 1;
                // "case when attempts >= $4 then now() end" counts, and tells no time.
                let told = value.split(" then ").last().unwrap_or(value);
                let lone_parameter = told
                    .match_indices('$')
                    .any(|(at, _)| !told[at..].contains("* interval"));
                assert!(
                    !lone_parameter,
                    "{}: {column} does not go by the database's clock: {value}",
                    file.display()
                );
            }
        }
    }
    assert!(seen > 25, "only {seen} places were looked at");
}

/// A lock that lives as long as a connection is lost behind a pooler, and left behind by a daemon that stalls. Those of a
/// transaction end with it.
#[test]
fn nothing_is_locked_for_longer_than_a_transaction() {
    let mut files = Vec::new();
    collect(&bed::root().join("src"), &mut files);
    collect(&bed::root().join("migrations"), &mut files);
    let mut locks = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a file").to_lowercase();
        locks += text.matches("pg_advisory_xact_lock").count();
        for word in ["pg_advisory_lock", "pg_try_advisory_lock", "advisorylock"] {
            assert!(!text.contains(word), "{}: {word}", file.display());
        }
    }
    assert!(locks > 0, "nothing was looked at");
}

/// What a function does is read at a glance.
const MOST_LINES: usize = 60;

/// Tables and sentences in the form of a function, an arm or a call for each.
const TABLES: &[(&str, &str)] = &[
    ("src/chess/notation/characters.rs", "fold"),
    ("src/chess/notation/playouts.rs", "forms"),
    ("src/chess/position/error.rs", "fmt"),
    ("src/db/games.rs", "save"),
    ("src/db/personal.rs", "records"),
    ("src/letters/sample.rs", "samples"),
    ("src/letters/addition.rs", "in_words"),
    ("src/letters/why/challenge.rs", "in_words"),
    ("src/letters/why/directing.rs", "in_words"),
    ("src/letters/why/doubtful.rs", "in_words"),
    ("src/letters/why/game.rs", "in_words"),
    ("src/letters/why/illegal.rs", "in_words"),
    ("src/letters/why/rules.rs", "in_words"),
    ("src/letters/why/seek.rs", "in_words"),
    ("src/letters/why/tournament.rs", "in_words"),
];

#[test]
fn no_function_is_longer_than_sixty_lines_but_tables() {
    let root = bed::root();
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    let mut long = Lengths::default();
    let are_rust = |file: &&PathBuf| file.extension().is_some_and(|ending| ending == "rs");
    for file in files
        .iter()
        .filter(are_rust)
        .filter(|file| !file.ends_with("tests.rs"))
    {
        let text = fs::read_to_string(file).expect("a file");
        let file = file.strip_prefix(root).expect("a file of ours");
        long.file = file.to_str().expect("a plain name").to_owned();
        long.visit_file(&syn::parse_file(&text).expect("a file of Rust"));
    }
    assert!(
        long.seen > 1000,
        "only {} functions were looked at",
        long.seen
    );
    let named: BTreeSet<(String, String)> = TABLES
        .iter()
        .map(|&(file, name)| (file.to_owned(), name.to_owned()))
        .collect();
    for room in ["src/daemon/", "src/robot/", "src/language/", "src/game/"] {
        let excepted = named.iter().find(|(file, _)| file.starts_with(room));
        assert_eq!(excepted, None, "{room} has no exceptions");
    }
    let long: BTreeSet<(String, String)> = long.found.into_iter().collect();
    let unnamed: Vec<_> = long.difference(&named).collect();
    assert!(unnamed.is_empty(), "over {MOST_LINES} lines: {unnamed:?}");
    let needless: Vec<_> = named.difference(&long).collect();
    assert!(needless.is_empty(), "no exceptions any more: {needless:?}");
}

/// Collects the functions that are too long, their tests apart.
#[derive(Default)]
struct Lengths {
    file: String,
    found: Vec<(String, String)>,
    /// How many functions were looked at.
    seen: usize,
}

impl Lengths {
    /// From `fn` to the closing brace.
    fn measure(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let first = signature.fn_token.span.start().line;
        let last = body.brace_token.span.close().end().line;
        self.seen += 1;
        if last - first + 1 > MOST_LINES {
            self.found
                .push((self.file.clone(), signature.ident.to_string()));
        }
    }
}

impl<'ast> Visit<'ast> for Lengths {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.measure(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.measure(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }
}

/// Fails when a file of the room, its tests apart, holds one of these words.
fn assert_without(room: &str, words: &[&str]) {
    let mut files = Vec::new();
    collect(&bed::root().join("src").join(room), &mut files);
    assert!(!files.is_empty(), "there is no room {room}");
    // A long file has its tests in one of their own.
    for file in files.into_iter().filter(|file| !file.ends_with("tests.rs")) {
        let text = fs::read_to_string(&file).expect("a file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            for word in words {
                assert!(
                    !line.contains(word),
                    "{} must not know {word}: {line}",
                    file.display()
                );
            }
        }
    }
}

/// The files of the program, or of its schema, below a folder.
pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|ending| ending == "rs" || ending == "sql")
        {
            files.push(path);
        }
    }
}
