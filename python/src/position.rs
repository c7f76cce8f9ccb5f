//! What is verified of one position, and its moves, as Python objects. Fractions are made when they are asked for: each is long.

use std::sync::Arc;

use checker::Verified;
use checker::certificate::Never;
use checker::theorem::{INFINITE, Label, Side, Turn};
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use report::answer::{Teller, best};
use report::entry::{Entry, Interval, Known, Reached};
use report::{claims, fraction, words};

use crate::errors::{guarded, wrong};

/// A fraction as Python's.
pub type Exact = Option<BigRational>;
/// Both ends of what is known of a value.
pub type Ends = (BigRational, BigRational);

/// The value, if it is known exactly.
fn exact(interval: &Interval) -> Exact {
    interval.is_exact().then(|| interval.low.clone())
}

fn ends(interval: &Interval) -> Ends {
    (interval.low.clone(), interval.high.clone())
}

/// The lower or the upper value, if it is stated and known exactly.
fn one_of_two(entry: &Entry, interval: &Interval) -> Exact {
    exact(interval).filter(|_| entry.never.is_none())
}

/// Lower and upper value, if they are known to be the same.
fn sharp(known: &Known) -> Option<bool> {
    if known.is_sharp() { Some(true) } else { known.gap().map(|_| false) }
}

fn value(known: &Known) -> Exact {
    known.is_sharp().then(|| known.alpha.low.clone())
}

/// What an endless play is worth, as a fraction.
pub fn worth((numerator, denominator): Never) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// What is known, in short: long fractions are cut.
fn shown(Known { alpha, beta, .. }: &Known) -> String {
    let shown = |interval: &Interval| match interval.is_exact() {
        true => fraction::text(&interval.low),
        false => format!("{}..{}", fraction::text(&interval.low), fraction::text(&interval.high)),
    };
    if alpha.is_same(beta) { shown(alpha) } else { format!("{} to {}", shown(alpha), shown(beta)) }
}

/// A label as Python has it: a whole number, or `math.inf`.
#[derive(IntoPyObject)]
pub enum PyLabel {
    /// Finite.
    Finite(Label),
    /// Infinite.
    Infinite(f64),
}

impl From<Label> for PyLabel {
    fn from(label: Label) -> Self {
        if label == INFINITE { Self::Infinite(f64::INFINITY) } else { Self::Finite(label) }
    }
}

/// What an entry belongs to.
#[derive(Debug)]
pub struct Told {
    verified: Arc<Verified>,
    entry: Entry,
    notes: Vec<String>,
}

/// What is verified of one position. It comes from a verified table alone.
///
/// Values are shares of the whole money, from 0 to 1, as `fractions.Fraction`. Below the lower value, Black's share lets White win; above the upper value it
/// lets Black win. In between the game is drawn. In games of your own Left is White, and Right is Black.
#[pyclass(frozen, module = "bidding_games", name = "Position")]
pub struct PyPosition(Arc<Told>);

impl PyPosition {
    /// From an entry of a certificate.
    pub fn new(verified: &Arc<Verified>, entry: Entry, notes: Vec<String>) -> Self {
        Self(Arc::new(Told { verified: Arc::clone(verified), entry, notes }))
    }

    fn known(&self) -> &Known {
        &self.0.entry.known
    }

    fn moves<'py>(&self, py: Python<'py>, wanted: Option<Side>) -> PyResult<Bound<'py, PyTuple>> {
        let entry = &self.0.entry;
        let chance = entry.turn == Some(Turn::Chance);
        let own = |option: &Reached| if chance { wanted.is_none() } else { wanted == Some(option.by) };
        let places = (0..).zip(&entry.options).filter(|(_, option)| own(option)).map(|(place, _)| place);
        let moves = places.map(|place| Bound::new(py, PyMove { told: Arc::clone(&self.0), place }));
        PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    fn labels(&self) -> [Option<PyLabel>; 2] {
        self.known().labels.map(|label| label.map(PyLabel::from))
    }
}

#[pymethods]
impl PyPosition {
    /// The placement field of the FEN, as it was asked for; in a game of your own, the name.
    #[getter]
    pub fn name(&self) -> &str {
        &self.0.entry.name
    }

