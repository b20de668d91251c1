//! PTR: has the machine that sends a name that leads back to it?

use super::line::{Line, Remedy};
use super::lines;
use super::sending::Sending;
use crate::mail::dns::{Dns, DnsFault, reverse};
use std::net::IpAddr;

/// Does each address from which letters come have a name that leads back to it?
pub(super) async fn look(dns: &Dns, sending: &Sending) -> Result<Vec<Line>, DnsFault> {
    let what = "ptr";
    let (name, addresses) = match sending {
        Sending::Provider(provider) => {
            let saw = format!(
                "letters leave from machines of {}, which names them",
                provider.name
            );
            return Ok(vec![Line {
                what,
                saw,
                remedy: Remedy::Nothing,
            }]);
        }
        Sending::Unknown => {
            return Ok(vec![Line {
                what,
                saw: "it is not known from which address letters reach the world".to_owned(),
                remedy: Remedy::Should(
                    "Name the machine that hands them over: --sending-host HOST, or its address."
                        .to_owned(),
                ),
            }]);
        }
        Sending::Machine {
            name, addresses, ..
        } => (name, addresses),
    };
    let mut found = Vec::new();
    for &address in addresses {
        found.push(name_of(dns, name, address).await?);
    }
    Ok(found)
}

async fn name_of(dns: &Dns, machine: &str, address: IpAddr) -> Result<Line, DnsFault> {
    let what = "ptr";
    let names = dns.names(address).await?;
    let Some(first) = names.first() else {
        let line = lines::record(&reverse(address), "PTR", &format!("{machine}."));
        return Ok(Line {
            what,
            saw: format!(
                "{address}, from which letters come, has no name, and many servers refuse them for that"
            ),
            remedy: Remedy::Must(format!(
                "Who gave you the address (the machine's provider) adds to DNS: {line}"
            )),
        });
    };
    for name in &names {
        if dns.addresses(name).await?.contains(&address) {
            let saw = format!("letters come from {address}, which is {name}");
            return Ok(Line {
                what,
                saw,
                remedy: Remedy::Nothing,
            });
        }
    }
    Ok(Line {
        what,
        saw: format!(
            "letters come from {address}, which calls itself {first}, and {first} has another address or none"
        ),
        remedy: Remedy::Must(format!("Add to DNS: {}", lines::of_address(first, address))),
    })
}
