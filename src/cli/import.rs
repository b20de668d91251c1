//! `penpawn import`

use super::files;
use super::terminal::counted;
use crate::budget::COLLECTION;
use crate::chess::pgn::{Fault, Filed, GameText, Splitter, read_pgn};
use crate::db::archive::{self, Entry};
use anyhow::{Context, bail};
use clap::Args;
use futures::{Stream, StreamExt, TryStreamExt};
use indicatif::{ProgressBar, ProgressStyle};
use sqlx::PgPool;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Games that are read, checked and filed together.
const BATCH: usize = 500;
/// Octets that are read at once.
const PIECE: usize = 256 * 1024;

/// Which files are read, and where their games are filed.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// PGN files; those ending in .gz or .zst are decompressed, and - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the games are filed [default: the file's name without its ending]
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
    /// Only read the games and report; nothing is entered
    #[arg(long)]
    pub(super) check: bool,
    /// Tell of everything odd in a line of its own, and not only how often there is what
    #[arg(long, short)]
    verbose: bool,
    /// Refuse games with anything odd in them
    ///
    /// Without it these are taken, and told: a result in the tag alone, bare quotation marks in the value of a tag, days in
    /// another form than YYYY.MM.DD, tags that go on in the next line, headings without brackets ("White: Ann"), promotions
    /// as in a8(Q), words below a game (kept as a comment), letters that may be wrong since the text is not in UTF-8, and
    /// values of tags that the standard does not know.
    #[arg(long)]
    strict: bool,
}

/// What became of the games of a file.
#[derive(Debug, Default)]
struct Tally {
    good: u64,
    twice: u64,
    refused: u64,
    /// What was odd, how often, and the line where it was first.
    odd: BTreeMap<String, (u64, u64)>,
}

impl Tally {
    fn add_odd(&mut self, kind: String, line: u64) {
        self.odd.entry(kind).or_insert((0, line)).0 += 1;
    }
}

/// A game that was read.
struct Checked {
    line: u64,
    /// What was read, and what is odd about it; a game that is only checked is not filed.
    outcome: Result<(Option<Filed>, Vec<Fault>), Vec<Fault>>,
}

/// Reads files; without a database nothing is entered.
pub(super) async fn run(pool: Option<&PgPool>, import: Import) -> anyhow::Result<()> {
    let mut refused = 0;
    for file in &import.files {
        let collection = import
            .collection
            .clone()
            .unwrap_or_else(|| files::stem(file));
        let entry = Entry {
            collection: collection.trim().chars().take(COLLECTION).collect(),
            ..Entry::default()
        };
        if entry.collection.is_empty() {
            bail!("the collection needs a name");
        }
        let tally = import_file(pool, file, &entry, &import).await?;
        refused += tally.refused;
        for (kind, (count, line)) in &tally.odd {
            let times = if *count == 1 {
                "once"
            } else {
                &format!("{count} times")
            };
            eprintln!("{}: {times}, first on line {line}: {kind}", file.display());
        }
        eprintln!("{}: {}", file.display(), summary(&tally, pool.is_none()));
    }
    if refused > 0 {
        bail!(
            "refused: {}; the reasons stand above",
            counted(refused, "game")
        );
    }
    Ok(())
}

fn summary(tally: &Tally, check: bool) -> String {
    let Tally {
        good,
        twice,
        refused,
        odd: _,
    } = tally;
    if check {
        format!("good: {good}, refused: {refused}")
    } else {
        format!(
            "{} entered; there already: {twice}; refused: {refused}",
            counted(*good, "game")
        )
    }
}

async fn import_file(
    pool: Option<&PgPool>,
    file: &Path,
    entry: &Entry,
    import: &Import,
) -> anyhow::Result<Tally> {
    let bar = progress(file)?;
    let source = Source::open(file, bar.clone())?;
    let mut batches = checked(source, pool.is_some(), import.strict);
    let mut tally = Tally::default();
    let name = file.display().to_string();
    while let Some(batch) = batches.try_next().await? {
        report(&name, &batch, &bar, import.verbose, &mut tally);
        let Some(pool) = pool else {
            let good = batch.iter().filter(|checked| checked.outcome.is_ok());
            tally.good += u64::try_from(good.count())?;
            continue;
        };
        let entered = enter(pool, batch, entry).await?;
        for (line, game) in &entered.known {
            tally.twice += 1;
            tally.add_odd("a game that is in the archive already".to_owned(), *line);
            if import.verbose {
                bar.suspend(|| {
                    eprintln!(
                        "{name}:{line}: {} - {} is in the archive already",
                        game.white, game.black
                    );
                });
            }
        }
        tally.good += u64::try_from(entered.new)?;
    }
    bar.finish_and_clear();
    Ok(tally)
}

