//! One pass over a slice: every number is raised to the mean of the best own and the worst other option.
//!
//! A slice is taken plane by plane, so that what is worked on stays near the processor, and moves are taken for many placements of one man
//! at once. A line is walked from its end: what a slider reaches from a square is what it reaches from the next one, and the next one itself.
//! Where a line meets a man it ends: with nothing, or with what the smaller endgame says, or with the king. The last man's moves are those of
//! the plane turned round. A king's move leads to a row of another slice.

use pulp::{Arch, Simd, WithSimd};

use crate::chess::board::Square;
use crate::chess::material::{Colour, Man, Role};
use crate::slices::layout::{LANES, Layout, MOST_SQUARES, padded};
use crate::slices::steps::{NONE, Step, Steps, steps};
pub use crate::slices::units::{Lanes, Units};

/// The better of two numbers for the side whose options they are.
#[inline(always)]
fn better<T: Units, const OWN: bool>(a: T, b: T) -> T {
    if OWN { a.greater(b) } else { a.lesser(b) }
}

/// What no option is better than.
#[inline(always)]
fn neutral<T: Units, const OWN: bool>() -> T {
    if OWN { T::default() } else { T::MOST }
}

/// Takes the better ones.
#[inline(always)]
fn join<T: Units, const OWN: bool>(into: &mut [T; LANES], from: &[T; LANES]) {
    for lane in 0..LANES {
        into[lane] = better::<T, OWN>(into[lane], from[lane]);
    }
}

/// Takes the better ones, in rows.
#[inline(always)]
fn join_all<T: Units, const OWN: bool>(into: &mut [Lanes<T>], from: &[Lanes<T>]) {
    for (into, from) in into.iter_mut().zip(from) {
        join::<T, OWN>(&mut into.0, &from.0);
    }
}

/// Takes the better ones, from numbers that do not lie as they should.
#[inline(always)]
fn join_loose<T: Units, const OWN: bool>(into: &mut [Lanes<T>], from: &[T]) {
    for (into, from) in into.iter_mut().zip(from.as_chunks().0) {
        join::<T, OWN>(&mut into.0, from);
    }
}

/// Puts a number into one lane.
#[inline(always)]
fn put<T: Units>(into: &mut [T; LANES], place: usize, number: T) {
    let only = T::only(place);
    for lane in 0..LANES {
        into[lane] = into[lane].pick(number, only[lane]);
    }
}

/// Where the line of a man ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// It goes on.
    Free,
    /// Before a man of its own side.
    Before,
    /// With the king of the other side.
    King,
    /// With the man that waits, of the other side.
    Waiting,
}

/// A plane: the squares of a man who moves by the places of another one along the lanes; a third man waits.
struct Plane<'a, T> {
    steps: &'a [Step],
    /// By square of the man who moves.
    stops: &'a [Stop; MOST_SQUARES],
    /// From which squares it is asked what he reaches.
    from: u64,
    /// What it is worth to take the king.
    king: T,
    /// By lane: what it is worth to take the man that waits.
    waiting: &'a [[T; LANES]],
    /// By square: what it is worth to take the man along the lanes there; neutral where he is of the same side. Empty where there is none.
    along: &'a [T],
}

impl<T: Units> Plane<'_, T> {
    /// Joins what the man reaches, from every square that is asked for.
    #[inline(always)]
    fn moves<const OWN: bool>(&self, values: &[Lanes<T>], out: &mut [Lanes<T>], chunks: usize) {
        for chunk in 0..chunks {
            for step in self.steps {
                let mut ray = [neutral::<T, OWN>(); LANES];
                for &(from, to, begins) in &step.pairs {
                    let (from, to) = (usize::from(from), usize::from(to));
                    if begins {
                        ray = [neutral::<T, OWN>(); LANES];
                    }
                    match self.stops[to] {
                        Stop::Free => {
                            join::<T, OWN>(&mut ray, &values[to * chunks + chunk].0);
                            // Where the man along the lanes stands on the square, the line ends with him.
                            if to / LANES == chunk && !self.along.is_empty() {
                                put(&mut ray, to % LANES, self.along[to]);
                            }
                        }
                        Stop::Before => {
                            ray = [neutral::<T, OWN>(); LANES];
                            continue;
                        }
                        Stop::King => ray = [self.king; LANES],
                        Stop::Waiting => ray = self.waiting[chunk],
                    }
                    if self.from >> from & 1 == 1 {
                        join::<T, OWN>(&mut out[from * chunks + chunk].0, &ray);
                    }
                }
            }
        }
    }
}

