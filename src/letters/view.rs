//! A game as one of its two players sees it.

use super::day_in_words;
use super::drawn::Drawn;
use super::link_signs::plain_signs;
use super::pretence::{claims_an_office, spells_a_link, tells_of_a_game};
use super::{InWords, Sentence, sentence};
use super::{Language, LineTime, TimeView};
use crate::chess::{diagram, notation, pgn, position};
use crate::game::clock::{time_control_tag, write_times};
use crate::game::rating::Stake;
use crate::game::{Ending, Game, Phase, PlayerNumber};
use chrono::{DateTime, Utc};
use serde::Serialize;
use shakmaty::{Color, Position};

/// A game as one of its two players sees it, in the words and shapes that templates use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameView {
    /// The number of the game.
    pub number: i64,
    /// The name of the reader.
    pub you: String,
    /// The name of the other player.
    pub opponent: String,
    /// The name of the player with the white pieces; empty while the colours are not settled.
    pub white: String,
    /// The name of the player with the black pieces; empty while the colours are not settled.
    pub black: String,
    /// The reader's colour, `White` or `Black`; `None` while the colours are not settled.
    pub your_side: Option<&'static str>,
    /// Whether the reader is the one who was challenged.
    pub challenged: bool,
    /// Which colour the challenger asked for: `white`, `black` or `random`.
    pub wish: &'static str,
    /// `offered`, `declined`, `withdrawn`, `playing` or `over`.
    pub phase: &'static str,
    /// `standard` or `chess960`.
    pub variant: &'static str,
    /// Whether the game begins in the usual position.
    pub usual_start: bool,
    /// The number of the start position, where it is one of Chess960.
    pub start_number: Option<u16>,
    /// `White` or `Black`: whose move it is.
    pub turn: &'static str,
    /// Whether the reader is to move in a game that goes on.
    pub your_turn: bool,
    /// The number of the next move.
    pub move_number: u32,
    /// Whether each side has moved three times at the most, so that how to answer is told at length.
    pub is_young: bool,
    /// The last move as SAN with its number, "12...Nf6".
    pub last_move: Option<String>,
    /// The position (PGN standard 16.1).
    pub fen: String,
    /// The position as text, seen from the reader's side.
    pub board: String,
    /// The whole game as PGN in export format.
    pub pgn: String,
    /// Only the moves, as PGN movetext, lines of fewer than 80 columns; `*` or the result at its end.
    pub movetext: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// How the game ended, in the database's word, [`crate::game::Ending::word`].
    pub ending: Option<&'static str>,
    /// What the opening of a finished game is called, "Sicilian Defense, Najdorf Variation (B90)".
    pub opening: Option<String>,
    /// Whether the reader won, lost or drew: `won`, `lost`, `drawn`; `None` while the game goes on.
    pub outcome: Option<&'static str>,
    /// How time is counted, "3 days a move"; `None` without a clock.
    pub time_control: Option<Sentence>,
    /// What both play for: `casual` or `rated`.
    pub stake: &'static str,
    /// How many days of leave a year each of both has, on which their own clock stands; `None` without a clock.
    pub leave_days: Option<u32>,
    /// Whose draw offer stands: `yours` or `theirs`.
    pub draw_offer: Option<&'static str>,
    /// Whose offer to take back their last move stands: `yours` or `theirs`.
    pub takeback_offer: Option<&'static str>,
    /// Whose offer to end the game without a result stands: `yours` or `theirs`.
    pub abort_offer: Option<&'static str>,
    /// Whose offer of a pause stands: `yours` or `theirs`.
    pub pause_offer: Option<&'static str>,
    /// The last day of that pause, "12 Aug 2026".
    pub pause_until: Option<Sentence>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// For the challenger, while the invitation of the other has not gone out: the day on which it does, `2026-11-24`.
    pub invited_on: Option<Sentence>,
    /// The reader's own move that is made and sent later.
    pub held_move: Option<HeldMoveView>,
    /// The position for the forms that have no board of letters; templates do not see it.
    #[serde(skip)]
    pub drawn: Drawn,
    /// How its time stands; `None` without a clock, or before it has begun.
    pub time: Option<TimeView>,
    /// The tournament that it belongs to.
    pub tournament: Option<InTournament>,
}

