//! `penpawn mails list|show|retry|reread|try`

use super::reread;
use super::robot::robot;
use super::terminal::{instant, print, print_json};
use crate::db::inbox;
use crate::db::listing::{self, MailLine};
use crate::settings::Settings;
use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use clap::Subcommand;
use serde_json::{Value, json};
use sqlx::PgPool;
use std::io::Read;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List the newest mails, a line each: number, arrival (UTC), state, sender, reason
    ///
    /// States: `new` waits to be handled, `held` waits for its sender's confirmation, `done` is handled, `dropped` must
    /// not be answered, `dead` could not be handled and is kept: look at it with `mails show`, and give it back with
    /// `mails retry`. A mail that was held is `dropped` once its sender has answered the question with something else than
    /// a "yes": the reason says with what.
    List {
        /// Only mails in this state
        #[arg(long, value_parser = ["new", "held", "done", "dropped", "dead"])]
        state: Option<String>,
        /// How many at the most
        #[arg(long, default_value_t = 50)]
        most: i64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a mail: what became of it, what it brought about, and its text as it came
    Show {
        /// The number of the mail
        number: i64,
        /// Print JSON; `text` is the mail as it came, null when it was erased
        #[arg(long)]
        json: bool,
    },
    /// Have a dead or dropped mail handled anew
    ///
    /// How many answers and questions its sender has had today does not count then, so that one that was dropped for
    /// "enough for today" is answered. What a player may bring about at others on a day (challenges, invitations) does.
    Retry {
        /// The number of the mail
        number: i64,
    },
    /// Read mails again that a restored database does not know
    ///
    /// For use after a restore, with `penpawn serve` stopped. Mails that were dealt with lie in the folder for finished
    /// mails, or carry our mark. Those that the database does not know are handled once more for what they do, in the
    /// order in which they came; nobody is answered again, but both players of each open game are told how it stands.
    /// It may be cut off and begun again.
    Reread {
        /// Only mails that came since then, as 2026-11-21T12:00:00Z [default: a day before the newest mail that is known]
        #[arg(long, value_name = "TIME")]
        since: Option<DateTime<Utc>>,
        /// Do nothing of what these mails say, and only note that they are known, so that `serve` starts
        #[arg(long)]
        skip: bool,
    },
    /// Say what a mail would bring about, and change nothing
    ///
    /// The mail goes the whole way, up to the letters that would be sent; then all is rolled back.
    Try {
        /// A file with one mail, headers and all; `-` is standard input
        file: PathBuf,
    },
}

pub(super) async fn run(pool: &PgPool, settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::List {
            state,
            most,
            json: true,
        } => {
            let mails = listing::mails(pool, state.as_deref(), most).await?;
            print_json(&mails.iter().map(in_short).collect::<Vec<_>>())
        }
        Verb::List { state, most, .. } => {
            for mail in listing::mails(pool, state.as_deref(), most).await? {
                let why = mail.error.or(mail.reason).unwrap_or_default();
                print(&format!(
                    "{:>6}  {}  {:<7}  {}  {why}\n",
                    mail.id,
                    mail.arrived_at.format("%Y-%m-%d %H:%M:%S"),
                    mail.state,
                    mail.sender
                ))?;
            }
            Ok(())
        }
        Verb::Show { number, json: true } => show_json(pool, number).await,
        Verb::Show { number, .. } => show(pool, number).await,
        Verb::Retry { number } => {
            if !inbox::retry(pool, number).await? {
                bail!("mail {number} is neither dead nor dropped, or its text was erased");
            }
            print(&format!(
                "Mail {number} will be handled anew, however many answers its sender has had today.\n"
            ))
        }
        Verb::Reread { since, skip } => reread::reread(pool, settings, since, skip).await,
        Verb::Try { file } => {
            let mut raw = Vec::new();
            if file.as_os_str() == "-" {
                std::io::stdin().read_to_end(&mut raw)?;
            } else {
                raw = std::fs::read(&file)
                    .with_context(|| format!("{} cannot be read", file.display()))?;
            }
            let trial = robot(settings, pool).await?.try_mail(&raw).await?;
            print(&format!("The mail would be {}.\n", trial.outcome))?;
            for (nth, letter) in (1..).zip(&trial.letters) {
                print(&format!(
                    "\n----- letter {nth} of {} -----\n{}",
                    trial.letters.len(),
                    String::from_utf8_lossy(letter).replace("\r\n", "\n")
                ))?;
            }
            Ok(())
        }
    }
}

async fn show_json(pool: &PgPool, number: i64) -> anyhow::Result<()> {
    let (mail, raw) = find(pool, number).await?;
    let letters = listing::letters_of(pool, number).await?;
    let letters: Vec<Value> = letters
        .into_iter()
        .map(|letter| {
            json!({
                "number": letter.id,
                "occasion": letter.occasion,
                "state": letter.state,
                "recipient": letter.recipient,
                "attempts": letter.attempts,
                "error": letter.error,
            })
        })
        .collect();
    let mut shown = in_short(&mail);
    if let Value::Object(fields) = &mut shown {
        let text = raw.map(|raw| String::from_utf8_lossy(&raw).into_owned());
        fields.insert("brought_about".into(), letters.into());
        fields.insert("text".into(), text.into());
    }
    print_json(&shown)
}

/// A mail in `mails list --json`.
fn in_short(mail: &MailLine) -> Value {
    json!({
        "number": mail.id,
        "state": mail.state,
        "reason": mail.reason,
        "error": mail.error,
        "arrived_at": instant(mail.arrived_at),
        "sender": mail.sender,
        "octets": mail.size,
        "attempts": mail.attempts,
    })
}

async fn find(pool: &PgPool, number: i64) -> anyhow::Result<(MailLine, Option<Vec<u8>>)> {
    listing::mail(pool, number)
        .await?
        .with_context(|| format!("there is no mail {number}"))
}

async fn show(pool: &PgPool, number: i64) -> anyhow::Result<()> {
    let (mail, raw) = find(pool, number).await?;
    print(&format!(
        "Mail {number} from {}\nArrived: {} UTC, {} octets\nState: {}, tried {} times\n",
        mail.sender,
        mail.arrived_at.format("%Y-%m-%d %H:%M:%S"),
        mail.size,
        mail.state,
        mail.attempts
    ))?;
    if let Some(reason) = mail.reason {
        print(&format!("Reason: {reason}\n"))?;
    }
    if let Some(error) = mail.error {
        print(&format!("Error: {error}\n"))?;
    }
    for letter in listing::letters_of(pool, number).await? {
        print(&format!(
            "Letter {}: {} to {}, {}, tried {} times{}\n",
            letter.id,
            letter.occasion,
            letter.recipient,
            letter.state,
            letter.attempts,
            letter
                .error
                .map(|error| format!(": {error}"))
                .unwrap_or_default()
        ))?;
    }
    match raw {
        Some(raw) => print(&format!(
            "\n{}",
            String::from_utf8_lossy(&raw).replace("\r\n", "\n")
        )),
        None => print("\n(its text was erased)\n"),
    }
}
