//! What a club's secretary sees by a secret link: the running games with their clocks, and who is left without an answer. No address
//! and no word of anybody, and no move of a game that goes on.

use super::frame::filled_below;
use super::opened::open_text;
use super::site::Site;
use serde::Serialize;

/// A game that goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunningGame {
    /// Its number.
    pub number: i64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// What is left of White, in words; empty without a clock.
    pub white_left: String,
    /// The same of Black.
    pub black_left: String,
    /// Its tournament and round; empty where it belongs to none.
    pub event: String,
    /// How time is counted, in words.
    pub control: String,
    /// The move that is to be made: `7...`
    pub to_move: String,
    /// Whether that is White's.
    pub white_moves: bool,
    /// Since when it is to be made.
    pub since: String,
    /// When the time for it is over, or why it has no end.
    pub ends: String,
    /// How long that is from now; empty where it has no end.
    pub in_time: String,
}

/// Somebody who is left without an answer, or without our mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Silence {
    /// Why, in words.
    pub reason: &'static str,
    /// Who; empty where it is no player of ours.
    pub player: String,
    /// How many mails or letters it is about.
    pub mails: i64,
    /// Since when.
    pub since: String,
}

#[derive(Serialize)]
struct Shown {
    title: &'static str,
    now: String,
    games: Vec<RunningGame>,
    /// So many more go on.
    more: usize,
    silences: Vec<Silence>,
}

/// So many games the page shows, those first whose time ends first: it is to be read, and made in a moment.
const MOST_SHOWN: usize = 1_000;

/// The page, as it was at this instant.
pub fn secretary_page(
    now: String,
    games: Vec<RunningGame>,
    silences: Vec<Silence>,
    site: &Site,
) -> String {
    let more = games.len().saturating_sub(MOST_SHOWN);
    let games = games.into_iter().take(MOST_SHOWN).map(|game| RunningGame {
        white: open_text(&game.white),
        black: open_text(&game.black),
        event: open_text(&game.event),
        ..game
    });
    let silences = silences.into_iter().map(|one| Silence {
        player: open_text(&one.player),
        ..one
    });
    let shown = Shown {
        title: "Running games",
        now,
        games: games.collect(),
        more,
        silences: silences.collect(),
    };
    filled_below("secretary", site, "/", shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str) -> RunningGame {
        RunningGame {
            number: 7,
            white: white.to_owned(),
            black: "Bob".to_owned(),
            white_left: "2 days".to_owned(),
            black_left: "3 days".to_owned(),
            event: "Spring <i>tournament</i>, round 2".to_owned(),
            control: "3 days a move".to_owned(),
            to_move: "1.".to_owned(),
            white_moves: true,
            since: "2026-06-01 12:00".to_owned(),
            ends: "2026-06-04 12:00".to_owned(),
            in_time: "2 d 3 h".to_owned(),
        }
    }

    #[test]
    fn what_others_are_called_is_text_and_no_address_is_shown() {
        let site = Site {
            name: "Chess by mail".to_owned(),
            address: "chess@club.example".to_owned(),
            contact: String::new(),
            web: String::new(),
        };
        let silence = Silence {
            reason: "a mail of theirs waits",
            player: "\"><img src=x onerror=alert(1)>".to_owned(),
            mails: 2,
            since: String::new(),
        };
        let games = vec![game("<script>alert(1)</script> ann@players.example")];
        let page = secretary_page("2026-06-02 09:00".to_owned(), games, vec![silence], &site);
        assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>"));
        assert!(!page.contains("<img") && !page.contains("<i>tournament"));
        assert!(!page.contains("players.example"), "{page}");
        assert!(page.contains("noindex") && page.contains("no-referrer"));
        let empty = secretary_page(String::new(), Vec::new(), Vec::new(), &site);
        assert!(empty.contains("No game goes on."), "{empty}");
        let many = vec![game("Ann"); MOST_SHOWN + 2];
        let page = secretary_page(String::new(), many, Vec::new(), &site);
        assert!(page.contains("2 more games go on"), "{page}");
        assert_eq!(page.matches("2 days").count(), MOST_SHOWN);
    }
}
