//! Names that nobody may take, since whoever reads them takes their bearer for somebody else: for this server or who keeps
//! it, for a game, for a player who was forgotten, for nobody in particular; or takes them for an order.
//!
//! Such names are asked for in vain, and a newcomer whose mails are signed so gets another one. Players who have such a
//! name from before keep it. Names that read as a move are not among them: "Nf3" impersonates nobody, and the names in a
//! subject are never read as moves.

use super::clean::{NAMELESS, clean_name};
use super::codes::holds_code;
use super::name_look::NameLook;
use super::pretence::{tells_of_a_game, with_figures_read};
use super::{Sentence, sentence};
use crate::language;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Why a name is nobody's to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserved {
    /// Nothing of it can stand as a name.
    Nothing,
    /// There is no letter in it.
    NoLetter,
    /// It is what this server is called, or its address.
    Server,
    /// It is an office of those who keep a server.
    Office,
    /// It is how our letters name games, and players without a name: "Game 42", "Player 17".
    Numbered,
    /// It stands for whoever is meant: "White", "you", "nobody".
    Anybody,
    /// It reads as an order.
    Order,
    /// It is a word of our commands: "challenge Rated" would say two things.
    Word,
    /// A code of ours is in it, or what one begins with.
    Code,
    /// It tells of a game.
    Game,
}

impl Reserved {
    /// The reason, to be told behind "but".
    pub fn why(self) -> Sentence {
        match self {
            Reserved::Nothing => sentence!("nothing of it can stand as a name"),
            Reserved::NoLetter => sentence!("a name has a letter at least"),
            Reserved::Server => sentence!("that is what this server is called"),
            Reserved::Office => sentence!("that name is kept for whoever runs this server"),
            Reserved::Numbered => {
                sentence!("that is how this server names games and players without a name")
            }
            Reserved::Anybody => sentence!("that alone stands for whoever is meant"),
            Reserved::Order => sentence!("that reads as an order"),
            Reserved::Word => sentence!("that is a word of this server's commands"),
            Reserved::Code => sentence!("that looks like a code of this server"),
            Reserved::Game => sentence!("that reads as what happens in a game"),
        }
    }
}

/// Why nobody may take this name on a server of these names and addresses; `None` for names that one may take.
pub fn reserved(name: &str, server: &[&str]) -> Option<Reserved> {
    let cleaned = clean_name(name);
    if cleaned == NAMELESS {
        return Some(Reserved::Nothing);
    }
    if holds_code(name) {
        return Some(Reserved::Code);
    }
    if !cleaned.chars().any(char::is_alphabetic) {
        return Some(Reserved::NoLetter);
    }
    let looks = with_figures_read(&cleaned);
    // "Admin 2" is as good as "Admin".
    let stem = cleaned.trim_end_matches(|sign: char| !sign.is_alphabetic());
    let stems = with_figures_read(stem);
    let is_one_of =
        |table: &BTreeSet<NameLook>| !table.is_disjoint(&looks) || !table.is_disjoint(&stems);
    let holds = |part: &NameLook| {
        looks
            .iter()
            .any(|look| look.as_str().contains(part.as_str()))
    };
    if NAMES_OF_THE_PROGRAM.iter().any(holds) || is_one_of(&names_of(server)) {
        return Some(Reserved::Server);
    }
    if is_one_of(&OFFICES) || is_made_of(stem, &OFFICES, &BESIDE_AN_OFFICE) {
        return Some(Reserved::Office);
    }
    if is_one_of(&NUMBERED) {
        return Some(Reserved::Numbered);
    }
    if is_one_of(&ANYBODY) || is_made_of(stem, &ANYBODY, &BTreeSet::new()) {
        return Some(Reserved::Anybody);
    }
    if tells_of_a_game(&cleaned) {
        return Some(Reserved::Game);
    }
    if language::is_order(&cleaned) {
        return Some(Reserved::Order);
    }
    is_one_of(&WORDS).then_some(Reserved::Word)
}

/// Whether each word of a name is in one of these tables, and one of them in the first.
fn is_made_of(name: &str, first: &BTreeSet<NameLook>, others: &BTreeSet<NameLook>) -> bool {
    let words: Vec<BTreeSet<NameLook>> = name
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(with_figures_read)
        .collect();
    let is_in = |table: &BTreeSet<NameLook>, word: &BTreeSet<NameLook>| !table.is_disjoint(word);
    words.iter().any(|word| is_in(first, word))
        && words
            .iter()
            .all(|word| is_in(first, word) || is_in(others, word))
}

/// What a server is called by its names and addresses: those, the parts before and behind the @.
fn names_of(server: &[&str]) -> BTreeSet<NameLook> {
    let parts = server.iter().flat_map(|name| {
        let (local, domain) = name.split_once('@').unwrap_or((name, ""));
        [*name, local, domain]
    });
    parts
        .filter(|part| !part.is_empty())
        .flat_map(with_figures_read)
        .collect()
}

fn table(words: &str) -> BTreeSet<NameLook> {
    words.split('|').flat_map(with_figures_read).collect()
}

static NAMES_OF_THE_PROGRAM: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| table("penpawn"));

static OFFICES: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| {
    table(
        "administrator|administrators|admin|admins|administration|sysadmin|sysop|postmaster|hostmaster|webmaster|\
         mailmaster|root|superuser|abuse|mailer|mailer daemon|daemon|mail delivery system|mail delivery subsystem|\
         moderator|moderators|mod|operator|operators|owner|maintainer|support|helpdesk|help desk|security|system|server|\
         robot|bot|staff|no reply|do not reply|bounces|arbiter|referee|umpire|tournament director|director|organiser|\
         organizer|committee|customer service|customer care|service desk|notifications|billing|\
         administrateur|administrador|administratore|amministratore|administratör|systemadministrator|\
         verwaltung|verwalter|schiedsrichter|turnierleitung|turnierleiter|schachserver|kundendienst|leitung|\
         администратор|админ|διαχειριστής",
    )
});

static BESIDE_AN_OFFICE: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| {
    table(
        "the|this|your|our|of|a|an|die|der|das|dieses|diese|ihr|ihre|unser|unsere|schach|servers|turnier|chess|mail|email|game|games|player|players|tournament|team|desk|chief|head|official|account|customer|technical|online",
    )
});

static NUMBERED: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| {
    table(
        "player|a player|the player|former player|game|a game|the game|chess game|move|spieler|spielerin|partie|schachpartie|zug",
    )
});

/// Words that stand where names may stand, or beside them, and are no orders alone. Words that people are called as well are not
/// among them.
static WORDS: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| {
    table(
        "rated|unrated|casual|for rating|not rated|rating|ratings|chess960|chess 960|fischer random|freestyle|standard|\
         position|start position|board|words|text|pgn|fen|format|letters|calendar|links|receipts|reminders|digest|\
         subjects|settings|zone|time zone|time|clock|time control|per-move|leave|automatic leave|pause|note|notes|\
         name|address|addresses|block|unblock|challenge|challenges|invite|claim|draw|takeback|abort|rematch|resign|\
         accept|decline|withdraw|search|enter|overwrite|show|moves|nudge|say",
    )
});

static ANYBODY: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| {
    table(
        "white|black|random|you|yourself|me|myself|opponent|your opponent|my opponent|the opponent|nobody|no one|\
         somebody|someone|anybody|anyone|everybody|everyone|weiß|weiss|schwarz|zufall|sie|du|gegner|gegnerin|ihr gegner|\
         dein gegner|mein gegner|der gegner|niemand|keiner|jemand|alle|alle anderen|die andere seite",
    )
});

#[cfg(test)]
mod tests;