/// The games of a file, checked. Reading, checking and filing go on at the same time, each batch in the order of the file.
fn checked(
    source: Source,
    filing: bool,
    strict: bool,
) -> impl Stream<Item = anyhow::Result<Vec<Checked>>> + Unpin {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    batches(source)
        .map(move |batch| async move {
            let batch = batch?;
            tokio::task::spawn_blocking(move || {
                let checked = batch.into_iter().map(|text| check(text, filing, strict));
                checked.collect::<Vec<Checked>>()
            })
            .await
            .context("a game could not be checked")
        })
        .buffered(2 * workers)
}

/// What became of good games that were to be entered.
struct Entered {
    new: usize,
    /// Those that are in the archive already, and their lines.
    known: Vec<(u64, Filed)>,
}

/// Enters the good games of a batch, each once.
async fn enter(pool: &PgPool, batch: Vec<Checked>, entry: &Entry) -> anyhow::Result<Entered> {
    let mut seen = HashSet::new();
    let (fresh, twins): (Vec<_>, Vec<_>) = batch
        .into_iter()
        .filter_map(|checked| Some((checked.line, checked.outcome.ok()?.0?)))
        .partition(|(_, game)| seen.insert(game.digest));
    let (lines, games): (Vec<u64>, Vec<Filed>) = fresh.into_iter().unzip();
    let mut tx = pool.begin().await?;
    let filed = archive::file(&mut tx, &games, None, entry).await?;
    tx.commit().await?;
    let filed: HashSet<Vec<u8>> = filed.into_iter().collect();
    let known = lines
        .into_iter()
        .zip(games)
        .filter(|(_, game)| !filed.contains(game.digest.as_slice()));
    Ok(Entered {
        new: filed.len(),
        known: known.chain(twins).collect(),
    })
}

fn check(text: GameText, filing: bool, strict: bool) -> Checked {
    let read = match read_pgn(&text) {
        Ok(game) if strict && !game.doubts.is_empty() => Err(game.doubts),
        read => read,
    };
    let outcome = read.map(|mut game| {
        let filed = filing.then(|| {
            game.record.name_opening();
            Filed::of(&game.record)
        });
        (filed, game.doubts)
    });
    Checked {
        line: text.line,
        outcome,
    }
}

/// Tells of games that were refused, and counts what is odd about the others, or tells of that as well.
fn report(name: &str, batch: &[Checked], bar: &ProgressBar, verbose: bool, tally: &mut Tally) {
    for checked in batch {
        let line = checked.line;
        match &checked.outcome {
            Ok((_, doubts)) => {
                for doubt in doubts {
                    tally.add_odd(doubt.reason.kind(), doubt.place.line);
                    if verbose {
                        bar.suspend(|| eprintln!("{name}:{line}: game kept as it is: {doubt}"));
                    }
                }
            }
            Err(faults) => {
                tally.refused += 1;
                for fault in faults {
                    bar.suspend(|| eprintln!("{name}:{line}: game refused: {fault}"));
                }
            }
        }
    }
}

/// By octets of the file; of standard input nobody knows how much will come.
fn progress(file: &Path) -> anyhow::Result<ProgressBar> {
    let size = std::fs::metadata(file).map(|data| data.len()).unwrap_or(0);
    if size == 0 || files::is_standard(file) {
        return Ok(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template(
        "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
    )?;
    Ok(ProgressBar::new(size).with_style(style))
}

/// A text of games that comes piece by piece.
struct Source {
    input: Box<dyn Read + Send>,
    splitter: Splitter,
    piece: Vec<u8>,
    over: bool,
    name: String,
}

impl Source {
    fn open(file: &Path, bar: ProgressBar) -> anyhow::Result<Source> {
        let input: Box<dyn Read + Send> = if files::is_standard(file) {
            Box::new(std::io::stdin())
        } else {
            let opened =
                File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
            files::decompressed(file, bar.wrap_read(opened))?
        };
        Ok(Source {
            input,
            splitter: Splitter::default(),
            piece: vec![0; PIECE],
            over: false,
            name: file.display().to_string(),
        })
    }

    /// The next games; none when the file is over.
    fn batch(&mut self) -> anyhow::Result<Vec<GameText>> {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH {
            if let Some(game) = self.splitter.next_game() {
                batch.push(game);
            } else if self.over {
                break;
            } else {
                let read = match self.input.read(&mut self.piece) {
                    Err(fault) if fault.kind() == std::io::ErrorKind::Interrupted => continue,
                    other => other.with_context(|| format!("{} cannot be read", self.name))?,
                };
                match self.piece.get(..read) {
                    Some(bytes) if read > 0 => self.splitter.feed(bytes),
                    _ => {
                        self.splitter.end();
                        self.over = true;
                    }
                }
            }
        }
        Ok(batch)
    }
}

fn batches(source: Source) -> impl Stream<Item = anyhow::Result<Vec<GameText>>> + Unpin {
    Box::pin(futures::stream::try_unfold(source, |mut source| async {
        let (source, batch) = tokio::task::spawn_blocking(move || {
            let batch = source.batch();
            (source, batch)
        })
        .await
        .context("the file could not be read")?;
        let batch = batch?;
        Ok((!batch.is_empty()).then_some((batch, source)))
    }))
}