/// Turns a plane round, in blocks. Both have so many rows of lanes as the other has lanes.
#[inline(always)]
fn turn<T: Units>(from: &[Lanes<T>], from_chunks: usize, into: &mut [Lanes<T>], into_chunks: usize) {
    for y in 0..into_chunks {
        for x in 0..from_chunks {
            let mut block = [[T::default(); LANES]; LANES];
            for row in 0..LANES {
                let from = &from[(y * LANES + row) * from_chunks + x].0;
                for column in 0..LANES {
                    block[column][row] = from[column];
                }
            }
            for column in 0..LANES {
                into[(x * LANES + column) * into_chunks + y] = Lanes(block[column]);
            }
        }
    }
}

/// The squares where a line goes on.
fn free(stops: &[Stop; MOST_SQUARES]) -> u64 {
    (0..MOST_SQUARES).filter(|&square| stops[square] == Stop::Free).fold(0, |set, square| set | 1 << square)
}

/// What is known after one man beside the kings was taken, by slice; the men of the three dimensions that stay, in their order, the last one along the lanes.
#[derive(Debug)]
pub struct Taken<T> {
    /// The numbers.
    pub numbers: Vec<T>,
    /// How many there are in a slice.
    pub slice: usize,
}

/// A move of a king into another slice.
#[derive(Clone, Debug)]
struct KingMove {
    to: usize,
    slice: usize,
    /// Where the square is in that slice.
    image: usize,
}

/// The moves of a king into slices that are seen by the same symmetry.
#[derive(Clone, Debug)]
struct KingMoves {
    symmetry: usize,
    moves: Vec<KingMove>,
}

/// The moves of both kings, by slice.
#[derive(Clone, Debug)]
pub struct Kings {
    moves: Vec<[Vec<KingMoves>; 2]>,
    /// Whether they stand beside each other.
    meet: Vec<bool>,
    /// By slice: from where a king moves into it, and by which symmetry it is seen from there.
    back: Vec<Vec<(usize, usize)>>,
}

impl Kings {
    /// Those of a layout.
    pub fn new(layout: &Layout, steps: &Steps) -> Self {
        let moves = |kings: &[Square; 2]| {
            [0, 1].map(|which| {
                let mut groups: Vec<KingMoves> = Vec::new();
                for step in steps.of(Role::King) {
                    let mut moved = *kings;
                    moved[which] = step.next[usize::from(kings[which])];
                    if moved[which] == NONE || moved[0] == moved[1] {
                        continue;
                    }
                    let (slice, symmetry) =
                        layout.pairs[usize::from(moved[0]) * layout.squares + usize::from(moved[1])];
                    let to = usize::from(moved[which]);
                    let image = usize::from(layout.symmetries[symmetry][to]);
                    let one = KingMove { to, slice, image };
                    match groups.iter_mut().find(|group| group.symmetry == symmetry) {
                        Some(group) => group.moves.push(one),
                        None => groups.push(KingMoves { symmetry, moves: vec![one] }),
                    }
                }
                groups
            })
        };
        let meet =
            |kings: &[Square; 2]| steps.of(Role::King).iter().any(|step| step.next[usize::from(kings[0])] == kings[1]);
        let moves: Vec<[Vec<KingMoves>; 2]> = layout.slices.iter().map(moves).collect();
        let mut back = vec![Vec::new(); layout.slices.len()];
        for (slice, groups) in moves.iter().enumerate() {
            for group in groups.iter().flatten() {
                group.moves.iter().for_each(|one| back[one.slice].push((slice, group.symmetry)));
            }
        }
        Self { moves, meet: layout.slices.iter().map(meet).collect(), back }
    }
}

