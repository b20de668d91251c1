//! Many games in the middle of play, and the mails with which they go on.

use anyhow::{Context, ensure};
use chrono::Utc;
use penpawn::chess;
use penpawn::db::mailboxes::{self, Arrival, Shown};
use penpawn::game::GameNumber;
use penpawn::letters::Templates;
use penpawn::mail::identity::{content_key, sender};
use penpawn::mail::read::read;
use penpawn::mail::token::{GameLetter, Keys, Purpose, Seat};
use penpawn::robot::Robot;
use penpawn::robot::reader::{Limits, Reader};
use penpawn::robot::server::Server;
use shakmaty::san::San;
use shakmaty::{Chess, Position};
use sqlx::PgPool;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The robot's address; the bed delivers it and all its sub-addresses into one mailbox.
pub(crate) const ROBOT: &str = "chess@chess.test";

/// Bogoljubov - Alekhine, Hastings 1922, 105 plies: what is played in all games.
pub(crate) const MOVES: &str = "d4 f5 c4 Nf6 g3 e6 Bg2 Bb4+ Bd2 Bxd2+ Nxd2 Nc6 Ngf3 O-O O-O d6 Qb3 Kh8 Qc3 e5 e3 a5 b3 \
    Qe8 a3 Qh5 h4 Ng4 Ng5 Bd7 f3 Nf6 f4 e4 Rfd1 h6 Nh3 d5 Nf1 Ne7 a4 Nc6 Rd2 Nb4 Bh1 Qe8 Rg2 dxc4 bxc4 Bxa4 Nf2 Bd7 \
    Nd2 b5 Nd1 Nd3 Rxa5 b4 Rxa8 bxc3 Rxe8 c2 Rxf8+ Kh7 Nf2 c1=Q+ Nf1 Ne1 Rh2 Qxc4 Rb8 Bb5 Rxb5 Qxb5 g4 Nf3+ Bxf3 exf3 \
    gxf5 Qe2 d5 Kg8 h5 Kh7 e4 Nxe4 Nxe4 Qxe4 d6 cxd6 f6 gxf6 Rd2 Qe2 Rxe2 fxe2 Kf2 exf1=Q+ Kxf1 Kg7 Ke2 Kf7 Ke3 Ke6 Ke4";

/// The game after each number of plies.
struct Ply {
    san: String,
    uci: String,
    /// The moves up to this one, as the database keeps them.
    moves: String,
    fen: String,
}

/// One of the games. Player `number` is to write; the game stands at `ply` when they do.
#[derive(Clone, Copy)]
struct Place {
    /// Also the number of the player who is to move; the other one is the next player, the last one's the first.
    number: usize,
    ply: usize,
}

impl Place {
    fn all(games: usize) -> impl Iterator<Item = Place> {
        (1..=games).map(|number| Place {
            number,
            ply: 20 + number % 40,
        })
    }

    fn other(self, games: usize) -> usize {
        self.number % games + 1
    }
}

/// Plays the games up to a letter that says "it is your move", by the robot's own way, and lays the players' answers
/// into a folder, as files for the robot's mailbox. Returns how long these moves took, without IMAP and SMTP.
pub(crate) async fn prepare(
    pool: &PgPool,
    games: usize,
    folder: &Path,
) -> anyhow::Result<Duration> {
    let plies = played()?;
    begin(pool, &plies, games).await?;
    let keys = Keys::new(penpawn::db::keys::load(pool).await?);
    let mails = Place::all(games)
        .map(|place| move_before(&keys, &plies, place, games))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mailbox = mailboxes::open(pool, "before", 1).await?.mailbox;
    for (nth, batch) in mails.chunks(200).enumerate() {
        let arrivals: Vec<Arrival> = (nth * 200 + 1..)
            .zip(batch)
            .map(|(uid, raw)| arrival(uid, raw))
            .collect();
        mailboxes::store(pool, mailbox, 1, &arrivals, u32::MAX).await?;
    }
    let server = Server::at(ROBOT);
    let reader = Reader::of(env!("CARGO_BIN_EXE_penpawn"), Limits::default());
    let templates = Templates::new(BTreeMap::new())?;
    let robot = Robot::new(pool.clone(), server, templates, reader);
    let began = Instant::now();
    while robot.work().await? > 0 {}
    let decided = began.elapsed();
    answer_all(pool, &plies, folder).await?;
    // As after a day on which all of it was sent and filed.
    for statement in [
        "update outbox set state = 'sent', sent_at = now(), attempts = 1",
        "update event set delivered_at = now() where inbox_id is not null",
        "update inbox set mirrored = true",
        "vacuum analyze",
    ] {
        sqlx::query(statement).execute(pool).await?;
    }
    Ok(decided)
}

