//! `penpawn web`, as a process of its own, asked over its sockets.

mod client;
mod entry;
mod limits;
mod rights;
mod search;
mod secret;

use crate::bed;
use crate::correspondence::{ANN, BOB, Correspondence};
use crate::daemon::{Daemon, Setup};
use crate::player::PATIENCE;
use crate::site::{self, Place};
use client::{Answer, ask, get};
use sqlx::AssertSqlSafe;
use std::fs;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A role that has no right anywhere, as the administrator makes it.
const ROLE: &str = "penpawn_web";

/// `penpawn web`, running.
pub(crate) struct Web {
    pub(crate) socket: PathBuf,
    pub(crate) process: Daemon,
}

/// Makes the role, once for all databases of the bed, and returns the URL by which it comes to this one.
pub(crate) async fn url_for_web(setup: &Setup) -> String {
    let url = fs::read_to_string(&setup.file).expect("settings");
    let (_, place) = url.split_once("//chess@").expect("the owner's URL");
    let (place, _) = place.split_once('"').expect("its end");
    let pool = sqlx::PgPool::connect(&format!("postgres://chess@{place}"))
        .await
        .expect("the owner");
    penpawn::db::rights::make_role(&pool, ROLE)
        .await
        .expect("a role");
    format!("postgres://{ROLE}@{place}")
}

/// Starts it at a socket of its own, and waits until it listens.
pub(crate) async fn start(setup: &mut Setup, place: &Place) -> Web {
    let socket = place.0.join("socket");
    setup.set("web.listen", &format!("unix:{}", socket.display()));
    let url = url_for_web(setup).await;
    setup.set("web.database_url", &url);
    let process = setup.begin(&["web"], None);
    let web = Web { socket, process };
    // The socket is there a moment before it is listened to.
    let listens = || UnixStream::connect(&web.socket).is_ok();
    until(listens, &|| setup.logged()).await;
    web
}

/// Waits until it is so.
async fn until(so: impl Fn() -> bool, else_said: &dyn Fn() -> String) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < PATIENCE, "{}", else_said());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until this page has such an answer.
async fn until_page(web: &Web, path: &str, so: impl Fn(&Answer) -> bool) {
    until(|| so(&get(&web.socket, path)), &|| {
        format!("{path}: {:?}", get(&web.socket, path))
    })
    .await;
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path, below: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else if !name.starts_with(".penpawn") {
            found.push(name);
        }
    }
}

/// Compares what is served with what is written, file by file, and returns how many there are.
fn compare(web: &Web, place: &Place) -> usize {
    let mut paths = Vec::new();
    files(&place.site(), "", &mut paths);
    for path in &paths {
        let written = fs::read(place.site().join(path)).expect("a file");
        let served = get(&web.socket, &format!("/{path}"));
        assert_eq!(served.status, 200, "{path}: {served:?}");
        assert!(
            served.body == written,
            "{path} is served otherwise than written"
        );
        let kind = match path.rsplit_once('.').expect("an ending").1 {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "pgn" => "application/vnd.chess-pgn; charset=utf-8",
            "xml" => "application/atom+xml; charset=utf-8",
            other => panic!("{other}"),
        };
        assert_eq!(served.field("content-type"), Some(kind), "{path}");
    }
    paths.len()
}

#[tokio::test]
async fn what_is_served_is_what_is_written_to_the_last_byte() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new("web-archive");
    let file = site::archive(&place);
    setup.penpawn(&["import", file.to_str().expect("a path")]);
    site::write(&setup, &place);
    let web = start(&mut setup, &place).await;
    assert!(compare(&web, &place) > 2 * 190);
    let front = get(&web.socket, "/");
    assert_eq!(front.body, get(&web.socket, "/index.html").body);

    // What others wrote is text, and what looks like an address is not there.
    let hostile = get(&web.socket, "/archive/201.html").text();
    assert!(hostile.contains("&lt;script&gt;alert(3)"), "{hostile}");
    assert!(!hostile.contains("<script>alert") && !hostile.contains("@evil"));

    // A game that goes is gone at once, and the lists follow.
    let list = "/players.html";
    assert!(get(&web.socket, list).text().contains("&lt;img src=x"));
    sqlx::query("delete from archive_game where white like '%img%'")
        .execute(&pool)
        .await
        .expect("deleted");
    assert_eq!(get(&web.socket, "/archive/201.html").status, 404);
    assert_eq!(get(&web.socket, "/archive/201.pgn").status, 404);
    until_page(&web, list, |page| !page.text().contains("&lt;img src=x")).await;
    site::write(&setup, &place);
    compare(&web, &place);
    web.process.stop().await;
    assert!(!web.socket.exists(), "the socket is removed at the end");
}

