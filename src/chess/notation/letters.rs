//! The letters that stand for the pieces, language by language.

use std::fmt;
use std::str::FromStr;

use shakmaty::Role;

/// Whose letters a player writes the pieces with: English, and the sixteen other languages of
/// section 17 of the PGN standard. It concerns input only; answers and PGN are in English.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letters {
    /// `K Q R B N P`
    #[default]
    English,
    /// `K D V S J P`
    Czech,
    /// `K D T L S B`
    Danish,
    /// `K D T L P O`
    Dutch,
    /// `K L V O R P`
    Estonian,
    /// `K D T L R P`
    Finnish,
    /// `R D T F C P`
    French,
    /// `K D T L S B`
    German,
    /// `K V B F H G`
    Hungarian,
    /// `K D H B R P`
    Icelandic,
    /// `R D T A C P`
    Italian,
    /// `K D T L S B`
    Norwegian,
    /// `K H W G S P`
    Polish,
    /// `R D T B C P`
    Portuguese,
    /// `R D T N C P`
    Romanian,
    /// `R D T A C P`
    Spanish,
    /// `K D T L S B`
    Swedish,
}

impl Letters {
    /// Every language, English first, the others by their English names.
    pub const ALL: [Letters; 17] = [
        Letters::English,
        Letters::Czech,
        Letters::Danish,
        Letters::Dutch,
        Letters::Estonian,
        Letters::Finnish,
        Letters::French,
        Letters::German,
        Letters::Hungarian,
        Letters::Icelandic,
        Letters::Italian,
        Letters::Norwegian,
        Letters::Polish,
        Letters::Portuguese,
        Letters::Romanian,
        Letters::Spanish,
        Letters::Swedish,
    ];

    /// The code of the language (ISO 639-1): `en`, `de`. It is how a setting is stored.
    pub fn code(self) -> &'static str {
        self.names().0
    }

    /// The English name of the language: `German`.
    pub fn name(self) -> &'static str {
        self.names().1
    }

    /// The six letters in the order pawn, knight, bishop, rook, queen, king, which is the order of
    /// the table in the PGN standard.
    pub fn alphabet(self) -> &'static str {
        match self {
            Letters::English => "PNBRQK",
            Letters::Czech => "PJSVDK",
            Letters::Danish | Letters::German | Letters::Norwegian | Letters::Swedish => "BSLTDK",
            Letters::Dutch => "OPLTDK",
            Letters::Estonian => "PROVLK",
            Letters::Finnish => "PRLTDK",
            Letters::French => "PCFTDR",
            Letters::Hungarian => "GHFBVK",
            Letters::Icelandic => "PRBHDK",
            Letters::Italian | Letters::Spanish => "PCATDR",
            Letters::Polish => "PSGWHK",
            Letters::Portuguese => "PCBTDR",
            Letters::Romanian => "PCNTDR",
        }
    }

    /// The piece that a letter stands for in this language, whatever its case.
    pub fn role(self, letter: char) -> Option<Role> {
        let letter = letter.to_ascii_uppercase();
        self.alphabet()
            .chars()
            .zip(Role::ALL)
            .find_map(|(own, role)| (own == letter).then_some(role))
    }

    /// A move in Standard Algebraic Notation with the letters of this language in the place of the English ones.
    pub fn of_san(self, san: &str) -> String {
        san.chars()
            .map(|sign| {
                let role = sign
                    .is_ascii_uppercase()
                    .then(|| Role::from_char(sign))
                    .flatten();
                // The O of castling is no piece's.
                role.map_or(sign, |role| self.letter(role))
            })
            .collect()
    }

    /// The capital letter of a piece in this language.
    pub fn letter(self, role: Role) -> char {
        self.alphabet()
            .chars()
            .zip(Role::ALL)
            .find_map(|(letter, own)| (own == role).then_some(letter))
            .unwrap_or_else(|| role.upper_char())
    }

    /// The pieces that a letter stands for in any of the languages, without repetition.
    pub(super) fn roles_anywhere(letter: char) -> Vec<Role> {
        let mut roles = Vec::new();
        for language in Letters::ALL {
            if let Some(role) = language.role(letter)
                && !roles.contains(&role)
            {
                roles.push(role);
            }
        }
        roles
    }

    /// Code, English name, and the name that its speakers use.
    fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Letters::English => ("en", "English", "english"),
            Letters::Czech => ("cs", "Czech", "čeština"),
            Letters::Danish => ("da", "Danish", "dansk"),
            Letters::Dutch => ("nl", "Dutch", "nederlands"),
            Letters::Estonian => ("et", "Estonian", "eesti"),
            Letters::Finnish => ("fi", "Finnish", "suomi"),
            Letters::French => ("fr", "French", "français"),
            Letters::German => ("de", "German", "deutsch"),
            Letters::Hungarian => ("hu", "Hungarian", "magyar"),
            Letters::Icelandic => ("is", "Icelandic", "íslenska"),
            Letters::Italian => ("it", "Italian", "italiano"),
            Letters::Norwegian => ("no", "Norwegian", "norsk"),
            Letters::Polish => ("pl", "Polish", "polski"),
            Letters::Portuguese => ("pt", "Portuguese", "português"),
            Letters::Romanian => ("ro", "Romanian", "română"),
            Letters::Spanish => ("es", "Spanish", "español"),
            Letters::Swedish => ("sv", "Swedish", "svenska"),
        }
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The word after `letters` names none of the languages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not one of the languages whose piece letters are known")]
pub struct UnknownLetters(String);

impl FromStr for Letters {
    type Err = UnknownLetters;

    /// Reads a code (`de`, also `de-AT` and the Norwegian `nb` and `nn`), an English name
    /// (`German`) or the language's own name (`Deutsch`, `francais`), in any case.
    ///
    /// # Errors
    ///
    /// [`UnknownLetters`], with the word, when it is none of these.
    fn from_str(text: &str) -> Result<Letters, UnknownLetters> {
        let wanted = without_accents(text.trim());
        let code = wanted.split(['-', '_']).next().unwrap_or_default();
        for language in Letters::ALL {
            let (own_code, name, own_name) = language.names();
            if code == own_code
                || wanted == name.to_lowercase()
                || wanted == without_accents(own_name)
            {
                return Ok(language);
            }
        }
        match code {
            "nb" | "nn" => Ok(Letters::Norwegian),
            "cz" => Ok(Letters::Czech),
            "castellano" => Ok(Letters::Spanish),
            _ => Err(UnknownLetters(
                text.trim()
                    .chars()
                    .filter(|character| !character.is_control())
                    .take(40)
                    .collect(),
            )),
        }
    }
}

/// Lower case without the accents that a name of a language above can have.
fn without_accents(text: &str) -> String {
    text.to_lowercase()
        .chars()
        .map(|character| match character {
            'č' | 'ç' => 'c',
            'š' => 's',
            'í' => 'i',
            'ñ' => 'n',
            'ê' => 'e',
            'ă' | 'â' => 'a',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests;
