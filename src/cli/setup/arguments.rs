//! What can be said to `penpawn setup` without being asked.

use crate::mail::tls::Security;
use clap::Args;
use std::path::PathBuf;

/// What is known without asking.
#[derive(Debug, Args)]
pub(in crate::cli) struct Setup {
    /// The address that players write to
    #[arg(long)]
    pub(super) address: Option<String>,
    /// Where its mailbox is kept: gmail, microsoft, fastmail, gmx, gmx.com, web.de, icloud, yahoo or own
    /// [default: found by the domain]
    #[arg(long)]
    pub(super) provider: Option<String>,
    /// The server on which the mailbox is read
    #[arg(long, value_name = "HOST")]
    pub(super) imap_host: Option<String>,
    /// Its port
    #[arg(long, value_name = "PORT")]
    pub(super) imap_port: Option<u16>,
    /// "tls", "starttls", or "plain" on this machine alone [default: tls at port 993, starttls elsewhere]
    #[arg(long, value_name = "WORD")]
    pub(super) imap_security: Option<Security>,
    /// Who logs in there [default: the address]
    #[arg(long)]
    pub(super) user: Option<String>,
    /// A file that holds the password, and stays where it is; without it the password is asked, and written beside the
    /// settings
    #[arg(long, value_name = "FILE")]
    pub(super) password_file: Option<PathBuf>,
    /// The server to which mail is handed over
    #[arg(long, value_name = "HOST")]
    pub(super) smtp_host: Option<String>,
    /// Its port
    #[arg(long, value_name = "PORT")]
    pub(super) smtp_port: Option<u16>,
    /// As --imap-security [default: tls at port 465, starttls elsewhere]
    #[arg(long, value_name = "WORD")]
    pub(super) smtp_security: Option<Security>,
    /// A certificate authority of your own, PEM
    #[arg(long, value_name = "FILE")]
    pub(super) ca_file: Option<PathBuf>,
    /// "private", or the postgres:// URL of a database of yours
    #[arg(long, value_name = "URL")]
    pub(super) database: Option<String>,
    /// Whom players can ask when something does not work; "none": nobody
    #[arg(long, value_name = "WHO")]
    pub(super) contact: Option<String>,
    /// Write the systemd unit of this program into this file as well
    #[arg(long, value_name = "FILE")]
    pub(super) unit: Option<PathBuf>,
    /// Replace a settings file that is there; it is kept beside the new one, as FILE.old
    #[arg(long)]
    pub(super) replace: bool,
}
