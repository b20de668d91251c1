//! Tournaments as they are loaded, and what changes in them.

use super::boards::MovedUp;
use crate::chess::Start;
use crate::db::tournaments::{
    self, ByeRow, DirectorRow, EntryRow, PairedRow, PlayedRow, TournamentRow,
};
use crate::game::clock::Control;
use crate::game::rating::{Pool, Rating, Stake};
use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::robot::substitution;
use crate::robot::tournament_rulings::Ruled;
use crate::robot::watching::LoadedWatches;
use crate::tournaments::Meeting;
use crate::tournaments::table::{Counted, Withdrawal};
use crate::tournaments::{State, System, knock_out};
use chrono::{DateTime, Utc};
use std::collections::HashMap;

/// Tournaments, and what changes in them.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct LoadedTournaments {
    /// Those that are open, closed or played, and those that are named.
    pub(in crate::robot) known: Vec<Tournament>,
    /// What senders watch.
    pub(in crate::robot) watches: LoadedWatches,
    /// Who watches the one that is begun, paired or told of.
    pub(in crate::robot) watchers: Vec<PlayerNumber>,
    /// Where players of one that is to begin stand.
    pub(in crate::robot) ratings: HashMap<(PlayerNumber, Pool), Rating>,
    /// In the order in which they were decided.
    pub(in crate::robot) changes: Vec<Change>,
}

/// A tournament that is loaded.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Tournament {
    pub(in crate::robot) row: TournamentRow,
    pub(in crate::robot) state: State,
    pub(in crate::robot) system: System,
    pub(in crate::robot) control: Control,
    pub(in crate::robot) stake: Stake,
    pub(in crate::robot) start: Start,
    /// In the order of the draw; before it in that of the list.
    pub(in crate::robot) entries: Vec<EntryRow>,
    pub(in crate::robot) games: Vec<PlayedRow>,
    pub(in crate::robot) byes: Vec<ByeRow>,
    pub(in crate::robot) directors: Vec<DirectorRow>,
    /// Of a knock-out in which something is done: how all stands from which its bracket follows, and how often it was looked at.
    pub(in crate::robot) bracket: Option<(String, i32)>,
}

/// Something that changes in a tournament.
#[derive(Clone, Debug)]
pub(in crate::robot) enum Change {
    /// Somebody signs up.
    SignedUp {
        tournament: i64,
        player: PlayerNumber,
        /// Of those with teams: for which.
        team: Option<i32>,
    },
    /// Somebody takes part no more in one that has not begun, or in any.
    SignedOff {
        tournament: Option<i64>,
        player: PlayerNumber,
    },
    /// Somebody has left one that goes on, or all.
    Withdrawn {
        tournament: Option<i64>,
        player: PlayerNumber,
        cause: CauseId,
    },
    /// It begins.
    Begun {
        /// In the order of their numbers, each with the rating.
        players: Vec<(PlayerNumber, Option<i32>)>,
        games: NewGames,
    },
    /// A round of one that goes on is paired.
    RoundPaired(NewGames),
    /// The bracket of a knock-out was looked at.
    BracketStep(BracketStep),
    /// This round cannot be paired, so that none is any more.
    NoPairing {
        tournament: i64,
        round: i32,
        cause: CauseId,
    },
    /// A director has decided something.
    Ruled(Ruled),
    /// It is over, or was given up.
    Ended {
        tournament: i64,
        turned: tournaments::Turned,
        cause: CauseId,
    },
}

/// What is paired at once: all games of a round robin, or a round of a Swiss.
#[derive(Clone, Debug)]
pub(in crate::robot) struct NewGames {
    pub(in crate::robot) tournament: i64,
    pub(in crate::robot) cause: CauseId,
    pub(in crate::robot) games: Vec<PairedRow>,
    /// The event by which each of them has begun.
    pub(super) began: HashMap<i64, u32>,
    /// Who goes without a game, in a Swiss for a point, and in which round.
    pub(in crate::robot) byes: Vec<(PlayerNumber, i32)>,
    /// In a knock-out, how many rounds it has.
    pub(super) rounds: Option<u16>,
    /// The last round that is paired with them.
    pub(in crate::robot) round: i32,
    pub(in crate::robot) next_round_at: Option<DateTime<Utc>>,
}

