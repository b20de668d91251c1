//! `penpawn keys`: what becomes of answers to mails that were written under an older key.

use crate::bed;
use crate::correspondence::{self, Correspondence, Letter, answer};
use crate::daemon::Setup;
use std::process::Output;

const ANN: &str = "Ann <ann@players.test>";
const BOB: &str = "Bob <bob@players.test>";

#[tokio::test]
async fn a_mail_written_under_the_key_before_is_still_answered_and_one_under_an_older_is_asked_about()
 {
    let (mut desk, setup) = game().await;
    let under_a = desk.newest_to("ann@players.test").clone();
    assert_eq!(key_of(&under_a), 'a');

    // The robot runs on; nobody tells it of the new key.
    assert_eq!(
        said(setup.penpawn(&["keys", "rotate"])),
        "Key b makes all tokens from now on. Answers to mails that were written under key a are still taken. Take a \
         backup now: after a restore from an older one, answers to mails from now on prove nothing until their senders \
         have said yes.\n"
    );
    let (letters, fate) = desk.deliver(&answer(&under_a, ANN, 10, "", "e4")).await;
    assert_eq!(fate.state, "done", "{fate:?}");
    assert!(letters.iter().all(|letter| key_of(letter) == 'b'));
    let bobs = desk.newest_to("bob@players.test").clone();
    let (_, fate) = desk.deliver(&answer(&bobs, BOB, 11, "", "e5")).await;
    assert_eq!(fate.state, "done", "{fate:?}");
    assert_eq!(moves(&desk).await, 2);
    let under_b = desk.newest_to("ann@players.test").clone();

    // Two rotations later their mail is too old to prove anything: they are asked, and their yes does it.
    let rotated = said(setup.penpawn(&["keys", "rotate"]));
    assert!(rotated.contains("Key a is erased"), "{rotated}");
    assert!(said(setup.penpawn(&["keys", "rotate"])).contains("Key b is erased"));
    let (letters, fate) = desk.deliver(&answer(&under_b, ANN, 12, "", "Nf3")).await;
    assert_eq!(fate.state, "held", "{fate:?}");
    assert_eq!(moves(&desk).await, 2);
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].recipient, "ann@players.test");
    let (_, fate) = desk.deliver(&answer(&letters[0], ANN, 13, "", "yes")).await;
    assert_eq!(fate.reason.as_deref(), Some("confirmed"));
    assert_eq!(moves(&desk).await, 3);
    assert_eq!(key_of(desk.newest_to("bob@players.test")), 'd');
}

#[tokio::test]
async fn a_retired_key_proves_nothing_at_once() {
    let (mut desk, setup) = game().await;
    let under_a = desk.newest_to("ann@players.test").clone();
    let refused = setup.penpawn(&["keys", "retire", "a"]);
    assert!(!refused.status.success());
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        complaint.contains("run `penpawn keys rotate` first"),
        "{complaint}"
    );
    said(setup.penpawn(&["keys", "rotate"]));
    let listed = said(setup.penpawn(&["keys", "list"]));
    let letters: Vec<&str> = listed.lines().filter_map(|line| line.get(..1)).collect();
    assert_eq!(letters, ["b", "a"], "{listed}");
    assert!(said(setup.penpawn(&["keys", "retire", "a"])).contains("Key a is erased"));
    let (_, fate) = desk.deliver(&answer(&under_a, ANN, 10, "", "e4")).await;
    assert_eq!(fate.state, "held", "{fate:?}");
    assert_eq!(moves(&desk).await, 0);
    let left: i64 = sqlx::query_scalar("select count(*) from token_key")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(left, 1, "the secret is gone");
    assert!(!setup.penpawn(&["keys", "retire", "q"]).status.success());
}

/// A game in which Ann is to move, and settings for its database.
async fn game() -> (Correspondence, Setup) {
    let desk = correspondence::game().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    (desk, setup)
}

/// The letter of the key in a letter's reference line.
fn key_of(letter: &Letter) -> char {
    let text = letter.mail.text.as_deref().expect("a text");
    let (_, rest) = text.rsplit_once("[ref ").expect("a reference");
    let (_, code) = rest.split_once('.').expect("a token");
    code.chars().next().expect("a code")
}

async fn moves(desk: &Correspondence) -> i64 {
    sqlx::query_scalar("select count(*) from event where kind = 'moved'")
        .fetch_one(&desk.pool)
        .await
        .expect("a count")
}

fn said(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
