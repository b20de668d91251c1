//! Players who follow a script: they answer the mails in their mailboxes, and remember what they wrote.
//!
//! What a player does in a position follows from the seed, their name and the position, not from the order in which
//! things happen; so a seed plays alike each time, as far as the faults let it.

use crate::daemons::ROBOT;
use crate::dice::Dice;
use crate::mailboxes::Letter;
use crate::post::{Envelope, Post};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingMode, Chess, Color, Move, Position, Square};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// What a mail of a player asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// To become a player, or to confirm it.
    Join,
    Challenge,
    Accept {
        game: u64,
    },
    Decline {
        game: u64,
    },
    /// A legal move; `rivals` when they wrote another mail for the same ply, of which one is too late.
    Move {
        game: u64,
        ply: u32,
        uci: String,
        rivals: bool,
    },
    Illegal {
        game: u64,
    },
    DeclineDraw {
        game: u64,
    },
    AcceptDraw {
        game: u64,
    },
    Resign {
        game: u64,
    },
    Say {
        game: u64,
    },
    /// A holiday note by their mail program, with a legal move in it: nothing may come of it.
    Automatic,
}

/// A mail that a player sent.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    /// Without angle brackets.
    pub(crate) id: String,
    pub(crate) player: usize,
    pub(crate) meaning: Meaning,
    /// Words for the opponent, which must reach them in exactly one mail.
    pub(crate) words: Option<String>,
    pub(crate) envelope: Envelope,
}

/// A game as its players know it.
#[derive(Clone, Debug, Default)]
struct Table {
    /// What was written for a ply.
    plies: HashMap<u32, Stage>,
    /// At which plies whoever waited has said something. The dice fall alike for each letter about a position: without this
    /// the letter that tells of the words would be answered with words, and so on until the other moves.
    said: HashSet<u32>,
    /// After how many plies they want it to end.
    length: u32,
    over: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// This mail must be answered first.
    After(String),
    Moved,
}

/// All players.
pub(crate) struct Players {
    seed: u64,
    pub(crate) names: Vec<String>,
    pub(crate) addresses: Vec<String>,
    welcomed: Vec<bool>,
    post: Arc<Post>,
    pub(crate) sent: Vec<Sent>,
    /// All letters that came, copies included.
    pub(crate) letters: Vec<Letter>,
    known: HashSet<(usize, String)>,
    tables: HashMap<u64, Table>,
    /// How many games may be begun.
    games_left: usize,
    pub(crate) finished: usize,
    /// Whether nobody writes anything new any more.
    pub(crate) resting: bool,
    /// For how long the move is thought about that is sent now.
    thinking: Duration,
}

impl Players {
    pub(crate) fn new(seed: u64, count: usize, games: usize, post: Arc<Post>) -> Players {
        let names: Vec<String> = (1..=count).map(|number| format!("P{number:02}")).collect();
        let addresses = names
            .iter()
            .map(|name| format!("{}@players.test", name.to_lowercase()));
        Players {
            seed,
            addresses: addresses.collect(),
            welcomed: vec![false; count],
            names,
            post,
            sent: Vec::new(),
            letters: Vec::new(),
            known: HashSet::new(),
            tables: HashMap::new(),
            games_left: games,
            finished: 0,
            resting: false,
            thinking: Duration::ZERO,
        }
    }

    /// Everybody asks to become a player.
    pub(crate) fn join(&mut self) {
        for player in 0..self.names.len() {
            self.write(player, ROBOT, "", "join", Meaning::Join);
        }
    }

    pub(crate) fn all_joined(&self) -> bool {
        self.welcomed.iter().all(|&welcomed| welcomed)
    }

    /// Begins this many games; when one ends, the next begins.
    pub(crate) fn begin(&mut self, at_once: usize) {
        for table in 0..at_once {
            let player = table % self.names.len();
            let welcome = self
                .letters
                .iter()
                .find(|letter| letter.player == player && letter.words.starts_with("Welcome"));
            if let Some(welcome) = welcome.cloned() {
                self.challenge(&welcome, table / self.names.len());
            }
        }
    }

    /// Sends some earlier mails once more, as they were.
    pub(crate) fn redeliver(&self, count: usize, dice: &mut Dice) {
        for _ in 0..count {
            if !self.sent.is_empty() {
                self.post.send(dice.pick(&self.sent).envelope.clone());
            }
        }
    }

    /// A mail came.
    pub(crate) fn receive(&mut self, letter: Letter) {
        self.letters.push(letter.clone());
        let new = self
            .known
            .insert((letter.player, letter.message_id.clone()));
        if new && !self.resting {
            self.answer(&letter);
        }
    }

    fn answer(&mut self, letter: &Letter) {
        let words = &letter.words;
        if words.starts_with("Answer this mail with \"yes\"") {
            self.reply(letter, "yes", Meaning::Join);
        } else if words.starts_with("Welcome") {
            self.welcomed[letter.player] = true;
        } else if let Some(game) = letter.game {
            self.play(letter, game);
        }
    }

