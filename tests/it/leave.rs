//! Leave through the real path: mails in, letters out, clocks that stand.

use crate::bed;
use crate::correspondence::{self, ANN, BOB, Correspondence, address_of, answer, new_mail};
use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use penpawn::letters::day_in_words;
use penpawn::players::Quota;
use penpawn::robot::server::Server;

/// A game with this clock in which Ann, with White, is to move, and her time runs.
async fn game_with(control: &str) -> Correspondence {
    game_of(correspondence::server(), control).await
}

/// The same in a house of these settings.
async fn game_of(server: Server, control: &str) -> Correspondence {
    let mut desk = Correspondence::of_server(bed::database().await, server).await;
    desk.usual_control_is(control.parse().expect("a control"))
        .await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
        .await;
    for (number, from, text) in [(2, ANN, "yes"), (3, BOB, "accept")] {
        let raw = answer(desk.newest_to(address_of(from)), from, number, "", text);
        desk.deliver(&raw).await;
    }
    desk.send_all().await;
    desk
}

/// What somebody is answered, in one line.
async fn says(desk: &mut Correspondence, from: &str, number: usize, text: &str) -> String {
    let letter = desk.newest_about_a_game_to(address_of(from)).clone();
    let (letters, _) = desk.deliver(&answer(&letter, from, number, "", text)).await;
    let mine = letters
        .iter()
        .find(|letter| letter.recipient == address_of(from));
    in_one_line(mine.and_then(|letter| letter.mail.text.as_deref()))
}