/// Buffers of a sweep.
#[derive(Debug)]
pub struct Buffers<T> {
    /// What the first man reaches, by square of the second.
    first: Vec<Lanes<T>>,
    plane: Vec<Lanes<T>>,
    own: Vec<Lanes<T>>,
    other: Vec<Lanes<T>>,
    turned: Vec<Lanes<T>>,
    reached: Vec<Lanes<T>>,
    back: Vec<Lanes<T>>,
    arch: Arch,
}

impl<T: Units> Buffers<T> {
    /// Those that a layout needs.
    pub fn new(layout: &Layout) -> Self {
        let [first, second, row] = layout.sizes;
        let plane = |rows: usize, lanes: usize| vec![Lanes::all(T::default()); padded(rows) * padded(lanes) / LANES];
        let moving = if first > 1 { layout.slice_len() / LANES } else { 0 };
        Self {
            first: vec![Lanes::all(T::default()); moving],
            plane: plane(first.max(second), row),
            own: plane(second, row),
            other: plane(second, row),
            turned: plane(row, second),
            reached: plane(row, second),
            back: plane(second, row),
            arch: Arch::new(),
        }
    }
}

/// The iteration of one bound: numbers are worth more to one side.
#[derive(Debug)]
pub struct Iteration<'a, T> {
    /// Where the numbers lie.
    pub layout: &'a Layout,
    /// The steps on the board.
    pub steps: &'a Steps,
    /// The kings' moves.
    pub kings: &'a Kings,
    /// The side that raises the numbers.
    pub own: Colour,
    /// The number of a win.
    pub one: T,
    /// What is known when the man of a dimension is taken; none where there is no such man.
    pub taken: [Option<Taken<T>>; 3],
}

/// How much a number in each plane has risen at the most.
pub type Changes<T> = [T; MOST_SQUARES];

/// One pass, for the instructions that the processor has.
struct Pass<'a, 'b, T, const STRICT: bool> {
    iteration: &'a Iteration<'b, T>,
    values: &'a mut [Lanes<T>],
    slice: usize,
    planes: u64,
    buffers: &'a mut Buffers<T>,
}

impl<T: Units, const STRICT: bool> WithSimd for Pass<'_, '_, T, STRICT> {
    type Output = Changes<T>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Changes<T> {
        self.iteration.pass::<STRICT>(self.values, self.slice, self.planes, self.buffers)
    }
}

