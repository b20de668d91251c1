//! Where a game comes from.

/// Where a game comes from. Games that were played here come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// It was played here.
    Played,
    /// It was entered into the archive.
    Archive,
}

impl Source {
    /// The folder of its pages.
    pub fn folder(self) -> &'static str {
        match self {
            Source::Played => "games",
            Source::Archive => "archive",
        }
    }

    /// "Game 17" or "Archive 17".
    pub(super) fn called(self, number: i64) -> String {
        match self {
            Source::Played => format!("Game {number}"),
            Source::Archive => format!("Archived game {number}"),
        }
    }
}
