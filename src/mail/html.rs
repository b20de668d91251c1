//! HTML mail as plain text, with what the mail program quoted marked by `> `.
//!
//! Own converter: html2text is quadratic in the depth of nesting, mail-parser's and others lose `<blockquote>`, and
//! none knows the containers in which Gmail, Outlook, Yahoo, Thunderbird and others keep what they quote. This one
//! reads each byte once, keeps no tree, and never fails: rubbish comes out as text.

use super::headers::decode_entity;
use crate::budget::HTML;
use std::collections::HashMap;

/// Open elements that are remembered. Real mails nest some dozens deep.
const DEEPEST: usize = 400;
/// Quote marks before a line, at most.
const DEEPEST_QUOTE: usize = 20;

/// Converts HTML to text: blocks become lines, quotations lines with `> `, signatures stand under `-- `, text that is
/// struck out stands between `~~`, hidden text is left out.
pub fn to_text(html: &str) -> String {
    let mut reader = Reader::default();
    let end = html
        .char_indices()
        .map(|(at, _)| at)
        .take_while(|at| *at <= HTML)
        .last();
    let capped = if html.len() > HTML {
        html.get(..end.unwrap_or(0)).unwrap_or_default()
    } else {
        html
    };
    reader.read(capped);
    reader.page.finish()
}

/// Whether the HTML leads somewhere, or has something fetched when it is shown. An address that a mail program has made one
/// to click on leads nowhere.
pub fn has_link(html: &str) -> bool {
    let lower: String = html
        .to_ascii_lowercase()
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\''))
        .collect();
    ["src=", "<form", "url(", "background="]
        .iter()
        .any(|mark| lower.contains(mark))
        || lower
            .split("href=")
            .skip(1)
            .any(|target| !target.starts_with("mailto:"))
}

/// Whether the HTML shows struck-out text, which the plain twin of the mail would show as if it still stood.
pub fn has_struck_text(html: &str) -> bool {
    let lower = html.to_ascii_lowercase();
    ["<s>", "<s ", "<strike", "<del>", "<del ", "line-through"]
        .iter()
        .any(|mark| lower.contains(mark))
}

/// What an open element does to the text inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Nothing,
    Quote,
    Hidden,
    Preformatted,
    Struck,
    /// A numbered list and the number of its next item, where it does not begin at 1.
    Numbered(Option<u32>),
}

#[derive(Debug)]
struct Open {
    tag: String,
    effect: Effect,
}

#[derive(Debug, Default)]
struct Reader {
    stack: Vec<Open>,
    /// How many elements of each name are open since the innermost quotation began, that one included; for each quotation
    /// around it the same, and for what stands outside of all. An end tag without its element is known so without a look
    /// at the stack.
    names: Vec<HashMap<String, usize>>,
    /// Elements open beyond [`DEEPEST`].
    beyond: usize,
    page: Page,
    /// Seen that no further comment ends, so that the search is not made again.
    comments_end: bool,
    quotes_broken: bool,
}

impl Reader {
    fn read(&mut self, html: &str) {
        let mut rest = html;
        while let Some((text, after)) = rest.split_once('<') {
            self.page.text(text);
            if let Some(comment) = after.strip_prefix("!--") {
                rest = self.skip_comment(comment);
                continue;
            }
            let begins = after.strip_prefix('/').unwrap_or(after).chars().next();
            match begins {
                Some(first) if first.is_ascii_alphabetic() => {}
                Some('!' | '?') => {
                    rest = after.split_once('>').map_or("", |(_, following)| following);
                    continue;
                }
                _ => {
                    self.page.text("<");
                    rest = after;
                    continue;
                }
            }
            let (tag, following) = self.split_tag(after);
            rest = following;
            if let Some(name) = tag.strip_prefix('/') {
                self.close(&tag_name(name));
            } else {
                let name = tag_name(tag);
                if matches!(name.as_str(), "script" | "style" | "title" | "template") {
                    rest = skip_element(following, &name);
                } else {
                    self.open(name, tag);
                }
            }
        }
        self.page.text(rest);
    }