impl<T: Units> Iteration<'_, T> {
    /// Raises the numbers in some planes of a slice, a set of squares of the first man; tells the greatest change in each. They are
    /// kept from above their mean, and below it where it is quiet, if this is strict; else not below it.
    pub fn raise(
        &self,
        values: &mut [Lanes<T>],
        (slice, planes): (usize, u64),
        strict: bool,
        buffers: &mut Buffers<T>,
    ) -> Changes<T> {
        // In a browser one way of instructions is enough: it takes a fifth of the bytes.
        if cfg!(target_family = "wasm") {
            return match strict {
                true => self.pass::<true>(values, slice, planes, buffers),
                false => self.pass::<false>(values, slice, planes, buffers),
            };
        }
        let arch = buffers.arch;
        if strict {
            arch.dispatch(Pass::<T, true> { iteration: self, values, slice, planes, buffers })
        } else {
            arch.dispatch(Pass::<T, false> { iteration: self, values, slice, planes, buffers })
        }
    }

    /// Numbers have risen in these planes of a slice: tells which planes of which slices depend on them.
    pub fn depending(&self, slice: usize, risen: u64, mut tell: impl FnMut(usize, u64)) {
        let first = self.layout.sizes[0];
        let has = |square: usize| risen >> square & 1 == 1;
        let mut own = risen;
        if let Some(man) = self.man(0) {
            let (directions, slides) = steps(man.role);
            for step in &self.steps.of(man.role)[..directions.len()] {
                for from in 0..first {
                    let mut to = step.next[from];
                    while to != NONE && !has(usize::from(to)) && slides {
                        to = step.next[usize::from(to)];
                    }
                    own |= u64::from(to != NONE && has(usize::from(to))) << from;
                }
            }
        }
        tell(slice, own);
        for &(other, symmetry) in &self.kings.back[slice] {
            let image = &self.layout.symmetries[symmetry];
            let is_seen = |&a: &usize| if first == 1 { risen == 1 } else { has(usize::from(image[a])) };
            tell(other, (0..first).filter(is_seen).fold(0, |set, a| set | 1 << a));
        }
    }

    /// The man of a dimension.
    fn man(&self, dimension: usize) -> Option<Man> {
        let absent = 3 - self.layout.others.len();
        dimension.checked_sub(absent).map(|man| self.layout.others[man])
    }

    /// Where the lines of a man of this colour end: at kings and at the man that waits.
    fn stops(&self, colour: Colour, kings: [Square; 2], waiting: Option<(Man, usize)>) -> [Stop; MOST_SQUARES] {
        let mut stops = [Stop::Free; MOST_SQUARES];
        for (king, square) in [Colour::White, Colour::Black].into_iter().zip(kings) {
            stops[usize::from(square)] = if king == colour { Stop::Before } else { Stop::King };
        }
        if let Some((man, square)) = waiting {
            stops[square] = if man.colour == colour { Stop::Before } else { Stop::Waiting };
        }
        stops
    }

    /// What is known in a slice when the man of a dimension is taken.
    #[inline(always)]
    fn taken(&self, dimension: usize, slice: usize) -> &[T] {
        match &self.taken[dimension] {
            Some(taken) => &taken.numbers[slice * taken.slice..][..taken.slice],
            None => &[],
        }
    }

    /// The man of a dimension moves, of whichever side.
    #[inline(always)]
    fn plane_moves(&self, man: Man, plane: &Plane<'_, T>, values: &[Lanes<T>], out: &mut [Lanes<T>], chunks: usize) {
        if man.colour == self.own {
            plane.moves::<true>(values, out, chunks);
        } else {
            plane.moves::<false>(values, out, chunks);
        }
    }

    /// What it is worth to take the king.
    fn king(&self, man: Man) -> T {
        if man.colour == self.own { self.one } else { T::default() }
    }

    /// What no option of a man is better than.
    fn neutral_of(&self, man: Man) -> T {
        if man.colour == self.own { T::default() } else { T::MOST }
    }

    #[inline(always)]
    fn pass<const STRICT: bool>(
        &self,
        values: &mut [Lanes<T>],
        slice: usize,
        planes: u64,
        buffers: &mut Buffers<T>,
    ) -> Changes<T> {
        let Buffers { first: by_first, plane: copy, own, other, turned, reached, back, .. } = buffers;
        let layout = self.layout;
        let (len, kings) = (layout.slice_len() / LANES, layout.slices[slice]);
        let [first, second, row] = layout.sizes;
        let chunks = padded(row) / LANES;
        let turned_chunks = padded(second) / LANES;
        let is_king = |square: usize| kings.iter().any(|&king| usize::from(king) == square);
        let [zero, one, two] = [0, 1, 2].map(|dimension| self.taken(dimension, slice));
        let kings_meet = self.kings.meet[slice];
        let mut column = [[T::default(); LANES]; MOST_SQUARES / LANES];
        // The first man, with the second one waiting.
        if let (Some(man), Some(waits), Some(lane)) = (self.man(0), self.man(1), self.man(2)) {
            let numbers = &values[slice * len..][..len];
            for b in (0..second).filter(|&b| !is_king(b)) {
                for a in 0..first {
                    let source = &numbers[(a * second + b) * chunks..][..chunks];
                    copy[a * chunks..][..chunks].copy_from_slice(source);
                }
                let stops = self.stops(man.colour, kings, Some((waits, b)));
                let along: [T; MOST_SQUARES] = std::array::from_fn(|a| match a < first && lane.colour != man.colour {
                    true => two[a * second + b],
                    false => self.neutral_of(man),
                });
                let plane = Plane {
                    steps: self.steps.of(man.role),
                    stops: &stops,
                    from: free(&stops) & planes,
                    king: self.king(man),
                    waiting: &one.as_chunks::<LANES>().0[b * chunks..][..chunks],
                    along: &along,
                };
                let out = &mut by_first[b * first * chunks..][..first * chunks];
                out.fill(Lanes::all(self.neutral_of(man)));
                self.plane_moves(man, &plane, copy, out, chunks);
            }
        }
        let mut changes = [T::default(); MOST_SQUARES];
        for a in (0..first).filter(|&a| planes >> a & 1 == 1 && (first == 1 || !is_king(a))) {
            let mut change = [T::default(); LANES];
            let waits = self.man(0).map(|man| (man, a));
            // Kings that stand beside each other can be taken.
            own.fill(Lanes::all(if kings_meet { self.one } else { T::default() }));
            other.fill(Lanes::all(if kings_meet { T::default() } else { T::MOST }));
            if let Some(man) = self.man(0) {
                for b in 0..second {
                    let from = &by_first[(b * first + a) * chunks..][..chunks];
                    let into = b * chunks..(b + 1) * chunks;
                    if man.colour == self.own {
                        join_all::<T, true>(&mut own[into], from);
                    } else {
                        join_all::<T, false>(&mut other[into], from);
                    }
                }
            }
            for (which, colour) in [Colour::White, Colour::Black].into_iter().enumerate() {
                for group in &self.kings.moves[slice][which] {
                    if colour == self.own {
                        self.king_moves::<true>(values, colour, group, a, [own, back], chunks);
                    } else {
                        self.king_moves::<false>(values, colour, group, a, [other, back], chunks);
                    }
                }
            }
            let plane_values = &mut values[slice * len + a * second * chunks..][..second * chunks];
            // The second man, with the first one waiting.
            if let (Some(man), Some(lane)) = (self.man(1), self.man(2)) {
                let stops = self.stops(man.colour, kings, waits);
                let along: [T; MOST_SQUARES] = std::array::from_fn(|b| match b < second && lane.colour != man.colour {
                    true => two[a * second + b],
                    false => self.neutral_of(man),
                });
                let waiting = match waits {
                    Some(_) => &zero.as_chunks::<LANES>().0[a * chunks..][..chunks],
                    None => &[],
                };
                let steps = self.steps.of(man.role);
                let plane =
                    Plane { steps, stops: &stops, from: free(&stops), king: self.king(man), waiting, along: &along };
                let out = if man.colour == self.own { &mut own[..] } else { &mut other[..] };
                self.plane_moves(man, &plane, plane_values, out, chunks);
            }
            // The last man, with the first one waiting, along the second one.
            if let Some(man) = self.man(2) {
                copy[..plane_values.len()].copy_from_slice(plane_values);
                turn(copy, chunks, turned, turned_chunks);
                reached.fill(Lanes::all(self.neutral_of(man)));
                let stops = self.stops(man.colour, kings, waits);
                let along: [T; MOST_SQUARES] = std::array::from_fn(|to| match self.man(1) {
                    Some(second) if to < row && second.colour != man.colour => one[a * padded(row) + to],
                    _ => self.neutral_of(man),
                });
                if waits.is_some() {
                    for b in 0..second {
                        column[b / LANES][b % LANES] = zero[b * padded(row) + a];
                    }
                }
                let along = if self.man(1).is_some() { &along[..] } else { &[] };
                let steps = self.steps.of(man.role);
                let plane =
                    Plane { steps, stops: &stops, from: free(&stops), king: self.king(man), waiting: &column, along };
                self.plane_moves(man, &plane, turned, reached, turned_chunks);
                turn(reached, turned_chunks, back, chunks);
                if man.colour == self.own {
                    join_all::<T, true>(own, back);
                } else {
                    join_all::<T, false>(other, back);
                }
            }
            // Where men share a square nothing rises.
            let mut may_rise = [[T::default(); LANES]; MOST_SQUARES / LANES];
            for square in (0..row).filter(|&square| !is_king(square) && (first == 1 || square != a)) {
                may_rise[square / LANES][square % LANES] = T::ALL;
            }
            for b in (0..second).filter(|&b| second == 1 || !(is_king(b) || (first > 1 && a == b))) {
                for (chunk, &mask) in may_rise[..chunks].iter().enumerate() {
                    let at = b * chunks + chunk;
                    let mut mask = mask;
                    if second > 1 && b / LANES == chunk {
                        put(&mut mask, b % LANES, T::default());
                    }
                    for lane in 0..LANES {
                        let value = plane_values[at].0[lane];
                        let mean = own[at].0[lane].mean::<STRICT>(other[at].0[lane]) & mask[lane];
                        let risen = value.greater(mean);
                        change[lane] = change[lane].greater(risen.above(value));
                        plane_values[at].0[lane] = risen;
                    }
                }
            }
            changes[a] = change.into_iter().max().unwrap_or_default();
        }
        changes
    }

    /// Joins what a king reaches: planes of other slices, one after the other, each as it lies there.
    #[inline(always)]
    fn king_moves<const OWN: bool>(
        &self,
        values: &[Lanes<T>],
        colour: Colour,
        KingMoves { symmetry, moves }: &KingMoves,
        a: usize,
        [out, seen]: [&mut [Lanes<T>]; 2],
        chunks: usize,
    ) {
        let layout = self.layout;
        let [first, second, _] = layout.sizes;
        let image = &layout.symmetries[*symmetry];
        let image_of = |square: usize, size: usize| if size == 1 { 0 } else { usize::from(image[square]) };
        let [takes_first, takes_second, takes_last] =
            [0, 1, 2].map(|dimension| self.man(dimension).is_some_and(|man| man.colour != colour));
        let len = layout.slice_len() / LANES;
        let x = image_of(a, first);
        let is_turned = *symmetry != 0;
        let joined = if is_turned { &mut seen[..] } else { &mut out[..] };
        if is_turned {
            joined.fill(Lanes::all(neutral::<T, OWN>()));
        }
        for one in moves {
            if first > 1 && one.to == a {
                if takes_first {
                    join_loose::<T, OWN>(joined, self.taken(0, one.slice));
                }
                continue;
            }
            let rows = &values[one.slice * len + x * second * chunks..][..second * chunks];
            let taken = self.taken(2, one.slice);
            let (chunk, lane) = (one.image / LANES, one.image % LANES);
            for y in 0..second {
                let joined = &mut joined[y * chunks..][..chunks];
                if second > 1 && y == one.image {
                    if takes_second {
                        join_loose::<T, OWN>(joined, &self.taken(1, one.slice)[x * chunks * LANES..]);
                    }
                    continue;
                }
                let kept = joined[chunk].0[lane];
                join_all::<T, OWN>(joined, &rows[y * chunks..][..chunks]);
                let at_last = if takes_last { taken[x * second + y] } else { neutral::<T, OWN>() };
                joined[chunk].0[lane] = better::<T, OWN>(kept, at_last);
            }
        }
        if is_turned {
            for b in 0..second {
                let y = image_of(b, second);
                let mut flat = [T::default(); MOST_SQUARES];
                for (flat, seen) in flat.as_chunks_mut::<LANES>().0.iter_mut().zip(&seen[y * chunks..][..chunks]) {
                    *flat = seen.0;
                }
                for (out, image) in out[b * chunks..][..chunks].iter_mut().zip(image.chunks(LANES)) {
                    for (out, &image) in out.0.iter_mut().zip(image) {
                        *out = better::<T, OWN>(*out, flat[usize::from(image) % MOST_SQUARES]);
                    }
                }
            }
        }
    }
}
