//! Settings: a built-in file, the administrator's file, the environment.
//!
//! `config/penpawn.toml` is both the commented example and the default. Secrets stand in files of their own, never in
//! the settings, so that the settings can be shown.

pub mod database_url;
mod examples;
mod origin;
mod sign_in;
mod tokens;

use crate::game::clock::Control;
use crate::language::time_control;
use crate::letters::{Language, why_no_control};
use crate::mail::imap::{Acknowledge, Login};
use crate::mail::password::in_file;
use crate::mail::smtp::Submission;
use crate::mail::tls::Security;
use crate::players::Quota;
use crate::robot::server::{Allowed, InvitationWords, Server, Strangers, Subaddress};
use anyhow::{Context, bail};
use config::{Config, Environment, File, FileFormat};
use examples::Example;
pub use examples::{Domains, domains, is_example, is_this_machine};
use origin::{Origins, PREFIX, key_of};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The commented default.
pub const DEFAULT: &str = include_str!("../config/penpawn.toml");

/// Where settings are looked for when nobody says where they are.
pub const USUAL_FILE: &str = "/etc/penpawn/penpawn.toml";

/// Where the private Postgres lives when nobody says otherwise, whoever asks.
pub const USUAL_DATA_FOLDER: &str = "/var/lib/penpawn";

/// All settings, as they stand in `config/penpawn.toml`, where each is explained.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Settings {
    pub data_folder: String,
    pub server: ServerSection,
    pub imap: Imap,
    pub smtp: Smtp,
    pub oauth: Oauth,
    pub database: Database,
    pub time: Time,
    pub web: Web,
    pub log: Log,
    /// Where the values came from, for faults in them.
    #[serde(skip)]
    origins: Origins,
}

/// `[server]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ServerSection {
    pub address: String,
    pub further_addresses: Vec<String>,
    pub name: String,
    pub subaddress: String,
    pub contact: String,
    pub strangers: String,
    pub strangers_a_day: i32,
    pub strangers_of_a_domain: i32,
    pub strangers_of_a_vouched_domain: i32,
    pub invitation_words: String,
    pub largest_mail_kib: u64,
    pub keep_mails_days: u32,
    pub keep_dropped_mib: u32,
    pub authserv_ids: Vec<String>,
    pub bounces: i32,
    pub templates: String,
    pub workers: u32,
}

/// `[imap]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Imap {
    pub host: String,
    pub port: u16,
    pub security: String,
    pub user: String,
    pub auth: String,
    pub password_file: String,
    pub ca_file: String,
    pub folder: String,
    pub done: String,
    pub done_folder: String,
    pub erase_done: bool,
    pub erase_strangers: bool,
    pub junk_folder: String,
    pub poll_seconds: u64,
    pub idle_seconds: u64,
}

/// `[smtp]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Smtp {
    pub host: String,
    pub port: u16,
    pub security: String,
    pub login: bool,
    pub user: String,
    pub auth: String,
    pub password_file: String,
    pub ca_file: String,
    pub connections: usize,
    pub mails_per_minute: u32,
    pub mails_per_day: u32,
    pub retry_hours: u64,
}

/// `[oauth]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Oauth {
    pub grant: String,
    pub token_url: String,
    pub client_id: String,
    pub client_secret_file: String,
    pub refresh_token_file: String,
    pub key_file: String,
    pub scope: String,
    pub ca_file: String,
    pub command: Vec<String>,
}

/// `[database]`
#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Database {
    pub url: String,
    pub owner_url: String,
    pub connections: u32,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database")
            .field("url", &database_url::shown(&self.url))
            .field("owner_url", &database_url::shown(&self.owner_url))
            .field("connections", &self.connections)
            .finish()
    }
}

/// `[time]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Time {
    pub usual: String,
    pub allowed: Vec<String>,
    pub leave_days: u32,
}

/// `[web]`
#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Web {
    pub listen: String,
    pub address: String,
    pub database_url: String,
    pub trusted_proxies: Vec<String>,
    pub requests_a_minute: u32,
}

