//! Whose words these are, and which position they are about: forwarded mails, mails without words, old mails.

use super::{SPANISH, Table};
use crate::correspondence::address_of;
use crate::correspondence::new_mail;

const MALLORY: &str = "Mallory <mallory@players.test>";

#[tokio::test]
async fn hazard_77_a_token_in_a_forwarded_mail_proves_nothing() {
    let mut table = Table::after(SPANISH).await;
    let letter = table.desk.newest_to("ann@players.test").clone();
    let text = letter.mail.text.clone().unwrap_or_default();
    assert!(text.contains("[ref "), "{text}");
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let forwarded = format!(
        "---------- Forwarded message ---------\nFrom: penpawn\nDate: Sat, 21 Nov 2026\nSubject: Chess game 1\nTo: Ann\n\n{text}"
    );
    let to = letter.mail.values("reply-to").next().unwrap_or_default();
    for (at, (headers, body)) in [
        (String::new(), format!("Ba4\n\n{forwarded}")),
        (String::new(), format!("Ba4\n\n{quoted}")),
        (format!("To: {to}\n"), "Ba4".to_owned()),
    ]
    .into_iter()
    .enumerate()
    {
        for from in [MALLORY, super::BOB] {
            let headers = format!("Subject: Fwd: Chess game 1: Ann - Bob\n{headers}");
            let number = 1000 + 10 * at + usize::from(from == MALLORY);
            let raw = new_mail(from, number, &headers, &body);
            let outcome = table.deliver(from, &raw).await;
            assert_eq!(outcome.played.len(), 0, "{from}: {headers}{body}");
            assert_eq!(outcome.fate.state, "held", "{from}: {:?}", outcome.fate);
        }
    }
    // What another one wrote is no word of the player's, even where they forward it to us themselves.
    let outcome = table
        .reply("Subject: Fwd: advice\n", "What do you think?\n\n-------- Forwarded Message --------\nSubject: advice\nFrom: Bob\n\nBa4")
        .await;
    assert_eq!(outcome.played.len(), 0);
    assert_eq!(address_of(MALLORY), "mallory@players.test");
}

#[tokio::test]
async fn hazard_80_a_mail_that_says_nothing_gets_one_friendly_answer_with_the_position() {
    let quoted = "On Sat, 21 Nov 2026, penpawn wrote:\n> It is your move.\n> Nf3";
    let attached = (
        "Content-Type: multipart/mixed; boundary=b\nMIME-Version: 1.0\n",
        "--b\nContent-Type: image/png; name=\"board.png\"\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b--",
    );
    for (head, body) in [("", ""), ("", quoted), attached, ("", "-- \nAnn")] {
        let mut table = Table::after(SPANISH).await;
        let outcome = table.reply(head, body).await;
        assert_eq!(
            (outcome.played.len(), outcome.theirs.len()),
            (0, 0),
            "{body}"
        );
        assert_eq!(outcome.mine.len(), 1, "{body}");
        let told = outcome.told();
        assert!(
            told.contains("There was nothing to read in your mail"),
            "{told}"
        );
        assert!(told.contains(super::SPANISH_FEN), "{told}");
    }
}

#[tokio::test]
async fn hazard_81_a_move_for_an_older_position_is_not_played_on_the_newer_one() {
    let mut table = Table::after("e4 e5").await;
    let old = table.desk.newest_to("ann@players.test").clone();
    for typed in ["Nf3", "Nc6"] {
        table.answer(typed).await;
    }
    // d4 is legal now as it was then.
    for (number, text) in [(900, "d4"), (901, "2. d4")] {
        let raw = crate::correspondence::answer(&old, super::ANN, number, "", text);
        let outcome = table.deliver(super::ANN, &raw).await;
        assert_eq!(
            (
                outcome.played.len(),
                outcome.mine.len(),
                outcome.theirs.len()
            ),
            (0, 1, 0),
            "{text}"
        );
        let told = outcome.told();
        assert!(
            told.contains("answers the position before move 2 of game 1"),
            "{told}"
        );
        assert!(
            told.contains("Played since that position: 2. Nf3, 2...Nc6."),
            "{told}"
        );
    }
    // The number of another move, in an answer to the newest mail.
    let outcome = table.answer("2. d4").await;
    assert_eq!(outcome.played.len(), 0);
    assert!(
        outcome.told().contains("before move 2"),
        "{}",
        outcome.told()
    );
    // The move that was played, once more.
    let raw = crate::correspondence::answer(&old, super::ANN, 902, "", "Nf3");
    let outcome = table.deliver(super::ANN, &raw).await;
    assert_eq!((outcome.played.len(), outcome.mine.len()), (0, 1));
    assert!(
        outcome.told().contains("was played before"),
        "{}",
        outcome.told()
    );
    assert_eq!(table.answer("3. d4").await.played, ["d2d4"]);
}
