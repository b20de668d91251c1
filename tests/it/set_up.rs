//! What a dialogue or an attack begins with is named, not shown: players, a game, a move. How it looks to them stands
//! in `tests/dialogues/how-a-game-begins.txt`.
//!
//! ```text
//! == players Ann, Bob     each has confirmed their address
//! == a game               Ann has White against Bob in game 1, and nobody has moved
//! == Ann plays e4         … a move in answer to the newest letter
//! == Ann says bye         … or anything else
//! == the tournament spring for 3 to 4 players, round-robin    it is open, and begins in seven days; or swiss of 2 rounds, or knock-out
//! == the teams summer of Riverside, Hillside on 2 boards, scheveningen    the same of teams; or team-boards
//! == Carl directs spring  the administrator has named them
//! == spring is published game    its games may be read by everybody: each when it has ended; or never
//! ```

use crate::correspondence::Correspondence;
use crate::dialogues::written;
use std::collections::HashMap;

/// Brings about what a heading names, with mails of the numbers after this one. False where it names nothing of the kind.
pub(crate) async fn set_up(
    correspondence: &mut Correspondence,
    players: &mut HashMap<String, String>,
    number: &mut usize,
    head: &str,
) -> bool {
    if let Some(words) = head.strip_prefix("the tournament ") {
        open_tournament(correspondence, words).await;
        return true;
    }
    if let Some(words) = head.strip_prefix("the teams ") {
        open_teams(correspondence, words).await;
        return true;
    }
    if let Some((name, tournament)) = head.split_once(" directs ") {
        name_director(correspondence, name, tournament).await;
        return true;
    }
    if let Some((tournament, when)) = head.split_once(" is published ") {
        publish(correspondence, tournament, when).await;
        return true;
    }
    let Some(mails) = mails_of(head) else {
        return false;
    };
    for (head, words) in mails {
        *number += 1;
        let raw = written(&correspondence.letters, players, &head, &words, *number);
        let (_, fate) = correspondence.deliver(&raw).await;
        assert_ne!(fate.state, "dropped", "{head}: {:?}", fate.reason);
    }
    true
}

/// Opens a tournament: "spring for 3 to 4 players, round-robin", or "swiss of 2 rounds", each ten days after the one before.
async fn open_tournament(correspondence: &Correspondence, words: &str) {
    let (name, rest) = words.split_once(" for ").expect("a name");
    let (least, rest) = rest.split_once(" to ").expect("the fewest players");
    let (most, system) = rest.split_once(" players, ").expect("the most players");
    let players = [least, most].map(|number| number.parse::<i32>().expect("a number"));
    let (system, rounds) = match system.strip_prefix("swiss of ") {
        Some(rounds) => ("swiss", rounds.strip_suffix(" rounds").map(str::parse)),
        None => (system, None),
    };
    let rounds: Option<i32> = rounds.map(|rounds| rounds.expect("a number"));
    sqlx::query(
        "insert into tournament (name, title, system, rounds, round_days, control, stake, least_players, most_players, engines, publication, state,
                                 begins_at, created_at)
         values ($1, initcap($1) || ' tournament', $4, $5, case when $5::int is not null then 10 end, 'per-move 3d', 'casual', $2, $3, 'forbidden', 'tournament', 'open',
                 now() + interval '7 days', now())",
    )
    .bind(name)
    .bind(players[0])
    .bind(players[1])
    .bind(system)
    .bind(rounds)
    .execute(&correspondence.pool)
    .await
    .expect("a tournament");
    // The draw follows from the newest key: so it is the same in every run.
    sqlx::query("insert into token_key (version, secret) values (2, decode(repeat('2a', 32), 'hex')) on conflict do nothing")
        .execute(&correspondence.pool)
        .await
        .expect("a key");
}

/// Opens one of teams: "summer of Riverside, Hillside on 2 boards, scheveningen".
async fn open_teams(correspondence: &Correspondence, words: &str) {
    let (name, rest) = words.split_once(" of ").expect("a name");
    let (teams, rest) = rest.split_once(" on ").expect("teams");
    let (boards, system) = rest.split_once(" boards, ").expect("boards");
    let teams: Vec<&str> = teams.split(", ").collect();
    let boards: i32 = boards.parse().expect("a number");
    let players = boards * i32::try_from(teams.len()).expect("few teams");
    let opened = format!("{name} for {players} to {players} players, round-robin");
    open_tournament(correspondence, &opened).await;
    sqlx::query(
        "update tournament set system = $2, teams = $3, boards = $4, ranking = 'match-points' where name = $1",
    )
    .bind(name)
    .bind(system)
    .bind(&teams)
    .bind(boards)
    .execute(&correspondence.pool)
    .await
    .expect("teams");
}

async fn name_director(correspondence: &Correspondence, name: &str, tournament: &str) {
    let named = sqlx::query(
        "insert into tournament_director (tournament_id, player_id)
         select tournament.id, player.id from tournament, player where tournament.name = $1 and player.name = $2",
    )
    .bind(tournament)
    .bind(name)
    .execute(&correspondence.pool)
    .await
    .expect("a director");
    assert_eq!(named.rows_affected(), 1, "{name} directs {tournament}");
}

async fn publish(correspondence: &Correspondence, tournament: &str, when: &str) {
    let published = sqlx::query("update tournament set publication = $2 where name = $1")
        .bind(tournament)
        .bind(when)
        .execute(&correspondence.pool)
        .await
        .expect("its games are published");
    assert_eq!(published.rows_affected(), 1, "{tournament}: {when}");
}

/// Headings of mails and the words below them.
fn mails_of(head: &str) -> Option<Vec<(String, String)>> {
    let mail = |head: String, words: &str| (head, words.to_owned());
    if head == "a game" {
        return Some(vec![
            mail(
                "Ann <ann@players.test> writes".to_owned(),
                "challenge bob@players.test as white",
            ),
            mail("Ann answers".to_owned(), "yes"),
            mail("Bob <bob@players.test> answers".to_owned(), "accept"),
        ]);
    }
    if let Some(names) = head.strip_prefix("players ") {
        let join = |name: &str| {
            let address = format!("{}@players.test", name.to_lowercase());
            [
                mail(format!("{name} <{address}> writes"), "join"),
                mail(format!("{name} answers"), "yes"),
            ]
        };
        return Some(names.split(", ").flat_map(join).collect());
    }
    let (name, words) = head
        .split_once(" plays ")
        .or_else(|| head.split_once(" says "))?;
    Some(vec![mail(format!("{name} answers"), words)])
}
