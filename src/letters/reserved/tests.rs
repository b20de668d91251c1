use super::*;

const SERVER: [&str; 2] = ["Club Chess", "chess@example.net"];

#[test]
fn names_that_impersonate_are_nobodys() {
    for (name, why) in [
        ("https://evil.example", Reserved::Nothing),
        ("---", Reserved::Nothing),
        ("A player", Reserved::Nothing),
        ("42", Reserved::NoLetter),
        ("1-0", Reserved::NoLetter),
        ("# 17", Reserved::NoLetter),
        ("penpawn", Reserved::Server),
        ("PenPawn 2", Reserved::Server),
        ("The penpawn server", Reserved::Server),
        ("p\u{435}npawn", Reserved::Server),
        ("p.e.n.p.a.w.n", Reserved::Server),
        ("p3npawn", Reserved::Server),
        ("Penpavvn", Reserved::Server),
        ("Che55", Reserved::Server),
        ("Club Chess", Reserved::Server),
        ("chess", Reserved::Server),
        ("example.net", Reserved::Server),
        ("CHESS (example.net)", Reserved::Server),
        ("Administrator", Reserved::Office),
        ("admin", Reserved::Office),
        ("Admin 7", Reserved::Office),
        ("Adm1n", Reserved::Office),
        ("\u{410}dmin", Reserved::Office),
        ("Chess Admin", Reserved::Office),
        ("$upport", Reserved::Office),
        ("5upp0rt", Reserved::Office),
        ("4dmin 2", Reserved::Office),
        ("Adrnin", Reserved::Office),
        ("Tournament director", Reserved::Office),
        ("Customer Support", Reserved::Office),
        ("The Administrator", Reserved::Office),
        ("Post-Master", Reserved::Office),
        ("Mailer-Daemon", Reserved::Office),
        ("Your support team", Reserved::Office),
        ("Player 1", Reserved::Numbered),
        ("player17", Reserved::Numbered),
        ("Game 42", Reserved::Numbered),
        ("Chess game 42", Reserved::Numbered),
        ("White", Reserved::Anybody),
        ("Black (you)", Reserved::Anybody),
        ("your opponent", Reserved::Anybody),
        ("nobody", Reserved::Anybody),
        ("resign", Reserved::Order),
        ("Accept draw", Reserved::Order),
        ("stop.", Reserved::Order),
        ("yes", Reserved::Order),
        ("Ja", Reserved::Order),
        ("help", Reserved::Order),
        ("challenge Bob", Reserved::Order),
        ("say hello", Reserved::Order),
        ("rated", Reserved::Word),
        ("Casual", Reserved::Word),
        ("R\u{430}ted", Reserved::Word),
        ("format", Reserved::Word),
        ("Leo is on leave", Reserved::Game),
        ("No clock runs. Leo", Reserved::Game),
        ("Kim has won. Leo", Reserved::Game),
        ("You have won. Leo", Reserved::Game),
        ("Answer before 1 Jan", Reserved::Game),
        ("Deadline 1 May", Reserved::Game),
        ("Zoe g1 o1 d20779.a", Reserved::Code),
        ("Zoe g1c2d20779", Reserved::Code),
        ("Eve p17b20", Reserved::Code),
    ] {
        assert_eq!(reserved(name, &SERVER), Some(why), "{name}");
    }
}

#[test]
fn names_of_people_are_theirs() {
    let names = "Ann|Bob|Carl|Eve|Ed|Al|Ali|Bo|Mia|Tom|Jo|Will|Mark|Grant|Drew|Rob|Bea|Abe|Gus|Fay|Max|Sue|May|\
                     Ken White|Jack Black|J. Black|Sir George Thomas|Elihu Root|Mo|Noah|Van|Ian|Li|You Li|Sam Player|\
                     Gary Player|Chess Lover|Bob 2|Ann, in mixed letters|Анна Иванова|山田 太郎|Γιώργος|Jean-Luc O'Neill|\
                     Director Jones|Abbot|Abbott|Banks|Page|Marshall|Ewa|Evva|B8|Scotty|Adam In|Minna|Draw Smith|Bishop|Dame|King|Nf3|e4|M. Server|Hope|Faith|Victor|Chase|Pat|Don|\
                     Kim Jae-Won|Charles Over|Hasan|Sergei|Rook|Knight|Queenie|Stan|Patricia|Mate|Dan|Nada|Sí|Oui";
    for name in names.split('|') {
        assert_eq!(reserved(name, &SERVER), None, "{name}");
    }
}
