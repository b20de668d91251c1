use super::reader::position_of;
use super::*;
use crate::budget::LINES_SCANNED;

fn message(body: &str, subject: &str) -> Message {
    read(&own_words(body, None), subject, Letters::default())
}

fn typed(message: &Message) -> Vec<&str> {
    message
        .orders
        .iter()
        .map(|order| order.typed.as_str())
        .collect()
}

#[test]
fn commands_come_before_talk() {
    let read = message("Nf3\ndraw\n\nNice game so far.\nBob\n", "");
    assert_eq!(typed(&read), ["Nf3", "draw"]);
    assert_eq!(read.talk.as_deref(), Some("Nice game so far.\nBob"));
    assert_eq!(read.unread, None);
}

#[test]
fn a_position_that_was_wrapped_is_read_whole() {
    for (body, expected) in [
        (
            "challenge bob@example.net fen\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
        ),
        (
            "challenge bob@example.net as white fen 4k3/8/8/8/8/8/4P3/4K3 w\n- - 5 39\n\nHave fun!\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
        ),
        (
            "challenge bob@example.net fen 4k3/8/8/8/8/8/4P3/4K3 w - -\nHave fun!\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - -",
        ),
    ] {
        let read = message(body, "");
        let [order] = read.orders.as_slice() else {
            panic!("{body}: {read:?}");
        };
        assert_eq!(position_of(order), Some(expected), "{body}");
        assert_eq!(read.fens, Vec::<String>::new(), "{body}");
        assert_eq!(read.unread, None, "{body}");
    }
}

#[test]
fn a_position_between_backticks_is_for_the_opponent() {
    let kings = "8/8/8/4k3/8/8/8/4K3";
    for (body, fens) in [
        (format!("Nf3\n\nI had `{kings}` in mind.\n"), 0),
        (format!("say look at `{kings} w\n- - 0 1`!\n"), 0),
        (format!("Nf3\n\nI have {kings} here.\n"), 1),
        (format!("Nf3\n`{kings}`\n"), 1),
        (format!("Nf3\n\nA `mark that is not closed: {kings}\n"), 1),
    ] {
        assert_eq!(message(&body, "").fens.len(), fens, "{body}");
    }
}

#[test]
fn a_greeting_does_not_hide_the_move() {
    let read = message("Hi Bob,\n\nNf3\n\nCheers\n", "");
    assert_eq!(typed(&read), ["Nf3"]);
    assert_eq!(read.talk.as_deref(), Some("Hi Bob,\nCheers"));
}

#[test]
fn a_move_below_prose_is_asked_about_where_it_may_be_a_part_of_it() {
    let read = message("That was a good move of yours.\nNf3\n", "");
    assert_eq!(typed(&read), ["Nf3"]);
    assert_eq!(read.talk.as_deref(), Some("That was a good move of yours."));
    let read = message("That was a good move of yours, but what about\nNf3\n", "");
    assert!(read.orders.is_empty());
    let unread = read.unread.unwrap();
    assert_eq!(unread.did_you_mean.as_deref(), Some("Nf3"));
    assert_eq!(unread.reason, Doubt::BelowProse);
}

#[test]
fn an_order_below_prose_is_mentioned() {
    let read = message("How are you?\nresign\n", "");
    assert!(read.orders.is_empty());
    assert_eq!(read.unread.unwrap().did_you_mean.as_deref(), Some("resign"));
    let read = message("Nf3\nNice game, shall we stop here?\ndraw\n", "");
    assert_eq!(typed(&read), ["Nf3"]);
    assert_eq!(read.unread.unwrap().did_you_mean.as_deref(), Some("draw"));
}

