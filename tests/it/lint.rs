//! What every mail of ours must be, whatever it says.

use penpawn::letters::Language;
use penpawn::letters::without_codes;
use penpawn::mail::read::{Incoming, read};
use penpawn::robot::server::Server;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;
use std::sync::{Arc, Mutex};

/// Panics, naming the fault, unless the mail keeps to RFC 3834 and RFC 5322, shows nobody's address but the reader's
/// and ours, and reads well.
pub(crate) fn lint(
    bytes: &[u8],
    server: &Server,
    envelope_from: &str,
    recipient: &str,
    others: &[String],
) {
    let text = String::from_utf8_lossy(bytes);
    let mail =
        read(bytes).unwrap_or_else(|fault| panic!("our mail cannot be read: {fault}\n{text}"));
    let one = |name: &str| -> String {
        let values: Vec<&str> = mail.values(name).collect();
        assert_eq!(values.len(), 1, "{name} must stand once:\n{text}");
        values.first().copied().unwrap_or_default().to_owned()
    };
    for name in [
        "date",
        "from",
        "to",
        "subject",
        "reply-to",
        "mime-version",
        "x-loop",
    ] {
        assert!(!one(name).is_empty(), "{name} is empty:\n{text}");
    }
    let submitted = one("auto-submitted");
    match submitted.as_str() {
        "auto-replied" => {}
        "auto-generated" => assert!(
            mail.in_reply_to.is_empty(),
            "auto-generated on an answer (RFC 3834 5.2):\n{text}"
        ),
        other => panic!("Auto-Submitted: {other}\n{text}"),
    }
    let suppress = one("x-auto-response-suppress");
    assert!(
        !suppress.contains("All") && !suppress.contains("NDR"),
        "reports of failed delivery would be suppressed:\n{text}"
    );
    let id = mail.message_id.clone().unwrap_or_default();
    assert!(
        id.ends_with(&format!("@{}", server.id_domain())),
        "Message-ID {id}:\n{text}"
    );
    let bounces = server.address_with("b.");
    let (bounces, _) = bounces.rsplit_once('@').expect("an address");
    assert!(
        envelope_from.is_empty() || envelope_from.starts_with(bounces),
        "envelope sender {envelope_from}"
    );
    assert_eq!(mail.recipients.len(), 1, "one reader:\n{text}");
    assert!(
        text.contains(recipient),
        "it goes to somebody else:\n{text}"
    );
    assert!(
        !mail
            .headers
            .iter()
            .any(|(name, _)| name.starts_with("list-")),
        "a letter to one person is of no mailing list:\n{text}"
    );
    // In Unicode's lower case the sign of the kelvin is a k, and an address with it is another one.
    let lower = text.to_ascii_lowercase();
    for other in others {
        assert!(
            !shows(&lower, &other.to_ascii_lowercase()),
            "it shows the address {other}:\n{text}"
        );
    }
    lint_text(&mail, &text);
}

/// The codes of all letters so far, and to which addresses those letters went: no letter to anybody else may show one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Codes {
    readers: HashMap<String, BTreeSet<String>>,
    /// Those that no letter has, which a test made.
    made: Arc<Mutex<BTreeSet<String>>>,
}

/// How many letters of a code are looked for: no words are like them by chance.
const LETTERS: usize = 20;

impl Codes {
    /// Notes the codes of a letter, and panics where it shows one of a letter to somebody else. `their` are all
    /// addresses of its reader.
    pub(crate) fn check(
        &mut self,
        bytes: &[u8],
        envelope_from: &str,
        recipient: &str,
        his: &[String],
    ) {
        let mail = read(bytes).expect("our own mail");
        let own = [
            mail.message_id.clone().unwrap_or_default(),
            mail.values("reply-to").collect(),
            envelope_from.to_owned(),
        ];
        for word in own
            .iter()
            .flat_map(|place| place.split(|sign: char| !sign.is_ascii_alphanumeric()))
        {
            if let Some(letters) = letters_of(word) {
                let readers = self.readers.entry(letters.to_lowercase()).or_default();
                readers.insert(recipient.to_lowercase());
            }
        }
        for text in all_readings(bytes, &mail) {
            for at in 0..text.len().saturating_sub(LETTERS) {
                let Some(readers) = text
                    .get(at..at + LETTERS)
                    .and_then(|some| self.readers.get(some))
                else {
                    continue;
                };
                let known = |reader: &String| {
                    reader.eq_ignore_ascii_case(recipient) || his.contains(reader)
                };
                assert!(
                    readers.iter().any(known),
                    "a letter to {recipient} shows a code of {readers:?}:\n{}",
                    String::from_utf8_lossy(bytes)
                );
            }
        }
    }
}

/// What of a part of a token tells it from every other.
fn letters_of(part: &str) -> Option<&str> {
    part.get(..LETTERS + 1).and_then(|part| part.get(1..))
}

impl Codes {
    /// A token that a test has made stands for its player as one that was in a letter does.
    pub(crate) fn note_made(&self, token: &str) {
        let parts = token.split(|sign: char| !sign.is_ascii_alphanumeric());
        let letters = parts.filter_map(letters_of).map(str::to_lowercase);
        self.made.lock().expect("nobody panicked").extend(letters);
    }

    /// Whether a mail shows a code of any letter.
    pub(crate) fn shown_in(&self, bytes: &[u8], mail: &Incoming) -> bool {
        let made = self.made.lock().expect("nobody panicked");
        all_readings(bytes, mail).iter().any(|text| {
            (0..text.len().saturating_sub(LETTERS - 1)).any(|at| {
                text.get(at..at + LETTERS)
                    .is_some_and(|some| self.readers.contains_key(some) || made.contains(some))
            })
        })
    }
}

