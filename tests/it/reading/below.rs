//! Words below an order: what reaches the opponent, what takes the order back, and what is kept from the opponent.

use super::{BOB, Table};

#[tokio::test]
async fn a_sentence_below_a_move_and_an_empty_line_reaches_the_opponent() {
    for words in [
        "(I nearly played d4)",
        "I considered d4.",
        "If you answer e5 then I play Nf3.",
        "If you play e5, I take it!",
        "1",
        "Yes.",
        "No.",
        "No, I did not see that.",
    ] {
        let mut table = Table::after("").await;
        let outcome = table.answer(&format!("e4\n\n{words}")).await;
        assert_eq!(outcome.played, ["e2e4"], "{words}: {}", outcome.told());
        assert_eq!(outcome.mine.len(), 1, "{words}: {}", outcome.told());
        assert!(
            !outcome.told().contains("as well"),
            "{words}: {}",
            outcome.told()
        );
        assert!(
            !outcome.told().contains("Nothing has been changed"),
            "{words}"
        );
        let told = outcome.told_to_others();
        assert!(
            told.contains(&format!("Ann writes: {words}")),
            "{words}: {told}"
        );
    }
}

#[tokio::test]
async fn another_move_below_is_still_a_question() {
    for words in [
        "d4",
        "(d4)",
        "no, d4",
        "No, better d4",
        "d4 instead",
        "I meant d4",
        "(or maybe d4)",
        "Sorry, I have thought again and play d4",
        "1. d4",
        "Hello!\nd4",
        "I nearly played\nd4",
    ] {
        let mut table = Table::after("").await;
        let outcome = table.answer(&format!("e4\n\n{words}")).await;
        assert_eq!(outcome.played.len(), 0, "{words}: {}", outcome.told());
        assert_eq!(
            (outcome.mine.len(), outcome.theirs.len()),
            (1, 0),
            "{words}"
        );
    }
    // Directly below the move they are read as before.
    for words in ["(I nearly played d4)", "no, d4", "d4"] {
        let mut table = Table::after("").await;
        let outcome = table.answer(&format!("e4\n{words}")).await;
        assert_eq!(outcome.played.len(), 0, "{words}: {}", outcome.told());
    }
    // An order is an order below an empty line as well.
    let mut table = Table::after("").await;
    let outcome = table.answer("e4\n\ndraw").await;
    assert_eq!(outcome.played, ["e2e4"]);
    assert!(
        outcome.told().contains("you have offered a draw"),
        "{}",
        outcome.told()
    );
}

#[tokio::test]
async fn conditional_lines_never_reach_the_opponent() {
    for (words, kept) in [
        ("if e5 then Nf3", true),
        ("If e5, then Nf3.", true),
        ("if you play e5 I play Nf3", false),
        ("If you play e5 then Nf3", false),
        ("if e5 than perhaps Nf3", false),
        ("Have fun!\nif e5 then Nf3", false),
        ("Have fun!\n\nIf e5 then Nf3\n\nBye", false),
        ("(I nearly played d4)\nif e5 then Nf3", false),
        ("say Have fun!\nif e5 then Nf3", false),
    ] {
        let mut table = Table::after("").await;
        let outcome = table.answer(&format!("e4\n\n{words}")).await;
        assert_eq!(outcome.played, ["e2e4"], "{words}: {}", outcome.told());
        let told = outcome.told_to_others();
        assert!(!told.contains("Nf3."), "{words}: {told}");
        assert!(
            !told.contains("then") && !told.contains("writes"),
            "{words}: {told}"
        );
        let answer = table.answer_from(BOB, "", "e5").await;
        assert_eq!(answer.played.len(), if kept { 2 } else { 1 }, "{words}");
        if !kept {
            assert!(
                outcome.told().contains("as well, but"),
                "{words}: {}",
                outcome.told()
            );
            assert_eq!(outcome.mine.len(), 1, "{words}");
        }
    }
}

#[tokio::test]
async fn yes_no_and_numbers_beside_a_move_are_words_only_where_nothing_is_open() {
    // A draw is offered: "yes" beside a move contradicts it, "no" does not.
    let mut table = Table::after("").await;
    table.answer("e4\ndraw").await;
    let outcome = table.answer("e5\n\nYes.").await;
    assert_eq!(outcome.played.len(), 0, "{}", outcome.told());
    assert!(
        outcome.told().contains("only one of them can be done"),
        "{}",
        outcome.told()
    );
    let outcome = table.answer("e5\n\nNo.").await;
    assert_eq!(outcome.played, ["e7e5"], "{}", outcome.told());
    assert_eq!(outcome.mine.len(), 1);
    // A question is open: a number beside another move contradicts it.
    let mut table = Table::after("d4 Nf6 c4 e6 b1c3 Bb4 c1d2 Bxc3").await;
    assert!(
        table
            .answer("bxc3")
            .await
            .told()
            .contains("Which do you mean?")
    );
    let outcome = table.answer("Nf3\n\n1").await;
    assert_eq!(outcome.played.len(), 0, "{}", outcome.told());
    // The letter about that shows no number: it asks anew.
    let outcome = table.answer("1").await;
    assert_eq!(outcome.played.len(), 0, "{}", outcome.told());
    assert_eq!(table.answer("1").await.played, ["b2c3"]);
}

#[tokio::test]
async fn a_small_b_is_the_pawn_for_who_writes_pieces_large() {
    const BOTH_TAKE: &str = "d4 Nf6 c4 e6 Nc3 Bb4 Bd2 Bxc3";
    for (moves, mail, played) in [
        (BOTH_TAKE, "bxc3", Some("b2c3")),
        (BOTH_TAKE, "5. bxc3", Some("b2c3")),
        (BOTH_TAKE, "bc3", Some("b2c3")),
        (BOTH_TAKE, "Bxc3", None),
        (BOTH_TAKE, "BXC3", None),
        (BOTH_TAKE, "5. Bxc3", None),
        (BOTH_TAKE, "bishop takes c3", Some("d2c3")),
        // A small piece letter somewhere.
        ("d4 Nf6 c4 e6 nc3 Bb4 Bd2 Bxc3", "bxc3", None),
        ("d4 Nf6 c4 e6 Nc3 Bb4 bd2 Bxc3", "bxc3", None),
        // No letter at all, or everything large.
        ("d4 Nf6 c4 e6 b1c3 Bb4 c1d2 Bxc3", "bxc3", None),
        ("d4 Nf6 c4 e6 NC3 Bb4 BD2 Bxc3", "bxc3", None),
        // The opponent's letters say nothing.
        ("d4 nf6 c4 e6 Nc3 bb4 Bd2 bxc3", "bxc3", Some("b2c3")),
        // In this mail.
        (
            "d4 Nf6 c4 e6 b1c3 Bb4 c1d2 Bxc3",
            "bxc3\nif O-O then Nf3",
            Some("b2c3"),
        ),
        (
            "d4 Nf6 c4 e6 b1c3 Bb4 c1d2 Bxc3",
            "bxc3\nif O-O then nf3",
            None,
        ),
    ] {
        let mut table = Table::after(moves).await;
        let outcome = table.answer(mail).await;
        let told = outcome.told();
        match played {
            Some(played) => assert_eq!(outcome.played, [played], "{mail} after {moves}: {told}"),
            None => {
                assert_eq!(outcome.played.len(), 0, "{mail} after {moves}: {told}");
                assert!(
                    told.contains("Which do you mean?"),
                    "{mail} after {moves}: {told}"
                );
            }
        }
    }
}