#[test]
fn an_order_for_another_game_below_words_is_told_and_not_passed_on() {
    let read = message("game 71 e5\n\nThank you!\n\ngame 73 d4\nHello Carl\n", "");
    assert_eq!(typed(&read), ["game 71 e5"]);
    assert_eq!(read.talk.as_deref(), Some("Thank you!"));
    let unread = read.unread.unwrap();
    assert_eq!(unread.line, "game 73 d4");
    assert_eq!(unread.reason, Doubt::BelowProse);
    let read = message("game 71 e5\nThank you!\ngame 73 d4\ngame 75 c4\n", "");
    let also = read.also_unread.iter().map(|also| also.line.as_str());
    assert_eq!(also.collect::<Vec<_>>(), ["game 75 c4"]);
    for words in ["As I said in game 73, d4 was better", "Game 73 was fun"] {
        let read = message(&format!("game 71 e5\n\nThank you!\n{words}\n"), "");
        assert_eq!(read.unread, None, "{words}");
        assert!(read.talk.unwrap().ends_with(words), "{words}");
    }
}

#[test]
fn a_player_called_ed_may_sign() {
    let read = message("Nf3\n\nEd\n", "");
    assert_eq!(typed(&read), ["Nf3"]);
    assert_eq!(read.talk.as_deref(), Some("Ed"));
}

#[test]
fn prose_plays_nothing() {
    let read = message("I think a4 is weak\n", "");
    assert!(read.orders.is_empty());
    assert_eq!(read.unread.unwrap().did_you_mean, None);
    assert_eq!(read.talk.as_deref(), Some("I think a4 is weak"));
}

#[test]
fn two_moves_are_a_question() {
    for body in [
        "e4\nd4\n",
        "e4\n\nd4\n",
        "e4 or d4\n",
        "e4\nor maybe\nd4?\n",
        "e4? d4!\n",
        "draw\ne4 or d4\n",
        "e4\n\nNo, d4\n",
    ] {
        let read = message(body, "");
        assert!(
            !read
                .orders
                .iter()
                .any(|order| matches!(order.command, Command::Moves(_))),
            "{body}"
        );
        assert_eq!(read.unread.unwrap().reason, Doubt::Alternatives, "{body}");
    }
}

#[test]
fn moves_in_two_games_are_two_orders() {
    let read = message("42 Nf3\n43 e5\n", "");
    assert_eq!(read.orders.len(), 2);
    assert_eq!(read.orders[1].game, Some(43));
}

#[test]
fn conditional_moves_may_stand_behind_a_move_on_its_line() {
    for (body, orders, unread) in [
        ("Nxd4, and if Bxd4 then Be6.\n", 2, None),
        ("Nxd4; if Bxd4 then Be6\n", 2, None),
        ("Nxd4 and if you like a pint\n", 0, Some(Doubt::Prose)),
        (
            "Nxd4, and if Bxd4 then Be6 as always\n",
            1,
            Some(Doubt::Conditional),
        ),
    ] {
        let read = message(body, "");
        assert_eq!(read.orders.len(), orders, "{body}");
        assert_eq!(read.unread.map(|unread| unread.reason), unread, "{body}");
        assert!(orders == 0 || read.talk.is_none(), "{body}");
    }
}

#[test]
fn a_number_below_a_move_is_no_choice() {
    let read = message("Nf6\n\n73,\nChuck\n", "");
    assert_eq!(typed(&read), ["Nf6"]);
    assert_eq!(read.talk.as_deref(), Some("73,\nChuck"));
    assert_eq!(message("2\n", "").orders[0].command, Command::Choice(2));
}

#[test]
fn the_same_said_twice_is_one_order() {
    assert_eq!(message("Nf3\nNf3\n", "").orders.len(), 1);
    assert_eq!(message("help\nhelp\ngames\nhelp\n", "").orders.len(), 2);
    let games = "challenge bob as white\n".repeat(2);
    assert_eq!(message(&games, "").orders.len(), 2);
}

#[test]
fn a_line_of_play_may_take_two_lines() {
    let read = message("12. Nf3 Nc6\n13. Bb5\n", "");
    assert_eq!(read.orders.len(), 1);
    assert_eq!(read.unread, None);
}

