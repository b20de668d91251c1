//! Where a token endpoint is.

use crate::mail::tls::Security;
use hyper::Uri;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// The address of a token endpoint. To another machine it is encrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenUrl {
    pub(super) security: Security,
    pub(super) host: String,
    pub(super) port: u16,
    /// Host and port, as they were written.
    pub(super) authority: String,
    /// With what stands behind a question mark.
    pub(super) path: String,
}

/// Why an address is none of a token endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTokenUrl {
    /// It has no scheme or no host, or characters that none has.
    #[error("it is no address: write https://, the host, and the path of the token endpoint")]
    Malformed,
    /// Secrets would go over a network unprotected.
    #[error("http:// is only for a server on this machine: write https://")]
    Unprotected,
    /// There is something before an @.
    #[error("there is a user in it: who we are stands in client_id and client_secret_file")]
    User,
}

impl TokenUrl {
    /// The machine, as it was written.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The whole address, as it stands in settings; what is displayed ends at a question mark.
    #[must_use]
    pub fn written(&self) -> String {
        let path = self.path.split('?').next().unwrap_or_default();
        let behind = self.path.get(path.len()..).unwrap_or_default();
        format!("{self}{behind}")
    }
}

impl FromStr for TokenUrl {
    type Err = NoTokenUrl;

    fn from_str(text: &str) -> Result<TokenUrl, NoTokenUrl> {
        let uri: Uri = text.trim().parse().map_err(|_| NoTokenUrl::Malformed)?;
        let authority = uri.authority().ok_or(NoTokenUrl::Malformed)?;
        if authority.as_str().contains('@') {
            return Err(NoTokenUrl::User);
        }
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let (security, usual) = match uri.scheme_str() {
            Some("https") => (Security::Tls, 443),
            Some("http") if is_loopback(&host) => (Security::Plain, 80),
            Some("http") => return Err(NoTokenUrl::Unprotected),
            Some(_) | None => return Err(NoTokenUrl::Malformed),
        };
        if host.is_empty() {
            return Err(NoTokenUrl::Malformed);
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        Ok(TokenUrl {
            security,
            port: authority.port_u16().unwrap_or(usual),
            authority: authority.to_string(),
            path: path.to_owned(),
            host,
        })
    }
}

/// Whether a host is this machine, by its name alone; where its name leads elsewhere, nothing is sent.
fn is_loopback(host: &str) -> bool {
    let is_address = |ip: IpAddr| ip.to_canonical().is_loopback();
    host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(is_address)
}

impl fmt::Display for TokenUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.security {
            Security::Plain => "http",
            Security::Tls | Security::StartTls => "https",
        };
        let path = self.path.split('?').next().unwrap_or_default();
        write!(f, "{scheme}://{}{path}", self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_to_another_machine_is_encrypted_and_names_no_user() {
        for (text, shown, host, port) in [
            (
                "https://login.microsoftonline.com/contoso/oauth2/v2.0/token",
                "https://login.microsoftonline.com/contoso/oauth2/v2.0/token",
                "login.microsoftonline.com",
                443,
            ),
            (
                " https://a.test:8443/t?p=secret ",
                "https://a.test:8443/t",
                "a.test",
                8443,
            ),
            (
                "http://localhost/token",
                "http://localhost/token",
                "localhost",
                80,
            ),
            (
                "http://127.0.0.2:81",
                "http://127.0.0.2:81/",
                "127.0.0.2",
                81,
            ),
            ("http://[::1]:82/t", "http://[::1]:82/t", "::1", 82),
        ] {
            let url: TokenUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert_eq!((url.host.as_str(), url.port), (host, port));
        }
        for (text, fault) in [
            ("", NoTokenUrl::Malformed),
            ("login.microsoftonline.com/token", NoTokenUrl::Malformed),
            ("/token", NoTokenUrl::Malformed),
            ("ftp://a.test/token", NoTokenUrl::Malformed),
            ("https://a b/token", NoTokenUrl::Malformed),
            ("http://a.test/token", NoTokenUrl::Unprotected),
            ("http://localhost.a.test/token", NoTokenUrl::Unprotected),
            ("http://127.0.0.1.a.test/token", NoTokenUrl::Unprotected),
            ("https://id:secret@a.test/token", NoTokenUrl::User),
        ] {
            assert_eq!(text.parse::<TokenUrl>(), Err(fault), "{text}");
        }
    }
}
