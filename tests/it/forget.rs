//! `penpawn players export` and `forget`: what a player is handed, and that nothing of them is left.

use crate::bed;
use crate::correspondence::{Correspondence, Letter, answer, new_mail, server};
use crate::daemon::Setup;
use penpawn::db::outbox;
use penpawn::robot::server::Server;
use sqlx::{AssertSqlSafe, PgPool};
use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};
use std::time::Duration;
use uuid::Uuid;

const ANN: &str = "Annabella <annabella@players.test>";
const BOB: &str = "Bob <bob@players.test>";

#[tokio::test]
async fn a_player_is_handed_all_that_is_known_and_then_forgotten() {
    let (mut desk, setup) = games().await;
    let number = number_of_annabella(&desk.pool).await;
    let pseudonym = format!("Player {number}");
    let old_letter = letter_about_a_game(&desk);

    for sql in [
        "insert into block (player_id, blocked_id) select $1, id from player where name = 'Bob'",
        "insert into rest (player_id, reason, until) values ($1, 'bounces', now())",
        "insert into leave (player_id, first_day, last_day, announced_at) values ($1, '2026-08-05', '2026-08-18', now())",
        "insert into absence_note (player_id, first_day, last_day, came_at) values ($1, '2026-08-05', '2026-08-18', now())",
        "insert into bounce (outbox_id, kind, words, counted)
         select max(id), 'temporary', 'mailbox tel-739-1186 is full', true from outbox where player_id = $1",
        "insert into question (game_id, player_id, turn, choices) values (2, $1, 2, 'g1f3 b1c3')",
        "insert into nudge (game_id, player_id, at) values (2, $1, now())",
        "insert into seek (id, player_id, control, stake, variant, colour, opened_at)
         values (nextval('seek_number'), $1, 'without', 'casual', 'standard', 'random', now())",
        "insert into tournament (name, title, system, control, stake, least_players, most_players, engines, publication, state,
                                 created_at)
         select 'spring', 'Spring', 'round-robin', 'per-move 3d', 'casual', 2, 4, 'forbidden', 'never', 'open', now() where $1 > 0",
        "insert into tournament_player (tournament_id, player_id, signed_up_at) select id, $1, now() from tournament",
        "insert into tournament_bye (tournament_id, player_id, round) select id, $1, 1 from tournament",
        "insert into tournament_director (tournament_id, player_id) select id, $1 from tournament",
        "insert into tournament_record (tournament_id, at, kind, player_id, words)
         select id, now(), 'announced', $1, 'ring Annabella at tel-739-1186' from tournament",
        "insert into tournament_record (tournament_id, at, kind, game_id, words)
         select tournament.id, now(), 'awarded', game.id, 'game 1, 1-0: Annabella has lost tel-739-1186' from tournament, game
         where game.id = 1 and $1 = challenger_id",
        "insert into watch (player_id, tournament_id, since) select $1, id, now() from tournament",
        "insert into watch_told (player_id, game_id, at) values ($1, 1, now())",
        "insert into calendar_entry (game_id, player_id, sequence, written_at, deadline, stands, message_id)
         values (2, $1, 7, now(), now(), true, 'n.7@penpawn.chess.test')",
        "insert into calendar_link (token_hash, player_id) values (sha256('x'), $1)",
        "insert into rating_change (game_id, finished_at, player_id, pool, points_before, deviation_before, volatility_before,
                                    points, deviation, volatility, games)
         values (1, now(), $1, 'standard', 1500, 350, 0.06, 1338, 290, 0.06, 1)",
        "insert into clock_stop (kind, game_id, since, until, reason)
         select 'credit', 2, now() - interval '1 hour', now(), 'Annabella had no tel-739-1186' where $1 > 0",
        "insert into clock_stop_told (stop_id, game_id, player_id) select id, game_id, $1 from clock_stop",
        "insert into conditional (game_id, player_id, ply, lines, inbox_id)
         select 2, $1, 1, 'e7e5 g1f3', max(id) from inbox where player_id = $1",
        "insert into held_move (game_id, player_id, turn, move, draw_offered, talk, inbox_id, came_at, until)
         select 2, $1, 0, 'g1f3', false, 'ring tel-739-1186', max(id), now() - interval '1 day', now() from inbox where player_id = $1",
        "insert into event (game_id, number, detail, arrived_at, seen_at, decided_at, recorded_at, reason)
         select id, events, jsonb_build_object('kind', 'adjudicated', 'result', result), now(), now(), now(), now(), 'Annabella is in hospital, see tel-739-1186' from game
         where id = 1 and $1 = challenger_id",
    ] {
        let done = sqlx::query(sql).bind(number).execute(&desk.pool).await;
        assert_eq!(done.expect("inserted").rows_affected(), 1, "{sql}");
    }

    let folder = setup.file.with_file_name("export");
    let path = folder.to_str().expect("a path");
    said(&setup, &["players", "export", "annabella", path]);
    let mode = fs::metadata(&folder).expect("a folder").mode();
    assert_eq!(mode & 0o777, 0o700, "tokens of his games are in it");
    let card = fs::read_to_string(folder.join("player.toml")).expect("a card");
    for line in [
        "name = \"Annabella\"",
        "address = \"annabella@players.test\"",
        "state = \"held\"",
        "about = \"your_move\"",
    ] {
        assert!(card.contains(line), "{line}\n{card}");
    }
    let records = fs::read_to_string(folder.join("records.json")).expect("records");
    let records: serde_json::Value = serde_json::from_str(&records).expect("an object");
    let named = WORDS.iter().filter(|(_, _, file)| *file == "records.json");
    for table in named.map(|(table, _, _)| *table).chain(["block"]) {
        let rows = records[table].as_array().expect(table);
        assert!(!rows.is_empty() || table == "archive_game", "{table}");
    }
    for (table, column, value) in [
        ("note", "text", "my cat is called Mausi"),
        ("block", "player", "Bob"),
        ("bounce", "words", "mailbox tel-739-1186 is full"),
        ("conditional", "lines", "e7e5 g1f3"),
        ("held_move", "words", "ring tel-739-1186"),
        ("question", "choices", "g1f3 b1c3"),
        ("confirmation", "address", "annabella@players.test"),
        ("letter_count", "kind", "challenge"),
        ("rest", "reason", "bounces"),
        ("clock_stop", "reason", "Annabella had no tel-739-1186"),
        (
            "event",
            "reason",
            "Annabella is in hospital, see tel-739-1186",
        ),
    ] {
        let holds = |row: &serde_json::Value| row[column] == value;
        let rows = records[table].as_array().expect(table);
        assert!(rows.iter().any(holds), "{table}: {records}");
    }
    let pgn = fs::read_to_string(folder.join("games.pgn")).expect("games");
    assert_eq!(pgn.matches("[White \"").count(), 4, "{pgn}");
    assert!(pgn.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{pgn}");
    let mails: Vec<String> = fs::read_dir(folder.join("mails"))
        .expect("mails")
        .map(|entry| fs::read_to_string(entry.expect("a mail").path()).expect("a mail"))
        .collect();
    assert!(
        mails
            .iter()
            .any(|mail| mail.contains("my telephone number is tel-739-1186"))
    );
    assert!(
        mails
            .iter()
            .any(|mail| mail.contains("To: Annabella <annabella@players.test>"))
    );
    assert!(
        mails
            .iter()
            .all(|mail| !mail.contains("bob@players.test") || mail.contains("challenge bob"))
    );
    assert!(
        !setup
            .penpawn(&["players", "export", &number.to_string(), path])
            .status
            .success(),
        "never into a folder that is there"
    );

    assert!(!traces(&desk.pool, "annabella").await.is_empty());
    // As long as both play, not even the owner changes what the record says.
    for sql in [
        "update event set reason = '' where kind = 'adjudicated'",
        "update event set reason = 'x' where kind = 'adjudicated'",
    ] {
        sqlx::query(sql).execute(&desk.pool).await.expect_err(sql);
    }
    assert!(
        traces(&desk.pool, "mausi")
            .await
            .contains(&"note.text".to_owned())
    );
    let done = said(
        &setup,
        &["players", "forget", "annabella@players.test", "--yes"],
    );
    assert!(
        done.contains(&format!("The games stay, of {pseudonym}.")),
        "{done}"
    );
    let gone = said(&setup, &["players", "list"]);
    let line = format!("{number:>6}  gone      {pseudonym}");
    assert!(gone.contains(&line), "{line}\n{gone}");
    said(&setup, &["players", "block", "bob@players.test"]);
    let blocked = said(&setup, &["players", "list"]);
    assert!(blocked.contains("blocked   Bob"), "{blocked}");
    said(&setup, &["players", "unblock", "bob@players.test"]);
    // The letters that tell Bob are still to go out, and they name her: then they are erased like all others.
    let told: Vec<String> = desk
        .collect()
        .await
        .into_iter()
        .map(|letter| {
            format!(
                "{}: {}",
                letter.recipient,
                letter.mail.text.unwrap_or_default()
            )
        })
        .collect();
    assert_eq!(told.len(), 2, "the stranger has had his one mail: {told:?}");
    assert!(
        told.iter()
            .all(|letter| letter.starts_with("bob@players.test: ")),
        "{told:?}"
    );
    assert!(
        told[0].contains("Annabella has left this server and resigns"),
        "{told:?}"
    );
    assert!(
        told[1].contains("Annabella has declined your challenge"),
        "{told:?}"
    );
    let told = "update outbox set state = 'sent', bytes = null where state = 'queued'";
    sqlx::query(told).execute(&desk.pool).await.expect("sent");
    erase_mails_of_bob(&desk.pool).await;
    assert_eq!(nothing_left(&desk.pool).await, [""; 0]);
    let (open, events): (i64, i64) = sqlx::query_as(
        "select (select count(*) from game where phase in ('offered', 'playing') and $1 in (challenger_id, opponent_id)),
                (select count(*) from event where kind = 'moved')",
    )
    .bind(number)
    .fetch_one(&desk.pool)
    .await
    .expect("counts");
    assert_eq!(
        (open, events),
        (0, 5),
        "her games are over, and their moves are there"
    );
    assert!(
        !setup
            .penpawn(&["players", "forget", &number.to_string(), "--yes"])
            .status
            .success()
    );

    // The reason is gone, and nothing else can be done to the record.
    let rulings = "select count(*) from event where kind = 'adjudicated' and reason = ''";
    let rulings: i64 = sqlx::query_scalar(rulings)
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(rulings, 1);
    for sql in [
        "update event set reason = 'x' where kind = 'adjudicated'",
        "update event set reason = '' where kind = 'moved'",
        "update event set reason = '', detail = detail || '{\"result\": \"1-0\"}' where kind = 'adjudicated'",
    ] {
        sqlx::query(sql).execute(&desk.pool).await.expect_err(sql);
    }

    // Bob sees their games as ever; she cannot be reached.
    let challenge = format!("challenge {pseudonym}");
    for (number, words, answer_says) in [
        (30, "pgn 1", pseudonym.as_str()),
        (31, "game 1 say hello", "does not want mail"),
        (32, challenge.as_str(), "does not want mail"),
    ] {
        let letter = desk.newest_to("bob@players.test").clone();
        let (letters, fate) = desk.deliver(&answer(&letter, BOB, number, "", words)).await;
        assert_eq!(fate.state, "done", "{words}: {fate:?}");
        assert_eq!(letters.len(), 1, "{words}");
        assert_eq!(letters[0].recipient, "bob@players.test");
        let text = letters[0].mail.text.clone().unwrap_or_default();
        let all = format!("{text}{}", letters[0].mail.subject);
        assert!(
            all.contains(answer_says) || words.starts_with("pgn"),
            "{words}: {text}"
        );
        assert!(!all.to_lowercase().contains("annabella"), "{words}: {all}");
    }

    // A mail of hers is a stranger's, even with an old token in it.
    let mail = answer(&old_letter, ANN, 40, "", "challenge bob@players.test");
    let (letters, fate) = desk.deliver(&mail).await;
    assert_eq!(fate.state, "held", "{fate:?}");
    let asked = letters.first().expect("a question").clone();
    assert_eq!(asked.recipient, "annabella@players.test");
    desk.deliver(&answer(&asked, ANN, 41, "", "yes")).await;
    let ids: Vec<i64> =
        sqlx::query_scalar("select player_id from address where key like 'annabella%'")
            .fetch_all(&desk.pool)
            .await
            .expect("players");
    assert_eq!(ids.len(), 1);
    assert_ne!(ids[0], number, "a new player");
}

