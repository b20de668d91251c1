//! `penpawn doctor --deliverability`, with a name server and a relay of the tests' own: what lacks is told with the lines that
//! mend it, and with these lines all is well.

mod names;
mod relay;

use crate::bed;
use crate::daemon::Setup;
use crate::doctor::{Said, doctor};
use names::Names;
use relay::{Habits, Signer};
use std::sync::Arc;

/// An installation whose letters go through the relay.
struct House {
    setup: Setup,
    relay: Arc<Signer>,
    names: Names,
}

impl House {
    async fn new(lines: &[String]) -> House {
        let pool = bed::database().await;
        let setup = Setup::with_database(&bed::url_of(&pool));
        let relay = Signer::begin().await;
        let old = format!(
            "host = \"localhost\"\nport = {}\nsecurity = \"starttls\"",
            bed::up().submission
        );
        let new = format!(
            "host = \"127.0.0.1\"\nport = {}\nsecurity = \"plain\"\nlogin = false",
            relay.port
        );
        setup.change(&old, &new);
        House {
            setup,
            relay,
            names: Names::with(lines),
        }
    }

    /// What is said of its letters.
    async fn asked(&self, more: &[&str]) -> Said {
        let place = self.names.place();
        let mut arguments = vec!["--wait", "20", "--deliverability", "--name-server", &place];
        arguments.extend(more);
        doctor(&self.setup, &arguments).await
    }

    /// All lines of DNS by which it would be well.
    fn all(&self) -> Vec<String> {
        let key = self.relay.public_key();
        let mut lines = MACHINE.map(str::to_owned).to_vec();
        lines.extend([
            "players.test. IN TXT \"v=spf1 mx ~all\"".to_owned(),
            "_dmarc.players.test. IN TXT \"v=DMARC1; p=reject\"".to_owned(),
            format!("penpawn._domainkey.players.test. IN TXT \"v=DKIM1; k=ed25519; p={key}\""),
        ]);
        lines
    }
}

/// What makes a machine known.
const MACHINE: [&str; 3] = [
    "players.test. IN MX 10 mail.players.test.",
    "mail.players.test. IN A 192.0.2.5",
    "5.2.0.192.in-addr.arpa. IN PTR mail.players.test.",
];

const SIGNS: Habits = Habits {
    signs_for: Some("players.test"),
    footer: "",
    verdict: String::new(),
    sender: None,
};

/// The lines of DNS in what was advised.
fn advised(said: &Said) -> Vec<String> {
    let advice = said
        .text
        .lines()
        .filter(|line| line.starts_with("         -> "));
    let zone_line = |line: &str| {
        let (_, line) = line.split_once(" to DNS")?.1.split_once(": ")?;
        let is_text = line.contains(" IN TXT ");
        let end = if is_text {
            line.rfind('"')? + 1
        } else {
            line.len()
        };
        Some(line[..end].to_owned())
    };
    advice.filter_map(zone_line).collect()
}

/// Somebody has a new domain, does what is said, and is done.
#[tokio::test(flavor = "multi_thread")]
async fn who_adds_the_lines_that_lack_is_told_that_all_is_well() {
    let mut house = House::new(&[]).await;
    let host = ["--sending-host", "192.0.2.5"];
    let said = house.asked(&host).await;
    assert!(!said.passed, "{}", said.text);
    for line in [
        "FAILED   mx: players.test names no machine that takes its mail, so nobody can answer\n         -> Add to DNS: players.test. IN MX 10 mail.players.test.\n",
        "FAILED   ptr: 192.0.2.5, from which letters come, has no name, and many servers refuse them for that\n         -> Who gave you the address (the machine's provider) adds to DNS: 5.2.0.192.in-addr.arpa. IN PTR mail.players.test.\n",
        "FAILED   spf: players.test does not say who may send for it\n         -> Add to DNS: players.test. IN TXT \"v=spf1 ip4:192.0.2.5 ~all\"\n",
        "FAILED   dkim: the letter is not signed\n         -> Have the mail server sign letters of players.test",
        "warning  dmarc: players.test does not say what is to be done with letters that are forged in its name\n         -> Add to DNS: _dmarc.players.test. IN TXT \"v=DMARC1; p=none\"\n",
    ] {
        assert!(said.text.contains(line), "{line}\n{}", said.text);
    }
    house.relay.set(SIGNS);
    let key = house.relay.public_key();
    let mut said = said;
    for _ in 0..3 {
        let lines = advised(&said);
        if lines.is_empty() {
            break;
        }
        let with_key =
            |line: &String| line.replace("k=rsa; p=PUBLIC_KEY", &format!("k=ed25519; p={key}"));
        house
            .names
            .add(&lines.iter().map(with_key).collect::<Vec<_>>());
        said = house.asked(&host).await;
    }
    for line in [
        "ok       letter: one to ourselves arrived, and none of server.authserv_ids says in it what it found",
        "ok       mx: mail for players.test goes to mail.players.test\n",
        "ok       ptr: letters come from 192.0.2.5, which is mail.players.test\n",
        "ok       spf: players.test lets 192.0.2.5 send for it\n",
        "ok       dkim: signed by players.test, with the key penpawn\n",
        "ok       dmarc: pass; what fails is treated as p=none says\n",
        "All is well.\n",
    ] {
        assert!(said.text.contains(line), "{line}\n{}", said.text);
    }
    // And nobody but ourselves got a letter.
    let (local_part, _) = house.setup.address.split_once('@').expect("an address");
    let recipients = house.relay.recipients.lock().expect("recipients").clone();
    let is_ours = |to: &String| to.starts_with(local_part) && to.ends_with("@players.test");
    assert!(
        recipients.len() > 4 && recipients.iter().all(is_ours),
        "{recipients:?}"
    );
}

