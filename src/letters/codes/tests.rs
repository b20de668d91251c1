use super::form::TAIL;
use super::spelled::LONGEST_TAG;
use super::*;
use crate::letters::look_alike::latin_twin;

const CODE: &str = "a7zq3k5vwj2hmtx6pd4bl";

/// Codes of all forms.
fn codes() -> Vec<String> {
    let random = "abcdefghijklmnopqrstuvwxyz";
    let heads = [
        "g42c22d20778",
        "g1o0i20778",
        "g42c22",
        "p17d20778",
        "p17b20778",
        "p17lhod723u0qo",
    ];
    heads
        .iter()
        .map(|head| format!("{head}.{CODE}"))
        .chain([
            format!("y.{random}{}", check_letters(random)),
            format!("y.{random}"),
            format!("b.{random}"),
            format!("n.{random}"),
        ])
        .collect()
}

fn full_width(text: &str) -> String {
    text.chars()
        .map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap())
        .collect()
}

/// In letters of mathematics and figures in circles.
fn styled(sign: char) -> String {
    let twin = match sign {
        'a'..='z' => u32::from(sign) - u32::from('a') + 0x1d41a,
        '1'..='9' => u32::from(sign) - u32::from('1') + 0x2460,
        _ => u32::from(sign),
    };
    char::from_u32(twin).unwrap().to_string()
}

/// In letters of Cyrillic that look the same, where there are some.
fn cyrillic(sign: char) -> String {
    match sign {
        'a' => 'а',
        'c' => 'с',
        'e' => 'е',
        'o' => 'о',
        'p' => 'р',
        'x' => 'х',
        'y' => 'у',
        'j' => 'ј',
        'h' => 'һ',
        'q' => 'ԛ',
        other => other,
    }
    .to_string()
}

fn each(text: &str, shown: impl Fn(char) -> String) -> String {
    text.chars().map(shown).collect()
}

/// Nothing of the code is left that somebody could put together again.
fn assert_gone(text: &str, code: &str) {
    let cleaned = without_codes(text);
    assert!(cleaned.contains(REMOVED), "{text:?} stays");
    assert_harmless(&cleaned, code, text);
    assert_eq!(without_codes(&cleaned), cleaned, "cleaned twice");
}

/// No more than four letters, of five bits each, of what is secret in a code.
fn assert_harmless(cleaned: &str, code: &str, text: &str) {
    let left: String = cleaned
        .replace(REMOVED, "|")
        .chars()
        .map(latin_twin)
        .filter(|c| c.is_ascii_alphanumeric() || *c == '|')
        .collect::<String>()
        .to_lowercase();
    let tail = code.split_once('.').unwrap().1;
    for piece in tail.as_bytes().windows(5) {
        let piece = String::from_utf8_lossy(piece);
        assert!(!left.contains(&*piece), "{text:?}: {cleaned:?}");
    }
}

#[test]
fn a_code_is_taken_out_wherever_it_stands_as_it_is() {
    for code in codes() {
        for place in [
            code.to_string(),
            format!("Hello {code} there"),
            format!("chess+{code}@example.org"),
            format!("<{code}.abcdefghijklmnopqrstuvwxyz@penpawn.example.org>"),
            format!("[ref {code}]"),
            format!("(ref {code}]"),
            format!("{code}\n{code}"),
            code.to_uppercase(),
        ] {
            if !code.starts_with(['b', 'n']) || !place.contains(".abcdefghijklmnopqrstuvwxyz@") {
                assert_gone(&place, &code);
            }
        }
    }
    assert_eq!(
        without_codes(&format!(
            "write to chess+g1c0d20778.{CODE}@example.org, Bob"
        )),
        "write to chess+(code removed)@example.org, Bob"
    );
}

