//! What every mail of ours must be, whatever it says.

use penpawn::mail::read::{Incoming, read};
use penpawn::robot::house::House;

/// Panics, naming the fault, unless the mail keeps to RFC 3834 and RFC 5322, shows nobody's address but the reader's
/// and ours, and reads well.
pub(crate) fn lint(
    bytes: &[u8],
    house: &House,
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
        id.ends_with(&format!("@{}", house.id_domain())),
        "Message-ID {id}:\n{text}"
    );
    let bounces = house.address_with("b.");
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
}
