//! What is true of a game is what was recorded of it: the row follows from the events.
//!
//!   RECORDED_GAMES   how many random games; default 800
//!   RECORDED_SEED    what they are made of; default 1

use crate::correspondence::{Correspondence, Letter, address_of, answer, new_mail};
use crate::pgn::{dice::Dice, number};
use crate::referee;
use chrono::{DateTime, TimeDelta, Utc};
use penpawn::chess::pgn::{Record, write_pgn};
use penpawn::chess::{LetterCase, Start, Variant};
use penpawn::db::events;
use penpawn::db::game_row::BadRow;
use penpawn::db::games::{self, GameRow};
use penpawn::game::clock::{
    Control, Reason, Span, Spent, Stretch, Turn, time_control_tag, write_times,
};
use penpawn::game::{
    By, CauseId, Claim, ClaimedWith, Detail, Event, Game, GameNumber, Instants, Manner, Phase,
    PlayerNumber, Recorded, RecordedGame, Result, Times, Unreadable, Wish,
};
use shakmaty::{Move, Outcome, Position};
use sqlx::PgPool;
use std::collections::BTreeSet;

const CLAIMED_WITH: [ClaimedWith; 2] = [ClaimedWith::TheBoard, ClaimedWith::TheirMove];
const NUMBER: GameNumber = GameNumber(42);
const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

const ANNS: &str = "Ann <ann@players.test>";
const BOBS: &str = "Bob <bob@players.test>";
const CARLS: &str = "Carl <carl@players.test>";

/// Where random games begin: as usual, near the end of all counts, in Chess960, with Black to move, and almost dead.
const STARTS: [(&str, Variant); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        Variant::Standard,
    ),
    ("8/8/8/5k2/8/8/4R3/3K4 w - - 96 99", Variant::Standard),
    ("8/8/8/5k2/8/8/4R3/3K4 b - - 140 99", Variant::Standard),
    (
        "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w CGcg - 0 1",
        Variant::Chess960,
    ),
    (
        "8/8/1k6/p1p1p1p1/P1P1P3/1K4P1/8/8 w - - 0 40",
        Variant::Standard,
    ),
    ("k7/8/1K6/8/8/8/8/7R w - - 0 60", Variant::Standard),
];

/// How time is counted in random games.
const CONTROLS: [&str; 7] = [
    "without",
    "without",
    "per-move 3d",
    "session 2/50d double 20d longest 40d",
    "fischer 30d+1d max 45d weekends free",
    "triple 50d bank 75d +1d/3 floor 3d",
    "countdown 900d flags claimed",
];

/// A game as the robot has it, and what was recorded of it.
struct Course {
    told: RecordedGame,
    events: Vec<Recorded>,
    now: DateTime<Utc>,
}

impl Course {
    fn begin(dice: &mut Dice) -> Course {
        let (fen, variant) = *dice.pick(&STARTS);
        let (fen, variant) = if dice.once_in(2) {
            STARTS[0]
        } else {
            (fen, variant)
        };
        let start = Start::from_fen(fen, variant).expect("a start");
        let wish = *dice.pick(&[Wish::White, Wish::Black, Wish::Random]);
        let control: Control = dice.pick(&CONTROLS).parse().expect("a control");
        let (game, event) = Game::challenge(NUMBER, ANN, BOB, wish, start, control);
        let now = DateTime::UNIX_EPOCH;
        let times = Times::begin(now);
        let mut course = Course {
            told: RecordedGame { game, times },
            events: Vec::new(),
            now,
        };
        course.record(&event, Manner::default(), Some(ANN));
        course.told.times = Times::begin(course.events[0].at.recorded_at);
        course
    }

    /// Instants of which no two are the same.
    fn instants(&mut self) -> Instants {
        let mut next = || {
            self.now += TimeDelta::seconds(1);
            self.now
        };
        Instants {
            arrived_at: next(),
            seen_at: next(),
            decided_at: next(),
            recorded_at: next(),
            delivered_at: None,
        }
    }

