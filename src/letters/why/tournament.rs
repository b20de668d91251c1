//! What is not done in tournaments.

use crate::letters::{InWords, Sentence, sentence};

/// Why somebody does not sign up, does not withdraw, or is shown no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTournament {
    /// There is none of this name.
    NoSuch {
        /// Those for which one can sign up.
        open: Vec<String>,
    },
    /// It names none, and several can be meant.
    WhichTable {
        /// Those in which their writer takes part.
        names: Vec<String>,
    },
    /// It can only be meant: to sign up for this one.
    SignUpMeant {
        /// By which it is called.
        name: String,
    },
    /// The player has signed up before.
    Twice {
        /// Whether they have a seat, or wait for one.
        seated: bool,
    },
    /// It names no team, and this one has some.
    WhichTeam {
        /// The tournament.
        name: String,
        /// Its teams.
        teams: Vec<String>,
        /// The one of them that is proposed.
        proposed: String,
    },
    /// It names a team that this one has not.
    NoSuchTeam {
        /// The tournament.
        name: String,
        /// Its teams.
        teams: Vec<String>,
        /// The one of them that is proposed.
        proposed: String,
    },
    /// It names a team, and nobody plays for one in it.
    NoTeams {
        /// The tournament.
        name: String,
    },
    /// The player has signed up for another team.
    OtherTeam {
        /// For which.
        own: String,
        /// The tournament.
        name: String,
    },
    /// Nobody signs up any more.
    Closed,
    /// All its games are over.
    Finished,
    /// It was given up.
    Cancelled,
    /// Our letters do not go to the player, so that nobody could play against them.
    NoMail,
    /// The player takes no part in it.
    NotIn,
    /// The player has withdrawn before, or somebody has taken their place.
    Gone,
    /// The player has withdrawn from it, or was taken out, and wants in again.
    Left,
    /// The player wrote that when they had no games in it, and have some by now.
    PlaysSince,
    /// It is done once it was confirmed.
    ToBeConfirmed,
    /// A game of a tournament does not end without a result.
    NoAbort,
}

impl InWords for NoTournament {
    fn in_words(&self) -> Sentence {
        match self {
            NoTournament::NoSuch { open } if open.is_empty() => sentence!(
                "there is no tournament of that name, and none for which you could sign up at the moment"
            ),
            NoTournament::NoSuch { open } => sentence!(
                "there is no tournament of that name; you can sign up for {{ open }}; write \"tournaments\" for what each is",
                open = Sentence::any_of(open)
            ),
            NoTournament::WhichTable { names } => sentence!(
                "you take part in several tournaments; write \"table\" and one of {{ names }}",
                names = Sentence::any_of(names)
            ),
            NoTournament::SignUpMeant { name } => sentence!(
                "to take part in the tournament of that name you write \"sign up {{ name }}\"",
                name
            ),
            NoTournament::Twice { seated: true } => {
                sentence!("you have signed up before, and have a seat")
            }
            NoTournament::Twice { seated: false } => {
                sentence!("you have signed up before, and wait for a seat")
            }
            NoTournament::WhichTeam {
                name,
                teams,
                proposed,
            } => sentence!(
                "it is played by teams, {{ teams }}; to play for one of them, write, for example, \"sign up {{ name }} for {{ proposed }}\"",
                teams = teams.join(", "),
                name,
                proposed
            ),
            NoTournament::NoSuchTeam {
                name,
                teams,
                proposed,
            } => sentence!(
                "no team of that name plays in it; its teams are {{ teams }}; write, for example, \"sign up {{ name }} for {{ proposed }}\"",
                teams = teams.join(", "),
                name,
                proposed
            ),
            NoTournament::NoTeams { name } => sentence!(
                "nobody plays for a team in it; to take part, write \"sign up {{ name }}\"",
                name
            ),
            NoTournament::OtherTeam { own, name } => sentence!(
                "you have signed up for the team {{ own }}; until it begins you can write \"withdraw from {{ name }}\", and when that is done, this again; once it has begun, whoever withdraws loses their games",
                own,
                name
            ),
            NoTournament::Closed => sentence!("nobody can sign up for it any more; it begins soon"),
            NoTournament::Finished => sentence!("it is over"),
            NoTournament::Cancelled => sentence!("it was cancelled"),
            NoTournament::NoMail => sentence!(
                "you have asked us to send you no mail, and nobody could play against you; write \"start\" first, and then \
                 this again"
            ),
            NoTournament::NotIn => sentence!("you do not take part in it"),
            NoTournament::Gone => sentence!("you play in it no longer"),
            NoTournament::Left => {
                sentence!("you have played in it and do so no longer; nobody comes back into it")
            }
            NoTournament::PlaysSince => sentence!(
                "when you wrote that you had no games in it, and now you have; to give them up, write it again"
            ),
            NoTournament::ToBeConfirmed => {
                sentence!("that is asked about first; write it in a mail of its own")
            }
            NoTournament::NoAbort => sentence!(
                "it belongs to a tournament, and such a game does not end without a result; you can offer a draw"
            ),
        }
    }
}
