//! How IMAP spells things: sets of UIDs, folder names, strings, dates. Pure.

use chrono::{DateTime, Utc};
use data_encoding::BASE64_NOPAD;

/// The longest UID set in one command. RFC 7162 section 4 lets servers refuse lines above 8,192
/// bytes.
const LONGEST_SET: usize = 4_000;

/// UIDs as compact sets, "3:7,9", each short enough for one command. Empty for no UIDs.
pub(super) fn uid_sets(uids: &[u32]) -> Vec<String> {
    let mut sorted = uids.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut sets: Vec<String> = Vec::new();
    for range in sorted.chunk_by(|&before, &after| after - before == 1) {
        let text = match range {
            [] => continue,
            [single] => single.to_string(),
            [first, .., last] => format!("{first}:{last}"),
        };
        match sets.last_mut() {
            Some(set) if set.len() + 1 + text.len() <= LONGEST_SET => {
                set.push(',');
                set.push_str(&text);
            }
            _ => sets.push(text),
        }
    }
    sets
}

/// A quoted string (RFC 3501 section 4.3). Only for text in which [`fits_in_quotes`] found nothing
/// wrong, or which [`encode_folder`] made.
pub(super) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// True if the text may stand in a quoted string; otherwise it must be sent as a literal.
pub(super) fn fits_in_quotes(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A folder name in modified UTF-7 (RFC 3501 section 5.1.3): "Züge" is "Z&APw-ge".
pub(super) fn encode_folder(name: &str) -> String {
    let mut encoded = String::new();
    let mut pending: Vec<u8> = Vec::new();
    for character in name.chars() {
        if matches!(character, ' '..='~') {
            flush(&mut encoded, &mut pending);
            encoded.push(character);
            if character == '&' {
                encoded.push('-');
            }
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                pending.extend_from_slice(&unit.to_be_bytes());
            }
        }
    }
    flush(&mut encoded, &mut pending);
    encoded
}

/// An INTERNALDATE (RFC 3501 section 9, `date-time`): "17-Jul-1996 02:44:25 -0700", the day padded
/// by a blank.
pub(super) fn read_internal_date(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_str(text.trim(), "%d-%b-%Y %H:%M:%S %z")
        .ok()
        .map(|instant| instant.to_utc())
}

fn flush(encoded: &mut String, pending: &mut Vec<u8>) {
    if pending.is_empty() {
        return;
    }
    encoded.push('&');
    encoded.push_str(&BASE64_NOPAD.encode(pending).replace('/', ","));
    encoded.push('-');
    pending.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uids_become_ranges() {
        for (uids, sets) in [
            (vec![], vec![]),
            (vec![7], vec!["7"]),
            (vec![9, 3, 4, 5, 6, 7, 5], vec!["3:7,9"]),
            (vec![1, 3, 4], vec!["1,3:4"]),
            (vec![u32::MAX, u32::MAX - 1], vec!["4294967294:4294967295"]),
        ] {
            assert_eq!(uid_sets(&uids), sets, "{uids:?}");
        }
    }

    #[test]
    fn a_long_list_of_lone_uids_is_spread_over_several_sets_and_none_is_lost() {
        let uids: Vec<u32> = (1..4_000).map(|n| n * 2).collect();
        let sets = uid_sets(&uids);
        assert!(sets.len() > 1);
        assert!(sets.iter().all(|set| set.len() <= LONGEST_SET));
        let back: Vec<u32> = sets
            .iter()
            .flat_map(|set| set.split(','))
            .filter_map(|uid| uid.parse().ok())
            .collect();
        assert_eq!(back, uids);
    }

    #[test]
    fn folder_names_are_encoded_as_the_standard_says() {
        for (name, encoded) in [
            ("INBOX", "INBOX"),
            ("Penpawn/done", "Penpawn/done"),
            ("Züge", "Z&APw-ge"),
            ("a & b", "a &- b"),
            // the example of RFC 3501 section 5.1.3
            ("~peter/mail/台北/日本語", "~peter/mail/&U,BTFw-/&ZeVnLIqe-"),
            ("♟\u{1F600}", "&Jl,YPd4A-"),
        ] {
            assert_eq!(encode_folder(name), encoded);
        }
    }

    #[test]
    fn quotes_are_escaped() {
        assert_eq!(quote(r#"a"b\c"#), r#""a\"b\\c""#);
        assert!(fits_in_quotes("correct horse"));
        assert!(!fits_in_quotes("paßwort"));
        assert!(!fits_in_quotes("a\r\nA2 LOGOUT"));
    }

    #[test]
    fn dates_of_arrival_are_read() {
        for (text, utc) in [
            ("17-Jul-1996 02:44:25 -0700", Some("1996-07-17T09:44:25Z")),
            (" 7-Jul-1996 02:44:25 +0000", Some("1996-07-07T02:44:25Z")),
            ("yesterday", None),
        ] {
            let read = read_internal_date(text)
                .map(|at| at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
            assert_eq!(read.as_deref(), utc, "{text}");
        }
    }
}
