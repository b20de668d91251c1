//! What can be said to `penpawn setup` without being asked.

use super::words::{Auth, Origin, Words};
use crate::mail::oauth::TokenUrl;
use crate::mail::tls::Security;
use crate::settings::Settings;
use clap::Args;
use std::path::PathBuf;

/// What is known without asking: as arguments, or as settings in the environment. Those count before the file for all other
/// commands as well, so nothing else may be written into it.
#[derive(Debug, Args)]
pub(in crate::cli) struct Setup {
    /// The address that players write to
    #[arg(long, env = "PENPAWN__SERVER__ADDRESS", hide_env_values = true)]
    pub(super) address: Option<String>,
    /// Where its mailbox is kept: gmail, microsoft, fastmail, gmx, gmx.com, web.de, icloud, yahoo or own
    /// [default: found by the domain]
    #[arg(long)]
    pub(super) provider: Option<String>,
    /// The server on which the mailbox is read
    #[arg(
        long,
        value_name = "HOST",
        env = "PENPAWN__IMAP__HOST",
        hide_env_values = true
    )]
    pub(super) imap_host: Option<String>,
    /// Its port
    #[arg(
        long,
        value_name = "PORT",
        env = "PENPAWN__IMAP__PORT",
        hide_env_values = true
    )]
    pub(super) imap_port: Option<u16>,
    /// "tls", "starttls", or "plain" on this machine alone [default: tls at port 993, plain on this machine without --ca-file,
    /// starttls elsewhere]
    #[arg(
        long,
        value_name = "WORD",
        env = "PENPAWN__IMAP__SECURITY",
        hide_env_values = true
    )]
    pub(super) imap_security: Option<Security>,
    /// Who logs in there [default: the address]
    #[arg(long, env = "PENPAWN__IMAP__USER", hide_env_values = true)]
    pub(super) user: Option<String>,
    /// "password", or "oauth" where an access token is shown in its place [default: oauth where the provider takes no
    /// passwords]
    #[arg(
        long,
        value_name = "WORD",
        env = "PENPAWN__IMAP__AUTH",
        hide_env_values = true
    )]
    pub(super) auth: Option<Auth>,
    /// With oauth, where tokens come from: "client_credentials", "refresh_token" or "jwt", from the provider; or "command"
    /// [default: what the provider has]
    #[arg(
        long,
        value_name = "WORD",
        env = "PENPAWN__OAUTH__GRANT",
        hide_env_values = true,
        conflicts_with = "password_file"
    )]
    pub(super) oauth_grant: Option<Origin>,
    /// Where tokens are issued, the token endpoint [default: the provider's, or that of --key-file]
    #[arg(
        long,
        value_name = "URL",
        env = "PENPAWN__OAUTH__TOKEN_URL",
        hide_env_values = true
    )]
    pub(super) token_url: Option<TokenUrl>,
    /// The id of the program that is registered there
    #[arg(
        long,
        value_name = "ID",
        env = "PENPAWN__OAUTH__CLIENT_ID",
        hide_env_values = true
    )]
    pub(super) client_id: Option<String>,
    /// A file that holds that program's secret
    #[arg(
        long,
        value_name = "FILE",
        env = "PENPAWN__OAUTH__CLIENT_SECRET_FILE",
        hide_env_values = true
    )]
    pub(super) client_secret_file: Option<String>,
    /// With "refresh_token": a file that holds that token; the daemon writes it anew when it is replaced
    #[arg(
        long,
        value_name = "FILE",
        env = "PENPAWN__OAUTH__REFRESH_TOKEN_FILE",
        hide_env_values = true
    )]
    pub(super) refresh_token_file: Option<String>,
    /// With "jwt": the key file of the service account, JSON
    #[arg(
        long,
        value_name = "FILE",
        env = "PENPAWN__OAUTH__KEY_FILE",
        hide_env_values = true
    )]
    pub(super) key_file: Option<String>,
    /// Which scope is asked for, several in one pair of quotes; "none": what the server thinks fit [default: the provider's]
    #[arg(
        long,
        value_name = "SCOPE",
        env = "PENPAWN__OAUTH__SCOPE",
        hide_env_values = true
    )]
    pub(super) scope: Option<String>,
    /// With "command": the command that prints an access token, with its arguments in one pair of quotes; a word with blanks
    /// in it has quotes of its own
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["password_file", "client_id", "key_file"])]
    pub(super) token_command: Option<Words>,
    /// A file that holds the password, and stays where it is; without it the password is asked, and written beside the
    /// settings
    #[arg(
        long,
        value_name = "FILE",
        env = "PENPAWN__IMAP__PASSWORD_FILE",
        hide_env_values = true
    )]
    pub(super) password_file: Option<PathBuf>,
    /// The server to which mail is handed over
    #[arg(
        long,
        value_name = "HOST",
        env = "PENPAWN__SMTP__HOST",
        hide_env_values = true
    )]
    pub(super) smtp_host: Option<String>,
    /// Its port
    #[arg(
        long,
        value_name = "PORT",
        env = "PENPAWN__SMTP__PORT",
        hide_env_values = true
    )]
    pub(super) smtp_port: Option<u16>,
    /// As --imap-security [default: tls at port 465, else as there]
    #[arg(
        long,
        value_name = "WORD",
        env = "PENPAWN__SMTP__SECURITY",
        hide_env_values = true
    )]
    pub(super) smtp_security: Option<Security>,
    /// Whether the server wants a login: "true", or "false" where it takes mail from this machine without one [default: false
    /// where it is on this machine and offers none]
    #[arg(
        long,
        value_name = "WORD",
        env = "PENPAWN__SMTP__LOGIN",
        hide_env_values = true
    )]
    pub(super) smtp_login: Option<bool>,
    /// A certificate authority of your own, PEM
    #[arg(
        long,
        value_name = "FILE",
        env = "PENPAWN__IMAP__CA_FILE",
        hide_env_values = true
    )]
    pub(super) ca_file: Option<PathBuf>,
    /// The folder of the private database, and what else penpawn keeps [default: /var/lib/penpawn]
    #[arg(
        long,
        value_name = "FOLDER",
        env = "PENPAWN__DATA_FOLDER",
        hide_env_values = true
    )]
    pub(super) data_folder: Option<PathBuf>,
    /// "private", or the postgres:// URL of a database of yours
    #[arg(
        long,
        value_name = "URL",
        env = "PENPAWN__DATABASE__URL",
        hide_env_values = true
    )]
    pub(super) database: Option<String>,
    /// Whom players can ask when something does not work; "none": nobody
    #[arg(
        long,
        value_name = "WHO",
        env = "PENPAWN__SERVER__CONTACT",
        hide_env_values = true
    )]
    pub(super) contact: Option<String>,
    /// Write the systemd unit of this program into this file as well
    #[arg(long, value_name = "FILE")]
    pub(super) unit: Option<PathBuf>,
    /// Replace a settings file that is there; it is kept beside the new one, as FILE.old
    #[arg(long)]
    pub(super) replace: bool,
}

impl Setup {
    /// The settings of the environment, and the folder that was said.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings::from(None)?;
        if let Some(folder) = self.data_folder()? {
            settings.data_folder = folder;
        }
        Ok(settings)
    }

    /// The folder that was said. Whoever reads the settings may stand elsewhere.
    pub(super) fn data_folder(&self) -> anyhow::Result<Option<String>> {
        let folder = self.data_folder.as_ref().map(std::path::absolute);
        Ok(folder.transpose()?.map(|path| path.display().to_string()))
    }
}
