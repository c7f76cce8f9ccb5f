//! What `solve graph` is asked.

use std::path::PathBuf;
use std::str::FromStr;

use num_rational::BigRational;
use session::{escape, fraction};
use solver::escape::short;
use solver::games::Winner;
use solver::graph_games::solve;
use solver::memory::{MEGABYTE, available_memory};
use solver::request::{Auction, Chips, Forms, Part, Precision, Ties, Way};

use crate::how::EndlessPlay;
use crate::output::Failed;

/// How the values are found.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// Any game: policies proposed by value iteration, unless the equations are linear
    #[default]
    Exact,
    /// Any game of a few thousand positions: policies proposed by linear programs
    Lp,
}

impl Method {
    /// As the solver calls it.
    pub fn method(self) -> solve::Method {
        match self {
            #[cfg(feature = "lp")]
            Self::Lp => solve::Method::Proposed(lp::policies),
            _ => solve::Method::Exact,
        }
    }
}

/// What to solve, and what to write.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game, in the JSON of the chapter "Games as graphs"; or an endless or a scored one
    pub game: PathBuf,
    /// Print the position with this name alone; with --pays both the first one that is not terminal if not said
    #[arg(long, value_name = "NAME")]
    pub at: Option<String>,
    /// How the values are found; they are exact, and the same
    #[arg(long, value_enum)]
    pub method: Option<Method>,
    /// Who takes the winning bid: `other`, the other player (Richman); `bank`, the bank (poorman); or the share that the bank takes, such as 1/2, while the
    /// other player takes the rest. `both`, with --chips A-B: both players pay what they bid, whoever has bid more moves, and bids are mixed (all-pay)
    #[arg(long, value_name = "WHO")]
    pub pays: Option<String>,
    /// With --chips or --pays: who moves after a bid is won; without it the buyer moves for --chips, and decides for --pays
    #[arg(long, value_enum, value_name = "RULE")]
    pub winner: Option<Winner>,
    /// With --pays, if the winner moves: who owns ties, and moves or lets the other move if the bids are equal. With --pays both: who moves then; a coin decides
    /// if not said
    #[arg(long, value_enum, value_name = "WHO")]
    pub ties: Option<Ties>,
    #[command(flatten)]
    pub endless: EndlessPlay,
    /// Without it values are exact, and bounds where exact ones are too large. `exact`: exact values or a failure; BITS: bounds in units of 2^-BITS, 1 to 62,
    /// or 48 with --pays; with --pays both 40 if not said, and at most 50
    #[arg(long, value_name = "exact|BITS", conflicts_with = "method", value_parser = |text: &str| Forms::GRAPH.read(text))]
    pub precision: Option<Precision>,
    /// Plays for whole chips: N of both players together, or A of Left and B of Right, or any number at once; a star decides ties. With --pays bank: what
    /// each player needs against up to N chips of the other; the star, or who owns ties by --ties. Of an endless game, with --aim C or parity: N
    #[arg(long, value_name = "N|A-B|all")]
    pub chips: Option<Chips>,
    /// Before each bid the richer player pays the poorer one this part of the difference of their money, below 1/2: which share of the money each player needs
    #[arg(long, value_name = "TAX", value_parser = tax)]
    pub robin_hood: Option<(u32, u32)>,
    /// Writes JSON
    #[arg(long)]
    pub json: bool,
    /// Writes the certificate, for `check FILE.cert --graph GAME.json`
    #[arg(long, value_name = "FILE.cert", value_parser = crate::output::file())]
    pub out: Option<PathBuf>,
    /// Draws the game with its values: a picture with the best options thick if the name ends in .svg, else a drawing in DOT
    #[arg(long, value_name = "FILE", value_parser = crate::output::file())]
    pub draw: Option<PathBuf>,
    /// Of an endless game, in the JSON of the chapter "Endless objectives", or a scored one, of "Scored games"; without it what is collected on average in a step,
    /// or who wins by parity where no position has a reward, and what each position is worth in points, with the fair price of the move. A number C, such as
    /// 3/2: who makes sure of C or more, and with which share of the money; `all`: the same of each C at which it changes, and --out names a folder, for a
    /// certificate of each; `parity`: who wins, if the greatest priority that is seen for ever is even for Left and odd for Right
    #[arg(long, value_name = "C|all|parity", allow_hyphen_values = true)]
    pub aim: Option<Aim>,
    /// Of an endless game with --pays: Left's share of the money, such as 1/3; without it the mean payoff is told as the share grows by eighths
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub share: Option<[u16; 2]>,
    /// How many threads to use; the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: u16,
    /// The memory that the game may take, in MB; what is available if not said
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
}

