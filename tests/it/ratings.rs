//! Ratings: what a season makes of them, counted anew in this program and in another language.

use crate::correspondence::{Correspondence, Letter, address_of, answer, new_mail};
use crate::daemon::Setup;
use crate::referee;
use chrono::TimeDelta;
use sqlx::Row;
use std::collections::BTreeMap;

const NAMES: [&str; 5] = ["Ann", "Bob", "Carl", "Dora", "Emil"];

/// Players, and an administrator of the same house.
struct Club {
    desk: Correspondence,
    setup: Setup,
    mails: usize,
}

impl Club {
    async fn of_five() -> Club {
        let desk = Correspondence::begin().await;
        let setup = Setup::beside(&desk);
        let mut club = Club {
            desk,
            setup,
            mails: 0,
        };
        for name in NAMES {
            club.writes(name, "join").await;
            club.answers(name, "yes").await;
        }
        club
    }

    async fn writes(&mut self, name: &str, words: &str) -> Vec<Letter> {
        self.mails += 1;
        let mail = new_mail(&mailbox(name), self.mails, "", words);
        self.desk.deliver(&mail).await.0
    }

    /// Answers the newest letter, and says so where it is asked whether it was them.
    async fn answers(&mut self, name: &str, words: &str) -> Vec<Letter> {
        let mut letters = Vec::new();
        for words in [words, "yes"] {
            let letter = self.desk.newest_to(address_of(&mailbox(name))).clone();
            self.mails += 1;
            let mail = answer(&letter, &mailbox(name), self.mails, "", words);
            let (written, fate) = self.desk.deliver(&mail).await;
            letters.extend(written);
            if fate.state == "done" {
                break;
            }
            assert_eq!(fate.state, "held", "{words}: {fate:?}");
        }
        letters
    }

    /// A game that begins with these moves, and ends with what White or Black answers then. Returns its number.
    async fn plays(&mut self, players: [&str; 2], terms: &str, moves: &[&str], end: End) -> i64 {
        let [white, black] = players;
        let challenge = format!("challenge {black} as white {terms}");
        self.answers(white, &challenge).await;
        // A challenge that was asked about has used a number up.
        let number = sqlx::query_scalar("select max(id) from game")
            .fetch_one(&self.desk.pool)
            .await
            .expect("a game");
        self.answers(black, "accept").await;
        for (at, typed) in moves.iter().enumerate() {
            self.answers(players[at % 2], typed).await;
        }
        for (side, words) in end {
            self.answers(players[*side], words).await;
        }
        number
    }

    /// All that is kept of ratings, its numbers octet by octet.
    async fn kept(&self) -> Vec<String> {
        let rows = sqlx::query(
            "select concat_ws(' ', game_id, finished_at, player_id, pool, games, late_at, float8send(points_before),
                              float8send(deviation_before), float8send(volatility_before), float8send(points),
                              float8send(deviation), float8send(volatility)) as kept
             from rating_change order by finished_at, game_id, player_id",
        )
        .fetch_all(&self.desk.pool)
        .await
        .expect("ratings");
        rows.iter().map(|row| row.get("kept")).collect()
    }

    /// For how many of its players each game has counted.
    async fn counted(&self) -> Vec<i64> {
        sqlx::query_scalar("select count(*) from rating_change group by game_id order by game_id")
            .fetch_all(&self.desk.pool)
            .await
            .expect("ratings")
    }

    /// What is kept is what all games make anew. Returns it.
    async fn are_as_rebuilt(&self) -> Vec<String> {
        let kept = self.kept().await;
        self.setup.says(&["ratings", "rebuild"]);
        assert_eq!(self.kept().await, kept);
        kept
    }

    /// Another program finds the same in what is exported.
    fn are_as_recounted(&self) {
        let pgn = self.setup.says(&["export", "--from", "games"]);
        let mut recounted = BTreeMap::new();
        for line in referee::ask(RECOUNT, &pgn).lines() {
            let (whose, numbers) = line.split_once('|').expect("a line");
            let numbers: Vec<f64> = numbers
                .split(' ')
                .map(|number| number.parse().expect("a number"))
                .collect();
            recounted.insert(whose.to_owned(), numbers);
        }
        let listed = self.setup.says(&["ratings", "list", "--json"]);
        let listed: Vec<serde_json::Value> = serde_json::from_str(&listed).expect("JSON");
        assert_eq!(listed.len(), recounted.len(), "{recounted:?}");
        for one in listed {
            let text = |key: &str| one[key].as_str().expect("text").to_owned();
            let number = |key: &str| one[key].as_f64().expect("a number");
            let whose = format!("{} {}", text("pool"), text("name"));
            let found = &recounted[&whose];
            for (at, key) in ["rating", "deviation", "volatility"].iter().enumerate() {
                let difference = (found[at] - number(key)).abs();
                assert!(difference < 1e-6, "{whose}, {key}: {found:?}, {one}");
            }
        }
    }
}