    /// What the values mean, in one sentence: that of `solve probe`.
    #[getter]
    fn meaning(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || Ok(Teller::new(&*claims::tell(&self.0.verified), false).meaning(&self.0.entry)))
    }

    /// What was passed over in the question, in sentences.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.notes)
    }

    /// What an endless play is worth, from 0 to 1, if the certificate is about one value v of each position: then `value` is v. Else None: then it is about
    /// the lower and the upper value.
    #[getter]
    fn never(&self) -> Exact {
        self.0.entry.never.map(worth)
    }

    /// Whether the lower value is the upper one; None if that is not known.
    #[getter]
    fn sharp(&self) -> Option<bool> {
        sharp(self.known()).filter(|_| self.0.entry.never.is_none())
    }

    /// The value, if lower and upper value are known exactly and are the same, or if there is one value v and it is known exactly; else None.
    #[getter]
    fn value(&self) -> Exact {
        value(self.known())
    }

    /// The lower value α, if it is known exactly; else None, and `lower_bounds` says where it lies. None if there is one value v.
    #[getter]
    fn lower(&self) -> Exact {
        one_of_two(&self.0.entry, &self.known().alpha)
    }

    /// The upper value β, if it is known exactly; else None, and `upper_bounds` says where it lies. None if there is one value v.
    #[getter]
    fn upper(&self) -> Exact {
        one_of_two(&self.0.entry, &self.known().beta)
    }

    /// Where the lower value lies: from the first fraction to the second, both included. If there is one value v, where that lies.
    #[getter]
    fn lower_bounds(&self) -> Ends {
        ends(&self.known().alpha)
    }

    /// Where the upper value lies: from the first fraction to the second, both included. If there is one value v, where that lies.
    #[getter]
    fn upper_bounds(&self) -> Ends {
        ends(&self.known().beta)
    }

    /// Whether both values are known exactly.
    #[getter]
    fn exact(&self) -> bool {
        self.known().alpha.is_exact() && self.known().beta.is_exact()
    }

    /// By how much the two values differ at least; None if they are not known to differ.
    #[getter]
    fn gap(&self, py: Python<'_>) -> PyResult<Exact> {
        guarded(py, || Ok(self.known().gap()))
    }

    /// The label T: from here so many moves in a row, if White gets each of them, win; `math.inf` if none do. None where the certificate proves no labels.
    #[getter]
    fn white_label(&self) -> Option<PyLabel> {
        let [white, _] = self.labels();
        white
    }

    /// The label T′, Black's.
    #[getter]
    fn black_label(&self) -> Option<PyLabel> {
        let [_, black] = self.labels();
        black
    }

    /// The optimal bid, a share of the money: of the lower value if that of the upper one is another. Below 0 each player would rather have the other move. None
    /// where nobody bids, or where it is not known exactly.
    #[getter]
    fn bid(&self, py: Python<'_>) -> PyResult<Exact> {
        self.bids(py).map(|(lower, _)| lower)
    }

    /// The optimal bids for the lower and for the upper value.
    #[getter]
    fn bids(&self, py: Python<'_>) -> PyResult<(Exact, Exact)> {
        guarded(py, || {
            let [lower, upper] = if self.0.entry.bound.is_some() { [None, None] } else { self.0.entry.bids() };
            Ok((lower, upper))
        })
    }

    /// `"zugzwang"`, `"quiescent"` or None.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let entry = &self.0.entry;
        guarded(py, || {
            Ok(match () {
                () if entry.bound.is_some() => None,
                () if entry.is_zugzwang() => Some("zugzwang"),
                () if entry.is_quiescent() => Some("quiescent"),
                () => None,
            })
        })
    }

    /// Who moves: `"bid"`, `"white"`, `"black"` or `"chance"`; None where the game is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        self.0.entry.turn.map(|turn| match turn {
            Turn::Bid => "bid",
            Turn::Of(side) => side.of("white", "black"),
            Turn::Chance => "chance",
        })
    }

    /// Of a plan: the relation (`α ≤`, `β ≥`, `α ≥`, `β ≤`; of one value `v ≥`, `v ≤`) and the bound that is proved; else None.
    #[getter]
    fn bound(&self) -> Option<(&'static str, BigRational)> {
        self.0.entry.bound.as_ref().map(|bound| (bound.relation, bound.value.clone()))
    }

    /// Of a plan: the planner's best move; else None.
    #[getter]
    fn plan_move(&self) -> Option<PyMove> {
        let bound = self.0.entry.bound.as_ref()?;
        Some(PyMove { told: Arc::clone(&self.0), place: bound.reply })
    }

    /// White's moves, best first. In games of your own, Left's.
    #[getter]
    fn white_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.moves(py, Some(Side::White))
    }

    /// Black's moves, best first. In games of your own, Right's.
    #[getter]
    fn black_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.moves(py, Some(Side::Black))
    }

    /// Left's moves in games of your own: another name of `white_moves`.
    #[getter]
    fn left_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.white_moves(py)
    }

    /// Right's moves in games of your own: another name of `black_moves`.
    #[getter]
    fn right_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.black_moves(py)
    }

    /// What chance can do, in the order of the file.
    #[getter]
    fn chance_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.moves(py, None)
    }

    /// All that `solve probe` says, as text; long fractions are cut unless `full`.
    #[pyo3(signature = (*, full = false))]
    fn text(&self, py: Python<'_>, full: bool) -> PyResult<String> {
        guarded(py, || Ok(Teller::new(&*claims::tell(&self.0.verified), full).text(&self.0.entry)))
    }

    /// All that is said of the position as a dictionary: the fields of `solve probe --json`, without `endless`, `table` and `sha256`.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text =
            guarded(py, || Ok(Teller::new(&*claims::tell(&self.0.verified), true).json(&self.0.entry).to_string()))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = words::entry_name(&self.0.verified, self.name());
        guarded(py, || Ok(format!("<Position {name}: {}>", shown(self.known()))))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, false)
    }
}

