//! Who a mail is from is judged before anything is done for it: what costs nobody proof costs us no search of the archive,
//! no reading of games, and no locks.

use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, game, new_mail};
use crate::outgoing::until;
use penpawn::db::players::{self, Access};
use penpawn::game::GameNumber;
use penpawn::mail::token::{GameLetter, Keys, Purpose, Seat};
use sqlx::postgres::PgConnection;
use std::time::Duration;

const EVE: &str = "Eve <eve@evil.test>";
const CARL: &str = "Carl <carl@players.test>";

/// A game in which Ann is to move, and Carl, who is a player.
async fn game_and_carl() -> Correspondence {
    let mut desk = game().await;
    desk.deliver(&new_mail(CARL, 4, "", "join")).await;
    let yes = answer(desk.newest_to(address_of(CARL)), CARL, 5, "", "yes");
    desk.deliver(&yes).await;
    desk
}

/// Fills the archive with so many games, each with a comment of so many lines.
async fn fill(connection: &mut PgConnection, games: i64, lines: i32) {
    sqlx::query(
        r#"insert into archive_game (id, collection, white, black, played_on, result, pgn, digest, placements,
                                     players_key, collection_key, opening_key)
           select nextval('archive_number'), 'Zap', 'White ' || n, 'Black ' || n, '2026.01.01', '1-0',
                  '[Event "' || n || E'"]\n\n1. e4 {' || repeat(E'zap\n', $2) || E'} 1-0\n\n',
                  sha256(n::text::bytea), '\x00000000', 'white ' || n || ' black ' || n, 'zap', ''
           from generate_series(1, $1) n"#,
    )
    .bind(games)
    .bind(lines)
    .execute(connection)
    .await
    .expect("games");
}

const TEN_SEARCHES: &str = "search a\nsearch b\nsearch c\nsearch d\nsearch e\nsearch f\nsearch g\nsearch h\nsearch i\nsearch j";

/// There is no archive here, so that whatever looks at it fails. (One that is locked would not do: a search that waits too
/// long is answered in words.)
#[tokio::test]
async fn who_proves_nothing_costs_no_search_and_no_reading_of_games() {
    let mut desk = game_and_carl().await;
    players::set_access(&desk.pool, 3, Access::Blocked)
        .await
        .expect("Carl is shut out");
    let away = "alter table archive_game rename to archive_elsewhere";
    sqlx::query(away)
        .execute(&desk.pool)
        .await
        .expect("no archive");
    let pgn = "enter Games\n\n1. e4 e5 2. Nf3 *";
    let mut number = 100;
    for header in ["Auto-Submitted: auto-replied\n", "Precedence: bulk\n", ""] {
        for from in [EVE, ANN, CARL] {
            for words in [TEN_SEARCHES, pgn] {
                number += 1;
                desk.store(&new_mail(from, number, header, words)).await;
            }
        }
    }
    // A code is good for nothing in another one's mail.
    let stolen = answer(desk.newest_to(address_of(ANN)), EVE, 200, "", TEN_SEARCHES);
    desk.store(&stolen).await;
    let e4 = answer(desk.newest_to(address_of(ANN)), ANN, 201, "", "e4");
    desk.store(&e4).await;
    desk.work().await;
    let rows: Vec<(String, i32)> =
        sqlx::query_as("select state, attempts from inbox where state = 'new' or attempts > 1")
            .fetch_all(&desk.pool)
            .await
            .expect("mails");
    assert_eq!(rows, [], "all were handled, at the first try");
    let moves: String = sqlx::query_scalar("select moves from game where id = 1")
        .fetch_one(&desk.pool)
        .await
        .expect("the game");
    assert_eq!(moves, "e2e4");
}

/// What the code of a game opens for 60 days it does not open any more, so nothing is done for it: there is no archive
/// here, and who looks for it fails. At the present turn of an open game it is as good as ever.
#[tokio::test]
async fn an_old_code_of_a_game_that_has_gone_on_or_is_over_costs_no_search() {
    let mut desk = game().await;
    let away = "alter table archive_game rename to archive_elsewhere";
    sqlx::query(away)
        .execute(&desk.pool)
        .await
        .expect("no archive");
    let e4 = answer(desk.newest_to(address_of(ANN)), ANN, 200, "", "e4");
    desk.deliver(&e4).await;
    let gone_on = search_with_code(&desk, 201, 0, 61).await;
    let (_, fate) = desk.deliver(&gone_on).await;
    assert_eq!(fate.state, "held", "{fate:?}");
    let resigns = answer(desk.newest_to(address_of(BOB)), BOB, 202, "", "resign");
    desk.deliver(&resigns).await;
    let over = search_with_code(&desk, 203, 1, 61).await;
    let (_, fate) = desk.deliver(&over).await;
    assert_ne!(fate.state, "new", "{fate:?}");
    let tried: i32 = sqlx::query_scalar("select max(attempts) from inbox")
        .fetch_one(&desk.pool)
        .await
        .expect("attempts");
    assert_eq!(tried, 1);
    let back = "alter table archive_elsewhere rename to archive_game";
    sqlx::query(back)
        .execute(&desk.pool)
        .await
        .expect("the archive");
    let young = search_with_code(&desk, 204, 1, 59).await;
    let (letters, fate) = desk.deliver(&young).await;
    assert_eq!(fate.state, "done", "{fate:?}");
    let text = letters[0].mail.text.as_deref().expect("a text");
    assert!(text.contains("in the archive"), "{text}");
}

