//! Settings: complete, sensible, and their secrets nobody else's to read.

use super::account::DaemonAccount;
use super::advice;
use super::findings::Findings;
use crate::cli::told;
use crate::letters::Templates;
use crate::settings::{self, Settings, USUAL_FILE, database_url};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What to do about a template with a fault.
const MEND_TEMPLATE: &str = "Mend the template, or take it out of the folder: then the built-in one is used. \
     templates/README.md says what can stand in it.";

/// Permission bits of those who are neither the owner of a file nor of its group.
const OTHERS: u32 = 0o007;

/// The bit of a folder with which they get to what is in it.
const ENTER_OF_OTHERS: u32 = 0o001;

/// Checks what can be checked without any server. Returns whether it makes sense to go on.
pub(super) fn check(
    findings: &mut Findings,
    settings: &Settings,
    file: Option<&Path>,
) -> anyhow::Result<bool> {
    let usual = Path::new(USUAL_FILE);
    let file = file.or_else(|| usual.exists().then_some(usual));
    let place = file.map_or_else(
        || "built-in values and the environment".to_owned(),
        |file| file.display().to_string(),
    );
    let set_it = file.map_or_else(
        || "Set it in a file that `--config` names, or in the environment".to_owned(),
        |file| format!("Set it in {}", file.display()),
    );
    let complete = complete(findings, settings, &set_it)?;
    if complete {
        findings.ok("settings", &place)?;
    }
    secrets(findings, settings, file)?;
    let templates = settings.template_overrides().and_then(|overrides| {
        let number = overrides.len();
        Ok((number, Templates::new(overrides)?))
    });
    for fault in templates
        .iter()
        .flat_map(|(_, templates)| templates.faults())
    {
        findings.warning("templates", &fault.to_string(), MEND_TEMPLATE)?;
    }
    let templates = templates.map(|(number, templates)| number - templates.faults().len());
    match templates {
        Ok(0) => findings.ok("templates", "the built-in ones")?,
        Ok(number) => {
            findings.ok(
                "templates",
                &format!("{number} in {}", settings.server.templates),
            )?;
        }
        Err(fault) => findings.failed("templates", &told(&fault), MEND_TEMPLATE)?,
    }
    Ok(complete)
}

/// Checks that all is set that must be, and can be used; tells what is not.
fn complete(findings: &mut Findings, settings: &Settings, set_it: &str) -> anyhow::Result<bool> {
    let lacking = settings.lacking();
    if !lacking.is_empty() {
        let verb = if lacking.len() == 1 { "is" } else { "are" };
        findings.failed(
            "settings",
            &format!("{} {verb} not set", lacking.join(", ")),
            &format!("{set_it}; `penpawn config --default` prints the file in which every setting is explained."),
        )?;
    }
    let examples = settings.examples();
    for example in &examples {
        findings.failed(
            "settings",
            &example.to_string(),
            &format!(
                "Write {}; `penpawn serve` does not start until then.",
                example.instead
            ),
        )?;
    }
    let is_told = |fault: &anyhow::Error| {
        let words = told(fault);
        lacking
            .iter()
            .any(|key| words.contains(&format!("{key} is not set")))
    };
    let faults: Vec<anyhow::Error> = [
        settings.server().err(),
        settings.keep_days().err(),
        settings.login().err(),
        settings.junk_folder().err(),
        settings.submission().err(),
    ]
    .into_iter()
    .flatten()
    .filter(|fault| !is_told(fault))
    .collect();
    let mut before = String::new();
    for fault in &faults {
        let words = told(fault);
        // Both servers may have one password.
        if words != before {
            findings.failed("settings", &words, &advice::against_setting(fault, set_it))?;
        }
        before = words;
    }
    Ok(faults.is_empty() && lacking.is_empty() && examples.is_empty())
}

/// The first host of a database on another machine to which the connection may be unencrypted, or go to somebody else: what a
/// URL says that names no `sslmode`.
fn exposed(url: &str) -> Option<String> {
    let servers = database_url::connect_options(url, "")
        .ok()
        .filter(|_| !url.is_empty())?;
    servers.iter().find_map(is_exposed)
}

fn is_exposed(options: &PgConnectOptions) -> Option<String> {
    let host = options.get_host();
    let here =
        options.get_socket().is_some() || host.starts_with('/') || settings::is_this_machine(host);
    let checked = matches!(
        options.get_ssl_mode(),
        PgSslMode::VerifyCa | PgSslMode::VerifyFull
    );
    (!here && !checked).then(|| host.to_owned())
}

