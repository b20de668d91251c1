//! `penpawn setup` where access tokens are shown: from arguments, and by a person at a terminal.

use super::endpoint::Secrets;
use super::relay::{BOTH, TokenRelay};
use super::token_server::{Act, CLIENT, TokenServer};
use super::{Issuer, NOBODY, are_we_root};
use crate::bed;
use crate::setup::{Batch, said};
use std::fs;
use std::os::unix::fs::chown;

/// A set-up, and who prints its tokens, for the account of a daemon that is not root.
async fn desk() -> (Batch, Issuer, TokenRelay) {
    let desk = Batch::new().await;
    let issuer = Issuer::of(&desk.address, &[600]);
    let data_folder = desk.folder.join("data");
    fs::create_dir_all(&data_folder).expect("a folder");
    if are_we_root() {
        for path in [&issuer.folder, &data_folder, &issuer.folder.join("key")] {
            chown(path, Some(NOBODY), Some(NOBODY)).expect("given away");
        }
    }
    (desk, issuer, TokenRelay::begin(BOTH, 0).await)
}

/// What a set-up wants whose letters go to this relay, but for how it logs in.
fn arguments(desk: &Batch, relay: &TokenRelay) -> Vec<String> {
    let mut arguments = desk.arguments();
    let at = arguments.iter().position(|one| one == "--smtp-host");
    let at = at.expect("a relay");
    let port = relay.port.to_string();
    for (place, word) in [(at + 1, "127.0.0.1"), (at + 3, &port)] {
        arguments[place] = word.to_owned();
    }
    arguments.extend(["--smtp-security", "plain"].map(str::to_owned));
    arguments
}

