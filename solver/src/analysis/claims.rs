//! What can be asked of endgames of bidding chess: questions of [`crate::audit`].
//!
//! Responsible for answers from certificates that the checker has verified in this very run, and from nothing else (two questions, `threshold` and `gap`,
//! speak of the threshold method's steps, and run it).

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use checker::Verified;
use checker::chess::Man;
use checker::theorem::{INFINITE, Label, Side};
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::Deserialize;
use session::entry::{self, Entry, Interval, Plans};
use session::ranked::{Ranked, Step};
use session::{figures, fraction, notation};

use crate::analysis::statistics::{self, Category, Position, Statistics};
use crate::analysis::verified::{Library, VerifiedError};
use crate::audit::{Answer, Found, Item, Places, Question, State, Unanswered, parsed, question};
use crate::certificates::family;
use crate::chess::board::{Board, SMALLEST_SIDE};
use crate::chess::material::{DoubleStep, Signature};
use crate::thresholds::{self, Thresholds};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("value", value),
        question("best-moves", best_moves),
        question("best-value", best_value),
        question("move", step),
        question("all-values", all_values),
        question("sharp", sharp),
        question("sharp-boards", sharp_boards),
        question("labels", labels),
        question("quiescent", quiescent),
        question("zugzwang", zugzwang),
        question("quiescent-categories", quiescent_categories),
        question("quiescent-labels", quiescent_labels),
        question("quiescent-placements", quiescent_placements),
        question("denominator", denominator),
        question("largest-denominator", largest_denominator),
        question("smallest-non-dyadic", smallest_non_dyadic),
        question("denominators", denominators),
        question("divisors", divisors),
        question("promotion", promotion),
        question("threshold", threshold),
        question("gap", gap),
        question("bounds", bounds),
    ]
}

/// The certificates that have been verified, and their statistics.
pub struct Certificates {
    /// Where they are.
    pub places: Places,
    /// Those verified so far.
    pub library: Library,
    statistics: BTreeMap<Name, Rc<Statistics>>,
}

impl State for Certificates {
    fn new(places: &Places) -> Result<Self, Unanswered> {
        Ok(Self { places: places.clone(), library: Library::default(), statistics: BTreeMap::new() })
    }
}

impl From<VerifiedError> for Unanswered {
    fn from(error: VerifiedError) -> Self {
        Self::Failed(format!("required a verified certificate: {error}"))
    }
}

impl Certificates {
    pub(super) fn table(&mut self, endgame: &Name) -> Result<Arc<Verified>, Unanswered> {
        let folder = &self.places.certs;
        let path = folder.join(endgame.file());
        if !path.exists() {
            let folder = session::escape::path(folder);
            let (board, men) = endgame.0.split_once(' ').unwrap_or((&endgame.0, ""));
            return Err(format!(
                "found no {}, required a certificate: {}",
                session::escape::path(&path),
                family::made_with(board, men, &format!(" --out {folder}"))
            )
            .into());
        }
        Ok(self.library.table(&path)?)
    }

    fn statistics(&mut self, endgame: &Name) -> Result<Rc<Statistics>, Unanswered> {
        if let Some(known) = self.statistics.get(endgame) {
            return Ok(Rc::clone(known));
        }
        let figures = Rc::new(statistics::statistics(&*self.table(endgame)?));
        self.statistics.insert(endgame.clone(), Rc::clone(&figures));
        Ok(figures)
    }

    pub(super) fn all_statistics(&mut self, endgames: &[Name]) -> Result<Vec<Rc<Statistics>>, Unanswered> {
        endgames.iter().map(|endgame| self.statistics(endgame)).collect()
    }

    pub(super) fn entry(&mut self, position: &Named) -> Result<Entry, Unanswered> {
        let table = self.table(&position.endgame)?;
        Ok(entry::at_text(&table, &position.fen).map_err(|error| format!("position: {error}"))?)
    }
}

/// The name of an endgame: `8x8 KNk`, with pawns perhaps `8x7 KPk double`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name(String);

impl Name {
    fn file(&self) -> String {
        format!("{}.cert", self.0.replace(' ', "_"))
    }

