//! The bracket of a knock-out as players are told it: a list by rounds, which can be read on a narrow screen and aloud.

use super::clean::harmless;
use super::tournament::places;
use super::{Language, Sentence, sentence};
use crate::tournaments::Number;
use crate::tournaments::knock_out::{Bracket, By, Match, Side, Verdict};
use crate::tournaments::table::{Places, Row, Table};

/// A place, or those that are shared: "2", "5-8".
pub fn place_in_words(place: Places) -> String {
    places(place)
}

/// What a round is called, of so many.
pub fn stage_in_words(round: u16, rounds: u16) -> Sentence {
    match rounds.saturating_sub(round) {
        0 => sentence!("final"),
        1 => sentence!("semi-final"),
        2 => sentence!("quarter-final"),
        3 => sentence!("round of 16"),
        4 => sentence!("round of 32"),
        5 => sentence!("round of 64"),
        _ => sentence!("round {{ round }}", round = i64::from(round)),
    }
}

/// The lines of a bracket, round by round, and then the places. `names` are those of the numbers from 1; that of who reads it
/// is marked among the places.
pub fn bracket_in_lines(
    bracket: &Bracket,
    table: &Table,
    (names, reader): (&[String], Option<Number>),
    language: Language,
) -> String {
    let last = bracket.last();
    let mut lines = String::new();
    for (round, matches) in (1..).zip(&bracket.rounds) {
        let known: Vec<String> = matches
            .iter()
            .filter_map(|one| match_in_words(one, last, names))
            .map(|one| language.say(&one))
            .collect();
        if known.is_empty() {
            continue;
        }
        let stage = stage_in_words(round, last);
        lines += &format!(
            "  {}\n",
            language.say(&sentence!("In the {{ stage }}:", stage))
        );
        lines.extend(known.iter().map(|one| format!("    {one}\n")));
    }
    let you = language.say(&sentence!(" (you)"));
    let marked = (1..).map(Number).zip(names).map(|(number, name)| {
        let own = reader == Some(number);
        if own {
            format!("{name}{you}")
        } else {
            name.clone()
        }
    });
    let marked: Vec<String> = marked.collect();
    lines += &format!("  {}\n", language.say(&sentence!("Places:")));
    lines.extend(table.rows.iter().map(|row| place(row, &marked, language)));
    lines
}

/// One meeting in words, with a full stop; `None` while none of its players is known.
pub fn match_in_words(one: &Match, last: u16, names: &[String]) -> Option<Sentence> {
    let name = |player: Number| name(player, names);
    match (one.both(), one.verdict) {
        (Some([first, second]), verdict) => {
            let met = met(one, [first, second], names);
            Some(became(one, last, &met, (verdict, names)))
        }
        (None, Verdict::GoesOn { winner, .. }) => {
            let name = name(winner);
            Some(match one.round == last {
                true => sentence!("{{ name }} wins without playing.", name),
                false => sentence!("{{ name }} goes on without playing.", name),
            })
        }
        (None, Verdict::Open | Verdict::Further | Verdict::Nobody) => {
            let known = one.sides.into_iter().find_map(|side| match side {
                Side::Known(player) => Some(name(player)),
                Side::NotYet | Side::Nobody => None,
            })?;
            Some(match one.verdict {
                Verdict::Nobody => {
                    sentence!("{{ name }} has withdrawn; nobody goes on.", name = known)
                }
                Verdict::Open | Verdict::Further | Verdict::GoesOn { .. } => {
                    sentence!("{{ name }} waits for an opponent.", name = known)
                }
            })
        }
    }
}

/// "Ann 1½-½ Bob", or "Ann - Bob" before a game is over.
fn met(one: &Match, players: [Number; 2], names: &[String]) -> String {
    let [first, second] = players.map(|player| name(player, names));
    if one.legs.len() == one.going_on() {
        return format!("{first} - {second}");
    }
    let [of_first, of_second] = players.map(|player| halves(one.halves(player)));
    format!("{first} {of_first}-{of_second} {second}")
}

