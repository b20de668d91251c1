//! Games of other places: entered from files, found again, and written out.

use crate::bed;
use crate::daemon::Setup;
use penpawn::chess::pgn::{Splitter, read_pgn, write_pgn};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Three good games and three bad ones, in a file that an old program might have written.
const FILE: &str = "\
[Event \"F/S Return Match\"]
[Site \"Belgrade, Serbia JUG\"]
[Date \"1992.11.04\"]
[Round \"29\"]
[White \"Fischer, Robert J.\"]
[Black \"Spassky, Boris V.\"]
[Result \"1/2-1/2\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {This is the Ruy Lopez.} 4. Ba4 Nf6 1/2-1/2

[Event \"Bad move\"]
[White \"A\"]
[Black \"B\"]

1. e4 e5
2. Ke3 *

[Event \"Bad comment\"]

1. e4 {never closed
1-0

[Event \"Club\"]
[Date \"1990\"]
[White \"Ann\"]
[Black \"Bob\"]
[WhiteElo \"good\"]
[Result \"1-0\"]

1. d4 (1. e4 c5) d5 2. c4 $1 1-0

[Event \"Bad result\"]
[Result \"1-0\"]

1. e4 0-1

[Event \"No moves\"]
[White \"Bob\"]
[Black \"Ann\"]
[Date \"????.??.??\"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *
";

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The players of the games in a text, "White - Black", in their order.
fn players(pgn: &str) -> Vec<String> {
    let mut splitter = Splitter::default();
    splitter.feed(pgn.as_bytes());
    splitter.end();
    std::iter::from_fn(|| splitter.next_game())
        .map(|text| {
            let record = read_pgn(&text).expect("our own game").record;
            format!(
                "{} - {}",
                record.tag("White").unwrap_or("?"),
                record.tag("Black").unwrap_or("?")
            )
        })
        .collect()
}

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("penpawn-archive-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn path(file: &Path) -> &str {
    file.to_str().expect("a path")
}

#[tokio::test]
async fn good_games_of_a_file_are_entered_and_each_bad_one_is_told() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let folder = folder("report");
    let file = folder.join("old.pgn");
    fs::write(&file, FILE).expect("a file");
    let expected = [
        "old.pgn:11: game refused: line 16, move 2.: Ke3: there is no king that can reach e3",
        "old.pgn:18: game refused: line 20: the comment that begins here with { has no }",
        "old.pgn: once, first on line 27: WhiteElo: a rating is a number of at most four figures, or -",
        "old.pgn:32: game refused: line 35: the moves end with 0-1, and the tag Result says 1-0",
    ];
    let checked = setup.penpawn(&["import", "--check", path(&file)]);
    assert!(!checked.status.success());
    for line in expected {
        assert!(said(&checked).contains(line), "{line}\n{}", said(&checked));
    }
    assert!(
        said(&checked).contains("good: 3, refused: 3"),
        "{}",
        said(&checked)
    );
    assert_eq!(
        printed(&setup.penpawn(&["export"])),
        "",
        "a check enters nothing"
    );

    let entered = setup.penpawn(&["import", path(&file)]);
    assert!(!entered.status.success(), "games were refused");
    for line in expected {
        assert!(said(&entered).contains(line), "{line}\n{}", said(&entered));
    }
    let summary = "3 games entered; there already: 0; refused: 3";
    assert!(said(&entered).contains(summary), "{}", said(&entered));

    let again = setup.penpawn(&["import", path(&file)]);
    let summary = "0 games entered; there already: 3; refused: 3";
    assert!(said(&again).contains(summary), "{}", said(&again));
    let line = "old.pgn: 3 times, first on line 1: a game that is in the archive already";
    assert!(said(&again).contains(line), "{}", said(&again));
    assert!(!said(&again).contains("Spassky"), "{}", said(&again));
    let told = setup.penpawn(&["import", "--verbose", path(&file)]);
    for line in [
        "old.pgn:1: Fischer, Robert J. - Spassky, Boris V. is in the archive already",
        "old.pgn:23: game kept as it is: line 27: WhiteElo \"good\": a rating is a number",
    ] {
        assert!(said(&told).contains(line), "{line}\n{}", said(&told));
    }
    let strict = setup.penpawn(&["import", "--check", "--strict", path(&file)]);
    for line in [
        "old.pgn:23: game refused: line 27: WhiteElo \"good\": a rating is a number",
        "good: 2, refused: 4",
    ] {
        assert!(said(&strict).contains(line), "{line}\n{}", said(&strict));
    }

    let exported = printed(&setup.penpawn(&["export"]));
    let expected = [
        "Fischer, Robert J. - Spassky, Boris V.",
        "Ann - Bob",
        "Bob - Ann",
    ];
    assert_eq!(players(&exported), expected);
    // Remarks are kept, and the opening is filled in.
    for text in [
        "3. Bb5 a6 {This is the Ruy Lopez.} 4. Ba4 Nf6 1/2-1/2\n",
        "1. d4 (1. e4 c5) 1... d5 2. c4 $1 1-0\n",
        "[Date \"1990.??.??\"]\n",
        "[WhiteElo \"good\"]\n",
        "[ECO \"B90\"]\n[Opening \"Sicilian Defense\"]\n[Variation \"Najdorf Variation\"]\n",
    ] {
        assert!(exported.contains(text), "{text}\n{exported}");
    }
    fs::remove_dir_all(folder).expect("removed");
}

/// Everything that is read though the standard does not know it, in one file, in UTF-16, each of them taken, and each refused
/// by `--strict`.
#[tokio::test]
async fn what_loses_nothing_is_taken_and_refused_where_that_is_wanted() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let folder = folder("lenient");
    let file = folder.join("odd.pgn");
    let games = [
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5\n",
        "[White \"B \"the Bear\" B\"]\n\n1. d4 *\n",
        "[White \"C\"]\n[Date \"25.11.1992\"]\n\n1. c4 *\n",
        "[White \"Dora\nD\"]\n\n1. f4 *\n",
        "[White \"E\"]\nEvent: Club\n\n1. a4 *\n",
        "[White \"F\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) *\n",
        "[White \"Šmíd – “Jan”\"]\n\n1. b4 *\n\nWell played!\n",
    ];
    let text: Vec<u8> = games
        .join("\n")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(&file, text).expect("a file");
    let strict = setup.penpawn(&["import", "--strict", path(&file)]);
    assert!(
        said(&strict).contains("0 games entered; there already: 0; refused: 7"),
        "{}",
        said(&strict)
    );
    let entered = setup.penpawn(&["import", path(&file)]);
    assert!(entered.status.success(), "{}", said(&entered));
    for kind in [
        "a result in the tag alone",
        "quotation marks in the value of a tag",
        "Date in another form than the standard's",
        "a tag that goes on in the next line",
        "headings without brackets",
        "a promotion in brackets",
        "words below the game, kept as a comment",
    ] {
        let line = said(&entered)
            .lines()
            .filter(|line| line.contains("once, first on line") && line.ends_with(kind))
            .count();
        assert_eq!(line, 1, "{kind}\n{}", said(&entered));
    }
    let exported = printed(&setup.penpawn(&["export"]));
    assert!(exported.contains("[White \"Šmíd – “Jan”\"]"), "{exported}");
    fs::remove_dir_all(folder).expect("removed");
}

/// Numbers are what games are called by: a file that is imported again must not use them up.
#[tokio::test]
async fn games_that_are_there_already_use_up_no_numbers() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let folder = folder("numbers");
    let file = folder.join("old.pgn");
    let game = |name: &str| format!("[White \"{name}\"]\n\n1. e4 *\n\n");
    fs::write(&file, format!("{0}{0}{1}", game("Ann"), game("Bob"))).expect("a file");
    for _ in 0..3 {
        setup.penpawn(&["import", path(&file)]);
    }
    fs::write(&file, format!("{}{}", game("Ann"), game("Carl"))).expect("a file");
    let last = setup.penpawn(&["import", path(&file)]);
    let summary = "1 game entered; there already: 1; refused: 0";
    assert!(said(&last).contains(summary), "{}", said(&last));
    let numbers: Vec<(i64, String)> =
        sqlx::query_as("select id, white from archive_game order by id")
            .fetch_all(&pool)
            .await
            .expect("games");
    let names = ["Ann", "Bob", "Carl"].map(str::to_owned);
    let expected: Vec<(i64, String)> = (1..).zip(names).collect();
    assert_eq!(numbers, expected);
    fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test]
async fn games_are_found_by_player_opening_date_result_position_and_collection() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let folder = folder("found");
    let file = folder.join("old.pgn");
    fs::write(&file, FILE).expect("a file");
    setup.penpawn(&["import", "--collection", "Old Games", path(&file)]);
    let (fischer, ann, bob) = (
        "Fischer, Robert J. - Spassky, Boris V.",
        "Ann - Bob",
        "Bob - Ann",
    );
    let table: [(&[&str], &[&str]); 21] = [
        (&[], &[fischer, ann, bob]),
        (&["--from", "games"], &[]),
        (&["--from", "archive"], &[fischer, ann, bob]),
        (&["--player", "spassky"], &[fischer]),
        (&["--player", "ann"], &[ann, bob]),
        (&["--player", "%"], &[]),
        (&["--opening", "c7"], &[fischer]),
        (&["--opening", "B90"], &[bob]),
        (&["--opening", "najdorf"], &[bob]),
        (&["--opening", "queen's gambit"], &[ann]),
        (&["--result", "1-0"], &[ann]),
        (&["--result", "*"], &[bob]),
        (&["--since", "1992-01-01"], &[fischer]),
        // on some day of 1990; and of an unknown year nobody knows
        (&["--since", "1990-06-01", "--until", "1990-07-01"], &[ann]),
        (&["--until", "1992-11-04"], &[ann]),
        (&["--until", "1992-11-05"], &[fischer, ann]),
        (
            &[
                "--position",
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R",
            ],
            &[bob],
        ),
        (
            &[
                "--position",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                "--result",
                "1/2-1/2",
            ],
            &[fischer],
        ),
        // The men of all at the start, and of none at any time.
        (
            &["--material", "KQRRBBNNPPPPPPPP-KQRRBBNNPPPPPPPP"],
            &[fischer, ann, bob],
        ),
        (&["--material", "KQ-KR"], &[]),
        (
            &["--collection", "old games", "--player", "bob"],
            &[ann, bob],
        ),
    ];
    for (filter, expected) in table {
        let exported = printed(&setup.penpawn(&[&["export"], filter].concat()));
        assert_eq!(players(&exported), expected, "{filter:?}");
    }
    let wrong = setup.penpawn(&["export", "--position", "8/8"]);
    assert!(said(&wrong).contains("--position"), "{}", said(&wrong));
    let wrong = setup.penpawn(&["export", "--material", "rook"]);
    assert!(said(&wrong).contains("--material"), "{}", said(&wrong));
    fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test]
async fn files_are_compressed_as_their_names_say_and_come_back_to_the_byte() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let folder = folder("compressed");
    let file = folder.join("old.pgn");
    fs::write(&file, FILE).expect("a file");
    setup.penpawn(&["import", path(&file)]);
    let plain = printed(&setup.penpawn(&["export"]));
    assert!(!plain.is_empty());
    for name in ["all.pgn", "all.pgn.gz", "all.pgn.zst"] {
        let file = folder.join(name);
        let exported = setup.penpawn(&["export", path(&file)]);
        assert!(
            said(&exported).contains("3 games written"),
            "{}",
            said(&exported)
        );
        let bytes = fs::read(&file).expect("the export");
        let text = match name.rsplit('.').next() {
            Some("gz") => {
                let mut text = String::new();
                flate2::read::GzDecoder::new(bytes.as_slice())
                    .read_to_string(&mut text)
                    .expect("gzip");
                text
            }
            Some("zst") => {
                String::from_utf8(zstd::decode_all(bytes.as_slice()).expect("zstd")).expect("text")
            }
            _ => String::from_utf8(bytes).expect("text"),
        };
        assert_eq!(text, plain, "{name}");

        let other = bed::database().await;
        let there = Setup::with_database(&bed::url_of(&other));
        let entered = there.penpawn(&["import", path(&file)]);
        assert!(entered.status.success(), "{}", said(&entered));
        assert_eq!(printed(&there.penpawn(&["export"])), plain, "{name}");
        assert_eq!(
            printed(&there.penpawn(&["export", "--collection", "all"])),
            plain
        );
    }
    let texts: Vec<_> = plain.split("\n\n[Event").collect();
    assert_eq!(texts.len(), 3);
    fs::remove_dir_all(folder).expect("removed");
    // What we write is in the form in which we would write it again.
    let mut splitter = Splitter::default();
    splitter.feed(plain.as_bytes());
    splitter.end();
    let again: String = std::iter::from_fn(|| splitter.next_game())
        .map(|text| write_pgn(&read_pgn(&text).expect("our own game").record))
        .collect();
    assert_eq!(again, plain);
}
