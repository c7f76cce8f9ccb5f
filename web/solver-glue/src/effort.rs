//! What an answer would take: positions, memory, seconds.
//!
//! All of it is computed from counts, before anything is solved. The figures of a position were measured with Node 20, and `web/test/solver.test.mjs`
//! compares them: memory is known within a factor of two, time within a factor of three on the same machine. To verify what was solved takes up to as long again.

use session::receipt::Object;
use session::words;

/// The most seconds that are waited for.
const MOST_SECONDS: f64 = 45.0;
/// The most bytes: a page of 32 bits has 4 GB in all, and the checker needs its part of it.
const MOST_BYTES: u64 = 1_500_000_000;

/// What an answer would take.
pub struct Effort {
    /// Positions of all that is to be solved.
    pub positions: u64,
    /// Memory, about.
    pub bytes: u64,
    /// Roughly.
    pub seconds: f64,
    /// What is typed to have the native program do it.
    pub command: String,
    /// Why the page does not do it, beside time and memory.
    pub limit: Option<String>,
    /// What can be done instead.
    pub hint: Option<String>,
}

impl Effort {
    /// Whether the page does it.
    pub fn is_allowed(&self) -> bool {
        self.limit.is_none() && self.seconds <= MOST_SECONDS && self.bytes <= MOST_BYTES
    }

    /// A sentence.
    pub fn words(&self) -> String {
        let count = words::count(usize::try_from(self.positions).unwrap_or(usize::MAX), "position", "positions");
        let takes = format!("{count}, {}, {} MB of memory", time(self.seconds), self.bytes.div_ceil(1_000_000));
        let reason = match &self.limit {
            _ if self.is_allowed() => return format!("{takes}."),
            Some(limit) => limit.clone(),
            None => format!(
                "found {takes}, required at most {} and {} MB in a page",
                time(MOST_SECONDS),
                MOST_BYTES / 1_000_000
            ),
        };
        let hint = self.hint.as_ref().map_or_else(String::new, |hint| format!(". {hint}"));
        format!("{reason}{hint}. The native program does it: {}", self.command)
    }

    /// The effort as an object.
    pub fn json(&self) -> Object {
        let mut object = Object::default();
        object
            .json("positions", self.positions)
            .json("bytes", self.bytes)
            .json("seconds", format!("{:.1}", self.seconds))
            .json("allowed", self.is_allowed())
            .text("words", self.words())
            .text("command", &self.command);
        object
    }
}

/// A time, as people say it.
fn time(seconds: f64) -> String {
    let rounded = |number: f64| number.round().max(1.0) as u64;
    match seconds {
        _ if seconds < 1.0 => "less than a second".to_owned(),
        _ if seconds < 90.0 => format!("about {} s", rounded(seconds)),
        _ if seconds < 5400.0 => format!("about {} minutes", rounded(seconds / 60.0)),
        _ => format!("about {} hours", rounded(seconds / 3600.0)),
    }
}
