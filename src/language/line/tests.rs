use super::*;

fn orders(line: &str) -> String {
    match read_line(line, Letters::default()) {
        Reading::Orders(orders) => orders
            .iter()
            .map(|order| {
                let game = order.game.map_or(String::new(), |game| format!("#{game} "));
                let doubt = if order.may_be_move_number { "? " } else { "" };
                format!("{game}{doubt}{}", show(&order.command))
            })
            .collect::<Vec<_>>()
            .join("; "),
        Reading::Say(orders, game, text) => {
            format!("{}say {game:?} {text}", "order, ".repeat(orders.len()))
        }
        other => format!("{other:?}").to_lowercase(),
    }
}

fn show(command: &Command) -> String {
    match command {
        Command::Moves(moves) => moves
            .iter()
            .map(|m| {
                let number = m
                    .move_number()
                    .map(|number| format!("{}. ", number.fullmove));
                format!("{}{}", number.unwrap_or_default(), m.typed())
            })
            .collect::<Vec<_>>()
            .join(" "),
        Command::Challenge {
            opponent,
            colour,
            setup,
            time,
            ..
        } => {
            let setup = match setup {
                Setup::Usual => String::new(),
                Setup::Chess960(None) => " chess960".to_owned(),
                Setup::Chess960(Some(which)) => format!(" chess960 <{which}>"),
                Setup::Fen(fen) => format!(" fen <{fen}>"),
            };
            let time = time.as_ref().map_or(String::new(), |time| match time.read {
                Ok(control) => format!(" <{}>", crate::letters::control_in_words(control)),
                Err(why) => format!(" <{why:?}>"),
            });
            format!("challenge {opponent} {colour:?}").to_lowercase() + &setup + &time
        }
        other => format!("{other:?}").to_lowercase(),
    }
}