/// The nearest folder above a file that is closed to those who are neither its owner nor of its group.
fn closed_above(path: &Path) -> Option<PathBuf> {
    // A link may lead out of it.
    let path = path.canonicalize().ok()?;
    let closed = |folder: &&Path| {
        std::fs::metadata(folder).is_ok_and(|found| found.mode() & ENTER_OF_OTHERS == 0)
    };
    path.ancestors().skip(1).find(closed).map(Path::to_owned)
}

/// The files that hold a secret; `file` is that of the settings.
fn files_with_secrets<'a>(settings: &'a Settings, file: Option<&'a Path>) -> Vec<&'a Path> {
    let oauth = &settings.oauth;
    let mut secret: Vec<&Path> = [
        &settings.imap.password_file,
        &settings.smtp.password_file,
        &oauth.client_secret_file,
        &oauth.refresh_token_file,
        &oauth.key_file,
    ]
    .into_iter()
    .filter(|name| !name.is_empty())
    .map(Path::new)
    .collect();
    let database = &settings.database;
    if [&database.url, &database.owner_url]
        .into_iter()
        .any(|url| database_url::holds_password(url))
    {
        secret.extend(file);
    }
    secret.dedup();
    secret
}

/// The files that root reads and the account of the daemon cannot, which is told: it would not start as a service. Those of
/// tokens are looked at with the tokens.
fn closed_to_daemon<'a>(
    findings: &mut Findings,
    settings: &'a Settings,
    file: Option<&'a Path>,
) -> anyhow::Result<Vec<&'a Path>> {
    let Some(account) = DaemonAccount::of_service(settings)? else {
        return Ok(Vec::new());
    };
    let who = &account.who;
    let passwords = [&settings.imap.password_file, &settings.smtp.password_file];
    let passwords = passwords.into_iter().filter(|name| !name.is_empty());
    let mut closed: Vec<&Path> = file.into_iter().chain(passwords.map(Path::new)).collect();
    closed.dedup();
    closed.retain(|path| !account.reads(path));
    for path in &closed {
        let file = path.display();
        findings.failed(
            "secret",
            &format!("{file} is read by root, and not by {who}, as whom the service runs"),
            &format!(
                "Run: chown root:{who} {file}; chmod 640 {file}. Each folder above it must be open to that account, as /etc/penpawn is."
            ),
        )?;
    }
    Ok(closed)
}

/// Files that hold a password, or another secret, are nobody else's to read.
fn secrets(
    findings: &mut Findings,
    settings: &Settings,
    file: Option<&Path>,
) -> anyhow::Result<()> {
    let database = &settings.database;
    for url in [&database.url, &database.owner_url] {
        if let Some(host) = exposed(url) {
            findings.warning(
                "database",
                &format!("the connection to {host} need not be encrypted, and its certificate is not checked"),
                "Write ?sslmode=verify-full behind the URL (and &sslrootcert=FILE for an authority of your own): what goes over it are mails, addresses and the keys of the tokens.",
            )?;
            break;
        }
    }
    let closed = closed_to_daemon(findings, settings, file)?;
    for path in files_with_secrets(settings, file) {
        let what = "secret";
        if closed.contains(&path) {
            continue;
        }
        // One that cannot be read was told of before.
        let Ok(found) = std::fs::metadata(path) else {
            continue;
        };
        let mode = found.mode() & 0o777;
        if mode & OTHERS == 0 {
            findings.ok(what, &format!("{} has mode {mode:03o}", path.display()))?;
        } else if let Some(folder) = closed_above(path) {
            findings.ok(
                what,
                &format!(
                    "{} has mode {mode:03o}, below {}, into which nobody else gets",
                    path.display(),
                    folder.display()
                ),
            )?;
        } else {
            findings.failed(
                what,
                &format!(
                    "{} has mode {mode:03o}: every user of this machine can get at what is secret in it",
                    path.display()
                ),
                &format!("Run: chmod o= {}", path.display()),
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::exposed;

    #[test]
    fn a_database_on_another_machine_is_reached_by_checked_tls_or_told_of() {
        for (url, host) in [
            ("", None),
            ("postgres://penpawn@localhost/penpawn", None),
            ("postgres://penpawn@127.0.0.1/penpawn", None),
            ("postgres:///penpawn?host=/run/postgresql", None),
            (
                "postgres://penpawn@db.example.org/penpawn?sslmode=verify-full",
                None,
            ),
            (
                "postgres://penpawn@db.example.org/penpawn",
                Some("db.example.org"),
            ),
            (
                "postgres://penpawn@10.0.0.5/penpawn?sslmode=require",
                Some("10.0.0.5"),
            ),
        ] {
            assert_eq!(exposed(url).as_deref(), host, "{url}");
        }
    }
}