#[test]
fn say_takes_everything_after_it() {
    let read = message("Nf3\nsay hello\nresign\n\ne4\n", "");
    assert_eq!(read.orders.len(), 2);
    assert_eq!(
        read.orders[1].command,
        Command::Say("hello\nresign\n\ne4".to_owned())
    );
    assert_eq!(read.talk, None);
    let first = message("say: Nf3 was strong\n", "");
    assert_eq!(
        first.orders[0].command,
        Command::Say("Nf3 was strong".to_owned())
    );
}

#[test]
fn only_the_first_lines_are_scanned() {
    let body = format!("{}resign\n", "help\n".repeat(LINES_SCANNED));
    let read = message(&body, "");
    assert!(
        read.orders
            .iter()
            .all(|order| order.command != Command::Resign)
    );
    assert_eq!(read.talk, None);
    let unread = read.unread.unwrap();
    assert_eq!(
        (unread.line.as_str(), unread.reason),
        ("resign", Doubt::OneTooMany)
    );
    let body = format!("{}resign\n\nGood luck!\n", "help\n".repeat(LINES_SCANNED));
    assert_eq!(message(&body, "").talk.as_deref(), Some("Good luck!"));
    let body = format!("{}Good luck!\n", "help\n".repeat(LINES_SCANNED));
    let read = message(&body, "");
    assert_eq!(read.talk.as_deref(), Some("Good luck!"));
    assert_eq!(read.unread, None);
}

#[test]
fn nothing_below_a_lone_note_or_if_is_for_the_opponent() {
    let note = |read: &Message| {
        read.orders.iter().find_map(|order| match &order.command {
            Command::Note(note) => Some(note.text.clone()),
            _ => None,
        })
    };
    let secret = "the pawn is poisoned";
    for head in ["note", "Note:", "note 1", "*note*"] {
        for body in [
            format!("Nf3\n{head}\n{secret}\n\nGood luck!\n"),
            format!("Nf3\n\n{head}\n{secret}\n\nGood luck!\n"),
        ] {
            let read = message(&body, "");
            assert_eq!(note(&read).as_deref(), Some(secret), "{body}");
            assert_eq!(read.talk.as_deref(), Some("Good luck!"), "{body}");
            assert_eq!(read.unread, None, "{body}");
        }
        for body in [
            format!("Nf3\n{head}\n\n{secret}\n"),
            format!("Nf3\n\n{head}\n\n{secret}\n\nGood luck!\n"),
            format!("Nf3\n\nGood luck!\n\n{head}\n{secret}\n"),
            format!("Nf3\n\nGood luck!\n{head}\n\n{secret}\n"),
            format!("Nf3\nsay Good luck!\n{head}\n{secret}\n"),
        ] {
            let read = message(&body, "");
            assert_eq!(typed(&read), ["Nf3"], "{body}");
            assert_eq!(read.talk, None, "{body}");
            assert_eq!(read.unread.unwrap().reason, Doubt::NoteBelow, "{body}");
        }
    }
    for head in ["if", "If:"] {
        for body in [
            format!("Nf3\n{head}\nNc6 then Bb5\n"),
            format!("Nf3\n\n{head}\n\nthe pawn is poisoned\n"),
            format!("Nf3\n\nGood luck!\n{head}\nNc6 then Bb5\n"),
            format!("Nf3\n\nGood luck\n{head}\nNc6 then Bb5\n"),
            format!("Nf3\n\nGood luck\n{head}\nNc6 Bb5\n"),
            format!("Nf3\n\nGood luck!\n\n{head}\n{secret}\n"),
            format!("Nf3\nsay Good luck!\n{head}\nNc6 Bb5\n"),
        ] {
            let read = message(&body, "");
            assert_eq!(typed(&read), ["Nf3"], "{body}");
            assert_eq!(read.talk, None, "{body}");
            assert!(
                matches!(
                    read.unread.as_ref().map(|unread| unread.reason),
                    Some(Doubt::Conditional | Doubt::ConditionOrWords)
                ),
                "{body} {:?}",
                read.unread
            );
        }
    }
    // What a note without words takes back.
    let read = message("Nf3\nnote:\n", "");
    assert_eq!(note(&read).as_deref(), Some(""));
    // Words that are wrapped.
    let wrapped =
        "Nf3\n\nI wonder whether you would have liked it\nif\nhttps://example.org/a-long-address\n";
    assert!(message(wrapped, "").talk.is_some());
}

