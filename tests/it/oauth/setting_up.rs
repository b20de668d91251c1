//! `penpawn setup` where access tokens are shown: from arguments, and by a person at a terminal.

use super::relay::{BOTH, TokenRelay};
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
        "# Where auth is \"oauth\": the program that prints an access token",
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
    answers.extend(["127.0.0.1", &imap, "", "/nowhere/token"]);
    answers.extend(["", "", "", &words]);
    answers.extend(["127.0.0.1", &smtp, &desk.url, "none"]);
    let arguments = [
        "--provider",
        "microsoft",
        "--ca-file",
        &authority,
        "--smtp-security",
        "plain",
    ];
    let said = desk.typed(&arguments, &answers);
    for told in [
        "it lets nobody read mail with a password.",
        "or \"password\" [oauth]: ",
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
