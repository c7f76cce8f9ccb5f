//! `solve endless`: its counts, made again from what the checker dumps of both certificates, and its refusals.

use std::collections::HashMap;

use num_rational::BigRational;
use serde_json::Value;

use crate::session::Session;

/// The lines of `check --dump`: the shares in these columns, by position.
fn dumped(session: &mut Session, line: &str, columns: &[usize]) -> HashMap<String, Vec<BigRational>> {
    let before = session.transcript.len();
    session.run(0, line);
    let lines =
        session.transcript[before..].lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let read = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let shares = columns.iter().map(|column| cells[*column].parse().expect("a fraction")).collect();
        (cells[1].to_owned(), shares)
    };
    lines.map(read).collect()
}

/// How many positions are not sharp; at how many of them `v` is not the number from α to β that is nearest to 1/2; and at how many it is none of the three.
fn counted(both: &HashMap<String, Vec<BigRational>>, one: &HashMap<String, Vec<BigRational>>) -> [u64; 3] {
    let half = BigRational::new(1.into(), 2.into());
    let mut counts = [0; 3];
    for (position, values) in both.iter().filter(|(_, values)| values[0] < values[1]) {
        let v = &one[position][0];
        let nearest = if values[0] > half {
            &values[0]
        } else if values[1] < half {
            &values[1]
        } else {
            &half
        };
        let is_none = !values.contains(v) && *v != half;
        for (count, is_so) in counts.iter_mut().zip([true, v != nearest, is_none]) {
            *count += u64::from(is_so);
        }
    }
    counts
}

#[test]
fn counts_are_those_of_the_positions_that_the_checker_dumps() {
    for (board, material, expected) in
        [("4x4", "KBkn", [83, 37, 0]), ("3x5", "KPkp", [65, 30, 0]), ("5x5", "KPkp", [165, 72, 16])]
    {
        let mut session = Session::new();
        session.run(0, &format!("solve endgame {board} {material} --exact --out both"));
        session.run(0, &format!("solve endgame {board} {material} --exact --never richer --out one"));
        let both = dumped(&mut session, &format!("check both/{board}_{material}.cert --dump"), &[2, 3]);
        let one = dumped(&mut session, &format!("check one/{board}_{material}_never-1-2.cert --dump"), &[2]);
        assert_eq!(counted(&both, &one), expected, "{board} {material}");

        let before = session.transcript.len();
        session.run(0, &format!("solve endless both one --boards {board} --json"));
        let answers = session.transcript[before..].lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let answer = answers.into_iter().find(|answer| answer["material"] == material).expect("an answer");
        let found = ["not_sharp", "differs", "between"].map(|field| answer[field].as_u64().expect("a count"));
        assert_eq!(found, expected, "{board} {material}");
    }
}

#[test]
fn folders_without_both_tables_are_refused() {
    let mut session = Session::new();
    session.run(0, "solve endgame 2x2 KQk --out .");
    session.run(2, "solve endless . --boards 2x2");
    assert!(session.transcript.contains("! found no endgame with both tables on these boards"));
    session.run(2, "solve endless . --never 3/2");
    // What has no partner is named.
    session.run(0, "solve endgame 2x2 KQk --never richer --out .");
    session.run(0, "solve endgame 2x2 KRk --out .");
    session.run(0, "solve endless . --boards 2x2");
    assert!(session.transcript.contains("! 2x2: left out, because there is no table of the one value: KRk"));
}
