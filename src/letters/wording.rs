//! What the program itself must know of the words of a language: by which it finds the parts of a letter, and what it writes
//! where no template does.

use super::Language;
use crate::language::{
    DUTCH_LINKS, ENGLISH_LINKS, FRENCH_LINKS, GERMAN_LINKS, ITALIAN_LINKS, LinkWords, SPANISH_LINKS,
};

/// The words of one language.
#[derive(Debug)]
pub(super) struct Wording {
    /// Who is to be asked where the settings name nobody; in a form that stands behind "ask" and "write to".
    pub(super) administrator: &'static str,
    /// What the paragraph above a board of letters begins with, which says who sits below. Only such a board needs it.
    pub(super) board: &'static str,
    /// What a line with a FEN of the reader's begins with.
    pub(super) your_fen: &'static str,
    /// What stands before words that the reader wrote, and that were not done.
    pub(super) repeats: &'static str,
    /// What it is all about: the title of a letter as HTML.
    pub(super) chess: &'static str,
    /// What stands about links, by which they are known in answers.
    pub(super) links: &'static LinkWords,
    /// The subject of a mail that a link opens, before the number of the game.
    pub(super) answers_game: &'static str,
}

const ENGLISH: Wording = Wording {
    administrator: "the administrator of this server",
    board: "Board, ",
    your_fen: "Your FEN: ",
    repeats: "says ",
    chess: "Chess",
    links: &ENGLISH_LINKS,
    answers_game: "Re: Chess game ",
};

const GERMAN: Wording = Wording {
    administrator: "die Verwaltung dieses Servers",
    board: "Brett, ",
    your_fen: "Ihre FEN: ",
    repeats: "steht ",
    chess: "Schach",
    links: &GERMAN_LINKS,
    answers_game: "Re: Schachpartie ",
};

const FRENCH: Wording = Wording {
    administrator: "l'administration de ce serveur",
    board: "Échiquier, ",
    your_fen: "Votre FEN: ",
    repeats: "contient ",
    chess: "Échecs",
    links: &FRENCH_LINKS,
    answers_game: "Re: Partie d'échecs ",
};

const SPANISH: Wording = Wording {
    administrator: "la administración de este servidor",
    board: "Tablero, ",
    your_fen: "Tu FEN: ",
    repeats: "dice ",
    chess: "Ajedrez",
    links: &SPANISH_LINKS,
    answers_game: "Re: Partida de ajedrez ",
};

const DUTCH: Wording = Wording {
    administrator: "de beheerder van deze server",
    board: "Bord, ",
    your_fen: "Jouw FEN: ",
    repeats: "staat ",
    chess: "Schaken",
    links: &DUTCH_LINKS,
    answers_game: "Re: Schaakpartij ",
};

const ITALIAN: Wording = Wording {
    administrator: "l'amministrazione di questo server",
    board: "Scacchiera, ",
    your_fen: "La tua FEN: ",
    repeats: "dice ",
    chess: "Scacchi",
    links: &ITALIAN_LINKS,
    answers_game: "Re: Partita di scacchi ",
};

impl Language {
    /// Its words.
    pub(super) const fn wording(self) -> &'static Wording {
        match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::French => &FRENCH,
            Language::Spanish => &SPANISH,
            Language::Dutch => &DUTCH,
            Language::Italian => &ITALIAN,
        }
    }

    /// Those of all languages: who has the text of a letter need not know its language.
    pub(super) fn wordings() -> impl Iterator<Item = &'static Wording> {
        Language::ALL.iter().map(|language| language.wording())
    }
}
