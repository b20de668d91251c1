//! Spectators: who watches a tournament, or a game that they do not play.
//!
//! What can be watched is what everybody may read when it has ended: games of tournaments that are published, and games both of
//! whose players want it. Of any other game it is not even said whether there is one of that number.

use super::Execution;
use crate::game::PlayerNumber;
use crate::language::{Order, Watched};
use crate::letters::{
    NoTournament, NoWatching, Occasion, TournamentName, WatchChange, WatchedView, Why,
};
use crate::robot::tournaments::Tournament;
use crate::robot::watching::{Change, MOST_WATCHED, Watch};
use crate::tournaments::State;

impl Execution<'_, '_, '_> {
    /// The sender watches this from now on.
    pub(super) fn watch(&mut self, order: &Order, what: &Watched) {
        self.become_player();
        let me = self.sender.player;
        match self.may_watch(what) {
            Ok((what, change)) => {
                self.batch.tournaments.watches.changes.push(change);
                let watch = Watch {
                    player: me,
                    what: what.clone(),
                };
                self.batch.tournaments.watches.known.push(watch);
                self.tell_watched(WatchChange { what, now: true });
            }
            Err(why) => self.refuse(order, why, None),
        }
    }

    /// The sender watches this no more.
    pub(super) fn unwatch(&mut self, order: &Order, what: &Watched) {
        let me = self.sender.player;
        let mut known = self.batch.tournaments.watches.known.iter();
        let at = known.position(|watch| watch.player == me && is_meant(&watch.what, what));
        let gone = match at {
            Some(at) => Some(self.batch.tournaments.watches.known.remove(at).what),
            // Games of it may still be on their way.
            None => self.over(what),
        };
        let Some(gone) = gone else {
            self.refuse(order, NoWatching::NotWatched, None);
            return;
        };
        self.batch.tournaments.watches.changes.push(match what {
            Watched::Tournament(name) => Change::NoTournament(me, name.clone()),
            Watched::Game(number) => Change::NoGame(me, *number),
        });
        let changed = WatchChange {
            what: gone,
            now: false,
        };
        self.tell_watched(changed);
    }

    /// A tournament that is over.
    fn over(&self, what: &Watched) -> Option<WatchedView> {
        let Watched::Tournament(name) = what else {
            return None;
        };
        let one = self.tournament(name).ok()?;
        (one.state == State::Finished).then(|| view(one))
    }

    /// What the sender watches.
    pub(super) fn list_watched(&mut self) {
        let watched = self.batch.tournaments.watches.of(self.sender.player);
        let changed = Vec::new();
        self.inform(Occasion::Watching { changed, watched }, None);
    }

    /// What of what the sender watches is new, with all of it: one letter for all orders of a mail.
    fn tell_watched(&mut self, change: WatchChange) {
        let (me, cause) = (self.sender.player, self.read.cause());
        let now = self.batch.tournaments.watches.of(me);
        let mut drafts = self.batch.drafts.iter_mut();
        let told = drafts.find_map(|draft| {
            if let Occasion::Watching { changed, watched } = &mut draft.occasion
                && draft.cause == cause
                && !changed.is_empty()
            {
                Some((changed, watched))
            } else {
                None
            }
        });
        if let Some((changed, watched)) = told {
            changed.push(change);
            *watched = now;
            return;
        }
        let occasion = Occasion::Watching {
            changed: vec![change],
            watched: now,
        };
        self.tell(occasion, None);
    }

    fn may_watch(&self, what: &Watched) -> Result<(WatchedView, Change), Why> {
        let me = self.sender.player;
        let known = self.batch.tournaments.watches.of(me);
        if known.iter().any(|one| is_meant(one, what)) {
            return Err(NoWatching::Twice.into());
        }
        if known.len() >= MOST_WATCHED {
            let most = MOST_WATCHED;
            return Err(NoWatching::TooMany { most }.into());
        }
        match what {
            Watched::Tournament(name) => self.may_watch_tournament(name),
            Watched::Game(number) => self.may_watch_game(*number).map_err(Why::from),
        }
    }

    fn may_watch_tournament(&self, name: &str) -> Result<(WatchedView, Change), Why> {
        let found = self.batch.tournaments.find(name);
        let one = found.ok_or_else(|| NoWatching::NoSuch {
            others: self.published(),
        })?;
        match one.state {
            State::Finished => return Err(NoTournament::Finished.into()),
            State::Cancelled => return Err(NoTournament::Cancelled.into()),
            State::Prepared | State::Open | State::Closed | State::Playing => {}
        }
        if one.row.publication == "never" {
            let others = self.published();
            return Err(NoWatching::NotPublished { others }.into());
        }
        Ok((
            view(one),
            Change::Tournament(self.sender.player, one.row.id),
        ))
    }

    /// The tournaments that can be watched.
    fn published(&self) -> Vec<String> {
        let others = self.batch.tournaments.known.iter();
        let others = others.filter(|one| {
            let shown = [State::Open, State::Closed, State::Playing];
            one.row.publication != "never" && shown.contains(&one.state)
        });
        others.map(|one| one.row.name.clone()).collect()
    }

    fn may_watch_game(&self, number: i64) -> Result<(WatchedView, Change), NoWatching> {
        let me = self.sender.player;
        let mut watchable = self.batch.tournaments.watches.watchable.iter();
        let found = watchable.find(|game| game.id == number);
        let game = found.ok_or(NoWatching::NoGame)?;
        if [game.challenger_id, game.opponent_id]
            .map(PlayerNumber)
            .contains(&me)
        {
            return Err(NoWatching::OwnGame);
        }
        let players = [game.challenger.clone(), game.opponent.clone()];
        Ok((
            WatchedView::Game { number, players },
            Change::Game(me, number),
        ))
    }
}

fn view(one: &Tournament) -> WatchedView {
    WatchedView::Tournament {
        tournament: TournamentName {
            name: one.row.name.clone(),
            title: one.row.title.clone(),
        },
        publication: one.row.publication.clone(),
    }
}

/// Whether an order means this.
fn is_meant(one: &WatchedView, what: &Watched) -> bool {
    match (one, what) {
        (WatchedView::Tournament { tournament, .. }, Watched::Tournament(name)) => {
            tournament.name == *name
        }
        (WatchedView::Game { number, .. }, Watched::Game(meant)) => number == meant,
        (WatchedView::Tournament { .. }, Watched::Game(_))
        | (WatchedView::Game { .. }, Watched::Tournament(_)) => false,
    }
}
