//! Lays the desk out from the database, and writes down what changed on it; `rows` says what a row means.

mod rows;

use rows::{
    letter_of, read_note, read_plan, read_question, row_of, write_note, write_plan, write_question,
};

use super::allowances::{Allowance, EVERYBODY, domain_of};
use super::bounces::{Reached, Returned};
use super::desk::{Chance, Desk, HeldInvitation, OVERTAKEN, Player, Shelf, Spare, Table};
use super::house::House;
use crate::chess::pgn::Filed;
use crate::db::conditional::{ConditionalRow, NoteRow};
use crate::db::games::{GameRow, QuestionRow};
use crate::db::names::stem_key;
use crate::db::outbox::Posting;
use crate::db::players::PlayerChange;
use crate::db::{
    self, Transaction, archive, bounces, conditional, events, games, held_invitations, inbox,
    names, outbox, players,
};
use crate::game::{GameNumber, Phase, PlayerNumber};
use crate::letters::{NameKey, NameLook};
use crate::mail::address;
use anyhow::bail;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use tracing::error;

/// What a batch of mails needs on the desk.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    /// Addresses of senders, and of those who are challenged, in lower case.
    pub(super) addresses: BTreeSet<String>,
    /// Senders of whom all open games are needed.
    pub(super) open_games_of: BTreeSet<String>,
    /// Players, named by tokens or confirmations, of whom all open games are needed.
    pub(super) open_games_of_players: BTreeSet<PlayerNumber>,
    /// Names of players who are challenged, and names that new players want, to see whose they are.
    pub(super) names: BTreeSet<NameKey>,
    /// Looks of names that somebody wants.
    pub(super) looks: BTreeSet<NameLook>,
    /// Names that new players want, and how often, by the keys behind which a number would stand.
    pub(super) new_names: BTreeMap<NameKey, i64>,
    /// Games named in the mails.
    pub(super) games: BTreeSet<GameNumber>,
    /// Games named in mails that prove nothing. Only those of players of whom open games are needed are laid out.
    pub(super) own_games: BTreeSet<GameNumber>,
    /// Hashes of confirmation tokens.
    pub(super) confirmations: BTreeSet<Vec<u8>>,
    /// Addresses of senders who prove nothing, in lower case: they may have been asked before.
    pub(super) asked: BTreeSet<String>,
    /// Mails that waited and were confirmed.
    pub(super) confirmed: BTreeSet<i64>,
    /// Lines of which it matters how many mails wait.
    pub(super) waiting: BTreeSet<String>,
    /// Whether somebody asks for addresses of his.
    pub(super) own_addresses: bool,
    /// Whether it matters who does not want to hear from whom.
    pub(super) blocks: bool,
    /// Whether it matters how the letters of pieces were written before.
    pub(super) piece_letters: bool,
    /// Games of which both players' open games are needed: somebody who answers a mail about one wants to leave.
    pub(super) left: BTreeSet<GameNumber>,
    /// Whether somebody answers a question with "stop", whose opponents are told.
    pub(super) stops: bool,
    /// Addresses to which reports about letters of ours came, in lower case, and Message-IDs that they name.
    pub(super) returned_to: BTreeSet<String>,
    pub(super) returned: BTreeSet<String>,
    /// Letters that the relay refused.
    pub(super) refused: Vec<bounces::Letter>,
    /// Digests of games that are entered.
    pub(super) digests: BTreeSet<Vec<u8>>,
    /// Numbers of games of the archive that are overwritten.
    pub(super) archived: BTreeSet<i64>,
    /// The digests of the games that may be entered, by mail.
    pub(super) new_entries: BTreeMap<i64, BTreeSet<Vec<u8>>>,
    /// How many games and players may be made, by mail.
    pub(super) new_games: BTreeMap<i64, i32>,
    pub(super) new_players: BTreeMap<i64, i32>,
}

impl Needs {
    /// Somebody wants this name and no other.
    pub(super) fn wanted_name(&mut self, name: &str) {
        self.looks.extend(NameLook::all_of(name));
        self.names.insert(NameKey::of(name));
    }

    /// Somebody wants this name, or one like it.
    pub(super) fn new_name(&mut self, name: String) {
        *self.new_names.entry(stem_key(&name)).or_default() += 1;
        self.wanted_name(&name);
    }
}

