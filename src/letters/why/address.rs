//! Addresses that cannot be what a player wants of them.
use crate::letters::{InWords, Sentence, sentence};

/// Why an address is not made the main one, asked, or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAddress {
    /// It has been asked whether it is theirs.
    AskedToday,
    /// Others have been asked.
    TooManyAsked,
    /// It is ours.
    Servers,
    /// It is none.
    NotOne,
    /// Whoever reads there wants no mail from us.
    Silenced,
    /// It is their main one already.
    MainAlready,
    /// It is somebody else's; that is nobody's business.
    Unusable,
    /// It is none of theirs.
    NotTheirs,
    /// It is their main one, which cannot be taken away.
    Main,
    /// It was their main one less than thirty days ago.
    LatelyMain,
}

impl InWords for NoAddress {
    fn in_words(&self) -> Sentence {
        match self {
            NoAddress::AskedToday => {
                sentence!("that address has been asked today already; try again tomorrow")
            }
            NoAddress::TooManyAsked => {
                sentence!("too many new addresses have been asked today; try again tomorrow")
            }
            NoAddress::Servers => sentence!("that is this server's own address"),
            NoAddress::NotOne => sentence!("that is not a mail address"),
            NoAddress::Silenced => sentence!("no mail may be sent to that address"),
            NoAddress::MainAlready => sentence!("your mail goes to that address already"),
            NoAddress::Unusable => sentence!("that address cannot be used"),
            NoAddress::NotTheirs => sentence!("that is none of your addresses"),
            NoAddress::Main => {
                sentence!("your mail goes to that address; have it sent elsewhere first")
            }
            NoAddress::LatelyMain => sentence!(
                "your mail went there until less than thirty days ago; the administrator of this server can remove it"
            ),
        }
    }
}
