//! One line → orders, in the many ways in which people write them.

use crate::budget::LINE;
use crate::chess::notation::{Letters, Spelling, read_moves};
use crate::chess::position::find_fens;

use super::arguments::{challenges, cut_politeness, with_argument};
use super::command::{Answer, Command, Matter, Note, Order, Setup};
use super::conditional::{Condition, Unreadable, condition};
use super::consent;
use super::directing::about_events;
use super::german;
use super::hold::{about_holding, split_hold};
use super::leave::about_leave;
use super::near;
use super::notes::note;
use super::pause::about_clocks;
use super::phrases::{GREETINGS, THANKS, phrase};
use super::play::{Moves, with_moves};
use super::slips;
use super::to_director::to_director;
use super::tournament;
use super::translated;

/// What a line is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reading {
    /// One order or several.
    Orders(Vec<Order>),
    /// `say`: the rest of the line, and all that follows, is talk in this game; with orders before it on the line.
    Say(Vec<Order>, Option<i64>, String),
    /// Lines of play that answer moves of the opponent, in this game.
    Conditions(Option<i64>, Vec<Vec<Spelling>>),
    /// "if:": they stand below.
    ConditionsBelow(Option<i64>),
    /// They cannot be read.
    ConditionsUnread(Unreadable),
    /// The first line of a sealed note, in this game.
    Note(Option<i64>, Note),
    /// A position and nothing else.
    Position,
    /// More than one move to choose from: nothing may be played.
    Alternatives,
    /// Close to a command, or a move among a few other words.
    Near(String),
    /// "thanks": no orders after this.
    Thanks,
    /// "Hi Bob,".
    Greeting,
    /// None of these.
    Prose,
}

/// Reads one line of the player's own words.
pub(super) fn read_line(line: &str, letters: Letters) -> Reading {
    if line.len() > LINE {
        return Reading::Prose;
    }
    let typed = super::printable(line);
    match read_marked(&typed, letters) {
        Reading::Say(orders, game, text) => {
            let text = as_typed(&typed, &text);
            Reading::Say(orders, game, text)
        }
        Reading::Note(game, note) => {
            let text = as_typed(&typed, &note.text);
            Reading::Note(game, Note { text, ..note })
        }
        reading @ (Reading::Orders(_)
        | Reading::Conditions(..)
        | Reading::ConditionsBelow(_)
        | Reading::ConditionsUnread(_)
        | Reading::Position
        | Reading::Alternatives
        | Reading::Near(_)
        | Reading::Thanks
        | Reading::Greeting
        | Reading::Prose) => reading,
    }
}

