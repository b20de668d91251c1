//! `penpawn doctor` on the bed's servers: all is well, and then each fault made for real.

use crate::bed;
use crate::daemon::Setup;
use crate::servers::{poorer_server, tls_server};
use sqlx::PgPool;
use std::fmt::Write;
use std::fs;
use std::net::Ipv4Addr;
use std::os::unix::fs::MetadataExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;

/// What the doctor said, and whether they let it pass.
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) passed: bool,
}

#[tokio::test]
async fn on_a_good_installation_all_is_well_and_nothing_stays_behind() {
    let (pool, setup) = installation().await;
    let said = doctor(&setup, &[]).await;
    assert!(said.passed, "{}", said.text);
    for checked in [
        "ok       settings: ",
        "ok       secret: ",
        "ok       templates: ",
        "ok       database: ",
        "ok       rights: ",
        "ok       clock: the database's clock",
        "ok       imap: 127.0.0.1 as robot.",
        "ok       imap: the certificate of 127.0.0.1 is good for 60 days or more",
        "ok       imap: handled mails go to Processed",
        "ok       imap: the server offers IDLE, UIDPLUS and MOVE",
        "ok       smtp: localhost as robot.",
        "ok       smtp: the certificate of localhost is good for 60 days or more",
        "ok       smtp: the relay takes mails of up to ",
        "ok       smtp: addresses beyond ASCII can be written to",
        "ok       sub-address: a mail to robot.",
        "ok       clock: the mail server's clock",
        "ok       border: server.authserv_ids is empty",
        "All is well.",
    ] {
        assert!(said.text.contains(checked), "{checked}\n{}", said.text);
    }
    assert!(!said.text.contains("->"), "{}", said.text);
    // A daemon that starts now finds nothing of it.
    let daemon = setup.serve().await;
    daemon.stop().await;
    assert_eq!(bed::count(&pool, "select count(*) from inbox").await, 0);
}

#[tokio::test]
async fn a_running_daemon_drops_the_doctors_mail_and_answers_nobody() {
    let (pool, setup) = installation().await;
    let daemon = setup.serve().await;
    let said = doctor(&setup, &[]).await;
    assert!(said.passed, "{}", said.text);
    assert!(
        said.text.contains("ok       sub-address: a mail to robot."),
        "{}",
        said.text
    );
    daemon.stop().await;
    assert_eq!(
        bed::count(&pool, "select count(*) from inbox where state <> 'dropped'").await,
        0
    );
    assert_eq!(bed::count(&pool, "select count(*) from outbox").await, 0);
    assert_eq!(bed::count(&pool, "select count(*) from player").await, 0);
}

/// `--json` says all that the lines say, and ends with the same exit code.
#[tokio::test]
async fn for_programs_the_same_is_told_as_one_object() {
    let (_pool, setup) = installation().await;
    let both = async || {
        let lines = doctor(&setup, &["--wait", "0"]).await;
        let object = doctor(&setup, &["--wait", "0", "--json"]).await;
        assert_eq!(lines.passed, object.passed, "the exit code");
        let told: serde_json::Value = serde_json::from_str(&object.text).expect("one object");
        assert_eq!(told["passed"], object.passed, "{told}");
        let checks = told["checks"].as_array().expect("checks").clone();
        let mut rebuilt = String::new();
        for check in &checks {
            let word = |name: &str| check[name].as_str().unwrap_or_default().to_owned();
            let state = word("state");
            let shown = if state == "failed" { "FAILED" } else { &state };
            let _ = writeln!(rebuilt, "{shown:<8} {}: {}", word("check"), word("saw"));
            assert_eq!(check["advice"].is_null(), state == "ok", "{check}");
            if state != "ok" {
                let _ = writeln!(rebuilt, "         -> {}", word("advice"));
            }
        }
        let (findings, _) = lines.text.trim_end().rsplit_once('\n').expect("a verdict");
        assert_eq!(rebuilt.trim_end(), findings);
        for (count, state) in [("failed", "failed"), ("warnings", "warning")] {
            let counted = checks
                .iter()
                .filter(|check| check["state"] == state)
                .count();
            assert_eq!(told[count], counted, "{told}");
        }
        told
    };
    let told = both().await;
    assert_eq!(
        (&told["passed"], &told["warnings"]),
        (&true.into(), &1.into())
    );
    fs::write(setup.file.with_file_name("password"), "wrong").expect("written");
    let told = both().await;
    assert_eq!(told["passed"], false);
    // Settings that cannot even be read.
    fs::write(&setup.file, "server = 1").expect("written");
    let told = both().await;
    assert_eq!(
        (&told["passed"], &told["failed"]),
        (&false.into(), &1.into())
    );
}

