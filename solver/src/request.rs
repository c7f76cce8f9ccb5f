//! What a solver is asked, in the words of every door: commands, Python package and page read the parts of a question here, and are refused here.
//!
//! Responsible for the auction (who is paid, with what, who moves, who owns ties), the worth of endless play, how exact values shall be, and which parts go
//! together: the table [`WAYS`]. Left to others: which game it is, and solving it.

use std::fmt;
use std::str::FromStr;

use num_traits::ToPrimitive as _;
use session::fraction;

use crate::chess::material::{Colour, Signature};
use crate::escape::short;
use crate::games::Winner;
use crate::games::chips::MOST_CHIPS;
use crate::games::payments::{self, Payment};
use crate::graph::labels::Side;

/// Units of bounds that nobody chose, of games in files and of models: 2^-56.
pub const BITS: u8 = 56;
/// The finest units of bounds: 2^-62.
pub const FINEST: u8 = 62;
/// The units of bounds that make positions sharp, if nobody chose: 2^-50.
pub const SHARP: u8 = 50;

/// A part of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is asked of an endless or a scored game.
    Aim,
    /// One endgame, without those that it needs.
    Alone,
    /// One position.
    At,
    /// Whole chips.
    Chips,
    /// A picture.
    Draw,
    /// An answer for programs.
    Json,
    /// How exact values are found.
    Method,
    /// The worth of endless play, or one value alone.
    Never,
    /// Where the certificate goes.
    Out,
    /// Who is paid.
    Pays,
    /// How exact values shall be.
    Precision,
    /// A tax before each bid.
    RobinHood,
    /// Left's share of the money.
    Share,
    /// Who owns ties.
    Ties,
    /// Who moves.
    Winner,
}

impl Part {
    /// As an option of a command, and as an argument of the Python package or a field of the page.
    #[must_use]
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Self::Aim => ["--aim", "aim"],
            Self::Alone => ["--alone", "alone"],
            Self::At => ["--at", "at"],
            Self::Chips => ["--chips", "chips"],
            Self::Draw => ["--draw", "draw"],
            Self::Json => ["--json", "json"],
            Self::Method => ["--method", "method"],
            Self::Never => ["--never", "never"],
            Self::Out => ["--out", "out"],
            Self::Pays => ["--pays", "payment"],
            Self::Precision => ["--precision", "bits"],
            Self::RobinHood => ["--robin-hood", "tax"],
            Self::Share => ["--share", "share"],
            Self::Ties => ["--ties", "ties"],
            Self::Winner => ["--winner", "winner"],
        }
    }

    const ALL: [Self; 15] = [
        Self::Aim,
        Self::Alone,
        Self::At,
        Self::Chips,
        Self::Draw,
        Self::Json,
        Self::Method,
        Self::Never,
        Self::Out,
        Self::Pays,
        Self::Precision,
        Self::RobinHood,
        Self::Share,
        Self::Ties,
        Self::Winner,
    ];
}

/// Why something cannot be asked, and what to do. Displayed, it names the options of the commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl Refusal {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The same with the names of the Python package and the page.
    #[must_use]
    pub fn by_name(&self) -> String {
        Part::ALL.iter().fold(self.0.clone(), |text, part| text.replace(part.names()[0], part.names()[1]))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// What is solved, and how it is bid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// An endgame of bidding chess.
    Endgame,
    /// An endgame, where the bank is paid or the winner of a bid moves.
    PaidEndgame,
    /// An endgame with whole chips.
    ChipsEndgame,
    /// An endgame with whole chips that are paid to the bank.
    BankChipsEndgame,
    /// A game as a graph.
    Graph,
    /// A graph, where the bank is paid or the winner of a bid moves.
    PaidGraph,
    /// A graph with whole chips.
    ChipsGraph,
    /// A graph with any number of chips.
    AnyChips,
    /// A graph with whole chips that are paid to the bank.
    BankChipsGraph,
    /// A graph with a tax before each bid.
    RobinHood,
    /// A graph, where both pay what they bid.
    AllPay,
    /// An endless game.
    Endless,
    /// An endless game, where the bank is paid.
    PaidEndless,
    /// An endless game with whole chips.
    ChipsEndless,
    /// A scored game.
    Scored,
}

