use super::*;

fn own(text: &str) -> Vec<String> {
    own_words(text, None).lines
}

const ATTRIBUTIONS: [&str; 44] = [
    "On Fri, Nov 20, 2026 at 10:00 AM Chess <chess@example.org> wrote:",
    "On 20/11/2026 10:00, Chess wrote:",
    "On Nov 20, 2026, at 10:00 AM, Chess <chess@example.org> wrote:",
    "On Friday, November 20th, 2026 at 10:00 AM, Chess <chess@example.org> wrote:",
    "Am 20.11.2026 um 10:00 schrieb Chess:",
    "Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Chess <chess@example.org>:",
    "Le ven. 20 nov. 2026 à 10:00, Chess <chess@example.org> a écrit :",
    "Le 20/11/2026 à 10:00, Chess a écrit\u{A0}:",
    "El vie, 20 nov 2026 a las 10:00, Chess (<chess@example.org>) escribió:",
    "Il giorno ven 20 nov 2026 alle ore 10:00 Chess <chess@example.org> ha scritto:",
    "Il 20/11/26 10:00, Chess ha scritto:",
    "Em sex., 20 de nov. de 2026 às 10:00, Chess <chess@example.org> escreveu:",
    "Op vr 20 nov. 2026 om 10:00 schreef Chess <chess@example.org>:",
    "Op 20-11-2026 om 10:00 schreef Chess:",
    "Den fre 20 nov. 2026 kl 10:00 skrev Chess <chess@example.org>:",
    "fre. 20. nov. 2026 kl. 10.00 skrev Chess <chess@example.org>:",
    "Den 20.11.2026 kl. 10.00 skrev Chess:",
    "pe 20. marrask. 2026 klo 10.00 Chess (chess@example.org) kirjoitti:",
    "W dniu 20.11.2026 o 10:00, Chess pisze:",
    "pt., 20 lis 2026 o 10:00 Chess <chess@example.org> napisał(a):",
    "pá 20. 11. 2026 v 10:00 odesílatel Chess <chess@example.org> napsal:",
    "Dne 20.11.2026 v 10:00 Chess napsal(a):",
    "20.11.2026 10:00, Chess пишет:",
    "пт, 20 нояб. 2026 г. в 10:00, Chess <chess@example.org>:",
    "20.11.2026, 10:00, \"Chess\" <chess@example.org>:",
    "Пятница, 20 ноября 2026, 10:00 +03:00 от Chess <chess@example.org>:",
    "пт, 20 лист. 2026 р. о 10:00 Chess <chess@example.org> пише:",
    "Chess <chess@example.org> ezt írta (időpont: 2026. nov. 20., P, 10:00):",
    "Chess <chess@example.org>, 20 Kas 2026 Cum, 10:00 tarihinde şunu yazdı:",
    "În vin., 20 nov. 2026 la 10:00, Chess <chess@example.org> a scris:",
    "Στις Παρ 20 Νοε 2026 στις 10:00 π.μ., ο χρήστης Chess <chess@example.org> έγραψε:",
    "2026年11月20日(金) 10:00 Chess <chess@example.org>:",
    "2026/11/20 10:00、Chess <chess@example.org>のメール:",
    "Chess <chess@example.org> 于2026年11月20日周五 10:00写道：",
    "在 2026-11-20 10:00:00，\"Chess\" <chess@example.org> 写道：",
    "Chess <chess@example.org> 於 2026年11月20日 週五 上午10:00寫道：",
    "2026년 11월 20일 (금) 오전 10:00, Chess <chess@example.org>님이 작성:",
    "El dv., 20 de nov. 2026, 10:00, Chess <chess@example.org> va escriure:",
    "Vào Th 6, 20 thg 11, 2026 vào lúc 10:00 Chess <chess@example.org> đã viết:",
    "בתאריך יום ו׳, 20 בנוב׳ 2026 ב-10:00 מאת \u{202a}Chess\u{202c}\u{200f} <\u{202a}chess@example.org\u{202c}\u{200f}>:",
    "On Fri, Nov 20, 2026 at 10:00:00AM +0000, Chess wrote:",
    "* Chess <chess@example.org> [2026-11-20 10:00]:",
    "Chess <chess@example.org> writes:",
    "Chess wrote on 20/11/2026 10:00:",
];

