//! Whether a server runs on a data folder, told by its `postmaster.pid` and by `/proc`.

use std::fs;
use std::path::{Path, PathBuf};

/// What is going on in a data folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ServerState {
    /// Nobody runs here, and nothing is in the way of a new server.
    Absent,
    /// A server runs, but takes no connections (yet, or any more).
    Busy,
    /// The server was killed, and processes that belonged to it have not noticed yet.
    Leftover,
    /// A server takes connections.
    Ready {
        /// Where its socket is.
        socket_folder: PathBuf,
    },
}

/// Looks. Removes what a killed server left behind, once none of its processes is alive.
pub(super) fn look(data: &Path) -> ServerState {
    let Some(postmaster) = read(data) else {
        return ServerState::Absent;
    };
    if !Path::new("/proc/self").exists() {
        // No Linux: the server itself must find out whether the number is stale.
        return match postmaster.socket_folder {
            Some(socket_folder)
                if postmaster.ready && answers(&socket_folder, &postmaster.port) =>
            {
                ServerState::Ready { socket_folder }
            }
            _ => ServerState::Absent,
        };
    }
    if is_server_in(postmaster.pid, data) {
        return match postmaster.socket_folder {
            Some(socket_folder) if postmaster.ready => ServerState::Ready { socket_folder },
            _ => ServerState::Busy,
        };
    }
    if processes().any(|pid| is_server_in(pid, data)) {
        return ServerState::Leftover;
    }
    // Postgres trusts the number while any process bears it, even a dead one that nobody has
    // reaped.
    let _ = fs::remove_file(data.join("postmaster.pid"));
    if let Some(socket_folder) = postmaster.socket_folder {
        let _ = fs::remove_file(socket_folder.join(format!(".s.PGSQL.{}.lock", postmaster.port)));
    }
    ServerState::Absent
}

/// The process id in `postmaster.pid`.
pub(super) fn process_in(data: &Path) -> Option<u32> {
    read(data).map(|postmaster| postmaster.pid)
}

/// `postmaster.pid` (src/include/utils/pidfile.h of Postgres): process id, data folder, start time,
/// port, socket folder, address, shared memory, status; one line each, written bit by bit while the
/// server starts.
struct Postmaster {
    pid: u32,
    port: String,
    socket_folder: Option<PathBuf>,
    ready: bool,
}

fn read(data: &Path) -> Option<Postmaster> {
    let text = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    let mut lines = text.lines().map(str::trim);
    // Negative in a single-user server, which no penpawn starts.
    let pid = lines.next()?.trim_start_matches('-').parse().ok()?;
    let port = lines.nth(2).unwrap_or_default().to_owned();
    let socket_folder = lines
        .next()
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from);
    let ready = lines.nth(2) == Some("ready");
    Some(Postmaster {
        pid,
        port,
        socket_folder,
        ready,
    })
}

fn answers(socket_folder: &Path, port: &str) -> bool {
    std::os::unix::net::UnixStream::connect(socket_folder.join(format!(".s.PGSQL.{port}"))).is_ok()
}

/// True if the process is alive, a Postgres, and at work in this folder: every process of a server
/// has it as its working folder.
pub(super) fn is_server_in(pid: u32, data: &Path) -> bool {
    let process = PathBuf::from(format!("/proc/{pid}"));
    let Ok(stat) = fs::read_to_string(process.join("stat")) else {
        return false;
    };
    // "pid (name) state ...", and the name may contain anything.
    let state = stat
        .rsplit_once(')')
        .and_then(|(_, rest)| rest.trim_start().chars().next());
    if !stat.contains("(postgres") || matches!(state, None | Some('Z' | 'X')) {
        return false;
    }
    match fs::read_link(process.join("cwd")) {
        Ok(folder) => folder == data,
        // Somebody else's process, or one that is just ending.
        Err(_) => false,
    }
}

fn processes() -> impl Iterator<Item = u32> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_the_file_of_a_killed_server_that_belongs_to_somebody_else_now_is_not_believed()
    -> std::io::Result<()> {
        let data = std::env::temp_dir().join(format!("penpawn-running-{}", std::process::id()));
        fs::create_dir_all(&data)?;
        let file = data.join("postmaster.pid");
        let ourselves = std::process::id();
        fs::write(
            &file,
            format!("{ourselves}\n/d\n1700000000\n5432\n/s\n\n 5432001  0\nready   \n"),
        )?;
        let socket_folder = read(&data).and_then(|postmaster| postmaster.socket_folder);
        assert_eq!(socket_folder, Some(PathBuf::from("/s")));
        assert!(read(&data).is_some_and(|postmaster| postmaster.ready));
        if Path::new("/proc/self").exists() {
            assert_eq!(look(&data), ServerState::Absent);
            assert!(!file.exists());
        }
        fs::remove_dir_all(&data)
    }
}
