//! The player's own words: quotations above, below and between, attributions, our own mail come back, signatures,
//! footers.

use super::{SPANISH, SPANISH_FEN, Table, deed};
use penpawn::chess::notation::Letters;
use penpawn::language::{self, Message, own_words};

fn understood(text: &str) -> Message {
    language::read(&own_words(text, None), "", Letters::English)
}

#[tokio::test]
async fn hazard_64_the_move_is_found_above_below_and_between_quotations() {
    let mut table = Table::after(SPANISH).await;
    let attribution = "On Sat, 21 Nov 2026 at 10:00, penpawn <chess@chess.test> wrote:";
    for (typed, place) in [("Ba4", "above"), ("Nf6", "below"), ("O-O", "between")] {
        let letter = table.letter().await;
        let marked: Vec<String> = letter.lines().map(|line| format!("> {line}")).collect();
        let quoted: Vec<&str> = [attribution]
            .into_iter()
            .chain(marked.iter().map(String::as_str))
            .collect();
        let (top, rest) = quoted.split_at(4);
        let text = match place {
            "above" => format!("{typed}\n\n{}", quoted.join("\n")),
            "below" => format!("{}\n\n{typed}\n", quoted.join("\n")),
            _ => format!("{}\n\n{typed}\n\n{}", top.join("\n"), rest.join("\n")),
        };
        // Without the thread, so that the marks alone must do.
        let outcome = table.reply_without_thread("", &text).await;
        assert_eq!(outcome.played.len(), 1, "{typed}: {}", outcome.told());
        assert!(!outcome.told_to_others().contains("writes:"), "{typed}");
    }
}

#[test]
fn hazard_65_attributions_in_many_languages_are_known_even_folded() {
    let attributions = [
        (
            "English",
            "On Sat, 21 Nov 2026 at 10:00, Chess by mail\n<chess@chess.test> wrote:",
        ),
        (
            "German",
            "Am Sa., 21. Nov. 2026 um 10:00 Uhr schrieb Chess by mail\n<chess@chess.test>:",
        ),
        (
            "French",
            "Le sam. 21 nov. 2026 à 10:00, Chess by mail\n<chess@chess.test> a écrit :",
        ),
        (
            "Spanish",
            "El sáb, 21 nov 2026 a las 10:00, Chess by mail\n(<chess@chess.test>) escribió:",
        ),
        (
            "Italian",
            "Il giorno sab 21 nov 2026 alle ore 10:00 Chess by mail\n<chess@chess.test> ha scritto:",
        ),
        (
            "Portuguese",
            "Em sáb., 21 de nov. de 2026 às 10:00, Chess by mail\n<chess@chess.test> escreveu:",
        ),
        (
            "Dutch",
            "Op za 21 nov 2026 om 10:00 schreef Chess by mail\n<chess@chess.test>:",
        ),
        (
            "Swedish",
            "Den lör 21 nov. 2026 kl 10:00 skrev Chess by mail\n<chess@chess.test>:",
        ),
        (
            "Danish",
            "Den lør. 21. nov. 2026 kl. 10.00 skrev Chess by mail\n<chess@chess.test>:",
        ),
        (
            "Norwegian",
            "lør. 21. nov. 2026 kl. 10:00 skrev Chess by mail\n<chess@chess.test>:",
        ),
        (
            "Finnish",
            "la 21. marrask. 2026 klo 10.00 Chess by mail\n(chess@chess.test) kirjoitti:",
        ),
        (
            "Polish",
            "sob., 21 lis 2026 o 10:00 Chess by mail\n<chess@chess.test> napisał(a):",
        ),
        (
            "Czech",
            "so 21. 11. 2026 v 10:00 odesílatel Chess by mail\n<chess@chess.test> napsal:",
        ),
        (
            "Russian",
            "сб, 21 нояб. 2026 г. в 10:00, Chess by mail\n<chess@chess.test>:",
        ),
        (
            "Ukrainian",
            "сб, 21 лист. 2026 р. о 10:00 Chess by mail\n<chess@chess.test> пише:",
        ),
        (
            "Hungarian",
            "Chess by mail <chess@chess.test> ezt írta\n(időpont: 2026. nov. 21., Szo, 10:00):",
        ),
        (
            "Turkish",
            "Chess by mail <chess@chess.test>, 21 Kas 2026 Cmt,\n10:00 tarihinde şunu yazdı:",
        ),
        (
            "Greek",
            "Στις Σάβ 21 Νοε 2026 στις 10:00 π.μ., ο χρήστης Chess by mail\n<chess@chess.test> έγραψε:",
        ),
        (
            "Japanese",
            "2026年11月21日(土) 10:00 Chess by mail\n<chess@chess.test>:",
        ),
        (
            "Chinese",
            "Chess by mail <chess@chess.test>\n于2026年11月21日周六 10:00写道：",
        ),
        (
            "Korean",
            "2026년 11월 21일 (토) 오전 10:00, Chess by mail\n<chess@chess.test>님이 작성:",
        ),
    ];
    for (language, folded) in attributions {
        let whole = folded.replace('\n', " ");
        for attribution in [folded, whole.as_str()] {
            let read = understood(&format!("Ba4\n\n{attribution}\n\n> d4\n"));
            assert_eq!(deed(&read, SPANISH_FEN), "b5a4", "{language}: {read:?}");
            assert_eq!(read.talk, None, "{language}");
            let below = understood(&format!("{attribution}\n> d4\n\nBa4\n"));
            assert_eq!(
                deed(&below, SPANISH_FEN),
                "b5a4",
                "{language}, below: {below:?}"
            );
        }
    }
    // What begins like an attribution and is none stays the player's.
    for prose in [
        "On reflection I like my bishop better.",
        "On move 3 I was surprised:",
        "Am I late?",
        "Le roi est mort",
    ] {
        let read = understood(&format!("Ba4\n\n{prose}\n"));
        assert_eq!(read.talk.as_deref(), Some(prose));
    }
}

