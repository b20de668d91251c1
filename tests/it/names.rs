//! Names beyond ASCII, in databases of every locale: found in whatever spelling, and there are numbers for all namesakes.

use crate::bed;
use crate::correspondence::{BOB, Correspondence, answer, new_mail, server};
use crate::daemon::Setup;
use crate::outgoing::until;
use penpawn::db::names::{free_numbers, stem_key};
use penpawn::db::{self, MIGRATIONS, rights};
use penpawn::letters::{NameKey, Templates};
use penpawn::robot::Robot;
use penpawn::robot::reader::{Limits, Reader};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Databases that fold letters in different ways, or not at all.
const LOCALES: [&str; 4] = [
    "template template0 encoding 'UTF8' locale 'C'",
    "template template0 encoding 'UTF8' locale 'C.UTF-8'",
    "template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'",
    "template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C.UTF-8'",
];

async fn with_tables(description: &str) -> PgPool {
    let pool = bed::new_database(description).await;
    db::migrate(&pool).await.expect("our tables");
    give_rights(&pool).await;
    pool
}

async fn give_rights(pool: &PgPool) {
    rights::make_role(pool, bed::DAEMON_ROLE)
        .await
        .expect("a role");
    rights::grant(pool, bed::DAEMON_ROLE)
        .await
        .expect("the daemon's rights");
}

/// A player who has joined under this name.
async fn join(desk: &mut Correspondence, name: &str, address: &str, number: usize) {
    let from = format!("{name} <{address}>");
    desk.deliver(&new_mail(&from, number, "", "join")).await;
    let yes = answer(desk.newest_to(address), &from, number + 1, "", "yes");
    let (_, fate) = desk.deliver(&yes).await;
    assert_eq!(fate.state, "done", "{name}");
}

async fn names(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar("select name from player order by id")
        .fetch_all(pool)
        .await
        .expect("names")
}

#[tokio::test]
async fn names_beyond_ascii_are_found_in_every_locale_and_in_every_spelling() {
    let people = [
        ("Øyvind", "øYVIND"),
        ("Владимир", "ВЛАДИМИР"),
        ("Élodie", "e\u{301}lodie"),
        ("İbrahim", "ibrahim"),
        ("Jürgen Groß", "JÜRGEN GROSS"),
        ("Οδυσσεύς", "ΟΔΥΣΣΕΎΣ"),
        ("Jack Black", "jack black"),
    ];
    for locale in LOCALES {
        let mut desk = Correspondence::begin_on(with_tables(locale).await).await;
        join(&mut desk, "Bob", "bob@players.test", 1).await;
        for (at, (name, other)) in people.iter().enumerate() {
            let number = 100 * (at + 1);
            join(&mut desk, name, &format!("p{at}@players.test"), number).await;
            join(&mut desk, other, &format!("q{at}@players.test"), number + 2).await;
            let all = names(&desk.pool).await;
            let [.., first, second] = all.as_slice() else {
                panic!("{all:?}");
            };
            assert_eq!(first, name, "{locale}");
            assert!(second.ends_with(" 2"), "{locale}: {second} beside {first}");
            for (step, spelling) in [*name, *other].into_iter().enumerate() {
                let number = number + 10 * (step + 1);
                let text = format!("block '{spelling}'");
                let mail = answer(desk.newest_to("bob@players.test"), BOB, number, "", &text);
                let (letters, _) = desk.deliver(&mail).await;
                let told = letters[0].mail.text.clone().unwrap_or_default();
                assert!(
                    told.starts_with(&format!("{name} can no longer")),
                    "{locale}: {told}"
                );
                // The letter says how to undo it.
                let undo = told.split_once("To undo it, write \"").expect("how").1;
                let undo = undo
                    .split_once("\".")
                    .expect("its end")
                    .0
                    .replace('\n', " ");
                let mail = answer(&letters[0], BOB, number + 1, "", &undo);
                let (letters, _) = desk.deliver(&mail).await;
                let told = letters[0].mail.text.clone().unwrap_or_default();
                assert!(
                    told.starts_with(&format!("{name} can challenge")),
                    "{locale}: {told}"
                );
            }
            // The letter that undoes a block invites nobody; the help does.
            let newest = desk.newest_to("bob@players.test");
            let mail = answer(newest, BOB, number + 49, "", "help");
            desk.deliver(&mail).await;
            let text = format!("challenge '{other}'");
            let mail = answer(
                desk.newest_to("bob@players.test"),
                BOB,
                number + 50,
                "",
                &text,
            );
            let (letters, _) = desk.deliver(&mail).await;
            let to = format!("p{at}@players.test");
            assert!(
                letters.iter().any(|letter| letter.recipient == to),
                "{locale}: {other}"
            );
        }
        // The administrator finds them, too.
        let setup = Setup::with_database(&bed::url_of(&desk.pool));
        for (name, other) in people {
            let shown = setup.penpawn(&["players", "show", other]);
            let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
            assert!(
                shown.contains(&format!("name:      {name}\n")),
                "{locale}: {shown}"
            );
            let games = setup.penpawn(&["games", "list", "--player", other]);
            let games = String::from_utf8_lossy(&games.stdout).into_owned();
            assert_eq!(games.lines().count(), 1, "{locale}: {other}: {games}");
        }
    }
}

