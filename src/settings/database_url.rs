//! The URLs of databases: what may stand in them, and how they are shown without their secrets.

use anyhow::{Context, bail};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::str::FromStr;

/// What may stand behind the question mark and is no secret.
const HARMLESS: [&str; 16] = [
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "application_name",
];

/// What stands in the place of what is not shown.
const HIDDEN: &str = "…";

/// How the database of this URL is reached; `key` is the setting.
///
/// # Errors
///
/// When it is no URL, or has a parameter that nobody reads: it would be told with its value otherwise. No error repeats
/// anything of the URL.
pub fn connect_options(url: &str, key: &str) -> anyhow::Result<PgConnectOptions> {
    if let Some((_, query)) = url.split_once('?') {
        let read = |name: &str| {
            matches!(name, "password" | "options")
                || name.starts_with("options[")
                || HARMLESS.contains(&name)
        };
        if !parameters(query).all(|(name, _)| read(&name)) {
            bail!(
                "{key}: a parameter behind the question mark is not known; there may be password, options, {}",
                HARMLESS.join(", ")
            );
        }
    }
    PgConnectOptions::from_str(url).with_context(|| key.to_owned())
}

/// How the database of this URL is reached, in the variables of libpq, for psql and its like.
///
/// # Errors
///
/// As of [`connect_options`].
pub fn variables(url: &str, key: &str) -> anyhow::Result<Vec<(&'static str, String)>> {
    let options = connect_options(url, key)?;
    let host = match options.get_socket() {
        Some(folder) => folder.display().to_string(),
        None => options.get_host().to_owned(),
    };
    let mut variables = vec![
        ("PGHOST", host),
        ("PGPORT", options.get_port().to_string()),
        ("PGUSER", options.get_username().to_owned()),
        ("PGSSLMODE", ssl_mode(options.get_ssl_mode()).to_owned()),
    ];
    variables.extend(
        options
            .get_database()
            .map(|name| ("PGDATABASE", name.to_owned())),
    );
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let login = place
        .split_once("://")
        .and_then(|(_, rest)| rest.rsplit_once('@'))
        .map_or("", |(login, _)| login);
    if let Some((_, password)) = login.split_once(':') {
        variables.push(("PGPASSWORD", decoded(&password.replace('+', "%2B"))));
    }
    for (name, written) in parameters(query) {
        let variable = match name.as_str() {
            "password" => "PGPASSWORD",
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => "PGSSLROOTCERT",
            "sslcert" | "ssl-cert" => "PGSSLCERT",
            "sslkey" | "ssl-key" => "PGSSLKEY",
            _ => continue,
        };
        let value = written.split_once('=').map_or("", |(_, value)| value);
        variables.push((variable, decoded(value)));
    }
    Ok(variables)
}

/// As libpq writes it.
fn ssl_mode(mode: PgSslMode) -> &'static str {
    match mode {
        PgSslMode::Disable => "disable",
        PgSslMode::Allow => "allow",
        PgSslMode::Prefer => "prefer",
        PgSslMode::Require => "require",
        PgSslMode::VerifyCa => "verify-ca",
        PgSslMode::VerifyFull => "verify-full",
    }
}

/// Whether there is something in a database URL that is not for everybody.
pub fn holds_password(url: &str) -> bool {
    shown(url) != url
}

/// A database URL without what may be a secret: a password before the host, and all parameters but those that are known
/// to be harmless. What is no URL, or whose parts cannot be told apart, is not shown at all.
pub fn shown(url: &str) -> String {
    if url.is_empty() {
        return String::new();
    }
    let parts = url.split_once("://").filter(|(scheme, rest)| {
        let scheme = ["postgres", "postgresql"].contains(scheme);
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        // An @ behind the question mark may be the end of a password with a question mark in it; a # begins what Postgres
        // never sees.
        scheme
            && PgConnectOptions::from_str(&format!("postgres://{place}")).is_ok()
            && !query.contains('@')
            && !rest.contains('#')
    });
    let Some((scheme, rest)) = parts else {
        return HIDDEN.to_owned();
    };
    let (place, query) = match rest.split_once('?') {
        Some((place, query)) => (place, Some(query)),
        None => (rest, None),
    };
    let mut shown = format!("{scheme}://");
    match place.rsplit_once('@') {
        Some((login, place)) => {
            match login.split_once(':') {
                Some((user, _)) => shown.push_str(&format!("{user}:{HIDDEN}@{place}")),
                None => shown.push_str(&format!("{login}@{place}")),
            };
        }
        None => shown.push_str(place),
    }
    if let Some(query) = query {
        let parameters: Vec<String> = parameters(query)
            .map(|(name, written)| match written.split_once('=') {
                _ if HARMLESS.contains(&name.as_str()) => written.to_owned(),
                Some((plain, _)) if plain == name => format!("{name}={HIDDEN}"),
                Some(_) | None => HIDDEN.to_owned(),
            })
            .collect();
        shown.push('?');
        shown.push_str(&parameters.join("&"));
    }
    shown
}

/// The names of parameters, decoded, and each parameter as it is written.
fn parameters(query: &str) -> impl Iterator<Item = (String, &str)> {
    query
        .split('&')
        .filter(|written| !written.is_empty())
        .map(|written| {
            let name = written.split_once('=').map_or(written, |(name, _)| name);
            (decoded(name), written)
        })
}

/// `%70assword` is `password`.
fn decoded(name: &str) -> String {
    let mut octets = Vec::new();
    let mut rest = name.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let hex = behind
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, hex) {
            (b'%', Some(octet)) => {
                octets.push(octet);
                rest = behind.get(2..).unwrap_or_default();
            }
            (b'+', _) => {
                octets.push(b' ');
                rest = behind;
            }
            _ => {
                octets.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&octets).into_owned()
}

#[cfg(test)]
mod tests;