/// The end of a line as it was typed, of which this was read: the marks that were taken off behind it, and typographic
/// ones, belong to what is said.
fn as_typed(typed: &str, read: &str) -> String {
    let plain = super::with_plain_marks(typed);
    let begins = match plain.rfind(read) {
        Some(at) if !read.is_empty() => plain.get(..at).map_or(0, |before| before.chars().count()),
        _ => return read.to_owned(),
    };
    typed
        .chars()
        .skip(begins)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

fn read_marked(typed: &str, letters: Letters) -> Reading {
    let typed = typed.to_owned();
    let marked = super::with_plain_marks(&typed);
    let plain = strip_markup(&marked).to_owned();
    if plain.is_empty() {
        return Reading::Prose;
    }
    // An order in another language is the English one, with what stands behind it.
    let english = german::in_english(&plain).or_else(|| translated::in_english(&plain));
    if let Some(english) = english
        && let reading @ Reading::Orders(_) = read_in_english(&english, &typed, letters)
    {
        return reading;
    }
    read_in_english(&plain, &typed, letters)
}

/// Reads a line without its markup.
fn read_in_english(plain: &str, typed: &str, letters: Letters) -> Reading {
    let about_none = of_the_archive(plain).or_else(|| about_events(plain));
    if let Some(command) = about_none.or_else(|| to_director(plain)) {
        return one_order(None, command, typed);
    }
    if is_board_row(plain) || is_movetext(typed) {
        return Reading::Prose;
    }
    if let Some(commands) = challenges(plain).filter(|commands| commands.len() > 1) {
        return orders(None, commands, typed);
    }
    if let Some(command) = board_of_fen(plain).or_else(|| with_position(plain)) {
        return one_order(None, command, typed);
    }
    let without_fen = strip_fens(plain);
    if without_fen != plain {
        // Words for the opponent keep their positions.
        if plain.to_ascii_lowercase().contains("say")
            && let said @ Reading::Say(..) = read_plain(plain, typed, letters)
        {
            return said;
        }
        let rest = without_fen.trim_matches(|c: char| !c.is_alphanumeric());
        // "Final FEN" is what Scid's mail manager writes above the moves.
        let label = rest.to_lowercase();
        if rest.is_empty() || matches!(label.as_str(), "fen" | "position" | "final fen") {
            return Reading::Position;
        }
        return match read_plain(without_fen.trim(), typed, letters) {
            reading @ (Reading::Orders(_) | Reading::Say(..) | Reading::Alternatives) => reading,
            Reading::Conditions(..)
            | Reading::ConditionsBelow(_)
            | Reading::ConditionsUnread(_)
            | Reading::Note(..)
            | Reading::Position
            | Reading::Near(_)
            | Reading::Thanks
            | Reading::Greeting
            | Reading::Prose => Reading::Prose,
        };
    }
    read_plain(plain, typed, letters)
}

fn read_plain(plain: &str, typed: &str, letters: Letters) -> Reading {
    let whole = Words::of(plain);
    let prefix = game_prefix(plain);
    let (game, unprefixed) = match &prefix {
        Some(prefix) => (Some(prefix.game), prefix.rest),
        None => (None, plain),
    };
    if let Some(text) = say(unprefixed) {
        return Reading::Say(Vec::new(), game, text.to_owned());
    }
    match condition(unprefixed, letters) {
        Some(Condition::Lines(lines)) => return Reading::Conditions(game, lines),
        Some(Condition::Below) => return Reading::ConditionsBelow(game),
        Some(Condition::Doubtful(why)) => return Reading::ConditionsUnread(why),
        None => {}
    }
    if let Some(note) = note(unprefixed) {
        return Reading::Note(game, note);
    }
    // A command in words, its game before or after it.
    if let Some((game, command)) = in_words(plain, &whole) {
        return one_order(game, command, typed);
    }
    if let Some(reading) = with_hold(plain, typed, letters) {
        return reading;
    }
    let prefixed = prefix.and_then(|prefix| behind_game(&prefix, typed, letters));
    if let Some(reading) = prefixed {
        return reading;
    }
    if let Some((head, game)) = game_suffix(plain)
        && let Moves::Read(commands) = with_moves(head, letters)
    {
        return orders(Some(game), commands, typed);
    }
    match with_moves(plain, letters) {
        Moves::Read(commands) => return orders(None, commands, typed),
        Moves::Alternatives => return Reading::Alternatives,
        Moves::None => {}
    }
    if let Some((head, text)) = split_say(plain)
        && let Reading::Orders(orders) = read_plain(head, typed, letters)
    {
        let game = orders.first().and_then(|order| order.game);
        return Reading::Say(orders, game, text.to_owned());
    }
    if consent::gives_up(plain, letters) {
        return one_order(None, Command::Resign, typed);
    }
    if let Some(command) = consent::about_a_draw(plain, letters) {
        return one_order(None, command, typed);
    }
    no_order(plain, &whole, letters)
}

/// What is wanted in a game, and behind it on the line when that is to be sent.
fn with_hold(plain: &str, typed: &str, letters: Letters) -> Option<Reading> {
    let (head, command) = split_hold(plain)?;
    let Reading::Orders(mut orders) = read_plain(head, typed, letters) else {
        return None;
    };
    let first = orders
        .iter()
        .find(|order| matches!(order.command, Command::Moves(_)))?;
    orders.push(Order {
        command,
        ..first.clone()
    });
    Some(Reading::Orders(orders))
}

/// One order, alone on its line.
fn one_order(game: Option<i64>, command: Command, typed: &str) -> Reading {
    orders(game, vec![command], typed)
}

/// What is wanted in one game, or in none that is named.
fn orders(game: Option<i64>, commands: Vec<Command>, typed: &str) -> Reading {
    let orders = commands.into_iter().map(|command| Order {
        game,
        may_be_move_number: false,
        command,
        typed: typed.to_owned(),
    });
    Reading::Orders(orders.collect())
}

/// What stands behind the number of a game: "game 42: ...", "42 Nf3".
fn behind_game(prefix: &Prefix<'_>, typed: &str, letters: Letters) -> Option<Reading> {
    let game = Some(prefix.game);
    let rest = Words::of(prefix.rest);
    if let Some((None, command)) = in_words(prefix.rest, &rest)
        && (takes_game(&command) || matches!(command, Command::Yes | Command::No))
    {
        let draw_or_move = prefix.bare && looks_numeric(prefix.game);
        return Some(if draw_or_move && command == Command::OfferDraw {
            // 5254 is a move of the ICCF's numbers, too.
            Reading::Alternatives
        } else {
            one_order(game, command, typed)
        });
    }
    match with_moves(prefix.rest, letters) {
        // "42 Nf3, 43 e5": two games, or two move numbers.
        Moves::Read(commands) if numbered_later(&commands) => {
            if !prefix.bare {
                return Some(Reading::Alternatives);
            }
        }
        Moves::Read(commands) if !(looks_numeric(prefix.game) && all_numeric(&commands)) => {
            let orders = commands.into_iter().map(|command| Order {
                game,
                may_be_move_number: prefix.bare && matches!(command, Command::Moves(_)),
                command,
                typed: typed.to_owned(),
            });
            return Some(Reading::Orders(orders.collect()));
        }
        Moves::Alternatives => return Some(Reading::Alternatives),
        Moves::Read(_) | Moves::None => {}
    }
    prefix
        .rest
        .is_empty()
        .then(|| one_order(game, Command::Show, typed))
}

/// A line without an order in it: courtesy, what is nearly an order, or anything else.
fn no_order(plain: &str, whole: &Words, letters: Letters) -> Reading {
    if near::names_a_choice(plain, letters) {
        return Reading::Alternatives;
    }
    if let Some(found) = near::one_move(plain, letters) {
        return Reading::Near(found);
    }
    if is_thanks(whole) {
        return Reading::Thanks;
    }
    if is_greeting(whole) {
        return Reading::Greeting;
    }
    // What cannot be read of it is looked up again.
    let slip = slips::slip(plain).map(|slip| slip.meant.unwrap_or_else(|| plain.to_owned()));
    slip.or_else(|| near::first_of_several_games(plain))
        .or_else(|| near::first_clause(plain).map(str::to_owned))
        .or_else(|| near::new_name(plain))
        .or_else(|| tournament::nearly(plain))
        .or_else(|| slips::mended_order(plain))
        .or_else(|| near::command_word(plain).map(str::to_owned))
        .map_or(Reading::Prose, Reading::Near)
}

/// The words of a line in lower case, without the punctuation around them.
pub(super) struct Words {
    pub(super) joined: String,
}

impl Words {
    pub(super) fn of(line: &str) -> Words {
        let bare = line.split_whitespace().map(|word| {
            word.trim_matches(|c: char| matches!(c, '.' | ',' | '!' | '¡' | ';' | ':' | '"' | '\''))
        });
        let mut joined = String::with_capacity(line.len());
        for word in bare.filter(|word| !word.is_empty()) {
            if !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(&word.to_lowercase());
        }
        Words { joined }
    }

    fn count(&self) -> usize {
        self.joined.split_whitespace().count()
    }
}

/// A game's number in front of an order.
struct Prefix<'a> {
    game: i64,
    /// Nothing but the number: "42 Nf3", not "game 42: Nf3" nor "#42 Nf3".
    bare: bool,
    rest: &'a str,
}

