//! What can be counted of a verified all-pay auction: widths, mixes, sure wins, bluffs.

use num_bigint::BigInt;
use num_rational::BigRational;

use checker::theorem::{Side, Turn};
use games::all_pay::AllPay;

/// A number of units as a fraction.
pub(super) fn units(number: u64, bits: u8) -> BigRational {
    BigRational::new(number.into(), BigInt::from(1) << bits)
}

/// The difference of the bounds of a state.
///
/// # Panics
///
/// If there is no such state.
pub fn width_at(all: &AllPay, state: usize) -> BigRational {
    let [low, high] = all.bounds[state];
    units(high - low, all.auction.bits)
}

/// The greatest difference of two bounds.
pub fn width(all: &AllPay) -> BigRational {
    units(all.bounds.iter().map(|[low, high]| high - low).max().unwrap_or(0), all.auction.bits)
}

/// At how many states a player mixes bids: in the certificate; and where no single bid of some player is as good, which follows from the bounds.
pub fn mixed(all: &AllPay) -> [usize; 2] {
    let (mut stated, mut proved, splits) = (0, 0, all.auction.splits());
    for position in (0..all.game.inner.len()).filter(|&position| all.game.inner[position].1 == Turn::Bid) {
        let views = all.views(position);
        for split in 0..splits {
            let state = position * splits + split;
            stated += usize::from(all.mixes.iter().any(|mixes| mixes.bids[state].count_ones() > 1));
            let held = all.auction.held(state);
            let [low, high] = all.bounds[state].map(|bound| 2 * u128::from(bound));
            // The most that a single bid of Left can guarantee, by the upper bounds; the least to which one of Right can hold Left, by the lower ones.
            let reached = |left, right, end| all.twice([left, right], held, &views, end);
            let left = (0..=held[0]).map(|left| (0..=held[1]).map(|right| reached(left, right, 1)).min()).max();
            let right = (0..=held[1]).map(|right| (0..=held[0]).map(|left| reached(left, right, 0)).max()).min();
            proved += usize::from(left.flatten() < Some(low) || right.flatten() > Some(high));
        }
    }
    [stated, proved]
}

/// For each number of Left's chips with which Left surely gets 1 at a position, against some number of Right's: that number, and the most of them; and
/// whether it is shown that one more of Right's is too many.
pub fn sure(all: &AllPay, position: usize) -> Vec<(usize, usize, bool)> {
    let bounds = |left, right| all.bounds[position * all.auction.splits() + all.auction.split([left, right])];
    let [left, right] = all.auction.chips;
    let one = all.auction.one();
    let most = |left: usize| (0..=right).take_while(|&right| bounds(left, right)[0] == one).last();
    let is_shown = |left: usize, most: usize| most < right && bounds(left, most + 1)[1] < one;
    (0..=left).filter_map(|left| most(left).map(|most| (left, most, is_shown(left, most)))).collect()
}

/// The probability that a player with chips bids nothing at a state: the opponent who bids more pays for nothing. None without chips, or where nobody bids.
pub fn idle(all: &AllPay, state: usize, side: Side) -> Option<BigRational> {
    let [left, right] = all.auction.held(state);
    let mut mix = all.mixes[side.of(0, 1)].at(state, all.auction.weight).peekable();
    mix.peek()?;
    let nothing = mix.filter(|(bid, _)| *bid == 0).map(|(_, weight)| weight).sum();
    (side.of(left, right) > 0).then(|| units(nothing, all.auction.weight))
}
