use super::*;
use crate::chess::Letters;
use crate::letters::{After, Missing, NoSearch, NotWanted, Receipts};
use std::sync::{Mutex, OnceLock, PoisonError};

const REFERENCE: &str = "[ref g42.c.7.abcdefghijklmnopqrst]";

/// Made once: each sample is tried in each language.
fn ours() -> &'static Templates {
    static OURS: OnceLock<Templates> = OnceLock::new();
    OURS.get_or_init(|| Templates::new(BTreeMap::new()).unwrap())
}

fn with_override(name: &str, text: &str) -> Result<Templates, TemplateError> {
    Templates::new(BTreeMap::from([(name.to_owned(), text.to_owned())]))
}

fn letter(occasion: Occasion) -> Letter {
    Letter {
        occasion,
        reader: "Ann".to_owned(),
        reference: Some(REFERENCE.to_owned()),
        links_to: None,
        answers: Answers::Proven,
        absence: None,
        rating: None,
        server: "chess@example.org".to_owned(),
        stopped_time: Vec::new(),
    }
}

/// Every sample with its template's name and its text, in English.
fn all() -> Vec<(&'static str, Occasion, Text)> {
    all_as(&Preferences::usual(Format::Text))
}

/// The same in every language.
fn all_languages() -> impl Iterator<Item = (&'static str, &'static Occasion, &'static Text)> {
    Language::ALL.iter().flat_map(|one| all_in(*one))
}

