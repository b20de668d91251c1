//! `penpawn games adjudicate` and `correct`: what the administrator decides, as the players and the record are told.

use crate::correspondence::{Correspondence, Letter, answer, new_mail};
use crate::daemon::Setup;
use crate::referee;
use std::fs;

const ANN: &str = "Ann <ann@players.test>";
const BOB: &str = "Bob <bob@players.test>";

/// A correspondence, and an administrator of the same house.
struct Club {
    desk: Correspondence,
    setup: Setup,
    mails: usize,
}

impl Club {
    /// Ann has White against Bob in game 1.
    async fn with_moves(moves: &[&str]) -> Club {
        let desk = Correspondence::begin().await;
        let setup = Setup::beside(&desk);
        let mut club = Club {
            desk,
            setup,
            mails: 1,
        };
        let challenge = new_mail(ANN, 1, "", "challenge bob@players.test as white");
        club.desk.deliver(&challenge).await;
        club.answers(ANN, "yes").await;
        club.answers(BOB, "accept").await;
        for (at, typed) in moves.iter().enumerate() {
            club.answers([ANN, BOB][at % 2], typed).await;
        }
        club
    }

    fn newest_to(&self, who: &str) -> Letter {
        let (_, address) = who.split_once('<').expect("an address");
        self.desk.newest_to(address.trim_end_matches('>')).clone()
    }

    async fn answers(&mut self, who: &str, words: &str) -> Vec<Letter> {
        let letter = self.newest_to(who);
        self.answers_letter(who, &letter, words).await
    }

    async fn answers_letter(&mut self, who: &str, letter: &Letter, words: &str) -> Vec<Letter> {
        self.mails += 1;
        let mail = answer(letter, who, self.mails, "", words);
        let (letters, fate) = self.desk.deliver(&mail).await;
        assert_eq!(fate.state, "done", "{words}: {fate:?}");
        letters
    }

    /// One letter to each of them, with these words in it.
    async fn both_are_told(&mut self, words: &[&str]) {
        let letters = self.desk.collect().await;
        let to: Vec<&str> = letters
            .iter()
            .map(|letter| letter.recipient.as_str())
            .collect();
        assert_eq!(to, ["ann@players.test", "bob@players.test"]);
        for letter in &letters {
            let text = unfolded(letter);
            for word in words {
                assert!(text.contains(word), "{word}\n{text}");
            }
        }
    }

    async fn recorded(&self) -> Vec<(String, Option<i64>, Option<i32>)> {
        sqlx::query_as(
            "select kind, player_id, (detail->>'turn')::integer from event order by number",
        )
        .fetch_all(&self.desk.pool)
        .await
        .expect("events")
    }
}

