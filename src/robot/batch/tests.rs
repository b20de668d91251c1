use super::*;
use crate::db::inbox::Claimed;
use crate::mail::token::Keys;

fn mail(id: i64, content: u8, round: i32) -> Claimed {
    Claimed {
        id,
        raw: None,
        line: "ann@example.org".to_owned(),
        proven: false,
        oversized: false,
        arrived_at: DateTime::UNIX_EPOCH,
        stored_at: DateTime::UNIX_EPOCH,
        old: false,
        attempts: 1,
        confirmed_as: None,
        leaves: false,
        content_key: vec![content; 32],
        round,
        replayed: false,
        junk: false,
    }
}

#[test]
fn a_mail_draws_the_same_again_whatever_is_in_its_batch_and_another_draws_other_lots() {
    let keys = Keys::new([(1, vec![7; 32])]);
    let mut draws = BTreeSet::new();
    let mut alone = Randomness::of([mail(5, 1, 0)].iter(), &keys);
    let mut among = Randomness::of([mail(8, 2, 0), mail(9, 1, 0)].iter(), &keys);
    for _ in 0..3 {
        let drawn = alone.draw(5).unwrap();
        draws.insert(among.draw(8).unwrap());
        assert_eq!(drawn, among.draw(9).unwrap());
        draws.insert(drawn);
    }
    // A second handling, another key, and a mail that is in no batch draw anew.
    draws.insert(
        Randomness::of([mail(5, 1, 1)].iter(), &keys)
            .draw(5)
            .unwrap(),
    );
    let other = Keys::new([(1, vec![8; 32])]);
    draws.insert(
        Randomness::of([mail(5, 1, 0)].iter(), &other)
            .draw(5)
            .unwrap(),
    );
    draws.insert(alone.draw(6).unwrap());
    assert_eq!(draws.len(), 9);
}

#[test]
fn a_mail_keeps_its_numbers_when_another_leaves_some_unused() {
    let mut spare = Spare::share(&BTreeMap::from([(3, 2), (4, 1), (5, 0)]), vec![41, 42, 43]);
    assert_eq!(spare.take(4), Some(43));
    assert_eq!(spare.take(4), None);
    assert_eq!(spare.take(3), Some(41));
    assert_eq!(spare.take(5), None);
}
