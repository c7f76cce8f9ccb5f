//! The theorem as code: what White can force is at most what Black can hold.
//!
//! Responsible for the two functions on which every verdict on values rests, [`Node::holds`] and [`Node::forces`], and
//! for the evidence that a label stands for. Knows no game, no file and no kind of number. The theorem and its proof
//! are in the book's chapter "One theorem for all certificates".
//!
//! A side sees two numbers of a place, `near` and `far`, of which greater ones are better for it, and a label. White
//! sees `l`, `u` and `T`. Black sees `u′`, `l′` and `T′` with the order of numbers turned round, and else the same. So
//! everything stands here once. If `forces` is true of `near` and `holds` of `far` at every position, and `near ≤ far`
//! at the border, then `near ≤ far`.

use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;

/// One of the two players: White, who wants values large, or Black, who wants them small. In games as graphs Left is
/// White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Wants values large; worth nothing is 0.
    White,
    /// Wants values small; worth nothing is 1.
    Black,
}

impl Side {
    /// Both sides, in the order in which conditions are tried.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    pub fn other(self) -> Self {
        self.of(Self::Black, Self::White)
    }

    /// Of two things, White's and Black's, the one of this side.
    pub fn of<T>(self, white: T, black: T) -> T {
        match self {
            Self::White => white,
            Self::Black => black,
        }
    }
}

/// Who decides where the game goes from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The players bid for the move: `F(x) = (max over White's options + min over Black's) / 2`.
    Bid,
    /// One player moves: `F(x)` is the maximum over White's options, or the minimum over Black's.
    Of(Side),
    /// Chance takes each option with its weight: `F(x)` is the weighted mean.
    Chance,
}

/// A label T or T′: how many steps its evidence goes back. The border has its own labels, mostly 0.
pub type Label = u32;
/// The label of a position without evidence.
pub const INFINITE: Label = Label::MAX;

/// What is known of a place: `alpha = [l, u]`, `beta = [l′, u′]`, `labels = [T, T′]`. A number is a rank
/// or a count of units (`numbers`): a greater one stands for a greater value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<N = u64> {
    /// Bounds on the lower value.
    pub alpha: [N; 2],
    /// Bounds on the upper value.
    pub beta: [N; 2],
    /// White's label and Black's.
    pub labels: [Label; 2],
}

impl<N: Clone> Place<N> {
    /// A place of which the value is known, without labels.
    pub fn of(value: N) -> Self {
        Self { alpha: [value.clone(), value.clone()], beta: [value.clone(), value], labels: [0; 2] }
    }

    /// What a side can force here, as is stated: `l` for White, `u′` for Black.
    pub fn near(&self, side: Side) -> N {
        side.of(&self.alpha[0], &self.beta[1]).clone()
    }

    /// What the opponent can hold this side to, as is stated: `u` for White, `l′` for Black.
    pub fn far(&self, side: Side) -> N {
        side.of(&self.alpha[1], &self.beta[0]).clone()
    }

    /// All four numbers.
    pub fn numbers(&self) -> [N; 4] {
        [self.alpha[0].clone(), self.alpha[1].clone(), self.beta[0].clone(), self.beta[1].clone()]
    }

    /// The label of a side.
    pub fn label(&self, side: Side) -> Label {
        side.of(self.labels[0], self.labels[1])
    }
}

/// An option of a position.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// How often chance takes it, of the sum of all weights; 1 elsewhere.
    pub weight: u64,
    /// Which move it is, for tables that state moves.
    pub name: u32,
    /// What is known of the place that it leads to.
    pub to: Place,
}

/// A scale of numbers.
pub trait Scale {
    /// How `x` compares with the mean of the numbers that are told, behind their weights, which are positive.
    fn compare(&self, x: u64, mean: impl FnOnce(&mut dyn FnMut(u64, u64))) -> Ordering;
}

// ANCHOR: seen
/// What the options of a position come to, told one by one: in each of the four columns `l`, `u`, `l′`, `u′` the
/// greatest number of White's options, and the least one of Black's. All options of chance are White's.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    white: [u64; 4],
    black: [u64; 4],
    /// Whether White has an option, and whether Black has one.
    some: [bool; 2],
}

