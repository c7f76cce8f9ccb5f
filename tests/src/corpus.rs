//! Certificates of every statement, with every kind of numbers and in every form, each with what it imports, its game, and the exact values of
//! its positions; and drafts of them, which can be changed at one place and sealed again.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use crate::nightly;
use checker::Verified;
use checker::certificate::{Digest, Form, Head, Reader};
use checker::chess::PawnRule;
use checker::endgame::{Positions, known};
use checker::failure::Failure;
use checker::graph::Game;
use checker::numbers::{Fraction, Fractions};
use checker::own::GameTable;
use checker::plan::List;
use checker::table::{Stated, slices};
use checker::table::{Step, Table as _, Target};
use checker::theorem::Side;
use checker::write::{Writer, write};
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::One;
use report::notation;
use solver::certificates::certify;
use solver::certificates::pipeline::{self, Method, Settings, Solution};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Man, Signature};
use solver::chess::position::{Position, Rules};
use solver::graph::exact::policy::Silent;
use solver::graph_games::enclose::enclose;
use solver::graph_games::{self, generate};
use solver::plans::{Bound, Question, Tables, certificate, search};

/// A value.
pub type Value = Ratio<BigUint>;

/// A certificate that verifies, with all that is needed to check it and its mutants.
pub struct Control {
    /// What it is, such as `5x5 KQk`.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it imports, and what that imports, verified.
    pub imports: Vec<Arc<Verified>>,
    /// How many bytes these have together.
    pub import_bytes: usize,
    /// The game that it is about, and its file.
    pub game: Option<(Arc<Game>, Vec<u8>)>,
    /// Exact tables that know the positions.
    pub tables: Vec<Arc<Verified>>,
    /// α and β of the positions, where the game is in a file.
    pub exact: Vec<[Value; 2]>,
}

impl Control {
    /// Has a fresh checker check other bytes in the place of this certificate, on so many threads.
    pub fn check_on(&self, threads: usize, bytes: &[u8]) -> Result<Arc<Verified>, Failure> {
        let mut checker = ::games::checker(threads, |_| None::<Vec<u8>>);
        self.imports.iter().for_each(|import| checker.remember(import));
        checker.check(&bytes, self.game.as_ref().map(|(game, _)| game))
    }

    /// Has a fresh checker check other bytes in the place of this certificate, on two threads.
    pub fn check(&self, bytes: &[u8]) -> Result<Arc<Verified>, Failure> {
        self.check_on(2, bytes)
    }

    /// The certificate itself, verified.
    pub fn verified(&self) -> Arc<Verified> {
        self.check(&self.bytes).unwrap_or_else(|failure| panic!("{}: {failure:?}", self.name))
    }

    /// Whether it is one statement with one certificate.
    pub fn is_unique(&self) -> bool {
        let head = ::games::certificate(&self.bytes).expect("a certificate").head;
        matches!(head.form, Form::One | Form::Two)
    }

    /// Compares what a mutant states with the exact values, wherever these are known: how many positions were compared. Panics where it is wrong.
    pub fn compare(&self, mutant: &Verified) -> usize {
        let exact: Vec<Option<[Value; 2]>> = if let Some(positions) = mutant.about::<Positions>() {
            let placements = (0..positions.count()).map(|number| positions.placement(number as u32));
            placements.map(|placement| self.look_up(positions.endgame.board, &placement)).collect()
        } else if let Some(list) = mutant.about::<List>() {
            list.members.iter().map(|member| self.look_up(list.board, member)).collect()
        } else {
            mutant.about::<GameTable>().expect("further games have mutants of their own");
            self.exact.iter().cloned().map(Some).collect()
        };
        let form = mutant.head().form;
        let mut compared = 0;
        for (number, (place, exact)) in places(mutant.stated()).into_iter().zip(exact).enumerate() {
            let Some([alpha, beta]) = exact else { continue };
            let [l, u, low, high] = place;
            let all = [
                (l <= alpha, matches!(form, Form::Holds(_) | Form::Forces(Side::Black))),
                (
                    alpha <= u,
                    !matches!(form, Form::One | Form::Two | Form::Narrow | Form::Sharp | Form::Holds(Side::White)),
                ),
                (
                    low <= beta,
                    !matches!(form, Form::One | Form::Two | Form::Narrow | Form::Sharp | Form::Holds(Side::Black)),
                ),
                (beta <= high, matches!(form, Form::Holds(_) | Form::Forces(Side::White))),
            ];
            assert!(
                all.iter().all(|(holds, free)| *holds || *free),
                "{}: a mutant verifies and is false at {number}",
                self.name
            );
            compared += 1;
        }
        compared
    }

