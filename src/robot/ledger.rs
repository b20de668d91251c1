//! Lays the desk out from the database, and writes down what changed on it.

use super::bounces::{Reached, Returned};
use super::desk::{
    Chance, Desk, Found, Happened, Plan, Player, Question, Sealed, Shelf, Spare, Table, candidates,
};
use super::house::House;
use super::orders::archive::{MOST_FOUND, wanted};
use crate::chess::pgn::Filed;
use crate::chess::{self, Start, Variant};
use crate::db::archive::{self, ArchivedGame};
use crate::db::conditional::{ConditionalRow, NoteRow};
use crate::db::games::{EventRow, GameRow, QuestionRow};
use crate::db::outbox::Posting;
use crate::db::players::PlayerChange;
use crate::db::{Transaction, bounces, conditional, games, inbox, outbox, players};
use crate::game::{
    Conditional, Ending, Event, Game, GameNumber, Grounds, Phase, PlayerNumber, Result, Wish,
};
use crate::letters::FiledGame;
use crate::mail::address;
use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use futures::TryStreamExt;
use shakmaty::{Chess, Color, Position};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What a batch of mails needs on the desk.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    /// Addresses of senders, and of those who are challenged, in lower case.
    pub(super) addresses: BTreeSet<String>,
    /// Senders of whom all open games are needed.
    pub(super) open_games_of: BTreeSet<String>,
    /// Players, named by tokens or confirmations, of whom all open games are needed.
    pub(super) open_games_of_players: BTreeSet<PlayerNumber>,
    /// Names of players who are challenged, and names that new players want.
    pub(super) names: BTreeSet<String>,
    /// Names that new players want.
    pub(super) new_names: BTreeSet<String>,
    /// Games named in the mails.
    pub(super) games: BTreeSet<GameNumber>,
    /// Hashes of confirmation tokens.
    pub(super) confirmations: BTreeSet<Vec<u8>>,
    /// Senders of whom it matters how many mails wait.
    pub(super) waiting: BTreeSet<String>,
    /// Whether somebody asks for addresses of his.
    pub(super) own_addresses: bool,
    /// Whether it matters who does not want to hear from whom.
    pub(super) blocks: bool,
    /// Games of which both players' open games are needed: somebody who answers a mail about one wants to leave.
    pub(super) left: BTreeSet<GameNumber>,
    /// Whether somebody answers a question with "stop", whose opponents are told.
    pub(super) stops: bool,
    /// Authserv-ids of ours that vouch for a sender, in lower case.
    pub(super) borders: BTreeSet<String>,
    /// Addresses to which reports about letters of ours came, in lower case, and Message-IDs that they name.
    pub(super) returned_to: BTreeSet<String>,
    pub(super) returned: BTreeSet<String>,
    /// Letters that the relay refused.
    pub(super) refused: Vec<bounces::Letter>,
    /// Digests of games that are entered.
    pub(super) digests: BTreeSet<Vec<u8>>,
    /// Numbers of games of the archive that are overwritten.
    pub(super) archived: BTreeSet<i64>,
    /// Words of searches.
    pub(super) searches: BTreeSet<String>,
    /// How many games may be entered, by mail.
    pub(super) new_entries: BTreeMap<i64, i32>,
    /// How many games and players may be made, by mail.
    pub(super) new_games: BTreeMap<i64, i32>,
    pub(super) new_players: BTreeMap<i64, i32>,
}

