use super::super::read::read;
use super::*;

fn with(fields: &str) -> Incoming {
    let raw = format!("From: a@example.org\r\n{fields}\r\n\r\nHello\r\n");
    read(raw.as_bytes()).unwrap()
}

#[test]
fn what_servers_say_is_heard() {
    for against in [
        "X-Spam-Flag: YES",
        "X-Spam-Status: Yes, score=9.1 required=5.0",
        "X-Spam: yes",
        "Subject: [SPAM] play chess",
        "Subject: ***SPAM*** chess",
        "Authentication-Results: mx.example; dmarc=fail (p=none) header.from=x.org",
        "Authentication-Results: mx.example;\r\n spf=softfail smtp.mailfrom=x.org; dkim=none",
        "Authentication-Results: mx.example; spf=fail smtp.mailfrom=x.org; dkim=pass header.d=x.org",
        "Authentication-Results: mx.example; spf=pass smtp.mailfrom=x.org; dkim=fail header.d=example.org",
    ] {
        assert!(is_spoken_against(&with(against)), "{against}");
    }
    for nothing in [
        "X-Spam-Flag: NO",
        "X-Spam-Status: No, score=-1",
        "Subject: How do I play?",
        "Authentication-Results: mx.example; dmarc=pass; spf=pass",
        "Authentication-Results: mx.example; spf=fail smtp.mailfrom=list.example; dkim=pass header.d=example.org",
        "Authentication-Results: mx.example; spf=softfail; dkim=fail; dmarc=pass header.from=example.org",
    ] {
        assert!(!is_spoken_against(&with(nothing)), "{nothing}");
    }
}

#[test]
fn bulk_is_known() {
    let many = ["x@example.org"; 11].join(", ");
    for bulk in [format!("To: {many}").as_str(), "X-Campaign: 7"] {
        assert!(is_bulk(&with(bulk)), "{bulk}");
    }
    assert!(!is_bulk(&with("To: x@example.org, y@example.org")));
}

#[test]
fn links_and_files_are_seen() {
    assert!(!has_link(&with("Content-Type: text/html")));
    let linked =
        "From: a@example.org\r\nContent-Type: text/html\r\n\r\n<p>chess <a href=x>here</a></p>";
    assert!(has_link(&read(linked.as_bytes()).unwrap()));
    let address = "From: a@example.org\r\nContent-Type: text/html\r\n\r\n<p>chess with <a href='mailto:b@x.org'>b@x.org</a></p>";
    assert!(!has_link(&read(address.as_bytes()).unwrap()));
    let plain = "From: a@example.org\r\n\r\nsee https://x.example\r\n";
    assert!(has_link(&read(plain.as_bytes()).unwrap()));
    let file = "From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
                    --b\r\n\r\nHello\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\nx\r\n--b--\r\n";
    assert!(has_file(&read(file.as_bytes()).unwrap()));
    assert!(!has_file(&with("Subject: x")));
}
