//! Words of people in the place of commands: agreeing and refusing, giving up, another game.

use super::{ANN, BOB, Table};

#[tokio::test]
async fn free_words_take_the_one_thing_that_the_letter_answered_offers() {
    for (offer, words, told) in [
        ("takeback", "Sure!", "the takeback"),
        ("takeback", "ok", "the takeback"),
        ("takeback", "yes", "the takeback"),
        ("takeback", "Yes, of course", "the takeback"),
        ("takeback", "no thanks", "declined"),
        ("takeback", "No, sorry", "declined"),
        ("draw", "Sure, I accept!", "1/2-1/2"),
        ("draw", "ok, agreed", "1/2-1/2"),
        ("draw", "accept, with pleasure!", "1/2-1/2"),
        ("draw", "No, not yet", "declined"),
        // A draw is agreed to in so many words.
        ("draw", "OK", "accept draw"),
        ("draw", "yes", "accept draw"),
        ("draw", "Sure!", "accept draw"),
        (
            "draw",
            "I accept if you buy me a drink",
            "Nothing has been changed",
        ),
        ("abort", "Fine, agreed", "without a result"),
        ("abort", "no", "declined"),
    ] {
        let mut table = Table::after("e4 e5 Nf3").await;
        let offered = table.answer_from(ANN, "", offer).await;
        assert_eq!(offered.theirs.len(), 1, "{offer}");
        let outcome = table.answer_from(BOB, "", words).await;
        let heard = outcome.told();
        assert!(heard.contains(told), "{words} to {offer}: {heard}");
        let asked = told == "accept draw" || told.starts_with("Nothing");
        assert_eq!(
            outcome.theirs.len(),
            usize::from(!asked),
            "{words} to {offer}: {heard}"
        );
    }
}

#[tokio::test]
async fn free_words_answer_nothing_that_the_letter_answered_does_not_offer() {
    // The letter that is answered came before the offer.
    let mut table = Table::after("e4 e5 Nf3").await;
    let before = table.desk.newest_to("bob@players.test").clone();
    table.answer_from(ANN, "", "draw").await;
    let raw = crate::correspondence::answer(&before, BOB, 70, "", "Sure, I accept!");
    let outcome = table.deliver(BOB, &raw).await;
    assert!(!outcome.told().contains("1/2-1/2"), "{}", outcome.told());
    // Two things are offered.
    let mut table = Table::after("e4 e5 Nf3").await;
    table.answer_from(ANN, "", "draw").await;
    table.answer_from(ANN, "", "takeback").await;
    for words in ["Sure!", "I accept", "no thanks"] {
        let outcome = table.answer_from(BOB, "", words).await;
        assert_eq!(outcome.theirs.len(), 0, "{words}: {}", outcome.told());
    }
    // Nothing is.
    let mut table = Table::after("e4").await;
    for words in ["Sure!", "ok", "yes", "no thanks"] {
        let outcome = table.answer(words).await;
        assert_eq!(
            (outcome.played.len(), outcome.theirs.len()),
            (0, 0),
            "{words}"
        );
    }
    // It is open no more.
    let mut table = Table::after("e4 e5 Nf3").await;
    table.answer_from(ANN, "", "takeback").await;
    let letter = table.desk.newest_to("bob@players.test").clone();
    table.answer_from(BOB, "", "decline takeback").await;
    let raw = crate::correspondence::answer(&letter, BOB, 71, "", "ok");
    let outcome = table.deliver(BOB, &raw).await;
    assert_eq!(outcome.theirs.len(), 0, "{}", outcome.told());
}

#[tokio::test]
async fn a_challenge_is_taken_and_refused_in_free_words() {
    for (words, told) in [
        ("OK, gladly", "begins"),
        ("accept, with pleasure!", "begins"),
        ("Decline, no time", "declined"),
        ("no thanks", "declined"),
        ("Accept, but only with White", "Did you mean"),
    ] {
        let mut table = Table::after("").await;
        table
            .answer_from(ANN, "", "challenge bob@players.test as white")
            .await;
        let outcome = table.answer_from(BOB, "", words).await;
        assert!(outcome.told().contains(told), "{words}: {}", outcome.told());
    }
}

