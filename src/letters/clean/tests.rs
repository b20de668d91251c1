use super::*;

#[test]
fn a_name_is_one_harmless_line() {
    let table = [
        ("Ann", "Ann"),
        ("  Ann \t Smith\n", "Ann Smith"),
        ("Smith, Ann M.", "Smith, Ann M."),
        ("Jean-Luc O'Neill", "Jean-Luc O'Neill"),
        ("Søren Ångström", "Søren Ångström"),
        ("山田 太郎", "山田 太郎"),
        ("J.R. Capablanca", "J.R. Capablanca"),
        ("Dr.Smith", "Dr. Smith"),
        ("bob@club.org", "bob"),
        ("Bob <bob@club.org>", "Bob bob"),
        ("bob＠club.org", "bob"),
        ("@bob", "bob"),
        ("Bob http://evil.example/x", "Bob"),
        ("Bob (www.evil.example)", "Bob"),
        ("evil.example/x Bob", "Bob"),
        ("evil.example", "evil. example"),
        ("A\"]\n[Result \"1-0", "A Result 1-0"),
        ("Ann: Bob; {x} `y`", "Ann Bob x y"),
        ("An\u{200b}n\u{202e}", "Ann"),
        ("A\u{0}n\u{1b}[31mn", "A n 31mn"),
        (
            "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
            "a\u{301}\u{301}\u{301}",
        ),
        // A mark that is not seen between others parts no tower, whatever script they are of.
        (
            "a\u{301}\u{302}\u{303}\u{200b}\u{304}\u{34f}\u{305}b",
            "a\u{301}\u{302}\u{303}b",
        ),
        (
            "ก\u{e49}\u{e49}\u{e49}\u{e49}\u{e49}",
            "ก\u{e49}\u{e49}\u{e49}",
        ),
        (
            "\u{627}\u{64b}\u{64c}\u{64d}\u{64e}",
            "\u{627}\u{64b}\u{64c}\u{64d}",
        ),
        // Letters that are blanks
        ("\u{3164}", "A player"),
        ("\u{115f}\u{1160}\u{ffa0}\u{2800}", "A player"),
        ("Ann\u{3164}", "Ann"),
        ("\u{2800}Ann\u{ffa0}\u{1160}Smith", "Ann Smith"),
        // Dots that are none
        ("example․com", "example. com"),
        ("exampleꓸcom", "exampleꓸ com"),
        ("example·com", "example· com"),
        ("example。com", "example. com"),
        ("http:⁄⁄example", "A player"),
        ("", "A player"),
        ("-- ", "A player"),
        ("\"\"", "A player"),
        ("https://evil.example", "A player"),
    ];
    for (written, cleaned) in table {
        assert_eq!(clean_name(written), cleaned, "{written:?}");
        assert_eq!(clean_name(cleaned), cleaned, "cleaned twice: {written:?}");
    }
}

#[test]
fn names_of_all_cultures_stay_as_they_are() {
    let names = "Nguyễn Thị Hồng Nhung|Phạm Văn Đồng|สมชาย ใจดี|ธีรศักดิ์ ปิ่นแก้ว|अर्जुन सिंह|श्रीकृष्ण|राष्ट्रपाल|\
        عَبْدُ اللّٰه|مُحَمَّد|שָׁלוֹם|רִבְקָה|Gal·la Marcel·lí|山田 太郎|约翰·史密斯|ジョン・スミス|木ノ下|김철수|이영희|\
        Иван Петров|Їжакевич|Γιώργος Παπαδόπουλος|Արամ Խաչատրյան|გიორგი|தமிழ்ச்செல்வி|రామారావు|ಕೃಷ್ಣ|\
        മോഹൻലാൽ|শ্রীলা বন্দ্যোপাধ্যায়|ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ|નરેન્દ્ર|မျှော်လင့်|အောင်ဆန်း|བསྟན་འཛིན|សុខា|ລາວ|አበበ ቢቂላ|\
        ᎠᏂᏴᏫᏯ|ꓡꓲꓢꓴ|ᐃᓄᒃ|Øyvind Åse|Þórður|Łukasz Żółć|Dvořák|Ștefan|Erdoğan|Əliyev|Máire Ní Dhómhnaill|\
        Kaʻiulani|Ọlá Adéọ́lá|Q’orianka|D'Arcy O'Neill|J.R. Capablanca|Smith, Ann M.";
    for name in names.split('|') {
        assert_eq!(clean_name(name), name);
    }
}

#[test]
fn codes_are_taken_out_of_a_pgn_value_by_value() {
    let pgn =
        "[Black \"Zack g1 o1 d20779.\"]\n[Result \"*\"]\n\n1. d4 {y. p1 b20779.a} d5 2. c4 *\n";
    assert_eq!(
        pgn_without_codes(pgn),
        "[Black \"Zack (code removed)\"]\n[Result \"*\"]\n\n1. d4 {y. (code removed)} d5 2. c4 *\n"
    );
}

#[test]
fn a_long_name_ends_with_a_word_where_it_can() {
    let cut = clean_name("Maximilian Friedrich von und zu Hohenschwangau-Lech");
    assert_eq!(cut, "Maximilian Friedrich von und zu");
    assert_eq!(clean_name(&"x".repeat(500)).chars().count(), 40);
}

