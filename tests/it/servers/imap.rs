//! The mailbox, on a real IMAP server; and on a fake one where a real one would never say it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use penpawn::mail::imap::{Acknowledge, ImapError, Inbox, Login, Woken};
use penpawn::mail::tls::{ConnectError, Security};
use tokio::time::{sleep, timeout};

use super::{
    ask, deliver, deliver_many, fake_server, login, mail, new_user, poorer_server, tls_server,
};
use crate::bed;

#[tokio::test]
async fn mails_are_listed_and_fetched_and_stay_unread() {
    let user = new_user("unread");
    let before = chrono::Utc::now();
    for number in 1..=3 {
        deliver(&user, &mail(&format!("number {number}"))).await;
    }
    let mut inbox = Inbox::open(&login(&user)).await.expect("a mailbox");
    assert!(inbox.uidvalidity() > 0);
    assert!(inbox.offers_idle());
    assert_eq!(inbox.uids_from(1).await.expect("a search"), [1, 2, 3]);
    assert_eq!(inbox.uids_from(3).await.expect("a search"), [3]);
    // "4:*" matches mail 3, says the standard.
    assert!(inbox.uids_from(4).await.expect("a search").is_empty());

    let listed = inbox.sizes(&[3, 1, 2]).await.expect("sizes");
    let fetched = inbox.bodies(&[1, 2, 3]).await.expect("bodies");
    let headers = inbox.headers(&[1, 2, 3]).await.expect("headers");
    for (number, ((listed, fetched), header)) in
        listed.iter().zip(&fetched).zip(&headers).enumerate()
    {
        let uid = u32::try_from(number).expect("a small number") + 1;
        assert_eq!([listed.uid, fetched.uid, header.uid], [uid; 3]);
        assert_eq!(
            usize::try_from(listed.size).expect("a size"),
            fetched.raw.len()
        );
        let age = listed.arrived - before;
        assert!(age.num_seconds().abs() < 60, "arrived {}", listed.arrived);
        assert!(fetched.raw.starts_with(&header.raw));
        assert!(
            String::from_utf8_lossy(&fetched.raw).contains(&format!("number {uid}\r\n")),
            "{fetched:?}"
        );
        assert!(!String::from_utf8_lossy(&header.raw).contains("number"));
    }
    assert_eq!(listed.len(), 3);
    // A mail that does not exist is simply not there.
    assert_eq!(inbox.bodies(&[2, 17]).await.expect("bodies").len(), 1);
    assert!(inbox.bodies(&[]).await.expect("nothing").is_empty());
    inbox.logout().await;

    let said = ask(&user, &["SELECT INBOX", "UID SEARCH SEEN"]).await;
    assert!(said.contains("* SEARCH\r\n"), "{said}");
}

#[tokio::test]
async fn finished_mails_move_to_a_folder_that_is_made_for_them() {
    let user = new_user("move");
    deliver_many(&user, 5).await;
    let login = Login {
        done: Acknowledge::Move {
            folder: "Fertige Züge".to_owned(),
        },
        ..login(&user)
    };
    let mut inbox = Inbox::open(&login).await.expect("a mailbox");
    inbox.acknowledge(&[5, 1, 2, 3]).await.expect("moved");
    assert_eq!(inbox.uids_from(1).await.expect("a search"), [4]);
    // Once more, as after a crash, does no harm.
    inbox
        .acknowledge(&[1, 2, 3, 5])
        .await
        .expect("nothing to do");

    // Somebody removes the folder while we are at work.
    let said = ask(
        &user,
        &[
            "STATUS \"Fertige Z&APw-ge\" (MESSAGES)",
            "DELETE \"Fertige Z&APw-ge\"",
        ],
    )
    .await;
    assert!(said.contains("(MESSAGES 4)"), "{said}");
    inbox.acknowledge(&[4]).await.expect("moved");
    let said = ask(&user, &["STATUS \"Fertige Z&APw-ge\" (MESSAGES)"]).await;
    assert!(said.contains("(MESSAGES 1)"), "{said}");
    assert!(inbox.uids_from(1).await.expect("a search").is_empty());
}

