//! The integration tests: one binary, on real servers.
//!
//! `bed` starts a private IMAP server, MTA and Postgres when the first test wants them; they end with this process,
//! however it ends.

// A test may fail by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod alarms;
mod archive;
mod as_written;
mod attacks;
mod backup;
mod bed;
mod board;
mod bounces;
mod budgets;
mod calendar;
mod causes;
mod clock_stops;
mod clocks;
mod codes;
mod collections;
mod command_line;
mod conflicts;
mod correspondence;
mod crashes;
mod daemon;
mod data_folder;
mod database;
mod defences;
mod deliverability;
mod dialogues;
mod doctor;
mod doors;
mod erasure;
mod faces;
mod famous_games;
mod first_contact;
mod forget;
mod forget_meanwhile;
mod game_by_mail;
mod gate;
mod held_invitations;
mod held_moves;
mod house;
mod judged;
mod keys;
mod leave;
mod lines;
mod lint;
mod mailbox;
mod mails;
mod manual;
mod migrations;
mod names;
mod oauth;
mod outgoing;
mod passed_on;
mod passing;
mod pgn;
mod pictures;
mod pipeline;
mod player;
mod promises;
mod questions;
mod ratings;
mod reader;
mod reading;
mod readme;
mod record;
mod referee;
mod relative;
mod reread;
mod rights;
mod robots;
mod rooms;
mod rules;
mod rulings;
mod said;
mod seeks;
mod senders;
mod sentences;
mod servers;
mod set_up;
mod setup;
mod site;
mod status;
mod steps;
mod superseded;
mod swiss;
mod systemd;
mod tables;
mod taps;
mod tournament_admin;
mod tournaments;
mod unclear;
mod web;

/// Mails made to cost much, which are weighed in `tests/resources`.
#[path = "../resources/worst.rs"]
mod worst;
mod wrapped;
