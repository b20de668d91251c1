//! Loads a batch from the database, and saves what changed.
//!
//! - `needs`: what a batch of mails needs.
//! - `lay_out`: loads it; `put_away`: writes down what changed.
//! - `leave`: leave of players.
//! - `rows`: what a row means.
//! - `seeks`: games that players offer to whoever wants to take them.
//! - `stretches`: what is taken away of a player's time.
//! - `stops`: what stops clocks.
//! - `tournaments`: who takes part in them, and what begins.
//! - `untold`: turns of which no letter tells the side to move.

mod held_invitations;
mod leave;
mod load;
mod needs;
mod rows;
mod save;
mod seeks;
mod stops;
mod stretches;
mod tournaments;
mod untold;
mod watches;

pub(super) use load::{
    LoadedGames, MOST_OF_THE_CLUB, load, load_game, load_games, load_held_moves,
};
pub(super) use needs::{ClubWish, Needs, TournamentNeeds};
pub(super) use save::save;
pub(super) use stretches::{Stretches, load_stretches};
