//! Where inputs come from: real mails and the moves of random games, changed at random.

use crate::dice::Dice;
use crate::games::{Remarks, random_game};
use penpawn::chess::pgn::write_pgn;
use penpawn::chess::{fen, san, uci};
use penpawn::language::own_words;
use penpawn::mail::read::read;
use shakmaty::{CastlingMode, Chess, FromSetup, Position, Setup};
use std::path::Path;

/// Inputs do not grow beyond this many bytes; larger ones are for `benches/reading.rs`.
const LARGEST: usize = 64 * 1024;

/// What readers look for, and what breaks them.
const TOKENS: &[&str] = &[
    ">",
    "> > ",
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "\t",
    ":",
    "<",
    ">",
    "&#9816;",
    "&nbsp;",
    "&",
    "=\n",
    "=",
    "=?utf-8?q?",
    "?=",
    "--",
    "-- \n",
    "__________\n",
    "On ",
    "Am ",
    " wrote:",
    " schrieb",
    "From: ",
    "Sent: ",
    "To: ",
    "Subject: ",
    "@",
    "a@b.c",
    "<a@b.c>",
    "draw",
    "resign",
    "say ",
    "accept",
    "help",
    "stop",
    "challenge ",
    "name ",
    "letters de",
    "board ",
    "yes",
    "no",
    "1",
    "42 ",
    "#42",
    "game 42",
    "thanks",
    "or",
    "...",
    ". ",
    "~~",
    "*",
    "_",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "'",
    "/",
    "|",
    "+",
    "#",
    "!",
    "?",
    "e4",
    "Nf3",
    "exd5",
    "bxc3",
    "O-O",
    "0-0-0",
    "e8=Q",
    "e.p.",
    "knight ",
    "takes ",
    "castles ",
    "5254",
    "12.",
    "1...",
    "x",
    "♘",
    "\u{fe0f}",
    "é",
    "İ",
    "ß",
    "：",
    "\u{200b}",
    "\u{202e}",
    "\u{a0}",
    "\u{ad}",
    "\u{feff}",
    "\u{301}",
    "К",
    "С",
    "😀",
    "8/8/8/8",
    " w KQkq - 0 1",
    "<blockquote>",
    "</blockquote>",
    "<div class=\"gmail_quote\">",
    "</div>",
    "<br>",
    "<p>",
    "<pre>",
    "<ol start=12>",
    "<li>",
    "<s>",
    "<!--",
    "-->",
    "<style>",
    "<table><tr><td>",
    "boundary=b",
    "\n--b\n",
    "\n--b--\n",
    "Content-Type: message/rfc822\n\n",
    "Content-Type: text/html\n",
    "Content-Type: multipart/mixed; boundary=b\n",
    "Content-Transfer-Encoding: base64\n",
    "Content-Transfer-Encoding: quoted-printable\n",
    "; format=flowed",
    "; charset=utf-7",
    "; charset=iso-2022-jp",
    "-----BEGIN PGP SIGNED MESSAGE-----\n",
    "-----BEGIN PGP SIGNATURE-----\n",
];

/// What means something in PGN.
const PGN_TOKENS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    ";",
    "\n%",
    "$",
    "$300",
    "!?",
    "...",
    "12.",
    "*",
    "1-0",
    "1/2-1/2",
    "½-½",
    "e.p.",
    "--",
    "0-0",
    "<",
    "\n\n",
    "\r\n",
    "[Event \"x\"]\n",
    "[Result \"1-0\"]\n",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "[SetUp \"1\"]\n",
    "[Variant \"Chess960\"]\n",
    "[Date \"1992\"]",
    "\n\n1. e4 e5 *\n\n",
    "e4",
    "Nf3",
    "O-O",
    "\u{feff}",
];

/// The mails of `tests/mails`, and what the players wrote in them.
pub(crate) struct Corpus {
    /// The mail that most of them answer.
    pub(crate) sent: String,
    mails: Vec<Vec<u8>>,
    words: Vec<String>,
}

