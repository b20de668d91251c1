//! Will other mail servers take our letters? A letter to ourselves, looked at as a receiver looks at it, and what DNS says of
//! our domain and of the machine that sends.
//!
//! No letter goes to anybody else. Where our own border has looked at it (`server.authserv_ids`), its word counts; where it
//! says nothing, we look ourselves.

mod exchanges;
mod line;
mod lines;
mod names;
mod sending;
mod signature;
mod spf;
mod verdict;

use super::findings::Findings;
use super::letters::{self, Post};
use crate::mail::authentication::own_letter::{Verdict, verdicts};
use crate::mail::dns::{Dns, DnsFault, NameServer};
use crate::mail::receiver::{Arrival, Look};
use crate::settings::Settings;
use line::{Letter, Line, Ours};
use sending::Sending;

/// What is asked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// Who is asked for names; `None`: the name servers of this machine.
    pub(super) name_server: Option<NameServer>,
    /// The machine that hands letters to the world, where it was named.
    pub(super) sending_host: Option<&'a str>,
}

/// Sends the letter and looks.
pub(super) async fn check(
    findings: &mut Findings,
    post: &Post<'_>,
    settings: &Settings,
    wanted: Wanted<'_>,
) -> anyhow::Result<()> {
    let arrived = match letters::to_ourselves(post).await? {
        Ok(arrived) => arrived,
        Err(lost) => {
            return findings.failed(
                "letter",
                &format!("a letter to ourselves was to be looked at: {}", lost.reason),
                "Mend what keeps mail from arriving, and run this again.",
            );
        }
    };
    let address = &post.server.address;
    let domain = address.rsplit('@').next().unwrap_or_default();
    let ours = Ours {
        domain: idna::domain_to_ascii(domain).unwrap_or_else(|_| domain.to_owned()),
        address,
        imap_host: &settings.imap.host,
        smtp_host: &settings.smtp.host,
    };
    let said = verdicts(&arrived.mail, &settings.authserv_ids());
    findings.ok("letter", &by_whom(&said))?;
    let back = arrived.mail.return_path.clone().flatten();
    let letter = Letter {
        raw: &arrived.raw,
        sender: back.as_deref().unwrap_or(address),
        said: &said,
    };
    let looked = match Dns::of(wanted.name_server) {
        Ok(dns) => look(&dns, &ours, &letter, wanted.sending_host).await,
        Err(fault) => Err(fault),
    };
    match looked {
        Ok(lines) => lines.into_iter().try_for_each(|line| line.tell(findings)),
        Err(fault) => findings.failed(
            "dns",
            &fault.to_string(),
            "Mend the name service of this machine (/etc/resolv.conf, resolvectl status), or ask another one: --name-server 9.9.9.9.",
        ),
    }
}

/// All that a receiver sees.
async fn look(
    dns: &Dns,
    ours: &Ours<'_>,
    letter: &Letter<'_>,
    sending_host: Option<&str>,
) -> Result<Vec<Line>, DnsFault> {
    let sending = Sending::found(dns, ours, sending_host).await?;
    let mut lines = vec![exchanges::look(dns, ours, &sending).await?];
    lines.extend(names::look(dns, &sending).await?);
    let arrival = Arrival {
        raw: letter.raw,
        author: &ours.domain,
        sender: letter.sender,
        machine: sending.name(),
        addresses: sending.addresses(),
    };
    let look = Look::at(dns, &arrival).await?;
    let records = dns.texts(&ours.domain).await?;
    lines.extend(verdict::of(ours, letter, &sending, &look, &records));
    Ok(lines)
}

fn by_whom(said: &[Verdict]) -> String {
    let Some(first) = said.first() else {
        return "one to ourselves arrived, and none of server.authserv_ids says in it what it found; what follows is our own look".to_owned();
    };
    let words: Vec<String> = said
        .iter()
        .map(|verdict| format!("{}={}", verdict.method, verdict.result))
        .collect();
    format!(
        "one to ourselves arrived, and {} says of it: {}",
        first.by,
        words.join(", ")
    )
}
