//! Chips in endless games: random games, solved by playing them with all bids; other thresholds are refused, with any bids, and labels of three sorts.

use std::sync::Arc;

use crate::witness::support::Random;
use checker::certificate::{Form, Head, Statement};
use checker::claim::Subject;
use checker::failure::Failure;
use checker::numbers::Fractions;
use checker::theorem::Side;
use games::aims::Game;
use games::aims::chips::{Body, EndlessChips, NUMBER};
use games::chips::WrongLine;
use writer::{Writer, spell, write};

use crate::fault;

/// A game, with its auction. Rewards are whole, and `average` is in halves: White wants so much or more.
#[derive(Clone, Debug)]
struct Play {
    options: Vec<[Vec<usize>; 2]>,
    priorities: Vec<u8>,
    rewards: Vec<i64>,
    decides: bool,
    chips: usize,
    average: Option<i64>,
}

impl Play {
    fn random(random: &mut Random, number: u64) -> Self {
        // The last places are never left.
        let (inner, sinks) = (1 + random.below(3), random.below(3));
        let count = inner + sinks;
        let mut list = |place: usize| -> Vec<usize> {
            if place >= inner {
                return vec![place];
            }
            let list: Vec<usize> = (0..random.below(3)).map(|_| random.below(count)).collect();
            if list.is_empty() { vec![place] } else { list }
        };
        let options = (0..count).map(|place| [list(place), list(place)]).collect();
        Self {
            options,
            priorities: (0..count).map(|_| random.below(4) as u8).collect(),
            rewards: (0..count).map(|_| random.below(3) as i64 - 1).collect(),
            decides: random.below(2) == 1,
            chips: 1 + random.below(5),
            average: (number % 2 == 1).then(|| random.below(3) as i64 - 1),
        }
    }

