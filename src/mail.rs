//! Bytes and sockets.
//!
//! Coming in: [`imap`] fetches mails, [`read`] makes an [`read::Incoming`] of their bytes ([`headers`], [`html`],
//! [`flowed`] and [`report`] help), [`automatic`] says who must never be answered, [`authentication`] what our border
//! found out about the sender, [`unwanted`] what is known of mail that nobody asked for, [`address`] when two spellings are one, [`identity`] knows a mail again.
//! Going out: [`mod@write`] makes the bytes, [`picture`] puts a picture into them, [`smtp`] hands them over. [`token`] is what proves that a mail answers one of
//! ours; [`tls`] protects both ways, and `hearing` bounds what a
//! server may say. [`oauth`] is how we sign in with a token in the place of a password. [`spoken`] tells ports apart that were mixed up.
//! [`receiver`] looks at a letter of ours as others do, by [`dns`].

pub mod address;
pub mod authentication;
pub mod automatic;
pub mod calendar;
pub mod dns;
pub mod flowed;
pub mod headers;
mod hearing;
pub mod html;
pub mod identity;
pub mod imap;
pub mod incoming;
pub mod oauth;
pub mod password;
pub mod picture;
pub mod read;
pub mod receiver;
pub mod report;
pub mod smtp;
pub mod spoken;
pub mod tls;
pub mod token;
pub mod unwanted;
pub mod write;
