//! The entry form: from what is typed to a page, with a mail between.

use super::client::{Answer, ask, get, post, send};
use super::{Web, start, until_page, url_for_web};
use crate::correspondence::{ANN, Correspondence, Letter, answer, new_mail};
use crate::daemon::Setup;
use crate::referee;
use crate::site::Place;
use penpawn::db::waiting_entries::{self, WaitingEntry};
use penpawn::db::{for_reading_alone, rights};
use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;

/// Reads a page strictly: no fault, no id twice, each label of a field, nothing that works by itself.
const JUDGE: &str = r#"
import sys, html5lib
tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(sys.stdin.read())
ids = [it.get('id') for it in tree.iter() if it.get('id')]
assert len(ids) == len(set(ids)), [it for it in ids if ids.count(it) > 1]
for it in tree.iter():
    if not isinstance(it.tag, str):
        continue
    assert it.tag not in ('style', 'iframe', 'object', 'img', 'base'), it.tag
    assert it.tag != 'script' or (it.get('src') == '/game.js' and not it.text)
    assert not any(str(name).startswith('on') or name == 'style' for name in it.attrib), it.attrib
    for of in (it.get('for'), *(it.get('aria-describedby') or '').split()):
        assert not of or of in ids, of
    if it.tag == 'form':
        assert it.get('action') == '/enter' and it.get('method') == 'post'
    if it.tag in ('textarea', 'select') or it.tag == 'input' and it.get('type') != 'hidden':
        assert any(label.get('for') == it.get('id') for label in tree.iter('label')), it.attrib
print('well')
"#;

fn is_well_formed(page: &str) {
    assert_eq!(referee::ask(JUDGE, page).trim(), "well");
}

/// A good game, with what is wanted.
fn game<'a>(wish: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let good = [
        ("from", "headings"),
        ("collection", "Club championship"),
        ("Event", "Spring \"open\" <b>"),
        ("Site", "?"),
        ("year", "1992"),
        ("month", "11"),
        ("day", "4"),
        ("Round", "-"),
        ("White", "Smith, Ann"),
        ("Black", "Jones, Bob"),
        ("Result", "1-0"),
        ("WhiteNA", "ann@secret.test"),
        (
            "moves",
            "1. e4 e5 2. Qh5 Nc6 (2... Nf6 $1 {takes (later)})\r\n3. Bc4 Nf6 4. Qxf7# 1-0",
        ),
        ("wish", wish),
    ];
    let mut fields: Vec<(&str, &str)> = more.to_vec();
    fields.extend(
        good.iter()
            .filter(|(name, _)| !more.iter().any(|(it, _)| it == name)),
    );
    fields
}

async fn beside(desk: &Correspondence, name: &str) -> (Setup, Place, Web) {
    let mut setup = Setup::beside(desk);
    let place = Place::new(name);
    let web = start(&mut setup, &place).await;
    (setup, place, web)
}

/// The words that a page says are to be written.
fn order(page: &Answer) -> String {
    let text = page.text();
    assert_eq!(page.status, 200, "{text}");
    let (_, behind) = text.split_once("<kbd>").unwrap_or_else(|| panic!("{text}"));
    behind.split_once("</kbd>").expect("its end").0.to_owned()
}

/// Ann writes this, and says yes where she is asked; the last letter.
async fn ann_writes(desk: &mut Correspondence, number: usize, words: &str) -> String {
    let (mut letters, fate) = desk.deliver(&new_mail(ANN, number, "", words)).await;
    if fate.state == "held" {
        let question: Letter = letters.first().expect("a question").clone();
        let asked = words_of(&question);
        // Who has never written is asked nothing but that.
        assert!(number == 1 || asked.contains(words), "{asked}");
        let yes = answer(&question, ANN, 100 + number, "", "yes");
        (letters, _) = desk.deliver(&yes).await;
        // Who has never written says it once more when they are known.
        if number == 1 {
            let welcome = letters.first().expect("a welcome").clone();
            (letters, _) = desk.deliver(&answer(&welcome, ANN, 2, "", words)).await;
        }
    }
    words_of(letters.last().expect("a letter"))
}

