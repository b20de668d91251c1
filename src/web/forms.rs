//! What is sent by a form: whether it is one, from a page of ours, and no more than is read.

use super::Server;
use super::faults::Fault;
use super::found::{Pages, Taken};
use super::pace::Pace;
use super::proxies::Asker;
use crate::budget::TEXT;
use http_body_util::BodyExt;
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Octets of a form that are read: the text of a mail, of which a browser may make three octets each, and all other fields.
const LARGEST: u64 = 3 * TEXT as u64 + 65_536;
/// Octets that are taken and thrown away of one that has more, so that its sender sees why.
const THROWN_AWAY: u64 = 32 << 20;
/// How long it may take to arrive.
const LONGEST: Duration = Duration::from_secs(15);
/// Forms that are read at a time; others wait.
const AT_A_TIME: usize = 8;
/// Forms that an address may send in a minute.
const A_MINUTE: u32 = 20;

/// How many forms are taken.
#[derive(Debug)]
pub struct Forms {
    places: Semaphore,
    /// `None`: they are not counted.
    pace: Option<Mutex<Pace>>,
}

impl Forms {
    /// Forms of everybody, however many.
    pub fn uncounted() -> Forms {
        Forms {
            places: Semaphore::new(AT_A_TIME),
            pace: None,
        }
    }

    /// So many of one address as its people can fill in.
    pub fn counted() -> Forms {
        Forms {
            pace: Some(Mutex::new(Pace::new(A_MINUTE))),
            ..Forms::uncounted()
        }
    }

    fn take_of(&self, asker: Asker) -> Result<(), Fault> {
        let Some(pace) = &self.pace else {
            return Ok(());
        };
        // Whoever panicked with it left numbers behind, and any numbers will do.
        let mut pace = pace.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        pace.take(asker, Instant::now()).map_err(Fault::TooMany)
    }
}

/// What comes of a form that was sent to this path.
pub(super) async fn take<P: Pages>(
    server: &Server<P>,
    path: &str,
    asker: Asker,
    (fields, body): (&HeaderMap, &mut Incoming),
) -> Result<Taken, Fault> {
    server.forms.take_of(asker)?;
    if !is_from_here(fields) {
        return Err(Fault::ForeignForm);
    }
    if !is_form(fields) {
        return Err(Fault::NoForm);
    }
    // It is never closed.
    let _place = server.forms.places.acquire().await;
    let form = timeout(LONGEST, whole(body)).await;
    let form = form.map_err(|_| Fault::TooSlow)??;
    server.pages.take(path, form).await
}

/// The octets of a body.
async fn whole(body: &mut Incoming) -> Result<Bytes, Fault> {
    let mut whole = Vec::new();
    if body.size_hint().lower() > THROWN_AWAY {
        return Err(Fault::FormTooLarge);
    }
    let mut octets = 0_u64;
    while let Some(frame) = body.frame().await {
        // Whoever broke off sees no answer.
        let Ok(data) = frame.map_err(|_| Fault::NoForm)?.into_data() else {
            continue;
        };
        octets += u64::try_from(data.len()).unwrap_or(u64::MAX);
        if octets > THROWN_AWAY {
            return Err(Fault::FormTooLarge);
        }
        if octets <= LARGEST {
            whole.extend_from_slice(&data);
        } else {
            whole = Vec::new();
        }
    }
    match octets <= LARGEST {
        true => Ok(Bytes::from(whole)),
        false => Err(Fault::FormTooLarge),
    }
}

/// Whether it was sent from a page of ours, as far as the browser says. Nothing is lost where it does not: no form here does
/// anything in the name of whoever sends it.
fn is_from_here(fields: &HeaderMap) -> bool {
    let field = |name: HeaderName| fields.get(name).and_then(|it| it.to_str().ok());
    if let Some(site) = field(HeaderName::from_static("sec-fetch-site")) {
        return matches!(site, "same-origin" | "none");
    }
    // Our pages name no referrer, and then a browser says "null".
    match (field(header::ORIGIN), field(header::HOST)) {
        (None | Some("null"), _) => true,
        (Some(origin), Some(host)) => origin
            .split_once("://")
            .is_some_and(|(_, from)| from.eq_ignore_ascii_case(host)),
        (Some(_), None) => false,
    }
}

/// Whether it is what a browser makes of a form.
fn is_form(fields: &HeaderMap) -> bool {
    let kind = fields.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|it| it.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
        && !fields.contains_key(header::CONTENT_ENCODING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    fn fields(given: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut fields = HeaderMap::new();
        for (name, value) in given {
            fields.insert(*name, HeaderValue::from_static(value));
        }
        fields
    }

    #[test]
    fn a_form_comes_from_a_page_of_ours() {
        for (given, is_ours) in [
            (&[] as &[_], true),
            (
                &[("sec-fetch-site", "same-origin"), ("origin", "null")],
                true,
            ),
            (&[("sec-fetch-site", "cross-site")], false),
            (&[("sec-fetch-site", "same-site")], false),
            (&[("origin", "null"), ("host", "chess.test")], true),
            (
                &[("origin", "https://chess.test"), ("host", "chess.test")],
                true,
            ),
            (
                &[("origin", "https://evil.test"), ("host", "chess.test")],
                false,
            ),
            (&[("origin", "https://evil.test")], false),
        ] {
            assert_eq!(is_from_here(&fields(given)), is_ours, "{given:?}");
        }
    }

    #[test]
    fn a_form_is_said_to_be_one() {
        let is = |kind: &'static str| is_form(&fields(&[("content-type", kind)]));
        assert!(is("application/x-www-form-urlencoded"));
        assert!(is("Application/X-WWW-Form-Urlencoded; charset=UTF-8"));
        assert!(!is("multipart/form-data; boundary=x") && !is("text/plain"));
        assert!(!is_form(&fields(&[])));
        let packed = fields(&[
            ("content-type", "application/x-www-form-urlencoded"),
            ("content-encoding", "gzip"),
        ]);
        assert!(!is_form(&packed));
    }
}
