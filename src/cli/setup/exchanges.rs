//! Which machines take mail for a domain: its MX records, asked of the name service of this machine (RFC 1035).
//!
//! A question of thirty octets, asked once at a set-up and only for a proposal, takes no library. Who lies in the answer
//! brings about a wrong proposal; the password goes nowhere before the certificate of what was chosen is checked.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::UdpSocket;
use tokio::time::timeout;

/// How long is waited for the answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// The type and class of what is asked for.
const MX: u16 = 15;
const INTERNET: u16 = 1;

/// The machines that take mail for a domain, the preferred one first; none where nobody answers.
pub(super) async fn of(domain: &str) -> Vec<String> {
    let text = std::fs::read_to_string("/etc/resolv.conf").unwrap_or_default();
    let server = (name_server(&text), 53).into();
    timeout(PATIENCE, ask(server, domain))
        .await
        .ok()
        .flatten()
        .unwrap_or_default()
}

/// The first name server of resolv.conf(5).
fn name_server(text: &str) -> IpAddr {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix("nameserver"))
        .find_map(|rest| rest.trim().parse().ok())
        .unwrap_or(Ipv4Addr::LOCALHOST.into())
}

async fn ask(server: SocketAddr, domain: &str) -> Option<Vec<String>> {
    let own: SocketAddr = match server {
        SocketAddr::V4(_) => ([0, 0, 0, 0], 0).into(),
        SocketAddr::V6(_) => ([0; 16], 0).into(),
    };
    let mut number = [0; 2];
    getrandom::fill(&mut number).ok()?;
    let socket = UdpSocket::bind(own).await.ok()?;
    socket.connect(server).await.ok()?;
    socket.send(&question(number, domain)?).await.ok()?;
    let mut octets = [0; 4096];
    let length = socket.recv(&mut octets).await.ok()?;
    read(number, octets.get(..length)?)
}

/// The question for the MX records of a domain; `None` where it is no name.
fn question(number: [u8; 2], domain: &str) -> Option<Vec<u8>> {
    let mut octets = number.to_vec();
    // One question, which may be passed on to others.
    octets.extend([1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for label in idna::domain_to_ascii(domain).ok()?.split('.') {
        let length = u8::try_from(label.len()).ok();
        octets.push(length.filter(|length| (1..64).contains(length))?);
        octets.extend(label.as_bytes());
    }
    octets.push(0);
    octets.extend(MX.to_be_bytes());
    octets.extend(INTERNET.to_be_bytes());
    Some(octets)
}

/// The machines in the answer to the question with this number; `None` where it is none.
fn read(number: [u8; 2], octets: &[u8]) -> Option<Vec<String>> {
    let mut answer = Reader { octets, at: 0 };
    if answer.number()? != u16::from_be_bytes(number) {
        return None;
    }
    // An answer, and no fault.
    let flags = answer.number()?;
    if flags & 0x8000 == 0 || flags & 0x000f != 0 {
        return None;
    }
    let (questions, records) = (answer.number()?, answer.number()?);
    answer.at += 4;
    for _ in 0..questions {
        answer.name()?;
        answer.at += 4;
    }
    let mut found = Vec::new();
    for _ in 0..records {
        answer.name()?;
        let kind = answer.number()?;
        // Class and lifetime.
        answer.at += 6;
        let end = usize::from(answer.number()?) + answer.at;
        if kind == MX {
            let preference = answer.number()?;
            found.push((preference, answer.name()?.to_lowercase()));
        }
        answer.at = end;
    }
    found.sort();
    Some(found.into_iter().map(|(_, machine)| machine).collect())
}

struct Reader<'a> {
    octets: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn octet(&mut self) -> Option<u8> {
        let octet = self.octets.get(self.at).copied();
        self.at += 1;
        octet
    }

    fn number(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.octet()?, self.octet()?]))
    }

    /// A name, whose end may stand elsewhere in the message.
    fn name(&mut self) -> Option<String> {
        let mut labels: Vec<String> = Vec::new();
        let mut behind = None;
        // No name has more labels, and one that leads round in a circle ends.
        for _ in 0..128 {
            match self.octet()? {
                0 => {
                    self.at = behind.unwrap_or(self.at);
                    return Some(labels.join("."));
                }
                high @ 0xc0.. => {
                    let target = usize::from(high & 0x3f) << 8 | usize::from(self.octet()?);
                    behind = behind.or(Some(self.at));
                    self.at = target;
                }
                length => {
                    let end = self.at + usize::from(length);
                    let label = self.octets.get(self.at..end)?;
                    labels.push(String::from_utf8_lossy(label).into_owned());
                    self.at = end;
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a name server answers: the question, then records whose names point back into it.
    fn answer(records: &[(u16, &[u8])]) -> Vec<u8> {
        let mut octets = question([7, 7], "Club.test").unwrap();
        octets[2] = 0x81;
        octets[7] = u8::try_from(records.len()).unwrap();
        for (preference, machine) in records {
            octets.extend([0xc0, 12, 0, 15, 0, 1, 0, 0, 1, 0]);
            octets.extend(u16::try_from(machine.len() + 2).unwrap().to_be_bytes());
            octets.extend(preference.to_be_bytes());
            octets.extend(*machine);
        }
        octets
    }

    #[test]
    fn the_preferred_machine_comes_first() {
        let octets = answer(&[
            (20, b"\x03mx2\xc0\x0c"),
            (5, b"\x05ASPMX\x01l\x06google\x03com\0"),
        ]);
        let machines = read([7, 7], &octets);
        assert_eq!(machines.unwrap(), ["aspmx.l.google.com", "mx2.club.test"]);
        assert_eq!(
            read([7, 8], &octets),
            None,
            "the answer to another question"
        );
    }

    #[test]
    fn what_is_no_answer_does_no_harm() {
        let octets = answer(&[(5, b"\x02mx\xc0\x0c")]);
        for length in 0..octets.len() {
            let _ = read([7, 7], &octets[..length]);
        }
        // A name that leads to itself.
        assert_eq!(read([7, 7], &answer(&[(5, b"\xc0\x2b")])), None);
        assert_eq!(question([0, 0], "a..b"), None);
    }

    #[test]
    fn the_name_server_is_that_of_this_machine() {
        let text = "# by hand\nsearch club.test\nnameserver 10.0.0.2\nnameserver 10.0.0.3\n";
        assert_eq!(name_server(text).to_string(), "10.0.0.2");
        assert!(name_server("").is_loopback());
    }
}
