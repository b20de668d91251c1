//! A letter of a move in each form, as python-chess sees it: its FEN, its board in text, the words and the picture of its drawn
//! board, and its PGN are all the position after the same moves.
//!
//! settings (environment):
//!   FACES        how many letters; default 1000
//!   FACES_SEED   what their games are made of; default 1

use crate::pgn::{dice::Dice, number};
use crate::referee::ask;
use penpawn::chess::{Start, Variant};
use penpawn::game::clock::{Control, Kind, Spent};
use penpawn::game::{Game, GameNumber, PlayerNumber, Wish};
use penpawn::letters::{
    Answers, Followed, Format, GameView, Kept, Letter, Names, Occasion, Preferences, Templates,
};
use serde_json::json;
use shakmaty::{CastlingMode, Position};
use std::collections::BTreeMap;

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

/// What python-chess is asked of each line: whether every form shows what is on the board after these moves.
const REFEREE: &str = r#"
import sys, io, json, re, chess, chess.pgn
NAMES = {'king': chess.KING, 'queen': chess.QUEEN, 'rook': chess.ROOK, 'bishop': chess.BISHOP, 'knight': chess.KNIGHT, 'pawn': chess.PAWN}
SIDES = {'White': chess.WHITE, 'Black': chess.BLACK}
def pieces(side, words):
    for kind in words.split('; '):
        name, squares = kind.split(' ', 1)
        for square in re.findall(r'\b[a-h][1-8]\b', squares):
            yield chess.parse_square(square), chess.Piece(NAMES[name.rstrip('s:')], SIDES[side])
def of_words(words):
    return {square: piece for side, kinds in re.findall(r'(White|Black): ([^.]*)\.', words) for square, piece in pieces(side, kinds)}
def of_lines(text):
    found = {}
    for side, name, squares in re.findall(r'^ *(White|Black) (kings?|queens?|rooks?|bishops?|knights?|pawns?):? (.*)$', text, re.M):
        found.update(pieces(side, name + ' ' + squares))
    return found
def of_diagram(text):
    files = re.search(r'^ +([a-h](?: [a-h]){7})$', text, re.M).group(1).split()
    found = {}
    for rank, row in re.findall(r'^ +([1-8])  ((?:[.A-Za-z] ?){8})$', text, re.M):
        for file, sign in zip(files, row.split()):
            if sign != '.':
                found[chess.parse_square(file + rank)] = chess.Piece.from_symbol(sign)
    return found
for line in sys.stdin:
    told = json.loads(line)
    board = chess.Board()
    for move in told['moves']:
        board.push_uci(move)
    fen = board.fen(en_passant='fen')
    for form in ('text', 'words', 'board'):
        read = re.search(r'^FEN: (.*)$', told[form], re.M).group(1)
        assert read == fen, (form, read, fen)
    for form, read in (('text', of_diagram(told['text'])), ('words', of_lines(told['words'])),
                       ('alternative', of_words(told['alternative']))):
        assert read == board.piece_map(), (form, fen, read)
    assert re.sub('<[^>]*>', '', told['html']).count(fen) == 1, (fen, told['html'])
    assert told['picture'].split()[0] == board.board_fen(), (told['picture'], fen)
    game = chess.pgn.read_game(io.StringIO(told['pgn']))
    assert not game.errors and game.end().board().fen(en_passant='fen') == fen, (told['pgn'], fen)
print('well')
"#;

/// A game of random moves, the last of them a move of the opponent of the reader that is returned.
fn game(dice: &mut Dice) -> (Game, PlayerNumber, String) {
    let usual = Start::from_fen(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        Variant::Standard,
    );
    let control = Control::new(Kind::Without);
    let start = usual.expect("the usual start");
    let (mut game, _) = Game::challenge(GameNumber(42), ANN, BOB, Wish::White, start, control);
    game.accept(BOB, false).expect("accepted");
    let mut last = String::new();
    for _ in 0..=dice.below(120) {
        let legal = game.position().legal_moves();
        // None that ends the game, since the letters of an end are others.
        let going_on = |played: &&shakmaty::Move| {
            let after = game.position().clone().play(**played);
            after.is_ok_and(|after| !after.is_game_over())
        };
        let legal: Vec<_> = legal.iter().filter(going_on).copied().collect();
        let Some(played) = (!legal.is_empty()).then(|| *dice.pick(&legal)) else {
            break;
        };
        let mover = to_move(&game);
        last = played.to_string();
        if game.play_in(mover, played, Spent::Nothing).is_err() {
            break;
        }
    }
    let reader = to_move(&game);
    (game, reader, last)
}

fn to_move(game: &Game) -> PlayerNumber {
    game.player(game.position().turn()).expect("a player")
}

fn moves_of(game: &Game) -> Vec<String> {
    let moves = game.moves().iter();
    let uci = |played: &shakmaty::Move| played.to_uci(CastlingMode::Standard).to_string();
    moves.map(uci).collect()
}

#[test]
fn every_form_of_a_thousand_letters_shows_the_same_position() {
    let templates = Templates::new(BTreeMap::new()).expect("our own templates");
    let names = Names {
        challenger: "Ann",
        opponent: "Bob",
    };
    let mut told = String::new();
    for at in 0..number("FACES", 1000) {
        let mut dice = Dice::new(number("FACES_SEED", 1), at);
        let (game, reader, played) = game(&mut dice);
        let view = GameView::of(&game, reader, &names, &Kept::default(), "chess.test");
        let letter = Letter {
            occasion: Occasion::YourMove {
                game: view,
                played,
                draw_offered: false,
                claim: Vec::new(),
                followed: Followed::default(),
                beside: Vec::new(),
                talk: None,
            },
            reader: "Ann".to_owned(),
            reference: None,
            links_to: None,
            server: "chess@chess.test".to_owned(),
            answers: Answers::Proven,
            stopped_time: Vec::new(),
            absence: None,
            rating: None,
        };
        let in_form = |format| {
            let preferences = Preferences::usual(format);
            let letter = templates.render_as(&letter, &preferences, "chess.test");
            letter.expect("a letter")
        };
        let (text, words) = (in_form(Format::Text), in_form(Format::Words));
        let board = in_form(Format::Board);
        let face = board.face.expect("a drawn board");
        let alternative = face.html.split_once("alt=\"").expect("its words").1;
        let alternative = alternative.split_once('"').expect("their end").0;
        let line = json!({
            "moves": moves_of(&game),
            "text": text.body,
            "words": words.body,
            "board": board.body,
            "html": face.html,
            "alternative": alternative,
            "picture": face.board.expect("its picture").picture.to_string(),
            "pgn": text.attachment.expect("the game").pgn,
        });
        told += &format!("{line}\n");
    }
    assert_eq!(ask(REFEREE, &told), "well\n");
}
