//! What is drawn by lot.

use crate::db::inbox::Claimed;
use crate::mail::token::Keys;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// What is drawn by lot: colours, one-time tokens, the unique part of Message-IDs.
///
/// It follows from the newest key and from the mail that brings it about. So a mail that is handled once more, because a
/// transaction failed or because the database had to be restored, brings about the same; to whoever does not know the
/// key it is as good as random.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Randomness {
    /// By mail: its lot, and how much of it has been drawn.
    lots: HashMap<i64, Lot>,
    /// That of a cause that is no mail.
    of_cause: Option<Lot>,
}

/// A lot, and how much of it has been drawn.
type Lot = ([u8; 32], u32);

impl Randomness {
    /// What is drawn for these mails.
    pub(in crate::robot) fn of<'m>(
        mails: impl Iterator<Item = &'m Claimed>,
        keys: &Keys,
    ) -> Randomness {
        let lots = mails
            .filter_map(|mail| {
                let mut what = mail.content_key.clone();
                what.extend_from_slice(&mail.round.to_be_bytes());
                Some((mail.id, (keys.lot(&what)?, 0)))
            })
            .collect();
        Randomness {
            lots,
            of_cause: None,
        }
    }

    /// What is drawn for a cause that is no mail, by its name: should the database be lost after it, the same.
    pub(in crate::robot) fn of_cause(name: &str, keys: &Keys) -> Randomness {
        Randomness {
            lots: HashMap::new(),
            of_cause: keys.lot(name.as_bytes()).map(|lot| (lot, 0)),
        }
    }

    /// A coin for this mail, from the next 16 octets.
    pub(in crate::robot) fn coin(&mut self, mail: i64) -> Result<bool, getrandom::Error> {
        let [first, ..] = self.draw(mail)?;
        Ok(first & 1 == 1)
    }

    /// The next 16 octets for this mail, or for what is carried out without one; from the operating system when it is none of
    /// this batch, or there is no lot for it.
    pub(in crate::robot) fn draw(
        &mut self,
        mail: impl Into<Option<i64>>,
    ) -> Result<[u8; 16], getrandom::Error> {
        let mut drawn = [0; 16];
        let lot = match mail.into() {
            Some(mail) => self.lots.get_mut(&mail),
            None => self.of_cause.as_mut(),
        };
        match lot {
            Some((lot, count)) => {
                let mut hash = Sha256::new();
                hash.update(*lot);
                hash.update(count.to_be_bytes());
                *count += 1;
                for (to, from) in drawn.iter_mut().zip(hash.finalize()) {
                    *to = from;
                }
            }
            None => getrandom::fill(&mut drawn)?,
        }
        Ok(drawn)
    }
}