/// What has become of a meeting.
fn became(one: &Match, last: u16, met: &str, (verdict, names): (Verdict, &[String])) -> Sentence {
    let open = i64::try_from(one.going_on()).unwrap_or(i64::MAX);
    match verdict {
        Verdict::Open if one.legs.is_empty() => sentence!("{{ met }}: not begun yet.", met),
        Verdict::Open => sentence!(
            "{{ met }}: {{ open }} {{ open|count(\"game goes on\", \"games go on\") }}.",
            met,
            open
        ),
        Verdict::Further => sentence!("{{ met }}: two new games follow.", met),
        Verdict::Nobody => sentence!("{{ met }}: both have withdrawn, and nobody goes on.", met),
        Verdict::GoesOn { winner, by } => {
            let name = name(winner, names);
            if one.round == last {
                return won(by, met, name);
            }
            match by {
                By::Points | By::Bye => sentence!("{{ met }}: {{ name }} goes on.", met, name),
                By::Blacks => sentence!(
                    "{{ met }}: {{ name }} goes on, with more wins with Black.",
                    met,
                    name
                ),
                By::Seed => sentence!(
                    "{{ met }}: {{ name }} goes on, as the higher seed.",
                    met,
                    name
                ),
                By::Withdrawal => sentence!(
                    "{{ met }}: {{ name }} goes on, since the other has withdrawn.",
                    met,
                    name
                ),
                By::Begun => sentence!(
                    "{{ met }}: {{ name }} has gone on; the next round had begun when a result was changed.",
                    met,
                    name
                ),
            }
        }
    }
}

/// The same of the final.
fn won(by: By, met: &str, name: String) -> Sentence {
    match by {
        By::Points | By::Bye | By::Begun => sentence!("{{ met }}: {{ name }} wins.", met, name),
        By::Blacks => sentence!(
            "{{ met }}: {{ name }} wins, with more wins with Black.",
            met,
            name
        ),
        By::Seed => sentence!("{{ met }}: {{ name }} wins, as the higher seed.", met, name),
        By::Withdrawal => sentence!(
            "{{ met }}: {{ name }} wins, since the other has withdrawn.",
            met,
            name
        ),
    }
}

/// A line of the places.
fn place(row: &Row, names: &[String], language: Language) -> String {
    let name = name(row.player, names);
    let shown = row
        .standing
        .map_or_else(String::new, |standing| places(standing.now));
    let named = match row.withdrawn {
        Some(_) => language.say(&sentence!("{{ name }}, withdrawn", name)),
        None => name,
    };
    format!("    {shown:>5}  {named}\n")
}

fn name(player: Number, names: &[String]) -> String {
    let name = names.get(usize::from(player.0.saturating_sub(1)));
    name.map(|name| harmless(name).into_owned())
        .unwrap_or_default()
}

/// Points as a bracket has them: "1½".
fn halves(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "\u{bd}".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}\u{bd}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournaments::Bye;
    use crate::tournaments::knock_out::{Field, Leg, Outcome, due, table};

    #[test]
    fn a_bracket_is_a_list_by_rounds_that_says_who_goes_on_and_by_what() {
        let leg = |round, board, white, black, outcome| Leg {
            round,
            board,
            white: Number(white),
            black: Number(black),
            outcome,
        };
        let legs = [
            leg(1, 5, 4, 5, Outcome::White),
            leg(1, 6, 5, 4, Outcome::Draw),
            leg(2, 5, 2, 3, Outcome::Draw),
            leg(2, 6, 3, 2, Outcome::GoesOn),
        ];
        let field = Field {
            legs: &legs,
            ..Field::of(5)
        };
        let byes: Vec<Bye> = due(&field).byes;
        let field = Field {
            byes: &byes,
            ..field
        };
        let names = ["Ann", "Bob", "Cyd", "Dan", "Eve"].map(str::to_owned);
        let shown = bracket_in_lines(
            &Bracket::of(&field),
            &table(&field),
            (&names, None),
            Language::English,
        );
        let expected = "  In the quarter-final:
    Ann goes on without playing.
    Dan 1\u{bd}-\u{bd} Eve: Dan goes on.
    Bob goes on without playing.
    Cyd goes on without playing.
  In the semi-final:
    Ann - Dan: not begun yet.
    Bob \u{bd}-\u{bd} Cyd: 1 game goes on.
  Places:
      1-4  Ann
      1-4  Bob
      1-4  Cyd
      1-4  Dan
        5  Eve
";
        assert_eq!(shown, expected);
    }
}
