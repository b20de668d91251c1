//! `penpawn tournaments substitute`: who takes a place, and where that is seen.

use super::{Club, readers};
use crate::site::Place;

const SUBSTITUTE: [&str; 7] = [
    "tournaments",
    "substitute",
    "club-2027",
    "Bob",
    "--by=Dora",
    "--reason",
    "Bob is ill",
];

#[tokio::test]
async fn who_takes_a_place_has_its_games_and_its_row_of_the_table() {
    let mut club = Club::begin().await;
    club.play().await;
    // Bob has lost to Carl.
    for ruling in [
        &["games", "adjudicate", "3", "0-1", "--reason", "seen"] as &[&str],
        &["games", "adjudicate", "2", "1-0", "--reason", "seen"],
    ] {
        club.setup.says(ruling);
    }
    club.desk.collect().await;
    let said = club.setup.says(&SUBSTITUTE);
    assert_eq!(
        said,
        "Dora plays in club-2027 in the place of Bob, and goes on with 1 game. 4 letters say so.\n"
    );
    let letters = club.desk.collect().await;
    let mut told = readers(&letters);
    told.sort_unstable();
    assert_eq!(
        told,
        [
            "ann@players.test",
            "bob@players.test",
            "dora@players.test",
            "dora@players.test"
        ]
    );
    let again = club.setup.complains(&SUBSTITUTE);
    assert!(again.contains("Bob has left club-2027 already"), "{again}");

    let table = club.json(&["tournaments", "table", "club-2027"]);
    let row = table["table"].as_array().expect("rows");
    let row = row.iter().find(|row| row["name"] == "Dora").expect("hers");
    assert_eq!(row["number"], 2, "{table}");
    assert_eq!(row["going_on"], 1, "{table}");
    assert_eq!(table["substitutes"][0]["in_place_of"], "Bob");
    let shown = club.setup.says(&["tournaments", "table", "club-2027"]);
    let line = "   2 Dora took the place of Bob, 2";
    assert!(shown.contains(line), "{shown}");
    let shown = club.setup.says(&["tournaments", "show", "club-2027"]);
    assert!(
        shown.contains("\nPlaces given up:\n   2  Bob  until 2"),
        "{shown}"
    );
    let line = "Z: substituted Bob by Dora: Bob is ill\n";
    assert!(shown.contains(line), "{shown}");

    let report = club
        .setup
        .says(&["tournaments", "export", "club-2027", "--trf"]);
    assert_eq!(report.matches("\n001 ").count(), 3, "{report}");
    assert!(report.contains("\n### 2: Dora for Bob since 2"), "{report}");
    let pgn = club
        .setup
        .says(&["tournaments", "export", "club-2027", "--pgn"]);
    assert_eq!(
        pgn.matches("[Substitution \"Black from move 1: Dora for Bob\"]")
            .count(),
        1,
        "{pgn}"
    );
    assert!(
        pgn.contains("[White \"Bob\"]\n[Black \"Carl\"]"),
        "what is over stays: {pgn}"
    );

    let place = Place::new("substitutes-site");
    club.setup
        .says(&["site", place.0.to_str().expect("a path")]);
    let page = place.0.join("tournaments/club-2027.html");
    let page = std::fs::read_to_string(page).expect("its page");
    let line = "<p>No. 2: <bdi>Dora</bdi> took the place of <bdi>Bob</bdi> on 2";
    assert!(page.contains(line), "{page}");
}

#[tokio::test]
async fn who_was_replaced_is_forgotten_and_the_table_keeps_the_games() {
    let mut club = Club::begin().await;
    club.play().await;
    let adjudicate = ["games", "adjudicate", "3", "0-1", "--reason", "seen"];
    club.setup.says(&adjudicate);
    club.setup.says(&SUBSTITUTE);
    club.setup.says(&["players", "forget", "Bob", "--yes"]);
    let table = club.json(&["tournaments", "table", "club-2027"]);
    assert_eq!(table["substitutes"][0]["in_place_of"], "Player 3");
    let carl = table["table"].as_array().expect("rows");
    let carl = carl.iter().find(|row| row["name"] == "Carl").expect("his");
    assert_eq!(carl["points"], "1.0", "{table}");
    let record = club.record().await;
    assert!(
        record.iter().all(|(_, _, words)| !words.contains("ill")),
        "{record:?}"
    );
}

#[tokio::test]
async fn a_place_is_not_given_to_who_plays_or_has_played_or_is_nobody() {
    let mut club = Club::begin().await;
    let not_begun = club.setup.complains(&SUBSTITUTE);
    assert!(not_begun.contains("club-2027 has not begun"), "{not_begun}");
    club.play().await;
    for (player, by, words) in [
        (
            "Bob",
            "Carl",
            "who would take the place plays in it already",
        ),
        ("Bob", "Bob", "these are one and the same player"),
        ("Dora", "Bob", " does not take part in club-2027"),
    ] {
        let by = format!("--by={by}");
        let order = ["tournaments", "substitute", "club-2027", player, &by];
        let told = club.setup.complains(&order);
        assert!(told.contains(words), "{told}");
    }
    club.setup.says(&SUBSTITUTE);
    let back = ["tournaments", "substitute", "club-2027", "Dora", "--by=Bob"];
    let told = club.setup.complains(&back);
    assert!(told.contains("has played in it before"), "{told}");
}
