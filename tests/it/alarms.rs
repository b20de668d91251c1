//! What is due by itself: once, however many daemons look; and never because somebody looked at the wrong time.

use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, new_mail};
use crate::daemon::Setup;
use crate::{bed, passing};
use chrono::{DateTime, TimeDelta, Utc};
use penpawn::db::outbox;
use penpawn::letters::Templates;
use penpawn::robot::Robot;
use penpawn::robot::reader::{Limits, Reader};
use std::collections::BTreeMap;
use uuid::Uuid;

/// A game with this clock in which Ann is to move, for the second time; both have their letters.
pub(crate) async fn game(control: &str) -> Correspondence {
    let mut desk = Correspondence::begin().await;
    desk.usual_control_is(control.parse().expect("a control"))
        .await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
        .await;
    for (number, from, text) in [
        (2, ANN, "yes"),
        (3, BOB, "accept"),
        (4, ANN, "e4"),
        (5, BOB, "e5"),
    ] {
        let raw = answer(desk.newest_to(address_of(from)), from, number, "", text);
        desk.deliver(&raw).await;
        desk.send_all().await;
    }
    desk
}

async fn time_passes(desk: &Correspondence, time: TimeDelta) {
    passing::time_passes(&desk.pool, time).await;
}

async fn ring(robot: &Robot) {
    while robot.do_what_is_due().await.expect("done") > 0 {}
}

/// Another daemon on the same database.
pub(crate) async fn another(desk: &Correspondence) -> Robot {
    Robot::new(
        crate::bed::as_daemon(&desk.pool).await,
        desk.server.clone(),
        Templates::new(BTreeMap::new()).expect("our own templates"),
        Reader::of(env!("CARGO_BIN_EXE_penpawn"), Limits::default()),
    )
}

/// To whom the letters go that are due.
async fn readers(desk: &mut Correspondence) -> Vec<String> {
    let letters = desk.collect().await.into_iter();
    letters.map(|letter| letter.recipient).collect()
}

async fn endings(desk: &Correspondence) -> Vec<Option<String>> {
    sqlx::query_scalar("select ending from game order by id")
        .fetch_all(&desk.pool)
        .await
        .expect("games")
}

async fn due_at(desk: &Correspondence) -> Option<DateTime<Utc>> {
    sqlx::query_scalar("select due_at from game")
        .fetch_one(&desk.pool)
        .await
        .expect("a game")
}

#[tokio::test]
async fn a_flag_falls_once_however_many_daemons_look() {
    let mut desk = game("per-move 3d").await;
    time_passes(&desk, TimeDelta::hours(74)).await;
    let other = another(&desk).await;
    tokio::join!(ring(&desk.robot), ring(&other));
    assert_eq!(endings(&desk).await, [Some("time forfeit".to_owned())]);
    assert_eq!(
        readers(&mut desk).await,
        ["ann@players.test", "bob@players.test"]
    );
    // Somebody sets it due once more: it is over, and nothing comes of it.
    sqlx::query("update game set due_at = now()")
        .execute(&desk.pool)
        .await
        .expect("due");
    ring(&desk.robot).await;
    assert!(desk.collect().await.is_empty());
    assert_eq!(due_at(&desk).await, None);
}

#[tokio::test]
async fn a_reminder_goes_out_once_however_many_daemons_look() {
    let mut desk = game("per-move 3d").await;
    time_passes(&desk, TimeDelta::hours(37)).await;
    let (second, third) = (another(&desk).await, another(&desk).await);
    for _ in 0..2 {
        tokio::join!(ring(&desk.robot), ring(&second), ring(&third));
    }
    assert_eq!(readers(&mut desk).await, ["ann@players.test"]);
}

#[tokio::test]
async fn leave_begins_by_itself_once_however_many_daemons_look() {
    let mut desk = game("per-move 3d").await;
    let letter = desk.newest_to("ann@players.test").clone();
    desk.deliver(&answer(&letter, ANN, 6, "", "automatic leave on"))
        .await;
    desk.collect().await;
    time_passes(&desk, TimeDelta::hours(74)).await;
    let (second, third) = (another(&desk).await, another(&desk).await);
    for _ in 0..2 {
        tokio::join!(ring(&desk.robot), ring(&second), ring(&third));
    }
    assert_eq!(endings(&desk).await, [None]);
    assert_eq!(
        readers(&mut desk).await,
        ["bob@players.test", "ann@players.test"]
    );
    let stretches: i64 = sqlx::query_scalar("select count(*) from leave")
        .fetch_one(&desk.pool)
        .await
        .expect("leave");
    assert_eq!(stretches, 1);
}

