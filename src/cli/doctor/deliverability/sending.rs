//! The machine that hands our letters to the world, and its addresses.

use super::line::Ours;
use crate::cli::setup::providers::Provider;
use crate::mail::dns::{Dns, DnsFault};
use crate::settings::is_this_machine;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Who has more hides them behind one name, and the first ones are as good as all.
const MOST_ADDRESSES: usize = 8;

/// Who hands our letters to the world.
pub(super) enum Sending {
    /// Machines of a provider, of which there are many.
    Provider(Provider),
    /// One whose addresses are known.
    Machine {
        name: String,
        addresses: Vec<IpAddr>,
        /// By what an SPF record lets it in.
        mechanism: String,
    },
    /// Nobody can tell.
    Unknown,
}

impl Sending {
    /// By what was said, by smtp.host, or by who takes mail for the domain: on a server of one's own it mostly sends, too.
    pub(super) async fn found(
        dns: &Dns,
        ours: &Ours<'_>,
        said: Option<&str>,
    ) -> Result<Sending, DnsFault> {
        if let (None, Some(provider)) = (said, Provider::of_relay(ours.smtp_host)) {
            return Ok(Sending::Provider(provider));
        }
        let host = said.unwrap_or(ours.smtp_host);
        let found = match host.parse() {
            Ok(address) => at(address, ours),
            Err(_) if is_this_machine(host) => Sending::Unknown,
            Err(_) => named(host, dns.addresses(host).await?, format!("a:{host}")),
        };
        if said.is_some() || !matches!(found, Sending::Unknown) {
            return Ok(found);
        }
        let mut exchanges = dns.exchanges(&ours.domain).await?;
        exchanges.retain(|exchange| !exchange.machine.is_empty());
        for exchange in exchanges {
            let addresses = dns.addresses(&exchange.machine).await?;
            let found = named(&exchange.machine, addresses, "mx".to_owned());
            if !matches!(found, Sending::Unknown) {
                return Ok(found);
            }
        }
        Ok(Sending::Unknown)
    }

    /// Its name; empty where it is not known.
    pub(super) fn name(&self) -> &str {
        match self {
            Sending::Machine { name, .. } => name,
            Sending::Provider(_) | Sending::Unknown => "",
        }
    }

    pub(super) fn addresses(&self) -> &[IpAddr] {
        match self {
            Sending::Machine { addresses, .. } => addresses,
            Sending::Provider(_) | Sending::Unknown => &[],
        }
    }
}

/// A machine that was named by its address.
fn at(address: IpAddr, ours: &Ours<'_>) -> Sending {
    let kind = match address {
        IpAddr::V4(_) => "ip4",
        IpAddr::V6(_) => "ip6",
    };
    named(&mail_host(ours), vec![address], format!("{kind}:{address}"))
}

fn named(name: &str, mut addresses: Vec<IpAddr>, mechanism: String) -> Sending {
    addresses.retain(|address| is_public(*address));
    addresses.truncate(MOST_ADDRESSES);
    match addresses.is_empty() {
        true => Sending::Unknown,
        false => Sending::Machine {
            name: name.trim_end_matches('.').to_lowercase(),
            addresses,
            mechanism,
        },
    }
}

/// The name under which the machine with the mailbox would be known.
pub(super) fn mail_host(ours: &Ours<'_>) -> String {
    let host = ours.imap_host.trim_end_matches('.').to_lowercase();
    let is_name = host.parse::<IpAddr>().is_err() && !is_this_machine(&host) && host.contains('.');
    match is_name {
        true => host,
        false => format!("mail.{}", ours.domain),
    }
}

/// Whether the world can reach it.
pub(super) fn is_public(address: IpAddr) -> bool {
    let four = |ip: Ipv4Addr| {
        let [first, second, ..] = ip.octets();
        // RFC 6598: between a provider and its customers.
        let shared = first == 100 && second & 0xc0 == 64;
        !(ip.is_loopback()
            || ip.is_private()
            || ip.is_link_local()
            || ip.is_unspecified()
            || shared)
    };
    let six = |ip: Ipv6Addr| {
        !(ip.is_loopback()
            || ip.is_unspecified()
            || ip.is_unique_local()
            || ip.is_unicast_link_local())
    };
    match address {
        IpAddr::V4(ip) => four(ip),
        IpAddr::V6(ip) => ip.to_ipv4_mapped().map_or_else(|| six(ip), four),
    }
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn what_a_house_uses_for_itself_is_not_reached_by_the_world() {
        for (address, reached) in [
            ("192.0.2.5", true),
            ("2001:db8::5", true),
            ("127.0.0.1", false),
            ("192.168.1.2", false),
            ("100.64.0.1", false),
            ("100.128.0.1", true),
            ("::1", false),
            ("fd00::1", false),
            ("fe80::1", false),
            ("::ffff:10.0.0.1", false),
        ] {
            assert_eq!(is_public(address.parse().unwrap()), reached, "{address}");
        }
    }
}
