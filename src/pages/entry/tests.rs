use super::*;
use form_urlencoded::Serializer;

fn site() -> Site {
    Site {
        name: "Chess & Co".to_owned(),
        address: "chess+club@example.org".to_owned(),
        contact: String::new(),
        web: String::new(),
    }
}

/// What a browser sends of these fields, those of a good game beside them.
fn sent(wish: &str, other: &[(&str, &str)]) -> Vec<u8> {
    let good = [
        ("from", "headings"),
        ("collection", "Club"),
        ("Event", "Club championship"),
        ("Site", "?"),
        ("year", "1992"),
        ("month", "11"),
        ("day", ""),
        ("Round", "3"),
        ("White", "Smith, Ann"),
        ("Black", "Jones, Bob"),
        ("Result", "1/2-1/2"),
        (
            "moves",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {as in every book} (3... Nf6 (3... d6 $14))\r\n4. Ba4! 1/2-1/2",
        ),
    ];
    let mut form = Serializer::new(String::new());
    for (name, value) in good {
        let changed = other.iter().find(|(it, _)| *it == name);
        form.append_pair(name, changed.map_or(value, |(_, value)| value));
    }
    for (name, value) in other {
        if !good.iter().any(|(it, _)| it == name) {
            form.append_pair(name, value);
        }
    }
    form.append_pair("wish", wish);
    form.finish().into_bytes()
}

fn faults(other: &[(&str, &str)]) -> String {
    let (typed, _) = Typed::read(&sent("look", other));
    let read = Read::of(&typed);
    let faults = read.faults.iter();
    let lines: Vec<String> = faults
        .map(|(field, words)| format!("{field}: {}", words.join(" / ")))
        .collect();
    lines.join("\n")
}

#[test]
fn a_good_game_is_seen_taken_away_and_wanted() {
    let (_, seen) = entered(&sent("look", &[]), &site());
    let Entry::Seen(page) = seen else {
        panic!("{seen:?}");
    };
    for there in [
        "<bdi>Smith, Ann</bdi>",
        "id=\"positions\"",
        "as in every book",
        "Ruy Lopez",
        "name=\"moves\"",
        "value=\"enter\"",
        "1992-11",
    ] {
        assert!(page.contains(there), "{there}\n{page}");
    }
    let (_, Entry::Pgn(pgn)) = entered(&sent("pgn", &[]), &site()) else {
        panic!("no PGN");
    };
    assert!(
        pgn.starts_with("[Event \"Club championship\"]\n[Site \"?\"]\n[Date \"1992.11.??\"]\n")
    );
    assert!(
        pgn.contains("(3... Nf6 (3... d6 $14))") && pgn.contains("[ECO \"C"),
        "{pgn}"
    );
    let (_, wanted) = entered(&sent("enter", &[]), &site());
    let expected = WantedEntry {
        collection: "Club".to_owned(),
        pgn,
        overwrites: None,
    };
    assert_eq!(wanted, Entry::Wanted(expected));
    let change = [
        ("number", "17"),
        ("password", "abcd-efgh-ijkl-mnop"),
        ("collection", ""),
    ];
    let (_, Entry::Wanted(wanted)) = entered(&sent("enter", &change), &site()) else {
        panic!("it is good");
    };
    assert_eq!(
        wanted.overwrites,
        Some((17, "abcd-efgh-ijkl-mnop".to_owned()))
    );
}

#[test]
fn each_fault_stands_at_its_field_and_all_at_once() {
    assert_eq!(faults(&[]), "");
    let said = faults(&[
        ("collection", " "),
        ("Event", ""),
        ("month", "13"),
        ("Result", "2-0"),
        ("ECO", "Z9"),
        ("Time", "25:00"),
        ("TimeControl", "soon"),
        ("WhiteElo", "good"),
        ("Termination", "boredom"),
        ("others", "Annotator: Smith\nnonsense"),
        ("moves", "1. e4 e5\n2. Ke3 1-0"),
        ("password", "x"),
    ]);
    assert_eq!(
        said,
        "Date: a date is YYYY.MM.DD, with ? for each figure that is not known\n\
         ECO: ECO \"Z9\": an ECO code is a letter from A to E and two figures, as in C42, or C42/07\n\
         Event: a game needs Event as well; what is not known is written [Event \"?\"]\n\
         Result: Result \"2-0\": a result is 1-0, 0-1, 1/2-1/2 or *\n\
         Termination: Termination \"boredom\": it is one of abandoned, adjudication, death, emergency, normal, rules infraction, time forfeit, unterminated\n\
         Time: Time \"25:00\": a time is HH:MM:SS, from 00:00:00 to 23:59:59\n\
         TimeControl: TimeControl \"soon\": a time control is ?, -, 40/7200, 300, 300+5 or *180, or several of them with : between\n\
         WhiteElo: WhiteElo \"good\": a rating is a number of at most four figures, or -\n\
         moves: line 2, move 2.: Ke3: there is no king that can reach e3\n\
         number: it is the number that the game has in the archive\n\
         others: line 2: a tag is written [Name \"value\"], on one line; this is [nonsense"
    );
    // Without a collection a game can take the place of another.
    let said = faults(&[("collection", "")]);
    assert!(
        said.starts_with("collection: it does not say where"),
        "{said}"
    );
    for (fen, words) in [
        ("8/8 w - - 0 1", "FEN: FEN \"8/8 w - - 0 1\": "),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "FEN: FEN"),
        ("<script>", "FEN: FEN \"<script>\""),
    ] {
        let said = faults(&[("FEN", fen)]);
        assert!(said.starts_with(words), "{said}");
    }
    for (moves, words) in [
        ("", "the moves do not end with a result"),
        ("1. e4 (1. d4 1/2-1/2", "a result within a variation"),
        ("1. e4 {never closed 1/2-1/2", "has no }"),
        ("1. e4 e5 1-0", "the tag Result says 1/2-1/2"),
        ("1. e4 e5 1/2-1/2 2. d4", "stands behind the result"),
        ("1. e4 $999 1/2-1/2", "a mark is $"),
    ] {
        let said = faults(&[("moves", moves)]);
        assert!(
            said.starts_with("moves: line 1") && said.contains(words),
            "{moves}: {said}"
        );
    }
}

