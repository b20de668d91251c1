//! How many letters are written in a day, and which mails are a flood.

use super::super::allowances::{Allowance, Bound, Kind, Scope, Unasked, reached};
use super::Batch;
use crate::db::inbox::Claimed;
use crate::mail::address;

/// So many mails of one line that wait at once are a flood. Who comes home and answers all their games sends moves,
/// which are answered each.
const FLOOD: i64 = 20;

/// Whose flood a mail is one of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::robot) enum Flood {
    /// Anybody's: the answers are counted by the address that they go to.
    Unproven,
    /// That of the player whose line this is: they are counted by it, and cost nobody else an answer.
    Of(String),
}

impl Batch<'_> {
    /// Whether one more mail of this kind may be written for this address today; if so it is counted.
    ///
    /// Spellings of one mailbox share what may be written there. Who sends more than can be handled gets few answers.
    pub(in crate::robot) fn spend(&mut self, address: &str, allowance: Allowance) -> bool {
        let mut bounds = vec![self.bound_of(address, allowance)];
        if self.retried && allowance.is_to_the_sender() {
            lift(&mut bounds);
        }
        self.spend_all(bounds).is_ok()
    }

    /// Whether one more letter that nobody has proven to want may be written today, by its reader's allowance and all else
    /// that bounds it; if so it is counted. `Err` names the first bound that is reached.
    pub(in crate::robot) fn spend_unasked(
        &mut self,
        address: &str,
        allowance: Allowance,
        letter: &Unasked<'_>,
    ) -> Result<(), Scope> {
        let mut bounds = vec![self.bound_of(address, allowance)];
        bounds.extend(letter.bounds(self.server));
        if self.retried && allowance.is_to_the_sender() && letter.kind != Kind::Invitation {
            lift(&mut bounds);
        }
        self.spend_all(bounds)
    }

    fn bound_of(&self, address: &str, allowance: Allowance) -> Bound {
        match &self.flood {
            Some(Flood::Of(line)) if allowance.is_answer() => Allowance::Flood.of(line),
            Some(Flood::Unproven) if allowance.is_answer() => Allowance::Flood.of(address),
            Some(_) | None => allowance.of(address),
        }
    }

    fn spend_all(&mut self, bounds: Vec<Bound>) -> Result<(), Scope> {
        let counted = |key: &str, word: &str| {
            let place = (key.to_owned(), word.to_owned());
            self.counts.get(&place).copied().unwrap_or(0)
        };
        if let Some(scope) = reached(&bounds, counted) {
            return Err(scope);
        }
        for Bound {
            key, word, most, ..
        } in bounds
        {
            let count = self.counts.entry((key.clone(), word.clone()));
            *count.or_insert(0) += 1;
            self.counted.push((key, word, most));
        }
        Ok(())
    }

    /// Whether all of an allowance has been spent.
    pub(in crate::robot) fn is_spent(&self, address: &str, allowance: Allowance) -> bool {
        let bound = allowance.of(address);
        let counted = self.counts.get(&(bound.key, bound.word));
        counted.copied().unwrap_or(0) >= bound.most
    }

    /// Whether words known by this key have come from this address on this day; they are known from now on.
    pub(in crate::robot) fn said_before(&mut self, address: &str, words_key: &str) -> bool {
        let key = (address::counting_key(address), format!("words {words_key}"));
        let count = self.counts.entry(key.clone()).or_insert(0);
        *count += 1;
        let before = *count > 1;
        self.counted.push((key.0, key.1, i32::MAX));
        before
    }

    /// They have said something that could be done: what they say next is counted anew.
    pub(in crate::robot) fn is_clear_again(&mut self, address: &str) {
        let key = address::counting_key(address);
        for allowance in [Allowance::NotUnderstood, Allowance::Unclear] {
            let kind = allowance.word().to_owned();
            if self.counts.remove(&(key.clone(), kind.clone())).is_some() {
                self.counted.retain(|(at, of, _)| (at, of) != (&key, &kind));
                self.uncounted.push((key.clone(), kind));
            }
        }
    }

    /// Whether so many mails of this one's line wait that no person writes them. Once it has been answered as such, it takes
    /// less, so that the last mails of a flood are not answered as a person's.
    pub(in crate::robot) fn flood_of(&self, mail: &Claimed) -> Option<Flood> {
        let waiting = self.waiting.get(&mail.line).copied().unwrap_or(0);
        let key = (
            address::counting_key(&mail.line),
            Allowance::Flood.word().to_owned(),
        );
        let known = self.counts.get(&key).is_some_and(|&count| count > 0);
        (waiting >= if known { 2 } else { FLOOD }).then(|| {
            if mail.proven {
                Flood::Of(mail.line.clone())
            } else {
                Flood::Unproven
            }
        })
    }
}

/// Lets these be passed for once. The letter is counted all the same: the next mail is no retry.
fn lift(bounds: &mut [Bound]) {
    for bound in bounds {
        bound.most = i32::MAX;
    }
}
