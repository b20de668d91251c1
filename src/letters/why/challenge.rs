//! Challenges that cannot be made.

use super::time_control::why_no_control;
use crate::chess::start::CHESS960_STARTS;
use crate::game::GameNumber;
use crate::language::NoControl;
use crate::letters::dates::day_in_figures;
use crate::letters::{InWords, Sentence, sentence};
use chrono::NaiveDate;

/// Why a challenge is not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoChallenge {
    /// No player is called so.
    NoSuchPlayer,
    /// No player is called so, and the end of the name was perhaps meant as a time control.
    NoSuchPlayerOrControl {
        /// As it was written.
        written: String,
    },
    /// It is to our own address.
    Server,
    /// It is to what is no address.
    NoAddress,
    /// It is to the challenger.
    Yourself,
    /// Whoever is challenged wants no mail, or none of the challenger's.
    WantsNoMail,
    /// Mail to them comes back.
    ComesBack,
    /// They were invited by the same player before.
    InvitedBefore,
    /// They are invited, on this day (UTC).
    InvitedOn {
        /// With this challenge.
        game: GameNumber,
        /// When the invitation goes out.
        day: NaiveDate,
    },
    /// They have not answered the same challenge.
    SameWaits {
        /// This one.
        game: GameNumber,
    },
    /// They have not answered so many others.
    OthersWait {
        /// How many may wait.
        most: usize,
    },
    /// Another challenge between the two is open.
    OneIsOpen {
        /// This one.
        game: GameNumber,
    },
    /// The challenger has made fifty challenges today.
    EnoughToday,
    /// The challenger has invited ten people today, and ten more invitations wait.
    EnoughWait,
    /// This server has sent as many invitations today as it may.
    EnoughOfTheServer,
    /// The address gets no invitation today.
    NotThere {
        /// Our address, to which its owner can write.
        server: String,
    },
    /// Chess960 has no start position of that number.
    NoStartNumber,
    /// No game can begin from this position.
    NoStart {
        /// As it was written.
        fen: String,
        /// What is wrong with it, a sentence each.
        faults: Vec<String>,
    },
    /// The game that a rematch would follow is not over.
    NotOver,
    /// Its time control cannot be read.
    NoControl {
        /// As it was written; empty where it is not repeated.
        written: String,
        /// Why not.
        why: NoControl,
    },
    /// This server does not play with that time control.
    NotAllowed {
        /// The time control, in words.
        wanted: String,
        /// Those with which it plays, in words; none where the time control leaves too little time for mail.
        allowed: Vec<String>,
    },
    /// It is to be rated and casual.
    RatedAndCasual,
    /// No game is rated from a position of one's own.
    NotRatedFromThere,
    /// The word for the stake is the end of a player's name as well.
    NameOrStake {
        /// The name with it.
        name: String,
        /// The name without it.
        shorter: String,
        /// The word, as written.
        written: String,
    },
    /// What may be a time control is the end of a player's name as well.
    NameOrControl {
        /// The name with it.
        name: String,
        /// The name without it.
        shorter: String,
        /// The time control, as written.
        written: String,
    },
}

