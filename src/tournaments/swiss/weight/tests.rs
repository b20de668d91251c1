use super::*;

fn weight(parts: &[(usize, i64)]) -> Weight<3> {
    let mut weight = Weight::default();
    for (bit, value) in parts {
        weight.add_at(*bit, *value);
    }
    weight
}

#[test]
fn values_carry_over_the_limbs() {
    assert_eq!(weight(&[(63, 1), (63, 1)]), weight(&[(64, 1)]));
    assert_eq!(weight(&[(60, 16)]), weight(&[(64, 1)]));
    assert_eq!(weight(&[(64, 1), (0, -1), (0, 1)]), weight(&[(64, 1)]));
    assert!(weight(&[(130, 5), (127, -40)]).is_zero());
    assert_eq!(
        weight(&[(100, 7)]) - weight(&[(100, 9)]),
        weight(&[(100, -2)])
    );
}

#[test]
fn they_are_ordered_from_the_top() {
    let ascending = [
        weight(&[(128, -1)]),
        weight(&[(64, -1), (0, -1)]),
        weight(&[(0, -1)]),
        weight(&[]),
        weight(&[(0, 1)]),
        weight(&[(64, 1), (0, -1)]),
        weight(&[(64, 1)]),
        weight(&[(128, 1), (64, -1)]),
    ];
    assert!(ascending.is_sorted_by(|one, next| one < next));
}

#[test]
fn halves_keep_the_sign() {
    for (bit, value) in [(1, 1), (64, 1), (64, -1), (128, 3), (128, -3)] {
        assert_eq!(weight(&[(bit, value)]).half(), weight(&[(bit - 1, value)]));
    }
}
