use super::*;
use chrono::DateTime;

fn heading(number: i64, [white, black]: [&str; 2], date: &str, eco: &str) -> Heading {
    Heading {
        source: Source::Archive,
        number,
        white: white.to_owned(),
        black: black.to_owned(),
        event: "Wijk aan Zee".to_owned(),
        date: date.to_owned(),
        result: "1-0".to_owned(),
        eco: eco.to_owned(),
        opening: "Pirc Defense".to_owned(),
        since: DateTime::UNIX_EPOCH,
        digest: [0; 32],
        boards: Vec::new(),
    }
}

fn shelf() -> Shelf {
    Shelf::of(vec![
        heading(
            1,
            ["Kasparov, Garry", "Topalov, Veselin"],
            "1999.01.20",
            "B07",
        ),
        heading(
            2,
            ["Topalov, Veselin", "Kasparov, Garry"],
            "1999.??.??",
            "B08",
        ),
        heading(3, ["<b>Ann</b>", "Bob"], "????.??.??", ""),
    ])
}

fn numbers(query: &str) -> Vec<i64> {
    let games = shelf().games(&Search::of(query), &StoodIn::default());
    games.into_iter().map(|(_, number)| number).collect()
}

fn site() -> Site {
    Site {
        name: "x".to_owned(),
        address: String::new(),
        contact: String::new(),
        web: String::new(),
    }
}

#[test]
fn games_are_found_by_each_thing_that_is_asked_for() {
    for (query, expected) in [
        ("player=KASPAROV", &[2_i64, 1] as &[i64]),
        ("player=kasparov&colour=white", &[1]),
        ("player=kasparov&colour=black", &[2]),
        ("opening=b0", &[2, 1]),
        ("opening=B07", &[1]),
        ("opening=pirc", &[2, 1, 3]),
        ("result=1-0&player=bob", &[3]),
        ("result=0-1", &[]),
        ("from=1999-01-21", &[2]),
        ("to=1999-01-19", &[2]),
        ("from=1999&to=1999", &[2, 1]),
        ("from=2000", &[]),
        ("event=wijk&player=ann", &[3]),
        ("event=linares", &[]),
        ("", &[]),
        ("colour=white", &[]),
        ("unknown=1", &[]),
    ] {
        let mut found = numbers(query);
        let mut expected = expected.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{query}");
    }
}

#[test]
fn a_fault_stands_at_its_field_and_what_was_typed_stays() {
    for (query, words) in [
        ("result=win", "A result is 1-0"),
        ("from=yesterday", "Write a year"),
        ("player=a&to=99", "Write a year"),
        ("from=2000&to=1999", "before the begin"),
        ("player=a&colour=red", "white, black, or left open"),
        ("from=2021-13", "Write a year"),
        ("to=2021-02-32", "Write a year"),
        ("from=2021-00-00", "2021-00-00"),
        ("position=8%2F8", "rank"),
        ("material=rook", "as in KRP-KR"),
        ("player=a&page=0", "counted from 1"),
        ("player=a&page=99", "not so many pages"),
    ] {
        let page = shelf().page(&Search::of(query), &StoodIn::default(), &site());
        assert!(page.contains(words), "{query}: {page}");
    }
    let page = shelf().page(
        &Search::of("player=%22%3E%3Cscript%3Ealert(1)&from=%ff%fe<b>"),
        &StoodIn::default(),
        &site(),
    );
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>"));
    assert!(page.contains("&lt;b&gt;") && !page.contains("<b>\""));
    let page = shelf().page(&Search::of("player=ann"), &StoodIn::default(), &site());
    assert!(
        page.contains("<bdi>&lt;b&gt;Ann&lt;&#x2f;b&gt;</bdi>") || page.contains("&lt;b&gt;Ann")
    );
}

#[test]
fn games_are_found_by_what_stood_on_the_board() {
    let other = "8/8/4k3/8/8/4K3/4P3/8";
    let board = |placement: &str| {
        let asked = Search::of(&format!("position={placement}"));
        asked.on_board().unwrap().board.unwrap()
    };
    let mut played = heading(7, ["Ann", "Bob"], "2026.01.01", "C20");
    played.source = Source::Played;
    played.boards = vec![board(other)];
    let mut headings = vec![played];
    headings.extend((1..=3).map(|it| heading(it, ["Carl", "Dora"], "2026.01.01", "C20")));
    let shelf = Shelf::of(headings);
    let stood = StoodIn {
        numbers: [2].into(),
    };
    let found = |query: &str| {
        let asked = Search::of(query);
        shelf.games(&asked, &stood)
    };
    let both = [(Source::Played, 7), (Source::Archive, 2)];
    assert_eq!(found(&format!("position={other}")), both);
    // Whatever else a FEN says.
    assert_eq!(found(&format!("position={other}+b+-+-+12+70")), both);
    assert_eq!(
        found(&format!("position={other}&player=dora")),
        [(Source::Archive, 2)]
    );
    assert_eq!(
        found("position=8/8/4k3/8/8/4K3/3P4/8"),
        [(Source::Archive, 2)]
    );
    assert_eq!(found("position=8/8"), []);
    assert_eq!(Search::of("position=8/8&material=K-K").on_board(), None);
    assert_eq!(found("material=kp-k"), both);
    assert_eq!(found("material=K+v+KP"), both);
    assert_eq!(found("material=KP-KP"), [(Source::Archive, 2)]);
    let page = shelf.page(&Search::of(&format!("position={other}+w")), &stood, &site());
    assert!(
        page.contains(&format!("value=\"{other} w\""))
            || page.contains("value=\"8&#x2f;8&#x2f;4k3"),
        "{page}"
    );
    assert!(!page.contains("entered last"));
    let many = StoodIn {
        numbers: (1..=10_000).collect(),
    };
    let page = shelf.page(&Search::of(&format!("position={other}")), &many, &site());
    assert!(page.contains("Of the archive the 10000 that were entered last"));
}

#[test]
fn what_is_found_is_paged_and_each_page_has_its_address() {
    let many = (1..=120).map(|number| heading(number, ["Ann & Co", "Bob"], "2026.01.01", "C20"));
    let shelf = Shelf::of(many.collect());
    let page = shelf.page(
        &Search::of("player=ann+%26&page=2"),
        &StoodIn::default(),
        &site(),
    );
    for there in [
        "120 games",
        "page 2 of 3",
        "href=\"/search?player=ann+%26\"",
        "href=\"/search?player=ann+%26&amp;page=3\"",
        "href=\"/search.pgn?player=ann+%26\"",
        "href=\"/archive/70.html\"",
    ] {
        assert!(page.contains(there), "{there}: {page}");
    }
    assert!(!page.contains("archive/71.html"));
    assert!(page.contains("form-action 'self'"));
}
