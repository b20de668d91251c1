//! What may be said beside a move without a doubt about it: every row of the tables, both ways.

use super::{Faults, said};
use crate::chess::notation::Letters;
use crate::language::sentences::pending;
use crate::language::sentences::tables::{
    ASIDES, LATERS, MISDIRECTED, PENDING, PLAYING, REJECTED, WITHS,
};
use crate::language::{own_words, read};

#[test]
fn a_move_that_is_ruled_out_is_not_the_one_that_is_played() {
    let mut faults = Faults::default();
    for (phrase, _) in REJECTED.all() {
        faults.plays(&format!("zz {phrase} d4 zz. e4."));
        faults.asks(&format!("zz {phrase}zz d4 zz. e4."));
        faults.asks(&format!("zz {phrase} e4 zz."));
    }
}

#[test]
fn what_is_to_come_later_is_kept_from_the_opponent() {
    let mut faults = Faults::default();
    for (phrase, _) in LATERS.all() {
        let text = format!("e4. zz zz zz {phrase} d4 zz");
        faults.plays(&text);
        faults.asks(&format!("e4. zz zz zz {phrase}zz d4 zz"));
        faults.asks(&format!("e4 and {phrase} d4"));
        let plan = said(std::slice::from_ref(&text), Letters::English).and_then(|said| said.plan);
        if plan != Some(0) {
            faults.0.push(format!("should be kept back: {text}"));
        }
    }
}

#[test]
fn a_clause_of_its_own_behind_a_move_doubts_it_by_few_words_alone() {
    let mut faults = Faults::default();
    for (phrase, _) in ASIDES.all() {
        faults.plays(&format!("e4 – zz {phrase} zz zz"));
        if phrase.chars().count() >= 4 {
            faults.asks(&format!("e4, {phrase}"));
        }
        faults.asks(&format!("e4 {phrase} zz zz zz"));
    }
    for doubted in [
        "e4, maybe the other one zz",
        "e4 – or was it something else",
        "e4, so I do not like it",
        "e4, but the book says no",
        "e4 (if that is legal at all)",
        "e4, is that right?",
        "e4; you have 1 day 5 h left",
    ] {
        faults.asks(doubted);
    }
}

#[test]
fn a_sentence_says_that_its_move_is_played() {
    let mut faults = Faults::default();
    for (phrase, languages) in PLAYING.all() {
        let mut withs = WITHS.all();
        let (with, _) = withs
            .find(|(_, of)| of.iter().any(|language| languages.contains(language)))
            .expect("one in each language");
        faults.plays(&format!("zz zz {phrase} zz zz {with} e4."));
        faults.asks(&format!("zz zz {phrase}zz zz zz {with} e4."));
        faults.asks(&format!("maybe zz {phrase} zz zz {with} e4."));
        faults.asks(&format!("zz zz {phrase} zz zz {with} e4?"));
    }
}

#[test]
fn whoever_says_that_the_move_is_to_come_has_not_moved() {
    let lines = |text: &str| vec!["e4".to_owned(), String::new(), text.to_owned()];
    assert!(pending(&lines("Zz zz, mine is a zz. Zz comes on Sunday.")).is_none());
    assert!(pending(&lines("Zz zz. Mine comes on Sunday.")).is_some());
    for (phrase, _) in PENDING.all().chain(MISDIRECTED.all()) {
        assert!(
            pending(&lines(&format!("Zz {phrase} zz."))).is_some(),
            "{phrase}"
        );
        let own = own_words(&format!("e4\n\nZz {phrase} zz."), None);
        let read = read(&own, "", Letters::English);
        assert!(read.orders.is_empty(), "{phrase}: {:?}", read.orders);
    }
}

#[test]
fn whoever_agrees_may_say_that_their_move_is_to_come() {
    let agreed = |text: &str| {
        read(&own_words(text, None), "", Letters::English)
            .consent
            .is_some()
    };
    assert!(agreed("Gerne! Ich nehme an. Erster Zug kommt morgen."));
    assert!(agreed("Yes, I accept. My move comes tonight."));
    for (phrase, _) in MISDIRECTED.all() {
        assert!(
            !agreed(&format!("Yes, I accept.\n\nZz {phrase} zz.")),
            "{phrase}"
        );
    }
}