    fn record(&mut self, event: &Event, manner: Manner, player: Option<PlayerNumber>) {
        let at = self.instants();
        let by = By {
            player,
            cause: player.map(|_| CauseId::Mail(7)),
        };
        let recorded = Recorded::of(event, &self.told.game, manner, by, at);
        self.told.times.note(&recorded, &self.told.game);
        // As it is read again.
        let json = serde_json::to_string(&recorded.detail).expect("JSON");
        let detail: Detail = serde_json::from_str(&json).expect("a detail");
        assert_eq!(detail, recorded.detail, "{json}");
        self.events.push(Recorded { detail, ..recorded });
    }

    /// Somebody does something, where it can be done now.
    fn go_on(&mut self, dice: &mut Dice) {
        let player = *dice.pick(&[ANN, BOB]);
        let game = &mut self.told.game;
        let reason = || "a reason".to_owned();
        let mut manner = Manner::default();
        let done = match dice.below(64) {
            0 => game.withdraw(player).ok(),
            1 => game.decline(player).ok(),
            2..=9 if game.events() < 3 => game.accept(player, dice.once_in(2)).ok(),
            2 | 3 => game.offer_draw(player).ok(),
            4 => game.accept_draw(player).ok(),
            5 | 6 => game.decline_draw(player).ok(),
            7 => game
                .claim_draw(player, Claim::Repetition, *dice.pick(&CLAIMED_WITH))
                .ok(),
            8 => game
                .claim_draw(player, Claim::FiftyMoves, *dice.pick(&CLAIMED_WITH))
                .ok(),
            9 | 10 => game.offer_takeback(player).ok(),
            11 => game.accept_takeback(player, Spent::Nothing).ok(),
            12 => game.decline_takeback(player).ok(),
            13 => game.abort(player).ok(),
            14 => game.decline_abort(player).ok(),
            15 if dice.once_in(4) => game.accept_abort(player).ok(),
            16 if dice.once_in(8) => game.abort_in_absence(player).ok(),
            17 if dice.once_in(4) => game.resign(player).ok(),
            18 if dice.once_in(4) => {
                let result =
                    *dice.pick(&[Result::White, Result::Black, Result::Draw, Result::Unknown]);
                game.adjudicate(result, reason()).ok()
            }
            20 if dice.once_in(16) => {
                let side = game.position().turn();
                game.time_is_over(side, self.now).ok()
            }
            21 if dice.once_in(16) => {
                let side = game.position().turn();
                game.first_move_is_missing(side).ok()
            }
            19 => {
                let left = dice.below(game.moves().len() + 1);
                game.correct(u32::try_from(left).expect("plies"), reason())
                    .ok()
            }
            _ => {
                manner = Manner {
                    letter: *dice.pick(&[None, Some(LetterCase::Large), Some(LetterCase::Small)]),
                    prepared: dice.once_in(3),
                };
                let told = self.told.times.told_at;
                let turn = told.map(|told| Turn::new(told, stretches(told, dice)));
                let arrived = told.map(|told| told + TimeDelta::seconds(seconds(dice)));
                let spent = match (&turn, arrived) {
                    (Some(turn), Some(arrived)) if !manner.prepared => {
                        Spent::Thought { turn, arrived }
                    }
                    _ => Spent::Nothing,
                };
                move_in(game, dice).and_then(|played| game.play_in(player, played, spent).ok())
            }
        };
        self.tell(dice);
        if let Some(event) = done {
            let by = event.reason().is_none().then_some(player);
            self.record(&event, manner, by);
        }
    }

