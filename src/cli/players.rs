//! `penpawn players list`

use super::print;
use crate::db::listing;
use clap::Subcommand;
use sqlx::PgPool;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List players, a line each: number, state, name, address, games going on, games finished
    ///
    /// The state is `active`, or `invited` for an address that was challenged and has not answered, or `silenced` for
    /// one that said "stop".
    List,
}

pub(super) async fn run(pool: &PgPool, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::List => {
            for player in listing::players(pool).await? {
                let state = if player.silenced {
                    "silenced"
                } else {
                    &player.state
                };
                print(&format!(
                    "{:>6}  {state:<8}  {}  <{}>  {} playing, {} finished\n",
                    player.id, player.name, player.address, player.playing, player.finished
                ))?;
            }
            Ok(())
        }
    }
}
