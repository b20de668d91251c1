//! Made-up occasions on which every template is tried before the first mail arrives.

use super::{
    Addition, After, AlsoNotDone, AskedBecause, AskedFor, AskedMove, BegunGame, Changed,
    ClockRuled, ClubLine, Deadline, Digest, Directed, Doubtful, EndedOffer, Extent, FiledGame,
    FirstFlag, FirstRequest, Followed, GameLine, GameView, Grounds, HeldMoveView, InTournament,
    Kept, KeptBack, Language, LeaveDays, LineTime, MadeChallenge, MailWait, Missing, Names,
    NoChallenge, NotDone, NotEntered, Occasion, OfYear, OfferEnd, Offered, Out, OutOf, PairedBy,
    Part, Parting, Prepared, RatingLine, RatingNews, Repeated, Running, Seat, SeekLine, Sentence,
    SettingsView, SeveralChallenges, Somebody, Spent, Stands, Stopped, StoppedTime, TeamView,
    TimeRules, TimeStands, TimeView, ToldBecause, ToldBy, TournamentName, TournamentView,
    UnclearLeave, Undone, Unsure, Untold, WaitingMail, Wanted, WatchChange, WatchedView, Whose,
    Why, rating_in_a_list, reminders_in_words, seek_in_words, stage_in_words,
};
use crate::chess::{Standing, Start, Variant, WhyNot, text_board};
use crate::game::clock::{
    ClockRuling, Clocks, Control, MoveTime, Reason, Reminders, Span, Spent as Took, Stretch, Turn,
};
use crate::game::rating::{Pool, Rating, Stake};
use crate::game::{
    Event, Found, Game, GameNumber, PlayerNumber, Refusal, Result, Stop, StopReason, Wish, Zone,
};
use crate::players::seek::Terms;
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::san::San;
use shakmaty::{Color, Role, Square};

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

/// Legall's mate, Ann has White.
const LEGALL: [&str; 13] = [
    "e4", "e5", "Nf3", "d6", "Bc4", "Bg4", "Nc3", "g6", "Nxe5", "Bxd1", "Bxf7+", "Ke7", "Nd5#",
];

fn rest(runs: bool) -> LeaveDays {
    LeaveDays {
        first: "28 December 2026".into(),
        last: "3 January 2027".into(),
        count: 7,
        runs,
    }
}

/// What a player watches, all or nothing, with what has changed.
fn watching(now: Option<bool>, all: bool) -> Occasion {
    let of = |publication: &str| WatchedView::Tournament {
        tournament: tournament_name(),
        publication: publication.to_owned(),
    };
    let game = || WatchedView::Game {
        number: 42,
        players: ["Carl".to_owned(), "Dora".to_owned()],
    };
    let changed = now.map(|now| WatchChange {
        what: if now { of("game") } else { game() },
        now,
    });
    let watched = match all {
        true => vec![of("game"), of("tournament"), game()],
        false => Vec::new(),
    };
    let twice = now.is_some() && all;
    let more = WatchChange {
        what: game(),
        now: true,
    };
    let changed = changed.into_iter().chain(twice.then_some(more));
    Occasion::Watching {
        changed: changed.collect(),
        watched,
    }
}

fn tournament_name() -> TournamentName {
    TournamentName {
        name: "club-2027".to_owned(),
        title: "Club championship 2027".to_owned(),
    }
}

fn of_year(year: i32, days: u32, left: u32) -> OfYear {
    OfYear { year, days, left }
}

fn deadlines() -> Vec<Deadline> {
    vec![
        Deadline {
            game: 42,
            opponent: "Bob".to_owned(),
            at: Some("26 Dec 2026 13:02 UTC".into()),
            over: false,
        },
        Deadline {
            game: 43,
            opponent: "Carl".to_owned(),
            at: None,
            over: false,
        },
        Deadline {
            game: 44,
            opponent: "Dora".to_owned(),
            at: Some("25 Nov 2026 13:02 UTC".into()),
            over: true,
        },
    ]
}

fn first_flags() -> Vec<FirstFlag> {
    [
        (42, Some("26 Dec 2026 13:02:00 UTC"), true),
        (43, Some("3 Jan 2027 09:00:00 UTC"), false),
        (44, None, true),
    ]
    .map(|(game, at, yours)| FirstFlag {
        game,
        opponent: "Bob".to_owned(),
        at: at.map(Sentence::from),
        yours,
    })
    .into()
}

/// Sam Loyd's stalemate in ten moves.
const STALEMATE: [&str; 19] = [
    "e3", "a5", "Qh5", "Ra6", "Qxa5", "h5", "Qxc7", "Rah6", "h4", "f6", "Qxd7+", "Kf7", "Qxb7",
    "Qd3", "Qxb8", "Qh7", "Qxc8", "Kg6", "Qe6",
];

fn tournament(state: &str) -> TournamentView {
    TournamentView {
        name: "spring-2027".to_owned(),
        title: "Spring tournament".to_owned(),
        state: state.to_owned(),
        system: "round robin",
        rounds: None,
        round_days: None,
        paired: 1,
        next_round: None,
        clock: Some("3 days a move".into()),
        stake: "rated".to_owned(),
        start: None,
        engines: "forbidden".to_owned(),
        publication: "tournament".to_owned(),
        begins: Some("26 Dec 2026 13:02 UTC".into()),
        least: 4,
        most: 8,
        games: 7,
        seated: 5,
        waiting: 0,
        going_on: 3,
        yours: true,
        waits: false,
        teams: Vec::new(),
        proposed_team: None,
        boards: None,
        board: None,
        ranking: None,
        seat: None,
        team: None,
        substitutes: Vec::new(),
        directors: vec!["Carl".to_owned()],
    }
}

/// Of two teams everyone meets everyone.
fn teams(state: &str) -> TournamentView {
    let team = |name: &str, seated, waiting| TeamView {
        name: name.to_owned(),
        seated,
        waiting,
    };
    TournamentView {
        system: "Scheveningen",
        least: 4,
        most: 4,
        games: 2,
        seated: 3,
        teams: vec![team("Riverside", 2, 1), team("Hillside", 1, 0)],
        proposed_team: Some("Hillside".to_owned()),
        boards: Some(2),
        board: (state == "open").then_some(2),
        ranking: Some("match-points".to_owned()),
        seat: (state == "playing").then(|| seat("Riverside", 1)),
        team: Some("Riverside".to_owned()),
        ..tournament(state)
    }
}

/// The teams meet in a round robin.
fn team_boards(state: &str, ranking: &str) -> TournamentView {
    TournamentView {
        system: "team round robin",
        ranking: Some(ranking.to_owned()),
        ..teams(state)
    }
}

fn seat(team: &str, board: u16) -> Seat {
    Seat {
        team: team.to_owned(),
        board,
    }
}

fn of_teams() -> Vec<Occasion> {
    let table = |tournament, by_itself| Occasion::TournamentTable {
        tournament,
        table: "   1 Riverside\n   2 Hillside\n".to_owned(),
        annulled: false,
        withdrawn: false,
        by_itself,
        watched: false,
    };
    let signed_up = |tournament, place| Occasion::SignedUp { tournament, place };
    vec![
        Occasion::Tournaments {
            open: vec![teams("open"), team_boards("open", "board-points")],
            playing: vec![teams("playing")],
        },
        signed_up(teams("open"), None),
        signed_up(team_boards("open", "match-points"), Some(1)),
        teams_begun(),
        table(teams("open"), false),
        table(teams("playing"), false),
        table(team_boards("finished", "board-points"), true),
        Occasion::TournamentCancelled {
            tournament: teams("cancelled"),
        },
        Occasion::NoSeat {
            tournament: team_boards("playing", "match-points"),
        },
        Occasion::SeatFree {
            tournament: teams("open"),
        },
        board_changed(Some(2), "ordered", Some("Carl")),
        board_changed(None, "ordered", None),
        board_changed(Some(1), "withdrawn", None),
        Occasion::PlaceTaken {
            tournament: teams("playing"),
            director: None,
            gone: "Bob".to_owned(),
            games: vec![42],
            reason: String::new(),
        },
    ]
}

fn board_changed(board: Option<u16>, because: &'static str, director: Option<&str>) -> Occasion {
    Occasion::BoardChanged {
        tournament: TournamentView {
            board,
            ..teams("open")
        },
        because,
        director: director.map(str::to_owned),
    }
}

fn teams_begun() -> Occasion {
    let game = |number, side, opponent: &str, board| BegunGame {
        number,
        side,
        to_move: side == "White",
        opponent: opponent.to_owned(),
        round: 1,
        stage: None,
        seat: Some(seat("Hillside", board)),
    };
    Occasion::TournamentBegun {
        tournament: teams("playing"),
        byes: Vec::new(),
        games: vec![game(42, "White", "Bob", 1), game(43, "Black", "Carl", 2)],
        leave_days: None,
    }
}

fn swiss() -> TournamentView {
    TournamentView {
        system: "Swiss",
        rounds: Some(5),
        round_days: Some(60),
        next_round: Some("24 Feb 2027 13:02 UTC".into()),
        clock: None,
        start: Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()),
        engines: "allowed".to_owned(),
        publication: "game".to_owned(),
        begins: None,
        waiting: 3,
        yours: false,
        directors: Vec::new(),
        ..tournament("open")
    }
}

