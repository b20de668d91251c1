//! Connections to mail servers: how a line is secured, whom we trust, and the socket itself.
//!
//! IMAP ([`super::imap`]) and SMTP ([`super::smtp`]) both talk through a [`Line`], so that there is
//! one rule for certificates and one for unencrypted connections: they never leave the machine.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::hearing::{Allowance, Hearing};

/// How long one address of a server may take to answer our connection, and how long a TLS handshake
/// may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(30);

/// How a connection to a mail server is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// TLS from the first byte (RFC 8314 section 3): ports 993 and 465.
    Tls,
    /// A plain beginning, then TLS by the STARTTLS command (RFC 3501 section 6.2.1, RFC 3207). A
    /// server that does not offer it is an error: we never go on without.
    StartTls,
    /// No encryption. Only for a server on this machine; see [`ConnectError::NotLoopback`].
    Plain,
}

impl FromStr for Security {
    type Err = UnknownSecurity;

    fn from_str(word: &str) -> Result<Self, UnknownSecurity> {
        match word.trim().to_ascii_lowercase().as_str() {
            "tls" => Ok(Security::Tls),
            "starttls" => Ok(Security::StartTls),
            "plain" => Ok(Security::Plain),
            _ => Err(UnknownSecurity(word.to_owned())),
        }
    }
}

impl fmt::Display for Security {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Security::Tls => "tls",
            Security::StartTls => "starttls",
            Security::Plain => "plain",
        })
    }
}

/// A word in the settings that names no [`Security`].
#[derive(Debug, thiserror::Error)]
#[error("\"{0}\" is not a way to secure a connection: write tls, starttls or plain")]
pub struct UnknownSecurity(String);

/// Why there is no connection to a mail server.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Passwords and mails would go over a network unprotected.
    #[error(
        "\"plain\" is only for a server on this machine, and {host} is not: use tls (or starttls)"
    )]
    NotLoopback {
        /// The host as it stands in the settings.
        host: String,
    },
    /// The name of the server could not be looked up.
    #[error("cannot find the address of {host}")]
    Resolve {
        /// The host as it stands in the settings.
        host: String,
        /// What the resolver said.
        #[source]
        source: io::Error,
    },
    /// Nobody answers there, or the answer is no.
    #[error("cannot connect to {address}")]
    Connect {
        /// Host and port.
        address: String,
        /// What the operating system said about the last address tried.
        #[source]
        source: io::Error,
    },
    /// The file with the private certificate authority cannot be used.
    #[error("cannot use the certificate authority in {path}: {reason}")]
    AuthorityFile {
        /// The file as it stands in the settings.
        path: PathBuf,
        /// In words.
        reason: String,
    },
    /// This machine trusts nobody.
    #[error(
        "this machine has no certificate authorities (Debian: apt-get install ca-certificates), and none is set"
    )]
    NoAuthorities,
    /// The host in the settings cannot stand in a certificate.
    #[error("{host} is neither a host name nor an address")]
    HostName {
        /// The host as it stands in the settings.
        host: String,
    },
    /// The server's certificate is not trusted: wrong name, expired, unknown issuer, ...
    #[error("the certificate of {host} is not good: {reason}")]
    Certificate {
        /// The host as it stands in the settings.
        host: String,
        /// What is wrong with it.
        reason: String,
    },
    /// TLS failed otherwise; most often the port does not speak TLS from the first byte.
    #[error("no TLS with {host} (is it the right port for this kind of security?)")]
    Handshake {
        /// The host as it stands in the settings.
        host: String,
        /// What rustls or the operating system said.
        #[source]
        source: io::Error,
    },
}

impl ConnectError {
    /// True if only the administrator can help: a setting or a certificate is wrong. False if
    /// waiting may help.
    #[must_use]
    pub fn needs_administrator(&self) -> bool {
        match self {
            ConnectError::NotLoopback { .. }
            | ConnectError::AuthorityFile { .. }
            | ConnectError::NoAuthorities
            | ConnectError::HostName { .. }
            | ConnectError::Certificate { .. } => true,
            // A server that goes down in the middle of a handshake looks like a wrong port.
            ConnectError::Handshake { source, .. } => source.kind() == io::ErrorKind::InvalidData,
            ConnectError::Resolve { .. } | ConnectError::Connect { .. } => false,
        }
    }
}

