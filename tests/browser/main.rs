//! The board page in Debian's chromium: `make browser`. Writes the page, and that of a game, as the site has them, into
//! `target/browser/site`, and lets `run.mjs` use them by mouse, touch and keys; its pictures stay in `target/browser`, to be
//! looked at.

// It may fail by a panic.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use chrono::DateTime;
use penpawn::chess::pgn::{GameText, read_pgn};
use penpawn::pages::{self, Entry, Heading, OpenGame, Page, Site, Source};
use std::path::Path;
use std::process::{Command, exit};
use std::{error, fs};

fn main() -> Result<(), Box<dyn error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("target/browser");
    let site = folder.join("site");
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    for page in pages() {
        let path = site.join(&page.path);
        fs::create_dir_all(path.parent().ok_or("a folder")?)?;
        fs::write(path, &page.text)?;
    }
    // Beside what it needs of npm.
    for script in ["run.mjs", "board.mjs", "tests.mjs"] {
        fs::copy(root.join("tests/browser").join(script), folder.join(script))?;
    }
    let status = Command::new("node")
        .arg("run.mjs")
        .current_dir(&folder)
        .status()?;
    exit(status.code().unwrap_or(1));
}

fn pages() -> Vec<Page> {
    let site = Site {
        name: "Chess & Co".to_owned(),
        address: "chess+test@example.org".to_owned(),
        contact: "admin@example.org".to_owned(),
        web: String::new(),
    };
    let mut pages = pages::assets();
    pages.extend(pages::chessboard(&site));
    let game = game();
    pages.push(pages::game_page(&game, &site));
    pages.extend(pages::lists(&[game.heading], &site));
    pages.extend(entry_form(&site));
    pages
}

/// The entry form: empty, with faults, its game on a board, and what is to be done then.
fn entry_form(site: &Site) -> Vec<Page> {
    let good = "collection=Club&Event=Club+championship&Site=?&year=1992&Round=3&White=Smith,+Ann&Black=Jones,+Bob&Result=*\
                &moves=1.+e4+e5+2.+Nf3+Nc6+3.+Bb5+*";
    let bad = "collection=&Event=&month=13&ECO=x&TimeControl=soon&FEN=x&number=1&moves=1.+Ke3";
    let shown = |form: &str| match pages::entered(form.as_bytes(), site).1 {
        Entry::Form(page) | Entry::Faulty(page) | Entry::Seen(page) => page,
        Entry::Pgn(text) => text,
        Entry::Wanted(_) => String::new(),
    };
    let pages = [
        ("enter.css", pages::ENTRY_STYLE.to_owned()),
        ("enter.html", pages::entry_page(site)),
        ("enter-faulty.html", shown(bad)),
        ("enter-seen.html", shown(good)),
        (
            "enter-waits.html",
            pages::waits("abcd-efgh-ijkl-mnop", site),
        ),
    ];
    pages
        .map(|(path, text)| Page {
            path: path.to_owned(),
            text,
        })
        .into()
}

fn game() -> OpenGame {
    let text = GameText::of(b"[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n".to_vec());
    let heading = Heading {
        source: Source::Played,
        number: 1,
        white: "Ann".to_owned(),
        black: "Bob".to_owned(),
        event: "Club".to_owned(),
        date: "2026.11.??".to_owned(),
        result: "1-0".to_owned(),
        eco: "C20".to_owned(),
        opening: "King's Pawn Game".to_owned(),
        since: DateTime::UNIX_EPOCH,
        digest: [0; 32],
        boards: Vec::new(),
    };
    OpenGame {
        heading,
        record: read_pgn(&text).expect("a game").record,
    }
}