    fn skip_comment<'a>(&mut self, comment: &'a str) -> &'a str {
        if !self.comments_end
            && let Some((_, after)) = comment.split_once("-->")
        {
            return after;
        }
        self.comments_end = true;
        comment.split_once('>').map_or("", |(_, after)| after)
    }

    /// The inside of a tag and what follows it; a `>` in a quoted attribute does not end it.
    fn split_tag<'a>(&mut self, text: &'a str) -> (&'a str, &'a str) {
        if !self.quotes_broken {
            let mut quote = None;
            for (at, byte) in text.bytes().enumerate() {
                match (quote, byte) {
                    (None, b'>') => {
                        let inside = text.get(..at).unwrap_or_default();
                        return (inside, text.get(at + 1..).unwrap_or_default());
                    }
                    (None, b'"' | b'\'') => quote = Some(byte),
                    (Some(open), close) if open == close => quote = None,
                    _ => {}
                }
            }
            self.quotes_broken = true;
        }
        text.split_once('>').unwrap_or((text, ""))
    }

    fn open(&mut self, name: String, tag: &str) {
        match name.as_str() {
            "br" => self.page.hard_break(),
            "hr" => self.page.soft_break(),
            "img" => {
                // A figurine or a smiley sent as a picture.
                let alt = Attributes::read(tag).alt;
                if !alt.is_ascii() && alt.chars().count() <= 4 {
                    self.page.text(&alt);
                }
            }
            "input" | "link" | "meta" | "area" | "base" | "col" | "embed" | "wbr" | "source" => {}
            _ => self.open_with_content(name, &Attributes::read(tag)),
        }
    }

    /// Opens an element that has an end.
    fn open_with_content(&mut self, name: String, attributes: &Attributes) {
        if matches!(name.as_str(), "p" | "li" | "td" | "th" | "tr")
            && self.stack.last().is_some_and(|open| open.tag == name)
        {
            self.pop();
        }
        self.set_apart(&name, attributes);
        let effect = effect_of(&name, attributes);
        if self.stack.len() >= DEEPEST {
            self.beyond += 1;
            return;
        }
        match effect {
            Effect::Quote => {
                self.page.soft_break();
                self.page.depth += 1;
            }
            Effect::Hidden => self.page.hidden += 1,
            Effect::Preformatted => self.page.preformatted += 1,
            Effect::Struck => self.page.text("~~"),
            Effect::Nothing | Effect::Numbered(_) => {}
        }
        if self.names.is_empty() || effect == Effect::Quote {
            self.names.push(HashMap::new());
        }
        if let Some(names) = self.names.last_mut() {
            *names.entry(name.clone()).or_default() += 1;
        }
        self.stack.push(Open { tag: name, effect });
    }

    /// Writes what stands between an element and the text before it: line breaks, the number of an item, the mark above a
    /// signature.
    fn set_apart(&mut self, name: &str, attributes: &Attributes) {
        let paragraph = is_paragraph(name) && !attributes.class.contains("msonormal");
        if is_block(name) {
            self.page.soft_break();
        }
        if paragraph {
            self.page.margin = true;
        }
        if attributes.begins_outlook_quote() {
            self.page.soft_break();
            self.page.floor = 1;
        }
        if attributes.is_signature() {
            self.page.soft_break();
            self.page.text("--");
            self.page.soft_break();
        }
        match name {
            "td" | "th" => self.page.cell(),
            "li" => {
                if let Some(Open {
                    effect: Effect::Numbered(Some(number)),
                    ..
                }) = self.stack.last_mut()
                {
                    let item = format!("{number}. ");
                    *number = number.saturating_add(1);
                    self.page.text(&item);
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if name == "br" {
            return self.page.hard_break();
        }
        if self.beyond > 0 {
            self.beyond -= 1;
        } else {
            // A stray end tag never ends a quotation that another element began.
            if (self.names.last()).is_some_and(|names| names.contains_key(name)) {
                while self.stack.last().is_some_and(|open| open.tag != name) {
                    self.pop();
                }
                self.pop();
            }
        }
        if is_block(name) {
            self.page.soft_break();
        }
        if is_paragraph(name) {
            self.page.margin = self.page.last_margin;
        }
    }

    fn pop(&mut self) {
        let Some(open) = self.stack.pop() else {
            return;
        };
        if open.effect == Effect::Quote {
            self.names.pop();
        } else if let Some(names) = self.names.last_mut()
            && let Some(count) = names.get_mut(&open.tag)
        {
            *count -= 1;
            if *count == 0 {
                names.remove(&open.tag);
            }
        }
        match open.effect {
            Effect::Quote => {
                self.page.soft_break();
                self.page.depth = self.page.depth.saturating_sub(1);
            }
            Effect::Hidden => self.page.hidden = self.page.hidden.saturating_sub(1),
            Effect::Preformatted => {
                self.page.preformatted = self.page.preformatted.saturating_sub(1);
            }
            Effect::Struck => self.page.text("~~"),
            Effect::Nothing | Effect::Numbered(_) => {}
        }
    }
}

/// The text so far, and the line that is being written.
#[derive(Debug, Default)]
struct Page {
    done: String,
    line: String,
    /// A blank is due before the next word.
    blank: bool,
    depth: usize,
    /// Quote depth that is no longer left: what follows Outlook's header block.
    floor: usize,
    hidden: usize,
    preformatted: usize,
    /// A blank line is due before the next text.
    margin: bool,
    last_margin: bool,
}

impl Page {
    fn text(&mut self, text: &str) {
        if self.hidden > 0 || text.is_empty() {
            return;
        }
        if text.contains('&') {
            let decoded = decode_entities(text);
            self.decoded_text(&decoded);
        } else {
            self.decoded_text(text);
        }
    }

    fn decoded_text(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '\n' if self.preformatted > 0 => self.hard_break(),
                ' ' | '\t' if self.preformatted > 0 => self.line.push(' '),
                ' ' | '\t' | '\n' | '\r' | '\u{000C}' => self.blank = true,
                _ => {
                    if self.blank && !self.line.is_empty() {
                        self.line.push(' ');
                    }
                    self.blank = false;
                    // A no-break space is how mail programs keep several blanks.
                    self.line.push(if character == '\u{A0}' {
                        ' '
                    } else {
                        character
                    });
                }
            }
        }
    }

    /// Ends the line if there is anything on it. A no-break space alone is how Outlook writes an empty line.
    fn soft_break(&mut self) {
        self.blank = false;
        if !self.line.is_empty() {
            self.flush();
        }
    }

    /// Ends the line; twice in a row makes a blank line.
    fn hard_break(&mut self) {
        self.blank = false;
        if self.hidden == 0 {
            self.flush();
        }
    }

    fn cell(&mut self) {
        if !self.line.is_empty() {
            self.line.push_str("  ");
        }
    }

    fn flush(&mut self) {
        if self.margin && !self.line.trim().is_empty() {
            if !self.done.is_empty() && !self.done.ends_with("\n\n") {
                self.done.push('\n');
            }
            self.margin = false;
            self.last_margin = true;
        }
        let depth = self.depth.max(self.floor).min(DEEPEST_QUOTE);
        if depth > 0 {
            self.done.extend(std::iter::repeat_n('>', depth));
            self.done.push(' ');
        }
        self.done.push_str(self.line.trim_end());
        self.done.push('\n');
        self.line.clear();
    }

    fn finish(mut self) -> String {
        self.soft_break();
        self.done
    }
}

