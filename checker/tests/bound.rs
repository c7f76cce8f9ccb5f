//! Bounds for one position: certificates by a naive search, with its own moves, accepted; and each way to fail, beside the
//! unmodified control.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used)]
#![allow(clippy::expect_used, clippy::panic)]

mod naive;
mod plans;
mod support;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use checker::board::Colour;
use checker::certificate::{
    Bound, Certificate, Content, Digest, Member, Natural, PawnRule, StatedMove, StatedPiece, StatedPromotion,
    StatedSide,
};
use checker::{
    AnyStatement, Breach, Condition, Decline, Failure, Fault, Place, Reached, Rejection, Verified, VerifiedBound,
    check, check_bound,
};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use plans::{Game, Pos, plan, position};
use support::Certified;

/// The tables of an endgame and of all that it imports.
fn tables(files: i32, ranks: i32, signature: &str, double: bool) -> Vec<Arc<Verified>> {
    let family = naive::family(files, ranks, signature, double);
    let mut left: Vec<&naive::Solved> = family.values().collect();
    let mut all: Vec<Arc<Verified>> = Vec::new();
    while !left.is_empty() {
        left.retain(|solved| match check(&solved.bytes, &all) {
            Ok(verified) => {
                all.push(Arc::new(verified));
                false
            }
            Err(Failure::Declined(Decline::MissingImport { .. })) => true,
            Err(failure) => panic!("{failure}"),
        });
    }
    all
}

fn encode(imports: &[Arc<Verified>], bound: &Bound) -> Vec<u8> {
    let imports = imports.iter().map(|import| import.digest()).collect();
    Certificate { imports, content: Content::Bound(bound.clone()) }.encode().unwrap()
}

/// A certificate that is accepted, and what it imports.
struct Control {
    bound: Bound,
    imports: Vec<Arc<Verified>>,
    verified: VerifiedBound,
}

impl Control {
    fn new(bound: Bound, imports: Vec<Arc<Verified>>) -> Self {
        let verified = check_bound(&encode(&imports, &bound), &imports);
        let verified = verified.unwrap_or_else(|failure| panic!("{failure}"));
        Self { bound, imports, verified }
    }

    /// Checks the certificate after a change.
    fn changed(&self, change: impl FnOnce(&mut Bound)) -> Result<VerifiedBound, Failure> {
        let mut bound = self.bound.clone();
        change(&mut bound);
        check_bound(&encode(&self.imports, &bound), &self.imports)
    }

    /// How it is rejected after a change.
    fn rejection(&self, change: impl FnOnce(&mut Bound)) -> Rejection {
        match self.changed(change) {
            Err(Failure::Rejected(rejection)) => rejection,
            Err(Failure::Declined(decline)) => panic!("declined: {decline}"),
            Ok(verified) => panic!("verified: {}", verified.claim()),
        }
    }

    fn game(&self) -> Game {
        let double = self.bound.pawn_rule == PawnRule::DoubleStep;
        Game::new(self.bound.files.into(), self.bound.ranks.into(), double)
    }

    fn planner(&self) -> Colour {
        match self.bound.side {
            StatedSide::AlphaUpper => Colour::Black,
            StatedSide::BetaLower => Colour::White,
        }
    }

    fn bounds(&self) -> BTreeMap<Pos, BigRational> {
        self.bound.members.iter().map(|member| (position(member), value(member))).collect()
    }

    /// The first, a middle and the last member.
    fn places(&self) -> [usize; 3] {
        let last = self.bound.members.len() - 1;
        [0, last / 2, last]
    }

    /// How a member fails after a change of it, which must be the first that fails.
    fn breach(&self, number: usize, change: impl FnOnce(&mut Member)) -> Breach {
        let fen = self.verified.entry(number).unwrap().fen;
        match self.rejection(|bound| change(&mut bound.members[number])) {
            Rejection::At { fen: found, breach } => {
                assert_eq!(found, fen);
                breach
            }
            other => panic!("{other}"),
        }
    }

    /// Why a member is none after a change of it.
    fn fault(&self, number: usize, change: impl FnOnce(&mut Member)) -> Fault {
        match self.rejection(|bound| change(&mut bound.members[number])) {
            Rejection::Member { member, fault } => {
                assert_eq!(member, number);
                fault
            }
            other => panic!("{other}"),
        }
    }
}

/// Both sides: a plan for Black, and the same for White with the colours exchanged.
fn both(game: &Game, bound: &Bound, imports: &[Arc<Verified>]) -> [Control; 2] {
    [bound.clone(), game.flipped_bound(bound)].map(|bound| Control::new(bound, imports.to_vec()))
}

/// 1 or 0.
fn whole(is_one: bool) -> BigRational {
    BigRational::from_integer(u8::from(is_one).into())
}

/// What moves are ordered by.
fn key(mv: StatedMove) -> (u8, u8, Option<StatedPromotion>) {
    (mv.from, mv.to, mv.promotion)
}

/// The two options of an inequality that fails.
fn inequality(breach: &Breach) -> (&Reached, &Reached) {
    match breach {
        Breach::AlphaUpper { white, black, .. } | Breach::BetaLower { white, black, .. } => (white, black),
        other => panic!("{other}"),
    }
}

fn value(member: &Member) -> BigRational {
    BigRational::new(member.numerator.0.clone().into(), member.denominator.0.clone().into())
}

fn set(member: &mut checker::certificate::Member, value: &BigRational) {
    member.numerator = Natural(value.numer().to_biguint().unwrap());
    member.denominator = Natural(value.denom().to_biguint().unwrap());
}

/// Bare kings on 3x4: every value is 1/2.
static KINGS: LazyLock<[Control; 2]> = LazyLock::new(|| {
    let game = Game::new(3, 4, false);
    both(&game, &plan(&game, "k2/3/3/2K", 3, 10_000, &|_| None), &[])
});

/// Two pawns of each colour, locked, on 2x6: a wall that costs something to break.
static WALL: LazyLock<[Control; 2]> = LazyLock::new(|| {
    let game = Game::new(2, 6, false);
    both(&game, &plan(&game, "k1/1p/pP/P1/2/K1", 5, 4_000, &|_| None), &[])
});

/// A pawn that may step past another on 3x6.
static PASSING: LazyLock<[Control; 2]> = LazyLock::new(|| {
    let game = Game::new(3, 6, true);
    both(&game, &plan(&game, "k2/3/1p1/3/2P/2K", 4, 4_000, &|_| None), &[])
});

/// White's men stand in each other's way; White's pawn has just passed a black one on 3x5.
static STUCK: LazyLock<[Control; 2]> = LazyLock::new(|| {
    let game = Game::new(3, 5, true);
    both(&game, &plan(&game, "k2/Pp1/1P1/1PB/BRK a3", 5, 2_000, &|_| None), &[])
});