#[tokio::test]
async fn what_the_settings_lack_is_named() {
    let (_, setup) = installation().await;
    let open = OpenFolder::new("password");
    let before = setup.file.with_file_name("password");
    let password = open.copy_of(&before);
    setup.change(
        &before.display().to_string(),
        &password.display().to_string(),
    );
    fs::set_permissions(&password, fs::Permissions::from_mode(0o644)).expect("open to all");
    fails(&setup, "secret", "every user of this machine", "chmod o=").await;
    fs::set_permissions(&password, fs::Permissions::from_mode(0o640)).expect("of a group");
    fs::remove_file(&password).expect("removed");
    let cure = "Write the password into that file";
    fails(&setup, "settings", "password cannot be read", cure).await;
    setup.change("[imap]\n", "[imap]\nhots = \"\"\n");
    fails(
        &setup,
        "settings",
        "penpawn.toml, line 6: imap.hots is no setting; there are auth, ca_file, done,",
        "config --default",
    )
    .await;
}

/// All that must be set is told at once, and not one thing after the other.
#[tokio::test]
async fn all_settings_that_are_not_set_are_named() {
    let (_, setup) = installation().await;
    fs::write(&setup.file, "").expect("written");
    let five = "server.address, imap.host, imap.user, imap.password_file, smtp.host are not set";
    let text = fails(&setup, "settings", five, "Set it in").await;
    assert_eq!(text.matches("not set").count(), 1, "{text}");
}

