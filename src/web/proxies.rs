//! Who asks: whoever is connected, or who a web server in front says it is, where that one is believed.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// Who is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// An address.
    Address(IpAddr),
    /// Somebody of this machine, by a socket.
    Socket,
}

/// Who asks, as far as requests are counted: an address, of IPv6 a network of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asker(Option<IpAddr>);

impl Asker {
    /// Who has this address.
    pub fn of(address: IpAddr) -> Asker {
        Asker(Some(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                IpAddr::V6(Ipv6Addr::from_bits(masked(address.to_bits(), 128, 64)))
            }
        }))
    }
}

/// Who is believed about who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    networks: Vec<Network>,
    socket: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Network {
    address: IpAddr,
    bits: u32,
}

impl Proxies {
    /// Reads addresses, networks as `10.0.0.0/8`, and `unix` for whoever connects by the socket.
    ///
    /// # Errors
    ///
    /// The first that is none of these.
    pub fn read(words: &[String]) -> Result<Proxies, String> {
        let mut proxies = Proxies::default();
        for word in words {
            match word.trim() {
                "unix" => proxies.socket = true,
                other => proxies
                    .networks
                    .push(Network::read(other).ok_or_else(|| word.clone())?),
            }
        }
        Ok(proxies)
    }

    /// Whether nobody is believed.
    pub fn is_empty(&self) -> bool {
        self.networks.is_empty() && !self.socket
    }

    /// Who asks: the last one in `X-Forwarded-For`, whose fields these are in their order, who is not believed. What stands
    /// before that one may be an invention of theirs.
    pub fn asker<'a>(&self, peer: Peer, forwarded: impl Iterator<Item = &'a str>) -> Asker {
        let mut asker = match peer {
            Peer::Address(address) => Asker::of(address),
            Peer::Socket => Asker(None),
        };
        let is_believed = match peer {
            Peer::Address(address) => self.has(address),
            Peer::Socket => self.socket,
        };
        if !is_believed {
            return asker;
        }
        let named: Vec<&str> = forwarded.flat_map(|field| field.split(',')).collect();
        for word in named.into_iter().rev() {
            let Some(address) = address_in(word.trim()) else {
                return asker;
            };
            asker = Asker::of(address);
            if !self.has(address) {
                return asker;
            }
        }
        asker
    }

    fn has(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.has(address))
    }
}

impl Network {
    fn read(word: &str) -> Option<Network> {
        let (address, bits) = match word.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().ok()?)),
            None => (word, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        (bits <= most).then_some(Network { address, bits })
    }

    fn has(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(other)) => {
                let same = |it: u32| masked(it.into(), 32, self.bits);
                same(ours.to_bits()) == same(other.to_bits())
            }
            (IpAddr::V6(ours), IpAddr::V6(other)) => {
                let same = |it: u128| masked(it, 128, self.bits);
                same(ours.to_bits()) == same(other.to_bits())
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

/// The first bits of so many.
fn masked(address: u128, of: u32, bits: u32) -> u128 {
    let rest = of.saturating_sub(bits);
    let kept = address.checked_shr(rest).unwrap_or(0);
    kept.checked_shl(rest).unwrap_or(0)
}

/// An address, alone or with a port.
fn address_in(word: &str) -> Option<IpAddr> {
    let bare = word.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let alone = bare.unwrap_or(word).parse().ok();
    alone.or_else(|| word.parse::<SocketAddr>().ok().map(|it| it.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(words: &[&str]) -> Proxies {
        Proxies::read(&words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    fn asker(proxies: &Proxies, peer: &str, fields: &[&str]) -> String {
        let peer = match peer {
            "unix" => Peer::Socket,
            address => Peer::Address(address.parse().unwrap()),
        };
        let Asker(address) = proxies.asker(peer, fields.iter().copied());
        address.map_or_else(|| "unix".to_owned(), |it| it.to_string())
    }

    #[test]
    fn who_is_not_believed_says_nothing_about_who_asks() {
        let none = Proxies::default();
        assert_eq!(asker(&none, "127.0.0.1", &["9.9.9.9"]), "127.0.0.1");
        let other = proxies(&["10.0.0.1"]);
        assert_eq!(asker(&other, "127.0.0.1", &["9.9.9.9"]), "127.0.0.1");
        assert_eq!(asker(&other, "unix", &["9.9.9.9"]), "unix");
    }

    #[test]
    fn the_last_who_is_not_believed_asks_whatever_they_have_invented() {
        let ours = proxies(&["127.0.0.1", "10.0.0.0/8", "unix", "fd00::/8"]);
        for (peer, fields, expected) in [
            ("127.0.0.1", &["9.9.9.9"] as &[&str], "9.9.9.9"),
            ("127.0.0.1", &["1.1.1.1, 9.9.9.9"], "9.9.9.9"),
            ("127.0.0.1", &["1.1.1.1, 9.9.9.9, 10.1.2.3"], "9.9.9.9"),
            ("127.0.0.1", &["1.1.1.1", "9.9.9.9"], "9.9.9.9"),
            ("127.0.0.1", &["10.0.0.9"], "10.0.0.9"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("127.0.0.1", &["1.1.1.1, unknown"], "127.0.0.1"),
            (
                "127.0.0.1",
                &["1.1.1.1, <script>, 10.0.0.2:5123"],
                "10.0.0.2",
            ),
            ("::ffff:127.0.0.1", &["9.9.9.9:4711"], "9.9.9.9"),
            ("unix", &["[2001:db8:1:2:3:4:5:6]:99"], "2001:db8:1:2::"),
            ("unix", &["2001:db8:1:2:ffff::1, fd00::7"], "2001:db8:1:2::"),
        ] {
            assert_eq!(asker(&ours, peer, fields), expected, "{peer} {fields:?}");
        }
    }

    #[test]
    fn what_is_no_network_is_told() {
        for word in ["10.0.0.0/33", "::/129", "localhost", "", "10.0.0.0/-1"] {
            assert_eq!(Proxies::read(&[word.to_owned()]), Err(word.to_owned()));
        }
        let all = proxies(&["0.0.0.0/0"]);
        assert_eq!(asker(&all, "8.8.8.8", &["9.9.9.9"]), "9.9.9.9");
    }
}
