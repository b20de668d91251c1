//! A player takes the place of another one in a tournament that goes on.

use super::batch::{Batch, Came, HeldMove, Running};
use super::tournament_rulings::{Decider, Loaded};
use super::tournaments::Tournament;
use crate::game::clock::{Reason, Stretch};
use crate::game::rating::Stake;
use crate::game::{By, Event, Game, GameNumber, Manner, Phase, PlayerNumber};
use crate::letters::{NoSubstitution, Occasion};
use anyhow::{Context, anyhow};
use shakmaty::Color;

/// Who goes, who comes, and why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<'r> {
    pub(super) gone: PlayerNumber,
    pub(super) taker: PlayerNumber,
    /// On one line; may be empty.
    pub(super) reason: &'r str,
}

/// Whether this player, who takes part, can give their place to that one.
pub(super) fn possible(
    batch: &Batch<'_>,
    one: &Tournament,
    (gone, taker): (PlayerNumber, PlayerNumber),
) -> Result<(), NoSubstitution> {
    if gone == taker {
        return Err(NoSubstitution::Same);
    }
    if let Some(entry) = one.entry(taker) {
        // Who signs up for a team has not said that they would play for the other one.
        let of_gone = one.entry(gone).and_then(|gone| gone.team);
        if entry.team.is_some() && entry.team != of_gone {
            return Err(NoSubstitution::OtherTeam {
                name: one.row.name.clone(),
            });
        }
        if entry.has_left() {
            return Err(NoSubstitution::Played);
        }
        if entry.number.is_some() {
            return Err(NoSubstitution::Plays);
        }
    }
    if !batch.can_be_paired(taker) {
        return Err(NoSubstitution::NotReached);
    }
    if !one.plays_on(gone) {
        return Err(NoSubstitution::Done);
    }
    let open = one.open_games_of(gone);
    let over = open
        .iter()
        .find(|number| time_is_over(batch, **number, gone));
    match over {
        Some(number) => Err(NoSubstitution::TimeOver { game: number.0 }),
        None => Ok(()),
    }
}

/// Whether it is this player's move, and their time was over.
fn time_is_over(batch: &Batch<'_>, number: GameNumber, player: PlayerNumber) -> bool {
    let loaded = batch.games.get(&number);
    let to_move = loaded.is_some_and(|loaded| loaded.game.awaits(player));
    to_move
        && batch
            .end_of_time(number)
            .is_some_and(|end| end <= batch.now)
}

/// Puts a player in the place of another one, where that is possible: in all their games that go on, and in the table. All whom
/// it concerns are told.
pub(super) fn substitute(
    batch: &mut Batch<'_>,
    by: &Decider<'_>,
    loaded: &Loaded,
    change: Change<'_>,
) -> anyhow::Result<()> {
    let one = batch.tournaments.numbered(loaded.id);
    let one = one.context("the tournament is not there")?;
    possible(batch, one, (change.gone, change.taker)).map_err(|why| anyhow!("{why}"))?;
    let goes_on = |number: &&GameNumber| {
        let game = batch.games.get(number).map(|loaded| &loaded.game);
        game.is_some_and(|game| game.phase() == Phase::Playing)
    };
    let games: Vec<GameNumber> = loaded.games.iter().filter(goes_on).copied().collect();
    let taken: Vec<i64> = games.iter().map(|number| number.0).collect();
    let name = batch.name(change.taker).to_owned();
    let now = batch.now;
    batch
        .tournaments
        .substitute(loaded.id, change, (&name, now));
    let one = batch.tournaments.numbered(loaded.id);
    let one = one.context("the tournament is not there")?.clone();
    let occasion = Occasion::PlaceTaken {
        tournament: batch.tournament_view(&one, change.taker),
        director: by.director.map(|(_, name)| name.to_owned()),
        gone: batch.name(change.gone).to_owned(),
        games: taken.clone(),
        reason: change.reason.to_owned(),
    };
    batch.tell_of_tournament(change.taker, occasion, by.cause);
    for number in games {
        take_over(batch, by, number, change)?;
    }
    let occasion = Occasion::PlaceGivenUp {
        tournament: loaded.name.clone(),
        director: by.director.map(|(_, name)| name.to_owned()),
        taker: batch.name(change.taker).to_owned(),
        games: taken,
        reason: change.reason.to_owned(),
    };
    batch.tell_of_tournament(change.gone, occasion, by.cause);
    Ok(())
}

/// Goes on with a game.
fn take_over(
    batch: &mut Batch<'_>,
    by: &Decider<'_>,
    number: GameNumber,
    change: Change<'_>,
) -> anyhow::Result<()> {
    let came = Came::at(batch.now);
    let running = batch.running(number, came);
    let loaded = batch.games.get_mut(&number);
    let loaded = loaded.context("a game is not there")?;
    let before = loaded.game.clone();
    let spent = Running::spent(running.as_ref());
    let event = loaded.game.substitute(change.gone, change.taker, spent);
    let event = event.with_context(|| format!("game {number}"))?;
    drop_what_was_prepared(batch, number, change.gone);
    let unsaid = keep_from_the_taker(batch, number, before.other(change.gone));
    keep_what_stops_the_clock(batch, number, change);
    let recorded = By {
        player: None,
        cause: Some(by.cause),
    };
    let at = batch.record(number, &event, Manner::default(), recorded, came);
    note_in_pgn(batch, number, &before, change);
    tell_both(batch, by, (number, at), (&before, &event, change), unsaid);
    Ok(())
}

