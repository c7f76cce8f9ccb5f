//! Writes the certificate of what has been solved, and reads the one of an endgame back.
//!
//! Responsible for which columns stand in a slice, and in which form exact values are stated: one value where all own positions are
//! sharp, two else. The bytes of the head are written by [`writer`]. Source: `docs/src/record/format.md`.

use std::ops::Range;

use checker::certificate::{Certificate, Digest, Form, Head, Never, Reader, Statement};
use checker::chess::PawnRule;
use checker::failure::{Failure, Spelling};
use checker::numbers::Fractions;
use checker::table::SLICE;
use games::models::{self, Question};
use num_bigint::BigUint;
use num_rational::Ratio;
use session::notation;
use writer::{Writer, spell, write};

use crate::chess::board::{Board, Square};
use crate::chess::endgame::{Edge, Endgame, Places};
use crate::chess::material::{Colour, DoubleStep, MOST_MEN, Signature};
use crate::chess::places;
use crate::graph::enclosure::{Enclosed, Listed};
use crate::graph::labels::Side;
use crate::graph::rewards::Found;
use crate::graph::rewards::bounds::Bounded;
use crate::graph::table::{Sharpness, Table};
use crate::graph::values::Values;
use crate::graph::{Boundary, Bounds, INFINITE, Label};
use crate::slices::{self, sweep::Units};

/// The file name of an endgame's certificate.
#[must_use]
pub fn file_name(endgame: &Endgame) -> String {
    name(endgame.board(), endgame.signature(), endgame.pawn_rule())
}

/// The file name of a certificate, such as `8x8_KNk.cert`; a pawn rule that is not the board's usual one is named.
#[must_use]
pub fn name(board: Board, signature: &Signature, rule: PawnRule) -> String {
    let rule = match rule {
        _ if rule == DoubleStep::Auto.rule(board, signature) => "",
        PawnRule::DoubleStep => "_double",
        _ => "_single",
    };
    format!("{board}_{signature}{rule}.cert")
}

/// The same, of values for what an endless play is worth: with 0 they are α, with 1 they are β.
#[must_use]
pub fn name_never(name: &str, never: Option<Never>) -> String {
    let about = match never {
        None => return name.to_owned(),
        Some((0, _)) => "alpha".to_owned(),
        Some((1, 1)) => "beta".to_owned(),
        Some((numerator, denominator)) => format!("never-{numerator}-{denominator}"),
    };
    format!("{}_{about}.cert", name.trim_end_matches(".cert"))
}

/// A board as the format states it.
#[must_use]
pub fn stated_board(board: Board, pawn_rule: PawnRule) -> [u8; 3] {
    notation::stated(board.files(), board.ranks(), pawn_rule)
}

/// What the table of an endgame is about.
fn statement(endgame: &Endgame) -> Statement {
    let men = endgame.signature().men().iter().map(|man| man.number()).collect();
    Statement::Endgame(stated_board(endgame.board(), endgame.pawn_rule()), men)
}

/// The slices of so many positions: each of [`SLICE`] or more, up to one at which the next may begin.
pub(crate) fn slices(count: usize, may_begin: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    for position in 1..count {
        if position - starts[starts.len() - 1] >= SLICE && may_begin(position) {
            starts.push(position);
        }
    }
    let ends = starts.iter().copied().skip(1).chain([count]);
    starts.iter().zip(ends).map(|(&start, end)| start..end).filter(|slice| !slice.is_empty()).collect()
}

/// Where a certificate states what: by place the number of a position, and the slices.
#[derive(Clone, Debug)]
pub struct Order {
    /// By place: the position.
    pub positions: Vec<u32>,
    /// Runs of places.
    pub slices: Vec<Range<usize>>,
}

impl Order {
    /// Each position is a place.
    #[must_use]
    pub fn plain(count: usize) -> Self {
        Self { positions: (0..count as u32).collect(), slices: slices(count, |_| true) }
    }

    /// These places; slices end where blocks do.
    #[must_use]
    pub fn new(positions: Vec<u32>, block_ends: &[usize]) -> Self {
        let slices = slices(positions.len(), |place| block_ends.binary_search(&place).is_ok());
        Self { positions, slices }
    }

