//! How far a mail is trusted: from what it shows of who wrote it, and how those stand whom it names, to what is done for it.
//!
//! A sender's name on a mail proves nothing. What counts is a code of ours: who shows it has read the letter it stood in.
//! It opens what that letter was about; for all else, and when it is too old, it counts as no code. So there are five
//! cases:
//!
//! | evidence                                         | what happens                                                  |
//! |--------------------------------------------------|---------------------------------------------------------------|
//! | code, and From is an address of its player       | the orders are carried out, dangerous ones if unmistakable    |
//! | code, but another From                           | the mail waits; its player is asked at their own address, and |
//! |                                                  | with their "yes" the other one is theirs as well              |
//! | From is a player's address, no code, and our     | a move is played if it names its game or its number and no    |
//! | border vouches for the domain in From            | other game waits for them; all else as in the next row        |
//! | From is a player's address, no code              | what only informs is answered to their main address; orders   |
//! |                                                  | wait, and they are asked there                                |
//! | neither                                          | an unknown sender who wrote an order is asked once a day      |
//! |                                                  | whether the address is theirs; a person who wrote none, or    |
//! |                                                  | asks for help alone, is told how to begin, once; all else is  |
//! |                                                  | not answered                                                  |
//!
//! Where our border says that the domain in From disowns the mail (`dmarc=fail`), a code of that sender in it does not
//! count: it may be a mail of theirs that somebody got hold of.

use crate::game::PlayerNumber;

/// Somebody whom a mail names, by an address or a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who it is.
    pub number: PlayerNumber,
    /// Whether they have ever shown that they read our letters; who was only invited has not.
    pub active: bool,
    /// Whether the administrator lets them neither write nor get mail.
    pub blocked: bool,
    /// Whether letters may go to them: they have not said "stop", and are not forgotten.
    pub takes_mail: bool,
    /// Whether letters to them are held back, since they come back.
    pub rests: bool,
}

/// How good the code in a mail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// There is none, or it is too old for anything.
    Dead,
    /// It shows that a letter was read not long ago, and opens something else than what the mail asks.
    Live,
    /// It opens all that the mail asks.
    Opens,
}

/// What a border that we believe says of the domain in From (RFC 7489).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// It stands for it.
    Vouches,
    /// The domain disowns the mail.
    Disowns,
    /// Nothing.
    Silent,
}

/// Whether a mail bears signs of a robot's that persons' mails bear by accident too. What bears a robot's for sure never
/// comes here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// None.
    Person,
    /// Some.
    Doubtful,
}

/// What a mail shows of who wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Whose the address in From is.
    pub sender: Option<Person>,
    /// To whom we wrote the letter whose code stands in the mail.
    pub holder: Option<Person>,
    /// How good that code is.
    pub code: Code,
    /// What our border says.
    pub border: Border,
    /// Whether it looks like a robot's.
    pub signs: Signs,
    /// Whether the address in From, whoever's it is, said "stop".
    pub silenced: bool,
}

/// The most that a mail asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Nothing of it was read: it is too large, or broken.
    Unread,
    /// What is cheap, and tells a player nothing that they have not asked for before.
    Shows,
    /// What informs, and takes work.
    Informs,
    /// A single move that says in which game, or which move of it, it is; and no other game waits for its player.
    PlainMove,
    /// Anything else.
    Changes,
}

/// What a mail wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wants {
    /// The most that it asks for.
    pub asks: Asks,
    /// Whether it says what is to be done, in words that no program writes by itself.
    pub orders: bool,
    /// Whether it takes back a "stop".
    pub starts: bool,
    /// Whether it asks for nothing but that no mail comes.
    pub stops: bool,
    /// Whether its writer leaves the server.
    pub leaves: bool,
    /// Whether they want to be forgotten.
    pub erases: bool,
}

/// Why nobody is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// The administrator has shut them out.
    Blocked,
    /// It looks like a robot's, and nobody proves to be there who wants something.
    Robot,
    /// They said "stop".
    Silenced,
}

/// What is done for a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Its orders are carried out as this player's; dangerous ones are asked back.
    Obeyed(PlayerNumber),
    /// They are carried out although nothing is proven: they only inform, or a border vouches for a plain move.
    Heard(PlayerNumber),
    /// This player is told that the mail was not read.
    NotRead(PlayerNumber),
    /// It waits, and this player is asked at their own address.
    PlayerAsked(PlayerNumber),
    /// It waits, and whoever has the address in From is asked; with the player whose invitation it answers, if so.
    SenderAsked(Option<PlayerNumber>),
}

