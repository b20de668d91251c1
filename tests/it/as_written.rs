//! Mails as people write them, what each means, and what becomes of it: `tests/as_written/*.txt`; `tests/as_written/README.md`
//! says how. A mail that comes to be read, or to be asked about, shows as a changed line there.

use penpawn::chess::notation::{Letters, Reading, Spelling, read_moves, san};
use penpawn::language::{self, Command, Consent, Message, Wish, own_words};
use shakmaty::{Chess, Move, Position};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// What it means was done.
    Done,
    /// Nothing was done, and its writer is asked whether the move is meant that is.
    Named,
    /// Nothing was done, and its writer is asked.
    Asked,
    /// Something else was done, or the opponent learned what they must not.
    Wrong,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Outcome::Done => "done",
            Outcome::Named => "named",
            Outcome::Asked => "asked",
            Outcome::Wrong => "WRONG",
        }
    }
}

/// Who writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Writer {
    /// A player in their game.
    #[default]
    Plays,
    /// A player who is invited to one, where a move can be played only by accepting it.
    Invited,
    /// A player to whom a draw is offered, who takes it by its name alone.
    Offered,
    /// A player whose opponent asks to have a move back.
    Asked,
    /// Somebody who has no game.
    Stranger,
}

/// One mail of a file.
#[derive(Default)]
struct Mail {
    position: Chess,
    letters: Letters,
    writer: Writer,
    blessed: String,
    text: String,
    meant: String,
    /// Words of it that the opponent must not see.
    kept: Vec<String>,
}

/// How many mails came out how, and each other than blessed.
#[derive(Default)]
struct Count {
    clear: usize,
    done: usize,
    named: usize,
    wrong: Vec<String>,
    changed: Vec<String>,
    asked: Vec<String>,
}

/// No mail is read otherwise than it is meant, and none otherwise than is written in its file.
#[test]
fn mails_are_read_as_is_written_with_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/as_written");
    let bless = std::env::var_os("BLESS").is_some();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of mails")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    let mut all = Count::default();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let mut count = Count::default();
        let blessed = read_file(&text, &path, &mut count);
        println!(
            "{}: {} mails that are clear, {} of them done, {} asked about with their move",
            path.display(),
            count.clear,
            count.done,
            count.named
        );
        if bless {
            std::fs::write(&path, blessed).expect("a file that can be written");
        } else {
            all.changed.append(&mut count.changed);
        }
        all.wrong.append(&mut count.wrong);
        all.asked.append(&mut count.asked);
    }
    println!("Asked about:\n\n{}", all.asked.join("\n"));
    let wrong = all.wrong.join("\n");
    assert!(wrong.is_empty(), "read otherwise than meant:\n\n{wrong}");
    let changed = all.changed.join("\n");
    assert!(changed.is_empty(), "with other outcomes:\n\n{changed}");
}

/// Reads the mails of a file, and gives the file with what became of each.
fn read_file(text: &str, path: &Path, count: &mut Count) -> String {
    let mut mail = Mail::default();
    let mut begun = (0, String::new());
    let mut blessed = String::new();
    let mut inside = false;
    for (at, line) in text.lines().chain(["=="]).enumerate() {
        let begins = line.starts_with("==") || !inside;
        if begins && !begun.1.is_empty() {
            let (number, body) = std::mem::take(&mut begun);
            let outcome = weigh(&mail, &format!("{}:{number}", path.display()), count);
            let _ = write!(blessed, "== {}\n{body}", outcome.word());
        }
        if at == text.lines().count() {
            break;
        }
        if let Some(outcome) = line.strip_prefix("==") {
            mail = Mail {
                position: mail.position,
                letters: mail.letters,
                writer: mail.writer,
                blessed: outcome.trim().to_owned(),
                ..Mail::default()
            };
            inside = true;
            begun.0 = at + 1;
            continue;
        }
        if !inside {
            heading(line, &mut mail, path, at);
            let _ = writeln!(blessed, "{line}");
            continue;
        }
        if !mail.meant.is_empty() && !line.starts_with("-- ") {
            // Blank lines and headings below what it means.
            let (number, body) = std::mem::take(&mut begun);
            let outcome = weigh(&mail, &format!("{}:{number}", path.display()), count);
            let _ = writeln!(blessed, "== {}\n{body}{line}", outcome.word());
            inside = false;
            heading(line, &mut mail, path, at);
            continue;
        }
        let _ = writeln!(begun.1, "{line}");
        if let Some(meant) = line.strip_prefix("-- ") {
            if let Some(kept) = meant.strip_prefix("kept ") {
                mail.kept.push(kept.to_owned());
            } else if !meant.starts_with("besides ") {
                mail.meant = meant.to_owned();
            }
        } else {
            let _ = writeln!(mail.text, "{line}");
        }
    }
    blessed
}