    fn game(&self) -> Arc<Game> {
        let position = |(place, [left, right]): (usize, &[Vec<usize>; 2])| {
            let names = |list: &[usize]| list.iter().map(|to| format!("\"{to}\"")).collect::<Vec<_>>().join(",");
            format!(
                r#"{{"name":"{place}","reward":"{}","priority":{},"left":[{}],"right":[{}]}}"#,
                self.rewards[place],
                self.priorities[place],
                names(left),
                names(right)
            )
        };
        let all: Vec<String> = self.options.iter().enumerate().map(position).collect();
        Arc::new(Game::read(format!(r#"{{"endless-game":1,"positions":[{}]}}"#, all.join(",")).as_bytes()).unwrap())
    }

    /// What is collected beyond the average, in units in which it is whole.
    fn weights(&self) -> Vec<i64> {
        let average = self.average.unwrap_or(0);
        self.rewards.iter().map(|reward| if average == 0 { *reward } else { 2 * reward - average }).collect()
    }

    /// What a state is worth, by what the next ones are worth: White bids first, or Black does.
    fn round<T: Ord + Copy>(&self, place: usize, t: usize, is_first: bool, at: &dyn Fn(usize, usize) -> T) -> T {
        let [own, other] = [0, 1].map(|side| &self.options[place][side]);
        let most = |t: usize| own.iter().map(|&to| at(to, t)).max().unwrap();
        let least = |t: usize| other.iter().map(|&to| at(to, t)).min().unwrap();
        let buys = |t: usize| if self.decides { most(t).max(least(t)) } else { most(t) };
        let sells = |t: usize| if self.decides { most(t).min(least(t)) } else { least(t) };
        let after = |x: usize, y: usize| match (x.cmp(&y), t % 2) {
            (std::cmp::Ordering::Greater, _) => buys(t - 2 * x),
            (std::cmp::Ordering::Less, _) => sells(t + 2 * y),
            (_, 1) => buys(t - 2 * x - 1).max(sells(t + 2 * x)),
            _ => buys(t - 2 * x).min(sells(t + 2 * x + 1)),
        };
        let (left, right) = (0..=t / 2, 0..=self.chips - t / 2);
        if is_first {
            left.map(|x| right.clone().map(|y| after(x, y)).min().unwrap()).max().unwrap()
        } else {
            right.map(|y| left.clone().map(|x| after(x, y)).max().unwrap()).min().unwrap()
        }
    }

    fn all<T>(&self, of: impl Fn(usize, usize) -> T) -> Vec<Vec<T>> {
        (0..self.options.len()).map(|place| (0..2 * self.chips + 2).map(|t| of(place, t)).collect()).collect()
    }

    /// Where White wins by parity: fixed points inside each other, the greatest priority outside.
    fn parity(&self, is_first: bool, k: u8, known: &mut Vec<Vec<Vec<bool>>>) -> Vec<Vec<bool>> {
        let start = self.all(|_, _| k.is_multiple_of(2));
        known.push(start);
        loop {
            let next = if k == 0 {
                // The variables from the greatest priority down.
                let of = |place: usize| &known[known.len() - 1 - usize::from(self.priorities[place])];
                self.all(|place, t| self.round(place, t, is_first, &|to, t| of(place)[to][t]))
            } else {
                self.parity(is_first, k - 1, known)
            };
            if Some(&next) == known.last() {
                known.pop();
                return next;
            }
            *known.last_mut().unwrap() = next;
        }
    }

    /// Where White makes sure of the average: in `k` rounds more than `k` times the mean, but for `2SW` (Zwick and Paterson 1996); with `S` states a mean below 0
    /// is at most `−1/S`.
    fn average(&self, is_first: bool) -> Vec<Vec<bool>> {
        let weights = self.weights();
        let states = (self.options.len() * (2 * self.chips + 2)) as i64;
        let error = 2 * states * weights.iter().map(|weight| weight.abs()).max().unwrap();
        let (mut sums, mut k) = (self.all(|_, _| 0), 0);
        loop {
            let is_known = |sum: &i64| *sum < -error || (sum - error) * states > -k;
            if sums.iter().flatten().all(is_known) {
                return self.all(|place, t| sums[place][t] >= -error);
            }
            sums = self.all(|place, t| weights[place] + self.round(place, t, is_first, &|to, t| sums[to][t]));
            k += 1;
        }
    }

    /// From how many chips on White wins, without the star and with it, at each place.
    fn needs(&self) -> [Vec<u64>; 2] {
        let [one, other] = [true, false].map(|is_first| match self.average {
            Some(_) => self.average(is_first),
            None => self.parity(is_first, 3, &mut Vec::new()),
        });
        assert_eq!(one, other, "nobody gains by bidding last: {self:?}");
        [0, 1].map(|star| {
            let needs = |row: &Vec<bool>| {
                let wins: Vec<bool> = row.iter().copied().skip(star).step_by(2).collect();
                assert!(wins.is_sorted(), "more chips win, too");
                wins.iter().filter(|wins| !**wins).count() as u64
            };
            one.iter().map(needs).collect()
        })
    }
}

/// A label, or none that is enough.
type Label = Vec<i64>;

/// What a certificate states for a side, by the star of White's and the place: bids, and labels.
type Stated = ([Vec<u64>; 2], [Vec<Label>; 2]);

/// A side that claims to win from so many chips on.
struct Claim<'a> {
    play: &'a Play,
    side: usize,
    needs: &'a [Vec<u64>; 2],
}

impl Claim<'_> {
    fn needed(&self, place: usize, star: usize) -> usize {
        let left = self.needs[if self.side == 0 { star } else { 1 - star }][place] as usize;
        if self.side == 0 { left } else { self.play.chips + 1 - left }
    }

    /// The priorities that are bad for the side, from the greatest down.
    fn bad(&self) -> Vec<u8> {
        let greatest = *self.play.priorities.iter().max().unwrap();
        (0..=greatest).rev().filter(|k| usize::from(k % 2) == 1 - self.side).collect()
    }

    fn none(&self) -> Label {
        vec![i64::MAX; if self.play.average.is_some() { 1 } else { self.bad().len() + 1 }]
    }

    /// The least label from which a step leads to this one.
    fn before(&self, place: usize, to: &Label) -> Label {
        if *to == self.none() {
            return self.none();
        }
        if self.play.average.is_some() {
            let (weight, states) = (self.play.weights()[place], 2 * self.play.options.len() as i64);
            let label = to[0] + if self.side == 0 { -weight } else { states * weight + 1 };
            return if label > 1000 { self.none() } else { vec![label.max(0)] };
        }
        let own = self.play.priorities[place];
        let bad = self.bad();
        let mut label: Label = to.iter().zip(&bad).map(|(count, k)| if *k >= own { *count } else { 0 }).collect();
        if let Some(mut part) = bad.iter().position(|k| *k == own) {
            // No more than there are states; else the part before is raised.
            while label[part] >= 2 * self.play.options.len() as i64 {
                label[part] = 0;
                if part == 0 {
                    return self.none();
                }
                part -= 1;
            }
            label[part] += 1;
        }
        label.push(0);
        label
    }

    /// The least label with which a bid wins, where the labels elsewhere are these.
    fn cost(&self, place: usize, star: usize, x: usize, labels: &[Vec<Label>; 2]) -> Label {
        let (t, chips) = (2 * self.needed(place, star) + star, self.play.chips);
        let zero = || vec![0; self.none().len()];
        let at = |to: usize, t: usize| match (t / 2).cmp(&self.needed(to, t % 2)) {
            std::cmp::Ordering::Greater => zero(),
            std::cmp::Ordering::Less => self.none(),
            std::cmp::Ordering::Equal => self.before(place, &labels[t % 2][to]),
        };
        let lists = &self.play.options[place];
        let own = |t: usize| lists[self.side].iter().map(|&to| at(to, t)).min().unwrap();
        let other = |t: usize| lists[1 - self.side].iter().map(|&to| at(to, t)).max().unwrap();
        let buys = |t: usize| if self.play.decides { own(t).min(other(t)) } else { own(t) };
        let sells = |t: usize| if self.play.decides { own(t).max(other(t)) } else { other(t) };
        let rest = chips - t / 2;
        let over = if x > 0 { buys(t - 2 * x) } else { zero() };
        let under = if x < rest { sells(t + 2 * x + 2) } else { zero() };
        let tie = match (x <= rest, t % 2) {
            (false, _) => zero(),
            (_, 1) => buys(t - 2 * x - 1).min(sells(t + 2 * x)),
            _ => buys(t - 2 * x).max(sells(t + 2 * x + 1)),
        };
        over.max(under).max(tie)
    }

    /// The least labels, and bids, if there are any; what is found of them else.
    fn find(&self) -> (bool, Stated) {
        let count = self.play.options.len();
        let mut labels = [(); 2].map(|()| vec![vec![0; self.none().len()]; count]);
        let mut bids = [vec![0; count], vec![0; count]];
        let mut found = true;
        let states = || (0..2).flat_map(|star| (0..count).map(move |place| (star, place)));
        loop {
            let last = labels.clone();
            for (star, place) in states().filter(|&(star, place)| self.needed(place, star) <= self.play.chips) {
                let cost = |x: &usize| self.cost(place, star, *x, &labels);
                let x = (0..=self.needed(place, star)).min_by_key(cost).unwrap();
                bids[star][place] = x as u64;
                labels[star][place] = cost(&x).max(labels[star][place].clone());
            }
            if labels == last {
                break;
            }
        }
        for label in labels.iter_mut().flatten().filter(|label| **label == self.none()) {
            (found, *label) = (false, vec![0; self.none().len()]);
        }
        // By the star of White's.
        if self.side == 1 {
            bids.reverse();
            labels.reverse();
        }
        (found, (bids, labels))
    }
}

fn check(play: &Play, needs: &[Vec<u64>; 2], stated: &[Stated; 2]) -> Result<Arc<EndlessChips>, Failure> {
    let game = play.game();
    let average = play.average.map(|average| (average < 0, average.unsigned_abs(), if average == 0 { 1 } else { 2 }));
    let body = Body { game: game.digest, decides: play.decides, chips: play.chips as u64, average };
    let statement = Statement::Further(NUMBER, spell(&body));
    let values = Fractions::default();
    let head = Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: values.into() };
    let mut slice = Writer::default();
    for star in [0, 1] {
        slice.column(&needs[star]);
        for (side, (bids, labels)) in stated.iter().enumerate() {
            slice.column(&bids[star]);
            let claim = Claim { play, side, needs };
            for part in 0..if play.average.is_some() { 1 } else { claim.bad().len() } {
                slice.column(&labels[star].iter().map(|label| label[part] as u64).collect::<Vec<_>>());
            }
        }
    }
    let given: Subject = game;
    let verified = games::checker(1, |_| None::<Vec<u8>>).check_given(&write(&head, &[slice.0]), Some(&given))?;
    Ok(verified.about().unwrap())
}