#[tokio::test]
async fn a_server_without_move_copies_and_expunges_and_removes_no_other_mail() {
    for hidden in [&["MOVE"][..], &["MOVE", "UIDPLUS"]] {
        let user = new_user("copy");
        deliver_many(&user, 4).await;
        let mut login = login(&user);
        login.port = poorer_server(hidden).await;
        let mut inbox = Inbox::open(&login).await.expect("a mailbox");
        inbox.acknowledge(&[1, 2]).await.expect("moved");
        assert_eq!(inbox.uids_from(1).await.expect("a search"), [3, 4]);
        ask(
            &user,
            &["SELECT INBOX", "UID STORE 3 +FLAGS.SILENT (\\Deleted)"],
        )
        .await;
        inbox.acknowledge(&[4]).await.expect("moved");
        let left = inbox.uids_from(1).await.expect("a search");
        assert!(left.contains(&3), "without {hidden:?}, left: {left:?}");
        let said = ask(&user, &["STATUS Done (MESSAGES)"]).await;
        assert!(said.contains("(MESSAGES 3)"), "{said}");
    }
}

#[tokio::test]
async fn it_is_known_where_a_mail_was_filed_and_it_is_erased_alone() {
    for hidden in [&["none"][..], &["MOVE"]] {
        let user = new_user("erased");
        deliver_many(&user, 5).await;
        let mut login = login(&user);
        login.port = poorer_server(hidden).await;
        let mut inbox = Inbox::open(&login).await.expect("a mailbox");
        // Numbers that differ from those in the folder for finished mails; one of them is of no mail.
        let filed = inbox.acknowledge(&[9, 3, 4, 2]).await.expect("moved");
        assert_eq!(filed.folder.as_deref(), Some("Done"));
        let mut numbers: Vec<(u32, u32)> = filed
            .copies
            .iter()
            .map(|copied| (copied.uid, copied.filed_uid))
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [(2, 1), (3, 2), (4, 3)], "without {hidden:?}");
        let mark = "UID STORE 3 +FLAGS (\\Deleted)";
        ask(&user, &["SELECT Done", mark]).await;

        inbox.go_to_filed("Done").await.expect("the folder");
        for copied in &filed.copies {
            assert_eq!(copied.uidvalidity, inbox.uidvalidity());
        }
        let size = inbox.sizes(&[1]).await.expect("sizes")[0].size;
        assert_eq!(inbox.uids_of_size(size).await.expect("a search"), [1, 2, 3]);
        assert!(
            inbox
                .uids_of_size(size + 1)
                .await
                .expect("a search")
                .is_empty()
        );
        assert!(
            inbox
                .uids_of_size(size - 1)
                .await
                .expect("a search")
                .is_empty()
        );
        inbox.erase(&[1, 77]).await.expect("erased");
        inbox.erase(&[1]).await.expect("nothing to do");
        assert_eq!(inbox.uids_from(1).await.expect("a search"), [2, 3]);
        // What comes to the other folder meanwhile is news there.
        deliver(&user, &mail("news")).await;
        inbox.go_to("INBOX").await.expect("the folder");
        let waited = inbox.wait(Duration::from_secs(60));
        assert_eq!(waited.await.expect("idle"), Woken::Mail);
        assert_eq!(inbox.uids_from(1).await.expect("a search"), [1, 5, 6]);
    }
}

#[tokio::test]
async fn without_uidplus_nothing_is_marked_or_erased() {
    let user = new_user("kept");
    deliver_many(&user, 2).await;
    let mut login = login(&user);
    login.port = poorer_server(&["UIDPLUS"]).await;
    let mut inbox = Inbox::open(&login).await.expect("a mailbox");
    assert!(!inbox.offers_erasing());
    let refused = inbox.erase(&[1]).await.expect_err("not offered");
    assert!(matches!(refused, ImapError::RefusedCommand { .. }));
    let said = ask(&user, &["SELECT INBOX", "UID SEARCH DELETED"]).await;
    assert!(said.contains("* SEARCH\r\n"), "{said}");
}

#[tokio::test]
async fn finished_mails_may_stay_and_carry_flags() {
    let user = new_user("flag");
    deliver_many(&user, 3).await;
    let login = Login {
        done: Acknowledge::Flag,
        ..login(&user)
    };
    let mut inbox = Inbox::open(&login).await.expect("a mailbox");
    let filed = inbox.acknowledge(&[1, 3]).await.expect("flagged");
    assert_eq!(filed.folder, None);
    for (copied, uid) in filed.copies.iter().zip([1, 3]) {
        assert_eq!((copied.uid, copied.filed_uid), (uid, uid));
        assert_eq!(copied.uidvalidity, inbox.uidvalidity());
    }
    assert_eq!(filed.copies.len(), 2);
    assert_eq!(inbox.uids_from(1).await.expect("a search"), [1, 2, 3]);
    let said = ask(
        &user,
        &["SELECT INBOX", "UID SEARCH SEEN KEYWORD $PenpawnDone"],
    )
    .await;
    assert!(said.contains("* SEARCH 1 3\r\n"), "{said}");
}