    /// The threshold method of the endgame with its imports.
    pub(super) fn method(&self) -> Result<Thresholds, String> {
        let mut words = self.0.split(' ');
        let mut word = || words.next().unwrap_or_default();
        let board: Board = word().parse().map_err(|_| "found no such board")?;
        let (signature, _) = Signature::parse(word()).map_err(|error| error.to_string())?;
        let double_step = match word() {
            "" => DoubleStep::Auto,
            "double" => DoubleStep::Always,
            _ => DoubleStep::Never,
        };
        let graph = thresholds::graph(board, &signature, double_step);
        Ok(Thresholds::new(&graph.map_err(|error| error.to_string())?))
    }
}

impl FromStr for Name {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words: Vec<&str> = text.split(' ').collect();
        let known = match *words.as_slice() {
            [board, men] | [board, men, "single" | "double"] => {
                let canonical = Signature::parse(men).is_ok_and(|(signature, _)| signature.to_string() == men);
                board.parse::<Board>().is_ok() && canonical
            }
            _ => false,
        };
        let name = known.then(|| Self(text.to_owned()));
        name.ok_or("required an endgame such as \"8x8 KNk\" or \"8x7 KPk double\"")
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: serde::Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        parsed(field)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A position, by its FEN placement field, and the endgame that it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Named {
    fen: String,
    endgame: Name,
}

impl Named {
    /// The endgame that it belongs to.
    pub(super) fn endgame(&self) -> &Name {
        &self.endgame
    }
}

impl FromStr for Named {
    type Err = String;

    fn from_str(fen: &str) -> Result<Self, String> {
        let parsed = notation::parse(fen);
        let (board, placement) = parsed.map_err(|error| format!("required a FEN placement field ({error})"))?;
        let men: Vec<Man> = placement.pieces.iter().map(|piece| piece.man).collect();
        let endgame = Name(format!("{} {}", notation::board(board), notation::signature(&men)));
        Ok(Self { fen: fen.to_owned(), endgame })
    }
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: serde::Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        parsed(field)
    }
}

/// A question about a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    pub(super) position: Named,
}

/// A question about a player in a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Moves {
    pub(super) position: Named,
    pub(super) player: Player,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Player {
    White,
    Black,
}

impl Player {
    pub(super) fn side(self) -> Side {
        match self {
            Self::White => Side::White,
            Self::Black => Side::Black,
        }
    }
}

/// A question about an endgame.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct In {
    pub(super) endgame: Name,
}

/// A question about several endgames.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InAll {
    pub(super) endgames: Vec<Name>,
}

/// The value of a position.
fn value(certs: &mut Certificates, At { position }: &At) -> Answer {
    let known = certs.entry(position)?.known;
    let ends = |value: &Interval| match value.is_exact() {
        true => value.low.to_string(),
        false => format!("{}..{}", value.low, value.high),
    };
    Ok(match known.is_sharp() {
        true => Found::number(known.alpha.low),
        false => Found::word(format!("α = {}, β = {}", ends(&known.alpha), ends(&known.beta))),
    })
}

/// All best moves of a player, as people write them.
fn best_moves(certs: &mut Certificates, Moves { position, player }: &Moves) -> Answer {
    let entry = certs.entry(position)?;
    let (moves, value) = best(&entry, *player);
    let note = format!("they lead to {value}");
    Ok(if entry.known.is_sharp() { Found::words(moves).noting(note) } else { Found::word("not sharp") })
}

/// The value that a player's best moves lead to.
fn best_value(certs: &mut Certificates, Moves { position, player }: &Moves) -> Answer {
    let entry = certs.entry(position)?;
    let (moves, value) = best(&entry, *player);
    let note = format!("by {}", moves.join(", "));
    Ok(if entry.known.is_sharp() { Found::number(value.clone()).noting(note) } else { Found::word("not sharp") })
}

/// A question about the position after a move, such as `d7d8=N`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    position: Named,
    #[serde(rename = "move")]
    step: String,
}

