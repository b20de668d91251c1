//! The systemd unit, for the program where it lies.

use super::arguments::Setup;
use super::question::Asked;
use crate::cli::terminal::print;
use crate::settings::{USUAL_DATA_FOLDER, USUAL_FILE};
use anyhow::Context;
use std::path::{Path, PathBuf};

const UNIT: &str = include_str!("../../../config/penpawn.service");

/// Where an administrator's units lie.
const USUAL: &str = "/etc/systemd/system/penpawn.service";

/// Those of packages.
const OF_A_PACKAGE: [&str; 2] = [
    "/usr/lib/systemd/system/penpawn.service",
    "/lib/systemd/system/penpawn.service",
];

/// Writes it where it is wanted; a person is asked, where systemd runs and has none yet.
pub(super) fn offer(asked: Asked, setup: &Setup, settings: &Path) -> anyhow::Result<()> {
    if let Some(file) = &setup.unit {
        return write(file, setup, settings);
    }
    let is_there = OF_A_PACKAGE
        .iter()
        .chain([&USUAL])
        .any(|file| Path::new(file).exists());
    let runs = Path::new("/run/systemd/system").is_dir();
    if runs && !is_there && asked.agrees(&format!("Write the systemd unit, {USUAL}?"))? {
        return write(Path::new(USUAL), setup, settings);
    }
    Ok(())
}

fn write(file: &Path, setup: &Setup, settings: &Path) -> anyhow::Result<()> {
    let program = std::env::current_exe().context("where this program lies")?;
    let settings = match settings == Path::new(USUAL_FILE) {
        true => None,
        false => Some(std::path::absolute(settings)?),
    };
    let folder = setup.data_folder()?.map(PathBuf::from);
    let folder = folder.filter(|folder| folder != Path::new(USUAL_DATA_FOLDER));
    let unit = of(&program, settings.as_deref(), folder.as_deref());
    std::fs::write(file, unit).with_context(|| format!("{} cannot be written", file.display()))?;
    print(&format!(
        "{} is written; it wants the account penpawn, see \"As a service\" in docs/administrators/install.md.\n",
        file.display()
    ))
}

/// The unit that runs this program, with this file of settings and this data folder where they are not the usual ones.
fn of(program: &Path, settings: Option<&Path>, folder: Option<&Path>) -> String {
    let config = settings.map_or(String::new(), |file| format!(" --config {}", quoted(file)));
    let line = format!("ExecStart={}{config} serve", quoted(program));
    // Nothing else may be written to.
    let writable = folder.map(|folder| format!("ReadWritePaths={}\n", quoted(folder)));
    UNIT.lines()
        .map(|old| {
            if old.starts_with("ExecStart=") {
                format!("{line}\n")
            } else if let ("ProtectSystem=strict", Some(writable)) = (old, &writable) {
                format!("{old}\n{writable}")
            } else {
                format!("{old}\n")
            }
        })
        .collect()
}

/// A path as systemd.service(5) has it on a command line.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string().replace('%', "%%");
    if text.contains([' ', '\t', '"', '\'', '\\', ';', '$']) {
        let escaped = text
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace('$', "$$");
        return format!("\"{escaped}\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_that_of_the_repository_with_the_program_where_it_lies() {
        let unit = of(Path::new("/opt/penpawn"), None, None);
        assert_eq!(unit.matches("ExecStart=/opt/penpawn serve\n").count(), 1);
        assert_eq!(unit.matches("ExecStart=").count(), 1);
        assert_eq!(of(Path::new("/usr/local/bin/penpawn"), None, None), UNIT);
        let settings = Some(Path::new("/srv/chess club/100%.toml"));
        let line = "ExecStart=/opt/penpawn --config \"/srv/chess club/100%%.toml\" serve\n";
        let folder = Some(Path::new("/srv/games"));
        let unit = of(Path::new("/opt/penpawn"), settings, folder);
        assert!(unit.contains(line), "{unit}");
        assert!(unit.contains("\nReadWritePaths=/srv/games\n"), "{unit}");
    }
}
