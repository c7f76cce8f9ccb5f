//! What can be counted of a verified all-pay auction: widths, bluffs, sure wins.

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

/// What is counted of the mixes. A *bluff* is a bid above 0 that a player makes neither surely nor never; so a player bluffs exactly where the own mix has two
/// bids or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mixing {
    /// The states at which the players bid.
    pub bid_for: usize,
    /// At how many of them Left bluffs, and Right.
    pub bluffs: [usize; 2],
    /// At how many somebody does.
    pub mixed: usize,
    /// At how many no single bid of some player is as good, which follows from the bounds.
    pub needed: usize,
}

/// How often the players mix bids.
pub fn mixing(all: &AllPay) -> Mixing {
    let (mut found, splits) = (Mixing::default(), all.auction.splits());
    for position in (0..all.game.inner.len()).filter(|&position| all.game.inner[position].1 == Turn::Bid) {
        let views = all.views(position);
        for split in 0..splits {
            let state = position * splits + split;
            let bluffs = Side::BOTH.map(|side| is_mixed(all, state, side));
            found.bid_for += 1;
            found.mixed += usize::from(bluffs.contains(&true));
            found.bluffs.iter_mut().zip(bluffs).for_each(|(count, bluffs)| *count += usize::from(bluffs));
            let held = all.auction.held(state);
            let [low, high] = all.bounds[state].map(|bound| 2 * u128::from(bound));
            // The most that a single bid of Left can guarantee, by the upper bounds; the least to which one of Right can hold Left, by the lower ones.
            let reached = |left, right, end| all.twice([left, right], held, &views, end);
            let left = (0..=held[0]).map(|left| (0..=held[1]).map(|right| reached(left, right, 1)).min()).max();
            let right = (0..=held[1]).map(|right| (0..=held[0]).map(|left| reached(left, right, 0)).max()).min();
            found.needed += usize::from(left.flatten() < Some(low) || right.flatten() > Some(high));
        }
    }
    found
}

/// Whether the mix of a player has two bids or more.
fn is_mixed(all: &AllPay, state: usize, side: Side) -> bool {
    all.mixes[side.of(0, 1)].bids[state].count_ones() > 1
}

/// The probability with which a player bids more than 0 at a state, where the player bluffs; none elsewhere.
pub fn bluff(all: &AllPay, state: usize, side: Side) -> Option<BigRational> {
    let mix = all.mixes[side.of(0, 1)].at(state, all.auction.weight);
    let above: u64 = mix.filter(|(bid, _)| *bid > 0).map(|(_, weight)| weight).sum();
    is_mixed(all, state, side).then(|| units(above, all.auction.weight))
}

/// How many chips a player needs to win surely at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// The chips of the opponent.
    pub against: usize,
    /// The least number of chips that is shown to be enough; none if no number is that the certificate has.
    pub least: Option<usize>,
    /// Whether it is shown that one chip less is not enough; without a least number, that all chips of the player are not.
    pub is_least: bool,
}

/// With how many chips a player wins surely at a position, for each number of the opponent's.
///
/// # Panics
///
/// If there is no such position among those that are not terminal.
pub fn sure(all: &AllPay, position: usize, side: Side) -> Vec<Need> {
    let [own, other] = side.of(all.auction.chips, [all.auction.chips[1], all.auction.chips[0]]);
    let bounds = |own: usize, other: usize| {
        let held = side.of([own, other], [other, own]);
        all.bounds[position * all.auction.splits() + all.auction.split(held)]
    };
    let one = all.auction.one();
    // By the bound of the player, and by that of the opponent.
    let wins = |own, other| side.of(bounds(own, other)[0] == one, bounds(own, other)[1] == 0);
    let may_lose = |own, other| side.of(bounds(own, other)[1] < one, bounds(own, other)[0] > 0);
    let need = |against| {
        let least = (0..=own).find(|&own| wins(own, against));
        let is_least = least.map_or(Some(own), |least| least.checked_sub(1)).is_none_or(|less| may_lose(less, against));
        Need { against, least, is_least }
    };
    (0..=other).map(need).collect()
}