impl Best {
    /// What no option comes to.
    pub const NONE: Self = Self { white: [u64::MIN; 4], black: [u64::MAX; 4], some: [false; 2] };

    /// One more option, of this side, where these are `l`, `u`, `l′` and `u′`.
    #[inline(always)]
    pub fn add(&mut self, by: Side, numbers: [u64; 4]) {
        self.some[by.of(0, 1)] = true;
        match by {
            Side::White => self.white.iter_mut().zip(numbers).for_each(|(best, number)| *best = number.max(*best)),
            Side::Black => self.black.iter_mut().zip(numbers).for_each(|(best, number)| *best = number.min(*best)),
        }
    }
}
// ANCHOR_END: seen

/// Tells all options of a position, with whose they are. They are told again where their labels, names or weights are
/// asked for.
pub type Tell<'a> = &'a dyn Fn(&mut dyn FnMut(Side, Choice));

/// A position with its options.
pub struct Node<'a, S> {
    /// What is stated of the position.
    pub place: Place,
    /// Who decides.
    pub turn: Turn,
    /// Its options.
    pub options: Tell<'a>,
    best: Best,
    scale: &'a S,
    /// What has been compared last, and how it compared: in exact tables it is the same four times.
    compared: Cell<Option<([u64; 3], Ordering)>>,
    labels: OnceCell<[Labels; 2]>,
}

/// The numbers of a mean, with their weights.
pub type Terms = Vec<(u64, u64)>;

impl<'a, S: Scale> Node<'a, S> {
    /// A position with its options, and what these come to. Whoever may come to move has one, a pass at the least.
    pub fn new(scale: &'a S, place: Place, turn: Turn, best: Best, options: Tell<'a>) -> Self {
        let [white, black] = best.some;
        let has_options = match turn {
            Turn::Bid => white && black,
            Turn::Of(side) => side.of(white, black),
            Turn::Chance => white,
        };
        assert!(has_options, "whoever may move has an option, a pass at the least");
        Self { place, turn, options, best, scale, compared: Cell::default(), labels: OnceCell::new() }
    }

    // ANCHOR: mean
    /// In the column of what a side forces, or in that of what it is held to: the best number of White's options, and
    /// of Black's.
    fn best(&self, side: Side, is_near: bool) -> [u64; 2] {
        let column = if is_near { side.of(0, 3) } else { side.of(1, 2) };
        [self.best.white[column], self.best.black[column]]
    }

    /// Tells what `F` is the mean of, in one of these columns: the best own number and the other one; at a turn the one
    /// that counts; at chance all.
    fn mean(&self, side: Side, is_near: bool, tell: &mut dyn FnMut(u64, u64)) {
        let [white, black] = self.best(side, is_near);
        let x = |to: &Place| if is_near { to.near(side) } else { to.far(side) };
        match self.turn {
            Turn::Bid => [side.of(white, black), side.of(black, white)].into_iter().for_each(|best| tell(1, best)),
            Turn::Of(mover) => tell(1, mover.of(white, black)),
            Turn::Chance => (self.options)(&mut |_, Choice { weight, to, .. }| tell(weight, x(&to))),
        }
    }

    /// The same as a list.
    pub fn terms(&self, side: Side, is_near: bool) -> Terms {
        let mut terms = Terms::new();
        self.mean(side, is_near, &mut |weight, x| terms.push((weight, x)));
        terms
    }

    /// How a number of the position compares with the mean: `Greater` is better for the side.
    fn order(&self, side: Side, is_near: bool) -> Ordering {
        let x = if is_near { self.place.near(side) } else { self.place.far(side) };
        let order = match self.turn {
            Turn::Bid => {
                let [white, black] = self.best(side, is_near);
                let last = self.compared.get().filter(|(last, _)| *last == [x, white, black]);
                let order = last
                    .map_or_else(|| self.scale.compare(x, |tell| self.mean(side, is_near, tell)), |(_, order)| order);
                self.compared.set(Some(([x, white, black], order)));
                order
            }
            _ => self.scale.compare(x, |tell| self.mean(side, is_near, tell)),
        };
        side.of(order, order.reverse())
    }
    // ANCHOR_END: mean

