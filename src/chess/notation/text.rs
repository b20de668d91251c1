//! The words of a line, read as one or more moves.

use shakmaty::{CastlingSide, Color, Role};

use super::characters::{figurine, words};
use super::letters::Letters;
use super::shape::{Compact, read_shape};
use super::spelling::{Marks, MoveNumber, Pattern, Patterns, Spelling};
use super::tokens::{Kind, Token, file_in_words, kind_of, push_tokens, without_marks};

/// Longer texts are not moves; a whole game in short notation has about 2,000 characters.
const LONGEST_TEXT: usize = 4_000;

/// The longest move in words: "the knight on g1 takes the pawn on f3" and a promotion.
const MOST_WORDS: usize = 10;

/// Reads a text that is one or more moves and nothing else, or `None` for prose.
///
/// Move numbers, dots, `!?`, "check", "mate", "e.p.", brackets and markup around a move belong to
/// it. A single word that is a move and an English word or a name at once is a move only in a
/// form that a name does not have: `ed` is the capture of a pawn, `Ed` is somebody's signature.
pub fn read_moves(text: &str, letters: Letters) -> Option<Vec<Spelling>> {
    // Most of what is asked about is prose.
    if text.len() > LONGEST_TEXT || begins_no_move(text) {
        return None;
    }
    let mut tokens = Vec::new();
    for word in words(text) {
        push_tokens(word, letters, &mut tokens);
    }
    read_tokens(&tokens, letters)
}

/// Whether no move begins with the first word of a text, whatever follows: it has letters that are neither files nor signs of a
/// capture, and is no word of a move.
pub fn begins_no_move(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let word = without_marks(first);
    let mut letters = word.chars();
    let mut behind_the_piece = word.chars().skip(1);
    word.len() > 1
        && letters.all(|letter| letter.is_ascii_alphabetic())
        && behind_the_piece
            .any(|sign| !matches!(sign, 'a'..='h' | 'A'..='H' | 'x' | 'X' | 't' | 'T'))
        && !word.chars().all(|sign| matches!(sign, 'O' | 'o'))
        && !matches!(word.as_bytes(), [_, b'x' | b'X', _])
        && kind_of(word) == Kind::Other
        && castling_word(&word.to_ascii_lowercase()).is_none()
        && !may_be_joined(word)
}

/// Whether a word becomes part of a move by the word behind it: "golf three", "move 12", "and becomes".
fn may_be_joined(word: &str) -> bool {
    file_in_words(word).is_some() || word.eq_ignore_ascii_case("move") || word == "and"
}

/// Reads the tokens of a whole text.
fn read_tokens(tokens: &[Token], letters: Letters) -> Option<Vec<Spelling>> {
    // "- e4" and "* e4" are items of a list.
    let bullets = tokens
        .iter()
        .take_while(|token| matches!(token.text.as_str(), "-" | "•" | "→" | "->" | "=>"))
        .count();
    let mut rest = tokens.get(bullets..)?;
    if let Some(spelling) = two_squares(rest) {
        return Some(vec![spelling]);
    }
    let mut spellings = Vec::new();
    while !rest.is_empty() {
        let (spelling, remaining) = read_one(rest, letters)?;
        spellings.push(spelling);
        rest = remaining;
    }
    (!spellings.is_empty()).then_some(spellings)
}

/// Reads one move with its number from the front of the tokens.
fn read_one(tokens: &[Token], letters: Letters) -> Option<(Spelling, &[Token])> {
    let (number, rest) = read_number(tokens);
    let (mut spelling, used) = read_castling_words(rest)
        .or_else(|| read_castling_rounds(rest, letters))
        .or_else(|| read_glued(rest, letters))?;
    if number.is_none() && is_perhaps_a_name(rest, used) {
        return None;
    }
    spelling.number = number;
    spelling.typed = typed(rest.get(..used)?);
    let mut rest = rest.get(used..)?;
    while let Some(used) = read_annotation(rest, &mut spelling.marks) {
        rest = rest.get(used..)?;
    }
    Some((spelling, rest))
}

