use super::*;

#[test]
fn no_secret_in_a_database_url_is_ever_shown() {
    for (url, wanted) in [
        ("", ""),
        ("postgres:///chess?host=/run", "postgres:///chess?host=/run"),
        ("postgres://chess@db/chess", "postgres://chess@db/chess"),
        (
            "postgres://chess:s3cret@db.example.org/chess",
            "postgres://chess:…@db.example.org/chess",
        ),
        (
            "postgres://chess:s3:cr@t@db.example.org/chess",
            "postgres://chess:…@db.example.org/chess",
        ),
        (
            "postgres://chess:s3,cr@t@one:5432,two:5433/chess",
            "postgres://chess:…@one:5432,two:5433/chess",
        ),
        ("postgres://chess:s3@one:5432,s3:x/chess", "…"),
        (
            "postgresql://chess@db/chess?password=s3cret&sslmode=verify-full",
            "postgresql://chess@db/chess?password=…&sslmode=verify-full",
        ),
        (
            "postgres:///chess?PASSWORD=s3cret",
            "postgres:///chess?PASSWORD=…",
        ),
        ("postgres:///chess?%70assword=s3cret", "postgres:///chess?…"),
        (
            "postgres:///chess?sslpassword=s3cret",
            "postgres:///chess?sslpassword=…",
        ),
        (
            "postgres:///chess?passfile=/s3cret",
            "postgres:///chess?passfile=…",
        ),
        (
            "postgres:///chess?options=-c%20app.key=s3cret",
            "postgres:///chess?options=…",
        ),
        (
            "postgres:///chess?options[app.key]=s3cret",
            "postgres:///chess?options[app.key]=…",
        ),
        ("postgres:///chess?s3cret", "postgres:///chess?…"),
        ("postgres:///chess?password=s3@cret", "…"),
        ("postgres:///chess?user=a&password=s3cret#x", "…"),
        ("postgres://chess:s3?cret@db/chess", "…"),
        ("postgres://chess:s3#cret@db/chess", "…"),
        ("postgres://chess:s3cret", "…"),
        ("host=db password=s3cret", "…"),
        ("mysql://chess:s3cret@db/chess", "…"),
        ("s3cret", "…"),
    ] {
        assert_eq!(shown(url), wanted, "{url}");
        assert!(!shown(url).contains("s3"), "{url}");
        assert_eq!(holds_password(url), shown(url) != url);
        if let Err(fault) = connect_options(url, "database.url") {
            assert!(!format!("{fault:#}").contains("s3"), "{fault:#}");
        }
    }
}

#[test]
fn a_parameter_that_nobody_reads_is_refused_without_its_value() {
    for url in [
        "postgres:///chess?sslpassword=x",
        "postgres:///chess?passwort=x",
    ] {
        let fault = connect_options(url, "database.url")
            .unwrap_err()
            .to_string();
        assert!(fault.starts_with("database.url: a parameter"), "{fault}");
    }
    for url in [
        "postgres://chess:x@db/chess?sslmode=verify-full&sslrootcert=/ca.pem",
        "postgres:///chess?host=/run&password=x&options[search_path]=chess",
    ] {
        assert!(connect_options(url, "database.url").is_ok(), "{url}");
    }
}

#[test]
fn a_url_may_name_several_servers() {
    let url = "postgres://chess:a,b@one:5433,[::1],three/games?sslmode=require";
    let servers = connect_options(url, "database.url").unwrap();
    let places: Vec<String> = servers
        .iter()
        .map(|one| format!("{}:{}", one.get_host(), one.get_port()))
        .collect();
    assert_eq!(places, ["one:5433", "[::1]:5432", "three:5432"]);
    assert!(servers.iter().all(|one| one.get_username() == "chess"
        && one.get_database() == Some("games")
        && matches!(one.get_ssl_mode(), PgSslMode::Require)));
    let variables = variables(url, "database.url").unwrap();
    for wanted in [
        ("PGHOST", "one,[::1],three"),
        ("PGPORT", "5433,5432,5432"),
        ("PGPASSWORD", "a,b"),
        ("PGTARGETSESSIONATTRS", "read-write"),
        ("PGCONNECT_TIMEOUT", "5"),
    ] {
        assert!(
            variables
                .iter()
                .any(|(name, value)| (*name, value.as_str()) == wanted),
            "{wanted:?}: {variables:?}"
        );
    }
    let fault = connect_options("postgres:///games?host=one,two", "database.url").unwrap_err();
    assert!(fault.to_string().contains("before the name"), "{fault}");
}
