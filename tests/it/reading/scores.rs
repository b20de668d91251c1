//! Two moves in one mail, scores up to now with one move more, and games in PGN, pasted or attached.

use super::{SPANISH, Table};

#[tokio::test]
async fn two_moves_that_are_both_legal_are_a_question_though_the_other_side_could_answer_so() {
    for (played, typed) in [
        ("e4", "e6 e5"),
        ("e4", "a6 b5"),
        ("e4 e5 Nf3", "a6 b6"),
        ("e4", "e6\ne5"),
        ("", "e3 e4"),
        ("", "1. e3 e4"),
        ("e4", "1... e6 e5"),
        ("e4 e5", "Nf3 Nc6 d4"),
    ] {
        let mut table = Table::after(played).await;
        let outcome = table.answer(typed).await;
        assert_eq!(outcome.played.len(), 0, "{typed}: {}", outcome.told());
        assert_eq!(
            (outcome.mine.len(), outcome.theirs.len()),
            (1, 0),
            "{typed}"
        );
        if !typed.contains('\n') {
            let told = outcome.told();
            assert!(told.contains("Which do you mean?"), "{typed}: {told}");
        }
    }
    for (played, typed, expected) in [
        ("", "1. e4 e5 2. Nf3", "e2e4"),
        ("", "e4 e5", "e2e4"),
        (SPANISH, "4. Ba4 Nf6 5. O-O", "b5a4"),
    ] {
        let mut table = Table::after(played).await;
        let outcome = table.answer(typed).await;
        assert_eq!(outcome.played, [expected], "{typed}: {}", outcome.told());
    }
}

#[tokio::test]
async fn the_score_up_to_now_and_one_move_more_plays_that_move() {
    for (played, typed, expected) in [
        ("e4", "1. e4 e5", "e7e5"),
        ("e4", "1.e4 e5", "e7e5"),
        ("e4", "e4 e5", "e7e5"),
        ("e4 e5", "1. e4 e5 2. Nf3", "g1f3"),
        ("e4 e5", "1. e4 e5\n2. Nf3", "g1f3"),
        ("e4 e5", "1... e5 2. Nf3", "g1f3"),
        ("e4 e5 Nf3", "2. Nf3 Nc6", "b8c6"),
        ("e4 e5 Nf3", "1. e4 e5\n2. Nf3 Nc6\n\nMy favourite.", "b8c6"),
        (
            SPANISH,
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O",
            "b5a4",
        ),
    ] {
        let mut table = Table::after(played).await;
        let outcome = table.answer(typed).await;
        assert_eq!(outcome.played, [expected], "{typed}: {}", outcome.told());
    }
    for (played, typed, told) in [
        ("e4 e5", "1. e4 e5", "no new move stands behind it"),
        (
            "e4 e5",
            "1. e4 c5 2. Nf3",
            "it has 1...c5 where 1...e5 was played here",
        ),
        (
            "e4 e5",
            "1. d4 d5 2. Nf3",
            "it begins with 1. d4, and this one with 1. e4",
        ),
        ("e4 e5", "1. e4 e5 2. Qf3 Nf6 3. Qh9", "If Qf3 is your move"),
        (
            "e4 e5",
            "1. e4 e5 2. Ke3",
            "there is no king that can reach e3",
        ),
    ] {
        let mut table = Table::after(played).await;
        let outcome = table.answer(typed).await;
        assert_eq!(outcome.played.len(), 0, "{typed}: {}", outcome.told());
        assert!(outcome.told().contains(told), "{typed}: {}", outcome.told());
    }
    // As a score it is c6, as Black's move with the number people give it the capture.
    let mut table = Table::after("d4 Nf6 c4 c5 d5 e6 Nc3 exd5 Nxd5 d6 e4 Be7").await;
    assert_eq!(table.answer("Nf3").await.played, ["g1f3"]);
    let outcome = table.answer("7. Nf3 O-O").await;
    assert_eq!(outcome.played, ["e8g8"], "{}", outcome.told());
    // A score of forty lines is read to its end.
    let shuffled = "Nf3 Nf6 Ng1 Ng8 ";
    let mut table = Table::after(shuffled.repeat(3).trim()).await;
    let mut score = String::new();
    for number in 0..6 {
        let moves = if number % 2 == 0 {
            "Nf3 Nf6"
        } else {
            "Ng1 Ng8"
        };
        score.push_str(&format!("{}. {moves}\n\n", number + 1));
    }
    let outcome = table.answer(&format!("{score}7. e4")).await;
    assert_eq!(outcome.played, ["e2e4"], "{}", outcome.told());
}

const TAGS: &str = "[Event \"Correspondence game\"]\n[Site \"chess.test\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\
                    [CmailGameName \"chess.test-1\"]\n\n";

