//! Loads what a batch of mails needs from the database.

use super::Needs;
use super::rows::{letter_of, read_entry, read_held_move, read_note, read_plan, read_question};
use super::{held_invitations, leave, seeks, stops, tournaments};
use crate::db::confirmations::{ConfirmationRow, Confirmed};
use crate::db::games::GameRow;
use crate::db::players::OwnAddress;
use crate::db::{
    self, Transaction, archive, bounces, calendar, clock_stops, club, conditional, confirmations,
    counts, events, games, held_moves, inbox, names, nudges, players, ratings, reminders, silence,
};
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::{
    Calendar, Digest, Language, Links, Listed, NameKey, NameLook, PgnFiles, Preferences, Public,
    Receipts, Subjects,
};
use crate::mail::address;
use crate::robot::allowances::{Allowance, EVERYBODY, domain_of};
use crate::robot::batch::{
    Archive, Batch, CalendarTold, HeldMove, HeldMoves, LoadedGame, Nudged, Player, Reached,
    Reminded, Returned, Spare,
};
use crate::robot::conflict::Conflict;
use crate::robot::ratings::LoadedRatings;
use crate::robot::server::Server;
use anyhow::bail;
use chrono::{DateTime, NaiveDate, Utc};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use tracing::error;

pub(in crate::robot) type LoadedGames = BTreeMap<GameNumber, LoadedGame>;
type Players = HashMap<PlayerNumber, Player>;

/// Loads a batch with all its games locked, as of now or of the instant given.
///
/// # Errors
///
/// When the database fails or holds a game that cannot be rebuilt.
pub(in crate::robot) async fn load<'a>(
    tx: &mut Transaction<'_>,
    server: &'a Server,
    mut needs: Needs,
    decided_at: Option<DateTime<Utc>>,
) -> anyhow::Result<Batch<'a>> {
    let sought = seeks::load(tx, &mut needs).await?;
    let entered = tournaments::load(tx, &mut needs).await?;
    let letters = load_returned(tx, &mut needs).await?;
    let by_address = load_senders(tx, &mut needs).await?;
    let confirmations = load_confirmations(tx, &needs).await?;
    let confirmed = load_confirmed(tx, &needs).await?;
    let loaded_games = lock_games(tx, &needs, &by_address, &confirmations).await?;
    // Read while the games are locked, so that who changes one of them after us reads a later time.
    let clock = db::clock(tx).await?;
    let now = decided_at.unwrap_or(clock);
    // The name that a stranger will have when they say yes.
    for row in &confirmations {
        needs.new_name(row.name.clone());
    }
    let names = lay_out_names(tx, &needs).await?;
    let ids = ids_needed(&needs, &by_address, &names, &confirmations, &loaded_games);
    let (players, noted) = load_players(tx, &ids, &by_address).await?;
    let mailed = addresses_mailed(&needs, &players, &confirmations);
    let mut batch = Batch {
        silenced: silence::silenced(tx, &mailed).await?.into_iter().collect(),
        counts: load_counts(tx, &needs, &mailed, now.date_naive()).await?,
        waiting: load_waiting(tx, &needs).await?,
        own_addresses: load_own_addresses(tx, &needs, &ids).await?,
        ..Batch::bare(server, now, clock)
    };
    batch.held_invitations = held_invitations::load(tx, &loaded_games).await?;
    batch.seeks = seeks::with_players(tx, &needs, &by_address, (now, clock), sought).await?;
    batch.tournaments = tournaments::complete(tx, &needs, (&by_address, clock), entered).await?;
    seeks::load_meetings(tx, &needs, &loaded_games, &mut batch.seeks).await?;
    batch.ratings = load_ratings(tx, &needs, &by_address).await?;
    batch.leave.loaded = leave::load(tx, &needs, &by_address, now).await?;
    batch.leave.notes = leave::lay_out_notes(tx, &noted, now).await?;
    stops::load(tx, &loaded_games, &mut batch).await?;
    batch.games = loaded_games;
    lay_out_beside_games(tx, &needs, &mut batch).await?;
    // Words that are held go to who may not want to hear them any more.
    needs.blocks |= batch.held_moves.say_something();
    batch.blocks = load_blocks(tx, &needs, &ids).await?;
    lay_out_spare(tx, &needs, &ids, &mut batch).await?;
    batch.archive = lay_out_archive(tx, &needs).await?;
    batch.players = players;
    batch.by_address = by_address;
    batch.by_name = names.by_name;
    batch.by_look = names.by_look;
    batch.free_numbers = names.free;
    batch.confirmations = by_token(confirmations);
    batch.confirmed = confirmed;
    batch.returned = Returned {
        stopped: load_stopped(tx, &letters).await?,
        letters,
        ..Returned::default()
    };
    Ok(batch)
}

