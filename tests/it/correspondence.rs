//! Players who write to the robot, without any mail server between them: bytes in, letters out, on a real Postgres.

use crate::bounces::bounce;
use crate::{bed, lint, passing, taps};
use chrono::{DateTime, TimeDelta, Utc};
use penpawn::db::mailboxes::{self, Arrival};
use penpawn::db::outbox;
use penpawn::game::clock::Control;
use penpawn::letters::Templates;
use penpawn::mail::identity::{content_key, sender};
use penpawn::mail::read::{Incoming, read};
use penpawn::robot::Robot;
use penpawn::robot::reader::{Limits, Reader};
use penpawn::robot::server::Server;
use sqlx::PgPool;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

pub(crate) const ANN: &str = "Ann <ann@players.test>";
pub(crate) const BOB: &str = "Bob <bob@players.test>";

/// A robot with a database of its own, and the letters it wrote.
pub(crate) struct Correspondence {
    /// As the owner of the tables; the robot has the daemon's rights.
    pub(crate) pool: PgPool,
    pub(crate) robot: Robot,
    pub(crate) server: Server,
    mailbox: i64,
    uidvalidity: u32,
    next_uid: u32,
    /// All letters, in the order in which they were queued.
    pub(crate) letters: Vec<Letter>,
    /// The last row of the outbox that was looked at.
    seen: i64,
    /// Letters that are kept because their reader's address rests: their rows.
    kept: Vec<i64>,
    /// Addresses that have written, and what. None may ever stand in a letter to somebody else, except where the
    /// reader's own words are repeated to them.
    written: Vec<(String, String)>,
    /// The codes of all letters.
    pub(crate) codes: lint::Codes,
}

/// A letter from the outbox.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) id: i64,
    pub(crate) recipient: String,
    pub(crate) envelope_from: String,
    pub(crate) mail: Incoming,
    /// Its HTML, where it has one.
    pub(crate) html: Option<String>,
}

/// A letter as it goes out, and its row of the outbox.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct Written {
    pub(crate) id: i64,
    pub(crate) recipient: String,
    pub(crate) occasion: String,
    pub(crate) envelope_from: String,
    pub(crate) bytes: Vec<u8>,
}

/// What became of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fate {
    pub(crate) state: String,
    pub(crate) reason: Option<String>,
}

impl Correspondence {
    pub(crate) async fn begin() -> Correspondence {
        Correspondence::begin_on(bed::database().await).await
    }

    /// On a database that has our tables.
    pub(crate) async fn begin_on(pool: PgPool) -> Correspondence {
        Correspondence::of_server(pool, server()).await
    }

    /// With a robot of these settings.
    pub(crate) async fn of_server(pool: PgPool, server: Server) -> Correspondence {
        let templates = Templates::new(BTreeMap::new()).expect("our own templates");
        let reader = Reader::of(env!("CARGO_BIN_EXE_penpawn"), Limits::default());
        let robot = Robot::new(
            bed::as_daemon(&pool).await,
            server.clone(),
            templates,
            reader,
        );
        let mailbox = mailboxes::open(&pool, "test", 1)
            .await
            .expect("a mailbox")
            .mailbox;
        Correspondence {
            pool,
            robot,
            server,
            mailbox,
            uidvalidity: 1,
            next_uid: 1,
            letters: Vec::new(),
            seen: 0,
            kept: Vec::new(),
            written: Vec::new(),
            codes: lint::Codes::default(),
        }
    }

    /// Puts a mail into the inbox and lets the robot work until nothing is left to do. Returns the new letters, and
    /// what became of the mail.
    pub(crate) async fn deliver(&mut self, raw: &[u8]) -> (Vec<Letter>, Fate) {
        let uid = self.store(raw).await;
        self.work().await;
        (self.collect().await, self.fate(uid).await)
    }

    /// From now on the mailbox has other numbers.
    pub(crate) fn renumbered_to(&mut self, uidvalidity: u32) {
        self.uidvalidity = uidvalidity;
        self.next_uid = 1;
    }

    /// Puts a mail into the inbox; returns its UID.
    pub(crate) async fn store(&mut self, raw: &[u8]) -> u32 {
        self.store_of_size(raw, raw.len() as u64).await
    }

    /// Puts a mail into the inbox whose size on the server is this; of one that is over the limit, only the header block
    /// is there.
    pub(crate) async fn store_of_size(&mut self, raw: &[u8], size: u64) -> u32 {
        self.store_arrived(raw, size, Utc::now()).await
    }