/// The attributes that say what an element is, in lower case but for the alternative text.
#[derive(Debug, Default)]
struct Attributes {
    class: String,
    id: String,
    name: String,
    style: String,
    face: String,
    start: String,
    alt: String,
    /// The attribute `hidden`, which has no value.
    hidden: bool,
}

impl Attributes {
    fn read(tag: &str) -> Attributes {
        let mut found = Attributes::default();
        let Some((_, mut rest)) = tag.split_once([' ', '\t', '\n', '\r', '/']) else {
            return found;
        };
        // Real tags have few attributes.
        for _ in 0..40 {
            let Some((name, after)) = rest.split_once('=') else {
                found.hidden |= names_hidden(rest);
                break;
            };
            found.hidden |= names_hidden(name);
            let name = name
                .trim()
                .rsplit([' ', '\t', '\n', '\r'])
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase();
            let after = after.trim_start();
            let (value, following) = match after.chars().next() {
                Some(quote @ ('"' | '\'')) => after
                    .get(1..)
                    .and_then(|inside| inside.split_once(quote))
                    .unwrap_or((after, "")),
                _ => after
                    .split_once([' ', '\t', '\n', '\r'])
                    .unwrap_or((after, "")),
            };
            let slot = match name.as_str() {
                "class" => Some(&mut found.class),
                "id" => Some(&mut found.id),
                "name" => Some(&mut found.name),
                "style" => Some(&mut found.style),
                "face" => Some(&mut found.face),
                "start" => Some(&mut found.start),
                _ => None,
            };
            if let Some(slot) = slot {
                *slot = value.chars().take(1000).collect::<String>();
                slot.make_ascii_lowercase();
            } else if name == "alt" {
                found.alt = decode_entities(&value.chars().take(40).collect::<String>());
            }
            rest = following;
        }
        found
    }

    /// Outlook quotes without any container: from this element on, everything is the mail that is answered.
    fn begins_outlook_quote(&self) -> bool {
        let style: String = self.style.split_whitespace().collect();
        self.id.contains("divrplyfwdmsg")
            || ["#e1e1e1", "#b5c4df"].iter().any(|colour| {
                style.contains(&format!("border-top:solid{colour}"))
                    && style.contains("border:none")
            })
    }

