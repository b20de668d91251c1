//! `penpawn setup`: the few things that a server needs are asked, each answer is tried, and the settings file is written.

mod answers;
mod arguments;
mod desk;
mod endpoint;
mod file;
pub(super) mod providers;
mod question;
mod token;
mod unit;
mod words;

use super::doctor::account::DaemonAccount;
use super::doctor::findings::Findings;
use super::terminal::print;
use crate::mail::dns::Dns;
use crate::mail::imap::Login;
use crate::mail::oauth::Credential;
use crate::mail::smtp::Submission;
use crate::settings::{DEFAULT, USUAL_FILE};
use anyhow::bail;
pub(super) use arguments::Setup;
use desk::Known;
use providers::Provider;
use question::Asked;
use secrecy::ExposeSecret;
use std::path::Path;
use std::time::Duration;
use tokio::time::timeout;
use toml::Value;

/// How long is waited for what is only to be proposed.
const PATIENCE: Duration = Duration::from_secs(3);

/// Asks, tries, and writes the settings into this file, or into the usual one.
pub(super) async fn run(setup: &Setup, file: Option<&Path>) -> anyhow::Result<()> {
    let file = file.unwrap_or(Path::new(USUAL_FILE));
    let asked = Asked::who();
    let secret = answers::password_file(setup, file)?;
    may_replace(asked, setup, file, &secret)?;
    let mut findings = Findings::new(false);
    let address = answers::address(asked, setup)?;
    let known = known(setup, &address).await?;
    let login = answers::mailbox(asked, &mut findings, setup, &known).await?;
    let submission = answers::relay(asked, &mut findings, setup, &known, &login).await?;
    let url = answers::database(asked, &mut findings, setup).await?;
    let contact = answers::contact(asked, setup)?;
    let mut values = values(&known, &login, &submission, &secret);
    values.push(("server", "contact", contact.into()));
    values.push(("database", "url", url.as_str().into()));
    if let Some(folder) = setup.data_folder()? {
        values.push(("", "data_folder", folder.into()));
    }
    let set = file::set_elsewhere(&setup.settings()?, &values)?;
    let text = file::with_values(&file::with_values(DEFAULT, &values)?, &set)?;
    if let (None, Credential::Password(password)) = (&setup.password_file, &login.credential) {
        file::write(&secret, password.to_show().expose_secret())?;
    }
    file::write(file, &text)?;
    print(&format!("{} is written.\n", file.display()))?;
    if let Some(given) = &setup.password_file {
        tell_who_cannot_read(setup, given)?;
    }
    unit::offer(asked, setup, file)?;
    print(&next_steps(file, &url))
}

/// A password file that stays where it is may be root's alone, and the service runs as somebody else.
fn tell_who_cannot_read(setup: &Setup, file: &Path) -> anyhow::Result<()> {
    let account = DaemonAccount::of_service(&setup.settings()?)?;
    match account.filter(|account| !account.reads(file)) {
        Some(DaemonAccount { who, .. }) => print(&format!(
            "{file} cannot be read by {who}, as whom the service runs. Run: chown root:{who} {file}; chmod 640 {file}\n",
            file = file.display()
        )),
        None => Ok(()),
    }
}

/// Nothing that is there is replaced unless somebody says so.
fn may_replace(asked: Asked, setup: &Setup, file: &Path, secret: &Path) -> anyhow::Result<()> {
    let unit = setup.unit.as_deref();
    let is_written = setup.password_file.is_none() && !token::names_origin(setup);
    let secret = Some(secret).filter(|_| is_written);
    for file in [Some(file), secret, unit].into_iter().flatten() {
        // A link counts as well, wherever it leads.
        let free = file.symlink_metadata().is_err() || file::is_default(file);
        if setup.replace || free {
            continue;
        }
        let there = format!("{} is there already", file.display());
        let (kept, question) = match Some(file) == unit {
            true => ("", "Replace it?"),
            false => (
                ", and kept beside the new one",
                "Replace it, and keep it as .old?",
            ),
        };
        if !asked.agrees(&format!("{there}. {question}"))? {
            bail!("{there}; with --replace it is replaced{kept}");
        }
    }
    Ok(())
}

