//! Who stands for our letters: SPF, DKIM and DMARC, each in one line. Receivers want one of the first two, and distrust who
//! lacks either.

use super::line::{Letter, Line, Ours, Proof, Remedy};
use super::sending::Sending;
use super::{lines, signature, spf};
use crate::mail::authentication::own_letter::Verdict;
use crate::mail::receiver::{Look, PASS, Wanted, is_related};

/// The three lines.
pub(super) fn of(
    ours: &Ours<'_>,
    letter: &Letter<'_>,
    sending: &Sending,
    look: &Look,
    records: &[String],
) -> [Line; 3] {
    let spf = match border(letter, ours, "spf") {
        Some(verdict) => vouched(verdict),
        None => spf::of(ours, letter.sender, sending, (look, records)),
    };
    let dkim = match border(letter, ours, "dkim") {
        Some(verdict) => vouched(verdict),
        None => signature::of(ours, look),
    };
    let stands = spf.advice.is_none() || dkim.advice.is_none();
    let dmarc = match border(letter, ours, "dmarc") {
        Some(verdict) => told("dmarc", vouched(verdict), stands),
        None => policy(ours, look, stands),
    };
    [told("spf", spf, stands), told("dkim", dkim, stands), dmarc]
}

/// What lacks beside something that stands should be mended; where nothing stands, it must be.
fn told(what: &'static str, proof: Proof, stands: bool) -> Line {
    Line {
        what,
        saw: proof.saw,
        remedy: match (proof.advice, stands) {
            (None, _) => Remedy::Nothing,
            (Some(advice), true) => Remedy::Should(advice),
            (Some(advice), false) => Remedy::Must(advice),
        },
    }
}

/// Where our border vouches for the domain by this method.
fn border<'a>(letter: &Letter<'a>, ours: &Ours<'_>, method: &str) -> Option<&'a Verdict> {
    letter.said.iter().find(|verdict| {
        let about = verdict.domain.as_deref().unwrap_or(&ours.domain);
        verdict.method == method && verdict.result == PASS && is_related(about, &ours.domain)
    })
}

fn vouched(verdict: &Verdict) -> Proof {
    Proof {
        saw: format!("{} says {}={PASS}", verdict.by, verdict.method),
        advice: None,
    }
}

/// What does the domain want with letters for which nothing stands?
fn policy(ours: &Ours<'_>, look: &Look, stands: bool) -> Line {
    let what = "dmarc";
    let domain = &ours.domain;
    let Some(wanted) = look.wanted else {
        let line = lines::text(&format!("_dmarc.{domain}"), "v=DMARC1; p=none");
        return Line {
            what,
            saw: format!(
                "{domain} does not say what is to be done with letters that are forged in its name"
            ),
            remedy: Remedy::Should(format!("Add to DNS: {line}")),
        };
    };
    let word = match wanted {
        Wanted::Nothing => "none",
        Wanted::Quarantine => "quarantine",
        Wanted::Reject => "reject",
    };
    if stands {
        return Line {
            what,
            saw: format!("{PASS}; what fails is treated as p={word} says"),
            remedy: Remedy::Nothing,
        };
    }
    Line {
        what,
        saw: format!(
            "fail: neither spf nor dkim stands for {domain}, which wants such letters treated as p={word} says"
        ),
        remedy: Remedy::Must("Mend one of the two above, better both.".to_owned()),
    }
}
