//! Progress of long work, in lines: for whoever reads them later, from a file.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use solver::slices::{BOUNDS, Told};

/// Work of less than this time needs no lines.
const LONG: Duration = Duration::from_secs(30);

/// How far work in parts has come.
pub struct Progress {
    start: Instant,
    parts: usize,
    /// What all parts weigh: about as long they take.
    weight: u64,
    /// From when on a line is told.
    after: Duration,
    /// How many parts are done, and what they weigh.
    done: Mutex<(usize, u64)>,
}

impl Progress {
    /// Work in so many parts, of so much weight together.
    pub fn new(parts: usize, weight: u64) -> Self {
        Self { start: Instant::now(), parts, weight, after: LONG, done: Mutex::new((0, 0)) }
    }

    /// Prints a line for each part from the first one on, however short the work is.
    pub fn with_every_line(self) -> Self {
        Self { after: Duration::ZERO, ..self }
    }

    /// A part is done: says so on standard error, if the work has taken long already.
    pub fn done(&self, name: &str, weight: u64) {
        let Some(done) = self.count(weight) else { return };
        let elapsed = self.start.elapsed();
        if elapsed >= self.after {
            crate::output::tell(&format!("{name}: {}", line(done, (self.parts, self.weight), elapsed)));
        }
    }

    /// A part was there: nothing is said. How many are done now, and what they weigh.
    pub fn count(&self, weight: u64) -> Option<(usize, u64)> {
        let mut done = self.done.lock().ok()?;
        *done = (done.0 + 1, done.1.saturating_add(weight));
        Some(*done)
    }
}

/// Tells of sweeps through slices, every ten seconds.
pub struct Sweeps {
    last: Mutex<Instant>,
}

impl Sweeps {
    /// Nothing told yet.
    pub fn new() -> Self {
        Self { last: Mutex::new(Instant::now()) }
    }

    /// What is to be told of an endgame in units of 2^-bits, if it is time to.
    pub fn line(&self, name: &str, bits: u8, told: Told) -> Option<String> {
        match told {
            Told::Kept(what) => Some(what),
            Told::Sweep { bound, sweep, moving, change } => {
                let mut last = self.last.lock().ok()?;
                if last.elapsed() <= Duration::from_secs(10) {
                    return None;
                }
                *last = Instant::now();
                let bound = BOUNDS[bound];
                let change = format!("largest change {change}/2^{bits}");
                Some(format!("{name}: bound {bound}: {sweep} sweeps, {change}, {moving} slices still move"))
            }
        }
    }
}

/// How many of all are done; of long work also how long it took, and how long the rest will take.
fn line(done: (usize, u64), all: (usize, u64), elapsed: Duration) -> String {
    if elapsed < LONG {
        return format!("{} of {}", done.0, all.0);
    }
    let rest = all.1.saturating_sub(done.1);
    let left = u128::from(elapsed.as_secs()) * u128::from(rest) / u128::from(done.1.max(1));
    let left = match all.0 > done.0 {
        true => format!(", about {} left", span(u64::try_from(left).unwrap_or(u64::MAX))),
        false => String::new(),
    };
    format!("{} of {}, {} elapsed{left}", done.0, all.0, span(elapsed.as_secs()))
}

/// A time in words.
fn span(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_many_how_long_and_how_much_longer() {
        let line = |done, seconds| line(done, (4, 100), Duration::from_secs(seconds));
        assert_eq!(line((1, 10), 40), "1 of 4, 40 s elapsed, about 6 min left");
        assert_eq!(line((3, 50), 9000), "3 of 4, 2 h 30 min elapsed, about 2 h 30 min left");
        assert_eq!(line((4, 100), 130), "4 of 4, 2 min elapsed");
        assert_eq!(line((3, 50), 29), "3 of 4");
    }
}