/// Whoever fills in a form of ours leaves what they do not know as it is.
#[test]
fn headings_of_a_game_that_is_entered_are_own_words_though_they_are_as_we_sent_them() {
    let form = "A form:\n\n  [Event \"?\"]\n  [Site \"?\"]\n  [Date \"????.??.??\"]\n  [Round \"?\"]\n  [White \"?\"]\n";
    let filled = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Kim\"]\n\n1. e4 *";
    let lines = |body: &str| own_words(body, Some(form)).lines;
    let entered = lines(&format!("enter our club\n\n{filled}"));
    assert_eq!(
        entered.iter().filter(|line| line.starts_with('[')).count(),
        5,
        "{entered:?}"
    );
    // Without that order it is our form that comes back.
    let quoted = lines(&format!("e4\n\n{filled}"));
    assert_eq!(
        quoted.iter().filter(|line| line.starts_with('[')).count(),
        1,
        "{quoted:?}"
    );
}

#[test]
fn attributions_are_cut_in_many_languages_folded_or_not() {
    for attribution in ATTRIBUTIONS {
        for quote in ["> 1. e4 e5\n> 2. d4\n", "\n> 1. e4\n"] {
            let whole = format!("Nf3\n\n{attribution}\n{quote}");
            assert_eq!(own(&whole), ["Nf3"], "{whole}");
            let tight = format!("Nf3\n{attribution}\n{quote}");
            assert_eq!(own(&tight), ["Nf3"], "{tight}");
            let below = format!("{attribution}\n{quote}\nNf3\n");
            assert_eq!(own(&below), ["Nf3"], "{below}");
        }
        for command in [
            "Resign",
            "A draw?",
            "challenge bob@example.net",
            "e4 <3",
            "Nf3",
            "No",
            "1 e4",
            "12 Nf3",
            "1 Sf3",
            "2 d4 Nf6",
            "20 0-0",
            "12 knight f3",
        ] {
            let above = format!("{command}\n{attribution}\n> 1. e4\n");
            assert_eq!(own(&above), [command], "{above}");
        }
        // Folded at every blank behind the twentieth byte.
        let blanks = attribution.match_indices(' ').map(|(at, _)| at);
        for blank in blanks.filter(|at| *at >= 20) {
            let (first, second) = attribution.split_at(blank);
            let mail = format!("Nf3\n\n{first}\n{}\n> 1. e4\n", second.trim());
            assert_eq!(own(&mail), ["Nf3"], "{mail}");
        }
    }
}

#[test]
fn a_certain_attribution_cuts_what_follows_without_marks() {
    for attribution in ATTRIBUTIONS.iter().filter(|line| line.contains('@')) {
        let mail = format!("Nf3\n\n{attribution}\n\n1. e4 e5\n2. d4\n");
        assert_eq!(own(&mail), ["Nf3"], "{mail}");
    }
}

/// Forms that are attributions where a quotation follows.
const RARER_ATTRIBUTIONS: [&str; 28] = [
    "Quoting Chess <chess@example.org>:",
    "Zitat von Chess <chess@example.org>:",
    "Citando Chess <chess@example.org>:",
    "Selon Chess <chess@example.org>:",
    "In reply to Chess <chess@example.org>:",
    "Chess (chess@example.org) said:",
    "Chess <chess@example.org> replied:",
    "Chess said the following on 11/20/2026 10:00 AM:",
    "Chess, 20.11.2026 10:00:",
    "Chess (20-11-2026 10:00):",
    "+++ Chess [20/11/26 10:00 +0100]:",
    "2026/11/20 Chess <chess@example.org>",
    "On 20 Nov 2026, at 10:00, Chess <chess@example.org> sent:",
    "Thus spake Chess (chess@example.org):",
    "Chess sagte am 20.11.2026 um 10:00:",
    "Le 20/11/2026 à 10:00, Chess a écrit",
    "On Fri, Nov 20, 2026 at 10:00 AM Chess <chess@example.org> wrote",
    "Chess <chess@example.org> (20 November 2026, 10:00):",
    "From Chess <chess@example.org> on Fri, 20 Nov 2026:",
    "Message from Chess <chess@example.org>:",
    "Chess igorleak hau idatzi zuen (2026 aza. 20, or. 10:00):",
    "O ven., 20 de nov. de 2026 ás 10:00, Chess (<chess@example.org>) escribiu:",
    "Op Vr. 20 Nov. 2026 10:00 het Chess <chess@example.org> geskryf:",
    "Në 20 nën 2026 10:00, Chess <chess@example.org> shkroi:",
    "Chess <chess@example.org> aliandika tarehe 20 Nov 2026:",
    "Ar Aoine 20 Samh 2026 ag 10:00, scríobh Chess <chess@example.org>:",
    "เมื่อ ศ. 20 พ.ย. 2026 เวลา 10:00 Chess <chess@example.org> เขียนว่า:",
    "<chess@example.org> ...:",
];

