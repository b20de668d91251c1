use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn fens_are_found_wherever_they_stand() {
    let full = format!("{START} w KQkq - 0 1");
    let table: Vec<(String, Vec<String>)> = vec![
        (full.clone(), vec![full.clone()]),
        (START.into(), vec![START.into()]),
        (format!("I have {full}. Do you?"), vec![full.clone()]),
        (format!("I have `{START}` here"), vec![START.into()]),
        (format!("FEN: {full}"), vec![full.clone()]),
        (format!("FEN:{full}"), vec![full.clone()]),
        (format!("[FEN \"{full}\"]"), vec![full.clone()]),
        (
            format!("{START} w\nKQkq - 0 1\nregards"),
            vec![format!("{START} w\nKQkq - 0 1")],
        ),
        (format!("{START} and it is b to move"), vec![START.into()]),
        (format!("{START} w KQkq"), vec![format!("{START} w KQkq")]),
        (
            format!("{START}_w_KQkq_-_0_1 ok"),
            vec![format!("{START}_w_KQkq_-_0_1")],
        ),
        (
            format!("({START}) w is right, {full}"),
            vec![START.into(), full.clone()],
        ),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            vec!["rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into()],
        ),
        (
            format!("https://lichess.org/analysis/{START}_w_KQkq_-_0_1"),
            vec![format!("{START}_w_KQkq_-_0_1")],
        ),
        ("see /usr/share/doc/a/b/c/d/e".into(), vec![]),
        ("http://a/b/c/d/e/f/g/h".into(), vec![]),
        (
            "1/2 1/2/3/4/5/6/7 maybe".into(),
            vec!["1/2/3/4/5/6/7".into()],
        ),
        ("nothing here, e4".into(), vec![]),
        ("\u{3000}\u{00a0}".into(), vec![]),
        (
            format!("\u{3000}{START}\u{3000}w"),
            vec![format!("{START}\u{3000}w")],
        ),
    ];
    for (text, expected) in table {
        assert_eq!(find_fens(&text), expected, "{text}");
    }
}
