//! The command `penpawn`.

fn main() {}
