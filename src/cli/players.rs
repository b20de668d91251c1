//! `penpawn players list|show|wake|address|block|unblock|export|forget`

use super::games::pgn;
use super::robot::robot;
use super::standing;
use super::terminal::{counted, instant, print, print_json};
use crate::db::bounces;
use crate::db::listing::{self, GameFilter, PlayerLine};
use crate::db::personal::{self, Person, PersonMail};
use crate::db::players::{Access, Who};
use crate::mail::address;
use crate::plain_file;
use crate::settings::Settings;
use anyhow::{Context, bail};
use clap::Subcommand;
use futures::TryStreamExt;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgPool;
use std::fs;
use std::io::{BufRead, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List players, a line each: number, state, name, address, games going on, games finished
    ///
    /// The state is `active`; `invited` for an address that was challenged and has not answered; `silenced` for one that
    /// said "stop" or whose provider reported our mail as spam; `resting` for one from which letters came back, so that
    /// no more are sent to it; `blocked` for a player whom the administrator has blocked; `gone` for one who was
    /// forgotten.
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },

    /// Have a player's mail sent to another address, for one who cannot read at the old one any more
    ///
    /// Nobody is asked; a letter to the old address and one to the new say so. The old address stays one from which
    /// they may write. Make sure that it is they who want this: whoever reads at the new address plays their games.
    Address {
        /// Their name, number or address
        player: String,
        /// Where their mail goes from now on
        address: String,
    },

    /// Let a player neither write nor get mail; their games stay as they are, and their clocks run on
    Block {
        /// Their name, number or address
        player: String,
    },

    /// Let a blocked player write and get mail again
    Unblock {
        /// Their name, number or address
        player: String,
    },

    /// Show a player: their state, why no mail is sent to them if that is so, and the last reports about letters to
    /// them
    Show {
        /// Their name, number or address
        player: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },

    /// Write to a player again whose address rests, without waiting for a mail of theirs
    ///
    /// Letters that were held back go out. Should they come back again, the counting begins anew.
    Wake {
        /// Their name, number or address
        player: String,
    },

    /// Write all that is known of a player into a new folder, to be handed to them
    ///
    /// In it are `player.toml` with their name, addresses and a list of their mails; `games.pgn`; `mails/` with the
    /// mails that came from them and the letters to them, as far as their texts are still kept; and `records.json` with
    /// all else: ratings, notes, conditional and held moves, open questions, players whom they do not want to hear from, reports about
    /// letters to them, times in which none were sent, how many there were on a day, the reasons of your rulings in
    /// their games, and games that they entered into the archive.
    Export {
        /// Their name, number or address
        player: String,
        /// The folder to make
        folder: PathBuf,
    },

    /// Erase all that is known of a player, for good, but their games
    ///
    /// They resign the games that go on, take their challenges back and decline those that wait; their opponents are
    /// told. Then their addresses and the texts of their mails and of the letters in their games are erased, and what
    /// you gave as the reason of a ruling in one of them; their games stay under a pseudonym, "Player 17". Within
    /// minutes `penpawn serve` erases their mails in the mailbox as well, see `imap.erase_done`. That an address of
    /// theirs said "stop" is kept, since that is the wish never to hear of this server. When they write again they are
    /// a stranger. What others wrote to them goes with their own mails, after `server.keep_mails_days`. Backups are
    /// yours to look after.
    Forget {
        /// Their name, number or address
        player: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

pub(super) async fn run(pool: &PgPool, settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::List { json: true } => {
            let players = listing::players(pool, None).await?;
            print_json(&players.iter().map(in_short).collect::<Vec<_>>())
        }
        Verb::List { .. } => list(pool).await,
        Verb::Address { player, address } => {
            standing::change_address(pool, settings, &player, &address).await
        }
        Verb::Block { player } => standing::set_access(pool, &player, Access::Blocked).await,
        Verb::Unblock { player } => standing::set_access(pool, &player, Access::Open).await,
        Verb::Show { player, json } => {
            let player = the_one(pool, &player).await?;
            if json {
                return print_json(&in_full(pool, &player).await?);
            }
            show(pool, &player).await
        }
        Verb::Wake { player } => {
            let player = the_one(pool, &player).await?;
            if bounces::wake(pool, player.id).await? {
                print(&format!("Mail to {} goes out again.\n", player.name))
            } else if player.silenced {
                bail!(
                    "{} does not want mail; only \"start\" from that address changes this",
                    player.name
                );
            } else {
                bail!("{} does not rest", player.name);
            }
        }
        Verb::Export { player, folder } => {
            let person = find(pool, &player).await?;
            export(pool, settings, &person, &folder).await?;
            print(&format!(
                "All that is known of {} is in {}.\n",
                person.name,
                folder.display()
            ))
        }
        Verb::Forget { player, yes } => {
            let person = find(pool, &player).await?;
            if !yes && !agrees(&person)? {
                bail!("nothing was changed");
            }
            let forgotten = robot(settings, pool).await?.forget(person.id).await?;
            print(&format!(
                "{} is forgotten: {} and {} erased. The games stay, of Player {}.\n",
                person.name,
                counted(forgotten.mails, "mail"),
                counted(forgotten.letters, "letter"),
                person.id
            ))
        }
    }
}

