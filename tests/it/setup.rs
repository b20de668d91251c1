//! `penpawn setup` against the bed's servers: from arguments, and by a person at a terminal.

use crate::{bed, player};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder for the files of one set-up, and what is asked in it.
pub(crate) struct Batch {
    pub(crate) folder: PathBuf,
    pub(crate) file: PathBuf,
    pub(crate) address: String,
    pub(crate) url: String,
}

impl Batch {
    pub(crate) async fn new() -> Batch {
        let pool = bed::database().await;
        let address = player::fresh_address("robot");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("setup-{}-{address}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Batch {
            file: folder.join("penpawn.toml"),
            folder,
            address,
            url: bed::url_of(&pool),
        }
    }

    /// A file beside the settings.
    fn beside(&self, name: &str, text: &str) -> String {
        let file = self.folder.join(name);
        fs::write(&file, text).expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("its mode");
        file.display().to_string()
    }

    /// All that a set-up wants, but for the password.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let bed = bed::up();
        let (imap, smtp) = (bed.imap.to_string(), bed.submission.to_string());
        let authority = bed.ca_file.display().to_string();
        let named = [
            ("--address", self.address.as_str()),
            ("--imap-host", "127.0.0.1"),
            ("--imap-port", &imap),
            ("--smtp-host", "localhost"),
            ("--smtp-port", &smtp),
            ("--ca-file", &authority),
            ("--database", &self.url),
            ("--contact", "ann@players.test"),
        ];
        let words = named.into_iter().flat_map(|(name, value)| [name, value]);
        words.map(str::to_owned).collect()
    }

    /// Without a terminal.
    fn set_up(&self, arguments: &[&str]) -> Output {
        self.command("setup", &self.arguments(), arguments)
    }

    pub(crate) fn command(&self, verb: &str, first: &[String], rest: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("--config")
            .arg(&self.file)
            .arg(verb)
            .args(first)
            .args(rest)
            .env("PENPAWN__DATA_FOLDER", self.folder.join("data"))
            .stdin(Stdio::null())
            .output()
            .expect("penpawn runs")
    }

    /// On a terminal, with these answers typed.
    pub(crate) fn typed(&self, arguments: &[&str], answers: &[&str]) -> String {
        let mut line = format!(
            "{} --config {} setup",
            env!("CARGO_BIN_EXE_penpawn"),
            self.file.display()
        );
        for argument in arguments {
            line += &format!(" '{argument}'");
        }
        let mut terminal = Command::new("script")
            .args(["-q", "-e", "-c", &line, "/dev/null"])
            .env("PENPAWN__DATA_FOLDER", self.folder.join("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a terminal");
        let mut keys = terminal.stdin.take().expect("its keys");
        let mut screen = terminal.stdout.take().expect("its screen");
        let mut answers = answers.iter();
        let mut seen = Vec::new();
        let mut some = [0; 4096];
        while let Ok(length @ 1..) = screen.read(&mut some) {
            seen.extend(&some[..length]);
            // Only when it is asked, since the terminal shows at once what is typed before.
            if seen.ends_with(b": ")
                && let Some(answer) = answers.next()
            {
                writeln!(keys, "{answer}").expect("typed");
            }
        }
        terminal.wait().expect("an end");
        String::from_utf8_lossy(&seen).replace('\r', "")
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

pub(crate) fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

#[tokio::test]
async fn from_arguments_a_file_is_written_with_which_doctor_is_content() {
    let desk = Batch::new().await;
    let password = desk.beside("secret", &bed::up().password);
    let unit = desk.folder.join("penpawn.service").display().to_string();
    let output = desk.set_up(&["--password-file", &password, "--unit", &unit]);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    for tried in [
        "ok       imap: 127.0.0.1 as robot.",
        "ok       smtp: localhost as robot.",
        "ok       database: reached at database.url",
    ] {
        assert!(text.contains(tried), "{tried}\n{text}");
    }
    let written = fs::read_to_string(&desk.file).expect("settings");
    assert!(written.contains("# The address that players write to."));
    assert!(written.contains("contact = \"ann@players.test\""));
    // A service does not have the environment of who has set it up.
    let data_folder = format!(
        "\ndata_folder = \"{}\"\n",
        desk.folder.join("data").display()
    );
    assert!(written.contains(&data_folder), "{written}");
    assert_eq!(
        fs::metadata(&desk.file).expect("settings").mode() & 0o707,
        0o600
    );
    assert!(!desk.folder.join("password").exists());
    let unit = fs::read_to_string(&unit).expect("a unit");
    let program = env!("CARGO_BIN_EXE_penpawn");
    let line = format!(
        "ExecStart={program} --config {} serve\n",
        desk.file.display()
    );
    assert!(unit.contains(&line), "{unit}");
    let content = desk.command("doctor", &[], &["--wait", "0"]);
    assert!(content.status.success(), "{}", said(&content));

    // What is there stays, unless somebody says otherwise.
    let refused = desk.set_up(&["--password-file", &password]);
    assert!(!refused.status.success());
    assert!(
        said(&refused).contains("is there already"),
        "{}",
        said(&refused)
    );
    assert_eq!(fs::read_to_string(&desk.file).expect("settings"), written);
    fs::write(&desk.file, "# by hand\n").expect("written");
    let replaced = desk.set_up(&["--password-file", &password, "--replace"]);
    assert!(replaced.status.success(), "{}", said(&replaced));
    let old = fs::read_to_string(desk.folder.join("penpawn.toml.old")).expect("the old file");
    assert_eq!(old, "# by hand\n");
    assert_eq!(fs::read_to_string(&desk.file).expect("settings"), written);

    // What nobody has written in is as good as none, and is not kept.
    fs::remove_file(desk.folder.join("penpawn.toml.old")).expect("removed");
    let default = desk.command("config", &[], &["--default"]).stdout;
    fs::write(&desk.file, default).expect("written");
    let packaged = desk.set_up(&["--password-file", &password]);
    assert!(packaged.status.success(), "{}", said(&packaged));
    assert!(!desk.folder.join("penpawn.toml.old").exists());
    assert_eq!(fs::read_to_string(&desk.file).expect("settings"), written);

    // A private database can be made, and is not made yet.
    let mut arguments = desk.arguments();
    arguments.retain(|one| one != "--database" && *one != desk.url);
    let rest = ["--password-file", &password, "--replace"];
    let private = desk.command("setup", &arguments, &rest);
    let text = said(&private);
    assert!(private.status.success(), "{text}");
    assert!(
        text.contains("ok       database: no database yet"),
        "{text}"
    );
    assert!(!desk.folder.join("data").exists());
}

/// What counts before the file for all other commands is not asked again, and stands in the file as well.
#[tokio::test]
async fn what_the_environment_sets_is_taken_and_written() {
    let desk = Batch::new().await;
    let password = desk.beside("secret", &bed::up().password);
    let arguments = desk.arguments();
    let value = |name: &str| {
        let at = arguments.iter().position(|one| one == name);
        arguments[at.expect("an argument") + 1].clone()
    };
    let by_variable = [
        ("--address", "PENPAWN__SERVER__ADDRESS"),
        ("--imap-host", "PENPAWN__IMAP__HOST"),
        ("--imap-port", "PENPAWN__IMAP__PORT"),
        ("--smtp-host", "PENPAWN__SMTP__HOST"),
        ("--smtp-port", "PENPAWN__SMTP__PORT"),
        ("--ca-file", "PENPAWN__IMAP__CA_FILE"),
        ("--database", "PENPAWN__DATABASE__URL"),
        ("--contact", "PENPAWN__SERVER__CONTACT"),
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_penpawn"))
        .arg("--config")
        .arg(&desk.file)
        .arg("setup")
        .envs(by_variable.map(|(name, variable)| (variable, value(name))))
        .env("PENPAWN__IMAP__PASSWORD_FILE", &password)
        // What no argument says.
        .env("PENPAWN__SERVER__NAME", "Kurt")
        .env("PENPAWN__IMAP__POLL_SECONDS", "77")
        .env("PENPAWN__IMAP__ERASE_DONE", "false")
        .stdin(Stdio::null())
        .output()
        .expect("penpawn runs");
    assert!(output.status.success(), "{}", said(&output));
    let written = fs::read_to_string(&desk.file).expect("settings");
    for line in [
        "name = \"Kurt\"".to_owned(),
        "poll_seconds = 77".to_owned(),
        "erase_done = false".to_owned(),
        format!("address = \"{}\"", desk.address),
        format!("port = {}", bed::up().imap),
        format!("password_file = \"{password}\""),
        format!("url = \"{}\"", desk.url),
    ] {
        assert!(written.contains(&line), "{line}\n{written}");
    }
    // Without a folder of its own the usual one counts, and none is made.
    assert!(written.contains("\ndata_folder = \"/var/lib/penpawn\"\n"));
}

/// Each answer is tried when it is given, with the advice of `penpawn doctor`; what fails leaves nothing behind.
#[tokio::test]
async fn what_fails_is_told_and_nothing_is_written() {
    let desk = Batch::new().await;
    let good = desk.beside("good", &bed::up().password);
    let wrong = desk.beside("wrong", "wrong");
    for (arguments, told) in [
        (vec!["--password-file", &wrong], "refused the login"),
        (
            vec!["--password-file", &good, "--imap-security", "tls"],
            "set imap.security to \"starttls\"",
        ),
        (
            vec!["--password-file", &good, "--smtp-security", "tls"],
            "set smtp.security to \"starttls\"",
        ),
        (vec![], "say --password-file"),
    ] {
        let output = desk.set_up(&arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(said(&output).contains(told), "{told}\n{}", said(&output));
    }
    for (name, value, told) in [
        ("--address", "change-me@chess.test", "is an example"),
        ("--address", "nobody", "is no mail address"),
        (
            "--database",
            "postgres://127.0.0.1:1/chess",
            "FAILED   database",
        ),
    ] {
        let mut arguments = desk.arguments();
        let at = arguments.iter().position(|one| one == name);
        arguments[at.expect("an argument") + 1] = value.to_owned();
        let output = desk.command("setup", &arguments, &["--password-file", &good]);
        assert!(!output.status.success(), "{name} {value}");
        assert!(said(&output).contains(told), "{told}\n{}", said(&output));
    }
    assert!(!desk.file.exists());
}

/// A mail server on this machine takes mail from it without a login, and without encryption.
#[tokio::test]
async fn a_mail_server_on_this_machine_needs_no_login() {
    let desk = Batch::new().await;
    let password = desk.beside("secret", &bed::up().password);
    let port = bed::up().smtp.to_string();
    let mut arguments = desk.arguments();
    let at = arguments.iter().position(|one| one == "--smtp-port");
    arguments[at.expect("an argument") + 1] = port;
    let rest = ["--password-file", &password, "--smtp-security", "plain"];
    let output = desk.command("setup", &arguments, &rest);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    let without = "ok       smtp: localhost without a login, security plain";
    assert!(text.contains(without), "{text}");
    let written = fs::read_to_string(&desk.file).expect("settings");
    assert!(written.contains("\nlogin = false\n"), "{written}");
    fs::remove_file(&desk.file).expect("removed");

    // Whoever wants one is told that there is none.
    let output = desk.command(
        "setup",
        &arguments,
        &[&rest[..], &["--smtp-login", "true"]].concat(),
    );
    let text = said(&output);
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("set smtp.login = false"), "{text}");
}

/// Somebody types a wrong address and a wrong password first.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_until_it_works() {
    let desk = Batch::new().await;
    let bed = bed::up();
    let authority = bed.ca_file.display().to_string();
    let (imap, smtp) = (bed.imap.to_string(), bed.submission.to_string());
    let mailbox = ["127.0.0.1", &imap, ""];
    let mut answers = vec!["chess@example.org", &desk.address];
    answers.extend(mailbox);
    answers.push("wrong");
    // The second time all but the password is proposed.
    answers.extend(["", "", "", &bed.password]);
    answers.extend(["localhost", &smtp, &desk.url, "ann@players.test"]);
    let said = desk.typed(&["--ca-file", &authority, "--provider", "own"], &answers);
    for told in [
        "chess@example.org is an example.",
        "[mail.players.test]",
        "FAILED   imap: ",
        "ok       imap: 127.0.0.1 as robot.",
        "ok       smtp: localhost as robot.",
        "penpawn.toml is written.",
    ] {
        assert!(said.contains(told), "{told}\n{said}");
    }
    assert!(
        !said.contains(&bed.password),
        "the password is not shown: {said}"
    );
    let secret = desk.folder.join("password");
    let kept = fs::read_to_string(&secret).expect("a password");
    assert_eq!(kept, bed.password);
    assert_eq!(fs::metadata(&secret).expect("it").mode() & 0o707, 0o600);
    let content = desk.command("doctor", &[], &["--wait", "0"]);
    assert!(
        content.status.success(),
        "{}",
        String::from_utf8_lossy(&content.stdout)
    );
}
