//! `penpawn site`: which games are public, what their pages say, and what is written when something has changed. Other
//! programs judge: html5lib reads every page strictly, and python-chess knows every position.

use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, new_mail};
use crate::daemon::Setup;
use crate::pgn::dice::Dice;
use crate::pgn::games::{Remarks, random_game};
use crate::{bed, referee};
use penpawn::chess::pgn::write_pgn;
use std::fs;
use std::path::{Path, PathBuf};

/// Reads the folder named on standard input: every page without a fault, no id twice, no link within the site that leads
/// nowhere, no script or style but our files. Prints how many pages there are.
const JUDGE: &str = r#"
import os, sys, html5lib, xml.dom.minidom
from urllib.parse import urlsplit, unquote
root = sys.stdin.read().strip()
pages, links = {}, []
for folder, _, files in os.walk(root):
    for file in files:
        path = os.path.join(folder, file)
        if file.endswith('.xml'):
            tree = xml.dom.minidom.parse(path)
            for link in tree.getElementsByTagName('link'):
                links.append((path, link.getAttribute('href')))
        if not file.endswith('.html'):
            continue
        with open(path, 'rb') as page:
            try:
                tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page.read(), transport_encoding='utf-8')
            except Exception as fault:
                sys.exit(f'{path}: {fault!r}')
        ids = [it.get('id') for it in tree.iter() if it.get('id')]
        assert len(ids) == len(set(ids)), (path, [it for it in ids if ids.count(it) > 1])
        pages[os.path.realpath(path)] = set(ids)
        assert tree.get('lang') == 'en' and tree.find('.//title').text, path
        for it in tree.iter():
            if not isinstance(it.tag, str):
                continue
            name = it.tag.split('}')[-1]
            assert name not in ('style', 'iframe', 'object', 'form', 'img', 'base'), (path, name)
            ours = it.get('src', '').endswith('game.js') or (it.get('src') == 'board/page.js' and it.get('type') == 'module')
            assert name != 'script' or (ours and not it.text), (path, it.get('src'))
            for attribute, value in it.attrib.items():
                attribute = attribute if isinstance(attribute, str) else attribute[-1]
                assert not attribute.startswith('on') and attribute != 'style', (path, attribute)
                if attribute.split('}')[-1] in ('href', 'src'):
                    links.append((path, value))
for path, link in links:
    parts = urlsplit(link)
    if parts.scheme == 'mailto':
        continue
    assert not parts.scheme and not parts.netloc, (path, link)
    to = os.path.realpath(os.path.join(os.path.dirname(path), unquote(parts.path)) if parts.path else path)
    assert os.path.isfile(to) and to.startswith(os.path.realpath(root) + '/'), (path, link)
    # The board shows the position that stands behind its name.
    position = to.endswith('/board.html') and parts.fragment.split('=')[0] in ('fen', 'start')
    assert not parts.fragment or position or parts.fragment in pages[to], (path, link)
print(len(pages))
"#;

/// Compares the positions of every game's page with those of its PGN. Prints how many there were.
const POSITIONS: &str = r#"
import glob, re, sys, html, chess, chess.pgn
root, seen = sys.stdin.read().strip(), 0
for path in glob.glob(root + '/*/*.pgn'):
    with open(path, encoding='utf-8') as file:
        game = chess.pgn.read_game(file)
    assert not game.errors, (path, game.errors)
    with open(path[:-3] + 'html', encoding='utf-8') as file:
        page = file.read()
    shown = page.split('<ol id="positions">')[1].split('</ol>')[0]
    fens = [html.unescape(fen) for fen in re.findall('<code>(.*?)</code>', shown)]
    boards = [game.board()] + [node.board() for node in game.mainline()]
    assert len(fens) == len(boards), (path, len(fens), len(boards))
    for fen, board in zip(fens, boards):
        ours = chess.Board(fen, chess960=board.chess960)
        assert ours == board and ours.fullmove_number == board.fullmove_number, (path, fen, board.fen())
        seen += 1
print(seen)
"#;

/// A folder of this test, which is removed with it.
pub(crate) struct Place(pub(crate) PathBuf);

