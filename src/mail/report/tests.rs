use super::*;

#[test]
fn a_delivery_status_is_read_block_by_block() {
    let mut report = Report::default();
    report.add_delivery_status(
            b"Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; bob@example.net\r\nAction: failed (sorry)\r\nStatus: 5.1.1 (no such user)\r\nDiagnostic-Code: smtp; 550 no\r\n such user\r\n\r\nFinal-Recipient: rfc822;ann@example.net\r\nAction: delayed\r\n",
        );
    assert_eq!(report.recipients.len(), 2);
    let first = &report.recipients[0];
    assert_eq!(first.address.as_deref(), Some("bob@example.net"));
    assert_eq!(first.action, Action::Failed);
    assert_eq!(first.status.as_deref(), Some("5.1.1"));
    assert_eq!(first.diagnostic.as_deref(), Some("smtp; 550 no such user"));
    assert_eq!(report.recipients[1].action, Action::Delayed);
}

#[test]
fn the_returned_mail_names_itself() {
    let mut report = Report::default();
    report.add_original(b"From: chess@example.org\nMessage-ID: <m1@id.example.org>\n\nbody");
    assert_eq!(
        report.original_message_id.as_deref(),
        Some("m1@id.example.org")
    );
}

#[test]
fn an_address_is_known_in_any_case_and_in_xtext() {
    let mut report = Report::default();
    report.add_delivery_status(
            b"Original-Recipient: rfc822;Ann+2Bchess@example.org\r\nFinal-Recipient: <a.nn@example.org>\r\nAction: Failed\r\nStatus: 5.1.1\r\n",
        );
    for ours in ["ann+chess@EXAMPLE.org", "a.nn@example.org"] {
        assert_eq!(
            report.verdict_about(ours),
            Some(Verdict::Permanent),
            "{ours}"
        );
    }
    assert_eq!(report.verdict_about("ann@example.org"), None);
}

#[test]
fn a_report_that_contradicts_itself_says_nothing() {
    let mut report = Report::default();
    report.add_delivery_status(
        b"Final-Recipient: rfc822;a@example.org\r\nAction: failed\r\nStatus: 2.0.0\r\n",
    );
    assert_eq!(
        report.verdict_about("a@example.org"),
        Some(Verdict::Unknown)
    );
}
