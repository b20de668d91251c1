//! Lines as they stand in a zone file (RFC 1035 section 5.1), to be added to DNS.

use std::net::IpAddr;

/// The longest piece of a text, in octets (RFC 1035 section 3.3.14).
const LONGEST_PIECE: usize = 255;

/// A line whose data is a name or an address.
pub(super) fn record(name: &str, kind: &str, data: &str) -> String {
    format!("{name}. IN {kind} {data}")
}

/// A line with a text.
pub(super) fn text(name: &str, text: &str) -> String {
    let pieces: Vec<String> = text
        .as_bytes()
        .chunks(LONGEST_PIECE)
        .map(|piece| format!("\"{}\"", String::from_utf8_lossy(piece)))
        .collect();
    record(name, "TXT", &pieces.join(" "))
}

/// A line that gives a machine an address.
pub(super) fn of_address(machine: &str, address: IpAddr) -> String {
    let kind = match address {
        IpAddr::V4(_) => "A",
        IpAddr::V6(_) => "AAAA",
    };
    record(machine, kind, &address.to_string())
}

/// An SPF record that lets in one machine more, before what it says of all others.
pub(super) fn with_machine(record: &str, machine: &str) -> String {
    let mut terms: Vec<&str> = record.split_whitespace().collect();
    let is_last = |term: &&str| {
        let term = term.to_ascii_lowercase();
        term.trim_start_matches(['+', '-', '~', '?']) == "all" || term.starts_with("redirect=")
    };
    let place = terms.iter().position(is_last).unwrap_or(terms.len());
    terms.insert(place, machine);
    terms.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_stands_before_all_others() {
        for (record, with) in [
            ("v=spf1 -all", "v=spf1 mx -all"),
            ("v=spf1 a ~all", "v=spf1 a mx ~all"),
            ("v=spf1 a", "v=spf1 a mx"),
            (
                "v=spf1 redirect=_spf.club.test",
                "v=spf1 mx redirect=_spf.club.test",
            ),
            (
                "v=spf1 include:all.test ALL",
                "v=spf1 include:all.test mx ALL",
            ),
        ] {
            assert_eq!(with_machine(record, "mx"), with);
        }
    }

    #[test]
    fn a_long_text_is_written_in_pieces() {
        let line = text("a._domainkey.club.test", &"x".repeat(256));
        assert!(line.starts_with("a._domainkey.club.test. IN TXT \"xxx"));
        assert!(line.ends_with("x\" \"x\""));
    }
}
