//! The same work on many things, on all processors, with the results in order.

/// Works on each thing.
pub fn map<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = things.chunks(things.len().div_ceil(threads).max(1));
    let work = &work;
    std::thread::scope(|scope| {
        let handles: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().map(work).collect::<Vec<R>>())).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no thread panics")).collect()
    })
}
