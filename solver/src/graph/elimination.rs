//! A chain that is left for sure, solved in floating point by elimination without subtraction, in the order of least fill.
//!
//! Sources: W. Grassmann, M. Taksar, D. Heyman, *Regenerative analysis and steady state distributions for Markov chains*, 1985; for the order H. Markowitz, 1957.
//! Without subtraction each number has a small relative error, however slowly the chain is left.

/// States that would cost so much or more are taken in any order, after the others.
const MOST_COST: usize = 1023;

/// Values of the states of a chain. `rows` has for each state the probabilities to go to others, `leaves` that to leave, and `constants` what is got, in two
/// columns; and the steps that it took. None if it is more work than so many steps.
pub(crate) fn solve(
    mut rows: Vec<Vec<(u32, f64)>>,
    mut leaves: Vec<f64>,
    mut constants: Vec<[f64; 2]>,
    most: u64,
) -> Option<(Vec<[f64; 2]>, u64)> {
    let count = rows.len();
    let mut leading: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (state, row) in (0..).zip(&rows) {
        row.iter().for_each(|entry| leading[entry.0 as usize].push(state));
    }
    let cost = |rows: &[Vec<(u32, f64)>], leading: &[Vec<u32>], state: u32| {
        (rows[state as usize].len() * leading[state as usize].len()).min(MOST_COST)
    };
    // By cost: states that had it when they were last looked at.
    let (mut known, mut queue, mut least) = (vec![0; count], vec![Vec::new(); MOST_COST + 1], 0);
    for state in (0..count as u32).rev() {
        known[state as usize] = cost(&rows, &leading, state);
        queue[known[state as usize]].push(state);
    }
    let (mut is_gone, mut order, mut scale) = (vec![false; count], Vec::with_capacity(count), vec![0.0; count]);
    let (mut place, mut work) = (vec![u32::MAX; count], 0);
    while least <= MOST_COST {
        let Some(state) = queue[least].pop() else {
            least += 1;
            continue;
        };
        let own = state as usize;
        if is_gone[own] || known[own] != least {
            continue;
        }
        let now = cost(&rows, &leading, state);
        if now > least {
            known[own] = now;
            queue[now].push(state);
            continue;
        }
        is_gone[own] = true;
        let row = std::mem::take(&mut rows[own]);
        scale[own] = 1.0 / (row.iter().map(|entry| entry.1).sum::<f64>() + leaves[own]);
        for from in std::mem::take(&mut leading[own]) {
            let before = &mut rows[from as usize];
            (0..).zip(before.iter()).for_each(|(number, entry)| place[entry.0 as usize] = number);
            let number = place[own] as usize;
            let factor = before[number].1 * scale[own];
            work += (before.len() + row.len()) as u64;
            for &(to, p) in row.iter().filter(|entry| entry.0 != from) {
                match before.get_mut(place[to as usize] as usize) {
                    Some(entry) => entry.1 += factor * p,
                    None => {
                        before.push((to, factor * p));
                        leading[to as usize].push(from);
                    }
                }
            }
            before.iter().for_each(|entry| place[entry.0 as usize] = u32::MAX);
            before.swap_remove(number);
            leaves[from as usize] += factor * leaves[own];
            let [low, high] = constants[own];
            let sum = &mut constants[from as usize];
            *sum = [sum[0] + factor * low, sum[1] + factor * high];
        }
        for &(to, _) in &row {
            let from = &mut leading[to as usize];
            if let Some(number) = from.iter().position(|&from| from == state) {
                from.swap_remove(number);
            }
            let now = cost(&rows, &leading, to);
            if now < known[to as usize] {
                known[to as usize] = now;
                queue[now].push(to);
                least = least.min(now);
            }
        }
        rows[own] = row;
        order.push(own);
        if work > most {
            return None;
        }
    }
    let mut values = vec![[0.0; 2]; count];
    for &state in order.iter().rev() {
        let sum = rows[state].iter().fold(constants[state], |sum, &(to, p)| {
            let [low, high] = values[to as usize];
            [sum[0] + p * low, sum[1] + p * high]
        });
        values[state] = [sum[0] * scale[state], sum[1] * scale[state]];
    }
    Some((values, work))
}
