//! Published claims against verified tables.
//!
//! Responsible for answering each [`Claim`] from certificates that the checker has verified in this very run, and from nothing else
//! (the two kinds that speak of the threshold method's steps, `threshold` and `gap`, are answered by running it). Left to
//! others: the form of the file ([`claims`]), how answers are set out (`solve audit`).

pub mod claims;
pub mod other;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use checker::Verified;
use checker::chess::Man;
use checker::theorem::{INFINITE, Label, Side};
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use report::entry::{self, Entry, Interval, Plans};
use report::ranked::{Ranked, Step};
use report::{figures, fraction, notation};

use crate::chess::board::{Board, SMALLEST_SIDE};
use crate::graph::exact::policy::Silent;
use crate::reading::factors;
use crate::reading::statistics::{self, Category, Position, Statistics};
use crate::reading::verified::{Library, VerifiedError};
use crate::thresholds::family::Family;
use crate::thresholds::gap::Gap;
use crate::thresholds::{self, Run};
use claims::{Claim, Name, Named, Statement};

/// What an audit says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds as it is printed.
    AsPrinted,
    /// It does not.
    Differs,
    /// It was not looked into.
    NotRun,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AsPrinted => "as printed",
            Self::Differs => "DIFFERS",
            Self::NotRun => "not run",
        })
    }
}

/// The answer to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is claimed, in words.
    pub claimed: String,
    /// What the verified tables say; why it was not run, where it was not.
    pub verified: String,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// Why an audit cannot go on.
#[derive(Debug)]
pub struct AuditError {
    /// The line of the claim.
    pub line: usize,
    /// What is wrong.
    pub reason: Reason,
}

/// What can stop an audit.
#[derive(Debug)]
pub enum Reason {
    /// A certificate is missing or not verified.
    Certificate(VerifiedError),
    /// A certificate does not answer for a position.
    Position(String),
    /// No such move.
    NoMove(String),
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.line)?;
        match &self.reason {
            Reason::Certificate(error) => write!(f, "required a verified certificate: {error}"),
            Reason::Position(error) => f.write_str(error),
            Reason::NoMove(step) => {
                write!(f, "move: found {step:?}, which is no move there, required one such as d7d8=N")
            }
        }
    }
}

impl std::error::Error for AuditError {}

/// An audit of the certificates in one folder.
pub struct Audit {
    folder: PathBuf,
    library: Library,
    statistics: BTreeMap<Name, Rc<Statistics>>,
    /// Where the certificates of all boards are, if that claim is to be looked into.
    survey: Option<PathBuf>,
    /// Whether the claims about the threshold method are to be looked into.
    thresholds: bool,
}

impl Audit {
    /// An audit of the certificates in `folder`. The claim about all boards is looked into if `survey` says where their
    /// certificates are; those about the threshold method, which is run for them, with `thresholds`.
    #[must_use]
    pub fn new(folder: &Path, survey: Option<&Path>, thresholds: bool) -> Self {
        let (folder, survey) = (folder.to_owned(), survey.map(Path::to_owned));
        Self { folder, library: Library::default(), statistics: BTreeMap::new(), survey, thresholds }
    }

    /// Answers one claim.
    ///
    /// # Errors
    ///
    /// [`AuditError`] where a certificate that the claim needs is missing, not verified, or about something else.
    pub fn answer(&mut self, claim: &Claim) -> Result<Answer, AuditError> {
        self.statement(&claim.statement).map_err(|reason| AuditError { line: claim.line, reason })
    }

    fn table(&mut self, endgame: &Name) -> Result<std::sync::Arc<Verified>, Reason> {
        self.library.table(&self.folder.join(endgame.file())).map_err(Reason::Certificate)
    }

    fn statistics(&mut self, endgame: &Name) -> Result<Rc<Statistics>, Reason> {
        if let Some(known) = self.statistics.get(endgame) {
            return Ok(Rc::clone(known));
        }
        let figures = Rc::new(statistics::statistics(&*self.table(endgame)?));
        self.statistics.insert(endgame.clone(), Rc::clone(&figures));
        Ok(figures)
    }

    fn all_statistics(&mut self, endgames: &[Name]) -> Result<Vec<Rc<Statistics>>, Reason> {
        endgames.iter().map(|endgame| self.statistics(endgame)).collect()
    }

