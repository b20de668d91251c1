//! How long to wait when the mailbox cannot be read, and when to call for an administrator.

use crate::backoff::Backoff;
use crate::db::mailboxes::FaultKind;
use crate::mail::imap::ImapError;
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;
use tracing::{error, info, warn};

/// How long the mailbox is left alone at the most.
pub(super) const LONGEST: Duration = Duration::from_secs(300);

/// After how long an administrator is told of trouble that might have passed by itself.
pub(super) const PASSING: Duration = Duration::from_secs(5 * 60);

/// Whether waiting will not help: a setting, a password or a certificate is wrong.
pub(super) fn is_lasting(failure: &ImapError) -> bool {
    match failure {
        ImapError::RefusedLogin { .. }
        | ImapError::RefusedCommand { .. }
        | ImapError::TakesNoToken { .. } => true,
        ImapError::Token(fault) => fault.needs_administrator(),
        ImapError::Connect(fault) => fault.needs_administrator(),
        ImapError::Connection { .. } | ImapError::Timeout { .. } | ImapError::Protocol { .. } => {
            false
        }
    }
}

/// Whether what ended a session passes by itself. What is no fault of IMAP is nobody's setting.
pub(super) fn kind_of(failure: &anyhow::Error) -> FaultKind {
    match failure.downcast_ref::<ImapError>() {
        Some(failure) if is_lasting(failure) => FaultKind::Lasting,
        Some(_) | None => FaultKind::Passing,
    }
}

/// What is remembered between the sessions: how to wait, and what was said of it.
pub(super) struct Trouble {
    /// When nothing is known but that the line is gone.
    short: Backoff,
    /// When the login is refused, or there is no token for it: servers lock out who tries too often.
    long: Backoff,
    /// Since when the mailbox cannot be read, and whether an administrator has been told.
    outage: Option<(Instant, bool)>,
    /// Whether the mailbox was ever read.
    was_read: bool,
    /// UIDs at which a line broke, and how often.
    pub(super) broken_at: HashMap<u32, u32>,
}

impl Trouble {
    pub(super) fn new() -> Trouble {
        Trouble {
            short: Backoff::new(Duration::from_secs(2), Duration::from_secs(80)),
            long: Backoff::new(Duration::from_secs(10), LONGEST),
            outage: None,
            was_read: false,
            broken_at: HashMap::new(),
        }
    }

    /// Whether the line broke twice at this mail. Such mails are fetched last, each by itself, so that they hold up no
    /// other. Once is an accident, and the mails of a sender keep their order.
    pub(super) fn breaks_lines(&self, uid: u32) -> bool {
        self.broken_at.get(&uid).is_some_and(|&times| times > 1)
    }

    /// The mailbox was read to its end.
    pub(super) fn over(&mut self) {
        self.broken_at.clear();
        self.was_read = true;
        if let Some((since, _)) = self.outage.take() {
            let seconds = since.elapsed().as_secs();
            info!(seconds, "the mailbox is read again");
        }
    }

