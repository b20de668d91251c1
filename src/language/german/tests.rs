use super::heads::{BEFORE_CONDITION, HEADS, HOLD, IN_CONDITIONS};
use super::*;
use crate::chess::notation::{Letters, read_moves};
use crate::language::command::Command;
use crate::language::line::{Reading, read_line};
use crate::language::phrases::phrase;
use crate::language::watch::Watched;

/// What a line orders.
fn ordered(line: &str) -> Vec<(Option<i64>, Command)> {
    match read_line(line, Letters::German) {
        Reading::Orders(orders) => orders
            .into_iter()
            .map(|order| (order.game, order.command))
            .collect(),
        _ => Vec::new(),
    }
}

fn spellings() -> impl Iterator<Item = (&'static str, &'static Command)> {
    PHRASES
        .iter()
        .flat_map(|(spellings, command)| spellings.split('|').map(move |one| (one, command)))
}

#[test]
fn each_phrase_is_its_order_and_no_other_in_english() {
    for (spelling, command) in spellings() {
        assert_eq!(phrase(spelling).as_ref(), Some(command), "{spelling}");
        assert_eq!(ordered(spelling), [(None, command.clone())], "{spelling}");
    }
}

#[test]
fn no_german_word_is_a_move_in_any_letters() {
    let heads = HEADS.iter().map(|(german, ..)| *german);
    let others = HOLD.split('|').chain(BEFORE_CONDITION).chain(IN_CONDITIONS);
    let all = spellings().map(|(spelling, _)| spelling);
    for spelling in all.chain(heads).chain(others) {
        for letters in Letters::ALL {
            assert_eq!(
                read_moves(spelling, letters),
                None,
                "{spelling}, {letters:?}"
            );
            // As it begins a line.
            let capital: String = spelling
                .char_indices()
                .map(|(at, sign)| {
                    if at == 0 {
                        sign.to_ascii_uppercase()
                    } else {
                        sign
                    }
                })
                .collect();
            assert_eq!(
                read_moves(&capital, letters),
                None,
                "{capital}, {letters:?}"
            );
        }
    }
}