#[test]
fn a_message_keeps_its_words_and_its_lines() {
    let talk =
        "\n\nHello Ann,\r\n\r\n\n\nsee https://example.org/opening \u{1b}[0m\n  indented\n\n";
    let clean = "Hello Ann,\n\nsee https://example.org/opening  [0m\n  indented";
    assert_eq!(clean_talk(talk).as_deref(), Some(clean));
    assert_eq!(clean_talk(" \n\u{200b}\n"), None);
    assert_eq!(
        clean_talk("family 👨\u{200d}👩 می\u{200c}خواهم").as_deref(),
        Some("family 👨\u{200d}👩 می\u{200c}خواهم")
    );
}

#[test]
fn a_message_that_is_too_long_is_cut_and_says_so() {
    let lines = "word\n".repeat(60);
    let cut = clean_talk(&lines).unwrap();
    assert_eq!(cut.lines().count(), 41);
    assert!(cut.ends_with(CUT));
    let cut = clean_talk(&"ü".repeat(3_000)).unwrap();
    assert_eq!(cut.chars().count(), TALK + 1 + CUT.chars().count());
    let fits = clean_talk(&"word\n".repeat(40)).unwrap();
    assert!(!fits.contains(CUT) && fits.lines().count() == 40, "{fits}");
}

#[test]
fn a_forged_reference_is_defused() {
    let table = [
        ("[ref m1.a]", "(ref m1.a]"),
        ("[ REF m1.a]", "( REF m1.a]"),
        ("［ｒｅｆ m1]", "(ｒｅｆ m1]"),
        ("[\u{200b}r\u{200d}ef", "(r\u{200d}ef"),
        ("[[ref", "[(ref"),
        ("[a reference]", "[a reference]"),
    ];
    for (written, defused) in table {
        assert_eq!(one_line(written), defused);
        assert_eq!(clean_talk(written).as_deref(), Some(defused));
    }
}

#[test]
fn a_pgn_stays_one_without_its_links() {
    for (written, shown) in [
        (
            "[Site \"https://evil.example/a\"]\n[White \"Ann \\\"www.evil.example\\\" B\"]\n[Black \"C\\\\\"]\n",
            "[Site \"(link removed)\"]\n[White \"Ann (link removed) B\"]\n[Black \"C\\\\\"]\n",
        ),
        (
            "1. e4 {see\nevil.example, or me@evil.example} e5 {\"} 2. d4 {http://x.y/z} *\n",
            "1. e4 {see\nevil. example, or me} e5 {\"} 2. d4 {(link removed)} *\n",
        ),
        (
            "1. e4 ; http://x.y/z {\n1... e5 *\n",
            "1. e4 ; (link removed) {\n1... e5 *\n",
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n",
            "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n",
        ),
        (
            "[Date \"1992.11.04\"]\n1.e4 e5 1/2-1/2",
            "[Date \"1992.11.04\"]\n1.e4 e5 1/2-1/2",
        ),
        ("{ \" ", "{ \" "),
        ("[A \"b\\", "[A \"b\\"),
    ] {
        assert_eq!(pgn_without_links(written), shown, "{written}");
    }
}

#[test]
fn strangers_get_no_links() {
    let talk = "Hi, see https://evil.example/a?b\nor www.evil.example, e.g. mail me@evil.example or evil.example";
    let clean = "Hi, see (link removed)\nor (link removed) e.g. mail me or evil. example";
    assert_eq!(without_links(talk), clean);
}

#[test]
fn strangers_get_no_links_of_signs_that_look_like_those_of_one() {
    let dots = "\u{2027}\u{b7}\u{1427}\u{701}\u{702}\u{a4f8}\u{a78f}\u{6d4}\u{2024}\u{ff61}\u{3002}\u{fe52}\u{ff0e}\u{2022}\u{22c5}";
    for dot in dots.chars() {
        let written = format!("see example{dot}com");
        assert_eq!(without_links(&written), format!("see example{dot} com"));
        let path = format!("see example{dot}com/a");
        assert_eq!(without_links(&path), "see (link removed)");
        let far = format!("see example{dot}\u{200d}com");
        assert_eq!(without_links(&far), format!("see example{dot} \u{200d}com"));
    }
    for (written, shown) in [
        ("http\u{2d0}\u{2044}\u{2044}example", "(link removed)"),
        ("ｗｗｗ．example．com", "(link removed)"),
        ("me＠example．com", "me"),
        ("＠example．com＠a", "example． com a"),
        ("你好。再见。", "你好。再见。"),
        ("はい。ジョン・スミスです。", "はい。ジョン・スミスです。"),
        ("Gal·la", "Gal·la"),
        ("Well… e.g. ½ • Nf3", "Well… e.g. ½ • Nf3"),
    ] {
        assert_eq!(without_links(written), shown, "{written}");
    }
}

#[test]
fn long_words_of_an_invitation_are_cut_and_say_so() {
    let short = "é".repeat(INVITATION_WORDS);
    assert_eq!(words_of_invitation(&short), short);
    let cut = words_of_invitation(&format!("{short}x"));
    assert_eq!(cut, format!("{short}\n[cut here]"));
}
