use super::*;

const SIZE: usize = 8;

/// Numbers that look like chance (the constants are those of Knuth's MMIX).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A graph as a table of weights.
type Table = Vec<Vec<Option<i64>>>;

fn weight(value: i64) -> Weight<2> {
    let mut weight = Weight::default();
    weight.add_at(HALVED_BITS, value);
    weight
}

fn graph(chance: &mut Chance) -> Table {
    let mut table = vec![vec![None; SIZE]; SIZE];
    let (density, greatest) = (2 + chance.below(8), 1 + chance.below(40));
    let pairs = (0..SIZE).flat_map(|one| (one + 1..SIZE).map(move |other| (one, other)));
    for (one, other) in pairs {
        if chance.below(10) < density {
            let value = i64::try_from(chance.below(greatest)).unwrap() - 3;
            table[one][other] = Some(value);
            table[other][one] = Some(value);
        }
    }
    table
}

fn matching(table: &Table) -> Matching<2> {
    Matching::new(table.len(), |one, other| table[one][other].map(weight))
}

/// The greatest weight of all perfect matchings of these vertices, by trying them all.
fn greatest(table: &Table, left: &[usize]) -> Option<i64> {
    let Some((first, others)) = left.split_first() else {
        return Some(0);
    };
    let with = |mate: &usize| {
        let rest: Vec<usize> = others
            .iter()
            .copied()
            .filter(|other| other != mate)
            .collect();
        Some(table[*first][*mate]? + greatest(table, &rest)?)
    };
    others.iter().filter_map(with).max()
}

fn found(table: &Table, matching: &Matching<2>) -> i64 {
    let pair = |&vertex: &usize| {
        let mate = matching.mate(vertex).unwrap();
        assert_eq!(matching.mate(mate), Some(vertex));
        (vertex < mate).then(|| table[vertex][mate].unwrap())
    };
    matching.left().iter().filter_map(pair).sum()
}

#[test]
fn no_matching_weighs_more() {
    let mut chance = Chance(1);
    let all: Vec<usize> = (0..SIZE).collect();
    let mut without = 0;
    for _ in 0..3000 {
        let table = graph(&mut chance);
        let mut matching = matching(&table);
        match (matching.solve(), greatest(&table, &all)) {
            (Ok(()), Some(weight)) => assert_eq!(found(&table, &matching), weight, "{table:?}"),
            (Err(NoMatching), None) => without += 1,
            (solved, greatest) => panic!("{solved:?}, {greatest:?} in {table:?}"),
        }
    }
    assert!(
        (100..2900).contains(&without),
        "{without} without a matching"
    );
}

#[test]
fn it_stays_the_greatest_when_weights_change_and_pairs_are_taken_out() {
    let mut chance = Chance(2);
    let mut below = move |end: usize| usize::try_from(chance.below(end as u64)).unwrap();
    let mut graphs = Chance(3);
    for _ in 0..2000 {
        let mut table = graph(&mut graphs);
        let mut matching = matching(&table);
        if matching.solve().is_err() {
            continue;
        }
        while let Some(&vertex) = matching.left().get(below(SIZE)) {
            let mate = matching.mate(vertex).unwrap();
            match below(3) {
                0 => {
                    let favoured: Vec<usize> = (0..SIZE).map(|_| below(5)).collect();
                    for (other, more) in favoured.iter().enumerate() {
                        for (one, other) in [(vertex, other), (other, vertex)] {
                            let value = &mut table[one][other];
                            *value = value.map(|value| value + i64::try_from(*more).unwrap());
                        }
                    }
                    let more = |other: usize| weight(i64::try_from(favoured[other]).unwrap());
                    matching.favour(vertex, more).unwrap();
                }
                1 => {
                    let kept: Vec<bool> = (0..SIZE)
                        .map(|other| other == mate || below(2) == 0)
                        .collect();
                    for other in (0..SIZE).filter(|other| !kept[*other]) {
                        table[vertex][other] = None;
                        table[other][vertex] = None;
                    }
                    matching.bind(vertex, |other| kept[other]).unwrap();
                }
                _ => assert_eq!(matching.take(vertex), Ok(mate)),
            }
            let weight = greatest(&table, matching.left()).unwrap();
            assert_eq!(found(&table, &matching), weight, "{table:?}");
        }
    }
}

#[test]
fn the_first_tight_edge_is_never_behind_one_that_may_be_taken() {
    let mut chance = Chance(4);
    for _ in 0..1000 {
        let table = graph(&mut chance);
        let mut matching = matching(&table);
        let all: Vec<usize> = (0..SIZE).collect();
        let (Ok(()), Some(weight)) = (matching.solve(), greatest(&table, &all)) else {
            continue;
        };
        for vertex in 0..SIZE {
            let may_be_taken = |&other: &usize| {
                let rest: Vec<usize> = all
                    .iter()
                    .copied()
                    .filter(|one| *one != vertex && *one != other)
                    .collect();
                let with = table[vertex][other].zip(greatest(&table, &rest));
                with.is_some_and(|(own, others)| own + others == weight)
            };
            let first = all
                .iter()
                .copied()
                .filter(|other| *other != vertex)
                .find(may_be_taken)
                .unwrap();
            let tight =
                matching.first_tight(vertex, all.iter().copied().filter(|other| *other != vertex));
            assert!(tight.is_some_and(|tight| tight <= first));
        }
    }
}