/// `12.`, `12...`, `12. ...`, "move 12", `12` before a move, `...` alone.
fn read_number(tokens: &[Token]) -> (Option<MoveNumber>, &[Token]) {
    let mut rest = tokens;
    if let [first, second, after @ ..] = rest
        && first.text.eq_ignore_ascii_case("move")
        && matches!(second.kind, Kind::Number(_) | Kind::BareNumber(_))
        && !after.is_empty()
    {
        rest = tokens.get(1..).unwrap_or_default();
    }
    let mut number = None;
    while let Some((first, after)) = rest.split_first() {
        match first.kind {
            Kind::Number(found) if number.is_none() => number = Some(found),
            Kind::BareNumber(fullmove) if number.is_none() => {
                number = Some(MoveNumber {
                    fullmove,
                    side: None,
                });
            }
            Kind::Dots => {
                number = number.map(|found| MoveNumber {
                    side: Some(Color::Black),
                    ..found
                });
            }
            Kind::Number(_)
            | Kind::BareNumber(_)
            | Kind::Piece(_)
            | Kind::Letter
            | Kind::Takes
            | Kind::To
            | Kind::Filler
            | Kind::Becomes
            | Kind::Other => break,
        }
        rest = after;
    }
    (number, rest)
}

/// "castles", "castle kingside", "short castling", "long castle", "rochade".
fn read_castling_words(tokens: &[Token]) -> Option<(Spelling, usize)> {
    let mut castles = false;
    let mut side = None;
    let mut used = 0;
    for (index, token) in tokens.iter().enumerate() {
        let lower = token.text.to_lowercase();
        let lower = lower.trim_end_matches(['!', '.']);
        match (castling_word(lower), lower) {
            (Some(CastlingWord::Castles), _) if !castles => {
                castles = true;
                used = index + 1;
            }
            (Some(CastlingWord::Side(named)), _) if side.is_none() => {
                side = Some(named);
                used = index + 1;
            }
            (None, "side") if side.is_some() => used = index + 1,
            (None, "on" | "to" | "the") if castles => {}
            _ => break,
        }
    }
    if !castles {
        return None;
    }
    let readings = match side {
        Some(side) => vec![castling(side)],
        None => vec![
            castling(CastlingSide::KingSide),
            castling(CastlingSide::QueenSide),
        ],
    };
    Some((spelling_of(readings), used))
}

/// A word of which castling may be said.
enum CastlingWord {
    Castles,
    Side(CastlingSide),
}

fn castling_word(lower: &str) -> Option<CastlingWord> {
    Some(match lower {
        "castle" | "castles" | "castling" | "castled" | "rochade" | "rokade" | "enroque"
        | "roque" | "arrocco" | "rocada" | "roszada" | "rošáda" | "sánc" | "rockad" => {
            CastlingWord::Castles
        }
        "kingside" | "king-side" | "king" | "king's" | "kings" | "short" | "kurz" | "kurze"
        | "kort" | "korte" | "petit" | "corto" | "corta" | "curto" | "pequeno" | "krótka"
        | "malá" | "rövid" | "klein" | "kleine" | "petite" | "pequeño" => {
            CastlingWord::Side(CastlingSide::KingSide)
        }
        "queenside" | "queen-side" | "queen" | "queen's" | "queens" | "long" | "lang" | "lange"
        | "grand" | "largo" | "larga" | "lungo" | "longo" | "grande" | "długa" | "velká"
        | "hosszú" | "lång" | "groß" | "große" | "grosse" => {
            CastlingWord::Side(CastlingSide::QueenSide)
        }
        _ => return None,
    })
}

/// "O - O", "0 0 0": the rounds of a castling apart.
fn read_castling_rounds(tokens: &[Token], letters: Letters) -> Option<(Spelling, usize)> {
    let mut glued = String::new();
    let mut best = None;
    for (index, token) in tokens.iter().take(5).enumerate() {
        let text = match token.kind {
            Kind::To if token.text == "-" => "-",
            _ => token.text.trim_end_matches(['!', '?', '+', '#']),
        };
        let text = if token.text == "0" { "0" } else { text };
        let round = !text.is_empty() && text.chars().all(|c| matches!(c, 'O' | 'o' | '0' | '-'));
        // A whole castling is followed by the next move, not by more of itself.
        if !round || (index > 0 && text.len() > 2 && best.is_some()) {
            break;
        }
        glued.push_str(text);
        let compact = Compact {
            letters: glued.clone(),
            ..Compact::default()
        };
        if index > 0
            && let Some((patterns, marks)) = read_shape(&compact, letters)
        {
            let mut spelling = spelling_of(patterns.readings);
            spelling.marks = marks;
            best = Some((spelling, index + 1));
        }
    }
    best
}

