//! Tests of the forms in which a letter goes out.

use crate::language::{own_words, read};
use crate::letters::layout::indented;
use crate::letters::{Answers, Format, Letter, Occasion, Preferences, Templates, Text, samples};
use crate::mail::html::to_text;
use std::collections::BTreeMap;

fn letter(occasion: Occasion) -> Letter {
    Letter {
        occasion,
        reader: "Ann".to_owned(),
        reference: Some("[ref g42c7.abcdefghij]".to_owned()),
        server: "chess@example.org".to_owned(),
        answers: Answers::Proven,
        stopped_time: Vec::new(),
        absence: None,
    }
}

fn templates() -> Templates {
    Templates::new(BTreeMap::new()).unwrap()
}

fn in_form(occasion: Occasion, format: Format) -> Text {
    let rendered = templates().render_as(
        &letter(occasion),
        &Preferences::usual(format),
        "penpawn.example.org",
    );
    rendered.unwrap()
}

/// All samples in this form, each with the name of its kind.
fn all(format: Format) -> Vec<(&'static str, Occasion, Text)> {
    let templates = templates();
    let render = |occasion: Occasion| {
        let name = occasion.kind().name;
        let text = templates.render_as(
            &letter(occasion.clone()),
            &Preferences::usual(format),
            "penpawn.example.org",
        );
        (name, occasion, text.unwrap())
    };
    samples().into_iter().map(render).collect()
}

/// The HTML with all of its tags taken out; what stands in the place of the picture is its words.
fn words_of(html: &str) -> Vec<String> {
    let body = html.split_once("<body").unwrap().1;
    let mut text = String::new();
    for part in body.split('<').skip(1) {
        let (tag, after) = part.split_once('>').unwrap();
        if let Some((_, alt)) = tag.split_once("alt=\"") {
            text.push_str(alt.split('"').next().unwrap());
        }
        text.push(' ');
        text.push_str(after);
    }
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"");
    text.replace("&amp;", "&")
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

#[test]
fn who_is_to_move_gets_a_picture_and_nobody_else_does() {
    let mut drawn = 0;
    for (name, occasion, text) in all(Format::Board) {
        let Some(face) = text.face else {
            continue;
        };
        let game = occasion.shown_game().unwrap();
        assert!(game.your_turn, "{name}");
        assert!(
            face.picture
                .to_string()
                .starts_with(game.fen.split(' ').next().unwrap())
        );
        assert!(
            face.html
                .contains(&format!("src=\"cid:{}\"", face.content_id)),
            "{name}"
        );
        assert!(text.body.contains(&game.fen), "{name}");
        drawn += 1;
    }
    assert!(drawn > 10, "{drawn}");
    for format in [Format::Text, Format::Words, Format::Pgn] {
        assert!(all(format).iter().all(|(_, _, text)| text.face.is_none()));
    }
}

#[test]
fn the_text_beside_a_picture_is_the_text_without_one() {
    let texts = all(Format::Text).into_iter();
    for ((name, _, text), (_, _, beside)) in texts.zip(all(Format::Board)) {
        assert_eq!(text.body, beside.body, "{name}");
        assert_eq!(text.attachment, beside.attachment, "{name}");
    }
}

#[test]
fn what_nobody_has_shown_to_have_written_is_answered_in_text_alone() {
    let occasion = samples()
        .into_iter()
        .find(|occasion| occasion.passing_turn().is_some())
        .unwrap();
    let letter = Letter {
        answers: Answers::Unproven,
        ..letter(occasion)
    };
    let text = templates().render_as(&letter, &Preferences::usual(Format::Board), "example.org");
    assert_eq!(text.unwrap().face, None);
}

#[test]
fn the_html_says_what_the_text_says() {
    for (name, occasion, text) in all(Format::Board) {
        let Some(face) = text.face else {
            continue;
        };
        let game = occasion.shown_game().unwrap();
        let board: Vec<String> = indented(&game.board).lines().map(str::to_owned).collect();
        let is_board = |line: &str| board.iter().any(|rank| rank == line);
        let said: Vec<&str> = text
            .body
            .lines()
            .filter(|line| !is_board(line) && !line.starts_with("Board, "))
            .flat_map(str::split_whitespace)
            .collect();
        let mut shown = words_of(&face.html);
        let alt = game.drawn.in_words(game.last_move.as_deref());
        let alt: Vec<&str> = alt.split_whitespace().collect();
        let at = shown
            .windows(alt.len())
            .position(|words| words == alt)
            .unwrap();
        shown.drain(at..at + alt.len());
        let sorted = |mut words: Vec<String>| {
            words.sort();
            words
        };
        // The FEN stands below the picture, and above the board of letters.
        let said = said.into_iter().map(str::to_owned).collect();
        assert_eq!(sorted(shown), sorted(said), "{name}");
    }
}