    /// Puts a mail into the inbox that our mail server says it took then, and that we see for the first time now; returns
    /// its UID.
    pub(crate) async fn store_that_came(&mut self, raw: &[u8], arrived_at: DateTime<Utc>) -> u32 {
        self.store_arrived(raw, raw.len() as u64, arrived_at).await
    }

    async fn store_arrived(&mut self, raw: &[u8], size: u64, arrived_at: DateTime<Utc>) -> u32 {
        let uid = self.next_uid;
        self.next_uid += 1;
        let shown = self.robot.shown(&[raw]).await.expect("the keys");
        let shown = shown.into_iter().next().expect("one mail");
        let arrival = Arrival {
            uid,
            content_key: content_key(raw),
            sender: sender(raw),
            shown,
            arrived_at,
            size,
            oversized: size > raw.len() as u64,
            raw: raw.to_vec(),
        };
        self.note_writer(raw);
        mailboxes::store(
            &self.pool,
            self.mailbox,
            self.uidvalidity,
            &[arrival],
            uid + 1,
        )
        .await
        .expect("stored");
        uid
    }

    /// Notes who writes to the robot, and what.
    pub(crate) fn note_writer(&mut self, raw: &[u8]) {
        let from = read(raw).ok().and_then(|mail| mail.from);
        if let Some(from) = from.filter(|from| !self.server.owns(&from.address)) {
            self.written
                .push((from.address, String::from_utf8_lossy(raw).to_lowercase()));
        }
    }

    /// Lets the robot work until nothing is left to do.
    pub(crate) async fn work(&self) {
        while self.robot.work().await.expect("the robot works") > 0 {}
    }

    pub(crate) async fn fate(&self, uid: u32) -> Fate {
        let (state, reason, error): (String, Option<String>, Option<String>) = sqlx::query_as(
            "select state, reason, error from inbox where uid = $1 and uidvalidity = $2",
        )
        .bind(i64::from(uid))
        .bind(i64::from(self.uidvalidity))
        .fetch_one(&self.pool)
        .await
        .expect("the mail's row");
        assert_eq!(error, None, "the robot stumbled over a mail");
        Fate { state, reason }
    }

    /// Reads new letters from the outbox; each passes the lint.
    pub(crate) async fn collect(&mut self) -> Vec<Letter> {
        let rows: Vec<Written> = sqlx::query_as(
            "select id, recipient, occasion, envelope_from, bytes from outbox
             where (id > $1 and state <> 'held' or id = any($2) and state in ('queued', 'sent')) and bytes is not null
             order by id",
        )
        .bind(self.seen)
        .bind(&self.kept)
        .fetch_all(&self.pool)
        .await
        .expect("letters");
        let new = self.take(rows).await;
        self.kept = sqlx::query_scalar("select id from outbox where state = 'held'")
            .fetch_all(&self.pool)
            .await
            .expect("letters");
        let newest = new.iter().map(|letter| letter.id).chain(self.kept.clone());
        self.seen = newest.fold(self.seen, i64::max);
        new
    }

    /// Takes letters, each of which passes the lint, to those that there were before.
    pub(crate) async fn take(&mut self, letters: Vec<Written>) -> Vec<Letter> {
        // A player is shown their own addresses, and those from which somebody wrote with a token of theirs.
        let owned: Vec<(String, String)> = sqlx::query_as(
            "select main.key, other.key from address main join address other using (player_id)
             union all select address_key, alias_key from confirmation where alias_key is not null",
        )
        .fetch_all(&self.pool)
        .await
        .expect("addresses");
        let mut new = Vec::new();
        let ids: Vec<i64> = letters.iter().map(|letter| letter.id).collect();
        let causes = self.causes(&ids).await;
        for letter in letters {
            if let Some(cause) = causes.get(&letter.id) {
                self.lint_answer(&letter, cause);
            }
            let Written {
                id,
                recipient,
                occasion,
                envelope_from,
                bytes,
            } = letter;
            let others: Vec<String> = self
                .written
                .iter()
                .map(|(address, _)| address)
                .filter(|address| !address.eq_ignore_ascii_case(&recipient))
                .filter(|address| !self.repeats(&occasion, &recipient, address))
                .filter(|address| {
                    let keys = (recipient.to_lowercase(), address.to_lowercase());
                    !owned.contains(&keys)
                })
                .cloned()
                .collect();
            lint::lint(&bytes, &self.server, &envelope_from, &recipient, &others);
            let his: Vec<String> = owned
                .iter()
                .filter(|(main, _)| main.eq_ignore_ascii_case(&recipient))
                .map(|(_, other)| other.to_lowercase())
                .collect();
            self.codes.check(&bytes, &envelope_from, &recipient, &his);
            new.push(Letter {
                id,
                recipient,
                envelope_from,
                mail: read(&bytes).expect("our own mail"),
                html: taps::html_of(&bytes),
            });
        }
        self.letters.extend(new.iter().cloned());
        new
    }

