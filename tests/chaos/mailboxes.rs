//! The players' mailboxes, read as files on the disk: a mail that was delivered is there, whatever is down.

use crate::bed;
use penpawn::mail::read::read;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// A mail in a player's mailbox.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    /// Whose mailbox.
    pub(crate) player: usize,
    pub(crate) file: PathBuf,
    /// When the MTA took it from the daemon, to the second; it may deliver much later.
    pub(crate) accepted: SystemTime,
    pub(crate) message_id: String,
    pub(crate) answers: Option<String>,
    pub(crate) reply_to: String,
    pub(crate) subject: String,
    /// The text, its white space made one blank each.
    pub(crate) words: String,
    /// The text as it stands.
    pub(crate) text: String,
    /// Which game it is about.
    pub(crate) game: Option<u64>,
    /// The position that it tells.
    pub(crate) fen: Option<String>,
    /// Under which name the MTA had it: two copies of one name are the MTA's doing.
    pub(crate) mta_id: String,
}

impl Letter {
    /// How many plies had been played in its position.
    pub(crate) fn ply(&self) -> Option<u32> {
        let mut fields = self.fen.as_deref()?.split(' ').skip(1);
        let turn = fields.next()?;
        let number: u32 = fields.nth(3)?.parse().ok()?;
        Some((number - 1) * 2 + u32::from(turn == "b"))
    }
}

/// All players' mailboxes.
pub(crate) struct Mailboxes {
    folders: Vec<PathBuf>,
    seen: Vec<HashSet<PathBuf>>,
    changed: Vec<Option<SystemTime>>,
    all_again: Instant,
}

impl Mailboxes {
    pub(crate) fn of(players: &[String]) -> Mailboxes {
        let folder = |address: &String| {
            let (name, domain) = address.split_once('@').expect("an address");
            let mail = bed::up().folder.join("mail");
            mail.join(domain).join(name).join("Maildir/new")
        };
        Mailboxes {
            folders: players.iter().map(folder).collect(),
            seen: vec![HashSet::new(); players.len()],
            changed: vec![None; players.len()],
            all_again: Instant::now(),
        }
    }

    /// The mails that came since the last look.
    pub(crate) fn look(&mut self) -> Vec<Letter> {
        // Two changes within one tick of the disk's clock look like one, so every folder is read again now and then.
        let everywhere = self.all_again.elapsed() > Duration::from_secs(2);
        if everywhere {
            self.all_again = Instant::now();
        }
        let mut new = Vec::new();
        for (player, folder) in self.folders.iter().enumerate() {
            let changed = fs::metadata(folder).and_then(|about| about.modified()).ok();
            if changed.is_none() || (changed == self.changed[player] && !everywhere) {
                continue;
            }
            self.changed[player] = changed;
            let mut files: Vec<PathBuf> = fs::read_dir(folder)
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path())
                .filter(|file| !self.seen[player].contains(file))
                .collect();
            files.sort();
            for file in files {
                new.extend(open(player, &file));
                self.seen[player].insert(file);
            }
        }
        new
    }
}

fn open(player: usize, file: &Path) -> Option<Letter> {
    let raw = fs::read(file).ok()?;
    let mail = read(&raw).expect("our own mail");
    let text = mail.text.clone().unwrap_or_default();
    let game = mail
        .subject
        .strip_prefix("Chess game ")
        .and_then(|rest| rest.split_once(':'))
        .and_then(|(number, _)| number.parse().ok());
    let fen = text
        .lines()
        .find_map(|line| line.strip_prefix("FEN: "))
        .map(|fen| fen.trim().to_owned());
    let reply_to = mail
        .values("reply-to")
        .next()
        .unwrap_or_default()
        .to_owned();
    let (_, reply_to) = reply_to.rsplit_once(' ').unwrap_or(("", &reply_to));
    let received = mail
        .values("received")
        .nth(1)
        .or(mail.values("received").next());
    let mta_id = received
        .and_then(|field| field.split_once(" id "))
        .and_then(|(_, rest)| rest.split_whitespace().next())
        .unwrap_or_default()
        .to_owned();
    Some(Letter {
        player,
        file: file.to_owned(),
        accepted: accepted(&mta_id)?,
        message_id: mail.message_id.clone().unwrap_or_default(),
        answers: mail.in_reply_to.first().cloned(),
        reply_to: reply_to.trim_matches(['<', '>']).to_owned(),
        subject: mail.subject.clone(),
        words: text.split_whitespace().collect::<Vec<_>>().join(" "),
        text,
        game,
        fen,
        mta_id,
    })
}

/// The first six characters of Exim's names for mails are the second in which it took them, in base 62.
fn accepted(mta_id: &str) -> Option<SystemTime> {
    let seconds = mta_id.get(..6)?.chars().try_fold(0_u64, |sum, character| {
        let digit = match character {
            '0'..='9' => u64::from(character) - u64::from('0'),
            'A'..='Z' => u64::from(character) - u64::from('A') + 10,
            'a'..='z' => u64::from(character) - u64::from('a') + 36,
            _ => return None,
        };
        Some(sum * 62 + digit)
    })?;
    Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}