    fn is_quote(&self) -> bool {
        [
            "gmail_attr",
            "yahoo_quoted",
            "moz-cite-prefix",
            "moz-email-headers-table",
            "outlookmessageheader",
            "zmail_extra",
        ]
        .iter()
        .any(|class| self.class.contains(class))
            || self.name == "quote"
            || self.id.contains("mail-editor-reference-message-container")
    }

    fn is_signature(&self) -> bool {
        let names = [&self.class, &self.id];
        names
            .iter()
            .any(|name| name.contains("signature") && !name.contains("signature_prefix"))
            && !self.id.contains("linebreakatbeginning")
            && !self.class.contains("signature_block-empty")
    }
}

/// Whether `hidden` stands among these attributes without values, or before one with a value.
fn names_hidden(attributes: &str) -> bool {
    attributes
        .split(|c: char| c.is_whitespace() || c == '/')
        .any(|name| name.eq_ignore_ascii_case("hidden"))
}

/// Whether a style gives this property, named with its colon, the value 0 in any unit: `font-size:0`, and not
/// `font-size:0.9em`. What is that small was written for filters and not for readers.
fn is_nought(style: &str, property: &str) -> bool {
    style.split(';').any(|declaration| {
        let value = declaration.strip_prefix(property).unwrap_or_default();
        let number: String = value
            .chars()
            .take_while(|c| c.is_ascii_digit() || *c == '.')
            .collect();
        number.parse::<f32>().is_ok_and(|size| size == 0.0)
    })
}

fn effect_of(name: &str, attributes: &Attributes) -> Effect {
    let style: String = attributes.style.split_whitespace().collect();
    if name == "blockquote" || attributes.is_quote() {
        Effect::Quote
    } else if attributes.hidden
        || style.contains("display:none")
        || style.contains("visibility:hidden")
        || style.contains("mso-hide:all")
        || ["font-size:", "opacity:", "max-height:"]
            .iter()
            .any(|property| is_nought(&style, property))
        // Outlook writes a smiley as the letter J in Wingdings.
        || style.contains("font-family:wingdings")
        || attributes.face.contains("wingdings")
    {
        Effect::Hidden
    } else if matches!(name, "s" | "strike" | "del") || style.contains("line-through") {
        Effect::Struck
    } else if name == "pre" || style.contains("white-space:pre") && !style.contains("pre-line") {
        Effect::Preformatted
    } else if name == "ol" {
        // "12. Nf3" becomes a list that begins at 12 in programs that know better; "1. e4" loses only its number.
        Effect::Numbered(attributes.start.parse().ok().filter(|start| *start > 1))
    } else {
        Effect::Nothing
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "blockquote"
            | "pre"
            | "table"
            | "tr"
            | "ul"
            | "ol"
            | "li"
            | "dl"
            | "dt"
            | "dd"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "center"
            | "form"
            | "address"
            | "article"
            | "section"
            | "header"
            | "footer"
            | "body"
            | "html"
    )
}

fn is_paragraph(name: &str) -> bool {
    matches!(
        name,
        "p" | "ul" | "ol" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
    )
}

/// The name of a tag in lower case; Word's `o:p` keeps its colon.
fn tag_name(tag: &str) -> String {
    tag.chars()
        .take_while(|character| character.is_ascii_alphanumeric() || *character == ':')
        .take(20)
        .collect::<String>()
        .to_ascii_lowercase()
}

/// What follows the end tag of an element whose content is no text.
fn skip_element<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("</") {
        if tag_name(after) == name {
            return after.split_once('>').map_or("", |(_, following)| following);
        }
        rest = after;
    }
    ""
}

fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        // The longest entity name has 31 letters.
        let end = after
            .char_indices()
            .take(33)
            .find(|(_, character)| !character.is_ascii_alphanumeric() && *character != '#');
        match end {
            Some((at, ';')) if at > 0 => {
                let name = after.get(..at).unwrap_or_default();
                decode_entity(&format!("&{name};"), &mut decoded);
                rest = after.get(at + 1..).unwrap_or_default();
            }
            _ => {
                // Word and old programs leave out the semicolon of this one.
                if let Some(following) = after.strip_prefix("nbsp") {
                    decoded.push('\u{A0}');
                    rest = following;
                } else {
                    decoded.push('&');
                    rest = after;
                }
            }
        }
    }
    decoded.push_str(rest);
    decoded
}

#[cfg(test)]
mod tests;
