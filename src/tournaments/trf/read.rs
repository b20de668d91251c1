//! A report out of a text.

use super::fault::{Fault, Why};
use super::report::{Played, Player, Report, in_order};
use super::write::{in_a_line, points};
use crate::tournaments::table::{Halves, Score};
use crate::tournaments::{Bye, Contested, Number, Pairing, System};
use chrono::NaiveDate;
use shakmaty::Color;
use std::collections::BTreeMap;
use std::result::Result;

/// The columns before the first round of a player, and those of each round.
const BEFORE_ROUNDS: usize = 91;
const OF_A_ROUND: usize = 10;

/// What the lines say, before they are compared with each other.
#[derive(Default)]
struct Lines {
    title: String,
    began: Option<NaiveDate>,
    ended: Option<NaiveDate>,
    kind: Option<Kind>,
    initial_colour: Option<Color>,
    /// With the line that says so.
    count: Option<(usize, u16)>,
    rounds: Option<(usize, u16)>,
    players: BTreeMap<Number, Line>,
}

#[derive(Clone, Copy)]
enum Kind {
    RoundRobin,
    DoubleRoundRobin,
    Swiss,
}

/// The line of a player.
struct Line {
    line: usize,
    player: Player,
    points: String,
    games: BTreeMap<u16, Half>,
    byes: Vec<u16>,
    /// So many rounds have something in their columns.
    rounds: u16,
}

/// A game as one of its players has it.
#[derive(Clone, Copy)]
struct Half {
    opponent: Number,
    colour: Color,
    score: Score,
    contested: Contested,
}

impl Report {
    /// What a text says. What it does not say of the system is a Swiss of as many rounds as it has.
    ///
    /// # Errors
    ///
    /// What cannot be read, or contradicts itself: the [`Fault`] names the line.
    pub fn read(text: &str) -> Result<Report, Fault> {
        report(text)
    }
}

fn report(text: &str) -> Result<Report, Fault> {
    let mut lines = Lines::default();
    // Lines end with CR, or LF, or both.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (line, words) in (1..).zip(text.lines()) {
        let words: Vec<char> = words.chars().collect();
        lines
            .take(line, &words)
            .map_err(|why| Fault { line, why })?;
    }
    lines.compared()
}

impl Lines {
    fn take(&mut self, line: usize, words: &[char]) -> Result<(), Why> {
        let rest = columns(words, 5, words.len());
        match columns(words, 1, 3).as_str() {
            "001" => return self.player(line, words),
            "012" => self.title = in_a_line(&rest),
            "042" => self.began = Some(day(&rest)?),
            "052" => self.ended = Some(day(&rest)?),
            "062" => self.count = Some((line, number("number of players", &rest)?)),
            "142" | "XXR" => self.rounds(line, number("number of rounds", &rest)?)?,
            "152" => self.initial_colour = Some(colour(&rest)?),
            "192" => self.kind = Some(kind(&rest)?),
            _ => {}
        }
        Ok(())
    }

    fn rounds(&mut self, line: usize, found: u16) -> Result<(), Why> {
        match *self.rounds.get_or_insert((line, found)) {
            (_, said) if said != found => Err(Why::Rounds { said, found }),
            (_, _) => Ok(()),
        }
    }

    fn player(&mut self, line: usize, words: &[char]) -> Result<(), Why> {
        let its_number = columns(words, 5, 8);
        let player = match number("number of a player", &its_number)? {
            0 => return Err(Why::NotANumber("number of a player", its_number)),
            number => Number(number),
        };
        let or_none = |what, text: String| match text.as_str() {
            "" => Ok(None),
            text => number(what, text).map(|number| Some(number).filter(|number| *number > 0)),
        };
        let mut found = Line {
            line,
            player: Player {
                name: in_a_line(&columns(words, 15, 47)),
                rating: or_none("rating", columns(words, 49, 52))?,
                rank: or_none("rank", columns(words, 86, 89))?,
            },
            points: columns(words, 80, 84),
            games: BTreeMap::new(),
            byes: Vec::new(),
            rounds: 0,
        };
        let of_rounds = words.get(BEFORE_ROUNDS..).unwrap_or_default();
        for (round, field) in (1..=u16::MAX).zip(of_rounds.chunks(OF_A_ROUND)) {
            found.round(round, field)?;
        }
        match self.players.insert(player, found) {
            Some(_) => Err(Why::Twice(player)),
            None => Ok(()),
        }
    }

