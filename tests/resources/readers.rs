//! Every reader of what strangers write, each as a function of one text.

use penpawn::budget::GAME_MOVES;
use penpawn::chess::notation::{Letters, read_moves};
use penpawn::chess::pgn::{Splitter, read_pgn_within, write_pgn};
use penpawn::chess::position::{GivenPosition, find_fens};
use penpawn::game::Conditional;
use penpawn::language::{self, Command, own_words};
use penpawn::letters::{
    Answers, Letter, NotDone, Occasion, Templates, clean_name, clean_note, clean_talk,
    pgn_without_codes, samples, without_links,
};
use penpawn::mail::html;
use penpawn::robot::reader::go_through;
use shakmaty::Chess;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::OnceLock;

/// A reader and its name.
type Reader = (&'static str, fn(&str));

/// All of them.
pub(crate) const ALL: &[Reader] = &[
    ("mails", |text| go_through(text.as_bytes(), None)),
    ("own words", |text| {
        let sent = crate::worst::sent();
        black_box(own_words(text, None));
        black_box(own_words(text, Some(&sent)));
        // What we sent ourselves may be as large.
        black_box(own_words(text, Some(text)));
    }),
    ("orders", |text| {
        let words = own_words(text, None);
        for letters in [Letters::English, Letters::Polish] {
            black_box(language::read(&words, text, letters));
        }
    }),
    ("moves", |text| {
        // As long as a text may be that is looked at for moves, line by line as it comes.
        for line in text.lines().take(200) {
            for spelling in read_moves(line, Letters::English).unwrap_or_default() {
                black_box(spelling.resolve(&Chess::default()));
            }
        }
    }),
    ("conditional moves", |text| {
        let words = own_words(&format!("if:\n{text}"), None);
        for order in language::read(&words, "", Letters::English).orders {
            if let Command::Prepare(lines) = order.command {
                let (tree, stops) = Conditional::read(&Chess::default(), &lines);
                black_box((
                    tree.stored(&Chess::default()),
                    tree.shown(&Chess::default()),
                    stops,
                ));
            }
        }
    }),
    ("games", |text| {
        black_box(pgn_without_codes(text));
        let mut splitter = Splitter::default();
        splitter.feed(text.as_bytes());
        splitter.end();
        let mut moves_left = GAME_MOVES;
        while let Some(game) = splitter.next_game() {
            match read_pgn_within(&game, &mut moves_left) {
                Ok(read) => drop(black_box(write_pgn(&read.record))),
                Err(faults) => {
                    for fault in faults {
                        black_box(fault.to_string());
                    }
                }
            }
        }
    }),
    ("positions", |text| {
        for fen in find_fens(text) {
            black_box(GivenPosition::read(fen).is_ok());
        }
        match GivenPosition::read(text) {
            Ok(given) => drop(black_box(given.differences(&Chess::default()))),
            Err(error) => drop(black_box(error.to_string())),
        }
    }),
    ("HTML", |text| {
        black_box(html::has_struck_text(text));
        black_box(html::to_text(text));
    }),
    ("names", |text| drop(black_box(clean_name(text)))),
    ("notes", |text| {
        black_box((clean_note(text), without_links(text)));
    }),
    ("answers", |text| {
        // As a letter is made of it: the words of a player are cleaned, and a line that was not read is cut.
        let talk = clean_talk(text).unwrap_or_default();
        let line: String = text.chars().take(500).collect();
        for occasion in [
            Occasion::Refused {
                also: Vec::new(),
                read: line.clone(),
                why: NotDone::Broken(talk.clone()).into(),
                instead: vec![line.clone(); 10],
                piece_moves: Vec::new(),
                game: None,
            },
            Occasion::NotUnderstood {
                also: Vec::new(),
                line: Some(line.clone()),
                did_you_mean: Some(line.clone()),
                game: None,
            },
            message(talk),
        ] {
            let letter = Letter {
                occasion,
                reader: "Ann".to_owned(),
                reference: None,
                links_to: None,
                answers: Answers::Proven,
                absence: None,
                server: "chess@example.org".to_owned(),
                stopped_time: Vec::new(),
                rating: None,
            };
            black_box(templates().render(&letter).expect("our own templates"));
        }
    }),
];

/// A message of an opponent.
fn message(talk: String) -> Occasion {
    let game = samples().into_iter().find_map(|sample| match sample {
        Occasion::Talk { game, .. } => Some(game),
        _ => None,
    });
    Occasion::Talk {
        game: game.expect("a sample of each kind"),
        talk,
    }
}

fn templates() -> &'static Templates {
    static TEMPLATES: OnceLock<Templates> = OnceLock::new();
    TEMPLATES.get_or_init(|| Templates::new(BTreeMap::new()).expect("our own templates"))
}
