//! One form, handed over by HTTP (RFC 6749 section 4.4.2), and what is answered: bounded, and never led elsewhere.

use super::fault::EndpointFault;
use super::url::TokenUrl;
use crate::mail::hearing::Allowance;
use crate::mail::tls::{self, ConnectError, Line, Security};
use chrono::{DateTime, Utc};
use http_body_util::{BodyExt, Full, Limited};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, CONTENT_TYPE, DATE, HOST, USER_AGENT};
use hyper_util::rt::TokioIo;
use secrecy::{ExposeSecret, SecretString};
use std::error::Error;
use std::path::Path;
use std::pin::pin;

/// The longest answer, in octets: two tokens, each as long as Microsoft's, and room beside them.
const LONGEST: usize = 64 * 1024;
/// The longest head of an answer, in octets.
const LONGEST_HEAD: usize = 16 * 1024;

/// What the endpoint answers.
pub(super) struct Reply {
    /// Of HTTP.
    pub(super) status: u16,
    /// How many seconds our clock is ahead of theirs, by what they say.
    pub(super) ahead: i64,
    /// JSON, where all is well.
    pub(super) body: Vec<u8>,
}

/// Hands over a form on a connection of its own. Where the answer leads elsewhere, nobody follows: there the secret would
/// be a stranger's.
pub(super) async fn post(
    url: &TokenUrl,
    ca_file: Option<&Path>,
    form: &SecretString,
) -> Result<Reply, EndpointFault> {
    let line = open(url, ca_file)
        .await
        .map_err(|source| EndpointFault::Connect {
            url: url.to_string(),
            source,
        })?;
    exchange(line, url, form).await.map_err(|fault| {
        let reason = match told(fault.as_ref()) {
            reason if reason.contains("length limit exceeded") => {
                format!("it answers more than {} KiB", LONGEST / 1024)
            }
            reason => reason,
        };
        let url = url.to_string();
        EndpointFault::Lost { url, reason }
    })
}

async fn open(url: &TokenUrl, ca_file: Option<&Path>) -> Result<Line, ConnectError> {
    let line = Line::connect(&url.host, url.port, url.security).await?;
    let mut line = match url.security {
        Security::Plain => line,
        Security::Tls | Security::StartTls => {
            let trust = tls::trust(ca_file)?;
            line.encrypt(&url.host, trust).await?
        }
    };
    line.allow(Allowance::DOCUMENT);
    Ok(line)
}

async fn exchange(
    line: Line,
    url: &TokenUrl,
    form: &SecretString,
) -> Result<Reply, Box<dyn Error + Send + Sync>> {
    let mut builder = http1::Builder::new();
    builder.max_buf_size(LONGEST_HEAD);
    let (mut sender, connection) = builder.handshake(TokioIo::new(line)).await?;
    let body = Bytes::copy_from_slice(form.expose_secret().as_bytes());
    let request = Request::post(url.path.as_str())
        .header(HOST, url.authority.as_str())
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(ACCEPT, "application/json")
        .header(USER_AGENT, concat!("penpawn/", env!("CARGO_PKG_VERSION")))
        .body(Full::new(body))?;
    let mut exchange = pin!(async {
        let reply = sender.send_request(request).await?;
        let status = reply.status().as_u16();
        let date = reply
            .headers()
            .get(DATE)
            .and_then(|date| date.to_str().ok());
        let ahead = date.map_or(0, ahead_of);
        let body = Limited::new(reply.into_body(), LONGEST).collect().await?;
        let body = body.to_bytes().to_vec();
        Ok(Reply {
            status,
            ahead,
            body,
        })
    });
    let mut connection = pin!(connection);
    tokio::select! {
        reply = &mut exchange => return reply,
        // Whose line ends may have answered before.
        _ = &mut connection => {}
    }
    exchange.await
}

/// How many seconds our clock is ahead of this date (RFC 9110 section 5.6.7); 0 where it is none.
fn ahead_of(date: &str) -> i64 {
    let theirs = DateTime::parse_from_rfc2822(date);
    theirs.map_or(0, |theirs| (Utc::now() - theirs.to_utc()).num_seconds())
}

/// An error with its reasons, each said once.
fn told(error: &(dyn Error + 'static)) -> String {
    let mut words = error.to_string();
    let mut next = error.source();
    while let Some(reason) = next {
        let reason_words = reason.to_string();
        if !words.contains(&reason_words) {
            words = format!("{words}: {reason_words}");
        }
        next = reason.source();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_a_clock_is_ahead_is_read_from_a_date_of_http() {
        let date = Utc::now() - chrono::TimeDelta::seconds(600);
        let date = date.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
        assert!((600..660).contains(&ahead_of(&date)), "{date}");
        assert_eq!(ahead_of("yesterday"), 0);
    }
}
