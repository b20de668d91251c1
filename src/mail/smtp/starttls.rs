//! The unencrypted beginning of a connection that is encrypted by STARTTLS (RFC 3207).
//!
//! lettre can do this too, but keeps what it has read before the handshake: words put there by a
//! stranger on the way would then count as the server's encrypted answers.

use std::io;

use lettre::transport::smtp::extension::ClientId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::begun::Begun;
use super::verdict::Refusal;
use crate::mail::tls::Line;

/// What lettre reads instead of the greeting that a server gives only once.
pub(super) const GREETING: &[u8] = b"220 encrypted\r\n";

/// The longest reply that is read, in bytes.
const LONGEST_REPLY: usize = 16 * 1024;

/// Reads the greeting, asks for TLS, and stops where the handshake must begin.
pub(super) async fn begin(mut line: Line, hello: &ClientId) -> Result<Line, Begun> {
    expect(&mut line).await?;
    let offers = say(&mut line, &format!("EHLO {hello}\r\n")).await?;
    let offered = offers
        .lines()
        .any(|offer| offer.trim().eq_ignore_ascii_case("STARTTLS"));
    if !offered {
        return Err(Begun::Failed(
            "the relay does not offer STARTTLS on this port (is it meant for tls?)".to_owned(),
        ));
    }
    say(&mut line, "STARTTLS\r\n").await?;
    Ok(line)
}

async fn say(line: &mut Line, words: &str) -> Result<String, Begun> {
    line.write_all(words.as_bytes()).await?;
    line.flush().await?;
    expect(line).await
}

/// Reads one reply, not a byte more, and returns its text, one line for each of its lines.
async fn expect(line: &mut Line) -> Result<String, Begun> {
    let mut text = String::new();
    let mut taken = 0;
    loop {
        let mut bytes = Vec::new();
        // Byte by byte, because what follows may belong to the handshake already. It is a few
        // hundred bytes, once.
        loop {
            let byte = line.read_u8().await?;
            taken += 1;
            if taken > LONGEST_REPLY {
                return Err(Begun::Failed("the relay talks too much".to_owned()));
            }
            if byte == b'\n' {
                break;
            }
            bytes.push(byte);
        }
        let reply = String::from_utf8_lossy(&bytes);
        let reply = reply.trim_end();
        let code = reply.get(..3).and_then(|digits| digits.parse::<u16>().ok());
        let (Some(code), more, rest) = (
            code,
            reply.get(3..4).unwrap_or(" "),
            reply.get(4..).unwrap_or(""),
        ) else {
            return Err(Begun::Failed(format!(
                "this is not SMTP: {}",
                super::verdict::clean(reply)
            )));
        };
        text.push_str(rest);
        text.push('\n');
        if more != "-" {
            return match code {
                200..400 => Ok(text),
                _ => Err(Begun::Refused(Refusal::new(code, &text))),
            };
        }
    }
}

impl From<io::Error> for Begun {
    fn from(error: io::Error) -> Self {
        Begun::Failed(format!("no conversation with the relay: {error}"))
    }
}