/// The longest run of tokens that belong together and make a move.
fn read_glued(tokens: &[Token], letters: Letters) -> Option<(Spelling, usize)> {
    let mut longest = 1;
    while longest < MOST_WORDS
        && let (Some(left), Some(right)) = (tokens.get(longest - 1), tokens.get(longest))
        && belong_together(left, right, tokens.get(longest + 1))
    {
        longest += 1;
    }
    (1..=longest).rev().find_map(|count| {
        let run = tokens.get(..count)?;
        let compact = glue(run)?;
        let (patterns, marks) = read_shape(&compact, letters)?;
        let spelling = Spelling {
            typed: String::new(),
            number: None,
            marks,
            patterns,
        };
        Some((spelling, count))
    })
}

/// Whether two tokens can be parts of one move. Two whole moves never are: "e4 e5" is two moves.
fn belong_together(left: &Token, right: &Token, next: Option<&Token>) -> bool {
    let open = match left.kind {
        Kind::Piece(_) | Kind::Letter | Kind::Takes | Kind::To | Kind::Filler | Kind::Becomes => {
            true
        }
        Kind::Other => left.text.ends_with(['x', 'X', '-', '=', ':']),
        Kind::Number(_) | Kind::BareNumber(_) | Kind::Dots => false,
    };
    match right.kind {
        Kind::Number(_) | Kind::BareNumber(_) | Kind::Dots => false,
        Kind::Takes | Kind::To | Kind::Filler | Kind::Becomes => true,
        Kind::Other => open || right.text.starts_with(['x', 'X', '-', '=', '(', '/']),
        // A piece behind a square of the last rank is a promotion, unless it goes on to move.
        Kind::Piece(_) | Kind::Letter => {
            open || (left.text.ends_with(['1', '8'])
                && next.is_none_or(|next| {
                    !matches!(next.kind, Kind::Other | Kind::Takes | Kind::To)
                        || is_annotation(next)
                }))
        }
    }
}

/// One move's tokens as one word: "knight takes f3" is `♞xf3`.
fn glue(tokens: &[Token]) -> Option<Compact> {
    let mut compact = Compact::default();
    let mut rest = tokens;
    let mut after_takes = false;
    let mut after_becomes = false;
    while let Some((token, after)) = rest.split_first() {
        rest = after;
        match token.kind {
            Kind::Piece(role) if after_takes => {
                compact.captured = Some(role);
                after_takes = false;
            }
            Kind::Piece(Role::Pawn) if is_file(&compact.letters) => {
                // "e pawn takes d5"
                compact.letters.insert(0, figurine(Role::Pawn));
            }
            Kind::Piece(role) => {
                compact.letters.push(figurine(role));
                after_becomes = false;
            }
            Kind::Letter
                if (after_takes || after_becomes)
                    && token.text == "a"
                    && matches!(after.first().map(|next| next.kind), Some(Kind::Piece(_))) => {}
            Kind::Takes => {
                compact.letters.push('x');
                after_takes = true;
            }
            Kind::To if after_becomes || after_takes => {}
            Kind::To => compact.letters.push('-'),
            Kind::Filler => {}
            Kind::Becomes => {
                compact.letters.push('=');
                after_becomes = true;
            }
            Kind::Letter | Kind::Other => {
                compact.letters.push_str(&token.text);
                compact.russian = compact.russian.or(token.russian);
                after_takes = token.text.ends_with(['x', 'X']);
            }
            Kind::Number(_) | Kind::BareNumber(_) | Kind::Dots => return None,
        }
    }
    Some(compact)
}

fn is_file(letters: &str) -> bool {
    let mut characters = letters.chars();
    matches!(
        (characters.next(), characters.next(), characters.next()),
        (Some('a'..='h' | 'A'..='H'), None | Some('-'), None)
    )
}

