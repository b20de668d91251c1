//! Time zones that somebody may have meant.

use super::near::distance;
use crate::game::Zone;

/// More suggestions than this help nobody.
const MOST: usize = 3;

/// The zones whose names are like these words, the nearest first: by the city alone, by its beginning, or with a slip.
pub fn near_zones(words: &str) -> Vec<&'static str> {
    let wanted = plain(words);
    if wanted.chars().count() < 3 {
        return Vec::new();
    }
    let city_wanted = wanted.rsplit('/').next().unwrap_or_default();
    let mut near: Vec<(usize, &'static str)> = Zone::names()
        // In Etc/GMT+2 the sign is turned round, which nobody means.
        .filter(|name| name.contains('/') && !name.starts_with("Etc/"))
        .filter_map(|name| {
            let known = plain(name);
            let city = known.rsplit('/').next().unwrap_or_default();
            Some((how_far(city_wanted, city, &wanted, &known)?, name))
        })
        .collect();
    near.sort_unstable();
    near.into_iter().map(|(_, name)| name).take(MOST).collect()
}

fn how_far(city_wanted: &str, city: &str, wanted: &str, known: &str) -> Option<usize> {
    let slips = if city_wanted.chars().count() < 5 {
        1
    } else {
        2
    };
    if city == city_wanted {
        return Some(0);
    }
    let far = distance(city_wanted, city).min(distance(wanted, known));
    if far <= slips {
        return Some(far);
    }
    (city_wanted.chars().count() > 3 && city.starts_with(city_wanted)).then_some(slips + 1)
}

fn plain(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| c.is_whitespace() || c == '_')
        .collect();
    words.join("_").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_suggested_by_its_city_and_with_slips() {
        for (written, first) in [
            ("Berlin", Some("Europe/Berlin")),
            ("Europe/Berln", Some("Europe/Berlin")),
            ("new york", Some("America/New_York")),
            ("Germany/Berlin", Some("Europe/Berlin")),
            ("Europe/Pariss", Some("Europe/Paris")),
            ("Lemuria", None),
            ("+2", None),
            ("GMT+2", None),
        ] {
            assert_eq!(near_zones(written).first().copied(), first, "{written}");
        }
    }
}