impl Evidence {
    /// To whom the code was written, where it counts.
    fn shown(&self) -> Option<Person> {
        let number = |person: Person| person.number;
        let disowned =
            self.border == Border::Disowns && self.holder.map(number) == self.sender.map(number);
        self.holder.filter(|_| !disowned)
    }

    /// Who shows a code that was written to themselves.
    pub fn himself(&self) -> Option<Person> {
        let (sender, holder) = (self.sender?, self.shown()?);
        (sender.number == holder.number).then_some(sender)
    }

    fn is_live(&self) -> bool {
        match self.code {
            Code::Dead => false,
            Code::Live | Code::Opens => true,
        }
    }

    /// Who is there beyond doubt, or as far as the border of their domain can say.
    pub fn heard_from(&self) -> Option<PlayerNumber> {
        let proven = self.himself().filter(|_| self.is_live());
        let vouched = self.sender.filter(|_| self.border == Border::Vouches);
        proven.or(vouched).map(|person| person.number)
    }

    /// Why nobody is answered, if so.
    pub fn ignored(&self, wants: &Wants) -> Option<Ignored> {
        let shut_out = [self.sender, self.holder];
        if shut_out.iter().flatten().any(|person| person.blocked) {
            return Some(Ignored::Blocked);
        }
        let himself = self.himself().is_some();
        // Persons' mails bear such signs by accident; so they count only for who proves themselves and wants something.
        if self.signs == Signs::Doubtful && !(himself && wants.orders) {
            return Some(Ignored::Robot);
        }
        let silenced = self.silenced || self.sender.is_some_and(|person| !person.takes_mail);
        let comes_back = himself && wants.starts;
        let erases = himself && self.is_live() && wants.erases;
        (silenced && !comes_back && !erases).then_some(Ignored::Silenced)
    }

    /// Who said "stop" as a player, is there beyond doubt, and wants something all the same: of a mail that is ignored, they are
    /// told that nothing of it is done. Whoever never played, and whoever wants nothing but peace, is promised silence.
    pub fn still_stopped(&self, wants: &Wants) -> Option<PlayerNumber> {
        let sender = self.sender?;
        let wishes = wants.orders && !wants.stops && self.signs == Signs::Person;
        let is_there = self.heard_from() == Some(sender.number);
        (wishes && is_there && sender.active && !sender.takes_mail).then_some(sender.number)
    }

    /// What is done for a mail that is not ignored.
    pub fn trust(&self, wants: &Wants) -> Trust {
        match (self.sender, self.shown()) {
            (Some(sender), Some(holder)) if sender.number == holder.number => {
                if self.code == Code::Opens {
                    return Trust::Obeyed(sender.number);
                }
                // A code that opens something else is no better than none.
                let invited = self.is_live().then_some(holder.number);
                self.without_code(wants, sender, invited)
            }
            // An invitation that was forwarded, or came to an alias, and is answered from where it is read.
            (None, Some(holder)) if !holder.active => {
                Trust::SenderAsked(self.is_live().then_some(holder.number))
            }
            (None, Some(holder)) => Trust::PlayerAsked(holder.number),
            (Some(_), Some(holder)) if self.is_live() => Trust::PlayerAsked(holder.number),
            (Some(sender), _) => self.without_code(wants, sender, None),
            (None, None) => Trust::SenderAsked(None),
        }
    }

    /// A mail from an address of this player's that shows no code for what it asks. `invited` is the player where it answers
    /// an invitation to them all the same.
    fn without_code(&self, wants: &Wants, sender: Person, invited: Option<PlayerNumber>) -> Trust {
        // Nothing is sent to them but the question whether it is they who write.
        if sender.rests || wants.leaves && invited.is_some() {
            return Trust::PlayerAsked(sender.number);
        }
        if !sender.active {
            return Trust::SenderAsked(invited);
        }
        let vouched = self.border == Border::Vouches;
        match wants.asks {
            Asks::Unread => Trust::NotRead(sender.number),
            Asks::Shows => Trust::Heard(sender.number),
            Asks::Informs | Asks::PlainMove if vouched => Trust::Heard(sender.number),
            Asks::Informs | Asks::PlainMove | Asks::Changes => Trust::PlayerAsked(sender.number),
        }
    }
}

#[cfg(test)]
mod tests;
