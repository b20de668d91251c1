//! A process of its own that reads a mail before we do.
//!
//! Readers count what they do and stop at the bounds of [`budget`](crate::budget). Should one of them have a fault all the
//! same, what it costs is watched from outside: `penpawn reader` goes through the bytes of each mail as the daemon is about
//! to, and throws the result away: of every mail what says who it is from, then the words of those who are heard, then the
//! games of those who may bring some (`standing` says who that is). The system ends it when it takes too much memory (RLIMIT_AS) or processor time
//! (RLIMIT_CPU, so that other work on the machine changes nothing), and when memory runs out everywhere, it goes first
//! (oom_score_adj). A mail at which it ended twice is laid aside and told in `status`; all others go on, and so does the
//! daemon, which holds no lock meanwhile. Since the same mail costs the same each time, one that has been read once is safe
//! to read again.
//!
//! So large mails are read twice, instead of sending over what was read. That would put some sixty types, among them moves
//! of another crate, into a format of their own, and every reader of tomorrow with them; the second reading costs the daemon
//! no more than it costs today. Mails of up to [`SMALL`] octets, which those of nearly all players are, are not worth the
//! way: a mail of a player takes about a tenth of a millisecond to read, a tenth of what their move costs as a whole,
//! and `make bench` shows nothing of the bound. What a small mail may cost is bounded by its size; `benches/reading.rs`
//! tells the worst of both kinds.
//!
//! To it: for each mail its length (four octets, the lowest first), one octet that says whether it is only the header block,
//! one that says how far it is read (0: who it is from; 1: its words; 2: its games), and the mail. From it: one octet when it is ready, and one behind each mail.

use super::reading::{self, Depth};
use crate::db::inbox::Claimed;
use anyhow::Context;
use rlimit::Resource;
use std::io::{BufReader, BufWriter, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;
use tokio::time::timeout;
use tracing::warn;

/// Mails of so many octets and less are read without a rehearsal.
pub const SMALL: usize = 16 * 1024;

/// For how long nothing may be heard of the process before it is ended: a machine that is busy beyond all measure, since
/// processor time has a bound of its own.
const PATIENCE: Duration = Duration::from_secs(60);

/// The signal of a process whose processor time is over (signal(7), on all machines but MIPS and Alpha).
const SIGXCPU: i32 = 24;
/// The signal of a process that cannot have the memory that it wants, and ends itself.
const SIGABRT: i32 = 6;

/// The signal of the system when memory runs out, and ours.
const SIGKILL: i32 = 9;

/// What reading may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Octets of memory of the whole process, that of the program itself included, which is about 40 MiB.
    pub memory: u64,
    /// Seconds of processor time for one mail.
    pub seconds: u64,
}

impl Default for Limits {
    /// Several times what the worst mail takes that is known to us.
    fn default() -> Limits {
        Limits {
            memory: 256 * 1024 * 1024,
            seconds: 5,
        }
    }
}

/// No process can be had that reads mails. That is no mail's fault.
#[derive(Debug, thiserror::Error)]
#[error("the process that reads mails {what}")]
pub struct NoReader {
    what: &'static str,
    source: Option<std::io::Error>,
}

/// The bytes of a mail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw<'a> {
    pub(super) octets: &'a [u8],
    /// Whether they are only its header block.
    pub(super) header_only: bool,
}

impl Raw<'_> {
    pub(super) fn of(mail: &Claimed) -> Raw<'_> {
        Raw {
            octets: mail.raw.as_deref().unwrap_or_default(),
            header_only: mail.oversized,
        }
    }
}

/// What became of a mail that went to the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rehearsed {
    /// It can be read.
    Well,
    /// Twice it could not be read; why.
    Stopped(String),
}

impl Rehearsed {
    /// Why it could not be read.
    pub(super) fn stopped(self) -> Option<String> {
        match self {
            Rehearsed::Well => None,
            Rehearsed::Stopped(why) => Some(why),
        }
    }
}

/// The way to the reader's process, which is started when it is wanted and again when it has ended.
#[derive(Debug)]
pub struct Reader {
    program: PathBuf,
    limits: Limits,
    process: Mutex<Option<Process>>,
}