/// What the one who goes has prepared is theirs.
fn drop_what_was_prepared(batch: &mut Batch<'_>, number: GameNumber, gone: PlayerNumber) {
    batch.void_plan(number, gone);
    let held = batch.held_moves.get(number);
    if held.is_some_and(|held| held.player == gone) {
        batch.held_moves.take(number);
    }
}

/// A move that the opponent holds goes out as they want it. Its words were for the one who goes, and so was the draw: they are held
/// no longer. Returns whether there were such.
fn keep_from_the_taker(
    batch: &mut Batch<'_>,
    number: GameNumber,
    opponent: PlayerNumber,
) -> Unsaid {
    let mine = |held: &&HeldMove| held.player == opponent;
    let Some(held) = batch.held_moves.get(number).filter(mine).cloned() else {
        return Unsaid::default();
    };
    let unsaid = Unsaid {
        words: held.talk.is_some(),
        draw: held.draw_offered,
    };
    if unsaid.words || unsaid.draw {
        let silent = HeldMove {
            talk: None,
            draw_offered: false,
            ..held
        };
        batch.held_moves.hold(number, silent);
    }
    unsaid
}

/// What was held beside a move, and is not any more.
#[derive(Clone, Copy, Debug, Default)]
struct Unsaid {
    words: bool,
    draw: bool,
}

/// A pause of the game is one for whoever plays it. What is taken away of the time of one player alone is not handed on.
fn keep_what_stops_the_clock(batch: &mut Batch<'_>, number: GameNumber, change: Change<'_>) {
    let of_the_game = |stretch: &&Stretch| match stretch.reason {
        Reason::Pause | Reason::Outage => true,
        Reason::Leave | Reason::Weekend | Reason::Bounce => false,
    };
    let stretches = batch.stretches.get(&(number, change.gone));
    let kept: Vec<Stretch> = stretches
        .into_iter()
        .flatten()
        .filter(of_the_game)
        .cloned()
        .collect();
    batch.stretches.insert((number, change.taker), kept);
}

/// As the database says it of games that are loaded later.
fn note_in_pgn(batch: &mut Batch<'_>, number: GameNumber, before: &Game, change: Change<'_>) {
    let Some(side) = before.side_of(change.gone) else {
        return;
    };
    let words = format!(
        "{} from move {}: {} for {}",
        side.fold_wb("White", "Black"),
        before.next_move_of(side),
        batch.name(change.taker),
        batch.name(change.gone)
    );
    let loaded = batch.games.get_mut(&number);
    if let Some(played_in) = loaded.and_then(|loaded| loaded.tournament.as_mut()) {
        played_in.substitutions = Some(match played_in.substitutions.take() {
            Some(earlier) => format!("{earlier}; {words}"),
            None => words,
        });
    }
}

/// A letter to the one who goes on, and one to the opponent. The time of the first runs from theirs; that of the other one goes on.
fn tell_both(
    batch: &mut Batch<'_>,
    by: &Decider<'_>,
    (number, at): (GameNumber, Option<u32>),
    (before, event, change): (&Game, &Event, Change<'_>),
    unsaid: Unsaid,
) {
    let to_move = before.awaits(change.gone);
    let opponent = before.other(change.gone);
    let topped_up = matches!(event, Event::Substituted(one) if one.topped_up.is_some());
    let offered = [
        before.draw_offer(),
        before.takeback_offer(),
        before.abort_offer(),
    ];
    let offers = offered.iter().any(Option::is_some) || before.pause_offer().is_some();
    let told_unsaid = |reader: PlayerNumber| {
        if reader == opponent {
            unsaid
        } else {
            Unsaid::default()
        }
    };
    let side = before.side_of(change.gone).unwrap_or(Color::White);
    let unrated = before.stake() == Stake::Rated && before.has_moved(side);
    let names = [change.gone, change.taker].map(|player| batch.name(player).to_owned());
    for (reader, event) in [(change.taker, at.filter(|_| to_move)), (opponent, None)] {
        let [gone, taker] = names.clone();
        batch.write_about(number, reader, event, by.cause, |game| {
            Occasion::Substituted {
                game,
                director: by.director.map(|(_, name)| name.to_owned()),
                gone,
                taker,
                by_you: reader == change.taker,
                topped_up,
                offers: offers || told_unsaid(reader).draw,
                words_dropped: told_unsaid(reader).words,
                unrated,
                reason: change.reason.to_owned(),
            }
        });
    }
}
