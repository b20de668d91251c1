//! The letters of one move, read as patterns.

use shakmaty::{CastlingSide, File, Rank, Role};

use super::characters::figurine_role;
use super::letters::Letters;
use super::spelling::{LetterCase, Marks, Pattern, Patterns};

/// The letters of one move after the step of the words: no blanks, folded, possibly with
/// figurines, and the piece that is said to be taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Compact {
    pub(super) letters: String,
    pub(super) captured: Option<Role>,
    /// The piece of a Cyrillic letter that looks like the Latin one in front.
    pub(super) russian: Option<Role>,
}

/// How sure a piece letter is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sureness {
    Reading,
    Doubt,
    Hint,
}

/// A letter's possible pieces.
type Roles = Vec<(Role, Sureness)>;

/// From and to, as far as they were written.
#[derive(Clone, Copy, Default)]
struct Squares {
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to_file: Option<File>,
    to_rank: Option<Rank>,
    dash: bool,
    capture: bool,
}

/// Every reading of the letters of one move, or `None` when they are not a move.
pub(super) fn read_shape(compact: &Compact, letters: Letters) -> Option<(Patterns, Marks)> {
    let mut marks = Marks::default();
    let text = strip_suffixes(&compact.letters, &mut marks);
    if let Some(side) = read_castling(text) {
        let mut patterns = Patterns::default();
        patterns.readings.push(Pattern {
            castle: Some(side),
            ..Pattern::default()
        });
        return Some((patterns, marks));
    }
    let characters: Vec<char> = text.chars().collect();
    if let Some(pattern) = piece_takes_piece(&characters, letters) {
        marks.capture = true;
        let mut patterns = Patterns::default();
        patterns.readings.push(pattern);
        patterns.by_letter = true;
        return Some((patterns, marks));
    }
    if characters.len() > 12 || is_descriptive(&characters) {
        return None;
    }
    let mut patterns = read_numeric(&characters);
    for (core, promotions) in read_promotion(&characters, letters) {
        let foreign = |(_, sureness): &(Role, Sureness)| *sureness != Sureness::Reading;
        if !promotions.is_empty() && promotions.iter().all(foreign) {
            patterns.foreign_letter = characters
                .iter()
                .rev()
                .copied()
                .find(char::is_ascii_alphabetic);
        }
        patterns.by_letter |= !promotions.is_empty();
        // The likelier reading first: a large B is a bishop before it is a pawn.
        let large = core.first().is_some_and(char::is_ascii_uppercase);
        if large {
            read_with_letter(core, compact, &promotions, letters, &mut patterns);
        }
        read_without_letter(core, compact.captured, &promotions, &mut patterns);
        if !large {
            read_with_letter(core, compact, &promotions, letters, &mut patterns);
        }
    }
    if characters.iter().any(|c| matches!(c, 'x' | 'X' | ':')) || compact.captured.is_some() {
        marks.capture = true;
    }
    let Patterns {
        readings,
        doubts,
        hints,
        ..
    } = &patterns;
    (!readings.is_empty() || !doubts.is_empty() || !hints.is_empty()).then_some((patterns, marks))
}

