//! Tournaments: who signs up for one, withdraws from it, and its table.

use super::{Confirmed, Effects, Execution};
use crate::db::tournaments::EntryRow;
use crate::game::{GameNumber, Phase};
use crate::language::Order;
use crate::letters::{NoTournament, Occasion, Parting, TournamentView};
use crate::robot::tournaments::{Change, Tournament};
use crate::tournaments::State;
use crate::tournaments::table::{Counted, Withdrawal};

impl Execution<'_, '_, '_> {
    /// The tournaments that are open or played.
    pub(super) fn list_tournaments(&mut self) {
        let me = self.sender.player;
        let known = &self.batch.tournaments.known;
        let views = |states: &[State]| -> Vec<TournamentView> {
            let shown = known.iter().filter(|one| states.contains(&one.state));
            shown
                .map(|one| self.batch.tournament_view(one, me))
                .collect()
        };
        let open = views(&[State::Open, State::Closed]);
        let playing = views(&[State::Playing]);
        self.inform(Occasion::Tournaments { open, playing }, None);
    }

    /// The tournament of this name.
    pub(super) fn tournament(&self, name: &str) -> Result<&Tournament, NoTournament> {
        let found = self.batch.tournaments.find(name);
        found.ok_or_else(|| NoTournament::NoSuch {
            open: self.open_tournaments(),
        })
    }

    /// What the tournaments are called for which the sender has signed up and which have not begun.
    pub(super) fn seats_before_the_beginning(&self) -> Vec<String> {
        let me = self.sender.player;
        let known = self.batch.tournaments.known.iter();
        let ahead = known.filter(|one| matches!(one.state, State::Open | State::Closed));
        let mine = ahead.filter(|one| {
            one.entry(me)
                .is_some_and(|entry| entry.takes_part(&one.row))
        });
        mine.map(|one| one.row.title.clone()).collect()
    }

    pub(super) fn open_tournaments(&self) -> Vec<String> {
        let known = self.batch.tournaments.known.iter();
        let open = known.filter(|one| one.state == State::Open);
        open.map(|one| one.row.name.clone()).collect()
    }

    /// The sender wants to take part in the tournament of this name.
    pub(super) fn sign_up(&mut self, order: &Order, name: &str, team: Option<&str>) {
        self.become_player();
        let me = self.sender.player;
        let (number, team) = match self.may_sign_up(name, team) {
            Ok(may) => may,
            Err(why) => {
                self.refuse(order, why, None);
                return;
            }
        };
        let called = self.batch.name(me).to_owned();
        let now = self.batch.clock;
        self.batch.tournaments.add(number, (me, &called, team), now);
        let Some(one) = self.batch.tournaments.find(name) else {
            return;
        };
        let tournament = self.batch.tournament_view(one, me);
        let place = one.waits_as(me);
        let begun = one.has_begun();
        let place = place.filter(|place| *place > 0 && !begun);
        self.tell(Occasion::SignedUp { tournament, place }, None);
    }

    fn may_sign_up(
        &self,
        name: &str,
        team: Option<&str>,
    ) -> Result<(i64, Option<i32>), NoTournament> {
        let me = self.sender.player;
        let one = self.tournament(name)?;
        let entry = one.entry(me);
        let entered = entry.is_some();
        let gone = entry.is_some_and(EntryRow::has_left);
        match one.state {
            State::Finished => return Err(NoTournament::Finished),
            State::Cancelled => return Err(NoTournament::Cancelled),
            State::Playing if gone => return Err(NoTournament::Left),
            State::Prepared | State::Open | State::Closed | State::Playing if entered => {
                let seated = match one.has_begun() {
                    true => entry.is_some_and(|entry| entry.number.is_some()),
                    false => one.place(me).is_some_and(|place| place <= one.seats()),
                };
                let own = one.team_of(me).map(str::to_owned);
                return Err(match own.filter(|_| wants_another(one, entry, team)) {
                    Some(own) => NoTournament::OtherTeam {
                        own,
                        name: one.row.name.clone(),
                    },
                    None => NoTournament::Twice { seated },
                });
            }
            // Whoever signs up for one that is played can take a place in it, should one be free.
            State::Open | State::Playing => {}
            State::Prepared | State::Closed => return Err(NoTournament::Closed),
        }
        let team = team_meant(one, team)?;
        match self.batch.may_write_to(me) {
            true => Ok((one.row.id, team)),
            false => Err(NoTournament::NoMail),
        }
    }

    /// "join spring" is not said of a tournament alone: it is asked what is meant.
    pub(super) fn ask_to_sign_up(&mut self, order: &Order, name: &str) {
        let why = match self.tournament(name) {
            Ok(one) if one.state == State::Open => NoTournament::SignUpMeant {
                name: name.to_owned(),
            },
            Ok(_) | Err(_) => NoTournament::NoSuch {
                open: self.open_tournaments(),
            },
        };
        self.refuse(order, why, None);
    }

    /// The sender takes part in the tournament of this name no more; what is open of theirs in it is lost.
    pub(super) fn withdraw_from(&mut self, order: &Order, name: &str) {
        match self.may_withdraw_from(name) {
            Ok(one) if self.plays_in(&one) && self.wrote_before_playing(&one) => {
                self.refuse(order, NoTournament::PlaysSince, None);
            }
            Ok(one) if self.plays_in(&one) => self.withdraw_and_lose(order, &one),
            Ok(one) => self.sign_off(&one),
            Err(why) => self.refuse(order, why, None),
        }
    }

    fn may_withdraw_from(&self, name: &str) -> Result<Tournament, NoTournament> {
        let one = self.tournament(name)?;
        let entry = one.entry(self.sender.player).ok_or(NoTournament::NotIn)?;
        match one.state {
            State::Finished => return Err(NoTournament::Finished),
            State::Cancelled => return Err(NoTournament::Cancelled),
            State::Prepared | State::Open | State::Closed | State::Playing => {}
        }
        if entry.has_left() {
            return Err(NoTournament::Gone);
        }
        match self.sender.confirmed {
            Confirmed::Waited => Ok(one.clone()),
            Confirmed::No | Confirmed::Answers => Err(NoTournament::ToBeConfirmed),
        }
    }

    /// Whether the sender has a place in one that has begun.
    fn plays_in(&self, one: &Tournament) -> bool {
        let entry = one.entry(self.sender.player);
        entry.is_some_and(|entry| entry.number.is_some())
    }

    /// Whether the mail is older than the sender's games in this tournament: when they were asked about it they had none to lose.
    fn wrote_before_playing(&self, one: &Tournament) -> bool {
        let number = one.entry(self.sender.player).and_then(|entry| entry.number);
        let taken = one.entries.iter().filter(|entry| entry.given_up == number);
        let since = taken.filter_map(|entry| entry.given_up_at).max();
        since
            .max(one.row.started_at)
            .is_some_and(|since| self.arrived() < since)
    }

    fn sign_off(&mut self, one: &Tournament) {
        let me = self.sender.player;
        let (number, team) = (one.row.id, one.team_of(me).map(str::to_owned));
        let next = self.batch.tournaments.remove(number, me);
        let Some(one) = self.batch.tournaments.find(&one.row.name) else {
            return;
        };
        let tournament = TournamentView {
            // For which they may come back.
            team,
            ..self.batch.tournament_view(one, me)
        };
        self.tell(Occasion::SignedOff { tournament }, None);
        let moved = next.map(|next| (number, next));
        self.batch
            .tell_of_seats(moved.as_slice(), self.read.cause());
    }

    fn withdraw_and_lose(&mut self, order: &Order, one: &Tournament) {
        let me = self.sender.player;
        let annulled = one.if_left(me, self.batch.now) == Some(Withdrawal::Annulled);
        let out = one.out_if_left(me, self.batch.now);
        let mut lost = Vec::new();
        for number in one.open_games_of(me) {
            if self.lose_by_withdrawal(number, order) {
                lost.push(number.0);
            }
        }
        self.batch.tournaments.changes.push(Change::Withdrawn {
            tournament: Some(one.row.id),
            player: me,
            cause: self.read.cause(),
        });
        let tournament = self.batch.tournament_view(one, me);
        self.tell(
            Occasion::WithdrawnFrom {
                tournament,
                lost,
                annulled,
                out,
            },
            None,
        );
    }

    /// Resigns a game that goes on; returns whether it did. The other player is told; the sender gets one letter about all.
    fn lose_by_withdrawal(&mut self, number: GameNumber, order: &Order) -> bool {
        let loaded = self.batch.games.get(&number);
        if loaded.is_none_or(|loaded| loaded.game.phase() != Phase::Playing) {
            return false;
        }
        let mut effects = Effects::default();
        // Nothing else of theirs follows in this game.
        let _ = self.resign(number, order, &mut effects);
        effects.mine = None;
        if let Some((Occasion::Over { parting, .. }, _)) = &mut effects.theirs {
            *parting = Parting::Tournament;
        }
        self.say_if_annulled(number, &mut effects);
        self.post(number, effects);
        true
    }

    /// The letter to the other player of a game that the sender gives up, with its tournament or all, says whether it counts.
    pub(super) fn say_if_annulled(&self, number: GameNumber, effects: &mut Effects) {
        let (me, now) = (self.sender.player, self.batch.now);
        let counted = self.batch.tournaments.counted(number, me, now);
        if let Some((Occasion::Over { annulled, .. }, _)) = &mut effects.theirs {
            *annulled = counted == Counted::No;
        }
    }

    /// The table of the tournament of this name, or of the only one in which the sender takes part; or who has signed up.
    pub(super) fn show_table(&mut self, order: &Order, name: Option<&str>) {
        let found = match name {
            Some(name) => self.tournament(name),
            None => match self.entered().as_slice() {
                [] => return self.list_tournaments(),
                [only] => Ok(*only),
                several => Err(NoTournament::WhichTable {
                    names: several.iter().map(|one| one.row.name.clone()).collect(),
                }),
            },
        };
        match found {
            Ok(one) => {
                let told = self.batch.tournament_table(one, self.sender.player);
                self.inform(told, None);
            }
            Err(why) => self.refuse(order, why, None),
        }
    }

    /// Those that are open or go on in which the sender takes part, or waits for a seat.
    pub(super) fn entered(&self) -> Vec<&Tournament> {
        let me = self.sender.player;
        let goes_on = [State::Open, State::Closed, State::Playing];
        let known = self.batch.tournaments.known.iter();
        let entered = known.filter(|one| {
            let entry = one.entry(me);
            goes_on.contains(&one.state) && entry.is_some_and(|entry| entry.takes_part(&one.row))
        });
        entered.collect()
    }
}

/// Whether a team is named for which somebody has not signed up.
fn wants_another(one: &Tournament, entry: Option<&EntryRow>, team: Option<&str>) -> bool {
    let wanted = team.and_then(|team| one.team_called(team));
    wanted.is_some() && entry.and_then(|entry| entry.team) != wanted
}

/// The team for which somebody signs up; none where nobody plays for one.
fn team_meant(one: &Tournament, team: Option<&str>) -> Result<Option<i32>, NoTournament> {
    let (name, teams) = (one.row.name.clone(), one.row.teams.clone());
    let proposed = one.proposed_team().unwrap_or_default();
    match (team, teams.is_empty()) {
        (None, true) => Ok(None),
        (Some(_), true) => Err(NoTournament::NoTeams { name }),
        (None, false) => Err(NoTournament::WhichTeam {
            name,
            teams,
            proposed,
        }),
        (Some(team), false) => match one.team_called(team) {
            Some(team) => Ok(Some(team)),
            None => Err(NoTournament::NoSuchTeam {
                name,
                teams,
                proposed,
            }),
        },
    }
}