    /// By letter: the mail that it answers, where that was not confirmed, and the names of all players.
    async fn causes(&self, letters: &[i64]) -> HashMap<i64, (Vec<u8>, String)> {
        let rows: Vec<(i64, Vec<u8>, String)> = sqlx::query_as(
            "select o.id, i.raw, (select coalesce(string_agg(name, ' '), '') from player)
             from outbox o join inbox i on i.id = o.cause_inbox_id
             where o.id = any($1) and i.confirmed_at is null and i.raw is not null and not i.oversized",
        )
        .bind(letters)
        .fetch_all(&self.pool)
        .await
        .expect("mails");
        rows.into_iter()
            .map(|(id, raw, names)| (id, (raw, names)))
            .collect()
    }

    /// A letter that answers a mail which has proven nothing: it shows no code, and no border stands for it.
    fn lint_answer(&self, letter: &Written, (raw, names): &(Vec<u8>, String)) {
        let Ok(cause) = read(raw) else {
            return;
        };
        let vouched = !self.server.authserv_ids.is_empty()
            && cause
                .values("authentication-results")
                .any(|verdict| verdict.contains("dmarc=pass"));
        if !vouched && !self.codes.shown_in(raw, &cause) {
            lint::lint_unproven(&letter.bytes, &letter.occasion, &cause, names, &self.server);
        }
    }

    /// Who has letters that are kept, and of what occasion, in the order in which they were written.
    pub(crate) async fn kept(&self) -> Vec<(String, String)> {
        sqlx::query_as("select recipient, occasion from outbox where state = 'held' order by id")
            .fetch_all(&self.pool)
            .await
            .expect("letters")
    }

    /// Whether a letter of this occasion may repeat an address that its reader once wrote to us themselves.
    fn repeats(&self, occasion: &str, reader: &str, address: &str) -> bool {
        let wrote = |(from, mail): &(String, String)| {
            from.eq_ignore_ascii_case(reader) && mail.contains(&address.to_lowercase())
        };
        matches!(
            occasion,
            "refused" | "not_understood" | "confirm_orders" | "address_removed"
        ) && self.written.iter().any(wrote)
    }

    /// The bytes of a letter.
    pub(crate) async fn bytes_of(&self, letter: &Letter) -> Vec<u8> {
        sqlx::query_scalar("select bytes from outbox where id = $1")
            .bind(letter.id)
            .fetch_one(&self.pool)
            .await
            .expect("a letter")
    }

    /// All letters that wait have gone out.
    pub(crate) async fn send_all(&self) {
        self.send_those(|_| true).await;
    }

    /// Of the letters that wait, those to this address have gone out; the others wait on.
    pub(crate) async fn send_to(&self, address: &str) {
        self.send_those(|recipient| recipient == address).await;
    }

    async fn send_those(&self, goes_out: impl Fn(&str) -> bool) {
        let claim = Uuid::new_v4();
        let due = outbox::claim(&self.pool, claim, 1000).await.expect("due");
        let going = due.iter().filter(|letter| goes_out(&letter.recipient));
        let sent: Vec<(i64, Uuid)> = going.map(|letter| (letter.id, claim)).collect();
        outbox::mark_sent(&self.pool, &sent).await.expect("sent");
        outbox::release(&self.pool, claim).await.expect("released");
    }

    /// A mail server gives the newest letter to this address back, in the words of `tests/bounces/NAME.eml`.
    pub(crate) async fn comes_back(&mut self, address: &str, name: &str) -> (Vec<Letter>, Fate) {
        self.send_all().await;
        let raw = self.returned(address, name);
        self.deliver(&raw).await
    }

