//! Where the raising of bounds begins: values in floating point, one component after the other.
//!
//! Responsible for numbers that are near to the values of a component in which one side alone has choices; nothing rests on how near. Integers decide
//! afterwards: whoever asks rounds, and lowers or raises until the conditions hold. Both bounds are iterated together, the lower one with what the conditions
//! take in each step subtracted, the upper one with it added. End components of the side that loses an endless play are one place each. Where sweeps are slow the
//! differences are extrapolated (A. C. Aitken, 1926), and small systems are eliminated ([`super::elimination`]).
//!
//! The order of all operations is fixed, and none of them is fused, so that the numbers are the same on every machine.

use super::components::components_of;
use super::elimination;
use super::view::View;

/// No variable.
const NONE: u32 = u32::MAX;
/// None, because its choices are written where they are led to.
const INLINED: u32 = u32::MAX - 1;
/// How fast values come to a standstill is measured over so many sweeps.
const RATE: usize = 10;
/// Sweeps before the first elimination.
const FIRST_ELIMINATION: u32 = 20;
/// So many eliminations after which values move as much as before.
const MOST_IN_VAIN: u32 = 3;
/// An elimination costs as much as so many sweeps at least; a step of it as much as so many branches.
const LEAST_COST: f64 = 100.0;
const STEP_COST: f64 = 4.0;
/// A choice is better if it is so by more than this part of what may move.
const SAME: f64 = 1e-4;
/// So many sweeps at most. What is not near then is the worse for it.
const MOST_SWEEPS: u32 = 30_000;

/// What is counted in a step, in the units of the values.
#[derive(Clone, Copy)]
pub(crate) struct Margins {
    /// Below, where a choice is drawn by lot, and where it is sure; and what a player's turn takes more.
    pub below: [f64; 3],
    /// Above, where a choice is drawn by lot.
    pub above: f64,
    /// A sweep that moves nothing by more than this ends the iteration.
    pub still: f64,
}

impl Margins {
    /// For values of which 1 is one, as near as they are found.
    pub const NONE: Self = Self { below: [0.0; 3], above: 0.0, still: 1e-15 };

    /// For bounds in units: below, rounding takes two of them, what is quiet one, and a turn one; above, rounding takes one. And half a unit that a sweep may
    /// move, and what floating point may lose.
    pub fn in_units(one: f64) -> Self {
        let lost = one / FINE;
        Self { below: [3.5 + lost, 2.5 + lost, 1.0], above: 2.0 + lost, still: 0.5 + lost / 4.0 }
    }
}

/// Numbers of floating point are near to within a unit where one is so many.
pub(crate) const FINE: f64 = (1_u64 << 50) as f64;

/// Choices of variables, and what each leads to.
#[derive(Default)]
struct System {
    /// By variable: its first choice; and the end.
    choices: Vec<u32>,
    /// By choice: its first branch; and the end.
    branches: Vec<u32>,
    /// By branch: the variable, and the probability.
    to: Vec<u32>,
    p: Vec<f64>,
    /// By choice: what it comes to beyond the variables, for both bounds, margins included.
    beyond: Vec<[f64; 2]>,
    /// By choice: whether it may lead beyond the variables, and whether that is worth anything.
    leads_out: Vec<[bool; 2]>,
}

impl System {
    fn new() -> Self {
        Self { choices: vec![0], branches: vec![0], ..Self::default() }
    }

    fn len(&self) -> usize {
        self.choices.len() - 1
    }

    fn choices(&self, variable: usize) -> std::ops::Range<usize> {
        self.choices[variable] as usize..self.choices[variable + 1] as usize
    }

    fn branches(&self, choice: usize) -> std::ops::Range<usize> {
        self.branches[choice] as usize..self.branches[choice + 1] as usize
    }

    fn end_choice(&mut self, beyond: [f64; 2], leads_out: [bool; 2]) {
        self.branches.push(self.to.len() as u32);
        self.beyond.push(beyond);
        self.leads_out.push(leads_out);
    }

    fn end_variable(&mut self) {
        self.choices.push(self.beyond.len() as u32);
    }

