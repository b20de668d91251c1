use super::*;
use crate::chess::Start;
use crate::game::clock::Control;
use crate::game::{Event, Found, GameNumber, Wish};
use shakmaty::san::San;

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);
const NAMES: Names<'static> = Names {
    challenger: "Ann",
    opponent: "Bob",
};

fn view(game: &Game, reader: PlayerNumber) -> GameView {
    GameView::of(game, reader, &NAMES, &dates(), "chess.example.org")
}

fn dates() -> Kept<'static> {
    Kept {
        started: DateTime::from_timestamp(1_795_219_199, 0),
        finished: None,
        notes: &[],
        tournament: None,
        substitutions: None,
        teams: None,
    }
}

fn offered() -> Game {
    Game::challenge(
        GameNumber(42),
        ANN,
        BOB,
        Wish::Black,
        Start::default(),
        Control::without(),
    )
    .0
}

fn played(moves: &[&str]) -> Game {
    let mut game = offered();
    game.accept(BOB, true).unwrap();
    for san in moves {
        let played: San = san.parse().unwrap();
        let played = played.to_move(game.position()).unwrap();
        game.apply(&Event::Moved {
            played,
            found: Found::Nothing,
            time: None,
        })
        .unwrap();
    }
    game
}

#[test]
fn each_player_sees_the_game_from_his_side() {
    let game = played(&["e4", "c5", "Nf3"]);
    let (ann, bob) = (view(&game, ANN), view(&game, BOB));
    assert_eq!((ann.you.as_str(), ann.opponent.as_str()), ("Ann", "Bob"));
    assert_eq!((bob.you.as_str(), bob.opponent.as_str()), ("Bob", "Ann"));
    assert_eq!((ann.white.as_str(), ann.black.as_str()), ("Bob", "Ann"));
    assert_eq!(
        (ann.your_side, bob.your_side),
        (Some("Black"), Some("White"))
    );
    assert_eq!((ann.your_turn, bob.your_turn), (true, false));
    assert_eq!((ann.challenged, bob.challenged), (false, true));
    assert!(ann.board.starts_with("1 "), "{}", ann.board);
    assert!(bob.board.starts_with("8 "), "{}", bob.board);
    let both = GameView::for_both(&game, &NAMES, &dates(), "chess.example.org");
    assert_eq!(both, [ann.clone(), bob.clone()]);
    assert_eq!((ann.turn, ann.move_number), ("Black", 2));
    assert_eq!(ann.last_move.as_deref(), Some("2. Nf3"));
    assert_eq!(
        ann.fen,
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    );
    assert_eq!(ann.movetext, "1. e4 c5 2. Nf3 *");
    assert_eq!(
        view(&played(&["e4", "c5"]), ANN).last_move.as_deref(),
        Some("1...c5")
    );
}

#[test]
fn a_challenge_has_no_colours_and_no_moves() {
    let ann = GameView::of(
        &offered(),
        ANN,
        &NAMES,
        &Kept::default(),
        "chess.example.org",
    );
    assert_eq!(
        (ann.your_side, ann.white.as_str(), ann.phase),
        (None, "", "offered")
    );
    assert_eq!(
        (ann.last_move, ann.outcome, ann.your_turn),
        (None, None, false)
    );
    assert!(
        ann.pgn.contains("[White \"?\"]\n[Black \"?\"]\n"),
        "{}",
        ann.pgn
    );
    assert!(ann.pgn.contains("[Date \"????.??.??\"]\n"), "{}", ann.pgn);
    assert_eq!(ann.movetext, "*");
}

#[test]
fn an_offer_and_a_result_are_told_to_each_player_in_his_words() {
    let mut game = played(&["f3", "e5", "g4"]);
    game.offer_draw(ANN).unwrap();
    assert_eq!(view(&game, ANN).draw_offer, Some("yours"));
    assert_eq!(view(&game, BOB).draw_offer, Some("theirs"));
    let mated = played(&["f3", "e5", "g4", "Qh4#"]);
    let (ann, bob) = (view(&mated, ANN), view(&mated, BOB));
    assert_eq!((ann.outcome, bob.outcome), (Some("won"), Some("lost")));
    assert_eq!(
        (ann.phase, ann.ending, ann.result),
        ("over", Some("checkmate"), "0-1")
    );
    game.accept_draw(BOB).unwrap();
    assert_eq!(view(&game, ANN).outcome, Some("drawn"));
}