    /// The relay takes all letters that wait but the newest to this address, which it refuses as one for nobody.
    pub(crate) async fn refused(&mut self, address: &str) -> Vec<Letter> {
        let claim = Uuid::new_v4();
        let due = outbox::claim(&self.pool, claim, 1000).await.expect("due");
        let refused = self.newest_to(address).id;
        let taken = due.iter().filter(|letter| letter.id != refused);
        let sent: Vec<(i64, Uuid)> = taken.map(|letter| (letter.id, claim)).collect();
        outbox::mark_sent(&self.pool, &sent).await.expect("sent");
        self.robot
            .give_up(
                claim,
                refused,
                "550 5.1.1 no such player",
                penpawn::robot::Fault::Address,
            )
            .await
            .expect("given up");
        self.collect().await
    }

    /// The bounce of the newest letter to this address; each is a new mail.
    pub(crate) fn returned(&mut self, address: &str, name: &str) -> Vec<u8> {
        let letter = self.newest_to(address).clone();
        let id = letter.mail.message_id.unwrap_or_default();
        let raw = bounce(name, &letter.envelope_from, &id);
        let text = String::from_utf8_lossy(&raw).replacen(
            "@mx.players.test>",
            &format!(".{}@mx.players.test>", self.next_uid),
            1,
        );
        text.replace("ann@players.test", address).into_bytes()
    }

    /// Sends the invitations that are due by now; returns the letters.
    pub(crate) async fn send_held_invitations(&mut self) -> Vec<Letter> {
        while self.robot.send_held_invitation().await.expect("sent") {}
        self.collect().await
    }

    /// Days go by, as far as what is counted or due by the day is concerned.
    pub(crate) async fn days_pass(&self, days: i32) {
        sqlx::query("update address set bounced_on = bounced_on - $1")
            .bind(days)
            .execute(&self.pool)
            .await
            .expect("days");
        sqlx::query("update held_invitation set due_on = due_on - $1")
            .bind(days)
            .execute(&self.pool)
            .await
            .expect("days");
        // What was tried before is known by the day that it had.
        sqlx::query(
            "update cause set known_by = known_by || ' before' where kind = 'held invitation'",
        )
        .execute(&self.pool)
        .await
        .expect("days");
        sqlx::query("update letter_count set day = day - $1")
            .bind(days)
            .execute(&self.pool)
            .await
            .expect("days");
        sqlx::query("update silence set since = since - $1 * interval '1 day'")
            .bind(f64::from(days))
            .execute(&self.pool)
            .await
            .expect("days");
    }

    /// From now on games have this clock, where their challenge does not say another one.
    pub(crate) async fn usual_control_is(&mut self, control: Control) {
        self.server.usual_control = control;
        self.go_on_with_these_settings().await;
    }

    /// From now on pages are shown, and reached under this address.
    pub(crate) async fn pages_are_at(&mut self, address: &str) {
        address.clone_into(&mut self.server.pages);
        self.go_on_with_these_settings().await;
    }

    async fn go_on_with_these_settings(&mut self) {
        let templates = Templates::new(BTreeMap::new()).expect("our own templates");
        let reader = Reader::of(env!("CARGO_BIN_EXE_penpawn"), Limits::default());
        let pool = bed::as_daemon(&self.pool).await;
        self.robot = Robot::new(pool, self.server.clone(), templates, reader);
    }

    /// All letters that wait go out, and then so much time goes by: everything that has an instant or a day has an earlier
    /// one. What is due by then is done; returns the letters.
    pub(crate) async fn time_passes(&mut self, time: TimeDelta) -> Vec<Letter> {
        self.send_all().await;
        passing::time_passes(&self.pool, time).await;
        self.do_what_is_due().await
    }

    /// The same, and nobody looks into the mailbox meanwhile.
    pub(crate) async fn nobody_looks_for(&mut self, time: TimeDelta) -> Vec<Letter> {
        self.send_all().await;
        passing::nobody_looks_for(&self.pool, time).await;
        self.do_what_is_due().await
    }

    /// Does what is due by itself; returns the letters.
    pub(crate) async fn do_what_is_due(&mut self) -> Vec<Letter> {
        while self.robot.do_what_is_due().await.expect("done") > 0 {}
        while self.robot.send_digest().await.expect("the lists of games") {}
        while self
            .robot
            .go_on_with_tournaments()
            .await
            .expect("tournaments")
        {}
        while self.robot.send_watched().await.expect("watched games") {}
        while self.robot.end_seek().await.expect("seeks that nobody took") {}
        self.send_held_invitations().await
    }

