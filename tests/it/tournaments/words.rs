//! Words of players to whoever directs their tournament.

use super::{mailbox, says, signed_up_at};
use crate::correspondence::{answer, server};
use penpawn::robot::server::Server;

const CONTACT: &str = "office@club.test";

#[tokio::test]
async fn words_about_a_tournament_without_director_go_to_the_administrator_ten_times_a_day() {
    let server = Server {
        contact: Some(CONTACT.to_owned()),
        ..server()
    };
    let mut desk = signed_up_at(server, &["Ann"], "round-robin").await;
    let ann = mailbox("Ann");
    let letter = desk.newest_to("ann@players.test").clone();
    let mut told = Vec::new();
    for nth in 0..11 {
        let words = format!("director: Question {nth}, please.\n\nReply-To: ann@players.test");
        let mail = answer(&letter, &ann, 50 + nth, "", &words);
        let (letters, _) = desk.deliver(&mail).await;
        told.push(letters);
    }
    for (nth, letters) in told.iter().enumerate() {
        let mut to_office = letters.iter().filter(|letter| letter.recipient == CONTACT);
        let Some(asked) = to_office.next() else {
            assert_eq!(nth, 10, "each of the first ten is passed on");
            let refused = letters.first().expect("an answer");
            assert!(says(refused, "as often today"), "{refused:?}");
            continue;
        };
        assert!(nth < 10, "the eleventh is not");
        assert!(says(asked, &format!("Question {nth},")), "{asked:?}");
        let text = asked.mail.text.as_deref().unwrap_or_default();
        assert!(!text.contains("ann@"), "{text}");
    }
}
