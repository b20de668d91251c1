//! Each cause brings about its effect once: what is tried a second time, or by two at once, finds that it was done.

use crate::bed;
use crate::correspondence::{ANN, Correspondence, Letter, answer, game};
use crate::daemon::Setup;
use penpawn::db::{listing, outbox};
use penpawn::game::Result;
use penpawn::robot::Ruling;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

/// What each of these tests counts: events, letters, causes and reports about letters.
async fn counts(desk: &Correspondence) -> [i64; 4] {
    let mut counts = [0; 4];
    for (count, table) in counts
        .iter_mut()
        .zip(["event", "outbox", "cause", "bounce"])
    {
        *count = number(desk, &format!("select count(*) from {table}")).await;
    }
    counts
}

async fn number(desk: &Correspondence, sql: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned()))
        .fetch_one(&desk.pool)
        .await
        .expect(sql)
}

/// The kinds of the causes of what this table holds, where no mail brought it about, in the order of their rows.
async fn kinds(desk: &Correspondence, table: &str) -> Vec<String> {
    let sql = format!(
        "select cause.kind from {table} join cause on cause.id = {table}.cause_id order by {table}.ctid"
    );
    sqlx::query_scalar(AssertSqlSafe(sql))
        .fetch_all(&desk.pool)
        .await
        .expect("kinds")
}

/// The letters as whom they go to and their texts on one line.
fn texts(letters: &[Letter]) -> Vec<(String, String)> {
    let text = |letter: &Letter| {
        let text = letter.mail.text.clone().unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    letters
        .iter()
        .map(|letter| (letter.recipient.clone(), text(letter)))
        .collect()
}

fn adjudication() -> Ruling {
    Ruling::Adjudicate {
        result: Result::from_token("1-0").expect("a result"),
        reason: "Bob has left the club".to_owned(),
    }
}

/// The relay refuses the newest letter to this address for good. Returns its row, and the claim under which it was tried.
async fn refused(desk: &Correspondence, address: &str) -> (i64, Uuid) {
    let claim = Uuid::new_v4();
    outbox::claim(&desk.pool, claim, 1000).await.expect("due");
    let letter = desk.newest_to(address).id;
    give_up(desk, letter, claim).await;
    (letter, claim)
}

async fn give_up(desk: &Correspondence, letter: i64, claim: Uuid) {
    let why = "550 5.1.1 no such player";
    let given_up = desk
        .robot
        .give_up(claim, letter, why, penpawn::robot::Fault::Address)
        .await;
    given_up.expect("given up");
}

#[tokio::test]
async fn a_ruling_that_is_tried_a_second_time_is_carried_out_once() {
    let mut desk = game().await;
    let (id, ruling) = (Uuid::new_v4(), adjudication());
    let told = desk.robot.rule(id, 1, &ruling).await.expect("decided");
    assert_eq!(told, 2);
    let once = counts(&desk).await;
    let told = desk.robot.rule(id, 1, &ruling).await.expect("known");
    assert_eq!(told, 2, "as many as were told then");
    assert_eq!(counts(&desk).await, once);
    assert_eq!(kinds(&desk, "event").await, ["ruling"]);
    assert_eq!(kinds(&desk, "outbox").await, ["ruling", "ruling"]);
    assert_eq!(desk.collect().await.len(), 2);
    // Another one is not the same, and cannot be done.
    let other = desk.robot.rule(Uuid::new_v4(), 1, &ruling).await;
    assert!(other.is_err(), "{other:?}");
    assert_eq!(counts(&desk).await, once);
}

#[tokio::test]
async fn a_ruling_that_two_processes_try_at_once_is_carried_out_once() {
    let desk = game().await;
    let before = counts(&desk).await;
    let (id, ruling) = (Uuid::new_v4(), adjudication());
    let other = desk.robot.clone();
    let (one, other) = tokio::join!(desk.robot.rule(id, 1, &ruling), other.rule(id, 1, &ruling));
    assert_eq!((one.expect("one"), other.expect("the other")), (2, 2));
    let [events, letters, causes, _] = counts(&desk).await;
    assert_eq!([events, letters, causes], [before[0] + 1, before[1] + 2, 1]);
}

/// The connection breaks while the first letter is written.
#[tokio::test]
async fn a_ruling_is_tried_again_when_the_connection_breaks() {
    let desk = game().await;
    sqlx::raw_sql(
        "create sequence try;
         create function break_once() returns trigger language plpgsql security definer as $$
         begin
             if nextval('try') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
             return new;
         end $$;
         create trigger break_once before insert on outbox for each row execute function break_once()",
    )
    .execute(&desk.pool)
    .await
    .expect("a fault");
    let ruling = adjudication();
    let told = desk.robot.rule(Uuid::new_v4(), 1, &ruling).await;
    assert_eq!(told.expect("decided"), 2);
    assert_eq!(kinds(&desk, "event").await, ["ruling"]);
    assert!(number(&desk, "select last_value from try").await > 1);
}

#[tokio::test]
async fn a_lost_letter_about_a_ruling_is_told_and_counted() {
    let mut desk = game().await;
    desk.collect().await;
    let ruled = desk.robot.rule(Uuid::new_v4(), 1, &adjudication()).await;
    ruled.expect("decided");
    desk.collect().await;
    let (letter, _) = refused(&desk, "bob@players.test").await;
    let told = texts(&desk.collect().await);
    let [(reader, text)] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert_eq!(reader, "ann@players.test");
    for words in [
        "could not be delivered, so Bob does not know yet what the administrator of this server has decided.",
        "The decision counts all the same: the game is over, 1-0.",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let score = "select bounce_score::bigint from address where key = 'bob@players.test'";
    assert_eq!(number(&desk, score).await, 1);
    let reports =
        "select count(*) from bounce where outbox_id = $1 and inbox_id is null and counted";
    let reports = reports.replace("$1", &letter.to_string());
    assert_eq!(number(&desk, &reports).await, 1);
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let status = setup.penpawn(&["status", "--json"]);
    let status: serde_json::Value = serde_json::from_slice(&status.stdout).expect("JSON");
    assert_eq!(status["letters"]["failed"], 1, "{status}");
}

#[tokio::test]
async fn a_letter_that_is_given_up_a_second_time_is_told_of_and_counted_once() {
    let mut desk = game().await;
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 4, "", "e4");
    desk.deliver(&e4).await;
    let (letter, claim) = refused(&desk, "bob@players.test").await;
    let once = counts(&desk).await;
    assert_eq!(kinds(&desk, "outbox").await, ["undelivered"]);
    // As if nobody had noted that it was given up.
    sqlx::query("update outbox set state = 'queued', claim = $1 where id = $2")
        .bind(claim)
        .bind(letter)
        .execute(&desk.pool)
        .await
        .expect("again");
    give_up(&desk, letter, claim).await;
    assert_eq!(counts(&desk).await, once);
}

#[tokio::test]
async fn who_tells_of_a_lost_letter_is_listed_with_the_mail_that_brought_it_about() {
    let mut desk = game().await;
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 4, "", "e4");
    desk.deliver(&e4).await;
    refused(&desk, "bob@players.test").await;
    let mail = number(&desk, "select max(id) from inbox").await;
    let letters = listing::letters_of(&desk.pool, mail)
        .await
        .expect("letters");
    let occasions: Vec<&str> = letters.iter().map(|one| one.occasion.as_str()).collect();
    assert_eq!(occasions, ["move_played", "your_move", "undelivered"]);
    let other = listing::letters_of(&desk.pool, mail - 1)
        .await
        .expect("letters");
    assert!(
        other.iter().all(|one| one.occasion != "undelivered"),
        "{other:?}"
    );
}

