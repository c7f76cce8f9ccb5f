//! Endless games by brute force: all pairs of memoryless strategies with tosses in the place of auctions, each chain solved exactly.
//!
//! Games drawn by lot, their files, and certificates about them. Values come from stationary distributions alone. That memoryless strategies suffice for the
//! mean payoff, for the probability of an average, and for parity is known: Liggett and Lippman 1969, Gimbert and Kelmendi 2014, Chatterjee, Jurdziński and
//! Henzinger 2004.

use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Form, Statement};
use checker::claim::Subject;
use checker::failure::Failure;
use games::aims::Game;
use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{One, Signed, Zero};
use writer::{Writer, write};

use crate::witness::support::{Random, fractions, head};

/// A number; all that occur are small.
pub type Q = Ratio<i128>;

pub fn q(numerator: i128, denominator: i128) -> Q {
    Q::new(numerator, denominator)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bid,
    White,
    Black,
    Chance,
}

/// The share of a bid that the bank takes, and White's share of the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    pub part: Q,
    pub share: Q,
}

/// The bank takes nothing, and who has what does not matter.
pub const NO_BANK: Bank = Bank { part: Q::new_raw(0, 1), share: Q::new_raw(0, 1) };

impl Bank {
    /// A bank that takes something.
    pub fn random(random: &mut Random) -> Self {
        let part = *random.pick(&[(1, 4), (1, 3), (1, 2), (2, 3), (1, 1), (1, 1)]);
        let share = *random.pick(&[(1, 5), (1, 4), (1, 3), (1, 2), (1, 2), (2, 3), (3, 4), (4, 5)]);
        Self { part: q(part.0, part.1), share: q(share.0, share.1) }
    }

    /// How often the coin falls to White.
    pub fn coin(self) -> Q {
        (Q::one() - self.part + self.part * self.share) / (q(2, 1) - self.part)
    }
}

/// A position. Where a player may move and has no option, the only one is a pass, which is written as an empty list.
#[derive(Clone, Debug)]
pub struct Spot {
    pub kind: Kind,
    pub white: Vec<usize>,
    pub black: Vec<usize>,
    /// Of chance: where to, and how probable it is.
    pub chance: Vec<(usize, Q)>,
    pub reward: Q,
    pub priority: usize,
    /// Of an auction, if whoever is chosen decides who moves: how often the coin falls to White. Else it is fair, and whoever is chosen moves.
    pub coin: Option<Q>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Play(pub Vec<Spot>);

/// Which option a player takes, at each position; and whether the player lets the other one move (`Spot::ways`).
pub type Strategy = Vec<usize>;

impl Spot {
    /// The options of a player, if the player may move.
    pub fn options(&self, is_white: bool) -> &[usize] {
        let may = [Kind::Bid, if is_white { Kind::White } else { Kind::Black }].contains(&self.kind);
        if !may {
            &[]
        } else if is_white {
            &self.white
        } else {
            &self.black
        }
    }

    /// How many ways to play a player has here. Whoever may let the other one move has each option twice: a way counts as its remainder by the options, and
    /// those beyond them say that, if the coin falls so, the other one shall move.
    fn ways(&self, is_white: bool) -> usize {
        self.options(is_white).len().max(1) * if self.coin.is_some() { 2 } else { 1 }
    }

    /// Where the play goes, and how probable that is, if each player takes the option of this number.
    pub fn step(&self, white: usize, black: usize) -> Vec<(usize, Q)> {
        if let Some(coin) = self.coin {
            let [(to_white, white_lets), (to_black, black_lets)] = [(&self.white, white), (&self.black, black)]
                .map(|(options, way)| (options[way % options.len()], way >= options.len()));
            let chosen = [if white_lets { to_black } else { to_white }, if black_lets { to_white } else { to_black }];
            return vec![(chosen[0], coin), (chosen[1], Q::one() - coin)];
        }
        match self.kind {
            Kind::Bid => vec![(self.white[white], q(1, 2)), (self.black[black], q(1, 2))],
            Kind::White => vec![(self.white[white], Q::one())],
            Kind::Black => vec![(self.black[black], Q::one())],
            Kind::Chance => self.chance.clone(),
        }
    }