#[test]
fn the_pgn_has_the_roster_and_the_tags_of_mail_chess() {
    let mated = played(&["f3", "e5", "g4", "Qh4#"]);
    let pgn = concat!(
        "[Event \"Correspondence game\"]\n",
        "[Site \"chess.example.org\"]\n",
        "[Date \"2026.11.20\"]\n",
        "[Round \"-\"]\n",
        "[White \"Bob\"]\n",
        "[Black \"Ann\"]\n",
        "[Result \"0-1\"]\n",
        "[BlackNA \"-\"]\n",
        "[CmailGameName \"chess.example.org-42\"]\n",
        "[ECO \"A00\"]\n",
        "[Mode \"EM\"]\n",
        "[Opening \"Barnes Opening\"]\n",
        "[Termination \"normal\"]\n",
        "[TimeControl \"-\"]\n",
        "[Variation \"Fool's Mate\"]\n",
        "[WhiteNA \"-\"]\n",
        "\n",
        "1. f3 e5 2. g4 Qh4# 0-1\n",
        "\n",
    );
    assert_eq!(view(&mated, ANN).pgn, pgn);
    assert!(
        view(&played(&["e4"]), ANN)
            .pgn
            .contains("[Termination \"unterminated\"]\n")
    );
}

#[test]
fn a_name_that_could_lead_somewhere_is_not_shown_to_strangers() {
    for name in [
        "Ann",
        "Ann B. Smith",
        "J. R. R.",
        "Élodie",
        "Владимир",
        "O'Neil-Smith",
        "Gal·la",
        "约翰·史密斯",
        "ジョン・スミス",
        "Elihu Root",
        "Bishop",
        "Abbot",
        "King",
        "Robot",
        "Page",
    ] {
        assert!(is_shown_to_strangers(name), "{name}");
    }
    let long = "W".repeat(31);
    for name in [
        "evil.example",
        "a@b",
        "Call 0171 555",
        "a/b",
        "www.x",
        "evil․example",
        "evilꓸexample",
        "evil·example",
        "a∕b",
        "PayPal Support",
        "Paypa| Security",
        "$upport Team",
        "Administrator",
        "penpawn team",
        "Penpavvn",
        "Tournament director",
        "PayPal Suррort",
        "Поддержка",
        &long,
    ] {
        assert!(!is_shown_to_strangers(name), "{name}");
    }
    let named = GameView {
        opponent: "evil.example".to_owned(),
        white: "evil.example".to_owned(),
        black: "Bob".to_owned(),
        ..view(&offered(), BOB)
    };
    let in_german = named.clone().for_stranger(Language::German);
    assert_eq!(in_german.opponent, "Jemand");
    let shown = named.for_stranger(Language::English);
    assert_eq!(
        [shown.opponent, shown.white, shown.black],
        ["A player", "A player", "Bob"]
    );
}

#[test]
fn a_list_says_what_waits_for_the_reader() {
    let line = |game: &Game, reader| GameLine::of(game, reader, &NAMES);
    assert!(line(&offered(), BOB).your_turn);
    assert!(!line(&offered(), ANN).your_turn);
    let game = played(&["e4"]);
    assert!(line(&game, ANN).your_turn);
    assert_eq!(line(&game, BOB).last_move.as_deref(), Some("1. e4"));
    assert_eq!(line(&game, BOB).opponent, "Ann");
}

#[test]
fn a_note_says_no_times_of_moves_to_programs() {
    let mut game = played(&["e4", "c5"]);
    game.resign(ANN).unwrap();
    let notes = [Annotation {
        ply: 1,
        glyph: None,
        text: "[%clk 0:00:01] a gambit".to_owned(),
    }];
    let kept = Kept {
        notes: &notes,
        ..dates()
    };
    let pgn = GameView::of(&game, ANN, &NAMES, &kept, "chess.example.org").pgn;
    assert!(pgn.contains("{[ %clk 0:00:01] a gambit}"), "{pgn}");
}

#[test]
fn a_game_of_a_tournament_has_its_event_and_round_in_its_pgn() {
    let game = played(&["e4", "c5"]);
    let kept = Kept {
        tournament: Some(("Spring tournament", 3)),
        ..dates()
    };
    let pgn = GameView::of(&game, ANN, &NAMES, &kept, "chess.example.org").pgn;
    for tag in ["[Event \"Spring tournament\"]", "[Round \"3\"]"] {
        assert!(pgn.contains(tag), "{pgn}");
    }
    let taken_over = Kept {
        substitutions: Some("White from move 2: Eve for Ann"),
        ..kept
    };
    let pgn = GameView::of(&game, ANN, &NAMES, &taken_over, "chess.example.org").pgn;
    let tag = "[Substitution \"White from move 2: Eve for Ann\"]";
    assert!(pgn.contains(tag), "{pgn}");
    let teams = TeamsOfGame::of(Some("Riverside".into()), Some("Hillside".into()), Some(2));
    let of_teams = Kept {
        teams: teams.as_ref(),
        ..kept
    };
    let pgn = GameView::of(&game, ANN, &NAMES, &of_teams, "chess.example.org").pgn;
    for tag in [
        "[WhiteTeam \"Riverside\"]",
        "[BlackTeam \"Hillside\"]",
        "[Board \"2\"]",
    ] {
        assert!(pgn.contains(tag), "{pgn}");
    }
    let alone = GameView::of(&game, ANN, &NAMES, &dates(), "chess.example.org").pgn;
    assert!(
        alone.contains("[Event \"Correspondence game\"]") && alone.contains("[Round \"-\"]"),
        "{alone}"
    );
}
