//! Texts of any size out of few fragments.

use crate::dice::Dice;

/// What texts are made of, for all readers.
const ATOMS: &[&str] = &[
    " ",
    "\n",
    "\n\n",
    "\t",
    "a",
    "e4",
    "Nf3",
    "e4 e5 ",
    "1. e4 ",
    "1...",
    "O-O",
    "0",
    "-",
    "=",
    "x",
    "+",
    "#",
    "!",
    "?",
    ".",
    ",",
    ";",
    ":",
    "/",
    "\\",
    "\"",
    "'",
    "`",
    "*",
    "**",
    "_",
    "~~",
    "|",
    ">",
    "> ",
    "<",
    "&",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "$1",
    "%",
    "@",
    "--",
    "-- ",
    "8/8/8/8/8/8/8/8",
    "8/",
    " w - - 0 1",
    "\u{200b}",
    "\u{301}",
    "é",
    "Ф",
    "♘",
    "\u{3000}",
    "if ",
    " or ",
    " then ",
    "if:\n",
    "say ",
    "draw",
    "resign",
    "note: ",
    "game 42 ",
    "hello Bob",
    "knight takes ",
    "wrote:",
    "On Fri, 20 Nov 2026, Bob ",
    "From: x\n",
    "Sent: y\n",
    "<bob@x.org>",
    "[ref ",
    "[Event \"x\"]\n",
    "1-0",
    "*\n\n",
    "(-- ",
    // A code of ours, whole and in pieces, and the number of a letter.
    "g42c22d20778.k3m9q7r2t5v8w4x6z3n7p",
    "p17b20778.",
    "k3m9q7r2t5v8w4x6z3n7p",
    "x52",
    "&#46;",
];

/// What HTML is made of besides.
const HTML: &[&str] = &[
    "<b>",
    "</b>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<br>",
    "<td>",
    "<li>",
    "<ol start=5>",
    "<blockquote>",
    "</blockquote>",
    "<s>",
    "</s>",
    "<pre>",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "<a href='x'>",
    "<a b='",
    "<b hidden>",
    "&amp;",
    "&#9816;",
    "<span style=\"display:none\">",
    "</span>",
    "<table>",
    "<tr>",
    "<div class=gmail_quote>",
    "<script>",
    "</",
    "<!",
    "<x y=z",
];

/// What mails are made of besides.
const MAIL: &[&str] = &[
    "From: a@b.c\n",
    "To: a@b.c, d@e.f\n",
    "Subject: x\n",
    "X-Y: z\n",
    " folded\n",
    "References: <a@b>\n",
    "--b\n",
    "--b--\n",
    "Content-Type: text/plain\n\n",
    "Content-Type: text/html\n\n",
    "Content-Type: multipart/mixed; boundary=b\n\n",
    "Content-Transfer-Encoding: base64\n\n",
    "Content-Transfer-Encoding: quoted-printable\n\n",
    "=?utf-8?q?a?= ",
    "=?utf-8?b?",
    "w6nDqQ==\n",
    "=C3=A9",
    "=\n",
    "Content-Type: message/rfc822\n\n",
    "Authentication-Results: a; dmarc=pass\n",
    "\r\n",
    "Content-Type: text/plain; charset=iso-2022-jp\n\n",
    "; a*0=b",
    "Content-Type: text/plain; format=flowed\n\n",
    "(",
    "<",
    ",",
];

/// How a text may begin, for readers that want it so.
const BEGINNINGS: &[&str] = &[
    "",
    "",
    "",
    "hello there\n\n",
    "if:\n",
    "say ",
    "note: ",
    "enter x\n\n",
    "1. e4 e5 2. Nf3 ",
    "> ",
];

/// A text of about so many octets for this reader: the same dice make the same text of another size.
pub(crate) fn text(reader: &str, dice: &mut Dice, size: usize) -> String {
    let own: &[&str] = match reader {
        "HTML" => HTML,
        "mails" => MAIL,
        _ => ATOMS,
    };
    let mut begin = (*dice.pick(BEGINNINGS)).to_owned();
    if reader == "mails" {
        begin = "From: a@b.c\nMIME-Version: 1.0\n".to_owned();
        if dice.once_in(2) {
            begin.push_str("Content-Type: multipart/mixed; boundary=b\n\n");
        }
    }
    begin.push_str(&fragment(dice, own));
    let (front, back) = (fragment(dice, own), fragment(dice, own));
    let numbered = dice.once_in(4);
    let nested = dice.once_in(3);
    let times = (size.saturating_sub(begin.len()) / (front.len() + back.len())).max(1);
    match (nested, numbered) {
        (true, _) => format!("{begin}{}{}", front.repeat(times), back.repeat(times)),
        // No two lines alike, for readers that remember.
        (false, true) => {
            let middle: String = (0..times)
                .map(|at| format!("{front}{at}{back}\n"))
                .collect();
            format!("{begin}{middle}")
        }
        (false, false) => format!("{begin}{}", format!("{front}{back}").repeat(times)),
    }
}

fn fragment(dice: &mut Dice, own: &[&str]) -> String {
    let length = 1 + dice.below(5);
    let mut fragment: String = (0..length)
        .map(|_| match dice.once_in(4) {
            true => *dice.pick(ATOMS),
            false => *dice.pick(own),
        })
        .collect();
    // A long fragment has few repetitions, and a line of moves many words.
    if dice.once_in(5) {
        fragment = fragment.repeat(1 + dice.below(60));
    }
    fragment
}