/// Whom we trust: the certificate authorities of this machine (`SSL_CERT_FILE` and `SSL_CERT_DIR`
/// are honoured) and those in `authority_file`, a PEM file. Read anew at each call, so that a
/// renewed authority needs no restart.
///
/// # Errors
/// [`ConnectError::AuthorityFile`] and [`ConnectError::NoAuthorities`].
pub fn trust(authority_file: Option<&Path>) -> Result<Arc<ClientConfig>, ConnectError> {
    let roots = roots(authority_file)?;
    // The provider is named because a second one in the tree would make the short way panic.
    let config =
        ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| ConnectError::AuthorityFile {
                path: authority_file.unwrap_or(Path::new("")).to_owned(),
                reason: error.to_string(),
            })?
            .with_root_certificates(roots)
            .with_no_client_auth();
    Ok(Arc::new(config))
}

fn roots(authority_file: Option<&Path>) -> Result<RootCertStore, ConnectError> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = authority_file {
        let fault = |reason: String| ConnectError::AuthorityFile {
            path: path.to_owned(),
            reason,
        };
        let certificates = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| fault(error.to_string()))?;
        if certificates.is_empty() {
            return Err(fault("there is no PEM certificate in it".to_owned()));
        }
        for certificate in certificates {
            roots
                .add(certificate)
                .map_err(|error| fault(error.to_string()))?;
        }
    }
    if roots.is_empty() {
        return Err(ConnectError::NoAuthorities);
    }
    Ok(roots)
}

/// A connection to a mail server, plain or encrypted.
#[derive(Debug)]
pub struct Line {
    kind: Kind,
    /// Bytes that are read before those of the server; see [`Line::preceded_by`].
    first: &'static [u8],
    /// What was heard of the server, and how much it may say.
    hearing: Hearing,
}

#[derive(Debug)]
enum Kind {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Line {
    /// Connects without TLS; for [`Security::StartTls`] this is only the beginning.
    ///
    /// The socket sends small writes at once (TCP_NODELAY): without it each mail costs 40 ms,
    /// because Nagle's algorithm waits for the delayed acknowledgement of the other side.
    ///
    /// # Errors [`ConnectError::Resolve`], [`ConnectError::Connect`], and
    /// [`ConnectError::NotLoopback`] before a single packet is sent.
    pub async fn connect(host: &str, port: u16, security: Security) -> Result<Line, ConnectError> {
        let lookup = timeout(CONNECT_LIMIT, tokio::net::lookup_host((host, port)));
        let mut addresses: Vec<SocketAddr> = match lookup.await {
            Ok(Ok(found)) => found.collect(),
            Ok(Err(source)) => {
                let host = host.to_owned();
                return Err(ConnectError::Resolve { host, source });
            }
            Err(_) => {
                return Err(ConnectError::Resolve {
                    host: host.to_owned(),
                    source: io::Error::new(io::ErrorKind::TimedOut, "no answer"),
                });
            }
        };
        if security == Security::Plain {
            addresses.retain(|address| address.ip().to_canonical().is_loopback());
            if addresses.is_empty() {
                return Err(ConnectError::NotLoopback {
                    host: host.to_owned(),
                });
            }
        }
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for address in addresses {
            match timeout(CONNECT_LIMIT, open(address)).await {
                Ok(Ok(stream)) => {
                    return Ok(Line {
                        kind: Kind::Plain(stream),
                        first: b"",
                        hearing: Hearing::new(Allowance::REPLY),
                    });
                }
                Ok(Err(error)) => last = error,
                Err(_) => last = io::Error::new(io::ErrorKind::TimedOut, "no answer"),
            }
        }
        Err(ConnectError::Connect {
            address: format!("{host}:{port}"),
            source: last,
        })
    }