#[test]
fn rarer_attributions_are_cut_above_quotations() {
    for attribution in RARER_ATTRIBUTIONS {
        for quote in ["> 1. e4 e5\n> 2. d4\n", "\n> 1. e4\n"] {
            let whole = format!("Nf3\n\n{attribution}\n{quote}");
            assert_eq!(own(&whole), ["Nf3"], "{whole}");
            let below = format!("{attribution}\n{quote}\nNf3\n");
            assert_eq!(own(&below), ["Nf3"], "{below}");
        }
        let sent = "It is your move, with White.\n\nFEN: 8/8 and the board of a long game\n";
        let unmarked = own_words(&format!("Nf3\n\n{attribution}\n\n{sent}"), Some(sent));
        assert_eq!(unmarked.lines, ["Nf3"], "{attribution}");
    }
}

#[test]
fn words_on_the_line_of_an_attribution_stay() {
    for (line, words) in [
        (
            "Nf3 On Wed, Apr 4, 2012 at 3:59 PM, chess@example.org wrote:",
            "Nf3",
        ),
        (
            "Nf3--- On Wed, Apr 4, 2012 at 3:59 PM, chess@example.org wrote:",
            "Nf3",
        ),
        (
            "Nf3 Am 20.11.2026 um 10:00 schrieb Chess <chess@example.org>:",
            "Nf3",
        ),
        (
            "I am well. Le 20/11/2026 à 10:00, Chess <chess@example.org> a écrit :",
            "I am well.",
        ),
    ] {
        assert_eq!(own(&format!("{line}\n> 1. e4")), [words], "{line}");
    }
    let folded = "Nf3 On Wed, Apr 4, 2012 at 3:59 PM,\nchess@example.org wrote:\n> 1. e4";
    assert!(!own(folded).join(" ").contains("chess@"), "{folded}");
}

#[test]
fn a_numbered_move_above_an_attribution_is_not_its_date() {
    for attribution in ATTRIBUTIONS {
        for typed in ["1 e4", "12 Nf3", "1. e4", "20 d4"] {
            let mail = format!("{typed}\n{attribution}\n> 1. e4\n");
            assert_eq!(own(&mail), [typed], "{mail}");
        }
    }
}

#[test]
fn prose_is_no_attribution() {
    for prose in [
        "On second thought I like it.",
        "On Friday I am away:",
        "Am I right?",
        "Le roi est mort.",
        "I wrote: nothing",
        "He wrote:",
        "Den Zug hatte ich:",
    ] {
        assert_eq!(own(&format!("Nf3\n{prose}\nmore")), ["Nf3", prose, "more"]);
    }
}

