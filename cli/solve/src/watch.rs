//! Times the phases of long work and shows them on a terminal.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use solver::certificates::pipeline::Timings;
use solver::graph::exact::policy::Observer;

/// Times the phases and shows them on a terminal.
pub struct Watch {
    /// What is being worked on.
    pub title: String,
    /// Where the time went.
    pub timings: Timings,
    bar: ProgressBar,
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
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        Self { title: String::new(), timings: Timings::new(), bar }
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
        self.timings.stop();
        self.bar.finish_and_clear();
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
    }

    fn advance(&mut self, positions: usize) {
        self.bar.inc(positions as u64);
    }
}
