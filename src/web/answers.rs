//! From a request to an answer, whatever was asked.

use super::Server;
use super::faults::{Fault, Methods};
use super::forms;
use super::found::{Body, Document, Form, Found, Kind, Outcome, Pages, Taken};
use super::proxies::{Asker, Peer};
use crate::pages::notice;
use futures::FutureExt;
use http_body_util::{BodyExt, Empty, Full};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use tracing::error;

/// Characters of an address that are read.
const LONGEST_ADDRESS: usize = 4_096;
/// Octets of all fields together that are read.
const LARGEST_HEAD: usize = 16_384;
/// Octets that may come with a request, though nothing is done with them.
const LARGEST_BODY: u64 = 65_536;
/// How long a page may take.
const LONGEST: Duration = Duration::from_secs(20);

/// What a page may do, for the browser: nothing but show itself, with our own style and scripts.
const FIXED: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    // A page may be there for people and for programs.
    (header::VARY, "accept"),
    // Kept, and asked about each time: what is public may end.
    (header::CACHE_CONTROL, "no-cache"),
];

/// The answer, whatever was asked and whatever goes wrong.
pub(super) async fn answer<P: Pages>(
    server: &Server<P>,
    peer: Peer,
    request: Request<Incoming>,
) -> Response<Body> {
    let (request, mut body) = request.into_parts();
    // A fault of ours in one page ends neither the connection nor its answer.
    let found = AssertUnwindSafe(find(server, peer, &request, &mut body)).catch_unwind();
    let found = match timeout(LONGEST, found).await {
        Ok(Ok(found)) => found,
        Ok(Err(_)) => {
            error!(
                path = without_secrets(request.uri.path()),
                "a page cannot be made"
            );
            Err(Fault::Ours)
        }
        Err(_) => Err(Fault::NoGames),
    };
    let mut response = match found {
        Ok(Come::Page(found)) => shown(found, &request.headers),
        Ok(Come::OfForm(taken)) => outcome_of(taken),
        Err(fault) => told(server, fault),
    };
    let fields = response.headers_mut();
    for (name, value) in FIXED {
        // Whoever has a secret link is told otherwise.
        fields
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if request.method == Method::HEAD {
        let octets = response.body().size_hint().exact();
        let body = std::mem::replace(response.body_mut(), empty());
        drop(body);
        if let Some(octets) = octets.filter(|_| response.status() != StatusCode::NOT_MODIFIED) {
            response
                .headers_mut()
                .insert(header::CONTENT_LENGTH, HeaderValue::from(octets));
        }
    }
    response
}

/// What there is for a request.
enum Come {
    Page(Found),
    OfForm(Taken),
}

async fn find<P: Pages>(
    server: &Server<P>,
    peer: Peer,
    request: &Parts,
    body: &mut Incoming,
) -> Result<Come, Fault> {
    let asker = asker(server, peer, &request.headers);
    if let Some(pace) = &server.pace {
        // Whoever panicked with it left numbers behind, and any numbers will do.
        let mut pace = pace.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        pace.take(asker, Instant::now()).map_err(Fault::TooMany)?;
    }
    let address = &request.uri;
    let query = address.query().unwrap_or_default();
    if address.path().len() + query.len() > LONGEST_ADDRESS {
        return Err(Fault::AddressTooLong);
    }
    let head = request.headers.iter();
    let head: usize = head
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if head > LARGEST_HEAD {
        return Err(Fault::HeadTooLarge);
    }
    let path = address.path().strip_prefix('/').ok_or(Fault::BadAddress);
    let path = path.and_then(decoded);
    let takes = path.as_ref().is_ok_and(|path| server.pages.takes(path));
    if !takes && body.size_hint().lower() > LARGEST_BODY {
        return Err(Fault::TooLarge);
    }
    match (&request.method, takes) {
        (&Method::GET | &Method::HEAD, _) => {}
        (&Method::POST, true) => {
            let sent = (&request.headers, body);
            let taken = forms::take(server, &path?, asker, sent).await?;
            return Ok(Come::OfForm(taken));
        }
        (_, true) => return Err(Fault::Method(Methods::LookAndSend)),
        (_, false) => return Err(Fault::Method(Methods::Look)),
    }
    let form = form(&request.headers);
    let found = server.pages.find(&path?, query, form).await?;
    Ok(Come::Page(found))
}

/// Who asks.
fn asker<P>(server: &Server<P>, peer: Peer, fields: &HeaderMap) -> Asker {
    let forwarded = fields.get_all("x-forwarded-for").iter();
    let forwarded = forwarded.map(|it| it.to_str().unwrap_or_default());
    server.proxies.asker(peer, forwarded)
}

/// For whom the answer is to be: for a program where the first kind that it names is JSON.
fn form(fields: &HeaderMap) -> Form {
    let accepted = fields.get(header::ACCEPT).and_then(|it| it.to_str().ok());
    let first = accepted.unwrap_or_default().split([',', ';']).next();
    match first.map(str::trim) {
        Some("application/json") => Form::Json,
        Some(_) | None => Form::Page,
    }
}

/// The path in plain characters. A `%` that begins nothing is a fault, and so is what is no text.
fn decoded(path: &str) -> Result<String, Fault> {
    let mut parts = path.split('%');
    parts.next();
    let is_whole = parts.all(|part| {
        let figures = part.as_bytes().get(..2);
        figures.is_some_and(|figures| figures.iter().all(u8::is_ascii_hexdigit))
    });
    let plain = percent_decode_str(path).decode_utf8();
    match plain {
        Ok(plain) if is_whole && !plain.contains('\0') => Ok(plain.into_owned()),
        Ok(_) | Err(_) => Err(Fault::BadAddress),
    }
}

/// What there is, or that the browser has it already.
fn shown(found: Found, fields: &HeaderMap) -> Response<Body> {
    let secrecy = secrecy_of(&found);
    let (kind, tag, body) = match found {
        Found::Document(Document { kind, text, tag })
        | Found::Subscribed(Document { kind, text, tag }) => (kind, tag, full(text)),
        // Nobody keeps it, so nobody has it.
        Found::Confidential(Document { kind, text, .. }) => (kind, String::new(), full(text)),
        Found::Download(download) => (download.kind, download.tag, download.body),
    };
    let is_known = is_known(fields, &tag);
    let mut response = Response::new(if is_known { empty() } else { body });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let fields = response.headers_mut();
    if !is_known {
        let kind = HeaderValue::from_static(kind.media_type());
        fields.insert(header::CONTENT_TYPE, kind);
    }
    // It consists of figures and quotes.
    if let Some(tag) = HeaderValue::try_from(tag).ok().filter(|it| !it.is_empty()) {
        fields.insert(header::ETAG, tag);
    }
    for (name, value) in secrecy {
        fields.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// What is said beside a page that only whoever has its link may see.
fn secrecy_of(found: &Found) -> Vec<(HeaderName, &'static str)> {
    let kept = match found {
        Found::Document(_) | Found::Download(_) => return Vec::new(),
        Found::Subscribed(_) => "private, no-cache",
        Found::Confidential(_) => "no-store",
    };
    let robots = HeaderName::from_static("x-robots-tag");
    vec![
        (header::CACHE_CONTROL, kept),
        (robots, "noindex, nofollow, noarchive"),
    ]
}

/// The path as it may stand in a log: a long part of it may be what stands in a secret link.
fn without_secrets(path: &str) -> String {
    let parts = path.split('/');
    let parts = parts.map(|part| if part.len() > 24 { "…" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

/// What came of a form. It is nothing that a browser could have already.
fn outcome_of(taken: Taken) -> Response<Body> {
    let Document { kind, text, .. } = taken.document;
    let mut response = Response::new(full(text));
    *response.status_mut() = match taken.outcome {
        Outcome::Good => StatusCode::OK,
        Outcome::Faulty => StatusCode::UNPROCESSABLE_ENTITY,
        Outcome::NotNow => StatusCode::SERVICE_UNAVAILABLE,
    };
    let fields = response.headers_mut();
    fields.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(kind.media_type()),
    );
    if kind == Kind::Pgn {
        fields.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"game.pgn\""),
        );
    }
    response
}

/// Whether the browser says that it has this (RFC 9110, 13.1.2).
fn is_known(fields: &HeaderMap, tag: &str) -> bool {
    let named = fields.get_all(header::IF_NONE_MATCH).iter();
    let named = named.filter_map(|field| field.to_str().ok());
    named.flat_map(|field| field.split(',')).any(|word| {
        let word = word.trim();
        !tag.is_empty() && (word == "*" || word.strip_prefix("W/").unwrap_or(word) == tag)
    })
}

/// Why there is no page, as a page.
fn told<P>(server: &Server<P>, fault: Fault) -> Response<Body> {
    let (title, words) = fault.words();
    let page = Document::of(Kind::Html, notice(title, words, &server.site));
    let mut response = Response::new(full(page.text));
    *response.status_mut() = fault.status();
    let fields = response.headers_mut();
    let kind = HeaderValue::from_static(page.kind.media_type());
    fields.insert(header::CONTENT_TYPE, kind);
    if let Fault::Method(methods) = fault {
        let methods = match methods {
            Methods::Look => "GET, HEAD",
            Methods::LookAndSend => "GET, HEAD, POST",
        };
        fields.insert(header::ALLOW, HeaderValue::from_static(methods));
    }
    if let Some(seconds) = fault.wait() {
        fields.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if matches!(
        fault,
        Fault::TooLarge | Fault::FormTooLarge | Fault::TooSlow
    ) {
        // What was to come is not read.
        fields.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

fn full(text: Bytes) -> Body {
    Full::new(text)
        .map_err(|never| match never {})
        .boxed_unsync()
}

fn empty() -> Body {
    Empty::new().map_err(|never| match never {}).boxed_unsync()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_text_or_a_fault() {
        assert_eq!(decoded("games/17.html").as_deref(), Ok("games/17.html"));
        assert_eq!(decoded("%C3%A9%2e%2E").as_deref(), Ok("é.."));
        for bad in ["%", "%4", "%zz", "a%", "%ff", "%C3", "%00", "%%41"] {
            assert_eq!(decoded(bad), Err(Fault::BadAddress), "{bad}");
        }
    }

    #[test]
    fn what_stands_in_a_secret_link_does_not_stand_in_a_log() {
        let shown = without_secrets("/deadlines/abcdefghijklmnopqrstuvwxyz.ics");
        assert_eq!(shown, "/deadlines/…");
        assert_eq!(without_secrets("/games/17.html"), "/games/17.html");
    }

    #[test]
    fn a_browser_names_what_it_has() {
        let mut fields = HeaderMap::new();
        assert!(!is_known(&fields, "\"a\""));
        fields.append(
            header::IF_NONE_MATCH,
            HeaderValue::from_static("\"b\", W/\"a\""),
        );
        assert!(is_known(&fields, "\"a\"") && is_known(&fields, "\"b\""));
        assert!(!is_known(&fields, "\"c\""));
        fields.append(header::IF_NONE_MATCH, HeaderValue::from_static("*"));
        assert!(is_known(&fields, "\"c\""));
    }
}
