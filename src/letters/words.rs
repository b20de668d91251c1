//! Words that templates compare with, and that each language says in its own way where they are shown: `{{ game.turn|in_words }}`.

use super::{Sentence, sentence};

/// What a word of ours is called; any other text is what it is.
pub(super) fn of_word(word: &str) -> Sentence {
    let known = in_a_game(word).or_else(|| ending(word));
    let known = known.or_else(|| language(word));
    known.unwrap_or_else(|| Sentence::from(word))
}

/// Sides, stakes and systems of pairing.
fn in_a_game(word: &str) -> Option<Sentence> {
    Some(match word {
        "White" => sentence!("White"),
        "Black" => sentence!("Black"),
        "white" => sentence!("white"),
        "black" => sentence!("black"),
        "rated" => sentence!("rated"),
        "casual" => sentence!("casual"),
        "round robin" => sentence!("round robin"),
        "double round robin" => sentence!("double round robin"),
        "Swiss" => sentence!("Swiss"),
        "knock-out" => sentence!("knock-out"),
        "Scheveningen" => sentence!("Scheveningen"),
        "team round robin" => sentence!("team round robin"),
        _ => return None,
    })
}

/// How a game ended, [`crate::game::Ending::word`].
fn ending(word: &str) -> Option<Sentence> {
    Some(match word {
        "checkmate" => sentence!("checkmate"),
        "stalemate" => sentence!("stalemate"),
        "insufficient material" => sentence!("insufficient material"),
        "dead position" => sentence!("dead position"),
        "fivefold repetition" => sentence!("fivefold repetition"),
        "seventy-five moves" => sentence!("seventy-five moves"),
        "threefold repetition" => sentence!("threefold repetition"),
        "fifty moves" => sentence!("fifty moves"),
        "draw agreed" => sentence!("draw agreed"),
        "resignation" => sentence!("resignation"),
        "time forfeit" => sentence!("time forfeit"),
        "aborted" => sentence!("aborted"),
        "adjudication" => sentence!("adjudication"),
        _ => return None,
    })
}

/// Languages of piece letters, [`crate::chess::Letters::name`].
pub(super) fn language(name: &str) -> Option<Sentence> {
    Some(match name {
        "English" => sentence!("English"),
        "Czech" => sentence!("Czech"),
        "Danish" => sentence!("Danish"),
        "Dutch" => sentence!("Dutch"),
        "Estonian" => sentence!("Estonian"),
        "Finnish" => sentence!("Finnish"),
        "French" => sentence!("French"),
        "German" => sentence!("German"),
        "Hungarian" => sentence!("Hungarian"),
        "Icelandic" => sentence!("Icelandic"),
        "Italian" => sentence!("Italian"),
        "Norwegian" => sentence!("Norwegian"),
        "Polish" => sentence!("Polish"),
        "Portuguese" => sentence!("Portuguese"),
        "Romanian" => sentence!("Romanian"),
        "Spanish" => sentence!("Spanish"),
        "Swedish" => sentence!("Swedish"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Letters;
    use crate::letters::Language;

    #[test]
    fn the_word_itself_stays_and_what_is_shown_is_said_in_the_language() {
        assert_eq!(Language::German.say(&of_word("White")), "Weiß");
        assert_eq!(of_word("White"), "White");
        assert_eq!(of_word("something else"), "something else");
    }

    #[test]
    fn each_language_of_piece_letters_has_a_name_in_each_language() {
        for letters in Letters::ALL {
            assert!(language(letters.name()).is_some(), "{}", letters.name());
        }
    }
}