    /// Which variables are worth more than nothing: what leads there is looked at from the other end.
    fn positive(&self, is_max: bool) -> Vec<bool> {
        let variables = self.len();
        let mut starts = vec![0_u32; variables + 2];
        self.to.iter().for_each(|&to| starts[to as usize + 2] += 1);
        (2..starts.len()).for_each(|place| starts[place] += starts[place - 1]);
        let mut leading = vec![[0_u32; 2]; self.to.len()];
        let mut left: Vec<u32> = Vec::with_capacity(variables);
        let (mut positive, mut found, mut seen) = (vec![false; variables], Vec::new(), vec![false; self.beyond.len()]);
        for variable in 0..variables {
            let own = self.choices(variable);
            left.push(if is_max { 1 } else { own.len() as u32 });
            for choice in own {
                for branch in self.branches(choice) {
                    let place = &mut starts[self.to[branch] as usize + 1];
                    leading[*place as usize] = [variable as u32, choice as u32];
                    *place += 1;
                }
                if self.leads_out[choice][1] {
                    seen[choice] = true;
                    left[variable] = left[variable].saturating_sub(1);
                }
            }
            if left[variable] == 0 {
                positive[variable] = true;
                found.push(variable as u32);
            }
        }
        while let Some(variable) = found.pop() {
            let own = starts[variable as usize] as usize..starts[variable as usize + 1] as usize;
            for &[from, choice] in &leading[own] {
                let from = from as usize;
                if positive[from] || std::mem::replace(&mut seen[choice as usize], true) {
                    continue;
                }
                left[from] -= 1;
                if left[from] == 0 {
                    positive[from] = true;
                    found.push(from as u32);
                }
            }
        }
        positive
    }

    /// The maximal end components of these variables: of each variable the number of its own, or [`NONE`]; and how many there are.
    fn end_components(&self, among: &[bool]) -> (Vec<u32>, u32) {
        let mut part: Vec<u32> = among.iter().map(|&is_in| if is_in { 0 } else { NONE }).collect();
        // By variable: the set it is in; a set is looked at until it is one end component.
        let mut open: Vec<Vec<u32>> = vec![(0..self.len() as u32).filter(|&v| among[v as usize]).collect()];
        let (mut sets, mut ended, mut found) = (1_u32, vec![NONE; self.len()], 0);
        let mut local = vec![0_u32; self.len()];
        while let Some(mut set) = open.pop() {
            let number = sets;
            sets += 1;
            set.iter().for_each(|&variable| part[variable as usize] = number);
            let stays = |part: &[u32], choice: usize| {
                !self.leads_out[choice][0]
                    && self.branches(choice).all(|branch| part[self.to[branch] as usize] == number)
            };
            loop {
                let before = set.len();
                set.retain(|&variable| {
                    let keeps = self.choices(variable as usize).any(|choice| stays(&part, choice));
                    if !keeps {
                        part[variable as usize] = NONE;
                    }
                    keeps
                });
                if set.len() == before {
                    break;
                }
            }
            (0..).zip(&set).for_each(|(place, &variable)| local[variable as usize] = place);
            let mut inside = Rows::default();
            for &variable in &set {
                let own = self.choices(variable as usize).filter(|&choice| stays(&part, choice));
                inside
                    .to
                    .extend(own.flat_map(|choice| self.branches(choice)).map(|branch| local[self.to[branch] as usize]));
                inside.ends.push(inside.to.len());
            }
            let parts = components_of(set.len(), |place, number| inside.row(place).get(number).copied());
            let is_one = parts.iter().count() == 1;
            for one in parts.iter() {
                let one: Vec<u32> = one.iter().map(|&place| set[place as usize]).collect();
                if is_one {
                    one.iter().for_each(|&variable| ended[variable as usize] = found);
                    found += 1;
                } else {
                    open.push(one);
                }
            }
            set.iter().for_each(|&variable| part[variable as usize] = NONE);
        }
        (ended, found)
    }

