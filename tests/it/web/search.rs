//! What is asked by a form: games that are looked for, and whether something is a FEN.

use super::client::{ask, get};
use super::start;
use crate::bed;
use crate::daemon::Setup;
use crate::site::{self, Place};
use penpawn::chess::pgn::{GameText, read_pgn};
use serde_json::Value;
use shakmaty::Position;
use sqlx::PgPool;
use std::path::Path;

#[tokio::test]
async fn games_are_found_paged_and_handed_out_as_pgn() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new("web-search");
    let file = site::archive(&place);
    setup.penpawn(&["import", file.to_str().expect("a path")]);
    // As from before the archive knew what stood in its games.
    let older = sqlx::query("update archive_game set structures = null where id % 2 = 1")
        .execute(&pool)
        .await
        .expect("older games");
    assert!(older.rows_affected() > 50);
    setup.penpawn(&["migrate"]);
    let web = start(&mut setup, &place).await;
    let form = get(&web.socket, "/search");
    assert_eq!(form.status, 200);
    assert!(!form.text().contains("What was found"));

    // Who wished us ill is found by name, and nothing of it is markup.
    let found = get(
        &web.socket,
        "/search?player=%3Cimg+src&colour=white&from=1999&to=1999",
    )
    .text();
    assert!(found.contains("1 game, the latest first"), "{found}");
    assert!(found.contains("href=\"/archive/201.html\""), "{found}");
    assert!(
        found.contains("value=\"&lt;img src\"") && !found.contains("<img"),
        "{found}"
    );
    let pgn = get(&web.socket, "/search.pgn?player=%3Cimg+src");
    assert_eq!(
        pgn.field("content-type"),
        Some("application/vnd.chess-pgn; charset=utf-8")
    );
    assert_eq!(pgn.body, get(&web.socket, "/archive/201.pgn").body);
    assert_eq!(get(&web.socket, "/search.pgn?player=nobody").body, b"");

    // What all have, over several pages, each game once.
    let count = |page: usize| {
        let text = get(&web.socket, &format!("/search?from=0000&page={page}")).text();
        text.matches("<li><a href=\"/archive/").count()
    };
    assert_eq!(count(1), 50);
    let dated: i64 =
        sqlx::query_scalar("select count(*) from archive_game where played_on not like '?%'")
            .fetch_one(&pool)
            .await
            .expect("a number");
    let all: usize = (1..=5).map(count).sum();
    assert!(
        all >= usize::try_from(dated).expect("a number").min(200),
        "{all} of {dated}"
    );

    by_what_stood_on_the_board(&pool, &web.socket).await;

    let faulty = get(&web.socket, "/search?player=x&from=soon&result=2-0").text();
    for words in ["value=\"soon\"", "Write a year", "A result is"] {
        assert!(faulty.contains(words), "{words}: {faulty}");
    }
    for query in [
        "player=%",
        "player=%ff%fe",
        "&&&===",
        "page=99999999999999999999",
        "player=a&player=b",
    ] {
        assert_eq!(
            get(&web.socket, &format!("/search?{query}")).status,
            200,
            "{query}"
        );
    }
    web.process.stop().await;
}

/// Each board of a game finds it, by the index.
async fn by_what_stood_on_the_board(pool: &PgPool, socket: &Path) {
    let pgn: String = sqlx::query_scalar("select pgn from archive_game where id = 7")
        .fetch_one(pool)
        .await
        .expect("a game");
    let text = GameText::of(pgn);
    let record = read_pgn(&text).expect("what we wrote").record;
    for position in record.positions() {
        let board = position.board().to_string();
        let is_found = (1..=9).any(|page| {
            let page = get(socket, &format!("/search?position={board}&page={page}"));
            page.text().contains("href=\"/archive/7.html\"")
        });
        assert!(is_found, "{board}");
    }
    let board = "8/8/8/8/8/8/8/8";
    let none = get(socket, &format!("/search?position={board}")).text();
    assert!(
        none.contains("0 games") || none.contains("No game"),
        "{none}"
    );
}

#[tokio::test]
async fn a_fen_is_looked_at_for_people_and_for_programs() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new("web-fen");
    let web = start(&mut setup, &place).await;
    let good = get(&web.socket, "/fen?fen=8/8/8/8/8/k7/7R/K7+w+-+-+0+1").text();
    assert!(good.contains("<b>It is one.</b>"), "{good}");
    assert!(
        good.contains("href=\"/board.html#fen=8/8/8/8/8/k7/7R/K7_w_-_-_0_1\""),
        "{good}"
    );
    assert!(
        good.contains("href=\"/search?position=8%2F8%2F8%2F8%2F8%2Fk7%2F7R%2FK7+w+-+-+0+1\""),
        "{good}"
    );
    let bad = get(&web.socket, "/fen?fen=%3Cscript%3E/8/8+x+KQzq").text();
    assert!(
        bad.contains("No game can begin from it") && !bad.contains("<script>"),
        "{bad}"
    );
    let json = |path: &str, accept: &str| {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\nConnection: close\r\n\r\n"
        );
        ask(&web.socket, request)
    };
    let answer = json("/fen?fen=8/8/8+x", "application/json");
    assert_eq!(answer.field("content-type"), Some("application/json"));
    let report: Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(report["playable"], false);
    assert_eq!(report["fields"][1]["name"], "side to move (field 2)");
    assert_eq!(report["fields"][1]["given"], "x");
    for field in 0..2 {
        assert!(
            !report["fields"][field]["faults"]
                .as_array()
                .expect("faults")
                .is_empty()
        );
    }
    let page = json("/fen?fen=8/8/8+x", "text/html,application/json");
    assert_eq!(page.field("content-type"), Some("text/html; charset=utf-8"));
    let answer = get(
        &web.socket,
        "/fen.json?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
    );
    let report: Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(report["playable"], true);
    web.process.stop().await;
}
