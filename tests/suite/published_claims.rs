//! What U. Larsson and J. Wästlund print in *Endgames in bidding chess* (LW), put to the committed certificates by the audit; and
//! the audit itself, which has to find each claim wrong that is made wrong.

use std::collections::BTreeMap;
use std::process::Command;

use crate::session::{SOLVE, root};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;
use pipeline_tests::sample;
use solver::reading::audit::claims::{self, Claim, Name, Statement};
use solver::reading::audit::{Audit, Verdict};
use solver::reading::statistics::Category;

fn paper() -> Vec<Claim> {
    let text = std::fs::read_to_string(root().join("docs/claims.toml")).expect("the claims");
    claims::parse(&text).unwrap_or_else(|error| panic!("docs/claims.toml:{error}"))
}

fn audit(thresholds: bool) -> Audit {
    Audit::new(&root().join("certs"), None, thresholds)
}

/// The rows that the paper has, of which some need more than the committed certificates: 6 to 8 the threshold method, 24 the
/// certificates of all boards.
#[test]
fn committed_certificates_bear_out_every_row_that_they_can() {
    let mut audit = audit(false);
    let mut rows: BTreeMap<u32, Vec<Verdict>> = BTreeMap::new();
    for claim in paper() {
        let answer = audit.answer(&claim).unwrap_or_else(|error| panic!("docs/claims.toml:{error}"));
        rows.entry(claim.row).or_default().push(answer.verdict);
    }
    assert_eq!(rows.keys().copied().collect::<Vec<u32>>(), (1..=27).collect::<Vec<u32>>());
    for (row, verdicts) in rows {
        let expected = match row {
            6 | 7 | 8 | 24 => Verdict::NotRun,
            _ => Verdict::AsPrinted,
        };
        assert!(verdicts.iter().all(|&verdict| verdict == expected), "row {row}: {verdicts:?}");
    }
}

#[test]
fn threshold_method_needs_the_printed_number_of_steps() {
    let mut audit = audit(true);
    let mut asked = 0;
    for claim in paper() {
        if let Statement::Threshold { endgame, .. } = &claim.statement
            && ["8x8 KBk", "8x8 KQk", "8x8 KRk"].contains(&endgame.0.as_str())
        {
            let answer = audit.answer(&claim).expect("an answer");
            assert_eq!(answer.verdict, Verdict::AsPrinted, "{} {}", answer.claimed, answer.verified);
            asked += 1;
        }
    }
    assert_eq!(asked, 3);
}

/// A claim that says a little more, or something else, than the paper's.
fn wrong(statement: Statement) -> Option<Statement> {
    let nudged = |value: BigRational| (value + BigRational::one()) / BigRational::from_integer(2.into());
    Some(match statement {
        Statement::Value { position, value } => Statement::Value { position, value: nudged(value) },
        Statement::BestMoves { position, player, mut moves, value } => match moves.pop() {
            Some(_) => {
                moves.push("Ka8".to_owned());
                Statement::BestMoves { position, player, moves, value }
            }
            None => Statement::BestMoves { position, player, moves, value: value.map(nudged) },
        },
        Statement::Move { position, step, value } => Statement::Move { position, step, value: nudged(value) },
        Statement::AllValues { endgame, value } => Statement::AllValues { endgame, value: nudged(value) },
        Statement::Labels { position, white, black } => Statement::Labels { position, white, black: black - 1 },
        Statement::Quiescent { position } => Statement::Zugzwang { position },
        Statement::Zugzwang { position } => Statement::Quiescent { position },
        Statement::QuiescentCategories { endgames, mut categories } => {
            categories.pop();
            Statement::QuiescentCategories { endgames, categories }
        }
        Statement::QuiescentCategory { endgame, category, white, black, placements: Some(placements) } => {
            Statement::QuiescentCategory { endgame, category, white, black, placements: Some(placements - 2) }
        }
        Statement::QuiescentCategory { endgame, category, white, black, placements: None } => {
            Statement::QuiescentCategory { endgame, category, white, black: black - 1, placements: None }
        }
        Statement::LargestDenominator { endgames, denominator, position } => {
            Statement::LargestDenominator { endgames, denominator: denominator / 2u32, position }
        }
        Statement::SmallestNonDyadic { endgames, denominator, position } => {
            Statement::SmallestNonDyadic { endgames, denominator: denominator * 2u32, position }
        }
        Statement::Denominators { endgame, mut denominators } => {
            denominators.pop();
            Statement::Denominators { endgame, denominators }
        }
        Statement::Divisors { endgame, mut divisors } => {
            divisors.push(BigUint::from(1009u32));
            Statement::Divisors { endgame, divisors }
        }
        Statement::Factorisation { number, factors } => Statement::Factorisation { number: number * 3u32, factors },
        Statement::Promotion { endgame, .. } => Statement::Promotion { endgame, never: vec!['N'] },
        Statement::Threshold { endgame, steps } if endgame.0 == "8x8 KBk" => {
            Statement::Threshold { endgame, steps: steps - 1 }
        }
        Statement::Gap { .. } => Statement::Gap { endgames: vec![Name("8x8 KBk".to_owned())], steps: 30, digits: 91 },
        Statement::Sharp { .. }
        | Statement::SharpBoards { .. }
        | Statement::Threshold { .. }
        | Statement::Bounds { .. }
        | Statement::Other(_) => return None,
    })
}

