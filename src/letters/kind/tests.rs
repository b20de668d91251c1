use super::*;
use crate::letters::{Language, samples};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_kind_has_a_name_of_its_own_a_template_and_a_sample() {
    let names: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), KINDS.len(), "two kinds have one name");
    let sampled: BTreeSet<&str> = samples().iter().map(|one| one.kind().name).collect();
    assert_eq!(sampled, names);
    for kind in KINDS {
        for language in Language::ALL {
            let folder = Path::new("templates").join(language.code());
            let template = std::fs::read_to_string(folder.join(kind.template)).unwrap();
            assert_eq!(template, kind.texts.of(*language));
        }
        assert_eq!(LetterKind::named(kind.name), Some(kind));
    }
}

#[test]
fn a_kind_is_named_after_its_occasion() {
    for occasion in samples() {
        let spelled = format!("{occasion:?}");
        let variant = spelled
            .split(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap();
        let name = occasion.kind().name.replace('_', "");
        assert_eq!(variant.to_lowercase(), name);
    }
}

/// A name that is one plain word means other things as well; of these the file of the template is looked for.
#[test]
fn no_kind_is_named_as_a_string_anywhere_else() {
    let mut looked_into = 0;
    let mut folders = vec![Path::new("src").to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && path != Path::new("src/letters/kind.rs")
                && !path.ends_with("tests.rs")
            {
                let source = std::fs::read_to_string(&path).unwrap();
                let source = source.split("#[cfg(test)]").next().unwrap();
                looked_into += 1;
                for kind in KINDS {
                    let file = format!("\"{}\"", kind.template);
                    assert!(!source.contains(&file), "{path:?} names {file}");
                    for mark in ['"', '\''] {
                        let name = format!("{mark}{}{mark}", kind.name);
                        let found = kind.name.contains('_') && source.contains(&name);
                        assert!(!found, "{path:?} names {name}");
                    }
                }
            }
        }
    }
    assert!(looked_into > 150, "only {looked_into} files");
}