/// "PxP", "BxN": the old English way to say which piece takes which.
fn piece_takes_piece(characters: &[char], letters: Letters) -> Option<Pattern> {
    let [piece, 'x' | 'X', taken] = characters else {
        return None;
    };
    let role = |letter: &char| {
        let known = matches!(letter, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P');
        let role = Role::from_char(*letter);
        role.filter(|_| known && letters == Letters::English)
    };
    let captured = role(taken).filter(|role| *role != Role::King)?;
    Some(Pattern {
        role: Some(role(piece)?),
        must_capture: true,
        captured: Some(captured),
        by_letter: Some(LetterCase::Large),
        ..Pattern::default()
    })
}

/// "B-B4" and "P-B3" are moves of the descriptive notation, whose B4 is another square than b4.
fn is_descriptive(characters: &[char]) -> bool {
    matches!(
        characters,
        ['K' | 'Q' | 'R' | 'B' | 'N' | 'P', '-', 'B', '1'..='8', ..]
    )
}

/// Takes off what may follow a move: `!?`, `+`, `#`, `e.p.`, `ch`, `mate`, a final stop.
fn strip_suffixes<'a>(text: &'a str, marks: &mut Marks) -> &'a str {
    let mut text = text;
    loop {
        let before = text;
        let signs = text.trim_end_matches(['!', '?']);
        if let Some(stripped) = text.get(signs.len()..)
            && !stripped.is_empty()
        {
            marks.questioned |= !stripped.contains('!');
            text = signs;
        }
        let signs = text.trim_end_matches(['+', '#']);
        if let Some(stripped) = text.get(signs.len()..)
            && !stripped.is_empty()
        {
            // "++" is mate to some and double check to others: only check is certain.
            marks.mate |= stripped.contains('#');
            marks.check |= stripped.contains('+');
            text = signs;
        }
        text = text.trim_end_matches([',', ';', '.']);
        if let Some(rest) = text.strip_suffix(':') {
            // "ed:" and "Nd5:" are old ways of writing a capture.
            text = rest;
        }
        for (suffix, set) in SUFFIXES {
            if let Some(rest) = strip_suffix_ignoring_case(text, suffix)
                && rest.ends_with(|last: char| {
                    last.is_ascii_digit() || matches!(last, ')' | '.' | '-')
                })
            {
                set(marks);
                text = rest.trim_end_matches(['-', '.']);
            }
        }
        if text == before {
            return text;
        }
    }
}

/// A suffix and the mark that it sets.
type Suffix = (&'static str, fn(&mut Marks));

const SUFFIXES: [Suffix; 8] = [
    ("e.p", |marks| marks.en_passant = true),
    ("ep", |marks| marks.en_passant = true),
    ("checkmate", |marks| marks.mate = true),
    ("mate", |marks| marks.mate = true),
    ("check", |marks| marks.check = true),
    ("dblch", |marks| marks.check = true),
    ("ch", |marks| marks.check = true),
    ("mt", |marks| marks.mate = true),
];

fn strip_suffix_ignoring_case<'a>(text: &'a str, suffix: &str) -> Option<&'a str> {
    let start = text.len().checked_sub(suffix.len())?;
    let tail = text.get(start..)?;
    tail.eq_ignore_ascii_case(suffix)
        .then(|| text.get(..start))
        .flatten()
}

