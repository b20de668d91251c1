//! Access tokens: whether they came, and who else could read or change what brings them.

use super::account::{DaemonAccount, WRITE_AND_ENTER};
use super::findings::Findings;
use crate::cli::duration::duration;
use crate::mail::imap::Login;
use crate::mail::oauth::{Credential, Grant, TokenCommand, TokenEndpoint, TokenSource};
use crate::mail::smtp::Submission;
use crate::settings::Settings;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The permission bit with which everybody writes.
const WRITE_OF_OTHERS: u32 = 0o002;
/// The bit of a folder in which only the owner of a file takes it away.
const STICKY: u32 = 0o1000;

/// What a check is called.
const WHAT: &str = "oauth";

/// Tells how tokens came, which have been shown by now, and checks the files of what brings them.
pub(super) async fn check(
    findings: &mut Findings,
    settings: &Settings,
    login: &Login,
    submission: &Submission,
) -> anyhow::Result<()> {
    let at_relay = submission.credentials.as_ref().map(|(_, proof)| proof);
    let (mut commands, mut endpoints) = (Vec::new(), Vec::new());
    for credential in [Some(&login.credential), at_relay].into_iter().flatten() {
        match credential {
            Credential::Password(_) => {}
            Credential::Token(TokenSource::Command(command)) => commands.push(command),
            Credential::Token(TokenSource::Endpoint(endpoint)) => endpoints.push(endpoint),
        }
    }
    if let Some(command) = commands.first() {
        check_command(findings, command, &commands)?;
    }
    if let Some(endpoint) = endpoints.first() {
        issued(findings, &endpoints).await?;
        closed_to_daemon(findings, settings, endpoint)?;
    }
    Ok(())
}

fn check_command(
    findings: &mut Findings,
    first: &TokenCommand,
    commands: &[&TokenCommand],
) -> anyhow::Result<()> {
    let program = first.words().next().unwrap_or_default();
    // Both servers have one command; one that brought nothing was told of by whoever wanted its token.
    if let Some(took) = commands.iter().filter_map(|command| command.took()).max() {
        let saw = format!(
            "the token command {program} printed a token{}, in {:.1} s",
            first.run_by(),
            took.as_secs_f64()
        );
        findings.ok(WHAT, &saw)?;
    }
    for path in files(first) {
        let Some(open) = writable(&path) else {
            continue;
        };
        let saw = format!(
            "{} can be written to by every user of this machine: what they put there is run with the rights of the daemon",
            open.display()
        );
        findings.warning(WHAT, &saw, &format!("Run: chmod o-w {}", open.display()))?;
    }
    Ok(())
}

/// Tells how the endpoint issued its token; one that issued none was told of by whoever wanted it.
async fn issued(findings: &mut Findings, endpoints: &[&TokenEndpoint]) -> anyhow::Result<()> {
    for endpoint in endpoints {
        let Some(issued) = endpoint.issued().await else {
            continue;
        };
        let good = match issued.good_for {
            Some(time) => format!("good for {}", duration(time.as_secs_f64())),
            None => "which does not say how long it is good".to_owned(),
        };
        let saw = format!(
            "{} issued a token by {} in {:.1} s, {good}",
            endpoint.url(),
            endpoint.grant().word(),
            issued.took.as_secs_f64()
        );
        findings.ok(WHAT, &saw)?;
        if let (Grant::RefreshToken { file, .. }, true) = (endpoint.grant(), issued.unsaved) {
            findings.failed(
                WHAT,
                &format!("the refresh token was replaced, and the new one cannot be written into {}: the old one may be good no longer", file.display()),
                "Let the account of the daemon write the file and its folder (as a service, below /var/lib/penpawn); where the old one is refused then, consent anew.",
            )?;
        }
        break;
    }
    Ok(())
}

/// Tells what root can do with the files, and the account of the daemon cannot.
fn closed_to_daemon(
    findings: &mut Findings,
    settings: &Settings,
    endpoint: &TokenEndpoint,
) -> anyhow::Result<()> {
    let Some(account) = DaemonAccount::other(settings)? else {
        return Ok(());
    };
    let who = &account.who;
    for file in endpoint.grant().secret_files() {
        if !account.reads(file) {
            findings.warning(
                WHAT,
                &format!(
                    "{} is read by root, and not by {who}, who runs the daemon",
                    file.display()
                ),
                &format!(
                    "Run: chown {who} {}; each folder above it must be open to that account.",
                    file.display()
                ),
            )?;
        }
    }
    let Grant::RefreshToken { file, .. } = endpoint.grant() else {
        return Ok(());
    };
    let folder = file
        .canonicalize()
        .ok()
        .and_then(|file| file.parent().map(Path::to_owned));
    if let Some(folder) = folder.filter(|folder| !account.may(folder, WRITE_AND_ENTER)) {
        findings.warning(
            WHAT,
            &format!("a refresh token that is replaced cannot be written by {who}, who runs the daemon: {} is closed to that account", folder.display()),
            &format!("Put the file below /var/lib/penpawn, in a folder that belongs to {who}."),
        )?;
    }
    Ok(())
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
