//! What became of the players' mails: each had its effect once, and was answered.

use crate::players::{Meaning, Sent};
use crate::verdict::{Books, Event, Mail, Posted};
use std::collections::{BTreeMap, HashMap};

/// Reasons for which a handled mail of a player has no letter of its own.
const SILENT: [&str; 3] = ["confirmed", "silenced", "disowned"];

/// Compares mails, events and games.
pub(crate) fn compare(books: &mut Books<'_>) {
    books.nothing_is_left();
    books.games_have_no_gaps();
    books.mails_had_their_effect_once();
}

impl Books<'_> {
    fn nothing_is_left(&mut self) {
        let mut wrong = Vec::new();
        for mail in &self.mails {
            let story = || {
                let log = self.daemons.logged(&format!("mail={} ", mail.id));
                format!(
                    "{} attempts, {:?}\n  {}",
                    mail.attempts,
                    mail.error,
                    log.join("\n  ")
                )
            };
            match mail.state.as_str() {
                "new" | "held" => wrong.push(format!(
                    "mail {} is still {}: {}",
                    mail.id,
                    mail.state,
                    story()
                )),
                "dead" => wrong.push(format!("mail {} is dead: {}", mail.id, story())),
                "done" => {
                    let silent = mail
                        .reason
                        .as_deref()
                        .is_some_and(|reason| SILENT.contains(&reason));
                    let answered = self.caused.contains_key(&mail.id);
                    if mail.player_id.is_some() && !silent && !answered {
                        wrong.push(format!(
                            "mail {} is done and was not answered: {}",
                            mail.id,
                            story()
                        ));
                    }
                }
                _ => {}
            }
        }
        for letter in &self.posted {
            if !matches!(letter.state.as_str(), "sent" | "superseded") {
                wrong.push(format!(
                    "letter {} to {} is {}",
                    letter.id, letter.recipient, letter.state
                ));
            }
        }
        self.violations.append(&mut wrong);
    }

    fn games_have_no_gaps(&mut self) {
        let mut wrong = Vec::new();
        for game in &self.games {
            let before = wrong.len();
            let events: Vec<&Event> = self
                .events
                .iter()
                .filter(|event| event.game_id == game.id)
                .collect();
            let numbers: Vec<i32> = events.iter().map(|event| event.number).collect();
            let plies: Vec<i32> = events.iter().filter_map(|event| event.ply).collect();
            let moves: Vec<&str> = events
                .iter()
                .filter_map(|event| event.uci.as_deref())
                .collect();
            if numbers != (0..game.events).collect::<Vec<_>>() {
                wrong.push(format!(
                    "game {}: its events are {numbers:?} of {}",
                    game.id, game.events
                ));
            }
            if plies != (1..=game.ply).collect::<Vec<_>>() {
                wrong.push(format!(
                    "game {}: its plies are {plies:?} of {}",
                    game.id, game.ply
                ));
            }
            if moves.join(" ") != game.moves {
                wrong.push(format!(
                    "game {}: played {moves:?}, and written down {}",
                    game.id, game.moves
                ));
            }
            if wrong.len() > before
                && let Some(last) = wrong.last_mut()
            {
                last.push_str(&self.story(u64::try_from(game.id).expect("a number")));
            }
            self.figures.moves += plies.len();
        }
        self.violations.append(&mut wrong);
    }

    /// Every mail that a player sent is there once, and did what it asks for once.
    fn mails_had_their_effect_once(&mut self) {
        let mut rows: HashMap<&str, Vec<&Mail>> = HashMap::new();
        for mail in &self.mails {
            rows.entry(message_id(mail)).or_default().push(mail);
        }
        let mut wrong = Vec::new();
        let mut played: BTreeMap<(u64, u32), usize> = BTreeMap::new();
        for sent in &self.players.sent {
            let copies = rows.get(sent.id.as_str()).map_or(&[][..], Vec::as_slice);
            let (duplicates, handled): (Vec<&Mail>, Vec<&Mail>) = copies
                .iter()
                .partition(|mail| mail.reason.as_deref() == Some("duplicate"));
            self.figures.mails_again += duplicates.len();
            let [mail] = handled[..] else {
                wrong.push(format!(
                    "{}, {:?}: handled {} times, {:?}",
                    sent.id,
                    sent.meaning,
                    handled.len(),
                    handled.iter().map(|mail| mail.id).collect::<Vec<_>>()
                ));
                continue;
            };
            if let Err(fault) = self.effect(sent, mail, &mut played) {
                let log = self.daemons.logged(&format!("mail={} ", mail.id));
                wrong.push(format!(
                    "{}, mail {} ({}, {:?}), {:?}: {fault}\n  {}",
                    sent.id,
                    mail.id,
                    mail.state,
                    mail.reason,
                    sent.meaning,
                    log.join("\n  ")
                ));
            }
        }
        for ((game, ply), times) in played {
            if times != 1 {
                wrong.push(format!(
                    "game {game}: ply {ply} was written, and played {times} times{}",
                    self.story(game)
                ));
            }
        }
        self.violations.append(&mut wrong);
    }

    fn effect(
        &self,
        sent: &Sent,
        mail: &Mail,
        played: &mut BTreeMap<(u64, u32), usize>,
    ) -> Result<(), String> {
        let at =
            |index: &HashMap<i64, Vec<usize>>| index.get(&mail.id).cloned().unwrap_or_default();
        let events: Vec<&Event> = at(&self.happened)
            .into_iter()
            .map(|at| &self.events[at])
            .collect();
        let letters: Vec<&Posted> = at(&self.caused)
            .into_iter()
            .map(|at| &self.posted[at])
            .collect();
        let mine = &self.players.addresses[sent.player];
        let to_me = letters
            .iter()
            .filter(|letter| letter.recipient == *mine)
            .count();
        let to_other = letters.len() - to_me;
        let times = |kind: &str| events.iter().filter(|event| event.kind == kind).count();
        let told = |me: usize, other: usize| {
            if (to_me, to_other) == (me, other) {
                return Ok(());
            }
            let occasions: Vec<&str> = letters
                .iter()
                .map(|letter| letter.occasion.as_str())
                .collect();
            Err(format!(
                "{to_me} letters to the sender and {to_other} to the other: {occasions:?}"
            ))
        };
        let once = |kind: &str, game: Option<u64>| {
            let right = times(kind) == 1
                && events
                    .iter()
                    .all(|event| game.is_none_or(|game| u64::try_from(event.game_id) == Ok(game)));
            let kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
            if right {
                Ok(())
            } else {
                Err(format!("not once {kind}, but {kinds:?}"))
            }
        };
        let nothing = || {
            if events.is_empty() {
                Ok(())
            } else {
                Err("something happened".to_owned())
            }
        };
        match &sent.meaning {
            Meaning::Join => nothing(),
            // The same opponent has not answered the same challenge yet.
            Meaning::Challenge if letters.iter().all(|letter| letter.occasion == "refused") => {
                nothing().and(told(1, 0))
            }
            Meaning::Challenge => once("challenged", None).and(told(1, 1)),
            Meaning::Accept { game } => once("accepted", Some(*game)).and(told(1, 1)),
            Meaning::Decline { game } => once("declined", Some(*game)).and(told(1, 1)),
            Meaning::DeclineDraw { game } => once("draw declined", Some(*game)).and(told(1, 1)),
            Meaning::AcceptDraw { game } => once("draw agreed", Some(*game)).and(told(1, 1)),
            Meaning::Resign { game } => once("resigned", Some(*game)).and(told(1, 1)),
            Meaning::Say { .. } => nothing().and(told(1, 1)),
            Meaning::Automatic if mail.state == "dropped" => nothing().and(told(0, 0)),
            Meaning::Automatic => Err("it was not dropped".to_owned()),
            Meaning::Illegal { .. } => nothing().and(told(1, 0)),
            Meaning::Move {
                game,
                ply,
                uci,
                rivals,
            } => {
                let count = played.entry((*game, *ply)).or_default();
                if times("moved") == 0 && *rivals {
                    return told(1, 0);
                }
                *count += 1;
                once("moved", Some(*game))?;
                let fits = |event: &&&Event| {
                    event.ply.and_then(|ply| u32::try_from(ply).ok()) == Some(*ply)
                        && event.uci.as_ref() == Some(uci)
                };
                if events.iter().filter(fits).count() != 1 {
                    return Err("another move was played".to_owned());
                }
                told(1, 1)
            }
        }
    }
}

/// The Message-ID of a mail of a player, without angle brackets.
fn message_id(mail: &Mail) -> &str {
    let raw = mail.raw.as_deref().unwrap_or_default();
    let line = raw
        .split(|&octet| octet == b'\n')
        .find_map(|line| line.strip_prefix(b"Message-ID: <"));
    let id = line.and_then(|line| line.split(|&octet| octet == b'>').next());
    id.and_then(|id| std::str::from_utf8(id).ok())
        .unwrap_or_default()
}