    fn entry(&mut self, position: &Named) -> Result<Entry, Reason> {
        let table = self.table(&position.endgame)?;
        entry::at_text(&table, &position.fen).map_err(|error| Reason::Position(format!("position: {error}")))
    }

    fn statement(&mut self, statement: &Statement) -> Result<Answer, Reason> {
        match statement {
            Statement::Value { position, value } => {
                let entry = self.entry(position)?;
                let same = entry.known.is_sharp() && fraction::same(&entry.known.alpha.low, value);
                Ok(answer(format!("{} is worth {}", position.fen, short(value)), values(&entry), same))
            }
            Statement::BestMoves { position, player, moves, value } => {
                let entry = self.entry(position)?;
                Ok(best_moves(position, *player, moves, value.as_ref(), &entry))
            }
            Statement::Move { position, step, value } => self.step(position, step, value),
            Statement::AllValues { endgame, value } => {
                let figures = self.statistics(endgame)?;
                let extremes = figures.extremes.as_ref().map(|[least, most]| (short(least), short(most)));
                let (least, most) = extremes.unwrap_or_default();
                let same = figures.extremes.iter().any(|ends| ends.iter().all(|end| fraction::same(end, value)));
                let found = format!("{} positions, values from {least} to {most}", figures.positions);
                Ok(answer(format!("{}: all are worth {}", endgame.0, short(value)), found, same))
            }
            Statement::Sharp { endgames } => self.sharp(endgames),
            Statement::SharpBoards { below } => self.sharp_boards(*below),
            Statement::Labels { position, white, black } => {
                let entry = self.entry(position)?;
                let [t, t_dash] = entry.known.labels.map(finite);
                let within = |label: Option<Label>, bound: u32| label.is_some_and(|label| label <= bound);
                let same = within(t, *white) && within(t_dash, *black);
                let found = format!("T = {}, T′ = {}", label(t), label(t_dash));
                Ok(answer(format!("{}: T ≤ {white}, T′ ≤ {black}", position.fen), found, same))
            }
            Statement::Quiescent { position } => {
                let entry = self.entry(position)?;
                Ok(answer(format!("{} is quiescent", position.fen), reached(&entry), entry.is_quiescent()))
            }
            Statement::Zugzwang { position } => {
                let entry = self.entry(position)?;
                let same = entry.known.is_sharp() && entry.is_zugzwang();
                Ok(answer(format!("{} is a zugzwang", position.fen), reached(&entry), same))
            }
            Statement::QuiescentCategories { endgames, categories } => self.categories(endgames, categories),
            Statement::QuiescentCategory { endgame, category, white, black, placements } => {
                self.category(endgame, *category, [*white, *black], *placements)
            }
            Statement::LargestDenominator { endgames, denominator, position } => {
                let figures = self.all_statistics(endgames)?;
                let largest = figures.iter().filter_map(|figures| figures.largest_denominators.first());
                let largest = largest.max_by_key(|largest| &largest.value);
                let mut same = largest.is_some_and(|largest| largest.value == *denominator);
                if let Some(position) = position {
                    same &= denominator_of(&self.entry(position)?.known.alpha.low) == *denominator;
                }
                let at = position.as_ref().map_or(String::new(), |position| format!(", of {}", position.fen));
                let claimed = format!("{}: largest denominator {}{at}", names(endgames), long(denominator));
                let found = largest.map(|largest| format!("{} at {}", long(&largest.value), largest.fen));
                Ok(answer(claimed, found.unwrap_or_default(), same))
            }
            Statement::SmallestNonDyadic { endgames, denominator, position } => {
                let figures = self.all_statistics(endgames)?;
                let smallest = figures.iter().filter_map(|figures| figures.smallest_non_dyadic.as_ref());
                let smallest = smallest.min_by_key(|smallest| &smallest.value);
                let same = smallest.is_some_and(|smallest| smallest.value == *denominator)
                    && denominator_of(&self.entry(position)?.known.alpha.low) == *denominator;
                let claimed = format!(
                    "{}: {} is the smallest denominator that is no power of 2, of {}",
                    names(endgames),
                    long(denominator),
                    position.fen
                );
                let found = smallest.map(|smallest| format!("{} first at {}", long(&smallest.value), smallest.fen));
                Ok(answer(claimed, found.unwrap_or_else(|| "none".to_owned()), same))
            }
            Statement::Denominators { endgame, denominators } => {
                let found = statistics::all_denominators(&*self.table(endgame)?);
                let same = found.iter().all(|denominator| denominators.contains(denominator));
                let list = |list: &[BigUint]| list.iter().map(long).collect::<Vec<_>>().join(", ");
                let shown = if found.len() > 12 { format!("{} denominators", found.len()) } else { list(&found) };
                Ok(answer(format!("{}: denominators only {}", endgame.0, list(denominators)), shown, same))
            }
            Statement::Divisors { endgame, divisors } => {
                let denominators = statistics::all_denominators(&*self.table(endgame)?);
                let divides =
                    |divisor: &&BigUint| denominators.iter().any(|denominator| denominator.is_multiple_of(divisor));
                let found: Vec<String> = divisors.iter().filter(divides).map(long).collect();
                let all: Vec<String> = divisors.iter().map(long).collect();
                let claimed = format!("{}: {} divide denominators", endgame.0, all.join(", "));
                Ok(answer(claimed, format!("{} do", found.join(", ")), found.len() == all.len()))
            }
            Statement::Factorisation { number, factors } => Ok(factorisation(number, factors)),
            Statement::Promotion { endgame, never } => self.promotion(endgame, never),
            Statement::Threshold { endgame, steps } => {
                let claimed = format!("{}: no violated equation first after {steps} steps", endgame.0);
                Ok(self.threshold(claimed, endgame, *steps))
            }
            Statement::Gap { endgames, steps, digits } => {
                let claimed = format!("{}: β − α < 10^-{digits} after {steps} steps", names(endgames));
                Ok(self.gap(claimed, endgames, *steps, *digits))
            }
            Statement::Bounds { fen, lower, upper, proofs } => self.bounds(fen, lower, upper, proofs),
            Statement::Other(claim) => other::other(&mut self.library, &self.folder, claim),
        }
    }

