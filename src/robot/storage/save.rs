//! Saves what changed.

use super::rows::{row_of, write_entry, write_held_move, write_note, write_plan, write_question};
use super::{held_invitations, leave, seeks, tournaments, untold, watches};
use crate::chess::pgn::Filed;
use crate::db::conditional::{ConditionalRow, NoteRow};
use crate::db::games::{GameRow, QuestionRow};
use crate::db::nudges::Nudge;
use crate::db::outbox::Posting;
use crate::db::players::PlayerChange;
use crate::db::reminders::Reminded;
use crate::db::silence::Hearing;
use crate::db::{
    Transaction, archive, bounces, calendar, clock_stops, conditional, confirmations, counts,
    events, games, held_moves, inbox, nudges, outbox, players, ratings, reminders, secret_links,
    silence, waiting_entries,
};
use crate::letters::{Calendar, Listed, PgnFiles, Public};
use crate::robot::batch::{Archive, Batch, CalendarLink};
use crate::robot::conflict::Conflict;
use anyhow::bail;

/// Saves all that changed, and queues the mails that tell of it.
///
/// # Errors
///
/// When the database fails; the transaction must be rolled back then.
pub(in crate::robot) async fn save(
    tx: &mut Transaction<'_>,
    batch: &Batch<'_>,
    postings: &[Posting],
) -> anyhow::Result<()> {
    put_away_players(tx, batch).await?;
    put_away_games(tx, batch).await?;
    if let Some(from) = batch.ratings.from {
        ratings::replace(tx, from, &batch.ratings.changes).await?;
    }
    held_invitations::save(tx, batch).await?;
    seeks::save(tx, batch).await?;
    tournaments::save(tx, batch).await?;
    watches::save(tx, batch).await?;
    leave::save(tx, batch).await?;
    put_away_beside_games(tx, batch).await?;
    put_away_counts(tx, batch).await?;
    put_away_asked(tx, batch).await?;
    put_away_archive(tx, &batch.archive).await?;
    put_away_secret_links(tx, &batch.calendars.links).await?;
    put_away_held(tx, batch).await?;
    put_away_returned(tx, batch).await?;
    let told = batch.stops.told.iter();
    let told: Vec<(i64, i64, i64)> = told
        .map(|one| (one.stop, one.game.0, one.player.0))
        .collect();
    clock_stops::note_told(tx, &told).await?;
    let pauses = batch.stops.pauses.iter();
    let pauses: Vec<_> = pauses
        .map(|pause| (pause.game.0, pause.from, pause.until))
        .collect();
    clock_stops::agree_on_pauses(tx, &pauses).await?;
    let untold = untold::turns(batch, postings);
    if !untold.is_empty() {
        clock_stops::run_untold(tx, &untold).await?;
    }
    if !postings.is_empty() {
        outbox::post(tx, postings).await?;
    }
    inbox::finish(tx, &batch.handled).await?;
    Ok(())
}

/// Writes down what changed of players, of their addresses, and of whom they want to hear from.
async fn put_away_players(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    let changed: Vec<PlayerChange> = batch
        .changed_players
        .iter()
        .filter_map(|number| {
            let player = batch.players.get(number)?;
            Some(PlayerChange {
                id: number.0,
                name: player.name.clone(),
                active: player.active,
                letters: player.letters.clone(),
                language: player.prefers.language.code(),
                format: player.prefers.format.word(),
                receipts: player.prefers.receipts.word(),
                pgn_files: player.prefers.files == PgnFiles::On,
                calendar: player.prefers.calendar == Calendar::On,
                subjects: player.prefers.subjects.word(),
                links: player.prefers.links.word(),
                public: player.prefers.public == Public::On,
                listed: player.prefers.listed == Listed::On,
                zone: player.zone.map(|zone| zone.name().to_owned()),
                reminders: player.reminders.to_string(),
                digest: player.digest.word().to_owned(),
                digest_due: player.digest_due,
                automatic_leave: player.automatic_leave,
            })
        })
        .collect();
    if !changed.is_empty() || !batch.new_addresses.is_empty() {
        players::save(tx, &changed, &batch.new_addresses).await?;
    }
    if !batch.removed_addresses.is_empty() {
        players::remove_addresses(tx, &batch.removed_addresses).await?;
    }
    if !batch.changed_blocks.is_empty() {
        let changed: Vec<(i64, i64, Hearing)> = batch
            .changed_blocks
            .iter()
            .map(|&(player, other, hearing)| (player.0, other.0, hearing))
            .collect();
        silence::save_blocks(tx, &changed).await?;
    }
    Ok(())
}

/// Writes down the games that changed, and what happened in them.
async fn put_away_games(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    let changed: Vec<GameRow> = batch
        .games
        .values()
        .filter(|loaded| loaded.changed)
        .map(row_of)
        .collect();
    if !changed.is_empty() {
        games::save(tx, &changed).await?;
        events::append(tx, &batch.events).await?;
    }
    Ok(())
}

/// Writes down questions about moves, conditional moves and notes.
async fn put_away_beside_games(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    let questions: Vec<QuestionRow> = batch
        .questions
        .iter()
        .filter(|(_, question)| question.changed)
        .filter_map(|((game, player), question)| {
            let position = batch.games.get(game)?.game.position();
            Some(write_question(*game, *player, question, position))
        })
        .collect();
    if !questions.is_empty() {
        games::ask(tx, &questions).await?;
    }
    let plans: Vec<ConditionalRow> = batch
        .plans
        .iter()
        .filter(|(_, plan)| plan.changed)
        .filter_map(|((number, player), plan)| {
            let loaded = batch.games.get(number)?;
            Some(write_plan(*number, *player, plan, &loaded.game))
        })
        .collect();
    conditional::prepare(tx, &plans).await?;
    put_away_held_moves(tx, batch).await?;
    put_away_reminders(tx, batch).await?;
    for (&(game, player), entry) in batch
        .calendars
        .told
        .iter()
        .filter(|(_, entry)| entry.changed)
    {
        calendar::save(tx, &write_entry(game, player, entry)).await?;
    }
    let notes: Vec<NoteRow> = batch
        .notes
        .iter()
        .filter(|(_, note)| note.changed)
        .map(|((game, ply), note)| write_note(*game, *ply, note))
        .collect();
    conditional::annotate(tx, &notes).await?;
    Ok(())
}

