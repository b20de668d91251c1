//! Whatever is asked has a clear answer, and nobody takes all there is.

use super::client::{Answer, ask, asked, get};
use super::{Web, start, until};
use crate::bed;
use crate::daemon::Setup;
use crate::site::Place;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;

async fn running(name: &str) -> (Setup, Place, Web) {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new(name);
    let web = start(&mut setup, &place).await;
    (setup, place, web)
}

fn is_a_page(answer: &Answer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    let text = answer.text();
    assert!(text.contains(words), "{words}: {text}");
    assert!(text.starts_with("<!DOCTYPE html>") && text.trim_end().ends_with("</html>"));
}

#[tokio::test]
async fn whatever_is_asked_has_a_clear_answer() {
    let (_setup, _place, web) = running("web-bad").await;
    for path in [
        "/nothing",
        "/games/1.html",
        "/games/01.html",
        "/archive/99999999999999999999.pgn",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/.penpawn-site",
        "/players/%3Cscript%3Ealert(1)%3C%2Fscript%3E.html",
        "/games/1.html/",
        "/style.css/..",
        "/INDEX.HTML",
    ] {
        let answer = get(&web.socket, path);
        is_a_page(&answer, 404, "There is no such page");
        assert!(!answer.text().contains("script>alert"), "{path}");
    }
    for path in ["/%", "/%zz", "/%ff%fe", "/a%00b", "/games/%1"] {
        is_a_page(&get(&web.socket, path), 400, "cannot be read");
    }
    // Links of such a page lead home from wherever it is shown.
    let deep = get(&web.socket, "/a/b/c/d").text();
    assert!(deep.contains("href=\"/index.html\"") && deep.contains("href=\"/style.css\""));
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        let request = format!("{method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let answer = ask(&web.socket, request);
        is_a_page(&answer, 405, "can only be read");
        assert_eq!(answer.field("allow"), Some("GET, HEAD"));
    }
    let long = format!("/{}", "a".repeat(5_000));
    is_a_page(&get(&web.socket, &long), 414, "too long");
    let fields = format!(
        "GET / HTTP/1.1\r\nHost: x\r\nX-Long: {}\r\nConnection: close\r\n\r\n",
        "a".repeat(20_000)
    );
    is_a_page(&ask(&web.socket, fields), 431, "too many fields");
    let mut large = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10485760\r\n\r\n".to_vec();
    large.resize(10 << 20, b'a');
    is_a_page(&ask(&web.socket, large), 413, "too large");
    // What is far beyond is refused before it is held, and what is no HTTP as well.
    let far = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(200_000));
    assert!(matches!(ask(&web.socket, far).status, 414 | 431));
    assert_eq!(ask(&web.socket, "\x16\x03\x01 hello\r\n\r\n").status, 400);
    assert_eq!(get(&web.socket, "/").status, 200, "and it goes on");
    web.process.stop().await;
}

fn from(forwarded: &[&str]) -> String {
    let fields: String = forwarded
        .iter()
        .map(|words| format!("X-Forwarded-For: {words}\r\n"))
        .collect();
    format!("GET /style.css HTTP/1.1\r\nHost: x\r\n{fields}Connection: close\r\n\r\n")
}

#[tokio::test]
async fn an_address_has_its_requests_and_takes_none_of_others() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new("web-pace");
    setup.change(
        "[database]",
        "[web]\ntrusted_proxies = [\"unix\", \"10.0.0.0/8\"]\nrequests_a_minute = 5\n[database]",
    );
    let web = start(&mut setup, &place).await;
    let status = |forwarded: &[&str]| ask(&web.socket, from(forwarded)).status;
    // Whatever they invent stands before what the web server wrote.
    let mut seen = Vec::new();
    for number in 0..8 {
        seen.push(status(&[&format!("192.0.2.{number}, 198.51.100.7")]));
    }
    assert_eq!(seen[..5], [200; 5], "{seen:?}");
    assert!(seen.contains(&429), "{seen:?}");
    let refused = ask(&web.socket, from(&["198.51.100.7, 10.1.1.1"]));
    if refused.status == 429 {
        is_a_page(&refused, 429, "Too many requests");
        assert!(refused.field("retry-after").is_some());
    }
    assert_eq!(status(&["198.51.100.8"]), 200, "others are not concerned");
    // All of a network of 64 bits is one.
    let mut seen = Vec::new();
    for number in 0..8 {
        seen.push(status(&[&format!("2001:db8:1:2::{number}")]));
    }
    assert!(seen.contains(&429), "{seen:?}");
    assert_eq!(status(&["2001:db8:1:3::1"]), 200);
    web.process.stop().await;
}

#[tokio::test]
async fn whoever_sends_slowly_or_nothing_is_let_go_and_what_is_begun_is_finished() {
    let (setup, _place, web) = running("web-slow").await;
    // One that never ends its head.
    let mut slow = UnixStream::connect(&web.socket).expect("it listens");
    slow.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("sent");
    let mut silent = UnixStream::connect(&web.socket).expect("it listens");
    for stream in [&mut slow, &mut silent] {
        let mut octets = Vec::new();
        // It is the other side that ends it.
        let _ = stream.read_to_end(&mut octets);
    }
    assert_eq!(get(&web.socket, "/").status, 200);
    // One that keeps its connection does not hold up the end.
    let mut kept = UnixStream::connect(&web.socket).expect("it listens");
    kept.write_all(b"GET /style.css HTTP/1.1\r\nHost: x\r\n\r\n")
        .expect("sent");
    let mut first = [0; 15];
    kept.read_exact(&mut first).expect("an answer");
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    web.process.stop().await;
    assert!(setup.logged().contains("what is begun is finished"));
}

#[tokio::test]
async fn it_listens_to_this_machine_alone() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    for (listen, words) in [
        ("0.0.0.0:8077", "can be seen by others"),
        ("[::]:8077", "can be seen by others"),
        ("localhost:8077", "no address of this machine"),
        ("unix:socket", "no address of this machine"),
    ] {
        setup.set("web.listen", listen);
        let said = setup.complains(&["web"]);
        assert!(
            said.contains("web.listen") && said.contains(words),
            "{said}"
        );
    }
    setup.set("web.address", "https://club.example/chess");
    let place = Place::new("web-tcp");
    setup.set(
        "web.listen",
        &format!("unix:{}", place.0.join("socket").display()),
    );
    let said = setup.complains(&["web"]);
    assert!(said.contains("web.address"), "{said}");
    setup.set("web.address", "https://club.example");
    let web = start(&mut setup, &place).await;
    // Nobody listens at the same place a second time.
    let said = setup.complains(&["web"]);
    assert!(said.contains("cannot be listened to"), "{said}");
    web.process.stop().await;
    setup.set("web.listen", "127.0.0.1:0");
    let process = setup.begin(&["web"], None);
    until(|| setup.logged().contains("http://127.0.0.1:"), &|| {
        setup.logged()
    })
    .await;
    let log = setup.logged();
    let (_, address) = log.split_once("http://").expect("an address");
    let (address, _) = address.split_once('/').expect("its end");
    let stream = TcpStream::connect(address).expect("it listens");
    let answer = asked(
        stream,
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    assert_eq!(answer.status, 200, "{answer:?}");
    process.stop().await;
}
