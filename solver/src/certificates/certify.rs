//! Writes the certificate of what has been solved, and reads the one of an endgame back.
//!
//! Responsible for which columns stand in a slice, and in which form exact values are stated: one value where all own positions are
//! sharp, two else. The bytes of the head are written by [`checker::write`](mod@checker::write). Source: `docs/src/format.md`.

use std::ops::Range;

use checker::certificate::{Certificate, Digest, Form, Head, Reader, Statement};
use checker::chess::PawnRule;
use checker::failure::{Failure, Spelling};
use checker::numbers::Fractions;
use checker::table::SLICE;
use checker::write::{Writer, write};
use report::notation;

use crate::chess::board::{Board, Square};
use crate::chess::endgame::Endgame;
use crate::chess::material::{Colour, DoubleStep, MOST_MEN, Signature};
use crate::graph::enclosure::{Enclosed, Listed};
use crate::graph::table::{ReducedValue, Sharpness, Table};
use crate::graph::values::Values;
use crate::graph::{Bounds, INFINITE, Label};
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

/// The slices of an endgame: the positions of a pair of king squares stay together.
pub(crate) fn slices_of(endgame: &Endgame) -> Vec<Range<usize>> {
    slices(endgame.positions().len(), |position| endgame.begins_kings(position))
}

/// The certificate of an endgame with exact values. `imports` are the digests of the imported certificates, in their order.
#[must_use]
pub fn endgame(endgame: &Endgame, table: &Table, imports: Vec<Digest>) -> Vec<u8> {
    let chosen = |side: usize, position: usize, choice: u32| {
        let colour = [Colour::White, Colour::Black][side];
        // A pass is the only option where there is no move.
        endgame.moves(position, colour).get(choice as usize).map_or(0, |step| step.number())
    };
    exact(statement(endgame), slices_of(endgame), table, imports, true, chosen)
}

/// The certificate of a game in a file with exact values: what is known of its positions that are not terminal, in their order.
#[must_use]
pub fn graph(table: &Table) -> Vec<u8> {
    exact(Statement::Game, slices(table.lower.len(), |_| true), table, Vec::new(), false, |_, _, _| 0)
}

/// A certificate of exact values. If moves are stated, `number` gives that of a choice of White (0) or Black (1) at a position.
pub(crate) fn exact(
    statement: Statement,
    slices: Vec<Range<usize>>,
    table: &Table,
    imports: Vec<Digest>,
    states_moves: bool,
    number: impl Fn(usize, usize, u32) -> u32,
) -> Vec<u8> {
    let values = Fractions {
        odd_parts: table.odd_parts.clone(),
        numerators: table.values.iter().map(|value| value.numerator.clone()).collect(),
        odd: table.values.iter().map(|value| value.odd_part as usize).collect(),
        powers: table.values.iter().map(|value| value.power.into()).collect(),
    };
    let form = if table.is_sharp() { Form::One } else { Form::Two };
    let slice = |slice: &Range<usize>| {
        let mut writer = Writer::default();
        writer.column(&table.lower[slice.clone()]);
        if form == Form::Two {
            writer.column(&table.upper()[slice.clone()]);
        }
        if let (true, Sharpness::Sharp { white_choice, black_choice }) = (states_moves, &table.sharpness) {
            for (side, choice) in [white_choice, black_choice].into_iter().enumerate() {
                let chosen = |position: usize| number(side, position, choice[position]);
                writer.column(&slice.clone().map(chosen).collect::<Vec<u32>>());
            }
        }
        for labels in [&table.white_labels, &table.black_labels] {
            writer.column(&labels[slice.clone()].iter().map(|&label| stated_label(label)).collect::<Vec<u32>>());
        }
        writer.0
    };
    let slices: Vec<Vec<u8>> = slices.iter().map(slice).collect();
    write(&Head { statement, bits: 0, form, imports, values }, &slices)
}

/// The certificate of an enclosed endgame. `imports` are the digests of the imported certificates, in their order.
#[must_use]
pub fn enclosure(endgame: &Endgame, enclosed: &Enclosed, imports: Vec<Digest>) -> Vec<u8> {
    narrow(statement(endgame), &slices_of(endgame), enclosed, imports)
}

