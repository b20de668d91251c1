//! How many letters leave us on one day (UTC).
//!
//! Two tables. The first one counts by whom a letter goes to, or because of whom: what keeps two robots from talking for
//! ever, and one person from being written to all day.
//!
//! | allowance       | counted by                | a day | what is counted                                                   |
//! |-----------------|---------------------------|-------|-------------------------------------------------------------------|
//! | `Stranger`      | the address               |     1 | questions to an address that is nobody's                          |
//! | `FirstAnswer`   | the address               | 1 in 90 | answers to it that tell how to begin                            |
//! | `InvitationTo`  | the address               |     1 | invitations to it, from whomever                                  |
//! | `InvitationsTo` | the address            | 2 in 30 days | the same                                                      |
//! | `Declined`      | the address            | 1 in 90 days | invitations that it has declined: after one it gets no other  |
//! | `Invited`       | the invited player        |     3 | further questions to addresses from which their invitation is answered |
//! | `NotUnderstood` | the player                |     3 | answers to mails in which nothing was understood, and that look like a robot's |
//! | `Unread`        | the player                |     3 | the same for mails in their name that prove nothing               |
//! | `Unclear`       | the player                |    30 | the same to others, of who has proven to be the player            |
//! | `Information`   | the player                |   100 | answers that inform, or say why something cannot be done          |
//! | `LookUp`        | the player                |    10 | the same for mails in their name that prove nothing               |
//! | `Confirmation`  | the player                |    10 | questions whether a mail is theirs                                |
//! | `Guarded`       | the player                |    10 | the same, of those that show a code of theirs |
//! | `Disowned`      | the player                |     1 | the same about mails that the domain in their From disowns        |
//! | `Flood`         | the player, or the line   |     2 | all eight above it, while so many mails wait that no person writes them |
//! | `Resting`       | the player                |     1 | questions to an address that gives our mail back                  |
//! | `StillStopped`  | the player                | 1 in 7 days | answers to who said "stop" and writes again: nothing is done |
//! | `Challenge`     | the player                |    50 | challenges that they make; of those that wait for the same player's answer there are three at most, each on other terms |
//! | `Invitation`    | the player                |    10 | of these, those of addresses that are nobody's                    |
//! | `Entry`         | the player                |    20 | mails of theirs that enter games into the archive                 |
//! | `Notice`        | the player                |     3 | how often their opponents are told that they are away, or back    |
//! | `Talk`          | the player                |   200 | mails of theirs with nothing but words for an opponent            |
//! | `Director`      | the player                |    10 | words of theirs to directors of tournaments                       |
//!
//! The second one is for letters that nobody has proven to want, [`Unasked`]. Each of them is counted by its reader as
//! above, by its reader's domain, by the domain that is named as its cause, and in total:
//!
//! | letters                                     | to one domain | because of one domain | in total            |
//! |---------------------------------------------|---------------|-----------------------|---------------------|
//! | questions to addresses that are nobody's    | 10            | 10                    | 2,000               |
//! | … where a border vouches for the domain     | 200           | 200                   | -                   |
//! | first answers                               | as questions  | as questions          | 50, vouched or not  |
//! | questions and look-ups to players           | 200           | 200                   | 2,000               |
//! | … where a border vouches for the domain     | 2,000         | 2,000                 | -                   |
//! | invitations, and questions to new addresses | 100           | 100                   | 2,000               |
//!
//! The numbers of the first two rows, and the totals, are settings: `server.strangers_of_a_domain`,
//! `server.strangers_of_a_vouched_domain`, `server.strangers_a_day`. What is vouched for has counts of its own and no
//! total, so that no flood of forged mails takes it from anybody, and goes nowhere but to who stands behind the mail. A
//! domain is counted by what was registered of it, `example.co.uk`, so that more names below it bring nothing.
//!
//! Letters of games that go on, to who has proven to be their player, are in none of these counts.

use super::reading::{Content, Read};
use super::server::Server;
use crate::mail::address;
use std::fmt;

/// In the place of an address: what is counted for all of them together.
pub(super) const EVERYBODY: &str = "*";