#[tokio::test]
async fn a_resignation_in_other_words_is_asked_about_with_yes() {
    for words in [
        "I resign, well played!",
        "Ich gebe auf",
        "j'abandonne",
        "abandono",
        "mi arrendo",
        "ik geef op",
        "ok I give up",
    ] {
        let mut table = Table::after("e4").await;
        let outcome = table.answer(words).await;
        assert_eq!(outcome.theirs.len(), 0, "{words}: {}", outcome.told());
        assert_eq!(outcome.mine.len(), 1, "{words}");
        let confirmed = table.answer_from(BOB, "", "yes").await;
        assert!(
            confirmed.told().contains("You have resigned"),
            "{words}: {}",
            confirmed.told()
        );
        if words.contains("well played") {
            let told = confirmed.told_to_others();
            assert!(told.contains("well played"), "{told}");
        }
    }
    for words in [
        "I resign myself to a long defence",
        "resign?",
        "I never give up",
    ] {
        let mut table = Table::after("e4").await;
        let outcome = table.answer(words).await;
        assert!(!outcome.told().contains("resigned"), "{words}");
        assert!(
            !outcome.told().contains("yes"),
            "{words}: {}",
            outcome.told()
        );
    }
}

#[tokio::test]
async fn a_rematch_turns_the_colours_and_is_offered_once() {
    let mut table = Table::after("e4").await;
    let early = table.answer("rematch").await;
    assert!(early.told().contains("not over"), "{}", early.told());
    table.answer_from(ANN, "", "resign").await;
    let outcome = table
        .answer_from(BOB, "", "rematch\n\nThis time I win!")
        .await;
    assert!(
        outcome.told().contains("is on its way"),
        "{}",
        outcome.told()
    );
    let told = outcome.told_to_others();
    assert!(told.contains("You would have Black, Bob White."), "{told}");
    assert!(told.contains("This time I win!"), "{told}");
    // One at a time, whoever asks; the game that is over is named.
    let again = table.answer_from(BOB, "", "1 rematch").await;
    let again_told = again.told();
    assert!(again_told.contains("open already"), "{again_told}");
    let accepted = table.answer_from(ANN, "", "accept").await;
    assert!(accepted.told().contains(" begins"), "{}", accepted.told());

    // Who wants no mail is not asked, and nothing comes of it later.
    let mut table = Table::after("e4").await;
    table.answer_from(ANN, "", "resign").await;
    let over = table.desk.newest_to("bob@players.test").clone();
    table.answer_from(ANN, "", "stop").await;
    let raw = crate::correspondence::answer(&over, BOB, 72, "", "rematch");
    let outcome = table.deliver(BOB, &raw).await;
    assert!(
        outcome.told().contains("does not want mail now"),
        "{}",
        outcome.told()
    );
    assert_eq!(outcome.theirs.len(), 0);
    let mut table = Table::after("e4").await;
    table.answer_from(ANN, "", "block Bob").await;
    table.answer_from(ANN, "", "game 1 resign").await;
    let over = table.desk.newest_to("bob@players.test").clone();
    let raw = crate::correspondence::answer(&over, BOB, 73, "", "rematch");
    let outcome = table.deliver(BOB, &raw).await;
    assert_eq!(outcome.theirs.len(), 0, "{}", outcome.told());
}

#[tokio::test]
async fn a_move_in_a_sentence_is_played_and_its_words_are_passed_on() {
    for (mail, played, said) in [
        (
            "e4, how was your holiday?",
            "e2e4",
            "e4, how was your holiday?",
        ),
        ("I open with e4!", "e2e4", "I open with e4!"),
        (
            "Hi! Sorry for the delay.\n\ne4",
            "e2e4",
            "Hi! Sorry for the delay.",
        ),
        ("e4 good luck!", "e2e4", "good luck!"),
        ("White: e4", "e2e4", "White: e4"),
        ("“e4”, I’d say – good luck…", "", ""),
        (
            "e4\n\n“Good luck” – it’s yours…",
            "e2e4",
            "“Good luck” – it’s yours…",
        ),
        ("say it’s “yours” – now…", "", "it’s “yours” – now…"),
    ] {
        let mut table = Table::after("").await;
        let outcome = table.answer(mail).await;
        let expected: Vec<&str> = Some(played)
            .filter(|played| !played.is_empty())
            .into_iter()
            .collect();
        assert_eq!(outcome.played, expected, "{mail}: {}", outcome.told());
        assert!(
            outcome.told_to_others().contains(said),
            "{mail}: {}",
            outcome.told_to_others()
        );
    }
    for mail in [
        "Black: e4",
        "Nf3 would lose",
        "thanks for e4",
        "Did you see e5?",
        "I like e4",
    ] {
        let mut table = Table::after("").await;
        let outcome = table.answer(mail).await;
        assert_eq!(
            (outcome.played.len(), outcome.theirs.len()),
            (0, 0),
            "{mail}: {}",
            outcome.told()
        );
        assert_eq!(outcome.mine.len(), 1, "{mail}");
    }
}