impl InWords for NoChallenge {
    fn in_words(&self) -> Sentence {
        match self {
            NoChallenge::NoSuchPlayer => {
                sentence!("there is no player of that name; give a mail address to invite somebody")
            }
            NoChallenge::NoSuchPlayerOrControl { written } => sentence!(
                "there is no player of that name, and if \"{{ written }}\" is to be the clock, {{ why }}; \"help time\" tells how each \
                     is written",
                written,
                why = why_no_control(NoControl::Unread)
            ),
            NoChallenge::Server => sentence!("that is this server's own address"),
            NoChallenge::NoAddress => sentence!("that is not a mail address"),
            NoChallenge::Yourself => sentence!("you cannot challenge yourself"),
            NoChallenge::WantsNoMail => sentence!("that player does not want mail now"),
            NoChallenge::ComesBack => {
                sentence!("mail to that player comes back at the moment; try again later")
            }
            NoChallenge::InvitedBefore => sentence!(
                "you have invited that address before; nobody is invited twice by the same player"
            ),
            NoChallenge::EnoughToday => {
                sentence!("you have made fifty challenges today; try again tomorrow")
            }
            NoChallenge::EnoughWait => sentence!(
                "you have invited ten people today, and ten more invitations of yours wait until tomorrow; make others \
                 when these have gone out"
            ),
            NoChallenge::EnoughOfTheServer => {
                sentence!("this server has sent enough invitations today; try again tomorrow")
            }
            NoChallenge::NotOver => {
                sentence!("a rematch comes after a game, and this one is not over")
            }
            NoChallenge::InvitedOn { game, day } => sentence!(
                "your invitation to that address, game {{ game }}, goes out by itself on {{ day }}",
                game,
                day = day_in_figures(*day)
            ),
            NoChallenge::SameWaits { game } => sentence!(
                "that player has this challenge of yours already, as game {{ game }}, and has not answered it; you can take \
                     it back with \"withdraw\" in answer to our mail about it",
                game
            ),
            NoChallenge::OthersWait { most } => sentence!(
                "{{ most }} challenges of yours wait for that player's answer, and no more may; challenge them again when \
                     they have answered",
                most
            ),
            NoChallenge::OneIsOpen { game } => sentence!(
                "a challenge between you is open already, game {{ game }}",
                game
            ),
            NoChallenge::NotThere { server } => sentence!(
                "that address can get no invitation today; your friend can begin by writing \"join\" to {{ server }}, and \
                     then you can challenge them",
                server
            ),
            NoChallenge::NoStartNumber => sentence!(
                "the start positions of Chess960 are numbered from 0 to {{ last }}",
                last = CHESS960_STARTS - 1
            ),
            NoChallenge::NoControl { written, why } => {
                let why = why_no_control(*why);
                match written.is_empty() {
                    true => sentence!(
                        "its time control cannot be read: {{ why }}; \"help time\" tells how each is written",
                        why
                    ),
                    false => sentence!(
                        "\"{{ written }}\" is no time control: {{ why }}; \"help time\" tells how each is written",
                        written,
                        why
                    ),
                }
            }
            NoChallenge::NotAllowed { wanted, allowed } if allowed.is_empty() => sentence!(
                "\"{{ wanted }}\" leaves too little time for mail: an hour is the least; \"help time\" tells what is played here",
                wanted
            ),
            NoChallenge::NotAllowed { wanted, allowed } => {
                let allowed: Vec<String> = allowed.iter().map(|one| format!("\"{one}\"")).collect();
                sentence!(
                    "\"{{ wanted }}\" is not played on this server; write one of these instead: {{ allowed }}",
                    wanted,
                    allowed = allowed.join(", ")
                )
            }
            NoChallenge::NameOrControl {
                name,
                shorter,
                written,
            } => sentence!(
                "there is a player of the name \"{{ name }}\", and \"{{ written }}\" can be a time control: for that player \
                     write challenge '{{ name }}', for the time control write challenge '{{ shorter }}' {{ written }}",
                name,
                written,
                shorter
            ),
            NoChallenge::RatedAndCasual => {
                sentence!("it says both rated and casual; write one of them")
            }
            NoChallenge::NotRatedFromThere => sentence!(
                "only games from the usual position, or from a start position of Chess960, are rated; leave out \"rated\" to play \
                 from that position"
            ),
            NoChallenge::NameOrStake {
                name,
                shorter,
                written,
            } => sentence!(
                "there is a player of the name \"{{ name }}\", and \"{{ written }}\" can say what is at stake: for that player write \
                     challenge '{{ name }}', for the other challenge '{{ shorter }}' {{ written }}",
                name,
                written,
                shorter
            ),
            NoChallenge::NoStart { fen, faults } => sentence!(
                "no game can begin from \"{{ fen }}\": {{ faults }}",
                fen,
                faults = faults.join("; ")
            ),
        }
    }
}
