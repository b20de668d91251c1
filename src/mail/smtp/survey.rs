//! What `penpawn doctor` asks of a relay: what it offers, and how long its certificate is good.

use lettre::transport::smtp::commands::Ehlo;
use tokio::time::timeout;

use super::{COMMAND_LIMIT, Delivery, Relay, Remedy, Submission, Unconnected, starttls, told};
use crate::mail::tls::{self, Line, Security};

/// A relay, looked at.
#[derive(Clone, Debug)]
pub struct Survey {
    /// What it announces after the login, a line each (RFC 5321 section 4.1.1.1).
    pub offers: Vec<String>,
    /// For how many days its certificate will still be good, at most [`Survey::DAYS`]; `None` without TLS.
    pub good_for_days: Option<u32>,
}

impl Survey {
    /// How far ahead certificates are looked at.
    pub const DAYS: u32 = 60;

    /// Whether the relay announces this, and with what behind it: `SIZE 52428800`.
    pub fn offer(&self, keyword: &str) -> Option<&str> {
        self.offers.iter().find_map(|offer| {
            let (name, rest) = offer.split_once(' ').unwrap_or((offer, ""));
            name.eq_ignore_ascii_case(keyword).then_some(rest)
        })
    }
}

impl Relay {
    /// Logs in, looks, and says good-bye; no mail is handed over.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn survey(&self) -> Result<Survey, Unconnected> {
        let good_for_days = self.certificate().await.map_err(waiting)?;
        let mut connection = self.connect().await?;
        let hello = Ehlo::new(self.hello());
        let said = match timeout(COMMAND_LIMIT, connection.command(hello)).await {
            Ok(Ok(said)) => said,
            Ok(Err(error)) => return Err(waiting(told(&error))),
            Err(_) => return Err(waiting("the relay did not answer EHLO".to_owned())),
        };
        let offers = said.message().skip(1).map(str::to_owned).collect();
        super::say_goodbye(connection).await;
        Ok(Survey {
            offers,
            good_for_days,
        })
    }

    /// For how many days the relay's certificate will still be good.
    async fn certificate(&self) -> Result<Option<u32>, String> {
        let Submission {
            host,
            port,
            security,
            ca_file,
            ..
        } = &self.submission;
        if *security == Security::Plain {
            return Ok(None);
        }
        let mut line = Line::connect(host, *port, *security)
            .await
            .map_err(|error| told(&error))?;
        if *security == Security::StartTls {
            line = self
                .in_time(starttls::begin(line, &self.hello()))
                .await
                .map_err(|fault| fault.reason)?;
        }
        let trust = tls::trust(ca_file.as_deref()).map_err(|error| told(&error))?;
        let line = line
            .encrypt(host, trust)
            .await
            .map_err(|error| told(&error))?;
        line.good_for_days(host, ca_file.as_deref(), Survey::DAYS)
            .map_err(|error| told(&error))
    }
}

fn waiting(reason: String) -> Unconnected {
    Unconnected::ours(reason, Remedy::Waiting)
}

impl Delivery {
    /// What happened, in words.
    pub fn reason(&self) -> &str {
        match self {
            Delivery::Sent { reply } => reply,
            Delivery::Retry { reason }
            | Delivery::Failed { reason }
            | Delivery::Rejected { reason }
            | Delivery::Untried { reason }
            | Delivery::Ours { reason, .. } => reason,
        }
    }
}
