//! Times the phases of long work and shows them: on a terminal in a line that changes, else now and then in a line of its own.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use solver::graph::exact::policy::Observer;

use crate::timings::Timings;

/// After so long it is said what else could be tried, and from then on each time how far the work is.
const LONG: Duration = Duration::from_secs(30);
/// So often the clock is read.
const TICK: Duration = Duration::from_millis(500);

/// Times the phases and shows them.
pub struct Watch {
    /// What is being worked on.
    pub title: String,
    /// Where the time went.
    pub timings: Timings,
    bar: ProgressBar,
    /// Told that the work has ended, once `hint` was called.
    ended: Arc<AtomicBool>,
}

impl Watch {
    /// Nothing shown yet.
    pub fn new() -> Self {
        // Draws on standard error, and nothing where that is not a terminal.
        Self::with(ProgressBar::new_spinner())
    }

    /// Nothing shown yet; draws below what is on the screen already.
    pub fn below(screen: &MultiProgress) -> Self {
        Self::with(screen.add(ProgressBar::new_spinner()))
    }

    fn with(bar: ProgressBar) -> Self {
        let watch = Self { title: String::new(), timings: Timings::new(), bar, ended: Arc::default() };
        watch.rest();
        watch
    }

    /// Says this once the work has taken long; and then, where no terminal shows the line, how far it is, each time after twice as long.
    pub fn hint(&self, hint: String) {
        let (bar, ended, start) = (self.bar.clone(), Arc::clone(&self.ended), Instant::now());
        std::thread::spawn(move || {
            let mut next = LONG;
            while !ended.load(Ordering::Relaxed) {
                std::thread::sleep(TICK);
                let elapsed = start.elapsed();
                if elapsed < next || ended.load(Ordering::Relaxed) {
                    continue;
                }
                if next == LONG {
                    bar.suspend(|| crate::output::tell(&hint));
                }
                next *= 2;
                if !std::io::stderr().is_terminal() {
                    let of = bar.length().filter(|&length| length > 0);
                    let of = match (bar.position(), of) {
                        (0, None) => String::new(),
                        (done, None) => format!(", {done}"),
                        (done, Some(length)) => format!(", {done} of {length} positions"),
                    };
                    crate::output::tell(&format!("{}{of}, after {} s", bar.message(), elapsed.as_secs()));
                }
            }
        });
    }

    /// Takes the line away until the next phase: nothing is drawn while somebody may be typing.
    pub fn rest(&self) {
        self.bar.disable_steady_tick();
        self.bar.finish_and_clear();
    }

    /// Takes the line away while something is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// The line, which is to be taken away while something is printed.
    pub fn line(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Stops the clock and clears the line.
    pub fn finish(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        self.timings.stop();
        self.rest();
    }
}

/// Work that fails ends, too.
impl Drop for Watch {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        self.rest();
    }
}

impl Observer for Watch {
    fn begin(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    fn phase(&mut self, name: &'static str, positions: usize) {
        self.timings.start(name);
        let template = if positions > 0 { "{msg} {bar:30} {pos}/{len} positions" } else { "{spinner} {msg} {pos}" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_length(positions as u64);
        self.bar.set_position(0);
        self.bar.set_message(format!("{}: {name}", self.title));
        if self.bar.is_finished() {
            self.bar.reset();
            self.bar.enable_steady_tick(Duration::from_millis(200));
        }
    }

    fn advance(&mut self, positions: usize) {
        self.bar.inc(positions as u64);
    }
}