#[tokio::test]
async fn a_due_instant_that_is_stale_does_nothing_and_the_right_one_is_found() {
    let mut desk = game("per-move 3d").await;
    ring(&desk.robot).await;
    let right = due_at(&desk).await.expect("the first reminder");
    let minutes = (right - Utc::now()).num_minutes();
    assert!((35 * 60..=36 * 60).contains(&minutes), "{minutes} minutes");
    sqlx::query("update game set due_at = now() - interval '1 year'")
        .execute(&desk.pool)
        .await
        .expect("due");
    ring(&desk.robot).await;
    assert!(desk.collect().await.is_empty());
    assert_eq!(due_at(&desk).await, Some(right));
    assert_eq!(endings(&desk).await, [None]);
}

#[tokio::test]
async fn a_move_that_came_in_time_is_played_however_late_it_is_handled() {
    let mut desk = game("per-move 3d").await;
    time_passes(&desk, TimeDelta::hours(71)).await;
    let letter = desk.newest_to("ann@players.test").clone();
    let mail = desk.store(&answer(&letter, ANN, 6, "", "Nf3")).await;
    time_passes(&desk, TimeDelta::hours(100)).await;
    desk.work().await;
    assert_eq!(desk.fate(mail).await.state, "done");
    let (moves, clock): (String, String) = sqlx::query_as("select moves, clock from game")
        .fetch_one(&desk.pool)
        .await
        .expect("a game");
    assert_eq!(moves, "e2e4 e7e5 g1f3", "{clock}");
    let charged: i64 = sqlx::query_scalar(
        "select (detail->'time'->>'charged')::bigint from event where detail->>'turn' = '3'",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("its time");
    assert!((71 * 3600..71 * 3600 + 600).contains(&charged), "{charged}");
}

#[tokio::test]
async fn one_that_came_when_the_flag_had_fallen_is_not_played() {
    let mut desk = game("per-move 3d").await;
    time_passes(&desk, TimeDelta::hours(72)).await;
    let letter = desk.newest_to("ann@players.test").clone();
    desk.deliver(&answer(&letter, ANN, 6, "", "Nf3")).await;
    let moves: String = sqlx::query_scalar("select moves from game")
        .fetch_one(&desk.pool)
        .await
        .expect("a game");
    assert_eq!(moves, "e2e4 e7e5");
}

#[tokio::test]
async fn where_there_is_no_clock_nothing_is_ever_due() {
    let mut desk = game("without").await;
    time_passes(&desk, TimeDelta::days(1000)).await;
    assert_eq!(desk.robot.do_what_is_due().await.expect("nothing"), 0);
    assert_eq!(due_at(&desk).await, None);
    assert!(desk.collect().await.is_empty());
}

#[tokio::test]
async fn time_is_not_claimed_while_a_mail_from_before_its_end_waits() {
    let mut desk = game("per-move 3d flags claimed").await;
    time_passes(&desk, TimeDelta::hours(71)).await;
    let letter = desk.newest_to("ann@players.test").clone();
    desk.store(&answer(&letter, ANN, 6, "", "Nf3")).await;
    sqlx::query("update inbox set state = 'dead', handled_at = now() where state = 'new'")
        .execute(&desk.pool)
        .await
        .expect("laid aside");
    time_passes(&desk, TimeDelta::hours(100)).await;
    let letter = desk.newest_to("bob@players.test").clone();
    let claim = answer(&letter, BOB, 7, "", "claim time");
    let (letters, _) = desk.deliver(&claim).await;
    let told = letters[0].mail.text.clone().unwrap_or_default();
    assert!(told.contains("claim it again tomorrow"), "{told}");
    assert_eq!(endings(&desk).await, [None]);
    sqlx::query("update inbox set handled_at = now() - interval '7 days' where state = 'dead'")
        .execute(&desk.pool)
        .await
        .expect("long ago");
    let letter = desk.newest_to("bob@players.test").clone();
    let claim = answer(&letter, BOB, 8, "", "claim time");
    desk.deliver(&claim).await;
    assert_eq!(endings(&desk).await, [Some("time forfeit".to_owned())]);
}

#[tokio::test]
async fn the_administrator_sees_the_clocks_of_a_game_and_what_was_not_looked_at() {
    let desk = game("session 10/50d double 20d").await;
    time_passes(&desk, TimeDelta::hours(30)).await;
    ring(&desk.robot).await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let says = |arguments: &[&str]| {
        let output = setup.penpawn(arguments);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let shown = says(&["games", "show", "1"]);
    for line in [
        "Clock: 10 moves in 50 days; days beyond 20 on a move count double\n",
        "Left of White: 50 days for 9 moves\n",
        "Left of Black: 50 days for 9 moves\n",
        "White's time runs since ",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&says(&["games", "show", "1", "--json"])).expect("an object");
    let clock = &json["clock"];
    assert_eq!(clock["control"], "session 10/50d double 20d");
    assert_eq!(clock["white"]["seconds"], 50 * 86_400);
    // 35 whole days may be used of 50, and the flag falls when the next one is over.
    let at = |field: &str| -> DateTime<Utc> {
        let text = clock[field].as_str().expect("an instant");
        text.parse().expect("an instant")
    };
    assert_eq!(at("over") - at("running_since"), TimeDelta::days(36));
    assert!(!says(&["status"]).contains("What was due"));
    sqlx::query("update game set due_at = now() - interval '21 minutes'")
        .execute(&desk.pool)
        .await
        .expect("due");
    let status = says(&["status"]);
    assert!(status.contains("since 21 min: 1."), "{status}");
}

#[tokio::test]
async fn who_has_not_begun_loses_no_game_on_time_by_a_claim() {
    let mut desk = game("per-move 3d flags claimed").await;
    let letter = desk.newest_to("ann@players.test").clone();
    desk.deliver(&answer(&letter, ANN, 6, "", "resign")).await;
    let letter = desk.newest_to("bob@players.test").clone();
    desk.deliver(&answer(&letter, BOB, 7, "", "rematch")).await;
    let letter = desk.newest_to("ann@players.test").clone();
    desk.deliver(&answer(&letter, ANN, 8, "", "accept")).await;
    desk.send_all().await;
    // Bob has White now, and does not move.
    time_passes(&desk, TimeDelta::hours(80)).await;
    let letter = desk.newest_to("ann@players.test").clone();
    let claim = answer(&letter, ANN, 9, "", "claim time");
    let (letters, _) = desk.deliver(&claim).await;
    let told = letters[0].mail.text.clone().unwrap_or_default();
    assert!(told.contains("the game ends by itself"), "{told}");
    ring(&desk.robot).await;
    let ends = endings(&desk).await;
    assert_eq!(ends[1], Some("aborted".to_owned()), "{ends:?}");
}

#[tokio::test]
async fn letters_of_moves_go_before_those_of_what_was_due_by_itself() {
    let mut desk = game("per-move 3d").await;
    // Far more flags have fallen than letters are claimed at once.
    sqlx::query(
        "with cause as (insert into cause (kind, known_by) values ('alarm', 'many') returning id)
         insert into outbox (cause_id, occasion, player_id, nth, envelope_from, recipient, message_id, bytes, state, later)
         select cause.id, 'time_forfeit', null, n, 'chess@chess.test', 'gus@players.test', 'm' || n, 'x', 'queued', true
         from cause, generate_series(1, 5000) as n",
    )
    .execute(&desk.pool)
    .await
    .expect("letters");
    let nf3 = answer(desk.newest_to("ann@players.test"), ANN, 6, "", "Nf3");
    let uid = desk.store(&nf3).await;
    desk.work().await;
    assert_eq!(desk.fate(uid).await.state, "done");
    let first = outbox::claim(&desk.pool, Uuid::new_v4(), 2)
        .await
        .expect("letters");
    let to: Vec<&str> = first
        .iter()
        .map(|letter| letter.recipient.as_str())
        .collect();
    assert_eq!(to, ["ann@players.test", "bob@players.test"]);
    // And those are found without looking at the others.
    sqlx::query("analyze outbox")
        .execute(&desk.pool)
        .await
        .expect("analyzed");
    let plan: serde_json::Value = sqlx::query_scalar(
        "explain (format json) select id from outbox
         where state = 'queued' and claim_until < now() and run_after <= now()
         order by later, id
         for update skip locked limit 2",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("a plan");
    let plan = plan.to_string();
    assert!(
        plan.contains("outbox_first") && !plan.contains("Sort"),
        "{plan}"
    );
}
