//! What is to be done where a token endpoint brings no token.

use crate::mail::oauth::EndpointFault;
use crate::mail::tls::ConnectError;
use std::io::ErrorKind;
use std::path::Path;

/// Against a token endpoint that brings no token.
pub(super) fn against(fault: &EndpointFault) -> String {
    match fault {
        EndpointFault::File { path, source, .. } => unreadable(path, source.kind()),
        EndpointFault::Content { key, path, .. } => format!(
            "Name another file in {key}, or write into {} what belongs there; docs/administrators/oauth.md says what.",
            path.display()
        ),
        EndpointFault::Connect { source, .. } => unconnected(source),
        EndpointFault::Slow { .. } | EndpointFault::Lost { .. } => {
            "Check oauth.token_url, and that nothing between here and there (a firewall, a proxy) answers in its place; or wait: it is asked again by itself.".into()
        }
        EndpointFault::Strange { status, .. } => match status {
            429 | 500.. => "Wait: it is asked again by itself. If it stays so, ask who runs it.".into(),
            _ => "Correct oauth.token_url: that is no token endpoint. Google's is https://oauth2.googleapis.com/token, Microsoft's https://login.microsoftonline.com/TENANT/oauth2/v2.0/token.".into(),
        },
        EndpointFault::Refused { ahead: Some(ahead), .. } => clock(*ahead),
        EndpointFault::Refused { code, description, .. } => refused(code, description),
        EndpointFault::ConsentOver { description, file, .. } => format!(
            "{}Have the owner of the mailbox consent anew, and write the new refresh token into {}; it is read at the next try, without a start.",
            why_over(description),
            file.display()
        ),
    }
}

fn unreadable(path: &Path, why: ErrorKind) -> String {
    let path = path.display();
    match why {
        ErrorKind::NotFound => format!(
            "Write the secret into that file (install -m 600 -o penpawn /dev/null {path}, then an editor), or name the file that holds it."
        ),
        ErrorKind::PermissionDenied => format!(
            "Let the account that runs penpawn read it: chown penpawn {path}; as a service it sees no home folders."
        ),
        _ => "Name a file that holds the secret and nothing else.".into(),
    }
}

fn unconnected(fault: &ConnectError) -> String {
    match fault {
        ConnectError::Resolve { .. } | ConnectError::HostName { .. } => {
            "Correct the host in oauth.token_url; if it is right, the name service of this machine does not answer (resolvectl status).".into()
        }
        ConnectError::Connect { .. } => {
            "Check host and port in oauth.token_url, and whether a firewall lets this machine out by HTTPS; it asks directly, by no proxy.".into()
        }
        ConnectError::NotLoopback { .. } => {
            "Write https:// in oauth.token_url: that host is not this machine.".into()
        }
        ConnectError::Handshake { .. } => {
            "At this port no TLS is spoken: correct oauth.token_url.".into()
        }
        ConnectError::Certificate { .. } => {
            "The certificate must be of the host in oauth.token_url, in its time, and of an authority of this machine or of oauth.ca_file; mend that, never the check.".into()
        }
        ConnectError::AuthorityFile { path, .. } => format!(
            "Name a file with PEM certificates that can be read in oauth.ca_file, or leave it empty where the certificate is of a public authority; {} is no such file.",
            path.display()
        ),
        ConnectError::NoAuthorities => {
            "Install them, or name a file with yours in oauth.ca_file.".into()
        }
    }
}

fn clock(ahead: i64) -> String {
    let wrong = match ahead {
        0.. => "ahead of",
        _ => "behind",
    };
    format!(
        "The clock of this machine is {} s {wrong} the one of the token endpoint, and what it signs bears a time: set it (timedatectl set-ntp true).",
        ahead.abs()
    )
}

/// Why a consent ended, by the codes of Microsoft
/// (<https://learn.microsoft.com/entra/identity-platform/reference-error-codes>).
fn why_over(description: &str) -> &'static str {
    let of = [
        (
            ["AADSTS50173", "AADSTS50133"],
            "The password of that account was changed. ",
        ),
        (
            ["AADSTS700082", "AADSTS70008"],
            "It was not used for too long. ",
        ),
        (
            ["AADSTS50076", "AADSTS50079"],
            "The organisation wants a second factor. ",
        ),
        (
            ["AADSTS53003", "AADSTS53000"],
            "A policy of the organisation (Conditional Access) forbids it. ",
        ),
        (
            ["AADSTS9002313", "AADSTS70000"],
            "What stands in the file is no refresh token of this program. ",
        ),
    ];
    let said = |codes: &[&str; 2]| codes.iter().any(|code| is_said(description, code));
    of.iter()
        .find(|(codes, _)| said(codes))
        .map_or("", |(_, why)| why)
}