/// What a line of DNS, or a habit of the mail server, does wrong.
#[tokio::test(flavor = "multi_thread")]
async fn each_fault_is_told_with_what_mends_it() {
    let mut house = House::new(&[]).await;
    let good = house.all();
    let in_place_of = |start: &str, new: &str| -> Vec<String> {
        let kept = good.iter().filter(|line| !line.starts_with(start));
        let new = new.lines().map(str::to_owned);
        kept.cloned().chain(new).collect()
    };
    let spf = "players.test. IN TXT";
    let key = "penpawn._domainkey";
    let mx = "players.test. IN MX";
    let stranger = data_encoding::BASE64.encode(&[9; 32]);
    let stranger = good[5].replace(&house.relay.public_key(), &stranger);
    for (lines, habits, told) in [
        (
            in_place_of(
                spf,
                "players.test. IN TXT \"v=spf1 a:other.test -all\"\nother.test. IN A 192.0.2.9",
            ),
            SIGNS,
            "warning  spf: players.test says \"v=spf1 a:other.test -all\", which does not let 192.0.2.5 (fail) send for it\n         -> Write in DNS in its place: players.test. IN TXT \"v=spf1 a:other.test mx -all\"\n",
        ),
        (
            in_place_of("none", "players.test. IN TXT \"v=spf1 a -all\""),
            SIGNS,
            "warning  spf: players.test has 2 SPF records, of which receivers take none\n         -> Leave one in DNS",
        ),
        (
            in_place_of(key, ""),
            SIGNS,
            "warning  dkim: the signature of players.test with the key penpawn proves nothing, since DNS does not know this key\n         -> Add to DNS, with the public half of the key: penpawn._domainkey.players.test. IN TXT \"v=DKIM1; k=rsa; p=PUBLIC_KEY\"\n",
        ),
        (
            in_place_of(
                key,
                "penpawn._domainkey.players.test. IN TXT \"v=DKIM1; k=ed25519; p=\"",
            ),
            SIGNS,
            "was taken back in DNS (p= is empty)",
        ),
        (
            in_place_of(key, &stranger),
            SIGNS,
            "does not fit: the key in DNS is another one",
        ),
        (
            good.clone(),
            Habits {
                footer: "-- \r\nbrought to you by the house\r\n",
                ..SIGNS
            },
            "warning  dkim: the signature of players.test with the key penpawn does not fit, since the text was changed behind the signer\n         -> Let whatever changes letters",
        ),
        (
            in_place_of("none", &good[5].replace("players.test", "relay.test")),
            Habits {
                signs_for: Some("relay.test"),
                ..SIGNS
            },
            "warning  dkim: signed by relay.test alone, which does not stand for players.test\n         -> Have the mail server sign with d=players.test as well",
        ),
        (
            good.clone(),
            Habits {
                sender: Some("bounce@relay.test"),
                ..SIGNS
            },
            "warning  spf: letters go out with a return address at relay.test, which does not stand for players.test\n         -> Have the mail server leave the return address",
        ),
        (
            in_place_of(spf, "players.test. IN TXT \"v=spf1 -all\""),
            Habits::default(),
            "FAILED   dmarc: fail: neither spf nor dkim stands for players.test, which wants such letters treated as p=reject says\n         -> Mend one of the two above, better both.\n",
        ),
        (
            in_place_of(mx, "players.test. IN MX 0 ."),
            SIGNS,
            "FAILED   mx: players.test says that it takes no mail (RFC 7505)\n         -> Take \"MX 0 .\" out of DNS, and add: players.test. IN MX 10 mail.players.test.\n",
        ),
        (
            in_place_of("mail.players.test", "mail.players.test. IN A 10.0.0.5"),
            SIGNS,
            "FAILED   mx: mail for players.test goes to mail.players.test, which has no address that the world can reach\n",
        ),
        (
            in_place_of("5.2.0.192", "5.2.0.192.in-addr.arpa. IN PTR cust-5.test."),
            SIGNS,
            "FAILED   ptr: letters come from 192.0.2.5, which calls itself cust-5.test, and cust-5.test has another address or none\n         -> Add to DNS: cust-5.test. IN A 192.0.2.5\n",
        ),
    ] {
        house.names.set(&lines);
        house.relay.set(habits);
        let said = house.asked(&[]).await;
        assert!(said.text.contains(told), "{told}\n{}", said.text);
    }
}

