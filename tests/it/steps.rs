//! The scripts of the test bed, the demonstration and the checks: no step of them fails silently.

use crate::bed;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder with programs that take the place of others, for as long as a test runs.
struct Fakes(PathBuf);

impl Fakes {
    fn new(name: &str, script: &str) -> Fakes {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("penpawn-fakes-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let program = folder.join(name);
        fs::write(&program, format!("#!/bin/bash\n{script}\n")).expect("a program");
        // The bed's servers run as another account where the tests run as root.
        for path in [&folder, &program] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("open");
        }
        Fakes(folder)
    }

    /// Runs a script of this checkout with these programs before all others; what it says, if it fails as it should.
    fn complaint_of(&self, script: &str, arguments: &[&str], settings: &[(&str, &str)]) -> String {
        let path = std::env::var("PATH").unwrap_or_default();
        let output: Output = Command::new(bed::root().join(script))
            .args(arguments)
            .env("PATH", format!("{}:{path}", self.0.display()))
            .env_remove("BED_DIR")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .output()
            .expect("a script");
        assert!(!output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

impl Drop for Fakes {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The bed is not to stay: a guard removes what it has made.
fn bed_fails_with(fake: &str, script: &str, services: &str) -> String {
    let fakes = Fakes::new(fake, script);
    fakes.complaint_of("tests/bed/bed", &["guard"], &[("BED_SERVICES", services)])
}

#[test]
fn a_certificate_that_cannot_be_made_is_told_with_the_reason() {
    for (command, told) in [("req", "failed: openssl req"), ("ca", "failed: openssl ca")] {
        let script = format!(
            "if [ \"$1\" = {command} ]; then echo 'an OpenSSL of tomorrow' >&2; exit 1; fi\nexec /usr/bin/openssl \"$@\""
        );
        let said = bed_fails_with("openssl", &script, "dovecot");
        assert!(said.contains(told), "{said}");
        assert!(said.contains("an OpenSSL of tomorrow"), "{said}");
    }
}

#[test]
fn a_server_that_does_not_start_is_told_with_the_reason() {
    let said = bed_fails_with("dovecot", "echo '2.5.0 (tomorrow)'", "dovecot");
    assert!(
        said.contains("Dovecot 2.5.0 (tomorrow): the bed knows 2.3 and 2.4"),
        "{said}"
    );
    let script = "if [ \"$1\" = --version ]; then exec /usr/sbin/dovecot --version; fi\necho 'a word it does not know'\nexit 89";
    let said = bed_fails_with("dovecot", script, "dovecot");
    assert!(
        said.contains("dovecot did not start:") && said.contains("a word it does not know"),
        "{said}"
    );
    let said = bed_fails_with("exim4", "echo 'no such option' >&2; exit 1", "exim");
    assert!(
        said.contains("exim did not start:") && said.contains("no such option"),
        "{said}"
    );
}

#[test]
fn a_step_of_the_demonstration_that_fails_is_named() {
    let penpawn = PathBuf::from(env!("CARGO_BIN_EXE_penpawn"));
    let target = penpawn.parent().and_then(|folder| folder.parent());
    let target = target.and_then(|folder| folder.to_str()).expect("a path");
    let fakes = Fakes::new("curl", "echo 'no such host' >&2; exit 6");
    let settings = [("CARGO_TARGET_DIR", target), ("DEMO_ONCE", "1")];
    let said = fakes.complaint_of("tests/demo/run", &[], &settings);
    assert!(
        said.contains("failed: curl") && said.contains("no such host"),
        "{said}"
    );
}

/// Whatever step it is.
#[test]
fn every_script_names_the_step_that_fails() {
    for name in [
        ".ci/run",
        "tests/bed/bed",
        "tests/bed/clients",
        "tests/bed/install",
        "tests/demo/run",
        "tests/distributions",
        "tests/service",
        "tests/sqlx",
    ] {
        let text = fs::read_to_string(bed::root().join(name)).expect("a script");
        let has = |line: &str| text.lines().any(|found| found == line);
        assert!(has("set -Eeuo pipefail"), "{name} goes on after a failure");
        assert!(
            text.lines()
                .any(|line| line.starts_with("trap ") && line.ends_with(" ERR")),
            "{name} does not say what failed"
        );
    }
}