/// What is printed about Hex and poorman tic-tac-toe, and what differs a little from that.
#[test]
fn claims_about_hex_and_payments_are_looked_into() {
    let text = std::fs::read_to_string(root().join("docs/claims-other.toml")).expect("the claims");
    let verdicts = |text: &str, audit: &mut Audit| -> Vec<Verdict> {
        let claims = claims::parse(text).unwrap_or_else(|error| panic!("{error}"));
        claims.iter().map(|claim| audit.answer(claim).unwrap_or_else(|error| panic!("{error}")).verdict).collect()
    };
    let mut certs = audit(false);
    assert_eq!(verdicts(&text, &mut certs), [Verdict::AsPrinted; 4]);
    for &(right, wrong, row) in &[
        ("[\"f6\"]", "[\"e6\"]", 2),
        ("[\"f6\"]", "[\"f6\", \"e6\"]", 2),
        ("44633409026062493091546366551203557", "44633409026062493091546366551203555", 2),
        ("396925/786688", "396924/786688", 3),
        ("draw = 1", "draw = 0", 3),
    ][sample(3, 0)..]
    {
        let changed = text.replace(right, wrong);
        let verdicts = verdicts(&changed, &mut certs);
        assert_eq!(verdicts.iter().position(|&verdict| verdict == Verdict::Differs), Some(row), "{wrong}");
        assert_eq!(verdicts.iter().filter(|&&verdict| verdict == Verdict::AsPrinted).count(), 3, "{wrong}");
    }
    // The board of 3x2 is not worth 1/2, so that its cells do not decide twice as often as their owner loses.
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("hex")).expect("a folder");
    let board: solver::games::hex::Board = "3x2".parse().expect("a board");
    let counts = solver::games::hex::count::count(&board, &mut |_| ()).expect("few frontiers");
    let bytes = solver::games::hex::Solution { board, counts }.certificate();
    std::fs::write(folder.path().join("hex/3x2.cert"), bytes).expect("a file");
    let mut small = Audit::new(folder.path(), None, false);
    let claim = |kind: &str| format!("[[claim]]\nrow = 1\nsection = \"\"\nkind = \"{kind}\"\nboards = [\"3x2\"]\n");
    assert_eq!(verdicts(&claim("hex-losing"), &mut small), [Verdict::Differs]);
    assert_eq!(verdicts(&claim("hex-same-moves"), &mut small), [Verdict::AsPrinted]);
    let error = claims::parse(&claim("hex-losing").replace("3x2", "3x20")).expect_err("an error").to_string();
    assert!(error.contains("required files x ranks from 1 to 16"), "{error}");
}

#[test]
fn audit_finds_every_wrong_claim() {
    let mut audit = audit(true);
    let mut asked = 0;
    for mut claim in paper() {
        let Some(statement) = wrong(claim.statement) else { continue };
        claim.statement = statement;
        let answer = audit.answer(&claim).expect("an answer");
        assert_eq!(answer.verdict, Verdict::Differs, "row {}: {}: {}", claim.row, answer.claimed, answer.verified);
        asked += 1;
    }
    assert!(asked > 45, "{asked}");
}

/// A composite number among the factors is found even where the product is right.
#[test]
fn audit_tests_that_factors_are_primes() {
    let claim = |factors: &str| {
        let text = format!(
            "[[claim]]\nrow = 1\nsection = \"\"\nkind = \"factorisation\"\nnumber = \"561\"\nfactors = \"{factors}\"\n"
        );
        claims::parse(&text).expect("a claim").remove(0)
    };
    let verdict = |factors: &str| audit(false).answer(&claim(factors)).expect("an answer").verdict;
    assert_eq!(verdict("3 · 11 · 17"), Verdict::AsPrinted);
    assert_eq!(verdict("561"), Verdict::Differs);
    assert_eq!(verdict("33 · 17"), Verdict::Differs);
}