/// Sees that every game has gone on by one ply, and that each player was told of it once. Returns how many letters went
/// out.
pub(crate) async fn check(pool: &PgPool, games: usize) -> anyhow::Result<u64> {
    let plies = played()?;
    let rows: Vec<(i64, i32, String, String)> =
        sqlx::query_as("select id, ply, moves, fen from game order by id")
            .fetch_all(pool)
            .await?;
    ensure!(rows.len() == games, "{} games", rows.len());
    for (place, (id, ply, moves, fen)) in Place::all(games).zip(rows) {
        let expected = plies.get(place.ply).context("a ply")?;
        ensure!(
            usize::try_from(ply)? == place.ply + 1
                && moves == expected.moves
                && fen == expected.fen,
            "game {id} stands wrong after ply {ply}"
        );
    }
    let (moves, told, mails): (i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from event e join inbox i on i.id = e.inbox_id
                 where e.kind = 'moved' and e.delivered_at is not null and i.state = 'done'),
                (select count(distinct (game_id, player_id, event_number is null)) from outbox where state = 'sent'),
                (select count(*) from outbox)",
    )
    .fetch_one(pool)
    .await?;
    let games = i64::try_from(games)?;
    // Of the moves before and of the measured ones.
    ensure!(
        (moves, told, mails) == (2 * games, 4 * games, 4 * games),
        "{moves} moves, {told} players told, {mails} letters, for {games} games"
    );
    Ok(u64::try_from(2 * games)?)
}

fn played() -> anyhow::Result<Vec<Ply>> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    let mut plies = Vec::new();
    for word in MOVES.split_whitespace() {
        let played = word
            .trim_end_matches(['+', '#'])
            .parse::<San>()?
            .to_move(&position)?;
        let uci = chess::uci(&position, played);
        moves.push(uci.clone());
        position.play_unchecked(played);
        plies.push(Ply {
            san: word.to_owned(),
            uci,
            moves: moves.join(" "),
            fen: chess::fen(&position),
        });
    }
    Ok(plies)
}

