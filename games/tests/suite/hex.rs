//! Boards of Hex: counts by brute force over all fillings are verified, and no others.

use std::sync::Arc;

use crate::witness::support::Random;
use checker::Verified;
use checker::certificate::{Form, Head, Statement};
use checker::failure::Failure;
use checker::limits::TooMuch;
use checker::numbers::Fractions;
use games::hex::Counts;
use num_bigint::BigUint;
use writer::{Writer, write};

/// A board: files, ranks, and for each cell 0 if it is free, 1 with Left's stone, 2 with Right's.
#[derive(Clone, Debug)]
struct Board(usize, usize, Vec<u8>);

/// Whether a chain of Left's cells joins the first rank to the last, by going from cell to cell.
fn left_wins(files: usize, ranks: usize, is_left: &dyn Fn(usize) -> bool) -> bool {
    let mut open: Vec<(usize, usize)> = (0..files).map(|file| (file, 0)).filter(|&(file, _)| is_left(file)).collect();
    let mut seen = vec![false; files * ranks];
    open.iter().for_each(|&(file, _)| seen[file] = true);
    while let Some((file, rank)) = open.pop() {
        if rank + 1 == ranks {
            return true;
        }
        for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let (file, rank) = (file as i32 + right, rank as i32 + down);
            if (0..files as i32).contains(&file) && (0..ranks as i32).contains(&rank) {
                let cell = rank as usize * files + file as usize;
                if is_left(cell) && !seen[cell] {
                    seen[cell] = true;
                    open.push((file as usize, rank as usize));
                }
            }
        }
    }
    false
}

/// In how many fillings Left wins, and in how many of those each cell is Left's.
fn brute_force(Board(files, ranks, stones): &Board) -> (u64, Vec<u64>) {
    let free: Vec<usize> = (0..stones.len()).filter(|&cell| stones[cell] == 0).collect();
    let (mut wins, mut with_left) = (0, vec![0; stones.len()]);
    for filling in 0..1_u64 << free.len() {
        let mut filled: Vec<bool> = stones.iter().map(|&stone| stone == 1).collect();
        free.iter().enumerate().for_each(|(place, &cell)| filled[cell] = filling >> place & 1 == 1);
        if left_wins(*files, *ranks, &|cell| filled[cell]) {
            wins += 1;
            filled.iter().zip(&mut with_left).for_each(|(&is_left, count)| *count += u64::from(is_left));
        }
    }
    (wins, with_left)
}

fn random(random: &mut Random, most_free: usize) -> Board {
    let (files, ranks) = (1 + random.below(5), 1 + random.below(5));
    let free = random.below(1 + most_free.min(files * ranks));
    let mut stones: Vec<u8> = (0..files * ranks).map(|_| 1 + random.below(2) as u8).collect();
    while stones.iter().filter(|&&stone| stone == 0).count() < free {
        let cell = random.below(stones.len());
        stones[cell] = 0;
    }
    Board(files, ranks, stones)
}

fn body(Board(files, ranks, stones): &Board) -> Vec<u8> {
    [vec![*files as u8, *ranks as u8], stones.clone()].concat()
}

fn head(body: Vec<u8>) -> Head {
    let statement = Statement::Further(8, body);
    Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: Fractions::default().into() }
}

/// The slice with these counts: in all, and for each free cell.
fn slice_of(counts: impl IntoIterator<Item = BigUint>) -> Vec<u8> {
    let mut writer = Writer::default();
    counts.into_iter().for_each(|count| writer.natural(&count));
    writer.0
}

/// The counts of a board in the order of its slice.
fn counts(board: &Board) -> Vec<BigUint> {
    let (wins, with_left) = brute_force(board);
    let free = with_left.into_iter().zip(&board.2).filter(|(_, stone)| **stone == 0).map(|(count, _)| count);
    [wins].into_iter().chain(free).map(BigUint::from).collect()
}

fn check(head: &Head, slices: &[Vec<u8>]) -> Result<Arc<Verified>, Failure> {
    games::checker(1, |_| None::<Vec<u8>>).check(&write(head, slices), None)
}

fn seen(verified: &Verified) -> Arc<Counts> {
    verified.about().expect("a board of Hex")
}

#[test]
fn accepts_what_brute_force_counts() {
    let mut numbers = Random(16);
    for round in 0..3000 {
        let board = random(&mut numbers, if round % 30 == 0 { 14 } else { 9 });
        let counts = counts(&board);
        let verified = check(&head(body(&board)), &[slice_of(counts.clone())]);
        let verified = verified.unwrap_or_else(|failure| panic!("{board:?}: {failure:?}"));
        assert_eq!(seen(&verified).wins, counts[0]);
        let seen = seen(&verified);
        let stated: Vec<&BigUint> = seen.with_left.iter().flatten().collect();
        assert_eq!(stated, counts[1..].iter().collect::<Vec<_>>());
        assert!(seen.with_left.iter().zip(&board.2).all(|(count, stone)| count.is_some() == (*stone == 0)));
    }
}

/// Boards as long as may be, with few free cells, so that all fillings can be tried.
#[test]
fn counts_on_the_longest_boards() {
    let mut numbers = Random(18);
    for [files, ranks] in [[16, 16], [16, 1], [1, 16], [16, 2], [2, 16], [15, 16]] {
        // Boards on which the free cells decide who wins.
        let mut open = 0;
        while open < 12 {
            let left = 1 + numbers.below(99);
            let stone = |numbers: &mut Random| if numbers.below(100) < left { 1 } else { 2 };
            let mut stones: Vec<u8> = (0..files * ranks).map(|_| stone(&mut numbers)).collect();
            (0..8).for_each(|_| stones[numbers.below(files * ranks)] = 0);
            if left_wins(files, ranks, &|cell| stones[cell] == 1) || !left_wins(files, ranks, &|cell| stones[cell] < 2)
            {
                continue;
            }
            open += 1;
            let board = Board(files, ranks, stones);
            let counts = counts(&board);
            let verified = check(&head(body(&board)), &[slice_of(counts.clone())]);
            assert_eq!(seen(&verified.unwrap_or_else(|failure| panic!("{board:?}: {failure:?}"))).wins, counts[0]);
        }
    }
}

#[test]
fn declines_boards_with_too_many_borders_before_it_keeps_them() {
    // 16x16 passes the limit within its first files.
    let board = Board(16, 16, vec![0; 256]);
    let failure = check(&head(body(&board)), &[slice_of(vec![BigUint::ZERO; 257])]).unwrap_err();
    let Failure::Limit(TooMuch { limit: games::hex::BORDERS, found }) = failure else { panic!("{failure:?}") };
    assert!(found > games::hex::BORDERS.most && found <= 2 * games::hex::BORDERS.most);
    // With stones the same board is small: Right has all but the last rank, where Left wins nothing.
    let stones = [vec![2; 15 * 16], vec![0; 16]].concat();
    check(&head(body(&Board(16, 16, stones))), &[slice_of(vec![BigUint::ZERO; 17])]).unwrap();
}
