//! Where bounds prove that α = β: the greatest set of places that the kernel's conditions admit, with the least labels.
//!
//! Bounds come from elsewhere, verified. Here it is found which of their places are sharp for that reason alone: [`settle`]. The theorem is in the
//! book's record, "Sharp without exact values". What is found is written down as a certificate of form 7, and the checker judges it like any other.

pub mod snap;

use std::ops::Range;

use checker::claim::borders;
use checker::failure::Failure;
use checker::numbers::Numbers;
use checker::own::GameTable;
use checker::sharp::{Both, Seen, ends, options};
use checker::table::{Stated, Table, Target, View, slices, views};
use checker::theorem::{INFINITE, Label, Side, Turn};
use checker::{Verified, endgame::Positions};

use crate::parallel;
use snap::{Snapped, snap};

/// What is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// By place: the label where it is settled, the infinite one elsewhere.
    pub labels: Vec<Label>,
    /// Places of which nothing is found: their bounds differ, no gap is listed, and they are not settled.
    pub open: Vec<u32>,
    /// The places of each slice of the certificate.
    pub slices: Vec<Range<usize>>,
}

impl Settled {
    /// How many places are settled.
    #[must_use]
    pub fn count(&self) -> usize {
        self.labels.iter().filter(|label| **label < INFINITE).count()
    }
}

/// Sets bounds of a verified enclosure to simple numbers, where that can be proved. None where it is about something else than an endgame or a game in a file.
///
/// # Errors
///
/// If the numbers of the imports are too much; then it would not have been verified.
pub fn snapped(verified: &Verified, threads: usize) -> Result<Option<Snapped>, Failure> {
    let stated = verified.stated();
    if stated.places().any(|place| place.labels != [0; 2]) {
        return Ok(None);
    }
    if let Some(positions) = verified.about::<Positions>() {
        let borders = borders(verified.imports());
        let (numbers, views, _) = views(stated, &borders)?;
        return Ok(Some(snap(&*positions, stated, &numbers, &views, threads)));
    }
    let Some(table) = verified.about::<GameTable>() else { return Ok(None) };
    let borders = [(&table.terminal, false)];
    let (numbers, views, _) = views(stated, &borders)?;
    Ok(Some(snap(&*table.game, stated, &numbers, &views, threads)))
}

/// Finds the places of a verified enclosure that are sharp because of its bounds. None where it is about something else than an endgame or a game in a file.
///
/// # Errors
///
/// If the numbers of the imports are too much; then it would not have been verified.
///
/// # Panics
///
/// Never: whatever is verified has a border.
pub fn settle(verified: &Verified, threads: usize) -> Result<Option<Settled>, Failure> {
    let stated = verified.stated();
    if let Some(positions) = verified.about::<Positions>() {
        return settle_in(&*positions, stated, &borders(verified.imports()), threads).map(Some);
    }
    match verified.about::<GameTable>() {
        Some(table) => settle_in(&*table.game, stated, &[(&table.terminal, false)], threads).map(Some),
        None => Ok(None),
    }
}

fn settle_in<G: Table + Sync>(
    game: &G,
    stated: &Stated,
    borders: &[(&Stated, bool)],
    threads: usize,
) -> Result<Settled, Failure> {
    let (numbers, views, _) = views(stated, borders)?;
    let found = Candidates::of(game, stated, &numbers, &views, threads).settle();
    Ok(Settled { slices: slices(game), ..found })
}

/// A place that may be settled, as far as other places matter.
#[derive(Clone, Debug, Default)]
struct Candidate {
    /// Places that have to be settled, too.
    needs: Vec<u32>,
    /// Evidence: of one of these sets each place has to have a smaller label. None if the place is apart, and needs no evidence.
    evidence: Option<Vec<Vec<u32>>>,
}

/// The places that may be settled, and those of which that is still believed.
struct Candidates {
    all: Vec<Option<Candidate>>,
    /// Places whose bounds differ, and no gap is listed.
    unknown: Vec<bool>,
}

impl Candidates {
    fn of<G: Table + Sync>(game: &G, stated: &Stated, numbers: &Numbers, views: &[View], threads: usize) -> Self {
        let count = stated.count();
        let is_unknown = |place: usize| {
            let seen = stated.place(place as u32);
            seen.alpha[0] < seen.beta[1] && seen.alpha[1] >= seen.beta[0]
        };
        let unknown: Vec<bool> = (0..count).map(is_unknown).collect();
        let candidate = |place: usize| {
            let position = place as u32;
            let bounds = views[0].bounds(position);
            unknown[place]
                .then(|| candidate(game.turn(position), bounds, &options(game, position, numbers, views), &unknown))
        };
        let parts = parallel::in_ranges(count, threads, 1 << 10, |range| {
            range.map(|place| candidate(place).flatten()).collect::<Vec<_>>()
        });
        Self { all: parts.into_iter().flatten().collect(), unknown }
    }