impl Arguments {
    /// How many bytes the game may take, if that is known.
    pub fn memory(&self) -> Option<u64> {
        self.memory.map(|megabytes| megabytes.saturating_mul(MEGABYTE)).or_else(available_memory)
    }

    /// The number of the position that is asked for by its name, if one is.
    pub fn number<'a>(&self, names: impl Iterator<Item = &'a str> + Clone) -> Result<Option<u32>, Failed> {
        let Some(name) = self.at.as_deref() else { return Ok(None) };
        let found = (0..).zip(names.clone()).find(|(_, known)| *known == name);
        found.map(|(number, _)| Some(number)).ok_or_else(|| {
            let mut first: Vec<String> = names.clone().take(5).map(|name| format!("{:?}", short(name))).collect();
            first.extend(names.clone().nth(5).map(|_| "…".to_owned()));
            let (path, first) = (escape::path(&self.game), first.join(", "));
            Failed::usage(format!("{path}: --at: found no position {:?}; there are {first}", short(name)))
        })
    }

    /// Refuses what this way does not take.
    pub fn admit(&self, way: Way, auction: &Auction) -> Result<(), Failed> {
        let is_plain = *auction == Auction::Plain;
        let given = [
            (Part::Chips, self.chips.is_some()),
            (Part::Pays, self.pays.is_some() && !is_plain),
            (Part::Winner, self.winner.is_some() && !is_plain),
            (Part::Ties, self.ties.is_some() && !is_plain),
            (Part::RobinHood, self.robin_hood.is_some()),
            (Part::Share, self.share.is_some()),
            (Part::Aim, self.aim.is_some()),
            (Part::At, self.at.is_some()),
            (Part::Method, self.method.is_some()),
            (Part::Precision, self.precision.is_some()),
            (Part::Never, self.endless.worth().is_some()),
            (Part::Draw, self.draw.is_some()),
            (Part::Json, self.json),
            (Part::Out, self.out.is_some()),
        ];
        way.admit(&given).map_err(Failed::usage)
    }
}

/// What is asked of an endless or a scored game, if it is not what positions are worth.
#[derive(Clone, Debug)]
pub enum Aim {
    /// Who makes sure of so much or more, on average or in points.
    Least(BigRational),
    /// The same of all numbers at which it changes.
    All,
    /// Of an endless game: who wins by parity.
    Parity,
}

impl FromStr for Aim {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_small = |number: &BigRational| number.numer().bits() < 64 && number.denom().bits() < 64;
        match text {
            "all" => Ok(Self::All),
            "parity" => Ok(Self::Parity),
            _ => fraction::read(text).filter(is_small).map(Self::Least).ok_or_else(|| {
                "required a number such as 2, -1 or 3/2, both parts below 2^63, or `all`, or `parity`; what is collected on average in a step is told without --aim".to_owned()
            }),
        }
    }
}

/// Reads a share of the money such as 1/3: numerator and denominator below 2^16, in lowest terms.
pub fn share(text: &str) -> Result<[u16; 2], String> {
    let required = || "required a share of the money between 0 and 1, such as 1/3, both parts below 65536".to_owned();
    let share = fraction::read_share(text).filter(|(part, whole)| (1..*whole).contains(part));
    share.map(|(part, whole)| [part, whole]).ok_or_else(required)
}

/// Reads a tax such as 1/8: numerator and denominator below 2^32, in lowest terms.
pub fn tax(text: &str) -> Result<(u32, u32), String> {
    let required = "required a part of the difference from 0 on and below 1/2, such as 1/8, both parts below 2^32";
    fraction::read_share(text)
        .filter(|(part, whole)| *part < u32::div_ceil(*whole, 2))
        .ok_or_else(|| required.to_owned())
}
