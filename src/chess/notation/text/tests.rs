use super::*;
use shakmaty::Chess;

#[test]
fn the_text_as_typed_is_kept_without_its_number_and_printable() {
    let table = [
        ("1. e4!", "e4!"),
        ("12...Nf6", "Nf6"),
        ("12… Nf6", "Nf6"),
        ("１．ｅ４", "ｅ４"),
        ("*e4*", "e4"),
        ("(e8(Q)).", "e8(Q)"),
        ("knight  to\u{a0}f3", "knight to f3"),
        ("e\u{200b}4\u{202e}", "e4"),
        ("O - O", "O - O"),
    ];
    for (text, typed) in table {
        let spellings = read_moves(text, Letters::English).unwrap();
        assert_eq!(spellings[0].typed(), typed, "{text}");
    }
}

#[test]
fn a_question_mark_is_noticed() {
    let table = [
        ("Nf3", false),
        ("Nf3!", false),
        ("Nf3!?", false),
        ("Nf3?!", false),
        ("Nf3 ?!", false),
        ("Nf3?", true),
        ("Nf3??", true),
        ("Nf3 ?", true),
        ("Nf3+?", true),
    ];
    for (text, questioned) in table {
        let spellings = read_moves(text, Letters::English).unwrap();
        assert_eq!(spellings[0].is_questioned(), questioned, "{text}");
    }
}

#[test]
fn ordinary_words_are_no_moves() {
    let prose = "the be to of and a in that have I it for not on with he as you do at this but \
                     his by from they we say her she or an will my one all would there their what \
                     so up out if about who get which go me when make can like time no just him \
                     know take people into year your good some could them see other than then now \
                     look only come its over think also back after use two how our work first well \
                     way even new want because any these give day most us is are was been has had \
                     bad bed dad fed egg ebb add axe ace bee cab fab gab hag beef deaf fade edge \
                     check mate queen king pawn draw resign accept decline Ed Abe Bea Dee Gabe Abba \
                     Ab Ba Bc Cd De Fe Gf PS NB Re Ra Qi Ka Bo Be Nah Bah Hah aha";
    for word in prose.split_whitespace() {
        assert!(read_moves(word, Letters::English).is_none(), "{word}");
        assert!(read_moves(word, Letters::German).is_none(), "{word}");
        assert!(read_moves(word, Letters::French).is_none(), "{word}");
    }
}

#[test]
fn nonsense_is_read_in_little_time_and_without_panic() {
    // Everything that the grammar knows, in random order.
    let pieces = [
        "e4", "Nf3", "x", "-", "0", "O", "o", "=", "(", ")", "Q", "b", "♞", "12", ".", "...", " ",
        " ", "knight", "takes", "to", "castle", "king", "side", "e.p.", "check", "+", "#", "!",
        "?", ":", "$1", "\u{200b}", "é", "𝐍", "…", "‼", "*", "_", "a", "8", "54", "the", "en",
        "passant", "promotes", "🙂", "\u{202e}", "move", "К",
    ];
    let mut state: u32 = 1;
    for round in 0..6_000 {
        let mut text = String::new();
        for _ in 0..(round % 12) {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(pieces[(state >> 16) as usize % pieces.len()]);
        }
        for spelling in read_moves(&text, Letters::English).into_iter().flatten() {
            spelling.resolve(&Chess::default());
            assert!(!spelling.typed().is_empty(), "{text:?}");
            assert!(!spelling.typed().chars().any(char::is_control), "{text:?}");
        }
    }
    for piece in pieces {
        read_moves(&piece.repeat(3_900 / piece.len()), Letters::English);
        read_moves(
            &format!("{piece} ").repeat(3_900 / (piece.len() + 1)),
            Letters::English,
        );
    }
}

#[test]
fn a_piece_that_takes_a_piece_is_read_in_english_capitals() {
    let position = crate::chess::Start::from_fen(
        "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1",
        crate::chess::Variant::Standard,
    )
    .unwrap();
    for (typed, expected) in [
        ("PxP", Some("e4d5")),
        ("24. P x P", Some("e4d5")),
        ("NxP", Some("c3d5")),
        ("BxP", None),
        ("pxp", None),
        ("PxK", None),
    ] {
        let read = read_moves(typed, Letters::English).and_then(|moves| {
            let position = position.position();
            match moves[0].resolve(position) {
                crate::chess::Reading::One(played) => {
                    Some(crate::chess::notation::uci(position, played).to_string())
                }
                _ => None,
            }
        });
        assert_eq!(read.as_deref(), expected, "{typed}");
    }
    assert!(read_moves("PxP", Letters::German).is_none());
}

#[test]
fn a_time_of_day_is_no_castling() {
    for text in ["12:00", "20:00", "4:00", "(07:00)", "12:00.", "12:00 h4"] {
        let castles = |spelling: &Spelling| {
            let mut readings = spelling.patterns.readings.iter();
            readings.any(|one| one.castle.is_some())
        };
        let moves = read_moves(text, Letters::English).unwrap_or_default();
        assert!(!moves.iter().any(castles), "{text}: {moves:?}");
    }
    for text in ["12: 0-0", "12:0-0", "12. O-O", "0-0"] {
        assert!(read_moves(text, Letters::English).is_some(), "{text}");
    }
}

/// What a text is not read for, because of its first word, is no move when it is read all the same.
#[test]
fn no_move_begins_with_a_word_that_is_said_to_begin_none() {
    let signs = [
        'a', 'e', 'h', 'k', 'n', 'o', 't', 'x', 'B', 'K', 'N', 'O', 'P', 'T', 'z',
    ];
    let pairs = signs
        .iter()
        .flat_map(|one| signs.map(|other| format!("{one}{other}")));
    let triples = pairs
        .clone()
        .flat_map(|pair| signs.map(|other| format!("{pair}{other}")));
    let said = [
        "castles", "Rochade", "short", "Grande", "king", "knight", "takes", "to", "the", "from",
        "golf", "Anna", "move", "and", "And", "promotes", "check", "mate", "en", "with", "side",
        "three", "think", "Ooo", "OO", "oo", "Springer", "Конь", "кХ", "ход",
    ];
    let tails = [
        "",
        " 4",
        " e4",
        " x e4",
        " xe4",
        " takes e4",
        " takes the knight",
        " pawn takes e4",
        " three",
        " - e4",
        " f3 = Q",
        " O-O",
        " O - O",
        " castles",
        " side castles",
        " king",
        " 12 Nf3",
        " 12. Nf3",
        " e8 promotes to queen",
        " promotes to queen",
        " xN",
        " 8=N",
        " becomes a queen e8",
        " passant",
        "+",
        "!?",
        ":",
    ];
    let mut ended = 0;
    for first in pairs.chain(triples).chain(said.map(str::to_owned)) {
        for tail in tails {
            for letters in [Letters::English, Letters::German, Letters::Polish] {
                let text = format!("{first}{tail}");
                let mut tokens = Vec::new();
                for word in words(&text) {
                    push_tokens(word, letters, &mut tokens);
                }
                let ends = begins_no_move(&text);
                ended += usize::from(ends);
                assert!(
                    !ends || read_tokens(&tokens, letters).is_none(),
                    "{text} {letters:?}"
                );
            }
        }
    }
    assert!(ended > 50_000, "{ended} texts end at their first word");
}
