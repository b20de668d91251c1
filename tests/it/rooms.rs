//! Who may use whom: the table in `src/lib.rs`, held against the syntax of every file.

use crate::bed;
use crate::house::collect;
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};

/// The rooms of the table, in its order; each may use those above it.
fn rooms() -> Vec<String> {
    let text = fs::read_to_string(bed::root().join("src/lib.rs")).expect("src/lib.rs");
    let rooms: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | [`")?.split_once('`'))
        .map(|(room, _)| room.to_owned())
        .collect();
    assert!(
        rooms.len() > 8,
        "the table of src/lib.rs is not read: {rooms:?}"
    );
    rooms
}

/// A file of the program, and the modules of the program that it names outside of its tests.
struct File {
    /// Its module, as `chess::notation`.
    module: Vec<String>,
    /// What it names of ours, each a whole path from the root, as `mail::read::Incoming`.
    named: BTreeSet<Vec<String>>,
    /// The names that it takes in or hands on, and whose they are.
    taken: BTreeMap<String, Vec<String>>,
}

/// Collects the paths of a file.
struct Paths<'a> {
    module: &'a [String],
    /// The names that this module declares as modules: `mod verdict;`
    children: BTreeSet<String>,
    named: BTreeSet<Vec<String>>,
    taken: BTreeMap<String, Vec<String>>,
    /// How many modules of the same file we are in.
    depth: usize,
}

impl Paths<'_> {
    fn note(&mut self, path: &[String]) {
        if let Some(whole) = self.whole(path) {
            self.named.insert(whole);
        }
    }

    /// A path as seen from the root, if it is one of ours.
    fn whole(&self, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let mut whole: Vec<String> = match first.as_str() {
            "crate" => Vec::new(),
            "self" if self.depth == 0 => self.module.to_vec(),
            "super" if self.depth == 0 => self
                .module
                .split_last()
                .map_or(&[][..], |(_, up)| up)
                .to_vec(),
            name if self.children.contains(name) && self.depth == 0 => {
                let mut whole = self.module.to_vec();
                whole.push(name.to_owned());
                whole
            }
            _ => return None,
        };
        for part in rest {
            match part.as_str() {
                "super" => drop(whole.pop()),
                part => whole.push(part.to_owned()),
            }
        }
        (!whole.is_empty()).then_some(whole)
    }

    /// What a `use` takes in; each as the name that it has here, and whose it is.
    fn taken_by(
        &self,
        tree: &syn::UseTree,
        before: &mut Vec<String>,
    ) -> Vec<(String, Vec<String>)> {
        let whole = |before: &[String], last: &syn::Ident, name: &syn::Ident| {
            let mut path = before.to_vec();
            if last != "self" {
                path.push(last.to_string());
            }
            Vec::from_iter(self.whole(&path).map(|path| (name.to_string(), path)))
        };
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                let taken = self.taken_by(&path.tree, before);
                before.pop();
                taken
            }
            syn::UseTree::Name(name) => whole(before, &name.ident, &name.ident),
            syn::UseTree::Rename(name) => whole(before, &name.ident, &name.rename),
            syn::UseTree::Glob(_) => {
                Vec::from_iter(self.whole(before).map(|path| ("*".to_owned(), path)))
            }
            syn::UseTree::Group(group) => {
                let trees = group.items.iter();
                trees.flat_map(|tree| self.taken_by(tree, before)).collect()
            }
        }
    }

    /// What stands in a macro is no syntax tree; a path in it is `crate :: …` or `super :: …` all the same.
    fn note_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(name) if path.is_empty() || colons == 2 => {
                    path.push(name.to_string());
                    colons = 0;
                }
                proc_macro2::TokenTree::Punct(sign)
                    if sign.as_char() == ':' && !path.is_empty() =>
                {
                    colons += 1
                }
                other => {
                    self.note(&path);
                    path.clear();
                    colons = 0;
                    match other {
                        proc_macro2::TokenTree::Group(group) => self.note_tokens(group.stream()),
                        proc_macro2::TokenTree::Ident(name) => path.push(name.to_string()),
                        proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => {}
                    }
                }
            }
        }
        self.note(&path);
    }
}

