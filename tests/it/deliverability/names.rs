//! A name server of a test's own: nsd, with the zones `test` and `2.0.192.in-addr.arpa`.

use crate::bed::free_port;
use std::fs;
use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// What each zone begins with.
const START: &str = "$TTL 1\n@ IN SOA ns.test. root.test. 1 60 60 60 1\n@ IN NS ns.test.\n";

const ZONES: [&str; 2] = ["test", "2.0.192.in-addr.arpa"];

pub(super) struct Names {
    folder: PathBuf,
    port: u16,
    server: Option<Child>,
    lines: Vec<String>,
}

impl Names {
    /// A server that knows these lines.
    pub(super) fn with(lines: &[String]) -> Names {
        let port = free_port();
        let name = format!("names-{}-{port}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let mut names = Names {
            folder,
            port,
            server: None,
            lines: lines.to_vec(),
        };
        names.start();
        names
    }

    /// Where it listens.
    pub(super) fn place(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// One line more, as it stands in a zone file.
    pub(super) fn add(&mut self, lines: &[String]) {
        self.lines.extend(lines.iter().cloned());
        self.start();
    }

    /// Other lines.
    pub(super) fn set(&mut self, lines: &[String]) {
        self.lines = lines.to_vec();
        self.start();
    }

    pub(super) fn stop(&mut self) {
        if let Some(mut guard) = self.server.take() {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
    }

    fn start(&mut self) {
        self.stop();
        let folder = self.folder.display();
        let mut settings = format!(
            "server:\n server-count: 1\n ip-address: 127.0.0.1@{}\n username: \"\"\n zonesdir: \"{folder}\"\n \
             zonelistfile: \"{folder}/list\"\n xfrdfile: \"{folder}/xfrd\"\n xfrdir: \"{folder}\"\n pidfile: \"\"\n\
             remote-control:\n control-enable: no\n",
            self.port
        );
        for zone in ZONES {
            let is_in = |line: &&String| {
                let name = line.split_whitespace().next().unwrap_or_default();
                name.ends_with(&format!("{zone}."))
            };
            let lines: Vec<&str> = self
                .lines
                .iter()
                .filter(is_in)
                .map(String::as_str)
                .collect();
            let text = format!("{START}{}\n", lines.join("\n"));
            fs::write(self.folder.join(zone), text).expect("a zone");
            settings += &format!("zone:\n name: {zone}\n zonefile: {zone}\n");
        }
        let file = self.folder.join("nsd.conf");
        fs::write(&file, settings).expect("settings");
        // Where the machine is busy, it sometimes ends before it has begun.
        for _ in 0..5 {
            self.server = Some(self.run(&file));
            if self.answers() {
                return;
            }
            self.stop();
        }
        let log = fs::read_to_string(self.folder.join("log"));
        panic!("the name server does not answer: {log:?}");
    }

    /// Runs it until the pipe is closed, which it is by whatever end of this process.
    fn run(&self, settings: &Path) -> Child {
        let log = fs::File::create(self.folder.join("log")).expect("a log");
        // Outside PATH for who is not root.
        let programs = ["/usr/sbin/nsd", "/usr/bin/nsd"];
        let there = |file: &&str| fs::exists(file).unwrap_or(false);
        let program = programs.into_iter().find(there);
        Command::new("sh")
            .args(["-c", "\"$@\" & cat >/dev/null; kill $!; wait $!", "sh"])
            .arg(program.expect("no nsd; run tests/bed/install test"))
            .arg("-d")
            .arg("-c")
            .arg(settings)
            .stdin(Stdio::piped())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .spawn()
            .expect("a shell")
    }

    fn answers(&self) -> bool {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
        let wait = Some(Duration::from_millis(100));
        socket.set_read_timeout(wait).expect("an option");
        // Is there a zone "test"? SOA, IN.
        let question = b"\0\x01\0\0\0\x01\0\0\0\0\0\0\x04test\0\0\x06\0\x01";
        for _ in 0..30 {
            let asked = socket.send_to(question, ("127.0.0.1", self.port));
            if asked.is_ok() && socket.recv(&mut [0; 512]).is_ok() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        false
    }
}

impl Drop for Names {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
