//! Senders: floods, addresses by the administrator, and what no letter and no log line may show.

use crate::bed;
use crate::correspondence::{Correspondence, Fate, Letter, address_of, answer, new_mail};
use penpawn::db::mailboxes::A_MINUTE;
use penpawn::letters::Language;
use std::process::Command;

const ANN: &str = "Ann <ann@players.test>";
const BOB: &str = "Bob <bob@players.test>";

/// Ann has White against Bob in game 1.
async fn a_game() -> Correspondence {
    let mut robot = Correspondence::begin().await;
    robot
        .deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
        .await;
    say(&mut robot, ANN, 2, "yes").await;
    say(&mut robot, BOB, 3, "accept").await;
    robot
}

/// An answer to the newest letter to this player.
async fn say(robot: &mut Correspondence, who: &str, number: usize, words: &str) {
    let letter = robot.newest_to(address_of(who)).clone();
    robot
        .deliver(&answer(&letter, who, number, "", words))
        .await;
}

#[tokio::test]
async fn hazard_17a_a_flood_holds_up_nobody_and_gets_few_answers() {
    let mut robot = a_game().await;
    let before = robot.letters.len();
    let letter = robot.newest_to("bob@players.test").clone();
    for number in 0..1000 {
        let mail = answer(&letter, BOB, 1000 + number, "", "games");
        robot.store(&mail).await;
    }
    let mail = answer(
        &robot.newest_to("ann@players.test").clone(),
        ANN,
        4,
        "",
        "e4",
    );
    let uid = robot.store(&mail).await;
    let put_off: i64 = sqlx::query_scalar(
        "select count(*) from inbox where state = 'new' and run_after > stored_at
           and line = 'player ' || (select player_id from address where key = 'bob@players.test')",
    )
    .fetch_one(&robot.pool)
    .await
    .expect("a count");
    assert_eq!(put_off, 1000 - A_MINUTE, "the rest is put off");
    // Ann's move is in the first batch although a thousand mails came before it.
    robot.robot.work().await.expect("the robot works");
    assert_eq!(robot.fate(uid).await.state, "done");
    let moves: String = sqlx::query_scalar("select moves from game")
        .fetch_one(&robot.pool)
        .await
        .expect("a game");
    assert_eq!(moves, "e2e4");
    // The last seven hundred are like those before them, and handling them takes its time.
    sqlx::query("update inbox set state = 'dropped' where state = 'new' and id > (select min(id) + 300 from inbox)")
        .execute(&robot.pool)
        .await
        .expect("fewer mails");
    // All the rest is handled in the end, and still nobody is answered a thousand times.
    loop {
        sqlx::query("update inbox set run_after = now() where state = 'new'")
            .execute(&robot.pool)
            .await
            .expect("time passes");
        if robot.robot.work().await.expect("the robot works") == 0 {
            break;
        }
    }
    let left: i64 = sqlx::query_scalar("select count(*) from inbox where state = 'new'")
        .fetch_one(&robot.pool)
        .await
        .expect("a count");
    assert_eq!(left, 0);
    robot.collect().await;
    let answers = robot
        .letters
        .iter()
        .skip(before)
        .filter(|letter| {
            letter.recipient == "bob@players.test" && !letter.mail.in_reply_to.is_empty()
        })
        .count();
    assert!((1..=3).contains(&answers), "{answers} answers");
}

/// > Who comes after them is not told, and is asked when they write again on another day; `penpawn status`
/// > counts such mails, `penpawn mails list --state dropped` shows them ("enough for today"), and `penpawn
/// > mails retry` has one handled.
#[tokio::test]
async fn hazard_16_whoever_forges_many_senders_lets_us_write_to_so_many_and_no_more() {
    let mut robot = a_game().await;
    sqlx::query("update letter_count set count = 1999 where kind = 'strangers'")
        .execute(&robot.pool)
        .await
        .expect("a day of forged mails");
    for (number, who, fate) in [
        (11, "eve@one.test", "held"),
        (12, "eve@two.test", "dropped"),
    ] {
        let uid = robot.store(&new_mail(who, number, "", "games")).await;
        robot.robot.work().await.expect("the robot works");
        assert_eq!(robot.fate(uid).await.state, fate, "{who}");
    }
    let status = penpawn::db::status::status(&robot.pool).await;
    assert_eq!(status.expect("the status").mails.enough_for_today, 1);
    // Who plays here notices nothing.
    say(&mut robot, ANN, 13, "e4").await;
    let told = robot.newest_to("bob@players.test").mail.text.clone();
    assert!(told.is_some_and(|text| text.contains("1. e4")));
    sqlx::query("update letter_count set day = day - 1")
        .execute(&robot.pool)
        .await
        .expect("a day passes");
    let uid = robot
        .store(&new_mail("eve@two.test", 14, "", "games"))
        .await;
    robot.robot.work().await.expect("the robot works");
    assert_eq!(robot.fate(uid).await.state, "held");
}

