//! What is to be done where signing in by access tokens fails, or where a server wants them.

use super::endpoint;
use crate::mail::oauth::TokenFault;
use std::io::ErrorKind;
use std::path::Path;

/// Where no token is brought.
pub(super) fn against(fault: &TokenFault) -> String {
    match fault {
        TokenFault::Endpoint(fault) => endpoint::against(fault),
        TokenFault::NotRun { program, source } => not_run(program, source.kind()),
        TokenFault::NotAsRoot { .. } => {
            "Run this as the account of the daemon: runuser -u penpawn -- penpawn doctor. As root the command could leave files behind that the daemon cannot write; where data_folder belongs to that account, root runs it as that one.".into()
        }
        TokenFault::Slow { .. } => format!(
            "It may ask somebody, for a passphrase perhaps (gpg does): nobody is there to answer; or it does not reach who issues the tokens. {TRY_IT}"
        ),
        TokenFault::Failed { complaint, .. } if is_consent_over(complaint) => format!(
            "The consent has ended, or was taken back: give it anew, as that account (mutt_oauth2.py FILE --authorize). {TRY_IT}"
        ),
        TokenFault::NoToken { .. } => {
            "On its first line must stand the token and nothing else; an option of the command may print it alone, or a script of yours may take it out of the rest.".into()
        }
        TokenFault::Failed { .. } | TokenFault::Nothing { .. } => TRY_IT.into(),
    }
}

const TRY_IT: &str = "Run the command of oauth.command as the account that runs penpawn: on its first line it must print the token, and end with exit status 0 within 30 seconds, without asking anybody. As a service it sees no home folders, and can write below /var/lib/penpawn alone.";

/// Against a command that the operating system does not run.
fn not_run(program: &str, why: ErrorKind) -> String {
    let is_there = Path::new(program).is_file();
    if program.contains(char::is_whitespace) && !is_there {
        return "Write each word by itself: command = [\"/usr/bin/python3\", \"/usr/local/bin/script\"].".into();
    }
    if program.starts_with('~') || program.contains('$') {
        return "No shell reads it: write the whole path, without ~ and variables. As a service it sees no home folders; /usr/local/bin is a good place.".into();
    }
    match why {
        ErrorKind::NotFound if is_there => {
            "The file is there; what its first line names after #! is not. Install that, or name it as the first word of oauth.command and the script as the second. A line end of Windows there does the same.".into()
        }
        ErrorKind::NotFound => {
            "Write the whole path of the program in oauth.command: there is none of this name, or this account does not see it. As a service it sees no home folders.".into()
        }
        ErrorKind::PermissionDenied => {
            "Let the account that runs penpawn run it: chmod a+rx FILE, and a+x on each folder above it.".into()
        }
        _ => "Its file must be a program, or a script with #! and its interpreter on the first line.".into(),
    }
}

/// RFC 6749 section 5.2.
fn is_consent_over(complaint: &str) -> bool {
    complaint.contains("invalid_grant")
}

/// Against a server that does not take our tokens.
pub(super) fn refused(section: &str, reply: &str) -> String {
    // Microsoft takes the token and not the mailbox.
    if reply.contains("authenticated but not connected") {
        return format!(
            "The token is good, and not for this mailbox: write in {section}.user the address of the mailbox whose owner has consented, or, for a shared one or with client credentials, give that account or program full access to it (Add-MailboxPermission; New-ServicePrincipal with the object id of the Enterprise Application); and have the administrator of Microsoft 365 let this mailbox use IMAP and authenticated SMTP."
        );
    }
    format!(
        "Check that {section}.user is the account that the tokens of [oauth] are for, that they are for reading and sending mail (their scope), and that the provider lets this account use IMAP and SMTP."
    )
}

/// Against a server that knows no tokens.
pub(super) fn not_taken(section: &str) -> String {
    format!(
        "Set {section}.auth to \"password\", and {section}.password_file; or have OAUTHBEARER or XOAUTH2 switched on there."
    )
}

/// Whether a server that has refused a password said that it takes none.
pub(super) fn are_wanted(reply: &str) -> bool {
    let reply = reply.to_ascii_lowercase();
    let said = ["basic auth", "takes no passwords"];
    said.iter().any(|said| reply.contains(said))
}

/// Against a server that takes tokens only.
pub(super) fn instead(section: &str) -> String {
    format!(
        "It takes no passwords: set {section}.auth = \"oauth\", and say in [oauth] where access tokens come from; docs/administrators/oauth.md says how."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_microsoft_says_has_its_own_cure() {
        let disabled = "535 5.7.139 Authentication unsuccessful, basic authentication is disabled.";
        assert!(are_wanted(disabled));
        assert!(!are_wanted("535 5.7.8 authentication failed"));
        assert!(instead("smtp").contains("set smtp.auth = \"oauth\""));
        let unconnected = refused("imap", "User is authenticated but not connected.");
        assert!(
            unconnected.contains("not for this mailbox"),
            "{unconnected}"
        );
        assert!(refused("imap", "no").starts_with("Check that imap.user"));
    }
}
