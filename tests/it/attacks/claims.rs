//! What an attack file claims, checked against the database and the letters.
//!
//! ```text
//! game 1 is unchanged | game 1 has 2 moves | game 1 goes on | game 1 is over: 0-1 | game 1 is declined
//! there are 2 games | there is 1 player | 1 mail is held
//! no mail | no mail to bob@x | 1 mail to bob@x | at most 3 mails to bob@x | at most 3 mails
//! no "text" in any mail | "text" in a mail to bob@x | no mail to bob@x over 2048 octets
//! it is held: reason | it is done
//! bob@x is nobody's | bob@x is Bob's | Bob's mail goes to bob@x | bob@x is silenced | bob@x is not silenced
//! the PGN of game 1 has 12 tags | the PGN of game 1 has [White "Ann"]
//! ```

use super::stage::Stage;
use crate::correspondence::Letter;

impl Stage {
    /// Whether the claim holds; if not, what is the case.
    pub(super) async fn check(&self, claim: &str) -> Result<(), String> {
        if let Some(rest) = claim.strip_prefix("game ") {
            return self.check_game(rest).await;
        }
        if let Some(rest) = claim.strip_prefix("the PGN of game ") {
            return self.check_pgn(rest).await;
        }
        if let Some(fate) = claim.strip_prefix("it is ") {
            return same(&self.fate, fate);
        }
        if claim.contains('"') {
            return self.check_text(claim);
        }
        if let Some(rest) = claim
            .strip_prefix("there are ")
            .or_else(|| claim.strip_prefix("there is "))
        {
            return self.check_count(rest).await;
        }
        if let Some((count, _)) = claim
            .split_once(" mails are held")
            .or_else(|| claim.split_once(" mail is held"))
        {
            return self.check_count(&format!("{count} held")).await;
        }
        if claim.contains("mail") && !claim.contains("'s mail goes to") {
            return self.check_mails(claim);
        }
        self.check_address(claim).await
    }

    async fn check_game(&self, rest: &str) -> Result<(), String> {
        let (number, what) = rest.split_once(' ').ok_or("no number")?;
        let number: i64 = number.parse().map_err(|_| "no number")?;
        if what == "is unchanged" {
            let games = self.read_games().await;
            let now = games.get(&number).ok_or("there is no such game")?;
            let then = self
                .games
                .get(&number)
                .ok_or("there was no such game when the attack began")?;
            return same(now, then);
        }
        let (phase, moves, result): (String, String, String) =
            sqlx::query_as("select phase, moves, result from game where id = $1")
                .bind(number)
                .fetch_one(&self.correspondence.pool)
                .await
                .map_err(|fault| fault.to_string())?;
        if let Some(count) = what.strip_prefix("has ") {
            let made = moves.split_whitespace().count().to_string();
            let (count, _) = count.split_once(' ').ok_or("no count")?;
            return same(&made, count);
        }
        if let Some(expected) = what.strip_prefix("is over: ") {
            return same(&format!("{phase} {result}"), &format!("over {expected}"));
        }
        match what {
            "goes on" => same(&phase, "playing"),
            "is declined" => same(&phase, "declined"),
            "is offered" => same(&phase, "offered"),
            _ => Err("that cannot be claimed of a game".to_owned()),
        }
    }

    async fn check_pgn(&self, rest: &str) -> Result<(), String> {
        let (number, what) = rest.split_once(" has ").ok_or("what has it?")?;
        let marker = format!("-{number}\"]");
        let pgn = self
            .correspondence
            .letters
            .iter()
            .rev()
            .filter_map(|letter| letter.mail.text.as_deref())
            .find(|text| text.contains("[CmailGameName") && text.contains(&marker))
            .ok_or("no letter shows it")?;
        let tags: Vec<&str> = pgn
            .lines()
            .filter(|line| line.starts_with('[') && !line.starts_with("[ref "))
            .collect();
        if let Some((count, _)) = what.split_once(" tags") {
            return same(&tags.len().to_string(), count);
        }
        if tags.contains(&what) {
            Ok(())
        } else {
            Err(format!("its tags are {tags:?}"))
        }
    }

    fn check_text(&self, claim: &str) -> Result<(), String> {
        let (before, rest) = claim.split_once('"').ok_or("no text")?;
        let (text, after) = rest.rsplit_once('"').ok_or("no end of the text")?;
        let found: Vec<&Letter> = self
            .letters()
            .iter()
            .filter(|letter| all_of(letter).contains(&text.to_lowercase()))
            .collect();
        match (before, after.trim()) {
            ("no ", "in any mail") => match found.first() {
                None => Ok(()),
                Some(letter) => Err(format!("a letter to {} has it", letter.recipient)),
            },
            ("no ", place) => {
                let address = place.strip_prefix("in a mail to ").ok_or("where?")?;
                if found.iter().any(|letter| letter.recipient == address) {
                    Err("there is one".to_owned())
                } else {
                    Ok(())
                }
            }
            ("", place) => {
                let address = place.strip_prefix("in a mail to ").ok_or("where?")?;
                if found.iter().any(|letter| letter.recipient == address) {
                    Ok(())
                } else {
                    Err("there is none".to_owned())
                }
            }
            _ => Err("that cannot be claimed of a text".to_owned()),
        }
    }

