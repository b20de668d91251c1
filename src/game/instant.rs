//! Instants as they are kept in events: RFC 3339, UTC, whole seconds.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serializer, de};

pub(super) fn serialize<S: Serializer>(at: &DateTime<Utc>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&at.to_rfc3339_opts(SecondsFormat::Secs, true))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(de::Error::custom)
}

/// One that need not be there.
pub(super) mod maybe {
    use super::*;

    pub(in crate::game) fn serialize<S: Serializer>(
        at: &Option<DateTime<Utc>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match at {
            Some(at) => super::serialize(at, to),
            None => to.serialize_none(),
        }
    }

    pub(in crate::game) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<DateTime<Utc>>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(de::Error::custom))
            .transpose()
    }
}
