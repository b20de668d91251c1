//! Two daemons meet: what one of them decided fits no more when it wants to write it down. That is no fault of the mail.

use crate::correspondence::{ANN, BOB, Correspondence, answer, new_mail};
use crate::forget_meanwhile::{until_waiting, work_again};

/// Each time that Ann is about to get a name, Bob gets it a moment earlier. More often than a mail is tried that is at
/// fault itself.
#[tokio::test]
async fn a_mail_that_another_daemon_overtakes_again_and_again_is_answered_in_the_end() {
    let (mut desk, uid) = wish().await;
    for time in 1..=4 {
        assert_eq!(overtake(&desk).await, ("new".to_owned(), 0), "time {time}");
        if time < 4 {
            sqlx::query(RENAME)
                .bind("Bob")
                .bind("zenobia")
                .execute(&desk.pool)
                .await
                .expect("named Bob again");
            let now = "update inbox set run_after = '-infinity' where state = 'new'";
            sqlx::query(now).execute(&desk.pool).await.expect("now");
        }
    }
    work_again(&desk).await;
    assert_eq!(desk.fate(uid).await.state, "done");
    let told = desk.collect().await;
    let text = told.first().and_then(|letter| letter.mail.text.as_deref());
    assert!(
        text.is_some_and(|text| text.contains("another player has that name")),
        "{told:?}"
    );
}

/// What is overtaken without end is a fault, and is laid aside like one.
#[tokio::test]
async fn a_mail_that_is_overtaken_without_end_is_counted() {
    let (desk, _) = wish().await;
    let often = "update inbox set put_off = 100 where state = 'new'";
    sqlx::query(often).execute(&desk.pool).await.expect("often");
    assert_eq!(overtake(&desk).await, ("new".to_owned(), 1));
}

const RENAME: &str = "update player set name = $1, name_key = lower($1) where name_key = $2";

/// Ann and Bob are players, and a mail waits in which Ann wants a name.
async fn wish() -> (Correspondence, u32) {
    let mut desk = Correspondence::begin().await;
    for (number, who, address) in [(1, ANN, "ann@players.test"), (3, BOB, "bob@players.test")] {
        desk.deliver(&new_mail(who, number, "", "join")).await;
        let yes = answer(desk.newest_to(address), who, number + 1, "", "yes");
        desk.deliver(&yes).await;
    }
    let wish = answer(
        desk.newest_to("ann@players.test"),
        ANN,
        10,
        "",
        "name Zenobia",
    );
    let uid = desk.store(&wish).await;
    (desk, uid)
}

/// While that mail is decided, Bob gets the name. Returns what became of the mail, and how often it was tried.
async fn overtake(desk: &Correspondence) -> (String, i32) {
    let mut faster = desk.pool.begin().await.expect("a transaction");
    sqlx::query(RENAME)
        .bind("Zenobia")
        .bind("bob")
        .execute(&mut *faster)
        .await
        .expect("renamed");
    let robot = desk.robot.clone();
    let slower = tokio::spawn(async move { robot.work().await });
    until_waiting(&desk.pool, 1, &slower).await;
    faster.commit().await.expect("committed");
    slower.await.expect("it worked").expect("it worked");
    sqlx::query_as("select state, attempts from inbox order by id desc limit 1")
        .fetch_one(&desk.pool)
        .await
        .expect("the mail")
}
