//! The administrator's commands, as processes.

use crate::bed;
use crate::correspondence::{self, Correspondence, answer, new_mail};
use crate::daemon::Setup;
use clap::CommandFactory;
use penpawn::cli::Arguments;
use penpawn::robot::server::Server;
use std::fs;
use std::process::{Command, Output, Stdio};

fn penpawn(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_penpawn"))
        .args(arguments)
        .env_remove("PENPAWN_CONFIG")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("penpawn runs")
}

fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_default_settings_are_printed_and_can_be_used() {
    let default = penpawn(&["config", "--default"], &[]);
    assert!(default.status.success());
    assert_eq!(
        String::from_utf8_lossy(&default.stdout),
        fs::read_to_string(bed::root().join("config/penpawn.toml")).expect("a file")
    );
    let shown = penpawn(&["config"], &[("PENPAWN__IMAP__HOST", "mail.example.org")]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("host = \"mail.example.org\""), "{shown}");
}

#[test]
fn a_wrong_setting_is_named() {
    for (variable, value, named) in [
        ("PENPAWN__IMAP__HOTS", "x", "hots"),
        ("PENPAWN__IMAP__PORT", "imap", "port"),
        ("PENPAWN__LOG__FORMAT", "xml", "log.format"),
        ("PENPAWN__SERVER__SUBADDRESS", "*", "server.subaddress"),
        ("PENPAWN__SERVER__BOUNCES", "0", "server.bounces"),
        ("PENPAWN__SERVER__ADDRESS", "nobody", "server.address"),
        (
            "PENPAWN__SERVER__ADDRESS",
            "chess@example.org",
            "PENPAWN__SERVER__ADDRESS in the environment: server.address \"chess@example.org\" is an example: write",
        ),
        ("PENPAWN__SMTP__HOST", "CHANGE ME", "smtp.host"),
        ("PENPAWN__IMAP__SECURITY", "none", "imap.security"),
        ("PENPAWN__SERVER__UNUSED", "", "unused"),
    ] {
        let address = ("PENPAWN__SERVER__ADDRESS", "chess@chess.test");
        let host = ("PENPAWN__IMAP__HOST", "mail.chess.test");
        let user = ("PENPAWN__IMAP__USER", "chess");
        let said = complaint(&penpawn(
            &["serve"],
            &[address, host, user, (variable, value)],
        ));
        assert!(said.contains(named), "{variable}={value}: {said}");
    }
    let said = complaint(&penpawn(&["serve"], &[]));
    assert!(said.contains("server.address is not set"), "{said}");
    let said = complaint(&penpawn(&["--config", "/nowhere.toml", "serve"], &[]));
    assert!(said.contains("/nowhere.toml does not exist"), "{said}");
}

#[test]
fn settings_that_cannot_be_used_are_shown_with_a_failure() {
    let whole = [
        ("PENPAWN__SERVER__ADDRESS", "chess@chess.test"),
        ("PENPAWN__IMAP__HOST", "mail.chess.test"),
        ("PENPAWN__IMAP__USER", "chess"),
        ("PENPAWN__IMAP__PASSWORD_FILE", "/dev/null"),
        ("PENPAWN__SMTP__HOST", "mail.chess.test"),
    ];
    assert!(penpawn(&["config"], &whole).status.success());
    for (variable, value, named) in [
        (
            "PENPAWN__SERVER__ADDRESS",
            "chess at chess.test",
            "is no mail address",
        ),
        (
            "PENPAWN__TIME__USUAL",
            "quickly",
            "for example \"per-move 3d\"",
        ),
    ] {
        let mut wrong = whole.to_vec();
        wrong.retain(|(known, _)| *known != variable);
        wrong.push((variable, value));
        let said = complaint(&penpawn(&["config"], &wrong));
        assert!(said.contains(named), "{variable}={value}: {said}");
    }
}

