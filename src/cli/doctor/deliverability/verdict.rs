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
    let lines = [told("spf", spf, stands), told("dkim", dkim, stands), dmarc];
    lines.map(|line| match border(letter, ours, line.what) {
        Some(_) => line,
        None => doubted(line, letter),
    })
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

/// What is good in our eyes, and not in those of our border.
fn doubted(line: Line, letter: &Letter<'_>) -> Line {
    // What says neither the one nor the other is no doubt (RFC 8601 section 2.7).
    let faults = ["fail", "softfail", "permerror", "policy"];
    let mut said = letter.said.iter();
    let doubt = said
        .find(|verdict| verdict.method == line.what && faults.contains(&verdict.result.as_str()));
    match (doubt, line.remedy) {
        (Some(verdict), Remedy::Nothing) => Line {
            what: line.what,
            saw: format!(
                "{}; but {} says {}={}",
                line.saw, verdict.by, verdict.method, verdict.result
            ),
            remedy: Remedy::Should(
                "Look into its log for why: it may see another DNS, or the letter before it was signed.".to_owned(),
            ),
        },
        (_, remedy) => Line { remedy, ..line },
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