#[test]
fn outlook_header_blocks_cut_the_rest() {
    for block in [
        "From: Chess <chess@example.org>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Bob\nSubject: RE: Chess game 42",
        "________________________________\nFrom: Chess <chess@example.org>\nSent: Friday\nTo: Bob\nSubject: x",
        "-----Original Message-----\nFrom: Chess\nSent: Friday\nTo: Bob\nSubject: x",
        "*From:* Chess\n*Sent:* Friday\n*To:* Bob\n*Subject:* x",
        "Von: Chess <chess@example.org>\nGesendet: Freitag, 20. November 2026 10:00\nAn: Bob\nBetreff: AW: x",
        "De : Chess\nEnvoyé : vendredi 20 novembre 2026 10:00\nÀ : Bob\nObjet : x",
        "De: Chess\nEnviado el: viernes\nPara: Bob\nAsunto: x",
        "Da: Chess\nInviato: venerdì\nA: Bob\nOggetto: x",
        "Van: Chess\nVerzonden: vrijdag\nAan: Bob\nOnderwerp: x",
        "De: Chess\nEnviado: sexta-feira\nPara: Bob\nAssunto: x",
        "Från: Chess\nSkickat: fredag\nTill: Bob\nÄmne: x",
        "Fra: Chess\nSendt: fredag\nTil: Bob\nEmne: x",
        "Lähettäjä: Chess\nLähetetty: perjantai\nVastaanottaja: Bob\nAihe: x",
        "Od: Chess\nWysłano: piątek\nDo: Bob\nTemat: x",
        "Od: Chess\nOdesláno: pátek\nKomu: Bob\nPředmět: x",
        "От: Chess\nОтправлено: пятница\nКому: Bob\nТема: x",
        "Feladó: Chess\nElküldve: péntek\nCímzett: Bob\nTárgy: x",
        "Kimden: Chess\nGönderildi: Cuma\nKime: Bob\nKonu: x",
        "差出人: Chess\n送信日時: 2026年11月20日\n宛先: Bob\n件名: x",
        "发件人: Chess\n发送时间: 2026年11月20日\n收件人: Bob\n主题: x",
        "寄件者: Chess\n寄件日期: 2026年11月20日\n收件者: Bob\n主旨: x",
        "보낸 사람: Chess\n보낸 날짜: 2026년\n받는 사람: Bob\n제목: x",
        "Message du 20/11/26 10:00\nDe : \"Chess\" <chess@example.org>\nA : ann@example.net\nCopie à : \nObjet : x",
        "De : \"Chess\"\nA : ann@example.net\nEnvoyé le : 20 nov. 2026 10:00\nObjet : x",
        "De :\nChess <chess@example.org>\n\nÀ :\nann@example.net\n\nDate d’envoi :\n20/11/2026 10:00\n\nObjet :\nx",
        "Envoyé: Vendredi 20 Novembre 2026 10:00:00\nDe: \"Chess\" <chess@example.org>\nÀ: ann@example.net",
        "Reply-To: Chess <chess@example.org>\nDate: Friday, November 20, 2026 10:00 AM\nTo: Ann <ann@example.net>\nSubject: x",
        "Reply-To: Chess <chess@example.org>\nTo: Ann <ann@example.net>\nSubject: x",
        "Répondre à : Chess <chess@example.org>\nÀ : ann@example.net",
        "Antwort an: Chess <chess@example.org>\nAn: Ann <ann@example.net>\nBetreff: x",
        "Date: Fri, 20 Nov 2026 10:00:00 +0000\nTo: ann@example.net",
        "From: Chess <chess@example.org>\nTo: ann@example.net",
        "Nadawca: \"Chess\" <chess@example.org>\nAdresat: ann@example.net;\nTemat: x",
        "보낸사람: Chess\n받는사람: ann@example.net\n날짜: 2026\n제목: x",
        "Return-Path: <chess@example.org>\nReceived: from mx.example.org\n by mx.example.net\nFrom: Chess <chess@example.org>\nTo: ann@example.net",
        // In no language that we know.
        "Kohta: Chess <chess@example.org>\nKellele asi: ann@example.net\nMillal: 20.11.2026 10:00",
        "Original Message\nFrom: Chess\nSent: Friday\nTo: Ann\nReply To: Chess\nSubject: x",
        "---------- Původní e-mail ----------\nOd: Chess\nKomu: Ann\nDatum: 20. 11. 2026\nPředmět: x",
    ] {
        let mail = format!("Nf3\n\n{block}\n\n12. Bb5 a6\n\n13. Ba4\n");
        assert_eq!(own(&mail), ["Nf3"], "{mail}");
        let tight = format!("Nf3\n{block}\n12. Bb5 a6\n13. Ba4\n");
        assert_eq!(own(&tight), ["Nf3"], "{tight}");
    }
}

#[test]
fn nothing_below_a_header_block_is_the_players() {
    let block = "From: Chess\nSent: Friday\nTo: Bob\nSubject: x";
    let inner = "On 20/11/2026 10:00, Bob <bob@example.net> wrote:\n> old\n";
    let words = own_words(&format!("Nf3\n\n{block}\n\n{inner}\nd4\n"), None);
    assert_eq!(words.lines, ["Nf3"]);
    assert!(words.doubtful.contains(&"d4".to_owned()));
}

