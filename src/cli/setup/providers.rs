//! Where mailboxes are kept: hosts, ports and habits of the providers that people have, as their help pages give them.

use super::words::Auth;

/// A server and how it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Server {
    pub(in crate::cli) host: String,
    pub(in crate::cli) port: u16,
}

/// What the user name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum User {
    /// The whole address.
    Address,
    /// What stands before the @, where mails are read; the whole address where they are sent.
    LocalPart,
}

/// A provider, or a server of one's own.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Provider {
    /// The word on the command line.
    pub(in crate::cli) name: &'static str,
    /// The domains of its own addresses; others may be kept there as well.
    domains: &'static [&'static str],
    /// What the machines are named below that take mail for it, for other domains too.
    exchanges: &'static [&'static str],
    /// Host and port; `{domain}` is that of the address.
    imap: (&'static str, u16),
    smtp: (&'static str, u16),
    pub(in crate::cli) user: User,
    /// What it takes.
    pub(super) auth: Auth,
    /// As of `server.subaddress`.
    pub(in crate::cli) subaddress: &'static str,
    /// Letters a minute; 0: as many as it takes.
    pub(in crate::cli) mails_per_minute: u32,
    /// Letters in 24 hours, a little below what it takes; 0: as many as it takes.
    pub(in crate::cli) mails_per_day: u32,
    /// The domain whose SPF record names its machines, as its help pages have it included; empty: none is told.
    pub(in crate::cli) spf: &'static str,
    /// What must be done there first.
    pub(in crate::cli) first: &'static str,
}

const APP_PASSWORD: &str = "It takes no ordinary password: make one for this program alone (an app password), for which two-step verification must be on.";

const ALLOW_IMAP: &str = "Allow IMAP first, in the settings of the mailbox (POP3 & IMAP).";

/// The last one is every other.
const PROVIDERS: [Provider; 9] = [
    Provider {
        name: "gmail",
        domains: &["gmail.com", "googlemail.com"],
        exchanges: &["google.com", "googlemail.com"],
        imap: ("imap.gmail.com", 993),
        smtp: ("smtp.gmail.com", 465),
        mails_per_day: 450,
        spf: "_spf.google.com",
        first: "It takes no ordinary password: make an app password at https://myaccount.google.com/apppasswords, for which two-step verification must be on. It sends 500 letters a day, 2,000 in Google Workspace.",
        ..Provider::OWN
    },
    Provider {
        name: "microsoft",
        domains: &["outlook.com", "hotmail.com", "live.com", "msn.com"],
        exchanges: &["outlook.com"],
        auth: Auth::Oauth,
        imap: ("outlook.office365.com", 993),
        smtp: ("smtp.office365.com", 587),
        mails_per_minute: 30,
        mails_per_day: 9_000,
        spf: "spf.protection.outlook.com",
        first: "Since 2023 it lets nobody read mail with a password. Have a command print access tokens (docs/administrators/microsoft-365.md); or let a proxy on this machine log in (DavMail, email-oauth2-proxy): then say \"password\", and that one's host and ports.",
        ..Provider::OWN
    },
    Provider {
        name: "fastmail",
        domains: &["fastmail.com", "fastmail.fm"],
        exchanges: &["messagingengine.com"],
        imap: ("imap.fastmail.com", 993),
        smtp: ("smtp.fastmail.com", 465),
        spf: "spf.messagingengine.com",
        first: APP_PASSWORD,
        ..Provider::OWN
    },
    Provider {
        name: "gmx",
        domains: &["gmx.de", "gmx.net", "gmx.at", "gmx.ch"],
        exchanges: &["gmx.net"],
        imap: ("imap.gmx.net", 993),
        smtp: ("mail.gmx.net", 465),
        subaddress: "none",
        first: ALLOW_IMAP,
        ..Provider::OWN
    },
    Provider {
        name: "gmx.com",
        domains: &["gmx.com", "gmx.us", "gmx.co.uk"],
        exchanges: &[],
        imap: ("imap.gmx.com", 993),
        smtp: ("mail.gmx.com", 465),
        subaddress: "none",
        first: ALLOW_IMAP,
        ..Provider::OWN
    },
    Provider {
        name: "web.de",
        domains: &["web.de"],
        exchanges: &["web.de"],
        imap: ("imap.web.de", 993),
        smtp: ("smtp.web.de", 587),
        subaddress: "none",
        first: "Allow IMAP first, in the settings of the mailbox (POP3/IMAP-Abruf).",
        ..Provider::OWN
    },
    Provider {
        name: "icloud",
        domains: &["icloud.com", "me.com", "mac.com"],
        exchanges: &["icloud.com"],
        imap: ("imap.mail.me.com", 993),
        smtp: ("smtp.mail.me.com", 587),
        spf: "icloud.com",
        user: User::LocalPart,
        first: APP_PASSWORD,
        ..Provider::OWN
    },
    Provider {
        name: "yahoo",
        domains: &[
            "yahoo.com",
            "yahoo.de",
            "yahoo.fr",
            "yahoo.co.uk",
            "ymail.com",
            "rocketmail.com",
        ],
        exchanges: &["yahoodns.net"],
        imap: ("imap.mail.yahoo.com", 993),
        smtp: ("smtp.mail.yahoo.com", 465),
        subaddress: "none",
        first: APP_PASSWORD,
        ..Provider::OWN
    },
    Provider::OWN,
];

impl Provider {
    /// A server of one's own, or one that nobody knows here; what is said of it is said of the others where they say nothing else.
    pub(in crate::cli) const OWN: Provider = Provider {
        name: "own",
        domains: &[],
        exchanges: &[],
        imap: ("mail.{domain}", 993),
        smtp: ("mail.{domain}", 465),
        user: User::Address,
        auth: Auth::Password,
        subaddress: "+",
        mails_per_minute: 0,
        mails_per_day: 0,
        spf: "",
        first: "",
    };

    /// The one with this name.
    pub(in crate::cli) fn named(name: &str) -> Option<Provider> {
        PROVIDERS.into_iter().find(|provider| provider.name == name)
    }

    /// The names of all.
    pub(in crate::cli) fn names() -> Vec<&'static str> {
        PROVIDERS.iter().map(|provider| provider.name).collect()
    }

    /// The one whose addresses are of this domain; `None`: any, or one's own server.
    pub(in crate::cli) fn of_domain(domain: &str) -> Option<Provider> {
        PROVIDERS
            .into_iter()
            .find(|provider| provider.domains.contains(&domain))
    }

    /// The one whose machine takes mail for a domain.
    pub(in crate::cli) fn of_exchange(machine: &str) -> Option<Provider> {
        let is_below = |domain: &&str| {
            machine
                .strip_suffix(*domain)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        PROVIDERS
            .into_iter()
            .find(|provider| provider.exchanges.iter().any(is_below))
    }

    /// The one to whose machine letters are handed over; `None`: it is somebody else's.
    pub(in crate::cli) fn of_relay(host: &str) -> Option<Provider> {
        let is_its = |provider: &Provider| provider.smtp.0.eq_ignore_ascii_case(host);
        PROVIDERS.into_iter().find(is_its)
    }

    /// Whether addresses of this domain are its own, so that its DNS is, too.
    pub(in crate::cli) fn owns(&self, domain: &str) -> bool {
        self.domains.contains(&domain)
    }

    /// Where mails are read.
    pub(in crate::cli) fn imap(&self, domain: &str) -> Server {
        server(self.imap, domain)
    }

    /// Where they are handed over.
    pub(in crate::cli) fn smtp(&self, domain: &str) -> Server {
        server(self.smtp, domain)
    }
}

fn server((host, port): (&str, u16), domain: &str) -> Server {
    Server {
        host: host.replace("{domain}", domain),
        port,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_provider_is_known_by_its_name_and_its_domains() {
        for provider in PROVIDERS {
            assert_eq!(Provider::named(provider.name).unwrap().name, provider.name);
            for domain in provider.domains {
                assert_eq!(Provider::of_domain(domain).unwrap().name, provider.name);
            }
        }
        assert!(Provider::of_domain("club.example").is_none());
        assert_eq!(Provider::OWN.imap("club.example").host, "mail.club.example");
        for (machine, name) in [
            ("aspmx.l.google.com", Some("gmail")),
            ("club-org.mail.protection.outlook.com", Some("microsoft")),
            ("notgoogle.com", None),
        ] {
            assert_eq!(
                Provider::of_exchange(machine).map(|it| it.name),
                name,
                "{machine}"
            );
        }
    }
}
