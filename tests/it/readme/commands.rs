//! Commands in the pages: those of penpawn are read by its own parser, targets of make and tests of cargo are there, and all
//! others are walked by a test or named here.

use super::pages;
use crate::bed;
use clap::CommandFactory;
use penpawn::cli::Arguments;
use std::collections::BTreeSet;
use std::fs;

/// Commands of other programs that no test walks as they stand, and why.
const OF_OTHERS: [(&str, &str); 15] = [
    (
        "createuser --pwprompt penpawn",
        "it asks; tests/it/rights.rs has such roles",
    ),
    (
        "createuser --pwprompt penpawn_daemon",
        "it asks; tests/it/rights.rs has such roles",
    ),
    (
        "createuser --connection-limit=20 --pwprompt penpawn_web",
        "it asks; tests/it/web/rights.rs has such a role",
    ),
    (
        "createdb --owner penpawn penpawn",
        "on the administrator's own server",
    ),
    (
        "install -m 755 target/release/penpawn /usr/local/bin/",
        "it needs a build for release",
    ),
    (
        "install -m 644 config/penpawn.service /etc/systemd/system/",
        "tests/service looks at the unit",
    ),
    ("systemctl daemon-reload", "it needs systemd"),
    ("systemctl enable --now penpawn", "it needs systemd"),
    ("systemctl restart penpawn", "it needs systemd"),
    ("systemctl stop penpawn", "it needs systemd"),
    ("systemctl start penpawn", "it needs systemd"),
    (
        "install -d -m 750 -g 900 /srv/penpawn/settings",
        "tests/container makes such folders",
    ),
    (
        "install -d -m 700 -o 900 -g 900 /srv/penpawn/data",
        "tests/container makes such folders",
    ),
    (
        "chgrp -R 900 /srv/penpawn/settings",
        "tests/container makes such folders",
    ),
    ("journalctl -u penpawn", "it needs systemd"),
];

/// Scripts of others, which only somebody with an account there can run.
const ELSEWHERE: [&str; 1] = ["mutt_oauth2.py /var/lib/penpawn/token --authorize"];

