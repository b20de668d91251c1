//! Pages of games that were made already. Each is shown again only as long as the database says that its game is public and the
//! same.

use crate::web::Document;
use std::collections::HashMap;

/// Octets that are kept.
const MOST: usize = 32 * 1024 * 1024;

/// Pages by their paths, each with words that change when its game does.
#[derive(Default)]
pub(super) struct Kept {
    pages: HashMap<String, (String, Document)>,
    octets: usize,
}

impl Kept {
    /// The page, where it is as the game is now.
    pub(super) fn page(&self, path: &str, version: &str) -> Option<Document> {
        let (kept, page) = self.pages.get(path)?;
        (kept == version).then(|| page.clone())
    }

    /// Keeps a page. When there is no room, all others go: those that are wanted come back.
    pub(super) fn keep(&mut self, path: &str, version: String, page: &Document) {
        if self.octets + page.text.len() > MOST {
            self.pages.clear();
            self.octets = 0;
        }
        let kept = (version, page.clone());
        let before = self.pages.insert(path.to_owned(), kept);
        let gone = before.map_or(0, |(_, page)| page.text.len());
        self.octets = (self.octets + page.text.len()).saturating_sub(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::Kind;

    #[test]
    fn a_page_is_shown_again_as_long_as_it_is_the_same() {
        let mut kept = Kept::default();
        let page = |words: &str| Document::of(Kind::Html, words.to_owned());
        kept.keep("a", "1".to_owned(), &page("one"));
        assert!(kept.page("a", "1").is_some());
        assert!(kept.page("a", "2").is_none() && kept.page("b", "1").is_none());
        kept.keep("a", "2".to_owned(), &page("three"));
        assert_eq!(kept.octets, 5);
        kept.keep("b", "1".to_owned(), &page(&"x".repeat(MOST)));
        assert!(kept.page("a", "2").is_none(), "there was no room for both");
    }
}
