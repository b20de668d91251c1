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

/// How the servers of this URL are reached, one or, as libpq has it, several: `postgres://user@first:5432,second:5432/name`.
/// `key` is the setting.
///
/// # Errors
///
/// When it is no URL, or has a parameter that nobody reads: it would be told with its value otherwise. No error repeats
/// anything of the URL.
pub fn connect_options(url: &str, key: &str) -> anyhow::Result<Vec<PgConnectOptions>> {
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
    let servers = of_each_host(url);
    let options = servers
        .iter()
        .map(|url| PgConnectOptions::from_str(url).with_context(|| key.to_owned()));
    let options: Vec<PgConnectOptions> = options.collect::<anyhow::Result<_>>()?;
    if options.iter().any(|one| one.get_host().contains(',')) {
        bail!(
            "{key}: several hosts are written before the name of the database, with commas between them: \
             postgres://user@first:5432,second:5432/name"
        );
    }
    Ok(options)
}

/// A URL for each of its hosts; what is no URL stays as it is.
fn of_each_host(url: &str) -> Vec<String> {
    let whole = || vec![url.to_owned()];
    let Some((scheme, rest)) = url.split_once("://") else {
        return whole();
    };
    let end = rest.find('?').unwrap_or(rest.len());
    // Behind the last @ stand hosts, whatever the password is.
    let begin = rest[..end].rfind('@').map_or(0, |at| at + 1);
    let hosts_end = rest[begin..end].find('/').map_or(end, |at| begin + at);
    let hosts = &rest[begin..hosts_end];
    if !hosts.contains(',') {
        return whole();
    }
    let of = |host: &str| format!("{scheme}://{}{host}{}", &rest[..begin], &rest[hosts_end..]);
    hosts.split(',').map(of).collect()
}

/// How the database of this URL is reached, in the variables of libpq, for psql and its like.
///
/// # Errors
///
/// As of [`connect_options`].
pub fn variables(url: &str, key: &str) -> anyhow::Result<Vec<(&'static str, String)>> {
    let servers = connect_options(url, key)?;
    let Some(first) = servers.first() else {
        bail!("{key} names no server");
    };
    let hosts = servers.iter().map(|server| match server.get_socket() {
        Some(folder) => folder.display().to_string(),
        None => server.get_host().to_owned(),
    });
    let ports = servers.iter().map(|server| server.get_port().to_string());
    let mut variables = vec![
        ("PGHOST", hosts.collect::<Vec<_>>().join(",")),
        ("PGPORT", ports.collect::<Vec<_>>().join(",")),
        ("PGUSER", first.get_username().to_owned()),
        ("PGSSLMODE", ssl_mode(first.get_ssl_mode()).to_owned()),
    ];
    if servers.len() > 1 {
        variables.push(("PGTARGETSESSIONATTRS", "read-write".to_owned()));
        // Seconds: one that is gone without a word must not hold up the others.
        variables.push(("PGCONNECT_TIMEOUT", "5".to_owned()));
    }
    variables.extend(
        first
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
            && of_each_host(&format!("postgres://{place}"))
                .iter()
                .all(|url| PgConnectOptions::from_str(url).is_ok())
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
