//! What is asked, each answer with what is proposed, and tried at once by the code of `penpawn doctor`.

use super::arguments::Setup;
use super::desk::{Before, Desk, Given, Known};
use super::providers::{Server, User};
use super::question::Asked;
use super::token;
use super::words::Auth;
use crate::cli::doctor::findings::Findings;
use crate::cli::doctor::servers::{self, Database};
use crate::cli::terminal::print;
use crate::mail::imap::{Acknowledge, Login};
use crate::mail::oauth::Credential;
use crate::mail::password::Password;
use crate::mail::smtp::{Relay, Submission};
use crate::mail::tls::Security;
use crate::mail::write::is_sendable;
use crate::settings::{self, Domains};
use anyhow::bail;
use secrecy::SecretString;
use std::path::{Path, PathBuf};

/// Why a set-up ends where nobody can be asked again.
const FAILED: &str = "nothing was written: mend what failed, and run this again";

/// The address that players write to, in small letters.
pub(super) fn address(asked: Asked, setup: &Setup) -> anyhow::Result<String> {
    let question = "The address that players write to";
    let mut given = setup.address.as_ref();
    loop {
        let address = asked.value(question, "--address", given.take(), None::<String>)?;
        let address = address.trim().to_lowercase();
        if !is_sendable(&address) {
            told(
                asked,
                &format!("{address:?} is no mail address; write it alone, without a name"),
            )?;
        } else if settings::is_example(&address, domains(setup)) {
            told(asked, &format!("{address} is an example"))?;
        } else {
            return Ok(address);
        }
    }
}

/// What addresses may name, as far as the arguments tell.
fn domains(setup: &Setup) -> Domains {
    let host = |given: &Option<String>| given.clone().unwrap_or_default();
    settings::domains([&host(&setup.imap_host), &host(&setup.smtp_host)])
}

/// Tells a person what is wrong, who is asked again; ends where there is none.
fn told(asked: Asked, fault: &str) -> anyhow::Result<()> {
    match asked {
        Asked::Nobody => bail!("{fault}"),
        Asked::Person => print(&format!("{fault}.\n")),
    }
}

/// A server, asked where the arguments of these names have not said it.
fn ask_server(
    asked: Asked,
    question: &str,
    [host, port]: [&str; 2],
    (said_host, said_port): (Option<&String>, Option<&u16>),
    proposed: Server,
) -> anyhow::Result<Server> {
    Ok(Server {
        host: asked.value(question, host, said_host, Some(proposed.host))?,
        port: asked.value("Its port", port, said_port, Some(proposed.port))?,
    })
}

/// How to get into the mailbox, tried.
pub(super) async fn mailbox(
    asked: Asked,
    findings: &mut Findings,
    setup: &Setup,
    known: &Known<'_>,
) -> anyhow::Result<Login> {
    let local_part = known.address.split('@').next().unwrap_or_default();
    let user = match known.provider.user {
        User::Address => known.address,
        User::LocalPart => local_part,
    };
    let mut server = known.imap.clone();
    let mut user = user.to_owned();
    let mut before = Before::default();
    let auth = token::auth(asked, setup, known.provider.auth)?;
    let set = setup.settings()?;
    let mut again = false;
    loop {
        let given = Given(!again);
        let question = "The server on which its mailbox is read (IMAP)";
        let arguments = ["--imap-host", "--imap-port"];
        let said = (given.of(&setup.imap_host), given.of(&setup.imap_port));
        server = ask_server(asked, question, arguments, said, server)?;
        let question = "The user who logs in there";
        user = asked.value(question, "--user", given.of(&setup.user), Some(user))?;
        let credential = match auth {
            Auth::Password => Credential::Password(Password::typed(password(asked, setup)?)),
            Auth::Oauth => {
                let desk = Desk {
                    asked,
                    setup,
                    given,
                    known,
                };
                desk.source(&user, &mut before)?
            }
        };
        let login = Login {
            host: server.host.clone(),
            port: server.port,
            security: security(setup.imap_security, &server, setup),
            user: user.clone(),
            credential,
            ca_file: setup.ca_file.clone(),
            folder: set.imap.folder.clone(),
            done: Acknowledge::Move {
                folder: set.imap.done_folder.clone(),
            },
        };
        let folders = (&login, None);
        // What its first look would show is of no interest yet.
        if servers::mailbox(findings, folders, true, &Database::NotYet).await? {
            return Ok(login);
        }
        if asked == Asked::Nobody {
            bail!(FAILED);
        }
        again = true;
    }
}