/// The settings by which both servers are shown tokens; the comments are those of the file as it comes.
fn assert_written(desk: &Batch, issuer: &Issuer) {
    let written = fs::read_to_string(&desk.file).expect("settings");
    let of_command = format!("command = {:?}\n", issuer.words);
    assert_eq!(
        written.matches("\nauth = \"oauth\"\n").count(),
        2,
        "{written}"
    );
    for line in [
        of_command.as_str(),
        "\npassword_file = \"\"\n",
        "# Where access tokens of OAuth 2.0 come from",
    ] {
        assert!(written.contains(line), "{line}\n{written}");
    }
    assert!(!desk.folder.join("password").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn from_arguments_the_command_is_tried_at_both_servers_and_written() {
    let (desk, issuer, relay) = desk().await;
    let arguments = arguments(&desk, &relay);
    for (more, told) in [
        (
            vec!["--token-command", "/nowhere/token"],
            "FAILED   imap: the token command /nowhere/token cannot be run",
        ),
        (vec!["--auth", "oauth"], "say --token-command"),
        (vec!["--auth", "OAuth2"], "write \"password\" or \"oauth\""),
        (vec!["--token-command", "a 'b"], "a quote has no end"),
        (
            vec!["--token-command", "a", "--password-file", "b"],
            "cannot be used with",
        ),
    ] {
        let output = desk.command("setup", &arguments, &more);
        assert!(!output.status.success(), "{more:?}");
        assert!(said(&output).contains(told), "{told}\n{}", said(&output));
        assert!(!desk.file.exists());
    }
    let words = issuer.words.join(" ");
    let output = desk.command("setup", &arguments, &["--token-command", &words]);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    for tried in [
        "ok       imap: 127.0.0.1 as robot.",
        "ok       smtp: 127.0.0.1 as robot.",
    ] {
        assert!(text.contains(tried), "{tried}\n{text}");
    }
    let shown = relay.said().join("\n");
    let by_token = format!("AUTH OAUTHBEARER n,a={},", desk.address);
    assert!(shown.starts_with(&by_token), "{shown}");
    assert_written(&desk, &issuer);
    let content = desk.command("doctor", &[], &["--wait", "0"]);
    assert!(content.status.success(), "{}", said(&content));
}

/// Where the provider takes no passwords, tokens are proposed; a command that fails is told, and asked again.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_for_the_command_where_no_passwords_are_taken() {
    let (desk, issuer, relay) = desk().await;
    let bed = bed::up();
    let authority = bed.ca_file.display().to_string();
    let (imap, smtp) = (bed.imap.to_string(), relay.port.to_string());
    let words = issuer.words.join(" ");
    let mut answers = vec![desk.address.as_str(), ""];
    answers.extend(["127.0.0.1", &imap, "", "command", "/nowhere/token"]);
    answers.extend(["", "", "", "", &words]);
    answers.extend(["127.0.0.1", &smtp, &desk.url, "none"]);
    let said = desk.typed(&at_microsoft(&authority), &answers);
    for told in [
        "it lets nobody read mail with a password.",
        "or \"password\" [oauth]: ",
        "(docs/administrators/oauth.md) [client_credentials]: ",
        "FAILED   imap: the token command /nowhere/token cannot be run",
        "[/nowhere/token]: ",
        "ok       imap: 127.0.0.1 as robot.",
        "ok       smtp: 127.0.0.1 as robot.",
        "penpawn.toml is written.",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
    }
    assert_written(&desk, &issuer);
    let written = fs::read_to_string(&desk.file).expect("settings");
    assert!(written.contains("mails_per_minute = 30\n"), "{written}");
}

/// The lines of the settings that say where tokens come from.
fn assert_issued(desk: &Batch, lines: &[(&str, &str)]) {
    let written = fs::read_to_string(&desk.file).expect("settings");
    let auth = written.matches("\nauth = \"oauth\"\n").count();
    assert_eq!(auth, 2, "{written}");
    for (key, value) in lines {
        let line = format!("\n{key} = \"{value}\"\n");
        assert!(written.contains(&line), "{line}\n{written}");
    }
    assert!(!written.contains(CLIENT.1), "{written}");
    assert!(!desk.folder.join("password").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn from_arguments_the_token_endpoint_is_tried_at_both_servers_and_written() {
    let (desk, relay) = (Batch::new().await, TokenRelay::begin(BOTH, 0).await);
    let server = TokenServer::begin(&desk.address, &[Act::Issue(3600)]).await;
    let secrets = Secrets::new();
    let secret = secrets.file("secret").display().to_string();
    let arguments = arguments(&desk, &relay);
    let url = server.url();
    let mut more = vec!["--oauth-grant", "client_credentials", "--token-url", &url];
    for (argument, value) in [("--client-id", CLIENT.0), ("--client-secret-file", &secret)] {
        let output = desk.command("setup", &arguments, &more);
        let told = format!("say {argument}: ");
        assert!(said(&output).contains(&told), "{told}\n{}", said(&output));
        more.extend([argument, value]);
    }
    for (wrong, told) in [
        (
            ["--oauth-grant", "device_code"],
            "write \"client_credentials\", ",
        ),
        (
            ["--token-url", "http://login.club.test/"],
            "is only for a server on this machine",
        ),
        (["--client-id", "somebody-else"], "refuses: invalid_client"),
    ] {
        let mut words = more.clone();
        let at = words
            .iter()
            .position(|one| *one == wrong[0])
            .expect("an argument");
        words[at + 1] = wrong[1];
        let output = desk.command("setup", &arguments, &words);
        assert!(!output.status.success(), "{wrong:?}");
        assert!(said(&output).contains(told), "{told}\n{}", said(&output));
        assert!(!desk.file.exists());
    }
    let output = desk.command("setup", &arguments, &more);
    assert!(output.status.success(), "{}", said(&output));
    assert_issued(
        &desk,
        &[
            ("grant", "client_credentials"),
            ("token_url", &url),
            ("client_id", CLIENT.0),
            ("client_secret_file", &secret),
            ("scope", ""),
        ],
    );
    let content = desk.command("doctor", &[], &["--wait", "0"]);
    assert!(content.status.success(), "{}", said(&content));
}

/// A person consents; what failed is told, and proposed again with all the rest.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_for_what_a_token_endpoint_wants() {
    let (desk, relay) = (Batch::new().await, TokenRelay::begin(BOTH, 0).await);
    let server = TokenServer::begin(&desk.address, &[Act::Rotate(3600)]).await;
    let secrets = Secrets::new();
    let path = |name: &str| secrets.file(name).display().to_string();
    let (secret, refresh, url) = (path("secret"), path("refresh"), server.url());
    let bed = bed::up();
    let authority = bed.ca_file.display().to_string();
    let (imap, smtp) = (bed.imap.to_string(), relay.port.to_string());
    let mut answers = vec![desk.address.as_str(), ""];
    answers.extend(["127.0.0.1", &imap, "", "refresh_token"]);
    answers.extend([CLIENT.0, "/nowhere/secret", &refresh, "nonsense", &url, ""]);
    answers.extend(["", "", "", "", "", &secret, "", "", ""]);
    answers.extend(["127.0.0.1", &smtp, &desk.url, "none"]);
    let said = desk.typed(&at_microsoft(&authority), &answers);
    for told in [
        "[client_credentials]: ",
        "/oauth2/v2.0/token]: ",
        "FAILED   imap: oauth.client_secret_file: /nowhere/secret cannot be read",
        "[/nowhere/secret]: ",
        "\"nonsense\" is no answer to that.",
        "offline_access]: ",
        "ok       imap: 127.0.0.1 as robot.",
        "penpawn.toml is written.",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
    }
    let scope = "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access";
    assert_issued(
        &desk,
        &[
            ("grant", "refresh_token"),
            ("refresh_token_file", &refresh),
            ("scope", scope),
            ("ca_file", &authority),
        ],
    );
    assert_eq!(secrets.refresh_token(), server.refresh_token());
}

/// The arguments of whoever has a mailbox at Microsoft, as far as the servers of the tests are there; they are asked the rest.
fn at_microsoft(authority: &str) -> [&str; 6] {
    [
        "--provider",
        "microsoft",
        "--ca-file",
        authority,
        "--smtp-security",
        "plain",
    ]
}
