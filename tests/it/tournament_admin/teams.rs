//! Teams: what the administrator settles, who plays on which board, and what other programs read.

use super::Club;

/// A league of three teams on two boards, or whatever else is said.
fn create<'a>(name: &'a str, further: &[&'a str]) -> Vec<&'a str> {
    let usual = [
        "tournaments",
        "create",
        name,
        "--title",
        name,
        "--time",
        "3 days a move",
    ];
    [&usual, further].concat()
}

const TEAMS: [&str; 4] = [
    "--system=team-boards",
    "--teams",
    "Riverside, Hill  Side",
    "--boards=2",
];

/// Teams of these names on two boards.
fn named(names: &str) -> Vec<&str> {
    vec!["--system=team-boards", "--teams", names, "--boards=2"]
}

#[tokio::test]
async fn what_does_not_fit_teams_is_refused_with_what_to_write_instead() {
    let club = Club::begin().await;
    for (further, why) in [
        (
            vec!["--system=team-boards"],
            "teams need --teams and --boards",
        ),
        (
            vec![
                "--system=scheveningen",
                "--teams",
                "A1, B1, C1",
                "--boards=2",
            ],
            "--teams names 3 teams: a Scheveningen has two",
        ),
        (
            vec!["--system=scheveningen", "--teams", "A1, a1", "--boards=2"],
            "two teams are called a1",
        ),
        (named("Mill, MILL "), "two teams are called MILL"),
        (named("Mill, M\u{456}ll"), "looks like \"Mill\""),
        (named("Mill, Mi11"), "\"Mi11\" looks like \"Mill\""),
        (named("Mill Hill, Mill-Hill"), "looks like \"Mill Hill\""),
        (named("Mill, Mill."), "\"Mill.\" would not be read there"),
        (named("Mill,, Hill"), "the name of a team is empty"),
        (named("Mill, \u{200b}"), "the name of a team is empty"),
        (named("Mill, --"), "the name of a team is empty"),
        (
            vec![
                "--system=scheveningen",
                "--teams",
                "Riverside",
                "--boards=2",
            ],
            "that is one team",
        ),
        (
            vec!["--system=scheveningen", "--teams", "me, you", "--boards=2"],
            "\"me\" would not be read there",
        ),
        (
            [&TEAMS[..], &["--players=4"]].concat(),
            "how many take part follows from --teams and --boards",
        ),
        (
            [&TEAMS[..], &["--rounds=3", "--round-days=9"]].concat(),
            "belong to --system swiss",
        ),
        (
            vec!["--system=round-robin", "--players=4", "--boards=2"],
            "--teams, --boards and --ranking belong to",
        ),
        (vec!["--system=round-robin"], "say how many take part"),
    ] {
        let said = club.setup.complains(&create("league", &further));
        assert!(said.contains(why), "{further:?}: {said}");
    }
}

#[tokio::test]
async fn the_administrator_says_who_plays_on_which_board_and_other_programs_read_the_teams() {
    let mut club = Club::begin().await;
    club.setup.says(&create("league", &TEAMS));
    club.setup.says(&["tournaments", "open", "league"]);
    for (name, team) in [
        ("Ann", "Riverside"),
        ("Bob", "Riverside"),
        ("Carl", "hill side"),
    ] {
        club.answers(name, &format!("sign up league for {team}"))
            .await;
    }
    let begin = ["tournaments", "begin", "league", "--yes"];
    for order in [&begin[..], &["tournaments", "close", "league"]] {
        let said = club.setup.complains(order);
        let why =
            "each team of league needs 2 players who can play: Riverside has 2, Hill Side has 1;";
        assert!(said.contains(why), "{said}");
    }
    let team = |team, players: &[&'static str]| {
        [&["tournaments", "team", "league", team], players].concat()
    };
    for (order, why) in [
        (
            team("Valley", &["Ann"]),
            "league has no team Valley; its teams are Riverside, Hill Side",
        ),
        (
            team("Riverside", &["Carl"]),
            "number 1 of the players has not signed up for that team",
        ),
        (
            team("Riverside", &["Ann", "Ann"]),
            "number 2 of the players is named twice",
        ),
    ] {
        let said = club.setup.complains(&order);
        assert!(said.contains(why), "{said}");
    }
    club.setup.says(&team("riverside", &["Bob", "Ann"]));
    club.answers("Dora", "sign up league for Hill Side").await;
    let shown = club.setup.says(&["tournaments", "show", "league"]);
    let teams = "Teams:\n  Riverside: 2/2\n     1 Bob\n     2 Ann\n  Hill Side: 2/2\n     1 Carl\n     2 Dora\n";
    assert!(shown.contains(teams), "{shown}");
    assert!(shown.contains("Z: lined up: Riverside\n"), "{shown}");
    let said = club.setup.says(&begin);
    assert_eq!(
        said,
        "league has begun with 4 players; each has a letter with their games.\n"
    );
    let late = club.setup.complains(&team("riverside", &["Ann"]));
    assert!(late.contains("league has begun"), "{late}");
    let games = club.json(&["tournaments", "show", "league"])["games"].clone();
    for (board, result) in [(0, "1-0"), (1, "1/2-1/2")] {
        let game = games[board]["game"].to_string();
        club.setup
            .says(&["games", "adjudicate", &game, result, "--reason", "seen"]);
    }

    let table = club.json(&["tournaments", "table", "league"]);
    let first = &table["teams"][0];
    assert_eq!(first["match_points"], 2, "{table}");
    assert_eq!(first["board_points"], "1.5", "{table}");
    let report = club
        .setup
        .says(&["tournaments", "export", "league", "--trf"]);
    for line in [
        "\n082 2\n",
        "\n092 Team: Round Robin\n",
        "\n142 1\n",
        "\n352 WB\n",
    ] {
        assert!(report.contains(line), "{line}{report}");
    }
    let teams: Vec<&str> = report
        .lines()
        .filter(|line| line.starts_with("310 "))
        .collect();
    assert_eq!(teams.len(), 2, "{report}");
    for (line, place) in teams.iter().zip(1..) {
        assert_eq!(line[4..7].trim(), place.to_string(), "{report}");
        let players = format!("{:>4} {:>4}", 2 * place - 1, 2 * place);
        assert_eq!(&line[73..], players, "{report}");
    }
    let won = teams.iter().find(|line| line[54..60].trim() == "2.0");
    let won = won.expect("a team that has won");
    assert_eq!(won[61..67].trim(), "1.5", "{report}");
    assert_eq!(won[68..71].trim(), "1", "{report}");
    let pgn = club
        .setup
        .says(&["tournaments", "export", "league", "--pgn"]);
    assert_eq!(pgn.matches("[WhiteTeam \"").count(), 2, "{pgn}");
    assert_eq!(pgn.matches("[Board \"2\"]").count(), 1, "{pgn}");
}
