//! Mails made to cost as much as they can, of any size: one fragment each, again and again.
//!
//! The benchmark weighs them at the largest size that is read, the fuzzer at two sizes, since whatever grows faster than its
//! mail shows when the mail is four times as large.

/// A mail of about so many octets.
pub(crate) type Maker = fn(usize) -> Vec<u8>;

/// Name and maker of each.
pub(crate) const WORST: &[(&str, Maker)] = &[
    // The structure of a mail.
    ("mails within mails", |size| {
        whole("", &fill("Content-Type: message/rfc822\n\n", size))
    }),
    ("parts within parts", |size| {
        let nested: String = (0..size / 60)
            .map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n"))
            .collect();
        whole_with(&nested, "")
    }),
    ("190 parts within parts", |size| {
        let nested: String = (0..190)
            .map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n"))
            .collect();
        whole_with(&nested, &format!("\n\n{}", fill("a\n", size)))
    }),
    ("lines that are nearly boundaries", |size| {
        let nested: String = (0..150)
            .map(|at| {
                format!(
                    "Content-Type: multipart/mixed; boundary={}{at}\n\n--{}{at}\n",
                    "-".repeat(60),
                    "-".repeat(60)
                )
            })
            .collect();
        whole_with(
            &nested,
            &format!(
                "\n\n{}",
                fill(
                    "------------------------------------------------------------------\n",
                    size
                )
            ),
        )
    }),
    ("parts", |size| {
        whole("multipart/mixed; boundary=b", &fill("--b\n\nx\n", size))
    }),
    ("parts of HTML", |size| {
        whole(
            "multipart/mixed; boundary=b",
            &fill("--b\nContent-Type: text/html\n\n<p>x\n", size),
        )
    }),
    ("mails as parts", |size| {
        whole(
            "multipart/digest; boundary=b",
            &fill("--b\n\nSubject: x\n\nx\n", size),
        )
    }),
    ("attachments", |size| {
        whole(
            "multipart/mixed; boundary=b",
            &fill(
                "--b\nContent-Type: application/x-chess-pgn\nContent-Disposition: attachment; filename=a.pgn\n\n1. e4 *\n",
                size,
            ),
        )
    }),
    ("parameters of a type", |size| {
        whole(&format!("text/plain{}", fill("; a*0=b", size)), "x")
    }),
    ("fields", |size| whole_with(&fill("X-Y: z\n", size), "\nx")),
    ("folded field", |size| {
        whole_with(&format!("X-Y: {}", fill("z\n ", size)), "\n\nx")
    }),
    ("senders", |size| {
        whole_with(&fill("From: a@b.c, d@e.f\n", size), "\nx")
    }),
    ("sender within sender", |size| {
        whole_with(&format!("From: {}\n", fill("\"<(a@b.c", size)), "\nx")
    }),
    ("comments in a sender", |size| {
        whole_with(&format!("Sender: {}\n", fill("(((", size)), "\nx")
    }),
    ("recipients", |size| {
        whole_with(&format!("To: {}\n", fill("a@b.c,", size)), "\nx")
    }),
    ("fields of recipients", |size| {
        whole_with(&fill("To: chess+a@b.c, chess+d@b.c\n", size), "\nx")
    }),
    ("groups of recipients", |size| {
        whole_with(&format!("To: {}\n", fill("a:b@c;", size)), "\nx")
    }),
    ("references", |size| {
        whole_with(&format!("References: {}\n", fill("<a@b>", size)), "\nx")
    }),
    ("open references", |size| {
        whole_with(&format!("References: {}\n", fill("<a@b ", size)), "\nx")
    }),
    ("encoded words", |size| {
        whole_with(
            &format!("Subject: {}\n", fill("=?utf-8?q?a?= ", size)),
            "\nx",
        )
    }),
    ("encoded words that do not end", |size| {
        whole_with(&format!("Subject: {}\n", fill("=?utf-8?b?", size)), "\nx")
    }),
    ("subjects", |size| {
        whole_with(&fill("Subject: Re: Re: Re: Nf3\n", size), "\nx")
    }),
    ("a subject of marks", |size| {
        whole_with(&format!("Subject: {}\n", fill("Re: [x] ", size)), "\n")
    }),
    ("verdicts", |size| {
        whole_with(
            &fill(
                "Authentication-Results: a; dmarc=pass (x(y)z) header.from=b.c\n",
                size,
            ),
            "\nx",
        )
    }),
    ("comments in a verdict", |size| {
        whole_with(
            &format!(
                "Authentication-Results: a; {}\n",
                fill("dmarc=pass ((", size)
            ),
            "\nx",
        )
    }),
    // Encodings.
    ("broken base64", |size| {
        encoded("base64", &fill("TmYz*", size))
    }),
    ("base64 of Latin letters", |size| {
        encoded("base64", &fill("w6nDqcOpw6nDqcOp\n", size))
    }),
    ("broken quoted-printable", |size| {
        encoded("quoted-printable", &fill("=ff=", size))
    }),
    ("a foreign charset", |size| {
        let mut raw = whole("text/plain; charset=windows-1252", "");
        raw.extend(std::iter::repeat_n(0x80, size));
        raw
    }),
    ("a charset of escapes", |size| {
        whole(
            "text/plain; charset=iso-2022-jp",
            &fill("\u{1b}$B!!\u{1b}(B", size),
        )
    }),
    ("octets of no charset", |size| {
        let mut raw = whole("text/plain; charset=utf-8", "");
        raw.extend(std::iter::repeat_n(0xff, size));
        raw
    }),
    ("halves of characters", |size| {
        let mut raw = whole("text/plain; charset=utf-16le", "");
        raw.extend(std::iter::repeat_n([0, 0xdc], size / 2).flatten());
        raw
    }),
    ("flowed quotations", |size| {
        whole("text/plain; format=flowed", &fill("> > a \n", size))
    }),
    ("flowed quotation marks", |size| {
        whole("text/plain; format=flowed", &fill(">", size))
    }),
    // HTML.
    ("open tags", |size| html(&fill("<div>", size))),
    ("open and closed tags", |size| {
        html(&format!("{}{}", "<i>".repeat(390), fill("</b>", size)))
    }),
    ("tags closed below a quotation", |size| {
        html(&format!(
            "<b><blockquote>{}{}",
            "<i>".repeat(390),
            fill("</b>", size)
        ))
    }),
    ("tags open and shut", |size| {
        html(&format!("{}{}", "<i>".repeat(390), fill("<b></b>", size)))
    }),
    ("quotations in HTML", |size| {
        html(&fill("<blockquote>x", size))
    }),
    ("line breaks in quotations", |size| {
        html(&format!(
            "{}{}",
            "<blockquote>".repeat(30),
            fill("<br>", size)
        ))
    }),
    ("paragraphs", |size| html(&fill("<p>x</p>", size))),
    ("cells", |size| html(&fill("<td>x", size))),
    ("cells of a line", |size| {
        html(&fill("<span>x</span><td>", size))
    }),
    ("list items", |size| {
        html(&format!("<ol start=5>{}", fill("<li>x", size)))
    }),
    ("broken attributes", |size| html(&fill("<a b='", size))),
    ("attributes", |size| {
        html(&format!("<a {}>x", fill("b=c ", size)))
    }),
    ("tags of many attributes", |size| {
        html(&fill("<a b=c d=e f=g h=i j=k l=m n=o p=q r=s t=u>", size))
    }),
    ("styles", |size| {
        html(&format!("<p style='{}'>x", fill("a:b;", size)))
    }),
    ("short styles", |size| {
        html(&fill("<p style='font-size:1;opacity:1'>", size))
    }),
    ("style elements that do not end", |size| {
        html(&fill("<style>", size))
    }),
    ("style elements that nearly end", |size| {
        html(&format!("<style>{}", fill("</styl", size)))
    }),
    ("comments that do not end", |size| html(&fill("<!--", size))),
    ("comments that nearly end", |size| {
        html(&fill("<!-- ->", size))
    }),
    ("declarations", |size| html(&fill("<!x", size))),
    ("less-than signs", |size| html(&fill("<", size))),
    ("entities", |size| html(&fill("&amp;", size))),
    ("entities that do not end", |size| html(&fill("&", size))),
    ("long entities", |size| {
        html(&fill("&CounterClockwiseContourIntegral;", size))
    }),
    ("struck text", |size| html(&fill("<s>x</s>", size))),
    ("blanks that are kept", |size| {
        html(&format!("<pre>{}", fill(" \t", size)))
    }),
    ("hidden text", |size| html(&fill("<b hidden>x</b>", size))),
    // The player's own words.
    ("one line", |size| plain(&fill("a", size))),
    ("short lines", |size| plain(&fill("a\n", size))),
    ("empty lines", |size| {
        plain(&format!("x{}", fill("\n", size)))
    }),
    ("quotation marks", |size| plain(&fill(">", size))),
    ("quotation marks and blanks", |size| {
        plain(&fill("> ", size))
    }),
    ("ends of quoted lines", |size| {
        plain(&fill("> Answer this mail with the\nmove\n", size))
    }),
    ("long ends of quoted lines", |size| {
        plain(&fill(
            &format!("> Answer this mail with the\n{}\n", "move ".repeat(4_000)),
            size,
        ))
    }),
    ("guillemets", |size| plain(&fill("» e4\n› e5\n", size))),
    ("bars", |size| plain(&fill("| ", size))),
    ("invisible characters", |size| {
        plain(&fill("\u{200b}", size))
    }),
    ("invisible lines", |size| plain(&fill("\u{200b}\n", size))),
    ("attributions", |size| {
        plain(&fill(
            "On Fri 20 Nov 2026 10:00 Bob <b@x.org> said:\n",
            size,
        ))
    }),
    ("attributions of four lines", |size| {
        plain(&fill(
            "On Friday the 20th of November 2026 at 10 o'clock and some\nminutes\nBob Bobson <b@x.org>\nsaid -\n",
            size,
        ))
    }),
    ("attributions and blanks", |size| {
        plain(&fill("a b c d e f g h wrote:\n\n\n\n\n\n\n\n\n\n", size))
    }),
    ("long attributions", |size| {
        plain(&fill(
            &format!("On 20 {} wrote:\n", "a1 ".repeat(120)),
            size,
        ))
    }),
    ("a line of another script", |size| plain(&fill("가", size))),
    ("sentences in long lines", |size| {
        plain(&fill(
            &format!("{}\n", "I think I play Nf3 here. ".repeat(100)),
            size,
        ))
    }),
    ("attributions behind words", |size| {
        plain(&fill(&format!("{}:\n> x\n", " On 1 Nov ".repeat(25)), size))
    }),
    ("attributions without an end", |size| {
        plain(&fill("On 20 Nov 2026 at 10:00 Bob said\n", size))
    }),
    ("letters that have two cases", |size| {
        plain(&fill("İ", size))
    }),
    ("letters of another alphabet", |size| {
        plain(&fill("Пишу р у ", size))
    }),
    ("header blocks", |size| {
        plain(&fill("From: x\nTo: y\n", size))
    }),
    ("header blocks that go on", |size| {
        plain(&fill("Bcc: x\nReply-To: y\n", size))
    }),
    ("long header lines", |size| {
        plain(&fill(&format!("Reply-To: {}\n", "y ".repeat(100)), size))
    }),
    ("rules", |size| plain(&fill("________\n", size))),
    ("rules of all widths", |size| {
        plain(&fill("-----Original Messag\n", size))
    }),
    ("long rules", |size| {
        plain(&fill(&format!("{}x\n", "-".repeat(200)), size))
    }),
    ("armour", |size| {
        plain(&fill("-----BEGIN PGP SIGNED MESSAGE-----\n\nx\n", size))
    }),
    ("FENs that are not", |size| plain(&fill("8/", size))),
    ("FENs", |size| {
        plain(&fill("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n", size))
    }),
    ("FENs in a line", |size| {
        plain(&fill("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ", size))
    }),
    ("FENs behind addresses", |size| {
        plain(&fill("http://a/1/2/3/4/5/6/7/8", size))
    }),
    ("backticks", |size| plain(&fill("` ", size))),
    ("our mail", |size| plain(&fill(&sent(), size))),
    ("the dots of our boards", |size| plain(&fill(". ", size))),
    ("six words of ours", |size| {
        plain(&fill("It is your move with a\n", size))
    }),
    ("lines nearly ours", |size| {
        let sent = sent();
        let lines = sent.lines().filter(|line| !line.trim().is_empty());
        let text: String = lines.map(|line| format!("{line} x\n")).collect();
        plain(&fill(&text, size))
    }),
    ("codes", |size| {
        plain(&fill("g42c22d20778.a7zq3k5vwj2hmtx6pd4bl\n", size))
    }),
    ("beginnings of codes within codes", |size| {
        plain(&fill("g1c1d20778.p1b20778.", size))
    }),
    (
        "signs without a letter behind what begins like a code",
        |size| plain(&format!("g1c1{}", fill("*/", size))),
    ),
    ("beginnings of codes", |size| {
        plain(&fill("g1<b>g1=67&amp;p1lhod723u0q ", size))
    }),
    ("codes far apart", |size| {
        plain(&fill(&format!("g1c1d20770{}.y", "ж ".repeat(100)), size))
    }),
    ("beginnings of questions' codes", |size| {
        plain(&fill(&format!("{}<b>=", "ÿ.".repeat(12)), size))
    }),
    ("beginnings of codes in styled letters", |size| {
        plain(&fill("𝐲.", size))
    }),
    ("beginnings of codes, encoded", |size| {
        plain(&fill("y%2e<b>=41", size))
    }),
    ("single letters", |size| plain(&fill("a b c 2 ", size))),
    ("reference lines", |size| {
        plain(&fill("> [ref g42c22.a7zq3k5vwj2hmtx6pd4bl]\n", size))
    }),
    ("reference marks", |size| {
        plain(&fill("> [ref [ref [ref \n", size))
    }),
    // Orders.
    ("moves in a line", |size| plain(&fill("e4 ", size))),
    ("moves", |size| plain(&fill("e4\n", size))),
    ("moves of 500 octets", |size| {
        plain(&fill(&format!("{}\n", "e4 d4 ".repeat(80)), size))
    }),
    ("lines nearly moves", |size| {
        plain(&numbered("e4 d4 ", 60, " draw x", size))
    }),
    ("lines nearly moves of 100 octets", |size| {
        plain(&format!("hello\n{}", numbered("1 . a ", 16, "", size)))
    }),
    ("positions in every line", |size| {
        plain(&told_apart("8/8/8/8/8/8/8/8 w - - 0 1 ", 4, size))
    }),
    ("greetings in every line", |size| {
        plain(&told_apart(
            "Dear Ann, , , , , , , , , , , , , , , , , , ",
            2,
            size,
        ))
    }),
    ("prose, then lines nearly moves", |size| {
        plain(&format!(
            "hello there\n\n{}",
            numbered("e4, d4; ", 60, " draw x (=)", size)
        ))
    }),
    ("knights in words", |size| {
        plain(&format!(
            "hello\n{}",
            numbered("the knight on g1 takes the pawn on f3 ", 12, " x", size)
        ))
    }),
    ("castles in pieces", |size| {
        plain(&format!(
            "hello\n{}",
            numbered("0 - 0 - 0 ", 48, " x", size)
        ))
    }),
    ("names with say", |size| {
        plain(&format!("hello\n{}", numbered("e4 say ", 68, " x", size)))
    }),
    ("words nearly commands", |size| {
        plain(&format!("hello\n{}", numbered("resgin ", 1, " ", size)))
    }),
    ("marks around a line", |size| {
        plain(&format!("hello\n{}", numbered("**__*_`\"'", 50, "x", size)))
    }),
    ("positions in a line of orders", |size| {
        plain(&format!(
            "hello\n{}",
            numbered("board 8/8/8/8/8/8/8/8 ", 20, "", size)
        ))
    }),
    ("orders", |size| plain(&fill("show 1\n", size))),
    ("challenges", |size| {
        plain(&fill("challenge a@b.c as white\n", size))
    }),
    ("say", |size| {
        plain(&format!(
            "say hello\n{}",
            fill(
                "hello ` rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n",
                size
            )
        ))
    }),
    ("a note", |size| {
        plain(&format!("note: x\n{}", fill("x\n", size)))
    }),
    ("notes", |size| plain(&fill("note 1: x\n\n", size))),
    ("variations", |size| {
        plain(&format!(
            "if:\n{}",
            fill("1. e4 (1. d4 (1. c4 (1. a3 e5) e5) e5) e5 ", size)
        ))
    }),
    ("variations on lines", |size| {
        plain(&format!(
            "if:\n{}",
            fill("1. e4 (1. d4 (1. c4 (1. a3 e5) e5) e5) e5\n", size)
        ))
    }),
    ("choices", |size| {
        plain(&fill(
            "if a6 or b6 or c6 then d4 if a5 or b5 or c5 then d5\n",
            size,
        ))
    }),
    ("choice after choice", |size| {
        plain(&fill(
            "if a6 or b6 then d4 if a5 or b5 then d5 if h6 or h5 then h3 if g6 or g5 then g3 if f6 or f5 then f3\n",
            size,
        ))
    }),
    ("prose, then choices", |size| {
        plain(&format!(
            "hello there\n{}",
            numbered(
                "if a6 or b6 then d4 if a5 or b5 then d5 if h6 or h5 then h3 if g6 or g5 then g3 ",
                1,
                " if a6 then h4",
                size
            )
        ))
    }),
    ("long conditions", |size| {
        plain(&fill(&format!("if {}\n", "e4 e5 ".repeat(80)), size))
    }),
    ("short conditions", |size| plain(&fill("if a6 b4\n", size))),
    // Games.
    ("a game of knights", |size| {
        entered(&fill("g1f3 g8f6 f3g1 f6g8 ", size))
    }),
    ("a game of short moves", |size| {
        entered(&fill("Nf3 Nf6 Ng1 Ng8 ", size))
    }),
    ("a game of moves in words", |size| {
        entered(&fill("Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8 ", size))
    }),
    ("variations of a game", |size| {
        entered(&format!("1. e4 {}", fill("(1. d4) ", size)))
    }),
    ("variations within variations of a game", |size| {
        entered(&fill(
            &format!("1. e4 {}{}", "(1. d4 ".repeat(90), ") ".repeat(90)),
            size,
        ))
    }),
    ("open variations of a game", |size| {
        entered(&fill("1. e4 (", size))
    }),
    ("comments of a game", |size| {
        entered(&format!("1. e4 {}", fill("{x}", size)))
    }),
    ("a comment of a game", |size| {
        entered(&format!("1. e4 {{{}}}", fill("x ", size)))
    }),
    ("comments that do not end in a game", |size| {
        entered(&format!("1. e4 {}", fill("{ [", size)))
    }),
    ("marks of a game", |size| {
        entered(&format!("1. e4 {}", fill("$1$2$3", size)))
    }),
    ("games", |size| {
        entered(&fill("[Event \"x\"]\n\n1. e4 *\n\n", size))
    }),
    ("good games", |size| entered(&games(size))),
    ("tags", |size| entered(&fill("[A \"b\"]\n", size))),
    ("tags of all names", |size| {
        let tags: String = (0..size / 14)
            .map(|at| format!("[A{at} \"b\"]\n"))
            .collect();
        entered(&tags)
    }),
    ("a tag of escapes", |size| {
        entered(&format!("[A \"{}\"]\n", fill("\\\"", size)))
    }),
    ("null moves", |size| {
        entered(&format!("1. e4 {}", fill("(-- ", size)))
    }),
    ("results", |size| entered(&fill("*\n\n", size))),
    ("lines of other programs", |size| {
        entered(&fill("%\n", size))
    }),
    ("games that are attached", |size| attached(&games(size))),
    ("games attached and pasted", |size| {
        attached(&fill("g1f3 g8f6 f3g1 f6g8 ", size))
    }),
    // Reports.
    ("a report of many recipients", |size| {
        report(&fill(
            "\nFinal-Recipient: rfc822; a@b.c\nAction: failed\nStatus: 5.1.1\n",
            size,
        ))
    }),
    ("a bounce in words", |size| {
        let mut raw = b"Return-Path: <>\nFrom: MAILER-DAEMON@x.org\nTo: chess+b.x@example.org\nSubject: Undeliverable\n\n".to_vec();
        raw.extend(fill("a@b.c: 550 user unknown\n", size).as_bytes());
        raw
    }),
    ("tags above no game", |size| {
        plain(&format!("{}e4\n", fill("[a \"b\"]\n", size)))
    }),
    ("boards that a program drew above nothing", |size| {
        plain(&format!("e4\n{}", fill("{---\n}\n\n\n\n\n\n\n\n", size)))
    }),
    ("challenges with a number behind the address", |size| {
        plain(&numbered("challenge ", 1, "a@players.test", size))
    }),
    (
        "a line of one letter again and again below a move",
        |size| plain(&format!("e4\n{}\n", fill("a ", size))),
    ),
];

