//! Seeks: a game for whoever wants to take it, and the game that begins by it.

use super::answers::Reason;
use super::{Confirmed, Execution};
use crate::chess::{Start, Variant};
use crate::db::seeks::Ending;
use crate::game::rating::Stake;
use crate::game::{By, Game, GameNumber, Manner, PlayerNumber, Wish};
use crate::language::{Colour, Order, SeekWish, Setup};
use crate::letters::{NoChallenge, NoSeek, Occasion, PairedBy, Why};
use crate::players::colours::White;
use crate::players::seek::{Between, MOST_OPEN, NoMatch, RATINGS, Seek, Side, Terms};
use crate::robot::allowances::Allowance;
use crate::robot::batch::Came;
use std::collections::HashMap;

/// So many seeks stand in one letter.
const MOST_LISTED: usize = 20;

impl Execution<'_, '_, '_> {
    /// Offers a game to whoever wants to take it. Where somebody offers one that matches, the game begins.
    pub(super) fn seek(&mut self, order: &Order, wish: &SeekWish) -> anyhow::Result<()> {
        self.become_player();
        let me = self.sender.player;
        let terms = match self.may_seek(order, wish) {
            Ok(terms) => terms,
            Err(why) => {
                self.refuse_terms(order, why);
                return Ok(());
            }
        };
        if let Some((seek, white)) = self.first_match(&terms) {
            return self.pair(&seek, white, PairedBy::Matching);
        }
        let Some(number) = self.batch.seeks.spare.take(self.read.mail.id) else {
            anyhow::bail!("no number is left for a new seek");
        };
        let seek = Seek {
            number,
            player: me,
            terms,
            opened_at: self.batch.clock,
        };
        let line = self.batch.seek_line(&seek);
        self.batch.seeks.begin(seek);
        let words = self.content.message.talk.is_some();
        self.tell(Occasion::SeekOpened { seek: line, words }, None);
        Ok(())
    }

    /// What is looked for, counted as one of the day's challenges; `Err` says why it cannot be.
    fn may_seek(&mut self, order: &Order, wish: &SeekWish) -> Result<Terms, Why> {
        let terms = self.terms_wanted(order, wish)?;
        let own = self.batch.seeks.of(self.sender.player);
        if let Some(same) = own.iter().find(|seek| seek.terms == terms) {
            return Err(NoSeek::SameIsOpen { seek: same.number }.into());
        }
        if own.len() >= MOST_OPEN {
            let open = own.iter().map(|seek| seek.number).collect();
            return Err(NoSeek::EnoughOpen { open }.into());
        }
        self.spend_challenge()?;
        Ok(terms)
    }

    fn spend_challenge(&mut self) -> Result<(), NoChallenge> {
        let me = self.address();
        if self.batch.spend(&me, Allowance::Challenge) {
            Ok(())
        } else {
            Err(NoChallenge::EnoughToday)
        }
    }

    fn terms_wanted(&self, order: &Order, wish: &SeekWish) -> Result<Terms, Why> {
        let variant = match &wish.setup {
            Setup::Usual => Variant::Standard,
            Setup::Chess960(None) => Variant::Chess960,
            Setup::Chess960(Some(_)) | Setup::Fen(_) => return Err(NoSeek::OwnStart.into()),
        };
        let control = self.control_wanted(&order.command, wish.time.as_ref())?;
        let stake = Self::stake_wanted(&wish.stake, &wish.setup)?;
        let range = wish.range.map(range).transpose()?;
        if range.is_some() && stake == Stake::Casual {
            return Err(NoSeek::RangeOfCasual.into());
        }
        Ok(Terms {
            control,
            stake,
            variant,
            colour: match wish.colour {
                Colour::White => Wish::White,
                Colour::Black => Wish::Black,
                Colour::Random => Wish::Random,
            },
            range,
        })
    }

    /// The oldest seek that matches these terms of the sender's.
    fn first_match(&self, terms: &Terms) -> Option<(Seek, White)> {
        let me = self.sender.player;
        if self.batch.seeks.on_leave.contains(&me) {
            return None;
        }
        let open = self.batch.seeks.open.iter();
        let mut offered = open.filter(|seek| self.batch.is_offered(seek));
        offered.find_map(|seek| {
            let (sides, between) = self.what_matters(seek);
            let white = seek.matches((me, terms), sides, between)?;
            Some((seek.clone(), white))
        })
    }

    /// Whether the sender may take this seek, and who would have White.
    fn may_take(&self, seek: &Seek) -> Result<White, NoMatch> {
        let (sides, between) = self.what_matters(seek);
        seek.taken_by(self.sender.player, sides, between)
    }

    /// What matters of the player of this seek and of the sender, in that order, and of what there was between them.
    fn what_matters(&self, seek: &Seek) -> ([Side; 2], Between) {
        let me = self.sender.player;
        let pool = seek.terms.pool();
        let sides = [seek.player, me].map(|player| self.batch.side(player, pool));
        (sides, self.batch.between(seek.player, me))
    }

    /// Lists the seeks that the sender may take, the oldest first, and their own.
    pub(super) fn list_seeks(&mut self) {
        let me = self.sender.player;
        let lines = |seeks: Vec<&Seek>| -> Vec<_> {
            let lines = seeks.into_iter().map(|seek| self.batch.seek_line(seek));
            lines.collect()
        };
        let yours = lines(self.batch.seeks.of(me));
        let open = self.batch.seeks.open.iter();
        let others = open
            .filter(|seek| self.batch.is_offered(seek) && self.may_take(seek).is_ok())
            .collect();
        let mut others = lines(one_of_each_first(others));
        let left_out = others.len().saturating_sub(MOST_LISTED);
        others.truncate(MOST_LISTED);
        let occasion = Occasion::Seeks {
            yours,
            others,
            left_out,
        };
        self.inform(occasion, None);
    }

    /// Takes the seek of this number: the game begins.
    pub(super) fn take(&mut self, order: &Order, number: i64) -> anyhow::Result<()> {
        let taken = self.seek_to_take(number).and_then(|found| {
            self.spend_challenge()?;
            Ok(found)
        });
        match taken {
            Ok((seek, white)) => {
                self.become_player();
                self.pair(&seek, white, PairedBy::Taking)
            }
            Err(why) => {
                self.refuse(order, why, None);
                Ok(())
            }
        }
    }

    fn seek_to_take(&self, number: i64) -> Result<(Seek, White), Why> {
        let seek = match self.batch.seeks.find(number) {
            Some(seek) => seek,
            None => return Err(self.no_such_seek(number).into()),
        };
        if self.batch.seeks.on_leave.contains(&self.sender.player) {
            return Err(NoSeek::OnLeave.into());
        }
        let other = seek.player;
        if !self.batch.hears(self.sender.player, other) {
            let name = self.batch.name(other).to_owned();
            return Err(NoSeek::YouBlock { name }.into());
        }
        let white = self.may_take(seek).map_err(|why| match why {
            NoMatch::Own => NoSeek::Own { seek: number },
            NoMatch::Blocked => NoSeek::NotOffered,
            NoMatch::Rating(yours, range) => NoSeek::Rating { yours, range },
            NoMatch::Colours => NoSeek::Colours,
        })?;
        if !self.batch.is_offered(seek) {
            return Err(NoSeek::NotOffered.into());
        }
        Ok((seek.clone(), white))
    }

    fn no_such_seek(&self, number: i64) -> NoSeek {
        if self.batch.seeks.ended.contains(&number) {
            NoSeek::Ended { seek: number }
        } else {
            NoSeek::NoSuch { seek: number }
        }
    }

    /// Takes back a seek of the sender's.
    pub(super) fn unseek(&mut self, order: &Order, number: Option<i64>) {
        match self.own_seek(number) {
            Ok(seek) => {
                let line = self.batch.seek_line(&seek);
                self.batch.seeks.end(seek.number, Ending::Withdrawn);
                self.tell(Occasion::SeekClosed { seek: line }, None);
            }
            Err(why) => self.refuse(order, why, None),
        }
    }

    fn own_seek(&self, number: Option<i64>) -> Result<Seek, NoSeek> {
        let me = self.sender.player;
        let Some(number) = number else {
            let own = self.batch.seeks.of(me);
            return match own.as_slice() {
                [] => Err(NoSeek::NoneOpen),
                [only] => Ok((*only).clone()),
                several => {
                    let open = several.iter().map(|seek| seek.number).collect();
                    Err(NoSeek::WhichOne { open })
                }
            };
        };
        match self.batch.seeks.find(number) {
            Some(seek) if seek.player == me => Ok(seek.clone()),
            Some(_) => Err(NoSeek::Anothers { seek: number }),
            None => Err(self.no_such_seek(number)),
        }
    }

    /// Begins the game of a seek with the sender, and tells both, as of a challenge that is accepted.
    fn pair(&mut self, seek: &Seek, white: White, by: PairedBy) -> anyhow::Result<()> {
        let mail = self.read.mail.id;
        let me = self.sender.player;
        let start = match seek.terms.variant {
            Variant::Standard => Start::default(),
            Variant::Chess960 => self.drawn_by_lot()?,
        };
        let seeker_is_white = white.is_the_firsts(self.batch.randomness.coin(mail)?);
        let Some(number) = self.batch.spare.games.take(mail).map(GameNumber) else {
            anyhow::bail!("no number is left for a new game");
        };
        let terms = &seek.terms;
        let (game, challenged) = Game::challenge_for(
            number,
            seek.player,
            me,
            terms.colour,
            start,
            terms.control,
            terms.stake,
        );
        self.batch.add_game(game);
        let by_seeker = By {
            player: Some(seek.player),
            cause: Some(self.read.cause()),
        };
        let came = Came::with(&self.read.mail);
        let manner = Manner::default();
        self.batch
            .record(number, &challenged, manner, by_seeker, came);
        let Some(loaded) = self.batch.games.get_mut(&number) else {
            anyhow::bail!("a game that was opened is not there");
        };
        let accepted = loaded.game.accept(me, seeker_is_white)?;
        let at = self.record(number, &accepted);
        self.batch.seeks.end(seek.number, Ending::Paired(number.0));
        self.batch.note_meeting(number);
        self.tell_paired(number, at, seek, by);
        Ok(())
    }

    fn tell_paired(&mut self, number: GameNumber, at: Option<u32>, seek: &Seek, by: PairedBy) {
        let talk = self.content.message.talk.as_deref();
        // What was written below an order that waited for a "yes" was not named to whoever said it; and what stands below a
        // seek was written to nobody.
        let passed_on = match (by, self.sender.confirmed) {
            (PairedBy::Taking, Confirmed::No | Confirmed::Answers) => {
                talk.and_then(|talk| self.for_the_other(talk))
            }
            (PairedBy::Taking, Confirmed::Waited) | (PairedBy::Matching, _) => None,
        };
        let words = talk.is_some() && passed_on.is_none();
        let paired = |game, by_you: bool, talk, words| Occasion::Paired {
            game,
            seek: seek.number,
            by,
            by_you,
            talk,
            words,
        };
        if let Some(game) = self.mine(number) {
            self.tell(paired(game, true, None, words), Some(number));
        }
        if let Some(game) = self.theirs(number) {
            let occasion = paired(game, false, passed_on, false);
            self.draft(occasion, seek.player, Some(number), at, Reason::News);
        }
    }
}

/// A range of ratings as it was written, where it is one.
fn range((least, most): (u32, u32)) -> Result<(i32, i32), NoSeek> {
    let point = |written: u32| {
        let point = i32::try_from(written).ok();
        point.filter(|point| RATINGS.contains(point))
    };
    match (point(least), point(most)) {
        (Some(least), Some(most)) if least <= most => Ok((least, most)),
        (Some(least), Some(most)) => Err(NoSeek::Reversed { least, most }),
        _ => Err(NoSeek::OutOfBounds {
            least: *RATINGS.start(),
            most: *RATINGS.end(),
        }),
    }
}

/// The oldest seek of each player, then their second ones, and so on: whoever has several hides nobody's only one.
fn one_of_each_first(seeks: Vec<&Seek>) -> Vec<&Seek> {
    let mut of_player: HashMap<PlayerNumber, usize> = HashMap::new();
    let mut counted: Vec<(usize, &Seek)> = seeks
        .into_iter()
        .map(|seek| {
            let before = of_player.entry(seek.player).or_default();
            *before += 1;
            (*before, seek)
        })
        .collect();
    counted.sort_by_key(|(before, _)| *before);
    counted.into_iter().map(|(_, seek)| seek).collect()
}