fn place_taken(tournament: TournamentView, director: Option<&str>, games: Vec<i64>) -> Occasion {
    Occasion::PlaceTaken {
        tournament,
        director: director.map(str::to_owned),
        gone: "Bob".to_owned(),
        games,
        reason: director
            .map_or("", |_| "they wrote by telephone")
            .to_owned(),
    }
}

fn place_given_up(director: Option<&str>, games: Vec<i64>) -> Occasion {
    Occasion::PlaceGivenUp {
        tournament: tournament_name(),
        director: director.map(str::to_owned),
        taker: "Eve".to_owned(),
        games,
        reason: director
            .map_or("", |_| "they wrote by telephone")
            .to_owned(),
    }
}

fn directed(done: Directed, told: usize) -> Occasion {
    Occasion::TournamentDirected {
        tournament: tournament_name(),
        done,
        told,
    }
}

/// A game that a director has decided.
fn awarded(players: Option<[Somebody; 2]>) -> Occasion {
    let done = Directed::Award {
        game: 42,
        players,
        result: Result::White,
        reason: Extent::of("so"),
    };
    directed(done, 2)
}

/// The club list from a place on.
fn players(names: &[&str], from: i64, more: usize) -> Occasion {
    let lines = names.iter().zip(1..).map(|(name, place)| ClubLine {
        place,
        name: (*name).to_owned(),
        yours: place == 1,
        rating: (place == 1).then(|| "1500?".to_owned()),
        games: if place == 1 { 14 } else { 1 },
        weeks: match place {
            1 => Some(0),
            _ if more > 0 => Some(5),
            _ => None,
        },
    });
    Occasion::Players {
        lines: lines.collect(),
        from,
        more,
        next: from + 100,
        listed: if more > 0 { "on" } else { "off" },
    }
}

fn calendar_link(link: Option<&str>, older: &'static str) -> Occasion {
    Occasion::YourCalendar {
        link: link.map(str::to_owned),
        subscription: link.map(|link| link.replace("https:", "webcal:")),
        older,
        most: 5,
    }
}

fn tournament_begun(tournament: TournamentView, leave_days: Option<u32>) -> Occasion {
    let game = |number, side, opponent: &str| BegunGame {
        number,
        side,
        to_move: side == "White",
        opponent: opponent.to_owned(),
        round: 1,
        stage: None,
        seat: None,
    };
    Occasion::TournamentBegun {
        tournament,
        byes: Vec::new(),
        games: vec![game(42, "White", "Bob"), game(43, "Black", "Carl")],
        leave_days,
    }
}

/// A Swiss begins, and the reader has no opponent in its first round.
fn tournament_without_game() -> Occasion {
    Occasion::TournamentBegun {
        tournament: swiss(),
        games: Vec::new(),
        byes: Vec::new(),
        leave_days: None,
    }
}

fn tournament_round(tournament: TournamentView, side: Option<&'static str>) -> Occasion {
    Occasion::TournamentRound {
        tournament,
        game: side.map(|side| BegunGame {
            number: 44,
            side,
            to_move: side == "White",
            opponent: "Dora".to_owned(),
            round: 2,
            stage: None,
            seat: None,
        }),
        stands: Some(Stands {
            points: "1.5".to_owned(),
            place: "2-3".to_owned(),
        }),
    }
}

fn knock_out(state: &str) -> TournamentView {
    TournamentView {
        system: "knock-out",
        games: 12,
        ..tournament(state)
    }
}

/// Two games of a knock-out.
fn pair() -> Vec<BegunGame> {
    let game = |number, side| BegunGame {
        number,
        side,
        to_move: side == "White",
        opponent: "Bob".to_owned(),
        round: 2,
        stage: Some(stage_in_words(2, 3)),
        seat: None,
    };
    vec![game(42, "White"), game(43, "Black")]
}

fn knock_out_begun(games: Vec<BegunGame>, byes: Vec<Sentence>) -> Occasion {
    Occasion::TournamentBegun {
        tournament: knock_out("playing"),
        games,
        byes,
        leave_days: Some(30),
    }
}

fn tournament_pair(
    tournament: TournamentView,
    further: bool,
    games: Vec<BegunGame>,
    byes: Vec<Sentence>,
) -> Occasion {
    Occasion::TournamentPair {
        tournament,
        stage: games.first().and_then(|game| game.stage.clone()),
        further,
        games,
        byes,
    }
}

fn out_of() -> OutOf {
    OutOf {
        stage: stage_in_words(2, 3),
        place: "3-4".to_owned(),
    }
}

