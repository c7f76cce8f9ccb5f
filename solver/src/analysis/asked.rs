//! More that can be asked of endgames of bidding chess, beside [`super::claims`]: counts of positions, walks along best moves, and the threshold method's steps.

use std::collections::BTreeSet;

use checker::theorem::Side;
use num_rational::BigRational;
use serde::Deserialize;
use session::entry::{self, Entry, Leads};
use session::ranked::Ranked;

use crate::analysis::claims::{At, Certificates, In, InAll, Moves, Name, violated};
use crate::analysis::statistics;
use crate::audit::{Answer, Found, Item, Question, question};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("dyadic-share", dyadic_share),
        question("quiescent-values", quiescent_values),
        question("waits", waits),
        question("plans-differ", plans_differ),
        question("threshold-stays", threshold_stays),
        question("violated-rises", violated_rises),
        question("more-best-moves", more_best_moves),
    ]
}

/// The share of the positions of each endgame whose value has a power of 2 as denominator.
fn dyadic_share(certs: &mut Certificates, InAll { endgames }: &InAll) -> Answer {
    let (mut shares, mut counts) = (Vec::new(), Vec::new());
    for figures in certs.all_statistics(endgames)? {
        shares.push(Item::Number(BigRational::new(figures.dyadic.into(), figures.positions.into())));
        counts.push(format!("{} of {}", figures.dyadic, figures.positions));
    }
    Ok(Found::list(shares).noting(format!("{} positions", counts.join(", "))))
}

/// The values of the quiescent positions of some endgames, each once.
fn quiescent_values(certs: &mut Certificates, InAll { endgames }: &InAll) -> Answer {
    let (mut values, mut count) = (Vec::new(), 0);
    for endgame in endgames {
        let table = certs.table(endgame)?;
        let ranked = Ranked::new(&table);
        let quiescent = statistics::positions(&ranked).filter(statistics::Position::is_quiescent);
        let ranks: Vec<u64> = quiescent.map(|position| position.place.alpha[0]).collect();
        count += ranks.len();
        let distinct = ranks.into_iter().collect::<BTreeSet<u64>>();
        values.extend(distinct.into_iter().map(|rank| ranked.fraction(rank)));
    }
    values.sort();
    values.dedup();
    Ok(Found::list(values.into_iter().map(Item::Number)).noting(format!("{count} positions")))
}

/// Where a player's best moves lead, if none of them ends the game or changes the men.
fn best_leads(entry: &Entry, side: Side) -> Option<Vec<u32>> {
    let plan = &entry.plans[if side == Side::White { 0 } else { 1 }].as_ref()?.to_win;
    let leads = plan.options.iter().map(|&place| match entry.options[place].leads {
        Leads::To(number) => Some(number),
        _ => None,
    });
    leads.collect()
}

/// Whether the game never ends if one player wins every bid and plays best moves, whichever.
fn waits(certs: &mut Certificates, Moves { position, player }: &Moves) -> Answer {
    let start = certs.entry(position)?;
    let table = certs.table(position.endgame())?;
    let side = player.side();
    let mut known = BTreeSet::new();
    let Some(mut open) = best_leads(&start, side) else { return Ok(Found::truth(false).noting("at once")) };
    while let Some(number) = open.pop() {
        if known.insert(number) {
            let entry = entry::at_number(&table, number);
            let Some(leads) = best_leads(&entry, side) else {
                return Ok(Found::truth(false).noting(format!("it may end from {}", entry.name)));
            };
            open.extend(leads);
        }
    }
    Ok(Found::truth(true)
        .noting(format!("best moves lead to {} positions, up to symmetry, and not out of them", known.len())))
}

/// A certificate in the folder of the certificates.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfFile {
    certificate: String,
}

/// Whether at some position no move of White is best both for winning and for not losing.
fn plans_differ(certs: &mut Certificates, OfFile { certificate }: &OfFile) -> Answer {
    let path = certs.places.certs.join(certificate);
    let table = certs.library.table(&path)?;
    let firsts: Vec<u32> = Ranked::new(&table).firsts().collect();
    let (mut count, mut first) = (0, String::new());
    for number in &firsts {
        let entry = entry::at_number(&table, *number);
        let Some(plans) = &entry.plans[0] else { continue };
        if plans.to_win.options.iter().all(|option| !plans.not_to_lose.options.contains(option)) {
            first = if count == 0 { format!(", first at {}", entry.name) } else { first };
            count += 1;
        }
    }
    Ok(Found::truth(count > 0).noting(format!("{count} of {} positions{first}", firsts.len())))
}

/// The threshold method from a number of steps on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct From {
    endgame: Name,
    from: usize,
    further: usize,
}

/// Whether equations are violated just before so many steps, and none after these and after each of so many further ones.
fn threshold_stays(_: &mut (), From { endgame, from, further }: &From) -> Answer {
    let last = from + further;
    let series = violated(endgame, last)?;
    let stays = series.get(*from..=last).is_some_and(|after| after.iter().all(|violated| *violated == 0));
    let before = from.checked_sub(1).map_or(0, |before| series[before]);
    let note = format!("{before} violated just before, looked at up to {last} steps");
    Ok(Found::truth(stays && before > 0).noting(note))
}

/// Whether the number of violated equations rises at some step before it falls to 0.
fn violated_rises(_: &mut (), In { endgame }: &In) -> Answer {
    let series = violated(endgame, 0)?;
    let rises: Vec<usize> = (1..series.len()).filter(|n| series[n - 1] < series[*n]).collect();
    let first = rises.first().map_or(String::new(), |n| format!(", first at step {n}"));
    Ok(Found::truth(!rises.is_empty()).noting(format!("at {} of {} steps{first}", rises.len(), series.len() - 1)))
}

/// A move of White beside which others are as good.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Beside {
    position: String,
    #[serde(rename = "move")]
    step: String,
}

/// Whether a move of White is best, and others are as good.
fn more_best_moves(certs: &mut Certificates, Beside { position, step }: &Beside) -> Answer {
    let At { position } = At { position: position.parse()? };
    let entry = certs.entry(&position)?;
    let plan = &entry.plans[0].as_ref().ok_or("position: found no move of White, required one")?.to_win;
    let best: Vec<&str> = plan.options.iter().map(|&place| entry.options[place].step.as_str()).collect();
    Ok(Found::truth(best.contains(&step.as_str()) && best.len() > 1).noting(best.join(", ")))
}