    /// Encrypts the line, and checks that the server is `host`.
    ///
    /// # Errors
    /// [`ConnectError::HostName`], [`ConnectError::Certificate`], [`ConnectError::Handshake`].
    pub async fn encrypt(self, host: &str, trust: Arc<ClientConfig>) -> Result<Line, ConnectError> {
        let name = ServerName::try_from(host.to_owned()).map_err(|_| ConnectError::HostName {
            host: host.to_owned(),
        })?;
        let stream = match self.kind {
            Kind::Plain(stream) => stream,
            Kind::Tls(_) => return Ok(self),
        };
        let handshake = TlsConnector::from(trust).connect(name, stream);
        let outcome = match timeout(CONNECT_LIMIT, handshake).await {
            Ok(outcome) => outcome,
            Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "no answer")),
        };
        match outcome {
            Ok(stream) => Ok(Line {
                kind: Kind::Tls(Box::new(stream)),
                first: b"",
                hearing: Hearing::new(Allowance::REPLY),
            }),
            Err(error) => Err(fault_of_handshake(host, error)),
        }
    }

    /// For how many days the server's certificate, and all above it, will still be good: at most `at_most`. `None` where
    /// the line is not encrypted.
    ///
    /// # Errors
    /// [`ConnectError::AuthorityFile`], [`ConnectError::NoAuthorities`], [`ConnectError::HostName`].
    pub fn good_for_days(
        &self,
        host: &str,
        authority_file: Option<&Path>,
        at_most: u32,
    ) -> Result<Option<u32>, ConnectError> {
        let Kind::Tls(stream) = &self.kind else {
            return Ok(None);
        };
        let (_, session) = stream.get_ref();
        let Some((leaf, others)) = session
            .peer_certificates()
            .and_then(<[CertificateDer<'_>]>::split_first)
        else {
            return Ok(None);
        };
        let name = ServerName::try_from(host.to_owned()).map_err(|_| ConnectError::HostName {
            host: host.to_owned(),
        })?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let verifier =
            WebPkiServerVerifier::builder_with_provider(Arc::new(roots(authority_file)?), provider)
                .build()
                .map_err(|_| ConnectError::NoAuthorities)?;
        // The verifier is asked about the days to come, so that nobody here has to read a certificate.
        let now = UnixTime::now().as_secs();
        let good = |days: &u32| {
            let day = Duration::from_secs(now + u64::from(*days) * 86_400);
            verifier
                .verify_server_cert(leaf, others, &name, &[], UnixTime::since_unix_epoch(day))
                .is_ok()
        };
        let good_days = (1..=at_most).take_while(good).count();
        Ok(u32::try_from(good_days).ok())
    }

    /// Puts `bytes` before what the server sends. SMTP needs it: after STARTTLS a server greets no
    /// second time (RFC 3207 section 4.2), but lettre waits for a greeting.
    #[must_use]
    pub(super) fn preceded_by(mut self, bytes: &'static [u8]) -> Line {
        self.first = bytes;
        self
    }

    /// From now on the server may say so much; at first it may say as much as SMTP needs. More is an error of kind
    /// [`io::ErrorKind::InvalidData`].
    pub(super) fn allow(&mut self, allowance: Allowance) {
        self.hearing.allow(allowance);
    }

    /// The server's address.
    pub(super) fn peer_address(&self) -> io::Result<SocketAddr> {
        match &self.kind {
            Kind::Plain(stream) => stream.peer_addr(),
            Kind::Tls(stream) => stream.get_ref().0.peer_addr(),
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.first.is_empty() {
            let (now, later) = self
                .first
                .split_at(self.first.len().min(buffer.remaining()));
            buffer.put_slice(now);
            self.first = later;
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let outcome = match &mut self.kind {
            Kind::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
            Kind::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        };
        let said = buffer.filled().get(before..).unwrap_or_default();
        if let Err(too_much) = self.hearing.hear(said) {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, too_much)));
        }
        outcome
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.hearing.we_spoke();
        match &mut self.kind {
            Kind::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Kind::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.kind {
            Kind::Plain(stream) => Pin::new(stream).poll_flush(context),
            Kind::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.kind {
            Kind::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Kind::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

/// One socket, with the options that must be set before or after connecting.
async fn open(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    socket.set_keepalive(true)?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Tells a bad certificate from a line that failed.
fn fault_of_handshake(host: &str, error: io::Error) -> ConnectError {
    let host = host.to_owned();
    let rustls_error = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<rustls::Error>());
    match rustls_error {
        Some(rustls::Error::InvalidCertificate(reason)) => ConnectError::Certificate {
            host,
            reason: reason.to_string(),
        },
        _ => ConnectError::Handshake {
            host,
            source: error,
        },
    }
}
