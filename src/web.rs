//! Pages by HTTP, for the web server of the house in front of it: that one speaks TLS and to the world, this one to it alone.
//!
//! It knows sockets, requests and answers. What is in a page, and whether it is there, somebody else says ([`Pages`]).
//!
//! - [`Place`]: where it listens: an address of this machine, or a socket.
//! - [`Proxies`]: who asks, where a web server in front says that.
//! - [`Pace`]: how many requests an address may make.
//! - [`serve`]: connections, each with its limits of time.
//! - `answers`: from a request to an answer, whatever was asked.
//! - [`Forms`]: what is sent by a form.
//! - `faults`: why there is no page, in words.

mod answers;
mod connections;
mod faults;
mod forms;
mod found;
mod pace;
mod place;
mod proxies;

pub use connections::serve;
pub use faults::Fault;
pub use forms::Forms;
pub use found::{Body, Document, Download, Form, Found, Kind, Outcome, Pages, Taken};
pub use pace::Pace;
pub use place::{Listener, Place};
pub use proxies::{Asker, Peer, Proxies};

use crate::pages::Site;
use std::sync::Mutex;

/// What all requests are answered with.
pub struct Server<P> {
    /// Whose pages these are.
    pub site: Site,
    /// Where they come from.
    pub pages: P,
    /// Who is believed about who asks.
    pub proxies: Proxies,
    /// How much is answered; `None`: all.
    pub pace: Option<Mutex<Pace>>,
    /// How many forms are taken.
    pub forms: Forms,
}