/// Whether this is for tests alone.
fn for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|condition| condition.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for Paths<'_> {
    /// Who may see something is not what it uses.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if for_tests(&module.attrs) {
            return;
        }
        self.depth += 1;
        visit::visit_item_mod(self, module);
        self.depth -= 1;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let taken = self.taken_by(&item.tree, &mut Vec::new());
        // A name that is handed on ties the file that uses it to where it comes from, and not to this one.
        let handed_on = !matches!(item.vis, syn::Visibility::Inherited);
        for (name, path) in taken {
            if !handed_on {
                self.named.insert(path.clone());
            }
            self.taken.insert(name, path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        if words.len() > 1 {
            self.note(&words);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.note_tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }
}

/// Every file below `src`, read.
fn program() -> Vec<File> {
    let source = bed::root().join("src");
    let mut paths = Vec::new();
    collect(&source, &mut paths);
    let mut files = Vec::new();
    // What tests use is not what the program uses, and a statement uses nothing.
    let is_program = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs")
    };
    for path in paths.into_iter().filter(is_program) {
        let module = module_of(path.strip_prefix(&source).expect("below src"));
        let text = fs::read_to_string(&path).expect("a file");
        let tree =
            syn::parse_file(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let children = tree
            .items
            .iter()
            .filter_map(|item| match item {
                syn::Item::Mod(module) if module.content.is_none() => {
                    Some(module.ident.to_string())
                }
                _ => None,
            })
            .collect();
        let mut found = Paths {
            module: &module,
            children,
            named: BTreeSet::new(),
            taken: BTreeMap::new(),
            depth: 0,
        };
        found.visit_file(&tree);
        let (named, taken) = (found.named, found.taken);
        files.push(File {
            module,
            named,
            taken,
        });
    }
    assert!(files.len() > 150, "only {} files were read", files.len());
    files
}

/// `mail/imap.rs` is `mail::imap`.
fn module_of(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> = path
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if parts
        .last()
        .is_some_and(|last| ["lib", "main"].contains(&last.as_str()))
    {
        parts.pop();
    }
    parts
}

#[test]
fn each_room_uses_none_but_those_above_it() {
    let rooms = rooms();
    let place = |room: &str| rooms.iter().position(|known| known == room);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for file in program() {
        let Some(own) = file.module.first() else {
            continue;
        };
        let Some(floor) = place(own) else {
            continue;
        };
        for named in &file.named {
            let Some(other) = named.first().filter(|other| *other != own) else {
                continue;
            };
            seen += 1;
            // What stands in no room is used by all: how long to wait, how to open a file.
            if place(other).is_some_and(|other| other > floor) {
                wrong.push(format!(
                    "{} names {}",
                    file.module.join("::"),
                    named.join("::")
                ));
            }
        }
    }
    assert!(seen > 300, "only {seen} uses of other rooms were seen");
    assert!(
        wrong.is_empty(),
        "against the order of src/lib.rs:\n{}",
        wrong.join("\n")
    );
}

/// What the order alone would allow, or what stands in no room.
const NEVER: [(&str, &[&str]); 4] = [
    ("mail", &["settings"]),
    ("db", &["mail", "settings"]),
    ("private_postgres", &["mail", "db", "settings"]),
    (
        "robot",
        &[
            "mail::imap",
            "mail::smtp",
            "mail::tls",
            "settings",
            "private_postgres",
        ],
    ),
];

#[test]
fn no_room_knows_what_it_need_not() {
    let program = program();
    for (room, strangers) in NEVER {
        let files = program
            .iter()
            .filter(|file| file.module.first().is_some_and(|own| own == room));
        let mut seen = 0;
        for file in files {
            seen += 1;
            for named in &file.named {
                let named = named.join("::");
                let knows = |stranger: &&&str| {
                    named
                        .strip_prefix(**stranger)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
                };
                let known = strangers.iter().find(knows);
                assert!(known.is_none(), "{} names {named}", file.module.join("::"));
            }
        }
        assert!(seen > 0, "there is no room {room}");
    }
}

/// Files that can only be understood together: each names, over one or more others, itself.
#[test]
fn no_files_stand_in_a_circle_but_those_that_are_known() {
    let files = program();
    let modules: BTreeMap<&[String], &File> =
        files.iter().map(|file| (&file.module[..], file)).collect();
    let uses: BTreeMap<String, BTreeSet<String>> = files
        .iter()
        .map(|file| {
            let own = file.module.join("::");
            let others = file.named.iter().map(|path| home_of(&modules, path));
            (own.clone(), others.filter(|other| *other != own).collect())
        })
        .collect();
    let reached: BTreeMap<&String, BTreeSet<&String>> = uses
        .keys()
        .map(|file| (file, reachable(&uses, file)))
        .collect();
    let mut circles: BTreeMap<&str, String> = BTreeMap::new();
    for (file, others) in &uses {
        let back: Vec<&String> = others
            .iter()
            .filter(|other| reached[other].contains(file))
            .collect();
        if !back.is_empty() {
            let room = file.split("::").next().unwrap_or_default();
            *circles.entry(room).or_default() += &format!("{file} -> {back:?}\n");
        }
    }
    for room in KNOWN_CIRCLES {
        assert!(
            circles.remove(room).is_some(),
            "{room} has no circle of files any more: take it off the list"
        );
    }
    assert!(
        circles.is_empty(),
        "circles of files:\n{}",
        circles.into_values().collect::<String>()
    );
}

/// The file in which a path ends, by way of those that only hand its name on.
fn home_of(modules: &BTreeMap<&[String], &File>, path: &[String]) -> String {
    let mut path = path.to_vec();
    // No name is handed on so often.
    for _ in 0..16 {
        let length = (1..=path.len())
            .rev()
            .find(|&length| modules.contains_key(&path[..length]));
        let length = length.unwrap_or_else(|| panic!("{path:?} is in no file"));
        let handed_on = path
            .get(length)
            .and_then(|name| modules[&path[..length]].taken.get(name));
        match handed_on {
            Some(from) => path = [from, &path[length + 1..]].concat(),
            None => return path[..length].join("::"),
        }
    }
    panic!("{path:?} is handed on for ever")
}

/// The files that can be come to from this one.
fn reachable<'a>(uses: &'a BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&String> = uses.get(from).into_iter().flatten().collect();
    while let Some(file) = next.pop() {
        if reached.insert(file) {
            next.extend(uses.get(file).into_iter().flatten());
        }
    }
    reached
}

/// Rooms that are not yet in order; the others stay so.
const KNOWN_CIRCLES: [&str; 2] = ["language", "robot"];