/// Players and games as they would be one ply before the letter that is answered. Each player is in two games, and to
/// move in one of them.
async fn begin(pool: &PgPool, plies: &[Ply], games: usize) -> anyhow::Result<()> {
    let many = i64::try_from(games)?;
    let mut tx = pool.begin().await?;
    for statement in [
        "insert into player (name, name_key, state, active_at)
         select 'Player ' || n, 'player ' || n, 'active', now() from generate_series(1, $1) as n order by n",
        "insert into address (key, player_id, spelling, confirmed_at)
         select 'player.' || n || '@players.test', n, 'Player.' || n || '@players.test', now()
         from generate_series(1, $1) as n",
        "select setval('game_number', $1)",
    ] {
        sqlx::query(statement).bind(many).execute(&mut *tx).await?;
    }
    for place in Place::all(games) {
        let before = place.ply - 1;
        let last = plies.get(before - 1).context("a ply")?;
        let (mover, other) = (
            i64::try_from(place.number)?,
            i64::try_from(place.other(games))?,
        );
        let (white, wish) = if place.ply % 2 == 0 {
            (mover, "white")
        } else {
            (other, "black")
        };
        let number = mover;
        sqlx::query(
            "insert into game (id, challenger_id, opponent_id, wish, phase, white_id, black_id, ply, turn, moves, fen,
                               events, started_at)
             values ($1, $2, $3, $4, 'playing', $5, $2 + $3 - $5, $6, $6, $7, $8, $6 + 2, now())",
        )
        .bind(number)
        .bind(mover)
        .bind(other)
        .bind(wish)
        .bind(white)
        .bind(i32::try_from(before)?)
        .bind(&last.moves)
        .bind(&last.fen)
        .execute(&mut *tx)
        .await?;
        let known = plies.get(..before).context("plies")?;
        let sans: Vec<&str> = known.iter().map(|ply| ply.san.as_str()).collect();
        let ucis: Vec<&str> = known.iter().map(|ply| ply.uci.as_str()).collect();
        sqlx::query(
            "insert into event (game_id, number, detail, player_id, arrived_at, seen_at, decided_at, recorded_at)
             select id, 0, jsonb_build_object('kind', 'challenged', 'challenger', $2, 'opponent', $3, 'wish', $4::text,
                                              'variant', variant, 'start', start), $2, now(), now(), now(), now()
             from game where id = $1
             union all
             select $1, 1, jsonb_build_object('kind', 'accepted', 'white', $5), $3, now(), now(), now(), now()",
        )
        .bind(number)
        .bind(mover)
        .bind(other)
        .bind(wish)
        .bind(white)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "insert into event (game_id, number, detail, player_id, arrived_at, seen_at, decided_at, recorded_at, delivered_at)
             select $1, ply + 1, jsonb_build_object('kind', 'moved', 'turn', ply, 'ply', ply, 'san', san, 'uci', uci),
                    case when ply % 2 = 1 then $2 else $3 end, now(), now(), now(), now(), now()
             from unnest($4::text[], $5::text[]) with ordinality as m (san, uci, ply)",
        )
        .bind(number)
        .bind(white)
        .bind(mover + other - white)
        .bind(&sans)
        .bind(&ucis)
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The mail with the move before the measured one: all that it must have is a token.
fn move_before(keys: &Keys, plies: &[Ply], place: Place, games: usize) -> anyhow::Result<Vec<u8>> {
    let (number, ply) = (place.number, place.ply - 1);
    let purpose = Purpose::Game {
        game: GameNumber(i64::try_from(number)?),
        seat: Seat::Opponent,
        turn: u32::try_from(ply)?,
        letter: GameLetter::Undated,
    };
    let token = keys.make(purpose).context("a token")?;
    let (local, domain) = ROBOT.split_once('@').context("an address")?;
    let mail = format!(
        "From: Player.{other}@players.test\nTo: {local}+{token}@{domain}\nSubject: Re: Chess game {number}\n\
         Message-ID: <before.{number}@players.test>\nDate: Sat, 21 Nov 2026 11:00:00 +0000\n\n{san}\n",
        other = place.other(games),
        san = plies.get(ply).context("a ply")?.san,
    );
    Ok(mail.replace('\n', "\r\n").into_bytes())
}

pub(crate) fn arrival(uid: usize, raw: &[u8]) -> Arrival {
    Arrival {
        uid: u32::try_from(uid).unwrap_or(u32::MAX),
        content_key: content_key(raw),
        sender: sender(raw),
        shown: Shown::Nothing,
        arrived_at: Utc::now(),
        size: raw.len() as u64,
        oversized: false,
        raw: raw.to_vec(),
    }
}

/// A letter that says "it is your move": its game, how many plies have been played there now, whom it went to, its Message-ID
/// and its bytes.
type YourMove = (i64, i32, String, String, Vec<u8>);

/// What answers such a letter: the head of the mail, the next move, and the text that is quoted.
fn answer_to(letter: &YourMove, plies: &[Ply]) -> anyhow::Result<(String, String, String)> {
    let (number, ply, from, id, bytes) = letter;
    let letter = read(bytes).context("our own letter")?;
    let reply_to = letter.values("reply-to").next().context("Reply-To")?;
    let (_, reply_to) = reply_to.rsplit_once(' ').unwrap_or(("", reply_to));
    let to = reply_to.trim_matches(['<', '>']);
    let text = letter.text.clone().unwrap_or_default();
    let san = plies
        .get(usize::try_from(*ply)?)
        .context("a ply")?
        .san
        .clone();
    Ok((head(from, to, id, *number, &letter.subject), san, text))
}