impl Corpus {
    pub(crate) fn load() -> Corpus {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails");
        let sent = std::fs::read_to_string(folder.join("sent.txt")).expect("tests/mails/sent.txt");
        let mut mails: Vec<(std::path::PathBuf, Vec<u8>)> = std::fs::read_dir(&folder)
            .expect("tests/mails")
            .filter_map(|entry| std::fs::read_dir(entry.expect("an entry").path()).ok())
            .flatten()
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|end| end == "eml"))
            .map(|path| (path.clone(), std::fs::read(path).expect("a mail")))
            .collect();
        mails.sort();
        let mails: Vec<Vec<u8>> = mails.into_iter().map(|(_, raw)| raw).collect();
        let words = mails
            .iter()
            .filter_map(|raw| read(raw).ok()?.text)
            .map(|text| own_words(&text, Some(&sent)).lines.join("\n"))
            .chain([sent.clone()])
            .collect();
        Corpus { sent, mails, words }
    }

    /// A mail.
    pub(crate) fn mail(&self, dice: &mut Dice) -> Vec<u8> {
        let mut mail = dice.pick(&self.mails).clone();
        let changes = dice.below(12);
        mutate(&mut mail, changes, dice, |dice| {
            dice.pick(&self.mails).as_slice()
        });
        mail
    }

    /// What a player wrote.
    pub(crate) fn words(&self, dice: &mut Dice) -> Vec<u8> {
        let mut words = dice.pick(&self.words).clone().into_bytes();
        if dice.once_in(2) {
            words = (0..1 + dice.below(8))
                .flat_map(|_| dice.pick(TOKENS).bytes())
                .collect();
        }
        let changes = dice.below(8);
        mutate(&mut words, changes, dice, |dice| {
            dice.pick(&self.words).as_bytes()
        });
        words
    }

    /// A move of a random game, more or less.
    pub(crate) fn spelling(&self, dice: &mut Dice) -> Vec<u8> {
        let position = position(dice);
        let mut text = String::new();
        for _ in 0..1 + dice.below(2) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let played = legal[dice.below(legal.len())];
            let written = if dice.once_in(3) {
                uci(&position, played)
            } else {
                san(&position, played)
            };
            if dice.once_in(4) {
                text.push_str(&format!("{}. ", position.fullmoves()));
            }
            text.push_str(&written);
            text.push_str(["", " ", ", ", "\n", " or "][dice.below(5)]);
        }
        let mut bytes = text.into_bytes();
        let changes = dice.below(4);
        mutate(&mut bytes, changes, dice, |dice| {
            dice.pick(TOKENS).as_bytes()
        });
        bytes
    }

    /// A file of some games in PGN, more or less.
    pub(crate) fn games(&self, dice: &mut Dice) -> Vec<u8> {
        let mut text: Vec<u8> = (0..1 + dice.below(3))
            .map(|_| {
                let remarks = *dice.pick(&[Remarks::None, Remarks::Plain, Remarks::Any]);
                write_pgn(&random_game(dice, 30, remarks))
            })
            .collect::<String>()
            .into_bytes();
        let changes = dice.below(8);
        mutate(&mut text, changes, dice, |dice| {
            dice.pick(PGN_TOKENS).as_bytes()
        });
        text
    }

    /// A FEN, more or less, in prose or alone.
    pub(crate) fn position(&self, dice: &mut Dice) -> Vec<u8> {
        let mut bytes = fen(&position(dice)).into_bytes();
        if dice.once_in(3) {
            let fields = 1 + dice.below(5);
            let text = String::from_utf8_lossy(&bytes).into_owned();
            bytes = text
                .split(' ')
                .take(fields)
                .collect::<Vec<&str>>()
                .join(" ")
                .into_bytes();
        }
        let changes = dice.below(4);
        mutate(&mut bytes, changes, dice, |dice| {
            dice.pick(&[
                "8",
                "/",
                " ",
                "k",
                "K",
                "-",
                "w",
                "b",
                "KQkq",
                "AHah",
                "e3",
                "0",
                "99999999999",
                "p7",
                "♔",
                "1",
            ])
            .as_bytes()
        });
        bytes
    }
}