/// Whether these thresholds and labels are accepted with some bids.
fn is_accepted(play: &Play, needs: &[Vec<u64>; 2], mut stated: [Stated; 2]) -> bool {
    stated.iter_mut().for_each(|(bids, _)| bids.iter_mut().flatten().for_each(|bid| *bid = 0));
    loop {
        let Err(failure) = check(play, needs, &stated) else { return true };
        let wrong: &WrongLine = fault(&failure);
        let star = (wrong.half_units % 2) as usize;
        let star = if wrong.side == Side::White { star } else { 1 - star };
        let bid = &mut stated[wrong.side.of(0, 1)].0[star][wrong.position as usize];
        *bid += 1;
        if *bid > wrong.half_units / 2 {
            return false;
        }
    }
}

/// What playing finds is accepted, with the least labels, and no other thresholds, with the least labels that come of them, others by lot, and the greatest.
#[test]
fn accepts_what_playing_finds_and_nothing_else() {
    let mut random = Random(22);
    let games = if std::env::var("NIGHTLY").is_ok() { 10_000 } else { 150 };
    let (mut refused, mut too_low, mut between) = (0, 0, 0);
    for number in 0..games {
        let play = Play::random(&mut random, number);
        let needs = play.needs();
        let of = |needs: &[Vec<u64>; 2]| [0, 1].map(|side| Claim { play: &play, side, needs }.find());
        let [(left, white), (right, black)] = of(&needs);
        assert!(left && right, "each player has labels: {play:?} {needs:?}");
        let verdict = check(&play, &needs, &[white, black]);
        let verified = verdict.unwrap_or_else(|failure| panic!("{play:?} {needs:?} {failure:?}"));
        for (place, star) in (0..play.options.len()).flat_map(|place| [(place, 0), (place, 1)]) {
            let [left, right] = [(Side::White, star), (Side::Black, 1 - star)]
                .map(|(side, star)| 2 * verified.needed(place as u32, side, star) + star);
            assert_eq!(left + right, 2 * play.chips as u64 + 3);
            between += usize::from(star == 0 && (1..=play.chips as u64).contains(&needs[0][place]));
        }
        for _ in 0..6 {
            let mut other = needs.clone();
            for _ in 0..1 + random.below(3) {
                let needed = &mut other[random.below(2)][random.below(play.options.len())];
                *needed = random.below(play.chips + 2) as u64;
            }
            if other == needs {
                continue;
            }
            too_low += usize::from(other.iter().flatten().zip(needs.iter().flatten()).any(|(other, own)| other < own));
            let found = of(&other).map(|(_, stated)| stated);
            for sort in 0..3 {
                let mut stated = found.clone();
                for (side, (_, labels)) in stated.iter_mut().enumerate() {
                    let claim = Claim { play: &play, side, needs: &other };
                    for (star, place) in (0..2).flat_map(|star| (0..play.options.len()).map(move |place| (star, place)))
                    {
                        let is_used = claim.needed(place, if side == 0 { star } else { 1 - star }) <= play.chips;
                        for part in &mut labels[star][place] {
                            let label = [*part, random.below(6) as i64, i64::from(u32::MAX)][sort];
                            *part = if is_used { label } else { 0 };
                        }
                    }
                }
                assert!(!is_accepted(&play, &other, stated), "{play:?} {needs:?} {other:?}");
                refused += 1;
            }
        }
    }
    println!(
        "{games} games, {between} positions where either may win, {refused} refused, {too_low} games of them too low"
    );
    assert!(refused > 5 * games && between > games as usize / 20, "{refused} {between}");
}