/// A search by Ann, with the code of a letter about game 1 at this turn that was written so many days ago.
async fn search_with_code(desk: &Correspondence, number: usize, turn: u32, days: u32) -> Vec<u8> {
    let keys = penpawn::db::keys::load(&desk.pool).await.expect("the keys");
    let today: i32 = sqlx::query_scalar("select current_date - date '1970-01-01'")
        .fetch_one(&desk.pool)
        .await
        .expect("the day");
    let code = Keys::new(keys)
        .make(Purpose::Game {
            game: GameNumber(1),
            seat: Seat::Challenger,
            turn,
            letter: GameLetter::Written(u32::try_from(today).expect("a day") - days),
        })
        .expect("a key");
    let header = format!("Delivered-To: chess+{code}@chess.test\n");
    new_mail(ANN, number, &header, "search Fischer")
}

#[tokio::test]
async fn a_search_that_takes_long_holds_up_no_move() {
    let mut desk = game_and_carl().await;
    let mut shut = desk.pool.begin().await.expect("a transaction");
    sqlx::query("lock table archive_game in access exclusive mode")
        .execute(&mut *shut)
        .await
        .expect("the archive is shut");
    let search = answer(
        desk.newest_to(address_of(CARL)),
        CARL,
        10,
        "",
        "search Fischer",
    );
    desk.store(&search).await;
    // Of the same game as the move, so that its lock would be in the way.
    let other = answer(
        desk.newest_to(address_of(BOB)),
        BOB,
        11,
        "",
        "search Spassky",
    );
    desk.store(&other).await;
    let e4 = answer(desk.newest_to(address_of(ANN)), ANN, 12, "", "e4");
    desk.store(&e4).await;
    let robot = desk.robot.clone();
    let working = tokio::spawn(async move { robot.work().await });
    until("the move is played while the search waits", async || {
        let moves: String = sqlx::query_scalar("select moves from game where id = 1")
            .fetch_one(&desk.pool)
            .await
            .expect("the game");
        let searching: i64 = sqlx::query_scalar(
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
        let held: i64 = sqlx::query_scalar(
            "select count(*) from pg_locks where relation = 'game'::regclass and mode = 'RowShareLock'",
        )
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
        moves == "e2e4" && searching == 1 && held == 0
    })
    .await;
    shut.rollback().await.expect("the archive is open");
    working.await.expect("no panic").expect("the robot works");
    desk.work().await;
    let found: i64 = sqlx::query_scalar("select count(*) from outbox where occasion = 'found'")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(found, 2);
}

#[tokio::test]
async fn a_search_beyond_its_time_is_answered_and_not_tried_again() {
    let mut desk = game_and_carl().await;
    let mut connection = desk.pool.acquire().await.expect("a connection");
    fill(&mut connection, 1, 1).await;
    drop(connection);
    for statement in [
        "alter table archive_game rename to archive_kept",
        "create view archive_game as with slow as materialized (select pg_sleep(60)::text as slept)
             select archive_kept.* from archive_kept, slow where slept is not null",
        "grant select on archive_game to public",
    ] {
        sqlx::query(statement)
            .execute(&desk.pool)
            .await
            .expect("a slow archive");
    }
    let search = answer(
        desk.newest_to(address_of(CARL)),
        CARL,
        10,
        "",
        "search White",
    );
    let (letters, fate) = desk.deliver(&search).await;
    assert_eq!(fate.state, "done");
    let text = letters[0].mail.text.as_deref().expect("a text");
    assert!(text.contains("takes too long"), "{text}");
    let attempts: i32 = sqlx::query_scalar("select max(attempts) from inbox")
        .fetch_one(&desk.pool)
        .await
        .expect("attempts");
    assert_eq!(attempts, 1);
}

#[tokio::test]
async fn a_letter_from_the_archive_has_a_bound_and_says_what_it_leaves_out() {
    let mut desk = game_and_carl().await;
    let mut connection = desk.pool.acquire().await.expect("a connection");
    // Three games of 100 KB, and seventeen of more than 170 KB.
    fill(&mut connection, 20, 43_000).await;
    sqlx::query("update archive_game set pgn = left(pgn, 100000) where id in (2, 4, 6)")
        .execute(&mut *connection)
        .await
        .expect("shorter ones");
    drop(connection);
    let search = answer(
        desk.newest_to(address_of(CARL)),
        CARL,
        10,
        "",
        "search collection zap",
    );
    let begin = std::time::Instant::now();
    let (letters, _) = desk.deliver(&search).await;
    // It took eight seconds when the mail library put in each CR by itself.
    assert!(begin.elapsed() < Duration::from_secs(30));
    let [letter] = letters.as_slice() else {
        panic!("{} letters", letters.len());
    };
    let attached: usize = letter
        .mail
        .attachments
        .iter()
        .filter_map(|attachment| attachment.text.as_ref())
        .map(String::len)
        .sum();
    assert!((100_000..=300_000).contains(&attached), "{attached}");
    let text = letter.mail.text.as_deref().expect("a text");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("finds 20 games in the archive. One of them is attached"),
        "{text}"
    );
    assert!(text.contains("19 more were found and left out"), "{text}");
    assert!(text.contains("\"search game 2\""), "{text}");
    // What it says how to get can be got so.
    let one = answer(letter, CARL, 11, "", "search game 3");
    let (letters, _) = desk.deliver(&one).await;
    let text = letters[0].mail.text.as_deref().expect("a text");
    assert!(text.contains("finds one game in the archive"), "{text}");
    assert_eq!(letters[0].mail.attachments.len(), 1);
}
