//! The systemd unit, for the program where it lies.

use super::question::Asked;
use crate::cli::terminal::print;
use anyhow::Context;
use std::path::Path;

const UNIT: &str = include_str!("../../../config/penpawn.service");

/// Where an administrator's units lie.
const USUAL: &str = "/etc/systemd/system/penpawn.service";

/// Those of packages.
const OF_A_PACKAGE: [&str; 2] = [
    "/usr/lib/systemd/system/penpawn.service",
    "/lib/systemd/system/penpawn.service",
];

/// Writes it where it is wanted; a person is asked, where systemd runs and has none yet.
pub(super) fn offer(asked: Asked, wanted: Option<&Path>) -> anyhow::Result<()> {
    if let Some(file) = wanted {
        return write(file);
    }
    let is_there = OF_A_PACKAGE
        .iter()
        .chain([&USUAL])
        .any(|file| Path::new(file).exists());
    let runs = Path::new("/run/systemd/system").is_dir();
    if runs && !is_there && asked.agrees(&format!("Write the systemd unit, {USUAL}?"))? {
        return write(Path::new(USUAL));
    }
    Ok(())
}

fn write(file: &Path) -> anyhow::Result<()> {
    let program = std::env::current_exe().context("where this program lies")?;
    std::fs::write(file, of(&program))
        .with_context(|| format!("{} cannot be written", file.display()))?;
    print(&format!(
        "{} is written; it wants the account penpawn, see \"As a service\" in README.md.\n",
        file.display()
    ))
}

/// The unit that runs this program.
fn of(program: &Path) -> String {
    let line = format!("ExecStart={} serve", program.display());
    UNIT.lines()
        .map(|old| match old.starts_with("ExecStart=") {
            true => format!("{line}\n"),
            false => format!("{old}\n"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_that_of_the_repository_with_the_program_where_it_lies() {
        let unit = of(Path::new("/opt/penpawn"));
        assert_eq!(unit.matches("ExecStart=/opt/penpawn serve\n").count(), 1);
        assert_eq!(unit.matches("ExecStart=").count(), 1);
        assert_eq!(of(Path::new("/usr/local/bin/penpawn")), UNIT);
    }
}
