//! Addresses: by what two spellings are known to be one, and how one is written so that any server takes it.

/// The key by which an address is found: the local part in lower case, the domain as A-labels in lower case
/// (RFC 5890 2.3.2.1).
///
/// RFC 5321 2.4 lets a local part depend on case, and no provider makes use of it; people write theirs as it comes. Dots
/// and plus forms are not folded: whether `a.nn` and `ann` are one person is known to their provider alone.
pub fn key(address: &str) -> String {
    match address.trim().rsplit_once('@') {
        Some((local, domain)) => format!("{}@{}", local.to_lowercase(), domain_key(domain)),
        None => address.trim().to_lowercase(),
    }
}

/// Whether a local part beyond ASCII has the key of one within ASCII. In lower case the sign of the kelvin, U+212A, is a
/// plain k: who has such an address is somebody else than who writes it with a k, and mail to them goes to two mailboxes.
pub fn poses_as_ascii(address: &str) -> bool {
    let local = |text: &str| {
        text.rsplit_once('@')
            .map_or(text.is_ascii(), |(local, _)| local.is_ascii())
    };
    !local(address) && local(&key(address))
}

/// A domain as A-labels in lower case. What is no domain by the rules (RFC 5891), `my_host`, is only made lower case.
pub fn domain_key(domain: &str) -> String {
    idna::domain_to_ascii(domain)
        .ok()
        .filter(|ascii| !ascii.is_empty())
        .unwrap_or_else(|| domain.to_lowercase())
}

/// The address as mail is sent to it: the local part as it was written, a domain beyond ASCII as A-labels, so that only a
/// local part beyond ASCII needs a relay with SMTPUTF8 (RFC 6531).
pub fn deliverable(address: &str) -> String {
    match address.trim().rsplit_once('@') {
        Some((local, domain)) if !domain.is_ascii() => format!("{local}@{}", domain_key(domain)),
        Some(_) | None => address.trim().to_owned(),
    }
}

/// The key under which mails to an address are counted: without a plus form, and at Gmail without dots, since all of
/// these are one mailbox there. For counting alone; they are different addresses in all else.
pub fn counting_key(address: &str) -> String {
    let key = key(address);
    let Some((local, domain)) = key.rsplit_once('@') else {
        return key;
    };
    let base = local.split_once('+').map_or(local, |(base, _)| base);
    if matches!(domain, "gmail.com" | "googlemail.com") {
        format!("{}@gmail.com", base.replace('.', ""))
    } else {
        format!("{base}@{domain}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hazard_27_what_is_one_mailbox_is_counted_as_one() {
        for spelling in [
            "a.nn+x@gmail.com",
            "Ann@GoogleMail.com",
            "ann+y+z@gmail.com",
        ] {
            assert_eq!(counting_key(spelling), "ann@gmail.com", "{spelling}");
        }
        assert_eq!(counting_key("a.nn+x@example.org"), "a.nn@example.org");
    }

    #[test]
    fn hazard_26_case_makes_no_other_address() {
        assert_eq!(key("Ann@X.Example.ORG"), "ann@x.example.org");
        assert_eq!(deliverable("Ann@X.Example.ORG"), "Ann@X.Example.ORG");
    }

    #[test]
    fn hazard_28_a_letter_that_folds_into_another_one_is_no_k() {
        assert!(poses_as_ascii("\u{212a}ate@example.org"));
        for honest in [
            "Kate@example.org",
            "Müller@example.org",
            "ann@bücher.example",
            "nobody",
        ] {
            assert!(!poses_as_ascii(honest), "{honest}");
        }
    }

    #[test]
    fn hazard_27_dots_and_plus_forms_are_other_addresses() {
        assert_ne!(key("a.nn@example.org"), key("ann@example.org"));
        assert_ne!(key("ann+chess@example.org"), key("ann@example.org"));
    }

    #[test]
    fn hazard_28_a_domain_is_known_and_sent_to_by_its_a_labels() {
        for spelling in [
            "Ann@Bücher.example",
            "ann@xn--bcher-kva.example",
            "ANN@BÜCHER.EXAMPLE",
        ] {
            assert_eq!(key(spelling), "ann@xn--bcher-kva.example", "{spelling}");
        }
        assert_eq!(
            deliverable("Ann@Bücher.example"),
            "Ann@xn--bcher-kva.example"
        );
        assert_eq!(deliverable("müller@example.org"), "müller@example.org");
        assert_eq!(key("x@my_host"), "x@my_host");
        assert_eq!(key("nobody"), "nobody");
    }
}