/// A way, in words, and the parts that it takes.
type Row = (Way, &'static str, &'static [Part]);

/// Which parts go together: what is not in a row is refused there.
pub const WAYS: [Row; 15] = [
    (Way::Endgame, "an endgame", &[Part::Alone, Part::Never, Part::Precision]),
    (Way::PaidEndgame, "an endgame with --pays", &[Part::Pays, Part::Precision, Part::Ties, Part::Winner]),
    (Way::ChipsEndgame, "an endgame with --chips", &[Part::Chips, Part::Winner]),
    (
        Way::BankChipsEndgame,
        "an endgame with --chips and --pays bank",
        &[Part::Chips, Part::Pays, Part::Ties, Part::Winner],
    ),
    (
        Way::Graph,
        "a game as a graph",
        &[Part::At, Part::Draw, Part::Json, Part::Method, Part::Never, Part::Out, Part::Precision],
    ),
    (
        Way::PaidGraph,
        "a graph with --pays",
        &[Part::At, Part::Json, Part::Out, Part::Pays, Part::Precision, Part::Ties, Part::Winner],
    ),
    (Way::ChipsGraph, "a graph with --chips", &[Part::At, Part::Chips, Part::Json, Part::Out, Part::Winner]),
    (Way::AnyChips, "a graph with --chips all", &[Part::Chips, Part::Json, Part::Winner]),
    (
        Way::BankChipsGraph,
        "a graph with --chips and --pays bank",
        &[Part::At, Part::Chips, Part::Json, Part::Out, Part::Pays, Part::Ties, Part::Winner],
    ),
    (Way::RobinHood, "a graph with --robin-hood", &[Part::At, Part::Json, Part::Out, Part::RobinHood]),
    (
        Way::AllPay,
        "a graph with --pays both",
        &[Part::At, Part::Chips, Part::Out, Part::Pays, Part::Precision, Part::Ties],
    ),
    (Way::Endless, "an endless game", &[Part::Aim, Part::At, Part::Json, Part::Out]),
    (
        Way::PaidEndless,
        "an endless game with --pays",
        &[Part::At, Part::Json, Part::Out, Part::Pays, Part::Share, Part::Winner],
    ),
    (
        Way::ChipsEndless,
        "an endless game with --chips",
        &[Part::Aim, Part::At, Part::Chips, Part::Json, Part::Out, Part::Winner],
    ),
    (
        Way::Scored,
        "a scored game",
        &[Part::Aim, Part::At, Part::Json, Part::Method, Part::Never, Part::Out, Part::Precision],
    ),
];

impl Way {
    fn row(self) -> &'static Row {
        WAYS.iter().find(|(way, ..)| *way == self).expect("each way has a row")
    }

    fn is_endgame(self) -> bool {
        matches!(self, Self::Endgame | Self::PaidEndgame | Self::ChipsEndgame | Self::BankChipsEndgame)
    }

    /// Admits a question with these parts.
    ///
    /// # Errors
    ///
    /// For the first part that does not go with the others, with what it goes with.
    pub fn admit(self, given: &[(Part, bool)]) -> Result<(), Refusal> {
        let (_, found, takes) = self.row();
        let wrong = given.iter().find(|(part, is_given)| *is_given && !takes.contains(part));
        let Some((part, _)) = wrong else { return Ok(()) };
        let others =
            WAYS.iter().filter(|(way, _, takes)| takes.contains(part) && way.is_endgame() == self.is_endgame());
        let others: Vec<&str> = others.map(|(_, words, _)| *words).collect();
        let required = if others.is_empty() { "none".to_owned() } else { others.join(", or ") };
        Err(Refusal(format!("{}: found {found}, required {required}", part.names()[0])))
    }

    /// How exact values can be.
    #[must_use]
    pub fn precision(self) -> Forms {
        match self {
            Self::Endgame => Forms::ENDGAME,
            Self::PaidEndgame => Forms { bits: payments::MOST_BITS, ..Forms::BITS },
            Self::PaidGraph => Forms { exact: true, bits: payments::MOST_BITS, ..Forms::BITS },
            // Bids are mixed, with weights from numbers of 53 bits.
            Self::AllPay => Forms { bits: 50, ..Forms::BITS },
            _ => Forms::GRAPH,
        }
    }
}