    /// Takes off what is not settled until nothing changes: what has no evidence, and what needs a place that is taken off.
    fn settle(mut self) -> Settled {
        let mut needed_by: Vec<Vec<u32>> = vec![Vec::new(); self.all.len()];
        for (place, candidate) in (0..).zip(&self.all) {
            candidate
                .iter()
                .flat_map(|candidate| &candidate.needs)
                .for_each(|&need| needed_by[need as usize].push(place));
        }
        let is_gone = |(place, candidate): (u32, &Option<Candidate>)| candidate.is_none().then_some(place);
        let mut gone: Vec<u32> = (0..).zip(&self.all).filter_map(is_gone).collect();
        loop {
            while let Some(place) = gone.pop() {
                self.all[place as usize] = None;
                let needing = std::mem::take(&mut needed_by[place as usize]);
                gone.extend(needing.into_iter().filter(|place| self.all[*place as usize].is_some()));
            }
            let labels = self.labels();
            gone = (0..)
                .zip(&labels)
                .filter(|(place, label)| **label == INFINITE && self.all[*place as usize].is_some())
                .map(|(place, _)| place)
                .collect();
            if gone.is_empty() {
                let open = (0..).zip(&self.unknown).zip(&labels);
                let open =
                    open.filter(|((_, unknown), label)| **unknown && **label == INFINITE).map(|((place, _), _)| place);
                return Settled { open: open.collect(), labels, slices: Vec::new() };
            }
        }
    }

    /// The least labels of the places that are left; the infinite one of all others.
    fn labels(&self) -> Vec<Label> {
        let first = |candidate: &Option<Candidate>| match candidate {
            Some(Candidate { evidence: None, .. }) => 0,
            _ => INFINITE,
        };
        let mut labels: Vec<Label> = self.all.iter().map(first).collect();
        let with_evidence = |(place, candidate): (usize, &Option<Candidate>)| {
            candidate.as_ref().filter(|candidate| candidate.evidence.is_some()).map(|_| place)
        };
        let mut waiting: Vec<usize> = self.all.iter().enumerate().filter_map(with_evidence).collect();
        for label in 1.. {
            let has_evidence = |place: &usize| {
                let sets = self.all[*place].as_ref().and_then(|candidate| candidate.evidence.as_ref());
                sets.is_some_and(|sets| sets.iter().any(|set| set.iter().all(|&place| labels[place as usize] < label)))
            };
            let (found, rest): (Vec<usize>, Vec<usize>) = waiting.iter().partition(|place| has_evidence(place));
            if found.is_empty() {
                break;
            }
            found.iter().for_each(|place| labels[*place] = label);
            waiting = rest;
        }
        labels
    }
}

/// What a place needs to be settled; none if it cannot be.
fn candidate(turn: Turn, bounds: [u64; 2], options: &Both, unknown: &[bool]) -> Option<Candidate> {
    let [low, high] = ends(turn, bounds, options);
    let sides: &[Side] = match turn {
        Turn::Bid => &Side::BOTH,
        Turn::Of(Side::White) | Turn::Chance => &[Side::White],
        Turn::Of(Side::Black) => &[Side::Black],
    };
    let mut found = Candidate { needs: Vec::new(), evidence: (low < high).then(Vec::new) };
    for &side in sides {
        let own = side.of(&options[0], &options[1]);
        // As the side sees it: at the most, and for certain.
        let seen = |option: &Seen| side.of([option.bounds[1], option.bounds[0]], option.bounds.map(|x| !x));
        let certain = own.iter().map(|option| seen(option)[1]).max()?;
        for option in own.iter().filter(|option| turn == Turn::Chance || seen(option)[0] >= certain) {
            found.needs.extend(waited_for(option, unknown)?);
        }
        if let Some(evidence) = &mut found.evidence {
            let set = |options: &mut dyn Iterator<Item = &Seen>| {
                let places: Option<Vec<Option<u32>>> = options.map(|option| waited_for(option, unknown)).collect();
                Some(places?.into_iter().flatten().collect::<Vec<u32>>())
            };
            let may_be_best = |option: &&Seen| side.of(option.bounds[1] > low, option.bounds[0] < high);
            match turn {
                Turn::Chance => evidence.extend(own.iter().filter_map(|option| set(&mut std::iter::once(option)))),
                _ => evidence.extend(set(&mut own.iter().filter(may_be_best))),
            }
        }
    }
    found.needs.sort_unstable();
    found.needs.dedup();
    Some(found)
}

/// The place that has to be settled so that an option is known to be sharp, if there is one; none if it cannot be.
fn waited_for(option: &Seen, unknown: &[bool]) -> Option<Option<u32>> {
    match option.to {
        _ if option.label < INFINITE => Some(None),
        Target::To(place) if unknown[place as usize] => Some(Some(place)),
        _ => None,
    }
}
