use super::*;

#[test]
fn the_commented_example_is_a_valid_setting() {
    let settings = load(&[]).unwrap();
    assert_eq!(settings.imap.port, 993);
    assert_eq!(
        settings.login().unwrap_err().to_string(),
        "imap.host is not set"
    );
}

#[test]
fn what_is_shown_can_be_read_again() {
    let settings = load(&[]).unwrap();
    let shown = settings.shown().unwrap();
    assert_eq!(load(&[&shown]).unwrap().shown().unwrap(), shown);
}

#[test]
fn an_unknown_key_is_refused_and_named() {
    let fault = load(&["[imap]\nhots = \"x\""]).unwrap_err().to_string();
    assert!(fault.contains("hots"), "{fault}");
}

#[test]
fn further_addresses_are_addresses() {
    let server = |further: &str| {
        let file =
            format!("[server]\naddress = \"chess@example.org\"\nfurther_addresses = [{further}]");
        load(&[&file]).unwrap().server()
    };
    assert!(
        server("\"Schach@Example.net\"")
            .unwrap()
            .owns("schach@example.net")
    );
    let fault = server("\"nobody\"").unwrap_err().to_string();
    assert!(fault.contains("server.further_addresses"), "{fault}");
}

#[test]
fn the_pages_stand_at_the_root_of_a_host() {
    for (written, begins) in [
        ("", Some("")),
        (
            " https://chess.club.example ",
            Some("https://chess.club.example/"),
        ),
        ("http://[::1]:8077/", Some("http://[::1]:8077/")),
        ("https://club.example/chess/", None),
        ("https://club.example?a", None),
        ("javascript:alert(1)", None),
        ("ftp://club.example", None),
        ("https://a@club.example", None),
        ("https://", None),
        ("club.example", None),
    ] {
        let settings = load(&[&format!("[web]\naddress = \"{written}\"")]).unwrap();
        let read = settings.web_address().ok();
        assert_eq!(read.as_deref(), begins, "{written}");
    }
}

#[test]
fn a_house_at_an_address_is_that_of_the_built_in_settings() {
    let file = "[server]\naddress = \"chess@example.org\"";
    let server = load(&[file]).unwrap().server().unwrap();
    assert_eq!(server, Server::at("chess@example.org"));
}

fn load(files: &[&str]) -> Result<Settings, config::ConfigError> {
    let mut builder = Config::builder().add_source(built_in());
    for file in files {
        builder = builder.add_source(File::from_str(file, FileFormat::Toml));
    }
    builder.build()?.try_deserialize()
}
