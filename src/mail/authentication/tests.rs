use super::*;
use crate::mail::read::read;

fn verdict(headers: &str) -> Dmarc {
    let raw = format!("{headers}\nTo: chess@example.org\n\ne4\n").replace('\n', "\r\n");
    let mail = read(raw.as_bytes()).unwrap();
    dmarc(
        &mail,
        &["mx.example.org".to_owned(), "mx.google.com".to_owned()],
    )
}

fn pass(id: &str) -> Dmarc {
    Dmarc::Pass(id.to_owned())
}

/// One field, for a mail from ann@club.example.
#[test]
fn the_grammar_of_the_field() {
    let ours = || pass("mx.example.org");
    let table = [
        (
            "mx.example.org; dmarc=pass header.from=club.example",
            ours(),
        ),
        // letter case, of the method, the result, the domain
        (
            "mx.example.org; DMARC=Pass header.From=Club.Example",
            ours(),
        ),
        // comments, blanks, folds
        (
            "mx.example.org; (e (c\\) d)) dmarc (f) / 1 = (g) pass (p=none) header (h) . from (i) = (j) club.example (k)",
            ours(),
        ),
        (
            "mx.example.org;\n\tspf=pass smtp.mailfrom=ann@club.example;\n dmarc=pass\n header.from=club.example",
            ours(),
        ),
        // quoted values
        (
            "mx.example.org; dmarc=pass reason=\"a; dmarc=fail\" header.from=\"club.example\"",
            ours(),
        ),
        (
            "mx.example.org; spf=pass smtp.mailfrom=\"a; b\"@club.example; dmarc=pass header.from=club.example;",
            ours(),
        ),
        // as Gmail writes
        (
            "mx.google.com;\n dkim=pass header.i=@club.example header.s=2023 header.b=AbC+/d==;\n spf=pass (google.com: domain of ann@club.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@club.example;\n dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=club.example",
            pass("mx.google.com"),
        ),
        // as OpenDMARC and rspamd write
        (
            "mx.example.org; dmarc=pass (p=none dis=none) header.from=club.example",
            ours(),
        ),
        (
            "mx.example.org;\n\tdkim=pass header.d=club.example header.s=k header.b=xyz;\n\tdmarc=pass (policy=none) header.from=club.example",
            ours(),
        ),
        // fail, from whatever is written beside it
        (
            "mx.example.org; dmarc=fail header.from=club.example",
            Dmarc::Fail,
        ),
        (
            "mx.example.org; dmarc=pass header.from=club.example; dmarc=fail",
            Dmarc::Fail,
        ),
        ("mx.example.org; dmarc=fail; spf", Dmarc::Fail),
        // no verdict
        ("mx.example.org; none", Dmarc::Unknown),
        ("mx.example.org", Dmarc::Unknown),
        ("", Dmarc::Unknown),
        (
            "mx.example.org; dmarc=none header.from=club.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; dmarc=bestguesspass header.from=club.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; dmarc=temperror header.from=club.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; spf=pass smtp.mailfrom=club.example; dkim=pass header.d=club.example",
            Dmarc::Unknown,
        ),
        // a pass for another domain, or for none
        (
            "mx.example.org; dmarc=pass header.from=evil.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; dmarc=pass header.from=sub.club.example",
            Dmarc::Unknown,
        ),
        ("mx.example.org; dmarc=pass", Dmarc::Unknown),
        (
            "mx.example.org; dmarc=pass header.from=club.example header.from=evil.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; dmarc=pass header.from=club.example; dmarc=none",
            Dmarc::Unknown,
        ),
        // another's
        (
            "mx.evil.example; dmarc=pass header.from=club.example",
            Dmarc::Unknown,
        ),
        (
            "evil.mx.example.org; dmarc=pass header.from=club.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org.evil.example; dmarc=pass header.from=club.example",
            Dmarc::Unknown,
        ),
        (
            "mx.evil.example (mx.example.org); dmarc=pass header.from=club.example",
            Dmarc::Unknown,
        ),
        // words that a sender could smuggle in
        (
            "mx.example.org; spf=fail smtp.mailfrom=\"; dmarc=pass header.from=club.example\"@evil.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; spf=fail (; dmarc=pass header.from=club.example) smtp.mailfrom=evil.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; spf=fail smtp.mailfrom==?utf-8?q?;_dmarc=3Dpass_header.from=3Dclub.example?=",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; dmarc=pass header.from=club.example (no end",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; dmarc=pass header.from=\"club.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; spf; dmarc=pass header.from=club.example",
            Dmarc::Unknown,
        ),
        // blanks of Unicode are none
        (
            "mx.example.org; dmarc=pass\u{A0}header.from=club.example",
            Dmarc::Unknown,
        ),
        (
            "mx.example.org; dmarc=pass header.from=\u{3000}club.example",
            Dmarc::Unknown,
        ),
        // as Exchange Online writes: there is no authserv-id
        (
            "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=club.example; dkim=pass (signature was verified) header.d=club.example;dmarc=pass action=none header.from=club.example;compauth=pass reason=100",
            Dmarc::Unknown,
        ),
        ("dmarc=pass header.from=club.example", Dmarc::Unknown),
    ];
    for (value, expected) in table {
        let headers = format!("Authentication-Results: {value}\nFrom: Ann <ann@club.example>");
        assert_eq!(verdict(&headers), expected, "{value}");
    }
}

/// A border writes its name in one way; whoever writes it in another one hopes that the border has not known it again.
#[test]
fn an_id_in_another_spelling_betrays_a_forger() {
    let spellings = [
        "MX.Example.ORG",
        "\"mx.example.org\"",
        "\"mx\\.example.org\"",
        "(x) mx.example.org",
        "mx.example.org (x)",
        "(a) mx.example.org (b (c\\) d)) 1 ",
        "mx.example.org 1",
        "mx.example.org 2",
        "mx.example.org ",
        "mx.example.org.",
        " mx.example.org",
        "\tmx.example.org",
        "\n \n mx.example.org",
        "\u{A0}mx.example.org",
        "\u{3000}mx.example.org",
        "\u{2003}mx.example.org",
        "\u{B}mx.example.org",
        "mx.example.org\u{A0}",
        "mx.ex\u{AD}ample.org",
        "mx.ex\u{200B}ample.org",
        "mx\u{3002}example.org",
        "mx.example.o\u{FF52}g",
        "=?utf-8?q?mx.example.org?=",
    ];
    let from = "From: ann@club.example";
    let words = "dmarc=pass header.from=club.example";
    let real = "Authentication-Results: mx.example.org; dmarc=pass header.from=club.example";
    let none = "Authentication-Results: mx.example.org; none";
    let fail = "Authentication-Results: mx.example.org; dmarc=fail";
    let hop = "Received: from a by b; Sat, 21 Nov 2026 12:00:00 +0000";
    for id in spellings {
        let field = format!("Authentication-Results: {id}; {words}");
        for (what, headers, wanted) in [
            ("alone", format!("{field}\n{from}"), Dmarc::Disguised),
            ("below", format!("{from}\n{field}"), Dmarc::Disguised),
            (
                "below ours",
                format!("{none}\n{field}\n{from}"),
                Dmarc::Disguised,
            ),
            (
                "with a true one",
                format!("{real}\n{hop}\n{from}\n{field}"),
                Dmarc::Disguised,
            ),
            (
                "a fail stays one",
                format!("{fail}\n{hop}\n{field}\n{from}"),
                Dmarc::Fail,
            ),
        ] {
            // A line of blanks is the end of the block to some programs, and nothing below it is believed.
            assert_eq!(verdict(&headers), wanted, "{id:?} {what}");
        }
    }
    for (what, id) in [
        ("a longer one", "mx.example.org.evil.example"),
        ("without an end", "(mx.example.org"),
        ("another's", "mx.elsewhere.example"),
    ] {
        let headers = format!("{real}\n{hop}\n{from}\nAuthentication-Results: {id}; {words}");
        assert_eq!(verdict(&headers), pass("mx.example.org"), "{what}");
    }
}

#[test]
fn what_the_doctor_forges_is_believed_or_betrays_a_forger() {
    let forged = |spelling: &str| {
        let head = spelling
            .replace("{id}", "mx.example.org")
            .replace("{ID}", "MX.EXAMPLE.ORG")
            .replace("\r\n", "\n");
        verdict(&format!(
            "{head} dmarc=pass header.from=club.example\nFrom: ann@club.example"
        ))
    };
    for spelling in BELIEVED_SPELLINGS {
        assert_eq!(forged(spelling), pass("mx.example.org"), "{spelling:?}");
    }
    for spelling in DISGUISED_SPELLINGS {
        assert_eq!(forged(spelling), Dmarc::Disguised, "{spelling:?}");
    }
}

/// In the settings stands what the border writes, whatever that is.
#[test]
fn the_id_is_believed_as_the_settings_name_it() {
    let said = |id: &str, ours: &str| {
        let raw = format!(
            "Authentication-Results: {id}; dmarc=pass header.from=club.example\r\nFrom: ann@club.example\r\n\r\ne4"
        );
        dmarc(&read(raw.as_bytes()).unwrap(), &[ours.to_owned()])
    };
    for id in [
        "Mx.Example.org",
        "mx.example.org 1",
        "mx.example.org (milter)",
    ] {
        assert_eq!(said(id, id), pass(&id.to_lowercase()), "{id}");
        assert_eq!(said("mx.example.org", id), Dmarc::Disguised, "{id}");
    }
}

#[test]
fn where_the_field_stands() {
    let real = "Authentication-Results: mx.example.org; dmarc=none header.from=club.example";
    let fail = "Authentication-Results: mx.example.org; dmarc=fail header.from=club.example";
    let good = "Authentication-Results: mx.example.org; dmarc=pass header.from=club.example";
    let dkim = "Authentication-Results: mx.example.org; dkim=none";
    let other = "Authentication-Results: mx.elsewhere.example; dmarc=pass header.from=club.example";
    let hop = "Received: from a by b; Sat, 21 Nov 2026 12:00:00 +0000";
    let from = "From: ann@club.example";
    let ours = || pass("mx.example.org");
    let empty = "Authentication-Results:";
    let table: [(&str, &[&str], Dmarc); 18] = [
        ("Exim", &[good, hop, from], ours()),
        ("Postfix", &[hop, good, hop, from], ours()),
        (
            "rspamd",
            &[hop, hop, good, "DKIM-Signature: v=1", from],
            ours(),
        ),
        ("two fields of ours", &[hop, dkim, good, hop, from], ours()),
        (
            "Gmail",
            &[
                "Delivered-To: chess@example.org",
                hop,
                "X-Received: by x",
                "ARC-Authentication-Results: i=1; mx.google.com; dmarc=fail",
                "Return-Path: <ann@club.example>",
                hop,
                "Received-SPF: pass",
                good,
                from,
            ],
            ours(),
        ),
        (
            "a real fail above a forged pass",
            &[fail, hop, good, from],
            Dmarc::Fail,
        ),
        (
            "a real fail beside a forged pass",
            &[hop, fail, good, from],
            Dmarc::Fail,
        ),
        (
            "a forged pass above in the block does not hide the fail",
            &[hop, good, fail, from],
            Dmarc::Fail,
        ),
        (
            "a real none beside a forged pass",
            &[hop, real, good, from],
            Dmarc::Unknown,
        ),
        (
            "a real none above a forged pass",
            &[real, hop, good, from],
            Dmarc::Unknown,
        ),
        (
            "only the first block",
            &[other, hop, good, from],
            Dmarc::Unknown,
        ),
        (
            "below another server's field",
            &[hop, other, good, from],
            Dmarc::Unknown,
        ),
        (
            "below an empty field",
            &[hop, empty, good, from],
            Dmarc::Unknown,
        ),
        (
            "another server's field below",
            &[hop, good, other, from],
            ours(),
        ),
        (
            "below the sender's fields",
            &[hop, from, good],
            Dmarc::Unknown,
        ),
        (
            "two Froms",
            &[good, from, "From: eve@evil.example"],
            Dmarc::Unknown,
        ),
        (
            "two mailboxes in From",
            &[good, "From: ann@club.example, eve@evil.example"],
            Dmarc::Unknown,
        ),
        (
            "a malformed field of ours beside it",
            &[good, "Authentication-Results: mx.example.org; dkim=", from],
            Dmarc::Unknown,
        ),
    ];
    for (name, fields, expected) in table {
        assert_eq!(verdict(&fields.join("\n")), expected, "{name}");
    }
}

/// A border takes forged fields away by their name, and does not find these.
#[test]
fn a_field_that_a_border_may_have_missed_proves_nothing() {
    let good = "mx.example.org; dmarc=pass header.from=club.example";
    let from = "From: ann@club.example";
    for (what, headers) in [
        (
            "a fold before the colon",
            format!("Authentication-Results\n : {good}\n{from}"),
        ),
        (
            "a blank before the colon",
            format!("Authentication-Results : {good}\n{from}"),
        ),
        (
            "a tab before the colon",
            format!("{from}\nAuthentication-Results\t: {good}"),
        ),
        (
            "a blank before the name",
            format!(" Authentication-Results: {good}\n{from}"),
        ),
        (
            "below a line that is no field",
            format!("{from}\nrubbish\nAuthentication-Results: {good}"),
        ),
        (
            "below a line of blanks",
            format!("{from}\n \nAuthentication-Results: {good}"),
        ),
        (
            "below a bare CR",
            format!("X: \ra\nAuthentication-Results: {good}\n{from}"),
        ),
        (
            "encoded",
            format!("=?us-ascii?q?Authentication-Results?=: {good}\n{from}"),
        ),
        (
            "with a comment",
            format!("Authentication-Results (a): {good}\n{from}"),
        ),
        (
            "with a NUL",
            format!("Authentication-Results\0: {good}\n{from}"),
        ),
    ] {
        assert_eq!(verdict(&headers), Dmarc::Unknown, "{what}");
        // What begins with a blank belongs to the field above it.
        let real = format!("Authentication-Results: {good}\nX: y\n");
        assert_eq!(
            verdict(&format!("{real}{headers}")),
            pass("mx.example.org"),
            "{what}"
        );
    }
    let odd = format!("aUTHENTICATION-rESULTS: {good}\n{from}");
    assert_eq!(verdict(&odd), Dmarc::Unknown);
}

#[test]
fn a_field_that_was_cut_proves_nothing() {
    let long = format!(
        "Authentication-Results: mx.example.org; dmarc=pass header.from=club.example; spf=pass reason={}\nFrom: ann@club.example",
        "x".repeat(9_000)
    );
    assert_eq!(verdict(&long), Dmarc::Unknown);
}

#[test]
fn an_international_domain_is_one_in_both_spellings() {
    assert_eq!(
        verdict(
            "Authentication-Results: mx.example.org; dmarc=pass header.from=xn--bcher-kva.example\nFrom: ann@bücher.example"
        ),
        pass("mx.example.org")
    );
}

#[test]
fn without_an_id_of_ours_nothing_is_believed() {
    let raw = b"Authentication-Results: mx.example.org; dmarc=pass header.from=club.example\r\nFrom: ann@club.example\r\n\r\ne4";
    assert_eq!(dmarc(&read(raw).unwrap(), &[]), Dmarc::Unknown);
}
