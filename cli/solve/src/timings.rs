//! Where the time of long work went, for `--timings`.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// Where the time went: wall-clock and processor time by phase, in the order of the first occurrence.
#[derive(Debug)]
pub struct Timings {
    phases: Vec<(&'static str, Duration, Duration)>,
    current: Option<(usize, Instant, ProcessTime)>,
}

impl Timings {
    /// No phase yet.
    #[must_use]
    pub fn new() -> Self {
        Self { phases: Vec::new(), current: None }
    }

    /// Ends the current phase.
    pub fn stop(&mut self) {
        if let Some((place, wall, processor)) = self.current.take() {
            self.phases[place].1 += wall.elapsed();
            self.phases[place].2 += processor.elapsed();
        }
    }

    /// Begins a phase, or takes it up again.
    pub fn start(&mut self, name: &'static str) {
        self.stop();
        let place = self.phases.iter().position(|phase| phase.0 == name).unwrap_or_else(|| {
            self.phases.push((name, Duration::ZERO, Duration::ZERO));
            self.phases.len() - 1
        });
        self.current = Some((place, Instant::now(), ProcessTime::now()));
    }

    /// The phases: name, wall-clock time, processor time.
    #[must_use]
    pub fn phases(&self) -> &[(&'static str, Duration, Duration)] {
        &self.phases
    }
}

impl Default for Timings {
    fn default() -> Self {
        Self::new()
    }
}