fn in_one_line(text: Option<&str>) -> String {
    let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

async fn today(desk: &Correspondence) -> NaiveDate {
    let now: DateTime<Utc> = sqlx::query_scalar("select now()")
        .fetch_one(&desk.pool)
        .await
        .expect("the database's clock");
    now.date_naive()
}

/// What the last move was charged, in whole days, and what was taken away for leave, in hours.
async fn last_move(desk: &Correspondence) -> (i64, i64) {
    let time: serde_json::Value = sqlx::query_scalar(
        "select detail -> 'time' from event where kind = 'moved' order by number desc limit 1",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("a move");
    let charged = time["charged"].as_i64().expect("charged");
    let deductions = time["deductions"].as_array().cloned().unwrap_or_default();
    let of_leave = deductions
        .iter()
        .filter(|one| one["reason"] == "leave")
        .filter_map(|one| one["seconds"].as_i64());
    (charged / 86_400, of_leave.sum::<i64>() / 3_600)
}

/// T6: told at noon, on leave for the fourteen days from the fourth on, answered 24 days and an hour later: 10 days are
/// charged. Without leave it would be 28.
#[tokio::test]
async fn leave_is_no_time_of_the_player_and_is_never_added_to_their_clock() {
    for (on_leave, expected) in [(true, (10, 336)), (false, (28, 0))] {
        let mut desk = game_with("session 10/50d double 20d").await;
        says(&mut desk, ANN, 7, "e4").await;
        desk.send_all().await;
        says(&mut desk, BOB, 8, "e5").await;
        desk.send_all().await;
        if on_leave {
            let first = today(&desk).await + Days::new(4);
            let last = first + Days::new(13);
            let told = says(&mut desk, ANN, 10, &format!("leave {first} to {last}")).await;
            assert!(told.starts_with("You will be on leave from"), "{told}");
        }
        desk.time_passes(TimeDelta::days(24) + TimeDelta::hours(1))
            .await;
        let told = says(&mut desk, ANN, 11, "Nf3").await;
        assert!(told.contains("2. Nf3"), "{told}");
        assert_eq!(last_move(&desk).await, expected);
    }
}

/// T10: of each year its own days are taken.
#[tokio::test]
async fn leave_over_new_year_takes_of_each_year_its_days() {
    let mut desk = game_with("per-move 3d").await;
    let now = today(&desk).await;
    let begin = NaiveDate::from_ymd_opt(now.year(), 12, 28).expect("a day");
    let first = begin.max(now);
    let last = NaiveDate::from_ymd_opt(now.year() + 1, 1, 3).expect("a day");
    let told = says(&mut desk, ANN, 10, &format!("leave {first} to {last}")).await;
    let old = 32 - first.day();
    for words in [
        format!("It takes {old} day"),
        format!(
            "of your leave of {}; {} of 30 are left.",
            now.year(),
            30 - old
        ),
        format!(
            "It takes 3 days of your leave of {}; 27 of 30 are left.",
            now.year() + 1
        ),
    ] {
        assert!(told.contains(&words), "{words}: {told}");
    }
}

/// The clock stands until the end of leave; its flag falls later by that, and the answer says when.
#[tokio::test]
async fn a_flag_waits_until_leave_is_over_and_its_time_used() {
    let mut desk = game_with("per-move 3d").await;
    says(&mut desk, ANN, 9, "e4").await;
    desk.send_all().await;
    says(&mut desk, BOB, 10, "e5").await;
    desk.send_all().await;
    let told = says(&mut desk, ANN, 11, "leave 2 weeks").await;
    let last = today(&desk).await + Days::new(13);
    let words = format!("until the end of {} (24:00 UTC)", day_in_words(last));
    assert!(told.contains(&words), "{told}");
    let falls = last + Days::new(4);
    let near = [last + Days::new(3), falls]
        .map(|day| format!("Game 1 against Bob: {}", day_in_words(day)));
    assert!(near.iter().any(|words| told.contains(words)), "{told}");
    desk.time_passes(TimeDelta::days(16)).await;
    let phase: String = sqlx::query_scalar("select phase from game where id = 1")
        .fetch_one(&desk.pool)
        .await
        .expect("the game");
    assert_eq!(phase, "playing", "13 days and some hours of it were leave");
    desk.time_passes(TimeDelta::days(2)).await;
    let result: String = sqlx::query_scalar("select result from game where id = 1")
        .fetch_one(&desk.pool)
        .await
        .expect("the game");
    assert_eq!(result, "0-1", "leave is no shield for ever");
}

/// Only one's own clock stands, opponents are told once, and a move ends leave in its game.
#[tokio::test]
async fn a_move_during_leave_ends_it_in_that_game_and_opponents_are_told_once() {
    let mut desk = game_with("countdown 60d").await;
    let letter = desk.newest_about_a_game_to("ann@players.test").clone();
    let (letters, _) = desk
        .deliver(&answer(&letter, ANN, 10, "", "leave 3 weeks"))
        .await;
    let to_bob: Vec<_> = letters
        .iter()
        .filter(|letter| letter.recipient == "bob@players.test")
        .collect();
    assert_eq!(to_bob.len(), 1);
    let told = in_one_line(
        to_bob
            .first()
            .and_then(|letter| letter.mail.text.as_deref()),
    );
    assert!(
        told.starts_with("Ann is on leave until the end of"),
        "{told}"
    );
    desk.time_passes(TimeDelta::days(5)).await;
    says(&mut desk, ANN, 11, "e4").await;
    assert_eq!(last_move(&desk).await, (0, 120));
    desk.time_passes(TimeDelta::days(2)).await;
    says(&mut desk, BOB, 12, "e5").await;
    assert_eq!(last_move(&desk).await, (2, 0), "Bob's clock runs");
    desk.time_passes(TimeDelta::days(3)).await;
    says(&mut desk, ANN, 13, "Nf3").await;
    assert_eq!(
        last_move(&desk).await,
        (3, 0),
        "her leave is over in this game"
    );
}

/// Who comes back ends it everywhere, and has the days again that have not begun.
#[tokio::test]
async fn who_comes_back_early_has_the_rest_of_the_days_again() {
    let mut desk = game_with("countdown 60d").await;
    says(&mut desk, ANN, 10, "leave 10 days").await;
    let again = says(&mut desk, ANN, 11, "leave 2 weeks").await;
    assert!(again.contains("you have leave from"), "{again}");
    desk.time_passes(TimeDelta::days(2)).await;
    let told = says(&mut desk, ANN, 12, "back").await;
    assert!(told.starts_with("You are back from leave"), "{told}");
    desk.time_passes(TimeDelta::days(4)).await;
    says(&mut desk, ANN, 13, "e4").await;
    assert_eq!(last_move(&desk).await, (4, 48));
}

/// Of leave nobody hears more than three times a day; but whoever heard of it hears that it is over.
#[tokio::test]
async fn whoever_was_told_of_leave_is_told_of_its_end_however_often_that_is() {
    let mut desk = game_with("countdown 60d").await;
    let mut told = Vec::new();
    for number in 0..5 {
        for (mail, text) in [(0, "leave 10 days"), (1, "back")] {
            let letter = desk.newest_about_a_game_to("ann@players.test").clone();
            let mail = answer(&letter, ANN, 10 + 2 * number + mail, "", text);
            let (letters, _) = desk.deliver(&mail).await;
            let to_bob = letters
                .iter()
                .filter(|one| one.recipient == "bob@players.test");
            told.push(to_bob.count());
        }
    }
    assert_eq!(told, [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
}

/// A holiday note is not answered and changes nothing. The next letter to its player says what was read of it, once.
#[tokio::test]
async fn a_holiday_note_is_told_of_in_the_next_letter_and_once() {
    let mut desk = game_with("countdown 60d").await;
    let last = today(&desk).await + Days::new(10);
    let note = format!("I am out of the office until {last}.");
    let letter = desk.newest_about_a_game_to("ann@players.test").clone();
    for number in [10, 11] {
        let headers = "Auto-Submitted: auto-replied\nSubject: Out of office\n";
        let (letters, fate) = desk
            .deliver(&answer(&letter, ANN, number, headers, &note))
            .await;
        assert_eq!((letters.len(), fate.state.as_str()), (0, "dropped"));
    }
    let told = says(&mut desk, ANN, 12, "e4").await;
    let first = today(&desk).await;
    let words = format!("leave {} - {}", day_in_words(first), day_in_words(last));
    assert!(told.contains(&words), "{told}");
    let next = says(&mut desk, ANN, 13, "games").await;
    assert!(!next.contains("A note of your mail program"), "{next}");
    let taken: i64 = sqlx::query_scalar("select count(*) from leave")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(taken, 0);
}

/// Who wants no mail is told when their time can be over: leave that lies ahead does not count against them there either.
#[tokio::test]
async fn the_first_flag_of_who_says_stop_knows_of_their_leave() {
    let mut desk = game_with("per-move 3d").await;
    says(&mut desk, BOB, 9, "leave 2 weeks").await;
    let told = says(&mut desk, BOB, 10, "stop").await;
    let falls = today(&desk).await + Days::new(13 + 4);
    let near = [falls, falls - Days::new(1)].map(|day| {
        format!(
            "against Ann: {}, 00:00:00 UTC, if Ann",
            day.format("%d %b %Y")
        )
    });
    assert!(near.iter().any(|words| told.contains(words)), "{told}");
}

/// How many stretches of leave were ever written down.
async fn taken(desk: &Correspondence) -> i64 {
    sqlx::query_scalar("select count(*) from leave")
        .fetch_one(&desk.pool)
        .await
        .expect("a count")
}

/// Nothing of it is taken: who asks for more than there is decides anew, and does not learn of it when their flag has fallen.
#[tokio::test]
async fn leave_that_is_longer_than_what_is_left_is_refused_with_what_was_read_and_what_there_is() {
    let mut desk = game_with("per-move 3d").await;
    let year = today(&desk).await.year() + 1;
    let day = |month, day| NaiveDate::from_ymd_opt(year, month, day).expect("a day");
    let (first, last) = (day(2, 1), day(2, 1) + Days::new(39));
    let asked = format!("leave {first} to {last}");
    let told = says(&mut desk, ANN, 10, &asked).await;
    let refused = |first, wanted, left| {
        let (first, last) = (day_in_words(first), day_in_words(last));
        format!(
            "but from {first} to {last} it takes {wanted} days of your leave of {year}, of which {left} left. Nothing has \
             been changed by that."
        )
    };
    let words = format!(
        "Your mail says \"{asked}\", {}",
        refused(first, 40, "30 are")
    );
    assert!(told.contains(&words), "{words}: {told}");
    assert_eq!(taken(&desk).await, 0);
    // However the year turns meanwhile, one of both has fewer.
    let told = says(&mut desk, ANN, 11, "leave 70 days").await;
    assert!(
        told.contains("Your mail says \"leave 70 days\", but from "),
        "{told}"
    );
    assert!(told.contains("of which 30 are left"), "{told}");
    assert_eq!(taken(&desk).await, 0);
    // What was taken is no longer there.
    let some = format!("leave {} to {}", day(1, 4), day(1, 13));
    let told = says(&mut desk, ANN, 12, &some).await;
    assert!(told.contains("20 of 30 are left"), "{told}");
    let told = says(
        &mut desk,
        ANN,
        13,
        &format!("leave {} to {last}", day(2, 19)),
    )
    .await;
    let words = refused(day(2, 19), 22, "20 are");
    assert!(told.contains(&words), "{words}: {told}");
    assert_eq!(taken(&desk).await, 1);
}

#[tokio::test]
async fn a_server_without_leave_says_so_at_once_and_gives_none_by_itself_either() {
    let server = Server {
        leave: Quota(0),
        ..correspondence::server()
    };
    let mut desk = game_of(server, "per-move 3d").await;
    for (number, from, text) in [(10, ANN, "e4"), (11, BOB, "e5")] {
        says(&mut desk, from, number, text).await;
        desk.send_all().await;
    }
    let told = says(&mut desk, ANN, 12, "leave 5 days").await;
    let words = "Your mail says \"leave 5 days\", but this server gives no leave. Nothing has been changed by that.";
    assert!(told.contains(words), "{told}");
    assert_eq!(taken(&desk).await, 0);
    let told = says(&mut desk, ANN, 14, "automatic leave on").await;
    let words = "this server gives no leave, and so none begins by itself";
    assert!(told.contains(words), "{told}");
    desk.time_passes(TimeDelta::hours(74)).await;
    let ending: Option<String> = sqlx::query_scalar("select ending from game")
        .fetch_one(&desk.pool)
        .await
        .expect("the game");
    assert_eq!(ending.as_deref(), Some("time forfeit"));
    assert_eq!(taken(&desk).await, 0);
}
