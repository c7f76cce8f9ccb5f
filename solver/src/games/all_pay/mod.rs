//! All-pay auctions with chips on games without cycles: bounds of the value of each position with each split of the chips, and bids that prove them.
//!
//! Responsible for the order of positions, what bids lead to, and the certificate. Left to others: the mixes of one state (`matrix`), what is verified (the
//! checker has the order of the file, and tries each mix), words (`session::claims::all_pay`). Source: the chapter "All-pay auctions".

pub mod matrix;

use checker::certificate::{Digest, Statement};
use checker::numbers::Fractions;
use games::all_pay::{Auction, NUMBER};
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::Ratio;
use writer::{Writer, write};

use crate::certificates::certify::in_form_one;
use crate::escape::short;
use crate::graph::labels::Side;
use crate::graph_games::{Draw, Game, Kind};
use crate::parallel;
use matrix::{Matrix, Proved};

/// So many states of a slice.
const SLICE: usize = 4096;

/// Both players' mixes and bounds at all states: of the positions that are not terminal, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The auction.
    pub auction: Auction,
    /// For each state Left's bound and bids, and Right's; no bids where nobody bids.
    pub states: Vec<[Proved; 2]>,
}

/// The bounds of each split of the chips at a position.
type Bounds = Vec<[u64; 2]>;

/// Solves a game; after each step it is told how many positions are done.
///
/// # Errors
///
/// A sentence that names a position that can come again.
pub fn solve(game: &Game, auction: Auction, threads: usize, told: &dyn Fn(usize)) -> Result<Solved, String> {
    let layers = layers(game)?;
    let mut known: Vec<Bounds> = game.positions().iter().map(|position| terminal(&position.kind, auction)).collect();
    let mut found: Vec<Vec<[Proved; 2]>> = vec![Vec::new(); known.len()];
    let mut done = 0;
    for layer in layers {
        let work = |range: std::ops::Range<usize>| -> Vec<Vec<[Proved; 2]>> {
            layer[range].iter().map(|&position| states(&game.positions()[position].kind, auction, &known)).collect()
        };
        let parts = parallel::in_ranges(layer.len(), threads, 1, work);
        for (&position, proved) in layer.iter().zip(parts.into_iter().flatten()) {
            known[position] = proved.iter().map(|[low, high]| [low.bound, high.bound]).collect();
            found[position] = proved;
        }
        done += layer.len();
        told(done);
    }
    Ok(Solved { auction, states: found.into_iter().flatten().collect() })
}

/// Positions that are not terminal, in layers: options of each lead to layers before its own.
fn layers(game: &Game) -> Result<Vec<Vec<usize>>, String> {
    let options = |position: usize| -> Vec<usize> {
        let kind = &game.positions()[position].kind;
        // Whoever may move and has no option passes.
        let passes = match kind {
            Kind::Open { left, right } => left.is_empty() || right.is_empty(),
            Kind::Turn { options, .. } => options.is_empty(),
            _ => false,
        };
        let own = passes.then_some(position);
        kind.options().iter().map(|&to| to as usize).chain(own).collect()
    };
    let count = game.positions().len();
    let mut waiting: Vec<usize> = (0..count).map(|position| options(position).len()).collect();
    let mut reached_from: Vec<Vec<usize>> = vec![Vec::new(); count];
    for position in 0..count {
        options(position).into_iter().for_each(|to| reached_from[to].push(position));
    }
    let (mut layers, mut layer) =
        (Vec::new(), (0..count).filter(|&position| waiting[position] == 0).collect::<Vec<_>>());
    while !layer.is_empty() {
        let mut next = Vec::new();
        for &position in &layer {
            for &from in &reached_from[position] {
                waiting[from] -= 1;
                if waiting[from] == 0 {
                    next.push(from);
                }
            }
        }
        next.sort_unstable();
        layers.push(std::mem::replace(&mut layer, next));
    }
    match (0..count).find(|&position| waiting[position] > 0) {
        None => {
            // The first layer is that of the terminal positions.
            layers
                .first_mut()
                .into_iter()
                .for_each(|layer| layer.retain(|&position| !game.positions()[position].kind.is_terminal()));
            Ok(layers)
        }
        // Each position that waits has an option that waits: whoever follows them comes to a position twice.
        Some(first) => {
            let (mut position, mut seen) = (first, vec![false; count]);
            while !std::mem::replace(&mut seen[position], true) {
                position = options(position).into_iter().find(|&to| waiting[to] > 0).unwrap_or(position);
            }
            Err(format!(
                "position {:?} can come again, where both could bid nothing for ever; an all-pay auction is solved only where no position comes twice (a player without options passes, and stays)",
                short(&game.positions()[position].name)
            ))
        }
    }
}