fn game_prefix(line: &str) -> Option<Prefix<'_>> {
    let mut text = line;
    let mut bare = true;
    for word in ["in game", "game", "in partie", "partie"] {
        if let Some(rest) = strip_word(text, word) {
            text = rest;
            bare = false;
            break;
        }
    }
    if !bare {
        for word in ["no.", "no", "nr.", "nr", "nummer", "number"] {
            if let Some(rest) = strip_word(text, word) {
                text = rest;
                break;
            }
        }
    }
    if let Some(rest) = text.strip_prefix('#') {
        text = rest.trim_start();
        bare = false;
    }
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    if digits == 0 || digits > 18 {
        return None;
    }
    let (number, rest) = text.split_at_checked(digits)?;
    let game = number.parse().ok().filter(|game| *game > 0)?;
    let after = rest.trim_start();
    if rest.is_empty() {
        // A bare number alone is the answer to a question.
        return (!bare).then_some(Prefix { game, bare, rest });
    }
    let (separated, rest) = match after.strip_prefix([':', ',']) {
        Some(rest) => (true, rest.trim_start()),
        None => (after.len() < rest.len(), after),
    };
    let rest = rest.strip_prefix("- ").unwrap_or(rest).trim_start();
    separated.then_some(Prefix { game, bare, rest })
}