#[tokio::test]
async fn new_mail_wakes_who_waits() {
    let user = new_user("idle");
    let mut inbox = Inbox::open(&login(&user)).await.expect("a mailbox");
    assert_eq!(
        inbox.wait(Duration::from_millis(300)).await.expect("idle"),
        Woken::Quiet
    );
    // A wait that is dropped leaves the session usable.
    let dropped = timeout(
        Duration::from_millis(300),
        inbox.wait(Duration::from_secs(60)),
    );
    assert!(dropped.await.is_err());
    assert!(inbox.uids_from(1).await.expect("a search").is_empty());

    let began = Instant::now();
    let (woken, ()) = tokio::join!(inbox.wait(Duration::from_secs(60)), async {
        sleep(Duration::from_millis(300)).await;
        deliver(&user, &mail("wake up")).await;
    });
    assert_eq!(woken.expect("idle"), Woken::Mail);
    assert!(began.elapsed() < Duration::from_secs(10));
    // Until somebody looks, the news is not forgotten; and whoever looks for others does not look.
    assert_eq!(inbox.uids_again_from(1).await.expect("a search"), [1]);
    assert_eq!(
        inbox.wait(Duration::from_secs(60)).await.expect("idle"),
        Woken::Mail
    );
    assert_eq!(inbox.uids_from(1).await.expect("a search"), [1]);
    assert_eq!(
        inbox.wait(Duration::from_millis(300)).await.expect("idle"),
        Woken::Quiet
    );
}

#[tokio::test]
async fn a_wait_may_be_dropped_at_any_moment() {
    let user = new_user("dropped");
    let mut poor = login(&user);
    poor.port = poorer_server(&["IDLE"]).await;
    for login in [login(&user), poor] {
        let mut inbox = Inbox::open(&login).await.expect("a mailbox");
        let wait = Duration::from_millis(5);
        // Around the moment at which the wait ends by itself and says so to the server.
        for step in 0..300 {
            let until = Duration::from_millis(4) + Duration::from_micros(20) * step;
            let _ = timeout(until, inbox.wait(wait)).await;
            let found = inbox.uids_from(1).await.expect("a search");
            assert!(found.is_empty());
        }
    }
}

#[tokio::test]
async fn a_server_that_announces_no_idle_is_asked_now_and_then() {
    let user = new_user("poll");
    let mut login = login(&user);
    login.port = poorer_server(&["IDLE"]).await;
    let mut inbox = Inbox::open(&login).await.expect("a mailbox");
    assert!(!inbox.offers_idle());
    let at_most = Duration::from_millis(200);
    assert_eq!(inbox.wait(at_most).await.expect("a poll"), Woken::Quiet);
    deliver(&user, &mail("found")).await;
    let mut woken = Woken::Quiet;
    for _ in 0..25 {
        woken = inbox.wait(at_most).await.expect("a poll");
        if woken == Woken::Mail {
            break;
        }
    }
    assert_eq!(woken, Woken::Mail);
}

#[tokio::test]
async fn a_wrong_password_is_refused_as_a_login() {
    for password in ["wrong", "fälsch\"er"] {
        let login = Login {
            credential: password.to_owned().into(),
            ..login(&new_user("stranger"))
        };
        let error = Inbox::open(&login).await.expect_err("no entry");
        assert!(
            matches!(error, ImapError::RefusedLogin { .. }),
            "{password}: {error:?}"
        );
        assert!(!format!("{login:?} {error:?}").contains(password));
    }
}