    fn play(&mut self, letter: &Letter, game: u64) {
        let words = &letter.words;
        let mut dice = self.dice(letter);
        let length = 4 + Dice::new(self.seed, game).below(16);
        let table = self.tables.entry(game).or_insert_with(|| Table {
            length: u32::try_from(length).expect("a small number"),
            ..Table::default()
        });
        let white = letter
            .subject
            .contains(&format!(": {} - ", self.names[letter.player]));
        if words.contains("challenges you to a game") {
            if dice.once_in(15) {
                self.reply(letter, "decline", Meaning::Decline { game });
            } else {
                self.reply(letter, "accept", Meaning::Accept { game });
            }
            return;
        }
        if words.contains(&format!("Game {game} is over"))
            || words.contains("has declined your challenge")
        {
            // Both are told of the end, and White sees to the next game.
            if !table.over && white {
                table.over = true;
                self.finished += 1;
                let table = dice.below(self.names.len());
                // The code of a game that is over challenges nobody else; that of the welcome does.
                let welcome = self
                    .letters
                    .iter()
                    .find(|old| old.player == letter.player && old.words.starts_with("Welcome"));
                if let Some(welcome) = welcome.cloned() {
                    self.challenge(&welcome, table);
                }
            }
            return;
        }
        let (Some(fen), Some(ply)) = (&letter.fen, letter.ply()) else {
            return;
        };
        let position: Chess = fen
            .parse::<Fen>()
            .expect("a FEN")
            .into_position(CastlingMode::Standard)
            .expect("a position");
        let me = if white { Color::White } else { Color::Black };
        if position.turn() != me {
            if dice.once_in(30) && table.said.insert(ply) {
                let words = self.words();
                self.talk(
                    letter,
                    &format!("say {words}"),
                    words,
                    Meaning::Say { game },
                );
            }
            return;
        }
        let tired = ply >= table.length;
        let first = match table.plies.get(&ply) {
            None => true,
            Some(Stage::After(id)) if letter.answers.as_deref() == Some(id) => false,
            Some(_) => return,
        };
        let offered = words.contains("offers a draw") || words.contains("offers you a draw");
        if first {
            let awaited = if offered && dice.once_in(6) {
                Some(self.reply(letter, "decline draw", Meaning::DeclineDraw { game }))
            } else if offered && (tired || dice.once_in(5)) {
                self.reply(letter, "accept draw", Meaning::AcceptDraw { game });
                self.stage(game, ply, Stage::Moved);
                return;
            } else if tired && dice.once_in(2) {
                self.reply(letter, "resign", Meaning::Resign { game });
                self.stage(game, ply, Stage::Moved);
                return;
            } else if dice.once_in(12) {
                let text = impossible(&position);
                Some(self.reply(letter, &text, Meaning::Illegal { game }))
            } else {
                None
            };
            if let Some(id) = awaited {
                self.stage(game, ply, Stage::After(id));
                return;
            }
        }
        self.stage(game, ply, Stage::Moved);
        self.move_on(letter, game, ply, &position, tired, &mut dice);
    }

    fn move_on(
        &mut self,
        letter: &Letter,
        game: u64,
        ply: u32,
        position: &Chess,
        tired: bool,
        dice: &mut Dice,
    ) {
        let legal: Vec<Move> = position.legal_moves().into_iter().collect();
        let chosen = *dice.pick(&legal);
        let meaning = |played: Move, rivals: bool| Meaning::Move {
            game,
            ply: ply + 1,
            uci: penpawn::chess::uci(position, played),
            rivals,
        };
        // Time runs for who thinks, and hours may pass meanwhile.
        if dice.once_in(3) {
            let seconds = u64::try_from(1 + dice.below(6)).expect("a short time");
            self.thinking = Duration::from_secs(seconds);
        }
        let mut text = spelled(position, chosen, dice);
        if tired || dice.once_in(20) {
            text.push_str("\ndraw");
        }
        if dice.once_in(40) {
            let note = format!("{}\n", spelled(position, chosen, dice));
            self.automatic(letter, &note);
        }
        // They pressed the button twice, or thought better of it: two mails, and the first that comes is played.
        let rival = dice.once_in(25).then(|| *dice.pick(&legal));
        if dice.once_in(4) {
            let words = self.words();
            self.talk(
                letter,
                &format!("{text}\n\n{words}"),
                words,
                meaning(chosen, rival.is_some()),
            );
        } else {
            self.reply(letter, &text, meaning(chosen, rival.is_some()));
        }
        if let Some(rival) = rival {
            let text = spelled(position, rival, dice);
            self.reply(letter, &text, meaning(rival, true));
        }
        self.thinking = Duration::ZERO;
    }

    fn challenge(&mut self, letter: &Letter, whom: usize) {
        if self.games_left == 0 {
            return;
        }
        self.games_left -= 1;
        let others = self.names.len() - 1;
        let opponent = (letter.player + 1 + whom % others) % self.names.len();
        let text = format!("challenge {} as white", self.addresses[opponent]);
        self.reply(letter, &text, Meaning::Challenge);
    }