/// What the reasons begin with for which nothing is sent although it was worth a letter; `status` counts them.
const ENOUGH: &str = "enough for today";

/// Why nothing is sent today.
pub(super) fn enough_for_today(what: impl fmt::Display) -> String {
    format!("{ENOUGH}: {what}")
}

/// So many who wrote for the first time are told how to begin, on one day.
const FIRST_ANSWERS: i32 = 50;

/// What keeps us from writing too much to one address, or because of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Allowance {
    /// Questions to an address that is nobody's.
    Stranger,
    /// Answers to it that tell how to begin; the question counts as one.
    FirstAnswer,
    /// Invitations to it, from whomever.
    InvitationTo,
    /// The same in a month.
    InvitationsTo,
    /// Invitations that it has declined: after one it gets no other for a long time.
    Declined,
    /// Further questions to addresses from which the invitation of this one is answered: who shows its token is no unknown
    /// sender, and may change their mind.
    Invited,
    /// Answers to mails in which nothing could be understood and that look like a robot's: what stops two robots that thank
    /// each other.
    NotUnderstood,
    /// The same for mails that prove nothing. They have a count of their own, as all that anybody can write in a player's
    /// name: what a forger uses up is missing to the player otherwise.
    Unread,
    /// Answers to other mails in which nothing could be understood, of somebody who has proven themselves.
    Unclear,
    /// Answers that say why something cannot be done, lists, help: what a person needs, and a script runs into.
    Information,
    /// The same for mails that prove nothing: anybody can write a player's name on one.
    LookUp,
    /// Questions whether a mail is really from its sender.
    Confirmation,
    /// The same, where the mail shows a code of theirs and asks for what is asked about whoever writes: to leave, to
    /// move to another address.
    Guarded,
    /// The same about mails that the domain in their From disowns: more would only tell a player over and over that
    /// somebody misuses their name.
    Disowned,
    /// What is counted under those that [`Allowance::is_answer`] names, for somebody of whom so many mails wait
    /// that no person writes them.
    Flood,
    /// The same to an address that gives our mail back.
    Resting,
    /// Answers to a player who said "stop" and writes again: that nothing is done.
    StillStopped,
    /// Challenges that a player makes.
    Challenge,
    /// Invitations of strangers that a player makes.
    Invitation,
    /// Mails that enter games into the archive.
    Entry,
    /// How often the opponents of a player are told that they want no more mail, or want it again.
    Notice,
    /// Mails of a player that hold nothing but words for an opponent.
    Talk,
    /// Words of a player to the directors of a tournament.
    Director,
}

