//! Where mailboxes are kept: hosts, ports and habits of the providers that people have, as their help pages give them.

use super::words::{Auth, Origin};

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
    /// Where tokens come from as a rule.
    tokens: Origin,
    /// Its token endpoint; `{tenant}` is whose mailboxes they are. Empty: it has none, or nobody knows it.
    token_url: &'static str,
    /// What a program asks for: by its own right, and by a person's. Empty: nobody knows it.
    scopes: (&'static str, &'static str),
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
        tokens: Origin::RefreshToken,
        token_url: "https://oauth2.googleapis.com/token",
        scopes: ("https://mail.google.com/", "https://mail.google.com/"),
        spf: "_spf.google.com",
        first: "It takes no ordinary password: make an app password at https://myaccount.google.com/apppasswords, for which two-step verification must be on. It sends 500 letters a day, 2,000 in Google Workspace.",
        ..Provider::OWN
    },
    Provider {
        name: "microsoft",
        domains: &["outlook.com", "hotmail.com", "live.com", "msn.com"],
        exchanges: &["outlook.com"],
        auth: Auth::Oauth,
        tokens: Origin::ClientCredentials,
        token_url: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token",
        scopes: (
            "https://outlook.office365.com/.default",
            "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access",
        ),
        imap: ("outlook.office365.com", 993),
        smtp: ("smtp.office365.com", 587),
        mails_per_minute: 30,
        mails_per_day: 9_000,
        spf: "spf.protection.outlook.com",
        first: "Since 2023 it lets nobody read mail with a password. Register a program there that gets access tokens (docs/administrators/microsoft-365.md); or let a proxy on this machine log in (DavMail, email-oauth2-proxy): then say \"password\", and that one's host and ports.",
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
        tokens: Origin::Command,
        token_url: "",
        scopes: ("", ""),
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

    /// Where tokens come from as a rule, for an address of this domain. Nobody registers a program in a tenant that is not theirs.
    pub(super) fn token_origin(&self, domain: &str) -> Origin {
        match self.tokens {
            Origin::ClientCredentials if self.owns(domain) => Origin::RefreshToken,
            origin => origin,
        }
    }

    /// Where its tokens are issued, for an address of this domain; `None`: nobody knows it.
    pub(super) fn token_url(&self, domain: &str) -> Option<String> {
        // So Microsoft calls the one of all private accounts; else a domain stands for its tenant.
        let tenant = if self.owns(domain) {
            "consumers"
        } else {
            domain
        };
        let url = self.token_url.replace("{tenant}", tenant);
        Some(url).filter(|url| !url.is_empty())
    }

    /// Which scope is asked for; `None`: nobody knows it.
    pub(super) fn scope(&self, origin: Origin) -> Option<&'static str> {
        let scope = match origin {
            Origin::ClientCredentials | Origin::Jwt => self.scopes.0,
            Origin::RefreshToken => self.scopes.1,
            Origin::Command => "",
        };
        Some(scope).filter(|scope| !scope.is_empty())
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
        let microsoft = Provider::named("microsoft").unwrap();
        for (domain, tenant, origin) in [
            ("club.example", "club.example", Origin::ClientCredentials),
            ("outlook.com", "consumers", Origin::RefreshToken),
        ] {
            let url = format!("https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token");
            assert_eq!(microsoft.token_url(domain), Some(url));
            assert_eq!(microsoft.token_origin(domain), origin);
        }
        assert!(Provider::OWN.token_url("club.example").is_none());
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