/// A move, and what is verified of where it leads.
#[pyclass(frozen, module = "bidding_games", name = "Move")]
pub struct PyMove {
    told: Arc<Told>,
    place: usize,
}

impl PyMove {
    fn option(&self) -> &Reached {
        &self.told.entry.options[self.place]
    }

    fn best(&self) -> [bool; 2] {
        best(&self.told.entry, self.place, self.option().by)
    }
}

#[pymethods]
impl PyMove {
    /// How people write it: `Kxb2`, `pass`; in a game of your own the name of the position that it leads to.
    #[getter]
    fn name(&self) -> &str {
        &self.option().text
    }

    /// The squares of the move, `a1b2`; in a game of your own the same as `name`.
    #[getter]
    fn squares(&self) -> &str {
        &self.option().step
    }

    /// Whose it is: `"white"`, `"black"` or `"chance"`.
    #[getter]
    fn player(&self) -> &'static str {
        match self.told.entry.turn {
            Some(Turn::Chance) => "chance",
            _ => self.option().by.of("white", "black"),
        }
    }

    /// The value after it, if lower and upper value are known exactly and are the same; else None.
    #[getter]
    fn value(&self) -> Exact {
        value(&self.option().known)
    }

    /// The lower value after it, if it is known exactly; else None.
    #[getter]
    fn lower(&self) -> Exact {
        one_of_two(&self.told.entry, &self.option().known.alpha)
    }

    /// The upper value after it, if it is known exactly; else None.
    #[getter]
    fn upper(&self) -> Exact {
        one_of_two(&self.told.entry, &self.option().known.beta)
    }

    /// Where the lower value after it lies, both ends included.
    #[getter]
    fn lower_bounds(&self) -> Ends {
        ends(&self.option().known.alpha)
    }

    /// Where the upper value after it lies, both ends included.
    #[getter]
    fn upper_bounds(&self) -> Ends {
        ends(&self.option().known.beta)
    }

    /// Whether it is among the player's best moves to win; where values are bounded only, whether it may be.
    #[getter]
    fn best_to_win(&self, py: Python<'_>) -> PyResult<bool> {
        guarded(py, || Ok(self.best())).map(|[to_win, _]| to_win)
    }

    /// Whether it is among the player's best moves not to lose; where values are bounded only, whether it may be.
    #[getter]
    fn best_not_to_lose(&self, py: Python<'_>) -> PyResult<bool> {
        guarded(py, || Ok(self.best())).map(|[_, not_to_lose]| not_to_lose)
    }

    /// With which probability chance takes it; None if it is a player's move.
    #[getter]
    fn probability(&self) -> Exact {
        let entry = &self.told.entry;
        let all: u64 = entry.options.iter().map(|option| option.weight).sum();
        let own = || BigRational::new(BigInt::from(self.option().weight), BigInt::from(all));
        (entry.turn == Some(Turn::Chance)).then(own)
    }

    /// Where it leads, in words.
    #[getter]
    fn leads(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || Ok(words::leads(&self.told.verified, self.option().leads)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = words::entry_name(&self.told.verified, self.name());
        guarded(py, || Ok(format!("<Move {name}: {}>", shown(&self.option().known))))
    }
}

/// A fraction as people read it: its first decimals, cut off and never rounded, with `…` if more follow.
#[pyfunction]
#[pyo3(signature = (number, places = 6))]
pub fn decimal(py: Python<'_>, number: BigRational, places: u32) -> PyResult<String> {
    const MOST_PLACES: u32 = 10_000;
    if places > MOST_PLACES {
        return Err(wrong(format!("places: found {places}, required 0 to {MOST_PLACES}")));
    }
    guarded(py, || Ok(fraction::decimal(&number, places)))
}