#[test]
fn commands_are_read_in_the_words_of_people() {
    let table = [
        ("addresses", "addresses"),
        ("my addresses", "addresses"),
        ("address Ann@Example.org", "address(\"ann@example.org\")"),
        ("Address: <ann@example.org>", "address(\"ann@example.org\")"),
        (
            "new address ann@example.org",
            "address(\"ann@example.org\")",
        ),
        (
            "please change my address to ann@example.org.",
            "address(\"ann@example.org\")",
        ),
        (
            "remove address ann@example.org",
            "removeaddress(\"ann@example.org\")",
        ),
        (
            "forget address ann@example.org",
            "removeaddress(\"ann@example.org\")",
        ),
        ("block Bob", "block(\"bob\")"),
        ("unblock Bob Smith", "unblock(\"bob smith\")"),
        ("Nf3", "Nf3"),
        ("*Nf3*", "Nf3"),
        ("- Nf3", "Nf3"),
        ("My move is Nf3", "Nf3"),
        ("I play Nf3", "Nf3"),
        ("move: Nf3", "Nf3"),
        ("Nf3 thanks", "Nf3"),
        ("Nf3, your move", "Nf3"),
        ("Nf3 :-)", "Nf3"),
        ("Nf3 😀", "Nf3"),
        ("draw", "offerdraw"),
        ("Draw?", "offerdraw"),
        ("Offer draw.", "offerdraw"),
        ("I offer a draw", "offerdraw"),
        ("claim draw", "claimdraw(draw)"),
        ("I claim a draw.", "claimdraw(draw)"),
        ("Threefold repetition", "claimdraw(repetition)"),
        ("claim draw by repetition", "claimdraw(repetition)"),
        ("fifty moves", "claimdraw(fiftymoves)"),
        ("50-move rule", "claimdraw(fiftymoves)"),
        ("Nf3 claim draw", "Nf3; claimdraw(draw)"),
        ("Nf3, threefold", "Nf3; claimdraw(repetition)"),
        ("12...Ng8 and I claim a draw", "12. Ng8; claimdraw(draw)"),
        ("Kg2 fifty", "Kg2; claimdraw(fiftymoves)"),
        ("claim draw 42", "#42 claimdraw(draw)"),
        (
            "game 42 Ng8 threefold repetition",
            "#42 Ng8; #42 claimdraw(repetition)",
        ),
        ("Nf3 draw", "Nf3; offerdraw"),
        ("Nf3 draw?", "Nf3; offerdraw"),
        ("Nf3, draw?", "Nf3; offerdraw"),
        ("Nf3 and draw", "Nf3; offerdraw"),
        ("Nf3 and offer a draw", "Nf3; offerdraw"),
        ("Nf3 and I offer a draw", "Nf3; offerdraw"),
        ("Nf3 (draw offer)", "Nf3; offerdraw"),
        ("Nf3 (=)", "Nf3; offerdraw"),
        ("Nf3 =", "Nf3; offerdraw"),
        ("Nf3=", "Nf3; offerdraw"),
        ("12. Nf3+ (=)", "12. Nf3+; offerdraw"),
        ("e8=Q =", "e8=Q; offerdraw"),
        ("O-O =", "O-O; offerdraw"),
        ("Nf3 - draw?", "Nf3; offerdraw"),
        ("Nf3. Draw?", "Nf3; offerdraw"),
        ("draw, Nf3", "Nf3; offerdraw"),
        ("no draw, Nf3", "Nf3"),
        ("Nf3, no draw", "Nf3"),
        ("accept draw", "acceptdraw"),
        ("I accept the draw", "acceptdraw"),
        ("decline draw", "declinedraw"),
        ("no draw", "declinedraw"),
        ("accept", "accept"),
        ("Accept!", "accept"),
        ("accept 42", "#42 accept"),
        ("decline", "decline"),
        ("withdraw", "withdraw"),
        ("cancel 42", "#42 withdraw"),
        ("resign", "resign"),
        ("RESIGN", "resign"),
        ("I resign.", "resign"),
        ("resigns", "resign"),
        ("I resign. Good game!", "resign"),
        ("I resign, well played!", "resign"),
        ("Ich gebe auf", "resign"),
        ("j'abandonne", "resign"),
        ("resign 42", "#42 resign"),
        ("resign game 42", "#42 resign"),
        ("#42 resign", "#42 resign"),
        ("42 resign", "#42 resign"),
        ("42: resign", "#42 resign"),
        ("game 42: resign", "#42 resign"),
        ("Game 42 Nf3", "#42 Nf3"),
        ("game #42: Nf3", "#42 Nf3"),
        ("#42 Nf3 draw", "#42 Nf3; #42 offerdraw"),
        ("42 Nf3", "#42 ? Nf3"),
        ("42: Nf3", "#42 ? Nf3"),
        ("42. Nf3", "42. Nf3"),
        ("accept draw in game 42", "#42 acceptdraw"),
        ("show 42", "#42 show"),
        ("show", "show"),
        ("show #42", "#42 show"),
        ("#42", "#42 show"),
        ("game 42", "#42 show"),
        ("pgn 42", "#42 pgn"),
        ("games", "games"),
        ("my games", "games"),
        ("board", "board(none)"),
        ("board 42", "#42 board(none)"),
        ("help", "help(none)"),
        ("help moves", "help(some(\"moves\"))"),
        ("?", "help(none)"),
        ("stop", "stop"),
        ("unsubscribe", "stop"),
        ("start", "start"),
        ("leave the server", "leave(remembered)"),
        ("leave for good", "leave(remembered)"),
        ("leave", "takeleave(err(nothing))"),
        ("leave me alone", "stop"),
        ("quit", "quit"),
        ("quit the game", "quit"),
        ("quit the server", "leave(remembered)"),
        ("back", "back"),
        ("I'm back", "back"),
        ("I want to leave this server", "leave(remembered)"),
        ("Forget me, please", "leave(forgotten)"),
        ("delete me", "leave(forgotten)"),
        ("yes", "yes"),
        ("Yes!", "yes"),
        ("confirm", "yes"),
        ("no", "no"),
        ("3", "choice(3)"),
        ("3.", "choice(3)"),
        ("3)", "choice(3)"),
        ("99", "choice(99)"),
        ("join", "join"),
        ("name Bob Smith", "name(\"bob smith\")"),
        ("letters de", "letters(\"de\")"),
        ("Letters: German", "letters(\"german\")"),
        (
            "challenge bob@example.net",
            "challenge bob@example.net random",
        ),
        (
            "challenge bob@example.net as white",
            "challenge bob@example.net white",
        ),
        (
            "Challenge Bob <bob@example.net> as Black.",
            "challenge bob@example.net black",
        ),
        (
            "challenge bob@example.net<mailto:bob@example.net> as white",
            "challenge bob@example.net white",
        ),
        ("challenge bob", "challenge bob random"),
        (
            "challenge Bob Smith with black",
            "challenge bob smith black",
        ),
        (
            "new game with ann@example.net",
            "challenge ann@example.net random",
        ),
        (
            "play ann@example.net as random",
            "challenge ann@example.net random",
        ),
        (
            "I challenge ann@example.net",
            "challenge ann@example.net random",
        ),
        ("challenge bob chess960", "challenge bob random chess960"),
        (
            "challenge bob@example.net chess960 518 as white",
            "challenge bob@example.net white chess960 <518>",
        ),
        (
            "Challenge bob@example.net as black, Chess 960 number 17.",
            "challenge bob@example.net black chess960 <17>",
        ),
        (
            "challenge bob@example.net white fen 4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
            "challenge bob@example.net white fen <4k3/8/8/8/8/8/4P3/4K3 w - - 5 39>",
        ),
        (
            "challenge bob from FEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 5 39 as black",
            "challenge bob black fen <4k3/8/8/8/8/8/4P3/4K3 w - - 5 39>",
        ),
        (
            "challenge bob fen 4k3/8/8/9/8/8/4P3 x",
            "challenge bob random fen <4k3/8/8/9/8/8/4P3 x>",
        ),
        ("challenge bob fen", "challenge bob random fen <>"),
        (
            "challenge bob chess960 4k3/8/8/8/8/8/8/3K3R w H - 0 1",
            "challenge bob random chess960 <4k3/8/8/8/8/8/8/3K3R w H - 0 1>",
        ),
        (
            "new game with bob@example.net, chess960",
            "challenge bob@example.net random chess960",
        ),
        ("challenge fen", "challenge fen random"),
        ("chess960", "chess960(none)"),
        ("Chess960 518", "chess960(some(\"518\"))"),
        ("chess 960 #518", "chess960(some(\"518\"))"),
        ("fischer random", "chess960(none)"),
        (
            "chess960 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "chess960(some(\"rnbqkbnr/pppppppp/8/8/8/8/pppppppp/rnbqkbnr\"))",
        ),
        ("chess is fun", "prose"),
        ("chess960 is fun", "prose"),
        ("challenge accepted", "accept"),
        ("say hello there", "say None hello there"),
        ("Say: hello", "say None hello"),
        ("42 say hello", "say Some(42) hello"),
        ("Nf3 say well played", "order, say None well played"),
        ("Nf3 in game 42", "#42 Nf3"),
        ("Nf3 (game 42)", "#42 Nf3"),
        ("Nf3 #42", "#42 Nf3"),
        ("Nf3 draw game 42", "#42 Nf3; #42 offerdraw"),
        ("42 Nf3, 43 e5", "42. Nf3 43. e5"),
        ("(3)", "choice(3)"),
        ("option 2", "choice(2)"),
        ("send me the pgn of game 42", "#42 pgn"),
        (
            "challenge bob@example.net as white please",
            "challenge bob@example.net white",
        ),
        (
            "I would like to challenge bob@example.net",
            "challenge bob@example.net random",
        ),
        ("help me please", "help(none)"),
        ("please resign", "resign"),
        ("5254", "5254"),
        ("42 5254", "#42 ? 5254"),
        ("1234 resign", "#1234 resign"),
    ];
    for (line, expected) in table {
        assert_eq!(orders(line), expected, "{line}");
    }
}

#[test]
fn prose_is_never_a_command() {
    for line in [
        "I think a4 is weak",
        "I resign myself to a worse endgame",
        "draw your own conclusions",
        "accept my apologies for the delay",
        "no, that was not my idea",
        "yes and no",
        "help yourself to a drink",
        "show me what you have got next time",
        "the game was a draw",
        "name the piece that gives check",
        "I will accept the draw if you insist",
        "stop thinking so long",
        "White resigns",
        "play it again",
        "I like a4",
        "new game tomorrow?",
        "say's law",
        "42 is the answer",
        "1, 2",
        "Springer f3",
        "say's who",
        ">e4",
        "a b c d e f g h",
        "     h g f e d c b a",
        "6  . . . . . . . .",
        "  8  r n b q k b n r",
        "1 R . B Q K B N R",
        "a b c d",
        "8 r n b q k b n r 7 p p p p",
    ] {
        assert_eq!(orders(line), "prose", "{line}");
    }
}

#[test]
fn a_choice_of_moves_is_never_played() {
    for line in [
        "e4 or d4",
        "e4 or d4?",
        "e4? d4!",
        "e4, d4",
        "e4/d4",
        "e4 oder d4",
        "5254 draw",
        "Ba4 or Bxc6, I cannot decide",
        "~~e4~~ d4",
    ] {
        assert_eq!(orders(line), "alternatives", "{line}");
    }
}

#[test]
fn misspelt_commands_are_asked_about() {
    for (line, meant) in [
        ("resgin", "resign"),
        ("Resing!", "resign"),
        ("chalenge ann@example.net", "challenge ann@example.net"),
        ("challenge", "challenge <address or name>"),
        ("drwa", "draw"),
        ("hlep", "help"),
        ("acept", "accept"),
        ("Nf3 Bob", "nf3"),
        ("Hi, Nf3", "nf3"),
        ("Nf3 +=", "nf3"),
        ("Nf3 = ?", "nf3"),
        ("Accept, and thanks for asking", "accept"),
    ] {
        assert_eq!(orders(line), format!("near(\"{meant}\")"), "{line}");
    }
}

#[test]
fn greetings_and_thanks_are_known() {
    for line in ["Hi Bob,", "Hallo!", "Dear Ann,", "Привет", "Good morning"] {
        assert_eq!(orders(line), "greeting", "{line}");
    }
    for line in ["Thanks!", "thanks Bob", "Vielen Dank"] {
        assert_eq!(orders(line), "thanks", "{line}");
    }
}

#[test]
fn a_position_is_neither_command_nor_talk() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(orders(fen), "position");
    assert_eq!(orders(&format!("FEN: {fen}")), "position");
    assert_eq!(orders(&format!("Nf6 {fen}")), "Nf6");
    assert!(orders(&format!("board {fen}")).starts_with("board(some"));
    assert!(orders("board rnbq/ppp/8/x").starts_with("board(some"));
}