/// A position, or piece letters, for the mails below.
fn heading(line: &str, mail: &mut Mail, path: &Path, at: usize) {
    let place = format!("{}:{}", path.display(), at + 1);
    if let Some(moves) = line.strip_prefix("position") {
        mail.position = Chess::default();
        mail.letters = Letters::English;
        mail.writer = Writer::Plays;
        for typed in moves.split_whitespace() {
            let played = legal(typed, &mail.position).unwrap_or_else(|| panic!("{place}: {typed}"));
            mail.position = played;
        }
    } else if line == "invited" {
        mail.writer = Writer::Invited;
    } else if line == "draw offered" {
        mail.writer = Writer::Offered;
    } else if line == "takeback asked" {
        mail.writer = Writer::Asked;
    } else if line == "stranger" {
        mail.writer = Writer::Stranger;
    } else if let Some(letters) = line.strip_prefix("letters ") {
        mail.letters = letters.parse().expect("a language");
    } else {
        assert!(line.is_empty() || line.starts_with('#'), "{place}: {line}");
    }
}

fn legal(typed: &str, position: &Chess) -> Option<Chess> {
    let moves = read_moves(typed, Letters::English)?;
    let Reading::One(played) = moves.first()?.resolve(position) else {
        return None;
    };
    position.clone().play(played).ok()
}

/// Reads one mail and holds what is done against what it means.
fn weigh(mail: &Mail, place: &str, count: &mut Count) -> Outcome {
    let own = own_words(&mail.text, None);
    let message = language::read(&own, "", mail.letters);
    let found = deeds(&message, &mail.position);
    let agreed = found.starts_with("agree");
    let plays = found.split(", ").any(|deed| deed.starts_with("play "));
    let found = match mail.writer {
        Writer::Invited if plays && !agreed => "ask".to_owned(),
        Writer::Stranger if plays => "ask".to_owned(),
        Writer::Offered if agreed && plays => "ask".to_owned(),
        // An offer that answers one is agreement.
        Writer::Offered if found == Command::OfferDraw.properties().word => "agree".to_owned(),
        Writer::Offered if agreed && message.orders.is_empty() && !in_so_many_words(&message) => {
            "ask".to_owned()
        }
        Writer::Plays | Writer::Invited | Writer::Offered | Writer::Asked | Writer::Stranger => {
            found
        }
    };
    let talk = message.talk.clone().unwrap_or_default();
    let meant = mail.meant.strip_prefix("perhaps ").unwrap_or(&mail.meant);
    // What is asked about is passed on to nobody.
    let told =
        !message.orders.is_empty() && mail.kept.iter().any(|kept| talk.contains(kept.as_str()));
    let outcome = match found.as_str() {
        _ if told => Outcome::Wrong,
        "ask" if is_shown(&message, meant, mail) => Outcome::Done,
        "ask" if is_named(&message, meant, mail) || is_asked_back(&message, meant, mail) => {
            Outcome::Named
        }
        "ask" => Outcome::Asked,
        found if found == meant => Outcome::Done,
        _ => Outcome::Wrong,
    };
    let report = format!(
        "{place}\n{}  meant: {}\n  read:  {found}\n  passed on: {talk:?}\n",
        mail.text, mail.meant
    );
    let clear = !mail.meant.starts_with("perhaps ") && meant != "ask";
    count.clear += usize::from(clear);
    count.done += usize::from(clear && outcome == Outcome::Done);
    count.named += usize::from(clear && outcome == Outcome::Named);
    if outcome.word() != mail.blessed {
        count.changed.push(report.clone());
    }
    if outcome == Outcome::Wrong {
        count.wrong.push(report);
    } else if clear && outcome == Outcome::Asked {
        count.asked.push(report);
    }
    outcome
}

