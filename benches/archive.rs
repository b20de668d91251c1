//! Entering and writing out many games, beside other programs with the same file in the same run.
//!
//! settings (environment):
//!   ARCHIVE_GAMES   how many random games; default 100000

// A benchmark may fail by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

#[path = "../tests/fuzz/dice.rs"]
mod dice;
#[path = "../tests/fuzz/games.rs"]
#[allow(dead_code)]
mod games;

use dice::Dice;
use games::{Remarks, random_game};
use penpawn::chess::pgn::{Filed, GameText, Record, Splitter, read_pgn, write_pgn};
use shakmaty::{CastlingMode, Chess, Position};
use std::collections::HashMap;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    let count: u64 =
        std::env::var("ARCHIVE_GAMES").map_or(100_000, |value| value.parse().expect("a number"));
    let folder = root().join("target/bench-archive");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("target can be written");
    let file = folder.join("games.pgn");
    let tenth = folder.join("tenth.pgn");
    let size = make(&file, count, Remarks::None);
    make(&tenth, count / 10, Remarks::None);
    println!(
        "{count} random games of 80 plies on average, {} MB, on {} cores; games a second, the most memory, and the processor's time:\n",
        size / 1_000_000,
        std::thread::available_parallelism().map_or(0, usize::from)
    );
    alone(&file);
    println!();
    let penpawn = env!("CARGO_BIN_EXE_penpawn");
    let row = |what: &str, count: u64, command: &mut Command| {
        let cost = measure(command);
        println!(
            "  {what:66} {:>8.0} {:>5} MB {:>6.1} s",
            rate(count, cost.taken),
            cost.memory / 1024,
            cost.processor.as_secs_f64()
        );
        rate(count, cost.taken)
    };
    let checked = row(
        "penpawn import --check: read, validate",
        count,
        Command::new(penpawn).args(["import", "--check"]).arg(&file),
    );
    let reference = which("pgn-extract").map(|program| {
        let checked = row(
            "pgn-extract -r: read, validate",
            count,
            Command::new(&program).args(["-s", "-r"]).arg(&file),
        );
        let written = row(
            "pgn-extract: read, validate, write",
            count,
            Command::new(&program)
                .args(["-s", "-o"])
                .arg(folder.join("theirs.pgn"))
                .arg(&file),
        );
        (checked, written)
    });
    let bed = Bed::up();
    let settings = folder.join("penpawn.toml");
    fs::write(
        &settings,
        format!("[database]\nurl = \"{}\"\n", bed.database_url),
    )
    .expect("settings");
    let ours = |arguments: &[&str]| {
        let mut command = Command::new(penpawn);
        command.arg("--config").arg(&settings).args(arguments);
        command
    };
    assert!(
        ours(&["migrate"])
            .output()
            .expect("penpawn")
            .status
            .success()
    );
    let entered = row(
        "penpawn import: the same, name openings, file in Postgres",
        count,
        &mut ours(&["import", file.to_str().unwrap()]),
    );
    let mut exported = 0.0;
    for name in ["out.pgn", "out.pgn.zst", "out.pgn.gz"] {
        let out = folder.join(name);
        let rate = row(
            &format!("penpawn export {name}"),
            count,
            &mut ours(&["export", out.to_str().unwrap()]),
        );
        if name == "out.pgn" {
            exported = rate;
        }
    }
    row(
        "Postgres alone: the same rows copied to another table",
        count,
        Command::new(bed.programs.join("psql")).args([
            "-qd",
            &bed.database_url,
            "-c",
            "create table copied (like archive_game including all); insert into copied select * from archive_game",
        ]),
    );
    let python = root().join("target/venv/bin/python");
    if python.exists() {
        row(
            "python-chess, a tenth of it: read, validate, write",
            count / 10,
            Command::new(python)
                .args(["-c", PYTHON])
                .arg(&tenth)
                .arg(folder.join("python.pgn")),
        );
    }
    if let Some((theirs_checked, theirs_written)) = reference {
        println!(
            "\n  import --check, times pgn-extract -r:        {:.2}",
            checked / theirs_checked
        );
        println!(
            "  import into Postgres, times pgn-extract -r:  {:.2}",
            entered / theirs_checked
        );
        println!(
            "  export, times pgn-extract:                   {:.2}",
            exported / theirs_written
        );
    }
    same(&file, &folder.join("out.pgn"));
    let _ = fs::remove_dir_all(&folder);
}

const PYTHON: &str = "import sys, chess.pgn\n\
    source, out = open(sys.argv[1]), open(sys.argv[2], 'w')\n\
    while (game := chess.pgn.read_game(source)) is not None:\n\
    \x20   assert not game.errors\n\
    \x20   print(game, file=out, end='\\n\\n')\n";

/// What comes out is what went in, but for the names of openings.
fn same(entered: &Path, exported: &Path) {
    let lines = |file: &Path| -> Vec<String> {
        let text = fs::read_to_string(file).expect("a file");
        text.lines()
            .filter(|line| {
                !["[ECO ", "[Opening ", "[Variation "]
                    .iter()
                    .any(|tag| line.starts_with(tag))
            })
            .map(str::to_owned)
            .collect()
    };
    assert!(
        lines(entered) == lines(exported),
        "the export is not what was imported"
    );
}