/// `O-O`, `0-0-0`, `o-o`, `OO`. Small letters need their dashes: "ooo" is also a sigh.
fn read_castling(text: &str) -> Option<CastlingSide> {
    if !text
        .chars()
        .all(|character| matches!(character, 'O' | 'o' | '0' | '-'))
        || text.starts_with('-')
        || text.ends_with('-')
    {
        return None;
    }
    let dashes = text.matches('-').count();
    let rounds = text.len() - dashes;
    let small = text.contains('o');
    if dashes == 0 && small {
        return None;
    }
    match rounds {
        2 if dashes <= 2 => Some(CastlingSide::KingSide),
        3 if dashes <= 4 => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// ICCF numeric notation: file and rank of both squares as digits, and for a promotion a fifth
/// digit, 1 queen, 2 rook, 3 bishop, 4 knight. Castling is the king's two squares.
fn read_numeric(characters: &[char]) -> Patterns {
    let mut patterns = Patterns::default();
    let digits: Option<Vec<u32>> = characters
        .iter()
        .map(|character| character.to_digit(10))
        .collect();
    let Some(digits) = digits else {
        return patterns;
    };
    let promotion = match digits.get(4) {
        None => None,
        Some(1) => Some(Role::Queen),
        Some(2) => Some(Role::Rook),
        Some(3) => Some(Role::Bishop),
        Some(4) => Some(Role::Knight),
        Some(_) => return patterns,
    };
    if let [from_file, from_rank, to_file, to_rank, ..] = digits.as_slice()
        && digits.len() <= 5
        && digits.iter().take(4).all(|digit| (1..=8).contains(digit))
        && (from_file, from_rank) != (to_file, to_rank)
    {
        patterns.readings.push(Pattern {
            from_file: File::try_from(from_file - 1).ok(),
            from_rank: Rank::try_from(from_rank - 1).ok(),
            to_file: File::try_from(to_file - 1).ok(),
            to_rank: Rank::try_from(to_rank - 1).ok(),
            promotion,
            ..Pattern::default()
        });
    }
    patterns
}

/// The ways to divide a move into its squares and the piece of a promotion: `e8=Q`, `e8(Q)`,
/// `e8/Q`, `e8Q`, `e7e8q`. Without promotion: the whole, and no piece.
fn read_promotion(characters: &[char], letters: Letters) -> Vec<(&[char], Roles)> {
    let mut bare = characters;
    let mut bracketed = false;
    if let Some((')', rest)) = bare.split_last() {
        bare = rest;
        bracketed = true;
    }
    if let Some((letter, rest)) = bare.split_last()
        && !letter.is_ascii_digit()
        && !rest.is_empty()
    {
        let core = trim_end_of(rest, &['=', '(', '/', '-']);
        let explicit = core.len() < rest.len();
        if bracketed && !rest.ends_with(&['(']) {
            return Vec::new();
        }
        // Without a sign, only a letter behind the last rank is a promotion: "e8Q", "exd1n".
        let on_last_rank = matches!(core.last(), Some('1' | '8'));
        if on_last_rank || (explicit && !core.is_empty()) {
            let roles = roles_of_letter(*letter, letters, false);
            let dash_only = explicit && rest.ends_with(&['-']);
            if !roles.is_empty() && (!dash_only || on_last_rank) {
                return vec![(core, roles)];
            }
        }
    }
    if bracketed || characters.ends_with(&['=']) {
        return Vec::new();
    }
    vec![(characters, Roles::new())]
}

fn trim_end_of<'a>(characters: &'a [char], signs: &[char]) -> &'a [char] {
    let mut rest = characters;
    while let Some((last, head)) = rest.split_last() {
        if !signs.contains(last) {
            break;
        }
        rest = head;
    }
    rest
}

/// What a piece letter can mean to a player with these letters. `as_file` says that the letter
/// could also be a file written large by a telephone.
fn roles_of_letter(letter: char, letters: Letters, as_file: bool) -> Roles {
    if let Some(role) = figurine_role(letter) {
        return vec![(role, Sureness::Reading)];
    }
    let mut roles = Roles::new();
    match letter {
        'Ф' | 'ф' => return vec![(Role::Queen, Sureness::Hint)],
        'Л' | 'л' => return vec![(Role::Rook, Sureness::Hint)],
        _ => {}
    }
    let own = letters.role(letter);
    let english = Letters::English.role(letter);
    if let Some(own) = own {
        roles.push((own, Sureness::Reading));
        // Their own language decides, but a legal English reading makes it a question; except that
        // nobody who writes the knight as P calls a pawn so, which has no letter in any language.
        if let Some(english) = english
            && english != own
        {
            roles.push(match english {
                Role::Pawn => (english, Sureness::Hint),
                _ => (english, Sureness::Doubt),
            });
        }
        if letters != Letters::English {
            return roles;
        }
    } else if let Some(english) = english {
        // No piece of theirs has this letter, so it can only be the English one.
        roles.push((english, Sureness::Reading));
        return roles;
    }
    let as_telephone = own.is_none() && as_file && letter.is_ascii_uppercase();
    for role in Letters::roles_anywhere(letter) {
        // Nobody has to write the pawn's letter, so whoever does may be a Dutchman with their knight. The letters of
        // the English pieces are theirs for who has chosen no language.
        let sureness = if as_telephone || own == Some(Role::Pawn) {
            Sureness::Doubt
        } else {
            Sureness::Hint
        };
        if !roles.iter().any(|(known, _)| *known == role) {
            roles.push((role, sureness));
        }
    }
    roles
}