    /// The best bounds on a position that these certificates prove.
    fn bounds(
        &mut self,
        fen: &str,
        lower: &BigRational,
        upper: &BigRational,
        proofs: &[String],
    ) -> Result<Answer, Reason> {
        let mut found: [Option<BigRational>; 2] = [None, None];
        for proof in proofs {
            let plan = self.library.plan(&self.folder.join(proof)).map_err(Reason::Certificate)?;
            let root = entry::root(&plan).filter(|root| root.name == fen);
            let Some(Entry { known, .. }) = root else {
                return Err(Reason::Position(format!("{proof}: found another position, required {fen}")));
            };
            let proved = [(&known.alpha.high, Ordering::Less), (&known.beta.low, Ordering::Greater)];
            for (best, (bound, better)) in found.iter_mut().zip(proved) {
                // 1 for α and 0 for β say nothing.
                let nothing = BigRational::from_integer(u32::from(better == Ordering::Less).into());
                let old = best.as_ref().unwrap_or(&nothing);
                if fraction::compare(bound, old) == better {
                    *best = Some(bound.clone());
                }
            }
        }
        let [alpha, beta] = &found;
        let is = |bound: &Option<BigRational>, order: Ordering, claimed: &BigRational| {
            bound.as_ref().is_some_and(|bound| fraction::compare(bound, claimed) != order)
        };
        let holds = is(alpha, Ordering::Greater, lower) && is(beta, Ordering::Less, upper);
        let text = |bound: &Option<BigRational>| bound.as_ref().map_or("nothing".to_owned(), short);
        Ok(Answer {
            claimed: format!("{fen}: α ≤ {}, β ≥ {}", short(lower), short(upper)),
            verified: format!("α ≤ {}, β ≥ {}", text(alpha), text(beta)),
            verdict: if holds { Verdict::AsPrinted } else { Verdict::Differs },
        })
    }

    fn step(&mut self, position: &Named, step: &str, value: &BigRational) -> Result<Answer, Reason> {
        let entry = self.entry(position)?;
        let option = entry.options.iter().find(|option| option.step == step);
        let found = &option.ok_or_else(|| Reason::NoMove(step.to_owned()))?.known.alpha.low;
        let claimed = format!("{}: {step} leads to {}", position.fen, short(value));
        Ok(answer(claimed, short(found), fraction::same(found, value)))
    }