#[tokio::test]
async fn hazard_17_who_has_many_players_lets_us_invite_so_many_of_one_domain_and_no_more() {
    let mut robot = a_game().await;
    let (letters, _) = challenge(&mut robot, 11, "carl@mail.friends.test").await;
    assert_eq!(letters.len(), 2);
    for (key, kind) in [
        ("@friends.test", "invitations to domain"),
        ("@players.test", "invitations because of domain"),
        ("*", "invitations"),
    ] {
        let full = "update letter_count set count = case when key = '*' then 2000 else 100 end
                    where key = $1 and kind = $2";
        let changed = sqlx::query(full)
            .bind(key)
            .bind(kind)
            .execute(&robot.pool)
            .await
            .expect("a day of invitations");
        assert_eq!(changed.rows_affected(), 1, "{key} {kind}");
        let (letters, _) =
            challenge(&mut robot, 12, &format!("dora@{}.friends.test", kind.len())).await;
        assert_eq!(letters.len(), 1);
        let text = letters[0].mail.text.clone().unwrap_or_default();
        assert!(text.contains(" today"), "{text}");
        sqlx::query("delete from letter_count")
            .execute(&robot.pool)
            .await
            .expect("another day");
        let (letters, _) =
            challenge(&mut robot, 13, &format!("emil@{}.friends.test", kind.len())).await;
        assert_eq!(letters.len(), 2);
    }
}

/// Ann challenges this address, in an answer to a letter whose code is good for it.
async fn challenge(robot: &mut Correspondence, number: usize, whom: &str) -> (Vec<Letter>, Fate) {
    let number = number + 10 * robot.letters.len();
    let letter = robot.newest_to(address_of(ANN)).clone();
    let (help, _) = robot
        .deliver(&answer(&letter, ANN, number, "", "help"))
        .await;
    let words = format!("challenge {whom}");
    robot
        .deliver(&answer(&help[0], ANN, number + 1000, "", &words))
        .await
}

#[tokio::test]
async fn who_writes_to_his_opponent_all_day_does_not_fill_his_mailbox() {
    let mut robot = a_game().await;
    say(&mut robot, ANN, 11, "say The first words.").await;
    sqlx::query("update letter_count set count = 199 where kind = 'talk'")
        .execute(&robot.pool)
        .await
        .expect("a long day");
    say(&mut robot, ANN, 12, "say The last words.").await;
    say(&mut robot, ANN, 13, "say One word too many.").await;
    let told = robot.newest_to("bob@players.test").mail.text.clone();
    assert!(told.is_some_and(|text| text.contains("The last words.")));
    let told = robot.newest_to("ann@players.test").mail.text.clone();
    assert!(told.is_some_and(|text| text.contains("try again tomorrow")));
    // What goes with a move is not counted.
    say(&mut robot, ANN, 14, "e4\n\nAnd one more.").await;
    let told = robot.newest_to("bob@players.test").mail.text.clone();
    assert!(told.is_some_and(|text| text.contains("And one more.")));
}

