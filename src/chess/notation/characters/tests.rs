use super::*;

#[test]
fn every_look_alike_becomes_its_plain_character() {
    let table = [
        ("ｅ４", "e4"),
        ("е4", "e4"),
        ("\u{feff}e\u{200b}4\u{00ad}", "e4"),
        ("\u{202a}Nf3\u{202c}", "Nf3"),
        ("О–О", "O-O"),
        ("e2−e4", "e2-e4"),
        ("♘f3", "♞f3"),
        ("🐴f3", "♞f3"),
        ("♞\u{fe0f}f3", "♞f3"),
        ("𝐍𝐟𝟑", "Nf3"),
        ("e4️⃣", "e4"),
        ("12…", "12..."),
        ("Nf3⁉", "Nf3!?"),
        ("dхe5", "dxe5"),
        ("d×e5", "dxe5"),
        ("N\u{0301}f3", "Nf3"),
        ("e٤", "e4"),
        ("Bb5†", "Bb5+"),
    ];
    for (typed, folded) in table {
        let words: Vec<Word> = words(typed).collect();
        assert_eq!(words.len(), 1, "{typed}");
        assert_eq!(words[0].folded, folded, "{typed}");
    }
}

#[test]
fn blanks_of_every_kind_separate_words() {
    let words = || words("1.\u{00a0}e4\u{2003}e5\u{3000}\t2.\r\nNf3");
    let folded: Vec<String> = words().map(|word| word.folded).collect();
    assert_eq!(folded, ["1.", "e4", "e5", "2.", "Nf3"]);
}
