//! What the director of a tournament orders: "event spring close", "event spring withdraw Bob because he has left".
//!
//! "Event" also begins talk ("event planners are busy"), so a line is an order only where one of a few words stands behind the
//! name of the tournament. What is missing behind that word is asked for.

use super::command::Command;
use super::to_director::closes_quotation;
use super::tournament::is_name;
use crate::game::Result;

/// What somebody orders who directs a tournament.
#[derive(Debug, Clone, PartialEq)]
pub enum Directive {
    /// Players may sign up.
    Open,
    /// Nobody may any more.
    Close,
    /// It begins.
    Begin,
    /// All who take part are told this.
    Announce(String),
    /// A player who takes part is told this.
    Tell {
        /// The player's name, as written.
        player: String,
        /// In these words.
        words: String,
    },
    /// A player leaves it.
    Withdraw {
        /// The player's name, as written.
        player: String,
        /// Why, as written.
        reason: String,
    },
    /// A player takes the place of another one.
    Substitute {
        /// The name of the one whose place it is, as written.
        gone: String,
        /// The name of the one who takes it, as written.
        taker: String,
        /// Why, as written; may be empty.
        reason: String,
    },
    /// These play for a team, by board.
    Team {
        /// The team's name, as written.
        team: String,
        /// The names of its players, as written, the first board first.
        players: Vec<String>,
    },
    /// A game of it is over.
    Award {
        /// The game's number.
        game: i64,
        /// With this result.
        result: Result,
        /// Why, as written.
        reason: String,
    },
    /// One of them that is not whole.
    Unread(Missing),
}

/// What an order of a director does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The words of an announcement.
    Words,
    /// Who is told something, or what.
    Telling,
    /// Who is withdrawn, or why.
    Withdrawal,
    /// Whose place somebody takes, or who does.
    Substitution,
    /// Which team, or who plays for it.
    Team,
    /// Which game is awarded, the result, or why.
    Award,
}

impl Directive {
    /// Adds words from lines below, which belong to it.
    pub(super) fn goes_on(&mut self, below: &str) {
        let (words, between) = match self {
            Directive::Announce(words) | Directive::Tell { words, .. } => (words, "\n"),
            // Without a reason there are no lines that go on with it.
            Directive::Substitute { reason, .. } if reason.is_empty() => return,
            Directive::Withdraw { reason, .. }
            | Directive::Substitute { reason, .. }
            | Directive::Award { reason, .. } => (reason, " "),
            Directive::Unread(Missing::Words) => {
                if !below.trim().is_empty() {
                    *self = Directive::Announce(below.trim().to_owned());
                }
                return;
            }
            Directive::Open
            | Directive::Close
            | Directive::Begin
            | Directive::Team { .. }
            | Directive::Unread(
                Missing::Telling
                | Missing::Withdrawal
                | Missing::Substitution
                | Missing::Team
                | Missing::Award,
            ) => return,
        };
        let whole = format!("{words}{between}{below}");
        whole.trim().clone_into(words);
    }

    /// What players may read of it.
    pub fn words(&self) -> Option<&str> {
        match self {
            Directive::Announce(words) | Directive::Tell { words, .. } => Some(words),
            Directive::Substitute { reason, .. } if reason.is_empty() => None,
            Directive::Withdraw { reason, .. }
            | Directive::Substitute { reason, .. }
            | Directive::Award { reason, .. } => Some(reason),
            Directive::Open
            | Directive::Close
            | Directive::Begin
            | Directive::Team { .. }
            | Directive::Unread(_) => None,
        }
    }

    /// Which of the lines below belong to it.
    pub(super) fn takes(&self) -> Takes {
        match self {
            Directive::Announce(_)
            | Directive::Tell { .. }
            | Directive::Unread(Missing::Words | Missing::Telling) => Takes::AllBelow,
            Directive::Substitute { reason, .. } if reason.is_empty() => Takes::Nothing,
            Directive::Withdraw { .. } | Directive::Substitute { .. } | Directive::Award { .. } => {
                Takes::ToBlankLine
            }
            Directive::Open
            | Directive::Close
            | Directive::Begin
            | Directive::Team { .. }
            | Directive::Unread(
                Missing::Withdrawal | Missing::Substitution | Missing::Team | Missing::Award,
            ) => Takes::Nothing,
        }
    }
}

/// Which of the lines below an order belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// None.
    Nothing,
    /// Those up to a blank one, so that the end of a long line is not lost.
    ToBlankLine,
    /// All.
    AllBelow,
}

