use super::super::Verdict;
use super::*;

fn mail() -> &'static str {
    r#""mail":{"timestamp":"2026-11-21T10:00:00.000Z","source":"chess+b.nonce@chess.test","messageId":"0100","destination":["ann@players.test"],"headersTruncated":false,"headers":[{"name":"From","value":"chess@chess.test"},{"name":"Message-ID","value":"<t.1@penpawn.chess.test>"}],"commonHeaders":{"subject":"Chess"}}"#
}

fn bounce(kind: &str, sub: &str, recipient: &str) -> String {
    format!(
        r#"{{"notificationType":"Bounce","bounce":{{"bounceType":"{kind}","bounceSubType":"{sub}","bouncedRecipients":[{recipient}],"feedbackId":"f"}},{}}}"#,
        mail()
    )
}

#[test]
fn a_bounce_names_its_letter_its_recipient_and_its_verdict() {
    let plain = r#"{"emailAddress":"ann@players.test"}"#;
    let full = r#"{"emailAddress":"ann@players.test","action":"failed","status":"5.1.1","diagnosticCode":"smtp; 550 5.1.1 user unknown"}"#;
    let unwanted = r#"{"emailAddress":"ann@players.test","status":"5.7.1","diagnosticCode":"smtp; 550 5.7.1 no"}"#;
    for (kind, sub, recipient, verdict) in [
        ("Permanent", "General", full, Verdict::Permanent),
        ("Permanent", "General", plain, Verdict::Permanent),
        (
            "Permanent",
            "OnAccountSuppressionList",
            plain,
            Verdict::Permanent,
        ),
        ("Permanent", "General", unwanted, Verdict::Refused),
        ("Transient", "General", plain, Verdict::Temporary),
        ("Transient", "MailboxFull", plain, Verdict::Temporary),
        ("Transient", "MessageTooLarge", plain, Verdict::Refused),
        ("Transient", "ContentRejected", plain, Verdict::Refused),
        ("Undetermined", "Undetermined", plain, Verdict::Unknown),
        ("Permanent", "General", "", Verdict::Permanent),
    ] {
        let json = bounce(kind, sub, recipient);
        let wrapped = format!(
            "{{\"Type\":\"Notification\",\"Message\":{}}}\n\n--\nIf you wish to stop",
            serde_json::Value::from(json.clone())
        );
        for text in [
            json.clone(),
            json.replace("notificationType", "eventType"),
            wrapped,
        ] {
            let report = read_notification(&text).expect(&text);
            assert_eq!(
                report.verdict_about("ann@players.test"),
                Some(verdict),
                "{text}"
            );
            assert_eq!(
                report.original_message_id.as_deref(),
                Some("t.1@penpawn.chess.test")
            );
            assert_eq!(
                report.original_sender.as_deref(),
                Some("chess+b.nonce@chess.test")
            );
        }
    }
}

#[test]
fn complaints_delays_and_deliveries_are_what_they_say() {
    let json = |body: &str| format!("{{{body},{}}}", mail());
    let complaint = json(
        r#""notificationType":"Complaint","complaint":{"complainedRecipients":[{"emailAddress":"ann@players.test"}]}"#,
    );
    let report = read_notification(&complaint).expect("a complaint");
    assert_eq!(
        (report.kind.as_str(), report.feedback_type.as_deref()),
        ("feedback-report", Some("abuse"))
    );
    let kind = complaint.replace(
        r#""complaint":{"#,
        r#""complaint":{"complaintFeedbackType":"not-spam","#,
    );
    assert_eq!(
        read_notification(&kind)
            .expect("feedback")
            .feedback_type
            .as_deref(),
        Some("not-spam")
    );
    for (body, verdict) in [
        (
            r#""eventType":"DeliveryDelay","deliveryDelay":{"delayedRecipients":[{"emailAddress":"ann@players.test"}]}"#,
            Verdict::Delayed,
        ),
        (
            r#""eventType":"Delivery","delivery":{"recipients":["ann@players.test"]}"#,
            Verdict::Delivered,
        ),
    ] {
        let report = read_notification(&json(body)).expect(body);
        assert_eq!(report.verdict_about("ann@players.test"), Some(verdict));
    }
}

#[test]
fn other_json_and_other_words_are_no_report() {
    let deep = format!("{{\"notificationType\":{}", "[".repeat(100_000));
    for text in [
        "",
        "Nf3",
        "{",
        "{}",
        "{\"notificationType\":\"Bounce\"}",
        "{\"Type\":\"SubscriptionConfirmation\",\"Message\":\"You have chosen\"}",
        "{\"eventType\":\"Open\",\"mail\":{}}",
        "a {\"notificationType\":\"Bounce\",\"bounce\":{}}",
        deep.as_str(),
    ] {
        assert_eq!(read_notification(text), None, "{text}");
    }
}

#[test]
fn a_mail_that_hotmail_sends_back_is_known_by_its_field() {
    assert!(is_complaint_of_hotmail(
        b"x-hmxmroriginalrecipient: <ann@players.test>\r\nFrom: chess@chess.test\r\n\r\nbody"
    ));
    assert!(!is_complaint_of_hotmail(
        b"From: chess@chess.test\r\n\r\nX-HmXmrOriginalRecipient: <ann@players.test>"
    ));
}
