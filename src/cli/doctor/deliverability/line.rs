//! What is looked at, and what is told of it.

use crate::cli::doctor::findings::Findings;
use crate::mail::authentication::own_letter::Verdict;

/// Our domain, and what of its mail is set.
pub(super) struct Ours<'a> {
    /// That of server.address, in ASCII.
    pub(super) domain: String,
    /// server.address.
    pub(super) address: &'a str,
    pub(super) imap_host: &'a str,
    pub(super) smtp_host: &'a str,
}

/// The letter as it has come back.
pub(super) struct Letter<'a> {
    pub(super) raw: &'a [u8],
    /// To whom it would go back.
    pub(super) sender: &'a str,
    /// What our border says of it.
    pub(super) said: &'a [Verdict],
}

/// What was found, to be told.
pub(super) struct Line {
    pub(super) what: &'static str,
    pub(super) saw: String,
    pub(super) remedy: Remedy,
}

/// What is to be done about it.
pub(super) enum Remedy {
    Nothing,
    /// Letters arrive, and this should be mended.
    Should(String),
    /// Letters will be refused.
    Must(String),
}

impl Line {
    pub(super) fn tell(self, findings: &mut Findings) -> anyhow::Result<()> {
        match self.remedy {
            Remedy::Nothing => findings.ok(self.what, &self.saw),
            Remedy::Should(advice) => findings.warning(self.what, &self.saw, &advice),
            Remedy::Must(advice) => findings.failed(self.what, &self.saw, &advice),
        }
    }
}

/// What one of the two says.
pub(super) struct Proof {
    pub(super) saw: String,
    /// What is to be done; `None`: it stands for the letter.
    pub(super) advice: Option<String>,
}