    /// The report, if nothing in it contradicts anything else.
    fn compared(self) -> Result<Report, Fault> {
        let Some(highest) = self.players.keys().next_back().copied() else {
            return Err(Fault {
                line: 1,
                why: Why::NoPlayers,
            });
        };
        let all = (1..=highest.0).map(Number);
        if let Some(missing) = all
            .into_iter()
            .find(|number| !self.players.contains_key(number))
        {
            let after = self
                .players
                .range(missing..)
                .next()
                .map_or(1, |(_, line)| line.line);
            return Err(Fault {
                line: after,
                why: Why::Missing(missing),
            });
        }
        if let Some((line, said)) = self.count.filter(|(_, said)| *said != highest.0) {
            return Err(Fault {
                line,
                why: Why::Players {
                    said,
                    found: self.players.len(),
                },
            });
        }
        let last = self
            .players
            .values()
            .map(|line| line.rounds)
            .max()
            .unwrap_or(0);
        let rounds = match self.rounds {
            Some((line, said)) if said < last => {
                return Err(Fault {
                    line,
                    why: Why::Rounds { said, found: last },
                });
            }
            Some((_, said)) => said,
            None => last,
        };
        let mut games = Vec::new();
        for (number, line) in &self.players {
            for (round, half) in &line.games {
                let game = whole(&self.players, *number, *round, *half);
                games.extend(game.map_err(|why| Fault {
                    line: line.line,
                    why,
                })?);
            }
        }
        games.sort_by_key(in_order);
        self.with(rounds, games)
    }

    fn with(self, rounds: u16, games: Vec<Played>) -> Result<Report, Fault> {
        let of_player = |(player, line): (&Number, &Line)| {
            line.byes
                .iter()
                .map(|round| Bye {
                    round: *round,
                    player: *player,
                })
                .collect::<Vec<_>>()
        };
        let mut byes: Vec<Bye> = self.players.iter().flat_map(of_player).collect();
        byes.sort_by_key(|bye| (bye.round, bye.player));
        let said: Vec<(usize, String)> = self
            .players
            .values()
            .map(|line| (line.line, line.points.clone()))
            .collect();
        let report = Report {
            title: self.title,
            began: self.began,
            ended: self.ended,
            system: match self.kind {
                Some(Kind::RoundRobin) => System::RoundRobin,
                Some(Kind::DoubleRoundRobin) => System::DoubleRoundRobin,
                Some(Kind::Swiss) | None => System::Swiss { rounds },
            },
            rounds,
            initial_colour: self.initial_colour,
            players: self.players.into_values().map(|line| line.player).collect(),
            games,
            byes,
            teams: Vec::new(),
        };
        for (number, (line, said)) in (1..).map(Number).zip(said) {
            let found = points(&report, number);
            if !said.is_empty() && halves(&said) != Some(found) {
                return Err(Fault {
                    line,
                    why: Why::Points { said, found },
                });
            }
        }
        Ok(report)
    }
}

impl Line {
    /// Takes in the columns of a round.
    fn round(&mut self, round: u16, field: &[char]) -> Result<(), Why> {
        let (opponent, colour) = (columns(field, 1, 4), columns(field, 6, 6));
        let result = field.get(7).copied().unwrap_or(' ').to_ascii_lowercase();
        let opponent = match opponent.as_str() {
            "" => 0,
            text => number("number of an opponent", text)?,
        };
        if opponent == 0 {
            match result {
                ' ' => return Ok(()),
                'z' | '-' => {}
                'u' | 'f' | '+' => self.byes.push(round),
                'h' | '=' => return Err(Why::HalfPoint { round }),
                result => return Err(Why::Result { round, result }),
            }
        } else {
            let colour = match colour.to_ascii_lowercase().as_str() {
                "w" => Color::White,
                "b" => Color::Black,
                _ => return Err(Why::Colour { round }),
            };
            let (score, contested) = score(result).ok_or(Why::Result { round, result })?;
            let half = Half {
                opponent: Number(opponent),
                colour,
                score,
                contested,
            };
            self.games.insert(round, half);
        }
        self.rounds = round;
        Ok(())
    }
}