#[tokio::test]
async fn a_player_is_forgotten_once_and_no_mail_is_made_up_for_it() {
    for at_once in [false, true] {
        let mut desk = game().await;
        desk.collect().await;
        let ann = "select player_id from address where key = 'ann@players.test'";
        let ann = number(&desk, ann).await;
        let mails = "select count(*) from inbox";
        let before = number(&desk, mails).await;
        let (first, second) = if at_once {
            let other = desk.robot.clone();
            tokio::join!(desk.robot.forget(ann), other.forget(ann))
        } else {
            let first = desk.robot.forget(ann).await;
            (first, desk.robot.forget(ann).await)
        };
        let erased = [first.expect("forgotten"), second.expect("known")];
        let erased = erased.map(|erased| erased.mails + erased.letters > 0);
        assert!(erased == [true, false] || at_once && erased == [false, true]);
        assert_eq!(number(&desk, mails).await, before);
        assert_eq!(kinds(&desk, "event").await, ["forgetting"]);
        let told = texts(&desk.collect().await);
        let [(reader, text)] = told.as_slice() else {
            panic!("{told:?}");
        };
        assert_eq!(reader, "bob@players.test");
        assert!(
            text.contains("Ann has left this server and resigns: you have won."),
            "{text}"
        );
    }
}

#[tokio::test]
async fn players_are_told_once_how_a_game_stands_after_the_last_mail_that_was_replayed() {
    let mut desk = game().await;
    desk.collect().await;
    let replayed = async |desk: &Correspondence| {
        let mails = "update inbox set replayed = true where state = 'done'";
        sqlx::query(mails).execute(&desk.pool).await.expect("mails");
        let other = desk.robot.clone();
        let (one, other) = tokio::join!(desk.robot.replay(), other.replay());
        one.expect("one").games + other.expect("the other").games
    };
    assert_eq!(replayed(&desk).await, 1);
    assert_eq!(desk.collect().await.len(), 2);
    let once = counts(&desk).await;
    assert_eq!(replayed(&desk).await, 0, "told before");
    assert_eq!(counts(&desk).await, once);
    assert_eq!(kinds(&desk, "outbox").await, ["replay", "replay"]);
    // A later mail is another cause.
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 4, "", "e4");
    desk.deliver(&e4).await;
    assert_eq!(replayed(&desk).await, 1);
}