    /// The terms of `F(x)`, with their weights.
    pub fn terms<X: Ord + Clone>(&self, x: &[X]) -> Vec<(Q, X)> {
        let best = |is_white: bool| {
            let seen = self.options(is_white).iter().map(|&to| x[to].clone());
            if is_white { seen.max() } else { seen.min() }
        };
        if self.kind == Kind::Chance {
            return self.chance.iter().map(|(to, weight)| (*weight, x[*to].clone())).collect();
        }
        let mut terms: Vec<X> = [true, false].into_iter().filter_map(best).collect();
        if let Some(coin) = self.coin {
            terms.sort();
            return [Q::one() - coin, coin].into_iter().zip(terms).collect();
        }
        let weight = q(1, terms.len() as i128);
        terms.into_iter().map(|term| (weight, term)).collect()
    }
}

impl Play {
    /// A game of 2 to 4 positions.
    pub fn random(random: &mut Random) -> Self {
        let count = 2 + random.below(3);
        let spot = |here: usize, random: &mut Random| {
            let kind = [Kind::Bid, Kind::Bid, Kind::Bid, Kind::White, Kind::Black, Kind::Chance][random.below(6)];
            let mut list = || match random.below(7) {
                0 => vec![here],
                chosen => (0..1 + chosen % 2).map(|_| random.below(count)).collect(),
            };
            let (white, black) = (list(), list());
            let weights = [[1, 1, 0], [1, 2, 0], [1, 1, 2]][random.below(3)];
            let sum = weights.iter().sum();
            let chance = weights.iter().filter(|weight| **weight > 0);
            let chance = chance.map(|&weight| (random.below(count), q(weight, sum))).collect();
            let reward = q(random.below(7) as i128 - 3, 1 + random.below(2) as i128);
            Spot { kind, white, black, chance, reward, priority: random.below(4), coin: None }
        };
        Self((0..count).map(|here| spot(here, random)).collect())
    }

    /// The same game, in which a coin takes the place of an auction with this bank, and whoever is chosen decides who moves.
    pub fn with(&self, bank: Bank) -> Self {
        let coin = |spot: &Spot| (spot.kind == Kind::Bid).then(|| bank.coin());
        Self(self.0.iter().map(|spot| Spot { coin: coin(spot), ..spot.clone() }).collect())
    }

    /// The game with the colours exchanged.
    pub fn mirrored(&self) -> Self {
        let other = |spot: &Spot| {
            let kind = match spot.kind {
                Kind::White => Kind::Black,
                Kind::Black => Kind::White,
                kind => kind,
            };
            let (white, black, coin) = (spot.black.clone(), spot.white.clone(), spot.coin.map(|coin| Q::one() - coin));
            Spot { kind, white, black, reward: -spot.reward, coin, ..spot.clone() }
        };
        Self(self.0.iter().map(other).collect())
    }

