use super::*;
use crate::language::{own_words, read};

const TARGET: &str = "mailto:chess%2Bg42c22d20778.abcdefghijkmnpqrstuvw@example.net?subject=Re%3A%20Chess%20game%2042&body=";

/// What becomes of a link's words on the way.
type Form<'a> = &'a dyn Fn(&str) -> String;

/// A letter's links as programs make text of them: the words, and how a target stands behind them.
fn in_each_form(words: &[&str]) -> Vec<String> {
    let target = |word: &str| format!("{TARGET}13.%20{word}%0D%0A");
    let forms: [&dyn Fn(&str) -> String; 8] = [
        &|word| word.to_owned(),
        &|word| format!("{word} <{}>", target(word)),
        &|word| format!("{word}<{}>", target(word)),
        &|word| format!("[{word}]({})", target(word)),
        &|word| format!("{word} ({})", target(word)),
        &|word| format!("{word}\n<{}>", target(word)),
        &|word| format!("*{word}*\n<{}>", target(word)),
        &|word| {
            format!(
                "{word} [{}]",
                target(word)
                    .replace("%3A", ":")
                    .replace("subject", "Subject")
            )
        },
    ];
    let in_form = |form: &&dyn Fn(&str) -> String| {
        let links: Vec<String> = words.iter().map(|word| form(word)).collect();
        links.join("  ")
    };
    forms.iter().map(in_form).collect()
}

/// The links of a letter in this language, in each of these forms.
fn blocks(of: &LinkWords) -> Vec<String> {
    let moves = ["Kd1", "O-O"];
    let pawns = ["a3", "bxc3", "d8=Q"];
    let (draw, more) = (["draw"], ["links moves"]);
    let forms = in_each_form(&moves).into_iter().zip(in_each_form(&pawns));
    let forms = forms.zip(in_each_form(&draw)).zip(in_each_form(&more));
    forms
        .map(|(((king, pawns), draw), more)| {
            let [kings, .., pawn] = of.kinds;
            let LinkWords { each_move, not_yet, to_offer, to_get, .. } = of;
            format!("{each_move}\n\n{kings}: {king}\n\n{pawn}: {pawns}\n\n{not_yet}\n\n{to_offer} {draw}\n\n{to_get} {more}\n")
        })
        .collect()
}

fn orders(text: &str) -> Vec<String> {
    let message = read(&own_words(text, None), "", Letters::English);
    message
        .orders
        .into_iter()
        .map(|order| order.typed)
        .collect()
}

#[test]
fn links_that_come_back_are_no_orders_in_any_form() {
    for block in WORDS.iter().flat_map(|of| blocks(of)) {
        for narrow in [
            block.clone(),
            block.replace("  ", "\n"),
            block.replace("\n\n", "\n"),
        ] {
            assert!(
                orders(&narrow).is_empty(),
                "{:?}\n{narrow}",
                orders(&narrow)
            );
            let answered = format!("Nf3\n\n{narrow}");
            assert_eq!(orders(&answered), ["Nf3"], "{narrow}");
            let words = own_words(&answered, None);
            assert_eq!(words.lines, ["Nf3"], "{narrow}");
        }
    }
}

#[test]
fn one_link_alone_is_no_order() {
    for form in in_each_form(&["e4"]).iter().skip(1) {
        assert!(orders(form).is_empty(), "{form}");
    }
}

#[test]
fn what_a_player_writes_about_links_is_theirs() {
    for text in [
        "e4",
        "links moves",
        "Mail me at <mailto:ann@example.org>",
        "Pawn: e4",
        "To offer a draw: I never would",
        "see mailto:bob@example.org?subject=chess for more",
    ] {
        let words = own_words(text, None);
        assert_eq!(words.lines, [text]);
    }
    let LinkWords {
        each_move, not_yet, ..
    } = ENGLISH_LINKS;
    let between = own_words(&format!("{each_move}\nI take the pawn!\n{not_yet}"), None);
    assert!(between.lines.contains(&"I take the pawn!".to_owned()));
}

#[test]
fn hostile_links_take_linear_time() {
    let LinkWords {
        each_move, not_yet, ..
    } = ENGLISH_LINKS;
    for text in [
        format!("{each_move}\n{not_yet}\n").repeat(5_000),
        format!("{each_move}\n").repeat(10_000),
        "mailto:".repeat(100_000),
        ":".repeat(200_000),
        "mailto:?subject=re ".repeat(30_000),
        "[](mailto:?subject=re)".repeat(30_000),
        format!("[{}", "](mailto:?subject=re)".repeat(30_000)),
    ] {
        own_words(&text, None);
    }
}

#[test]
fn no_move_of_a_block_of_links_is_an_order_whatever_became_of_their_targets() {
    let bare = TARGET.split('?').next().unwrap_or_default();
    let (half, rest) = bare.split_at(30);
    let forms: [(&str, Form<'_>); 7] = [
        ("without its query", &|word| format!("{word}\n<{bare}>")),
        ("wrapped", &|word| {
            format!("{word}\n<{half}\n{rest}?subject=Re%3A%20Chess%20game%2042>")
        }),
        ("cut", &|word| format!("{word}\n<{half}")),
        ("cut on its line", &|word| format!("{word} <{half}")),
        ("in capitals", &|word| {
            format!("{word}\n<{}>", TARGET.to_uppercase())
        }),
        ("in another order", &|word| {
            format!("{word}\n<{bare}?body={word}&subject=Re%3A>")
        }),
        ("only the words", &|word| {
            format!("{word}\n<https://gate.example/{word}>")
        }),
    ];
    for (of, (name, form)) in WORDS
        .iter()
        .flat_map(|of| forms.iter().map(move |form| (of, form)))
    {
        let (one, other) = (form("Kd1"), form("Kf1"));
        for end in [of.not_yet, ""] {
            let (each_move, king) = (of.each_move, of.kinds[0]);
            let block = format!("{each_move}\n\n{king}: {one}\n{other}\n\n{end}\n");
            let above = [
                "",
                "Sorry, I am ill this week.\n\n",
                "On Thu, 26 Nov 2026, penpawn wrote:\n\n",
            ];
            for above in above {
                let text = format!("{above}{block}");
                assert!(
                    orders(&text).is_empty(),
                    "{name}: {:?}\n{text}",
                    orders(&text)
                );
                let answered = format!("Kf1\n\n{text}");
                assert_eq!(orders(&answered), ["Kf1"], "{name}\n{answered}");
            }
        }
    }
}
