//! The native part of the Python package `bidding_games`: the checker, and the solver, as Python objects.
//!
//! Nothing here decides anything. A verdict is the checker's, and so is all wording; a fraction is made from the numbers that were verified. Reading order:
//!
//! | module | what |
//! |---|---|
//! | `errors` | failures as exceptions; a panic is declined as a bug |
//! | `work` | long work in a thread, with an ear for Ctrl-C |
//! | `judging` | a file, or bytes, become a verified certificate |
//! | `verified` | a verified certificate |
//! | `asking` | questions and answers |
//! | `position`, `moves` | one position and its moves |
//! | `numbers` | all positions as columns of numbers |
//! | `tables` | folders of certificates |
//! | `solving` | games and endgames, solved and then verified |
//! | `other_games`, `models` | other games, other auctions and models, solved and then verified |

mod asking;
mod errors;
mod judging;
mod models;
mod moves;
mod numbers;
mod other_games;
mod position;
mod solving;
mod tables;
mod verified;
mod work;

use pyo3::prelude::*;

/// The names of all kinds of certificates, as `Verified.kind` gives them: for a test that each of them answers.
#[pyfunction]
fn kinds() -> Vec<&'static str> {
    session::claims::kinds().collect()
}

/// The version of this package.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Adds 1 to the greatest number of a byte, as a test of how this was compiled: that is to be a panic, and the panic is to be declined as a bug.
#[pyfunction]
fn overflow(py: Python<'_>) -> PyResult<u8> {
    errors::guarded(py, || Ok(std::hint::black_box(u8::MAX) + std::hint::black_box(1)))
}

/// Adds 1 to the greatest number of a byte in the thread of long work, as `overflow` does in the caller's.
#[pyfunction]
fn overflow_in_thread(py: Python<'_>) -> PyResult<u8> {
    work::interruptible(py, |_| std::hint::black_box(u8::MAX) + std::hint::black_box(1))
}

/// Works until a signal comes, as a test of signals.
#[pyfunction]
fn wait_for_signal(py: Python<'_>) -> PyResult<()> {
    work::interruptible(py, |stop| {
        while !stop.is_set() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    })
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<verified::PyVerified>()?;
    module.add_class::<verified::PyPositions>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<tables::PyTables>()?;
    module.add_class::<numbers::PyNumbers>()?;
    module.add_function(wrap_pyfunction!(judging::verify, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve_game, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve_endgame, module)?)?;
    module.add_function(wrap_pyfunction!(solving::game_fault, module)?)?;
    module.add_function(wrap_pyfunction!(other_games::solve_auction, module)?)?;
    module.add_function(wrap_pyfunction!(other_games::solve_game_auction, module)?)?;
    module.add_function(wrap_pyfunction!(other_games::solve_hex, module)?)?;
    module.add_function(wrap_pyfunction!(other_games::solve_partitions, module)?)?;
    module.add_function(wrap_pyfunction!(models::solve_model, module)?)?;
    module.add_function(wrap_pyfunction!(position::decimal, module)?)?;
    module.add_function(wrap_pyfunction!(kinds, module)?)?;
    module.add_function(wrap_pyfunction!(version, module)?)?;
    module.add_function(wrap_pyfunction!(overflow, module)?)?;
    module.add_function(wrap_pyfunction!(overflow_in_thread, module)?)?;
    module.add_function(wrap_pyfunction!(wait_for_signal, module)?)?;
    Ok(())
}
