//! The rooms know only what they may know; see the table in `src/lib.rs`.

use crate::bed;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_pure_rooms_neither_wait_nor_read_a_clock_nor_draw_lots() {
    for room in ["chess", "game", "language", "letters"] {
        assert_without(
            room,
            &[
                "async ",
                ".await?",
                ".await;",
                "tokio",
                "sqlx",
                "Utc::now",
                "SystemTime",
                "Instant::now",
                "getrandom",
                "std::env",
                "std::fs",
                "std::net",
                "crate::mail",
                "crate::db",
                "crate::robot",
                "crate::daemon",
                "crate::settings",
                "crate::cli",
            ],
        );
    }
    assert_without(
        "chess",
        &["crate::game", "crate::language", "crate::letters"],
    );
    assert_without("game", &["crate::language", "crate::letters"]);
    assert_without("language", &["crate::letters"]);
}

#[test]
fn the_database_knows_no_mail_and_mail_knows_no_database() {
    assert_without(
        "db",
        &[
            "crate::mail",
            "crate::robot",
            "crate::settings",
            "crate::daemon",
        ],
    );
    assert_without(
        "mail",
        &["crate::db", "sqlx", "crate::robot", "crate::settings"],
    );
}

#[test]
fn the_robot_opens_no_socket() {
    assert_without(
        "robot",
        &[
            "TcpStream",
            "mail::imap",
            "mail::smtp",
            "mail::tls",
            "crate::cli",
            "crate::daemon",
        ],
    );
}

#[test]
fn sql_stands_in_its_room_alone() {
    for room in ["robot", "cli", "mail", "letters", "daemon"] {
        assert_without(
            room,
            &["query!(", "query_as!(", "query_scalar!(", "sqlx::query("],
        );
    }
    let daemon = fs::read_to_string(bed::root().join("src/daemon.rs")).expect("a file");
    assert!(!daemon.contains("query"));
}

/// Fails when a file of the room, its tests apart, holds one of these words.
fn assert_without(room: &str, words: &[&str]) {
    let mut files = Vec::new();
    collect(&bed::root().join("src").join(room), &mut files);
    assert!(!files.is_empty(), "there is no room {room}");
    for file in files {
        let text = fs::read_to_string(&file).expect("a file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            for word in words {
                assert!(
                    !line.contains(word),
                    "{} must not know {word}: {line}",
                    file.display()
                );
            }
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}
