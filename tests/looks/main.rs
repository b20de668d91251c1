//! What letters with a drawn board look like: `make looks`. Each kind is rendered once in Debian's chromium, 320, 360 and 600
//! pixels wide, as it is, inverted as dark mail programs do it (they leave pictures alone), and without its picture. One
//! page and one file with all of them are left in `target/looks`, to be looked at before a change is committed.

// It may fail by a panic.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use penpawn::chess::Letters;
use penpawn::letters::{
    Answers, Face, Format, Letter, Links, LinksTo, Occasion, Preferences, Templates, samples,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{error, fs};

/// Kinds of letters that are shown to who is to move.
const WITH_PICTURE: [&str; 5] = [
    "started",
    "show",
    "draw_offered",
    "your_move",
    "move_played",
];

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = Path::new("target/looks");
    fs::create_dir_all(folder)?;
    let templates = Templates::new(BTreeMap::new())?;
    let mut kinds = BTreeSet::new();
    let mut all = String::from("<!DOCTYPE html><meta charset=utf-8><title>looks</title>\n");
    for (occasion, links) in samples().into_iter().flat_map(with_links) {
        let name = match links {
            Links::Moves => format!("{}-moves", occasion.kind().name),
            Links::Plain | Links::Off => occasion.kind().name.to_owned(),
        };
        if kinds.contains(&name) {
            continue;
        }
        let preferences = Preferences {
            links,
            ..Preferences::usual(Format::Board)
        };
        let text = templates.render_as(&letter(occasion), &preferences, "example.org")?;
        let Some(face) = text.face else {
            continue;
        };
        // Of a kind that is seen with its picture and without, the picture is to be seen.
        if face.board.is_none() && WITH_PICTURE.contains(&name.as_str()) {
            continue;
        }
        looks(folder, &name, &face, &mut all)?;
        kinds.insert(name);
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

/// A letter on this occasion with the links of a word or two, and of a move also with those of each legal move.
fn with_links(occasion: Occasion) -> Vec<(Occasion, Links)> {
    let moves = occasion
        .passing_turn()
        .map(|_| (occasion.clone(), Links::Moves));
    std::iter::once((occasion, Links::Plain))
        .chain(moves)
        .collect()
}

fn letter(occasion: Occasion) -> Letter {
    Letter {
        occasion,
        reader: "Ann".to_owned(),
        reference: Some("[ref g42c7.abcdefghijklmnopqrst]".to_owned()),
        links_to: Some(LinksTo {
            address: "chess+g42c7.abcdefghijklmnopqrst@example.org".to_owned(),
            reference: None,
            letters: Letters::English,
        }),
        server: "chess@example.org".to_owned(),
        answers: Answers::Proven,
        stopped_time: Vec::new(),
        rating: None,
        absence: None,
    }
}

/// Writes a letter in each of its looks, and shows them on the page with all.
fn looks(
    folder: &Path,
    name: &str,
    face: &Face,
    all: &mut String,
) -> Result<(), Box<dyn error::Error>> {
    let mut page = face.html.clone();
    let mut without = face.html.clone();
    if let Some(board) = &face.board {
        fs::write(folder.join(format!("{name}.png")), board.picture.png()?)?;
        let source = format!("cid:{}", board.content_id);
        page = face.html.replace(&source, &format!("{name}.png"));
        without = face.html.replace(&source, "none.png");
    }
    fs::write(folder.join(format!("{name}.html")), &page)?;
    let dark = "<style>html{background:white;filter:invert(1)}img{filter:invert(1)}</style></head>";
    let dark = page.replace("</head>", dark);
    fs::write(folder.join(format!("{name}-dark.html")), dark)?;
    fs::write(folder.join(format!("{name}-without.html")), without)?;
    writeln!(all, "<h1>{name}, {} octets</h1>", face.html.len())?;
    for (width, look) in [(320, ""), (360, "-dark"), (360, "-without"), (600, "")] {
        writeln!(
            all,
            "<iframe src=\"{name}{look}.html\" width={width} height=900 style=\"background:white\"></iframe>"
        )?;
    }
    Ok(())
}