#[tokio::test]
async fn a_database_without_tables_is_told_and_migrated() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    sqlx::raw_sql("drop schema public cascade; create schema public")
        .execute(&pool)
        .await
        .expect("emptied");
    let said = complaint(&setup.penpawn(&["games", "list"]));
    assert!(said.contains("run `penpawn migrate`"), "{said}");
    for _ in 0..2 {
        assert!(setup.penpawn(&["migrate"]).status.success());
    }
    assert!(setup.penpawn(&["games", "list"]).status.success());
    sqlx::query("update _sqlx_migrations set version = 999 where version = 1")
        .execute(&pool)
        .await
        .expect("a newer one");
    let said = complaint(&setup.penpawn(&["games", "list"]));
    assert!(said.contains("update the program"), "{said}");
}

#[tokio::test]
async fn a_broken_template_stops_the_start_and_a_good_one_is_used() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let folder = tempfolder("templates");
    let settings = fs::read_to_string(&setup.file).expect("settings");
    let with = settings.replace(
        "[server]\n",
        &format!("[server]\ntemplates = \"{}\"\n", folder.display()),
    );
    fs::write(&setup.file, with).expect("settings");

    let template = folder.join("help.txt");
    fs::write(&template, "Welcome to the club.\n{{ nobody.knows }}\n").expect("a template");
    let said = complaint(&setup.penpawn(&["serve"]));
    assert!(said.contains("\"help.txt\", line 2"), "{said}");

    fs::write(&template, "Welcome to the club, {{ reader }}.\n").expect("a template");
    let mail = folder.join(".mail");
    sqlx::query("insert into player (name, name_key, state, active_at) values ('Ann', 'ann', 'active', now())")
        .execute(&pool)
        .await
        .expect("a player");
    sqlx::query(
        "insert into address (key, player_id, spelling) select 'ann@players.test', id, 'Ann@players.test' from player",
    )
    .execute(&pool)
    .await
    .expect("an address");
    fs::write(&mail, new_mail("Ann <ann@players.test>", 1, "", "help")).expect("a mail");
    let tried = setup.penpawn(&["mails", "try", mail.to_str().expect("a path")]);
    let said = String::from_utf8_lossy(&tried.stdout).into_owned();
    assert!(
        said.contains("Welcome to the club, Ann."),
        "{said}\n{tried:?}"
    );
    assert!(said.contains("To: Ann <Ann@players.test>"), "{said}");
    let traces: i64 = sqlx::query_scalar(
        "select (select count(*) from inbox) + (select count(*) from outbox) + (select count(*) from letter_count)",
    )
    .fetch_one(&pool)
    .await
    .expect("a count");
    assert_eq!(traces, 0, "trying a mail leaves nothing");
}

#[tokio::test]
async fn a_login_that_is_refused_is_told_at_the_start() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let password = setup.file.with_file_name("password");
    fs::write(password, "wrong").expect("a password");
    let said = complaint(&setup.penpawn(&["serve"]));
    assert!(said.contains("refused the login"), "{said}");
    assert!(
        !said.contains("wrong"),
        "the password is nobody's business: {said}"
    );
}