/// Panics where a letter that answers a mail of which nothing shows who wrote it brings a file or a link, or words of that
/// mail which are neither ours nor players' names. A question spells what it asks about, addresses and names among it.
pub(crate) fn lint_unproven(
    bytes: &[u8],
    occasion: &str,
    cause: &Incoming,
    names: &str,
    server: &Server,
) {
    let whole = String::from_utf8_lossy(bytes);
    let mail = read(bytes).expect("our own mail");
    assert!(
        mail.attachments.is_empty(),
        "an answer to a mail that proves nothing has a file:\n{whole}"
    );
    let text = mail.text.as_deref().unwrap_or_default();
    let is_question = ["confirm_orders", "confirm_address", "confirm_leaving"].contains(&occasion);
    let linked = text.split_whitespace().find(|word| {
        let lower = word.to_lowercase();
        let address = word.contains('@')
            && !is_question
            && !word.contains(server.address.as_str())
            && !word.contains("@example.com");
        lower.contains("://") || lower.contains("www.") || address
    });
    assert_eq!(
        linked, None,
        "an answer to a mail that proves nothing has a link:\n{whole}"
    );
    if is_question {
        return;
    }
    let ours = words_in(&format!("{} {names}", our_words()));
    let his = words_in(&format!(
        "{} {}",
        cause.subject,
        cause.text.as_deref().unwrap_or_default()
    ));
    let repeated: Vec<String> = text
        .lines()
        // It is the game's.
        .filter(|line| !line.starts_with("FEN: "))
        .flat_map(words_in)
        .filter(|word| his.contains(word) && !ours.contains(word))
        .collect();
    assert!(
        repeated.is_empty(),
        "an answer to a mail that proves nothing repeats {repeated:?}:\n{whole}"
    );
}

/// Words of five letters or more, in lower case.
fn words_in(text: &str) -> BTreeSet<String> {
    text.split(|sign: char| !sign.is_alphabetic())
        .filter(|word| word.chars().count() >= 5)
        .map(str::to_lowercase)
        .collect()
}

/// All that stands in our templates, and in sentences of the program.
fn our_words() -> &'static str {
    static WORDS: OnceLock<String> = OnceLock::new();
    WORDS.get_or_init(|| {
        let texts = Language::ALL.iter().flat_map(|language| {
            let folder = crate::bed::root().join("templates").join(language.code());
            let files = std::fs::read_dir(folder).expect("templates");
            files.map(|file| {
                let path = file.expect("a file").path();
                std::fs::read_to_string(path).expect("a template")
            })
        });
        texts.collect::<Vec<_>>().join("\n")
    })
}

/// Nothing but the letters and figures of all that a mail says, in whatever form somebody could have hidden them there.
fn all_readings(bytes: &[u8], mail: &Incoming) -> Vec<String> {
    let mut said: String = mail
        .headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect();
    said.push_str(mail.text.as_deref().unwrap_or_default());
    for attachment in &mail.attachments {
        said.push_str(attachment.text.as_deref().unwrap_or_default());
    }
    let raw = String::from_utf8_lossy(bytes).into_owned();
    let decoded = decoded(&said);
    [raw, said, decoded]
        .iter()
        .map(|text| {
            text.chars()
                .map(|sign| match u32::from(sign) {
                    code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(sign),
                    _ => sign,
                })
                .filter(char::is_ascii_alphanumeric)
                .map(|sign| sign.to_ascii_lowercase())
                .collect()
        })
        .collect()
}

/// The text with percent encodings, numeric HTML entities and quoted-printable undone.
fn decoded(text: &str) -> String {
    let text = text
        .replace("=\r\n", "")
        .replace("=\n", "")
        .replace("%25", "%");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(sign) = rest.chars().next() {
        let octet = rest
            .get(1..3)
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        let (meant, length) = match (sign, octet, entity(rest)) {
            ('%' | '=', Some(octet), _) => (char::from(octet), 3),
            ('&', _, Some(entity)) => entity,
            _ => (sign, sign.len_utf8()),
        };
        out.push(meant);
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// The character that a numeric entity stands for, and how long that is.
fn entity(text: &str) -> Option<(char, usize)> {
    let (number, _) = text.strip_prefix("&#")?.split_once(';')?;
    let code = match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    Some((char::from_u32(code)?, number.len() + 3))
}

/// Whether a text names this address, and not only a longer one that it is a part of.
fn shows(text: &str, address: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '+');
    text.match_indices(address).any(|(at, _)| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let mut after = text.get(at + address.len()..).unwrap_or_default().chars();
        let longer_domain = match after.next() {
            Some('.') => after.next().is_some_and(char::is_alphanumeric),
            Some(c) => goes_on(c),
            None => false,
        };
        !longer_domain && !before.is_some_and(|c| goes_on(c) || c == '.')
    })
}

fn lint_text(mail: &Incoming, whole: &str) {
    let body = mail.text.clone().unwrap_or_default();
    assert!(!body.trim().is_empty(), "it says nothing:\n{whole}");
    for line in body.lines() {
        let fen = line.starts_with("FEN: ");
        assert!(
            fen || line.chars().count() <= 79,
            "a line of more than 79 columns: {line}\n{whole}"
        );
        assert!(
            !line.contains("{{") && !line.contains("{%"),
            "template: {line}\n{whole}"
        );
    }
    assert!(
        !body.contains("\n\n\n"),
        "two blank lines in a row:\n{whole}"
    );
    // What others wrote was cleaned before it stood beside words of ours: nothing in it begins like a code any more.
    let (said, _) = body.rsplit_once("[ref ").unwrap_or((&body, ""));
    assert_eq!(
        without_codes(said),
        said,
        "what looks like a code is left:\n{whole}"
    );
}