#[test]
fn the_subject_counts_only_when_the_mail_is_empty() {
    let read = message("\n", "Nf3");
    assert_eq!(typed(&read), ["Nf3"]);
    assert!(read.from_subject);
    assert_eq!(typed(&message("", "Re: Nf3")), ["Nf3"]);
    assert_eq!(
        typed(&message("Sent from my iPhone\n", "resign")),
        ["resign"]
    );
    for subject in [
        "Re: resign",
        "Chess game 42: resign - draw",
        "Re: Chess game 42: Ann - Bob",
        "hello",
    ] {
        assert!(message("", subject).orders.is_empty(), "{subject}");
    }
    assert_eq!(typed(&message("e5\n", "Nf3")), ["e5"]);
    let prose = message("hello\n", "Nf3");
    assert_eq!(prose.unread.unwrap().did_you_mean.as_deref(), Some("Nf3"));
}

#[test]
fn a_move_in_the_signature_is_asked_about() {
    let read = message("-- \nNf3\n", "");
    assert!(read.orders.is_empty());
    assert_eq!(read.unread.unwrap().reason, Doubt::OutsideOwnWords);
    let played = message("e4\n-- \nNf3\n", "");
    assert_eq!(typed(&played), ["e4"]);
    assert_eq!(played.unread, None);
}

#[test]
fn a_move_that_may_be_ours_is_asked_about() {
    let sent = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O\n";
    let answer = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4\nNf6\n";
    let read = read(&own_words(answer, Some(sent)), "", Letters::default());
    assert!(read.orders.is_empty());
    assert_eq!(read.unread.unwrap().did_you_mean.as_deref(), Some("Nf6"));
}

#[test]
fn positions_are_collected_wherever_they_stand() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    for body in [
        format!("Nf6\n{fen}\nhello\n"),
        format!("{fen}\nNf6\n"),
        format!("Nf6 {fen}\n"),
        format!("Nf6\n\nmy board is {fen} now\n"),
    ] {
        let read = message(&body, "");
        assert_eq!(read.fens, [fen], "{body}");
        assert_eq!(read.orders.len(), 1, "{body}");
    }
    assert!(message(&format!("board {fen}\n"), "").fens.is_empty());
}

#[test]
fn near_misses_beside_orders_are_mentioned() {
    let read = message("Nf3\nresgin\n", "");
    assert_eq!(typed(&read), ["Nf3"]);
    assert_eq!(read.unread.unwrap().did_you_mean.as_deref(), Some("resign"));
}

#[test]
fn what_stands_below_a_line_that_cannot_be_read_is_told_with_it() {
    let read = message("sing up summer\nsign up autumn\ntable winter\nEd\n", "");
    assert_eq!(
        read.unread.unwrap().did_you_mean.as_deref(),
        Some("sign up summer")
    );
    let also = read.also_unread.iter().map(|also| also.line.as_str());
    assert_eq!(also.collect::<Vec<_>>(), ["sign up autumn", "table winter"]);
    let read = message("sign up summer and winter\nsign up autumn\n", "");
    assert_eq!(read.unread.unwrap().reason, Doubt::OneTournament);
    assert_eq!(read.also_unread.len(), 1);
}
