//! What a director does not decide.

use super::NoSubstitution;
use crate::language::Missing;
use crate::letters::{InWords, Sentence, TeamView, sentence};
use crate::tournaments::Obstacle;

/// Why what the director of a tournament orders is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDirecting {
    /// Its writer does not direct it.
    NotDirector,
    /// It does not say all that it must.
    Unread {
        /// The tournament.
        name: String,
        /// What is not said.
        missing: Missing,
    },
    /// It is open already.
    OpenAlready,
    /// It is closed already.
    ClosedAlready,
    /// Nobody could sign up for it until now.
    NotOpenYet {
        /// The tournament.
        name: String,
    },
    /// It has begun.
    Begun,
    /// It has not begun.
    NotBegun,
    /// All its games are over.
    Over,
    /// It was given up.
    Cancelled,
    /// Too few could play.
    TooFew {
        /// So many could.
        there: usize,
        /// So many are needed.
        needed: usize,
    },
    /// Not each of its teams has as many players as it has boards.
    NotWhole {
        /// The tournament.
        name: String,
        /// So many boards each has.
        boards: u16,
        /// How many each has.
        teams: Vec<TeamView>,
    },
    /// It has no team of that name.
    NoSuchTeam {
        /// Those that it has.
        teams: Vec<String>,
    },
    /// Who was named in this place has not signed up for the team.
    NotOfTeam {
        /// From 1.
        place: usize,
        /// The team.
        team: String,
        /// The tournament.
        name: String,
    },
    /// Who was named in this place was named before.
    NamedTwice {
        /// From 1.
        place: usize,
    },
    /// Another order of the same mail sets the boards of the same team otherwise.
    SaidOtherwise {
        /// The team.
        team: String,
    },
    /// Nobody takes part, who could be told.
    NobodyTold,
    /// The player does not take part in it.
    NotIn {
        /// The tournament.
        name: String,
    },
    /// The player has left it.
    Left,
    /// They would withdraw themselves.
    Yourself {
        /// The tournament.
        name: String,
    },
    /// They would tell themselves something.
    ToYourself,
    /// Our mail with the director's words does not go to the player.
    NotReached {
        /// Whom to ask, where there is somebody.
        contact: Option<String>,
    },
    /// The director plays in it, or has played in it.
    OwnTournament {
        /// Whom to ask, where there is somebody.
        contact: Option<String>,
    },
    /// The director has signed up for a team.
    OwnTeam {
        /// Whom to ask, where there is somebody.
        contact: Option<String>,
    },
    /// The game does not belong to it.
    OtherGame,
    /// The game is over.
    GameOver,
    /// The words are too many.
    TooLong {
        /// So many characters they have.
        length: usize,
        /// So many they may have.
        longest: usize,
    },
    /// Nobody can take the place of the other one.
    NoSubstitution(NoSubstitution),
    /// It is done once it was confirmed.
    ToBeConfirmed,
}

impl NoDirecting {
    /// What stands against it in the tournament of this name, as it is.
    pub fn of(obstacle: Obstacle, name: String) -> NoDirecting {
        match obstacle {
            Obstacle::OpenAlready => NoDirecting::OpenAlready,
            Obstacle::ClosedAlready => NoDirecting::ClosedAlready,
            Obstacle::NotOpenYet => NoDirecting::NotOpenYet { name },
            Obstacle::Begun => NoDirecting::Begun,
            Obstacle::NotBegun => NoDirecting::NotBegun,
            Obstacle::Over => NoDirecting::Over,
            Obstacle::Cancelled => NoDirecting::Cancelled,
        }
    }
}

