//! What there is at a path.

use super::faults::Fault;
use data_encoding::HEXLOWER;
use futures::future::BoxFuture;
use http_body_util::combinators::UnsyncBoxBody;
use hyper::body::Bytes;
use sha2::{Digest, Sha256};
use std::io;

/// What an answer consists of.
pub type Body = UnsyncBoxBody<Bytes, io::Error>;

/// Whoever has the pages.
pub trait Pages: Send + Sync + 'static {
    /// What there is at this path, which has no `/` in front: `games/17.html`; what stands behind its question mark, and for whom
    /// that is.
    fn find<'a>(
        &'a self,
        path: &'a str,
        query: &'a str,
        form: Form,
    ) -> BoxFuture<'a, std::result::Result<Found, Fault>>;

    /// Whether a form can be sent to this path.
    fn takes(&self, path: &str) -> bool;

    /// What comes of a form that was sent there, as its fields are encoded by a browser.
    fn take<'a>(
        &'a self,
        path: &'a str,
        form: Bytes,
    ) -> BoxFuture<'a, std::result::Result<Taken, Fault>>;
}

/// What comes of a form.
pub struct Taken {
    /// Whether it was good.
    pub outcome: Outcome,
    /// What is shown.
    pub document: Document,
}

/// Whether a form was good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was.
    Good,
    /// Something in it is to be mended.
    Faulty,
    /// It was, and nothing can be done with it now.
    NotNow,
}

/// For whom a page is, where there are two of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For somebody who reads.
    Page,
    /// For a program.
    Json,
}

/// What there is.
pub enum Found {
    /// A page as a whole.
    Document(Document),
    /// One that is made while it is sent.
    Download(Download),
    /// One for whoever has its secret link, which a program fetches again and again: kept by that one, and asked about each time.
    Subscribed(Document),
    /// One for whoever has its secret link, that nobody keeps.
    Confidential(Document),
}

/// A page.
#[derive(Clone, Debug)]
pub struct Document {
    /// What is in it.
    pub kind: Kind,
    /// Its octets.
    pub text: Bytes,
    /// By which the browser knows it again.
    pub tag: String,
}

/// A page that is made while it is sent.
pub struct Download {
    /// What is in it.
    pub kind: Kind,
    /// By which the browser knows it again.
    pub tag: String,
    /// What comes.
    pub body: Body,
}

/// What is in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A page that a browser shows.
    Html,
    /// How it looks.
    Css,
    /// What it does.
    Script,
    /// Games.
    Pgn,
    /// The feed.
    Atom,
    /// For programs.
    Json,
    /// For calendars.
    Calendar,
}

impl Kind {
    /// What a file of this name holds.
    pub fn of(path: &str) -> Kind {
        match path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("css") => Kind::Css,
            Some("js") => Kind::Script,
            Some("pgn") => Kind::Pgn,
            Some("xml") => Kind::Atom,
            Some("json") => Kind::Json,
            Some("ics") => Kind::Calendar,
            _ => Kind::Html,
        }
    }

    /// As the field Content-Type has it.
    pub(super) fn media_type(self) -> &'static str {
        match self {
            Kind::Html => "text/html; charset=utf-8",
            Kind::Css => "text/css; charset=utf-8",
            Kind::Script => "text/javascript; charset=utf-8",
            Kind::Pgn => "application/vnd.chess-pgn; charset=utf-8",
            Kind::Atom => "application/atom+xml; charset=utf-8",
            Kind::Json => "application/json",
            Kind::Calendar => "text/calendar; charset=utf-8; method=PUBLISH",
        }
    }
}

impl Document {
    /// A page with this in it.
    pub fn of(kind: Kind, text: String) -> Document {
        Document {
            kind,
            tag: tag_of(text.as_bytes()),
            text: Bytes::from(text),
        }
    }
}

/// By which the browser knows these octets again.
fn tag_of(octets: &[u8]) -> String {
    let digest = Sha256::digest(octets);
    let digest = digest.get(..16).unwrap_or_default();
    format!("\"{}\"", HEXLOWER.encode(digest))
}