impl Place {
    pub(crate) fn new(name: &str) -> Place {
        let folder = std::env::temp_dir().join(format!("penpawn-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Place(folder)
    }

    pub(crate) fn site(&self) -> PathBuf {
        self.0.join("site")
    }

    pub(crate) fn text(&self, path: &str) -> String {
        let path = self.site().join(path);
        fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
    }

    fn has(&self, path: &str) -> bool {
        self.site().join(path).exists()
    }

    /// All that stands in all files of the site.
    fn whole(&self) -> String {
        let mut whole = String::new();
        read_below(&self.site(), &mut whole);
        whole
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read_below(folder: &Path, whole: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_below(&path, whole);
        } else {
            whole.push_str(&fs::read_to_string(&path).expect("text"));
        }
    }
}

/// Writes the site, and returns how many files were written and removed.
pub(crate) fn write(setup: &Setup, place: &Place) -> (usize, usize) {
    let output = setup.penpawn(&["site", place.site().to_str().expect("a path")]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let number = |before: &str| -> usize {
        let (words, _) = said.split_once(before).unwrap_or_else(|| panic!("{said}"));
        let number = words.rsplit(' ').next().expect("a word");
        number.parse().unwrap_or_else(|_| panic!("{said}"))
    };
    (number(" written"), number(" removed"))
}

fn judge(place: &Place) -> usize {
    let said = referee::ask(JUDGE, place.site().to_str().expect("a path"));
    said.trim().parse().expect("a number")
}

/// Each of these players writes these words in answer to the newest letter that they got.
pub(crate) async fn write_all(desk: &mut Correspondence, first: usize, lines: &[(&str, &str)]) {
    for (number, (who, words)) in (first..).zip(lines) {
        let letter = desk.newest_to(address_of(who)).clone();
        let (_, fate) = desk.deliver(&answer(&letter, who, number, "", words)).await;
        assert_eq!(fate.state, "done", "{words}: {fate:?}");
    }
}

/// Games 1 to 3: of the first both wanted that everybody may read it, of the second only one did when it ended, and of the
/// third both did only after its end.
pub(crate) async fn three_games() -> Correspondence {
    let mut desk = Correspondence::begin().await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
        .await;
    write_all(
        &mut desk,
        2,
        &[
            (ANN, "yes"),
            (BOB, "accept"),
            (ANN, "public on"),
            (BOB, "public on"),
        ],
    )
    .await;
    for (number, who, words) in [
        (10, ANN, "game 1 f3\n\nring tel-739-1186"),
        (11, BOB, "game 1 e5"),
        (12, ANN, "game 1 g4\nnote: my cat is called Mausi"),
        (13, BOB, "game 1 Qh4#"),
        (14, BOB, "public off"),
        (15, ANN, "rematch"),
        (16, BOB, "accept"),
        (17, BOB, "game 2 e4"),
        (18, ANN, "game 2 resign"),
        (19, BOB, "public on"),
    ] {
        let letter = desk.newest_to(address_of(who)).clone();
        let (letters, fate) = desk.deliver(&answer(&letter, who, number, "", words)).await;
        if fate.state == "held" {
            let question = letters.first().expect("a question").clone();
            desk.deliver(&answer(&question, who, 100 + number, "", "yes"))
                .await;
        }
    }
    desk
}

#[tokio::test]
async fn a_game_is_public_when_both_wanted_it_at_its_end_and_as_long_as_both_do() {
    let mut desk = three_games().await;
    let setup = Setup::beside(&desk);
    let place = Place::new("site-public");
    write(&setup, &place);
    let page = place.text("games/1.html");
    assert!(
        page.contains("2... Qh4#") && page.contains("checkmate"),
        "{page}"
    );
    assert!(!place.has("games/2.html"), "one did not want it at its end");
    judge(&place);
    let whole = place.whole();
    for closed in [
        "players.test",
        "tel-739-1186",
        "Mausi",
        "WhiteNA",
        "BlackNA",
        "WhiteElo",
    ] {
        assert!(!whole.contains(closed), "{closed}");
    }
    assert_eq!(write(&setup, &place), (0, 0));

    write_all(&mut desk, 30, &[(ANN, "public off")]).await;
    write(&setup, &place);
    assert!(!place.has("games/1.html") && !place.has("games/1.pgn"));
    for name in ["<bdi>Ann</bdi>", "\"Ann\"", "games/1"] {
        assert!(!place.whole().contains(name), "{name}");
    }
    judge(&place);
    write_all(&mut desk, 31, &[(ANN, "public on")]).await;
    write(&setup, &place);
    assert!(place.has("games/1.html"), "what both wanted is there again");

    let forgotten = setup.penpawn(&["players", "forget", "ann@players.test", "--yes"]);
    assert!(forgotten.status.success(), "{forgotten:?}");
    write(&setup, &place);
    assert!(!place.has("games/1.html"));
    assert!(
        !place.whole().contains("Ann<"),
        "nothing of who is forgotten"
    );
    judge(&place);
}

/// Two hundred games of every kind, and one whose writer wished us ill.
pub(crate) fn archive(place: &Place) -> PathBuf {
    let mut text: String = (0..200)
        .map(|game| {
            let mut dice = Dice::new(7, game);
            let remarks = if game % 2 == 0 {
                Remarks::Plain
            } else {
                Remarks::Any
            };
            write_pgn(&random_game(&mut dice, 120, remarks))
        })
        .collect();
    text.push_str(
        "[Event \"</title><script>alert(1)</script>\"]\n[Site \"?\"]\n[Date \"1999.??.??\"]\n[Round \"-\"]\n\
         [White \"<img src=x onerror=alert(2)>\"]\n[Black \"Eve' \\\" <eve@evil.example>\"]\n[Result \"1-0\"]\n\
         [ECO \"B00\"]\n[Opening \"<b>bold</b>\"]\n[WhiteNA \"white@evil.example\"]\n\n\
         {</p><script>alert(3)</script> write to eve@evil.example or https://evil.example/} 1. e4 {--><svg onload=alert(4)>} \
         e5 $255 ({`8/8/8/8/8/8/8/K1k5 w - - 0 1` ``} 1... c5) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n",
    );
    let file = place.0.join("games.pgn");
    fs::write(&file, text).expect("a file");
    file
}

#[tokio::test]
async fn pages_of_an_archive_are_valid_right_and_written_only_when_they_change() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new("site-archive");
    let file = archive(&place);
    setup.penpawn(&["import", file.to_str().expect("a path")]);
    let games: i64 = sqlx::query_scalar("select count(*) from archive_game")
        .fetch_one(&pool)
        .await
        .expect("a number");
    assert!(games > 190, "{games}");

    let (written, removed) = write(&setup, &place);
    assert!(written > 2 * 190 && removed == 0, "{written}, {removed}");
    assert!(judge(&place) > 200);
    let seen: usize = referee::ask(POSITIONS, place.site().to_str().expect("a path"))
        .trim()
        .parse()
        .expect("a number");
    assert!(seen > 5_000, "{seen}");
    let whole = place.whole();
    for address in ["@evil", "://evil"] {
        assert!(!whole.contains(address), "{address}");
    }
    // In a PGN these are words like others; the judge has looked at what the pages make of them.
    let page = place.text("archive/201.html");
    assert!(page.contains("&lt;script&gt;alert(3)"), "{page}");
    assert_eq!(write(&setup, &place), (0, 0), "nothing has changed");

    // A heading that stands in no list: two files of each game, and all of them together.
    sqlx::query(
        "update archive_game set pgn = replace(pgn, '[Event \"', '[Event \"Changed ')
         where id in (select id from archive_game order by id limit 10)",
    )
    .execute(&pool)
    .await
    .expect("changed");
    assert_eq!(write(&setup, &place), (21, 0));
    // One game less: its two files go, and the lists in which it stood change.
    sqlx::query("delete from archive_game where white like '%img%'")
        .execute(&pool)
        .await
        .expect("deleted");
    let (written, removed) = write(&setup, &place);
    assert!(removed >= 2 && written < 20, "{written}, {removed}");
    assert!(!place.has("archive/201.html") && !place.whole().contains("alert("));
    judge(&place);
}

/// What a browser fetches to show a game of usual length: the page, its style and its script.
#[tokio::test]
async fn the_page_of_a_game_is_small() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let place = Place::new("site-small");
    let file = place.0.join("game.pgn");
    fs::write(&file, LONG).expect("a file");
    setup.penpawn(&["import", file.to_str().expect("a path")]);
    write(&setup, &place);
    let sizes = ["archive/1.html", "style.css", "game.js"].map(|path| place.text(path).len());
    assert!(sizes.iter().sum::<usize>() < 40_000, "{sizes:?}");
}

/// Kasparov - Topalov, Wijk aan Zee 1999: 44 moves.
const LONG: &str = "[Event \"Hoogovens\"]\n[Site \"Wijk aan Zee\"]\n[Date \"1999.01.20\"]\n[Round \"4\"]\n\
    [White \"Kasparov, Garry\"]\n[Black \"Topalov, Veselin\"]\n[Result \"1-0\"]\n\n\
    1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6 9. Qxh6 Bb7 10. a3 e5 \
    11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5 16. Rd1 Nb6 17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 \
    20. Qf4+ Ka7 21. Rhe1 d4 22. Nd5 Nbxd5 23. exd5 Qd6 24. Rxd4 cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 \
    28. Qc3 Qxd5 29. Ra7 Bb7 30. Rxb7 Qc4 31. Qxf6 Kxa3 32. Qxa6+ Kxb4 33. c3+ Kxc3 34. Qa1+ Kd2 35. Qb2+ Kd1 \
    36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 bxc4 39. Qxh8 Rd3 40. Qa8 c3 41. Qa4+ Ke1 42. f4 f5 43. Kc1 Rd2 44. Qa7 1-0\n\n";