fn mailbox(name: &str) -> String {
    format!("{name} <{}@players.test>", name.to_lowercase())
}

/// Who writes what, one after the other; 0 is White.
type End = &'static [(usize, &'static str)];

const OPENING: [&str; 4] = ["e4", "e5", "Nf3", "Nc6"];
const WHITE_RESIGNS: End = &[(0, "resign")];
const BLACK_RESIGNS: End = &[(1, "resign")];
const DRAWN: End = &[(0, "draw"), (1, "accept draw")];
const ABORTED: End = &[(0, "abort"), (1, "accept abort")];

/// Counts ratings by Glickman's paper, in the order in which games ended, from PGN alone.
const RECOUNT: &str = r#"
import sys, io, math, datetime, chess, chess.pgn
text = io.StringIO(sys.stdin.read())
games = []
while (game := chess.pgn.read_game(text)) is not None:
    assert not game.errors, game.errors
    h = game.headers
    if h.get('Rated') != 'yes' or h['Result'] == '*' or sum(1 for _ in game.mainline()) < 4:
        continue
    pool = 'chess960' if h.get('Variant') == 'Chess960' else 'standard'
    number = int(h['CmailGameName'].rsplit('-', 1)[1])
    ended = datetime.datetime.fromisoformat(h['Ended'].replace('Z', '+00:00'))
    games.append((ended, number, pool, h['White'], h['Black'], h['Result']))

