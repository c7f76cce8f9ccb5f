//! One position of a verified certificate: what is known of it, all options, the best of them, the optimal bid.
//!
//! A position of an endgame is asked for by any placement of its men, also with the colours exchanged; moves and values are those of the placement
//! that was asked for.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;
use std::sync::OnceLock;

use num_rational::BigRational;

use super::{fraction, notation};
use checker::Verified;
use checker::certificate::{Form, Head, Never};
use checker::numbers::at;
use checker::table::Stated;
use checker::theorem::{Label, Place, Side, Turn};

/// Where a value lies: from the lower end to the upper end, both included.
#[derive(Clone, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: BigRational,
    /// The upper end.
    pub high: BigRational,
}

impl Interval {
    /// Whether the value is known exactly.
    pub fn is_exact(&self) -> bool {
        fraction::same(&self.low, &self.high)
    }

    /// Whether two values are known equally well and to be the same.
    pub fn is_same(&self, other: &Self) -> bool {
        fraction::same(&self.low, &other.low) && fraction::same(&self.high, &other.high)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact() { write!(f, "{}", self.low) } else { write!(f, "{}..{}", self.low, self.high) }
    }
}

/// What is known of a place.
#[derive(Clone, Debug)]
pub struct Known {
    /// The lower value: below it Black's share lets White win.
    pub alpha: Interval,
    /// The upper value: above it Black's share lets Black win.
    pub beta: Interval,
    /// T and T′, where the certificate proves them; [`INFINITE`](checker::theorem::INFINITE) stands for infinite.
    pub labels: [Option<Label>; 2],
}

impl Known {
    /// Whether the position is known to be sharp, with its value.
    pub fn is_sharp(&self) -> bool {
        fraction::same(&self.alpha.low, &self.beta.high)
    }

    /// By how much the two values differ at least, if they are known to.
    pub fn gap(&self) -> Option<BigRational> {
        let differ = fraction::compare(&self.alpha.high, &self.beta.low) == Ordering::Less;
        differ.then(|| &self.beta.low - &self.alpha.high)
    }
}

/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// To the position of a number of the same certificate.
    To(u32),
    /// To the end: this side has won.
    Won(Side),
    /// To the position of a number of the import of a place, where the colours are as they are or exchanged.
    Import(usize, u32, bool),
    /// To a terminal position of a game in a file.
    Terminal,
    /// Out of a list, to a place of which nothing is known.
    Outside,
}

/// An option, and what is known of where it leads.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Whose option it is; at a position of chance it says nothing.
    pub by: Side,
    /// How often chance takes it, of the sum of all weights; 1 elsewhere.
    pub weight: u64,
    /// The number of the move; in a game in a file, of the position that it leads to, among all.
    pub name: u32,
    /// How people write it: `Kxb2`, `pass`; in a game in a file the name of the position that it leads to.
    pub text: String,
    /// The squares of the move, `a1b2`; in a game in a file the same as `text`.
    pub step: String,
    /// Where it leads.
    pub leads: Leads,
    /// What is known there.
    pub known: Known,
}

/// The best options of a player for one aim.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the best that the player reaches lies.
    pub best: Interval,
    /// The places, in [`Entry::options`], of the options that have it, those of least label first; where values are bounded only, of those that may have it.
    pub options: Vec<usize>,
    /// How many of these come first because their label is the least; all where no labels count.
    pub least: usize,
}

/// The best options of a player. At a sharp position they are the same for both aims unless an option is not sharp.
#[derive(Clone, Debug)]
pub struct Plans {
    /// To win: White's for α, Black's for β.
    pub to_win: Plan,
    /// Not to lose: White's for β, Black's for α.
    pub not_to_lose: Plan,
}

/// The bound that a plan proves.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Which function proves it, and for whom.
    pub form: Form,
    /// `α ≤`, `β ≥`, `α ≥` or `β ≤`; where an endless play is worth something, `v ≥` or `v ≤`.
    pub relation: &'static str,
    /// The bound.
    pub value: BigRational,
    /// Whose plan it is.
    pub planner: Side,
    /// The place of the planner's best option.
    pub reply: usize,
}

