use super::*;
use crate::chess::pgn::write_pgn;

fn read(text: &str) -> Result<ReadGame, Vec<String>> {
    read_bytes(text.as_bytes())
}

fn read_bytes(bytes: &[u8]) -> Result<ReadGame, Vec<String>> {
    let game = GameText::of(bytes.to_vec());
    read_pgn(&game).map_err(|faults| faults.iter().map(Fault::to_string).collect())
}

/// The movetext of the game as we write it.
fn movetext(text: &str) -> String {
    let game = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let written = write_pgn(&game.record);
    let again = read(&written).unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
    assert_eq!(again.record.line, game.record.line, "{written}");
    assert_eq!(write_pgn(&again.record), written);
    written.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn no_more_moves_are_read_than_are_left() {
    let game = |text: &str| GameText::of(text);
    let mut left = 5;
    assert!(read_pgn_within(&game("1. e4 (1. d4) e5 *"), &mut left).is_ok());
    assert_eq!(left, 2);
    let faults = read_pgn_within(&game("1. e4 (1. d4) e5 *"), &mut left).unwrap_err();
    assert_eq!(faults[0].reason, Reason::TooManyMoves);
    assert_eq!(left, 0);
}

#[test]
fn what_is_written_by_hand_comes_out_in_the_export_format() {
    let table = [
        ("*", "*"),
        ("e4 e5 1-0", "1. e4 e5 1-0"),
        ("1 e4 e5 2 Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1.e4 1...e5 2 . Nf3 2. ... Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1e4 e5 2Nf3*", "1. e4 e5 2. Nf3 *"),
        ("1. e4\n\n\te5\r\n 1/2", "1. e4 e5 1/2-1/2"),
        // marks
        (
            "1. e4! e5?! 2. Nf3 $14 $1 $14 *",
            "1. e4 $1 1... e5 $6 2. Nf3 $14 $1 *",
        ),
        (
            "1. e4 !? e5 ?? 2. d4!! d5? *",
            "1. e4 $5 1... e5 $4 2. d4 $3 2... d5 $2 *",
        ),
        // marks before their move
        ("$1 1. e4 *", "1. e4 $1 *"),
        (
            "1. e4 e5 ($142 1... c5 $6 2. Nf3) ({or} $1 c6) 2. d4 *",
            "1. e4 e5 (1... c5 $142 $6 2. Nf3) ({or} 1... c6 $1) 2. d4 *",
        ),
        // comments
        (
            "{start} 1. e4 {a\n  b} {c}e5 ; d } e\n *",
            "{start} 1. e4 {a b} {c} 1... e5 {d ) e} *",
        ),
        ("1. e4 {} e5 {  } *", "1. e4 e5 *"),
        ("1. e4\n% 1... Nothing {\ne5 *", "1. e4 e5 *"),
        (
            "1. e4 e5 1-0 {Black resigns.}",
            "1. e4 e5 {Black resigns.} 1-0",
        ),
        // variations
        (
            "1. e4 (1. d4 d5 (1... Nf6) {x} 2. c4) e5 *",
            "1. e4 (1. d4 d5 (1... Nf6) {x} 2. c4) 1... e5 *",
        ),
        (
            "1. e4 (d4)(c4 {good}) {or} (f4) e5 (c5) *",
            "1. e4 (1. d4) (1. c4 {good}) {or} (1. f4) 1... e5 (1... c5) *",
        ),
        (
            "1. e4 e5 ({at once} 1... c5 $1) 2. Nf3 *",
            "1. e4 e5 ({at once} 1... c5 $1) 2. Nf3 *",
        ),
        (
            "1. e4 e5 2. Nf3 (2. d3 Nc6 3. -- {a pass} (3. a3\n{no}) d5) 2... d6 *",
            "1. e4 e5 2. Nf3 (2. d3 Nc6 {-- a pass (3. a3 no ) d5}) 2... d6 *",
        ),
        ("1. e4 e5 ( Z0 2. Qh5 ) *", "1. e4 e5 {(Z0 2. Qh5)} *"),
        // spellings
        (
            "e4 d5 exd Qxd5 Nc3 Qa5 Nf3 Nf6 Be2 Bg4 0-0 *",
            "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3 Nf6 5. Be2 Bg4 6. O-O *",
        ),
        ("e4 Nf6 e5 d5 exd6 e.p. *", "1. e4 Nf6 2. e5 d5 3. exd6 *"),
        (
            "e4 Nf6 e5 d5 exd6e.p. exd6 *",
            "1. e4 Nf6 2. e5 d5 3. exd6 exd6 *",
        ),
        (
            "e4 Nf6 e5 d5 exd6 ep exd6 *",
            "1. e4 Nf6 2. e5 d5 3. exd6 exd6 *",
        ),
        (
            "e2-e4 e7e5 Ng1-f3 Nb8c6 Bb5+ *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
        ),
        ("1. f3 e5 2. g4 Qh4 0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("1. ♘f3 ♞f6 *", "1. Nf3 Nf6 *"),
        (
            "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\na8Q+ *",
            "1. a8=Q+ *",
        ),
        // the other knight is pinned
        (
            "[FEN \"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1\"]\n1. Nge2 *",
            "1. Ne2 *",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]\n39... Kd7 40. e4 *",
            "39... Kd7 40. e4 *",
        ),
        (
            "[Variant \"Fischerandom\"]\n[FEN \"nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQNRB w KQkq - 0 1\"]\n1. b3 b6 2. Bb2 Bb7 3. O-O-O 0-0-0 *",
            "1. b3 b6 2. Bb2 Bb7 3. O-O-O O-O-O *",
        ),
    ];
    for (typed, written) in table {
        assert_eq!(movetext(typed), written, "{typed}");
    }
}

#[test]
fn each_fault_is_told_with_its_line_its_move_and_its_reason() {
    let table: &[(&str, &[&str])] = &[
        ("", &["line 1: there is no game here"]),
        (
            "1. e4 e5",
            &["line 1, move 2.: the moves do not end with a result: 1-0, 0-1, 1/2-1/2 or *"],
        ),
        (
            "1. e4\ne5\n2. Nf6 *",
            &["line 3, move 2.: Nf6: there is no knight that can reach f6"],
        ),
        (
            "1. e4 Ke6 *",
            &["line 1, move 1...: Ke6: there is no king that can reach e6"],
        ),
        (
            "1. Nf3 d5 2. d3 d4 3. Nd2 *",
            &["line 1, move 3.: Nd2 can be Nbd2 or Nfd2; write which one"],
        ),
        (
            "1. e4 -- 2. d4 *",
            &["line 1, move 1...: --: a move that leaves the board as it is is not legal in chess"],
        ),
        (
            "1. e4 5254 *",
            &["line 1, move 1...: 5254 is neither a move nor the number of this one"],
        ),
        (
            "1. e4 $ *",
            &["line 1, move 1...: $: a mark is $ and a number up to 255"],
        ),
        (
            "1. e4 $256 *",
            &["line 1, move 1...: $256: a mark is $ and a number up to 255"],
        ),
        (
            "1. e4!!! *",
            &["line 1, move 1...: !!! is none of ! ? !! ?? !? ?!"],
        ),
        (
            "1. e4 e5 ($1) *",
            &["line 1, move 1...: $1 stands before any move"],
        ),
        (
            "1. e4\n{oh\nno *",
            &["line 2: the comment that begins here with { has no }"],
        ),
        ("1. e4 } *", &["line 1, move 1...: } without {"]),
        (
            "1. e4\n(1. d4\nd5 *",
            &["line 3, move 2.: a result within a variation"],
        ),
        (
            "1. e4\n(1. d4\nd5",
            &["line 2, move 2.: a variation that begins with ( has no )"],
        ),
        (
            "1. e4\n(--\nd5",
            &["line 3, move 1.: a variation that begins with ( has no )"],
        ),
        ("1. e4 ) *", &["line 1, move 1...: ) without ("]),
        (
            "1. e4 () *",
            &["line 1, move 1.: a variation without a move"],
        ),
        (
            "(1. e4) *",
            &[
                "line 1, move 1.: a variation before the first move; it stands behind the move that it replaces",
            ],
        ),
        (
            "1. e4 <x> *",
            &["line 1, move 1...: < means nothing in PGN"],
        ),
        (
            "1. e4 hello *",
            &["line 1, move 1...: hello means nothing in PGN"],
        ),
        ("1. e4 * e5", &["line 1: e5 stands behind the result"]),
        (
            "1. e4 [Event \"x\"] *",
            &["line 1, move 1...: a tag stands among the moves"],
        ),
        (
            "[Event x]\n[Event]\n[Event \"a\n[_a \"b\"]\n\n*",
            &[
                "line 1: a tag is written [Name \"value\"], on one line; this is [Event x]",
                "line 2: a tag is written [Name \"value\"], on one line; this is [Event]",
                "line 3: a tag is written [Name \"value\"], on one line; this is [Event \"a",
                "line 4: a tag is written [Name \"value\"], on one line; this is [_a \"b\"]",
            ],
        ),
        (
            "[Event \"a\"]\n[Site \"b\"]\n[Event \"a\"]\n*",
            &["line 3: the tag Event stands twice"],
        ),
        (
            "[Date \"1992.02.30\"]\n[Result \"won\"]\n\n*",
            &[
                "line 2: Result \"won\": a result is 1-0, 0-1, 1/2-1/2 or *",
                "line 4: the moves end with *, and the tag Result says won",
            ],
        ),
        (
            "[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n",
            &["line 3: the moves end with 0-1, and the tag Result says 1-0"],
        ),
        (
            "[Event \"x\"]\n[SetUp \"1\"]\n*",
            &["line 2: SetUp \"1\": there is no FEN with it"],
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n[SetUp \"0\"]\n*",
            &["line 3: SetUp \"0\": the FEN is not the usual start"],
        ),
        (
            "[Event \"x\"]\n[Site \"y\"]\n[Variant \"Atomic\"]\n*",
            &["line 3: Variant \"Atomic\": only chess and Chess960 are known here"],
        ),
        (
            "[Event \"x\"] [Variant \"Chess960\"]\n*",
            &["line 1: Variant \"Chess960\": there is no FEN of the start position"],
        ),
        (
            "[Event \"x\"]\n\n[FEN \"4k3/8/8/8/8/8/4P3/8 w - - 0 1\"]\n[Site \"y\"]\n*",
            &["line 3: FEN \"4k3/8/8/8/8/8/4P3/8 w - - 0 1\": pieces (field 1): White has no king"],
        ),
        (
            "[Result \"1-0\"]\n\n1. e4 (1. d4",
            &["line 3, move 1...: a variation that begins with ( has no )"],
        ),
        (
            "[Result \"*\"]\n\n",
            &["line 3, move 1.: the moves do not end with a result: 1-0, 0-1, 1/2-1/2 or *"],
        ),
        (
            "1. e4 *\nsee 2. d4",
            &["line 2: see 2. d4 stands behind the result"],
        ),
        (
            "1. e4 e5 (1... c5 2. c3) $142 1-0 hello { x",
            &["line 1: hello { x stands behind the result"],
        ),
        (
            "1. e4 e5 12 Nf3 *",
            &["line 1, move 2.: 12 is neither a move nor the number of this one"],
        ),
    ];
    for (text, expected) in table.iter().copied() {
        let faults = read(text).err().unwrap_or_default();
        assert_eq!(faults, expected, "{text}");
    }
}

#[test]
fn headings_are_kept_mended_or_doubted() {
    let game = read(
            "[White \"a \\\"b\\\" \\\\ \\c\"] [Black \" Ann\t\"]\n[Date \"1992-11-04\"]\n[WhiteElo \"high\"]\n\
             [Termination \"Normal\"]\n[Unheard_of \"\"]\n[SetUp \"0\"]\n\n*",
        )
        .unwrap();
    assert_eq!(game.record.tag("White"), Some("a \"b\" \\ \\c"));
    assert_eq!(game.record.tag("Black"), Some("Ann"));
    assert_eq!(game.record.tag("Date"), Some("1992.11.04"));
    assert_eq!(game.record.tag("Termination"), Some("normal"));
    assert_eq!(game.record.tag("WhiteElo"), Some("high"));
    assert_eq!(game.record.tag("Unheard_of"), Some(""));
    let doubts: Vec<String> = game.doubts.iter().map(Fault::to_string).collect();
    assert_eq!(
        doubts,
        ["line 3: WhiteElo \"high\": a rating is a number of at most four figures, or -"]
    );
    assert!(write_pgn(&game.record).contains("[White \"a \\\"b\\\" \\\\ \\\\c\"]\n"));
}

/// Each way of writing that the standard does not know: what is read, and what is told.
#[test]
fn what_loses_nothing_is_read_and_told() {
    let table = [
        (
            "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5",
            "1. e4 e5 1-0",
            "line 4, move 2.: the moves do not end with a result; that of the tag Result was taken, 1-0",
        ),
        (
            "[Event \"The \"Big\" One\"] [Site \"y\"]\n*",
            "[Event \"The \\\"Big\\\" One\"]\n[Site \"y\"]",
            "line 1: the value of Event has quotation marks in it; before each of them belongs a backslash",
        ),
        (
            "[White \"O\"Neil\"]\n*",
            "[White \"O\\\"Neil\"]",
            "line 1: the value of White has quotation marks in it; before each of them belongs a backslash",
        ),
        (
            "[Site \"y\"]\n[Event \"A long\nname of \n an event\"]\n[White \"Ann\"]\n*",
            "[Event \"A long name of an event\"]",
            "line 2: the tag Event goes on in the next line; it belongs on one",
        ),
        (
            "[Date \"25.11.1992\"]\n*",
            "[Date \"1992.11.25\"]",
            "line 1: Date \"25.11.1992\" was read as 1992.11.25",
        ),
        (
            "[Date \"04.11.1992\"]\n*",
            "[Date \"04.11.1992\"]",
            "line 1: Date \"04.11.1992\": a date is YYYY.MM.DD, with ? for each figure that is not known",
        ),
        (
            "[Site \"y\"]\nwhite: Ann\n\n1. e4 *",
            "[White \"Ann\"]",
            "line 2: no brackets stand around White; a heading is written [White \"...\"]",
        ),
        (
            "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) *",
            "1. a8=Q+ *",
            "line 3, move 1.: a promotion is written a8=Q, without brackets",
        ),
        (
            "[FEN \"1n5k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. axb8(n)+ Kg8 *",
            "1. axb8=N Kg8 *",
            "line 3, move 1.: a promotion is written axb8=N, without brackets",
        ),
        (
            "1. e4 1-0\n\nBest wishes, Ann!\nwww.example.org",
            "1. e4 {Best wishes, Ann! www.example.org} 1-0",
            "line 3: \"Best wishes, Ann!\" stands below the game; it was kept as a comment",
        ),
    ];
    for (text, kept, told) in table {
        let game = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let written = write_pgn(&game.record);
        assert!(written.contains(kept), "{text}: {written}");
        let doubts: Vec<String> = game.doubts.iter().map(Fault::to_string).collect();
        assert_eq!(doubts, [told], "{text}");
        assert!(game.doubts[0].reason.is_lenient(), "{told}");
        let again = read(&written).unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
        assert_eq!(write_pgn(&again.record), written);
        assert!(
            again.doubts.is_empty() || told.contains("04.11"),
            "{:?}",
            again.doubts
        );
    }
}

#[test]
fn the_line_is_counted_behind_what_goes_on_in_the_next_one() {
    let faults = read("[Event \"a\nb\"]\n[SetUp \"1\"]\n\n*").unwrap_err();
    assert_eq!(faults, ["line 3: SetUp \"1\": there is no FEN with it"]);
    let two = read("[Event \"a\nb\"] [Site \"c\"]\n*").unwrap();
    assert_eq!(two.record.tag("Event"), Some("a b"));
    assert_eq!(two.record.tag("Site"), Some("c"));
    let four = read("[Event \"a\nb\nc\nd\ne\"]\n*").unwrap_err();
    assert!(four[0].starts_with("line 1: a tag is written"), "{four:?}");
}

/// Somebody who mends one fault at a time would send a mail for each.
#[test]
fn all_faults_of_an_entry_are_told_at_once_in_the_letters_of_its_writer() {
    let entered = |text: &str, letters| {
        let game = GameText::of(text);
        let mut moves_left = usize::MAX;
        read_entry(&game, letters, &mut moves_left)
            .map_err(|faults| faults.iter().map(Fault::to_string).collect::<Vec<_>>())
    };
    let bad = "[Event x]\n[Site \"y\"]\n[WhiteElo \"high\"]\n[Result \"1-0\"]\n[Date \"25.11.1992\"]\n\n1. Sf3 d5 2. d3 d4 3. Sd2 1-0\n";
    assert_eq!(
        entered(bad, Letters::German).unwrap_err(),
        [
            "line 1: a tag is written [Name \"value\"], on one line; this is [Event x]",
            "line 1: a game needs Event, Round, White and Black as well; what is not known is written [Event \"?\"]",
            "line 3: WhiteElo \"high\": a rating is a number of at most four figures, or -",
            "line 7, move 3.: Sd2 can be Sbd2 or Sfd2; write which one",
        ]
    );
    let heads = "[Event \"x\"]\n[Site \"y\"]\n[Date \"1992.11.25\"]\n[Round \"1\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n";
    for (moves, letters, read) in [
        ("1. Sf3 d5 2. Dd2", Letters::German, false),
        ("1. Sf3 Sc6 2. g3 1/2-1/2", Letters::German, true),
        ("1. Nf3 Nc6 2. g3 1/2-1/2", Letters::German, true),
        ("1. Sf3 Sc6 2. g3 1/2-1/2", Letters::English, false),
        ("1. Cf3 Cc6 2. g3 1/2-1/2", Letters::French, true),
    ] {
        let game = entered(&format!("{heads}{moves}"), letters);
        assert_eq!(game.is_ok(), read, "{moves}: {game:?}");
        if let Ok(game) = game {
            assert!(write_pgn(&game.record).contains("1. Nf3 Nc6 2. g3 1/2-1/2"));
        }
    }
    let lenient = entered(
        &heads
            .replace("1992.11.25", "25.11.1992")
            .replace("\n\n", "\n[Result \"1-0\"]\n\n1. e4"),
        Letters::English,
    )
    .unwrap();
    assert_eq!(lenient.doubts.len(), 2, "{:?}", lenient.doubts);
    let nothing = entered("\n", Letters::English).unwrap_err();
    assert_eq!(nothing, ["line 1: there is no game here"]);
}

#[test]
fn octets_that_are_no_utf_8_are_read_as_the_standard_says() {
    let game = read_bytes(b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} *").unwrap();
    assert_eq!(game.record.tag("White"), Some("Müller"));
    let game = read_bytes(b"[White \"\x8am\xedd \x96 \x93Jan\x94\"]\n\n*").unwrap();
    assert_eq!(game.record.tag("White"), Some("Šmíd – “Jan”"));
    assert!(game.doubts.is_empty());
    let game = read_bytes(b"[Event \"x\"]\n[White \"Micha\xb3\"]\n\n*").unwrap();
    assert_eq!(
        game.doubts[0].to_string(),
        "line 2: the letters of White may be wrong: Micha³; the text is not in UTF-8, and was read as Windows-1252"
    );
    let game = read("[White \"Müller\"]\n\n1. e4 {schön} *").unwrap();
    assert!(write_pgn(&game.record).contains("1. e4 {schön} *"));
}

#[test]
fn what_is_made_to_hurt_is_refused_in_time() {
    let nested = format!("1. e4 {}", "(1. d4 ".repeat(200_000));
    assert_eq!(
        read(&nested).unwrap_err(),
        ["line 1, move 1...: variations are nested deeper than 100"]
    );
    let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(100), ")".repeat(100));
    movetext(&deep);
    let tags: String = (0..100_000).map(|at| format!("[A{at} \"\"]\n")).collect();
    assert_eq!(
        read(&tags).unwrap_err()[0],
        "line 201: a game has at most 200 tags here"
    );
    assert!(read(&"[\n".repeat(1_000_000)).unwrap_err().len() <= 20);
    let word = "e4".repeat(1_000_000);
    assert!(read(&word).unwrap_err()[0].len() < 200);
    let long = GameText {
        line: 7,
        bytes: b"*".to_vec(),
        too_long: true,
        guessed: false,
    };
    let fault = read_pgn(&long).unwrap_err().remove(0);
    assert_eq!(
        fault.to_string(),
        "line 7: the game is longer than 4096 KiB"
    );
}
