//! Tests of the forms in which a letter goes out.

use crate::chess::Letters;
use crate::language::{own_words, read};
use crate::letters::drawn::Drawn;
use crate::letters::layout::indented;
use crate::letters::{
    Answers, Format, Letter, Links, LinksTo, Occasion, Preferences, Templates, Text, samples,
};
use crate::mail::html::to_text;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color};
use std::collections::{BTreeMap, BTreeSet};

mod german;

fn letter(occasion: Occasion) -> Letter {
    Letter {
        occasion,
        reader: "Ann".to_owned(),
        reference: Some("[ref g42c7.abcdefghij]".to_owned()),
        links_to: Some(LinksTo {
            address: "chess+g42c7.abcdefghij@example.org".to_owned(),
            reference: None,
            letters: Letters::English,
        }),
        server: "chess@example.org".to_owned(),
        answers: Answers::Proven,
        stopped_time: Vec::new(),
        absence: None,
        rating: None,
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
    all_with(&Preferences::usual(format))
}

/// The same with these links.
fn all_linked(links: Links) -> Vec<(&'static str, Occasion, Text)> {
    all_with(&Preferences {
        links,
        ..Preferences::usual(Format::Board)
    })
}

fn all_with(preferences: &Preferences) -> Vec<(&'static str, Occasion, Text)> {
    let templates = templates();
    let render = |occasion: Occasion| {
        let name = occasion.kind().name;
        let text = templates.render_as(
            &letter(occasion.clone()),
            preferences,
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
        if !tag.starts_with("a ") && tag != "/a" {
            text.push(' ');
        }
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
        let Some(board) = face.board else {
            assert!(!face.html.contains("<img"), "{name}");
            continue;
        };
        assert!(game.your_turn, "{name}");
        assert!(
            board
                .picture
                .to_string()
                .starts_with(game.fen.split(' ').next().unwrap())
        );
        assert!(
            face.html
                .contains(&format!("src=\"cid:{}\"", board.content_id)),
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

/// The HTML without the links that no text has.
fn without_links(html: &str) -> String {
    match html.split_once("<div>\n") {
        None => html.to_owned(),
        Some((before, rest)) => {
            let (_, after) = rest.split_once("</div>\n").unwrap();
            format!("{before}{after}")
        }
    }
}

#[test]
fn the_html_says_what_the_text_says() {
    for links in [Links::Moves, Links::Plain, Links::Off] {
        let mut linked = 0;
        for (name, occasion, text) in all_linked(links) {
            let Some(face) = &text.face else {
                continue;
            };
            linked += usize::from(face.html.contains("<div>\n"));
            let game = occasion.shown_game().unwrap();
            let drawn = face.board.is_some();
            let board: Vec<String> = indented(&game.board).lines().map(str::to_owned).collect();
            let is_board = |line: &str| board.iter().any(|rank| rank == line);
            let of_picture = |line: &&str| drawn && (is_board(line) || line.starts_with("Board, "));
            let said: Vec<&str> = text
                .body
                .lines()
                .filter(|line| !of_picture(line))
                .flat_map(str::split_whitespace)
                .collect();
            let mut shown = words_of(&without_links(&face.html));
            if drawn {
                let alt = game.drawn.in_words(game.last_move.as_deref()).to_string();
                let alt: Vec<&str> = alt.split_whitespace().collect();
                let at = shown
                    .windows(alt.len())
                    .position(|words| words == alt)
                    .unwrap();
                shown.drain(at..at + alt.len());
            }
            let sorted = |mut words: Vec<String>| {
                words.sort();
                words
            };
            // The FEN stands below the picture, and above the board of letters.
            let said = said.into_iter().map(str::to_owned).collect();
            assert_eq!(sorted(shown), sorted(said), "{name}");
        }
        assert_eq!(linked > 5, links != Links::Off, "{links:?}: {linked}");
    }
}

/// What each link of the HTML shows, and the words that it writes.
fn links_in(html: &str) -> Vec<(String, String)> {
    let links = html.split("<a href=\"").skip(1);
    links
        .map(|link| {
            let (target, rest) = link.split_once("\">").unwrap();
            let (shown, _) = rest.split_once("</a>").unwrap();
            let (_, body) = target.split_once("&amp;body=").unwrap();
            let body = body.strip_suffix("%0D%0A").unwrap();
            (shown.to_owned(), body.replace("%20", " "))
        })
        .collect()
}

#[test]
fn whoever_asks_gets_a_link_for_each_legal_move_when_it_is_their_move() {
    let mut seen = 0;
    for (name, occasion, text) in all_linked(Links::Moves) {
        let Some(face) = text.face else {
            continue;
        };
        let game = occasion.shown_game().unwrap();
        let time_over = game.time.as_ref().is_some_and(|time| time.over);
        let linked = links_in(&face.html);
        let moves = linked
            .iter()
            .filter(|(_, typed)| typed.starts_with(|sign: char| sign.is_ascii_digit()));
        let expected = if face.board.is_some() && !time_over {
            game.drawn.legal()
        } else {
            0
        };
        assert_eq!(moves.count(), expected, "{name}");
        seen += expected;
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn the_words_of_a_link_are_one_order_and_never_one_that_gives_up() {
    for links in [Links::Moves, Links::Plain] {
        for (name, _, text) in all_linked(links) {
            let html = text.face.map(|face| face.html).unwrap_or_default();
            for (shown, typed) in links_in(&html) {
                let answer = format!("{typed}\r\n\r\nSent from my iPhone\r\n");
                let message = read(
                    &own_words(&answer, None),
                    "Re: Chess game 42",
                    Letters::English,
                );
                assert_eq!(message.orders.len(), 1, "{name}: {shown}: {typed}");
                assert!(
                    message.unread.is_none() && message.talk.is_none(),
                    "{name}: {typed}"
                );
                assert!(!["resign", "abort", "withdraw", "stop"].contains(&typed.as_str()));
            }
        }
    }
}

#[test]
fn each_command_that_may_be_a_link_is_one_in_some_letter() {
    // But "claim time": no sample has a clock whose flags are claimed.
    let mut linked = BTreeSet::new();
    for (_, _, text) in all_linked(Links::Plain) {
        let html = text.face.map(|face| face.html).unwrap_or_default();
        linked.extend(links_in(&html).into_iter().map(|(shown, _)| shown));
    }
    let linked: Vec<&str> = linked.iter().map(String::as_str).collect();
    assert_eq!(
        linked,
        [
            "accept",
            "accept abort",
            "accept draw",
            "accept pause",
            "accept takeback",
            "decline",
            "decline abort",
            "decline draw",
            "decline pause",
            "decline takeback",
            "draw",
            "links moves",
            "rematch",
        ]
    );
}

#[test]
fn who_wants_no_links_has_none_and_gets_html_for_a_board_alone() {
    for (name, _, text) in all_linked(Links::Off) {
        if let Some(face) = text.face {
            assert!(!face.html.contains("<a "), "{name}");
            assert!(face.board.is_some(), "{name}");
        }
    }
}

#[test]
fn the_first_letters_to_somebody_and_those_that_ask_whose_mail_it_was_are_text_alone() {
    let alone = [
        "invitation",
        "first_answer",
        "confirm_address",
        "confirm_orders",
        "confirm_new_address",
        "welcome",
    ];
    let mut seen = 0;
    for (name, _, text) in all_linked(Links::Moves) {
        if alone.contains(&name) {
            assert_eq!(text.face, None, "{name}");
            seen += 1;
        }
    }
    assert!(seen >= alone.len(), "{seen}");
}

#[test]
fn a_challenge_is_accepted_and_declined_by_a_link() {
    let (_, _, text) = all(Format::Board)
        .into_iter()
        .find(|(name, _, text)| *name == "challenge" && text.face.is_some())
        .unwrap();
    let face = text.face.unwrap();
    assert_eq!(face.board, None);
    let shown: Vec<String> = links_in(&face.html)
        .into_iter()
        .map(|(shown, _)| shown)
        .collect();
    assert_eq!(shown, ["accept", "decline"]);
    assert!(
        face.html.contains(
            "\"mailto:chess%2Bg42c7.abcdefghij@example.org?subject=Re%3A%20Chess%20game%20"
        ),
        "{}",
        face.html
    );
}

#[test]
fn the_html_has_no_colour_of_its_own_leads_only_to_answers_and_closes_what_it_opens() {
    for (name, _, text) in all_linked(Links::Moves) {
        let Some(face) = text.face else {
            continue;
        };
        for wrong in [
            "color",
            "background",
            "http",
            "<style",
            "<table",
            "<svg",
            "data:",
            "<script",
        ] {
            assert!(!face.html.contains(wrong), "{name}: {wrong}");
        }
        let ours =
            "href=\"mailto:chess%2Bg42c7.abcdefghij@example.org?subject=Re%3A%20Chess%20game%20";
        assert_eq!(
            face.html.matches("href=").count(),
            face.html.matches(ours).count(),
            "{name}"
        );
        assert_eq!(
            face.html.matches("<a ").count(),
            face.html.matches(ours).count(),
            "{name}"
        );
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
    // Sixty moves, the most that get links.
    let many: Fen = "4R3/N6R/3P2B1/1B1N3Q/8/4P3/1K2P1kP/8 w - - 0 1"
        .parse()
        .unwrap();
    let many: Chess = many.into_position(CastlingMode::Standard).unwrap();
    game.drawn = Drawn::of(&many, Color::White, None);
    assert_eq!(game.drawn.legal(), 60);
    let talk = Some("long words ".repeat(900));
    let occasion = Occasion::YourMove {
        game,
        played,
        draw_offered,
        claim,
        followed,
        beside: Vec::new(),
        talk,
    };
    let preferences = Preferences {
        links: Links::Moves,
        ..Preferences::usual(Format::Board)
    };
    let text = templates().render_as(&letter(occasion), &preferences, "penpawn.example.org");
    let text = text.unwrap();
    let html = text.face.unwrap().html;
    assert!(links_in(&html).len() >= 60, "{html}");
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
            let said = said.to_string();
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
    for links in [Links::Moves, Links::Plain] {
        for (name, _, text) in all_linked(links) {
            let Some(face) = text.face else {
                continue;
            };
            let mut forms = vec![to_text(&face.html)];
            if links == Links::Moves {
                forms.push(with_targets(&face.html, " <", ">"));
                forms.push(with_targets(&face.html, "<", ">"));
            }
            for back in forms {
                assert!(back.contains("[ref g42c7.abcdefghij]"), "{name}: {back}");
                let words = own_words(&format!("Nf3\n\n{back}"), Some(&text.body));
                let message = read(&words, "", Default::default());
                assert_eq!(
                    message.orders.len(),
                    1,
                    "{name}: {:?}\n{back}",
                    message.orders
                );
                assert_eq!(words.lines, ["Nf3"], "{name}: {back}");
            }
        }
    }
}

/// The HTML as text, each link followed by its target between these signs.
fn with_targets(html: &str, opens: &str, closes: &str) -> String {
    let mut shown = String::new();
    let mut rest = html;
    while let Some((before, link)) = rest.split_once("<a href=\"") {
        let (target, link) = link.split_once("\">").unwrap();
        let (words, after) = link.split_once("</a>").unwrap();
        let target = target.replace("&amp;", "&");
        let target = format!("{opens}{target}{closes}")
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        shown.push_str(&format!("{before}{words}{target}"));
        rest = after;
    }
    shown.push_str(rest);
    to_text(&shown)
}
