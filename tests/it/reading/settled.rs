//! What one mail says in two places: settings and moves, an answer and a move, moves one behind the other.

use super::{ANN, BOB, SPANISH, Table};

#[tokio::test]
async fn a_language_set_in_a_mail_counts_for_the_whole_mail() {
    // A king and two rooks, so that the letters R, T and D mean different pieces in different languages.
    let open = "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 d6 Nc3 Nf6 Be3 Bxe3 fxe3 Be6 Bxe6 fxe6 Qd2 Qd7";
    for (mail, played) in [
        ("Pf3\nletters nl", "g1f3"),
        ("letters nl\nPf3", "g1f3"),
        ("letters nl\n\nPf3\n\nVeel plezier!", "g1f3"),
        ("Sf3\nletters de", "g1f3"),
        ("Be4\nletters de", "e2e4"),
        ("letters en\nPe4", "e2e4"),
    ] {
        let mut table = Table::after("").await;
        let outcome = table.answer(mail).await;
        assert_eq!(outcome.played, [played], "{mail}: {}", outcome.told());
    }
    // The French R is the king, and the rook is possible as well.
    for mail in ["letters fr\nRd1", "Rd1\nletters fr"] {
        let mut table = Table::after(open).await;
        let outcome = table.answer(mail).await;
        assert_eq!(outcome.played.len(), 0, "{mail}: {}", outcome.told());
        assert!(outcome.told().contains("Which do you mean?"), "{mail}");
        assert!(outcome.told().contains("1 for Kd1"), "{mail}");
    }
    for mail in [
        "letters klingon\nRd1",
        "Rd1\nletters klingon",
        "letters fr\nletters de\nRd1",
        "letters fr\nRd1\nletters de",
    ] {
        let mut table = Table::after(open).await;
        let outcome = table.answer(mail).await;
        assert_eq!(outcome.played.len(), 0, "{mail}: {}", outcome.told());
        assert!(
            outcome
                .told()
                .contains("in which language its piece letters are"),
            "{mail}: {}",
            outcome.told()
        );
    }
    // Where the letters make no difference nothing is in doubt.
    let mut table = Table::after(open).await;
    assert_eq!(table.answer("letters klingon\nO-O").await.played, ["e1g1"]);
    let outcome = table.answer("letters de\nletters de\nTd8").await;
    assert_eq!(outcome.played, ["a8d8"]);
}

#[tokio::test]
async fn a_new_name_is_the_one_that_an_invitation_in_the_same_mail_bears() {
    let mut table = Table::after("").await;
    for mail in [
        "challenge carl@players.test\nname Anna Smith",
        "name Anna Jones\nchallenge dora@players.test",
    ] {
        // The code of a game's letter invites nobody else; that of the help does.
        table.answer_from(ANN, "", "help").await;
        let outcome = table.answer_from(ANN, "", mail).await;
        let invited = outcome
            .theirs
            .iter()
            .map(|letter| letter.mail.subject.clone())
            .collect::<Vec<_>>();
        let name = if mail.contains("Smith") {
            "Anna Smith"
        } else {
            "Anna Jones"
        };
        assert!(
            invited.iter().any(|subject| subject.contains(name)),
            "{mail}: {invited:?}"
        );
    }
}

#[tokio::test]
async fn an_answer_to_an_offer_and_what_it_excludes_are_a_question_in_whatever_words() {
    for (offered, answer) in [
        ("e4\ndraw", "accept\ne5"),
        ("e4\ndraw", "e5\naccept"),
        ("e4\ndraw", "accept draw\ne5"),
        ("e4\ndraw", "accept\ndecline draw"),
        ("e4\ndraw", "decline\naccept draw"),
        ("e4\ndraw", "accept\ntakeback"),
        ("e4\ndraw", "accept\nif Nf3 then Nc6"),
        ("e4\ndraw", "accept draw\nif Nf3 then Nc6"),
    ] {
        let mut table = Table::after("").await;
        let offer = table.answer(offered).await;
        assert_eq!(offer.played.len(), 1);
        let outcome = table.answer(answer).await;
        assert_eq!(outcome.played.len(), 0, "{answer}: {}", outcome.told());
        let told = outcome.told();
        assert!(
            told.contains("only one of them can be done"),
            "{answer}: {told}"
        );
        assert!(!told.contains("1/2-1/2"), "{answer}: {told}");
    }
    for (answer, told) in [
        ("accept", "1/2-1/2"),
        ("decline\ne5", "1...e5"),
        ("decline draw\ne5", "1...e5"),
    ] {
        let mut table = Table::after("").await;
        table.answer("e4\ndraw").await;
        let outcome = table.answer(answer).await;
        assert!(
            outcome.told().contains(told),
            "{answer}: {}",
            outcome.told()
        );
    }
    // A takeback that is asked for is answered by the same words.
    for answer in ["accept\ne5", "e5\naccept", "accept takeback\ne5"] {
        let mut table = Table::after("e4").await;
        table.answer_from(ANN, "", "takeback").await;
        let outcome = table.answer_from(BOB, "", answer).await;
        assert_eq!(outcome.played.len(), 0, "{answer}: {}", outcome.told());
        let told = outcome.told();
        assert!(
            told.contains("only one of them can be done"),
            "{answer}: {told}"
        );
    }
    // Who accepts a challenge may move at once.
    let mut table = Table::after("").await;
    table
        .answer_from(BOB, "", "challenge ann@players.test as black")
        .await;
    let outcome = table.answer_from(ANN, "", "accept\ne4").await;
    assert!(outcome.told().contains("game 2"), "{}", outcome.told());
}

#[tokio::test]
async fn a_question_mark_behind_a_word_ends_no_game() {
    for mail in ["abort?", "Abort the game?", "abort ?"] {
        let mut table = Table::after("").await;
        let outcome = table.answer(mail).await;
        assert!(
            !outcome.told().contains("is over"),
            "{mail}: {}",
            outcome.told()
        );
        assert_eq!(outcome.theirs.len(), 0, "{mail}");
        assert_eq!(outcome.mine.len(), 1, "{mail}");
    }
    for mail in [
        "resign?",
        "accept?",
        "withdraw?",
        "stop?",
        "leave?",
        "accept draw?",
    ] {
        let mut table = Table::after("e4").await;
        table.answer_from(ANN, "", "draw").await;
        let outcome = table.answer(mail).await;
        assert_eq!(
            outcome.theirs.len(),
            0,
            "{mail}: {}",
            outcome.told_to_others()
        );
        assert_eq!(outcome.mine.len(), 1, "{mail}");
    }
    // What the other has to agree to may be asked for with one.
    let mut table = Table::after(SPANISH).await;
    let outcome = table.answer("abort?").await;
    assert_eq!(outcome.theirs.len(), 1, "{}", outcome.told());
    let mut table = Table::after("").await;
    let outcome = table.answer("abort").await;
    assert_eq!(outcome.theirs.len(), 1, "{}", outcome.told());
}