    fn sharp(&mut self, endgames: &[Name]) -> Result<Answer, Reason> {
        let (mut positions, mut not_sharp, mut infinite) = (0, 0, 0);
        for endgame in endgames {
            not_sharp += figures::Figures::new(&*self.table(endgame)?).not_sharp;
            let figures = self.statistics(endgame)?;
            positions += figures.positions;
            infinite += figures.infinite_labels;
        }
        let claimed = format!("{}: α = β everywhere, with finite T and T′", names(endgames));
        let found = format!("{positions} positions, {not_sharp} with α < β, {infinite} infinite labels");
        Ok(answer(claimed, found, not_sharp == 0 && infinite == 0))
    }

    /// Every three-piece endgame on every smaller board, under both rules of the double step where they differ.
    fn sharp_boards(&mut self, below: Board) -> Result<Answer, Reason> {
        let claimed = format!("α = β in every three-piece endgame on every board smaller than {below}");
        let Some(folder) = self.survey.clone() else {
            return Ok(not_run(claimed, "needs the certificates of all boards: `solve survey DIR`, then --survey DIR"));
        };
        let (mut tables, mut positions, mut not_sharp) = (0, 0, 0);
        for ranks in SMALLEST_SIDE..=below.ranks() {
            for files in
                (SMALLEST_SIDE..=below.files()).filter(|&files| (files, ranks) != (below.files(), below.ranks()))
            {
                // One library for each board, so that no more than a board's tables are held at once.
                let mut library = Library::default();
                for name in three_pieces(files, ranks) {
                    let table = library.table(&folder.join(name.file())).map_err(Reason::Certificate)?;
                    let figures = figures::Figures::new(&table);
                    tables += 1;
                    positions += figures.positions;
                    not_sharp += figures.not_sharp;
                }
            }
        }
        let found = format!("{tables} certificates, {positions} positions, {not_sharp} with α < β");
        Ok(answer(claimed, found, not_sharp == 0))
    }

    fn categories(&mut self, endgames: &[Name], categories: &[Category]) -> Result<Answer, Reason> {
        let mut counts: BTreeMap<Category, usize> = BTreeMap::new();
        for figures in self.all_statistics(endgames)? {
            for (category, group) in &figures.quiescent {
                *counts.entry(*category).or_insert(0) += group.positions;
            }
        }
        let found: Vec<String> = counts.iter().map(|(category, count)| format!("{category} {count}")).collect();
        let same = counts.keys().all(|category| categories.contains(category))
            && categories.iter().all(|category| counts.contains_key(category));
        let words: Vec<String> = categories.iter().map(ToString::to_string).collect();
        let claimed = format!("{}: quiescent positions are of the categories {}", names(endgames), words.join(", "));
        Ok(answer(claimed, found.join(", "), same))
    }

    fn category(
        &mut self,
        endgame: &Name,
        category: Category,
        bounds: [u32; 2],
        placements: Option<usize>,
    ) -> Result<Answer, Reason> {
        let figures = self.statistics(endgame)?;
        let [white, black] = bounds;
        let count = placements.map_or(String::new(), |count| format!("{count} placements, "));
        let claimed = format!("{}, {category}: {count}T ≤ {white}, T′ ≤ {black}", endgame.0);
        let Some(group) = figures.quiescent.get(&category) else {
            return Ok(answer(claimed, "none is quiescent".to_owned(), false));
        };
        let within = group.largest_labels.iter().zip(bounds).all(|(label, bound)| label.is_some_and(|l| l <= bound));
        let same = within && placements.is_none_or(|count| count == group.placements);
        let [t, t_dash] = group.largest_labels;
        let found = format!(
            "{} positions, {} placements, T up to {}, T′ up to {}",
            group.positions,
            group.placements,
            label(t),
            label(t_dash)
        );
        Ok(answer(claimed, found, same))
    }

    /// Each promotion to one of these roles, beside the same pawn's promotion to a queen.
    fn promotion(&mut self, endgame: &Name, never: &[char]) -> Result<Answer, Reason> {
        let table = self.table(endgame)?;
        let (mut compared, mut better, mut example) = (0, 0, String::new());
        for position in statistics::positions(&Ranked::new(&table)) {
            for (to_queen, other) in promotions(&position, never) {
                compared += 1;
                if other > to_queen {
                    better += 1;
                    example = format!(", such as in {}", notation::fen(position.board, &position.placement));
                }
            }
        }
        let letters: Vec<String> = never.iter().map(char::to_string).collect();
        let claimed = format!("{}: promoting to {} is never better than to Q", endgame.0, letters.join(" or "));
        Ok(answer(claimed, format!("{compared} promotions, {better} better{example}"), compared > 0 && better == 0))
    }

