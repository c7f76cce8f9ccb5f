//! How much memory there is: what does not fit is refused with a sentence, before the system ends the program.

/// Bytes of a megabyte.
pub const MEGABYTE: u64 = 1_000_000;

/// How many bytes of memory can still be had, where the system says so: Linux does, and has a limit of its own for a container.
#[must_use]
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let limit = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|limit| limit.trim().parse().ok()).unwrap_or(u64::MAX);
    Some((kibibytes * 1024).min(limit))
}

/// Refuses what can be expected not to fit into the memory, where it is known how many bytes there are.
///
/// # Errors
///
/// What was found and required.
pub fn enough_memory(found: Option<u64>, required: u64) -> Result<(), String> {
    match found {
        Some(found) if found < required => {
            let [found, required] = [found / MEGABYTE, required.div_ceil(MEGABYTE)];
            Err(format!("found {found} MB of memory, required about {required} MB"))
        }
        _ => Ok(()),
    }
}