/// A mail that somebody plays with, as a program writes it: what the others are compared with.
#[allow(dead_code)] // Not all of those who use the worst mails compare them.
pub(crate) fn plain_mail() -> Vec<u8> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/mails/gmail-web/above.eml"
    );
    std::fs::read(path).expect("a mail of tests/mails")
}

/// A letter of ours that is answered.
pub(crate) fn sent() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mails/sent.txt");
    std::fs::read_to_string(path).expect("tests/mails/sent.txt")
}

/// The fragment again and again, about so many octets.
fn fill(fragment: &str, size: usize) -> String {
    fragment.repeat((size / fragment.len()).max(1))
}

/// Lines that are no two alike: a number, and the fragment so many times.
fn numbered(fragment: &str, times: usize, end: &str, size: usize) -> String {
    let middle = fragment.repeat(times);
    (0..(size / (middle.len() + end.len() + 7)).max(1))
        .map(|at| format!("{middle}{end} {at}\n"))
        .collect()
}

/// Lines that are no two alike, and have neither letters nor figures to tell them apart.
fn told_apart(fragment: &str, times: usize, size: usize) -> String {
    let middle = fragment.repeat(times);
    let signs = |number: usize| -> String {
        let sign = |bit: u32| if number >> bit & 1 == 1 { ',' } else { '.' };
        (0..14).rev().map(sign).collect()
    };
    (0..(size / (middle.len() + 15)).max(1))
        .map(|at| format!("{middle}{}\n", signs(at)))
        .collect()
}

