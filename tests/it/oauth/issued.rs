//! The daemon, the doctor and the status where a token endpoint issues the tokens.

use super::endpoint::Secrets;
use super::token_server::{Act, CLIENT, TokenServer};
use crate::bed;
use crate::daemon::{Daemon, Setup};
use crate::doctor::{doctor, fails};
use crate::mailbox::wire::{Rule, Wire};
use crate::outgoing::until;
use crate::player::Player;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};
use std::{fs, net};

/// A robot whose mailbox is read by tokens of this toy, by this grant, and which sends by its password.
struct Robot {
    setup: Setup,
    server: TokenServer,
    secrets: Secrets,
}

impl Robot {
    async fn begin(grant: &str, acts: &[Act]) -> Robot {
        let pool = bed::database().await;
        let setup = Setup::with_database(&bed::url_of(&pool));
        let server = TokenServer::begin(&setup.address, acts).await;
        let secrets = Secrets::new();
        let password = setup.file.with_file_name("password");
        let line = format!("password_file = \"{}\"\n", password.display());
        setup.change(&line, "auth = \"oauth\"\n");
        let path = |name: &str| secrets.file(name).display().to_string();
        let client = format!(
            "token_url = \"{}\"\nclient_id = \"{}\"\nclient_secret_file = \"{}\"\n",
            server.url(),
            CLIENT.0,
            path("secret")
        );
        let of_grant = match grant {
            "refresh_token" => format!("{client}refresh_token_file = \"{}\"\n", path("refresh")),
            "jwt" => {
                let account = secrets.service_account(&server.url());
                format!("key_file = \"{}\"\n", account.display())
            }
            _ => client,
        };
        let oauth = format!("[oauth]\ngrant = \"{grant}\"\n{of_grant}scope = \"the.scope\"\n");
        setup.change("[smtp]\n", &format!("{oauth}[smtp]\n{line}"));
        Robot {
            setup,
            server,
            secrets,
        }
    }

    /// Puts a line between the daemon and its mailbox.
    async fn wire(&self) -> Wire {
        let wire = Wire::lay(&[]).await;
        self.setup.change(
            &format!(
                "port = {}\nsecurity = \"starttls\"\nca_file",
                bed::up().imap
            ),
            &format!("port = {}\nsecurity = \"plain\"\nca_file", wire.port),
        );
        wire
    }

    /// How often the endpoint was asked.
    fn asked(&self) -> usize {
        self.server.asked().len()
    }

    /// What the log must not hold: a part of a token, all of which begin so, or a secret.
    fn assert_discreet(&self, told: &str) {
        for secret in ["eyJ", CLIENT.1, "refresh-", "PRIVATE KEY"] {
            assert!(!told.contains(secret), "{secret}\n{told}");
        }
    }
}

#[tokio::test]
async fn by_each_grant_a_mail_is_read_and_answered_and_nothing_secret_is_told() {
    for grant in ["client_credentials", "refresh_token", "jwt"] {
        let robot = Robot::begin(grant, &[Act::Rotate(3600)]).await;
        let daemon = robot.setup.serve().await;
        let mut ann = Player::called("Ann").await;
        ann.write(&robot.setup.address, "join").await;
        ann.receive_saying("yes").await;
        daemon.stop().await;
        // Started anew, it shows the refresh token that came last.
        robot.setup.serve().await.stop().await;
        assert_eq!(robot.asked(), 2, "{grant}");
        if grant == "refresh_token" {
            assert_eq!(robot.secrets.refresh_token(), robot.server.refresh_token());
        }
        let log = robot.setup.logged();
        assert!(!log.contains("ERROR"), "{log}");
        robot.assert_discreet(&log);
        let shown = robot.setup.says(&["config"]);
        assert!(shown.contains(&format!("grant = \"{grant}\"")), "{shown}");
        robot.assert_discreet(&shown);
    }
}

/// Waits until a token that was good for so many seconds has ended.
async fn ended(since: Instant, seconds: u64) {
    let ended = || since.elapsed() > Duration::from_secs(seconds + 1);
    until("the token has ended", async || ended()).await;
}

/// Whoever writes the mail that cuts the session of a daemon whose token has ended inside it, and the daemon; its connection goes
/// over the wire as long as that is kept.
async fn ended_inside_a_session(robot: &Robot, meanwhile: impl FnOnce()) -> (Player, Daemon, Wire) {
    let wire = robot.wire().await;
    let began = Instant::now();
    let daemon = robot.setup.serve().await;
    until("it listens", async || wire.heard("IDLE") > 0).await;
    meanwhile();
    ended(began, 10).await;
    wire.add(Rule::Cut(" EXISTS".to_owned()));
    let mut ann = Player::called("Ann").await;
    ann.write(&robot.setup.address, "join").await;
    (ann, daemon, wire)
}