/// Whole chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chips {
    /// So many in all.
    Total(u64),
    /// So many of Left, so many of Right.
    Split(u64, u64),
    /// Every number at once.
    All,
}

impl Chips {
    /// So many chips in all.
    ///
    /// # Errors
    ///
    /// If that is no number, or one above [`MOST_CHIPS`].
    pub fn total(text: &str) -> Result<u64, Refusal> {
        let chips = text.parse().ok().filter(|chips| *chips <= MOST_CHIPS);
        let found = short(text);
        chips.ok_or_else(|| Refusal(format!("--chips: found {found}, required 0 to {MOST_CHIPS}, a whole number")))
    }
}

impl FromStr for Chips {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let required = || format!("required N, A-B or all, with 0 to {MOST_CHIPS} chips in all");
        let number = |text: &str| Self::total(text).map_err(|_| required());
        match text.split_once('-') {
            _ if text == "all" => Ok(Self::All),
            None => number(text).map(Self::Total),
            Some((left, right)) => {
                let (left, right) = (number(left)?, number(right)?);
                if left + right <= MOST_CHIPS { Ok(Self::Split(left, right)) } else { Err(required()) }
            }
        }
    }
}

/// Who has ties: of endgames Left is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Ties {
    /// Left, or White
    #[cfg_attr(feature = "clap", value(alias = "white"))]
    Left,
    /// Right, or Black
    #[cfg_attr(feature = "clap", value(alias = "black"))]
    Right,
    /// With --pays both: a fair coin
    Coin,
}

impl FromStr for Ties {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text {
            "left" | "white" => Ok(Self::Left),
            "right" | "black" => Ok(Self::Right),
            other => Err(Refusal(format!("--ties: found {other:?}, required \"left\" or \"right\""))),
        }
    }
}

/// Who moves after a bid is won.
///
/// # Errors
///
/// For a word that is neither `moves` nor `decides`.
pub fn winner(text: &str) -> Result<Winner, Refusal> {
    match text {
        "moves" => Ok(Winner::Moves),
        "decides" => Ok(Winner::Decides),
        other => Err(Refusal(format!("--winner: found {other:?}, required \"moves\" or \"decides\""))),
    }
}

/// How moves are bid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auction {
    /// The winner pays the other player, any part of the money, and decides who moves.
    Plain,
    /// The bank takes a part, or the winner moves.
    Paid(Payment),
    /// Whole chips.
    Chips(Chips, Winner),
    /// Whole chips that are paid to the bank, up to so many of the opponent; a star decides ties if nobody owns them.
    BankChips(u64, Winner, Option<Side>),
    /// The richer player pays the poorer one this part of the difference before each bid, and then the winner pays the other player.
    RobinHood(u32, u32),
    /// Both pay what they bid, of so many chips each; a coin decides ties if nobody owns them.
    Both([u64; 2], Option<Side>),
}