/// The fields of a header that a reader takes apart, more or less.
pub(crate) fn headers(dice: &mut Dice) -> Vec<u8> {
    const FIELDS: &[&str] = &[
        "From",
        "Sender",
        "Reply-To",
        "To",
        "Cc",
        "Delivered-To",
        "X-Original-To",
        "Envelope-To",
        "Return-Path",
        "Message-ID",
        "In-Reply-To",
        "References",
        "Subject",
        "Date",
        "Auto-Submitted",
        "Authentication-Results",
        "Received",
        "Content-Type",
    ];
    const VALUES: &[&str] = &[
        "Ann <ann@example.org>",
        "\"A, B\" <chess+g42c22.aabcdefghijklmnopqrst@example.org>",
        "<>",
        "a@b, c@d",
        "players: ann@example.org, bob@example.net;",
        "=?utf-8?q?Ann=20=3Cx=40y=3E?= <ann@example.org>",
        "(a (nested) comment) ann@example.org",
        "<@relay:ann@example.org>",
        "\"a@b\"@example.org",
        "ann@[192.0.2.1]",
        "<g42c22.aabcdefghijklmnopqrst.x@penpawn.example.org>",
        "<1@a>,<2@b> <3@c>",
        "auto-replied",
        "Re: chess",
        "mx.example.org; dmarc=pass header.from=example.org; spf=fail (no) smtp.mailfrom=\"a;b\"",
        "multipart/mixed; boundary=\"b\"",
        "undisclosed-recipients:;",
        "ännchen@exämple.org",
        "",
    ];
    let mut raw = Vec::new();
    for _ in 0..1 + dice.below(12) {
        let (field, value) = (*dice.pick(FIELDS), *dice.pick(VALUES));
        let end = *dice.pick(&["\r\n", "\n", "\r\n\t", "\r\n \r\n"]);
        raw.extend(format!("{field}: {value}{end}").bytes());
    }
    raw.extend(b"\r\nNf3\r\n");
    let changes = dice.below(10);
    mutate(&mut raw, changes, dice, |dice| dice.pick(VALUES).as_bytes());
    raw
}

/// Places of tokens, a line each: ours, somebody else's, and what is left of them after a change.
pub(crate) fn tokens(dice: &mut Dice) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..1 + dice.below(5) {
        let (ours, theirs) = (
            crate::promises::token(dice.below(3)),
            "g7o3.aabcdefghijklmnopqrst",
        );
        let token = match dice.below(4) {
            0 => theirs.to_owned(),
            1 => ours.to_uppercase(),
            _ => ours,
        };
        let place = *dice.pick(&[
            "to chess+TOKEN@example.org",
            "id TOKEN.x@penpawn.example.org",
            "quoted [ref TOKEN]",
        ]);
        text.extend(format!("{}\n", place.replace("TOKEN", &token)).bytes());
    }
    let changes = dice.below(3);
    mutate(&mut text, changes, dice, |dice| {
        dice.pick(&["g7o3", "g7c3", ".", ".a", ".b", "p1d2", "y."])
            .as_bytes()
    });
    text
}

/// The position after some moves of a random game; sometimes of one that begins in the middle, or of Chess960.
pub(crate) fn position(dice: &mut Dice) -> Chess {
    let mut position = if dice.once_in(4) {
        let start = *dice.pick(&[
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/2b5/1b1b4/1P1P1P2/2n1n3/1B1B4/B3K1B1 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ]);
        penpawn::chess::GivenPosition::read(start)
            .and_then(|given| given.to_chess(CastlingMode::Standard))
            .expect("a position")
    } else if dice.once_in(6) {
        let number = u32::try_from(dice.below(960)).unwrap();
        chess960(number)
    } else {
        Chess::default()
    };
    for _ in 0..dice.below(60) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[dice.below(legal.len())]);
    }
    position
}

