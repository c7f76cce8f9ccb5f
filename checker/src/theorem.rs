//! The theorem as code: what White can force is at most what Black can hold.
//!
//! Responsible for the two functions on which every verdict on values rests, [`Node::holds`] and [`Node::forces`], and for the evidence that a
//! label stands for. Knows no game, no file and no kind of number. The theorem and its proof are in the book's chapter "The theorem".
//!
//! A side sees two numbers of a place, `near` and `far`, of which greater ones are better for it, and a label. White sees `l`, `u` and `T`. Black
//! sees `u′`, `l′` and `T′` with the order of numbers turned round, and else the same. So everything stands here once. If `forces` is true of
//! `near` and `holds` of `far` at every position, and `near ≤ far` at the border, then `near ≤ far`.

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
    pub weight: u64,
    /// Which move it is, for tables that state moves.
    pub name: u32,
    /// What is known of the place that it leads to.
    pub to: Place,
}

/// A scale of numbers.
pub trait Scale {
    /// How `x` compares with the mean of numbers with these weights, which are positive.
    fn compare(&self, x: u64, mean: impl Iterator<Item = (u64, u64)>) -> Ordering;
}

// ANCHOR: seen
/// A number as a side sees it, and back: of two numbers the greater one is better for the side.
fn turned(side: Side, number: u64) -> u64 {
    side.of(number, !number)
}

/// What the options of a position come to for one side.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// The best `near` of its own options, and the worst of the other ones.
    near: [u64; 2],
    /// The best `far` of its own options, and the worst of the other ones.
    far: [u64; 2],
    /// The least label of a greedy own option, and the least name of those that have it.
    greedy: (Label, u32),
    /// The greatest label of the other options that have the worst `near`, and of all other options.
    others: [Label; 2],
}
// ANCHOR_END: seen

/// What the options of a position come to; they are told one by one.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who decides.
    pub turn: Turn,
    /// For each side.
    reach: [Reach; 2],
    /// Whether White has an option, and whether Black has one. All options of chance are White's.
    some: [bool; 2],
    /// The greatest label of either side, of White's options and of Black's.
    greatest: [Label; 2],
    /// The options of chance, with their weights.
    chance: Vec<(u64, Place)>,
}

impl Options {
    /// None yet, at a position where this one decides.
    pub fn new(turn: Turn) -> Self {
        let none = [u64::MIN, u64::MAX];
        let reach = Reach { near: none, far: none, greedy: (INFINITE, u32::MAX), others: [0; 2] };
        Self { turn, reach: [reach; 2], some: [false; 2], greatest: [0; 2], chance: Vec::new() }
    }

    /// One more option, of this side.
    #[inline(always)]
    pub fn add(&mut self, by: Side, Choice { weight, name, to }: Choice) {
        if self.turn == Turn::Chance {
            self.chance.push((weight, to));
        }
        let by_number = by.of(0, 1);
        self.some[by_number] = true;
        self.greatest[by_number] = self.greatest[by_number].max(to.labels[0]).max(to.labels[1]);
        for side in Side::BOTH {
            let Reach { near, far, greedy, others } = &mut self.reach[side.of(0, 1)];
            let ([x, y], label) = ([to.near(side), to.far(side)].map(|number| turned(side, number)), to.label(side));
            if by == side {
                if x > near[0] {
                    (near[0], *greedy) = (x, (label, name));
                } else if x == near[0] {
                    *greedy = (label, name).min(*greedy);
                }
                far[0] = far[0].max(y);
            } else {
                if x < near[1] {
                    (near[1], others[0]) = (x, label);
                } else if x == near[1] {
                    others[0] = others[0].max(label);
                }
                (far[1], others[1]) = (far[1].min(y), others[1].max(label));
            }
        }
    }
}

/// A position with its options.
#[derive(Clone, Debug)]
pub struct Node<'a, S> {
    /// What is stated of the position.
    pub place: Place,
    /// What the options come to.
    options: Options,
    scale: &'a S,
}

/// The numbers of a mean, with their weights.
pub type Terms = Vec<(u64, u64)>;

