//! Invitations that wait, since their inviter has invited ten people on one day: each goes out once, or never.

use crate::bed;
use crate::correspondence::{ANN, Correspondence, Letter, answer, new_mail};
use crate::daemon::Setup;
use crate::outgoing::until;
use sqlx::AssertSqlSafe;

/// Ann takes part and has invited ten people today.
async fn ten_are_invited() -> Correspondence {
    let mut desk = Correspondence::begin().await;
    desk.deliver(&new_mail(ANN, 1, "", "join")).await;
    let yes = answer(desk.newest_to("ann@players.test"), ANN, 2, "", "yes");
    desk.deliver(&yes).await;
    let letters = invites(&mut desk, 3, &friends(1..=10)).await;
    assert_eq!(letters.len(), 11);
    desk
}

fn friends(numbers: impl Iterator<Item = usize>) -> String {
    let addresses = numbers.map(|number| format!("f{number}@players.test"));
    format!("challenge {}", addresses.collect::<Vec<_>>().join(", "))
}

/// Ann answers the letter that welcomed her with this challenge; returns what it brings about.
async fn invites(desk: &mut Correspondence, number: usize, challenge: &str) -> Vec<Letter> {
    let welcome = desk
        .letters
        .iter()
        .find(|letter| letter.mail.subject == "Chess: welcome")
        .expect("a welcome");
    let mail = answer(welcome, ANN, number, "", challenge);
    let (letters, fate) = desk.deliver(&mail).await;
    assert_eq!((fate.state.as_str(), fate.reason), ("done", None));
    letters
}

/// The same of ten invited and this one held back.
async fn one_waits() -> Correspondence {
    let mut desk = ten_are_invited().await;
    let told = invites(&mut desk, 4, "challenge f11@players.test").await;
    assert_eq!(recipients(&told), ["ann@players.test"]);
    desk
}

async fn a_day_passes(desk: &mut Correspondence) -> Vec<Letter> {
    desk.days_pass(1).await;
    desk.send_held_invitations().await
}

fn recipients(letters: &[Letter]) -> Vec<&str> {
    let recipients = letters.iter().map(|letter| letter.recipient.as_str());
    recipients.collect()
}

fn text(letter: &Letter) -> String {
    let text = letter.mail.text.as_deref().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn number(desk: &Correspondence, sql: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned()))
        .fetch_one(&desk.pool)
        .await
        .expect(sql)
}

async fn run(desk: &Correspondence, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&desk.pool)
        .await
        .expect(sql);
}

/// How many invitations wait.
const WAITING: &str = "select count(*) from held_invitation where due_on is not null";

#[tokio::test]
async fn an_invitation_is_sent_on_its_day_and_not_before() {
    let mut desk = one_waits().await;
    assert!(desk.send_held_invitations().await.is_empty());
    let sent = a_day_passes(&mut desk).await;
    assert_eq!(recipients(&sent), ["f11@players.test"]);
    assert_eq!(
        number(&desk, "select count(*) from held_invitation").await,
        0
    );
    assert!(a_day_passes(&mut desk).await.is_empty(), "once");
}

#[tokio::test]
async fn status_counts_those_that_wait_and_tells_the_day_of_the_first() {
    let mut desk = one_waits().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let status = || String::from_utf8(setup.penpawn(&["status"]).stdout).expect("text");
    let day: String = sqlx::query_scalar(AssertSqlSafe(
        "select due_on::text from held_invitation".to_owned(),
    ))
    .fetch_one(&desk.pool)
    .await
    .expect("a day");
    let said = format!("invitations that wait for another day: 1, the first for {day}\n");
    assert!(status().contains(&said), "{}", status());
    assert_eq!(a_day_passes(&mut desk).await.len(), 1);
    assert!(!status().contains("invitations"), "{}", status());
}

#[tokio::test]
async fn two_daemons_send_it_once() {
    let mut desk = one_waits().await;
    desk.days_pass(1).await;
    let other = desk.robot.clone();
    let (one, two) = tokio::join!(
        desk.robot.send_held_invitation(),
        other.send_held_invitation()
    );
    one.and(two).expect("sent");
    assert_eq!(recipients(&desk.collect().await), ["f11@players.test"]);
}

