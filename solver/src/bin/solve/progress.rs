//! Progress of long work, in lines: for whoever reads them later, from a file.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Work of less than this time needs no lines.
const LONG: Duration = Duration::from_secs(30);

/// How far work in parts has come.
pub struct Progress {
    start: Instant,
    parts: usize,
    /// What all parts weigh: about as long they take.
    weight: u64,
    /// How many parts are done, and what they weigh.
    done: Mutex<(usize, u64)>,
}

impl Progress {
    /// Work in so many parts, of so much weight together.
    pub fn new(parts: usize, weight: u64) -> Self {
        Self { start: Instant::now(), parts, weight, done: Mutex::new((0, 0)) }
    }

    /// A part is done: says so on standard error, if the work has taken long already.
    pub fn done(&self, name: &str, weight: u64) {
        let Ok(mut done) = self.done.lock() else { return };
        *done = (done.0 + 1, done.1.saturating_add(weight));
        let elapsed = self.start.elapsed();
        if elapsed >= LONG {
            crate::tell(&format!("{name}: {}", line(*done, (self.parts, self.weight), elapsed)));
        }
    }
}

/// How many of all are done, how long it took, and how long the rest will take.
fn line(done: (usize, u64), all: (usize, u64), elapsed: Duration) -> String {
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
    }
}