/// The letters of ours that came back. Their readers' open games are needed as well.
async fn load_returned(
    tx: &mut Transaction<'_>,
    needs: &mut Needs,
) -> anyhow::Result<Vec<bounces::ReturnedLetter>> {
    let mut letters = std::mem::take(&mut needs.refused);
    if !needs.returned_to.is_empty() || !needs.returned.is_empty() {
        let senders: Vec<String> = needs.returned_to.iter().cloned().collect();
        let ids: Vec<String> = needs.returned.iter().cloned().collect();
        letters.extend(bounces::letters(tx, &senders, &ids).await?);
    }
    let readers = letters.iter().filter_map(|letter| letter.player_id);
    needs
        .open_games_of_players
        .extend(readers.map(PlayerNumber));
    Ok(letters)
}

/// The games whose clocks stand if these letters will never arrive.
async fn load_stopped(
    tx: &mut Transaction<'_>,
    letters: &[bounces::ReturnedLetter],
) -> anyhow::Result<HashMap<i64, Vec<GameNumber>>> {
    if letters.is_empty() {
        return Ok(HashMap::new());
    }
    let letters: Vec<i64> = letters.iter().map(|letter| letter.id).collect();
    let mut stopped: HashMap<i64, Vec<GameNumber>> = HashMap::new();
    for (letter, game) in clock_stops::stopped_by(tx, &letters).await? {
        stopped.entry(letter).or_default().push(GameNumber(game));
    }
    Ok(stopped)
}

/// Whose the addresses are.
async fn load_senders(
    tx: &mut Transaction<'_>,
    needs: &mut Needs,
) -> anyhow::Result<HashMap<String, PlayerNumber>> {
    let addresses: Vec<String> = needs.addresses.iter().cloned().collect();
    let known = players::by_addresses(tx, &addresses).await?;
    // Who wakes from a rest is shown all their games.
    let resting = known.iter().filter(|row| row.rests);
    needs
        .open_games_of_players
        .extend(resting.map(|row| PlayerNumber(row.player_id)));
    // What comes too late may find its writer on leave, which is told to all their opponents.
    for row in known.iter().filter(|row| row.automatic_leave) {
        let player = PlayerNumber(row.player_id);
        needs.open_games_of_players.insert(player);
        needs.leave = true;
    }
    Ok(known
        .into_iter()
        .map(|row| (row.key, PlayerNumber(row.player_id)))
        .collect())
}

/// The questions that mails answer, and those that their senders were asked before.
async fn load_confirmations(
    tx: &mut Transaction<'_>,
    needs: &Needs,
) -> anyhow::Result<Vec<ConfirmationRow>> {
    if needs.confirmations.is_empty() && needs.asked.is_empty() {
        return Ok(Vec::new());
    }
    let hashes: Vec<Vec<u8>> = needs.confirmations.iter().cloned().collect();
    let asked: Vec<String> = needs.asked.iter().cloned().collect();
    Ok(confirmations::confirmations(tx, &hashes, &asked).await?)
}

fn by_token(confirmations: Vec<ConfirmationRow>) -> HashMap<Vec<u8>, ConfirmationRow> {
    let by_token = confirmations.into_iter();
    by_token.map(|row| (row.token_hash.clone(), row)).collect()
}

/// What was named to those who confirmed mails.
async fn load_confirmed(
    tx: &mut Transaction<'_>,
    needs: &Needs,
) -> anyhow::Result<HashMap<i64, Confirmed>> {
    if needs.confirmed.is_empty() {
        return Ok(HashMap::new());
    }
    let mails: Vec<i64> = needs.confirmed.iter().copied().collect();
    let rows = confirmations::confirmed(tx, &mails).await?;
    Ok(rows.into_iter().map(|row| (row.inbox_id, row)).collect())
}

