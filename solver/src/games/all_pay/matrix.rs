//! Matrix games: a mix for each player, near the best one, and what these mixes guarantee, exactly.
//!
//! A simplex in floating point proposes mixes; they are rounded to whole weights, and what they give is counted in whole numbers. So a bad proposal costs
//! width, and never truth. The same input gives the same mixes: nothing here depends on time, threads or hashing.

/// What a state is worth if its options are worth these numbers: for each bid of the first player a row, for each bid of the second one a column. Numbers
/// are twice the units, so that half of a sum is a whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// How many rows.
    pub height: usize,
    /// How many columns.
    pub width: usize,
    /// For each row, for each column, what is at least reached, and at most.
    pub entries: Vec<[u64; 2]>,
}

/// Bids with weights, and the bound that they prove, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// At least for the first player, at most for the second.
    pub bound: u64,
    /// Bids, increasing, with weights above 0.
    pub mix: Vec<(usize, u64)>,
}

/// Pivots after which the first possible column is taken instead of the best one, so that no basis comes twice.
const CAREFUL: usize = 200;
/// Pivots after which the simplex gives up: then its mixes are as good as they are.
const MOST_PIVOTS: usize = 2000;
/// What is nearer to 0 is 0.
const SMALL: f64 = 1e-12;
/// What is a weight below this is noise.
const NOISE: f64 = 1e-10;

impl Matrix {
    fn at(&self, row: usize, column: usize) -> [u64; 2] {
        self.entries[row * self.width + column]
    }

    /// A mix of each player with weights in units of 2^-weight, and what it proves.
    #[must_use]
    pub fn solve(&self, weight: u8) -> [Proved; 2] {
        let (singles, spread) = ([self.single_first(), self.single_second()], self.spread());
        let alone = |bound: u64, bid: usize| Proved { bound, mix: vec![(bid, 1 << weight)] };
        let [(least, first), (most, second)] = singles;
        let single = [alone(least / 2, first), alone(most.div_ceil(2), second)];
        // A game with a best bid of each player has these bounds, however the numbers were rounded.
        if most.saturating_sub(least) <= spread.saturating_mul(2) {
            return single;
        }
        let mixes = self.simplex().map(|mix| weights(&mix, weight));
        let [first, second] = [0, 1].map(|player| self.proved(player, &mixes[player], weight));
        let [one, other] = single;
        [if one.bound > first.bound { one } else { first }, if other.bound < second.bound { other } else { second }]
    }

    /// The greatest difference of the two numbers of an entry.
    fn spread(&self) -> u64 {
        self.entries.iter().map(|[low, high]| high - low).max().unwrap_or(0)
    }

    /// The bid of the first player that guarantees most by itself, and what that is.
    fn single_first(&self) -> (u64, usize) {
        let worst = |row: usize| (0..self.width).map(|column| self.at(row, column)[0]).min().unwrap_or(0);
        // The least of the best bids: chips are kept.
        let best = (0..self.height).rev().max_by_key(|&row| worst(row)).unwrap_or(0);
        (worst(best), best)
    }

    /// The bid of the second player that holds the first one to least by itself, and to what.
    fn single_second(&self) -> (u64, usize) {
        let worst = |column: usize| (0..self.height).map(|row| self.at(row, column)[1]).max().unwrap_or(0);
        let best = (0..self.width).min_by_key(|&column| worst(column)).unwrap_or(0);
        (worst(best), best)
    }

    /// What a mix of a player proves.
    fn proved(&self, player: usize, mix: &[(usize, u64)], weight: u8) -> Proved {
        let against = |answer: usize| -> u128 {
            let entry = |bid: usize| if player == 0 { self.at(bid, answer)[0] } else { self.at(answer, bid)[1] };
            mix.iter().map(|&(bid, own)| u128::from(own) * u128::from(entry(bid))).sum()
        };
        let whole = 2_u128 << weight;
        let bound = match player {
            0 => (0..self.width).map(against).min().unwrap_or(0) / whole,
            _ => (0..self.height).map(against).max().unwrap_or(0).div_ceil(whole),
        };
        // A mean of units is not above the greatest of them.
        Proved { bound: u64::try_from(bound).unwrap_or(u64::MAX), mix: mix.to_vec() }
    }

