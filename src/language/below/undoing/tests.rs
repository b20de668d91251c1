use super::*;
use crate::chess::notation::Letters;
use crate::language::read;

#[test]
fn every_sentence_that_undoes_does_so_alone() {
    for sentence in UNDOES.all() {
        assert!(undoes(sentence), "{sentence}");
        assert!(undoes(&format!("{sentence}!")), "{sentence}");
        assert!(!undoes(&format!("{sentence} zzz")), "{sentence}");
        for word in AROUND_IT.all() {
            assert!(undoes(&format!("{word}, {sentence}")), "{word} {sentence}");
        }
    }
}

#[test]
fn what_takes_back_an_order_may_be_talk_below_a_move() {
    let orders = |text: &str| {
        let own = crate::language::own_words(text, None);
        read(&own, "", Letters::English).orders.len()
    };
    for clause in UNDOES_AN_ORDER.all() {
        for below in [clause.to_owned(), format!("{clause}, zz zz!")] {
            assert_eq!(orders(&format!("stop\n\n{below}")), 0, "{below}");
        }
        assert_eq!(orders(&format!("stop\n\nzz {clause}z zz")), 1, "{clause}");
    }
    for talk in [
        "Never mind, take your time.",
        "Oh no, what a day!",
        "Wait, my train comes.",
    ] {
        assert_eq!(orders(&format!("Nf3\n\n{talk}")), 1, "{talk}");
    }
    assert_eq!(orders("games\n\nwait, one more thing"), 1);
}

#[test]
fn what_says_of_a_thing_that_it_does_not_count_undoes_it() {
    for line in [
        "Ignore this",
        "please ignore the move above",
        "Ignore all of the above!",
        "Scratch that",
        "Don't play it yet",
        "Cancel my move, please",
        "Forget the move above.",
        "Den Zug bitte ignorieren.",
        "Bitte diesen Zug ignorieren",
        "Dieser Zug zählt nicht!",
        "Das gilt nicht",
        "Cet coup ne compte pas",
        "Oubliez ce message",
        "Ignora esta jugada",
        "Esta jugada no cuenta",
        "Ignora questa mossa",
        "Negeer deze zet.",
        "Deze zet telt niet",
    ] {
        assert!(undoes(line), "{line}");
    }
    for line in [
        "",
        "Strike",
        "Forget it",
        "Above all",
        "The move",
        "That counts",
        "Ignore my last mail",
        "Ignore my bad English",
        "Cancel the trip",
        "Forget the rain",
        "That move does not count as brave",
    ] {
        assert!(!undoes(line), "{line}");
    }
}
