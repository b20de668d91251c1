//! What a name pretends to be, to somebody who reads it as it is meant to be read.

use super::name_look::NameLook;
use super::signs::letter_of;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// All looks of a name, and those that it has when its figures are read as the letters that they stand for, "p3npawn", and
/// two v as a w.
pub(super) fn with_figures_read(name: &str) -> BTreeSet<NameLook> {
    let mut looks = NameLook::all_of(name);
    let read: String = name.chars().map(letter_of).collect();
    let read = read.to_lowercase().replace("vv", "w");
    looks.extend(NameLook::all_of(&read));
    looks
}

/// Whether a word of the name is that of an office, which somebody who knows neither its bearer nor us would believe.
pub(super) fn claims_an_office(name: &str) -> bool {
    name.split(|sign: char| !sign.is_alphanumeric() && letter_of(sign) == sign)
        .filter(|word| !word.is_empty())
        .any(|word| !with_figures_read(word).is_disjoint(&WORDS_OF_OFFICES))
}

/// No surname is among them: Root, Bot and Page are people, too.
static WORDS_OF_OFFICES: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| {
    let words = "admin|admins|administrator|administrators|administration|sysadmin|postmaster|hostmaster|webmaster|\
        moderator|moderators|support|helpdesk|helpline|security|service|services|customer|customers|team|staff|\
        official|officials|billing|payment|payments|invoice|refund|refunds|account|accounts|verification|paypal|\
        tournament|tournaments|organiser|organizer|director|arbiter|referee|federation|committee|police|government|\
        notification|notifications|alert|alerts|noreply|mailer|daemon|server|system|penpawn|\
        kundendienst|kundenservice|sicherheit|turnierleitung|turnierleiter|soporte|servicio|seguridad|assistance|\
        assistenza|sicurezza|sécurité|administrateur|administrador|amministratore|administratör|\
        администратор|админ|поддержка|служба|διαχειριστής|υποστήριξη|客服|管理员|管理者|サポート";
    words.split('|').flat_map(with_figures_read).collect()
});

/// Whether a name holds what a letter of ours says of a game: "Ann has resigned" would have "resigned" played on.
pub(super) fn tells_of_a_game(name: &str) -> bool {
    holds_word(name, &WORDS_OF_GAMES)
}

/// Whether a word of the name is one that a link has, however it is spelled out: "evil dot com".
pub(super) fn spells_a_link(name: &str) -> bool {
    holds_word(name, &WORDS_OF_LINKS)
}

fn holds_word(name: &str, table: &BTreeSet<NameLook>) -> bool {
    name.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .any(|word| !with_figures_read(word).is_disjoint(table))
}

/// Nobody is called so. "Won" and "Over" are people, and so is Time: they are not among these.
static WORDS_OF_GAMES: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| {
    let words = "resigned|resigns|wins|invites|invited|checkmate|checkmated|stalemate|forfeited|forfeits|aborted|\
        adjudicated|has|have|clock|clocks|deadline|deadlines|paused|expired|expires|runs|leave|before|until|draws";
    words.split('|').flat_map(with_figures_read).collect()
});

/// A Dot or a Net is shown to strangers as a player without a name, and to players as who they are.
static WORDS_OF_LINKS: LazyLock<BTreeSet<NameLook>> = LazyLock::new(|| {
    let words = "www|http|https|dot|com|net|org|punkt|punto";
    words.split('|').flat_map(with_figures_read).collect()
});