/// The games that are named, and the open ones of those whose open games are needed, all locked.
async fn lock_games(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    by_address: &HashMap<String, PlayerNumber>,
    confirmations: &[ConfirmationRow],
) -> anyhow::Result<LoadedGames> {
    let mut listed: BTreeSet<i64> = needs.open_games_of_players.iter().map(|p| p.0).collect();
    listed.extend(
        needs
            .open_games_of
            .iter()
            .filter_map(|key| by_address.get(key).map(|player| player.0)),
    );
    if !needs.left.is_empty() {
        let left: Vec<i64> = needs.left.iter().map(|number| number.0).collect();
        listed.extend(games::players_of(tx, &left).await?);
    }
    if needs.stops {
        listed.extend(confirmations.iter().filter_map(|row| row.player_id));
    }
    let mut numbers: BTreeSet<i64> = needs.games.iter().map(|number| number.0).collect();
    numbers.extend(confirmations.iter().filter_map(|row| row.game_id));
    let listed: Vec<i64> = listed.into_iter().collect();
    if !listed.is_empty() {
        numbers.extend(games::open_of(tx, &listed).await?);
    }
    let own: Vec<i64> = needs.own_games.iter().map(|number| number.0).collect();
    let numbers: Vec<i64> = numbers.into_iter().collect();
    let mut loaded_games = BTreeMap::new();
    for row in games::lock(tx, &numbers, &own, &listed).await? {
        let number = GameNumber(row.id);
        loaded_games.insert(number, load_game(tx, row).await?);
    }
    tournaments::add_to_games(tx, &mut loaded_games).await?;
    Ok(loaded_games)
}

/// These games, locked.
///
/// # Errors
///
/// When the database fails or one cannot be told.
pub(in crate::robot) async fn load_games(
    tx: &mut Transaction<'_>,
    games: &[i64],
) -> anyhow::Result<LoadedGames> {
    let mut loaded_games = BTreeMap::new();
    for row in games::lock(tx, games, &[], &[]).await? {
        let number = GameNumber(row.id);
        loaded_games.insert(number, load_game(tx, row).await?);
    }
    tournaments::add_to_games(tx, &mut loaded_games).await?;
    Ok(loaded_games)
}

/// Everybody of whom something may be asked while the mails are decided.
fn ids_needed(
    needs: &Needs,
    by_address: &HashMap<String, PlayerNumber>,
    names: &LoadedNames,
    confirmations: &[ConfirmationRow],
    loaded_games: &LoadedGames,
) -> Vec<i64> {
    let mut ids: BTreeSet<i64> = by_address.values().map(|player| player.0).collect();
    ids.extend(names.by_name.values().map(|player| player.0));
    ids.extend(needs.seekers.iter().map(|player| player.0));
    ids.extend(needs.tournaments.players.iter().map(|player| player.0));
    ids.extend(needs.told.iter().map(|player| player.0));
    ids.extend(needs.open_games_of_players.iter().map(|player| player.0));
    ids.extend(confirmations.iter().filter_map(|row| row.player_id));
    for loaded in loaded_games.values() {
        ids.extend([loaded.game.challenger().0, loaded.game.opponent().0]);
    }
    ids.into_iter().collect()
}

/// How this player wants their letters.
fn preferences_of(row: &players::PlayerRow) -> Preferences {
    Preferences {
        language: Language::from_code(&row.language).unwrap_or_default(),
        format: row.format.parse().unwrap_or_default(),
        receipts: Receipts::from_word(&row.receipts).unwrap_or_default(),
        files: match row.pgn_files {
            true => PgnFiles::On,
            false => PgnFiles::Off,
        },
        calendar: match row.calendar {
            true => Calendar::On,
            false => Calendar::Off,
        },
        subjects: Subjects::from_word(&row.subjects).unwrap_or_default(),
        links: Links::from_word(&row.links).unwrap_or_default(),
        public: match row.public {
            true => Public::On,
            false => Public::Off,
        },
        listed: match row.listed {
            true => Listed::On,
            false => Listed::Off,
        },
    }
}