    fn look_up(&self, board: checker::chess::Board, placement: &checker::chess::Placement) -> Option<[Value; 2]> {
        let tables: Vec<(Arc<Positions>, &Stated)> = self
            .tables
            .iter()
            .filter_map(|table| Some((table.about::<Positions>()?, table.stated())))
            .filter(|(positions, _)| {
                let other = positions.endgame.board;
                other == board || other == (checker::chess::Board { pawn_rule: PawnRule::NoPawns, ..board })
            })
            .collect();
        let positions: Vec<Arc<Positions>> = tables.iter().map(|(positions, _)| Arc::clone(positions)).collect();
        let Some(Target::Known { border, number }) = known(&positions, placement) else { return None };
        let (table, flipped) = (border / 2, border % 2 == 1);
        let [l, _, low, _] = places_at(tables[table].1, number as usize);
        Some(if flipped { [Value::one() - low, Value::one() - l] } else { [l, low] })
    }
}

fn places(stated: &Stated) -> Vec<[Value; 4]> {
    (0..stated.count()).map(|number| places_at(stated, number)).collect()
}

/// `l`, `u`, `l′` and `u′` of a position.
fn places_at(stated: &Stated, number: usize) -> [Value; 4] {
    let number = u32::try_from(number).expect("a number");
    let place = stated.place(number);
    [place.alpha[0], place.alpha[1], place.beta[0], place.beta[1]].map(|number| {
        let Fraction { numerator, denominator } = stated.fraction(number);
        Ratio::new(numerator, denominator)
    })
}

fn solved(files: u8, ranks: u8, signature: &str, double_step: DoubleStep, method: Method) -> Vec<Solution> {
    let board = Board::new(files, ranks).expect("a board");
    let (signature, _) = Signature::parse(signature).expect("a signature");
    let mut solved = Vec::new();
    let settings = Settings { double_step, method, never: None, threads: 2 };
    pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent).unwrap_or_else(|error| panic!("{error}"));
    solved
}

/// Has one checker verify tables, each of which imports some of those before it.
fn verified(tables: &[Solution]) -> Vec<Arc<Verified>> {
    let mut checker = ::games::checker(2, |_| None::<Vec<u8>>);
    let verify = |table: &Solution| {
        let verified = checker.check(&table.bytes, None).unwrap_or_else(|failure| panic!("{failure:?}"));
        checker.remember(&verified);
        verified
    };
    tables.iter().map(verify).collect()
}

/// An endgame, solved by a method.
pub fn endgame(files: u8, ranks: u8, signature: &str, double_step: DoubleStep, method: Method) -> Control {
    let mut own = solved(files, ranks, signature, double_step, method);
    let bytes = own.pop().expect("a solution").bytes;
    let tables = match method {
        Method::Enclosure(_) => verified(&solved(files, ranks, signature, double_step, Method::Exact)),
        _ => Vec::new(),
    };
    let import_bytes = own.iter().map(|import| import.bytes.len()).sum();
    let name = match method {
        Method::Enclosure(bits) => format!("{files}x{ranks} {signature} in {bits} bits"),
        _ => format!("{files}x{ranks} {signature}"),
    };
    let mut control =
        Control { name, bytes, imports: verified(&own), import_bytes, game: None, tables, exact: Vec::new() };
    if control.tables.is_empty() {
        control.tables = [&control.imports[..], &[control.verified()]].concat();
    }
    control
}