/// What the robot does when a player asks to be forgotten by mail: nothing of them is left then but the farewell, and
/// nothing of that when it is sent, or will never be.
#[tokio::test]
async fn who_asks_by_mail_is_forgotten_and_so_is_his_farewell() {
    for arrives in [true, false] {
        let (mut desk, _setup) = games().await;
        let number = number_of_annabella(&desk.pool).await;
        let letter = letter_about_a_game(&desk);
        let (letters, fate) = desk
            .deliver(&answer(&letter, ANN, 50, "", "forget me"))
            .await;
        assert_eq!(fate.state, "held", "{fate:?}");
        let question = letters.first().expect("a question").clone();
        let text = question.mail.text.clone().unwrap_or_default();
        for named in [
            "Game 2 against Bob",
            "challenge to carl",
            "Bob challenges you",
        ] {
            assert!(text.contains(named), "{named}\n{text}");
        }
        assert!(!traces(&desk.pool, "annabella").await.is_empty());
        let (letters, fate) = desk.deliver(&answer(&question, ANN, 51, "", "yes")).await;
        assert_eq!(fate.state, "done", "{fate:?}");
        let farewell = letters
            .iter()
            .find(|letter| letter.recipient == "annabella@players.test")
            .expect("a farewell");
        let text = farewell.mail.text.clone().unwrap_or_default();
        assert!(text.contains("You are forgotten"), "{text}");
        assert_eq!(farewell.envelope_from, "", "nothing comes back");
        // All others are sent, and their texts erased in their time.
        let others = "update outbox set state = 'sent', bytes = null where state = 'queued' and recipient <> 'annabella@players.test'";
        sqlx::query(others).execute(&desk.pool).await.expect("sent");
        erase_mails_of_bob(&desk.pool).await;
        assert_eq!(
            traces(&desk.pool, "annabella").await,
            ["outbox.bytes", "outbox.recipient"],
            "the farewell waits to be sent"
        );
        let claim = Uuid::new_v4();
        let due = outbox::claim(&desk.pool, claim, 10).await.expect("due");
        let [due] = due.as_slice() else {
            panic!("{due:?}");
        };
        assert_eq!(due.recipient, "annabella@players.test");
        if arrives {
            let sent = outbox::mark_sent(&desk.pool, &[(due.id, claim)]).await;
            sent.expect("sent");
        } else {
            let why = "550 5.1.1 <annabella@players.test>: no such user";
            let wait = Duration::ZERO;
            let back = outbox::put_back(&desk.pool, claim, due.id, wait, why).await;
            back.expect("put back");
            outbox::claim(&desk.pool, claim, 10).await.expect("due");
            let mut tx = desk.pool.begin().await.expect("a transaction");
            let failed = outbox::mark_failed(&mut tx, claim, due.id, why).await;
            assert!(failed.expect("given up").is_some());
            tx.commit().await.expect("committed");
        }
        assert_eq!(nothing_left(&desk.pool).await, [""; 0]);
        let open: i64 = sqlx::query_scalar(
            "select count(*) from game where phase in ('offered', 'playing') and $1 in (challenger_id, opponent_id)",
        )
        .bind(number)
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
        assert_eq!(open, 0);
    }
}

