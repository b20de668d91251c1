//! Why nobody takes the place of another one in a tournament.

use crate::letters::{InWords, Sentence, says_its_words, sentence};

/// Why somebody does not take the place of another one in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSubstitution {
    /// They are the same.
    Same,
    /// Who would take the place has signed up for another team.
    OtherTeam {
        /// The tournament.
        name: String,
    },
    /// Whose place it would be has no games before them in it.
    Done,
    /// The time of whose place it would be is over in a game.
    TimeOver {
        /// Its number.
        game: i64,
    },
    /// Who would take it has not signed up, and nobody else puts them into games.
    NotSignedUp {
        /// The tournament.
        name: String,
    },
    /// Who would take it plays in the tournament.
    Plays,
    /// Who would take it has played in the tournament before.
    Played,
    /// Our mail does not reach who would take it.
    NotReached,
    /// The director would play in the place of somebody.
    ByYourself {
        /// Whom to ask, where there is somebody.
        contact: Option<String>,
    },
}

impl InWords for NoSubstitution {
    fn in_words(&self) -> Sentence {
        match self {
            NoSubstitution::Same => sentence!("these are one and the same player"),
            NoSubstitution::OtherTeam { name } => sentence!(
                "who would take the place has signed up for another team, and nobody is put into a team without their word; \
                 \"table {{ name }}\" shows who waits for which",
                name
            ),
            NoSubstitution::Done => sentence!(
                "whose place it is has no game in it that goes on, and gets none any more"
            ),
            NoSubstitution::TimeOver { game } => sentence!(
                "the time of whose place it is was over in game {{ game }}; that game has to be decided first",
                game
            ),
            NoSubstitution::NotSignedUp { name } => sentence!(
                "nobody who could take the place has signed up under that name, and nobody is put into games without their own word; \
                 they can write \"sign up {{ name }}\", also while it is played",
                name
            ),
            NoSubstitution::Plays => sentence!("who would take the place plays in it already"),
            NoSubstitution::Played => {
                sentence!("who would take the place has played in it before")
            }
            NoSubstitution::NotReached => {
                sentence!("our mail does not reach who would take the place at the moment")
            }
            NoSubstitution::ByYourself {
                contact: Some(contact),
            } => sentence!(
                "nobody decides that they play in it themselves; please ask the administrator of this server, {{ contact }}",
                contact
            ),
            NoSubstitution::ByYourself { contact: None } => sentence!(
                "nobody decides that they play in it themselves; please ask the administrator of this server"
            ),
        }
    }
}

says_its_words!(NoSubstitution);
