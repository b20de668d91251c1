//! Manual pages and completions: of every command, and such that their readers can read them.

use clap::CommandFactory;
use penpawn::cli::Arguments;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with all that `penpawn manual` writes.
fn written(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("manual-{name}"));
    let _ = fs::remove_dir_all(&folder);
    let output = Command::new(env!("CARGO_BIN_EXE_penpawn"))
        .arg("manual")
        .arg(&folder)
        .output()
        .expect("penpawn runs");
    assert!(output.status.success(), "{output:?}");
    folder
}

/// The names of the pages of a command and of all below it, each with the options that it must explain.
fn pages(command: &clap::Command, above: &str, found: &mut Vec<(String, Vec<String>)>) {
    let name = match above {
        "" => command.get_name().to_owned(),
        above => format!("{above}-{}", command.get_name()),
    };
    let visible = command.get_arguments().filter(|one| !one.is_hide_set());
    let options = visible.filter_map(|one| one.get_long().map(str::to_owned));
    found.push((name.clone(), options.collect()));
    for verb in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        pages(verb, &name, found);
    }
}

/// Whether this program is on this machine.
fn is_here(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

#[test]
fn every_command_has_its_page_with_all_its_options() {
    let folder = written("pages").join("man1");
    let mut expected = Vec::new();
    let mut commands = Arguments::command().disable_help_subcommand(true);
    commands.build();
    pages(&commands, "", &mut expected);
    assert!(expected.len() > 30, "{expected:?}");
    for (name, options) in &expected {
        let page = folder.join(format!("{name}.1"));
        let page = fs::read_to_string(&page).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        for option in options {
            let option = format!("\\-\\-{}", option.replace('-', "\\-"));
            assert!(page.contains(&option), "{name} does not explain {option}");
        }
    }
    let names: BTreeSet<String> = fs::read_dir(&folder)
        .expect("pages")
        .map(|page| page.expect("a page").file_name().display().to_string())
        .collect();
    let expected = expected.iter().map(|(name, _)| format!("{name}.1"));
    assert_eq!(names, expected.collect());
}

/// As lintian looks at them.
#[test]
fn the_pages_are_set_without_a_warning() {
    let folder = written("set").join("man1");
    if !is_here("groff") {
        return;
    }
    for page in fs::read_dir(&folder).expect("pages") {
        let page = page.expect("a page").path();
        let output = Command::new("groff")
            .args(["-man", "-Kutf8", "-Tutf8", "-rLL=80n", "-ww", "-z"])
            .arg(&page)
            .output()
            .expect("groff runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{said}");
    }
}

#[test]
fn shells_can_read_what_they_complete() {
    let folder = written("shells");
    for (shell, file) in [
        ("bash", "bash/penpawn.bash"),
        ("zsh", "zsh/_penpawn"),
        ("fish", "fish/penpawn.fish"),
    ] {
        let file = folder.join(file);
        assert!(file.is_file(), "{}", file.display());
        if is_here(shell) {
            let output = Command::new(shell).arg("-n").arg(&file).output();
            assert!(output.expect("a shell").status.success(), "{shell}");
        }
    }
    let asked = "source bash/penpawn.bash; COMP_WORDS=(penpawn games ad); COMP_CWORD=2; \
                 _penpawn penpawn ad games; echo \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["-c", asked])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output();
    let output = output.expect("bash runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.trim(), "adjudicate", "{output:?}");
}