    /// Both players' mixes by a linear program: the second player maximises the sum of `y ≥ 0` with `M y ≤ 1`, where `M` is the matrix made positive; the
    /// first one's mix is the dual solution.
    fn simplex(&self) -> [Vec<f64>; 2] {
        let (m, n) = (self.height, self.width);
        let middle = |[low, high]: [u64; 2]| low as f64 + high as f64;
        let most = self.entries.iter().map(|&entry| middle(entry)).fold(1.0, f64::max);
        let line = |row: usize| {
            let entries = (0..n).map(|column| 1.0 + middle(self.at(row, column)) / most);
            entries.chain([1.0]).collect::<Vec<f64>>()
        };
        let mut table: Vec<Vec<f64>> = (0..m).map(line).collect();
        table.push([vec![-1.0; n], vec![0.0]].concat());
        // The variables outside the basis, one for each column, and those inside, one for each row: below n they are bids of the second player.
        let (mut outside, mut inside): (Vec<usize>, Vec<usize>) = ((0..n).collect(), (n..n + m).collect());
        for count in 0..MOST_PIVOTS {
            let Some(column) = entering(&table[m][..n], &outside, count > CAREFUL) else { break };
            let Some(row) = leaving(&table, column, &inside) else { break };
            pivot(&mut table, row, column);
            std::mem::swap(&mut outside[column], &mut inside[row]);
        }
        let mut mixes = [vec![0.0; m], vec![0.0; n]];
        for (column, &variable) in outside.iter().enumerate() {
            if variable >= n {
                mixes[0][variable - n] = table[m][column].max(0.0);
            }
        }
        for (row, &variable) in inside.iter().enumerate() {
            if variable < n {
                mixes[1][variable] = table[row][n].max(0.0);
            }
        }
        mixes
    }
}

/// The column that enters: the most negative cost, or the first negative one by variable.
fn entering(costs: &[f64], outside: &[usize], careful: bool) -> Option<usize> {
    let negative = (0..costs.len()).filter(|&column| costs[column] < -SMALL);
    if careful {
        return negative.min_by_key(|&column| outside[column]);
    }
    negative.min_by(|&a, &b| costs[a].total_cmp(&costs[b]).then(outside[a].cmp(&outside[b])))
}

/// The row that leaves: the least ratio, and of equal ones the first variable.
fn leaving(table: &[Vec<f64>], column: usize, inside: &[usize]) -> Option<usize> {
    let last = table[0].len() - 1;
    let ratio = |row: usize| table[row][last] / table[row][column];
    let possible = (0..inside.len()).filter(|&row| table[row][column] > 1e-9);
    possible.min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(inside[a].cmp(&inside[b])))
}

/// Exchanges the variable of a row and that of a column.
fn pivot(table: &mut [Vec<f64>], row: usize, column: usize) {
    let lead = table[row][column];
    for (place, number) in table[row].iter_mut().enumerate() {
        *number = if place == column { 1.0 / lead } else { *number / lead };
    }
    let own = table[row].clone();
    for (_, other) in table.iter_mut().enumerate().filter(|(place, _)| *place != row) {
        let factor = other[column];
        for (place, number) in other.iter_mut().enumerate() {
            *number = if place == column { -factor * own[column] } else { *number - factor * own[place] };
        }
    }
}

/// Whole weights with the sum 2^weight, near these numbers.
fn weights(mix: &[f64], weight: u8) -> Vec<(usize, u64)> {
    let sum: f64 = mix.iter().sum();
    let (whole, scale) = (1_u64 << weight, (1_u64 << weight) as f64);
    let round = |part: f64| if part > NOISE { (part * scale) as u64 } else { 0 };
    let mut all: Vec<u64> = mix.iter().map(|&own| if sum > 0.0 { round(own / sum) } else { 0 }).collect();
    let largest = (0..all.len()).rev().max_by_key(|&bid| all[bid]).unwrap_or(0);
    let others: u64 = all.iter().enumerate().filter(|(bid, _)| *bid != largest).map(|(_, own)| own).sum();
    match whole.checked_sub(others) {
        Some(rest) => all[largest] = rest,
        None => all.iter_mut().enumerate().for_each(|(bid, own)| *own = if bid == largest { whole } else { 0 }),
    }
    all.into_iter().enumerate().filter(|(_, own)| *own > 0).collect()
}
