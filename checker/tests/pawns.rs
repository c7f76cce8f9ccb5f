//! Pawns: certificates of a naive solver are verified, and each way to spoil them is rejected.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

mod naive;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use checker::board::{Colour, Placement};
use checker::certificate::{
    Certificate, Content, Digest, PawnRule, SharpTable, StatedEndgame, StatedMove, StatedPromotion,
};
use checker::{Breach, Failure, Rejection, Statement, Verified, check, notation};
use naive::{Family, family};

type Certified = BTreeMap<String, Arc<Verified>>;

/// Verifies an endgame of a family after what it imports.
fn verify(family: &Family, signature: &str, verified: &mut Certified) -> Arc<Verified> {
    if let Some(verified) = verified.get(signature) {
        return Arc::clone(verified);
    }
    let imports = naive::imports(signature);
    let imports: Vec<_> = imports.iter().map(|import| verify(family, import, verified)).collect();
    let checked = check(&family[signature].bytes, &imports).unwrap_or_else(|failure| panic!("{signature}: {failure}"));
    let checked = Arc::new(checked);
    verified.insert(signature.to_owned(), Arc::clone(&checked));
    checked
}

/// A king and a pawn on a board of 3x5 with the double step, where it does not promote.
static PAWN: LazyLock<Family> = LazyLock::new(|| family(3, 5, "KPk", true));
static IMPORTS: LazyLock<Vec<Arc<Verified>>> = LazyLock::new(|| {
    let mut verified = Certified::new();
    ["KQk", "KRk", "KBk", "KNk", "Kk"].map(|import| verify(&PAWN, import, &mut verified)).to_vec()
});

fn changed(change: impl FnOnce(&mut SharpTable)) -> Result<Verified, Failure> {
    let mut table = PAWN["KPk"].table();
    change(&mut table);
    check(&PAWN["KPk"].with_table(table), &IMPORTS)
}

fn rejection(result: Result<Verified, Failure>) -> Rejection {
    match result {
        Err(Failure::Rejected(rejection)) => rejection,
        Err(Failure::Declined(decline)) => panic!("declined: {decline}"),
        Ok(verified) => panic!("verified: {}", verified.claim()),
    }
}

#[test]
fn accepts_what_the_naive_solver_writes() {
    for (files, ranks, signature, double) in [
        (3, 3, "KPk", false),
        (3, 3, "KNPk", false),
        (3, 4, "KPk", false),
        (3, 4, "KPk", true),
        (2, 4, "KPPk", false),
        (2, 4, "KPPk", true),
        (3, 5, "KPk", false),
        (3, 5, "KPk", true),
    ] {
        let solved = family(files, ranks, signature, double);
        let mut all = Certified::new();
        let verified = verify(&solved, signature, &mut all);
        assert_eq!(all.len(), solved.len());
        let rule = if double { "double" } else { "single" };
        let claim =
            format!("{files}x{ranks} {signature}, {rule} step: all {} positions are sharp", verified.positions());
        assert!(verified.claim().starts_with(&claim), "{}", verified.claim());
        // What is read in bulk is what the naive solver knows, position by position.
        let values: Vec<_> = verified.values().collect();
        let mut met = BTreeSet::new();
        for (squares, known) in &solved[signature].known {
            let placement = notation::parse(&fen(files, ranks, signature, squares)).unwrap();
            let number = verified.number(&placement).unwrap();
            met.insert(number);
            let node = verified.node(number).unwrap();
            assert_eq!(verified.value(node.values.0), known.x);
            assert_eq!(node.label(Colour::White).steps().unwrap_or(0), known.white_label);
            assert_eq!(node.label(Colour::Black).steps().unwrap_or(0), known.black_label);
            let value = values[verified.value_number(number).unwrap()];
            assert_eq!(value.numerator, known.x.numer().magnitude());
            assert_eq!(&(value.odd_part << value.power_of_two), known.x.denom().magnitude());
        }
        assert!(met.into_iter().eq(0..verified.positions()));
    }
}

