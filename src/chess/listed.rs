//! Several things in one sentence.

/// "a", "a or b", "a, b or c"; nothing for nothing.
pub fn any_of(things: &[impl AsRef<str>]) -> String {
    joined(things, "or")
}

/// "a", "a and b", "a, b and c"; nothing for nothing.
pub fn all_of(things: &[impl AsRef<str>]) -> String {
    joined(things, "and")
}

fn joined(things: &[impl AsRef<str>], word: &str) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match things.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{} {word} {last}", others.join(", "))
        }
        _ => things.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_two_are_joined_by_a_word() {
        for (things, any, all) in [
            (&[][..], "", ""),
            (&["Ke2"], "Ke2", "Ke2"),
            (&["Ke2", "Kf1"], "Ke2 or Kf1", "Ke2 and Kf1"),
            (
                &["Ke2", "Kf1", "Kd1"],
                "Ke2, Kf1 or Kd1",
                "Ke2, Kf1 and Kd1",
            ),
        ] {
            assert_eq!(any_of(things), any);
            assert_eq!(all_of(things), all);
        }
    }
}