#[test]
fn the_html_has_no_colour_of_its_own_leads_nowhere_and_closes_what_it_opens() {
    for (name, _, text) in all(Format::Board) {
        let Some(face) = text.face else {
            continue;
        };
        for wrong in [
            "color",
            "background",
            "http",
            "<style",
            "<a ",
            "<table",
            "<svg",
            "data:",
            "<script",
        ] {
            assert!(!face.html.contains(wrong), "{name}: {wrong}");
        }
        let mut open: Vec<&str> = Vec::new();
        for tag in face.html.split('<').skip(1) {
            let tag = tag.split('>').next().unwrap();
            let element = tag.split(' ').next().unwrap();
            match element {
                "!DOCTYPE" | "meta" | "img" | "br" => {}
                _ => match element.strip_prefix('/') {
                    Some(closed) => assert_eq!(open.pop(), Some(closed), "{name}"),
                    None => open.push(element),
                },
            }
        }
        assert!(open.is_empty(), "{name}: {open:?}");
    }
}

#[test]
fn what_a_player_wrote_stands_in_the_html_as_they_wrote_it() {
    let talk = format!(
        "1 < 2 & \"so\" <b>on</b>\n{}\n\nlast",
        "word ".repeat(40).trim_end()
    );
    let occasion = samples().into_iter().find_map(|occasion| match occasion {
        Occasion::YourMove {
            game,
            played,
            draw_offered,
            claim,
            followed,
            ..
        } => {
            let talk = Some(talk.clone());
            Some(Occasion::YourMove {
                game,
                played,
                draw_offered,
                claim,
                followed,
                beside: Vec::new(),
                talk,
            })
        }
        _ => None,
    });
    let face = in_form(occasion.unwrap(), Format::Board).face.unwrap();
    let message = format!(
        "1 &lt; 2 &amp; &quot;so&quot; &lt;b&gt;on&lt;/b&gt;<br>\n{}</p>\n<p style=\"margin:0 0 16px 16px\">last</p>",
        "word ".repeat(40).trim_end()
    );
    assert!(face.html.contains(&message), "{}", face.html);
}

#[test]
fn the_html_of_the_longest_game_is_short() {
    let moves: Vec<String> = (1..=5900)
        .map(|number| format!("{number}. Nbxd2+ R8xg6+"))
        .collect();
    let Some(Occasion::YourMove {
        mut game,
        played,
        draw_offered,
        claim,
        followed,
        ..
    }) = samples()
        .into_iter()
        .find(|occasion| matches!(occasion, Occasion::YourMove { game, .. } if game.your_turn))
    else {
        panic!("no sample");
    };
    game.movetext = format!("{} *\n", moves.join("\n"));
    let talk = Some("long words ".repeat(900));
    let text = in_form(
        Occasion::YourMove {
            game,
            played,
            draw_offered,
            claim,
            followed,
            beside: Vec::new(),
            talk,
        },
        Format::Board,
    );
    let html = text.face.unwrap().html;
    assert!(html.len() < 40_000, "{}", html.len());
    assert!(html.contains(">\u{2026} 5861. ") && html.contains(" 5900. Nbxd2+ R8xg6+ *</p>"));
    assert!(text.body.contains("\n1. Nbxd2+"));
}

#[test]
fn in_words_no_letter_has_a_board_and_no_line_is_an_order() {
    let mut seen = 0;
    for (name, occasion, text) in all(Format::Words) {
        let Some(game) = occasion
            .shown_game()
            .filter(|_| text.body.contains("king: "))
        else {
            continue;
        };
        // What somebody else gets is shown as they get it, moved to the right.
        let files = ["     a b c d e f g h", "     h g f e d c b a"];
        assert!(
            !text.body.lines().any(|line| files.contains(&line)),
            "{name}"
        );
        for said in game.drawn.lines() {
            assert!(
                text.body.contains(&format!("\n  {said}\n")),
                "{name}: {said}"
            );
            assert!(said.len() < 70, "{said}");
            let message = read(&own_words(&said, None), "", Default::default());
            assert!(message.orders.is_empty(), "{said}: {:?}", message.orders);
        }
        assert!(text.body.contains(&game.fen), "{name}");
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn as_pgn_a_move_is_the_game_and_nothing_else_unless_more_is_to_be_said() {
    let mut alone = 0;
    for (name, occasion, text) in all(Format::Pgn) {
        let pgn = text.body.starts_with("[Event \"");
        let says_more = match &occasion {
            Occasion::YourMove {
                talk,
                draw_offered,
                claim,
                game,
                ..
            } => talk.is_some() || *draw_offered || !claim.is_empty() || !game.your_turn,
            _ => true,
        };
        assert_eq!(pgn, !says_more, "{name}");
        if pgn {
            assert!(text.body.contains("\n[White \"Ann\"]\n"), "{}", text.body);
            assert!(
                text.body.ends_with("*\n\n[ref g42c7.abcdefghij]\n"),
                "{}",
                text.body
            );
            alone += 1;
        }
    }
    assert!(alone > 0);
}

/// What a mail program makes of our HTML when it answers in plain text, without a mark.
#[test]
fn no_line_of_our_html_is_an_order_when_it_comes_back_as_text() {
    for (name, _, text) in all(Format::Board) {
        let Some(face) = text.face else {
            continue;
        };
        let back = to_text(&face.html);
        assert!(back.contains("[ref g42c7.abcdefghij]"), "{name}: {back}");
        let words = own_words(&format!("Nf3\n\n{back}"), Some(&text.body));
        let message = read(&words, "", Default::default());
        assert_eq!(
            message.orders.len(),
            1,
            "{name}: {:?}\n{back}",
            message.orders
        );
    }
}
