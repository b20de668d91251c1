//! Words by which it is known that somebody writes German, beside those that are common in sentences about moves.

/// In lower case. None is a word of another language that players write in.
const COMMON: &str = "\
    schach|fernschach|briefschach|möchte|würde|könnte|kann|spielen|mitspielen|bitte|gern|gerne|guten|geht|dir|dich|euch|ihnen|\
    freue|freuen|gegner|gegen|fordere|heraus|herausfordern|herausforderung|einladung|annehmen|ablehnen|anmelden|aufgeben|\
    hilfe|weiß|tage|tagen|züge|freundlichen|grüßen|gruß|noch|auch|einen|einem|bin|bist|euer|eure|wer|wann|warum";

/// Whether a word is one of them.
pub(in crate::language) fn is_common(word: &str) -> bool {
    COMMON.split('|').any(|known| known == word)
}
