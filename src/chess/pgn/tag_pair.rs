//! One tag pair (standard, 8.1.1), in the forms in which it is written.

/// A tag pair that was read.
pub(super) struct TagPair {
    pub(super) name: String,
    /// Without its escapes.
    pub(super) value: String,
    /// In octets.
    pub(super) length: usize,
    /// Line ends in it.
    pub(super) lines: u64,
    pub(super) form: Form,
}

/// How a tag pair is written.
pub(super) enum Form {
    /// As the standard says.
    Standard,
    /// With quotation marks in its value that have no backslash before them.
    BareQuotes,
    /// Over several lines.
    Wrapped,
}

impl TagPair {
    /// The tag pair with which a text begins: as the standard has it, with bare quotation marks, or over several lines.
    pub(super) fn at_the_beginning_of(text: &str) -> Option<TagPair> {
        let line = text.lines().next()?;
        tag_pair(line)
            .or_else(|| bare_tag(line))
            .or_else(|| wrapped_tag(text))
    }
}

/// Lines over which a tag pair may go on.
const MOST_TAG_LINES: usize = 4;

/// The tag pair at the beginning of a line.
fn tag_pair(line: &str) -> Option<TagPair> {
    let (name, string) = tag_start(line)?;
    let mut value = String::new();
    let mut signs = string.char_indices();
    let end = loop {
        match signs.next()? {
            (at, '"') => break at,
            (_, '\\') => match signs.next()?.1 {
                escaped @ ('"' | '\\') => value.push(escaped),
                // No escape of the standard; what was written is kept.
                other => value.extend(['\\', other]),
            },
            (_, other) => value.push(other),
        }
    };
    let behind = string.get(end + 1..)?.trim_start().strip_prefix(']')?;
    Some(TagPair {
        name: name.to_owned(),
        value,
        length: line.len() - behind.len(),
        lines: 0,
        form: Form::Standard,
    })
}

/// The name of a tag pair, and what stands behind the first quotation mark.
fn tag_start(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?.trim_start();
    let name_length = inside
        .bytes()
        .take_while(|sign| sign.is_ascii_alphanumeric() || *sign == b'_')
        .count();
    let (name, behind) = inside.split_at_checked(name_length)?;
    let string = behind.trim_start().strip_prefix('"')?;
    name.starts_with(|first: char| first.is_ascii_alphanumeric())
        .then_some((name, string))
}

/// A tag pair whose value has bare quotation marks in it: it ends with the first one that a bracket follows.
fn bare_tag(line: &str) -> Option<TagPair> {
    let (name, string) = tag_start(line)?;
    let (end, behind) = string.match_indices('"').find_map(|(at, _)| {
        let behind = string.get(at + 1..)?.trim_start().strip_prefix(']')?;
        Some((at, behind))
    })?;
    let value = string
        .get(..end)?
        .replace("\\\"", "\"")
        .replace("\\\\", "\\");
    Some(TagPair {
        name: name.to_owned(),
        value,
        length: line.len() - behind.len(),
        lines: 0,
        form: Form::BareQuotes,
    })
}

/// A tag pair that goes on in the lines below, as mail programs break them. A blank line, or one that begins another tag,
/// ends it.
fn wrapped_tag(rest: &str) -> Option<TagPair> {
    tag_start(rest.lines().next()?)?;
    let mut whole = String::new();
    let mut length = 0;
    for (number, line) in rest.split_inclusive('\n').take(MOST_TAG_LINES).enumerate() {
        let words = line.trim();
        if number > 0 && (words.is_empty() || words.starts_with('[')) {
            return None;
        }
        if number > 0 {
            whole.push(' ');
        }
        whole.push_str(words);
        let before = length;
        length += line.len();
        if number == 0 {
            continue;
        }
        if let Some(read) = tag_pair(&whole).or_else(|| bare_tag(&whole)) {
            let behind = whole.len() - read.length;
            let end = before + line.trim_end().len();
            return Some(TagPair {
                length: end - behind,
                lines: u64::try_from(number).unwrap_or(0),
                form: Form::Wrapped,
                ..read
            });
        }
    }
    None
}