impl Auction {
    /// Reads an auction: who is paid, whole chips, who moves, who owns ties. Nothing of them is the auction of most statements.
    ///
    /// # Errors
    ///
    /// If they do not go together, or nobody can be paid so.
    pub fn new(
        pays: Option<&str>,
        chips: Option<Chips>,
        winner: Option<Winner>,
        ties: Option<Ties>,
    ) -> Result<Self, Refusal> {
        let owner = match ties {
            Some(Ties::Left) => Some(Side::White),
            Some(Ties::Right) => Some(Side::Black),
            Some(Ties::Coin) | None => None,
        };
        let Some(pays) = pays else {
            return match chips {
                Some(_) if ties.is_some() => {
                    Err(Refusal::new("--ties: found --chips, required none: a star decides ties"))
                }
                Some(Chips::All) if winner != Some(Winner::Decides) => Err(Refusal::new(
                    "--chips all: required --winner decides, because the theorem is about it; without it the buyer moves",
                )),
                Some(chips) => Ok(Self::Chips(chips, winner.unwrap_or_default())),
                None if winner.is_some() => {
                    Err(Refusal::new("--winner: found neither --chips nor --pays, required one of them"))
                }
                None if ties.is_some() => Err(Refusal::new("--ties: found no --pays, required one")),
                None => Ok(Self::Plain),
            };
        };
        match (pays, chips, winner) {
            ("both", Some(Chips::Split(left, right)), None) => return Ok(Self::Both([left, right], owner)),
            ("both", Some(Chips::Split(..)), Some(_)) => {
                return Err(Refusal::new("--pays both: found --winner, required none: whoever bids more moves"));
            }
            ("both", ..) => {
                return Err(Refusal::new(
                    "--pays both: required --chips A-B, the chips of Left and of Right, such as 8-7",
                ));
            }
            ("bank", Some(Chips::Total(most)), _) if ties != Some(Ties::Coin) => {
                return Ok(Self::BankChips(most, winner.unwrap_or_default(), owner));
            }
            (_, Some(_), _) => {
                return Err(Refusal::new(
                    "--chips and --pays: found both, required one of them, or --pays bank with --chips N and no coin",
                ));
            }
            _ => {}
        }
        // Whoever owns ties owns moves.
        match (winner.unwrap_or(if ties.is_some() { Winner::Moves } else { Winner::Decides }), owner) {
            (Winner::Moves, None) => {
                Err(Refusal::new("--winner moves: found no owner of ties, required --ties left or --ties right"))
            }
            (Winner::Decides, Some(_)) => {
                Err(Refusal::new("--ties: found an owner of ties, required none, because the winner decides who moves"))
            }
            _ => {
                let payment = Payment::new(pays, owner).map_err(|error| Refusal(error.to_string()))?;
                Ok(if payment.is_plain() { Self::Plain } else { Self::Paid(payment) })
            }
        }
    }

    /// The way in which an endgame is solved under this auction.
    ///
    /// # Errors
    ///
    /// If it is one of graphs alone.
    pub fn of_endgame(&self) -> Result<Way, Refusal> {
        match self {
            Self::Plain => Ok(Way::Endgame),
            Self::Paid(_) => Ok(Way::PaidEndgame),
            Self::Chips(Chips::Total(_), _) => Ok(Way::ChipsEndgame),
            Self::Chips(..) => Err(Refusal::new("--chips: found A-B or all, required a number for an endgame")),
            Self::BankChips(..) => Ok(Way::BankChipsEndgame),
            Self::RobinHood(..) => Err(Refusal::new("--robin-hood: found an endgame, required a graph")),
            Self::Both(..) => Err(Refusal::new(
                "--pays both: found an endgame, required a graph: `solve graph GAME.json --pays both`",
            )),
        }
    }

    /// Admits an endgame: with an owner of ties the opponent must not get the stronger men, because positions with the colours exchanged are looked up as one.
    ///
    /// # Errors
    ///
    /// If it does.
    pub fn admit(&self, signature: &Signature) -> Result<(), Refusal> {
        let owner = match self {
            Self::Paid(payment) => payment.ties(),
            Self::BankChips(.., owner) => *owner,
            _ => None,
        };
        if owner.is_none() || signature.men().iter().filter(|man| man.colour == Colour::Black).count() == 1 {
            return Ok(());
        }
        Err(Refusal(format!("{signature}: found men of Black beside the king, required none with an owner of ties")))
    }

    /// The way in which an endless game is solved under this auction.
    #[must_use]
    pub fn of_endless(&self) -> Way {
        match self {
            Self::Plain => Way::Endless,
            Self::Chips(Chips::Total(_), _) => Way::ChipsEndless,
            _ => Way::PaidEndless,
        }
    }

    /// The way in which a graph is solved under this auction.
    #[must_use]
    pub fn of_graph(&self) -> Way {
        match self {
            Self::Plain => Way::Graph,
            Self::Paid(_) => Way::PaidGraph,
            Self::Chips(Chips::All, _) => Way::AnyChips,
            Self::Chips(..) => Way::ChipsGraph,
            Self::BankChips(..) => Way::BankChipsGraph,
            Self::RobinHood(..) => Way::RobinHood,
            Self::Both(..) => Way::AllPay,
        }
    }
}

