//! The command `penpawn`: arguments, logging, run, report what went wrong.

use clap::Parser;
use penpawn::cli::{self, Arguments};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match cli::run(arguments) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("penpawn: {}", cli::harmless(&cli::told(&failure)));
            cli::code(&failure)
        }
    }
}