def updated(own, other, score, t):
    tau, scale = 0.5, 173.7178
    mu, phi, sigma = (own[0] - 1500) / scale, own[1] / scale, own[2]
    muj, phij = (other[0] - 1500) / scale, other[1] / scale
    g = 1 / math.sqrt(1 + 3 * phij ** 2 / math.pi ** 2)
    e = 1 / (1 + math.exp(-g * (mu - muj)))
    v = 1 / (g * g * e * (1 - e))
    delta = v * g * (score - e)
    a = math.log(sigma ** 2)
    def f(x):
        top = math.exp(x) * (delta ** 2 - phi ** 2 - v - math.exp(x))
        return top / (2 * (phi ** 2 + v + math.exp(x)) ** 2) - (x - a) / tau ** 2
    low = a
    if delta ** 2 > phi ** 2 + v:
        high = math.log(delta ** 2 - phi ** 2 - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        mid = low + (low - high) * at_low / (at_high - at_low)
        at_mid = f(mid)
        if at_mid * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = mid, at_mid
    sigma = math.exp(low / 2)
    star = math.sqrt(phi ** 2 + t * sigma ** 2)
    phi = 1 / math.sqrt(1 / star ** 2 + 1 / v)
    mu += phi ** 2 * g * (score - e)
    return (1500 + scale * mu, min(350, max(45, scale * phi)), sigma)

known = {}
for ended, number, pool, white, black, result in sorted(games):
    score = {'1-0': 1, '1/2-1/2': 0.5, '0-1': 0}[result]
    before = []
    for name in (white, black):
        rating, last = known.get((pool, name), ((1500, 350, 0.06), None))
        t = 0 if last is None else (ended - last).total_seconds() / 86400 / 60
        before.append((rating, t))
    (w, tw), (b, tb) = before
    known[pool, white] = (updated(w, b, score, tw), ended)
    known[pool, black] = (updated(b, w, 1 - score, tb), ended)
for (pool, name), (rating, last) in known.items():
    print(f'{pool} {name}|{rating[0]!r} {rating[1]!r} {rating[2]!r}')
"#;

/// Numbers that look drawn by lot, the same in each run.
struct Lots(u64);

impl Lots {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

#[tokio::test]
async fn a_season_makes_of_ratings_what_it_makes_of_them_anew_and_in_another_language() {
    let mut club = Club::of_five().await;
    let mut lots = Lots(17);
    let mut rated = Vec::new();
    for _ in 0..16 {
        let white = lots.below(NAMES.len());
        let black = (white + 1 + lots.below(NAMES.len() - 1)) % NAMES.len();
        let players = [NAMES[white], NAMES[black]];
        let end = [WHITE_RESIGNS, BLACK_RESIGNS, DRAWN][lots.below(3)];
        rated.push(club.plays(players, "rated", &OPENING, end).await);
        let time = TimeDelta::hours(i64::try_from(lots.below(1500)).expect("few"));
        club.desk.time_passes(time).await;
    }
    // What is not rated, and what is in ratings of its own.
    club.plays(["Ann", "Bob"], "casual", &OPENING, WHITE_RESIGNS)
        .await;
    club.plays(["Ann", "Bob"], "rated", &OPENING[..3], WHITE_RESIGNS)
        .await;
    club.plays(["Ann", "Bob"], "rated", &OPENING, ABORTED).await;
    club.plays(["Bob", "Carl"], "rated chess960 518", &OPENING, DRAWN)
        .await;
    let mate = ["f3", "e5", "g4", "Qh4"];
    rated.push(club.plays(["Dora", "Emil"], "rated", &mate, &[]).await);
    let open = club.plays(["Emil", "Ann"], "rated", &OPENING, &[]).await;

    let season = club.are_as_rebuilt().await;
    assert_eq!(season.len(), 2 * (rated.len() + 1));
    club.are_as_recounted();

    // The administrator ends one game, and opens the third of the season again.
    let (open, third) = (open.to_string(), rated[2].to_string());
    club.setup.says(&[
        "games",
        "adjudicate",
        &open,
        "0-1",
        "--reason",
        "he has moved away",
    ]);
    let told = club.desk.collect().await;
    assert!(
        told.iter()
            .all(|letter| text(letter).contains("Your rating was ")),
        "{told:?}"
    );
    assert_eq!(club.are_as_rebuilt().await.len(), season.len() + 2);
    club.are_as_recounted();

    club.setup.says(&[
        "games",
        "correct",
        &third,
        "--ply",
        "4",
        "--reason",
        "sent by another",
    ]);
    let told = club.desk.collect().await;
    assert!(
        told.iter()
            .all(|letter| text(letter).contains("Ratings are counted anew without it.")),
        "{told:?}"
    );
    let corrected = club.are_as_rebuilt().await;
    assert_eq!(corrected.len(), season.len());
    assert_ne!(corrected.last(), season.last());
    club.are_as_recounted();
    club.setup.says(&[
        "games",
        "adjudicate",
        &third,
        "1/2-1/2",
        "--reason",
        "agreed",
    ]);
    assert_eq!(club.are_as_rebuilt().await.len(), season.len() + 2);
    club.are_as_recounted();
}

#[tokio::test]
async fn of_games_lost_on_time_in_a_row_one_counts_for_the_loser_unless_they_move_elsewhere() {
    let mut club = Club::of_five().await;
    let terms = "rated 3 days a move";
    club.plays(["Dora", "Ann"], terms, &OPENING, &[]).await;
    club.plays(["Dora", "Bob"], terms, &OPENING, &[]).await;
    let told = club.desk.time_passes(TimeDelta::days(4)).await;
    let stays = |letter: &&Letter| text(letter).contains("Your rating stays as it is");
    let stay: Vec<&str> = told
        .iter()
        .filter(stays)
        .map(|letter| letter.recipient.as_str())
        .collect();
    assert_eq!(stay, ["dora@players.test"], "{told:?}");
    let mut counted = club.counted().await;
    counted.sort_unstable();
    assert_eq!(counted, [1, 2]);
    // She is back, and loses the next one as well.
    club.plays(["Dora", "Carl"], terms, &OPENING, &[]).await;
    club.desk.time_passes(TimeDelta::days(4)).await;
    assert_eq!(club.counted().await.last(), Some(&2));
    club.are_as_rebuilt().await;
}

/// The text of a letter in one line.
fn text(letter: &Letter) -> String {
    let words = letter.mail.text.as_deref().unwrap_or_default();
    let words = words.split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}
