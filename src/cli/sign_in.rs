//! Signing in to the mail servers from a command: as the daemon does, also when root types it.

use crate::mail::imap::Login;
use crate::mail::oauth::{Credential, RunAs, TokenSource};
use crate::mail::smtp::Submission;
use crate::private_postgres::{OfDaemon, of_daemon};
use crate::settings::Settings;
use anyhow::Context;

/// How to get into the mailbox.
///
/// # Errors
///
/// As [`Settings::login`].
pub(super) fn login(settings: &Settings) -> anyhow::Result<Login> {
    let login = settings.login()?;
    Ok(Login {
        credential: as_daemon(settings, login.credential)?,
        ..login
    })
}

/// How to hand over mail.
///
/// # Errors
///
/// As [`Settings::submission`].
pub(super) fn submission(settings: &Settings) -> anyhow::Result<Submission> {
    let submission = settings.submission()?;
    let credentials = match submission.credentials {
        Some((user, credential)) => Some((user, as_daemon(settings, credential)?)),
        None => None,
    };
    Ok(Submission {
        credentials,
        ..submission
    })
}

/// What root runs may work where the daemon's would not, and what root writes the daemon cannot write again.
pub(super) fn as_daemon(settings: &Settings, credential: Credential) -> anyhow::Result<Credential> {
    let command = match credential {
        // A file that is written anew keeps its owner.
        Credential::Password(_) | Credential::Token(TokenSource::Endpoint(_)) => {
            return Ok(credential);
        }
        Credential::Token(TokenSource::Command(command)) => command,
    };
    let account = of_daemon(&settings.data_folder()).context("which account this is")?;
    let command = command.run_as(match account {
        OfDaemon::Ours => RunAs::Ourselves,
        OfDaemon::Other { user, group, named } => RunAs::Account { user, group, named },
        OfDaemon::Unknown => RunAs::Nobody,
    });
    Ok(Credential::Token(command.into()))
}