/// An endgame by the default rules with exact values.
pub fn exact(files: u8, ranks: u8, signature: &str) -> Control {
    endgame(files, ranks, signature, DoubleStep::Auto, Method::Exact)
}

/// A game in a file: exact, or in units of 2^-bits.
pub fn game(name: &str, game: &graph_games::Game, bits: u8) -> Control {
    let file = game.write().into_bytes();
    let stated = Arc::new(Game::read(&file).expect("a game"));
    let solution = graph_games::solve::solve(game, graph_games::solve::Method::Exact, 2, &mut Silent).expect("values");
    let inner = stated.inner.iter().map(|&(number, ..)| solution.known(number));
    let exact: Vec<[Value; 2]> = inner.map(|known| [known.lower.clone(), known.upper.clone()]).collect();
    let bytes = if bits == 0 {
        certify::graph(stated.digest, None, &solution.table)
    } else {
        certify::graph_enclosure(stated.digest, None, &enclose(game, bits, &mut Silent).enclosed)
    };
    let name = if bits == 0 { name.to_owned() } else { format!("{name} in {bits} bits") };
    Control { name, bytes, imports: Vec::new(), import_bytes: 0, game: Some((stated, file)), tables: Vec::new(), exact }
}

/// A plan: exact with the solver's members, or the same members in units of 2^-bits. The imports are tables of these materials.
pub fn plan(fen: &str, bound: Bound, imports: &[&str], exact: &str, bits: u8) -> Control {
    let (stated, placement) = notation::parse(fen).expect("a placement");
    let board = Board::new(stated.files, stated.ranks).expect("a board");
    let man = |man| Man::from_letter(notation::letter(man)).expect("both sides write men alike");
    let pieces = placement.pieces.iter().map(|piece| (man(piece.man), stated.number(piece.square))).collect();
    let root = Position { pieces, passed: None };
    let rules = Rules::new(board, false);
    let tables = verified(&solved(board.files(), board.ranks(), exact, DoubleStep::Auto, Method::Exact));
    let folder = tempfile::tempdir().expect("a folder");
    let (mut store, mut import_bytes) = (Vec::new(), 0);
    for signature in imports {
        for solution in solved(board.files(), board.ranks(), signature, DoubleStep::Auto, Method::Exact) {
            let path = folder.path().join(certify::file_name(&solution.endgame));
            if !path.exists() {
                import_bytes += solution.bytes.len();
                std::fs::write(path, &solution.bytes).expect("a file");
                store.push(solution);
            }
        }
    }
    let known = Tables::new(folder.path().to_owned(), board, DoubleStep::Auto, &root);
    let question = Question { rules: &rules, root, bound, good_enough: None, most_positions: 20_000, threads: 2 };
    let proof = search(&question, &|position| known.values(position), &mut Silent)
        .unwrap_or_else(|none| panic!("{fen} {bound:?}: {none}"));
    let bytes = certificate(&question, &proof, known.used(&rules, &proof.plan));
    let name = match bits {
        0 => format!("{bound:?} with {} imports", imports.len()),
        _ => format!("{bound:?} with {} imports in {bits} bits", imports.len()),
    };
    let mut control =
        Control { name, bytes, imports: verified(&store), import_bytes, game: None, tables, exact: Vec::new() };
    if bits > 0 {
        control.bytes = in_units(&control, bits);
    }
    control
}

