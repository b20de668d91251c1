//! The table of trust, row by row.
//!
//! A row is what a mail shows, what it wants, and what is done: `sender / holder, code | border, signs | wants -> done`.
//! `ann` and `bob` are players; `new` was invited and has not answered; `off` said "stop", and `mum` to an
//! invitation; `far` rests, since mail to them
//! comes back; `out` is shut out by the administrator; `-` is nobody.

use super::{Asks, Border, Code, Evidence, Ignored, Person, Signs, Trust, Wants};
use crate::game::PlayerNumber;

const NAMES: [&str; 7] = ["ann", "bob", "new", "off", "mum", "far", "out"];

fn person(name: &str) -> Option<Person> {
    let at = NAMES.iter().position(|known| *known == name)?;
    Some(Person {
        number: PlayerNumber(i64::try_from(at).unwrap() + 1),
        active: name != "new" && name != "mum",
        blocked: name == "out",
        takes_mail: !["off", "mum", "out"].contains(&name),
        rests: name == "far",
    })
}

fn name(number: PlayerNumber) -> &'static str {
    NAMES[usize::try_from(number.0).unwrap() - 1]
}

fn evidence(shown: &str, said: &str) -> Evidence {
    let (people, code) = shown.split_once(',').unwrap_or((shown, "dead"));
    let (sender, holder) = people.split_once('/').unwrap();
    let (border, signs) = said.split_once(',').unwrap_or((said, "person"));
    Evidence {
        sender: person(sender.trim()),
        holder: person(holder.trim()),
        code: match code.trim() {
            "dead" => Code::Dead,
            "live" => Code::Live,
            "opens" => Code::Opens,
            other => panic!("{other}: no code"),
        },
        border: match border.trim() {
            "vouches" => Border::Vouches,
            "disowns" => Border::Disowns,
            "silent" => Border::Silent,
            other => panic!("{other}: no border"),
        },
        signs: match signs.trim() {
            "person" => Signs::Person,
            "robot?" => Signs::Doubtful,
            other => panic!("{other}: no sign"),
        },
        silenced: ["off", "mum"].contains(&sender.trim()),
    }
}

fn wants(words: &str) -> Wants {
    let asks = match words {
        "unread" => Asks::Unread,
        "nothing" | "shows" => Asks::Shows,
        "informs" => Asks::Informs,
        "plain move" => Asks::PlainMove,
        "changes" | "starts" | "stops" | "leaves" | "erases" => Asks::Changes,
        other => panic!("{other}: no wish"),
    };
    Wants {
        asks,
        orders: words != "nothing" && words != "unread",
        starts: words == "starts",
        stops: words == "stops",
        leaves: words == "leaves" || words == "erases",
        erases: words == "erases",
    }
}

fn done(evidence: &Evidence, wants: &Wants) -> String {
    if let Some(why) = evidence.ignored(wants) {
        return match why {
            Ignored::Blocked => "blocked".to_owned(),
            Ignored::Robot => "a robot".to_owned(),
            Ignored::Silenced => match evidence.still_stopped(wants) {
                Some(player) => format!("{} is told of the stop", name(player)),
                None => "silenced".to_owned(),
            },
        };
    }
    match evidence.trust(wants) {
        Trust::Obeyed(player) => format!("{} is obeyed", name(player)),
        Trust::Heard(player) => format!("{} is heard", name(player)),
        Trust::NotRead(player) => format!("{} is told", name(player)),
        Trust::PlayerAsked(player) => format!("{} is asked", name(player)),
        Trust::SenderAsked(None) => "the sender is asked".to_owned(),
        Trust::SenderAsked(Some(player)) => format!("the sender is asked for {}", name(player)),
    }
}

fn is_done(rows: &str) {
    let mut seen = 0;
    for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (mail, expected) = row.split_once("->").unwrap();
        let [shown, said, wanted] = mail.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let found = done(&evidence(shown, said), &wants(wanted.trim()));
        assert_eq!(found, expected.trim(), "{row}");
        seen += 1;
    }
    assert!(seen > 4, "{seen} rows");
}

#[test]
fn who_shows_the_code_of_their_own_letter_is_obeyed_as_far_as_it_opens() {
    is_done(
        "
        ann / ann, opens | silent         | changes    -> ann is obeyed
        ann / ann, opens | silent         | nothing    -> ann is obeyed
        ann / ann, opens | silent         | unread     -> ann is obeyed
        ann / ann, opens | silent, robot? | changes    -> ann is obeyed
        new / new, opens | silent         | changes    -> new is obeyed
        far / far, opens | silent         | changes    -> far is obeyed
        ann / ann, live  | silent         | changes    -> ann is asked
        ann / ann, dead  | silent         | changes    -> ann is asked
        ann / ann, live  | vouches        | plain move -> ann is heard
        new / new, live  | silent         | changes    -> the sender is asked for new
        new / new, dead  | silent         | changes    -> the sender is asked
        new / new, live  | silent         | leaves     -> new is asked
        ",
    );
}

