//! What is read from certificates: imports are found by their digest, and figures are those of the values.

use std::path::{Path, PathBuf};

use session::notation;
use solver::analysis::gaps::gaps;
use solver::analysis::statistics::statistics;
use solver::analysis::survey::{self, Kind};
use solver::analysis::verified::{self, Library, VerifiedError};
use solver::certificates::pipeline::{self, Method, Settings, Solution};
use solver::chess::material::{DoubleStep, Man, Signature};
use solver::chess::position::{Position, Rules};
use solver::graph::exact::policy::Silent;
use solver::plans::{self, Bound, Question};

fn solve(board: &str, material: &str, method: Method) -> Vec<Solution> {
    let (board, signature) = (board.parse().unwrap(), Signature::parse(material).unwrap().0);
    let settings = Settings { double_step: DoubleStep::Auto, method, never: None, threads: 2 };
    let mut solved = Vec::new();
    pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent).unwrap();
    solved
}

/// Writes the last solution and, under other names than the usual ones, those that it imports; gives the place of the last.
fn write(solved: &[Solution], folder: &Path, imports: &Path) -> PathBuf {
    let (last, others) = solved.split_last().unwrap();
    for (number, import) in others.iter().enumerate() {
        std::fs::write(imports.join(format!("{number}.cert")), &import.bytes).unwrap();
    }
    let path = folder.join("last.cert");
    std::fs::write(&path, &last.bytes).unwrap();
    path
}

#[test]
fn finds_imports_beside_the_file_and_above_it_whatever_their_names() {
    let solved = solve("2x3", "KNNk", Method::Exact);
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    // What is no certificate, no file, or another certificate under a familiar name stands in nobody's way.
    std::fs::write(inner.join("2x3_Kk.cert"), b"bidcert\n").unwrap();
    std::fs::write(inner.join("2x3_KNk.cert"), &solve("2x3", "KBk", Method::Exact).last().unwrap().bytes).unwrap();
    std::fs::create_dir(inner.join("3x3_Kk.cert")).unwrap();
    for imports in [&inner, folder.path()] {
        let table = verified::read(&write(&solved, &inner, imports)).unwrap();
        assert_eq!(table.digest(), solved.last().unwrap().digest);
        for number in 0..solved.len() - 1 {
            std::fs::remove_file(imports.join(format!("{number}.cert"))).unwrap();
        }
    }
}

#[test]
fn says_which_import_is_missing_and_where_it_was_looked_for() {
    let solved = solve("2x3", "KNNk", Method::Exact);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("last.cert");
    std::fs::write(&path, &solved.last().unwrap().bytes).unwrap();
    let error = verified::read(&path).unwrap_err();
    assert!(matches!(error, VerifiedError::Failed(..)), "{error}");
    let error = error.to_string();
    assert!(error.contains("imports: found no certificate with sha-256"), "{error}");
    assert!(error.contains("(2x3_KNk.cert), required one"), "{error}");
    assert!(error.contains(&folder.path().display().to_string()), "{error}");
}

/// King and two knights on 2 × 3: 2 of 46 positions are not sharp, with α = 0 and β = 1/2.
#[test]
fn an_enclosure_shows_the_gaps_of_the_values_and_has_no_labels() {
    let folder = tempfile::tempdir().unwrap();
    let path = |method| write(&solve("2x3", "KNNk", method), folder.path(), folder.path());
    let exact = verified::read(&path(Method::Exact)).unwrap();
    assert_eq!(Kind::of(&exact), Kind::TwoTables);
    let found = gaps(&exact, 2);
    assert_eq!((found.positions, found.not_sharp, found.largest_width), (46, 2, None));
    assert_eq!(found.widest[0].width().to_string(), "1/2");
    assert!(found.labels.is_some());
    let enclosure = verified::read(&path(Method::Enclosure(40))).unwrap();
    assert_eq!(Kind::of(&enclosure), Kind::Enclosure);
    let found = gaps(&enclosure, 2);
    assert_eq!((found.positions, found.not_sharp), (46, 2));
    assert!(found.labels.is_none() && found.exact.is_none() && found.largest_width.is_some());
    assert_eq!(found.histogram.iter().sum::<usize>(), 46);
}

/// All positions may be sharp where not all of an import are: the figures are those of a sharp table.
#[test]
fn a_sharp_table_with_an_import_that_is_not_has_the_figures_of_sharp_tables() {
    let folder = tempfile::tempdir().unwrap();
    let table = verified::read(&write(&solve("2x3", "KNPk", Method::Exact), folder.path(), folder.path())).unwrap();
    assert_eq!(Kind::of(&table), Kind::Sharp);
    assert!(table.imports().iter().any(|import| Kind::of(import) == Kind::TwoTables));
    let figures = statistics(&table);
    assert_eq!((figures.positions, gaps(&table, 1).not_sharp), (60, 0));
    assert_eq!(figures.zugzwangs.len(), gaps(&table, 1).zugzwangs);
}

#[test]
fn tables_and_plans_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let table = write(&solve("3x4", "Kk", Method::Exact), folder.path(), folder.path());
    let (stated, placement) = notation::parse("k2/1p1/1P1/K2").unwrap();
    let board = "3x4".parse().unwrap();
    let man = |man| Man::from_letter(notation::letter(man)).unwrap();
    let pieces = placement.pieces.iter().map(|piece| (man(piece.man), stated.number(piece.square))).collect();
    let root = Position { pieces, passed: None };
    let rules = Rules::new(board, false);
    let good_enough = Some(num_rational::Ratio::new(1_u32.into(), 4_u32.into()));
    let question =
        Question { rules: &rules, root, bound: Bound::AlphaUpper, good_enough, most_positions: 1000, threads: 1 };
    let proof = plans::search(&question, &|_| None, &mut Silent).unwrap();
    let plan = folder.path().join("plan.cert");
    std::fs::write(&plan, plans::certificate(&question, &proof, Vec::new())).unwrap();
    let mut library = Library::default();
    library.table(&table).unwrap();
    library.plan(&plan).unwrap();
    assert!(matches!(library.table(&plan), Err(VerifiedError::NotATable(_))));
    assert!(matches!(library.plan(&table), Err(VerifiedError::NotAPlan(_))));
}

/// Rows are read back as they were written, with labels for exact values alone.
#[test]
fn rows_of_a_survey_survive_their_file() {
    for method in [Method::Exact, Method::Enclosure(30)] {
        let folder = tempfile::tempdir().unwrap();
        let board = "2x3".parse().unwrap();
        let entries = survey::entries(board, &[Signature::parse("KNNk").unwrap().0]);
        let rows = survey::board(board, &entries, folder.path(), method, 1, &mut Silent, &|_, _| ());
        // An enclosure that was asked for is one of the imports, too.
        let rows = rows.unwrap();
        std::fs::write(folder.path().join(survey::rows_file(board)), survey::write_rows(&rows)).unwrap();
        assert_eq!(survey::read_rows(board, &entries, folder.path()).unwrap(), rows);
        assert!(survey::are_of_these_files(&rows, folder.path()));
        let figures = rows[0].outcome.as_ref().unwrap();
        assert_eq!((figures.positions, figures.not_sharp), (46, 2));
        assert_eq!(figures.largest_labels.is_some(), method == Method::Exact);
        assert_eq!(figures.exact.is_some(), method == Method::Exact);
    }
}