#[tokio::test]
async fn a_token_that_ends_inside_a_session_is_renewed_and_nobody_is_called() {
    let acts = [Act::IssueSaying(4, 3600), Act::Issue(3600)];
    let robot = Robot::begin("client_credentials", &acts).await;
    let (mut ann, daemon, _wire) = ended_inside_a_session(&robot, || {}).await;
    ann.receive_saying("yes").await;
    daemon.stop().await;
    assert_eq!(robot.asked(), 2);
    let log = robot.setup.logged();
    assert!(log.contains("asking for another one"), "{log}");
    assert!(!log.contains("ERROR"), "{log}");
    robot.assert_discreet(&log);
}

#[tokio::test]
async fn a_consent_that_is_over_is_told_once_shown_in_the_status_and_given_anew_without_a_start() {
    let robot = Robot::begin(
        "refresh_token",
        &[Act::IssueSaying(4, 3600), Act::Issue(3600)],
    )
    .await;
    let consent = || robot.server.consent("refresh-anew");
    let (mut ann, daemon, _wire) = ended_inside_a_session(&robot, consent).await;
    until("it was refused twice", async || robot.asked() == 3).await;
    let status = robot.setup.penpawn(&["status"]);
    assert!(!status.status.success());
    let told = String::from_utf8_lossy(&status.stdout).into_owned();
    for words in [
        "cannot be read, and that does not pass by itself: the token endpoint http://127.0.0.1:",
        "refuses: invalid_grant: as the test wants it; somebody must consent anew, and write the new refresh token into ",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    let log = robot.setup.logged();
    assert_eq!(log.matches("ERROR").count(), 1, "{log}");
    assert!(log.contains("mailbox needs an administrator"), "{log}");
    robot.assert_discreet(&log.replace("refresh-", ""));
    let seen = "refuses: invalid_grant";
    fails(
        &robot.setup,
        "imap",
        seen,
        "Have the owner of the mailbox consent anew",
    )
    .await;
    robot.secrets.write("refresh", "refresh-anew\n");
    ann.receive_saying("yes").await;
    daemon.stop().await;
    assert_eq!(robot.setup.logged().matches("ERROR").count(), 1);
}

#[tokio::test]
async fn a_token_endpoint_that_is_down_is_waited_for_and_nobody_is_called_at_first() {
    let acts = [
        Act::IssueSaying(4, 3600),
        Act::Say("503 Service Unavailable", "<html>".to_owned()),
    ];
    let robot = Robot::begin("client_credentials", &acts).await;
    let (mut ann, daemon, _wire) = ended_inside_a_session(&robot, || {}).await;
    until("it was asked in vain", async || robot.asked() > 1).await;
    until("that is noted", async || {
        let status = robot.setup.penpawn(&["status"]);
        let told = String::from_utf8_lossy(&status.stdout).into_owned();
        told.contains("which may pass by itself: ") && told.contains("answers with status 503")
    })
    .await;
    robot.server.act(&[Act::Issue(3600)]);
    ann.receive_saying("yes").await;
    daemon.stop().await;
    let log = robot.setup.logged();
    assert!(log.contains("mailbox lost, will reconnect"), "{log}");
    assert!(!log.contains("ERROR"), "{log}");
}

/// What stands in a setting, and the next setting of it.
struct Line<'a>(&'a Setup, String);

impl Line<'_> {
    fn becomes(&mut self, next: String) {
        self.0.change(&self.1, &next);
        self.1 = next;
    }
}

