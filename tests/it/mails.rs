//! Mails as real programs write them, and what penpawn reads in each: `tests/mails/README.md` says how.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use penpawn::chess::notation::{Letters, Spelling};
use penpawn::language::{self, Command, Doubt, Order, Setup, own_words};
use penpawn::mail::automatic::{Nature, OurNames, nature};
use penpawn::mail::read::{Incoming, TextKind, read};

/// Every mail below `tests/mails` is read as the text beside it says.
#[test]
fn mails_of_real_programs_are_read_as_the_text_beside_them_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails");
    let sent = std::fs::read_to_string(folder.join("sent.txt")).expect("tests/mails/sent.txt");
    let mut mails = find_mails(&folder).expect("the folder of mails");
    mails.sort();
    assert!(!mails.is_empty(), "no mail below {}", folder.display());
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    for path in &mails {
        let raw = std::fs::read(path).expect("a readable mail");
        let found = describe(&raw, &sent);
        let beside = path.with_extension("txt");
        if bless {
            std::fs::write(&beside, &found).expect("a writable text");
            continue;
        }
        let expected = std::fs::read_to_string(&beside).unwrap_or_default();
        if expected != found {
            let _ = writeln!(
                wrong,
                "== {}\n-- expected\n{expected}-- found\n{found}",
                path.display()
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The same answer in the same program is read alike wherever the mail that it answers is known or not.
#[test]
fn knowing_the_mail_that_is_answered_never_loses_an_order() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails");
    let sent = std::fs::read_to_string(folder.join("sent.txt")).expect("tests/mails/sent.txt");
    for path in find_mails(&folder).expect("the folder of mails") {
        let mail = read(&std::fs::read(&path).expect("a readable mail")).expect("a mail");
        let text = mail.text.unwrap_or_default();
        let letters = Letters::default();
        let without = language::read(&own_words(&text, None), &mail.subject, letters);
        let with = language::read(&own_words(&text, Some(&sent)), &mail.subject, letters);
        let with: Vec<Order> = with.orders.iter().map(without_open_end).collect();
        for order in &without.orders {
            let order = without_open_end(order);
            assert!(with.contains(&order), "{}", path.display());
        }
    }
}

/// The order without the mark of a game that goes on, which alone on its line may be ours.
fn without_open_end(order: &Order) -> Order {
    let mut order = order.clone();
    if let Command::Score(pgn) = &mut order.command {
        let end = pgn.trim_end_matches(['*', '\n']).len();
        pgn.truncate(end);
    }
    order
}

fn find_mails(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(find_mails(&path)?);
        } else if path.extension().is_some_and(|end| end == "eml") {
            found.push(path);
        }
    }
    Ok(found)
}

fn describe(raw: &[u8], sent: &str) -> String {
    let ours = OurNames {
        separators: &['+', '-'],
        domain_of_ids: "id.chess.example.org".to_owned(),
        addresses: vec!["chess@example.org".to_owned()],
        loop_mark: "penpawn chess@example.org".to_owned(),
    };
    let mut text = String::new();
    let mail = match read(raw) {
        Ok(mail) => mail,
        Err(unreadable) => return format!("unreadable: {unreadable}\n"),
    };
    let nature = nature(&mail, &ours);
    let _ = writeln!(text, "nature: {}", show_nature(&nature));
    match (&mail.from, mail.from_fault) {
        (Some(from), _) => drop(writeln!(text, "from: {}", from.address)),
        (None, Some(fault)) => drop(writeln!(text, "from: {fault}")),
        (None, None) => {}
    }
    let _ = writeln!(text, "body: {}", show_body(&mail));
    for attachment in &mail.attachments {
        let name = attachment.name.as_deref().unwrap_or("(no name)");
        let _ = writeln!(text, "attachment: {name}, {}", attachment.content_type);
    }
    if !matches!(nature, Nature::Human | Nature::Soft(_)) {
        return text;
    }
    let own = own_words(mail.text.as_deref().unwrap_or_default(), Some(sent));
    for line in &own.lines {
        let _ = writeln!(text, "own: {line}");
    }
    let message = language::read(&own, &mail.subject, Letters::default());
    for order in &message.orders {
        let _ = writeln!(text, "order: {}", show_order(order));
    }
    if message.from_subject {
        text.push_str("subject: yes\n");
    }
    for fen in &message.fens {
        let _ = writeln!(text, "fen: {fen}");
    }
    for line in message.talk.iter().flat_map(|talk| talk.lines()) {
        let _ = writeln!(text, "talk: {line}");
    }
    if let Some(unread) = &message.unread {
        let _ = write!(
            text,
            "unread: {} ({})",
            unread.line,
            show_doubt(unread.reason)
        );
        if let Some(meant) = &unread.did_you_mean {
            let _ = write!(text, ", perhaps {meant:?}");
        }
        text.push('\n');
    }
    // Blank lines carry no blank at their end in a file that people edit.
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

fn show_nature(nature: &Nature) -> String {
    match nature {
        Nature::Human => "human".to_owned(),
        Nature::Soft(signal) => format!("soft, {signal}"),
        Nature::Automatic(signal) => format!("automatic, {signal}"),
        Nature::Loop(signal) => format!("loop, {signal}"),
        Nature::Complaint(report) => format!(
            "complaint, {} about {}",
            report.feedback_type.as_deref().unwrap_or("unknown"),
            report.original_message_id.as_deref().unwrap_or("unknown")
        ),
        Nature::Bounce(report) => {
            let mut text = format!(
                "bounce of {}",
                report.original_message_id.as_deref().unwrap_or("unknown")
            );
            for recipient in &report.recipients {
                let _ = write!(
                    text,
                    ", {:?} {} {}",
                    recipient.action,
                    recipient.status.as_deref().unwrap_or("-"),
                    recipient.address.as_deref().unwrap_or("-")
                );
            }
            text
        }
    }
}

fn show_body(mail: &Incoming) -> String {
    let mut text = match mail.text_kind {
        TextKind::Plain => "plain",
        TextKind::Html => "html",
        TextKind::Nothing => "nothing",
    }
    .to_owned();
    if mail.encrypted {
        text.push_str(", encrypted");
    }
    if mail.signed {
        text.push_str(", signed");
    }
    text
}

fn show_doubt(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Prose => "prose",
        Doubt::Alternatives => "a choice of moves",
        Doubt::BelowProse => "below prose",
        Doubt::OutsideOwnWords => "outside the own words",
        Doubt::Near => "nearly",
        Doubt::Conditional => "conditional",
        Doubt::ConditionOrWords => "conditional moves or words",
        Doubt::TooManyConditions => "too many conditional moves",
        Doubt::NoteBelow => "note below",
        Doubt::OneTooMany => "one too many",
        Doubt::OneALine => "one a line",
        Doubt::OneTournament => "one tournament a line",
        Doubt::Seek => "a part of a seek",
        Doubt::Invitation => "a part of an invitation",
        Doubt::SeekNumber => "no number of a seek",
        Doubt::Letters => "piece letters not clear",
        Doubt::TooLong => "too long",
        Doubt::Undone => "undone",
    }
}