    /// The same with one variable for each end component, and without what is worth nothing; of each variable the one it has become.
    fn quotient(&self, positive: &[bool], is_max: bool) -> (Self, Vec<u32>) {
        // With one choice for each there is no end component that can be left.
        let has_choice = is_max && self.beyond.len() > self.len();
        let (ended, count) = if has_choice { self.end_components(positive) } else { (vec![NONE; self.len()], 0) };
        let (mut class, mut members) = (vec![NONE; self.len()], vec![Vec::new(); count as usize]);
        let (mut first, mut next) = (vec![NONE; count as usize], 0);
        for variable in (0..self.len()).filter(|&variable| positive[variable]) {
            let place = match members.get_mut(ended[variable] as usize) {
                Some(members) => {
                    members.push(variable as u32);
                    &mut first[ended[variable] as usize]
                }
                None => &mut class[variable],
            };
            if *place == NONE {
                *place = next;
                next += 1;
            }
            class[variable] = *place;
        }
        let mut made = Self::new();
        let mut done = 0;
        for variable in 0..self.len() {
            if class[variable] != done || !positive[variable] {
                continue;
            }
            let alone = [variable as u32];
            for &member in members.get(ended[variable] as usize).map_or(&alone[..], Vec::as_slice) {
                for choice in self.choices(member as usize) {
                    let start = made.to.len();
                    let mut stays = 0.0;
                    for branch in self.branches(choice) {
                        match class[self.to[branch] as usize] {
                            NONE => {}
                            own if own == done => stays += self.p[branch],
                            other => {
                                made.to.push(other);
                                made.p.push(self.p[branch]);
                            }
                        }
                    }
                    // What stays only is no choice of an end component.
                    let leaves = 1.0 - stays;
                    if made.to.len() == start
                        && (!self.leads_out[choice][1] || leaves <= 0.0)
                        && (is_max || leaves <= 1e-15)
                    {
                        continue;
                    }
                    let times = if stays > 0.0 { 1.0 / leaves } else { 1.0 };
                    made.p[start..].iter_mut().for_each(|p| *p *= times);
                    made.end_choice(self.beyond[choice].map(|value| value * times), self.leads_out[choice]);
                }
            }
            made.end_variable();
            done += 1;
        }
        (made, class)
    }
}

/// Lists, one after the other.
#[derive(Default)]
struct Rows {
    to: Vec<u32>,
    ends: Vec<usize>,
}

impl Rows {
    fn row(&self, place: usize) -> &[u32] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.to[start..self.ends[place]]
    }
}

/// The positions of a component as variables. A choice that is drawn by lot is none if turns alone lead to it.
pub(crate) struct Start<'a> {
    view: View<'a>,
    /// By position: its variable in the component that is looked at.
    variables: Vec<u32>,
}

impl<'a> Start<'a> {
    pub fn new(view: View<'a>) -> Self {
        Self { view, variables: vec![NONE; view.graph.positions()] }
    }

    fn is_inlined(&self, node: u32) -> bool {
        self.variables.get(node as usize) == Some(&INLINED)
    }

    /// Whether the side itself chooses in a component, or the other; none if both do, or players bid.
    pub fn chooser(&self, part: &[u32]) -> Option<bool> {
        let (mut own, mut others) = (false, false);
        for position in part.iter().map(|&position| position as usize) {
            if self.view.graph.chance(position).is_none() {
                let options = [self.view.own, self.view.others].map(|rows| rows.row(position).len());
                own |= options[0] > 1 || options[0] == 1 && options[1] > 0;
                others |= options[1] > 1 || options[0] > 0 && options[1] > 0;
            }
        }
        (!(own && others)).then_some(!others)
    }

