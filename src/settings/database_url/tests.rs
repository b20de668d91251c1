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
