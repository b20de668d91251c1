//! Tokens that a token endpoint issues, asked for in this process: each grant, and each way in which an answer can fail.

use super::token_server::{Act, CLIENT, TokenServer};
use crate::bed;
use crate::outgoing::until;
use crate::player;
use data_encoding::BASE64URL_NOPAD;
use penpawn::mail::imap::{Inbox, Login};
use penpawn::mail::oauth::{Client, Credential, EndpointFault, Grant, TokenEndpoint};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::Notify;

/// A folder for the secrets of one client.
pub(super) struct Secrets(pub(super) PathBuf);

impl Secrets {
    pub(super) fn new() -> Secrets {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("penpawn-secrets-{}-{number}", std::process::id());
        let secrets = Secrets(std::env::temp_dir().join(name));
        fs::create_dir_all(&secrets.0).expect("a folder");
        secrets.write("secret", &format!("{}\n", CLIENT.1));
        secrets.write("refresh", "refresh-1\n");
        secrets
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A file that is nobody else's to read.
    pub(super) fn write(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let file = self.file(name);
        fs::write(&file, text).expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("its mode");
        file
    }

    pub(super) fn refresh_token(&self) -> String {
        let text = fs::read_to_string(self.file("refresh")).expect("a refresh token");
        text.trim().to_owned()
    }

    pub(super) fn client(&self) -> Client {
        Client {
            id: CLIENT.0.to_owned(),
            secret_file: Some(self.file("secret")),
        }
    }

    pub(super) fn refreshing(&self) -> Grant {
        Grant::RefreshToken {
            client: self.client(),
            file: self.file("refresh"),
        }
    }

    /// A service account with a key of its own, whose tokens are issued there.
    pub(super) fn service_account(&self, token_uri: &str) -> PathBuf {
        let key = self.file("key.pem");
        let made = Command::new("openssl")
            .args(["genrsa", "-out"])
            .arg(&key)
            .arg("2048")
            .output();
        assert!(made.expect("openssl").status.success());
        let account = json!({
            "type": "service_account",
            "client_email": "penpawn@club.iam.test",
            "private_key_id": "key-1",
            "private_key": fs::read_to_string(&key).expect("a key"),
            "token_uri": token_uri,
        });
        self.write("account.json", &account.to_string())
    }
}

impl Drop for Secrets {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn endpoint(server: &TokenServer, grant: Grant) -> TokenEndpoint {
    let url = server.url().parse().expect("an address");
    TokenEndpoint::new(url, grant, "the.scope offline".to_owned(), None)
}

fn login_by(user: &str, endpoint: &TokenEndpoint) -> Login {
    Login {
        credential: Credential::Token(endpoint.clone().into()),
        ..player::login(user)
    }
}

async fn opens(login: &Login) {
    Inbox::open(login).await.expect("signed in").logout().await;
}

#[tokio::test]
async fn each_grant_signs_in_with_what_its_rfc_says_and_a_token_is_asked_for_once() {
    let user = player::fresh_address("token");
    let server = TokenServer::begin(&user, &[Act::Issue(3600)]).await;
    let secrets = Secrets::new();
    let client = secrets.client();
    let account = secrets.service_account(&server.url());
    for (grant, fields) in [
        (
            Grant::ClientCredentials { client },
            "client_id client_secret grant_type scope",
        ),
        (
            secrets.refreshing(),
            "client_id client_secret grant_type refresh_token scope",
        ),
        (
            Grant::Jwt {
                key_file: account,
                subject: user.clone(),
            },
            "assertion grant_type",
        ),
    ] {
        let before = server.asked().len();
        let login = login_by(&user, &endpoint(&server, grant));
        opens(&login).await;
        opens(&login).await;
        let asked = server.asked();
        assert_eq!(asked.len(), before + 1, "one token for two sessions");
        let form = asked.last().expect("a form");
        let named: Vec<&str> = form.keys().map(String::as_str).collect();
        assert_eq!(named.join(" "), fields);
        assert!(
            form.get("scope")
                .is_none_or(|scope| scope == "the.scope offline")
        );
    }
    let assertion = server.asked().last().expect("a form")["assertion"].clone();
    check_assertion(&assertion, &user, &server.url(), &secrets.0);
}

/// As Google checks it: by the public key, with another program than ours.
fn check_assertion(assertion: &str, user: &str, url: &str, folder: &Path) {
    let decoded = |part: &str| BASE64URL_NOPAD.decode(part.as_bytes()).expect("base64");
    let json = |part: &str| serde_json::from_slice::<Value>(&decoded(part)).expect("JSON");
    let parts: Vec<&str> = assertion.split('.').collect();
    let (head, claims) = (json(parts[0]), json(parts[1]));
    assert_eq!(head, json!({"alg": "RS256", "typ": "JWT", "kid": "key-1"}));
    assert_eq!(claims["iss"], "penpawn@club.iam.test");
    assert_eq!(
        (&claims["sub"], &claims["aud"]),
        (&json!(user), &json!(url))
    );
    assert_eq!(claims["scope"], "the.scope offline");
    let now = chrono::Utc::now().timestamp();
    let at = |claim: &str| claims[claim].as_i64().expect("an instant");
    assert!(
        at("iat") <= now && at("exp") > now && at("exp") - at("iat") <= 3600,
        "{claims}"
    );
    fs::write(folder.join("words"), format!("{}.{}", parts[0], parts[1])).expect("written");
    fs::write(folder.join("signature"), decoded(parts[2])).expect("written");
    let run = |words: &str| {
        let words = words.split(' ');
        let run = Command::new("openssl")
            .args(words)
            .current_dir(folder)
            .output();
        assert!(run.expect("openssl").status.success());
    };
    run("rsa -in key.pem -pubout -out public.pem");
    run("dgst -sha256 -verify public.pem -signature signature words");
}

#[tokio::test]
async fn a_token_is_renewed_before_it_ends_and_where_a_mail_server_refuses_it() {
    let user = player::fresh_address("token");
    // Good for a second, though a long life is said of it; then one that is over by half at once.
    let acts = [
        Act::IssueSaying(-60, 3600),
        Act::IssueSaying(3600, 0),
        Act::Issue(3600),
    ];
    let server = TokenServer::begin(&user, &acts).await;
    let secrets = Secrets::new();
    let login = login_by(
        &user,
        &endpoint(
            &server,
            Grant::ClientCredentials {
                client: secrets.client(),
            },
        ),
    );
    opens(&login).await;
    assert_eq!(
        server.asked().len(),
        2,
        "the refused one is not shown again"
    );
    opens(&login).await;
    assert_eq!(server.asked().len(), 3, "what has ended is not shown");
    opens(&login).await;
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test]
async fn an_answer_that_is_none_is_bounded_and_told_without_secrets() {
    let user = player::fresh_address("token");
    let server = TokenServer::begin(&user, &[Act::Hang]).await;
    let secrets = Secrets::new();
    let grant = || Grant::ClientCredentials {
        client: secrets.client(),
    };
    let limit = Duration::from_secs(5);
    let fault = endpoint(&server, grant())
        .with_limit(Duration::from_millis(300))
        .token()
        .await;
    let fault = fault.expect_err("nothing comes");
    assert!(matches!(fault, EndpointFault::Slow { .. }), "{fault:?}");
    assert!(!fault.needs_administrator());
    let echo = format!(
        r#"{{"error":"invalid_client","error_description":"no {} here\r\n"}}"#,
        CLIENT.1
    );
    let json = |text: &str| Act::Say("200 OK", text.to_owned());
    let huge = json(&format!(r#"{{"access_token":"{}"}}"#, "x".repeat(70_000)));
    let long = json(&format!(r#"{{"access_token":"{}"}}"#, "x".repeat(9_000)));
    let lasting = true;
    for (act, told, needs_administrator) in [
        (
            Act::Endless,
            "gave no whole answer: it answers more than 64 KiB",
            !lasting,
        ),
        (
            huge,
            "gave no whole answer: it answers more than 64 KiB",
            !lasting,
        ),
        (
            long,
            "its access_token is empty, too long, or no token",
            lasting,
        ),
        (json(r#"{"access_token":"a b"}"#), "or no token", lasting),
        (json(r#"{"access_token":""}"#), "or no token", lasting),
        (
            json(r#"{"token":"abc"}"#),
            "there is no access_token in it",
            lasting,
        ),
        (
            json(r#"{"access_token":"abc","token_type":"mac"}"#),
            "its token is none for a bearer",
            lasting,
        ),
        (
            json("<html>"),
            "answers with status 200 and not as a token endpoint does: that is no JSON",
            lasting,
        ),
        (json(&"[".repeat(60_000)), "that is no JSON", lasting),
        (
            Act::Say("404 Not Found", "<html>".to_owned()),
            "status 404",
            lasting,
        ),
        (
            Act::Say("404 Not Found", r#"{"error":{"code":404}}"#.to_owned()),
            "no error of OAuth",
            lasting,
        ),
        (
            Act::Say("302 Found", String::new()),
            "it leads elsewhere",
            lasting,
        ),
        (
            Act::Say("503 Service Unavailable", "down".to_owned()),
            "status 503",
            !lasting,
        ),
        (
            Act::Say("429 Too Many Requests", "later".to_owned()),
            "status 429",
            !lasting,
        ),
        (
            Act::Say(
                "400 Bad Request",
                r#"{"error":"temporarily_unavailable"}"#.to_owned(),
            ),
            "refuses: temporarily_unavailable",
            !lasting,
        ),
        (
            Act::Say("401 Unauthorized", echo),
            "refuses: invalid_client: no (secret) here",
            lasting,
        ),
    ] {
        server.act(&[act]);
        let fault = endpoint(&server, grant()).with_limit(limit).token().await;
        let fault = fault.expect_err(told);
        let words = fault.to_string();
        assert!(words.contains(told), "{told}\n{words}");
        assert_eq!(fault.needs_administrator(), needs_administrator, "{words}");
        assert!(!format!("{words}{fault:?}").contains(CLIENT.1), "{fault:?}");
    }
}

#[tokio::test]
async fn where_the_endpoint_is_down_a_token_that_is_good_still_is_shown() {
    let user = player::fresh_address("token");
    // Renewed half its life before it ends.
    let server = TokenServer::begin(&user, &[Act::IssueSaying(3600, 4)]).await;
    let secrets = Secrets::new();
    let endpoint = endpoint(
        &server,
        Grant::ClientCredentials {
            client: secrets.client(),
        },
    );
    let first = endpoint.token().await.expect("a token");
    server.act(&[Act::Say("503 Service Unavailable", String::new())]);
    let (mut shown, mut asked) = (first.expose_secret().to_owned(), 1);
    until("it has ended", async || match endpoint.token().await {
        Ok(token) => {
            shown = token.expose_secret().to_owned();
            asked = server.asked().len();
            false
        }
        Err(fault) => fault.to_string().contains("status 503"),
    })
    .await;
    assert_eq!(shown, first.expose_secret());
    assert!(asked > 1, "it was asked while the token was good");
}

#[tokio::test]
async fn what_goes_to_an_encrypted_endpoint_goes_to_the_right_one() {
    let user = player::fresh_address("token");
    let server = TokenServer::begin(&user, &[Act::Issue(3600)]).await;
    let secrets = Secrets::new();
    let at = |port: u16, ca_file: Option<PathBuf>| {
        let url = format!("https://localhost:{port}/token")
            .parse()
            .expect("an address");
        let grant = Grant::ClientCredentials {
            client: secrets.client(),
        };
        TokenEndpoint::new(url, grant, String::new(), ca_file)
    };
    let authority = || Some(bed::up().ca_file.clone());
    let port = server.encrypted("server").await;
    at(port, authority()).token().await.expect("a token");
    assert!(!server.asked()[0].contains_key("scope"));
    for (port, authority) in [
        (port, None),
        (server.encrypted("expired").await, authority()),
        (server.encrypted("wronghost").await, authority()),
    ] {
        let fault = at(port, authority).token().await.expect_err("no trust");
        assert!(matches!(fault, EndpointFault::Connect { .. }), "{fault:?}");
        assert!(fault.needs_administrator());
    }
    let plain = at(server.port, authority())
        .token()
        .await
        .expect_err("no TLS");
    assert!(matches!(plain, EndpointFault::Connect { .. }), "{plain:?}");
    assert_eq!(server.asked().len(), 1, "nobody else was shown anything");
}

/// The toy refuses a refresh token that it has replaced, as strict servers do.
#[tokio::test]
async fn a_refresh_token_that_is_replaced_is_written_and_two_processes_never_show_the_same() {
    let user = player::fresh_address("token");
    let server = TokenServer::begin(&user, &[Act::Rotate(3600)]).await;
    let secrets = Secrets::new();
    let fresh = || endpoint(&server, secrets.refreshing());
    fresh().token().await.expect("a token");
    assert_eq!(secrets.refresh_token(), server.refresh_token());
    let (one, other, third) = (fresh(), fresh(), fresh());
    let (one, other, third) = tokio::join!(one.token(), other.token(), third.token());
    one.and(other).and(third).expect("three tokens");
    assert_eq!(secrets.refresh_token(), server.refresh_token());
    assert_eq!(server.asked().len(), 4);
}

#[tokio::test]
async fn whoever_gives_up_hears_the_answer_all_the_same_and_a_crash_before_the_name_is_mended() {
    let user = player::fresh_address("token");
    let go_on = Arc::new(Notify::new());
    let server = TokenServer::begin(&user, &[Act::RotateLate(3600, Arc::clone(&go_on))]).await;
    let secrets = Secrets::new();
    let given_up = endpoint(&server, secrets.refreshing());
    tokio::select! {
        token = given_up.token() => panic!("{token:?}"),
        () = until("it was asked", async || server.asked().len() == 1) => {}
    }
    go_on.notify_one();
    until("it is written", async || {
        let written = secrets.refresh_token();
        written != "refresh-1" && written == server.refresh_token()
    })
    .await;
    // Written whole, and then the power failed.
    server.act(&[Act::Rotate(3600)]);
    secrets.write("refresh", "refresh-before\n");
    secrets.write("refresh.new", &format!("{}\n", server.refresh_token()));
    endpoint(&server, secrets.refreshing())
        .token()
        .await
        .expect("the newer one is shown");
    assert_eq!(secrets.refresh_token(), server.refresh_token());
}

#[tokio::test]
async fn a_refresh_token_that_cannot_be_written_is_kept_until_we_end_unless_somebody_writes_another()
 {
    let user = player::fresh_address("token");
    let server = TokenServer::begin(&user, &[Act::Rotate(0)]).await;
    let secrets = Secrets::new();
    let endpoint = endpoint(&server, secrets.refreshing());
    // In the way, also of root.
    let obstacle = secrets.file("refresh.new");
    fs::create_dir(&obstacle).expect("a folder");
    for _ in 0..2 {
        endpoint.token().await.expect("a token");
        assert_eq!(secrets.refresh_token(), "refresh-1");
        assert!(endpoint.issued().await.expect("a token").unsaved);
    }
    server.consent("refresh-anew");
    let fault = endpoint.token().await.expect_err("what is kept is over");
    assert!(
        matches!(fault, EndpointFault::ConsentOver { .. }),
        "{fault:?}"
    );
    assert!(fault.needs_administrator());
    secrets.write("refresh", "refresh-anew\n");
    fs::remove_dir(&obstacle).expect("taken away");
    endpoint.token().await.expect("a token");
    assert_eq!(secrets.refresh_token(), server.refresh_token());
    assert!(!endpoint.issued().await.expect("a token").unsaved);
}