/// The same with Black's men, so that the plan is to pass.
static PASSES: LazyLock<[Control; 2]> = LazyLock::new(|| {
    let game = Game::new(3, 5, true);
    both(&game, &plan(&game, "brk/1pb/1p1/pP1/K2 a3", 5, 4_000, &|_| None), &[])
});

/// A knight each on 3x4; a capture leads to a table, one way or the other.
static KNIGHTS: LazyLock<[Control; 2]> = LazyLock::new(|| {
    let game = Game::new(3, 4, false);
    let family = naive::family(3, 4, "KNk", false);
    let imports = tables(3, 4, "KNk", false);
    let bound = plan(&game, "k1n/3/3/N1K", 6, 700, &|pos: &Pos| game.known(pos, &family).map(|known| known.0));
    both(&game, &bound, &in_order(&imports, "KNk Kk"))
});

/// A pawn each on 3x5 with the double step; captures and promotions lead to tables.
static PAWNS: LazyLock<[Control; 2]> = LazyLock::new(|| {
    let game = Game::new(3, 5, true);
    let family = naive::family(3, 5, "KPk", true);
    let imports = tables(3, 5, "KPk", true);
    let bound = plan(&game, "k2/1p1/3/2P/2K", 6, 1_500, &|pos: &Pos| game.known(pos, &family).map(|known| known.0));
    both(&game, &bound, &in_order(&imports, "KQk KRk KBk KNk KPk Kk"))
});

/// The tables of these signatures.
fn in_order(tables: &[Arc<Verified>], signatures: &str) -> Vec<Arc<Verified>> {
    let table = |signature| Arc::clone(tables.iter().find(|table| table.signature() == signature).unwrap());
    signatures.split(' ').map(table).collect()
}

fn all() -> impl Iterator<Item = (&'static str, &'static Control)> {
    let names = ["kings", "wall", "passing", "stuck", "passes", "knights", "pawns"];
    let controls = [&KINGS, &WALL, &PASSING, &STUCK, &PASSES, &KNIGHTS, &PAWNS];
    names.into_iter().zip(controls).flat_map(|(name, controls)| controls.iter().map(move |control| (name, control)))
}

/// One option or another is needed of what the controls show.
#[test]
fn accepts_what_the_naive_search_writes() {
    let claims: Vec<String> = all().map(|(_, control)| control.verified.claim()).collect();
    let expected = [
        "3x4 k2/3/3/2K: α ≤ 1/2, by a plan for Black in 53 positions",
        "3x4 2k/3/3/K2: β ≥ 1/2, by a plan for White in 53 positions",
        "2x6 k1/1p/pP/P1/2/K1, single step: α ≤ 7/32, by a plan for Black in 235 positions",
        "2x6 k1/2/p1/Pp/1P/K1, single step: β ≥ 25/32, by a plan for White in 235 positions",
        "3x6 k2/3/1p1/3/2P/2K, double step: α ≤ 3/4, by a plan for Black in 1024 positions",
        "3x6 2k/2p/3/1P1/3/K2, double step: β ≥ 1/4, by a plan for White in 1024 positions",
        "3x5 k2/Pp1/1P1/1PB/BRK a3, double step: α ≤ 1/2, by a plan for Black in 5 positions",
        "3x5 brk/1pb/1p1/pP1/K2 a3, double step: β ≥ 1/2, by a plan for White in 5 positions",
        "3x5 brk/1pb/1p1/pP1/K2 a3, double step: α ≤ 11/32, by a plan for Black in 389 positions",
        "3x5 k2/Pp1/1P1/1PB/BRK a3, double step: β ≥ 21/32, by a plan for White in 389 positions",
        "3x4 k1n/3/3/N1K: α ≤ 9/16, by a plan for Black in 111 positions",
        "3x4 n1k/3/3/K1N: β ≥ 7/16, by a plan for White in 111 positions",
        "3x5 k2/1p1/3/2P/2K, double step: α ≤ 31/64, by a plan for Black in 459 positions",
        "3x5 2k/2p/3/1P1/K2, double step: β ≥ 33/64, by a plan for White in 459 positions",
    ];
    assert_eq!(claims, expected);
    // That the controls have a bit of everything: en passant as the reply, passes, promotions, every kind of place.
    let count = |is: &dyn Fn(&Member) -> bool| {
        let count = |control: &Control| control.bound.members.iter().filter(|member| is(member)).count();
        all().map(|(_, control)| count(control)).collect::<Vec<_>>()
    };
    let is_en_passant = |m: &Member| m.passed.is_some_and(|passed| m.reply.is_some_and(|reply| reply.to == passed));
    assert_eq!(count(&|m| m.passed.is_some()), [0, 0, 0, 0, 32, 32, 1, 1, 1, 1, 0, 0, 17, 17]);
    assert_eq!(count(&is_en_passant), [0, 0, 0, 0, 13, 13, 0, 0, 0, 0, 0, 0, 10, 10]);
    assert_eq!(count(&|m| m.reply.is_none()), [0, 0, 0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0]);
    let promotes = |m: &Member| m.reply.is_some_and(|reply| reply.promotion.is_some());
    assert_eq!(count(&promotes), [0, 0, 4, 4, 45, 45, 0, 0, 11, 11, 0, 0, 49, 49]);
    for control in [&*KNIGHTS, &*PAWNS].into_iter().flatten() {
        let verified = &control.verified;
        let entries = (0..verified.members()).map(|number| verified.entry(number).unwrap());
        let places: Vec<Place> =
            entries.flat_map(|entry| [entry.white, entry.black].concat()).map(|r| r.place).collect();
        for place in [Place::Terminal, Place::Member, Place::Outside] {
            assert!(places.contains(&place), "{place:?}");
        }
        for import in control.imports.iter().filter(|import| import.signature() != "Kk") {
            assert!(places.contains(&Place::Import(import.endgame().to_string())), "{}", import.endgame());
        }
    }
}

#[test]
fn tells_what_the_naive_game_tells_of_every_member() {
    for (name, control) in all() {
        let verified = &control.verified;
        let game = control.game();
        let bounds = control.bounds();
        for (number, member) in control.bound.members.iter().enumerate() {
            let entry = verified.entry(number).unwrap();
            assert_eq!(verified.at(&entry.fen).unwrap(), entry);
            assert_eq!((&entry.bound, entry.reply.mv.is_none()), (&value(member), member.reply.is_none()));
            for (colour, found) in [(Colour::White, &entry.white), (Colour::Black, &entry.black)] {
                let expected = game.options(&position(member), colour == Colour::White);
                assert_eq!(found.len(), expected.len(), "{name} {}", entry.fen);
                let mut expected: Vec<_> = expected.into_iter().map(|(mv, to)| (mv.map(key), to)).collect();
                expected.sort();
                for (reached, (mv, to)) in found.iter().zip(expected) {
                    let square = |s: checker::board::Square| control.bound.files * s.rank + s.file;
                    assert_eq!(reached.mv.map(|mv| (square(mv.from), square(mv.to), mv.promotion)), mv);
                    assert_eq!((reached.colour, reached.text == "pass"), (colour, mv.is_none()));
                    let place = match &to {
                        None => Place::Terminal,
                        Some(to) if bounds.contains_key(to) => Place::Member,
                        Some(_) => reached.place.clone(),
                    };
                    assert_eq!(reached.place, place);
                    let expected = match (&reached.place, to) {
                        (Place::Terminal, _) => whole(colour == Colour::White),
                        (Place::Outside, _) => whole(control.bound.side == StatedSide::AlphaUpper),
                        (Place::Member, to) => bounds[&to.unwrap()].clone(),
                        (Place::Import(_), _) => continue,
                    };
                    assert_eq!(reached.bound, expected);
                }
            }
        }
        assert_eq!(verified.entry(verified.members()), None);
        assert_eq!(verified.entry(usize::MAX), None);
    }
}