#[tokio::test]
async fn a_game_goes_when_one_of_its_players_wants_that_or_is_forgotten() {
    let mut desk: Correspondence = site::three_games().await;
    let mut setup = Setup::beside(&desk);
    let place = Place::new("web-public");
    site::write(&setup, &place);
    let web = start(&mut setup, &place).await;
    compare(&web, &place);
    let page = get(&web.socket, "/games/1.html").text();
    assert!(page.contains("2... Qh4#"), "{page}");
    for closed in ["players.test", "tel-739-1186", "Mausi"] {
        assert!(!page.contains(closed), "{closed}");
    }
    assert_eq!(get(&web.socket, "/games/2.html").status, 404);
    assert_eq!(get(&web.socket, "/games/2.pgn").status, 404);

    site::write_all(&mut desk, 30, &[(ANN, "public off")]).await;
    for path in ["/games/1.html", "/games/1.pgn"] {
        assert_eq!(get(&web.socket, path).status, 404, "{path}");
    }
    until_page(&web, "/", |front| !front.text().contains("<bdi>Ann")).await;
    assert!(!get(&web.socket, "/all.pgn").text().contains("Ann"));
    site::write_all(&mut desk, 31, &[(ANN, "public on"), (BOB, "public on")]).await;
    until_page(&web, "/", |front| front.text().contains("<bdi>Ann")).await;

    let forgotten = setup.penpawn(&["players", "forget", "ann@players.test", "--yes"]);
    assert!(forgotten.status.success(), "{forgotten:?}");
    assert_eq!(get(&web.socket, "/games/1.html").status, 404);
    until_page(&web, "/", |front| !front.text().contains("<bdi>Ann")).await;
    until_page(&web, "/players.html", |list| !list.text().contains("Ann<")).await;
    web.process.stop().await;
}

#[tokio::test]
async fn a_game_that_cannot_be_read_takes_no_other_with_it() {
    let desk: Correspondence = site::three_games().await;
    sqlx::query("update game set moves = 'zz zz' where id = 1")
        .execute(&desk.pool)
        .await
        .expect("changed");
    let mut setup = Setup::beside(&desk);
    let place = Place::new("web-unreadable");
    site::write(&setup, &place);
    let web = start(&mut setup, &place).await;
    compare(&web, &place);
    assert_eq!(get(&web.socket, "/").status, 200);
    assert_eq!(get(&web.socket, "/games/1.html").status, 404);
    assert!(setup.logged().contains("cannot be shown"));
    web.process.stop().await;
}

#[tokio::test]
async fn an_answer_says_what_a_page_may_do_and_whether_it_is_new() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new("web-fields");
    let web = start(&mut setup, &place).await;
    for path in ["/", "/style.css", "/feed.xml", "/nothing", "/all.pgn"] {
        let answer = get(&web.socket, path);
        let policy = answer.field("content-security-policy").expect("a policy");
        for part in [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-cache"),
        ] {
            assert_eq!(answer.field(name), Some(value), "{path}");
        }
        assert!(answer.field("permissions-policy").is_some());
        assert_eq!(answer.field("set-cookie"), None, "{path}");
    }
    let front = get(&web.socket, "/");
    let tag = front.field("etag").expect("a tag").to_owned();
    let again = ask(
        &web.socket,
        format!("GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\nConnection: close\r\n\r\n"),
    );
    assert_eq!((again.status, again.body.len()), (304, 0), "{again:?}");
    assert_eq!(again.field("etag"), Some(tag.as_str()));
    let head = ask(
        &web.socket,
        "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    assert_eq!((head.status, head.body.len()), (200, 0), "{head:?}");
    let length = front.body.len().to_string();
    assert_eq!(head.field("content-length"), Some(length.as_str()));
    web.process.stop().await;
}

#[tokio::test]
async fn when_the_database_is_gone_that_is_said_and_it_comes_back() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new("web-gone");
    let web = start(&mut setup, &place).await;
    let name: String = sqlx::query_scalar("select current_database()::text")
        .fetch_one(&pool)
        .await
        .expect("a name");
    let hidden = format!("{name}_hidden");
    let admin = bed::new_database("template template0").await;
    pool.close().await;
    let sql = |sql: String| {
        let admin = admin.clone();
        async move { sqlx::query(AssertSqlSafe(sql)).execute(&admin).await }
    };
    let cut =
        format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'");
    // Whoever connects between the two keeps it from being renamed.
    let began = Instant::now();
    loop {
        sql(cut.clone()).await.expect("cut");
        if sql(format!("alter database {name} rename to {hidden}"))
            .await
            .is_ok()
        {
            break;
        }
        assert!(began.elapsed() < PATIENCE);
    }
    let answer = get(&web.socket, "/archive/1.html");
    assert_eq!(answer.status, 503, "{answer:?}");
    assert!(answer.field("retry-after").is_some());
    assert!(answer.text().contains("cannot be read now"), "{answer:?}");
    sql(format!("alter database {hidden} rename to {name}"))
        .await
        .expect("it is back");
    until_page(&web, "/archive/1.html", |answer| answer.status == 404).await;
    assert_eq!(get(&web.socket, "/").status, 200);
    web.process.stop().await;
}