    /// The order of an endgame.
    #[must_use]
    pub fn of(places: &Places) -> Self {
        Self::new(places.positions.clone(), &places.block_ends)
    }

    /// What is stated in a slice, of what is known of the positions.
    pub(crate) fn column<T: Copy>(&self, slice: &Range<usize>, of: &[T]) -> Vec<T> {
        self.positions[slice.clone()].iter().map(|&position| of[position as usize]).collect()
    }
}

/// What a table is made with, beside the game.
#[derive(Clone, Debug, Default)]
pub struct Stated {
    /// What an endless play is worth, if values are about that.
    pub never: Option<Never>,
    /// The digests of the imported certificates.
    pub imports: Vec<Digest>,
}

/// The certificate of an endgame with exact values. `imports` are the endgames that it imports, and `beyond` says what their positions are worth.
#[must_use]
pub fn endgame(
    endgame: &Endgame,
    table: &Table,
    stated: Stated,
    imports: &[&Endgame],
    beyond: impl Fn(Edge) -> Boundary,
) -> Vec<u8> {
    let places = endgame.places();
    let moves = |place: usize| {
        let (placement, position) = (&places.placements[place], places.positions[place] as usize);
        let Sharpness::Sharp { white_choice, black_choice } = &table.sharpness else { return [0; 2] };
        if *placement == endgame.positions()[position] {
            // A pass is the only option where there is no move.
            let chosen = |colour, choice: u32| {
                endgame.moves(position, colour).get(choice as usize).map_or(0, |step| step.number())
            };
            return [chosen(Colour::White, white_choice[position]), chosen(Colour::Black, black_choice[position])];
        }
        first_moves(table, endgame.options_at(placement, imports), &beyond)
    };
    exact(statement(endgame), &Order::of(&places), table, stated, Some(&moves))
}

/// Of each player the first of the greedy options of least label, by the number of the move.
pub(crate) fn first_moves<E: Copy>(
    table: &Table,
    options: [Vec<(u32, Result<u32, E>)>; 2],
    beyond: impl Fn(E) -> Boundary,
) -> [u32; 2] {
    let first = |side: usize, options: &[(u32, Result<u32, E>)]| {
        let seen = |&(number, option): &(u32, Result<u32, E>)| {
            let known = option.map_or_else(&beyond, |position| table.boundary(position as usize));
            let label = if side == 0 { known.white_label } else { known.black_label };
            (known.lower, label, number)
        };
        let better = |a: &(Ratio<BigUint>, Label, u32), b: &(Ratio<BigUint>, Label, u32)| {
            // Greater values are better for White: this is less where it is better.
            let order = match a.0.denom() == b.0.denom() {
                true => b.0.numer().cmp(a.0.numer()),
                false => (b.0.numer() * a.0.denom()).cmp(&(a.0.numer() * b.0.denom())),
            };
            let order = if side == 0 { order } else { order.reverse() };
            order.then((a.1, a.2).cmp(&(b.1, b.2)))
        };
        options.iter().map(seen).min_by(better).expect("an option, a pass at the least").2
    };
    [first(0, &options[0]), first(1, &options[1])]
}

/// The certificate of the game in the file of a digest with exact values: what is known of its positions that are not terminal, in their order.
#[must_use]
pub fn graph(game: Digest, never: Option<Never>, table: &Table) -> Vec<u8> {
    let stated = Stated { never, imports: Vec::new() };
    exact(Statement::Game(game), &Order::plain(table.lower.len()), table, stated, None)
}

/// White's move and Black's at a place.
pub(crate) type Moves<'a> = &'a dyn Fn(usize) -> [u32; 2];