impl std::fmt::Debug for Web {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Web")
            .field("listen", &self.listen)
            .field("address", &self.address)
            .field("database_url", &database_url::shown(&self.database_url))
            .field("trusted_proxies", &self.trusted_proxies)
            .field("requests_a_minute", &self.requests_a_minute)
            .finish()
    }
}

/// `[log]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Log {
    pub format: String,
    pub filter: String,
}

/// Settings that nobody has made yet: they are examples still.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StillExamples(String);

/// A settings file that is there and cannot be read; its source says why.
#[derive(Debug, thiserror::Error)]
#[error(
    "the settings file {} cannot be read (run penpawn as root, or as the account that runs `penpawn serve`)",
    .0.display()
)]
pub struct Unreadable(PathBuf);

impl Settings {
    /// Reads the settings: built-in, then `file` (or [`USUAL_FILE`] where it exists), then the environment.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, a key is unknown or a value has the wrong type; with the place where it stands.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Settings> {
        let named = file.unwrap_or(Path::new(USUAL_FILE));
        // One that is there and closed to us is not the same as none: without its settings we would look at another
        // database, and say that all is well.
        match std::fs::read_to_string(named) {
            Ok(text) => Settings::from(Some((named, &text))),
            Err(fault) if fault.kind() == ErrorKind::NotFound => {
                if file.is_some() {
                    bail!("the settings file {} does not exist", named.display());
                }
                Settings::from(None)
            }
            Err(fault) => Err(fault).context(Unreadable(named.to_owned())),
        }
    }

    /// The settings that this text, of a file of this name, makes with the built-in ones and the environment.
    ///
    /// # Errors
    ///
    /// As of [`Settings::load`].
    pub fn from(file: Option<(&Path, &str)>) -> anyhow::Result<Settings> {
        let mut builder = Config::builder().add_source(built_in());
        let mut origins = Origins::default();
        if let Some((name, text)) = file {
            origins.add_file(name, text);
            let source = File::from_str(text, FileFormat::Toml);
            // Alone first, since only so it is known that it is the file that is no TOML.
            let alone = Config::builder().add_source(source.clone()).build();
            alone.with_context(|| name.display().to_string())?;
            builder = builder.add_source(source);
        }
        let variables = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        origins.add_environment(variables.filter(|name| name.starts_with(PREFIX)));
        let mut known = Origins::default();
        known.add_file(Path::new(""), DEFAULT);
        if let Some((key, place)) = origins.unknown(&known) {
            bail!(
                "{place}: {key} is no setting; there are {}",
                known.beside(key).join(", ")
            );
        }
        // Values from the environment stay text: with parsing, the password 007 would become 7.
        let environment = Environment::with_prefix("PENPAWN")
            .prefix_separator("__")
            .separator("__");
        let built = builder
            .add_source(environment)
            .build()
            .and_then(Config::try_deserialize::<Settings>);
        let mut settings = built.map_err(|fault| {
            let words = fault.to_string();
            let key = words.split('`').nth(1).unwrap_or_default();
            match origins.of(key) {
                Some(place) => anyhow::anyhow!("{place}: {words}"),
                None => anyhow::anyhow!("the settings cannot be used: {words}"),
            }
        })?;
        settings.origins = origins;
        Ok(settings)
    }

    /// The settings that must be set and are not, by their keys.
    pub fn lacking(&self) -> Vec<&'static str> {
        let mut needed = vec![
            ("server.address", self.server.address.as_str()),
            ("imap.host", &self.imap.host),
            ("imap.user", &self.imap.user),
        ];
        needed.extend(self.proofs_in_mailbox());
        needed.push(("smtp.host", &self.smtp.host));
        let lacking = needed
            .into_iter()
            .filter(|(_, value)| value.trim().is_empty());
        lacking.map(|(key, _)| key).collect()
    }

    /// The settings whose values are examples still. What names a border is none: nothing is sent there. Nor is an address
    /// that is nobody's, where both mail servers are on this machine: so penpawn is tried.
    pub fn examples(&self) -> Vec<Example> {
        let (server, imap, smtp) = (&self.server, &self.imap, &self.smtp);
        let further = "further addresses of yours, or [] where there are none";
        let host = "the name of your mail server";
        let user = "the name with which you log in to your mail server";
        let url = "the URL of your database, or \"\" for a private Postgres";
        let address = "the address that players write to";
        let mut named = vec![("server.address", &server.address, address)];
        let further_addresses = server.further_addresses.iter();
        named.extend(further_addresses.map(|one| ("server.further_addresses", one, further)));
        let command = "the program that prints an access token, and its arguments";
        let words = self.oauth.command.iter();
        named.extend(words.map(|word| ("oauth.command", word, command)));
        named.extend([
            (
                "server.contact",
                &server.contact,
                "whom players can ask, or \"\"",
            ),
            ("imap.user", &imap.user, user),
            ("smtp.user", &smtp.user, user),
            (
                "oauth.client_id",
                &self.oauth.client_id,
                "the id under which your program is registered there",
            ),
        ]);
        let used = vec![
            ("imap.host", &imap.host, host),
            ("smtp.host", &smtp.host, host),
            (
                "oauth.token_url",
                &self.oauth.token_url,
                "the address at which tokens are issued",
            ),
            ("database.url", &self.database.url, url),
            ("database.owner_url", &self.database.owner_url, url),
            ("web.database_url", &self.web.database_url, url),
        ];
        // Where all mail stays on this machine, it can go to nobody else.
        let domains = domains([&imap.host, &smtp.host]);
        let mut examples = examples::among(named, domains, &self.origins);
        examples.extend(examples::among(
            used,
            Domains::MustBeSomebodys,
            &self.origins,
        ));
        examples
    }

    /// Whether this can be used to serve players.
    ///
    /// # Errors
    ///
    /// When a value is an example still; all such are told.
    pub fn refuse_examples(&self) -> anyhow::Result<()> {
        let examples = self.examples();
        let told = examples
            .iter()
            .map(|example| format!("{example}: write {}", example.instead));
        match told.collect::<Vec<_>>().join("; ") {
            told if told.is_empty() => Ok(()),
            told => Err(StillExamples(told).into()),
        }
    }

    /// The outcome, and before a fault the place where the value stands that is at fault.
    fn placed<T>(&self, outcome: anyhow::Result<T>) -> anyhow::Result<T> {
        outcome.map_err(|fault| {
            let words = fault.to_string();
            match self.origins.of(key_of(&words)) {
                Some(place) => fault.context(place.to_owned()),
                None => fault,
            }
        })
    }

    /// The settings as TOML, without secrets.
    ///
    /// # Errors
    ///
    /// Never in practice; serialisation is fallible by its type.
    pub fn shown(&self) -> anyhow::Result<String> {
        let mut shown = self.clone();
        shown.data_folder = self.data_folder().display().to_string();
        shown.database.url = database_url::shown(&self.database.url);
        shown.database.owner_url = database_url::shown(&self.database.owner_url);
        shown.web.database_url = database_url::shown(&self.web.database_url);
        Ok(toml::to_string(&shown)?)
    }

    /// The server that the robot works for.
    ///
    /// # Errors
    ///
    /// When the address is missing or no address, or a word is not one of those that the key knows.
    pub fn server(&self) -> anyhow::Result<Server> {
        self.placed(self.read_house())
    }

    fn read_house(&self) -> anyhow::Result<Server> {
        let address = self.server.address.trim().to_lowercase();
        if address.is_empty() {
            bail!("server.address is not set: the address that players write to");
        }
        if !crate::mail::write::is_sendable(&address) {
            bail!("server.address {address:?} is no mail address");
        }
        let mut further_addresses = Vec::new();
        for further in &self.server.further_addresses {
            let further = further.trim().to_lowercase();
            if !crate::mail::write::is_sendable(&further) {
                bail!("server.further_addresses: {further:?} is no mail address");
            }
            further_addresses.push(further);
        }
        let subaddress = match self.server.subaddress.as_str() {
            "+" => Subaddress::Plus,
            "-" => Subaddress::Dash,
            "none" => Subaddress::Unavailable,
            other => bail!("server.subaddress {other:?} is none of \"+\", \"-\", \"none\""),
        };
        if !(1..=1024).contains(&self.server.largest_mail_kib) {
            bail!("server.largest_mail_kib must be between 1 and 1024");
        }
        if !(1..=100).contains(&self.server.bounces) {
            bail!("server.bounces must be between 1 and 100");
        }
        let server = &self.server;
        let (usual_control, allowed_controls) = self.time_controls()?;
        Ok(Server {
            name: crate::letters::clean_name(&self.server.name),
            address,
            further_addresses,
            subaddress,
            contact: Some(crate::letters::one_line(self.server.contact.trim()))
                .filter(|contact| !contact.is_empty()),
            strangers: self.strangers()?,
            strangers_a_day: bound(server.strangers_a_day, "server.strangers_a_day")?,
            strangers_of_a_domain: bound(
                server.strangers_of_a_domain,
                "server.strangers_of_a_domain",
            )?,
            strangers_of_a_vouched_domain: bound(
                server.strangers_of_a_vouched_domain,
                "server.strangers_of_a_vouched_domain",
            )?,
            invitation_words: self.invitation_words()?,
            largest_mail: self.server.largest_mail_kib * 1024,
            authserv_ids: self.authserv_ids(),
            bounces: self.server.bounces,
            usual_control,
            allowed_controls,
            leave: self.leave()?,
            erases_copies: self.imap.erase_done,
            pages: self.web_address()?,
        })
    }

    /// Where others reach the pages that are served, as links begin with it: the pages stand at the root of a host. Empty where
    /// none are.
    ///
    /// # Errors
    ///
    /// When it is no address by which pages can be linked to.
    pub fn web_address(&self) -> anyhow::Result<String> {
        let written = &self.web.address;
        let address = written.trim().trim_end_matches('/');
        if address.is_empty() {
            return Ok(String::new());
        }
        let host = ["https://", "http://"]
            .iter()
            .find_map(|scheme| address.strip_prefix(scheme));
        let is_host =
            |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ', '"', '<']);
        match host.is_some_and(is_host) {
            true => Ok(format!("{address}/")),
            false => bail!(
                "web.address: {written:?} is not \"https://\" or \"http://\" and a host, as in \"https://chess.club.example\"; the pages stand at its root"
            ),
        }
    }

    fn leave(&self) -> anyhow::Result<Quota> {
        if self.time.leave_days > 366 {
            bail!("time.leave_days must be between 0 and 366");
        }
        Ok(Quota(self.time.leave_days))
    }

    /// How time is counted where a challenge does not say it, and how it may be counted.
    fn time_controls(&self) -> anyhow::Result<(Control, Allowed)> {
        let read = |key: &str, words: &str| {
            time_control(words).map_err(|why| {
                let none = "there is none in it, or something beside it";
                let why =
                    why.map_or_else(|| none.to_owned(), |why| why_no_control(why).to_string());
                anyhow::anyhow!(
                    "{key} {words:?} is no time control: {why}; write for example \"per-move 3d\""
                )
            })
        };
        let usual = read("time.usual", &self.time.usual)?;
        let allowed = match self.time.allowed.as_slice() {
            [any] if any == "any" => Allowed::Any,
            [] => bail!("time.allowed is empty: write [\"any\"] where all are allowed"),
            list => {
                let list = list.iter().map(|words| read("time.allowed", words));
                Allowed::These(list.collect::<anyhow::Result<_>>()?)
            }
        };
        if let Err(_not_allowed) = allowed.check(usual) {
            bail!("time.usual {:?} is not among time.allowed", self.time.usual);
        }
        Ok((usual, allowed))
    }

    fn strangers(&self) -> anyhow::Result<Strangers> {
        Ok(match self.server.strangers.as_str() {
            "answer" => Strangers::Answer,
            "ask" => Strangers::Ask,
            "ignore" => Strangers::Ignore,
            other => bail!("server.strangers {other:?} is none of \"answer\", \"ask\", \"ignore\""),
        })
    }

    fn invitation_words(&self) -> anyhow::Result<InvitationWords> {
        Ok(match self.server.invitation_words.as_str() {
            "withheld" => InvitationWords::Withheld,
            "shown" => InvitationWords::Shown,
            other => bail!("server.invitation_words {other:?} is none of \"withheld\", \"shown\""),
        })
    }

    /// For how many days the texts of mails are kept; `None`: for ever.
    ///
    /// # Errors
    ///
    /// When it is a number of days that no calendar has.
    pub fn keep_days(&self) -> anyhow::Result<Option<i32>> {
        self.placed(self.read_keep_days())
    }

    fn read_keep_days(&self) -> anyhow::Result<Option<i32>> {
        match self.server.keep_mails_days {
            0 => Ok(None),
            days @ 1..=36_500 => Ok(Some(i32::try_from(days)?)),
            _ => bail!("server.keep_mails_days must be 0, for ever, or at most 36500"),
        }
    }

    /// How many octets the texts of dropped mails may take; `None`: no bound.
    pub fn keep_dropped(&self) -> Option<i64> {
        let mib = i64::from(self.server.keep_dropped_mib);
        (mib > 0).then_some(mib * 1024 * 1024)
    }

    /// The authserv-ids of our border, as it writes them.
    pub fn authserv_ids(&self) -> Vec<String> {
        let ids = self.server.authserv_ids.iter().map(|id| id.trim());
        ids.filter(|id| !id.is_empty()).map(str::to_owned).collect()
    }

    /// How to get into the mailbox.
    ///
    /// # Errors
    ///
    /// When a setting is missing, a word is not known, or the password file cannot be read.
    pub fn login(&self) -> anyhow::Result<Login> {
        self.placed(self.read_login())
    }

    fn read_login(&self) -> anyhow::Result<Login> {
        required(&self.imap.host, "imap.host")?;
        required(&self.imap.user, "imap.user")?;
        let done = match self.imap.done.as_str() {
            "move" => {
                required(&self.imap.done_folder, "imap.done_folder")?;
                Acknowledge::Move {
                    folder: self.imap.done_folder.clone(),
                }
            }
            "flag" => Acknowledge::Flag,
            other => bail!("imap.done {other:?} is neither \"move\" nor \"flag\""),
        };
        Ok(Login {
            host: self.imap.host.clone(),
            port: self.imap.port,
            security: security(&self.imap.security, "imap.security")?,
            user: self.imap.user.clone(),
            credential: self.credential_in_mailbox()?,
            ca_file: file(&self.imap.ca_file),
            folder: self.imap.folder.clone(),
            done,
        })
    }

    /// The folder in which mails with a token of ours are looked for, if any.
    ///
    /// # Errors
    ///
    /// When it is one of the other two folders: all mails of them would be left alone, or answered again.
    pub fn junk_folder(&self) -> anyhow::Result<Option<String>> {
        self.placed(self.read_junk_folder())
    }

    fn read_junk_folder(&self) -> anyhow::Result<Option<String>> {
        let junk = &self.imap.junk_folder;
        if junk.is_empty() {
            return Ok(None);
        }
        if [&self.imap.folder, &self.imap.done_folder].contains(&junk) {
            bail!("imap.junk_folder {junk:?} is another one of our folders");
        }
        Ok(Some(junk.clone()))
    }

    /// How to hand over mail.
    ///
    /// # Errors
    ///
    /// When a setting is missing, a word is not known, or the password file cannot be read.
    pub fn submission(&self) -> anyhow::Result<Submission> {
        self.placed(self.read_submission())
    }

    fn read_submission(&self) -> anyhow::Result<Submission> {
        required(&self.smtp.host, "smtp.host")?;
        let credentials = match self.credential_at_relay()? {
            Some(credential) => {
                let user = or(&self.smtp.user, &self.imap.user);
                required(user, "smtp.user")?;
                Some((user.to_owned(), credential))
            }
            None => None,
        };
        Ok(Submission {
            host: self.smtp.host.clone(),
            port: self.smtp.port,
            security: security(&self.smtp.security, "smtp.security")?,
            credentials,
            ca_file: file(or(&self.smtp.ca_file, &self.imap.ca_file)),
            connections: self.smtp.connections.max(1),
            hello: None,
        })
    }

    /// The administrator's templates, by file name.
    ///
    /// # Errors
    ///
    /// When the folder cannot be read.
    pub fn template_overrides(&self) -> anyhow::Result<BTreeMap<String, String>> {
        self.placed(self.read_template_overrides())
    }

    fn read_template_overrides(&self) -> anyhow::Result<BTreeMap<String, String>> {
        let mut overrides = BTreeMap::new();
        let Some(folder) = file(&self.server.templates) else {
            return Ok(overrides);
        };
        read_templates(&folder, "", &mut overrides)?;
        // English has no folder of its own.
        for language in Language::ALL.iter().map(|language| language.code()) {
            let of_language = folder.join(language);
            if language != Language::English.code() && of_language.is_dir() {
                read_templates(&of_language, &format!("{language}/"), &mut overrides)?;
            }
        }
        Ok(overrides)
    }

    /// Where the private Postgres lives: the same for every account, so that all commands look at one database.
    pub fn data_folder(&self) -> PathBuf {
        file(&self.data_folder).unwrap_or_else(|| PathBuf::from(USUAL_DATA_FOLDER))
    }
}