    /// Now and then the letter goes out that tells of the turn; where there is a clock, time runs from then on.
    fn tell(&mut self, dice: &mut Dice) {
        let begins = |recorded: &&mut Recorded| {
            recorded.detail.turn().is_some() || matches!(recorded.detail, Detail::Accepted { .. })
        };
        let Some(recorded) = self.events.iter_mut().rev().find(begins) else {
            return;
        };
        if recorded.at.delivered_at.is_some() || dice.once_in(4) {
            return;
        }
        self.now += TimeDelta::seconds(1);
        recorded.at.delivered_at = Some(self.now);
        let game = &self.told.game;
        if game.control().has_clock() && game.phase() == Phase::Playing {
            self.told.times.told_at = Some(self.now);
        }
    }

    /// The row of the game follows from its events, and is as good as they are.
    fn holds(&self) {
        let row = GameRow::of(&self.told);
        let folded = RecordedGame::fold(NUMBER, &self.events).expect("a game");
        assert_eq!(GameRow::of(&folded), row, "{:#?}", self.events);
        let restored = row.restore().expect("a game");
        assert_eq!(GameRow::of(&restored), row);
        for other in [&folded, &restored] {
            assert_eq!(other.game.state(), self.told.game.state());
            assert_eq!(other.game.sightings(), self.told.game.sightings());
            assert_eq!(other.times, self.told.times);
        }
    }
}

/// Up to ten days, in seconds.
fn seconds(dice: &mut Dice) -> i64 {
    i64::try_from(dice.below(864_000)).expect("seconds")
}

/// What is taken away of a turn.
fn stretches(told: DateTime<Utc>, dice: &mut Dice) -> Vec<Stretch> {
    let reason = *dice.pick(&Reason::ALL);
    let from = told + TimeDelta::seconds(seconds(dice));
    let span = Span::new(from, from + TimeDelta::seconds(1 + seconds(dice)));
    let span = span.expect("a span");
    vec![Stretch { reason, span }]
}

/// A move of the side to move; often one that goes back where it came from, so that positions come again.
fn move_in(game: &Game, dice: &mut Dice) -> Option<Move> {
    let legal = game.position().legal_moves();
    let own_last = game.moves().iter().rev().nth(1);
    let back = own_last.and_then(|last| {
        legal
            .iter()
            .find(|played| played.from() == Some(last.to()) && Some(played.to()) == last.from())
    });
    if let Some(back) = back
        && !dice.once_in(4)
    {
        return Some(*back);
    }
    (!legal.is_empty()).then(|| *dice.pick(&legal))
}

#[test]
fn the_row_of_a_random_game_follows_from_its_events() {
    let seed = number("RECORDED_SEED", 1);
    let (mut kinds, mut endings) = (BTreeSet::new(), BTreeSet::new());
    for at in 0..number("RECORDED_GAMES", 800) {
        let mut dice = Dice::new(seed, at);
        let mut course = Course::begin(&mut dice);
        for _ in 0..dice.below(160) {
            course.go_on(&mut dice);
            if dice.once_in(16) {
                course.holds();
                // The robot goes on with what it reads from the row.
                let row = GameRow::of(&course.told);
                course.told = row.restore().expect("a game");
            }
        }
        course.holds();
        endings.extend(
            course
                .told
                .game
                .phase()
                .ending()
                .map(|ending| ending.word()),
        );
        kinds.extend(course.events.iter().map(kind));
    }
    // All that can happen has happened.
    for kind in [
        "challenged",
        "accepted",
        "declined",
        "withdrawn",
        "moved",
        "draw offered",
        "draw declined",
        "draw agreed",
        "draw claimed",
        "resigned",
        "takeback offered",
        "takeback declined",
        "taken back",
        "abort offered",
        "abort declined",
        "aborted",
        "aborted in absence",
        "time forfeit",
        "first move missing",
        "adjudicated",
        "corrected",
    ] {
        assert!(kinds.contains(kind), "{kind}: {kinds:?}");
    }
    for ending in [
        "checkmate",
        "insufficient material",
        "dead position",
        "fivefold repetition",
        "seventy-five moves",
        "threefold repetition",
        "fifty moves",
        "draw agreed",
        "resignation",
        "time forfeit",
        "aborted",
        "adjudication",
    ] {
        assert!(endings.contains(ending), "{ending}: {endings:?}");
    }
}

