//! Rows of the database and what they mean when they are loaded: games, questions, conditional moves and notes.

use crate::chess::{self, LetterCase};
use crate::db::calendar::EntryRow;
use crate::db::conditional::{ConditionalRow, NoteRow};
use crate::db::games::{GameRow, QuestionRow};
use crate::db::held_moves::HeldMoveRow;
use crate::game::{Conditional, Game, GameNumber, Phase, PlayerNumber, RecordedGame};
use crate::robot::batch::{CalendarTold, HeldMove, KeptNote, LoadedGame, Plan, Question, Went};
use shakmaty::{Chess, Position};

pub(super) fn row_of(loaded: &LoadedGame) -> GameRow {
    let told = RecordedGame {
        game: loaded.game.clone(),
        times: loaded.times,
    };
    GameRow::of(&told)
}

pub(super) fn letter_of(word: &str) -> Option<LetterCase> {
    match word {
        "large" => Some(LetterCase::Large),
        "small" => Some(LetterCase::Small),
        _ => None,
    }
}

/// A question dies with the turn it was asked in.
pub(super) fn read_question(row: &QuestionRow, position: &Chess) -> Option<Question> {
    let choices = row
        .choices
        .split_ascii_whitespace()
        .map(|text| chess::read_uci(position, text))
        .collect::<Option<Vec<_>>>()?;
    Some(Question {
        turn: u32::try_from(row.turn).ok()?,
        choices,
        changed: false,
    })
}

pub(super) fn write_question(
    game: GameNumber,
    player: PlayerNumber,
    question: &Question,
    position: &Chess,
) -> QuestionRow {
    let choices: Vec<String> = question
        .choices
        .iter()
        .map(|&choice| chess::uci(position, choice))
        .collect();
    QuestionRow {
        game_id: game.0,
        player_id: player.0,
        turn: i32::try_from(question.turn).unwrap_or(i32::MAX),
        choices: choices.join(" "),
    }
}

/// What was prepared, where it can still be played: the opponent is to move, or has moved and offered a draw.
pub(super) fn read_plan(row: &ConditionalRow, game: &Game) -> Option<Plan> {
    let ply = u32::try_from(row.ply).ok()?;
    let position = position_at(game, ply)?;
    Some(Plan {
        ply,
        tree: Conditional::restore(&position, &row.lines)?,
        mail: row.inbox_id,
        changed: false,
    })
}

pub(super) fn write_plan(
    number: GameNumber,
    player: PlayerNumber,
    plan: &Plan,
    game: &Game,
) -> ConditionalRow {
    let going_on = game.phase() == Phase::Playing;
    let position = position_at(game, plan.ply).filter(|_| going_on);
    ConditionalRow {
        game_id: number.0,
        player_id: player.0,
        ply: i32::try_from(plan.ply).unwrap_or(i32::MAX),
        lines: position
            .map(|position| plan.tree.stored(&position))
            .unwrap_or_default(),
        inbox_id: plan.mail,
    }
}

pub(super) fn read_held_move(row: HeldMoveRow, game: &Game) -> Option<HeldMove> {
    Some(HeldMove {
        player: PlayerNumber(row.player_id),
        turn: u32::try_from(row.turn).ok()?,
        played: chess::read_uci(game.position(), &row.played)?,
        draw_offered: row.draw_offered,
        talk: row.talk,
        mail: row.inbox_id,
        came: row.came_at,
        until: row.until,
    })
}

pub(super) fn write_held_move(number: GameNumber, held: &HeldMove, game: &Game) -> HeldMoveRow {
    HeldMoveRow {
        game_id: number.0,
        player_id: held.player.0,
        turn: i32::try_from(held.turn).unwrap_or(i32::MAX),
        played: chess::uci(game.position(), held.played),
        draw_offered: held.draw_offered,
        talk: held.talk.clone(),
        inbox_id: held.mail,
        came_at: held.came,
        until: held.until,
    }
}

pub(super) fn read_entry(row: EntryRow) -> ((GameNumber, PlayerNumber), CalendarTold) {
    let told = CalendarTold {
        sequence: row.sequence,
        written: row.written_at,
        deadline: row.deadline,
        stands: row.stands,
        message_id: row.message_id,
        went: match row.went.as_str() {
            "lost" => Went::Lost,
            "waits" => Went::Waits,
            _ => Went::Out,
        },
        changed: false,
    };
    ((GameNumber(row.game_id), PlayerNumber(row.player_id)), told)
}

pub(super) fn write_entry(game: GameNumber, player: PlayerNumber, told: &CalendarTold) -> EntryRow {
    EntryRow {
        game_id: game.0,
        player_id: player.0,
        sequence: told.sequence,
        written_at: told.written,
        deadline: told.deadline,
        stands: told.stands,
        message_id: told.message_id.clone(),
        went: String::new(),
    }
}

/// The position after that many plies of the game, or `None` when it has not come so far.
fn position_at(game: &Game, ply: u32) -> Option<Chess> {
    let moves = game.moves().get(..usize::try_from(ply).ok()?)?;
    let mut position = game.start().position().clone();
    for &played in moves {
        position.play_unchecked(played);
    }
    Some(position)
}

pub(super) fn read_note(row: NoteRow) -> Option<((GameNumber, u32), KeptNote)> {
    let note = KeptNote {
        writer: PlayerNumber(row.player_id),
        glyph: row.glyph.and_then(|glyph| u8::try_from(glyph).ok()),
        text: row.text,
        mail: row.inbox_id,
        changed: false,
    };
    Some((
        (GameNumber(row.game_id), u32::try_from(row.ply).ok()?),
        note,
    ))
}

pub(super) fn write_note(game: GameNumber, ply: u32, note: &KeptNote) -> NoteRow {
    NoteRow {
        game_id: game.0,
        player_id: note.writer.0,
        ply: i32::try_from(ply).unwrap_or(i32::MAX),
        glyph: note.glyph.map(i16::from),
        text: note.text.clone(),
        inbox_id: note.mail,
    }
}