/// An exact plan with the best numbers that its members have in units of 2^-bits.
fn in_units(control: &Control, bits: u8) -> Vec<u8> {
    let plan = control.verified();
    let list: Arc<List> = plan.about().expect("a plan");
    let border = |border: usize, number: u32| {
        let stated = plan.imports()[border / 2].stated();
        let [l, u, low, high] = places_at(stated, number as usize);
        let turn = |value| Value::one() - value;
        let [l, u, low, high] =
            if border % 2 == 1 { [turn(high), turn(low), turn(u), turn(l)] } else { [l, u, low, high] };
        [units(&l, bits, false), units(&u, bits, true), units(&low, bits, false), units(&high, bits, true)]
    };
    let arena = Arena::new(&list);
    let place = match plan.head().form {
        Form::Forces(Side::White) => 0,
        Form::Holds(Side::White) => 1,
        Form::Holds(Side::Black) => 2,
        _ => 3,
    };
    let numbers = arena.raised(place, &border, bits);
    let mut draft = Draft::read(control);
    draft.head.bits = bits;
    draft.head.values = Fractions::default();
    draft.columns[0] = numbers;
    if let Some(labels) = draft.columns.get_mut(1) {
        labels.fill(0);
    }
    draft.bytes()
}

fn units(value: &Value, bits: u8, up: bool) -> u64 {
    let scaled = value * (BigUint::one() << bits);
    let rounded = if up { scaled.ceil() } else { scaled.floor() };
    u64::try_from(rounded.to_integer()).expect("at most 2^62")
}

/// The options of all members of a list.
struct Arena(Vec<Vec<Step>>);

type Border<'a> = &'a dyn Fn(usize, u32) -> [u64; 4];

impl Arena {
    fn new(game: &List) -> Self {
        let position = |number: usize| {
            let number = number as u32;
            let mut options = Vec::new();
            game.options(number, |option| options.push(option));
            options
        };
        Self((0..game.count()).map(position).collect())
    }

    /// The best `l`, `u`, `l′` or `u′` in units of 2^-bits; `l` and `u′` are strict. Black's are found with the colours exchanged.
    fn raised(&self, place: usize, border: Border, bits: u8) -> Vec<u64> {
        let one = 1_u64 << bits;
        let turned = |x: u64| if place < 2 { x } else { one - x };
        let white = if place < 2 { Side::White } else { Side::Black };
        let strict = place == 0 || place == 3;
        let mut numbers = vec![0_u64; self.0.len()];
        loop {
            let before = numbers.clone();
            for (number, options) in self.0.iter().enumerate() {
                let seen = |target: &Target| match *target {
                    Target::To(number) => numbers[number as usize],
                    Target::Won(side) => {
                        if side == white {
                            one
                        } else {
                            0
                        }
                    }
                    Target::Known { border: part, number } => turned(border(part, number)[place]),
                    Target::Outside => {
                        if strict {
                            0
                        } else {
                            one
                        }
                    }
                };
                let of =
                    |side: Side| options.iter().filter(move |option| option.0 == side).map(|option| seen(&option.3));
                let most = of(white).max().expect("an option");
                let sum = most + of(white.other()).min().expect("an option");
                let bound = if strict { sum.saturating_sub(1) / 2 } else { sum.div_ceil(2) };
                numbers[number] = numbers[number].max(bound);
            }
            if numbers == before {
                return numbers.into_iter().map(turned).collect();
            }
        }
    }
}

/// What is written in a certificate, position by position.
#[derive(Clone)]
pub struct Draft {
    /// The head but for the slices.
    pub head: Head,
    /// Which positions stand in each slice.
    pub ranges: Vec<Range<usize>>,
    /// The columns, each of all positions.
    pub columns: Vec<Vec<u64>>,
    /// The listed positions, each with `l′ − u` and `u′ − l′`.
    pub listed: BTreeMap<usize, [u64; 2]>,
    /// The labels of the positions whose labels are listed.
    pub labelled: BTreeMap<usize, [u64; 2]>,
}

