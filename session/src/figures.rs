//! What can be counted in a verified certificate: positions that are not sharp, gaps, widths, labels, denominators.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use num_rational::BigRational;

use super::fraction;
use super::sheet::Sheet;
use checker::certificate::{Form, Statement};
use checker::numbers::{Fraction, at};
use checker::table::Stated;
use checker::theorem::{INFINITE, Label};

/// The figures.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Positions; of a game in a file, all of them.
    pub positions: usize,
    /// Positions of which something is proved: of a game in a file, those that are not terminal.
    pub proved: usize,
    /// Positions with α < β; where values are bounded, those that are shown to have it.
    pub not_sharp: usize,
    /// Positions with α = β; where values are bounded, those that are shown to have it.
    pub shown_sharp: usize,
    /// The largest gap between α and β that is shown.
    pub widest_gap: BigRational,
    /// The first position that has it, as a FEN or by its name; none if no position counts as not sharp.
    pub widest_gap_at: Option<String>,
    /// Where values are bounded: the largest distance of two bounds on the same value.
    pub width: Option<BigRational>,
    /// Whether every position is sharp, if that is known; nothing is known of a list, and of values that say what an endless play is worth.
    pub sharp: Option<bool>,
    /// The largest finite T and T′, where the certificate proves them.
    pub largest_labels: [Option<Label>; 2],
    /// Size in bits of the largest denominator of a value in lowest terms; where values are bounded, of the units.
    pub largest_denominator_bits: u64,
}

impl Figures {
    /// Counts what is stated of positions.
    pub(crate) fn of(tell: &(impl Sheet + ?Sized)) -> Self {
        let verified = tell.verified();
        let head = verified.head();
        let is_list = matches!(head.statement, Statement::List(..));
        let stated = verified.stated();
        let (gaps, bits) = match stated.bits {
            _ if is_list => (Gaps::none(), stated.bits),
            _ if head.never.is_some() => (Gaps::none(), stated.bits),
            0 => (Gaps::exact(tell), 0),
            bits => (Gaps::bounded(tell), bits),
        };
        let (some, proved) = (stated.count() > 0, tell.count());
        let is_sharp = |number: &u32| stated.sharp(*number) < INFINITE && tell.is_first(*number);
        let shown_sharp = (0..).take(stated.count()).filter(is_sharp).count();
        let (width, sharp, bits) = if bits == 0 {
            (None, some.then_some(gaps.count == 0), fraction::longest_denominator(&stated.values))
        } else {
            let width = |[low, high]: [u64; 2]| high - low;
            let width = stated.places().map(|place| width(place.alpha).max(width(place.beta))).max();
            let sharp = if some && shown_sharp == proved { Some(true) } else { (gaps.count > 0).then_some(false) };
            (Some(units(width.unwrap_or(0), bits)), sharp, u64::from(bits) + 1)
        };
        let labels = largest(stated);
        let [white, black] = match head.form {
            Form::One | Form::Two => [true, true],
            Form::Narrow | Form::Sharp | Form::Holds(_) => [false, false],
            Form::Forces(side) => side.of([true, false], [false, true]),
        };
        Self {
            positions: proved,
            proved,
            not_sharp: gaps.count,
            shown_sharp,
            widest_gap: gaps.widest,
            widest_gap_at: gaps.at.map(|number| tell.shown(&tell.name(number))),
            width: width.filter(|_| !is_list),
            sharp: sharp.filter(|_| !is_list && head.never.is_none()),
            largest_labels: [white.then_some(labels[0]), black.then_some(labels[1])],
            largest_denominator_bits: bits,
        }
    }
}

fn units(number: u64, bits: u8) -> BigRational {
    BigRational::new(number.into(), (1_u64 << bits).into())
}

fn largest(stated: &Stated) -> [Label; 2] {
    let finite = |label: Label| if label == INFINITE { 0 } else { label };
    let labels = stated.places().map(|place| place.labels.map(finite));
    labels.fold([0; 2], |[a, b], [c, d]| [a.max(c), b.max(d)])
}

/// The positions that are not sharp.
struct Gaps {
    count: usize,
    /// The largest difference of the two values of one.
    widest: BigRational,
    /// The first that has it.
    at: Option<u32>,
}

impl Gaps {
    fn none() -> Self {
        Self { count: 0, widest: BigRational::from_integer(0.into()), at: None }
    }

    /// Those whose values differ. Values may be long: differences are compared by their first 64 bits, and exactly only where these leave it open.
    fn exact(tell: &(impl Sheet + ?Sized)) -> Self {
        let stated = tell.verified().stated();
        let (mut gaps, values) = (Self::none(), &stated.values);
        let pairs = || {
            let pairs = (0..).zip(stated.places()).map(|(number, place)| (number, [place.alpha[0], place.beta[1]]));
            pairs.filter(|(number, [x, y])| x != y && tell.is_first(*number))
        };
        gaps.count = pairs().count();
        if gaps.count == 0 {
            return gaps;
        }
        let short = |index: usize| {
            let Fraction { numerator, denominator } = values.get(index);
            u128::try_from((numerator << 64_u32) / denominator).expect("at most 2^64")
        };
        let short: Vec<u128> = (0..values.numerators.len()).map(short).collect();
        // Values increase, so the second is the greater one; each is short of its value by less than 1.
        let difference = |[x, y]: [u64; 2]| short[at(y)] - short[at(x)];
        let most = pairs().map(|(_, pair)| difference(pair)).max().expect("some differ");
        let mut seen = BTreeSet::new();
        for (number, pair) in pairs().filter(|(_, pair)| difference(*pair) + 2 >= most) {
            if seen.insert(pair) {
                let [x, y] = pair.map(|index| fraction::rational(values.get(at(index))));
                let gap = y - x;
                if fraction::compare(&gap, &gaps.widest) == Ordering::Greater {
                    (gaps.widest, gaps.at) = (gap, Some(number));
                }
            }
        }
        gaps
    }

    /// Those with `u < l′`: by at least the difference do their values differ.
    fn bounded(tell: &(impl Sheet + ?Sized)) -> Self {
        let stated = tell.verified().stated();
        let (mut gaps, mut widest) = (Self::none(), 0);
        let with_gap = (0..).zip(stated.places()).filter(|(_, place)| place.alpha[1] < place.beta[0]);
        for (number, place) in with_gap.filter(|(number, _)| tell.is_first(*number)) {
            gaps.count += 1;
            let gap = place.beta[0] - place.alpha[1];
            if gap > widest {
                (widest, gaps.at) = (gap, Some(number));
            }
        }
        gaps.widest = units(widest, stated.bits);
        gaps
    }
}
