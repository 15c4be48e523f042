//! The program `thc-edit`. Everything is in the library, so that tests and benchmarks can reach it; this file must know
//! nothing but where to begin.

use std::process::ExitCode;

fn main() -> ExitCode {
    thc_edit::cli::run()
}
