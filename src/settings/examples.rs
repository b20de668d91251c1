//! Values that stand in a settings file as examples. A daemon that ran with one would write to strangers, or knock at
//! a machine of somebody else's.

use super::database_url;
use super::origin::Origins;
use std::fmt;
use std::net::IpAddr;

/// Whether a value may name a domain that is nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domains {
    /// It is used: mail goes there, or we connect to it.
    MustBeSomebodys,
    /// Where penpawn is tried.
    MayBeNobodys,
}

/// A setting whose value is an example still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    key: &'static str,
    /// Without passwords.
    value: String,
    /// Where it stands: a line of the settings file, or a variable of the environment.
    place: Option<String>,
    /// What belongs there.
    pub instead: &'static str,
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{} {:?} is an example", self.key, self.value)
    }
}

/// What addresses may name with these mail servers. Where both are this machine, penpawn is tried.
pub fn domains(hosts: [&str; 2]) -> Domains {
    match hosts.into_iter().all(is_this_machine) {
        true => Domains::MayBeNobodys,
        false => Domains::MustBeSomebodys,
    }
}

/// Whether a host is the machine on which we run, by its name alone.
pub fn is_this_machine(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_lowercase();
    host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// Those of these values that are examples, by their keys and with what belongs there. Domains that are nobody's are none
/// where `domains` allows them.
pub(super) fn among(
    values: Vec<(&'static str, &String, &'static str)>,
    domains: Domains,
    origins: &Origins,
) -> Vec<Example> {
    let examples = values
        .into_iter()
        .filter(|(_, value, _)| is_example(value, domains));
    examples
        .map(|(key, value, instead)| Example {
            key,
            value: match key.starts_with("database.") {
                true => database_url::shown(value),
                false => value.clone(),
            },
            place: origins.of(key).map(str::to_owned),
            instead,
        })
        .collect()
}

/// What stands where something else belongs.
const WORDS: [&str; 5] = ["change me", "changeme", "change-me", "change_me", "…"];

/// Whether this is no password, but stands for one. What only contains such words may be one, however bad.
pub(super) fn is_example_password(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    WORDS.contains(&value.as_str())
}

/// Whether a value is an example, where its domains may be these.
pub fn is_example(value: &str, domains: Domains) -> bool {
    let nobodys = domains == Domains::MustBeSomebodys && names_nobodys_domain(value);
    stands_for_another(value) || nobodys
}

/// Whether a value says that another one belongs in its place.
fn stands_for_another(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    let in_brackets = value.starts_with('<') && value.ends_with('>');
    in_brackets || WORDS.iter().any(|word| value.contains(word))
}

/// Whether a value names a domain that is nobody's (RFC 2606). `.test` is no example: it is for tests, and ours use it.
fn names_nobodys_domain(value: &str) -> bool {
    let belongs = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
    let value = value.trim().to_lowercase();
    value.split(|c| !belongs(c)).any(is_example_domain)
}

fn is_example_domain(word: &str) -> bool {
    let mut labels = word.trim_end_matches('.').rsplit('.');
    match (labels.next(), labels.next()) {
        (Some("com" | "org" | "net" | "edu"), Some("example")) => true,
        (Some("example"), below) => below.is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Domains, is_example};
    use crate::settings::Settings;
    use std::path::Path;

    fn is_example_of_use(value: &str) -> bool {
        is_example(value, Domains::MustBeSomebodys)
    }

    /// Settings with these mail servers and this address.
    fn settings(imap: &str, smtp: &str, address: &str) -> Settings {
        let text = format!(
            "[server]\naddress = \"{address}\"\n[imap]\nhost = \"{imap}\"\nuser = \"{address}\"\n\
             [smtp]\nhost = \"{smtp}\"\n"
        );
        Settings::from(Some((Path::new("f.toml"), &text))).unwrap()
    }

    #[test]
    fn on_ones_own_machine_penpawn_is_tried_with_addresses_that_are_nobodys() {
        for (imap, smtp, address, examples) in [
            ("127.0.0.1", "localhost", "chess@example.org", 0),
            ("::1", "127.0.0.2", "chess@example.org", 0),
            ("127.0.0.1", "mail.club.org", "chess@example.org", 2),
            ("mail.club.org", "localhost", "chess@example.org", 2),
            ("127.0.0.1", "localhost", "change-me@club.org", 2),
            ("127.0.0.1", "localhost", "<your address>", 2),
        ] {
            let found = settings(imap, smtp, address).examples();
            assert_eq!(found.len(), examples, "{imap} {smtp} {address}: {found:?}");
        }
    }

    #[test]
    fn what_is_nobodys_is_an_example_and_what_could_be_yours_is_none() {
        for value in [
            "chess@example.org",
            "Chess <Chess@Mail.Example.COM>",
            "mail.club.example",
            "postgres://penpawn:…@localhost/penpawn",
            "postgres://penpawn@db.example.net/penpawn?sslmode=verify-full",
            "CHANGE ME",
            "please-change-me",
            "<your address>",
        ] {
            assert!(is_example_of_use(value), "{value}");
        }
        for value in [
            "",
            "chess@chess.test",
            "example@club.org",
            "chess@example.club.org",
            "counterexample.org",
            "the secretary, for example",
            "postgres://penpawn@localhost/example",
            "chess@xn--bcher-kva.test",
        ] {
            assert!(!is_example_of_use(value), "{value}");
        }
    }

    #[test]
    fn examples_are_told_with_their_lines_and_without_passwords() {
        let text = "[server]\naddress = \"chess@club.test\"\ncontact = \"ann@example.org\"\n\
                    [imap]\nhost = \"CHANGE ME\"\n\
                    [database]\nurl = \"postgres://penpawn:secret@db.example.org/penpawn\"\n";
        let settings = Settings::from(Some((Path::new("f.toml"), text))).unwrap();
        let said = settings.refuse_examples().unwrap_err().to_string();
        let parts: Vec<&str> = said.split("; ").collect();
        assert_eq!(parts.len(), 3, "{said}");
        assert!(
            parts[0].starts_with(
                "f.toml, line 3: server.contact \"ann@example.org\" is an example: write whom"
            ),
            "{said}"
        );
        assert!(parts[1].starts_with("f.toml, line 5: imap.host"), "{said}");
        assert!(
            parts[2].starts_with("f.toml, line 7: database.url"),
            "{said}"
        );
        assert!(!said.contains("secret"), "{said}");
    }

    #[test]
    fn the_default_holds_no_example_as_a_value() {
        let settings = Settings::from(None).unwrap();
        assert_eq!(settings.examples(), []);
    }
}
