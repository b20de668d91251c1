//! `penpawn tournaments`: what the administrator settles and decides, and what the players are told of it.

mod substitutes;
mod teams;

use crate::correspondence::{Correspondence, Letter, answer, new_mail};
use crate::daemon::Setup;
use penpawn::game::PlayerNumber;
use penpawn::robot::TournamentRuling;
use uuid::Uuid;

const NAMES: [&str; 4] = ["Ann", "Bob", "Carl", "Dora"];
const CLUB: [&str; 13] = [
    "tournaments",
    "create",
    "club-2027",
    "--title",
    "Club championship 2027",
    "--system",
    "round-robin",
    "--time",
    "3 days a move",
    "--rated",
    "--players",
    "3-4",
    "--publication=game",
];

struct Club {
    desk: Correspondence,
    setup: Setup,
    mails: usize,
}

impl Club {
    /// Four players, and the tournament is prepared.
    async fn begin() -> Club {
        let desk = Correspondence::begin().await;
        let setup = Setup::beside(&desk);
        let mut club = Club {
            desk,
            setup,
            mails: 0,
        };
        for name in NAMES {
            club.mails += 1;
            let join = new_mail(&mailbox(name), club.mails, "", "join");
            club.desk.deliver(&join).await;
            club.answers(name, "yes").await;
        }
        let said = club.setup.says(&CLUB);
        assert!(
            said.starts_with("Club championship 2027 is prepared, 3 days a move;"),
            "{said}"
        );
        club
    }

    async fn answers(&mut self, name: &str, words: &str) {
        self.mails += 1;
        let who = mailbox(name);
        let letter = self.desk.newest_to(&address(name)).clone();
        let mail = answer(&letter, &who, self.mails, "", words);
        let (_, fate) = self.desk.deliver(&mail).await;
        assert_eq!(fate.state, "done", "{words}: {fate:?}");
    }

    fn json(&self, arguments: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.setup.says(&[arguments, &["--json"]].concat())).expect("JSON")
    }

    /// They have signed up, in this order.
    async fn sign_up(&self, names: &[&str]) {
        for name in names {
            self.sql(&format!(
                "insert into tournament_player (tournament_id, player_id, signed_up_at)
                 select tournament.id, player.id, clock_timestamp() from tournament, player where player.name = '{name}'"
            ))
            .await;
        }
    }

    /// It has begun with two games of Ann's and one between the others, of which none is over.
    async fn play(&mut self) {
        self.sign_up(&["Ann", "Bob", "Carl"]).await;
        for (white, black) in [("Ann", "Bob"), ("Carl", "Ann"), ("Bob", "Carl")] {
            self.mails += 1;
            let order = format!("challenge {black} as white, 3 days a move");
            let challenge = new_mail(&mailbox(white), self.mails, "", &order);
            self.desk.deliver(&challenge).await;
            self.answers(white, "yes").await;
            self.answers(black, "accept").await;
        }
        for sql in [
            "update tournament set state = 'playing', started_at = now(), paired_rounds = 3",
            "update tournament_player set number = place
             from (select player_id as one, row_number() over (order by player_id) as place from tournament_player) as placed
             where one = player_id",
            "insert into tournament_game (game_id, tournament_id, round, board)
             select game.id, tournament.id, game.id, 1 from game, tournament",
        ] {
            self.sql(sql).await;
        }
    }

    async fn sql(&self, sql: &str) {
        let done = sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned()));
        let done = done.execute(&self.desk.pool).await.expect(sql);
        assert!(done.rows_affected() > 0, "{sql}");
    }

    /// Kind, player and words of all that stands in the record.
    async fn record(&self) -> Vec<(String, Option<i64>, String)> {
        sqlx::query_as("select kind, player_id, words from tournament_record order by id")
            .fetch_all(&self.desk.pool)
            .await
            .expect("a record")
    }

    /// The results of all games, by number.
    async fn results(&self) -> Vec<String> {
        sqlx::query_scalar("select result from game order by id")
            .fetch_all(&self.desk.pool)
            .await
            .expect("results")
    }
}