/// What is verified of a position.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The FEN, as it was asked for, or the name in a game.
    pub name: String,
    /// Whose turn it is; none at a terminal position of a game.
    pub turn: Option<Turn>,
    /// What is known of the position.
    pub known: Known,
    /// All options: White's, best first, then Black's; those of chance in the order of the file.
    pub options: Vec<Reached>,
    /// The best options of White and of Black, of those who may come to move.
    pub plans: [Option<Plans>; 2],
    /// In a list: what is proved.
    pub bound: Option<Bound>,
    /// What an endless play is worth, if there is one value of each position: then both intervals are its own.
    pub never: Option<Never>,
    /// Whether both values are proved to be one number that lies between their bounds.
    pub is_settled: bool,
}

/// The values that are verified of a position, without its options: quicker to find than an [`Entry`].
#[derive(Clone, Debug)]
pub struct Brief {
    /// As [`Entry::name`].
    pub name: String,
    /// What is known of the position.
    pub known: Known,
    /// As [`Entry::never`].
    pub never: Option<Never>,
    /// As [`Entry::is_settled`].
    pub is_settled: bool,
}

impl From<Entry> for Brief {
    fn from(Entry { name, known, never, is_settled, .. }: Entry) -> Self {
        Self { name, known, never, is_settled }
    }
}

impl Entry {
    /// A position at which the play is over.
    pub(crate) fn ended(name: String, known: Known) -> Self {
        let (options, plans) = (Vec::new(), [None, None]);
        Self { name, turn: None, known, options, plans, bound: None, never: None, is_settled: false }
    }

    /// The options of a side.
    pub fn options_of(&self, side: Side) -> impl Iterator<Item = &Reached> {
        self.options.iter().filter(move |option| self.turn != Some(Turn::Chance) && option.by == side)
    }

    /// The number that counts of an option of a list.
    ///
    /// # Panics
    ///
    /// If the entry is not that of a list.
    pub fn bound_at<'a>(&self, option: &'a Reached) -> &'a BigRational {
        number_of(self.bound.as_ref().expect("an entry of a list").form, &option.known)
    }

    /// Where the value v lies, if there is one value of each position.
    pub fn value(&self) -> Option<&Interval> {
        self.never.map(|_| &self.known.alpha)
    }

    /// The optimal bids for α and for β, where they are known exactly: half of White's best minus Black's best. Below 0, each player would
    /// rather have the other move.
    pub fn bids(&self) -> [Option<BigRational>; 2] {
        let [Some(white), Some(black)] = &self.plans else { return [None, None] };
        let of = |white: &Plan, black: &Plan| {
            let exact = white.best.is_exact() && black.best.is_exact();
            exact.then(|| fraction::half(&white.best.low - &black.best.low))
        };
        let lower = of(&white.to_win, &black.not_to_lose);
        let [white, black] = [white, black].map(|plans| (&plans.to_win, &plans.not_to_lose));
        // Divisors of long numbers take long to find: not twice of the same.
        let upper = match white.0.best.is_same(&white.1.best) && black.0.best.is_same(&black.1.best) {
            true => lower.clone(),
            false => of(white.1, black.0),
        };
        [lower, upper]
    }

    /// Whether each player would rather have the other move: the best β that White can reach is below the best α that Black can reach.
    pub fn is_zugzwang(&self) -> bool {
        let [Some(white), Some(black)] = &self.plans else { return false };
        let (white, black) = (&white.not_to_lose.best.high, &black.not_to_lose.best.low);
        fraction::compare(white, black) == Ordering::Less
    }

    /// Whether the move is known to be worth nothing: the position is sharp, and both players reach the same.
    pub fn is_quiescent(&self) -> bool {
        let [Some(white), Some(black)] = &self.plans else { return false };
        let best = &white.to_win.best;
        self.known.is_sharp() && best.is_exact() && best.is_same(&black.to_win.best)
    }
}

