//! Games through PGN and back, with python-chess and pgn-extract between.
//!
//! settings (environment):
//!   PGN_GAMES   how many random games; default 500
//!   PGN_SEED    what they are made of; default 1

#[path = "../fuzz/dice.rs"]
pub(crate) mod dice;
#[path = "../fuzz/games.rs"]
pub(crate) mod games;

use crate::referee;
use dice::Dice;
use games::{Remarks, random_game};
use penpawn::chess::pgn::{GameText, Record, Splitter, read_pgn, write_pgn};
use shakmaty::{CastlingMode, Position};

/// The games of a whole text.
fn texts(text: &str) -> Vec<GameText> {
    let mut splitter = Splitter::default();
    splitter.feed(text.as_bytes());
    splitter.end();
    std::iter::from_fn(|| splitter.next_game()).collect()
}

fn read(text: &GameText) -> Record {
    let shown = String::from_utf8_lossy(&text.bytes);
    let game = read_pgn(text).unwrap_or_else(|faults| panic!("{faults:?} in\n{shown}"));
    assert!(game.doubts.is_empty(), "{:?} in\n{shown}", game.doubts);
    game.record
}

/// A number that is set in the environment.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Random games of every kind, the same for the same seed.
fn random_games(remarks: &[Remarks]) -> Vec<Record> {
    let seed = number("PGN_SEED", 1);
    (0..number("PGN_GAMES", 500))
        .map(|game| {
            let mut dice = Dice::new(seed, game);
            let remarks = *dice.pick(remarks);
            random_game(&mut dice, 160, remarks)
        })
        .collect()
}

#[test]
fn what_is_written_is_read_as_the_same_game_and_written_alike() {
    let games = random_games(&[Remarks::None, Remarks::Plain, Remarks::Any]);
    let written: Vec<String> = games.iter().map(write_pgn).collect();
    let whole = written.concat();
    for line in whole.lines().filter(|line| !line.starts_with('[')) {
        // A word that is longer than a line has one for itself; none is cut.
        let longest = line.split(' ').map(|word| word.chars().count()).max();
        assert!(
            line.chars().count() < 80 || longest > Some(75) || line.contains(" %"),
            "{line}"
        );
        assert_eq!(line.trim(), line);
        assert!(!line.starts_with('%'), "{line}");
    }
    let texts = texts(&whole);
    assert_eq!(texts.len(), games.len());
    for ((text, game), written) in texts.iter().zip(&games).zip(&written) {
        let read = read(text);
        assert_eq!(read.start, game.start, "{written}");
        assert_eq!(read.result, game.result, "{written}");
        assert_eq!(write_pgn(&read), *written);
        if !written.contains("/address/") {
            // A word that is longer than a line comes back as two.
            assert_eq!(read.line, game.line, "{written}");
        }
    }
}

#[test]
fn another_program_reads_our_games_and_we_read_its() {
    let games = random_games(&[Remarks::None, Remarks::Plain]);
    let written: Vec<String> = games.iter().map(write_pgn).collect();
    let theirs = referee::copied(&written.concat());
    let texts = texts(&theirs);
    assert_eq!(texts.len(), written.len());
    for (text, ours) in texts.iter().zip(&written) {
        let again = write_pgn(&read(text));
        assert_eq!(
            again,
            *ours,
            "by way of\n{}",
            String::from_utf8_lossy(&text.bytes)
        );
    }
    println!("{} games, {} octets", written.len(), theirs.len());
}

#[test]
fn pgn_extract_reads_our_games_without_complaint() {
    let program = std::path::Path::new("/usr/games/pgn-extract");
    assert!(
        program.exists(),
        "pgn-extract is missing; run tests/bed/install referee"
    );
    // It knows no Chess960.
    let games: Vec<Record> = random_games(&[Remarks::None, Remarks::Plain, Remarks::Any])
        .into_iter()
        .filter(|game| game.start.castles().mode() == CastlingMode::Standard)
        .collect();
    let written: String = games.iter().map(write_pgn).collect();
    let file = std::env::temp_dir().join(format!("penpawn-games-{}.pgn", std::process::id()));
    std::fs::write(&file, written).expect("a file");
    let read = std::process::Command::new(program)
        // Its own lines may be as long as the longest word of ours.
        .args(["-s", "-w", "1000"])
        .arg(&file)
        .output()
        .expect("pgn-extract");
    std::fs::remove_file(&file).expect("removed");
    // It counts aloud, each thousand.
    let said = String::from_utf8_lossy(&read.stderr).into_owned();
    let complaints = said.split('\r').filter(|said| !said.starts_with("Games: "));
    assert_eq!(complaints.collect::<String>(), "");
    let copied = String::from_utf8_lossy(&read.stdout);
    // Comments hold words that look like the tag Event.
    let games_copied = copied.lines().filter(|line| line.starts_with("[Black "));
    assert_eq!(games_copied.count(), games.len());
}
