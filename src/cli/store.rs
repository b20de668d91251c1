//! The database of these settings, and the private server below it where there is one.

use crate::db::{self, rights};
use crate::private_postgres::{DAEMON_ROLE, PrivateError, PrivatePostgres, WEB_ROLE, has_cluster};
use crate::settings::{Database, Settings, database_url};
use anyhow::{Context, bail};
use sqlx::PgPool;
use std::path::Path;
use tracing::warn;

/// The database, and the private server below it where there is one.
pub(super) struct Store {
    pub(super) pool: PgPool,
    pub(super) private: Option<PrivatePostgres>,
}

/// In whose name we are connected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    /// The role of daily work.
    Daemon,
    /// The role that owns the tables.
    Owner,
    /// The role that reads what everybody may read.
    Web,
}

/// What happens where there is no private database yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Absent {
    /// It is made, and that is said.
    Make,
    /// It is an error: whoever only looks must not be shown an empty database that they have just made themselves.
    Refuse,
}

impl Store {
    /// Connects for daily work, and checks that the tables are those of this program.
    pub(super) async fn open(settings: &Settings) -> anyhow::Result<Store> {
        Store::connect(settings, As::Daemon, Absent::Refuse)
            .await?
            .checked()
            .await
    }

    /// The same; where there is no private database yet, it is made.
    pub(super) async fn open_or_make(settings: &Settings) -> anyhow::Result<Store> {
        Store::connect(settings, As::Daemon, Absent::Make)
            .await?
            .checked()
            .await
    }

    /// The same as `open`, in this name.
    pub(super) async fn open_as(settings: &Settings, role: As) -> anyhow::Result<Store> {
        Store::connect(settings, role, Absent::Refuse)
            .await?
            .checked()
            .await
    }

    /// Connects as the role that reads what everybody may read, and checks that it can do that and nothing else.
    pub(super) async fn open_for_web(settings: &Settings) -> anyhow::Result<Store> {
        if !settings.database.url.is_empty() && settings.web.database_url.is_empty() {
            bail!(
                "web.database_url is not set: the database of database.url, for a role of its own that reads what everybody \
                 may read and has no other right"
            );
        }
        let store = Store::connect(settings, As::Web, Absent::Refuse).await?;
        let fault = match web_fault(&store.pool).await {
            Ok(None) => return Ok(store),
            Ok(Some(fault)) => anyhow::anyhow!("{fault}"),
            Err(fault) => fault.into(),
        };
        // As below.
        let _ = store.close().await;
        Err(fault)
    }

    /// Checks that the tables are those of this program.
    pub(super) async fn checked(self) -> anyhow::Result<Store> {
        let store = self;
        let fault = match db::schema_fault(&store.pool).await {
            Ok(None) => return Ok(store),
            Ok(Some(fault)) => anyhow::anyhow!("{fault}"),
            Err(fault) => fault.into(),
        };
        // What is wrong is the reason to tell.
        let _ = store.close().await;
        Err(fault)
    }

    /// Connects, whatever the tables are.
    pub(super) async fn connect(
        settings: &Settings,
        role: As,
        absent: Absent,
    ) -> anyhow::Result<Store> {
        let Database { url, owner_url, .. } = &settings.database;
        let connections = settings.database.connections.max(2);
        let is_elsewhere =
            !url.is_empty() || role == As::Web && !settings.web.database_url.is_empty();
        if !is_elsewhere {
            if !owner_url.is_empty() {
                bail!("database.owner_url is set, and database.url is not");
            }
            let private = private_server(&settings.data_folder(), absent)
                .await
                .context("database.url is not set, and no private Postgres can be had")?;
            return match bring_up(&private, role, connections).await {
                Ok(pool) => Ok(Store {
                    pool,
                    private: Some(private),
                }),
                Err(failure) => {
                    // As above.
                    let _ = private.stop().await;
                    Err(failure)
                }
            };
        }
        let (url, key) = match role {
            As::Owner if !owner_url.is_empty() => (owner_url, "database.owner_url"),
            As::Owner | As::Daemon => (url, "database.url"),
            As::Web => (&settings.web.database_url, "web.database_url"),
        };
        let mut options = database_url::connect_options(url, key)?;
        if role == As::Web {
            options = options.into_iter().map(db::for_reading_alone).collect();
        }
        let pool = db::connect(options, connections)
            .await
            .with_context(|| format!("the database does not let us in ({key})"))?;
        Ok(Store {
            pool,
            private: None,
        })
    }