#[test]
fn a_code_is_taken_out_in_what_encodes_it_or_hides_in_it() {
    for code in codes() {
        for disguise in [
            full_width(&code),
            each(&code, styled),
            each(&code, cyrillic),
            each(&code, |c| format!("{c}\u{200b}")),
            each(&code, |c| format!("{c}\u{301}")),
            each(&code, |c| format!("{c}\u{ad}")),
            each(&code, |c| format!("{c}\u{200d}\u{feff}")),
            each(&code, |c| format!("%{:02x}", u32::from(c))),
            each(&code, |c| format!("%25{:02X}", u32::from(c))),
            each(&code, |c| format!("&#{};", u32::from(c))),
            each(&code, |c| format!("&amp;#x{:x};", u32::from(c))),
            each(&code, |c| format!("={:02X}", u32::from(c))),
            code.replace('.', "%2E"),
            code.replace('.', "&period;"),
            code.replace('.', "．"),
            code.replace('.', "=2E"),
            code.replace('.', "-2E"),
            code.replace('.', "-2e"),
            code.replace('.', "_2E"),
            code.replace('.', "+2E"),
            code.replace('.', "~2e"),
            code.replace('.', "\\2e"),
            code.replace('.', "\\u002e"),
            code.replace('.', "\\u{2e}"),
            code.replace('.', "\\x2e"),
            code.replace('.', "\\x{2E}"),
            code.replace('.', "\\056"),
            code.replace('.', "_x002E_"),
            code.replace('.', "U+002E"),
            code.replace('.', "0x2e"),
            code.replace('.', "&#46"),
            code.replace('.', "&#46;"),
            each(&code, |c| format!("\\u{:04x}", u32::from(c))),
            each(&code, |c| format!("\\x{:02X}", u32::from(c))),
            each(&code, |c| format!("_{:02X}", u32::from(c))),
            format!("{}=\r\n{}", &code[..20], &code[20..]),
            format!("{}=\n{}", &code[..20], &code[20..]),
            format!("{}&shy;{}", &code[..20], &code[20..]),
            format!("chess%2B{code}%40example.org"),
        ] {
            assert_gone(&disguise, &code);
        }
    }
}

#[test]
fn a_code_is_taken_out_that_is_split_by_what_everybody_sees() {
    for code in codes()
        .iter()
        .filter(|code| code.len() > 30 && !code.starts_with(['b', 'n']))
    {
        if code.len() == 28 {
            continue;
        }
        for disguise in [
            format!("{}\n{}", &code[..20], &code[20..]),
            format!("{}\n> {}", &code[..20], &code[20..]),
            format!("{} {}", &code[..20], &code[20..]),
            format!("{}<br>\n{}", &code[..20], &code[20..]),
            format!("{}</p><p class=\"x\">{}", &code[..20], &code[20..]),
            format!("{} — ж — {}", &code[..20], &code[20..]),
            each(code, |c| format!("{c} ")),
            each(code, |c| format!("{c}-")),
            each(code, |c| format!("{c}.")),
            each(code, |c| format!("*{c}*")),
            each(code, |c| format!("<b>{c}</b>")),
            each(code, |c| format!("{c}é").replace('é', "ш")),
            code.replace('.', " . "),
        ] {
            assert_gone(&disguise, code);
        }
    }
    // One without a day, and one without anything to be known by, are known while they are not torn apart.
    for split in [
        "g42c22.a7zq3k5\nvwj2hmtx6pd4bl",
        "g42 c22 . a7zq3k5vwj2hmtx6pd4bl",
    ] {
        assert_gone(split, &format!("g42c22.{CODE}"));
    }
}

/// What goes on for longer behind a "<" is words.
#[test]
fn a_tag_within_a_code_is_looked_at_up_to_its_bound() {
    let code = format!("g42c22d20778.{CODE}");
    let (head, tail) = code.split_at(20);
    let split = |octets: usize| format!("{head}<b{}>{tail}", "x".repeat(octets - 1));
    assert_gone(&split(LONGEST_TAG), &code);
    let cleaned = without_codes(&split(LONGEST_TAG + 1)).into_owned();
    assert!(cleaned.ends_with(tail), "{cleaned}");
}

