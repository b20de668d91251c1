//! By which words a mail names the pieces, and which words count in it.

use super::tables::{languages_of, pieces_named, pieces_named_plainly};
use crate::chess::notation::Letters;

/// By which words the pieces are named.
pub(super) struct Language {
    /// The player's piece letters.
    pub(super) letters: Letters,
    /// The languages that the mail can be in.
    pub(super) mail: Vec<Letters>,
}

impl Language {
    /// Of these words; where they can be of several languages, they are of the one whose piece letters the player uses.
    pub(super) fn of(letters: Letters, words: &[String]) -> Language {
        let mut mail = languages_of(words);
        if letters != Letters::English && mail.contains(&letters) {
            mail = vec![letters];
        }
        Language { letters, mail }
    }

    /// The languages in which words count beside a move, with those of the words that lead to it; none where nothing tells
    /// which, and then all count.
    pub(super) fn beside(&self, lead: &[Letters]) -> Vec<Letters> {
        let mut languages: Vec<Letters> = self.mail.iter().chain(lead).copied().collect();
        if !languages.is_empty() {
            languages.push(Letters::English);
        }
        languages
    }

    /// The languages of what is said behind a move. English wins where the mail may be in it.
    pub(super) fn behind(&self, lead: &[Letters]) -> Vec<Letters> {
        if self.mail.contains(&Letters::English) && !self.mail_is_foreign(lead) {
            return vec![Letters::English];
        }
        self.mail.iter().chain(lead).copied().collect()
    }

    /// The languages of the words that join clauses.
    pub(super) fn joining(&self) -> Vec<Letters> {
        let mut languages = self.mail.clone();
        if languages.is_empty() {
            languages.push(Letters::English);
        }
        languages
    }

    /// Those, and English.
    pub(super) fn with_english(&self) -> Vec<Letters> {
        let mut languages = self.joining();
        languages.push(Letters::English);
        languages
    }

    fn mail_is_foreign(&self, lead: &[Letters]) -> bool {
        !lead.is_empty() && !lead.contains(&Letters::English)
    }

    /// The word for a piece in English, of the word in another language, where it means one piece.
    pub(super) fn piece(&self, name: &str) -> Option<&'static str> {
        let own = [self.letters];
        let languages: &[Letters] = if self.letters == Letters::English {
            &self.mail
        } else {
            &own
        };
        if languages.is_empty() || languages.contains(&Letters::English) {
            return None;
        }
        let plainly = if self.letters == Letters::English {
            &[]
        } else {
            pieces_named_plainly(name)
        };
        let mut roles = languages.iter().map(|language| {
            let named = pieces_named(name).iter().chain(plainly);
            named
                .filter(|(known, _)| known == language)
                .map(|(_, role)| *role)
                .next()
        });
        let first = roles.next()??;
        roles
            .all(|role| role == Some(first))
            .then_some(match first {
                shakmaty::Role::Pawn => "pawn",
                shakmaty::Role::Knight => "knight",
                shakmaty::Role::Bishop => "bishop",
                shakmaty::Role::Rook => "rook",
                shakmaty::Role::Queen => "queen",
                shakmaty::Role::King => "king",
            })
    }
}

/// What stands before a piece and says nothing of where it goes.
pub(super) const ARTICLES: [&str; 23] = [
    "the", "my", "der", "den", "dem", "die", "das", "mein", "meinen", "meine", "le", "la", "mon",
    "ma", "el", "mi", "il", "mio", "o", "a", "de", "het", "mijn",
];

pub(super) fn is_piece(word: &str, language: &Language) -> bool {
    let word = word.strip_prefix("l'").unwrap_or(word);
    matches!(
        word,
        "pawn" | "knight" | "bishop" | "rook" | "queen" | "king"
    ) || language.piece(word).is_some()
}
