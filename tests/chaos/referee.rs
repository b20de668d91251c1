//! python-chess's opinion of many games at once, since starting it takes longer than a game.

#[path = "../it/referee.rs"]
#[allow(dead_code, reason = "the integration tests use more of it")]
mod one;

use one::{ReadGame, ask};

/// For each game, given as its moves in standard notation separated by blanks: the FEN at the beginning and after every
/// move. A move that python-chess refuses ends the list of its game, with what it said.
pub(crate) fn positions(games: &[String]) -> Vec<Vec<String>> {
    let program = "import sys, chess\n\
                   for line in sys.stdin:\n\
                   \x20   board = chess.Board()\n\
                   \x20   told = [board.fen(en_passant='fen')]\n\
                   \x20   for san in line.split():\n\
                   \x20       try:\n\
                   \x20           board.push_san(san)\n\
                   \x20       except ValueError as refusal:\n\
                   \x20           told.append(str(refusal))\n\
                   \x20           break\n\
                   \x20       told.append(board.fen(en_passant='fen'))\n\
                   \x20   print('\\t'.join(told))\n";
    let input: String = games.iter().map(|moves| format!("{moves}\n")).collect();
    ask(program, &input)
        .lines()
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// Reads a file of many games: for each its site, result, last position and number of plies. Fails when python-chess has
/// anything to say against one of them.
pub(crate) fn read_pgns(pgn: &str) -> Vec<(String, ReadGame)> {
    let program = "import sys, io, chess.pgn\n\
                   text = io.StringIO(sys.stdin.read())\n\
                   while (game := chess.pgn.read_game(text)) is not None:\n\
                   \x20   assert not game.errors, game.errors\n\
                   \x20   print(game.headers['CmailGameName'], game.headers['Result'], sum(1 for _ in game.mainline()),\n\
                   \x20         game.end().board().fen(en_passant='fen'), sep='\\t')\n";
    let read = |line: &str| {
        let mut fields = line.split('\t').map(str::to_owned);
        let mut next = || fields.next().expect("python-chess says four things");
        let (name, result) = (next(), next());
        let plies = next().parse().expect("a number");
        (
            name,
            ReadGame {
                result,
                fen: next(),
                plies,
            },
        )
    };
    ask(program, pgn).lines().map(read).collect()
}