/// A certificate of exact values. If moves are stated, `moves` gives those of a place.
pub(crate) fn exact(
    statement: Statement,
    order: &Order,
    table: &Table,
    Stated { never, imports }: Stated,
    moves: Option<Moves<'_>>,
) -> Vec<u8> {
    let values = Fractions { denominator: table.denominator.clone(), numerators: table.numerators.clone() };
    let form = if table.is_sharp() { Form::One } else { Form::Two };
    let slice = |slice: &Range<usize>| {
        let mut writer = Writer::default();
        writer.column(&order.column(slice, &table.lower));
        if form == Form::Two {
            writer.column(&order.column(slice, table.upper()));
        }
        if let Some(moves) = moves.filter(|_| table.is_sharp()) {
            let moves: Vec<[u32; 2]> = slice.clone().map(moves).collect();
            for side in 0..2 {
                writer.column(&moves.iter().map(|moves| moves[side]).collect::<Vec<u32>>());
            }
        }
        for labels in [&table.white_labels, &table.black_labels] {
            let labels = order.column(slice, labels).into_iter();
            writer.column(&labels.map(stated_label).collect::<Vec<u32>>());
        }
        writer.0
    };
    let slices: Vec<Vec<u8>> = order.slices.iter().map(slice).collect();
    write(&Head { statement, never, bits: 0, form, imports, values: values.into() }, &slices)
}

/// The head of a certificate of form 1 without bounds: what its slices hold is the statement's own matter.
#[must_use]
pub fn in_form_one(statement: Statement, imports: Vec<Digest>, values: Fractions) -> Head {
    Head { statement, never: None, bits: 0, form: Form::One, imports, values: values.into() }
}

/// The certificate of an enclosed endgame.
#[must_use]
pub fn enclosure(endgame: &Endgame, enclosed: &Enclosed, stated: Stated) -> Vec<u8> {
    narrow(statement(endgame), &Order::of(&endgame.places()), enclosed, stated)
}

/// The certificate of the enclosed game in the file of a digest.
#[must_use]
pub fn graph_enclosure(game: Digest, never: Option<Never>, enclosed: &Enclosed) -> Vec<u8> {
    let stated = Stated { never, imports: Vec::new() };
    narrow(Statement::Game(game), &Order::plain(enclosed.lower.len()), enclosed, stated)
}

/// The certificate of a question about a model, with exact values.
#[must_use]
pub fn model(question: &Question, table: &Table) -> Vec<u8> {
    let stated = Stated { never: Some(question.endless()), imports: Vec::new() };
    exact(asked(question), &Order::plain(table.lower.len()), table, stated, None)
}

/// The same, with bounds.
#[must_use]
pub fn model_enclosure(question: &Question, enclosed: &Enclosed) -> Vec<u8> {
    let stated = Stated { never: Some(question.endless()), imports: Vec::new() };
    narrow(asked(question), &Order::plain(enclosed.lower.len()), enclosed, stated)
}

/// The certificate of a question about rewards of a model, with exact values.
#[must_use]
pub fn rewards(question: &models::rewards::Question, found: &Found) -> Vec<u8> {
    let [white_labels, black_labels] = found.labels.clone();
    let sharpness = Sharpness::Sharp { white_choice: Vec::new(), black_choice: Vec::new() };
    let (denominator, numerators, lower) = (found.denominator.clone(), found.numerators.clone(), found.values.clone());
    let table = Table { denominator, numerators, lower, white_labels, black_labels, sharpness };
    let stated = Stated { never: Some(question.endless()), imports: Vec::new() };
    let statement = Statement::Further(question.number(), spell(question));
    exact(statement, &Order::plain(found.values.len()), &table, stated, None)
}

/// The same, with bounds.
#[must_use]
pub fn rewards_bounded(question: &models::rewards::Question, bounded: &Bounded) -> Vec<u8> {
    let order = Order::plain(bounded.bounds.len());
    let slice = |slice: &Range<usize>| {
        let own = &bounded.bounds[slice.clone()];
        let bounds: Vec<Bounds> = own.iter().map(|&both| Bounds { alpha: both, beta: both }).collect();
        let labels = [0, 1].map(|part: usize| bounded.labels[part][slice.clone()].to_vec());
        columns_of(own.iter().map(|[low, _]| *low).collect(), &bounds, &labels)
    };
    let slices: Vec<Vec<u8>> = order.slices.iter().map(slice).collect();
    let (statement, never) = (Statement::Further(question.number(), spell(question)), Some(question.endless()));
    let (bits, form, imports) = (bounded.bits, Form::Narrow, Vec::new());
    write(&Head { statement, never, bits, form, imports, values: Fractions::default().into() }, &slices)
}

fn asked(question: &Question) -> Statement {
    Statement::Further(models::NUMBER, spell(question))
}

