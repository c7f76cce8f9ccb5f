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
use crate::json::{Object, list};
use checker::Verified;
use checker::numbers::at;
use games::aims::least::Secured;

/// The mean payoffs of these positions, from certificates for one share of Left's after the other.
///
/// # Panics
///
/// If a certificate is about something else.
#[must_use]
pub fn by_money<'a>(rows: &'a [(BigRational, Arc<Verified>)], shown: Range<u32>, json: bool) -> String {
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
    if json {
        let row = |number: u32, share: &BigRational, mean: BigRational| {
            Object::default().text("at", name(number)).text("share_of_left", share).text("mean", mean).to_string()
        };
        let row = &row;
        let all =
            shown.flat_map(|number| means.iter().map(move |(share, mean)| row(number, share, ratio(mean.g(number)))));
        return format!("{}\n", list(all));
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
/// If they leave something open between two averages.
///
/// # Panics
///
/// If a certificate is about something else, or there is none.
pub fn steps(rows: &[&Verified], shown: Range<u32>, json: bool) -> Result<String, String> {
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
    let _ = writeln!(
        text,
        "verified: {}: {} at which it changes who makes sure of it, each verified",
        super::title(game),
        crate::escape::count(count, "mean payoff", "mean payoffs")
    );
    for number in shown {
        let bounds: Vec<[BigRational; 2]> =
            secured.iter().map(|it| [share(it.l(number)), share(it.u(number))]).collect();
        // Between two averages Left's bound of the next one is Right's of the one before; beyond all of them nothing is left.
        let starts = std::iter::once(BigRational::one()).chain(bounds.iter().map(|bound| bound[1].clone()));
        let ends = bounds.iter().map(|bound| bound[0].clone()).chain([BigRational::zero()]);
        if starts.ne(ends) {
            return Err(format!(
                "{}: the certificates leave a mean payoff open: this is a bug of the solver",
                quoted(&game.names[at(number)])
            ));
        }
        let _ = writeln!(text, "{}", quoted(&game.names[at(number)]));
        for (it, [least, more]) in secured.iter().zip(&bounds).rev().filter(|(_, [least, more])| least != more) {
            let c = average(&it.body);
            let mut object = Object::default();
            object.text("at", &*game.names[at(number)]).text("mean", &c).text("from", more).text("to", least);
            objects.push(object.to_string());
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
    Ok(if json { format!("{}\n", list(objects.into_iter())) } else { text })
}
