//! How endgames are solved: the options that all commands have that solve some.

use std::path::PathBuf;

use solver::certificates::pipeline::{Method, Settings};
use solver::certificates::produce::Plan;
use solver::chess::material::DoubleStep;
use solver::memory::{MEGABYTE, available_memory};

use crate::output::{Failed, file};
use crate::precision::Precision;

/// How endgames are solved.
#[derive(clap::Args)]
pub struct How {
    /// The folder for the certificates; made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".", value_parser = file())]
    pub out: PathBuf,
    /// How many threads to use; the certificates are the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: u16,
    /// Where a pawn on its second rank may go two squares: on boards of 8 ranks or more, on all that have 4 or more, on none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub double_step: DoubleStep,
    /// Without it the solver chooses. `exact`: exact values or a failure; BITS: bounds in units of 2^-BITS, 1 to 62, and for smaller endgames the solver
    /// chooses; `sharp` or `sharp:BITS`: such bounds, of 50 bits if you do not say another number, and a proof which positions are sharp because of them
    #[arg(long, value_name = "exact|BITS|sharp")]
    pub precision: Option<Precision>,
    #[command(flatten)]
    pub endless: EndlessPlay,
    /// Solve everything anew; without it, certificates in the folder that fit are kept, except the endgame you asked for
    #[arg(long)]
    pub anew: bool,
    /// The memory that may be taken, in MB; what is available if not said. What needs more is refused
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Five men: how many seconds of sweeps may be lost to an interruption. From then on what is reached is kept in files beside the certificate, and the
    /// next run goes on from there
    #[arg(long, value_name = "SECONDS", default_value_t = KEEP_EVERY)]
    pub keep_every: u64,
    /// Prints where the time went
    #[arg(long)]
    pub timings: bool,
    /// Fails where a smaller endgame would have to be solved first; an option of `solve endgame` only
    #[arg(skip)]
    pub alone: bool,
}

/// What an endless play is worth.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct EndlessPlay {
    /// Asks for the one value if an endless play has this worth, a fraction from 0 to 1: White (Left) wins it where Black's share of the money ends below. Or `richer`, 1/2: then the richer player wins it
    #[arg(long, value_name = "WORTH", value_parser = endless_play, conflicts_with = "value")]
    pub never: Option<(u64, u64)>,
    /// Asks for one value alone
    #[arg(long, value_enum)]
    pub value: Option<OneValue>,
}

/// One of the two values.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum OneValue {
    /// What White (Left) can force: an endless play is worth 0
    Alpha,
    /// What Black (Right) can force: an endless play is worth 1
    Beta,
}

impl EndlessPlay {
    pub fn worth(self) -> Option<(u64, u64)> {
        self.never.or(self.value.map(|value| match value {
            OneValue::Alpha => (0, 1),
            OneValue::Beta => (1, 1),
        }))
    }
}

/// Reads what an endless play is worth.
pub fn endless_play(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("found {text:?}, required a fraction from 0 to 1, such as 1/2, or `richer`");
    if text == "richer" {
        return Ok((1, 2));
    }
    report::fraction::read_share(text).ok_or_else(wrong)
}

/// Measured on 8x8: to write a state takes a second.
pub const KEEP_EVERY: u64 = 60;

impl Default for How {
    fn default() -> Self {
        Self {
            out: PathBuf::from("."),
            threads: 2,
            double_step: DoubleStep::Auto,
            precision: None,
            endless: EndlessPlay::default(),
            anew: false,
            memory: None,
            keep_every: KEEP_EVERY,
            timings: false,
            alone: false,
        }
    }
}

impl How {
    /// What is asked for.
    pub fn plan<'a, N>(&'a self, asked: &'a [N]) -> Plan<'a, N> {
        let memory = self.memory.map(|megabytes| megabytes.saturating_mul(MEGABYTE)).or_else(available_memory);
        Plan { asked, folder: Some(&self.out), anew: self.anew, alone: self.alone, memory }
    }

    /// Whether it is proved what is sharp because of bounds.
    pub fn is_sharp(&self) -> bool {
        matches!(self.precision, Some(Precision::Sharp(_)))
    }

    pub fn settings(&self) -> Result<Settings, Failed> {
        let never = self.endless.worth();
        let method = match self.precision {
            None => Method::Choose,
            Some(Precision::Exact) => Method::Exact,
            Some(sharp @ Precision::Sharp(_)) if never.is_some() => {
                return Err(sharp.refused("`exact` or BITS where an endless play has a worth: all positions are sharp"));
            }
            Some(Precision::Bits(bits) | Precision::Sharp(bits)) => Method::Enclosure(bits),
            Some(other) => return Err(other.refused("`exact`, BITS, `sharp` or `sharp:BITS` for endgames")),
        };
        Ok(Settings { double_step: self.double_step, method, never, threads: self.threads.into() })
    }
}