#[test]
fn the_letters_of_a_code_are_taken_out_without_its_head() {
    let random = "abcdefghijklmnopqrstuvwxyz";
    let one_time = format!("{random}{}", check_letters(random));
    let backwards = |text: &str| text.chars().rev().collect::<String>();
    for letters in [CODE, &CODE[1..], &one_time] {
        for disguise in [
            letters.to_owned(),
            letters.to_uppercase(),
            backwards(letters),
            full_width(letters),
            each(letters, styled),
            each(letters, cyrillic),
            each(letters, |c| format!("{c}\u{200b}")),
            each(letters, |c| format!("={:02X}", u32::from(c))),
            each(letters, |c| format!("%{:02x}", u32::from(c))),
            each(letters, |c| format!("&#{};", u32::from(c))),
        ] {
            for place in [
                disguise.clone(),
                format!("it is {disguise}, g42c22"),
                format!("({disguise})"),
                format!("chess+{disguise}@example.org"),
                format!("ж{disguise}ж"),
            ] {
                assert_gone(&place, &format!("x.{letters}"));
            }
        }
    }
    assert_eq!(
        without_codes(&format!("g42c22d20778{CODE} is it")),
        format!("{REMOVED} is it")
    );
    assert_gone(
        &backwards(&format!("g42c22d20778.{CODE}")),
        &format!("g42c22d20778.{CODE}"),
    );
}

#[test]
fn letters_that_do_not_decompose_are_read_too() {
    let code = format!("g42c22d20778.{CODE}");
    let small = |c: char| match c {
        'a' => 'ᴀ',
        'b' => 'ʙ',
        'd' => 'ᴅ',
        'g' => 'ɢ',
        'h' => 'ʜ',
        'j' => 'ᴊ',
        'k' => 'ᴋ',
        'l' => 'ʟ',
        'm' => 'ᴍ',
        'p' => 'ᴘ',
        't' => 'ᴛ',
        'v' => 'ᴠ',
        'w' => 'ᴡ',
        'z' => 'ᴢ',
        '7' => '❼',
        other => other,
    };
    let of_flags = |c: char| match c {
        'a'..='z' => char::from_u32(0x1f1e6 + u32::from(c) - 97).unwrap(),
        other => other,
    };
    let black = |c: char| match c {
        'a'..='z' => char::from_u32(0x1f170 + u32::from(c) - 97).unwrap(),
        other => other,
    };
    for disguise in [small, of_flags, black] {
        for letters in [code.as_str(), CODE] {
            let text: String = letters.chars().map(disguise).collect();
            assert_gone(&text, &code);
        }
    }
}

/// What looks like a code would swallow the beginning of the one behind it, and leave its end.
#[test]
fn a_code_behind_what_looks_like_one_is_taken_out() {
    let code = format!("g42c22d20778.{CODE}");
    for decoy in [
        "g1c1d20778.",
        "g1c1d20778.a",
        "g1c1d20778.abcdefghijklm",
        "p17b20778. and so on ",
        "y.abcdefgh",
        "%6",
        "&#",
    ] {
        assert_gone(&format!("{decoy}{code}"), &code);
        assert_gone(&format!("{decoy}\n{code}"), &code);
    }
}

#[test]
fn words_are_left_alone() {
    for words in [
        "",
        "g4 c5. Bb5 was better here I think, and then we go on",
        "After g4 c2. And then I played something silly",
        "Sorry. I played Nf3 e5 Bb5 c6 and then nothing happened at all",
        "y. abcdefghijklmnopqrstuvwxyzabcdef",
        "My dear Bob. Thanks for the game that we played yesterday evening",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
        "game 42. Answer with \"challenge Bob\" to play again some day",
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "  1  . K R . . Q . R\n  2  . . P . . P P P\n",
        "https://example.org/a.html?b=c%20d&amp;e=f",
        "100 % sure &c. and so on & so forth; = or =",
        "Up 1 level in rating. Thanks for the game, see you next year",
        "p 1 likethisone. Then we played the other game that I told you about",
        "On p17 a game is shown. Bob has it too, and so have all of us here",
        "Step 12 b 20. Then something else is done by everybody who is here",
        "15. g4 c5 16. d4 $14 $1 16... exd4 17. Nf3 Nc6 18. Nxd4 Nxd4 19. Qxd4 Nf6",
        "1... g4 c5 2... d4 e5. Then I do not know what to do, and what about you?",
        "8/8/8/8/8/8/8/6p1 b - - 12 40. What would you play here, if it were you?",
        "Пишу: g4 c5. Потом играл Bb5, и это было лучше, я думаю",
        "n.smith@example.org and b.abcdefgh@example.org",
        "p17. Page seventeen of the book that I told you about",
        "straße.größe.ñandú",
        "internationalizations counterrevolutionaries",
        "schachfreundehamburg22 Rechtsschutzversicher",
        "e4e5nf3nc6bb5a6ba4nf6 e2e4e7e5g2g4d7d5b2b3 abcd-efgh-2jkl-mno3",
        "https://example.org/d/1A9bcDefGh2jKlmnOpqr0stuV/edit",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709 aaaabbbbccccddddeee22",
    ] {
        assert_eq!(without_codes(words), words);
    }
}