/// `line` without this word in front, in any letter case; a blank or `#` must follow.
pub(super) fn strip_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (head, rest) = line.split_at_checked(word.len())?;
    (head.eq_ignore_ascii_case(word) && rest.starts_with([' ', '#'])).then(|| rest.trim_start())
}

/// Whether a game's number could be a move of the ICCF's numeric notation.
fn looks_numeric(game: i64) -> bool {
    let digits = game.to_string();
    matches!(digits.len(), 4 | 5) && digits.chars().take(4).all(|c| ('1'..='8').contains(&c))
}

fn all_numeric(commands: &[Command]) -> bool {
    let numeric = |spelling: &Spelling| {
        let mut typed = spelling.typed().chars();
        typed.all(|c| c.is_ascii_digit() || c == ' ')
    };
    commands.iter().all(|command| {
        command
            .moves()
            .is_some_and(|moves| moves.iter().all(numeric))
    })
}

/// Whether a move number stands before a later move and none before the first.
fn numbered_later(commands: &[Command]) -> bool {
    commands.iter().filter_map(Command::moves).any(|moves| {
        let mut numbers = moves
            .iter()
            .map(|spelling| spelling.move_number().is_some());
        numbers.next() == Some(false) && numbers.any(|numbered| numbered)
    })
}

/// A game's number behind a move, plainly said: "Nf3 in game 42", "Nf3 (game 42)", "Nf3 #42".
fn game_suffix(plain: &str) -> Option<(&str, i64)> {
    let text = plain.trim_end_matches([')', '.', ' ']);
    let (head, number) = text.rsplit_once([' ', '#'])?;
    let game = number.parse().ok().filter(|game| *game > 0)?;
    let marked = text.ends_with(&format!("#{number}"));
    let head = head.trim_end_matches(['#', ' ']);
    let lower = head.to_lowercase();
    let named = [
        " in game",
        " (game",
        ", game",
        " game",
        " (in game",
        " in partie",
        " (partie",
        ", partie",
        " partie",
    ]
    .iter()
    .filter_map(|word| lower.strip_suffix(word))
    .map(str::len)
    .min();
    match named.and_then(|length| head.get(..length)) {
        Some(head) => Some((head.trim_end_matches([',', ' ']), game)),
        None => marked.then_some((head.trim_end_matches(['(', ',', ' ']), game)),
    }
}

/// `say`: what follows it.
fn say(line: &str) -> Option<&str> {
    let (head, rest) = line.split_at_checked(3)?;
    let ends = rest.is_empty() || rest.starts_with([' ', ':']);
    (head.eq_ignore_ascii_case("say") && ends)
        .then(|| rest.trim_start_matches([':', ' ']).trim_end())
}

/// An order and `say` behind it on the same line: "Nf3 say well played".
fn split_say(line: &str) -> Option<(&str, &str)> {
    let at = [" say ", " say: "]
        .iter()
        .filter_map(|word| line.to_ascii_lowercase().find(word))
        .min()?;
    let (head, rest) = line.split_at_checked(at)?;
    let head = head.trim_end_matches([',', ';', ' ', '.']);
    say(rest.trim_start()).map(|text| (head, text))
}

