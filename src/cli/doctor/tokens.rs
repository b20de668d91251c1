//! The command that prints access tokens: what it did, and who could put another one in its place.

use super::findings::Findings;
use crate::mail::imap::Login;
use crate::mail::oauth::{Credential, TokenCommand};
use crate::mail::smtp::Submission;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The permission bit with which everybody writes.
const WRITE_OF_OTHERS: u32 = 0o002;
/// The bit of a folder in which only the owner of a file takes it away.
const STICKY: u32 = 0o1000;

/// Tells how long the command took, which has been run by now, and checks its files.
pub(super) fn check(
    findings: &mut Findings,
    login: &Login,
    submission: &Submission,
) -> anyhow::Result<()> {
    let at_relay = submission.credentials.as_ref().map(|(_, proof)| proof);
    let mut commands = [Some(&login.credential), at_relay]
        .into_iter()
        .flatten()
        .filter_map(command)
        .peekable();
    let Some(&first) = commands.peek() else {
        return Ok(());
    };
    let program = first.words().next().unwrap_or_default();
    // Both servers have one command; one that brought nothing was told of by whoever wanted its token.
    if let Some(took) = commands.filter_map(TokenCommand::took).max() {
        let saw = format!(
            "the token command {program} printed a token{}, in {:.1} s",
            first.run_by(),
            took.as_secs_f64()
        );
        findings.ok("oauth", &saw)?;
    }
    for path in files(first) {
        let Some(open) = writable(&path) else {
            continue;
        };
        let saw = format!(
            "{} can be written to by every user of this machine: what they put there is run with the rights of the daemon",
            open.display()
        );
        findings.warning("oauth", &saw, &format!("Run: chmod o-w {}", open.display()))?;
    }
    Ok(())
}

fn command(credential: &Credential) -> Option<&TokenCommand> {
    match credential {
        Credential::Password(_) => None,
        Credential::Token(command) => Some(command),
    }
}

/// The program, and what its arguments name of files: a script perhaps, or where it keeps its tokens.
fn files(command: &TokenCommand) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut words = command.words();
    let program = Path::new(words.next().unwrap_or_default());
    let program = match program.components().count() {
        // As it is looked for when it is run.
        1 => std::env::split_paths(&path)
            .map(|folder| folder.join(program))
            .find(|file| file.is_file()),
        _ => Some(program.to_owned()),
    };
    let arguments = words.map(PathBuf::from).filter(|word| word.is_absolute());
    program.into_iter().chain(arguments).collect()
}

/// The file or the folder around it, where everybody can write to it.
fn writable(path: &Path) -> Option<PathBuf> {
    // A link is as safe as what it leads to.
    let path = path.canonicalize().ok().filter(|path| path.is_file())?;
    let found = std::fs::metadata(&path).ok()?;
    if found.mode() & WRITE_OF_OTHERS != 0 {
        return Some(path);
    }
    let folder = path.parent()?;
    let mode = std::fs::metadata(folder).ok()?.mode();
    (mode & WRITE_OF_OTHERS != 0 && mode & STICKY == 0).then(|| folder.to_owned())
}