/// The placement field of a FEN, with runs of one empty square each.
fn fen(files: i32, ranks: i32, signature: &str, squares: &[u8]) -> String {
    let letter = |square: i32| {
        let man = squares.iter().position(|&man| i32::from(man) == square);
        man.map(|man| signature.chars().nth(man).unwrap())
    };
    let rank = |rank: i32| {
        let (mut text, mut empty) = (String::new(), 0);
        for letter in (0..files).map(|file| letter(rank * files + file)).chain([None]).enumerate() {
            let at_end = i32::try_from(letter.0).unwrap() == files;
            if (at_end || letter.1.is_some()) && empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            empty += i32::from(letter.1.is_none() && !at_end);
            text.extend(letter.1);
        }
        text
    };
    (0..ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}

#[test]
fn has_as_many_positions_as_counted_by_hand() {
    // One pawn: f·(r − 2) squares, then any two others for the kings. The reflection fixes no placement where f is even; where it
    // is odd, those with all men on the middle file.
    let count = |f: usize, r: usize| {
        let placements = f * (r - 2) * (f * r - 1) * (f * r - 2);
        let fixed = if f.is_multiple_of(2) { 0 } else { (r - 2) * (r - 1) * (r - 2) };
        (placements + fixed) / 2
    };
    assert_eq!((count(3, 3), count(8, 8)), (85, 93_744));
    for (files, ranks) in [(2, 3), (3, 3), (4, 3), (3, 4), (4, 4)] {
        let solved = family(files, ranks, "KPk", false);
        let (files, ranks) = (usize::try_from(files).unwrap(), usize::try_from(ranks).unwrap());
        assert_eq!(verify(&solved, "KPk", &mut Certified::new()).positions(), count(files, ranks));
    }
}

#[test]
fn answers_nothing_beyond_the_table() {
    let verified = changed(|_| {}).unwrap();
    for number in [verified.positions(), 1 << 31, usize::MAX] {
        assert!(verified.placement(number).is_none() && verified.node(number).is_none());
        assert!(verified.value_number(number).is_none() && verified.entry(number).is_none());
    }
    for text in ["k2/3/3/3/1QK", "k2/3/1p1/3/2K", "k3/4/1P2/4/3K", "k2/3/1P1/2K", "k2/3/3/3/2K", "k2/1P1/1P1/3/2K"] {
        let placement = notation::parse(text).unwrap();
        assert!(verified.number(&placement).is_none() && verified.options(&placement).is_none(), "{text}");
    }
    assert_eq!(verified.values().len(), PAWN["KPk"].table().values.len());
}

/// The text of all White's options, in order.
fn options(verified: &Verified, text: &str) -> Vec<String> {
    let placement = notation::parse(text).unwrap();
    let options = verified.options(&placement).unwrap();
    options.white.iter().map(|option| notation::move_text(&placement, option.mv)).collect()
}

#[test]
fn has_the_double_step_where_the_rule_says_so() {
    let single = family(3, 5, "KPk", false);
    let single = verify(&single, "KPk", &mut Certified::new());
    let double = changed(|_| {}).unwrap();
    let texts = |verified| options(verified, "k2/3/3/P2/2K");
    assert_eq!(texts(&single), ["Kb1", "Kb2", "Kc2", "a3"]);
    assert_eq!(texts(&double), ["Kb1", "Kb2", "Kc2", "a3", "a4"]);
}

fn empty(files: u8, ranks: u8, signature: &str, pawn_rule: PawnRule) -> Vec<u8> {
    let endgame = StatedEndgame { files, ranks, signature: signature.to_owned(), pawn_rule };
    let table = SharpTable { endgame, odd_parts: vec![], values: vec![], records: vec![] };
    Certificate { imports: vec![], content: Content::SharpTable(table) }.encode().unwrap()
}

#[test]
fn admits_the_pawn_rules_of_the_format_only() {
    use PawnRule::{DoubleStep, NoPawns, SingleStep};
    let all = [NoPawns, SingleStep, DoubleStep];
    let cases: [(u8, &str, &'static [PawnRule]); 7] = [
        (8, "KNk", &[NoPawns]),
        (3, "Kk", &[NoPawns]),
        (2, "KPk", &[]),
        (3, "KPk", &[SingleStep]),
        (4, "KPk", &[SingleStep, DoubleStep]),
        (8, "KNPk", &[SingleStep, DoubleStep]),
        (8, "KPPk", &[SingleStep, DoubleStep]),
    ];
    for (ranks, signature, allowed) in cases {
        for found in all {
            match Statement::read(&empty(4, ranks, signature, found)) {
                Ok(_) => assert!(allowed.contains(&found), "{ranks} {signature} {found:?}"),
                Err(Failure::Rejected(Rejection::PawnRule { found: stated, .. })) => {
                    assert!(stated == found && !allowed.contains(&found), "{ranks} {signature} {found:?}");
                }
                Err(Failure::Rejected(Rejection::PawnRanks { found, .. })) => assert_eq!((found, ranks), (2, 2)),
                Err(other) => panic!("{other}"),
            }
        }
    }
    // A black pawn alone with the king: the colour flip of what is used.
    let refused = |signature| Statement::read(&empty(8, 8, signature, SingleStep)).unwrap_err().to_string();
    assert!(refused("Kkp").contains("required its colour flip KPk"));
    assert!(refused("KPNk").starts_with("canonical: endgame: found signature"));
}

/// The files that are required, by name.
fn required(files: u8, ranks: u8, signature: &str, pawn_rule: PawnRule) -> Vec<String> {
    // With the right number of imports, whichever they are.
    for count in 0..20 {
        let endgame = StatedEndgame { files, ranks, signature: signature.to_owned(), pawn_rule };
        let table = SharpTable { endgame, odd_parts: vec![], values: vec![], records: vec![] };
        let imports = vec![Digest([0; 32]); count];
        let bytes = Certificate { imports, content: Content::SharpTable(table) }.encode().unwrap();
        if let Ok(required) = checker::requirements(&bytes) {
            return required.into_iter().map(|required| required.file_name).collect();
        }
    }
    panic!("{signature}");
}

#[test]
fn imports_captures_and_promotions_in_order() {
    use PawnRule::{DoubleStep, SingleStep};
    let names = |list: &str| list.split(' ').map(|name| format!("{name}.cert")).collect::<Vec<_>>();
    assert_eq!(required(8, 8, "KPk", DoubleStep), names("8x8_KQk 8x8_KRk 8x8_KBk 8x8_KNk 8x8_Kk"));
    assert_eq!(required(8, 8, "KPk", SingleStep), names("8x8_KQk 8x8_KRk 8x8_KBk 8x8_KNk 8x8_Kk"));
    assert_eq!(required(8, 8, "KPPk", DoubleStep), names("8x8_KQPk 8x8_KRPk 8x8_KBPk 8x8_KNPk 8x8_KPk"));
    let single = names("8x8_KQQk 8x8_KQRk 8x8_KQBk 8x8_KQNk 8x8_KQk 8x8_KPk_single");
    assert_eq!(required(8, 8, "KQPk", SingleStep), single);
    let double = names("8x7_KQNk 8x7_KRNk 8x7_KBNk 8x7_KNNk 8x7_KNk 8x7_KPk_double");
    assert_eq!(required(8, 7, "KNPk", DoubleStep), double);
    assert_eq!(required(3, 3, "KNPk", SingleStep).last().unwrap(), "3x3_KPk.cert");
    for signature in ["KPk", "KPPk", "KQPk", "KNPk"] {
        let expected: Vec<String> = naive::imports(signature).iter().map(|s| format!("5x5_{s}.cert")).collect();
        assert_eq!(required(5, 5, signature, SingleStep), expected);
    }
}

#[test]
fn rejects_missing_and_exchanged_imports() {
    let with = |imports: Vec<Digest>| {
        let content = Content::SharpTable(PAWN["KPk"].table());
        check(&Certificate { imports, content }.encode().unwrap(), &IMPORTS)
    };
    let right: Vec<Digest> = IMPORTS.iter().map(|import| import.digest()).collect();
    assert!(with(right.clone()).is_ok());
    for place in 0..right.len() {
        let mut fewer = right.clone();
        fewer.remove(place);
        assert_eq!(rejection(with(fewer)), Rejection::ImportCount { found: 4, required: 5 });
        let mut exchanged = right.clone();
        exchanged.swap(place, (place + 1) % right.len());
        assert!(matches!(rejection(with(exchanged)), Rejection::ImportEndgame { .. }), "{place}");
    }
}

#[test]
fn rejects_imports_of_the_other_pawn_rule() {
    let (single, double) = (family(2, 4, "KPPk", false), family(2, 4, "KPPk", true));
    let (mut singles, mut doubles) = (Certified::new(), Certified::new());
    verify(&single, "KPPk", &mut singles);
    verify(&double, "KPPk", &mut doubles);
    let names = naive::imports("KPPk");
    for place in 0..names.len() {
        let mut imports: Vec<_> = names.iter().map(|name| Arc::clone(&doubles[name])).collect();
        imports[place] = Arc::clone(&singles[&names[place]]);
        let digests = imports.iter().map(|import| import.digest()).collect();
        let content = Content::SharpTable(double["KPPk"].table());
        let bytes = Certificate { imports: digests, content }.encode().unwrap();
        let name = &names[place];
        let (found, required) = (format!("2x4 {name}, single step"), format!("2x4 {name}, double step"));
        assert_eq!(rejection(check(&bytes, &imports)), Rejection::ImportEndgame { found, required });
    }
    // Without pawns the rule makes no difference, down to the bytes.
    for name in single.keys().filter(|name| !name.contains('P')) {
        assert_eq!(single[name].bytes, double[name].bytes, "{name}");
    }
}

/// The breach of the record of that number, which must be the first that fails.
fn breach(number: usize, change: impl FnOnce(&mut SharpTable)) -> Breach {
    let control = changed(|_| {}).unwrap();
    match rejection(changed(change)) {
        Rejection::At { fen, breach } => {
            assert_eq!(fen, control.entry(number).unwrap().fen);
            breach
        }
        other => panic!("{other}"),
    }
}

#[test]
fn rejects_every_other_promotion() {
    use StatedPromotion::{Bishop, Knight, Queen, Rook};
    let records = PAWN["KPk"].table().records;
    let promoting: Vec<usize> =
        records.iter().zip(0..).filter(|(r, _)| r.white_move.promotion.is_some()).map(|(_, i)| i).collect();
    let (mut greedy, mut choice, mut captures) = (0, 0, 0);
    for &number in &promoting {
        let right = records[number].white_move;
        let control = changed(|_| {}).unwrap();
        let fen = control.entry(number).unwrap().fen;
        let placement: Placement = notation::parse(&fen).unwrap();
        let takes_king = placement.pieces().iter().any(|p| p.square.rank * 3 + p.square.file == right.to);
        captures += u8::from(takes_king);
        for promotion in [None, Some(Queen), Some(Rook), Some(Bishop), Some(Knight)] {
            let wrong = StatedMove { promotion, ..right };
            if wrong == right {
                continue;
            }
            match breach(number, |t| t.records[number].white_move = wrong) {
                Breach::Move { colour: Colour::White, .. } => assert_eq!(promotion, None),
                Breach::Greedy { colour: Colour::White, .. } => greedy += 1,
                Breach::Choice { colour: Colour::White, .. } => choice += 1,
                other => panic!("{other}"),
            }
        }
        // Of four captures of the king the queen is the first.
        assert!(!takes_king || right.promotion == Some(Queen), "{fen}");
    }
    assert!(greedy > 0 && choice > 0 && captures > 0, "{greedy} {choice} {captures}");
    let number = (0..records.len()).find(|number| !promoting.contains(number)).unwrap();
    for promotion in [Queen, Rook, Bishop, Knight] {
        let found = breach(number, |t| t.records[number].white_move.promotion = Some(promotion));
        assert!(matches!(found, Breach::Move { colour: Colour::White, .. }));
        let found = breach(number, |t| t.records[number].black_move.promotion = Some(promotion));
        assert!(matches!(found, Breach::Move { colour: Colour::Black, .. }));
    }
}

#[test]
fn rejects_other_labels_values_and_counts() {
    let table = PAWN["KPk"].table();
    let last = table.records.len() - 1;
    for number in [0, last / 2, last] {
        for change in [1, 2, 7] {
            let failure = rejection(changed(|t| t.records[number].white_label += change));
            assert!(matches!(failure, Rejection::At { .. }), "{failure}");
            let failure = rejection(changed(|t| t.records[number].black_label += change));
            assert!(matches!(failure, Rejection::At { .. }), "{failure}");
        }
        let failure = rejection(changed(|t| t.records[number].value ^= 1));
        assert!(matches!(failure, Rejection::At { .. } | Rejection::ValueIndex { .. }), "{failure}");
    }
    let found = breach(0, |t| t.records[0].white_label += 1);
    assert!(matches!(found, Breach::Label { colour: Colour::White, .. }));
    let found = breach(0, |t| t.records[0].black_label += 1);
    assert!(matches!(found, Breach::Label { colour: Colour::Black, .. }));
    let required = table.records.len();
    let result = changed(|t| t.records.truncate(last));
    assert_eq!(rejection(result), Rejection::Coverage { found: last, required });
    // The same records under the other rule: no certificate of that endgame.
    let result = changed(|t| t.endgame.pawn_rule = PawnRule::SingleStep);
    assert!(matches!(rejection(result), Rejection::At { .. }));
}