/// The text without its line breaks.
fn unfolded(letter: &Letter) -> String {
    letter
        .mail
        .text
        .as_deref()
        .unwrap_or_default()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[tokio::test]
async fn a_game_is_set_back_and_old_answers_count_no_longer() {
    let mut club = Club::with_moves(&["e4", "e5", "Nf3"]).await;
    club.answers(ANN, "if Nc6 then Bb5").await;
    club.answers(ANN, "note: as always").await;
    let before_e5 = club
        .desk
        .letters
        .iter()
        .rfind(|letter| unfolded(letter).contains("Ann has played 1. e4"))
        .expect("a letter")
        .clone();
    let done = club.setup.says(&[
        "games",
        "correct",
        "1",
        "--ply",
        "1",
        "--reason",
        "Bob's mail was\nnot his",
    ]);
    assert!(done.contains("after 1 ply"), "{done}");
    assert!(done.contains("Both players are told"), "{done}");
    club.both_are_told(&[
        "The administrator of this server has corrected game 1",
        "Taken back: 1...e5 2. Nf3.",
        "The reason that was given: Bob's mail was not his",
        "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ])
    .await;
    let hers = unfolded(&club.newest_to(ANN));
    assert!(
        hers.contains(
            "Your conditional moves are dropped. Your notes about what is taken back are dropped."
        ),
        "{hers}"
    );
    assert!(!unfolded(&club.newest_to(BOB)).contains("dropped"));

    let shown = club.setup.says(&["games", "show", "1"]);
    assert!(
        shown.contains("Z: corrected by the administrator, 1 ply left: Bob's mail was not his\n"),
        "{shown}"
    );
    // The same ply as then, and another turn.
    let letters = club.answers_letter(BOB, &before_e5, "e5").await;
    let [letter] = letters.as_slice() else {
        panic!("{letters:?}");
    };
    assert!(unfolded(letter).contains("before moves were taken back"));
    let letters = club.answers(BOB, "c5").await;
    assert_eq!(letters.len(), 2);
    let pgn = club.setup.says(&["games", "pgn", "1"]);
    assert!(pgn.ends_with("\n1. e4 c5 *\n\n"), "{pgn}");
    let turns: Vec<(String, Option<i32>)> = club
        .recorded()
        .await
        .into_iter()
        .filter_map(|(kind, player, turn)| {
            assert_eq!(player.is_none(), kind == "corrected", "{kind}");
            turn.map(|turn| (kind, Some(turn)))
        })
        .collect();
    let expected = [
        ("moved", 1),
        ("moved", 2),
        ("moved", 3),
        ("corrected", 4),
        ("moved", 5),
    ]
    .map(|(kind, turn)| (kind.to_owned(), Some(turn)));
    assert_eq!(turns, expected);
    // What was left of the plans and notes would be kept with the moves of another game.
    for table in ["conditional", "note"] {
        let sql = format!("select count(*) from {table}");
        let left: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .fetch_one(&club.desk.pool)
            .await
            .expect("a number");
        assert_eq!(left, 0, "{table}");
    }
}

#[tokio::test]
async fn whose_held_move_an_adjudication_drops_is_told() {
    let mut club = Club::with_moves(&["e4", "e5"]).await;
    club.answers(ANN, "Nc3\nhold 2 days").await;
    let end = ["games", "adjudicate", "1", "0-1", "--reason", "so"];
    club.setup.says(&end);
    club.both_are_told(&["0-1"]).await;
    let dropped = "The move of yours that was held is dropped.";
    assert!(unfolded(&club.newest_to(ANN)).contains(dropped));
    assert!(!unfolded(&club.newest_to(BOB)).contains(dropped));
    let again = ["games", "correct", "1", "--ply", "2", "--reason", "back"];
    club.setup.says(&again);
    club.both_are_told(&["has opened game 1"]).await;
    let letters = club.answers(ANN, "drop held move").await;
    assert!(unfolded(&letters[0]).contains("no move of yours is held"));
}

#[tokio::test]
async fn a_game_is_ended_opened_again_and_ended_without_a_result() {
    let mut club = Club::with_moves(&["e4", "e5"]).await;
    club.setup.says(&[
        "games",
        "adjudicate",
        "1",
        "0-1",
        "--reason",
        "Ann has left the club",
    ]);
    club.both_are_told(&["0-1", "The reason that was given: Ann has left the club"])
        .await;
    assert!(unfolded(&club.newest_to(BOB)).contains("0-1, you have won."));
    assert!(unfolded(&club.newest_to(ANN)).contains("0-1, Bob has won."));
    let pgn = club.setup.says(&["games", "pgn", "1"]);
    assert!(pgn.contains("[Termination \"adjudication\"]\n"), "{pgn}");
    let letters = club.answers(ANN, "Nf3").await;
    assert!(unfolded(&letters[0]).contains("the game is over"));

    let said = club
        .setup
        .complains(&["games", "adjudicate", "1", "1-0", "--reason", "so"]);
    assert!(said.contains("the game is over"), "{said}");
    club.setup.says(&[
        "games",
        "correct",
        "1",
        "--ply",
        "2",
        "--reason",
        "Ann is back",
    ]);
    club.both_are_told(&[
        "has opened game 1",
        "The result 0-1 counts no longer, and the game goes on.",
        "it is",
        "Ann is back",
    ])
    .await;
    let letters = club.answers(ANN, "Nf3").await;
    assert_eq!(letters.len(), 2);

    club.setup
        .says(&["games", "adjudicate", "1", "*", "--reason", "both are ill"]);
    club.both_are_told(&["without a result."]).await;
    let shown = club.setup.says(&["games", "show", "1"]);
    for line in [
        "over: *, adjudication\n",
        "adjudicated, 0-1: Ann has left the club\n",
        "corrected by the administrator, 2 plies left: Ann is back\n",
        "adjudicated, *: both are ill\n",
        "\nMoves: 1. e4 e5 2. Nf3 *\n",
        "\nLast move: 20",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    // A game without a result leaves and comes back like any other.
    let folder = club.setup.file.with_file_name("games");
    fs::create_dir_all(&folder).expect("a folder");
    let (first, second) = (folder.join("first.pgn"), folder.join("second.pgn"));
    let path = |path: &std::path::Path| path.to_str().expect("a path").to_owned();
    // Whatever a player is called by.
    for who in ["Ann", "ann@players.test", "1"] {
        let games = club.setup.says(&["export", "--player", who]);
        assert!(games.contains("[White \"Ann\"]\n"), "{who}: {games}");
        let listed = club.setup.says(&["games", "list", "--player", who]);
        assert!(listed.contains("Ann - Bob  2 moves  20"), "{who}: {listed}");
    }
    assert_eq!(club.setup.says(&["export", "--player", "99"]), "");
    club.setup.says(&["export", &path(&first)]);
    let written = fs::read_to_string(&first).expect("games");
    assert!(written.contains("[Termination \"adjudication\"]\n"));
    assert!(written.ends_with("\n1. e4 e5 2. Nf3 *\n\n"), "{written}");
    assert!(referee::copied(&written).contains("1. e4 e5 2. Nf3 *"));
    club.setup.says(&["import", &path(&first)]);
    club.setup.says(&["export", &path(&second)]);
    let again = fs::read_to_string(&second).expect("games");
    assert_eq!(again, format!("{written}{written}"));
}

#[tokio::test]
async fn what_cannot_be_decided_changes_nothing() {
    let mut club = Club::with_moves(&["e4"]).await;
    club.answers(ANN, "takeback").await;
    let before = club.recorded().await;
    let long = "x".repeat(501);
    for (arguments, why) in [
        (
            ["games", "adjudicate", "7", "1-0", "--reason", "so"].as_slice(),
            "no game 7",
        ),
        (
            &["games", "adjudicate", "1", "2-0", "--reason", "so"],
            "it is 1-0, 0-1",
        ),
        (&["games", "adjudicate", "1", "1-0"], "--reason"),
        (
            &["games", "adjudicate", "1", "1-0", "--reason", " "],
            "say why",
        ),
        (&["games", "correct", "1", "--ply", "0"], "--reason"),
        (
            &["games", "correct", "1", "--ply", "1", "--reason", "so"],
            "has not come further",
        ),
        (
            &["games", "correct", "1", "--ply", "9", "--reason", "so"],
            "has not come further",
        ),
        (&["games", "correct", "1", "--reason", "so"], "--ply"),
        (
            &["games", "adjudicate", "1", "1-0", "--reason", &long],
            "longer than 500",
        ),
    ] {
        let said = club.setup.complains(arguments);
        assert!(said.contains(why), "{arguments:?}: {said}");
    }
    // Nor is it anything that can be done by mail.
    for words in ["adjudicate 1 1-0", "game 1 correct --ply 0"] {
        club.answers(ANN, words).await;
    }
    assert_eq!(club.recorded().await, before);
    let shown = club.setup.says(&["games", "show", "1"]);
    assert!(shown.contains("Offered by Ann: a takeback\n"), "{shown}");
}

#[tokio::test]
async fn an_answer_to_a_position_that_was_lost_with_the_database_is_not_played() {
    let mut club = Club::with_moves(&["e4", "e5"]).await;
    let copy = "create table copy as select * from game";
    sqlx::query(copy)
        .execute(&club.desk.pool)
        .await
        .expect("a copy");
    club.setup
        .says(&["games", "correct", "1", "--ply", "0", "--reason", "so"]);
    club.both_are_told(&["corrected game 1"]).await;
    // The database is restored from the copy; what the administrator did stands in no mail.
    sqlx::query(
        "update game set ply = c.ply, turn = c.turn, rewound = c.rewound, moves = c.moves, fen = c.fen,
                         events = c.events from copy c",
    )
    .execute(&club.desk.pool)
    .await
    .expect("restored");
    // It would be legal, and another move.
    let letters = club.answers(ANN, "d4").await;
    let [letter] = letters.as_slice() else {
        panic!("{letters:?}");
    };
    let text = unfolded(letter);
    assert!(
        text.contains("a position that this server does not know any more"),
        "{text}"
    );
}

/// The last letter to somebody who said "stop" is the one that says so.
#[tokio::test]
async fn who_said_stop_is_not_told_what_the_administrator_decides() {
    let mut club = Club::with_moves(&["e4"]).await;
    club.answers(BOB, "stop").await;
    let done = club.setup.says(&[
        "games",
        "adjudicate",
        "1",
        "1-0",
        "--reason",
        "Bob has stopped",
    ]);
    assert!(done.contains("One player is told"), "{done}");
    let told: Vec<String> = club
        .desk
        .collect()
        .await
        .iter()
        .map(|letter| letter.recipient.clone())
        .collect();
    assert_eq!(told, ["ann@players.test"]);
}