/// A certificate of bounds.
pub(crate) fn narrow(
    statement: Statement,
    order: &Order,
    enclosed: &Enclosed,
    Stated { never, imports }: Stated,
) -> Vec<u8> {
    let slices: Vec<Vec<u8>> =
        order.slices.iter().map(|slice| columns(enclosed, &order.positions[slice.clone()])).collect();
    let head = Head {
        statement,
        never,
        bits: enclosed.bits,
        form: Form::Narrow,
        imports,
        values: Fractions::default().into(),
    };
    write(&head, &slices)
}

/// The columns of a slice of bounds: of each position `l`, of those whose gap is not listed `u′ − l`, of the others `u − l`, `l′ − u` and `u′ − l′`, and labels where a side wins for sure.
pub(crate) fn columns(enclosed: &Enclosed, positions: &[u32]) -> Vec<u8> {
    let bounds: Vec<Bounds> = positions.iter().map(|&position| enclosed.bounds(position)).collect();
    let lower = bounds.iter().map(|bounds| bounds.alpha[0]).collect();
    let mut labels = [vec![0; positions.len()], vec![0; positions.len()]];
    if let Some((side, sure)) = &enclosed.sure {
        let of_side = positions.iter().map(|&position| stated_label(sure[position as usize]));
        labels[usize::from(*side == Side::Black)] = of_side.collect();
    }
    columns_of(lower, &bounds, &labels)
}

/// A bit for each of these places: whether it is listed.
pub(crate) fn flags(listed: impl ExactSizeIterator<Item = bool>) -> Vec<u8> {
    let mut flags = vec![0u8; listed.len().div_ceil(8)];
    for (place, _) in listed.enumerate().filter(|(_, is_listed)| *is_listed) {
        flags[place / 8] |= 1 << (place % 8);
    }
    flags
}

/// The columns of these bounds and labels.
pub(crate) fn columns_of(lower: Vec<u64>, bounds: &[Bounds], labels: &[Vec<Label>; 2]) -> Vec<u8> {
    let is_listed = |bounds: &&Bounds| bounds.alpha[1] < bounds.beta[0];
    let width = |bounds: &Bounds| {
        let upper = if is_listed(&bounds) { bounds.alpha[1] } else { bounds.beta[1] };
        upper - bounds.alpha[0]
    };
    let listed = bounds.iter().filter(is_listed);
    let has_label = |place: &usize| labels.iter().any(|labels| labels[*place] > 0);
    let mut writer = Writer::default();
    writer.column(&lower);
    writer.column(&bounds.iter().map(width).collect::<Vec<u64>>());
    writer.column(&flags(bounds.iter().map(|bounds| is_listed(&bounds))));
    writer.column(&listed.clone().map(|bounds| bounds.beta[0] - bounds.alpha[1]).collect::<Vec<u64>>());
    writer.column(&listed.map(|bounds| bounds.beta[1] - bounds.beta[0]).collect::<Vec<u64>>());
    writer.column(&flags((0..bounds.len()).map(|place| has_label(&place))));
    for labels in labels {
        writer.column(&(0..bounds.len()).filter(has_label).map(|place| labels[place]).collect::<Vec<u32>>());
    }
    writer.0
}

/// What a certificate by slices has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Positions.
    pub positions: usize,
    /// Positions that are shown not to be sharp.
    pub not_sharp: usize,
    /// The largest width of an enclosure, in units.
    pub width: u64,
    /// The widest gap that is shown, in units.
    pub gap: u64,
    /// Where it is, first: the squares of the men.
    pub gap_at: Option<[Square; MOST_MEN]>,
}