#[test]
fn a_code_that_is_cut_short_is_taken_out_as_far_as_it_goes() {
    for code in codes().iter().filter(|code| code.contains("20778")) {
        for length in 1..TAIL {
            let (cut, _) = code.split_at(code.len() - length);
            for place in [
                cut.to_owned(),
                format!("see {cut}.\nBye"),
                format!("{cut}\u{200b}"),
            ] {
                assert_gone(&place, code);
            }
        }
    }
    assert_eq!(
        without_codes("g42c22d20778.too, Bob."),
        "(code removed), Bob."
    );
}

#[test]
fn the_shortest_code_is_found_among_words_and_in_a_short_value() {
    let shortest = "p1b20778.";
    assert_eq!(shortest.len(), SHORTEST_HEAD);
    for found in [
        without_unsplit_codes(&format!("1. e4 {shortest} e5")),
        without_unsplit_codes("1. e4 p1b20=\n778. e5"),
        without_unsplit_codes("1. e4 p1b20<b\nc d>778. e5"),
        without_codes(shortest),
        without_codes("p1b 20 778."),
        without_codes("p1b20778&period;"),
        without_codes("p1b20778=2E"),
        without_codes("p1b20778%2e"),
        without_codes("p1b20778-2E"),
        without_codes("p1b20778\\u002e"),
        without_codes("p1b20778&#46;"),
        without_codes(&CODE[1..]),
    ] {
        assert!(found.contains(REMOVED), "{found:?}");
    }
    let moves = "1. e4 e5 2. Nf3 $142 1/2-1/2 *";
    assert!(is_too_short(moves, Over::WhatNobodySees));
    assert!(is_too_short("Bob Smith", Over::Everything));
}

#[test]
fn what_begins_like_a_code_at_the_end_of_a_value_goes_with_the_value() {
    for (value, left) in [
        ("Zoe g1 o1 d20779.", "Zoe (code removed)."),
        ("Zoe g1 o1 d20779.a", "Zoe (code removed)"),
        ("Zoe g1o1d20779.", "Zoe (code removed)."),
        ("Zoe p 7 b 20779 . a b", "Zoe (code removed)"),
    ] {
        let cleaned = without_codes(value);
        assert_eq!(cleaned.trim_end_matches('.'), left.trim_end_matches('.'));
        assert!(!format!("{cleaned} You have White, and it is your move").contains("20779"));
        assert!(holds_code(value));
    }
    for (name, left) in [
        ("Zoe g1 o1 d", "Zoe"),
        ("Zoe g1o1d207", "Zoe"),
        ("Zoe p 7 b 2", "Zoe"),
        ("Zoe p17lhod723u0qo", "Zoe"),
        ("Group 1 B 2", "Group 1 B 2"),
        ("Eve g4", "Eve g4"),
        ("Bob 2", "Bob 2"),
    ] {
        assert_eq!(without_begun_code(name), left);
        assert_eq!(holds_code(name), name != left, "{name}");
    }
}

#[test]
fn nothing_behind_a_blank_or_a_sign_goes_with_what_begins_like_a_code() {
    let ours = " You have White.\n\nFEN: 8/8 w - - 0 1\n  a b c d e f g h\n";
    for theirs in [
        "g1 o1 d20779.",
        "g1o1d20779.",
        "g1o1d20779",
        "g1o1d20779.ab",
        "g4c5.",
        "g1o1d2077",
        "p17lhod723u0qo.",
        "y.",
    ] {
        let text = format!("{theirs}{ours}");
        assert!(without_unsplit_codes(&text).ends_with(ours), "{theirs}");
    }
    let code = format!("g1o1d20779.{CODE}");
    assert_eq!(
        without_unsplit_codes(&format!("{code}{ours}")),
        format!("{REMOVED}{ours}")
    );
    assert_eq!(without_unsplit_codes(CODE), REMOVED);
}

