//! What somebody asks for with whom we have to do for the first time, and why a question is put to them.

use serde::Serialize;

/// What an unknown sender wants, as far as our question says it and a "yes" does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstRequest {
    /// To become a player; also whatever else is asked for.
    Join,
    /// To invite somebody to a game.
    Invite,
    /// To accept the invitation that was sent to them.
    Accept,
    /// To decline it.
    Decline,
    /// To get no mail from here.
    Stop,
    /// To leave for good; what that means is asked first.
    Leave,
}

impl FirstRequest {
    /// All of them.
    pub const ALL: [FirstRequest; 6] = [
        FirstRequest::Join,
        FirstRequest::Invite,
        FirstRequest::Accept,
        FirstRequest::Decline,
        FirstRequest::Stop,
        FirstRequest::Leave,
    ];

    /// In one word, under which the database keeps it.
    pub fn word(self) -> &'static str {
        match self {
            FirstRequest::Join => "to join",
            FirstRequest::Invite => "to invite",
            FirstRequest::Accept => "to accept",
            FirstRequest::Decline => "to decline",
            FirstRequest::Stop => "to get no mail",
            FirstRequest::Leave => "to leave",
        }
    }
}

/// For which time somebody is asked whether an address is theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AskedFor {
    /// Nothing was asked before.
    Once,
    /// They have answered, and that was neither yes nor no.
    Again,
}

/// Why somebody is told how to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ToldBecause {
    /// Their mail asks for nothing that we know.
    NothingRead,
    /// It asks for help, and for nothing else.
    AskedForHelp,
}

/// Why a player is asked about a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AskedBecause {
    /// It may be from somebody else.
    Unproven,
    /// It changes an address, which is done only after it was confirmed.
    ChangesAddress,
    /// It is the player's, and ends a game for good, but does not say so as plainly as one word does.
    EndsAGame,
    /// It is the player's, and says in a sentence what it seems to want.
    InASentence,
    /// It is the player's, and takes them out of a tournament.
    Withdraws,
    /// It is the player's, who directs a tournament, and decides something in it.
    Directs,
}