/// The certificate of an endgame that is enclosed in slices, and its figures.
#[must_use]
pub fn by_slices<T: Units>(
    board: Board,
    signature: &Signature,
    enclosed: slices::Enclosed<T>,
    imports: Vec<Digest>,
) -> (Vec<u8>, Figures) {
    let men: Vec<u8> = signature.men().iter().map(|man| man.number()).collect();
    let order = places::Order::new(board.squares(), usize::from(board.files()), &men, &board.symmetries());
    let statement = Statement::Endgame(stated_board(board, PawnRule::NoPawns), men);
    let (layout, mut figures, mut all) = (&enclosed.layout, Figures::default(), Vec::new());
    let mut run = Vec::new();
    let blocks = order.blocks();
    for (slice, block) in blocks.iter().enumerate() {
        let is_position = layout.is_position(slice);
        order.each(block, &mut |squares| {
            let (bounds, has_gap) = enclosed.bounds(slice, layout.place_of(&squares[2..]));
            let Bounds { alpha: [l, u], beta: [m, v] } = bounds;
            run.push(bounds);
            if is_position(&squares[2..]) {
                figures.positions += 1;
                figures.width = figures.width.max(u - l).max(v - m);
                figures.not_sharp += usize::from(has_gap);
                if has_gap && m - u > figures.gap {
                    let mut at = [0; MOST_MEN];
                    at[..squares.len()].copy_from_slice(squares);
                    (figures.gap, figures.gap_at) = (m - u, Some(at));
                }
            }
        });
        if run.len() >= SLICE || slice + 1 == blocks.len() && !run.is_empty() {
            let none = [vec![0; run.len()], vec![0; run.len()]];
            all.push(columns_of(run.iter().map(|bounds: &Bounds| bounds.alpha[0]).collect(), &run, &none));
            run.clear();
        }
    }
    let (bits, form, values) = (enclosed.bits, Form::Narrow, Fractions::default());
    let head = Head { statement, never: None, bits, form, imports, values: values.into() };
    // The bounds are in the slices now, and the slices are about to be copied.
    drop(enclosed);
    (write(&head, &all), figures)
}

/// A plan: the statement is a list of positions, each with the index of its value among these; where it is a plan for winning, also with its label.
#[must_use]
pub fn plan(
    statement: Statement,
    form: Form,
    values: Fractions,
    indices: &[u32],
    labels: &[Label],
    imports: Vec<Digest>,
) -> Vec<u8> {
    let slice = |slice: &Range<usize>| {
        let mut writer = Writer::default();
        writer.column(&indices[slice.clone()]);
        if let Form::Forces(_) = form {
            writer.column(&labels[slice.clone()]);
        }
        writer.0
    };
    let slices: Vec<Vec<u8>> = slices(indices.len(), |_| true).iter().map(slice).collect();
    write(&Head { statement, never: None, bits: 0, form, imports, values: values.into() }, &slices)
}

/// What a certificate states of an endgame; none where it is about something else. The moves of a sharp table are left out.
#[must_use]
pub fn read(endgame: &Endgame, certificate: &Certificate<'_>) -> Option<Values> {
    let (head, order) = (&certificate.head, Order::of(&endgame.places()));
    if head.statement != statement(endgame) || order.slices.len() != certificate.slices.len() {
        return None;
    }
    let slices: Vec<_> =
        (0..order.slices.len()).map(|slice| certificate.slice(slice)).collect::<Result<_, _>>().ok()?;
    let slices = order.slices.iter().zip(&slices).map(|(slice, bytes)| (slice.len(), Reader::new(None, bytes)));
    match head.form {
        Form::One | Form::Two => exact_of(head, &order, endgame.positions().len(), slices).ok().flatten(),
        Form::Narrow | Form::Sharp => {
            enclosed_of(head, &order, endgame.positions().len(), slices).ok().flatten().map(Values::Enclosed)
        }
        Form::Holds(_) | Form::Forces(_) => None,
    }
}

/// What is stated of positions, given what is stated of their places: that of the first one.
fn of_positions<T: Copy + Default>(order: &Order, count: usize, places: &[T]) -> Vec<T> {
    let mut positions = vec![T::default(); count];
    for (&position, &stated) in order.positions.iter().zip(places).rev() {
        positions[position as usize] = stated;
    }
    positions
}

