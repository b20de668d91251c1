//! The picture of a letter is put in when the letter is sent: made once, stored once, the same for every try.

use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, game};
use mail_parser::{MessageParser, MessagePart, MimeHeaders, PartType};
use penpawn::daemon::pictures::complete;
use penpawn::db::outbox::{self, Due};
use uuid::Uuid;

/// A game in which Bob, who wants a drawn board, is to move.
async fn bob_is_to_move() -> Correspondence {
    let mut desk = game().await;
    for (number, from, text) in [(10, BOB, "format board"), (11, ANN, "e4")] {
        let raw = answer(desk.newest_to(address_of(from)), from, number, "", text);
        desk.deliver(&raw).await;
    }
    desk
}

/// The letter with a picture that is due.
async fn drawn(desk: &Correspondence) -> Due {
    let due = outbox::claim(&desk.pool, Uuid::new_v4(), 100)
        .await
        .expect("due");
    let mut drawn = due.into_iter().filter(|letter| letter.picture.is_some());
    let letter = drawn.next().expect("a letter with a picture");
    assert!(drawn.next().is_none(), "only who is to move gets one");
    assert_eq!(letter.recipient, address_of(BOB));
    letter
}

/// The picture in a mail; none where there is no part for it.
fn picture_in(mail: &[u8]) -> Option<Vec<u8>> {
    let mail = MessageParser::default().parse(mail).expect("a mail");
    let is_picture =
        |part: &&MessagePart<'_>| part.content_type().is_some_and(|of| of.ctype() == "image");
    let mut pictures = mail.parts.iter().filter(is_picture);
    pictures.find_map(|part| match &part.body {
        PartType::Binary(octets) | PartType::InlineBinary(octets) => Some(octets.to_vec()),
        _ => None,
    })
}

#[tokio::test]
async fn a_picture_is_made_once_and_every_try_sends_the_same_octets() {
    let desk = bob_is_to_move().await;
    let letter = drawn(&desk).await;
    let name = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b e2e4 -";
    assert_eq!(letter.picture.as_deref(), Some(name));
    let mut first = [letter.clone()];
    complete(&desk.pool, &mut first).await.expect("a picture");
    let picture = picture_in(&first[0].bytes).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n") && picture.len() < 20_000);
    assert!(first[0].bytes.len() < 40_000, "{}", first[0].bytes.len());
    let mut again = [letter.clone()];
    complete(&desk.pool, &mut again).await.expect("a picture");
    assert_eq!(first[0].bytes, again[0].bytes);
    // What is stored counts, whatever would be drawn by now.
    sqlx::query("update picture set png = 'stored'")
        .execute(&desk.pool)
        .await
        .expect("a change");
    let mut later = [letter];
    complete(&desk.pool, &mut later).await.expect("a picture");
    assert_eq!(picture_in(&later[0].bytes).as_deref(), Some(&b"stored"[..]));
    let stored: Vec<String> = sqlx::query_scalar("select name from picture")
        .fetch_all(&desk.pool)
        .await
        .expect("names");
    assert_eq!(stored, [name]);
}

#[tokio::test]
async fn a_letter_whose_picture_cannot_be_made_goes_without_it() {
    let desk = bob_is_to_move().await;
    let letter = Due {
        picture: Some("no position".to_owned()),
        ..drawn(&desk).await
    };
    let mut due = [letter];
    complete(&desk.pool, &mut due).await.expect("a letter");
    assert_eq!(picture_in(&due[0].bytes), None);
    let mail = MessageParser::default()
        .parse(&due[0].bytes)
        .expect("a mail");
    assert!(
        mail.body_text(0)
            .expect("text")
            .contains("Ann has played 1. e4")
    );
    assert!(
        mail.body_html(0)
            .expect("html")
            .contains("alt=\"Black: king e8;")
    );
}