/// Readings that begin with a file: pawns, and moves from square to square.
fn read_without_letter(
    core: &[char],
    captured: Option<Role>,
    promotions: &Roles,
    patterns: &mut Patterns,
) {
    let Some(squares) = read_squares(core) else {
        return;
    };
    let mut pattern = squares.pattern();
    pattern.captured = captured;
    match squares {
        // A square to a square: whatever stands there.
        Squares {
            from_file: Some(_),
            from_rank: Some(_),
            to_rank: Some(_),
            ..
        } => {}
        // "e4": straight ahead. A pawn that takes has its file.
        Squares {
            from_file: None,
            from_rank: None,
            to_file: Some(file),
            to_rank: Some(_),
            dash: false,
            capture: false,
        } => {
            pattern.role = Some(Role::Pawn);
            pattern.from_file = Some(file);
        }
        // "exd5", "ed5", "exd", "ed": files beside each other. A whole "axc5" may have other files,
        // so that the answer can say why it is not possible; "axe" is a tool.
        Squares {
            from_file: Some(from),
            from_rank: None,
            to_file: Some(to),
            to_rank,
            dash: false,
            capture,
        } if (capture && to_rank.is_some()) || from.distance(to) == 1 => {
            pattern.role = Some(Role::Pawn);
            pattern.must_capture = true;
        }
        _ => return,
    }
    push_promoted(pattern, Sureness::Reading, promotions, patterns);
}

/// Readings that begin with the letter or figurine of a piece.
fn read_with_letter(
    core: &[char],
    compact: &Compact,
    promotions: &Roles,
    letters: Letters,
    patterns: &mut Patterns,
) {
    let (letter, rest) = match core {
        // The old English abbreviation of the knight.
        ['K' | 'k', 'T' | 't', rest @ ..] => ('♞', rest),
        [letter, rest @ ..] => (*letter, rest),
        [] => return,
    };
    if letter.is_ascii_digit() {
        return;
    }
    let Some(squares) = squares_of_piece(rest, compact) else {
        return;
    };
    // A piece needs its target square; only pawns are written without the rank.
    let named = figurine_role(letter) == Some(Role::Pawn);
    let without_target = squares.to_file.is_none();
    if squares.to_rank.is_none() && !without_target && !named {
        return;
    }
    let is_file = File::from_char(letter.to_ascii_lowercase()).is_some();
    let roles = roles_with_russian(letter, letters, is_file, compact.russian);
    let from_square = is_file && squares.from_rank.is_some() && squares.from_file.is_none();
    patterns.by_letter |= !(from_square && letter.is_ascii_lowercase())
        && letter.is_ascii_alphabetic()
        && !Letters::roles_anywhere(letter).is_empty();
    if roles
        .iter()
        .all(|(_, sureness)| *sureness != Sureness::Reading)
    {
        patterns.foreign_letter = Some(letter);
    }
    let by_letter = case_of(letter, rest);
    for (role, sureness) in roles {
        let pattern = Pattern {
            by_letter,
            captured: compact.captured,
            ..pattern_of(role, &squares)
        };
        // "b2xc3" begins with a square; a bishop's letter would be large. And the letter of another
        // language is a less likely reading of "F2F3" than a telephone's capitals.
        let small = letter.is_ascii_lowercase();
        let sureness = if from_square && (small || sureness == Sureness::Doubt) {
            Sureness::Hint
        } else {
            sureness
        };
        push_promoted(pattern, sureness, promotions, patterns);
    }
}

/// The squares behind a piece's letter; none are needed where it says what it takes.
fn squares_of_piece(rest: &[char], compact: &Compact) -> Option<Squares> {
    if rest == ['x'] && compact.captured.is_some() {
        return Some(Squares {
            capture: true,
            ..Squares::default()
        });
    }
    read_squares(rest)
}

/// The case of a piece's letter, where that says something: beside other capitals a large one does not.
fn case_of(letter: char, rest: &[char]) -> Option<LetterCase> {
    let shouted = rest.iter().any(char::is_ascii_uppercase);
    match letter {
        'a'..='z' => Some(LetterCase::Small),
        'A'..='Z' if !shouted => Some(LetterCase::Large),
        _ => None,
    }
}

