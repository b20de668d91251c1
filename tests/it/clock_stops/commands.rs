//! What the administrator does about clocks, by the commands as processes: what they say, what stands in the database, and what
//! `games show` tells of it afterwards.

use super::table::Table;
use crate::correspondence::{BOB, Correspondence, answer};
use crate::daemon::Setup;
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use penpawn::db::clock_faults::{self, Kind};
use penpawn::letters::instant_in_words;
use std::process::Output;

/// What a command says that succeeds.
fn says(setup: &Setup, arguments: &[&str]) -> String {
    let output = setup.penpawn(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What one says that fails.
fn complains(setup: &Setup, arguments: &[&str]) -> String {
    let output: Output = setup.penpawn(arguments);
    assert!(!output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The line of `games show` that begins so.
fn line_of(setup: &Setup, begins: &str) -> Option<String> {
    let shown = says(setup, &["games", "show", "1"]);
    let mut lines = shown.lines().map(str::to_owned);
    lines.find(|line| line.starts_with(begins))
}

/// All that stopped clocks: of what kind, in which game, from when, until when, and why.
type Stop = (
    String,
    Option<i64>,
    DateTime<Utc>,
    Option<DateTime<Utc>>,
    Option<String>,
);

async fn stops(desk: &Correspondence) -> Vec<Stop> {
    sqlx::query_as("select kind, game_id, since, until, reason from clock_stop order by id")
        .fetch_all(&desk.pool)
        .await
        .expect("stops")
}

async fn readers_of(desk: &Correspondence, occasion: &str) -> Vec<String> {
    sqlx::query_scalar("select recipient from outbox where occasion = $1 order by id")
        .bind(occasion)
        .fetch_all(&desk.pool)
        .await
        .expect("letters")
}

/// "2026-12-26T13:02:05Z", as `games show` has all instants.
fn shown(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[tokio::test]
async fn a_game_is_paused_and_goes_on_and_is_shown_so() {
    let table = Table::with("per-move 3d").await;
    let setup = Setup::beside(&table.desk);
    let runs = line_of(&setup, "Black's time runs since ").unwrap_or_default();
    assert!(runs.contains(" and is over "), "{runs}");
    let pause = ["games", "pause", "1", "--reason", "a flood in the club"];
    assert_eq!(
        says(&setup, &pause),
        "Game 1 is paused. Both players are told by mail.\n"
    );
    let again = complains(&setup, &pause);
    assert!(again.contains("game 1 is paused already"), "{again}");
    let all = stops(&table.desk).await;
    let [(kind, game, since, until, _)] = all.as_slice() else {
        panic!("{all:?}");
    };
    assert_eq!((kind.as_str(), *game, *until), ("pause", Some(1), None));
    let line = line_of(&setup, "Clock").unwrap_or_default();
    assert!(line.starts_with("Clock: "), "{line}");
    let stopped = line_of(&setup, "Clock stopped").expect("a line");
    assert_eq!(
        stopped,
        format!(
            "Clock stopped {} - now, paused: a flood in the club",
            shown(*since)
        )
    );
    let runs = line_of(&setup, "Black's time runs since ").unwrap_or_default();
    assert!(runs.ends_with(" and has no end while it stands"), "{runs}");
    let shown_now = says(&setup, &["games", "show", "1"]);
    assert!(
        shown_now.contains("paused by the administrator")
            && shown_now.contains("a flood in the club"),
        "{shown_now}"
    );

    let resume = ["games", "resume", "1", "--reason", "it is dry"];
    assert_eq!(
        says(&setup, &resume),
        "Game 1 goes on. Both players are told by mail.\n"
    );
    let again = complains(&setup, &resume);
    assert!(again.contains("game 1"), "{again}");
    let until = stops(&table.desk).await[0].3.expect("its end");
    let stopped = line_of(&setup, "Clock stopped").expect("a line");
    assert!(
        stopped.ends_with(&format!(" - {}, paused: a flood in the club", shown(until))),
        "{stopped}"
    );
    let runs = line_of(&setup, "Black's time runs since ").unwrap_or_default();
    assert!(runs.contains(" and is over "), "{runs}");
    let told = readers_of(&table.desk, "clock_ruled").await;
    assert_eq!(told.len(), 4, "each of them twice: {told:?}");
}

/// `penpawn clocks credit` of the time between these instants, and with more arguments.
fn credit(
    setup: &Setup,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    reason: &str,
    more: &[&str],
) -> Output {
    let [from, until] = [from, until].map(|at| at.format("%Y-%m-%dT%H:%M:%SZ").to_string());
    let mut arguments = vec!["clocks", "credit", "--from", &from, "--to", &until];
    arguments.extend(["--reason", reason]);
    arguments.extend(more);
    setup.penpawn(&arguments)
}

#[tokio::test]
async fn time_is_credited_to_all_games_or_to_one() {
    let mut table = Table::with("per-move 3d").await;
    table.passes(24 * 60).await;
    let setup = Setup::beside(&table.desk);
    let now = Utc::now().trunc_subsecs(0);
    let (whole, short) = (
        (now - TimeDelta::hours(10), now - TimeDelta::hours(4)),
        (now - TimeDelta::hours(3), now - TimeDelta::hours(2)),
    );
    let reason = "the provider moved server";
    let output = credit(&setup, whole, reason, &[]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "Credited in all games with a clock. Their players are told in the next letter of each game.\n"
    );
    let output = credit(&setup, short, "Bob was locked out", &["--game", "1"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "Credited in game 1. Both players are told by mail.\n"
    );
    let [from, until] = [short.0, short.1].map(instant_in_words);
    let told = format!("No clock counts the time from {from} until {until}: 1 hour.");
    let letters = table.desk.collect().await;
    assert_eq!(letters.len(), 2);
    for letter in letters {
        let text = letter.mail.text.unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&told), "{told}: {text}");
    }
    let all = |game, (from, until), reason: Option<&str>| {
        let kind = "credit".to_owned();
        (kind, game, from, Some(until), reason.map(str::to_owned))
    };
    assert_eq!(
        stops(&table.desk).await,
        [all(None, whole, Some(reason)), all(Some(1), short, None)]
    );
    let text = says(&setup, &["games", "show", "1"]);
    for ((from, until), reason) in [
        (whole, "the provider moved server"),
        (short, "Bob was locked out"),
    ] {
        let (from, until) = (shown(from), shown(until));
        let line = format!("Clock stopped {from} - {until}, credited: {reason}\n");
        assert!(text.contains(&line), "{line}: {text}");
    }
    assert!(!text.contains("UTC"), "one way of writing instants: {text}");
    table.answers(BOB, "e5").await;
    // Seven of 24 hours.
    assert_eq!(table.charged().await.0, 17);
}

#[tokio::test]
async fn what_cannot_be_credited_is_refused_with_the_reason_and_leaves_nothing() {
    let table = Table::with("per-move 3d").await;
    let setup = Setup::beside(&table.desk);
    let at = |hours| Utc::now() + TimeDelta::hours(hours);
    for (from, until, reason, game, said) in [
        (-5, -8, "no mail", None, "--from is not before --to"),
        (-8, 2, "no mail", None, "that time has not passed yet"),
        (-8, 2, "no mail", Some("1"), "has not passed yet"),
        (-8, -5, " ", None, "say why: both players are told"),
        (-8, -5, "no mail", Some("1"), "no clock of game 1 ran then"),
        (-8, -5, "no mail", Some("7"), "game 7"),
    ] {
        let game = game.map_or(Vec::new(), |game| vec!["--game", game]);
        let output = credit(&setup, (at(from), at(until)), reason, &game);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && complaint.contains(said),
            "{said}: {output:?}"
        );
    }
    assert_eq!(stops(&table.desk).await, []);
}

#[tokio::test]
async fn clocks_that_could_not_be_trusted_are_trusted_again() {
    let table = Table::with("per-move 3d").await;
    let setup = Setup::beside(&table.desk);
    let resume = ["clocks", "resume"];
    assert_eq!(says(&setup, &resume), "Nothing had stopped them.\n");
    for kind in [Kind::Jump, Kind::Restore] {
        clock_faults::note(&table.desk.pool, kind, "x")
            .await
            .expect("noted");
    }
    assert_eq!(
        says(&setup, &resume),
        "Flags fall and reminders go out again.\n"
    );
    let ended: Vec<bool> = sqlx::query_scalar("select until is not null from clock_fault")
        .fetch_all(&table.desk.pool)
        .await
        .expect("faults");
    assert_eq!(ended, [true, true]);
    assert_eq!(says(&setup, &resume), "Nothing had stopped them.\n");
}

#[tokio::test]
async fn a_mailbox_is_retired_when_nobody_reads_it_any_more() {
    let table = Table::with("per-move 3d").await;
    let setup = Setup::beside(&table.desk);
    let set_looked_at = async |ago: &'static str| {
        sqlx::query("update mailbox set looked_at = now() - $1::interval where name = 'test'")
            .bind(ago)
            .execute(&table.desk.pool)
            .await
            .expect("looked at");
    };
    set_looked_at("9 minutes").await;
    let retire = ["mailboxes", "retire", "test"];
    let still_read = complains(&setup, &retire);
    assert!(
        still_read.contains("somebody has looked into test within the last ten minutes"),
        "{still_read}"
    );
    let unknown = complains(&setup, &["mailboxes", "retire", "chess@club"]);
    assert!(
        unknown.contains("no mailbox chess@club was ever read"),
        "{unknown}"
    );
    let ours = format!("{}@127.0.0.1/INBOX", setup.address);
    let named = complains(&setup, &["mailboxes", "retire", &ours]);
    assert!(named.contains("take it out of them first"), "{named}");
    set_looked_at("11 minutes").await;
    assert_eq!(
        says(&setup, &retire),
        "test is read no more: no flag waits for it.\n"
    );
    let retired: bool = sqlx::query_scalar("select retired_at is not null from mailbox")
        .fetch_one(&table.desk.pool)
        .await
        .expect("a mailbox");
    assert!(retired);
    let listed = says(&setup, &["mailboxes", "list"]);
    assert!(listed.starts_with("test  retired on "), "{listed}");
}

/// Whoever is asked by a player why their time ran finds it there.
#[tokio::test]
async fn a_game_is_shown_with_all_that_stopped_its_clock() {
    let mut table = Table::with("per-move 3d").await;
    let setup = Setup::beside(&table.desk);
    table.passes(60).await;
    table.desk.nobody_looks_for(TimeDelta::minutes(150)).await;
    table.desk.comes_back("bob@players.test", "qmail").await;
    let found = stops(&table.desk).await;
    let [(.., since, until, _), (_, _, told, None, _)] = found.as_slice() else {
        panic!("{found:?}");
    };
    let outage = format!(
        "Clock stopped {} - {}, the server was out of order\n",
        shown(*since),
        shown(until.expect("its end"))
    );
    let returned = format!("Clock of Bob stopped {} - ", shown(*told));
    let lasts = format!("{returned}now, a letter did not arrive\n");
    let shown_now = says(&setup, &["games", "show", "1"]);
    for line in [&outage, &lasts] {
        assert!(shown_now.contains(line), "{line}: {shown_now}");
    }
    // A letter reaches Bob again, and they go on leave.
    table.answers(BOB, "show 1").await;
    table.desk.send_all().await;
    table.answers(BOB, "leave 3 days").await;
    table.desk.send_all().await;
    table.passes(60).await;
    let ended = stops(&table.desk).await.iter().find_map(|stop| {
        let of_letter = stop.0 == "bounce";
        stop.3.filter(|_| of_letter)
    });
    let line = line_of(&setup, "Clock of Bob stopped").unwrap_or_default();
    let until = shown(ended.expect("its end"));
    assert!(
        line.ends_with(&format!(" - {until}, a letter did not arrive")),
        "{line}"
    );
    let leave = line_of(&setup, "Black's clock stands for leave: ").expect("a line");
    assert!(leave.ends_with("T00:00:00Z"), "{leave}");
    let runs = line_of(&setup, "Black's time runs since ").unwrap_or_default();
    assert!(runs.contains(" and is over "), "{runs}");
    let json: serde_json::Value =
        serde_json::from_str(&says(&setup, &["games", "show", "1", "--json"])).expect("an object");
    let kinds = json["clock"]["stops"].as_array().expect("stops").iter();
    let kinds: Vec<&str> = kinds.filter_map(|stop| stop["kind"].as_str()).collect();
    assert_eq!(kinds, ["bounce", "outage"]);
}

#[tokio::test]
async fn a_letter_that_came_back_stopped_no_clock_of_a_turn_after_its_own() {
    let mut table = Table::with("per-move 3d").await;
    let setup = Setup::beside(&table.desk);
    table.passes(60).await;
    let letter = table.desk.newest_to("bob@players.test").clone();
    table.desk.comes_back("bob@players.test", "qmail").await;
    let line = line_of(&setup, "Clock of Bob stopped").unwrap_or_default();
    assert!(line.ends_with(" - now, a letter did not arrive"), "{line}");
    table.desk.deliver(&answer(&letter, BOB, 9, "", "e5")).await;
    let moved: DateTime<Utc> =
        sqlx::query_scalar("select recorded_at from event where detail->>'turn' = '2'")
            .fetch_one(&table.desk.pool)
            .await
            .expect("Bob's move");
    let line = line_of(&setup, "Clock of Bob stopped").unwrap_or_default();
    let until = shown(moved);
    assert!(
        line.ends_with(&format!(" - {until}, a letter did not arrive")),
        "{line}"
    );
}