/// The bounds of a terminal position; none of another one.
fn terminal(kind: &Kind, auction: Auction) -> Bounds {
    let Kind::Terminal(value) = kind else { return Vec::new() };
    let scaled = value.numer() << auction.bits;
    // Values are at most 1.
    let [low, high] =
        [&scaled / value.denom(), scaled.div_ceil(value.denom())].map(|end: BigUint| u64::try_from(end).unwrap_or(0));
    vec![[low, high]; auction.splits()]
}

/// What is proved at each split of the chips at a position.
fn states(kind: &Kind, auction: Auction, known: &[Bounds]) -> Vec<[Proved; 2]> {
    let splits = 0..auction.splits();
    let best = |side: Side, options: &[u32], split: usize| {
        let all = |end: usize| options.iter().map(move |&to| known[to as usize][split][end]);
        let of = |end: usize| if side == Side::White { all(end).max() } else { all(end).min() };
        [0, 1].map(|end| of(end).unwrap_or(0))
    };
    let alone = |[low, high]: [u64; 2]| [low, high].map(|bound| Proved { bound, mix: Vec::new() });
    match kind {
        Kind::Terminal(_) => Vec::new(),
        Kind::Turn { side, options } => splits.map(|split| alone(best(*side, options, split))).collect(),
        Kind::Chance(draws) => splits.map(|split| alone(drawn(draws, split, known))).collect(),
        Kind::Open { left, right } => {
            let bought: Bounds = splits.clone().map(|split| best(Side::White, left, split)).collect();
            let sold: Bounds = splits.clone().map(|split| best(Side::Black, right, split)).collect();
            splits.map(|split| bids(auction, auction.held(split), &bought, &sold).solve(auction.weight)).collect()
        }
    }
}

/// The mean of the options of chance, rounded outwards.
fn drawn(draws: &[Draw], split: usize, known: &[Bounds]) -> [u64; 2] {
    let sum = |end: usize| -> Ratio<BigUint> {
        let term = |draw: &Draw| {
            let weight = Ratio::new(BigUint::from(*draw.weight.numer()), BigUint::from(*draw.weight.denom()));
            weight * BigUint::from(known[draw.to as usize][split][end])
        };
        draws.iter().map(term).sum()
    };
    [sum(0).floor(), sum(1).ceil()].map(|bound| u64::try_from(bound.to_integer()).unwrap_or(0))
}

/// Where bids lead, if the players hold so much: twice the bounds, since a coin makes halves.
fn bids(auction: Auction, [b, c]: [usize; 2], bought: &[[u64; 2]], sold: &[[u64; 2]]) -> Matrix {
    let mut entries = Vec::with_capacity((b + 1) * (c + 1));
    for i in 0..=b {
        for j in 0..=c {
            let split = auction.split([b - i, c - j]);
            let (left, right) = (bought[split], sold[split]);
            let [one, other] = match auction.ties {
                _ if i > j => [left, left],
                _ if i < j => [right, right],
                Some(Side::White) => [left, left],
                Some(Side::Black) => [right, right],
                None => [left, right],
            };
            entries.push([one[0] + other[0], one[1] + other[1]]);
        }
    }
    Matrix { height: b + 1, width: c + 1, entries }
}

/// The certificate about the game in the file of a digest.
#[must_use]
pub fn certificate(game: Digest, solved: &Solved) -> Vec<u8> {
    let Auction { ties, chips, bits, weight } = solved.auction;
    let ties = ties.map_or(0, |owner| owner.of(1, 2));
    // At most 63 each.
    let [left, right] = chips.map(|chips| chips as u8);
    let body = [&[ties, left, right, bits, weight], &game.0[..]].concat();
    let head = in_form_one(Statement::Further(NUMBER, body), Vec::new(), Fractions::default());
    write(&head, &solved.states.chunks(SLICE).map(slice).collect::<Vec<_>>())
}

/// The columns of a slice.
fn slice(states: &[[Proved; 2]]) -> Vec<u8> {
    let mut writer = Writer::default();
    let column = |of: &dyn Fn(&[Proved; 2]) -> u64| states.iter().map(of).collect::<Vec<u64>>();
    writer.column(&column(&|[low, _]| low.bound));
    // A mix of Left guarantees no more than one of Right leaves.
    writer.column(&column(&|[low, high]| high.bound - low.bound));
    for player in 0..2 {
        writer.column(&column(&|state| state[player].mix.iter().map(|(bid, _)| 1_u64 << bid).sum()));
    }
    for player in 0..2 {
        let listed = |state: &[Proved; 2]| {
            let mix = &state[player].mix;
            mix[..mix.len().saturating_sub(1)].iter().map(|(_, weight)| *weight).collect::<Vec<u64>>()
        };
        writer.column(&states.iter().flat_map(listed).collect::<Vec<u64>>());
    }
    writer.0
}
