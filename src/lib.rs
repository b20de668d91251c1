//! penpawn: a correspondence chess server that lives in a mailbox.
//!
//! The modules in reading order, which is also the order of who may use whom: each may use those above it.
//!
//! | room         | what it is                                                      | what it never knows              |
//! |--------------|-----------------------------------------------------------------|----------------------------------|
//! | [`chess`]    | positions and notations                                         | players, clocks, mail            |
//!
//! The first four are pure: no clock, no randomness, no input or output; all of that comes as an argument.

pub mod chess;
pub mod game;
pub mod language;
pub mod letters;
pub mod mail;
pub mod db;