async fn list(pool: &PgPool) -> anyhow::Result<()> {
    for player in listing::players(pool, None).await? {
        let state = state_of(&player);
        print(&format!(
            "{:>6}  {state:<8}  {}  <{}>  {} playing, {} finished\n",
            player.id, player.name, player.address, player.playing, player.finished
        ))?;
    }
    Ok(())
}

/// A player in `players list --json`.
fn in_short(player: &PlayerLine) -> Value {
    json!({
        "number": player.id,
        "name": player.name,
        "state": state_of(player),
        "address": player.address,
        "letters": player.letters,
        "zone": player.zone,
        "reminders": player.reminders,
        "digest": player.digest,
        "automatic_leave": player.automatic_leave,
        "leave": player.leave,
        "playing": player.playing,
        "finished": player.finished,
        "rests_since": player.rests_since.map(instant),
        "rest_reason": player.rest_reason,
        "bounce_days": player.bounce_score,
    })
}

/// `players show --json`
async fn in_full(pool: &PgPool, player: &PlayerLine) -> anyhow::Result<Value> {
    let mut shown = in_short(player);
    let reports = bounces::of_player(pool, player.id).await?;
    let reports: Vec<Value> = reports
        .into_iter()
        .map(|report| {
            json!({
                "at": instant(report.at),
                "kind": report.kind,
                "words": report.words,
                "counted": report.counted,
                "occasion": report.occasion,
            })
        })
        .collect();
    if let Value::Object(fields) = &mut shown {
        fields.insert("reports".into(), reports.into());
    }
    Ok(shown)
}

async fn show(pool: &PgPool, player: &PlayerLine) -> anyhow::Result<()> {
    print(&format!(
        "number:    {}\nname:      {}\naddress:   {}\nstate:     {}\nletters:   {}\ngames:     {} playing, {} finished\n",
        player.id,
        player.name,
        player.address,
        state_of(player),
        player.letters,
        player.playing,
        player.finished
    ))?;
    print(&format!(
        "zone:      {}\nreminders: {}\ndigest:    {}\nleave:     {}{}\n",
        player.zone.as_deref().unwrap_or("not said"),
        player.reminders,
        player.digest,
        player.leave.as_deref().unwrap_or("none announced"),
        match player.automatic_leave {
            true => "; begins by itself when time is over",
            false => "",
        }
    ))?;
    if let Some(since) = player.rests_since {
        let why = match player.rest_reason.as_deref() {
            Some("complaint") => "a complaint",
            _ => "letters that came back",
        };
        print(&format!(
            "rests:     since {}, because of {why}\n",
            since.format("%Y-%m-%d %H:%M UTC")
        ))?;
    }
    if player.bounce_score > 0 {
        print(&format!(
            "bounces:   on {} days lately\n",
            player.bounce_score
        ))?;
    }
    let reports = bounces::of_player(pool, player.id).await?;
    if !reports.is_empty() {
        print("\nThe last reports about letters, the newest first:\n\n")?;
    }
    for report in reports {
        print(&format!(
            "{}  {:<9}  {:<7}  {}  {}\n",
            report.at.format("%Y-%m-%d %H:%M"),
            report.kind,
            if report.counted { "counted" } else { "" },
            report.occasion,
            report.words.unwrap_or_default()
        ))?;
    }
    Ok(())
}

async fn the_one(pool: &PgPool, who: &str) -> anyhow::Result<PlayerLine> {
    let (number, _) = standing::find(pool, who).await?;
    let found = listing::players(pool, Some(number)).await?;
    found
        .into_iter()
        .next()
        .with_context(|| format!("there is no player {who}"))
}

fn state_of(player: &PlayerLine) -> &str {
    if player.gone {
        "gone"
    } else if player.blocked {
        "blocked"
    } else if player.silenced {
        "silenced"
    } else if player.rests_since.is_some() {
        "resting"
    } else {
        &player.state
    }
}

async fn find(pool: &PgPool, who: &str) -> anyhow::Result<Person> {
    let (number, name) = standing::find(pool, who).await?;
    personal::find(pool, number)
        .await?
        .with_context(|| format!("{name} was forgotten already; only their games are left"))
}

