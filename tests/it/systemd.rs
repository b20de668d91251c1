//! What a real daemon tells systemd, heard on a socket like systemd's.

use crate::bed;
use crate::daemon::Setup;
use crate::player::PATIENCE;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What systemd listens on.
struct Manager {
    socket: UnixDatagram,
    path: PathBuf,
}

impl Manager {
    /// The manager of the processes of this installation, that wants a sign of life every three seconds.
    fn of(setup: &mut Setup) -> Manager {
        // The name of a socket may have no more than 107 octets.
        let name = setup.address.split('@').next().unwrap_or_default();
        let path = std::env::temp_dir().join(format!("{name}-{}.notify", std::process::id()));
        let socket = UnixDatagram::bind(&path).expect("a socket");
        socket
            .set_read_timeout(Some(PATIENCE))
            .expect("its patience");
        setup.variable("NOTIFY_SOCKET", &path.display().to_string());
        setup.variable("WATCHDOG_USEC", "3000000");
        Manager { socket, path }
    }

    /// What it is told next.
    fn heard(&self) -> String {
        let mut octets = [0; 256];
        // A process of another test that ends may interrupt it.
        let length = loop {
            match self.socket.recv(&mut octets) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                heard => break heard.expect("something is said"),
            }
        };
        String::from_utf8_lossy(&octets[..length]).into_owned()
    }

    /// Listens for signs of life alone, so long.
    fn signs_of_life(&self, during: Duration) -> usize {
        let began = Instant::now();
        let mut signs = 0;
        while began.elapsed() < during {
            assert_eq!(self.heard(), "WATCHDOG=1");
            signs += 1;
        }
        signs
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn systemd_is_told_when_the_daemon_is_ready_that_it_lives_and_that_it_stops() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let manager = Manager::of(&mut setup);
    let daemon = setup.start();
    assert_eq!(manager.heard(), "READY=1", "{}", setup.logged());
    let signs = manager.signs_of_life(Duration::from_secs(4));
    assert!((3..8).contains(&signs), "{signs} signs in four seconds");
    daemon.stop().await;
    let last = std::iter::repeat_with(|| manager.heard()).find(|words| words != "WATCHDOG=1");
    assert_eq!(last.as_deref(), Some("STOPPING=1"));
}

/// Were it killed for that, it would be started again and again for as long as the mail server is down, for nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_is_down_is_no_reason_to_be_started_again() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let manager = Manager::of(&mut setup);
    let nobody = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = nobody.local_addr().expect("its number").port();
    drop(nobody);
    setup.set("imap.port", &port.to_string());
    let daemon = setup.start();
    assert_eq!(manager.heard(), "READY=1", "{}", setup.logged());
    // Longer than it may be silent.
    let signs = manager.signs_of_life(Duration::from_secs(8));
    assert!((7..12).contains(&signs), "{signs} signs in eight seconds");
    let failures = setup
        .logged()
        .matches("mailbox cannot be opened yet")
        .count();
    assert!(failures > 1, "it was tried again:\n{}", setup.logged());
    daemon.stop().await;
}
