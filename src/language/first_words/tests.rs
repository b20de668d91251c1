use super::super::own_words;
use super::*;
use crate::chess::Letters;

fn of(text: &str) -> FirstWords {
    first_words(&own_words(text, None), "")
}

#[test]
fn a_note_a_number_and_a_stop_among_others_ask_for_nothing() {
    for (text, expected) in [
        ("challenge bob@example.org", true),
        ("help", true),
        ("e4", true),
        ("stop", true),
        ("Unsubscribe", true),
        ("Note: this mail was sent to you by us", false),
        ("1", false),
        ("4623", false),
        ("Unsubscribe: reply with this word\n\nEve", false),
        ("Dear friend, our prices are low.\n\nStop", false),
        ("1\n\nhelp", true),
    ] {
        let own = own_words(text, None);
        let orders = crate::language::read(&own, "", Letters::English).orders;
        assert_eq!(asks(&orders, &own), expected, "{text}");
    }
    let unheard = crate::language::read(&own_words("", None), "1", Letters::English);
    assert!(!asks(&unheard.orders, &own_words("", None)));
}

#[test]
fn people_who_mean_us_are_known() {
    for text in [
        "how does this work?",
        "I want to play chess",
        "challange ben@players.test as white",
        "chalenge ben@players.test\n\nJürg Müller",
        "start game",
        "play",
        "Hallo, ich möchte gern Fernschach spielen. Wie geht das?",
        "Bonjour, je voudrais jouer aux échecs avec un ami.",
        "¿Puedo jugar al ajedrez aquí?",
        "Vorrei giocare a scacchi.",
        "Dag, ik wil graag schaken",
        "Dzień dobry, chciałbym zagrać w szachy.",
        "Здравствуйте, хочу играть в шахматы.",
        "Is it free? I heard about this chess server in our club.",
        "I am 45, won a club prize in 1998 and would like to play chess. Do I need an account, what is the price?",
        "I should like to play chess with my friend bob@example.org",
        "I challenge my friend Bob (bob@example.org) for a duel! I take white pieces and we have 1 week for every move.",
        "Good evening, is there anybody who would like to play me? I'm about 1500, or was in 1995.",
        "Dear server, may I play two games at once with bob@example.org, one with white and one with black?",
        "Hallo, ich möchte gern eine Partie gegen bob@example.org spielen, 3 Tage pro Zug, ich habe Weiß. Danke!",
        "fordere bob@example.org heraus. er darf weiss haben der feigling ;)",
        "Bonjour, je voudrais défier mon ami Bob (bob@example.org), 3 jours par coup, avec les Blancs.",
        "Sfida a bob@example.org, 3 giorni a mossa, io con il Bianco",
        "Een vriend van me (bob@example.org) speelt hier ook, zou je een partij tussen ons kunnen starten? Week per zet is prima.",
        "YO SERVER me vs bob@example.org. 1 day per move. colors random. LET'S GOOO",
        "does my opponent see my email address? And can I delete everything later?",
        "Jeg vil gerne spille skak",
        "Jeg vil spille sjakk",
        "Jag vill spela schack",
        "Haluaisin pelata shakkia",
        "Mig langar að tefla",
        "Chci hrát šachy",
        "Szeretnék sakkozni",
        "Vreau să joc șah",
        "Tahan malet mängida",
        "Quero jogar xadrez",
    ] {
        assert_eq!(of(text), FirstWords::OfChess, "{text}");
    }
    for text in [
        "hello",
        "Hello?",
        "hi, how does this work?",
        "Hi!",
        "Hi there!\n\nBob",
        "Guten Tag,\nAnna Maria",
    ] {
        assert_eq!(of(text), FirstWords::Greeting, "{text}");
    }
    for text in ["", "\n \n", "> Ann invites you to a game of chess by mail."] {
        assert_eq!(of(text), FirstWords::Nothing, "{text}");
    }
}

#[test]
fn words_are_known_again_but_for_numbers_dates_and_marks() {
    let key = |text: &str| words_key(&own_words(text, None));
    let first = key("Ticket #4711 of Monday, 3 March: thank you!");
    assert_eq!(first, key("Ticket 4712 of Tuesday 4 April - thank you"));
    assert_ne!(first, key("Ticket 4712 of Tuesday 4 April - thank her"));
    assert_eq!(first.len(), 16);
    assert_ne!(key("e"), key(""));
}

