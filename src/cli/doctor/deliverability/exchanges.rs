//! MX: which machines take mail for our domain?

use super::line::{Line, Ours, Remedy};
use super::lines;
use super::sending::{Sending, is_public, mail_host};
use crate::mail::dns::{Dns, DnsFault};

/// Can anybody answer us?
pub(super) async fn look(dns: &Dns, ours: &Ours<'_>, sending: &Sending) -> Result<Line, DnsFault> {
    let what = "mx";
    let domain = &ours.domain;
    let exchanges = dns.exchanges(domain).await?;
    let Some(first) = exchanges.first() else {
        return without_exchange(dns, ours).await;
    };
    if first.machine.is_empty() {
        return Ok(Line {
            what,
            saw: format!("{domain} says that it takes no mail (RFC 7505)"),
            remedy: Remedy::Must(format!(
                "Take \"MX 0 .\" out of DNS, and add: {}",
                lines::record(domain, "MX", &format!("10 {}.", mail_host(ours)))
            )),
        });
    }
    let mut lost = Vec::new();
    for exchange in &exchanges {
        let mut addresses = dns.addresses(&exchange.machine).await?;
        addresses.retain(|address| is_public(*address));
        if addresses.is_empty() {
            lost.push(exchange.machine.as_str());
        }
    }
    let machines: Vec<&str> = exchanges
        .iter()
        .map(|found| found.machine.as_str())
        .collect();
    let Some(machine) = lost.first() else {
        let saw = format!("mail for {domain} goes to {}", machines.join(", "));
        return Ok(Line {
            what,
            saw,
            remedy: Remedy::Nothing,
        });
    };
    let advice = match sending.addresses().first() {
        Some(address) => format!("Add to DNS: {}", lines::of_address(machine, *address)),
        None => format!(
            "Add to DNS, with the address of that machine: {}",
            lines::record(machine, "A", "ADDRESS")
        ),
    };
    Ok(Line {
        what,
        saw: format!(
            "mail for {domain} goes to {machine}, which has no address that the world can reach"
        ),
        remedy: match lost.len() == machines.len() {
            true => Remedy::Must(advice),
            false => Remedy::Should(advice),
        },
    })
}

/// Where a domain names nobody, mail goes to its own address (RFC 5321 section 5.1).
async fn without_exchange(dns: &Dns, ours: &Ours<'_>) -> Result<Line, DnsFault> {
    let domain = &ours.domain;
    let mut addresses = dns.addresses(domain).await?;
    addresses.retain(|address| is_public(*address));
    let line = lines::record(domain, "MX", &format!("10 {}.", mail_host(ours)));
    let advice = format!("Add to DNS: {line}");
    let (then, remedy) = match addresses.first() {
        Some(address) => (
            format!("mail goes to its own address, {address}"),
            Remedy::Should(advice),
        ),
        None => ("nobody can answer".to_owned(), Remedy::Must(advice)),
    };
    Ok(Line {
        what: "mx",
        saw: format!("{domain} names no machine that takes its mail, so {then}"),
        remedy,
    })
}