/// Moves that are asked about at most.
const MOST_NAMED: usize = 4;

/// Whether a mail that orders nothing is answered with what its sentences ask for. Whoever has no game gets the letter that says how
/// all is done with whatever they write.
fn is_shown(message: &Message, meant: &str, mail: &Mail) -> bool {
    let help = Command::Help(None).properties().word;
    let asks = |command: &Command| matches!(command, Command::Help(_) | Command::Show);
    match mail.writer {
        Writer::Stranger => meant == help && message.orders.is_empty(),
        Writer::Plays | Writer::Invited | Writer::Offered | Writer::Asked => {
            match wish(message, mail) {
                Some(Wish::Order(command)) => asks(command) && command.properties().word == meant,
                Some(Wish::Agree | Wish::Refuse) | None => false,
            }
        }
    }
}

/// Whether a mail that orders nothing is asked about with the command that it means.
fn is_asked_back(message: &Message, meant: &str, mail: &Mail) -> bool {
    let answers = matches!(
        mail.writer,
        Writer::Invited | Writer::Offered | Writer::Asked
    );
    // A move that is written beside it comes with the question.
    let moves = moves_named(message, mail);
    let agreed = match moves.as_slice() {
        [only] if mail.writer == Writer::Invited => format!("agree, {only}"),
        [] | [_, ..] => "agree".to_owned(),
    };
    // They are told with which words a draw is taken.
    let agrees = matches!(message.consent, Some(Consent::Yes { .. }));
    if mail.writer == Writer::Offered && agrees && meant == "agree" {
        return true;
    }
    match wish(message, mail) {
        Some(Wish::Order(command)) => match &**command {
            Command::OfferDraw if mail.writer == Writer::Offered => meant == "agree",
            Command::Challenge { opponent, .. } => meant == format!("challenge {opponent}"),
            command => mail.writer != Writer::Stranger && command.properties().word == meant,
        },
        Some(Wish::Agree) => answers && meant == agreed,
        Some(Wish::Refuse) => answers && meant == "refuse",
        None => false,
    }
}

/// What the mail wishes, where it names no move that could be asked about.
fn wish<'m>(message: &'m Message, mail: &Mail) -> Option<&'m Wish> {
    let moves = mail.writer == Writer::Plays && !moves_named(message, mail).is_empty();
    let wished = message.wished.as_ref().filter(|_| !moves)?;
    message.orders.is_empty().then_some(&wished.wish)
}

/// Whether a mail that orders nothing is asked about with the move that it means.
fn is_named(message: &Message, meant: &str, mail: &Mail) -> bool {
    let named = moves_named(message, mail);
    mail.writer == Writer::Plays
        && named.len() <= MOST_NAMED
        && named.iter().any(|one| one == meant)
}

/// The moves that a mail is asked about: those that it names, or the one that it orders in letters that are none of its
/// writer's.
fn moves_named(message: &Message, mail: &Mail) -> Vec<String> {
    let ordered = message
        .orders
        .iter()
        .filter_map(|order| order.command.moves());
    let foreign = ordered
        .flatten()
        .filter(|spelling| spelling.is_in_foreign_letters());
    let mut named = Vec::new();
    for spelling in message.named.iter().chain(foreign) {
        let found = match spelling.resolve(&mail.position) {
            Reading::One(only) => vec![only],
            Reading::Several(several) => several,
            Reading::Impossible(impossible) if spelling.is_in_foreign_letters() => {
                impossible.candidates
            }
            Reading::Impossible(_) => Vec::new(),
        };
        for one in found {
            let deed = format!(
                "play {}",
                san(&mail.position, one).trim_end_matches(['+', '#'])
            );
            if !named.contains(&deed) {
                named.push(deed);
            }
        }
    }
    if named.is_empty() {
        let described = message.described.iter();
        let moves = described.flat_map(|described| described.moves(&mail.position));
        named = moves
            .map(|one| {
                format!(
                    "play {}",
                    san(&mail.position, one).trim_end_matches(['+', '#'])
                )
            })
            .collect();
        named.sort();
        named.dedup();
    }
    named
}

