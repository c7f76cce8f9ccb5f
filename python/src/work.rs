//! Long work: in a thread of its own, while the thread that asked waits without the interpreter's lock and looks for signals, so that Ctrl-C works.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use solver::graph::exact::policy::Observer;

use crate::errors;

/// Between two looks for signals.
const PATIENCE: Duration = Duration::from_millis(50);
/// Bytes of the stack of the thread that works: as much as a main thread usually has.
const STACK: usize = 8 << 20;
/// The most threads that the checker takes.
const MOST_THREADS: usize = 64;

/// Whether nobody waits any more.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether nobody waits any more.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Stop {
    /// Unwinds the solver once nobody waits any more.
    pub fn look(&mut self) {
        self.advance(0);
    }
}

/// Unwinds the solver once nobody waits any more.
impl Observer for Stop {
    fn phase(&mut self, _: &'static str, _: usize) {
        self.advance(0);
    }

    fn advance(&mut self, _: usize) {
        if self.is_set() {
            // Not a panic: nothing is printed.
            resume_unwind(Box::new("stopped"));
        }
    }
}

/// Works in another thread until that is done, or until a signal raises an exception here. Then the work is told to stop: the solver does so at the next
/// sweep or component; the checker ends the file that it is at, with nobody listening.
pub fn interruptible<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(Stop) -> T + Send + 'static) -> PyResult<T> {
    let stop = Stop::default();
    let (tell, mut hear) = mpsc::channel();
    let own = stop.clone();
    let run = move || {
        // If nobody waits, nobody is told.
        let _ = tell.send(catch_unwind(AssertUnwindSafe(|| work(own))));
    };
    thread::Builder::new().name("bidding_games".to_owned()).stack_size(STACK).spawn(run)?;
    loop {
        let heard;
        (hear, heard) = py.detach(move || {
            let heard = hear.recv_timeout(PATIENCE);
            (hear, heard)
        });
        match heard {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(errors::bug(py)),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    stop.0.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
    }
}

/// How many threads to use: those that were asked for, or as many as the machine offers.
pub fn threads(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        None => Ok(thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS)),
        Some(threads) if (1..=MOST_THREADS).contains(&threads) => Ok(threads),
        Some(threads) => Err(errors::wrong(format!("threads: found {threads}, required 1 to {MOST_THREADS}"))),
    }
}
