//! What is said to `penpawn setup` in a word, or in several.

use std::fmt;
use std::str::FromStr;

/// What is shown to the mail servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Auth {
    Password,
    Oauth,
}

impl FromStr for Auth {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Auth, Self::Err> {
        match word {
            "password" => Ok(Auth::Password),
            "oauth" => Ok(Auth::Oauth),
            _ => Err("write \"password\" or \"oauth\""),
        }
    }
}

impl fmt::Display for Auth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Auth::Password => "password",
            Auth::Oauth => "oauth",
        })
    }
}

/// Where access tokens come from: the words of `oauth.grant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A command prints them.
    Command,
    /// A token endpoint issues them, by the program's own right.
    ClientCredentials,
    /// By that of a person, who has consented.
    RefreshToken,
    /// By that of a service account.
    Jwt,
}

impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Origin, Self::Err> {
        match word {
            "command" => Ok(Origin::Command),
            "client_credentials" => Ok(Origin::ClientCredentials),
            "refresh_token" => Ok(Origin::RefreshToken),
            "jwt" => Ok(Origin::Jwt),
            _ => Err("write \"client_credentials\", \"refresh_token\", \"jwt\" or \"command\""),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Command => "command",
            Origin::ClientCredentials => "client_credentials",
            Origin::RefreshToken => "refresh_token",
            Origin::Jwt => "jwt",
        })
    }
}

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words(Vec<String>);

impl Words {
    /// The program is the first one.
    pub(super) fn as_slice(&self) -> &[String] {
        &self.0
    }
}

impl FromStr for Words {
    type Err = &'static str;

    /// Parted at blanks, but for those between two quotes. Nothing else has a meaning: no shell runs it.
    fn from_str(text: &str) -> Result<Words, Self::Err> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut open = None;
        for character in text.chars() {
            match open {
                Some(quote) if character == quote => open = None,
                Some(_) => word.get_or_insert_default().push(character),
                None if matches!(character, '\'' | '"') => {
                    open = Some(character);
                    word.get_or_insert_default();
                }
                None if character.is_whitespace() => words.extend(word.take()),
                None => word.get_or_insert_default().push(character),
            }
        }
        if open.is_some() {
            return Err("a quote has no end");
        }
        words.extend(word);
        match words.first().is_some_and(|program| !program.is_empty()) {
            true => Ok(Words(words)),
            false => Err("it names no program"),
        }
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |word: &String| match word.is_empty() || word.contains(char::is_whitespace) {
            true => format!("\"{word}\""),
            false => word.clone(),
        };
        let words: Vec<String> = self.0.iter().map(quoted).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_parted_at_blanks_and_not_between_quotes() {
        for (text, words) in [
            ("/usr/local/bin/oauth2ms", vec!["/usr/local/bin/oauth2ms"]),
            (" a  b\tc ", vec!["a", "b", "c"]),
            ("a 'b c' \"d 'e'\" ''", vec!["a", "b c", "d 'e'", ""]),
            ("a $HOME ~ \\ *", vec!["a", "$HOME", "~", "\\", "*"]),
        ] {
            let read: Words = text.parse().unwrap();
            assert_eq!(read.0, words, "{text}");
        }
        for text in ["", "  ", "''", "a 'b"] {
            assert!(text.parse::<Words>().is_err(), "{text}");
        }
        let shown = "a 'b c'".parse::<Words>().unwrap().to_string();
        assert_eq!(shown, "a \"b c\"");
    }
}