/// A settings file of which a part is an example still, as it was copied from somewhere.
#[tokio::test]
async fn an_example_is_refused_and_told_with_its_line_and_what_belongs_there() {
    let (_, setup) = installation().await;
    let address = format!("address = \"{}\"", setup.address);
    // With both mail servers on this machine it is a trial.
    let of_a_trial = "address = \"chess@example.org\"";
    setup.change(&address, of_a_trial);
    let Said { text, .. } = doctor(&setup, &["--wait", "5"]).await;
    assert!(!text.contains("is an example"), "{text}");
    setup.change(of_a_trial, "address = \"change-me@chess.test\"");
    let line = "penpawn.toml, line 2: server.address \"change-me@chess.test\" is an example";
    let cure = "Write the address that players write to";
    fails(&setup, "settings", line, cure).await;
    let refused = setup.penpawn(&["serve"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains(line), "{said}");
    setup.change("address = \"change-me@chess.test\"", &address);
    fs::write(setup.file.with_file_name("password"), "CHANGE ME\n").expect("written");
    let cure = "Write the password into it";
    fails(
        &setup,
        "settings",
        "holds an example, and no password",
        cure,
    )
    .await;
}

/// What cannot be used is told with the place at which it stands.
#[tokio::test]
async fn a_fault_in_a_setting_says_where_it_stands() {
    let (_, mut setup) = installation().await;
    setup.change("[server]\n", "[server]\nsubaddress = \"=\"\n");
    fails(
        &setup,
        "settings",
        "penpawn.toml, line 2: server.subaddress \"=\" is none of",
        "config --default",
    )
    .await;
    setup.change("subaddress = \"=\"\n", "workers = \"many\"\n");
    fails(
        &setup,
        "settings",
        "penpawn.toml, line 2: invalid type",
        "config --default",
    )
    .await;
    setup.change("workers = \"many\"\n", "workers = \n");
    fails(
        &setup,
        "settings",
        "penpawn.toml: TOML parse error at line 2",
        "config --default",
    )
    .await;
    setup.change("workers = \n", "");
    setup.set("imap.done", "burn");
    let output = setup.penpawn(&["doctor", "--wait", "0"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let place =
        "FAILED   settings: PENPAWN__IMAP__DONE in the environment: imap.done \"burn\" is neither";
    assert!(text.contains(place), "{text}");
}

/// A file that all may read, in a folder into which only one gets, is read by nobody else.
#[tokio::test]
async fn a_password_in_a_closed_folder_is_not_called_open() {
    let (_, setup) = installation().await;
    let password = setup.file.with_file_name("password");
    let folder = password.parent().expect("a folder");
    fs::set_permissions(&password, fs::Permissions::from_mode(0o644)).expect("open to all");
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).expect("closed");
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(said.passed, "{}", said.text);
    assert!(
        said.text.contains("password has mode 644, below "),
        "{}",
        said.text
    );
}

#[tokio::test]
async fn a_missing_right_is_told_with_what_grants_it() {
    let (pool, setup) = installation().await;
    sqlx::raw_sql(
        "revoke insert, update on inbox from penpawn_daemon; revoke update (reason) on event from penpawn_daemon;
         revoke usage on sequence inbox_id_seq from penpawn_daemon",
    )
    .execute(&pool)
    .await
    .expect("revoked");
    fails(&setup, "rights", "lacks rights", "Run `penpawn migrate`, which gives it all; or, as the owner of the tables: grant update (reason) on table event to penpawn_daemon; grant insert, update on table inbox to penpawn_daemon; grant usage on sequence inbox_id_seq to penpawn_daemon;").await;
    assert!(setup.penpawn(&["migrate"]).status.success());
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(said.text.contains("ok       rights: "), "{}", said.text);
}

#[tokio::test]
async fn a_database_that_is_not_there_is_told_at_once_and_once() {
    let (pool, setup) = installation().await;
    let (_, port) = listen().await;
    let url = bed::url_of(&pool);
    let nobody = format!("postgres://penpawn_daemon@127.0.0.1:{port}/penpawn");
    setup.change(
        &format!("\nurl = \"{url}\""),
        &format!("\nurl = \"{nobody}\""),
    );
    let text = fails(&setup, "database", "refused", "Start Postgres there").await;
    assert!(!text.contains("pool"), "{text}");
    let gone = format!("{url}_gone");
    setup.change(&nobody, &gone);
    let text = fails(
        &setup,
        "database",
        "does not exist",
        "or make it (createdb)",
    )
    .await;
    assert_eq!(text.matches("does not exist").count(), 1, "{text}");
    let output = setup.penpawn(&["status"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said.matches("does not exist").count(), 1, "{said}");
}

#[tokio::test]
async fn two_ports_that_were_mixed_up_are_told() {
    let (_, setup) = installation().await;
    let (imap, submission) = (bed::up().imap, bed::up().submission);
    let swapped = |port: u16, other: u16| {
        let old = format!("port = {port}\nsecurity = \"starttls\"");
        setup.change(&old, &format!("port = {other}\nsecurity = \"starttls\""));
    };
    swapped(imap, submission);
    let text = fs::read_to_string(&setup.file).expect("settings");
    assert_eq!(text.matches(&format!("port = {submission}\n")).count(), 2);
    let advice = format!(
        "At port {submission} of 127.0.0.1 SMTP is spoken and not IMAP: correct imap.port; 993 is for"
    );
    fails(&setup, "imap", "cannot be understood", &advice).await;
    fs::write(
        &setup.file,
        text.replace(
            &format!("port = {submission}\n"),
            &format!("port = {imap}\n"),
        ),
    )
    .expect("settings");
    let advice = format!(
        "At port {imap} of localhost IMAP is spoken and not SMTP: correct smtp.port; 465 is for"
    );
    fails(&setup, "smtp", "", &advice).await;
    // And TLS from the first octet where it comes later.
    let plain = format!("port = {imap}\nsecurity = \"starttls\"\nca_file");
    setup.change(
        &plain,
        &format!("port = {imap}\nsecurity = \"tls\"\nca_file"),
    );
    let advice = format!("At port {imap} set imap.security to \"starttls\"");
    fails(&setup, "imap", "no TLS with", &advice).await;
}

#[tokio::test]
async fn a_file_that_holds_no_certificate_is_told() {
    let (_, setup) = installation().await;
    let ca = format!("ca_file = \"{}\"", bed::up().ca_file.display());
    setup.change(&ca, "ca_file = \"/dev/null\"");
    fails(
        &setup,
        "imap",
        "certificate authority in /dev/null",
        "in imap.ca_file",
    )
    .await;
    fails(
        &setup,
        "smtp",
        "certificate authority in /dev/null",
        "in smtp.ca_file",
    )
    .await;
}

#[tokio::test]
async fn a_junk_folder_that_is_not_there_is_told() {
    let (_, setup) = installation().await;
    setup.change("[imap]\n", "[imap]\njunk_folder = \"Jnuk\"\n");
    fails(
        &setup,
        "imap",
        "imap.junk_folder Jnuk cannot be opened",
        "[Gmail]/Spam",
    )
    .await;
    setup.change("junk_folder = \"Jnuk\"\n", "junk_folder = \"INBOX\"\n");
    fails(
        &setup,
        "settings",
        "imap.junk_folder \"INBOX\" is another one",
        "config --default",
    )
    .await;
}

/// A daemon is quicker than the doctor; it must not hide that this is not the mailbox of the address.
#[tokio::test]
async fn a_mailbox_that_is_not_that_of_the_address_is_told() {
    let (pool, setup) = installation().await;
    let other = Setup::with_database(&bed::url_of(&pool));
    let user = format!("user = \"{}\"", setup.address);
    setup.change(&user, &format!("user = \"{}\"", other.address));
    // Nobody reads that of the address.
    let said = doctor(&setup, &["--wait", "2"]).await;
    let told = "itself did not arrive either. Set imap.user and imap.folder";
    assert!(!said.passed && said.text.contains(told), "{}", said.text);
    // A daemon reads it, on the same database.
    setup.change(&format!("user = \"{}\"", other.address), &user);
    let daemon = setup.serve().await;
    setup.change(&user, &format!("user = \"{}\"", other.address));
    fails(
        &setup,
        "sub-address",
        "which another daemon reads, and not in",
        "Set imap.user",
    )
    .await;
    daemon.stop().await;
}

#[tokio::test]
async fn a_daemon_on_another_database_that_reads_the_same_mailbox_is_told() {
    let (_, setup) = installation().await;
    let elsewhere = bed::database().await;
    let theirs = setup.file.with_file_name("other.toml");
    let mut other = Setup::with_database(&bed::url_of(&elsewhere));
    let of_other = fs::read_to_string(&other.file).expect("settings");
    fs::write(&theirs, of_other.replace(&other.address, &setup.address)).expect("settings");
    other.file = theirs;
    other.address = setup.address.clone();
    let daemon = other.serve().await;
    let told = "somebody else took it out of INBOX and filed it in Processed\n         -> Another penpawn reads this mailbox";
    let mut said = doctor(&setup, &["--wait", "5"]).await;
    // On a busy machine the doctor may have removed its mail before the daemon was told of it.
    for _ in 0..9 {
        if !said.text.contains(told) {
            said = doctor(&setup, &["--wait", "5"]).await;
        }
    }
    assert!(said.text.contains(told), "{}", said.text);
    daemon.stop().await;
}

#[tokio::test]
async fn a_password_in_a_settings_file_that_all_may_read_is_told() {
    let (_, mut setup) = installation().await;
    setup.change(
        "\nurl = \"postgres://penpawn_daemon@",
        "\nurl = \"postgres://penpawn_daemon:pw@",
    );
    let open = OpenFolder::new("settings");
    setup.file = open.copy_of(&setup.file);
    fs::set_permissions(&setup.file, fs::Permissions::from_mode(0o644)).expect("open to all");
    fails(&setup, "secret", "penpawn.toml has mode 644", "chmod o=").await;
    // Nobody else comes to it below a folder that is closed to others.
    fs::set_permissions(&open.0, fs::Permissions::from_mode(0o700)).expect("closed");
    let said = doctor(&setup, &[]).await;
    assert!(
        said.text.contains("into which nobody else gets"),
        "{}",
        said.text
    );
}

/// A folder into which every user of this machine gets, be this checkout where it may.
struct OpenFolder(PathBuf);

impl OpenFolder {
    fn new(name: &str) -> OpenFolder {
        let open = |folder: &PathBuf| {
            let mode = |folder: &Path| folder.metadata().map_or(0, |found| found.mode());
            folder.ancestors().all(|folder| mode(folder) & 0o001 != 0)
        };
        let places = [std::env::temp_dir(), "/tmp".into(), "/var/tmp".into()];
        let place = places.into_iter().find(open).expect("a folder for all");
        let folder = place.join(format!("penpawn-test-{name}-{}", std::process::id()));
        fs::create_dir(&folder).expect("a folder");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("open to all");
        OpenFolder(folder)
    }

    fn copy_of(&self, file: &Path) -> PathBuf {
        let copy = self.0.join(file.file_name().expect("a name"));
        fs::copy(file, &copy).expect("copied");
        copy
    }
}

impl Drop for OpenFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn a_broken_template_is_told() {
    let (_, setup) = installation().await;
    let folder = setup.file.with_file_name("templates");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("help.txt"), "{{ nobody.knows }}").expect("a template");
    let line = format!("[server]\ntemplates = \"{}\"\n", folder.display());
    setup.change("[server]\n", &line);
    fails(&setup, "templates", "help.txt", "Mend the template").await;
}

#[tokio::test]
async fn a_wrong_password_is_told_of_both_servers() {
    let (_, setup) = installation().await;
    fs::write(setup.file.with_file_name("password"), "wrong").expect("a password");
    fails(&setup, "imap", "refused the login", "imap.password_file").await;
    let text = fails(&setup, "smtp", "refused the login", "smtp.password_file").await;
    assert!(!text.contains("wrong"), "{text}");
}

#[tokio::test]
async fn a_certificate_that_is_not_good_is_told() {
    let (_, setup) = installation().await;
    let port = tls_server("expired").await;
    let imap = format!(
        "port = {}\nsecurity = \"starttls\"\nca_file",
        bed::up().imap
    );
    setup.change(
        &imap,
        &format!("port = {port}\nsecurity = \"tls\"\nca_file"),
    );
    fails(
        &setup,
        "imap",
        "certificate of 127.0.0.1 is not good",
        "mend that, never the check",
    )
    .await;
    let submission = format!("port = {}\nsecurity = \"starttls\"", bed::up().submission);
    let port = tls_server("wronghost").await;
    setup.change(&submission, &format!("port = {port}\nsecurity = \"tls\""));
    fails(
        &setup,
        "smtp",
        "certificate of localhost is not good",
        "The certificate must be of smtp.host",
    )
    .await;
}

#[tokio::test]
async fn a_certificate_that_ends_soon_is_told_in_time() {
    let (_, setup) = installation().await;
    let port = server_with_certificate_of_days(5).await;
    let imap = format!(
        "port = {}\nsecurity = \"starttls\"\nca_file",
        bed::up().imap
    );
    setup.change(
        &imap,
        &format!("port = {port}\nsecurity = \"tls\"\nca_file"),
    );
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(said.passed, "a warning is no failure: {}", said.text);
    // Whether the fifth day is whole is a matter of seconds.
    let told = [4, 5].iter().any(|days| {
        let line = format!(
            "warning  imap: the certificate of 127.0.0.1 ends in {days} days\n         -> Renew it"
        );
        said.text.contains(&line)
    });
    assert!(told, "{}", said.text);
}

#[tokio::test]
async fn folders_that_are_not_there_are_told() {
    let (_, setup) = installation().await;
    setup.change("[imap]\n", "[imap]\nfolder = \"Nowhere\"\n");
    fails(&setup, "imap", "refused SELECT", "Set imap.folder").await;
    setup.change("folder = \"Nowhere\"\n", "done_folder = \"../elsewhere\"\n");
    fails(
        &setup,
        "imap",
        "../elsewhere is not there and cannot be made",
        "imap.done_folder",
    )
    .await;
}

#[tokio::test]
async fn what_a_poor_server_lacks_is_told() {
    let (_, setup) = installation().await;
    let port = poorer_server(&["IDLE", "MOVE"]).await;
    plain_imap(&setup, port);
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(said.passed, "{}", said.text);
    let line = "warning  imap: the server does not offer IDLE, MOVE\n";
    assert!(said.text.contains(line), "{}", said.text);
    let kept = "warning  imap: handled mails cannot be erased in the mailbox";
    assert!(!said.text.contains(kept), "{}", said.text);
    assert!(
        said.text
            .contains("not encrypted, and does not leave this machine"),
        "{}",
        said.text
    );
}

#[tokio::test]
async fn a_server_on_which_no_single_mail_can_be_erased_is_told_where_that_matters() {
    let (_, setup) = installation().await;
    plain_imap(&setup, poorer_server(&["UIDPLUS"]).await);
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(said.passed, "{}", said.text);
    let line = "warning  imap: handled mails cannot be erased in the mailbox";
    assert!(said.text.contains(line), "{}", said.text);
    setup.change("[imap]\n", "[imap]\nerase_done = false\n");
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(!said.text.contains(line), "{}", said.text);
}

#[tokio::test]
async fn a_mailbox_that_is_nearly_full_is_told() {
    let (_, setup) = installation().await;
    plain_imap(&setup, server_with_quota("STORAGE 950 1000").await);
    fails(&setup, "quota", "950 of 1000 KiB", "Empty the folder").await;
}

#[tokio::test]
async fn sub_addresses_that_do_not_arrive_are_told() {
    let (_, setup) = installation().await;
    // On the bed ROBOT-X is another mailbox than ROBOT.
    setup.change("[server]\n", "[server]\nsubaddress = \"-\"\n");
    let said = doctor(&setup, &["--wait", "2"]).await;
    assert!(!said.passed);
    assert!(
        said.text.contains("FAILED   sub-address: it was taken by the mail server, and did not arrive in INBOX within 2 s\n         -> Mail to all sub-addresses"),
        "{}",
        said.text
    );
    // And here is nobody at all.
    setup.change(
        &format!("address = \"{}\"", setup.address),
        "address = \"nobody@chess.test\"",
    );
    fails(
        &setup,
        "sub-address",
        "does not take it: 550",
        "recipient_delimiter",
    )
    .await;
    setup.change("subaddress = \"-\"", "subaddress = \"none\"");
    fails(
        &setup,
        "sub-address",
        "does not take it: 550",
        "recipient_delimiter",
    )
    .await;
}

#[tokio::test]
async fn each_further_address_is_tried_and_the_one_that_leads_nowhere_is_named() {
    let (pool, setup) = installation().await;
    // One leads here, one to the mailbox of another daemon on the same database.
    let alias = setup.address.replace('@', "+alias@");
    let mut other = Setup::with_database(&bed::url_of(&pool));
    let of_both = format!(
        "address = \"{}\"\nfurther_addresses = [\"{alias}\", \"{}\"]",
        setup.address, other.address
    );
    for (one, its_address) in [(&setup, &setup.address), (&other, &other.address)] {
        one.change(&format!("address = \"{its_address}\""), &of_both);
    }
    let its_address = std::mem::replace(&mut other.address, setup.address.clone());
    let daemon = other.serve().await;
    let said = doctor(&setup, &[]).await;
    assert!(said.passed, "{}", said.text);
    for line in [
        format!("ok       address: a mail to {alias} arrived\n"),
        format!(
            "ok       address: a mail to {its_address} arrived; a daemon that runs has dropped it, as it should\n"
        ),
    ] {
        assert!(said.text.contains(&line), "{line}\n{}", said.text);
    }
    daemon.stop().await;
    // Nobody looks into the other mailbox, and one address is nobody's.
    setup.change(&format!("\"{alias}\""), "\"nobody@chess.test\"");
    let said = doctor(&setup, &["--wait", "2"]).await;
    assert!(!said.passed);
    for line in [
        "FAILED   address: nobody@chess.test: the mail server does not take it: 550".to_owned(),
        format!(
            "FAILED   address: {its_address}: it was taken by the mail server, and did not arrive in INBOX within 2 s\n         -> Let mail to it"
        ),
    ] {
        assert!(said.text.contains(&line), "{line}\n{}", said.text);
    }
}

#[tokio::test]
async fn faults_of_the_database_are_told() {
    let (pool, setup) = installation().await;
    sqlx::raw_sql(
        "create function public.clock_timestamp() returns timestamptz language sql as
             $$ select pg_catalog.clock_timestamp() + interval '1 day' $$;
         do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$",
    )
    .execute(&pool)
    .await
    .expect("a clock that is fast");
    fails(&setup, "clock", "differs from this machine's by 86", "NTP").await;

    sqlx::query("revoke select on _sqlx_migrations from penpawn_daemon")
        .execute(&pool)
        .await
        .expect("revoked");
    fails(
        &setup,
        "database",
        "permission denied",
        "Run `penpawn migrate`",
    )
    .await;
    assert!(setup.penpawn(&["migrate"]).status.success());

    sqlx::query("delete from _sqlx_migrations where version = 6")
        .execute(&pool)
        .await
        .expect("deleted");
    fails(
        &setup,
        "database",
        "lacks schema version 6",
        "database.owner_url",
    )
    .await;

    let url = bed::url_of(&pool);
    setup.change(
        &format!("\nurl = \"{url}\""),
        &format!("\nurl = \"{url}_gone\""),
    );
    fails(
        &setup,
        "database",
        "does not let us in",
        "Correct the name of the database",
    )
    .await;
}

#[tokio::test]
async fn a_role_that_may_do_too_much_is_told() {
    let (pool, setup) = installation().await;
    setup.change(
        &format!("\nurl = \"{}\"", bed::url_of(&pool)),
        &format!("\nurl = \"{}\"", bed::owner_url_of(&pool)),
    );
    let said = doctor(&setup, &["--wait", "0"]).await;
    assert!(said.passed, "{}", said.text);
    assert!(
        said.text
            .contains("warning  rights: the role of database.url is a superuser"),
        "{}",
        said.text
    );
}

#[tokio::test]
async fn whether_pages_can_be_served_is_told_where_they_are_wanted() {
    let (pool, setup) = installation().await;
    let without = fs::read_to_string(&setup.file).expect("settings");
    let told = async |web: &str| {
        fs::write(&setup.file, format!("{without}\n{web}")).expect("settings");
        doctor(&setup, &["--wait", "0"]).await.text
    };
    let silent = told("").await;
    assert!(!silent.contains("pages:"), "{silent}");
    let address = "[web]\naddress = \"https://chess.club.example/\"\n";
    let role = |url: &str| format!("{address}database_url = \"{url}\"\n");
    let url = crate::web::url_for_web(&setup).await;
    for (web, said) in [
        (
            address.to_owned(),
            "warning  pages: web.database_url is not set",
        ),
        // A role that may do more than read what everybody may.
        (
            role(&bed::url_of(&pool)),
            "warning  pages: the role of web.database_url",
        ),
        (
            role(&url),
            "ok       pages: they can be served at 127.0.0.1:8077",
        ),
        (
            format!("{}listen = \"0.0.0.0:80\"\n", role(&url)),
            "warning  pages: web.listen",
        ),
    ] {
        let text = told(&web).await;
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[tokio::test]
async fn a_border_is_believed_only_when_it_takes_forged_findings_away() {
    let (pool, setup) = installation().await;
    // The bed's Exim takes away what bears the first name, and knows nothing of the second.
    setup.change(
        "[server]\n",
        "[server]\nauthserv_ids = [\"border.chess.test\", \"Mx.Example.org\"]\n",
    );
    let said = doctor(&setup, &[]).await;
    assert!(said.passed, "{}", said.text);
    for line in [
        "ok       border: a forged \"border.chess.test; dmarc=pass\" was taken away, so a true one is believed; 8 of 8 in other spellings came through, and are never believed\n",
        "warning  border: a forged \"Mx.Example.org; dmarc=pass\" came through, so none is believed\n         -> Let",
    ] {
        assert!(said.text.contains(line), "{line}\n{}", said.text);
    }
    let noted = || async {
        sqlx::query_as::<_, (String, bool)>(
            "select authserv_id, strips from border_check order by authserv_id",
        )
        .fetch_all(&pool)
        .await
        .expect("what was noted")
    };
    let found = |strips: bool| {
        vec![
            ("border.chess.test".to_owned(), strips),
            ("mx.example.org".to_owned(), false),
        ]
    };
    assert_eq!(noted().await, found(true));
    // What was good once is looked at anew, and a daemon that is quicker changes nothing.
    sqlx::query("update border_check set strips = not strips")
        .execute(&pool)
        .await
        .expect("turned round");
    let daemon = setup.serve().await;
    let said = doctor(&setup, &[]).await;
    assert!(said.passed, "{}", said.text);
    daemon.stop().await;
    assert_eq!(noted().await, found(true));
    assert_eq!(bed::count(&pool, "select count(*) from outbox").await, 0);
}

/// A database and settings that are good.
async fn installation() -> (PgPool, Setup) {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    (pool, setup)
}

/// Runs the doctor elsewhere than on our own thread, on which servers of the test may run.
pub(crate) async fn doctor(setup: &Setup, more: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_penpawn"));
    command
        .arg("--config")
        .arg(&setup.file)
        .arg("doctor")
        .args(more);
    let output: Output = tokio::task::spawn_blocking(move || command.output())
        .await
        .expect("a thread")
        .expect("the doctor");
    assert!(output.stderr.is_empty(), "{output:?}");
    Said {
        text: String::from_utf8_lossy(&output.stdout).into_owned(),
        passed: output.status.success(),
    }
}

/// Expects that this check fails, sees this, and gives this advice on the next line.
pub(crate) async fn fails(setup: &Setup, what: &str, seen: &str, advice: &str) -> String {
    let said = doctor(setup, &["--wait", "5"]).await;
    assert!(!said.passed, "{}", said.text);
    let start = format!("FAILED   {what}: ");
    let told = said
        .text
        .lines()
        .zip(said.text.lines().skip(1))
        .any(|(line, next)| {
            line.starts_with(&start)
                && line.contains(seen)
                && next.starts_with("         -> ")
                && next.contains(advice)
        });
    assert!(told, "{what}: {seen} -> {advice}\n{}", said.text);
    said.text
}

fn plain_imap(setup: &Setup, port: u16) {
    setup.change(
        &format!(
            "port = {}\nsecurity = \"starttls\"\nca_file",
            bed::up().imap
        ),
        &format!("port = {port}\nsecurity = \"plain\"\nca_file"),
    );
}

/// The real IMAP server behind a certificate of the bed's authority that is good for this many days.
async fn server_with_certificate_of_days(days: u32) -> u16 {
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let authority = bed::up().ca_file.parent().expect("a folder").to_owned();
    let folder = std::env::temp_dir().join(format!("penpawn-certificate-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let script = format!(
        "openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=short -keyout key -out csr
         printf 'basicConstraints=critical,CA:FALSE\\nsubjectAltName=IP:127.0.0.1\\n' >ext
         openssl x509 -req -in csr -CA {ca}/ca.pem -CAkey {ca}/ca.key -set_serial 77 -extfile ext -days {days} -out pem",
        ca = authority.display()
    );
    let made = Command::new("sh")
        .args(["-e", "-c", &script])
        .current_dir(&folder)
        .output()
        .expect("a shell");
    assert!(made.status.success(), "{made:?}");
    let chain = CertificateDer::pem_file_iter(folder.join("pem"))
        .expect("a certificate")
        .collect::<Result<Vec<_>, _>>()
        .expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(folder.join("key")).expect("a key");
    fs::remove_dir_all(&folder).expect("removed");
    let config = tokio_rustls::rustls::ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .expect("a configuration");
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let (listener, port) = listen().await;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut theirs = real_server().await;
            if let Ok(mut ours) = acceptor.accept(stream).await {
                tokio::spawn(async move {
                    let _ = tokio::io::copy_bidirectional(&mut ours, &mut theirs).await;
                });
            }
        }
    });
    port
}

/// The real IMAP server, but with a quota, which only ours cannot have.
async fn server_with_quota(told: &'static str) -> u16 {
    let (listener, port) = listen().await;
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (their_reader, mut their_writer) = real_server().await.into_split();
            let (our_reader, our_writer) = client.into_split();
            let our_writer = Arc::new(Mutex::new(our_writer));
            let answers = Arc::clone(&our_writer);
            tokio::spawn(async move {
                let mut reader = BufReader::new(our_reader);
                let mut line = String::new();
                while reader
                    .read_line(&mut line)
                    .await
                    .is_ok_and(|length| length > 0)
                {
                    if let Some((tag, _)) = line.split_once(" GETQUOTAROOT ") {
                        let answer = format!(
                            "* QUOTAROOT INBOX q\r\n* QUOTA q ({told})\r\n{tag} OK done\r\n"
                        );
                        let _ = answers.lock().await.write_all(answer.as_bytes()).await;
                    } else {
                        let _ = their_writer.write_all(line.as_bytes()).await;
                    }
                    line.clear();
                }
            });
            tokio::spawn(async move {
                let mut reader = BufReader::new(their_reader);
                let mut line = Vec::new();
                while reader
                    .read_until(b'\n', &mut line)
                    .await
                    .is_ok_and(|length| length > 0)
                {
                    if line.starts_with(b"* CAPABILITY") {
                        line.truncate(line.len() - 2);
                        line.extend_from_slice(b" QUOTA\r\n");
                    }
                    if our_writer.lock().await.write_all(&line).await.is_err() {
                        break;
                    }
                    line.clear();
                }
            });
        }
    });
    port
}

async fn real_server() -> TcpStream {
    TcpStream::connect((Ipv4Addr::LOCALHOST, bed::up().imap))
        .await
        .expect("the real server")
}

async fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .expect("a port");
    let port = listener.local_addr().expect("an address").port();
    (listener, port)
}