/// What follows from how a knock-out stands.
#[derive(Clone, Debug)]
pub(in crate::robot) struct BracketStep {
    pub(in crate::robot) games: NewGames,
    /// How it stood.
    pub(in crate::robot) stood: String,
    /// Who is told in which round they are out, or that they are in again.
    pub(in crate::robot) told: Vec<(PlayerNumber, Option<i32>)>,
    /// Who is told which round they have reached, or has not reached it after all.
    pub(in crate::robot) through: Vec<(PlayerNumber, Option<i32>)>,
}

impl Tournament {
    /// The number of those who have a seat: before teams have begun, as many as their boards have so far.
    pub(in crate::robot) fn seats(&self) -> usize {
        match self.system.boards().filter(|_| !self.has_begun()) {
            Some(_) => self.teams().iter().map(|team| team.seated).sum(),
            None => usize::try_from(self.row.most_players).unwrap_or(usize::MAX),
        }
    }

    /// So many must take part.
    pub(in crate::robot) fn least(&self) -> usize {
        usize::try_from(self.row.least_players)
            .unwrap_or(usize::MAX)
            .max(2)
    }

    /// Whether it has begun.
    pub(in crate::robot) fn has_begun(&self) -> bool {
        self.row.started_at.is_some()
    }

    pub(in crate::robot) fn entry(&self, player: PlayerNumber) -> Option<&EntryRow> {
        self.entries
            .iter()
            .find(|entry| entry.player_id == player.0)
    }

    /// Who directs it and is none of these, who are told of it anyway.
    pub(in crate::robot) fn directors_beside(&self, told: &[PlayerNumber]) -> Vec<PlayerNumber> {
        let directors = self.directors.iter().map(|row| PlayerNumber(row.player_id));
        directors
            .filter(|director| !told.contains(director))
            .collect()
    }

    /// The place of somebody on the list, from 1.
    pub(in crate::robot) fn place(&self, player: PlayerNumber) -> Option<usize> {
        let mut entries = self.entries.iter();
        entries
            .position(|entry| entry.player_id == player.0)
            .map(|at| at + 1)
    }

    /// The games of a player that go on.
    pub(in crate::robot) fn open_games_of(&self, player: PlayerNumber) -> Vec<GameNumber> {
        let games = self.games.iter();
        let own = games.filter(|game| game.playing && game.has(player.0));
        own.map(|game| GameNumber(game.game_id)).collect()
    }

    /// How many games everybody plays at the most.
    pub(super) fn most_games(&self) -> i32 {
        let others = self.row.most_players - 1;
        match self.system {
            System::RoundRobin => others,
            System::DoubleRoundRobin => 2 * others,
            System::Swiss { rounds } => i32::from(rounds),
            System::KnockOut => {
                let most = u16::try_from(self.row.most_players).unwrap_or(u16::MAX);
                i32::from(knock_out::rounds(most) * knock_out::MOST_LEGS)
            }
            System::Teams {
                boards,
                meeting: Meeting::Everyone,
            } => i32::from(boards),
            System::Teams {
                meeting: Meeting::SameBoard,
                ..
            } => i32::try_from(self.row.teams.len()).unwrap_or(1) - 1,
        }
    }
}

impl LoadedTournaments {
    /// The one of this name. One that is being prepared is the business of its directors alone.
    pub(in crate::robot) fn find(&self, name: &str) -> Option<&Tournament> {
        let found = self.known.iter().find(|one| one.row.name == name);
        found.filter(|one| one.state != State::Prepared)
    }

    pub(in crate::robot) fn numbered(&self, number: i64) -> Option<&Tournament> {
        self.known.iter().find(|one| one.row.id == number)
    }

    /// Somebody is at the end of the list of this one.
    pub(in crate::robot) fn add(
        &mut self,
        tournament: i64,
        (player, name, team): (PlayerNumber, &str, Option<i32>),
        at: DateTime<Utc>,
    ) {
        let known = self.known.iter_mut().find(|one| one.row.id == tournament);
        if let Some(known) = known {
            known.entries.push(EntryRow {
                team,
                ..signed_up(tournament, (player, name), at)
            });
            known.arrange();
        }
        self.changes.push(Change::SignedUp {
            tournament,
            player,
            team,
        });
    }