/// The steps by themselves, on one core.
fn alone(file: &Path) {
    let begin = Instant::now();
    let bytes = fs::read(file).expect("the games");
    let read = begin.elapsed();
    let row = |what: &str, count: usize, taken: Duration| {
        println!(
            "  {what:66} {:>8.0}",
            rate(u64::try_from(count).unwrap(), taken)
        );
    };
    let begin = Instant::now();
    let mut splitter = Splitter::default();
    splitter.feed(&bytes);
    splitter.end();
    let texts: Vec<GameText> = std::iter::from_fn(|| splitter.next_game()).collect();
    row("one core: reading the file", texts.len(), read);
    row(
        "one core: cutting it into games",
        texts.len(),
        begin.elapsed(),
    );
    let texts = &texts[..texts.len().min(20_000)];
    let begin = Instant::now();
    let records: Vec<Record> = texts
        .iter()
        .map(|text| read_pgn(text).expect("good").record)
        .collect();
    row(
        "one core: reading games, every move validated",
        texts.len(),
        begin.elapsed(),
    );
    let begin = Instant::now();
    for record in &records {
        black_box(write_pgn(record));
    }
    row("one core: writing games", texts.len(), begin.elapsed());
    let begin = Instant::now();
    for record in &records {
        black_box(record.opening());
    }
    row("one core: naming openings", texts.len(), begin.elapsed());
    let begin = Instant::now();
    for record in &records {
        black_box(Filed::of(record));
    }
    row("one core: filing games", texts.len(), begin.elapsed());
}

fn make(file: &Path, count: u64, remarks: Remarks) -> u64 {
    let mut out = std::io::BufWriter::new(File::create(file).expect("a file"));
    let mut size = 0;
    for game in 0..count {
        let mut dice = Dice::new(7, game);
        // pgn-extract knows no Chess960, so all begin as usual.
        let mut record = loop {
            let record = random_game(&mut dice, 160, remarks);
            if record.start == Chess::default()
                && record.start.castles().mode() == CastlingMode::Standard
            {
                break record;
            }
        };
        // Short random games can be alike, and the archive files each once.
        record.set_tag("White", &format!("Player {game}"));
        let text = write_pgn(&record);
        size += u64::try_from(text.len()).unwrap();
        out.write_all(text.as_bytes()).expect("written");
    }
    out.flush().expect("written");
    size
}

/// Runs a command to its end, which must be a good one.
fn measure(command: &mut Command) -> Cost {
    let begin = Instant::now();
    let mut process = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a program");
    let (mut memory, mut processor) = (0, Duration::ZERO);
    let status = loop {
        memory = memory.max(high_water(&process));
        processor = processor.max(processor_time(&process));
        match process.try_wait().expect("a process") {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(status.success(), "{command:?}: {status}");
    Cost {
        taken: begin.elapsed(),
        memory,
        processor,
    }
}

/// What a process cost.
struct Cost {
    taken: Duration,
    /// At one moment, in KiB.
    memory: u64,
    /// Of all its threads; not that of Postgres.
    processor: Duration,
}

/// How long all threads of a process were on a processor, to the hundredth of a second.
fn processor_time(process: &Child) -> Duration {
    let line = fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap_or_default();
    // Behind the program's name, which may hold blanks: in the program and in the kernel, in ticks (proc(5)).
    let fields = line.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn high_water(process: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|value| value.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

fn rate(count: u64, taken: Duration) -> f64 {
    #[allow(clippy::cast_precision_loss)]
    let count = count as f64;
    count / taken.as_secs_f64()
}

fn which(program: &str) -> Option<PathBuf> {
    std::env::var_os("PATH").and_then(|path| {
        // Debian keeps it among the games.
        std::env::split_paths(&path)
            .chain([PathBuf::from("/usr/games")])
            .map(|folder| folder.join(program))
            .find(|file| file.exists())
    })
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A Postgres of this run; it ends with this process.
struct Bed {
    database_url: String,
    programs: PathBuf,
    _alive: ChildStdin,
}

impl Bed {
    // Nobody waits for the guard: it ends after this process.
    #[allow(clippy::zombie_processes)]
    fn up() -> Bed {
        let mut guard = Command::new(root().join("tests/bed/bed"))
            .arg("guard")
            .env("BED_SERVICES", "pg")
            .env("BED_FSYNC", "on")
            .env_remove("BED_DIR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("tests/bed/bed");
        let alive = guard.stdin.take().expect("a pipe");
        let mut out = String::new();
        guard
            .stdout
            .take()
            .expect("a pipe")
            .read_to_string(&mut out)
            .expect("what the bed says");
        let values: HashMap<&str, &str> = out
            .lines()
            .filter_map(|line| line.split_once('='))
            .collect();
        Bed {
            database_url: values["BED_DATABASE_URL_UNIX"].to_owned(),
            programs: values["BED_PG_BIN"].into(),
            _alive: alive,
        }
    }
}