#[tokio::test]
async fn every_namesake_gets_a_number_the_hundred_and_fiftieth_too() {
    let mut desk = Correspondence::begin().await;
    let mut wanted = BTreeSet::new();
    for nth in 0..150 {
        let name = if nth % 2 == 0 { "Örn" } else { "ÖRN" };
        join(
            &mut desk,
            name,
            &format!("orn{nth}@players.test"),
            10 * nth + 1,
        )
        .await;
        let number = if nth == 0 {
            String::new()
        } else {
            format!(" {}", nth + 1)
        };
        wanted.insert(format!("örn{number}"));
    }
    let all = names(&desk.pool).await;
    let keys: BTreeSet<String> = all
        .iter()
        .map(|name| NameKey::of(name).into_string())
        .collect();
    assert_eq!(keys, wanted);
    // Each can be challenged by the name that others see.
    join(&mut desk, "Bob", "bob@players.test", 3_000).await;
    let mail = answer(
        desk.newest_to("bob@players.test"),
        BOB,
        3_010,
        "",
        "challenge örn 150",
    );
    let (letters, _) = desk.deliver(&mail).await;
    assert!(
        letters
            .iter()
            .any(|letter| letter.recipient == "orn149@players.test")
    );
}

/// Strangers of one name say yes to two daemons at once; nobody's mail is tried in vain.
#[tokio::test]
async fn namesakes_who_join_through_two_daemons_at_once_get_a_number_each_at_the_first_try() {
    let mut desk = Correspondence::begin().await;
    for nth in 0..40 {
        let from = format!("Örn <orn{nth}@players.test>");
        desk.deliver(&new_mail(&from, 10 * nth + 1, "", "join"))
            .await;
    }
    for nth in 0..40 {
        let address = format!("orn{nth}@players.test");
        let from = format!("Örn <{address}>");
        let yes = answer(desk.newest_to(&address), &from, 10 * nth + 2, "", "yes");
        desk.store(&yes).await;
    }
    let templates = || Templates::new(BTreeMap::new()).expect("our own templates");
    let mut daemons = Vec::new();
    for _ in 0..4 {
        let reader = Reader::of(env!("CARGO_BIN_EXE_penpawn"), Limits::default());
        let robot = Robot::new(
            bed::as_daemon(&desk.pool).await,
            server(),
            templates(),
            reader,
        );
        daemons.push(tokio::spawn(async move {
            while robot.work().await.expect("the robot works") > 0 {}
        }));
    }
    for daemon in daemons {
        daemon.await.expect("a daemon");
    }
    let keys: BTreeSet<String> = names(&desk.pool)
        .await
        .iter()
        .map(|name| NameKey::of(name).into_string())
        .collect();
    let wanted: BTreeSet<String> = std::iter::once("örn".to_owned())
        .chain((2..=40).map(|number| format!("örn {number}")))
        .collect();
    assert_eq!(keys, wanted);
    let tried_again: i64 = sqlx::query_scalar(
        "select count(*) from inbox where attempts > 1 or run_after > stored_at",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("a count");
    assert_eq!(tried_again, 0);
}

/// Who looks for a free number waits until the other one's is taken or free again.
#[tokio::test]
async fn two_who_want_a_number_behind_one_name_at_the_same_moment_get_two() {
    let pool = bed::database().await;
    let wanted = BTreeMap::from([(stem_key("Örn"), 1)]);
    let mut first = pool.begin().await.expect("a transaction");
    let free = free_numbers(&mut first, &wanted).await.expect("numbers");
    assert_eq!(free[&stem_key("ÖRN")], [2]);
    let second = tokio::spawn({
        let (pool, wanted) = (pool.clone(), wanted.clone());
        async move {
            let mut second = pool.begin().await.expect("a transaction");
            free_numbers(&mut second, &wanted).await.expect("numbers")
        }
    });
    until("the second one waits", async || {
        let waiting: i64 = sqlx::query_scalar(
            "select count(*) from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())",
        )
        .fetch_one(&pool)
        .await
        .expect("a count");
        waiting == 1
    })
    .await;
    assert!(!second.is_finished());
    sqlx::query(
        "insert into player (name, name_key, state, active_at) values ('Örn 2', 'örn 2', 'active', now())",
    )
    .execute(&mut *first)
    .await
    .expect("a player");
    first.commit().await.expect("committed");
    let free = second.await.expect("the second one");
    assert_eq!(free[&stem_key("Örn")], [3]);
}

/// Asks for a name, and tells whether it was given.
async fn is_given(desk: &mut Correspondence, who: &str, number: usize, name: &str) -> bool {
    let address = format!("{}@players.test", who.to_lowercase());
    let mail = answer(
        desk.newest_to(&address),
        &format!("{who} <{address}>"),
        number,
        "",
        &format!("name {name}"),
    );
    let (letters, _) = desk.deliver(&mail).await;
    let [letter] = letters.as_slice() else {
        panic!("one answer");
    };
    let told = letter.mail.text.clone().unwrap_or_default();
    let given = told.starts_with("You are now called");
    assert!(
        given || told.contains("another player has that name"),
        "{told}"
    );
    given
}

/// The last three names that a player has given up stay theirs for ninety days, and for nobody else; of more, others get
/// the older ones, and who is forgotten keeps none.
#[tokio::test]
async fn a_name_that_was_given_up_is_nobody_elses_for_a_while() {
    let mut desk = Correspondence::begin().await;
    join(&mut desk, "Bob", "bob@players.test", 1).await;
    join(&mut desk, "Eve", "eve@players.test", 3).await;
    assert!(is_given(&mut desk, "Bob", 10, "Robert").await);
    assert!(!is_given(&mut desk, "Eve", 11, "Bob").await);
    assert!(is_given(&mut desk, "Bob", 12, "Bob").await);
    assert!(!is_given(&mut desk, "Eve", 13, "R0bert").await);
    sqlx::query("update name_look set held_until = held_until - interval '90 days'")
        .execute(&desk.pool)
        .await
        .expect("ninety days later");
    assert!(is_given(&mut desk, "Eve", 14, "Robert").await);

    for (number, name) in ["Bert", "Bart", "Bret", "Brit"].into_iter().enumerate() {
        assert!(is_given(&mut desk, "Bob", 20 + number, name).await);
    }
    for (number, name) in ["Bart", "Bert", "Bret", "Brit"].into_iter().enumerate() {
        assert!(
            !is_given(&mut desk, "Eve", 30 + number, name).await,
            "{name}"
        );
    }
    assert!(is_given(&mut desk, "Eve", 40, "Bob").await);

    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let done = setup.penpawn(&["players", "forget", "bob@players.test", "--yes"]);
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    for (number, name) in ["Bart", "Brit"].into_iter().enumerate() {
        assert!(
            is_given(&mut desk, "Eve", 50 + number, name).await,
            "{name}"
        );
    }
}

/// Players from before keep names that nobody could take now, and nobody takes one that looks like theirs.
#[tokio::test]
async fn players_from_before_keep_their_names_whatever_they_look_like() {
    let pool = bed::new_database(LOCALES[0]).await;
    let known = MIGRATIONS.iter().filter(|known| known.version < 35);
    let older = Migrator {
        migrations: Cow::Owned(known.cloned().collect()),
        ..Migrator::DEFAULT
    };
    older.run(&pool).await.expect("the older tables");
    let before = ["Admin", "B\u{43e}b", "Bob"];
    for name in before {
        sqlx::query(
            "insert into player (name, name_key, state, active_at) values ($1, $2, 'active', now())",
        )
        .bind(name)
        .bind(NameKey::of(name).as_str())
        .execute(&pool)
        .await
        .expect("a player");
    }
    for _ in 0..2 {
        db::migrate(&pool).await.expect("up to date");
    }
    give_rights(&pool).await;
    let mut desk = Correspondence::begin_on(pool).await;
    assert_eq!(names(&desk.pool).await, before);
    join(&mut desk, "BOB.", "eve@players.test", 1).await;
    assert_eq!(names(&desk.pool).await.last().expect("Eve"), "BOB. 2");
    assert!(!is_given(&mut desk, "Eve", 10, "B0b").await);
}

/// Two players whom an older penpawn took for different ones keep their games; the later one gets a number.
#[tokio::test]
async fn players_who_have_one_name_by_its_key_are_told_apart_by_a_number_and_nobody_is_lost() {
    let [locale, ..] = LOCALES;
    let pool = bed::new_database(locale).await;
    let known = MIGRATIONS.iter().filter(|known| known.version < 20);
    let older = Migrator {
        migrations: Cow::Owned(known.cloned().collect()),
        ..Migrator::DEFAULT
    };
    older.run(&pool).await.expect("the older tables");
    for (name, state) in [
        ("E\u{301}lodie", "invited"),
        ("Kate", "active"),
        ("\u{212a}ate", "invited"),
        ("Élodie", "active"),
        ("Élodie 2", "active"),
        ("STRAUSS", "active"),
        ("Strauß", "active"),
        ("Ann", "active"),
    ] {
        sqlx::query(
                "insert into player (name, state, active_at) values ($1, $2, case when $2 = 'active' then now() end)",
            )
            .bind(name)
            .bind(state)
            .execute(&pool)
            .await
            .expect("a player");
    }
    sqlx::query(
            "insert into archive_game (id, collection, white, black, played_on, result, opening, pgn, digest, placements)
             values (1, 'ÖSTERREICH', 'Grünfeld', 'Øst', '1922.??.??', '1-0', 'GRÜNFELD', 'a game', sha256('x'), '')",
        )
        .execute(&pool)
        .await
        .expect("a game");
    db::migrate(&pool).await.expect("up to date");
    // Which does nothing when it was done.
    db::migrate(&pool).await.expect("up to date");
    let wanted = [
        "E\u{301}lodie 3",
        "Kate",
        "\u{212a}ate 2",
        "Élodie",
        "Élodie 2",
        "STRAUSS",
        "Strauß 2",
        "Ann",
    ];
    assert_eq!(names(&pool).await, wanted, "{locale}");
    let keys: Vec<(String, String)> =
        sqlx::query_as("select name, name_key from player order by id")
            .fetch_all(&pool)
            .await
            .expect("keys");
    for (name, key) in keys {
        assert_eq!(NameKey::of(&name).as_str(), key, "{locale}");
    }
    let setup = {
        give_rights(&pool).await;
        Setup::with_database(&bed::url_of(&pool))
    };
    for [option, words] in [
        ["--player", "GRÜNFELD"],
        ["--player", "øST"],
        ["--collection", "österreich"],
        ["--opening", "grünfeld"],
    ] {
        let found = setup.penpawn(&["export", option, words, "--from", "archive", "-"]);
        assert_eq!(found.stdout, b"a game", "{option} {words}");
    }
}