/// Lays out the desk as of this instant, with all games on it locked.
///
/// # Errors
///
/// When the database fails or holds a game that cannot be rebuilt.
pub(super) async fn lay_out<'a>(
    tx: &mut Transaction<'_>,
    house: &'a House,
    mut needs: Needs,
    now: DateTime<Utc>,
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
    let confirmations = if needs.confirmations.is_empty() {
        Vec::new()
    } else {
        let hashes: Vec<Vec<u8>> = needs.confirmations.iter().cloned().collect();
        players::confirmations(tx, &hashes).await?
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
    if !listed.is_empty() {
        let listed: Vec<i64> = listed.iter().copied().collect();
        numbers.extend(games::open_of(tx, &listed).await?);
    }
    let numbers: Vec<i64> = numbers.into_iter().collect();
    let mut tables = BTreeMap::new();
    for row in games::lock(tx, &numbers).await? {
        let number = GameNumber(row.id);
        let table = rebuild(row).with_context(|| format!("game {number} cannot be rebuilt"))?;
        tables.insert(number, table);
    }

    let mut names = needs.names.clone();
    for name in &needs.new_names {
        names.extend(candidates(name));
    }
    let by_name: HashMap<String, PlayerNumber> = if names.is_empty() {
        HashMap::new()
    } else {
        let names: Vec<String> = names.into_iter().collect();
        players::by_names(tx, &names)
            .await?
            .into_iter()
            .map(|(name, id)| (name, PlayerNumber(id)))
            .collect()
    };

    let mut ids: BTreeSet<i64> = by_address.values().map(|player| player.0).collect();
    ids.extend(by_name.values().map(|player| player.0));
    ids.extend(needs.open_games_of_players.iter().map(|player| player.0));
    ids.extend(confirmations.iter().filter_map(|row| row.player_id));
    for table in tables.values() {
        ids.extend([table.game.challenger().0, table.game.opponent().0]);
    }
    let ids: Vec<i64> = ids.into_iter().collect();
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

    let mut mailed: BTreeSet<String> = needs.addresses.clone();
    mailed.extend(players.values().map(|player| address::key(&player.address)));
    mailed.extend(confirmations.iter().map(|row| row.address_key.clone()));
    let mailed: Vec<String> = mailed.into_iter().collect();
    let counted: BTreeSet<String> = mailed
        .iter()
        .map(|key| address::counting_key(key))
        .collect();
    let counted: Vec<String> = counted.into_iter().collect();
    let silenced = players::silenced(tx, &mailed).await?.into_iter().collect();
    let counts = players::letter_counts(tx, &counted, now.date_naive())
        .await?
        .into_iter()
        .map(|(key, kind, count)| ((key, kind), count))
        .collect();
    let waiting = if needs.waiting.is_empty() {
        HashMap::new()
    } else {
        let senders: Vec<String> = needs.waiting.iter().cloned().collect();
        inbox::waiting(tx, &senders).await?.into_iter().collect()
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
    let borders = if needs.borders.is_empty() {
        HashSet::new()
    } else {
        let ids: Vec<String> = needs.borders.iter().cloned().collect();
        let stripping = players::stripping_borders(tx, &ids).await?;
        stripping.into_iter().collect()
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
        archive,
        chance: Chance::default(),
        players,
        by_address,
        by_name,
        silenced,
        counts,
        tables,
        questions,
        plans,
        notes,
        confirmations: confirmations
            .into_iter()
            .map(|row| (row.token_hash.clone(), row))
            .collect(),
        borders,
        own_addresses,
        waiting,
        flooding: false,
        blocks,
        removed_addresses: Vec::new(),
        changed_blocks: Vec::new(),
        invited,
        spare_games: Spare::share(&needs.new_games, spare_games),
        spare_players: Spare::share(&needs.new_players, spare_players),
        events: Vec::new(),
        drafts: Vec::new(),
        handled: Vec::new(),
        changed_players: BTreeSet::new(),
        new_addresses: Vec::new(),
        asked: Vec::new(),
        used_up: Vec::new(),
        released: Vec::new(),
        forgotten: Vec::new(),
        disowned: Vec::new(),
        stop: Vec::new(),
        start: Vec::new(),
        counted: Vec::new(),
        returned: Returned {
            letters,
            ..Returned::default()
        },
    })
}