/// The players of these numbers, among them those whose the addresses are.
async fn load_players(
    tx: &mut Transaction<'_>,
    ids: &[i64],
    by_address: &HashMap<String, PlayerNumber>,
) -> anyhow::Result<(Players, Vec<i64>)> {
    // Games before players, as who forgets somebody locks them.
    let noted = players::hold(tx, ids).await?;
    let players: Players = players::by_ids(tx, ids)
        .await?
        .into_iter()
        .map(|row| {
            let player = Player {
                // While the row is whole.
                prefers: preferences_of(&row),
                name: row.name,
                active: row.active,
                letters: row.letters,
                // One that a later edition of the data base has taken out is as good as none.
                zone: row.zone.and_then(|zone| zone.parse().ok()),
                reminders: row.reminders.parse().unwrap_or_default(),
                digest: Digest::from_word(&row.digest).unwrap_or_default(),
                digest_due: row.digest_due,
                automatic_leave: row.automatic_leave,
                address: row.address,
                blocked: row.blocked,
                reached: Reached {
                    score: row.bounce_score,
                    days_ago: row.bounced_days_ago,
                    rests_since: row.rests_since,
                    complained: row.complained,
                },
            };
            (PlayerNumber(row.id), player)
        })
        .collect();
    // Whose address was looked up before they were forgotten has none now. The mail is tried again, and finds a
    // stranger.
    let nobody = |player: &PlayerNumber| {
        let known = players.get(player);
        known.is_none_or(|known| known.address.is_empty())
    };
    if by_address.values().any(nobody) {
        bail!(Conflict::PlayerForgotten);
    }
    Ok((players, noted))
}

/// The addresses to which a letter may go.
fn addresses_mailed(
    needs: &Needs,
    players: &Players,
    confirmations: &[ConfirmationRow],
) -> Vec<String> {
    let mut mailed: BTreeSet<String> = needs.addresses.clone();
    mailed.extend(players.values().map(|player| address::key(&player.address)));
    mailed.extend(confirmations.iter().map(|row| row.address_key.clone()));
    mailed.into_iter().collect()
}

/// How many letters were counted today, and of what lasts longer: to these addresses, of the lines of which it matters, by
/// domain, and in all.
async fn load_counts(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    mailed: &[String],
    today: NaiveDate,
) -> anyhow::Result<HashMap<(String, String), i32>> {
    let counted: BTreeSet<String> = mailed
        .iter()
        .chain(&needs.waiting)
        .map(|key| address::counting_key(key))
        .chain(mailed.iter().map(|key| domain_of(key)))
        .chain([EVERYBODY.to_owned()])
        .collect();
    let counted: Vec<String> = counted.into_iter().collect();
    let lasting = Allowance::LASTING.map(|(allowance, days)| (allowance.word(), days));
    let counts = counts::letter_counts(tx, &counted, today, &lasting).await?;
    Ok(counts
        .into_iter()
        .map(|(key, kind, count)| ((key, kind), count))
        .collect())
}

/// How many mails of each line wait, where it matters.
async fn load_waiting(
    tx: &mut Transaction<'_>,
    needs: &Needs,
) -> anyhow::Result<HashMap<String, i64>> {
    if needs.waiting.is_empty() {
        return Ok(HashMap::new());
    }
    let lines: Vec<String> = needs.waiting.iter().cloned().collect();
    Ok(inbox::waiting(tx, &lines).await?.into_iter().collect())
}

/// All addresses of the players, where somebody asks for theirs.
async fn load_own_addresses(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    ids: &[i64],
) -> anyhow::Result<Vec<OwnAddress>> {
    if !needs.own_addresses {
        return Ok(Vec::new());
    }
    Ok(players::addresses_of(tx, ids).await?)
}

/// What senders may know of ratings, where somebody asks.
async fn load_ratings(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    by_address: &HashMap<String, PlayerNumber>,
) -> anyhow::Result<LoadedRatings> {
    let mut loaded = LoadedRatings {
        club: load_club(tx, needs, by_address).await?,
        ..LoadedRatings::default()
    };
    if needs.ratings {
        let senders: BTreeSet<i64> = by_address.values().map(|player| player.0).collect();
        let senders: Vec<i64> = senders.into_iter().collect();
        loaded.known = ratings::known_to(tx, &senders).await?;
    }
    Ok(loaded)
}

/// So many of the club list are shown at once.
pub(in crate::robot) const MOST_OF_THE_CLUB: i64 = 100;

/// The parts of the club list that are asked for, as those see them who ask.
async fn load_club(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    by_address: &HashMap<String, PlayerNumber>,
) -> anyhow::Result<Vec<club::ListedPlayer>> {
    let asked = needs.club.iter().filter_map(|wish| {
        let asker = wish.confirmed_as.or(by_address.get(&wish.sender).copied());
        asker.map(|asker| (asker.0, wish.from))
    });
    let asked: BTreeSet<(i64, i64)> = asked.collect();
    let mut all = Vec::new();
    for (asker, from) in asked {
        all.extend(club::listed(tx, asker, (from, MOST_OF_THE_CLUB)).await?);
    }
    Ok(all)
}