fn show_order(order: &Order) -> String {
    let game = order
        .game
        .map_or(String::new(), |game| format!("({game}) "));
    format!("{game}{}", show_command(&order.command))
}

pub(crate) fn show_command(command: &Command) -> String {
    let moves = |moves: &[Spelling]| {
        let each: Vec<String> = moves
            .iter()
            .map(|spelling| match spelling.move_number() {
                Some(number) => format!("{}. {}", number.fullmove, spelling.typed()),
                None => spelling.typed().to_owned(),
            })
            .collect();
        each.join(" ")
    };
    match command {
        Command::Moves(spellings) => format!("move {}", moves(spellings)),
        Command::Score(_) => "the move that the game in PGN goes on with".to_owned(),
        Command::OfferDraw => "offer draw".to_owned(),
        Command::ClaimDraw(claim) => format!("claim draw, {claim:?}"),
        Command::Takeback(answer) => format!("takeback, {answer:?}"),
        Command::Abort(answer) => format!("abort, {answer:?}"),
        Command::Challenge {
            opponent,
            colour,
            setup,
            time: _,
            stake: _,
        } => match setup {
            Setup::Usual => format!("challenge {opponent}, {colour:?}"),
            _ => format!("challenge {opponent}, {colour:?}, {setup:?}"),
        },
        Command::Chess960(which) => format!("chess960 {}", which.as_deref().unwrap_or_default()),
        Command::Board(fen) => format!("board {}", fen.as_deref().unwrap_or_default()),
        Command::Help(topic) => format!("help {}", topic.as_deref().unwrap_or_default()),
        Command::Say(said) => format!("say {said:?}"),
        Command::Name(name) => format!("name {name}"),
        Command::Letters(letters) => format!("letters {letters}"),
        Command::Zone(words) => format!("zone {words}"),
        Command::Reminders(words) => format!("reminders {words}"),
        Command::Digest(word) => format!("digest {word}"),
        Command::Prefer(which, word) => format!("{which:?} {word}").to_lowercase(),
        Command::Address(address) => format!("address {address}"),
        Command::RemoveAddress(address) => format!("remove address {address}"),
        Command::Block(name) => format!("block {name}"),
        Command::Unblock(name) => format!("unblock {name}"),
        Command::Choice(number) => format!("choice {number}"),
        Command::Prepare(lines) => {
            let typed = |line: &Vec<Spelling>| {
                let moves: Vec<&str> = line.iter().map(Spelling::typed).collect();
                moves.join(" ")
            };
            let lines: Vec<String> = lines.iter().map(typed).collect();
            format!("if {}", lines.join(" | "))
        }
        Command::Note(note) => format!("note: {}", note.text),
        Command::Enter { collection, .. } => format!("enter {collection}"),
        Command::EnterWaiting { key } => format!("enter waiting {key}"),
        Command::Overwrite { number, .. } => format!("overwrite {number}"),
        Command::Search(words) => format!("search {words}"),
        other => other.properties().word.to_owned(),
    }
}
