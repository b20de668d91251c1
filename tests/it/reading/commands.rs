//! From the player's words to orders: floods, choices, letter case, look-alikes, foreign letters, subjects.

use super::{ANN, BOB, SPANISH, SPANISH_FEN, Table, deed, message, with_body};

/// `b2` and the bishop on `d2` can both take on `c3`, and White has written no piece letter yet.
const BOTH_TAKE: &str = "d4 Nf6 c4 e6 b1c3 Bb4 c1d2 Bxc3";
/// Only the pawn can take on `c3`.
const PAWN_TAKES: &str = "d4 Nf6 c4 e6 Nc3 Bb4 e3 Bxc3+";

#[tokio::test]
async fn hazard_70_a_flood_of_lines_gets_one_answer_and_ends_at_thanks() {
    let mut table = Table::after(SPANISH).await;
    let novel =
        "It was a dark and stormy night, and the knight rode out of the castle.\n".repeat(60);
    let nonsense = "asdf jkl\nqwer uiop\n".repeat(30);
    for prose in [novel, nonsense] {
        let outcome = table.answer(&prose).await;
        assert_eq!(
            (
                outcome.played.len(),
                outcome.mine.len(),
                outcome.theirs.len()
            ),
            (0, 1, 0)
        );
    }
    let flood = format!("{}Ba4", "help\n".repeat(10));
    let outcome = table.answer(&flood).await;
    // The help, and that the order below ten others is not done.
    assert_eq!(
        (outcome.played.len(), outcome.mine.len()),
        (0, 2),
        "{}",
        outcome.told()
    );
    assert!(
        outcome.told().contains("at most 10 orders"),
        "{}",
        outcome.told()
    );
    let outcome = table.answer("Ba4\nThanks!\nresign").await;
    assert_eq!(outcome.played, ["b5a4"]);
    assert!(
        !outcome.told_to_others().contains("over"),
        "{}",
        outcome.told_to_others()
    );
}

#[tokio::test]
async fn hazard_71_two_candidate_moves_are_a_question_and_a_line_plays_its_first() {
    let mut table = Table::after(SPANISH).await;
    for choice in [
        "Ba4 or maybe Bxc6?",
        "Ba4\nBxc6",
        "Ba4\n\nNo, Bxc6",
        "Ba4? Bxc6!",
        "Ba4/Bxc6",
        "Ba4, Bxc6",
        "Ba4 Bxc6",
        "Ba4\n... or maybe\nBxc6?",
        "~~Ba4~~ Bxc6",
    ] {
        let outcome = table.answer(choice).await;
        assert_eq!(outcome.played.len(), 0, "{choice}");
        assert_eq!(
            (outcome.mine.len(), outcome.theirs.len()),
            (1, 0),
            "{choice}"
        );
    }
    let outcome = table.answer("4. Ba4 Nf6 5. O-O").await;
    assert_eq!(outcome.played, ["b5a4"]);
    assert!(
        outcome.told().contains("Not played: Nf6, O-O."),
        "{}",
        outcome.told()
    );
}

#[tokio::test]
async fn hazard_72_a_telephones_capital_is_the_same_move_or_a_question() {
    let mut table = Table::after("").await;
    assert_eq!(table.answer("E4").await.played, ["e2e4"]);
    assert_eq!(table.answer("NF6").await.played, ["g8f6"]);
    for typed in ["bxc3", "Bxc3", "BXC3", "bc3", "9. bxc3", "5. Bxc3"] {
        let mut table = Table::after(BOTH_TAKE).await;
        let outcome = table.answer(typed).await;
        assert_eq!(outcome.played.len(), 0, "{typed}");
        if typed.starts_with('9') {
            continue;
        }
        let told = outcome.told();
        assert!(
            told.contains("bxc3") && told.contains("Bxc3") && told.contains("Which do you mean?"),
            "{told}"
        );
        let chosen = table.answer("2").await;
        assert_eq!(chosen.played.len(), 1, "{typed}: {}", chosen.told());
    }
    for typed in ["b2xc3", "bishop takes c3", "Bd2xc3", "♗xc3"] {
        let mut table = Table::after(BOTH_TAKE).await;
        let expected = if typed.starts_with('b') && !typed.starts_with("bi") {
            "b2c3"
        } else {
            "d2c3"
        };
        assert_eq!(table.answer(typed).await.played, [expected], "{typed}");
    }
    for typed in ["Bxc3", "BXC3", "bxc3"] {
        let mut table = Table::after(PAWN_TAKES).await;
        assert_eq!(table.answer(typed).await.played, ["b2c3"], "{typed}");
    }
}