/// `board` with a position behind it, whole or broken.
fn board_of_fen(line: &str) -> Option<Command> {
    let rest = ["board", "fen"].iter().find_map(|word| {
        let (head, rest) = line.split_at_checked(word.len())?;
        (head.eq_ignore_ascii_case(word) && rest.starts_with([' ', ':'])).then_some((*word, rest))
    });
    let (word, rest) = rest?;
    let fen = rest.trim_start_matches([':', ' ']);
    // Seven ranks and more are meant as a position, even if they are none. "FEN: ..." is a confirmation.
    (word == "board" && fen.matches('/').count() >= 3).then(|| Command::Board(Some(fen.to_owned())))
}

/// A challenge, or a question about Chess960, with a position behind it, whole or broken.
fn with_position(line: &str) -> Option<Command> {
    with_argument(line).filter(|command| {
        if let Command::Challenge { setup, .. } = command {
            *setup != Setup::Usual
        } else {
            matches!(command, Command::Chess960(Some(_)))
        }
    })
}

/// Whether a line is the end of a game's movetext, "1. e4 e5 2. Nf3 *" (PGN standard 8.2.6): nobody who makes a move
/// writes the result behind it, and our own mails end so.
fn is_movetext(typed: &str) -> bool {
    let mut words = typed.split_whitespace();
    let result = words.next_back().unwrap_or_default();
    matches!(result, "*" | "1-0" | "0-1" | "1/2-1/2") && words.count() > 2
}

/// Whether a line is a rank of a board or the letters below one, as our mails show it: "6 p . n . . . . .",
/// "a b c d e f g h", which would otherwise be four pawn captures. A mail comes back without its quotation marks,
/// and not always is it known which of ours it was.
fn is_board_row(plain: &str) -> bool {
    let mut characters = 0;
    let mut all_files = true;
    for word in plain.split_whitespace() {
        let mut inside = word.chars();
        let (Some(character), None) = (inside.next(), inside.next()) else {
            return false;
        };
        characters += 1;
        all_files &= ('a'..='h').contains(&character);
    }
    // "O - O - O" has five words of one character.
    characters > 5 || characters > 2 && all_files
}

/// A search may hold a FEN or a result, which elsewhere would say something of their own.
fn of_the_archive(plain: &str) -> Option<Command> {
    let first = plain.split(' ').next().unwrap_or_default();
    matches!(
        first.to_lowercase().as_str(),
        "enter" | "overwrite" | "search"
    )
    .then(|| with_argument(plain))
    .flatten()
}

fn strip_fens(line: &str) -> String {
    let mut rest = line.to_owned();
    for fen in find_fens(line) {
        rest = rest.replace(fen, " ");
    }
    rest.trim().to_owned()
}

/// Commands that are about a game and may carry its number behind them, since nothing else stands there.
fn takes_game(command: &Command) -> bool {
    let says_more = matches!(
        command,
        Command::Moves(_)
            | Command::Choice(_)
            | Command::Prepare(_)
            | Command::Note(_)
            | Command::Say(_)
    );
    command.properties().matter == Matter::Game && !says_more
}

/// A command in words, and the game that stands behind it.
fn in_words(plain: &str, words: &Words) -> Option<(Option<i64>, Command)> {
    in_english_words(plain, words).or_else(|| {
        let english = german::in_english(plain)?;
        in_english_words(&english, &Words::of(&english))
    })
}

/// The same, where what stands behind the command is said as in English.
fn in_english_words(plain: &str, words: &Words) -> Option<(Option<i64>, Command)> {
    let joined = strip_politeness(&words.joined);
    if let Some(command) = phrase(joined) {
        return Some((None, command));
    }
    let polite = cut_politeness(plain);
    let timed = about_leave(polite)
        .or_else(|| about_clocks(polite))
        .or_else(|| about_holding(polite));
    if let Some(command) = timed {
        return Some((None, command));
    }
    let bare = ["number ", "option ", "choice "]
        .iter()
        .fold(joined, |text, word| text.strip_prefix(word).unwrap_or(text));
    if let Ok(number) = bare.trim_matches(['(', ')']).parse::<u8>()
        && (1..=99).contains(&number)
    {
        return Some((None, Command::Choice(number)));
    }
    // "2 for d4", as the question has it: both have to be the same, which is held against it.
    if let Some(moves) = chosen_in_full(plain) {
        return Some((None, Command::Moves(moves)));
    }
    // "resign 42", "resign game 42", "show #42", "accept draw in game 42".
    if let Some((head, number)) = joined.rsplit_once(' ')
        && let Ok(game) = number.trim_start_matches('#').parse::<i64>()
        && game > 0
    {
        let head = [
            " in game",
            " game",
            " in partie",
            " partie",
            " no",
            " nr",
            " number",
            " in",
            " of",
        ]
        .iter()
        .fold(head, |head, word| head.strip_suffix(word).unwrap_or(head));
        if let Some(command) = phrase(head).filter(takes_game) {
            return Some((Some(game), command));
        }
    }
    with_argument(plain).map(|command| (None, command))
}

