//! Games through the real servers: two players with nothing but a mailbox, and the daemon as a process.

use crate::daemon::Setup;
use crate::player::Player;
use crate::{bed, referee};
use penpawn::mail::imap::Inbox;

/// Two players and a game between them that Ann has begun with White.
pub(crate) async fn players_of_a_game(robot: &str) -> (Player, Player) {
    let mut ann = Player::called("Ann").await;
    let mut bob = Player::called("Bob").await;
    ann.write(robot, &format!("challenge {} as white", bob.address))
        .await;
    ann.receive_saying("ask first").await;
    ann.answer("yes").await;
    ann.receive_saying("is on its way").await;
    bob.receive_saying("invites you").await;
    bob.answer("accept").await;
    bob.receive_saying("Game 1 begins").await;
    ann.receive_saying("It is your move.").await;
    (ann, bob)
}

#[tokio::test]
async fn two_people_play_from_challenge_to_mate_through_real_servers() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let daemon = setup.serve().await;
    assert!(setup.logged().contains("idle=true"), "{}", setup.logged());
    let (mut ann, mut bob) = players_of_a_game(&setup.address).await;

    let moves = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];
    let fens = referee::fens(&moves);
    for (at, (typed, fen)) in moves.iter().zip(&fens).enumerate() {
        let (mover, other) = if at % 2 == 0 {
            (&mut ann, &mut bob)
        } else {
            (&mut bob, &mut ann)
        };
        mover.answer(typed).await;
        for reader in [mover, other] {
            let text = reader.receive().await.text.clone().unwrap_or_default();
            assert!(
                text.lines().any(|line| line == format!("FEN: {fen}")),
                "{} is not told {fen}:\n{text}",
                reader.name
            );
        }
    }
    for reader in [&ann, &bob] {
        let last = reader.letters.last().expect("mails");
        let pgn = last.attachments.first().expect("the game is attached");
        assert_eq!(pgn.name.as_deref(), Some("game-1.pgn"));
        let read = referee::read_pgn(pgn.text.as_deref().unwrap_or_default());
        assert_eq!(read.result, "1-0");
        assert_eq!(read.fen, *fens.last().expect("positions"));
    }

    for reader in [&ann, &bob] {
        one_thread(reader);
    }

    let exported = setup.penpawn(&["export"]);
    assert!(exported.status.success(), "{exported:?}");
    let exported = String::from_utf8(exported.stdout).expect("PGN");
    assert!(
        exported.contains("[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n"),
        "{exported}"
    );
    assert_eq!(
        referee::read_pgn(&exported).fen,
        *fens.last().expect("positions")
    );

    // Every move knows when its mail came, when it was seen and decided, and when the other player was told.
    let (moves, complete): (i64, i64) = sqlx::query_as(
        "select count(*), count(*) filter (where arrived_at <= seen_at and seen_at <= decided_at
                                                 and decided_at <= recorded_at and recorded_at <= delivered_at)
         from event where kind = 'moved'",
    )
    .fetch_one(&pool)
    .await
    .expect("events");
    assert_eq!((moves, complete), (7, 7));
    daemon.stop().await;
    handled_mails_are_filed(&setup.address).await;
}

/// All mails of the game hang on one root and have one subject while nobody is named anew, so every mail program shows them as one thread.
fn one_thread(reader: &Player) {
    let game: Vec<_> = reader
        .letters
        .iter()
        .filter(|letter| letter.subject.starts_with("Chess game 1"))
        .collect();
    assert!(game.len() >= 8, "{}", game.len());
    let last = &game[game.len() - 1].subject;
    let mut named = false;
    for letter in &game {
        // An invitation says who invites, to who may never have heard of us.
        let invites = letter.subject == "Chess game 1: Ann invites you";
        // Before the first mail of who was challenged they are called as their address begins.
        let unnamed = !named && letter.subject.starts_with("Chess game 1: Ann - ");
        let same = letter.subject == *last;
        named |= same;
        assert!(invites || unnamed || same, "{}", letter.subject);
        assert_eq!(letter.references.first(), game[0].references.first());
        assert!(letter.references.len() <= 10);
    }
}

/// What was handled lies in the folder for it, and nothing is left in the inbox.
async fn handled_mails_are_filed(robot: &str) {
    let mut filed = crate::player::login(robot);
    filed.folder = "Processed".to_owned();
    let mut inbox = Inbox::open(&crate::player::login(robot))
        .await
        .expect("INBOX");
    let mut processed = Inbox::open(&filed).await.expect("Processed");
    let count = processed.uids_from(1).await.expect("a search").len();
    let left = inbox.uids_from(1).await.expect("a search").len();
    assert_eq!((count, left), (10, 0));
}

#[tokio::test]
async fn a_game_goes_on_after_the_daemon_was_stopped_and_after_it_was_killed() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let daemon = setup.serve().await;
    let (mut ann, mut bob) = players_of_a_game(&setup.address).await;
    ann.answer("d4").await;
    bob.receive_saying("It is your move").await;

    daemon.stop().await;
    // Written while nobody listens.
    bob.answer("d5").await;
    let daemon = setup.serve().await;
    ann.receive_saying("1...d5").await;

    ann.answer("c4").await;
    daemon.kill();
    let _daemon = setup.serve().await;
    bob.receive_saying("2. c4").await;
    let plies: Vec<i32> = sqlx::query_scalar(
        "select (detail->>'ply')::integer as ply from event where kind = 'moved' order by ply",
    )
    .fetch_all(&pool)
    .await
    .expect("events");
    assert_eq!(plies, [1, 2, 3]);
}
