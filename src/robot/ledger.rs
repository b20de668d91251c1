//! Lays the desk out from the database, and writes down what changed on it.
//!
//! - `needs`: what a batch of mails needs.
//! - `lay_out`: loads it; `put_away`: writes down what changed.
//! - `leave`: leave of players.
//! - `rows`: what a row means.
//! - `seeks`: games that players offer to whoever wants to take them.
//! - `stretches`: what is taken away of a player's time.
//! - `stops`: what stops clocks.
//! - `untold`: turns of which no letter tells the side to move.

mod held_invitations;
mod lay_out;
mod leave;
mod needs;
mod put_away;
mod rows;
mod seeks;
mod stops;
mod stretches;
mod untold;

pub(super) use lay_out::{Tables, lay_out, load_game, load_held_moves, load_tables};
pub(super) use needs::Needs;
pub(super) use put_away::put_away;
pub(super) use stretches::{Stretches, load_stretches};