/// The value of the position after a move.
fn step(certs: &mut Certificates, After { position, step }: &After) -> Answer {
    let entry = certs.entry(position)?;
    let option = entry.options.iter().find(|option| option.step == *step);
    let option =
        option.ok_or_else(|| format!("move: found {step:?}, which is no move there, required one such as d7d8=N"))?;
    Ok(Found::number(option.known.alpha.low.clone()))
}

/// The value of all positions of an endgame.
fn all_values(certs: &mut Certificates, In { endgame }: &In) -> Answer {
    let figures = certs.statistics(endgame)?;
    let found = match &figures.extremes {
        Some([least, most]) if fraction::same(least, most) => Found::number(least.clone()),
        Some([least, most]) => Found::word(format!("from {least} to {most}")),
        None => Found::word("not exact"),
    };
    Ok(found.noting(format!("{} positions", figures.positions)))
}

/// Whether α = β everywhere, with finite labels.
fn sharp(certs: &mut Certificates, InAll { endgames }: &InAll) -> Answer {
    let (mut positions, mut not_sharp, mut infinite) = (0, 0, 0);
    for endgame in endgames {
        not_sharp += figures::Figures::new(&*certs.table(endgame)?).not_sharp;
        let figures = certs.statistics(endgame)?;
        positions += figures.positions;
        infinite += figures.infinite_labels;
    }
    let note = format!("{positions} positions, {not_sharp} with α < β, {infinite} infinite labels");
    Ok(Found::truth(not_sharp == 0 && infinite == 0).noting(note))
}

/// A question about boards up to a size, the largest left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Below {
    #[serde(deserialize_with = "parsed")]
    below: Board,
}

/// Whether α = β in every three-piece endgame on every smaller board, under both rules of the double step where they differ.
fn sharp_boards(certs: &mut Certificates, Below { below }: &Below) -> Answer {
    let folder = certs.places.made.join("boards");
    if !folder.is_dir() {
        let what = format!(
            "needs the certificates of all boards: `solve endgame --boards 2x2-8x8 --recorded --out {}` makes them, in a minute, with 200 MB",
            session::escape::path(&folder)
        );
        return Err(Unanswered::NotMade(what));
    }
    let (mut tables, mut positions, mut not_sharp) = (0, 0, 0);
    for ranks in SMALLEST_SIDE..=below.ranks() {
        for files in (SMALLEST_SIDE..=below.files()).filter(|&files| (files, ranks) != (below.files(), below.ranks())) {
            // One library for each board, so that no more than a board's tables are held at once.
            let mut library = Library::default();
            for name in three_pieces(files, ranks) {
                let figures = figures::Figures::new(&*library.table(&folder.join(name.file()))?);
                tables += 1;
                positions += figures.positions;
                not_sharp += figures.not_sharp;
            }
        }
    }
    let note = format!("{tables} certificates, {positions} positions, {not_sharp} with α < β");
    Ok(Found::truth(not_sharp == 0).noting(note))
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

/// T and T′ of a position.
fn labels(certs: &mut Certificates, At { position }: &At) -> Answer {
    let labels = certs.entry(position)?.known.labels;
    Ok(two_labels(labels.map(|label| label.filter(|&label| label != INFINITE))))
}

fn two_labels(labels: [Option<Label>; 2]) -> Found {
    Found::list(labels.map(|label| label.map_or_else(|| Item::Word("∞".to_owned()), Item::from)))
}

fn reached(entry: &Entry) -> String {
    let [white, black] = [Player::White, Player::Black].map(|player| best(entry, player).1);
    format!("White reaches {white}, Black {black}")
}

/// Whether a position is quiescent.
fn quiescent(certs: &mut Certificates, At { position }: &At) -> Answer {
    let entry = certs.entry(position)?;
    Ok(Found::truth(entry.is_quiescent()).noting(reached(&entry)))
}

/// Whether a position is a zugzwang.
fn zugzwang(certs: &mut Certificates, At { position }: &At) -> Answer {
    let entry = certs.entry(position)?;
    Ok(Found::truth(entry.known.is_sharp() && entry.is_zugzwang()).noting(reached(&entry)))
}

/// The categories of quiescent positions that occur.
fn quiescent_categories(certs: &mut Certificates, InAll { endgames }: &InAll) -> Answer {
    let mut counts: BTreeMap<Category, usize> = BTreeMap::new();
    for figures in certs.all_statistics(endgames)? {
        for (category, group) in &figures.quiescent {
            *counts.entry(*category).or_insert(0) += group.positions;
        }
    }
    let numbers: Vec<String> = counts.values().map(usize::to_string).collect();
    Ok(Found::words(counts.keys()).noting(format!("{} positions", numbers.join(", "))))
}

/// A question about the quiescent positions of a category.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfCategory {
    endgame: Name,
    category: String,
}