impl InWords for NoDirecting {
    fn in_words(&self) -> Sentence {
        match self {
            NoDirecting::NotDirector => sentence!(
                "you do not direct it: only its directors and the administrator of this server decide that"
            ),
            NoDirecting::Unread { name, missing } => missing_in_words(name, *missing),
            NoDirecting::OpenAlready => sentence!("players can sign up for it already"),
            NoDirecting::ClosedAlready => sentence!("nobody can sign up for it as it is"),
            NoDirecting::NotOpenYet { name } => sentence!(
                "nobody could sign up for it yet; \"event {{ name }} open\" lets players do so",
                name
            ),
            NoDirecting::Begun => sentence!("it has begun"),
            NoDirecting::NotBegun => sentence!("it has not begun, and has no games"),
            NoDirecting::Over => sentence!("all its games are over"),
            NoDirecting::Cancelled => sentence!("it was cancelled"),
            NoDirecting::TooFew { there, needed } => sentence!(
                "{{ there }} of those who have signed up could play, and {{ needed }} are needed",
                there,
                needed
            ),
            NoDirecting::NotWhole {
                name,
                boards,
                teams,
            } => not_whole(name, *boards, teams),
            NoDirecting::NoSuchTeam { teams } if teams.is_empty() => {
                sentence!("nobody plays for a team in it")
            }
            NoDirecting::NoSuchTeam { teams } => sentence!(
                "it has no team of that name; its teams are {{ teams }}",
                teams = teams.join(", ")
            ),
            NoDirecting::NotOfTeam { place, team, name } => sentence!(
                "number {{ place }} of those whom you named has not signed up for {{ team }}; \"table {{ name }}\" shows who has, and nobody is put into a team without their word",
                place,
                team,
                name
            ),
            NoDirecting::NamedTwice { place } => sentence!(
                "number {{ place }} of those whom you named stands there twice",
                place
            ),
            NoDirecting::SaidOtherwise { team } => sentence!(
                "your mail sets the boards of {{ team }} in two ways; write the one that is to hold, in a mail of its own",
                team
            ),
            NoDirecting::NobodyTold => {
                sentence!("nobody takes part in it, and nobody would be told")
            }
            NoDirecting::NotIn { name } => sentence!(
                "nobody of that name takes part in it; \"table {{ name }}\" shows who does",
                name
            ),
            NoDirecting::Left => sentence!("they have left it before"),
            NoDirecting::Yourself { name } => sentence!(
                "that is you; to take part no more, write \"withdraw from {{ name }}\"",
                name
            ),
            NoDirecting::ToYourself => sentence!("that is you"),
            NoDirecting::NotReached {
                contact: Some(contact),
            } => sentence!(
                "your words do not reach them from here at the moment; please ask the administrator of this server, {{ contact }}",
                contact
            ),
            NoDirecting::NotReached { contact: None } => sentence!(
                "your words do not reach them from here at the moment; please ask the administrator of this server"
            ),
            NoDirecting::OwnTournament {
                contact: Some(contact),
            } => sentence!(
                "nobody who plays in it, or has played in it, decides about its games; please ask the administrator of this server, {{ contact }}",
                contact
            ),
            NoDirecting::OwnTournament { contact: None } => sentence!(
                "nobody who plays in it, or has played in it, decides about its games; please ask the administrator of this server"
            ),
            NoDirecting::OwnTeam {
                contact: Some(contact),
            } => sentence!(
                "nobody who has signed up for a team sets the boards, since they say who meets whom; please ask the administrator of this server, {{ contact }}",
                contact
            ),
            NoDirecting::OwnTeam { contact: None } => sentence!(
                "nobody who has signed up for a team sets the boards, since they say who meets whom; please ask the administrator of this server"
            ),
            NoDirecting::OtherGame => sentence!("no game of that number belongs to it"),
            NoDirecting::GameOver => sentence!("that game does not go on"),
            NoDirecting::TooLong { length, longest } => sentence!(
                "its words have {{ length }} characters, and more than {{ longest }} are not sent",
                length,
                longest
            ),
            NoDirecting::NoSubstitution(why) => why.in_words(),
            NoDirecting::ToBeConfirmed => {
                sentence!("that is asked about first; write it in a mail of its own")
            }
        }
    }
}

fn not_whole(name: &str, boards: u16, teams: &[TeamView]) -> Sentence {
    let counts = teams.iter().map(|team| {
        sentence!(
            "{{ team }} has {{ seated }}",
            team = team.name.clone(),
            seated = team.seated
        )
    });
    let lacking = teams.iter().find(|team| team.seated < usize::from(boards));
    sentence!(
        "each of its teams needs {{ boards }} players who can play: {{ counts }}; \"table {{ name }}\" shows them, and whoever is to come in writes, for example, \"sign up {{ name }} for {{ lacking }}\"",
        boards,
        counts = Sentence::joined(counts, ", "),
        name,
        lacking = lacking.map(|team| team.name.clone()).unwrap_or_default()
    )
}

fn missing_in_words(name: &str, missing: Missing) -> Sentence {
    match missing {
        Missing::Words => sentence!(
            "what you announce does not stand behind it or below it; write \"event {{ name }} announce\" and the words",
            name
        ),
        Missing::Telling => sentence!(
            "it takes a player, a colon, and the words; write, for example, \"event {{ name }} tell Bob:\" and the words behind it or below it",
            name
        ),
        Missing::Withdrawal => sentence!(
            "it takes a player and a reason; write, for example, \"event {{ name }} withdraw Bob because he has left the club\"",
            name
        ),
        Missing::Substitution => sentence!(
            "it takes two players, and may have a reason; write, for example, \"event {{ name }} substitute Bob by Eve because he is ill\"",
            name
        ),
        Missing::Team => sentence!(
            "it takes a team, a colon, and its players, the first board first; write, for example, \"event {{ name }} team Riverside: Ann, Bob\"",
            name
        ),
        Missing::Award => sentence!(
            "it takes the number of a game, \"1-0\", \"0-1\" or \"1/2\", and a reason; write, for example, \
             \"event {{ name }} award 42 1-0 because Black is ill\"",
            name
        ),
    }
}