/// Lays out the desk with all games on it locked, as of now or of the instant given.
///
/// # Errors
///
/// When the database fails or holds a game that cannot be rebuilt.
pub(super) async fn lay_out<'a>(
    tx: &mut Transaction<'_>,
    house: &'a House,
    mut needs: Needs,
    decided_at: Option<DateTime<Utc>>,
) -> anyhow::Result<Desk<'a>> {
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
    let addresses: Vec<String> = needs.addresses.iter().cloned().collect();
    let known = players::by_addresses(tx, &addresses).await?;
    // Who wakes from a rest is shown all his games.
    let resting = known.iter().filter(|row| row.rests);
    needs
        .open_games_of_players
        .extend(resting.map(|row| PlayerNumber(row.player_id)));
    let by_address: HashMap<String, PlayerNumber> = known
        .into_iter()
        .map(|row| (row.key, PlayerNumber(row.player_id)))
        .collect();
    let confirmations = if needs.confirmations.is_empty() && needs.asked.is_empty() {
        Vec::new()
    } else {
        let hashes: Vec<Vec<u8>> = needs.confirmations.iter().cloned().collect();
        let asked: Vec<String> = needs.asked.iter().cloned().collect();
        players::confirmations(tx, &hashes, &asked).await?
    };
    let confirmed = if needs.confirmed.is_empty() {
        HashMap::new()
    } else {
        let mails: Vec<i64> = needs.confirmed.iter().copied().collect();
        let rows = players::confirmed(tx, &mails).await?;
        rows.into_iter().map(|row| (row.inbox_id, row)).collect()
    };

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
    let mut tables = BTreeMap::new();
    for row in games::lock(tx, &numbers, &own, &listed).await? {
        let number = GameNumber(row.id);
        tables.insert(number, load_game(tx, row).await?);
    }
    let numbers: Vec<i64> = tables.keys().map(|number| number.0).collect();
    // Read while the games are locked, so that who changes one of them after us reads a later time.
    let clock = db::clock(tx).await?;
    let now = decided_at.unwrap_or(clock);

    // The name that a stranger will have when he says yes.
    for row in &confirmations {
        needs.new_name(row.name.clone());
    }
    let names = lay_out_names(tx, &needs).await?;

    let mut ids: BTreeSet<i64> = by_address.values().map(|player| player.0).collect();
    ids.extend(names.by_name.values().map(|player| player.0));
    ids.extend(needs.open_games_of_players.iter().map(|player| player.0));
    ids.extend(confirmations.iter().filter_map(|row| row.player_id));
    for table in tables.values() {
        ids.extend([table.game.challenger().0, table.game.opponent().0]);
    }
    let ids: Vec<i64> = ids.into_iter().collect();
    // Games before players, as who forgets somebody locks them.
    players::hold(tx, &ids).await?;
    let players: HashMap<PlayerNumber, Player> = players::by_ids(tx, &ids)
        .await?
        .into_iter()
        .map(|row| {
            let player = Player {
                name: row.name,
                active: row.active,
                letters: row.letters,
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

    // Whose address was looked up before he was forgotten has none now. The mail is tried again, and finds a stranger.
    let nobody = |player: &PlayerNumber| {
        let known = players.get(player);
        known.is_none_or(|known| known.address.is_empty())
    };
    if by_address.values().any(nobody) {
        bail!("a player was forgotten at the same moment");
    }

    let mut mailed: BTreeSet<String> = needs.addresses.clone();
    mailed.extend(players.values().map(|player| address::key(&player.address)));
    mailed.extend(confirmations.iter().map(|row| row.address_key.clone()));
    let mailed: Vec<String> = mailed.into_iter().collect();
    let counted: BTreeSet<String> = mailed
        .iter()
        .chain(&needs.waiting)
        .map(|key| address::counting_key(key))
        .chain(mailed.iter().map(|key| domain_of(key)))
        .chain([EVERYBODY.to_owned()])
        .collect();
    let counted: Vec<String> = counted.into_iter().collect();
    let silenced = players::silenced(tx, &mailed).await?.into_iter().collect();
    let lasting = Allowance::LASTING.map(|(allowance, days)| (allowance.word(), days));
    let counts = players::letter_counts(tx, &counted, now.date_naive(), &lasting)
        .await?
        .into_iter()
        .map(|(key, kind, count)| ((key, kind), count))
        .collect();
    let waiting = if needs.waiting.is_empty() {
        HashMap::new()
    } else {
        let lines: Vec<String> = needs.waiting.iter().cloned().collect();
        inbox::waiting(tx, &lines).await?.into_iter().collect()
    };
    let own_addresses = if needs.own_addresses {
        players::addresses_of(tx, &ids).await?
    } else {
        Vec::new()
    };
    let blocks = if needs.blocks {
        players::blocks(tx, &ids)
            .await?
            .into_iter()
            .map(|(player, other)| (PlayerNumber(player), PlayerNumber(other)))
            .collect()
    } else {
        HashSet::new()
    };
    let mut questions = HashMap::new();
    for row in games::questions(tx, &numbers).await? {
        let number = GameNumber(row.game_id);
        let Some(table) = tables.get(&number) else {
            continue;
        };
        if let Some(question) = read_question(&row, table.game.position()) {
            questions.insert((number, PlayerNumber(row.player_id)), question);
        }
    }
    let mut piece_letters = HashSet::new();
    if needs.piece_letters {
        for (game, player, word) in events::piece_letters(tx, &numbers).await? {
            let written =
                letter_of(&word).map(|letter| (GameNumber(game), PlayerNumber(player), letter));
            piece_letters.extend(written);
        }
    }
    let mut plans = HashMap::new();
    for row in conditional::conditional(tx, &numbers).await? {
        let number = GameNumber(row.game_id);
        if let Some(plan) = tables
            .get(&number)
            .and_then(|table: &Table| read_plan(&row, &table.game))
        {
            plans.insert((number, PlayerNumber(row.player_id)), plan);
        }
    }
    let notes = conditional::notes(tx, &numbers)
        .await?
        .into_iter()
        .filter_map(read_note)
        .collect();
    let held_invitations = lay_out_held_invitations(tx, &tables).await?;
    let new_games: i32 = needs.new_games.values().sum();
    let new_players: i32 = needs.new_players.values().sum();
    let invited = if new_games > 0 {
        games::challenges_to_inactive(tx, &ids)
            .await?
            .into_iter()
            .map(|(challenger, opponent)| (PlayerNumber(challenger), PlayerNumber(opponent)))
            .collect()
    } else {
        HashSet::new()
    };
    let spare_games = if new_games > 0 {
        games::reserve(tx, new_games).await?
    } else {
        Vec::new()
    };
    let spare_players = if new_players > 0 {
        players::reserve(tx, new_players).await?
    } else {
        Vec::new()
    };
    let archive = lay_out_archive(tx, &needs).await?;
    Ok(Desk {
        house,
        now,
        clock,
        instants: HashMap::new(),
        archive,
        chance: Chance::default(),
        players,
        by_address,
        by_name: names.by_name,
        by_look: names.by_look,
        free_numbers: names.free,
        silenced,
        counts,
        tables,
        questions,
        plans,
        piece_letters,
        notes,
        confirmations: confirmations
            .into_iter()
            .map(|row| (row.token_hash.clone(), row))
            .collect(),
        confirmed,
        own_addresses,
        waiting,
        unproven: HashSet::new(),
        flood: None,
        blocks,
        removed_addresses: Vec::new(),
        changed_blocks: Vec::new(),
        held_invitations,
        invited,
        spare_games: Spare::share(&needs.new_games, spare_games),
        spare_players: Spare::share(&needs.new_players, spare_players),
        events: Vec::new(),
        drafts: Vec::new(),
        handled: Vec::new(),
        changed_players: BTreeSet::new(),
        new_addresses: Vec::new(),
        asked: Vec::new(),
        asked_about_later: Vec::new(),
        used_up: Vec::new(),
        released: Vec::new(),
        forgotten: Vec::new(),
        laid_aside: BTreeMap::new(),
        retried: false,
        overtaken: Vec::new(),
        stop: Vec::new(),
        start: Vec::new(),
        counted: Vec::new(),
        uncounted: Vec::new(),
        returned: Returned {
            letters,
            ..Returned::default()
        },
    })
}

/// The game of a row. Where the row is damaged the game is told by its events, and the row written anew with the next
/// change.
///
/// # Errors
///
/// When the database fails; [`events::Lost`] when the events do not tell the game either. Then no mail is handled that
/// needs this game, and it stays in the inbox.
async fn load_game(tx: &mut Transaction<'_>, row: GameRow) -> anyhow::Result<Table> {
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
    Ok(Table {
        game: told.game,
        times: told.times,
        changed,
    })
}

/// Which of the challenges on the desk have invitations that wait.
async fn lay_out_held_invitations(
    tx: &mut Transaction<'_>,
    tables: &BTreeMap<GameNumber, Table>,
) -> anyhow::Result<BTreeMap<GameNumber, HeldInvitation>> {
    // Most batches play games that have begun.
    let offered = tables
        .values()
        .filter(|table| table.game.phase() == Phase::Offered);
    let offered: Vec<i64> = offered.map(|table| table.game.number().0).collect();
    if offered.is_empty() {
        return Ok(BTreeMap::new());
    }
    let held = held_invitations::of_games(tx, &offered).await?;
    let waits = |row: held_invitations::HeldInvitation| {
        let held = HeldInvitation {
            fate: held_invitations::Fate::Waits(row.due_on),
            changed: false,
        };
        (GameNumber(row.game_id), held)
    };
    Ok(held.into_iter().map(waits).collect())
}

/// What of names is on a desk, see there.
struct NamesOnDesk {
    by_name: HashMap<NameKey, PlayerNumber>,
    by_look: BTreeSet<(NameLook, PlayerNumber)>,
    free: HashMap<NameKey, Vec<i64>>,
}

/// Whose the names are, whose names look like those that are wanted, and which numbers are free behind those that new
/// players want.
async fn lay_out_names(tx: &mut Transaction<'_>, needs: &Needs) -> anyhow::Result<NamesOnDesk> {
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
    Ok(NamesOnDesk {
        by_name,
        by_look,
        free,
    })
}

/// What the mails need of the archive.
async fn lay_out_archive(tx: &mut Transaction<'_>, needs: &Needs) -> anyhow::Result<Shelf> {
    let mut shelf = Shelf::default();
    if !needs.digests.is_empty() {
        let digests: Vec<Vec<u8>> = needs.digests.iter().cloned().collect();
        shelf.digests = archive::known(tx, &digests).await?.into_iter().collect();
        // What is there already needs no number.
        let mut wanted = BTreeMap::new();
        for (mail, entered) in &needs.new_entries {
            let new = entered
                .iter()
                .filter(|digest| !shelf.digests.contains_key(*digest));
            wanted.insert(*mail, i32::try_from(new.count())?);
        }
        let numbers = archive::reserve(tx, wanted.values().sum()).await?;
        shelf.spare = Spare::share(&wanted, numbers);
    }
    if !needs.archived.is_empty() {
        let numbers: Vec<i64> = needs.archived.iter().copied().collect();
        let passwords = archive::passwords(tx, &numbers).await?;
        shelf.passwords = passwords.into_iter().collect();
    }
    Ok(shelf)
}

/// Files what was entered.
async fn put_away_archive(tx: &mut Transaction<'_>, shelf: &Shelf) -> anyhow::Result<()> {
    for filing in &shelf.filings {
        let (numbers, games): (Vec<i64>, Vec<Filed>) = filing.games.iter().cloned().unzip();
        let filed = archive::file(tx, &games, Some(&numbers), &filing.entry).await?;
        // The letter is written already; the mail is tried again, and then the other's game is known.
        if filed.len() < games.len() {
            bail!("a game was entered by somebody else at the same moment");
        }
    }
    for (number, game) in &shelf.overwritten {
        archive::overwrite(tx, *number, game).await?;
    }
    Ok(())
}

/// Writes down all that changed on the desk, and queues the mails that tell of it.
///
/// # Errors
///
/// When the database fails; the transaction must be rolled back then.
pub(super) async fn put_away(
    tx: &mut Transaction<'_>,
    desk: &Desk<'_>,
    postings: &[Posting],
) -> anyhow::Result<()> {
    let changed_players: Vec<PlayerChange> = desk
        .changed_players
        .iter()
        .filter_map(|number| {
            let player = desk.players.get(number)?;
            Some(PlayerChange {
                id: number.0,
                name: player.name.clone(),
                active: player.active,
                letters: player.letters.clone(),
            })
        })
        .collect();
    if !changed_players.is_empty() || !desk.new_addresses.is_empty() {
        players::save(tx, &changed_players, &desk.new_addresses).await?;
    }
    if !desk.removed_addresses.is_empty() {
        players::remove_addresses(tx, &desk.removed_addresses).await?;
    }
    if !desk.changed_blocks.is_empty() {
        let changed: Vec<(i64, i64, bool)> = desk
            .changed_blocks
            .iter()
            .map(|&(player, other, blocks)| (player.0, other.0, blocks))
            .collect();
        players::save_blocks(tx, &changed).await?;
    }
    let changed_games: Vec<GameRow> = desk
        .tables
        .values()
        .filter(|table| table.changed)
        .map(row_of)
        .collect();
    if !changed_games.is_empty() {
        games::save(tx, &changed_games).await?;
        events::append(tx, &desk.events).await?;
    }
    for (challenge, held) in &desk.held_invitations {
        if held.changed {
            held_invitations::save(tx, challenge.0, held.fate).await?;
        }
    }
    let questions: Vec<QuestionRow> = desk
        .questions
        .iter()
        .filter(|(_, question)| question.changed)
        .filter_map(|((game, player), question)| {
            let position = desk.tables.get(game)?.game.position();
            Some(write_question(*game, *player, question, position))
        })
        .collect();
    if !questions.is_empty() {
        games::ask(tx, &questions).await?;
    }
    let plans: Vec<ConditionalRow> = desk
        .plans
        .iter()
        .filter(|(_, plan)| plan.changed)
        .filter_map(|((game, player), plan)| {
            Some(write_plan(
                *game,
                *player,
                plan,
                &desk.tables.get(game)?.game,
            ))
        })
        .collect();
    conditional::prepare(tx, &plans).await?;
    let notes: Vec<NoteRow> = desk
        .notes
        .iter()
        .filter(|(_, note)| note.changed)
        .map(|((game, ply), note)| write_note(*game, *ply, note))
        .collect();
    conditional::annotate(tx, &notes).await?;
    if !desk.stop.is_empty() || !desk.start.is_empty() {
        players::save_silence(tx, &desk.stop, &desk.start).await?;
    }
    if !desk.uncounted.is_empty() {
        players::forget_counts(tx, &desk.uncounted, desk.now.date_naive()).await?;
    }
    if !desk.counted.is_empty() {
        let day = desk.now.date_naive();
        if !players::count_letters(tx, &desk.counted, day).await? {
            // Tried again, with the counts as they are then.
            bail!("another robot has used up the day's allowance meanwhile");
        }
    }
    if !desk.asked.is_empty() {
        let asked: Vec<_> = desk
            .asked
            .iter()
            .map(|row| (row, desk.instant_of(row.inbox_id)))
            .collect();
        players::ask(tx, &asked).await?;
    }
    players::ask_about_later(tx, &desk.asked_about_later).await?;
    put_away_archive(tx, &desk.archive).await?;
    if !desk.used_up.is_empty() {
        players::use_up(tx, &desk.used_up).await?;
    }
    if !desk.released.is_empty() {
        inbox::release_held(tx, &desk.released).await?;
    }
    for (why, mails) in &desk.laid_aside {
        inbox::drop_held(tx, mails, why).await?;
    }
    if !desk.overtaken.is_empty() {
        inbox::drop_held(tx, &desk.overtaken, OVERTAKEN).await?;
    }
    put_away_returned(tx, desk).await?;
    if !postings.is_empty() {
        outbox::post(tx, postings).await?;
    }
    inbox::finish(tx, &desk.handled).await?;
    Ok(())
}

/// Writes down what became of addresses whose letters came back.
async fn put_away_returned(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    let returned = &desk.returned;
    if !returned.reports.is_empty() {
        bounces::keep(tx, &returned.reports).await?;
    }
    let scores: Vec<(i64, i32, bool)> = returned
        .scored
        .iter()
        .filter_map(|(number, today)| {
            let score = desk.players.get(number)?.reached.score;
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