#[tokio::test]
async fn hazard_66_nothing_below_outlooks_header_block_is_read() {
    let mut table = Table::after(SPANISH).await;
    let blocks = [
        "From: penpawn <chess@chess.test>\nSent: Saturday, November 21, 2026 10:00 AM\nTo: Ann <ann@players.test>\nSubject: Chess game 1: Ann - Bob",
        "Von: penpawn <chess@chess.test>\nGesendet: Samstag, 21. November 2026 10:00\nAn: Bob <bob@players.test>\nBetreff: Chess game 1: Ann - Bob",
        "De : penpawn <chess@chess.test>\nEnvoyé : samedi 21 novembre 2026 10:00\nÀ : Ann <ann@players.test>\nObjet : Chess game 1: Ann - Bob",
        "-----Original Message-----\nFrom: penpawn\nSent: Saturday\nTo: Bob\nSubject: Chess game 1",
    ];
    let moves = ["Ba4", "Nf6", "O-O", "Be7"];
    for (block, typed) in blocks.into_iter().zip(moves) {
        let letter = table.letter().await;
        // What the player wrote before stands below as well, and no mark says that it is old.
        let text = format!("{typed}\n\nGood luck!\n\n{block}\n\nd3\n\n{letter}");
        let outcome = table.reply_without_thread("", &text).await;
        assert_eq!(outcome.played.len(), 1, "{block}: {}", outcome.told());
        let told = outcome.told_to_others();
        assert!(
            told.contains("Good luck!") && !told.contains(" d3 "),
            "{told}"
        );
    }
}

#[tokio::test]
async fn hazard_67_our_own_mail_quoted_back_without_marks_is_not_read() {
    let mut table = Table::after(SPANISH).await;
    // Nothing but our mail, wrapped at any column: no move is ours to find in it.
    for columns in [8, 20, 40, 60, 76, 10_000] {
        let echo = wrap(&table.letter().await, columns);
        let outcome = table.reply("", &echo).await;
        assert_eq!(outcome.played.len(), 0, "{columns} columns");
        assert_eq!(outcome.theirs.len(), 0, "{columns} columns");
        assert!(
            !outcome.told().contains("differs"),
            "{columns}: {}",
            outcome.told()
        );
    }
    // A move above or below it is the player's.
    for (columns, typed, above) in [
        (40, "Ba4", true),
        (60, "Nf6", true),
        (10_000, "O-O", true),
        (76, "Be7", false),
    ] {
        let echo = wrap(&table.letter().await, columns);
        let text = if above {
            format!("{typed}\n\n{echo}")
        } else {
            format!("{echo}\n\n{typed}")
        };
        let outcome = table.reply("", &text).await;
        assert_eq!(outcome.played.len(), 1, "{typed}: {}", outcome.told());
        assert!(
            !outcome.told_to_others().contains("writes:"),
            "{}",
            outcome.told_to_others()
        );
    }
    // A game's moves in the mail, as a question or a refusal lists them.
    let refusal = table.answer("Ba4-h8").await;
    assert!(refusal.told().contains("Legal"), "{}", refusal.told());
    for columns in [12, 30, 60] {
        let echo = wrap(&table.letter().await, columns);
        assert_eq!(
            table.reply("", &echo).await.played.len(),
            0,
            "{columns} columns"
        );
    }
}

