//! One data folder, whoever asks: nobody is shown an empty database that they have just made themselves.

use crate::bed;
use crate::daemon::Setup;
use crate::doctor::doctor;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Where every account looks.
const USUAL: &str = "/var/lib/penpawn";

/// Variables by which older versions chose a folder.
const OLDER: [&str; 3] = ["STATE_DIRECTORY", "XDG_DATA_HOME", "HOME"];

#[test]
fn every_account_looks_at_the_same_folder() {
    for variable in OLDER {
        let shown = said(&penpawn(&["config"], &[(variable, "/nowhere")]));
        assert!(
            shown.contains(&format!("data_folder = \"{USUAL}\"\n")),
            "{variable}: {shown}"
        );
    }
    // As it stood in the example for a while.
    let shown = said(&penpawn(&["config"], &[("PENPAWN__DATA_FOLDER", "")]));
    assert!(shown.contains(&format!("\"{USUAL}\"")), "{shown}");
}

#[test]
fn who_only_looks_makes_no_database_and_is_told_where_there_is_none() {
    let folder = Folder::new("none");
    let place = folder.0.join("data");
    fs::write(folder.0.join("mail"), "From: a@b\n\nhelp\n").expect("a mail");
    let mail = folder.text("mail");
    for arguments in [
        &["status"] as &[&str],
        &["games", "list"],
        &["games", "show", "1"],
        &["players", "list"],
        &["players", "export", "Ann", &folder.text("out")],
        &["mails", "list"],
        &["mails", "try", &mail],
        &["mails", "reread"],
        &["keys", "list"],
        &["keys", "rotate"],
        &["export", "-"],
    ] {
        let data = place.to_str().expect("a path");
        let output = penpawn(arguments, &[("PENPAWN__DATA_FOLDER", data)]);
        let told = complaint(&output);
        assert!(
            told.contains(&format!("there is no database in {data} yet")),
            "{arguments:?}: {told}"
        );
        assert!(!place.exists(), "{arguments:?} made something");
    }
}

#[tokio::test]
async fn the_first_start_makes_the_database_and_says_so_and_the_doctor_does_not() {
    let folder = Folder::new("first");
    let data = folder.0.join("data");
    let setup = private(&data);
    let before = doctor(&setup, &[]).await;
    assert!(before.passed, "{}", before.text);
    for line in [
        "ok       database: no database yet; `penpawn serve` makes a private one in ",
        "ok       sub-address: a mail to robot.",
        "All is well.",
    ] {
        assert!(before.text.contains(line), "{line}\n{}", before.text);
    }
    assert!(!data.exists(), "the doctor made something");

    let daemon = setup.serve().await;
    let said = setup.logged();
    assert!(
        said.contains("there is no database yet: making a private Postgres")
            && said.contains(data.to_str().expect("a path")),
        "{said}"
    );
    let after = doctor(&setup, &["--wait", "0"]).await;
    assert!(
        after
            .text
            .contains("ok       database: the private Postgres, and its tables"),
        "{}",
        after.text
    );
    assert!(setup.penpawn(&["players", "list"]).status.success());
    daemon.stop().await;
    let daemon = setup.serve().await;
    assert_eq!(setup.logged().matches("making a private").count(), 1);
    daemon.stop().await;
}

#[tokio::test]
async fn a_data_folder_in_which_nothing_can_be_made_is_told_by_the_doctor() {
    let folder = Folder::new("closed");
    let data = folder.0.join("data");
    fs::create_dir(&data).expect("a folder");
    let told = if is_root() {
        std::os::unix::fs::chown(&data, Some(65_534), Some(65_534)).expect("given");
        "may not write to"
    } else {
        "nothing can be made in"
    };
    let setup = private(&data);
    for (rights, expected) in [
        (0o500, told),
        (
            0o700,
            "ok       database: no database yet; `penpawn serve` makes a private one in ",
        ),
    ] {
        fs::set_permissions(&data, fs::Permissions::from_mode(rights)).expect("rights");
        let seen = doctor(&setup, &["--wait", "0"]).await;
        assert!(seen.text.contains(expected), "{expected}\n{}", seen.text);
        assert!(rights == 0o700 || !seen.passed, "{}", seen.text);
    }
}