#[test]
fn forwarded_mails_are_not_the_players_words() {
    for mark in [
        "---------- Forwarded message ----------",
        "---------- Forwarded message ---------",
        "Begin forwarded message:",
        "Anfang der weitergeleiteten Nachricht:",
        "-------- Weitergeleitete Nachricht --------",
        "-------- Original message --------",
        "-------- Ursprüngliche Nachricht --------",
        "-------- Message d'origine --------",
        "-----Mensaje original-----",
        "-----Messaggio originale-----",
        "-----Oorspronkelijk bericht-----",
        "-----Wiadomość oryginalna-----",
        "-------- Исходное сообщение --------",
        "------------------ 原始邮件 ------------------",
        "----- 元のメッセージ -----",
    ] {
        assert_eq!(own(&format!("Nf3\n\n{mark}\n\nd4\n")), ["Nf3"], "{mark}");
    }
    assert_eq!(own("-- Nf3 --\nhello"), ["-- Nf3 --", "hello"]);
}

#[test]
fn signatures_are_put_away_and_doubted() {
    for signature in [
        "-- \nBob\n1. d4 is best",
        "--\nBob",
        "—\nBob",
        "___________\nBob",
    ] {
        let words = own_words(&format!("Nf3\n\n{signature}\n"), None);
        assert_eq!(words.lines, ["Nf3"], "{signature}");
        assert!(words.doubtful.contains(&"Bob".to_owned()), "{signature}");
    }
    for signature in [
        "Sent from my iPhone",
        "Sent from my Samsung Galaxy smartphone.",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Sent with Proton Mail secure email.",
        "Von meinem iPhone gesendet",
        "Gesendet mit der GMX Mail App",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Enviado do meu iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Skickat från min iPhone",
        "Sendt fra min iPhone",
        "Lähetetty iPhonesta",
        "Wysłane z iPhone'a",
        "Odesláno z iPhonu",
        "Отправлено с iPhone",
        "iPhoneから送信",
        "发自我的iPhone",
        "從我的iPhone傳送",
        "나의 iPhone에서 보냄",
        "iPhone'umdan gönderildi",
    ] {
        assert_eq!(
            own(&format!("Nf3\n\n{signature}\n")),
            ["Nf3"],
            "{signature}"
        );
    }
    for signature in [
        "Sent with Airmail",
        "Sent with [Airmail](https://airmailapp.example)",
        "Sent from Mailbox",
        "Sent from Mailbox for iPhone",
        "Get Outlook for Android",
        "[Get Outlook for Android]<https://nam12.safelinks.protection.outlook.example/?url=https%3A%2F%2Faka.ms%2FAAb9ysg&data=05%7C01%7Cann%40example.net%7C0&reserved=0>",
        "Get Outlook for iOS (https://aka.ms/o0ukef)",
        "Sent from Spark",
        "Sent with Spark",
        "Sent with Mailspring",
        "Sent from Windows Mail",
        "Sent from Nine<http://www.9folders.example/>",
        "Sent with Shortwave",
        "Sent from Hotmail",
        "Sent with Canary (https://canarymail.example)",
        "Sent with Tuta Mail",
    ] {
        assert_eq!(
            own(&format!("Nf3\n\n{signature}\n")),
            ["Nf3"],
            "{signature}"
        );
    }
    for talk in [
        "Sent with love",
        "Sent from Paris",
        "Get well soon!",
        "Get Outlook, I said",
    ] {
        assert_eq!(
            own(&format!("Nf3\n\n{talk}\n")),
            ["Nf3", "", talk],
            "{talk}"
        );
    }
    // Bottom posting below a quotation that follows the signature.
    assert_eq!(own("-- \nBob\n> quoted\nNf3"), ["Nf3"]);
}

#[test]
fn footers_and_banners_are_put_away() {
    for footer in [
        "_______________________________________________\nclub mailing list\nclub@example.org",
        "This e-mail and any attachments are confidential.\nIf you are not the intended recipient, 1. e4",
        "Diese E-Mail enthält vertrauliche Informationen.",
        "You received this message because you are subscribed to the Google Groups \"club\".",
        "Virus-free. www.avast.com",
    ] {
        assert_eq!(own(&format!("Nf3\n\n{footer}\n")), ["Nf3"], "{footer}");
    }
    for banner in [
        "CAUTION: This email originated from outside of the organization.",
        "[EXTERNAL EMAIL] do not click links",
    ] {
        assert_eq!(own(&format!("{banner}\n\nNf3\n")), ["Nf3"], "{banner}");
    }
}

