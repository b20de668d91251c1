//! What each player brings into a round: points, colours, floats, and whom they have met.

use super::colours::{self, Preference};
use super::field::{Active, Field, Player};
use crate::game::Result;
use crate::tournaments::{Contested, Game, Number};
use shakmaty::Color;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Points of a win; a draw is half of it, so that all are whole numbers.
const WIN: u32 = 2;

/// A player before a round is paired.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    pub(super) number: Number,
    /// In half points.
    pub(super) score: u32,
    /// In the games that they have played, in the order of the rounds.
    pub(super) colours: Vec<Color>,
    /// How many more of them with White than with Black.
    pub(super) difference: i32,
    /// The colour that is due to them.
    pub(super) preference: Option<Preference>,
    /// In the last round, and in the one before.
    pub(super) floats: [Option<Float>; 2],
    pub(super) met: HashSet<Number>,
    pub(super) may_have_bye: bool,
    /// How many rounds they have not played in.
    pub(super) unplayed: u32,
    /// Whether they have more than half of all points before the last round.
    pub(super) leads: bool,
}

/// Having been paired outside one's own score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    /// With somebody who had fewer points, or having got points without a game.
    Down,
    /// With somebody who had more.
    Up,
}

/// What one round brought a player.
struct Played {
    round: u16,
    half_points: u32,
    /// Against whom and with which colour, where it was played.
    game: Option<(Number, Color)>,
}

/// Those who take part, in their order: by points, and then by number.
pub(super) fn standings(field: &Field<'_>) -> Vec<Standing> {
    let rounds = rounds(field);
    let mut standings: Vec<Standing> = field
        .players
        .iter()
        .filter(|player| player.active == Active::Yes)
        .map(|player| standing(field, player, &rounds))
        .collect();
    standings.sort_by_key(|standing| (Reverse(standing.score), standing.number));
    standings
}

/// The rounds of each player before this one.
fn rounds(field: &Field<'_>) -> HashMap<Number, Vec<Played>> {
    let mut rounds: HashMap<Number, Vec<Played>> = HashMap::new();
    for game in field.games {
        if game.pairing.round < field.round {
            for (player, played) in of_both(game) {
                rounds.entry(player).or_default().push(played);
            }
        }
    }
    for bye in field.byes {
        if bye.round < field.round {
            let played = Played {
                round: bye.round,
                half_points: WIN,
                game: None,
            };
            rounds.entry(bye.player).or_default().push(played);
        }
    }
    for played in rounds.values_mut() {
        played.sort_by_key(|played| played.round);
    }
    rounds
}

/// A game as each of the two sees it. One that is still going on is a draw, and they are playing it.
fn of_both(game: &Game) -> [(Number, Played); 2] {
    let Game {
        pairing,
        result,
        contested,
    } = *game;
    let [of_white, of_black] = match result {
        Result::White => [WIN, 0],
        Result::Black => [0, WIN],
        Result::Draw | Result::Unknown => [WIN / 2; 2],
    };
    let is_played = result == Result::Unknown || contested == Contested::Yes;
    let played = |half_points, opponent, colour| Played {
        round: pairing.round,
        half_points,
        game: is_played.then_some((opponent, colour)),
    };
    [
        (pairing.white, played(of_white, pairing.black, Color::White)),
        (pairing.black, played(of_black, pairing.white, Color::Black)),
    ]
}

fn standing(field: &Field<'_>, player: &Player, rounds: &HashMap<Number, Vec<Played>>) -> Standing {
    let own = rounds.get(&player.number).map_or(&[][..], Vec::as_slice);
    let score = points_before(own, field.round);
    let games = || own.iter().filter_map(|played| played.game);
    let before = u32::from(field.round.saturating_sub(1));
    let float = |ago: u16| {
        let round = field.round.checked_sub(ago)?;
        own.iter()
            .find(|played| played.round == round)
            .and_then(|played| float(played, own, rounds))
    };
    let colours: Vec<Color> = games().map(|(_, colour)| colour).collect();
    Standing {
        number: player.number,
        score,
        difference: colours::difference(&colours),
        preference: colours::preference(&colours),
        colours,
        floats: [float(1), float(2)],
        met: games().map(|(opponent, _)| opponent).collect(),
        may_have_bye: !own
            .iter()
            .any(|played| played.game.is_none() && played.half_points >= WIN),
        unplayed: before.saturating_sub(u32::try_from(games().count()).unwrap_or(u32::MAX)),
        // More than half of the most that could be won so far.
        leads: field.round >= field.rounds && 2 * score > WIN * before,
    }
}

fn points_before(own: &[Played], round: u16) -> u32 {
    own.iter()
        .filter(|played| played.round < round)
        .map(|played| played.half_points)
        .sum()
}

fn float(played: &Played, own: &[Played], rounds: &HashMap<Number, Vec<Played>>) -> Option<Float> {
    let Some((opponent, _)) = played.game else {
        return (played.half_points > 0).then_some(Float::Down);
    };
    let theirs = rounds.get(&opponent).map_or(&[][..], Vec::as_slice);
    let [mine, theirs] = [own, theirs].map(|rounds| points_before(rounds, played.round));
    match mine.cmp(&theirs) {
        std::cmp::Ordering::Less => Some(Float::Up),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Float::Down),
    }
}