#[test]
fn migrating_and_importing_make_the_database_and_say_so() {
    let folder = Folder::new("made");
    let games = folder.text("games.pgn");
    fs::write(&games, "[Result \"1-0\"]\n\n1. e4 e5 1-0\n").expect("games");
    for (number, arguments) in [&["migrate"] as &[&str], &["import", &games]]
        .into_iter()
        .enumerate()
    {
        let data = folder.text(&format!("data-{number}"));
        let environment = [("PENPAWN__DATA_FOLDER", data.as_str())];
        for made in [true, false] {
            let output = penpawn(arguments, &environment);
            said(&output);
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(told.contains("making a private Postgres"), made, "{told}");
            assert!(!made || told.contains(&data), "{told}");
        }
        assert_eq!(said(&penpawn(&["players", "list"], &environment)), "");
    }
}

#[tokio::test]
async fn where_an_older_version_left_a_database_every_command_stops_and_gives_the_line_to_set() {
    if Path::new(USUAL).join("postgres").exists() {
        eprintln!("left out: {USUAL} of this machine has a database");
        return;
    }
    let folder = Folder::new("older");
    for (variable, below) in OLDER
        .into_iter()
        .zip(["", "penpawn", ".local/share/penpawn"])
    {
        let older: PathBuf = folder.0.join(variable).join(below).components().collect();
        let data = older.to_str().expect("a path");
        fs::create_dir_all(&older).expect("a folder");
        said(&penpawn(&["migrate"], &[("PENPAWN__DATA_FOLDER", data)]));
        let home = folder.text(variable);
        let line = format!("data_folder = \"{data}\"");
        for arguments in [
            &["serve"] as &[&str],
            &["migrate"],
            &["status"],
            &["games", "list"],
            &["import", "games.pgn"],
            &["keys", "list"],
            &["config"],
        ] {
            let told = complaint(&penpawn(arguments, &[(variable, &home)]));
            assert!(
                told.lines().any(|told| told == line) && told.contains("an older penpawn"),
                "{variable} {arguments:?}: {told}"
            );
        }
        let file = folder.0.join("settings.toml");
        fs::write(&file, format!("{line}\n")).expect("settings");
        let listed = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .args([
                "--config".as_ref(),
                file.as_os_str(),
                "players".as_ref(),
                "list".as_ref(),
            ])
            .env(variable, &home)
            .output()
            .expect("penpawn runs");
        said(&listed);

        let mut setup = Setup::with_database("");
        without_database(&setup);
        setup.set("log.filter", "info");
        let doctors = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .args(["doctor", "--wait", "0", "--config"])
            .arg(&setup.file)
            .env(variable, &home)
            .output()
            .expect("the doctor");
        let told = String::from_utf8_lossy(&doctors.stdout).into_owned();
        assert!(!doctors.status.success(), "{told}");
        assert!(
            told.contains("FAILED   database: an older penpawn") && told.contains(&line),
            "{told}"
        );
    }
}

#[test]
fn settings_that_cannot_be_read_are_an_error_that_names_them_and_says_why() {
    let folder = Folder::new("settings");
    let told = complaint(&penpawn(&["--config", &folder.text(""), "status"], &[]));
    assert!(
        told.contains("cannot be read") && told.contains("s a directory"),
        "{told}"
    );
    let output = penpawn(&["--config", &folder.text(""), "doctor"], &[]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success(), "{told}");
    assert!(
        told.contains("FAILED   settings: the settings file ")
            && told.contains("let this account read"),
        "{told}"
    );
    if !is_root() {
        eprintln!("left out: only root can be another account");
        return;
    }
    let file = folder.0.join("closed.toml");
    fs::write(&file, "data_folder = \"/nowhere\"\n").expect("settings");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("closed");
    let output = as_nobody(
        &folder,
        &["--config", &folder.text("closed.toml"), "status"],
    );
    let told = complaint(&output);
    assert!(
        told.contains(&folder.text("closed.toml")) && told.contains("Permission denied"),
        "{told}"
    );
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("open");
    let data = folder.text("data");
    fs::write(&file, format!("data_folder = \"{data}\"\n")).expect("settings");
    said(&penpawn(
        &["--config", &folder.text("closed.toml"), "migrate"],
        &[],
    ));
    fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).expect("closed");
    for arguments in [&["status"] as &[&str], &["migrate"]] {
        let file = folder.text("closed.toml");
        let all = [&["--config", file.as_str()], arguments].concat();
        let told = complaint(&as_nobody(&folder, &all));
        assert!(
            told.contains(&format!("this account may not use {data}")),
            "{told}"
        );
    }
}

