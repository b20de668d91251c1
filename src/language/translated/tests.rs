use super::*;
use crate::language::command::{Command, Order};
use crate::language::line::{Reading, read_line};
use crate::language::phrases::phrase;

/// What a line orders, by the names of commands in the code.
fn ordered(line: &str) -> String {
    match read_line(line, Letters::English) {
        Reading::Orders(orders) => orders
            .iter()
            .map(|Order { command, .. }| format!("{command:?}"))
            .collect(),
        other => format!("{other:?}"),
    }
}

#[test]
fn each_row_is_the_order_that_its_english_is() {
    let mut rows = 0;
    for row in phrases() {
        let english = phrase(row.english);
        assert!(english.is_some(), "no order: {}", row.english);
        assert_eq!(phrase(row.spelling), english, "{row:?}");
        assert_eq!(ordered(row.spelling), ordered(row.english), "{row:?}");
        rows += 1;
    }
    assert!(rows > 600, "{rows}");
}

#[test]
fn the_same_words_are_no_two_orders() {
    for row in ROWS.iter() {
        let mut same = ROWS.iter().filter(|other| other.spelling == row.spelling);
        assert!(same.all(|other| other.english == row.english), "{row:?}");
    }
}

#[test]
fn each_language_has_each_order() {
    for (language, _) in TABLES {
        let of = |language| {
            let rows = ROWS.iter().filter(move |row| row.language == language);
            let rows = rows.filter(|row| !row.english.starts_with(LANGUAGE));
            rows.map(|row| row.english)
                .collect::<std::collections::BTreeSet<_>>()
        };
        let lacks: Vec<_> = of(Letters::French)
            .symmetric_difference(&of(language))
            .copied()
            .collect();
        assert!(lacks.is_empty(), "{language}: {lacks:?}");
    }
}

#[test]
fn one_word_may_stand_behind_some() {
    let challenge = |whom: &str| ordered(&format!("challenge {whom}"));
    for line in [
        "défier Bob",
        "Je défie Bob",
        "desafiar a Bob",
        "uitdagen Bob",
        "sfidare Bob",
    ] {
        assert_eq!(ordered(line), challenge("Bob"), "{line}");
    }
    for line in ["inviter bob@example.org", "Invito bob@example.org"] {
        assert_eq!(ordered(line), challenge("bob@example.org"), "{line}");
    }
    assert_eq!(ordered("langue: français"), ordered("language french"));
    assert_eq!(ordered("taal nederlands"), ordered("language dutch"));
    assert_eq!(ordered("langue anglais"), ordered("language english"));
    assert_eq!(ordered("idioma alemán"), ordered("language german"));
    assert_eq!(ordered("lingua olandese"), ordered("language dutch"));
}

#[test]
fn a_tournament_may_stand_behind_some() {
    for (line, english) in [
        ("M'inscrire à summer", "sign up summer"),
        ("Je me retire du tournoi Summer", "withdraw from summer"),
        ("tableau de summer", "table summer"),
        ("me inscribo en summer", "sign up summer"),
        ("Me retiro de summer.", "withdraw from summer"),
        ("mi iscrivo al torneo summer", "sign up summer"),
        ("mi ritiro da summer", "withdraw from summer"),
        ("Ik doe mee aan summer", "sign up summer"),
        ("ik trek me terug uit summer", "withdraw from summer"),
        ("de tabel van summer", "table summer"),
    ] {
        assert_eq!(ordered(line), ordered(english), "{line}");
    }
}

#[test]
fn what_is_said_is_no_order() {
    for line in [
        "Invito Bob",
        "Invito Bob a cena",
        "Je défie quiconque",
        "défier Bob serait drôle",
        "langue maternelle",
        "je refuse la nulle pour l'instant, mais",
        "accetto volentieri il tuo consiglio",
    ] {
        let read = read_line(line, Letters::English);
        let none = match &read {
            Reading::Orders(orders) => orders
                .iter()
                .all(|order| matches!(order.command, Command::DeclineDraw)),
            _ => true,
        };
        assert!(none, "{line}: {read:?}");
    }
}

#[test]
fn the_language_is_known_by_an_order_of_no_other_one() {
    assert_eq!(language_of("aide"), Some(Letters::French));
    assert_eq!(language_of("ayuda"), Some(Letters::Spanish));
    assert_eq!(language_of("hulp"), Some(Letters::Dutch));
    assert_eq!(language_of("aiuto"), Some(Letters::Italian));
    assert_eq!(language_of("abandono"), None);
    assert_eq!(language_of("help"), None);
}
