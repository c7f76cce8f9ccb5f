//! x
#![allow(warnings)]
use checker::games::Table;
use checker::games::antichess::*;
use checker::games::chess::{Man, has_pawns};
use checker::games::endgame::*;
use checker::theorem::Side;
use std::collections::BTreeMap;
use std::sync::Arc;
fn build(e: &Endgame, all: &mut BTreeMap<Vec<Man>, Arc<Turns>>, t: &mut [f64; 2], entries: &mut usize) -> Arc<Turns> {
    if let Some(x) = all.get(&e.men) {
        return x.clone();
    }
    let imports: Vec<Arc<Turns>> = e.changes(0, &PROMOTIONS).iter().map(|i| build(i, all, t, entries)).collect();
    let s = std::time::Instant::now();
    let positions = Arc::new(Positions::find(e.clone(), imports.iter().map(|i| i.positions.clone()).collect(), false));
    t[0] += s.elapsed().as_secs_f64();
    let n = positions.count();
    let turns = Turns { positions, imports, labels: vec![[253; 2]; n] };
    let s = std::time::Instant::now();
    let mut all_moves = Vec::new();
    let mut sum = 0u64;
    for k in 0..n {
        let mut p = turns.positions.placement(k as u32);
        for side in Side::BOTH {
            sum += turns.distance(&mut p, side, &mut all_moves).unwrap_or(7) as u64;
        }
    }
    let d = s.elapsed().as_secs_f64();
    t[1] += d;
    *entries += 2 * n;
    if e.men.len() >= 4 || d > 0.5 {
        println!(
            "{} {} entries {:.2} us/entry",
            checker::report::antichess::material(&e.men),
            2 * n,
            d * 1e6 / (2 * n) as f64
        );
    }
    std::hint::black_box(sum);
    let r = Arc::new(turns);
    all.insert(e.men.clone(), r.clone());
    r
}
#[test]
fn bench() {
    let mut all = BTreeMap::new();
    let mut t = [0.0; 2];
    let mut entries = 0;
    let four = std::env::var("FOUR").ok();
    let names: Vec<String> = match &four {
        Some(f) => f.split(',').map(|s| s.to_string()).collect(),
        None => {
            let r = ["K", "Q", "R", "B", "N", "P"];
            let mut v = vec![];
            for a in r {
                for b in r {
                    v.push(format!("{a}{}", b.to_lowercase()));
                    for c in r {
                        v.push(format!("{a}{b}{}", c.to_lowercase()));
                    }
                }
            }
            v
        }
    };
    for n in names {
        let men = used(&checker::report::notation::men(&n).unwrap());
        let rule = if has_pawns(&men) { 2 } else { 0 };
        let e = Endgame::of([8, 8, rule], Some(men)).unwrap();
        build(&e, &mut all, &mut t, &mut entries);
    }
    println!("{} tables {entries} entries; enumerate {:.1} s, check {:.1} s", all.len(), t[0], t[1]);
}