impl OfCategory {
    fn group(&self, certs: &mut Certificates) -> Result<statistics::Group, Unanswered> {
        let figures = certs.statistics(&self.endgame)?;
        let group = figures.quiescent.iter().find(|(category, _)| category.to_string() == self.category);
        let (_, group) = group.ok_or_else(|| {
            let known: Vec<String> = Category::ALL.iter().map(ToString::to_string).collect();
            format!(
                "category: found no quiescent position of {:?}, required one of {}",
                self.category,
                known.join(", ")
            )
        })?;
        Ok(group.clone())
    }
}

/// The largest T and T′ of the quiescent positions of a category.
fn quiescent_labels(certs: &mut Certificates, of: &OfCategory) -> Answer {
    let group = of.group(certs)?;
    Ok(two_labels(group.largest_labels).noting(format!("{} positions", group.positions)))
}

/// How many placements the quiescent positions of a category are, mirrored ones counted.
fn quiescent_placements(certs: &mut Certificates, of: &OfCategory) -> Answer {
    let group = of.group(certs)?;
    Ok(Found::count(group.placements).noting(format!("{} positions", group.positions)))
}

/// The denominator of a position's value.
fn denominator(certs: &mut Certificates, At { position }: &At) -> Answer {
    Ok(Found::count(certs.entry(position)?.known.alpha.low.denom().clone()))
}

/// The largest denominator of some endgames.
fn largest_denominator(certs: &mut Certificates, InAll { endgames }: &InAll) -> Answer {
    let figures = certs.all_statistics(endgames)?;
    let largest = figures.iter().filter_map(|figures| figures.largest_denominators.first());
    let largest = largest.max_by_key(|largest| &largest.value).ok_or("found no exact values, required some")?;
    Ok(Found::count(largest.value.clone()).noting(format!("at {}", largest.fen)))
}

/// The smallest denominator of some endgames that is not a power of 2.
fn smallest_non_dyadic(certs: &mut Certificates, InAll { endgames }: &InAll) -> Answer {
    let figures = certs.all_statistics(endgames)?;
    let smallest = figures.iter().filter_map(|figures| figures.smallest_non_dyadic.as_ref());
    Ok(match smallest.min_by_key(|smallest| &smallest.value) {
        Some(smallest) => Found::count(smallest.value.clone()).noting(format!("first at {}", smallest.fen)),
        None => Found::word("none"),
    })
}

/// A question about all denominators of an endgame.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Denominators {
    endgame: Name,
    denominators: Vec<String>,
}

/// Whether no other denominators occur.
fn denominators(certs: &mut Certificates, Denominators { endgame, denominators }: &Denominators) -> Answer {
    let found: Vec<String> =
        statistics::all_denominators(&*certs.table(endgame)?).iter().map(BigUint::to_string).collect();
    let note = if found.len() > 12 { format!("{} denominators", found.len()) } else { found.join(", ") };
    Ok(Found::unless(found.into_iter().filter(|found| !denominators.contains(found))).noting(note))
}

/// A question about the divisors of an endgame's denominators.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Divisors {
    endgame: Name,
    divisors: Vec<u32>,
}

