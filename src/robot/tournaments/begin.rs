//! A tournament begins, or is cancelled.

use super::bracket::steps_in_games;
use super::games::{Paired, of_player, on_boards, open_games, stage};
use super::rounds::first_round;
use super::teams::why_not_whole;
use super::{Begun, Change, NewGames, TooFew, Tournament};
use crate::db::tournaments;
use crate::game::rating::Pool;
use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::letters::{Occasion, Seat, Sentence};
use crate::robot::batch::Batch;
use crate::robot::draft::{Draft, Recipient};
use crate::tournaments::berger::{double_round_robin, round_robin};
use crate::tournaments::draw::{self, Entrant, Rated};
use crate::tournaments::knock_out::{self, Field};
use crate::tournaments::swiss::Round;
use crate::tournaments::{Bye, Number, Pairing, State, System, teams};
use anyhow::{Context, bail};
use std::collections::HashMap;

/// Somebody who has a number, with the rating.
type Drawn = (PlayerNumber, Option<i32>);

pub(super) fn begin(
    batch: &mut Batch<'_>,
    cause: CauseId,
    number: i64,
    too_few: TooFew,
) -> anyhow::Result<Begun> {
    let known = batch.tournaments.numbered(number);
    let one = known
        .with_context(|| format!("there is no tournament {number}"))?
        .clone();
    match one.state {
        State::Open | State::Closed => {}
        State::Prepared | State::Playing | State::Finished | State::Cancelled => {
            return Ok(Begun::Before);
        }
    }
    let there = batch.reached(&one);
    let seated = one.seated(&there);
    let least = one.least();
    if seated.len() < least {
        return match too_few {
            TooFew::Refuse if one.system.boards().is_some() => {
                bail!("{}", why_not_whole(&one.teams_of(&there), &one.row))
            }
            TooFew::Refuse => bail!(
                "{} players could play, and {least} are needed",
                seated.len()
            ),
            TooFew::Cancel => {
                cancel(batch, cause, &one, (&there, seated.len()));
                Ok(Begun::Cancelled)
            }
        };
    }
    let (players, games) = pair_all(batch, cause, &one, &seated)?;
    tell_begun(batch, cause, &one, (&players, &games))?;
    tell_directors(batch, cause, &one, (&players, &games));
    leave_out(batch, cause, &one, (&there, &seated));
    let begun = Change::Begun { players, games };
    batch.tournaments.changes.push(begun);
    Ok(Begun::Now {
        players: seated.len(),
    })
}

/// Whoever is not drawn is on no list any more; those who could have played are told.
fn leave_out(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (there, seated): (&[PlayerNumber], &[PlayerNumber]),
) {
    let entries = one
        .entries
        .iter()
        .map(|entry| PlayerNumber(entry.player_id));
    for player in entries.filter(|player| !seated.contains(player)) {
        if there.contains(&player) {
            let tournament = batch.tournament_view(one, player);
            batch.tell_of_tournament(player, Occasion::NoSeat { tournament }, cause);
        }
        let tournament = Some(one.row.id);
        let signed_off = Change::SignedOff { tournament, player };
        batch.tournaments.changes.push(signed_off);
    }
}

fn cancel(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (there, seated): (&[PlayerNumber], usize),
) {
    let directors = one.directors_beside(there);
    for player in there.iter().copied().chain(directors) {
        let mut tournament = batch.tournament_view(one, player);
        tournament.seated = seated;
        tournament.teams = one.teams_of(there);
        batch.tell_of_tournament(player, Occasion::TournamentCancelled { tournament }, cause);
    }
    let (tournament, turned) = (one.row.id, tournaments::Turned::Cancelled);
    batch.tournaments.changes.push(Change::Ended {
        tournament,
        turned,
        cause,
    });
}

/// Draws numbers, and begins the games. Returns the players in the order of their numbers, each with the rating.
fn pair_all(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    seated: &[PlayerNumber],
) -> anyhow::Result<(Vec<Drawn>, NewGames)> {
    let drawn = draw(batch, one, seated)?;
    let numbers: HashMap<Number, PlayerNumber> = (1..)
        .map(Number)
        .zip(drawn.iter().map(|(player, _)| *player))
        .collect();
    let count = u16::try_from(drawn.len())?;
    let first = match one.system {
        System::RoundRobin => of_all(round_robin(count)),
        System::DoubleRoundRobin => of_all(double_round_robin(count)),
        System::Swiss { rounds } => first_round(batch, count, rounds)?,
        System::Teams { boards, meeting } => of_all(teams::pairings(meeting, boards, count)),
        System::KnockOut => {
            let steps = knock_out::due(&Field::of(count));
            return Ok((
                drawn,
                steps_in_games(batch, cause, one, (&numbers, &steps))?,
            ));
        }
    };
    let last = first.pairings.iter().map(|pairing| pairing.round).max();
    let bye = first.bye.map(|player| Bye { round: 1, player });
    let paired = Paired {
        numbers: &numbers,
        pairings: &on_boards(&first.pairings),
        byes: bye.as_slice(),
        round: i32::from(last.unwrap_or(0)),
    };
    let games = open_games(batch, cause, one, paired)?;
    Ok((drawn, games))
}

