//! Somebody who asks by HTTP, octet by octet: what no well-behaved program would send must be sent too.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    fields: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// A field of its head.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("UTF-8")
    }

    fn read(octets: &[u8]) -> Answer {
        let end = octets
            .windows(4)
            .position(|it| it == b"\r\n\r\n")
            .unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(octets)));
        let head = std::str::from_utf8(&octets[..end]).expect("a head");
        let mut lines = head.split("\r\n");
        let status = lines.next().expect("a line").split(' ').nth(1);
        let fields: Vec<(String, String)> = lines
            .map(|line| line.split_once(": ").expect("a field"))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let body = &octets[end + 4..];
        let chunked = fields
            .iter()
            .any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        Answer {
            status: status.expect("a status").parse().expect("a number"),
            fields,
            body: if chunked { joined(body) } else { body.to_vec() },
        }
    }
}

fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = chunks
            .windows(2)
            .position(|it| it == b"\r\n")
            .expect("a size");
        let size = std::str::from_utf8(&chunks[..end]).expect("a size");
        let size = usize::from_str_radix(size, 16).expect("a size");
        if size == 0 {
            return whole;
        }
        whole.extend(&chunks[end + 2..end + 2 + size]);
        chunks = &chunks[end + 4 + size..];
    }
}

/// Sends these octets, and reads until the other side closes.
pub(crate) fn ask(socket: &Path, request: impl AsRef<[u8]>) -> Answer {
    let stream = UnixStream::connect(socket).expect("it listens");
    asked(stream, request.as_ref())
}

/// The same on what is connected.
pub(crate) fn asked(mut stream: impl Read + Write, request: &[u8]) -> Answer {
    // Whoever refuses a large request does not read it to its end.
    let _ = stream.write_all(request);
    let mut octets = Vec::new();
    let _ = stream.read_to_end(&mut octets);
    Answer::read(&octets)
}

/// Asks for a page.
pub(crate) fn get(socket: &Path, path: &str) -> Answer {
    let request = format!("GET {path} HTTP/1.1\r\nHost: chess.test\r\nConnection: close\r\n\r\n");
    ask(socket, request)
}

/// Sends a form with these fields, as a browser does from a page of ours.
pub(crate) fn post(socket: &Path, path: &str, fields: &[(&str, &str)]) -> Answer {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(fields);
    send(
        socket,
        path,
        "Sec-Fetch-Site: same-origin\r\n",
        form.finish().as_bytes(),
    )
}

/// Sends these octets as a form, with more fields in the head.
pub(crate) fn send(socket: &Path, path: &str, more: &str, form: &[u8]) -> Answer {
    let mut request = format!(
        "POST {path} HTTP/1.1\r\nHost: chess.test\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\n{more}Connection: close\r\n\r\n",
        form.len()
    )
    .into_bytes();
    request.extend(form);
    ask(socket, request)
}
