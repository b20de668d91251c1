//! Where the sentences stand that players read.

use crate::bed;
use crate::house::collect;
use penpawn::letters::Language;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use syn::visit::{self, Visit};

/// What stands among decisions, looks like a sentence, and is none that a player reads.
const NO_SENTENCES: &[&str] = &[
    // What XBoard and cmail write, and we read.
    "white offers a draw",
    "black offers a draw",
    // Orders that can be written instead.
    "automatic leave on",
    "automatic leave off",
    // What can be written in the place of conditional moves that cannot be read.
    "if Nc6 then Bb5 if a6 then Ba4",
    // What can be written in the place of challenges and seeks that cannot be read.
    "challenge friend@example.com 3 days a move as white",
    "seek 3 days a move",
    // An order in its own words, in a question whether it is meant.
    "{name} for {team}",
    // What can be written in the place of reminders that cannot be read.
    "reminders 3 days, 1 day",
    // What PGN and the database hold of clocks.
    "[%clk {clock}] [%emt {}]",
    "triple {clock} bank {bank} +{increment}/{increment_moves}",
    // For the administrator.
    "answers to this player",
];

/// What decides carries values. Whoever adds a language finds all that players read in templates/ and src/letters/.
#[test]
fn no_sentence_that_a_player_reads_stands_where_it_is_decided() {
    let root = bed::root();
    let mut files = Vec::new();
    collect(&root.join("src/robot/orders"), &mut files);
    collect(&root.join("src/game"), &mut files);
    let mut seen = Sentences::default();
    for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
        if file.components().any(|part| part.as_os_str() == "tests") {
            continue;
        }
        let text = fs::read_to_string(file).expect("a file");
        seen.visit_file(&syn::parse_file(&text).expect("a file of Rust"));
    }
    assert!(seen.literals > 100, "{} were looked at", seen.literals);
    let found: BTreeSet<&str> = seen.found.iter().map(String::as_str).collect();
    let known: BTreeSet<&str> = NO_SENTENCES.iter().copied().collect();
    assert_eq!(found, known);
}

/// Collects the literals that hold words like a sentence does; what ends the program or is logged apart.
#[derive(Default)]
struct Sentences {
    literals: usize,
    found: Vec<String>,
}

impl Sentences {
    fn note(&mut self, text: &str) {
        self.literals += 1;
        let is_word = |word: &&str| {
            let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
            word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase())
        };
        if text.split_whitespace().filter(is_word).count() >= 3 {
            self.found.push(text.to_owned());
        }
    }

    fn note_tokens(&mut self, tokens: TokenStream) {
        let mut after_hash = false;
        for token in tokens {
            let is_attribute = std::mem::replace(&mut after_hash, false);
            match token {
                TokenTree::Punct(sign) => after_hash = sign.as_char() == '#',
                TokenTree::Group(_) if is_attribute => {}
                TokenTree::Group(group) => self.note_tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        self.note(&text.value());
                    }
                }
                TokenTree::Ident(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Sentences {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.note(&literal.value());
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string());
        let for_us = ["bail", "anyhow", "debug_assert", "assert", "unreachable"];
        if !name.is_some_and(|name| for_us.contains(&name.as_str())) {
            self.note_tokens(call.tokens.clone());
        }
    }
}

/// Each sentence of the program stands in the catalogue of each other language, and nothing else does.
#[test]
fn every_sentence_of_the_program_has_a_text_in_every_language() {
    let root = bed::root();
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    let mut said = BTreeSet::new();
    for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
        if file.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(file).expect("a file");
            let tokens: TokenStream = text.parse().expect("a file of Rust");
            note_sentences(tokens, &mut said);
        }
    }
    assert!(said.len() > 400, "{} were looked at", said.len());
    for language in Language::ALL
        .iter()
        .filter(|language| **language != Language::English)
    {
        let texts = language.sentences().expect("a file of sentences");
        let known: BTreeSet<String> = texts.into_iter().map(|(english, _)| english).collect();
        let stale: Vec<_> = known.difference(&said).collect();
        // What has no words but what it inserts needs no other text.
        let missing: Vec<_> = said
            .difference(&known)
            .filter(|text| has_words(text))
            .collect();
        assert!(missing.is_empty(), "{}: {missing:#?}", language.code());
        assert!(stale.is_empty(), "{}: {stale:#?}", language.code());
    }
}

/// The first literal of each `sentence!(…)`, wherever it stands.
fn note_sentences(tokens: TokenStream, said: &mut BTreeSet<String>) {
    let mut before = [String::new(), String::new()];
    for token in tokens {
        let spelled = match &token {
            TokenTree::Group(group) => {
                if before == ["sentence", "!"] {
                    let first = group.stream().into_iter().next();
                    let text = first
                        .and_then(|first| syn::parse_str::<syn::LitStr>(&first.to_string()).ok());
                    said.extend(text.map(|text| text.value()));
                }
                note_sentences(group.stream(), said);
                String::new()
            }
            TokenTree::Ident(name) => name.to_string(),
            TokenTree::Punct(sign) => sign.as_char().to_string(),
            TokenTree::Literal(_) => String::new(),
        };
        before = [std::mem::take(&mut before[1]), spelled];
    }
}

/// Whether anything stands in a text that another language would say otherwise.
fn has_words(text: &str) -> bool {
    let outside = text
        .split("{{")
        .map(|part| part.split_once("}}").map_or(part, |(_, rest)| rest));
    text.contains('|')
        || outside
            .into_iter()
            .any(|part| part.contains(char::is_alphabetic))
}
