use super::game::example;
use super::*;

fn site() -> Site {
    Site {
        name: "Chess & Co".to_owned(),
        address: "chess@example.org".to_owned(),
        contact: "admin@example.org".to_owned(),
        web: String::new(),
    }
}

#[test]
fn every_form_can_be_filled() {
    let game = example().unwrap();
    let page = game_page(&game, &site());
    assert!(
        page.text.ends_with("</html>\n") || page.text.ends_with("</html>"),
        "{}",
        page.text
    );
    let pages = lists(&[game.heading], &site());
    let paths: Vec<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    for path in [
        "index.html",
        "feed.xml",
        "players.html",
        "openings.html",
        "openings/B00.html",
        "years/2026.html",
    ] {
        assert!(paths.contains(&path), "{path} in {paths:?}");
    }
    for page in pages.iter().chain(&lists(&[], &site())) {
        assert!(!page.text.is_empty(), "{}", page.path);
    }
    let front = pages.iter().find(|page| page.path == "index.html").unwrap();
    for words in [
        "mailto:chess@example.org?subject=Chess",
        "What is kept of you",
        "<kbd>forget me</kbd>",
        "ask admin@example.org",
        "How to play",
    ] {
        assert!(front.text.contains(words), "{words}: {}", front.text);
    }
}

#[test]
fn the_page_of_a_game_has_everything_and_escapes_it() {
    let page = game_page(&example().unwrap(), &site()).text;
    for there in [
        "<bdi>Ann &amp; &lt;Bob&gt;</bdi>",
        "<a href=\"#p1\">e4</a><abbr title=\"good move\">!</abbr>",
        "<span class=\"variation\">(1. d4 d5 <span class=\"comment\">Or</span> <span class=\"variation\">(1... f5<abbr title=\"White is slightly better\">⩲</abbr>)</span>)</span>",
        "<li id=\"p5\" data-m=\"f5g6\"><b>3. fxg6</b> White&#39;s pawn f5 takes a pawn in passing and comes to g6",
        "White's clock 1:00:00",
        "becomes a queen",
        "castles on the king's side",
        "White took a rook and 2 pawns; Black took a queen.",
        "mailto:admin@example.org?subject=This%20must%20go:%20Game%201",
        "class=\"board small\"",
        "<dt>White Elo</dt>",
    ] {
        let plain = there.replace("&#39;", "'");
        assert!(
            page.contains(there) || page.contains(&plain),
            "{there}\n{page}"
        );
    }
    assert!(!page.contains("[%clk"), "{page}");
    assert!(!page.contains("style=") && !page.contains(" on") || !page.contains("onclick"));
}

#[test]
fn what_looks_like_an_address_is_in_no_open_game() {
    use crate::chess::pgn::{GameText, read_pgn, write_pgn};
    let pgn = "[Event \"Write to eve@evil.example\"]\n[Site \"https://evil.example/x\"]\n[White \"Bob <bob@club.example>\"]\n\
               [Black \"Cid\"]\n[WhiteNA \"bob@club.example\"]\n[BlackNA \"cid@club.example\"]\n[Date \"2026.11.26\"]\n\n\
               {see www.evil.example} 1. e4 {[%clk 1:00:00] mail bob@club.example} (1. d4 {x@y.example}) 1-0\n";
    let text = GameText::of(pgn);
    let open = write_pgn(&open_record(
        &read_pgn(&text).unwrap().record,
        Source::Archive,
    ));
    for gone in ["@", "://", "www.", "NA \"", "club.example"] {
        assert!(!open.contains(gone), "{gone} in {open}");
    }
    assert!(
        open.contains("[%clk 1:00:00]") && open.contains("[Date \"2026.11.26\"]"),
        "{open}"
    );
}

#[test]
fn a_contact_in_words_is_no_link() {
    for contact in ["", "ask Bob in the club", "a@b?bcc=c@d", "\"x\"@y"] {
        let site = Site {
            contact: contact.to_owned(),
            ..site()
        };
        assert_eq!(site.administrator(), None, "{contact}");
    }
}

#[test]
fn the_board_knows_whom_to_challenge_where_the_server_has_an_address() {
    let [board, starts] = chessboard(&site());
    for there in [
        "data-address=\"chess@example.org\"",
        "id=\"challenge\"",
        "<g id=\"bk\">",
        "src=\"board/page.js\" type=\"module\"",
    ] {
        assert!(board.text.contains(there), "{there}");
    }
    assert!(!board.text.contains("style=") && !board.text.contains("onclick"));
    assert_eq!(starts.text.matches("board.html#start=").count(), 960);
    assert!(starts.text.contains("#start=518\">RNBQKBNR</a>"));
    let [nobody, _] = chessboard(&Site {
        address: String::new(),
        ..site()
    });
    assert!(!nobody.text.contains("id=\"challenge\""));
}

#[test]
fn a_game_leads_to_the_board_with_its_last_position() {
    let page = game_page(&example().unwrap(), &site()).text;
    let link = "RNB2RK1_b_";
    assert!(page.contains("href=\"../board.html#fen="), "{page}");
    assert!(page.contains(link), "{page}");
}