#[test]
fn a_code_over_several_lines_is_taken_out_line_by_line() {
    let (begin, end) = ("g42c22d20778.a7zq", "3k5vwj2hmtx6pd4bl");
    for (text, cleaned) in [
        (
            format!("say {begin}\n> {end} too\ne4"),
            "say (code removed)\n> (code removed) too\ne4",
        ),
        (
            format!("> {begin}\n\n > {end}\n"),
            "> (code removed)\n\n > (code removed)\n",
        ),
    ] {
        assert_eq!(without_torn_codes(&text), cleaned);
    }
    for whole in [
        format!("> [ref {begin}{end}]\ne4 e5"),
        format!("> [ref {begin}\nNf3 Nf6 Ng1 Ng8\nand so on"),
        format!("> {begin} 3k5vwj2hmtx6pd4bl"),
    ] {
        assert_eq!(without_torn_codes(&whole), whole);
    }
}

#[test]
fn any_text_is_read_to_its_end_in_little_time() {
    for piece in [
        "g1",
        "g1c",
        "%25",
        "&amp;",
        "g42c22.",
        "y.",
        "g\u{200b}",
        "=\n",
        "p1l",
        ".a",
        "р",
        "g1 <",
        "p1l...",
        "<b>",
        "&g;",
        "%6b",
    ] {
        let text = piece.repeat(20_000);
        assert_eq!(without_codes(&text).len(), text.len(), "{piece:?}");
    }
    assert!(without_codes(&"g1c1d20778.".repeat(20_000)).contains(REMOVED));
}

/// Words that are looked at alone tell the same codes as the whole text does.
#[test]
fn words_alone_hold_the_codes_that_the_whole_text_holds() {
    let mut pieces: Vec<String> = codes();
    let halves = codes()
        .into_iter()
        .map(|code| code[..code.len() / 2].to_owned());
    pieces.extend(halves);
    let rest = codes()
        .into_iter()
        .map(|code| code[code.len() / 2..].to_owned());
    pieces.extend(rest);
    pieces.extend(
        [
            " ",
            " ",
            "\n",
            ".",
            "%2B",
            "&#32;",
            "%20",
            "=",
            "=2E",
            "-2E",
            ">",
            "\u{ad}",
            "é",
            "g4",
            "15.",
            "y.",
            "b.",
            "Nf3",
            "robot+",
            "@",
            "\t",
            "a7zq3k5vwj2hmtx6pd4bl",
        ]
        .map(str::to_owned),
    );
    let mut seed = 1_u64;
    let (mut texts, mut found) = (0, 0);
    while texts < 20_000 {
        let mut text = String::new();
        for _ in 0..6 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = usize::try_from(seed >> 33).unwrap() % pieces.len();
            text.push_str(&pieces[at]);
        }
        if joins_words(&text) {
            continue;
        }
        texts += 1;
        let whole = joined(codes_in(&text, Over::WhatNobodySees));
        assert_eq!(joined(codes_in_words(&text)), whole, "{text:?}");
        found += whole.len();
    }
    assert!(found > 5_000, "{found}");
}