    /// The file.
    pub fn json(&self) -> String {
        let names = |list: &[usize], here: usize| {
            let names: Vec<String> = list.iter().map(|to| format!("\"p{to}\"")).collect();
            // A pass; longer games write some of them as options.
            if list == [here] && self.0.len() < 4 { String::new() } else { names.join(", ") }
        };
        let position = |(here, spot): (usize, &Spot)| {
            let (white, black) = (names(&spot.white, here), names(&spot.black, here));
            let chance: Vec<String> =
                spot.chance.iter().map(|(to, weight)| format!(r#"{{"to": "p{to}", "weight": "{weight}"}}"#)).collect();
            let options = match spot.kind {
                Kind::Bid => format!(r#""left": [{white}], "right": [{black}]"#),
                Kind::White => format!(r#""turn": "left", "left": [{white}]"#),
                Kind::Black => format!(r#""turn": "right", "right": [{black}]"#),
                Kind::Chance => format!(r#""chance": [{}]"#, chance.join(", ")),
            };
            let (reward, priority) = (spot.reward, spot.priority);
            format!(r#"{{"name": "p{here}", {options}, "reward": "{reward}", "priority": {priority}}}"#)
        };
        let positions: Vec<String> = self.0.iter().enumerate().map(position).collect();
        format!("{{\"endless-game\": 1, \"positions\": [\n{}\n]}}\n", positions.join(",\n"))
    }

    /// The game, as the library reads it.
    pub fn read(&self) -> Arc<Game> {
        Arc::new(Game::read(self.json().as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}: {}", self.json())))
    }

    pub fn rewards(&self) -> Vec<Q> {
        self.0.iter().map(|spot| spot.reward).collect()
    }

    pub fn least(&self) -> Q {
        self.rewards().into_iter().min().unwrap()
    }

    /// All memoryless strategies of a player.
    pub fn strategies(&self, is_white: bool) -> Vec<Strategy> {
        let mut all = vec![vec![]];
        for spot in &self.0 {
            let count = spot.ways(is_white);
            let longer = |one: Strategy| (0..count).map(move |option| [&one[..], &[option]].concat());
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    /// What a chain comes to, for each pair of strategies: first by White's, then by Black's.
    pub fn pairs<T>(&self, of: impl Fn(&Chain) -> T) -> Vec<Vec<T>> {
        let black = self.strategies(false);
        let row = |white: Strategy| black.iter().map(|black| of(&Chain::new(self, &white, black))).collect();
        self.strategies(true).into_iter().map(row).collect()
    }
}

/// Of each position the most that White makes sure of, and the least to which Black holds it, which has to be the same.
pub fn value(pairs: &[Vec<Vec<Q>>]) -> Vec<Q> {
    let at = |position: usize| {
        let row = |row: &Vec<Vec<Q>>| row.iter().map(|x| x[position]).min().unwrap();
        let column = |black: usize| pairs.iter().map(|row| row[black][position]).max().unwrap();
        let (most, least) = (pairs.iter().map(row).max(), (0..pairs[0].len()).map(column).min());
        assert_eq!(most, least, "memoryless strategies are not enough");
        most.unwrap()
    };
    (0..pairs[0][0].len()).map(at).collect()
}

/// A Markov chain: how probable each step is, and each position in the long run; and where it may stay.
pub struct Chain {
    pub step: Vec<Vec<Q>>,
    pub limit: Vec<Vec<Q>>,
    pub classes: Vec<Vec<usize>>,
}

impl Chain {
    pub fn new(play: &Play, white: &[usize], black: &[usize]) -> Self {
        let count = play.0.len();
        let mut step = vec![vec![Q::zero(); count]; count];
        for (here, spot) in play.0.iter().enumerate() {
            spot.step(white[here], black[here]).into_iter().for_each(|(to, weight)| step[here][to] += weight);
        }
        // What is reached in one step or more, or in none.
        let mut reach: Vec<Vec<bool>> =
            (0..count).map(|a| (0..count).map(|b| a == b || step[a][b] > Q::zero()).collect()).collect();
        for middle in 0..count {
            for a in 0..count {
                for b in 0..count {
                    reach[a][b] |= reach[a][middle] && reach[middle][b];
                }
            }
        }
        let is_recurrent = |a: &usize| (0..count).all(|b| !reach[*a][b] || reach[b][*a]);
        let first = |a: &usize| (0..*a).all(|b| !(reach[*a][b] && reach[b][*a]));
        let class = |a: usize| (0..count).filter(|&b| reach[a][b]).collect();
        let classes: Vec<Vec<usize>> = (0..count).filter(is_recurrent).filter(first).map(class).collect();
        let mut chain = Self { step, limit: vec![vec![Q::zero(); count]; count], classes };
        for class in chain.classes.clone() {
            let (stationary, enters) = (chain.stationary(&class), chain.enters(&class));
            for (here, enters) in enters.iter().enumerate() {
                class.iter().zip(&stationary).for_each(|(&to, weight)| chain.limit[here][to] += enters * weight);
            }
        }
        chain
    }

    /// How probable each position of a class is in the long run.
    fn stationary(&self, class: &[usize]) -> Vec<Q> {
        let equation = |to: usize| -> Vec<Q> {
            let balance = |(place, &from): (usize, &usize)| {
                if to == 0 { Q::one() } else { self.step[from][class[to]] - q(i128::from(place == to), 1) }
            };
            class.iter().enumerate().map(balance).collect()
        };
        let sides = (0..class.len()).map(|to| q(i128::from(to == 0), 1)).collect();
        solve((0..class.len()).map(equation).collect(), sides)
    }

    /// How probable it is to come to a class.
    pub fn enters(&self, class: &[usize]) -> Vec<Q> {
        let count = self.step.len();
        let is_last = |a: usize| self.classes.iter().flatten().any(|&b| b == a);
        let equation = |a: usize| -> Vec<Q> {
            let own = |b: usize| q(i128::from(a == b), 1);
            (0..count).map(|b| if is_last(a) { own(b) } else { own(b) - self.step[a][b] }).collect()
        };
        let sides = (0..count).map(|a| q(i128::from(class.contains(&a)), 1)).collect();
        solve((0..count).map(equation).collect(), sides)
    }

    /// What is collected on average in a step.
    pub fn gain(&self, rewards: &[Q]) -> Vec<Q> {
        self.limit.iter().map(|row| row.iter().zip(rewards).map(|(weight, reward)| weight * reward).sum()).collect()
    }

    /// The gain `g`, and what is collected beside it from each position on: `h = r − g + (the mean of h)`, and 0 in the long run.
    pub fn bias(&self, rewards: &[Q]) -> (Vec<Q>, Vec<Q>) {
        let (gain, count) = (self.gain(rewards), self.step.len());
        let entry = |a: usize, b: usize| q(i128::from(a == b), 1) - self.step[a][b] + self.limit[a][b];
        let rows = (0..count).map(|a| (0..count).map(|b| entry(a, b)).collect()).collect();
        let sides = rewards.iter().zip(&gain).map(|(reward, gain)| reward - gain).collect();
        let bias = solve(rows, sides);
        (gain, bias)
    }

    /// How probable it is to stay in a class that is such.
    pub fn stays(&self, is_such: impl Fn(&[usize]) -> bool) -> Vec<Q> {
        let such: Vec<usize> = self.classes.iter().filter(|class| is_such(class)).flatten().copied().collect();
        self.enters(&such)
    }
}

/// The only solution of linear equations.
pub fn solve(mut rows: Vec<Vec<Q>>, mut sides: Vec<Q>) -> Vec<Q> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).find(|&row| !rows[row][column].is_zero()).expect("one solution");
        rows.swap(column, pivot);
        sides.swap(column, pivot);
        let by = rows[column][column].recip();
        rows[column].iter_mut().for_each(|entry| *entry *= by);
        sides[column] *= by;
        let (pivot, side) = (rows[column].clone(), sides[column]);
        for row in (0..count).filter(|&row| row != column) {
            let by = rows[row][column];
            if !by.is_zero() {
                rows[row].iter_mut().zip(&pivot).for_each(|(entry, pivot)| *entry -= by * pivot);
                sides[row] -= by * side;
            }
        }
    }
    sides
}

/// The bytes of a certificate: these columns of values, and then these of labels.
pub fn certificate(number: u8, body: Vec<u8>, values: &[Vec<Q>], labels: &[Vec<u32>]) -> Vec<u8> {
    let big = |value: &Q| BigRational::new(BigInt::from(*value.numer()), BigInt::from(*value.denom()));
    let values: Vec<Vec<BigRational>> = values.iter().map(|column| column.iter().map(big).collect()).collect();
    let (spelt, places) = fractions(values.iter().flatten());
    let mut slice = Writer::default();
    for column in &values {
        slice.column(&column.iter().map(|value| places[value]).collect::<Vec<u64>>());
    }
    labels.iter().for_each(|column| slice.column(column));
    let mut head = head(Statement::Further(number, body), 0, Form::One, vec![]);
    head.values = spelt.into();
    write(&head, &[slice.0])
}

/// The verdict on a certificate about a game.
pub fn check(bytes: &[u8], game: &Arc<Game>) -> Result<Arc<Verified>, Failure> {
    let given: Subject = game.clone();
    games::checker(1, |_| None::<Vec<u8>>).check_given(bytes, Some(&given))
}

/// The least scale with which these numbers are at most 1, and the numbers on it.
pub fn scaled(columns: &[Vec<Q>]) -> (u16, Vec<Vec<Q>>) {
    let most = columns.iter().flatten().max().unwrap();
    let scale = (0..).find(|scale| *most <= q(1 << scale, 1)).unwrap();
    let by = q(1, 1 << scale);
    (scale, columns.iter().map(|column| column.iter().map(|number| number * by).collect()).collect())
}

/// How the bodies of statements 17 and 18 begin.
fn body(game: &Game, scale: u16) -> Writer {
    let mut body = Writer(game.digest.0.to_vec());
    body.number(scale.into());
    body
}

/// The body of statement 17.
pub fn mean_body(game: &Game, scale: u16, bank: Bank) -> Vec<u8> {
    let mut body = body(game, scale);
    for part in [bank.part, bank.share] {
        [part.numer(), part.denom()].into_iter().for_each(|&number| body.number(u64::try_from(number).unwrap()));
    }
    body.0
}

/// A certificate of statement 17. Only differences of `h` count, so it is moved: its least number is 0.
pub fn mean(play: &Play, game: &Game, bank: Bank, g: &[Q], h: &[Q]) -> Vec<u8> {
    let (least, lowest) = (play.least(), h.iter().min().unwrap());
    let columns = [g.iter().map(|g| g - least).collect(), h.iter().map(|h| h - lowest).collect()];
    let (scale, columns) = scaled(&columns);
    certificate(17, mean_body(game, scale, bank), &columns, &[])
}

/// A certificate of statement 18 with the columns `l`, `h`, `u`, `k`; the least number of `h` and of `k` becomes 0.
pub fn secured(game: &Game, c: Q, [l, h, u, k]: [&[Q]; 4]) -> Vec<u8> {
    let lift = |column: &[Q]| -> Vec<Q> { column.iter().map(|x| x - column.iter().min().unwrap()).collect() };
    let (scale, columns) = scaled(&[lift(h), lift(k)]);
    let mut body = body(game, scale);
    body.0.push(u8::from(c < Q::zero()));
    body.number(u64::try_from(c.numer().abs()).unwrap());
    body.number(u64::try_from(*c.denom()).unwrap());
    certificate(18, body.0, &[l.to_vec(), columns[0].clone(), u.to_vec(), columns[1].clone()], &[])
}

/// A certificate of statement 19.
pub fn parity(game: &Game, x: &[Q], labels: &[Vec<u32>]) -> Vec<u8> {
    certificate(19, game.digest.0.to_vec(), &[x.to_vec()], labels)
}