/// A round robin is paired at once, and whoever has no opponent in one of its rounds gets nothing for it.
fn of_all(pairings: Vec<Pairing>) -> Round {
    Round {
        pairings,
        bye: None,
    }
}

/// Draws numbers: in a Swiss and in a knock-out by rating.
fn draw(
    batch: &mut Batch<'_>,
    one: &Tournament,
    seated: &[PlayerNumber],
) -> anyhow::Result<Vec<Drawn>> {
    let mut lots = HashMap::new();
    for &player in seated {
        lots.insert(player, batch.randomness.draw(None)?);
    }
    let pool = Pool::of(&one.start);
    let rating = |player: PlayerNumber| {
        let known = batch.tournaments.ratings.get(&(player, pool?))?;
        // Between bounds that a float holds exactly.
        Some(known.points.round().clamp(0.0, 1e6) as i32)
    };
    let lots_of_all = lots;
    let lots = seated
        .iter()
        .filter_map(|player| lots_of_all.get_key_value(player));
    let order = match one.system {
        System::RoundRobin | System::DoubleRoundRobin => {
            let entrants = lots.map(|(&player, &lot)| Entrant {
                player,
                ahead: batch.seeks.whites_ahead(player),
                lot,
            });
            draw::order(entrants.collect())
        }
        System::Teams { boards, .. } => by_lots_of_teams(seated, boards, &lots_of_all),
        System::Swiss { .. } | System::KnockOut => {
            let entrants = lots.map(|(&player, &lot)| Rated {
                player,
                rating: rating(player),
                lot,
            });
            draw::by_rating(entrants.collect())
        }
    };
    let order = order.into_iter();
    Ok(order.map(|player| (player, rating(player))).collect())
}

/// The players of teams, which are drawn; of each in the order of its boards.
fn by_lots_of_teams(
    seated: &[PlayerNumber],
    boards: u16,
    lots: &HashMap<PlayerNumber, [u8; 16]>,
) -> Vec<PlayerNumber> {
    let mut teams: Vec<&[PlayerNumber]> = seated.chunks(usize::from(boards.max(1))).collect();
    teams.sort_by_key(|team| team.first().and_then(|first| lots.get(first)));
    teams.concat()
}

/// The rounds of a knock-out through which a player goes without playing.
fn stages_without_game(begun: &NewGames, player: PlayerNumber) -> Vec<Sentence> {
    let own = begun.byes.iter().filter(|(one, _)| *one == player);
    own.filter_map(|(_, round)| stage(begun, *round)).collect()
}

/// Who has which number.
fn numbers(players: &[Drawn]) -> HashMap<PlayerNumber, Number> {
    let drawn = players.iter().map(|(player, _)| *player);
    drawn.zip((1..).map(Number)).collect()
}

/// For which team the other player of a game plays, and on which board.
fn seat_of_opponent(
    batch: &Batch<'_>,
    one: &Tournament,
    players: &[Drawn],
    (game, player): (i64, PlayerNumber),
) -> Option<Seat> {
    one.system.boards()?;
    let opponent = batch.games.get(&GameNumber(game))?.game.other(player);
    let own = numbers(players).get(&opponent).copied()?;
    one.seat(own, opponent)
}

/// The tournament as it is once it has begun.
fn played(one: &Tournament, begun: &NewGames) -> Tournament {
    let mut one = one.clone();
    one.state = State::Playing;
    one.row.paired_rounds = begun.round;
    one.row.next_round_at = begun.next_round_at;
    one
}

/// Those who direct it and do not play hear of it as well.
fn tell_directors(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (players, begun): (&[Drawn], &NewGames),
) {
    let one = played(one, begun);
    let drawn: Vec<PlayerNumber> = players.iter().map(|(player, _)| *player).collect();
    for director in one.directors_beside(&drawn) {
        let mut tournament = batch.tournament_view(&one, director);
        tournament.seated = players.len();
        tournament.going_on = begun.games.len();
        let occasion = Occasion::DirectedBegins { tournament };
        batch.tell_of_tournament(director, occasion, cause);
    }
}

/// One letter to each player, about all their games.
fn tell_begun(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (players, begun): (&[Drawn], &NewGames),
) -> anyhow::Result<()> {
    let one = played(one, begun);
    let numbers = numbers(players);
    for &(player, _) in players {
        let mut tournament = batch.tournament_view(&one, player);
        tournament.seated = players.len();
        let (mut games, turns) = of_player(batch, begun, player)?;
        for game in &mut games {
            game.seat = seat_of_opponent(batch, &one, players, (game.number, player));
        }
        let own = numbers.get(&player).copied();
        tournament.seat = own.and_then(|own| one.seat(own, player));
        let leave_days = one.control.has_clock().then_some(batch.server.leave.0);
        let occasion = Occasion::TournamentBegun {
            tournament,
            byes: stages_without_game(begun, player),
            games,
            leave_days,
        };
        let draft = Draft::about_no_game(occasion, Recipient::Player(player), cause);
        batch.drafts.push(Draft { turns, ..draft });
    }
    Ok(())
}
