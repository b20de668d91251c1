//! Signing in by access tokens: to Dovecot, which checks them itself, and to a relay that refuses on demand.

use crate::bed;
use crate::daemon::Setup;
use crate::doctor::{doctor, fails};
use crate::mailbox::wire::{Rule, Wire};
use crate::outgoing::until;
use crate::player::{self, Player};
use penpawn::mail::imap::{ImapError, Inbox, Login};
use penpawn::mail::oauth::{Credential, TokenCommand};
use penpawn::mail::tls::Security;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

mod endpoint;
mod issued;
mod relay;
mod setting_up;
mod token_server;

/// A command that prints tokens for one user of the bed, in a folder of its own. Accounts other than ours can reach it, wherever
/// this checkout lies.
struct Issuer {
    folder: PathBuf,
    words: Vec<String>,
}

impl Issuer {
    /// The first token is good for so many seconds, and so on; the last of them says it for all others.
    fn of(user: &str, lifetimes: &[i32]) -> Issuer {
        let name = format!("penpawn-tokens-{}-{user}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let program = folder.join("token.py");
        fs::copy(bed::root().join("tests/it/oauth/token.py"), &program).expect("the program");
        let path = |path: &Path| path.display().to_string();
        let key = bed::up().folder.join("tokens/default/HS256/default");
        fs::copy(key, folder.join("key")).expect("the key of the bed");
        let mut words = vec![
            "/usr/bin/env".to_owned(),
            "python3".to_owned(),
            path(&program),
            path(&folder.join("key")),
            user.to_owned(),
            path(&folder.join("asked")),
        ];
        words.extend(lifetimes.iter().map(i32::to_string));
        Issuer { folder, words }
    }

    fn credential(&self) -> Credential {
        let (program, arguments) = self.words.split_first().expect("a program");
        Credential::Token(TokenCommand::new(program.clone(), arguments.to_vec()).into())
    }

    /// How many tokens were asked for.
    fn asked(&self) -> usize {
        let asked = fs::read_to_string(self.folder.join("asked"));
        asked.unwrap_or_default().lines().count()
    }
}

impl Drop for Issuer {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The mailbox of this user, at this port, by tokens.
fn login(user: &str, port: u16, issuer: &Issuer) -> Login {
    Login {
        port,
        credential: issuer.credential(),
        ..player::login(user)
    }
}

#[tokio::test]
async fn each_mechanism_signs_in_and_the_standard_one_is_preferred() {
    for (missing, said) in [
        (&[][..], "AUTHENTICATE OAUTHBEARER "),
        (&[" AUTH=OAUTHBEARER"], "AUTHENTICATE XOAUTH2 "),
        (&[" SASL-IR"], "AUTHENTICATE OAUTHBEARER"),
        (&[" SASL-IR", " AUTH=OAUTHBEARER"], "AUTHENTICATE XOAUTH2"),
    ] {
        let user = player::fresh_address("token");
        let issuer = Issuer::of(&user, &[600]);
        let rules: Vec<Rule> = missing.iter().copied().map(Rule::Without).collect();
        let wire = Wire::lay(&rules).await;
        let inbox = Inbox::open(&login(&user, wire.port, &issuer)).await;
        inbox.expect(said).logout().await;
        let heard = |command: &&String| command.starts_with("AUTHENTICATE");
        let commands = wire.commands();
        let command = commands.iter().find(heard).expect("a command");
        match said.ends_with(' ') {
            true => assert!(command.starts_with(said), "{command}"),
            // The token comes when it is asked for.
            false => assert_eq!(command, said),
        }
        assert_eq!(issuer.asked(), 1);
    }
    let user = player::fresh_address("token");
    let issuer = Issuer::of(&user, &[600]);
    let encrypted = Login {
        security: Security::Tls,
        ca_file: Some(bed::up().ca_file.clone()),
        ..login(&user, bed::up().imaps, &issuer)
    };
    let inbox = Inbox::open(&encrypted).await;
    inbox.expect("a mailbox behind TLS").logout().await;
}

#[tokio::test]
async fn a_token_that_has_run_out_is_followed_by_another_one_and_two_are_a_refusal() {
    for (missing, status) in [
        (&[][..], "invalid_token: "),
        (&[Rule::Without(" AUTH=OAUTHBEARER")], "401: "),
    ] {
        let user = player::fresh_address("token");
        let wire = Wire::lay(missing).await;
        let issuer = Issuer::of(&user, &[-60, 600]);
        let inbox = Inbox::open(&login(&user, wire.port, &issuer)).await;
        inbox.expect("the second token").logout().await;
        assert_eq!(issuer.asked(), 2, "{status}");
        drop(issuer);
        let issuer = Issuer::of(&user, &[-60]);
        let error = Inbox::open(&login(&user, wire.port, &issuer)).await;
        let error = error.expect_err("no token that is good");
        let ImapError::RefusedLogin { reply } = &error else {
            panic!("{error:?}");
        };
        assert!(reply.starts_with(status), "{reply}");
        assert!(reply.contains("Authentication failed"), "{reply}");
        assert_eq!(issuer.asked(), 2, "{status}");
    }
    // Good, but somebody else's.
    let issuer = Issuer::of("somebody.else@players.test", &[600]);
    let user = player::fresh_address("token");
    let error = Inbox::open(&login(&user, bed::up().imap, &issuer)).await;
    let error = error.expect_err("somebody else's");
    assert!(matches!(error, ImapError::RefusedLogin { .. }), "{error:?}");
}

#[tokio::test]
async fn a_server_that_takes_no_tokens_is_told_with_what_it_takes_and_nobody_asks_for_one() {
    let user = player::fresh_address("token");
    let issuer = Issuer::of(&user, &[600]);
    let rules = [" AUTH=OAUTHBEARER", " AUTH=XOAUTH2"].map(Rule::Without);
    let wire = Wire::lay(&rules).await;
    let error = Inbox::open(&login(&user, wire.port, &issuer)).await;
    assert_eq!(
        error.expect_err("no way to sign in").to_string(),
        "the mail server takes no access tokens (AUTH=OAUTHBEARER or AUTH=XOAUTH2); it offers AUTH=PLAIN, AUTH=LOGIN"
    );
    let none = [" AUTH=PLAIN", " AUTH=LOGIN"].map(Rule::Without);
    none.into_iter().for_each(|rule| wire.add(rule));
    let error = Inbox::open(&login(&user, wire.port, &issuer)).await;
    let error = error.expect_err("no way to sign in").to_string();
    assert!(error.ends_with("it offers nothing of the kind"), "{error}");
    assert_eq!(issuer.asked(), 0);
}

#[tokio::test]
async fn a_server_that_takes_tokens_alone_is_told_where_it_refuses_a_password() {
    let user = player::fresh_address("token");
    let rules = [" AUTH=PLAIN", " AUTH=LOGIN"].map(Rule::Without);
    let wire = Wire::lay(&rules).await;
    let wrong = Login {
        port: wire.port,
        credential: Credential::from("wrong".to_owned()),
        ..player::login(&user)
    };
    let error = Inbox::open(&wrong).await.expect_err("a wrong password");
    let told = "(it takes no passwords, and offers AUTH=OAUTHBEARER, AUTH=XOAUTH2)";
    assert!(error.to_string().ends_with(told), "{error}");
    let usual = Login {
        port: bed::up().imap,
        ..wrong
    };
    let error = Inbox::open(&usual).await.expect_err("a wrong password");
    assert!(!error.to_string().contains("passwords"), "{error}");
}

/// A robot whose mailbox is read by tokens, and which sends by its password.
async fn robot(lifetimes: &[i32]) -> (Setup, Issuer) {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let issuer = Issuer::of(&setup.address, lifetimes);
    let password = setup.file.with_file_name("password");
    let line = format!("password_file = \"{}\"\n", password.display());
    setup.change(&line, "auth = \"oauth\"\n");
    let command = format!("[oauth]\ncommand = {:?}\n", issuer.words);
    setup.change("[smtp]\n", &format!("{command}[smtp]\n{line}"));
    (setup, issuer)
}

#[tokio::test]
async fn a_daemon_lives_on_when_its_token_has_run_out_and_calls_nobody() {
    // The second is shown to the server, and has run out when the line breaks.
    let (setup, issuer) = robot(&[-60, 4, 600]).await;
    let wire = Wire::lay(&[]).await;
    setup.change(
        &format!(
            "port = {}\nsecurity = \"starttls\"\nca_file",
            bed::up().imap
        ),
        &format!("port = {}\nsecurity = \"plain\"\nca_file", wire.port),
    );
    let daemon = setup.serve().await;
    until("it listens", async || wire.heard("IDLE") > 0).await;
    let before = issuer.asked();
    wire.add(Rule::Cut(" EXISTS".to_owned()));
    let mut ann = Player::called("Ann").await;
    ann.write(&setup.address, "join").await;
    ann.receive_saying("yes").await;
    assert!(issuer.asked() > before, "{before} tokens");
    daemon.stop().await;
    let log = setup.logged();
    assert!(log.contains("asking for another one"), "{log}");
    assert!(log.contains("mailbox lost, will reconnect"), "{log}");
    assert!(!log.contains("ERROR"), "{log}");
    // No part of a token of ours: all of them begin so.
    assert!(!log.contains("eyJ"), "{log}");
}

/// The account nobody of most systems.
const NOBODY: u32 = 65_534;

fn are_we_root() -> bool {
    fs::metadata("/proc/self").expect("ourselves").uid() == 0
}

/// Lets the daemon of these settings be somebody else's than root, which a test often is. Returns the data folder.
fn give_away(setup: &Setup, issuer: &Issuer) -> PathBuf {
    let data_folder = issuer.folder.join("data");
    fs::create_dir_all(&data_folder).expect("a folder");
    let line = format!("data_folder = \"{}\"\n[server]\n", data_folder.display());
    setup.change("[server]\n", &line);
    if are_we_root() {
        for path in [&issuer.folder, &data_folder, &issuer.folder.join("key")] {
            chown(path, Some(NOBODY), Some(NOBODY)).expect("given away");
        }
    }
    data_folder
}

fn change_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its mode");
}

#[tokio::test]
async fn the_doctor_runs_the_command_as_the_daemon_does_and_never_as_root_where_that_is_not_known()
{
    let (setup, issuer) = robot(&[600]).await;
    let data_folder = give_away(&setup, &issuer);
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(said.passed, "{}", said.text);
    assert!(!said.text.contains("every user"), "{}", said.text);
    let (who, us) = match are_we_root() {
        true => (" as nobody", NOBODY),
        false => ("", fs::metadata("/proc/self").expect("ourselves").uid()),
    };
    let told = format!("ok       oauth: the token command /usr/bin/env printed a token{who}, in ");
    assert!(said.text.contains(&told), "{}", said.text);
    let left_behind = fs::metadata(issuer.folder.join("asked")).expect("a file");
    assert_eq!(left_behind.uid(), us);
    change_mode(&issuer.folder.join("key"), 0o666);
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(said.passed, "{}", said.text);
    let told = "key can be written to by every user of this machine";
    assert!(said.text.contains(told), "{}", said.text);
    if are_we_root() {
        chown(&data_folder, Some(0), Some(0)).expect("taken back");
        let seen = "was not run: this is root, and nothing says as which account the daemon runs";
        fails(&setup, "imap", seen, "runuser -u penpawn -- penpawn doctor").await;
    }
}

#[tokio::test]
async fn the_doctor_finds_all_well_with_tokens_and_names_what_is_not() {
    let (setup, issuer) = robot(&[600]).await;
    give_away(&setup, &issuer);
    let said = doctor(&setup, &[]).await;
    assert!(said.passed, "{}", said.text);
    assert!(said.text.contains("All is well."), "{}", said.text);
    let shown = setup.penpawn(&["config"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(
        shown.contains("token.py") && !shown.contains("eyJ"),
        "{shown}"
    );
    let (orphan, closed) = (issuer.folder.join("orphan"), issuer.folder.join("closed"));
    fs::write(&orphan, "#!/nowhere/python3\n").expect("a script");
    change_mode(&orphan, 0o755);
    fs::write(&closed, "#!/bin/sh\necho opaque\n").expect("a script");
    change_mode(&closed, 0o644);
    let (orphan, closed) = (format!("[{orphan:?}]"), format!("[{closed:?}]"));
    let mut command = format!("{:?}", issuer.words);
    for (next, seen, advice) in [
        (
            r#"["/nowhere/token"]"#,
            "the token command /nowhere/token cannot be run: No such file",
            "Write the whole path of the program",
        ),
        (
            r#"["/bin/echo opaque"]"#,
            "cannot be run: No such file",
            "Write each word by itself",
        ),
        (
            r#"["~/token"]"#,
            "cannot be run: No such file",
            "No shell reads it",
        ),
        (
            orphan.as_str(),
            "cannot be run: No such file",
            "what its first line names after #! is not",
        ),
        (
            closed.as_str(),
            "cannot be run: Permission denied",
            "Let the account that runs penpawn run it",
        ),
        (
            r#"["/bin/sh", "-c", "echo no account >&2"]"#,
            "the token command /bin/sh printed no token: no account",
            "Run the command of oauth.command",
        ),
        (
            r#"["/bin/sh", "-c", "echo invalid_grant; exit 1"]"#,
            "the token command /bin/sh failed, exit status: 1: invalid_grant",
            "The consent has ended",
        ),
        (
            r#"["/bin/echo", '{"access_token":"opaque"}']"#,
            "printed what is no token: it is JSON",
            "On its first line must stand the token and nothing else",
        ),
        (
            r#"["/bin/echo", "opaque"]"#,
            "the mail server refused the login: invalid_token: ",
            "Check that imap.user is the account that the tokens of [oauth] are for",
        ),
        (r#"[]"#, "oauth.command is not set", "Set it in"),
    ] {
        setup.change(&command, next);
        command = next.to_owned();
        let what = match next {
            "[]" => "settings",
            _ => "imap",
        };
        let text = fails(&setup, what, seen, advice).await;
        let told = text.replace("/bin/echo opaque", "");
        assert!(!told.contains("opaque"), "{text}");
    }
    // Exim takes passwords only.
    setup.change(&command, r#"["/bin/echo", "opaque"]"#);
    let password = setup.file.with_file_name("password");
    let line = format!("password_file = \"{}\"\n", password.display());
    setup.change(&line, "auth = \"oauth\"\n");
    setup.change(
        "auth = \"oauth\"\n[oauth]",
        &format!("auth = \"oauth\"\n{line}[oauth]"),
    );
    let seen = "imap.password_file is set beside imap.auth = \"oauth\"";
    fails(&setup, "settings", seen, "Change it in").await;
    setup.change(&line, "");
    let seen = "the relay takes no access tokens (AUTH OAUTHBEARER or XOAUTH2); it offers AUTH PLAIN LOGIN";
    fails(&setup, "smtp", seen, "Set smtp.auth to \"password\"").await;
}

#[tokio::test]
async fn a_refused_token_ends_a_first_start_with_advice_and_no_later_one() {
    let (mut setup, issuer) = robot(&[-60]).await;
    let in_vain = setup.penpawn(&["serve"]);
    assert!(!in_vain.status.success(), "{in_vain:?}");
    let told = String::from_utf8_lossy(&in_vain.stderr).into_owned();
    for words in [
        "ERROR",
        "invalid_token",
        "Check that imap.user is the account that the tokens",
        "penpawn: the mailbox cannot be opened: ",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    drop(issuer);
    let issuer = Issuer::of(&setup.address, &[600, -60]);
    setup.change("\"-60\"", "\"600\", \"-60\"");
    let daemon = setup.serve().await;
    daemon.stop().await;
    let known = setup.logged().len();
    // What the daemon knows of its settings is none of the command's business.
    let seen = issuer.folder.join("environment");
    let script = format!("env >{}; exec \\\"$0\\\" \\\"$@\\\"", seen.display());
    let words = format!("{:?}", issuer.words);
    let wrapped = words.replacen('[', &format!("[\"/bin/sh\", \"-c\", \"{script}\", "), 1);
    setup.change(&words, &wrapped);
    setup.set("server.name", "penpawn of the club");
    let daemon = setup.start();
    until("an administrator is called", async || {
        setup.logged()[known..].contains("mailbox needs an administrator")
    })
    .await;
    let status = setup.penpawn(&["status"]);
    let told = String::from_utf8_lossy(&status.stdout).into_owned();
    assert!(!status.status.success(), "{told}");
    let words = "that does not pass by itself: the mail server refused the login: invalid_token: ";
    assert!(told.contains(words) && !told.contains("eyJ"), "{told}");
    daemon.stop().await;
    let log = setup.logged()[known..].to_owned();
    assert_eq!(log.matches("ERROR").count(), 1, "{log}");
    assert!(!log.contains("mailbox lost"), "{log}");
    let environment = fs::read_to_string(seen).expect("variables");
    assert!(environment.contains("PATH="), "{environment}");
    assert!(!environment.contains("PENPAWN__"), "{environment}");
    // One that hangs does not hold up who ends.
    setup.change(
        &wrapped,
        "[\"/bin/sh\", \"-c\", \"touch $0; sleep 600\", \"HERE\"]",
    );
    let begun = issuer.folder.join("begun");
    setup.change("HERE", &begun.display().to_string());
    let daemon = setup.start();
    until("the command hangs", async || begun.exists()).await;
    let ended = tokio::time::timeout(Duration::from_secs(20), daemon.stop()).await;
    ended.expect("an end before the command is given up");
}