/// The text of a letter, on one line.
fn words_of(letter: &Letter) -> String {
    let text = letter.mail.text.as_deref().expect("a text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// > Nobody is written to because of what is typed into a page, and no game that is typed there is public before somebody has
/// > said so by mail.
#[tokio::test]
async fn a_game_is_typed_looked_at_confirmed_by_mail_and_shown() {
    let mut desk = Correspondence::begin().await;
    let (_setup, _place, web) = beside(&desk, "web-entry").await;
    let blank = get(&web.socket, "/enter");
    assert_eq!(blank.status, 200);
    is_well_formed(&blank.text());

    let faulty = post(
        &web.socket,
        "/enter",
        &game("look", &[("moves", "1. e4 e5 2. Ke3 1-0"), ("ECO", "x")]),
    );
    assert_eq!(faulty.status, 422);
    let text = faulty.text();
    is_well_formed(&text);
    for words in [
        "Ke3: there is no king that can reach e3",
        "an ECO code is",
        "value=\"Spring &quot;open&quot; &lt;b&gt;\"",
        "value=\"ann@secret.test\"",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }

    let seen = post(&web.socket, "/enter", &game("look", &[]));
    assert_eq!(seen.status, 200);
    is_well_formed(&seen.text());
    assert!(
        seen.text().contains("Wayward Queen") || seen.text().contains("King&#x27;s Pawn"),
        "{}",
        seen.text()
    );
    let pgn = post(&web.socket, "/enter", &game("pgn", &[]));
    assert_eq!(
        pgn.field("content-disposition"),
        Some("attachment; filename=\"game.pgn\"")
    );
    assert!(pgn.text().contains("4. Qxf7# 1-0"));

    let waits = post(&web.socket, "/enter", &game("enter", &[]));
    is_well_formed(&waits.text());
    let order = order(&waits);
    // Nobody was written to, nothing is public, and what is kept does not tell the key.
    assert!(desk.collect().await.is_empty());
    assert!(!get(&web.socket, "/all.pgn").text().contains("Smith"));
    let kept: String = sqlx::query_scalar("select row_to_json(w)::text from entry_waiting w")
        .fetch_one(&desk.pool)
        .await
        .expect("what waits");
    let key = order.rsplit(' ').next().expect("a key");
    assert!(
        !kept.contains(key) && !kept.contains(&key.replace('-', "")),
        "{kept}"
    );

    let letter = ann_writes(&mut desk, 1, &order).await;
    assert!(
        letter.contains("collection \"Club championship\"")
            && letter.contains("The edit password is"),
        "{letter}"
    );
    let (number, _) = letter.split_once(": Smith, Ann").expect("a number");
    let number = number.rsplit(' ').next().expect("a number");
    let path = format!("/archive/{number}.html");
    until_page(&web, &path, |page| page.status == 200).await;
    let page = get(&web.socket, &path).text();
    assert!(
        page.contains("Spring &quot;open&quot; &lt;b&gt;") && page.contains("4. Qxf7#"),
        "{page}"
    );
    assert!(!page.contains("secret.test"));
    let again = ann_writes(&mut desk, 10, &order).await;
    assert!(again.contains("nothing waits under that"), "{again}");

    change(&mut desk, &web, number, &letter).await;
    web.process.stop().await;
}

/// Puts another game in the place of the one that came with this letter, by the form.
async fn change(desk: &mut Correspondence, web: &Web, entered: &str, letter: &str) {
    let (_, password) = letter
        .split_once("The edit password is ")
        .expect("a password");
    let password: String = password.chars().take(19).collect();
    for (number, password, words) in [
        (20, "aaaa-bbbb-cccc-dddd", "that this password changes"),
        (30, password.as_str(), "Smith, Ann - Jones, Robert"),
    ] {
        let more = [
            ("number", entered),
            ("password", password),
            ("Black", "Jones, Robert"),
        ];
        let waits = post(&web.socket, "/enter", &game("enter", &more));
        assert!(!waits.text().contains(password));
        let kept: String =
            sqlx::query_scalar("select string_agg(row_to_json(w)::text, ' ') from entry_waiting w")
                .fetch_one(&desk.pool)
                .await
                .expect("what waits");
        assert!(!kept.contains(password), "{kept}");
        let said = ann_writes(desk, number, &order(&waits)).await;
        assert!(said.contains(words), "{said}");
    }
    until_page(web, &format!("/archive/{entered}.html"), |page| {
        page.text().contains("Jones, Robert")
    })
    .await;
}

#[tokio::test]
async fn whatever_is_sent_has_a_clear_answer_and_nothing_waits_of_it() {
    let desk = Correspondence::begin().await;
    let (_setup, _place, web) = beside(&desk, "web-entry-bad").await;
    let is = |answer: &Answer, status: u16, words: &str| {
        let text = answer.text();
        assert_eq!(answer.status, status, "{text}");
        assert!(text.contains(words), "{words}: {text}");
        assert!(text.starts_with("<!DOCTYPE html>") && text.trim_end().ends_with("</html>"));
    };
    let mut large = b"wish=enter&pgn=".to_vec();
    large.resize(10 << 20, b'a');
    is(&send(&web.socket, "/enter", "", &large), 413, "too large");
    is(
        &send(
            &web.socket,
            "/enter",
            "Sec-Fetch-Site: cross-site\r\n",
            b"wish=look",
        ),
        403,
        "from elsewhere",
    );
    is(
        &send(
            &web.socket,
            "/enter",
            "Origin: https://evil.test\r\n",
            b"wish=look",
        ),
        403,
        "from elsewhere",
    );
    is(
        &send(
            &web.socket,
            "/enter",
            "Content-Encoding: gzip\r\n",
            b"wish=look",
        ),
        415,
        "no form",
    );
    let typed = "POST /enter HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx";
    is(&ask(&web.socket, typed), 415, "no form");
    let other = ask(
        &web.socket,
        "DELETE /enter HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    is(&other, 405, "its form is sent");
    assert_eq!(other.field("allow"), Some("GET, HEAD, POST"));
    is(
        &send(&web.socket, "/search", "", b"wish=look"),
        405,
        "can only be read",
    );
    for form in [
        b"".as_slice(),
        b"wish=enter",
        b"wish=enter&from=pgn&pgn=%ff%fe%00%C3",
        b"%&%zz=%&&&===&wish=enter",
        b"wish=enter&wish=look&from=pgn&collection=x&pgn=<script>alert(1)</script>",
    ] {
        let answer = send(&web.socket, "/enter", "", form);
        is(&answer, 422, "nothing that you typed is lost");
        assert!(!answer.text().contains("<script>alert"));
        is_well_formed(&answer.text());
    }
    let many = format!("1. e4 {} e5 1-0", "(1. d4) ".repeat(10_000));
    let answer = post(&web.socket, "/enter", &game("look", &[("moves", &many)]));
    is(&answer, 200, "before it is entered");
    let policy = answer.field("content-security-policy").expect("a policy");
    assert!(policy.contains("script-src 'self'") && policy.contains("form-action 'self'"));
    let waiting: i64 = sqlx::query_scalar("select count(*) from entry_waiting")
        .fetch_one(&desk.pool)
        .await
        .expect("a number");
    assert_eq!(waiting, 0);
    web.process.stop().await;
}

#[tokio::test]
async fn an_address_sends_only_so_many_forms() {
    let desk = Correspondence::begin().await;
    let mut setup = Setup::beside(&desk);
    setup.change(
        "[database]",
        "[web]\ntrusted_proxies = [\"unix\"]\n[database]",
    );
    let place = Place::new("web-entry-pace");
    let web = start(&mut setup, &place).await;
    let sent = |from: &str| {
        let from = format!("X-Forwarded-For: {from}\r\n");
        send(&web.socket, "/enter", &from, b"wish=look").status
    };
    let mut seen = Vec::new();
    for _ in 0..40 {
        seen.push(sent("192.0.2.1"));
    }
    assert_eq!(seen[..20], [422; 20], "{seen:?}");
    assert!(seen.contains(&429), "{seen:?}");
    assert_eq!(sent("192.0.2.2"), 422, "others are not concerned");
    web.process.stop().await;
}

#[tokio::test]
async fn its_role_lets_games_wait_and_sees_none_of_them_and_there_is_a_bound() {
    let desk = Correspondence::begin().await;
    let setup = Setup::beside(&desk);
    let url: PgConnectOptions = url_for_web(&setup).await.parse().expect("a URL");
    let web = PgPool::connect_with(for_reading_alone(url))
        .await
        .expect("the role");
    let mut entry = WaitingEntry {
        collection: "Club".to_owned(),
        pgn: "x".to_owned(),
        overwrites: None,
    };
    assert!(
        waiting_entries::keep(&web, &[1; 32], &entry)
            .await
            .expect("kept")
    );
    assert!(
        waiting_entries::find(&web, &[1; 32]).await.is_err(),
        "it cannot be read"
    );
    assert_eq!(
        rights::beyond_views(&web).await.expect("an answer"),
        [""; 0]
    );
    assert_eq!(
        waiting_entries::find(&desk.pool, &[1; 32])
            .await
            .expect("found"),
        Some(entry.clone())
    );
    // Nobody puts another game in the place of one that waits.
    assert!(waiting_entries::keep(&web, &[1; 32], &entry).await.is_err());
    entry.collection = "x".repeat(81);
    assert!(waiting_entries::keep(&web, &[2; 32], &entry).await.is_err());
    entry.collection = "Club".to_owned();

    sqlx::query("insert into entry_waiting (key_hash, collection, pgn) select sha256(n::text::bytea), '', 'x' from generate_series(1, 999) n")
        .execute(&desk.pool)
        .await
        .expect("filled");
    assert!(!fits(&web, 2, &entry).await, "there is no room");
    grow_old(&desk.pool).await;
    assert_eq!(
        waiting_entries::find(&desk.pool, &[1; 32])
            .await
            .expect("found"),
        None
    );
    assert!(fits(&web, 2, &entry).await, "there is room again");
    sqlx::query("insert into entry_waiting (key_hash, collection, pgn) select sha256(n::text::bytea), '', repeat('x', 524288) from generate_series(1, 128) n")
        .execute(&desk.pool)
        .await
        .expect("filled");
    assert!(!fits(&web, 3, &entry).await, "nor is there for so much");
    grow_old(&desk.pool).await;
    assert_eq!(
        waiting_entries::remove_old(&desk.pool)
            .await
            .expect("removed"),
        129
    );
}

#[tokio::test]
async fn what_cannot_be_kept_is_said_and_not_lost() {
    let desk = Correspondence::begin().await;
    let (_setup, _place, web) = beside(&desk, "web-entry-full").await;
    sqlx::query("insert into entry_waiting (key_hash, collection, pgn) select sha256(n::text::bytea), '', 'x' from generate_series(1, 1000) n")
        .execute(&desk.pool)
        .await
        .expect("filled");
    let full = post(&web.socket, "/enter", &game("enter", &[]));
    assert_eq!(full.status, 503);
    let text = full.text();
    is_well_formed(&text);
    assert!(
        text.contains("too many games wait") && text.contains("name=\"moves\""),
        "{text}"
    );
    web.process.stop().await;
}

/// Whether there is room for an entry under this key.
async fn fits(web: &PgPool, key: u8, entry: &WaitingEntry) -> bool {
    let kept = waiting_entries::keep(web, &[key; 32], entry).await;
    kept.expect("an answer")
}

/// What waits has waited for eight days more.
async fn grow_old(pool: &PgPool) {
    sqlx::query("update entry_waiting set since = since - interval '8 days'")
        .execute(pool)
        .await
        .expect("older");
}
