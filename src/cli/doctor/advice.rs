//! What is to be done about a fault: below each diagnosis stands the cure of that one.

mod endpoint;
mod tokens;

use crate::mail::imap::{ImapError, Login};
use crate::mail::oauth::{Credential, EndpointFault};
use crate::mail::smtp::{Submission, Unconnected};
use crate::mail::spoken::{self, Spoken};
use crate::mail::tls::{self, ConnectError, Security};
use crate::private_postgres::PrivateError;
use std::io::{Error, ErrorKind};
use std::path::Path;

/// Against a fault that is no single server's; `usual` where nothing better is known.
pub(super) fn against(fault: &anyhow::Error, usual: &str) -> String {
    let known = fault.chain().find_map(|cause| {
        if let Some(private) = cause.downcast_ref::<PrivateError>() {
            return against_private(private);
        }
        if let Some(database) = cause.downcast_ref::<sqlx::Error>() {
            return against_database(database);
        }
        cause.downcast_ref::<Error>().and_then(against_file)
    });
    let advice = known.unwrap_or_else(|| usual.to_owned());
    // Which of the two URLs failed is said where it was used.
    let of_owner = fault
        .chain()
        .any(|cause| cause.to_string().contains("(database.owner_url)"));
    match of_owner {
        true => advice.replace("database.url", "database.owner_url"),
        false => advice,
    }
}

fn against_private(fault: &PrivateError) -> Option<String> {
    match fault {
        PrivateError::Programs(_) => {
            Some("Install its server programs, or set database.url to a database of yours.".into())
        }
        // They say themselves what to do.
        PrivateError::Account
        | PrivateError::Locked { .. }
        | PrivateError::Forbidden { .. }
        | PrivateError::NotYet { .. } => {
            Some("Do what it says; every command stops until then.".into())
        }
        PrivateError::File { path, source } => Some(match full(source) {
            true => room(&path.display().to_string()),
            false => format!(
                "Let {} and all in it belong to the account that runs `penpawn serve`, or set data_folder to another folder.",
                path.display()
            ),
        }),
        PrivateError::Failed { reason, .. } | PrivateError::Late { reason, .. } => {
            Some(match reason.contains("No space left on device") {
                true => room("data_folder"),
                false => {
                    "Look at the end of postgres/postgres.log in data_folder, where Postgres says why.".into()
                }
            })
        }
        PrivateError::Database(fault) => against_database(fault),
    }
}

