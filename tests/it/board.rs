//! The modules of the board page, run by node: they read and write FEN, tell faults, number the starts of Chess960 and count
//! as the server does; and what they record leads back to the beginning, of games and of whatever hands do.

use crate::bed;
use crate::pgn::dice::Dice;
use crate::pgn::games::{Remarks, random_game};
use penpawn::chess::pgn::Record;
use penpawn::chess::{GivenPosition, fen};
use penpawn::pages::assets;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Positions of games that are compared, and as many FENs with slips in them.
const POSITIONS: usize = 10_000;

/// A folder with the modules of the page as the site has them, which goes with the test.
struct Modules(PathBuf);

impl Modules {
    fn new(name: &str) -> Modules {
        let folder = std::env::temp_dir().join(format!("penpawn-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("board")).expect("a folder");
        for asset in assets() {
            fs::write(folder.join(&asset.path), &asset.text).expect("a file");
        }
        // What a browser is told by `type="module"`.
        fs::write(folder.join("package.json"), r#"{"type":"module"}"#).expect("a file");
        Modules(folder)
    }

    /// What a script of `tests/it/board` prints, run beside the modules.
    fn run(&self, script: &str, table: &str) -> String {
        let source = bed::root().join("tests/it/board").join(script);
        fs::copy(&source, self.0.join(script)).expect("a script");
        fs::write(self.0.join("table"), table).expect("a file");
        let output = Command::new("node")
            .arg(script)
            .current_dir(&self.0)
            .output()
            .expect("node is missing; run tests/bed/install test");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Drop for Modules {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn variant(position: &Chess) -> &'static str {
    match position.castles().mode() {
        CastlingMode::Standard => "standard",
        CastlingMode::Chess960 => "chess960",
    }
}

/// What a FEN means, or why it means nothing, as a line of the table.
fn write_meaning(table: &mut String, text: &str, mode: CastlingMode) {
    let read = GivenPosition::read(text).and_then(|given| given.to_chess(mode));
    let x_fen = match (&read, mode) {
        (Ok(position), CastlingMode::Chess960) => {
            Fen::from_position(position, EnPassantMode::PseudoLegal).to_string()
        }
        _ => String::new(),
    };
    let said = match &read {
        Ok(position) => fen(position),
        Err(faults) => faults.to_string(),
    };
    let variant = match mode {
        CastlingMode::Standard => "standard",
        CastlingMode::Chess960 => "chess960",
    };
    let quoted = |text: &str| serde_json::to_string(text).expect("a string");
    writeln!(
        table,
        "fen\t{variant}\t{}\t{}\t{x_fen}",
        quoted(text),
        quoted(&said)
    )
    .unwrap();
}

/// A FEN as somebody might have mistyped it.
fn with_slips(dice: &mut Dice, fen: &str) -> String {
    const SIGNS: &[char] = &[
        'K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p', '1', '2', '7', '8', '9', '0',
        '/', '-', ' ', 'w', 'A', 'H', 'b', 'g', 'e', '3', '6', '_', '"', '–', '\u{85}', '\u{feff}',
        '\u{212a}', 'é', '~', '.', ';', '+', '\u{202e}',
    ];
    let mut signs: Vec<char> = fen.chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(signs.len());
        match dice.below(4) {
            0 if !signs.is_empty() => {
                signs.remove(at);
            }
            1 => signs.insert(at, *dice.pick(SIGNS)),
            2 if !signs.is_empty() => signs[at] = *dice.pick(SIGNS),
            _ => {
                let other = dice.below(signs.len());
                signs.swap(at, other);
            }
        }
    }
    signs.into_iter().collect()
}

/// A move and the FEN behind it: `move`, from, to (of castling: where the rook stands), its kind, FEN.
fn write_move(table: &mut String, played: Move, after: &Chess) {
    let from = played.from().expect("nobody drops a piece");
    let kind = match played {
        Move::Castle { .. } => 'c',
        Move::EnPassant { .. } => 'e',
        Move::Normal { .. } | Move::Put { .. } => {
            played.promotion().map_or('m', |role| role.char())
        }
    };
    writeln!(
        table,
        "move\t{from}\t{}\t{kind}\t{}",
        played.to(),
        fen(after)
    )
    .unwrap();
}

/// A game, and of each of its positions the FEN, as it is and with slips. Returns how many positions it has.
fn write_game(
    table: &mut String,
    meanings: &mut String,
    dice: &mut Dice,
    record: &Record,
) -> usize {
    let mut position = record.start.clone();
    let mode = position.castles().mode();
    writeln!(table, "game\t{}\t{}", variant(&position), fen(&position)).unwrap();
    let mut note = |position: &Chess| {
        write_meaning(meanings, &fen(position), mode);
        let slips = with_slips(dice, &fen(position));
        write_meaning(meanings, &slips, mode);
        write_meaning(meanings, &slips, other(mode));
    };
    note(&position);
    for at in &record.line.moves {
        position.play_unchecked(at.played);
        write_move(table, at.played, &position);
        note(&position);
    }
    record.line.moves.len() + 1
}

fn other(mode: CastlingMode) -> CastlingMode {
    match mode {
        CastlingMode::Standard => CastlingMode::Chess960,
        CastlingMode::Chess960 => CastlingMode::Standard,
    }
}

/// FENs of the tests of our own reading, and others that were thought of.
const GIVEN: &[&str] = &[
    "",
    " \u{a0}",
    "hello",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBXKBNR x KQkqq e9 a b c",
    "FEN: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W AHah – 0 1.\"",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 3; fmvn 7; bm e4;",
    "rnbqkbnr_pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/KK2P3 w - - 99999999999999999999 +4294967295",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
    "4k3/4p3/8/8/8/QQQQQQQQ/PPPPPPPP/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KRR1 w FG - 0 1",
    "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1",
    "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KHQA - 0 1",
    "1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w HAhb - 0 1",
    "8/4q3/8/8/1k1pP3/8/8/4K3 b - e3 0 1",
    "4k3/8/8/b7/3pP3/8/8/4K3 b - e3 0 1",
    "k7/8/8/8/3pP3/8/6B1/4K3 b - e3 0 1",
    "kk6/8/1N1N4/8/8/8/8/4K3 b - - 0 1",
    "<script>alert(1)</script> \u{202e}w KQkq - 0 1",
];

/// What White has on the first rank, and why that is no start of Chess960.
const FIRST_RANKS: &[(&str, &str)] = &[
    ("RNBQKBNR", ""),
    (
        "RBNBQKNR",
        "the bishops must stand on squares of different colours",
    ),
    ("KRNBBQNR", "the king must stand between the rooks"),
    (
        "KRBNBQNR",
        "the bishops must stand on squares of different colours; the king must stand between the rooks",
    ),
    (
        "RNBQKBN1",
        "White's first rank must have one king, one queen, two rooks, two bishops and two knights",
    ),
];

#[test]
fn the_board_page_reads_writes_and_counts_as_the_server_does() {
    let mut table = String::new();
    let mut meanings = String::new();
    for text in GIVEN {
        write_meaning(&mut meanings, text, CastlingMode::Standard);
        write_meaning(&mut meanings, text, CastlingMode::Chess960);
    }
    for number in 0..960 {
        let start = penpawn::chess::Start::chess960(number).expect("a start");
        writeln!(table, "start\t{number}\t{}", start.fen()).unwrap();
    }
    for (rank, reasons) in FIRST_RANKS {
        writeln!(table, "reasons\t8/8/8/8/8/8/8/{rank}\t{reasons}").unwrap();
    }
    let mut seen = 0;
    for game in 0.. {
        let mut dice = Dice::new(960, game);
        let record = random_game(&mut dice, 160, Remarks::None);
        seen += write_game(&mut table, &mut meanings, &mut dice, &record);
        if seen >= POSITIONS {
            break;
        }
    }
    let modules = Modules::new("board-modules");
    let said = modules.run("check.mjs", &(meanings + &table));
    let counted: serde_json::Value = serde_json::from_str(&said).expect("counts");
    let count = |what: &str| counted[what].as_u64().unwrap_or_default();
    assert!(
        count("fen") >= 3 * 10_000 && count("start") == 960,
        "{said}"
    );
    assert!(count("game") > 50 && count("move") > 9_000, "{said}");
    assert!(count("doodle") == 2_000, "{said}");
}
