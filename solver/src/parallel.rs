//! One kind of work on many things, on several threads, with the results in order: they do not depend on how many threads there are.

use std::ops::Range;
use std::sync::OnceLock;

/// Works on the numbers below `count`, in as many ranges as there are threads, of at least so many numbers each but for the last one.
///
/// # Panics
///
/// If the work panics.
pub fn in_ranges<R: Send>(
    count: usize,
    threads: usize,
    least: usize,
    work: impl Fn(Range<usize>) -> R + Sync,
) -> Vec<R> {
    let chunk = count.div_ceil(threads.max(1)).max(least).max(1);
    let ranges = (0..count).step_by(chunk).map(|start| start..(start + chunk).min(count));
    if count <= chunk {
        return ranges.map(work).collect();
    }
    let work = &work;
    std::thread::scope(|scope| {
        let handles: Vec<_> = ranges.map(|range| scope.spawn(move || work(range))).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, R>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        handles.into_iter().map(join).collect()
    })
}

/// How many threads the machine has; 1 where it cannot say, as in a browser, where none can be started.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Works on each thing, on all processors.
pub fn map<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let parts = in_ranges(things.len(), processors(), 1, |range| things[range].iter().map(&work).collect::<Vec<R>>());
    parts.into_iter().flatten().collect()
}

/// Does two things, the second on a thread of its own where the machine has more than one.
pub fn both<A, B: Send>(first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    if processors() == 1 {
        return (first(), second());
    }
    std::thread::scope(|scope| {
        let handle = scope.spawn(second);
        let first = first();
        (first, handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
