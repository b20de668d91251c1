//! Keys that people type: passwords of games in the archive, and what an entry of the form waits under; and what stands in secret
//! links, which nobody types.

use data_encoding::BASE32_NOPAD;
use sha2::{Digest, Sha256};

/// Letters in a group.
const GROUP: usize = 4;
/// Random octets in a key: 80 bits.
const OCTETS: usize = 10;

/// 80 random bits in letters and figures that survive a mail program: "abcd-efgh-ijkl-mnop".
pub fn typed_key(random: [u8; 16]) -> String {
    let octets = random.get(..OCTETS).unwrap_or_default();
    key_in_groups(&BASE32_NOPAD.encode(octets).to_lowercase())
}

/// A key of letters and figures alone as we write it.
pub fn key_in_groups(key: &str) -> String {
    let groups = key.as_bytes().chunks(GROUP).map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join("-")
}

/// What the database knows a key by, however it was typed.
pub fn key_hash(typed: &str) -> Vec<u8> {
    let plain: String = typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    // It is 80 random bits, so nobody finds it by trying, and a slow hash would add nothing.
    Sha256::digest(plain.as_bytes()).to_vec()
}

/// What stands in a secret link: 128 random bits in small letters and figures.
pub fn link_token(random: [u8; 16]) -> String {
    BASE32_NOPAD.encode(&random).to_lowercase()
}

/// What the database knows it by, exactly as it stands there.
pub fn link_token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_known_as_it_stands_alone() {
        let token = link_token([7; 16]);
        assert_eq!(token.len(), 26);
        assert!(token.bytes().all(|sign| sign.is_ascii_alphanumeric()));
        assert_ne!(
            link_token_hash(&token.to_uppercase()),
            link_token_hash(&token)
        );
        assert_ne!(link_token([8; 16]), token);
    }

    #[test]
    fn a_key_is_known_however_it_is_typed() {
        let key = typed_key([7; 16]);
        assert_eq!(key.len(), 19);
        let plain = key.replace('-', "");
        assert_eq!(key_in_groups(&plain), key);
        assert_eq!(key_hash(&plain.to_uppercase()), key_hash(&key));
        assert_ne!(key_hash(&typed_key([8; 16])), key_hash(&key));
    }
}
