use super::*;
use std::collections::HashMap;

/// How many letters go out to the addresses of `ask`, each named as its own cause.
fn asked(server: &Server, day: &mut Day, kind: Kind, ask: &[(&str, bool)]) -> Vec<Option<Scope>> {
    ask.iter()
        .map(|&(address, vouched)| {
            let domain = domain_of(address);
            let letter = Unasked {
                kind,
                to: address,
                cause: if vouched {
                    Cause::Vouched(domain)
                } else {
                    Cause::Claimed(domain)
                },
            };
            day.send(&letter.bounds(server))
        })
        .collect()
}

#[derive(Default)]
struct Day(HashMap<(String, String), i32>);

impl Day {
    fn send(&mut self, bounds: &[Bound]) -> Option<Scope> {
        let counted = |key: &str, word: &str| {
            let place = (key.to_owned(), word.to_owned());
            self.0.get(&place).copied().unwrap_or(0)
        };
        let stop = reached(bounds, counted);
        if stop.is_none() {
            for bound in bounds {
                let place = (bound.key.clone(), bound.word.clone());
                *self.0.entry(place).or_insert(0) += 1;
            }
        }
        stop
    }
}

fn count(sent: &[Option<Scope>]) -> usize {
    sent.iter().filter(|stop| stop.is_none()).count()
}

#[test]
fn names_of_one_domain_and_below_it_share_what_is_sent_there() {
    let server = Server::at("chess@chess.test");
    let mut day = Day::default();
    let names: Vec<String> = (0..60)
        .map(|n| match n % 3 {
            0 => format!("n{n}@victims.test"),
            1 => format!("n{n}@m{n}.victims.test"),
            _ => format!("n{n}@A.B.Victims.TEST"),
        })
        .collect();
    let names: Vec<(&str, bool)> = names.iter().map(|name| (name.as_str(), false)).collect();
    let sent = asked(&server, &mut day, Kind::Newcomer, &names);
    assert_eq!(count(&sent), 10);
    assert_eq!(sent.last(), Some(&Some(Scope::ReadersDomain)));
    let others = [("a@other.test", false), ("a@victims.test", true)];
    let sent = asked(&server, &mut day, Kind::Newcomer, &others);
    assert_eq!(sent, [None, None]);
}

#[test]
fn the_total_is_for_what_nobody_vouches_for() {
    let mut server = Server::at("chess@chess.test");
    server.strangers_a_day = 3;
    let mut day = Day::default();
    let ask = [
        ("a@a.test", false),
        ("a@b.test", false),
        ("a@c.test", true),
        ("a@c.test", false),
        ("a@d.test", false),
        ("a@d.test", true),
    ];
    let sent = asked(&server, &mut day, Kind::Newcomer, &ask);
    let total = Some(Scope::Total);
    assert_eq!(sent, [None, None, None, None, total, None]);
    // Questions to players have their own.
    let sent = asked(&server, &mut day, Kind::Player, &[("a@d.test", false)]);
    assert_eq!(sent, [None]);
}

#[test]
fn first_answers_are_few_whoever_vouches_and_take_nothing_from_questions() {
    let server = Server::at("chess@chess.test");
    let mut day = Day::default();
    let names: Vec<String> = (0..60).map(|n| format!("a@d{n}.test")).collect();
    let names: Vec<(&str, bool)> = names
        .iter()
        .enumerate()
        .map(|(n, name)| (name.as_str(), n % 2 == 0))
        .collect();
    let sent = asked(&server, &mut day, Kind::FirstAnswer, &names);
    assert_eq!(count(&sent), 50);
    let sent = asked(&server, &mut day, Kind::Newcomer, &names);
    assert_eq!(count(&sent), 60);
}

#[test]
fn each_kind_of_letter_has_its_number_of_a_domain() {
    let server = Server::at("chess@chess.test");
    for (kind, vouched, most) in [
        (Kind::Newcomer, false, 10),
        (Kind::Newcomer, true, 200),
        (Kind::Player, false, 200),
        (Kind::Player, true, 2_000),
        (Kind::Invitation, false, 100),
    ] {
        let mut day = Day::default();
        let ask = vec![("a@a.test", vouched); most + 2];
        let sent = asked(&server, &mut day, kind, &ask);
        assert_eq!(count(&sent), most, "{kind:?}, {vouched}");
    }
}

#[test]
fn a_domain_that_is_vouched_for_vouches_for_no_other_ones_mailbox() {
    let server = Server::at("chess@chess.test");
    let mut day = Day::default();
    let letter = Unasked {
        kind: Kind::Player,
        to: "ann@players.test",
        cause: Cause::Vouched("@evil.test".to_owned()),
    };
    let bounds = letter.bounds(&server);
    let stop = (0..300).find_map(|_| day.send(&bounds));
    assert_eq!(stop, Some(Scope::ReadersDomain));
    assert!(bounds.iter().any(|bound| bound.scope == Scope::Total));
}

#[test]
fn a_domain_is_what_was_registered() {
    for (address, domain) in [
        ("a@example.co.uk", "@example.co.uk"),
        ("a@x.y.example.co.uk", "@example.co.uk"),
        ("a@Example.ORG.", "@example.org"),
        ("a@b\u{fc}cher.de", "@xn--bcher-kva.de"),
        ("a@localhost", "@localhost"),
        ("a@[192.0.2.1]", "@[192.0.2.1]"),
        ("nobody", "@nobody"),
    ] {
        assert_eq!(domain_of(address), domain, "{address}");
    }
}