#[test]
fn counts_a_position_of_an_import_as_the_import_says() {
    for (control, signatures) in [(&*KNIGHTS, "KNk"), (&*PAWNS, "KPk")] {
        for control in control {
            let double = control.bound.pawn_rule == PawnRule::DoubleStep;
            let family = naive::family(control.bound.files.into(), control.bound.ranks.into(), signatures, double);
            let (verified, game) = (&control.verified, control.game());
            let mut imported = 0;
            for (number, member) in control.bound.members.iter().enumerate() {
                let entry = verified.entry(number).unwrap();
                for (white, found) in [(true, &entry.white), (false, &entry.black)] {
                    let mut expected = game.options(&position(member), white);
                    expected.sort_by_key(|(mv, _)| mv.map(key));
                    for (reached, (_, to)) in found.iter().zip(expected) {
                        let known = to.and_then(|to| game.known(&to, &family)).map(|(x, y)| {
                            assert_eq!(x, y);
                            x
                        });
                        let is_import = matches!(reached.place, Place::Import(_));
                        assert_eq!(is_import.then_some(&reached.bound), known.as_ref(), "{}", entry.fen);
                        imported += u32::from(is_import);
                    }
                }
            }
            assert!(imported > 100, "{imported}");
        }
    }
}

#[test]
fn rejects_a_set_that_is_not_closed() {
    // No member is superfluous: without any one of them the first that leads to it fails.
    for (name, control) in all() {
        let (verified, game) = (&control.verified, control.game());
        let planner = control.planner();
        let last = control.bound.members.len() - 1;
        let places: Vec<usize> = match last {
            ..300 => (0..=last).collect(),
            _ => control.places().into(),
        };
        let root = usize::try_from(control.bound.root).unwrap();
        for place in places.into_iter().filter(|&place| place != root) {
            let removed = position(&control.bound.members[place]);
            let rejection = control.rejection(|bound| {
                bound.members.remove(place);
                bound.root -= u32::from(place < root);
            });
            let Rejection::At { fen, breach } = rejection else { panic!("{name}: {rejection}") };
            let (white, black) = inequality(&breach);
            let outside = [white, black].into_iter().filter(|reached| reached.place == Place::Outside);
            let outside: Vec<_> = outside.collect();
            assert!(!outside.is_empty() && verified.at(&fen).is_ok(), "{name} {place}: {breach}");
            // One of those that now count for the worst is the one that has been removed, or as bad as that.
            let from = game.read(&fen);
            let all = [Colour::White, Colour::Black].map(|c| game.options(&from, c == Colour::White)).concat();
            assert!(all.into_iter().any(|(_, to)| to.as_ref() == Some(&removed)), "{name} {fen}");
            for reached in outside {
                assert_eq!(reached.bound, whole(planner == Colour::Black));
            }
        }
    }
}

#[test]
fn rejects_replies_that_are_no_options() {
    for (_, control) in all() {
        let planner = control.planner();
        for number in control.places() {
            let member = &control.bound.members[number];
            let options = control.game().options(&position(member), planner == Colour::White);
            let others = control.game().options(&position(member), planner != Colour::White);
            let Some(own) = options[0].0 else { continue };
            let moves: Vec<StatedMove> = [(255, 255), (own.from, own.from), (own.to, own.from), (0, 254)]
                .map(|(from, to)| StatedMove { from, to, promotion: None })
                .into_iter()
                .chain(others.iter().filter_map(|other| other.0))
                .filter(|mv| !options.iter().any(|option| option.0 == Some(*mv)))
                .collect();
            for mv in moves {
                let breach = control.breach(number, |m| m.reply = Some(mv));
                assert!(matches!(breach, Breach::Reply { colour, .. } if colour == planner), "{breach}");
                assert_eq!(breach.condition(), Condition::Reply);
            }
            for option in options.iter().filter_map(|option| option.0) {
                // The right man to the right square, promoted where there is no promotion, or not where there is.
                let promotion = match option.promotion {
                    None => Some(StatedPromotion::Queen),
                    Some(_) => None,
                };
                let breach = control.breach(number, |m| m.reply = Some(StatedMove { promotion, ..option }));
                assert!(matches!(breach, Breach::Reply { .. }), "{breach}");
            }
            let breach = control.breach(number, |m| m.reply = None);
            let first = options.iter().filter_map(|o| o.0).min_by_key(|&mv| key(mv)).unwrap();
            match breach {
                Breach::Pass { colour, option } => {
                    let square = |s: checker::board::Square| control.bound.files * s.rank + s.file;
                    assert_eq!((colour, square(option.from), square(option.to)), (planner, first.from, first.to));
                }
                other => panic!("{other}"),
            }
        }
    }
}

#[test]
fn rejects_a_move_where_there_is_only_the_pass() {
    for control in &*PASSES {
        let passes = |m: &Member| m.reply.is_none();
        let places: Vec<usize> =
            (0..control.bound.members.len()).filter(|&i| passes(&control.bound.members[i])).collect();
        assert_eq!(places.len(), 6);
        for number in places {
            for square in 0..15 {
                for to in 0..15 {
                    let reply = Some(StatedMove { from: square, to, promotion: None });
                    let breach = control.breach(number, |m| m.reply = reply);
                    assert!(matches!(breach, Breach::Reply { .. }), "{breach}");
                }
            }
        }
        // The root has a right, which the pass gives up.
        let root = control.verified.root().unwrap();
        assert_eq!(
            (root.reply.text.as_str(), root.reply.place, root.fen.ends_with(" a3")),
            ("pass", Place::Member, true)
        );
    }
}