/// Why a certificate does not answer a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text is no placement.
    Fen(notation::FenError),
    /// A board of another size: found, required.
    Board(String, String),
    /// Other men: found, required.
    Men(String, String),
    /// A right to capture *en passant* where no pawn can step twice.
    Right(String),
    /// Not a member of a list: found.
    Member(String),
    /// No position of a game has this name.
    Name(String),
    /// Something other than a FEN with a side to move: found.
    Turn(String),
    /// The certificate has no values of positions: what can be asked of it.
    Other(&'static str),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Board(found, required) => {
                write!(f, "found a board of {found} (files x ranks), required {required}")
            }
            Self::Men(found, required) => write!(f, "found the men {found}, required {required}"),
            Self::Right(found) => {
                write!(f, "found {found}, required no square for en passant, because no pawn steps twice")
            }
            Self::Member(found) => write!(f, "found {found}, required one of the positions of this certificate"),
            Self::Turn(found) => write!(
                f,
                "found {found}, required a FEN with the side to move, such as \"8/8/8/8/8/2n5/8/KR6 w\", because the players take turns"
            ),
            Self::Other(question) => {
                write!(
                    f,
                    "found a question about the values of a position, which this certificate does not state; ask for {question}"
                )
            }
            Self::Name(found) => write!(f, "found {found}, required the name of a position of the game"),
        }
    }
}

impl std::error::Error for PositionError {}

/// What a certificate states, as shares in lowest terms. Each value is reduced when it is first asked for. They are kept by pages, for many ask for one
/// position alone, and there can be very many values.
pub(crate) struct Shares<'a> {
    stated: &'a Stated,
    reduced: OnceLock<Vec<OnceLock<Page>>>,
}

/// Some values, each as soon as it was asked for.
type Page = Box<[OnceLock<BigRational>]>;

/// So many values are on a page.
const PAGE: usize = 64;

impl<'a> Shares<'a> {
    /// Nothing is reduced yet.
    pub(crate) fn of(verified: &'a Verified) -> Self {
        Self { stated: verified.stated(), reduced: OnceLock::new() }
    }

    /// Those of the imports.
    pub(crate) fn of_imports(verified: &'a Verified) -> Vec<Self> {
        verified.imports().iter().map(|import| Self::of(import)).collect()
    }

    /// Whether numbers are exact, and not in units.
    pub(crate) fn is_exact(&self) -> bool {
        self.stated.is_exact()
    }

    fn share(&self, number: u64) -> BigRational {
        let reduce = || fraction::rational(self.stated.fraction(number));
        if !self.stated.is_exact() {
            return reduce();
        }
        let pages = self.stated.values.numerators.len().div_ceil(PAGE);
        let pages = self.reduced.get_or_init(|| vec![OnceLock::new(); pages]);
        let page = pages[at(number) / PAGE].get_or_init(|| vec![OnceLock::new(); PAGE].into());
        page[at(number) % PAGE].get_or_init(reduce).clone()
    }

    /// What is proved of the place of a number, with the colours as they are or exchanged.
    pub(crate) fn place(&self, number: u32, flipped: bool) -> Place<BigRational> {
        self.proved(map(&self.stated.place(number), |x: u64| self.share(x)), flipped)
    }

    /// As [`place`](Self::place), for whoever asks for one place alone: nothing is kept for others.
    pub(crate) fn one_place(&self, number: u32, flipped: bool) -> Place<BigRational> {
        let last: RefCell<Option<(u64, BigRational)>> = RefCell::default();
        // Of a sharp position all four numbers are the same.
        let share = |x: u64| {
            let mut last = last.borrow_mut();
            if let Some((_, share)) = last.as_ref().filter(|(same, _)| *same == x) {
                return share.clone();
            }
            let share = fraction::rational(self.stated.fraction(x));
            *last = Some((x, share.clone()));
            share
        };
        self.proved(map(&self.stated.place(number), share), flipped)
    }

    fn proved(&self, place: Place<BigRational>, flipped: bool) -> Place<BigRational> {
        let place = proved(self.stated.form, place, whole(0), whole(1));
        if flipped { turned::<BigRational>(place, |x| whole(1) - x) } else { place }
    }
}

