//! What two play for.

use super::words::kept_under_words;

kept_under_words! {
    /// What is at stake in a game.
    #[derive(Default)]
    pub enum Stake {
        /// Nothing.
        #[default]
        Casual = "casual",
        /// The ratings of both.
        Rated = "rated",
    }
}
