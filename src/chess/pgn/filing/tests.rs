use super::*;
use shakmaty::Chess;

fn filed(text: &str) -> Filed {
    let text = GameText::of(text);
    Filed::of(&read_pgn(&text).unwrap().record)
}

#[test]
fn the_same_game_is_known_whatever_is_said_of_it() {
    let game = filed("[White \"Ann\"][Black \"Bob\"][Date \"1992.11.04\"]\n\n1. e4 e5 2. Nf3 *");
    let same = [
        "[Black \"BOB\"][White \"ann\"][Date \"1992-11-04\"][Event \"Club\"]\n\n1. e4! {best} e5 (1... c5) 2. Nf3 *",
    ];
    let others = [
        "[White \"Ann\"][Black \"Bob\"][Date \"1992.11.05\"]\n\n1. e4 e5 2. Nf3 *",
        "[White \"Bob\"][Black \"Ann\"][Date \"1992.11.04\"]\n\n1. e4 e5 2. Nf3 *",
        "[White \"Ann\"][Black \"Bob\"][Date \"1992.11.04\"]\n\n1. e4 e5 2. Nf3 1-0",
        "[White \"Ann\"][Black \"Bob\"][Date \"1992.11.04\"]\n\n1. e4 e5 2. Nc3 *",
        "[White \"Ann\"][Black \"Bob\"][Date \"1992.11.04\"]\n\n1. e4 e5 *",
    ];
    for text in same {
        assert_eq!(filed(text).digest, game.digest, "{text}");
    }
    for text in others {
        assert_ne!(filed(text).digest, game.digest, "{text}");
    }
}

#[test]
fn of_a_day_that_nobody_can_read_the_year_is_filed() {
    for (date, filed_as) in [
        ("04.11.1992", "1992.??.??"),
        ("25.11.1992", "1992.11.25"),
        ("spring 1992", "1992.??.??"),
        ("04/11/92", "????.??.??"),
        ("1991/1992 season", "????.??.??"),
    ] {
        let game = filed(&format!("[Date \"{date}\"]\n\n*"));
        assert_eq!(game.played_on, filed_as, "{date}");
    }
}

#[test]
fn every_board_of_the_game_has_its_key() {
    let game = filed("[ECO \"C20\"][Opening \"King's Pawn\"][Variation \"x\"]\n\n1. e4 e5 *");
    assert_eq!(
        (game.white.as_str(), game.played_on.as_str()),
        ("?", "????.??.??")
    );
    assert_eq!(
        (game.eco.as_str(), game.opening.as_str()),
        ("C20", "King's Pawn: x")
    );
    assert_eq!(game.placements().len(), 12);
    let start = BoardKeys::of(Chess::default().board());
    assert_eq!(game.placements()[..4], start.placement);
    let placements = game.placements();
    let keys: std::collections::BTreeSet<&[u8]> = placements.chunks(4).collect();
    assert_eq!(keys.len(), 3);
    assert_eq!(game.structures().len(), 4);
    assert!(game.structures().contains(&start.structure));
    assert!(game.structures().contains(&start.material));
}