/// Amounts that are too large, and bodies that are none.
#[test]
fn declines_beyond_its_limits() {
    let check = |game: &str, body: &dyn Fn(Body) -> Body| {
        let game = Arc::new(Game::read(game.as_bytes()).unwrap());
        let body = body(Body { game: game.digest, decides: false, chips: 1, average: Some((false, 0, 1)) });
        let statement = Statement::Further(NUMBER, spell(&body));
        let values = Fractions::default();
        let head =
            Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: values.into() };
        let given: Subject = game;
        games::checker(1, |_| None::<Vec<u8>>).check_given(&write(&head, &[]), Some(&given)).unwrap_err()
    };
    let of = |reward: &str| format!(r#"{{"endless-game": 1, "positions": [{{"name": "p", "reward": "{reward}"}}]}}"#);
    let is_weight = |failure| matches!(failure, Failure::Limit(much) if much.limit == games::aims::chips::WEIGHTS);
    let same = |body| body;
    // One position has two states: twice the reward and 1 is 2^62 − 1, and 2^62 + 1.
    assert_eq!(check(&of("2305843009213693951"), &same), Failure::Coverage(0, 1));
    assert!(is_weight(check(&of("2305843009213693952"), &same)));
    assert_eq!(check(&of("1/4611686018427387904"), &same), Failure::Coverage(0, 1));
    assert!(is_weight(check(&of("1/4611686018427387905"), &same)));
    let two = r#"{"endless-game": 1, "positions": [{"name": "p", "reward": "1/4294967296"}, {"name": "q", "reward": "1/4294967295"}]}"#;
    assert!(is_weight(check(two, &same)), "the common denominator");
    let average = |average| move |body| Body { average: Some(average), ..body };
    for wrong in [(true, 0, 1), (false, 2, 2), (false, 1, 0), (false, 1 << 63, 1)] {
        assert_eq!(check(&of("1"), &average(wrong)), Failure::Statement("average"));
    }
    let parity = |body| Body { average: None, ..body };
    assert_eq!(check(&of("1"), &parity), Failure::Uncovered("a position without a priority", 0));
    let turn = r#"{"endless-game": 1, "positions": [{"name": "p", "turn": "left", "reward": "1"}]}"#;
    assert_eq!(check(turn, &same), Failure::Uncovered("a position where the players do not bid", 0));
    let many = |body| Body { chips: (1 << 40) + 1, ..body };
    assert!(matches!(check(&of("1"), &many), Failure::Limit(much) if much.limit == games::chips::CHIPS));
}
