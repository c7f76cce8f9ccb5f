//! The command `solve`.
use solver::exact::policy::Observer;
use solver::pipeline::{self, Timings};

struct Clock(Timings);
impl Observer for Clock {
    fn phase(&mut self, name: &'static str, _positions: usize) {
        self.0.start(name);
    }
    fn advance(&mut self, _positions: usize) {}
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let board = args[1].parse().unwrap();
    let (signature, _) = solver::material::Signature::parse(&args[2]).unwrap();
    let threads = args.get(3).map_or(2, |t| t.parse().unwrap());
    let mut clock = Clock(Timings::new());
    let mut solved = Vec::new();
    let place = pipeline::solve(board, &signature, threads, &mut solved, &mut clock);
    clock.0.stop();
    for (name, wall, cpu) in clock.0.phases() {
        println!("{name:12} {wall:?} {cpu:?}");
    }
    let place = match place { Ok(p) => p, Err(e) => { println!("{e}"); return; } };
    let s = &solved[place];
    let c = &s.counts;
    println!("positions {} options {} {} sweeps {} rounds {} comps {:?} n{}", s.endgame.positions().len(), c.white_options, c.black_options, c.sweeps, c.rounds, &c.component_sizes[..c.component_sizes.len().min(12)], c.component_sizes.len());
    println!("distinct {} odd parts {} bits {} bytes {}", s.table.values.len(), s.table.odd_parts.len(), s.table.max_denominator_bits(), s.bytes.len());
    let big = s.table.values.iter().max_by_key(|v| &s.table.odd_parts[v.odd_part as usize] << v.power).unwrap();
    let d = &s.table.odd_parts[big.odd_part as usize] << big.power;
    println!("largest denominator {} digits: {}", d.to_string().len(), &d.to_string()[..d.to_string().len().min(200)]);
    println!("{}", s.digest);
}