/// In hexadecimal, decimal and octal numbers, with a mark or without one; in what encodes those; and in what encodes that.
#[test]
fn a_code_is_taken_out_whatever_its_letters_are_written_by() {
    let number = |c: char| u32::from(c);
    for code in codes() {
        if code.starts_with("g42c22.") {
            continue;
        }
        for disguise in [
            each(&code, |c| format!("\\{:x}", number(c))),
            each(&code, |c| format!("\\{:x} ", number(c))),
            each(&code, |c| format!("\\{:06x}", number(c))),
            each(&code, |c| format!("\\{:03}", number(c))),
            each(&code, |c| format!("\\{:03o}", number(c))),
            each(&code, |c| format!("0o{:o}", number(c))),
            each(&code, |c| format!("\\o{{{:o}}}", number(c))),
            each(&code, |c| format!("0x{:02x}", number(c))),
            each(&code, |c| format!("x{:02X}", number(c))),
            each(&code, |c| format!("u{:04X}", number(c))),
            each(&code, |c| format!("U+{:04X} ", number(c)).replace(' ', "")),
            each(&code, |c| {
                format!("\\u{:04x}", number(c) + if c == '.' { 0xfee0 } else { 0 })
            }),
            each(&code, |c| format!("\\u{{{:x}}}", number(c))),
            each(&code, |c| format!("\\U{:08x}", number(c))),
            each(&code, |c| format!("\\N{{U+{:04x}}}", number(c))),
            each(&code, |c| format!("&#{:07};", number(c))),
            each(&code, |c| format!("&#x{:x}", number(c))),
            each(&code, |c| format!("&amp;amp;#{};", number(c))),
            each(&code, |c| format!("%%{:02x}", number(c))),
            each(&code, |c| format!("%25%32%35{:02x}", number(c))),
            each(&code, |c| format!("&percnt;{:02x}", number(c))),
            each(&code, |c| format!("&#37;{:02x}", number(c))),
            each(&code, |c| format!("=25{:02x}", number(c))),
            each(&code, |c| format!("%3D{:02X}", number(c))),
            each(&code, |c| format!("\\x5cx{:02X}", number(c))),
            each(&code, |c| format!("％{:02x}", number(c))),
            each(&code, |c| format!("－{:02X}", number(c))),
            each(&code, |c| format!("–{:02X}", number(c))),
            each(&code, |c| format!("—{:02X}", number(c))),
            each(&code, |c| format!("♞{:02X}", number(c))),
            each(&code, |c| format!("{c}[b][/b]")),
            each(&code, |c| format!("[i]{c}[/i]")),
            each(&code, |c| format!("[color=#ff0000]{c}[/color]")),
            each(&code, |c| format!("[url=https://example.org/a b]{c}[/url]")),
            each(&code, |c| format!("{c}<span class=\"a\"></span>")),
            each(&code, |c| format!("{c}{{b}}")),
            each(&code, |c| format!("&#91;b&#93;{c}&lt;i&gt;")),
            each(&code, |c| format!("{c}<b>&#x200b;</b>")),
        ] {
            assert_gone(&disguise, &code);
        }
    }
}

#[test]
fn a_code_is_taken_out_whatever_stands_for_its_dot() {
    let dotted = codes();
    let dotted = dotted.iter().filter(|code| !code.starts_with(['b', 'n']));
    for code in dotted.filter(|code| code.len() != 28 && !code.starts_with("g42c22.")) {
        for dot in [
            "\\uff0e",
            "。",
            "｡",
            "．",
            "︒",
            "﹒",
            "․",
            "‧",
            "·",
            "•",
            "・",
            "۔",
            "।",
            "։",
            "\\2e",
            "\\2E ",
            "\\00002e",
            "\\046",
            "0o56",
            "\\o56",
            "x2E",
            "X2e",
            "u002E",
            "U002E",
            "－2E",
            "＿2E",
            "–2E",
            "—2E",
            "−2E",
            "＝2E",
            "％2E",
            "＋2e",
            "～2E",
            "%252525252E",
            "%%2E",
            "%%32%45",
            "&#46",
            "&#046;",
            "&#x2e",
            "&#xff0e;",
            "&#12290;",
            "&amp;amp;period;",
            "&amp;#46;",
            "&middot;",
            "&bull;",
            "[b].[/b]",
            "[b][/b].",
            "<i>.</i>",
            "[.]",
            "(.)",
            "(dot)",
            "[dot]",
            "-dot-",
            ",",
            ":",
            "/",
            "+AC4-",
            "%u002E",
            "%uFF0E",
            "=3D2E",
            "&#x5c;x2e",
            "\u{200b}\\u{2e}",
            "♟2E",
            "\u{fe52}",
        ] {
            let disguise = code.replace('.', dot);
            assert_gone(&disguise, code);
            assert_gone(&format!("it is <{disguise}@example.org>, Bob"), code);
        }
    }
}

/// Codes whose letters have no figure among them are known by what stands before their dot alone.
#[test]
fn a_code_without_figures_is_taken_out_as_well() {
    let code = "g42c22d20778.abcdefghijklmnopqrstu";
    for dot in [
        "\\uff0e", "。", "x2E", "0o56", "\\046", "[b][/b]", "–2E", "dot", "",
    ] {
        assert_gone(&code.replace('.', dot), code);
    }
}

/// In letters of its own a code may look like the number of another letter, and be as long as it is all the same.
#[test]
fn a_letter_of_another_alphabet_before_its_letters_makes_no_code_longer() {
    let text = "g42c22d20778.\u{436}kx52mq7rt5v8w4xz3n7ph\n\nThat is it.";
    let cleaned = without_codes(text);
    assert_eq!(cleaned, format!("{REMOVED}\n\nThat is it."));
}

