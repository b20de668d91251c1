//! All games as one file, made while it is sent: a few games at a time, so that whoever takes it slowly holds no more than these
//! few, and keeps nobody else from it.

use crate::cli::site;
use crate::db::public_games::{self, Range};
use crate::pages::Source;
use crate::settings::Settings;
use crate::web::{Download, Kind};
use futures::{TryStreamExt, stream};
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Bytes, Frame};
use sqlx::PgPool;
use std::io;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::block_in_place;
use tracing::error;

/// How many have their next games read at a time; others wait for them.
const AT_A_TIME: usize = 2;
/// Games that are read at once.
const PORTION: i64 = 20;

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
    places: Arc<Semaphore>,
}

impl Downloads {
    /// The file with all games, known by this tag.
    pub(super) fn all(
        &self,
        pool: &PgPool,
        settings: &Settings,
        form: [u8; 32],
        tag: String,
    ) -> Download {
        let begin = Position {
            pool: pool.clone(),
            settings: settings.clone(),
            form,
            next: Some((Source::Played, 0)),
            places: Arc::clone(&self.0),
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
        Download {
            kind: Kind::Pgn,
            tag,
            body: BodyExt::boxed_unsync(StreamBody::new(portions)),
        }
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
        let _place = Arc::clone(&self.places).acquire_owned().await?;
        let mut connection = self.pool.acquire().await?;
        let mut text = String::new();
        let mut last = None;
        match source {
            Source::Played => {
                let mut games = public_games::played(&mut connection, range);
                while let Some(named) = games.try_next().await? {
                    last = Some(named.game.id);
                    // Others have something to do meanwhile.
                    text.extend(block_in_place(|| {
                        let game = site::played(&named, &self.settings, &self.form)?;
                        Some(site::pgn(&game))
                    }));
                }
            }
            Source::Archive => {
                let mut games = public_games::entered(&mut connection, range);
                while let Some(game) = games.try_next().await? {
                    last = Some(game.id);
                    let read = || site::entered(&game, &self.form);
                    text.push_str(&block_in_place(|| read().map(|game| site::pgn(&game)))?);
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
