//! A page with a few words on it: why there is no other.

use super::frame::filled_below;
use super::site::Site;
use serde::Serialize;

#[derive(Serialize)]
struct Notice<'a> {
    title: &'a str,
    words: &'a str,
}

/// A page that says something, wherever it is shown: its links begin at the root of the site.
pub fn notice(title: &str, words: &str, site: &Site) -> String {
    filled_below("notice", site, "/", Notice { title, words })
}
