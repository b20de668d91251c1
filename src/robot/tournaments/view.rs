//! Tournaments as their players are told of them.

use super::Tournament;
use super::standings::number;
use super::substitutes::substitutes;
use crate::db::tournaments::EntryRow;
use crate::game::{CauseId, PlayerNumber, Zone};
use crate::letters::{
    Clockface, InWords, Language, Occasion, OnTheList, SubstituteView, TournamentView, annuls,
    bracket_in_lines, has_lost, instant_of, list_in_lines, system_in_words, table_in_lines,
    team_list_in_lines, team_table_in_lines,
};
use crate::robot::batch::Batch;
use crate::robot::draft::{Draft, Recipient};
use crate::tournaments::System;

impl Batch<'_> {
    /// A tournament as this reader is told of it.
    pub(in crate::robot) fn tournament_view(
        &self,
        one: &Tournament,
        reader: PlayerNumber,
    ) -> TournamentView {
        let row = &one.row;
        let zone = self.players.get(&reader).and_then(|known| known.zone);
        let seated = match one.has_begun() {
            true => one
                .entries
                .iter()
                .filter(|entry| entry.number.is_some())
                .count(),
            false => one.entries.len().min(one.seats()),
        };
        TournamentView {
            name: row.name.clone(),
            title: row.title.clone(),
            state: one.state.word().to_owned(),
            system: system_in_words(one.system),
            rounds: rounds(one.system),
            round_days: row.round_days,
            paired: row.paired_rounds,
            next_round: row
                .next_round_at
                .map(|at| instant_of(at, Clockface::Minutes, zone)),
            clock: one.control.has_clock().then(|| one.control.in_words()),
            stake: row.stake.clone(),
            start: row.start.clone(),
            engines: row.engines.clone(),
            publication: row.publication.clone(),
            begins: row
                .begins_at
                .map(|at| instant_of(at, Clockface::Minutes, zone)),
            least: row.least_players,
            most: row.most_players,
            games: one.most_games(),
            seated,
            waiting: one.entries.len().saturating_sub(one.seats()),
            going_on: one.games.iter().filter(|game| game.playing).count(),
            yours: one
                .entry(reader)
                .is_some_and(|entry| entry.takes_part(row) || entry.waits_for_a_place(row)),
            waits: one
                .entry(reader)
                .is_some_and(|entry| entry.waits_for_a_place(row)),
            teams: one.teams(),
            proposed_team: one.proposed_team(),
            boards: one.system.boards(),
            board: one.line_ups().get(&reader).copied().flatten(),
            ranking: row.ranking.clone(),
            seat: one
                .entry(reader)
                .and_then(number)
                .and_then(|own| one.seat(own, reader)),
            team: one.team_of(reader).map(str::to_owned),
            substitutes: substitute_views(one, zone),
            directors: one.directors.iter().map(|row| row.name.clone()).collect(),
        }
    }

    /// Its table as this reader is told it; before it begins, who has signed up.
    pub(in crate::robot) fn tournament_table(
        &self,
        one: &Tournament,
        reader: PlayerNumber,
    ) -> Occasion {
        let tournament = self.tournament_view(one, reader);
        let by_itself = false;
        let language = self.language(reader);
        if !one.has_begun() {
            let table = one.list(reader, language);
            return Occasion::TournamentTable {
                tournament,
                table,
                annulled: false,
                withdrawn: false,
                by_itself,
                watched: false,
            };
        }
        let (table, names) = one.table();
        let own = one.entry(reader).and_then(number);
        let lines = match (one.standings().bracket(), one.team_standings()) {
            (Some(bracket), _) => bracket_in_lines(&bracket, &table, (&names, own), language),
            (None, Some((standings, teams))) => {
                team_table_in_lines((&standings, &table), (&teams, &names, own), language)
            }
            (None, None) => table_in_lines(one.system, &table, (&names, own), language),
        };
        Occasion::TournamentTable {
            tournament,
            annulled: annuls(&table),
            withdrawn: has_lost(&table),
            table: lines,
            by_itself,
            watched: false,
        }
    }

    /// Whether somebody can get games: they take part here, and our letters reach them.
    pub(in crate::robot) fn can_be_paired(&self, player: PlayerNumber) -> bool {
        self.is_active(player) && self.may_write_to(player) && !self.rests(player)
    }

    /// Those on the list who could play if it began now, in the order in which they get seats.
    pub(in crate::robot) fn reached(&self, one: &Tournament) -> Vec<PlayerNumber> {
        let entries = one.entries.iter();
        let players = entries.map(|entry| PlayerNumber(entry.player_id));
        players
            .filter(|player| self.can_be_paired(*player))
            .collect()
    }

    /// Writes to somebody who takes part, where they may be written to.
    pub(in crate::robot) fn tell_of_tournament(
        &mut self,
        player: PlayerNumber,
        occasion: Occasion,
        cause: CauseId,
    ) {
        if self.is_active(player) && self.may_write_to(player) {
            let draft = Draft::about_no_game(occasion, Recipient::Player(player), cause);
            self.drafts.push(draft);
        }
    }
}

impl Tournament {
    /// Who has signed up, in the order in which they get seats; by teams, where it has some.
    fn list(&self, reader: PlayerNumber, language: Language) -> String {
        let mut directors = self.directors.iter();
        let directs = directors.any(|director| director.player_id == reader.0);
        let listed = |entry: &EntryRow| OnTheList {
            name: entry.name.clone(),
            yours: entry.player_id == reader.0,
            // Whether somebody has said "stop" is nobody else's business.
            unreached: directs && !entry.reached,
        };
        let Some(boards) = self.system.boards() else {
            let listed: Vec<OnTheList> = self.entries.iter().map(listed).collect();
            return list_in_lines(&listed, self.seats(), language);
        };
        let teams = (1..).zip(&self.row.teams).map(|(team, name)| {
            let own = self.entries.iter().filter(|entry| entry.team == Some(team));
            (name.clone(), own.map(listed).collect())
        });
        team_list_in_lines(&teams.collect::<Vec<_>>(), boards, language)
    }
}

/// How many rounds a Swiss has.
fn rounds(system: System) -> Option<u16> {
    match system {
        System::Swiss { rounds } => Some(rounds),
        System::RoundRobin | System::DoubleRoundRobin | System::KnockOut | System::Teams { .. } => {
            None
        }
    }
}

/// Who has taken whose place, with the instants as somebody of this zone reads them.
fn substitute_views(one: &Tournament, zone: Option<Zone>) -> Vec<SubstituteView> {
    let substitutes = substitutes(&one.entries).into_iter();
    let views = substitutes.map(|one| SubstituteView {
        number: one.number,
        taker: one.taker,
        gone: one.gone,
        since: instant_of(one.at, Clockface::Minutes, zone),
    });
    views.collect()
}
