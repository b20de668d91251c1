//! The password of an account. It stands in a file, which an administrator may change while we run: once it was refused, the
//! file is read again before it is shown again.

use secrecy::{ExposeSecret, SecretString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, io};
use tracing::info;

/// A password, and where it is read again. Never printed or logged.
#[derive(Clone)]
pub struct Password {
    file: Option<PathBuf>,
    held: Arc<Mutex<Held>>,
}

struct Held {
    password: SecretString,
    /// Whether a server has refused it.
    refused: bool,
}

impl Password {
    /// One that somebody has typed.
    pub fn typed(password: SecretString) -> Password {
        Password::with(None, password)
    }

    /// One that was read from this file.
    pub fn of_file(file: PathBuf, password: SecretString) -> Password {
        Password::with(Some(file), password)
    }

    fn with(file: Option<PathBuf>, password: SecretString) -> Password {
        let refused = false;
        Password {
            file,
            held: Arc::new(Mutex::new(Held { password, refused })),
        }
    }

    /// The password as it is to be shown now: of its file, where the one that we know was refused.
    pub fn to_show(&self) -> SecretString {
        let known = {
            let held = self.held();
            if !held.refused {
                return held.password.clone();
            }
            held.password.clone()
        };
        let Some(read) = self.read() else {
            return known;
        };
        let mut held = self.held();
        if read.expose_secret() != known.expose_secret() {
            info!("another password stands in its file than the one that was refused");
            held.password = read;
            held.refused = false;
        }
        held.password.clone()
    }

    /// Notes that a server does not take it.
    pub fn was_refused(&self) {
        self.held().refused = true;
    }

    /// What stands in the file now; nothing where it cannot be read, or is empty.
    fn read(&self) -> Option<SecretString> {
        let password = in_file(self.file.as_ref()?).ok()?;
        (!password.expose_secret().is_empty()).then_some(password)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The password in a file: all of it but the ends of lines behind it.
///
/// # Errors
///
/// When the file cannot be read.
pub fn in_file(file: &Path) -> io::Result<SecretString> {
    let text = std::fs::read_to_string(file)?;
    Ok(SecretString::from(text.trim_end_matches(['\r', '\n'])))
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Password { file, held: _ } = self;
        formatter
            .debug_struct("Password")
            .field("file", file)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_file_is_read_again_once_it_was_refused() {
        let name = format!("penpawn-password-{}", std::process::id());
        let file = std::env::temp_dir().join(name);
        let password = Password::of_file(file.clone(), "old".to_owned().into());
        let shown = || password.to_show().expose_secret().to_owned();
        std::fs::write(&file, "new\r\n").unwrap();
        assert_eq!(shown(), "old", "it works");
        password.was_refused();
        assert_eq!(shown(), "new");
        std::fs::write(&file, "newer\n").unwrap();
        assert_eq!(shown(), "new", "it works");
        // An empty file is one that is being written.
        std::fs::write(&file, "").unwrap();
        password.was_refused();
        assert_eq!(shown(), "new");
        std::fs::remove_file(&file).unwrap();
        assert_eq!(shown(), "new");
        std::fs::write(&file, "newest\n").unwrap();
        assert_eq!(shown(), "newest");
        std::fs::remove_file(&file).unwrap();
        assert!(!format!("{password:?}").contains("new"));
    }
}
