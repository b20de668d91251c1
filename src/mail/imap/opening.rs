//! What is asked once, after the login: what the server can do, and the two folders.

use async_imap::imap_proto::{Capability, MailboxDatum, Response, ResponseCode};

use super::connection::Connection;
use super::spelling::{encode_folder, quote};
use super::{DONE_KEYWORD, ImapError};

/// What the server announced.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offers {
    pub(super) idle: bool,
    /// Renames a mail into another folder in one step (RFC 6851).
    pub(super) moving: bool,
    /// Removes single mails (RFC 4315).
    pub(super) uidplus: bool,
    pub(super) identification: bool,
    /// Tells how full the mailbox is (RFC 9208).
    pub(super) quota: bool,
}

/// A folder that was opened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selected {
    pub(super) uidvalidity: u32,
    pub(super) uid_next: Option<u32>,
    /// Whether we may invent keywords.
    pub(super) keywords: bool,
}

/// All that the server announces at this moment, as it writes it.
pub(super) async fn capabilities(connection: &mut Connection) -> Result<Vec<String>, ImapError> {
    let mut capabilities = Vec::new();
    connection
        .checked("CAPABILITY", "CAPABILITY", |response| {
            if let Response::Capabilities(names) = response {
                capabilities.extend(names.iter().map(|name| match name {
                    Capability::Imap4rev1 => "IMAP4rev1".to_owned(),
                    Capability::Auth(method) => format!("AUTH={method}"),
                    Capability::Atom(name) => name.to_string(),
                }));
            }
        })
        .await?;
    Ok(capabilities)
}

/// Asks what the server can do.
pub(super) async fn ask_offers(connection: &mut Connection) -> Result<Offers, ImapError> {
    let mut offers = Offers::default();
    connection
        .checked("CAPABILITY", "CAPABILITY", |response| {
            let Response::Capabilities(names) = response else {
                return;
            };
            for name in names {
                if let Capability::Atom(name) = name {
                    offers.idle |= name.eq_ignore_ascii_case("IDLE");
                    offers.moving |= name.eq_ignore_ascii_case("MOVE");
                    offers.uidplus |= name.eq_ignore_ascii_case("UIDPLUS");
                    offers.identification |= name.eq_ignore_ascii_case("ID");
                    offers.quota |= name.eq_ignore_ascii_case("QUOTA");
                }
            }
        })
        .await?;
    Ok(offers)
}

/// Some servers (163.com) refuse SELECT to a client that does not introduce itself (RFC 2971).
pub(super) async fn identify(connection: &mut Connection) -> Result<(), ImapError> {
    let command = format!(
        "ID (\"name\" \"penpawn\" \"version\" \"{}\")",
        env!("CARGO_PKG_VERSION")
    );
    match connection.checked("ID", &command, |_| ()).await {
        Ok(()) | Err(ImapError::RefusedCommand { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The folder for finished mails in the server's spelling, created if need be. `None` if the server
/// will not have it: then the mails are only flagged, because a game matters more than a tidy
/// mailbox.
pub(super) async fn find_or_create(
    connection: &mut Connection,
    folder: &str,
) -> Result<Option<String>, ImapError> {
    let plain = encode_folder(folder);
    let mut delimiter = None;
    connection
        .checked("LIST", "LIST \"\" \"\"", |response| {
            if let Response::MailboxData(MailboxDatum::List(data)) = response {
                delimiter = data.delimiter.as_deref().map(str::to_owned);
            }
        })
        .await?;
    // Cyrus and Courier keep everything below INBOX.
    let below_inbox = delimiter.map(|delimiter| format!("INBOX{delimiter}{plain}"));
    let names: Vec<String> = std::iter::once(plain).chain(below_inbox).collect();
    for name in &names {
        let mut found = false;
        connection
            .checked("LIST", &format!("LIST \"\" {}", quote(name)), |response| {
                found |= matches!(response, Response::MailboxData(MailboxDatum::List(_)));
            })
            .await?;
        if found {
            return Ok(Some(name.clone()));
        }
    }
    let mut reply = String::new();
    for name in names {
        let create = format!("CREATE {}", quote(&name));
        match connection.checked("CREATE", &create, |_| ()).await {
            Ok(()) => {
                // Only so that mail programs show it.
                let subscribe = format!("SUBSCRIBE {}", quote(&name));
                match connection.checked("SUBSCRIBE", &subscribe, |_| ()).await {
                    Ok(()) | Err(ImapError::RefusedCommand { .. }) => {}
                    Err(error) => return Err(error),
                }
                return Ok(Some(name));
            }
            Err(ImapError::RefusedCommand { reply: said, .. }) => reply = said,
            Err(error) => return Err(error),
        }
    }
    tracing::warn!(
        folder,
        reply,
        "the folder for finished mails cannot be created; they are only flagged"
    );
    Ok(None)
}

/// Selects the folder, named in the server's spelling.
pub(super) async fn select(
    connection: &mut Connection,
    folder: &str,
) -> Result<Selected, ImapError> {
    let mut uidvalidity = None;
    let mut uid_next = None;
    let mut keywords = false;
    let command = format!("SELECT {}", quote(folder));
    connection
        .checked("SELECT", &command, |response| {
            let Response::Data { outcome, .. } = response else {
                return;
            };
            match &outcome.code {
                Some(ResponseCode::UidValidity(number)) => uidvalidity = Some(*number),
                Some(ResponseCode::UidNext(number)) => uid_next = Some(*number),
                Some(ResponseCode::PermanentFlags(flags)) => {
                    keywords = flags
                        .iter()
                        .any(|flag| flag == "\\*" || flag.eq_ignore_ascii_case(DONE_KEYWORD));
                }
                _ => {}
            }
        })
        .await?;
    let uidvalidity = uidvalidity.ok_or_else(|| ImapError::Protocol {
        reason: "the folder has no UIDVALIDITY, so its mails cannot be told apart for good"
            .to_owned(),
    })?;
    Ok(Selected {
        uidvalidity,
        uid_next,
        keywords,
    })
}
