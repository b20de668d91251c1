//! penpawn: a correspondence chess server that lives in a mailbox.
//!
//! The modules in reading order, which is also the order of who may use whom: each may use those above it.
//!
//! | room         | what it is                                                      | what it never knows              |
//! |--------------|-----------------------------------------------------------------|----------------------------------|
//! | [`budget`]   | what one mail may cost                                          | everything else                 |
//! | [`chess`]    | positions and notations                                         | players, clocks, mail            |
//! | [`game`]     | one game between two players: what may happen, what has         | mail, the database               |
//! | [`players`]  | what a player has and may do apart from games: leave, trust     | mail, the database               |
//! | [`tournaments`] | how several players are paired, and the table of their results | mail, the database           |
//! | [`language`] | what players write: their own words, then commands              | the same                         |
//! | [`letters`]  | what we write: an occasion becomes a text                       | the same                         |
//! | [`pages`]    | what a browser shows: public games become files                 | the same                         |
//! | [`mail`]     | bytes and sockets: MIME, tokens, IMAP, SMTP                     | the database, the robot          |
//! | [`web`]    | pages by HTTP: requests and answers                            | the database, the robot          |
//! | [`db`]       | all SQL                                                         | mail, the robot, settings        |
//! | [`private_postgres`] | a server of our own for who has none                    | tables                           |
//! | [`robot`]    | a cause becomes one decision, one transaction, letters          | sockets                          |
//! | [`daemon`]   | the loops: receive, handle, deliver                             |                                  |
//! | [`cli`]      | `penpawn <noun> <verb>`                                         |                                  |
//!
//! The first eight are pure: no clock, no randomness, no input or output; all of that comes as an argument.

pub mod budget;

pub mod chess;
pub mod game;
pub mod language;
pub mod letters;
pub mod pages;
pub mod players;
pub mod tournaments;

pub mod mail;
pub mod web;

pub mod db;
pub mod private_postgres;

pub mod robot;

pub mod backoff;
pub mod cli;
pub mod daemon;
mod plain_file;
pub mod settings;
mod whole_file;
