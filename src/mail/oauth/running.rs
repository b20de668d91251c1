//! A program that is run in a process group of its own, so that it ends with all that it has started.

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::io;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Nobody prints so much who prints a token; who prints without an end is not waited for.
const MOST: usize = 1024 * 1024;
/// What a program has printed lies in the pipe when it has ended; for so long we look for it where somebody whom it has
/// started holds the pipe open.
const GRACE: Duration = Duration::from_secs(1);

/// What was heard of a program, also of one that did not end.
#[derive(Default)]
pub(super) struct Heard {
    /// The beginning of its standard output.
    pub(super) printed: Vec<u8>,
    /// The end of its standard error.
    pub(super) complaint: Vec<u8>,
}

/// How much of it is kept, in octets.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub(super) printed: usize,
    pub(super) complaint: usize,
}

/// How it ended.
pub(super) enum End {
    /// By itself.
    Exit(ExitStatus),
    /// It was ended: its first line is longer than what is kept.
    LongLine,
    /// It was ended: it writes without an end.
    Endless,
}

/// The processes that a program has started, and itself. They are killed when this is dropped.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Group {
        let leader = child.id().and_then(|id| i32::try_from(id).ok());
        Group(leader.map(Pid::from_raw))
    }

    /// Its program has ended. What it has left behind on purpose lives on, and its number may become somebody else's.
    fn release(&mut self) {
        self.0 = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(leader) = self.0.take() {
            // Nobody is there any more where it fails.
            let _ = killpg(leader, Signal::SIGKILL);
        }
    }
}

/// Runs it. When the future is dropped, it and all that it has started are killed.
///
/// # Errors
///
/// When it cannot be run.
pub(super) async fn run(mut command: Command, kept: Kept, heard: &mut Heard) -> io::Result<End> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()?;
    // Dropped before the child is: as long as nobody has waited for that one, its number is nobody else's.
    let mut group = Group::of(&child);
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let mut reading = pin!(async {
        tokio::try_join!(
            beginning(stdout, kept.printed, &mut heard.printed),
            end(stderr, kept.complaint, &mut heard.complaint)
        )
    });
    let status = tokio::select! {
        read = &mut reading => match read {
            Ok(_) => {
                let status = child.wait().await;
                group.release();
                return status.map(End::Exit);
            }
            Err(Unread::Failed(fault)) => return Err(fault),
            Err(Unread::LongLine) => return Ok(End::LongLine),
            Err(Unread::Endless) => return Ok(End::Endless),
        },
        status = child.wait() => status,
    };
    group.release();
    match timeout(GRACE, reading).await {
        Ok(Err(Unread::Failed(fault))) => Err(fault),
        Ok(Err(Unread::LongLine)) => Ok(End::LongLine),
        // Who writes on is not the program.
        Ok(Ok(_) | Err(Unread::Endless)) | Err(_) => status.map(End::Exit),
    }
}

/// Why a pipe was not read to its end.
enum Unread {
    Failed(io::Error),
    LongLine,
    Endless,
}

/// Keeps the beginning of what comes; the rest is read too, so that nobody waits who writes it.
async fn beginning(
    pipe: Option<impl AsyncRead + Unpin>,
    most: usize,
    kept: &mut Vec<u8>,
) -> Result<(), Unread> {
    pour(pipe, |piece| {
        let room = most.saturating_sub(kept.len()).min(piece.len());
        kept.extend(piece.iter().take(room));
        match kept.len() == most && !kept.contains(&b'\n') {
            true => Err(Unread::LongLine),
            false => Ok(()),
        }
    })
    .await
}

/// Keeps the end of what comes.
async fn end(
    pipe: Option<impl AsyncRead + Unpin>,
    most: usize,
    kept: &mut Vec<u8>,
) -> Result<(), Unread> {
    pour(pipe, |piece| {
        kept.extend(piece);
        let excess = kept.len().saturating_sub(most);
        kept.drain(..excess);
        Ok(())
    })
    .await
}

async fn pour(
    pipe: Option<impl AsyncRead + Unpin>,
    mut take: impl FnMut(&[u8]) -> Result<(), Unread>,
) -> Result<(), Unread> {
    let Some(mut pipe) = pipe else {
        return Ok(());
    };
    let mut buffer = vec![0; 8 * 1024];
    let mut poured = 0;
    loop {
        let read = pipe.read(&mut buffer).await.map_err(Unread::Failed)?;
        if read == 0 {
            return Ok(());
        }
        take(buffer.get(..read).unwrap_or_default())?;
        poured += read;
        if poured > MOST {
            return Err(Unread::Endless);
        }
    }
}