    /// Values of the positions of a component, from below and from above, none of those that are worth nothing; nothing at all where both players have a choice. `known` is told of nodes: what is
    /// known of them, if they count as known; one is so many units.
    pub fn values(
        &mut self,
        part: &[u32],
        one: f64,
        margins: Margins,
        known: impl Fn(u32) -> Option<[f64; 2]>,
    ) -> Option<Vec<Option<[f64; 2]>>> {
        let is_max = self.chooser(part)?;
        let (graph, view) = (self.view.graph, self.view);
        for &position in part {
            self.variables[position as usize] = if graph.chance(position as usize).is_some() { INLINED } else { NONE };
        }
        if part.iter().any(|&position| !self.is_inlined(position)) {
            for chance in part.iter().filter_map(|&position| graph.chance(position as usize)) {
                for &node in chance.options {
                    if let Some(variable) = self.variables.get_mut(node as usize) {
                        *variable = NONE;
                    }
                }
            }
        } else {
            part.iter().for_each(|&position| self.variables[position as usize] = NONE);
        }
        let mut kept = Vec::with_capacity(part.len());
        for &position in part {
            if !self.is_inlined(position) && known(position).is_none() {
                self.variables[position as usize] = kept.len() as u32;
                kept.push(position);
            }
        }
        let mut system = System::new();
        for &position in &kept {
            let position = position as usize;
            if let Some(chance) = graph.chance(position) {
                self.lot(&mut system, chance, margins, 0.0, &known);
            } else {
                for &node in view.own.row(position).iter().chain(view.others.row(position)) {
                    let inlined = self.is_inlined(node) && known(node).is_none();
                    match inlined.then(|| graph.chance(node as usize)).flatten() {
                        Some(chance) => self.lot(&mut system, chance, margins, margins.below[2], &known),
                        None => self.sure(&mut system, node, margins, &known),
                    }
                }
            }
            system.end_variable();
        }
        let positive = system.positive(is_max);
        let (quotient, class) = system.quotient(&positive, is_max);
        let found = Iteration::new(&quotient, is_max, one, margins.still).run();
        let of = |node: u32| {
            let variable = self.variables.get(node as usize).copied().unwrap_or(NONE);
            known(node)
                .filter(|[_, high]| *high > 0.0)
                .or_else(|| found.get(*class.get(variable as usize)? as usize).copied())
        };
        let values = part.iter().map(|&position| match graph.chance(position as usize) {
            Some(chance) if self.is_inlined(position) && known(position).is_none() => {
                let denominator = chance.denominator as f64;
                chance.weighted().fold(None, |sum, (node, weight)| match (sum, of(node)) {
                    (sum, None) => sum,
                    (sum, Some([low, high])) => {
                        let ([below, above], p) = (sum.unwrap_or([0.0; 2]), weight as f64 / denominator);
                        Some([below + p * low, above + p * high])
                    }
                })
            }
            _ => of(position),
        });
        let values = values.collect();
        for &position in part {
            self.variables[position as usize] = NONE;
        }
        Some(values)
    }

    /// A choice that is drawn by lot.
    fn lot(
        &self,
        system: &mut System,
        chance: super::Chance<'_>,
        margins: Margins,
        more: f64,
        known: &impl Fn(u32) -> Option<[f64; 2]>,
    ) {
        let mut beyond = [-margins.below[0] - more, margins.above];
        let (mut leads_out, denominator) = ([false; 2], chance.denominator as f64);
        for (node, weight) in chance.weighted() {
            let p = weight as f64 / denominator;
            match known(node) {
                Some([low, high]) => {
                    beyond = [beyond[0] + p * low, beyond[1] + p * high];
                    leads_out = [true, leads_out[1] || high > 0.0];
                }
                None => {
                    system.to.push(self.variables[node as usize]);
                    system.p.push(p);
                }
            }
        }
        system.end_choice(beyond, leads_out);
    }

    /// A choice that leads to one node.
    fn sure(&self, system: &mut System, node: u32, margins: Margins, known: &impl Fn(u32) -> Option<[f64; 2]>) {
        match known(node) {
            Some([low, high]) => system.end_choice([low - margins.below[1], high], [true, high > 0.0]),
            None => {
                system.to.push(self.variables[node as usize]);
                system.p.push(1.0);
                system.end_choice([-margins.below[1], 0.0], [false; 2]);
            }
        }
    }
}

/// Both bounds of the variables of a system, iterated.
struct Iteration<'a> {
    system: &'a System,
    is_max: bool,
    one: f64,
    still: f64,
    values: Vec<[f64; 2]>,
    /// By variable: the choice that is best from below, and from above.
    best: Vec<[u32; 2]>,
    /// Whether that has changed since the last elimination.
    has_switched: bool,
}

impl<'a> Iteration<'a> {
    fn new(system: &'a System, is_max: bool, one: f64, still: f64) -> Self {
        let best = (0..system.len()).map(|variable| [system.choices[variable]; 2]).collect();
        Self { system, is_max, one, still, values: vec![[0.0; 2]; system.len()], best, has_switched: false }
    }

    fn choice(&self, choice: usize) -> [f64; 2] {
        let [mut low, mut high] = self.system.beyond[choice];
        let own = self.system.branches(choice);
        for (&to, &p) in self.system.to[own.clone()].iter().zip(&self.system.p[own]) {
            let [below, above] = self.values[to as usize];
            low += p * below;
            high += p * above;
        }
        [low, high]
    }