/// The question says what becomes of their mails in the mailbox, as the settings have it.
#[tokio::test]
async fn who_wants_to_be_forgotten_is_told_what_becomes_of_his_mails_in_the_mailbox() {
    for (erases_copies, told) in [
        (true, "Your mails are erased in the mailbox of"),
        (false, "What lies in the mailbox of this server"),
    ] {
        let server = Server {
            erases_copies,
            ..server()
        };
        let mut desk = Correspondence::of_server(bed::database().await, server).await;
        desk.deliver(&new_mail(ANN, 1, "", "join")).await;
        let yes = answer(desk.newest_to("annabella@players.test"), ANN, 2, "", "yes");
        desk.deliver(&yes).await;
        desk.deliver(&new_mail(ANN, 3, "", "forget me")).await;
        let question = desk.newest_to("annabella@players.test");
        let text = question.mail.text.clone().unwrap_or_default();
        assert!(text.contains(told), "{told}\n{text}");
        assert_eq!(text.matches("backups").count(), 1, "{text}");
    }
}

/// Letters to a plus form are counted by the mailbox behind it.
#[tokio::test]
async fn what_was_counted_for_the_mailbox_behind_an_address_is_forgotten_with_it() {
    let mut desk = Correspondence::begin().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let eve = "Eve <eve+chess@players.test>";
    desk.deliver(&new_mail(eve, 1, "", "games")).await;
    let question = desk.newest_to("eve+chess@players.test").clone();
    desk.deliver(&answer(&question, eve, 2, "", "yes")).await;
    let counted = async || -> Vec<String> {
        sqlx::query_scalar(
            "select distinct key from letter_count where key not like '@%' and key <> '*'",
        )
        .fetch_all(&desk.pool)
        .await
        .expect("counts")
    };
    assert_eq!(counted().await, ["eve@players.test"]);
    said(
        &setup,
        &["players", "forget", "eve+chess@players.test", "--yes"],
    );
    assert_eq!(counted().await, [""; 0]);
}