/// `check`, `mate`, `e.p.`, `!`: how many tokens it takes, and what it says.
fn read_annotation(tokens: &[Token], marks: &mut Marks) -> Option<usize> {
    let mut used = 0;
    for token in tokens {
        let lower = token.text.to_lowercase();
        if !matches!(
            lower.as_str(),
            "and" | "with" | "double" | "dbl" | "discovered" | "disc" | "dis"
        ) {
            break;
        }
        used += 1;
    }
    let token = tokens.get(used)?;
    let next = tokens.get(used + 1).map(|token| token.text.to_lowercase());
    let lower = token.text.to_lowercase();
    let word = lower.trim_end_matches(['!', '.', '+']);
    match word {
        "check" | "ch" | "chk" | "schach" | "echec" | "échec" | "jaque" | "scacco" | "schaak"
        | "schack" | "sjakk" | "skak" | "sah" => marks.check = true,
        "mate" | "checkmate" | "#" | "matt" | "mat" | "schachmatt" | "matto" => marks.mate = true,
        "" if lower.contains('+') => marks.check = true,
        _ if used > 0 => return None,
        _ if lower.contains('?') && lower.chars().all(|c| matches!(c, '?' | '!')) => {
            marks.questioned |= !lower.contains('!');
        }
        "" if lower.contains('!') => {}
        "ep" | "e.p" => marks.en_passant = true,
        "e" if next.as_deref() == Some("p") => {
            marks.en_passant = true;
            used += 1;
        }
        "en" if next
            .as_deref()
            .is_some_and(|next| next.trim_end_matches('!') == "passant") =>
        {
            marks.en_passant = true;
            used += 1;
        }
        // A numeric annotation glyph of PGN, `$1`.
        glyph
            if glyph
                .strip_prefix('$')
                .is_some_and(|rest| rest.len() <= 3 && rest.parse::<u16>().is_ok()) => {}
        _ => return None,
    }
    Some(used + 1)
}

fn is_annotation(token: &Token) -> bool {
    read_annotation(std::slice::from_ref(token), &mut Marks::default()).is_some()
        || matches!(token.text.to_lowercase().as_str(), "and" | "with")
}

/// Two letters of which the first is large: "Ed" and "Ba" are names before they are captures.
fn is_perhaps_a_name(tokens: &[Token], used: usize) -> bool {
    let Some(token) = tokens.first() else {
        return false;
    };
    let bare = token.text.trim_end_matches(['!', '?', ':']);
    used == 1
        && bare.chars().count() == 2
        && bare
            .chars()
            .all(|character| character.is_ascii_alphabetic())
        && bare.starts_with(|first: char| first.is_ascii_uppercase())
        && bare != "OO"
}

/// "e2 e4" from a first or second rank is one move from square to square, not two moves.
fn two_squares(tokens: &[Token]) -> Option<Spelling> {
    let [first, second] = tokens else {
        return None;
    };
    let (from, to) = (bare_square(first)?, bare_square(second)?);
    if !matches!(from.rank().char(), '1' | '2' | '7' | '8') || from == to {
        return None;
    }
    let mut spelling = spelling_of(vec![
        Pattern {
            from_file: Some(from.file()),
            from_rank: Some(from.rank()),
            to_file: Some(to.file()),
            to_rank: Some(to.rank()),
            ..Pattern::default()
        },
        // The first of two moves, all the same: both legal is a question.
        Pattern {
            role: Some(Role::Pawn),
            from_file: Some(from.file()),
            to_file: Some(from.file()),
            to_rank: Some(from.rank()),
            ..Pattern::default()
        },
    ]);
    spelling.typed = typed(tokens);
    Some(spelling)
}

fn bare_square(token: &Token) -> Option<shakmaty::Square> {
    token
        .text
        .trim_end_matches(['!', '+', '#'])
        .to_ascii_lowercase()
        .parse()
        .ok()
}

fn castling(side: CastlingSide) -> Pattern {
    Pattern {
        castle: Some(side),
        ..Pattern::default()
    }
}

fn spelling_of(readings: Vec<Pattern>) -> Spelling {
    Spelling {
        typed: String::new(),
        number: None,
        marks: Marks::default(),
        patterns: Patterns {
            readings,
            ..Patterns::default()
        },
    }
}

fn typed(tokens: &[Token]) -> String {
    tokens
        .iter()
        .map(|token| token.typed.as_str())
        .collect::<Vec<&str>>()
        .join(" ")
        .chars()
        .take(60)
        .collect()
}

#[cfg(test)]
mod tests;