/// The tournament that a game belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InTournament {
    /// By which it is called in orders.
    pub name: String,
    /// What it is called otherwise.
    pub title: String,
    /// The round of the game.
    pub round: i32,
    /// What that round is called, in a knock-out.
    pub stage: Option<Sentence>,
}

/// A move that is made and sent later, as its player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeldMoveView {
    /// With its number.
    pub played: String,
    /// When it goes out, "28 Nov 2026 10:00 UTC", and what the clocks of the player's zone show then.
    pub at: Sentence,
    /// Whether that is sooner than they wanted, since their time ends.
    pub sooner: bool,
    /// Whether a draw is offered with it.
    pub draw_offered: bool,
    /// Whether words to the opponent go with it.
    pub words: bool,
}

impl HeldMoveView {
    /// In a list: "12. Nf3 goes out on 28 Nov 2026 10:00 UTC".
    pub fn in_a_list(&self) -> Sentence {
        sentence!(
            "{{ played }} goes out on {{ at }}",
            played = &self.played,
            at = &self.at
        )
    }
}

/// A game on one line of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameLine {
    /// The number of the game.
    pub number: i64,
    /// The name of the other player.
    pub opponent: String,
    /// `White`, `Black`, or `None` while the colours are not settled.
    pub your_side: Option<&'static str>,
    /// `offered` or `playing`, …, as in [`GameView::phase`].
    pub phase: &'static str,
    /// Whether it waits for the reader: their move, or their answer to a challenge.
    pub your_turn: bool,
    /// The number of the next move.
    pub move_number: u32,
    /// The last move as SAN with its number.
    pub last_move: Option<String>,
    /// What is offered to the reader and waits for their answer: `a draw`, `a takeback`, `to abort the game`.
    pub offered: Vec<Sentence>,
    /// The reader's own move that is made and sent later: "12. Nf3 goes out on 28 Nov 2026 10:00 UTC".
    pub held_move: Option<Sentence>,
    /// As in [`GameView::invited_on`].
    pub invited_on: Option<Sentence>,
    /// How time would be counted in a challenge, "3 days a move"; `None` without a clock, and once the game has begun.
    pub clock: Option<Sentence>,
    /// As in [`GameView::stake`].
    pub stake: &'static str,
    /// What the tournament is called in which it is played.
    pub tournament: Option<String>,
    /// The time of whoever is to move; `None` where none runs to an end.
    pub time: Option<LineTime>,
}

/// Characters of a name in the archive that a list shows; nothing else bounds them.
const LONGEST_FILED_NAME: usize = 80;

/// A game of the archive on one line of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FiledGame {
    /// Its number.
    pub number: i64,
    /// Players, day, result: "Fischer, Robert J. - Spassky, Boris V., 1992.11.04, 1/2-1/2".
    pub title: String,
}

impl FiledGame {
    /// A game that is filed under this number: White, Black, the day as PGN writes it, the result.
    pub fn of(number: i64, [white, black, played_on, result]: [&str; 4]) -> FiledGame {
        let day = match played_on.trim_end_matches(['?', '.']) {
            "" => String::new(),
            day => format!(", {day}"),
        };
        // Each by itself: what begins in one like a code would take the others with it.
        let name = |name: &str| -> String {
            let shown: String = name.chars().take(LONGEST_FILED_NAME).collect();
            super::one_line(&shown)
        };
        let title = format!(
            "{} - {}{}, {}",
            name(white),
            name(black),
            super::one_line(&day),
            super::one_line(result)
        );
        FiledGame {
            number,
            title: super::without_links(&title),
        }
    }
}

/// What the two players of a game are called, each name cleaned by [`super::clean_name`].
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The name of the player who made the challenge.
    pub challenger: &'a str,
    /// The name of the player who was challenged.
    pub opponent: &'a str,
}

