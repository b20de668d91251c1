//! A score in the place of a move: typed moves that begin with what was played, and a game in PGN, pasted or attached.

use super::Execution;
use crate::budget::SCORE;
use crate::chess::pgn::{Aside, Record, Splitter, read_pgn_within, with_standard_signs};
use crate::chess::{self, Letters, Reading, Spelling};
use crate::game::{Game, GameNumber, Score, Typed};
use crate::language::{Command, Doubt, Order, Unread};
use crate::letters::{Ends, NoScore, Occasion};
use crate::robot::reading::Content;
use shakmaty::{Color, KnownOutcome, Move, Outcome, Position};

/// Games of one mail that are looked at.
const MOST_GAMES: usize = 20;

/// What typed moves mean that may begin with what was played.
pub(super) enum NextOf {
    /// These moves from here on.
    Move(Vec<Spelling>),
    /// As a score they mean the one, as a line of play from here on the other.
    Question(Vec<Move>),
    /// Nothing can be played, for this reason.
    Refused(NoScore),
}

/// What a game in PGN brings to the one that it is held against.
#[derive(Clone, Debug)]
pub(in crate::robot) enum Brought {
    /// The next move, and whether a draw is offered with it.
    Next(Move, WithIt),
    /// Nothing new.
    UpToNow(NoScore),
    /// It is another game, or none.
    Other(NoScore),
}

/// What stands beside the last move of a game in PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::robot) enum WithIt {
    Nothing,
    /// "White offers a draw", as XBoard and cmail write it.
    DrawOffer,
}

impl Execution<'_, '_, '_> {
    /// The moves from the present position on, of moves that may begin with those that were played.
    pub(super) fn next_of_score(&self, number: GameNumber, moves: &[Spelling]) -> NextOf {
        let Some(game) = self.batch.games.get(&number).map(|loaded| &loaded.game) else {
            return NextOf::Move(moves.to_vec());
        };
        match game.typed(moves) {
            Typed::Moves(meant) => NextOf::Move(meant),
            Typed::Question(choices) => NextOf::Question(choices),
            Typed::UpToNow => NextOf::Refused(NoScore::UpToNow(Ends::Open)),
            Typed::Differs(difference) => NextOf::Refused(NoScore::Differs(difference)),
        }
    }

    /// What the game in PGN that came with a mail says in this one.
    pub(super) fn brought(&self, number: GameNumber) -> Brought {
        let Some(loaded) = self.batch.games.get(&number) else {
            return Brought::Other(NoScore::NotTheirs);
        };
        let turn = (number, loaded.game.turn());
        if let Some((known, brought)) = self.brought.borrow().as_ref()
            && *known == turn
        {
            return brought.clone();
        }
        let brought = brought_to(&loaded.game, &self.content.scores);
        *self.brought.borrow_mut() = Some((turn, brought.clone()));
        brought
    }

    /// The move of a game in PGN beside a move in words, where they are not the same.
    pub(super) fn other_brought(&self, number: GameNumber, chosen: Move) -> Option<Move> {
        self.pgn_of_mail()?;
        match self.brought(number) {
            Brought::Next(next, _) if next != chosen => Some(next),
            Brought::Next(..) | Brought::UpToNow(_) | Brought::Other(_) => None,
        }
    }

    /// Whether the game in PGN that is played by this mail offers a draw with its move.
    pub(super) fn offers_draw_in_score(&self, number: GameNumber, order: &Order) -> bool {
        order.command.score().is_some()
            && matches!(self.brought(number), Brought::Next(_, WithIt::DrawOffer))
    }

    /// A game in PGN that is all that the mail brings. Beside other orders it only has to agree with them.
    pub(super) fn only_a_score(&mut self) -> bool {
        let content = self.content;
        let [order] = content.message.orders.as_slice() else {
            return false;
        };
        let Command::Score(pgn) = &order.command else {
            return false;
        };
        let Ok(number) = self.game_for(order) else {
            self.answer_without_orders();
            return true;
        };
        // What stands beside the game may say something, too.
        let said = content
            .message
            .unread
            .as_ref()
            .filter(|unread| !pgn.contains(unread.line.as_str()));
        match self.brought(number) {
            Brought::Next(next, _) => {
                let plain = said.is_none_or(|unread| {
                    let prose = unread.reason == Doubt::Prose && unread.did_you_mean.is_none();
                    prose || self.is_move(number, unread, next)
                });
                self.doubt_told |= plain;
                if !plain {
                    self.answer_without_orders();
                }
                !plain
            }
            Brought::UpToNow(_) | Brought::Other(_) if said.is_some() => {
                self.answer_without_orders();
                true
            }
            Brought::UpToNow(why) | Brought::Other(why) => {
                let read = self.quoted(&order.typed);
                let refused = Occasion::Refused {
                    also: Vec::new(),
                    read: read.clone(),
                    why: why.into(),
                    instead: Vec::new(),
                    piece_moves: Vec::new(),
                    game: self.mine(number),
                };
                self.answer_unclear(refused, Some(read), Some(number));
                true
            }
        }
    }

    /// The words for the other player without the game in PGN, where it is this one.
    pub(super) fn without_score(&self, number: GameNumber, talk: String) -> Option<String> {
        match self.pgn_of_mail() {
            Some(pgn) if talk.contains(pgn) => match self.brought(number) {
                Brought::Next(..) | Brought::UpToNow(_) => {
                    self.for_the_other(&talk.replace(pgn, "\n"))
                }
                Brought::Other(_) => self.for_the_other(&talk),
            },
            Some(_) | None => self.for_the_other(&talk),
        }
    }

    /// Whether a line that was not read for certain says this move.
    fn is_move(&self, number: GameNumber, unread: &Unread, next: Move) -> bool {
        let letters = self
            .batch
            .players
            .get(&self.sender.player)
            .and_then(|player| player.letters.parse().ok())
            .unwrap_or(Letters::English);
        let meant = unread.did_you_mean.as_deref().unwrap_or(&unread.line);
        let position = self
            .batch
            .games
            .get(&number)
            .map(|loaded| loaded.game.position());
        match (position, chess::read_moves(meant, letters).as_deref()) {
            (Some(position), Some([only])) => one(only.resolve(position)) == Some(next),
            _ => false,
        }
    }

    fn pgn_of_mail(&self) -> Option<&str> {
        let mut orders = self.content.message.orders.iter();
        orders.find_map(|order| order.command.score())
    }
}

