//! The list of defences, each of which `make defences` removes once to see its test fail.

use crate::bed;
use std::process::Command;

#[test]
fn every_defence_stands_where_the_list_says() {
    let checked = Command::new("python3")
        .arg(bed::root().join("tests/defences/run"))
        .arg("--check")
        .output()
        .expect("python3");
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{said}");
    let count = said.lines().last().and_then(|line| line.split(' ').next());
    let count: usize = count.and_then(|count| count.parse().ok()).expect(&said);
    assert!(count >= 30, "{said}");
}