fn kind(recorded: &Recorded) -> String {
    let detail = serde_json::to_value(&recorded.detail).expect("JSON");
    detail["kind"].as_str().expect("a kind").to_owned()
}

/// What differs between the rows of all games and what their events tell.
pub(crate) async fn rows_that_differ(pool: &PgPool) -> Vec<String> {
    let ids: Vec<i64> = sqlx::query_scalar("select id from game order by id")
        .fetch_all(pool)
        .await
        .expect("numbers");
    let mut tx = pool.begin().await.expect("a transaction");
    let rows = games::lock(&mut tx, &ids, &[], &[]).await.expect("rows");
    assert_eq!(rows.len(), ids.len());
    let mut told = events::of(&mut tx, &ids).await.expect("events");
    let mut differing = Vec::new();
    for row in rows {
        let events = match told.remove(&row.id) {
            Some(Ok(events)) => events,
            other => {
                differing.push(format!("game {}: {other:?}", row.id));
                continue;
            }
        };
        match RecordedGame::fold(GameNumber(row.id), &events) {
            Ok(folded) if GameRow::of(&folded) == row => {}
            Ok(folded) => differing.push(format!(
                "the row of game {} is\n{row:#?}\nand its events tell\n{:#?}",
                row.id,
                GameRow::of(&folded)
            )),
            Err(unreadable) => differing.push(format!("game {}: {unreadable}", row.id)),
        }
        if let Err(bad) = row.restore() {
            differing.push(format!("game {}: {bad}", row.id));
        }
    }
    differing
}

/// Another program reads in the PGN of a game what each move was charged, and what was left.
#[test]
fn python_chess_reads_the_clocks_of_random_games() {
    let seed = number("RECORDED_SEED", 1);
    let (mut whole, mut told) = (String::new(), Vec::new());
    for at in 0..number("RECORDED_GAMES", 800) {
        let mut dice = Dice::new(seed, at);
        let mut course = Course::begin(&mut dice);
        for _ in 0..dice.below(160) {
            course.go_on(&mut dice);
        }
        let game = &course.told.game;
        let start = game.start().position().clone();
        let mut record = Record::new(Vec::new(), start, game.moves(), Outcome::Unknown);
        record.set_tag("TimeControl", &time_control_tag(game.control()));
        write_times(&mut record, game.time());
        whole += &write_pgn(&record);
        let first = game.start().position().turn();
        let noted = (0..game.moves().len()).map(|ply| {
            let side = if ply % 2 == 0 { first } else { !first };
            let noted = game.time().noted(ply, side);
            let noted = noted.filter(|_| game.control().has_clock());
            match noted {
                Some((charged, left)) => (Some(left.clock()), Some(charged)),
                None => (None, None),
            }
        });
        told.push(noted.collect::<Vec<_>>());
    }
    let clocks = told.iter().flatten().filter(|(left, _)| left.is_some());
    assert!(clocks.count() > told.len(), "moves with a clock");
    let read = referee::clocks(&whole);
    assert_eq!(read.len(), told.len());
    for (read, told) in read.iter().zip(&told) {
        assert_eq!(read, told);
    }
}

#[tokio::test]
async fn a_game_whose_row_is_damaged_is_told_by_its_events() {
    let mut desk = Correspondence::begin().await;
    for (mailbox, words) in [
        (ANNS, "challenge bob@players.test as white"),
        (ANNS, "yes"),
        (BOBS, "accept"),
        (ANNS, "e4"),
    ] {
        say(&mut desk, mailbox, words).await;
    }
    let damage = "update game set fen = 'no position', ending = 'beamed up'";
    sqlx::query(damage)
        .execute(&desk.pool)
        .await
        .expect_err("an ending of a game that goes on");
    let damage = "update game set fen = 'no position', moves = 'a1a8', draw_offers = 'green'";
    sqlx::query(damage)
        .execute(&desk.pool)
        .await
        .expect("damaged");
    assert!(!rows_that_differ(&desk.pool).await.is_empty());
    let letters = say(&mut desk, BOBS, "e5").await;
    let text = letters[0].mail.text.clone().unwrap_or_default();
    assert!(text.contains("1...e5"), "{text}");
    assert_eq!(
        rows_that_differ(&desk.pool).await,
        [""; 0],
        "the row is whole again"
    );
}