/// The next move of each game with its number, as the answer to the newest letter that says "it is your move".
pub(crate) async fn next_answers(pool: &PgPool) -> anyhow::Result<Vec<(i64, Vec<u8>)>> {
    let plies = played()?;
    let letters: Vec<YourMove> = sqlx::query_as(
        "select distinct on (g.id) g.id, g.ply, o.recipient, o.message_id, o.bytes
         from outbox o join game g on g.id = o.game_id where o.occasion = 'your_move' order by g.id, o.id desc",
    )
    .fetch_all(pool)
    .await?;
    let answer = |letter: &YourMove| {
        let (head, san, text) = answer_to(letter, &plies)?;
        // Another mail than the one before.
        let head = head.replace("<answer.", "<next.");
        let mail = format!("{head}{}", plain(&san, &text));
        Ok((letter.0, mail.replace('\n', "\r\n").into_bytes()))
    };
    letters.iter().map(answer).collect()
}

/// Answers all letters that say "it is your move", as mail programs do, each as one file of a Maildir.
async fn answer_all(pool: &PgPool, plies: &[Ply], folder: &Path) -> anyhow::Result<()> {
    let letters: Vec<YourMove> = sqlx::query_as(
        "select g.id, g.ply, o.recipient, o.message_id, o.bytes from outbox o join game g on g.id = o.game_id
         where o.occasion = 'your_move' order by o.id",
    )
    .fetch_all(pool)
    .await?;
    for letter in &letters {
        let (head, san, text) = answer_to(letter, plies)?;
        let number = letter.0;
        // Half of them as mutt and Thunderbird write, half as Gmail does.
        let mail = if number % 2 == 0 {
            format!("{head}{}", plain(&san, &text))
        } else {
            format!("{head}{}", with_html(&san, &text))
        };
        // The sizes in the name, without and with CR, are what Dovecot itself writes when it delivers a mail.
        let (size, wire) = (mail.len(), mail.len() + mail.matches('\n').count());
        let name = format!("1795262400.M{number:06}P1.bench,S={size},W={wire}");
        fs::write(folder.join(name), mail)?;
    }
    Ok(())
}

fn head(from: &str, to: &str, id: &str, number: i64, subject: &str) -> String {
    let way = "from mail.players.test ([192.0.2.7]) by mail.chess.test with esmtps (TLS1.3)";
    format!(
        "Return-Path: <{from}>\nDelivered-To: {to}\n\
         Received: {way}\n\tid 1vMabc-000000-{number:06} for {to}; Sat, 21 Nov 2026 12:00:01 +0000\n\
         Received: from [198.51.100.23] by mail.players.test with esmtpsa\n\tid {number:08x}; Sat, 21 Nov 2026 12:00:00 +0000\n\
         From: Somebody <{from}>\nTo: penpawn <{to}>\nSubject: Re: {subject}\nDate: Sat, 21 Nov 2026 12:00:00 +0000\n\
         Message-ID: <answer.{number}@mail.players.test>\nIn-Reply-To: <{id}>\nReferences: <{id}>\n\
         User-Agent: Mozilla Thunderbird\nMIME-Version: 1.0\n"
    )
}

fn plain(san: &str, text: &str) -> String {
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    format!(
        "Content-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\n\
         {san}\n\nOn 21/11/2026 12:00, penpawn wrote:\n{quoted}\n-- \nSomebody\n"
    )
}

fn with_html(san: &str, text: &str) -> String {
    let attribution = "On Sat, Nov 21, 2026 at 12:00 PM penpawn wrote:";
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let lines: String = text.lines().map(|line| format!("{line}<br>\n")).collect();
    format!(
        "Content-Type: multipart/alternative; boundary=\"0000000000005c1a\"\n\n\
         --0000000000005c1a\nContent-Type: text/plain; charset=\"UTF-8\"\n\n{san}\n\n{attribution}\n\n{quoted}\n\
         --0000000000005c1a\nContent-Type: text/html; charset=\"UTF-8\"\n\n<div dir=\"ltr\">{san}</div><br>\
         <div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">{attribution}<br></div>\
         <blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex\">{lines}</blockquote></div>\n\
         --0000000000005c1a--\n"
    )
}
