//! Pages for whoever has a secret link: a player's calendar, and what a club's secretary sees. Other programs judge: Python's
//! icalendar reads every calendar, and html5lib every page.

use super::client::{Answer, ask, get};
use super::{Web, start};
use crate::bed;
use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, new_mail, server};
use crate::daemon::Setup;
use crate::referee;
use crate::site::{Place, write_all};
use chrono::{DateTime, TimeDelta, Utc};
use penpawn::robot::server::Server;

/// Where others reach the pages.
const PAGES: &str = "https://chess.test/";

/// Reads a calendar strictly, and says what is due, a line each.
const CALENDAR: &str = r#"
import sys, icalendar
from datetime import timedelta
raw = sys.stdin.buffer.read()
lines = raw.split(b"\r\n")
assert lines[-1] == b"" and all(len(line) <= 75 and b"\n" not in line for line in lines), lines
calendar = icalendar.Calendar.from_ical(raw)
assert not calendar.errors and str(calendar["METHOD"]) == "PUBLISH"
for event in calendar.walk("VEVENT"):
    assert not event.errors, event.errors
    start, end, stamp = (event[name].dt for name in ("DTSTART", "DTEND", "DTSTAMP"))
    assert all(at.utcoffset() == timedelta(0) for at in (start, end, stamp)) and start < end
    assert event["TRANSP"] == "TRANSPARENT" and not event.walk("VALARM")
    assert not {"ATTENDEE", "ORGANIZER", "DESCRIPTION"} & set(event), event
    print(end.isoformat(), event["UID"], event["SUMMARY"], sep="\t")
"#;

const PAGE: &str = r#"
import sys, html5lib
tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(sys.stdin.buffer.read(), transport_encoding='utf-8')
assert tree.find('.//script') is None and tree.find('.//img') is None
print(len(tree.findall('.//tbody/tr')))
"#;

/// Ann has White against Bob in game 1, with three days a move, and is to move.
async fn game() -> Correspondence {
    let server = Server {
        pages: PAGES.to_owned(),
        usual_control: "per-move 3d".parse().expect("a control"),
        ..server()
    };
    let mut desk = Correspondence::of_server(bed::database().await, server).await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
        .await;
    write_all(&mut desk, 2, &[(ANN, "yes"), (BOB, "accept")]).await;
    time_runs(&mut desk).await;
    desk
}

/// All letters arrive, and the games are looked at.
async fn time_runs(desk: &mut Correspondence) {
    desk.send_all().await;
    desk.do_what_is_due().await;
}

/// This player answers the newest letter that they got about a game.
async fn play(desk: &mut Correspondence, number: usize, who: &str, words: &str) {
    let letter = desk.newest_about_a_game_to(address_of(who)).clone();
    let raw = answer(&letter, who, number, "", words);
    let (_, fate) = desk.deliver(&raw).await;
    assert_eq!(fate.state, "done", "{words}: {fate:?}");
    time_runs(desk).await;
}

/// The path of the link that this player gets by these words.
async fn link(desk: &mut Correspondence, number: usize, who: &str, words: &str) -> String {
    write_all(desk, number, &[(who, words)]).await;
    let letter = desk.newest_to(address_of(who));
    let text = letter.mail.text.clone().expect("text");
    let path = text
        .split_whitespace()
        .find_map(|word| word.strip_prefix(PAGES));
    format!("/{}", path.unwrap_or_else(|| panic!("no link: {text}")))
}

/// What is due by a calendar: when, what its name is, and its summary.
fn due(web: &Web, path: &str) -> Vec<(DateTime<Utc>, String, String)> {
    let answer = get(&web.socket, path);
    assert_eq!(answer.status, 200, "{answer:?}");
    let said = referee::ask(CALENDAR, &answer.text());
    let lines = said.lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [ends, uid, summary] = fields.as_slice() else {
            panic!("three fields: {line}");
        };
        let ends = ends.parse().expect("an instant");
        (ends, (*uid).to_owned(), (*summary).to_owned())
    });
    lines.collect()
}

/// What is not there looks as if it had never been there.
fn is_nothing(web: &Web, path: &str) {
    let shown = |answer: &Answer| {
        let fields = [
            "cache-control",
            "x-robots-tag",
            "etag",
            "content-type",
            "content-length",
        ];
        let fields = fields.map(|name| answer.field(name).map(str::to_owned));
        (answer.status, fields, answer.text())
    };
    let (answer, nothing) = (get(&web.socket, path), get(&web.socket, "/nothing"));
    assert_eq!(shown(&answer), shown(&nothing), "{path}");
    assert_eq!(answer.status, 404, "{path}");
}