pub(crate) fn whole(number: u32) -> BigRational {
    BigRational::from_integer(number.into())
}

/// A place as people know it; which labels count is told by `proves`.
pub(crate) fn seen(place: Place<BigRational>, proves: [bool; 2]) -> Known {
    let Place { alpha, beta, labels: [white, black] } = place;
    let interval = |[low, high]: [BigRational; 2]| Interval { low, high };
    let labels = [proves[0].then_some(white), proves[1].then_some(black)];
    Known { alpha: interval(alpha), beta: interval(beta), labels }
}

/// A place as a certificate with this head knows it: its own, or one of its border. A narrow enclosure states the labels of some places. Where the
/// certificate is about one value, that lies between what White can force and what Black can.
pub(crate) fn known(head: &Head, place: Place<BigRational>) -> Known {
    let proves = if head.form.is_narrow() { [place.labels != [0; 2]; 2] } else { labelled(head.form) };
    match head.never {
        None => seen(place, proves),
        Some(_) => {
            let Place { alpha: [low, _], beta: [_, high], labels } = place;
            let value = [low, high];
            seen(Place { alpha: value.clone(), beta: value, labels }, proves)
        }
    }
}

/// For which sides a form states a label of each place.
pub(crate) fn labelled(form: Form) -> [bool; 2] {
    match form {
        Form::One | Form::Two => [true, true],
        Form::Narrow | Form::Sharp | Form::Holds(_) => [false, false],
        Form::Forces(side) => side.of([true, false], [false, true]),
    }
}

/// Sets options in order, and finds the best.
pub(crate) fn ordered(head: &Head, name: String, turn: Turn, known: Known, mut options: Vec<(u32, Reached)>) -> Entry {
    let (form, never) = (head.form, head.never);
    if turn != Turn::Chance {
        options.sort_by(|a, b| order(form, &a.1, &b.1).then(a.0.cmp(&b.0)));
    }
    let options: Vec<Reached> = options.into_iter().map(|(_, option)| option).collect();
    let plans = Side::BOTH.map(|side| (turn == Turn::Bid || turn == Turn::Of(side)).then(|| plans(&options, side)));
    let bound = match form {
        Form::One | Form::Two | Form::Narrow | Form::Sharp => None,
        Form::Holds(side) | Form::Forces(side) => {
            let (relation, holds) = match (form, never) {
                (Form::Holds(_), _) => (side.of("α ≤", "β ≥"), true),
                (_, None) => (side.of("α ≥", "β ≤"), false),
                (_, Some((0, _))) => (side.of("α ≥", "α ≤"), false),
                (_, Some((1, 1))) => (side.of("β ≥", "β ≤"), false),
                (_, Some(_)) => (side.of("v ≥", "v ≤"), false),
            };
            let planner = if holds { side.other() } else { side };
            let reply = options.iter().position(|option| option.by == planner).expect("whoever may move has an option");
            Some(Bound { form, relation, value: number_of(form, &known).clone(), planner, reply })
        }
    };
    Entry { name, turn: Some(turn), known, options, plans, bound, never, is_settled: false }
}

/// The number that a plan proves.
fn number_of(form: Form, known: &Known) -> &BigRational {
    match form {
        Form::Holds(Side::White) => &known.alpha.high,
        Form::Holds(Side::Black) => &known.beta.low,
        Form::Forces(Side::White) => &known.alpha.low,
        Form::Forces(Side::Black) => &known.beta.high,
        Form::One | Form::Two | Form::Narrow | Form::Sharp => unreachable!("no plan"),
    }
}

/// White's options before Black's; of each, the better ones first; of equal ones, those of less label.
fn order(form: Form, a: &Reached, b: &Reached) -> Ordering {
    let label = |option: &Reached| option.by.of(option.known.labels[0], option.known.labels[1]);
    a.by.cmp(&b.by).then_with(|| {
        let order = match form {
            Form::Holds(_) | Form::Forces(_) => fraction::compare(number_of(form, &a.known), number_of(form, &b.known)),
            _ => {
                let (of_a, of_b) = (ends(&a.known, a.by), ends(&b.known, a.by));
                // Most differ in the first.
                let orders = of_a.iter().zip(of_b).map(|(a, b)| fraction::compare(a, b));
                orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
            }
        };
        a.by.of(order.reverse(), order).then(label(a).cmp(&label(b)))
    })
}