#[tokio::test]
async fn a_cause_that_is_known_sends_nothing_a_second_time() {
    let mut desk = one_waits().await;
    desk.days_pass(1).await;
    run(
        &desk,
        "create table kept as select game_id, due_on from held_invitation",
    )
    .await;
    assert_eq!(desk.send_held_invitations().await.len(), 1);
    // As if nobody had noted that it was sent.
    run(
        &desk,
        "insert into held_invitation (game_id, due_on) select game_id, due_on from kept",
    )
    .await;
    let again = desk.robot.send_held_invitation().await;
    assert!(again.expect("it is due"));
    assert!(desk.collect().await.is_empty());
}

/// The connection breaks while the invitation is written.
#[tokio::test]
async fn it_is_sent_once_when_the_connection_breaks() {
    let mut desk = one_waits().await;
    desk.days_pass(1).await;
    run(
        &desk,
        "create sequence try;
         create function break_once() returns trigger language plpgsql security definer as $$
         begin
             if nextval('try') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
             return new;
         end $$;
         create trigger break_once before insert on outbox for each row execute function break_once()",
    )
    .await;
    let broken = desk.robot.send_held_invitation().await;
    assert!(broken.is_err(), "{broken:?}");
    assert_eq!(number(&desk, WAITING).await, 1);
    // Whoever asks while the ended connection has not let go of the invitation finds it taken, as with two daemons.
    until("the invitation", async || {
        desk.robot.send_held_invitation().await.expect("asked")
    })
    .await;
    assert_eq!(recipients(&desk.collect().await), ["f11@players.test"]);
}

#[tokio::test]
async fn nothing_is_sent_for_who_was_forgotten_or_wants_no_mail() {
    let mut desk = one_waits().await;
    let ann = "select id from player where name = 'Ann'";
    let ann = number(&desk, ann).await;
    desk.robot.forget(ann).await.expect("forgotten");
    desk.collect().await;
    assert!(a_day_passes(&mut desk).await.is_empty());
    assert_eq!(number(&desk, WAITING).await, 0);

    let mut desk = one_waits().await;
    let stop = answer(desk.newest_to("ann@players.test"), ANN, 5, "", "stop");
    desk.deliver(&stop).await;
    assert!(a_day_passes(&mut desk).await.is_empty());
    assert_eq!(number(&desk, WAITING).await, 0);
    let open = "select count(*) from game where id = 11 and phase = 'offered'";
    assert_eq!(number(&desk, open).await, 0, "nobody could answer it");
}

#[tokio::test]
async fn ten_wait_and_no_more() {
    let mut desk = ten_are_invited().await;
    let told = invites(&mut desk, 4, &friends(11..=19)).await;
    assert_eq!(told.len(), 1);
    let told = invites(&mut desk, 5, &friends(20..=21)).await;
    let told = text(&told[0]);
    let refused = "Not challenged: f21@players.test. The reason: you have invited ten people today, and ten more \
                   invitations of yours wait";
    assert!(told.contains(refused), "{told}");
    assert_eq!(number(&desk, WAITING).await, 10);
    let sent = a_day_passes(&mut desk).await;
    assert_eq!(sent.len(), 10, "{:?}", recipients(&sent));
}

/// Whom she invites on that day before those go out that wait takes their place.
#[tokio::test]
async fn the_limit_holds_on_the_next_day_as_well() {
    let mut desk = one_waits().await;
    desk.days_pass(1).await;
    invites(&mut desk, 5, &friends(20..=29)).await;
    assert!(desk.send_held_invitations().await.is_empty());
    assert_eq!(number(&desk, WAITING).await, 1);
    assert_eq!(
        recipients(&a_day_passes(&mut desk).await),
        ["f11@players.test"]
    );
}

/// Who was never written to may be invited again.
#[tokio::test]
async fn one_that_was_taken_back_can_be_made_anew() {
    let mut desk = one_waits().await;
    let letter = desk.newest_to("ann@players.test");
    let withdraw = answer(letter, ANN, 5, "", "withdraw");
    let (told, _) = desk.deliver(&withdraw).await;
    assert_eq!(recipients(&told), ["ann@players.test"]);
    let words = "Your challenge to f11, game 11, is withdrawn. The invitation was not sent.";
    assert!(text(&told[0]).contains(words), "{}", text(&told[0]));
    assert!(a_day_passes(&mut desk).await.is_empty());
    let letters = invites(&mut desk, 6, "challenge f11@players.test").await;
    let invited = recipients(&letters);
    assert_eq!(invited, ["f11@players.test", "ann@players.test"]);
}