/// What the border has found counts before our own look; and who is no border of ours is not heard.
#[tokio::test(flavor = "multi_thread")]
async fn what_our_border_says_of_the_letter_counts() {
    let mut house = House::new(&MACHINE.map(str::to_owned)).await;
    let ids = "[server]\nauthserv_ids = [\"mx.players.test\"]\n";
    house.setup.change("[server]\n", ids);
    let verdict = |by: &str| Habits {
        verdict: format!(
            "Authentication-Results: {by}; spf=pass smtp.mailfrom=chess@players.test;\r\n\tdkim=pass header.d=players.test; \
             dmarc=pass header.from=players.test\r\n"
        ),
        ..Habits::default()
    };
    house.relay.set(verdict("mx.players.test"));
    let said = house.asked(&["--json"]).await;
    let told: serde_json::Value = serde_json::from_str(&said.text).expect("one object");
    let checks = told["checks"].as_array().expect("checks");
    let saw = |what: &str| {
        let check = checks.iter().find(|check| check["check"] == what);
        let check = check.unwrap_or_else(|| panic!("{what}: {told}"));
        assert_eq!(check["state"], "ok", "{check}");
        check["saw"].as_str().expect("words").to_owned()
    };
    for method in ["spf", "dkim", "dmarc"] {
        assert_eq!(saw(method), format!("mx.players.test says {method}=pass"));
    }
    let letter =
        "one to ourselves arrived, and mx.players.test says of it: spf=pass, dkim=pass, dmarc=pass";
    assert_eq!(saw("letter"), letter);
    // Somebody else's word is not heard, and where ours finds fault we look ourselves.
    let finds_fault = Habits {
        verdict: verdict("mx.players.test").verdict.replace("=pass", "=fail"),
        ..Habits::default()
    };
    for habits in [verdict("mx.elsewhere.test"), finds_fault.clone()] {
        house.relay.set(habits);
        let said = house.asked(&[]).await;
        for told in [
            "FAILED   spf: players.test does not say who may send for it",
            "FAILED   dkim: the letter is not signed",
        ] {
            assert!(said.text.contains(told), "{told}\n{}", said.text);
        }
    }
    house.names.set(&house.all());
    house.relay.set(Habits {
        signs_for: SIGNS.signs_for,
        ..finds_fault
    });
    let said = house.asked(&[]).await;
    let told = "warning  dkim: signed by players.test, with the key penpawn; but mx.players.test says dkim=fail\n         -> Look into its log";
    assert!(said.passed && said.text.contains(told), "{}", said.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_server_that_does_not_answer_is_told() {
    let mut house = House::new(&[]).await;
    house.names.stop();
    let said = house.asked(&[]).await;
    let told = "FAILED   dns: the name service does not answer for players.test: ";
    assert!(!said.passed && said.text.contains(told), "{}", said.text);
    let cure = "ask another one: --name-server 9.9.9.9.";
    assert!(said.text.contains(cure), "{}", said.text);
}
