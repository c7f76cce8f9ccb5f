//! How endgames are solved: the options that all commands have that solve some.

use std::path::PathBuf;

use solver::certificates::pipeline::{Method, Settings};
use solver::certificates::produce::Plan;
use solver::chess::material::DoubleStep;
use solver::memory::{MEGABYTE, available_memory};
use solver::request::{Form, Forms, Precision, worth};

use crate::output::{Failed, file};

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
    #[arg(long, value_name = "exact|BITS|sharp", value_parser = |text: &str| Forms::ENDGAME.read(text))]
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
    #[arg(long, value_name = "WORTH", value_parser = worth, conflicts_with = "value")]
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
        matches!(self.precision, Some(Precision { form: Form::Sharp(_), .. }))
    }

    pub fn settings(&self) -> Result<Settings, Failed> {
        let never = self.endless.worth();
        let method = match &self.precision {
            None => Method::Choose,
            Some(asked) => match Forms::ENDGAME.admit(asked).map_err(Failed::usage)? {
                Form::Sharp(_) if never.is_some() => {
                    let required = "`exact` or BITS where an endless play has a worth: all positions are sharp";
                    return Err(Failed::usage(asked.refused(required)));
                }
                Form::Bits(bits) | Form::Sharp(bits) => Method::Enclosure(bits),
                _ => Method::Exact,
            },
        };
        Ok(Settings { double_step: self.double_step, method, never, threads: self.threads.into() })
    }
}

#[cfg(test)]
mod tests {
    use solver::games::Winner;
    use solver::request::{Auction, Chips, Part, Ties, WAYS, Way};

    use super::*;

    #[test]
    fn reads_each_precision_and_prints_what_was_typed() {
        for (text, form) in [
            ("exact", Form::Exact),
            ("1", Form::Bits(1)),
            ("62", Form::Bits(62)),
            ("1e-6", Form::Within(1e-6)),
            ("1/1000", Form::Within(1e-3)),
            ("sharp", Form::Sharp(50)),
            ("sharp:62", Form::Sharp(62)),
        ] {
            let read: Precision = text.parse().unwrap();
            assert_eq!((read.form, read.to_string()), (form, text.to_owned()));
            assert!(read.refused("none").to_string().starts_with(&format!("--precision: found {text}, ")));
        }
        for wrong in ["", "0", "63", "1.5", "-1", "sharp:", "sharp:63", "sharp:1e-6", "Exact", "all", "1e-6"] {
            assert!(Forms::ENDGAME.read(wrong).is_err_and(|error| error.contains("sharp:BITS")), "{wrong}");
        }
        for (forms, text, is_read) in [
            (Forms::GRAPH, "sharp", false),
            (Forms::GRAPH, "62", true),
            (Forms::MODEL, "1e-6", true),
            (Forms::MODEL, "sharp", false),
            (Forms::BITS, "exact", false),
            (Way::PaidGraph.precision(), "49", false),
            (Way::PaidGraph.precision(), "exact", true),
            (Way::AllPay.precision(), "50", true),
            (Way::AllPay.precision(), "51", false),
        ] {
            assert_eq!(forms.read(text).is_ok(), is_read, "{forms} {text}");
        }
    }

    /// Who is paid, chips, who moves, who owns ties: what there is of them, in the words of the rules.
    #[test]
    fn reads_each_auction_and_refuses_the_others() {
        let (moves, decides) = (Some(Winner::Moves), Some(Winner::Decides));
        let (left, coin, three) = (Some(Ties::Left), Some(Ties::Coin), Some(Chips::Total(3)));
        let split = Some(Chips::Split(2, 1));
        let read =
            |pays, chips, winner, ties| Auction::new(pays, chips, winner, ties).map(|auction| auction.of_graph());
        for (auction, way) in [
            (read(None, None, None, None), Way::Graph),
            (read(Some("other"), None, None, None), Way::Graph),
            (read(Some("bank"), None, None, None), Way::PaidGraph),
            (read(Some("taxman 1/2"), None, decides, None), Way::PaidGraph),
            (read(Some("other"), None, moves, left), Way::PaidGraph),
            (read(Some("bank"), None, None, left), Way::PaidGraph),
            (read(None, three, None, None), Way::ChipsGraph),
            (read(None, split, decides, None), Way::ChipsGraph),
            (read(Some("bank"), three, None, left), Way::BankChipsGraph),
            (read(None, Some(Chips::All), decides, None), Way::AnyChips),
            (read(Some("both"), split, None, coin), Way::AllPay),
        ] {
            assert_eq!(auction, Ok(way));
        }
        for (auction, wanted) in [
            (read(Some("other"), three, None, None), "required one of them"),
            (read(Some("bank"), three, None, coin), "no coin"),
            (read(Some("both"), three, None, None), "required --chips A-B"),
            (read(Some("both"), split, moves, None), "found --winner"),
            (read(Some("bank"), None, moves, None), "required --ties left or --ties right"),
            (read(Some("bank"), None, moves, coin), "required --ties left or --ties right"),
            (read(Some("bank"), None, decides, left), "the winner decides who moves"),
            (read(Some("nobody"), None, None, None), "--pays: found \"nobody\""),
            (read(None, Some(Chips::All), None, None), "required --winner decides"),
            (read(None, three, None, left), "a star decides ties"),
            (read(None, None, moves, None), "found neither --chips nor --pays"),
            (read(None, None, None, left), "found no --pays"),
        ] {
            let refusal = auction.unwrap_err();
            assert!(refusal.to_string().contains(wanted), "{refusal}");
            assert!(!refusal.by_name().contains("--"), "{}", refusal.by_name());
        }
    }

    /// Each way takes what its row says, and refuses each other part by its name, saying where it is taken.
    #[test]
    fn each_way_takes_its_row_alone() {
        let parts =
            [Part::Aim, Part::At, Part::Chips, Part::Draw, Part::Never, Part::Pays, Part::RobinHood, Part::Share];
        for (way, words, takes) in WAYS {
            for part in parts {
                let admitted = way.admit(&[(Part::Out, false), (part, true)]);
                assert_eq!(admitted.is_ok(), takes.contains(&part), "{words}");
                if let Err(refusal) = admitted {
                    let begin = format!("{}: found {words}, required ", part.names()[0]);
                    assert!(refusal.to_string().starts_with(&begin), "{refusal}");
                }
            }
        }
    }
}
