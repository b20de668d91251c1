//! Another program's opinion: python-chess, from `target/venv` (see `tests/bed/install referee`).

use crate::bed;
use std::io::Write;
use std::process::{Command, Stdio};

/// What python-chess reads in a PGN.
pub(crate) struct ReadGame {
    pub(crate) result: String,
    /// The last position, with the en passant square after every double step.
    pub(crate) fen: String,
    /// How many plies it found.
    pub(crate) plies: usize,
}

/// The FEN after each of these moves.
pub(crate) fn fens(moves: &[&str]) -> Vec<String> {
    let program = "import sys, chess\n\
                   board = chess.Board()\n\
                   for san in sys.stdin.read().split():\n\
                   \x20   board.push_san(san)\n\
                   \x20   print(board.fen(en_passant='fen'))\n";
    ask(program, &moves.join(" "))
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Reads one game, and fails the test when python-chess has anything to say against it.
pub(crate) fn read_pgn(pgn: &str) -> ReadGame {
    let program = "import sys, io, chess.pgn\n\
                   text = io.StringIO(sys.stdin.read())\n\
                   game = chess.pgn.read_game(text)\n\
                   assert game is not None and not game.errors, game and game.errors\n\
                   assert chess.pgn.read_game(text) is None, 'more than one game'\n\
                   print(game.headers['Result'])\n\
                   print(game.end().board().fen(en_passant='fen'))\n\
                   print(sum(1 for _ in game.mainline()))\n";
    let said = ask(program, pgn);
    let mut lines = said.lines().map(str::to_owned);
    let mut next = || lines.next().expect("python-chess says three lines");
    ReadGame {
        result: next(),
        fen: next(),
        plies: next().parse().expect("a number"),
    }
}

/// Reads games, and writes them again in its own way. Fails the test when python-chess has anything to say against one.
pub(crate) fn copied(pgn: &str) -> String {
    let program = "import sys, io, chess.pgn\n\
                   sys.stdin.reconfigure(encoding='utf-8')\n\
                   sys.stdout.reconfigure(encoding='utf-8')\n\
                   text = io.StringIO(sys.stdin.read())\n\
                   while (game := chess.pgn.read_game(text)) is not None:\n\
                   \x20   assert not game.errors, (game.errors, str(game))\n\
                   \x20   print(game, end='\\n\\n')\n";
    ask(program, pgn)
}

/// What python-chess reads of the clocks in games: for each move, in seconds, what is left to its side after it and what
/// it took; nothing where it is not told.
pub(crate) fn clocks(pgn: &str) -> Vec<Vec<(Option<u64>, Option<u64>)>> {
    let program = "import sys, io, chess.pgn\n\
                   def told(seconds):\n\
                   \x20   return '-' if seconds is None else str(int(seconds))\n\
                   text = io.StringIO(sys.stdin.read())\n\
                   while (game := chess.pgn.read_game(text)) is not None:\n\
                   \x20   assert not game.errors, (game.errors, str(game))\n\
                   \x20   print(' '.join(told(node.clock()) + '/' + told(node.emt()) for node in game.mainline()))\n";
    let of_move = |said: &str| {
        let (left, took) = said.split_once('/').expect("two");
        (left.parse().ok(), took.parse().ok())
    };
    ask(program, pgn)
        .lines()
        .map(|game| game.split_whitespace().map(of_move).collect())
        .collect()
}

/// A game to be judged.
pub(crate) struct Start {
    pub(crate) chess960: bool,
    pub(crate) fen: String,
    /// In the notation of UCI.
    pub(crate) moves: Vec<String>,
}

/// What python-chess says of a position of a game.
#[derive(Debug)]
pub(crate) struct Judged {
    /// As we write it: the files of the rooks in Chess960, in the order of the board.
    pub(crate) fen: String,
    pub(crate) checkmate: bool,
    pub(crate) stalemate: bool,
    pub(crate) insufficient_material: bool,
    pub(crate) fivefold_repetition: bool,
    pub(crate) seventy_five_moves: bool,
    /// The position on the board is there for the third time.
    pub(crate) repeated: bool,
    /// It is, or a legal move makes it so.
    pub(crate) can_claim_repetition: bool,
    pub(crate) fifty_moves: bool,
    /// They have been made, or a legal move completes them.
    pub(crate) can_claim_fifty_moves: bool,
}

/// The FENs of the start positions of Chess960, by number.
pub(crate) fn chess960_starts() -> Vec<String> {
    let program = format!(
        "{FEN}\
         for number in range(960):\n\
         \x20   print(fen(chess.Board.from_chess960_pos(number)))\n"
    );
    ask(&program, "").lines().map(str::to_owned).collect()
}

/// How many ways there are to go on for this many plies, from each of these positions.
pub(crate) fn perft(positions: &[(bool, String)], depth: u32) -> Vec<u64> {
    let program = format!(
        "import sys, chess\n\
         def perft(board, depth):\n\
         \x20   if depth == 1:\n\
         \x20       return board.legal_moves.count()\n\
         \x20   count = 0\n\
         \x20   for move in board.legal_moves:\n\
         \x20       board.push(move)\n\
         \x20       count += perft(board, depth - 1)\n\
         \x20       board.pop()\n\
         \x20   return count\n\
         for line in sys.stdin:\n\
         \x20   variant, fen = line.rstrip('\\n').split('|')\n\
         \x20   print(perft(chess.Board(fen, chess960=variant == 'chess960'), {depth}))\n"
    );
    let told: String = positions
        .iter()
        .map(|(chess960, fen)| {
            let variant = if *chess960 { "chess960" } else { "chess" };
            format!("{variant}|{fen}\n")
        })
        .collect();
    let said = ask(&program, &told);
    said.lines()
        .map(|line| line.parse().expect("a number"))
        .collect()
}

/// What python-chess says of these games: each position from the first to the last. Whether a move could be claimed
/// with takes it long to find out, so it is asked about that only where `claims` says so.
pub(crate) fn judge(games: &[Start], claims: bool) -> Vec<Vec<Judged>> {
    let claims = if claims { "True" } else { "False" };
    let program = format!(
        "{FEN}\
         def judge(board):\n\
         \x20   said = [board.is_checkmate(), board.is_stalemate(), board.is_insufficient_material(),\n\
         \x20           board.is_fivefold_repetition(), board.is_seventyfive_moves(), board.is_repetition(3),\n\
         \x20           claims and board.can_claim_threefold_repetition(), board.is_fifty_moves(),\n\
         \x20           claims and board.can_claim_fifty_moves()]\n\
         \x20   print(fen(board), *['ny'[s] for s in said])\n\
         claims = {claims}\n\
         for line in sys.stdin:\n\
         \x20   variant, start, moves = line.rstrip('\\n').split('|')\n\
         \x20   board = chess.Board(start, chess960=variant == 'chess960')\n\
         \x20   assert board.is_valid(), start\n\
         \x20   judge(board)\n\
         \x20   for uci in moves.split():\n\
         \x20       board.push_uci(uci)\n\
         \x20       judge(board)\n\
         \x20   print()\n"
    );
    let told: String = games
        .iter()
        .map(|game| {
            let variant = if game.chess960 {
                "chess960"
            } else {
                "standard"
            };
            format!("{variant}|{}|{}\n", game.fen, game.moves.join(" "))
        })
        .collect();
    let said = ask(&program, &told);
    said.split_terminator("\n\n")
        .map(|game| game.lines().map(judged).collect())
        .collect()
}

fn judged(line: &str) -> Judged {
    let words: Vec<&str> = line.split(' ').collect();
    let (fen, said) = words.split_at(6);
    let mut said = said.iter().map(|word| *word == "y");
    let mut next = || said.next().expect("a word for each question");
    Judged {
        fen: fen.join(" "),
        checkmate: next(),
        stalemate: next(),
        insufficient_material: next(),
        fivefold_repetition: next(),
        seventy_five_moves: next(),
        repeated: next(),
        can_claim_repetition: next(),
        fifty_moves: next(),
        can_claim_fifty_moves: next(),
    }
}

/// FEN as we write it, in python-chess's words.
const FEN: &str = "import sys, chess\n\
    def fen(board):\n\
    \x20   if not board.chess960:\n\
    \x20       return board.fen(en_passant='fen')\n\
    \x20   fields = board.fen(shredder=True, en_passant='xfen').split()\n\
    \x20   fields[2] = ''.join(sorted(fields[2]))\n\
    \x20   return ' '.join(fields)\n";

/// Runs a program of python-chess, and returns what it printed.
pub(crate) fn ask(program: &str, input: &str) -> String {
    let python = bed::root().join("target/venv/bin/python");
    assert!(
        python.exists(),
        "python-chess is missing; run tests/bed/install referee"
    );
    let mut process = Command::new(python)
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python");
    let mut stdin = process.stdin.take().expect("a pipe");
    let said = std::thread::scope(|scope| {
        // It may answer before it has read everything.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        process.wait_with_output().expect("python")
    });
    assert!(said.status.success(), "python-chess refuses:\n{input}");
    String::from_utf8(said.stdout).expect("text")
}