fn against_database(fault: &sqlx::Error) -> Option<String> {
    let advice = match fault {
        sqlx::Error::Io(fault) if full(fault) => room("the database"),
        sqlx::Error::Io(_) => {
            "Start Postgres there (systemctl start postgresql), or correct the host and port in database.url.".into()
        }
        sqlx::Error::Tls(_) => {
            "Mend the certificate of the database's machine, or name its authority: &sslrootcert=FILE behind database.url.".into()
        }
        // https://www.postgresql.org/docs/current/errcodes-appendix.html
        sqlx::Error::Database(fault) => match fault.code().as_deref() {
            Some("28000" | "28P01") => {
                "Correct the user and the password in database.url, or let this user in (pg_hba.conf).".into()
            }
            Some("3D000") => {
                "Correct the name of the database in database.url, or make it (createdb), and run `penpawn migrate`.".into()
            }
            Some("42501") => {
                "Run `penpawn migrate`: it gives the role of database.url the rights that it needs.".into()
            }
            Some("53100") => room("the database"),
            Some("53300") => {
                "Raise max_connections in Postgres, or lower database.connections in every daemon.".into()
            }
            Some("25006") => {
                "It is a standby, which is only read: name the primary in database.url, or both (postgres://user@first,second/name).".into()
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(advice)
}

fn against_file(fault: &Error) -> Option<String> {
    full(fault).then(|| room("it"))
}

fn full(fault: &Error) -> bool {
    matches!(
        fault.kind(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded
    )
}

fn room(place: &str) -> String {
    format!(
        "The disk is full: make room on the one that holds {place} (df -h). Nothing is lost; mails wait in the mailbox until then."
    )
}

/// Against a setting that cannot be used.
pub(super) fn against_setting(fault: &anyhow::Error, place: &str) -> String {
    let explained =
        "`penpawn config --default` prints the file in which every setting is explained.";
    let words = format!("{fault:#}");
    let file = fault
        .chain()
        .find_map(|cause| cause.downcast_ref::<Error>())
        .map(Error::kind);
    let contradicts = [
        "is set beside",
        "is set, but",
        "is false",
        "is neither",
        "is none of",
    ];
    let contradicts = contradicts.iter().any(|said| words.contains(said));
    let is_about_file = !words.contains("is not set") && !contradicts;
    if words.contains("password_file") && is_about_file {
        return match file {
            Some(ErrorKind::NotFound) => {
                "Write the password into that file (install -m 600 /dev/null FILE, then an editor), or name the file that holds it.".into()
            }
            Some(ErrorKind::PermissionDenied) => {
                "Let the account that runs penpawn read it (chgrp penpawn FILE; chmod 640 FILE), or run this as root.".into()
            }
            Some(_) => "Name a file that holds the password and nothing else.".into(),
            None => "Write the password into it, on one line.".into(),
        };
    }
    if let Some(fault) = fault.downcast_ref::<EndpointFault>() {
        return endpoint::against(fault);
    }
    if contradicts {
        // It is set, and says what else could be.
        return format!("{}; {explained}", place.replacen("Set it", "Change it", 1));
    }
    format!("{place}; {explained}")
}

/// Against a mailbox that cannot be read.
pub(in crate::cli) async fn against_mailbox(fault: &ImapError, login: &Login) -> String {
    match fault {
        ImapError::RefusedLogin { reply } => match &login.credential {
            Credential::Password(_) if tokens::are_wanted(reply) => tokens::instead("imap"),
            Credential::Password(_) => {
                "Check imap.user and the password in imap.password_file; some providers want a password for this program alone.".into()
            }
            Credential::Token(_) => tokens::refused("imap", reply),
        },
        ImapError::Token(fault) => tokens::against(fault),
        ImapError::TakesNoToken { .. } => tokens::not_taken("imap"),
        ImapError::RefusedCommand { command: "SELECT", .. } => format!(
            "Set imap.folder to a folder that is there; {} is not.",
            login.folder
        ),
        ImapError::RefusedCommand { command: "STARTTLS", .. } => {
            "Set imap.security to \"tls\" and imap.port to 993, where the server offers that.".into()
        }
        ImapError::Connect(fault) => match of_connection("imap", fault) {
            Some(advice) => advice,
            None => at_port(Way::mailbox(login)).await,
        },
        ImapError::Connection { .. } | ImapError::Timeout { .. } | ImapError::Protocol { .. } => {
            at_port(Way::mailbox(login)).await
        }
        ImapError::RefusedCommand { .. } => SERVERS_LOG.into(),
    }
}

const SERVERS_LOG: &str = "Look into the log of the mail server for what it did at this moment.";

/// Against a relay to which nothing can be handed.
pub(in crate::cli) async fn against_relay(fault: &Unconnected, submission: &Submission) -> String {
    if let Some(fault) = &fault.token {
        return tokens::against(fault);
    }
    let fault = fault.reason.as_str();
    if submission.security != Security::Plain
        && let Err(fault) = tls::trust(submission.ca_file.as_deref())
        && let Some(advice) = of_connection("smtp", &fault)
    {
        return advice;
    }
    if fault.contains("certificate") {
        return certificate("smtp");
    }
    if fault.contains("takes no access tokens") {
        return tokens::not_taken("smtp");
    }
    let by_token = matches!(submission.credentials, Some((_, Credential::Token(_))));
    if fault.contains("refused the login") && by_token {
        return tokens::refused("smtp", fault);
    }
    if fault.contains("refused the login") && tokens::are_wanted(fault) {
        return tokens::instead("smtp");
    }
    if fault.contains("No compatible authentication mechanism") {
        return "This server offers no login here. Where it takes mail from this machine without one, set smtp.login = false (`penpawn setup --smtp-login false`); else correct smtp.port, often 465 or 587.".into();
    }
    if fault.contains("refused the login") {
        return "Check smtp.user and the password in smtp.password_file (without them those of [imap] count); some providers want a password for this program alone.".into();
    }
    at_port(Way {
        section: "smtp",
        expected: Spoken::Smtp,
        host: &submission.host,
        port: submission.port,
        security: submission.security,
        ca_file: submission.ca_file.as_deref(),
    })
    .await
}

/// Against a connection that the administrator must mend here; `None` where the server is to be looked at.
fn of_connection(section: &str, fault: &ConnectError) -> Option<String> {
    match fault {
        ConnectError::Certificate { .. } => Some(certificate(section)),
        ConnectError::AuthorityFile { path, .. } => Some(format!(
            "Name a file with PEM certificates that can be read in {section}.ca_file, or leave it empty where the certificate is of a public authority; {} is no such file.",
            path.display()
        )),
        ConnectError::NoAuthorities => {
            Some("Install them, or name a file with yours in ca_file.".into())
        }
        ConnectError::NotLoopback { .. } => Some(format!("Set {section}.security to \"tls\".")),
        ConnectError::Resolve { .. } | ConnectError::HostName { .. } => Some(format!(
            "Correct {section}.host; if it is right, the name service of this machine does not answer (resolvectl status)."
        )),
        ConnectError::Connect { .. } | ConnectError::Handshake { .. } => None,
    }
}

fn certificate(section: &str) -> String {
    format!(
        "The certificate must be of {section}.host, in its time, and of an authority of this machine or of {section}.ca_file; mend that, never the check."
    )
}

/// A port of a mail server, as it is set.
struct Way<'a> {
    section: &'static str,
    expected: Spoken,
    host: &'a str,
    port: u16,
    security: Security,
    ca_file: Option<&'a Path>,
}

impl<'a> Way<'a> {
    fn mailbox(login: &'a Login) -> Way<'a> {
        Way {
            section: "imap",
            expected: Spoken::Imap,
            host: &login.host,
            port: login.port,
            security: login.security,
            ca_file: login.ca_file.as_deref(),
        }
    }

    /// The ports at which one usually gets through.
    fn usual(&self) -> &'static str {
        match self.expected {
            Spoken::Smtp => "465 is for \"tls\", 587 for \"starttls\"",
            Spoken::Imap | Spoken::Pop => "993 is for \"tls\", 143 for \"starttls\"",
        }
    }
}

/// By what answers at the port.
async fn at_port(way: Way<'_>) -> String {
    let (section, port, usual) = (way.section, way.port, way.usual());
    match spoken::at(way.host, port, way.ca_file).await {
        Some((spoken, _)) if spoken != way.expected => format!(
            "At port {port} of {} {} is spoken and not {}: correct {section}.port; {usual}.",
            way.host,
            spoken.word(),
            way.expected.word()
        ),
        Some((_, found)) if (found == Security::Tls) != (way.security == Security::Tls) => {
            format!("At port {port} set {section}.security to \"{found}\"; {usual}.")
        }
        Some(_) => SERVERS_LOG.into(),
        None => format!(
            "Check {section}.host, {section}.port and {section}.security: {usual}; and whether a firewall lets this machine out."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    /// A disk that is full, and a folder of somebody else's, can hardly be had in a test; their errors can.
    #[test]
    fn each_fault_of_files_has_its_own_cure() {
        let of = |kind: ErrorKind| {
            let source = Error::from(kind);
            let path = "/var/lib/penpawn/postgres".into();
            let fault = Err::<(), _>(PrivateError::File { path, source })
                .context("no private Postgres can be had")
                .unwrap_err();
            against(&fault, "usual")
        };
        assert!(of(ErrorKind::StorageFull).contains("make room on the one that holds /var/lib"));
        assert!(of(ErrorKind::NotADirectory).contains("set data_folder"));
        let late = PrivateError::Failed {
            program: "postgres",
            reason: "FATAL: could not write: No space left on device".into(),
        };
        assert!(against(&late.into(), "usual").contains("make room"));
        let refused = sqlx::Error::Io(ErrorKind::ConnectionRefused.into());
        assert!(against(&refused.into(), "usual").contains("Start Postgres"));
        assert_eq!(against(&anyhow::anyhow!("what"), "usual"), "usual");
    }

    #[test]
    fn each_fault_of_a_password_file_has_its_own_cure() {
        let of = |kind: ErrorKind| {
            let fault = Err::<(), _>(Error::from(kind))
                .context("imap.password_file: /p cannot be read")
                .unwrap_err();
            against_setting(&fault, "Set it in /e")
        };
        assert!(of(ErrorKind::NotFound).contains("Write the password into that file"));
        assert!(of(ErrorKind::PermissionDenied).contains("chgrp"));
        let empty = anyhow::anyhow!("imap.password_file: /p is empty");
        assert!(against_setting(&empty, "").contains("on one line"));
        let unset = anyhow::anyhow!("imap.password_file is not set");
        assert!(against_setting(&unset, "Set it in /e").starts_with("Set it in /e; "));
    }
}