/// Writes down which moves are held. One that was made for another turn, or in a game that is over, is forgotten.
async fn put_away_held_moves(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    for (number, loaded) in &batch.games {
        let held = batch.held_moves.get(*number);
        let changed = batch.held_moves.has_changed(*number);
        match held.filter(|held| held.stands(&loaded.game)) {
            Some(held) if changed => {
                held_moves::hold(tx, &write_held_move(*number, held, &loaded.game)).await?;
            }
            // A game without a clock is looked at for nothing else.
            Some(_) if loaded.changed => held_moves::look_at(tx, number.0).await?,
            Some(_) => {}
            None if changed || held.is_some() => held_moves::forget(tx, number.0).await?,
            None => {}
        }
    }
    Ok(())
}

/// Writes down who had their opponent reminded, how far the reminders of games are done, and who wants them at other times.
async fn put_away_reminders(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    for (&(game, player), nudge) in batch
        .reminders
        .nudges
        .iter()
        .filter(|(_, nudge)| nudge.changed)
    {
        let nudge = Nudge {
            game_id: game.0,
            player_id: player.0,
            at: nudge.at,
        };
        nudges::save(tx, nudge).await?;
    }
    for (game, done) in batch.reminders.done.iter().filter(|(_, done)| done.changed) {
        let done = Reminded {
            game_id: game.0,
            turn: i32::try_from(done.turn).unwrap_or(i32::MAX),
            until: done.until,
        };
        reminders::save(tx, done).await?;
    }
    for player in &batch.reminders.otherwise {
        reminders::look_anew(tx, player.0).await?;
    }
    Ok(())
}

/// Writes down who gets no mail, and how many letters were sent to whom.
async fn put_away_counts(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    if !batch.stop.is_empty() || !batch.start.is_empty() {
        silence::save_silence(tx, &batch.stop, &batch.start).await?;
    }
    if !batch.uncounted.is_empty() {
        counts::forget_counts(tx, &batch.uncounted, batch.now.date_naive()).await?;
    }
    if !batch.counted.is_empty() {
        let day = batch.now.date_naive();
        if !counts::count_letters(tx, &batch.counted, day).await? {
            // Tried again, with the counts as they are then.
            bail!(Conflict::AllowanceUsedUp);
        }
    }
    Ok(())
}

/// Writes down our questions to senders.
async fn put_away_asked(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    if !batch.asked.is_empty() {
        let asked: Vec<_> = batch
            .asked
            .iter()
            .map(|row| (row, batch.instant_of(row.inbox_id)))
            .collect();
        confirmations::ask(tx, &asked).await?;
    }
    confirmations::ask_about_later(tx, &batch.asked_about_later).await?;
    Ok(())
}

/// Writes down which questions are answered, and what becomes of the mails that waited for it.
async fn put_away_held(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    if !batch.used_up.is_empty() {
        confirmations::use_up(tx, &batch.used_up).await?;
    }
    if !batch.released.is_empty() {
        inbox::release_held(tx, &batch.released).await?;
    }
    for (why, mails) in &batch.laid_aside {
        inbox::drop_held(tx, mails, why).await?;
    }
    Ok(())
}

/// Files what was entered.
async fn put_away_archive(tx: &mut Transaction<'_>, changed: &Archive) -> anyhow::Result<()> {
    for filing in &changed.filings {
        let (numbers, games): (Vec<i64>, Vec<Filed>) = filing.games.iter().cloned().unzip();
        let filed = archive::file(tx, &games, Some(&numbers), &filing.entry).await?;
        // The letter is written already; the mail is tried again, and then the other's game is known.
        if filed.len() < games.len() {
            bail!(Conflict::GameEntered);
        }
    }
    for (number, game) in &changed.overwritten {
        archive::overwrite(tx, *number, game).await?;
    }
    if !changed.no_longer_waiting.is_empty() {
        waiting_entries::remove(tx, &changed.no_longer_waiting).await?;
    }
    Ok(())
}

/// Writes down the secret links that are sent, and makes void what is to be.
async fn put_away_secret_links(
    tx: &mut Transaction<'_>,
    links: &[CalendarLink],
) -> anyhow::Result<()> {
    for link in links {
        let token_hash = link.token_hash.as_deref();
        secret_links::save_calendar_link(tx, link.player.0, token_hash, link.older).await?;
    }
    Ok(())
}

/// Writes down what became of addresses whose letters came back.
async fn put_away_returned(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    let returned = &batch.returned;
    if !returned.reports.is_empty() {
        bounces::keep(tx, &returned.reports).await?;
    }
    let scores: Vec<(i64, i32, bool)> = returned
        .scored
        .iter()
        .filter_map(|(number, today)| {
            let score = batch.players.get(number)?.reached.score;
            Some((number.0, score, *today))
        })
        .collect();
    bounces::score(tx, &scores).await?;
    for letter in &returned.held_back {
        outbox::hold_back(tx, *letter).await?;
    }
    for (player, reason) in &returned.rests {
        bounces::begin_rest(tx, player.0, reason).await?;
    }
    for player in &returned.woken {
        bounces::end_rest(tx, player.0).await?;
    }
    Ok(())
}