    // ANCHOR: holds
    /// `far(P)` is at least as good for the side as the mean. Proves what the opponent can hold: `α ≤ u`, `β ≥ l′`.
    pub fn holds(&self, side: Side) -> bool {
        self.order(side, false) != Ordering::Less
    }
    // ANCHOR_END: holds

    // ANCHOR: forces
    /// `near(P)` is not better than the mean; and where it is equal, better than what an endless play is worth, and
    /// quiet, there is evidence with a smaller label than P's. Proves what the side can force: `l ≤ α`, `u′ ≥ β`.
    pub fn forces(&self, side: Side, endless: u64) -> bool {
        match self.order(side, true) {
            Ordering::Less => true,
            Ordering::Equal => {
                !self.is_better(side, endless)
                    || !self.is_quiet(side)
                    || self.quiet_evidence(side) < self.place.label(side)
            }
            Ordering::Greater => false,
        }
    }

    /// Whether the side is stated to force more than this.
    pub fn is_better(&self, side: Side, than: u64) -> bool {
        let x = self.place.near(side);
        side.of(x > than, x < than)
    }

    /// Whether whatever counts in the mean has the number of the position, as the side sees it.
    pub fn is_quiet(&self, side: Side) -> bool {
        let x = self.place.near(side);
        match self.turn {
            Turn::Bid => self.best(side, true) == [x; 2],
            _ => {
                let mut is_quiet = true;
                self.mean(side, true, &mut |_, term| is_quiet &= term == x);
                is_quiet
            }
        }
    }
    // ANCHOR_END: forces

    // ANCHOR: evidence
    /// The least label that evidence has where it is quiet: the least one of a greedy own option, if the side may move;
    /// the greatest one of the opponent's options that have the number of the position, if the opponent may move; the
    /// least one of any option of chance.
    pub fn quiet_evidence(&self, side: Side) -> Label {
        self.least(side, self.labels(side).others[0])
    }

    /// The same with all options of the opponent, whatever their numbers: what labels of exact tables are made of.
    pub fn evidence(&self, side: Side) -> Label {
        self.least(side, self.labels(side).others[1])
    }

    /// The least label of what the turn admits as evidence, where this is the label of the opponent's options.
    fn least(&self, side: Side, others: Label) -> Label {
        let Labels { greedy: (own, _), any, .. } = *self.labels(side);
        match self.turn {
            Turn::Bid => own.min(others),
            Turn::Of(mover) if mover == side => own,
            Turn::Of(_) => others,
            Turn::Chance => any,
        }
    }

    /// Of the greedy options of a side that may move, those of least label; of these the least name.
    pub fn first(&self, side: Side) -> u32 {
        self.labels(side).greedy.1
    }

    /// What a side finds among the labels of the options.
    fn labels(&self, side: Side) -> &Labels {
        let both = self.labels.get_or_init(|| {
            let best = Side::BOTH.map(|side| self.best(side, true));
            let mut both = [Labels { greedy: (INFINITE, u32::MAX), others: [0; 2], any: INFINITE }; 2];
            (self.options)(&mut |by, Choice { name, to, .. }| {
                for (side, (labels, best)) in Side::BOTH.into_iter().zip(both.iter_mut().zip(best)) {
                    let (label, is_best) = (to.label(side), to.near(side) == by.of(best[0], best[1]));
                    labels.any = labels.any.min(label);
                    if by != side {
                        labels.others[1] = labels.others[1].max(label);
                    }
                    match is_best {
                        true if by == side => labels.greedy = labels.greedy.min((label, name)),
                        true => labels.others[0] = labels.others[0].max(label),
                        false => {}
                    }
                }
            });
            both
        });
        side.of(&both[0], &both[1])
    }
    // ANCHOR_END: evidence
}

/// What a side finds among the labels of the options.
#[derive(Clone, Copy, Debug)]
struct Labels {
    /// The least label of a greedy own option, and the least name of those that have it.
    greedy: (Label, u32),
    /// The greatest label of those of the opponent's options that are best for the opponent, and of all of them.
    others: [Label; 2],
    /// The least label of any option.
    any: Label,
}
