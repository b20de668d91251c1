//! What names look like: by it a name is known that an eye takes for another one.

use super::look_alike::without_alphabet;
use super::name_key::NameKey;
use super::signs::{is_combining, letter_of};
use std::collections::BTreeSet;
use unicode_security::confusable_detection::skeleton;

/// What a name looks like, whatever its letters are: "Ann", "Ann.", "A n n", "АNN" with a Cyrillic А; "Bill" and "BiIl".
///
/// It is the skeleton of Unicode's Technical Standard 39 of the name's [`NameKey`], without blanks and punctuation; and
/// beyond it, i and l are one, since a capital I is either. Letters with marks stay what they are: "Örn" is not "Orn".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameLook(String);

impl NameLook {
    /// All looks of a name: as it is folded first, and as its capitals are seen first. Two names look alike when they have
    /// one in common; those of one [`NameKey`] always do. What [`super::clean_name`] puts behind a name is no part of it.
    pub fn all_of(name: &str) -> BTreeSet<NameLook> {
        let bare = without_alphabet(name);
        let seen: String = skeleton(bare).collect();
        [bare, &seen].into_iter().map(NameLook::of_folded).collect()
    }

    /// The looks of a name that somebody wants, and beside them those that it has when a figure before a letter is read as the
    /// letter that it stands for: "8ob" is taken for Bob, but "Ann 3" is no Anne. They are compared with those that are kept
    /// of others, [`NameLook::all_of`] their names, so nothing of them is kept.
    pub fn taken_for(name: &str) -> BTreeSet<NameLook> {
        let mut looks = NameLook::all_of(name);
        let read = with_leading_figures_read(without_alphabet(name));
        if read != name {
            looks.extend(NameLook::all_of(&read));
        }
        looks
    }

    fn of_folded(name: &str) -> NameLook {
        let seen: String = skeleton(NameKey::of(name).as_str()).collect();
        // The skeleton of a nought is a capital O.
        let folded = NameKey::of(&seen).into_string();
        let letters = folded
            .chars()
            .filter(|&sign| sign.is_alphanumeric() || is_combining(sign))
            .map(|sign| if sign == 'i' { 'l' } else { sign });
        let letters: String = letters.collect();
        // Some letters look like no letter.
        NameLook(if letters.is_empty() { folded } else { letters })
    }

    /// As it is kept, and compared octet by octet.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// One that was kept.
    pub fn kept(look: String) -> NameLook {
        NameLook(look)
    }
}

/// The name with a letter for each figure that has one behind it in its word.
fn with_leading_figures_read(name: &str) -> String {
    let mut letter_behind = false;
    let mut backwards: Vec<char> = Vec::with_capacity(name.len());
    for sign in name.chars().rev() {
        letter_behind = sign.is_alphabetic() || letter_behind && !sign.is_whitespace();
        backwards.push(if letter_behind { letter_of(sign) } else { sign });
    }
    backwards.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_figures_for_letters_is_taken_for_another_one() {
        for (wanted, others) in [
            ("8ob", "Bob"),
            ("P3ter", "Peter"),
            ("4nn", "Ann"),
            ("Je55e Owens", "Jesse Owens"),
            ("\u{13f4}ob", "Bob"),
            ("\u{13a0}\u{13a0}", "DD"),
        ] {
            let looks = NameLook::taken_for(wanted);
            assert!(!looks.is_disjoint(&NameLook::all_of(others)), "{wanted}");
        }
        for (wanted, others) in [
            ("Ann 3", "Anne"),
            ("Bob4", "Boba"),
            ("Ann 3 5mith", "Anne Smith"),
            ("Ann", "Anne"),
            ("Örn", "Orn"),
        ] {
            let looks = NameLook::taken_for(wanted);
            assert!(looks.is_disjoint(&NameLook::all_of(others)), "{wanted}");
        }
    }

    fn alike(one: &str, other: &str) -> bool {
        !NameLook::all_of(one).is_disjoint(&NameLook::all_of(other))
    }

    #[test]
    fn names_that_an_eye_takes_for_one_look_alike() {
        for (one, other) in [
            ("Ann", "Ann"),
            ("Ann", "ANN"),
            ("Ann", "Ann."),
            ("Ann", "A n n"),
            ("Ann", "'Ann'"),
            ("Mary Ann", "Mary  Ann"),
            ("Mary Ann", "Mary-Ann"),
            ("Ann", "A\u{200b}nn"),
            // A Cyrillic А, a Greek Α, and what we put behind them
            ("Ann", "\u{410}nn"),
            ("Ann", "\u{410}NN"),
            ("Ann", "\u{391}nn, in mixed letters"),
            // A Cyrillic Н, of which the small letter looks like no h
            ("Horst", "\u{41d}orst"),
            ("HORST", "\u{41d}orst"),
            // A Ukrainian І
            ("Bill", "B\u{406}LL"),
            ("Bill", "BiIl"),
            ("Bill", "Bi11"),
            ("Tom", "TO\u{41c}"),
            ("Bob", "B0b"),
            ("Ann 2", "Ann2"),
            ("Нина", "нина"),
            ("Strauß", "STRAUSS"),
            ("Örn", "O\u{308}RN."),
            // An Armenian օ, a Cherokee Ꭺ
            ("Bob", "B\u{585}b"),
            ("Ann", "\u{13aa}nn"),
        ] {
            assert!(alike(one, other), "{one:?}, {other:?}");
        }
        for (one, other) in [
            ("Ann", "Anne"),
            ("Ann", "Ann 2"),
            ("Örn", "Orn"),
            ("Bob", "Rob"),
            ("Jan", "Jon"),
            ("Анна", "Ann"),
            ("山田", "太郎"),
        ] {
            assert!(!alike(one, other), "{one:?}, {other:?}");
        }
    }

    #[test]
    fn spellings_of_one_name_look_alike_in_every_alphabet() {
        for character in ('\0'..='\u{ffff}').filter(|sign| sign.is_alphabetic()) {
            let (capital, small): (String, String) = (
                character.to_uppercase().collect(),
                character.to_lowercase().collect(),
            );
            if NameKey::of(&capital) == NameKey::of(&small) {
                assert!(alike(&capital, &small), "{character:?}");
            }
        }
    }
}