impl Allowance {
    /// The word under which the database counts it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Allowance::Stranger => "stranger",
            Allowance::FirstAnswer => "first answer",
            Allowance::InvitationTo => "invitation to",
            Allowance::InvitationsTo => "invitations to",
            Allowance::Declined => "declined",
            Allowance::Invited => "invited",
            Allowance::NotUnderstood => "not understood",
            Allowance::Unread => "unread",
            Allowance::Unclear => "unclear",
            Allowance::Information => "information",
            Allowance::LookUp => "look-up",
            Allowance::Confirmation => "confirmation",
            Allowance::Guarded => "guarded",
            Allowance::Disowned => "disowned",
            Allowance::Flood => "flood",
            Allowance::Resting => "resting",
            Allowance::StillStopped => "still stopped",
            Allowance::Challenge => "challenge",
            Allowance::Invitation => "invitation",
            Allowance::Entry => "entry",
            Allowance::Notice => "notice",
            Allowance::Talk => "talk",
            Allowance::Director => "director",
        }
    }

    /// Whether it is for answers to what anybody can write as often as they like.
    pub(super) fn is_answer(self) -> bool {
        match self {
            Allowance::NotUnderstood
            | Allowance::Unread
            | Allowance::Unclear
            | Allowance::Information
            | Allowance::LookUp
            | Allowance::Confirmation
            | Allowance::Guarded => true,
            Allowance::Stranger
            | Allowance::FirstAnswer
            | Allowance::InvitationTo
            | Allowance::InvitationsTo
            | Allowance::Declined
            | Allowance::Invited
            | Allowance::Disowned
            | Allowance::Flood
            | Allowance::Resting
            | Allowance::StillStopped
            | Allowance::Challenge
            | Allowance::Invitation
            | Allowance::Entry
            | Allowance::Notice
            | Allowance::Talk
            | Allowance::Director => false,
        }
    }

    /// Whether it is for letters to whoever wrote the mail that is decided, and to nobody else.
    pub(super) fn is_to_the_sender(self) -> bool {
        match self {
            Allowance::Stranger
            | Allowance::FirstAnswer
            | Allowance::Invited
            | Allowance::Disowned
            | Allowance::Flood
            | Allowance::StillStopped
            | Allowance::Resting => true,
            Allowance::InvitationTo
            | Allowance::InvitationsTo
            | Allowance::Declined
            | Allowance::Challenge
            | Allowance::Invitation
            | Allowance::Entry
            | Allowance::Notice
            | Allowance::Talk
            | Allowance::Director => false,
            Allowance::NotUnderstood
            | Allowance::Unread
            | Allowance::Unclear
            | Allowance::Information
            | Allowance::LookUp
            | Allowance::Confirmation
            | Allowance::Guarded => self.is_answer(),
        }
    }

    /// Those of which so many in so many days are enough; all others are counted by the day.
    pub(super) const LASTING: [(Allowance, i32); 4] = [
        (Allowance::StillStopped, 7),
        (Allowance::FirstAnswer, 90),
        (Allowance::InvitationsTo, 30),
        (Allowance::Declined, 90),
    ];

    /// How many on one day (UTC), or in the days of [`Allowance::LASTING`].
    pub(super) fn a_day(self) -> i32 {
        match self {
            Allowance::Stranger
            | Allowance::FirstAnswer
            | Allowance::InvitationTo
            | Allowance::Declined
            | Allowance::Disowned
            | Allowance::StillStopped
            | Allowance::Resting => 1,
            Allowance::InvitationsTo | Allowance::Flood => 2,
            Allowance::Invited
            | Allowance::NotUnderstood
            | Allowance::Unread
            | Allowance::Notice => 3,
            Allowance::Invitation
            | Allowance::LookUp
            | Allowance::Confirmation
            | Allowance::Director
            | Allowance::Guarded => 10,
            Allowance::Entry => 20,
            Allowance::Unclear => 30,
            Allowance::Challenge => 50,
            Allowance::Information => 100,
            Allowance::Talk => 200,
        }
    }

    /// What it bounds for this address. Spellings of one mailbox share it.
    pub(super) fn of(self, address: &str) -> Bound {
        Bound {
            key: address::counting_key(address),
            word: self.word().to_owned(),
            most: self.a_day(),
            scope: Scope::Reader,
        }
    }
}

/// What a bound counts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// By whom the letter goes to, or whose it is.
    Reader,
    /// By the domain of that address.
    ReadersDomain,
    /// By the domain that is named as the cause.
    CausesDomain,
    /// All of them together.
    Total,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scope::Reader => "letters to this address",
            Scope::ReadersDomain => "letters to addresses of its domain",
            Scope::CausesDomain => "letters because of mails from its domain",
            Scope::Total => "such letters to anybody",
        })
    }
}

/// So many letters there may be on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    /// An address, a domain with an @ before it, or [`EVERYBODY`].
    pub(super) key: String,
    pub(super) word: String,
    pub(super) most: i32,
    pub(super) scope: Scope,
}

/// The first of these bounds that is reached, by what was counted so far.
pub(super) fn reached(bounds: &[Bound], counted: impl Fn(&str, &str) -> i32) -> Option<Scope> {
    bounds
        .iter()
        .find(|bound| counted(&bound.key, &bound.word) >= bound.most)
        .map(|bound| bound.scope)
}