#[test]
fn whose_code_comes_from_elsewhere_is_asked_at_their_own_address() {
    is_done(
        "
        - / ann, opens   | silent  | changes    -> ann is asked
        - / ann, live    | silent  | shows      -> ann is asked
        - / ann, dead    | silent  | changes    -> ann is asked
        - / ann, live    | vouches | plain move -> ann is asked
        bob / ann, live  | silent  | changes    -> ann is asked
        bob / ann, live  | vouches | changes    -> ann is asked
        bob / ann, dead  | silent  | changes    -> bob is asked
        bob / ann, dead  | silent  | shows      -> bob is heard
        - / new, live    | silent  | changes    -> the sender is asked for new
        - / new, dead    | silent  | changes    -> the sender is asked
        ",
    );
}

#[test]
fn who_shows_no_code_is_told_what_informs_and_asked_about_the_rest() {
    is_done(
        "
        ann / -          | silent  | shows      -> ann is heard
        ann / -          | silent  | nothing    -> ann is heard
        ann / -          | silent  | informs    -> ann is asked
        ann / -          | silent  | plain move -> ann is asked
        ann / -          | silent  | changes    -> ann is asked
        ann / -          | silent  | unread     -> ann is told
        ann / -          | vouches | informs    -> ann is heard
        ann / -          | vouches | plain move -> ann is heard
        ann / -          | vouches | changes    -> ann is asked
        ann / -          | vouches | leaves     -> ann is asked
        new / -          | vouches | changes    -> the sender is asked
        new / -          | silent  | shows      -> the sender is asked
        far / -          | silent  | shows      -> far is asked
        - / -            | vouches | changes    -> the sender is asked
        - / -            | silent  | shows      -> the sender is asked
        ",
    );
}

#[test]
fn a_code_of_whom_the_border_disowns_counts_as_none() {
    is_done(
        "
        ann / ann, opens | disowns         | changes -> ann is asked
        ann / ann, opens | disowns         | shows   -> ann is heard
        new / new, opens | disowns         | changes -> the sender is asked
        ann / ann, opens | disowns, robot? | changes -> a robot
        bob / ann, live  | disowns         | changes -> ann is asked
        - / ann, live    | disowns         | changes -> ann is asked
        off / off, opens | disowns         | starts  -> silenced
        ",
    );
}

#[test]
fn nobody_is_answered_who_is_shut_out_or_silenced_or_looks_like_a_robot() {
    is_done(
        "
        out / -          | vouches        | shows   -> blocked
        out / out, opens | silent         | changes -> blocked
        - / out, opens   | silent         | changes -> blocked
        bob / out, dead  | silent         | shows   -> blocked
        ann / -          | vouches, robot? | changes -> a robot
        ann / ann, opens | silent, robot? | nothing -> a robot
        ann / ann, dead  | silent, robot? | changes -> ann is asked
        - / ann, opens   | silent, robot? | changes -> a robot
        - / -            | silent, robot? | changes -> a robot
        off / -          | silent         | changes -> silenced
        mum / mum, opens | silent         | changes -> silenced
        off / off, dead  | silent         | starts  -> off is asked
        off / off, opens | silent         | starts  -> off is obeyed
        off / off, opens | silent         | erases  -> off is obeyed
        off / off, dead  | silent         | erases  -> silenced
        off / ann, live  | silent         | changes -> silenced
        ",
    );
}

#[test]
fn a_player_who_said_stop_and_shows_that_they_write_again_is_told_that_nothing_is_done() {
    is_done(
        "
        off / off, opens | silent         | changes -> off is told of the stop
        off / off, live  | silent         | changes -> off is told of the stop
        off / off, opens | silent         | shows   -> off is told of the stop
        off / -          | vouches        | changes -> off is told of the stop
        off / -          | vouches        | starts  -> off is told of the stop
        off / off, dead  | silent         | changes -> silenced
        off / off, opens | disowns        | changes -> silenced
        off / off, opens | silent         | nothing -> silenced
        off / off, opens | silent         | unread  -> silenced
        off / off, opens | silent         | stops   -> silenced
        off / off, opens | silent, robot? | changes -> silenced
        off / bob, live  | silent         | changes -> silenced
        mum / mum, live  | silent         | changes -> silenced
        mum / -          | vouches        | changes -> silenced
        ",
    );
}

#[test]
fn who_is_there_is_known_by_a_live_code_of_their_own_or_by_their_border() {
    let heard = |shown, said| evidence(shown, said).heard_from().map(name);
    assert_eq!(heard("far / far, live", "silent"), Some("far"));
    assert_eq!(heard("far / far, dead", "silent"), None);
    assert_eq!(heard("far / -", "vouches"), Some("far"));
    assert_eq!(heard("far / far, opens", "disowns"), None);
    assert_eq!(heard("- / far, opens", "vouches"), None);
    assert_eq!(heard("bob / far, opens", "silent"), None);
}