    /// How long to wait after this failure of a session that lasted so long. An administrator is told once in an outage,
    /// at the level "error": at once when only they can help, otherwise when it does not pass by itself.
    pub(super) fn wait(&mut self, failure: &anyhow::Error, lasted: Duration) -> Duration {
        // A session that lasted is a success: the next trouble begins with a short wait again.
        if lasted > Duration::from_secs(120) {
            self.short.reset();
            self.long.reset();
        }
        let failed = failure.downcast_ref::<ImapError>();
        let wait = match failed {
            Some(ImapError::RefusedLogin { .. } | ImapError::Token(_)) => self.long.wait(),
            Some(_) | None => self.short.wait(),
        };
        let (since, told) = self.outage.get_or_insert((Instant::now(), false));
        let lasting = failed.is_some_and(is_lasting) || since.elapsed() > PASSING;
        let (error, wait_seconds) = (format!("{failure:#}"), wait.as_secs());
        if lasting && !*told {
            *told = true;
            error!(error, wait_seconds, "mailbox needs an administrator");
        } else if self.was_read {
            warn!(error, wait_seconds, "mailbox lost, will reconnect");
        } else {
            warn!(
                error,
                wait_seconds, "mailbox cannot be opened yet, will try again"
            );
        }
        wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::oauth::{EndpointFault, TokenFault};

    fn refused() -> anyhow::Error {
        let reply = "[AUTHENTICATIONFAILED] no".to_owned();
        ImapError::RefusedLogin { reply }.into()
    }

    fn hung_up() -> anyhow::Error {
        let reason = "the server hung up".to_owned();
        ImapError::Connection { reason }.into()
    }

    /// How often a server is bothered in ten minutes that fails each time.
    fn tries_in_ten_minutes(failure: fn() -> anyhow::Error) -> u32 {
        tries_in(Duration::from_secs(600), failure)
    }

    fn tries_in(mut left: Duration, failure: fn() -> anyhow::Error) -> u32 {
        let mut trouble = Trouble::new();
        let mut tries = 0;
        loop {
            tries += 1;
            match left.checked_sub(trouble.wait(&failure(), Duration::ZERO)) {
                Some(rest) => left = rest,
                None => return tries,
            }
        }
    }

    #[test]
    fn a_server_that_fails_sees_few_attempts_and_one_that_refuses_the_login_still_fewer() {
        for _ in 0..50 {
            let tries = tries_in_ten_minutes(hung_up);
            assert!((10..20).contains(&tries), "{tries}");
            let tries = tries_in_ten_minutes(refused);
            assert!((5..10).contains(&tries), "{tries}");
        }
    }

    #[test]
    fn a_fault_of_the_token_command_is_for_an_administrator_at_once_and_the_command_is_not_run_often()
     {
        let slow = || -> anyhow::Error {
            let program = "/usr/bin/oauth".to_owned();
            let seconds = 30;
            let complaint = String::new();
            ImapError::from(TokenFault::Slow {
                program,
                seconds,
                complaint,
            })
            .into()
        };
        let missing = TokenFault::NotRun {
            program: "/usr/bin/oauth".to_owned(),
            source: std::io::ErrorKind::NotFound.into(),
        };
        assert!(is_lasting(&missing.into()));
        assert!(is_lasting(&slow().downcast::<ImapError>().unwrap()));
        for _ in 0..50 {
            let tries = tries_in_ten_minutes(slow);
            assert!((5..10).contains(&tries), "{tries}");
        }
    }

    #[test]
    fn a_token_endpoint_that_is_down_for_an_hour_may_pass_and_is_asked_seldom_and_a_consent_that_is_over_does_not()
     {
        let url = || "https://login.club.test/token".to_owned();
        let token = |fault: EndpointFault| ImapError::from(TokenFault::from(fault));
        let over = token(EndpointFault::ConsentOver {
            url: url(),
            description: String::new(),
            file: "/var/lib/penpawn/refresh_token".into(),
        });
        assert!(is_lasting(&over));
        let down = || -> anyhow::Error {
            let url = "https://login.club.test/token".to_owned();
            ImapError::from(TokenFault::from(EndpointFault::Slow { url, seconds: 30 })).into()
        };
        assert!(!is_lasting(&down().downcast::<ImapError>().unwrap()));
        for _ in 0..50 {
            let tries = tries_in(Duration::from_secs(3600), down);
            assert!((14..24).contains(&tries), "{tries}");
        }
    }

    #[test]
    fn a_session_that_lasted_begins_with_a_short_wait_again() {
        let mut trouble = Trouble::new();
        for _ in 0..10 {
            trouble.wait(&refused(), Duration::ZERO);
        }
        assert!(trouble.wait(&refused(), Duration::ZERO) > Duration::from_secs(200));
        assert!(trouble.wait(&refused(), Duration::from_secs(121)) <= Duration::from_secs(10));
    }

    #[test]
    fn an_administrator_is_told_once_in_an_outage() {
        let mut trouble = Trouble::new();
        let told = |trouble: &Trouble| trouble.outage.is_some_and(|(_, told)| told);
        trouble.wait(&hung_up(), Duration::ZERO);
        assert!(!told(&trouble), "it may pass");
        trouble.outage = trouble
            .outage
            .and_then(|(since, told)| Some((since.checked_sub(PASSING)?, told)));
        trouble.wait(&hung_up(), Duration::ZERO);
        assert!(told(&trouble), "it does not pass");
        trouble.over();
        trouble.wait(&refused(), Duration::ZERO);
        assert!(told(&trouble), "only he can help");
    }
}