fn in_so_many_words(message: &Message) -> bool {
    matches!(
        message.consent,
        Some(Consent::Yes {
            in_so_many_words: true
        })
    )
}

/// What a mail does, in the words of the files.
fn deeds(message: &Message, position: &Chess) -> String {
    let consent = match message.consent {
        Some(Consent::Yes { .. }) => Some("agree".to_owned()),
        Some(Consent::No) => Some("refuse".to_owned()),
        None => None,
    };
    let mut found = Vec::new();
    for order in &message.orders {
        let deed = match &order.command {
            Command::Moves(moves) => played(moves, message, position),
            Command::AcceptDraw | Command::Accept | Command::Yes => "agree".to_owned(),
            Command::DeclineDraw | Command::Decline | Command::No => "refuse".to_owned(),
            Command::Challenge { opponent, .. } => format!("challenge {opponent}"),
            // What it prepares is asked for in a letter of its own.
            Command::Prepare(_) | Command::Note(_) if message.orders.len() > 1 => continue,
            Command::Prepare(lines) => prepared(lines),
            Command::Note(_) => "note".to_owned(),
            // Words for the opponent beside a move are passed on in any case.
            Command::Say(_) if message.orders.len() > 1 => continue,
            other => other.properties().word.to_owned(),
        };
        let deed = match deed.split_once(' ') {
            Some(("accept", _)) => "agree".to_owned(),
            Some(("decline", _)) => "refuse".to_owned(),
            Some(_) | None => deed,
        };
        if deed == "ask" {
            return deed;
        }
        found.push(deed);
    }
    if !found.iter().any(|deed| deed == "agree" || deed == "refuse") {
        found.splice(..0, consent);
    }
    found.dedup();
    // A move refuses a draw by itself.
    if found.iter().any(|deed| deed.starts_with("play")) {
        found.retain(|deed| deed != "refuse");
    }
    if found.is_empty() {
        "ask".to_owned()
    } else {
        found.join(", ")
    }
}

fn prepared(lines: &[Vec<Spelling>]) -> String {
    let lines = lines.iter().map(|line| {
        let typed: Vec<&str> = line.iter().map(Spelling::typed).collect();
        format!("if {}", typed.join(" "))
    });
    lines.collect::<Vec<String>>().join(", ")
}

fn played(moves: &[Spelling], message: &Message, position: &Chess) -> String {
    let ask = || "ask".to_owned();
    if message.said_of.is_some_and(|side| side != position.turn()) || message.takes_back {
        return ask();
    }
    // A score begins before the move that is played, and may go on behind it.
    let number = |spelling: &Spelling| spelling.move_number().map(|number| number.fullmove);
    let now = position.fullmoves().get();
    let resolved = |spelling: &Spelling| match spelling.resolve(position) {
        Reading::One(played) if !spelling.is_questioned() => Some(played),
        Reading::One(_) | Reading::Several(_) | Reading::Impossible(_) => None,
    };
    let mut choices: Vec<Move> = moves.iter().filter_map(resolved).collect();
    choices.dedup();
    if choices.len() > 1
        && moves
            .iter()
            .all(|spelling| spelling.move_number().is_none())
    {
        return ask();
    }
    let found = moves.iter().find_map(|spelling| {
        if number(spelling).is_some_and(|number| number != now) {
            return None;
        }
        resolved(spelling)
    });
    found.map_or_else(ask, |played| {
        format!(
            "play {}",
            san(position, played).trim_end_matches(['+', '#'])
        )
    })
}