/// Reads what an endless play is worth: a fraction from 0 to 1, or `richer`, 1/2.
///
/// # Errors
///
/// If it is something else.
pub fn worth(text: &str) -> Result<(u64, u64), Refusal> {
    if text == "richer" {
        return Ok((1, 2));
    }
    let wrong =
        || Refusal(format!("found {:?}, required a fraction from 0 to 1, such as 1/2, or `richer`", short(text)));
    fraction::read_share(text).ok_or_else(wrong)
}

/// How exact values shall be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Exact values, or a failure.
    Exact,
    /// Bounds in units of 2^-bits.
    Bits(u8),
    /// Bounds that are so far apart at most, a number between 0 and 1.
    Within(f64),
    /// Bounds in units of 2^-bits, and what is sharp because of them.
    Sharp(u8),
}

/// How exact values shall be, as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Precision {
    /// What it means.
    pub form: Form,
    text: String,
}

impl Precision {
    /// So many bits; none is [`None`].
    #[must_use]
    pub fn bits(bits: u8) -> Self {
        Self { form: Form::Bits(bits), text: bits.to_string() }
    }

    /// That it cannot be asked for here, and what is required instead.
    #[must_use]
    pub fn refused(&self, required: impl fmt::Display) -> Refusal {
        Refusal(format!("--precision: found {}, required {required}", self.text))
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Precision {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let bits = |text: &str| text.parse().ok();
        let width = || fraction::read(text)?.to_f64().filter(|width| *width > 0.0 && *width < 1.0);
        let form = match text {
            "exact" => Some(Form::Exact),
            "sharp" => Some(Form::Sharp(SHARP)),
            _ => match text.strip_prefix("sharp:") {
                Some(units) => bits(units).map(Form::Sharp),
                None => bits(text).map(Form::Bits).or_else(|| width().map(Form::Within)),
            },
        };
        form.map(|form| Self { form, text: text.to_owned() }).ok_or(())
    }
}

/// Which precisions something can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forms {
    /// Exact values.
    pub exact: bool,
    /// The most bits of bounds.
    pub bits: u8,
    /// Bounds of a width.
    pub width: bool,
    /// Bounds that make positions sharp.
    pub sharp: bool,
}

impl Forms {
    /// Bounds alone.
    pub const BITS: Self = Self { exact: false, bits: FINEST, width: false, sharp: false };
    /// Of endgames.
    pub const ENDGAME: Self = Self { exact: true, sharp: true, ..Self::BITS };
    /// Of games in files.
    pub const GRAPH: Self = Self { exact: true, ..Self::BITS };
    /// Of models.
    pub const MODEL: Self = Self { exact: true, width: true, ..Self::BITS };

    /// Admits a precision.
    ///
    /// # Errors
    ///
    /// If it is none of these forms, with those that it can have.
    pub fn admit(self, asked: &Precision) -> Result<Form, Refusal> {
        let is_right = match asked.form {
            Form::Exact => self.exact,
            Form::Bits(bits) => (1..=self.bits).contains(&bits),
            Form::Within(_) => self.width,
            Form::Sharp(bits) => self.sharp && (1..=self.bits).contains(&bits),
        };
        if is_right { Ok(asked.form) } else { Err(asked.refused(self)) }
    }

    /// Reads a precision.
    ///
    /// # Errors
    ///
    /// If it is none, or none of these forms: what is required.
    pub fn read(self, text: &str) -> Result<Precision, String> {
        let read = text.parse::<Precision>().ok().filter(|read| self.admit(read).is_ok());
        read.ok_or_else(|| format!("required {self}"))
    }
}

impl fmt::Display for Forms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = format!("1 to {} bits", self.bits);
        let forms = [
            (self.exact, "`exact`"),
            (true, &*bits),
            (self.width, "a width between 0 and 1 such as 1e-6"),
            (self.sharp, "`sharp`, or `sharp:BITS`"),
        ];
        let forms: Vec<&str> = forms.into_iter().filter_map(|(is_one, form)| is_one.then_some(form)).collect();
        f.write_str(&forms.join(", or "))
    }
}
