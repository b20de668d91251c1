//! What there is to be seen: lists in memory, games from the database.

use super::download::Downloads;
use super::entries::{self, ENTRY};
use super::kept::Kept;
use super::secret;
use crate::cli::site::{self, ALL, Lists};
use crate::db::public_games::{self, Range};
use crate::pages::{
    ENTRY_STYLE, MOST_AS_PGN, MOST_WITH_POSITION, OnBoard, Search, Shelf, Site, Source, StoodIn,
    entry_page, fen_page, fen_report, form, game_page,
};
use crate::settings::Settings;
use crate::web::{Document, Fault, Form, Found, Kind, Pages, Taken};
use futures::TryStreamExt;
use futures::future::BoxFuture;
use hyper::body::Bytes;
use sqlx::PgPool;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::block_in_place;
use tokio::time::sleep;
use tracing::{error, info, warn};

/// How often is looked whether something has changed.
const BETWEEN: Duration = Duration::from_secs(2);
/// How long lists are shown of which nobody knows whether they are right: what is in them may have been taken back.
const UNSURE: Duration = Duration::from_secs(60);

/// How long it is tried again to read the games.
const GIVEN_UP: Duration = Duration::from_secs(120);

/// What there is to be seen.
pub(super) struct Catalogue {
    pool: PgPool,
    settings: Settings,
    site: Site,
    /// What pages of games depend on beside their games.
    form: [u8; 32],
    held: Mutex<Held>,
    kept: Mutex<Kept>,
    downloads: Downloads,
}

/// What is held in memory.
#[derive(Clone)]
struct Held {
    /// Words of the database that change when something does.
    stamp: String,
    /// When they were compared.
    compared: Instant,
    lists: Arc<HashMap<String, Document>>,
    shelf: Arc<Shelf>,
    /// Of the file with all games.
    tag: String,
}

impl Catalogue {
    /// Reads everything once.
    pub(super) async fn read(settings: &Settings, pool: &PgPool) -> anyhow::Result<Catalogue> {
        let site = site::whose(settings)?;
        Ok(Catalogue {
            held: Mutex::new(Held::read(settings, &site, pool).await?),
            kept: Mutex::default(),
            pool: pool.clone(),
            settings: settings.clone(),
            form: form(&site),
            site,
            downloads: Downloads::default(),
        })
    }

    /// Makes the lists anew whenever something has changed. Ends when the games could not be read for so long that a new begin
    /// is better: a private Postgres that has died is started by whoever begins.
    pub(super) async fn keep_fresh(&self) -> anyhow::Error {
        let mut is_known = false;
        loop {
            sleep(BETWEEN).await;
            match self.refresh().await {
                Ok(()) if is_known => {
                    info!("the games can be read again");
                    is_known = false;
                }
                Ok(()) => {}
                Err(fault) if self.held().compared.elapsed() > GIVEN_UP => return fault,
                // Told once, and once when it is over.
                Err(_) if is_known => {}
                Err(fault) => {
                    warn!(
                        fault = format!("{fault:#}"),
                        "the games cannot be read; it is tried again"
                    );
                    is_known = true;
                }
            }
        }
    }