    /// Somebody is on the list of this one no more. Returns what follows for the others.
    pub(in crate::robot) fn remove(
        &mut self,
        tournament: i64,
        player: PlayerNumber,
    ) -> Option<MovedUp> {
        self.changes.push(Change::SignedOff {
            tournament: Some(tournament),
            player,
        });
        let known = self.known.iter_mut().find(|one| one.row.id == tournament)?;
        let seated = |one: &Tournament| -> Vec<i64> {
            let seated = one.entries.iter().take(one.seats());
            seated.map(|entry| entry.player_id).collect()
        };
        let (before, boards) = (seated(known), known.line_ups());
        known.place(player)?;
        known.entries.retain(|entry| entry.player_id != player.0);
        // Nobody gets a seat by it any more.
        if known.has_begun() {
            return None;
        }
        known.arrange();
        let mut now = seated(known).into_iter();
        let seated = now.find(|one| !before.contains(one)).map(PlayerNumber);
        let mut boards = known.moved_since(&boards);
        boards.retain(|player| Some(*player) != seated);
        Some(MovedUp { seated, boards })
    }

    /// What becomes in the table of this game when this player leaves its tournament at this instant.
    pub(in crate::robot) fn counted(
        &self,
        game: GameNumber,
        player: PlayerNumber,
        at: DateTime<Utc>,
    ) -> Counted {
        let belongs = |one: &&Tournament| one.games.iter().any(|row| row.game_id == game.0);
        let one = self.known.iter().find(belongs);
        match one.and_then(|one| one.if_left(player, at)) {
            Some(Withdrawal::Annulled) => Counted::No,
            Some(Withdrawal::Lost) | None => Counted::Yes,
        }
    }

    /// Somebody has the place of another one from now on.
    pub(in crate::robot) fn substitute(
        &mut self,
        tournament: i64,
        change: substitution::Change<'_>,
        (name, at): (&str, DateTime<Utc>),
    ) {
        let known = self.known.iter_mut().find(|one| one.row.id == tournament);
        let Some(known) = known else {
            return;
        };
        let (gone, taker) = (change.gone.0, change.taker.0);
        let mut entries = known.entries.iter_mut();
        let Some(entry) = entries.find(|entry| entry.player_id == gone) else {
            return;
        };
        let (number, team) = (entry.number.take(), entry.team);
        (entry.given_up, entry.given_up_at) = (number, Some(at));
        let mut entries = known.entries.iter_mut();
        match entries.find(|entry| entry.player_id == taker) {
            Some(entry) => (entry.number, entry.team) = (number, team),
            // The administrator needs nobody to have signed up.
            None => known.entries.push(EntryRow {
                number,
                team,
                ..signed_up(tournament, (change.taker, name), at)
            }),
        }
        known
            .entries
            .sort_by_key(|entry| (entry.number.is_none(), entry.number));
        for game in known.games.iter_mut().filter(|game| game.playing) {
            for player in [&mut game.white_id, &mut game.black_id] {
                if *player == gone {
                    *player = taker;
                }
            }
        }
    }

    /// Somebody leaves for good: they are on no list any more, and have left what goes on. Returns what follows for others,
    /// each with the number of the tournament.
    pub(in crate::robot) fn leave(
        &mut self,
        player: PlayerNumber,
        cause: CauseId,
    ) -> Vec<(i64, MovedUp)> {
        let lists = self.known.iter().filter(|one| !one.has_begun());
        let listed: Vec<i64> = lists
            .filter(|one| one.entry(player).is_some())
            .map(|one| one.row.id)
            .collect();
        let seated = listed
            .into_iter()
            .filter_map(|number| Some((number, self.remove(number, player)?)))
            .collect();
        // Those that are not loaded as well.
        self.changes.push(Change::SignedOff {
            tournament: None,
            player,
        });
        self.changes.push(Change::Withdrawn {
            tournament: None,
            player,
            cause,
        });
        seated
    }
}

/// The row of somebody who has just signed up.
fn signed_up(tournament: i64, (player, name): (PlayerNumber, &str), at: DateTime<Utc>) -> EntryRow {
    EntryRow {
        tournament_id: tournament,
        player_id: player.0,
        name: name.to_owned(),
        signed_up_at: at,
        number: None,
        rating: None,
        withdrawn_at: None,
        told_out: None,
        told_through: None,
        given_up: None,
        given_up_at: None,
        team: None,
        board: None,
        // They have just written.
        reached: true,
    }
}