/// Whether this code stands there, and not the beginning of a longer one.
fn is_said(description: &str, code: &str) -> bool {
    description
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| word == code)
}

/// By what Microsoft and Google say; else by the code (RFC 6749 section 5.2).
fn refused(code: &str, description: &str) -> String {
    let said = [
        (
            "AADSTS7000222",
            "The secret of the program has ended: make a new one (Entra ID, App registrations, Certificates & secrets), and write its value into the file of oauth.client_secret_file.",
        ),
        (
            "AADSTS7000215",
            "Write the value of the secret into the file of oauth.client_secret_file; the id of the secret, which Microsoft shows beside it, is another one.",
        ),
        (
            "AADSTS700016",
            "Correct oauth.client_id (\"Application (client) ID\"), or the tenant in oauth.token_url: that program is not known there.",
        ),
        (
            "AADSTS90002",
            "Correct the tenant in oauth.token_url: its id, or a domain of the organisation's.",
        ),
        (
            "AADSTS900144",
            "Set oauth.scope: Microsoft wants it at each request. With client credentials it is https://outlook.office365.com/.default.",
        ),
        (
            "AADSTS1002012",
            "Set oauth.scope to https://outlook.office365.com/.default: client credentials have no other.",
        ),
        (
            "AADSTS65001",
            "Have an administrator of the organisation give the consent for the program's permissions.",
        ),
        (
            "AADSTS53003",
            "A policy of the organisation (Conditional Access) forbids it: have its administrator except this program.",
        ),
    ];
    if let Some((_, advice)) = said.iter().find(|(code, _)| is_said(description, code)) {
        return (*advice).to_owned();
    }
    match code {
        "invalid_client" => "Correct oauth.client_id, and the secret in the file of oauth.client_secret_file; secrets end, after 24 months at the latest at Microsoft.".into(),
        "unauthorized_client" | "access_denied" => "Allow this program what it asks for: Google wants domain-wide delegation for the service account's client id with exactly the scope of oauth.scope (Admin console, Security, API controls); Microsoft the permission and an administrator's consent.".into(),
        "invalid_grant" => "Check that imap.user is a mailbox of that organisation, that the key of oauth.key_file was not deleted there, and that the clock of this machine is right.".into(),
        "invalid_scope" => "Correct oauth.scope: this server has no such scope, or not for this program. Gmail's is https://mail.google.com/.".into(),
        "unsupported_grant_type" => "Set oauth.grant to a right that this server gives tokens for, or correct oauth.token_url.".into(),
        "invalid_request" => "Check oauth.scope, oauth.client_id and oauth.token_url: the server misses something, or does not understand it.".into(),
        "temporarily_unavailable" | "server_error" | "slow_down" => "Wait: it is asked again by itself.".into(),
        _ => "Look at what it says, and at [oauth] in the settings; docs/administrators/oauth.md goes through each right.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_has_its_own_cure_and_a_code_is_no_other_one_that_begins_so() {
        let secret = "AADSTS7000215: Invalid client secret provided.";
        assert!(refused("invalid_client", secret).contains("the id of the secret"));
        let ended = "AADSTS7000222: The provided client secret keys are expired.";
        assert!(refused("invalid_client", ended).contains("has ended"));
        let scope = "AADSTS900144: The request body must contain the parameter: 'scope'.";
        assert!(refused("invalid_request", scope).starts_with("Set oauth.scope"));
        assert!(refused("invalid_client", "").starts_with("Correct oauth.client_id"));
        assert!(refused("unauthorized_client", "").contains("domain-wide delegation"));
        assert!(refused("something_new", "").starts_with("Look at what it says"));
        assert_eq!(
            why_over("AADSTS700082: expired"),
            "It was not used for too long. "
        );
        assert_eq!(why_over("AADSTS7000820: other"), "");
        assert!(clock(-300).contains("300 s behind"));
        assert!(clock(300).contains("300 s ahead of"));
    }
}
