//! Words to the directors of a tournament. They go to each of them at their own address, as words go to an opponent: cleaned,
//! bounded, without codes and addresses of their writer.

use super::Execution;
use super::answers::Reason;
use crate::db::tournaments::EntryRow;
use crate::game::PlayerNumber;
use crate::language::Order;
use crate::letters::{NoDirector, NoTournament, Occasion, Part, TournamentName, Why};
use crate::mail::write::is_sendable;
use crate::robot::allowances::Allowance;
use crate::robot::draft::{Draft, Recipient};
use crate::robot::tournaments::Tournament;
use crate::tournaments::State;

/// To whom words go.
enum Whom {
    /// To these directors.
    Directors(Vec<PlayerNumber>),
    /// To the administrator, at this address.
    Administrator(String),
}

impl Execution<'_, '_, '_> {
    /// Passes words on to the directors of the tournament of this name, or of the only one in which the sender takes part.
    pub(super) fn write_to_directors(&mut self, order: &Order, name: Option<&str>, words: &str) {
        match self.readers_of(name, words) {
            Ok((one, whom, words)) => self.pass_on_to(&one, whom, &words),
            Err(why) => self.refuse(order, why, None),
        }
    }

    fn readers_of(
        &mut self,
        name: Option<&str>,
        words: &str,
    ) -> Result<(Tournament, Whom, String), Why> {
        let one = match name {
            Some(name) => self.entered_by_name(name)?,
            None => self.only_one_entered()?,
        };
        let name = name.map(str::to_owned);
        let words = self.for_the_other(words);
        let words = words.ok_or(NoDirector::NoWords { name })?;
        let whom = self.directors_of(&one)?;
        let address = self.address();
        match self.batch.spend(&address, Allowance::Director) {
            true => Ok((one, whom, words)),
            false => Err(NoDirector::Enough.into()),
        }
    }

    /// The tournament of this name, where the sender takes part, waits for a seat, or did so.
    fn entered_by_name(&self, name: &str) -> Result<Tournament, NoTournament> {
        let one = self.tournament(name)?;
        if one.state == State::Cancelled {
            return Err(NoTournament::Cancelled);
        }
        let entry = one.entry(self.sender.player);
        let seated = entry.filter(|entry| !one.has_begun() || entry.ever_numbered().is_some());
        seated.map(|_| one.clone()).ok_or(NoTournament::NotIn)
    }

    /// The only one that is open or goes on in which the sender takes part.
    fn only_one_entered(&self) -> Result<Tournament, NoDirector> {
        match self.entered().as_slice() {
            [] => Err(NoDirector::NoneMeant),
            [only] => Ok((*only).clone()),
            several => Err(NoDirector::Several {
                names: several.iter().map(|one| one.row.name.clone()).collect(),
            }),
        }
    }

    /// Who gets words to the directors: those of them whom our mail reaches, and who want to hear from the sender.
    fn directors_of(&self, one: &Tournament) -> Result<Whom, NoDirector> {
        let me = self.sender.player;
        if one.directors.is_empty() {
            return self.administrator();
        }
        let directors = one.directors.iter().map(|row| PlayerNumber(row.player_id));
        let others: Vec<PlayerNumber> = directors.filter(|player| *player != me).collect();
        if others.is_empty() {
            let name = one.row.name.clone();
            return Err(NoDirector::Yourself { name });
        }
        let reached = others.into_iter().filter(|player| {
            self.batch.is_active(*player)
                && self.batch.may_write_to(*player)
                && self.batch.hears(*player, me)
        });
        let reached: Vec<PlayerNumber> = reached.collect();
        match reached.is_empty() {
            false => Ok(Whom::Directors(reached)),
            true => Err(self.unreachable()),
        }
    }

    /// The administrator, where whom to ask is an address.
    fn administrator(&self) -> Result<Whom, NoDirector> {
        let contact = self.batch.server.contact.as_deref();
        let is_address = |contact: &&str| {
            is_sendable(contact) && contact.contains('@') && !self.batch.server.owns(contact)
        };
        let address = contact.filter(is_address);
        let address = address.ok_or_else(|| self.unreachable())?;
        Ok(Whom::Administrator(address.to_owned()))
    }

    fn unreachable(&self) -> NoDirector {
        NoDirector::Unreachable {
            contact: self.batch.server.contact.clone(),
        }
    }

    fn pass_on_to(&mut self, one: &Tournament, whom: Whom, words: &str) {
        let me = self.sender.player;
        let player = self.batch.name(me).to_owned();
        let tournament = TournamentName {
            name: one.row.name.clone(),
            title: one.row.title.clone(),
        };
        let gone = one.entry(me).is_some_and(EntryRow::has_left);
        let part = match one.has_begun() {
            _ if gone => Part::Left,
            true => Part::Plays,
            false => Part::SignedUp,
        };
        let asked = |directs: bool| Occasion::DirectorAsked {
            tournament: tournament.clone(),
            player: player.clone(),
            part,
            directs,
            words: words.to_owned(),
        };
        let mut directors = Vec::new();
        match whom {
            Whom::Directors(players) => {
                for director in players {
                    directors.push(self.batch.name(director).to_owned());
                    self.draft(asked(true), director, None, None, Reason::News);
                }
            }
            Whom::Administrator(address) => {
                let to = Recipient::Stranger { address };
                let draft = Draft::about_no_game(asked(false), to, self.read.cause());
                self.batch.drafts.push(draft);
            }
        }
        let told = Occasion::DirectorTold {
            tournament,
            directors,
        };
        self.tell(told, None);
    }
}
