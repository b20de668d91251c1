//! What the code of each letter opens, row by row: with each order the last day on which it is done and the first on which
//! its player is asked, and for each kind of letter what it is not about.

use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, game, new_mail};
use penpawn::game::{GameNumber, PlayerNumber};
use penpawn::mail::token::{GameLetter, Keys, Kind, PlayerLetter, Purpose, Seat};
use penpawn::robot::Trial;

const CARL: &str = "Carl <carl@players.test>";

/// What a mail with a code comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    /// What it asks for is done, or it is told why not.
    Opens,
    /// As if there were no code: its player is asked.
    Stays,
}
use Door::{Opens, Stays};

/// Ann plays game 1 against Bob, has lost game 2 to them, and plays game 3 against Carl.
struct Table {
    desk: Correspondence,
    keys: Keys,
    today: u32,
    /// The turns of the games 1 to 3.
    turns: Vec<u32>,
}

impl Table {
    async fn laid() -> Table {
        let mut desk = game().await;
        desk.deliver(&new_mail(CARL, 4, "", "join")).await;
        for (number, who, words) in [
            (13, ANN, "e4"),
            (14, BOB, "e5"),
            (5, CARL, "yes"),
            (6, ANN, "help"),
            (7, ANN, "challenge Bob as white"),
            (8, BOB, "accept"),
            (9, ANN, "resign"),
            (10, ANN, "help"),
            (11, ANN, "challenge Carl as white"),
            (12, CARL, "accept"),
        ] {
            let mail = answer(desk.newest_to(address_of(who)), who, number, "", words);
            let (_, fate) = desk.deliver(&mail).await;
            assert_eq!(fate.state, "done", "{words}: {fate:?}");
        }
        let games: Vec<(String, i32)> = sqlx::query_as("select phase, turn from game order by id")
            .fetch_all(&desk.pool)
            .await
            .expect("games");
        let phases: Vec<&str> = games.iter().map(|(phase, _)| phase.as_str()).collect();
        assert_eq!(phases, ["playing", "over", "playing"]);
        let keys = penpawn::db::keys::load(&desk.pool).await.expect("the keys");
        let today: i32 = sqlx::query_scalar("select current_date - date '1970-01-01'")
            .fetch_one(&desk.pool)
            .await
            .expect("the day");
        let turns = games
            .iter()
            .map(|(_, turn)| u32::try_from(*turn).expect("a turn"));
        Table {
            turns: turns.collect(),
            desk,
            keys: Keys::new(keys),
            today: u32::try_from(today).expect("a day"),
        }
    }

    /// A letter to Ann about a game at its present turn, so many days old.
    fn of_game(&self, number: usize, days: u32) -> Purpose {
        self.at(
            number,
            self.turns[number - 1],
            GameLetter::Written(self.today - days),
        )
    }

    fn at(&self, number: usize, turn: u32, letter: GameLetter) -> Purpose {
        Purpose::Game {
            game: GameNumber(i64::try_from(number).expect("a number")),
            seat: Seat::Challenger,
            turn,
            letter,
        }
    }

    /// A letter about game 1 at a turn that is past.
    fn past(&self, days: u32) -> Purpose {
        self.at(1, self.turns[0] - 1, GameLetter::Written(self.today - days))
    }

    fn undated(&self, number: usize) -> Purpose {
        self.at(number, self.turns[number - 1], GameLetter::Undated)
    }

    fn of_kind(&self, kind: Kind, days: u32) -> Purpose {
        of_player(PlayerLetter::Of(kind, self.today - days))
    }

    fn beginning(&self, days: u32) -> Purpose {
        self.of_kind(Kind::Beginning, days)
    }

    /// The list of Ann's games as they stood so many days ago, at the end of the day.
    fn list(&self, days: u32) -> Purpose {
        let instant = u64::from(self.today + 1 - days) * 86_400_000_000 - 1;
        of_player(PlayerLetter::List(instant))
    }

    async fn trial(&self, code: Purpose, words: &str) -> Trial {
        let code = self.keys.make(code).expect("a key");
        let header = format!("Delivered-To: chess+{code}@chess.test\n");
        let mail = new_mail(ANN, 100, &header, words);
        self.desk.robot.try_mail(&mail).await.expect("a trial")
    }