fn head(web: &Web, path: &str) -> Answer {
    let request = format!("HEAD {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    ask(&web.socket, request)
}

#[tokio::test]
async fn a_calendar_shows_what_is_due_as_long_as_it_is() {
    let mut desk = game().await;
    let anns = link(&mut desk, 10, ANN, "calendar link").await;
    let bobs = link(&mut desk, 11, BOB, "calendar link").await;
    let mut setup = Setup::beside(&desk);
    let place = Place::new("web-calendar");
    let web = start(&mut setup, &place).await;

    let [(ends, uid, summary)] = &due(&web, &anns)[..] else {
        panic!("Ann is to move");
    };
    let in_three_days = Utc::now() + TimeDelta::days(3);
    assert!(
        (in_three_days - ends).abs() < TimeDelta::minutes(10),
        "{ends}"
    );
    assert_eq!(summary, "Game 1, Bob: your move is due");
    assert!(uid.starts_with("deadline-g1-p") && uid.ends_with("@penpawn.chess.test"));
    assert_eq!(due(&web, &bobs), [], "Bob is not");

    // It is kept by the program that fetches it, and by nobody else.
    let answer = get(&web.socket, &anns);
    assert!(!answer.text().contains("players.test"), "{answer:?}");
    for (name, value) in [
        (
            "content-type",
            "text/calendar; charset=utf-8; method=PUBLISH",
        ),
        ("cache-control", "private, no-cache"),
        ("x-robots-tag", "noindex, nofollow, noarchive"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(answer.field(name), Some(value));
    }
    let same = head(&web, &anns);
    assert_eq!((same.status, same.body.len()), (200, 0));
    let tag = answer.field("etag").expect("a tag");
    assert_eq!(same.field("etag"), Some(tag));
    let known = ask(
        &web.socket,
        format!(
            "GET {anns} HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n"
        ),
    );
    assert_eq!((known.status, known.body.len()), (304, 0), "{known:?}");

    // Nobody looks for a while, so that there is more time.
    desk.nobody_looks_for(TimeDelta::hours(6)).await;
    let later = due(&web, &anns);
    let gained = (Utc::now() + TimeDelta::days(3)) - later[0].0;
    assert!(gained.abs() < TimeDelta::minutes(10), "{later:?}");
    assert_eq!(&later[0].1, uid, "it is the same entry");

    // A move is made that is sent later: nothing is due.
    play(&mut desk, 12, ANN, "e4\nhold 2 hours\n\nring tel-739-1186").await;
    assert_eq!(due(&web, &anns), []);
    play(&mut desk, 13, ANN, "drop held move").await;
    assert_eq!(due(&web, &anns).len(), 1);

    write_all(&mut desk, 14, &[(BOB, "language de")]).await;
    play(&mut desk, 15, ANN, "e4\n\nring tel-739-1186").await;
    assert_eq!(due(&web, &anns), []);
    let [(_, _, summary)] = &due(&web, &bobs)[..] else {
        panic!("Bob is to move");
    };
    assert_eq!(summary, "Partie 1, Ann: Ihr Zug steht aus");
    assert!(!get(&web.socket, &bobs).text().contains("tel-739-1186"));
    web.process.stop().await;
}

#[tokio::test]
async fn a_link_holds_until_it_is_void_and_another_one_never_does() {
    let mut desk = game().await;
    let first = link(&mut desk, 10, ANN, "calendar link").await;
    let bobs = link(&mut desk, 11, BOB, "calendar link").await;
    let mut setup = Setup::beside(&desk);
    let place = Place::new("web-void");
    let web = start(&mut setup, &place).await;
    let kept: String =
        sqlx::query_scalar("select string_agg(encode(token_hash, 'hex'), ' ') from calendar_link")
            .fetch_one(&desk.pool)
            .await
            .expect("hashes");
    let token = first
        .strip_prefix("/deadlines/")
        .and_then(|it| it.strip_suffix(".ics"));
    let token = token.expect("a token");
    assert_eq!(token.len(), 26);
    for wrong in [
        "/deadlines/".to_owned(),
        "/deadlines/.ics".to_owned(),
        "/deadlines/aaaaaaaaaaaaaaaaaaaaaaaaaa.ics".to_owned(),
        first.trim_end_matches(".ics").to_owned(),
        format!("/deadlines/{}.ics", token.to_uppercase()),
        format!("/deadlines/{token}%20.ics"),
        format!("/deadlines/{}.ics", &kept[..64]),
        format!("/secretary/{token}"),
        format!("/deadlines/{token}'%20or%20'1'='1.ics"),
    ] {
        is_nothing(&web, &wrong);
    }

    let mut links = vec![first];
    for number in 20..24 {
        links.push(link(&mut desk, number, ANN, "calendar link").await);
    }
    for path in &links {
        assert_eq!(due(&web, path).len(), 1, "five hold at once");
    }
    links.push(link(&mut desk, 24, ANN, "calendar link").await);
    is_nothing(&web, &links[0]);
    assert_eq!(due(&web, &links[1]).len(), 1);

    let new = link(&mut desk, 25, ANN, "links new").await;
    for path in &links {
        is_nothing(&web, path);
    }
    assert_eq!(due(&web, &new).len(), 1);
    assert_eq!(due(&web, &bobs), [], "nobody else's are touched");

    // Neither who wants no link any more nor who wants no mail leaves one that holds.
    write_all(&mut desk, 26, &[(ANN, "calendar link off")]).await;
    is_nothing(&web, &new);
    let stopped = link(&mut desk, 27, BOB, "calendar link").await;
    assert_eq!(due(&web, &stopped), []);
    write_all(&mut desk, 28, &[(BOB, "stop")]).await;
    is_nothing(&web, &stopped);
    is_nothing(&web, &bobs);
    write_all(&mut desk, 29, &[(BOB, "start")]).await;
    is_nothing(&web, &stopped);

    let new = link(&mut desk, 30, ANN, "calendar link").await;
    assert_eq!(due(&web, &new).len(), 1);
    let forgotten = setup.penpawn(&["players", "forget", "ann@players.test", "--yes"]);
    assert!(forgotten.status.success(), "{forgotten:?}");
    is_nothing(&web, &new);
    web.process.stop().await;
}

#[tokio::test]
async fn a_secretary_sees_games_clocks_and_silences_and_no_address() {
    let mut desk = game().await;
    write_all(&mut desk, 10, &[(ANN, "e4\n\nring tel-739-1186")]).await;
    time_runs(&mut desk).await;
    // A mail in Ann's name that proves nothing waits, and so does one of whom nobody knows; Bob has heard enough.
    desk.deliver(&new_mail(ANN, 11, "", "game 1 resign")).await;
    desk.deliver(&new_mail(
        "Carl <carl@players.test>",
        12,
        "",
        "challenge dora@players.test",
    ))
    .await;
    for sql in [
        "insert into silence (key) values ('bob@players.test')",
        "update player set name = '<script>alert(1)</script> x@evil.example' where name = 'Bob'",
    ] {
        sqlx::query(sql).execute(&desk.pool).await.expect(sql);
    }
    let mut setup = Setup::beside(&desk);
    let said = setup.complains(&["web", "link", "create", "Zoë"]);
    assert!(said.contains("web.address is not set"), "{said}");
    setup.set("web.address", PAGES);
    for nobody in ["", " ", "\u{200b}"] {
        let said = setup.complains(&["web", "link", "create", nobody]);
        assert!(said.contains("say who gets the link"), "{nobody:?}: {said}");
    }
    let said = setup.says(&["web", "link", "create", "Zoë"]);
    let path = said
        .trim_end()
        .strip_prefix("https://chess.test")
        .expect("a link");
    let place = Place::new("web-secretary");
    let web = start(&mut setup, &place).await;

    let answer = get(&web.socket, path);
    assert_eq!(answer.status, 200, "{answer:?}");
    let page = answer.text();
    let rows: usize = referee::ask(PAGE, &page).trim().parse().expect("a number");
    assert_eq!(rows, 4, "{page}");
    for shown in [
        "<bdi>Ann</bdi>",
        "&lt;script&gt;alert(1)",
        "Black, 1...",
        "3 days a move",
        "(in 2 d 23 h)",
        "mail in their name waits for their yes",
        "nobody who is known here",
        "they said &quot;stop&quot;, and have games that go on",
    ] {
        assert!(page.contains(shown), "{shown}\n{page}");
    }
    for hidden in [
        "players.test",
        "evil.example",
        "tel-739-1186",
        "e4",
        "resign",
        "<script",
    ] {
        assert!(!page.contains(hidden), "{hidden}\n{page}");
    }
    for (name, value) in [
        ("cache-control", Some("no-store")),
        ("x-robots-tag", Some("noindex, nofollow, noarchive")),
        ("referrer-policy", Some("no-referrer")),
        ("etag", None),
    ] {
        assert_eq!(answer.field(name), value, "{name}");
    }
    let same = head(&web, path);
    assert_eq!((same.status, same.body.len()), (200, 0));

    let said = setup.complains(&["web", "link", "create", "Zoë"]);
    assert!(said.contains("has a link already"), "{said}");
    let other = setup.says(&["web", "link", "create", "the board"]);
    let list = setup.says(&["web", "link", "list"]);
    assert!(
        list.contains("  Zoë\n") && list.contains("  the board\n"),
        "{list}"
    );
    assert!(!list.contains(path.trim_start_matches("/secretary/")));
    let json = setup.says(&["web", "link", "list", "--json"]);
    assert!(json.contains("\"name\": \"Zoë\""), "{json}");
    assert_eq!(
        setup.says(&["web", "link", "revoke", "Zoë"]),
        "The link of Zoë is void.\n"
    );
    let said = setup.complains(&["web", "link", "revoke", "Zoë"]);
    assert!(said.contains("Zoë has no link"), "{said}");
    is_nothing(&web, path);
    is_nothing(&web, &path.replace("/secretary/", "/deadlines/"));
    is_nothing(&web, "/secretary/");
    let other = other
        .trim_end()
        .strip_prefix("https://chess.test")
        .expect("a link");
    assert_eq!(get(&web.socket, other).status, 200);
    web.process.stop().await;
}