/// What is kept beside the moves of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept<'a> {
    /// When the challenge was accepted; `None` before that.
    pub started: Option<DateTime<Utc>>,
    /// When it ended; `None` while it goes on.
    pub finished: Option<DateTime<Utc>>,
    /// Notes of both players. They are sealed, and appear nowhere, until the game is over.
    pub notes: &'a [Annotation],
    /// The tournament that it belongs to: what that is called, and the round.
    pub tournament: Option<(&'a str, i32)>,
    /// Who has gone on in the place of whom.
    pub substitutions: Option<&'a str>,
    /// For which teams they play in it.
    pub teams: Option<&'a TeamsOfGame>,
}

/// For which teams two play in a game, and on which board of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamsOfGame {
    /// White's.
    pub white: String,
    /// Black's.
    pub black: String,
    /// The board, from 1.
    pub board: i32,
}

impl TeamsOfGame {
    /// Where all of it is known.
    pub fn of(
        white: Option<String>,
        black: Option<String>,
        board: Option<i32>,
    ) -> Option<TeamsOfGame> {
        Some(TeamsOfGame {
            white: white?,
            black: black?,
            board: board?,
        })
    }

    /// As PGN has it.
    fn tags(&self) -> [(&'static str, String); 3] {
        [
            ("WhiteTeam", self.white.clone()),
            ("BlackTeam", self.black.clone()),
            ("Board", self.board.to_string()),
        ]
    }
}

/// What a player noted about one of their own moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The ply that it is about, counted from 1.
    pub ply: u32,
    /// The numeric annotation glyph (PGN standard 10).
    pub glyph: Option<u8>,
    /// One line, without braces; may be empty.
    pub text: String,
}

/// What both players see alike, and what takes the time.
#[derive(Clone)]
struct Record {
    last_move: Option<String>,
    fen: String,
    pgn: String,
    movetext: String,
    opening: Option<String>,
}

/// Whether a name can be shown to somebody who has not asked for our mail: one that looks like an address or a link would
/// let its bearer send them anywhere, one like that of an office would be obeyed.
fn is_shown_to_strangers(name: &str) -> bool {
    let signs = plain_signs(name);
    let dotted = signs.windows(3).any(|three| match three {
        [before, '.', after] => before.is_alphabetic() && after.is_alphabetic(),
        _ => false,
    });
    signs.len() <= 30
        && !dotted
        && !goes_on_behind_a_stop(name)
        && !spells_a_link(name)
        && !tells_of_a_game(name)
        && !signs.iter().any(|sign| matches!(sign, '@' | '/' | '\\'))
        && !name.chars().any(char::is_numeric)
        && !claims_an_office(name)
}

/// Whether a full stop ends something in the name, "evil. com", and is not that of an initial or a title, "Dr. J. Smith".
fn goes_on_behind_a_stop(name: &str) -> bool {
    let mut words = name.split_whitespace().peekable();
    while let (Some(word), Some(next)) = (words.next(), words.peek()) {
        let stops = word.strip_suffix('.');
        let short = stops.is_some_and(|word| (1..=4).contains(&word.chars().count()));
        let large = next.chars().next().is_some_and(char::is_uppercase);
        if stops.is_some() && !(short && large) {
            return true;
        }
    }
    false
}

/// Who reads a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Somebody who has answered us.
    Player,
    /// Somebody who has not asked for our mail.
    Stranger,
}

/// The subject of the letters of a game, in which the players are named as they are called now: White first, and while the
/// colours are not settled the challenger.
pub fn subject_of_game(game: &Game, names: Names<'_>, audience: Audience) -> Sentence {
    let shown = |name: &str| match audience {
        Audience::Stranger if !is_shown_to_strangers(name) => a_player(),
        Audience::Stranger | Audience::Player => Sentence::from(name),
    };
    let (challenger, opponent) = (shown(names.challenger), Sentence::from(names.opponent));
    let (white, black) = match game.player(Color::White) == Some(game.opponent()) {
        true => (opponent, challenger),
        false => (challenger, opponent),
    };
    let number = game.number();
    sentence!(
        "Chess game {{ number }}: {{ white }} - {{ black }}",
        number = &number,
        white,
        black
    )
}

/// How somebody is called whose name is not shown to strangers.
fn a_player() -> Sentence {
    sentence!("A player")
}