/// What a letter is that nobody has proven to want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The question to an address that is nobody's.
    Newcomer,
    /// What such an address is told that asked for nothing. Of these there are few, and they take nothing from the questions.
    FirstAnswer,
    /// A question or a look-up to a player, for a mail in their name.
    Player,
    /// An invitation, or the question to the address where a player wants their mail: a player has asked for it, and
    /// not its reader.
    Invitation,
}

/// Who has brought a letter about, by domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Whoever stands in From, and a border that we believe stands for that domain.
    Vouched(String),
    /// Whoever stands in From.
    Claimed(String),
    /// A player who has proven it.
    Player(String),
}

impl Cause {
    /// The cause of what is sent because of this mail, which does not prove who wrote it.
    pub(super) fn of(read: &Read, content: &Content) -> Cause {
        let domain = domain_of(&content.sender_key());
        if read.known.vouched {
            Cause::Vouched(domain)
        } else {
            Cause::Claimed(domain)
        }
    }

    fn domain(&self) -> &str {
        match self {
            Cause::Vouched(domain) | Cause::Claimed(domain) | Cause::Player(domain) => domain,
        }
    }

    /// Whether a border stands for this domain.
    fn vouches_for(&self, domain: &str) -> bool {
        match self {
            Cause::Vouched(own) => own == domain,
            Cause::Claimed(_) | Cause::Player(_) => false,
        }
    }
}

/// A letter that nobody has proven to want.
#[derive(Clone, Debug)]
pub(super) struct Unasked<'a> {
    pub(super) kind: Kind,
    pub(super) to: &'a str,
    pub(super) cause: Cause,
}

impl Unasked<'_> {
    /// What bounds it beside its reader's own allowance.
    pub(super) fn bounds(&self, server: &Server) -> Vec<Bound> {
        let to = domain_of(self.to);
        let because = self.cause.domain();
        let mut bounds = vec![
            self.of_domain(&to, "to", Scope::ReadersDomain, server),
            self.of_domain(because, "because of", Scope::CausesDomain, server),
        ];
        let total = match self.kind {
            Kind::FirstAnswer => Some(server.strangers_a_day.min(FIRST_ANSWERS)),
            // Where it goes to somebody stands behind it, and nobody else is written to.
            Kind::Newcomer | Kind::Player | Kind::Invitation => {
                (!self.cause.vouches_for(&to)).then_some(server.strangers_a_day)
            }
        };
        bounds.extend(total.map(|most| Bound {
            key: EVERYBODY.to_owned(),
            word: self.word().to_owned(),
            most,
            scope: Scope::Total,
        }));
        bounds
    }

    fn of_domain(&self, domain: &str, way: &str, scope: Scope, server: &Server) -> Bound {
        let vouched = self.cause.vouches_for(domain);
        let (vouches, most) = match (self.kind, vouched) {
            (Kind::Newcomer | Kind::FirstAnswer, true) => {
                (" vouched", server.strangers_of_a_vouched_domain)
            }
            (Kind::Newcomer | Kind::FirstAnswer, false) => ("", server.strangers_of_a_domain),
            (Kind::Player, true) => (" vouched", 2_000),
            (Kind::Player, false) => ("", 200),
            (Kind::Invitation, _) => ("", 100),
        };
        Bound {
            key: domain.to_owned(),
            word: format!("{}{vouches} {way} domain", self.word()),
            most,
            scope,
        }
    }

    fn word(&self) -> &'static str {
        match self.kind {
            Kind::Newcomer => "strangers",
            Kind::FirstAnswer => "first answers",
            Kind::Player => "players",
            Kind::Invitation => "invitations",
        }
    }
}

/// What an address's domain is counted by: an @ and what was registered of it, by the list of public suffixes.
pub(super) fn domain_of(address: &str) -> String {
    let key = address::key(address);
    let domain = key
        .rsplit_once('@')
        .map_or(key.as_str(), |(_, domain)| domain);
    let domain = domain.trim_end_matches('.');
    // "[192.0.2.1]" is no name.
    let registered = psl::domain_str(domain).filter(|_| !domain.starts_with('['));
    format!("@{}", registered.unwrap_or(domain))
}

#[cfg(test)]
mod tests;