    fn put(&mut self, variable: usize, [low, high]: [f64; 2]) -> f64 {
        let next = [low.max(0.0), high.clamp(0.0, self.one)];
        let last = std::mem::replace(&mut self.values[variable], next);
        (next[0] - last[0]).abs().max((next[1] - last[1]).abs())
    }

    /// Looks at all choices of a variable; by how much it moves. The best one stays the best while no other is better by more than what floating point loses.
    fn look(&mut self, variable: usize) -> f64 {
        let own = self.system.choices(variable);
        let mut best = self.best[variable];
        let [below, above] = best.map(|choice| self.choice(choice as usize));
        let (mut value, more) = ([below[0], above[1]], self.still * SAME);
        if own.len() > 1 {
            for choice in own {
                let [below, above] = self.choice(choice);
                if self.is_max {
                    if above > value[1] + more {
                        (value, best) = ([below, above], [choice as u32; 2]);
                    }
                } else {
                    if below < value[0] - more {
                        (value[0], best[0]) = (below, choice as u32);
                    }
                    if above < value[1] - more {
                        (value[1], best[1]) = (above, choice as u32);
                    }
                }
            }
        }
        self.has_switched |= std::mem::replace(&mut self.best[variable], best) != best;
        self.put(variable, value)
    }

    /// Looks at the choices that were best.
    fn look_again(&mut self, variable: usize) -> f64 {
        let [below, above] = self.best[variable].map(|choice| choice as usize);
        let value = match below == above {
            true => self.choice(below),
            false => [self.choice(below)[0], self.choice(above)[1]],
        };
        self.put(variable, value)
    }

    fn run(mut self) -> Vec<[f64; 2]> {
        let parts = components_of(self.system.len(), |variable, number| {
            let own = self.system.branches[self.system.choices[variable] as usize] as usize;
            let end = self.system.branches[self.system.choices[variable + 1] as usize] as usize;
            self.system.to[own..end].get(number).copied()
        });
        for part in parts.iter() {
            match part {
                &[variable] => {
                    self.look(variable as usize);
                }
                part => self.settle(part),
            }
        }
        self.values
    }

    /// Whether more than so many sweeps are still to be made, if what moves falls by this rate in each [`RATE`] of them.
    fn takes(&self, mut moved: f64, rate: f64, most: f64) -> bool {
        let mut sweeps = 0.0;
        while sweeps <= most && moved > self.still {
            (sweeps, moved) = (sweeps + RATE as f64, moved * rate);
        }
        sweeps > most
    }

    /// Sweeps over a part until nothing moves.
    fn settle(&mut self, part: &[u32]) {
        let (mut is_full, mut before, mut cost) = (true, [f64::MAX; RATE], LEAST_COST);
        let (mut least, mut in_vain) = (f64::MAX, 0);
        self.has_switched = true;
        let mut aitken = Aitken::new(part.len());
        for sweep in 1..MOST_SWEEPS {
            let mut moved = 0.0_f64;
            let mut visit = |variable: u32| {
                let by = if is_full { self.look(variable as usize) } else { self.look_again(variable as usize) };
                moved = moved.max(by);
            };
            if sweep % 2 == 1 {
                part.iter().for_each(|&v| visit(v))
            } else {
                part.iter().rev().for_each(|&v| visit(v))
            }
            if is_full && moved <= self.still {
                return;
            }
            let was_full = is_full;
            is_full = moved <= self.still || sweep < 6 || sweep % 10 == 0;
            let last = std::mem::replace(&mut before[sweep as usize % RATE], moved);
            let may_eliminate = was_full && sweep >= FIRST_ELIMINATION && self.has_switched && in_vain < MOST_IN_VAIN;
            if may_eliminate && self.takes(moved, moved / last, cost) {
                self.has_switched = false;
                // Where elimination makes nothing better any more, as where values near 0 are cut off there, sweeps are left.
                in_vain += u32::from(moved >= least);
                least = least.min(moved);
                match self.eliminate(part) {
                    Some(work) => {
                        cost = cost.max(work);
                        is_full = true;
                        aitken = Aitken::new(part.len());
                        continue;
                    }
                    None => in_vain = MOST_IN_VAIN,
                }
            }
            if sweep % 2 == 1 && aitken.extrapolate(part, &mut self.values, self.one, moved > self.still) {
                is_full = true;
            }
        }
    }