    async fn refresh(&self) -> anyhow::Result<()> {
        let begun = Instant::now();
        let stamp = public_games::stamp(&self.pool).await?;
        if self.held().stamp == stamp {
            self.held().compared = begun;
            return Ok(());
        }
        let held = Held::read(&self.settings, &self.site, &self.pool).await?;
        *self.held() = held;
        Ok(())
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // It is only ever put there whole.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn find(&self, path: &str, query: &str, form: Form) -> Result<Found, Fault> {
        let held = self.held().clone();
        if held.compared.elapsed() > UNSURE {
            return Err(Fault::NoGames);
        }
        let path = if path.is_empty() { "index.html" } else { path };
        if path == ALL {
            let all = self
                .downloads
                .all(&self.pool, &self.settings, self.form, held.tag);
            return Ok(Found::Download(all));
        }
        if let Some(list) = held.lists.get(path) {
            return Ok(Found::Document(list.clone()));
        }
        match (path, form) {
            ("fen.json", _) | ("fen", Form::Json) => return fen_for_programs(query),
            ("fen", Form::Page) => {
                let page = fen_page(given(query).as_deref(), &self.site);
                return Ok(Found::Document(Document::of(Kind::Html, page)));
            }
            (ENTRY, _) => {
                let page = entry_page(&self.site);
                return Ok(Found::Document(Document::of(Kind::Html, page)));
            }
            ("enter.css", _) => {
                let style = Document::of(Kind::Css, ENTRY_STYLE.to_owned());
                return Ok(Found::Document(style));
            }
            ("search", _) => {
                let asked = Search::of(query);
                let stood = self.stood_in(&asked).await?;
                let page = block_in_place(|| held.shelf.page(&asked, &stood, &self.site));
                return Ok(Found::Document(Document::of(Kind::Html, page)));
            }
            ("search.pgn", _) => return self.found_as_pgn(&held.shelf, query).await,
            (_, _) => {}
        }
        if let Some(found) = secret::find(&self.pool, &self.site, path).await {
            return found;
        }
        let Some(game) = game_at(path) else {
            return Err(Fault::NotFound);
        };
        match self.game(path, game).await {
            Ok(Some(page)) => Ok(Found::Document(page)),
            Ok(None) => Err(Fault::NotFound),
            Err(fault) => {
                error!(path, fault = format!("{fault:#}"), "a game cannot be shown");
                Err(Fault::NoGames)
            }
        }
    }

    /// In which games of the archive stood what is looked for on the board, if something is.
    async fn stood_in(&self, asked: &Search) -> Result<StoodIn, Fault> {
        let Some(OnBoard { board, material }) = asked.on_board() else {
            return Ok(StoodIn::default());
        };
        let most = i64::try_from(MOST_WITH_POSITION).unwrap_or(i64::MAX);
        let found = public_games::entered_with(&self.pool, board, material, most).await;
        let numbers = found.map_err(|fault| {
            error!(fault = %fault, "what stood on the board cannot be looked for");
            Fault::NoGames
        })?;
        Ok(StoodIn {
            numbers: numbers.into_iter().collect(),
        })
    }

    /// The first games that are looked for, as one file.
    async fn found_as_pgn(&self, shelf: &Shelf, query: &str) -> Result<Found, Fault> {
        let asked = Search::of(query);
        let stood = self.stood_in(&asked).await?;
        let games = block_in_place(|| shelf.games(&asked, &stood));
        let mut text = String::new();
        for (source, number) in games.into_iter().take(MOST_AS_PGN) {
            let path = format!("{}/{number}.pgn", source.folder());
            let game = self.game(&path, (source, number)).await;
            let game = game.map_err(|fault| {
                error!(path, fault = format!("{fault:#}"), "a game cannot be shown");
                Fault::NoGames
            })?;
            // One that went meanwhile is left out.
            let game = game
                .as_ref()
                .map(|page| String::from_utf8_lossy(&page.text));
            text.extend(game);
        }
        Ok(Found::Document(Document::of(Kind::Pgn, text)))
    }