/// There are 462 placements of two kings that are no neighbours, up to symmetry, and 3612 in all: numbers that every builder of
/// endgame tables knows. A bishop on the wrong colour and two such kings can be counted by hand in the same way.
#[test]
fn quiescent_positions_without_pawns_are_as_many_as_known() {
    let mut library = solver::reading::verified::Library::default();
    let mut group = |name: &str, category| {
        let table = library.read(&root().join("certs").join(name)).expect("a certificate");
        let figures = solver::reading::statistics::statistics(&table);
        figures.quiescent.get(&category).map(|group| (group.positions, group.placements))
    };
    assert_eq!(group("8x8_Kk.cert", Category::BareKings), Some((462, 3612)));
    let ghosts = group("8x8_KBk.cert", Category::GhostBishop).map(|(_, placements)| placements);
    assert_eq!(ghosts, Some(ghost_bishops()));
    for name in ["8x8_KQk.cert", "8x8_KRk.cert", "8x8_KNk.cert"] {
        assert_eq!(group(name, Category::Other), None);
    }
}

/// Placements of two kings that are no neighbours and of a bishop whose squares are of the other colour than the black king's.
fn ghost_bishops() -> usize {
    let squares: Vec<(i32, i32)> = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank))).collect();
    let mut count = 0;
    for &white in &squares {
        for &black in &squares {
            if (white.0 - black.0).abs().max((white.1 - black.1).abs()) < 2 {
                continue;
            }
            let unlike = |square: &&(i32, i32)| (square.0 + square.1 + black.0 + black.1) % 2 != 0 && **square != white;
            count += squares.iter().filter(unlike).count();
        }
    }
    count
}

#[test]
fn files_of_claims_that_are_wrong_are_refused_with_the_line() {
    let reason = |text: &str| claims::parse(text).expect_err("an error").to_string();
    let claim = |fields: &str| format!("# A comment.\n[[claim]]\nrow = 1\nsection = \"1\"\n{fields}");
    assert!(
        reason(&claim("kind = \"rumour\"\n"))
            .starts_with("5: kind: found \"rumour\", required one of value, best-moves")
    );
    assert!(
        reason(&claim("kind = \"value\"\nvalue = \"1/2\"\nposition = \"k7/8/8/8/8/8/8/9\"\n"))
            .starts_with("7: position: ")
    );
    assert!(
        reason(&claim("kind = \"value\"\nposition = \"k1/1K\"\nvalue = \"half\"\n"))
            .starts_with("7: value: found \"half\"")
    );
    assert!(
        reason(&claim("kind = \"value\"\nposition = \"k1/1K\"\nvalue = \"1/0\"\n"))
            .starts_with("7: value: found \"1/0\"")
    );
    assert!(
        reason(&claim("kind = \"value\"\nposition = \"k1/1K\"\nvalue = \"3/2\"\n"))
            .starts_with("7: value: found \"3/2\"")
    );
    assert_eq!(
        reason(&claim("kind = \"value\"\nposition = \"k1/1K\"\n")),
        "2: found no \"value\", required one for a claim of this kind"
    );
    assert_eq!(
        reason(&claim("kind = \"quiescent\"\nposition = \"k1/1K\"\nvalue = \"1/2\"\n")),
        "7: found \"value\", which a claim of this kind does not have"
    );
    assert!(
        reason(&claim("kind = \"sharp\"\nendgames = [\"8x8 NKk\"]\n")).starts_with("6: endgames: found \"8x8 NKk\"")
    );
    assert!(reason(&claim("kind = \"sharp\"\nendgames = []\n")).starts_with("6: endgames: "));
    assert!(reason("[[claim]]\nrow = \"one\"\n").starts_with("2: row: found a value of type string"));
    assert!(reason("[[claim]\n").starts_with("1: "));
    assert!(reason("title = \"Claims\"\n").starts_with("1: found \"title\""));
    assert_eq!(reason(""), "1: found no claim, required one [[claim]] or more");
    assert_eq!(claims::parse(&claim("kind = \"quiescent\"\nposition = \"k1/1K\"\n")).map(|claims| claims.len()), Ok(1));
}

#[test]
fn missing_certificate_stops_an_audit_at_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut audit = Audit::new(folder.path(), None, false);
    let claim = paper().remove(0);
    let error = audit.answer(&claim).expect_err("an error").to_string();
    assert!(error.starts_with(&format!("{}: required a verified certificate: ", claim.line)), "{error}");
    assert!(error.contains("8x8_KRk.cert"), "{error}");
}

#[test]
fn command_exits_with_1_where_a_claim_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("claims.toml");
    for (value, status) in [("1/2", 0), ("1/3", 1), ("x", 2)] {
        let claim = format!(
            "[[claim]]\nrow = 2\nsection = \"4\"\nkind = \"value\"\nposition = \"8/8/8/5k2/8/8/2K5/8\"\nvalue = \"{value}\"\n"
        );
        std::fs::write(&file, claim).expect("a file");
        let command = Command::new(&*SOLVE).arg("audit").args([&file, &root().join("certs")]).output();
        let output = command.expect("an output");
        assert_eq!(output.status.code(), Some(status), "{output:?}");
    }
}