#[test]
fn robots_that_say_so_in_words_alone_are_no_people() {
    for text in [
        "Your ticket #48213 has been received. A member of our chess team will reply shortly.",
        "Hello,\n\nyour request has been logged under number 12. This is the chess club's support.",
        "Thank you for contacting the chess club. Please do not reply to this message.",
        "Hi, I am out of the office until 3 March with no access to chess mail.",
        "Please confirm that you sent the mail: answer this message, and chess will be delivered.",
        "Sorry, your chess command was not understood.",
        "Ich bin bis 3. März nicht im Büro. Der Schachclub liest keine Mails.",
        "Réponse automatique: le club d'échecs est fermé.",
        "Dit bericht niet beantwoorden. Schaakclub Utrecht",
    ] {
        assert_eq!(of(text), FirstWords::Other, "{text}");
    }
    // The same words, as people say them.
    for text in [
        "I would like to play chess. When will I get a reply?",
        "I am in the office all day, and want to play chess",
        "Does anybody here understand chess commands?",
        "Ist hier das Büro des Schachservers? Ich möchte spielen.",
    ] {
        assert_eq!(of(text), FirstWords::OfChess, "{text}");
    }
}

#[test]
fn the_subject_is_read_with_the_words() {
    let of = |text: &str, subject: &str| first_words(&own_words(text, None), subject);
    assert_eq!(of("Can you tell me more?", "Chess"), FirstWords::OfChess);
    assert_eq!(of("", "Chess"), FirstWords::Nothing);
    assert_eq!(of("", "Loan at 3%"), FirstWords::Other);
    assert_eq!(of("Hello", "Your invoice"), FirstWords::Other);
    assert_eq!(of("Hello", "see www.evil.example"), FirstWords::Other);
    assert_eq!(of("Can you tell me more?", "Your offer"), FirstWords::Other);
}

#[test]
fn a_signature_alone_is_no_sentence() {
    for text in ["Bob", "Anna Maria Smith\nExample Road 12\n0171 5551234"] {
        assert_eq!(of(text), FirstWords::Signature, "{text}");
    }
}

#[test]
fn unwanted_mail_is_not_taken_for_a_person() {
    let long = format!("chess {}", "word ".repeat(40));
    let signature = format!("-- \n{}", "word word word\n".repeat(14));
    let quoted = "> chess\n".repeat(crate::budget::LINES + 1);
    for text in [
        "Dear sir or madam, we have excellent offers for chess sets.",
        "Dear sir or madam, we have a proposal.",
        "Buy boards, 50% off, and play",
        "Die Schachteln in den Schächten sind fertig.",
        "Play now at casino.example",
        "play chess http://evil.example",
        "Hello, I saw your profile and would like to know you better",
        "I have a proposal about a game for you",
        "Call me about the game 0049 171 5551234567",
        "Please play the attached file so that your order can be sent to you in time, thank you",
        "Please play the attached file to them so that it can be sent on in time today, will you",
        "I wonder whether this works.",
        "Hello\nI saw you there yesterday",
        "-- \nThe best casino",
        "> A chess set, special offer",
        "From: \nTo: \nSubject: Hello\nMy name is Dan. Now is the time to protect your home.",
        "> Now is the time to protect your home.",
        "Call 0171 5551234567 now, play!",
        long.as_str(),
        signature.as_str(),
        quoted.as_str(),
    ] {
        assert_eq!(of(text), FirstWords::Other, "{text}");
    }
}

#[test]
fn a_letter_that_greets_and_says_what_its_writer_would_like_may_be_longer() {
    let letter = |greeting: &str, wish: &str| {
        let text = format!(
            "{greeting}\n\nMy old pupil Kyle tells me that one can play chess here by letter, a move in every mail, and that \
             he has done so since the spring. {wish} a game with him, please. No hurry at all, perhaps five days for a move? My \
             eyes are not what they were, and I am slow.\n\nMargaret"
        );
        first_words(&crate::language::own_words(&text, None), "Chess")
    };
    assert_eq!(
        letter("Good afternoon,", "I should very much like"),
        FirstWords::OfChess
    );
    assert_eq!(
        letter("Good afternoon,", "We arrange for you"),
        FirstWords::Other
    );
    assert_eq!(
        letter("Your ticket", "I should very much like"),
        FirstWords::Other
    );
}