/// What waits for others when somebody is forgotten tells them that it is over, and then nothing of it is left; and the
/// games that they entered into the archive bear their name no more, while those that others entered do.
#[tokio::test]
async fn neither_letters_that_wait_for_others_nor_games_that_they_entered_keep_the_name() {
    let (mut desk, setup) = games().await;
    let number = number_of_annabella(&desk.pool).await;
    let letter = letter_about_a_game(&desk);
    let words = "game 2 say my telephone number is tel-739-1186";
    desk.deliver(&answer(&letter, ANN, 70, "", words)).await;
    let held = "insert into outbox (player_id, game_id, occasion, envelope_from, recipient, message_id, bytes, state)
                select player_id, game_id, occasion, envelope_from, recipient, 'held.' || message_id, bytes, 'held' from outbox
                where player_id <> $1 and game_id = 2 order by id desc limit 1";
    let done = sqlx::query(held).bind(number).execute(&desk.pool).await;
    assert_eq!(done.expect("held").rows_affected(), 1);
    let file = setup.file.with_file_name("entered.pgn");
    let game = |white: &str, black: &str, annotator: &str, moves: &str| {
        format!(
            "[Event \"Club\"]\n[Site \"?\"]\n[Date \"1992.11.04\"]\n[Round \"1\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"1-0\"]\n[Annotator \"{annotator}\"]\n\n{moves} 1-0\n\n"
        )
    };
    let pgn = [
        game("ANNABELLA", "Carl", "?", "1. e4 e5"),
        game("Carl", "Dora", "annabella", "1. d4 d5"),
        game("Annabella", "Somebody", "?", "1. c4 c5"),
    ];
    fs::write(&file, pgn.concat()).expect("a file");
    said(&setup, &["import", file.to_str().expect("a path")]);
    sqlx::query("update archive_game set player_id = $1 where black <> 'Somebody'")
        .bind(number)
        .execute(&desk.pool)
        .await
        .expect("entered");
    said(&setup, &["players", "forget", &number.to_string(), "--yes"]);
    let waiting: i64 = sqlx::query_scalar(
        "select count(*) from outbox where state in ('queued', 'held') and bytes is not null and game_id = 2",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("a count");
    assert!(waiting >= 2, "Bob is still told");
    sqlx::query(
        "update outbox set state = 'sent', sent_at = now() where state in ('queued', 'held')",
    )
    .execute(&desk.pool)
    .await
    .expect("sent");
    let archived: Vec<(String, String, String)> =
        sqlx::query_as("select white, black, players_key from archive_game order by id")
            .fetch_all(&desk.pool)
            .await
            .expect("games");
    let pseudonym = format!("Player {number}");
    assert_eq!(archived[0].0, pseudonym);
    assert_eq!(archived[0].2, format!("player {number}\ncarl"));
    assert_eq!(archived[2].0, "Annabella", "others entered it");
    let pgn: String = sqlx::query_scalar(
        "select string_agg(pgn, '' order by id) from archive_game where black <> 'Somebody'",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("games");
    assert!(!pgn.to_lowercase().contains("annabella"), "{pgn}");
    assert!(
        pgn.contains(&format!("[Annotator \"{pseudonym}\"]")),
        "{pgn}"
    );
    assert!(pgn.contains("1. d4 d5 1-0"), "{pgn}");
    sqlx::query("delete from archive_game where black = 'Somebody'")
        .execute(&desk.pool)
        .await
        .expect("deleted");
    // Of the inbox only what Bob wrote says it, who quoted her letters.
    let words = traces(&desk.pool, "tel-739-1186").await;
    assert_eq!(words, ["inbox.raw"]);
    erase_mails_of_bob(&desk.pool).await;
    assert_eq!(nothing_left(&desk.pool).await, [""; 0]);
}

/// Where her name, her address or a word that she wrote still stands.
async fn nothing_left(pool: &PgPool) -> Vec<String> {
    let mut left = Vec::new();
    for words in ["annabella", "tel-739-1186", "mausi"] {
        left.extend(traces(pool, words).await);
    }
    left
}

/// Columns in which words may stand, and why none of them tells of somebody who was forgotten. Who adds one asks
/// themselves what `db::personal::forget` has to do about it, and in which file a player is handed what it says of
/// them, and writes it down here.
const WORDS: &[(&str, &str, &str)] = &[
    ("address", "removed", "player.toml"),
    ("confirmation", "removed", "records.json"),
    ("letter_count", "removed", "records.json"),
    ("question", "removed", "records.json"),
    ("note", "removed", "records.json"),
    ("leave", "removed", "records.json"),
    ("absence_note", "removed", "records.json"),
    ("name_look", "removed", "records.json"),
    ("bounce", "what the reports say is erased", "records.json"),
    (
        "rest",
        "ended; the reason is a word of ours",
        "records.json",
    ),
    ("conditional", "removed", "records.json"),
    ("held_move", "removed", "records.json"),
    (
        "silence",
        "kept: it is the wish never to hear of us",
        "player.toml",
    ),
    (
        "inbox",
        "texts erased, the sender's address replaced",
        "mails",
    ),
    (
        "outbox",
        "texts erased, the reader's address replaced; ids are codes; a farewell is erased when it is sent, and so is what waits for others",
        "mails",
    ),
    ("nudge", "deleted", "records.json"),
    ("seek", "deleted", "records.json"),
    ("watch", "deleted", "records.json"),
    ("watch_told", "deleted", "records.json"),
    ("tournament", "the administrator's words about it", ""),
    (
        "tournament_player",
        "removed before it has begun; then numbers",
        "records.json",
    ),
    ("tournament_bye", "numbers", "records.json"),
    (
        "tournament_record",
        "the words about them are emptied",
        "records.json",
    ),
    ("tournament_director", "removed", "records.json"),
    ("calendar_entry", "deleted", "records.json"),
    ("calendar_link", "deleted", "records.json"),
    (
        "secretary_link",
        "kept: as the administrator calls who has it, until they revoke it",
        "",
    ),
    (
        "entry_waiting",
        "games that were typed into a form by nobody who is known; they go after seven days",
        "",
    ),
    ("player", "the name is replaced", "player.toml"),
    ("game", "moves and positions", "games.pgn"),
    (
        "event",
        "moves and words of ours; the administrator's reasons are emptied",
        "records.json",
    ),
    (
        "archive_game",
        "kept: published games; in those that the player entered the name is replaced, and who entered one is known by a number only",
        "records.json",
    ),
    ("mailbox", "our own", ""),
    (
        "left_alone",
        "numbers and hashes of mails that are none for us",
        "",
    ),
    (
        "cause",
        "numbers, and names that were made up for decisions",
        "",
    ),
    (
        "clock_stop",
        "the administrator's reasons are emptied where they belong to one game",
        "records.json",
    ),
    (
        "clock_stop_told",
        "numbers: of which stop who was told",
        "records.json",
    ),
    (
        "rating_change",
        "numbers: the ratings of opponents hang on them",
        "records.json",
    ),
    ("clock_fault", "our own", ""),
    ("held_flag", "numbers and words of ours", ""),
    (
        "picture",
        "drawn positions, known by a hash of what was drawn",
        "",
    ),
    ("token_key", "our own", ""),
    ("border_check", "our own", ""),
    ("_sqlx_migrations", "our own", ""),
];

#[tokio::test]
async fn every_table_in_which_words_may_stand_is_thought_of() {
    let pool = bed::database().await;
    let tables: Vec<String> = sqlx::query_scalar(
        "select distinct c.table_name::text from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'bytea', 'jsonb')
         order by 1",
    )
    .fetch_all(&pool)
    .await
    .expect("tables");
    assert!(tables.len() > 10);
    let unknown: Vec<&String> = tables
        .iter()
        .filter(|table| !WORDS.iter().any(|(known, _, _)| known == table))
        .collect();
    assert!(
        unknown.is_empty(),
        "what do `forget` and `export` do about {unknown:?}?"
    );
    // Tables without words may name a player too.
    let naming: Vec<String> = sqlx::query_scalar(
        "select distinct c.table_name::text from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE' and column_name like '%player_id'",
    )
    .fetch_all(&pool)
    .await
    .expect("tables");
    let unnamed: Vec<&String> = naming
        .iter()
        .filter(|table| *table != "block")
        .filter(|table| {
            let known = WORDS.iter().find(|(known, _, _)| known == table);
            known.is_none_or(|(_, _, file)| file.is_empty())
        })
        .collect();
    assert!(unnamed.is_empty(), "where is {unnamed:?} handed over?");
}

#[tokio::test]
async fn forgetting_asks_for_the_name() {
    let (desk, setup) = games().await;
    let number = number_of_annabella(&desk.pool).await;
    for (typed, goes_on) in [("\n", false), ("yes\n", false), ("Annabella\n", true)] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("--config")
            .arg(&setup.file)
            .args(["players", "forget", &number.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("penpawn runs");
        let mut input = process.stdin.take().expect("a pipe");
        input.write_all(typed.as_bytes()).expect("written");
        drop(input);
        assert_eq!(
            process.wait().expect("an end").success(),
            goes_on,
            "{typed:?}"
        );
        let known: bool =
            sqlx::query_scalar("select forgotten_at is null from player where id = $1")
                .bind(number)
                .fetch_one(&desk.pool)
                .await
                .expect("a player");
        assert_eq!(known, !goes_on);
    }
}

/// Annabella has a game that is over, one that goes on, a challenge to a stranger, one from Bob, and a mail
/// that waits.
async fn games() -> (Correspondence, Setup) {
    let mut desk = Correspondence::begin().await;
    let mut number = 0;
    let mut next = || {
        number += 1;
        number
    };
    desk.deliver(&new_mail(
        ANN,
        next(),
        "",
        "challenge bob@players.test as white",
    ))
    .await;
    for (who, words) in [
        (ANN, "yes"),
        (BOB, "accept"),
        (ANN, "f3\n\nmy telephone number is tel-739-1186"),
        (BOB, "e5"),
        (ANN, "g4"),
        (BOB, "Qh4#"),
        (ANN, "challenge Bob as white"),
        (BOB, "accept"),
        (ANN, "game 2 e4\nnote: my cat is called Mausi"),
        (ANN, "challenge carl@players.test"),
        (BOB, "challenge Annabella"),
    ] {
        let (_, address) = who.split_once('<').expect("an address");
        let letter = desk.newest_to(address.trim_end_matches('>')).clone();
        let (letters, fate) = desk.deliver(&answer(&letter, who, next(), "", words)).await;
        // A challenge in answer to a letter of a game is asked about.
        let fate = match letters.as_slice() {
            [question] if fate.state == "held" => {
                let (_, fate) = desk
                    .deliver(&answer(question, who, next(), "", "yes"))
                    .await;
                fate
            }
            _ => fate,
        };
        assert_eq!(fate.state, "done", "{words}: {fate:?}");
    }
    let (_, fate) = desk
        .deliver(&new_mail(ANN, next(), "", "game 2 resign"))
        .await;
    assert_eq!(fate.state, "held", "{fate:?}");
    let sent = "update outbox set state = 'sent', sent_at = now()";
    sqlx::query(sent).execute(&desk.pool).await.expect("sent");
    let setup = Setup::beside(&desk);
    (desk, setup)
}

/// The newest letter to Annabella with the token of a game, not with that of the question that is open.
fn letter_about_a_game(desk: &Correspondence) -> Letter {
    let about_a_game = |letter: &&Letter| {
        let reply_to = letter.mail.values("reply-to").next().unwrap_or_default();
        letter.recipient == "annabella@players.test" && reply_to.contains("+g")
    };
    let letter = desk.letters.iter().rfind(about_a_game);
    letter.expect("a letter").clone()
}

async fn number_of_annabella(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select id from player where name = 'Annabella'")
        .fetch_one(pool)
        .await
        .expect("a player")
}

/// The columns in which these words still stand, in whatever case, among those of all types in which words can.
async fn traces(pool: &PgPool, words: &str) -> Vec<String> {
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "select table_name::text, column_name::text, data_type::text from information_schema.columns
         join information_schema.tables using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE'
           and data_type in ('text', 'character varying', 'character', 'name', 'bytea', 'json', 'jsonb', 'ARRAY', 'tsvector',
                             'USER-DEFINED')
         order by 1, 2",
    )
    .fetch_all(pool)
    .await
    .expect("columns");
    let mut found = Vec::new();
    for (table, column, kind) in columns {
        let shown = match kind.as_str() {
            "bytea" => format!("encode(\"{column}\", 'escape')"),
            _ => format!("\"{column}\"::text"),
        };
        let sql = format!("select exists (select from {table} where {shown} ilike $1)");
        let here: bool = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(format!("%{words}%"))
            .fetch_one(pool)
            .await
            .expect("an answer");
        if here {
            found.push(format!("{table}.{column}"));
        }
    }
    found
}

/// What others have quoted goes with their own mails, in its time.
async fn erase_mails_of_bob(pool: &PgPool) {
    sqlx::query("update inbox set raw = null where sender = 'bob@players.test'")
        .execute(pool)
        .await
        .expect("erased");
}

fn said(setup: &Setup, arguments: &[&str]) -> String {
    let output = setup.penpawn(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