impl Draft {
    /// What is written in a control.
    pub fn read(control: &Control) -> Self {
        let certificate = ::games::certificate(&control.bytes).expect("a certificate");
        let verified = control.verified();
        let (ranges, moves) = if let Some(positions) = verified.about::<Positions>() {
            (slices(&*positions), 2)
        } else if let Some(list) = verified.about::<List>() {
            (slices(&*list), 0)
        } else {
            let table = verified.about::<GameTable>().expect("further games have mutants of their own");
            (slices(&*table.game), 0)
        };
        let many = match certificate.head.form {
            Form::One => 3 + moves,
            Form::Two => 4,
            Form::Narrow | Form::Sharp | Form::Forces(_) => 2,
            Form::Holds(_) => 1,
        };
        let (mut columns, mut listed, mut labelled) = (vec![Vec::new(); many], BTreeMap::new(), BTreeMap::new());
        for (slice, range) in ranges.iter().enumerate() {
            let bytes = certificate.slice(slice).expect("a slice");
            let mut reader = Reader::new(None, &bytes);
            for column in &mut columns {
                column.extend(reader.column(range.len()).expect("a column"));
            }
            if certificate.head.form.is_narrow() {
                // Gaps, then labels.
                for listed in [&mut listed, &mut labelled] {
                    let flags = reader.column(range.len().div_ceil(8)).expect("flags");
                    let all: Vec<usize> =
                        (0..range.len()).filter(|place| flags[place / 8] >> (place % 8) & 1 == 1).collect();
                    let [first, second] = [0, 1].map(|_| reader.column(all.len()).expect("a column"));
                    let both = first.into_iter().zip(second).map(<[u64; 2]>::from);
                    listed.extend(all.into_iter().map(|place| range.start + place).zip(both));
                }
            }
        }
        Self { head: certificate.head, ranges, columns, listed, labelled }
    }

    /// The slices.
    pub fn slices(&self) -> Vec<Vec<u8>> {
        let slice = |range: &Range<usize>| {
            let mut writer = Writer::default();
            self.columns.iter().for_each(|column| writer.column(&column[range.clone()]));
            if self.head.form.is_narrow() {
                for listed in [&self.listed, &self.labelled] {
                    let mut flags = vec![0_u8; range.len().div_ceil(8)];
                    let listed = listed.range(range.clone());
                    let places = listed.clone().map(|(number, _)| number - range.start);
                    places.for_each(|place| flags[place / 8] |= 1 << (place % 8));
                    writer.column(&flags);
                    for side in [0, 1] {
                        writer.column(&listed.clone().map(|(_, both)| both[side]).collect::<Vec<_>>());
                    }
                }
            }
            writer.0
        };
        self.ranges.iter().map(slice).collect()
    }

    /// The file, with digests that are right.
    pub fn bytes(&self) -> Vec<u8> {
        write(&self.head, &self.slices())
    }

    /// The values, where they are exact.
    pub fn values(&self) -> Vec<Value> {
        let values = &self.head.values;
        let value = |index| {
            let Fraction { numerator, denominator } = values.get(index);
            Ratio::new(numerator, denominator)
        };
        (0..values.numerators.len()).map(value).collect()
    }

    /// How many columns are indices of exact values.
    pub fn value_columns(&self) -> usize {
        match (self.head.bits, self.head.form) {
            (0, Form::Two) => 2,
            (0, _) => 1,
            _ => 0,
        }
    }

    /// States another value at a position, and spells the list of values anew as the format wants it.
    pub fn state(&mut self, column: usize, position: usize, value: Value) {
        let mut values = self.values();
        self.columns[column][position] = values.len() as u64;
        values.push(value);
        self.spell(&values);
    }

