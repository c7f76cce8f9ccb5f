//! What several certificates about one endless game say together: a mean payoff as the money grows, and all averages that anybody can make sure of.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use super::answer::{self, average, share};
use super::{About, ratio};
use crate::escape::quoted;
use crate::fraction;
use crate::json::{self, Object};
use checker::Verified;
use checker::numbers::at;
use games::aims::least::Secured;

/// The mean payoffs of these positions, from certificates for one share of Left's after the other.
///
/// # Panics
///
/// If a certificate is about something else.
#[must_use]
pub fn by_money<'a>(rows: &'a [(BigRational, Arc<Verified>)], shown: Range<u32>, is_json: bool) -> String {
    let about = |verified: &'a Arc<Verified>| About::of(verified).expect("it is about an endless game");
    let means = rows.iter().map(|(share, verified)| match about(verified) {
        About::Mean(mean) => (share, mean),
        _ => unreachable!("a mean payoff was solved"),
    });
    let means: Vec<_> = means.collect();
    let first = about(&rows[0].1);
    let name = |number: u32| &*first.game().names[at(number)];
    let is_same = means.iter().all(|(_, mean)| answer::range(mean).iter().all(|end| *end == ratio(mean.g(0))));
    let is_money = answer::is_for_money(first) && is_same;
    if is_json {
        let row = |number: u32, share: &BigRational, mean: BigRational| {
            let mut object = Object::default();
            object.text("at", name(number)).text("share_of_left", share).text("mean", mean);
            object
        };
        let row = &row;
        let all =
            shown.flat_map(|number| means.iter().map(move |(share, mean)| row(number, share, ratio(mean.g(number)))));
        return json::rows(all);
    }
    let [bank, _] = answer::payment(&means[0].1.body).expect("the bank takes a part");
    let mut text = format!(
        "verified: {}: the mean payoff as Left's share of the money grows; {}\n",
        super::title(first.game()),
        answer::bank(&bank)
    );
    text += if answer::read_as_tosses(first, &means[0].1.body).is_empty() {
        "Nobody bids here, so money does not matter.\n"
    } else if is_money {
        "With more than the share Left makes sure of so much or more; with less of it Right makes sure of so much or less. It never falls as the share grows, so two rows enclose what is between.\n"
    } else {
        "These are values with tosses of a coin that stands for this share. They are not the same everywhere, or chance moves, so money may decide what is reached.\n"
    };
    // What is the same everywhere is told once.
    for number in if is_money { 0..1 } else { shown } {
        if !is_money {
            let _ = writeln!(text, "{}", quoted(name(number)));
        }
        for (share, mean) in &means {
            let _ = writeln!(text, "  {:<5} {}", share.to_string(), fraction::text(&ratio(mean.g(number))));
        }
    }
    text
}

/// What Left and Right make sure of at these positions, from the certificates of all averages at which it changes, in order.
///
/// # Errors
///
/// If they leave something open beyond the averages.
///
/// # Panics
///
/// If a certificate is about something else, or there is none.
pub fn steps(rows: &[&Verified], shown: Range<u32>, is_json: bool) -> Result<String, String> {
    let secured = rows.iter().map(|verified| match About::of(verified) {
        Some(About::Secured(secured)) => secured,
        _ => unreachable!("an average was asked for"),
    });
    let secured: Vec<&Secured> = secured.collect();
    let about = About::Secured(secured[0]);
    let game = about.game();
    let is_money = answer::is_for_money(about);
    let (mut objects, mut text) = (Vec::new(), String::new());
    let count = secured.len();
    let is_step = |it: &&Secured| (0..).take(game.positions.len()).any(|number| it.l(number) != it.u(number));
    let _ = writeln!(
        text,
        "verified: {}: {} {} which it changes who makes sure of it, each verified",
        super::title(game),
        crate::escape::count(count, "mean payoff", "mean payoffs"),
        if secured.iter().all(is_step) { "at" } else { "at or around" }
    );
    for number in shown {
        let bounds: Vec<[BigRational; 2]> =
            secured.iter().map(|it| [share(it.l(number)), share(it.u(number))]).collect();
        // Beyond all of them nothing is left.
        let outer = [bounds[0][0].clone(), bounds[count - 1][1].clone()];
        if outer != [BigRational::one(), BigRational::zero()] {
            return Err(format!(
                "{}: the certificates leave a mean payoff open: this is a bug of the solver",
                quoted(&game.names[at(number)])
            ));
        }
        let _ = writeln!(text, "{}", quoted(&game.names[at(number)]));
        // What is left between two averages is a mean payoff between them.
        let averages: Vec<String> = secured.iter().map(|it| average(&it.body).to_string()).collect();
        let steps = (0..count).map(|step| (&averages[step..=step], [&bounds[step][0], &bounds[step][1]]));
        let between = (1..count).map(|step| (&averages[step - 1..=step], [&bounds[step - 1][1], &bounds[step][0]]));
        let mut rows: Vec<_> = steps.zip(std::iter::once(None).chain(between.map(Some))).collect();
        rows.reverse();
        let rows = rows.into_iter().flat_map(|(step, between)| std::iter::once(step).chain(between));
        for (means, [least, more]) in rows.filter(|(_, [least, more])| least != more) {
            let mut object = Object::default();
            object.text("at", &*game.names[at(number)]);
            match means {
                [low, high] => object.text("low", low).text("high", high),
                _ => object.text("mean", &means[0]),
            };
            object.text("from", more).text("to", least);
            objects.push(object);
            let c = if is_money { means.join(" to ") } else { means[0].clone() };
            let shown = |bound: &BigRational| fraction::text(bound);
            let _ = match (is_money, more.is_zero(), least.is_one()) {
                (true, true, true) => writeln!(text, "  {c} with any shares of the money"),
                (true, true, false) => writeln!(text, "  {c} while Right has less than {} of the money", shown(least)),
                (true, false, true) => writeln!(text, "  {c} while Right has more than {} of the money", shown(more)),
                (true, false, false) => {
                    writeln!(text, "  {c} while Right has between {} and {} of the money", shown(more), shown(least))
                }
                (false, ..) => {
                    writeln!(text, "  {c} or more with probability {}{}", shown(least), answer::with_tosses(about))
                }
            };
        }
    }
    Ok(if is_json { json::rows(objects.into_iter()) } else { text })
}