/// Games that are no two alike, each with all that is asked of a game.
fn games(size: usize) -> String {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";
    (0..(size / 250).max(1))
        .map(|at| {
            format!(
                "[Event \"E{at}\"]\n[Site \"?\"]\n[Date \"1990.01.01\"]\n[Round \"{at}\"]\n[White \"A{at}\"]\n[Black \"B\"]\n[Result \"*\"]\n\n{moves}\n\n"
            )
        })
        .collect()
}

const HEAD: &str = "From: Ann <ann@example.org>\nTo: chess@example.org\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n";

fn whole_with(fields: &str, body: &str) -> Vec<u8> {
    format!("{HEAD}{fields}{body}").into_bytes()
}

fn whole(content_type: &str, body: &str) -> Vec<u8> {
    match content_type {
        "" => whole_with(body, ""),
        _ => whole_with(
            &format!("Content-Type: {content_type}\n"),
            &format!("\n{body}"),
        ),
    }
}

fn plain(text: &str) -> Vec<u8> {
    whole("text/plain; charset=utf-8", text)
}

fn html(body: &str) -> Vec<u8> {
    whole("text/html; charset=utf-8", body)
}

fn encoded(encoding: &str, body: &str) -> Vec<u8> {
    whole_with(
        &format!(
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n"
        ),
        &format!("\n{body}"),
    )
}

fn entered(pgn: &str) -> Vec<u8> {
    plain(&format!("enter Club\n\n{pgn}"))
}

fn attached(pgn: &str) -> Vec<u8> {
    whole(
        "multipart/mixed; boundary=b",
        &format!(
            "--b\nContent-Type: text/plain\n\nenter Club\n\n--b\nContent-Type: application/x-chess-pgn; name=a.pgn\n\n{pgn}\n--b--\n"
        ),
    )
}

fn report(status: &str) -> Vec<u8> {
    whole(
        "multipart/report; report-type=delivery-status; boundary=b",
        &format!(
            "--b\n\nx\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n{status}\n--b--\n"
        ),
    )
}