/// An order of a director, in a whole line.
pub(super) fn about_events(line: &str) -> Option<Command> {
    let (first, rest) = line.trim().split_once(' ')?;
    let (name, rest) = rest.trim_start().split_once(' ')?;
    let name = name.to_lowercase();
    if !first.eq_ignore_ascii_case("event") || !is_name(&name) {
        return None;
    }
    let (verb, rest) = cut_word(rest);
    let verb = verb.trim_end_matches([':', '.', '!']).to_lowercase();
    let what = match (verb.as_str(), rest) {
        ("open", "") => Directive::Open,
        ("close", "") => Directive::Close,
        ("begin", "") => Directive::Begin,
        ("table", "") => return Some(Command::Table(Some(name))),
        ("announce", "") => Directive::Unread(Missing::Words),
        ("announce", words) => Directive::Announce(words.to_owned()),
        ("tell", rest) if rest.split(':').skip(1).any(closes_quotation) => return None,
        ("tell", rest) => telling(rest).unwrap_or(Directive::Unread(Missing::Telling)),
        ("withdraw", rest) => withdrawal(rest).unwrap_or(Directive::Unread(Missing::Withdrawal)),
        ("substitute", rest) => {
            substitution(rest).unwrap_or(Directive::Unread(Missing::Substitution))
        }
        ("team", rest) => team(rest).unwrap_or(Directive::Unread(Missing::Team)),
        ("award", rest) => award(rest).unwrap_or(Directive::Unread(Missing::Award)),
        _ => return None,
    };
    Some(Command::Direct(name, what))
}

/// "Bob: your game is won", or "Bob:" with the words below.
fn telling(rest: &str) -> Option<Directive> {
    let (player, words) = rest.split_once(':')?;
    let player = player.trim_matches(['"', '\'', ' ', ',']).to_owned();
    let words = words.trim().to_owned();
    (!player.is_empty()).then_some(Directive::Tell { player, words })
}

/// "Bob because he has left".
fn withdrawal(rest: &str) -> Option<Directive> {
    let (player, reason) = with_reason(rest)?;
    let player = player.trim_matches(['"', '\'', ' ', ',']).to_owned();
    (!player.is_empty()).then_some(Directive::Withdraw { player, reason })
}

/// "Bob by Eve", or "Bob by Eve because he is ill".
fn substitution(rest: &str) -> Option<Directive> {
    const BY: &str = " by ";
    let (who, reason) = with_reason(rest).unwrap_or((rest, String::new()));
    let at = who.to_ascii_lowercase().find(BY)?;
    let (gone, taker) = (who.get(..at)?, who.get(at + BY.len()..)?);
    let bare = |name: &str| {
        name.trim_matches(['"', '\'', ' ', ',', '.', '!'])
            .to_owned()
    };
    let (gone, taker) = (bare(gone), bare(taker));
    (!gone.is_empty() && !taker.is_empty()).then_some(Directive::Substitute {
        gone,
        taker,
        reason,
    })
}

/// "Riverside: Ann, Bob, Carla".
fn team(rest: &str) -> Option<Directive> {
    let bare = |name: &str| name.trim_matches(['"', '\'', ' ', '.']).to_owned();
    let (team, players) = rest.split_once(':')?;
    let (team, players) = (bare(team), players.split(',').map(bare));
    let players: Vec<String> = players.collect();
    let whole = !team.is_empty() && players.iter().all(|name| !name.is_empty());
    whole.then_some(Directive::Team { team, players })
}

/// "42 1-0 because Black has not moved", with or without "game" in front.
fn award(rest: &str) -> Option<Directive> {
    let (what, reason) = with_reason(rest)?;
    let (first, behind) = cut_word(what);
    let what = if first.eq_ignore_ascii_case("game") {
        behind
    } else {
        what
    };
    let (game, result) = cut_word(what);
    let game = game.trim_start_matches('#').trim_end_matches([':', ',']);
    let result = match result.trim_end_matches(',') {
        "1-0" => Result::White,
        "0-1" => Result::Black,
        "1/2" | "1/2-1/2" | "\u{bd}" | "\u{bd}-\u{bd}" => Result::Draw,
        _ => return None,
    };
    let game = game.parse().ok().filter(|game| *game > 0)?;
    Some(Directive::Award {
        game,
        result,
        reason,
    })
}