impl GameView {
    /// The same for a reader who is no player: without an opponent's name that could be an address.
    #[must_use]
    pub fn for_stranger(mut self, language: Language) -> GameView {
        let a_player = language.say(&a_player());
        if !is_shown_to_strangers(&self.opponent) {
            for name in [&mut self.white, &mut self.black] {
                if *name == self.opponent {
                    name.clone_from(&a_player);
                }
            }
            self.opponent = a_player;
        }
        self
    }

    /// The game as `reader` sees it; who is not the challenger sees it as the opponent does.
    ///
    /// `site` is the domain of this server, for the Site tag of the PGN.
    pub fn of(
        game: &Game,
        reader: PlayerNumber,
        names: &Names<'_>,
        kept: &Kept<'_>,
        site: &str,
    ) -> GameView {
        GameView::from_record(game, reader, names, Record::of(game, names, kept, site))
    }

    /// The game as the challenger and as the opponent sees it, for little more than the price of one [`GameView::of`]:
    /// writing down the moves takes nearly all of its time.
    pub fn for_both(game: &Game, names: &Names<'_>, kept: &Kept<'_>, site: &str) -> [GameView; 2] {
        let record = Record::of(game, names, kept, site);
        [
            GameView::from_record(game, game.challenger(), names, record.clone()),
            GameView::from_record(game, game.opponent(), names, record),
        ]
    }

    fn from_record(
        game: &Game,
        reader: PlayerNumber,
        names: &Names<'_>,
        record: Record,
    ) -> GameView {
        let (you, opponent) = names.seen_by(game, reader);
        let side = game.side_of(reader);
        let position = game.position();
        let control = game.control();
        let clocked = control.has_clock();
        GameView {
            number: game.number().0,
            you: you.to_owned(),
            opponent: opponent.to_owned(),
            white: names
                .with(game, Color::White)
                .unwrap_or_default()
                .to_owned(),
            black: names
                .with(game, Color::Black)
                .unwrap_or_default()
                .to_owned(),
            your_side: side.map(color_word),
            challenged: reader != game.challenger(),
            wish: game.wish().word(),
            phase: game.phase().word(),
            variant: game.start().variant().word(),
            usual_start: game.start().is_usual(),
            start_number: game.start().number(),
            turn: color_word(position.turn()),
            your_turn: game.awaits(reader),
            move_number: position.fullmoves().get(),
            is_young: game.ply() <= 6,
            last_move: record.last_move,
            fen: record.fen,
            board: diagram::text_board(position, side.unwrap_or(Color::White)),
            movetext: record.movetext,
            pgn: record.pgn,
            result: game.result().token(),
            ending: game.phase().ending().map(Ending::word),
            opening: record.opening,
            outcome: outcome(game, side),
            time_control: clocked.then(|| control.in_words()),
            stake: game.stake().word(),
            leave_days: None,
            draw_offer: whose(game.draw_offer(), side),
            takeback_offer: whose(game.takeback_offer(), side),
            abort_offer: whose(game.abort_offer(), side),
            pause_offer: whose(game.pause_offer().map(|(by, _)| by), side),
            pause_until: game.pause_offer().map(|(_, last)| day_in_words(last)),
            check: position.is_check(),
            invited_on: None,
            held_move: None,
            drawn: Drawn::of(position, side.unwrap_or(Color::White), game.moves().last()),
            time: None,
            tournament: None,
        }
    }
}

impl Record {
    fn of(game: &Game, names: &Names<'_>, kept: &Kept<'_>, site: &str) -> Record {
        let record = record_of(game, names, kept, site);
        let pgn = pgn::write_pgn(&record);
        // In a letter the moves stand without their times.
        let untimed = game
            .control()
            .has_clock()
            .then(|| pgn::write_pgn(&without_times(&record)));
        let movetext = movetext_of(untimed.as_ref().unwrap_or(&pgn)).to_owned();
        let over = matches!(game.phase(), Phase::Over(_));
        Record {
            last_move: last_move(game),
            fen: position::fen(game.position()),
            pgn,
            movetext,
            opening: over
                .then(|| record.opening())
                .flatten()
                .map(|opening| opening.to_string()),
        }
    }
}