#[test]
fn what_players_write_about_chess_is_left_alone() {
    for words in [
        "[Event \"Corr\"]\n[Site \"?\"]\n[Date \"2026.11.26\"]\n\n1. e4 {best by test} e5 $1 (1... c5 2. Nf3 [b]d6[/b]) 2. Nf3 *",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 is where we began :-)",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 12 46",
        "See https://lichess.org/analysis/standard/r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3?color=white#4",
        "https://en.wikipedia.org/wiki/Ruy_L%C3%B3pez%20Opening%2C_Berlin#x2e and %7Etilde",
        "https://www.example.org/search?q=g4%20c5%2e&hl=de&x=%2Fa%2Fb",
        "👍👍 Schönes Spiel! 🎉♞♟ 46 Züge · 2 Stunden • danke。",
        "Nxe5 x2e4 Bx46 u002 0x2e 0o56 \\67 \\046 #46 &#46 -2E _2E – that is how a dot looks",
        "[b]Great[/b] game, <i>thanks</i>! {smile} [url=https://example.org/?a=1]here[/url]",
        "g4 c5 。 Bb5 was better here I think, and then we go on",
        "My flight p12 leaves at 20778, gate g42 c22 d20778",
        "I live at 46-56 g1-street; call 0x46 times, p1-l3, b2-b4, d2-d20",
        "1. g4 c5 2. d4 d20778 is no move, and g42c22 no square",
        "ﬁne ﬂow, ㎏ and ½-½ after 1…e5 — „ja“",
    ] {
        assert_eq!(without_codes(words), words);
        assert_eq!(without_unsplit_codes(words), words);
    }
}

/// Each layer is as long as the text at the most, and there is a bound to them.
#[test]
fn what_encodes_signs_is_undone_to_a_bound() {
    for piece in [
        "\\67",
        "\\x5c",
        "%25",
        "%%",
        "&amp;",
        "[b]",
        "[b",
        "{b}",
        "&#x26;#x26;",
        "\\ud83d",
        "x2e",
        "u002e",
        "g1c1d20778",
        "g1c1d20778x",
        "&percnt;25",
        "<b>[i]",
        "\u{2030}2e",
        "♞2E",
        "㎏",
        "0o56",
        "\\u{",
    ] {
        let text = piece.repeat(10_000 / piece.len());
        let layers: Vec<_> = super::decoded::layers(&text).collect();
        assert!(layers.len() <= 16, "{piece:?}: {}", layers.len());
        for layer in layers {
            assert!(layer.text.len() <= text.len(), "{piece:?}");
        }
        let _ = without_codes(&text);
    }
}

/// Letters of a code may look like the number of another one, and what stands behind it is ours.
#[test]
fn no_more_than_the_code_is_taken_out_where_its_letters_look_like_a_number() {
    for letters in [
        "a6ildtdabv6lyu7c7kiv5",
        "a6ildx6dbv6lyx7a7kiv5",
        "ax62x63x64x65x66x67bc",
        "au6dabv6lyuu7c7kiv5xx",
    ] {
        let code = format!("g1o0i20784.{letters}");
        let address = format!("chess+{code}@chess.test, and more");
        let left = format!("chess+{REMOVED}@chess.test, and more");
        assert_eq!(without_codes(&address), left);
        assert_eq!(without_unsplit_codes(&address), left);
        let by_number = each(&code, |sign| format!("&#{};", u32::from(sign)));
        let percent = each(&code, |sign| format!("%{:02X}", u32::from(sign)));
        let twice = each(&code, |sign| format!("%26%23{}%3B", u32::from(sign)));
        let hidden = each(&code, |sign| format!("{sign}\u{200b}"));
        for written in [
            full_width(&code),
            each(&code, styled),
            by_number,
            percent,
            twice,
            hidden,
        ] {
            let written = written.trim_end_matches('\u{200b}');
            let text = format!("Mine is {written}.\nThe address is another.");
            let left = format!("Mine is {REMOVED}.\nThe address is another.");
            assert_eq!(without_codes(&text), left, "{written}");
        }
    }
}
