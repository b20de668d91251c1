//! Sentences that play a move, sentences that do not, and every row of the tables both ways.

mod beside;

use super::said;
use super::tables::{
    AFTERS, COMMENTS, CONCLUSIONS, CONDITIONS, DECISIONS, DOINGS, GOVERNING, HESITATIONS, JESTS,
    JOINS, LEADS, OPENERS, OPENINGS, SCORES, SPEAKERS, THEIRS, THINGS, TRIED, WELFARE,
    names_of_pieces,
};
use crate::chess::notation::{Letters, Reading, Spelling, uci};
use shakmaty::{Chess, Position, Role};

fn read(text: &str, letters: Letters) -> Option<String> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    said(&lines, letters).map(|said| said.moves[0].typed().trim_end_matches('!').to_owned())
}

/// What is wrong with these sentences, all of it.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn plays(&mut self, text: &str) {
        if english(text).is_none() {
            self.0.push(format!("should play: {text}"));
        }
    }

    fn asks(&mut self, text: &str) {
        if let Some(played) = english(text) {
            self.0.push(format!("should not play {played}: {text}"));
        }
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        assert!(
            self.0.is_empty() || std::thread::panicking(),
            "{}",
            self.0.join("\n")
        );
    }
}

fn english(text: &str) -> Option<String> {
    read(text, Letters::English)
}