#[tokio::test]
async fn a_game_that_cannot_be_told_stops_nobody_elses() {
    let mut desk = Correspondence::begin().await;
    for (mailbox, words) in [
        (ANNS, "challenge bob@players.test as white"),
        (ANNS, "yes"),
        (BOBS, "accept"),
        (CARLS, "challenge bob@players.test as white"),
        (CARLS, "yes"),
        (BOBS, "accept"),
    ] {
        say(&mut desk, mailbox, words).await;
    }
    for damage in [
        "alter table event disable trigger event_append_only",
        "update event set detail = detail || '{\"kind\": \"beamed up\"}' where game_id = 1 and number = 1",
        "alter table event enable trigger event_append_only",
        "update game set fen = 'no position' where id = 1",
    ] {
        sqlx::query(damage).execute(&desk.pool).await.expect(damage);
    }
    // Both at once: the mail about game 1 waits, the one about game 2 is played.
    let to_ann = desk.newest_to("ann@players.test").clone();
    let lost = desk.store(&answer(&to_ann, ANNS, 90, "", "e4")).await;
    let to_carl = desk.newest_to("carl@players.test").clone();
    let played = desk.store(&answer(&to_carl, CARLS, 91, "", "d4")).await;
    desk.work().await;
    assert_eq!(desk.fate(played).await.state, "done");
    let (state, error): (String, String) =
        sqlx::query_as("select state, error from inbox where uid = $1")
            .bind(i64::from(lost))
            .fetch_one(&desk.pool)
            .await
            .expect("the mail");
    assert_eq!(state, "new", "no mail is lost");
    for words in [
        "game 1 cannot be read",
        "fen does not follow",
        "event 1 cannot be read",
        "beamed up",
    ] {
        assert!(error.contains(words), "{words}: {error}");
    }
    let moves: Vec<String> = sqlx::query_scalar("select moves from game order by id")
        .fetch_all(&desk.pool)
        .await
        .expect("moves");
    assert_eq!(moves, ["", "d2d4"]);
}

/// Answers the newest letter to a player, or writes for the first time.
async fn say(desk: &mut Correspondence, mailbox: &str, words: &str) -> Vec<Letter> {
    let number = desk.letters.len() + 10;
    let newest = desk
        .letters
        .iter()
        .rev()
        .find(|letter| letter.recipient == address_of(mailbox));
    let mail = match newest {
        Some(letter) => answer(letter, mailbox, number, "", words),
        None => new_mail(mailbox, number, "", words),
    };
    let (letters, fate) = desk.deliver(&mail).await;
    assert_ne!(fate.state, "dropped", "{words}: {:?}", fate.reason);
    letters
}

/// A short game: a move each, and Ann resigns.
fn short() -> Course {
    let mut dice = Dice::new(1, 1);
    let start = Start::default();
    let (game, event) = Game::challenge(NUMBER, ANN, BOB, Wish::White, start, Control::without());
    let times = Times::begin(DateTime::UNIX_EPOCH);
    let mut course = Course {
        told: RecordedGame { game, times },
        events: Vec::new(),
        now: DateTime::UNIX_EPOCH,
    };
    course.record(&event, Manner::default(), Some(ANN));
    course.told.times = Times::begin(course.events[0].at.recorded_at);
    let accepted = course.told.game.accept(BOB, true).expect("accepted");
    course.record(&accepted, Manner::default(), Some(BOB));
    for player in [ANN, BOB] {
        let played = move_in(&course.told.game, &mut dice).expect("a move");
        let moved = course.told.game.play(player, played).expect("played");
        course.record(&moved, Manner::default(), Some(player));
    }
    let resigned = course.told.game.resign(ANN).expect("resigned");
    course.record(&resigned, Manner::default(), Some(ANN));
    course.holds();
    course
}