#[tokio::test]
async fn an_administrator_gives_a_player_back_his_name_and_blocks_another_one() {
    let mut robot = a_game().await;
    let url = bed::url_of(&robot.pool);
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .args(arguments)
            .env("PENPAWN__DATABASE__URL", &url)
            .env("PENPAWN__SERVER__ADDRESS", "chess@chess.test")
            .output()
            .expect("penpawn runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), text, error)
    };
    let (good, text, error) = run(&["players", "address", "ann", "Ann@New.Test"]);
    assert!(good, "{error}");
    assert_eq!(
        text,
        "The mail of Ann goes to Ann@New.Test now. A letter to the old address and one to the new say so.\n"
    );
    let told: Vec<(String, bool)> = robot
        .collect()
        .await
        .iter()
        .map(|letter| {
            let text = letter.mail.text.as_deref().unwrap_or_default();
            let by_us = text.contains("The administrator of this server has changed");
            (letter.recipient.clone(), by_us)
        })
        .collect();
    let both = ["Ann@New.Test", "ann@players.test"];
    assert_eq!(told, both.map(|to| (to.to_owned(), true)));
    let (good, _, error) = run(&["players", "address", "Ann", "ann@new.test"]);
    assert!(!good && error.contains("already"), "{error}");
    let (good, _, error) = run(&["players", "address", "Ann", "bob@players.test"]);
    assert!(!good && error.contains("another player"), "{error}");
    let (good, _, error) = run(&["players", "address", "Carl", "carl@new.test"]);
    assert!(!good && error.contains("no player Carl"), "{error}");
    let (good, text, _) = run(&["players", "block", "bob@players.test"]);
    assert!(good && text == "Bob is blocked.\n", "{text}");

    let letter = robot.newest_to("ann@players.test").clone();
    let before = robot.letters.len();
    robot.deliver(&answer(&letter, ANN, 4, "", "e4")).await;
    let to: Vec<&str> = robot
        .letters
        .iter()
        .skip(before)
        .map(|l| l.recipient.as_str())
        .collect();
    assert_eq!(
        to,
        ["Ann@New.Test"],
        "Ann is answered there, and Bob gets nothing"
    );

    let letter = robot.newest_to("bob@players.test").clone();
    let (letters, fate) = robot.deliver(&answer(&letter, BOB, 5, "", "games")).await;
    assert_eq!(letters.len(), 0);
    assert_eq!(fate.reason.as_deref(), Some("blocked by the administrator"));
    // Their code is no better where somebody else shows it.
    for (number, from) in [(7, "Bob <bob@elsewhere.test>"), (8, ANN)] {
        let (letters, fate) = robot
            .deliver(&answer(&letter, from, number, "", "games"))
            .await;
        assert_eq!(letters.len(), 0, "{from}");
        assert_eq!(
            fate.reason.as_deref(),
            Some("blocked by the administrator"),
            "{from}"
        );
    }
    let (_, text, _) = run(&["players", "unblock", "Bob"]);
    assert_eq!(text, "Bob is not blocked.\n");
    let (letters, _) = robot.deliver(&answer(&letter, BOB, 6, "", "show 1")).await;
    assert_eq!(letters.len(), 1);
}

#[tokio::test]
async fn hazard_30_no_log_line_shows_an_address_or_a_token() {
    let mut robot = a_game().await;
    say(&mut robot, ANN, 4, "e4").await;
    let stolen = robot.newest_to("bob@players.test").clone();
    let token = stolen
        .mail
        .message_id
        .as_deref()
        .and_then(|id| id.split('.').nth(1))
        .expect("a token")
        .to_owned();
    let file = std::env::temp_dir().join(format!("penpawn-log-{}.eml", std::process::id()));
    for mail in [
        answer(&stolen, BOB, 5, "", "e5"),
        answer(&stolen, "Eve <eve@evil.test>", 6, "", "resign"),
        new_mail(ANN, 7, "", "resign"),
        new_mail("Eve <eve@evil.test>", 8, "", "challenge ann@players.test"),
    ] {
        std::fs::write(&file, mail).expect("written");
        let output = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .args(["mails", "try"])
            .arg(&file)
            .env("PENPAWN__DATABASE__URL", bed::url_of(&robot.pool))
            .env("PENPAWN__SERVER__ADDRESS", "chess@chess.test")
            .env("PENPAWN__LOG__FILTER", "trace")
            .output()
            .expect("penpawn runs");
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{log}");
        assert!(log.contains("mail handled"), "{log}");
        for secret in ["ann@", "bob@", "eve@", token.as_str()] {
            assert!(!log.contains(secret), "{secret}: {log}");
        }
    }
    std::fs::remove_file(&file).expect("removed");
}

#[test]
fn hazard_29_no_mail_of_ours_is_html() {
    // Where nothing is HTML, nothing must be escaped; whoever writes the first such template changes this test.
    for language in Language::ALL {
        let folder = bed::root().join("templates").join(language.code());
        for entry in std::fs::read_dir(folder).expect("templates") {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a template");
            let lower = text.to_lowercase();
            assert!(
                !path.to_string_lossy().contains(".htm")
                    && !lower.contains("<html")
                    && !lower.contains("<br"),
                "{}",
                path.display()
            );
        }
    }
    let writer = std::fs::read_to_string(bed::root().join("src/mail/write.rs")).expect("a file");
    assert!(writer.contains("SinglePart::plain(") && !writer.contains("SinglePart::html("));
}