    async fn check_count(&self, rest: &str) -> Result<(), String> {
        let (count, what) = rest.split_once(' ').ok_or("how many?")?;
        let sql = match what {
            "games" | "game" => "select count(*) from game",
            "players" | "player" => "select count(*) from player",
            "held" => "select count(*) from inbox where state = 'held'",
            _ => return Err("that cannot be counted".to_owned()),
        };
        let counted: i64 = sqlx::query_scalar(sql)
            .fetch_one(&self.correspondence.pool)
            .await
            .map_err(|fault| fault.to_string())?;
        same(&counted.to_string(), count)
    }

    fn check_mails(&self, claim: &str) -> Result<(), String> {
        let (claim, octets) = match claim.strip_suffix(" octets") {
            Some(rest) => {
                let (claim, octets) = rest.rsplit_once(" over ").ok_or("over how many?")?;
                (claim, octets.parse().map_err(|_| "how many octets?")?)
            }
            None => (claim, 0_usize),
        };
        let (how_many, address) = match claim.split_once(" to ") {
            Some((how_many, address)) => (how_many, Some(address)),
            None => (claim, None),
        };
        let count = self
            .letters()
            .iter()
            .filter(|letter| address.is_none_or(|address| letter.recipient == address))
            .filter(|letter| octets == 0 || all_of(letter).len() > octets)
            .count();
        let words: Vec<&str> = how_many.split(' ').collect();
        let number = |word: &str| -> Result<usize, String> {
            word.parse().map_err(|_| format!("{word:?} is no number"))
        };
        let holds = match words.as_slice() {
            ["no", "mail"] => count == 0,
            ["at", "most", most, "mails" | "mail"] => count <= number(most)?,
            [exactly, "mails" | "mail"] => count == number(exactly)?,
            _ => return Err("that cannot be claimed of mails".to_owned()),
        };
        if holds {
            Ok(())
        } else {
            Err(format!("there are {count}"))
        }
    }

    async fn check_address(&self, claim: &str) -> Result<(), String> {
        let pool = &self.correspondence.pool;
        let owner = |address: &str| {
            let key = address.to_owned();
            async move {
                let row: Option<(String, bool)> = sqlx::query_as(
                    "select p.name, a.main from address a join player p on p.id = a.player_id where a.key = $1",
                )
                .bind(key)
                .fetch_optional(pool)
                .await
                .expect("an address");
                row
            }
        };
        if let Some((name, address)) = claim.split_once("'s mail goes to ") {
            let (whose, main) = owner(address).await.ok_or("it is nobody's")?;
            same(&format!("{whose} {main}"), &format!("{name} true"))
        } else if let Some(address) = claim.strip_suffix(" is nobody's") {
            match owner(address).await {
                None => Ok(()),
                Some((whose, _)) => Err(format!("it is {whose}'s")),
            }
        } else if let Some((address, whose)) = claim
            .strip_suffix("'s")
            .and_then(|rest| rest.split_once(" is "))
        {
            let (owner, _) = owner(address).await.ok_or("it is nobody's")?;
            same(&owner, whose)
        } else if let Some((address, silenced)) = claim
            .strip_suffix(" is silenced")
            .map(|address| (address, true))
            .or_else(|| {
                claim
                    .strip_suffix(" is not silenced")
                    .map(|address| (address, false))
            })
        {
            let count: i64 = sqlx::query_scalar("select count(*) from silence where key = $1")
                .bind(address)
                .fetch_one(pool)
                .await
                .expect("a count");
            same(&(count > 0).to_string(), &silenced.to_string())
        } else {
            Err("that cannot be claimed".to_owned())
        }
    }
}

/// The header fields, the text and the attachments of a letter, decoded, in lower case.
fn all_of(letter: &Letter) -> String {
    let mail = &letter.mail;
    let mut all: String = mail
        .headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect();
    all.push_str(mail.text.as_deref().unwrap_or_default());
    for attachment in &mail.attachments {
        all.push_str(attachment.text.as_deref().unwrap_or_default());
    }
    // Sentences are wrapped, and a claim is one line.
    let joined: Vec<&str> = all.split_whitespace().collect();
    joined.join(" ").to_lowercase()
}

fn same(is: &str, expected: &str) -> Result<(), String> {
    if is == expected {
        Ok(())
    } else {
        Err(format!("it is {is:?}, not {expected:?}"))
    }
}