#[tokio::test]
async fn a_game_in_pgn_and_one_move_more_plays_that_move() {
    for (mail, talk) in [
        (format!("{TAGS}1. e4 e5 2. Nf3 *\n"), ""),
        (format!("{TAGS}1. e4 e5 2. Nf3 *\n").replace('"', "”"), ""),
        (
            format!("Here is my move:\n\n{TAGS}1. e4 {{fine}} e5\n2. Nf3 *\n\nGood luck!\n"),
            "Good luck!",
        ),
        (
            format!("Nf3\n\nHello Bob\n\n{TAGS}1. e4 e5 2. Nf3 *\n"),
            "Hello Bob",
        ),
    ] {
        let mut table = Table::after("e4 e5").await;
        let outcome = table.answer(&mail).await;
        assert_eq!(outcome.played, ["g1f3"], "{mail}: {}", outcome.told());
        let told = outcome.told_to_others();
        assert!(told.contains(talk), "{mail}: {told}");
        assert!(!told.contains("Here is my move: ["), "{mail}: {told}");
        assert_eq!(outcome.mine.len(), 1, "{mail}");
    }
    for (mail, told) in [
        (
            format!("{TAGS}1. e4 e5 *\n"),
            "no new move stands behind it",
        ),
        (
            format!("{TAGS}1. e4 c5 2. Nf3 *\n"),
            "it has 1...c5 where 1...e5 was played here",
        ),
        (format!("{TAGS}1. e4 e5 2. Ke3 *\n"), "cannot be read"),
        (
            format!("Nc3\n\n{TAGS}1. e4 e5 2. Nf3 *\n"),
            "Which do you mean?",
        ),
        (
            format!("{}1. e4 e5 0-1\n", TAGS.replace('*', "0-1")),
            "to give the game up write \"resign\"",
        ),
    ] {
        let mut table = Table::after("e4 e5").await;
        let outcome = table.answer(&mail).await;
        assert_eq!(outcome.played.len(), 0, "{mail}: {}", outcome.told());
        assert!(outcome.told().contains(told), "{mail}: {}", outcome.told());
        assert_eq!(outcome.theirs.len(), 0, "{mail}");
    }
    // What cmail makes of our letter where it asks for the move on a terminal, and a draw offered with it.
    let mut table = Table::after("e4").await;
    let fields = "Subject: cmail 1 game <chess.test-1>\nMime-Version: 1.0\n\
                  Content-Type: application/x-chess;name=chess.test-1.pgn\n";
    let typed = format!("{TAGS}1. e4 *\n\n[ref m1.abc] e5\n{{\nBlack offers a draw\n}}\n*\n\n");
    let outcome = table.reply_without_thread(fields, &typed).await;
    assert_eq!(outcome.played, ["e7e5"], "{}", outcome.told());
    let told = outcome.told_to_others();
    assert!(
        told.contains("offered a draw") || told.contains("offers a draw"),
        "{told}"
    );
    // What Scid writes where a mail program asks it for the text.
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let text = format!("Final FEN: {fen}\n\nMove List: 1.e4 e5 2.Nf3\n\n");
    let outcome = table.reply_without_thread("", &text).await;
    assert_eq!(outcome.played, ["g1f3"], "{}", outcome.told());
    assert!(
        !outcome.told_to_others().contains("Move List"),
        "{}",
        outcome.told_to_others()
    );
    // Another game is something to talk about.
    let mut table = Table::after("e4 e5").await;
    let other = format!(
        "Nf3\n\nDo you know this one?\n{}1. d4 d5 *\n",
        TAGS.replace("chess.test-1", "x")
    );
    let outcome = table.answer(&other).await;
    assert_eq!(outcome.played, ["g1f3"]);
    assert!(
        outcome.told_to_others().contains("1. d4 d5"),
        "{}",
        outcome.told_to_others()
    );
}

#[tokio::test]
async fn the_mails_of_chess_programs_play_a_whole_game() {
    let mut table = Table::after("").await;
    // XBoard's cmail sends the game as the mail itself, Scid's mail manager as an attachment with words of its own.
    let game = ["f3", "e5", "g4", "Qh4"];
    let mut movetext = String::new();
    for (ply, played) in game.iter().enumerate() {
        if ply % 2 == 0 {
            movetext.push_str(&format!("{}. ", ply / 2 + 1));
        }
        movetext.push_str(played);
        movetext.push(' ');
        let result = if ply == 3 { "0-1" } else { "*" };
        let tags = TAGS.replace('*', result);
        let outcome = if ply % 2 == 0 {
            let fields = "Subject: cmail 1 game <chess.test-1>\nMime-Version: 1.0\n\
                          Content-Type: application/x-chess;name=chess.test-1.pgn\n";
            table
                .reply_without_thread(fields, &format!("{tags}{movetext}{result}\n\n"))
                .await
        } else {
            let fields = "Subject: scid mail 1 game (chess.test-1)\nMIME-Version: 1.0\n\
                          Content-Type: multipart/mixed; boundary=x\n";
            let text = format!(
                "--x\nContent-Type: text/plain\n\n{tags}{movetext}{result}\n--x\n\
                 Content-Type: application/x-chess-pgn\nContent-Disposition: attachment; filename=\"chess.test-1.pgn\"\n\n\
                 {tags}{movetext}{result}\n--x--\n"
            );
            table.reply_without_thread(fields, &text).await
        };
        assert_eq!(outcome.played.len(), 1, "{movetext}: {}", outcome.told());
    }
    assert_eq!(table.moves().await, ["f2f3", "e7e5", "g2g4", "d8h4"]);
}
