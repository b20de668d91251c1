//! Why there is no page, in words.

use hyper::StatusCode;
use std::time::Duration;

/// Why there is no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The address is none.
    BadAddress,
    /// There is nothing at it.
    NotFound,
    /// It is not done here; these are.
    Method(Methods),
    /// The request has more in it than is read.
    TooLarge,
    /// The form has more in it than is read.
    FormTooLarge,
    /// What was sent is no form.
    NoForm,
    /// The form was not sent from a page of ours.
    ForeignForm,
    /// The form did not arrive in its time.
    TooSlow,
    /// Its address is longer than is read.
    AddressTooLong,
    /// It has more fields than are read.
    HeadTooLarge,
    /// Too many of one address; after this time there is one more.
    TooMany(Duration),
    /// The games cannot be read now.
    NoGames,
    /// A fault of ours.
    Ours,
}

/// What is done at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Methods {
    /// It is looked at.
    Look,
    /// The same, and a form is sent to it.
    LookAndSend,
}

impl Fault {
    /// Its number in HTTP.
    pub(super) fn status(self) -> StatusCode {
        match self {
            Fault::BadAddress => StatusCode::BAD_REQUEST,
            Fault::NotFound => StatusCode::NOT_FOUND,
            Fault::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Fault::TooLarge | Fault::FormTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::NoForm => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Fault::ForeignForm => StatusCode::FORBIDDEN,
            Fault::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Fault::AddressTooLong => StatusCode::URI_TOO_LONG,
            Fault::HeadTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Fault::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Fault::NoGames => StatusCode::SERVICE_UNAVAILABLE,
            Fault::Ours => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// After how many seconds asking again may help.
    pub(super) fn wait(self) -> Option<u64> {
        match self {
            Fault::TooMany(wait) => Some(wait.as_secs().saturating_add(1)),
            Fault::NoGames => Some(30),
            Fault::BadAddress
            | Fault::NotFound
            | Fault::Method(_)
            | Fault::TooLarge
            | Fault::FormTooLarge
            | Fault::NoForm
            | Fault::ForeignForm
            | Fault::TooSlow
            | Fault::AddressTooLong
            | Fault::HeadTooLarge
            | Fault::Ours => None,
        }
    }

    /// What it is called, and what can be done.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Fault::BadAddress => (
                "This address cannot be read",
                "Behind a % stand two figures or letters from A to F, and what they make is UTF-8. Look at the address once more.",
            ),
            Fault::NotFound => (
                "There is no such page",
                "It may have been here: a game is shown only as long as its players want that. Look for it in the lists above.",
            ),
            Fault::Method(Methods::LookAndSend) => (
                "This page is looked at, and its form is sent",
                "Nothing else is done here.",
            ),
            Fault::FormTooLarge => (
                "This form is too large",
                "What is typed here has at most 512 KiB of text. Nothing of it was kept: go back in your browser, where it still stands, and enter the games in several parts.",
            ),
            Fault::NoForm => (
                "This is no form of these pages",
                "It is sent as application/x-www-form-urlencoded, not packed, and to its end. Go back in your browser, and send it again.",
            ),
            Fault::ForeignForm => (
                "This form came from elsewhere",
                "It is sent from the page where it stands. Open that page, and fill it in there.",
            ),
            Fault::TooSlow => (
                "This form did not arrive",
                "It has fifteen seconds. Nothing of it was kept: go back in your browser, where it still stands, and send it again.",
            ),
            Fault::Method(Methods::Look) => (
                "These pages can only be read",
                "Nothing is sent here and nothing is changed. Games are played by mail.",
            ),
            Fault::TooLarge => (
                "This request is too large",
                "Nothing is sent here; ask for a page by its address alone.",
            ),
            Fault::AddressTooLong => (
                "This address is too long",
                "An address of these pages has at most 4,096 characters.",
            ),
            Fault::HeadTooLarge => (
                "This request has too many fields",
                "All fields of a request together have at most 16,384 octets here. These pages set no cookies; others under the same name may have.",
            ),
            Fault::TooMany(_) => (
                "Too many requests",
                "You have asked for many pages in a short time. Wait a moment, and ask again. All games are in one file, all.pgn.",
            ),
            Fault::NoGames => (
                "The games cannot be read now",
                "Nothing is lost. Ask again in half a minute.",
            ),
            Fault::Ours => (
                "Something went wrong here",
                "It is not your fault, and it stands in the log of this server.",
            ),
        }
    }
}