#[test]
fn hazard_73_look_alikes_and_corrected_spellings_are_the_moves_that_they_look_like() {
    let spellings = include_str!("look_alikes.txt");
    let mut fen = "";
    let mut count = 0;
    for line in spellings
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("##"))
    {
        if let Some(position) = line.strip_prefix("position ") {
            fen = position;
            continue;
        }
        let (typed, expected) = line.rsplit_once("  =  ").expect("a spelling and its move");
        let typed = unescaped(typed);
        let body = format!("{typed}\n\nBest wishes\n");
        let raw = with_body("Content-Type: text/plain; charset=utf-8\n", body.as_bytes());
        assert_eq!(
            deed(&message(&raw, None), fen),
            expected,
            "{typed:?} in {fen}"
        );
        count += 1;
    }
    assert!(count >= 120, "only {count} spellings");
}

/// `\u{200b}` for characters that nobody could see in the table.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').expect("a closing brace");
        let code = u32::from_str_radix(code, 16).expect("a number");
        plain.push(char::from_u32(code).expect("a character"));
        plain.push_str(rest);
    }
    plain
}

#[tokio::test]
async fn hazard_74_foreign_piece_letters_are_asked_about_until_their_language_is_set() {
    let mut table = Table::after("e4 e5").await;
    let outcome = table.answer("Sf3").await;
    assert_eq!(outcome.played.len(), 0);
    assert!(
        outcome.told().contains("If Nf3 is your move"),
        "{}",
        outcome.told()
    );
    // "Dame" or a telephone's "dxe5": nothing tells which.
    table.answer("d4").await;
    table.answer("Nc6").await;
    let outcome = table.answer("Dxe5").await;
    assert_eq!(outcome.played.len(), 1, "{}", outcome.told());
    for (language, typed, played) in [("de", "Sf6", "g8f6"), ("French", "Cf3", "g1f3")] {
        assert_eq!(
            table
                .answer(&format!("letters {language}"))
                .await
                .mine
                .len(),
            1
        );
        let outcome = table.answer(typed).await;
        assert_eq!(outcome.played, [played], "{}", outcome.told());
    }
}

#[tokio::test]
async fn hazard_75_noise_around_a_subject_hides_no_game_and_proves_nothing() {
    let mut table = Table::after(SPANISH).await;
    table
        .write(ANN, "", "challenge bob@players.test as black")
        .await;
    let invited = table.answer_from(ANN, "", "yes").await;
    assert_eq!(invited.fate.reason.as_deref(), Some("confirmed"));
    table.answer_from(BOB, "", "accept").await;
    for subject in [
        "AW: Re: [EXTERN] [chess 1] Ann - Bob",
        "RE: Re: Fwd: SV: TR: Chess game 1: Ann - Bob",
        "Re[3]: [EXT] Chess game #1",
        "回复：Chess game 1: Ann - Bob",
    ] {
        let outcome = table
            .write(ANN, &format!("Subject: {subject}\n"), "show")
            .await;
        assert!(
            outcome.told().contains("FEN: r1bqkbnr/1ppp1ppp"),
            "{subject}: {}",
            outcome.told()
        );
        let outcome = table
            .write(ANN, &format!("Subject: {subject}\n"), "Ba4")
            .await;
        assert_eq!(outcome.played.len(), 0, "{subject}");
        assert_eq!(outcome.fate.state, "held", "{subject}");
    }
}

#[tokio::test]
async fn hazard_76_a_move_in_the_subject_counts_when_the_mail_says_nothing() {
    let mut table = Table::after(SPANISH).await;
    for (subject, body, played) in [
        ("Ba4", "", "b5a4"),
        ("Re: Nf6", "Sent from my iPhone", "g8f6"),
        // The body wins.
        ("O-O", "d3", "d2d3"),
        ("AW: [EXTERN] Be7", "\u{a0}", "f8e7"),
    ] {
        let outcome = table.reply(&format!("Subject: {subject}\n"), body).await;
        assert_eq!(outcome.played, [played], "{subject}");
    }
    // Our own subject is no order, whatever a player is called.
    let outcome = table
        .reply("Subject: Re: Chess game 1: resign - draw\n", "")
        .await;
    assert_eq!((outcome.played.len(), outcome.mine.len()), (0, 1));
    assert!(!outcome.told().contains("over"), "{}", outcome.told());
    // What somebody wrote about is mentioned, not played.
    let raw = with_body("", b"What do you think of it?\n");
    let raw = String::from_utf8_lossy(&raw).replace("Re: Chess game 1: Ann - Bob", "Ba4");
    let read = message(raw.as_bytes(), None);
    assert_eq!(deed(&read, SPANISH_FEN), "nothing");
    assert_eq!(
        read.unread
            .and_then(|unread| unread.did_you_mean)
            .as_deref(),
        Some("Ba4")
    );
}
