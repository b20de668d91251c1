//! Glicko-2 with periods of any length.
//!
//! M. E. Glickman, "Example of the Glicko-2 system" (2013), whose steps are named here. Two things differ: each game is a
//! period of its own, and what step 6 adds for one period is added for as much of a period as has gone by since the player's
//! last rated game.

use std::f64::consts::PI;

/// How many days are one period.
pub(super) const PERIOD_DAYS: u32 = 60;

/// Rating points of one unit of the scale on which Glicko-2 counts (step 2).
const SCALE: f64 = 173.7178;

/// How much volatility may change.
const TAU: f64 = 0.5;

/// How near the volatility must be (step 5.1).
const NEAR: f64 = 1e-6;

/// Bounds of the deviation.
const SUREST: f64 = 45.0;
const LEAST_SURE: f64 = 350.0;

/// From this deviation on a rating is provisional.
const PROVISIONAL: f64 = 110.0;

/// Iterations after which a volatility is as near as it gets; a dozen are usual.
const MOST_STEPS: u32 = 1000;

/// How strong a player is, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In points; 1500 at first.
    pub points: f64,
    /// How sure that is, in points; 45 to 350.
    pub deviation: f64,
    /// How much it changes.
    pub volatility: f64,
}

impl Rating {
    /// Of somebody of whom nothing is known.
    pub const UNKNOWN: Rating = Rating {
        points: 1500.0,
        deviation: LEAST_SURE,
        volatility: 0.06,
    };

    /// After one game, `periods` after the last one, against this opponent as they were before it. A win is a score of 1, a
    /// draw of 0.5.
    #[must_use]
    pub fn after(self, opponent: Rating, score: f64, periods: f64) -> Rating {
        self.after_all(&[(opponent, score)], periods)
    }

    /// After several games at once. `periods` is how much of a period they close.
    fn after_all(self, games: &[(Rating, f64)], periods: f64) -> Rating {
        let (mean, deviation) = self.scaled();
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in games {
            let (other, other_deviation) = opponent.scaled();
            let weight = 1.0 / (1.0 + 3.0 * other_deviation.powi(2) / PI.powi(2)).sqrt();
            let expected = 1.0 / (1.0 + (-weight * (mean - other)).exp());
            information += weight.powi(2) * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let variance = 1.0 / information;
        let volatility = volatility(self.volatility, deviation, variance, variance * surprise);
        let before = (deviation.powi(2) + periods * volatility.powi(2)).sqrt();
        let after = 1.0 / (1.0 / before.powi(2) + 1.0 / variance).sqrt();
        Rating {
            points: 1500.0 + SCALE * (mean + after.powi(2) * surprise),
            deviation: (SCALE * after).clamp(SUREST, LEAST_SURE),
            volatility,
        }
    }

    /// How sure it is when so many periods have gone by without a game.
    #[must_use]
    pub fn idle(self, periods: f64) -> Rating {
        let (_, deviation) = self.scaled();
        let later = (deviation.powi(2) + periods * self.volatility.powi(2)).sqrt();
        Rating {
            deviation: (SCALE * later).min(LEAST_SURE),
            ..self
        }
    }

    /// Whether too little is known to rely on it.
    pub fn is_provisional(self) -> bool {
        self.deviation >= PROVISIONAL
    }

    fn scaled(self) -> (f64, f64) {
        ((self.points - 1500.0) / SCALE, self.deviation / SCALE)
    }
}

/// The new volatility (step 5), by the Illinois algorithm.
fn volatility(old: f64, deviation: f64, variance: f64, change: f64) -> f64 {
    let start = old.powi(2).ln();
    let known = deviation.powi(2) + variance;
    let of = |x: f64| {
        let here = x.exp();
        here * (change.powi(2) - known - here) / (2.0 * (known + here).powi(2))
            - (x - start) / TAU.powi(2)
    };
    let mut low = start;
    let mut high = if change.powi(2) > known {
        (change.powi(2) - known).ln()
    } else {
        let mut below = start - TAU;
        for _ in 0..MOST_STEPS {
            if of(below) >= 0.0 {
                break;
            }
            below -= TAU;
        }
        below
    };
    let (mut at_low, mut at_high) = (of(low), of(high));
    for _ in 0..MOST_STEPS {
        if (high - low).abs() <= NEAR {
            break;
        }
        let between = low + (low - high) * at_low / (at_high - at_low);
        let at_between = of(between);
        if at_between * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (between, at_between);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests;
