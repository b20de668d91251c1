//! Time that has to be claimed: what who claims it gets, which hangs on the board.

use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, new_mail};
use chrono::TimeDelta;

/// A game from this position in which Ann, with White, has moved once, as Bob has, and whose time was over two hours ago.
async fn game(fen: &str, moves: [&str; 2]) -> Correspondence {
    let mut desk = Correspondence::begin().await;
    let control = "per-move 3d flags claimed".parse().expect("a control");
    desk.usual_control_is(control).await;
    let challenge = format!("challenge bob@players.test as white fen {fen}");
    desk.deliver(&new_mail(ANN, 1, "", &challenge)).await;
    let [first, second] = moves;
    for (number, from, text) in [
        (2, ANN, "yes"),
        (3, BOB, "accept"),
        (4, ANN, first),
        (5, BOB, second),
    ] {
        let raw = answer(desk.newest_to(address_of(from)), from, number, "", text);
        desk.deliver(&raw).await;
        desk.send_all().await;
    }
    desk.time_passes(TimeDelta::hours(74)).await;
    desk
}

#[tokio::test]
async fn who_could_not_mate_claims_no_more_than_a_draw() {
    for (fen, moves, result) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ["Ra7", "Kf8"], "1/2-1/2"),
        ("4k2q/8/8/8/8/8/8/R3K3 w - - 0 1", ["Ra7", "Kf8"], "0-1"),
    ] {
        let mut desk = game(fen, moves).await;
        let claim = answer(desk.newest_to("bob@players.test"), BOB, 6, "", "claim time");
        let (letters, _) = desk.deliver(&claim).await;
        let ended: (Option<String>, String) = sqlx::query_as("select ending, result from game")
            .fetch_one(&desk.pool)
            .await
            .expect("a game");
        assert_eq!(
            ended,
            (Some("time forfeit".to_owned()), result.to_owned()),
            "{fen}"
        );
        assert_eq!(letters.len(), 2);
        for letter in letters {
            let told = letter.mail.text.unwrap_or_default();
            assert!(
                told.contains(&format!("Game 1 is over, {result}: ")),
                "{told}"
            );
            assert_eq!(
                told.contains("so it is a draw"),
                result == "1/2-1/2",
                "{told}"
            );
        }
    }
}

/// What is promised for a claim is what it gives.
#[tokio::test]
async fn who_could_not_mate_is_not_told_to_win_by_a_claim() {
    for (fen, wins) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
        ("4k2q/8/8/8/8/8/8/R3K3 w - - 0 1", true),
    ] {
        let desk = game(fen, ["Ra7", "Kf8"]).await;
        let told = desk.newest_to("bob@players.test").mail.text.clone();
        let told = told.unwrap_or_default();
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let gives = match wins {
            true => "To win by that, answer this mail with \"claim time\".",
            false => {
                "To draw by that, since you cannot mate any more, answer this mail with \"claim time\"."
            }
        };
        assert!(told.contains(gives), "{told}");
    }
}