/// The ends of both values, those that count most for a side first.
fn ends(Known { alpha, beta, .. }: &Known, side: Side) -> [&BigRational; 4] {
    side.of([&alpha.low, &alpha.high, &beta.low, &beta.high], [&beta.high, &beta.low, &alpha.high, &alpha.low])
}

fn plans(options: &[Reached], side: Side) -> Plans {
    let values: [fn(&Known) -> &Interval; 2] = [|known| &known.alpha, |known| &known.beta];
    let [near, far] = side.of(values, [values[1], values[0]]);
    Plans { to_win: plan(options, side, near, true), not_to_lose: plan(options, side, far, false) }
}

/// The best of a side's options in one of the two values.
fn plan(options: &[Reached], side: Side, value: fn(&Known) -> &Interval, labels: bool) -> Plan {
    let own: Vec<(usize, &Interval)> = options
        .iter()
        .enumerate()
        .filter(|(_, option)| option.by == side)
        .map(|(place, option)| (place, value(&option.known)))
        .collect();
    let better = |a: &BigRational, b: &BigRational| {
        let order = fraction::compare(a, b);
        side.of(order, order.reverse()) == Ordering::Greater
    };
    let best = |end: fn(&Interval) -> &BigRational| {
        let all = own.iter().map(|(_, interval)| end(interval));
        all.reduce(|a, b| if better(b, a) { b } else { a }).expect("whoever may move has an option").clone()
    };
    let best = Interval { low: best(|interval| &interval.low), high: best(|interval| &interval.high) };
    let may_be_best = |interval: &Interval| {
        // Its better end is no worse than the worse end of the best.
        !side.of(better(&best.low, &interval.high), better(&best.high, &interval.low))
    };
    let mut places: Vec<usize> =
        own.iter().filter(|(_, interval)| may_be_best(interval)).map(|(place, _)| *place).collect();
    let label = |place: usize| side.of(options[place].known.labels[0], options[place].known.labels[1]);
    let mut least = places.len();
    if labels && places.iter().all(|&place| label(place).is_some()) {
        places.sort_by_key(|&place| label(place));
        least = places.iter().filter(|&&place| label(place) == label(places[0])).count();
    }
    Plan { best, options: places, least }
}

/// A place in other numbers.
pub(crate) fn map<A: Copy, B>(place: &Place<A>, to: impl Fn(A) -> B) -> Place<B> {
    Place { alpha: place.alpha.map(&to), beta: place.beta.map(&to), labels: place.labels }
}

/// A place with the colours exchanged; `turn` gives `1 − x`.
pub(crate) fn turned<N>(
    Place { alpha: [l, u], beta: [m, v], labels: [white, black] }: Place<N>,
    turn: impl Fn(N) -> N,
) -> Place<N> {
    let [l, u, m, v] = [v, m, u, l].map(turn);
    Place { alpha: [l, u], beta: [m, v], labels: [black, white] }
}

/// What a form proves of a place: a plan proves one bound, and what follows from `0 ≤ α ≤ β ≤ 1`.
pub(crate) fn proved<N: Clone>(form: Form, place: Place<N>, zero: N, one: N) -> Place<N> {
    let Place { alpha: [l, u], beta: [m, v], labels } = place;
    let (alpha, beta) = match form {
        Form::One | Form::Two | Form::Narrow | Form::Sharp => ([l, u], [m, v]),
        Form::Holds(Side::White) => ([zero.clone(), u], [zero, one]),
        Form::Holds(Side::Black) => ([zero, one.clone()], [m, one]),
        Form::Forces(Side::White) => ([l.clone(), one.clone()], [l, one]),
        Form::Forces(Side::Black) => ([zero.clone(), v.clone()], [zero, v]),
    };
    Place { alpha, beta, labels }
}