/// Who does not want to hear from whom, where it matters.
async fn load_blocks(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    ids: &[i64],
) -> anyhow::Result<HashSet<(PlayerNumber, PlayerNumber)>> {
    if !needs.blocks {
        return Ok(HashSet::new());
    }
    let blocks = silence::blocks(tx, ids).await?;
    Ok(blocks
        .into_iter()
        .map(|(player, other)| (PlayerNumber(player), PlayerNumber(other)))
        .collect())
}

/// What players have said in the loaded games beside their moves: answers to questions that are open, how they write
/// the letters of pieces, conditional moves and notes.
async fn lay_out_beside_games(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    batch: &mut Batch<'_>,
) -> anyhow::Result<()> {
    let numbers: Vec<i64> = batch.games.keys().map(|number| number.0).collect();
    for row in games::questions(tx, &numbers).await? {
        let number = GameNumber(row.game_id);
        let Some(loaded) = batch.games.get(&number) else {
            continue;
        };
        if let Some(question) = read_question(&row, loaded.game.position()) {
            let asked = (number, PlayerNumber(row.player_id));
            batch.questions.insert(asked, question);
        }
    }
    if needs.piece_letters {
        for (game, player, word) in events::piece_letters(tx, &numbers).await? {
            let written =
                letter_of(&word).map(|letter| (GameNumber(game), PlayerNumber(player), letter));
            batch.piece_letters.extend(written);
        }
    }
    lay_out_reminders(tx, needs, &numbers, batch).await?;
    batch.calendars.told = load_calendars(tx, &batch.games).await?;
    for row in conditional::conditional(tx, &numbers).await? {
        let number = GameNumber(row.game_id);
        let loaded = batch.games.get(&number);
        if let Some(plan) = loaded.and_then(|loaded| read_plan(&row, &loaded.game)) {
            let planner = (number, PlayerNumber(row.player_id));
            batch.plans.insert(planner, plan);
        }
    }
    batch.held_moves = HeldMoves::loaded(load_held_moves(tx, &batch.games).await?);
    let notes = conditional::notes(tx, &numbers).await?;
    batch.notes = notes.into_iter().filter_map(read_note).collect();
    Ok(())
}

/// What the calendars of players were told of those of these games that have a clock.
async fn load_calendars(
    tx: &mut Transaction<'_>,
    loaded_games: &LoadedGames,
) -> anyhow::Result<HashMap<(GameNumber, PlayerNumber), CalendarTold>> {
    let with_clock = loaded_games
        .iter()
        .filter(|(_, loaded)| loaded.game.control().has_clock());
    let games: Vec<i64> = with_clock.map(|(number, _)| number.0).collect();
    if games.is_empty() {
        return Ok(HashMap::new());
    }
    let entries = calendar::in_games(tx, &games).await?;
    Ok(entries.into_iter().map(read_entry).collect())
}

/// The moves that are held in these games.
///
/// # Errors
///
/// When the database fails.
pub(in crate::robot) async fn load_held_moves(
    tx: &mut Transaction<'_>,
    loaded_games: &LoadedGames,
) -> anyhow::Result<HashMap<GameNumber, HeldMove>> {
    let numbers: Vec<i64> = loaded_games.keys().map(|number| number.0).collect();
    let mut held = HashMap::new();
    for row in held_moves::in_games(tx, &numbers).await? {
        let number = GameNumber(row.game_id);
        let loaded = loaded_games.get(&number);
        let read = loaded.and_then(|loaded| read_held_move(row, &loaded.game));
        held.extend(read.map(|read| (number, read)));
    }
    Ok(held)
}

/// When somebody last had their opponent reminded, and how far the reminders of games are done.
async fn lay_out_reminders(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    numbers: &[i64],
    batch: &mut Batch<'_>,
) -> anyhow::Result<()> {
    if needs.nudges {
        for row in nudges::in_games(tx, numbers).await? {
            let asked = (GameNumber(row.game_id), PlayerNumber(row.player_id));
            let nudge = Nudged {
                at: row.at,
                changed: false,
            };
            batch.reminders.nudges.insert(asked, nudge);
        }
    }
    if needs.reminders {
        for row in reminders::done(tx, numbers).await? {
            let done = Reminded {
                turn: u32::try_from(row.turn).unwrap_or_default(),
                until: row.until,
                changed: false,
            };
            batch.reminders.done.insert(GameNumber(row.game_id), done);
        }
    }
    Ok(())
}

