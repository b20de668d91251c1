use super::*;

fn found(text: &str) -> Option<String> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let range = games(&lines)?;
    Some(lines[range].join("\n"))
}

#[test]
fn games_are_found_among_words_whole() {
    let tags = "[Event \"x\"]\n[Result \"*\"]";
    let drawing = "{--------------\nr n b q\n--------------\nwhite to play\n--------------}";
    for game in [
        format!("{tags}\n\n1. e4 e5\n2. Nf3 *"),
        format!("{tags}\n1. e4 e5 2. Nf3 *"),
        format!("{drawing}\n{tags}\n\n1. e4 {{a comment\n\nof two}} e5 *"),
        format!("{tags}\n\n1. e4 e5 *\n\n{tags}\n\n1. d4 1/2-1/2"),
        "[White “Ann”]\n\n1. e4 e5 1–0".to_owned(),
    ] {
        for (before, after) in [
            ("", ""),
            ("Hello!\n\n", "\n\nBest wishes\n"),
            ("e4\n", "\n"),
        ] {
            let mail = format!("{before}{game}{after}");
            assert_eq!(found(&mail).as_deref(), Some(game.as_str()), "{mail}");
        }
    }
}

#[test]
fn words_and_scores_are_no_games() {
    for text in [
        "1. e4 e5\n2. Nf3",
        "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 *",
        "[Event \"x\"]",
        "[Event \"x\"]\n\n[White \"y\"]\n",
        "[see below]",
        "[chess] hello",
        "I lost 1-0",
        "e4 *",
        "",
        "12. Nf3\n\nIt ends 1-0",
    ] {
        assert_eq!(found(text), None, "{text}");
    }
}