/// The pieces that a letter can mean, with the one of the Russians whose letter looks like it.
fn roles_with_russian(
    letter: char,
    letters: Letters,
    is_file: bool,
    russian: Option<Role>,
) -> Roles {
    let mut roles = roles_of_letter(letter, letters, is_file);
    if let Some(russian) = russian
        && matches!(letter, 'K' | 'k' | 'C')
        && !roles.iter().any(|(role, _)| *role == russian)
    {
        // What looks like K is the knight of the Russians, and what looks like C their bishop.
        roles.push((russian, Sureness::Doubt));
    }
    roles
}

/// The moves of this piece between these squares.
fn pattern_of(role: Role, squares: &Squares) -> Pattern {
    let mut pattern = squares.pattern();
    pattern.role = Some(role);
    pattern.takes = squares.capture;
    if role == Role::Pawn {
        let straight = squares.from_file.is_none() && !squares.capture;
        if straight && squares.to_file.is_some() {
            pattern.from_file = squares.to_file;
        }
        pattern.must_capture = squares.capture
            || (squares.from_file.is_some() && squares.from_file != squares.to_file);
    }
    pattern
}

/// Adds a pattern, once for each piece that the promotion's letter can mean.
fn push_promoted(
    pattern: Pattern,
    sureness: Sureness,
    promotions: &Roles,
    patterns: &mut Patterns,
) {
    if promotions.is_empty() {
        patterns.push(pattern, sureness);
    }
    for (role, promotion_sureness) in promotions {
        let pattern = Pattern {
            promotion: Some(*role),
            ..pattern
        };
        let weaker = match (sureness, promotion_sureness) {
            (Sureness::Hint, _) | (_, Sureness::Hint) => Sureness::Hint,
            (Sureness::Doubt, _) | (_, Sureness::Doubt) => Sureness::Doubt,
            (Sureness::Reading, Sureness::Reading) => Sureness::Reading,
        };
        patterns.push(pattern, weaker);
    }
}

impl Patterns {
    fn push(&mut self, pattern: Pattern, sureness: Sureness) {
        let list = match sureness {
            Sureness::Reading => &mut self.readings,
            Sureness::Doubt => &mut self.doubts,
            Sureness::Hint => &mut self.hints,
        };
        if !list.contains(&pattern) {
            list.push(pattern);
        }
    }
}

impl Squares {
    fn pattern(&self) -> Pattern {
        Pattern {
            from_file: self.from_file,
            from_rank: self.from_rank,
            to_file: self.to_file,
            to_rank: self.to_rank,
            ..Pattern::default()
        }
    }
}

/// `e4`, `ge2`, `1e2`, `g1e2`, `g1-e2`, `gxe2`, `exd`, `ed`, `xe4`, `-e4`.
fn read_squares(characters: &[char]) -> Option<Squares> {
    let mut squares = Squares::default();
    let mut parts = characters.split(|character| matches!(character, '-' | 'x' | 'X' | ':' | '*'));
    let (first, second, rest) = (parts.next()?, parts.next(), parts.next());
    if rest.is_some() {
        return None;
    }
    let (from, to) = match second {
        Some(to) => {
            squares.dash = characters.contains(&'-');
            squares.capture = !squares.dash;
            (first, to)
        }
        None => match first.split_last() {
            Some((last, _)) => {
                let length = if last.is_ascii_digit() { 2 } else { 1 };
                first.split_at_checked(first.len().checked_sub(length)?)?
            }
            None => return None,
        },
    };
    match to {
        [file] => squares.to_file = Some(file_of(*file)?),
        [file, rank] => {
            squares.to_file = Some(file_of(*file)?);
            squares.to_rank = Some(Rank::from_char(*rank)?);
        }
        _ => return None,
    }
    match from {
        [] => {}
        [one] => {
            squares.from_file = file_of(*one);
            squares.from_rank = Rank::from_char(*one);
            if squares.from_file.is_none() && squares.from_rank.is_none() {
                return None;
            }
        }
        [file, rank] => {
            squares.from_file = Some(file_of(*file)?);
            squares.from_rank = Some(Rank::from_char(*rank)?);
        }
        _ => return None,
    }
    Some(squares)
}

fn file_of(character: char) -> Option<File> {
    File::from_char(character.to_ascii_lowercase())
}
