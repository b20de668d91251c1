//! What letters with a drawn board look like: `make looks`. Each kind is rendered once in Debian's chromium, 320, 360 and 600
//! pixels wide, as it is, inverted as dark mail programs do it (they leave pictures alone), and without its picture. One
//! page and one file with all of them are left in `target/looks`, to be looked at before a change is committed.

// It may fail by a panic.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use penpawn::letters::{Answers, Format, Letter, Preferences, Templates, samples};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{error, fs};

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = Path::new("target/looks");
    fs::create_dir_all(folder)?;
    let templates = Templates::new(BTreeMap::new())?;
    let mut kinds = BTreeSet::new();
    let mut all = String::from("<!DOCTYPE html><meta charset=utf-8><title>looks</title>\n");
    for occasion in samples() {
        let kind = occasion.kind().name;
        let letter = Letter {
            occasion,
            reader: "Ann".to_owned(),
            reference: Some("[ref g42c7.abcdefghijklmnopqrst]".to_owned()),
            server: "chess@example.org".to_owned(),
            answers: Answers::Proven,
            stopped_time: Vec::new(),
            absence: None,
        };
        let text =
            templates.render_as(&letter, &Preferences::usual(Format::Board), "example.org")?;
        let Some(face) = text.face else {
            continue;
        };
        if !kinds.insert(kind) {
            continue;
        }
        fs::write(folder.join(format!("{kind}.png")), face.picture.png()?)?;
        let source = format!("cid:{}", face.content_id);
        let page = face.html.replace(&source, &format!("{kind}.png"));
        fs::write(folder.join(format!("{kind}.html")), &page)?;
        let dark =
            "<style>html{background:white;filter:invert(1)}img{filter:invert(1)}</style></head>";
        let dark = page.replace("</head>", dark);
        fs::write(folder.join(format!("{kind}-dark.html")), dark)?;
        let without = face.html.replace(&source, "none.png");
        fs::write(folder.join(format!("{kind}-without.html")), without)?;
        writeln!(all, "<h1>{kind}, {} octets</h1>", face.html.len())?;
        for (width, look) in [(320, ""), (360, "-dark"), (360, "-without"), (600, "")] {
            writeln!(
                all,
                "<iframe src=\"{kind}{look}.html\" width={width} height=900 style=\"background:white\"></iframe>"
            )?;
        }
    }
    fs::write(folder.join("index.html"), all)?;
    let picture = folder.join("looks.png");
    let page = fs::canonicalize(folder.join("index.html"))?;
    let shot = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
        ])
        .arg(format!("--window-size=1720,{}", kinds.len() * 980 + 40))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", page.display()))
        .output()?;
    assert!(
        shot.status.success(),
        "{}",
        String::from_utf8_lossy(&shot.stderr)
    );
    println!("{} kinds of letters in {}", kinds.len(), picture.display());
    Ok(())
}