fn address(name: &str) -> String {
    format!("{}@players.test", name.to_lowercase())
}

fn mailbox(name: &str) -> String {
    format!("{name} <{}>", address(name))
}

fn unfolded(letter: &Letter) -> String {
    let text = letter.mail.text.as_deref().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// To whom the letters go.
fn readers(letters: &[Letter]) -> Vec<&str> {
    let readers = letters.iter().map(|letter| letter.recipient.as_str());
    readers.collect()
}

#[tokio::test]
async fn a_tournament_is_prepared_opened_shown_closed_and_given_up() {
    let mut club = Club::begin().await;
    let told = club
        .setup
        .complains(&["tournaments", "announce", "club-2027", "Hello"]);
    assert!(told.contains("nobody takes part in club-2027"), "{told}");
    let told = club.setup.complains(&["tournaments", "close", "club-2027"]);
    assert!(told.contains("club-2027 is not open yet"), "{told}");
    club.setup.says(&["tournaments", "open", "club-2027"]);
    let told = club.setup.complains(&["tournaments", "open", "club-2027"]);
    assert!(told.contains("club-2027 is open already"), "{told}");
    club.sign_up(&["Dora", "Ann", "Bob", "Carl"]).await;
    club.sql("update tournament set most_players = 3").await;

    let list = club.setup.says(&["tournaments", "list"]);
    assert_eq!(
        list,
        "club-2027             open       round-robin         4 of 3  Club championship 2027\n"
    );
    let shown = club.setup.says(&["tournaments", "show", "club-2027"]);
    for words in [
        "Club championship 2027 (club-2027): open; players sign up\n",
        "\nEverybody plays everybody once, all games at once.\nTime: 3 days a move.\nThe games are rated.\n3 players.\n",
        "\nPlayers may not be helped by programs.\nEach game is public when it has ended.\n",
        "\nIt begins when you say so: `penpawn tournaments begin club-2027`.\n",
        "\nPlayers:\n   1  Dora\n   2  Ann\n   3  Bob\n\nWaiting for a seat:\n   1  Carl\n",
        "Z: created\n",
        "Z: opened\n",
    ] {
        assert!(shown.contains(words), "{words}\n{shown}");
    }
    let shown = club.json(&["tournaments", "show", "club-2027"]);
    assert_eq!(shown["control"], "per-move 3d");
    assert_eq!(shown["players"][0]["name"], "Dora");
    assert_eq!(shown["waiting"][0]["name"], "Carl");
    assert_eq!(shown["record"][1]["kind"], "opened");
    assert_eq!(club.json(&["tournaments", "list"])[0]["state"], "open");

    let said = club.setup.says(&[
        "tournaments",
        "announce",
        "club-2027",
        "We begin on Monday.\n\nBring a friend.",
    ]);
    assert_eq!(said, "4 letters say it.\n");
    let letters = club.desk.collect().await;
    assert_eq!(
        letters.len(),
        4,
        "those who wait for a seat are told as well"
    );
    let text = letters[0].mail.text.as_deref().unwrap_or_default();
    assert!(
        text.contains("\n    We begin on Monday.\n\n    Bring a friend.\n"),
        "{text}"
    );
    let because = ["--reason", "She plays\nelsewhere"];
    let withdraw = ["tournaments", "withdraw", "club-2027", "dora@players.test"];
    let said = club.setup.says(&[&withdraw[..], &because].concat());
    assert_eq!(
        said,
        "Dora is out of club-2027, and has lost 0 games by it. 2 letters say so.\n"
    );
    let letters = club.desk.collect().await;
    let next = unfolded(club.desk.newest_to("carl@players.test"));
    assert!(next.contains("so that you have a seat in it."), "{next}");
    let text = unfolded(&letters[0]);
    assert!(
        text.contains(
            "The administrator of this server has taken you out of Club championship 2027. The reason that \
             was given: She plays elsewhere."
        ),
        "{text}"
    );
    let told = club.setup.complains(&[&withdraw[..], &because].concat());
    assert!(told.contains("does not take part in club-2027"), "{told}");

    club.setup.says(&["tournaments", "close", "club-2027"]);
    let cancel = [
        "tournaments",
        "cancel",
        "club-2027",
        "--reason",
        "the hall burnt down",
    ];
    club.sql(
        "insert into tournament_director (tournament_id, player_id)
         select tournament.id, player.id from tournament, player where player.name = 'Dora'",
    )
    .await;
    let said = club.setup.says(&cancel);
    assert_eq!(said, "club-2027 is cancelled. 4 letters say so.\n");
    let letters = club.desk.collect().await;
    assert_eq!(
        readers(&letters),
        [
            "ann@players.test",
            "bob@players.test",
            "carl@players.test",
            "dora@players.test"
        ],
        "who directs it is told as well"
    );
    let text = unfolded(&letters[2]);
    assert!(
        text.contains("has cancelled Club championship 2027. It had not begun"),
        "{text}"
    );
    assert!(text.contains("given: the hall burnt down."), "{text}");
    let told = club.setup.complains(&cancel);
    assert!(told.contains("club-2027 was cancelled"), "{told}");
    let kinds: Vec<String> = club.record().await.into_iter().map(|line| line.0).collect();
    assert_eq!(
        kinds,
        [
            "created",
            "opened",
            "announced",
            "withdrawn",
            "closed",
            "cancelled"
        ]
    );
}

#[tokio::test]
async fn whoever_is_taken_out_loses_their_open_games_and_no_other_ends() {
    let mut club = Club::begin().await;
    club.play().await;
    club.answers("Ann", "e4").await;
    club.desk.collect().await;
    let told = club
        .setup
        .complains(&["tournaments", "cancel", "club-2027", "--reason", "rain"]);
    assert!(
        told.contains("club-2027 has begun, and games belong to their players"),
        "{told}"
    );
    let told = club.setup.complains(&["tournaments", "open", "club-2027"]);
    assert!(told.contains("club-2027 has begun"), "{told}");

    let withdraw = [
        "tournaments",
        "withdraw",
        "club-2027",
        "Ann",
        "--reason",
        "Ann is two people",
    ];
    let said = club.setup.says(&withdraw);
    assert_eq!(
        said,
        "Ann is out of club-2027, and has lost 2 games by it. 5 letters say so.\n"
    );
    assert_eq!(club.results().await, ["0-1", "1-0", "*"]);
    let letters = club.desk.collect().await;
    let mut told = readers(&letters);
    told.sort_unstable();
    assert_eq!(
        told,
        [
            "ann@players.test",
            "ann@players.test",
            "ann@players.test",
            "bob@players.test",
            "carl@players.test"
        ]
    );
    let hers = unfolded(club.desk.newest_to("ann@players.test"));
    assert!(
        hers.contains("Your games in it that were not over are lost: games 1, 2. A letter of its own tells you of each."),
        "{hers}"
    );
    let bobs = unfolded(club.desk.newest_to("bob@players.test"));
    assert!(
        bobs.contains(
            "has ended game 1 against Ann: 0-1, you have won. Ann was taken out of Club championship 2027, and loses this \
             game by that. The reason that was given: Ann is two people."
        ),
        "{bobs}"
    );
    let told = club.setup.complains(&withdraw);
    assert!(told.contains("Ann has left club-2027 already"), "{told}");
    let shown = club.setup.says(&["tournaments", "show", "club-2027"]);
    assert!(shown.contains("2 of 3 games are over."), "{shown}");
    assert!(shown.contains("Ann  withdrawn 2"), "{shown}");
    assert!(
        shown.contains("Z: withdrawn Ann: Ann is two people\n"),
        "{shown}"
    );
    // Who has left is told nothing more.
    let said = club
        .setup
        .says(&["tournaments", "announce", "club-2027", "Two are left."]);
    assert_eq!(said, "2 letters say it.\n");
}

#[tokio::test]
async fn what_is_decided_a_second_time_under_the_same_name_happens_once() {
    let mut club = Club::begin().await;
    club.play().await;
    club.desk.collect().await;
    let id = Uuid::new_v4();
    let ruling = TournamentRuling::Withdraw {
        player: PlayerNumber(1),
        reason: "Ann is two people".to_owned(),
    };
    for _ in 0..2 {
        let letters = club.desk.robot.rule_tournament(id, "club-2027", &ruling);
        assert_eq!(letters.await.expect("decided"), 5);
    }
    assert_eq!(club.desk.collect().await.len(), 5);
    let withdrawn = club.record().await;
    let withdrawn = withdrawn.iter().filter(|line| line.0 == "withdrawn");
    assert_eq!(withdrawn.count(), 1);
    let announced = TournamentRuling::Announce {
        words: "x".repeat(1_801),
    };
    let refused = club
        .desk
        .robot
        .rule_tournament(Uuid::new_v4(), "club-2027", &announced);
    let refused = refused.await.expect_err("too long").to_string();
    assert!(refused.contains("1801 characters"), "{refused}");
}

#[tokio::test]
async fn directors_are_named_and_dismissed() {
    let club = Club::begin().await;
    let director = ["tournaments", "director", "club-2027", "carl@players.test"];
    assert_eq!(club.setup.says(&director), "Carl directs club-2027.\n");
    assert_eq!(
        club.setup.says(&director),
        "Carl directs club-2027, as before.\n"
    );
    let shown = club.setup.says(&["tournaments", "show", "club-2027"]);
    assert!(shown.contains("\nDirected by Carl.\n"), "{shown}");
    let remove = [&director[..], &["--remove"]].concat();
    assert_eq!(
        club.setup.says(&remove),
        "Carl does not direct club-2027.\n"
    );
    let told = club
        .setup
        .complains(&["tournaments", "director", "club-2028", "Carl"]);
    assert!(told.contains("there is no tournament club-2028"), "{told}");
    let told = club
        .setup
        .complains(&["tournaments", "director", "club-2027", "Nobody"]);
    assert!(told.contains("there is no player Nobody"), "{told}");
}

#[tokio::test]
async fn a_tournament_has_a_table_pgn_and_pages() {
    let mut club = Club::begin().await;
    let told = club.setup.complains(&["tournaments", "table", "club-2027"]);
    assert!(
        told.contains("club-2027 has not begun, so there is no table"),
        "{told}"
    );
    club.play().await;
    let site = club.setup.file.with_file_name("site");
    let folder = site.to_str().expect("a path").to_owned();
    let page = |path: &str| std::fs::read_to_string(site.join(path)).unwrap_or_default();
    club.setup.says(&["site", &folder]);
    assert!(
        page("tournaments.html")
            .contains("<bdi>Club championship 2027</bdi></a> 3 players, since 2")
    );
    assert!(page("tournaments/club-2027.html").contains("<bdi>Ann</bdi></th>"));
    assert!(page("games/1.html").is_empty());

    club.setup.says(&[
        "games",
        "adjudicate",
        "1",
        "1-0",
        "--reason",
        "agreed on the telephone",
    ]);
    club.setup.says(&[
        "games",
        "adjudicate",
        "2",
        "1/2-1/2",
        "--reason",
        "agreed on the telephone",
    ]);
    let table = club.setup.says(&["tournaments", "table", "club-2027"]);
    assert!(
        table.starts_with("Club championship 2027: games go on\n\n"),
        "{table}"
    );
    let ann = table
        .lines()
        .find(|line| line.contains("Ann"))
        .expect("a row");
    let words: Vec<&str> = ann.split_whitespace().collect();
    assert_eq!(
        words,
        ["1", "Ann", "x", "1", "½", "1.5", "1", "0.25", "0", "1-2"],
        "{table}"
    );
    let table = club.json(&["tournaments", "table", "club-2027"]);
    let first = &table["table"][0];
    assert_eq!(
        (&first["name"], &first["points"]),
        (&"Ann".into(), &"1.5".into()),
        "{table}"
    );
    assert_eq!(first["possible_places"], serde_json::json!([1, 2]));
    assert_eq!(first["games"][0]["game"], 1);
    assert_eq!(first["games"][1]["colour"], "black");
    let pgn = club
        .setup
        .says(&["tournaments", "export", "club-2027", "--pgn"]);
    assert_eq!(pgn.matches("[White \"").count(), 3, "{pgn}");
    let report = club
        .setup
        .says(&["tournaments", "export", "club-2027", "--trf"]);
    assert!(
        report.starts_with("012 Club championship 2027\n"),
        "{report}"
    );
    assert_eq!(report.matches("\n001 ").count(), 3, "{report}");
    let told = club
        .setup
        .complains(&["tournaments", "export", "club-2027"]);
    assert!(told.contains("--pgn"), "{told}");

    // Its players knew that each game is public when it has ended, and nobody had said "public on".
    club.setup.says(&["site", &folder]);
    assert!(page("games/1.html").contains("<bdi>Ann</bdi>"));
    assert!(page("games/3.html").is_empty(), "it goes on");
    let shown = page("tournaments/club-2027.html");
    assert!(
        shown.contains("<td><a href=\"../games/1.html\">1</a></td>"),
        "{shown}"
    );
    club.sql("update tournament set publication = 'tournament'")
        .await;
    club.setup.says(&["site", &folder]);
    assert!(page("games/1.html").is_empty(), "others go on");
    club.setup.says(&[
        "games",
        "adjudicate",
        "3",
        "0-1",
        "--reason",
        "agreed on the telephone",
    ]);
    club.sql("update tournament set state = 'finished', ended_at = now()")
        .await;
    club.setup.says(&["site", &folder]);
    assert!(page("games/1.html").contains("<bdi>Ann</bdi>"));
    assert!(page("tournaments/club-2027.html").contains("all games are over"));

    club.setup
        .says(&["players", "forget", "ann@players.test", "--yes"]);
    club.setup.says(&["site", &folder]);
    assert!(page("games/1.html").is_empty());
    let shown = page("tournaments/club-2027.html");
    assert!(
        shown.contains("<bdi>Player 1</bdi>") && !shown.contains("Ann"),
        "{shown}"
    );
    club.sql("update tournament set publication = 'never'")
        .await;
    club.setup.says(&["site", &folder]);
    assert!(page("tournaments/club-2027.html").is_empty());
    assert!(page("tournaments.html").contains("There is none yet."));
}

#[tokio::test]
async fn a_tournament_is_begun_once_and_with_enough_players() {
    let mut club = Club::begin().await;
    let begin = ["tournaments", "begin", "club-2027"];
    let told = club.setup.complains(&begin);
    assert!(
        told.contains("nobody could sign up for club-2027 yet"),
        "{told}"
    );
    club.setup.says(&["tournaments", "open", "club-2027"]);
    club.answers("Ann", "sign up club-2027").await;
    club.answers("Bob", "sign up club-2027").await;
    club.setup.complains(&begin);
    let state = &club.json(&["tournaments", "list"])[0]["state"];
    assert_eq!(state, "open", "too few, and nothing has changed");
    club.answers("Carl", "sign up club-2027").await;
    let said = club.setup.says(&begin);
    assert_eq!(
        said,
        "club-2027 has begun with 3 players; each has a letter with their games.\n"
    );
    let letters = club.desk.collect().await;
    assert_eq!(letters.len(), 3, "{:?}", readers(&letters));
    let told = club.setup.complains(&begin);
    assert!(told.contains("club-2027 has begun"), "{told}");
    let shown = club.json(&["tournaments", "show", "club-2027"]);
    assert_eq!(shown["games"].as_array().map(Vec::len), Some(3), "{shown}");
    let table = club.json(&["tournaments", "table", "club-2027"]);
    assert_eq!(
        table["table"][2]["possible_places"],
        serde_json::json!([1, 3]),
        "{table}"
    );
}

/// What was read, why it cannot be, and what to write instead.
#[tokio::test]
async fn what_cannot_be_is_said_with_the_reason_and_what_to_write_instead() {
    let club = Club::begin().await;
    let again = club.setup.complains(&CLUB);
    assert!(
        again.contains("a tournament is called club-2027 already; choose another name"),
        "{again}"
    );
    let base = ["tournaments", "create"];
    let good = [
        "--title=Cup",
        "--system=round-robin",
        "--time=3 days a move",
        "--players=4-15",
    ];
    let swiss = [
        "--title=Cup",
        "--system=swiss",
        "--time=3 days a move",
        "--players=4-15",
    ];
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1";
    let start = format!("--start={fen}");
    for (arguments, said) in [
        (
            vec!["Club 2027"],
            "'Club 2027' for '<NAME>': players write it in orders: one word",
        ),
        (vec!["cup", "--time=3 days"], "3 days"),
        (
            vec!["cup", "--time=soon"],
            "'soon' for '--time <TIME>': no time control is in it",
        ),
        (
            vec!["cup", "--players=1"],
            "a tournament needs two players at least; write 4-15",
        ),
        (
            vec!["cup", "--players=9-4"],
            "the first number is the larger one; write 4-15",
        ),
        (
            vec!["cup", "--players=many"],
            "it is no number of players; write 4-15",
        ),
        (
            vec!["cup", "--players=4-99"],
            "all games begin at once, and 30 for each player are enough",
        ),
        (
            vec!["cup", "--title=club CHAMPIONSHIP 2027"],
            "the tournament club-2027 has that title, and letters and PGN tell tournaments apart by it",
        ),
        (vec!["cup", "--title= "], "letters call the tournament so"),
        (
            vec!["cup", "--begins=2020-01-01"],
            "--begins 1 January 2020 00:00 UTC is over",
        ),
        (
            vec!["cup", "--begins=soon"],
            "it is no day; write one as 2027-01-10",
        ),
        (vec!["cup", &start], "no game can begin there"),
        (
            vec!["cup", "--rounds=3"],
            "--rounds and --round-days belong to --system swiss",
        ),
        (
            vec!["cup", "--engines=some"],
            "possible values: forbidden, allowed",
        ),
    ] {
        let (name, own) = arguments.split_first().expect("a name");
        // What is given a second time takes the place of the first.
        let given = own.first().and_then(|one| one.split_once('='));
        let others = good.iter().filter(|one| {
            given.is_none_or(|(option, _)| one.split_once('=').is_none_or(|it| it.0 != option))
        });
        let all: Vec<&str> = base
            .iter()
            .chain([name])
            .chain(others)
            .chain(own)
            .copied()
            .collect();
        let told = club.setup.complains(&all);
        assert!(told.contains(said), "{arguments:?}: {told}");
    }
    for (own, said) in [
        (
            &[][..],
            "a Swiss needs --rounds and --round-days, for example --rounds 5",
        ),
        (
            &["--rounds=4", "--round-days=30"],
            "4 players can meet in 3 rounds at the most",
        ),
        (&["--rounds=31", "--round-days=30"], "31 is not in 1..=30"),
    ] {
        let told = club
            .setup
            .complains(&[&base[..], &["cup"], &swiss, own].concat());
        assert!(told.contains(said), "{own:?}: {told}");
    }
    let rated = [
        &base[..],
        &["cup"],
        &good,
        &["--rated", "--start=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"],
    ]
    .concat();
    let told = club.setup.complains(&rated);
    assert!(
        told.contains("rated games begin from the usual position"),
        "{told}"
    );
    let all = [
        &base[..],
        &["cup"],
        &swiss,
        &["--rounds=3", "--round-days=30", "--begins=2099-01-10"],
    ]
    .concat();
    club.setup.says(&all);
    let shown = club.setup.says(&["tournaments", "show", "cup"]);
    assert!(
        shown.contains("Swiss system, 3 rounds: those of about the same score"),
        "{shown}"
    );
    assert!(
        shown.contains(
            "It begins by itself on 10 January 2099 00:00 UTC, if 4 have signed up by then."
        ),
        "{shown}"
    );
    let told = club.setup.complains(&["tournaments", "show", "cap"]);
    assert!(
        told.contains("there is no tournament cap; `penpawn tournaments list` shows all"),
        "{told}"
    );
}