/// The commands of "As a service" in docs/administrators/install.md and of other pages, word for word, in a world in which /etc, /var/lib and /usr/local/bin are
/// this test's own.
#[test]
fn the_commands_of_the_pages_look_at_the_database_of_the_service() {
    let possible = is_root()
        && Command::new("unshare")
            .args(["--mount", "mount", "-t", "tmpfs", "none", "/mnt"])
            .output()
            .is_ok_and(|output| output.status.success());
    if !possible {
        eprintln!("left out: no folders of our own can be mounted here");
        return;
    }
    let pages = ["install", "oauth"].map(|page| {
        let path = bed::root().join(format!("docs/administrators/{page}.md"));
        fs::read_to_string(path).expect("a page")
    });
    let script = fs::read_to_string(bed::root().join("tests/it/data_folder.sh")).expect("a script");
    let mut of_the_pages = 0;
    for command in script
        .lines()
        .filter_map(|line| line.strip_suffix(" # docs"))
    {
        assert!(
            pages.iter().any(|page| page.contains(command.trim())),
            "on no page: {command}"
        );
        of_the_pages += 1;
    }
    assert!(of_the_pages >= 4, "{script}");
    let setup = Setup::with_database("");
    without_database(&setup);
    let settings = fs::read_to_string(&setup.file).expect("settings");
    let folder = Folder::new("readme");
    fs::write(folder.0.join("settings.toml"), settings).expect("settings");
    let output = Command::new("unshare")
        .args([
            "--mount",
            "--propagation",
            "private",
            "bash",
            "-euxo",
            "pipefail",
            "-c",
            &script,
        ])
        .env("PROGRAM", env!("CARGO_BIN_EXE_penpawn"))
        .env("SETTINGS", folder.0.join("settings.toml"))
        .env("CERTIFICATES", &bed::up().ca_file)
        .env("PASSWORD", &bed::up().password)
        .stdin(Stdio::null())
        .output()
        .expect("unshare runs");
    let told = String::from_utf8_lossy(&output.stderr);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{told}");
    for line in [
        "before: ok       database: no database yet; `penpawn serve` makes a private one in /var/lib/penpawn",
        "after: ok       database: the private Postgres, and its tables are those of this program",
        "penpawn says: All is well.",
        "root says: All is well.",
        "folders: /var/lib/penpawn/postgres",
    ] {
        assert!(
            said.lines().any(|said| said == line),
            "{line}\n{said}\n{told}"
        );
    }
    assert!(
        said.contains(
            "nobody says: penpawn: the settings file /etc/penpawn/penpawn.toml cannot be read"
        ),
        "{said}\n{told}"
    );
}

/// Settings of a robot whose private Postgres lives here.
fn private(data: &Path) -> Setup {
    let setup = Setup::with_database("");
    without_database(&setup);
    setup.change(
        "[server]\n",
        &format!("data_folder = \"{}\"\n[server]\n", data.display()),
    );
    setup
}

fn without_database(setup: &Setup) {
    setup.change("url = \"\"\nowner_url = \"\"\n", "");
}

fn penpawn(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_penpawn"))
        .args(arguments)
        .env_remove("PENPAWN_CONFIG")
        .env_remove("STATE_DIRECTORY")
        .env_remove("XDG_DATA_HOME")
        .env("HOME", "/nonexistent")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("penpawn runs")
}

/// Runs a copy of penpawn as an account with no rights; where it was built the account may not get to.
fn as_nobody(folder: &Folder, arguments: &[&str]) -> Output {
    let program = folder.0.join("penpawn");
    if !program.exists() {
        fs::copy(env!("CARGO_BIN_EXE_penpawn"), &program).expect("a copy");
    }
    Command::new(program)
        .args(arguments)
        .env("HOME", "/nonexistent")
        .current_dir("/")
        .uid(65_534)
        .gid(65_534)
        .stdin(Stdio::null())
        .output()
        .expect("penpawn runs")
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|found| found.uid() == 0)
}

/// A new folder that other accounts can enter, for as long as the test runs.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("penpawn-{name}-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("open");
        Folder(folder.canonicalize().expect("its real name"))
    }

    fn text(&self, below: &str) -> String {
        self.0.join(below).to_str().expect("a path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
