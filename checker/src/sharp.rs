//! Sharp without exact values: `α = β` from bounds alone.
//!
//! Responsible for what is asked of the places of which a certificate states that they are sharp, though it states
//! bounds that differ. The theorem and its proof are in the record's chapter "Sharp without exact values". The bounds
//! have been verified by then; here only `l`, `u′` and one column of labels count. Left to others: the bounds
//! (`table`), and where options lead (`endgame`, `graph`).

use crate::certificate::Form;
use crate::failure::{Breach, Condition, Failure};
use crate::numbers::Numbers;
use crate::table::{Stated, Step, Table, Target, View, first, slices, views};
use crate::theorem::{INFINITE, Label, Side, Turn};

// ANCHOR: seen
/// What is known of an option: where it leads, its bounds, and its label; the infinite label if it is not known to be
/// sharp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The place. Options that lead to the same one are one option.
    pub to: Target,
    /// `l`, and `u′`.
    pub bounds: [u64; 2],
    /// The label.
    pub label: Label,
}

/// The options of a place, White's and Black's. All options of chance are White's.
pub type Both = [Vec<Seen>; 2];

/// The best bound of one kind for a side, of these options; none of no option.
fn best(side: Side, options: &[Seen], bound: usize) -> Option<u64> {
    let bounds = options.iter().map(|option| option.bounds[bound]);
    side.of(bounds.clone().max(), bounds.min())
}
// ANCHOR_END: seen

// ANCHOR: leaves
/// Whether each option of a side that may be the best one is known to be sharp: each that, at the most, is worth what
/// another is for certain. Of the options of chance each one counts.
pub fn stays(turn: Turn, side: Side, options: &[Seen]) -> bool {
    let certain = best(side, options, side.of(0, 1));
    let may_be_best =
        |&Seen { bounds: [l, u], .. }: &Seen| turn == Turn::Chance || side.of(Some(u) >= certain, Some(l) <= certain);
    options.iter().all(|option| option.label < INFINITE || !may_be_best(option))
}
// ANCHOR_END: leaves

// ANCHOR: apart
/// The greatest lower bound at a place, and the least upper one: of its own, and of those that its options come to.
pub fn ends(turn: Turn, [l, u]: [u64; 2], options: &Both) -> [u64; 2] {
    let [white, black] = options;
    let of = |bound: usize| match turn {
        Turn::Chance => white.iter().map(|option| option.bounds[bound]).collect(),
        // Whoever may not move has no option.
        _ => {
            [best(Side::White, white, bound), best(Side::Black, black, bound)].into_iter().flatten().collect::<Vec<_>>()
        }
    };
    [of(0).into_iter().fold(l, u64::max), of(1).into_iter().fold(u, u64::min)]
}
// ANCHOR_END: apart

// ANCHOR: evidence
/// The least label of all evidence: of a side the greatest one of all its options that may be best if α < β here; of
/// chance that of any option. (One option that beats all others for certain is the only one that may be best.)
pub fn evidence(turn: Turn, [low, high]: [u64; 2], options: &Both) -> Label {
    let of = |side: Side| {
        let own = side.of(&options[0], &options[1]);
        let may_be_best = |option: &&Seen| side.of(option.bounds[1] > low, option.bounds[0] < high);
        own.iter().filter(may_be_best).map(|option| option.label).fold(0, Label::max)
    };
    match turn {
        Turn::Bid => of(Side::White).min(of(Side::Black)),
        Turn::Of(side) => of(side),
        Turn::Chance => options[0].iter().map(|option| option.label).fold(INFINITE, Label::min),
    }
}
// ANCHOR_END: evidence

/// What is known of the options of a place. The first view is that of the places, the others are the border.
pub fn options<G: Table>(game: &G, position: u32, numbers: &Numbers, views: &[View]) -> Both {
    let mut both = Both::default();
    let mut tell = |(side, _, _, to): Step| {
        let (bounds, label) = match to {
            Target::To(number) => (views[0].bounds(number), views[0].stated.sharp(number)),
            // What an import needed to be sharp is nothing to this one.
            Target::Known { border, number } => {
                let view = &views[1 + border];
                (view.bounds(number), if view.stated.sharp(number) < INFINITE { 0 } else { INFINITE })
            }
            Target::Won(side) => (side.of([numbers.one(); 2], [0; 2]), 0),
            Target::Outside => ([0, numbers.one()], INFINITE),
        };
        let [white, black] = &mut both;
        side.of(white, black).push(Seen { to, bounds, label });
    };
    // As a reference: one copy of the moves for all who ask at leisure.
    let tell: &mut dyn FnMut(Step) = &mut tell;
    game.options(position, tell);
    both
}

// ANCHOR: check
/// Asks of each place that is stated to be sharp, in their order: that no option which may be the best one leads to a
/// place that is not known to be sharp, White's and then Black's; that the place is apart, or has evidence with a
/// smaller label. The bounds are verified. Nothing is asked of other forms.
pub fn check<G: Table + Sync>(
    game: &G,
    own: &Stated,
    borders: &[(&Stated, bool)],
    threads: usize,
) -> Result<(), Failure> {
    if own.form != Form::Sharp {
        return Ok(());
    }
    let (numbers, views, _) = views(own, borders)?;
    let put = |(): &mut (), position: u32| {
        let label = own.settled(position)?;
        let (turn, options) = (game.turn(position), options(game, position, &numbers, &views));
        let [low, high] = ends(turn, views[0].bounds(position), &options);
        let breach = |condition, side, labels| {
            let mean = vec![(1, numbers.fraction(low))];
            let stated = numbers.fraction(high);
            Failure::At(Box::new(Breach { position, condition, side, stated, mean, labels }))
        };
        let leaves = |side: &Side| !stays(turn, *side, side.of(&options[0], &options[1]));
        if let Some(side) = Side::BOTH.into_iter().find(leaves) {
            return Some(breach(Condition::Leaves, side, [label, INFINITE]));
        }
        let evidence = evidence(turn, [low, high], &options);
        let is_sharp = low >= high || evidence < label;
        (!is_sharp).then(|| breach(Condition::Sharp, Side::White, [label, evidence]))
    };
    first(&slices(game), threads, &put).map_or(Ok(()), Err)
}
// ANCHOR_END: check