    fn threshold(&self, claimed: String, endgame: &Name, steps: u32) -> Answer {
        if !self.thresholds {
            return not_run(claimed, WITH_THRESHOLDS);
        }
        // Twice as many steps are made before it is given up.
        let most = steps as usize * 2;
        match endgame.family().map(|family| self::run(&family, 0..=most)) {
            Ok(Run { found: Some((found, _)), .. }) => {
                answer(claimed, format!("{found} steps"), found == steps as usize)
            }
            Ok(_) => answer(claimed, format!("more than {most} steps"), false),
            Err(error) => not_run(claimed, &error),
        }
    }

    fn gap(&self, claimed: String, endgames: &[Name], steps: u32, digits: u32) -> Answer {
        if !self.thresholds {
            return not_run(claimed, WITH_THRESHOLDS);
        }
        let steps = steps as usize;
        let mut largest = BigRational::zero();
        for endgame in endgames {
            match endgame.family().map(|family| self::run(&family, steps..=steps)) {
                Ok(run) => {
                    let Gap { numerator, power } = run.series[steps].gap.clone();
                    let gap = BigRational::new(numerator.into(), (BigUint::one() << power).into());
                    if fraction::compare(&gap, &largest) == Ordering::Greater {
                        largest = gap;
                    }
                }
                Err(error) => return not_run(claimed, &error),
            }
        }
        let bound = BigRational::new(1.into(), num_bigint::BigInt::from(10).pow(digits));
        answer(
            claimed,
            format!("at most {}", scientific(&largest)),
            fraction::compare(&largest, &bound) == Ordering::Less,
        )
    }
}

/// Why a claim about the threshold method was not looked into.
const WITH_THRESHOLDS: &str = "takes minutes: run with --thresholds";
/// Threads that generate moves for the threshold method.
const THREADS: usize = 2;

impl Name {
    /// The endgame with its imports, as the threshold method wants them.
    fn family(&self) -> Result<Family, String> {
        let (board, signature, double_step) = self.parts().ok_or("no such endgame")?;
        Family::new(board, &signature, double_step).map_err(|error| error.to_string())
    }
}

/// Runs the threshold method in silence.
fn run(family: &Family, range: RangeInclusive<usize>) -> Run {
    thresholds::run(family, range, THREADS, &mut Silent)
}

/// The three-piece endgames of a board, with both rules of the double step where they differ.
fn three_pieces(files: u8, ranks: u8) -> Vec<Name> {
    let mut names: Vec<String> = ["Kk", "KQk", "KRk", "KBk", "KNk"].map(str::to_owned).into();
    if ranks >= 3 {
        names.push("KPk".to_owned());
    }
    if ranks >= 4 {
        names.push(if ranks >= 8 { "KPk single" } else { "KPk double" }.to_owned());
    }
    names.into_iter().map(|men| Name(format!("{files}x{ranks} {men}"))).collect()
}

/// The values of White's promotion of a pawn to a queen and to each of some other roles, by the same step, as ranks.
fn promotions<'a>(position: &'a Position, never: &'a [char]) -> impl Iterator<Item = (u64, u64)> + 'a {
    // From where, to where, and into what.
    let parts = |step: &Step| {
        let (from, to, role) = notation::move_parts(position.board, step.name).filter(|_| step.by == Side::White)?;
        Some((from, to, notation::letter(Man::of(Side::White, role?))))
    };
    let others = position.options.iter().filter_map(move |step| Some((parts(step)?, step)));
    others.filter(|((.., letter), _)| never.contains(letter)).filter_map(move |((from, to, _), other)| {
        let queen = position.options.iter().find(|step| parts(step) == Some((from, to, 'Q')));
        queen.map(|queen| (queen.to.alpha[0], other.to.alpha[0]))
    })
}

fn answer(claimed: String, verified: String, same: bool) -> Answer {
    Answer { claimed, verified, verdict: if same { Verdict::AsPrinted } else { Verdict::Differs } }
}

fn not_run(claimed: String, why: &str) -> Answer {
    Answer { claimed, verified: why.to_owned(), verdict: Verdict::NotRun }
}