#[test]
fn events_that_tell_no_game_are_told_from_those_that_do() {
    let whole = short().events;
    let fold = |events: &[Recorded]| RecordedGame::fold(NUMBER, events).map(|_| ());
    assert_eq!(fold(&whole), Ok(()));
    assert_eq!(fold(&[]), Err(Unreadable::NoChallenge));
    assert_eq!(fold(&whole[1..]), Err(Unreadable::Gap { expected: 0 }));
    let mut missing = whole.clone();
    missing.remove(2);
    assert_eq!(fold(&missing), Err(Unreadable::Gap { expected: 2 }));

    let changed = |change: &dyn Fn(&mut Detail)| {
        let mut events = whole.clone();
        change(&mut events[2].detail);
        fold(&events)
    };
    let illegal = changed(&|detail| {
        if let Detail::Moved { uci, .. } = detail {
            *uci = "a1a5".to_owned();
        }
    });
    assert_eq!(illegal, Err(Unreadable::NoMove { number: 2 }));
    let other_turn = changed(&|detail| {
        if let Detail::Moved { turn, .. } = detail {
            *turn = 3;
        }
    });
    assert_eq!(other_turn, Err(Unreadable::OtherTurn { number: 2 }));
    let other_ply = changed(&|detail| {
        if let Detail::Moved { ply, .. } = detail {
            *ply = 2;
        }
    });
    assert_eq!(other_ply, Err(Unreadable::OtherTurn { number: 2 }));
    let impossible = changed(&|detail| {
        *detail = Detail::DrawAgreed {
            by: shakmaty::Color::White,
        }
    });
    assert!(
        matches!(impossible, Err(Unreadable::Impossible { number: 2, .. })),
        "{impossible:?}"
    );
    for unknown in [
        r#"{"kind":"beamed up"}"#,
        r#"{"kind":"resigned"}"#,
        r#"{"kind":"resigned","by":"green"}"#,
        r#"{"kind":"resigned","by":"white","loudly":true}"#,
    ] {
        assert!(
            serde_json::from_str::<Detail>(unknown).is_err(),
            "{unknown}"
        );
    }
}

#[test]
fn a_damaged_row_says_which_column_is_damaged() {
    let row = GameRow::of(&short().told);
    let damaged = |change: &dyn Fn(&mut GameRow)| {
        let mut row = row.clone();
        change(&mut row);
        row.restore().map(|_| ()).expect_err("damaged")
    };
    let column = |column| BadRow::Column { column };
    let contradiction = |column| BadRow::Contradiction { column };
    assert_eq!(damaged(&|row| row.wish.clear()), column("wish"));
    assert_eq!(damaged(&|row| row.variant.clear()), column("variant"));
    assert_eq!(damaged(&|row| row.start.clear()), column("start"));
    assert_eq!(damaged(&|row| row.phase.clear()), column("phase"));
    assert_eq!(damaged(&|row| row.ending = None), column("phase"));
    assert_eq!(
        damaged(&|row| row.ending = Some("beamed up".to_owned())),
        column("ending")
    );
    assert_eq!(
        damaged(&|row| row.result = "1/2-1/2".to_owned()),
        column("ending")
    );
    assert_eq!(damaged(&|row| row.moves.push_str(" a1a8")), column("moves"));
    assert_eq!(damaged(&|row| row.moves.clear()), contradiction("fen"));
    assert_eq!(
        damaged(&|row| row.draw_offer = Some("green".to_owned())),
        column("draw_offers")
    );
    assert_eq!(
        damaged(&|row| row.abort_offers = "x".to_owned()),
        column("abort_offers")
    );
    assert_eq!(damaged(&|row| row.turn = -1), column("turn"));
}