#[test]
fn a_move_in_a_sentence_is_played_where_nothing_else_can_be_meant() {
    for (text, expected) in [
        ("e4, how was your holiday?", "e4"),
        ("I open with e4!", "e4"),
        ("Let me play e4 then", "e4"),
        ("Nc3 I like knights", "Nc3"),
        ("I castle kingside", "castle kingside"),
        ("White: e4", "e4"),
        ("ich spiele e4", "e4"),
        ("e4 good luck!", "e4"),
        ("e4! Good luck and have fun.", "e4"),
        ("1. e4, the best by test", "e4"),
        ("12... Nf6 - and greetings from the sea", "Nf6"),
        ("I'll go with the knight to f3.", "the knight to f3"),
        (
            "Well then, my move is Nf3. Greetings to all at home!",
            "Nf3",
        ),
        ("Hi Bob, I play e4.", "e4"),
        ("Ok, so I'll play 12. Nf3 and see you tomorrow", "Nf3"),
        ("Je joue e4, bonne partie !", "e4"),
        ("Juego e4, suerte", "e4"),
        ("Gioco e4. Ciao!", "e4"),
        ("Ik speel e4, succes", "e4"),
        ("Gram e4, pozdrawiam", "e4"),
        ("Hi! Sorry for the delay, we had visitors.\n\ne4\n", "e4"),
        ("Hello Bob,\n\nhow are you? We have snow here.\n\ne4", "e4"),
        ("Hi!\nSorry for the delay\ne4\n\nCheers, Ann", "e4"),
        ("What a game!\nI play Nf3.\nBest wishes", "Nf3"),
        ("e4, no hurry with your answer", "e4"),
        ("e4, how are you?", "e4"),
        ("e4. And you?", "e4"),
        ("e4, thank you for your patience", "e4"),
        ("This time I play e4. See you tomorrow!", "e4"),
        ("Heute spiele ich e4, bis morgen", "e4"),
    ] {
        assert_eq!(english(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn a_number_says_that_the_move_is_played_now() {
    for (text, expected) in [
        ("4... exd5 naturally. Emily, are you well?", Some("exd5")),
        ("9. Nc4 rounds off my plan, says the book", None),
        ("9. Nc4 to be continued in the next issue", Some("Nc4")),
        ("9. Nc4 is strong", None),
        ("9. Nc4 would lose", None),
        ("9. Nc4 if you insist", None),
        ("9. Nc4 but not yet", None),
        ("9. Nc4 worries you", None),
    ] {
        assert_eq!(english(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn the_score_of_a_match_is_no_castling() {
    let mut faults = Faults::default();
    for text in [
        "Did you see the match? 0-0",
        "Tu as vu le match ? 0-0",
        "Hast du das Spiel gesehen? 0-0!",
        "What a boring match. 0-0",
        "0-0, what a boring match",
        "¿Viste el partido? 0-0",
    ] {
        faults.asks(text);
    }
    for text in [
        "I saw the match. O-O",
        "How are you? 0-0",
        "Did you see the film?\nI play 0-0",
        "Ich spiele 0-0",
    ] {
        faults.plays(text);
    }
    for (words, _) in SCORES.all() {
        faults.asks(&format!("Zz {words} zz. 0-0"));
        faults.plays(&format!("Zz {words}zz zz. 0-0"));
    }
}

#[test]
fn what_stands_alone_behind_a_question_may_be_its_answer() {
    let mut faults = Faults::default();
    for text in [
        "Which room is it again? D4",
        "What do you drive? C4.",
        "How do I write a pawn move? d6.",
        "Did my move arrive? d4.",
        "Welche Autobahn nehmt ihr? A5.",
        "¿Qué tamaño? A4.",
        "Sto ancora pensando. d6",
        "J'hésite encore. d6",
        "Ik twijfel. d6",
    ] {
        faults.asks(text);
    }
    for text in [
        "How was your holiday? e4",
        "Hi Bob! How are you? e4",
        "Ça va ? e4",
        "Wie war das Wochenende? e4",
        "Which room is it? I play e4",
        "Did my move arrive? My move is e4",
    ] {
        faults.plays(text);
    }
    for (words, _) in WELFARE.all() {
        faults.plays(&format!("{words} zz? e4"));
    }
}

#[test]
fn what_things_are_called_is_no_move() {
    let mut faults = Faults::default();
    for text in [
        "Neues Auto! A6, Kombi.",
        "Our new car is here! C4",
        "The printer is out of paper again.\nA4",
        "The door code has changed. 5254",
        "The door code has changed.\n5254",
        "The doctor says I need vitamins. D3, twice a day.",
        "Stehe im Stau! A5",
        "Which room?\nD4.",
        "Which seat?\nd4",
        "Ik rijd op de\nA4",
        "Ma femme conduit une\nA3",
        "We meet at\nb3",
    ] {
        faults.asks(text);
    }
    for text in [
        "Our new car is here!\n\nE4",
        "Our new car is here! I play E4",
        "Stuck in traffic. e4",
        "The printer is out of paper again. Nc3",
        "The printer is out of paper again.\ne4",
        "Nice weather. E4",
        "Thanks for the letter. 5254",
    ] {
        faults.plays(text);
    }
    for (thing, _) in THINGS.all() {
        faults.asks(&format!("zz {thing} zz. B3"));
        faults.asks(&format!("zz {thing} zz.\nB3"));
        faults.plays(&format!("zz {thing}zz zz. B3"));
    }
}

#[test]
fn a_number_makes_no_move_of_a_word() {
    for (text, expected) in [
        ("2 de mayo es festivo", None),
        ("Hola, 2 de mayo es festivo", None),
        ("Ok, 1 de 2", None),
        ("Recibido, 1 de 3. Gracias", None),
        ("ocupados, 2 de 2). Los tableros", None),
        ("1. be careful, I am back", None),
        ("2. Ab Montag bin ich weg", None),
        ("1) De acuerdo", None),
        ("12. ed and I am better", Some("ed")),
        ("12...ed. Good luck", Some("ed")),
        ("12 exd5 and I am better", Some("exd5")),
        ("2 de5 y gracias", Some("de5")),
    ] {
        assert_eq!(english(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn what_is_told_of_moves_behind_the_sentence_of_one_is_talk() {
    for (text, plays) in [
        (
            "a6, to give the bishop a home. I would have liked Ng4.",
            true,
        ),
        ("e4. I nearly played d4.", true),
        ("e4. I would like d4.", false),
        ("e4. d4 was better.", false),
        ("e4. d4.", false),
        ("e4. Then d4.", false),
        ("I nearly played d4. e4", false),
        ("In our last game I had d4. Nf6. That was fun.", false),
        ("Bc4. Castling comes next.", true),
        ("Bc4 and castling.", false),
    ] {
        assert_eq!(english(text).is_some(), plays, "{text}");
    }
}

#[test]
fn a_draw_is_offered_beside_a_move_in_words_that_offer_it() {
    for (text, expected) in [
        ("e4 and I offer a draw", Some(true)),
        ("e4, I would like to propose a draw.", Some(true)),
        ("Nf6 and would you take a draw?", Some(true)),
        (
            "35. Rb8+ und ich biete Remis an. Da passiert nichts mehr, oder?",
            Some(true),
        ),
        ("Je joue e4, je propose la nulle", Some(true)),
        ("e4, greetings", Some(false)),
        ("e4 and I offer a draw if you like", None),
        ("e4, I offer no draw", None),
        ("e4, this is a draw", None),
        ("e4, I would have offered a draw", None),
    ] {
        let lines = [text.to_owned()];
        let found = said(&lines, Letters::English).map(|said| said.offers_draw);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn the_move_of_the_opponent_may_be_said_again_before_the_answer() {
    for (text, expected) in [
        ("Your move: 14. Bb5\nMy move: 14... Qb7", "Bb5 Qb7"),
        ("Yours 5254. Mine 5755.", "5254 5755"),
        (
            "Dear friend, thank you for your 11...Qc7. My reply is 12. Nbd2.",
            "Qc7 Nbd2",
        ),
        ("Ihr Zug: 5. ... a7-a6\nMein Zug: 6. Bc1-g5", "a7-a6 Bc1-g5"),
        ("WT/M/1207, board 4\n6. 6152 5755\namici sumus", "6152 5755"),
        ("11. Qc7 12. Nbd2", "Qc7 Nbd2"),
        ("Qc7 was strong. My reply is 12. Nbd2.", ""),
        ("Qc7\nMy move: Nbd2", ""),
        ("Your move: Qc7\nYour move: Nbd2", ""),
        ("Your move: Qc7\nMy move: Nbd2\nIf Nf6 then e4", ""),
        ("Your move: Qc7\nMy move: Nbd2?", ""),
    ] {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let found = said(&lines, Letters::English).map_or_else(String::new, |said| {
            let moves = said.theirs.iter().chain(&said.moves);
            let typed: Vec<&str> = moves.map(Spelling::typed).collect();
            typed.join(" ")
        });
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn every_word_before_the_opponents_move_names_it() {
    for (word, _) in THEIRS.all() {
        for (text, read) in [
            (format!("{word} e4\nMy move: e5"), true),
            (format!("x{word}x e4\nMy move: e5"), false),
        ] {
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            assert_eq!(said(&lines, Letters::English).is_some(), read, "{text}");
        }
    }
}

#[test]
fn what_is_said_about_a_move_plays_none() {
    for text in [
        "Nf3 would lose",
        "thanks for e4",
        "Did you see e5?",
        "I like e4",
        "I like a4",
        "I think a4 is weak",
        "I think I play e4",
        "e4 is strong",
        "e4 loses",
        "Is e4 ok?",
        "e4, is that legal?",
        "e4, ok?",
        "So e4?",
        "e4, or d4",
        "e4, but I am not sure",
        "e4. No, wait.",
        "e4, if that is allowed",
        "I nearly played e4",
        "If I play e4, what then?",
        "I would play e4",
        "I don't play e4",
        "I never play e4",
        "You play e4",
        "Your e4 was good",
        "What about e4",
        "I take e5",
        "My pawn on e4 is weak",
        "I attack on e4",
        "on e4",
        "Springer f3, good luck to you and thanks",
        "dame d4 is what I like",
        "e4, and how about a draw?",
        "I play e4\nI play d4",
        "I play e4.\nYour Nf6 was strong.",
        "I was thinking about playing\ne4\nbut now I do not know",
        "What do you think of this:\n\ne4",
        "I was thinking of\ne4",
        "e4\n?",
        "The A4 paper is out. I play Nf3.",
        "I play 4 games",
        "see you at 8",
        "I can castle kingside",
        "I castle",
        "Legal as well: Nd1",
        "g6: you have nothing, the game has a black pawn",
        "b4. Nothing has been changed by that.",
        "Nf3, that was strong!",
        "e4. Just kidding!",
        "e4. Let me think about it again.",
        "e4. Is that legal?",
        "e4\n\nI will let you know tomorrow whether that is it.\nI am not sure yet.",
        "Good move, e4",
        "Wow, e4!",
        "e4 I know",
        "e4 and I lose",
        "e4, you said",
        "e4, they say, is best",
        "e4, really?",
        "e4, can I?",
        "e4, do you agree?",
        "e4. Ok?",
        "My knight on f3 is pinned",
        "Something e.g. e4",
        "Ich spiele e4 morgen",
        "Soll ich e4 spielen",
        "J'ai joué e4",
        "Jugaría e4",
    ] {
        let found = english(text);
        let ambiguous = text == "I castle";
        assert!(found.is_none() || ambiguous, "{text}: {found:?}");
    }
}

#[test]
fn names_without_accents_are_pieces_in_the_players_language_alone() {
    for (text, letters, expected) in [
        ("Vez e4", Letters::Czech, "rook"),
        ("esta vez e4", Letters::English, ""),
        ("Peon e4", Letters::Spanish, "pawn"),
        ("Peon e4, saludos", Letters::English, ""),
    ] {
        let lines = [text.to_owned()];
        let found = said(&lines, letters).map(|said| said.moves[0].typed().to_owned());
        let piece = found.as_deref().and_then(|typed| typed.split_once(' '));
        assert_eq!(piece.map_or("", |(piece, _)| piece), expected, "{text}");
    }
}

#[test]
fn names_of_pieces_count_in_the_players_language_or_in_a_mail_that_is_written_in_it() {
    for (text, letters, expected) in [
        ("Springer f3", Letters::English, true),
        ("Springer f3", Letters::German, true),
        ("ich spiele Springer f3", Letters::English, true),
        ("Springer f3, viele Grüße", Letters::English, true),
        ("Skoczek f3", Letters::English, true),
        ("Cavallo f3, ciao", Letters::English, true),
        ("Springer f3 and good luck to you", Letters::English, false),
        ("I play Springer f3", Letters::English, false),
        ("your turn f3", Letters::English, false),
        ("Cavallo f3", Letters::German, false),
    ] {
        assert_eq!(read(text, letters).is_some(), expected, "{text}");
    }
}

#[test]
fn every_lead_plays_and_nothing_that_looks_like_it() {
    let mut faults = Faults::default();
    for (lead, _) in LEADS.all() {
        faults.plays(&format!("{lead} e4"));
        faults.plays(&format!("{lead} e4!"));
        faults.plays(&format!("{lead}: e4"));
        faults.asks(&format!("{lead}zz e4"));
        faults.asks(&format!("{lead} e4?"));
        faults.asks(&format!("if {lead} e4"));
        faults.asks(&format!("{lead} e4, or d4"));
    }
}

#[test]
fn every_word_that_forbids_forbids() {
    let mut faults = Faults::default();
    for (word, languages) in CONDITIONS.all() {
        for &language in languages {
            let lead = first_lead(language);
            faults.asks(&format!("{lead} e4, {word} zzz"));
            faults.asks(&format!("zzz {word} zzz\n{lead} e4"));
            faults.plays(&format!("{lead} e4, zz{word}zz"));
        }
    }
    for (word, _) in HESITATIONS.all() {
        let mail = format!("Hello!\n\nzzz {word} zzz.\n\nI play e4");
        faults.asks(&mail);
        faults.plays(&mail.replace(word, &format!("zz{word}zz")));
    }
    for (word, _) in COMMENTS.all() {
        faults.asks(&format!("{word}, e4"));
        faults.plays(&format!("zz{word}zz, e4"));
    }
}

#[test]
fn nothing_stands_before_a_lead_but_what_opens_a_sentence() {
    let mut faults = Faults::default();
    for (word, languages) in OPENERS.all() {
        for &language in languages {
            let lead = first_lead(language);
            faults.plays(&format!("{word} {lead} e4"));
            faults.asks(&format!("zz{word} {lead} e4"));
        }
    }
    for sentence in [
        "normally I play e4",
        "as White I play e4",
        "on Monday I play e4",
        "if I play e4",
        "you see I play e4",
        "shall I play e4",
        "immer ich spiele e4",
        "normalement je joue e4",
        "no juego e4",
        "nu joc e4",
        "e4 I play all the time",
        "I play e4 all the time",
        "I play e4 most of the time",
    ] {
        faults.asks(sentence);
    }
}

#[test]
fn a_move_may_follow_from_what_stands_before_it() {
    let mut faults = Faults::default();
    for (word, _) in CONCLUSIONS.all() {
        faults.plays(&format!("I do not like them, {word} e4"));
        faults.asks(&format!("I do not like them, {word}q e4"));
        faults.asks(&format!("If you like them, {word} e4"));
        faults.asks(&format!("Unless I err, {word} e4"));
        faults.asks(&format!("I do not like them, {word} e4?"));
        faults.asks(&format!("I do not like them, {word} not e4"));
        faults.plays(&format!("I do not\n{word} e4"));
        faults.asks(&format!("if I do\n{word} e4"));
    }
    for sentence in [
        "He said so e4",
        "I do not like doubled pawns, and e4",
        "e4, so I do not like it",
        "Eventually, the queen goes to c2.",
        "In my main line the queen goes to c2.",
        "The queen goes to c2 one day.",
        "You take, then the queen goes to c2.",
        "Taking on d5 with the pawn, interesting",
        "The bishop back to a4 was your idea.",
        "His knight goes to f6.",
        "The black knight goes to f6.",
        "Juego e4 luego",
        "Gioco e4 poi",
        "Not so: e4 or d4",
    ] {
        faults.asks(sentence);
    }
}

#[test]
fn a_colon_leads_from_what_somebody_does_to_the_move() {
    let mut faults = Faults::default();
    for (word, _) in DOINGS.all() {
        faults.plays(&format!("{word}: e4"));
        faults.plays(&format!("{word} like a lady: e4"));
        faults.asks(&format!("{word} like a lady e4"));
        faults.asks(&format!("{word}q: e4"));
        faults.asks(&format!("my coach says {word}: e4"));
        faults.asks(&format!("if {word}: e4"));
        faults.asks(&format!("{word} if you do: e4"));
        faults.asks(&format!("{word}: e4?"));
    }
    faults.plays("I exchange on d5: cxd5.");
    faults.asks("I exchange on d4: cxd5.");
    faults.asks("I defend against: e4");
    faults.asks("I develop with the idea: e4");
    faults.asks("I exchange on d5: it hangs.");
}

#[test]
fn a_joke_about_another_order_is_none_about_the_move_below_it() {
    let mut faults = Faults::default();
    for (word, _) in JESTS.all() {
        faults.plays(&format!("Draw? Haha, {word}. I play e4"));
        faults.asks(&format!("I play e4. Haha, {word}."));
        faults.asks(&format!("Haha, {word}. I play e4"));
        faults.asks(&format!("{word}, a draw! I play e4"));
        faults.asks(&format!("Hello!\n\nqq {word} qq.\n\nI play e4"));
    }
}

#[test]
fn a_move_may_be_said_again_with_its_number_above_it() {
    let mut faults = Faults::default();
    faults.plays("17. Rfd1 Rfd8 18. Kf1 is my main line.\nFor now: 17. Rfd1");
    faults.asks("17. Rfd1 Rfd8 18. Kf1 is my main line.\nFor now: 17. Rad1");
    faults.asks("Rfd1 Rfd8 is my main line.\nFor now: Rfd1");
    faults.asks("17. Rfd1 Rfd8 18. Kf1 is my main line.\n17. Rfd1 would be too fast");
    faults.plays("White: 1. e4\nBlack: 1... e6");
    faults.asks("White: 1. e4\nWhite: 2. d4");
    faults.plays("White: 23. Nf5, yours: gxf5\nMine: 24. exf5");
    faults.asks("White: 23. Nf5, yours: gxf5\nMine: 25. exf5");
    faults.asks("White: 23. Nf5, gxf5\nMine: 24. exf5");
    faults.asks("17. Rfd1 is what my coach wants:\n17. Rfd1");
    faults.asks("17. Rfd1 is what my coach says\n17. Rfd1");
}

#[test]
fn what_stands_beyond_the_sentence_of_a_move_is_no_part_of_it() {
    let mut faults = Faults::default();
    let long = "and the weather has been so very fine here that I was in the";
    faults.plays(&format!(
        "I play e4. Greetings from here, {long}\ngarden and you were not."
    ));
    faults.asks(&format!(
        "I play e4, greetings from here, {long}\ngarden or not."
    ));
    faults.plays("hiii e4 from me 🙂 gl hf!!");
    faults.asks("hiii e4 nooo");
    faults.plays("i shud prob resign but nahhh 😂 Kf4");
    faults.asks("i shud prob resign but Kf4");
    faults.asks("i would never play 😂 Kf4");
    faults.asks("if you like 😂 Kf4");
    faults.asks("e4 😂 would lose");
    faults.asks("e4 😂 or not");
    faults.asks("my coach thinks 😂 e4");
    faults.plays("what a game 😂 e4");
    faults.plays("I play e4.\nWe meet at 20.00 in the club.");
    faults.plays("e4, draw?");
    faults.asks("e4, right?");
}

/// A lead of this language that is no word of another one.
fn first_lead(language: Letters) -> &'static str {
    let mut leads: Vec<&str> = LEADS
        .all()
        .filter(|(lead, languages)| *languages == [language] && lead.contains(' '))
        .map(|(lead, _)| lead)
        .collect();
    leads.sort_unstable();
    leads.first().copied().unwrap_or_default()
}

#[test]
fn every_word_behind_a_move_lets_it_stand() {
    let mut faults = Faults::default();
    for (word, languages) in AFTERS.all() {
        for &language in languages {
            let lead = first_lead(language);
            faults.plays(&format!("{lead} e4 {word}"));
            faults.plays(&format!("{lead} e4 {word} zzz"));
            faults.asks(&format!("{lead} e4 x{word}x"));
            faults.asks(&format!("{lead} e4 {word} or d4"));
        }
    }
    for (word, languages) in JOINS.all() {
        for &language in languages {
            let lead = first_lead(language);
            let after = AFTERS
                .all()
                .find(|(after, of)| *of == [language] && after.contains(' '));
            let (after, _) = after.expect("words behind a move");
            faults.plays(&format!("{lead} e4 {word} {after}"));
            faults.asks(&format!("{lead} e4 {word} zzz"));
        }
    }
    for (word, languages) in SPEAKERS.all() {
        for &language in languages {
            let lead = first_lead(language);
            faults.plays(&format!("{lead} e4 {word} zzz zzz"));
            faults.asks(&format!("{lead} e4 {word} zzz"));
            for (verb, _) in GOVERNING.all().filter(|(_, of)| of.contains(&language)) {
                faults.asks(&format!("{lead} e4 {word} {verb} zzz"));
            }
        }
    }
}

#[test]
fn every_name_of_a_piece_is_that_piece_in_its_language() {
    let start = Chess::default();
    for (name, language, role) in names_of_pieces() {
        let target = match role {
            Role::Knight => "f3",
            _ => "e4",
        };
        let sentence = format!("{name} {target}");
        let lines = [sentence.clone()];
        let spelling = said(&lines, language).map(|said| said.moves[0].clone());
        let spelling = spelling.unwrap_or_else(|| panic!("{sentence} in {language}"));
        match (role, spelling.resolve(&start)) {
            (Role::Knight, Reading::One(played)) => assert_eq!(uci(&start, played), "g1f3"),
            (Role::Pawn, Reading::One(played)) => assert_eq!(uci(&start, played), "e2e4"),
            (Role::Knight | Role::Pawn, other) => panic!("{sentence}: {other:?}"),
            // No other piece can go there, and no pawn goes there for it.
            (_, Reading::Impossible(_)) => {}
            (_, other) => panic!("{sentence}: {other:?}"),
        }
        // In an English mail it is no name of a piece.
        assert!(
            english(&format!("and I play {name} {target} with you")).is_none(),
            "{name}"
        );
    }
    assert!(start.legal_moves().len() == 20);
}

#[test]
fn one_move_is_played_beside_those_that_were_thought_about() {
    let mut faults = Faults::default();
    for (phrase, _) in TRIED.all() {
        faults.plays(&format!("zz {phrase} d4 zz. So I play e4."));
        faults.asks(&format!("zz {phrase}zz d4 zz. So I play e4."));
        faults.asks(&format!("zz {phrase} d4 zz. e4."));
        faults.asks(&format!("zz {phrase} e4 zz."));
    }
    for (phrase, _) in DECISIONS.all() {
        faults.plays(&format!("I thought about d4, {phrase} e4"));
        faults.asks(&format!("I thought about d4, {phrase} e4?"));
        faults.asks(&format!("I thought about d4, {phrase} e4 or f4"));
        faults.asks(&format!("I thought about d4, {phrase}zz e4"));
    }
}

#[test]
fn the_name_of_an_opening_or_of_a_place_is_no_move() {
    let mut faults = Faults::default();
    for (name, _) in OPENINGS.all() {
        faults.plays(&format!("{name}: e4"));
        faults.asks(&format!("{name}zz: e4"));
        faults.asks(&format!("{name}: e4?"));
        faults.plays(&format!("I'll go for {name}. e4"));
    }
    for (place, _) in THINGS.all() {
        faults.plays(&format!("e4. We meet in zz {place} B3."));
        faults.asks(&format!("e4. We meet in zz {place}zz B3."));
        faults.asks(&format!("e4. We meet in zz {place} b3."));
    }
}