#[tokio::test]
async fn the_doctor_tells_how_a_token_came_and_names_what_is_wrong_with_a_client() {
    let robot = Robot::begin("client_credentials", &[Act::Issue(3600)]).await;
    let (setup, server) = (&robot.setup, &robot.server);
    let said = doctor(setup, &["--wait", "0"]).await;
    assert!(said.passed, "{}", said.text);
    let told = format!(
        "ok       oauth: {} issued a token by client_credentials in ",
        server.url()
    );
    assert!(said.text.contains(&told), "{}", said.text);
    let saying = |status, code: &str, description: &str| {
        let body = serde_json::json!({"error": code, "error_description": description});
        server.act(&[Act::Say(status, body.to_string())]);
    };
    let secret = robot.secrets.write("secret", "wrong\n");
    fails(
        setup,
        "imap",
        "refuses: invalid_client",
        "Correct oauth.client_id, and the secret",
    )
    .await;
    saying(
        "400 Bad Request",
        "invalid_request",
        "AADSTS900144: The request body must contain 'scope'.",
    );
    fails(
        setup,
        "imap",
        "refuses: invalid_request",
        "Set oauth.scope: Microsoft wants it",
    )
    .await;
    saying(
        "400 Bad Request",
        "unauthorized_client",
        "Client is unauthorized",
    );
    fails(
        setup,
        "imap",
        "refuses: unauthorized_client",
        "domain-wide delegation",
    )
    .await;
    server.act(&[Act::Say("404 Not Found", "<html>".to_owned())]);
    fails(
        setup,
        "imap",
        "answers with status 404",
        "Correct oauth.token_url",
    )
    .await;
    server.act(&[Act::Endless]);
    fails(
        setup,
        "imap",
        "answers more than 64 KiB",
        "Check oauth.token_url",
    )
    .await;
    fs::remove_file(&secret).expect("taken away");
    fails(
        setup,
        "imap",
        "oauth.client_secret_file: ",
        "Write the secret into that file",
    )
    .await;
    robot.secrets.write("secret", "\n");
    fails(
        setup,
        "imap",
        "is empty",
        "Name another file in oauth.client_secret_file",
    )
    .await;
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).expect("its mode");
    fails(
        setup,
        "secret",
        "secret has mode 644: every user",
        "Run: chmod o= ",
    )
    .await;
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).expect("its mode");
    let nobody = net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
    robot.secrets.write("secret", CLIENT.1);
    let mut line = Line(setup, format!("token_url = \"{}\"", server.url()));
    line.becomes(format!(
        "token_url = \"http://{}/token\"",
        nobody.expect("a port")
    ));
    fails(
        setup,
        "imap",
        "no connection to the token endpoint",
        "Check host and port",
    )
    .await;
    for (url, seen) in [
        (
            "http://login.club.test/token",
            "oauth.token_url \\\"http://login.club.test/token\\\": http:// is only for a server on this machine",
        ),
        ("login.club.test", "it is no address: write https://"),
        (
            "https://login.example.org/token",
            "oauth.token_url \"https://login.example.org/token\" is an example",
        ),
    ] {
        line.becomes(format!("token_url = \"{url}\""));
        fails(setup, "settings", &seen.replace("\\\"", "\""), "").await;
    }
    line.becomes(
        "token_url = \"https://login.microsoftonline.com/club.test/oauth2/v2.0/token\"".to_owned(),
    );
    setup.change("scope = \"the.scope\"", "scope = \"\"");
    fails(setup, "settings", "oauth.scope is not set", "Set it in").await;
    setup.change("scope = \"\"", "scope = \"the.scope\"\nkey_file = \"/k\"");
    fails(
        setup,
        "settings",
        "oauth.key_file is set, but nobody uses it",
        "Change it in",
    )
    .await;
    setup.change("grant = \"client_credentials\"", "grant = \"device_code\"");
    fails(
        setup,
        "settings",
        "oauth.grant \"device_code\" is none of \"command\"",
        "Change it in",
    )
    .await;
}

#[tokio::test]
async fn the_doctor_names_what_is_wrong_with_a_service_account() {
    let robot = Robot::begin("jwt", &[Act::Issue(3600)]).await;
    let (setup, server) = (&robot.setup, &robot.server);
    let data_folder = give_away_to(&robot);
    let said = doctor(setup, &["--wait", "0"]).await;
    assert!(said.passed, "{}", said.text);
    assert!(
        said.text.contains(" issued a token by jwt in "),
        "{}",
        said.text
    );
    let closed = said
        .text
        .contains("is read by root, and not by nobody, who runs the daemon");
    assert_eq!(closed, super::are_we_root(), "{data_folder}\n{}", said.text);
    server.clock_is_ahead(-600);
    let jwt =
        r#"{"error":"invalid_grant","error_description":"Invalid JWT: check your iat and exp"}"#;
    server.act(&[Act::Say("400 Bad Request", jwt.to_owned())]);
    fails(
        setup,
        "imap",
        "refuses: invalid_grant: Invalid JWT",
        " s ahead of the one of the token endpoint",
    )
    .await;
    server.clock_is_ahead(0);
    fails(
        setup,
        "imap",
        "refuses: invalid_grant: Invalid JWT",
        "Check that imap.user is a mailbox",
    )
    .await;
    robot.secrets.write(
        "account.json",
        r#"{"client_email":"a@b.test","private_key":"none","token_uri":"URL"}"#,
    );
    fails(setup, "settings", "oauth.key_file: token_uri", "").await;
    let text = format!(
        r#"{{"client_email":"a@b.test","private_key":"none","token_uri":"{}"}}"#,
        server.url()
    );
    robot.secrets.write("account.json", &text);
    fails(
        setup,
        "imap",
        "holds a private_key that is no key in PEM",
        "Name another file in oauth.key_file",
    )
    .await;
    robot.secrets.write("account.json", "{}");
    fails(
        setup,
        "settings",
        "is no key file of a service account",
        "Name another file in oauth.key_file",
    )
    .await;
    fs::remove_file(robot.secrets.file("account.json")).expect("taken away");
    fails(
        setup,
        "settings",
        "account.json cannot be read",
        "name the file that holds it",
    )
    .await;
}

/// Lets the daemon be somebody else's than root, to whom the secrets are closed.
fn give_away_to(robot: &Robot) -> String {
    let folder = robot.secrets.file("data");
    fs::create_dir_all(&folder).expect("a folder");
    let line = format!("data_folder = \"{}\"\n[server]\n", folder.display());
    robot.setup.change("[server]\n", &line);
    if super::are_we_root() {
        std::os::unix::fs::chown(&folder, Some(super::NOBODY), Some(super::NOBODY))
            .expect("given away");
    }
    folder.display().to_string()
}
