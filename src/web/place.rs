//! Where it listens: an address of this machine, or a socket. What others see is the work of a web server in front, as TLS is.

use super::proxies::Peer;
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener, UnixStream};

/// Where it listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An address of this machine.
    Address(SocketAddr),
    /// A socket in a folder.
    Socket(PathBuf),
}

/// Why it does not listen there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlace {
    /// It is no place.
    #[error(
        "{0:?} is no address of this machine, as \"127.0.0.1:8077\", and no socket, as \"unix:/run/penpawn-web/socket\""
    )]
    Unknown(String),
    /// Others could see it.
    #[error(
        "{0} can be seen by others, and nothing is encrypted here: listen at 127.0.0.1, [::1] or a socket, and let a web server \
         in front speak TLS"
    )]
    Open(SocketAddr),
}

impl FromStr for Place {
    type Err = NoPlace;

    fn from_str(words: &str) -> Result<Place, NoPlace> {
        let words = words.trim();
        if let Some(path) = words.strip_prefix("unix:") {
            return match Path::new(path).is_absolute() {
                true => Ok(Place::Socket(PathBuf::from(path))),
                false => Err(NoPlace::Unknown(words.to_owned())),
            };
        }
        let address: SocketAddr = words
            .parse()
            .map_err(|_| NoPlace::Unknown(words.to_owned()))?;
        match address.ip().to_canonical().is_loopback() {
            true => Ok(Place::Address(address)),
            false => Err(NoPlace::Open(address)),
        }
    }
}

/// Who listens.
#[derive(Debug)]
pub enum Listener {
    /// At an address.
    Address(TcpListener),
    /// At a socket, which is removed at the end.
    Socket(UnixListener, PathBuf),
}

/// What is read and written.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

impl Listener {
    /// Listens there. A socket that nobody listens at any more is replaced.
    ///
    /// # Errors
    ///
    /// When that cannot be done.
    pub async fn at(place: &Place) -> io::Result<Listener> {
        match place {
            Place::Address(address) => TcpListener::bind(address).await.map(Listener::Address),
            Place::Socket(path) => {
                let is_socket =
                    fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
                if is_socket {
                    if UnixStream::connect(path).await.is_ok() {
                        return Err(ErrorKind::AddrInUse.into());
                    }
                    fs::remove_file(path)?;
                }
                let listener = UnixListener::bind(path)?;
                // All that can be asked for is for everybody; the folder says who gets there.
                fs::set_permissions(path, Permissions::from_mode(0o666))?;
                Ok(Listener::Socket(listener, path.clone()))
            }
        }
    }

    /// Where it listens, as people read it.
    ///
    /// # Errors
    ///
    /// When the system does not say.
    pub fn shown(&self) -> io::Result<String> {
        Ok(match self {
            Listener::Address(listener) => format!("http://{}/", listener.local_addr()?),
            Listener::Socket(_, path) => format!("unix:{}", path.display()),
        })
    }

    pub(super) async fn next(&self) -> io::Result<(Box<dyn Stream>, Peer)> {
        match self {
            Listener::Address(listener) => {
                let (stream, peer) = listener.accept().await?;
                stream.set_nodelay(true)?;
                Ok((Box::new(stream), Peer::Address(peer.ip())))
            }
            Listener::Socket(listener, _) => {
                let (stream, _) = listener.accept().await?;
                Ok((Box::new(stream), Peer::Socket))
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Listener::Socket(_, path) = self {
            // Nobody is there to be told.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_listened_to() {
        for good in [
            "127.0.0.1:8077",
            "[::1]:80",
            "127.9.9.9:1",
            "unix:/run/x/socket",
        ] {
            good.parse::<Place>().unwrap();
        }
        for open in ["0.0.0.0:80", "[::]:80", "192.0.2.1:8077"] {
            assert!(matches!(open.parse::<Place>(), Err(NoPlace::Open(_))));
        }
        for none in ["", "localhost:80", "unix:socket", "127.0.0.1", "8077"] {
            assert!(matches!(none.parse::<Place>(), Err(NoPlace::Unknown(_))));
        }
    }
}
