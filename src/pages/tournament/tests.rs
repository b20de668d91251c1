use super::*;
use crate::game::Result;
use crate::tournaments::knock_out::{self, Field, Outcome};
use crate::tournaments::table::{Record, table};
use crate::tournaments::{Bye, Contested, Game};

fn site() -> Site {
    Site {
        name: "Chess & Co".to_owned(),
        address: "chess@example.org".to_owned(),
        contact: "admin@example.org".to_owned(),
        web: String::new(),
    }
}

fn game(round: u16, white: u16, black: u16, result: &str) -> Game {
    Game {
        pairing: Pairing {
            round,
            white: Number(white),
            black: Number(black),
        },
        result: Result::from_token(result).unwrap(),
        contested: Contested::Yes,
    }
}

fn tournament(system: System, state: State, games: &[Game], byes: &[Bye]) -> Tournament {
    Tournament {
        name: "club-2027".to_owned(),
        title: "Club & <friends>, eve@evil.example".to_owned(),
        state,
        began: "2026-11-26".to_owned(),
        system,
        time: "3 days a move".to_owned(),
        table: table(&Record {
            system,
            players: 3,
            withdrawn: &[],
            games,
            byes,
        }),
        players: ["Ann", "<b>Bob</b>", "Carl"].map(str::to_owned).into(),
        games: vec![(games[0].pairing, 17)],
        substitutes: Vec::new(),
        bracket: None,
        legs: Vec::new(),
        teams: None,
    }
}

/// The page without line breaks.
fn text(one: &Tournament) -> String {
    let pages = tournaments(std::slice::from_ref(one), &site());
    assert_eq!(pages[0].path, "tournaments/club-2027.html");
    assert_eq!(pages[1].path, "tournaments.html");
    assert!(
        pages[1]
            .text
            .contains("href=\"tournaments/club-2027.html\"")
    );
    pages[0].text.replace('\n', "")
}

#[test]
fn a_round_robin_is_shown_as_a_cross_table_with_links_to_its_public_games() {
    let games = [
        game(1, 2, 3, "1-0"),
        game(2, 3, 1, "1/2-1/2"),
        game(3, 1, 2, "*"),
    ];
    let page = text(&tournament(System::RoundRobin, State::Playing, &games, &[]));
    for there in [
        "Club &amp; &lt;friends&gt;",
        "<th scope=\"row\"><bdi>&lt;b&gt;Bob&lt;&#x2f;b&gt;</bdi></th><td>·</td><td>×</td><td><a href=\"../games/17.html\">1</a></td><td>1.0</td>",
        "<th scope=\"row\"><bdi>Ann</bdi></th><td>×</td><td>·</td><td>½</td><td>0.5</td>",
        "<td>1–2</td><td>2</td>",
    ] {
        assert!(page.contains(there), "{there}\n{page}");
    }
    assert!(!page.contains("evil.example"), "{page}");
}

#[test]
fn a_swiss_is_shown_round_by_round() {
    let games = [game(1, 2, 3, "0-1"), game(2, 3, 1, "1/2-1/2")];
    let byes = [
        Bye {
            round: 1,
            player: Number(1),
        },
        Bye {
            round: 2,
            player: Number(2),
        },
    ];
    let system = System::Swiss { rounds: 2 };
    let page = text(&tournament(system, State::Finished, &games, &byes));
    for there in [
        "<bdi>Carl</bdi></th><td><a href=\"../games/17.html\">1</a> B2</td><td>½ W1</td><td>1.5</td>",
        "<bdi>Ann</bdi></th><td>1 bye</td><td>½ B3</td><td>1.5</td>",
        "Buchholz Cut-1",
    ] {
        assert!(page.contains(there), "{there}\n{page}");
    }
}

#[test]
fn a_server_without_tournaments_says_so() {
    let pages = tournaments(&[], &site());
    assert_eq!(pages.len(), 1);
    assert!(pages[0].text.contains("There is none yet."));
}

#[test]
fn a_knock_out_is_a_list_of_its_rounds_with_links_to_public_games_and_the_places() {
    let leg = |board, white, black, outcome| Leg {
        round: 1,
        board,
        white: Number(white),
        black: Number(black),
        outcome,
    };
    let legs = [leg(5, 2, 3, Outcome::White), leg(6, 3, 2, Outcome::Draw)];
    let byes = [Bye {
        round: 1,
        player: Number(1),
    }];
    let field = Field {
        legs: &legs,
        byes: &byes,
        ..Field::of(3)
    };
    let one = Tournament {
        table: knock_out::table(&field),
        substitutes: Vec::new(),
        bracket: Some(Bracket::of(&field)),
        legs: vec![(legs[0], 17)],
        games: Vec::new(),
        ..tournament(
            System::KnockOut,
            State::Playing,
            &[game(1, 2, 3, "1-0")],
            &[],
        )
    };
    let page = text(&one);
    for there in [
        "<h2>Semi-final</h2><ul><li><bdi>Ann goes on without playing.</bdi></li>",
        "<li><bdi>&lt;b&gt;Bob&lt;&#x2f;b&gt; 1½-½ Carl: &lt;b&gt;Bob&lt;&#x2f;b&gt; goes on.</bdi> <a href=\"../games/17.html\">game 17</a></li>",
        "<td>3</td><td>3</td><th scope=\"row\"><bdi>Carl</bdi></th>",
        "<h2>Places</h2>",
    ] {
        assert!(page.contains(there), "{there}\n{page}");
    }
    assert!(!page.contains("Sonneborn"), "{page}");
}

#[test]
fn teams_stand_above_the_games_of_their_players() {
    let games = [game(1, 1, 2, "1-0")];
    let system = System::Teams {
        boards: 1,
        meeting: Meeting::SameBoard,
    };
    let mut one = tournament(system, State::Finished, &games, &[]);
    let standings = teams::standings(&one.table, 1, teams::Ranking::MatchPoints);
    let names = ["River <i>", "Hillside", "Mill"].map(str::to_owned);
    one.teams = Some((standings, TeamNames::of(names.into())));
    let page = text(&one);
    for there in [
        "Every team plays every other one, board against board",
        "<td>1</td><th scope=\"row\"><bdi>River &lt;i&gt;</bdi></th><td>2</td><td>1.0</td>",
        "<h2>Players</h2>",
        "<th scope=\"row\"><bdi>Ann</bdi></th><td>×</td><td><a href=\"../games/17.html\">1</a></td><td></td><td>1.0</td>",
    ] {
        assert!(page.contains(there), "{there}\n{page}");
    }
}
