//! The theorem as code: what White can force is at most what Black can hold.
//!
//! Responsible for the two functions on which every verdict on values rests, [`Node::holds`] and [`Node::forces`], each for both sides, and for the
//! evidence that a label stands for. Knows no game, no file and no kind of number. The theorem and its proof are in the book's chapter
//! "The theorem".
//!
//! Of a place the checker sees four numbers, `l ≤ α ≤ u` and `l′ ≤ β ≤ u′`, and two labels. If `forces(White)` is true of `l` and
//! `holds(White)` of `u` at every position, and `l ≤ u` at the border, then `l ≤ u`. Black's case is the mirror image.

use std::cmp::Ordering;

/// One of the two players: White, who wants values large, or Black, who wants them small. In games as graphs Left is White.
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

/// What is known of a place: `alpha = [l, u]`, `beta = [l′, u′]`, `labels = [T, T′]`. A number is a place on a scale: greater ones come later.
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

    /// `l`, `u`, `l′` and `u′`.
    pub fn numbers(&self) -> [N; 4] {
        [self.alpha[0].clone(), self.alpha[1].clone(), self.beta[0].clone(), self.beta[1].clone()]
    }

    /// What a side can force here, as is stated: `l` for White, `u′` for Black.
    pub fn near(&self, side: Side) -> N {
        side.of(&self.alpha[0], &self.beta[1]).clone()
    }

    /// What the opponent can hold this side to, as is stated: `u` for White, `l′` for Black.
    pub fn far(&self, side: Side) -> N {
        side.of(&self.alpha[1], &self.beta[0]).clone()
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
    pub weight: u32,
    /// Which move it is, for tables that state moves.
    pub name: u32,
    /// What is known of the place that it leads to.
    pub to: Place,
}

/// A scale of numbers from 0 to 1. The number 0 is 0.
pub trait Scale {
    /// The number 1.
    fn one(&self) -> u64;

    /// How `x` compares with the mean of numbers with these weights, which are positive.
    fn compare(&self, x: u64, mean: impl Iterator<Item = (u32, u64)>) -> Ordering;
}

/// What the options of a position come to; they are told one by one.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who decides.
    pub turn: Turn,
    /// What each side's options reach: the best of the numbers, each by itself, and the greatest of the labels; and of the greedy options one
    /// of least label, and of those the first. All options of chance are White's.
    best: [Option<(Place, Choice)>; 2],
    /// The options of chance, with their weights.
    chance: Vec<(u32, Place)>,
}

impl Options {
    /// None yet, at a position where this one decides.
    pub fn new(turn: Turn) -> Self {
        Self { turn, best: [None; 2], chance: Vec::new() }
    }

    /// One more option, of this side.
    #[inline(always)]
    pub fn add(&mut self, side: Side, option: Choice) {
        if self.turn == Turn::Chance {
            self.chance.push((option.weight, option.to));
        }
        let (reach, first) = self.best[side.of(0, 1)].get_or_insert((option.to, option));
        let better = |a: u64, b: u64| if (a < b) == (side == Side::White) { b } else { a };
        for bound in 0..2 {
            reach.alpha[bound] = better(reach.alpha[bound], option.to.alpha[bound]);
            reach.beta[bound] = better(reach.beta[bound], option.to.beta[bound]);
            reach.labels[bound] = reach.labels[bound].max(option.to.labels[bound]);
        }
        let (near, best) = (option.to.near(side), first.to.near(side));
        let is_earlier = || (option.to.label(side), option.name) < (first.to.label(side), first.name);
        if if near == best { is_earlier() } else { better(best, near) == near } {
            *first = option;
        }
    }

    /// What a side's options reach.
    fn reach(&self, side: Side) -> &(Place, Choice) {
        self.best[side.of(0, 1)].as_ref().expect("whoever may move has an option, a pass at the least")
    }
}

/// A position with its options.
#[derive(Clone, Debug)]
pub struct Node {
    /// What is stated of the position.
    pub place: Place,
    /// What `F` is the mean of, with weights.
    pub terms: Vec<(u32, Place)>,
    /// What they come to.
    pub options: Options,
    /// How `l`, `u`, `l′` and `u′` compare with their means.
    order: [Ordering; 4],
    one: u64,
}

impl Node {
    // ANCHOR: mean
    /// A position with its options: `F(x)` is the mean of the terms' `x`. Numbers that are the same throughout are compared once.
    pub fn new(scale: &impl Scale, place: Place, options: Options) -> Self {
        let terms = match options.turn {
            Turn::Bid => Side::BOTH.map(|side| (1, options.reach(side).0)).to_vec(),
            Turn::Of(side) => vec![(1, options.reach(side).0)],
            Turn::Chance => options.chance.clone(),
        };
        assert!(!terms.is_empty(), "chance has an option");
        let mut order = [Ordering::Equal; 4];
        for which in 0..4 {
            let is_same = |place: &Place| which > 0 && place.numbers()[which] == place.numbers()[which - 1];
            order[which] = if is_same(&place) && terms.iter().all(|(_, term)| is_same(term)) {
                order[which - 1]
            } else {
                let mean = terms.iter().map(|(weight, term)| (*weight, term.numbers()[which]));
                scale.compare(place.numbers()[which], mean)
            };
        }
        Self { place, terms, options, order, one: scale.one() }
    }
    // ANCHOR_END: mean

    /// Whether a side is stated to force nothing: 0 for White, 1 for Black.
    pub fn has_nothing(&self, side: Side) -> bool {
        self.place.near(side) == side.of(0, self.one)
    }

    // ANCHOR: holds
    /// `far(P)` is at least as good for the side as the mean. Proves what the opponent can hold: `α ≤ u`, `β ≥ l′`.
    pub fn holds(&self, side: Side) -> bool {
        side.of(self.order[1], self.order[2].reverse()) != Ordering::Less
    }
    // ANCHOR_END: holds

    // ANCHOR: forces
    /// `near(P)` is worth nothing; or it is strictly worse than the mean; or it is equal to the mean, and there is evidence with a
    /// smaller label than P's. Proves what the side can force: `l ≤ α`, `u′ ≥ β`.
    pub fn forces(&self, side: Side) -> bool {
        match side.of(self.order[0], self.order[3].reverse()) {
            _ if self.has_nothing(side) => true,
            Ordering::Less => true,
            Ordering::Equal => self.evidence(side) < self.place.label(side),
            Ordering::Greater => false,
        }
    }
    // ANCHOR_END: forces

    // ANCHOR: evidence
    /// The least label that evidence has: of a greedy own option, if the side may move; of all other options, if the opponent may move; of
    /// any option of chance.
    pub fn evidence(&self, side: Side) -> Label {
        let (own, all) = (|| self.first(side).to.label(side), || self.options.reach(side.other()).0.label(side));
        match self.options.turn {
            Turn::Bid => own().min(all()),
            Turn::Of(mover) if mover == side => own(),
            Turn::Of(_) => all(),
            Turn::Chance => self.terms.iter().map(|(_, to)| to.label(side)).min().expect("chance has an option"),
        }
    }

    /// Of the greedy options of a side that may move, one of least label, and of those the first.
    pub fn first(&self, side: Side) -> &Choice {
        &self.options.reach(side).1
    }
    // ANCHOR_END: evidence
}
