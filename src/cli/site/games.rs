//! Games as they come from the database, made open to everybody.

use super::folder::{Digest, digest_of};
use crate::chess::pgn::{Filed, GameText, read_pgn, write_pgn};
use crate::cli::games::record;
use crate::db::listing::NamedGame;
use crate::db::public_games::EnteredGame;
use crate::letters::pgn_without_codes;
use crate::pages::{Heading, OpenGame, Source, open_record};
use crate::settings::Settings;
use anyhow::anyhow;
use chrono::{DateTime, Utc};
use tracing::error;

/// A game that was played here; none where it has no result: it was given up by both, or by the administrator. One that cannot
/// be read is told and left out: all others are shown.
pub(in crate::cli) fn played(
    named: &NamedGame,
    settings: &Settings,
    form: &Digest,
) -> Option<OpenGame> {
    let since = named.game.finished_at.unwrap_or(named.game.turned_at);
    // Notes are for the two players.
    let named = NamedGame {
        notes: Vec::new(),
        ..named.clone()
    };
    let whole = record(&named, settings)
        .inspect_err(|fault| {
            let fault = format!("{fault:#}");
            error!(game = named.game.id, fault, "a game cannot be shown");
        })
        .ok()
        .filter(|whole| whole.result.is_known())?;
    let record = open_record(&whole, Source::Played);
    let filed = Filed::of(&record);
    let digest = digest(form, &filed.pgn, since);
    let place = (Source::Played, named.game.id);
    let heading = Heading::of(place, (&record, filed), since, digest);
    Some(OpenGame { heading, record })
}

/// What the lists tell of a game of the archive.
pub(super) fn heading_of_entered(game: &EnteredGame, form: &Digest) -> Heading {
    let heading = Heading {
        source: Source::Archive,
        number: game.id,
        white: game.white.clone(),
        black: game.black.clone(),
        event: event_of(&game.pgn),
        date: game.played_on.clone(),
        result: game.result.clone(),
        eco: game.eco.clone(),
        opening: game.opening.clone(),
        since: game.entered_at,
        digest: digest(form, &game.pgn, game.entered_at),
        boards: Vec::new(),
    };
    heading.opened()
}

/// What the event is called in a game of the export format, whose first line says that.
fn event_of(pgn: &str) -> String {
    let first = pgn.lines().next().unwrap_or_default();
    let value = first
        .strip_prefix("[Event \"")
        .and_then(|it| it.strip_suffix("\"]"));
    let value = value.unwrap_or("?");
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// A game of the archive.
pub(in crate::cli) fn entered(game: &EnteredGame, form: &Digest) -> anyhow::Result<OpenGame> {
    let text = GameText::of(game.pgn.clone());
    // It was written by us, so it can be read.
    let read = read_pgn(&text).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        anyhow!("game {} of the archive: {}", game.id, faults.join("; "))
    })?;
    Ok(OpenGame {
        heading: heading_of_entered(game, form),
        record: open_record(&read.record, Source::Archive),
    })
}

/// The game as PGN.
pub(in crate::cli) fn pgn(game: &OpenGame) -> String {
    pgn_without_codes(&write_pgn(&game.record))
}

fn digest(form: &Digest, pgn: &str, since: DateTime<Utc>) -> Digest {
    let mut all = form.to_vec();
    all.extend(since.timestamp_micros().to_be_bytes());
    all.extend(pgn.as_bytes());
    digest_of(&all)
}
