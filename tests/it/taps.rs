//! What somebody does who touches a link in a letter: their mail program opens a mail, which they send.

use crate::correspondence::{ANN, BOB, Correspondence, Letter, address_of, new_mail, server};
use crate::{bed, correspondence};
use mail_parser::{MessageParser, PartType};
use penpawn::robot::server::{Server, Subaddress};

/// A link of a letter.
pub(crate) struct Link {
    /// Its words.
    pub(crate) shown: String,
    target: String,
}

/// What a link opens.
pub(crate) struct Opened {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) body: String,
}

/// The HTML of a mail, as a program shows it.
pub(crate) fn html_of(bytes: &[u8]) -> Option<String> {
    let mail = MessageParser::default().parse(bytes)?;
    mail.parts.iter().find_map(|part| match &part.body {
        PartType::Html(html) => Some(html.replace("\r\n", "\n")),
        _ => None,
    })
}

/// The links of a letter in their order.
pub(crate) fn links_in(html: &str) -> Vec<Link> {
    let links = html.split("<a href=\"").skip(1);
    links
        .map(|link| {
            let (target, rest) = link.split_once("\">").expect("the end of a target");
            let (shown, _) = rest.split_once("</a>").expect("the end of a link");
            Link {
                shown: shown.to_owned(),
                target: target.replace("&amp;", "&"),
            }
        })
        .collect()
}

/// What a web mail program opens, which hands the target through a form: there a `+` is a blank.
fn opened(link: &Link) -> Opened {
    let target = link.target.replace('+', " ");
    let target = target.strip_prefix("mailto:").expect("a mail");
    let (to, fields) = target.split_once('?').expect("fields");
    let field = |name: &str| {
        let mut values = fields
            .split('&')
            .filter_map(|field| field.strip_prefix(name));
        decoded(values.next().expect("a field"))
    };
    Opened {
        to: decoded(to),
        subject: field("subject="),
        body: field("body="),
    }
}

fn decoded(text: &str) -> String {
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        octets.extend(before.bytes());
        let (code, after) = after.split_at(2);
        octets.push(u8::from_str_radix(code, 16).expect("two figures"));
        rest = after;
    }
    octets.extend(rest.bytes());
    String::from_utf8(octets).expect("UTF-8")
}

/// The mail that the link with these words opens in the newest letter to a mailbox that has links, with some words written
/// behind what is there already.
pub(crate) fn tapped(
    letters: &[Letter],
    mailbox: &str,
    shown: &str,
    words: &str,
    number: usize,
) -> Vec<u8> {
    let letter = letters
        .iter()
        .rev()
        .filter(|letter| letter.recipient == address_of(mailbox))
        .find(|letter| {
            letter
                .html
                .as_ref()
                .is_some_and(|html| html.contains("<a "))
        })
        .unwrap_or_else(|| panic!("no letter to {mailbox} has links"));
    let links = links_in(letter.html.as_deref().unwrap_or_default());
    let link = links.iter().find(|link| link.shown == shown);
    let opened = opened(link.unwrap_or_else(|| panic!("no link {shown}")));
    let headers = format!("To: {}\nSubject: {}\n", opened.to, opened.subject);
    let body = opened.body.replace("\r\n", "\n");
    let text = format!("{body}{words}\n\nSent from my iPhone");
    new_mail(mailbox, number, &headers, &text)
}

/// A game in which Ann, with White, is to move, and both get letters with a drawn board and links.
async fn game_with_links(server: Server) -> Correspondence {
    let mut desk = Correspondence::of_server(bed::database().await, server).await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
        .await;
    for (number, from, text) in [
        (2, ANN, "yes"),
        (3, BOB, "accept"),
        (4, ANN, "format board\nlinks moves"),
        (5, BOB, "format board\nlinks moves"),
        (6, ANN, "show 1"),
    ] {
        let letter = desk.newest_to(address_of(from)).clone();
        let raw = correspondence::answer(&letter, from, number, "", text);
        desk.deliver(&raw).await;
    }
    desk
}

/// What a tap opens plays its move by the code alone, also where that stands in the text since addresses can carry none.
#[tokio::test]
async fn a_tap_needs_neither_a_quotation_nor_an_address_of_its_own() {
    for subaddress in [Subaddress::Plus, Subaddress::Dash, Subaddress::Unavailable] {
        let server = Server {
            subaddress,
            ..server()
        };
        let mut desk = game_with_links(server).await;
        for (number, from, shown) in [(10, ANN, "e4"), (11, BOB, "Nf6"), (12, ANN, "e5")] {
            let raw = tapped(&desk.letters, from, shown, "", number);
            let text = String::from_utf8_lossy(&raw).into_owned();
            assert_eq!(
                text.contains("To: chess@chess.test\r\n"),
                subaddress == Subaddress::Unavailable,
                "{text}"
            );
            let (letters, fate) = desk.deliver(&raw).await;
            assert_eq!((fate.state.as_str(), fate.reason), ("done", None));
            let said = letters.iter().filter_map(|letter| letter.mail.text.clone());
            let said: Vec<String> = said.collect();
            assert!(
                said.iter()
                    .any(|text| text.contains(&format!("{shown} in game 1 is played"))),
                "{subaddress:?}: {said:?}"
            );
            assert_eq!(letters.len(), 2, "{said:?}");
            // Nothing but the move went to the other one.
            assert!(
                !said.iter().any(|text| text.contains("writes:")),
                "{said:?}"
            );
        }
    }
}

/// The code of a link is that of its letter, and worth no more: at another address it is asked about, on a past turn it
/// plays nothing, with another letter in it it proves nothing.
#[tokio::test]
async fn a_link_is_worth_what_its_letter_is_worth() {
    let mut desk = game_with_links(server()).await;
    let stolen = tapped(&desk.letters, ANN, "e4", "", 10);
    let forged = String::from_utf8(stolen.clone()).expect("text");
    let forged = forged
        .replace("ann@players.test", "eve@elsewhere.test")
        .replace("<10@", "<11@");
    let (letters, _) = desk.deliver(forged.as_bytes()).await;
    assert!(
        !letters
            .iter()
            .any(|letter| letter.recipient == "bob@players.test")
    );

    let code = forged_code(&stolen);
    let (letters, _) = desk.deliver(&code).await;
    assert!(
        !letters
            .iter()
            .any(|letter| letter.recipient == "bob@players.test")
    );

    // The letter still holds, and its links do so once.
    desk.deliver(&stolen).await;
    let again = tapped(&desk.letters, ANN, "d4", "", 13);
    let (letters, _) = desk.deliver(&again).await;
    let text = letters
        .first()
        .and_then(|letter| letter.mail.text.clone())
        .unwrap_or_default();
    assert!(text.contains("Nothing has been played"), "{text}");
    let moves: String = sqlx::query_scalar("select moves from game where id = 1")
        .fetch_one(&desk.pool)
        .await
        .expect("the game");
    assert_eq!(moves, "e2e4");
}

/// The same mail with another code in its address.
fn forged_code(mail: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(mail.to_vec()).expect("text");
    let code = text.find("chess+").expect("an address of its own");
    let dot = code + text[code..].find('.').expect("a code") + 1;
    let (before, after) = (&text[..dot], &text[dot + 4..]);
    format!("{before}aaaa{after}")
        .replace("<10@", "<12@")
        .into_bytes()
}
