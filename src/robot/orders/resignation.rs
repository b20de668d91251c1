//! What is carried out at once only when it is unmistakable, a resignation or an abort, or never, a change of address and
//! leaving.

use super::directing::directs;
use super::which_game::which_game;
use super::{Confirmed, Sender, leaving};
use crate::game::GameNumber;
use crate::language::{Answer, Command, Order};
use crate::letters::Language;
use crate::mail::token::Purpose;
use crate::robot::batch::Batch;
use crate::robot::doors::only_asks;
use crate::robot::reading::Content;

/// Whether these orders may only be carried out after their sender confirmed them: a resignation, or an abort that ends
/// the game by itself, that is not the one thing the mail says, or that answers an old mail (field rule: confirmed unless
/// unmistakable); any change of address; leaving; what a director decides; what is wished in a sentence and changes something.
pub(in crate::robot) fn wants_confirmation(
    batch: &Batch<'_>,
    content: &Content,
    sender: &Sender,
) -> bool {
    if sender.confirmed == Confirmed::Waited {
        return false;
    }
    if content.message.surmised && !only_asks(content) {
        return true;
    }
    let orders = &content.message.orders;
    let withdraws = |order: &Order| may_withdraw(batch, order, sender);
    let guarded = |order: &Order| withdraws(order) || directs(batch, content, order, sender);
    if changes_address(orders) || leaving(content).is_some() || orders.iter().any(guarded) {
        return true;
    }
    let ends = |order: &&Order| {
        let may_end = matches!(order.command, Command::Resign)
            || matches!(order.command, Command::Abort(Answer::Offer))
                && may_abort_alone(batch, order, sender);
        // Where nobody can say which game is meant, that is asked, and nothing is done.
        may_end && which_game(batch, content, sender.player, sender.proof, order).is_ok()
    };
    let Some(resignation) = orders.iter().find(ends) else {
        return false;
    };
    let answered = match sender.proof {
        Some(Purpose::Game { game, .. }) => Some(game),
        Some(Purpose::Player { .. }) | None => None,
    };
    let meant = resignation.game.map(GameNumber).or(answered);
    let current = sender
        .proof
        .zip(meant)
        .is_some_and(|(code, number)| batch.shows_present(code, number).unwrap_or(false));
    let language = batch.language(sender.player);
    !(current && is_unmistakable(content, resignation, language))
}

/// Whether an order takes its sender out of a tournament in which they take part.
fn may_withdraw(batch: &Batch<'_>, order: &Order, sender: &Sender) -> bool {
    let Command::WithdrawFrom(name) = &order.command else {
        return false;
    };
    let tournament = batch.tournaments.find(name);
    tournament.is_some_and(|one| one.entry(sender.player).is_some())
}

/// Whether the mail says this and nothing else, in one word of English or of the sender's own language: "resign", "abort".
pub(in crate::robot) fn is_unmistakable(
    content: &Content,
    resignation: &Order,
    language: Language,
) -> bool {
    let alone = content.message.orders.len() == 1
        && !content.message.from_subject
        && content.message.unread.is_none();
    let words: Vec<String> = resignation
        .typed
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    // "abort?" is a good question to an opponent who would have to agree; where nobody has to, it is one to oneself.
    let asked = resignation.typed.contains(['?', '？', '¿', '؟', '\u{37e}']);
    // "Aufgeben!" may be said to an opponent.
    let called = resignation.typed.contains(['!', '…']) || resignation.typed.contains("...");
    let german = language == Language::German && !called;
    let plain = !asked
        && words.iter().all(|word| {
            matches!(
                word.as_str(),
                "i" | "resign" | "abort" | "the" | "this" | "game"
            ) || german && GERMAN.contains(&word.as_str())
                || word.chars().all(|c| c.is_ascii_digit())
        });
    let leaves = content.message.talk.as_deref().is_none_or(takes_leave);
    alone && plain && leaves
}

/// Words of a German resignation, or of an end without a result.
const GERMAN: [&str; 8] = [
    "aufgeben",
    "ich",
    "gebe",
    "auf",
    "die",
    "partie",
    "abbrechen",
    "abbruch",
];

/// Whether this order ends a game although nobody has to agree.
fn may_abort_alone(batch: &Batch<'_>, order: &Order, sender: &Sender) -> bool {
    let answered = match sender.proof {
        Some(Purpose::Game { game, .. }) => Some(game),
        Some(Purpose::Player { .. }) | None => None,
    };
    let meant = order.game.map(GameNumber).or(answered);
    batch.games.values().any(|loaded| {
        meant.is_none_or(|number| number == loaded.game.number())
            && loaded.tournament.is_none()
            && loaded
                .game
                .side_of(sender.player)
                .is_some_and(|side| loaded.game.may_abort_alone(side))
    })
}

