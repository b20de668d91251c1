//! Which protocol a server speaks, by its first words: for who has mixed up two ports.

use super::tls::{self, Line, Security};
use std::path::Path;
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

/// How long a server may take to greet. Exim waits for half a minute where it looks the client up; then nothing is said.
const GREETING_LIMIT: Duration = Duration::from_secs(5);

/// What a server greets as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// `220 …` (RFC 5321 section 4.2).
    Smtp,
    /// `* OK …` (RFC 9051 section 7.1).
    Imap,
    /// `+OK …` (RFC 1939 section 4).
    Pop,
}

impl Spoken {
    /// The name of the protocol.
    pub fn word(self) -> &'static str {
        match self {
            Spoken::Smtp => "SMTP",
            Spoken::Imap => "IMAP",
            Spoken::Pop => "POP3",
        }
    }

    fn of(greeting: &[u8]) -> Option<Spoken> {
        [
            (b"220".as_slice(), Spoken::Smtp),
            (b"* ", Spoken::Imap),
            (b"+OK", Spoken::Pop),
        ]
        .into_iter()
        .find(|(beginning, _)| greeting.starts_with(beginning))
        .map(|(_, spoken)| spoken)
    }
}

/// What is spoken at this port, and whether TLS comes before the first word; `None` where nobody greets.
pub async fn at(host: &str, port: u16, ca_file: Option<&Path>) -> Option<(Spoken, Security)> {
    for security in [Security::StartTls, Security::Tls] {
        let heard = timeout(GREETING_LIMIT, greeting(host, port, security, ca_file));
        if let Ok(Some(heard)) = heard.await
            && let Some(spoken) = Spoken::of(&heard)
        {
            return Some((spoken, security));
        }
    }
    None
}

/// The first octets that a server sends.
async fn greeting(
    host: &str,
    port: u16,
    security: Security,
    ca_file: Option<&Path>,
) -> Option<Vec<u8>> {
    let mut line = Line::connect(host, port, security).await.ok()?;
    if security == Security::Tls {
        line = line.encrypt(host, tls::trust(ca_file).ok()?).await.ok()?;
    }
    let mut heard = vec![0; 4];
    line.read_exact(&mut heard).await.ok()?;
    Some(heard)
}

#[cfg(test)]
mod tests {
    use super::Spoken;

    #[test]
    fn a_protocol_is_known_by_its_greeting() {
        for (greeting, spoken) in [
            ("220 mail.example.org ESMTP", Some(Spoken::Smtp)),
            ("* OK [CAPABILITY IMAP4rev1] ready", Some(Spoken::Imap)),
            ("* PREAUTH", Some(Spoken::Imap)),
            ("+OK POP3 ready", Some(Spoken::Pop)),
            ("SSH-2.0-OpenSSH", None),
            ("", None),
        ] {
            assert_eq!(Spoken::of(greeting.as_bytes()), spoken, "{greeting}");
        }
    }
}
