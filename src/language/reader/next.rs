//! How it goes on behind a line.

use std::ops::ControlFlow;

/// How many further lines were taken with one, or that nothing below it is read any more.
pub(super) type Next = ControlFlow<(), usize>;