    pub(super) async fn close(self) -> anyhow::Result<()> {
        self.pool.close().await;
        if let Some(private) = self.private {
            private.stop().await.context("the private Postgres")?;
        }
        Ok(())
    }
}

/// Why pages cannot be served from this database, if they cannot.
async fn web_fault(pool: &PgPool) -> sqlx::Result<Option<String>> {
    if !rights::has_views(pool).await? {
        let fault = "the database lacks what pages are made from; run `penpawn migrate`";
        return Ok(Some(fault.to_owned()));
    }
    let excess = rights::beyond_views(pool).await?;
    Ok((!excess.is_empty()).then(|| {
        format!(
            "the role of web.database_url {}; give it one without any right: it may read what everybody may read",
            excess.join(", ")
        )
    }))
}

async fn private_server(folder: &Path, absent: Absent) -> Result<PrivatePostgres, PrivateError> {
    match absent {
        Absent::Refuse => PrivatePostgres::open(folder).await,
        Absent::Make => {
            if !has_cluster(folder)? {
                // Whoever expected their games to be there must see that they are not.
                warn!(folder = %folder.display(), "there is no database yet: making a private Postgres");
            }
            PrivatePostgres::start(folder).await
        }
    }
}

/// Nobody administers the private database but this program: its tables and rights are brought up to date.
pub(super) async fn bring_up(
    private: &PrivatePostgres,
    role: As,
    connections: u32,
) -> anyhow::Result<PgPool> {
    let owner = db::connect(private.options(), 2).await?;
    db::migrate(&owner).await?;
    rights::open_views(&owner).await?;
    rights::make_role(&owner, WEB_ROLE).await?;
    rights::make_role(&owner, DAEMON_ROLE).await?;
    if !rights::missing(&owner, DAEMON_ROLE).await?.is_empty() {
        rights::grant(&owner, DAEMON_ROLE).await?;
    }
    let options = match role {
        As::Owner => return Ok(owner),
        As::Daemon => private.daemon_options(),
        As::Web => db::for_reading_alone(private.web_options()),
    };
    owner.close().await;
    Ok(db::connect(options, connections).await?)
}

pub(super) async fn migrate(settings: &Settings) -> anyhow::Result<()> {
    let store = Store::connect(settings, As::Owner, Absent::Make).await?;
    let outcome = async {
        if store.private.is_none() {
            bring_up_to_date(settings, &store).await?;
        }
        anyhow::Ok(())
    }
    .await;
    store.close().await.and(outcome)?;
    println!("The tables are up to date.");
    Ok(())
}

/// Brings the tables up to date, and the rights on them.
pub(super) async fn bring_up_to_date(settings: &Settings, store: &Store) -> anyhow::Result<()> {
    db::migrate(&store.pool).await?;
    rights::open_views(&store.pool).await?;
    match store.private {
        Some(_) => {
            rights::make_role(&store.pool, WEB_ROLE).await?;
            rights::make_role(&store.pool, DAEMON_ROLE).await?;
            rights::grant(&store.pool, DAEMON_ROLE).await
        }
        None => give_rights(settings, &store.pool).await,
    }
}

/// Gives the role of `database.url` the rights that the daemon needs, where the tables are another one's.
async fn give_rights(settings: &Settings, owner: &PgPool) -> anyhow::Result<()> {
    let options = database_url::connect_options(&settings.database.url, "database.url")?;
    let Some(role) = options.first().map(|server| server.get_username()) else {
        bail!("database.url names no server");
    };
    if owner.connect_options().get_username() == role {
        return Ok(());
    }
    if !rights::role_exists(owner, role).await? {
        bail!(
            "there is no role {role}, which database.url names; make it (create role … login password …), and run \
             `penpawn migrate` again"
        );
    }
    rights::grant(owner, role).await
}
