//! How penpawn signs in to the mail servers: by a password, or by access tokens.

use super::{Settings, or, password};
use crate::mail::oauth::Credential;
use crate::mail::password::Password;
use anyhow::bail;
use std::path::PathBuf;

/// What is shown to a server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    Password,
    Token,
}

impl Settings {
    /// Keys and values of the settings without which nobody can sign in to the mailbox; none where more is amiss than some
    /// that are not set, which [`Settings::login`] says.
    pub(super) fn proofs_in_mailbox(&self) -> Vec<(&'static str, &str)> {
        match self.proofs() {
            Ok((Proof::Token, _)) => self.needed_for_tokens().unwrap_or_default(),
            Ok((Proof::Password, Proof::Password)) => {
                vec![("imap.password_file", &self.imap.password_file)]
            }
            Ok((Proof::Password, Proof::Token)) | Err(_) => Vec::new(),
        }
    }

    /// What proves to the mailbox that it is ours.
    pub(super) fn credential_in_mailbox(&self) -> anyhow::Result<Credential> {
        let key = "imap.password_file";
        match self.proofs()? {
            (Proof::Password, Proof::Token) if self.imap.password_file.is_empty() => bail!(
                "imap.password_file is not set, and smtp.auth alone is \"oauth\": set imap.auth to \"oauth\" as well, or name the password of [imap]"
            ),
            (Proof::Password, _) => of_file(&self.imap.password_file, key),
            (Proof::Token, Proof::Password) => self.token_beside(
                (&self.imap.password_file, &self.imap.user),
                "imap.password_file is set beside imap.auth = \"oauth\": leave it empty, and name the password of [smtp] in smtp.password_file",
            ),
            (Proof::Token, Proof::Token) => self.token_beside(
                (&self.imap.password_file, &self.imap.user),
                "imap.password_file is set beside imap.auth = \"oauth\": leave it empty, or set auth to \"password\"",
            ),
        }
    }

    /// What proves to the relay that we may send; nothing where it does not ask.
    pub(super) fn credential_at_relay(&self) -> anyhow::Result<Option<Credential>> {
        let proofs = self.proofs()?;
        if !self.smtp.login {
            if proofs.1 == Proof::Token {
                bail!(
                    "smtp.auth is \"oauth\", but smtp.login is false: without a login there is no token; set login to true, or auth to \"password\""
                );
            }
            return Ok(None);
        }
        let (file, key) = match (self.smtp.password_file.as_str(), proofs) {
            (file, (_, Proof::Token)) => {
                let user = or(&self.smtp.user, &self.imap.user);
                return Ok(Some(self.token_beside(
                    (file, user),
                    "smtp.password_file is set beside smtp.auth = \"oauth\": leave it empty, or set auth to \"password\"",
                )?));
            }
            ("", (Proof::Token, Proof::Password)) => bail!(
                "smtp.password_file is not set, and imap.auth alone is \"oauth\": set smtp.auth to \"oauth\" as well, or name the password of [smtp]"
            ),
            ("", (Proof::Password, Proof::Password)) => {
                (self.imap.password_file.as_str(), "imap.password_file")
            }
            (file, (_, Proof::Password)) => (file, "smtp.password_file"),
        };
        of_file(file, key).map(Some)
    }

    /// What both servers are shown, the mailbox and the relay.
    fn proofs(&self) -> anyhow::Result<(Proof, Proof)> {
        let proofs = (
            proof(&self.imap.auth, "imap.auth")?,
            proof(&self.smtp.auth, "smtp.auth")?,
        );
        if let Some(key) = self.names_tokens()
            && proofs == (Proof::Password, Proof::Password)
        {
            bail!(
                "{key} is set, but neither imap.auth nor smtp.auth is \"oauth\": nobody would use it; set both to \"oauth\", or take it out"
            );
        }
        Ok(proofs)
    }

    /// The tokens of this user, where no password stands beside it.
    fn token_beside(
        &self,
        (password_file, user): (&str, &str),
        fault: &'static str,
    ) -> anyhow::Result<Credential> {
        if !password_file.is_empty() {
            bail!(fault);
        }
        Ok(Credential::Token(self.token_source(user)?))
    }
}

/// The password in a file.
fn of_file(file: &str, key: &str) -> anyhow::Result<Credential> {
    let password = password(file, key)?;
    let password = Password::of_file(PathBuf::from(file), password);
    Ok(Credential::Password(password))
}