/// Whether each divides some denominator.
fn divisors(certs: &mut Certificates, Divisors { endgame, divisors }: &Divisors) -> Answer {
    let found = statistics::all_denominators(&*certs.table(endgame)?);
    let divides = |divisor: u32| found.iter().any(|found| found.is_multiple_of(&divisor.into()));
    Ok(Found::unless(divisors.iter().filter(|divisor| !divides(**divisor))))
}

/// A question about promotions to some roles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Promotion {
    endgame: Name,
    never: Vec<char>,
}

/// Whether promoting to one of these roles is never better than promoting the same pawn to a queen.
fn promotion(certs: &mut Certificates, Promotion { endgame, never }: &Promotion) -> Answer {
    let table = certs.table(endgame)?;
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
    Ok(Found::truth(compared > 0 && better == 0).noting(format!("{compared} promotions, {better} better{example}")))
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

/// So many steps of the threshold method are made before it is given up.
const MOST_STEPS: usize = 6000;

/// By number of steps of the threshold method, how many equations are violated: to the first number from `least` on after which none is.
pub(super) fn violated(endgame: &Name, least: usize) -> Result<Vec<usize>, Unanswered> {
    let mut method = endgame.method()?;
    let mut series = vec![method.violated()];
    while (method.steps() < least || series[method.steps()] > 0) && method.steps() < MOST_STEPS {
        method.step();
        series.push(method.violated());
    }
    Ok(series)
}

/// The first number of steps of the threshold method after which no equation is violated.
fn threshold(_: &mut (), In { endgame }: &In) -> Answer {
    let series = violated(endgame, 0)?;
    Ok(match series.last() {
        Some(0) => Found::count(series.len() - 1),
        _ => Found::word(format!("more than {MOST_STEPS}")),
    })
}

/// A question about the threshold method after so many steps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Steps {
    endgames: Vec<Name>,
    steps: usize,
}

/// The largest β − α after so many steps.
fn gap(_: &mut (), Steps { endgames, steps }: &Steps) -> Answer {
    let mut largest = BigRational::zero();
    for endgame in endgames {
        let mut method = endgame.method()?;
        (0..*steps).for_each(|_| method.step());
        let (numerator, denominator) = method.gap().into_raw();
        let gap = BigRational::new(numerator.into(), denominator.into());
        if fraction::compare(&gap, &largest) == Ordering::Greater {
            largest = gap;
        }
    }
    // Between this power of ten and a hundred times as much.
    let power = i64::from(fraction::digits(largest.numer())) - i64::from(fraction::digits(largest.denom())) - 1;
    Ok(Found::number(largest).noting(format!("between 10^{power} and 10^{}", power + 2)))
}

/// A question about bounds on a position of any material: the files that prove them, in the folder of the certificates.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    position: String,
    proofs: Vec<String>,
}

/// The least upper bound on α and the greatest lower bound on β that these certificates prove.
fn bounds(certs: &mut Certificates, Bounds { position, proofs }: &Bounds) -> Answer {
    // These say nothing.
    let mut found = [BigRational::one(), BigRational::zero()];
    for proof in proofs {
        let plan = certs.library.plan(&certs.places.certs.join(proof))?;
        let root = entry::root(&plan).filter(|root| root.name == *position);
        let Some(Entry { known, .. }) = root else {
            return Err(format!("{proof}: found another position, required {position}").into());
        };
        let proved = [(known.alpha.high, Ordering::Less), (known.beta.low, Ordering::Greater)];
        for (best, (bound, better)) in found.iter_mut().zip(proved) {
            if fraction::compare(&bound, best) == better {
                *best = bound;
            }
        }
    }
    Ok(Found::list(found.map(Item::Number)).noting("α is at most the first, β at least the second"))
}

/// A player's best moves, in the order of letters, and the value that they lead to. In an endgame all positions are bid for.
fn best(entry: &Entry, player: Player) -> (Vec<&str>, &BigRational) {
    let plans: &Option<Plans> = &entry.plans[player as usize];
    let plan = &plans.as_ref().expect("both players may come to move").to_win;
    let mut moves: Vec<&str> = plan.options.iter().map(|&place| entry.options[place].text.as_str()).collect();
    moves.sort_unstable();
    (moves, &plan.best.low)
}
