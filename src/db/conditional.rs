//! Conditional moves, and notes that are sealed until a game is over.

use super::Transaction;

/// What a player has prepared in a game.
#[derive(Clone, Debug)]
pub struct ConditionalRow {
    /// The game.
    pub game_id: i64,
    /// Whose answers they are.
    pub player_id: i64,
    /// How many plies had been played.
    pub ply: i32,
    /// A line for each branch to its end, in coordinate notation; empty when nothing is prepared any more.
    pub lines: String,
    /// The mail that they came with.
    pub inbox_id: i64,
}

/// A sealed note.
#[derive(Clone, Debug)]
pub struct NoteRow {
    /// The game.
    pub game_id: i64,
    /// Who wrote it.
    pub player_id: i64,
    /// The ply that it is about, counted from 1.
    pub ply: i32,
    /// The numeric annotation glyph (PGN standard 10).
    pub glyph: Option<i16>,
    /// What becomes a comment; empty with no glyph when the note is taken back.
    pub text: String,
    /// The mail that it came with.
    pub inbox_id: i64,
}

/// What is prepared in these games.
///
/// # Errors
///
/// When the database fails.
pub async fn conditional(
    tx: &mut Transaction<'_>,
    games: &[i64],
) -> sqlx::Result<Vec<ConditionalRow>> {
    sqlx::query_as!(
        ConditionalRow,
        "select game_id, player_id, ply, lines, inbox_id from conditional where game_id = any($1)",
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// Writes down what is prepared now, in the place of what was.
///
/// # Errors
///
/// When the database fails.
pub async fn prepare(tx: &mut Transaction<'_>, rows: &[ConditionalRow]) -> sqlx::Result<()> {
    for row in rows {
        if row.lines.is_empty() {
            sqlx::query!(
                "delete from conditional where game_id = $1 and player_id = $2",
                row.game_id,
                row.player_id
            )
            .execute(&mut **tx)
            .await?;
            continue;
        }
        sqlx::query!(
            "insert into conditional (game_id, player_id, ply, lines, inbox_id) values ($1, $2, $3, $4, $5)
             on conflict (game_id, player_id)
             do update set ply = excluded.ply, lines = excluded.lines, inbox_id = excluded.inbox_id",
            row.game_id,
            row.player_id,
            row.ply,
            row.lines,
            row.inbox_id
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// The notes in these games, in the order of the moves.
///
/// # Errors
///
/// When the database fails.
pub async fn notes(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<NoteRow>> {
    sqlx::query_as!(
        NoteRow,
        "select game_id, player_id, ply, glyph, text, inbox_id from note where game_id = any($1) order by game_id, ply",
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// Writes down notes, in the place of earlier ones about the same moves.
///
/// # Errors
///
/// When the database fails.
pub async fn annotate(tx: &mut Transaction<'_>, rows: &[NoteRow]) -> sqlx::Result<()> {
    for row in rows {
        if row.text.is_empty() && row.glyph.is_none() {
            sqlx::query!(
                "delete from note where game_id = $1 and ply = $2 and player_id = $3",
                row.game_id,
                row.ply,
                row.player_id
            )
            .execute(&mut **tx)
            .await?;
            continue;
        }
        sqlx::query!(
            "insert into note (game_id, player_id, ply, glyph, text, inbox_id) values ($1, $2, $3, $4, $5, $6)
             on conflict (game_id, ply)
             do update set glyph = excluded.glyph, text = excluded.text, inbox_id = excluded.inbox_id",
            row.game_id,
            row.player_id,
            row.ply,
            row.glyph,
            row.text,
            row.inbox_id
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}