    /// Spells the list of these values as the format wants it: those that are used, in order.
    pub fn spell(&mut self, values: &[Value]) {
        let many = self.value_columns();
        let mut used = vec![false; values.len()];
        self.columns[..many].iter().flatten().for_each(|&index| used[index as usize] = true);
        let mut order: Vec<usize> = (0..values.len()).filter(|&index| used[index]).collect();
        // By the sizes on one denominator: the order of `Ratio` would recurse.
        let cross = |a: &Value, b: &Value| (a.numer() * b.denom()).cmp(&(b.numer() * a.denom()));
        order.sort_by(|&a, &b| cross(&values[a], &values[b]));
        let (mut index, mut all) = (vec![0; values.len()], Vec::<&Value>::new());
        for old in order {
            if all.last() != Some(&&values[old]) {
                all.push(&values[old]);
            }
            index[old] = all.len() as u64 - 1;
        }
        let fraction =
            |value: &&Value| Fraction { numerator: value.numer().clone(), denominator: value.denom().clone() };
        let values = Fractions::of(&all.iter().map(fraction).collect::<Vec<_>>()).expect("not too large");
        self.head.values = values;
        self.columns[..many].iter_mut().flatten().for_each(|stated| *stated = index[*stated as usize]);
    }

    /// How many positions there are.
    pub fn count(&self) -> usize {
        self.columns[0].len()
    }
}

/// Makes the digests of a head and of slices right: the file of these.
pub fn sealed(head: &[u8], slices: &[&[u8]]) -> Vec<u8> {
    let length = u32::try_from(head.len()).expect("a head").to_le_bytes();
    let mut bytes = [b"bidcert\n\x03\0", &length[..], head].concat();
    let digest = Digest::of(&bytes).0;
    bytes.extend(digest);
    slices.iter().for_each(|slice| bytes.extend(*slice));
    bytes
}

/// The head of a file without its table of slices, and the slices.
pub fn opened(bytes: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let certificate = ::games::certificate(&bytes).expect("a certificate");
    let none = write(&certificate.head, &[]);
    let head = &none[14..none.len() - 32];
    let slice = |number| certificate.slice(number).expect("a slice").into_owned();
    (head[..head.len() - 1].to_vec(), (0..certificate.slices.len()).map(slice).collect())
}

/// The table of slices in the head.
pub fn slice_table(slices: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(slices.len() as u64);
    for slice in slices {
        writer.number(slice.len() as u64);
        writer.0.extend(Digest::of(slice).0);
    }
    writer.0
}

/// A board with walls of pawns, where neither side can do much.
pub const WALL: &str = "k2/1p1/1P1/K2";
/// A board with pawns on different files: there is something to win.
pub const OPEN: &str = "k2/p2/2P/K2";

/// All controls: every statement, numbers of every kind, every form. At night a larger table, too.
pub static CONTROLS: LazyLock<Vec<Control>> = LazyLock::new(|| {
    let turns = generate::random_turns(4, 40, 3);
    let loops = generate::random(2, 60, 3);
    let mut controls = vec![
        exact(4, 4, "KNk"),
        exact(5, 5, "KQk"),
        endgame(4, 5, "KPk", DoubleStep::Always, Method::Exact),
        exact(2, 3, "KNNk"),
        exact(3, 4, "KPkp"),
        endgame(2, 3, "KNNk", DoubleStep::Auto, Method::Enclosure(20)),
        endgame(3, 4, "KPkp", DoubleStep::Auto, Method::Enclosure(56)),
        endgame(4, 5, "KPk", DoubleStep::Always, Method::Enclosure(10)),
        game("path", &generate::path(12), 0),
        game("game with loops", &loops, 0),
        game("game with loops", &loops, 30),
        game("game with turns", &turns, 0),
        game("game with turns", &turns, 24),
    ];
    if nightly() {
        controls.push(exact(7, 5, "KNk"));
    }
    for bits in [0, 40] {
        controls.push(plan(WALL, Bound::AlphaUpper, &[], "KPkp", bits));
        controls.push(plan(WALL, Bound::BetaLower, &["KPk"], "KPkp", bits));
        controls.push(plan(OPEN, Bound::AlphaLower, &["KPk"], "KPkp", bits));
        controls.push(plan(OPEN, Bound::BetaUpper, &[], "KPkp", bits));
    }
    controls
});
