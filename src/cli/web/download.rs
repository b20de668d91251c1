//! All games as one file, made while it is sent: a few games at a time, so that neither memory nor the database is held for
//! whoever takes it slowly.

use crate::cli::site;
use crate::db::public_games::{self, Range};
use crate::pages::Source;
use crate::settings::Settings;
use crate::web::{Download, Fault, Kind};
use futures::{TryStreamExt, stream};
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Bytes, Frame};
use sqlx::PgPool;
use std::io;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::error;

/// How many are sent at a time.
const AT_A_TIME: usize = 4;
/// Games that are read at once.
const PORTION: i64 = 100;

/// Who fetches all games.
pub(super) struct Downloads(Arc<Semaphore>);

impl Default for Downloads {
    fn default() -> Downloads {
        Downloads(Arc::new(Semaphore::new(AT_A_TIME)))
    }
}

/// How far one has come.
struct Position {
    pool: PgPool,
    settings: Settings,
    form: [u8; 32],
    /// Where the next game comes from, and the last number of there; `None` at the end.
    next: Option<(Source, i64)>,
    _place: OwnedSemaphorePermit,
}

impl Downloads {
    /// The file with all games, known by this tag.
    ///
    /// # Errors
    ///
    /// [`Fault::Busy`] when enough others are fetching it.
    pub(super) fn all(
        &self,
        pool: &PgPool,
        settings: &Settings,
        form: [u8; 32],
        tag: String,
    ) -> Result<Download, Fault> {
        let place = Arc::clone(&self.0).try_acquire_owned();
        let begin = Position {
            pool: pool.clone(),
            settings: settings.clone(),
            form,
            next: Some((Source::Played, 0)),
            _place: place.map_err(|_| Fault::Busy)?,
        };
        let portions = stream::try_unfold(begin, |position| async {
            position.portion().await.map_err(|fault| {
                error!(
                    fault = format!("{fault:#}"),
                    "the file with all games was broken off"
                );
                io::Error::other("the games cannot be read")
            })
        });
        Ok(Download {
            kind: Kind::Pgn,
            tag,
            body: BodyExt::boxed_unsync(StreamBody::new(portions)),
        })
    }
}

impl Position {
    async fn portion(mut self) -> anyhow::Result<Option<(Frame<Bytes>, Position)>> {
        let Some((source, above)) = self.next else {
            return Ok(None);
        };
        let range = Range {
            above,
            at_most: PORTION,
        };
        let mut connection = self.pool.acquire().await?;
        let mut text = String::new();
        let mut last = None;
        match source {
            Source::Played => {
                let mut games = public_games::played(&mut connection, range);
                while let Some(named) = games.try_next().await? {
                    last = Some(named.game.id);
                    let game = site::played(&named, &self.settings, &self.form)?;
                    text.extend(game.as_ref().map(site::pgn));
                }
            }
            Source::Archive => {
                let mut games = public_games::entered(&mut connection, range);
                while let Some(game) = games.try_next().await? {
                    last = Some(game.id);
                    text.push_str(&site::pgn(&site::entered(&game, &self.form)?));
                }
            }
        }
        drop(connection);
        self.next = match (last, source) {
            (Some(last), source) => Some((source, last)),
            (None, Source::Played) => Some((Source::Archive, 0)),
            (None, Source::Archive) => None,
        };
        Ok(Some((Frame::data(Bytes::from(text)), self)))
    }
}