#[test]
fn an_order_with_words_behind_it_is_the_english_one() {
    for (german, english) in [
        ("Hilfe Züge", "help moves"),
        ("hilfe zum urlaub", "help leave"),
        ("Name: Anna Müller", "name Anna Müller"),
        ("Neuer Name: Anna", "name Anna"),
        ("neuer Name: anna maria", "name anna maria"),
        ("Mein neuer Name ist Anna Müller", "name Anna Müller"),
        ("Adresse anna@example.org", "address anna@example.org"),
        (
            "Meine neue Adresse: anna@example.org",
            "new address anna@example.org",
        ),
        (
            "Adresse anna@example.org entfernen",
            "remove address anna@example.org",
        ),
        (
            "entferne Adresse anna@example.org",
            "remove address anna@example.org",
        ),
        ("sperre Bob", "block Bob"),
        ("Bitte entsperre \"Jack Black\"", "unblock \"Jack Black\""),
        ("fordere Bob heraus", "challenge Bob"),
        (
            "Fordere bob@example.net heraus, 3 Tage pro Zug als Weiß",
            "challenge bob@example.net 3 Tage pro Zug as white",
        ),
        (
            "herausfordern bob@example.net 3 Tage pro Zug als Weiß",
            "challenge bob@example.net 3 Tage pro Zug as white",
        ),
        (
            "herausfordern Bob 10 Züge in 50 Tagen gewertet mit Schwarz",
            "challenge Bob 10 Züge in 50 Tagen gewertet with black",
        ),
        (
            "herausfordern 'Als Weiß' ohne Uhr",
            "challenge 'Als Weiß' without clock",
        ),
        ("herausfordern Bob, Schach960", "challenge Bob, chess960"),
        (
            "Einladung an bob@example.net mit Weiß",
            "invite bob@example.net with white",
        ),
        (
            "lade bob@example.net ein, ohne Uhr",
            "invite bob@example.net without clock",
        ),
        (
            "Gesuch 3 Tage pro Zug 1400-1700 als Weiß",
            "seek 3 Tage pro Zug 1400-1700 as white",
        ),
        ("suche Gegner ohne Uhr", "seek without clock"),
        (
            "Suche 3 Tage pro Zug als Weiß",
            "seek 3 Tage pro Zug as white",
        ),
        ("Gesuch 7 annehmen", "take 7"),
        ("nimm Gesuch Nr. 7", "take 7"),
        ("nimm 7", "take 7"),
        ("Gesuch 7 zurückziehen", "unseek 7"),
        ("Wertung von Bob", "rating Bob"),
        ("Schach960 518", "chess960 518"),
        (
            "Brett 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "board 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        ("anmelden SOMMER", "sign up sommer"),
        ("anmelden sommer Mühle", "sign up sommer for Mühle"),
        ("anmelden sommer für Mühle", "sign up sommer for Mühle"),
        ("Melde mich für das Turnier Sommer an", "sign up sommer"),
        ("abmelden von SOMMER", "withdraw from sommer"),
        ("abmelden sommer", "withdraw from sommer"),
        ("Abmeldung sommer", "withdraw from sommer"),
        ("Anmeldung sommer", "sign up sommer"),
        ("Rücktritt von SOMMER", "withdraw from sommer"),
        ("Tabelle SOMMER", "table sommer"),
        ("teilnehmen an sommer", "join sommer"),
        ("Turnier sommer öffnen", "event sommer open"),
        (
            "Turnier sommer mitteilen Preise: am 3. Mai.",
            "event sommer announce Preise: am 3. Mai.",
        ),
        (
            "Turnier sommer ausschließen Bob weil er fehlt",
            "event sommer withdraw Bob because er fehlt",
        ),
        (
            "Turnier sommer werten Partie 42 1-0 weil Schwarz krank ist",
            "event sommer award 42 1-0 because Schwarz krank ist",
        ),
        ("Urlaub 5. Aug - 18. Aug", "leave 5 August - 18 August"),
        ("Urlaub 5.8. - 18.8.", "leave 5 August - 18 August"),
        ("Urlaub bis 18. August", "leave until 18 August"),
        (
            "Ich bin im Urlaub bis zum 18. August",
            "leave until 18 August",
        ),
        ("automatischer Urlaub an", "automatic leave on"),
        ("zurück", "back"),
        ("Pause bis 12. August", "pause until 12 August"),
        (
            "Ich biete eine Pause an bis 12. August",
            "pause until 12 August",
        ),
        ("gib 3 Tage", "give 3 days"),
        ("Ich gebe dir 2 Wochen!", "give 2 weeks"),
        ("halte den Zug 2 Tage", "hold 2 days"),
        ("Sprache deutsch", "language german"),
        ("Sprache: englisch", "language english"),
        ("Buchstaben deutsch", "letters german"),
        ("Format Brett", "format board"),
        ("Belege kurz", "receipts short"),
        ("keine Belege", "receipts off"),
        ("Kalender an", "calendar on"),
        ("Kalender aus", "calendar off"),
        ("Kalender-Link", "calendar link"),
        ("Kalenderlink bitte", "calendar link"),
        ("Kalenderlink aus", "calendar link off"),
        ("Kein Kalender-Link", "calendar link off"),
        ("öffentlich aus", "public off"),
        ("pgn aus", "pgn off"),
        ("Betreff Züge", "subjects moves"),
        ("Verweise aus", "links off"),
        ("Zeitzone Europe/Berlin", "zone Europe/Berlin"),
        ("Zeitzone aus", "zone off"),
        ("Erinnerungen aus", "reminders off"),
        ("Übersicht wöchentlich", "digest weekly"),
        (
            "Suche im Archiv Fischer Eröffnung C95 seit 1990",
            "search Fischer opening C95 since 1990",
        ),
        (
            "Partie eingeben Klubmeisterschaft 1992",
            "enter Klubmeisterschaft 1992",
        ),
        ("Partie 42 aufgeben", "game 42 resign"),
        ("in Partie 42: Remis anbieten", "game 42 draw"),
        ("Remis annehmen in Partie 42", "accept draw in game 42"),
        ("Zeige Partie 42", "show 42"),
        ("Ich möchte aufgeben", "resign"),
        ("Revanche bitte", "rematch"),
        ("Sf3 in Partie 42", "game 42: Sf3"),
        ("Sf3, halte 2 Tage", "Sf3, hold 2 days"),
    ] {
        let wanted = ordered(english);
        assert!(!wanted.is_empty(), "{english}");
        let read = without_written(ordered(german));
        assert_eq!(read, without_written(wanted), "{german}");
    }
}

/// Orders without the words of a time control, which differ by language.
fn without_written(orders: Vec<(Option<i64>, Command)>) -> Vec<(Option<i64>, Command)> {
    orders
        .into_iter()
        .map(|(game, mut command)| {
            if let Command::Challenge {
                time: Some(time), ..
            } = &mut command
            {
                time.written.clear();
                time.behind_name = None;
            } else if let Command::Seek(wish) = &mut command
                && let Some(time) = &mut wish.time
            {
                time.written.clear();
            }
            (game, command)
        })
        .collect()
}

#[test]
fn amounts_for_reminders_are_kept_as_written_and_read() {
    let read = ordered("Erinnerungen 3 Tage, 1 Tag");
    let [(None, Command::Reminders(words))] = read.as_slice() else {
        panic!("{read:?}");
    };
    let all = crate::language::reminders(words).map(|all| all.to_string());
    assert_eq!(all, Ok("259200,86400".to_owned()));
}

#[test]
fn what_people_say_to_each_other_stays_talk() {
    for line in [
        "Ich nehme an, dass du gewinnst",
        "Ich ziehe zurück",
        "Herausfordern kann jeder",
        "Herausforderung gesucht",
        "Sperren wir die Linie",
        "Blockiere den Bauern nicht",
        "Sperre den Läufer ein",
        "Gib mir mehr Zeit",
        "Gib Schach",
        "Ich gebe Schach",
        "Ich gebe dir recht",
        "Links oben",
        "Links außen",
        "Tabelle folgt",
        "Tabelle anbei",
        "Turnier war schön",
        "Turnier Sommer war schön",
        "Wertung egal",
        "Wertung ist nicht alles",
        "Pause tut gut",
        "Eine Pause tut gut",
        "Kalender voller Termine",
        "Öffentlich ist das nicht",
        "Sprache ist schwer",
        "Sprache der Schachspieler",
        "Adresse stimmt noch",
        "Gesucht wird ein Matt",
        "Brett vor dem Kopf",
        "Hilfe naht",
        "Ich fordere mehr Fairness",
        "Fordere mich heraus",
        "Lade gern Freunde ein",
        "Suche nach einem Plan",
        "Zurück zur Partie",
        "Wenn du meinst",
        "falls apart after Nf3 and Bb5",
        "Halte durch",
        "Figuren tauschen ist gut",
        "Buchstaben und Zahlen",
        "Melde mich später",
        "Ich melde mich morgen",
        "Da",
        "Ta",
        "Erinnerungen an früher",
        "Einladen wollte ich dich",
        "Format gefällt mir",
        "Aufgeben?",
        "Neuer Name für die alte Eröffnung",
        "Mein neuer Name für diesen Läufer: Idiot",
        "50 Züge!",
        "Nimm 5 Bauern",
        "Nimm mich ernst",
    ] {
        for letters in [Letters::German, Letters::English] {
            let read = read_line(line, letters);
            assert!(
                !matches!(read, Reading::Orders(_) | Reading::ConditionsUnread(_)),
                "{line}: {read:?}"
            );
        }
    }
}

#[test]
fn a_slip_in_an_order_is_asked_about() {
    for (line, meant) in [
        ("aufgebn", "aufgeben"),
        ("Zurückzihen", "zurückziehen"),
        (
            "herausfodern bob@example.net",
            "herausfordern <Adresse oder Name>",
        ),
        ("Anmelden", "anmelden <Turnier>"),
    ] {
        let near = Reading::Near(meant.to_owned());
        assert_eq!(read_line(line, Letters::German), near, "{line}");
    }
}

#[test]
fn conditional_moves_are_read_in_german() {
    for (german, english) in [
        ("wenn Sc6 dann Lb5", "if Sc6 then Lb5"),
        (
            "Falls er Sc6 spielt, dann spiele ich Lb5",
            "if Sc6 then Lb5",
        ),
        ("wenn Sc6 oder d6 dann Lb5", "if Sc6 or d6 then Lb5"),
        (
            "wenn Sc6 dann Lb5, wenn a6 dann La4",
            "if Sc6 then Lb5 if a6 then La4",
        ),
        ("Partie 42: wenn Sc6 dann Lb5", "game 42: if Sc6 then Lb5"),
        ("wenn:", "if:"),
    ] {
        let read = |line| read_line(line, Letters::German);
        assert_eq!(
            format!("{:?}", read(german)),
            format!("{:?}", read(english)),
            "{german}"
        );
    }
}

#[test]
fn words_to_directors_and_what_is_watched_are_read_in_german() {
    let to = |name: Option<&str>, words: &str| {
        Command::ToDirector(name.map(str::to_owned), words.to_owned())
    };
    let spring = || Watched::Tournament("spring".to_owned());
    for (line, command) in [
        ("Turnierleitung: Frage: wann?", to(None, "Frage: wann?")),
        (
            "An die Turnierleitung von Spring: Wann?",
            to(Some("spring"), "Wann?"),
        ),
        (
            "Turnierleitung des Turniers spring:",
            to(Some("spring"), ""),
        ),
        ("Beobachte spring", Command::Watch(spring())),
        ("Partie beobachten 42", Command::Watch(Watched::Game(42))),
        ("nicht mehr beobachten spring", Command::Unwatch(spring())),
    ] {
        assert_eq!(ordered(line), [(None, command)], "{line}");
    }
    for line in ["Turnierleitung antwortet", "Beobachte ihn genau"] {
        assert_eq!(ordered(line), [], "{line}");
    }
}