#[tokio::test]
async fn certificates_are_checked() {
    let bed = bed::up();
    let user = new_user("tls");
    let open = async |host: &str, port, security, ca_file: Option<PathBuf>| {
        let login = Login {
            host: host.to_owned(),
            port,
            security,
            ca_file,
            ..login(&user)
        };
        Inbox::open(&login).await
    };
    let ca = Some(bed.ca_file.clone());
    for (port, security) in [(bed.imaps, Security::Tls), (bed.imap, Security::StartTls)] {
        for host in ["localhost", "127.0.0.1"] {
            let inbox = open(host, port, security, ca.clone()).await;
            inbox.expect("a trusted server").logout().await;
        }
        let error = open("localhost", port, security, None)
            .await
            .expect_err("nobody trusts it");
        assert!(is_certificate(&error), "{error:?}");
    }
    for bad in ["wronghost", "expired", "selfsigned"] {
        let port = tls_server(bad).await;
        let error = open("localhost", port, Security::Tls, ca.clone())
            .await
            .expect_err(bad);
        assert!(is_certificate(&error), "{bad}: {error:?}");
    }
    let error = open("localhost", bed.imap, Security::Tls, ca.clone())
        .await
        .expect_err("no TLS there");
    assert!(
        matches!(error, ImapError::Connect(ConnectError::Handshake { .. })),
        "{error:?}"
    );
    let error = open("192.0.2.1", 143, Security::Plain, None)
        .await
        .expect_err("not here");
    assert!(
        matches!(error, ImapError::Connect(ConnectError::NotLoopback { .. })),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_refusal_is_never_an_empty_answer() {
    for (command, answer) in [
        ("SEARCH", "NO [SERVERBUG] try again"),
        ("SEARCH", "BAD what?"),
        ("FETCH", "NO some mails cannot be read"),
        ("STORE", "NO read-only"),
    ] {
        let port = fake_server(command, answer, None).await;
        let mut inbox = Inbox::open(&fake_login(port)).await.expect("a mailbox");
        let error = match command {
            "SEARCH" => inbox.uids_from(1).await.map(drop),
            "FETCH" => inbox.bodies(&[1]).await.map(drop),
            _ => inbox.acknowledge(&[1]).await.map(drop),
        }
        .expect_err(answer);
        assert!(
            matches!(error, ImapError::RefusedCommand { .. }),
            "{answer}: {error:?}"
        );
        // The session goes on after a refusal.
        assert_eq!(
            inbox.wait(Duration::from_millis(10)).await.expect("a poll"),
            Woken::Quiet
        );
    }
}

#[tokio::test]
async fn a_line_that_breaks_is_an_error_and_stays_one() {
    for (command, said) in [
        ("SEARCH", "* BYE shutting down\r\n"),
        ("SEARCH", ""),
        ("SEARCH", "* SEARCH 1 2 3\r\n"),
        ("FETCH", "* 1 FETCH (UID 1 BODY[] {100}\r\nSubject: cut"),
        ("FETCH", "this is no IMAP at all\r\n"),
        ("FETCH", "P99 OK not for TAG, and the line stays open\r\n"),
    ] {
        let port = fake_server(command, "OK", Some(said)).await;
        let mut inbox = Inbox::open(&fake_login(port)).await.expect("a mailbox");
        let error = match command {
            "SEARCH" => inbox.uids_from(1).await.map(drop),
            _ => inbox.bodies(&[1]).await.map(drop),
        }
        .expect_err(said);
        assert!(
            matches!(
                error,
                ImapError::Connection { .. } | ImapError::Protocol { .. }
            ),
            "{said}: {error:?}"
        );
        let error = inbox.uids_from(1).await.expect_err("it is over");
        assert!(matches!(error, ImapError::Connection { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn flags_of_other_mails_between_the_answers_are_not_taken_for_mails() {
    let port = fake_server(
        "FETCH",
        "OK",
        Some(
            "* 7 FETCH (UID 7 FLAGS (\\Seen))\r\n\
             * 2 FETCH (UID 2 BODY[] {2}\r\nhi FLAGS ())\r\n\
             * 9 FETCH (FLAGS (\\Seen))\r\n\
             * 8 FETCH (UID 8 BODY[] {3}\r\nyou)\r\n\
             * 1 EXPUNGE\r\n\
             TAG OK done\r\n",
        ),
    )
    .await;
    let mut inbox = Inbox::open(&fake_login(port)).await.expect("a mailbox");
    let fetched = inbox.bodies(&[2]).await.expect("a body");
    assert_eq!(fetched.len(), 1);
    assert_eq!(fetched[0].raw, b"hi");
}

#[tokio::test]
async fn a_good_bye_during_idle_is_an_error() {
    let port = fake_server("IDLE", "OK", Some("+ idling\r\n* BYE autologout\r\n")).await;
    let mut inbox = Inbox::open(&fake_login(port)).await.expect("a mailbox");
    let error = inbox
        .wait(Duration::from_secs(60))
        .await
        .expect_err("it is over");
    assert!(matches!(error, ImapError::Connection { .. }), "{error:?}");
}

fn is_certificate(error: &ImapError) -> bool {
    matches!(error, ImapError::Connect(ConnectError::Certificate { .. }))
}

fn fake_login(port: u16) -> Login {
    Login {
        port,
        done: Acknowledge::Flag,
        ..login("fake")
    }
}