#[tokio::test]
async fn mails_and_players_are_listed_and_shown() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    sqlx::query(
        "insert into inbox (content_key, sender, line, arrived_at, size, raw, state, reason, handled_at)
         values ('x', 'bob@players.test', 'player 2', '2026-11-21 12:00Z', 7, '\\033[2JHello\\015\\012'::bytea, 'dead', null, now()),
                ('y', 'eve@players.test', 'eve@players.test', '2026-11-21 12:01Z', 7, 'Spam', 'dropped', 'stranger', now())",
    )
    .execute(&pool)
    .await
    .expect("mails");
    let said = |arguments: &[&str]| {
        let output = setup.penpawn(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let listed = said(&["mails", "list"]);
    assert!(
        listed.contains("2026-11-21 12:01:00  dropped  eve@players.test  stranger"),
        "{listed}"
    );
    let dead = said(&["mails", "list", "--state", "dead"]);
    assert!(dead.contains("bob@") && !dead.contains("eve@"), "{dead}");
    let shown = said(&["mails", "show", "1"]);
    assert!(
        shown.contains("State: dead") && shown.ends_with("\n\\u{1b}[2JHello\n"),
        "{shown}"
    );
    assert!(said(&["mails", "retry", "1"]).contains("handled anew"));
    let said_of_it = complaint(&setup.penpawn(&["mails", "retry", "99"]));
    assert!(said_of_it.contains("mail 99"), "{said_of_it}");
    assert_eq!(said(&["players", "list"]), "");
}

/// Whether there was enough of such answers that day is no reason for whoever has the mail tried again.
#[tokio::test]
async fn a_mail_for_which_there_was_enough_that_day_is_answered_when_it_is_tried_again() {
    type Mail<'a> = &'a dyn Fn(usize) -> Vec<u8>;
    const ANN: &str = "Ann <ann@players.test>";
    let server = Server {
        strangers_of_a_domain: 10,
        ..correspondence::server()
    };
    let mut desk = Correspondence::of_server(bed::database().await, server).await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    desk.deliver(&new_mail(ANN, 1, "", "join")).await;
    let question = desk.newest_to("ann@players.test").clone();
    desk.deliver(&answer(&question, ANN, 2, "", "yes")).await;
    let look_up = |nth: usize| new_mail(ANN, nth, "", "games");
    let stranger = |nth: usize| {
        let from = format!("N {nth} <n{nth}@newcomers.test>");
        new_mail(&from, nth, "", "join")
    };
    let mails: [(Mail<'_>, &str); 2] = [(&look_up, "done"), (&stranger, "held")];
    let mut nth = 3;
    for (mail, state) in mails {
        let mut answered = 0;
        let dropped = loop {
            let (letters, fate) = desk.deliver(&mail(nth)).await;
            nth += 1;
            if fate.state == "dropped" {
                break fate;
            }
            assert_eq!((letters.len(), fate.state.as_str()), (1, state));
            answered += 1;
            assert!(answered < 50, "there is no end to it");
        };
        let why = dropped.reason.unwrap_or_default();
        assert!(why.starts_with("enough for today"), "{why}");
        let number: i64 = sqlx::query_scalar("select max(id) from inbox")
            .fetch_one(&desk.pool)
            .await
            .expect("a mail");
        let retried = setup.penpawn(&["mails", "retry", &number.to_string()]);
        let said = String::from_utf8_lossy(&retried.stdout).into_owned();
        assert!(said.contains("however many answers"), "{retried:?}");
        desk.work().await;
        assert_eq!(desk.collect().await.len(), 1, "{state}");
        let now: String = sqlx::query_scalar("select state from inbox where id = $1")
            .bind(number)
            .fetch_one(&desk.pool)
            .await
            .expect("a mail");
        assert_eq!(now, state);
        // That was for the one mail.
        let (letters, fate) = desk.deliver(&mail(nth)).await;
        nth += 1;
        assert_eq!((letters.len(), fate.state.as_str()), (0, "dropped"));
    }
}

/// A new folder that an unprivileged server account can reach as well.
fn tempfolder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("penpawn-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Passwords stand in URLs in more than one way, and none is printed: not with the settings, not where they are wrong.
#[test]
fn no_password_of_a_database_url_is_ever_printed() {
    for (url, can_be_used) in [
        ("postgres://chess:s3cret@127.0.0.1:1/chess", true),
        (
            "postgres://127.0.0.1:1/chess?user=chess&password=s3cret",
            true,
        ),
        ("postgres://127.0.0.1:1/chess?%70assword=s3cret", true),
        (
            "postgres://127.0.0.1:1/chess?options=-c%20app.key%3Ds3cret",
            true,
        ),
        ("postgres://127.0.0.1:1/chess?sslpassword=s3cret", false),
        ("postgres://127.0.0.1:1/chess?s3cret", false),
        ("postgres://chess:s3cret", false),
        ("host=127.0.0.1 password=s3cret", false),
        ("s3cret", false),
    ] {
        for key in ["PENPAWN__DATABASE__URL", "PENPAWN__DATABASE__OWNER_URL"] {
            let mut environment = vec![
                ("PENPAWN__SERVER__ADDRESS", "chess@chess.test"),
                ("PENPAWN__LOG__FILTER", "trace"),
                (key, url),
            ];
            if key.ends_with("OWNER_URL") {
                environment.push(("PENPAWN__DATABASE__URL", "postgres://127.0.0.1:1/chess"));
            }
            let mut commands = vec!["config"];
            // Nobody listens there, and one that can be used is tried for a while.
            if !can_be_used {
                commands.push("migrate");
            }
            for command in commands {
                let output = penpawn(&[command], &environment);
                for printed in [&output.stdout, &output.stderr] {
                    let printed = String::from_utf8_lossy(printed);
                    assert!(!printed.contains("s3cret"), "{command} {url}: {printed}");
                }
                assert_eq!(
                    output.status.success(),
                    command == "config",
                    "{command} {url}"
                );
            }
        }
    }
}

/// What the lines say for people, programs read as JSON: every command that lists or shows something.
#[tokio::test]
async fn every_list_and_every_card_is_printed_for_programs() {
    let desk = correspondence::game().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let json = |arguments: &[&str]| -> serde_json::Value {
        let output = setup.penpawn(&[arguments, &["--json"]].concat());
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|fault| panic!("{arguments:?}: {fault}"))
    };
    let players = json(&["players", "list"]);
    assert_eq!(players.as_array().map(Vec::len), Some(2), "{players}");
    assert_eq!(players[0]["state"], "active");
    let ann = json(&["players", "show", "ann@players.test"]);
    assert_eq!(
        (&ann["name"], &ann["playing"]),
        (&"Ann".into(), &1.into()),
        "{ann}"
    );
    assert_eq!(ann["reports"], serde_json::json!([]));
    // One object a line.
    let game = json(&["games", "list"]);
    assert_eq!(
        (&game["number"], &game["phase"]),
        (&1.into(), &"playing".into()),
        "{game}"
    );
    let game = json(&["games", "show", "1"]);
    assert!(
        game["fen"]
            .as_str()
            .is_some_and(|fen| fen.starts_with("rnbqkbnr/")),
        "{game}"
    );
    let mails = json(&["mails", "list"]);
    let number = mails[0]["number"].to_string();
    let mail = json(&["mails", "show", &number]);
    assert_eq!(mail["sender"], mails[0]["sender"], "{mail}");
    assert!(
        mail["text"]
            .as_str()
            .is_some_and(|text| text.contains("Message-ID")),
        "{mail}"
    );
    assert!(mail["brought_about"][0]["occasion"].is_string(), "{mail}");
    let keys = json(&["keys", "list"]);
    assert_eq!(keys[0]["letter"], "a", "{keys}");
    sqlx::query(
        "insert into mailbox (name, seen_until, retired_at)
         values ('a@b/INBOX', '2026-11-21 12:00Z', null), ('c@d/INBOX', null, '2026-11-22 12:00Z')",
    )
    .execute(&desk.pool)
    .await
    .expect("mailboxes");
    let mailboxes = json(&["mailboxes", "list"]);
    let named = |name: &str| {
        let list = mailboxes.as_array().expect("a list");
        let found = list.iter().find(|mailbox| mailbox["name"] == name);
        found
            .unwrap_or_else(|| panic!("{name} in {mailboxes}"))
            .clone()
    };
    assert_eq!(
        named("a@b/INBOX"),
        serde_json::json!({ "name": "a@b/INBOX", "state": "read", "seen_until": "2026-11-21T12:00:00Z", "retired_at": null })
    );
    assert_eq!(named("c@d/INBOX")["state"], "retired");
    assert_eq!(named("c@d/INBOX")["retired_at"], "2026-11-22T12:00:00Z");
}

/// What lists or shows something does it for programs as well.
#[test]
fn no_list_is_for_people_alone() {
    let commands = Arguments::command();
    let mut looked_at = 0;
    for noun in commands.get_subcommands() {
        for verb in noun.get_subcommands() {
            if ["list", "show"].contains(&verb.get_name()) {
                looked_at += 1;
                let mut arguments = verb.get_arguments();
                let for_programs = arguments.any(|one| one.get_long() == Some("json"));
                assert!(for_programs, "{} {}", noun.get_name(), verb.get_name());
            }
        }
    }
    assert!(looked_at > 7, "{looked_at} commands");
}

/// On a terminal what cannot be undone is asked about; a script goes on.
#[tokio::test]
async fn what_cannot_be_undone_is_asked_about_on_a_terminal_alone() {
    let desk = correspondence::game().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let on_terminal = |arguments: &str, answer: &str| -> String {
        let line = format!(
            "{} --config {} {arguments}",
            env!("CARGO_BIN_EXE_penpawn"),
            setup.file.display()
        );
        let mut typed = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script, of bsdutils");
        let mut keyboard = typed.stdin.take().expect("a pipe");
        std::io::Write::write_all(&mut keyboard, answer.as_bytes()).expect("typed");
        let output = typed.wait_with_output().expect("its end");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let end = "games adjudicate 1 1-0 --reason absent";
    for (command, answer, said) in [
        ("keys rotate", "", "Key b makes all tokens"),
        ("keys retire a", "n\n", "nothing was changed"),
        ("keys rotate", "\n", "nothing was changed"),
        (end, "no\n", "nothing was changed"),
        (
            "games correct 1 --ply 0 --reason absent",
            "\n",
            "nothing was changed",
        ),
        (end, "y\n", "Game 1 is over, 1-0"),
        ("keys retire a --yes", "", "Key a is erased"),
    ] {
        let told = on_terminal(command, answer);
        assert!(told.contains(said), "{command}: {told}");
        assert_eq!(
            told.contains("cannot be undone. Go on?"),
            !answer.is_empty(),
            "{told}"
        );
    }
    // Nobody is there to be asked.
    let output = setup.penpawn(&["keys", "rotate"]);
    assert!(output.status.success(), "{output:?}");
    let output = setup.penpawn(&["keys", "retire", "b"]);
    assert!(output.status.success(), "{output:?}");
}

/// A player who is called 2 is not player 2, in any command.
#[tokio::test]
async fn a_player_is_meant_by_the_same_words_everywhere() {
    let desk = correspondence::game().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    sqlx::raw_sql("update player set name = '2', name_key = '2' where id = 1")
        .execute(&desk.pool)
        .await
        .expect("renamed");
    let said = |arguments: &[&str]| {
        let output = setup.penpawn(arguments);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(said(&["players", "show", "2"]).contains("name:      Bob"));
    let folder = std::env::temp_dir().join(format!("penpawn-meant-{}", std::process::id()));
    assert!(
        said(&["players", "export", "2", &folder.display().to_string()]).contains("known of Bob")
    );
    fs::remove_dir_all(&folder).expect("removed");
    assert!(said(&["players", "block", "2"]).contains("Bob is blocked"));
    let output = setup.penpawn(&["games", "list", "--player", "nobody"]);
    assert!(
        complaint(&output).contains("there is no player nobody"),
        "{output:?}"
    );
}

/// The journal knows the time itself, and takes the priority from the beginning of a line.
#[tokio::test]
async fn lines_for_the_journal_bear_their_priority_and_no_time() {
    use std::os::unix::fs::MetadataExt;
    let folder = std::env::temp_dir().join(format!("penpawn-journal-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let log = fs::File::create(folder.join("log")).expect("a file");
    let found = log.metadata().expect("a file");
    let migrate = |stream: String, log: fs::File, data: &str| {
        let status = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("migrate")
            .env("JOURNAL_STREAM", stream)
            .env("PENPAWN__DATA_FOLDER", folder.join(data))
            .stdout(Stdio::null())
            .stderr(log)
            .status()
            .expect("penpawn runs");
        assert!(status.success());
        fs::read_to_string(folder.join("log")).expect("a log")
    };
    let stream = format!("{}:{}", found.dev(), found.ino());
    let told = migrate(stream, log, "one");
    assert!(told.starts_with("<4>there is no database yet"), "{told}");
    // A child of a service that writes elsewhere has the variable too.
    let log = fs::File::create(folder.join("log")).expect("a file");
    let told = migrate("1:1".to_owned(), log, "two");
    assert!(told.contains("WARN") && !told.contains("<4>"), "{told}");
    fs::remove_dir_all(&folder).expect("removed");
}