#[test]
fn what_was_typed_is_kept_and_is_text() {
    let hostile = "\"><script>alert(1)</script>'&\u{0}\u{7}";
    let form = sent(
        "look",
        &[
            ("Event", hostile),
            ("moves", hostile),
            ("White", ""),
            ("Result", hostile),
            ("month", hostile),
        ],
    );
    let (_, Entry::Faulty(page)) = entered(&form, &site()) else {
        panic!("it is faulty");
    };
    assert!(
        !page.contains("<script>") && page.contains("&lt;script&gt;"),
        "{page}"
    );
    assert!(!page.contains('\u{0}') && !page.contains('\u{7}'));
    assert!(page.contains("value=\"Jones, Bob\""));
    let (_, Entry::Seen(page)) = entered(&sent("look", &[("White", hostile)]), &site()) else {
        panic!("a name may be anything");
    };
    assert!(!page.contains("<script>alert"), "{page}");
    // A line break at the begin is not lost, and what is broken is said.
    let (_, Entry::Form(page)) = entered(&sent("change", &[("moves", "\n1. e4")]), &site()) else {
        panic!("it is gone on with");
    };
    assert!(page.contains("\">\n\n1. e4</textarea>"), "{page}");
    let (typed, _) = Typed::read(b"White=%ff%fe&moves=%C3");
    let read = Read::of(&typed);
    for field in ["White", "moves"] {
        let words = read.faults.get(field).unwrap().join("");
        assert!(
            words.contains("some of its letters cannot be read"),
            "{words}"
        );
    }
}

#[test]
fn games_are_pasted_with_their_faults_by_lines() {
    let paste = |pgn: &str| {
        let mut form = Serializer::new(String::new());
        form.extend_pairs([("from", "pgn"), ("collection", "Club"), ("pgn", pgn)]);
        entered(form.finish().as_bytes(), &site()).1
    };
    let good = blank();
    let Entry::Seen(page) = paste(&good) else {
        panic!("{:?}", paste(&good));
    };
    assert!(
        page.contains("value=\"pgn\"") && page.contains("King&#x27;s Knight"),
        "{page}"
    );
    let two = format!("{good}\n{}", good.replace("2. Nf3", "2. Nc3"));
    let Entry::Seen(page) = paste(&two) else {
        panic!("{:?}", paste(&two));
    };
    assert!(page.contains("With it"));
    let Entry::Faulty(page) = paste(&good.replace("[Site \"?\"]\n", "").replace("Nf3", "Nf9"))
    else {
        panic!("it is faulty");
    };
    for words in [
        "line 1: a game needs Site as well",
        "line 8, move 2.: ",
        "Nf9",
    ] {
        assert!(page.contains(words), "{words}\n{page}");
    }
    for (pgn, words) in [
        ("".to_owned(), "there is no game here"),
        ("x".repeat(600_000), "it has more than 512 KiB"),
        (good.repeat(101), "one mail can bring at most 100 games"),
        (
            format!("{} *", good.trim_end_matches("*\n")) + &"(2. d4)".repeat(10_000),
            "stands behind the result",
        ),
        (
            good.replace(" *", &format!("{} *", "(2. d4 (2. c4)) ".repeat(12_000))),
            "more moves can be read",
        ),
        (
            good.replace(" *", &"(2. d4 ".repeat(200)),
            "nested deeper than 100",
        ),
    ] {
        let Entry::Faulty(page) = paste(&pgn) else {
            panic!("{words}");
        };
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn the_words_of_the_mail_stand_on_the_page_and_in_its_link() {
    let page = waits("abcd-efgh-ijkl-mnop", &site());
    assert!(
        page.contains("<kbd>enter waiting abcd-efgh-ijkl-mnop</kbd>"),
        "{page}"
    );
    let link = "mailto:chess%2Bclub@example.org?subject=Enter%20a%20game&amp;body=enter%20waiting%20abcd-efgh-ijkl-mnop";
    assert!(page.contains(link), "{page}");
    for why in [NotKept::Full, NotKept::Fault] {
        let (typed, _) = Typed::read(&sent("enter", &[]));
        let page = not_kept(&typed, why, &site());
        assert!(page.contains("It does not wait") && page.contains("name=\"moves\""));
    }
    assert!(entry_page(&site()).contains("[Event &quot;?&quot;]"));
}
