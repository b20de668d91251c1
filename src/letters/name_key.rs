//! By what two spellings of a name are known to be one, whatever the locale of the database is.

use super::signs::is_unseen;
use caseless::Caseless;
use std::fmt;
use unicode_normalization::UnicodeNormalization;

/// A name as it is compared with others: "ÖRN", "Örn" and "örn" have one key, however their letters are composed.
///
/// It is the compatibility caseless matching of Unicode (section 3.13, D146), composed (NFKC), without characters that
/// cannot be seen and with single blanks between words. So ß is ss, both forms of the small sigma are one, letters of
/// full width are the plain ones, and the sign of the kelvin is a k. Beyond it, the four letters i of Turkish are one:
/// there I is the capital of ı and İ that of i, elsewhere I that of i, and nobody can tell which is meant. The key of a key
/// is the same, and Unicode changes neither folding nor composition of letters that it knows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameKey(String);

impl NameKey {
    /// The key of a name, in whatever spelling.
    pub fn of(name: &str) -> NameKey {
        let seen = name.chars().filter(|&character| !is_unseen(character));
        let folded: String = seen
            .nfd()
            .default_case_fold()
            .nfkd()
            .default_case_fold()
            .nfkc()
            .collect();
        let words: Vec<String> = folded.split_whitespace().map(one_letter_i).collect();
        NameKey(words.join(" "))
    }

    /// As it is kept, and compared octet by octet.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same, to be handed on.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The key of this name with a number behind it.
    pub fn numbered(&self, number: i64) -> NameKey {
        NameKey(format!("{self} {number}"))
    }
}

impl fmt::Display for NameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn one_letter_i(word: &str) -> String {
    word.replace('ı', "i").replace("i\u{307}", "i")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_have_one_key() {
        for spellings in [
            &["Örn", "örn", "ÖRN", "O\u{308}rn", "o\u{308}RN", " Örn "][..],
            &["Øyvind", "ØYVIND", "øyvind"],
            &["Владимир", "ВЛАДИМИР", "владимир"],
            &["Élodie", "E\u{301}lodie", "élodie", "ÉLODIE"],
            &["İbrahim", "ibrahim", "IBRAHIM", "I\u{307}brahim", "ıbrahim"],
            &["Işık", "ışık", "IŞIK", "işik"],
            &["Kate", "\u{212a}ate", "KATE", "Ｋａｔｅ"],
            &["Strauß", "STRAUSS", "strauss", "STRAUẞ"],
            &["Οδυσσεύς", "ΟΔΥΣΣΕΎΣ", "οδυσσεύσ"],
            // Marks above and below, in either order
            &["a\u{323}\u{302}", "a\u{302}\u{323}", "ậ", "Ậ"],
            // A letter with an iota below it, which is a letter of its own in capitals, and an accent, in either order
            &["\u{3b1}\u{345}\u{301}", "\u{3b1}\u{301}\u{345}", "\u{1fb4}"],
            &["ﬁnn", "Finn", "FINN"],
            &[
                "Mary  Ann",
                "mary\u{a0}ann",
                "MARY ANN",
                "Ma\u{200b}ry A\u{200d}nn",
            ],
        ] {
            for spelling in spellings {
                assert_eq!(
                    NameKey::of(spelling),
                    NameKey::of(spellings[0]),
                    "{spelling}"
                );
            }
        }
        // A Cyrillic А is no A: such names say so themselves.
        for (one, other) in [("Ann", "\u{410}nn"), ("Orn", "Örn"), ("Ann", "Ann 2")] {
            assert_ne!(NameKey::of(one), NameKey::of(other), "{one}, {other}");
        }
    }

    #[test]
    fn every_character_has_the_key_of_its_capital_and_its_small_letter_and_of_its_key() {
        let mut seen = 0;
        let mut odd = Vec::new();
        for character in '\0'..=char::MAX {
            let key = NameKey::of(&character.to_string());
            assert_eq!(NameKey::of(key.as_str()), key, "{character:?}");
            if character.is_alphabetic() {
                let capital: String = character.to_uppercase().collect();
                let small: String = character.to_lowercase().collect();
                seen += 1;
                if [capital, small]
                    .iter()
                    .any(|other| NameKey::of(other) != key)
                {
                    odd.push(character);
                }
            }
        }
        assert!(seen > 100_000);
        // Letters of Unicode 17, which the compiler knows and the tables of folding do not: Beria Erfe, and three pairs
        // of Latin ones.
        odd.retain(|letter| !matches!(letter, '\u{a7ce}'..='\u{a7d5}' | '\u{16ea0}'..='\u{16ed3}'));
        assert_eq!(odd, Vec::<char>::new());
    }

    #[test]
    fn a_number_behind_a_name_is_one_behind_its_key() {
        for name in ["Örn", "İbrahim", "Strauß", "ΟΔΥΣΣΕΎΣ", "e\u{301}"] {
            let numbered = NameKey::of(&format!("{name} 17"));
            assert_eq!(NameKey::of(name).numbered(17), numbered, "{name}");
        }
    }
}
