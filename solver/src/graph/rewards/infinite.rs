//! Where totals are infinite, and sets of positions that are found by striking off or by rounds.

use super::{Collecting, END, Label};
use crate::graph::Rows;
use crate::graph::labels::Side;

impl Collecting {
    /// The level and the distance of each position that is infinite.
    ///
    /// By turns: the positions where White can stay for ever, beside those that are infinite already, and can always come to one where something is collected;
    /// and those from which chance, or what the players must do, leads to infinite ones.
    pub(super) fn infinite(&self, before: &Rows) -> Vec<Option<[Label; 2]>> {
        let mut found: Vec<Option<[Label; 2]>> = vec![None; self.count()];
        let mut next_level = 0;
        loop {
            let mut is_in: Vec<bool> = found.iter().map(Option::is_none).collect();
            let distances = loop {
                is_in = self.closed(is_in, &found, before);
                let distances = self.distances(&is_in, &found, before);
                let is_same = is_in.iter().zip(&distances).all(|(is_in, distance)| *is_in == distance.is_some());
                if is_same {
                    break distances;
                }
                is_in = distances.iter().map(Option::is_some).collect();
            };
            let mut fresh = Vec::new();
            for (position, distance) in distances.iter().enumerate() {
                if let Some(distance) = distance {
                    found[position] = Some([next_level, *distance]);
                    fresh.push(position as u32);
                }
            }
            if fresh.is_empty() {
                return found;
            }
            // What leads there: each of these is looked at again when one of its options is found.
            let mut next = 0;
            while let Some(&position) = fresh.get(next) {
                next += 1;
                for &earlier in before.row(position as usize) {
                    if found[earlier as usize].is_some() {
                        continue;
                    }
                    let of = |option: u32| (option != END).then(|| found[option as usize]).flatten();
                    let known = self.options(earlier as usize).iter().map(|&option| of(option));
                    let label = match self.turns[earlier as usize] {
                        Some(Side::White) => known.flatten().min().map(after),
                        Some(Side::Black) => {
                            known.collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max()).map(after)
                        }
                        None => known.flatten().map(|[level, _]| [level + 1, 0]).min(),
                    };
                    if label.is_some() {
                        found[earlier as usize] = label;
                        fresh.push(earlier);
                    }
                }
            }
            next_level = found.iter().flatten().map(|[level, _]| level + 1).max().unwrap_or(0);
        }
    }

    /// Of a set of positions those where play can stay for ever, inside the set or where it is infinite already.
    fn closed(&self, is_in: Vec<bool>, known: &[Option<[Label; 2]>], before: &Rows) -> Vec<bool> {
        left_over(before, is_in, |position, is_in| {
            let stays = |&option: &u32| option != END && (is_in[option as usize] || known[option as usize].is_some());
            let mut options = self.options(position).iter();
            if self.turns[position] == Some(Side::White) { options.any(stays) } else { options.all(stays) }
        })
    }

    /// How far it is to a position where something is collected, of positions where play can stay. What is infinite already is nearer than anything here.
    fn distances(&self, can_stay: &[bool], known: &[Option<[Label; 2]>], before: &Rows) -> Vec<Option<Label>> {
        let is_start = |position: usize| can_stay[position] && (self.has_goal || self.is_collecting(position));
        let distances = self.all().map(|position| is_start(position).then_some(0)).collect();
        in_rounds(before, distances, |place, distances| {
            let is_near = |&option: &u32| {
                option != END && (known[option as usize].is_some() || distances[option as usize].is_some())
            };
            let mut options = self.options(place).iter();
            can_stay[place]
                && if self.turns[place] == Some(Side::Black) { options.all(is_near) } else { options.any(is_near) }
        })
    }
}

/// Of a set of positions those that are left when all are struck off that cannot stay, beside what is left.
pub(super) fn left_over(before: &Rows, mut is_in: Vec<bool>, can_stay: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    let mut suspects: Vec<u32> = (0..is_in.len() as u32).collect();
    while let Some(position) = suspects.pop() {
        let place = position as usize;
        if is_in[place] && !can_stay(place, &is_in) {
            is_in[place] = false;
            suspects.extend_from_slice(before.row(place));
        }
    }
    is_in
}

/// Labels by rounds: in round n those get n that have none and come to labels of earlier rounds.
pub(super) fn in_rounds(
    before: &Rows,
    mut labels: Vec<Option<Label>>,
    comes: impl Fn(usize, &[Option<Label>]) -> bool,
) -> Vec<Option<Label>> {
    let mut candidates: Vec<u32> = (0..labels.len() as u32).collect();
    for label in 1.. {
        candidates.retain(|&position| labels[position as usize].is_none() && comes(position as usize, &labels));
        candidates.sort_unstable();
        candidates.dedup();
        if candidates.is_empty() {
            break;
        }
        candidates.iter().for_each(|&position| labels[position as usize] = Some(label));
        candidates = candidates.iter().flat_map(|&position| before.row(position as usize)).copied().collect();
    }
    labels
}

/// The label behind one.
fn after([level, distance]: [Label; 2]) -> [Label; 2] {
    [level, distance + 1]
}