    /// The page or the PGN of a game that is public now.
    async fn game(
        &self,
        path: &str,
        (source, number): (Source, i64),
    ) -> anyhow::Result<Option<Document>> {
        let mut connection = self.pool.acquire().await?;
        let version = match source {
            Source::Played => public_games::played_version(&mut *connection, number).await?,
            Source::Archive => public_games::entered_version(&mut *connection, number).await?,
        };
        let Some(version) = version else {
            return Ok(None);
        };
        if let Some(page) = self.kept().page(path, &version) {
            return Ok(Some(page));
        }
        let game = match source {
            Source::Played => {
                let mut found = public_games::played(&mut connection, Range::only(number));
                let found = found.try_next().await?.filter(|it| it.game.id == number);
                found.and_then(|named| site::played(&named, &self.settings, &self.form))
            }
            Source::Archive => {
                let mut found = public_games::entered(&mut connection, Range::only(number));
                let found = found.try_next().await?.filter(|it| it.id == number);
                found
                    .map(|game| site::entered(&game, &self.form))
                    .transpose()?
            }
        };
        drop(connection);
        let Some(game) = game else {
            return Ok(None);
        };
        let page = match Kind::of(path) {
            Kind::Pgn => Document::of(Kind::Pgn, site::pgn(&game)),
            Kind::Html | Kind::Css | Kind::Script | Kind::Atom | Kind::Json | Kind::Calendar => {
                Document::of(Kind::Html, game_page(&game, &self.site).text)
            }
        };
        self.kept().keep(path, version, &page);
        Ok(Some(page))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Whatever is in it is compared with the database before it is shown.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    async fn read(settings: &Settings, site: &Site, pool: &PgPool) -> anyhow::Result<Held> {
        let compared = Instant::now();
        let mut tx = public_games::snapshot(pool).await?;
        let stamp = public_games::stamp(&mut *tx).await?;
        let Lists { headings, pages } = site::lists(&mut tx, settings, site).await?;
        tx.rollback().await?;
        let lists = pages.into_iter().map(|page| {
            let kind = Kind::of(&page.path);
            (page.path, Document::of(kind, page.text))
        });
        let all = site::digest_of_all(&headings);
        let all: String = all.iter().map(|octet| format!("{octet:02x}")).collect();
        Ok(Held {
            stamp,
            compared,
            lists: Arc::new(lists.collect()),
            shelf: Arc::new(block_in_place(|| Shelf::of(headings))),
            tag: format!("\"{all}\""),
        })
    }
}

/// What stands behind `fen=`, where that is there.
fn given(query: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let found = pairs.find(|(name, _)| name == "fen");
    found.map(|(_, value)| value.into_owned())
}

fn fen_for_programs(query: &str) -> Result<Found, Fault> {
    let report = fen_report(&given(query).unwrap_or_default());
    let text = serde_json::to_string(&report).map_err(|_| Fault::Ours)?;
    Ok(Found::Document(Document::of(Kind::Json, text)))
}

/// Which game has its page or its PGN at this path; only as links write it.
fn game_at(path: &str) -> Option<(Source, i64)> {
    let (folder, file) = path.split_once('/')?;
    let source = [Source::Played, Source::Archive]
        .into_iter()
        .find(|source| source.folder() == folder)?;
    let name = file
        .strip_suffix(".html")
        .or_else(|| file.strip_suffix(".pgn"))?;
    let number: i64 = name.parse().ok()?;
    (number > 0 && number.to_string() == name).then_some((source, number))
}

impl Pages for Arc<Catalogue> {
    fn find<'a>(
        &'a self,
        path: &'a str,
        query: &'a str,
        form: Form,
    ) -> BoxFuture<'a, Result<Found, Fault>> {
        Box::pin(Catalogue::find(self, path, query, form))
    }

    fn takes(&self, path: &str) -> bool {
        path == ENTRY
    }

    fn take<'a>(&'a self, _path: &'a str, form: Bytes) -> BoxFuture<'a, Result<Taken, Fault>> {
        Box::pin(async move { entries::take(&self.pool, &self.site, &form).await })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_one_address() {
        assert_eq!(game_at("games/17.html"), Some((Source::Played, 17)));
        assert_eq!(game_at("archive/1.pgn"), Some((Source::Archive, 1)));
        for none in [
            "games/017.html",
            "games/+1.html",
            "games/0.html",
            "games/-1.html",
            "games/1",
            "games/1.json",
            "games/../games/1.html",
            "games/9223372036854775808.html",
            "other/1.html",
            "1.html",
        ] {
            assert_eq!(game_at(none), None, "{none}");
        }
    }
}
