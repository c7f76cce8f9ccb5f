//! What is measured by an allocator that counts: a program of its own, since it counts for all threads together.

mod fuzz;
mod hostile_archives;
mod hostile_bytes;
mod scale;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits until no other test measures.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