/// Whether an order changes where the player's mail goes or comes from; that is always confirmed.
pub(in crate::robot) fn changes_address(orders: &[Order]) -> bool {
    orders.iter().any(|order| {
        matches!(
            order.command,
            Command::Address(_) | Command::RemoveAddress(_)
        )
    })
}

/// Whether the words beside a resignation, or below a "yes", only take leave: thanks or praise, or a name. All else is asked about:
/// "resign" may be the first word of "… is not in my vocabulary!", "no wait, Nf3" takes it back, and so does much that nobody
/// foresees.
pub(in crate::robot) fn takes_leave(talk: &str) -> bool {
    let lower = talk.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let asks = talk.contains(['?', '？', '¿', '؟', '\u{37e}']);
    let names_square = |word: &&str| {
        let mut last = word.chars().rev();
        last.next().is_some_and(|rank| ('1'..='8').contains(&rank))
            && last.next().is_some_and(|file| ('a'..='h').contains(&file))
    };
    let is_in = |listed: &str, word: &str| {
        let mut known = listed.split('|');
        known.any(|known| match known.strip_suffix('*') {
            Some(start) => word.starts_with(start),
            None => word == known,
        })
    };
    if asks || words.iter().any(names_square) || words.iter().any(|word| is_in(DENIES, word)) {
        return false;
    }
    let is_a_name = words.len() == 1 && talk.trim().starts_with(char::is_uppercase);
    is_a_name || words.iter().any(|word| is_in(TAKES_LEAVE, word))
}

/// Words of thanks and praise; `*`: and what begins so.
const TAKES_LEAVE: &str = "\
    thank*|thx|tx|tks|ty|gg|ggs|played|game|congrat*|bravo|enjoyed|respect|deserved|cheers|\
    danke*|dank|gespielt|partie|glückwunsch|gratul*|respekt|verdient|\
    merci|joué|félicitations|gracias|jugado|felicidades|enhorabuena|felicit*|partida|\
    grazie|giocato|partita|complimenti|bedankt|gespeeld|partij|gefeliciteerd|obrigad*|jogado|parabéns|\
    dzięk*|gra|partia|tack|spelat|parti|grattis|tak|takk|spil|spilt|tillykke|gratulerer|děkuji|díky|hra|\
    kiitos|peli|спасибо|партия|партию|поздравляю";

/// Words with which a resignation may be meant otherwise.
const DENIES: &str = "\
    no|not|don't|won't|can't|isn't|wasn't|never|nope|cannot|nothing|wish|rather|kidding|joking|joke|jokes|fool|fools|wait|if|\
    or|unless|but|just|only|maybe|perhaps|almost|nearly|soon|later|tomorrow|until|before|yet|still|instead|should|would|\
    could|might|please|you're|says|said|\
    nein|nicht|nie|niemals|kein|keine|weiter|noch|aber|oder|wenn|vielleicht|sondern|scherz|spaß|\
    non|pas|jamais|mais|ou|si|peut|encore|plutôt|nunca|pero|quizás|quizas|todavía|mai|ma|forse|ancora|\
    niet|nooit|maar|misschien|não|talvez|mas|nie|ale|może|aldrig|inte|ikke|men|kanske|måske|kanskje|не|нет|но|может";

#[cfg(test)]
mod tests {
    use super::takes_leave;

    #[test]
    fn only_thanks_praise_and_a_name_are_no_doubt_about_a_resignation() {
        for talk in [
            "Thank you for the game!",
            "thanks, well played",
            "gg",
            "Good game, Bob. See you in the next one!",
            "Ann",
            "Danke für die schöne Partie!",
            "Merci, bien joué",
            "Gracias por la partida",
            "Спасибо за партию",
            "You played the ending very well.",
        ] {
            assert!(takes_leave(talk), "{talk}");
        }
        for talk in [
            "Ha, never. I need a day.",
            "...is not in my vocabulary!",
            "Is that what you want? No way.",
            "Keine Randomness, ich spiele weiter!",
            "I would rather die.",
            "You wish :-)",
            "...yourself! I move tomorrow.",
            "that is what my wife says, but I go on",
            "Please do, your position is lost.",
            "myself to a long defence.",
            "no wait, Nf3",
            "Just kidding, good game so far",
            "Well played, but not yet",
            "the game? never",
            "Never!",
            "as soon as I lose the queen",
        ] {
            assert!(!takes_leave(talk), "{talk}");
        }
    }
}