/// What the domain of the address, and the machines that take its mail, say about the rest.
async fn known<'a>(setup: &Setup, address: &'a str) -> anyhow::Result<Known<'a>> {
    let domain = address.rsplit('@').next().unwrap_or_default();
    let mut exchange = None;
    let provider = match (&setup.provider, Provider::of_domain(domain)) {
        (Some(name), _) => match Provider::named(name) {
            Some(provider) => provider,
            None => bail!(
                "--provider {name:?} is none of {}",
                Provider::names().join(", ")
            ),
        },
        (None, Some(provider)) => provider,
        (None, None) => {
            let exchanges = exchanges(domain).await;
            let found = exchanges
                .iter()
                .find_map(|machine| Provider::of_exchange(machine));
            exchange = exchanges.into_iter().next();
            found.unwrap_or(Provider::OWN)
        }
    };
    if !provider.first.is_empty() {
        print(&format!("{}: {}\n", provider.name, provider.first))?;
    }
    let (mut imap, mut smtp) = (provider.imap(domain), provider.smtp(domain));
    // Who takes the mail of a server of one's own mostly keeps it, too.
    if let Some(machine) = exchange.filter(|_| provider.name == Provider::OWN.name) {
        imap.host.clone_from(&machine);
        smtp.host = machine;
    }
    Ok(Known {
        address,
        provider,
        imap,
        smtp,
    })
}

/// The machines that take mail for a domain, the preferred one first; none where nobody answers. Who lies in the answer
/// brings about a wrong proposal; the password goes nowhere before the certificate of what was chosen is checked.
async fn exchanges(domain: &str) -> Vec<String> {
    let domain = idna::domain_to_ascii(domain).unwrap_or_default();
    let asked = async { Dns::of(None).ok()?.exchanges(&domain).await.ok() };
    let found = timeout(PATIENCE, asked).await.ok().flatten();
    let machines = found.into_iter().flatten().map(|found| found.machine);
    machines.filter(|machine| !machine.is_empty()).collect()
}

/// What was answered, by table and key.
fn values(
    known: &Known<'_>,
    login: &Login,
    submission: &Submission,
    secret: &Path,
) -> Vec<(&'static str, &'static str, Value)> {
    let path = |path: &Path| Value::from(path.display().to_string());
    let mut values = vec![
        ("server", "address", known.address.into()),
        ("server", "subaddress", known.provider.subaddress.into()),
        ("imap", "host", login.host.as_str().into()),
        ("imap", "port", i64::from(login.port).into()),
        ("imap", "security", login.security.to_string().into()),
        ("imap", "user", login.user.as_str().into()),
        ("smtp", "host", submission.host.as_str().into()),
        ("smtp", "port", i64::from(submission.port).into()),
        ("smtp", "security", submission.security.to_string().into()),
    ];
    if submission.credentials.is_none() {
        values.push(("smtp", "login", false.into()));
    }
    match &login.credential {
        Credential::Password(_) => values.push(("imap", "password_file", path(secret))),
        Credential::Token(source) => values.extend(token::values(source)),
    }
    if let Some(file) = &login.ca_file {
        // Like that of the password: whoever reads the settings may stand elsewhere.
        let file = std::path::absolute(file).unwrap_or_else(|_| file.clone());
        values.push(("imap", "ca_file", path(&file)));
    }
    if let Some((user, _)) = submission
        .credentials
        .as_ref()
        .filter(|(user, _)| *user != login.user)
    {
        values.push(("smtp", "user", user.as_str().into()));
    }
    let provider = known.provider;
    for (key, most) in [
        ("mails_per_minute", provider.mails_per_minute),
        ("mails_per_day", provider.mails_per_day),
    ] {
        if most > 0 {
            values.push(("smtp", key, i64::from(most).into()));
        }
    }
    values
}

/// What is to be done next.
fn next_steps(file: &Path, url: &str) -> String {
    let with = match file == Path::new(USUAL_FILE) {
        true => String::new(),
        false => format!("--config {} ", file.display()),
    };
    let migrate = match url {
        "" => String::new(),
        _ => format!("penpawn {with}migrate   # makes the tables\n"),
    };
    format!(
        "Every setting is explained in it. Next:\n{migrate}penpawn {with}doctor    # sends mails to itself\n\
         penpawn {with}serve     # or as a service: systemctl enable --now penpawn\n"
    )
}