fn through(opponent: Option<&str>, between: &[&str]) -> Occasion {
    Occasion::TournamentThrough {
        tournament: knock_out("playing"),
        stage: stage_in_words(2, 3),
        opponent: opponent.map(str::to_owned),
        between: between.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// The letters of a knock-out.
fn of_a_knock_out() -> Vec<Occasion> {
    let without_clock = TournamentView {
        clock: None,
        start: Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()),
        ..knock_out("playing")
    };
    let bye = || vec![stage_in_words(1, 3)];
    let table = |state: &str, by_itself| Occasion::TournamentTable {
        tournament: TournamentView {
            going_on: if by_itself { 0 } else { 2 },
            ..knock_out(state)
        },
        table: "    Ann 2-0 Bob\n".to_owned(),
        annulled: false,
        withdrawn: false,
        by_itself,
        watched: by_itself,
    };
    vec![
        Occasion::Tournaments {
            open: vec![knock_out("open")],
            playing: Vec::new(),
        },
        Occasion::SignedUp {
            tournament: knock_out("open"),
            place: None,
        },
        knock_out_begun(pair(), Vec::new()),
        knock_out_begun(pair(), bye()),
        knock_out_begun(Vec::new(), bye()),
        tournament_pair(knock_out("playing"), false, pair(), Vec::new()),
        tournament_pair(without_clock, true, pair(), Vec::new()),
        tournament_pair(knock_out("playing"), false, pair(), bye()),
        tournament_pair(knock_out("playing"), false, Vec::new(), bye()),
        Occasion::TournamentOut {
            tournament: knock_out("playing"),
            stage: stage_in_words(1, 3),
            place: "5-8".to_owned(),
        },
        through(Some("Eve"), &[]),
        through(None, &["Eve", "Bob"]),
        through(None, &[]),
        Occasion::WithdrawnFrom {
            tournament: knock_out("playing"),
            lost: vec![42, 43],
            annulled: false,
            out: Some(out_of()),
        },
        Occasion::TournamentBack {
            tournament: knock_out("playing"),
            stage: stage_in_words(1, 3),
        },
        table("playing", false),
        table("finished", true),
    ]
}

/// The last round of a Swiss with a clock.
fn last_round() -> TournamentView {
    TournamentView {
        state: "playing".to_owned(),
        paired: 5,
        next_round: None,
        clock: Some("3 days a move".into()),
        ..swiss()
    }
}

fn table_after_too_few_rounds() -> Occasion {
    let tournament = TournamentView {
        state: "finished".to_owned(),
        paired: 3,
        ..last_round()
    };
    Occasion::TournamentTable {
        tournament,
        table: "   1 Ann\n   2 Bob\n".to_owned(),
        annulled: false,
        withdrawn: false,
        by_itself: true,
        watched: true,
    }
}

fn tournament_table(state: &str, by_itself: bool) -> Occasion {
    Occasion::TournamentTable {
        tournament: tournament(state),
        table: "   1 Ann\n   2 Bob\n".to_owned(),
        annulled: true,
        withdrawn: true,
        by_itself,
        watched: false,
    }
}

fn rating_line(name: &str, score: Option<[i64; 3]>) -> RatingLine {
    RatingLine {
        name: name.to_owned(),
        standard: Some(rating_in_a_list(Rating::UNKNOWN, 3)),
        chess960: Some(rating_in_a_list(Rating::UNKNOWN, 1)),
        score,
    }
}

/// A seek for a game without a clock, or for a rated one with all that can be said of it.
fn seek_line(number: i64, rated: bool) -> SeekLine {
    let terms = Terms {
        control: Control::without(),
        stake: Stake::Casual,
        variant: Variant::Standard,
        colour: Wish::Random,
        range: None,
    };
    let line = SeekLine {
        number,
        player: "Ann".to_owned(),
        rating: Some("1662?".to_owned()),
        clock: None,
        stake: terms.stake.word(),
        variant: terms.variant.word(),
        colour: None,
        left: None,
        range: None,
        days: 0,
        hidden: false,
        order: seek_in_words(&terms),
    };
    if !rated {
        return line;
    }
    SeekLine {
        clock: Some("3 days a move".into()),
        stake: "rated",
        variant: "chess960",
        colour: Some("White"),
        left: Some("Black"),
        range: Some("1400-1700".to_owned()),
        days: 12,
        order: "seek rated as white chess960 1400-1700, 3 days a move".to_owned(),
        ..line
    }
}

/// What a first game that was won makes of ratings.
pub fn rating_news() -> RatingNews {
    let new = Rating::UNKNOWN;
    let [won, lost] = [1.0, 0.0].map(|score| [new, new.after(new, score, 0.0)]);
    RatingNews::changed(Pool::Standard, Some(won), Some(lost))
}

/// Time that is charged to nobody, for each reason.
pub fn stopped_times() -> Vec<StoppedTime> {
    let begin = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    let end = begin + TimeDelta::minutes(390);
    ["outage", "credit", "restore"]
        .map(|why| {
            let reason = (why == "credit").then(|| "our mail server took no mail".to_owned());
            StoppedTime::between(why, begin, end, reason)
        })
        .into()
}

/// Occasions of every kind, and of each kind those that differ: with and without a message, told to either player,
/// each way in which a game ends. Every template is rendered with all of its occasions when the program starts.
pub fn samples() -> Vec<Occasion> {
    let offered = [Wish::White, Wish::Black, Wish::Random].map(offered);
    let fresh = played(&[]);
    let after_white = played(LEGALL.get(..7).unwrap_or_default());
    let after_black = played(LEGALL.get(..8).unwrap_or_default());
    let checked = played(LEGALL.get(..11).unwrap_or_default());
    let mated = played(&LEGALL);
    let draw_offered = with(&after_white, Event::DrawOffered { by: Color::White });
    let agreed = with(&draw_offered, Event::DrawAgreed { by: Color::Black });
    let stalemated = played(&STALEMATE);
    let resigned = with(&after_black, Event::Resigned { by: Color::Black });
    let takeback = with(&after_white, Event::TakebackOffered { by: Color::White });
    let abort = with(&after_white, Event::AbortOffered { by: Color::White });
    let aborted = with(&abort, Event::Aborted { by: Color::Black });
    let on_time = |result| Event::TimeForfeit {
        by: Color::Black,
        flag: DateTime::UNIX_EPOCH,
        result,
    };
    let lost_on_time = with(&after_white, on_time(Result::White));
    let drawn_on_time = with(&after_white, on_time(Result::Draw));
    let [adjudicated, no_result, drawn] = [
        crate::game::Result::White,
        crate::game::Result::Unknown,
        crate::game::Result::Draw,
    ]
    .map(|result| {
        with(
            &after_white,
            Event::Adjudicated {
                result,
                reason: String::new(),
            },
        )
    });
    let talk = Some(
        "Good game so far! I had a look at the old books, and nobody seems to have tried this before us.\n\nBest wishes"
            .to_owned(),
    );

    let mut occasions: Vec<Occasion> = FirstRequest::ALL
        .iter()
        .flat_map(|&request| {
            [AskedFor::Once, AskedFor::Again]
                .map(|asked| Occasion::ConfirmAddress { request, asked })
        })
        .collect();
    // In portions: an array of all of them would fill the stack of a thread.
    occasions.extend([
        Occasion::FirstAnswer {
            because: ToldBecause::NothingRead,
        },
        Occasion::FirstAnswer {
            because: ToldBecause::AskedForHelp,
        },
        Occasion::LastAnswer {
            line: None,
            contact: None,
            game: None,
        },
        Occasion::LastAnswer {
            line: Some("Thanks, received.".to_owned()),
            contact: Some("ann.smith@example.com".to_owned()),
            game: Some(seen(&after_black, ANN)),
        },
        Occasion::ConfirmOrders {
            named: vec![
                "challenge Bob as white".to_owned(),
                "the words below, 2 lines, for Bob".to_owned(),
            ],
            words: None,
            unreached: Vec::new(),
            because: AskedBecause::Unproven,
            alias: None,
            game: None,
        },
        Occasion::ConfirmOrders {
            named: vec!["address ann.smith@example.com".to_owned()],
            words: None,
            unreached: Vec::new(),
            because: AskedBecause::ChangesAddress,
            alias: None,
            game: None,
        },
        Occasion::ConfirmOrders {
            named: vec!["event spring-2027 close".to_owned()],
            words: None,
            unreached: Vec::new(),
            because: AskedBecause::Directs,
            alias: None,
            game: None,
        },
        Occasion::ConfirmOrders {
            named: vec!["event spring-2027 close".to_owned()],
            words: Some("The prizes are given on 3 May.\n\nWrite to us before, please.".to_owned()),
            unreached: Vec::new(),
            because: AskedBecause::Directs,
            alias: None,
            game: None,
        },
        Occasion::ConfirmOrders {
            named: vec!["event spring-2027 team Riverside: Bob, Carl, Ann".to_owned()],
            words: None,
            unreached: vec!["Bob".to_owned(), "Carl".to_owned()],
            because: AskedBecause::Directs,
            alias: None,
            game: None,
        },
        Occasion::ConfirmOrders {
            named: vec!["withdraw from spring-2027".to_owned()],
            words: None,
            unreached: Vec::new(),
            because: AskedBecause::Withdraws,
            alias: None,
            game: None,
        },
        Occasion::ConfirmNewAddress,
        Occasion::AddressAsked {
            address: "ann.smith@example.com".to_owned(),
        },
        Occasion::AddressChanged {
            now: "ann.smith@example.com".to_owned(),
            before: "ann@example.org".to_owned(),
            to_the_old_one: false,
            by_administrator: false,
        },
        Occasion::AddressChanged {
            now: "ann.smith@example.com".to_owned(),
            before: "ann@example.org".to_owned(),
            to_the_old_one: true,
            by_administrator: false,
        },
        Occasion::AddressChanged {
            now: "ann.smith@example.com".to_owned(),
            before: "ann@example.org".to_owned(),
            to_the_old_one: true,
            by_administrator: true,
        },
        Occasion::AddressChanged {
            now: "ann.smith@example.com".to_owned(),
            before: "ann@example.org".to_owned(),
            to_the_old_one: false,
            by_administrator: true,
        },
        Occasion::AddressRemoved {
            address: "ann@example.org".to_owned(),
        },
        Occasion::Addresses {
            main: "ann@example.org".to_owned(),
            others: Vec::new(),
        },
        Occasion::Addresses {
            main: "ann@example.org".to_owned(),
            others: vec!["ann.smith@example.com".to_owned()],
        },
        Occasion::Ratings {
            asked: false,
            yours: rating_line("Ann", None),
            others: vec![rating_line("Bob", Some([2, 1, 0]))],
            left_out: 12,
        },
        Occasion::Ratings {
            asked: true,
            yours: rating_line("Ann", None),
            others: vec![RatingLine {
                standard: None,
                chess960: None,
                ..rating_line("Bob", Some([0, 0, 0]))
            }],
            left_out: 0,
        },
        Occasion::SeekOpened {
            seek: seek_line(7, false),
            words: true,
        },
        Occasion::SeekOpened {
            seek: SeekLine {
                rating: None,
                hidden: true,
                ..seek_line(8, true)
            },
            words: false,
        },
        Occasion::Seeks {
            yours: vec![seek_line(7, true)],
            others: vec![seek_line(8, false), seek_line(9, true)],
            left_out: 12,
        },
        Occasion::Seeks {
            yours: Vec::new(),
            others: Vec::new(),
            left_out: 0,
        },
        Occasion::SeekClosed {
            seek: seek_line(7, true),
        },
        Occasion::SeekExpired {
            seek: seek_line(7, true),
        },
        Occasion::TournamentAnnounced {
            tournament: tournament_name(),
            director: None,
            words: "The prizes are given on 3 May.\n\nWrite to us before, please.".to_owned(),
        },
        Occasion::TournamentAnnounced {
            tournament: tournament_name(),
            director: Some("Carl".to_owned()),
            words: "The prizes are given on 3 May.".to_owned(),
        },
        directed(Directed::Open, 0),
        directed(Directed::Close, 0),
        directed(Directed::Begin, 0),
        directed(Directed::Announce(Extent::of("The prizes")), 4),
        directed(
            Directed::Tell(Somebody::Player("Bob".to_owned()), Extent::of("so")),
            1,
        ),
        directed(
            Directed::Withdraw(Somebody::Player("Bob".to_owned()), Extent::of("so")),
            1,
        ),
        directed(
            Directed::Substitute(
                Somebody::Player("Bob".to_owned()),
                Somebody::Player("Eve".to_owned()),
                None,
            ),
            4,
        ),
        directed(
            Directed::Substitute(
                Somebody::Player("Bob".to_owned()),
                Somebody::Unknown,
                Some(Extent::of("so")),
            ),
            4,
        ),
        awarded(None),
        awarded(Some([
            Somebody::Player("Ann".to_owned()),
            Somebody::Player("Bob".to_owned()),
        ])),
        watching(Some(true), true),
        watching(Some(false), false),
        watching(None, true),
        watching(None, false),
        Occasion::DirectorAsked {
            tournament: tournament_name(),
            player: "Bob".to_owned(),
            part: Part::SignedUp,
            directs: true,
            words: "When does round 2 begin?\nIn May I go to Rome.".to_owned(),
        },
        Occasion::DirectorAsked {
            tournament: tournament_name(),
            player: "Bob".to_owned(),
            part: Part::Left,
            directs: false,
            words: "Who directs it?".to_owned(),
        },
        Occasion::DirectorAsked {
            tournament: tournament_name(),
            player: "Bob".to_owned(),
            part: Part::Plays,
            directs: true,
            words: "Who won?".to_owned(),
        },
        Occasion::DirectorTold {
            tournament: tournament_name(),
            directors: vec!["Carl".to_owned(), "Dora".to_owned()],
        },
        Occasion::DirectorTold {
            tournament: tournament_name(),
            directors: Vec::new(),
        },
        Occasion::DirectorWrites {
            tournament: tournament_name(),
            director: "Carl".to_owned(),
            words: "The prizes are given on 3 May.\n\nWrite to us before, please.".to_owned(),
        },
        players(&[], 1, 0),
        players(&[], 201, 0),
        players(&["Ann", "Bob"], 1, 0),
        players(&["Carl", "Dora"], 101, 17),
        Occasion::TournamentGivenUp {
            tournament: tournament_name(),
            reason: "too few have signed up".to_owned(),
        },
        place_taken(tournament("playing"), Some("Carl"), vec![17, 21]),
        place_taken(swiss(), None, Vec::new()),
        place_taken(knock_out("playing"), None, vec![17]),
        place_given_up(Some("Carl"), vec![17, 21]),
        place_given_up(None, vec![17]),
        place_given_up(None, Vec::new()),
        Occasion::TakenOutOfTournament {
            tournament: tournament_name(),
            reason: "they wrote by telephone".to_owned(),
            director: Some("Carl".to_owned()),
            lost: vec![17, 21],
            annulled: true,
            out: None,
        },
        Occasion::TakenOutOfTournament {
            tournament: tournament_name(),
            reason: "they wrote by telephone".to_owned(),
            director: None,
            lost: vec![17],
            annulled: false,
            out: Some(out_of()),
        },
        Occasion::Blocked {
            name: "Bob".to_owned(),
            lifted: false,
        },
        Occasion::Tournaments {
            open: vec![tournament("open"), swiss()],
            playing: vec![tournament("playing")],
        },
        Occasion::Tournaments {
            open: Vec::new(),
            playing: Vec::new(),
        },
        Occasion::SignedUp {
            tournament: tournament("open"),
            place: None,
        },
        Occasion::SignedUp {
            tournament: TournamentView {
                waits: true,
                ..tournament("playing")
            },
            place: None,
        },
        Occasion::SignedUp {
            tournament: swiss(),
            place: Some(2),
        },
    ]);
    occasions.extend(of_a_knock_out());
    occasions.extend(of_teams());
    occasions.extend([
        Occasion::SignedOff {
            tournament: tournament("open"),
        },
        Occasion::SeatFree {
            tournament: tournament("open"),
        },
        Occasion::WithdrawnFrom {
            tournament: tournament("playing"),
            lost: vec![42, 43],
            annulled: true,
            out: None,
        },
        Occasion::WithdrawnFrom {
            tournament: tournament("playing"),
            lost: Vec::new(),
            annulled: false,
            out: None,
        },
        Occasion::DirectedBegins {
            tournament: tournament("playing"),
        },
        Occasion::DirectedBegins {
            tournament: swiss(),
        },
        Occasion::DirectedBegins {
            tournament: TournamentView {
                going_on: 1,
                ..knock_out("playing")
            },
        },
        tournament_begun(tournament("playing"), Some(30)),
        tournament_begun(swiss(), None),
        tournament_without_game(),
        tournament_round(swiss(), Some("White")),
        tournament_round(last_round(), Some("Black")),
        tournament_round(swiss(), None),
        table_after_too_few_rounds(),
        Occasion::NoSeat {
            tournament: tournament("playing"),
        },
        Occasion::TournamentCancelled {
            tournament: tournament("cancelled"),
        },
        tournament_table("open", false),
        tournament_table("cancelled", false),
        tournament_table("playing", false),
        tournament_table("finished", true),
        Occasion::Show {
            game: GameView {
                tournament: Some(InTournament {
                    name: "spring-2027".to_owned(),
                    title: "Spring tournament".to_owned(),
                    round: 3,
                    stage: None,
                }),
                ..seen(&after_black, ANN)
            },
            position_confirmed: false,
        },
        Occasion::Blocked {
            name: "Bob".to_owned(),
            lifted: true,
        },
        Occasion::OpponentStopped {
            game: seen(&after_black, ANN),
            back: false,
            abort_from: Some("2026-12-01".into()),
            clock: false,
        },
        Occasion::OpponentStopped {
            game: seen(&after_white, ANN),
            back: false,
            abort_from: None,
            clock: true,
        },
        Occasion::OpponentStopped {
            game: seen(&after_white, ANN),
            back: true,
            abort_from: None,
            clock: false,
        },
        Occasion::ConfirmOrders {
            named: vec![
                "3. Nxe5 in game 42".to_owned(),
                "resign in game 42".to_owned(),
            ],
            words: None,
            unreached: Vec::new(),
            because: AskedBecause::Unproven,
            alias: Some("ann.smith@example.com".to_owned()),
            game: Some(seen(&after_black, ANN)),
        },
        Occasion::ConfirmOrders {
            named: vec!["resign in game 42".to_owned()],
            words: None,
            unreached: Vec::new(),
            because: AskedBecause::EndsAGame,
            alias: None,
            game: Some(seen(&after_black, ANN)),
        },
        Occasion::ConfirmOrders {
            named: vec!["takeback in game 42".to_owned()],
            words: None,
            unreached: Vec::new(),
            because: AskedBecause::InASentence,
            alias: None,
            game: Some(seen(&after_black, ANN)),
        },
        Occasion::AnsweredElsewhere { named: Vec::new() },
        Occasion::AnsweredElsewhere {
            named: vec!["3. Nxe5 in game 42".to_owned()],
        },
        Occasion::Welcome {
            undone: Vec::new(),
            passed_over: Vec::new(),
        },
        Occasion::Welcome {
            undone: vec!["name".to_owned(), "games".to_owned()],
            passed_over: vec!["challenge".to_owned()],
        },
        Occasion::Disowned,
        Occasion::Stopped {
            flags: Vec::new(),
            seats: vec![tournament_name().title],
        },
        Occasion::Stopped {
            flags: first_flags(),
            seats: Vec::new(),
        },
        Occasion::StillStopped { read: None },
        Occasion::StillStopped {
            read: Some("Nf3".to_owned()),
        },
        Occasion::ConfirmLeaving {
            forget: false,
            games: Vec::new(),
            other: None,
            erases_copies: true,
        },
        Occasion::ConfirmLeaving {
            forget: true,
            games: Vec::new(),
            other: Some("ann.smith@example.com".to_owned()),
            erases_copies: true,
        },
        Occasion::ConfirmLeaving {
            forget: true,
            games: Vec::new(),
            other: None,
            erases_copies: false,
        },
        Occasion::Left {
            resigned: 2,
            challenges: 1,
        },
        Occasion::Left {
            resigned: 0,
            challenges: 0,
        },
        Occasion::Forgotten {
            resigned: 2,
            challenges: 1,
        },
        Occasion::Forgotten {
            resigned: 0,
            challenges: 0,
        },
        Occasion::Restarted { games: None },
        Occasion::Restarted {
            games: Some(Vec::new()),
        },
        Occasion::OnLeave {
            leave: rest(false),
            taken: vec![of_year(2026, 4, 26), of_year(2027, 3, 27)],
            quota: 30,
            deadlines: Vec::new(),
            told: true,
            by_itself: None,
        },
        Occasion::OnLeave {
            leave: rest(true),
            taken: vec![of_year(2026, 7, 12)],
            quota: 30,
            deadlines: deadlines(),
            told: true,
            by_itself: Some((42, "5 August 2026 13:02 UTC".into())),
        },
        Occasion::OnLeave {
            leave: rest(true),
            taken: vec![of_year(2026, 1, 0)],
            quota: 30,
            deadlines: deadlines(),
            told: false,
            by_itself: None,
        },
    ]);
    occasions.extend([
        Occasion::BackFromLeave {
            leave: rest(true),
            taken_back: false,
            left: vec![of_year(2026, 3, 17), of_year(2027, 0, 30)],
            quota: 30,
            deadlines: deadlines(),
            ahead: vec![rest(false)],
        },
        Occasion::BackFromLeave {
            leave: rest(false),
            taken_back: true,
            left: vec![of_year(2026, 14, 30)],
            quota: 30,
            deadlines: Vec::new(),
            ahead: Vec::new(),
        },
        Occasion::WhichLeave {
            read: "leave".to_owned(),
            unclear: UnclearLeave::Bare,
        },
        Occasion::WhichLeave {
            read: String::new(),
            unclear: UnclearLeave::Unread,
        },
        Occasion::WhichLeave {
            read: "leave until 5/8".to_owned(),
            unclear: UnclearLeave::TwoWays("5 August".into(), "8 May".into()),
        },
        Occasion::WhatToQuit {
            read: "quit".to_owned(),
            game: Some(seen(&after_black, ANN)),
        },
        Occasion::WhatToQuit {
            read: String::new(),
            game: None,
        },
        Occasion::OpponentOnLeave {
            opponent: "Bob".to_owned(),
            leave: rest(true),
            games: Vec::new(),
        },
        Occasion::OpponentOnLeave {
            opponent: "Bob".to_owned(),
            leave: rest(false),
            games: Vec::new(),
        },
        Occasion::OpponentBack {
            opponent: "Bob".to_owned(),
            leave: rest(true),
            games: Vec::new(),
        },
        Occasion::OpponentBack {
            opponent: "Bob".to_owned(),
            leave: rest(false),
            games: Vec::new(),
        },
        Occasion::Renamed {
            name: "Ann Smith".to_owned(),
        },
        Occasion::FormatSet { format: "board" },
        Occasion::FormatSet { format: "text" },
        Occasion::FormatSet { format: "words" },
        Occasion::FormatSet { format: "pgn" },
        Occasion::LettersSet {
            language: "German".to_owned(),
        },
        Occasion::Reminder {
            game: timed(seen(&after_white, BOB)),
        },
        Occasion::Show {
            game: timed(seen(&after_white, ANN)),
            position_confirmed: false,
        },
        Occasion::Show {
            game: over_and_not_claimed(seen(&after_white, ANN)),
            position_confirmed: false,
        },
        Occasion::Reminders {
            games: vec![listed_in_time(&after_black, ANN), listed_in_time(&after_white, BOB)],
        },
        Occasion::Nudged {
            game: seen(&after_white, BOB),
            talk: None,
        },
        Occasion::Nudged {
            game: seen(&after_black, ANN),
            talk: talk.clone(),
        },
        Occasion::NudgeSent {
            game: seen(&after_white, ANN),
        },
        calendar_link(Some("https://chess.example.net/deadlines/abcdefghijklmnopqrstuvwxyz.ics"), "stay"),
        calendar_link(Some("https://chess.example.net/deadlines/abcdefghijklmnopqrstuvwxyz.ics"), "void"),
        calendar_link(None, "stay"),
        calendar_link(None, "void"),
        calendar_link(None, "off"),
        settings(None, &Reminders::Usual, Digest::Off, None),
        settings(Some(Changed::Language), &Reminders::Usual, Digest::Off, None),
        settings(Some(Changed::Zone), &Reminders::Usual, Digest::Off, Some("Europe/Berlin")),
        settings(Some(Changed::Zone), &Reminders::Usual, Digest::Off, Some("UTC")),
        settings(Some(Changed::Zone), &Reminders::Usual, Digest::Off, None),
        settings(Some(Changed::AutomaticLeave), &Reminders::Usual, Digest::Off, None),
        settings(Some(Changed::Reminders), &Reminders::Usual, Digest::Daily, None),
        settings(Some(Changed::Reminders), &Reminders::Off, Digest::Daily, Some("UTC")),
        settings(Some(Changed::Digest), &Reminders::Off, Digest::Weekly, Some("America/New_York")),
        settings(Some(Changed::Digest), &Reminders::Off, Digest::Off, None),
        settings(Some(Changed::Calendar), &Reminders::Usual, Digest::Off, None),
        settings(Some(Changed::Public), &Reminders::Usual, Digest::Off, None),
        settings(Some(Changed::Listed), &Reminders::Usual, Digest::Off, None),
        settings(Some(Changed::Receipts), &Reminders::Off, Digest::Off, None),
        settings(Some(Changed::Files), &Reminders::Off, Digest::Off, None),
        settings(Some(Changed::Subjects), &Reminders::Off, Digest::Off, None),
        settings(Some(Changed::Links), &Reminders::Off, Digest::Off, None),
        Occasion::Awake { games: Vec::new() },
        Occasion::Entered {
            collection: "Club championship".to_owned(),
            password: Some("abcd-efgh-ijkl-mnop".to_owned()),
            games: vec![filed(17), filed(18)],
            twice: vec![filed(3)],
            doubts: vec!["line 3: Date \"25.11.1992\" was read as 1992.11.25".to_owned()],
            refused: vec![NotEntered::Fault(
                "line 12, move 3...: Nf9: there is no knight that can reach f9".to_owned(),
            )],
        },
        Occasion::Entered {
            collection: "Club championship".to_owned(),
            password: None,
            games: Vec::new(),
            twice: Vec::new(),
            doubts: Vec::new(),
            refused: vec![NotEntered::Fault(
                "line 1: a game needs Event and Site as well; what is not known is written [Event \"?\"]".to_owned(),
            )],
        },
        Occasion::Overwritten {
            game: filed(17),
            pgn: "1. e4 e5 *\n".to_owned(),
        },
        Occasion::Found {
            words: "Fischer opening C95".to_owned(),
            total: 40,
            games: vec![filed(17), filed(18)],
            pgn: "1. e4 e5 *\n".to_owned(),
            left_out: vec![filed(19)],
            most_kib: 256,
        },
        Occasion::Found {
            words: "game 17".to_owned(),
            total: 1,
            games: Vec::new(),
            pgn: String::new(),
            left_out: vec![filed(17)],
            most_kib: 256,
        },
        Occasion::Found {
            words: "Fischer opening C95".to_owned(),
            total: 0,
            games: Vec::new(),
            pgn: String::new(),
            left_out: Vec::new(),
            most_kib: 256,
        },
        Occasion::TooLarge { limit_kib: 256 },
        Occasion::Unreadable {
            why: NotDone::Encrypted.into(),
        },
        Occasion::Help {
            topic: None,
            time: TimeRules::default(),
        },
        Occasion::NoStartPosition {
            fen: "rbnbqknr/pppppppp/8/8/8/8/PPPPPPPP/RBNBQKNR".to_owned(),
            faults: vec!["the bishops must stand on squares of different colours".to_owned()],
        },
    ]);
    for drawn in [true, false] {
        if let Some(start) = Start::chess960(17) {
            occasions.push(Occasion::StartPosition {
                number: 17,
                fen: start.fen(),
                board: text_board(start.position(), Color::White),
                drawn,
            });
        }
    }
    for chess960_helps in [true, false] {
        occasions.push(Occasion::NoStart {
            fen: "4k3/8/8/8/8/8/8/3K3R w K - 0 1".to_owned(),
            faults: vec![
                "castling (field 3): the right \"K\" is given, but king and rook are not in their places for it"
                    .to_owned(),
            ],
            chess960_helps,
        });
    }
    for topic in [
        "all",
        "moves",
        "conditional",
        "draw",
        "challenge",
        "games",
        "mail",
        "leave",
        "enter",
        "something else",
    ] {
        occasions.push(Occasion::Help {
            topic: Some(topic.to_owned()),
            time: TimeRules::default(),
        });
    }
    let allowed = [
        "without clock",
        "3 days a move",
        "10 moves in 50 days; days beyond 20 on a move count double",
    ];
    occasions.push(Occasion::Help {
        topic: Some("time".to_owned()),
        time: TimeRules {
            usual: Some("3 days a move".into()),
            allowed: allowed.map(Sentence::from).to_vec(),
        },
    });
    for game in [&after_white, &after_black, &draw_offered, &mated, &resigned] {
        occasions.push(Occasion::Restored {
            game: seen(game, BOB),
        });
        for untold in [Untold::Deed, Untold::Ruling] {
            occasions.push(Occasion::Undelivered {
                game: seen(game, ANN),
                untold,
            });
        }
    }
    for game in &offered {
        for untold in [Untold::Deed, Untold::Ruling] {
            occasions.push(Occasion::Undelivered {
                game: seen(game, ANN),
                untold,
            });
        }
    }
    let unusual = [
        Start::chess960(17),
        Start::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 5 39", Variant::Standard).ok(),
    ];
    let unusual = unusual
        .into_iter()
        .flatten()
        .map(|start| from(start, Wish::White));
    for game in offered.iter().chain(&unusual.collect::<Vec<_>>()) {
        for talk in [None, talk.clone()] {
            occasions.push(Occasion::Invitation {
                game: seen(game, BOB).for_stranger(Language::English),
                talk: talk.clone(),
            });
            occasions.push(Occasion::ChallengeSent {
                invitation: Some(Box::new(seen(game, BOB).for_stranger(Language::English))),
                talk,
                kept_back: None,
                game: seen(game, ANN),
            });
        }
        occasions.push(Occasion::ChallengeSent {
            invitation: Some(Box::new(seen(game, BOB).for_stranger(Language::English))),
            talk: None,
            kept_back: Some(KeptBack::Always),
            game: seen(game, ANN),
        });
        occasions.push(Occasion::ChallengesSent(several(&seen(game, ANN))));
        occasions.push(Occasion::ChallengeSent {
            invitation: Some(Box::new(seen(game, BOB).for_stranger(Language::English))),
            talk: None,
            kept_back: Some(KeptBack::Now),
            game: waiting(&seen(game, ANN)),
        });
        occasions.push(Occasion::InvitationNotSent {
            game: seen(game, ANN),
        });
        for talk in [None, talk.clone()] {
            occasions.push(Occasion::Challenge {
                game: seen(game, BOB),
                talk,
            });
        }
    }
    let declined = with(&offered[0], Event::Declined);
    let withdrawn = with(&offered[0], Event::Withdrawn);
    for (reader, by_you, talk) in [
        (ANN, false, talk.clone()),
        (ANN, false, None),
        (BOB, true, None),
    ] {
        occasions.push(Occasion::Started {
            game: seen(&fresh, reader),
            by_you,
            talk: talk.clone(),
        });
        for by in [PairedBy::Taking, PairedBy::Matching] {
            occasions.push(Occasion::Paired {
                game: seen(&fresh, reader),
                seek: 7,
                by,
                by_you,
                talk: talk.clone(),
                words: by_you,
            });
        }
        occasions.push(Occasion::Declined {
            game: seen(&declined, reader),
            by_you,
            talk: talk.clone(),
        });
        occasions.push(Occasion::Withdrawn {
            game: seen(&withdrawn, reader),
            by_you,
            talk: None,
        });
        occasions.push(Occasion::DrawOffered {
            game: seen(&draw_offered, if by_you { ANN } else { BOB }),
            by_you,
            talk: talk.clone(),
        });
        for no_offer in [
            None,
            Some(Why::Rules(Refusal::TooManyDrawOffers { from_move: 12 })),
        ] {
            occasions.push(Occasion::ClaimWrong {
                game: seen(&draw_offered, reader),
                by_you,
                claim: vec![Missing::New],
                no_offer,
                talk: talk.clone(),
            });
        }
        occasions.push(Occasion::DrawDeclined {
            game: seen(&after_white, reader),
            by_you,
            talk: talk.clone(),
        });
        occasions.push(Occasion::TalkSent {
            game: seen(&after_white, reader),
        });
        occasions.push(Occasion::Talk {
            game: seen(&after_white, reader),
            talk: talk.unwrap_or_else(|| "Hello!".to_owned()),
        });
    }
    for (game, reader, draw_offered) in [
        (&after_white, ANN, false),
        (&draw_offered, ANN, true),
        (&after_black, BOB, false),
    ] {
        occasions.push(Occasion::MovePlayed {
            played: seen(game, reader).last_move.unwrap_or_default(),
            game: seen(game, reader),
            draw_offered,
            claim: if draw_offered {
                vec![Missing::New]
            } else {
                Vec::new()
            },
            no_offer: draw_offered.then_some(Why::Rules(Refusal::DrawAlreadyOffered)),
            position_confirmed: draw_offered,
            ignored: if draw_offered {
                vec!["4...h6".to_owned(), "5. Nxe5".to_owned()]
            } else {
                Vec::new()
            },
            // What waits because of a draw offer is the other player's.
            followed: Followed {
                held: None,
                ..followed(draw_offered)
            },
            words_go_along: draw_offered,
            prepared: draw_offered.then(|| prepared(true)),
            notes: if draw_offered {
                vec![Addition::NoteKept("3. Bb5".to_owned())]
            } else {
                Vec::new()
            },
        });
    }
    for game in [seen(&after_white, ANN), timed(seen(&after_white, ANN))] {
        occasions.push(Occasion::MovePlayed {
            played: game.last_move.clone().unwrap_or_default(),
            game,
            draw_offered: false,
            claim: Vec::new(),
            no_offer: None,
            position_confirmed: false,
            ignored: Vec::new(),
            followed: Followed::default(),
            words_go_along: false,
            prepared: None,
            notes: Vec::new(),
        });
    }
    for (game, reader, draw_offered, talk) in [
        (&after_white, BOB, false, talk.clone()),
        (&after_white, BOB, false, None),
        (&draw_offered, BOB, true, None),
        (&after_black, ANN, false, None),
        (&checked, BOB, false, None),
    ] {
        occasions.push(Occasion::YourMove {
            played: seen(game, reader).last_move.unwrap_or_default(),
            game: seen(game, reader),
            draw_offered,
            claim: if talk.is_some() {
                vec![Missing::New]
            } else {
                Vec::new()
            },
            followed: followed(draw_offered),
            beside: if draw_offered { beside() } else { Vec::new() },
            talk,
        });
    }
    for (lines, notes) in [(true, 0), (false, 1)] {
        occasions.push(Occasion::Prepared {
            game: seen(&after_white, ANN),
            prepared: prepared(lines),
            notes: vec![Addition::NoteKept("3. Bb5".to_owned()); notes],
        });
        occasions.push(Occasion::Notes {
            game: seen(&after_white, ANN),
            notes: vec![Addition::NoteKept("3. Bb5".to_owned()); notes],
            kept: vec![("3. Bb5".to_owned(), "!? the main line".to_owned()); notes],
        });
    }
    for (game, mover, ending) in [
        (&mated, Some(ANN), "checkmate"),
        (&stalemated, Some(ANN), "stalemate"),
        // No short game leads there, and the mail is the same.
        (&stalemated, Some(ANN), "insufficient material"),
        (&stalemated, Some(ANN), "dead position"),
        (&stalemated, Some(ANN), "fivefold repetition"),
        (&stalemated, Some(ANN), "seventy-five moves"),
        (&stalemated, Some(ANN), "threefold repetition"),
        (&stalemated, None, "fifty moves"),
        (&agreed, None, "draw agreed"),
        (&resigned, None, "resignation"),
        (&aborted, None, "aborted"),
    ] {
        for reader in [ANN, BOB] {
            let mut view = seen(game, reader);
            view.ending = Some(ending);
            occasions.push(Occasion::Over {
                followed: mover
                    .filter(|&mover| mover == ANN)
                    .map(|_| "13. Bb5 a6".to_owned()),
                played: mover.and(view.last_move.clone()),
                grounds: Some(Grounds::Repeated(Repeated {
                    earlier: ["1...Ng8", "3...Ng8"]
                        .map(|played| After(Some(played.to_owned())))
                        .to_vec(),
                })),
                agreed: game.ply() > 7,
                by_you: mover.unwrap_or(BOB) == reader,
                parting: match (ending, reader) {
                    ("resignation", BOB) => Parting::Server,
                    _ => Parting::Game,
                },
                annulled: ending == "resignation" && reader == BOB,
                talk: if reader == BOB { talk.clone() } else { None },
                game: view,
            });
        }
    }
    for told_by in [ToldBy::Clock, ToldBy::Opponent] {
        for game in [&lost_on_time, &drawn_on_time, &aborted] {
            occasions.extend([ANN, BOB].map(|reader| {
                Occasion::TimeForfeit {
                    game: seen(game, reader),
                    out: out(reader == BOB, told_by),
                    talk: talk
                        .clone()
                        .filter(|_| reader == BOB && told_by == ToldBy::Opponent),
                }
            }));
        }
    }
    occasions.extend([ANN, BOB].map(|reader| Occasion::TimeToClaim {
        game: over_and_not_claimed(seen(&after_white, reader)),
        out: out(reader == BOB, ToldBy::Clock),
    }));
    for mail in [WaitingMail::AskedAbout, WaitingMail::LaidAside] {
        let until = DateTime::UNIX_EPOCH + TimeDelta::days(3);
        occasions.extend([ANN, BOB].map(|reader| Occasion::FlagWaits {
            game: over_and_not_claimed(seen(&after_white, reader)),
            out: out(reader == BOB, ToldBy::Clock),
            wait: MailWait { mail, until },
        }));
    }
    occasions.extend([ANN, BOB].map(|reader| Occasion::FirstMoveMissing {
        game: seen(&aborted, reader),
        out: out(reader == BOB, ToldBy::Clock),
    }));
    for reader in [ANN, BOB] {
        let by_you = reader == ANN;
        for talk in [None, talk.clone()] {
            occasions.extend([
                Occasion::TakebackOffered {
                    game: seen(&takeback, reader),
                    by_you,
                    moves: "4. Nc3".to_owned(),
                    talk: talk.clone(),
                },
                Occasion::TakenBack {
                    game: seen(&checked, reader),
                    by_you: !by_you,
                    undone: undone(talk.is_some()),
                    talk: talk.clone(),
                },
                Occasion::AbortOffered {
                    game: seen(&abort, reader),
                    by_you,
                    talk: talk.clone(),
                },
                Occasion::OfferDeclined {
                    game: seen(&after_black, reader),
                    by_you: !by_you,
                    what: if talk.is_some() {
                        Wanted::Takeback
                    } else {
                        Wanted::Abort
                    },
                    talk: talk.clone(),
                },
                Occasion::PauseOffered {
                    game: with_pause_offered(seen(&after_white, reader), by_you),
                    by_you,
                    last: "12 August 2026".into(),
                    talk: talk.clone(),
                },
                Occasion::PauseAgreed {
                    game: timed(seen(&after_white, reader)),
                    by_you: !by_you,
                    last: "12 August 2026".into(),
                    talk: talk.clone(),
                },
                Occasion::MoveHeld {
                    game: with_held_move(timed(seen(&after_white, reader)), by_you),
                    replaced: by_you.then(|| "1...c5".to_owned()),
                    no_offer: (!by_you).then(|| Refusal::DrawAlreadyOffered.into()),
                    ignored: Vec::new(),
                },
                Occasion::HeldMoveDropped {
                    game: timed(seen(&after_white, reader)),
                    played: "1...e5".to_owned(),
                    words: by_you,
                },
                Occasion::TimeGiven {
                    game: timed(seen(&after_black, reader)),
                    by_you,
                    time: "3 days".into(),
                    capped: by_you.then(|| "5 days".into()),
                    talk: talk.clone(),
                },
                Occasion::OfferDeclined {
                    game: timed(seen(&after_black, reader)),
                    by_you,
                    what: Wanted::Pause,
                    talk: talk.clone(),
                },
                Occasion::Show {
                    game: seen(if talk.is_some() { &takeback } else { &abort }, reader),
                    position_confirmed: false,
                },
            ]);
        }
        for (game, ended) in [
            (&adjudicated, "adjudication"),
            (&no_result, "aborted"),
            (&drawn, "draw agreed"),
        ] {
            let mut view = seen(game, reader);
            (view.your_side, view.outcome, view.time) = (None, None, None);
            view.ending = Some(ended);
            occasions.push(Occasion::Watched {
                game: view,
                tournament: by_you.then(tournament_name),
            });
        }
        for (game, reason) in [
            (&adjudicated, "Bob has not answered since May"),
            (&no_result, ""),
            (&drawn, "both are on the road"),
        ] {
            occasions.push(Occasion::Adjudicated {
                game: seen(game, reader),
                held_dropped: by_you,
                annulled: by_you,
                director: by_you.then(|| "Carl".to_owned()),
                taken_out: (by_you && !reason.is_empty()).then(|| tournament_name().title),
                reason: reason.to_owned(),
            });
        }
        for ruling in [
            ClockRuling::Paused,
            ClockRuling::Resumed,
            ClockRuling::Credited {
                from: DateTime::UNIX_EPOCH,
                until: DateTime::UNIX_EPOCH + TimeDelta::minutes(390),
            },
        ] {
            occasions.push(Occasion::ClockRuled {
                game: seen(&after_black, reader),
                ruling: ClockRuled::of(ruling),
                reason: "our mail server took no mail".to_owned(),
            });
        }
        for (game, by_director) in [(&after_black, false), (&after_white, true)] {
            occasions.push(Occasion::Substituted {
                game: seen(game, reader),
                director: by_director.then(|| "Carl".to_owned()),
                gone: "Dora".to_owned(),
                taker: if by_you { "Ann" } else { "Bob" }.to_owned(),
                by_you,
                topped_up: by_director,
                offers: by_director,
                words_dropped: by_director && !by_you,
                unrated: by_director,
                reason: if by_director {
                    "they wrote by telephone"
                } else {
                    ""
                }
                .to_owned(),
            });
        }
        for (game, reopened) in [(&after_black, false), (&after_white, true)] {
            occasions.push(Occasion::Corrected {
                void: reopened.then_some(if by_you { "0-1" } else { "*" }),
                game: seen(game, reader),
                undone: Undone {
                    moves: if reopened {
                        String::new()
                    } else {
                        "5. Nxe5 Bxd1".to_owned()
                    },
                    ..undone(!reopened)
                },
                reason: if reopened {
                    String::new()
                } else {
                    "the wrong game was meant".to_owned()
                },
            });
        }
    }
    occasions.extend([
        Occasion::Refused {
            also: Vec::new(),
            read: "Nc3".to_owned(),
            why: Why::Illegal(WhyNot::Pinned {
                piece: Standing {
                    role: Role::Knight,
                    square: Square::C3,
                },
                pinner: Standing {
                    role: Role::Bishop,
                    square: Square::B4,
                },
            }),
            instead: vec!["Nc5".to_owned(), "Ne4".to_owned()],
            piece_moves: ["Nb1", "Nd5", "Ne2", "Nb5", "Na4", "Nd1"]
                .map(str::to_owned)
                .to_vec(),
            game: Some(seen(&after_black, ANN)),
        },
        Occasion::Refused {
            also: Vec::new(),
            read: "accept draw".to_owned(),
            why: Refusal::NoDrawWasOffered.into(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: Some(seen(&after_black, BOB)),
        },
        Occasion::Refused {
            also: Vec::new(),
            read: "Nf6".to_owned(),
            why: Refusal::Over.into(),
            instead: vec!["pgn 42".to_owned()],
            piece_moves: Vec::new(),
            game: Some(seen(&mated, BOB)),
        },
        Occasion::Refused {
            also: Vec::new(),
            read: "accept 44".to_owned(),
            why: Refusal::NotStarted.into(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: Some(seen(&offered[2], ANN)),
        },
        Occasion::Refused {
            also: Vec::new(),
            read: "show 99".to_owned(),
            why: NotDone::NoSuchGame(GameNumber(99)).into(),
            instead: vec!["games".to_owned()],
            piece_moves: Vec::new(),
            game: None,
        },
        Occasion::Question {
            read: "bxc3".to_owned(),
            unsure: Unsure::Reading,
            why: None,
            choices: asked_moves(&[("Bxc3", "1"), ("bxc3", "2")]),
            also: Vec::new(),
            game: seen(&after_black, ANN),
        },
        Occasion::Question {
            read: "Nc3 looks natural here".to_owned(),
            unsure: Unsure::Saying,
            why: None,
            choices: asked_moves(&[("Nc3", "yes")]),
            also: Vec::new(),
            game: seen(&after_black, ANN),
        },
        Occasion::Question {
            read: "wrong window, sorry".to_owned(),
            unsure: Unsure::Saying,
            why: Some(Doubtful::Undone.into()),
            choices: asked_moves(&[("Nc3", "3"), ("Bc4", "4")]),
            also: vec![AlsoNotDone {
                read: "Nc3".to_owned(),
                meant: None,
            }],
            game: seen(&after_black, ANN),
        },
        Occasion::Stale {
            read: "Nc3".to_owned(),
            answered_move: Some("3".to_owned()),
            gone_on: false,
            since: vec![
                "3. Bc4".to_owned(),
                "3...Bg4".to_owned(),
                "4. Nc3".to_owned(),
            ],
            already_played: false,
            game: seen(&after_white, ANN),
        },
        Occasion::Stale {
            read: "Nc3".to_owned(),
            answered_move: Some("4".to_owned()),
            gone_on: false,
            since: vec!["4. Nc3".to_owned(), "4...g6".to_owned()],
            already_played: true,
            game: seen(&after_black, ANN),
        },
        Occasion::Stale {
            read: "Nc3".to_owned(),
            answered_move: None,
            gone_on: false,
            since: Vec::new(),
            already_played: false,
            game: seen(&after_white, ANN),
        },
        Occasion::Stale {
            read: "Nc3".to_owned(),
            answered_move: None,
            gone_on: true,
            since: Vec::new(),
            already_played: false,
            game: seen(&after_white, ANN),
        },
        Occasion::PositionDiffers {
            fen: seen(&after_white, ANN).fen,
            differences: vec![
                "g6: you have nothing, the game has a black pawn".to_owned(),
                "g7: you have a black pawn, the game has nothing".to_owned(),
            ],
            missed: Some(vec!["4...g6".to_owned()]),
            game: seen(&after_black, ANN),
        },
        Occasion::PositionDiffers {
            fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            differences: vec!["e1: you have nothing, the game has a white king".to_owned()],
            missed: None,
            game: seen(&after_black, ANN),
        },
        Occasion::Board {
            fen: seen(&after_black, ANN).fen,
            board: Some(seen(&after_black, ANN).board),
            faults: Vec::new(),
        },
        Occasion::Board {
            fen: "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".to_owned(),
            board: None,
            faults: vec!["rank 7 has 9 squares instead of 8".to_owned()],
        },
        Occasion::Awake {
            games: vec![listed(&after_black, ANN), listed(&offered[2], BOB)],
        },
        Occasion::OpponentAway {
            opponent: "Bob".to_owned(),
            games: vec![listed(&after_black, ANN)],
            wants_none: false,
        },
        Occasion::OpponentAway {
            opponent: "Bob".to_owned(),
            games: vec![listed(&offered[0], ANN), listed(&after_white, ANN)],
            wants_none: true,
        },
        Occasion::Restarted {
            games: Some(vec![listed(&after_black, ANN), listed(&after_white, ANN)]),
        },
        Occasion::Digest {
            games: vec![listed(&after_black, ANN), listed(&after_white, ANN)],
            every: Digest::Weekly.word(),
        },
        Occasion::Games { games: Vec::new() },
        Occasion::Games {
            games: vec![
                listed(&after_black, ANN),
                listed(&offered[2], BOB),
                listed(&fresh, BOB),
                listed(&offered[0], ANN),
                listed(&after_white, ANN),
            ],
        },
        Occasion::Show {
            game: seen(&after_black, ANN),
            position_confirmed: true,
        },
        Occasion::Show {
            game: seen(&draw_offered, ANN),
            position_confirmed: false,
        },
        Occasion::Show {
            game: seen(&mated, BOB),
            position_confirmed: false,
        },
        Occasion::Show {
            game: seen(&offered[2], BOB),
            position_confirmed: false,
        },
        Occasion::Show {
            game: seen(&declined, BOB),
            position_confirmed: false,
        },
        Occasion::Show {
            game: seen(&withdrawn, BOB),
            position_confirmed: false,
        },
        Occasion::Pgn {
            game: seen(&mated, BOB),
        },
        Occasion::NotUnderstood {
            also: Vec::new(),
            line: Some("acept".to_owned()),
            did_you_mean: Some("accept".to_owned()),
            game: Some(seen(&offered[0], BOB)),
        },
        Occasion::NotUnderstood {
            also: Vec::new(),
            line: Some("what a lovely position".to_owned()),
            did_you_mean: None,
            game: Some(seen(&after_black, ANN)),
        },
        Occasion::NotUnderstood {
            also: Vec::new(),
            line: None,
            did_you_mean: None,
            game: None,
        },
        Occasion::WhichGame {
            read: "Nf6".to_owned(),
            games: vec![listed(&after_white, BOB), listed(&checked, BOB)],
            example: Some(1),
        },
        Occasion::WhichGame {
            read: "Nf6".to_owned(),
            games: vec![listed(&after_white, BOB), listed(&checked, BOB)],
            example: None,
        },
    ]);
    occasions
}

fn asked_moves(moves: &[(&str, &str)]) -> Vec<AskedMove> {
    let asked = moves.iter().map(|&(san, answer)| AskedMove {
        san: san.to_owned(),
        answer: answer.to_owned(),
    });
    asked.collect()
}

fn undone(something: bool) -> Undone {
    Undone {
        moves: "4...Nf6 5. Nc3".to_owned(),
        prepared: something,
        notes: something,
        held: something,
    }
}

fn offered(wish: Wish) -> Game {
    Game::challenge(
        GameNumber(42),
        ANN,
        BOB,
        wish,
        Start::default(),
        Control::without(),
    )
    .0
}

fn from(start: Start, wish: Wish) -> Game {
    Game::challenge(GameNumber(42), ANN, BOB, wish, start, Control::without()).0
}

/// A challenge whose invitation goes out later.
fn waiting(game: &GameView) -> GameView {
    GameView {
        invited_on: Some("2026-11-24".into()),
        ..game.clone()
    }
}

fn several(game: &GameView) -> SeveralChallenges {
    let made = [
        (false, game.clone()),
        (true, game.clone()),
        (true, waiting(game)),
    ];
    let made = made.map(|(invited, game)| MadeChallenge { game, invited });
    let mut told = SeveralChallenges {
        made: made.to_vec(),
        invitation: Some(Box::new(game.clone())),
        kept_back: Some(KeptBack::Always),
        twice: vec!["Bob".to_owned()],
        beyond: vec!["cid@example.com".to_owned(), "Dora".to_owned()],
        ..SeveralChallenges::default()
    };
    told.refuse("Eve".to_owned(), NoChallenge::NoSuchPlayer.into());
    told
}

fn filed(number: i64) -> FiledGame {
    FiledGame {
        number,
        title: "Fischer, Robert J. - Spassky, Boris V., 1992.11.04, 1/2-1/2".to_owned(),
    }
}

/// A game in which Ann has White, after these moves.
fn played(moves: &[&str]) -> Game {
    let mut game = with(&offered(Wish::White), Event::Accepted { white: ANN });
    for san in moves {
        let read = San::from_ascii(san.as_bytes());
        if let Some(played) = read.ok().and_then(|san| san.to_move(game.position()).ok()) {
            game = with(
                &game,
                Event::Moved {
                    played,
                    found: Found::Nothing,
                    time: None,
                },
            );
        }
    }
    game
}

/// The game after one more event; unchanged where the event does not fit.
fn with(game: &Game, event: Event) -> Game {
    let mut game = game.clone();
    // A sample that does not fit is seen by the tests; it is no reason to stop the program.
    let _ = game.apply(&event);
    game
}

fn seen(game: &Game, reader: PlayerNumber) -> GameView {
    let started = chrono::DateTime::from_timestamp(1_790_000_000, 0);
    GameView::of(
        game,
        reader,
        &NAMES,
        &Kept {
            started,
            finished: None,
            notes: &[],
            tournament: None,
            substitutions: None,
            teams: None,
        },
        "chess.example.org",
    )
}

fn listed(game: &Game, reader: PlayerNumber) -> GameLine {
    GameLine::of(game, reader, &NAMES)
}

const NAMES: Names<'static> = Names {
    challenger: "Ann",
    opponent: "Bob",
};

fn followed(all: bool) -> Followed {
    Followed {
        line: all.then(|| "13. Bb5 a6 14. Ba4".to_owned()),
        voided: !all,
        held: all.then(|| "14...Nf6".to_owned()),
        ended: all
            .then(|| EndedOffer {
                what: Offered::Takeback,
                whose: Some("Bob".to_owned()),
                end: OfferEnd::Declined,
            })
            .into_iter()
            .collect(),
    }
}

fn prepared(lines: bool) -> Prepared {
    let count = if lines { 2 } else { 0 };
    let stop = Stop {
        read: "13...Nc6 14. Bb5".to_owned(),
        typed: "a7".to_owned(),
        reason: StopReason::NoAnswer,
    };
    Prepared {
        lines: vec!["13...Nc6 14. Bb5 a6 15. Ba4".to_owned(); count],
        stops: vec![Stopped(stop); count],
        others: 27,
    }
}

fn out(yours: bool, told_by: ToldBy) -> Out {
    Out {
        yours,
        over: DateTime::UNIX_EPOCH,
        told_by,
    }
}

/// The same with a clock, after a move of each side.
/// What somebody does beside a move.
fn beside() -> Vec<Addition> {
    let opponent = || "Ann".to_owned();
    let last = || Sentence::from("12 August 2026");
    vec![
        Addition::Got {
            opponent: opponent(),
            time: "3 days".into(),
        },
        Addition::PauseOffered {
            opponent: opponent(),
            last: last(),
        },
        Addition::Paused { last: last() },
    ]
}

fn with_pause_offered(game: GameView, by_you: bool) -> GameView {
    GameView {
        pause_offer: Some(if by_you { "yours" } else { "theirs" }),
        pause_until: Some("12 August 2026".into()),
        ..timed(game)
    }
}

fn with_held_move(game: GameView, sooner: bool) -> GameView {
    GameView {
        held_move: Some(HeldMoveView {
            played: "1...e5".to_owned(),
            at: "3 Jan 1970 00:00 UTC".into(),
            sooner,
            draw_offered: sooner,
            words: sooner,
        }),
        ..game
    }
}

fn timed(game: GameView) -> GameView {
    let now = DateTime::<Utc>::UNIX_EPOCH;
    let control = "session 10/50d double 20d".parse();
    let clocks = Clocks::at_start(control.unwrap_or_else(|_| Control::without()));
    let leave = Span::new(now + TimeDelta::days(1), now + TimeDelta::days(3)).ok();
    let leave = leave.map(|span| Stretch {
        reason: Reason::Leave,
        span,
    });
    let turn = Turn::new(now, leave.into_iter().collect());
    let took = MoveTime::of(
        &clocks,
        Color::White,
        Took::Thought {
            turn: &turn,
            arrived: now + TimeDelta::seconds(2_100_000),
        },
    );
    let spent = |whose| {
        took.as_ref().map(|time| Spent {
            whose,
            time,
            before: clocks.left(Color::White),
            after: time.white,
        })
    };
    let reader = match game.your_side {
        Some("Black") => Color::Black,
        Some(_) | None => Color::White,
    };
    let time = TimeView::of(&TimeStands {
        clocks: &clocks,
        reader,
        opponent: &game.opponent,
        to_move: Some(if game.your_turn { reader } else { !reader }),
        running: Running::Untold(turn.clone()),
        spent: [Whose::Yours, Whose::Theirs(&game.opponent)]
            .into_iter()
            .filter_map(spent)
            .collect(),
        zone: "Europe/Berlin".parse().ok(),
        reminders: &Reminders::Usual,
        flag_waits: false,
        claim_gives: None,
        now,
    });
    GameView {
        time: Some(time),
        ..game
    }
}

/// The same where the time of the side to move is over, and must be claimed.
fn over_and_not_claimed(game: GameView) -> GameView {
    let now = DateTime::<Utc>::UNIX_EPOCH;
    let control = "per-move 3d flags claimed".parse();
    let clocks = Clocks::at_start(control.unwrap_or_else(|_| Control::without()));
    let (reader, other) = match game.your_side {
        Some("Black") => (Color::Black, Color::White),
        Some(_) | None => (Color::White, Color::Black),
    };
    let time = TimeView::of(&TimeStands {
        clocks: &clocks,
        reader,
        opponent: &game.opponent,
        to_move: Some(if game.your_turn { reader } else { other }),
        running: Running::Told(Turn::new(now, Vec::new())),
        spent: Vec::new(),
        zone: None,
        reminders: &Reminders::Usual,
        flag_waits: false,
        claim_gives: None,
        now: now + TimeDelta::days(4),
    });
    GameView {
        time: Some(time),
        ..game
    }
}

fn listed_in_time(game: &Game, reader: PlayerNumber) -> GameLine {
    let now = DateTime::<Utc>::UNIX_EPOCH;
    GameLine {
        time: Some(LineTime::of(
            now + TimeDelta::hours(30),
            (3_600, Some(now + TimeDelta::hours(1))),
            now,
            (now, None),
        )),
        tournament: Some("Spring tournament".to_owned()),
        ..listed(game, reader)
    }
}

/// What a player has set.
fn settings(
    changed: Option<Changed>,
    reminders: &Reminders,
    digest: Digest,
    zone: Option<&str>,
) -> Occasion {
    let zone = zone.and_then(|zone| zone.parse::<Zone>().ok());
    let now = DateTime::<Utc>::UNIX_EPOCH;
    let due = digest.next(now, zone);
    let written_in = if changed == Some(Changed::Language) {
        Language::German
    } else {
        Language::English
    };
    Occasion::Settings {
        changed,
        settings: SettingsView {
            name: "Ann".to_owned(),
            address: "ann@example.org".to_owned(),
            language: "English",
            written_in: written_in.name(),
            code: written_in.code(),
            example: written_in.letters().of_san("Nf3"),
            format: "text",
            receipts: "short",
            files: "on",
            calendar: if changed == Some(Changed::Calendar) {
                "on"
            } else {
                "off"
            },
            public: if changed == Some(Changed::Public) {
                "on"
            } else {
                "off"
            },
            listed: if changed == Some(Changed::Listed) {
                "on"
            } else {
                "off"
            },
            subjects: "plain",
            links: "plain",
            automatic_leave: changed == Some(Changed::AutomaticLeave),
            leave_a_year: 30,
            zone: zone.map(Zone::name),
            local: zone.and_then(|zone| SettingsView::local(zone, now)),
            reminders: reminders_in_words(reminders),
            digest: digest.word(),
            digest_due: due.map(|due| SettingsView::due(due, zone)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_games_are_played_to_their_ends() {
        assert_eq!(seen(&played(&LEGALL), ANN).ending, Some("checkmate"));
        assert_eq!(seen(&played(&STALEMATE), ANN).ending, Some("stalemate"));
        assert_eq!(
            seen(
                &with(&played(&[]), Event::Resigned { by: Color::White }),
                BOB
            )
            .outcome,
            Some("won")
        );
        let declined = with(&offered(Wish::White), Event::Declined);
        assert_eq!(seen(&declined, ANN).phase, "declined");
    }
}
