//! Rows of the database and what they mean: games, events, questions, conditional moves and notes.

use crate::chess::{self, LetterCase, Start, Variant};
use crate::db::conditional::{ConditionalRow, NoteRow};
use crate::db::games::{EventRow, GameRow, QuestionRow};
use crate::game::{
    Conditional, Ending, Event, Found, Game, GameNumber, Grounds, Phase, PlayerNumber, Result, Wish,
};
use crate::robot::desk::{Desk, Happened, Plan, Question, Sealed, Table};
use anyhow::{Context, bail};
use shakmaty::{Chess, Color, Position};

/// The game that a row tells. Its moves are replayed, so that a damaged row is noticed and not played on.
pub(crate) fn rebuild_game(row: &GameRow) -> anyhow::Result<Game> {
    let number = GameNumber(row.id);
    let (challenger, opponent) = (
        PlayerNumber(row.challenger_id),
        PlayerNumber(row.opponent_id),
    );
    let wish = Wish::from_word(&row.wish).context("unknown wish")?;
    let variant = Variant::from_word(&row.variant).context("unknown variant")?;
    let start = Start::recorded(&row.start, variant).context("no start position")?;
    let mut position = start.position().clone();
    let (mut game, _) = Game::challenge(number, challenger, opponent, wish, start);
    let mut events = Vec::new();
    match row.phase.as_str() {
        "offered" => {}
        "declined" => events.push(Event::Declined),
        "withdrawn" => events.push(Event::Withdrawn),
        "playing" | "over" => {
            let white = PlayerNumber(row.white_id.context("no player has White")?);
            events.push(Event::Accepted { white });
            let texts: Vec<&str> = row.moves.split_ascii_whitespace().collect();
            for (at, text) in texts.iter().enumerate() {
                let played = chess::read_uci(&position, text)
                    .with_context(|| format!("move {text} is not legal"))?;
                let last = at + 1 == texts.len();
                let found = match row.ending.as_deref() {
                    Some("dead position") if last => Found::DeadPosition,
                    _ => Found::Nothing,
                };
                events.push(Event::Moved { played, found });
                position.play_unchecked(played);
            }
            let offered = row.draw_offer.as_deref().and_then(side_of);
            events.extend(offered.map(|by| Event::DrawOffered { by }));
            events.extend(agreed_ending(row)?);
        }
        other => bail!("unknown phase {other}"),
    }
    for event in &events {
        game.apply(event)?;
    }
    game.set_events(u32::try_from(row.events)?);
    game.set_offers(&row.draw_offers);
    game.set_other_offers(
        (
            row.takeback_offer.as_deref().and_then(side_of),
            &row.takeback_offers,
        ),
        (
            row.abort_offer.as_deref().and_then(side_of),
            &row.abort_offers,
        ),
    );
    game.set_turn(
        u32::try_from(row.turn)?,
        row.rewound.map(u32::try_from).transpose()?,
    );
    if chess::fen(game.position()) != row.fen {
        bail!("the position does not follow from the moves");
    }
    if game.result().token() != row.result {
        bail!("the result does not follow from the moves");
    }
    Ok(game)
}

/// The events by which a game ended that did not end on the board.
fn agreed_ending(row: &GameRow) -> anyhow::Result<Vec<Event>> {
    Ok(match (row.ending.as_deref(), row.result.as_str()) {
        (Some("resignation"), "1-0") => vec![Event::Resigned { by: Color::Black }],
        (Some("resignation"), "0-1") => vec![Event::Resigned { by: Color::White }],
        (Some("draw agreed"), _) => vec![
            Event::DrawOffered { by: Color::White },
            Event::DrawAgreed { by: Color::Black },
        ],
        // So are these, whoever offered and whoever agreed, and for whatever reason.
        (Some("aborted"), _) => vec![
            Event::AbortOffered { by: Color::White },
            Event::Aborted { by: Color::Black },
        ],
        (Some("adjudication"), token) => vec![Event::Adjudicated {
            result: Result::from_token(token).context("unknown result")?,
            reason: String::new(),
        }],
        (
            Some(
                "checkmate"
                | "stalemate"
                | "insufficient material"
                | "dead position"
                | "fivefold repetition"
                | "seventy-five moves",
            )
            | None,
            _,
        ) => Vec::new(),
        (Some(other), _) => match Grounds::from_word(other) {
            // Who claimed makes no difference to what came of it.
            Some(grounds) => vec![Event::DrawClaimed {
                by: Color::White,
                grounds,
            }],
            None => bail!("unknown ending {other}"),
        },
    })
}

pub(super) fn rebuild(row: GameRow) -> anyhow::Result<Table> {
    Ok(Table {
        game: rebuild_game(&row)?,
        subject: row.subject,
        started_at: row.started_at,
        finished_at: row.finished_at,
        turned_at: row.turned_at,
        changed: false,
    })
}

pub(super) fn row_of(table: &Table) -> GameRow {
    let game = &table.game;
    let mut position = game.start().position().clone();
    let moves: Vec<String> = game
        .moves()
        .iter()
        .map(|&played| {
            let text = chess::uci(&position, played);
            position.play_unchecked(played);
            text
        })
        .collect();
    let [takeback_offers, abort_offers] = game.other_offers();
    GameRow {
        turn: i32::try_from(game.turn()).unwrap_or(i32::MAX),
        rewound: game.rewound().and_then(|turn| i32::try_from(turn).ok()),
        takeback_offer: game.takeback_offer().map(|side| side_word(side).to_owned()),
        takeback_offers,
        abort_offer: game.abort_offer().map(|side| side_word(side).to_owned()),
        abort_offers,
        id: game.number().0,
        challenger_id: game.challenger().0,
        opponent_id: game.opponent().0,
        wish: game.wish().word().to_owned(),
        variant: game.start().variant().word().to_owned(),
        start: game.start().fen(),
        subject: table.subject.clone(),
        phase: phase_word(game.phase()).to_owned(),
        white_id: game.player(Color::White).map(|player| player.0),
        moves: moves.join(" "),
        fen: chess::fen(game.position()),
        draw_offer: game.draw_offer().map(|side| side_word(side).to_owned()),
        draw_offers: game.offers(),
        result: game.result().token().to_owned(),
        ending: ending_of(game.phase()).map(|ending| ending.word().to_owned()),
        events: i32::try_from(game.events()).unwrap_or(i32::MAX),
        started_at: table.started_at,
        finished_at: table.finished_at,
        turned_at: table.turned_at,
    }
}