impl<'a, S: Scale> Node<'a, S> {
    /// A position with its options. Whoever may come to move has one, a pass at the least.
    pub fn new(scale: &'a S, place: Place, options: Options) -> Self {
        let [white, black] = options.some;
        let has_options = match options.turn {
            Turn::Bid => white && black,
            Turn::Of(side) => side.of(white, black),
            Turn::Chance => white,
        };
        assert!(has_options, "whoever may move has an option, a pass at the least");
        Self { place, options, scale }
    }

    /// Who decides.
    pub fn turn(&self) -> Turn {
        self.options.turn
    }

    fn reach(&self, side: Side) -> &Reach {
        &self.options.reach[side.of(0, 1)]
    }

    // ANCHOR: mean
    /// What `F` is the mean of, in the column of numbers that a side forces, or in that of those that it is held to: the best own number and the
    /// worst other one; at a turn the one that counts; at chance all.
    pub fn terms(&self, side: Side, is_near: bool) -> Terms {
        let [own, other] = if is_near { self.reach(side).near } else { self.reach(side).far };
        match self.options.turn {
            Turn::Bid => vec![(1, turned(side, own)), (1, turned(side, other))],
            Turn::Of(mover) => vec![(1, turned(side, if mover == side { own } else { other }))],
            Turn::Chance => {
                let x = |to: &Place| if is_near { to.near(side) } else { to.far(side) };
                self.options.chance.iter().map(|(weight, to)| (*weight, x(to))).collect()
            }
        }
    }

    /// How a number of the position compares with the mean: `Greater` is better for the side.
    fn order(&self, side: Side, is_near: bool) -> Ordering {
        let x = if is_near { self.place.near(side) } else { self.place.far(side) };
        let order = match self.options.turn {
            Turn::Bid => {
                let [own, other] = if is_near { self.reach(side).near } else { self.reach(side).far };
                self.scale.compare(x, [own, other].into_iter().map(|number| (1, turned(side, number))))
            }
            _ => self.scale.compare(x, self.terms(side, is_near).into_iter()),
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
    /// `near(P)` is not better than the mean; and where it is equal, better than what an endless play is worth, and quiet, there is evidence with a
    /// smaller label than P's. Proves what the side can force: `l ≤ α`, `u′ ≥ β`.
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
        turned(side, self.place.near(side)) > turned(side, than)
    }

    /// Whether whatever counts in the mean has the number of the position, as the side sees it.
    pub fn is_quiet(&self, side: Side) -> bool {
        let x = self.place.near(side);
        match self.options.turn {
            Turn::Bid => self.reach(side).near == [turned(side, x); 2],
            _ => self.terms(side, true).into_iter().all(|(_, term)| term == x),
        }
    }
    // ANCHOR_END: forces

    // ANCHOR: evidence
    /// The least label that evidence has where it is quiet: of a greedy own option, if the side may move; of all other options that have the number
    /// of the position, if the opponent may move; of any option of chance.
    pub fn quiet_evidence(&self, side: Side) -> Label {
        self.least(side, self.reach(side).others[0])
    }

    /// The same with all other options in the place of those that have the number of the position: what labels of exact tables are made of.
    pub fn evidence(&self, side: Side) -> Label {
        self.least(side, self.reach(side).others[1])
    }

    fn least(&self, side: Side, others: Label) -> Label {
        let own = self.reach(side).greedy.0;
        match self.options.turn {
            Turn::Bid => own.min(others),
            Turn::Of(mover) => {
                if mover == side {
                    own
                } else {
                    others
                }
            }
            Turn::Chance => {
                self.options.chance.iter().map(|(_, to)| to.label(side)).min().expect("chance has an option")
            }
        }
    }

    /// Of the greedy options of a side that may move, those of least label; of these the least name.
    pub fn first(&self, side: Side) -> u32 {
        self.reach(side).greedy.1
    }
    // ANCHOR_END: evidence

    /// The greatest label, of either side, of all options of those who may move.
    pub fn greatest(&self) -> Label {
        let [white, black] = self.options.greatest;
        match self.options.turn {
            Turn::Of(side) => side.of(white, black),
            _ => white.max(black),
        }
    }
}