fn best_moves(position: &Named, player: Side, moves: &[String], value: Option<&BigRational>, entry: &Entry) -> Answer {
    let plan = &plans(entry, player).to_win;
    let reached = &plan.best.low;
    let mut found: Vec<&str> = plan.options.iter().map(|&place| entry.options[place].text.as_str()).collect();
    let mut printed: Vec<&str> = moves.iter().map(String::as_str).collect();
    found.sort_unstable();
    printed.sort_unstable();
    let same = entry.known.is_sharp()
        && (printed.is_empty() || found == printed)
        && value.is_none_or(|value| fraction::same(value, reached));
    let player = player.of("white", "black");
    let claimed = match (printed.join(", "), value) {
        (moves, None) => format!("{}: {player}'s best is {moves}", position.fen),
        (moves, Some(value)) if moves.is_empty() => {
            format!("{}: {player}'s best leads to {}", position.fen, short(value))
        }
        (moves, Some(value)) => format!("{}: {player}'s best is {moves} to {}", position.fen, short(value)),
    };
    answer(claimed, format!("{} to {}", found.join(", "), short(reached)), same)
}

/// The best options of a player. In an endgame all positions are bid for.
fn plans(entry: &Entry, player: Side) -> &Plans {
    let [white, black] = &entry.plans;
    player.of(white, black).as_ref().expect("both players may come to move")
}

fn factorisation(number: &BigUint, factors: &[(BigUint, u32)]) -> Answer {
    let product = factors.iter().fold(BigUint::one(), |product, (base, exponent)| product * base.pow(*exponent));
    let composite: Vec<String> =
        factors.iter().filter(|(base, _)| !factors::is_prime(base)).map(|(base, _)| long(base)).collect();
    let words: Vec<String> = factors
        .iter()
        .map(|(base, exponent)| if *exponent == 1 { long(base) } else { format!("{}^{exponent}", long(base)) })
        .collect();
    let mut found = if product == *number { "the product is right" } else { "the product is another" }.to_owned();
    found.push_str(&if composite.is_empty() {
        "; every base passes the prime test".to_owned()
    } else {
        format!("; not prime: {}", composite.join(", "))
    });
    let same = product == *number && composite.is_empty();
    answer(format!("{} = {}", long(number), words.join(" · ")), found, same)
}

fn values(entry: &Entry) -> String {
    let ends = |value: &Interval| match value.is_exact() {
        true => short(&value.low),
        false => format!("{}..{}", short(&value.low), short(&value.high)),
    };
    let known = &entry.known;
    match known.is_sharp() {
        true => short(&known.alpha.low),
        false => format!("α = {}, β = {}", ends(&known.alpha), ends(&known.beta)),
    }
}

fn reached(entry: &Entry) -> String {
    let [white, black] = Side::BOTH.map(|side| short(&plans(entry, side).to_win.best.low));
    format!("White reaches {white}, Black {black}")
}

/// A label that is proved and finite.
fn finite(label: Option<Label>) -> Option<Label> {
    label.filter(|&label| label != INFINITE)
}

fn label(label: Option<u32>) -> String {
    label.map_or("∞".to_owned(), |label| label.to_string())
}

fn names(endgames: &[Name]) -> String {
    endgames.iter().map(|name| name.0.as_str()).collect::<Vec<_>>().join(", ")
}

fn denominator_of(value: &BigRational) -> BigUint {
    value.denom().magnitude().clone()
}

/// A number in full up to 20 digits; beyond, its ends and how many digits it has.
fn long(number: &BigUint) -> String {
    let digits = number.to_string();
    match digits.len() {
        ..=20 => digits,
        count => format!("{}…{} ({count} digits)", &digits[..6], &digits[count - 6..]),
    }
}

/// A fraction, with long numbers shortened.
fn short(value: &BigRational) -> String {
    match value.denom().is_one() {
        true => long(value.numer().magnitude()),
        false => format!("{}/{}", long(value.numer().magnitude()), long(value.denom().magnitude())),
    }
}

/// A positive number in scientific notation with two digits, rounded up.
fn scientific(value: &BigRational) -> String {
    if value.is_zero() {
        return "0".to_owned();
    }
    let ten = BigRational::from_integer(10.into());
    let (mut mantissa, mut exponent) = (value.clone(), 0i64);
    while mantissa < BigRational::one() {
        mantissa *= &ten;
        exponent -= 1;
    }
    while mantissa >= ten {
        mantissa /= &ten;
        exponent += 1;
    }
    let tenths = (mantissa * &ten).ceil().to_integer();
    let (whole, tenth) = tenths.div_rem(&10.into());
    format!("{whole}.{tenth}·10^{exponent}")
}