impl Reader {
    /// By this program, a `penpawn`.
    pub fn of(program: impl Into<PathBuf>, limits: Limits) -> Reader {
        Reader {
            program: program.into(),
            limits,
            process: Mutex::default(),
        }
    }

    /// By the program that runs now, even where an update has put another one in its place.
    pub fn of_this_program() -> Reader {
        Reader::of("/proc/self/exe", Limits::default())
    }

    /// Has those of the mails read so far that are not small. Returns an outcome for each, small or not.
    ///
    /// # Errors
    ///
    /// When no process can be had.
    pub(super) async fn rehearse(
        &self,
        mails: &[Raw<'_>],
        depth: Depth,
    ) -> Result<Vec<Rehearsed>, NoReader> {
        let is_large = |mail: &&Raw<'_>| mail.octets.len() > SMALL;
        let large: Vec<Raw<'_>> = mails.iter().filter(is_large).copied().collect();
        let mut outcomes = self.rehearse_all(&large, depth).await?.into_iter();
        Ok(mails
            .iter()
            .map(|mail| match is_large(&mail) {
                true => outcomes.next().unwrap_or(Rehearsed::Well),
                false => Rehearsed::Well,
            })
            .collect())
    }

    async fn rehearse_all(
        &self,
        mails: &[Raw<'_>],
        depth: Depth,
    ) -> Result<Vec<Rehearsed>, NoReader> {
        let mut outcomes = Vec::with_capacity(mails.len());
        if mails.is_empty() {
            return Ok(outcomes);
        }
        let mut place = self.process.lock().await;
        let mut ended_before = false;
        while let Some(rest) = mails.get(outcomes.len()..).filter(|rest| !rest.is_empty()) {
            // Out of its place, so that a process in the middle of its work is ended with us when we are.
            let mut process = match place.take() {
                Some(process) => process,
                None => Process::start(&self.program, self.limits).await?,
            };
            let read = process.read(rest, depth).await;
            outcomes.extend(std::iter::repeat_n(Rehearsed::Well, read));
            if read == rest.len() {
                *place = Some(process);
                break;
            }
            let why = self.limits.reason(process.end().await);
            let again = ended_before && read == 0;
            warn!(reason = %why, again, "the process that reads mails has ended at one");
            if again {
                outcomes.push(Rehearsed::Stopped(why));
            }
            ended_before = !again;
        }
        Ok(outcomes)
    }
}

impl Limits {
    /// Why the process ended at a mail, for the administrator.
    fn reason(self, status: Option<ExitStatus>) -> String {
        let signal = status.and_then(|status| status.signal());
        match signal {
            Some(SIGXCPU) => format!(
                "reading it takes more than {} seconds of processor time",
                self.seconds
            ),
            Some(SIGABRT) => format!(
                "reading it takes more than {} MiB of memory, or breaks a reader",
                self.memory / 1024 / 1024
            ),
            Some(SIGKILL) => format!(
                "the process that read it was killed: for want of memory, or because it was silent for {} seconds",
                PATIENCE.as_secs()
            ),
            Some(signal) => format!("the process that read it was ended by signal {signal}"),
            None => "the process that read it ended".to_owned(),
        }
    }
}

#[derive(Debug)]
struct Process {
    child: Child,
    mails: ChildStdin,
    answers: ChildStdout,
}

impl Process {
    async fn start(program: &Path, limits: Limits) -> Result<Process, NoReader> {
        // Neither the environment, which may hold passwords, nor a place to write to.
        let mut child = Command::new(program)
            .arg("reader")
            .args(["--memory", &limits.memory.to_string()])
            .args(["--seconds", &limits.seconds.to_string()])
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|fault| NoReader {
                what: "cannot be started",
                source: Some(fault),
            })?;
        let (Some(mails), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(NoReader {
                what: "cannot be spoken with",
                source: None,
            });
        };
        let mut process = Process {
            child,
            mails,
            answers,
        };
        if answer(&mut process.answers).await {
            return Ok(process);
        }
        process.end().await;
        Err(NoReader {
            what: "ends at once",
            source: None,
        })
    }

    /// Sends mails, and returns how many of them were read before the process ended.
    async fn read(&mut self, mails: &[Raw<'_>], depth: Depth) -> usize {
        let Process {
            mails: way,
            answers,
            ..
        } = self;
        let send = async {
            for mail in mails {
                let length = u32::try_from(mail.octets.len()).unwrap_or(u32::MAX);
                let sent = async {
                    way.write_all(&length.to_le_bytes()).await?;
                    way.write_all(&[u8::from(mail.header_only), octet_of(depth)])
                        .await?;
                    way.write_all(mail.octets).await
                };
                // A process that has ended says so by its silence.
                if sent.await.is_err() {
                    return;
                }
            }
        };
        let hear = async {
            let mut read = 0;
            while read < mails.len() && answer(answers).await {
                read += 1;
            }
            read
        };
        let mut send = std::pin::pin!(send);
        let mut hear = std::pin::pin!(hear);
        tokio::select! {
            read = &mut hear => read,
            () = &mut send => hear.await,
        }
    }

    async fn end(mut self) -> Option<ExitStatus> {
        // One that has ended by itself keeps what it ended of.
        if let Ok(Ok(status)) = timeout(Duration::from_secs(1), self.child.wait()).await {
            return Some(status);
        }
        self.child.kill().await.ok()?;
        self.child.wait().await.ok()
    }
}

fn octet_of(depth: Depth) -> u8 {
    match depth {
        Depth::Opened => 0,
        Depth::Understood => 1,
        Depth::Games => 2,
    }
}

fn depth_of(octet: u8) -> Depth {
    match octet {
        0 => Depth::Opened,
        1 => Depth::Understood,
        _ => Depth::Games,
    }
}

async fn answer(answers: &mut ChildStdout) -> bool {
    matches!(timeout(PATIENCE, answers.read_u8()).await, Ok(Ok(_)))
}

/// The process itself: `penpawn reader`. Reads mails from standard input until it is closed.
///
/// # Errors
///
/// When its bounds cannot be set, or the daemon is gone.
pub fn serve(limits: Limits) -> anyhow::Result<()> {
    // Where there is no such file, memory does not run out in this way.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    rlimit::setrlimit(Resource::AS, limits.memory, limits.memory)
        .context("the bound of memory cannot be set")?;
    rlimit::setrlimit(Resource::CORE, 0, 0).context("dumps cannot be forbidden")?;
    let mut mails = BufReader::new(std::io::stdin().lock());
    let mut answers = BufWriter::new(std::io::stdout().lock());
    let mut say = move || answers.write_all(&[1]).and_then(|()| answers.flush());
    say()?;
    loop {
        let mut head = [0; 6];
        match mails.read_exact(&mut head) {
            Ok(()) => {}
            Err(end) if end.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(failure) => return Err(failure.into()),
        }
        let [a, b, c, d, header_only, depth] = head;
        let mut raw = vec![0; usize::try_from(u32::from_le_bytes([a, b, c, d]))?];
        mails.read_exact(&mut raw)?;
        grant_time(limits.seconds)?;
        reading::rehearse(&raw, header_only != 0, depth_of(depth), None);
        say()?;
    }
}

/// Moves the bound of this process's processor time to so many seconds from now.
fn grant_time(seconds: u64) -> anyhow::Result<()> {
    // Nanoseconds on a processor, the first number (Documentation/scheduler/sched-stats of Linux).
    let used = std::fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
    // Without it the daemon's patience remains.
    let Some(used) = used else {
        return Ok(());
    };
    let bound = used / 1_000_000_000 + 1 + seconds;
    rlimit::setrlimit(Resource::CPU, bound, rlimit::INFINITY)
        .context("the bound of processor time cannot be set")
}

/// Goes through a mail as the process does, in this one: for measuring what it costs. `answered` is the text of the letter
/// of ours that it answers.
pub fn go_through(raw: &[u8], answered: Option<&str>) {
    reading::rehearse(raw, false, Depth::Games, answered);
}