/// How to hand over mail, tried.
pub(super) async fn relay(
    asked: Asked,
    findings: &mut Findings,
    setup: &Setup,
    known: &Known<'_>,
    login: &Login,
) -> anyhow::Result<Submission> {
    let user = match known.provider.user {
        User::Address => login.user.clone(),
        User::LocalPart => known.address.to_owned(),
    };
    let mut server = known.smtp.clone();
    let mut again = false;
    loop {
        let given = Given(!again);
        let question = "The server to which mail is handed over (SMTP)";
        let arguments = ["--smtp-host", "--smtp-port"];
        let said = (given.of(&setup.smtp_host), given.of(&setup.smtp_port));
        server = ask_server(asked, question, arguments, said, server)?;
        let mut submission = Submission {
            host: server.host.clone(),
            port: server.port,
            security: security(setup.smtp_security, &server, setup),
            credentials: None,
            ca_file: setup.ca_file.clone(),
            connections: 1,
            hello: None,
        };
        let logs_in = match given.of(&setup.smtp_login) {
            Some(said) => *said,
            None => !takes_mail_without_login(&submission).await,
        };
        if logs_in {
            submission.credentials = Some((user.clone(), login.credential.clone()));
        }
        let relay = Relay::new(submission.clone());
        let sendable = servers::relay(findings, &relay, &submission).await?;
        relay.close().await;
        if sendable {
            return Ok(submission);
        }
        if asked == Asked::Nobody {
            bail!(FAILED);
        }
        again = true;
    }
}

/// Whether a server on this machine offers no login: its own mail server, which knows who hands mail over by where it comes from.
async fn takes_mail_without_login(submission: &Submission) -> bool {
    if !settings::is_this_machine(&submission.host) {
        return false;
    }
    let relay = Relay::new(submission.clone());
    let survey = relay.survey().await;
    relay.close().await;
    survey.is_ok_and(|survey| survey.offer("AUTH").is_none())
}

/// The URL of the database, tried; empty: a private one.
pub(super) async fn database(
    asked: Asked,
    findings: &mut Findings,
    setup: &Setup,
) -> anyhow::Result<String> {
    let question = "The database: \"private\", or the postgres:// URL of yours";
    let mut given = setup.database.as_ref();
    loop {
        let private = Some("private".to_owned());
        let url = match asked.value(question, "--database", given.take(), private)? {
            word if word == "private" => String::new(),
            url => url,
        };
        if !url.is_empty() && !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            let fault = format!(
                "{url:?} is neither \"private\" nor a URL, postgres://USER:PASSWORD@HOST/NAME"
            );
            told(asked, &fault)?;
            continue;
        }
        let mut settings = setup.settings()?;
        settings.database.url = url.clone();
        if servers::reachable(findings, &settings).await? {
            return Ok(url);
        }
        if asked == Asked::Nobody {
            bail!(FAILED);
        }
    }
}

/// Whom players can ask.
pub(super) fn contact(asked: Asked, setup: &Setup) -> anyhow::Result<String> {
    let question =
        "The administrator's address, for players whose mails cannot be read (\"none\": nobody's)";
    let mut given = setup.contact.as_ref();
    loop {
        let none = Some("none".to_owned());
        let contact = asked.value(question, "--contact", given.take(), none)?;
        if !settings::is_example(&contact, domains(setup)) {
            return Ok(if contact == "none" {
                String::new()
            } else {
                contact
            });
        }
        told(asked, &format!("{contact} is an example"))?;
    }
}

/// What goes over no network needs no encryption, and a certificate is seldom made out to 127.0.0.1.
fn security(given: Option<Security>, server: &Server, setup: &Setup) -> Security {
    given.unwrap_or(match server.port {
        993 | 465 => Security::Tls,
        _ if setup.ca_file.is_none() && settings::is_this_machine(&server.host) => Security::Plain,
        _ => Security::StartTls,
    })
}

fn password(asked: Asked, setup: &Setup) -> anyhow::Result<SecretString> {
    match &setup.password_file {
        None => asked.secret("Their password", "--password-file"),
        Some(file) => settings::password(&file.display().to_string(), "--password-file"),
    }
}

/// The file that holds the password, as the settings name it.
pub(super) fn password_file(setup: &Setup, settings: &Path) -> anyhow::Result<PathBuf> {
    match &setup.password_file {
        Some(file) => Ok(std::path::absolute(file)?),
        None => Ok(std::path::absolute(settings.with_file_name("password"))?),
    }
}
