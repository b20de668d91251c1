//! What the name service tells the world, asked of this machine's name server or of another one.
//!
//! Names have no dot at their end here. What is not there is an empty list; a [`DnsFault`] is only what could not be asked.

use mail_auth::MessageAuthenticator;
use mail_auth::hickory_resolver::config::{
    NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts,
};
use mail_auth::hickory_resolver::proto::rr::{Name, RData};
use mail_auth::hickory_resolver::system_conf::read_system_conf;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// The port of name servers (RFC 1035 section 4.2).
const PORT: u16 = 53;

/// A name server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameServer(SocketAddr);

impl FromStr for NameServer {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<NameServer, Self::Err> {
        let with_port = text.parse::<SocketAddr>().ok();
        let alone = || Some(SocketAddr::new(text.parse().ok()?, PORT));
        let place = with_port.or_else(alone);
        place
            .map(NameServer)
            .ok_or("it is no address, as 9.9.9.9 and 127.0.0.1:5353 are")
    }
}

/// The name service did not say what is there.
#[derive(Debug, thiserror::Error)]
#[error("the name service does not answer for {name}: {reason}")]
pub struct DnsFault {
    name: String,
    reason: String,
}

impl DnsFault {
    /// About this name, for this reason.
    pub(super) fn new(name: &str, reason: impl ToString) -> DnsFault {
        DnsFault {
            name: name.to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// A machine that takes mail for a domain (RFC 5321 section 5.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exchange {
    /// The smallest is tried first.
    pub preference: u16,
    /// Empty: the domain takes no mail (RFC 7505).
    pub machine: String,
}

/// Whoever is asked.
pub struct Dns(pub(super) MessageAuthenticator);

impl Dns {
    /// This name server, or those of this machine.
    ///
    /// # Errors
    ///
    /// When it is not known who they are.
    pub fn of(server: Option<NameServer>) -> Result<Dns, DnsFault> {
        let anything = |fault: &dyn ToString| DnsFault::new("anything", fault.to_string());
        let (config, mut options) = match server {
            Some(NameServer(place)) => {
                let mut server = NameServerConfig::udp_and_tcp(place.ip());
                for way in &mut server.connections {
                    way.port = place.port();
                }
                let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
                (config, ResolverOpts::default())
            }
            None => read_system_conf().map_err(|fault| anything(&fault))?,
        };
        // Receivers do not read our /etc/hosts.
        options.use_hosts_file = ResolveHosts::Never;
        let dns = MessageAuthenticator::new(config, options);
        dns.map(Dns).map_err(|fault| anything(&fault))
    }

    /// The texts at a name, each in one piece.
    ///
    /// # Errors
    ///
    /// When nobody answers.
    pub async fn texts(&self, name: &str) -> Result<Vec<String>, DnsFault> {
        let place = whole(name)?;
        let found = self.0.resolver().txt_lookup(place).await;
        let found = present(name, found.map_err(mail_auth::Error::from))?;
        let records = found.iter().flat_map(|found| found.answers());
        let text = |record: &RData| match record {
            RData::TXT(text) => Some(text.txt_data.concat()),
            _ => None,
        };
        Ok(records
            .filter_map(|record| text(&record.data))
            .map(|octets| String::from_utf8_lossy(&octets).into_owned())
            .collect())
    }

    /// The machines that take mail for a domain, the first one first.
    ///
    /// # Errors
    ///
    /// When nobody answers.
    pub async fn exchanges(&self, domain: &str) -> Result<Vec<Exchange>, DnsFault> {
        let found = self.0.resolver().mx_lookup(whole(domain)?).await;
        let found = present(domain, found.map_err(mail_auth::Error::from))?;
        let records = found.iter().flat_map(|found| found.answers());
        let mut exchanges: Vec<Exchange> = records
            .filter_map(|record| match &record.data {
                RData::MX(found) => Some(Exchange {
                    preference: found.preference,
                    machine: without_dot(&found.exchange),
                }),
                _ => None,
            })
            .collect();
        exchanges.sort();
        Ok(exchanges)
    }

    /// The addresses of a machine.
    ///
    /// # Errors
    ///
    /// When nobody answers.
    pub async fn addresses(&self, machine: &str) -> Result<Vec<IpAddr>, DnsFault> {
        let place = format!("{machine}.");
        let four = present(machine, self.0.ipv4_lookup_raw(&place).await)?;
        let six = present(machine, self.0.ipv6_lookup_raw(&place).await)?;
        let four = four.iter().flat_map(|found| found.entry.iter());
        let six = six.iter().flat_map(|found| found.entry.iter());
        let four = four.copied().map(IpAddr::from);
        Ok(four.chain(six.copied().map(IpAddr::from)).collect())
    }

    /// The names of an address.
    ///
    /// # Errors
    ///
    /// When nobody answers.
    pub async fn names(&self, address: IpAddr) -> Result<Vec<String>, DnsFault> {
        let found = self.0.resolver().reverse_lookup(address).await;
        let found = found.map_err(mail_auth::Error::from);
        let found = present(&address.to_string(), found)?;
        let records = found.iter().flat_map(|found| found.answers());
        Ok(records
            .filter_map(|record| match &record.data {
                RData::PTR(name) => Some(without_dot(name)),
                _ => None,
            })
            .collect())
    }
}

/// Where the names of an address stand: `5.2.0.192.in-addr.arpa`.
pub fn reverse(address: IpAddr) -> String {
    without_dot(&Name::from(address))
}

/// The name from the root of all names, so that no search list is tried.
fn whole(name: &str) -> Result<Name, DnsFault> {
    Name::from_str_relaxed(format!("{name}.")).map_err(|fault| DnsFault::new(name, fault))
}

fn without_dot(name: &Name) -> String {
    let text = name.to_lowercase().to_ascii();
    text.trim_end_matches('.').to_owned()
}

/// What was found; `None` where there is nothing of the kind.
fn present<T>(name: &str, found: mail_auth::Result<T>) -> Result<Option<T>, DnsFault> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(mail_auth::Error::Dns(mail_auth::DnsError::RecordNotFound(_))) => Ok(None),
        Err(mail_auth::Error::Dns(mail_auth::DnsError::Resolver(reason))) => {
            Err(DnsFault::new(name, reason))
        }
        Err(fault) => Err(DnsFault::new(name, fault)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_server_is_an_address_with_or_without_a_port() {
        for (text, place) in [
            ("9.9.9.9", "9.9.9.9:53"),
            ("127.0.0.1:5353", "127.0.0.1:5353"),
            ("2620:fe::fe", "[2620:fe::fe]:53"),
            ("[::1]:54", "[::1]:54"),
        ] {
            let server: NameServer = text.parse().unwrap();
            assert_eq!(server.0.to_string(), place);
        }
        assert!("dns.club.test".parse::<NameServer>().is_err());
    }

    #[test]
    fn an_address_has_its_names_at_a_place_of_their_own() {
        let four = "192.0.2.5".parse().unwrap();
        assert_eq!(reverse(four), "5.2.0.192.in-addr.arpa");
        let six = reverse("2001:db8::5".parse().unwrap());
        assert!(six.starts_with("5.0.0.0.") && six.ends_with(".ip6.arpa"));
    }
}