/// Asks on the terminal, and waits for the name.
fn agrees(person: &Person) -> anyhow::Result<bool> {
    print(&format!(
        "All that is known of {} will be erased, for good. Type the name to go on: ",
        person.name
    ))?;
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(answer.trim() == person.name)
}

/// `player.toml`
#[derive(Serialize)]
struct Card {
    number: i64,
    name: String,
    state: String,
    letters: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
    reminders: String,
    digest: String,
    first_heard_of: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    active_since: Option<String>,
    address: Vec<CardAddress>,
    mail_from_the_player: Vec<CardMail>,
    letter_to_the_player: Vec<CardMail>,
}

#[derive(Serialize)]
struct CardAddress {
    address: String,
    main: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wants_no_mail_since: Option<String>,
}

#[derive(Serialize)]
struct CardMail {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    at: String,
    state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<String>,
}

async fn export(
    pool: &PgPool,
    settings: &Settings,
    person: &Person,
    folder: &Path,
) -> anyhow::Result<()> {
    let cannot = || format!("{} cannot be made", folder.display());
    // Their letters hold the tokens of games that go on: another user of this machine could play with them.
    let mut private = fs::DirBuilder::new();
    private.mode(0o700);
    private.create(folder).with_context(cannot)?;
    let mails_folder = folder.join("mails");
    private.create(&mails_folder).with_context(cannot)?;
    let (from, to) = export_mails(pool, person, &mails_folder).await?;
    let records = personal::records(pool, person.id, address::counting_key).await?;
    write_new(&folder.join("records.json"), (records + "\n").as_bytes()).with_context(cannot)?;
    let mut games = plain_file::create(&folder.join("games.pgn")).with_context(cannot)?;
    export_games(pool, settings, person, &mut games).await?;
    let addresses = personal::addresses(pool, person.id).await?;
    let card = Card {
        number: person.id,
        name: person.name.clone(),
        state: person.state.clone(),
        letters: person.letters.clone(),
        zone: person.zone.clone(),
        reminders: person.reminders.clone(),
        digest: person.digest.clone(),
        first_heard_of: instant(person.created_at),
        active_since: person.active_at.map(instant),
        address: addresses
            .into_iter()
            .map(|address| CardAddress {
                address: address.spelling,
                main: address.main,
                confirmed: address.confirmed_at.map(instant),
                wants_no_mail_since: address.silent_since.map(instant),
            })
            .collect(),
        mail_from_the_player: from,
        letter_to_the_player: to,
    };
    write_new(
        &folder.join("player.toml"),
        toml::to_string(&card)?.as_bytes(),
    )
    .with_context(cannot)
}

/// Writes the mails from the player and the letters to them into files, and lists both.
async fn export_mails(
    pool: &PgPool,
    person: &Person,
    folder: &Path,
) -> anyhow::Result<(Vec<CardMail>, Vec<CardMail>)> {
    let mut from = Vec::new();
    for mail in personal::mails(pool, person.id).await? {
        let text = personal::mail_text(pool, mail.id).await?;
        from.push(card(folder, "from", mail, text)?);
    }
    let mut to = Vec::new();
    for letter in personal::letters(pool, person.id, address::key).await? {
        let text = personal::letter_text(pool, letter.id).await?;
        to.push(card(folder, "to", letter, text)?);
    }
    Ok((from, to))
}

/// Writes the player's games, as they come from the database.
async fn export_games(
    pool: &PgPool,
    settings: &Settings,
    person: &Person,
    file: &mut impl Write,
) -> anyhow::Result<()> {
    let filter = GameFilter {
        player: Some(Who {
            number: Some(person.id),
            ..Who::default()
        }),
        ..GameFilter::default()
    };
    let mut games = listing::games(pool, &filter);
    while let Some(named) = games.try_next().await? {
        file.write_all(pgn(&named, settings)?.as_bytes())?;
    }
    Ok(())
}

/// Writes a file that is not there yet, through no link.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    plain_file::create(path)?.write_all(bytes)
}

/// Writes the text of a mail into a file of its own.
fn card(
    folder: &Path,
    direction: &str,
    mail: PersonMail,
    text: Option<Vec<u8>>,
) -> anyhow::Result<CardMail> {
    let file = format!("{direction}-{}.eml", mail.id);
    if let Some(text) = &text {
        write_new(&folder.join(&file), text)?;
    }
    Ok(CardMail {
        file: text.is_some().then(|| format!("mails/{file}")),
        at: instant(mail.at),
        state: mail.state,
        about: mail.about,
    })
}
