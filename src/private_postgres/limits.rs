//! How long a server may take.

use std::time::Duration;

/// How long a server may take to start; after a crash it reads its log first.
pub(super) const START_LIMIT: Duration = Duration::from_secs(120);
/// How long a server may take to stop.
pub(super) const STOP_LIMIT: Duration = Duration::from_secs(60);
/// How often we look.
pub(super) const LOOK_AGAIN: Duration = Duration::from_millis(20);