    /// The values under the choices that are best now, at once; as many sweeps as cost as much. None if it is too much work.
    fn eliminate(&mut self, part: &[u32]) -> Option<f64> {
        let (mut branches, mut steps) = (1, 0);
        let mut places = vec![NONE; self.system.len()];
        (0..).zip(part).for_each(|(place, &variable)| places[variable as usize] = place);
        let is_same = part.iter().all(|&variable| self.best[variable as usize][0] == self.best[variable as usize][1]);
        for lane in 0..if is_same { 1 } else { 2 } {
            let (mut rows, mut leaves, mut constants) = (Vec::new(), Vec::new(), Vec::new());
            for (place, &variable) in (0_u32..).zip(part) {
                let choice = self.best[variable as usize][lane] as usize;
                let mut constant = self.system.beyond[choice];
                let (mut row, mut kept) = (Vec::<(u32, f64)>::new(), 0.0);
                for branch in self.system.branches(choice) {
                    let (to, p) = (self.system.to[branch] as usize, self.system.p[branch]);
                    match places[to] {
                        NONE => constant = [constant[0] + p * self.values[to][0], constant[1] + p * self.values[to][1]],
                        inside => {
                            kept += p;
                            match row.iter_mut().find(|entry| entry.0 == inside) {
                                _ if inside == place => {}
                                Some(entry) => entry.1 += p,
                                None => row.push((inside, p)),
                            }
                        }
                    }
                }
                branches += row.len();
                rows.push(row);
                leaves.push(if kept < 1.0 - 1e-15 { 1.0 - kept } else { 0.0 });
                constants.push(constant);
            }
            let (found, work) = elimination::solve(rows, leaves, constants, 300_000 + 500 * part.len() as u64)?;
            steps += work;
            for (&variable, found) in part.iter().zip(found) {
                for lane in if is_same { 0..2 } else { lane..lane + 1 } {
                    self.values[variable as usize][lane] = found[lane].clamp(0.0, self.one);
                }
            }
        }
        Some(STEP_COST * steps as f64 / branches as f64)
    }
}

/// Differences of values after every other sweep: where they fall by a steady factor, the rest of the way is gone at once.
struct Aitken {
    last: Vec<[f64; 2]>,
    differences: Vec<[f64; 2]>,
    factor: [f64; 2],
    age: u32,
}

impl Aitken {
    fn new(size: usize) -> Self {
        Self { last: Vec::new(), differences: vec![[0.0; 2]; size], factor: [0.0; 2], age: 0 }
    }

    /// Notes the values of a part, and goes on with them if `may`; whether it did.
    #[allow(clippy::needless_range_loop, reason = "both bounds of several lists are looked at together")]
    fn extrapolate(&mut self, part: &[u32], values: &mut [[f64; 2]], one: f64, may: bool) -> bool {
        if self.last.is_empty() {
            self.last = part.iter().map(|&variable| values[variable as usize]).collect();
            return false;
        }
        let (mut products, mut squares) = ([0.0; 2], [0.0; 2]);
        for ((&variable, last), difference) in part.iter().zip(&mut self.last).zip(&mut self.differences) {
            let now = values[variable as usize];
            for lane in 0..2 {
                let new = now[lane] - last[lane];
                products[lane] += new * difference[lane];
                squares[lane] += difference[lane] * difference[lane];
                difference[lane] = new;
            }
            *last = now;
        }
        self.age += 1;
        let factor = [0, 1].map(|lane: usize| products[lane] / squares[lane]);
        let is_steady = |lane: usize| {
            let (factor, before) = (factor[lane], self.factor[lane]);
            factor > 0.5 && factor < 1.0 - 1e-12 && (factor - before).abs() < 0.1 * (1.0 - factor)
        };
        let is_steady = is_steady(0) && is_steady(1);
        self.factor = factor;
        if !is_steady || self.age < 4 || !may {
            return false;
        }
        for ((&variable, last), difference) in part.iter().zip(&mut self.last).zip(&self.differences) {
            for lane in 0..2 {
                let more = difference[lane] * factor[lane] / (1.0 - factor[lane]);
                values[variable as usize][lane] = (last[lane] + more).clamp(0.0, one);
            }
            *last = values[variable as usize];
        }
        self.age = 0;
        true
    }
}