/// The words of a command, as a shell parts them where nothing is escaped or inserted.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in command.chars() {
        match quote {
            Some(open) if character == open => quote = None,
            Some(_) => word.get_or_insert_default().push(character),
            None if matches!(character, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            None if character.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

/// A command without who runs it and in which environment.
fn bare(command: &str) -> &str {
    let command = command
        .strip_prefix("runuser -u penpawn -- ")
        .unwrap_or(command);
    match command.split_once(' ') {
        Some((first, rest)) if first.contains('=') && first.starts_with(char::is_uppercase) => {
            bare(rest)
        }
        Some(_) | None => command,
    }
}

/// The commands of a line of a shell, without its comment.
fn commands(line: &str) -> Vec<&str> {
    let line = line.split(" #").next().unwrap_or_default();
    let commands = line.split("&&").map(str::trim);
    commands.filter(|command| !command.is_empty()).collect()
}

/// The lines of a block, those that go on behind a backslash as one.
fn whole_lines(lines: &[&str]) -> Vec<String> {
    let text = lines.join("\n").replace("\\\n", "");
    text.lines().map(str::to_owned).collect()
}

/// Whether the parser of penpawn takes these words, as they stand.
fn is_taken(words: &[String]) -> Result<(), String> {
    match Arguments::command().try_get_matches_from(words) {
        Ok(_) => Ok(()),
        Err(fault) if fault.exit_code() == 0 => Ok(()),
        Err(fault) => Err(fault.to_string()),
    }
}

/// Whether a command that is named in words, perhaps without its arguments, has these verbs and options.
fn is_known(words: &[String]) -> Result<(), String> {
    let mut command = Arguments::command();
    command.build();
    let mut rest = words.iter().skip(1).peekable();
    while let Some(below) = rest.peek().and_then(|word| command.find_subcommand(word)) {
        command = below.clone();
        rest.next();
    }
    let has_verbs = command.has_subcommands();
    for word in rest {
        let option = word.strip_prefix("--");
        let option = option.map(|word| word.split('=').next().unwrap_or_default());
        let exists = |option: &str| {
            command
                .get_arguments()
                .any(|argument| argument.get_long() == Some(option))
        };
        match option {
            Some("") | None if !has_verbs => {}
            Some(option) if exists(option) => {}
            Some(_) | None => return Err(format!("{word} is nothing of {}", command.get_name())),
        }
    }
    Ok(())
}

fn is_target(words: &[String]) -> Result<(), String> {
    let makefile = fs::read_to_string(bed::root().join("Makefile")).expect("Makefile");
    let target = words.get(1).map(String::as_str).unwrap_or_default();
    let is_there = makefile.lines().any(|line| {
        line.strip_prefix(target)
            .is_some_and(|rest| rest.starts_with(':'))
    });
    is_there.then_some(()).ok_or(format!("no target {target}"))
}

/// Whether what is named behind `--test` and `--bench` is there.
fn is_of_cargo(words: &[String]) -> Result<(), String> {
    let manifest = fs::read_to_string(bed::root().join("Cargo.toml")).expect("Cargo.toml");
    for pair in words.windows(2) {
        let [option, name] = pair else { continue };
        if ["--test", "--bench"].contains(&option.as_str()) {
            let entry = format!("[[{}]]\nname = \"{name}\"", option.trim_start_matches('-'));
            if !manifest.contains(&entry) {
                return Err(format!("no {entry}"));
            }
        }
    }
    let verb = words.get(1).map(String::as_str);
    match verb {
        Some("build" | "test" | "bench") => Ok(()),
        Some(_) | None => Err(format!("cargo {verb:?}")),
    }
}

/// Commands that a test walks, word for word.
fn walked() -> BTreeSet<String> {
    let script = fs::read_to_string(bed::root().join("tests/it/data_folder.sh")).expect("a script");
    script
        .lines()
        .filter_map(|line| line.strip_suffix(" # docs"))
        .flat_map(commands)
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_command_of_a_block_is_one() {
    let walked = walked();
    let mut seen = BTreeSet::new();
    for page in pages() {
        let (blocks, _) = page.parts();
        for block in blocks.iter().filter(|block| block.language == "sh") {
            let lines = whole_lines(&block.lines);
            for command in lines.iter().flat_map(|line| commands(line)) {
                let words = words(bare(command));
                let outcome = match words.first().map(String::as_str) {
                    Some("penpawn") => is_taken(&words),
                    Some("make") => is_target(&words),
                    Some("cargo") => is_of_cargo(&words),
                    // tests/container does the same by buildah.
                    Some("podman") => Ok(()),
                    Some(_) | None => Err("no test walks it".to_owned()),
                };
                let known = OF_OTHERS.iter().any(|(other, _)| *other == command)
                    || ELSEWHERE.contains(&bare(command))
                    || walked.contains(command);
                if let (Err(fault), false) = (outcome, known) {
                    panic!("{}: {command}: {fault}", page.path);
                }
                seen.insert(command.to_owned());
            }
        }
    }
    assert!(seen.len() > 30, "{seen:?}");
    for (command, _) in OF_OTHERS {
        assert!(seen.contains(command), "nowhere any more: {command}");
    }
}

#[test]
fn a_block_without_a_language_holds_no_command() {
    for page in pages() {
        let (blocks, _) = page.parts();
        for block in blocks.iter().filter(|block| block.language.is_empty()) {
            for line in &block.lines {
                let first = line.split(' ').next().unwrap_or_default();
                let is_command =
                    ["penpawn", "make", "cargo", "runuser", "install"].contains(&first);
                assert!(!is_command, "{}: ```sh above {line}", page.path);
            }
        }
    }
}

#[test]
fn every_command_that_is_named_is_one() {
    let mut seen = 0;
    for page in pages() {
        for span in page.spans() {
            let words = words(bare(&span));
            let outcome = match words.first().map(String::as_str) {
                Some("penpawn") => is_known(&words),
                Some("make") => is_target(&words),
                Some("cargo") => is_of_cargo(&words),
                Some(_) | None => continue,
            };
            seen += 1;
            if let Err(fault) = outcome {
                panic!("{}: {span}: {fault}", page.path);
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn words_are_parted_as_a_shell_does() {
    assert_eq!(words("a 'b c' --d=\"e f\""), ["a", "b c", "--d=e f"]);
    assert_eq!(commands("a b && c   # d"), ["a b", "c"]);
    assert_eq!(
        bare("runuser -u penpawn -- penpawn doctor"),
        "penpawn doctor"
    );
    assert_eq!(bare("FUZZ_SEED=1 make fuzz"), "make fuzz");
}