/// The games in PGN with which a mail plays a move, read before any game of ours is looked at.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Scores(Vec<Result<Record, NoScore>>);

impl Scores {
    /// The games in this text, as far as so many octets and moves go.
    pub(in crate::robot) fn read(pgn: &str, octets: usize, moves: usize) -> Scores {
        if pgn.len() > octets {
            let kib = octets / 1024;
            return Scores(vec![Err(NoScore::TooLong { kib })]);
        }
        let mut splitter = Splitter::default();
        // Mail programs put blanks that do not break into pasted text.
        splitter.feed(with_standard_signs(&mended(pgn)).as_bytes());
        splitter.end();
        let mut moves_left = moves;
        let games = std::iter::from_fn(|| splitter.next_game()).take(MOST_GAMES);
        let read = games.map(|text| match read_pgn_within(&text, &mut moves_left) {
            Ok(read) => Ok(read.record),
            Err(faults) => {
                let fault = faults.first().map(ToString::to_string).unwrap_or_default();
                Err(NoScore::Unreadable(fault))
            }
        });
        Scores(read.collect())
    }
}

/// What the games in PGN of a mail bring to this one.
pub(in crate::robot) fn brought_to(game: &Game, scores: &Scores) -> Brought {
    let mut next = Vec::new();
    let mut up_to_now = None;
    let mut other = None;
    for read in &scores.0 {
        let record = match read {
            Ok(record) => record,
            Err(why) => {
                other.get_or_insert(why.clone());
                continue;
            }
        };
        match game.compare_record(record) {
            Score::Next { next: found, rest } => {
                let with_it = if rest.is_empty() {
                    with_last(record)
                } else {
                    WithIt::Nothing
                };
                if !next.contains(&(found, with_it)) {
                    next.push((found, with_it));
                }
            }
            Score::UpToNow => up_to_now = Some(NoScore::UpToNow(ends(record.result))),
            Score::Differs(difference) => {
                other.get_or_insert(NoScore::Differs(difference));
            }
        }
    }
    match (next.as_slice(), up_to_now, other) {
        ([(only, with_it)], _, _) => Brought::Next(*only, *with_it),
        ([_, _, ..], _, _) => Brought::Other(NoScore::Several),
        ([], Some(why), _) => Brought::UpToNow(why),
        ([], None, Some(why)) => Brought::Other(why),
        ([], None, None) => Brought::Other(NoScore::None),
    }
}