    /// All letters up to now lie in their mailboxes for an hour before anybody answers them.
    pub(crate) async fn letters_lie_for_an_hour(&self) {
        sqlx::query(
            "update outbox set created_at = created_at - interval '1 hour', sent_at = sent_at - interval '1 hour'",
        )
        .execute(&self.pool)
        .await
        .expect("an hour");
    }

    /// The newest letter to this address.
    pub(crate) fn newest_to(&self, address: &str) -> &Letter {
        self.letters
            .iter()
            .rev()
            .find(|letter| letter.recipient.eq_ignore_ascii_case(address))
            .unwrap_or_else(|| panic!("nothing was written to {address}"))
    }

    /// The newest letter to this address whose code is not that of a letter without a game.
    pub(crate) fn newest_about_a_game_to(&self, address: &str) -> &Letter {
        let reply_to = |letter: &Letter| letter.mail.values("reply-to").next().map(str::to_owned);
        self.letters
            .iter()
            .rev()
            .filter(|letter| letter.recipient.eq_ignore_ascii_case(address))
            .find(|letter| !reply_to(letter).is_some_and(|to| to.contains("+p")))
            .unwrap_or_else(|| panic!("nothing about a game was written to {address}"))
    }
}

/// The house of most tests.
pub(crate) fn server() -> Server {
    Server {
        // The people of the tests are of one domain, all of them.
        strangers_of_a_domain: i32::MAX,
        ..Server::at("chess@chess.test")
    }
}

/// A new mail to the robot. The header fields given replace the usual ones; with a border's among them they stand on top.
pub(crate) fn new_mail(from: &str, number: usize, headers: &str, text: &str) -> Vec<u8> {
    let id = format!("<{number}@mail.players.test>");
    let usual = [
        ("From", from),
        ("To", "chess@chess.test"),
        ("Subject", ""),
        ("Message-ID", &id),
    ];
    mail(&usual, headers, text)
}

/// The address in what stands in a From field.
pub(crate) fn address_of(mailbox: &str) -> &str {
    mailbox
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map_or(mailbox, |(address, _)| address)
}

/// A game in which Ann, with White, is to move; made by the mails 1 to 3.
pub(crate) async fn game() -> Correspondence {
    let mut desk = Correspondence::begin().await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
        .await;
    for (number, from, text) in [(2, ANN, "yes"), (3, BOB, "accept")] {
        let raw = answer(desk.newest_to(address_of(from)), from, number, "", text);
        desk.deliver(&raw).await;
    }
    desk
}

/// An answer to a letter, as mail programs write it: the text above the quotation.
pub(crate) fn answer(
    letter: &Letter,
    from: &str,
    number: usize,
    headers: &str,
    text: &str,
) -> Vec<u8> {
    let said = letter.mail.text.as_deref().unwrap_or_default();
    let quoted = if headers.contains("text/html") {
        let lines: String = said.lines().map(|line| format!("{line}<br>\n")).collect();
        format!(
            "<div class=\"gmail_quote\">penpawn wrote:<br>\n<blockquote>{lines}</blockquote></div>\n"
        )
    } else {
        let lines: String = said.lines().map(|line| format!("> {line}\n")).collect();
        format!("On Sat, 21 Nov 2026, penpawn wrote:\n{lines}")
    };
    let reply_to = letter.mail.values("reply-to").next().unwrap_or_default();
    let subject = format!("Re: {}", letter.mail.subject);
    let id = format!("<{number}@mail.players.test>");
    let answered = format!(
        "<{}>",
        letter.mail.message_id.as_deref().unwrap_or_default()
    );
    let usual = [
        ("From", from),
        ("To", reply_to),
        ("Subject", &subject),
        ("Message-ID", &id),
        ("In-Reply-To", &answered),
        ("References", &answered),
    ];
    mail(&usual, headers, &format!("{text}\n\n{quoted}"))
}

fn mail(usual: &[(&str, &str)], headers: &str, text: &str) -> Vec<u8> {
    let everywhere = [
        ("Date", "Sat, 21 Nov 2026 12:00:00 +0000"),
        ("Content-Type", "text/plain; charset=utf-8"),
    ];
    let fields: String = usual
        .iter()
        .chain(&everywhere)
        .filter(|(name, _)| {
            !headers
                .lines()
                .any(|line| line.starts_with(&format!("{name}:")))
        })
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect();
    let block = if headers.contains("Authentication-Results: ") {
        format!("{headers}{fields}")
    } else {
        format!("{fields}{headers}")
    };
    format!("{block}\n{text}\n")
        .replace('\n', "\r\n")
        .into_bytes()
}
