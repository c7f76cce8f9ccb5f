//! Endless games: every certificate that is written is verified, and so it is true; that the checker takes what is true alone, and all of it, show its own
//! tests against brute force.

use std::any::Any;
use std::sync::Arc;

use checker::claim::Subject;
use games::aims::Game;
use num_rational::BigRational;
use solver::games::Winner;
use solver::games::aims::certificate::{self, Money};
use solver::games::aims::chips;
use solver::random::SplitMix64;

/// A random game of so many positions, as its file; with chance and turns, or with bids alone.
fn file(random: &mut SplitMix64, count: u32, bids: bool) -> String {
    let positions = (0..count).map(|number| {
        let mut names = |least: u32| -> String {
            let many = least + random.below(2);
            let list: Vec<String> = (0..many).map(|_| format!("\"p{}\"", random.below(count))).collect();
            format!("[{}]", list.join(","))
        };
        let (left, right) = (names(1), names(1));
        let sort = match number % 4 {
            _ if bids => format!("\"left\":{left},\"right\":{right}"),
            3 => {
                let [one, other] = [random.below(count), random.below(count)];
                format!(
                    "\"chance\":[{{\"to\":\"p{one}\",\"weight\":\"1/3\"}},{{\"to\":\"p{other}\",\"weight\":\"2/3\"}}]"
                )
            }
            1 => format!("\"turn\":\"left\",\"left\":{left}"),
            _ => format!("\"left\":{left},\"right\":{right}"),
        };
        let (reward, priority) = (i64::from(random.below(7)) - 3, random.below(4));
        format!("{{\"name\":\"p{number}\",\"reward\":\"{reward}\",\"priority\":{priority},{sort}}}")
    });
    format!("{{\"endless-game\":1,\"positions\":[{}]}}", positions.collect::<Vec<_>>().join(","))
}

/// What is verified.
fn verified<T: Any + Send + Sync>(game: &Arc<Game>, certificate: &[u8]) -> Arc<T> {
    let given: Subject = Arc::clone(game) as _;
    let verdict = games::checker(1, |_| None::<Vec<u8>>).check_given(certificate, Some(&given));
    verdict.expect("a true certificate").about().expect("the kind that was written")
}

/// Whole chips, both rules, by parity and for averages: both tables leave each other what the statement says, or the checker refuses them.
#[test]
fn random_endless_games_with_chips_have_certificates_that_are_verified() {
    use games::aims::chips::EndlessChips;
    let (mut random, mut between) = (SplitMix64::new(22), 0);
    for number in 0..300 {
        let count = 1 + random.below(6);
        let game = Arc::new(Game::read(file(&mut random, count, true).as_bytes()).expect("a game"));
        let average = BigRational::new((i64::from(random.below(9)) - 4).into(), 2.into());
        let winner = if random.below(2) == 0 { Winner::Moves } else { Winner::Decides };
        let most = u64::from(random.below(7));
        let written =
            chips::certificate(&game, most, winner, (number % 2 == 0).then_some(&average)).expect("thresholds");
        let stated: Arc<EndlessChips> = verified(&game, &written);
        between += stated.needs.iter().flatten().filter(|needed| (1..=most).contains(*needed)).count();
    }
    assert!(between > 50, "{between} thresholds of some chips");
}

/// Mean payoffs with and without a bank, an average that occurs or one between, all averages, and parity.
#[test]
fn random_endless_games_have_certificates_that_are_verified() {
    use games::aims::{least::Secured, mean::Mean, parity::Parity};
    let (mut random, mut between) = (SplitMix64::new(2), 0);
    for _ in 0..600 {
        let count = 1 + random.below(8);
        let game = Arc::new(Game::read(file(&mut random, count, false).as_bytes()).expect("a game"));
        let mean: Arc<Mean> = verified(&game, &certificate::mean(&game, Money::RICHMAN).expect("a mean"));
        let first = mean.g(0);
        let averages = [
            BigRational::new(first.numerator, first.denominator.into()),
            BigRational::new((i64::from(random.below(13)) - 6).into(), 2.into()),
        ];
        let steps = certificate::steps(&game, &mut || ()).expect("averages");
        for average in averages.into_iter().chain(steps) {
            let least: Arc<Secured> =
                verified(&game, &certificate::least(&game, &average).expect("what is made sure of"));
            between += usize::from(least.l(0) != least.u(0));
        }
        let _: Arc<Parity> = verified(&game, &certificate::parity(&game).expect("a parity game"));
        let bank = [[1, 1], [1, 2], [2, 3]][random.below(3) as usize];
        let share = [[1, 2], [1, 5], [3, 4], [1, 65535]][random.below(4) as usize];
        let _: Arc<Mean> = verified(&game, &certificate::mean(&game, Money { bank, share }).expect("a mean"));
    }
    assert!(between > 50, "{between} averages at which something changes");
}