#[tokio::test]
async fn hazard_67_our_own_mail_quoted_back_is_found_by_its_token_too() {
    let mut table = Table::after(SPANISH).await;
    // Without In-Reply-To the mail is found by the token in the address.
    for columns in [8, 20, 40, 76, 10_000] {
        let echo = wrap(&table.letter().await, columns);
        let outcome = table.reply_without_thread("", &echo).await;
        assert_eq!(outcome.played.len(), 0, "{columns} columns");
    }
    for (columns, typed) in [(20, "Ba4"), (60, "Nf6")] {
        let text = format!("{typed}\n\n{}", wrap(&table.letter().await, columns));
        let outcome = table.reply_without_thread("", &text).await;
        assert_eq!(outcome.played.len(), 1, "{typed}: {}", outcome.told());
        let passed_on = outcome.told_to_others();
        assert!(!passed_on.contains("writes:"), "{passed_on}");
    }
    let letter = table.letter().await;
    for line in letter.lines().filter(|line| !line.trim().is_empty()) {
        let read = understood(line);
        assert!(
            read.orders.is_empty(),
            "{line:?} is read as {:?}",
            read.orders
        );
    }
}

/// The lines of each paragraph joined and broken anew, as programs do that know nothing of boards.
fn wrap(text: &str, columns: usize) -> String {
    let mut wrapped = String::new();
    for paragraph in text.split("\n\n") {
        let mut width = 0;
        for word in paragraph.split_whitespace() {
            if width > 0 && width + word.len() >= columns {
                wrapped.push('\n');
                width = 0;
            } else if width > 0 {
                wrapped.push(' ');
            }
            wrapped.push_str(word);
            width += word.len() + 1;
        }
        wrapped.push_str("\n\n");
    }
    wrapped
}

#[tokio::test]
async fn hazard_68_signatures_are_cut_and_hide_no_move_silently() {
    let signatures = [
        "-- \nAnn\nchampion of 1999, e4 player",
        "--\nAnn",
        "Sent from my iPhone",
        "Sent from my Samsung Galaxy smartphone.",
        "Get Outlook for Android<https://aka.ms/AAb9ysg>",
        "Von meinem iPhone gesendet",
        "Gesendet mit der GMX Mail App",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Skickat från min iPhone",
        "Wysłane z iPhone'a",
        "Отправлено с iPhone",
        "iPhoneから送信",
        "发自我的iPhone",
        "나의 iPhone에서 보냄",
    ];
    for signature in signatures {
        let read = understood(&format!("Ba4\n\n{signature}\n"));
        assert_eq!(deed(&read, SPANISH_FEN), "b5a4", "{signature}");
        assert_eq!((read.talk, read.unread), (None, None), "{signature}");
    }
    // Two dashes that part the paragraphs of a talkative player.
    let mut table = Table::after(SPANISH).await;
    let outcome = table.answer("What a fine day it was.\n\n--\n\nBa4").await;
    assert_eq!(outcome.played.len(), 0);
    let told = outcome.told();
    assert!(
        told.contains("\"Ba4\"") && told.contains("where a signature"),
        "{told}"
    );
}

#[tokio::test]
async fn hazard_69_disclaimers_and_footers_go_to_nobody() {
    let mut table = Table::after(SPANISH).await;
    let footers = [
        "_______________________________________________\nclub mailing list -- club@lists.test\nresign",
        "This e-mail and any attachments are confidential and may be privileged.\nresign",
        "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der Empfänger sind:\nresign",
        "You received this message because you are subscribed to the group \"club\".\nresign",
        "Virus-free. www.example.com\nresign",
    ];
    let moves = ["Ba4", "Nf6", "O-O", "Be7", "Re1"];
    for (footer, typed) in footers.into_iter().zip(moves) {
        let outcome = table
            .reply("", &format!("{typed}\n\nA fine game.\n\n{footer}\n"))
            .await;
        assert_eq!(outcome.played.len(), 1, "{footer}: {}", outcome.told());
        let told = outcome.told_to_others();
        assert!(
            told.contains("A fine game.") && !told.contains("confidential"),
            "{told}"
        );
        assert!(
            !told.contains("www.") && !told.contains("mailing list") && !told.contains("group"),
            "{told}"
        );
    }
    // A list's footer as a part of its own.
    let head = "Content-Type: multipart/mixed; boundary=b\nMIME-Version: 1.0\n";
    let body = "--b\nContent-Type: text/plain\n\nb5\n--b\nContent-Type: text/plain\nContent-Disposition: inline\n\n_______________________________________________\nclub mailing list\n--b--";
    let outcome = table.reply(head, body).await;
    assert_eq!(outcome.played, ["b7b5"]);
    assert!(!outcome.told_to_others().contains("mailing list"));
}
