//! What systemd is told: that the daemon is ready, that its loops go on, that it stops. See sd_notify(3): a datagram with
//! a few words, which takes no library.

use super::steps::Steps;
use std::env;
use std::ffi::OsStr;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::time::Duration;
use tokio::time::sleep;
use tracing::{error, warn};

/// The service manager that has started this process.
#[derive(Debug)]
pub struct Systemd {
    line: Option<(UnixDatagram, SocketAddr)>,
    /// How soon after one sign of life it wants the next; then it ends the daemon and starts another one.
    watchdog: Option<Duration>,
}

impl Systemd {
    /// The one that the environment names: none, where somebody runs penpawn by hand.
    ///
    /// # Errors
    ///
    /// When it is named and no socket can be had.
    pub fn of_environment() -> io::Result<Systemd> {
        let line = match env::var_os("NOTIFY_SOCKET") {
            Some(name) if !name.is_empty() => Some((UnixDatagram::unbound()?, address(&name)?)),
            Some(_) | None => None,
        };
        let number = |name: &str| env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
        let is_ours =
            number("WATCHDOG_PID").is_none_or(|process| process == u64::from(std::process::id()));
        let watchdog = number("WATCHDOG_USEC").filter(|&microseconds| is_ours && microseconds > 0);
        Ok(Systemd {
            line,
            watchdog: watchdog.map(Duration::from_micros),
        })
    }

    /// The daemon is ready: its tables are those of this program, and its loops run.
    pub(super) fn ready(&self) {
        self.tell("READY=1");
    }

    /// The daemon has begun to stop.
    pub(super) fn stopping(&self) {
        self.tell("STOPPING=1");
    }

    fn tell(&self, words: &str) {
        let Some((socket, address)) = &self.line else {
            return;
        };
        if let Err(fault) = socket.send_to_addr(words.as_bytes(), address) {
            warn!(error = %fault, words, "systemd cannot be told");
        }
    }

    /// Gives signs of life as long as all loops go on; never ends.
    pub(super) async fn watch(&self, loops: &[Steps]) {
        let Some(interval) = self.watchdog.filter(|_| self.line.is_some()) else {
            return std::future::pending().await;
        };
        let mut hung = false;
        loop {
            let hangs = loops.iter().find(|steps| steps.overdue() > interval);
            // A process that stood still has had no time for its steps: only the second look counts.
            match hangs {
                Some(steps) if hung => {
                    let seconds = steps.overdue().as_secs();
                    error!(
                        loop_of = steps.name,
                        seconds, "a loop hangs: systemd will end this daemon and start another one"
                    );
                }
                Some(_) | None => self.tell("WATCHDOG=1"),
            }
            hung = hangs.is_some();
            sleep(interval / 3).await;
        }
    }
}

/// A path, or with an @ before it a name that is no file.
fn address(name: &OsStr) -> io::Result<SocketAddr> {
    match name.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name),
        None => SocketAddr::from_pathname(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::timeout;

    #[tokio::test]
    async fn signs_of_life_are_given_until_a_loop_hangs() {
        let address = SocketAddr::from_abstract_name(format!("penpawn-{}", std::process::id()));
        let address = address.expect("an address");
        let heard = UnixDatagram::bind_addr(&address).expect("a socket");
        heard.set_nonblocking(true).expect("without waiting");
        let moment = Duration::from_millis(100);
        let systemd = Systemd {
            line: Some((UnixDatagram::unbound().expect("a socket"), address)),
            watchdog: Some(moment * 3),
        };
        let signs = async |loops: &[Steps], moments: u32| {
            let _ = timeout(moment * moments, systemd.watch(loops)).await;
            let mut octets = [0; 64];
            let mut signs = 0;
            while let Ok(length) = heard.recv(&mut octets) {
                assert_eq!(&octets[..length], b"WATCHDOG=1");
                signs += 1;
            }
            signs
        };
        let good = Steps::new("good", Duration::from_secs(20));
        let given = signs(std::slice::from_ref(&good), 10).await;
        assert!((5..=10).contains(&given), "{given} signs");
        // It may be silent for three moments, as the watchdog says; then the second look counts.
        let loops = [good, Steps::new("hung", Duration::ZERO)];
        let given = signs(&loops, 20).await;
        assert!((1..=6).contains(&given), "{given} signs");
        assert_eq!(signs(&loops, 10).await, 1);
    }
}