/// What the mails need of the archive.
async fn lay_out_archive(tx: &mut Transaction<'_>, needs: &Needs) -> anyhow::Result<Shelf> {
    let mut shelf = Shelf::default();
    if !needs.digests.is_empty() {
        let digests: Vec<Vec<u8>> = needs.digests.iter().cloned().collect();
        shelf.digests = archive::known(tx, &digests).await?.into_iter().collect();
        let numbers = archive::reserve(tx, needs.new_entries.values().sum()).await?;
        shelf.spare = Spare::share(&needs.new_entries, numbers);
    }
    if !needs.archived.is_empty() {
        let numbers: Vec<i64> = needs.archived.iter().copied().collect();
        let passwords = archive::passwords(tx, &numbers).await?;
        shelf.passwords = passwords.into_iter().collect();
    }
    for words in &needs.searches {
        let Ok(wanted) = wanted(words) else {
            continue;
        };
        let total = archive::count(&mut **tx, &wanted.filter).await?;
        let found: Vec<ArchivedGame> = archive::games(&mut **tx, &wanted.filter, Some(MOST_FOUND))
            .try_collect()
            .await?;
        let found: Vec<ArchivedGame> = found
            .into_iter()
            .filter(|game| wanted.fits(&game.pgn))
            .collect();
        let found = Found {
            total,
            games: found.iter().map(found_game).collect(),
            pgn: found.iter().map(|game| game.pgn.as_str()).collect(),
        };
        shelf.found.insert(words.clone(), found);
    }
    Ok(shelf)
}

fn found_game(game: &ArchivedGame) -> FiledGame {
    FiledGame::of(
        game.id,
        [&game.white, &game.black, &game.played_on, &game.result],
    )
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
        let events: Vec<EventRow> = desk
            .events
            .iter()
            .map(|event| event_row(desk, event))
            .collect();
        games::append(tx, &events).await?;
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
    if !desk.counted.is_empty() {
        let day = desk.now.date_naive();
        if !players::count_letters(tx, &desk.counted, day).await? {
            // Tried again, with the counts as they are then.
            bail!("another robot has used up the day's allowance meanwhile");
        }
    }
    if !desk.asked.is_empty() {
        players::ask(tx, &desk.asked).await?;
    }
    put_away_archive(tx, &desk.archive).await?;
    if !desk.used_up.is_empty() {
        players::use_up(tx, &desk.used_up).await?;
    }
    if !desk.released.is_empty() {
        inbox::release_held(tx, &desk.released).await?;
    }
    if !desk.disowned.is_empty() {
        inbox::drop_held(tx, &desk.disowned, "disowned").await?;
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
    for (player, reason) in &returned.rests {
        bounces::begin_rest(tx, player.0, reason).await?;
    }
    for player in &returned.woken {
        bounces::end_rest(tx, player.0).await?;
    }
    Ok(())
}

/// The game that a row tells. Its moves are replayed, so that a damaged row is noticed and not played on.
pub(crate) fn rebuild_game(row: &GameRow) -> anyhow::Result<Game> {
    let number = GameNumber(row.id);
    let (challenger, opponent) = (
        PlayerNumber(row.challenger_id),
        PlayerNumber(row.opponent_id),
    );
    let wish = Wish::from_word(&row.wish).context("unknown wish")?;
    let variant = Variant::from_word(&row.variant).context("unknown variant")?;
    let start = Start::from_fen(&row.start, variant).context("no start position")?;
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
            for text in row.moves.split_ascii_whitespace() {
                let played = chess::read_uci(&position, text)
                    .with_context(|| format!("move {text} is not legal"))?;
                events.push(Event::Moved { played });
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

fn rebuild(row: GameRow) -> anyhow::Result<Table> {
    Ok(Table {
        game: rebuild_game(&row)?,
        subject: row.subject,
        started_at: row.started_at,
        finished_at: row.finished_at,
        changed: false,
    })
}

fn row_of(table: &Table) -> GameRow {
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
    }
}

fn event_row(desk: &Desk<'_>, happened: &Happened) -> EventRow {
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
        Event::Aborted { .. } => ("aborted", None, None),
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

/// A question dies with the turn it was asked in.
fn read_question(row: &QuestionRow, position: &Chess) -> Option<Question> {
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

fn write_question(
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
fn read_plan(row: &ConditionalRow, game: &Game) -> Option<Plan> {
    let ply = u32::try_from(row.ply).ok()?;
    let position = position_at(game, ply)?;
    Some(Plan {
        ply,
        tree: Conditional::restore(&position, &row.lines)?,
        mail: row.inbox_id,
        changed: false,
    })
}

fn write_plan(
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

fn read_note(row: NoteRow) -> Option<((GameNumber, u32), Sealed)> {
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

fn write_note(game: GameNumber, ply: u32, note: &Sealed) -> NoteRow {
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
