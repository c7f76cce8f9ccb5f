//! What is verified of one position, as a Python object. Its values are found at once; its moves, and all that needs them, when they are asked for.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};

use checker::Verified;
use checker::certificate::Never;
use checker::theorem::{INFINITE, Label, Side, Turn};
use num_rational::BigRational;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use session::answer::{self, Teller};
use session::entry::{Brief, Entry, Interval, Known, Reached};
use session::sheet::{Row, Sheet};
use session::{claims, fraction, words};
use solver::picture;

use crate::asking::{Question, told};
use crate::errors::{guarded, wrong};
use crate::moves::PyMove;
use crate::verified::PyVerified;

/// A fraction as Python's.
pub type Exact = Option<BigRational>;
/// Both ends of what is known of a value.
pub type Ends = (BigRational, BigRational);

/// What pickles a position: a function, the certificate and the question.
type Pickled<'py> = (Bound<'py, PyAny>, (Py<PyVerified>, Bound<'py, PyAny>));

/// The value, if it is known exactly.
pub fn exact(interval: &Interval) -> Exact {
    interval.is_exact().then(|| interval.low.clone())
}

pub fn ends(interval: &Interval) -> Ends {
    (interval.low.clone(), interval.high.clone())
}

/// The lower or the upper value, if it is stated and known exactly.
pub fn one_of_two(never: Option<Never>, interval: &Interval) -> Exact {
    exact(interval).filter(|_| never.is_none())
}

/// Lower and upper value, if they are known to be the same.
fn sharp(known: &Known) -> Option<bool> {
    if known.is_sharp() { Some(true) } else { known.gap().map(|_| false) }
}

pub fn value(known: &Known) -> Exact {
    known.is_sharp().then(|| known.alpha.low.clone())
}

/// What an endless play is worth, as a fraction.
pub fn worth((numerator, denominator): Never) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// So many letters of a fraction are shown in short.
const LETTERS: usize = 40;

/// What is known, in short: in the place of a long fraction stand its first decimals.
pub fn shown(Known { alpha, beta, .. }: &Known) -> String {
    let short = |number: &BigRational| {
        let text = fraction::text(number);
        if text.len() > LETTERS { fraction::decimal(number, 12) } else { text }
    };
    let shown = |interval: &Interval| match interval.is_exact() {
        true => short(&interval.low),
        false => format!("{}..{}", short(&interval.low), short(&interval.high)),
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

/// How a position was asked for.
#[derive(Debug)]
pub enum Source {
    /// By a text; and what was passed over in it, in sentences.
    Asked(String, Vec<String>),
    /// By the number of its place.
    Number(u32),
}

/// A position of a certificate: its values, and its moves as soon as somebody asks for them.
#[derive(Debug)]
pub struct Told {
    table: Py<PyVerified>,
    brief: Brief,
    source: Source,
    entry: OnceLock<Entry>,
}

impl Told {
    /// The certificate.
    pub fn verified(&self) -> &Arc<Verified> {
        self.table.get().verified()
    }

    /// The position with its moves.
    pub fn entry(&self) -> &Entry {
        self.entry.get_or_init(|| {
            let tell = claims::tell(self.verified());
            match &self.source {
                Source::Asked(text, _) => tell.entry_asked(text).expect("it was asked before").0,
                Source::Number(number) => tell.entry(*number).expect("it has values"),
            }
        })
    }

    fn question(&self) -> Question {
        match &self.source {
            Source::Asked(text, _) => Question::Text(text.clone()),
            Source::Number(number) => Question::Number(*number),
        }
    }

    /// The same position of the same certificate.
    pub fn is_same(&self, other: &Self) -> bool {
        self.brief.name == other.brief.name && self.verified().digest() == other.verified().digest()
    }

    /// Equal for the same positions.
    pub fn hash(&self, more: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.verified().digest().0, &self.brief.name, more).hash(&mut hasher);
        hasher.finish()
    }
}

/// What is verified of one position. It comes from a verified table alone.
///
/// Values are shares of the whole money, from 0 to 1, as `fractions.Fraction`. Below the lower value, Black's share lets White win; above the upper value it
/// lets Black win. In between the game is drawn. In games of your own Left is White, and Right is Black.
#[pyclass(frozen, module = "bidding_games", name = "Position")]
pub struct PyPosition(Arc<Told>);

impl PyPosition {
    /// Of a certificate.
    pub fn new(table: &Bound<'_, PyVerified>, brief: Brief, source: Source) -> Self {
        Self(Arc::new(Told { table: table.clone().unbind(), brief, source, entry: OnceLock::new() }))
    }

    /// The position of a move.
    pub fn of(told: &Arc<Told>) -> Self {
        Self(Arc::clone(told))
    }

    /// The value, if there is one that is known exactly.
    pub fn exact_value(&self) -> Exact {
        value(self.known())
    }

    fn known(&self) -> &Known {
        &self.0.brief.known
    }

    fn moves<'py>(&self, py: Python<'py>, wanted: Option<Side>) -> PyResult<Bound<'py, PyTuple>> {
        let entry = guarded(py, || Ok(self.0.entry()))?;
        let chance = entry.turn == Some(Turn::Chance);
        let own = |option: &Reached| if chance { wanted.is_none() } else { wanted == Some(option.by) };
        let places = (0..).zip(&entry.options).filter(|(_, option)| own(option)).map(|(place, _)| place);
        let moves = places.map(|place| Bound::new(py, PyMove::new(&self.0, place)));
        PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    fn labels(&self) -> [Option<PyLabel>; 2] {
        self.known().labels.map(|label| label.map(PyLabel::from))
    }

    /// Something of the position with its moves.
    fn seen<T>(&self, py: Python<'_>, what: impl FnOnce(&Entry) -> T) -> PyResult<T> {
        guarded(py, || Ok(what(self.0.entry())))
    }
}

/// The player of a side, as the fields of answers name it.
pub fn player(verified: &Verified, side: Side) -> String {
    let [first, second] = answer::players(&*claims::tell(verified));
    side.of(first, second)
}

#[pymethods]
impl PyPosition {
    /// The placement field of the FEN, as it was asked for; in a game of your own, the name.
    #[getter]
    pub fn name(&self) -> &str {
        &self.0.brief.name
    }

    /// What the values mean, in one sentence: that of `solve probe`.
    #[getter]
    fn meaning(&self, py: Python<'_>) -> PyResult<String> {
        self.seen(py, |entry| Teller::new(&*claims::tell(self.0.verified()), false).meaning(entry))
    }

    /// What was passed over in the question, in sentences.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let notes = if let Source::Asked(_, notes) = &self.0.source { &notes[..] } else { &[] };
        PyTuple::new(py, notes)
    }

    /// What an endless play is worth, from 0 to 1, if the certificate is about one value v of each position: then `value` is v. Else None: then it is about
    /// the lower and the upper value.
    #[getter]
    fn never(&self) -> Exact {
        self.0.brief.never.map(worth)
    }

    /// Whether the lower value is the upper one; None if that is not known.
    #[getter]
    fn sharp(&self) -> Option<bool> {
        let known = if self.0.brief.is_settled { Some(true) } else { sharp(self.known()) };
        known.filter(|_| self.0.brief.never.is_none())
    }

    /// The value, if lower and upper value are known exactly and are the same, or if there is one value v and it is known exactly; else None.
    #[getter]
    fn value(&self) -> Exact {
        self.exact_value()
    }

    /// The lower value α, if it is known exactly; else None, and `lower_bounds` says where it lies. None if there is one value v.
    #[getter]
    fn lower(&self) -> Exact {
        one_of_two(self.0.brief.never, &self.known().alpha)
    }

    /// The upper value β, if it is known exactly; else None, and `upper_bounds` says where it lies. None if there is one value v.
    #[getter]
    fn upper(&self) -> Exact {
        one_of_two(self.0.brief.never, &self.known().beta)
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
        self.seen(py, |entry| {
            let tell = claims::tell(self.0.verified());
            let [lower, upper] = if entry.bound.is_some() { [None, None] } else { tell.bids(entry) };
            (lower, upper)
        })
    }

    /// `"zugzwang"`, `"quiescent"` or None.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        self.seen(py, |entry| match () {
            () if entry.bound.is_some() => None,
            () if entry.is_zugzwang() => Some("zugzwang"),
            () if entry.is_quiescent() => Some("quiescent"),
            () => None,
        })
    }

    /// Who moves: `"bid"`, `"white"`, `"black"` or `"chance"`, and in games of your own `"left"` or `"right"`; None where the game is over.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let name = |turn| match turn {
            Turn::Bid => "bid".to_owned(),
            Turn::Of(side) => player(self.0.verified(), side),
            Turn::Chance => "chance".to_owned(),
        };
        self.seen(py, |entry| entry.turn.map(name))
    }

    /// Of a plan: the relation (`α ≤`, `β ≥`, `α ≥`, `β ≤`; of one value `v ≥`, `v ≤`) and the bound that is proved; else None.
    #[getter]
    fn bound(&self, py: Python<'_>) -> PyResult<Option<(&'static str, BigRational)>> {
        self.seen(py, |entry| entry.bound.as_ref().map(|bound| (bound.relation, bound.value.clone())))
    }

    /// Of a plan: the planner's best move; else None.
    #[getter]
    fn plan_move(&self, py: Python<'_>) -> PyResult<Option<PyMove>> {
        self.seen(py, |entry| entry.bound.as_ref().map(|bound| PyMove::new(&self.0, bound.reply)))
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

    /// Of Losing Chess by turns: who wins, in how many plies, in words; else None.
    #[getter]
    fn outcome<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0("json")?.call_method1("get", ("outcome",))
    }

    /// The certificate that says so.
    #[getter]
    fn verified(&self, py: Python<'_>) -> Py<PyVerified> {
        self.0.table.clone_ref(py)
    }

    /// The FEN of a position on a board: the placement field, with the square for *en passant* if there is one, and the side to move if players take turns.
    /// None in other games.
    #[getter]
    fn fen(&self) -> Option<&str> {
        self.is_placed().then(|| self.name())
    }

    /// The board as a picture, SVG. `ValueError` if the position is not on a board of chess.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || {
            let found = words::entry_name(self.0.verified(), self.name());
            let fen = self.fen().ok_or_else(|| wrong(format!("found {found}, required a position on a board")))?;
            picture::svg(&picture::rows(fen.split(' ').next().unwrap_or("")), &[], None).map_err(wrong)
        })
    }

    /// The position as a `chess.Board` of python-chess, which is not a part of this package. `ValueError` if the board is not 8x8, `ImportError` with a sentence
    /// if python-chess is not installed.
    fn board<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bidding_games._boards")?.call_method1("board", (slf,))
    }

    /// All that `solve probe` says, as text; long fractions are cut unless `full`.
    #[pyo3(signature = (*, full = false))]
    fn text(&self, py: Python<'_>, full: bool) -> PyResult<String> {
        guarded(py, || told(py, self.0.verified(), &self.0.question(), None, |sheet, row| sheet.whole(row, full)))
    }

    /// All that is said of the position as a dictionary: the fields of `solve probe --json`, without `endless`, `table` and `sha256`.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = |sheet: &dyn Sheet, row: &Row| sheet.json(row).to_string();
        let text = guarded(py, || told(py, self.0.verified(), &self.0.question(), None, json))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The same position of the same certificate.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.is_same(&self.0))
    }

    fn __hash__(&self) -> u64 {
        self.0.hash(0)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The certificate and the question: it is asked again after the certificate was verified again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let asked = py.import("bidding_games._pickled")?.getattr("asked")?;
        let question = match &self.0.source {
            Source::Asked(text, _) => text.into_bound_py_any(py)?,
            Source::Number(number) => self.0.table.get().position_of(*number).into_bound_py_any(py)?,
        };
        Ok((asked, (self.0.table.clone_ref(py), question)))
    }

    /// The move of a place, among all.
    fn _move(&self, py: Python<'_>, place: usize) -> PyResult<PyMove> {
        match self.seen(py, |entry| place < entry.options.len())? {
            true => Ok(PyMove::new(&self.0, place)),
            false => Err(wrong(format!("found the move {place}, required one of this position"))),
        }
    }

    /// The board, what the values mean, and the moves.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bidding_games._html")?.call_method1("position", (slf,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = words::entry_name(self.0.verified(), self.name());
        guarded(py, || Ok(format!("<Position {name}: {}>", shown(self.known()))))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, false)
    }
}

impl PyPosition {
    /// Whether it stands on a board of chess, of any size.
    fn is_placed(&self) -> bool {
        self.name().contains('/') && !claims::tell(self.0.verified()).is_game()
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
