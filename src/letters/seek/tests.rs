use super::*;
use crate::chess::notation::Letters;
use crate::language::{Colour, Command, Setup, StakeWish, own_words, read, time_control};

#[test]
fn the_order_that_opens_a_seek_again_is_read_as_the_same_one() {
    for clock in [
        "without clock",
        "3 days a move",
        "10 moves in 50 days, days beyond 20 on a move count double",
        "30 days + 1 day a move",
        "90 days in all",
    ] {
        let control = time_control(clock).unwrap();
        for (variant, setup) in [
            (Variant::Standard, Setup::Usual),
            (Variant::Chess960, Setup::Chess960(None)),
        ] {
            for (wish, colour) in [
                (Wish::White, Colour::White),
                (Wish::Black, Colour::Black),
                (Wish::Random, Colour::Random),
            ] {
                for (stake, range) in [
                    (Stake::Casual, None),
                    (Stake::Rated, None),
                    (Stake::Rated, Some((1400, 1700))),
                ] {
                    let terms = Terms {
                        control,
                        stake,
                        variant,
                        colour: wish,
                        range,
                    };
                    let order = seek_in_words(&terms);
                    let message = read(&own_words(&order, None), "", Letters::default());
                    let [found] = message.orders.as_slice() else {
                        panic!("{order}: {:?}", message.orders);
                    };
                    let Command::Seek(read) = &found.command else {
                        panic!("{order}: {:?}", found.command);
                    };
                    assert_eq!(read.time.as_ref().unwrap().read, Ok(control), "{order}");
                    assert_eq!((read.colour, &read.setup), (colour, &setup), "{order}");
                    let rated = matches!(
                        read.stake,
                        StakeWish::Said {
                            stake: Stake::Rated,
                            ..
                        }
                    );
                    assert_eq!(rated, stake == Stake::Rated, "{order}");
                    let written = range.map(|(least, most)| (least as u32, most as u32));
                    assert_eq!(read.range, written, "{order}");
                }
            }
        }
    }
}