pub(super) fn event_row(desk: &Desk<'_>, happened: &Happened) -> EventRow {
    let game = desk.tables.get(&happened.game).map(|table| &table.game);
    let (kind, wish, white_id) = match &happened.event {
        Event::Challenged { wish, .. } => ("challenged", Some(wish.word()), None),
        Event::Accepted { white } => ("accepted", None, Some(white.0)),
        Event::Declined => ("declined", None, None),
        Event::Withdrawn => ("withdrawn", None, None),
        Event::Moved { .. } => ("moved", None, None),
        Event::DrawOffered { .. } => ("draw offered", None, None),
        Event::DrawDeclined { .. } => ("draw declined", None, None),
        Event::DrawAgreed { .. } => ("draw agreed", None, None),
        Event::DrawClaimed { .. } => ("draw claimed", None, None),
        Event::Resigned { .. } => ("resigned", None, None),
        Event::TakebackOffered { .. } => ("takeback offered", None, None),
        Event::TakebackDeclined { .. } => ("takeback declined", None, None),
        Event::TakenBack { .. } => ("taken back", None, None),
        Event::AbortOffered { .. } => ("abort offered", None, None),
        Event::AbortDeclined { .. } => ("abort declined", None, None),
        Event::Aborted { .. } | Event::AbortedInAbsence { .. } => ("aborted", None, None),
        Event::Adjudicated { .. } => ("adjudicated", None, None),
        Event::Corrected { .. } => ("corrected", None, None),
    };
    let left_plies = match happened.event {
        Event::TakenBack { left, .. } | Event::Corrected { left, .. } => i32::try_from(left).ok(),
        _ => None,
    };
    let moved = left_plies.is_some() || matches!(happened.event, Event::Moved { .. });
    let start = match &happened.event {
        Event::Challenged { start, .. } => Some(start),
        _ => None,
    };
    EventRow {
        game_id: happened.game.0,
        number: i32::try_from(happened.number).unwrap_or(i32::MAX),
        kind,
        player_id: happened.player.map(|player| player.0),
        side: game
            .zip(happened.player)
            .and_then(|(game, player)| game.side_of(player))
            .map(side_word),
        wish,
        variant: start.map(|start| start.variant().word()),
        start: start.map(Start::fen),
        grounds: match happened.event {
            Event::DrawClaimed { grounds, .. } => Some(grounds.word()),
            _ => None,
        },
        white_id,
        ply: happened
            .played
            .as_ref()
            .and_then(|played| i32::try_from(played.ply).ok()),
        san: happened.played.as_ref().map(|played| played.san.clone()),
        uci: happened.played.as_ref().map(|played| played.uci.clone()),
        found: match happened.event {
            Event::Moved { found, .. } => found.ending().map(Ending::word),
            _ => None,
        },
        piece_letter: happened
            .played
            .as_ref()
            .and_then(|played| played.letter)
            .map(letter_word),
        prepared: happened.prepared,
        turn: moved
            .then_some(happened.turn)
            .and_then(|turn| i32::try_from(turn).ok()),
        left_plies,
        result: match happened.event {
            Event::Adjudicated { result, .. } => Some(result.token()),
            _ => None,
        },
        reason: match &happened.event {
            Event::Adjudicated { reason, .. } | Event::Corrected { reason, .. } => {
                Some(reason.clone())
            }
            _ => None,
        },
        inbox_id: happened.mail,
        arrived_at: happened.arrived_at,
    }
}

/// The word under which the database keeps how a letter was written.
fn letter_word(letter: LetterCase) -> &'static str {
    match letter {
        LetterCase::Large => "large",
        LetterCase::Small => "small",
    }
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

/// The position after that many plies of the game, or `None` when it has not come so far.
fn position_at(game: &Game, ply: u32) -> Option<Chess> {
    let moves = game.moves().get(..usize::try_from(ply).ok()?)?;
    let mut position = game.start().position().clone();
    for &played in moves {
        position.play_unchecked(played);
    }
    Some(position)
}

pub(super) fn read_note(row: NoteRow) -> Option<((GameNumber, u32), Sealed)> {
    let note = Sealed {
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

pub(super) fn write_note(game: GameNumber, ply: u32, note: &Sealed) -> NoteRow {
    NoteRow {
        game_id: game.0,
        player_id: note.writer.0,
        ply: i32::try_from(ply).unwrap_or(i32::MAX),
        glyph: note.glyph.map(i16::from),
        text: note.text.clone(),
        inbox_id: note.mail,
    }
}

/// The word under which the database keeps a phase.
pub(crate) fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Offered => "offered",
        Phase::Declined => "declined",
        Phase::Withdrawn => "withdrawn",
        Phase::Playing => "playing",
        Phase::Over(_) => "over",
    }
}

fn ending_of(phase: Phase) -> Option<Ending> {
    match phase {
        Phase::Over(ending) => Some(ending),
        Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing => None,
    }
}

fn side_word(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

fn side_of(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}