/// What stands before "because", and what behind it; both are there.
fn with_reason(rest: &str) -> Option<(&str, String)> {
    const BECAUSE: &str = " because ";
    let at = rest.to_ascii_lowercase().find(BECAUSE)?;
    let (what, reason) = (rest.get(..at)?, rest.get(at + BECAUSE.len()..)?);
    let reason = reason.trim();
    (!reason.is_empty()).then(|| (what.trim(), reason.to_owned()))
}

/// The first word, and what stands behind it.
fn cut_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(' ')
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Directive> {
        match about_events(line)? {
            Command::Direct(name, what) if name == "spring-2027" => Some(what),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_director_names_the_tournament_and_then_what_is_to_be_done() {
        let bob = |reason: &str| Directive::Withdraw {
            player: "Bob Smith".to_owned(),
            reason: reason.to_owned(),
        };
        let tell = |words: &str| Directive::Tell {
            player: "Bob Smith".to_owned(),
            words: words.to_owned(),
        };
        let substitute = |reason: &str| Directive::Substitute {
            gone: "Bob Smith".to_owned(),
            taker: "Eve".to_owned(),
            reason: reason.to_owned(),
        };
        let award = |result| Directive::Award {
            game: 42,
            result,
            reason: "Black is ill".to_owned(),
        };
        for (line, what) in [
            ("event spring-2027 open", Directive::Open),
            ("Event Spring-2027 CLOSE", Directive::Close),
            ("event spring-2027 begin", Directive::Begin),
            (
                "event spring-2027 announce Prizes: on 3 May.",
                Directive::Announce("Prizes: on 3 May.".to_owned()),
            ),
            (
                "event spring-2027 announce",
                Directive::Unread(Missing::Words),
            ),
            (
                "event spring-2027 withdraw Bob Smith because he left, because of me",
                bob("he left, because of me"),
            ),
            (
                "event spring-2027 withdraw \"Bob Smith\" because he left",
                bob("he left"),
            ),
            (
                "event spring-2027 tell Bob Smith: Your game: it is won.",
                tell("Your game: it is won."),
            ),
            ("event spring-2027 tell \"Bob Smith\":", tell("")),
            (
                "event spring-2027 substitute Bob Smith by Eve because he is ill",
                substitute("he is ill"),
            ),
            (
                "event spring-2027 substitute \"Bob Smith\" by \"Eve\".",
                substitute(""),
            ),
            (
                "event spring-2027 team River Side: Ann, Bob Smith",
                Directive::Team {
                    team: "River Side".to_owned(),
                    players: vec!["Ann".to_owned(), "Bob Smith".to_owned()],
                },
            ),
            (
                "event spring-2027 award 42 1-0 because Black is ill",
                award(Result::White),
            ),
            (
                "event spring-2027 award game 42 0-1 because Black is ill",
                award(Result::Black),
            ),
            (
                "event spring-2027 award #42 1/2 because Black is ill",
                award(Result::Draw),
            ),
        ] {
            assert_eq!(read(line), Some(what), "{line}");
        }
    }

    #[test]
    fn what_is_missing_is_asked_for_and_other_lines_are_talk() {
        for (line, missing) in [
            ("event spring-2027 tell Bob hello", Missing::Telling),
            ("event spring-2027 tell : hello", Missing::Telling),
            ("event spring-2027 withdraw Bob", Missing::Withdrawal),
            (
                "event spring-2027 withdraw because I say so",
                Missing::Withdrawal,
            ),
            (
                "event spring-2027 withdraw Bob because ",
                Missing::Withdrawal,
            ),
            ("event spring-2027 substitute Bob", Missing::Substitution),
            (
                "event spring-2027 substitute Bob by because he is ill",
                Missing::Substitution,
            ),
            ("event spring-2027 substitute by Eve", Missing::Substitution),
            ("event spring-2027 team Riverside Ann", Missing::Team),
            ("event spring-2027 team Riverside: Ann, ,", Missing::Team),
            ("event spring-2027 award 42 1-0", Missing::Award),
            ("event spring-2027 award 42 2-0 because", Missing::Award),
            ("event spring-2027 award -3 1-0 because so", Missing::Award),
        ] {
            assert_eq!(read(line), Some(Directive::Unread(missing)), "{line}");
        }
        for line in [
            "event spring-2027",
            "event spring-2027 was great",
            "event spring-2027 tell Bob:\" and the words; to tell all who take part,",
            "event spring-2027 open until Friday",
            "events in spring open",
            "event: Berlin open",
            "the event spring-2027 open",
        ] {
            assert_eq!(about_events(line), None, "{line}");
        }
    }
}