impl GameLine {
    /// The game on one line, as `reader` sees it.
    pub fn of(game: &Game, reader: PlayerNumber, names: &Names<'_>) -> GameLine {
        let (_, opponent) = names.seen_by(game, reader);
        let asked = game.phase() == Phase::Offered && reader == game.opponent();
        GameLine {
            number: game.number().0,
            opponent: opponent.to_owned(),
            your_side: game.side_of(reader).map(color_word),
            phase: game.phase().word(),
            your_turn: asked || game.awaits(reader),
            move_number: game.position().fullmoves().get(),
            last_move: last_move(game),
            offered: offered_to(game, reader),
            invited_on: None,
            held_move: None,
            clock: (game.phase() == Phase::Offered && game.control().has_clock())
                .then(|| game.control().in_words()),
            stake: game.stake().word(),
            tournament: None,
            time: None,
        }
    }
}

impl<'a> Names<'a> {
    /// The reader's own name and the other's.
    fn seen_by(&self, game: &Game, reader: PlayerNumber) -> (&'a str, &'a str) {
        if reader == game.challenger() {
            (self.challenger, self.opponent)
        } else {
            (self.opponent, self.challenger)
        }
    }

    /// The name of the player who has this side.
    fn with(&self, game: &Game, side: Color) -> Option<&'a str> {
        let player = game.player(side)?;
        let (name, _) = self.seen_by(game, player);
        Some(name)
    }
}

/// The game as a record, with the tags that correspondence programs look for.
///
/// The event is the one that mail chess programs write, the site is this server, and the two together with
/// `CmailGameName` tell the game from every other: Scid and XBoard's `cmail` know a game of theirs again by that tag.
/// The players' addresses are nobody's business, so both `NA` tags are `-` (PGN standard 9.1.3). A game without a time
/// control is written `-` (9.6.1); of one with a clock all is told ([`crate::game::clock::write_times`]). The date is the day in UTC on which the challenge was accepted. Where a player has gone on in
/// the place of another one, a tag of our own says since when. The opening of a finished game is named, and the notes that were sealed stand in it as comments.
pub fn record_of(game: &Game, names: &Names<'_>, kept: &Kept<'_>, site: &str) -> pgn::Record {
    let date = kept.started.map_or_else(
        || "????.??.??".to_owned(),
        |started| started.format("%Y.%m.%d").to_string(),
    );
    let termination = match game.phase() {
        Phase::Over(Ending::Aborted) => "abandoned",
        Phase::Over(Ending::TimeForfeit { .. }) => "time forfeit",
        Phase::Over(Ending::Adjudicated(_)) => "adjudication",
        Phase::Over(_) => "normal",
        Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing => "unterminated",
    };
    let result = game.result().token();
    let outcome = result.parse().unwrap_or(shakmaty::Outcome::Unknown);
    let rated = tags_of_rated(game, kept);
    let event = kept
        .tournament
        .map_or("Correspondence game", |(title, _)| title);
    let round = kept
        .tournament
        .map_or_else(|| "-".to_owned(), |(_, round)| round.to_string());
    let tags = [
        ("Event", event),
        ("Site", site),
        ("Date", &date),
        ("Round", &round),
        ("White", names.with(game, Color::White).unwrap_or("?")),
        ("Black", names.with(game, Color::Black).unwrap_or("?")),
        ("Result", result),
        ("BlackNA", "-"),
        ("CmailGameName", &format!("{site}-{}", game.number())),
        ("Mode", "EM"),
        ("Termination", termination),
        ("TimeControl", &time_control_tag(game.control())),
        ("WhiteNA", "-"),
    ];
    let of_teams = kept.teams.map(TeamsOfGame::tags);
    let of_teams = of_teams.iter().flatten();
    let tags = tags
        .into_iter()
        .chain(of_teams.map(|(name, value)| (*name, value.as_str())))
        .chain(rated.iter().map(|(name, value)| (*name, value.as_str())))
        .chain(kept.substitutions.map(|words| ("Substitution", words)))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let start = game.start().position().clone();
    let mut record = pgn::Record::new(tags, start, game.moves(), outcome);
    if matches!(game.phase(), Phase::Over(_)) {
        record.name_opening();
        add_notes(&mut record, kept.notes);
    }
    write_times(&mut record, game.time());
    if let Some(remark) = remark_on_the_end(game) {
        match record.line.moves.last_mut() {
            Some(last) => last.asides.push(pgn::Aside::Comment(remark)),
            None => record.line.before.push(remark),
        }
    }
    record
}

