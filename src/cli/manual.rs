//! `penpawn manual`: the manual pages and what shells complete, out of the commands themselves.

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use std::fs;
use std::path::{Path, PathBuf};

/// Where they are written.
#[derive(Debug, Args)]
pub(super) struct Manual {
    /// The folder, which is made: below it man1, bash, zsh and fish
    folder: PathBuf,
}

/// Writes those of these commands.
pub(super) fn run(mut commands: Command, manual: &Manual) -> anyhow::Result<()> {
    let pages = below(&manual.folder, "man1")?;
    clap_mangen::generate_to(commands.clone(), &pages)
        .with_context(|| format!("{} cannot be written", pages.display()))?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        let folder = below(&manual.folder, &shell.to_string())?;
        clap_complete::generate_to(shell, &mut commands, "penpawn", &folder)
            .with_context(|| format!("{} cannot be written", folder.display()))?;
    }
    Ok(())
}

fn below(folder: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let folder = folder.join(name);
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(folder)
}
