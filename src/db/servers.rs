//! Where the database may be: one server, or a primary and its standbys, of which one at a time can be written to.
//!
//! Where there are several, the one that can be written to is looked for at the beginning and then again and again: when a
//! standby has been promoted, new connections lead to it. Those that are open lead to the old one; it was stopped or has died,
//! so that they break, and what was in work on them is tried again.

use sqlx::postgres::{PgConnectOptions, PgPool};
use sqlx::{ConnectOptions, Connection, PgConnection};
use std::io;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

/// How long a connection may take, also when all of a pool are in use.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// How long one of several servers has to answer: one that is gone without a word must not hold up the others.
const FOR_EACH: Duration = Duration::from_secs(5);

/// How often is looked whether the server that is used can still be written to.
const BETWEEN: Duration = Duration::from_secs(2);

/// The servers of a database.
#[derive(Clone, Debug)]
pub struct Servers(Vec<PgConnectOptions>);

impl From<PgConnectOptions> for Servers {
    fn from(one: PgConnectOptions) -> Servers {
        Servers(vec![one])
    }
}

impl From<Vec<PgConnectOptions>> for Servers {
    fn from(several: Vec<PgConnectOptions>) -> Servers {
        Servers(several)
    }
}

impl Servers {
    /// The same, each changed in this way.
    pub(super) fn each(self, change: impl FnMut(PgConnectOptions) -> PgConnectOptions) -> Servers {
        Servers(self.0.into_iter().map(change).collect())
    }

    /// Whether there is a choice.
    pub(super) fn are_several(&self) -> bool {
        self.0.len() > 1
    }

    /// The one to be used: of several the first that can be written to.
    ///
    /// # Errors
    ///
    /// Where there is none; of a single server what it says itself.
    pub(super) async fn primary(&self) -> sqlx::Result<PgConnectOptions> {
        if let [only] = self.0.as_slice() {
            return reached(only).await;
        }
        let mut reasons = Vec::new();
        for server in &self.0 {
            match within(FOR_EACH, writable(server)).await {
                Ok(true) => return Ok(server.clone()),
                Ok(false) => reasons.push(format!("{} is a standby", place(server))),
                Err(failure) => reasons.push(format!("{}: {failure}", place(server))),
            }
        }
        let words = format!("no server can be written to: {}", reasons.join("; "));
        Err(io::Error::other(words).into())
    }

    /// Has new connections of this pool lead to the server that can be written to, as long as the pool is open.
    pub(super) async fn follow(self, pool: PgPool) {
        while !pool.is_closed() {
            sleep(BETWEEN).await;
            let used = pool.connect_options();
            if matches!(within(FOR_EACH, writable(&used)).await, Ok(true)) {
                continue;
            }
            match self.primary().await {
                Ok(found) if place(&found) != place(&used) => {
                    info!(
                        from = place(&used),
                        to = place(&found),
                        "the database has moved"
                    );
                    pool.set_connect_options(found);
                }
                Ok(_) => {}
                Err(failure) => warn!(error = %failure, "the database cannot be used now"),
            }
        }
    }
}

/// The only server: whether it is there shows itself at once; one that only starts up is waited for by the pool.
async fn reached(server: &PgConnectOptions) -> sqlx::Result<PgConnectOptions> {
    match within(PATIENCE, server.connect()).await {
        Ok(first) => first.close().await?,
        Err(sqlx::Error::Database(_)) => {}
        Err(other) => return Err(other),
    }
    Ok(server.clone())
}

/// Whether this server takes what is written, and does not follow another one.
async fn writable(server: &PgConnectOptions) -> sqlx::Result<bool> {
    let mut connection = server.connect().await?;
    let standby = is_standby(&mut connection).await?;
    connection.close().await?;
    Ok(!standby)
}

/// Takes no connection with a server that only follows another one.
pub(super) async fn refuse_standby(connection: &mut PgConnection) -> sqlx::Result<()> {
    match is_standby(connection).await? {
        true => Err(io::Error::other("this server is a standby").into()),
        false => Ok(()),
    }
}

async fn is_standby(connection: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select pg_is_in_recovery() as "standby!""#)
        .fetch_one(connection)
        .await
}

async fn within<T>(time: Duration, work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    timeout(time, work).await.unwrap_or_else(|_| {
        let words = format!("no answer within {} s", time.as_secs());
        Err(io::Error::new(io::ErrorKind::TimedOut, words).into())
    })
}

/// Host and port, as errors and the log name them.
fn place(server: &PgConnectOptions) -> String {
    format!("{}:{}", server.get_host(), server.get_port())
}