/// The start of Chess960 with this number, after Scharnagl's table.
fn chess960(number: u32) -> Chess {
    let mut rank = ['.'; 8];
    let free = |rank: &[char; 8], nth: u32| -> usize {
        (0..8)
            .filter(|file| rank[*file] == '.')
            .nth(usize::try_from(nth).unwrap())
            .unwrap()
    };
    let (rest, light) = (number / 4, number % 4);
    rank[usize::try_from(light * 2 + 1).unwrap()] = 'B';
    let (rest, dark) = (rest / 4, rest % 4);
    rank[usize::try_from(dark * 2).unwrap()] = 'B';
    let (rest, queen) = (rest / 6, rest % 6);
    let at = free(&rank, queen);
    rank[at] = 'Q';
    let knights = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let (first, second) = knights[usize::try_from(rest).unwrap()];
    let (first, second) = (free(&rank, first), free(&rank, second));
    (rank[first], rank[second]) = ('N', 'N');
    for piece in ['R', 'K', 'R'] {
        let at = free(&rank, 0);
        rank[at] = piece;
    }
    let white: String = rank.iter().collect();
    let rooks: String = (0..8)
        .filter(|file| rank[*file] == 'R')
        .map(|file| char::from(b'A' + u8::try_from(file).unwrap()))
        .collect();
    let text = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rooks}{} - 0 1",
        white.to_lowercase(),
        rooks.to_lowercase()
    );
    let setup: Setup = text
        .parse::<shakmaty::fen::Fen>()
        .expect("a start")
        .into_setup();
    Chess::from_setup(setup, CastlingMode::Chess960).expect("a start")
}

/// Changes bytes at random: turned bits, lost and doubled stretches, lines moved, tokens, pieces of other inputs.
fn mutate<'a>(
    bytes: &mut Vec<u8>,
    changes: usize,
    dice: &mut Dice,
    other: impl Fn(&mut Dice) -> &'a [u8],
) {
    for _ in 0..changes {
        let at = dice.below(bytes.len() + 1);
        let length = if dice.once_in(3) {
            dice.below(2000)
        } else {
            dice.below(20)
        };
        let end = (at + length).min(bytes.len());
        match dice.below(9) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
            1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = u8::try_from(dice.below(256)).unwrap();
                }
            }
            2 => drop(bytes.drain(at..end)),
            3 | 4 => drop(bytes.splice(at..at, dice.pick(TOKENS).bytes())),
            5 => {
                let source = other(dice);
                let from = dice.below(source.len() + 1);
                let to = (from + length).min(source.len());
                drop(bytes.splice(at..at, source[from..to].to_vec()));
            }
            6 => {
                let times = if dice.once_in(4) {
                    1 + dice.below(300)
                } else {
                    1
                };
                let stretch = bytes[at..end].repeat(times);
                drop(bytes.splice(at..at, stretch));
            }
            7 => {
                let token = dice.pick(TOKENS).repeat(1 + dice.below(200));
                drop(bytes.splice(at..at, token.bytes()));
            }
            _ => {
                let mut lines: Vec<Vec<u8>> = bytes
                    .split(|byte| *byte == b'\n')
                    .map(<[u8]>::to_vec)
                    .collect();
                let (one, another) = (dice.below(lines.len()), dice.below(lines.len()));
                match dice.below(3) {
                    0 => lines.swap(one, another),
                    1 => drop(lines.remove(one)),
                    _ => lines[one] = lines[another].clone(),
                }
                *bytes = lines.join(&b'\n');
            }
        }
        bytes.truncate(LARGEST);
    }
}