/// What a game gave, and whether both had moved. One without a result goes on, and so does one whose result is unknown.
fn score(result: char) -> Option<(Score, Contested)> {
    Some(match result {
        ' ' | 'x' => (Score::Open, Contested::Yes),
        '1' => (Score::Won, Contested::Yes),
        '0' => (Score::Lost, Contested::Yes),
        '=' => (Score::Drawn, Contested::Yes),
        '+' | 'w' => (Score::Won, Contested::No),
        '-' | 'l' => (Score::Lost, Contested::No),
        'd' => (Score::Drawn, Contested::No),
        _ => return None,
    })
}

/// The game of which this is one half, when its player has White; the other half must be there and agree in any case.
fn whole(
    players: &BTreeMap<Number, Line>,
    number: Number,
    round: u16,
    half: Half,
) -> Result<Option<Played>, Why> {
    let opponent = half.opponent;
    let Some(line) = players.get(&opponent).filter(|_| opponent != number) else {
        return Err(Why::Opponent {
            round,
            opponent: opponent.0,
        });
    };
    let other = line
        .games
        .get(&round)
        .filter(|other| other.opponent == number && other.colour != half.colour);
    let Some(other) = other else {
        return Err(Why::Unanswered { round, opponent });
    };
    let scores = [half.score, other.score];
    let agreed = half.score == opposite(other.score) || scores == [Score::Lost; 2];
    if !agreed || half.contested != other.contested {
        return Err(Why::Contradicted {
            round,
            opponent,
            scores,
        });
    }
    Ok((half.colour == Color::White).then_some(Played {
        pairing: Pairing {
            round,
            white: number,
            black: opponent,
        },
        scores,
        contested: half.contested,
    }))
}

fn opposite(score: Score) -> Score {
    match score {
        Score::Open => Score::Open,
        Score::Lost => Score::Won,
        Score::Drawn => Score::Drawn,
        Score::Won => Score::Lost,
    }
}

/// What stands in these columns, from 1, without blanks around it.
fn columns(words: &[char], from: usize, to: usize) -> String {
    let columns = words
        .iter()
        .skip(from.saturating_sub(1))
        .take((to + 1).saturating_sub(from));
    columns.collect::<String>().trim().to_owned()
}

fn number(what: &'static str, text: &str) -> Result<u16, Why> {
    let parsed = text.parse().ok().filter(|number| *number < 10_000);
    parsed.ok_or_else(|| Why::NotANumber(what, text.to_owned()))
}

fn day(text: &str) -> Result<NaiveDate, Why> {
    NaiveDate::parse_from_str(text, "%Y/%m/%d").map_err(|_| Why::NotADay(text.to_owned()))
}

fn colour(text: &str) -> Result<Color, Why> {
    match text {
        "W" | "w" => Ok(Color::White),
        "B" | "b" => Ok(Color::Black),
        _ => Err(Why::NotAColour(text.to_owned())),
    }
}

fn kind(code: &str) -> Result<Kind, Why> {
    match code.to_ascii_uppercase().as_str() {
        "BERGER_ROUNDROBIN" | "BERGER_ROUNDROBIN_G1" | "FIDE_ROUNDROBIN" => Ok(Kind::RoundRobin),
        "BERGER_DOUBLEROUNDROBIN" | "BERGER_ROUNDROBIN_G2" | "FIDE_DOUBLEROUNDROBIN" => {
            Ok(Kind::DoubleRoundRobin)
        }
        "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => Ok(Kind::Swiss),
        _ => Err(Why::System(code.to_owned())),
    }
}

/// `2.5`, `2` or `.5`.
fn halves(text: &str) -> Option<Halves> {
    let (whole, half) = text.split_once('.').unwrap_or((text, "0"));
    let whole: u32 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let half = match half {
        "0" => 0,
        "5" => 1,
        _ => return None,
    };
    Some(Halves(whole.checked_mul(2)?.checked_add(half)?))
}
