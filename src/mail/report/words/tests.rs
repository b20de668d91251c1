use super::*;

/// What servers write about addresses that are no more, in their words.
const DEAD: &str = "\
        Delivery to the following recipients failed permanently:
        Delivery to the following recipient failed permanently:
        Did not reach the following recipient: ann@example.org
        did not reach the following recipient(s): ann@example.org on Fri, 20 Jul 2001: The recipient name is not recognized
        User ann (ann@example.org) not listed in Domino Directory
        User ann (ann@example.org) not listed in public Name & Address Book
        We're writing to let you know that the group you tried to contact (club) may not exist, or you may not have permission to post messages to the group.
        Invalid final delivery userid: ann@example.org
        undeliverable to ann@example.org
        Delivery failed 20 attempts: ann@example.org
        Your message has encountered delivery problems to local user ann. User not known
        This email address is wrong or no longer valid.
        The following recipients did not receive this message: <ann@example.org>
        The following recipients did not receive your message:
        The following addresses did NOT receive a copy of your message:
        Does not have a final email delivery point, please contact this person by alternate means.
        failed because it has not been collected after 30 days
        The address ann@example.org did not exactly match an address here.
        ann    No matches to nameserver query
        Routing: Could not find a gateway for ann@example.org
        The attached message had PERMANENT fatal delivery errors!
        Delivery Status Notification (Failure)
        Votre message n'a pas pu etre delivre a ann@example.org
        Your message could not be delivered to ann@example.org
        The following mail has been returned because it encountered an error while being processed.
        554 delivery error: dd This user doesn't have an example.org account (ann@example.org)
        550 Account closed due to inactivity
        This account has been closed. Ann no longer on server
        Ann is no longer with the company.
        554 Not known here
        Mailbox has been disabled for that user
        Die E-Mail konnte nicht zugestellt werden: Empfänger ist unbekannt
        Le message n'a pas pu être délivré: utilisateur inconnu
        No se ha podido entregar el mensaje: usuario desconocido
        Non è stato possibile recapitare il messaggio: utente sconosciuto
        Het bericht kon niet worden bezorgd: onbekende gebruiker
        Name service error for domain example.org: Host
            not found, try again
        This message was created automatically (Exim 4.94.2). A message that you sent could not be delivered.
        Undeliverable: RELEASED Mailman 2.0.12. It did not reach the following recipient(s)
        Sorry, we were unable to deliver your message to the following address.";

#[test]
fn what_servers_write_of_dead_addresses_is_permanent() {
    let broken = DEAD.replace("Host\n            not", "Host not");
    assert!(broken.lines().count() >= 30);
    for line in broken.lines() {
        assert_eq!(verdict(line), Verdict::Permanent, "{line}");
        let folded = line.replace(' ', "\n");
        assert_eq!(verdict(&folded), Verdict::Permanent, "{folded}");
    }
}

#[test]
fn words_about_a_mailbox_a_sender_or_a_delay_outweigh_that_a_mail_was_given_up() {
    let given_up =
        "Your message could not be delivered.\nDelivery to the following recipient failed:\n";
    for (said, meant) in [
        ("The recipient is over disk quota.", Verdict::Temporary),
        (
            "This person's account is exceeding their quota.",
            Verdict::Temporary,
        ),
        (
            "552 Quota violation for ann@example.org",
            Verdict::Temporary,
        ),
        (
            "4.4.4 Temporary server error. Please try again later",
            Verdict::Temporary,
        ),
        (
            "they are not accepting mail from chess@example.net",
            Verdict::Refused,
        ),
        ("550 5.7.1 unsolicited mail", Verdict::Refused),
        ("554 rejected as spam", Verdict::Refused),
        ("We will keep trying.", Verdict::Delayed),
    ] {
        assert_eq!(verdict(&format!("{given_up}{said}")), meant, "{said}");
    }
}

#[test]
fn words_that_say_nothing_about_a_delivery_say_nothing() {
    for said in [
        "Exim 4.94.2",
        "Mailman 2.0.12",
        "Sent by version 5.1.1 of our program.",
        "Thank you for your mail.",
        "",
    ] {
        assert_eq!(verdict(said), Verdict::Unknown, "{said}");
    }
}

#[test]
fn a_bounce_is_read_as_far_as_real_ones_go() {
    let told = |before: usize| {
        let filler = "Für diese Adresse nahm der Server nichts an.\n".repeat(before);
        let mail = Incoming {
            text: Some(format!("{filler}ann@example.org: user unknown\n")),
            ..Incoming::default()
        };
        read_words(&mail).recipients
    };
    let near = told(1000);
    assert_eq!(near[0].address.as_deref(), Some("ann@example.org"));
    assert_eq!(near[0].verdict(), Verdict::Permanent);
    let far = told(2000);
    assert_eq!(far[0].address, None);
    let line = Incoming {
        text: Some(format!("550 user unknown {}", "ä ".repeat(MOST_READ))),
        ..Incoming::default()
    };
    assert_eq!(
        read_words(&line).recipients[0].verdict(),
        Verdict::Permanent
    );
}

#[test]
fn addresses_are_found_where_bounces_name_them() {
    for (said, addresses) in [
        ("<ann@example.org>: no", vec!["ann@example.org"]),
        ("    ann@example.org on Fri", vec!["ann@example.org"]),
        (
            "bob@example.org\n (expanded from: <ann@example.org>)",
            vec!["bob@example.org", "ann@example.org"],
        ),
        (
            "(Originally addressed to ann@example.org)",
            vec!["ann@example.org"],
        ),
        ("* ann@example.org", vec!["ann@example.org"]),
        ("> ann@example.org", vec!["ann@example.org"]),
        (
            "Intended recipient: ann@example.org",
            vec!["ann@example.org"],
        ),
        ("Error-for:  ann@example.org", vec!["ann@example.org"]),
        (
            "unable to deliver your message to ann@example.org for",
            vec!["ann@example.org"],
        ),
        ("please contact <postmaster@example.org>", vec![]),
        ("Reply to postmaster@example.org", vec![]),
    ] {
        assert_eq!(addresses_in(said), addresses, "{said}");
    }
}
