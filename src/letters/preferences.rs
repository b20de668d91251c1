//! What a player wants to read of what happens in their games.

use super::{Format, Language};

/// How a player wants the letters about their games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// In which language.
    pub language: Language,
    /// In which form.
    pub format: Format,
    /// What they get for a move of their own.
    pub receipts: Receipts,
    /// Whether the game comes with each letter of a move.
    pub files: PgnFiles,
    /// What the subjects of the letters of a game say.
    pub subjects: Subjects,
    /// Whether the deadlines of their moves come for their calendar.
    pub calendar: Calendar,
    /// Which links stand in letters that are HTML.
    pub links: Links,
    /// Whether their finished games may be published.
    pub public: Public,
    /// Whether they are on the list of players.
    pub listed: Listed,
}

impl Preferences {
    /// Those of somebody who has set none, with letters in this form.
    pub fn usual(format: Format) -> Preferences {
        Preferences {
            language: Language::English,
            format,
            receipts: Receipts::Short,
            files: PgnFiles::On,
            subjects: Subjects::Plain,
            calendar: Calendar::Off,
            links: Links::Plain,
            public: Public::Off,
            listed: Listed::Off,
        }
    }
}

/// What a player gets for a move of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Receipts {
    /// The same as the other player: board, moves, what can be answered.
    Full,
    /// What was played, the position, the clocks.
    #[default]
    Short,
    /// Nothing, where there is nothing to say but that the move was played as it was sent.
    Off,
}

/// Whether the game comes as a PGN file with each letter of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PgnFiles {
    /// It does.
    #[default]
    On,
    /// Only when it is over, or asked for.
    Off,
}

/// What the subjects of the letters of a game say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subjects {
    /// Always the same, so that every mail program keeps a game together: some begin a new conversation when the subject
    /// changes, and who plays five games would find them scattered over their list.
    #[default]
    Plain,
    /// The last move, and whose turn it is.
    Moves,
}

/// Whether a letter that tells a player that it is their move brings its deadline for their calendar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Calendar {
    /// It does.
    On,
    /// It does not: who has not asked for it does not want their calendar changed by mails.
    #[default]
    Off,
}

/// Whether the finished games of a player may be published, where the other player wants that, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Public {
    /// They may.
    On,
    /// They may not: what two people have played by mail is theirs.
    #[default]
    Off,
}

/// Whether other players read of a player, by whom they can be asked for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listed {
    /// They do: name, rating, number of games, and the week of the last move.
    On,
    /// They do not.
    #[default]
    Off,
}

/// Which links to answers a letter has. They stand in its HTML alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Links {
    /// The plain ones, and one for each legal move.
    Moves,
    /// Those of what can be answered in a word or two.
    #[default]
    Plain,
    /// None.
    Off,
}

/// An enum whose values have words, by which they are ordered and kept.
macro_rules! words {
    ($name:ident: $($value:ident $word:literal),+) => {
        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$value),+];

            /// The word by which it is ordered and kept.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word),+
                }
            }

            /// What is ordered by this word.
            pub fn from_word(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}

words!(Receipts: Full "full", Short "short", Off "off");
words!(PgnFiles: On "on", Off "off");
words!(Calendar: On "on", Off "off");
words!(Public: On "on", Off "off");
words!(Listed: On "on", Off "off");
words!(Subjects: Plain "plain", Moves "moves");
words!(Links: Moves "moves", Plain "plain", Off "off");