#[test]
fn answers_between_quotations_are_found() {
    assert_eq!(
        own("> It is your move\n\nNf3\n\n> Good luck\n\nthanks\n"),
        ["Nf3", "", "", "thanks"]
    );
}

#[test]
fn attributions_are_looked_for_only_so_often() {
    let quotation = "Bob <bob@example.org> said:\n> hello\n";
    let further = 3;
    let mail = quotation.repeat(crate::budget::ATTRIBUTIONS + further);
    let words = own_words(&mail, None);
    assert_eq!(words.lines, ["Bob <bob@example.org> said:"; 3]);
    assert_eq!(
        words.quoted.len(),
        2 * crate::budget::ATTRIBUTIONS + further,
        "what has a mark is quoted however much of it there is"
    );
}

#[test]
fn quote_marks_are_counted() {
    let words = own_words("> a\n>> b\n> > c\n>d\n  >e4\nBob> f\n |g\n", None);
    let depths: Vec<(usize, &str)> = words
        .quoted
        .iter()
        .map(|line| (line.depth, line.text.as_str()))
        .collect();
    assert_eq!(
        depths,
        [(1, "a"), (2, "b"), (2, "c"), (1, "d"), (1, "f"), (1, "g")]
    );
    assert_eq!(words.lines, ["  >e4"]);
}

#[test]
fn inline_pgp_is_unwrapped() {
    let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nNf3\n- -- \nBob\n-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n";
    assert_eq!(own(signed), ["Nf3"]);
}

#[test]
fn a_fen_that_was_copied_from_our_mail_is_the_players_word() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let sent =
        format!("Ann has played 1. e4 in game 7. It is your move.\n\nFEN: {fen}\n\nBoard:\n");
    for (answer, own) in [
        (format!("{fen}\n"), vec![fen.to_owned()]),
        (
            format!("e5\n{fen}\n\n{sent}"),
            vec!["e5".to_owned(), fen.to_owned()],
        ),
        (format!("e5\n\n{sent}"), vec!["e5".to_owned()]),
    ] {
        assert_eq!(own_words(&answer, Some(&sent)).lines, own, "{answer}");
    }
}

#[test]
fn an_order_above_what_is_quoted_without_marks_stays_the_players() {
    let sent = "It is your move.\n\ne4\n\nFEN: 8/8/8/8 and more words of ours\naccept\nwhat stands below accept is long\nSf3\nand the end of it all\n";
    for order in ["e4", "accept", "Sf3"] {
        let (_, rest) = sent.split_once(&format!("{order}\n")).expect("it is there");
        for gap in ["\n", "\n\n"] {
            let mail = format!("{order}{gap}{rest}");
            assert_eq!(own_words(&mail, Some(sent)).lines, [order], "{mail}");
        }
        // Below our words it is ours, or nobody knows.
        let below = own_words(sent, Some(sent));
        assert!(below.lines.is_empty(), "{below:?}");
        let cut = format!("Hello!\n\nOn 20/11/2026 10:00, Chess wrote:\n\n{order}\n{rest}");
        assert_eq!(own_words(&cut, Some(sent)).lines, ["Hello!"], "{cut}");
    }
}

#[test]
fn unmarked_echoes_of_our_mail_are_subtracted() {
    let sent = "Bob played 12. Bb5 a6.\n\nIt is your move: answer with your move on the first line.\n\n1. e4 e5 2. Nf3 Nc6\n";
    let reply = format!("Ba4\n\nno idea who wrote this\n{sent}");
    let words = own_words(&reply, Some(sent));
    assert_eq!(words.lines, ["Ba4", "", "no idea who wrote this"]);
    assert!(!words.quoted.is_empty());
}

#[test]
fn a_day_and_somebody_who_wrote_lead_to_a_quotation_that_bears_no_marks() {
    for attribution in [
        "Am 3. Mai schrieb penpawn:",
        "On 3 May penpawn wrote:",
        "Le 3 mai, Chess a écrit :",
        "El 3 de mayo Chess escribió:",
        "Op 3 mei schreef Chess:",
        "Dne 3. května napsal Chess:",
    ] {
        let mail = format!("e4\n\n{attribution}\nIt is your move.\nNf3\n");
        assert_eq!(own(&mail), ["e4"], "{mail}");
    }
    for said in ["On 3 you wrote e4", "On 5 Nf3 is strong"] {
        assert_eq!(own(said), [said]);
    }
}