/// The certificate of an enclosed game in a file.
#[must_use]
pub fn graph_enclosure(enclosed: &Enclosed) -> Vec<u8> {
    narrow(Statement::Game, &slices(enclosed.lower.len(), |_| true), enclosed, Vec::new())
}

/// A certificate of bounds: of each position `l`, of those that are not listed `u′ − l`, of the others `u − l`, `l′ − u` and `u′ − l′`.
pub(crate) fn narrow(
    statement: Statement,
    slices: &[Range<usize>],
    enclosed: &Enclosed,
    imports: Vec<Digest>,
) -> Vec<u8> {
    let slices: Vec<Vec<u8>> = slices.iter().map(|slice| columns(enclosed, slice)).collect();
    let head = Head { statement, bits: enclosed.bits, form: Form::Narrow, imports, values: Fractions::default() };
    write(&head, &slices)
}

/// The columns of a slice of bounds.
pub(crate) fn columns(Enclosed { lower, upper, listed, .. }: &Enclosed, slice: &Range<usize>) -> Vec<u8> {
    let before = |end: usize| listed.partition_point(|gap| (gap.position as usize) < end);
    let listed = &listed[before(slice.start)..before(slice.end)];
    let mut widths: Vec<u64> = slice.clone().map(|position| upper[position] - lower[position]).collect();
    let mut flags = vec![0u8; slice.len().div_ceil(8)];
    for gap in listed {
        let position = gap.position as usize;
        let place = position - slice.start;
        widths[place] = gap.alpha_upper - lower[position];
        flags[place / 8] |= 1 << (place % 8);
    }
    let gaps: Vec<u64> = listed.iter().map(|gap| gap.beta_lower - gap.alpha_upper).collect();
    let last: Vec<u64> = listed.iter().map(|gap| upper[gap.position as usize] - gap.beta_lower).collect();
    let mut writer = Writer::default();
    writer.column(&lower[slice.clone()]);
    writer.column(&widths);
    writer.column(&flags);
    writer.column(&gaps);
    writer.column(&last);
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
    let men = signature.men().iter().map(|man| man.number()).collect();
    let statement = Statement::Endgame(stated_board(board, PawnRule::NoPawns), men);
    let (layout, mut figures, mut all) = (&enclosed.layout, Figures::default(), Vec::new());
    let mut run = Enclosed { bits: enclosed.bits, lower: Vec::new(), upper: Vec::new(), listed: Vec::new() };
    for slice in 0..layout.slices.len() {
        for place in layout.positions(slice) {
            let (Bounds { alpha: [l, u], beta: [m, v] }, has_gap) = enclosed.bounds(slice, place as usize);
            figures.width = figures.width.max(u - l).max(v - m);
            if has_gap {
                let position = run.lower.len() as u32;
                run.listed.push(Listed { position, alpha_upper: u, beta_lower: m });
                figures.not_sharp += 1;
                if m - u > figures.gap {
                    let mut squares = [0; MOST_MEN];
                    squares[..2].copy_from_slice(&layout.slices[slice]);
                    squares[2..].copy_from_slice(&layout.squares_of(place as usize));
                    (figures.gap, figures.gap_at) = (m - u, Some(squares));
                }
            }
            run.lower.push(l);
            run.upper.push(v);
        }
        if run.lower.len() >= SLICE || slice + 1 == layout.slices.len() {
            figures.positions += run.lower.len();
            if !run.lower.is_empty() {
                all.push(columns(&run, &(0..run.lower.len())));
            }
            (run.lower, run.upper, run.listed) = (Vec::new(), Vec::new(), Vec::new());
        }
    }
    let head = Head { statement, bits: enclosed.bits, form: Form::Narrow, imports, values: Fractions::default() };
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
    write(&Head { statement, bits: 0, form, imports, values }, &slices)
}

