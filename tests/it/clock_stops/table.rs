//! A game with a clock that runs, and what becomes of its time.

use crate::correspondence::{ANN, BOB, Correspondence, address_of, answer, new_mail};
use chrono::TimeDelta;
use penpawn::game::clock::ClockRuling;
use penpawn::robot::{Ruling, running_clock};
use uuid::Uuid;

/// A game between Ann, who has White and has moved, and Bob, who is told of it: his time runs.
pub(crate) struct Table {
    pub(crate) desk: Correspondence,
    mails: usize,
}

impl Table {
    pub(crate) async fn with(control: &str) -> Table {
        let table = Table::before_the_letter(control).await;
        table.desk.send_all().await;
        table
    }

    /// Each move has three days. Six hours after Bob was told, that letter comes back; 41 hours later they write, and are told
    /// how the game stands.
    pub(crate) async fn told_again_after_a_return() -> Table {
        let mut table = Table::with("per-move 3d").await;
        table.passes(6 * 60).await;
        table.desk.comes_back("bob@players.test", "qmail").await;
        table.passes(41 * 60).await;
        table.answers(BOB, "show 1").await;
        table.desk.send_all().await;
        table
    }

    /// The letter that tells Bob has not gone out.
    pub(crate) async fn before_the_letter(control: &str) -> Table {
        let mut desk = Correspondence::begin().await;
        desk.usual_control_is(control.parse().expect("a control"))
            .await;
        desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test as white"))
            .await;
        let mut table = Table { desk, mails: 1 };
        for (from, text) in [(ANN, "yes"), (BOB, "accept")] {
            table.answers(from, text).await;
            table.desk.send_all().await;
        }
        table.answers(ANN, "e4").await;
        table
    }

    /// Answers the newest letter; returns what is written about it, all in one.
    pub(crate) async fn answers(&mut self, from: &str, text: &str) -> String {
        let raw = self.answer_of(from, text);
        let (letters, _) = self.desk.deliver(&raw).await;
        let texts = letters.iter().filter_map(|letter| letter.mail.text.clone());
        let texts = texts.collect::<Vec<_>>().join(" ");
        texts.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// An answer to the newest letter, which is not written to the robot yet.
    pub(crate) fn answer_of(&mut self, from: &str, text: &str) -> Vec<u8> {
        self.mails += 1;
        let letter = self.desk.newest_about_a_game_to(address_of(from));
        answer(letter, from, self.mails, "", text)
    }

    pub(crate) async fn passes(&mut self, minutes: i64) {
        self.desk.time_passes(TimeDelta::minutes(minutes)).await;
    }

    /// What Bob's move 1...e5 was charged, in whole hours, and for what reasons something was taken away.
    pub(crate) async fn charged(&self) -> (i64, Vec<String>) {
        self.charged_in_turn(2).await
    }

    /// The same of the move of this turn.
    pub(crate) async fn charged_in_turn(&self, turn: i32) -> (i64, Vec<String>) {
        let (seconds, reasons): (i64, Option<Vec<String>>) = sqlx::query_as(
            "select (detail->'time'->>'charged')::bigint,
                    (select array_agg(one->>'reason') from jsonb_array_elements(detail->'time'->'deductions') as one)
             from event where kind = 'moved' and detail->>'turn' = $1::text",
        )
        .bind(turn.to_string())
        .fetch_one(&self.desk.pool)
        .await
        .expect("a move");
        ((seconds + 1_800) / 3_600, reasons.unwrap_or_default())
    }

    /// What the newest letter about the game says, all on one line.
    pub(crate) fn newest_to(&self, reader: &str) -> String {
        let letter = self.desk.newest_about_a_game_to(address_of(reader));
        let text = letter.mail.text.clone().unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// "Answer before 26 Dec 2026 13:02 UTC", by the clock that the administrator is shown.
    pub(crate) async fn deadline(&self) -> String {
        let clock = running_clock(&self.desk.pool, 1).await.expect("a game");
        let over = clock.expect("a clock that runs").over.expect("an end");
        format!("Answer before {} UTC", over.format("%-d %b %Y %H:%M"))
    }

    pub(crate) async fn ending(&self) -> Option<String> {
        sqlx::query_scalar("select ending from game")
            .fetch_one(&self.desk.pool)
            .await
            .expect("a game")
    }

    pub(crate) async fn rule(&mut self, ruling: ClockRuling) -> anyhow::Result<i64> {
        let reason = "the club is on a journey".to_owned();
        self.decide(&Ruling::Clocks { ruling, reason }).await
    }

    /// The administrator decides something about the game. Its letters wait.
    pub(crate) async fn decide(&mut self, ruling: &Ruling) -> anyhow::Result<i64> {
        let told = self.desk.robot.rule(Uuid::new_v4(), 1, ruling).await;
        self.desk.collect().await;
        told
    }
}