/// The tags by which a program can count the ratings of our games anew: that a game is rated, and when it ended, to the
/// microsecond, since that is the order in which they count. Of a casual game nothing is said.
fn tags_of_rated(game: &Game, kept: &Kept<'_>) -> Vec<(&'static str, String)> {
    match game.stake() {
        Stake::Casual => Vec::new(),
        Stake::Rated => {
            let ended = kept.finished.map(|at| at.format("%Y-%m-%dT%H:%M:%S%.6fZ"));
            let ended = ended.map(|at| ("Ended", at.to_string()));
            [("Rated", "yes".to_owned())]
                .into_iter()
                .chain(ended)
                .collect()
        }
    }
}

/// Adds the notes that were sealed.
fn add_notes(record: &mut pgn::Record, notes: &[Annotation]) {
    for note in notes {
        let at = usize::try_from(note.ply)
            .ok()
            .and_then(|ply| ply.checked_sub(1));
        let Some(played) = at.and_then(|at| record.line.moves.get_mut(at)) else {
            continue;
        };
        played.glyphs.extend(note.glyph);
        if !note.text.is_empty() {
            // What programs read in comments, the times of moves among it, is ours to say: `[%clk 0:00:01]`.
            let text = note.text.replace("[%", "[ %");
            played.asides.push(pgn::Aside::Comment(text));
        }
    }
}

fn without_times(record: &pgn::Record) -> pgn::Record {
    let mut record = record.clone();
    for played in &mut record.line.moves {
        played.asides.retain(|aside| match aside {
            pgn::Aside::Comment(text) => !text.starts_with("[%clk "),
            pgn::Aside::Variation(_) => true,
        });
    }
    record
}

/// What the moves and the result do not tell.
fn remark_on_the_end(game: &Game) -> Option<String> {
    match game.phase() {
        Phase::Over(Ending::Claimed(grounds)) => Some(format!("Draw claimed: {}", grounds.word())),
        Phase::Over(_) | Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing => {
            None
        }
    }
}

/// What stands behind the blank line that ends the tags (PGN standard 8.1).
fn movetext_of(pgn: &str) -> &str {
    pgn.split_once("\n\n")
        .map_or("", |(_, movetext)| movetext.trim_end())
}

/// The last move as SAN with its number, "12. Nf3" or "12...Nf6".
fn last_move(game: &Game) -> Option<String> {
    let (&last, before) = game.moves().split_last()?;
    let mut position = game.start().position().clone();
    for &played in before {
        position.play_unchecked(played);
    }
    let number = position.fullmoves();
    let dots = position.turn().fold_wb(". ", "...");
    Some(format!("{number}{dots}{}", notation::san(&position, last)))
}

fn outcome(game: &Game, side: Option<Color>) -> Option<&'static str> {
    use crate::game::Result;
    let side = side?;
    match (game.result(), side) {
        (Result::White, Color::White) | (Result::Black, Color::Black) => Some("won"),
        (Result::White, Color::Black) | (Result::Black, Color::White) => Some("lost"),
        (Result::Draw, _) => Some("drawn"),
        (Result::Unknown, _) => None,
    }
}

/// Whose an offer is.
fn whose(by: Option<Color>, side: Option<Color>) -> Option<&'static str> {
    by.map(|by| if Some(by) == side { "yours" } else { "theirs" })
}

/// What is offered to this player.
fn offered_to(game: &Game, reader: PlayerNumber) -> Vec<Sentence> {
    let other = game.side_of(reader).map(|side| !side);
    [
        (game.draw_offer(), sentence!("a draw")),
        (game.takeback_offer(), sentence!("a takeback")),
        (game.abort_offer(), sentence!("to abort the game")),
        (game.pause_offer().map(|(by, _)| by), sentence!("a pause")),
    ]
    .into_iter()
    .filter(|(by, _)| by.is_some() && *by == other)
    .map(|(_, what)| what)
    .collect()
}

fn color_word(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

#[cfg(test)]
mod tests;
