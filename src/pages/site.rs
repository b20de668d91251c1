//! Whose site it is, and what it consists of.

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Where it lies, from the folder of the site: `games/17.html`.
    pub path: String,
    /// What is in it, UTF-8.
    pub text: String,
}

impl Page {
    /// A file with this in it.
    pub(super) fn of(path: &str, text: &str) -> Page {
        Page {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }
}

/// Whose site it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The name of the server.
    pub name: String,
    /// The address that players write to.
    pub address: String,
    /// Whom to ask: an address or some words; empty where nobody is named.
    pub contact: String,
    /// Where the same is reached by HTTP, with its search: an address that ends with a `/`. Empty where it is not.
    pub web: String,
}

impl Site {
    /// The domain of the server.
    pub fn domain(&self) -> &str {
        self.address.rsplit_once('@').map_or("", |(_, it)| it)
    }

    /// The address to which "this must go" is written, where the one who is named has one.
    pub(super) fn administrator(&self) -> Option<&str> {
        let contact = self.contact.trim();
        let (local, domain) = contact.split_once('@')?;
        let plain = |part: &str| {
            !part.is_empty()
                && part.bytes().all(|octet| {
                    octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b'-' | b'_' | b'+')
                })
        };
        (plain(local) && plain(domain)).then_some(contact)
    }
}