/// Numbers for the games and players that the mails may make, and whom their senders have invited before.
async fn lay_out_spare(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    ids: &[i64],
    batch: &mut Batch<'_>,
) -> anyhow::Result<()> {
    let new_games: i32 = needs.new_games.values().sum();
    if new_games > 0 {
        let invited = games::challenges_to_inactive(tx, ids).await?;
        batch.spare.invited = invited
            .into_iter()
            .map(|(challenger, opponent)| (PlayerNumber(challenger), PlayerNumber(opponent)))
            .collect();
        let spare = games::reserve(tx, new_games).await?;
        batch.spare.games = Spare::share(&needs.new_games, spare);
    }
    let new_players: i32 = needs.new_players.values().sum();
    if new_players > 0 {
        let spare = players::reserve(tx, new_players).await?;
        batch.spare.players = Spare::share(&needs.new_players, spare);
    }
    Ok(())
}

/// The game of a row. Where the row is damaged the game is told by its events, and the row written anew with the next
/// change.
///
/// # Errors
///
/// When the database fails; [`events::Lost`] when the events do not tell the game either. Then no mail is handled that
/// needs this game, and it stays in the inbox.
pub(in crate::robot) async fn load_game(
    tx: &mut Transaction<'_>,
    row: GameRow,
) -> anyhow::Result<LoadedGame> {
    let game = row.id;
    let (told, changed) = match row.restore() {
        Ok(told) => (told, false),
        Err(bad) => {
            let told = events::fold(tx, game).await?;
            error!(game, fault = %bad, "the row of a game is damaged; its events are read");
            let lost = |events| events::Lost {
                game,
                row: bad,
                events,
            };
            (told.map_err(lost)?, true)
        }
    };
    Ok(LoadedGame {
        game: told.game,
        times: told.times,
        changed,
        tournament: None,
    })
}

/// What of names a batch has, see there.
struct LoadedNames {
    by_name: HashMap<NameKey, PlayerNumber>,
    by_look: BTreeSet<(NameLook, PlayerNumber)>,
    free: HashMap<NameKey, Vec<i64>>,
}

/// Whose the names are, whose names look like those that are wanted, and which numbers are free behind those that new
/// players want.
async fn lay_out_names(tx: &mut Transaction<'_>, needs: &Needs) -> anyhow::Result<LoadedNames> {
    // The numbers first: who else wants one behind the same name waits until we have ours.
    let free = names::free_numbers(tx, &needs.new_names).await?;
    let wanted: Vec<NameKey> = needs.names.iter().cloned().collect();
    let mut by_name = HashMap::new();
    if !wanted.is_empty() {
        let holders = players::by_names(tx, &wanted).await?;
        by_name.extend(
            holders
                .into_iter()
                .map(|(name, id)| (name, PlayerNumber(id))),
        );
    }
    let wanted: Vec<NameLook> = needs.looks.iter().cloned().collect();
    let mut by_look = BTreeSet::new();
    if !wanted.is_empty() {
        let holders = players::by_looks(tx, &wanted).await?;
        by_look.extend(
            holders
                .into_iter()
                .map(|(look, id)| (look, PlayerNumber(id))),
        );
    }
    Ok(LoadedNames {
        by_name,
        by_look,
        free,
    })
}

/// What the mails need of the archive.
async fn lay_out_archive(tx: &mut Transaction<'_>, needs: &Needs) -> anyhow::Result<Archive> {
    let mut loaded = Archive::default();
    if !needs.digests.is_empty() {
        let digests: Vec<Vec<u8>> = needs.digests.iter().cloned().collect();
        loaded.digests = archive::known(tx, &digests).await?.into_iter().collect();
        // What is there already needs no number.
        let mut wanted = BTreeMap::new();
        for (mail, entered) in &needs.new_entries {
            let new = entered
                .iter()
                .filter(|digest| !loaded.digests.contains_key(*digest));
            wanted.insert(*mail, i32::try_from(new.count())?);
        }
        let numbers = archive::reserve(tx, wanted.values().sum()).await?;
        loaded.spare = Spare::share(&wanted, numbers);
    }
    if !needs.archived.is_empty() {
        let numbers: Vec<i64> = needs.archived.iter().copied().collect();
        let passwords = archive::passwords(tx, &numbers).await?;
        loaded.passwords = passwords.into_iter().collect();
    }
    Ok(loaded)
}