    fn stage(&mut self, game: u64, ply: u32, stage: Stage) {
        self.tables
            .entry(game)
            .or_default()
            .plies
            .insert(ply, stage);
    }

    fn dice(&self, letter: &Letter) -> Dice {
        let position = letter.fen.as_deref().unwrap_or(&letter.words);
        let name = self.names[letter.player].as_bytes();
        // FNV-1a
        let mix = |hash: u64, octet: &u8| (hash ^ u64::from(*octet)).wrapping_mul(0x0100_0000_01b3);
        let hash = name
            .iter()
            .chain(position.as_bytes())
            .fold(0xcbf2_9ce4_8422_2325, mix);
        Dice::new(self.seed, hash)
    }

    /// Words that nobody wrote before.
    fn words(&self) -> String {
        format!("{WORDS} {} apples.", self.sent.len())
    }

    fn reply(&mut self, letter: &Letter, text: &str, meaning: Meaning) -> String {
        let headers = format!(
            "Subject: Re: {}\nIn-Reply-To: <{id}>\nReferences: <{id}>\n",
            letter.subject,
            id = letter.message_id
        );
        let quoted: String = letter
            .text
            .lines()
            .map(|line| format!("> {line}\n"))
            .collect();
        let text = format!("{text}\n\nOn Saturday penpawn wrote:\n{quoted}");
        self.write(letter.player, &letter.reply_to, &headers, &text, meaning)
    }

    fn talk(&mut self, letter: &Letter, text: &str, words: String, meaning: Meaning) {
        self.reply(letter, text, meaning);
        if let Some(sent) = self.sent.last_mut() {
            sent.words = Some(words);
        }
    }

    fn automatic(&mut self, letter: &Letter, text: &str) {
        let headers = format!(
            "Subject: Out of office\nAuto-Submitted: auto-replied\nIn-Reply-To: <{}>\n",
            letter.message_id
        );
        self.write(
            letter.player,
            &letter.reply_to,
            &headers,
            text,
            Meaning::Automatic,
        );
    }

    fn write(
        &mut self,
        player: usize,
        to: &str,
        headers: &str,
        text: &str,
        meaning: Meaning,
    ) -> String {
        let (name, address) = (&self.names[player], &self.addresses[player]);
        let id = format!("{}.{}", self.sent.len(), address);
        let bytes = format!(
            "From: {name} <{address}>\nTo: {to}\nMessage-ID: <{id}>\n\
             Date: Sat, 21 Nov 2026 12:00:00 +0000\n{headers}\n{text}\n"
        )
        .replace('\n', "\r\n")
        .into_bytes();
        let envelope = Envelope {
            from: address.clone(),
            to: to.to_owned(),
            bytes,
        };
        self.post.send_after(envelope.clone(), self.thinking);
        self.sent.push(Sent {
            id: id.clone(),
            player,
            meaning,
            words: None,
            envelope,
        });
        id
    }
}

/// How all words to an opponent begin.
const WORDS: &str = "I think of";

/// All words to an opponent that stand in a text.
pub(crate) fn words_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(WORDS).filter_map(|(at, _)| {
        let rest = &text[at..];
        Some(&rest[..=rest.find('.')?])
    })
}

/// A legal move in one of the ways in which people write it.
fn spelled(position: &Chess, played: Move, dice: &mut Dice) -> String {
    let san = SanPlus::from_move(position.clone(), played).to_string();
    let number = position.fullmoves();
    // Of bxc5 and Bxc5 a telephone makes the same, so whoever can play both is asked which one.
    let swapped = match san.split_at(1) {
        ("b", rest) => format!("B{rest}"),
        ("B", rest) => format!("b{rest}"),
        _ => String::new(),
    };
    if San::from_ascii(swapped.trim_end_matches(['+', '#']).as_bytes())
        .is_ok_and(|other| other.to_move(position).is_ok())
    {
        return penpawn::chess::uci(position, played);
    }
    match dice.below(8) {
        0 => match position.turn() {
            Color::White => format!("{number}. {san}"),
            Color::Black => format!("{number}...{san}"),
        },
        1 => format!("{san}!"),
        2 => san.replace('O', "0"),
        3 => san.replace(['+', '#', '='], ""),
        4 if !played.is_castle() => penpawn::chess::uci(position, played),
        5 => format!("{san}."),
        _ => san,
    }
}

/// Something that looks like a move and is none here: the first square to which no queen can go.
fn impossible(position: &Chess) -> String {
    let squares = Square::ALL.iter().map(|square| format!("Q{square}"));
    let mut impossible = squares.filter(|text| {
        // The x of a capture may be left out.
        [text.clone(), text.replacen('Q', "Qx", 1)]
            .iter()
            .all(|text| {
                let san: San = text.parse().expect("a spelling");
                san.to_move(position).is_err()
            })
    });
    impossible.next().expect("no queen goes everywhere")
}