#[test]
fn accepts_exactly_the_replies_that_keep_to_the_bound() {
    let (mut accepted, mut rejected) = (0, 0);
    for (name, control) in all().filter(|(name, _)| !["knights", "pawns"].contains(name)) {
        let (game, bounds, planner) = (control.game(), control.bounds(), control.planner());
        let worst = whole(planner == Colour::Black);
        let bound = |to: &Option<Pos>, white: bool| match to {
            None => whole(white),
            Some(to) => bounds.get(to).unwrap_or(&worst).clone(),
        };
        for number in control.places() {
            let member = &control.bound.members[number];
            let opponent = game.options(&position(member), planner == Colour::Black);
            let others = opponent.iter().map(|(_, to)| bound(to, planner == Colour::Black));
            let twice = value(member) + value(member);
            for (mv, to) in game.options(&position(member), planner == Colour::White) {
                let own = bound(&to, planner == Colour::White);
                let (holds, sum) = match planner {
                    Colour::Black => {
                        let sum = others.clone().max().unwrap() + own;
                        (twice >= sum, sum)
                    }
                    Colour::White => {
                        let sum = others.clone().min().unwrap() + own;
                        (twice <= sum, sum)
                    }
                };
                match holds {
                    true => {
                        assert!(control.changed(|b| b.members[number].reply = mv).is_ok(), "{name} {number}");
                        accepted += 1;
                    }
                    false => {
                        let breach = control.breach(number, |m| m.reply = mv);
                        let (Breach::AlphaUpper { twice: a, sum: b, .. } | Breach::BetaLower { twice: a, sum: b, .. }) =
                            &breach
                        else {
                            panic!("{breach}")
                        };
                        assert_eq!((a, b), (&twice, &sum));
                        rejected += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 30 && rejected > 50, "{accepted} {rejected}");
}

#[test]
fn rejects_a_bound_that_is_one_step_too_good() {
    for (name, control) in all() {
        let last = control.bound.members.len() - 1;
        let places: Vec<usize> = if last < 300 { (0..=last).collect() } else { control.places().into() };
        let mut tried = 0;
        for number in places {
            let member = &control.bound.members[number];
            let step = BigRational::new(1.into(), member.denominator.0.clone().into());
            let better = match control.planner() {
                Colour::Black => value(member) - step,
                Colour::White => value(member) + step,
            };
            if better < BigRational::zero() || better > BigRational::one() {
                continue;
            }
            let breach = control.breach(number, |m| set(m, &better));
            let (twice, sum, white, black) = match &breach {
                Breach::AlphaUpper { twice, sum, white, black } => (twice, sum, white, black),
                Breach::BetaLower { twice, sum, white, black } => (twice, sum, white, black),
                other => panic!("{name}: {other}"),
            };
            assert_eq!((*twice == &better + &better, *sum == &white.bound + &black.bound), (true, true));
            let (condition, too_good) = match control.planner() {
                Colour::Black => (Condition::AlphaUpper, twice < sum),
                Colour::White => (Condition::BetaLower, twice > sum),
            };
            assert!(too_good && breach.condition() == condition, "{breach}");
            // A worse bound at one place is true, but may be too bad for others.
            tried += 1;
        }
        assert!(tried >= 3 || name == "stuck", "{name} {tried}");
    }
}

#[test]
fn rejects_the_other_side() {
    for (_, control) in all() {
        let other = match control.bound.side {
            StatedSide::AlphaUpper => StatedSide::BetaLower,
            StatedSide::BetaLower => StatedSide::AlphaUpper,
        };
        assert!(matches!(control.rejection(|bound| bound.side = other), Rejection::At { .. }));
    }
}

#[test]
fn says_what_breaks_the_inequality() {
    let [control, mirrored] = &*KINGS;
    let text = |control: &Control, fen: &str, change: &dyn Fn(&mut Bound, usize)| {
        let verified = &control.verified;
        let number = (0..verified.members()).find(|&n| verified.entry(n).unwrap().fen == fen).unwrap();
        Failure::from(control.rejection(|bound| change(bound, number))).to_string()
    };
    let lower =
        |bound: &mut Bound, number: usize| set(&mut bound.members[number], &BigRational::new(3.into(), 8.into()));
    let higher =
        |bound: &mut Bound, number: usize| set(&mut bound.members[number], &BigRational::new(5.into(), 8.into()));
    let remove = |bound: &mut Bound, number: usize| {
        bound.members.remove(number);
        bound.root -= u32::from(number < usize::try_from(bound.root).unwrap());
    };
    let found = [
        text(control, "k2/3/3/2K", &lower),
        text(mirrored, "2k/3/3/K2", &higher),
        text(control, "k2/3/1K1/3", &lower),
        text(control, "k2/1K1/3/3", &lower),
        text(control, "k2/3/1K1/3", &remove),
    ];
    let expected = [
        "alpha-upper: k2/3/3/2K: found 3/4 for twice the bound, required at least 1, which is 1/2 (white's Kb1: a member) + \
         1/2 (black's Ka3: a member)",
        "beta-lower: 2k/3/3/K2: found 5/4 for twice the bound, required at most 1, which is 1/2 (white's Ka2: a member) + \
         1/2 (black's Kb3: a member)",
        "alpha-upper: k2/3/1K1/3: found 3/4 for twice the bound, required at least 1, which is 1/2 (white's Ka1: a member) + \
         1/2 (black's Ka3: a member)",
        "alpha-upper: k2/1K1/3/3: found 3/4 for twice the bound, required at least 1, which is 1 (white's Kxa4: terminal) + \
         0 (black's Kxb3: terminal)",
        "alpha-upper: k2/3/3/K2: found 1 for twice the bound, required at least 3/2, which is 1 (white's Kb2: outside the set, \
         counts as 1) + 1/2 (black's Ka3: a member)",
    ];
    assert_eq!(found, expected);
}

fn fraction(member: &mut Member, numerator: u32, denominator: u32) {
    member.numerator = Natural(BigUint::from(numerator));
    member.denominator = Natural(BigUint::from(denominator));
}

#[test]
fn rejects_bounds_that_are_none() {
    for (_, control) in all() {
        for number in control.places() {
            for (numerator, denominator) in [(2, 4), (0, 2), (0, 0), (2, 0), (6, 4), (3, 3)] {
                let fault = control.fault(number, |m| fraction(m, numerator, denominator));
                assert_eq!(fault, Fault::LowestTerms, "{numerator}/{denominator}");
            }
            for (numerator, denominator) in [(2, 1), (3, 2), (1 << 31, 1), (1, 0)] {
                let fault = control.fault(number, |m| fraction(m, numerator, denominator));
                assert_eq!(fault, Fault::AboveOne, "{numerator}/{denominator}");
            }
        }
    }
}

#[test]
fn rejects_members_out_of_order_and_twice() {
    for (_, control) in all() {
        let last = control.bound.members.len() - 1;
        for before in [0, last / 2, last - 1] {
            let rejection = control.rejection(|bound| bound.members.swap(before, before + 1));
            assert_eq!(rejection, Rejection::MemberOrder { before });
            let rejection = control.rejection(|bound| bound.members.insert(before, bound.members[before].clone()));
            assert_eq!(rejection, Rejection::MemberOrder { before });
            // Twice, with a worse bound the second time.
            let rejection = control.rejection(|bound| {
                let mut again = bound.members[before].clone();
                fraction(&mut again, u32::from(control.planner() == Colour::Black), 1);
                bound.members.insert(before + 1, again);
            });
            assert_eq!(rejection, Rejection::MemberOrder { before });
        }
    }
    // Without the right comes before with it.
    let control = &STUCK[0];
    let with_right = control.bound.members.iter().position(|m| m.passed.is_some()).unwrap();
    let same = |a: &Member, b: &Member| a.pieces == b.pieces && a.passed.is_none() && b.passed.is_some();
    assert!(same(&control.bound.members[with_right - 1], &control.bound.members[with_right]));
}

#[test]
fn rejects_pieces_that_are_no_position() {
    let mut places = 0;
    for (name, control) in all() {
        let squares = u8::try_from(control.game().squares()).unwrap();
        for number in control.places() {
            let fault = |change: &dyn Fn(&mut Vec<StatedPiece>)| control.fault(number, |m| change(&mut m.pieces));
            let pieces = &control.bound.members[number].pieces;
            let last = pieces.len() - 1;
            for found in [12, 13, 127, 255] {
                assert_eq!(fault(&|pieces| pieces[last].man = found), Fault::Man { found });
                assert_eq!(fault(&|pieces| pieces[0].man = found), Fault::Man { found });
            }
            for found in [squares, squares + 1, 255] {
                let required = squares.into();
                assert_eq!(fault(&|pieces| pieces[last].square = found), Fault::Square { found, required });
                assert_eq!(fault(&|pieces| pieces[0].square = found), Fault::Square { found, required });
            }
            for before in [0, last - 1] {
                assert_eq!(fault(&|pieces| pieces.swap(before, before + 1)), Fault::Order { before });
                assert_eq!(fault(&|pieces| pieces.insert(before, pieces[before])), Fault::Order { before });
            }
            // The black king on the white king's square, if nothing of it stands in the way.
            let white_king = pieces[0].square;
            let shared = fault(&|pieces| {
                pieces.iter_mut().find(|p| p.man == 6).unwrap().square = white_king;
            });
            assert!(matches!(shared, Fault::Shared { .. }), "{shared}");
            for (man, colour) in [(0, Colour::White), (6, Colour::Black)] {
                let found = fault(&|pieces| pieces.retain(|p| p.man != man));
                assert_eq!(found, Fault::Kings { colour, found: 0 });
                let free = (0..squares).rfind(|square| pieces.iter().all(|p| p.square != *square)).unwrap();
                let found = fault(&|pieces| {
                    pieces.push(StatedPiece { man, square: free });
                    pieces.sort();
                });
                assert_eq!(found, Fault::Kings { colour, found: 2 });
                for man in [5, 11] {
                    let ends = (0..control.bound.files).chain(squares - control.bound.files..squares);
                    for square in ends.filter(|square| pieces.iter().all(|p| p.square != *square)) {
                        let fault = fault(&|pieces| {
                            pieces.push(StatedPiece { man, square });
                            pieces.sort();
                        });
                        assert!(matches!(fault, Fault::Pawn { .. }), "{name} {fault}");
                        places += 1;
                    }
                }
            }
            assert_eq!(fault(&|pieces| pieces.clear()), Fault::Kings { colour: Colour::White, found: 0 });
        }
    }
    assert!(places > 200, "{places}");
}

#[test]
fn rejects_rights_that_are_none() {
    let (mut wrong, mut right) = (0, 0);
    for (_, control) in all() {
        let squares = u8::try_from(control.game().squares()).unwrap();
        let with_rights = control.bound.members.iter().position(|m| m.passed.is_some());
        for number in control.places().into_iter().chain(with_rights) {
            let member = &control.bound.members[number];
            let pieces: Vec<(u8, u8)> = member.pieces.iter().map(|p| (p.man, p.square)).collect();
            for square in 0..squares {
                match control.game().may_be_passed(&pieces, square) {
                    true => right += 1,
                    false => {
                        let fault = control.fault(number, |m| m.passed = Some(square));
                        assert!(matches!(fault, Fault::Right { .. }), "{fault}");
                        wrong += 1;
                    }
                }
            }
            for found in [squares, 255] {
                let fault = control.fault(number, |m| m.passed = Some(found));
                assert_eq!(fault, Fault::Square { found, required: squares.into() });
            }
        }
        // The same positions where nobody steps twice.
        if let Some(member) = with_rights {
            for pawn_rule in [PawnRule::SingleStep, PawnRule::NoPawns] {
                let rejection = control.rejection(|bound| bound.pawn_rule = pawn_rule);
                match rejection {
                    Rejection::Member { member: found, fault: Fault::Right { pawn_rule: rule, .. } } => {
                        assert_eq!((found, rule), (member, pawn_rule));
                    }
                    other => panic!("{other}"),
                }
            }
        }
    }
    assert!(wrong > 300 && right > 5, "{wrong} {right}");
}

#[test]
fn rejects_other_pawn_rules_boards_and_roots() {
    use PawnRule::{DoubleStep, NoPawns, SingleStep};
    let wrong = |control: &Control, found| match control.rejection(|bound| bound.pawn_rule = found) {
        Rejection::PawnRule { found: stated, required } if stated == found => required,
        other => panic!("{other}"),
    };
    assert_eq!((wrong(&KINGS[0], SingleStep), wrong(&KINGS[0], DoubleStep)), (&[NoPawns][..], &[NoPawns][..]));
    assert_eq!(wrong(&WALL[0], NoPawns), &[SingleStep, DoubleStep]);
    // With the double step there are other options.
    assert!(matches!(PAWNS[0].changed(|b| b.pawn_rule = SingleStep), Err(Failure::Rejected(_))));
    let small = Game::new(3, 3, false);
    let small = Control::new(plan(&small, "k2/P2/2K", 4, 1_000, &|_| None), vec![]);
    assert_eq!((wrong(&small, DoubleStep), wrong(&small, NoPawns)), (&[SingleStep][..], &[SingleStep][..]));
    for (files, ranks) in [(1, 8), (17, 3), (3, 17), (0, 0), (255, 255), (3, 1)] {
        let rejection = KINGS[0].rejection(|bound| (bound.files, bound.ranks) = (files, ranks));
        assert_eq!(rejection, Rejection::Board { files, ranks });
    }
    for (_, control) in all() {
        let required = control.bound.members.len();
        for found in [u32::try_from(required).unwrap(), 1 << 31, u32::MAX] {
            assert_eq!(control.rejection(|bound| bound.root = found), Rejection::Root { found, required });
        }
        // Any member may be the root: its bound is true, too.
        for root in control.places() {
            let verified = control.changed(|bound| bound.root = u32::try_from(root).unwrap()).unwrap();
            assert_eq!(verified.root(), control.verified.entry(root));
        }
    }
    let rejection = KINGS[0].rejection(|bound| bound.members.clear());
    assert_eq!(rejection, Rejection::Root { found: KINGS[0].bound.root, required: 0 });
}

#[test]
fn says_each_of_the_faults() {
    let text = |change: &dyn Fn(&mut Member)| {
        let rejection = WALL[0].rejection(|bound| change(&mut bound.members[7]));
        Failure::from(rejection).to_string()
    };
    let pieces = |change: &'static dyn Fn(&mut Vec<StatedPiece>)| text(&|m| change(&mut m.pieces));
    let found = [
        pieces(&|p| p[0].man = 12),
        pieces(&|p| p[0].square = 12),
        pieces(&|p| p[1] = p[0]),
        pieces(&|p| p[1].square = p[0].square),
        pieces(&|p| p.truncate(3)),
        text(&|m| m.passed = Some(5)),
        text(&|m| m.denominator = m.numerator.clone()),
        text(&|m| m.numerator.0 += &m.denominator.0),
    ];
    let expected = [
        "canonical: member 7: found man 12, required 0 to 11",
        "canonical: member 7: found square 12, required less than 12",
        "canonical: member 7: piece after 0: found at most the one before it, required more, by man and then by square",
        "canonical: member 7: found two men on a1, required at most one",
        "canonical: member 7: found 0 black kings, required exactly 1",
        "canonical: member 7: found b3 for en passant with pawn rule SingleStep, required DoubleStep and the square that a pawn has \
         just passed: the pawn on the one before it, that one and the one behind it empty, a pawn of the other colour beside the pawn",
        "canonical: member 7: found a common factor of the bound's numerator and denominator, required none",
        "canonical: member 7: found a bound of more than 1, required at most 1",
    ];
    assert_eq!(found, expected);
}

#[test]
fn checks_imports() {
    let with = |control: &Control, imports: &[Arc<Verified>]| check_bound(&encode(imports, &control.bound), imports);
    let rejection = |control: &Control, imports: &[Arc<Verified>]| match with(control, imports) {
        Err(Failure::Rejected(rejection)) => rejection,
        Err(Failure::Declined(decline)) => panic!("{decline}"),
        Ok(verified) => panic!("{}", verified.claim()),
    };
    let control = &PAWNS[0];
    let imports = &control.imports;
    let mut needed = Vec::new();
    for place in 0..imports.len() - 1 {
        let mut swapped = imports.clone();
        swapped.swap(place, place + 1);
        let (found, before) = (imports[place].endgame().to_string(), imports[place + 1].endgame().to_string());
        assert_eq!(rejection(control, &swapped), Rejection::ImportOrder { found, before });
        let mut twice = imports.clone();
        twice.insert(place, Arc::clone(&imports[place]));
        let found = imports[place].endgame().to_string();
        assert_eq!(rejection(control, &twice), Rejection::ImportOrder { before: found.clone(), found });
        // One that is needed is missing in the certificate: its positions count as 1.
        let mut fewer = imports.clone();
        fewer.remove(place);
        match with(control, &fewer) {
            Err(Failure::Rejected(Rejection::At { .. })) => needed.push(imports[place].signature()),
            Err(failure) => panic!("{failure}"),
            Ok(verified) => assert_eq!(verified.imports().len(), imports.len() - 1),
        }
    }
    assert_eq!(needed, ["KQk", "KBk", "KNk", "KPk"]);
    // Bare kings cannot be reached in one move, and nothing forbids to import what is of no use.
    assert!(with(control, &imports[..imports.len() - 1]).is_ok());
    assert!(with(&WALL[0], &tables(2, 6, "Kk", false)).is_ok());
    // Another board; the other pawn rule; pawns where there are none.
    let board = checker::board::Board::new(3, 5).unwrap();
    let pawn_rule = PawnRule::DoubleStep;
    let other = tables(3, 4, "Kk", false);
    let found = "3x4 Kk".to_owned();
    assert_eq!(rejection(control, &other), Rejection::ImportBoard { found, board, pawn_rule });
    let single = in_order(&tables(3, 5, "KPk", false), "KPk");
    let found = "3x5 KPk, single step".to_owned();
    assert_eq!(rejection(control, &single), Rejection::ImportBoard { found, board, pawn_rule });
    let pawns = in_order(&tables(3, 4, "KPk", false), "KPk");
    let (found, board, pawn_rule) =
        ("3x4 KPk, single step".to_owned(), checker::board::Board::new(3, 4).unwrap(), PawnRule::NoPawns);
    assert_eq!(rejection(&KINGS[0], &pawns), Rejection::ImportBoard { found, board, pawn_rule });
    // One that was not given, and another in its place.
    let bytes = encode(imports, &control.bound);
    let digest = imports[0].digest();
    match check_bound(&bytes, &imports[1..]) {
        Err(Failure::Declined(Decline::MissingImport { file_name, digest: found })) => {
            assert_eq!(found, digest);
            assert!(file_name.contains("3x5_KNk.cert or 3x5_KPk_double.cert"), "{file_name}");
        }
        other => panic!("{other:?}"),
    }
    let AnyStatement::Bound(statement) = AnyStatement::read(&bytes).unwrap() else { panic!("a table") };
    assert_eq!((statement.digest(), statement.required()[0]), (Digest::of(&bytes), digest));
    let (file_name, found) = ("3x5_KRk.cert".to_owned(), imports[1].digest());
    let required = digest;
    let failure = statement.check(|_| Ok(Arc::clone(&imports[1]))).unwrap_err();
    assert_eq!(failure, Rejection::ImportDigest { file_name, found, required }.into());
}

#[test]
fn counts_a_member_with_its_own_bound_also_where_there_is_an_import() {
    let imports = tables(3, 4, "Kk", false);
    for control in &*KINGS {
        let with = |change: &dyn Fn(&mut Bound)| {
            let mut bound = control.bound.clone();
            change(&mut bound);
            check_bound(&encode(&imports, &bound), &imports)
        };
        let verified = with(&|_| {}).unwrap();
        let root = verified.root().unwrap();
        let places: Vec<Place> = [root.white, root.black].concat().into_iter().map(|reached| reached.place).collect();
        assert!(places.contains(&Place::Member) && !places.contains(&Place::Outside), "{places:?}");
        // The same bounds are known from the import, but a member with a worse one is in the way of the others.
        let number = usize::from(control.bound.root == 0);
        let removed = with(&|bound| {
            bound.members.remove(number);
            bound.root -= u32::from(number < usize::try_from(bound.root).unwrap());
        });
        assert_eq!(removed.unwrap().members(), verified.members() - 1);
        let worse = whole(control.planner() == Colour::Black);
        let worse = with(&|bound| set(&mut bound.members[number], &worse));
        assert!(matches!(worse, Err(Failure::Rejected(Rejection::At { .. }))), "{worse:?}");
    }
}

/// Of each position of two endgames: with a table at hand that is about it, it needs no other members. The best bound is what the
/// bounds that the tables state of its options make of it, and nothing better is accepted. Rights to capture *en passant* are among
/// them, and everything is tried with the colours exchanged. `look_up` tells the upper end for α and the lower end for β.
fn tries_each_position(family: &naive::Family, mut imports: Vec<Arc<Verified>>, look_up: &plans::LookUp) {
    let game = Game::new(2, 5, true);
    imports.sort_by_key(|import| (Reverse(import.endgame().men().len()), import.endgame().men().to_vec()));
    let (mut bounds, mut with_right) = (0, 0);
    for (signature, solved) in ["KPkp", "KQkp"].map(|signature| (signature, &family[signature])) {
        for list in solved.known.keys().filter(|list| list.len() > 4 || list[0] % 3 == 0) {
            let pos = game.listed(signature, list);
            with_right += u32::from(pos.1.is_some());
            for white in [false, true] {
                let worth = |(_, to): &plans::Option_, mover: bool| match to {
                    None => whole(mover),
                    Some(to) => {
                        let (alpha, beta) = game.known_by(to, look_up).unwrap();
                        if white { beta } else { alpha }
                    }
                };
                let [own, others] = [white, !white].map(|mover| {
                    let mut options = game.options(&pos, mover);
                    options.sort_by_key(|option| worth(option, mover));
                    let best = if mover { options.pop() } else { Some(options.swap_remove(0)) };
                    best.map(|best| (best.0, worth(&best, mover))).unwrap()
                });
                let value = (&own.1 + &others.1) / BigRational::from_integer(2.into());
                let side = if white { StatedSide::BetaLower } else { StatedSide::AlphaUpper };
                let step = BigRational::new(1.into(), value.denom() << 4_u8);
                let better = if white { &value + step } else { &value - step };
                let bound = |value: &BigRational| Bound {
                    files: 2,
                    ranks: 5,
                    pawn_rule: PawnRule::DoubleStep,
                    side,
                    root: 0,
                    members: vec![plans::stated(pos.clone(), value, own.0)],
                };
                for flip in [false, true] {
                    let check = |value: &BigRational| {
                        let bound = if flip { game.flipped_bound(&bound(value)) } else { bound(value) };
                        check_bound(&encode(&imports, &bound), &imports)
                    };
                    match check(&value) {
                        Ok(verified) => assert_eq!(verified.members(), 1),
                        Err(failure) => panic!("{signature} {list:?} {white} {flip}: {failure}"),
                    }
                    if better >= BigRational::zero() && better <= BigRational::one() {
                        let failure = check(&better).unwrap_err();
                        assert!(matches!(failure, Failure::Rejected(Rejection::At { .. })), "{failure}");
                    }
                    bounds += 1;
                }
            }
        }
    }
    assert!(bounds > 5_000 && with_right > 100, "{bounds} {with_right}");
}

#[test]
fn accepts_the_exact_values_of_each_position_of_an_import_and_nothing_better() {
    let family = naive::family(2, 5, "KPkp", true);
    let mut certified = Certified::new();
    support::verify(&family, "KPkp", &mut certified);
    let imports: Vec<Arc<Verified>> = certified.into_values().collect();
    assert!([0, 1].iter().all(|kind| imports.iter().any(|import| import.kind() == *kind)));
    tries_each_position(&family, imports, &|signature, list| {
        let known = &family.get(signature)?.known[list];
        Some((known.x.clone(), known.y.clone()))
    });
}

#[test]
fn accepts_the_outer_ends_of_enclosures_and_nothing_better() {
    let family = naive::family(2, 5, "KPkp", true);
    let mut exact = Certified::new();
    support::verify(&family, "KPkp", &mut exact);
    let (mut enclosures, mut imports) = (BTreeMap::new(), exact.clone());
    // By the number of men, then of pawns: what is imported comes before what imports it.
    let mut names: Vec<&String> =
        family.keys().filter(|name| !["KPk", "KQkq", "KNk"].contains(&name.as_str())).collect();
    names.sort_by_key(|name| (name.len(), name.matches(['P', 'p']).count(), *name));
    for (name, bits) in names.into_iter().zip([9, 20, 5, 33, 12].into_iter().cycle()) {
        let enclosed = naive::enclose(&family, name, bits, &enclosures);
        let known: Vec<Arc<Verified>> =
            naive::imports(name).iter().map(|import| Arc::clone(&imports[import])).collect();
        let verified = check(&enclosed.bytes, &known).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        imports.insert(name.clone(), Arc::new(verified));
        enclosures.insert(name.clone(), enclosed);
    }
    let all: Vec<Arc<Verified>> = imports.into_values().collect();
    assert!([0, 2].iter().all(|kind| all.iter().any(|import| import.kind() == *kind)));
    tries_each_position(&family, all, &|signature, list| {
        let solved = family.get(signature)?;
        let Some(enclosed) = enclosures.get(signature) else {
            return Some((solved.known[list].x.clone(), solved.known[list].y.clone()));
        };
        let [_, alpha, beta, _] = enclosed.bounds(solved.number[list]);
        let unit = BigUint::one() << enclosed.enclosure.bits;
        let fraction = |units: u64| BigRational::new(units.into(), unit.clone().into());
        Some((fraction(alpha), fraction(beta)))
    });
}

#[test]
fn answers_for_members_alone() {
    let verified = &KNIGHTS[0].verified;
    let root = verified.root().unwrap();
    assert_eq!((root.fen.as_str(), root.bound.to_string().as_str()), ("k1n/3/3/N1K", "9/16"));
    let texts = |list: &[Reached]| list.iter().map(|r| format!("{r}")).collect::<Vec<_>>().join("; ");
    assert_eq!(root.reply.to_string(), texts(&root.black).split("; ").find(|t| *t == root.reply.to_string()).unwrap());
    let message = |text: &str| verified.at(text).unwrap_err().to_string();
    assert_eq!(message("k2/3/3/2K"), "found k2/3/3/2K, which is not a member of this certificate, required a member");
    assert_eq!(message("k3/4/4/3K"), "found a board of 4x4 (files x ranks), required 3x4");
    assert!(message("k2/3/3/2x").starts_with("found 'x'"));
    let passing = &STUCK[0].verified;
    let root = passing.root().unwrap();
    assert_eq!(passing.at("k2/Pp1/1P1/1PB/BRK a3").unwrap(), root);
    assert_eq!(texts(&root.white), "1/2 (white's pass: a member)");
    assert_ne!(passing.at("k2/Pp1/1P1/1PB/BRK").unwrap(), root);
    let members = verified.members();
    let expected = [
        (Condition::Header, 1),
        (Condition::Canonical, members),
        (Condition::Imports, 2),
        (Condition::Reply, members),
        (Condition::AlphaUpper, members),
    ];
    assert_eq!((verified.evaluations(), verified.side()), (expected, StatedSide::AlphaUpper));
    assert_eq!(KNIGHTS[1].verified.evaluations()[4], (Condition::BetaLower, members));
    assert_eq!((verified.board().to_string(), verified.pawn_rule()), ("3x4".to_owned(), PawnRule::NoPawns));
    let digests = verified.imports().iter().map(|import| import.digest());
    assert!(digests.eq(KNIGHTS[0].imports.iter().map(|import| import.digest())));
}

#[test]
fn tells_tables_from_bounds() {
    let bytes = encode(&[], &KINGS[0].bound);
    assert_eq!(check(&bytes, &[]).unwrap_err(), Decline::NotATable.into());
    let table = naive::solve(3, 2, "Kk").bytes;
    assert_eq!(check_bound(&table, &[]).unwrap_err(), Decline::NotABound.into());
    assert!(matches!(AnyStatement::read(&table), Ok(AnyStatement::Table(_))));
}

#[test]
fn believes_no_changed_byte_that_is_wrong() {
    // Bare kings are worth 1/2 wherever they stand, so that every bound on the wrong side of it is false.
    let half = BigRational::new(1.into(), 2.into());
    let (mut verified, mut refused) = (0, 0);
    for control in &*KINGS {
        let bytes = encode(&[], &control.bound);
        for place in 0..bytes.len() - 32 {
            for change in [1_u8, 2, 3, 4, 7, 8, 0x10, 0x40, 0x7f, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[place] ^= change;
                assert!(matches!(check_bound(&changed, &[]), Err(Failure::Rejected(_) | Failure::Declined(_))));
                changed.truncate(bytes.len() - 32);
                let digest = Digest::of(&changed);
                changed.extend(digest.0);
                match check_bound(&changed, &[]) {
                    Err(_) => refused += 1,
                    Ok(bound) => {
                        let value = bound.root().unwrap().bound;
                        let is_true = match bound.side() {
                            StatedSide::AlphaUpper => value >= half,
                            StatedSide::BetaLower => value <= half,
                        };
                        assert!(is_true, "byte {place} changed by {change}: {}", bound.claim());
                        verified += 1;
                    }
                }
            }
        }
    }
    assert!(verified > 10 && refused > 1000, "{verified} {refused}");
}

#[test]
fn refuses_every_cut() {
    for control in [&WALL[0], &PAWNS[1]] {
        let bytes = encode(&control.imports, &control.bound);
        for length in (0..bytes.len() - 32).step_by(7) {
            assert!(check_bound(&bytes[..length], &control.imports).is_err());
            let mut cut = bytes[..length].to_vec();
            cut.extend(Digest::of(&cut).0);
            let failure = check_bound(&cut, &control.imports).unwrap_err();
            assert!(matches!(failure, Failure::Rejected(_)), "{length}: {failure}");
        }
        let mut more = bytes[..bytes.len() - 32].to_vec();
        more.push(0);
        more.extend(Digest::of(&more).0);
        let failure = check_bound(&more, &control.imports).unwrap_err();
        assert_eq!(failure, Rejection::Trailing { found: 1 }.into());
    }
}

#[cfg(feature = "binary")]
/// What the command says of a file: its exit status and its standard output.
fn command(arguments: &[&str]) -> (i32, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_check")).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[cfg(feature = "binary")]
#[test]
fn answers_on_the_command_line() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("bound");
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let control = &KNIGHTS[0];
    let family = naive::family(3, 4, "KNk", false);
    for (signature, solved) in &family {
        std::fs::write(path(&format!("3x4_{signature}.cert")), &solved.bytes).unwrap();
    }
    let file = path("bound.cert");
    std::fs::write(&file, encode(&control.imports, &control.bound)).unwrap();
    let claim = "3x4 k1n/3/3/N1K: α ≤ 9/16, by a plan for Black in 111 positions";
    assert_eq!(command(&[&file]), (0, format!("{file}: verified: {claim}\n")));
    // Imports have names, and may be given by hand where they have others.
    std::fs::create_dir_all(folder.join("none")).unwrap();
    let (status, text) = command(&["--imports", &path("none"), &file]);
    assert_eq!(status, 2);
    assert!(text.contains("declined: imports: 3x4_KNkn.cert or 3x4_KNk.cert: found no certificate"), "{text}");
    let [knight, kings] = ["KNk", "Kk"].map(|signature| path(&format!("3x4_{signature}.cert")));
    assert_eq!(command(&["--imports", &path("none"), &knight, &kings, &file]).0, 0);
    let root = &control.verified.root().unwrap();
    let (status, text) = command(&[&file, "--at", &root.fen]);
    let line = |reached: &Reached| format!("  {reached}\n");
    let [white, black] = [&root.white, &root.black].map(|list| list.iter().map(line).collect::<String>());
    let reply = &root.reply;
    let expected =
        format!("{}\nbound: 9/16\nreply: {reply}\nWhite's options:\n{white}Black's options:\n{black}", root.fen);
    assert_eq!((status, text), (0, format!("{file}: verified: {claim}\n{expected}")));
    assert_eq!(command(&[&file, "--at", "k2/3/3/2K"]).0, 2);
    let (status, json) = command(&[&file, "--json", "--at", &root.fen]);
    let fields = format!(
        "\"kind\":3,\"claim\":\"{claim}\",\"root\":\"{}\",\"side\":\"alpha-upper\",\"value\":\"9/16\",\"members\":111,\
         \"conditions\":{{\"header\":1,\"canonical\":111,\"imports\":2,\"reply\":111,\"alpha-upper\":111}},\"at\":\"{}\"",
        root.fen, root.fen
    );
    assert!(status == 0 && json.contains(&fields), "{json}");
    for import in &control.imports {
        assert!(json.contains(&format!("\"sha256\":\"{}\"", import.digest())), "{json}");
    }
    // A bound is no table, and a rejected import rejects.
    let digest = control.verified.digest();
    let mut bound = KINGS[0].bound.clone();
    let with = |imports: Vec<Digest>, bound: &Bound| {
        let bytes = Certificate { imports, content: Content::Bound(bound.clone()) }.encode().unwrap();
        std::fs::write(path("other.cert"), bytes).unwrap();
        command(&[&path("other.cert"), &file])
    };
    let (status, text) = with(vec![digest], &bound);
    assert_eq!(status, 1);
    let expected =
        "rejected: imports: bound.cert: found a bound for one position, required a table, which is about an endgame";
    assert!(text.contains(expected.trim_start_matches("rejected: ")), "{text}");
    bound.root = u32::MAX;
    let (status, text) = with(vec![], &bound);
    let expected = "canonical: root: found member 4294967295, required less than 53";
    assert!(status == 1 && text.contains(expected), "{text}");
}