/// What these slices state exactly; none where an index leads to no value.
fn exact_of<'a>(
    head: &Head,
    order: &Order,
    count: usize,
    slices: impl Iterator<Item = (usize, Reader<'a>)>,
) -> Result<Option<Values>, Failure> {
    let (mut lower, mut upper, mut white_labels, mut black_labels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let label = |stated| if stated == 0 && head.never.is_none() { INFINITE } else { stated };
    for (count, mut reader) in slices {
        lower.extend(short(&mut reader, count)?);
        if head.form == Form::Two {
            upper.extend(short(&mut reader, count)?);
        } else {
            let [_white, _black] = [short(&mut reader, count)?, short(&mut reader, count)?];
        }
        for labels in [&mut white_labels, &mut black_labels] {
            labels.extend(short(&mut reader, count)?.into_iter().map(label));
        }
        reader.end()?;
    }
    let Fractions { denominator, numerators } = (*head.values).clone();
    if lower.iter().chain(&upper).any(|&index| index as usize >= numerators.len()) {
        return Ok(None);
    }
    let [lower, white_labels, black_labels] =
        [lower, white_labels, black_labels].map(|places| of_positions(order, count, &places));
    let sharpness = match head.form {
        Form::Two => Sharpness::NotSharp { upper: of_positions(order, count, &upper) },
        _ => Sharpness::Sharp { white_choice: Vec::new(), black_choice: Vec::new() },
    };
    Ok(Some(Values::Exact(Table { denominator, numerators, lower, white_labels, black_labels, sharpness })))
}

/// The bounds that these slices state; none where one is more than 1, a listed position has no gap, or labels are listed.
fn enclosed_of<'a>(
    head: &Head,
    order: &Order,
    positions: usize,
    slices: impl Iterator<Item = (usize, Reader<'a>)>,
) -> Result<Option<Enclosed>, Failure> {
    let bits = head.bits;
    let add = |low: u64, more: u64| low.checked_add(more).filter(|&high| high <= 1 << bits);
    let mut places: Vec<Bounds> = Vec::new();
    for (count, mut reader) in slices {
        let (lower, widths) = (reader.column(count)?, reader.column(count)?);
        let flags = reader.column(count.div_ceil(8))?;
        let is_listed = |place: usize| flags[place / 8] >> (place % 8) & 1 == 1;
        let listed = (0..count).filter(|&place| is_listed(place)).count();
        let mut gaps = reader.column(listed)?.into_iter().zip(reader.column(listed)?);
        let with_labels = reader.column(count.div_ceil(8))?;
        if with_labels.iter().any(|&flags| flags != 0) {
            return Ok(None);
        }
        let [_white, _black] = [reader.column(0)?, reader.column(0)?];
        if head.form == Form::Sharp {
            // Where the bounds prove that α = β: the bounds stand for themselves.
            let settled = reader.column(count.div_ceil(8))?;
            reader.column32(settled.iter().map(|flags| flags.count_ones() as usize).sum())?;
        }
        reader.end()?;
        for (place, (&low, &width)) in lower.iter().zip(&widths).enumerate() {
            let bounds = add(low, width).and_then(|high| match is_listed(place) {
                false => Some(Bounds { alpha: [low, high], beta: [low, high] }),
                true => {
                    let (gap, last) = gaps.next().filter(|(gap, _)| *gap > 0)?;
                    let beta_lower = add(high, gap)?;
                    Some(Bounds { alpha: [low, high], beta: [beta_lower, add(beta_lower, last)?] })
                }
            });
            let Some(bounds) = bounds else { return Ok(None) };
            places.push(bounds);
        }
    }
    let bounds = of_positions(order, positions, &places);
    let has_gap = |(_, bounds): &(u32, &Bounds)| bounds.alpha[1] < bounds.beta[0];
    let listed = |(position, bounds): (u32, &Bounds)| Listed {
        position,
        alpha_upper: bounds.alpha[1],
        beta_lower: bounds.beta[0],
    };
    Ok(Some(Enclosed {
        bits,
        lower: bounds.iter().map(|bounds| bounds.alpha[0]).collect(),
        upper: bounds.iter().map(|bounds| bounds.beta[1]).collect(),
        listed: (0..).zip(&bounds).filter(has_gap).map(listed).collect(),
        sure: None,
    }))
}

/// A column of numbers of 32 bits.
fn short(reader: &mut Reader, count: usize) -> Result<Vec<u32>, Failure> {
    let numbers = reader.column(count)?;
    numbers.into_iter().map(|number| u32::try_from(number).map_err(|_| reader.wrong(Spelling::Large))).collect()
}

/// How the format spells a label.
fn stated_label(label: Label) -> u32 {
    if label == INFINITE { 0 } else { label }
}