/// "please" and "thanks" around a command.
pub(super) fn strip_politeness(joined: &str) -> &str {
    let mut text = joined;
    for start in [
        "please ",
        "i want to ",
        "i'd like to ",
        "i would like to ",
        "i wish to ",
        "ok ",
        "okay ",
        "bitte ",
        "ich möchte ",
        "ich will ",
    ] {
        text = text.strip_prefix(start).unwrap_or(text);
    }
    for start in ["can you ", "could you "] {
        text = text
            .strip_prefix(start)
            .filter(|rest| !is_for_the_opponent(rest))
            .unwrap_or(text);
    }
    for end in [
        " please",
        " pls",
        " plz",
        " thanks",
        " thank you",
        " now",
        " bitte",
        " danke",
        " thx",
    ] {
        text = text.strip_suffix(end).unwrap_or(text);
    }
    text
}

/// Whether "can you" before these words asks the opponent, and not us: "can you draw?".
fn is_for_the_opponent(joined: &str) -> bool {
    matches!(
        phrase(joined),
        Some(Command::OfferDraw | Command::Takeback(Answer::Offer) | Command::Abort(Answer::Offer))
    )
}

pub(super) fn is_thanks(words: &Words) -> bool {
    THANKS.split('|').any(|thanks| thanks == words.joined)
        || words.count() <= 3
            && THANKS
                .split('|')
                .any(|thanks| words.joined.starts_with(&format!("{thanks} ")))
}

pub(super) fn is_greeting(words: &Words) -> bool {
    words.count() <= 5
        && GREETINGS.split('|').any(|greeting| {
            words
                .joined
                .strip_prefix(greeting)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
        || ["你好", "您好", "안녕"].iter().any(|greeting| {
            words.joined.starts_with(greeting) && words.joined.chars().count() <= 12
        })
}

/// The line without bullets, quotation marks and the markup of plain text around it.
fn strip_markup(line: &str) -> &str {
    let mut text = line.trim();
    for bullet in ["- ", "* ", "• ", "· ", "– "] {
        text = text.strip_prefix(bullet).unwrap_or(text).trim_start();
    }
    loop {
        let stripped = [
            "**", "__", "*", "_", "`", "\"", "'", "“", "”", "«", "»", "„",
        ]
        .iter()
        .fold(text, |text, mark| {
            let inner = text.strip_prefix(mark).unwrap_or(text);
            match inner.strip_suffix(mark) {
                // The end of a name in marks, challenge 'Jack Black', is no end of the line's own.
                Some(rest) if inner.len() == text.len() && rest.contains(mark) => inner,
                Some(rest) => rest,
                None => inner,
            }
        })
        .trim();
        if stripped == text {
            return text;
        }
        text = stripped;
    }
}

/// What stands between a number and its move in the question which one is meant, "2 for d4", in each language of our letters.
const BETWEEN: [&str; 6] = ["for", "für", "pour", "para", "per", "voor"];

/// The number in front of a move, as the question which one is meant writes it, and the move.
pub fn numbered_choice(line: &str) -> Option<(u8, &str)> {
    let (number, rest) = line.trim().split_once(' ')?;
    let (between, typed) = rest.split_once(' ')?;
    let is_answer = (1..=2).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit());
    let number = number.parse().ok().filter(|_| is_answer)?;
    BETWEEN.contains(&between).then_some((number, typed))
}

/// The move behind its number, as the question which one is meant writes it.
fn chosen_in_full(plain: &str) -> Option<Vec<Spelling>> {
    let (_, typed) = numbered_choice(plain)?;
    read_moves(typed, Letters::English).filter(|moves| moves.len() == 1)
}

#[cfg(test)]
mod tests;