fn proof(word: &str, key: &str) -> anyhow::Result<Proof> {
    Ok(match word {
        "password" => Proof::Password,
        "oauth" => Proof::Token,
        other => {
            let word = other.to_ascii_lowercase();
            let of_tokens = ["oauth", "bearer", "token"];
            let meant = match of_tokens.iter().any(|part| word.contains(part)) {
                true => "; write \"oauth\" for access tokens",
                false => "",
            };
            bail!("{key} {other:?} is neither \"password\" nor \"oauth\"{meant}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// What becomes of settings with these lines in `[imap]`, in `[smtp]`, and for the command.
    fn told(imap: &str, smtp: &str, command: &str) -> [Result<Option<Credential>, String>; 2] {
        let text = format!(
            "[imap]\nhost = \"mail.club.test\"\nuser = \"chess\"\n{imap}\n\
             [smtp]\nhost = \"mail.club.test\"\n{smtp}\n[oauth]\ncommand = {command}\n"
        );
        let settings = Settings::from(Some((Path::new("f.toml"), &text))).unwrap();
        let login = settings.login().map(|login| Some(login.credential));
        let submission = settings.submission();
        let submission = submission.map(|found| found.credentials.map(|(_, proof)| proof));
        [login, submission].map(|outcome| outcome.map_err(|fault| format!("{fault:#}")))
    }

    fn is_token(outcome: &Result<Option<Credential>, String>) -> bool {
        matches!(outcome, Ok(Some(Credential::Token(_))))
    }

    const OAUTH: &str = "auth = \"oauth\"";
    const COMMAND: &str = "[\"/usr/bin/oauth\", \"--account\", \"chess\"]";

    #[test]
    fn one_command_is_good_for_both_servers_and_for_either() {
        let both = told(OAUTH, OAUTH, COMMAND);
        assert!(both.iter().all(is_token), "{both:?}");
        // A file that is there, whatever it holds.
        let file = format!(
            "password_file = \"{}/Cargo.toml\"",
            env!("CARGO_MANIFEST_DIR")
        );
        let mailbox = told(OAUTH, &file, COMMAND);
        assert!(
            is_token(&mailbox[0]) && !is_token(&mailbox[1]),
            "{mailbox:?}"
        );
        assert!(mailbox[1].is_ok(), "{mailbox:?}");
        let relay = told(&file, OAUTH, COMMAND);
        assert!(!is_token(&relay[0]) && is_token(&relay[1]), "{relay:?}");
        assert!(relay[0].is_ok(), "{relay:?}");
        let no_login = told(OAUTH, "login = false", COMMAND);
        assert!(matches!(no_login[1], Ok(None)), "{no_login:?}");
    }

    #[test]
    fn settings_that_contradict_are_refused_with_what_contradicts() {
        let file = "password_file = \"/etc/penpawn/password\"";
        let beside = format!("{OAUTH}\n{file}");
        let alone = "auth = \"oauth\"\nlogin = false";
        for (imap, smtp, command, of_mailbox, of_relay) in [
            (
                OAUTH,
                OAUTH,
                "[]",
                "oauth.command is not set",
                "oauth.command is not set",
            ),
            (
                OAUTH,
                OAUTH,
                "[\"\"]",
                "line 9: oauth.command is not set",
                "oauth.command is not set",
            ),
            (
                beside.as_str(),
                OAUTH,
                COMMAND,
                "line 5: imap.password_file is set beside imap.auth",
                "",
            ),
            (
                beside.as_str(),
                "",
                COMMAND,
                "name the password of [smtp] in smtp.password_file",
                "smtp.password_file is not set",
            ),
            (
                OAUTH,
                beside.as_str(),
                COMMAND,
                "",
                "line 8: smtp.password_file is set beside smtp.auth",
            ),
            (
                file,
                "",
                COMMAND,
                "line 9: oauth.command is set, but neither",
                "oauth.command is set, but neither",
            ),
            (
                OAUTH,
                "",
                COMMAND,
                "",
                "smtp.password_file is not set, and imap.auth alone is \"oauth\": set smtp.auth to",
            ),
            (
                "",
                OAUTH,
                COMMAND,
                "imap.password_file is not set, and smtp.auth alone is \"oauth\": set imap.auth to",
                "",
            ),
            (
                "auth = \"OAuth2\"",
                OAUTH,
                COMMAND,
                "nor \"oauth\"; write \"oauth\" for access tokens",
                "write \"oauth\"",
            ),
            (
                OAUTH,
                alone,
                COMMAND,
                "",
                "smtp.auth is \"oauth\", but smtp.login is false",
            ),
            (
                "auth = \"xoauth2\"",
                OAUTH,
                COMMAND,
                "line 4: imap.auth \"xoauth2\" is neither",
                "imap.auth \"xoauth2\" is neither",
            ),
        ] {
            let found = told(imap, smtp, command);
            for (outcome, expected) in found.iter().zip([of_mailbox, of_relay]) {
                match outcome {
                    Err(fault) if !expected.is_empty() => {
                        assert!(fault.contains(expected), "{expected}\n{fault}");
                    }
                    other => assert!(
                        other.is_ok() && expected.is_empty(),
                        "{expected}\n{other:?}"
                    ),
                }
            }
        }
    }

    #[test]
    fn what_lacks_is_the_password_or_the_command() {
        let lacking = |text: &str| {
            let settings = Settings::from(Some((Path::new("f.toml"), text))).unwrap();
            settings.lacking().contains(&"oauth.command")
        };
        // What contradicts is told, and no password is called for beside it.
        for text in [
            "[imap]\nauth = \"xoauth2\"",
            "[imap]\nauth = \"OAuth\"",
            "[smtp]\nauth = \"oauth\"",
            "[oauth]\ncommand = [\"x\"]",
        ] {
            let settings = Settings::from(Some((Path::new("f.toml"), text))).unwrap();
            let lacking = settings.lacking();
            assert!(!lacking.contains(&"imap.password_file"), "{text}");
        }
        assert!(!lacking(""));
        assert!(lacking("[imap]\nauth = \"oauth\""));
        assert!(!lacking(
            "[imap]\nauth = \"oauth\"\n[oauth]\ncommand = [\"x\"]"
        ));
    }
}