/// Adds the templates of a folder, each by its name behind this.
fn read_templates(
    folder: &Path,
    before: &str,
    overrides: &mut BTreeMap<String, String>,
) -> anyhow::Result<()> {
    let unreadable = || format!("server.templates: {} cannot be read", folder.display());
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        // What editors leave beside a file is no template.
        if name.starts_with('.') || name.ends_with('~') {
            continue;
        }
        let text = template(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        if let Some(text) = text {
            overrides.insert(format!("{before}{name}"), text);
        }
    }
    Ok(())
}

/// The text of a file; `None` of what is none, looked at only when it is open.
fn template(path: &Path) -> std::io::Result<Option<String>> {
    // Opening a pipe would wait for who writes into it.
    let mut file = std::fs::OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    Ok(Some(text))
}

fn built_in() -> impl config::Source + Send + Sync + 'static {
    File::from_str(DEFAULT, FileFormat::Toml)
}

/// A bound as it is set, where 0 means none.
fn bound(value: i32, key: &str) -> anyhow::Result<i32> {
    match value {
        0 => Ok(i32::MAX),
        some @ 1.. => Ok(some),
        _ => bail!("{key} must not be below 0"),
    }
}

fn required(value: &str, key: &str) -> anyhow::Result<()> {
    if value.trim().is_empty() {
        bail!("{key} is not set");
    }
    Ok(())
}

fn or<'a>(value: &'a str, instead: &'a str) -> &'a str {
    if value.is_empty() { instead } else { value }
}

fn file(value: &str) -> Option<PathBuf> {
    (!value.is_empty()).then(|| PathBuf::from(value))
}

fn security(word: &str, key: &str) -> anyhow::Result<Security> {
    word.parse().with_context(|| key.to_owned())
}

/// The password that a file holds, without the end of its line. `key` is what names the file.
///
/// # Errors
///
/// When there is no such file, or nothing in it but an example.
pub fn password(path: &str, key: &str) -> anyhow::Result<SecretString> {
    required(path, key)?;
    let password =
        in_file(Path::new(path)).with_context(|| format!("{key}: {path} cannot be read"))?;
    if password.expose_secret().is_empty() {
        bail!("{key}: {path} is empty");
    }
    if examples::is_example_password(password.expose_secret()) {
        bail!("{key}: {path} holds an example, and no password");
    }
    Ok(password)
}

#[cfg(test)]
mod tests;