/// A game as a program has written on below our letter: cmail, where it asks for the move on a terminal, keeps what stands
/// below the moves, the sign that the game goes on and the reference of our letter.
fn mended(pgn: &str) -> String {
    // Mail programs put blanks that do not break into pasted text.
    let plain = pgn.replace('\u{a0}', " ");
    let mut lines: Vec<String> = Vec::new();
    for line in plain.lines() {
        let line = match line.trim_start().strip_prefix("[ref ") {
            Some(reference) => reference.split_once(']').map_or("", |(_, rest)| rest),
            None => line,
        };
        let goes_on = !line.trim().is_empty() && !line.trim_start().starts_with(['[', '{']);
        if goes_on || line.trim_start().starts_with('{') && !line.starts_with("{---") {
            let last = lines.iter_mut().rev().find(|line| !line.trim().is_empty());
            if let Some(last) = last
                && let Some(open) = last.trim_end().strip_suffix('*')
            {
                *last = open.to_owned();
            }
        }
        lines.push(line.to_owned());
    }
    lines.join("\n")
}

/// What is said behind the last move of a game.
fn with_last(record: &Record) -> WithIt {
    let side = record.positions().last().map(|position| !position.turn());
    let offer = match side {
        Some(Color::White) => "white offers a draw",
        Some(Color::Black) => "black offers a draw",
        None => return WithIt::Nothing,
    };
    let asides = record.line.moves.last().map(|last| last.asides.as_slice());
    let offers = asides.unwrap_or_default().iter().any(|aside| match aside {
        Aside::Comment(said) => said.trim().eq_ignore_ascii_case(offer),
        Aside::Variation(_) => false,
    });
    if offers {
        WithIt::DrawOffer
    } else {
        WithIt::Nothing
    }
}

/// The games in PGN that are attached to a mail, as one text.
pub(in crate::robot) fn attached_games(content: &Content) -> Option<String> {
    let texts: Vec<&str> = content
        .incoming
        .attachments
        .iter()
        .filter(|attachment| attachment.is_pgn())
        .filter_map(|attachment| attachment.text.as_deref())
        .filter(|text| text.len() <= SCORE)
        .take(MOST_GAMES)
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// The number of the game in the tag by which chess programs know a game of theirs again; ours is "chess.example.net-42".
pub(in crate::robot) fn game_named_in(pgn: &str, site: &str) -> Option<GameNumber> {
    pgn.lines().find_map(|line| {
        let value = line
            .trim()
            .strip_prefix("[CmailGameName")?
            .trim_end_matches(']')
            .trim_matches([' ', '"']);
        let number = value.strip_prefix(site)?.strip_prefix('-')?;
        number
            .parse()
            .ok()
            .filter(|number| *number > 0)
            .map(GameNumber)
    })
}

fn one(reading: Reading) -> Option<Move> {
    match reading {
        Reading::One(played) => Some(played),
        Reading::Several(_) | Reading::Impossible(_) => None,
    }
}

/// How a score ends, by the result in it.
fn ends(result: Outcome) -> Ends {
    match result {
        Outcome::Known(KnownOutcome::Draw) => Ends::Drawn,
        Outcome::Known(KnownOutcome::Decisive { .. }) => Ends::Won,
        Outcome::Unknown => Ends::Open,
    }
}