/// The same in one language. Written once for all tests, since they are hundreds.
fn all_in(
    language: Language,
) -> impl Iterator<Item = (&'static str, &'static Occasion, &'static Text)> {
    type Written = Vec<(&'static str, Occasion, Text)>;
    static WRITTEN: Mutex<BTreeMap<Language, &'static Written>> = Mutex::new(BTreeMap::new());
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let these = *written.entry(language).or_insert_with(|| {
        Box::leak(Box::new(all_as(&Preferences {
            language,
            ..Preferences::usual(Format::Text)
        })))
    });
    these
        .iter()
        .map(|(name, occasion, text)| (*name, occasion, text))
}

/// The same as somebody with these preferences gets it.
fn all_as(preferences: &Preferences) -> Vec<(&'static str, Occasion, Text)> {
    let templates = ours();
    let written = samples().into_iter().map(|occasion| {
        let letter = letter(occasion.clone());
        let text = templates.render_as(&letter, preferences, "example.org");
        (occasion.kind().template, occasion, text.unwrap())
    });
    written.collect()
}

fn shown_game(occasion: &Occasion) -> Option<GameView> {
    let value = Value::from(Serde(occasion));
    let fen = value.get_attr("game").ok()?.get_attr("fen").ok()?;
    samples()
        .into_iter()
        .filter_map(|sample| match sample {
            Occasion::Show { game, .. }
            | Occasion::YourMove { game, .. }
            | Occasion::Started { game, .. } => Some(game),
            _ => None,
        })
        .find(|game| Some(game.fen.as_str()) == fen.as_str())
}

#[test]
fn the_built_in_templates_of_each_language_give_a_letter_on_every_occasion() {
    for &language in Language::ALL {
        ours().try_all(language).unwrap();
    }
}

#[test]
fn every_line_fits_a_quoted_mail_and_only_a_fen_is_longer() {
    for (name, _, text) in all_languages() {
        for line in text.body.lines() {
            let mut labels = Language::wordings().map(|words| words.your_fen);
            let fen = line.starts_with("FEN: ") || labels.any(|label| line.starts_with(label));
            assert!(fen || line.chars().count() <= 72, "{name}: {line}");
            assert_eq!(line, line.trim_end(), "{name}");
            assert!(!line.contains('\t'), "{name}");
        }
    }
}

#[test]
fn no_two_empty_lines_follow_each_other_and_the_reference_is_the_last_line() {
    for (name, _, text) in all_languages() {
        assert!(!text.body.contains("\n\n\n"), "{name}:\n{}", text.body);
        assert!(!text.body.starts_with('\n'), "{name}");
        assert!(text.body.ends_with(&format!("\n\n{REFERENCE}\n")), "{name}");
        assert_eq!(text.body.matches("[ref").count(), 1, "{name}");
    }
}

#[test]
fn the_first_screen_says_what_happened_and_holds_fen_and_board() {
    let mails = [
        "started.txt",
        "move_played.txt",
        "your_move.txt",
        "over.txt",
        "draw_offered.txt",
        "draw_declined.txt",
        "talk_sent.txt",
        "question.txt",
        "stale.txt",
        "confirm_orders.txt",
    ];
    let mut seen = 0;
    for (name, occasion, text) in all_languages() {
        let Some(game) = shown_game(occasion).filter(|_| mails.contains(&name)) else {
            continue;
        };
        let screen: String = text
            .body
            .lines()
            .take(30)
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(
            screen.contains(&format!("\nFEN: {}\n", game.fen)),
            "{name}:\n{screen}"
        );
        let foot = ["\n     a b c d e f g h\n", "\n     h g f e d c b a\n"];
        let claims = matches!(occasion, Occasion::MovePlayed { claim, .. } if !claim.is_empty());
        if occasion.game().is_some_and(|game| !game.your_turn)
            && name == "move_played.txt"
            && !claims
        {
            assert!(!foot.iter().any(|foot| screen.contains(foot)), "{screen}");
            continue;
        }
        assert!(
            foot.iter().any(|foot| screen.contains(foot)),
            "{name}:\n{screen}"
        );
        let news = screen.split("\n\n").next().unwrap_or_default();
        assert!(news.contains("42"), "{name}:\n{screen}");
        seen += 1;
    }
    assert!(seen > 40, "only {seen} mails were looked at");
}

/// A line of ours as mail programs give it back without a mark of quotation; one that says what can be written, in all ways.
fn dressed(line: &str) -> Vec<String> {
    let bare = line.trim();
    if !line.starts_with("  ") && !line.contains([':', '"']) {
        return vec![line.to_owned()];
    }
    let bold_order = bare
        .split_once(": ")
        .map(|(what, order)| format!("{what}: *{order}*"));
    let mut dressed = vec![
        line.to_owned(),
        bare.to_owned(),
        format!("- {bare}"),
        format!("* {bare}"),
        format!("\u{2022} {bare}"),
        format!("\u{2022}\t{bare}"),
        format!("*{bare}*"),
        format!("**{bare}**"),
        format!("_{bare}_"),
        format!("\u{201c}{bare}\u{201d}"),
        format!("{bare}  "),
        format!("{bare}."),
        bare.replace(' ', "\u{a0}"),
        bare.replace(": ", " : "),
        bare.replace(": ", ":\u{a0}"),
        bare.replace(": ", " - "),
        bare.replace(": ", " \u{2013} "),
        bare.replace(": ", ", "),
        bare.replace('"', "\u{201d}"),
    ];
    dressed.extend(bold_order);
    // Where there is no colon, much of it is the same, and each takes its time.
    dressed.sort();
    dressed.dedup();
    dressed
}

/// Whether an order asks for what harms nobody who did not ask for it.
fn is_harmless(command: &crate::language::Command) -> bool {
    use crate::language::Command;
    // Without a game nothing is entered: the answer says so.
    matches!(command, Command::Enter { pgn, .. } if pgn.is_empty())
        || matches!(
            command,
            Command::Games
                | Command::Help(_)
                | Command::Show
                | Command::Board(_)
                | Command::Addresses
                | Command::Settings
                | Command::Search(_)
                | Command::Ratings(_)
                | Command::Seeks
        )
}

/// Some programs give back all of a letter as if its reader had written it, without any mark.
#[test]
fn a_whole_letter_that_comes_back_unquoted_is_no_order_and_no_words() {
    use crate::language::{own_words, read};
    let mut faults = Vec::new();
    for &language in Language::ALL {
        for (name, _, text) in all_in(language) {
            let words = own_words(&text.body, Some(&text.body));
            for letters in [Letters::English, language.letters()] {
                let read = read(&words, "", letters);
                let commands = read.orders.iter().map(|order| &order.command);
                faults.extend(commands.map(|command| format!("{name}: {command:?}")));
                faults.extend(read.talk.map(|talk| format!("{name}: says {talk}")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_line_of_prose_is_an_order_when_it_comes_back_unquoted() {
    assert_no_line_is_an_order_when_it_comes_back_unquoted(Language::English);
}

/// A test of its own, since each takes long.
#[test]
fn no_line_of_german_prose_is_an_order_when_it_comes_back_unquoted() {
    assert_no_line_is_an_order_when_it_comes_back_unquoted(Language::German);
}

#[test]
fn no_line_of_french_prose_is_an_order_when_it_comes_back_unquoted() {
    assert_no_line_is_an_order_when_it_comes_back_unquoted(Language::French);
}

#[test]
fn no_line_of_spanish_prose_is_an_order_when_it_comes_back_unquoted() {
    assert_no_line_is_an_order_when_it_comes_back_unquoted(Language::Spanish);
}

#[test]
fn no_line_of_dutch_prose_is_an_order_when_it_comes_back_unquoted() {
    assert_no_line_is_an_order_when_it_comes_back_unquoted(Language::Dutch);
}

#[test]
fn no_line_of_italian_prose_is_an_order_when_it_comes_back_unquoted() {
    assert_no_line_is_an_order_when_it_comes_back_unquoted(Language::Italian);
}

fn assert_no_line_is_an_order_when_it_comes_back_unquoted(language: Language) {
    use crate::language::{own_words, read};
    let mut faults = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (name, _, text) in all_in(language) {
        // A long name can push the last word of a paragraph onto a line of its own.
        let last_words = text
            .body
            .split("\n\n")
            .filter(|paragraph| !paragraph.starts_with("  ") && !paragraph.contains("FEN: "))
            // A no-break space holds words together.
            .filter_map(|paragraph| paragraph.trim_end().rsplit([' ', '\n']).next());
        for line in text.body.lines().chain(last_words) {
            // The numbers in the movetext and the blanks of the board speak against an order.
            let chess = line.starts_with(|first: char| first.is_ascii_digit())
                || line.starts_with("     ")
                || line.ends_with(" .")
                || line.starts_with("  ")
                    && line.chars().nth(2).is_some_and(|c| c.is_ascii_digit());
            if chess || !seen.insert(line.to_owned()) {
                continue;
            }
            for dressed in dressed(line) {
                let read = read(&own_words(&dressed, None), "", Default::default());
                let orders = read.orders.iter().map(|order| &order.command);
                faults.extend(
                    orders
                        .filter(|command| !is_harmless(command))
                        .map(|command| format!("{name}: {dressed}: {command:?}")),
                );
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn mails_to_strangers_are_short_and_carry_no_link() {
    let long = "W".repeat(40);
    for (name, occasion, _) in all() {
        if !["invitation.txt", "confirm_address.txt", "first_answer.txt"].contains(&name) {
            continue;
        }
        let occasion = match occasion {
            Occasion::Invitation { game, talk } => Occasion::Invitation {
                game: GameView {
                    opponent: long.clone(),
                    ..game
                },
                talk,
            },
            other => other,
        };
        let text = ours().render(&letter(occasion)).unwrap();
        assert!(
            text.body.len() <= 2_000,
            "{name}: {} octets",
            text.body.len()
        );
        assert!(!text.body.contains("://"), "{name}");
        assert_eq!(text.attachment, None);
    }
}

#[test]
fn the_numbers_of_a_question_are_read_as_its_letter_writes_them() {
    let mut seen = 0;
    for (name, _, text) in all_languages() {
        let lines = text.body.lines().filter(|_| name == "question.txt");
        let begins = |line: &&str| {
            let number = line.strip_prefix("  ").and_then(|line| line.chars().next());
            number.is_some_and(|first| first.is_ascii_digit())
                && line.split_whitespace().count() == 3
        };
        for line in lines.filter(begins) {
            assert!(crate::language::numbered_choice(line).is_some(), "{line}");
            seen += 1;
        }
    }
    assert!(seen >= 2 * Language::ALL.len(), "only {seen} lines");
}

#[test]
fn a_refusal_is_no_longer_than_forty_lines() {
    for (name, _, text) in all_languages() {
        if [
            "refused.txt",
            "not_understood.txt",
            "stale.txt",
            "question.txt",
        ]
        .contains(&name)
        {
            assert!(text.body.lines().count() <= 40, "{name}:\n{}", text.body);
        }
    }
}

#[test]
fn a_game_comes_with_its_end_and_with_each_move() {
    for (name, occasion, text) in all() {
        match name {
            "over.txt"
            | "time_forfeit.txt"
            | "first_move_missing.txt"
            | "adjudicated.txt"
            | "watched.txt"
            | "pgn.txt" => {
                let file = text.attachment.unwrap();
                assert_eq!(file.name, "game-42.pgn");
                assert!(file.pgn.starts_with("[Event \""), "{}", file.pgn);
            }
            "show.txt" => {
                let over = text.body.contains(": over, ");
                assert_eq!(text.attachment.is_some(), over);
            }
            "overwritten.txt" => {
                assert_eq!(text.attachment.unwrap().name, "archive-17.pgn");
            }
            "found.txt" => {
                let any = text.body.contains("attached as a PGN file");
                assert_eq!(text.attachment.is_some(), any);
            }
            _ => {
                let moves = game_of(&occasion).filter(|game| game.last_move.is_some());
                let file = occasion.kind().file == File::GameSoFar;
                assert_eq!(text.attachment.is_some(), file && moves.is_some(), "{name}");
            }
        }
    }
}

#[test]
fn no_file_comes_with_a_move_to_who_wants_none_or_gets_the_game_as_the_letter() {
    let templates = ours();
    let your_move = |preferences: &Preferences| {
        let occasion = samples()
            .into_iter()
            .find(|one| one.passing_turn().is_some());
        let letter = letter(occasion.unwrap());
        templates
            .render_as(&letter, preferences, "example.org")
            .unwrap()
    };
    let usual = Preferences::usual(Format::Text);
    assert!(your_move(&usual).attachment.is_some());
    let none = Preferences {
        files: PgnFiles::Off,
        ..usual
    };
    assert_eq!(your_move(&none).attachment, None);
    assert_eq!(your_move(&Preferences::usual(Format::Pgn)).attachment, None);
}

#[test]
fn the_receipt_for_a_move_is_as_long_as_its_reader_wants_it() {
    let templates = ours();
    let usual = Preferences::usual(Format::Text);
    let receipts = samples().into_iter().filter(Occasion::is_bare_receipt);
    let mut seen = 0;
    for occasion in receipts {
        let timed = occasion.game().is_some_and(|game| game.time.is_some());
        let letter = letter(occasion);
        let short = templates
            .render_as(&letter, &usual, "example.org")
            .unwrap()
            .body;
        let lines = short.lines().filter(|line| !line.is_empty()).count();
        let most = if timed { 15 } else { 6 };
        assert!((3..=most).contains(&lines), "{short}");
        assert!(
            short.contains("FEN: ") && !short.contains("Board, "),
            "{short}"
        );
        let full = Preferences {
            receipts: Receipts::Full,
            ..usual
        };
        let full = templates
            .render_as(&letter, &full, "example.org")
            .unwrap()
            .body;
        assert!(
            full.contains("Board, ") && full.contains("The moves so far:"),
            "{full}"
        );
        seen += 1;
    }
    assert!(seen > 0);
}

/// What leads to a board of letters goes with it, in each language.
#[test]
fn a_letter_with_the_position_in_words_has_no_board_of_letters() {
    for &language in Language::ALL {
        let words = Preferences {
            language,
            ..Preferences::usual(Format::Words)
        };
        for (name, occasion, text) in all_as(&words) {
            let board = language.wording().board;
            let shows = text.body.lines().any(|line| line.starts_with(board));
            assert!(
                !shows || occasion.shown_game().is_none(),
                "{name}:\n{}",
                text.body
            );
        }
    }
}

/// Whoever wants the position in words, or a drawn board, gets it in each letter that shows one.
#[test]
fn whatever_letter_shows_a_board_has_a_game_for_the_other_forms() {
    let shows = |text: &Text| text.body.contains(" at the bottom, White in capitals:");
    let without: BTreeSet<&str> = all()
        .iter()
        .filter(|(_, occasion, text)| shows(text) && occasion.shown_game().is_none())
        .map(|(name, _, _)| *name)
        .collect();
    // Positions of no game, and several games at once.
    let others = ["board.txt", "challenges_sent.txt", "start_position.txt"];
    assert_eq!(without, BTreeSet::from(others));
}

#[test]
fn each_kind_that_has_a_file_brings_one_in_a_sample_and_no_other_does() {
    let brings = all().into_iter();
    let brings = brings.filter(|(_, _, text)| text.attachment.is_some());
    let brings: BTreeSet<&str> = brings.map(|(name, _, _)| name).collect();
    let of_table = KINDS.iter().filter(|kind| kind.file != File::Nothing);
    let of_table: BTreeSet<&str> = of_table.map(|kind| kind.template).collect();
    assert_eq!(brings, of_table);
}

#[test]
fn what_players_write_cannot_forge_a_line_of_ours() {
    let hostile = "{{ 7 * 7 }}\n[ref m1.aaaa]\nFEN: 8/8/8/8/8/8/8/8 w - - 0 1\n-- \nFrom me\n［ＲＥＦ x]\u{1b}[2J\r\u{202e}end";
    let game = match samples()
        .into_iter()
        .find(|sample| matches!(sample, Occasion::YourMove { .. }))
    {
        Some(Occasion::YourMove { game, .. }) => game,
        _ => panic!("no sample"),
    };
    let occasions = [
        Occasion::YourMove {
            game: GameView {
                opponent: hostile.to_owned(),
                ..game.clone()
            },
            played: hostile.to_owned(),
            draw_offered: true,
            claim: vec![Missing::Alike {
                after: After(Some(hostile.to_owned())),
                differences: Vec::new(),
            }],
            followed: crate::letters::Followed::default(),
            beside: Vec::new(),
            talk: Some(hostile.to_owned()),
        },
        Occasion::Refused {
            also: Vec::new(),
            read: hostile.to_owned(),
            why: NoSearch::Unreadable(NotWanted::NoDay(hostile.to_owned())).into(),
            instead: vec![hostile.to_owned(), hostile.to_owned()],
            piece_moves: vec![hostile.to_owned()],
            game: Some(game.clone()),
        },
        Occasion::PositionDiffers {
            fen: hostile.to_owned(),
            differences: vec![hostile.to_owned()],
            missed: Some(vec![hostile.to_owned()]),
            game,
        },
    ];
    for occasion in occasions {
        let body = ours().render(&letter(occasion)).unwrap().body;
        assert!(body.contains("{{ 7 * 7 }}"), "{body}");
        assert_eq!(body.to_lowercase().matches("[ref").count(), 1, "{body}");
        assert!(!body.contains("［"), "{body}");
        let fens = body
            .lines()
            .filter(|line| line.starts_with("FEN: "))
            .count();
        assert_eq!(fens, 1, "{body}");
        let seen = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        assert!(body.chars().all(seen), "{body}");
        for line in body.lines() {
            assert_ne!(line, "--");
            assert!(!line.starts_with("From "), "{body}");
        }
    }
}

#[test]
fn an_override_takes_the_place_of_the_built_in_template() {
    let templates = with_override("stopped.txt", "Good bye, {{ reader }}.").unwrap();
    let text = templates
        .render(&letter(Occasion::Stopped {
            flags: Vec::new(),
            seats: Vec::new(),
        }))
        .unwrap();
    assert_eq!(text.body, format!("Good bye, Ann.\n\n{REFERENCE}\n"));
}

#[test]
fn a_broken_override_is_refused_with_file_and_line() {
    // (file, text, line, part of the reason)
    let broken = [
        ("stopped.txt", "Good bye\n{% if %}", 2, "unexpected"),
        ("stopped.txt", "\n\n{{ reeder }}", 3, "undefined"),
        ("_position.txt", "FEN\n{{ game.fenn }}", 2, "undefined"),
        ("over.txt", "{% include \"_end.txt\" %}", 1, "_end.txt"),
        ("your_move.txt", "one\n{{ played|shout }}", 2, "shout"),
    ];
    for (file, text, at, why) in broken {
        match with_override(file, text) {
            Err(TemplateError::Broken { name, line, reason }) => {
                assert_eq!((name.as_str(), line), (file, at), "{reason}");
                assert!(reason.contains(why), "{file}: {reason}");
            }
            other => panic!("{file}: {other:?}"),
        }
    }
    let empty = with_override("stopped.txt", "{# nothing #}\n \n").unwrap_err();
    assert_eq!(
        empty.to_string(),
        "template \"stopped.txt\" gives an empty mail"
    );
}

fn in_german() -> Preferences {
    Preferences {
        language: Language::German,
        ..Preferences::usual(Format::Text)
    }
}

#[test]
fn a_text_in_another_language_is_for_who_reads_that() {
    let templates = with_override("de/stopped.txt", "Gute Reise, {{ reader }}.").unwrap();
    assert!(templates.faults().is_empty());
    let letter = letter(Occasion::Stopped {
        flags: Vec::new(),
        seats: Vec::new(),
    });
    let german = templates.render_as(&letter, &in_german(), "example.org");
    assert_eq!(
        german.unwrap().body,
        format!("Gute Reise, Ann.\n\n{REFERENCE}\n")
    );
    let english = templates.render(&letter).unwrap();
    assert_eq!(english, ours().render(&letter).unwrap());
}

#[test]
fn a_broken_text_in_another_language_is_told_and_left_out() {
    for (file, text) in [
        ("de/stopped.txt", "{% if %}"),
        ("de/stopped.txt", "{{ reeder }}"),
        ("de/stopped.txt", "{# nichts #}"),
        ("de/stoped.txt", "x"),
        // The fault shows in a part that is built in.
        (
            "de/your_move.txt",
            "{% set game = 1 %}{% include \"_board.txt\" %}",
        ),
    ] {
        let templates = with_override(file, text).unwrap();
        let told: Vec<String> = templates
            .faults()
            .iter()
            .map(|one| one.to_string())
            .collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with(&format!("{file} is not used")),
            "{told:?}"
        );
        let letter = letter(Occasion::Stopped {
            flags: Vec::new(),
            seats: Vec::new(),
        });
        let german = templates.render_as(&letter, &in_german(), "example.org");
        assert!(german.unwrap().body.contains("Dieser Server sendet Ihnen"));
    }
}

#[test]
fn an_unknown_override_is_refused_with_the_known_names() {
    let error = with_override("you_move.txt", "x").unwrap_err().to_string();
    assert!(
        error.starts_with("there is no template \"you_move.txt\""),
        "{error}"
    );
    assert!(
        error.contains("withdrawn_from.txt, your_calendar.txt, your_move.txt"),
        "{error}"
    );
}

#[test]
fn every_template_file_is_built_in_and_described() {
    let folder = std::path::Path::new(file!())
        .parent()
        .unwrap()
        .join("../../../templates/en");
    let readme = include_str!("../../../templates/README.md");
    let mut files = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            readme.contains(&format!("`{name}`")),
            "{name} is not described"
        );
        files.insert(name);
    }
    let known: BTreeSet<String> = Templates::names().into_iter().map(str::to_owned).collect();
    assert_eq!(files, known);
}

#[test]
fn time_that_is_charged_to_nobody_is_told_below_whatever_the_letter_says() {
    let mut about_it = letter(Occasion::Stopped {
        flags: Vec::new(),
        seats: Vec::new(),
    });
    let without = ours().render(&about_it).unwrap();
    about_it.stopped_time = super::super::stopped_times();
    let with = ours().render(&about_it).unwrap();
    let begin = without.body.trim_end().strip_suffix(REFERENCE).unwrap();
    assert!(with.body.starts_with(begin), "{}", with.body);
    let told: Vec<&str> = with.body.split_whitespace().collect();
    let told = told.join(" ");
    let times = told.matches(": 6 hours 30 minutes.").count();
    assert_eq!(times, 3, "{}", with.body);
    assert!(
        told.contains("our mail server took no mail."),
        "{}",
        with.body
    );
    assert!(
        with.body.lines().all(|line| line.len() <= 79),
        "{}",
        with.body
    );
}
