//! Pages for whoever has a secret link: the deadlines of a player, for their calendar, and what a club's secretary sees. To whoever
//! has none they are not there, and look as all that is not.

use crate::cli::duration::duration;
use crate::db::secret_links::{self, RunningRow, SecretaryRows, SilenceRow};
use crate::game::clock::{Control, TimeSheet};
use crate::letters::{DueMove, FetchedCalendar, Language, control_in_words, left_in_words};
use crate::pages::{RunningGame, Silence, Site, secretary_page};
use crate::web::{Document, Fault, Found, Kind};
use chrono::{DateTime, Utc};
use shakmaty::Color;
use sqlx::PgPool;
use tokio::task::block_in_place;
use tracing::error;

/// What there is at this path by a secret link, if such links begin so; otherwise nothing.
pub(super) async fn find(pool: &PgPool, site: &Site, path: &str) -> Option<Result<Found, Fault>> {
    let (folder, token) = path.split_once('/')?;
    let found = match folder {
        "deadlines" => calendar(pool, site, token.strip_suffix(".ics")?).await,
        "secretary" => secretary(pool, site, token).await,
        _ => return None,
    };
    Some(match found {
        Ok(Some(found)) => Ok(found),
        Ok(None) => Err(Fault::NotFound),
        Err(fault) => {
            // What stands in the link is nobody's business.
            error!(folder, %fault, "what a secret link leads to cannot be read");
            Err(Fault::NoGames)
        }
    })
}

async fn calendar(pool: &PgPool, site: &Site, token: &str) -> sqlx::Result<Option<Found>> {
    let Some(rows) = secret_links::deadlines(pool, token).await? else {
        return Ok(None);
    };
    let deadlines = rows.deadlines.into_iter().map(|row| DueMove {
        game: row.game_id,
        opponent: row.opponent,
        ends: row.ends_at,
        since: row.reckoned_at,
    });
    let calendar = FetchedCalendar {
        name: site.name.clone(),
        player: rows.player_id,
        domain: format!("penpawn.{}", site.domain()),
        language: Language::named(&rows.language).unwrap_or(Language::English),
        deadlines: deadlines.collect(),
    };
    let document = Document::of(Kind::Calendar, calendar.text());
    Ok(Some(Found::Subscribed(document)))
}

async fn secretary(pool: &PgPool, site: &Site, token: &str) -> sqlx::Result<Option<Found>> {
    let Some(rows) = secret_links::for_secretary(pool, token).await? else {
        return Ok(None);
    };
    let SecretaryRows {
        now,
        games,
        silences,
    } = rows;
    let document = block_in_place(|| {
        let games = games.into_iter().map(|row| running(row, now));
        let silences = silences.into_iter().map(silence);
        let page = secretary_page(instant(now), games.collect(), silences.collect(), site);
        Document::of(Kind::Html, page)
    });
    Ok(Some(Found::Confidential(document)))
}

fn running(row: RunningRow, now: DateTime<Utc>) -> RunningGame {
    let control: Option<Control> = row.control.parse().ok();
    let sheet = control.and_then(|it| TimeSheet::read(it, row.clock.as_deref()));
    let left = |side| match (control, &sheet) {
        (Some(control), Some(sheet)) if control.has_clock() => {
            left_in_words(control, sheet.clocks().left(side)).to_string()
        }
        (_, _) => String::new(),
    };
    let (ends, in_time) = ends(&row, control, now);
    let dots = if row.side == "white" { "." } else { "..." };
    RunningGame {
        number: row.id,
        white_left: left(Color::White),
        black_left: left(Color::Black),
        to_move: format!("{}{dots}", row.plies / 2 + 1),
        white_moves: row.side == "white",
        since: instant(row.turned_at),
        ends,
        in_time,
        event: row.event.map_or_else(String::new, |(title, round)| {
            format!("{title}, round {round}")
        }),
        control: control.map_or_else(String::new, control_in_words),
        white: row.white,
        black: row.black,
    }
}

/// When the time of the side to move is over, or why it has no end; and how long that is from now.
fn ends(row: &RunningRow, control: Option<Control>, now: DateTime<Utc>) -> (String, String) {
    match (row.ends_at, row.told_at) {
        (Some(ends), _) if ends > now => {
            let seconds = (ends - now).as_seconds_f64();
            (instant(ends), duration(seconds))
        }
        (Some(ends), _) => (
            format!("{}: it is over, and not yet acted upon", instant(ends)),
            String::new(),
        ),
        (None, _) if !control.is_some_and(Control::has_clock) => {
            ("never".to_owned(), String::new())
        }
        (None, Some(_)) => ("not known: the clock stands".to_owned(), String::new()),
        (None, None) => (
            "not known: the mail of it is under way".to_owned(),
            String::new(),
        ),
    }
}

fn silence(row: SilenceRow) -> Silence {
    Silence {
        reason: reason_in_words(&row.reason),
        player: row.player.unwrap_or_default(),
        mails: row.mails,
        since: row.since.map_or_else(String::new, instant),
    }
}

fn reason_in_words(reason: &str) -> &'static str {
    match reason {
        "unconfirmed" => "mail in their name waits for their yes",
        "laid aside" => "mail could not be handled, and is laid aside",
        "enough for today" => "enough was sent to them today",
        "unanswered" => "mail was handled today, and not answered: a fault",
        "words in a calendar" => "words of theirs came in the answer of a calendar",
        "mail comes back" => "letters to them came back, and are held",
        "reported as spam" => "our mail was reported as spam, and letters are held",
        "wants no mail" => "they said \"stop\", and have games that go on",
        _ => "not known",
    }
}

/// An instant in UTC, to the minute.
fn instant(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M").to_string()
}