    async fn door(&self, code: Purpose, words: &str) -> (Door, String) {
        let trial = self.trial(code, words).await;
        let asked = "held: waits for its sender's confirmation";
        let door = if trial.outcome == asked { Stays } else { Opens };
        (door, trial.outcome)
    }

    async fn check(&self, rows: &[(Purpose, &str, Door)]) {
        let mut wrong = Vec::new();
        for (code, words, wanted) in rows {
            let (door, outcome) = self.door(*code, words).await;
            if door != *wanted {
                wrong.push(format!("{code:?}, {words:?}: {outcome}, not {wanted:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

fn of_player(letter: PlayerLetter) -> Purpose {
    Purpose::Player {
        player: PlayerNumber(1),
        letter,
    }
}

#[tokio::test]
async fn what_only_asks_is_told_for_sixty_days_and_as_long_as_a_turn_lasts() {
    let table = Table::laid().await;
    let unnamed = of_player(PlayerLetter::Unnamed(table.today));
    let mut rows = vec![
        (table.of_game(1, 400), "addresses", Opens),
        (table.undated(1), "addresses", Opens),
        (table.undated(2), "addresses", Stays),
        (unnamed, "addresses", Stays),
        // They are asked which game, or told that there is none.
        (table.beginning(60), "draw", Opens),
        (table.beginning(61), "draw", Stays),
        (table.beginning(60), "game 99 draw", Opens),
        (table.beginning(61), "game 99 draw", Stays),
    ];
    for (days, door) in [(60, Opens), (61, Stays)] {
        rows.extend([
            (table.past(days), "addresses", door),
            (table.of_game(2, days), "addresses", door),
            (table.list(days), "addresses", door),
        ]);
        for kind in [
            Kind::Beginning,
            Kind::Settings,
            Kind::Archive,
            Kind::Elsewhere,
        ] {
            rows.push((table.of_kind(kind, days), "addresses", door));
        }
    }
    table.check(&rows).await;
    // Words that are no order are answered either way, and quoted where the code is good.
    for (days, quoted) in [(60, true), (61, false)] {
        let trial = table
            .trial(table.of_game(2, days), "Good morning to you all")
            .await;
        let said = trial
            .letters
            .iter()
            .map(|letter| String::from_utf8_lossy(letter));
        let said: String = said.collect();
        assert_eq!(said.contains("Good morning"), quoted, "{days}: {said}");
    }
}

#[tokio::test]
async fn a_letter_about_a_game_is_about_no_other_and_about_no_other_turn() {
    let table = Table::laid().await;
    let rows = [
        (table.of_game(1, 400), "Nf3", Opens),
        (table.undated(1), "Nf3", Opens),
        (table.of_game(1, 0), "game 3 e4", Stays),
        (table.past(60), "Nf3", Opens),
        (table.past(61), "Nf3", Stays),
        (table.of_game(2, 60), "Nf3", Opens),
        (table.of_game(2, 61), "Nf3", Stays),
        (table.beginning(0), "game 1 Nf3", Stays),
        // What is kept for later
        (table.of_game(1, 400), "note: a pity", Opens),
        (table.past(0), "note: a pity", Stays),
        (table.of_game(2, 0), "note: a pity", Stays),
        (table.list(0), "game 3 note: a pity", Opens),
        // Words
        (table.past(60), "say hello", Opens),
        (table.past(61), "say hello", Stays),
        (table.of_game(2, 60), "say hello", Opens),
        (table.of_game(2, 61), "say hello", Stays),
        (table.past(61), "notes\n\nhello", Stays),
    ];
    table.check(&rows).await;
}

#[tokio::test]
async fn a_list_is_about_each_open_game_as_it_stood() {
    let table = Table::laid().await;
    let rows = [
        (table.list(0), "game 1 Nf3", Opens),
        (table.list(0), "game 1 resign", Opens),
        (table.list(0), "game 1 say hello", Opens),
        // The games began later: of a position they are told so.
        (table.list(1), "game 1 Nf3", Opens),
        (table.list(1), "game 1 resign", Stays),
        (table.list(1), "game 1 say hello", Stays),
        (table.list(60), "game 1 Nf3", Opens),
        (table.list(61), "game 1 Nf3", Stays),
        // That is over.
        (table.list(0), "game 2 Nf3", Opens),
        (table.list(0), "game 2 say hello", Stays),
    ];
    table.check(&rows).await;
}

#[tokio::test]
async fn a_challenge_goes_to_anybody_by_how_to_begin_and_to_the_opponent_by_a_game() {
    let table = Table::laid().await;
    let settings = table.of_kind(Kind::Settings, 0);
    let rows = [
        (table.beginning(60), "challenge Carl", Opens),
        (table.beginning(61), "challenge Carl", Stays),
        (table.of_kind(Kind::Archive, 0), "challenge Carl", Stays),
        (table.list(0), "challenge Carl", Stays),
        (table.of_game(1, 400), "challenge Bob", Opens),
        (table.of_game(1, 0), "challenge Carl", Stays),
        (table.undated(1), "challenge Bob", Stays),
        (table.of_game(2, 60), "challenge Bob", Opens),
        (table.of_game(2, 61), "challenge Bob", Stays),
        (table.of_game(2, 60), "rematch", Opens),
        (table.of_game(2, 61), "rematch", Stays),
        (table.undated(1), "game 2 rematch", Stays),
        (table.of_game(1, 400), "game 2 rematch", Opens),
        (table.of_game(3, 0), "game 2 rematch", Stays),
        (table.beginning(60), "game 2 rematch", Opens),
        (table.beginning(61), "game 2 rematch", Stays),
        (settings, "game 2 rematch", Stays),
        // They are told that there is no such game.
        (table.beginning(60), "game 99 rematch", Opens),
        (table.beginning(61), "game 99 rematch", Stays),
    ];
    table.check(&rows).await;
}

#[tokio::test]
async fn the_archive_and_settings_are_opened_by_letters_about_them_and_for_so_long() {
    let table = Table::laid().await;
    let enter = "enter Club\n\n1. e4 e5 *";
    let unnamed = |days: u32| of_player(PlayerLetter::Unnamed(table.today - days));
    let rows = [
        (table.beginning(60), enter, Opens),
        (table.beginning(61), enter, Stays),
        (table.of_kind(Kind::Archive, 60), enter, Opens),
        (table.of_kind(Kind::Archive, 61), enter, Stays),
        (table.of_kind(Kind::Settings, 0), enter, Stays),
        (table.of_kind(Kind::Elsewhere, 0), enter, Stays),
        (table.list(0), enter, Stays),
        (table.of_game(1, 0), enter, Stays),
        (table.of_kind(Kind::Settings, 14), "name Anna", Opens),
        (table.of_kind(Kind::Settings, 15), "name Anna", Stays),
        (table.of_game(1, 14), "block Bob", Opens),
        (table.of_game(1, 15), "block Bob", Stays),
        (table.of_game(1, 14), "public on", Opens),
        (table.of_game(1, 15), "public on", Stays),
        (table.undated(1), "public on", Stays),
        (table.of_kind(Kind::Elsewhere, 0), "public on", Stays),
        (unnamed(0), "public on", Stays),
        (table.undated(1), "name Anna", Stays),
        (table.list(14), "name Anna", Opens),
        (table.list(15), "name Anna", Stays),
        (table.of_kind(Kind::Elsewhere, 0), "name Anna", Stays),
        (unnamed(0), "name Anna", Stays),
        (unnamed(60), "stop", Opens),
        (unnamed(61), "stop", Stays),
        (table.of_kind(Kind::Elsewhere, 60), "stop", Opens),
        (table.of_kind(Kind::Elsewhere, 61), "stop", Stays),
        (table.of_game(1, 60), "stop", Opens),
        (table.of_game(1, 61), "stop", Stays),
        (
            table.at(1, 0, GameLetter::Invitation(table.today - 400)),
            "stop",
            Opens,
        ),
        (table.beginning(60), "start", Opens),
        (table.beginning(61), "start", Stays),
        (table.of_game(2, 61), "start", Stays),
    ];
    table.check(&rows).await;
}

#[tokio::test]
async fn who_said_stop_gets_mail_again_by_the_code_of_any_game() {
    let table = Table::laid().await;
    sqlx::query("insert into silence (key) values ('ann@players.test')")
        .execute(&table.desk.pool)
        .await
        .expect("silence");
    let (_, outcome) = table.door(table.of_game(2, 400), "start").await;
    assert!(outcome.starts_with("done"), "{outcome}");
    for code in [table.beginning(61), table.of_kind(Kind::Elsewhere, 61)] {
        let (_, outcome) = table.door(code, "start").await;
        assert!(!outcome.starts_with("done"), "{code:?}: {outcome}");
    }
}