/// What a certificate states of an endgame; none where it is about something else. The moves of a sharp table are left out.
#[must_use]
pub fn read(endgame: &Endgame, certificate: Certificate<'_>) -> Option<Values> {
    let Certificate { head, slices: stated, .. } = certificate;
    let slices = slices_of(endgame);
    if head.statement != statement(endgame) || slices.len() != stated.len() {
        return None;
    }
    let slices = slices.iter().zip(stated).map(|(slice, bytes)| (slice.clone(), Reader::new(None, bytes)));
    match head.form {
        Form::One | Form::Two => exact_of(head, slices).ok().flatten(),
        Form::Narrow => enclosed_of(head.bits, slices).ok().flatten().map(Values::Enclosed),
        Form::Holds(_) | Form::Forces(_) => None,
    }
}

/// What these slices state exactly; none where an index leads to no value.
fn exact_of<'a>(
    head: Head,
    slices: impl Iterator<Item = (Range<usize>, Reader<'a>)>,
) -> Result<Option<Values>, Failure> {
    let (mut lower, mut upper, mut white_labels, mut black_labels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (slice, mut reader) in slices {
        let count = slice.len();
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
    let Fractions { odd_parts, numerators, odd, powers } = head.values;
    if lower.iter().chain(&upper).any(|&index| index as usize >= numerators.len()) {
        return Ok(None);
    }
    let value = |((numerator, odd), power)| ReducedValue { numerator, odd_part: odd as u32, power: power as u32 };
    let values = numerators.into_iter().zip(odd).zip(powers).map(value).collect();
    let sharpness = match head.form {
        Form::Two => Sharpness::NotSharp { upper },
        _ => Sharpness::Sharp { white_choice: Vec::new(), black_choice: Vec::new() },
    };
    Ok(Some(Values::Exact(Table { odd_parts, values, lower, white_labels, black_labels, sharpness })))
}

/// The bounds that these slices state; none where one is more than 1 or a listed position has no gap.
fn enclosed_of<'a>(
    bits: u8,
    slices: impl Iterator<Item = (Range<usize>, Reader<'a>)>,
) -> Result<Option<Enclosed>, Failure> {
    let add = |low: u64, more: u64| low.checked_add(more).filter(|&high| high <= 1 << bits);
    let mut enclosed = Enclosed { bits, lower: Vec::new(), upper: Vec::new(), listed: Vec::new() };
    for (slice, mut reader) in slices {
        let count = slice.len();
        let (lower, widths) = (reader.column(count)?, reader.column(count)?);
        let flags = reader.column(count.div_ceil(8))?;
        let is_listed = |place: usize| flags[place / 8] >> (place % 8) & 1 == 1;
        let listed = (0..count).filter(|&place| is_listed(place)).count();
        let gaps = reader.column(listed)?.into_iter().zip(reader.column(listed)?);
        reader.end()?;
        let bounds = |(&low, &width): (&u64, &u64)| add(low, width);
        let Some(mut upper) = lower.iter().zip(&widths).map(bounds).collect::<Option<Vec<u64>>>() else {
            return Ok(None);
        };
        for (place, (gap, width)) in (0..count).filter(|&place| is_listed(place)).zip(gaps) {
            let alpha_upper = upper[place];
            let beta_lower = add(alpha_upper, gap).filter(|_| gap > 0);
            let Some((beta_lower, last)) = beta_lower.and_then(|bound| Some((bound, add(bound, width)?))) else {
                return Ok(None);
            };
            let position = (slice.start + place) as u32;
            enclosed.listed.push(Listed { position, alpha_upper, beta_lower });
            upper[place] = last;
        }
        enclosed.lower.extend(lower);
        enclosed.upper.extend(upper);
    }
    Ok(Some(enclosed))
}

/// A column of numbers of 32 bits.
fn short(reader: &mut Reader, count: usize) -> Result<Vec<u32>, Failure> {
    let numbers = reader.column(count)?;
    numbers.into_iter().map(|number| u32::try_from(number).map_err(|_| reader.wrong(Spelling::Large))).collect()
}

/// A label of a position that is bid for, as the format spells it.
fn label(stated: u32) -> Label {
    if stated == 0 { INFINITE } else { stated }
}

/// How the format spells a label.
fn stated_label(label: Label) -> u32 {
    if label == INFINITE { 0 } else { label }
}
